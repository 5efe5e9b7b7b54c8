//! Distances and splits against the textbook table.

mod textbook;

use errata_native::align::{Aligner, Budget, Hint, Pair, TieOrder, Unmatched};
use proptest::prelude::*;
use textbook::textbook;

struct Heard(Vec<usize>, Vec<usize>);

impl Unmatched for Heard {
    fn row(&mut self, index: usize) {
        self.0.push(index);
    }
    fn column(&mut self, index: usize) {
        self.1.push(index);
    }
}

fn check(aligner: &mut Aligner, reference: &[u32], hypothesis: &[u32], hint: Hint) {
    let pair = Pair { reference, hypothesis, alphabet: 300 };
    for order in [TieOrder::DeletionFirst, TieOrder::InsertionFirst] {
        let expected = textbook(reference, hypothesis, order);
        let distance = expected[1..].iter().sum::<usize>();
        assert_eq!(aligner.distance(pair, hint), distance);
        let mut heard = Heard(Vec::new(), Vec::new());
        let split = aligner.split(pair, order, hint, &mut heard);
        assert_eq!(split.counts(reference.len(), hypothesis.len()), expected);
        assert_eq!(heard.0.len(), expected[1] + expected[2]);
        assert_eq!(heard.1.len(), expected[1] + expected[3]);
    }
}

/// A text and a copy with errors: `rate` of 256 places are changed, and now and then a passage is lost or added.
fn noisy(length: usize, rate: u8, letters: u32, seed: u64) -> (Vec<u32>, Vec<u32>) {
    let mut state = seed | 1;
    let mut draw = move |below: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as u32 % below
    };
    let text: Vec<u32> = (0..length).map(|_| draw(letters)).collect();
    let mut copy = Vec::new();
    for &symbol in &text {
        match (draw(256) < u32::from(rate), draw(5)) {
            (true, 0) => {}
            (true, 1) => copy.extend([symbol, draw(letters)]),
            (true, _) => copy.push(draw(letters)),
            _ => copy.push(symbol),
        }
    }
    if draw(4) == 0 && copy.len() > 10 {
        let from = draw(copy.len() as u32) as usize;
        copy.drain(from..copy.len().min(from + draw(150) as usize));
    }
    (text, copy)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn short_pairs_equal_the_textbook(
        reference in prop::collection::vec(0u32..5, 0..80),
        hypothesis in prop::collection::vec(0u32..5, 0..80),
    ) {
        check(&mut Aligner::default(), &reference, &hypothesis, Hint::Nothing);
    }

    #[test]
    fn noisy_copies_equal_the_textbook(
        length in 1usize..900, rate in 0u8..200, letters in 2u32..300, seed: u64, guess in 0usize..200, kind in 0usize..3
    ) {
        let (reference, hypothesis) = noisy(length, rate, letters, seed);
        let hint = [Hint::Nothing, Hint::Rate(guess as f64 / 200.0), Hint::Distance(guess)][kind];
        let mut aligner = Aligner::default();
        check(&mut aligner, &reference, &hypothesis, hint);
        check(&mut aligner, &hypothesis, &reference, hint);
    }

    #[test]
    fn checkpoints_do_not_change_the_split(length in 100usize..1500, rate in 0u8..120, letters in 2u32..300, seed: u64, registers in 16usize..600, table in prop::sample::select(vec![0, 1 << 20])) {
        let (reference, hypothesis) = noisy(length, rate, letters, seed);
        let mut aligner = Aligner::with_budget(Budget { registers, blocks: 64, table });
        check(&mut aligner, &reference, &hypothesis, Hint::Distance(70));
        check(&mut aligner, &hypothesis, &reference, Hint::Nothing);
    }
}

#[test]
fn one_aligner_serves_pairs_of_all_sizes() {
    let mut aligner = Aligner::default();
    for round in 0..300u64 {
        let (reference, hypothesis) = noisy(round as usize * 5, (round % 90) as u8, 2 + (round % 250) as u32, round);
        check(&mut aligner, &reference, &hypothesis, Hint::Nothing);
    }
}
