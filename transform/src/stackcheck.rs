//! Stack checks: recursion ends in a RecursionError (RuntimeError in Python 2's terms), never in a segmentation fault.
//!
//! Every cycle of the call graph must pass a function that tests `stack_too_big` at its entry; as few functions as
//! possible are chosen (a feedback vertex set, greedily): those that call themselves, then per strongly connected
//! component the function with most connections, until no cycle is left. The test comes before the exception transform,
//! since it raises. Portals of a JIT that recurse test it in any case: compiled code, and what is executed where it
//! ends, come back to them past the entries of other functions.
//!
//! ```text
//! b0(v0):                       b0(v0):
//!     ...                           v1 = stack_too_big()
//!                                   if v1 then raise(@RecursionError, @instance) else b1(v0)
//! ```
use ir::index::{Idx, IndexVec};
use ir::lltype::LLType;
use ir::model::{Args, Operand, VarId};
use lowlevel::{Const, FuncId, LL, LLGraph, LLOp, Program, Value};
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use super::PassOptions;
use super::effects::callees;

/// Adds the checks; the number of functions that got one.
pub fn run(program: &mut Program, _: &PassOptions) -> Result<usize, String> {
    let chosen = choose(program);
    add(program, &chosen)?;
    Ok(chosen.len())
}

/// Adds a check to each of some functions.
///
/// # Errors
/// The program has no exception for it.
pub fn add(program: &mut Program, functions: &[FuncId]) -> Result<(), String> {
    if functions.is_empty() {
        return Ok(());
    }
    let error = [
        "RecursionError",
        "RuntimeError",
        "StackOverflow",
        "MemoryError",
    ]
    .iter()
    .find_map(|n| program.exception(n))
    .cloned()
    .ok_or("the program knows no RecursionError")?;
    let object = |o: lowlevel::ObjId, ty: Option<ir::lltype::ContainerId>| {
        Const::new(
            LLType::Ptr(ty.unwrap_or(program.objects[o].container)),
            Value::Object(o),
        )
    };
    let class = object(error.vtable, program.known.vtable);
    let value = object(error.instance, program.known.object);
    for &f in functions {
        add_check(&mut program.funcs[f].graph, class, value);
    }
    Ok(())
}

fn add_check(g: &mut LLGraph, class: Const, value: Const) {
    let old = g.start;
    let span = g.span;
    let params: Vec<VarId> = g.args().to_vec();
    let inputs: Vec<VarId> = params.into_iter().map(|v| g.copy_var(v)).collect();
    let start = g.new_block(inputs.clone(), span);
    g.start = start;
    let cond = g.op(start, LLOp::StackTooBig, [], LLType::Bool, span);
    let raise: Args<LL> = [Operand::Const(class), Operand::Const(value)]
        .into_iter()
        .collect();
    let go: Args<LL> = inputs.into_iter().map(Operand::Var).collect();
    let except = g.except_block;
    g.branch(start, Operand::Var(cond), (except, raise), (old, go), span);
}

/// Functions whose address is taken, by graphs or prebuilt objects.
pub fn address_taken(program: &Program) -> IndexVec<FuncId, bool> {
    let mut taken = IndexVec::from_elem(false, program.funcs.len());
    for o in program.objects.iter() {
        o.init.values(&mut |v| {
            if let Value::Func(f) = v {
                taken[f] = true;
            }
        });
    }
    let mut constant = |a: &ir::model::Arg<LL>| {
        if let Operand::Const(Const {
            value: Value::Func(f),
            ..
        }) = a
        {
            taken[*f] = true;
        }
    };
    for f in program.funcs.iter() {
        for b in f.graph.live_blocks() {
            let block = &f.graph.blocks[b];
            block
                .ops
                .iter()
                .for_each(|o| o.args.iter().for_each(&mut constant));
            for &l in &block.exits {
                f.graph.links[l].args.iter().for_each(&mut constant);
            }
        }
    }
    taken
}

/// The call graph; unknown indirect calls may reach any function of their type whose address is taken.
fn call_graph(program: &Program) -> DiGraph<FuncId, ()> {
    let taken = address_taken(program);
    let mut by_type: FxHashMap<_, Vec<FuncId>> = FxHashMap::default();
    for (f, func) in program.funcs.iter_enumerated() {
        if taken[f] {
            by_type.entry(func.sig).or_default().push(f);
        }
    }
    graph_of_calls(program, |op| match op {
        LLOp::IndirectCall(sig, None) => by_type.get(sig).map_or(&[], |v| v),
        op => callees(op),
    })
}

/// Who calls whom, by what is said to be called by an operation.
pub(super) fn graph_of_calls<'a>(
    program: &'a Program,
    called: impl Fn(&'a LLOp) -> &'a [FuncId],
) -> DiGraph<FuncId, ()> {
    let mut graph = DiGraph::new();
    for f in program.funcs.indices() {
        graph.add_node(f);
    }
    for (f, func) in program.funcs.iter_enumerated() {
        for op in (func.graph.live_blocks()).flat_map(|b| &func.graph.blocks[b].ops) {
            for t in called(&op.op) {
                graph.update_edge(NodeIndex::new(f.index()), NodeIndex::new(t.index()), ());
            }
        }
    }
    graph
}

/// Whether a function is a portal of the JIT.
fn enters_compiled_code(program: &Program, f: FuncId) -> bool {
    let g = &program.funcs[f].graph;
    let mut ops = (g.live_blocks()).flat_map(|b| &g.blocks[b].ops);
    ops.any(|o| matches!(o.op, LLOp::ExternCall(x) if program.externs[x].name.as_str() == "gx_jit_enter"))
}

/// The functions that get a check: a small set that every call cycle passes.
pub fn choose(program: &Program) -> Vec<FuncId> {
    let graph = call_graph(program);
    let mut chosen = vec![false; graph.node_count()];
    for n in graph.node_indices() {
        chosen[n.index()] = graph.contains_edge(n, n);
    }
    for scc in petgraph::algo::tarjan_scc(&graph) {
        let recursive = scc.len() > 1;
        for n in scc.into_iter().filter(|_| recursive) {
            chosen[n.index()] |= enters_compiled_code(program, graph[n]);
        }
    }
    loop {
        let rest = graph.filter_map(|n, f| (!chosen[n.index()]).then_some(*f), |_, ()| Some(()));
        let mut progress = false;
        for scc in petgraph::algo::tarjan_scc(&rest) {
            if scc.len() < 2 {
                continue;
            }
            let inside: rustc_hash::FxHashSet<NodeIndex> = scc.iter().copied().collect();
            let degree = |n: NodeIndex, d| {
                rest.neighbors_directed(n, d)
                    .filter(|m| inside.contains(m))
                    .count()
            };
            let best = scc
                .iter()
                .copied()
                .max_by_key(|&n| {
                    let product = degree(n, petgraph::Incoming) * degree(n, petgraph::Outgoing);
                    (product, std::cmp::Reverse(rest[n]))
                })
                .expect("not empty");
            chosen[rest[best].index()] = true;
            progress = true;
        }
        if !progress {
            break;
        }
    }
    program
        .funcs
        .indices()
        .filter(|f| chosen[f.index()])
        .collect()
}
