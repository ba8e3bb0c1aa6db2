//! Which arrays and lists may be the same one, by the fields that refer to them.
//!
//! Interpreters keep the stacks of frames, the fields of objects and the items of arrays in lists of one type. A list
//! that one field refers to is never found in another one, unless the program puts it there:
//!
//! ```text
//! class Frame:  def __init__(self, n): self.stack = [None] * n
//! class Object: def __init__(self, n): self.fields = [None] * n
//! o.fields[0] = v          # leaves alone what is known of f.stack[0]
//! ```
//! The analysis is Steensgaard's (*Points-to analysis in almost linear time*, POPL 1996), of references to arrays and
//! lists alone: all variables, fields and items between which such a reference is moved are one class. Two of different
//! classes never hold the same object. What comes from the outside, or goes where nothing is known of it, is in the
//! class of all that. References to iterators and tuples have classes as well, each with its own fields
//! ([`super::classes`]): all loops would go over one list otherwise.
use ir::index::{Idx, IndexVec};
use ir::lltype::{ArrayType, Container, ContainerId, FieldType, ItemType, LLType, TypeTable};
use ir::model::{Arg, Operand, Operation, VarId};
use ir::source::Span;
use lowlevel::{
    AliasRegion, Const, Effect, FuncId, Init, LL, LLGraph, LLOp, OUTSIDE_OWNER, Program, Value,
};
use petgraph::Direction;
use petgraph::algo::tarjan_scc;
use petgraph::graph::NodeIndex;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::classes::{Classes, Node, Reach};
use super::flowing::{Flowing, leaves_alone};
use super::{call_args, callees};
use crate::stackcheck::{address_taken, graph_of_calls};

/// The class of the references in each field, and in the items of each kind of array. What is not listed may refer to
/// any array or list; what is listed with several classes, as fields of iterators and tuples are, may as well. More
/// than what is listed may refer to those of [`OUTSIDE_OWNER`].
pub type Owners = BTreeSet<(AliasRegion, u32)>;

/// The class of what a part refers to, if it is known.
pub fn owner_of(owners: &Owners, part: AliasRegion) -> Option<u32> {
    let mut classes = owners.range((part, 0)..=(part, u32::MAX)).map(|o| o.1);
    classes.next().filter(|_| classes.next().is_none())
}

/// What refers to an array or a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Holder {
    Variable(FuncId, VarId),
    Part(AliasRegion),
    Object(lowlevel::ObjId),
}

struct Analysis<'a> {
    program: &'a Program,
    /// See [`records`].
    records: FxHashSet<ContainerId>,
    table: Classes,
    nodes: FxHashMap<Holder, Node>,
}

/// Finds the classes of a typed program.
pub fn owners(program: &Program) -> Owners {
    let mut a = analyse(program);
    let parts: Vec<(AliasRegion, Node)> = (a.nodes.iter())
        .filter_map(|(&holder, &node)| match holder {
            Holder::Part(part) => Some((part, node)),
            _ => None,
        })
        .collect();
    let mut owners = Owners::new();
    for (part, node) in parts.into_iter().chain(a.table.all_fields()) {
        owners.insert((part, a.number(node)));
    }
    owners
}

fn analyse(program: &Program) -> Analysis<'_> {
    let mut a = Analysis {
        program,
        records: records(&program.types),
        table: Classes::default(),
        nodes: FxHashMap::default(),
    };
    for (o, object) in program.objects.iter_enumerated() {
        match a.records.contains(&object.container) {
            true => a.record(o, object.container, &object.init),
            false => a.contents(object.container, &object.init),
        }
    }
    let unseen = called_unseen(program);
    let calls = graph_of_calls(program, callees);
    for f in program.funcs.indices() {
        // What nobody calls here is called from the outside, if at all, and so is what its address leads to.
        let mut callers = calls.neighbors_directed(node_of(f), Direction::Incoming);
        let called = callers.any(|caller| caller != node_of(f));
        if !called || program.entry == Some(f) || unseen[f] {
            a.border(f, Reach::Outside);
        }
    }
    let flowing = Flowing::new(program, &a.records);
    // Callees first, whose borders are known then.
    for component in tarjan_scc(&calls) {
        let recursive = component.len() > 1 || component.iter().any(|&n| calls.contains_edge(n, n));
        if recursive {
            for f in component.iter().map(|&n| calls[n]) {
                for v in border(program, f).filter(|&v| flowing.has(f, v)) {
                    a.reach(f, v, Reach::Shared);
                }
            }
        }
        for n in component {
            a.graph(calls[n], &program.funcs[calls[n]].graph);
        }
    }
    a
}

