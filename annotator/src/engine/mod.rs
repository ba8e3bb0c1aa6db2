//! The fixed-point engine: rules rescheduled by block until nothing changes.
//!
//! Flowing a block applies the rules of its operations in order and propagates annotations along its exits. It is
//! scheduled when one of its inputargs, or a hidden variable it reads, or the result of a function it calls has become
//! more general. An operation whose argument (or result) is bottom *blocks* the block there; it goes on when more is
//! known.
//!
//! ```text
//! loop {
//!     block = schedule.pick();
//!     for op in block { b(op.result) ⊔= rule(op, b(args)) };
//!     for exit { b(target.inputargs) ⊔= .. }
//! }
//! ```
//! Annotations only grow: every binding is the join of the old and the new one. In debug builds a rule that yields
//! something not above its earlier result is counted in [`Stats::not_monotone`], which tests assert to be zero.
//!
//! This module has the annotator's data and reports; [`propagation`] does the work, over the [`linear`] form of graphs.
//! [`reapply`]: operations that were applied before; [`deferred`]: calls of specialised functions; [`state`]: (b, E).
use std::rc::Rc;

use ir::diag::{Diagnostic, DiagnosticKind};
use ir::model::BlockId;
use ir::name::Name;
use ir::source::Span;
use python::live::{Identity, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::defs::*;
use crate::engine::deferred::{CarriedOut, SpecialSite, Waiting};
use crate::engine::linear::{LinearGraphs, Running, Worklist};
use crate::front::FrontEnd;
use crate::model::constant::Const;
use crate::model::lattice;
use crate::model::*;
use crate::program::AnnotatedProgram;

pub(crate) mod deferred;
pub(crate) mod exceptions;
pub(crate) mod linear;
pub(crate) mod propagation;
pub(crate) mod reapply;
pub(crate) mod state;
pub(crate) mod unused;

/// Why a rule has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Not enough is known yet, or control never gets past the operation.
    Blocked,
    /// An error was reported; the result is the silent error annotation.
    Failed,
}

/// Annotations of the arguments of an operation or a call.
pub(crate) type OpArgs = SmallVec<[Annotation; 6]>;

/// The result of a rule.
pub type Res<T = Annotation> = Result<T, Stop>;

/// The order in which blocks are flowed. The final state does not depend on it; calls whose copy
/// depends on their arguments wait until the state is at rest for that reason ([`crate::engine::deferred`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Schedule {
    /// The graph found last first, and in it the first block in reverse post-order.
    #[default]
    DepthFirst,
    /// First in, first out.
    BreadthFirst,
    /// Any, chosen by a generator with this seed.
    Random(u64),
}

/// Options of a run.
#[derive(Clone, Debug, Default)]
pub struct AnnotatorOptions {
    pub schedule: Schedule,
    /// Stop after this many flowed blocks with an internal error (0: no limit).
    pub block_limit: u64,
    /// A rule that is broken on purpose (tests of the soundness checks).
    pub broken: Option<crate::soundness::Broken>,
    /// Also annotate what only the JIT calls (`get_printable_location`, ...).
    pub jit: bool,
    /// Names of specialisations that the program's own policy of annotation defines (`specialize__name`). They are not
    /// carried out: such a function is one for all callers, as it is untranslated.
    pub own_specializations: Vec<String>,
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// How often a block was flowed.
    pub blocks: u64,
    /// Rules of operations applied.
    pub rules: u64,
    /// Phi rules applied: arguments of links and calls merged into variables.
    pub phis: u64,
    /// Rules whose result was not above the earlier one (a bug).
    pub not_monotone: u64,
}

/// A block that cannot go on at an operation.
#[derive(Clone, Debug)]
pub(crate) struct BlockedAt {
    pub index: usize,
    pub span: Span,
    /// Reading something that may legitimately never be set (a declared attribute): not an error at the end.
    pub harmless: bool,
    /// What is missing, if the rule knows.
    pub why: Option<Diagnostic>,
}

/// What is to be flowed, and what the engine keeps of graphs.
#[derive(Default)]
pub(crate) struct Work {
    pub(crate) worklist: Worklist,
    /// What is kept of each graph.
    pub(crate) running: Vec<Running>,
    pub(crate) linear_graphs: LinearGraphs,
    /// The version of the live classes whose attributes are known.
    pub(crate) classes_version: u64,
    /// Room for the annotations that go along a link.
    pub(crate) passing: Vec<Annotation>,
}

