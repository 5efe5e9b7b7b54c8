//! A window of 64 rows that slides along the diagonal: exact for few edits, an upper bound for many.

use super::symbol::Symbol;
use super::walk::{Cells, Place, Split, TieOrder, Unmatched};

pub const HEIGHT: usize = 64;
const REVIEW: usize = 16; // columns between two looks at where the window should go

/// Where a symbol occurred in the rows seen last, as bits below the row where it was seen last.
#[derive(Clone, Copy, Default)]
struct Seen {
    rows: u64,
    last: usize,
}

/// For each symbol the rows of the window that hold it.
#[derive(Default)]
struct Rows {
    seen: Vec<Seen>,
}

impl Rows {
    fn prepare(&mut self, alphabet: usize) {
        if self.seen.len() < alphabet {
            self.seen.resize(alphabet, Seen::default());
        }
    }

    /// The window's lowest row becomes `row` and holds `symbol`.
    #[inline(always)]
    fn enter(&mut self, symbol: usize, row: usize) {
        let seen = &mut self.seen[symbol];
        seen.rows = shifted(seen.rows, row - seen.last) | 1 << (HEIGHT - 1);
        seen.last = row;
    }

    /// The rows equal to `symbol` when the window's lowest row is `row`.
    #[inline(always)]
    fn equal(&self, symbol: usize, row: usize) -> u64 {
        let seen = self.seen[symbol];
        shifted(seen.rows, row - seen.last)
    }

    fn forget<S: Symbol>(&mut self, rows: &[S], alphabet: usize) {
        if alphabet <= rows.len() {
            return self.seen[..alphabet].fill(Seen::default());
        }
        for symbol in rows {
            self.seen[symbol.index()] = Seen::default();
        }
    }
}

/// Shift out of the word where `by` says so, without a branch: which symbols are rare cannot be predicted.
#[inline(always)]
fn shifted(rows: u64, by: usize) -> u64 {
    (rows >> (by % HEIGHT)) & u64::from(by < HEIGHT).wrapping_neg()
}

/// Vertical differences inside the window, +1 and the complement of -1; the highest bit is its lowest row.
struct State {
    positive: u64,
    steady: u64,
}

/// How the cells of a column relate to those of the column before.
struct Met {
    other: u64, // differs from the diagonal neighbour
    level: u64, // not above the left neighbour
    left: u64,  // below the left neighbour
}

impl State {
    /// Step one column right and one row down. As in `word`, the chain of dependent operations is kept short.
    #[inline(always)]
    fn slide(&mut self, equal: u64) -> Met {
        let met = self.meet(equal);
        let other = !(!met.other >> 1);
        self.positive = met.left | (other & met.level);
        self.steady = other | met.level;
        met
    }

    /// Step one column right and stay in the same rows; returns how the lowest row's value changes.
    #[inline(always)]
    fn stay(&mut self, equal: u64) -> i64 {
        let Met { other, level, left } = self.meet(equal);
        self.positive = (left << 1) | (other & level << 1);
        self.steady = other | level << 1;
        (!level >> 63) as i64 - (left >> 63) as i64
    }

    #[inline(always)]
    fn meet(&self, equal: u64) -> Met {
        let Self { positive, steady } = *self;
        let direct = equal | !steady;
        let diagonal = ((equal & positive).wrapping_add(positive) ^ positive) | direct;
        Met { other: !diagonal, level: (diagonal | positive) & steady, left: diagonal & positive }
    }

    /// Move down without a step: the rows that enter are reached by deletions.
    fn descend(&mut self, rows: usize) {
        self.positive = !(!self.positive >> rows);
        self.steady = !(!self.steady >> rows);
    }
}

/// The window with its memory.
#[derive(Default)]
pub struct Window {
    rows: Rows,
    cells: Vec<Cells>,
}

/// How far below the diagonal the window's lowest row runs, so that as many paths as possible stay inside.
///
/// All paths of at most `reach` edits do; a pair whose lengths differ by more has none.
fn depth(rows: usize, columns: usize) -> Option<usize> {
    let (difference, height) = (rows as i64 - columns as i64, HEIGHT as i64);
    (difference.abs() < height).then(|| ((height - 1 + difference) / 2) as usize)
}

/// The number of edits up to which the window holds every shortest path of sides of these lengths.
pub fn reach(rows: usize, columns: usize) -> usize {
    depth(rows, columns).map_or(0, |_| HEIGHT - 2)
}

impl Window {
    /// An upper bound of the distance with the straight window, exact up to `reach`.
    pub fn distance<S: Symbol>(&mut self, rows: &[S], columns: &[S], alphabet: usize) -> usize {
        self.straight::<S, 0>(rows, columns, alphabet)
    }

    /// The same, with the columns kept for `walk`.
    pub fn store<S: Symbol>(&mut self, rows: &[S], columns: &[S], alphabet: usize, order: TieOrder) -> usize {
        match order {
            TieOrder::DeletionFirst => self.straight::<S, 1>(rows, columns, alphabet),
            TieOrder::InsertionFirst => self.straight::<S, 2>(rows, columns, alphabet),
        }
    }

