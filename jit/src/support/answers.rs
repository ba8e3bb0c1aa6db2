//! What elidable functions gave when the compiler called them.
//!
//! An elidable function gives the same for the same arguments, but the compiler calls it ahead of the program, and may
//! do so when memory holds another state than the program will have there:
//!
//! ```text
//! change()                           # residual: the table goes to its second state, by calls that are not looked into
//! self.version = SECOND
//! self.find(name, self.version)      # called while memory has the first state still
//! ```
//! An answer is noted whenever the compiler calls. Behind a call that may write what the function reads it is asked
//! whether the function gives now what it gave before: if so, that is what its promise says, else nobody knows before
//! the program is there (`jit::versions::session::certain`).
use lowlevel::{FuncId, LLOp};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;

use ir::lltype::LLType;
use jit_abi::info::OpInfo;

use super::state::SupportState;

/// A function and the words of its arguments.
type Call = (FuncId, SmallVec<[u64; 4]>);

/// Results by call.
#[derive(Default)]
pub(super) struct Answers(RefCell<FxHashMap<Call, u64>>);

impl SupportState {
    /// The compiler has made a call of constants.
    pub(super) fn note_answer(&self, info: &OpInfo, types: &[LLType], words: &[u64], word: u64) {
        let LLOp::DirectCall(f) = info.op else {
            return;
        };
        let known = self.tables.info.funcs.get(f);
        if known.is_none_or(|i| !i.reads_more && i.reads.is_empty()) {
            return;
        }
        let all = types.iter().zip(words).chain([(&info.result, &word)]);
        let refs: SmallVec<[u64; 4]> = all
            .filter(|(ty, _)| self.tables.types().is_gc_ref(**ty))
            .map(|(_, &w)| w)
            .collect();
        if refs.iter().any(|&r| self.is_young(r)) {
            return;
        }
        refs.into_iter().for_each(|r| self.keep(r));
        let call = (f, SmallVec::from_slice(words));
        self.answers.0.borrow_mut().insert(call, word);
    }
    /// Whether a call of constants gave something else when it was made last, or was not made yet.
    pub fn answers_otherwise(&self, f: FuncId, words: impl Iterator<Item = u64>, now: u64) -> bool {
        let call = (f, words.collect());
        self.answers.0.borrow().get(&call) != Some(&now)
    }
    /// All code is forgotten, and what it keeps alive.
    pub(super) fn forget_answers(&self) {
        self.answers.0.take();
    }
}
