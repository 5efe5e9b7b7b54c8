//! A cursor over JSON that may end anywhere: what is not whole yet is asked for again when more is there.

use std::borrow::Cow;

/// Why reading stopped.
#[derive(Debug, PartialEq, Eq)]
pub enum Stop {
    /// The bytes end within a value.
    More,
    /// This is no JSON, or none that is read here.
    Other,
}

pub type Found<T> = Result<T, Stop>;

/// Values nest no deeper than this; deeper ones are left to the caller.
const DEEPEST: usize = 64;
/// Numbers have no more digits than this.
const LONGEST: usize = 300;

/// Bytes, and how many of them are read.
pub struct Cursor<'a> {
    bytes: &'a [u8],
    pub at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The bytes from a place to the cursor.
    pub fn since(&self, start: usize) -> &'a [u8] {
        &self.bytes[start..self.at]
    }

    /// The next byte that is no white space, which is not taken.
    pub fn peek(&mut self) -> Found<u8> {
        while let Some(&byte) = self.bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Ok(byte);
            }
            self.at += 1;
        }
        Err(Stop::More)
    }

    /// Take this byte, after white space.
    pub fn take(&mut self, wanted: u8) -> Found<()> {
        if self.peek()? != wanted {
            return Err(Stop::Other);
        }
        self.at += 1;
        Ok(())
    }

    /// Whether a list or an object goes on: takes the comma before another member, or the end.
    pub fn goes_on(&mut self, first: bool, end: u8) -> Found<bool> {
        if self.peek()? == end {
            self.at += 1;
            return Ok(false);
        }
        if !first {
            self.take(b',')?;
        }
        Ok(true)
    }

    /// The key of a member, and its colon.
    pub fn key(&mut self) -> Found<Cow<'a, str>> {
        let key = self.string()?;
        self.take(b':')?;
        Ok(key)
    }

    /// A string, without what no `char` can hold (half of a surrogate pair).
    pub fn string(&mut self) -> Found<Cow<'a, str>> {
        self.take(b'"')?;
        let rest = &self.bytes[self.at..];
        let plain = rest.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ').ok_or(Stop::More)?;
        let text = |bytes: &'a [u8]| std::str::from_utf8(bytes).map_err(|_| Stop::Other);
        let start = text(&rest[..plain])?;
        self.at += plain;
        if rest[plain] == b'"' {
            self.at += 1;
            return Ok(Cow::Borrowed(start));
        }
        let mut whole = start.to_owned();
        loop {
            match self.next()? {
                b'"' => return Ok(Cow::Owned(whole)),
                b'\\' => whole.push(self.escaped()?),
                byte if byte < b' ' => return Err(Stop::Other),
                _ => {
                    let rest = &self.bytes[self.at - 1..];
                    let plain =
                        rest.iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ').ok_or(Stop::More)?;
                    whole.push_str(text(&rest[..plain])?);
                    self.at += plain - 1;
                }
            }
        }
    }

    /// A number as the file has it.
    pub fn number(&mut self) -> Found<&'a str> {
        self.peek()?;
        let start = self.at;
        self.at += usize::from(self.bytes[self.at] == b'-');
        match self.here()? {
            b'0' => self.at += 1,
            b'1'..=b'9' => self.digits()?,
            _ => return Err(Stop::Other),
        }
        if self.here()? == b'.' {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.here()?, b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.here()?, b'+' | b'-'));
            self.digits()?;
        }
        if self.at - start > LONGEST {
            return Err(Stop::Other);
        }
        std::str::from_utf8(self.since(start)).map_err(|_| Stop::Other)
    }

    /// A number as the nearest float that is finite.
    pub fn float(&mut self) -> Found<f64> {
        let value: f64 = self.number()?.parse().map_err(|_| Stop::Other)?;
        if value.is_finite() { Ok(value) } else { Err(Stop::Other) }
    }

    /// A whole number, written without a fraction or an exponent.
    pub fn integer(&mut self) -> Found<i64> {
        self.number()?.parse().map_err(|_| Stop::Other)
    }

    /// This word.
    pub fn word(&mut self, wanted: &str) -> Found<()> {
        self.peek()?;
        let rest = &self.bytes[self.at..];
        let there = rest.len().min(wanted.len());
        if rest[..there] != wanted.as_bytes()[..there] {
            return Err(Stop::Other);
        }
        if there < wanted.len() {
            return Err(Stop::More);
        }
        self.at += there;
        Ok(())
    }

    /// Any value, of which every key stands once and every number is finite.
    pub fn skip(&mut self) -> Found<()> {
        self.skip_within(DEEPEST)
    }

    fn skip_within(&mut self, depth: usize) -> Found<()> {
        if depth == 0 {
            return Err(Stop::Other);
        }
        match self.peek()? {
            b'{' => {
                self.at += 1;
                let mut keys = Vec::new();
                while self.goes_on(keys.is_empty(), b'}')? {
                    keys.push(self.key()?);
                    self.skip_within(depth - 1)?;
                }
                keys.sort_unstable();
                if keys.windows(2).any(|pair| pair[0] == pair[1]) { Err(Stop::Other) } else { Ok(()) }
            }
            b'[' => {
                self.at += 1;
                let mut first = true;
                while self.goes_on(first, b']')? {
                    self.skip_within(depth - 1)?;
                    first = false;
                }
                Ok(())
            }
            b'"' => self.string().map(|_| ()),
            b't' => self.word("true"),
            b'f' => self.word("false"),
            b'n' => self.word("null"),
            _ => self.float().map(|_| ()),
        }
    }

    fn here(&self) -> Found<u8> {
        self.bytes.get(self.at).copied().ok_or(Stop::More)
    }

    fn next(&mut self) -> Found<u8> {
        let byte = self.here()?;
        self.at += 1;
        Ok(byte)
    }

    /// One digit or more.
    fn digits(&mut self) -> Found<()> {
        if !self.here()?.is_ascii_digit() {
            return Err(Stop::Other);
        }
        while self.here()?.is_ascii_digit() {
            self.at += 1;
        }
        Ok(())
    }

    /// The character after a backslash.
    fn escaped(&mut self) -> Found<char> {
        Ok(match self.next()? {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let unit = self.unit()?;
                let point = if (0xD800..0xDC00).contains(&unit) {
                    if self.next()? != b'\\' || self.next()? != b'u' {
                        return Err(Stop::Other);
                    }
                    let low = self.unit()?.checked_sub(0xDC00).filter(|low| *low < 0x400).ok_or(Stop::Other)?;
                    0x10000 + ((unit - 0xD800) << 10) + low
                } else {
                    unit
                };
                char::from_u32(point).ok_or(Stop::Other)?
            }
            _ => return Err(Stop::Other),
        })
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Found<u32> {
        let mut value = 0;
        for _ in 0..4 {
            value = value << 4 | char::from(self.next()?).to_digit(16).ok_or(Stop::Other)?;
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole<T>(text: &str, read: impl Fn(&mut Cursor<'_>) -> Found<T>) -> Found<T> {
        for end in 0..text.len() {
            assert!(matches!(read(&mut Cursor::new(&text.as_bytes()[..end])), Err(Stop::More)), "{text:?} to {end}");
        }
        read(&mut Cursor::new(text.as_bytes()))
    }

    #[test]
    fn strings_are_decoded_and_ask_for_more_until_they_are_whole() {
        for (text, value) in
            [(r#""""#, ""), (r#""a\n\u00e9\ud83d\ude00\/b""#, "a\né😀/b"), (r#" "a\"b\\c""#, "a\"b\\c")]
        {
            assert_eq!(whole(text, |cursor| cursor.string().map(Cow::into_owned)), Ok(value.to_owned()));
        }
    }

    #[test]
    fn what_is_no_string_is_refused() {
        for text in [r#""\ud83d!!!!!!""#, r#""\ude00""#, "\"a\nb\"", r#""\x""#, r#""\u00zz""#, "1"] {
            assert_eq!(Cursor::new(text.as_bytes()).string(), Err(Stop::Other), "{text:?}");
        }
        assert_eq!(Cursor::new(b"\"\xff\"").string(), Err(Stop::Other));
    }

    #[test]
    fn numbers_follow_the_grammar_and_end_before_what_follows() {
        for (text, value) in [("0,", 0.0), ("-0.5]", -0.5), ("1e2}", 100.0), ("0.1e-1 ", 0.01), ("10,", 10.0)] {
            assert_eq!(whole(text, |cursor| cursor.float()), Ok(value), "{text:?}");
        }
        for text in ["NaN ", "01,", ".5,", "1.,", "+1,", "1e,", "1e999,", "-,", "Infinity,"] {
            let mut cursor = Cursor::new(text.as_bytes());
            let found = cursor.float().and_then(|_| cursor.take(b','));
            assert_eq!(found, Err(Stop::Other), "{text:?}");
        }
        assert_eq!(Cursor::new(format!("{},", "1".repeat(LONGEST + 1)).as_bytes()).number(), Err(Stop::Other));
    }

    #[test]
    fn any_value_is_skipped_unless_a_key_stands_twice_or_it_nests_too_deeply() {
        assert_eq!(whole(r#"{"a": [1.0, true, null, {"b": "]}"}], "c": false}"#, |cursor| cursor.skip()), Ok(()));
        assert_eq!(Cursor::new(br#"{"a": 1, "b": 2, "\u0061": 3}"#).skip(), Err(Stop::Other));
        assert_eq!(Cursor::new("[".repeat(DEEPEST + 1).as_bytes()).skip(), Err(Stop::Other));
        assert_eq!(Cursor::new(br#"[1,]"#).skip(), Err(Stop::Other));
    }
}
