//! Characters by the unit that is counted: code points, grapheme clusters, jamo or bytes.

use super::clusters;
use crate::intern::{Interner, Source, Texts};
use crate::text::spaces::Span;

/// What counts as one character.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unit {
    Character,
    Grapheme,
    Jamo,
    Byte,
}

/// Symbols above all code points stand for clusters of several.
const CLUSTER: u32 = 0x11_0000;

/// Append the code points of a text.
pub fn code_points(text: &str, out: &mut Vec<u32>) {
    out.extend(text.chars().map(u32::from));
}

/// Append the code points of a text with Hangul syllables split into their letters.
pub fn jamo(text: &str, out: &mut Vec<u32>) {
    for character in text.chars() {
        match u32::from(character) {
            syllable @ 0xAC00..=0xD7A3 => {
                let index = syllable - 0xAC00;
                out.extend([0x1100 + index / 588, 0x1161 + index % 588 / 28]);
                if index % 28 > 0 {
                    out.push(0x11A7 + index % 28);
                }
            }
            other => out.push(other),
        }
    }
}

/// Append a symbol for each grapheme cluster of one of the texts; equal symbols mean equal clusters.
pub fn graphemes(texts: Texts, source: Source, interner: &mut Interner, out: &mut Vec<u32>) {
    let bytes = if source == Source::Reference { texts.reference } else { texts.hypothesis };
    let text = std::str::from_utf8(bytes).expect("texts are UTF-8");
    if clusters::is_simple(text) {
        return code_points(text, out);
    }
    let mut start = 0;
    for cluster in clusters::graphemes(text) {
        let mut characters = cluster.chars();
        let first = characters.next().map_or(0, u32::from);
        let symbol = match characters.next() {
            None => first,
            Some(_) => {
                let span = Span { start, end: start + cluster.len() as u32 };
                CLUSTER + interner.intern(texts, source, span)
            }
        };
        out.push(symbol);
        start += cluster.len() as u32;
    }
}

/// Symbols to dense numbers, one table for each pair.
#[derive(Default)]
pub struct Alphabet {
    numbers: Vec<u32>, // number + 1
    used: Vec<u32>,
}

impl Alphabet {
    /// Replace each symbol by its number.
    pub fn renumber(&mut self, symbols: &mut [u32]) {
        for symbol in symbols {
            let at = *symbol as usize;
            if self.numbers.len() <= at {
                self.numbers.resize((at + 1).max(CLUSTER as usize), 0);
            }
            let number = &mut self.numbers[at];
            if *number == 0 {
                self.used.push(*symbol);
                *number = self.used.len() as u32;
            }
            *symbol = *number - 1;
        }
    }

    /// The number of different symbols.
    pub fn len(&self) -> usize {
        self.used.len()
    }

    /// Whether no symbol has been seen.
    pub fn is_empty(&self) -> bool {
        self.used.is_empty()
    }

    /// Forget all symbols.
    pub fn clear(&mut self) {
        for symbol in self.used.drain(..) {
            self.numbers[symbol as usize] = 0;
        }
    }
}
