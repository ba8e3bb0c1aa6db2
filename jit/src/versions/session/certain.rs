//! Calls of elidable functions that others see, made when the program gets there.
//!
//! The compiler calls an elidable function of constants itself. Code is compiled ahead of the program: behind guesses,
//! and behind operations that were emitted and not executed yet. That is no matter where a function only computes. One
//! that makes an entry in a table which others read must not be called early:
//!
//! ```text
//! def association(name):            # elidable: always the same object for a name
//!     if name not in table: table[name] = Association(nil)
//!     return table[name]
//!
//! if name in table: ..              # emitted; the program is not here yet
//! else: association(name)           # called by the compiler: the test above would find it
//! ```
//! The generator asks before such a call (`CERTAIN`). Unless a call of the same function with the same arguments was
//! made before, the fragment ends there with an edge stub; whoever reaches it is there, and compiles on with the call.
//!
//! It asks as well before the call of a function whose result may be None for a while
//! (`transform::effects::unsettled`). If it is None now, the fragment ends there, too: what was emitted before may fill
//! in an object. The next one begins with the call, and a guard that leaves if the result is not None any more. Else
//! code that was compiled while an inline cache was empty would fill it again and again, each time with something else,
//! and other code would read the class of one entry and the method of the next. A function that gets the version of a
//! table gives None for good, as far as that version goes (`SupportState::has_version`); and what it gives for the
//! version that the table has now does not depend on what was emitted, unless that gives some table another version, or
//! stores to what the function reads: a table may get its version before its entry.
//!
//! And it asks before the call of a function that gives a number, and reads what code which is looked into writes
//! (`transform::effects::reads`). If the run has emitted code that writes there, in a known object or what one refers
//! to, the fragment ends: an interpreter that rewrites an instruction and executes it once more would find the old one,
//! rewrite it again, and never come to an end.
use ir::lltype::ContainerId;
use jit_abi::info::FuncInfo;
use lowlevel::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

use super::*;
use crate::support::state::CallWrites;

/// Constants.
type Words = SmallVec<[(LLType, u64); 4]>;
/// A function and its arguments.
type Call = (u32, Words);

/// The calls that are known to have been made.
#[derive(Debug, Default)]
pub(crate) struct CertainCalls {
    made: RefCell<FxHashSet<Call>>,
    /// Calls that come next where an edge is reached.
    waiting: RefCell<FxHashMap<EdgeId, Call>>,
    /// The functions of those that are made for the first time where an edge was just reached.
    fresh: RefCell<FxHashMap<EdgeId, u32>>,
    /// Calls that come next behind an edge, and give None as long as nobody has filled in an object.
    unsettled: RefCell<FxHashMap<EdgeId, Call>>,
}

impl CertainCalls {
    /// All edges are forgotten.
    pub(crate) fn forget(&self) {
        self.made.take();
        self.waiting.take();
        self.fresh.take();
        self.unsettled.take();
    }
    /// The program is at an edge.
    pub(crate) fn reached(&self, edge: EdgeId) {
        // Whoever was there before has made it.
        self.fresh.borrow_mut().remove(&edge);
        let Some(call) = self.waiting.borrow_mut().remove(&edge) else {
            return;
        };
        let function = call.0;
        if self.made.borrow_mut().insert(call) {
            self.fresh.borrow_mut().insert(edge, function);
        }
    }
}

