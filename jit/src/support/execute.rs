//! Execute mode: every box is a constant, and operations act on the program's memory: below the threshold of an edge,
//! where
//! compiling is not worth it yet.
//!
//! What the machine would fault on (null, an index out of range) ends in the reporter with the operation's place in the
//! source. References stay in boxes, which the collector updates: nothing is kept in local variables across an
//! allocation or a call.
use ir::lltype::{Container, ContainerId, LLType};
use ir::model::OpInfo as _;
use lowlevel::ops::{HintKind, SafetyError};
use lowlevel::{AliasRegion, Const, LLOp, Value, arith};
use runtime::heap::object::{Obj, TRACK_WRITES};
use runtime::jit::JIT_LOCATION;
use smallvec::SmallVec;

use super::boxes::{BoxId, BoxValue};
use super::builder;
use super::exc::ExcState;
use super::externs::narrow;
use super::memory;
use super::ops::Overflow;
use super::state::SupportState;
use super::virtuals::slot;
use jit_abi::info::OpInfo;

impl SupportState {
    /// Performs an operation for real.
    pub(super) fn execute(&self, info: &OpInfo, args: &[BoxId]) -> Option<BoxId> {
        for &a in args {
            if self.work().now.boxes.get(a).is_virtual() {
                self.materialise(a);
            }
        }
        let bits = self.do_it(info, args);
        (info.result != LLType::Void).then(|| self.value(info.result, bits))
    }
    fn value(&self, ty: LLType, bits: u64) -> BoxId {
        self.work_mut().now.boxes.push(BoxValue::Const { ty, bits })
    }
    /// The word of a box.
    pub fn bits(&self, b: BoxId) -> u64 {
        let bits = self.work().now.boxes.get(b).constant();
        debug_assert!(bits.is_some(), "{b} is not constant in execute mode");
        bits.unwrap_or(0)
    }
    fn words(&self, args: &[BoxId]) -> SmallVec<[u64; 6]> {
        let w = self.work();
        args.iter()
            .map(|&a| w.now.boxes.get(a).constant().unwrap_or(0))
            .collect()
    }
    /// Ends the program with a safety error at the operation at hand.
    fn die(&self, error: SafetyError) -> ! {
        let location = JIT_LOCATION + self.work().location;
        // SAFETY: see `with_runtime`; the reporter does not return.
        self.with_runtime(|rt| runtime::report::safety_error(rt, error.code(), location))
    }

