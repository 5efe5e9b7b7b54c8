//! A band of 64-row blocks around the paths that can still be short enough (Ukkonen 1985, Hyyrö 2003).

use std::ops::Range;

use super::kernel::{Block, Carry, Columns, GROUP, Keep, LANES, Lanes, Layout, STRIP, strip};
use super::pattern::Pattern;
use super::symbol::Symbol;

pub const HEIGHT: usize = 64; // rows of a block

/// Where a band has to arrive, and at what cost at most.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub row: usize,
    pub column: usize,
    pub limit: usize,
}

impl Goal {
    /// The most blocks that a band with this goal covers: limit + 1 diagonals, what a strip adds, and partial blocks.
    pub fn blocks(self, rows: usize) -> usize {
        rows.div_ceil(HEIGHT).min((self.limit + 2 * STRIP) / HEIGHT + 4)
    }
}

/// The state of the band in one column: all that is needed to go on from there.
#[derive(Clone, Debug, Default)]
pub struct Front {
    pub column: usize,
    pub first: usize,
    top: i64, // the value above the first block
    blocks: Vec<Block>,
}

impl Front {
    /// The first column: a row's value is its number.
    pub fn start(&mut self) {
        (self.column, self.first, self.top) = (0, 0, 0);
        self.blocks.clear();
    }

    /// The blocks that the band covers.
    pub fn covered(&self) -> Range<usize> {
        self.first..self.first + self.blocks.len()
    }

    /// Become a copy of another front without a new allocation where possible.
    pub fn copy_from(&mut self, other: &Self) {
        (self.column, self.first, self.top) = (other.column, other.first, other.top);
        self.blocks.clone_from(&other.blocks);
    }

    /// The value in a row, or none where the band does not hold it.
    pub fn value(&self, row: usize) -> Option<usize> {
        let block = (row - 1) / HEIGHT;
        let last = self.blocks.get(block.checked_sub(self.first)?)?;
        let above: i64 = self.blocks[..block - self.first].iter().map(|block| block.rise()).sum();
        let inside = u64::MAX >> (HEIGHT - 1 - (row - 1) % HEIGHT);
        let part = Block { positive: last.positive & inside, negative: last.negative & inside };
        usize::try_from(self.top + above + part.rise()).ok()
    }

    /// Let blocks leave that no path within the limit crosses in the next `width` columns, and those enter that one may.
    /// False if no path is left.
    fn trim(&mut self, goal: Goal, total: usize, width: usize) -> bool {
        let limit = goal.limit as i64;
        let centre = self.column as i64 + goal.row as i64 - goal.column as i64;
        let bottom = |block: usize| ((block + 1) * HEIGHT) as i64;
        let mut leaving = 0;
        for (index, block) in self.blocks.iter().enumerate() {
            let (value, below) = (self.top + block.rise(), bottom(self.first + index) - centre);
            if below > 0 || value - below <= limit {
                break;
            }
            self.top = value;
            leaving += 1;
        }
        if leaving > 0 && leaving == self.blocks.len() {
            return false;
        }
        self.blocks.drain(..leaving);
        self.first += leaving;
        self.extend(limit + 2 * width as i64, limit, centre, total);
        true
    }

    /// Keep the blocks up to the last one whose upper neighbour's lowest row lies on a path within the limit.
    fn extend(&mut self, slack: i64, limit: i64, centre: i64, total: usize) {
        let (mut count, mut value) = (0, self.top);
        loop {
            if count == self.blocks.len() {
                self.blocks.push(Block::FRESH);
            }
            value += self.blocks[count].rise();
            count += 1;
            let below = ((self.first + count) * HEIGHT) as i64 - centre;
            let reachable = value - below <= limit && value + below <= slack;
            if self.first + count == total || !reachable {
                break;
            }
        }
        self.blocks.truncate(count);
    }
}

