//! Fields that never change, whoever declares it.
//!
//! Most fields of an interpreter's code objects, nodes and classes are set by their constructors and never again, and
//! few are declared `_immutable_fields_`. Such a field is as good as declared if constructors alone store to it, as in
//! [`super::demote`], and all of them to objects that nobody else has seen yet: then whoever finds the object in memory
//! finds the field as it stays, and so does the JIT, which knows objects as constants only from there. (Constructors
//! alone: a parser that is never stored anywhere is nobody else's, and yet its methods move its position.)
//!
//! ```text
//! b0(v0):
//!     v1 = malloc[Code]()                        # v1 is fresh
//!     v2 = direct_call[Code.__init__](v1, v0)    # stores to its first argument, and shows it to nobody: fresh still
//!     v3 = setfield[Frame.code](v4, v1)          # v1 has escaped
//!     v5 = setfield[Code.depth](v1, 7)           # a store that others see: `depth` is a field that changes
//! ```
//! An object is *fresh* from its allocation on, through casts, copies and calls of functions that do not let it escape:
//! being stored in memory, passed to unknown code, given to a hint or marker, or returned by a function that got it as
//! an argument. A call whose callees all return a fresh object of their own is an allocation. Where two variables meet,
//! both escape. In each function this is a forward analysis (which objects are fresh on all ways), and between
//! functions a fixed point of three facts that only rise: arguments that are not fresh, arguments that escape, and
//! results that are not fresh.
use ir::dataflow::{BlockAnalysis, Direction, Lattice, Worklist, blocks};
use ir::index::IndexVec;
use ir::lltype::{Container, ContainerId, FieldType, Immutability, LLType};
use ir::model::{Arg, BlockId, Operand, Operation, VarId, order};
use lowlevel::{AliasRegion, Effect, FuncId, LL, LLGraph, LLOp, Program, Value};
use rustc_hash::FxHashSet;

use crate::effects::{call_args, callees, callers};
use crate::rewrite::SameObjects;

/// Marks the fields of instances that only constructors store as immutable; how many.
pub fn infer(program: &mut Program) -> usize {
    let Some(root) = program.known.object else {
        return 0;
    };
    let changing = Analysis::new(program, root).run();
    // The runtime stores to these.
    let known = [program.known.exception, program.known.environment_error];
    let mut found = 0;
    let classes: Vec<ContainerId> = (program.types.iter())
        .map(|(c, _)| c)
        .filter(|&c| c != root && !known.contains(&Some(c)) && program.types.is_subtype(c, root))
        .collect();
    for c in classes {
        let Container::Struct(s) = program.types.get(c) else {
            continue;
        };
        let mut s = s.clone();
        let before = found;
        for (i, f) in s.fields.iter_mut().enumerate() {
            let value = matches!(f.ty, FieldType::Value(_));
            if value && f.immutable == Immutability::Mutable && !changing.contains(&(c, i as u32)) {
                f.immutable = Immutability::Immutable;
                found += 1;
            }
        }
        if found > before {
            program.types.redefine(c, Container::Struct(s));
        }
    }
    found
}

/// The facts about a function.
#[derive(Clone, Default)]
struct Facts {
    /// Something calls it.
    reached: bool,
    /// Arguments that may be known to others when it is called.
    old: FxHashSet<usize>,
    /// Arguments that it may make known to others.
    shown: FxHashSet<usize>,
    /// Its result may be known to others.
    returns_old: bool,
}

/// The objects that are fresh if the function's arguments are, by the variables that got them first. A must-analysis:
/// all are, until a way is known.
#[derive(Clone, PartialEq, Debug)]
struct Fresh(FxHashSet<VarId>);

impl Lattice for Fresh {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.0.len();
        self.0.retain(|v| other.0.contains(v));
        self.0.len() != before
    }
}

struct Analysis<'a> {
    program: &'a Program,
    root: ContainerId,
    facts: IndexVec<FuncId, Facts>,
}

/// The analysis of one function.
struct Body<'a> {
    all: &'a Analysis<'a>,
    g: &'a LLGraph,
    objects: SameObjects,
    /// The arguments that are instances.
    start: FxHashSet<VarId>,
    /// Those that are not always fresh.
    old: FxHashSet<VarId>,
}

