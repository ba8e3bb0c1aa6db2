//! Low-level programs: graphs whose operations work on machine words, floats and pointers to typed containers.
//!
//! Everything here is plain data without live objects, so all passes after typing can run in parallel over functions.
//! * [`LLOp`]: the operations ([`ops`]).
//! * [`Const`], [`Value`]: constants, always with their type.
//! * [`Program`]: types, functions, external functions, prebuilt objects ([`program`]); [`externs`]: the functions of
//!   the runtime.
//! * [`text`], [`parse`]: the text form. [`verify`]: the verifier, per phase.
//! * [`check`]: claims that checked builds test. [`binding`]: binding times. [`arith`]: arithmetic on constants;
//!   [`algebra`]: what follows without executing an operation.
//! * [`interp`]: executes programs in every phase with checked memory: the oracle of the typer, the passes and the back
//!   end.
//!
//! ## Memory model
//! Values of type `Ptr(C)` point to the start of a container (see [`ir::lltype`] for the layout). There are no interior
//! pointers: the inlined array of a string and the inlined structures of an array's items are reached by operations
//! that name the part (`getinterioritem`, `getitemfield`). Fresh GC memory is zero. Upcasts and downcasts are
//! `cast_pointer` and free.
//!
//! ## Exceptions
//! Before the exception transform, a block whose last operation may raise has an exception switch. The class of an
//! exception is a pointer to its vtable, its value a pointer to the instance. After the transform the pending exception
//! is explicit state in the runtime context (`exc_*` operations) and no graph has exception switches; a function that
//! ends by an exception returns an arbitrary value with the state set.
//!
//! ## Safety
//! Errors that RPython leaves undefined end in [`LLOp::Abort`], which never returns and is no exception.
use ir::lltype::LLType;
use ir::model::{Dialect, Graph};

pub mod algebra;
pub mod arith;
pub mod binding;
pub mod check;
pub mod externs;
pub mod interp;
mod lex;
pub mod likelihood;
pub mod ops;
pub mod parse;
pub mod program;
pub mod text;
pub mod verify;

pub use ops::{AliasRegion, Effect, LLOp, OUTSIDE_OWNER};
pub use program::{
    ExternFunc, ExternId, FuncAttrs, FuncId, Function, Init, InlineHint, JitDriver, JitDriverId,
    Kept, ObjId, Object, Program,
};

/// The dialect of operations on words and pointers.
#[derive(Clone, Debug)]
pub struct LL;

impl Dialect for LL {
    type Op = LLOp;
    type Const = Const;
    type Type = LLType;
}

/// A graph of operations on words and pointers.
pub type LLGraph = Graph<LL>;

/// A constant operand with its low-level type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Const {
    pub ty: LLType,
    pub value: Value,
}

/// The value of a constant; which variants are valid depends on the type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Of `Void`.
    Void,
    /// Of every integral type (`Bool`: 0 or 1; `Unsigned`: the same 64 bits).
    Int(i64),
    /// Of `Float` and `SingleFloat` (as binary64), by bits so that NaNs and signed zeros compare.
    Float(u64),
    /// The null pointer or address.
    Null,
    /// A pointer to a prebuilt object.
    Object(ObjId),
    /// A pointer to a function.
    Func(FuncId),
    /// A pointer to an external function.
    Extern(ExternId),
}

impl Const {
    /// A value of a type.
    pub const fn new(ty: LLType, value: Value) -> Const {
        Const { ty, value }
    }
    /// The only constant of type Void.
    pub const VOID: Const = Const::new(LLType::Void, Value::Void);
    /// A `Signed`.
    pub fn signed(i: i64) -> Const {
        Const::new(LLType::Signed, Value::Int(i))
    }
    /// An `Unsigned`.
    pub fn unsigned(i: u64) -> Const {
        Const::new(LLType::Unsigned, Value::Int(i as i64))
    }
    /// A `Bool`.
    pub fn bool(b: bool) -> Const {
        Const::new(LLType::Bool, Value::Int(i64::from(b)))
    }
    /// A `Char`.
    pub fn char(c: u8) -> Const {
        Const::new(LLType::Char, Value::Int(i64::from(c)))
    }
    /// A `UniChar`.
    pub fn unichar(c: u32) -> Const {
        Const::new(LLType::UniChar, Value::Int(i64::from(c)))
    }
    /// A `Float`.
    pub fn float(f: f64) -> Const {
        Const::new(LLType::Float, Value::Float(f.to_bits()))
    }
    /// The null pointer of a type.
    pub fn null(ty: LLType) -> Const {
        Const::new(ty, Value::Null)
    }
    /// The zero of a type.
    pub fn zero(ty: LLType) -> Const {
        let value = match ty {
            LLType::Void => Value::Void,
            LLType::Float | LLType::SingleFloat => Value::Float(0),
            LLType::Ptr(_) | LLType::Address => Value::Null,
            _ => Value::Int(0),
        };
        Const { ty, value }
    }
    /// The integer, if it is one.
    pub fn as_int(self) -> Option<i64> {
        match self.value {
            Value::Int(i) => Some(i),
            _ => None,
        }
    }
    /// The boolean, if it is one.
    pub fn as_bool(self) -> Option<bool> {
        match (self.ty, self.value) {
            (LLType::Bool, Value::Int(i)) => Some(i != 0),
            _ => None,
        }
    }
    /// The float, if it is one.
    pub fn as_float(self) -> Option<f64> {
        match self.value {
            Value::Float(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Const {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}:{:?}", self.value, self.ty)
    }
}
