//! What is to be counted: groups of columns by name, and how texts become tokens.

use crate::align::TieOrder;
use crate::text::steps::Step;
use crate::text::terms::Terms;
use crate::text::units::Unit;
use crate::tokens::Wanted;

/// How a text is cut into words or terms.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Cut {
    Whitespace,
    Segments,
    Terms(Terms),
}

/// What a group counts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Counter {
    Distance,
    Edits,
    Exact,
    Bag,
    Distinct,
    Order,
    Overlap,
    Fluency,
    Positions,
    Length,
}

/// Of what.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Tokens {
    Characters,
    Words,
    Terms,
    Lines,
    Text,
    Original,
}

/// One counter on one kind of tokens, of the text as it is or with its whitespace normalised.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Group {
    pub counter: Counter,
    pub tokens: Tokens,
    pub normalised: bool,
}

const COUNTERS: [(&str, Counter, &[&str]); 10] = [
    ("distance", Counter::Distance, &["distance", "reference", "hypothesis", "longer"]),
    ("edits", Counter::Edits, &["hits", "substitutions", "deletions", "insertions"]),
    ("exact", Counter::Exact, &["different", "samples"]),
    ("bag", Counter::Bag, &["matched", "reference", "hypothesis"]),
    ("distinct", Counter::Distinct, &["matched", "reference", "hypothesis"]),
    ("order", Counter::Order, &["positions", "subsequence", "reference", "hypothesis"]),
    (
        "overlap",
        Counter::Overlap,
        &["bigram_matched", "bigram_distinct", "bigrams", "trigram_matched", "trigram_distinct", "trigrams"],
    ),
    (
        "fluency",
        Counter::Fluency,
        &[
            "matched_1",
            "matched_2",
            "matched_3",
            "matched_4",
            "total_1",
            "total_2",
            "total_3",
            "total_4",
            "reference",
            "hypothesis",
        ],
    ),
    ("positions", Counter::Positions, &["forward", "reverse", "longer"]),
    ("length", Counter::Length, &["reference", "hypothesis", "reference_empty", "hypothesis_empty"]),
];

const TOKENS: [(&str, Tokens); 6] = [
    ("characters", Tokens::Characters),
    ("words", Tokens::Words),
    ("terms", Tokens::Terms),
    ("lines", Tokens::Lines),
    ("text", Tokens::Text),
    ("original", Tokens::Original),
];

impl Group {
    /// Read `counter:tokens` or `counter:tokens:norm`; none if there is no such group.
    pub fn read(name: &str) -> Option<Self> {
        let mut parts = name.split(':');
        let (counter, tokens) = (parts.next()?, parts.next()?);
        let counter = COUNTERS.iter().find(|known| known.0 == counter)?.1;
        let tokens = TOKENS.iter().find(|known| known.0 == tokens)?.1;
        let normalised = match (parts.next(), parts.next()) {
            (None, _) => false,
            (Some("norm"), None) => true,
            _ => return None,
        };
        let possible = match counter {
            Counter::Distance | Counter::Edits | Counter::Bag => !matches!(tokens, Tokens::Text | Tokens::Original),
            Counter::Exact => tokens == Tokens::Text,
            Counter::Length => tokens == Tokens::Original && !normalised,
            Counter::Positions => tokens == Tokens::Lines,
            _ => matches!(tokens, Tokens::Words | Tokens::Terms | Tokens::Lines),
        };
        possible.then_some(Self { counter, tokens, normalised })
    }

    /// The names of its fields, in the order of its columns.
    pub fn fields(self) -> &'static [&'static str] {
        COUNTERS.iter().find(|known| known.1 == self.counter).map_or(&[], |known| known.2)
    }

    /// The names of its columns.
    pub fn columns(self) -> impl Iterator<Item = String> {
        let tokens = TOKENS.iter().find(|known| known.1 == self.tokens).map_or("", |known| known.0);
        let counter = COUNTERS.iter().find(|known| known.1 == self.counter).map_or("", |known| known.0);
        let suffix = if self.normalised { "_norm" } else { "" };
        self.fields().iter().map(move |field| format!("{tokens}_{counter}{suffix}.{field}"))
    }

    fn add_to(self, wanted: &mut Wanted) {
        match self.counter {
            Counter::Distance => wanted.distance = true,
            Counter::Edits => wanted.split = true,
            Counter::Bag => wanted.bag = true,
            Counter::Distinct => wanted.distinct = true,
            Counter::Order => wanted.order = true,
            Counter::Overlap | Counter::Fluency => wanted.grams = true,
            Counter::Exact | Counter::Positions | Counter::Length => {}
        }
    }
}

/// Everything that a count depends on but the texts.
#[derive(Clone, Debug)]
pub struct Plan {
    pub groups: Vec<Group>,
    pub unit: Unit,
    pub words: Cut,
    pub terms: Cut,
    pub order: TieOrder,
    pub steps: Vec<Step>,
}

impl Plan {
    /// The number of columns.
    pub fn width(&self) -> usize {
        self.groups.iter().map(|group| group.fields().len()).sum()
    }

    /// What is wanted of one kind of tokens.
    pub fn wanted(&self, tokens: Tokens, normalised: bool) -> Wanted {
        let mut wanted = Wanted::default();
        let chosen = |group: &&Group| group.tokens == tokens && group.normalised == normalised;
        self.groups.iter().filter(chosen).for_each(|group| group.add_to(&mut wanted));
        wanted
    }

    /// Whether any group counts these tokens of this variant.
    pub fn has(&self, tokens: Tokens, normalised: bool) -> bool {
        self.groups.iter().any(|group| group.tokens == tokens && group.normalised == normalised)
    }

    /// Whether texts beyond ASCII need the interpreter's tables.
    pub fn needs_facts(&self) -> bool {
        let cut = |tokens, cut: Cut| cut != Cut::Whitespace && (self.has(tokens, false) || self.has(tokens, true));
        !self.steps.is_empty() || cut(Tokens::Words, self.words) || cut(Tokens::Terms, self.terms)
    }
}

impl std::ops::BitOr for Wanted {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self {
            distance: self.distance || other.distance,
            split: self.split || other.split,
            bag: self.bag || other.bag,
            distinct: self.distinct || other.distinct,
            order: self.order || other.order,
            grams: self.grams || other.grams,
        }
    }
}
