//! How the live space runs stack code quickly.
//!
//! The engine ([`crate::engine`]) is generic over spaces and executes one instruction at a time, each by calls of the
//! space. Here is a second loop over the same [`Frame`](crate::engine::Frame), for the live space alone. It knows the
//! instructions that programs spend their time in and does their frequent cases in place; **everything else it leaves
//! to the engine**, so that there is one place that says what an instruction means.
//!
//! ```text
//! Code      instrs: LoadFast x | LoadConst 1 | Binary + | StoreFast x      what the compiler made
//! LiveCode  ops:    FastConst  | Const       | Binary + | Store            one operation for each instruction
//! ```
//! * [`LiveCode`] hangs on the code object and is made when it first runs: constants as objects, and one [`Op`] per
//!   instruction, at the same index. An operation that does the work of several instructions goes on behind them; those
//!   in between stay what they are, so a jump between them needs no care.
//! * A method call does not make a method object: [`Op::Method`] leaves function and receiver on the stack, and
//!   [`Op::CallMethod`] takes both. They are used where the call is the only way from the one to the other.
//! * Attributes, in [`attrs`]: what a class says about a name is remembered for pairs of class and name, as long as no
//!   class changes; where in a dictionary a name was found is remembered as a hint (see
//!   [`crate::live::objects::dict`]).
//! * Calls, in [`calls`]: arguments go from the caller's stack to the callee's variables; the vectors of frames are
//!   used again.
//! * Numbers are in [`arith`].
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use ir::name::Name;

use crate::code::{BinOp, CodeObject, CompareOp, Instr, Pc};
use crate::live::{StrObj, Value, name_value};

mod arith;
mod attrs;
mod calls;
mod run;

pub(crate) use attrs::AttributeCache;
pub(crate) use calls::{Pool, QuickCall, quick_builtin};

/// An instruction as the live space runs it. What is not described is the instruction of that name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Op {
    /// The engine executes the instruction.
    Engine,
    Const(u32),
    Fast(u32),
    /// Two `LoadFast`.
    FastFast(u16, u16),
    /// `LoadFast` and `LoadConst`.
    FastConst(u16, u16),
    /// `LoadFast` and `LoadAttr`.
    FastAttr(u16, Name),
    Store(u32),
    /// `LoadGlobal` by the number of its [`GlobalSite`].
    Global(u32),
    Attr(Name),
    /// `LoadAttr` of what the matching [`Op::CallMethod`] calls: `[obj] -> [obj function]`, or `[None callee]`.
    Method(Name),
    SetAttr(Name),
    Subscr,
    SetSubscr,
    /// `BuildSlice` and `BinarySubscr`.
    GetSlice,
    Binary(BinOp),
    Inplace(BinOp),
    /// `+` and `-` are the most frequent; the flag tells the in-place ones.
    Add(bool),
    Sub(bool),
    Compare(CompareOp),
    /// `Compare` and a conditional jump, taken if the result is the flag.
    CompareJump(CompareOp, bool, Pc),
    Not,
    Jump(Pc),
    /// `PopJumpIfTrue` or `PopJumpIfFalse`.
    JumpIf(bool, Pc),
    GetIter,
    ForIter(Pc),
    /// `ForIter` and `StoreFast`.
    ForStore(u16, Pc),
    Tuple(u32),
    List(u32),
    /// `BuildTuple` and `UnpackSequence` of as many items: their order is reversed.
    Reverse(u32),
    Unpack(u32),
    Append(u32),
    Call(u32),
    CallMethod(u32),
    /// `CallFull` without `*` and `**`, by the number of its [`KeywordCall`].
    CallKeywords(u32),
    Return,
    Pop,
    Dup,
    Rot2,
}

/// A `LoadGlobal`, and what it found the last time.
pub(crate) struct GlobalSite {
    name: Name,
    key: Rc<StrObj>,
    /// The version of a dictionary of globals that lacks the name; 0: none is known.
    absent: Cell<u64>,
    /// Where the name is in the dictionary of the globals, or of the builtins.
    hint: Cell<u32>,
}

impl GlobalSite {
    fn new(name: Name) -> GlobalSite {
        GlobalSite {
            name,
            key: name_text(name),
            absent: Cell::new(0),
            hint: Cell::new(u32::MAX),
        }
    }
}

/// A call with keywords.
pub(crate) struct KeywordCall {
    /// How many positional arguments.
    positional: usize,
    /// Names of the others.
    names: Vec<Name>,
}