    /// KEEP: 0 nothing, 1 the cells for deletions first, 2 for insertions first.
    fn straight<S: Symbol, const KEEP: u8>(&mut self, rows: &[S], columns: &[S], alphabet: usize) -> usize {
        let Some(depth) = depth(rows.len(), columns.len()) else { return rows.len().max(columns.len()) };
        let goal = HEIGHT - 1 - (depth + columns.len() - rows.len());
        self.rows.prepare(alphabet);
        rows.iter().take(depth).enumerate().for_each(|(row, symbol)| self.rows.enter(symbol.index(), row + 1));
        let mut state = State { positive: u64::MAX << (HEIGHT - 1 - depth), steady: u64::MAX };
        let mut cost = rows.len().saturating_sub(columns.len());
        self.cells.clear();
        self.cells.reserve(columns.len());
        for (column, symbol) in columns.iter().enumerate() {
            let lowest = column + 1 + depth;
            if let Some(entering) = rows.get(lowest - 1) {
                self.rows.enter(entering.index(), lowest);
            }
            let Met { other, level, .. } = state.slide(self.rows.equal(symbol.index(), lowest));
            cost += (other >> goal & 1) as usize;
            if KEEP > 0 {
                let up = if KEEP == 1 { state.positive << 1 } else { level };
                self.cells.push(Cells { substitution: other, up });
            }
        }
        self.rows.forget(rows, alphabet);
        cost
    }

    /// Walk back over the stored columns of a distance that the window holds.
    pub fn walk<S: Symbol, U: Unmatched>(
        &self,
        rows: &[S],
        columns: &[S],
        distance: usize,
        unmatched: &mut U,
    ) -> Split {
        let depth = depth(rows.len(), columns.len()).unwrap_or(0);
        let mut place = Place { row: rows.len(), column: columns.len(), cost: distance, substitutions: 0 };
        while place.row > 0 && place.column > 0 {
            if rows[place.row - 1] == columns[place.column - 1] {
                (place.row, place.column) = (place.row - 1, place.column - 1);
                continue;
            }
            let Cells { substitution, up } = self.cells[place.column - 1];
            let bit = HEIGHT - 1 + place.row - (place.column + depth);
            place.edit(substitution >> bit & 1 == 1, up >> bit & 1 == 1, unmatched);
        }
        place.finish(unmatched);
        Split { distance, substitutions: place.substitutions }
    }

    /// An upper bound of the distance, from a window that follows the better side.
    pub fn follow<S: Symbol>(&mut self, rows: &[S], columns: &[S], alphabet: usize) -> usize {
        self.rows.prepare(alphabet);
        let mut run = Run { lowest: 0, cost: 0, state: State { positive: 0, steady: u64::MAX } };
        run.descend(&mut self.rows, rows, HEIGHT / 2);
        for (strip, symbols) in columns.chunks(REVIEW).enumerate() {
            let stays = run.steer(&mut self.rows, rows, strip * REVIEW, columns.len());
            for (index, symbol) in symbols.iter().enumerate() {
                if index < stays {
                    run.cost += run.state.stay(self.rows.equal(symbol.index(), run.lowest));
                } else {
                    run.slide(&mut self.rows, rows, symbol.index());
                }
            }
        }
        self.rows.forget(rows, alphabet);
        run.bound(rows.len()).min(rows.len().max(columns.len()))
    }
}

/// A window under way: its lowest row and that row's value in the current column.
struct Run {
    lowest: usize,
    cost: i64,
    state: State,
}

impl Run {
    fn descend<S: Symbol>(&mut self, table: &mut Rows, rows: &[S], by: usize) {
        for _ in 0..by {
            self.lowest += 1;
            if let Some(symbol) = rows.get(self.lowest - 1) {
                table.enter(symbol.index(), self.lowest);
            }
        }
        self.state.descend(by);
        self.cost += by as i64;
    }

    #[inline(always)]
    fn slide<S: Symbol>(&mut self, table: &mut Rows, rows: &[S], symbol: usize) {
        let Met { left, .. } = self.state.slide(table.equal(symbol, self.lowest));
        self.cost += i64::from(left >> (HEIGHT - 1) == 0);
        self.lowest += 1;
        if let Some(entering) = rows.get(self.lowest - 1) {
            table.enter(entering.index(), self.lowest);
        }
    }

    /// Move towards the side with the smaller value, and near the end towards the goal; returns the columns to stay.
    fn steer<S: Symbol>(&mut self, table: &mut Rows, rows: &[S], column: usize, columns: usize) -> usize {
        let slope = i64::from(self.state.positive.count_ones()) - i64::from(self.state.steady.count_zeros());
        let left = (columns - column) as i64;
        let goal = rows.len() as i64 + (HEIGHT / 2) as i64 - self.lowest as i64 - left;
        let wish = if goal.abs() >= left { goal } else { -slope / 8 };
        let step = wish.clamp(-(REVIEW as i64), REVIEW as i64);
        if step > 0 {
            self.descend(table, rows, step as usize);
            return 0;
        }
        step.unsigned_abs() as usize
    }

    /// The value of the last row, by insertions and deletions where the window does not hold it.
    fn bound(&self, rows: usize) -> usize {
        if self.lowest <= rows {
            return self.cost as usize + rows - self.lowest;
        }
        let below = self.lowest - rows;
        if below >= HEIGHT {
            return usize::MAX;
        }
        let outside = u64::MAX << (HEIGHT - below);
        let rise = (self.state.positive & outside).count_ones() as i64;
        let fall = (!self.state.steady & outside).count_ones() as i64;
        (self.cost - rise + fall) as usize
    }
}