    fn do_it(&self, info: &OpInfo, args: &[BoxId]) -> u64 {
        use LLOp::*;
        let w = self.words(args);
        let op = &info.op;
        match op {
            SameAs | Likely | Unlikely | CastPointer | CastPtrToInt | CastIntToPtr
            | CastPtrToAdr | CastAdrToPtr | CastAdrToInt | CastIntToAdr => w[0],
            // Decisions that hints take are those of the interpreter.
            Hint(HintKind::IsConstant | HintKind::IsVirtual) => 0,
            Hint(_) => w.first().copied().unwrap_or(0),
            WeAreJitted => 1,
            StackTooBig | JitMarker(..) | KeepAlive | WriteBarrier | WriteBarrierArray
            | GcSpill(_) | GcReload(_) | GcKeep(_) => 0,
            op if op.is_ovf() => {
                let b = w.get(1).copied().unwrap_or(0);
                let (value, overflow) =
                    arith::eval_ovf(op, w[0] as i64, b as i64).unwrap_or((0, false));
                self.work_mut().overflow = Some(Overflow::Known(overflow));
                value as u64
            }
            OvfOccurred => match self.work_mut().overflow.take() {
                Some(Overflow::Known(o)) => u64::from(o),
                _ => 0,
            },
            PtrEq | AdrEq => u64::from(w[0] == w[1]),
            PtrNe | AdrNe => u64::from(w[0] != w[1]),
            PtrNonzero | AdrNonzero => u64::from(w[0] != 0),
            PtrIszero => u64::from(w[0] == 0),
            AdrAdd => w[0].wrapping_add(w[1]),
            AdrSub | AdrDelta => w[0].wrapping_sub(w[1]),
            AdrLt => u64::from(w[0] < w[1]),
            RawLoad => memory::load(info.result, self.nonnull_word(w[0]).wrapping_add(w[1])),
            RawStore => {
                let ty = info.args[2];
                memory::store(ty, self.nonnull_word(w[0]).wrapping_add(w[1]), w[2]);
                0
            }
            GetField(c, f) => {
                let offset = self.tables.cx.layouts[*c].offsets[*f as usize];
                memory::load(info.result, self.nonnull_word(w[0]) + u64::from(offset))
            }
            SetField(c, f) => {
                let (p, ty) = (self.nonnull_word(w[0]), info.args[1]);
                if let Some(&v) = w.get(1) {
                    self.barrier_for_real(*c, ty, p);
                    let offset = self.tables.cx.layouts[*c].offsets[*f as usize];
                    memory::store(ty, p + u64::from(offset), v);
                    self.wrote(AliasRegion::Field(*c, *f), p);
                }
                0
            }
            GetArraySize(c) | GetInteriorSize(c) => self.length(*c, w[0]),
            GetArrayItem(c) | GetInteriorItem(c) => {
                memory::load(info.result, self.item(*c, w[0], w[1] as i64))
            }
            GetItemField(c, f) => {
                let at = self.item(*c, w[0], w[1] as i64);
                memory::load(info.result, at + self.tables.cx.item_field(*c, *f).0 as u64)
            }
            SetArrayItem(c) | SetInteriorItem(c) | SetItemField(c, _) => {
                let at = self.item(*c, w[0], w[1] as i64);
                let extra = match op {
                    SetItemField(c, f) => self.tables.cx.item_field(*c, *f).0 as u64,
                    _ => 0,
                };
                if let Some(&v) = w.get(2) {
                    self.barrier_for_real(*c, info.args[2], w[0]);
                    memory::store(info.args[2], at + extra, v);
                }
                0
            }
            CopyItems(c) => {
                self.copy(*c, &w);
                0
            }
            ClearItems(c) => {
                let [p, start, n] = w[..] else { return 0 };
                if let Some((at, bytes)) = self.range(*c, p, start, n) {
                    memory::clear(at, bytes);
                }
                0
            }
            Malloc(c) => self.allocate(*c, None),
            MallocVar(c) => self.allocate(*c, Some(w[0] as i64)),
            Free(_) => self.runtime_call("gx_raw_free", &[w[0]]),
            GcId => self.runtime_call("gx_gc_id", &[w[0]]),
            GcIdentityHash => self.runtime_call("gx_gc_identityhash", &[w[0]]),
            WeakrefCreate => {
                let id = info
                    .result
                    .container()
                    .map_or(0, |c| self.tables.cx.type_ids[c]);
                self.runtime_call("gx_weakref_create", &[u64::from(id), w[0]])
            }
            WeakrefDeref => {
                let p = self.nonnull_word(w[0]);
                memory::word(p + runtime::heap::identity::WEAKREF_TARGET as u64)
            }
            DirectCall(_) | IndirectCall(..) | ExternCall(_) => self.call_for_real(info, &w),
            Abort(error) => self.die(*error),
            ExcOccurred | ExcType | ExcValue | ExcSet | ExcClear | TracebackStart
            | TracebackPass | TracebackCatch => self.exception_for_real(info, &w),
            op if op.is_pure() => self.arithmetic(info, &w),
            _ => 0,
        }
    }

    // ----
    // numbers -----------------------------------------------------------------------------------------------------

    fn arithmetic(&self, info: &OpInfo, w: &[u64]) -> u64 {
        let mut values = [Value::Void; 3];
        for (v, (&ty, &bits)) in values.iter_mut().zip(info.args.iter().zip(w)) {
            *v = builder::constant(ty, bits).value;
        }
        if let Some(value) = arith::eval(&info.op, &values[..w.len().min(3)], info.result) {
            return builder::word(Const::new(info.result, value));
        }
        self.undefined(&info.op, w)
    }
    /// What the machine computes where the operation has no value.
    fn undefined(&self, op: &LLOp, w: &[u64]) -> u64 {
        use LLOp::*;
        let shift = || (w[1] & 63) as u32;
        match op {
            IntLshift | UintLshift => w[0] << shift(),
            IntRshift => ((w[0] as i64) >> shift()) as u64,
            UintRshift => w[0] >> shift(),
            CastFloatToInt | CastFloatToUint => i64::MIN as u64,
            // The divide instruction traps on zero, and on the one quotient that does not fit.
            _ => self.die(SafetyError::ZeroDivision),
        }
    }

    // ----
    // memory ------------------------------------------------------------------------------------------------------

