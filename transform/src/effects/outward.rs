//! Functions that change what others may see: memory that they did not allocate, or the world outside.
//!
//! A JIT may call an elidable function while it compiles. Where that changes nothing that others see, it does not
//! matter when it is called; a function that makes an entry in a table, say, has to be called when the program gets
//! there:
//!
//! ```text
//! v2 = direct_call[f](v0)       # allocates an object, calls its constructor with it, returns it: nothing outward
//! setfield[Table.last](v0, v2)  # an argument's field: the callers of this function do something outward, unless
//!                               # they have allocated the argument
//! ```
//! A field that keeps the hash of a string does not count: it is found again the same. An array belongs to the object
//! it is read from. Both are right for the containers of the library.
use ir::dataflow::Worklist;
use ir::index::IndexVec;
use ir::lltype::Container;
use ir::model::{Arg, Operand, VarId};
use lowlevel::{AliasRegion, Const, Effect, FuncId, LL, LLGraph, LLOp, Program};
use rustc_hash::FxHashMap;

use super::{call_args, callees, callers};
use crate::rewrite::SameObjects;

/// What a function changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Changes {
    /// Objects that are its arguments (by index).
    arguments: Vec<usize>,
    /// Anything else.
    others: bool,
    /// What it returns was allocated by itself.
    returns_new: bool,
}

/// What an object is to a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    New,
    Argument(usize),
    Other,
}

/// For each function whether others may see what it does.
pub fn outward(program: &Program) -> IndexVec<FuncId, bool> {
    let n = program.funcs.len();
    let mut all: IndexVec<FuncId, Changes> = IndexVec::from_elem(Changes::default(), n);
    let callers = callers(program);
    let same: IndexVec<FuncId, SameObjects> =
        (program.funcs.iter().map(|f| SameObjects::new(&f.graph))).collect();
    // What functions return comes first: it does not depend on the rest.
    for returns in [true, false] {
        let mut todo: Worklist<FuncId> = Worklist::all(n);
        while let Some(f) = todo.pop() {
            let now = match returns {
                true => returns_new(program, f, &same[f], &all),
                false => changes(program, f, &same[f], &all),
            };
            if now != all[f] {
                all[f] = now;
                callers[f].iter().for_each(|&c| todo.push(c));
            }
        }
    }
    (all.iter())
        .map(|c| c.others || !c.arguments.is_empty())
        .collect()
}

fn returns_new(
    program: &Program,
    f: FuncId,
    same: &SameObjects,
    all: &IndexVec<FuncId, Changes>,
) -> Changes {
    let g = &program.funcs[f].graph;
    let owners = Owners::new(program, f, same, all);
    let mut links = g.live_blocks().flat_map(|b| &g.blocks[b].exits);
    let new = links.all(|&l| {
        let link = &g.links[l];
        link.target != g.return_block
            || link.args.first().is_none_or(|a| match a {
                // No object; a prebuilt one is everybody's.
                Operand::Const(c) => *c == Const::zero(c.ty),
                a => owners.of(a) == Owner::New,
            })
    });
    Changes {
        returns_new: new && program.types.is_gc_ref(*g.ty(g.return_var())),
        ..Changes::default()
    }
}

fn changes(
    program: &Program,
    f: FuncId,
    same: &SameObjects,
    all: &IndexVec<FuncId, Changes>,
) -> Changes {
    let g = &program.funcs[f].graph;
    let owners = Owners::new(program, f, same, all);
    let mut now = all[f].clone();
    let note = |owner: Owner, now: &mut Changes| match owner {
        Owner::New => {}
        Owner::Argument(i) if now.arguments.contains(&i) => {}
        Owner::Argument(i) => now.arguments.push(i),
        Owner::Other => now.others = true,
    };
    for op in g.live_blocks().flat_map(|b| &g.blocks[b].ops) {
        match op.op.effect() {
            Effect::Stores(AliasRegion::Field(c, 0))
                if [program.known.string, program.known.unicode].contains(&Some(c)) => {}
            Effect::Stores(_) => note(owners.base(&op.args, 0), &mut now),
            Effect::Fills(_) => {
                let target = usize::from(matches!(op.op, LLOp::CopyItems(_)));
                note(owners.base(&op.args, target), &mut now);
            }
            Effect::WritesMemory | Effect::Frees(_) => now.others = true,
            Effect::Calls => match &op.op {
                LLOp::ExternCall(x) => now.others |= !program.externs[*x].pure,
                LLOp::IndirectCall(_, None) => now.others = true,
                _ => {
                    for &callee in callees(&op.op) {
                        now.others |= all[callee].others;
                        for &i in &all[callee].arguments {
                            note(owners.base(call_args(op), i), &mut now);
                        }
                    }
                }
            },
            _ => {}
        }
    }
    now.arguments.sort_unstable();
    now
}

/// Where the objects of a graph come from.
struct Owners<'a> {
    program: &'a Program,
    g: &'a LLGraph,
    same: &'a SameObjects,
    /// What is allocated here (`None`), and what was read from a field of which object.
    sources: FxHashMap<VarId, Option<VarId>>,
}

impl<'a> Owners<'a> {
    fn new(
        program: &'a Program,
        f: FuncId,
        same: &'a SameObjects,
        all: &IndexVec<FuncId, Changes>,
    ) -> Owners<'a> {
        let g = &program.funcs[f].graph;
        let mut sources = FxHashMap::default();
        for op in g.live_blocks().flat_map(|b| &g.blocks[b].ops) {
            let known = callees(&op.op);
            if matches!(op.op.effect(), Effect::Allocates(_))
                || !known.is_empty() && known.iter().all(|&f| all[f].returns_new)
            {
                sources.insert(op.result, None);
            } else if let (LLOp::GetField(..), Some(Operand::Var(v))) = (&op.op, op.args.first()) {
                sources.insert(op.result, Some(*v));
            }
        }
        Owners {
            program,
            g,
            same,
            sources,
        }
    }
    fn base(&self, args: &[Arg<LL>], i: usize) -> Owner {
        args.get(i).map_or(Owner::Other, |a| self.of(a))
    }
    fn of(&self, a: &Arg<LL>) -> Owner {
        let Some(mut v) = self.same.of(a) else {
            return Owner::Other;
        };
        loop {
            if let Some(i) = self.g.args().iter().position(|&a| a == v) {
                return Owner::Argument(i);
            }
            match self.sources.get(&v) {
                Some(None) => return Owner::New,
                Some(Some(from)) if self.is_array(v) => v = self.same.of_var(*from),
                _ => return Owner::Other,
            }
        }
    }
    fn is_array(&self, v: VarId) -> bool {
        let container = self.g.ty(v).container();
        container.is_some_and(|c| matches!(self.program.types.get(c), Container::Array(_)))
    }
}