/// The stored cells of the columns behind one front, as the kernel writes them.
#[derive(Default)]
pub struct Store {
    cells: Vec<Lanes>, // only the first `used` belong to this front
    used: usize,
    strips: Vec<Stored>,
    start: usize,
}

/// One strip of stored columns.
struct Stored {
    first: usize,
    count: usize,
    width: usize,
    base: usize,
}

/// Registers that a strip stores.
fn size(blocks: usize, columns: usize) -> usize {
    let pass = |blocks| Layout { blocks, columns }.size();
    blocks / GROUP * pass(GROUP) + pass(blocks % GROUP)
}

impl Store {
    /// Begin anew with the column after `start`.
    pub fn clear(&mut self, start: usize) {
        self.used = 0;
        self.strips.clear();
        self.start = start;
    }

    fn push(&mut self, covered: Range<usize>, width: usize) -> &mut [Lanes] {
        let base = self.used;
        self.strips.push(Stored { first: covered.start, count: covered.len(), width, base });
        self.used += size(covered.len(), width);
        if self.cells.len() < self.used {
            self.cells.resize(self.used, Lanes::default());
        }
        &mut self.cells[base..self.used]
    }

    /// Whether a substitution, and whether a step up, ends a shortest path in this cell (rows and columns from 1).
    #[inline(always)]
    pub fn cell(&self, row: usize, column: usize) -> (bool, bool) {
        let (at, block, bit) = (column - 1 - self.start, (row - 1) / HEIGHT, (row - 1) % HEIGHT);
        let strip = &self.strips[at / STRIP];
        let (pass, within) = ((block - strip.first) / GROUP, (block - strip.first) % GROUP);
        let layout = Layout { blocks: (strip.count - pass * GROUP).min(GROUP), columns: strip.width };
        let full = Layout { blocks: GROUP, columns: strip.width };
        let base = strip.base + pass * full.size() + layout.at(within, at % STRIP);
        let [substitution, up] = [0, 1].map(|which| self.cells[base + which][within % LANES]);
        (substitution >> bit & 1 == 1, up >> bit & 1 == 1)
    }
}

/// Take the front to the column `until`. False if no path within the goal's limit is left, or the store is full.
pub fn advance<S: Symbol>(
    front: &mut Front,
    (rows, columns): (&[S], &[S]),
    pattern: &mut Pattern,
    (goal, until): (Goal, usize),
    mut keeping: Option<(Keep, &mut Store, usize)>,
) -> bool {
    let total = goal.row.div_ceil(HEIGHT);
    while front.column < until {
        let width = STRIP.min(until - front.column);
        if !front.trim(goal, total, width) {
            return false;
        }
        let symbols = &columns[front.column..front.column + width];
        let covered = front.covered();
        pattern.cover(rows, covered.clone());
        pattern.strip(symbols, covered.clone());
        match &mut keeping {
            None => pass(front, symbols, pattern, Keep::Nothing, &mut []),
            Some((keep, store, most)) => {
                if store.used + size(covered.len(), width) > *most {
                    return false;
                }
                pass(front, symbols, pattern, *keep, store.push(covered, width));
            }
        }
        front.column += width;
        front.top += width as i64;
    }
    true
}

/// Take all blocks through one strip.
fn pass<S: Symbol>(front: &mut Front, symbols: &[S], pattern: &Pattern, keep: Keep, mut cells: &mut [Lanes]) {
    let (first, width) = (front.first, symbols.len());
    let mut carries = [Carry::UP; STRIP];
    let mut offsets = [0; STRIP];
    for (index, group) in front.blocks.chunks_mut(GROUP).enumerate() {
        pattern.offsets(symbols, first + index * GROUP, first, &mut offsets);
        let layout = Layout { blocks: group.len(), columns: width };
        let own = if keep == Keep::Nothing { 0 } else { layout.size() };
        let (kept, rest) = cells.split_at_mut(own);
        let columns = Columns { bits: pattern.bits(), offsets: &offsets[..width] };
        strip(group, columns, &mut carries[..width], keep, kept);
        cells = rest;
    }
}
