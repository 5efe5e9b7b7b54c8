//! Words between whitespace, as `str.split` cuts them, and the text with its whitespace normalised.

use super::eight::{HIGH, gather, inside};

/// A part of a text, as bytes.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The bytes of the part.
    #[inline(always)]
    pub fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start as usize..self.end as usize]
    }
}

/// The words of a text, and whether normalising its whitespace would change nothing.
#[derive(Debug, Default)]
pub struct Words {
    pub spans: Vec<Span>,
    pub clean: bool,
}

/// The number of bytes of the whitespace character that begins here; 0 if none does. ASCII only in part: see `ascii`.
fn wide(bytes: &[u8]) -> usize {
    match *bytes {
        [0xC2, 0x85 | 0xA0, ..] => 2,
        [0xE1, 0x9A, 0x80, ..] | [0xE3, 0x80, 0x80, ..] => 3,
        [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..] | [0xE2, 0x81, 0x9F, ..] => 3,
        _ => 0,
    }
}

/// The ASCII whitespace among 64 bytes as a set of bits, the bytes that may begin wider whitespace (C2, E1, E2, E3), and
/// whether there is ASCII whitespace but plain spaces.
#[inline(always)]
fn chunk(bytes: &[u8; 64]) -> (u64, u64, bool) {
    let (mut spaces, mut leads, mut all) = (0, 0, 0);
    for (index, eight) in bytes.chunks_exact(8).enumerate() {
        let word = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
        let other = (inside(word, 0x09, 0x0E) | inside(word, 0x1C, 0x20)) & !word;
        let lead = (inside(word, 0x42, 0x43) | inside(word, 0x61, 0x64)) & word;
        spaces |= gather(other | inside(word, 0x20, 0x21) & !word) << (8 * index);
        leads |= gather(lead) << (8 * index);
        all |= other & HIGH;
    }
    (spaces, leads, all != 0)
}

impl Words {
    /// Cut a text.
    pub fn cut(&mut self, text: &str) {
        self.spans.clear();
        let bytes = text.as_bytes();
        let mut edges = Edges { open: None, before: 1, spill: 0 };
        let (mut blank, mut odd) = (0, false);
        for (index, block) in bytes.chunks(64).enumerate() {
            let mut padded = [b' '; 64];
            let block = block.try_into().unwrap_or_else(|_| {
                padded[..block.len()].copy_from_slice(block);
                &padded
            });
            let (ascii, leads, other) = chunk(block);
            let spaces = edges.widen(bytes, index * 64, ascii, leads);
            edges.follow(spaces, index * 64, &mut self.spans);
            odd |= other || spaces != ascii;
            blank += spaces.count_ones() as usize;
        }
        blank -= bytes.len().next_multiple_of(64) - bytes.len(); // what was padded
        if let Some(start) = edges.open {
            self.spans.push(Span { start, end: bytes.len() as u32 });
        }
        self.clean = match self.spans.as_slice() {
            [] => bytes.is_empty(),
            [first, .., last] | [first @ last] => {
                let ends = first.start == 0 && last.end as usize == bytes.len();
                ends && !odd && blank == self.spans.len() - 1 // as many spaces as gaps: one in each
            }
        };
    }

    /// Write the words with one space between them.
    pub fn join(&self, text: &str, out: &mut String) {
        out.clear();
        out.reserve(text.len());
        for (index, span) in self.spans.iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            out.push_str(&text[span.start as usize..span.end as usize]);
        }
    }
}

/// Whether exactly one plain space stands between two words.
pub fn is_blank(pair: &[Span], bytes: &[u8]) -> bool {
    pair[1].start - pair[0].end == 1 && bytes[pair[0].end as usize] == b' '
}

/// The borders between words and whitespace met so far.
struct Edges {
    open: Option<u32>, // the start of the word under way
    before: u64,       // whether the last byte was whitespace
    spill: u64,        // bytes of the next chunk that belong to whitespace begun in this one
}

impl Edges {
    /// Add whitespace of several bytes.
    #[inline(always)]
    fn widen(&mut self, bytes: &[u8], offset: usize, spaces: u64, mut leads: u64) -> u64 {
        let mut all = u128::from(spaces | self.spill);
        while leads != 0 {
            let at = leads.trailing_zeros() as usize;
            leads &= leads - 1;
            let width = bytes.get(offset + at..).map_or(0, wide);
            all |= ((1u128 << width) - 1) << at;
        }
        self.spill = (all >> 64) as u64;
        all as u64
    }

    /// Find the words that begin or end in a chunk.
    #[inline(always)]
    fn follow(&mut self, spaces: u64, offset: usize, spans: &mut Vec<Span>) {
        let mut borders = spaces ^ (spaces << 1 | self.before);
        self.before = spaces >> 63;
        while borders != 0 {
            let at = offset as u32 + borders.trailing_zeros();
            borders &= borders - 1;
            match self.open.take() {
                None => self.open = Some(at),
                Some(start) => spans.push(Span { start, end: at }),
            }
        }
    }
}
