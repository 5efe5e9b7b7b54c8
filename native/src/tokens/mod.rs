//! Counting over two sequences of token numbers.

mod grams;
mod small;
mod subsequence;

use crate::align::{Aligner, Hint, Ignore, Pair, TieOrder, middle};

use grams::Grams;
use subsequence::Subsequence;

/// Which counts of a pair of token sequences are wanted.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Wanted {
    pub distance: bool,
    pub split: bool,
    pub bag: bool,
    pub distinct: bool,
    pub order: bool,
    pub grams: bool,
}

impl Wanted {
    /// Whether anything is wanted.
    pub fn any(self) -> bool {
        self != Self::default()
    }
}

/// All counts of a pair of token sequences; those not wanted are zero.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    pub reference: i64,
    pub hypothesis: i64,
    pub distance: i64,
    pub split: [i64; 4],
    pub bag: i64,
    pub distinct: [i64; 3],
    pub positions: i64,
    pub subsequence: i64,
    pub matched: [i64; 4],        // clipped n-gram matches, n = 1 to 4
    pub distinct_grams: [i64; 4], // different n-grams that both sides have
}

/// The memory kept between pairs.
#[derive(Default)]
pub struct Counter {
    masks: Vec<u64>,
    table: Vec<u64>,
    cells: Vec<crate::align::Cells>,
    grams: Grams,
    subsequence: Subsequence,
    bags: Bags,
    last: Hint,
}

impl Counter {
    /// Count a pair of token sequences.
    pub fn count(&mut self, pair: Pair<u32>, wanted: Wanted, order: TieOrder, aligner: &mut Aligner) -> Counts {
        let mut counts = Counts {
            reference: pair.reference.len() as i64,
            hypothesis: pair.hypothesis.len() as i64,
            ..Counts::default()
        };
        if pair.reference == pair.hypothesis {
            self.equal(pair, wanted, &mut counts);
        } else if (1..=64).contains(&pair.reference.len()) && pair.hypothesis.len() <= 1 << 12 {
            self.small(pair, wanted, order, &mut counts);
        } else {
            self.large(pair, wanted, order, aligner, &mut counts);
        }
        if wanted.order {
            let equal = pair.reference.iter().zip(pair.hypothesis).filter(|(ours, theirs)| ours == theirs);
            counts.positions = equal.count() as i64;
        }
        if wanted.distinct {
            counts.distinct = self.bags.distinct(pair);
        }
        counts
    }

    fn equal(&mut self, pair: Pair<u32>, wanted: Wanted, counts: &mut Counts) {
        let length = counts.reference;
        counts.split[0] = length;
        counts.bag = length;
        counts.subsequence = length;
        counts.matched = [0, 1, 2, 3].map(|less| (length - less).max(0));
        if wanted.grams {
            counts.distinct_grams = self.grams.count(pair).1;
        }
    }

    fn large(&mut self, pair: Pair<u32>, wanted: Wanted, order: TieOrder, aligner: &mut Aligner, counts: &mut Counts) {
        let (reference, hypothesis) = middle(pair.reference, pair.hypothesis);
        let inner = Pair { reference, hypothesis, alphabet: pair.alphabet };
        if wanted.split {
            let split = aligner.split(inner, order, self.last, &mut Ignore);
            counts.distance = split.distance as i64;
            counts.split = split.counts(pair.reference.len(), pair.hypothesis.len()).map(|count| count as i64);
        } else if wanted.distance {
            counts.distance = aligner.distance(inner, self.last) as i64;
        }
        if wanted.split || wanted.distance {
            self.last.learn(counts.distance, reference.len().max(hypothesis.len()));
        }
        if wanted.bag {
            counts.bag = self.bags.matched(pair);
        }
        if wanted.order {
            let common = pair.reference.len() - reference.len();
            counts.subsequence = (common + self.subsequence.length(inner)) as i64;
        }
        if wanted.grams {
            (counts.matched, counts.distinct_grams) = self.grams.count(pair);
        }
    }
}

/// Multisets and sets of numbers.
#[derive(Default)]
struct Bags {
    numbers: Vec<i32>,
}

impl Bags {
    /// Size of the multiset intersection.
    fn matched(&mut self, pair: Pair<u32>) -> i64 {
        self.numbers.clear();
        self.numbers.resize(pair.alphabet, 0);
        pair.reference.iter().for_each(|&number| self.numbers[number as usize] += 1);
        let mut matched = 0;
        for &number in pair.hypothesis {
            let left = &mut self.numbers[number as usize];
            matched += i64::from(*left > 0);
            *left -= 1;
        }
        matched
    }

    /// Size of the set intersection, and both set sizes.
    fn distinct(&mut self, pair: Pair<u32>) -> [i64; 3] {
        self.numbers.clear();
        self.numbers.resize(pair.alphabet, 0);
        let mut sizes = [0; 3];
        for &number in pair.reference {
            let seen = &mut self.numbers[number as usize];
            sizes[1] += i64::from(*seen == 0);
            *seen = 1;
        }
        for &number in pair.hypothesis {
            let seen = &mut self.numbers[number as usize];
            sizes[2] += i64::from(*seen < 2);
            sizes[0] += i64::from(*seen == 1);
            *seen |= 2;
        }
        sizes
    }
}
