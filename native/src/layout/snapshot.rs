//! Files of the evaluation schema 1.3, read in pieces into columns.
//!
//! The reader takes only what is certainly valid as it stands: pages and objects with the keys of the schema, each once,
//! boxes within the page, unique ids. Anything else ends it, and the caller reads the file by the definition, which names
//! every fault. What depends on the kind of file or on the revision of the schema (scores, images) is not judged here: the
//! first object of each kind is kept as it is, and so is everything around the pages.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::json::{Cursor, Found, Stop};
use super::objects::{Columns, KINDS, at_least, filled, once, picture};

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Members { first: bool },
    Pages { first: bool },
    End,
    Broken,
}

/// A file that is being read.
pub struct Reader {
    state: State,
    pending: Vec<u8>,
    /// Bytes that must be pending before it is worth to try again.
    wanted: usize,
    columns: Columns,
    /// The file without its pages, and one page for each kind of object that occurs.
    rest: Vec<u8>,
    examples: Vec<u8>,
    seen: u16,
    listed: bool,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            state: State::Start,
            pending: Vec::new(),
            wanted: 0,
            columns: Columns::default(),
            rest: b"{".to_vec(),
            examples: Vec::new(),
            seen: 0,
            listed: false,
        }
    }
}

impl Reader {
    /// Read on; false if this file must be read otherwise.
    pub fn feed(&mut self, piece: &[u8]) -> bool {
        self.pending.extend_from_slice(piece);
        if self.pending.len() >= self.wanted {
            self.read();
        }
        self.state != State::Broken
    }

    /// The columns, and the file around them; none if this file must be read otherwise.
    pub fn finish(mut self) -> Option<(Columns, Vec<u8>)> {
        self.read();
        if self.state != State::End || repeated(&self.columns.pages) || repeated(&self.columns.object_ids) {
            return None;
        }
        self.rest.push(b'}');
        Some((self.columns, self.rest))
    }

    fn read(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let mut done = 0;
        let stop = loop {
            let mut cursor = Cursor::new(&pending[done..]);
            let before = self.columns.object_page.len();
            match self.step(&mut cursor) {
                Ok(state) => {
                    self.state = state;
                    done += cursor.at;
                }
                Err(stop) => {
                    self.columns.cut(before);
                    break stop;
                }
            }
        };
        if stop == Stop::Other {
            self.state = State::Broken;
        } else {
            self.pending = pending[done..].to_vec();
            self.wanted = 2 * self.pending.len(); // a page that goes on and on is not tried with every piece
        }
    }

    /// One member of the file, or one page; what it keeps counts only if it is whole.
    fn step(&mut self, cursor: &mut Cursor<'_>) -> Found<State> {
        match self.state {
            State::Start => cursor.take(b'{').map(|()| State::Members { first: true }),
            State::Members { first } => {
                if !cursor.goes_on(first, b'}')? {
                    return Ok(State::End);
                }
                cursor.peek()?;
                let start = cursor.at;
                if cursor.key()? == "predictions" {
                    cursor.take(b'[')?;
                    if std::mem::replace(&mut self.listed, true) {
                        return Err(Stop::Other);
                    }
                    return Ok(State::Pages { first: true });
                }
                cursor.skip()?;
                self.member(cursor.since(start));
                Ok(State::Members { first: false })
            }
            State::Pages { first } => {
                if cursor.goes_on(first, b']')? {
                    self.page(cursor)?;
                    return Ok(State::Pages { first: false });
                }
                let pages = [b"\"predictions\":[", &*std::mem::take(&mut self.examples), b"]"].concat();
                self.member(&pages);
                Ok(State::Members { first: false })
            }
            State::End | State::Broken => match cursor.peek() {
                Ok(_) => Err(Stop::Other),
                Err(stop) => Err(stop),
            },
        }
    }

    fn member(&mut self, text: &[u8]) {
        if self.rest.len() > 1 {
            self.rest.push(b',');
        }
        self.rest.extend_from_slice(text);
    }

    fn page(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        cursor.peek()?;
        let start = cursor.at;
        let (mut name, mut document, mut index, mut image, mut objects) = (None, None, None, None, None);
        cursor.take(b'{')?;
        let mut first = true;
        while cursor.goes_on(first, b'}')? {
            first = false;
            match &*cursor.key()? {
                "page_id" => once(&mut name, filled(cursor)?)?,
                "doc_id" => once(&mut document, filled(cursor)?)?,
                "page_index" => once(&mut index, at_least(cursor, 0)?)?,
                "image" => once(&mut image, picture(cursor)?)?,
                "objects" => {
                    cursor.peek()?;
                    let begin = cursor.at;
                    let kinds = self.columns.objects(cursor)?;
                    once(&mut objects, (begin, cursor.at, kinds))?;
                }
                _ => return Err(Stop::Other),
            }
        }
        let (Some(name), Some(document), Some(index), Some((begin, end, kinds))) = (name, document, index, objects)
        else {
            return Err(Stop::Other);
        };
        let text = cursor.since(start);
        let around = (&text[..begin - start], &text[end - start..]);
        self.keep_example(around, &kinds, image.is_some());
        let columns = &mut self.columns;
        if let Some(image) = image {
            columns.images.push((columns.pages.len(), image));
        }
        columns.page_document.push(columns.documents.number(&document));
        columns.page_index.push(index);
        columns.pages.push(name);
        Ok(())
    }

