//! Counting characters: bytes where both texts are ASCII, else dense numbers of the part where they differ.

use crate::align::{Aligner, Hint, Ignore, Pair, Symbol, TieOrder, Unmatched, common_bytes, common_ends};
use crate::intern::{Interner, Source, Texts};
use crate::text::units::{self, Alphabet, Unit};
use crate::tokens::{Counts, Wanted};

/// How characters are counted.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub unit: Unit,
    pub order: TieOrder,
    pub wanted: Wanted,
}

/// The memory kept between pairs.
#[derive(Default)]
pub struct Characters {
    reference: Vec<u32>,
    hypothesis: Vec<u32>,
    alphabet: Alphabet,
    clusters: Interner,
    surplus: Vec<i32>,
    last: Hint,
}

impl Characters {
    /// Count a pair of texts. `known` is what the distance likely is, and rarely exceeds.
    pub fn count(
        &mut self,
        (reference, hypothesis): (&str, &str),
        rule: Rule,
        known: Option<usize>,
        aligner: &mut Aligner,
    ) -> Counts {
        let hint = known.map_or(self.last, Hint::Distance);
        let counts = self.count_as((reference, hypothesis), rule, hint, aligner);
        if rule.wanted.split || rule.wanted.distance {
            self.last.learn(counts.distance, counts.reference.max(counts.hypothesis) as usize);
        }
        counts
    }

    fn count_as(
        &mut self,
        (reference, hypothesis): (&str, &str),
        rule: Rule,
        hint: Hint,
        aligner: &mut Aligner,
    ) -> Counts {
        let ascii = reference.is_ascii() && hypothesis.is_ascii();
        match rule.unit {
            Unit::Byte => self.bytes(reference, hypothesis, (rule, 256), hint, aligner),
            Unit::Character | Unit::Jamo if ascii => self.bytes(reference, hypothesis, (rule, 128), hint, aligner),
            Unit::Grapheme if ascii && !reference.contains('\r') && !hypothesis.contains('\r') => {
                self.bytes(reference, hypothesis, (rule, 128), hint, aligner)
            }
            Unit::Character => {
                let (prefix, suffix) = common_bytes(reference.as_bytes(), hypothesis.as_bytes());
                let (prefix, suffix) = whole(reference, hypothesis, prefix, suffix);
                let inner = |text: &'_ str| prefix..text.len() - suffix;
                let common = count(&reference[..prefix]) + count(&reference[reference.len() - suffix..]);
                self.decode(&reference[inner(reference)], &hypothesis[inner(hypothesis)], units::code_points);
                self.symbols(common, rule, hint, aligner)
            }
            Unit::Jamo => {
                self.decode(reference, hypothesis, units::jamo);
                self.symbols(0, rule, hint, aligner)
            }
            Unit::Grapheme => {
                self.decode_clusters(reference, hypothesis);
                self.symbols(0, rule, hint, aligner)
            }
        }
    }

    fn decode(&mut self, reference: &str, hypothesis: &str, decode: fn(&str, &mut Vec<u32>)) {
        self.reference.clear();
        self.hypothesis.clear();
        decode(reference, &mut self.reference);
        decode(hypothesis, &mut self.hypothesis);
    }

    fn decode_clusters(&mut self, reference: &str, hypothesis: &str) {
        let texts = Texts { reference: reference.as_bytes(), hypothesis: hypothesis.as_bytes() };
        self.clusters.clear(64);
        self.reference.clear();
        self.hypothesis.clear();
        units::graphemes(texts, Source::Reference, &mut self.clusters, &mut self.reference);
        units::graphemes(texts, Source::Hypothesis, &mut self.clusters, &mut self.hypothesis);
    }

    fn bytes(
        &mut self,
        reference: &str,
        hypothesis: &str,
        (rule, alphabet): (Rule, usize),
        hint: Hint,
        aligner: &mut Aligner,
    ) -> Counts {
        let (ours, theirs) = (reference.as_bytes(), hypothesis.as_bytes());
        let (prefix, suffix) = common_bytes(ours, theirs);
        let inner = |text: &'_ [u8]| prefix..text.len() - suffix;
        let pair = Pair { reference: &ours[inner(ours)], hypothesis: &theirs[inner(theirs)], alphabet };
        compare(pair, prefix + suffix, rule, hint, aligner, &mut self.surplus)
    }

