//! The counts of a batch, handed out without a copy as a buffer, and as an Arrow record batch.

use std::ffi::{c_int, c_void};
use std::sync::Arc;

use arrow_array::ffi::to_ffi;
use arrow_array::{Array, ArrayRef, Int64Array, StructArray};
use arrow_schema::{ArrowError, DataType, Field, Fields};
use pyo3::exceptions::{PyBufferError, PyRuntimeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::arrow::{ARRAY, SCHEMA};

/// Counts of a batch: one row a pair, one int64 column a field.
///
/// A two-dimensional read-only buffer (`numpy.asarray`), and an Arrow record batch (`pyarrow.record_batch`), both of the
/// same memory, in which each column is one piece. `left` lists the pairs that must be counted by the Python kernels;
/// their rows are zero.
#[pyclass(frozen, module = "errata._native")]
pub struct Counts {
    values: Int64Array, // column by column
    shape: [isize; 2],
    strides: [isize; 2],
    #[pyo3(get)]
    columns: Vec<String>,
    #[pyo3(get)]
    left: Vec<usize>,
}

impl Counts {
    /// Columns of `length` values, one behind the other.
    pub fn new(values: Vec<i64>, columns: Vec<String>, left: Vec<usize>, length: usize) -> Self {
        let (length, width) = (length as isize, columns.len() as isize);
        Self { values: values.into(), shape: [length, width], strides: [8, 8 * length], columns, left }
    }

    fn table(&self) -> Result<StructArray, ArrowError> {
        let length = self.shape[0] as usize;
        let fields: Fields = self.columns.iter().map(|name| Field::new(name, DataType::Int64, false)).collect();
        let column = |index| Arc::new(self.values.slice(index * length, length)) as ArrayRef;
        let arrays = (0..self.columns.len()).map(column).collect();
        StructArray::try_new_with_length(fields, arrays, None, length)
    }
}

#[pymethods]
impl Counts {
    fn __len__(&self) -> usize {
        self.shape[0] as usize
    }

    /// The schema of the record batch, as an Arrow PyCapsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(self.__arrow_c_array__(py, None)?.0)
    }

    /// The record batch, as a pair of Arrow PyCapsules. A requested schema is not followed, as the interface allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        _ = requested_schema;
        let (array, schema) = self
            .table()
            .and_then(|table| to_ffi(&table.to_data()))
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok((PyCapsule::new_with_value(py, schema, SCHEMA)?, PyCapsule::new_with_value(py, array, ARRAY)?))
    }

    /// # Safety
    ///
    /// Called by the interpreter only, with a view to fill or null.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let wants = |flag: c_int| flags & flag == flag;
        if view.is_null() || wants(ffi::PyBUF_WRITABLE) {
            return Err(PyBufferError::new_err("counts are read-only"));
        }
        if !wants(ffi::PyBUF_STRIDES) || wants(ffi::PyBUF_C_CONTIGUOUS) {
            return Err(PyBufferError::new_err("counts lie column by column: ask for strides"));
        }
        let counts = slf.get();
        // SAFETY: `view` is not null, so by the protocol it is ours to fill. The values, the shape and the strides live
        // in a frozen object, which the view's `obj` keeps alive, and nothing ever changes or moves them. The format is
        // static. A consumer that takes strides takes the shape, too; the format stays null where nobody asked for it.
        unsafe {
            (*view).buf = counts.values.values().as_ptr().cast_mut().cast::<c_void>();
            (*view).len = (counts.values.len() * 8) as isize;
            (*view).readonly = 1;
            (*view).itemsize = 8;
            (*view).format = if wants(ffi::PyBUF_FORMAT) { c"q".as_ptr().cast_mut() } else { std::ptr::null_mut() };
            (*view).ndim = 2;
            (*view).shape = counts.shape.as_ptr().cast_mut();
            (*view).strides = counts.strides.as_ptr().cast_mut();
            (*view).suboffsets = std::ptr::null_mut();
            (*view).internal = std::ptr::null_mut();
            (*view).obj = slf.into_ptr();
        }
        Ok(())
    }
}