impl<'a> Analysis<'a> {
    fn new(program: &'a Program, root: ContainerId) -> Self {
        Analysis {
            program,
            root,
            facts: IndexVec::from_elem(Facts::default(), program.funcs.len()),
        }
    }
    fn is_instance(&self, t: LLType) -> bool {
        (t.container()).is_some_and(|c| self.program.types.is_subtype(c, self.root))
    }
    /// The fields that are stored to in objects that others may know.
    fn run(mut self) -> FxHashSet<(ContainerId, u32)> {
        let callers = callers(self.program);
        let mut todo: Worklist<FuncId> = Worklist::none(self.program.funcs.len());
        for f in self.roots() {
            self.call_from_outside(f, &mut todo);
        }
        loop {
            while let Some(f) = todo.pop() {
                self.function(f, &callers, &mut todo);
            }
            // What nothing calls may be called by what is not seen here, as may functions that call each other only.
            let rest = || self.facts.iter_enumerated().filter(|(_, x)| !x.reached);
            let first = rest()
                .find(|(f, _)| callers[*f].is_empty())
                .or_else(|| rest().next());
            match first.map(|(f, _)| f) {
                Some(f) => self.call_from_outside(f, &mut todo),
                None => break,
            }
        }
        let mut changing = FxHashSet::default();
        for f in self.program.funcs.indices() {
            let body = self.body(f);
            let own = super::constructed(&self.program.funcs[f]);
            body.each(|op, fresh| {
                if let Effect::Stores(AliasRegion::Field(c, i)) = op.op.effect() {
                    let constructs = op.args[0].var().is_some_and(|v| own.contains(&v));
                    if !constructs || !body.is_fresh(&op.args[0], fresh) {
                        changing.insert((c, i));
                    }
                }
            });
        }
        changing
    }
    /// The functions that something else than the operations of graphs may call.
    fn roots(&self) -> Vec<FuncId> {
        let p = self.program;
        let mut roots: Vec<FuncId> = p.entry.into_iter().collect();
        roots.extend(&p.kept.funcs);
        roots.extend(p.drivers.iter().filter_map(|d| d.get_printable_location));
        // Calls of unknown functions may be calls of any whose address is in memory, if the type fits.
        let mut unknown: FxHashSet<ContainerId> = FxHashSet::default();
        let mut mentioned: FxHashSet<FuncId> = FxHashSet::default();
        for (id, f) in p.funcs.iter_enumerated() {
            let g = &f.graph;
            for op in g.live_blocks().flat_map(|b| &g.blocks[b].ops) {
                match op.op {
                    LLOp::IndirectCall(c, None) => {
                        unknown.insert(c);
                    }
                    // The JIT enters these with what is in memory.
                    LLOp::JitMarker(..) => roots.push(id),
                    _ => {}
                }
            }
            g.constants(|c| {
                if let Value::Func(f) = c.value {
                    mentioned.insert(f);
                }
            });
        }
        let mut in_memory: FxHashSet<FuncId> = FxHashSet::default();
        for o in p.objects.iter() {
            o.init.values(&mut |v| {
                if let Value::Func(f) = v {
                    in_memory.insert(f);
                }
            });
        }
        roots.extend(mentioned);
        roots.extend(in_memory.into_iter().filter(|&f| {
            unknown.contains(&p.funcs[f].sig) || p.funcs[f].name.ends_with(".__del__")
        }));
        roots.sort_unstable();
        roots.dedup();
        roots
    }
    fn call_from_outside(&mut self, f: FuncId, todo: &mut Worklist<FuncId>) {
        let n = self.program.funcs[f].graph.args().len();
        let facts = &mut self.facts[f];
        facts.reached = true;
        facts.old.extend(0..n);
        todo.push(f);
    }
    fn body(&self, f: FuncId) -> Body<'_> {
        let g = &self.program.funcs[f].graph;
        let args = g.args().iter().copied();
        Body {
            all: self,
            g,
            objects: SameObjects::new(g),
            start: args.filter(|&v| self.is_instance(*g.ty(v))).collect(),
            old: (self.facts[f].old.iter()).map(|&i| g.args()[i]).collect(),
        }
    }
    /// Looks at a function again; `todo` gets those whose facts change by it, or rest on what has changed.
    fn function(
        &mut self,
        f: FuncId,
        callers: &IndexVec<FuncId, Vec<FuncId>>,
        todo: &mut Worklist<FuncId>,
    ) {
        let body = self.body(f);
        // Which callees get old objects.
        let mut passed: Vec<(FuncId, Vec<usize>)> = Vec::new();
        let ends = body.each(|op, fresh| {
            let args = call_args(op);
            let twice = |a: &Arg<LL>| {
                let same = args
                    .iter()
                    .filter(|b| body.objects.of(b) == body.objects.of(a));
                same.count() > 1
            };
            for &c in callees(&op.op) {
                // None has no fields. An object that is two arguments may be shown as one, and stored to as the other.
                let old = args
                    .iter()
                    .enumerate()
                    .filter(|(_, a)| !is_null(a) && (!body.is_fresh(a, fresh) || twice(a)));
                passed.push((c, old.map(|(i, _)| i).collect()));
            }
        });
        let mut now = self.facts[f].clone();
        for (b, fresh) in &ends {
            body.end(*b, fresh, &mut now);
        }
        let changed = now.shown.len() != self.facts[f].shown.len()
            || now.returns_old != self.facts[f].returns_old;
        self.facts[f] = now;
        if changed {
            callers[f]
                .iter()
                .filter(|&&c| self.facts[c].reached)
                .for_each(|&c| todo.push(c));
        }
        for (c, old) in passed {
            let facts = &mut self.facts[c];
            let before = (facts.reached, facts.old.len());
            facts.reached = true;
            facts.old.extend(old);
            if before != (facts.reached, facts.old.len()) {
                todo.push(c);
            }
        }
    }
}

