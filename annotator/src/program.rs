//! The result of annotation, as the rtyper reads it: the state (b, E) with the bookkeeping around it.
//!
//! * b on graph variables: [`GraphInfo::bindings`]; on hidden variables: [`AnnotatedProgram::cell`] and the shorthands
//!   [`AnnotatedProgram::list_item`], [`AnnotatedProgram::dict_key`], [`AnnotatedProgram::attr_annotation`].
//! * E: three union-finds (`ena`): cells, list definitions, dictionary definitions. Annotations may hold any member of
//!   a class; [`AnnotatedProgram::find_list`] and [`AnnotatedProgram::find_dict`] give the representative.
//! * Per operation: [`AnnotatedProgram::call`] tells what a call site calls and how arguments map to parameters.
//!
//! ```text
//! let g = &program.graphs[program.entry];
//! for b in g.graph().live_blocks().filter(|&b| g.is_reached(b)) { ... g.binding(v) ... }
//! ```
use std::cell::RefCell;
use std::rc::Rc;

use ena::unify::{InPlaceUnificationTable, NoError, UnifyKey, UnifyValue};
use fixedbitset::FixedBitSet;
use ir::index::{Idx, IndexVec};
use ir::lltype::{Immutability, TypeTable};
use ir::model::VarId;
use ir::name::Name;
use ir::source::Span;
use python::live::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::defs::*;
use crate::front::hl::{FlowGraph, HlGraph, HlOperand};
use crate::model::{Annotation, AnnotationKind, ClassId, DescId, DictId, ListId};

/// A graph with b on its variables.
pub struct GraphInfo {
    /// The flow graph; shared by specialised copies, never changed by annotation.
    pub flow: Rc<FlowGraph>,
    /// b(v); bottom for variables of code that is not reached.
    pub bindings: IndexVec<VarId, Annotation>,
    /// Blocks that are reached.
    pub reached: FixedBitSet,
    /// Links that are followed; the others are dead (constant switch, exception that cannot occur).
    pub followed: FixedBitSet,
    /// The function desc it belongs to; `None` for graphs made without one.
    pub desc: Option<DescId>,
    /// Which copy it is.
    pub key: SpecKey,
    /// Marks of the function.
    pub marks: Marks,
    /// Written against low-level types (helpers).
    pub low_level: bool,
    /// Call sites: operations that call it (for readers of the result and for messages).
    pub callers: FxIndexSet<OpRef>,
}

impl GraphInfo {
    /// A graph of which nothing is reached yet.
    pub fn new(
        flow: Rc<FlowGraph>,
        desc: Option<DescId>,
        key: SpecKey,
        marks: Marks,
        low_level: bool,
    ) -> GraphInfo {
        let g = &flow.graph;
        GraphInfo {
            bindings: IndexVec::from_elem(Annotation::impossible(), g.vars.len()),
            reached: FixedBitSet::with_capacity(g.blocks.len()),
            followed: FixedBitSet::with_capacity(g.links.len()),
            flow,
            desc,
            key,
            marks,
            low_level,
            callers: FxIndexSet::default(),
        }
    }
    /// The annotation of a variable, b(v); bottom if nothing has reached it.
    pub fn binding(&self, v: VarId) -> Annotation {
        self.bindings[v]
    }
    /// Whether the graph stands for operations of Python: what it raises has another text untranslated.
    pub fn is_library(&self) -> bool {
        self.low_level || self.graph().name.starts_with("rpython.rtyper.")
    }
    /// The flow graph that was annotated.
    pub fn graph(&self) -> &HlGraph {
        &self.flow.graph
    }
    /// The annotation of the result.
    pub fn result(&self) -> Annotation {
        self.bindings[self.graph().return_var()]
    }
    /// The annotations of the parameters.
    pub fn args(&self) -> Vec<Annotation> {
        self.flow
            .graph
            .args()
            .iter()
            .map(|&v| self.bindings[v])
            .collect()
    }
    /// Whether a block is reached.
    pub fn is_reached(&self, b: ir::model::BlockId) -> bool {
        self.reached.contains(b.index())
    }
    /// Whether a link is followed.
    pub fn is_followed(&self, l: ir::model::LinkId) -> bool {
        self.followed.contains(l.index())
    }
}

/// A union-find whose values are looked up by representative.
pub struct Equiv<I: Idx, T> {
    table: RefCell<InPlaceUnificationTable<Key<I>>>,
    values: Vec<Option<T>>,
}

