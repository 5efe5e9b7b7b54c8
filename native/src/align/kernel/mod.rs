//! The inner loop: a strip of columns through up to eight blocks of 64 rows.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod scalar;

pub const STRIP: usize = 32; // columns between two trims of the band
pub const LANES: usize = 4; // blocks of one vector register
pub const GROUP: usize = 2 * LANES; // blocks that one pass takes

/// A word of each of four blocks.
pub type Lanes = [u64; LANES];

/// Vertical differences of one block in one column: +1 and -1.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub positive: u64,
    pub negative: u64,
}

impl Block {
    /// A block that is reached from above only: each row costs one deletion more.
    pub const FRESH: Self = Self { positive: u64::MAX, negative: 0 };

    /// By how much the lowest row's value exceeds that of the row above the block.
    #[inline(always)]
    pub fn rise(self) -> i64 {
        i64::from(self.positive.count_ones()) - i64::from(self.negative.count_ones())
    }
}

/// Horizontal difference that enters a block from above: +1 and -1, as one bit each.
#[derive(Clone, Copy, Debug)]
pub struct Carry {
    pub positive: u64,
    pub negative: u64,
}

impl Carry {
    pub const UP: Self = Self { positive: 1, negative: 0 };
}

/// What a pass stores.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Keep {
    Nothing,
    DeletionFirst,
    InsertionFirst,
}

/// The columns of a strip: for each where in `bits` its equal rows begin, one word a block.
#[derive(Clone, Copy)]
pub struct Columns<'a> {
    pub bits: &'a [u64],
    pub offsets: &'a [usize],
}

/// How a pass lays out the cells that it keeps: each lane one step behind the lane above, two registers for each step and
/// each four blocks. The first says whether a substitution ends a shortest path in a cell, the second whether the walk
/// leaves it upwards where neither that nor a match does.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub blocks: usize,
    pub columns: usize,
}

impl Layout {
    /// Registers of four blocks.
    fn registers(self) -> usize {
        self.blocks.div_ceil(LANES)
    }

    /// Registers that the pass writes.
    pub fn size(self) -> usize {
        if self.blocks == 0 { 0 } else { (self.columns + self.registers() * LANES - 1) * self.registers() * 2 }
    }

    /// The first of both registers that hold a block in a column; the block's lane is `block % LANES`.
    #[inline(always)]
    pub fn at(self, block: usize, column: usize) -> usize {
        ((column + block) * self.registers() + block / LANES) * 2
    }
}

/// Take up to GROUP blocks through a strip. `carries` holds what enters from above, and receives what leaves below, if
/// there are GROUP blocks.
pub fn strip(blocks: &mut [Block], columns: Columns, carries: &mut [Carry], keep: Keep, cells: &mut [Lanes]) {
    #[cfg(target_arch = "x86_64")]
    if blocks.len() > 1 && std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: The function is safe code compiled for AVX2, which this processor has.
        return unsafe { avx2::strip(blocks, columns, carries, keep, cells) };
    }
    scalar::strip(blocks, columns, carries, keep, cells);
}

#[cfg(test)]
mod tests;
