//! Lines as `str.splitlines` cuts them, outer blank lines dropped, each trimmed: all borders are borders of words.

use super::spaces::{Span, Words, is_blank};

/// A line as a range of words, and whether only single plain spaces stand between them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Line {
    pub first: u32,
    pub end: u32,
    pub clean: bool,
}

impl Line {
    /// The trimmed line as a part of the text.
    pub fn span(self, words: &[Span]) -> Span {
        if self.first == self.end {
            return Span::default();
        }
        Span { start: words[self.first as usize].start, end: words[self.end as usize - 1].end }
    }
}

/// Cut a text, whose words are known, into lines.
pub fn cut(text: &str, words: &Words, out: &mut Vec<Line>) {
    out.clear();
    let count = words.spans.len() as u32;
    if count == 0 {
        return;
    }
    let mut line = Line { first: 0, end: 0, clean: true };
    if !words.clean {
        for (index, pair) in words.spans.windows(2).enumerate() {
            if is_blank(pair, text.as_bytes()) {
                continue;
            }
            let gap = &text.as_bytes()[pair[0].end as usize..pair[1].start as usize];
            let next = index as u32 + 1;
            match breaks(gap) {
                0 => line.clean = false,
                number => {
                    out.push(Line { end: next, ..line });
                    out.extend((1..number).map(|_| Line { first: next, end: next, clean: true }));
                    line = Line { first: next, end: 0, clean: true };
                }
            }
        }
    }
    out.push(Line { end: count, ..line });
}

/// The number of line breaks in a run of whitespace.
fn breaks(gap: &[u8]) -> usize {
    let mut count = 0;
    for (at, byte) in gap.iter().enumerate() {
        count += usize::from(match byte {
            b'\n' => at == 0 || gap[at - 1] != b'\r',
            b'\r' | 0x0B | 0x0C | 0x1C..=0x1E => true,
            0xC2 => gap[at + 1] == 0x85,
            0xE2 => gap[at + 1] == 0x80 && matches!(gap[at + 2], 0xA8 | 0xA9),
            _ => false,
        });
    }
    count
}