/// The string object of a name.
fn name_text(name: Name) -> Rc<StrObj> {
    match name_value(name) {
        Value::Str(text) => text,
        _ => unreachable!("the object of a name is a string"),
    }
}

/// A code object as the live space runs it.
pub struct LiveCode {
    /// The constants as objects: one identity each.
    pub consts: Rc<[Value]>,
    pub(crate) ops: Box<[Op]>,
    pub(crate) globals: Box<[GlobalSite]>,
    pub(crate) keyword_calls: Box<[KeywordCall]>,
    /// How many parameters, if all are positional and a call gives a result, not a generator.
    pub(crate) plain: Option<usize>,
}

/// The [`LiveCode`] of a code object, made on demand. A copy of the code gets its own.
#[derive(Default)]
pub struct Attached(OnceCell<Box<LiveCode>>);

impl Attached {
    /// The live code of `code`, which it is attached to.
    pub(crate) fn of(&self, code: &CodeObject) -> &LiveCode {
        self.0.get_or_init(|| Box::new(LiveCode::new(code)))
    }
}

impl Clone for Attached {
    fn clone(&self) -> Self {
        Attached::default()
    }
}

impl std::fmt::Debug for Attached {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Attached")
    }
}

impl LiveCode {
    fn new(code: &CodeObject) -> LiveCode {
        let consts = code
            .consts
            .iter()
            .map(crate::live::objects::kinds::const_value)
            .collect();
        let simple = !code.varargs && !code.varkw && code.kwonlyargcount == 0 && !code.is_generator;
        let mut globals = Vec::new();
        let mut keyword_calls = Vec::new();
        LiveCode {
            consts,
            ops: translate(code, &mut globals, &mut keyword_calls),
            globals: globals.into(),
            keyword_calls: keyword_calls.into(),
            plain: simple.then_some(code.argcount as usize),
        }
    }
}

/// One operation for each instruction.
fn translate(
    code: &CodeObject,
    globals: &mut Vec<GlobalSite>,
    keyword_calls: &mut Vec<KeywordCall>,
) -> Box<[Op]> {
    let mut ops: Vec<Op> = Vec::with_capacity(code.instrs.len());
    for &i in &code.instrs {
        ops.push(match i {
            Instr::LoadGlobal(name) => {
                globals.push(GlobalSite::new(name));
                Op::Global(globals.len() as u32 - 1)
            }
            Instr::CallFull {
                npos,
                kwnames: kwnames @ Some(_),
                star: false,
                dstar: false,
            } => {
                keyword_calls.push(KeywordCall {
                    positional: npos as usize,
                    names: code.keyword_names(kwnames),
                });
                Op::CallKeywords(keyword_calls.len() as u32 - 1)
            }
            _ => single(i),
        });
    }
    let mut reached = vec![false; code.instrs.len() + 1];
    for target in code.instrs.iter().filter_map(|i| i.target()) {
        reached[target.0 as usize] = true;
    }
    for handler in &code.handlers {
        reached[handler.target.0 as usize] = true;
    }
    for at in 0..ops.len() {
        if let Op::Attr(name) = ops[at]
            && let Some(call) = matching_call(code, at, &reached)
            && let Op::Call(n) = ops[call]
        {
            ops[at] = Op::Method(name);
            ops[call] = Op::CallMethod(n);
        }
    }
    // From the end, so that the second of two is still what it was.
    let singles = ops.clone();
    for at in 0..ops.len().saturating_sub(1) {
        if let Some(op) = combined(singles[at], singles[at + 1]) {
            ops[at] = op;
        } else if code.instrs[at] == Instr::BuildSlice(2) && singles[at + 1] == Op::Subscr {
            ops[at] = Op::GetSlice;
        }
    }
    ops.into()
}

