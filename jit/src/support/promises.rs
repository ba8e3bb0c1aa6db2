//! What the program's hints promise, verified while it runs: `GENEXT_JIT=check`.
//!
//! Compiled code rests on two promises: immutable fields and items stay as they are, and an elidable function gives the
//! same result for the same arguments. Each value that was taken on such a promise is noted, with its operation and
//! place: what was folded because the object or all arguments are constant, and what generators read by themselves
//! (`gx_jit_trust`). From time to time, and at the end, the load or the call is made again:
//!
//! ```text
//! getfield[Code.limit](@code) was 3          the field is 4 now: the declaration is wrong
//! direct_call[lookup](@map, @name) was @m    the call gives another object, twice the same: so is this one
//! ```
//! A function may make a new object for each call; that it differs says nothing. A table that gets a new version behind
//! each change differs from what its version stands for in between; it is to differ for longer, or at the end. Nothing
//! is noted, and nothing verified, without the setting.
//!
//! What residual code remembers of an object that is not constant, from one of its own loads, is not verified.
use indexmap::IndexMap;
use ir::lltype::LLType;
use lowlevel::{AliasRegion, FuncId, LLOp};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::memory;
use super::state::SupportState;
use jit_abi::info::{LocationId, OpInfo};

/// What gives a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum PromiseSource {
    /// A location of an old or prebuilt object.
    Load {
        base: u64,
        part: AliasRegion,
        index: Option<i64>,
    },
    /// A call of the function at an address, with these words.
    Call {
        address: u64,
        types: SmallVec<[LLType; 4]>,
        words: SmallVec<[u64; 4]>,
        /// One of them was the version of a table ([`SupportState::has_version`]): the promise holds as long as it is.
        versioned: bool,
    },
}

/// A value that compiled code rests on.
#[derive(Clone, Debug)]
struct PromisedValue {
    op: LLOp,
    location: u32,
    ty: LLType,
    word: u64,
    /// How often in a row it was found to be another one, though the version of its table is the same.
    differed: u32,
}

/// So often it may be: the table changes, and gets its new version later.
const CHANGING: u32 = 64;

/// All values that compiled code rests on.
#[derive(Default)]
pub struct Promises {
    values: IndexMap<PromiseSource, PromisedValue, FxBuildHasher>,
    /// The next one to be verified.
    next: usize,
}

/// The arguments of a call.
pub(super) fn constants(types: &[LLType], words: &[u64]) -> SmallVec<[(LLType, u64); 4]> {
    types.iter().copied().zip(words.iter().copied()).collect()
}

/// A promise that was not kept.
pub struct Broken {
    /// The load or the call.
    pub op: LLOp,
    /// An index into [`JitInfo::locations`](jit_abi::info::JitInfo::locations): where the program has it.
    pub location: u32,
    /// The type of the value.
    pub ty: LLType,
    /// The word that was taken, and what it is now; `None` if the call raises an exception.
    pub words: (u64, Option<u64>),
}

