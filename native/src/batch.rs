//! Many pairs on several threads: the same counts for any number of them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::engine::{Engine, Task};

const CHUNK: usize = 1 << 16; // bytes of text that one thread takes at a time, at most
const ALONE: usize = 1 << 15; // bytes of text below which a second thread costs more than it saves
const LEAST: usize = 1 << 12; // bytes of text below which a chunk is not worth taking
const SHARES: usize = 32; // chunks a thread, so that all threads end at about the same time
const ROWS: usize = 16; // pairs whose rows stay in the fastest cache until they are written as columns
const KEPT: usize = 64; // engines kept for later calls

/// Both texts of each pair; none where the pair is left to the interpreter.
pub trait Texts: Sync {
    /// The number of pairs.
    fn len(&self) -> usize;
    /// Whether there is no pair.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The number of bytes of a pair.
    fn size(&self, index: usize) -> usize;
    /// The number of bytes of all pairs.
    fn total(&self) -> usize {
        (0..self.len()).map(|index| self.size(index)).sum()
    }
    /// The texts of a pair.
    fn pair(&self, index: usize) -> Option<(&str, &str)>;
}

#[expect(clippy::vec_box, reason = "an engine is large, and moves with each small call")]
static ENGINES: Mutex<Vec<Box<Engine>>> = Mutex::new(Vec::new());

/// Run with an engine whose memory is warm. In a forked child the lock may be held for ever, so nobody waits for it.
pub fn with_engine<R>(run: impl FnOnce(&mut Engine) -> R) -> R {
    let kept = ENGINES.try_lock().ok().and_then(|mut engines| engines.pop());
    let mut engine = kept.unwrap_or_default();
    let result = run(&mut engine);
    if let Ok(mut engines) = ENGINES.try_lock()
        && engines.len() < KEPT
    {
        engines.push(engine);
    }
    result
}

/// The number of threads to use where nobody asks for one.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Some neighbouring pairs, and where the counts of each field go.
struct Chunk<'a> {
    first: usize,
    length: usize,
    size: usize,
    columns: Vec<&'a mut [i64]>,
}

/// Count all pairs into `columns`, one field behind the other; returns the indices of those left to the interpreter,
/// whose counts are zero.
pub fn count(task: &Task, texts: &dyn Texts, columns: &mut [i64], threads: usize) -> Vec<usize> {
    let total = texts.total();
    let wished = if threads == 0 { default_threads() } else { threads };
    let threads = if total < ALONE { 1 } else { wished.min(texts.len()).max(1) };
    let most = if threads == 1 { CHUNK } else { (total / (SHARES * threads)).clamp(LEAST, CHUNK) };
    let mut chunks = chunks(texts, columns, most);
    chunks.sort_by_key(|chunk| std::cmp::Reverse(chunk.size));
    let chunks: Vec<Mutex<Chunk>> = chunks.into_iter().map(Mutex::new).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        with_engine(|engine| {
            let (mut left, mut rows) = (Vec::new(), vec![0; task.plan.width() * ROWS]);
            while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut chunk = chunk.lock().expect("a chunk is taken once");
                run(engine, task, texts, &mut chunk, &mut rows, &mut left);
            }
            left
        })
    };
    let mut left = if threads == 1 { work() } else { together(threads, &work) };
    left.sort_unstable();
    left
}

/// Run the same work on several threads, one of them this one; a panic in one is raised here.
fn together(threads: usize, work: &(dyn Fn() -> Vec<usize> + Sync)) -> Vec<usize> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            match other.join() {
                Ok(some) => all.extend(some),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    })
}

/// Cut the pairs into chunks of about the same size; a long pair is a chunk of its own.
fn chunks<'a>(texts: &dyn Texts, columns: &'a mut [i64], most: usize) -> Vec<Chunk<'a>> {
    let (mut chunks, mut first, mut size) = (Vec::new(), 0, 0);
    let mut rest: Vec<&mut [i64]> = columns.chunks_mut(texts.len().max(1)).collect();
    for index in 0..texts.len() {
        size += texts.size(index);
        if size >= most || index + 1 == texts.len() {
            let length = index + 1 - first;
            let columns = rest.iter_mut().map(|column| column.split_off_mut(..length).expect("inside")).collect();
            chunks.push(Chunk { first, length, size, columns });
            (first, size) = (index + 1, 0);
        }
    }
    chunks
}

/// Count a chunk, some rows at a time, which are then turned into pieces of columns.
fn run(
    engine: &mut Engine,
    task: &Task,
    texts: &dyn Texts,
    chunk: &mut Chunk,
    rows: &mut [i64],
    left: &mut Vec<usize>,
) {
    let width = chunk.columns.len();
    for start in (0..chunk.length).step_by(ROWS) {
        let length = ROWS.min(chunk.length - start);
        for (offset, row) in rows.chunks_exact_mut(width.max(1)).take(length).enumerate() {
            let index = chunk.first + start + offset;
            let counted = match texts.pair(index) {
                Some((reference, hypothesis)) => engine.count(task, reference, hypothesis, row).is_ok(),
                None => false,
            };
            if !counted {
                row.fill(0);
                left.push(index);
            }
        }
        for (field, column) in chunk.columns.iter_mut().enumerate() {
            let values = rows[field..].iter().step_by(width);
            column[start..start + length].iter_mut().zip(values).for_each(|(count, &value)| *count = value);
        }
    }
}
