//! What annotations refer to: hidden variables, list and dictionary definitions, classes with their attributes, and the
//! descriptions ("descs") of prebuilt functions, classes, methods and frozen objects that make up PBC sets.
//!
//!
//! ```text
//! class A: ...            ClassDef A { attrs: { x: Attribute { cell: v_{A.x} } }, subclasses: [B] }
//! class B(A): ...         ClassDef B { base: A }          an `x` set on B only, later read on A, is lifted to A
//! [1, 2]                  ListDef { item: cell -> nonneg int, resized: false }
//! ```
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use flowspace::{CallShape, Signature};
use indexmap::{IndexMap, IndexSet};
use ir::lltype::Immutability;
use ir::model::BlockId;
use ir::name::Name;
use ir::source::Span;
use python::live::{ClassRef, FunctionObj, Value};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::model::{Annotation, ClassId, DescId, DictId, ListId};

/// A hash map that keeps insertion order.
pub type FxIndexMap<K, V> = IndexMap<K, V, FxBuildHasher>;
/// A hash set that keeps insertion order.
pub type FxIndexSet<K> = IndexSet<K, FxBuildHasher>;

ir::entity!(
    /// A hidden variable: the `v` of `List(v)`, or `v_{C.attr}`, attribute `attr` of class `C`. Cells are the nodes of
    /// the equivalence E.
    CellId,
    "cell"
);
ir::entity!(
    /// A flow graph known to the annotator.
    GraphId,
    "g"
);
ir::entity!(
    /// A call family: descs that may be called from one call site. Equal modulo
    /// [`crate::AnnotatedProgram::find_family`].
    FamilyId,
    "family"
);
ir::entity!(
    /// An attribute family: frozen objects (or classes) of which one site may read an attribute.
    AttrFamilyId,
    "attrfamily"
);

/// A block of a graph of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct BlockRef {
    pub graph: GraphId,
    pub block: BlockId,
}

/// An operation of a graph of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct OpRef {
    pub graph: GraphId,
    pub block: BlockId,
    /// The index of the operation in the block.
    pub index: u32,
}

impl BlockRef {
    /// The operation with this index in it.
    pub fn op(self, index: usize) -> OpRef {
        OpRef::new(self.graph, self.block, index)
    }
}

impl OpRef {
    /// The operation with this index in a block.
    pub fn new(graph: GraphId, block: BlockId, index: usize) -> OpRef {
        OpRef {
            graph,
            block,
            index: index as u32,
        }
    }
    /// The block that the operation is in: what is scheduled when it has to be done again.
    pub fn block_ref(self) -> BlockRef {
        BlockRef {
            graph: self.graph,
            block: self.block,
        }
    }
}

/// One step in the history of a hidden variable: for "where did this type come from".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Origin {
    /// What was merged in.
    pub what: Annotation,
    pub span: Span,
}

/// The blocks that read a hidden variable, and the first operation in each that does.
pub type Readers = FxIndexMap<BlockRef, u32>;

/// A hidden variable: its annotation, who reads it, how it came about.
#[derive(Clone, Debug)]
pub struct Cell {
    /// b(v).
    pub annotation: Annotation,
    /// Blocks to be flowed again when the annotation changes.
    pub readers: Readers,
    /// The merges that changed it.
    pub history: Vec<Origin>,
}

/// Whether a list may be represented as a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum RangeStep {
    /// Not (only) made by `range()`.
    No,
    /// Only made by `range()` with this constant step.
    Const(i64),
    /// Only made by `range()`, with different or unknown steps.
    Variable,
}

/// All that is known of the lists that may meet each other.
#[derive(Clone, Debug)]
pub struct ListDef {
    /// The hidden variable of all items.
    pub item: CellId,
    /// Some such list is resized (`append`, `pop`, `del`, ...): it needs spare room.
    pub resized: bool,
    /// Some such list has items stored into it after creation.
    pub mutated: bool,
    /// Whether all of them are ranges. A representation as range is right only if also `!mutated && !resized`.
    pub range: RangeStep,
    /// Some such list is a prebuilt constant or comes from an immutable field with `[*]`.
    pub immutable: bool,
    /// `make_sure_not_resized` / `check_annotation` of the program: a resize is an error. Where it was demanded.
    pub must_not_resize: Option<Span>,
    /// How many items the shortest such list has.
    pub shortest: crate::report::warnings::Shortest,
    /// Where the first such list was made.
    pub span: Span,
}