impl SupportState {
    /// Promises are noted from now on.
    pub fn verify_promises(&self) {
        *self.promises.borrow_mut() = Some(Promises::default());
    }
    /// Whether promises are noted.
    pub fn verifies(&self) -> bool {
        self.promises.borrow().is_some()
    }
    /// The load of a constant object's part was folded.
    pub(super) fn promised_load(&self, info: &OpInfo, base: u64, index: Option<i64>, word: u64) {
        if let Some(part) = info.op.location()
            && self.verifies()
            && self.tables.is_of_program(part)
        {
            self.promised(
                info,
                PromiseSource::Load { base, part, index },
                &[base],
                word,
            );
        }
    }
    /// A call with constant arguments was folded.
    pub(super) fn promised_call(
        &self,
        info: &OpInfo,
        address: u64,
        types: &[LLType],
        words: &[u64],
        word: u64,
    ) {
        if info.result == LLType::Void || !self.verifies() {
            return;
        }
        let versioned = self.has_version(&constants(types, words));
        // Code tests whether it still is None, if there is no version.
        let unsettled = |f: FuncId| self.tables.info.funcs.get(f).is_some_and(|i| i.unsettled);
        if word == 0 && !versioned && matches!(info.op, LLOp::DirectCall(f) if unsettled(f)) {
            return;
        }
        let refs: SmallVec<[u64; 4]> = (types.iter().zip(words))
            .filter(|(t, _)| self.tables.types().is_gc_ref(**t))
            .map(|(_, &w)| w)
            .collect();
        let source = PromiseSource::Call {
            address,
            types: types.into(),
            words: words.into(),
            versioned,
        };
        self.promised(info, source, &refs, word);
    }
    /// A generator has performed an operation by itself; the words of its arguments and its result stand at an address.
    /// May collect.
    pub(super) fn promised_green(&self, info: &OpInfo, at: u64) {
        let types = info.args.iter().chain([&info.result]);
        let mut words: SmallVec<[u64; 4]> = (types.clone().enumerate())
            .map(|(i, &ty)| memory::from_state(ty, memory::word(at + 8 * i as u64)))
            .collect();
        let refs = (words.iter_mut().zip(types))
            .filter(|(_, ty)| self.tables.types().is_gc_ref(**ty))
            .map(|(w, _)| w);
        self.tenure_all(refs.collect());
        let Some((&result, args)) = words.split_last() else {
            return;
        };
        match (&info.op, args) {
            (LLOp::DirectCall(f), _) => {
                let address = self.tables.funcs.get(*f).copied().unwrap_or(0);
                if address != 0 {
                    self.promised_call(info, address, &info.args, args, result);
                }
            }
            (_, [base]) => self.promised_load(info, *base, None, result),
            (_, [base, index]) => self.promised_load(info, *base, Some(*index as i64), result),
            _ => {}
        }
    }
    fn promised(&self, info: &OpInfo, source: PromiseSource, refs: &[u64], word: u64) {
        let result = self.tables.types().is_gc_ref(info.result).then_some(word);
        // Declarations of the library are its own: entries of dictionaries, say, are elidable as long as a count is the
        // same that code compares.
        let place = self.tables.info.locations.get(LocationId(info.location));
        if place.is_some_and(|l| l.file.starts_with("<genext>")) {
            return;
        }
        // What may move cannot be found again.
        if refs.iter().chain(&result).any(|&r| self.is_young(r)) {
            return;
        }
        refs.iter().chain(&result).for_each(|&r| self.keep(r));
        if let Some(promises) = &mut *self.promises.borrow_mut() {
            promises
                .values
                .entry(source)
                .or_insert_with(|| PromisedValue {
                    op: info.op.clone(),
                    location: info.location,
                    ty: info.result,
                    word,
                    differed: 0,
                });
        }
    }
    /// Verifies so many promises, all in turn; `None`: every one, at the end of the program. `same` compares two words
    /// of a type. Elidable functions are called: they may collect.
    pub fn broken_promise(
        &self,
        count: Option<usize>,
        same: &dyn Fn(LLType, u64, u64) -> bool,
    ) -> Option<Broken> {
        let total = self.promises.borrow().as_ref()?.values.len();
        for _ in 0..count.unwrap_or(total).min(total) {
            // The list may grow while a function runs.
            let (source, value) = {
                let mut promises = self.promises.borrow_mut();
                let promises = promises.as_mut()?;
                promises.next = (promises.next + 1) % promises.values.len();
                let (source, value) = promises.values.get_index(promises.next)?;
                (source.clone(), value.clone())
            };
            let now = match &source {
                PromiseSource::Load { base, part, index } => {
                    self.tables.read(*base, *part, *index, value.ty)
                }
                PromiseSource::Call {
                    address,
                    types,
                    words,
                    versioned,
                } => {
                    if *versioned && !self.is_version_now(&constants(types, words)) {
                        continue;
                    }
                    let call = || self.call_for_value(*address, types, words, value.ty, false);
                    let kept = |w: Option<u64>| w.is_some_and(|w| same(value.ty, value.word, w));
                    let first = call();
                    if kept(first) {
                        if value.differed > 0 {
                            self.differed(&source, 0);
                        }
                        continue;
                    }
                    // It is kept meanwhile: another object could get its place.
                    let kept_for = self.tables.types().is_gc_ref(value.ty);
                    let held = first.filter(|&w| kept_for && w != 0 && w & 1 == 0);
                    let held = held.map(|w| self.hold_for_call(w));
                    let second = call();
                    if let Some(handle) = held {
                        self.with_runtime(|rt| rt.release(handle));
                    }
                    // A new object each time, or a cache that was empty.
                    if kept(second) || first != second {
                        continue;
                    }
                    if *versioned && count.is_some() && value.differed < CHANGING {
                        self.differed(&source, value.differed + 1);
                        continue;
                    }
                    second
                }
            };
            if !now.is_some_and(|w| same(value.ty, value.word, w)) {
                return Some(Broken {
                    op: value.op,
                    location: value.location,
                    ty: value.ty,
                    words: (value.word, now),
                });
            }
        }
        None
    }
    /// What a versioned table gives has differed so often in a row.
    fn differed(&self, source: &PromiseSource, times: u32) {
        let mut promises = self.promises.borrow_mut();
        if let Some(v) = promises.as_mut().and_then(|p| p.values.get_mut(source)) {
            v.differed = times;
        }
    }
}
