//! The Python module `errata._native`.

mod arrow;
mod counts;
mod facts;
mod layout;
mod pair;
mod plan;
mod texts;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{batch, text};

/// The compiled twin of errata's counting kernels.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::counts::Counts;
    #[pymodule_export]
    use super::info;
    #[pymodule_export]
    use super::layout::{SnapshotReader, match_boxes};
    #[pymodule_export]
    use super::pair::{distance_pair, split_pair};
    #[pymodule_export]
    use super::plan::Plan;
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    /// The names of the normalisation steps that the twin applies itself.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("STEPS", PyTuple::new(module.py(), crate::text::steps::NAMES.map(|(name, _)| name))?)
    }
}

/// The version, the Unicode versions of the tables within, and the number of threads used by default.
#[pyfunction]
fn info(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let (major, minor, micro) = text::clusters::UNICODE_VERSION;
    let forms = text::steps::UNICODE_VERSION;
    let dict = PyDict::new(py);
    dict.set_item("version", env!("CARGO_PKG_VERSION"))?;
    dict.set_item("segmentation_unicode", format!("{major}.{minor}.{micro}"))?;
    dict.set_item("normalization_unicode", format!("{}.{}.{}", forms.0, forms.1, forms.2))?;
    dict.set_item("threads", batch::default_threads())?;
    Ok(dict)
}
