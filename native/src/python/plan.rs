//! A plan that Python holds, checked and prepared once.

use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::counts::Counts;
use super::facts;
use super::texts::{Column, Sides};
use crate::align::TieOrder;
use crate::batch;
use crate::engine::Task;
use crate::plan::{Cut, Group, Plan as Groups};
use crate::text::steps::{self, Step};
use crate::text::terms::Terms;
use crate::text::units::Unit;

const ORDERS: [(&str, TieOrder); 2] =
    [("sub_del_ins", TieOrder::DeletionFirst), ("sub_ins_del", TieOrder::InsertionFirst)];
const UNITS: [(&str, Unit); 4] =
    [("character", Unit::Character), ("grapheme", Unit::Grapheme), ("jamo", Unit::Jamo), ("byte", Unit::Byte)];
const CUTS: [(&str, Cut); 4] = [
    ("whitespace", Cut::Whitespace),
    ("uax29", Cut::Segments),
    ("biblicus", Cut::Terms(Terms::Biblicus)),
    ("biblicus-code", Cut::Terms(Terms::BiblicusCode)),
];

/// Groups of counts, and how texts become tokens.
#[pyclass(frozen, module = "errata._native")]
pub struct Plan {
    groups: Groups,
    columns: Vec<String>,
    plain: OnceLock<Arc<Task>>,
    informed: OnceLock<Arc<Task>>,
}

#[pymethods]
impl Plan {
    #[new]
    #[pyo3(signature = (groups, *, unit="character", words="whitespace", terms="biblicus", order="sub_del_ins", steps=Vec::new()))]
    fn new(
        groups: Vec<String>,
        unit: &str,
        words: &str,
        terms: &str,
        order: &str,
        steps: Vec<String>,
    ) -> PyResult<Self> {
        let group = |name: &String| Group::read(name).ok_or_else(|| unknown("group", name));
        let steps: PyResult<Vec<Step>> = steps.iter().map(|name| choose("step", &steps::NAMES, name)).collect();
        let groups = Groups {
            groups: groups.iter().map(group).collect::<PyResult<_>>()?,
            unit: choose("unit", &UNITS, unit)?,
            words: choose("kind of words", &CUTS, words)?,
            terms: choose("kind of terms", &CUTS, terms)?,
            order: self::order(order)?,
            steps: steps?,
        };
        let columns = groups.groups.iter().flat_map(|group| group.columns()).collect();
        Ok(Self { groups, columns, plain: OnceLock::new(), informed: OnceLock::new() })
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    /// Count one pair; none if it is left to the Python kernels.
    fn row(&self, reference: &Bound<'_, PyString>, hypothesis: &Bound<'_, PyString>) -> PyResult<Option<Vec<i64>>> {
        let (Ok(ours), Ok(theirs)) = (reference.to_str(), hypothesis.to_str()) else { return Ok(None) };
        let task = self.task(reference.py(), || ours.is_ascii() && theirs.is_ascii())?;
        let mut row = vec![0; self.columns.len()];
        let counted = batch::with_engine(|engine| engine.count(&task, ours, theirs, &mut row));
        Ok(counted.is_ok().then_some(row))
    }

    /// Count every pair.
    #[pyo3(signature = (references, hypotheses, *, threads=0))]
    fn count(
        &self,
        py: Python<'_>,
        references: &Bound<'_, PyAny>,
        hypotheses: &Bound<'_, PyAny>,
        threads: usize,
    ) -> PyResult<Counts> {
        let (ours, theirs) = (Column::new("references", references)?, Column::new("hypotheses", hypotheses)?);
        let sides = Sides { reference: ours.view(), hypothesis: theirs.view() };
        let length = sides.reference.len();
        if length != sides.hypothesis.len() {
            let message = format!("{length} references but {} hypotheses", sides.hypothesis.len());
            return Err(PyValueError::new_err(message));
        }
        let task = self.task(py, || sides.reference.is_ascii() && sides.hypothesis.is_ascii())?;
        let mut counts = vec![0; length * self.columns.len()];
        let left = py.detach(|| batch::count(&task, &sides, &mut counts, threads));
        Ok(Counts::new(counts, self.columns.clone(), left, length))
    }
}

impl Plan {
    /// The plan with the tables that the texts need, prepared once for each of them.
    fn task(&self, py: Python<'_>, is_ascii: impl FnOnce() -> bool) -> PyResult<Arc<Task>> {
        if !self.groups.needs_facts() || is_ascii() {
            let make = || Arc::new(Task::new(self.groups.clone(), Arc::default()));
            return Ok(self.plain.get_or_init(make).clone());
        }
        if let Some(task) = self.informed.get() {
            return Ok(task.clone());
        }
        let facts = facts::load(py, self.groups.steps.iter().any(|step| step.is_unicode_form()))?;
        Ok(self.informed.get_or_init(|| Arc::new(Task::new(self.groups.clone(), facts))).clone())
    }
}

/// The tie order of this name.
pub fn order(name: &str) -> PyResult<TieOrder> {
    choose("tie order", &ORDERS, name)
}

/// The unit of this name.
pub fn unit(name: &str) -> PyResult<Unit> {
    choose("unit", &UNITS, name)
}

fn choose<T: Copy>(kind: &str, known: &[(&str, T)], name: &str) -> PyResult<T> {
    known.iter().find(|entry| entry.0 == name).map(|entry| entry.1).ok_or_else(|| unknown(kind, name))
}

fn unknown(kind: &str, name: &str) -> PyErr {
    PyValueError::new_err(format!("unknown {kind} {name:?}"))
}
