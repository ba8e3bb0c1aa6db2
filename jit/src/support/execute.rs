//! Execute mode: every box is a constant. What a snapshot has as virtual objects is allocated, and what the driver asks
//! for itself is done for real: a test that was left undecided, a call of a portal. All else is the matter of executors
//! (see `timeshift`).
//!
//! References stay in boxes, which the collector updates: nothing is kept in local variables across an allocation or a
//! call.
use ir::lltype::{Container, ContainerId, LLType};
use lowlevel::ops::SafetyError;
use lowlevel::{Const, FuncId, LLOp, Value, arith};
use runtime::heap::object::{Obj, TRACK_WRITES};
use runtime::jit::JIT_LOCATION;
use smallvec::SmallVec;

use super::boxes::{BoxId, BoxValue};
use super::builder;
use super::exc::ExcState;
use super::externs::narrow;
use super::heap::MemoryLocation;
use super::memory;
use super::state::SupportState;
use super::virtuals::{SlotStore, slot};
use jit_abi::info::OpInfo;

/// Whether a branch over what this operation gives can be done again ([`crate::versions`]).
pub fn is_test(op: &LLOp) -> bool {
    match op {
        LLOp::BoolNot
        | LLOp::IntIsTrue
        | LLOp::UintIsTrue
        | LLOp::FloatIsTrue
        | LLOp::IntBetween => true,
        LLOp::AdrLt => false,
        op => op.comparison().is_some() || test_of_addresses(op, &[0; 2]).is_some(),
    }
}

/// What a test of pointers or addresses gives; `None`: it is none.
pub(super) fn test_of_addresses(op: &LLOp, words: &[u64]) -> Option<bool> {
    Some(match (op, words) {
        (LLOp::PtrEq | LLOp::AdrEq, [a, b, ..]) => a == b,
        (LLOp::PtrNe | LLOp::AdrNe, [a, b, ..]) => a != b,
        (LLOp::PtrNonzero | LLOp::AdrNonzero, [a, ..]) => *a != 0,
        (LLOp::PtrIszero, [a, ..]) => *a == 0,
        _ => return None,
    })
}

impl SupportState {
    /// Performs a test or a call for real.
    pub(super) fn execute(&self, info: &OpInfo, args: &[BoxId]) -> Option<BoxId> {
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
        let words = self.words(args);
        if let LLOp::DirectCall(f) = info.op {
            return self.call_for_real(info, f, &words);
        }
        if let Some(holds) = test_of_addresses(&info.op, &words) {
            return u64::from(holds);
        }
        let values = info.args.iter().zip(&words);
        let values: SmallVec<[Value; 2]> = values
            .map(|(&ty, &bits)| builder::constant(ty, bits).value)
            .collect();
        match arith::eval(&info.op, &values, info.result) {
            Some(value) => builder::word(Const::new(info.result, value)),
            None => unreachable!("{} is not a test", info.op.name()),
        }
    }

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
    /// Before a reference is stored to an object.
    fn barrier_for_real(&self, c: ContainerId, ty: LLType, object: u64) {
        let types = self.tables.types();
        if types.is_gc_ref(ty) && types.is_gc(c) {
            let obj = Obj::at(object as usize);
            if obj.has_flag(TRACK_WRITES) {
                self.with_runtime(|rt| rt.heap.remember(obj));
            }
        }
    }
    /// Allocates for real. A negative or too large length: MemoryError is pending and the result null.
    fn allocate(&self, c: ContainerId, length: Option<i64>) -> u64 {
        let cx = self.tables.cx;
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
                None if self.tables.is_loan(v) => {
                    let token = v.fields[0].expect("a loan has a token");
                    (self.redeem.get())(self.bits(token))
                }
                None => self.allocate(v.container, v.length.map(i64::from)),
            };
            let ty = match self.tables.is_loan(v) {
                true => v.ty,
                false => LLType::Ptr(v.container),
            };
            let object = BoxValue::Const { ty, bits: address };
            self.work_mut().now.boxes.set(b, object);
        }
        let made = |v: &&_| !self.tables.is_loan(v);
        for (&b, v) in all.iter().zip(&shapes).filter(|(_, v)| made(v)) {
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
                let at = (object, s.index.unwrap_or(0));
                self.write_slot(v.container, i, &s, at, value);
            }
        }
        for (&b, v) in all.iter().zip(&shapes) {
            if let Some(token) = self.tables.claim_token(v) {
                let token = self.bits(token);
                (self.redeem.get())(token);
                (self.claim.get())(token, self.bits(b));
            }
        }
    }
    /// Makes a store that was deferred, of these words; the index of an item stands beside the location.
    pub fn store_for_real(&self, place: MemoryLocation, object: u64, index: i64, value: u64) {
        let Some((number, s)) = self.tables.store_to(place) else {
            return;
        };
        if let Some(c) = place.container() {
            self.write_slot(c, number, &s, (object, index), value);
        }
    }
    /// Writes a slot of an object, with this number and index.
    fn write_slot(
        &self,
        c: ContainerId,
        number: usize,
        s: &SlotStore,
        (object, index): (u64, i64),
        value: u64,
    ) {
        let at = match s.op {
            LLOp::SetField(..) => object + u64::from(self.tables.shapes[c].leaves[number].offset),
            LLOp::SetItemField(c, f) => {
                self.item(c, object, index) + self.tables.cx.item_field(c, f).0 as u64
            }
            _ => self.item(c, object, index),
        };
        self.barrier_for_real(c, s.ty, object);
        memory::store(s.ty, at, value);
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

    fn call_for_real(&self, info: &OpInfo, f: FuncId, words: &[u64]) -> u64 {
        let address = self.tables.funcs.get(f).copied().unwrap_or(0);
        if address == 0 {
            self.die(SafetyError::BadCall);
        }
        let word = self.call_address(address, &info.args, words, info.result);
        narrow(info.result, word)
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
