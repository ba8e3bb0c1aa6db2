//! Generators that call generators: whether they may, and the frames that they tell of when the innermost one returns
//! an action that is none of theirs (`timeshift::nested`).
use std::cell::{Cell, RefCell};

use jit_abi::info::PointId;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// A frame that waits for a call of a generator.
#[derive(Debug)]
pub struct Waiting {
    /// Where it waits.
    pub point: PointId,
    /// The first point of what it has called.
    pub start: PointId,
    /// Its greens and reds, as the generator has stored them.
    pub words: Box<[u64]>,
}

/// What is known of such calls.
#[derive(Debug, Default)]
pub struct Nested {
    /// The generator at work may call others.
    pub allowed: Cell<bool>,
    /// Points behind calls that are not traced into in some chain: the driver decides.
    undecided: RefCell<FxHashSet<PointId>>,
    /// Frames, from the innermost one outwards.
    waiting: RefCell<Vec<Waiting>>,
    /// The calls in progress.
    path: RefCell<Path>,
}

/// Words of greens that are kept of calls in progress.
const WORDS: usize = 256;

/// Calls of generators by generators that are in progress, the outermost one first.
#[derive(Debug)]
struct Path {
    /// For each the point behind it, and where its greens begin.
    calls: SmallVec<[(PointId, usize); 16]>,
    /// Greens. Of those that were stored before a collection the references may be out of date.
    words: Box<[u64; WORDS]>,
    /// The end of the last greens.
    used: usize,
    /// How many calls were in progress when the run at work asked its generator.
    first: usize,
}

impl Default for Path {
    fn default() -> Path {
        Path {
            calls: SmallVec::new(),
            words: Box::new([0; WORDS]),
            used: 0,
            first: 0,
        }
    }
}

impl Nested {
    /// Whether the call before this point may be made by the generator.
    pub fn may_call(&self, point: PointId) -> bool {
        self.allowed.get() && !self.undecided.borrow().contains(&point)
    }
    /// A call begins; where the greens of the point behind it are to be stored, 0 if there is no room.
    pub(super) fn call(&self, point: PointId, greens: usize) -> u64 {
        let mut path = self.path.borrow_mut();
        let begin = path.used;
        if begin + greens > WORDS {
            return 0;
        }
        path.used += greens;
        path.calls.push((point, begin));
        path.words.as_mut_ptr() as u64 + 8 * begin as u64
    }
    /// The innermost call has come to an end.
    pub(super) fn returned(&self) {
        let mut path = self.path.borrow_mut();
        if let Some((_, begin)) = path.calls.pop() {
            path.used = begin;
        }
    }
    /// A run asks its generator; what to give to [`Nested::answered`].
    pub fn ask(&self) -> usize {
        let mut path = self.path.borrow_mut();
        let calls = path.calls.len();
        std::mem::replace(&mut path.first, calls)
    }
    /// The generator has come back.
    pub fn answered(&self, before: usize) {
        self.path.borrow_mut().first = before;
    }
    /// Visits the calls in progress of the run at work, from the outermost one inwards: the point behind each and its
    /// greens.
    pub fn visit_calls(&self, mut visit: impl FnMut(PointId, &[u64])) {
        let path = self.path.borrow();
        let calls = &path.calls[path.first..];
        let ends = calls.iter().skip(1).map(|c| c.1).chain([path.used]);
        for (&(point, begin), end) in calls.iter().zip(ends) {
            visit(point, &path.words[begin..end]);
        }
    }
    /// Calls before this point are the driver's to decide.
    pub fn leave(&self, point: PointId) {
        self.undecided.borrow_mut().insert(point);
    }
    /// All calls may be made again.
    pub fn forget(&self) {
        self.undecided.take();
    }
    /// A frame waits at this point, with so many words; where they are to be stored.
    pub(super) fn wait(&self, point: PointId, start: PointId, words: usize) -> u64 {
        let mut words = vec![0; words].into_boxed_slice();
        let address = words.as_mut_ptr() as u64;
        self.waiting.borrow_mut().push(Waiting {
            point,
            start,
            words,
        });
        address
    }
    /// The frames that wait, from the outermost one inwards; there are none any more.
    pub fn take(&self) -> impl Iterator<Item = Waiting> {
        let mut waiting = self.waiting.borrow_mut();
        std::mem::take(&mut *waiting).into_iter().rev()
    }
    /// Whether a frame waits.
    pub fn is_any(&self) -> bool {
        !self.waiting.borrow().is_empty()
    }
}