/// Calls of functions that are specialised by what they are called with, and how arguments go to parameters.
#[derive(Default)]
pub(crate) struct Special {
    /// As carried out last.
    pub(crate) carried_out: FxHashMap<SpecialSite, CarriedOut>,
    /// To be carried out when everything else is at rest.
    pub(crate) waiting: FxIndexMap<SpecialSite, Waiting>,
    /// Results of memo functions.
    pub(crate) memo: FxHashMap<DescId, Vec<(Vec<Value>, Value)>>,
    /// How arguments go to parameters, by function, shape and whether there is a receiver.
    pub(crate) matched: FxHashMap<(DescId, flowspace::CallShape, bool), Rc<[ArgSource]>>,
}

/// What is wrong, and where nothing goes on.
#[derive(Default)]
pub(crate) struct Errors {
    pub(crate) found: FxIndexMap<(Span, &'static str, u8), Diagnostic>,
    pub(crate) blocked: FxIndexMap<BlockRef, BlockedAt>,
    pub(crate) blocked_why: Option<(bool, Option<Diagnostic>)>,
    /// Blocked operations that were reported: they give an erroneous value, so that the code behind them is checked,
    /// too.
    pub(crate) given_up: FxHashSet<OpRef>,
    /// The error met first, with the two annotations that did not unite.
    pub(crate) first: Option<(Diagnostic, Option<lattice::TopError>, OpRef)>,
    /// The last two annotations that did not unite.
    pub(crate) last_union: Option<lattice::TopError>,
}

/// What is judged when all is known.
#[derive(Default)]
pub(crate) struct Findings {
    /// What warnings are judged by.
    pub(crate) notes: crate::report::warnings::Notes,
    /// Reads of attributes in front of a handler that may meet an object without the attribute.
    pub(crate) lacking: FxHashSet<OpRef>,
    /// Operations on what is always None so far: warnings, if it stays so.
    pub(crate) suspects: FxIndexMap<OpRef, (Span, String)>,
    /// Lists and dictionaries of declared signatures: items (keys, values) as declared.
    pub(crate) declared_items: Vec<(Annotation, Annotation, Annotation, Span)>,
    /// Hints of `hint` that do not exist, and where.
    pub(crate) unknown_hints: FxIndexMap<Span, Name>,
}

/// Live objects as constants.
#[derive(Default)]
pub(crate) struct Constants {
    pub(crate) annotations: FxHashMap<Const, Annotation>,
    /// Frozen objects whose `_freeze_`/`_cleanup_` ran.
    pub(crate) seen_instances: FxHashSet<Identity>,
    /// Prebuilt objects whose contents are still to be merged.
    pub(crate) pending: Vec<Value>,
    pub(crate) depth: u32,
}

/// Descriptions of functions, classes and methods by what they describe.
#[derive(Default)]
pub(crate) struct Descs {
    pub(crate) of: FxHashMap<Identity, DescId>,
    pub(crate) methods: FxHashMap<MethodDesc, DescId>,
    pub(crate) frozen_methods: FxHashMap<FrozenMethodDesc, DescId>,
}

/// The lists and dictionaries that operations make.
#[derive(Default)]
pub(crate) struct Sites {
    pub(crate) lists: FxHashMap<(OpRef, u8), ListId>,
    pub(crate) dicts: FxHashMap<(OpRef, u8), DictId>,
    /// Numbers of functions of keys that dictionaries hold, by what they look like.
    pub(crate) held_key_functions: FxHashMap<String, u32>,
}

/// Answers to questions that are asked again and again.
#[derive(Default)]
pub(crate) struct Answers {
    /// The ids of built-in exceptions.
    pub(crate) exception_ids: FxHashMap<&'static str, ClassId>,
    /// Special methods that a class and its subclasses lack, and how many classes there were then.
    pub(crate) no_special: FxHashMap<(ClassId, Name), usize>,
    /// Results of `lookup_filter`: a function of the class and the set.
    pub(crate) filtered: FxHashMap<(ClassId, Annotation), Annotation>,
    /// Which table of rules knows a built-in function.
    pub(crate) known: FxHashMap<Name, Option<python::vocabulary::KnownFunction>>,
}

/// The annotator: see the crate header.
pub struct Annotator {
    pub program: AnnotatedProgram,
    pub(crate) front: Box<dyn FrontEnd>,
    pub(crate) options: AnnotatorOptions,
    pub(crate) work: Work,
    pub(crate) special: Special,
    /// The operation being annotated.
    pub(crate) here: OpRef,
    pub(crate) span: Span,
    pub(crate) errors: Errors,
    pub(crate) findings: Findings,
    pub(crate) constants: Constants,
    pub(crate) descs: Descs,
    pub(crate) sites: Sites,
    pub(crate) answers: Answers,
    /// Low-level types met as live objects.
    pub(crate) low_types: crate::model::lowtypes::LowTypes,
    /// Python functions that look at annotations.
    pub(crate) shared_hooks: Option<crate::python_api::SharedHooks>,
    pub stats: Stats,
}

impl Annotator {
    /// A fresh annotator over a front end.
    pub fn new(front: Box<dyn FrontEnd>, options: AnnotatorOptions) -> Annotator {
        Annotator {
            program: AnnotatedProgram::default(),
            front,
            options,
            work: Work::default(),
            special: Special::default(),
            here: NOWHERE,
            span: Span::NONE,
            errors: Errors::default(),
            findings: Findings::default(),
            constants: Constants::default(),
            descs: Descs::default(),
            sites: Sites::default(),
            answers: Answers::default(),
            low_types: crate::model::lowtypes::LowTypes::default(),
            shared_hooks: None,
            stats: Stats::default(),
        }
    }

