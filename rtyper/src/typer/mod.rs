//! The RTyper: turns annotated flow graphs into low-level graphs.
//!
//! One low-level function is made per annotated graph, on demand, starting from the entry point. The flow graphs are
//! left as they are. For each graph, [`lower`] walks the reached blocks; each operation is dispatched ([`dispatch`]) on
//! the representations of its arguments ([`crate::repr`]), which emit low-level operations or calls of helpers. Values
//! are converted between representations on links, arguments and results ([`convert`]). Constants become immediate
//! values or prebuilt objects ([`consts`]). Helpers are LLPython functions of `rpython/rtyper/`, annotated per
//! low-level types ([`helper`]).
//!
//! ```text
//! v2 = getitem(v0: List(int), v1: nonneg)        v5 = getarraysize(v0); v6 = uint_lt(v1, v5)
//!                                                 if v6 then b1 else <IndexError handler, or abort>
//!                                                 b1: v2 = getarrayitem(v0, v1)
//! ```
//! While a graph is lowered, variables may be used across blocks (so that operations may branch in line); [`ssi`] then
//! restores the SSI property by adding block parameters.
//!
//! Order of things: (1) classes are numbered, (2) functions are lowered until none is left, vtables and prebuilt
//! objects being filled in between, (3) the entry wrapper is made ([`entry`]).
use std::collections::VecDeque;