/// Functions that may be called where no operation names them: their address is taken, and there are calls of unknown
/// functions of their type, or the outside is given it. Methods are none: calls through a vtable name all that they may
/// reach.
fn called_unseen(program: &Program) -> IndexVec<FuncId, bool> {
    let mut unknown: FxHashSet<ContainerId> = FxHashSet::default();
    let mut given: FxHashSet<FuncId> = FxHashSet::default();
    for f in &program.funcs {
        for op in f.graph.live_blocks().flat_map(|b| &f.graph.blocks[b].ops) {
            match &op.op {
                LLOp::IndirectCall(sig, None) => {
                    unknown.insert(*sig);
                }
                LLOp::ExternCall(_) => given.extend(op.args.iter().filter_map(|a| match a {
                    Operand::Const(Const {
                        value: Value::Func(f),
                        ..
                    }) => Some(*f),
                    _ => None,
                })),
                _ => {}
            }
        }
    }
    let mut unseen = address_taken(program);
    for (f, unseen) in unseen.iter_enumerated_mut() {
        *unseen &= unknown.contains(&program.funcs[f].sig) || given.contains(&f);
    }
    unseen
}

/// Whether objects of a container are told apart: arrays and lists.
pub fn has_owner(types: &TypeTable, c: ContainerId) -> bool {
    match types.get(c) {
        Container::Array(a) => a.gc,
        Container::Struct(s) => {
            s.gc && (0..s.fields.len()).any(|f| types.is_list_length(c, f as u32))
        }
        _ => false,
    }
}

/// Structures whose objects have classes, each with its own fields: iterators and tuples. All parts of a program use
/// the same types of those, for lists that have nothing else in common.
fn records(types: &TypeTable) -> FxHashSet<ContainerId> {
    let mut records: FxHashSet<ContainerId> = FxHashSet::default();
    for (c, container) in types.iter() {
        if let Container::Struct(s) = container {
            let plain = s.fields.iter().all(|f| matches!(f.ty, FieldType::Value(_)));
            if plain && types.is_iterator_or_tuple(c) {
                records.insert(c);
            }
        }
    }
    for (_, container) in types.iter() {
        let mut part_of = |ty: FieldType| {
            if let FieldType::Inline(inner) = ty {
                records.remove(&inner);
            }
        };
        match container {
            Container::Struct(s) => s.fields.iter().for_each(|f| part_of(f.ty)),
            Container::Array(ArrayType {
                item: ItemType::Inline(inner),
                ..
            }) => part_of(FieldType::Inline(*inner)),
            _ => {}
        }
    }
    records
}

/// A function: one of the program, or all that were made of one definition in the source, which are its copies for
/// types of arguments, and those in the place of calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Writer {
    One(FuncId),
    Defined(Span),
}

/// Who writes to the arrays of each class.
#[derive(Default)]
struct Writers {
    /// The functions that all writes are part of, but for those of constants.
    of_values: FxHashMap<Node, SmallVec<[Writer; 4]>>,
    /// Constants that are written, with the functions that the operation is part of.
    of_constants: FxHashMap<Node, Vec<(Value, SmallVec<[Writer; 4]>)>>,
    /// The numbers in the prebuilt arrays of a class.
    initial: FxHashMap<Node, FxHashSet<Value>>,
    /// Classes with arrays that the program makes.
    made: FxHashSet<Node>,
}

