//! The state of the support library: tables, and the work of the run at hand.
//!
//! There is one [`SupportState`] per process. Everything that changes is behind cells, and no cell stays borrowed while
//! translated code, a generator or the collector runs: those come back (operations of generators, nested entries,
//! roots).
use std::cell::{Cell, Ref, RefCell, RefMut};

use indexmap::IndexSet;
use ir::lltype::ContainerId;
use lowlevel::{AliasRegion, LLOp};
use runtime::runtime::Runtime;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::actual::Actual;
use super::bounds::Bounds;
use super::boxes::{BoxId, BoxValue, Boxes};
use super::builder::FragmentBuilder;
use super::definitions::Definitions;
use super::exc::ExcState;
use super::heap::HeapKnowledge;
use super::promises::Promises;
use super::records::Records;
use super::tables::{Addresses, Tables};
use super::watch::{Watched, Watchers, Written};
use jit_abi::info::{JitInfo, OpInfo};

/// What operations do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Fold, virtualise or emit.
    #[default]
    Compile,
    /// All boxes are constants, and operations are executed.
    Execute,
}

/// Why a virtual was allocated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ForceReason {
    /// Stored in an object that exists.
    Stored,
    /// Passed to a residual call.
    Call,
    /// An item whose index is not constant.
    Index,
    /// Its address is used.
    Address,
    /// It meets another shape at a merge.
    Merge,
    /// It leaves compiled code.
    Exit,
    /// Too many items.
    Size,
}

/// The knowledge to restore after one arm of a branch was examined (see [`SupportState::suppose`]).
#[derive(Debug)]
pub struct Supposition {
    heap: usize,
    exc: ExcState,
}

/// What is known at a point of a fragment, apart from the code emitted.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// What each box stands for.
    pub boxes: Boxes,
    /// What fields and items of existing objects hold.
    pub heap: HeapKnowledge,
    /// Integers relative to each other.
    pub bounds: Bounds,
    pub exc: ExcState,
    /// How boxes were computed, and what need not be computed again.
    pub defs: Definitions,
    /// Objects whose contents never change: their items (`[*]`), or (true) all that is reached from them (deepfreeze).
    pub frozen: FxHashMap<BoxId, bool>,
    /// Traceback operations of a virtual exception: operation, arguments, location.
    pub traces: Vec<(LLOp, Option<BoxId>, u32)>,
    /// The exception caught last never was in the runtime context.
    pub caught_virtual: bool,
}

impl Knowledge {
    /// Forgets everything, and keeps the memory for what comes next.
    fn clear(&mut self) {
        let Knowledge {
            boxes,
            heap,
            bounds,
            exc,
            defs,
            frozen,
            traces,
            caught_virtual,
        } = self;
        boxes.clear();
        heap.clear();
        bounds.clear();
        *exc = ExcState::default();
        defs.clear();
        frozen.clear();
        traces.clear();
        *caught_virtual = false;
    }
}

/// A write to what elidable functions read, in an object that is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownWrite {
    pub part: AliasRegion,
    /// The types of the object and of those that lead to it.
    pub types: SmallVec<[ContainerId; 4]>,
}

/// The work of one run of the compiler.
#[derive(Debug, Default)]
pub struct Work {
    /// What operations do.
    pub mode: Mode,
    pub now: Knowledge,
    /// The values of the arrival that is compiled for.
    pub actual: Actual,
    pub fragment: FragmentBuilder,
    /// Virtuals allocated in this fragment, and why.
    pub forced: Vec<(ContainerId, ForceReason)>,
    /// Fields that the fragment rests on.
    pub watched: Vec<Watched>,
    /// Fields that change rarely and may have been written since it was entered.
    pub written: Written,
    /// The run has emitted stores to fields that change rarely.
    pub reversioned: bool,
    /// What the run has written in objects that are known, or that known objects refer to.
    pub rewritten: Vec<AliasRegion>,
    /// The same, of what elidable functions read that give references.
    pub replaced: Vec<AliasRegion>,
    /// The same of objects that are not known, which may turn out to be some that are.
    pub rewritten_unknown: Vec<UnknownWrite>,
    /// Known objects that were given to calls which may write much, with their types.
    pub given: Vec<(ContainerId, u64)>,
    /// What the calls that were emitted may write, each list once (`None`: anything).
    pub called: SmallVec<[CallWrites; 4]>,
    /// The operation before was an `*_ovf` operation: whether it overflowed, where that is known.
    pub overflow: Option<super::ops::Overflow>,
    /// Location of the operation at hand.
    pub location: u32,
    /// The exception state of the program is set aside as long as this run lasts.
    pub aside: bool,
    /// Stores wait until somebody may see them ([`super::deferred`]).
    pub defers: bool,
    /// Virtual references that are allocated leave out targets that are virtual ([`super::references`]).
    pub opens: bool,
    /// The arrival that the run compiles for has deferred stores of virtual objects.
    pub stale: bool,
    /// Something was promoted while stores of virtual objects were deferred.
    pub ahead: bool,
    /// Contexts keep what is known of items at indices that are not constant, and of integers relative to each other:
    /// that makes them larger, and pays in loops.
    pub relative: bool,
    /// Contexts keep much of what is known of the heap.
    pub wide: bool,
}

