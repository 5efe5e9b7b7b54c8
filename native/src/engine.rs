//! One pair of texts to one row of counts.

use std::sync::Arc;

use crate::align::Aligner;
use crate::characters::{self, Characters, Rule};
use crate::lines::{LineCounts, Lines};
use crate::plan::{Counter, Group, Plan, Tokens};
use crate::sequences::{Kind, Sequences, Texts as Sides};
use crate::text::facts::Facts;
use crate::text::spaces::Words;
use crate::text::steps::{self, Different};
use crate::tokens::{self, Counts};

/// A plan in the form that counting a pair asks for.
pub struct Task {
    pub plan: Plan,
    pub facts: Arc<Facts>,
    rules: [Rule; 2],
    words: [tokens::Wanted; 2],
    terms: [tokens::Wanted; 2],
    lines: [tokens::Wanted; 2],
    needs: Needs,
}

/// Which stages a plan has.
#[derive(Clone, Copy, Debug)]
struct Needs {
    spaces: bool,
    interned: bool,
    lines: bool,
    joined: bool,
}

impl Task {
    /// Prepare a plan.
    pub fn new(plan: Plan, facts: Arc<Facts>) -> Self {
        let both = |tokens| [plan.wanted(tokens, false), plan.wanted(tokens, true)];
        let any = |tokens| plan.has(tokens, false) || plan.has(tokens, true);
        let rules = both(Tokens::Characters).map(|wanted| Rule { unit: plan.unit, order: plan.order, wanted });
        let needs = Needs {
            interned: any(Tokens::Words) || any(Tokens::Terms) || any(Tokens::Lines),
            lines: any(Tokens::Lines),
            joined: plan.has(Tokens::Characters, true)
                || plan.has(Tokens::Words, true)
                || plan.has(Tokens::Terms, true),
            spaces: plan
                .groups
                .iter()
                .any(|group| group.normalised || matches!(group.tokens, Tokens::Words | Tokens::Terms | Tokens::Lines)),
        };
        let (words, terms, lines) = (both(Tokens::Words), both(Tokens::Terms), both(Tokens::Lines));
        Self { facts, rules, words, terms, lines, needs, plan }
    }
}

/// All counts of one pair, raw and normalised.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    characters: [Counts; 2],
    words: [Counts; 2],
    terms: [Counts; 2],
    lines: [LineCounts; 2],
    different: [i64; 2],
    lengths: [i64; 4],
}

/// The memory that counting needs, kept between pairs.
#[derive(Default)]
pub struct Engine {
    aligner: Aligner,
    characters: Characters,
    counter: tokens::Counter,
    sequences: Sequences,
    lines: Lines,
    words: [Words; 2],
    joined: [String; 2],
    prepared: [String; 2],
}

impl Engine {
    /// Count one pair into a row of the plan's width. An error leaves the pair to the interpreter.
    pub fn count(&mut self, task: &Task, reference: &str, hypothesis: &str, row: &mut [i64]) -> Result<(), Different> {
        let mut tally = Tally::default();
        if task.plan.has(Tokens::Original, false) {
            tally.lengths = self.lengths(reference, hypothesis);
        }
        if task.plan.steps.is_empty() {
            self.tally(task, [reference, hypothesis], &mut tally);
        } else {
            let mut prepared = std::mem::take(&mut self.prepared);
            for (out, text) in prepared.iter_mut().zip([reference, hypothesis]) {
                out.clear();
                out.push_str(text);
                steps::apply(&task.plan.steps, &task.facts, out)?;
            }
            self.tally(task, [&prepared[0], &prepared[1]], &mut tally);
            self.prepared = prepared;
        }
        write(&task.plan.groups, &tally, row);
        Ok(())
    }

    /// The aligner, for a single pair of sequences.
    pub fn parts(&mut self) -> (&mut Characters, &mut Aligner) {
        (&mut self.characters, &mut self.aligner)
    }

    fn lengths(&mut self, reference: &str, hypothesis: &str) -> [i64; 4] {
        let empty = [reference, hypothesis].map(|text| {
            self.words[0].cut(text);
            i64::from(self.words[0].spans.is_empty())
        });
        [characters::count(reference) as i64, characters::count(hypothesis) as i64, empty[0], empty[1]]
    }

