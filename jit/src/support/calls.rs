//! Residual calls, and calls that are made now because their result is a constant.
//!
//! A call forces the virtuals among its arguments, forgets what its effect set names and what it initialises, and
//! leaves the exception state to the runtime context if it can raise. **An elidable call of constants is made at once;
//! if it raises, it is emitted instead**, so that the exception comes when the code runs.
use ir::lltype::{Container, LLType};
use lowlevel::{AliasRegion, FuncId, LLOp};
use smallvec::SmallVec;

use super::boxes::BoxId;
use super::exc::ExcState;
use super::heap::MemoryLocation;
use super::ops::Compiler;
use super::promises::constants;
use super::state::{CallWrites, ForceReason, SupportState};
use jit_abi::info::OpInfo;

/// A call that may write more kinds of locations than these may do much.
const WRITES: usize = 16;

/// A call that the compiler has made.
struct CallMade {
    address: u64,
    /// Types and words of its arguments.
    types: Vec<LLType>,
    words: Vec<u64>,
    /// What it gave.
    word: u64,
}

/// What a call may do.
struct CallEffects {
    /// What others may see; an elidable function's caches are its own business.
    writes: CallWrites,
    /// All locations that it writes, those of such caches, too.
    stores: CallWrites,
    /// Immutable fields of its arguments that it stores to.
    initialises: &'static [(u32, AliasRegion)],
    can_raise: bool,
    can_collect: bool,
    /// It may access fields of objects that are held.
    reads_held: bool,
    /// It may ask a virtual reference for its target.
    asks: bool,
    /// The same result for the same arguments.
    pure: bool,
    /// But None may become an object.
    unsettled: bool,
}

