//! Random graphs with a meaning, for tests.
use rustc_hash::FxHashMap;

use crate::index::Idx;
use crate::model::{
    Arg, Args, BlockId, Dialect, ExitCase, ExitSwitch, Graph, Link, LinkId, OpInfo, Operand, VarId,
};
use crate::source::Span;

/// A dialect of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Toy;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ToyOp {
    /// A number made of the arguments.
    Mix,
    /// Seen from outside.
    Effect,
    /// Raises for some arguments.
    Call,
}

impl OpInfo for ToyOp {
    fn arity(&self) -> Option<usize> {
        None
    }
    fn is_pure(&self) -> bool {
        *self == ToyOp::Mix
    }
    fn can_raise(&self) -> bool {
        *self == ToyOp::Call
    }
}

impl Dialect for Toy {
    type Op = ToyOp;
    type Const = i64;
    type Type = ();
}

pub(crate) type ToyGraph = Graph<Toy>;

/// Pseudo-random numbers.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n.max(1)
    }
}

/// What the start block reaches without passing `without`.
pub(crate) fn reached(g: &ToyGraph, without: Option<BlockId>) -> Vec<bool> {
    let mut seen = vec![false; g.blocks.len()];
    let mut todo = vec![g.start];
    while let Some(b) = todo.pop() {
        if Some(b) != without && !std::mem::replace(&mut seen[b.index()], true) {
            todo.extend(g.successors(b));
        }
    }
    seen
}

/// Whether `a` dominates `b`, by definition.
pub(crate) fn dominates(g: &ToyGraph, a: BlockId, b: BlockId) -> bool {
    reached(g, None)[b.index()] && !reached(g, Some(a))[b.index()]
}

/// A random graph in SSA form: blocks use what is defined in blocks that dominate them.
pub(crate) fn ssa_graph(seed: u64) -> ToyGraph {
    let r = &mut Random::new(seed);
    let mut g = ToyGraph::new("toy", Span::NONE, (), (), ());
    let params = (0..1 + r.below(2)).map(|_| g.new_var(())).collect();
    g.blocks[g.start].inputargs = params;
    let n = 1 + r.below(9);
    let mut inner = vec![g.start];
    for _ in 1..n {
        let inputs = (0..r.below(3)).map(|_| g.new_var(())).collect();
        inner.push(g.new_block(inputs, Span::NONE));
    }
    for &b in &inner {
        for _ in 0..r.below(4) {
            let op = [ToyOp::Mix, ToyOp::Mix, ToyOp::Effect, ToyOp::Call][r.below(4)];
            g.op(b, op, [], (), Span::NONE);
        }
        let mut target = |g: &ToyGraph| match r.below(n + 1) {
            0 => g.return_block,
            i => *inner.get(i).unwrap_or(&g.return_block),
        };
        let raises = g.blocks[b].ops.last().is_some_and(|o| o.op.can_raise());
        let (first, second) = (target(&g), target(&g));
        match r.below(3) {
            0 => g.goto(b, first, [], Span::NONE),
            1 if raises => {
                g.goto(b, first, [], Span::NONE);
                let mut catch = Link::when(ExitCase::Exception(0), second, [], Span::NONE);
                catch.last_exception = Some(g.new_var(()));
                catch.last_exc_value = Some(g.new_var(()));
                g.add_exit(b, catch);
                g.blocks[b].exitswitch = ExitSwitch::LastException;
            }
            _ => {
                let none = || Args::<Toy>::new();
                g.branch(
                    b,
                    Operand::Const(0),
                    (first, none()),
                    (second, none()),
                    Span::NONE,
                );
            }
        }
    }
    // What there is to read in each block, from blocks above it.
    let above = |g: &ToyGraph, b: BlockId| -> Vec<VarId> {
        let dominators = inner.iter().filter(|&&a| a != b && dominates(g, a, b));
        let vars = dominators.flat_map(|&a| defined(g, a, g.blocks[a].ops.len()));
        vars.collect()
    };
    for &b in &inner {
        let outside = above(&g, b);
        let mut pick = |own: Vec<VarId>| -> Arg<Toy> {
            let all: Vec<VarId> = own.into_iter().chain(outside.iter().copied()).collect();
            match all.get(r.below(all.len() + 1)) {
                Some(&v) => Operand::Var(v),
                None => Operand::Const(r.below(5) as i64),
            }
        };
        for i in 0..g.blocks[b].ops.len() {
            let args: Args<Toy> = (0..2).map(|_| pick(defined(&g, b, i))).collect();
            g.blocks[b].ops[i].args = args;
        }
        let all = defined(&g, b, g.blocks[b].ops.len());
        if let ExitSwitch::Value(_) = g.blocks[b].exitswitch {
            g.blocks[b].exitswitch = ExitSwitch::Value(pick(all.clone()));
        }
        for l in g.blocks[b].exits.clone() {
            let link = &g.links[l];
            let own = link.last_exception.into_iter().chain(link.last_exc_value);
            let own: Vec<VarId> = own.chain(all.iter().copied()).collect();
            let n = g.blocks[link.target].inputargs.len();
            g.links[l].args = (0..n).map(|_| pick(own.clone())).collect();
        }
    }
    g
}