impl ListDef {
    /// Of lists of which only the items are known.
    pub fn new(item: CellId, span: Span) -> ListDef {
        ListDef {
            item,
            resized: false,
            mutated: false,
            range: RangeStep::No,
            immutable: false,
            must_not_resize: None,
            shortest: crate::report::warnings::Shortest::Unknown,
            span,
        }
    }
}

/// The functions of an `r_dict`: one cell each, holding a `Pbc` annotation (bottom: an ordinary dictionary).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomEq {
    /// `key_eq`.
    pub eq: CellId,
    /// `key_hash`.
    pub hash: CellId,
}

/// All that is known of the dictionaries that may meet each other. Dictionaries are ordered.
#[derive(Clone, Debug)]
pub struct DictDef {
    /// The hidden variable of all keys.
    pub key: CellId,
    /// The hidden variable of all values.
    pub value: CellId,
    /// `r_dict(eq, hash)`.
    pub custom: Option<CustomEq>,
    /// Some such dictionary gets or loses keys, or gets other values, after creation.
    pub mutated: bool,
    /// `r_dict(..., force_non_null=True)`.
    pub force_non_null: bool,
    /// `r_dict(..., simple_hash_eq=True)`.
    pub simple_hash_eq: bool,
    /// The calls of `eq` and `hash` were annotated (graph of eq, graph of hash), once keys are known.
    pub custom_graphs: Option<(GraphId, GraphId)>,
    /// `eq` and `hash` differ between dictionaries, or are methods of objects made at run time: each dictionary holds
    /// its own, and `custom_graphs` call what it holds. The number of their copy.
    pub custom_held: Option<u32>,
    /// Where the first such dictionary was made.
    pub span: Span,
}

impl DictDef {
    /// An ordinary dictionary, made at `span`.
    pub fn new(key: CellId, value: CellId, span: Span) -> DictDef {
        DictDef {
            key,
            value,
            custom: None,
            mutated: false,
            force_non_null: false,
            simple_hash_eq: false,
            custom_graphs: None,
            custom_held: None,
            span,
        }
    }
}

/// An attribute of a class: `v_{C.attr}` and what is known about it.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: Name,
    /// The hidden variable.
    pub cell: CellId,
    /// Never set through an instance: a class-level constant or method, stored in the vtable.
    pub readonly: bool,
    /// Never mutated after initialisation because `_attrs_`-like declarations or prebuilt data say so; see
    /// [`ClassDef::immutability`].
    pub attr_allowed: bool,
    /// Classes and prebuilt instances whose own value was merged in, by identity of the live object (done once each).
    pub sources: Vec<AttrSource>,
    /// Where it was first met.
    pub span: Span,
}

/// Where values of an attribute come from, besides the operations `setattr`.
#[derive(Clone)]
pub enum AttrSource {
    /// The dictionary of a class.
    Class {
        class: ClassId,
        /// The raw value in the class dictionary.
        value: Value,
    },
    /// A prebuilt instance.
    Instance(Value),
}

impl std::fmt::Debug for AttrSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AttrSource::Class { class, value } => write!(f, "{class}:{value:?}"),
            AttrSource::Instance(v) => write!(f, "{v:?}"),
        }
    }
}