fn single(i: Instr) -> Op {
    match i {
        Instr::LoadConst(id) => Op::Const(id.0),
        Instr::LoadFast(local) => Op::Fast(local.0),
        Instr::StoreFast(local) => Op::Store(local.0),
        Instr::LoadAttr(name) => Op::Attr(name),
        Instr::StoreAttr(name) => Op::SetAttr(name),
        Instr::BinarySubscr => Op::Subscr,
        Instr::StoreSubscr => Op::SetSubscr,
        Instr::Binary(BinOp::Add) => Op::Add(false),
        Instr::Inplace(BinOp::Add) => Op::Add(true),
        Instr::Binary(BinOp::Sub) => Op::Sub(false),
        Instr::Inplace(BinOp::Sub) => Op::Sub(true),
        Instr::Binary(op) => Op::Binary(op),
        Instr::Inplace(op) => Op::Inplace(op),
        Instr::Compare(op) => Op::Compare(op),
        Instr::Unary(crate::code::UnaryOp::Not) => Op::Not,
        Instr::Jump(t) => Op::Jump(t),
        Instr::PopJumpIfFalse(t) => Op::JumpIf(false, t),
        Instr::PopJumpIfTrue(t) => Op::JumpIf(true, t),
        Instr::GetIter => Op::GetIter,
        Instr::ForIter(t) => Op::ForIter(t),
        Instr::BuildTuple(n) => Op::Tuple(n),
        Instr::BuildList(n) => Op::List(n),
        Instr::UnpackSequence(n) => Op::Unpack(n),
        Instr::ListAppend(n) => Op::Append(n),
        Instr::Call(n) => Op::Call(n),
        Instr::Return => Op::Return,
        Instr::Pop => Op::Pop,
        Instr::Dup => Op::Dup,
        Instr::Rot2 => Op::Rot2,
        _ => Op::Engine,
    }
}

/// One operation for two.
fn combined(first: Op, second: Op) -> Option<Op> {
    let short = |i: u32| u16::try_from(i).ok();
    Some(match (first, second) {
        (Op::Fast(a), Op::Fast(b)) => Op::FastFast(short(a)?, short(b)?),
        (Op::Fast(a), Op::Const(b)) => Op::FastConst(short(a)?, short(b)?),
        (Op::Fast(a), Op::Attr(name)) => Op::FastAttr(short(a)?, name),
        (Op::Compare(op), Op::JumpIf(flag, target)) => Op::CompareJump(op, flag, target),
        (Op::ForIter(target), Op::Store(local)) => Op::ForStore(short(local)?, target),
        (Op::Tuple(n @ 2..=3), Op::Unpack(m)) if n == m => Op::Reverse(n),
        _ => return None,
    })
}

/// The call whose function is what the `LoadAttr` at an index loads, if every way to it leads through there.
fn matching_call(code: &CodeObject, at: usize, reached: &[bool]) -> Option<usize> {
    let mut height: u32 = 1;
    for (i, &instr) in code.instrs.iter().enumerate().skip(at + 1) {
        if reached[i] || instr.target().is_some() || instr.ends_block() {
            return None;
        }
        if let Instr::Call(n) = instr
            && height == n + 1
        {
            return Some(i);
        }
        let (pops, pushes) = code.stack_effect(instr);
        if pops >= height {
            return None;
        }
        height = height - pops + pushes;
    }
    None
}

/// Pushes a copy.
///
/// Frequent kinds are made in place. A value that is copied as a whole right after its parts were written waits for the
/// writes to reach the cache, which costs as much as the rest of an instruction.
#[inline(always)]
pub(crate) fn push_copy(stack: &mut Vec<Value>, v: &Value) {
    match v {
        Value::Int(i) => stack.push(Value::Int(*i)),
        Value::Instance(i) => stack.push(Value::Instance(i.clone())),
        Value::None => stack.push(Value::None),
        _ => push_other(stack, v),
    }
}

fn push_other(stack: &mut Vec<Value>, v: &Value) {
    match v {
        Value::Float(x) => stack.push(Value::Float(*x)),
        Value::Bool(b) => stack.push(Value::Bool(*b)),
        Value::Str(s) => stack.push(Value::Str(s.clone())),
        Value::List(l) => stack.push(Value::List(l.clone())),
        Value::Dict(d) => stack.push(Value::Dict(d.clone())),
        Value::Function(f) => stack.push(Value::Function(f.clone())),
        Value::Builtin(f) => stack.push(Value::Builtin(f.clone())),
        Value::Class(c) => stack.push(Value::Class(c.clone())),
        _ => stack.extend(std::iter::once_with(|| v.clone())),
    }
}

/// Vectors to be used again.
struct Spare<T>(RefCell<Vec<Vec<T>>>);

impl<T> Default for Spare<T> {
    fn default() -> Self {
        Spare(RefCell::new(Vec::new()))
    }
}

impl<T> Spare<T> {
    /// How many are kept at most, and up to which capacity.
    const KEPT: usize = 64;
    const CAPACITY: usize = 256;

    fn take(&self) -> Vec<T> {
        self.0.borrow_mut().pop().unwrap_or_default()
    }
    fn give(&self, mut v: Vec<T>) {
        // Items may run long when they are dropped: not while the list is borrowed.
        v.clear();
        let mut spare = self.0.borrow_mut();
        if spare.len() < Self::KEPT && v.capacity() <= Self::CAPACITY && v.capacity() > 0 {
            spare.push(v);
        }
    }
}
