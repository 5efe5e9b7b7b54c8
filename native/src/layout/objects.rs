//! The objects of layout files, in columns: what a page of the evaluation schema 1.3 holds.

use std::collections::HashMap;

use super::json::{Cursor, Found, Stop};

/// The pages and objects of a file.
#[derive(Default)]
pub struct Columns {
    pub pages: Vec<String>,
    /// The document of each page, as a number in `documents`.
    pub page_document: Vec<i64>,
    pub page_index: Vec<i64>,
    /// Documents and classes, in the order in which pages and objects first name them.
    pub documents: Names,
    pub labels: Names,
    pub object_ids: Vec<String>,
    pub object_page: Vec<i64>,
    pub object_label: Vec<i64>,
    /// Left, top, right and bottom of each object.
    pub boxes: Vec<f64>,
    /// NaN where there is none.
    pub scores: Vec<f64>,
    pub images: Vec<(usize, Image)>,
}

/// The image of a page.
pub struct Image {
    pub width: i64,
    pub height: i64,
    pub path: String,
}

/// Names by number.
#[derive(Default)]
pub struct Names {
    pub names: Vec<String>,
    numbers: HashMap<String, i64>,
}

impl Names {
    pub fn number(&mut self, name: &str) -> i64 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as i64;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

/// Kinds of objects: without a score, with null as its score, and with a number.
pub const KINDS: usize = 3;

impl Columns {
    /// Forget the objects from this one on.
    pub fn cut(&mut self, length: usize) {
        self.object_ids.truncate(length);
        self.object_page.truncate(length);
        self.object_label.truncate(length);
        self.scores.truncate(length);
        self.boxes.truncate(4 * length);
    }

    /// A list of objects; the first of each kind as the file has it.
    pub fn objects<'a>(&mut self, cursor: &mut Cursor<'a>) -> Found<[Option<&'a [u8]>; KINDS]> {
        let mut kinds = [None; KINDS];
        cursor.take(b'[')?;
        let mut first = true;
        while cursor.goes_on(first, b']')? {
            first = false;
            cursor.peek()?;
            let start = cursor.at;
            let kind = self.object(cursor)?;
            kinds[kind].get_or_insert(cursor.since(start));
        }
        Ok(kinds)
    }

    fn object(&mut self, cursor: &mut Cursor<'_>) -> Found<usize> {
        let (mut name, mut label, mut sides, mut score, mut attributes) = (None, None, None, None, None);
        cursor.take(b'{')?;
        let mut first = true;
        while cursor.goes_on(first, b'}')? {
            first = false;
            match &*cursor.key()? {
                "id" => once(&mut name, filled(cursor)?)?,
                "label" => {
                    let text = cursor.string()?;
                    if text.is_empty() {
                        return Err(Stop::Other);
                    }
                    once(&mut label, self.labels.number(&text))?;
                }
                "bbox" => once(&mut sides, sides_of(cursor)?)?,
                "score" => once(&mut score, score_of(cursor)?)?,
                "attributes" => {
                    if cursor.peek()? != b'{' {
                        return Err(Stop::Other);
                    }
                    once(&mut attributes, cursor.skip()?)?;
                }
                _ => return Err(Stop::Other),
            }
        }
        let (Some(name), Some(label), Some(sides)) = (name, label, sides) else {
            return Err(Stop::Other);
        };
        self.object_ids.push(name);
        self.object_page.push(self.pages.len() as i64);
        self.object_label.push(label);
        self.boxes.extend(sides);
        self.scores.push(score.flatten().unwrap_or(f64::NAN));
        Ok(score.map_or(0, |score| if score.is_some() { 2 } else { 1 }))
    }
}

/// Take the value of a key that stands once.
pub fn once<T>(place: &mut Option<T>, value: T) -> Found<()> {
    if place.replace(value).is_some() { Err(Stop::Other) } else { Ok(()) }
}

/// A string that is not empty.
pub fn filled(cursor: &mut Cursor<'_>) -> Found<String> {
    let text = cursor.string()?;
    if text.is_empty() { Err(Stop::Other) } else { Ok(text.into_owned()) }
}

pub fn at_least(cursor: &mut Cursor<'_>, least: i64) -> Found<i64> {
    cursor.integer().and_then(|value| if value < least { Err(Stop::Other) } else { Ok(value) })
}

fn share(cursor: &mut Cursor<'_>) -> Found<f64> {
    cursor.float().and_then(|value| if (0.0..=1.0).contains(&value) { Ok(value) } else { Err(Stop::Other) })
}

fn score_of(cursor: &mut Cursor<'_>) -> Found<Option<f64>> {
    if cursor.peek()? == b'n' { cursor.word("null").map(|()| None) } else { share(cursor).map(Some) }
}

fn sides_of(cursor: &mut Cursor<'_>) -> Found<[f64; 4]> {
    let mut sides = [0.0; 4];
    cursor.take(b'[')?;
    for (place, side) in sides.iter_mut().enumerate() {
        if place > 0 {
            cursor.take(b',')?;
        }
        *side = share(cursor)?;
    }
    cursor.take(b']')?;
    if sides[0] < sides[2] && sides[1] < sides[3] { Ok(sides) } else { Err(Stop::Other) }
}

pub fn picture(cursor: &mut Cursor<'_>) -> Found<Image> {
    let (mut width, mut height, mut path) = (None, None, None);
    cursor.take(b'{')?;
    let mut first = true;
    while cursor.goes_on(first, b'}')? {
        first = false;
        match &*cursor.key()? {
            "width_px" => once(&mut width, at_least(cursor, 1)?)?,
            "height_px" => once(&mut height, at_least(cursor, 1)?)?,
            "path" => once(&mut path, filled(cursor)?)?,
            _ => return Err(Stop::Other),
        }
    }
    let (Some(width), Some(height), Some(path)) = (width, height, path) else {
        return Err(Stop::Other);
    };
    Ok(Image { width, height, path })
}