/// A class as seen by annotation.
#[derive(Debug)]
pub struct ClassDef {
    pub desc: DescId,
    /// `module.Class`.
    pub name: String,
    /// `Class`.
    pub short_name: Name,
    /// The live class (for built-in exceptions too).
    pub live: Value,
    /// The one base that is a class of the program (mix-ins are folded in). `None`: directly under `object`.
    pub base: Option<ClassId>,
    /// Distance from the root.
    pub depth: u32,
    /// Direct subclasses found so far.
    pub subclasses: Vec<ClassId>,
    /// The attributes at the place where they live; look them up with [`crate::AnnotatedProgram::find_attr`].
    pub attrs: FxIndexMap<Name, Attribute>,
    /// Names that may be set by any code (`_attrs_`/`__slots__` of this class); `None`: no declaration.
    pub allowed: Option<FxIndexSet<Name>>,
    /// `_immutable_fields_`, `_immutable_`, `_virtualizable_` of this very class.
    pub immutable_fields: FxIndexMap<Name, Immutability>,
    /// Fields declared with `?[*]`: the field may change, the items of its list may not.
    pub immutable_arrays: FxIndexSet<Name>,
    /// `_immutable_ = True` of this very class.
    pub all_immutable: bool,
    /// `_virtualizable_` names of this very class, empty if none.
    pub virtualizable: Vec<Name>,
    /// If this class has `__del__` and no base has: the function that calls it for an instance of this class
    /// (`rgc._call_finalizer`).
    pub finalizer: Option<GraphId>,
    /// Is an exception class.
    pub exception: bool,
    /// An instance is made somewhere in translated code.
    pub instantiated: bool,
    /// The prebuilt instances met, in order.
    pub instances: Vec<Value>,
    /// Blocks that read an attribute that was not found anywhere yet.
    pub waiting: FxHashMap<Name, FxIndexSet<BlockRef>>,
    /// Values of attributes that nobody has asked for yet (from the class dictionary and prebuilt instances).
    pub sources: FxIndexMap<Name, Vec<AttrSource>>,
    /// The class dictionary with that of its mix-ins.
    pub class_dict: FxIndexMap<Name, Value>,
    /// How many entries the dictionary of the live class had when it was looked at last.
    pub entries: usize,
    /// Place of the class statement.
    pub span: Span,
}

/// A `FinalizerQueue` of the program.
#[derive(Clone, Debug)]
pub struct FinalizerQueue {
    /// The queue, a frozen object.
    pub value: Value,
    /// What it gives: an instance of its `Class`, or None.
    pub gives: Annotation,
    /// The function that calls its `finalizer_trigger` (`rgc._call_trigger`).
    pub trigger: Option<GraphId>,
}

/// A test of the class of an object whose attribute is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassTest {
    /// The class or one below it.
    Below(ClassId),
    Exactly(ClassId),
}

/// How a function is specialised.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Specialize {
    /// One graph for all calls (per arity of `*args`).
    Default,
    /// By the value (or PBC) of these parameters.
    Arg(Box<[usize]>),
    /// By the value of a parameter if it is constant, else by nothing.
    ArgOrVar(Box<[usize]>),
    /// By the type of these parameters.
    ArgType(Box<[usize]>),
    /// By the item type of a list parameter.
    ArgListItemType(usize),
    /// One copy per call site.
    CallLocation,
    /// By the low-level types (constants for type objects) of all parameters.
    LowLevel {
        /// Also by these parameters' constants.
        and_arg: Box<[usize]>,
    },
    /// Evaluated at translation time for all combinations.
    Memo,
    /// The call is ignored and yields `None`.
    Ignore,
}

/// Marks on functions that later stages read.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Marks {
    /// `@elidable`
    pub elidable: bool,
    /// `@dont_look_inside` or `_jit_look_inside_ = False`
    pub dont_look_inside: bool,
    /// `_jit_look_inside_ = True`
    pub look_inside: bool,
    /// `@unroll_safe`
    pub unroll_safe: bool,
    /// `_dont_inline_`
    pub dont_inline: bool,
    /// `_always_inline_` / `@always_inline` / `_always_inline_ = 'try'`
    pub always_inline: bool,
    /// `_gctransformer_hint_close_stack_`, `rgc.no_collect`
    pub no_collect: bool,
    /// `_not_rpython_`
    pub not_rpython: bool,
    /// LLPython: written against low-level types.
    pub low_level: bool,
    /// `_oopspec_` / `oopspec`
    pub oopspec: Option<Name>,
}

/// The key of a specialised copy of a graph.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SpecKey {
    /// Number of extra positional arguments, for functions with `*args`.
    pub star_arity: Option<usize>,
    /// What the policy adds: annotations (reduced to what distinguishes) in order.
    pub parts: Vec<SpecPart>,
}

