//! One pair without the cost of a batch.

use pyo3::prelude::*;

use super::plan;
use crate::align::TieOrder;
use crate::batch::with_engine;
use crate::characters::Rule;
use crate::tokens::{Counts, Wanted};

/// The edit distance of two texts, by characters of the unit.
#[pyfunction]
#[pyo3(signature = (reference, hypothesis, unit="character"))]
pub fn distance_pair(reference: &str, hypothesis: &str, unit: &str) -> PyResult<i64> {
    let wanted = Wanted { distance: true, ..Wanted::default() };
    Ok(count(reference, hypothesis, unit, TieOrder::DeletionFirst, wanted)?.distance)
}

/// Hits, substitutions, deletions and insertions of two texts, by characters of the unit.
#[pyfunction]
#[pyo3(signature = (reference, hypothesis, order="sub_del_ins", unit="character"))]
pub fn split_pair(reference: &str, hypothesis: &str, order: &str, unit: &str) -> PyResult<(i64, i64, i64, i64)> {
    let wanted = Wanted { split: true, ..Wanted::default() };
    Ok(count(reference, hypothesis, unit, plan::order(order)?, wanted)?.split.into())
}

fn count(reference: &str, hypothesis: &str, unit: &str, order: TieOrder, wanted: Wanted) -> PyResult<Counts> {
    let rule = Rule { unit: plan::unit(unit)?, order, wanted };
    Ok(with_engine(|engine| {
        let (characters, aligner) = engine.parts();
        characters.count((reference, hypothesis), rule, None, aligner)
    }))
}
