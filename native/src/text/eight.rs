//! Eight bytes at a time, in one machine word.

pub const HIGH: u64 = 0x8080_8080_8080_8080;
const LOW: u64 = 0x0101_0101_0101_0101;

/// The high bit of each byte whose lower seven bits are at least `from` and less than `to` (both 1 to 127), among others.
#[inline(always)]
pub fn inside(word: u64, from: u64, to: u64) -> u64 {
    let seven = word & !HIGH;
    let at_least = |least| seven + LOW * (0x80 - least);
    at_least(from) & !at_least(to)
}

/// One bit for each byte with its high bit set.
#[inline(always)]
pub fn gather(word: u64) -> u64 {
    (word & HIGH).wrapping_mul(0x0002_0408_1020_4081) >> 56
}

/// The high bit of each byte that is one of `a-z` and `0-9`.
#[inline(always)]
pub fn plain(word: u64) -> u64 {
    (inside(word, b'a'.into(), u64::from(b'z') + 1) | inside(word, b'0'.into(), u64::from(b'9') + 1)) & !word & HIGH
}