/// A part of a specialisation key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SpecPart {
    /// A constant value or PBC set or type, as an annotation.
    Annotation(Annotation),
    /// Any value of a built-in container type, with the length of tuples.
    Sort(&'static str, usize),
    LowLevel(ir::lltype::LLType),
    Site(OpRef),
    /// Not distinguished.
    Any,
}

/// A function written in RPython.
pub struct FunctionDesc {
    pub func: Rc<FunctionObj>,
    /// `module.name`.
    pub name: String,
    /// Parameters with their defaults.
    pub signature: Signature,
    pub specialize: Specialize,
    /// `@enforceargs`: per parameter the annotation it is cast to (`None`: free).
    pub enforce: Option<Enforce>,
    pub marks: Marks,
    /// Graphs by specialisation key.
    pub graphs: FxIndexMap<SpecKey, GraphId>,
    /// A class whose method it is, when it was found in one.
    pub class: Option<ClassId>,
    /// Its flow graph could not be built (reported).
    pub broken: bool,
    /// Place of the definition.
    pub span: Span,
}

/// Declared argument and result types.
#[derive(Clone, Debug, Default)]
pub struct Enforce {
    /// Per parameter.
    pub args: Vec<Option<Annotation>>,
    /// Result (`@signature`, PEP 484).
    pub result: Option<Annotation>,
    /// A declaration that is a Python object of its own, or a function of the arguments (see
    /// [`crate::python_api::Hooks`]).
    pub dynamic: Option<Value>,
    /// Parameters declared as `NOT_CONSTANT`: what is known of a constant is forgotten.
    pub not_constant: Vec<usize>,
    /// Where it was declared.
    pub span: Span,
    /// `@signature` and PEP 484: arguments are checked against the type, not converted to it.
    pub strict: bool,
}

/// A class as a callable constant.
pub struct ClassDesc {
    pub class: ClassRef,
    /// `module.Class`.
    pub name: String,
    /// The class definition, once needed.
    pub classdef: Option<ClassId>,
    /// `_annspecialcase_ = "specialize:ctr_location"`: a copy of the class per instantiation site.
    pub ctr_location: bool,
    /// The copies of a `ctr_location` class.
    pub copies: FxIndexMap<OpRef, ClassId>,
    /// `_mixin_ = True`.
    pub mixin: bool,
}

/// A method with the class of its receiver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MethodDesc {
    pub func: DescId,
    /// The class in whose dictionary it was found.
    pub origin: ClassId,
    /// The class of the receiver; `None`: read from the class, not bound yet.
    pub receiver: Option<ClassId>,
    /// The name under which it was found.
    pub name: Name,
}

/// A method bound to a frozen constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FrozenMethodDesc {
    pub func: DescId,
    pub frozen: DescId,
    /// The name under which it was found.
    pub name: Name,
}

/// A prebuilt object with `_freeze_() -> True`, a module-like object, or another constant without a class of the
/// program.
pub struct FrozenDesc {
    pub value: Value,
    /// What messages call it.
    pub name: String,
    /// Attributes read so far, as annotations.
    pub attrs: FxIndexMap<Name, Annotation>,
}

/// A member of PBC sets.
#[allow(clippy::large_enum_variant)] // Functions are the common case.
pub enum Desc {
    Function(FunctionDesc),
    Class(ClassDesc),
    Method(MethodDesc),
    /// A method of a frozen object.
    FrozenMethod(FrozenMethodDesc),
    Frozen(FrozenDesc),
}

/// Where an argument of a callee comes from, at one call shape.
#[derive(Clone, Debug)]
pub enum ArgSource {
    /// The receiver of a bound method.
    Receiver,
    /// The i-th positional argument of the call (after `*` was spread).
    Positional(usize),
    /// The keyword argument with index i in the *operation's* keyword names.
    Keyword(usize),
    Default(Value),
    /// The tuple of the remaining positional arguments from index `first` up to `end`, for the callee's `*args`.
    Star {
        /// The receiver of a bound method comes before them: the callee has no parameter of its own for it.
        receiver: bool,
        /// First positional argument in it.
        first: usize,
        /// One past the last.
        end: usize,
    },
}

