//! What the running interpreter knows of Unicode. Its tables rule, so the twin asks for them instead of having its own.

use std::collections::HashMap;

/// Facts about a code point, one bit each.
pub mod class {
    pub const REMOVED: u8 = 1; // general category P or S
    pub const ALPHANUMERIC: u8 = 2; // `str.isalnum`
    pub const LOWERED: u8 = 4; // `str.lower` changes it
    pub const FOLDED: u8 = 8; // `str.casefold` changes it
    pub const CASED: u8 = 16; // cased and not case-ignorable, for the final sigma
    pub const IGNORABLE: u8 = 32; // case-ignorable
    pub const DIFFERENT: u8 = 64; // normalised otherwise by the interpreter than here
}

/// The capital letter that has two small forms.
pub const SIGMA: char = 'Σ';

/// The interpreter's tables.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub classes: Vec<u8>,
    pub lower: HashMap<char, String>,
    pub folded: HashMap<char, String>,
    pub digits: HashMap<char, char>,
}

impl Facts {
    /// The classes of a character; none for what lies above the table.
    #[inline(always)]
    pub fn class(&self, character: char) -> u8 {
        self.classes.get(character as usize).copied().unwrap_or(0)
    }

    /// Append what `str.lower` makes of a text.
    pub fn lower(&self, text: &str, out: &mut Vec<u8>) {
        for (at, character) in text.char_indices() {
            if character == SIGMA {
                let small = if self.is_final(&text[..at], &text[at + SIGMA.len_utf8()..]) { 'ς' } else { 'σ' };
                push(small, out);
            } else if self.class(character) & class::LOWERED != 0 {
                out.extend_from_slice(self.lower[&character].as_bytes());
            } else {
                push(character, out);
            }
        }
    }

    /// Whether a capital sigma between these texts becomes a final one: a cased letter before, none behind, and
    /// case-ignorable characters do not count.
    fn is_final(&self, before: &str, behind: &str) -> bool {
        self.is_cased(before.chars().rev()) && !self.is_cased(behind.chars())
    }

    fn is_cased(&self, characters: impl Iterator<Item = char>) -> bool {
        let mut counting =
            characters.map(|character| self.class(character)).skip_while(|kind| kind & class::IGNORABLE != 0);
        counting.next().is_some_and(|kind| kind & class::CASED != 0)
    }
}

/// Append a character as UTF-8.
#[inline(always)]
fn push(character: char, out: &mut Vec<u8>) {
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}
