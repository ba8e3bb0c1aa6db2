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
//! (`transform::effects::unsettled`). If it is None now, code makes the call, too, and tests that it still is. Else
//! code that was compiled while an inline cache was empty would fill it again and again, each time with something else,
//! and other code would read the class of one entry and the method of the next.
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

use super::*;

/// A function and its arguments.
type Call = (u32, SmallVec<[u64; 4]>);

/// The calls that are known to have been made.
#[derive(Debug, Default)]
pub(crate) struct CertainCalls {
    made: RefCell<FxHashSet<Call>>,
    /// Calls that come next where an edge is reached.
    waiting: RefCell<FxHashMap<EdgeId, Call>>,
}

impl CertainCalls {
    /// The program is at an edge.
    pub(crate) fn reached(&self, edge: EdgeId) {
        let call = self.waiting.borrow_mut().remove(&edge);
        self.made.borrow_mut().extend(call);
    }
}

impl Session<'_> {
    /// A call of an elidable function comes next. If the compiler would make it, and others see it, the program has to
    /// be there; and code tests for None that may become an object.
    pub(super) fn certain(&mut self, function: u32, args: &[BoxId]) -> Result<Flow, GiveUp> {
        let jit = self.jit();
        let f = lowlevel::FuncId(function);
        if jit.info().funcs.get(f).is_some_and(|i| !i.outward) {
            self.test_for_none(f, args);
            return Ok(Flow::On(None));
        }
        let types = jit.state.tables.types();
        let mut values = SmallVec::new();
        let mut moves = false;
        for &a in args {
            let (ty, bits) = match *jit.state.work().now.boxes.get(a) {
                BoxValue::Const { ty, bits } => (ty, bits),
                // Emitted, and so made in its turn.
                _ => return Ok(Flow::On(None)),
            };
            if types.is_gc_ref(ty) {
                moves |= jit.state.is_young(bits);
                jit.state.keep(bits);
            }
            values.push(bits);
        }
        let call = (function, values);
        if !moves && jit.certain.made.borrow().contains(&call) {
            self.test_for_none(f, args);
            return Ok(Flow::On(None));
        }
        let (chain, slots) = (self.run.chain(), self.run.slots());
        let edge = self.edge_stub_here(EdgeKind::Plain, chain, &slots, Arm::NONE);
        if let (false, To::Stub(stub)) = (moves, &edge.to) {
            jit.certain.waiting.borrow_mut().insert(EdgeId(*stub), call);
        }
        self.emit(FragmentEnd::Jump(edge));
        Ok(Flow::Done)
    }
    /// Code leaves if the call that comes next does not give None any more, and it gives None now.
    fn test_for_none(&mut self, f: lowlevel::FuncId, args: &[BoxId]) {
        let state = self.jit().state;
        for test in state.still_none(f, args) {
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
            self.route.tests += 1;
        }
    }
}