    // ---- diagnostics ----

    /// Records a diagnostic. A later one of the same code at the same place replaces the earlier: it knows more.
    pub(crate) fn report(&mut self, mut d: Diagnostic) {
        if d.notes.is_empty()
            && matches!(d.kind, DiagnosticKind::Source | DiagnosticKind::Unsupported)
            && d.span == self.span
            // Of a constant no operand tells anything.
            && !d.code.starts_with("E042")
        {
            d = self.with_operand_origins(d);
        }
        if d.help.is_none()
            && matches!(d.kind, DiagnosticKind::Source | DiagnosticKind::Unsupported)
            && let Some(help) = crate::report::help::for_diagnostic(&d)
        {
            d.help = Some(help.to_string());
        }
        // A consequence of an error that was reported says nothing new.
        if d.message.contains(crate::model::show::ERRONEOUS) && !self.errors.found.is_empty() {
            return;
        }
        let union = self.errors.last_union.take();
        if self.errors.first.is_none() && d.is_error() {
            self.errors.first = Some((d.clone(), union, self.here));
        }
        self.errors.found.insert((d.span, d.code, d.kind as u8), d);
    }
    /// An error at the current operation.
    pub(crate) fn error(&self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.span, message)
    }
    pub(crate) fn fail<T>(&mut self, code: &'static str, message: impl Into<String>) -> Res<T> {
        let d = Diagnostic::error(code, self.span, message);
        self.fail_with(d)
    }
    /// Reports a diagnostic and stops.
    pub(crate) fn fail_with<T>(&mut self, d: Diagnostic) -> Res<T> {
        self.report(d);
        Err(Stop::Failed)
    }
    /// Reports something RPython has and this toolchain lacks.
    pub(crate) fn unsupported<T>(&mut self, what: impl std::fmt::Display) -> Res<T> {
        let d = Diagnostic::unsupported(self.span, what);
        self.fail_with(d)
    }
    /// Blocks here; `why` is reported if it stays blocked to the end.
    pub(crate) fn block_because<T>(&mut self, why: Diagnostic) -> Res<T> {
        self.errors.blocked_why = Some((false, Some(why)));
        Err(Stop::Blocked)
    }
    /// Notes that an operand is None and nothing else, so far.
    pub(crate) fn suspect_none(&mut self, what: &str) {
        self.findings
            .suspects
            .insert(self.here, (self.span, what.to_string()));
    }
    /// Blocks here; not an error if it stays so.
    pub(crate) fn block_harmlessly<T>(&mut self) -> Res<T> {
        self.errors.blocked_why = Some((true, None));
        Err(Stop::Blocked)
    }
}

/// The position of things that no operation asks for.
pub(crate) const NOWHERE: OpRef = OpRef {
    graph: GraphId(u32::MAX),
    block: BlockId(u32::MAX),
    index: 0,
};
