//! Checks of claims: what a *checked build* verifies at run time.
//!
//! A *claim* is a fact that the annotator or a pass concluded and that a later stage relies on: a variable is not
//! negative, a pointer is not null, a load gives what an earlier one gave. [`LLOp::Check`] tests one claim where it is
//! used and ends the program with a report if it does not hold. It has a test, a text for the report, and no result:
//!
//! ```text
//! check[int_ge | "`n` is not negative"](v1, 0, true)                      int_ge(v1, 0) gives true
//! check[getfield[list.length] | "this load gives an earlier value"](v0, v7)   the field still holds v7
//! check[class | "`x` is an instance of B"](v0, 3, 7)                      null, or its class is number 3 to 6
//! check[member | "one of the functions of this call"](v0, &f, &g)         v0 is one of the others
//! check[never | "annotation found no way to here"]()
//! ```
//! The tested operation is an immediate and not an operation of the graph, so no pass can fold it by means of the very
//! fact it tests: passes see an operation without a result that reads memory and must stay. The pass `checks` (the last
//! before the GC transform) expands each into the test and a call of the runtime.
use std::sync::Arc;

use ir::lltype::LLType;
use ir::model::OpInfo;
use ir::source::Span;

use super::LLOp;

/// The function of the runtime that reports a violated claim.
pub const CLAIM_FAILED: &str = "gx_claim_failed";

/// Where the text of a claim begins: `file:line: `, or nothing.
pub fn place(span: Span) -> String {
    match span.location() {
        Some(l) => format!("{}:{}: ", l.path, l.line),
        None => String::new(),
    }
}

/// A claim and its test.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Check {
    pub test: Test,
    /// What is claimed, of what, and by whom: the text of the report.
    pub claim: String,
}

/// How a claim is tested.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Test {
    /// `(arguments.., expected)`: the operation, pure or a load, gives the expected value (floats: the same bits).
    Gives(Box<LLOp>),
    /// `(instance, min, max)`: null, or the number of its class is in `min..max`.
    Class,
    /// `(value, candidates..)`: the value is one of the candidates.
    Member,
    /// `()`: never executed.
    Never,
}

impl Test {
    /// The name in the text form, for all but [`Test::Gives`].
    pub fn name(&self) -> &'static str {
        match self {
            Test::Gives(op) => op.name(),
            Test::Class => "class",
            Test::Member => "member",
            Test::Never => "never",
        }
    }
    /// The number of arguments, if the test decides it.
    pub fn arity(&self) -> Option<usize> {
        match self {
            Test::Gives(op) => op.arity().map(|n| n + 1),
            Test::Class => Some(3),
            Test::Member => None,
            Test::Never => Some(0),
        }
    }
    /// Whether an operation can be executed once more without harm.
    pub fn repeatable(op: &LLOp) -> bool {
        // The division traps where the original was never reached.
        (op.is_pure() || op.is_load())
            && !matches!(
                op,
                LLOp::Likely | LLOp::Unlikely | LLOp::WeAreJitted | LLOp::CastPrimitive
            )
    }
}

impl LLOp {
    /// A check of a claim.
    pub fn check(test: Test, claim: impl Into<String>) -> LLOp {
        LLOp::Check(Arc::new(Check {
            test,
            claim: claim.into(),
        }))
    }
}

/// What the runtime's reporter is told about the value it shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// There is none.
    Nothing = 0,
    Int = 1,
    Unsigned = 2,
    /// `False` or `True`.
    Bool = 3,
    Char = 4,
    /// A float, by its bits.
    Float = 5,
    /// An instance or `None`: its class is shown.
    Instance = 6,
    /// Another pointer: only whether it is `None` is shown.
    Pointer = 7,
}

impl Seen {
    /// All of them, by number.
    pub const ALL: [Seen; 8] = [
        Seen::Nothing,
        Seen::Int,
        Seen::Unsigned,
        Seen::Bool,
        Seen::Char,
        Seen::Float,
        Seen::Instance,
        Seen::Pointer,
    ];
    /// How values of a type are shown; `instance` says that a pointer is one to an instance.
    pub fn of(ty: LLType, instance: bool) -> Seen {
        match ty {
            LLType::Signed => Seen::Int,
            LLType::Unsigned => Seen::Unsigned,
            LLType::Int { signed, .. } if signed => Seen::Int,
            LLType::Int { .. } => Seen::Unsigned,
            LLType::Bool => Seen::Bool,
            LLType::Char | LLType::UniChar => Seen::Char,
            LLType::Float | LLType::SingleFloat => Seen::Float,
            LLType::Ptr(_) if instance => Seen::Instance,
            LLType::Ptr(_) | LLType::Address => Seen::Pointer,
            LLType::Void => Seen::Nothing,
        }
    }
}
