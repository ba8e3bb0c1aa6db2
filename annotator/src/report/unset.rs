//! Attributes that may be read before they are set: `W0454`.
//!
//! An instance is made with all its fields zero, so translated code reads zero or None where Python raises
//! AttributeError. Checked builds test each read; this is the warning for all builds. It is found by a data-flow
//! analysis over the whole program: which attributes are *definitely* set
//!
//! * on the object that a parameter holds, when its function is entered (by all callers), and what the function adds
//!   until it returns;
//! * on the object that an instantiation makes, when the function that makes it returns: other objects are assumed to
//!   have what all instances of their class have by then.
//!
//! ```text
//! class A:                                  make(n): {}  a = A()  {x}  a.y = n  {x, y}  return a
//!     def __init__(self): self.x = 1        A has x, y: `a.y` is fine, `a.z` warns unless its function sets it first
//! ```
//! All sets start full and shrink to the greatest fixed point. The analysis prefers silence: attributes that code sets
//! on objects it did not make, other than by a method of the object, are assumed to be set in time.
use fixedbitset::FixedBitSet;
use ir::diag::Diagnostic;
use ir::model::{BlockId, ExitCase, ExitSwitch, VarId};
use ir::name::Name;
use ir::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::classes::presence::{Writers, has_attribute};
use crate::defs::*;
use crate::engine::Annotator;
use crate::front::hl::{HlGraph, HlOp, HlOperand, HlOperation};
use crate::model::*;
use crate::program::{AnnotatedProgram, GraphInfo};

/// Attributes, by number.
type Set = FixedBitSet;

/// An object whose attributes are followed through a graph, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holds {
    /// The variable is the object.
    Object(usize),
    /// The variable is a method bound to the object.
    Method(usize),
}

/// Where an object of a graph comes from.
enum Source {
    Parameter(usize),
    /// Made by an operation, as an instance of one of these classes.
    Made(Vec<ClassId>, Span),
}

/// What a graph does with objects, by its shape alone.
struct Objects {
    sources: Vec<Source>,
    of: FxHashMap<VarId, Holds>,
    made: FxHashMap<(BlockId, usize), usize>,
}

/// A read of an attribute that is not definitely set.
struct Finding {
    read: Span,
    made: Option<Span>,
}

struct Analysis<'a> {
    p: &'a AnnotatedProgram,
    writers: &'a Writers,
    /// Names that some operation sets.
    names: FxIndexSet<Name>,
    graphs: Vec<(GraphId, Objects)>,
    /// What is set on a parameter at the entry of a graph, and when it returns.
    entry: FxHashMap<(GraphId, usize), Set>,
    exit: FxHashMap<(GraphId, usize), Set>,
    /// What instances of exactly this class have once the function that made them returned, and where they are made
    /// without the rest.
    always: FxHashMap<ClassId, Set>,
    sites: FxHashMap<(ClassId, usize), Span>,
    /// What needs no setting in instances of exactly this class.
    given: FxHashMap<ClassId, Set>,
    changed: bool,
}

impl Annotator {
    /// The warnings, one for each attribute.
    pub(crate) fn warn_unset(&mut self) {
        let mut analysis = Analysis::new(&self.program, &self.findings.notes.writers);
        analysis.run();
        for d in analysis.findings() {
            self.report(d);
        }
    }
}

impl<'a> Analysis<'a> {
    fn new(p: &'a AnnotatedProgram, writers: &'a Writers) -> Self {
        let mut names: FxIndexSet<Name> = writers.keys().copied().collect();
        names.sort();
        Analysis {
            p,
            writers,
            names,
            graphs: Vec::new(),
            entry: FxHashMap::default(),
            exit: FxHashMap::default(),
            always: FxHashMap::default(),
            sites: FxHashMap::default(),
            given: FxHashMap::default(),
            changed: false,
        }
    }
    fn full(&self) -> Set {
        let mut all = Set::with_capacity(self.names.len());
        all.insert_range(..);
        all
    }
    fn run(&mut self) {
        for g in self.p.graphs.indices() {
            let info = &self.p.graphs[g];
            if !info.low_level {
                let objects = Objects::new(self.p, g, info);
                self.graphs.push((g, objects));
            }
        }
        let graphs = std::mem::take(&mut self.graphs);
        loop {
            self.changed = false;
            for (g, objects) in &graphs {
                self.flow(*g, objects, &mut |_, _, _| {});
            }
            if !self.changed {
                break;
            }
        }
        self.graphs = graphs;
    }

