//! References of 1 to 64 tokens: sets of rows in one machine word do everything.

use super::{Counter, Counts, Wanted};
use crate::align::{Ignore, Pair, TieOrder, word};

impl Counter {
    pub(super) fn small(&mut self, pair: Pair<u32>, wanted: Wanted, order: TieOrder, counts: &mut Counts) {
        let rows = pair.reference.len();
        let Self { masks, table, cells, .. } = self;
        masks.clear();
        word::with_rows(pair.reference, table, pair.alphabet, |table| {
            masks.extend(pair.hypothesis.iter().map(|&token| table[token as usize]));
        });
        if wanted.split {
            let distance = word::store(masks.iter().copied(), rows, order, cells);
            let is_equal = |row: usize, column: usize| masks[column] >> row & 1 == 1;
            let split = word::walk(is_equal, cells, (rows, distance), &mut Ignore);
            counts.distance = distance as i64;
            counts.split = split.counts(rows, pair.hypothesis.len()).map(|count| count as i64);
        } else if wanted.distance {
            counts.distance = word::distance(masks.iter().copied(), rows) as i64;
        }
        if wanted.order {
            counts.subsequence = subsequence(masks, rows);
        }
        if wanted.grams {
            (counts.matched, counts.distinct_grams) = grams(masks);
            counts.bag = counts.matched[0];
        } else if wanted.bag {
            counts.bag = bag(masks);
        }
    }
}

/// The length of the longest common subsequence (Crochemore et al. 2001).
fn subsequence(masks: &[u64], rows: usize) -> i64 {
    let mut free = u64::MAX;
    for &equal in masks {
        let met = free & equal;
        free = free.wrapping_add(met) | (free - met);
    }
    i64::from((!free & u64::MAX >> (64 - rows)).count_ones())
}

/// Size of the multiset intersection: each column takes one of the equal rows that are left.
fn bag(masks: &[u64]) -> i64 {
    let (mut taken, mut matched) = (0, 0);
    for &equal in masks {
        let left = equal & !taken;
        taken |= left & left.wrapping_neg();
        matched += i64::from(left != 0);
    }
    matched
}

/// Clipped matches and common distinct n-grams, n = 1 to 4.
///
/// A row stays in the set of order n where the n tokens that end there equal those that end in this column. Rows with
/// equal n-grams are in the same sets, so a set that overlaps an earlier one is of an n-gram met before.
fn grams(masks: &[u64]) -> ([i64; 4], [i64; 4]) {
    let (mut runs, mut taken, mut met) = ([0u64; 4], [0u64; 4], [0u64; 4]);
    let (mut matched, mut distinct) = ([0; 4], [0; 4]);
    for &equal in masks {
        runs = [equal, equal & runs[0] << 1, equal & runs[1] << 1, equal & runs[2] << 1];
        for n in 0..4 {
            let left = runs[n] & !taken[n];
            taken[n] |= left & left.wrapping_neg();
            matched[n] += i64::from(left != 0);
            distinct[n] += i64::from(runs[n] != 0 && runs[n] & met[n] == 0);
            met[n] |= runs[n];
        }
    }
    (matched, distinct)
}
