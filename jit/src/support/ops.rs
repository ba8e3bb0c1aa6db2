//! Performing red operations: the entry, and what all kinds of operations share.
//!
//! In compile mode an operation is folded, virtualised, found to be known, or emitted:
//!
//! ```text
//! int_add(2, 3)                5
//! malloc[W_Int]()              a virtual structure, no code
//! getfield[W_Int.value](v0)    v1 = getfield[W_Int.value](v0)      the first time
//!                              v1                                  after that
//! ```
//! Compile-mode code never calls the runtime: where a young object would become a constant it stops, and
//! [`SupportState::perform`] empties the nursery and starts the operation again. So it must not change anything before
//! that.
use ir::lltype::LLType;
use ir::model::{Arg, Args, OpInfo as _, Operand};
use lowlevel::ops::HintKind;
use lowlevel::{Const, LL, LLOp};

use super::boxes::{BoxFacts, BoxId, BoxValue, Range};
use super::builder;
use super::definitions::{Definition, DefinitionId, Sought};
use super::state::{ForceReason, Mode, SupportState, Work};
use super::tables::Tables;
use jit_abi::info::{OpId, OpInfo};

/// What is known of the `*_ovf` operation that was performed last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// It was folded.
    Known(bool),
    /// It was emitted; its result.
    Emitted(BoxId),
}

/// Why an operation is started again.
#[derive(Debug)]
pub(super) enum Stop {
    /// A young object would become a constant.
    Tenure,
}
pub(super) type R<T> = Result<T, Stop>;

impl SupportState {
    /// Performs a red operation: in compile mode it is folded, virtualised or emitted, in execute mode executed.
    /// Returns the result, unless it is Void.
    /// `args` are the boxes of the arguments that are not Void.
    pub fn perform(&self, op: OpId, args: &[BoxId]) -> Option<BoxId> {
        if let Some(result) = self.quick(op, args) {
            return result;
        }
        self.perform_info(&self.tables.info.ops[op], args)
    }
    /// The same for an operation that stands in no table.
    pub fn perform_info(&self, info: &OpInfo, args: &[BoxId]) -> Option<BoxId> {
        let mode = {
            let mut w = self.work_mut();
            w.location = info.location;
            w.mode
        };
        if mode == Mode::Execute {
            return self.execute(info, args);
        }
        if info.op.is_call()
            && let Some(result) = self.call_now(info, args)
        {
            return result;
        }
        loop {
            match self.compiler(|c| c.step(info, args)) {
                Ok(b) => return b,
                Err(Stop::Tenure) => self.tenure(),
            }
        }
    }
    /// Allocates a virtual (sharing and cycles kept): emits the allocation in compile mode, makes it in execute mode.
    /// Other boxes stay as they are.
    pub fn force(&self, b: BoxId, why: ForceReason) {
        if self.work().mode == Mode::Execute {
            self.materialise(b);
        } else {
            self.compiler(|c| c.force(b, why));
        }
    }
    /// A virtual exception state is put into the runtime context.
    pub fn force_exception(&self) {
        if self.work().mode == Mode::Execute {
            self.materialise_exception();
        } else {
            self.compiler(|c| c.force_exception());
        }
    }
    pub(super) fn compiler<T>(&self, f: impl FnOnce(&mut Compiler<'_>) -> T) -> T {
        let mut work = self.work_mut();
        f(&mut Compiler {
            s: self,
            t: self.tables,
            w: &mut work,
        })
    }
}

/// What performs operations while a fragment is compiled.
pub(super) struct Compiler<'a> {
    pub s: &'a SupportState,
    pub t: &'static Tables,
    pub w: &'a mut Work,
}

