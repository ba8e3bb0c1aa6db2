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
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::rc::Rc;

use annotator::defs::{AttrFamilyId, FamilyId, GraphId, OpRef};
use annotator::model::{Annotation, ClassId, DescId, DictId, ListId};
use ir::diag::Diagnostic;
use ir::index::IndexVec;
use ir::lltype::{ContainerId, LLType, TypeTable};
use ir::name::Name;
use ir::source::Span;
use lowlevel::{ExternId, FuncId, JitDriverId, ObjId, Program};
use python::live::{ClassRef, Identity, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::repr::containers::rdict::DictInfo;
use crate::repr::containers::rlist::ListInfo;
use crate::repr::objects::rclass::{ClassFields, ClassInfo};
use crate::repr::objects::rfamily::RowSig;
use crate::repr::{Repr, ReprId};

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
pub use lower::{Hop, Lower};

/// A result whose error is one diagnostic.
pub type R<T> = Result<T, Box<Diagnostic>>;

/// The state of typing. See the module header.
pub struct RTyper {
    /// The annotator, for helpers and constants.
    pub ann: Box<dyn Source>,
    /// The program being made. Its types are in the annotator's table until the end.
    pub prog: Program,
    /// All representations.
    pub reprs: IndexVec<ReprId, Repr>,
    pub(crate) repr_ids: FxHashMap<Repr, ReprId>,
    pub(crate) repr_of_annotation: FxHashMap<Annotation, ReprId>,
    pub(crate) repr_lltypes: FxHashMap<ReprId, LLType>,
    /// `rpy_string`: hash, chars.
    pub string: ContainerId,
    /// `rpy_unicode`: hash, chars.
    pub unicode: ContainerId,
    /// The root of instances: typeptr.
    pub object: ContainerId,
    /// The root of vtables: subclassrange_min, subclassrange_max, name.
    pub vtable: ContainerId,
    pub(crate) classes: FxHashMap<ClassId, Rc<ClassInfo>>,
    pub(crate) class_fields: FxHashMap<ClassId, Rc<ClassFields>>,
    pub(crate) class_ranges: FxHashMap<ClassId, (i64, i64)>,
    pub(crate) class_by_identity: FxHashMap<Identity, ClassId>,
    pub(crate) vtables: FxHashMap<ClassId, ObjId>,
    pub(crate) lists: FxHashMap<ListId, Rc<ListInfo>>,
    /// Lists whose types are being found, with a declared type if an item refers back.
    pub(crate) lists_begun: FxHashMap<ListId, Option<ContainerId>>,
    pub(crate) dicts: FxHashMap<DictId, Rc<DictInfo>>,
    pub(crate) rows: FxHashMap<(FamilyId, usize), Rc<RowSig>>,
    pub(crate) family_structs: FxHashMap<FamilyId, ContainerId>,
    pub(crate) family_objects: FxHashMap<(FamilyId, usize, DescId), ObjId>,
    /// The call families of functions that are not called themselves.
    pub(crate) shared_families: OnceCell<FxHashMap<DescId, FamilyId>>,
    pub(crate) frozen_tables: FxHashMap<AttrFamilyId, ContainerId>,
    pub(crate) adapters: FxHashMap<(FamilyId, usize, DescId), FuncId>,
    /// Functions made for a purpose, by a description of it (comparison of tuples, class factories, ...).
    pub(crate) made: FxHashMap<String, FuncId>,
    pub(crate) sig_overrides: FxHashMap<GraphId, (Vec<ReprId>, ReprId)>,
    pub(crate) func_of_graph: FxHashMap<GraphId, FuncId>,
    pub(crate) names: FxHashSet<String>,
    pub(crate) queue: VecDeque<GraphId>,
    pub(crate) object_cache: FxHashMap<(Identity, ReprId), ObjId>,
    pub(crate) string_cache: FxHashMap<(bool, Vec<u32>), ObjId>,
    /// Prebuilt objects whose contents are still to be made.
    pub(crate) pending_objects: VecDeque<consts::Pending>,
    /// Live objects whose identity is a key of a cache.
    pub(crate) keep: Vec<Value>,
    pub(crate) helpers: FxHashMap<(&'static str, &'static str), Value>,
    pub(crate) helper_graphs: FxHashMap<(Identity, Vec<Annotation>), GraphId>,
    pub(crate) extern_ids: FxHashMap<Name, ExternId>,
    pub(crate) drivers: FxHashMap<Identity, JitDriverId>,
    pub(crate) marker_ops: FxHashMap<OpRef, usize>,
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
            reprs: IndexVec::new(),
            repr_ids: FxHashMap::default(),
            repr_of_annotation: FxHashMap::default(),
            repr_lltypes: FxHashMap::default(),
            string,
            unicode,
            object,
            vtable,
            classes: FxHashMap::default(),
            class_fields: FxHashMap::default(),
            class_ranges: FxHashMap::default(),
            class_by_identity: FxHashMap::default(),
            vtables: FxHashMap::default(),
            lists: FxHashMap::default(),
            lists_begun: FxHashMap::default(),
            dicts: FxHashMap::default(),
            rows: FxHashMap::default(),
            family_structs: FxHashMap::default(),
            family_objects: FxHashMap::default(),
            shared_families: OnceCell::new(),
            frozen_tables: FxHashMap::default(),
            adapters: FxHashMap::default(),
            made: FxHashMap::default(),
            sig_overrides: FxHashMap::default(),
            func_of_graph: FxHashMap::default(),
            names: FxHashSet::default(),
            queue: VecDeque::new(),
            object_cache: FxHashMap::default(),
            string_cache: FxHashMap::default(),
            pending_objects: VecDeque::new(),
            keep: Vec::new(),
            helpers: FxHashMap::default(),
            helper_graphs: FxHashMap::default(),
            extern_ids: FxHashMap::default(),
            drivers: FxHashMap::default(),
            marker_ops: FxHashMap::default(),
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
            if let Some(g) = self.queue.pop_front() {
                if let Err(d) = self.lower_graph(g) {
                    self.diagnostics.push(*d);
                    if self.diagnostics.len() > 20 {
                        return Ok(());
                    }
                }
            } else if let Some(p) = self.pending_objects.pop_front() {
                if let Err(d) = self.fill_object(p) {
                    self.diagnostics.push(*d);
                }
            } else {
                return Ok(());
            }
        }
    }
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
    /// The class definition of a live class, if the program knows it.
    pub fn class_of_live(&mut self, c: &ClassRef) -> Option<ClassId> {
        let id = Value::Class(c.clone()).identity();
        if let Some(&k) = self.class_by_identity.get(&id) {
            return Some(k);
        }
        let found = self
            .pg()
            .classes
            .iter_enumerated()
            .find(|(_, d)| d.live.identity() == id)
            .map(|(k, _)| k)?;
        self.class_by_identity.insert(id, found);
        Some(found)
    }
}