    fn nonnull_word(&self, address: u64) -> u64 {
        if address == 0 {
            self.die(SafetyError::NoneDereference);
        }
        address
    }
    fn length(&self, c: ContainerId, p: u64) -> u64 {
        let p = self.nonnull_word(p);
        match self.tables.cx.layouts[c].var.and_then(|v| v.length_offset) {
            Some(offset) => memory::word(p + u64::from(offset)),
            None => u64::MAX >> 1,
        }
    }
    /// The address of an item; its index is checked.
    fn item(&self, c: ContainerId, p: u64, i: i64) -> u64 {
        let n = self.length(c, p) as i64;
        let Some(var) = self.tables.cx.layouts[c].var else {
            return p;
        };
        let nolength = var.length_offset.is_none();
        if !nolength && !(0..n).contains(&i) {
            self.die(SafetyError::IndexOutOfRange);
        }
        (p + u64::from(var.items_offset))
            .wrapping_add((i as u64).wrapping_mul(u64::from(var.item_size)))
    }
    /// Address and bytes of items `start..start + n`; `None` if there are none.
    fn range(&self, c: ContainerId, p: u64, start: u64, n: u64) -> Option<(u64, usize)> {
        let n = n as i64;
        if n <= 0 {
            return None;
        }
        let last = (start as i64).checked_add(n - 1);
        let Some(last) = last else {
            self.die(SafetyError::IndexOutOfRange)
        };
        self.item(c, p, last);
        let at = self.item(c, p, start as i64);
        let size = self.tables.cx.layouts[c].var.map_or(0, |v| v.item_size);
        Some((at, n as usize * size as usize))
    }
    fn copy(&self, c: ContainerId, w: &[u64]) {
        let [src, dst, from, to, n] = *w else { return };
        let (Some((a, bytes)), Some((b, _))) =
            (self.range(c, src, from, n), self.range(c, dst, to, n))
        else {
            return;
        };
        if !self.tables.types().gc_item_offsets(c).is_empty() {
            self.remember(c, dst);
        }
        memory::copy(a, b, bytes);
    }
    fn barrier_for_real(&self, c: ContainerId, ty: LLType, object: u64) {
        if self.tables.types().is_gc_ref(ty) {
            self.remember(c, object);
        }
    }
    fn remember(&self, c: ContainerId, object: u64) {
        if !self.tables.types().is_gc(c) {
            return;
        }
        let obj = Obj::at(object as usize);
        if obj.has_flag(TRACK_WRITES) {
            self.with_runtime(|rt| rt.heap.remember(obj));
        }
    }
    /// Allocates for real. A negative or too large length: MemoryError is pending and the result null.
    fn allocate(&self, c: ContainerId, length: Option<i64>) -> u64 {
        let cx = &self.tables.cx;
        let layout = &cx.layouts[c];
        if self.tables.types().is_gc(c) {
            let id = cx.type_ids[c];
            let size = layout.size.max(16).next_multiple_of(8) as usize;
            return self.with_runtime(|rt| match length {
                None => rt.allocate(id, size).address() as u64,
                Some(n) => match rt.allocate_var(id, n) {
                    Some(obj) => obj.address() as u64,
                    None => {
                        rt.raise("MemoryError");
                        0
                    }
                },
            });
        }
        let size = u64::from(layout.size);
        match (length, layout.var) {
            (Some(n), Some(var)) => {
                let offset = var.length_offset.map_or(-1, i64::from) as u64;
                let args = [size, u64::from(var.item_size), n as u64, offset];
                self.runtime_call("gx_raw_malloc_var", &args)
            }
            _ => self.runtime_call("gx_raw_malloc", &[size]),
        }
    }
    /// Calls a function of the runtime that takes the context and words.
    fn runtime_call(&self, name: &str, args: &[u64]) -> u64 {
        let address = runtime::externs::address(name).expect("a function of the runtime");
        let mut words = vec![self.runtime as u64];
        words.extend_from_slice(args);
        let types = vec![LLType::Signed; words.len()];
        self.call_extern(address, &types, &words, LLType::Signed)
    }

    // ----
    // virtuals ----------------------------------------------------------------------------------------------------

