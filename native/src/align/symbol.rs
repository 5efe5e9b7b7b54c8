//! What the aligner compares: small integers that index a table.

/// A token as a dense integer, below the alphabet's size that is passed beside it.
pub trait Symbol: Copy + Eq {
    /// The symbol as a table index.
    fn index(self) -> usize;
}

impl Symbol for u8 {
    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self)
    }
}

impl Symbol for u32 {
    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}

/// Lengths of the common prefix and, behind it, of the common suffix.
pub fn common_ends<S: Symbol>(reference: &[S], hypothesis: &[S]) -> (usize, usize) {
    let prefix = reference.iter().zip(hypothesis).take_while(|(ours, theirs)| ours == theirs).count();
    let (ours, theirs) = (&reference[prefix..], &hypothesis[prefix..]);
    let suffix = ours.iter().rev().zip(theirs.iter().rev()).take_while(|(left, right)| left == right).count();
    (prefix, suffix)
}

/// Both sides without their common prefix and suffix.
pub fn middle<'a, S: Symbol>(reference: &'a [S], hypothesis: &'a [S]) -> (&'a [S], &'a [S]) {
    let (prefix, suffix) = common_ends(reference, hypothesis);
    (&reference[prefix..reference.len() - suffix], &hypothesis[prefix..hypothesis.len() - suffix])
}

/// The same for bytes, eight at a time.
pub fn common_bytes(reference: &[u8], hypothesis: &[u8]) -> (usize, usize) {
    let shorter = reference.len().min(hypothesis.len());
    let mut prefix = 0;
    while prefix + 8 <= shorter {
        let differing = eight(reference, prefix) ^ eight(hypothesis, prefix);
        if differing != 0 {
            prefix += differing.trailing_zeros() as usize / 8;
            return (prefix, common_suffix(&reference[prefix..], &hypothesis[prefix..]));
        }
        prefix += 8;
    }
    let (more, suffix) = common_ends(&reference[prefix..], &hypothesis[prefix..]);
    (prefix + more, suffix)
}

fn common_suffix(reference: &[u8], hypothesis: &[u8]) -> usize {
    let shorter = reference.len().min(hypothesis.len());
    let mut suffix = 0;
    while suffix + 8 <= shorter {
        let differing =
            eight(reference, reference.len() - suffix - 8) ^ eight(hypothesis, hypothesis.len() - suffix - 8);
        if differing != 0 {
            return suffix + differing.leading_zeros() as usize / 8;
        }
        suffix += 8;
    }
    let (ours, theirs) = (&reference[..reference.len() - suffix], &hypothesis[..hypothesis.len() - suffix]);
    suffix + ours.iter().rev().zip(theirs.iter().rev()).take_while(|(left, right)| left == right).count()
}

#[inline(always)]
fn eight(text: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(*text[at..].first_chunk().expect("eight bytes are left"))
}
