//! Where each symbol stands in a sequence of rows.

use super::symbol::Symbol;

const RARE: u32 = u32::MAX;

/// The rows of each symbol in order; and as a set of bits, too, where a symbol has more rows than there are blocks of 64.
///
/// There are at most 64 such symbols, so the sets take no more than 64 words a block.
#[derive(Default)]
pub struct Occurrences {
    starts: Vec<u32>,
    rows: Vec<u32>,
    sets: Vec<u64>,
    set_of: Vec<u32>, // by symbol: its set, or RARE
    blocks: usize,
}

impl Occurrences {
    /// Look at all rows.
    pub fn index<S: Symbol>(&mut self, rows: &[S], alphabet: usize) {
        self.starts.clear();
        self.starts.resize(alphabet + 2, 0);
        rows.iter().for_each(|symbol| self.starts[symbol.index() + 2] += 1);
        self.blocks = rows.len().div_ceil(64);
        self.mark_frequent();
        for index in 2..self.starts.len() {
            self.starts[index] += self.starts[index - 1];
        }
        self.rows.clear();
        self.rows.resize(rows.len(), 0);
        for (row, symbol) in rows.iter().enumerate() {
            let symbol = symbol.index();
            let next = &mut self.starts[symbol + 1];
            self.rows[*next as usize] = row as u32;
            *next += 1;
            if self.set_of[symbol] != RARE {
                self.sets[self.set_of[symbol] as usize * self.blocks + row / 64] |= 1 << (row % 64);
            }
        }
    }

    /// Give a set to each symbol with more rows than blocks; `starts` holds the numbers of rows.
    fn mark_frequent(&mut self) {
        let blocks = self.blocks;
        let mut sets = 0;
        self.set_of.clear();
        self.set_of.extend(self.starts[2..].iter().map(|&rows| {
            if rows as usize <= blocks {
                return RARE;
            }
            sets += 1;
            sets - 1
        }));
        self.sets.clear();
        self.sets.resize(sets as usize * blocks, 0);
    }

    /// The rows of a symbol as a set of bits, where it is frequent.
    #[inline(always)]
    pub fn dense(&self, symbol: usize) -> Option<&[u64]> {
        let set = self.set_of[symbol];
        (set != RARE).then(|| &self.sets[set as usize * self.blocks..][..self.blocks])
    }

    /// The rows of a symbol in order.
    #[inline(always)]
    pub fn rows(&self, symbol: usize) -> &[u32] {
        &self.rows[self.starts[symbol] as usize..self.starts[symbol + 1] as usize]
    }
}
