//! The RTyper: turns annotated flow graphs into low-level graphs.
//!
//! One low-level function is made per annotated graph ([`functions`]), on demand, starting from the entry point. The
//! flow graphs are left as they are. For each graph, [`lower`] walks the reached blocks; each operation is dispatched
//! ([`dispatch`]) on the representations of its arguments ([`crate::repr`]), which emit low-level operations or calls
//! of helpers. Values are converted between representations on links, arguments and results ([`convert`]). Constants
//! become immediate values or prebuilt objects ([`consts`]). Helpers are LLPython functions of `rpython/rtyper/`,
//! annotated per low-level types ([`helper`]).
//!
//! ```text
//! v2 = getitem(v0: List(int), v1: nonneg)        v5 = getarraysize(v0); v6 = uint_lt(v1, v5)
//!                                                 if v6 then b1 else <IndexError handler, or abort>
//!                                                 b1: v2 = getarrayitem(v0, v1)
//! ```
//! While a graph is lowered, variables may be used across blocks (so that operations may branch in line);
//! [`ir::rewrite::ssi`] then restores the SSI property by adding block parameters.
//!
//! Order of things: (1) classes are numbered, (2) functions are lowered until none is left, vtables and prebuilt
//! objects being filled in between, (3) the entry wrapper is made ([`entry`]).
use ir::diag::Diagnostic;
use ir::lltype::TypeTable;
use ir::source::Span;
use lowlevel::Program;

use crate::repr::Reprs;
use crate::repr::containers::Containers;
use crate::repr::objects::rclass::Classes;
use crate::repr::objects::rfamily::Families;
use consts::Prebuilt;
use functions::Functions;
use helper::Helpers;
use report::Report;

pub mod annot;
pub mod basic;
pub mod claims;
pub mod consts;
pub mod convert;
pub mod dispatch;
pub mod emit;
pub mod entry;
pub mod finalizers;
pub mod functions;
pub mod helper;
pub mod lower;
pub mod none;
pub mod report;

pub use annot::Source;
pub use basic::Basic;
pub use lower::{Hop, Lower};

/// A result whose error is one diagnostic.
pub type R<T> = Result<T, Box<Diagnostic>>;

/// The state of typing: the program being made, and for each kind of thing in it a part that knows which of them exist
/// already. A part is defined in the module that makes the things. See the module header.
pub struct RTyper {
    /// The annotator, for helpers and constants.
    pub ann: Box<dyn Source>,
    /// The program being made. Its types are in the annotator's table until the end.
    pub prog: Program,
    /// The structures that every program has.
    pub basic: Basic,
    /// All representations, and those of annotations.
    pub(crate) reprs: Reprs,
    /// Structures, numbers and vtables of classes.
    pub(crate) classes: Classes,
    /// Structures of lists and dictionaries.
    pub(crate) containers: Containers,
    /// Signatures and tables of what is called at the same places.
    pub(crate) families: Families,
    /// The functions of the program, and the graphs still to be lowered.
    pub(crate) functions: Functions,
    /// The LLPython functions in use.
    pub(crate) helpers: Helpers,
    /// The objects of the program, and those still to be filled.
    pub(crate) prebuilt: Prebuilt,
    /// Make a checked build (see [`claims`]).
    pub check: bool,
    /// A JIT compiles what it sees run: what is likely is compared first, so that one comparison tells all of it.
    pub for_jit: bool,
    /// What went wrong so far, and where typing is.
    pub(crate) report: Report,
}

impl RTyper {
    /// Makes the typer for an annotated program.
    pub fn new(mut ann: Box<dyn Source>) -> RTyper {
        let basic = Basic::new(&mut ann.program_mut().types);
        let mut prog = Program::default();
        basic.declare(&mut prog);
        RTyper {
            ann,
            prog,
            basic,
            reprs: Reprs::default(),
            classes: Classes::default(),
            containers: Containers::default(),
            families: Families::default(),
            functions: Functions::default(),
            helpers: Helpers::default(),
            prebuilt: Prebuilt::default(),
            check: false,
            for_jit: false,
            report: Report::default(),
        }
    }
    /// The annotated program that is being typed.
    pub fn pg(&self) -> &annotator::AnnotatedProgram {
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
        Box::new(Diagnostic::unsupported(self.report.span(), what))
    }
    /// An internal error at the current operation.
    pub fn internal(&self, what: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::internal(self.report.span(), what))
    }
    /// Types the whole program. `wrap`: the entry is `entry_point(argv) -> int` and gets the wrapper that the runtime
    /// calls; otherwise the entry graph is the entry (tests).
    pub fn run(mut self, wrap: bool) -> Result<Program, Vec<Diagnostic>> {
        if let Err(d) = self.run_inner(wrap) {
            self.report.add([*d]);
        }
        self.report.finish()?;
        self.prog.types = std::mem::take(&mut self.ann.program_mut().types);
        // All safety errors are known now, and all handlers.
        let options = transform::PassOptions::default();
        if let Err(e) = transform::observed::run(&mut self.prog, &options) {
            return Err(vec![Diagnostic::internal(Span::NONE, e)]);
        }
        Ok(self.prog)
    }
    fn run_inner(&mut self, wrap: bool) -> R<()> {
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
            if let Some(g) = self.functions.next_graph() {
                if let Err(d) = self.lower_graph(g) {
                    self.report.add([*d]);
                    if self.report.is_full() {
                        return Ok(());
                    }
                }
            } else if let Some(p) = self.prebuilt.next_unfilled() {
                if let Err(d) = self.fill_object(p) {
                    self.report.add([*d]);
                }
            } else {
                return Ok(());
            }
        }
    }
}