/// References that were kept a moment ago, by their addresses: most are kept over and over.
const RECENT: usize = 64;

impl Work {
    /// The same as a new one; the memory is used again.
    fn clear(&mut self, mode: Mode) {
        self.mode = mode;
        self.now.clear();
        self.actual.clear();
        self.fragment.clear();
        self.forced.clear();
        self.watched.clear();
        self.written = Written::Nothing;
        self.overflow = None;
        self.location = 0;
    }
}

/// The support library's state.
pub struct SupportState {
    /// The runtime; null in tests that need none.
    pub runtime: *mut Runtime,
    /// The program as the image describes it, read once.
    pub tables: &'static Tables,
    work: RefCell<Work>,
    suspended: RefCell<Vec<Work>>,
    /// Memory of runs that have ended.
    spare: RefCell<Vec<Work>>,
    /// References that residual code holds as constants: old objects, which do not move.
    kept: RefCell<IndexSet<u64, FxBuildHasher>>,
    recent: [Cell<u64>; RECENT],
    /// Constants whose contents never change (see [`Knowledge::frozen`]); they are kept.
    pub(super) frozen: RefCell<FxHashMap<u64, bool>>,
    pub records: RefCell<Records>,
    /// Calls of `gx_jit_tick` left in this run of a generator.
    pub ticks: Cell<u32>,
    /// Calls that generators make themselves.
    pub nested: super::nested::Nested,
    /// Operations and guards of a fragment from which on it ends at the next point.
    pub size_limit: Cell<usize>,
    /// Operations emitted since the start of the process.
    pub emitted: Cell<u64>,
    /// What the code of the session at hand takes the program's word for, if the log wants it.
    pub trusted: RefCell<Option<Trusted>>,
    /// Generators and executors that may run.
    pub(super) checked: super::checked::Checked,
    /// What elidable functions gave.
    pub(super) answers: super::answers::Answers,
    /// Functions that did not end when they were called ahead of the program: they are not called so again.
    pub(super) endless: RefCell<FxHashSet<u64>>,
    /// Values taken on the program's word, if it is to be verified.
    pub(super) promises: RefCell<Option<Promises>>,
    /// Fields that residual code rests on.
    pub(super) watchers: RefCell<Watchers>,
    /// Gives the object of a token ([`super::loans`]).
    pub redeem: Cell<fn(u64) -> u64>,
    /// Says which object it is, behind that.
    pub claim: Cell<fn(u64, u64)>,
}

/// The locations that a call may write, sorted; `None`: anything.
pub type CallWrites = Option<&'static [AliasRegion]>;

/// What residual code needs as long as it may run.
pub struct Holdings {
    kept: IndexSet<u64, FxBuildHasher>,
    /// It knows their addresses.
    _records: Records,
}

impl Holdings {
    /// Visits its references, for the collector.
    pub fn roots(&self, visit: &mut dyn FnMut(*mut usize)) {
        visit_kept(&self.kept, visit);
    }
    /// How many objects are kept.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }
}

fn visit_kept(kept: &IndexSet<u64, FxBuildHasher>, visit: &mut dyn FnMut(*mut usize)) {
    for &word in kept {
        // Old objects do not move: the collector marks through a copy.
        let mut copy = word as usize;
        visit(&raw mut copy);
        debug_assert_eq!(copy as u64, word, "kept objects do not move");
    }
}

/// Loads of immutable fields and calls of elidable functions whose results were taken from earlier ones or found while
/// compiling, each with its place (an index into [`JitInfo::locations`]).
pub type Trusted = IndexSet<(LLOp, u32), FxBuildHasher>;