impl Writers {
    /// There is a write that is part of these functions.
    fn add(&mut self, class: Node, functions: SmallVec<[Writer; 4]>) {
        match self.of_values.entry(class) {
            Entry::Occupied(mut known) => known.get_mut().retain(|w| functions.contains(w)),
            Entry::Vacant(new) => {
                new.insert(functions);
            }
        }
    }
    /// There is a write of a constant that is part of these functions.
    fn add_constant(&mut self, class: Node, value: Value, functions: SmallVec<[Writer; 4]>) {
        let known = self.of_constants.entry(class).or_default();
        if !known.iter().any(|k| k.0 == value && k.1 == functions) {
            known.push((value, functions));
        }
    }
    /// Whether arrays of a class are written by no function but one that goes by these names, or cleared.
    fn has_no_other(&self, class: Node, names: &[Writer]) -> bool {
        let is_own = |w: &SmallVec<[Writer; 4]>| names.iter().any(|n| w.contains(n));
        let values = self.of_values.get(&class);
        let constants = self.of_constants.get(&class).map_or(&[][..], |c| c);
        let fills = values.is_some() || constants.iter().any(|c| is_own(&c.1));
        let clears = |v: &Value| {
            let initial = self.initial.get(&class);
            fills && !self.made.contains(&class) && initial.is_some_and(|i| i.contains(v))
        };
        values.is_none_or(is_own) && constants.iter().all(|(v, w)| is_own(w) || clears(v))
    }
}

/// The functions that an operation is part of: the one that it stands in, and those that were copied to the place of a
/// call.
fn functions_around(program: &Program, f: FuncId, mut at: Span) -> SmallVec<[Writer; 4]> {
    let mut all: SmallVec<[Writer; 4]> = SmallVec::new();
    all.push(Writer::One(f));
    let mut definitions = vec![program.funcs[f].span()];
    while let Some(call) = at.inlining().call() {
        definitions.push(call.definition);
        at = call.call;
    }
    let known = definitions.iter().filter(|d| !d.is_none());
    all.extend(known.map(|d| Writer::Defined(d.original())));
    all
}

/// For each function that is asked for, the items that it reads of its *own tables* alone: arrays that are known, and
/// that no other function writes but to clear them, or is given as an argument. To clear a table is to store None, or,
/// where the function itself fills the table, a number that is in it when the program starts.
///
/// ```text
/// def find(self, name):                       # elidable: what it remembers is nobody's business
///     if cache.names[h] == name: return cache.found[h]
///     ..
///     cache.names[h] = name; cache.found[h] = found
/// ```
pub fn own_tables(
    program: &Program,
    wanted: impl Fn(FuncId) -> bool,
) -> FxHashMap<FuncId, Vec<AliasRegion>> {
    let asked: Vec<FuncId> = program.funcs.indices().filter(|&f| wanted(f)).collect();
    if asked.is_empty() {
        return FxHashMap::default();
    }
    let mut a = analyse(program);
    let mut writers = Writers::default();
    a.note_prebuilt(&mut writers);
    for f in program.funcs.indices() {
        a.note_writes(f, &mut writers);
    }
    let mut all = FxHashMap::default();
    for f in asked {
        let mut own = BTreeMap::new();
        let names = functions_around(program, f, Span::NONE);
        let g = &program.funcs[f].graph;
        for op in g.live_blocks().flat_map(|b| &g.blocks[b].ops) {
            if let Effect::Loads(part @ (AliasRegion::Items(_) | AliasRegion::ItemField(..))) =
                op.op.effect()
            {
                let base = op.args.first().and_then(|x| a.operand(f, x));
                let is_own = base.is_some_and(|n| {
                    let class = a.table.find(n);
                    let known = a.table.reach(n) == Reach::Shared;
                    known && writers.has_no_other(class, &names)
                });
                *own.entry(part).or_insert(true) &= is_own;
            }
        }
        let own = own.into_iter().filter(|x| x.1).map(|x| x.0).collect();
        all.insert(f, own);
    }
    all
}

