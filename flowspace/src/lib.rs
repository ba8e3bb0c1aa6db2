//! The flow space: from a live function to its flow graph, by abstract interpretation (Rigo, Hudson, Pedroni:
//! *Compiling Dynamic Language Implementations*, PyPy 2005, chapter 5).
//!
//! The engine runs the function's code over the [`space::FlowSpace`], whose values are variables and constants.
//! Operations on variables are recorded in blocks; pure operations on constants are evaluated by the live space. The
//! driver ([`build`]) explores all paths: a test of a variable forks, equal positions merge, until nothing new is
//! found. Then [`simplify`] cleans the graph and brings it to SSI form.
//!
//! ```text
//! def f(n):             graph m.f(v0)
//!     while n > 0:      b0(v0):
//!         n = n - 1         goto b1(v0)
//!     return n          b1(v1):
//!                           v2 = gt(v1, 0)
//!                           v3 = bool(v2)
//!                           if v3 then b2(v1) else return(v1)
//!                       b2(v4):
//!                           v5 = sub(v4, 1)
//!                           goto b1(v5)
//! ```
//!
//! * [`op`]: the operations. [`value`]: constants in graphs, and which of them may be folded. [`text`]: the text form.
//! * [`space`]: the object space (its operations in `object_space`). [`recorder`], [`state`]: recording, forks and
//!   replay; frame states and their union.
//! * [`build`]: the driver and the public entry point [`build_flow`]. [`special`]: functions the flow space knows.
//! * [`fold`]: constant folding through the live space; [`contents`]: of lists and dictionaries. [`simplify`]: the
//!   passes afterwards. [`generator`]: generators become iterator classes.
//! * [`interp`]: executes flow graphs concretely, as an oracle.
// Constants are hashed by identity or by immutable contents: what may change in an object does not change its hash.
#![allow(clippy::mutable_key_type)]
use std::rc::Rc;

use ir::diag::Diagnostic;
use ir::model::{Dialect, Graph};
use ir::name::Name;
use ir::source::Span;
use python::live::{FunctionObj, Value};

pub mod build;
pub mod contents;
pub mod fold;
pub mod generator;
pub mod interp;
mod object_space;
pub mod op;
pub mod recorder;
pub mod simplify;
pub mod space;
pub mod special;
pub mod state;
pub mod text;
pub mod unassigned;
pub mod value;

pub use build::{build_flow, build_function, build_partial, build_reading, build_unsimplified};
pub use contents::Contents;
pub use op::{CallShape, HlOp};
pub use value::Const;

/// The dialect of flow-level graphs. Variables have no types: the annotator holds annotations in a map of its own.
#[derive(Clone, Debug)]
pub struct Hl;

impl Dialect for Hl {
    type Op = HlOp;
    type Const = Const;
    type Type = ();
}

/// The error for a tuple of `n` items that is unpacked into `names` names (at least that many, if one has a star).
pub fn unpacking_error(span: Span, n: usize, names: usize, starred: bool) -> Diagnostic {
    let items = if n == 1 { "item" } else { "items" };
    let least = if starred { "at least " } else { "" };
    let into = if names == 1 { "name" } else { "names" };
    Diagnostic::error(
        "E0463",
        span,
        format!("a tuple of {n} {items} is unpacked into {least}{names} {into}"),
    )
    .label(format!("{least}{names} expected, the tuple has {n}"))
    .help("this always raises ValueError: give as many names as the tuple has items")
}

/// A graph of operations on live objects.
pub type HlGraph = Graph<Hl>;
/// A renaming of variables of flow-level graphs.
pub type Renaming = ir::rewrite::Renaming<Hl>;

/// The parameters of a graph: one inputarg of the start block each, in the order positional, keyword-only, `*args`,
/// `**kwargs`.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    pub argnames: Vec<Name>,
    pub kwonly: Vec<Name>,
    /// The name of `*args`: its inputarg is the tuple of the extra arguments.
    pub varargname: Option<Name>,
    /// The name of `**kwargs` (calls that need it are not RPython).
    pub kwargname: Option<Name>,
    /// Defaults of the last positional parameters.
    pub defaults: Vec<Value>,
    /// Defaults of keyword-only parameters.
    pub kwdefaults: Vec<(Name, Value)>,
}

impl Signature {
    /// The signature of a live function.
    pub fn of(func: &FunctionObj) -> Signature {
        let code = func.code();
        let (n, k) = (code.argcount as usize, code.kwonlyargcount as usize);
        let name = |i: usize| code.varnames[i];
        Signature {
            argnames: (0..n).map(name).collect(),
            kwonly: (n..n + k).map(name).collect(),
            varargname: code.varargs.then(|| name(n + k)),
            kwargname: code.varkw.then(|| name(n + k + usize::from(code.varargs))),
            defaults: func.defaults.borrow().to_vec(),
            kwdefaults: func.kwdefaults.borrow().clone(),
        }
    }
    /// How many inputargs the graph has.
    pub fn len(&self) -> usize {
        self.argnames.len()
            + self.kwonly.len()
            + usize::from(self.varargname.is_some())
            + usize::from(self.kwargname.is_some())
    }
    /// Whether there is no parameter.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The graph of a function, with what a caller must know.
pub struct FlowGraph {
    /// The graph. Shared and cached: clone it to change it.
    pub graph: HlGraph,
    pub func: Rc<FunctionObj>,
    pub signature: Signature,
    pub span: Span,
    /// Whether the function is a generator: the graph makes the iterator object.
    pub is_generator: bool,
    /// What is wrong with the function. The graph is complete all the same: erroneous values
    /// ([`value::Erroneous`]) stand where an operation has no result, so that the rest of the program is looked at.
    pub errors: Vec<Diagnostic>,
}

impl FlowGraph {
    /// `module.function`.
    pub fn name(&self) -> &str {
        &self.graph.name
    }
}

impl std::fmt::Debug for FlowGraph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "<flow graph of {}>", self.graph.name)
    }
}