    fn tally(&mut self, task: &Task, texts: [&str; 2], tally: &mut Tally) {
        let needs = task.needs;
        if needs.spaces {
            self.words.iter_mut().zip(texts).for_each(|(words, text)| words.cut(text));
        }
        // Words that were not cut are those of an earlier pair: without need of them, nothing normalised is wanted.
        let clean = !needs.spaces || self.words.iter().all(|words| words.clean);
        if needs.joined && !clean {
            let Self { words, joined, .. } = self;
            words.iter().zip(texts).zip(joined).for_each(|((words, text), joined)| words.join(text, joined));
        }
        tally.different[0] = i64::from(texts[0] != texts[1]);
        tally.different[1] = if clean { tally.different[0] } else { i64::from(!self.same_words(texts)) };
        self.count_characters(task, texts, clean, tally);
        if needs.interned {
            self.count_tokens(task, texts, clean, tally);
        }
    }

    /// Whether both texts are equal once their whitespace is normalised.
    fn same_words(&self, texts: [&str; 2]) -> bool {
        let [ours, theirs] =
            [0, 1].map(|side| self.words[side].spans.iter().map(move |span| span.of(texts[side].as_bytes())));
        self.words[0].spans.len() == self.words[1].spans.len() && ours.eq(theirs)
    }

    fn count_characters(&mut self, task: &Task, texts: [&str; 2], clean: bool, tally: &mut Tally) {
        let [raw, normalised] = task.rules;
        let shared = Rule { wanted: if clean { raw.wanted | normalised.wanted } else { raw.wanted }, ..raw };
        if shared.wanted.any() {
            tally.characters[0] = self.characters.count((texts[0], texts[1]), shared, None, &mut self.aligner);
        }
        if clean {
            tally.characters[1] = tally.characters[0];
        } else if normalised.wanted.any() {
            let known = shared.wanted.split || shared.wanted.distance;
            let known = known.then_some(tally.characters[0].distance as usize);
            let joined = (self.joined[0].as_str(), self.joined[1].as_str());
            tally.characters[1] = self.characters.count(joined, normalised, known, &mut self.aligner);
        }
    }

    fn count_tokens(&mut self, task: &Task, texts: [&str; 2], clean: bool, tally: &mut Tally) {
        let sides = Sides { raw: texts, joined: [&self.joined[0], &self.joined[1]], words: &self.words, clean };
        self.sequences.begin(sides, task.needs.lines);
        let (counter, aligner, order) = (&mut self.counter, &mut self.aligner, task.plan.order);
        let kinds =
            [Kind { cut: task.plan.words, wanted: task.words }, Kind { cut: task.plan.terms, wanted: task.terms }];
        let [words, terms] = self.sequences.count(sides, kinds, &task.facts, (counter, aligner, order));
        (tally.words, tally.terms) = (words, terms);
        if task.needs.lines {
            let interner = self.sequences.interner();
            tally.lines = self.lines.count(sides, task.lines, interner, (counter, aligner, order));
        }
    }
}

/// Write the groups one behind the other.
fn write(groups: &[Group], tally: &Tally, row: &mut [i64]) {
    let mut rest = row;
    for group in groups {
        let values = group.fields().len();
        let (own, next) = rest.split_at_mut(values);
        fill(*group, tally, own);
        rest = next;
    }
}

fn fill(group: Group, tally: &Tally, out: &mut [i64]) {
    let variant = usize::from(group.normalised);
    let counts = match group.tokens {
        Tokens::Characters => &tally.characters[variant],
        Tokens::Words => &tally.words[variant],
        Tokens::Terms => &tally.terms[variant],
        Tokens::Lines => &tally.lines[variant].counts,
        Tokens::Text => return out.copy_from_slice(&[tally.different[variant], 1]),
        Tokens::Original => return out.copy_from_slice(&tally.lengths),
    };
    let Counts { reference, hypothesis, matched, distinct_grams, .. } = *counts;
    let grams = |length: i64, n: i64| (length - n + 1).max(0);
    match group.counter {
        Counter::Distance => out.copy_from_slice(&[counts.distance, reference, hypothesis, reference.max(hypothesis)]),
        Counter::Edits => out.copy_from_slice(&counts.split),
        Counter::Bag => out.copy_from_slice(&[counts.bag, reference, hypothesis]),
        Counter::Distinct => out.copy_from_slice(&counts.distinct),
        Counter::Order => out.copy_from_slice(&[counts.positions, counts.subsequence, reference, hypothesis]),
        Counter::Overlap => {
            let [_, bigrams, trigrams, _] = distinct_grams;
            let (two, three) = (grams(reference, 2), grams(reference, 3));
            out.copy_from_slice(&[matched[1], bigrams, two, matched[2], trigrams, three]);
        }
        Counter::Fluency => {
            out[..4].copy_from_slice(&matched);
            (1..=4).for_each(|n| out[3 + n] = grams(hypothesis, n as i64));
            out[8..].copy_from_slice(&[reference, hypothesis]);
        }
        Counter::Positions => out.copy_from_slice(&tally.lines[variant].positions),
        Counter::Exact | Counter::Length => {}
    }
}
