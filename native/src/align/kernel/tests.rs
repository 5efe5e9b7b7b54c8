//! Both kernels do the same.

use super::*;
use proptest::prelude::*;

type Outcome = (Vec<(u64, u64)>, Vec<(u64, u64)>, Vec<Lanes>);

fn run(
    kernel: fn(&mut [Block], Columns, &mut [Carry], Keep, &mut [Lanes]),
    blocks: &[Block],
    bits: &[u64],
    keep: Keep,
    columns: usize,
) -> Outcome {
    let mut blocks = blocks.to_vec();
    let offsets: Vec<usize> = (0..columns).map(|column| column * 5).collect();
    let carry =
        |column: usize| Carry { positive: u64::from(column.is_multiple_of(3)), negative: u64::from(column % 3 == 1) };
    let mut carries: Vec<Carry> = (0..columns).map(carry).collect();
    let layout = Layout { blocks: blocks.len(), columns };
    let mut cells = vec![Lanes::default(); layout.size()];
    kernel(&mut blocks, Columns { bits, offsets: &offsets }, &mut carries, keep, &mut cells);
    let kept = (0..blocks.len() * columns).map(|index| {
        let (block, column) = (index % blocks.len(), index / blocks.len());
        let at = layout.at(block, column);
        [cells[at][block % LANES], cells[at + 1][block % LANES], 0, 0]
    });
    let kept = kept.collect();
    carries.truncate(if blocks.len() == GROUP { columns } else { 0 });
    let blocks = blocks.iter().map(|block| (block.positive, block.negative)).collect();
    (blocks, carries.iter().map(|carry| (carry.positive, carry.negative)).collect(), kept)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_vector_kernel_equals_the_scalar_one(
        words in prop::collection::vec((any::<u64>(), any::<u64>()), 1..=GROUP),
        bits in prop::collection::vec(any::<u64>(), 5 * STRIP + GROUP),
        columns in 1..=STRIP,
        keep in prop::sample::select(vec![Keep::Nothing, Keep::DeletionFirst, Keep::InsertionFirst]),
    ) {
        if std::arch::is_x86_feature_detected!("avx2") {
            let block = |&(first, second): &(u64, u64)| Block { positive: first & !second, negative: second & !first };
            let blocks: Vec<Block> = words.iter().map(block).collect();
            // SAFETY: This processor has AVX2.
            let vector = |blocks: &mut [Block], columns: Columns, carries: &mut [Carry], keep, cells: &mut [Lanes]| unsafe {
                avx2::strip(blocks, columns, carries, keep, cells);
            };
            prop_assert_eq!(run(vector, &blocks, &bits, keep, columns), run(scalar::strip, &blocks, &bits, keep, columns));
        }
    }
}