impl Jit {
    /// Whether a generator may go on with a call of an elidable function, as far as that is known without a collection.
    pub(in crate::versions) fn is_certain(&self, function: u32, args: &[BoxId]) -> bool {
        let (function, args) = self.callee(function, args);
        let changes = self.reads_changes(function);
        if self.seen(function) == (false, false)
            && !changes
            && self.state.work().rewritten.is_empty()
            && self.state.work().rewritten_unknown.is_empty()
            && self.state.work().given.is_empty()
            && self.state.work().called.is_empty()
        {
            return true;
        }
        let Some(words) = self.constants(args) else {
            return true;
        };
        let call = (function, words);
        let may = !self.moves(&call.1) && self.may_make(&call, args);
        if may && changes {
            self.made(call);
        }
        may
    }
    /// A call is made for the first time: what others see of it, an entry in a table, is made with it, and memory is
    /// not what it was known to be. (Where it is made again, the entry is there.)
    fn forget_written(&self, function: u32) {
        let known = self.info().funcs.get(FuncId(function));
        if let Some(i) = known.filter(|i| i.outward) {
            (self.state.work_mut().now.heap).call(i.writes.as_deref());
        }
    }
    /// The function that is called, and its arguments: the first argument of an indirect call is its pointer, which may
    /// be known.
    fn callee<'b>(&self, function: u32, args: &'b [BoxId]) -> (u32, &'b [BoxId]) {
        if function != jit_abi::INDIRECT {
            return (function, args);
        }
        let direct = || {
            let (&pointer, rest) = args.split_first()?;
            let bits = self.state.work().now.boxes.get(pointer).constant()?;
            let called = self.state.tables.func_at(bits)?;
            Some((called.0, rest))
        };
        direct().unwrap_or((function, args))
    }
    /// The compiler makes a call while memory is as the program would have it.
    fn made(&self, call: Call) {
        let mut made = self.certain.made.borrow_mut();
        if !made.contains(&call) {
            self.keep_arguments(&call);
            made.insert(call);
        }
    }
    /// The arguments of a call that is remembered stay alive.
    fn keep_arguments(&self, call: &Call) {
        let types = self.state.tables.types();
        for &(_, bits) in call.1.iter().filter(|w| types.is_gc_ref(w.0)) {
            self.state.keep(bits);
        }
    }
    /// Whether a function reads what may have been written a moment ago, and is not known to be read so.
    fn reads_changes(&self, function: u32) -> bool {
        let known = self.info().funcs.get(FuncId(function));
        known.is_none_or(|i| i.unsettled || i.reads_more)
    }
    /// Whether the run has emitted code that writes what a function reads that gives an object.
    fn reads_replaced(&self, function: u32) -> bool {
        let w = self.state.work();
        let known = self.info().funcs.get(FuncId(function));
        let reads = |i: &FuncInfo| {
            i.reads_more || i.unsettled && i.reads.iter().any(|r| w.replaced.contains(r))
        };
        !w.replaced.is_empty() && known.is_none_or(reads)
    }
    /// Whether a function may read what the program has not stored yet: objects that are not allocated.
    fn reads_ahead(&self, function: u32) -> bool {
        if !self.state.work().ahead {
            return false;
        }
        let known = self.info().funcs.get(FuncId(function));
        let reads =
            |part| known.is_none_or(|i| i.reads_more || i.reads.binary_search(&part).is_ok());
        self.state.defers_virtuals(reads)
    }
    /// Whether the compiler may make a call with these constants now.
    fn may_make(&self, call: &Call, args: &[BoxId]) -> bool {
        let (outward, _) = self.seen(call.0);
        let versioned = self.is_of_current_version(&call.1);
        let asks = outward || self.reads_ahead(call.0);
        let known = self.certain.made.borrow().contains(call);
        if asks && !known {
            return false;
        }
        // That a call was made before is no help: what it read may have been written twice since, to and fro.
        let written = self.reads_replaced(call.0) || self.reads_unknown(call);
        // What follows calls the function, which others must not see before the program is there.
        if versioned {
            let written = written || self.writes_known(call.0);
            // The table may have had another version meanwhile, and wait for its entries again.
            return match written {
                true => known && self.gives_the_same(call, args),
                false => !self.reads_called(call, args),
            };
        }
        let written = written || self.reads_rewritten(call.0) || self.reads_given(call);
        !written
            && !self.reads_called(call, args)
            && self.state.none_now(FuncId(call.0), args).is_none()
    }
    /// Whether what a function gives belongs to a version that a table has now, and keeps as far as the run goes. It
    /// does not depend on what else is written: whoever changes what it reads gives the table another version. (That
    /// may be before the change, and the run may begin in between.)
    fn is_of_current_version(&self, words: &Words) -> bool {
        !self.state.work().reversioned && self.state.is_version_now(words)
    }
    /// Whether the run has emitted code that writes what a function reads, in a known object or what one refers to.
    fn writes_known(&self, function: u32) -> bool {
        let w = self.state.work();
        let known = self.info().funcs.get(FuncId(function));
        let reads = |i: &FuncInfo| i.reads_more || i.reads.iter().any(|r| w.rewritten.contains(r));
        !w.rewritten.is_empty() && known.is_none_or(reads)
    }
    /// Whether the run has emitted code that writes what a function reads. What gives objects is asked for None.
    fn reads_rewritten(&self, function: u32) -> bool {
        let w = self.state.work();
        let known = self.info().funcs.get(FuncId(function));
        known.is_some_and(|i| !i.unsettled && i.reads.iter().any(|r| w.rewritten.contains(r)))
    }
    /// Whether the run has emitted code that writes what a function reads, in an object that was not known then and may
    /// be reached from the arguments. It is of the type of one of them, or behind one of its type; or the function
    /// reads instances of that type elsewhere; or it is an array, a list or a dictionary, and nothing is known of the
    /// instance that it belongs to.
    fn reads_unknown(&self, call: &Call) -> bool {
        let w = self.state.work();
        if w.rewritten_unknown.is_empty() {
            return false;
        }
        let tables = self.state.tables;
        let Some(known) = self.info().funcs.get(FuncId(call.0)) else {
            return true;
        };
        let reached = |c: ContainerId| {
            let given = call.1.iter().filter_map(|(ty, _)| ty.container());
            let read = known.reads.iter().map(|r| r.container());
            let mut types = given.chain(read);
            types.any(|t| tables.is_subtype(t, c) || tables.is_subtype(c, t))
        };
        (w.rewritten_unknown.iter())
            .filter(|u| known.reads_more || known.reads.binary_search(&u.part).is_ok())
            .any(|u| {
                let mut instances = u.types.iter().filter(|&&c| tables.is_class(c)).peekable();
                instances.peek().is_none() || instances.any(|&c| reached(c))
            })
    }
    /// Whether the run has emitted a call that may write much, and was given an object that the function gets, too, or
    /// an array, a list or a dictionary of a kind that it reads.
    fn reads_given(&self, call: &Call) -> bool {
        let w = self.state.work();
        let known = self.info().funcs.get(FuncId(call.0));
        let reads = |c| known.is_none_or(|i| i.reads.iter().any(|r| r.container() == c));
        let changes = known.is_none_or(|i| i.reads_more || !i.reads.is_empty());
        let got = |bits| {
            let mut args = call.1.iter();
            args.any(|&(ty, word)| word == bits && self.state.tables.types().is_gc_ref(ty))
        };
        let instance = |c| self.state.tables.is_class(c);
        changes && (w.given.iter()).any(|&(c, bits)| got(bits) || !instance(c) && reads(c))
    }
    /// Whether the run has emitted a call that may write what a function reads, and the function does not give now what
    /// it gave when it was called with these arguments before.
    fn reads_called(&self, call: &Call, args: &[BoxId]) -> bool {
        let f = FuncId(call.0);
        let Some(known) = self.info().funcs.get(f) else {
            return false;
        };
        let reads = |writes: &CallWrites| {
            let read = |r| writes.is_none_or(|list| list.binary_search(r).is_ok());
            known.reads_more || known.reads.iter().any(read)
        };
        self.state.work().called.iter().any(reads) && !self.gives_the_same(call, args)
    }
    /// Whether a function gives now what it gave when it was called with these arguments before, if it can be called:
    /// so says the promise that it is elidable, wherever the program is.
    fn gives_the_same(&self, call: &Call, args: &[BoxId]) -> bool {
        let f = FuncId(call.0);
        let words = call.1.iter().map(|w| w.1);
        let now = self.state.answer_now(f, args);
        now.is_none_or(|now| !self.state.answers_otherwise(f, words, now))
    }
    /// Whether others see a call of a function, and whether its result may be filled in later. An indirect call has no
    /// number: others may see it.
    fn seen(&self, function: u32) -> (bool, bool) {
        let known = self.info().funcs.get(FuncId(function));
        known.map_or((true, false), |i| (i.outward, i.unsettled))
    }
    /// The values of boxes, if all are constants.
    fn constants(&self, args: &[BoxId]) -> Option<Words> {
        let w = self.state.work();
        let constant = |&a: &BoxId| match *w.now.boxes.get(a) {
            BoxValue::Const { ty, bits } => Some((ty, bits)),
            _ => None,
        };
        args.iter().map(constant).collect()
    }
    fn moves(&self, words: &Words) -> bool {
        let types = self.state.tables.types();
        let young = |&(ty, bits): &(LLType, u64)| types.is_gc_ref(ty) && self.state.is_young(bits);
        words.iter().any(young)
    }
}

