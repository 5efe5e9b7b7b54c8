//! The words and terms of a pair as sequences of numbers.

use crate::align::{Aligner, Pair, TieOrder};
use crate::intern::{self, Interner, Source};
use crate::plan::Cut;
use crate::text::clusters;
use crate::text::facts::Facts;
use crate::text::spaces::{Span, Words};
use crate::text::terms::{self, Terms};
use crate::tokens::{Counter, Counts, Wanted};

/// Both texts, what normalising their whitespace makes of them (where it changes one), and their words.
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    pub raw: [&'a str; 2],
    pub joined: [&'a str; 2],
    pub words: &'a [Words; 2],
    pub clean: bool,
}

impl Texts<'_> {
    /// As the interner wants them.
    pub fn bytes(&self) -> intern::Texts<'_> {
        intern::Texts { reference: self.raw[0].as_bytes(), hypothesis: self.raw[1].as_bytes() }
    }
}

/// The tools that count sequences.
pub type Tools<'a> = (&'a mut Counter, &'a mut Aligner, TieOrder);

/// How one kind of words is cut, and what is wanted of it, raw and normalised.
#[derive(Clone, Copy)]
pub struct Kind {
    pub cut: Cut,
    pub wanted: [Wanted; 2],
}

impl Kind {
    fn all(self) -> Wanted {
        self.wanted[0] | self.wanted[1]
    }

    fn any(self) -> bool {
        self.all().any()
    }
}

const SOURCES: [Source; 2] = [Source::Reference, Source::Hypothesis];

/// Both sides as numbers.
#[derive(Debug, Default)]
struct Numbers([Vec<u32>; 2]);

impl Numbers {
    fn pair(&self, alphabet: usize) -> Pair<'_, u32> {
        Pair { reference: &self.0[0], hypothesis: &self.0[1], alphabet }
    }
}

const UNKNOWN: u32 = u32::MAX;
const DROPPED: u32 = u32::MAX - 1;

/// The memory kept between pairs.
#[derive(Default)]
pub struct Sequences {
    interner: Interner,
    whitespace: Numbers,
    terms: Numbers,
    made: Option<Terms>, // which terms of this pair `terms` holds
    term_of: Vec<u32>,
    scratch: Vec<u8>,
    segments: Interner,
    segmented: Numbers,
    spans: Vec<Span>,
}

impl Sequences {
    /// Number the words of a new pair.
    pub fn begin(&mut self, texts: Texts, lines: bool) {
        self.made = None;
        let total = texts.words[0].spans.len() + texts.words[1].spans.len();
        self.interner.clear(if lines { total + total / 4 } else { total });
        for (side, source) in SOURCES.into_iter().enumerate() {
            let numbers = &mut self.whitespace.0[side];
            numbers.clear();
            let spans = texts.words[side].spans.iter();
            numbers.extend(spans.map(|&span| self.interner.intern(texts.bytes(), source, span)));
        }
    }

    /// The table of the pair's words.
    pub fn interner(&mut self) -> &mut Interner {
        &mut self.interner
    }

    /// Count words and terms, each raw and normalised. Sequences that are equal are counted once.
    pub fn count(&mut self, texts: Texts, kinds: [Kind; 2], facts: &Facts, tools: Tools) -> [[Counts; 2]; 2] {
        let [words, terms] = kinds;
        if let (Cut::Whitespace, Cut::Terms(rule)) = (words.cut, terms.cut)
            && words.any()
            && terms.any()
            && (0..self.interner.len()).all(|word| self.is_term(texts, word as u32, rule, facts))
        {
            let shared = Kind { cut: Cut::Whitespace, wanted: [words.all(), terms.all()] };
            return [self.count_kind(texts, shared, facts, tools); 2];
        }
        let (counter, aligner, order) = tools;
        [words, terms].map(|kind| self.count_kind(texts, kind, facts, (counter, aligner, order)))
    }

    /// Count one kind, raw and normalised: twice only where whitespace can change the words.
    fn count_kind(&mut self, texts: Texts, kind: Kind, facts: &Facts, (counter, aligner, order): Tools) -> [Counts; 2] {
        if !kind.any() {
            return Default::default();
        }
        if kind.cut == Cut::Segments && !texts.clean {
            return [(texts.raw, kind.wanted[0]), (texts.joined, kind.wanted[1])].map(|(sides, wanted)| {
                self.segment(sides, facts);
                counter.count(self.segmented.pair(self.segments.len()), wanted, order, aligner)
            });
        }
        let numbers = match kind.cut {
            Cut::Whitespace => self.whitespace.pair(self.interner.len()),
            Cut::Terms(rule) => {
                self.make_terms(texts, rule, facts);
                self.terms.pair(self.interner.len())
            }
            Cut::Segments => {
                self.segment(texts.raw, facts);
                self.segmented.pair(self.segments.len())
            }
        };
        [counter.count(numbers, kind.all(), order, aligner); 2]
    }

    /// Number the terms: each different word is looked at once.
    fn make_terms(&mut self, texts: Texts, rule: Terms, facts: &Facts) {
        if self.made.replace(rule) == Some(rule) {
            return;
        }
        self.term_of.clear();
        self.term_of.resize(self.interner.len(), UNKNOWN);
        for side in 0..2 {
            self.terms.0[side].clear();
            for index in 0..self.whitespace.0[side].len() {
                let word = self.whitespace.0[side][index] as usize;
                if self.term_of[word] == UNKNOWN {
                    self.term_of[word] = self.term(texts, word as u32, rule, facts);
                }
                if self.term_of[word] != DROPPED {
                    self.terms.0[side].push(self.term_of[word]);
                }
            }
        }
    }

    /// Whether a word is its own term.
    #[inline(always)]
    fn is_term(&self, texts: Texts, word: u32, rule: Terms, facts: &Facts) -> bool {
        terms::is_term(self.interner.bytes(texts.bytes(), word), self.interner.head(word), rule, facts)
    }

    /// The number of a word's term.
    fn term(&mut self, texts: Texts, word: u32, rule: Terms, facts: &Facts) -> u32 {
        if self.is_term(texts, word, rule, facts) {
            return word;
        }
        let bytes = self.interner.bytes(texts.bytes(), word);
        let mut term = std::mem::take(&mut self.scratch);
        term.clear();
        terms::write(bytes, rule, facts, &mut term);
        let number = self.interner.build(texts.bytes(), |out| out.extend_from_slice(&term));
        self.scratch = term;
        number.unwrap_or(DROPPED)
    }

    /// Number the words of UAX #29.
    fn segment(&mut self, sides: [&str; 2], facts: &Facts) {
        let texts = intern::Texts { reference: sides[0].as_bytes(), hypothesis: sides[1].as_bytes() };
        self.segments.clear(64);
        for (side, source) in SOURCES.into_iter().enumerate() {
            clusters::words(sides[side], facts, &mut self.spans);
            self.segmented.0[side].clear();
            let numbers = self.spans.iter().map(|&span| self.segments.intern(texts, source, span));
            self.segmented.0[side].extend(numbers);
        }
    }
}
