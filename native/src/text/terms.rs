//! Terms: words lower-cased and without punctuation and symbols, or the published code's `[a-z0-9]`.

use super::eight::{HIGH, plain};
use super::facts::{Facts, class};

/// Which terms.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Terms {
    /// Lower-cased, general categories P and S removed.
    Biblicus,
    /// Only `[a-z0-9]`, and only terms longer than two.
    BiblicusCode,
}

/// Whether all bytes of a word are of `[a-z0-9]`. `head` holds the first eight of them, zeros behind its end.
#[inline(always)]
fn is_plain(word: &[u8], head: u64) -> bool {
    let all = |eight: &[u8; 8]| plain(u64::from_le_bytes(*eight)) == HIGH;
    match word.last_chunk() {
        None => plain(head) == HIGH & ((1 << (8 * word.len())) - 1),
        Some(last) => plain(head) == HIGH && word.as_chunks().0.iter().skip(1).all(all) && all(last),
    }
}

/// Whether a word is its own term. Cheap: most words are. `head` as for `is_plain`.
#[inline(always)]
pub fn is_term(word: &[u8], head: u64, terms: Terms, facts: &Facts) -> bool {
    if is_plain(word, head) {
        return terms == Terms::Biblicus || word.len() > 2;
    }
    if terms == Terms::BiblicusCode || word.is_ascii() {
        return false;
    }
    let kept = |character: char| facts.class(character) & (class::REMOVED | class::LOWERED) == 0;
    std::str::from_utf8(word).expect("words end where characters do").chars().all(kept)
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