impl Analysis<'_> {
    /// The number of a class.
    fn number(&mut self, n: Node) -> u32 {
        match self.table.reach(n) {
            Reach::Outside => OUTSIDE_OWNER,
            Reach::Local | Reach::Shared => self.table.find(n).0,
        }
    }
    /// The numbers in prebuilt arrays.
    fn note_prebuilt(&mut self, writers: &mut Writers) {
        for (o, object) in self.program.objects.iter_enumerated() {
            let (Some(&node), Init::Array(items)) =
                (self.nodes.get(&Holder::Object(o)), &object.init)
            else {
                continue;
            };
            let numbers = items.iter().filter_map(|item| match item {
                Init::Value(v @ (Value::Int(_) | Value::Float(_))) => Some(*v),
                _ => None,
            });
            let class = self.table.find(node);
            writers.initial.entry(class).or_default().extend(numbers);
        }
    }
    /// The arrays that a function writes, by their classes; what is given to a function that knows nothing more of it
    /// may be written there.
    fn note_writes(&mut self, f: FuncId, writers: &mut Writers) {
        let program = self.program;
        let g = &program.funcs[f].graph;
        for op in g.live_blocks().flat_map(|b| &g.blocks[b].ops) {
            let around = || functions_around(program, f, op.span);
            let written = match op.op.effect() {
                Effect::Stores(_) => 0..1,
                Effect::Fills(_) => 0..op.args.len(),
                Effect::Calls => {
                    for outer in self.lent(f, op) {
                        writers.add(outer, SmallVec::new());
                    }
                    continue;
                }
                Effect::Allocates(_) => {
                    if let Some(n) = self.variable(f, op.result) {
                        writers.made.insert(self.table.find(n));
                    }
                    continue;
                }
                _ => continue,
            };
            let constant = match (op.op.effect(), op.args.last()) {
                (Effect::Stores(_), Some(Operand::Const(c))) => Some(c.value),
                _ => None,
            };
            for x in op.args.get(written).into_iter().flatten() {
                let Some(n) = self.operand(f, x) else {
                    continue;
                };
                let class = self.table.find(n);
                match constant {
                    // Whoever clears a table makes its function compute again.
                    Some(Value::Null) => {}
                    Some(value @ (Value::Int(_) | Value::Float(_))) => {
                        writers.add_constant(class, value, around());
                    }
                    _ => writers.add(class, around()),
                }
            }
        }
    }
    /// The classes of references that a call takes to variables of the callee alone, and back.
    fn lent(&mut self, f: FuncId, op: &Operation<LL>) -> Vec<Node> {
        let mut here: Vec<Option<Node>> =
            call_args(op).iter().map(|x| self.operand(f, x)).collect();
        here.push(self.variable(f, op.result));
        let mut lent = Vec::new();
        for &callee in callees(&op.op) {
            for (&outer, v) in here.iter().zip(border(self.program, callee)) {
                let Some(outer) = outer else { continue };
                let inner = self.variable(callee, v);
                if inner.is_none_or(|n| self.table.reach(n) == Reach::Local) {
                    self.lend(outer, &mut lent);
                }
            }
        }
        lent
    }
    /// A class, and those of what is found in its objects.
    fn lend(&mut self, n: Node, lent: &mut Vec<Node>) {
        let class = self.table.find(n);
        if lent.contains(&class) {
            return;
        }
        lent.push(class);
        for (_, field) in self.table.fields(class) {
            self.lend(field, lent);
        }
    }
    fn is_tracked(&self, ty: LLType) -> bool {
        ty.container().is_some_and(|c| self.is_told_apart(c))
    }
    /// Whether objects of a container have classes.
    fn is_told_apart(&self, c: ContainerId) -> bool {
        self.records.contains(&c) || has_owner(&self.program.types, c)
    }
    /// Whether objects of a record are seen as those of another type, or the other way round.
    fn hides_record(&self, a: ContainerId, b: ContainerId) -> bool {
        a != b && (self.records.contains(&a) || self.records.contains(&b))
    }
    fn node(&mut self, holder: Holder) -> Node {
        let table = &mut self.table;
        let reach = match holder {
            Holder::Variable(..) => Reach::Local,
            Holder::Part(_) | Holder::Object(_) => Reach::Shared,
        };
        *(self.nodes.entry(holder)).or_insert_with(|| table.add(reach))
    }
    /// Arguments and result of a function reach so far at least.
    fn border(&mut self, f: FuncId, reach: Reach) {
        border(self.program, f).for_each(|v| self.reach(f, v, reach));
    }
    fn reach(&mut self, f: FuncId, v: VarId, reach: Reach) {
        if let Some(n) = self.variable(f, v) {
            self.table.raise(n, reach);
        }
    }
    fn part(&mut self, part: AliasRegion) -> Node {
        self.node(Holder::Part(part))
    }
    /// The node of a part that may refer to what has classes. Nothing is noted of others: any object may be found in
    /// any of them.
    fn tracked_part(&mut self, part: AliasRegion) -> Option<Node> {
        let ty = part.ty(&self.program.types)?;
        self.is_tracked(ty).then(|| self.part(part))
    }
    fn variable(&mut self, f: FuncId, v: VarId) -> Option<Node> {
        let tracked = self.is_tracked(*self.program.funcs[f].graph.ty(v));
        tracked.then(|| self.node(Holder::Variable(f, v)))
    }
    /// The node of an operand, if it is a reference to an array or a list.
    fn operand(&mut self, f: FuncId, a: &Arg<LL>) -> Option<Node> {
        match a {
            Operand::Var(v) => self.variable(f, *v),
            Operand::Const(c) => match (c.value, c.ty) {
                (Value::Object(o), LLType::Ptr(seen)) if self.is_tracked(c.ty) => {
                    let node = self.node(Holder::Object(o));
                    self.seen_as(node, self.program.objects[o].container, seen);
                    Some(node)
                }
                _ => None,
            },
        }
    }
    fn unify(&mut self, a: Node, b: Node) {
        self.table.unify(a, b);
    }
    /// A reference is moved from one place to another; where one of them is no reference to an array, nothing is known
    /// of it any more.
    fn moves(&mut self, a: Option<Node>, b: Option<Node>) {
        match (a, b) {
            (Some(a), Some(b)) => self.unify(a, b),
            (Some(n), None) | (None, Some(n)) => self.lose(n),
            (None, None) => {}
        }
    }
    /// Objects of one type are seen as those of another one: what is stored in them by one name is loaded by another.
    fn same_parts(&mut self, a: ContainerId, b: ContainerId) {
        if a == b {
            return;
        }
        let fields = |c: ContainerId| match self.program.types.get(c) {
            Container::Struct(s) => s.fields.len() as u32,
            Container::Array(ArrayType {
                item: ItemType::Inline(inner),
                ..
            }) => self.program.types.as_struct(*inner).fields.len() as u32,
            _ => 0,
        };
        let fields = fields(a).min(fields(b));
        let mut both = |x: AliasRegion, y: AliasRegion| {
            let (x, y) = (self.tracked_part(x), self.tracked_part(y));
            self.moves(x, y);
        };
        both(AliasRegion::Items(a), AliasRegion::Items(b));
        for i in 0..fields {
            both(AliasRegion::Field(a, i), AliasRegion::Field(b, i));
            both(AliasRegion::ItemField(a, i), AliasRegion::ItemField(b, i));
        }
    }
    /// Objects of one type are seen as those of another one, by references of a class.
    fn seen_as(&mut self, n: Node, a: ContainerId, b: ContainerId) {
        if self.hides_record(a, b) {
            self.lose(n);
        } else {
            self.same_parts(a, b);
        }
    }
    fn lose(&mut self, n: Node) {
        self.table.raise(n, Reach::Outside);
    }

    // ---- prebuilt objects ------------------------------------------------------------------------------------------

    fn contents(&mut self, c: ContainerId, init: &Init) {
        match (self.program.types.get(c).clone(), init) {
            (Container::Struct(s), Init::Struct(parts)) => {
                for (i, (field, part)) in s.fields.iter().zip(parts).enumerate() {
                    match field.ty {
                        FieldType::Value(ty) => {
                            self.word(AliasRegion::Field(c, i as u32), ty, part)
                        }
                        FieldType::Inline(inner) => match self.program.types.get(inner) {
                            Container::Array(a) => self.items(c, a.item, part),
                            _ => self.contents(inner, part),
                        },
                    }
                }
            }
            (Container::Array(a), init) => self.items(c, a.item, init),
            (_, init) => self.unknown(init),
        }
    }
    /// The items of an array, or of the array at the end of a structure.
    fn items(&mut self, c: ContainerId, ty: ItemType, init: &Init) {
        let Init::Array(items) = init else {
            return self.unknown(init);
        };
        for item in items {
            match ty {
                ItemType::Value(ty) => self.word(AliasRegion::Items(c), ty, item),
                ItemType::Inline(inner) => self.item(c, inner, item),
            }
        }
    }
    /// Contents of which no operation names the place.
    fn unknown(&mut self, init: &Init) {
        init.values(&mut |v| {
            if let Value::Object(o) = v {
                let object = self.node(Holder::Object(o));
                self.lose(object);
            }
        });
    }
    /// A structure that is an item of an array.
    fn item(&mut self, array: ContainerId, inner: ContainerId, init: &Init) {
        let (Container::Struct(s), Init::Struct(parts)) =
            (self.program.types.get(inner).clone(), init)
        else {
            return self.unknown(init);
        };
        for (i, (field, part)) in s.fields.iter().zip(parts).enumerate() {
            match field.ty {
                FieldType::Value(ty) => {
                    self.word(AliasRegion::ItemField(array, i as u32), ty, part)
                }
                FieldType::Inline(_) => self.unknown(part),
            }
        }
    }
    fn word(&mut self, part: AliasRegion, ty: LLType, init: &Init) {
        match init {
            Init::Value(Value::Object(o)) if self.is_tracked(ty) => {
                let part = self.part(part);
                self.refers(part, ty, *o);
            }
            Init::Value(Value::Object(o))
                if self.is_told_apart(self.program.objects[*o].container) =>
            {
                let object = self.node(Holder::Object(*o));
                self.lose(object);
            }
            _ => {}
        }
    }
    /// A place of such a type refers to a prebuilt object.
    fn refers(&mut self, place: Node, ty: LLType, o: lowlevel::ObjId) {
        let object = self.node(Holder::Object(o));
        if let LLType::Ptr(seen) = ty {
            self.seen_as(object, self.program.objects[o].container, seen);
        }
        self.unify(object, place);
    }
    /// A prebuilt iterator or tuple.
    fn record(&mut self, o: lowlevel::ObjId, c: ContainerId, init: &Init) {
        let Init::Struct(parts) = init else {
            return self.unknown(init);
        };
        let object = self.node(Holder::Object(o));
        for (i, part) in parts.iter().enumerate() {
            let FieldType::Value(ty) = self.program.types.as_struct(c).fields[i].ty else {
                continue;
            };
            match part {
                Init::Value(Value::Object(to)) if self.is_tracked(ty) => {
                    let field = self.table.field(object, AliasRegion::Field(c, i as u32));
                    self.refers(field, ty, *to);
                }
                other => self.unknown(other),
            }
        }
    }

    // ---- graphs ----------------------------------------------------------------------------------------------------

    fn graph(&mut self, f: FuncId, g: &LLGraph) {
        for b in g.live_blocks() {
            for op in &g.blocks[b].ops {
                self.operation(f, op);
            }
            for &l in &g.blocks[b].exits {
                let link = &g.links[l];
                let inputs = g.blocks[link.target].inputargs.clone();
                for (arg, input) in link.args.iter().zip(inputs) {
                    // What is null, or is not read, is no reference to anything.
                    let (from, to) = (self.operand(f, arg), self.variable(f, input));
                    if let (Some(from), Some(to)) = (from, to) {
                        self.unify(from, to);
                    }
                }
            }
        }
    }
    fn operation(&mut self, f: FuncId, op: &Operation<LL>) {
        let args: Vec<Option<Node>> = op.args.iter().map(|a| self.operand(f, a)).collect();
        let result = self.variable(f, op.result);
        match (&op.op, op.op.effect()) {
            (_, Effect::Loads(part)) => {
                if let Some(r) = result {
                    let part = self.accessed(part, args.first().copied().flatten());
                    self.moves(part, Some(r));
                }
            }
            (_, Effect::Stores(part)) => {
                if let Some(value) = args.last().copied().flatten() {
                    let part = self.accessed(part, args.first().copied().flatten());
                    self.moves(Some(value), part);
                }
            }
            // It tells something of the reference.
            (LLOp::Hint(_), _) if !holds_reference(*self.program.funcs[f].graph.ty(op.result)) => {}
            (LLOp::SameAs | LLOp::CastPointer | LLOp::Hint(_), _) => {
                let from = args.first().copied().flatten();
                let null =
                    matches!(op.args.first(), Some(Operand::Const(c)) if c.value == Value::Null);
                if !null {
                    self.moves(from, result);
                }
                let of = |ty: LLType| ty.container().filter(|&c| self.is_told_apart(c));
                let g = &self.program.funcs[f].graph;
                let before = op.args.first().map(|a| match a {
                    Operand::Var(v) => *g.ty(*v),
                    Operand::Const(c) => c.ty,
                });
                if let (Some(a), Some(b)) = (before.and_then(of), of(*g.ty(op.result)))
                    && let Some(n) = result
                {
                    self.seen_as(n, a, b);
                }
            }
            (LLOp::DirectCall(_) | LLOp::IndirectCall(_, Some(_)), _) => self.call(f, op, result),
            (other, _) if leaves_alone(other) => {
                if let (Some(r), false) = (result, matches!(op.op.effect(), Effect::Allocates(_))) {
                    self.lose(r);
                }
            }
            _ => args
                .into_iter()
                .flatten()
                .chain(result)
                .for_each(|n| self.lose(n)),
        }
    }
    /// What a place refers to, whose object is accessed by a reference of a class. `None`: that of a record is not
    /// known.
    fn accessed(&mut self, part: AliasRegion, base: Option<Node>) -> Option<Node> {
        match part {
            AliasRegion::Field(c, _) if self.records.contains(&c) => {
                base.map(|n| self.table.field(n, part))
            }
            _ => Some(self.part(part)),
        }
    }
    /// Of a call: what flows across the border of the callee. Variables of the callee that nothing else has a part in
    /// tell only which arguments and result flow together.
    fn call(&mut self, f: FuncId, op: &Operation<LL>, result: Option<Node>) {
        // What is null, or is not read, is no reference to anything.
        let mut here: Vec<(Option<Node>, bool)> = (call_args(op).iter())
            .map(|a| {
                let null = matches!(a, Operand::Const(c) if c.value == Value::Null);
                (self.operand(f, a), null)
            })
            .collect();
        here.push((result, result.is_none()));
        for &callee in callees(&op.op) {
            let mut local: FxHashMap<Node, Node> = FxHashMap::default();
            for (&(outer, null), v) in here.iter().zip(border(self.program, callee)) {
                if null {
                    continue;
                }
                let (inner, outer) = match (self.variable(callee, v), outer) {
                    (Some(inner), Some(outer)) => (inner, outer),
                    (Some(inner), None) => (inner, self.table.add(Reach::Outside)),
                    (None, Some(outer)) => {
                        self.lose(outer);
                        continue;
                    }
                    (None, None) => continue,
                };
                self.binds(inner, outer, &mut local);
            }
        }
    }
    /// What a variable of a callee refers to is what the caller knows by another class. `local`: what those of the
    /// callee that each call has of its own stand for in this call.
    fn binds(&mut self, inner: Node, outer: Node, local: &mut FxHashMap<Node, Node>) {
        let mut todo = vec![(inner, outer)];
        while let Some((inner, outer)) = todo.pop() {
            if self.table.reach(inner) != Reach::Local {
                self.unify(inner, outer);
                continue;
            }
            match local.entry(self.table.find(inner)) {
                Entry::Occupied(with) => {
                    let with = *with.get();
                    self.unify(outer, with);
                }
                Entry::Vacant(new) => {
                    new.insert(outer);
                    for (part, field) in self.table.fields(inner) {
                        todo.push((field, self.table.field(outer, part)));
                    }
                }
            }
        }
    }
}

/// Whether values of a type may be references, in whatever form.
fn holds_reference(ty: LLType) -> bool {
    matches!(ty, LLType::Ptr(_) | LLType::Address)
}

/// The variables through which calls of a function take and give: its arguments, and the result.
fn border(program: &Program, f: FuncId) -> impl Iterator<Item = VarId> + '_ {
    let graph = &program.funcs[f].graph;
    graph.args().iter().copied().chain([graph.return_var()])
}

/// The node of a function in the call graph.
fn node_of(f: FuncId) -> NodeIndex {
    NodeIndex::new(f.index())
}
