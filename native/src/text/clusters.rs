//! Grapheme clusters and words of UAX #29, of the Unicode version of the `unicode-segmentation` crate.

use unicode_segmentation::UnicodeSegmentation;

use super::facts::{Facts, class};
use super::spaces::Span;

pub use unicode_segmentation::UNICODE_VERSION;

/// Whether each character of a text is a cluster of its own, judged by blocks that hold nothing that joins.
pub fn is_simple(text: &str) -> bool {
    let inert = |character: char| {
        matches!(character as u32,
            0x00..=0x0C | 0x0E..=0x02FF | 0x0370..=0x0482 | 0x048A..=0x0590
            | 0x3041..=0x3098 | 0x309B..=0xA66E | 0xAC00..=0xD7A3)
    };
    text.chars().all(inert)
}

/// Each cluster of a text.
pub fn graphemes(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true)
}

/// The segments of a text that hold a letter or a digit.
pub fn words(text: &str, facts: &Facts, out: &mut Vec<Span>) {
    out.clear();
    for (start, segment) in text.split_word_bound_indices() {
        if segment.chars().any(|character| is_alphanumeric(character, facts)) {
            out.push(Span { start: start as u32, end: (start + segment.len()) as u32 });
        }
    }
}

fn is_alphanumeric(character: char, facts: &Facts) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric();
    }
    facts.class(character) & class::ALPHANUMERIC != 0
}
