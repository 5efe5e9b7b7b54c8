//! One block after the other, for any processor.

use super::{Block, Carry, Columns, Keep, LANES, Lanes, Layout};

/// See `super::strip`.
pub fn strip(blocks: &mut [Block], columns: Columns, carries: &mut [Carry], keep: Keep, cells: &mut [Lanes]) {
    match keep {
        Keep::Nothing => sized::<0>(blocks, columns, carries, cells),
        Keep::DeletionFirst => sized::<1>(blocks, columns, carries, cells),
        Keep::InsertionFirst => sized::<2>(blocks, columns, carries, cells),
    }
}

fn sized<const KEEP: u8>(blocks: &mut [Block], columns: Columns, carries: &mut [Carry], cells: &mut [Lanes]) {
    let layout = Layout { blocks: blocks.len(), columns: columns.offsets.len() };
    for (index, group) in blocks.chunks_mut(LANES).enumerate() {
        let first = index * LANES;
        match group.len() {
            1 => pass::<1, KEEP>(group, first, columns, carries, (cells, layout)),
            2 => pass::<2, KEEP>(group, first, columns, carries, (cells, layout)),
            3 => pass::<3, KEEP>(group, first, columns, carries, (cells, layout)),
            _ => pass::<LANES, KEEP>(group, first, columns, carries, (cells, layout)),
        }
    }
}

fn pass<const N: usize, const KEEP: u8>(
    blocks: &mut [Block],
    first: usize,
    Columns { bits, offsets }: Columns,
    carries: &mut [Carry],
    (cells, layout): (&mut [Lanes], Layout),
) {
    let blocks: &mut [Block; N] = blocks.first_chunk_mut().expect("a group holds N blocks");
    let mut state = *blocks;
    for (column, (&offset, carry)) in offsets.iter().zip(carries).enumerate() {
        let equal: &[u64; N] = bits[offset + first..].first_chunk().expect("a row of the table holds the group");
        let mut entering = *carry;
        for index in 0..N {
            let [substitution, up] = step::<KEEP>(&mut state[index], equal[index], &mut entering);
            if KEEP > 0 {
                let at = layout.at(first + index, column);
                cells[at][index] = substitution;
                cells[at + 1][index] = up;
            }
        }
        *carry = entering;
    }
    *blocks = state;
}

#[inline(always)]
fn step<const KEEP: u8>(block: &mut Block, equal: u64, carry: &mut Carry) -> [u64; 2] {
    let Block { positive, negative } = *block;
    let reached = equal | carry.negative;
    let diagonal = ((reached & positive).wrapping_add(positive) ^ positive) | reached | negative;
    let right = negative | !(diagonal | positive);
    let left = diagonal & positive;
    let above = (right << 1) | carry.positive;
    let below = (left << 1) | carry.negative;
    *carry = Carry { positive: right >> 63, negative: left >> 63 };
    *block = Block { positive: below | !(diagonal | above), negative: above & diagonal };
    [!diagonal, if KEEP == 1 { block.positive } else { !right }]
}