impl Session<'_> {
    /// A call of an elidable function comes next. If the compiler would make it, and others see it or it gives None,
    /// the program has to be there.
    pub(super) fn certain(&mut self, function: u32, args: &[BoxId]) -> Result<Flow, GiveUp> {
        let jit = self.jit();
        let (function, args) = jit.callee(function, args);
        let Some(call) = self.settled_call(function, args) else {
            // Emitted, and so made in its turn.
            return Ok(Flow::On(None));
        };
        if jit.may_make(&call, args) {
            if jit.reads_changes(function) {
                jit.made(call);
            }
            return Ok(Flow::On(None));
        }
        let ahead = jit.reads_ahead(function)
            || jit.reads_replaced(function)
            || jit.is_of_current_version(&call.1);
        if self.mature.is_none() {
            jit.state.make_stores();
        } else {
            jit.state.make_stores_seen_by(FuncId(function));
            self.note_ahead();
        }
        let (outward, unsettled) = jit.seen(function);
        let (chain, slots) = (self.run.chain(), self.run.slots());
        let edge = self.edge_stub_here(EdgeKind::Plain, chain, &slots, Arm::NONE);
        if let To::Stub(stub) = edge.to {
            let edge = EdgeId(stub);
            jit.keep_arguments(&call);
            if unsettled {
                let mut waiting = jit.certain.unsettled.borrow_mut();
                waiting.insert(edge, call.clone());
            }
            if let Some(first) = self.mature {
                // What comes next in code that is made again is part of it, as if nothing had to be asked.
                jit.note_within(first, chain);
                jit.note_linked(EdgeKind::Plain, chain);
            }
            if outward || ahead {
                jit.certain.waiting.borrow_mut().insert(edge, call);
            }
        }
        self.emit(FragmentEnd::Jump(edge));
        Ok(Flow::Done)
    }
    /// A call with these arguments, if all are constants; none of them moves any more. May collect.
    fn settled_call(&self, function: u32, args: &[BoxId]) -> Option<Call> {
        let jit = self.jit();
        if jit.moves(&jit.constants(args)?) {
            jit.state.tenure();
        }
        Some((function, jit.constants(args)?))
    }
    /// Where the fragment at hand begins, the call that is known to come next: what it writes is not known any more if
    /// it is made for the first time; and code leaves if it gives None now, but does not any more.
    pub(super) fn begin_call(&mut self) {
        let jit = self.jit();
        let state = jit.state;
        let Some(from) = self.draft.from else {
            return;
        };
        let first = jit.certain.fresh.borrow().get(&from).copied();
        if let Some(function) = first {
            jit.forget_written(function);
        }
        let call = jit.certain.unsettled.borrow().get(&from).cloned();
        let Some((function, words)) = call else {
            return;
        };
        let args: Vec<BoxId> = {
            let mut w = state.work_mut();
            let constant = |&(ty, bits): &(LLType, u64)| w.now.boxes.constant(ty, bits);
            words.iter().map(constant).collect()
        };
        let Some(call) = state.none_now(FuncId(function), &args) else {
            return;
        };
        for test in state.still_none(&call, &args) {
            let Some(var) = self.variable(test) else {
                continue;
            };
            let before = state.suppose();
            state.learn(test, true);
            let (chain, slots) = (self.run.chain(), self.run.slots());
            let edge = self.edge_stub_here(EdgeKind::Plain, chain, &slots, Arm::NONE);
            state.unlearn(before);
            state.work_mut().fragment.guard(var, true, edge);
            state.learn(test, false);
            self.route.points.tests += 1;
        }
    }
}
