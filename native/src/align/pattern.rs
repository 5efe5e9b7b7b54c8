//! Which rows of the band's blocks equal a column's token.

use std::ops::Range;

use super::band::HEIGHT;
use super::kernel::{GROUP, STRIP};
use super::occurrences::Occurrences;
use super::symbol::Symbol;

const MIRROR: usize = GROUP - 1; // slots repeated behind the ring, so that a group never wraps
const WHOLE: usize = 1 << 14; // words of a table that holds all blocks

/// A table of symbol x block, with as many blocks as the band is wide; blocks enter and leave as the band moves.
///
/// Where that table would be too large (many different words in a long text), the strip's columns take the place of the
/// symbols, and their rows are filled from the sorted positions of each symbol.
#[derive(Default)]
pub struct Pattern {
    bits: Vec<u64>,
    width: usize, // blocks of the band at most
    mask: usize,  // of a block's number, for its slot
    stride: usize,
    entered: Range<usize>,
    whole: bool, // every block has a slot of its own, and keeps it
    sparse: bool,
    occurrences: Occurrences,
}

impl Pattern {
    /// Make room for a band of up to `blocks` blocks over `rows`, in a table of at most `most` words where the positions
    /// of symbols are not looked up instead. No block has entered yet.
    pub fn prepare<S: Symbol>(&mut self, rows: &[S], alphabet: usize, blocks: usize, most: usize) {
        let total = rows.len().div_ceil(HEIGHT);
        self.width = blocks;
        self.whole = alphabet * (total + MIRROR) <= WHOLE.min(most);
        let ring = if self.whole { total } else { blocks.next_power_of_two() };
        self.mask = if self.whole { usize::MAX } else { ring - 1 };
        self.stride = ring + MIRROR;
        self.entered = 0..0;
        self.sparse = !self.whole && alphabet * self.stride > most;
        let size = if self.sparse { STRIP * (blocks + MIRROR) } else { alphabet * self.stride };
        if self.bits.len() < size {
            self.bits.resize(size, 0);
        }
        if self.sparse {
            self.stride = blocks + MIRROR;
            self.occurrences.index(rows, alphabet);
        }
    }

    /// The band covers exactly these blocks from now on.
    pub fn cover<S: Symbol>(&mut self, rows: &[S], blocks: Range<usize>) {
        assert!(blocks.len() <= self.width, "the band outgrew its table");
        if self.sparse {
            return;
        }
        while !self.whole && self.entered.start < blocks.start && self.entered.start < self.entered.end {
            self.clear(rows, self.entered.start);
            self.entered.start += 1;
        }
        if self.entered.is_empty() {
            self.entered = blocks.start..blocks.start;
        }
        while self.entered.end < blocks.end {
            self.enter(rows, self.entered.end);
            self.entered.end += 1;
        }
    }

    /// Forget every block: the table is zero again.
    pub fn leave<S: Symbol>(&mut self, rows: &[S]) {
        if self.sparse {
            self.bits[..STRIP * self.stride].fill(0);
        }
        for block in self.entered.clone() {
            self.clear(rows, block);
        }
        self.entered = 0..0;
    }

    fn enter<S: Symbol>(&mut self, rows: &[S], block: usize) {
        let (slot, stride) = (block & self.mask, self.stride);
        let rows = &rows[block * HEIGHT..rows.len().min((block + 1) * HEIGHT)];
        let words = &mut self.bits[slot..];
        for (bit, symbol) in rows.iter().enumerate() {
            words[symbol.index() * stride] |= 1 << bit;
        }
        if slot < MIRROR && !self.whole {
            let ring = stride - MIRROR;
            for at in rows.iter().map(|symbol| symbol.index() * stride) {
                words[at + ring] = words[at];
            }
        }
    }

    fn clear<S: Symbol>(&mut self, rows: &[S], block: usize) {
        let (slot, stride) = (block & self.mask, self.stride);
        let mirror = if slot < MIRROR && !self.whole { stride - MIRROR } else { 0 };
        let words = &mut self.bits[slot..];
        for symbol in &rows[block * HEIGHT..rows.len().min((block + 1) * HEIGHT)] {
            let at = symbol.index() * stride;
            words[at] = 0;
            words[at + mirror] = 0;
        }
    }

    /// Prepare a strip of columns for these blocks.
    pub fn strip<S: Symbol>(&mut self, columns: &[S], blocks: Range<usize>) {
        if !self.sparse {
            return;
        }
        self.bits[..columns.len() * self.stride].fill(0);
        let (low, high) = (blocks.start as u32 * 64, blocks.end as u32 * 64);
        for (symbol, out) in columns.iter().zip(self.bits.chunks_exact_mut(self.stride)) {
            if let Some(set) = self.occurrences.dense(symbol.index()) {
                out[..blocks.len()].copy_from_slice(&set[blocks.clone()]);
                continue;
            }
            let rows = self.occurrences.rows(symbol.index());
            let from = rows.partition_point(|&row| row < low);
            for &row in rows[from..].iter().take_while(|&&row| row < high) {
                out[(row - low) as usize / 64] |= 1 << (row % 64);
            }
        }
    }

    /// For each column where its equal rows begin, for a group that starts at `block` of a band that starts at `first`.
    pub fn offsets<S: Symbol>(&self, columns: &[S], block: usize, first: usize, out: &mut [usize; STRIP]) {
        if self.sparse {
            (0..columns.len()).for_each(|column| out[column] = column * self.stride + block - first);
            return;
        }
        let slot = block & self.mask;
        for (offset, symbol) in out.iter_mut().zip(columns) {
            *offset = symbol.index() * self.stride + slot;
        }
    }

    /// The table that the offsets point into.
    pub fn bits(&self) -> &[u64] {
        &self.bits
    }
}
