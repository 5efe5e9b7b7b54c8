//! The ruled walk back over stored bit columns.

/// Which move the walk prefers where an insertion and a deletion are both on a shortest path.
///
/// A match is always taken first, then a substitution.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TieOrder {
    /// match, substitution, deletion, insertion
    DeletionFirst,
    /// match, substitution, insertion, deletion
    InsertionFirst,
}

impl TieOrder {
    /// The order that gives the same path when reference and hypothesis change places.
    pub fn transposed(self) -> Self {
        match self {
            Self::DeletionFirst => Self::InsertionFirst,
            Self::InsertionFirst => Self::DeletionFirst,
        }
    }
}

/// Two bits for each row of a block in one column: whether a substitution ends a shortest path there, and whether the
/// walk leaves upwards (else to the left) where neither a match nor a substitution does.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Cells {
    pub substitution: u64,
    pub up: u64,
}

/// Hears of each token that the walk leaves unmatched.
pub trait Unmatched {
    /// The row's token at this index is substituted or deleted.
    fn row(&mut self, index: usize);
    /// The column's token at this index is substituted or inserted.
    fn column(&mut self, index: usize);
}

/// Hears nothing.
pub struct Ignore;

impl Unmatched for Ignore {
    #[inline(always)]
    fn row(&mut self, _: usize) {}
    #[inline(always)]
    fn column(&mut self, _: usize) {}
}

/// The place of a walk: rows and columns still ahead, the cost of getting there from the start, substitutions so far.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Place {
    pub row: usize,
    pub column: usize,
    pub cost: usize,
    pub substitutions: usize,
}

impl Place {
    /// Take a step that costs one edit: a substitution, up or left.
    #[inline(always)]
    pub fn edit<U: Unmatched>(&mut self, substitution: bool, up: bool, unmatched: &mut U) {
        self.cost -= 1;
        self.substitutions += usize::from(substitution);
        if substitution || up {
            self.row -= 1;
            unmatched.row(self.row);
        }
        if substitution || !up {
            self.column -= 1;
            unmatched.column(self.column);
        }
    }

    /// Take the steps that remain at an edge of the table: only insertions or only deletions.
    pub fn finish<U: Unmatched>(&mut self, unmatched: &mut U) {
        self.cost -= self.row + self.column;
        (0..self.row).for_each(|index| unmatched.row(index));
        (0..self.column).for_each(|index| unmatched.column(index));
        (self.row, self.column) = (0, 0);
    }
}

/// The numbers of edits on a path, rows against columns.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Split {
    pub distance: usize,
    pub substitutions: usize,
}

impl Split {
    /// Hits, substitutions, deletions and insertions of sides of these lengths.
    ///
    /// Deletions and insertions follow: their sum is what the substitutions leave, their difference that of the lengths.
    pub fn counts(self, reference: usize, hypothesis: usize) -> [usize; 4] {
        let indels = self.distance - self.substitutions;
        let deletions = (indels + reference - hypothesis) / 2;
        [reference - self.substitutions - deletions, self.substitutions, deletions, indels - deletions]
    }
}
