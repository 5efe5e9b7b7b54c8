//! n-grams of sequences of any length, by chained numbers.

use crate::align::Pair;

const NONE: u32 = u32::MAX; // an n-gram that the other side does not have
const ORDERS: usize = 4;

/// n-grams by number: an n-gram is the number of its first n - 1 tokens and its last token.
///
/// Tokens keep their own numbers; longer n-grams of the reference get the next ones, all orders in one table. What one
/// side does not have cannot be part of a longer n-gram that both have, so it is dropped from the next order.
#[derive(Default)]
pub struct Grams {
    slots: Vec<u32>, // number of an n-gram, or 0
    mask: usize,
    tokens: usize,  // numbers below are tokens
    keys: Vec<u64>, // by number - tokens
    left: Vec<i32>, // by number: occurrences in the reference that no occurrence in the hypothesis has taken
    met: Vec<bool>, // by number: whether the hypothesis has it
    reference: Vec<u32>,
    hypothesis: Vec<u32>,
}

impl Grams {
    /// Clipped matches and common distinct n-grams, n = 1 to 4.
    pub fn count(&mut self, pair: Pair<u32>) -> ([i64; ORDERS], [i64; ORDERS]) {
        let (mut matched, mut distinct) = ([0; ORDERS], [0; ORDERS]);
        self.begin(pair);
        for n in 0..ORDERS {
            if n > 0 {
                self.lengthen(n, pair);
            }
            (matched[n], distinct[n]) = self.take();
            if matched[n] == 0 {
                break;
            }
        }
        (matched, distinct)
    }

    fn begin(&mut self, pair: Pair<u32>) {
        let most = (ORDERS - 1) * pair.reference.len(); // n-grams that enter
        let size = (most + most / 2).next_power_of_two().max(2);
        if self.slots.len() < size {
            self.slots.resize(size, 0);
        }
        self.slots[..size].fill(0);
        self.mask = size - 1;
        self.keys.clear();
        self.tokens = pair.alphabet.max(1);
        self.left.clear();
        self.left.resize(self.tokens, 0);
        self.met.clear();
        self.reference.clear();
        self.reference.extend_from_slice(pair.reference);
        self.hypothesis.clear();
        self.hypothesis.extend_from_slice(pair.hypothesis);
        pair.reference.iter().for_each(|&token| self.left[token as usize] += 1);
    }

    /// Let each of the hypothesis's n-grams take one of the reference's, and drop those that only one side has.
    fn take(&mut self) -> (i64, i64) {
        let Self { left, met, .. } = self;
        let (mut matched, mut distinct) = (0, 0);
        met.resize(left.len(), false);
        for gram in self.hypothesis.iter_mut().filter(|gram| **gram != NONE) {
            let at = *gram as usize;
            if left[at] > 0 {
                left[at] -= 1;
                matched += 1;
                distinct += i64::from(!met[at]);
                met[at] = true;
            } else if !met[at] {
                *gram = NONE;
            }
        }
        for gram in self.reference.iter_mut().filter(|gram| **gram != NONE) {
            if !met[*gram as usize] {
                *gram = NONE;
            }
        }
        (matched, distinct)
    }

    /// From n-grams to those longer by one token, which stands `n` behind the first.
    fn lengthen(&mut self, n: usize, pair: Pair<u32>) {
        let (mut reference, mut hypothesis) =
            (std::mem::take(&mut self.reference), std::mem::take(&mut self.hypothesis));
        longer(&mut reference, pair.reference, n, |key| self.enter(key));
        longer(&mut hypothesis, pair.hypothesis, n, |key| self.find(key));
        (self.reference, self.hypothesis) = (reference, hypothesis);
    }

    /// Count an n-gram of the reference.
    #[inline(always)]
    fn enter(&mut self, key: u64) -> u32 {
        let slot = self.slot(key);
        let mut number = self.slots[slot];
        if number == 0 {
            number = self.left.len() as u32;
            self.slots[slot] = number;
            self.left.push(0);
            self.keys.push(key);
        }
        self.left[number as usize] += 1;
        number
    }

    #[inline(always)]
    fn find(&self, key: u64) -> u32 {
        match self.slots[self.slot(key)] {
            0 => NONE,
            number => number,
        }
    }

    /// The slot of an n-gram, or the free one where it belongs; there is always a free one.
    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        let mut slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & self.mask;
        while self.slots[slot] != 0 && self.keys[self.slots[slot] as usize - self.tokens] != key {
            slot = (slot + 1) & self.mask;
        }
        slot
    }
}

/// Replace each n-gram by the one that is longer by one token, where both of its shorter parts are common.
#[inline(always)]
fn longer(grams: &mut Vec<u32>, tokens: &[u32], n: usize, mut number: impl FnMut(u64) -> u32) {
    let mut gram = grams.first().copied().unwrap_or(NONE);
    for index in 1..grams.len() {
        let next = grams[index];
        let token = u64::from(tokens[index - 1 + n]);
        grams[index - 1] = if gram == NONE || next == NONE { NONE } else { number(u64::from(gram) << 32 | token) };
        gram = next;
    }
    grams.pop();
}