fn is_null(a: &Arg<LL>) -> bool {
    matches!(a, Operand::Const(c) if c.value == Value::Null)
}

impl Body<'_> {
    /// Shows each operation of the blocks that are reached, with what is fresh before it; what is fresh at the ends.
    fn each(&self, mut see: impl FnMut(&Operation<LL>, &Fresh)) -> Vec<(BlockId, Fresh)> {
        let g = self.g;
        let order = order::reverse_postorder(g);
        let exits = |b: BlockId| &g.blocks[b].exits[..];
        let begin = blocks(g, &order, &g.predecessors(), exits, self);
        let mut ends = Vec::new();
        for &b in &order {
            let Some(mut fresh) = begin[b].clone() else {
                continue;
            };
            for op in &g.blocks[b].ops {
                see(op, &fresh);
                self.operation(op, &mut fresh);
            }
            ends.push((b, fresh));
        }
        ends
    }
    /// Whether nobody else has seen an object.
    fn is_fresh(&self, a: &Arg<LL>, fresh: &Fresh) -> bool {
        (self.objects.of(a)).is_some_and(|v| fresh.0.contains(&v) && !self.old.contains(&v))
    }
    fn operation(&self, op: &Operation<LL>, fresh: &mut Fresh) {
        let mut show = |a: &Arg<LL>| {
            if let Some(v) = self.objects.of(a) {
                fresh.0.remove(&v);
            }
        };
        let facts = |f: &FuncId| &self.all.facts[*f];
        match (&op.op, op.op.effect()) {
            (LLOp::CastPointer | LLOp::SameAs, _) | (_, Effect::Loads(_)) => {}
            (_, Effect::Stores(_)) => op.args[1..].iter().for_each(show),
            (_, Effect::Pure) if *self.g.ty(op.result) == LLType::Bool => {}
            (LLOp::DirectCall(_) | LLOp::IndirectCall(_, Some(_)), _) => {
                let known = callees(&op.op);
                for (i, a) in call_args(op).iter().enumerate() {
                    if known.iter().any(|f| facts(f).shown.contains(&i)) {
                        show(a);
                    }
                }
                if !known.iter().any(|f| facts(f).returns_old) {
                    self.made(op.result, fresh);
                }
            }
            (LLOp::Malloc(_), _) => self.made(op.result, fresh),
            _ => op.args.iter().for_each(show),
        }
    }
    fn made(&self, v: VarId, fresh: &mut Fresh) {
        if self.all.is_instance(*self.g.ty(v)) {
            fresh.0.insert(v);
        }
    }
    /// What the links at the end of a block do with the function's arguments and result.
    fn end(&self, b: BlockId, fresh: &Fresh, facts: &mut Facts) {
        let g = self.g;
        let args = g.args();
        let shown = |facts: &mut Facts, v: VarId| {
            facts.shown.extend(args.iter().position(|&a| a == v));
        };
        for &l in &g.blocks[b].exits {
            let link = &g.links[l];
            let leaves = link.target == g.return_block || link.target == g.except_block;
            for a in link.args.iter().filter(|_| leaves) {
                match self.objects.of(a) {
                    Some(v) => {
                        let own = fresh.0.contains(&v) && !args.contains(&v);
                        facts.returns_old |= link.target == g.return_block && !own;
                        shown(facts, v);
                    }
                    None => facts.returns_old |= link.target == g.return_block && !is_null(a),
                }
            }
        }
        let lost = self.start.iter().filter(|v| !fresh.0.contains(v));
        lost.for_each(|&v| shown(facts, v));
        self.meets(b).for_each(|v| shown(facts, v));
    }
    /// The objects that a link passes to a variable which may hold others.
    fn meets(&self, b: BlockId) -> impl Iterator<Item = VarId> {
        let g = self.g;
        let links = g.blocks[b].exits.iter().map(|&l| &g.links[l]);
        let inside = links.filter(|l| l.target != g.return_block && l.target != g.except_block);
        inside.flat_map(|l| {
            let pairs = l.args.iter().zip(&g.blocks[l.target].inputargs);
            pairs.filter_map(|(a, &v)| self.objects.of(a).filter(|&n| n != self.objects.of_var(v)))
        })
    }
}

