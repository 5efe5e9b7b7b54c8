//! The interpreter's Unicode tables, asked for once.

use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyModule};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use crate::text::facts::{Facts, class};

const SOURCE: &std::ffi::CStr =
    match std::ffi::CStr::from_bytes_with_nul(concat!(include_str!("facts.py"), "\0").as_bytes()) {
        Ok(source) => source,
        Err(_) => panic!("the source holds a NUL"),
    };

static BASIC: OnceLock<Arc<Facts>> = OnceLock::new();
static WITH_FORMS: OnceLock<Arc<Facts>> = OnceLock::new();

type Changes = Vec<(char, String)>;
type Answer<'py> = (
    String,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    String,
    Bound<'py, PyBytes>,
    Changes,
    Changes,
    Vec<(char, char)>,
);

/// The interpreter's tables; with `forms` also the characters that it normalises otherwise than this twin.
pub fn load(py: Python<'_>, forms: bool) -> PyResult<Arc<Facts>> {
    let known = if forms { &WITH_FORMS } else { &BASIC };
    if let Some(facts) = known.get() {
        return Ok(facts.clone());
    }
    let module = PyModule::from_code(py, SOURCE, c"errata/_native/facts.py", c"errata._native.facts")?;
    let facts = if forms { differences(&module, &*load(py, false)?)? } else { basic(&module)? };
    Ok(known.get_or_init(|| Arc::new(facts)).clone())
}

fn basic(module: &Bound<'_, PyModule>) -> PyResult<Facts> {
    let answer: Answer = module.getattr("facts")?.call0()?.extract()?;
    let (scanned, removed, alphanumeric, cased, with_ignorable, ideographs, letters, lower, folded, digits) = answer;
    let mut facts = Facts { classes: vec![0; 0xE_0200], ..Facts::default() };
    let mut mark = |points: &str, flags: &Bound<'_, PyBytes>, bit: u8| {
        for (point, _) in points.chars().zip(flags.as_bytes()).filter(|(_, flag)| **flag != 0) {
            facts.classes[point as usize] |= bit;
        }
    };
    mark(&scanned, &removed, class::REMOVED);
    mark(&scanned, &alphanumeric, class::ALPHANUMERIC);
    mark(&ideographs, &letters, class::ALPHANUMERIC);
    mark(&scanned, &with_ignorable, class::IGNORABLE);
    mark(&scanned, &cased, class::CASED);
    for kind in &mut facts.classes {
        if *kind & class::CASED != 0 {
            *kind &= !class::IGNORABLE;
        }
    }
    lower.iter().for_each(|(point, _)| facts.classes[*point as usize] |= class::LOWERED);
    folded.iter().for_each(|(point, _)| facts.classes[*point as usize] |= class::FOLDED);
    facts.lower = lower.into_iter().collect();
    facts.folded = folded.into_iter().collect();
    facts.digits = digits.into_iter().collect();
    Ok(facts)
}

/// Characters whose normal forms or combining class are not those of this twin's tables.
///
/// Where all of these agree, the pairs that compose agree, too: they are the characters with a decomposition of two that
/// NFC leaves alone.
fn differences(module: &Bound<'_, PyModule>, basic: &Facts) -> PyResult<Facts> {
    let answer: (String, Bound<'_, PyBytes>, [String; 4]) = module.getattr("forms")?.call0()?.extract()?;
    let (scanned, combining, normalised) = answer;
    let mut facts = basic.clone();
    let [mut nfc, mut nfd, mut nfkc, mut nfkd] = normalised.each_ref().map(|text| text.split('\n'));
    for (point, &combining_class) in scanned.chars().zip(combining.as_bytes()) {
        let one = || std::iter::once(point);
        let equal = nfc.next().is_some_and(|form| form.chars().eq(one().nfc()))
            & nfd.next().is_some_and(|form| form.chars().eq(one().nfd()))
            & nfkc.next().is_some_and(|form| form.chars().eq(one().nfkc()))
            & nfkd.next().is_some_and(|form| form.chars().eq(one().nfkd()))
            & (canonical_combining_class(point) == combining_class);
        if !equal {
            facts.classes[point as usize] |= class::DIFFERENT;
        }
    }
    Ok(facts)
}