impl Compiler<'_> {
    /// Folds, virtualises or emits an operation; its result.
    pub(super) fn step(&mut self, info: &OpInfo, args: &[BoxId]) -> R<Option<BoxId>> {
        use LLOp::*;
        let overflow = self.w.overflow;
        let some = |b: BoxId| Ok(Some(b));
        let result = match &info.op {
            SameAs | Likely | Unlikely | CastPointer => some(args[0]),
            Hint(kind) => Ok(self.hint(*kind, info, args)),
            JitMarker(..) => Ok(None),
            WeAreJitted => some(self.bool(true)),
            StackTooBig => some(self.bool(false)),
            OvfOccurred => some(self.overflowed(info, overflow)),
            PtrEq | PtrNe => some(self.pointers_equal(info, args)),
            PtrNonzero | PtrIszero => some(self.pointer_test(info, args)),
            CastPtrToInt | CastIntToPtr | CastPtrToAdr | CastAdrToPtr | CastAdrToInt
            | CastIntToAdr => some(self.cast_address(info, args)),
            ExcOccurred | ExcType | ExcValue | ExcSet | ExcClear | TracebackStart
            | TracebackAgain | TracebackPass | TracebackCatch => Ok(self.exception(info, args)),
            GetField(..) | GetArrayItem(_) | GetInteriorItem(_) | GetItemField(..)
            | GetArraySize(_) | GetInteriorSize(_) => self.load(info, args),
            SetField(..) | SetArrayItem(_) | SetInteriorItem(_) | SetItemField(..) => {
                self.store(info, args)?;
                Ok(None)
            }
            CopyItems(c) => {
                self.copy_items(*c, info, args)?;
                Ok(None)
            }
            ClearItems(c) => {
                self.clear_items(*c, info, args);
                Ok(None)
            }
            Malloc(c) => some(self.malloc(*c, info)),
            MallocVar(c) => some(self.malloc_var(*c, info, args[0])),
            DirectCall(_) | IndirectCall(..) | ExternCall(_) => Ok(self.call(info, args)),
            KeepAlive => {
                if let BoxValue::Residual { .. } = self.get(args[0]) {
                    self.emit_void(info.op.clone(), info, args, ForceReason::Address);
                }
                Ok(None)
            }
            // Barriers are this library's business: see `store`.
            WriteBarrier | WriteBarrierArray | GcSpill(_) | GcReload(_) | GcKeep(_) => Ok(None),
            WeakrefDeref => some(self.weakref_deref(info, args[0])),
            RawLoad => some(self.raw_load(info, args)),
            RawStore => {
                self.raw_store(info, args);
                Ok(None)
            }
            WeakrefCreate => {
                self.make_stores();
                self.escape_all(args);
                let b = self.emit(info, args, ForceReason::Address);
                self.w.now.heap.safepoint();
                self.set_nonnull(b);
                some(b)
            }
            op if op.is_pure() => some(self.pure(info, args)),
            op if op.is_ovf() => some(self.overflowing(info, args)),
            _ if info.result == LLType::Void => {
                self.make_stores();
                self.escape_all(args);
                self.emit_void(info.op.clone(), info, args, ForceReason::Address);
                Ok(None)
            }
            _ => {
                self.make_stores();
                self.escape_all(args);
                some(self.emit(info, args, ForceReason::Address))
            }
        };
        if self.w.overflow.is_some() && !info.op.is_ovf() {
            self.w.overflow = None;
        }
        result
    }

    // ----
    // boxes -------------------------------------------------------------------------------------------------------

    pub(super) fn get(&self, b: BoxId) -> &BoxValue {
        self.w.now.boxes.get(b)
    }
    pub(super) fn constant_of(&self, b: BoxId) -> Option<u64> {
        self.get(b).constant()
    }
    pub(super) fn constant(&mut self, ty: LLType, bits: u64) -> BoxId {
        self.w.now.boxes.constant(ty, bits)
    }
    pub(super) fn bool(&mut self, value: bool) -> BoxId {
        self.constant(LLType::Bool, u64::from(value))
    }
    pub(super) fn zero(&mut self, ty: LLType) -> BoxId {
        self.constant(ty, 0)
    }
    /// The one box of a constant object.
    pub(super) fn canonical(&mut self, b: BoxId) -> BoxId {
        match *self.get(b) {
            BoxValue::Const { ty, bits } => self.constant(ty, bits),
            _ => b,
        }
    }
    /// Others may reach these objects from here on.
    pub(super) fn escape_all(&mut self, args: &[BoxId]) {
        for &a in args {
            if self.get(a).is_virtual() {
                self.force(a, ForceReason::Address);
            }
            self.w.now.heap.escape(a);
        }
    }
    pub(super) fn facts_mut(&mut self, b: BoxId) -> Option<&mut BoxFacts> {
        match self.w.now.boxes.get_mut(b) {
            BoxValue::Residual { facts, .. } => Some(facts),
            _ => None,
        }
    }
    pub(super) fn set_nonnull(&mut self, b: BoxId) {
        if matches!(self.get(b), BoxValue::Residual { facts, .. } if !facts.nonnull)
            && let Some(f) = self.facts_mut(b)
        {
            f.nonnull = true;
        }
    }
    pub(super) fn set_range(&mut self, b: BoxId, range: Range) {
        if matches!(self.get(b), BoxValue::Residual { facts, .. } if facts.range < range)
            && let Some(f) = self.facts_mut(b)
        {
            f.range = range;
        }
    }
    /// Records the exact class of an instance.
    pub(super) fn set_class(&mut self, b: BoxId, vtable: u64) {
        if let Some(f) = self.facts_mut(b) {
            f.nonnull = true;
            f.class = Some(vtable);
        }
    }
    /// Whether a reference is not null, as far as is known.
    pub(super) fn is_nonnull(&self, b: BoxId) -> bool {
        match self.get(b) {
            BoxValue::Const { bits, .. } => *bits != 0,
            BoxValue::Virtual(_) => true,
            BoxValue::Residual { facts, .. } => facts.nonnull,
        }
    }

    // ----
    // emission ----------------------------------------------------------------------------------------------------

    /// A box as an operand; a virtual is forced.
    pub(super) fn operand(&mut self, b: BoxId, ty: LLType, why: ForceReason) -> Arg<LL> {
        if self.get(b).is_virtual() {
            self.force(b, why);
        }
        match *self.get(b) {
            BoxValue::Residual { var, .. } => Operand::Var(var),
            BoxValue::Const { bits, .. } => {
                if self.t.types().is_gc_ref(ty) {
                    debug_assert!(!self.s.is_young(bits), "a young constant in code");
                    self.s.keep(bits);
                }
                builder::constant_operand(ty, bits)
            }
            BoxValue::Virtual(_) => unreachable!("forced above"),
        }
    }
    /// Operands of an operation: boxes for arguments that are not Void.
    pub(super) fn operands(
        &mut self,
        types: &[LLType],
        args: &[BoxId],
        why: ForceReason,
    ) -> Args<LL> {
        // All virtuals first: an allocation must not come between a barrier and its store, nor move what was loaded.
        for &b in args {
            if self.get(b).is_virtual() {
                self.force(b, why);
            }
        }
        let mut boxes = args.iter();
        let all = args.len() == types.len();
        types
            .iter()
            .map(|&ty| {
                if ty == LLType::Void {
                    if all {
                        boxes.next();
                    }
                    return Operand::Const(Const::VOID);
                }
                match boxes.next() {
                    Some(&b) => self.operand(b, ty, why),
                    None => Operand::Const(Const::zero(ty)),
                }
            })
            .collect()
    }
    /// Emits an operation as it stands; its result is a new box.
    pub(super) fn emit(&mut self, info: &OpInfo, args: &[BoxId], why: ForceReason) -> BoxId {
        self.emit_op(info.op.clone(), &info.args, args, info.result, why)
    }
    /// Emits an operation with a result.
    pub(super) fn emit_op(
        &mut self,
        op: LLOp,
        types: &[LLType],
        args: &[BoxId],
        result: LLType,
        why: ForceReason,
    ) -> BoxId {
        let operands = self.operands(types, args, why);
        let location = self.w.location;
        let var = (self.w.fragment).emit_args(op.clone(), operands, result, location);
        self.s.emitted.set(self.s.emitted.get() + 1);
        let b = self.w.now.boxes.residual(var, result, BoxFacts::default());
        self.guess(b, &op, types, args, result);
        b
    }
    /// Emits an operation without a result.
    pub(super) fn emit_void(&mut self, op: LLOp, info: &OpInfo, args: &[BoxId], why: ForceReason) {
        let operands = self.operands(&info.args, args, why);
        let location = self.w.location;
        (self.w.fragment).emit_args(op, operands, LLType::Void, location);
        self.s.emitted.set(self.s.emitted.get() + 1);
    }
    /// Notes how a box was computed.
    pub(super) fn define(&mut self, b: BoxId, op: &LLOp, args: &[BoxId]) {
        let (id, _) = self.intern(op, args, self.get(b).ty());
        self.w.now.defs.define(b, id);
    }
    /// The number of a definition, and the box that has its value.
    pub(super) fn intern(
        &mut self,
        op: &LLOp,
        args: &[BoxId],
        ty: LLType,
    ) -> (DefinitionId, Option<BoxId>) {
        self.w.now.defs.intern(&Sought { op, args, ty })
    }
    /// The box that has the value of a test.
    pub(super) fn value_of(&self, op: LLOp, args: &[BoxId]) -> Option<BoxId> {
        let op = &op;
        let ty = LLType::Bool;
        self.w.now.defs.value(&Sought { op, args, ty })
    }
    /// How a box was computed, if by this kind of operation.
    pub(super) fn definition(&self, b: BoxId) -> Option<&Definition> {
        self.w.now.defs.get(b)
    }

    // ----
    // hints -------------------------------------------------------------------------------------------------------

    fn hint(&mut self, kind: HintKind, info: &OpInfo, args: &[BoxId]) -> Option<BoxId> {
        let b = args.first().copied()?;
        let value = self.get(b).clone();
        match kind {
            HintKind::IsConstant => {
                let known = value.constant().is_some();
                return Some(self.bool(known));
            }
            HintKind::IsVirtual => {
                let known = value.is_virtual() && self.home(b).is_none();
                return Some(self.bool(known));
            }
            HintKind::ForceVirtualizable if self.home(b).is_some() => {
                self.force(b, ForceReason::Address)
            }
            HintKind::RecordExactClass => {
                if let Some(vtable) = args.get(1).and_then(|&c| self.constant_of(c)) {
                    self.set_class(b, vtable);
                }
            }
            HintKind::RecordExactValue => {
                if let Some(bits) = args.get(1).and_then(|&c| self.constant_of(c)) {
                    self.become_constant(b, bits);
                }
            }
            HintKind::DeepFreeze => {
                self.note_deep_frozen();
                match value {
                    BoxValue::Const { bits, .. } => self.freeze(bits, true),
                    _ => {
                        self.w.now.frozen.insert(b, true);
                    }
                }
            }
            // What was constant is a value of the residual code from here on: one version serves all values.
            HintKind::Variable | HintKind::Forget => match value {
                BoxValue::Const { ty, .. } => {
                    return Some(self.emit_op(LLOp::SameAs, &[ty], &[b], ty, ForceReason::Address));
                }
                BoxValue::Residual { var, ty, .. } if kind == HintKind::Forget => {
                    return Some(self.w.now.boxes.residual(var, ty, BoxFacts::default()));
                }
                _ => {}
            },
            _ => {}
        }
        (info.result != LLType::Void).then_some(b)
    }
    /// The contents of a constant object never change.
    pub(super) fn freeze(&mut self, address: u64, deep: bool) {
        if address == 0 || address & 1 != 0 {
            return;
        }
        self.s.keep(address);
        let mut frozen = self.s.frozen.borrow_mut();
        *frozen.entry(address).or_default() |= deep;
    }
    /// Dereferencing needs the address of the static type's one reference field, so here the pointer's type matters.
    fn weakref_deref(&mut self, info: &OpInfo, b: BoxId) -> BoxId {
        let want = info.args[0];
        let b = if self.get(b).ty() == want {
            b
        } else {
            self.emit_op(LLOp::CastPointer, &[want], &[b], want, ForceReason::Address)
        };
        self.emit(info, &[b], ForceReason::Address)
    }
}
