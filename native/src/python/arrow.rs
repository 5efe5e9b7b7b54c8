//! Arrow string arrays in, without a copy, through the Arrow PyCapsule interface.

use std::ffi::CStr;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, GenericBinaryArray, LargeBinaryArray, OffsetSizeTrait, make_array,
};
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

pub const ARRAY: &CStr = c"arrow_array";
pub const SCHEMA: &CStr = c"arrow_schema";
const STREAM: &CStr = c"arrow_array_stream";

/// One array of strings, seen as bytes: what a producer sends is checked to be UTF-8 when it is read.
enum Strings {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
}

/// The arrays of a column, with the index of each one's first text.
pub struct Arrays {
    parts: Vec<(usize, Strings)>,
    length: usize,
}

impl Arrays {
    fn new(name: &str, arrays: Vec<ArrayRef>) -> PyResult<Self> {
        let (mut parts, mut length) = (Vec::with_capacity(arrays.len()), 0);
        for array in arrays {
            if let Some(nulls) = array.logical_nulls()
                && let Some(index) = (0..array.len()).find(|&index| nulls.is_null(index))
            {
                let message = format!("{name}: the text at index {} is null", length + index);
                return Err(PyValueError::new_err(message));
            }
            let strings = match array.data_type() {
                DataType::Utf8 => Strings::Small(array.as_string::<i32>().clone().into()),
                DataType::LargeUtf8 => Strings::Large(array.as_string::<i64>().clone().into()),
                DataType::Utf8View => Strings::View(array.as_string_view().clone().to_binary_view()),
                other => return Err(PyTypeError::new_err(format!("{name}: expected strings, got Arrow type {other}"))),
            };
            parts.push((length, strings));
            length += array.len();
        }
        Ok(Self { parts, length })
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        self.length
    }

    /// The bytes of a text.
    pub fn bytes(&self, index: usize) -> &[u8] {
        let part = if self.parts.len() == 1 { 0 } else { self.parts.partition_point(|part| part.0 <= index) - 1 };
        let (first, strings) = &self.parts[part];
        match strings {
            Strings::Small(array) => array.value(index - first),
            Strings::Large(array) => array.value(index - first),
            Strings::View(array) => array.value(index - first),
        }
    }

    /// The number of bytes of all texts.
    pub fn total(&self) -> usize {
        let total = |strings: &Strings| match strings {
            Strings::Small(array) => joined(array).len(),
            Strings::Large(array) => joined(array).len(),
            Strings::View(array) => array.iter().flatten().map(<[u8]>::len).sum(),
        };
        self.parts.iter().map(|(_, strings)| total(strings)).sum()
    }

    /// Whether every text is ASCII.
    pub fn is_ascii(&self) -> bool {
        self.parts.iter().all(|(_, strings)| match strings {
            Strings::Small(array) => joined(array).is_ascii(),
            Strings::Large(array) => joined(array).is_ascii(),
            Strings::View(array) => array.iter().flatten().all(<[u8]>::is_ascii),
        })
    }

    /// A text; none if its bytes are not UTF-8.
    pub fn text(&self, index: usize) -> Option<&str> {
        let bytes = self.bytes(index);
        if bytes.is_ascii() {
            // SAFETY: ASCII is UTF-8.
            return Some(unsafe { std::str::from_utf8_unchecked(bytes) });
        }
        std::str::from_utf8(bytes).ok()
    }
}

/// The bytes of all texts of an array, end to end.
fn joined<O: OffsetSizeTrait>(array: &GenericBinaryArray<O>) -> &[u8] {
    let offsets = array.value_offsets();
    match (offsets.first(), offsets.last()) {
        (Some(first), Some(last)) => &array.value_data()[first.as_usize()..last.as_usize()],
        _ => &[],
    }
}

/// The arrays behind a Python object, or none if it does not speak Arrow.
pub fn import(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<Arrays>> {
    let failed = |error: ArrowError| PyValueError::new_err(format!("{name}: {error}"));
    if value.hasattr("__arrow_c_array__")? {
        let (schema, array) =
            value.call_method0("__arrow_c_array__")?.extract::<(Bound<PyCapsule>, Bound<PyCapsule>)>()?;
        let (schema, array) = (schema.pointer_checked(Some(SCHEMA))?, array.pointer_checked(Some(ARRAY))?);
        // SAFETY: The PyCapsule interface says that capsules of these names hold these structs, and the capsules are
        // alive. Moving the array out marks it released, so that the capsule does not release it again. The schema is
        // only borrowed, for this block, in which no Python code runs.
        let data = unsafe {
            let array = FFI_ArrowArray::from_raw(array.cast().as_ptr());
            from_ffi(array, schema.cast::<FFI_ArrowSchema>().as_ref())
        };
        return Arrays::new(name, vec![make_array(data.map_err(failed)?)]).map(Some);
    }
    if value.hasattr("__arrow_c_stream__")? {
        let stream = value.call_method0("__arrow_c_stream__")?.extract::<Bound<PyCapsule>>()?;
        let stream = stream.pointer_checked(Some(STREAM))?;
        // SAFETY: As above: the name says what the capsule holds, and the stream is moved out of it.
        let reader = unsafe { ArrayStreamReader::from_raw(stream.cast::<FFI_ArrowArrayStream>().as_ptr()) };
        let arrays = reader.map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        return Arrays::new(name, arrays).map(Some);
    }
    Ok(None)
}
