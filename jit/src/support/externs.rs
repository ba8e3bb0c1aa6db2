//! Where Rust and emitted code meet: the functions that generators call, calls of translated functions, and access to
//! the runtime.
//!
//! **Unsafe.** The runtime outlives the support library; it is used in short steps between which it may run translated
//! code, which comes back here. So no reference to it is kept, and no cell of [`SupportState`] is borrowed while
//! [`SupportState::with_runtime`] runs.
use std::cell::Cell;

use ir::lltype::LLType;
use runtime::call::Left;
use runtime::externs::Function;
use runtime::heap::object::Obj;
use runtime::runtime::{Handle, Runtime};
use smallvec::SmallVec;

use super::boxes::{BoxId, BoxValue};
use super::memory;
use super::state::{Mode, SupportState};
use jit_abi::info::{OpId, PointId};

thread_local! {
    static STATE: Cell<*const SupportState> = const { Cell::new(std::ptr::null()) };
}

/// Makes a state the one that generators of this thread work on. It lives as long as the process.
pub fn install(state: &'static SupportState) {
    STATE.with(|s| s.set(state));
}

fn state() -> &'static SupportState {
    let p = STATE.with(Cell::get);
    // SAFETY: `install` got a reference that lives as long as the process; generators run only after it.
    unsafe { p.as_ref() }.expect("a generator runs before the state is made")
}

/// What the stub registers: the functions that generators call.
pub static TABLE: &[(&str, Function)] = &[
    ("gx_jit_const", Function(gx_jit_const as *const ())),
    ("gx_jit_const_ref", Function(gx_jit_const_ref as *const ())),
    ("gx_jit_op", Function(gx_jit_op as *const ())),
    ("gx_jit_opn", Function(gx_jit_opn as *const ())),
    ("gx_jit_tick", Function(gx_jit_tick as *const ())),
    ("gx_jit_known", Function(gx_jit_known as *const ())),
    ("gx_jit_test", Function(gx_jit_test as *const ())),
    ("gx_jit_promoted", Function(gx_jit_promoted as *const ())),
    ("gx_jit_returned", Function(gx_jit_returned as *const ())),
    ("gx_jit_waits", Function(gx_jit_waits as *const ())),
    ("gx_jit_learn", Function(gx_jit_learn as *const ())),
    ("gx_jit_trust", Function(gx_jit_trust as *const ())),
];

fn is_float(ty: LLType) -> bool {
    matches!(ty, LLType::Float | LLType::SingleFloat)
}

/// A box as generators hold it.
pub fn handle(b: Option<BoxId>) -> u64 {
    b.map_or(0, |b| u64::from(b.0) + 1)
}
/// The box of a handle.
pub fn box_of(handle: u64) -> BoxId {
    BoxId((handle - 1) as u32)
}

/// Generators give a word as states have it.
extern "C" fn gx_jit_const(_context: *mut Runtime, ty: u64, word: u64) -> u64 {
    let s = state();
    let ty = s.tables.info.lltypes[ty as usize];
    handle(Some(s.constant(ty, memory::from_state(ty, word))))
}

extern "C" fn gx_jit_const_ref(_context: *mut Runtime, ty: u64, bits: u64) -> u64 {
    let s = state();
    let ty = s.tables.info.lltypes[ty as usize];
    handle(Some(s.constant(ty, bits)))
}

extern "C" fn gx_jit_op(_context: *mut Runtime, op: u64, a: u64, b: u64, c: u64) -> u64 {
    let args = [a, b, c];
    let n = args.iter().position(|&x| x == 0).unwrap_or(3);
    let boxes = args.map(|x| BoxId((x as u32).wrapping_sub(1)));
    handle(state().perform(OpId(op as u32), &boxes[..n]))
}

extern "C" fn gx_jit_opn(_context: *mut Runtime, op: u64, args: u64) -> u64 {
    let s = state();
    let op = OpId(op as u32);
    let count = s.tables.info.ops[op]
        .args
        .iter()
        .filter(|&&t| t != LLType::Void)
        .count();
    let boxes: Vec<BoxId> = (0..count as u64)
        .map(|i| box_of(memory::word(args + 8 * i)))
        .collect();
    handle(s.perform(op, &boxes))
}

/// Operations of a fragment past which a green loop is taken to be too long.
const LONG: usize = 1 << 14;

extern "C" fn gx_jit_tick(_context: *mut Runtime) -> u64 {
    let s = state();
    let left = s.ticks.get().saturating_sub(1);
    s.ticks.set(left);
    u64::from(left == 0 || s.work().fragment.ops().len() > LONG)
}

/// A generator that was called has returned a result; see [`jit_abi`].
extern "C" fn gx_jit_returned(_context: *mut Runtime) {
    state().nested.returned();
}