    /// Attributes that instances of exactly this class have without setting them: of the class, or none of its at all.
    fn given(&mut self, k: ClassId) -> Set {
        if let Some(s) = self.given.get(&k) {
            return s.clone();
        }
        let mut set = Set::with_capacity(self.names.len());
        for (i, &name) in self.names.iter().enumerate() {
            let of_class = self
                .p
                .mro(k)
                .any(|c| self.p.class(c).class_dict.contains_key(&name));
            if of_class || !has_attribute(self.p, self.writers, k, name) {
                set.insert(i);
            }
        }
        self.given.insert(k, set.clone());
        set
    }
    /// What an object of unknown origin has: what instances of its class and of all below have.
    fn published(&self, class: ClassId) -> Set {
        let mut set = self.full();
        for k in self.p.subclasses(class) {
            if let Some(s) = self.always.get(&k) {
                set.intersect_with(s);
            }
        }
        set
    }
    fn shrink(&mut self, what: What, by: &Set) {
        let full = self.full();
        let old = match what {
            What::Entry(g, i) => self.entry.entry((g, i)).or_insert(full),
            What::Exit(g, i) => self.exit.entry((g, i)).or_insert(full),
            What::Always(k) => self.always.entry(k).or_insert(full),
        };
        if !old.is_subset(by) {
            old.intersect_with(by);
            self.changed = true;
        }
    }

    /// The function that made an object is done with it.
    fn publish(&mut self, classes: &[ClassId], set: &Set, place: Span) {
        for &k in classes {
            self.shrink(What::Always(k), set);
            for missing in self.full().difference(set) {
                self.sites.entry((k, missing)).or_insert(place);
            }
        }
    }

    /// Carries the sets through a graph; `see` is shown each operation with the sets before it.
    fn flow(
        &mut self,
        g: GraphId,
        objects: &Objects,
        see: &mut dyn FnMut(&Self, &HlOperation, &[Set]),
    ) {
        let info = &self.p.graphs[g];
        let graph = info.graph();
        let n = objects.sources.len();
        let full = self.full();
        let mut start = vec![full.clone(); n];
        for (o, source) in objects.sources.iter().enumerate() {
            if let Source::Parameter(i) = source
                && let Some(s) = self.entry.get(&(g, *i))
            {
                start[o] = s.clone();
            }
        }
        let mut states: FxHashMap<BlockId, Vec<Set>> = FxHashMap::default();
        states.insert(graph.start, start);
        let mut todo = vec![graph.start];
        while let Some(b) = todo.pop() {
            let Some(state) = states.get(&b).cloned() else {
                continue;
            };
            let (before, after) = self.block(g, b, objects, state, None);
            let block = &graph.blocks[b];
            for &l in block.exits.iter().filter(|&&l| info.is_followed(l)) {
                let link = &graph.links[l];
                let out = match (&block.exitswitch, &link.exitcase) {
                    (ExitSwitch::LastException, ExitCase::Exception(_)) => &before,
                    _ => &after,
                };
                // An exception is on its way to its handlers.
                if link.target == graph.except_block
                    && let Some(o) = objects.object(&link.args[1])
                    && let Source::Made(classes, place) = &objects.sources[o]
                {
                    self.publish(classes, &out[o], *place);
                }
                let known = states.entry(link.target);
                let mut news = matches!(known, std::collections::hash_map::Entry::Vacant(_));
                let known = known.or_insert_with(|| out.clone());
                for (k, o) in known.iter_mut().zip(out) {
                    if !k.is_subset(o) {
                        k.intersect_with(o);
                        news = true;
                    }
                }
                if news {
                    todo.push(link.target);
                }
            }
        }
        for b in graph.live_blocks() {
            if let Some(state) = states.get(&b).cloned() {
                self.block(g, b, objects, state, Some(&mut *see));
            }
        }
        let Some(end) = states.get(&graph.return_block) else {
            return;
        };
        for (o, source) in objects.sources.iter().enumerate() {
            match source {
                Source::Parameter(i) => self.shrink(What::Exit(g, *i), &end[o]),
                Source::Made(classes, place) => self.publish(classes, &end[o], *place),
            }
        }
    }

