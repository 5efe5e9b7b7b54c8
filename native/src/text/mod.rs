//! From text to tokens, by Python's rules.

pub mod clusters;
pub mod eight;
pub mod facts;
pub mod lines;
pub mod spaces;
pub mod steps;
pub mod terms;
pub mod units;
