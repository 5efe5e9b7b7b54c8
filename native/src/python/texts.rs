//! A column of texts from Python: a list of `str`, or anything that speaks Arrow.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use super::arrow::{self, Arrays};
use crate::batch::Texts;

/// A column as it came, kept alive while its texts are read.
pub enum Column<'py> {
    Arrow(Arrays),
    Strings(Vec<Bound<'py, PyString>>),
}

/// Where the texts of a column are. A `str` that UTF-8 cannot hold is none.
pub enum View<'a> {
    Arrow(&'a Arrays),
    Strings(Vec<Option<&'a str>>),
}

impl<'py> Column<'py> {
    /// Read an argument.
    pub fn new(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Some(arrays) = arrow::import(name, value)? {
            return Ok(Self::Arrow(arrays));
        }
        let mut strings = Vec::with_capacity(value.len().unwrap_or(0));
        let mut add = |(index, item)| string(name, index, item).map(|string| strings.push(string));
        if let Ok(list) = value.cast::<PyList>() {
            list.iter().enumerate().try_for_each(&mut add)?;
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            tuple.iter().enumerate().try_for_each(&mut add)?;
        } else {
            let kind = value.get_type().name()?;
            let message = format!("{name}: expected a list of str or an Arrow array of strings, got {kind}");
            return Err(PyTypeError::new_err(message));
        }
        Ok(Self::Strings(strings))
    }

    /// Find the texts.
    pub fn view(&self) -> View<'_> {
        match self {
            Self::Arrow(arrays) => View::Arrow(arrays),
            Self::Strings(strings) => View::Strings(strings.iter().map(|string| string.to_str().ok()).collect()),
        }
    }
}

fn string<'py>(name: &str, index: usize, item: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    if item.is_none() {
        return Err(PyValueError::new_err(format!("{name}: the text at index {index} is null")));
    }
    item.cast_into::<PyString>().map_err(|error| {
        let kind = error.into_inner().get_type();
        PyTypeError::new_err(format!("{name}: expected str at index {index}, got {kind}"))
    })
}

impl View<'_> {
    /// The number of texts.
    pub fn len(&self) -> usize {
        match self {
            Self::Arrow(arrays) => arrays.len(),
            Self::Strings(strings) => strings.len(),
        }
    }

    fn get(&self, index: usize) -> Option<&str> {
        match self {
            Self::Arrow(arrays) => arrays.text(index),
            Self::Strings(strings) => strings[index],
        }
    }

    fn size(&self, index: usize) -> usize {
        match self {
            Self::Arrow(arrays) => arrays.bytes(index).len(),
            Self::Strings(strings) => strings[index].map_or(0, str::len),
        }
    }

    fn total(&self) -> usize {
        match self {
            Self::Arrow(arrays) => arrays.total(),
            Self::Strings(_) => (0..self.len()).map(|index| self.size(index)).sum(),
        }
    }

    /// Whether every text is ASCII.
    pub fn is_ascii(&self) -> bool {
        match self {
            Self::Arrow(arrays) => arrays.is_ascii(),
            Self::Strings(strings) => strings.iter().flatten().all(|text| text.is_ascii()),
        }
    }
}

/// Both columns side by side.
pub struct Sides<'a> {
    pub reference: View<'a>,
    pub hypothesis: View<'a>,
}

impl Texts for Sides<'_> {
    fn len(&self) -> usize {
        self.reference.len()
    }

    fn size(&self, index: usize) -> usize {
        self.reference.size(index) + self.hypothesis.size(index)
    }

    fn total(&self) -> usize {
        self.reference.total() + self.hypothesis.total()
    }

    fn pair(&self, index: usize) -> Option<(&str, &str)> {
        self.reference.get(index).zip(self.hypothesis.get(index))
    }
}