/// A generator waits for one that it has called; see [`jit_abi`].
extern "C" fn gx_jit_waits(_context: *mut Runtime, point: u64) -> u64 {
    let s = state();
    let point = PointId(point as u32);
    let info = &s.tables.info.points[point];
    s.nested.wait(point, info.greens.len() + info.reds.len())
}

/// What a test is known to give; see [`jit_abi`].
extern "C" fn gx_jit_known(_context: *mut Runtime, test: u64) -> u64 {
    let s = state();
    let w = s.work();
    match w.now.boxes.get(box_of(test)).constant() {
        Some(bits) if w.fragment.size() < s.size_limit.get() => 1 + u64::from(bits != 0),
        _ => 0,
    }
}

/// What a test is known to give that is not performed yet; see [`jit_abi`].
extern "C" fn gx_jit_test(_context: *mut Runtime, op: u64, a: u64, b: u64, word: u64) -> u64 {
    let s = state();
    let second = match b {
        0 => Err(word),
        b => Ok(box_of(b)),
    };
    match s.test(OpId(op as u32), BoxId((a as u32).wrapping_sub(1)), second) {
        Some(truth) => 1 + u64::from(truth),
        None => 0,
    }
}

/// Whether there is nothing to promote; see [`jit_abi`].
extern "C" fn gx_jit_promoted(_context: *mut Runtime, value: u64, owner: u64, word: u64) -> u64 {
    let w = state().work();
    let boxes = &w.now.boxes;
    if owner != 0 {
        return u64::from(!boxes.is_promoted_for(box_of(value), box_of(owner)));
    }
    let BoxValue::Const { ty, bits } = *boxes.get(box_of(value)) else {
        return 0;
    };
    memory::set_word(word, memory::to_state(ty, bits));
    1
}

/// Reds of a point are not negative.
extern "C" fn gx_jit_learn(_context: *mut Runtime, countable: u64, a: u64, b: u64, c: u64) {
    let s = state();
    let boxes = [a, b, c].into_iter().take_while(|&word| word != 0);
    s.learn_not_negative(
        (0..)
            .zip(boxes)
            .map(|(i, word)| (box_of(word), countable >> i & 1 != 0)),
    );
}

/// A green operation whose result is right only if a hint is: its arguments, then its result, stand at `words`.
extern "C" fn gx_jit_trust(_context: *mut Runtime, op: u64, words: u64) {
    let s = state();
    if s.verifies() {
        let tables = s.tables;
        s.promised_green(&tables.info.ops[OpId(op as u32)], words);
    }
}

