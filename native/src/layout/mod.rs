//! Layouts: files that keep to their schema, read piece by piece, and the matching of their objects.

pub mod json;
pub mod matching;
pub mod objects;
pub mod snapshot;
