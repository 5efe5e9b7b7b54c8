//! Edit distance and its split, exact, by whichever method is cheapest for the pair at hand.

mod band;
mod kernel;
mod occurrences;
mod pattern;
mod symbol;
mod trace;
mod walk;
mod window;
pub(crate) mod word;

pub use occurrences::Occurrences;
pub use symbol::{Symbol, common_bytes, common_ends, middle};
pub use trace::Budget;
pub use walk::{Cells, Ignore, Split, TieOrder, Unmatched};

use trace::Memory;
use walk::Place;
use window::Window;

const WORD: usize = 64; // rows that one machine word holds
const LONG: usize = 1 << 16; // columns above which even one word's columns are not all stored
const FULL: usize = 8 * WORD; // rows up to which looking for a bound costs more than it saves
const LOOSE: usize = 6 * WORD; // a bound above which looking for a better one pays
const REACH: usize = 62; // edits up to which the straight window is exact

/// Two sequences of symbols below `alphabet`.
#[derive(Clone, Copy)]
pub struct Pair<'a, S> {
    pub reference: &'a [S],
    pub hypothesis: &'a [S],
    pub alphabet: usize,
}

impl<S: Symbol> Pair<'_, S> {
    fn transposed(self) -> Self {
        Self { reference: self.hypothesis, hypothesis: self.reference, alphabet: self.alphabet }
    }

    fn longer(&self) -> usize {
        self.reference.len().max(self.hypothesis.len())
    }

    fn shorter(&self) -> usize {
        self.reference.len().min(self.hypothesis.len())
    }
}

/// Reports the tokens of a transposed pair under their own side.
struct Transposed<'a, U>(&'a mut U);

impl<U: Unmatched> Unmatched for Transposed<'_, U> {
    fn row(&mut self, index: usize) {
        self.0.column(index);
    }
    fn column(&mut self, index: usize) {
        self.0.row(index);
    }
}

/// The aligner with the memory that it keeps between pairs.
#[derive(Default)]
pub struct Aligner {
    table: Vec<u64>,
    cells: Vec<Cells>,
    window: Window,
    memory: Memory,
}

/// What is known of a distance before it is computed; it changes the speed only.
#[derive(Clone, Copy, Debug, Default)]
pub enum Hint {
    #[default]
    Nothing,
    /// The edits per token of a pair like this one.
    Rate(f64),
    /// The distance is likely this, and rarely more.
    Distance(usize),
}

impl Hint {
    /// Learn from a pair for the next one of its kind; short pairs need no hint, and give none.
    pub fn learn(&mut self, distance: i64, longer: usize) {
        if longer > WORD {
            *self = Self::Rate(distance as f64 / longer as f64);
        }
    }

    fn expected(self, length: usize) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Rate(rate) => (rate * length as f64) as usize,
            Self::Distance(distance) => distance,
        }
    }

    fn limit(self) -> Option<usize> {
        if let Self::Distance(distance) = self { Some(distance) } else { None }
    }
}

impl Aligner {
    /// Another budget for stored columns than the normal one.
    pub fn with_budget(budget: Budget) -> Self {
        let mut aligner = Self::default();
        aligner.memory.budget = budget;
        aligner
    }

    /// The edit distance.
    pub fn distance<S: Symbol>(&mut self, pair: Pair<S>, hint: Hint) -> usize {
        if pair.shorter() == 0 {
            return pair.longer();
        }
        if pair.hypothesis.len() < pair.reference.len() {
            return self.distance(pair.transposed(), hint);
        }
        let (rows, columns) = (pair.reference, pair.hypothesis);
        if rows.len() <= WORD {
            return word::with_rows(rows, &mut self.table, pair.alphabet, |table| {
                word::distance(columns.iter().map(|symbol| table[symbol.index()]), rows.len())
            });
        }
        let mut bound = pair.longer();
        if hint.expected(pair.longer()) <= REACH + REACH / 4 {
            bound = self.window.distance(rows, columns, pair.alphabet);
            if bound <= window::reach(rows.len(), columns.len()) {
                return bound;
            }
        }
        let try_limit = |limit, memory: &mut Memory| trace::distance(memory, rows, columns, pair.alphabet, limit);
        if let Some(distance) =
            hint.limit().filter(|&limit| limit < bound).and_then(|limit| try_limit(limit, &mut self.memory))
        {
            return distance;
        }
        let limit = self.bound(pair, bound);
        try_limit(limit, &mut self.memory).expect("the bound is not below the distance")
    }

    /// The split of the ruled path.
    pub fn split<S: Symbol, U: Unmatched>(
        &mut self,
        pair: Pair<S>,
        order: TieOrder,
        hint: Hint,
        unmatched: &mut U,
    ) -> Split {
        if pair.shorter() == 0 {
            let (row, column) = (pair.reference.len(), pair.hypothesis.len());
            Place { row, column, cost: row + column, substitutions: 0 }.finish(unmatched);
            return Split { distance: pair.longer(), substitutions: 0 };
        }
        if pair.longer() <= LONG && pair.reference.len() <= WORD {
            return self.short(pair, order, unmatched);
        }
        if pair.longer() <= LONG && pair.hypothesis.len() <= WORD {
            return self.short(pair.transposed(), order.transposed(), &mut Transposed(unmatched));
        }
        self.long(pair, order, hint, unmatched)
    }

    /// The split of a pair whose reference fits one word.
    fn short<S: Symbol, U: Unmatched>(&mut self, pair: Pair<S>, order: TieOrder, unmatched: &mut U) -> Split {
        let (rows, columns) = (pair.reference, pair.hypothesis);
        let cells = &mut self.cells;
        let distance = word::with_rows(rows, &mut self.table, pair.alphabet, |table| {
            word::store(columns.iter().map(|symbol| table[symbol.index()]), rows.len(), order, cells)
        });
        word::walk(|row, column| rows[row] == columns[column], cells, (rows.len(), distance), unmatched)
    }

    fn long<S: Symbol, U: Unmatched>(
        &mut self,
        pair: Pair<S>,
        order: TieOrder,
        hint: Hint,
        unmatched: &mut U,
    ) -> Split {
        let (rows, columns) = (pair.reference, pair.hypothesis);
        let mut bound = pair.longer();
        if columns.len() <= LONG && hint.expected(bound) <= REACH + REACH / 4 {
            bound = self.window.store(rows, columns, pair.alphabet, order);
            if bound <= window::reach(rows.len(), columns.len()) {
                return self.window.walk(rows, columns, bound, unmatched);
            }
        }
        let sides = (rows, columns);
        if let Some(limit) = hint.limit().filter(|&limit| limit < bound) {
            let split = trace::split(&mut self.memory, sides, pair.alphabet, (order, limit), unmatched);
            if let Some(split) = split {
                return split;
            }
        }
        let limit = self.bound(pair, bound);
        let split = trace::split(&mut self.memory, sides, pair.alphabet, (order, limit), unmatched);
        split.expect("the bound is not below the distance")
    }

    /// An upper bound of the distance, better than the one at hand where that pays.
    fn bound<S: Symbol>(&mut self, pair: Pair<S>, bound: usize) -> usize {
        if pair.shorter() <= FULL || bound <= LOOSE {
            return bound;
        }
        bound.min(self.window.follow(pair.reference, pair.hypothesis, pair.alphabet))
    }
}