    fn symbols(&mut self, common: usize, rule: Rule, hint: Hint, aligner: &mut Aligner) -> Counts {
        let total = self.reference.len();
        let (prefix, suffix) = common_ends(&self.reference, &self.hypothesis);
        let (reference, hypothesis) = (&mut self.reference, &mut self.hypothesis);
        let theirs = prefix..hypothesis.len() - suffix;
        self.alphabet.renumber(&mut reference[prefix..total - suffix]);
        self.alphabet.renumber(&mut hypothesis[theirs.clone()]);
        let alphabet = self.alphabet.len();
        self.alphabet.clear();
        let pair = Pair { reference: &reference[prefix..total - suffix], hypothesis: &hypothesis[theirs], alphabet };
        compare(pair, common + prefix + suffix, rule, hint, aligner, &mut self.surplus)
    }
}

/// How much more often the reference has each symbol than the hypothesis, from what a walk leaves unmatched.
struct Surplus<'a, S> {
    pair: Pair<'a, S>,
    numbers: &'a mut [i32],
}

impl<S: Symbol> Unmatched for Surplus<'_, S> {
    #[inline(always)]
    fn row(&mut self, index: usize) {
        self.numbers[self.pair.reference[index].index()] += 1;
    }
    #[inline(always)]
    fn column(&mut self, index: usize) {
        self.numbers[self.pair.hypothesis[index].index()] -= 1;
    }
}

/// Count a pair without its common ends, which hold `common` characters.
///
/// The multiset intersection is the reference less its surplus; matched characters cancel out, so the walk's unmatched
/// ones are enough to know it.
fn compare<S: Symbol>(
    pair: Pair<S>,
    common: usize,
    rule: Rule,
    hint: Hint,
    aligner: &mut Aligner,
    numbers: &mut Vec<i32>,
) -> Counts {
    let (ours, theirs) = (common + pair.reference.len(), common + pair.hypothesis.len());
    let mut counts = Counts { reference: ours as i64, hypothesis: theirs as i64, ..Counts::default() };
    if rule.wanted.bag {
        numbers.clear();
        numbers.resize(pair.alphabet, 0);
    }
    let mut surplus = Surplus { pair, numbers };
    if rule.wanted.split {
        let split = if rule.wanted.bag {
            aligner.split(pair, rule.order, hint, &mut surplus)
        } else {
            aligner.split(pair, rule.order, hint, &mut Ignore)
        };
        counts.distance = split.distance as i64;
        counts.split = split.counts(ours, theirs).map(|count| count as i64);
    } else {
        if rule.wanted.distance {
            counts.distance = aligner.distance(pair, hint) as i64;
        }
        if rule.wanted.bag {
            (0..pair.reference.len()).for_each(|index| surplus.row(index));
            (0..pair.hypothesis.len()).for_each(|index| surplus.column(index));
        }
    }
    if rule.wanted.bag {
        counts.bag = counts.reference - surplus.numbers.iter().map(|&number| i64::from(number.max(0))).sum::<i64>();
    }
    counts
}

/// Common ends in bytes, cut back to whole characters.
fn whole(reference: &str, hypothesis: &str, mut prefix: usize, mut suffix: usize) -> (usize, usize) {
    while !(reference.is_char_boundary(prefix) && hypothesis.is_char_boundary(prefix)) {
        prefix -= 1;
    }
    while !reference.is_char_boundary(reference.len() - suffix)
        || !hypothesis.is_char_boundary(hypothesis.len() - suffix)
    {
        suffix -= 1;
    }
    (prefix, suffix)
}

/// The number of characters of a text.
pub fn count(text: &str) -> usize {
    text.as_bytes().iter().filter(|&&byte| byte as i8 >= -0x40).count()
}
