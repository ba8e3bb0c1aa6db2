//! Generators that call generators: the calls in progress, and the frames that they tell of when the innermost one
//! returns an action that is none of theirs (`timeshift::nested`).
use std::cell::{Cell, RefCell};

use jit_abi::info::PointId;
use lowlevel::FuncId;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// What a generator calls.
#[derive(Clone, Copy, Debug)]
pub struct Callee {
    /// The point at its start.
    pub start: PointId,
    pub function: FuncId,
    /// Its first argument, if that is a reference that is known and does not move.
    pub receiver: Option<u64>,
}

/// A frame that waits for a call of a generator.
#[derive(Debug)]
pub struct Waiting {
    /// Where it waits.
    pub point: PointId,
    /// What it has called.
    pub callee: Callee,
    /// Its greens and reds, as the generator has stored them.
    pub words: Box<[u64]>,
}

/// What is known of such calls.
#[derive(Debug, Default)]
pub struct Nested {
    /// Points behind calls that are not traced into in some chain: the driver decides.
    undecided: RefCell<FxHashSet<PointId>>,
    /// Frames, from the innermost one outwards.
    waiting: RefCell<Vec<Waiting>>,
    /// The calls in progress.
    path: RefCell<Path>,
    /// The functions of the frames in progress, from the innermost one outwards up to that of a portal, once a call has
    /// asked for them since the generator at work was asked.
    frames: RefCell<SmallVec<[FuncId; 32]>>,
    asked: Cell<bool>,
}

/// Words that are kept of calls in progress.
const WORDS: usize = 512;

/// A call of a generator by a generator.
#[derive(Debug)]
struct Call {
    /// The point behind it.
    point: PointId,
    callee: Callee,
    /// Where its words begin: the address of the callee's generator, and the greens of the point.
    begin: usize,
    /// Of the chain of frames up to the one that waits for it, once that was asked for.
    hash: Cell<Option<u64>>,
}