    /// The sets after a block, and before its last operation.
    fn block(
        &mut self,
        g: GraphId,
        b: BlockId,
        objects: &Objects,
        mut state: Vec<Set>,
        mut see: Option<&mut dyn FnMut(&Self, &HlOperation, &[Set])>,
    ) -> (Vec<Set>, Vec<Set>) {
        let p = self.p;
        let graph = p.graphs[g].graph();
        let mut before = state.clone();
        for (i, op) in graph.blocks[b].ops.iter().enumerate() {
            if i + 1 == graph.blocks[b].ops.len() {
                before = state.clone();
            }
            if let Some(see) = &mut see {
                see(self, op, &state);
            }
            let at = OpRef::new(g, b, i);
            match op.op {
                HlOp::GetAttr | HlOp::SetAttr => {
                    if let Some(o) = objects.object(&op.args[0])
                        && let Some(i) = self.attribute(op)
                    {
                        state[o].insert(i);
                    }
                    if let Some((_, call)) = p.special_methods.get(&at) {
                        self.call(objects, op, call, true, see.is_some(), &mut state);
                    }
                }
                HlOp::SimpleCall | HlOp::CallArgs(_) => {
                    if let Some(call) = p.calls.get(&at) {
                        self.call(objects, op, call, false, see.is_some(), &mut state);
                    }
                    if let Some(&o) = objects.made.get(&(b, i)) {
                        self.made(objects, o, at, &mut state);
                    }
                }
                _ => {
                    if let Some((_, call)) = p.special_methods.get(&at) {
                        self.call(objects, op, call, true, see.is_some(), &mut state);
                    }
                }
            }
        }
        (before, state)
    }
    /// The attribute that a `getattr` or `setattr` names.
    fn attribute(&self, op: &HlOperation) -> Option<usize> {
        let name = op.args[1].as_const()?.0.as_text()?;
        self.names.get_index_of(&Name::new(&name))
    }
    /// An instance is made.
    fn made(&mut self, objects: &Objects, o: usize, at: OpRef, state: &mut [Set]) {
        let Source::Made(classes, place) = &objects.sources[o] else {
            return;
        };
        // The one that the round before made is on its own now.
        self.publish(classes, &state[o], *place);
        let mut set = self.full();
        let callees = self.p.calls.get(&at).map_or(&[][..], |c| &c.callees);
        for c in callees {
            let Some(k) = c.instantiates else { continue };
            let mut one = self.given(k);
            if let Some(init) = c.graph {
                match self.exit.get(&(init, 0)) {
                    Some(s) => one.union_with(s),
                    None => one = self.full(),
                }
            }
            set.intersect_with(&one);
        }
        state[o] = set;
    }
    /// Passes arguments to the callees of an operation; what all of them set is set afterwards.
    fn call(
        &mut self,
        objects: &Objects,
        op: &HlOperation,
        call: &CallSiteInfo,
        special: bool,
        passing: bool,
        state: &mut [Set],
    ) {
        let mut gained: FxHashMap<usize, Set> = FxHashMap::default();
        for c in &call.callees {
            let Some(callee) = c.graph else { continue };
            for (i, source) in c.args.iter().enumerate() {
                let receiver = matches!(source, ArgSource::Receiver);
                let fresh = receiver && c.instantiates.is_some();
                let object = match *source {
                    _ if fresh => None,
                    ArgSource::Receiver if special => objects.object(&op.args[0]),
                    ArgSource::Receiver => {
                        match op.args[0].var().and_then(|v| objects.of.get(&v)) {
                            Some(Holds::Method(o)) => Some(*o),
                            _ => None,
                        }
                    }
                    ArgSource::Positional(n) => op.args.get(n + 1).and_then(|a| objects.object(a)),
                    ArgSource::Keyword(n) => {
                        let n = 1 + call.shape.positional as usize + n;
                        op.args.get(n).and_then(|a| objects.object(a))
                    }
                    _ => None,
                };
                let param = self.p.graphs[callee].args()[i];
                let AnnotationKind::Instance { class, .. } = param.kind() else {
                    continue;
                };
                if let Some(o) = object {
                    let set = self.exit.get(&(callee, i)).cloned().unwrap_or(self.full());
                    gained
                        .entry(o)
                        .and_modify(|s| s.intersect_with(&set))
                        .or_insert(set);
                }
                if passing {
                    let set = match object {
                        Some(o) => state[o].clone(),
                        None if fresh => self.given(c.instantiates.unwrap_or(*class)),
                        None => self.published(*class),
                    };
                    self.shrink(What::Entry(callee, i), &set);
                }
            }
        }
        if call.callees.iter().all(|c| c.graph.is_some()) {
            for (o, set) in gained {
                state[o].union_with(&set);
            }
        }
    }

