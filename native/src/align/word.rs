//! Edit distance where one side has at most 64 tokens: one machine word holds a column (Myers 1999, Hyyrö 2003).

use super::symbol::Symbol;
use super::walk::{Cells, Place, Split, TieOrder, Unmatched};

/// For each symbol the set of rows that hold it, while `run` runs.
#[inline(always)]
pub fn with_rows<S: Symbol, R>(rows: &[S], table: &mut Vec<u64>, alphabet: usize, run: impl FnOnce(&[u64]) -> R) -> R {
    if table.len() < alphabet {
        table.resize(alphabet, 0);
    }
    let table = &mut table[..alphabet];
    for (row, symbol) in rows.iter().enumerate() {
        table[symbol.index()] |= 1 << row;
    }
    let result = run(table);
    for symbol in rows {
        table[symbol.index()] = 0;
    }
    result
}

/// Vertical differences of one column: +1, and the complement of -1.
struct Column {
    positive: u64,
    steady: u64,
}

impl Column {
    const FIRST: Self = Self { positive: u64::MAX, steady: u64::MAX };

    /// Step to the next column. Returns the cells that differ from their diagonal neighbour, and those that are not
    /// above their left one.
    ///
    /// Written so that the longest chain of dependent operations is nine long; it is all that counts here.
    #[inline(always)]
    fn step(&mut self, equal: u64) -> (u64, u64) {
        let Self { positive, steady } = *self;
        let direct = equal | !steady;
        let diagonal = ((equal & positive).wrapping_add(positive) ^ positive) | direct;
        let level = (diagonal | positive) & steady;
        let left = diagonal & positive;
        let (level_above, left_above) = (level << 1, left << 1);
        self.positive = left_above | (!diagonal & level_above);
        self.steady = !diagonal | level_above;
        (!diagonal, level)
    }

    fn bottom(&self, rows: usize, columns: usize) -> usize {
        let inside = u64::MAX >> (64 - rows);
        columns + (self.positive & inside).count_ones() as usize - (!self.steady & inside).count_ones() as usize
    }
}

/// The distance of 1 to 64 rows to the columns, each given as the set of equal rows.
#[inline(always)]
pub fn distance(columns: impl ExactSizeIterator<Item = u64>, rows: usize) -> usize {
    let (count, mut column) = (columns.len(), Column::FIRST);
    for equal in columns {
        column.step(equal);
    }
    column.bottom(rows, count)
}

/// The distance, with the columns stored for the walk.
#[inline(always)]
pub fn store(
    columns: impl ExactSizeIterator<Item = u64>,
    rows: usize,
    order: TieOrder,
    cells: &mut Vec<Cells>,
) -> usize {
    match order {
        TieOrder::DeletionFirst => store_as::<true>(columns, rows, cells),
        TieOrder::InsertionFirst => store_as::<false>(columns, rows, cells),
    }
}

#[inline(always)]
fn store_as<const UP_FIRST: bool>(
    columns: impl ExactSizeIterator<Item = u64>,
    rows: usize,
    cells: &mut Vec<Cells>,
) -> usize {
    let (count, mut column) = (columns.len(), Column::FIRST);
    cells.clear();
    cells.extend(columns.map(|equal| {
        let (substitution, level) = column.step(equal);
        Cells { substitution, up: if UP_FIRST { column.positive } else { level } }
    }));
    column.bottom(rows, count)
}

/// Walk back over stored columns and count the substitutions.
#[inline(always)]
pub fn walk<U: Unmatched>(
    is_equal: impl Fn(usize, usize) -> bool,
    cells: &[Cells],
    (rows, distance): (usize, usize),
    unmatched: &mut U,
) -> Split {
    let mut place = Place { row: rows, column: cells.len(), cost: distance, substitutions: 0 };
    while place.row > 0 && place.column > 0 {
        let (row, column) = (place.row - 1, place.column - 1);
        if is_equal(row, column) {
            (place.row, place.column) = (row, column);
        } else {
            let Cells { substitution, up } = cells[column];
            place.edit(substitution >> row & 1 == 1, up >> row & 1 == 1, unmatched);
        }
    }
    place.finish(unmatched);
    Split { distance, substitutions: place.substitutions }
}