    /// Allocates a virtual, and all virtuals it refers to, for real. What is held is written back.
    pub(super) fn materialise(&self, b: BoxId) {
        let mut all = Vec::new();
        self.reachable(b, &mut all);
        let shapes: Vec<_> = {
            let w = self.work();
            all.iter()
                .map(|&b| match w.now.boxes.get(b) {
                    BoxValue::Virtual(v) => v.clone(),
                    _ => unreachable!("only virtuals were collected"),
                })
                .collect()
        };
        // All objects first: boxes are roots, so they stay valid while the next one is allocated.
        for (&b, v) in all.iter().zip(&shapes) {
            let address = match self.tables.home(v) {
                Some(home) => self.bits(home),
                None => self.allocate(v.container, v.length.map(i64::from)),
            };
            let ty = LLType::Ptr(v.container);
            let object = BoxValue::Const { ty, bits: address };
            self.work_mut().now.boxes.set(b, object);
        }
        for (&b, v) in all.iter().zip(&shapes) {
            let array = matches!(self.tables.types().get(v.container), Container::Array(_));
            let shape = &self.tables.shapes[v.container];
            let held = self.tables.home(v).is_some();
            for (i, field) in v.fields.iter().take(shape.len(v.length)).enumerate() {
                let Some(s) = slot(shape, array, v.container, i) else {
                    continue;
                };
                if s.ty == LLType::Void || field.is_none() && !held {
                    continue;
                }
                let (object, value) = (self.bits(b), field.map_or(0, |value| self.bits(value)));
                let cx = &self.tables.cx;
                let at = match s.op {
                    LLOp::SetField(..) => {
                        let leaf = &self.tables.shapes[v.container].leaves[i];
                        object + u64::from(leaf.offset)
                    }
                    LLOp::SetItemField(c, f) => {
                        self.item(c, object, s.index.unwrap_or(0)) + cx.item_field(c, f).0 as u64
                    }
                    _ => self.item(v.container, object, s.index.unwrap_or(0)),
                };
                self.barrier_for_real(v.container, s.ty, object);
                memory::store(s.ty, at, value);
            }
        }
    }
    fn reachable(&self, b: BoxId, out: &mut Vec<BoxId>) {
        if out.contains(&b) {
            return;
        }
        let fields: Vec<BoxId> = match self.work().now.boxes.get(b) {
            BoxValue::Virtual(v) => v.fields.iter().flatten().copied().collect(),
            _ => return,
        };
        out.push(b);
        for f in fields {
            self.reachable(f, out);
        }
    }

    // ---- calls and
    // exceptions ----------------------------------------------------------------------------------------

    fn call_for_real(&self, info: &OpInfo, w: &[u64]) -> u64 {
        let t = self.tables;
        match &info.op {
            LLOp::DirectCall(f) => {
                let address = t.funcs.get(*f).copied().unwrap_or(0);
                if address == 0 {
                    self.die(SafetyError::BadCall);
                }
                narrow(
                    info.result,
                    self.call_address(address, &info.args, w, info.result),
                )
            }
            LLOp::IndirectCall(..) => {
                if w[0] == 0 {
                    self.die(SafetyError::BadCall);
                }
                narrow(
                    info.result,
                    self.call_address(w[0], &info.args[1..], &w[1..], info.result),
                )
            }
            LLOp::ExternCall(x) => {
                let x = &t.program.externs[*x];
                let Some(address) = runtime::externs::address(x.name.as_str()) else {
                    self.die(SafetyError::BadCall)
                };
                let mut types: Vec<LLType> = info
                    .args
                    .iter()
                    .copied()
                    .filter(|&t| t != LLType::Void)
                    .collect();
                let mut words = w.to_vec();
                if x.context {
                    types.insert(0, LLType::Signed);
                    words.insert(0, self.runtime as u64);
                }
                narrow(
                    info.result,
                    self.call_extern(address, &types, &words, info.result),
                )
            }
            _ => 0,
        }
    }
    fn exception_for_real(&self, info: &OpInfo, w: &[u64]) -> u64 {
        use abi::context as abi;
        let location = u64::from(JIT_LOCATION + info.location);
        self.with_runtime(|rt| {
            let cx = &mut rt.context;
            let mut trace = |kind: u64, class: u64| {
                let at = cx.traceback_count % abi::TRACEBACK_DEPTH;
                cx.traceback_ring[at as usize] = [kind | location, class];
                cx.traceback_count += 1;
                0
            };
            match info.op {
                LLOp::TracebackStart => trace(abi::TRACEBACK_START, w[0]),
                LLOp::TracebackPass => trace(abi::TRACEBACK_PASS, 0),
                LLOp::TracebackCatch => trace(abi::TRACEBACK_CATCH, 0),
                LLOp::ExcOccurred => u64::from(cx.exc_type != 0),
                LLOp::ExcType => cx.exc_type,
                LLOp::ExcValue => cx.exc_value,
                LLOp::ExcSet => {
                    (cx.exc_type, cx.exc_value) = (w[0], w[1]);
                    0
                }
                _ => {
                    (cx.exc_type, cx.exc_value) = (0, 0);
                    0
                }
            }
        })
    }
    /// Puts a virtual exception into the runtime context.
    pub(super) fn materialise_exception(&self) {
        let ExcState::Virtual { class, value } = self.work().now.exc else {
            return;
        };
        self.materialise(value);
        let (class, value) = (self.bits(class), self.bits(value));
        self.with_runtime(|rt| {
            (rt.context.exc_type, rt.context.exc_value) = (class, value);
        });
        self.work_mut().now.exc = ExcState::Unknown;
    }
}
