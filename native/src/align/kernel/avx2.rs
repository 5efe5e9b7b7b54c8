//! Four blocks to a register, two registers at a time.
//!
//! A block needs what leaves the block above in the same column. So each lane runs one column behind the lane above:
//! what a lane hands down in one step is what the next lane takes in the next.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_blend_epi32, _mm256_blendv_epi8,
    _mm256_cmpgt_epi64, _mm256_extract_epi64, _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_slli_epi64, _mm256_srli_epi64, _mm256_sub_epi64, _mm256_xor_si256,
};

use super::{Block, Carry, Columns, Keep, LANES, Lanes};

/// See `super::strip`.
#[target_feature(enable = "avx2")]
pub fn strip(blocks: &mut [Block], columns: Columns, carries: &mut [Carry], keep: Keep, cells: &mut [Lanes]) {
    match (blocks.len() > LANES, keep) {
        (false, Keep::Nothing) => pass::<1, 0>(blocks, columns, carries, cells),
        (false, Keep::DeletionFirst) => pass::<1, 1>(blocks, columns, carries, cells),
        (false, Keep::InsertionFirst) => pass::<1, 2>(blocks, columns, carries, cells),
        (true, Keep::Nothing) => pass::<2, 0>(blocks, columns, carries, cells),
        (true, Keep::DeletionFirst) => pass::<2, 1>(blocks, columns, carries, cells),
        (true, Keep::InsertionFirst) => pass::<2, 2>(blocks, columns, carries, cells),
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn vector([first, second, third, fourth]: Lanes) -> __m256i {
    _mm256_set_epi64x(fourth as i64, third as i64, second as i64, first as i64)
}

#[target_feature(enable = "avx2")]
#[inline]
fn lanes(vector: __m256i) -> Lanes {
    // SAFETY: Both are 32 bytes for which every pattern of bits is a value.
    unsafe { std::mem::transmute::<__m256i, Lanes>(vector) }
}

/// Four blocks under way.
#[derive(Clone, Copy)]
struct State {
    flat: __m256i, // the complement of the vertical differences +1
    negative: __m256i,
    rising: __m256i,            // what each lane handed down in the last step: +1
    falling: __m256i,           // and -1
    rows: [__m256i; LANES - 1], // the equal rows of the last columns, the newest first
}

impl State {
    #[target_feature(enable = "avx2")]
    fn load(blocks: &[Block]) -> Self {
        let (mut flat, mut negative, zero) = ([0; LANES], [0; LANES], _mm256_setzero_si256());
        for (lane, block) in blocks.iter().enumerate() {
            (flat[lane], negative[lane]) = (!block.positive, block.negative);
        }
        Self { flat: vector(flat), negative: vector(negative), rising: zero, falling: zero, rows: [zero; LANES - 1] }
    }

    #[target_feature(enable = "avx2")]
    fn save(self, blocks: &mut [Block]) {
        let (flat, negative) = (lanes(self.flat), lanes(self.negative));
        for (lane, block) in blocks.iter_mut().enumerate() {
            *block = Block { positive: !flat[lane], negative: negative[lane] };
        }
    }

    /// What the last lane handed down.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn handed(&self) -> Carry {
        let (positive, negative) = (_mm256_extract_epi64::<3>(self.rising), _mm256_extract_epi64::<3>(self.falling));
        Carry { positive: positive as u64, negative: negative as u64 }
    }

    /// Take each lane one column on, to the column behind that of the lane above it. The first lane of `entering` holds
    /// what enters the first lane: +1 and -1. Returns what `super::Layout` says.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn step<const KEEP: u8>(self, newest: __m256i, entering: [__m256i; 2]) -> (Self, [__m256i; 2]) {
        let [first, second, third] = self.rows;
        let (above, below) = (_mm256_blend_epi32::<0x0C>(newest, first), _mm256_blend_epi32::<0xC0>(second, third));
        let equal = _mm256_blend_epi32::<0xF0>(above, below);
        let rising = hand_down(self.rising, entering[0]);
        let falling = hand_down(self.falling, entering[1]);
        let ones = _mm256_set1_epi64x(-1);
        let positive = _mm256_xor_si256(self.flat, ones);
        let reached = _mm256_or_si256(equal, falling);
        let sum = _mm256_add_epi64(_mm256_andnot_si256(self.flat, reached), positive);
        let direct = _mm256_or_si256(reached, self.negative);
        let diagonal = _mm256_or_si256(_mm256_xor_si256(sum, positive), direct);
        let right = _mm256_or_si256(self.negative, _mm256_andnot_si256(diagonal, self.flat));
        let left = _mm256_and_si256(diagonal, positive);
        let above = _mm256_or_si256(_mm256_slli_epi64::<1>(right), rising);
        let below = _mm256_or_si256(_mm256_slli_epi64::<1>(left), falling);
        let flat = _mm256_andnot_si256(below, _mm256_or_si256(diagonal, above));
        let next = Self {
            flat,
            negative: _mm256_and_si256(above, diagonal),
            rising: _mm256_srli_epi64::<63>(right),
            falling: _mm256_srli_epi64::<63>(left),
            rows: [newest, first, second],
        };
        let up = _mm256_xor_si256(if KEEP == 1 { flat } else { right }, ones);
        (next, [_mm256_xor_si256(diagonal, ones), up])
    }

    /// Undo a step in the lanes that have not begun yet, or are done.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn only(mut self, before: &Self, column: i64, columns: usize) -> Self {
        let own = _mm256_sub_epi64(_mm256_set1_epi64x(column), _mm256_set_epi64x(3, 2, 1, 0));
        let begun = _mm256_cmpgt_epi64(own, _mm256_set1_epi64x(-1));
        let active = _mm256_and_si256(begun, _mm256_cmpgt_epi64(_mm256_set1_epi64x(columns as i64), own));
        self.flat = _mm256_blendv_epi8(before.flat, self.flat, active);
        self.negative = _mm256_blendv_epi8(before.negative, self.negative, active);
        self
    }
}

