//! Sequences of any length: n-grams by chained numbers, the longest common subsequence by blocks of 64 rows.

use crate::align::Pair;

const NONE: u32 = u32::MAX; // an n-gram that the other side does not have

/// n-grams by number: an n-gram is the number of its first n - 1 tokens and its last token.
#[derive(Default)]
pub struct Grams {
    slots: Vec<(u64, u32)>, // key, number + 1
    mask: usize,
    left: Vec<i32>, // by number: occurrences in the reference that no occurrence in the hypothesis has taken
    met: Vec<bool>, // by number: whether the hypothesis has it
    reference: Vec<u32>,
    hypothesis: Vec<u32>,
}

impl Grams {
    /// Clipped matches and common distinct n-grams, n = 1 to 4.
    pub fn count(&mut self, pair: Pair<u32>) -> ([i64; 4], [i64; 4]) {
        let (mut matched, mut distinct) = ([0; 4], [0; 4]);
        self.reference.clear();
        self.reference.extend_from_slice(pair.reference);
        self.hypothesis.clear();
        self.hypothesis.extend_from_slice(pair.hypothesis);
        self.left.clear();
        self.left.resize(pair.alphabet, 0);
        pair.reference.iter().for_each(|&token| self.left[token as usize] += 1);
        for n in 0..4 {
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

    /// Let each of the hypothesis's n-grams take one of the reference's, and forget those that only one side has.
    fn take(&mut self) -> (i64, i64) {
        let (mut matched, mut distinct) = (0, 0);
        self.met.clear();
        self.met.resize(self.left.len(), false);
        for gram in self.hypothesis.iter_mut().filter(|gram| **gram != NONE) {
            let at = *gram as usize;
            if self.left[at] > 0 {
                self.left[at] -= 1;
                matched += 1;
                distinct += i64::from(!self.met[at]);
                self.met[at] = true;
            } else if !self.met[at] {
                *gram = NONE;
            }
        }
        for gram in self.reference.iter_mut().filter(|gram| **gram != NONE) {
            if !self.met[*gram as usize] {
                *gram = NONE;
            }
        }
        (matched, distinct)
    }

    /// From n-grams to those longer by one token; `n` is the distance to the token that is added.
    fn lengthen(&mut self, n: usize, pair: Pair<u32>) {
        let size = (self.reference.len() * 2).next_power_of_two().max(16);
        if self.slots.len() < size {
            self.slots.resize(size, (0, 0));
        }
        self.slots[..size].fill((0, 0));
        self.mask = size - 1;
        self.left.clear();
        let length = self.reference.len();
        for index in 0..length.saturating_sub(1) {
            let (gram, next) = (self.reference[index], self.reference[index + 1]);
            self.reference[index] =
                if gram == NONE || next == NONE { NONE } else { self.enter(key(gram, pair.reference[index + n])) };
        }
        self.reference.truncate(length.saturating_sub(1));
        let length = self.hypothesis.len();
        for index in 0..length.saturating_sub(1) {
            let (gram, next) = (self.hypothesis[index], self.hypothesis[index + 1]);
            self.hypothesis[index] =
                if gram == NONE || next == NONE { NONE } else { self.find(key(gram, pair.hypothesis[index + n])) };
        }
        self.hypothesis.truncate(length.saturating_sub(1));
    }

    fn enter(&mut self, key: u64) -> u32 {
        let slot = self.slot(key);
        if self.slots[slot].1 == 0 {
            self.left.push(0);
            self.slots[slot] = (key, self.left.len() as u32);
        }
        let number = self.slots[slot].1 - 1;
        self.left[number as usize] += 1;
        number
    }

    fn find(&self, key: u64) -> u32 {
        self.slots[self.slot(key)].1.wrapping_sub(1)
    }

    /// The slot of a key, or the free one where it belongs.
    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        let mut slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & self.mask;
        while self.slots[slot].1 != 0 && self.slots[slot].0 != key {
            slot = (slot + 1) & self.mask;
        }
        slot
    }
}

fn key(gram: u32, token: u32) -> u64 {
    u64::from(gram) << 32 | u64::from(token)
}