    /// Reads of what is not definitely set, one for each class and attribute.
    fn findings(&mut self) -> Vec<Diagnostic> {
        let graphs = std::mem::take(&mut self.graphs);
        let outside = self.set_outside(&graphs);
        let mut found: FxIndexMap<(ClassId, usize), Finding> = FxIndexMap::default();
        for (g, objects) in &graphs {
            let info = &self.p.graphs[*g];
            // Each with whether its object is followed, and where that is made.
            let mut reads: Vec<(Span, ClassId, usize, bool, Option<Span>)> = Vec::new();
            self.flow(*g, objects, &mut |me, op, state| {
                if op.op == HlOp::GetAttr
                    && let Some(i) = me.attribute(op)
                    && let Some(v) = op.args[0].var()
                    && let AnnotationKind::Instance { class, .. } = info.bindings[v].kind()
                {
                    let object = objects.object(&op.args[0]);
                    let made = object.and_then(|o| match &objects.sources[o] {
                        Source::Made(_, place) => Some(*place),
                        Source::Parameter(_) => None,
                    });
                    if object.is_none_or(|o| !state[o].contains(i)) {
                        reads.push((op.span, *class, i, object.is_some(), made));
                    }
                }
            });
            for (span, class, i, followed, made) in reads {
                let name = self.names[i];
                let Some((home, attr)) = self.p.find_attr(class, name) else {
                    continue;
                };
                if attr.readonly || outside.contains(&(home, i)) {
                    continue;
                }
                let lacking = (self.p.subclasses(class).into_iter())
                    .find(|k| self.always.get(k).is_some_and(|s| !s.contains(i)));
                let site = lacking.and_then(|k| self.sites.get(&(k, i)).copied());
                if !followed && lacking.is_none() {
                    continue;
                }
                let made = made.or(site);
                let new = Finding { read: span, made };
                match found.entry((home, i)) {
                    indexmap::map::Entry::Vacant(e) => {
                        e.insert(new);
                    }
                    indexmap::map::Entry::Occupied(mut e) => {
                        if (span.file, span.start) < (e.get().read.file, e.get().read.start) {
                            e.insert(new);
                        }
                    }
                }
            }
        }
        self.graphs = graphs;
        let found = found.iter();
        let found = found.filter(|((home, _), _)| is_of_program(self.p, *home));
        found
            .map(|(&(home, i), f)| self.warning(home, self.names[i], f))
            .collect()
    }
    fn warning(&self, home: ClassId, name: Name, f: &Finding) -> Diagnostic {
        let def = self.p.class(home);
        let class = def.short_name;
        let mut d = Diagnostic::warning(
            "W0454",
            f.read,
            format!("`{name}` of `{class}` may be read before it is set"),
        )
        .label("translated code reads zero or None then; Python raises AttributeError");
        d = match f.made {
            Some(made) if made != f.read => {
                d.note(made, "an object that does not have it yet is made here")
            }
            _ if !def.span.is_none() => d.note(def.span, format!("class `{class}`")),
            _ => d,
        };
        d.help(format!(
            "set it in `__init__` on all ways, or give the class a default, `{name} = ...`; `genext build --check` tests it"
        ))
    }
    /// Attributes (by the class where they live) that code sets on objects which it did not make, other than in a
    /// method of the object.
    fn set_outside(&self, graphs: &[(GraphId, Objects)]) -> FxHashSet<(ClassId, usize)> {
        let mut outside = FxHashSet::default();
        for (g, objects) in graphs {
            let info = &self.p.graphs[*g];
            let method =
                (info.desc.and_then(|d| self.p.function(d))).is_some_and(|f| f.class.is_some());
            for (_, op) in reached_operations(info) {
                if op.op != HlOp::SetAttr {
                    continue;
                }
                let own = match objects.object(&op.args[0]).map(|o| &objects.sources[o]) {
                    Some(Source::Made(..)) => true,
                    Some(Source::Parameter(i)) => *i == 0 && method,
                    None => false,
                };
                if !own
                    && let Some(i) = self.attribute(op)
                    && let Some(v) = op.args[0].var()
                    && let AnnotationKind::Instance { class, .. } = info.bindings[v].kind()
                    && let Some((home, _)) = self.p.find_attr(*class, self.names[i])
                {
                    outside.insert((home, i));
                }
            }
        }
        outside
    }
}

/// A set of the analysis.
enum What {
    Entry(GraphId, usize),
    Exit(GraphId, usize),
    Always(ClassId),
}

/// The operations of the blocks that are reached.
fn reached_operations(info: &GraphInfo) -> impl Iterator<Item = ((BlockId, usize), &HlOperation)> {
    let graph = info.graph();
    (graph.live_blocks().filter(|&b| info.is_reached(b))).flat_map(|b| {
        graph.blocks[b]
            .ops
            .iter()
            .enumerate()
            .map(move |(i, op)| ((b, i), op))
    })
}