/// The `ena` key of an entity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key<I>(I);

/// The union-find itself carries no value: merging needs the whole state (joins identify further variables), so the
/// engine computes the joined value first and stores it under the new representative.
#[derive(Clone, Debug)]
pub struct NoValue;

impl UnifyValue for NoValue {
    type Error = NoError;
    fn unify_values(_: &NoValue, _: &NoValue) -> Result<NoValue, NoError> {
        Ok(NoValue)
    }
}

impl<I: Idx> UnifyKey for Key<I> {
    type Value = NoValue;
    fn index(&self) -> u32 {
        self.0.index() as u32
    }
    fn from_index(u: u32) -> Self {
        Key(I::new(u as usize))
    }
    fn tag() -> &'static str {
        "annotator"
    }
}

impl<I: Idx, T> Default for Equiv<I, T> {
    fn default() -> Self {
        Equiv {
            table: RefCell::new(InPlaceUnificationTable::new()),
            values: Vec::new(),
        }
    }
}

impl<I: Idx, T> Equiv<I, T> {
    /// A new class of one member.
    pub fn push(&mut self, value: T) -> I {
        let Key(i) = self.table.get_mut().new_key(NoValue);
        self.values.push(Some(value));
        i
    }
    /// The representative of its class.
    pub fn find(&self, i: I) -> I {
        self.table.borrow_mut().find(Key(i)).0
    }
    /// The value of the class of `i`.
    pub fn get(&self, i: I) -> &T {
        let r = self.find(i);
        self.values[r.index()]
            .as_ref()
            .expect("a representative has a value")
    }
    /// The value of the class of `i`, for writing.
    pub fn get_mut(&mut self, i: I) -> &mut T {
        let r = self.find(i);
        self.values[r.index()]
            .as_mut()
            .expect("a representative has a value")
    }
    /// Identifies `a` and `b`; returns both values if they were apart. The caller must then call [`Equiv::set`].
    pub fn take_union(&mut self, a: I, b: I) -> Option<(T, T)> {
        let (ra, rb) = (self.find(a), self.find(b));
        if ra == rb {
            return None;
        }
        let va = self.values[ra.index()]
            .take()
            .expect("a representative has a value");
        let vb = self.values[rb.index()]
            .take()
            .expect("a representative has a value");
        self.table.get_mut().union(Key(ra), Key(rb));
        Some((va, vb))
    }
    /// Stores the value of the class of `i`.
    pub fn set(&mut self, i: I, value: T) {
        let r = self.find(i);
        self.values[r.index()] = Some(value);
    }
    /// All representatives with their values.
    pub fn iter(&self) -> impl Iterator<Item = (I, &T)> {
        self.values
            .iter()
            .enumerate()
            .filter_map(|(i, v)| Some((I::new(i), v.as_ref()?)))
    }
    /// How many entities were made.
    pub fn len(&self) -> usize {
        self.values.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// The state and the bookkeeping.
#[derive(Default)]
pub struct AnnotatedProgram {
    /// All graphs, in order of discovery; helpers annotated later are appended.
    pub graphs: IndexVec<GraphId, GraphInfo>,
    /// The entry point's graph.
    pub entry: Option<GraphId>,
    /// Class definitions in order of discovery (a base comes before its subclasses).
    pub classes: IndexVec<ClassId, ClassDef>,
    pub descs: IndexVec<DescId, Desc>,
    /// Hidden variables.
    pub cells: Equiv<CellId, Cell>,
    pub lists: Equiv<ListId, ListDef>,
    pub dicts: Equiv<DictId, DictDef>,
    pub families: Equiv<FamilyId, CallFamily>,
    /// The family of a desc that is called through a PBC set.
    pub family_of: FxHashMap<DescId, FamilyId>,
    pub attr_families: Equiv<AttrFamilyId, AttrFamily>,
    /// The attribute family of a desc.
    pub attr_family_of: FxHashMap<DescId, AttrFamilyId>,
    pub calls: FxHashMap<OpRef, CallSiteInfo>,
    /// Operations done by calling special methods of instances (`len(x)` with `__len__`, iteration with `next`, ...):
    /// calls as for `simple_call(getattr(x, name), ...)`.
    pub special_methods: FxHashMap<OpRef, (Name, CallSiteInfo)>,
    /// The names of attributes under which some class has an object with `__get__` or `__set__`.
    pub descriptors: FxHashSet<Name>,
    /// Operations that use an attribute or special method that not all classes of the object have: the object must pass
    /// one of the tests.
    pub class_tests: FxHashMap<OpRef, Vec<ClassTest>>,
    /// Prebuilt lists and dictionaries by identity: their definition.
    pub prebuilt_lists: FxIndexMap<python::live::Identity, (Value, ListId)>,
    pub prebuilt_dicts: FxIndexMap<python::live::Identity, (Value, DictId)>,
    /// `JitDriver`s.
    pub drivers: Vec<DriverInfo>,
    /// `FinalizerQueue`s that objects are registered with, or that are asked for dead ones.
    pub finalizer_queues: Vec<FinalizerQueue>,
    /// Low-level container types known to helpers and prebuilt low-level objects. The rtyper goes on adding to it.
    pub types: TypeTable,
}

impl AnnotatedProgram {
    /// The representative of a list definition.
    pub fn find_list(&self, l: ListId) -> ListId {
        self.lists.find(l)
    }
    /// The representative of a dictionary definition.
    pub fn find_dict(&self, d: DictId) -> DictId {
        self.dicts.find(d)
    }
    /// The representative of a call family.
    pub fn find_family(&self, f: FamilyId) -> FamilyId {
        self.families.find(f)
    }
    /// The live object of a desc.
    pub fn desc_value(&self, d: DescId) -> Option<Value> {
        match &self.descs[d] {
            Desc::Function(f) => Some(Value::Function(f.func.clone())),
            Desc::Class(c) => Some(Value::Class(c.class.clone())),
            Desc::Frozen(f) => Some(f.value.clone()),
            Desc::Method(_) | Desc::FrozenMethod(_) => None,
        }
    }
    /// The definition that a list belongs to, after all unions.
    pub fn list(&self, l: ListId) -> &ListDef {
        self.lists.get(l)
    }
    /// The definition that a dictionary belongs to, after all unions.
    pub fn dict(&self, d: DictId) -> &DictDef {
        self.dicts.get(d)
    }
    /// The annotation of the items of a list.
    pub fn list_item(&self, l: ListId) -> Annotation {
        self.cell(self.lists.get(l).item)
    }
    /// The annotation of the keys of a dictionary.
    pub fn dict_key(&self, d: DictId) -> Annotation {
        self.cell(self.dicts.get(d).key)
    }
    /// The annotation of the values of a dictionary.
    pub fn dict_value(&self, d: DictId) -> Annotation {
        self.cell(self.dicts.get(d).value)
    }
    /// b(v) of a hidden variable.
    pub fn cell(&self, c: CellId) -> Annotation {
        self.cells.get(c).annotation
    }
    /// What is known of a class.
    pub fn class(&self, c: ClassId) -> &ClassDef {
        &self.classes[c]
    }
    /// The function desc of an entity that must be one.
    pub fn function(&self, d: DescId) -> Option<&FunctionDesc> {
        match &self.descs[d] {
            Desc::Function(f) => Some(f),
            _ => None,
        }
    }
    /// What a call site calls.
    pub fn call(&self, op: OpRef) -> Option<&CallSiteInfo> {
        self.calls.get(&op)
    }
    /// The annotation of an operand: of the variable, or of the constant as the annotator saw it (see
    /// [`crate::Annotator::constant`], which works for any live object).
    pub fn operand(&self, g: GraphId, arg: &HlOperand) -> Option<Annotation> {
        arg.var().map(|v| self.graphs[g].bindings[v])
    }
    /// Whether `sub` is `sup` or below it.
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        let depth = self.classes[sup].depth;
        let mut c = sub;
        while self.classes[c].depth > depth {
            match self.classes[c].base {
                Some(b) => c = b,
                None => return false,
            }
        }
        c == sup
    }
    /// The nearest common base.
    pub fn common_base(&self, mut a: ClassId, mut b: ClassId) -> Option<ClassId> {
        while a != b {
            if self.classes[a].depth >= self.classes[b].depth {
                a = self.classes[a].base?;
            } else {
                b = self.classes[b].base?;
            }
        }
        Some(a)
    }
    /// The class and its bases, from the class up.
    pub fn mro(&self, c: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(Some(c), |&c| self.classes[c].base)
    }
    /// The class of all values that `rpython.rlib.rerased` erases, of the classes below it.
    ///
    /// An erased instance is itself at run time, not an instance of that class, so nothing may be concluded from a
    /// value's being annotated as one but that it is an instance of some class.
    pub fn erased_base(&self, c: ClassId) -> Option<ClassId> {
        let top = self.mro(c).last()?;
        let def = &self.classes[top];
        let class = def.live.as_class()?;
        (def.short_name.as_str() == "Erased" && class.module_name() == "rpython.rlib.rerased")
            .then_some(top)
    }
    /// The highest class with `__del__` from `c` upwards.
    pub fn finalized_as(&self, c: ClassId) -> Option<ClassId> {
        self.mro(c).find(|&k| self.classes[k].finalizer.is_some())
    }
    /// Whether anything of the program has a finaliser.
    pub fn has_finalizers(&self) -> bool {
        !self.finalizer_queues.is_empty() || self.classes.iter().any(|c| c.finalizer.is_some())
    }
    /// All classes below and including `c`, a class before its subclasses.
    pub fn subclasses(&self, c: ClassId) -> Vec<ClassId> {
        let mut out = vec![c];
        let mut i = 0;
        while i < out.len() {
            out.extend(self.classes[out[i]].subclasses.iter().copied());
            i += 1;
        }
        out
    }
    /// The attribute as seen from `c`: where it lives (`c` or a base), and its data.
    pub fn find_attr(&self, c: ClassId, name: Name) -> Option<(ClassId, &Attribute)> {
        self.mro(c)
            .find_map(|c| self.classes[c].attrs.get(&name).map(|a| (c, a)))
    }
    /// The annotation of an attribute, b(v_{C.attr}); `None` if no class there has it.
    pub fn attr_annotation(&self, c: ClassId, name: Name) -> Option<Annotation> {
        self.find_attr(c, name).map(|(_, a)| self.cell(a.cell))
    }
    /// Whether a field may change after initialisation, by the declarations of `c`, its bases and subclasses that own
    /// it.
    pub fn immutability(&self, c: ClassId, name: Name) -> Immutability {
        self.mro(c)
            .map(|c| self.classes[c].own_immutability(name))
            .find(|&i| i != Immutability::Mutable)
            .unwrap_or_default()
    }
    /// A name for messages and symbols.
    pub fn desc_name(&self, d: DescId) -> String {
        match &self.descs[d] {
            Desc::Function(f) => f.name.clone(),
            Desc::Class(c) => c.name.clone(),
            Desc::Method(m) => format!("{}.{}", self.classes[m.origin].name, m.name),
            Desc::FrozenMethod(m) => format!("{}.{}", self.desc_name(m.frozen), m.name),
            Desc::Frozen(f) => f.name.clone(),
        }
    }
    /// The place of definition of a desc.
    pub fn desc_span(&self, d: DescId) -> Span {
        match &self.descs[d] {
            Desc::Function(f) => f.span,
            Desc::Class(c) => c.class.span.get(),
            Desc::Method(m) => self.desc_span(m.func),
            Desc::FrozenMethod(m) => self.desc_span(m.func),
            Desc::Frozen(_) => Span::NONE,
        }
    }
    /// The annotation with all list and dictionary ids replaced by their representatives (for comparing and printing).
    pub fn canonical(&self, a: Annotation) -> Annotation {
        let kind = match a.kind() {
            AnnotationKind::List(l) => AnnotationKind::List(self.find_list(*l)),
            AnnotationKind::Dict(d) => AnnotationKind::Dict(self.find_dict(*d)),
            AnnotationKind::Tuple(items) => {
                AnnotationKind::Tuple(items.iter().map(|&i| self.canonical(i)).collect())
            }
            AnnotationKind::Iterator { container, kind } => AnnotationKind::Iterator {
                container: self.canonical(*container),
                kind: match kind {
                    crate::model::IterKind::Zip(o) => {
                        crate::model::IterKind::Zip(self.canonical(*o))
                    }
                    k => k.clone(),
                },
            },
            AnnotationKind::BuiltinMethod { name, receiver } => AnnotationKind::BuiltinMethod {
                name: *name,
                receiver: self.canonical(*receiver),
            },
            _ => return a,
        };
        let c = Annotation::new(kind);
        match a.const_value() {
            Some(v) => c.with_const(v.clone()),
            None => c,
        }
    }
}
