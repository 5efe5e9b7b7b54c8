//! The split of a pair by the full table, as documents print it.

use errata_native::align::TieOrder;

/// Hits, substitutions, deletions and insertions, walking back from the end: matches first, then substitutions.
pub fn textbook(reference: &[u32], hypothesis: &[u32], order: TieOrder) -> [usize; 4] {
    let width = hypothesis.len() + 1;
    let mut table = vec![0; (reference.len() + 1) * width];
    for row in 0..=reference.len() {
        for column in 0..width {
            table[row * width + column] = match (row, column) {
                (0, _) => column,
                (_, 0) => row,
                _ => {
                    let differ = usize::from(reference[row - 1] != hypothesis[column - 1]);
                    (table[(row - 1) * width + column - 1] + differ)
                        .min(table[(row - 1) * width + column] + 1)
                        .min(table[row * width + column - 1] + 1)
                }
            };
        }
    }
    let (mut row, mut column, mut counts) = (reference.len(), hypothesis.len(), [0; 4]);
    while row > 0 || column > 0 {
        let here = table[row * width + column];
        let deletes = row > 0 && table[(row - 1) * width + column] + 1 == here;
        let inserts = column > 0 && table[row * width + column - 1] + 1 == here;
        let kind = if row > 0 && column > 0 && reference[row - 1] == hypothesis[column - 1] {
            0
        } else if row > 0 && column > 0 && table[(row - 1) * width + column - 1] + 1 == here {
            1
        } else if deletes && (!inserts || order == TieOrder::DeletionFirst) {
            2
        } else {
            3
        };
        counts[kind] += 1;
        row -= usize::from(kind != 3);
        column -= usize::from(kind != 2);
    }
    counts
}
