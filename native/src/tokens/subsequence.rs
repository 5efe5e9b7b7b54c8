//! The longest common subsequence by blocks of 64 rows (Crochemore et al. 2001).

use crate::align::{Occurrences, Pair};

/// The memory kept between pairs.
#[derive(Default)]
pub struct Subsequence {
    occurrences: Occurrences,
    free: Vec<u64>,
}

impl Subsequence {
    /// The length of the longest common subsequence.
    pub fn length(&mut self, pair: Pair<u32>) -> usize {
        let rows = pair.reference.len();
        self.occurrences.index(pair.reference, pair.alphabet);
        self.free.clear();
        self.free.resize(rows.div_ceil(64), u64::MAX);
        for &token in pair.hypothesis {
            match self.occurrences.dense(token as usize) {
                Some(equal) => dense(&mut self.free, equal),
                None => sparse(&mut self.free, self.occurrences.rows(token as usize)),
            }
        }
        if let Some(last) = self.free.last_mut()
            && !rows.is_multiple_of(64)
        {
            *last |= u64::MAX << (rows % 64);
        }
        self.free.iter().map(|free| free.count_zeros() as usize).sum()
    }
}

/// One block of one column.
#[inline(always)]
fn step(free: &mut u64, equal: u64, carry: bool) -> bool {
    let met = *free & equal;
    let (sum, first) = free.overflowing_add(met);
    let (sum, second) = sum.overflowing_add(u64::from(carry));
    *free = sum | (*free - met);
    first | second
}

/// A column with equal rows in most blocks.
fn dense(free: &mut [u64], equal: &[u64]) {
    let mut carry = false;
    for (free, &equal) in free.iter_mut().zip(equal) {
        carry = step(free, equal, carry);
    }
}

/// A column with few equal rows: only the blocks that hold one are touched, and those that a carry reaches.
fn sparse(free: &mut [u64], rows: &[u32]) {
    let mut rows = rows.iter().peekable();
    let (mut block, mut carry) = (0, false);
    loop {
        if !carry {
            let Some(&&row) = rows.peek() else { return };
            block = row as usize / 64;
        }
        let Some(free) = free.get_mut(block) else { return };
        let mut equal = 0;
        while let Some(row) = rows.next_if(|&&row| row as usize / 64 == block) {
            equal |= 1u64 << (row % 64);
        }
        carry = step(free, equal, carry);
        block += 1;
    }
}