impl Compiler<'_> {
    fn function_effects(&self, f: FuncId) -> CallEffects {
        let Some(info) = self.t.info.funcs.get(f) else {
            return ANYTHING;
        };
        CallEffects {
            writes: match info.elidable && !info.outward {
                true => Some(&[]),
                false => info.writes.as_deref(),
            },
            stores: info.writes.as_deref(),
            initialises: &info.initialises,
            can_raise: info.can_raise,
            can_collect: info.can_collect,
            reads_held: info.reads_held,
            asks: info.asks,
            pure: info.elidable,
            unsettled: info.unsettled,
        }
    }
    /// Whether a call may ask a virtual reference for its target.
    pub(super) fn may_ask(&self, op: &LLOp) -> bool {
        match op {
            LLOp::IndirectCall(_, Some(fs)) => fs.iter().any(|&f| self.function_effects(f).asks),
            op => self.effects(op).asks,
        }
    }
    fn effects(&self, op: &LLOp) -> CallEffects {
        match op {
            LLOp::DirectCall(f) => self.function_effects(*f),
            LLOp::ExternCall(x) => match self.t.program.externs.get(*x) {
                Some(x) => CallEffects {
                    writes: x.pure.then_some(&[]),
                    // Fields of instances are the program's alone.
                    stores: Some(&[]),
                    initialises: &[],
                    can_raise: x.can_raise,
                    can_collect: x.can_collect,
                    reads_held: !x.pure,
                    asks: false,
                    pure: x.pure,
                    unsettled: false,
                },
                None => ANYTHING,
            },
            _ => ANYTHING,
        }
    }

    /// A call is emitted that may write these locations. Of calls that may do much, that of a portal among them, the
    /// known objects are noted that they are given; the rest is left to the promise that elidable functions are.
    fn note_call(&mut self, args: &[BoxId], writes: Option<&[AliasRegion]>) {
        let Some(writes) = writes.filter(|list| list.len() <= WRITES) else {
            for &a in args {
                let container = self.get(a).ty().container();
                if let (Some(c), Some(bits)) = (container, self.constant_of(a))
                    && bits != 0
                    && self.t.types().is_gc(c)
                    && !self.w.given.contains(&(c, bits))
                {
                    self.w.given.push((c, bits));
                }
            }
            return;
        };
        for &a in args {
            if self.t.types().is_gc_ref(self.get(a).ty()) {
                self.note_rewritten(a, writes.iter().copied());
            }
        }
    }

    /// A call is emitted that may write these locations, of whatever object.
    fn note_called(&mut self, writes: CallWrites) {
        let same = |&w: &CallWrites| match (w, writes) {
            (Some(a), Some(b)) => std::ptr::eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        if writes.is_none_or(|list| !list.is_empty()) && !self.w.called.iter().any(same) {
            self.w.called.push(writes);
        }
    }

    /// A store to raw memory is emitted: like a call that stores to no location that is known by name, for functions
    /// that read more than such locations.
    pub(super) fn note_raw_memory(&mut self) {
        let nothing = |w: &CallWrites| w.is_some_and(<[_]>::is_empty);
        if !self.w.called.iter().any(nothing) {
            self.w.called.push(Some(&[]));
        }
    }

    /// A call: folded if it is elidable and all arguments are constant, else residual.
    pub(super) fn call(&mut self, info: &OpInfo, args: &[BoxId]) -> Option<BoxId> {
        // A constant function pointer makes it a direct call.
        if let LLOp::IndirectCall(c, _) = &info.op
            && let Some(bits) = args.first().and_then(|&f| self.constant_of(f))
            && let Some(f) = self.t.func_at(bits)
            && self.t.sig(f) == Some(*c)
        {
            let info = OpInfo {
                op: LLOp::DirectCall(f),
                args: info.args[1..].to_vec(),
                ..info.clone()
            };
            return self.call(&info, &args[1..]);
        }
        if let LLOp::DirectCall(f) = info.op
            && let Some((info, args)) = self.direct_call(f, info, args)
        {
            return self.call(&info, &args);
        }
        let candidates: Vec<CallEffects> = match &info.op {
            LLOp::IndirectCall(_, Some(fs)) => {
                fs.iter().map(|&f| self.function_effects(f)).collect()
            }
            op => vec![self.effects(op)],
        };
        let can_raise = candidates.iter().any(|e| e.can_raise);
        let can_collect = candidates.iter().any(|e| e.can_collect);
        let pure = candidates.iter().all(|e| e.pure) && !can_raise;
        let key = pure.then(|| self.intern(&info.op, args, info.result));
        let unsettled = candidates.iter().any(|e| e.unsettled);
        if let Some((_, Some(b))) = key
            && (!unsettled || self.is_nonnull(b))
        {
            self.s.trust(info);
            return Some(b);
        }
        let asks = candidates.iter().any(|e| e.asks);
        if !matches!(&info.op, LLOp::ExternCall(_)) || !pure {
            match asks {
                true => self.make_stores(),
                false => self.make_stores_but_targets(),
            }
        }
        let prepare = |c: &mut Self| {
            c.force_exception();
            if candidates.iter().any(|e| e.reads_held) {
                c.write_back_all(ForceReason::Call);
            }
            for &a in args {
                if c.get(a).is_virtual() {
                    c.force(a, ForceReason::Call);
                }
                c.w.now.heap.escape(a);
            }
        };
        match asks {
            true => prepare(self),
            false => self.keeping_open(prepare),
        }
        let result = if info.result == LLType::Void {
            self.emit_void(info.op.clone(), info, args, ForceReason::Call);
            None
        } else {
            Some(self.emit(info, args, ForceReason::Call))
        };
        let skip = usize::from(matches!(info.op, LLOp::IndirectCall(..)));
        if let [e] = &candidates[..] {
            // Of a function of the system that is not pure it is not said which items it stores to.
            self.guess_call(e.stores.filter(|_| e.writes.is_some()));
        }
        for e in &candidates {
            self.w.now.heap.call(e.writes);
            self.note_call(&args[skip..], e.writes);
            // What stores nothing of the program's is no function of it.
            if e.stores.is_none_or(|list| !list.is_empty()) {
                self.note_called(e.writes);
            } else if e.writes.is_none() {
                self.note_raw_memory();
            }
            self.note_writes(e.stores);
            self.note_filled_by_call(&args[skip..], e.stores, e.initialises);
            for &(i, field) in e.initialises {
                if let (Some(&object), AliasRegion::Field(c, f)) =
                    (args.get(skip + i as usize), field)
                {
                    let object = self.canonical(self.reference(object));
                    self.w.now.heap.remove(object, MemoryLocation::Field(c, f));
                }
            }
        }
        if can_collect {
            self.w.now.heap.safepoint();
        }
        if can_raise {
            self.w.now.exc = ExcState::Unknown;
        }
        if let (Some((id, _)), Some(b)) = (key, result) {
            self.w.now.defs.set_value(id, b);
        }
        result
    }
}

const ANYTHING: CallEffects = CallEffects {
    writes: None,
    stores: None,
    initialises: &[],
    can_raise: true,
    can_collect: true,
    reads_held: true,
    asks: true,
    pure: false,
    unsettled: false,
};

