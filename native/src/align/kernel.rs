//! The inner loop: a strip of columns through up to four blocks of 64 rows, all in registers.

use super::walk::Cells;

pub const STRIP: usize = 16; // columns between two trims of the band
pub const GROUP: usize = 4; // blocks that one pass keeps in registers

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

/// Where the cells of a strip go: column by column, `stride` blocks apart.
pub struct Sheet<'a> {
    pub cells: &'a mut [Cells],
    pub stride: usize,
}

/// Take the blocks through the strip. `offsets` says for each column where in `bits` its equal rows begin, `carries` holds
/// what enters from above, and receives what leaves below.
pub fn strip(blocks: &mut [Block], bits: &[u64], offsets: &[usize], carries: &mut [Carry], keep: Keep, sheet: Sheet) {
    match keep {
        Keep::Nothing => sized::<0>(blocks, bits, offsets, carries, sheet),
        Keep::DeletionFirst => sized::<1>(blocks, bits, offsets, carries, sheet),
        Keep::InsertionFirst => sized::<2>(blocks, bits, offsets, carries, sheet),
    }
}

fn sized<const KEEP: u8>(blocks: &mut [Block], bits: &[u64], offsets: &[usize], carries: &mut [Carry], sheet: Sheet) {
    match blocks.len() {
        1 => pass::<1, KEEP>(blocks, bits, offsets, carries, sheet),
        2 => pass::<2, KEEP>(blocks, bits, offsets, carries, sheet),
        3 => pass::<3, KEEP>(blocks, bits, offsets, carries, sheet),
        _ => pass::<GROUP, KEEP>(blocks, bits, offsets, carries, sheet),
    }
}

fn pass<const N: usize, const KEEP: u8>(
    blocks: &mut [Block],
    bits: &[u64],
    offsets: &[usize],
    carries: &mut [Carry],
    sheet: Sheet,
) {
    let blocks: &mut [Block; N] = blocks.first_chunk_mut().expect("a group holds N blocks");
    let mut state = *blocks;
    for (column, (&offset, carry)) in offsets.iter().zip(carries).enumerate() {
        let equal: &[u64; N] = bits[offset..].first_chunk().expect("a row of the table holds the group");
        let mut entering = *carry;
        let kept: &mut [Cells] = if KEEP > 0 { &mut sheet.cells[column * sheet.stride..][..N] } else { &mut [] };
        for index in 0..N {
            let cells = step::<KEEP>(&mut state[index], equal[index], &mut entering);
            if KEEP > 0 {
                kept[index] = cells;
            }
        }
        *carry = entering;
    }
    *blocks = state;
}

#[inline(always)]
fn step<const KEEP: u8>(block: &mut Block, equal: u64, carry: &mut Carry) -> Cells {
    let Block { positive, negative } = *block;
    let reached = equal | carry.negative;
    let diagonal = ((reached & positive).wrapping_add(positive) ^ positive) | reached | negative;
    let right = negative | !(diagonal | positive);
    let left = diagonal & positive;
    let above = (right << 1) | carry.positive;
    let below = (left << 1) | carry.negative;
    *carry = Carry { positive: right >> 63, negative: left >> 63 };
    *block = Block { positive: below | !(diagonal | above), negative: above & diagonal };
    Cells { substitution: !diagonal, up: if KEEP == 1 { block.positive } else { !right } }
}