impl SupportState {
    /// The state for a program.
    pub fn new(runtime: *mut Runtime, info: JitInfo, addresses: Addresses) -> SupportState {
        let records = Records::new(&info);
        SupportState {
            runtime,
            checked: super::checked::Checked::new(addresses.funcs.len()),
            tables: Tables::new(info, addresses),
            work: RefCell::default(),
            suspended: RefCell::default(),
            spare: RefCell::default(),
            kept: RefCell::default(),
            recent: [const { Cell::new(0) }; RECENT],
            frozen: RefCell::default(),
            records: RefCell::new(records),
            ticks: Cell::new(u32::MAX),
            nested: Default::default(),
            size_limit: Cell::new(usize::MAX),
            emitted: Cell::new(0),
            trusted: RefCell::new(None),
            promises: RefCell::new(None),
            endless: RefCell::default(),
            answers: super::answers::Answers::default(),
            watchers: RefCell::default(),
            redeem: Cell::new(|_| unreachable!("nothing was lent")),
            claim: Cell::new(|_, _| unreachable!("nothing was lent")),
        }
    }
    /// Notes an operation whose result is right only if the program's declarations are.
    pub(super) fn trust(&self, info: &OpInfo) {
        if let Some(trusted) = &mut *self.trusted.borrow_mut() {
            trusted.insert((info.op.clone(), info.location));
        }
    }
    /// Whether operations whose results rest on the program's declarations are noted at all.
    pub(super) fn notes_promises(&self) -> bool {
        self.trusted.borrow().is_some() || self.verifies()
    }
    /// The work at hand.
    pub fn work(&self) -> Ref<'_, Work> {
        self.work.borrow()
    }
    /// The work at hand, to change. Must not be held while a generator, translated code or the collector runs.
    pub fn work_mut(&self) -> RefMut<'_, Work> {
        self.work.borrow_mut()
    }
    /// A new run begins, maybe inside another one (executed code may get hot itself).
    pub fn enter(&self, mode: Mode) {
        let mut work = self.spare.borrow_mut().pop().unwrap_or_default();
        work.clear(mode);
        work.aside = false;
        work.relative = false;
        work.wide = false;
        work.defers = false;
        work.stale = false;
        work.ahead = false;
        work.reversioned = false;
        work.rewritten.clear();
        work.replaced.clear();
        work.rewritten_unknown.clear();
        work.given.clear();
        work.called.clear();
        let outer = self.work.replace(work);
        self.suspended.borrow_mut().push(outer);
    }
    /// The run ends; the outer one goes on.
    pub fn leave(&self) {
        let outer = self.suspended.borrow_mut().pop().unwrap_or_default();
        let done = self.work.replace(outer);
        self.spare.borrow_mut().push(done);
    }
    /// Forgets everything about the run at hand: a new fragment begins, or execution.
    pub fn begin(&self, mode: Mode) {
        self.work.borrow_mut().clear(mode);
    }
    /// Keeps an object that code refers to alive. It is old or prebuilt.
    pub fn keep(&self, reference: u64) {
        if reference != 0 && reference & 1 == 0 {
            let recent = &self.recent[(reference >> 4) as usize % RECENT];
            if recent.replace(reference) != reference {
                self.kept.borrow_mut().insert(reference);
            }
        }
    }
    /// How many objects are kept.
    pub fn kept(&self) -> usize {
        self.kept.borrow().len()
    }
    /// Forgets all that was made for residual code, but what that needs as long as it may run: nothing leads to it any
    /// more. No run compiles.
    pub fn forget(&self) -> Holdings {
        self.recent.iter().for_each(|r| r.set(0));
        *self.frozen.borrow_mut() = FxHashMap::default();
        if let Some(promises) = &mut *self.promises.borrow_mut() {
            *promises = Promises::default();
        }
        self.forget_watchers();
        self.forget_answers();
        Holdings {
            kept: self.kept.take(),
            _records: self.records.replace(Records::new(&self.tables.info)),
        }
    }
    /// Visits all references of the support library, for the collector.
    pub fn roots(&self, visit: &mut dyn FnMut(*mut usize)) {
        self.young_roots(visit);
        self.old_roots(visit);
    }
    /// Visits those to objects that are kept: these are old.
    pub fn old_roots(&self, visit: &mut dyn FnMut(*mut usize)) {
        visit_kept(&self.kept.borrow(), visit);
    }
    /// Visits the others.
    pub fn young_roots(&self, visit: &mut dyn FnMut(*mut usize)) {
        let types = self.tables.types();
        let mut boxes = |work: &mut Work| {
            for v in work.now.boxes.values_mut() {
                if let BoxValue::Const { ty, bits } = v
                    && types.is_gc_ref(*ty)
                {
                    visit((bits as *mut u64).cast());
                }
            }
            for (ty, word) in work.actual.references() {
                if types.is_gc_ref(ty) {
                    visit((word as *mut u64).cast());
                }
            }
        };
        boxes(&mut self.work.borrow_mut());
        self.suspended.borrow_mut().iter_mut().for_each(&mut boxes);
    }
    /// Whether a reference may still move.
    pub fn is_young(&self, reference: u64) -> bool {
        // SAFETY: the pointer is null or that of the live runtime this state was made for; only plain fields are read.
        let Some(rt) = (unsafe { self.runtime.as_ref() }) else {
            return false;
        };
        rt.heap.is_young(reference as usize)
    }
    /// Whether a word may be a reference to a young object, for all that its value says.
    pub(super) fn may_be_young(&self, word: u64) -> bool {
        // SAFETY: as above.
        let rt = unsafe { self.runtime.as_ref() };
        rt.is_some_and(|rt| rt.heap.may_be_young(word as usize))
    }
    /// Begins an examination of one arm of a branch: what tests teach is undone by [`SupportState::unlearn`]. Nothing
    /// may be emitted meanwhile.
    pub fn suppose(&self) -> Supposition {
        let mut w = self.work.borrow_mut();
        let now = &mut w.now;
        now.boxes.begin_trail();
        now.bounds.begin_trail();
        now.defs.begin_trail();
        Supposition {
            heap: now.heap.mark(),
            exc: now.exc.clone(),
        }
    }
    /// Goes back to what was known at [`SupportState::suppose`].
    pub fn unlearn(&self, s: Supposition) {
        let mut w = self.work.borrow_mut();
        let now = &mut w.now;
        now.boxes.undo();
        now.bounds.undo();
        now.defs.undo();
        now.heap.forget_since(s.heap);
        now.exc = s.exc;
    }
}
