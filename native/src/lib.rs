//! The compiled twin of errata's counting kernels.
//!
//! Everything but `python` is plain Rust without an interpreter.

pub mod align;
pub mod batch;
pub mod characters;
pub mod engine;
pub mod intern;
pub mod layout;
pub mod lines;
pub mod plan;
#[cfg(feature = "python")]
mod python;
pub mod sequences;
pub mod text;
pub mod tokens;