use annotator::defs::GraphId;
use annotator::model::ClassId;
use ir::diag::Diagnostic;
use ir::lltype::{ContainerId, TypeTable};
use ir::source::Span;
use lowlevel::{FuncId, Program};
use python::live::{ClassRef, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::repr::calls::rjit::Jit;
use crate::repr::containers::Containers;
use crate::repr::objects::rclass::Classes;
use crate::repr::objects::rfamily::Families;
use crate::repr::{ReprId, Reprs};

pub mod annot;
pub mod claims;
pub mod consts;
pub mod convert;
pub mod dispatch;
pub mod emit;
pub mod entry;
pub mod helper;
pub mod lower;
pub mod none;

pub use annot::Source;
pub(crate) use consts::Prebuilt;
pub(crate) use helper::Helpers;
pub use lower::{Hop, Lower};

/// A result whose error is one diagnostic.
pub type R<T> = Result<T, Box<Diagnostic>>;

/// The types that every program has.
pub struct Basic {
    /// `rpy_string`: hash, chars.
    pub string: ContainerId,
    /// `rpy_unicode`: hash, chars.
    pub unicode: ContainerId,
    /// The root of instances: typeptr.
    pub object: ContainerId,
    /// The root of vtables: subclassrange_min, subclassrange_max, name.
    pub vtable: ContainerId,
}

/// The low-level functions, and the graphs that wait to be lowered.
#[derive(Default)]
pub(crate) struct Functions {
    /// Those made for a purpose, by a description of it (comparison of tuples, class factories, ...).
    pub(crate) made: FxHashMap<String, FuncId>,
    /// Signatures that are more general than what was annotated.
    pub(crate) signatures: FxHashMap<GraphId, (Vec<ReprId>, ReprId)>,
    pub(crate) of_graph: FxHashMap<GraphId, FuncId>,
    names: FxHashSet<String>,
    pub(crate) queue: VecDeque<GraphId>,
}

impl Functions {
    /// A name not used for another function yet.
    pub(crate) fn unique_name(&mut self, base: &str) -> String {
        let mut name = base.to_string();
        let mut n = 1;
        while !self.names.insert(name.clone()) {
            n += 1;
            name = format!("{base}__{n}");
        }
        name
    }
}

/// The state of typing. See the module header.
pub struct RTyper {
    /// The annotator, for helpers and constants.
    pub ann: Box<dyn Source>,
    /// The program being made. Its types are in the annotator's table until the end.
    pub prog: Program,
    /// All representations.
    pub reprs: Reprs,
    /// The types that every program has.
    pub basic: Basic,
    pub(crate) classes: Classes,
    pub(crate) containers: Containers,
    pub(crate) families: Families,
    pub(crate) functions: Functions,
    pub(crate) prebuilt: Prebuilt,
    pub(crate) helpers: Helpers,
    pub(crate) jit: Jit,
    /// Make a checked build (see [`claims`]).
    pub check: bool,
    /// Where the operation being lowered is, for messages.
    pub span: Span,
    /// What went wrong so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl RTyper {
    /// Makes the typer for an annotated program.
    pub fn new(mut ann: Box<dyn Source>) -> RTyper {
        let t = &mut ann.program_mut().types;
        let string = crate::repr::text::rstr::string_struct(t, false);
        let unicode = crate::repr::text::rstr::string_struct(t, true);
        let (object, vtable) = crate::repr::objects::rclass::root_structs(t, string);
        let mut rt = RTyper {
            ann,
            prog: Program::default(),
            reprs: Reprs::default(),
            basic: Basic {
                string,
                unicode,
                object,
                vtable,
            },
            classes: Classes::default(),
            containers: Containers::default(),
            families: Families::default(),
            functions: Functions::default(),
            prebuilt: Prebuilt::default(),
            helpers: Helpers::default(),
            jit: Jit::default(),
            check: false,
            span: Span::NONE,
            diagnostics: Vec::new(),
        };
        rt.prog.known.string = Some(string);
        rt.prog.known.unicode = Some(unicode);
        rt.prog.known.object = Some(object);
        rt.prog.known.vtable = Some(vtable);
        rt
    }
    /// What annotation found.
    pub fn pg(&self) -> &annotator::Program {
        self.ann.program()
    }
    /// The table of container types.
    pub fn types(&self) -> &TypeTable {
        &self.ann.program().types
    }
    /// The table of container types, for additions.
    pub fn types_mut(&mut self) -> &mut TypeTable {
        &mut self.ann.program_mut().types
    }
    /// An `unsupported` diagnostic at the current operation.
    pub fn unsupported(&self, what: impl std::fmt::Display) -> Box<Diagnostic> {
        Box::new(Diagnostic::unsupported(self.span, what))
    }
    /// An internal error at the current operation.
    pub fn internal(&self, what: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::internal(self.span, what))
    }
    /// Types the whole program. `wrap`: the entry is `entry_point(argv) -> int` and gets the wrapper that the runtime
    /// calls; otherwise the entry graph is the entry (tests).
    pub fn run(mut self, wrap: bool) -> Result<Program, Vec<Diagnostic>> {
        if let Err(d) = self.run_inner(wrap) {
            self.diagnostics.push(*d);
        }
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return Err(self.diagnostics);
        }
        self.prog.types = std::mem::take(&mut self.ann.program_mut().types);
        // All safety errors are known now, and all handlers.
        let options = transform::Options::default();
        if let Err(e) = transform::observed::run(&mut self.prog, &options) {
            return Err(vec![Diagnostic::internal(Span::NONE, e)]);
        }
        Ok(self.prog)
    }
    fn run_inner(&mut self, wrap: bool) -> R<()> {
        self.index_markers();
        self.setup_exceptions()?;
        self.generalise_signatures()?;
        let Some(entry) = self.pg().entry else {
            return Err(self.internal("the program has no entry graph"));
        };
        let f = self.func_of(entry)?;
        self.drain()?;
        self.prog.entry = Some(if wrap {
            self.entry_wrapper(entry, f)?
        } else {
            f
        });
        self.drain()
    }
    /// Lowers graphs and fills objects until nothing is left. Errors of single functions are collected.
    pub(crate) fn drain(&mut self) -> R<()> {
        loop {
            if let Some(g) = self.functions.queue.pop_front() {
                if let Err(d) = self.lower_graph(g) {
                    self.diagnostics.push(*d);
                    if self.diagnostics.len() > 20 {
                        return Ok(());
                    }
                }
            } else if let Some(p) = self.prebuilt.pending.pop_front() {
                if let Err(d) = self.fill_object(p) {
                    self.diagnostics.push(*d);
                }
            } else {
                return Ok(());
            }
        }
    }
    /// The class definition of a live class, if the program knows it.
    pub fn class_of_live(&mut self, c: &ClassRef) -> Option<ClassId> {
        let id = Value::Class(c.clone()).identity();
        if let Some(&k) = self.classes.by_identity.get(&id) {
            return Some(k);
        }
        let found = self
            .pg()
            .classes
            .iter_enumerated()
            .find(|(_, d)| d.live.identity() == id)
            .map(|(k, _)| k)?;
        self.classes.by_identity.insert(id, found);
        Some(found)
    }
}
