//! The ruled path through a band, in bounded memory: columns are stored where they fit, else recomputed from checkpoints.

use super::band::{Front, Goal, Store, advance};
use super::kernel::{Keep, LANES, STRIP};
use super::pattern::Pattern;
use super::symbol::Symbol;
use super::walk::{Place, Split, TieOrder, Unmatched};

/// How much may be kept: registers of stored columns, blocks of checkpoints, and words of the table of equal rows.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub registers: usize,
    pub blocks: usize,
    pub table: usize,
}

impl Budget {
    /// 8 MiB of columns, 64 MiB of checkpoints, a table of 32 MiB.
    pub const NORMAL: Self = Self { registers: 1 << 18, blocks: 1 << 22, table: 1 << 22 };
}

/// The memory of a band that is kept between pairs.
pub struct Memory {
    pub pattern: Pattern,
    pub front: Front,
    pub store: Store,
    pub budget: Budget,
}

impl Default for Memory {
    fn default() -> Self {
        Self { pattern: Pattern::default(), front: Front::default(), store: Store::default(), budget: Budget::NORMAL }
    }
}

/// The distance of two sides, if it is at most `limit`.
pub fn distance<S: Symbol>(
    memory: &mut Memory,
    rows: &[S],
    columns: &[S],
    alphabet: usize,
    limit: usize,
) -> Option<usize> {
    let goal = Goal { row: rows.len(), column: columns.len(), limit };
    memory.pattern.prepare(rows, alphabet, goal.blocks(rows.len()), memory.budget.table);
    memory.front.start();
    let arrived = advance(&mut memory.front, (rows, columns), &mut memory.pattern, (goal, columns.len()), None);
    memory.pattern.leave(rows);
    memory.front.value(rows.len()).filter(|&cost| arrived && cost <= limit)
}

/// The split of the ruled path, if the distance is at most `limit`.
pub fn split<S: Symbol, U: Unmatched>(
    memory: &mut Memory,
    (rows, columns): (&[S], &[S]),
    alphabet: usize,
    (order, limit): (TieOrder, usize),
    unmatched: &mut U,
) -> Option<Split> {
    let goal = Goal { row: rows.len(), column: columns.len(), limit };
    memory.pattern.prepare(rows, alphabet, goal.blocks(rows.len()), memory.budget.table);
    memory.front.start();
    let keep = match order {
        TieOrder::DeletionFirst => Keep::DeletionFirst,
        TieOrder::InsertionFirst => Keep::InsertionFirst,
    };
    let Memory { pattern, front, store, budget } = memory;
    let mut trace = Trace { rows, columns, keep, budget: *budget, pattern, store, unmatched };
    let place = trace.whole(front, goal);
    trace.pattern.leave(rows);
    let (mut place, distance) = place?;
    place.finish(unmatched);
    Some(Split { distance, substitutions: place.substitutions })
}

/// A walk under way, with what it needs to compute columns again.
struct Trace<'a, S, U> {
    rows: &'a [S],
    columns: &'a [S],
    keep: Keep,
    budget: Budget,
    pattern: &'a mut Pattern,
    store: &'a mut Store,
    unmatched: &'a mut U,
}

impl<S: Symbol, U: Unmatched> Trace<'_, S, U> {
    /// Compute all columns and walk back; the place where the path meets the edge of the table, and the distance.
    fn whole(&mut self, front: &mut Front, goal: Goal) -> Option<(Place, usize)> {
        let begin = Front::default();
        let registers = goal.column * (goal.limit / 128 + 2).div_ceil(LANES) * 2;
        let checkpoints = if registers <= self.budget.registers && self.stored(front, goal) {
            Vec::new()
        } else {
            front.start();
            self.pattern.leave(self.rows);
            self.checkpoints(front, goal)
        };
        let distance = front.value(goal.row).filter(|&cost| cost <= goal.limit && front.column == goal.column)?;
        let mut place = Place { row: goal.row, column: goal.column, cost: distance, substitutions: 0 };
        if checkpoints.is_empty() {
            self.walk(&mut place, begin.column);
        }
        for checkpoint in checkpoints.into_iter().rev() {
            self.span(&checkpoint, &mut place);
        }
        Some((place, distance))
    }

    /// Take the front to the goal and store the columns. False if they do not fit, or no path is within the limit.
    fn stored(&mut self, front: &mut Front, goal: Goal) -> bool {
        self.store.clear(front.column);
        let columns = goal.column - front.column;
        let most = if columns <= STRIP { usize::MAX } else { self.budget.registers };
        let keeping = Some((self.keep, &mut *self.store, most));
        advance(front, (self.rows, self.columns), self.pattern, (goal, goal.column), keeping)
    }

    /// Take the front to the goal and remember it on the way, as often as the budget allows.
    fn checkpoints(&mut self, front: &mut Front, goal: Goal) -> Vec<Front> {
        let columns = goal.column - front.column;
        let most = self.budget.blocks / goal.blocks(self.rows.len());
        let parts = most.clamp(8, (columns / 512).max(8));
        let step = columns.div_ceil(parts).next_multiple_of(STRIP);
        let mut kept = Vec::with_capacity(parts);
        while front.column < goal.column {
            kept.push(front.clone());
            let until = goal.column.min(front.column + step);
            if !advance(front, (self.rows, self.columns), self.pattern, (goal, until), None) {
                break;
            }
        }
        kept
    }

    /// Walk back from the place to the column of a checkpoint. Only cells near the path are computed again: those from
    /// which the place can still be reached at its known cost.
    fn span(&mut self, from: &Front, place: &mut Place) {
        if place.row == 0 || place.column <= from.column {
            return;
        }
        let goal = Goal { row: place.row, column: place.column, limit: place.cost };
        let mut front = Front::default();
        front.copy_from(from);
        self.pattern.leave(self.rows);
        if self.stored(&mut front, goal) {
            return self.walk(place, from.column);
        }
        front.copy_from(from);
        self.pattern.leave(self.rows);
        for checkpoint in self.checkpoints(&mut front, goal).into_iter().rev() {
            self.span(&checkpoint, place);
        }
    }

    /// Walk back over the stored columns until column `until` or row 0.
    fn walk(&mut self, place: &mut Place, until: usize) {
        while place.row > 0 && place.column > until {
            if self.rows[place.row - 1] == self.columns[place.column - 1] {
                (place.row, place.column) = (place.row - 1, place.column - 1);
                continue;
            }
            let (substitution, up) = self.store.cell(place.row, place.column);
            place.edit(substitution, up, self.unmatched);
        }
    }
}
