//! Layouts, for Python: the reader of their files, and the matching of their objects.

use std::sync::{Mutex, PoisonError};

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::layout::matching::{Matches, Side, greedy};
use crate::layout::snapshot::Reader;

type Columns<'py> =
    (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// Reference and hypothesis numbers, IoU, coverage and purity of the matched pairs at each threshold, as bytes.
///
/// Groups are int64, boxes float64 in rows of four. None if the boxes must be matched otherwise.
#[pyfunction]
pub fn match_boxes<'py>(
    py: Python<'py>,
    reference_groups: PyBuffer<i64>,
    reference: PyBuffer<f64>,
    hypothesis_groups: PyBuffer<i64>,
    hypothesis: PyBuffer<f64>,
    thresholds: Vec<f64>,
) -> PyResult<Option<Vec<Columns<'py>>>> {
    let groups = [reference_groups.to_vec(py)?, hypothesis_groups.to_vec(py)?];
    let boxes = [reference.to_vec(py)?, hypothesis.to_vec(py)?];
    if groups.iter().zip(&boxes).any(|(groups, boxes)| 4 * groups.len() != boxes.len()) {
        return Err(PyValueError::new_err("expected four numbers a box and one group for each"));
    }
    let found = py.detach(|| {
        let side = |place: usize| Side { groups: &groups[place], boxes: boxes[place].as_chunks().0 };
        greedy(&side(0), &side(1), &thresholds)
    });
    found.map(|found| found.into_iter().map(|matches| columns(py, matches)).collect()).transpose()
}

fn columns(py: Python<'_>, found: Matches) -> PyResult<Columns<'_>> {
    Ok((
        bytes(py, found.reference, i64::to_ne_bytes)?,
        bytes(py, found.hypothesis, i64::to_ne_bytes)?,
        bytes(py, found.iou, f64::to_ne_bytes)?,
        bytes(py, found.coverage, f64::to_ne_bytes)?,
        bytes(py, found.purity, f64::to_ne_bytes)?,
    ))
}

/// Reads a file of the evaluation schema 1.3 in pieces, as long as it is certainly valid.
#[pyclass(frozen, module = "errata._native")]
pub struct SnapshotReader(Mutex<Option<Reader>>);

#[pymethods]
impl SnapshotReader {
    #[new]
    fn new() -> Self {
        Self(Mutex::new(Some(Reader::default())))
    }

    /// Read on; False if this file must be read otherwise.
    fn feed(&self, py: Python<'_>, piece: &[u8]) -> bool {
        py.detach(|| {
            let mut reader = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            reader.as_mut().is_some_and(|reader| reader.feed(piece))
        })
    }

    /// The columns and, under "rest", the file around them as JSON; None if this file must be read otherwise.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let reader = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some((columns, rest)) = py.detach(|| reader.and_then(Reader::finish)) else {
            return Ok(None);
        };
        let found = PyDict::new(py);
        found.set_item("pages", columns.pages)?;
        found.set_item("documents", columns.documents.names)?;
        found.set_item("labels", columns.labels.names)?;
        found.set_item("object_ids", columns.object_ids)?;
        for (name, values) in [
            ("page_document", columns.page_document),
            ("page_index", columns.page_index),
            ("object_page", columns.object_page),
            ("object_label", columns.object_label),
        ] {
            found.set_item(name, bytes(py, values, i64::to_ne_bytes)?)?;
        }
        for (name, values) in [("boxes", columns.boxes), ("scores", columns.scores)] {
            found.set_item(name, bytes(py, values, f64::to_ne_bytes)?)?;
        }
        let images = columns.images.into_iter().map(|(page, one)| (page, one.width, one.height, one.path));
        found.set_item("images", images.collect::<Vec<_>>())?;
        found.set_item("rest", PyBytes::new(py, &rest))?;
        Ok(Some(found))
    }
}

fn bytes<T>(py: Python<'_>, values: Vec<T>, of: impl Fn(T) -> [u8; 8]) -> PyResult<Bound<'_, PyBytes>> {
    PyBytes::new_with(py, 8 * values.len(), |buffer| {
        for (place, value) in buffer.chunks_exact_mut(8).zip(values) {
            place.copy_from_slice(&of(value));
        }
        Ok(())
    })
}