    /// The page around its objects, with the first object of each kind that was not seen before.
    fn keep_example(&mut self, around: (&[u8], &[u8]), kinds: &[Option<&[u8]>; KINDS], image: bool) {
        let mut is_new = |kind: usize| {
            let bit = 1 << (2 * kind + usize::from(image));
            let new = self.seen & bit == 0;
            self.seen |= bit;
            new
        };
        let found: Vec<&[u8]> =
            kinds.iter().enumerate().filter_map(|(kind, one)| one.filter(|_| is_new(kind))).collect();
        if found.is_empty() && !(kinds.iter().all(Option::is_none) && is_new(KINDS)) {
            return;
        }
        if !self.examples.is_empty() {
            self.examples.push(b',');
        }
        self.examples.extend([around.0, b"[", &found.join(&b','), b"]", around.1].concat());
    }
}

/// Whether two names are equal; different names of one hash count as equal, which only costs time.
fn repeated(names: &[String]) -> bool {
    let mut hashes: Vec<u64> = names.iter().map(|name| hash(name)).collect();
    hashes.sort_unstable();
    hashes.windows(2).any(|pair| pair[0] == pair[1])
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"{"label_map": {"1": "Figure"}, "predictions": [
        {"page_id": "a", "doc_id": "d", "page_index": 0, "objects": [
            {"id": "1", "label": "Figure", "bbox": [0, 0.1, 0.5, 1], "score": 0.25, "attributes": {"x": [1]}},
            {"id": "2", "label": "Table", "bbox": [0.0, 0.0, 0.5, 0.5], "score": null},
            {"id": "3", "label": "Table", "bbox": [0.0, 0.0, 0.5, 0.5]}]},
        {"objects": [], "page_index": 4, "doc_id": "e", "page_id": "b",
            "image": {"width_px": 2, "height_px": 3, "path": "b.png"}}
    ], "info": {}} "#;

    fn read(text: &str, size: usize) -> Option<(Columns, Vec<u8>)> {
        let mut reader = Reader::default();
        text.as_bytes().chunks(size).all(|piece| reader.feed(piece));
        reader.finish()
    }

    #[test]
    fn a_file_in_pieces_of_any_size_gives_the_same_columns() {
        for size in 1..FILE.len() + 1 {
            let (columns, rest) = read(FILE, size).expect("valid");
            assert_eq!(columns.pages, ["a", "b"]);
            assert_eq!(columns.page_document, [0, 1]);
            assert_eq!(columns.page_index, [0, 4]);
            assert_eq!(columns.documents.names, ["d", "e"]);
            assert_eq!(columns.labels.names, ["Figure", "Table"]);
            assert_eq!(columns.object_ids, ["1", "2", "3"]);
            assert_eq!(columns.object_page, [0, 0, 0]);
            assert_eq!(columns.object_label, [0, 1, 1]);
            assert_eq!(columns.boxes[..4], [0.0, 0.1, 0.5, 1.0]);
            assert!(columns.scores[0] == 0.25 && columns.scores[1].is_nan() && columns.scores[2].is_nan());
            assert_eq!(columns.images.len(), 1);
            let rest = String::from_utf8(rest).expect("text");
            assert_eq!(rest.matches("page_id").count(), 2, "a page with objects and one without: {rest}");
            assert_eq!(rest.matches("bbox").count(), 3, "three kinds of objects: {rest}");
        }
    }

    #[test]
    fn what_is_not_certainly_valid_is_left_to_the_definition() {
        assert!(read("{}", 1).is_some());
        for (from, to) in [
            ("\"1\", \"label\"", "\"2\", \"label\""),
            ("\"page_id\": \"b\"", "\"page_id\": \"a\""),
            ("0.5, 1]", "0.5, 1.5]"),
            ("0.5, 1]", "0.5]"),
            ("[0, 0.1", "[0.7, 0.1"),
            ("0.25", "NaN"),
            ("0.25", "\"0.25\""),
            ("0.25", "2"),
            ("{\"x\": [1]}", "[1]"),
            ("\"page_index\": 4", "\"page_index\": -4"),
            ("\"page_index\": 4", "\"page_index\": 4, \"page_index\": 4"),
            ("\"width_px\": 2", "\"width_px\": 0"),
            ("\"id\": \"3\"", "\"id\": \"\""),
            ("\"id\": \"3\", ", ""),
            ("\"info\": {}", "\"predictions\": []"),
            ("}} ", "}} }"),
            ("}} ", "}"),
        ] {
            assert!(FILE.contains(from), "{from}");
            assert!(read(&FILE.replacen(from, to, 1), 7).is_none(), "{from} -> {to}");
        }
    }
}
