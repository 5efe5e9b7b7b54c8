//! Edit distance where one side has at most 64 tokens: one machine word holds a column (Myers 1999, Hyyrö 2003).

use super::symbol::Symbol;
use super::walk::{Cells, Place, Split, TieOrder, Unmatched};

/// For each column's token the set of rows that hold an equal one.
pub fn masks<S: Symbol>(rows: &[S], columns: &[S], table: &mut Vec<u64>, alphabet: usize, out: &mut Vec<u64>) {
    if table.len() < alphabet {
        table.resize(alphabet, 0);
    }
    for (row, symbol) in rows.iter().enumerate() {
        table[symbol.index()] |= 1 << row;
    }
    out.clear();
    out.extend(columns.iter().map(|symbol| table[symbol.index()]));
    for symbol in rows {
        table[symbol.index()] = 0;
    }
}

/// Vertical differences of one column, and how the column's cells relate to their neighbours.
struct Column {
    positive: u64,
    negative: u64,
}

impl Column {
    /// Step to the next column; returns the cells equal to their diagonal neighbour, and those above their left one.
    #[inline(always)]
    fn step(&mut self, equal: u64) -> (u64, u64) {
        let Self { positive, negative } = *self;
        let diagonal = ((equal & positive).wrapping_add(positive) ^ positive) | equal | negative;
        let right = negative | !(diagonal | positive);
        let left = diagonal & positive;
        let above = (right << 1) | 1;
        self.positive = (left << 1) | !(diagonal | above);
        self.negative = above & diagonal;
        (diagonal, right)
    }

    fn bottom(&self, rows: usize, columns: usize) -> usize {
        let inside = u64::MAX >> (64 - rows);
        columns + (self.positive & inside).count_ones() as usize - (self.negative & inside).count_ones() as usize
    }
}

/// The distance of 1 to 64 rows to the columns.
pub fn distance(masks: &[u64], rows: usize) -> usize {
    let mut column = Column { positive: u64::MAX, negative: 0 };
    for &equal in masks {
        column.step(equal);
    }
    column.bottom(rows, masks.len())
}

/// The distance, with the columns stored for the walk.
pub fn store(masks: &[u64], rows: usize, order: TieOrder, out: &mut Vec<Cells>) -> usize {
    match order {
        TieOrder::DeletionFirst => store_as::<true>(masks, rows, out),
        TieOrder::InsertionFirst => store_as::<false>(masks, rows, out),
    }
}

fn store_as<const UP_FIRST: bool>(masks: &[u64], rows: usize, out: &mut Vec<Cells>) -> usize {
    let mut column = Column { positive: u64::MAX, negative: 0 };
    out.clear();
    out.extend(masks.iter().map(|&equal| {
        let (diagonal, right) = column.step(equal);
        Cells { substitution: !diagonal, up: if UP_FIRST { column.positive } else { !right } }
    }));
    column.bottom(rows, masks.len())
}

/// Walk back over stored columns and count the substitutions.
pub fn walk<U: Unmatched>(masks: &[u64], cells: &[Cells], rows: usize, distance: usize, unmatched: &mut U) -> Split {
    let mut place = Place { row: rows, column: masks.len(), cost: distance, substitutions: 0 };
    while place.row > 0 && place.column > 0 {
        let (bit, at) = (place.row - 1, place.column - 1);
        if masks[at] >> bit & 1 == 1 {
            (place.row, place.column) = (bit, at);
        } else {
            let Cells { substitution, up } = cells[at];
            place.edit(substitution >> bit & 1 == 1, up >> bit & 1 == 1, unmatched);
        }
    }
    place.finish(unmatched);
    Split { distance, substitutions: place.substitutions }
}