/// A callee of a call site.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Which member of the PBC set (for classes: the class, though the graph is that of `__init__`).
    pub desc: DescId,
    /// The graph that is called; `None`: nothing to call (a class without `__init__`, an ignored function).
    pub graph: Option<GraphId>,
    /// For each inputarg of the graph, its source.
    pub args: Rc<[ArgSource]>,
    /// The class that is instantiated, if `desc` is a class.
    pub instantiates: Option<ClassId>,
}

/// What a call site does, found while annotating; the key is the operation.
#[derive(Clone, Debug)]
pub struct CallSiteInfo {
    /// Shape of the call; a `*` argument is spread into positional ones, so `star` is false. Keywords keep the
    /// operation's order.
    pub shape: CallShape,
    /// All callees, in order of desc. One callee: a direct call (if the callable is constant or single).
    pub callees: Vec<Callee>,
    /// The call family of the callees (of their functions, for methods).
    pub family: Option<FamilyId>,
    /// The row of the family's table.
    pub row: usize,
    /// Memo functions, overridden and ignored ones: what the call means instead of a call.
    pub special: Option<SpecialCall>,
}

/// Calls that are not calls of graphs.
#[derive(Clone, Debug)]
pub enum SpecialCall {
    /// The results of a memo function for all combinations of its arguments: (arguments, result).
    Memo(Rc<[(Vec<Value>, Value)]>),
    /// Evaluates to `None`, nothing happens.
    Ignored,
    /// A registered extension function: its name.
    Extension(Name),
}

/// A row of a call table: the graphs that call sites of one shape may reach together.
#[derive(Clone, Debug)]
pub struct CallRow {
    pub shape: CallShape,
    /// The callees get a receiver besides: they are called as methods.
    pub receiver: bool,
    /// Graph and argument sources per function desc.
    pub graphs: FxIndexMap<DescId, (GraphId, Rc<[ArgSource]>)>,
    /// What the graphs take that may be None, by where in the arguments of a site it is.
    pub referents: BTreeMap<ArgPath, BTreeSet<Referent>>,
}

/// Where in the arguments of a call something is: the number of a positional argument, or of a keyword argument behind
/// [`KEYWORDS`], and indices into tuples.
pub type ArgPath = Vec<usize>;
/// The first number of keyword arguments in an [`ArgPath`].
pub const KEYWORDS: usize = 1 << 32;

/// What a parameter that may be None refers to otherwise: two that differ have no common representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Referent {
    List(ListId),
    Dict(DictId),
    Str,
    Unicode,
    ByteArray,
    Instance,
    Callable,
}

/// Descs that may be called from one site, and the table of how.
#[derive(Clone, Debug, Default)]
pub struct CallFamily {
    /// The members (function descs, class descs, ... never mixed in sound programs).
    pub descs: FxIndexSet<DescId>,
    /// Rows; functions that agree in the shape of a call and share a site are in one row.
    pub rows: Vec<CallRow>,
    /// Number of call sites.
    pub sites: u32,
}

/// Frozen objects (or classes) of which one site may read attributes.
#[derive(Clone, Debug, Default)]
pub struct AttrFamily {
    pub descs: FxIndexSet<DescId>,
    /// Union of the annotations read, per attribute.
    pub attrs: FxIndexMap<Name, Annotation>,
}

/// A `JitDriver` met while annotating.
#[derive(Clone, Debug)]
pub struct DriverInfo {
    pub value: Value,
    pub name: String,
    /// Names of the green variables.
    pub greens: Vec<Name>,
    /// Names of the red variables; `None`: `reds='auto'`.
    pub reds: Option<Vec<Name>>,
    pub virtualizables: Vec<Name>,
    /// `get_printable_location` and the like: attribute name, graph.
    pub helpers: FxIndexMap<Name, GraphId>,
    /// The merge points: operations and the annotations of (greens.., reds..) there, by name.
    pub merge_points: FxIndexMap<OpRef, Vec<(Name, Annotation)>>,
}

impl ClassDef {
    /// What `_immutable_fields_`/`_immutable_` of this very class say of a field.
    pub fn own_immutability(&self, name: Name) -> Immutability {
        if let Some(&i) = self.immutable_fields.get(&name) {
            return i;
        }
        if self.all_immutable {
            Immutability::Immutable
        } else {
            Immutability::Mutable
        }
    }
}
