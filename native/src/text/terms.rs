//! Terms: words lower-cased and without punctuation and symbols, or the published code's `[a-z0-9]`.

use super::facts::{Facts, class};

/// Which terms.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Terms {
    /// Lower-cased, general categories P and S removed.
    Biblicus,
    /// Only `[a-z0-9]`, and only terms longer than two.
    BiblicusCode,
}

/// What becomes of a word.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Fate {
    Same,
    Changed,
}

/// Whether a word is its own term. Cheap: most words are.
pub fn fate(word: &[u8], terms: Terms, facts: &Facts) -> Fate {
    let plain = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9');
    if word.iter().all(plain) {
        return if terms == Terms::BiblicusCode && word.len() <= 2 { Fate::Changed } else { Fate::Same };
    }
    if terms == Terms::BiblicusCode || word.is_ascii() {
        return Fate::Changed;
    }
    let kept = |character: char| facts.class(character) & (class::REMOVED | class::LOWERED) == 0;
    let text = std::str::from_utf8(word).expect("words end where characters do");
    if text.chars().all(kept) { Fate::Same } else { Fate::Changed }
}

/// Write the term of a word; nothing where it is dropped.
pub fn write(word: &[u8], terms: Terms, facts: &Facts, out: &mut Vec<u8>) {
    if word.is_ascii() {
        let lowered = word.iter().map(u8::to_ascii_lowercase);
        match terms {
            Terms::Biblicus => out.extend(lowered.filter(|byte| !byte.is_ascii_punctuation())),
            Terms::BiblicusCode => out.extend(lowered.filter(u8::is_ascii_alphanumeric)),
        }
    } else {
        facts.lower(std::str::from_utf8(word).expect("words end where characters do"), out);
        match terms {
            Terms::Biblicus => retain(out, |character| facts.class(character) & class::REMOVED == 0),
            Terms::BiblicusCode => out.retain(u8::is_ascii_alphanumeric),
        }
    }
    if terms == Terms::BiblicusCode && out.len() <= 2 {
        out.clear();
    }
}

/// Keep some of the characters of a text.
fn retain(text: &mut Vec<u8>, kept: impl Fn(char) -> bool) {
    let mut all = String::from_utf8(std::mem::take(text)).expect("lower-cased from characters");
    all.retain(kept);
    *text = all.into_bytes();
}