impl SupportState {
    /// Makes a call in compile mode if its result is a constant; `None` if it has to be emitted.
    pub(super) fn call_now(&self, info: &OpInfo, args: &[BoxId]) -> Option<Option<BoxId>> {
        let call = self.made_now(info, args)?;
        self.trust(info);
        self.promised_call(info, call.address, &call.types, &call.words, call.word);
        self.note_answer(info, &call.types, &call.words, call.word);
        if info.result == LLType::Void {
            return Some(None);
        }
        let mut w = self.work_mut();
        Some(Some(w.now.boxes.constant(info.result, call.word)))
    }
    /// Makes a call of constants, if it can be made now and raises nothing.
    fn made_now(&self, info: &OpInfo, args: &[BoxId]) -> Option<CallMade> {
        let (address, limited) = self.elidable_target(info, args)?;
        let skip = usize::from(matches!(info.op, LLOp::IndirectCall(..)));
        let types: Vec<LLType> = info.args[skip..].to_vec();
        let words: Vec<u64> = {
            let w = self.work();
            args[skip..]
                .iter()
                .map(|&a| w.now.boxes.get(a).constant())
                .collect::<Option<_>>()?
        };
        let word = self.call_for_value(address, &types, &words, info.result, limited)?;
        Some(CallMade {
            address,
            types,
            words,
            word,
        })
    }
    /// Compile mode: the call of an elidable function with constants, if it gives None now and may
    /// give an object later while the code is there.
    pub fn none_now(&self, f: FuncId, args: &[BoxId]) -> Option<OpInfo> {
        (self.tables.info.funcs.get(f)).filter(|i| i.unsettled)?;
        let call = self.direct(f, args)?;
        let made = self.made_now(&call, args)?;
        let none = made.word == 0 && !self.has_version(&constants(&made.types, &made.words));
        none.then_some(call)
    }
    /// Compile mode: what an elidable function gives now, if it can be called.
    pub fn answer_now(&self, f: FuncId, args: &[BoxId]) -> Option<u64> {
        Some(self.made_now(&self.direct(f, args)?, args)?.word)
    }
    /// A call of a function.
    fn direct(&self, f: FuncId, args: &[BoxId]) -> Option<OpInfo> {
        let function = self.tables.info.funcs.get(f)?;
        let Container::Func(sig) = self.tables.types().get(function.sig?) else {
            return None;
        };
        let w = self.work();
        let types = args.iter().map(|&a| w.now.boxes.get(a).ty()).collect();
        let op = LLOp::DirectCall(f);
        Some(OpInfo::new(op, types, sig.result, w.location))
    }
    /// Emits such a call. Returns conditions that are false as long as it gives None.
    pub fn still_none(&self, call: &OpInfo, args: &[BoxId]) -> SmallVec<[BoxId; 2]> {
        let mut tests = SmallVec::new();
        let Some(result) = self.compiler(|c| c.call(call, args)) else {
            return tests;
        };
        let info = |op, args, result| OpInfo::new(op, args, result, call.location);
        let raised = info(LLOp::ExcOccurred, Vec::new(), LLType::Bool);
        let raised = self.perform_info(&raised, &[]);
        tests.extend(raised);
        self.perform_info(&info(LLOp::ExcClear, Vec::new(), LLType::Void), &[]);
        let filled = info(LLOp::PtrNonzero, vec![call.result], LLType::Bool);
        tests.extend(self.perform_info(&filled, &[result]));
        tests
    }
    /// The address to call, if the operation is an elidable call of constants and can be made now.
    fn elidable_target(&self, info: &OpInfo, args: &[BoxId]) -> Option<(u64, bool)> {
        if !info.op.is_call() || self.runtime.is_null() {
            return None;
        }
        let w = self.work();
        // An exception that is pending must not be disturbed.
        if w.now.exc != ExcState::None
            || !args
                .iter()
                .all(|&a| w.now.boxes.get(a).constant().is_some())
        {
            return None;
        }
        let t = self.tables;
        let f = match &info.op {
            LLOp::DirectCall(f) => *f,
            LLOp::IndirectCall(c, _) => {
                let bits = w.now.boxes.get(*args.first()?).constant()?;
                let f = t.func_at(bits)?;
                if t.sig(f) != Some(*c) {
                    return None;
                }
                f
            }
            LLOp::ExternCall(x) => {
                let x = t.program.externs.get(*x)?;
                let refs = t.types().is_gc_ref(x.result);
                if !x.pure || x.can_raise || x.can_collect || x.context || refs {
                    return None;
                }
                return Some((runtime::externs::address(x.name.as_str())?, false));
            }
            _ => return None,
        };
        let function = t.info.funcs.get(f).filter(|f| f.elidable)?;
        let address = t.funcs.get(f).copied().filter(|&a| a != 0)?;
        Some((address, !function.outward))
    }
}
