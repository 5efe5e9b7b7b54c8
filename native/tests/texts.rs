//! Whole texts in random UTF-8: characters and words against the textbook, and batches against one pair at a time.

mod textbook;

use std::sync::Arc;

use errata_native::align::TieOrder;
use errata_native::batch::{self, Texts};
use errata_native::engine::{Engine, Task};
use errata_native::plan::{Cut, Group, Plan};
use errata_native::text::facts::Facts;
use errata_native::text::terms::Terms;
use errata_native::text::units::Unit;
use proptest::prelude::*;
use textbook::textbook;

/// What `str.split` splits at.
const WHITESPACE: [char; 29] = [
    '\t', '\n', '\u{b}', '\u{c}', '\r', '\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}', ' ', '\u{85}', '\u{a0}', '\u{1680}',
    '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}', '\u{2005}', '\u{2006}', '\u{2007}', '\u{2008}',
    '\u{2009}', '\u{200a}', '\u{2028}', '\u{2029}', '\u{202f}', '\u{205f}', '\u{3000}',
];

fn task(groups: &[&str], unit: Unit, order: TieOrder) -> Task {
    let groups = groups.iter().map(|name| Group::read(name).expect("a group")).collect();
    let plan =
        Plan { groups, unit, words: Cut::Whitespace, terms: Cut::Terms(Terms::Biblicus), order, steps: Vec::new() };
    Task::new(plan, Arc::new(Facts::default()))
}

/// Characters of one to four bytes, many of them few, and all kinds of whitespace.
fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        6 => prop::sample::select(vec!['a', 'b', ' ']),
        2 => prop::sample::select(WHITESPACE.to_vec()),
        2 => prop::sample::select(vec!['\u{0}', '\u{84}', 'é', '\u{301}', '\u{167f}', '가', '\u{200b}', '😀', '\u{10ffff}']),
        1 => any::<char>(),
    ]
}

fn text(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(character(), 0..most).prop_map(String::from_iter)
}

/// Two texts: unrelated, or the second the first with some characters replaced.
fn pair(most: usize) -> impl Strategy<Value = (String, String)> {
    let copy = (text(most), prop::collection::vec((any::<prop::sample::Index>(), character()), 0..12));
    let copy = copy.prop_map(|(reference, edits)| {
        let mut copied: Vec<char> = reference.chars().collect();
        for (at, character) in edits {
            if !copied.is_empty() {
                let at = at.index(copied.len());
                copied[at] = character;
            }
        }
        (reference, String::from_iter(copied))
    });
    prop_oneof![copy, (text(most), text(most))]
}

/// Numbers that are equal where the tokens are.
fn numbered<T: PartialEq>(ours: &[T], theirs: &[T]) -> (Vec<u32>, Vec<u32>) {
    let all: Vec<&T> = ours.iter().chain(theirs).collect();
    let number = |token: &T| all.iter().position(|known| *known == token).expect("known") as u32;
    (ours.iter().map(number).collect(), theirs.iter().map(number).collect())
}

fn split<T: PartialEq>(ours: &[T], theirs: &[T], order: TieOrder) -> [i64; 4] {
    let (ours, theirs) = numbered(ours, theirs);
    textbook(&ours, &theirs, order).map(|count| count as i64)
}

fn words(text: &str) -> Vec<&str> {
    text.split(WHITESPACE).filter(|word| !word.is_empty()).collect()
}

fn columns(text: &str) -> (Vec<char>, Vec<&str>, Vec<char>) {
    (text.chars().collect(), words(text), words(text).join(" ").chars().collect())
}

struct Pairs(Vec<(String, String)>);

impl Texts for Pairs {
    fn len(&self) -> usize {
        self.0.len()
    }
    fn size(&self, index: usize) -> usize {
        self.0[index].0.len() + self.0[index].1.len()
    }
    fn pair(&self, index: usize) -> Option<(&str, &str)> {
        let (reference, hypothesis) = &self.0[index];
        (!reference.starts_with('\0')).then_some((reference, hypothesis))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn splits_of_random_texts_equal_the_textbook((reference, hypothesis) in pair(150)) {
        let groups = ["edits:characters", "edits:words", "edits:characters:norm", "exact:text", "exact:text:norm"];
        let (ours, theirs) = (columns(&reference), columns(&hypothesis));
        for order in [TieOrder::DeletionFirst, TieOrder::InsertionFirst] {
            let mut row = [0; 16];
            Engine::default().count(&task(&groups, Unit::Character, order), &reference, &hypothesis, &mut row).unwrap();
            prop_assert_eq!(&row[..4], &split(&ours.0, &theirs.0, order));
            prop_assert_eq!(&row[4..8], &split(&ours.1, &theirs.1, order));
            prop_assert_eq!(&row[8..12], &split(&ours.2, &theirs.2, order));
            prop_assert_eq!(row[12], i64::from(reference != hypothesis));
            prop_assert_eq!(row[14], i64::from(ours.1 != theirs.1));
        }
    }

    #[test]
    fn bytes_are_a_unit((reference, hypothesis) in pair(80)) {
        let mut row = [0; 4];
        let task = task(&["edits:characters"], Unit::Byte, TieOrder::DeletionFirst);
        Engine::default().count(&task, &reference, &hypothesis, &mut row).unwrap();
        prop_assert_eq!(row, split(reference.as_bytes(), hypothesis.as_bytes(), TieOrder::DeletionFirst));
    }

    #[test]
    fn a_batch_counts_as_pairs_do_on_any_number_of_threads(
        pairs in prop::collection::vec(pair(120), 0..200), long in text(4000), threads in 0usize..4
    ) {
        let groups = ["length:original", "edits:characters", "bag:words", "fluency:words", "positions:lines"];
        let task = task(&groups, Unit::Character, TieOrder::DeletionFirst);
        let mut pairs = Pairs(pairs);
        pairs.0.push((long.clone(), long)); // enough text for more than one thread
        let (length, width) = (pairs.len(), task.plan.width());
        let mut counts = vec![7; length * width];
        let left = batch::count(&task, &pairs, &mut counts, threads);
        let mut engine = Engine::default();
        for index in 0..length {
            let mut row = vec![0; width];
            match pairs.pair(index) {
                Some((reference, hypothesis)) => engine.count(&task, reference, hypothesis, &mut row).unwrap(),
                None => prop_assert!(left.contains(&index)),
            }
            let column = counts.iter().skip(index).step_by(length);
            prop_assert!(column.eq(&row));
        }
        prop_assert!(left.iter().all(|&index| pairs.pair(index).is_none()));
    }
}
