//! Normalisation steps, applied to both sides before anything is counted.

use unicode_normalization::UnicodeNormalization;

use super::facts::{Facts, class};
use super::spaces::Words;

pub use unicode_normalization::UNICODE_VERSION;

/// A step of the Python twin that this one has, too.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    Nfc,
    Nfd,
    Nfkc,
    Nfkd,
    Casefold,
    Lowercase,
    Whitespace,
    Strip,
    Punctuation,
    Digits,
}

/// The names of all steps.
pub const NAMES: [(&str, Step); 10] = [
    ("nfc", Step::Nfc),
    ("nfd", Step::Nfd),
    ("nfkc", Step::Nfkc),
    ("nfkd", Step::Nfkd),
    ("casefold", Step::Casefold),
    ("lowercase", Step::Lowercase),
    ("whitespace", Step::Whitespace),
    ("strip", Step::Strip),
    ("punctuation", Step::Punctuation),
    ("digits", Step::Digits),
];

impl Step {
    /// Whether this twin's own tables are used for it.
    pub fn is_unicode_form(self) -> bool {
        matches!(self, Self::Nfc | Self::Nfd | Self::Nfkc | Self::Nfkd)
    }
}

/// A text that must be left to the interpreter: it holds a character that this twin's tables know otherwise.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Different;

/// Apply the steps to a text in place.
pub fn apply(steps: &[Step], facts: &Facts, text: &mut String) -> Result<(), Different> {
    for &step in steps {
        let ascii = text.is_ascii();
        if step.is_unicode_form() {
            if ascii {
                continue;
            }
            if text.chars().any(|character| facts.class(character) & class::DIFFERENT != 0) {
                return Err(Different);
            }
        }
        *text = once(step, facts, text, ascii);
    }
    Ok(())
}

fn once(step: Step, facts: &Facts, text: &str, ascii: bool) -> String {
    match step {
        Step::Nfc => text.nfc().collect(),
        Step::Nfd => text.nfd().collect(),
        Step::Nfkc => text.nfkc().collect(),
        Step::Nfkd => text.nfkd().collect(),
        Step::Casefold | Step::Lowercase if ascii => text.to_ascii_lowercase(),
        Step::Casefold => fold(facts, text),
        Step::Lowercase => {
            let mut out = Vec::with_capacity(text.len());
            facts.lower(text, &mut out);
            String::from_utf8(out).expect("lower-cased from characters")
        }
        Step::Whitespace => {
            let (mut words, mut out) = (Words::default(), String::new());
            words.cut(text);
            words.join(text, &mut out);
            out
        }
        Step::Strip => {
            let mut words = Words::default();
            words.cut(text);
            let ends = words.spans.first().zip(words.spans.last());
            ends.map_or_else(String::new, |(first, last)| text[first.start as usize..last.end as usize].to_owned())
        }
        Step::Punctuation => text.chars().filter(|&character| !is_removed(character, facts)).collect(),
        Step::Digits => text.chars().map(|character| *facts.digits.get(&character).unwrap_or(&character)).collect(),
    }
}

fn is_removed(character: char, facts: &Facts) -> bool {
    if character.is_ascii() {
        return character.is_ascii_punctuation();
    }
    facts.class(character) & class::REMOVED != 0
}

fn fold(facts: &Facts, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if facts.class(character) & class::FOLDED == 0 {
            out.push(character);
        } else {
            out.push_str(&facts.folded[&character]);
        }
    }
    out
}
