//! Generators that call generators: whether they may, and the frames that they tell of when the innermost one returns
//! an action that is none of theirs (`timeshift::nested`).
use std::cell::{Cell, RefCell};

use jit_abi::info::PointId;
use rustc_hash::FxHashSet;

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
    /// The run goes straight on from a version, and is no special one: joins without versions need none.
    pub straight: Cell<bool>,
    /// Points behind calls that are not traced into in some chain: the driver decides.
    undecided: RefCell<FxHashSet<PointId>>,
    /// Frames, from the innermost one outwards.
    waiting: RefCell<Vec<Waiting>>,
}

impl Nested {
    /// Whether the call before this point may be made by the generator.
    pub fn may_call(&self, point: PointId) -> bool {
        self.allowed.get() && {
            let undecided = self.undecided.borrow();
            undecided.is_empty() || !undecided.contains(&point)
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
