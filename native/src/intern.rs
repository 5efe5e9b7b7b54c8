//! Strings to dense numbers, one table for each pair: equal numbers mean equal bytes.

use crate::text::spaces::Span;

/// Where the bytes of an entry are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Source {
    Reference,
    Hypothesis,
    Built,
}

/// A known string: its first eight bytes (padded with zeros), and where all of them are.
#[derive(Clone, Copy, Debug)]
struct Entry {
    head: u64,
    span: Span,
    source: Source,
}

/// The bytes that entries refer to.
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    pub reference: &'a [u8],
    pub hypothesis: &'a [u8],
}

/// The table. Strings that are in neither text are built in its own buffer.
#[derive(Default)]
pub struct Interner {
    slots: Vec<u32>, // index of an entry + 1
    mask: usize,
    entries: Vec<Entry>,
    built: Vec<u8>,
}

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// The first eight bytes of a part of a text, the lowest first, zeros behind its end.
#[inline(always)]
fn head(text: &[u8], span: Span) -> u64 {
    let (start, length) = (span.start as usize, (span.end - span.start) as usize);
    if let Some(eight) = text[start..].first_chunk() {
        let all = u64::from_le_bytes(*eight);
        return if length >= 8 { all } else { all & ((1 << (8 * length)) - 1) };
    }
    let mut padded = [0; 8];
    let some = &text[start..(start + length).min(text.len())];
    padded[..some.len()].copy_from_slice(some);
    u64::from_le_bytes(padded)
}

#[inline(always)]
fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(23) ^ word).wrapping_mul(SEED)
}

#[inline(always)]
fn hash(bytes: &[u8], head: u64) -> usize {
    let mut hash = mix(bytes.len() as u64, head);
    if bytes.len() > 8 {
        for eight in bytes[8..].chunks_exact(8) {
            hash = mix(hash, u64::from_le_bytes(eight.try_into().expect("eight bytes")));
        }
        hash = mix(hash, u64::from_le_bytes(*bytes.last_chunk().expect("more than eight bytes")));
    }
    (hash ^ hash >> 32) as usize
}

impl Interner {
    /// Forget all, and make room for as many strings.
    pub fn clear(&mut self, strings: usize) {
        let size = (strings * 2).next_power_of_two().max(16);
        if self.slots.len() < size {
            self.slots.resize(size, 0);
        }
        self.slots[..size].fill(0);
        self.mask = size - 1;
        self.entries.clear();
        self.built.clear();
    }

    /// The number of different strings.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing has been interned.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The bytes of a string.
    pub fn bytes<'a>(&'a self, texts: Texts<'a>, number: u32) -> &'a [u8] {
        let Entry { span, source, .. } = self.entries[number as usize];
        span.of(self.source(texts, source))
    }

    /// The first eight bytes of a string, the lowest first, zeros behind its end.
    pub fn head(&self, number: u32) -> u64 {
        self.entries[number as usize].head
    }

    #[inline(always)]
    fn source<'a>(&'a self, texts: Texts<'a>, source: Source) -> &'a [u8] {
        match source {
            Source::Reference => texts.reference,
            Source::Hypothesis => texts.hypothesis,
            Source::Built => &self.built,
        }
    }

    /// The number of a part of a text.
    #[inline(always)]
    pub fn intern(&mut self, texts: Texts, source: Source, span: Span) -> u32 {
        let text = self.source(texts, source);
        let (bytes, head) = (span.of(text), head(text, span));
        let mut slot = hash(bytes, head) & self.mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            let entry = self.entries[number as usize];
            let equal = entry.head == head && entry.span.end - entry.span.start == span.end - span.start;
            if equal && (bytes.len() <= 8 || entry.span.of(self.source(texts, entry.source)) == bytes) {
                return number;
            }
            slot = (slot + 1) & self.mask;
        }
        self.add(Entry { head, span, source }, slot, texts)
    }

    fn add(&mut self, entry: Entry, slot: usize, texts: Texts) -> u32 {
        self.entries.push(entry);
        self.slots[slot] = self.entries.len() as u32;
        if self.entries.len() * 2 > self.mask + 1 {
            self.grow(texts);
        }
        self.entries.len() as u32 - 1
    }

    fn grow(&mut self, texts: Texts) {
        let size = (self.mask + 1) * 2;
        self.mask = size - 1;
        self.slots.clear();
        self.slots.resize(size, 0);
        for number in 0..self.entries.len() {
            let mut slot = hash(self.bytes(texts, number as u32), self.entries[number].head) & self.mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & self.mask;
            }
            self.slots[slot] = number as u32 + 1;
        }
    }

    /// The number of a string that `write` appends to the buffer; none where it writes nothing.
    pub fn build(&mut self, texts: Texts, write: impl FnOnce(&mut Vec<u8>)) -> Option<u32> {
        let start = self.built.len();
        write(&mut self.built);
        if self.built.len() == start {
            return None;
        }
        let (span, known) = (Span { start: start as u32, end: self.built.len() as u32 }, self.len());
        let number = self.intern(texts, Source::Built, span);
        if self.len() == known {
            self.built.truncate(start);
        }
        Some(number)
    }
}