/// Whether a class is written in the program: not in the library, and not made for a generator function.
fn is_of_program(p: &AnnotatedProgram, c: ClassId) -> bool {
    let def = p.class(c);
    def.live.as_class().is_some_and(|live| {
        let generated = live
            .own(Name::new(flowspace::generator::GENERATOR_MARK))
            .is_some();
        live.builtin.is_none() && !generated && !live.module_name().starts_with("rpython.")
    })
}

impl Objects {
    fn new(p: &AnnotatedProgram, g: GraphId, info: &GraphInfo) -> Objects {
        let graph: &HlGraph = info.graph();
        let mut objects = Objects {
            sources: Vec::new(),
            of: FxHashMap::default(),
            made: FxHashMap::default(),
        };
        for (i, &v) in graph.args().iter().enumerate() {
            if info.bindings[v].class().is_some() {
                objects.add(v, Source::Parameter(i));
            }
        }
        for ((b, i), op) in reached_operations(info) {
            let at = OpRef::new(g, b, i);
            let Some(call) = p.calls.get(&at) else {
                continue;
            };
            let classes: Vec<ClassId> =
                call.callees.iter().filter_map(|c| c.instantiates).collect();
            if !classes.is_empty() && classes.len() == call.callees.len() {
                let o = objects.add(op.result, Source::Made(classes, op.span));
                objects.made.insert((b, i), o);
            }
        }
        objects.spread(graph, info);
        objects
    }
    fn add(&mut self, v: VarId, source: Source) -> usize {
        self.sources.push(source);
        let o = self.sources.len() - 1;
        self.of.insert(v, Holds::Object(o));
        o
    }
    fn object(&self, a: &HlOperand) -> Option<usize> {
        match self.of.get(&a.var()?) {
            Some(Holds::Object(o)) => Some(*o),
            _ => None,
        }
    }
    /// Finds what all variables hold: an inputarg holds an object if all links bring that one.
    fn spread(&mut self, graph: &HlGraph, info: &GraphInfo) {
        // Candidates: an inputarg holds what the first link brings, until another one differs.
        let mut refused: FxHashSet<VarId> = FxHashSet::default();
        loop {
            let mut changed = false;
            for (_, op) in reached_operations(info) {
                if op.op == HlOp::GetAttr
                    && !self.of.contains_key(&op.result)
                    && let Some(o) = self.object(&op.args[0])
                    && is_method(info, op)
                {
                    self.of.insert(op.result, Holds::Method(o));
                    changed = true;
                }
            }
            for l in graph.links.indices() {
                let link = &graph.links[l];
                if !info.is_followed(l) || link.target == graph.start {
                    continue;
                }
                for (a, &v) in link.args.iter().zip(&graph.blocks[link.target].inputargs) {
                    let brought = a.var().and_then(|w| self.of.get(&w)).copied();
                    if refused.contains(&v) {
                        continue;
                    }
                    let held = self.of.get(&v).copied();
                    match (held, brought) {
                        (None, Some(h)) => {
                            self.of.insert(v, h);
                            changed = true;
                        }
                        (Some(h), Some(k)) if h != k => {
                            refused.insert(v);
                            changed = true;
                        }
                        _ => {}
                    }
                }
            }
            if !changed {
                break;
            }
        }
        // What some link brings from elsewhere is not known, nor what comes from there.
        loop {
            let mut gone: Vec<VarId> = refused
                .iter()
                .copied()
                .filter(|v| self.of.contains_key(v))
                .collect();
            for l in graph.links.indices() {
                let link = &graph.links[l];
                if !info.is_followed(l) {
                    continue;
                }
                for (a, &v) in link.args.iter().zip(&graph.blocks[link.target].inputargs) {
                    let brought = a.var().and_then(|w| self.of.get(&w));
                    if self.of.contains_key(&v) && brought != self.of.get(&v) {
                        gone.push(v);
                    }
                }
            }
            for (_, op) in reached_operations(info) {
                if matches!(self.of.get(&op.result), Some(Holds::Method(_)))
                    && self.object(&op.args[0]).is_none()
                {
                    gone.push(op.result);
                }
            }
            if gone.is_empty() {
                return;
            }
            for v in gone {
                self.of.remove(&v);
                refused.insert(v);
            }
        }
    }
}

/// Whether a `getattr` gives a bound method.
fn is_method(info: &GraphInfo, op: &HlOperation) -> bool {
    matches!(info.bindings[op.result].kind(), AnnotationKind::Pbc { .. })
}