impl BlockAnalysis<LL> for Body<'_> {
    type State = Option<Fresh>;
    const DIRECTION: Direction = Direction::Forward;
    fn bottom(&self) -> Option<Fresh> {
        None
    }
    fn boundary(&self) -> Option<Fresh> {
        Some(Fresh(self.start.clone()))
    }
    fn transfer(&self, b: BlockId, state: &mut Option<Fresh>) {
        let Some(fresh) = state else { return };
        for op in &self.g.blocks[b].ops {
            self.operation(op, fresh);
        }
        self.meets(b).for_each(|v| {
            fresh.0.remove(&v);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lowlevel::parse::parse_program;

    /// The fields of `Code` that are found immutable in a program with this function, and constructors.
    fn fields(text: &str) -> Vec<String> {
        let text = format!(
            "struct vtable vtable {{ min: Signed, max: Signed }}\n\
             struct object gc {{ typeptr: Ptr(vtable) immutable }}\n\
             known vtable vtable\n\
             known object object\n\
             struct Code gc {{ super: object, a: Signed, b: Signed, next: Ptr(Code) }}\n\
             struct Sub gc {{ super: Code, c: Signed }}\n\
             entry main\n\
             {text}\n\
             graph __init__(v0: Ptr(Code), v1: Signed) -> Void\n\
             b0(v0: Ptr(Code), v1: Signed):\n    \
                 v2: Void = setfield[Code.a](v0, v1)\n    \
                 goto return(void)\n\
             graph show(v0: Ptr(Code), v1: Ptr(Code)) -> Void\n\
             b0(v0: Ptr(Code), v1: Ptr(Code)):\n    \
                 v2: Void = setfield[Code.next](v1, v0)\n    \
                 goto return(void)\n\
             graph same(v0: Ptr(Code)) -> Ptr(Code)\n\
             b0(v0: Ptr(Code)):\n    \
                 goto return(v0)\n\
             graph make() -> Ptr(Code)\n\
             b0():\n    \
                 v0: Ptr(Code) = malloc[Code]()\n    \
                 v1: Void = direct_call[__init__](v0, 3)\n    \
                 goto return(v0)\n"
        );
        let mut program = parse_program(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        infer(&mut program);
        let classes = program.types.iter().filter_map(|(_, c)| match c {
            Container::Struct(s) if s.name == "Code" || s.name == "Sub" => Some(s),
            _ => None,
        });
        let fields = classes.flat_map(|s| &s.fields);
        let found = fields.filter(|f| {
            matches!(f.ty, FieldType::Value(_)) && f.immutable == Immutability::Immutable
        });
        found.map(|f| f.name.to_string()).collect()
    }

    fn main(body: &str) -> Vec<String> {
        fields(&format!(
            "graph main(v0: Signed, v1: Ptr(Code)) -> Signed\nb0(v0: Signed, v1: Ptr(Code)):\n{body}"
        ))
    }

    #[test]
    fn stores_of_constructors_alone() {
        let found = main(
            "    v2: Ptr(Sub) = malloc[Sub]()
    v3: Ptr(Code) = cast_pointer(v2)
    v4: Void = direct_call[__init__](v3, v0)
    v5: Void = setfield[Code.b](v3, v0)
    v6: Void = direct_call[show](v3, v1)
    v7: Void = setfield[Sub.c](v2, v0)
    goto return(v0)
",
        );
        assert_eq!(found, ["a", "b"]);
    }

    #[test]
    fn an_object_that_others_know() {
        let found = main(
            "    v2: Void = direct_call[__init__](v1, v0)
    v3: Void = setfield[Code.b](v1, v0)
    goto return(v0)
",
        );
        assert_eq!(found, ["c"]);
    }

    #[test]
    fn what_a_function_passes_through() {
        let found = main(
            "    v2: Ptr(Code) = malloc[Code]()
    v3: Void = setfield[Code.a](v2, v0)
    v4: Ptr(Code) = direct_call[same](v2)
    v5: Void = setfield[Code.b](v2, v0)
    goto return(v0)
",
        );
        assert_eq!(found, ["a", "c"]);
    }

    #[test]
    fn what_a_function_makes() {
        let found = main(
            "    v2: Ptr(Code) = direct_call[make]()
    v3: Void = direct_call[__init__](v2, v0)
    v4: Void = setfield[Code.b](v2, v0)
    goto return(v0)
",
        );
        assert_eq!(found, ["a", "c"]);
    }

    #[test]
    fn one_object_as_two_arguments() {
        let both = "graph __init__two(v0: Ptr(Code), v1: Ptr(Code), v2: Ptr(Code)) -> Void
b0(v0: Ptr(Code), v1: Ptr(Code), v2: Ptr(Code)):
    v3: Void = setfield[Code.next](v2, v1)
    v4: Void = setfield[Code.b](v0, 1)
    goto return(void)
";
        let call = |a: &str, b: &str| {
            fields(&format!(
                "{both}graph main(v0: Signed, v1: Ptr(Code)) -> Signed
b0(v0: Signed, v1: Ptr(Code)):
    v2: Ptr(Code) = malloc[Code]()
    v3: Ptr(Code) = malloc[Code]()
    v4: Void = direct_call[__init__two]({a}, {b}, v1)
    goto return(v0)
"
            ))
        };
        assert_eq!(call("v2", "v3"), ["a", "b", "c"]);
        assert_eq!(call("v2", "v2"), ["a", "c"]);
    }

    #[test]
    fn where_ways_meet_and_loops() {
        let found = main(
            "    v2: Ptr(Code) = malloc[Code]()
    goto b1(v2, v0)
b1(v3: Ptr(Code), v4: Signed):
    v5: Void = setfield[Code.b](v3, v4)
    v6: Ptr(Code) = malloc[Code]()
    v7: Void = setfield[Code.a](v6, v4)
    v8: Signed = int_sub(v4, 1)
    v9: Bool = int_is_true(v8)
    if v9 then b1(v6, v8) else return(v8)
",
        );
        assert_eq!(found, ["a", "c"]);
    }
}