/// Calls of generators by generators that are in progress, the outermost one first.
#[derive(Debug)]
struct Path {
    calls: SmallVec<[Call; jit_abi::NESTED]>,
    /// Of greens that were stored before a collection the references may be out of date.
    words: Box<[u64; WORDS]>,
    /// The end of the last words.
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
    /// Whether the call before this point is the driver's to decide.
    pub fn is_undecided(&self, point: PointId) -> bool {
        self.undecided.borrow().contains(&point)
    }
    /// Whether one more call is within the limits, on calls inside each other and on frames in progress, and its callee
    /// is not in progress. `recursive`: it may be. `frames` visits the functions of the frames in progress.
    pub fn has_room(
        &self,
        function: FuncId,
        recursive: bool,
        (nested, depth): (usize, usize),
        frames: impl FnOnce(&mut SmallVec<[FuncId; 32]>),
    ) -> bool {
        let mut known = self.frames.borrow_mut();
        if !self.asked.replace(true) {
            known.clear();
            frames(&mut known);
        }
        let path = self.path.borrow();
        let calls = &path.calls[path.first..];
        let in_progress =
            || known.contains(&function) || calls.iter().any(|c| c.callee.function == function);
        calls.len() < nested && known.len() + calls.len() < depth && !(recursive && in_progress())
    }
    /// A call begins of a callee with this code, before a point with so many greens. Where the words of the call are;
    /// `None` if there is no room.
    pub fn call(&self, point: PointId, callee: Callee, code: u64, greens: usize) -> Option<u64> {
        let mut path = self.path.borrow_mut();
        let begin = path.used;
        let end = begin + 1 + greens;
        if end > WORDS {
            return None;
        }
        path.used = end;
        path.calls.push(Call {
            point,
            callee,
            begin,
            hash: Cell::new(None),
        });
        path.words[begin] = code;
        Some(path.words.as_mut_ptr() as u64 + 8 * begin as u64)
    }
    /// The innermost call has come to an end; what was called.
    pub(super) fn returned(&self) -> Option<Callee> {
        let mut path = self.path.borrow_mut();
        let call = path.calls.pop()?;
        path.used = call.begin;
        Some(call.callee)
    }
    /// A run asks its generator; what to give to [`Nested::answered`].
    pub fn ask(&self) -> usize {
        self.asked.set(false);
        let mut path = self.path.borrow_mut();
        let calls = path.calls.len();
        std::mem::replace(&mut path.first, calls)
    }
    /// The generator has come back.
    pub fn answered(&self, before: usize) {
        self.asked.set(false);
        self.path.borrow_mut().first = before;
    }
    /// The hash of the chain of frames up to the one that waits for the innermost call of the run at work. `outer`:
    /// that of the frames which have waited before; `hash_of` adds a frame with its point and greens to one.
    pub fn hash(&self, outer: u64, hash_of: impl Fn(PointId, &[u64], u64) -> u64) -> u64 {
        let path = self.path.borrow();
        let calls = &path.calls[path.first..];
        let known = calls.iter().rposition(|c| c.hash.get().is_some());
        let mut hash = known.and_then(|i| calls[i].hash.get()).unwrap_or(outer);
        for i in known.map_or(0, |i| i + 1)..calls.len() {
            let call = &calls[i];
            let end = calls.get(i + 1).map_or(path.used, |c| c.begin);
            hash = hash_of(call.point, &path.words[call.begin + 1..end], hash);
            call.hash.set(Some(hash));
        }
        hash
    }
    /// Calls before this point are the driver's to decide.
    pub fn leave(&self, point: PointId) {
        self.undecided.borrow_mut().insert(point);
    }
    /// All calls may be made again.
    pub fn forget(&self) {
        self.undecided.take();
    }
    /// The frame that has made the innermost call waits for it at this point, with so many words; where they are to be
    /// stored.
    pub(super) fn wait(&self, point: PointId, words: usize) -> u64 {
        let mut words = vec![0; words].into_boxed_slice();
        let address = words.as_mut_ptr() as u64;
        let callee = self.returned().expect("a call in progress");
        self.waiting.borrow_mut().push(Waiting {
            point,
            callee,
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

#[cfg(test)]
mod tests {
    use super::super::memory;
    use super::*;
    use ir::index::Idx;

    fn callee(function: usize) -> Callee {
        Callee {
            start: PointId(0),
            function: FuncId::new(function),
            receiver: None,
        }
    }
    fn has_room(n: &Nested, function: usize, recursive: bool, frames: &[usize]) -> bool {
        let limits = (jit_abi::NESTED, 20);
        n.has_room(FuncId::new(function), recursive, limits, |f| {
            f.extend(frames.iter().map(|&i| FuncId::new(i)));
        })
    }

    #[test]
    fn what_is_in_progress_is_not_called() {
        let n = Nested::default();
        let before = n.ask();
        assert!(has_room(&n, 1, true, &[3, 2]));
        assert!(!has_room(&n, 2, true, &[]), "it is a frame of the driver");
        assert!(has_room(&n, 2, false, &[]), "it cannot be in progress");
        n.call(PointId(7), callee(1), 99, 2).unwrap();
        assert!(!has_room(&n, 1, true, &[]), "a generator has called it");
        // A run inside this one has frames of its own.
        let inner = n.ask();
        assert!(has_room(&n, 1, true, &[5]));
        n.answered(inner);
        assert!(!has_room(&n, 1, true, &[3, 2]));
        n.returned();
        assert!(has_room(&n, 1, true, &[]));
        n.answered(before);
    }

    #[test]
    fn calls_inside_each_other_are_limited() {
        let n = Nested::default();
        n.ask();
        for i in 0..jit_abi::NESTED {
            assert!(has_room(&n, 100 + i, true, &[1]));
            n.call(PointId(7), callee(100 + i), 99, 0).unwrap();
        }
        assert!(!has_room(&n, 50, false, &[]));
        // So is the number of all frames.
        let n = Nested::default();
        n.ask();
        let frames: Vec<usize> = (0..19).collect();
        assert!(has_room(&n, 50, false, &frames));
        n.call(PointId(7), callee(51), 99, 0).unwrap();
        assert!(!has_room(&n, 50, false, &[]));
    }

    #[test]
    fn greens_of_calls_are_found() {
        let n = Nested::default();
        n.ask();
        let at = n.call(PointId(7), callee(1), 99, 2).unwrap();
        assert_eq!(memory::word(at), 99);
        memory::set_word(at + 8, 5);
        memory::set_word(at + 16, 6);
        n.call(PointId(8), callee(2), 98, 0).unwrap();
        let seen = std::cell::RefCell::new(Vec::new());
        let hash_of = |point: PointId, greens: &[u64], hash: u64| {
            seen.borrow_mut().push((point, greens.to_vec()));
            10 * hash + u64::from(point.0)
        };
        assert_eq!(n.hash(1, hash_of), 178);
        assert_eq!(
            seen.take(),
            [(PointId(7), vec![5, 6]), (PointId(8), vec![])]
        );
        // What is known is not asked for again.
        n.call(PointId(9), callee(3), 97, 0).unwrap();
        assert_eq!(n.hash(1, hash_of), 1789);
        assert_eq!(seen.take(), [(PointId(9), vec![])]);
        n.returned();
        assert_eq!(n.hash(1, hash_of), 178);
        // A run inside this one has no calls yet.
        n.ask();
        assert_eq!(n.hash(2, hash_of), 2);
    }
}