impl SupportState {
    /// A constant. In compile mode references are tenured first, so that they do not move.
    pub fn constant(&self, ty: LLType, bits: u64) -> BoxId {
        let tenured = {
            let mut w = self.work_mut();
            if w.mode == Mode::Execute {
                return w.now.boxes.push(BoxValue::Const { ty, bits });
            }
            // Most are numbers, or references to old objects: no question of types then.
            if !matches!(ty, LLType::Ptr(_)) || !self.may_be_young(bits) {
                return w.now.boxes.constant(ty, bits);
            }
            self.tables.types().is_gc_ref(ty)
        };
        let bits = if tenured { self.tenured(bits) } else { bits };
        self.work_mut().now.boxes.constant(ty, bits)
    }
    /// The reference after which it is old.
    pub fn tenured(&self, mut reference: u64) -> u64 {
        self.tenure_all([&mut reference].into_iter().collect());
        reference
    }
    /// Keeps an object alive until the handle is released.
    pub(super) fn hold_for_call(&self, reference: u64) -> Handle {
        self.with_runtime(|rt| rt.handle(Obj::at(reference as usize)))
    }
    /// The same for several references.
    pub(super) fn tenure_all(&self, mut references: SmallVec<[&mut u64; 4]>) {
        references.retain(|r| **r & 1 == 0 && self.is_young(**r));
        if references.is_empty() {
            return;
        }
        self.with_runtime(|rt| {
            let handles: SmallVec<[Handle; 4]> = (references.iter())
                .map(|r| rt.handle(Obj::at(**r as usize)))
                .collect();
            rt.collect_minor();
            for (r, &handle) in references.iter_mut().zip(&handles) {
                **r = rt.get(handle).address() as u64;
            }
            // The last one first.
            for handle in handles.into_iter().rev() {
                rt.release(handle);
            }
        });
    }
    /// Empties the nursery: no object is young after it.
    pub fn tenure(&self) {
        self.with_runtime(Runtime::collect_minor);
    }
    /// A step of the runtime. No cell of the state may be borrowed: the collector asks for the roots.
    pub fn with_runtime<T>(&self, f: impl FnOnce(&mut Runtime) -> T) -> T {
        assert!(!self.runtime.is_null(), "this state has no runtime");
        // SAFETY: the pointer is that of the live runtime; no other reference to it is in use on this thread, by the
        // module's rule.
        f(unsafe { &mut *self.runtime })
    }
    /// Calls code at an address with words of these types; the word of the result. Frames of emitted code above are
    /// known to the collector by the anchor that the call into this library set.
    pub fn call_address(
        &self,
        address: u64,
        types: &[LLType],
        bits: &[u64],
        result: LLType,
    ) -> u64 {
        let words = words(types, bits);
        self.with_runtime(|rt| rt.call_words(address, &words, is_float(result)))
    }
    /// Calls a function of the runtime: no frame of emitted code lies between, so the anchor stays.
    pub(super) fn call_extern(
        &self,
        address: u64,
        types: &[LLType],
        bits: &[u64],
        result: LLType,
    ) -> u64 {
        self.call_address(address, types, bits, result)
    }
    /// The session at hand makes no more calls ahead.
    pub fn end_attempts(&self) {
        if !self.runtime.is_null() {
            self.with_runtime(Runtime::end_attempts);
        }
    }
    /// Takes the pending exception (and the traceback so far) out of the runtime context: code that the compiler calls,
    /// generators included, tests the exception state after its own calls and must not see that of the residual code it
    /// is compiled for.
    pub fn set_exception_aside(&self) -> Pending {
        if self.runtime.is_null() {
            return Pending::default();
        }
        self.with_runtime(|rt| {
            let cx = &mut rt.context;
            let (class, value) = (cx.exc_type, cx.exc_value);
            (cx.exc_type, cx.exc_value) = (0, 0);
            let trace = Trace {
                count: cx.traceback_count,
                ring: cx.traceback_ring,
            };
            Pending {
                class,
                value: (value != 0).then(|| rt.handle(Obj::at(value as usize))),
                trace: Some(Box::new(trace)),
            }
        })
    }
    /// Puts it back, after the instance has moved perhaps.
    pub fn restore_exception(&self, pending: Pending) {
        let Some(trace) = pending.trace else {
            return;
        };
        self.with_runtime(|rt| {
            let value = pending.value.map_or(0, |h| {
                let value = rt.get(h).address() as u64;
                rt.release(h);
                value
            });
            let cx = &mut rt.context;
            (cx.exc_type, cx.exc_value) = (pending.class, value);
            (cx.traceback_count, cx.traceback_ring) = (trace.count, trace.ring);
        });
    }
    /// Calls a function without effects; `None` if it raises, meets an error that ends the program or, where it is
    /// `limited` ([`Runtime::attempt_words`]), takes too long: the program may never call it with these arguments. A
    /// reference it returns is old.
    pub(crate) fn call_for_value(
        &self,
        address: u64,
        types: &[LLType],
        bits: &[u64],
        result: LLType,
        limited: bool,
    ) -> Option<u64> {
        if limited && self.endless.borrow().contains(&address) {
            return None;
        }
        // To do it for each call would take longer than most calls.
        let pending = match self.work().aside {
            true => Pending::default(),
            false => self.set_exception_aside(),
        };
        let words = words(types, bits);
        let word = self.with_runtime(|rt| {
            let word = rt.attempt_words(address, &words, is_float(result), limited);
            if word == Err(Left::TooLong) {
                self.endless.borrow_mut().insert(address);
            }
            let raised = rt.context.exc_type != 0;
            rt.context.exc_type = 0;
            rt.context.exc_value = 0;
            word.ok().filter(|_| !raised)
        });
        let value = word.map(|word| {
            if self.tables.types().is_gc_ref(result) {
                self.tenured(word)
            } else {
                narrow(result, word)
            }
        });
        self.restore_exception(pending);
        value
    }
}

/// The words of arguments of these types, and whether each is a float.
fn words(types: &[LLType], bits: &[u64]) -> Vec<(u64, bool)> {
    let given = types.iter().filter(|&&t| t != LLType::Void);
    let floats = given.map(|&t| is_float(t));
    floats
        .zip(bits)
        .map(|(float, &word)| (word, float))
        .collect()
}

/// The exception state of the program while the compiler runs (see [`SupportState::set_exception_aside`]).
#[derive(Default)]
#[must_use]
pub struct Pending {
    class: u64,
    value: Option<Handle>,
    trace: Option<Box<Trace>>,
}

/// The ring of traceback entries.
struct Trace {
    count: u64,
    ring: [[u64; 2]; abi::context::TRACEBACK_DEPTH as usize],
}

/// Code leaves the upper part of a small result undefined.
pub(super) fn narrow(ty: LLType, word: u64) -> u64 {
    match ty {
        LLType::Void => 0,
        LLType::SingleFloat => word & 0xffff_ffff,
        LLType::Bool => u64::from(word as u8 != 0),
        LLType::Char | LLType::UniChar | LLType::Int { .. } => {
            lowlevel::arith::wrap(ty, word as i64) as u64
        }
        _ => word,
    }
}
