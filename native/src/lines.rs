//! Counting lines: as bags, and in their place from the top and from the bottom.

use crate::align::Pair;
use crate::intern::{Interner, Source};
use crate::sequences::{Texts, Tools};
use crate::text::lines::{Line, cut};
use crate::text::spaces::Span;
use crate::tokens::{Counts, Wanted};

/// The counts of a pair of line sequences.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineCounts {
    pub counts: Counts,
    pub positions: [i64; 3], // equal from the top, equal from the bottom, lines of the longer side
}

/// The memory kept between pairs.
#[derive(Default)]
pub struct Lines {
    lines: Vec<Line>,
    raw: [Vec<u32>; 2],
    normalised: [Vec<u32>; 2],
}

impl Lines {
    /// Count the lines of a pair, raw and normalised. Normalised lines are those of the raw text, each collapsed.
    pub fn count(
        &mut self,
        texts: Texts,
        wanted: [Wanted; 2],
        interner: &mut Interner,
        (counter, aligner, order): Tools,
    ) -> [LineCounts; 2] {
        let empty = interner.intern(texts.bytes(), Source::Reference, Span::default());
        let mut clean = true;
        for (side, source) in [Source::Reference, Source::Hypothesis].into_iter().enumerate() {
            cut(texts.raw[side], &texts.words[side], &mut self.lines);
            clean &= self.lines.iter().all(|line| line.clean);
            self.raw[side].clear();
            self.normalised[side].clear();
            for line in &self.lines {
                let span = line.span(&texts.words[side].spans);
                let number = interner.intern(texts.bytes(), source, span);
                self.raw[side].push(number);
                let collapsed = if line.clean { number } else { collapse(texts, side, *line, interner) };
                self.normalised[side].push(collapsed);
            }
        }
        let mut count = |sides: &[Vec<u32>; 2], wanted: Wanted| {
            let pair = Pair { reference: &sides[0], hypothesis: &sides[1], alphabet: interner.len() };
            let counts = if wanted.any() { counter.count(pair, wanted, order, aligner) } else { Counts::default() };
            LineCounts { counts, positions: positions(&sides[0], &sides[1], empty) }
        };
        if clean {
            return [count(&self.raw, wanted[0] | wanted[1]); 2];
        }
        [count(&self.raw, wanted[0]), count(&self.normalised, wanted[1])]
    }
}

/// The number of a line with its whitespace normalised.
fn collapse(texts: Texts, side: usize, line: Line, interner: &mut Interner) -> u32 {
    let words = &texts.words[side].spans[line.first as usize..line.end as usize];
    let built = interner.build(texts.bytes(), |out| {
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                out.push(b' ');
            }
            out.extend_from_slice(word.of(texts.raw[side].as_bytes()));
        }
    });
    built.expect("a line that is not clean has words")
}

/// Equal lines from the top and from the bottom, missing ones empty; without reference lines none can be right.
fn positions(reference: &[u32], hypothesis: &[u32], empty: u32) -> [i64; 3] {
    let longer = reference.len().max(hypothesis.len());
    if reference.is_empty() {
        return [0, 0, longer as i64];
    }
    let blank = std::iter::repeat(&empty);
    let equal = |ours: &mut dyn Iterator<Item = &u32>, theirs: &mut dyn Iterator<Item = &u32>| {
        ours.zip(theirs).take(longer).filter(|(left, right)| left == right).count() as i64
    };
    let forward = equal(&mut reference.iter().chain(blank.clone()), &mut hypothesis.iter().chain(blank.clone()));
    let reverse = equal(&mut reference.iter().rev().chain(blank.clone()), &mut hypothesis.iter().rev().chain(blank));
    [forward, reverse, longer as i64]
}