/// Each lane to the next one, and `entering` to the first.
#[target_feature(enable = "avx2")]
#[inline]
fn hand_down(leaving: __m256i, entering: __m256i) -> __m256i {
    _mm256_blend_epi32::<0x03>(_mm256_permute4x64_epi64::<0b10_01_00_00>(leaving), entering)
}

#[target_feature(enable = "avx2")]
#[inline]
fn row(Columns { bits, offsets }: Columns, column: usize, block: usize) -> __m256i {
    match offsets.get(column) {
        Some(&offset) => vector(*bits[offset + block..].first_chunk().expect("a row of the table holds a group")),
        None => _mm256_setzero_si256(),
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn put(kept: [__m256i; 2], cells: &mut [Lanes]) {
    cells[..2].copy_from_slice(&[lanes(kept[0]), lanes(kept[1])]);
}

#[target_feature(enable = "avx2")]
fn pass<const G: usize, const KEEP: u8>(
    blocks: &mut [Block],
    columns: Columns,
    carries: &mut [Carry],
    cells: &mut [Lanes],
) {
    let (first, second) = blocks.split_at_mut(blocks.len().min(LANES));
    let (mut upper, mut lower) = (State::load(first), State::load(second));
    let (count, behind) = (columns.offsets.len(), G * LANES - 1);
    let last = |leaving| _mm256_permute4x64_epi64::<0b11>(leaving);
    for at in 0..count + behind {
        let ramp = at < behind || at >= count; // some lanes are outside the strip
        let entering = carries.get(at).copied().unwrap_or(Carry::UP);
        let entering = [vector([entering.positive, 0, 0, 0]), vector([entering.negative, 0, 0, 0])];
        let handed = [last(upper.rising), last(upper.falling)];
        let (next, kept) = upper.step::<KEEP>(row(columns, at, 0), entering);
        upper = if ramp { next.only(&upper, at as i64, count) } else { next };
        if KEEP > 0 {
            put(kept, &mut cells[at * 2 * G..]);
        }
        if G == 2 {
            let (next, kept) = lower.step::<KEEP>(row(columns, at.wrapping_sub(LANES), LANES), handed);
            lower = if ramp { next.only(&lower, at as i64 - LANES as i64, count) } else { next };
            if KEEP > 0 {
                put(kept, &mut cells[at * 2 * G + 2..]);
            }
        }
        if G == 2 && at >= behind {
            carries[at - behind] = lower.handed();
        }
    }
    upper.save(first);
    lower.save(second);
}