/// What a block defines before operation `i`. What raises has no result where it does.
fn defined(g: &ToyGraph, b: BlockId, i: usize) -> Vec<VarId> {
    let block = &g.blocks[b];
    let results = block.ops[..i].iter().filter(|o| o.op != ToyOp::Call);
    let inputs = block.inputargs.iter().copied();
    inputs.chain(results.map(|o| o.result)).collect()
}

/// How a run ends.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum End {
    Return(i64),
    Raise,
    /// It may go on for ever.
    Cut,
}

/// What a run shows: its effects, and its end.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) effects: Vec<i64>,
    pub(crate) end: End,
}

impl Run {
    /// Whether two runs show the same, as far as both go.
    pub(crate) fn agrees(&self, other: &Run) -> bool {
        let n = self.effects.len().min(other.effects.len());
        self.effects[..n] == other.effects[..n]
            && (self.end == End::Cut
                || other.end == End::Cut
                || (self.end == other.end && self.effects.len() == other.effects.len()))
    }
}

/// Runs a graph; `seen` is told the variables whenever a block is entered.
pub(crate) fn run_with(
    g: &ToyGraph,
    args: &[i64],
    seen: &mut dyn FnMut(BlockId, &FxHashMap<VarId, i64>),
) -> Run {
    let mut env: FxHashMap<VarId, i64> = FxHashMap::default();
    env.extend(g.args().iter().copied().zip(args.iter().copied()));
    let mut effects = Vec::new();
    let mut b = g.start;
    for _ in 0..400 {
        seen(b, &env);
        if b == g.return_block {
            let end = End::Return(env[&g.return_var()]);
            return Run { effects, end };
        }
        let block = &g.blocks[b];
        let mut raised = None;
        for (i, op) in block.ops.iter().enumerate() {
            let value = |a: &Arg<Toy>| match a {
                Operand::Var(v) => *env.get(v).unwrap_or_else(|| panic!("{v} has no value")),
                Operand::Const(c) => *c,
            };
            let mixed = op.args.iter().fold(7i64, |h, a| {
                (h.wrapping_mul(31).wrapping_add(value(a))) % 1009
            });
            match op.op {
                ToyOp::Effect => effects.push(mixed),
                ToyOp::Call if mixed % 3 == 0 => {
                    if block.exitswitch != ExitSwitch::LastException || i + 1 < block.ops.len() {
                        return Run {
                            effects,
                            end: End::Raise,
                        };
                    }
                    raised = Some(mixed);
                }
                _ => {}
            }
            env.insert(op.result, mixed);
        }
        let value = |a: &Arg<Toy>, env: &FxHashMap<VarId, i64>| match a {
            Operand::Var(v) => *env.get(v).unwrap_or_else(|| panic!("{v} has no value")),
            Operand::Const(c) => *c,
        };
        let l: LinkId = match &block.exitswitch {
            ExitSwitch::None => block.exits[0],
            ExitSwitch::Value(a) => block.exits[usize::from(value(a, &env) % 2 == 0)],
            ExitSwitch::LastException => block.exits[usize::from(raised.is_some())],
        };
        let link = &g.links[l];
        if let (Some(c), Some(v), Some(n)) = (link.last_exception, link.last_exc_value, raised) {
            env.insert(c, n);
            env.insert(v, n + 1);
        }
        let passed: Vec<i64> = link.args.iter().map(|a| value(a, &env)).collect();
        b = link.target;
        env.extend(g.blocks[b].inputargs.iter().copied().zip(passed));
    }
    Run {
        effects,
        end: End::Cut,
    }
}

/// Runs a graph with a few arguments.
pub(crate) fn runs(g: &ToyGraph) -> Vec<Run> {
    let args = [[0, 0], [1, 5], [12, 7], [3, 100]];
    args.iter()
        .map(|a| run_with(g, a, &mut |_, _| {}))
        .collect()
}
