//! The engines against fixed points by the book: everything is computed again until nothing changes.
use super::*;
use crate::model::{Arg, BlockId, LinkId, Operand, Operation, VarId, order};
use crate::rewrite::ssi;
use crate::toy::{Random, Toy, ToyGraph, ToyOp, reached, ssa_graph};

const SEEDS: u64 = 300;

/// Sets of small numbers, by union.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Set(u64);

impl Lattice for Set {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.0;
        self.0 |= other.0;
        self.0 != before
    }
}

fn graph(seed: u64) -> ToyGraph {
    let mut g = ssa_graph(seed);
    ssi::restore(&mut g);
    g
}

/// Each block makes some numbers, and takes some away.
struct Effects {
    made: Vec<u64>,
    taken: Vec<u64>,
}

struct Forward(Effects);
struct Backward(Effects);

impl BlockAnalysis<Toy> for Forward {
    type State = Set;
    const DIRECTION: Direction = Direction::Forward;
    fn bottom(&self) -> Set {
        Set(0)
    }
    fn boundary(&self) -> Set {
        Set(1 << 63)
    }
    fn transfer(&self, b: BlockId, s: &mut Set) {
        s.0 = s.0 & !self.0.taken[b.index()] | self.0.made[b.index()];
    }
}

impl BlockAnalysis<Toy> for Backward {
    type State = Set;
    const DIRECTION: Direction = Direction::Backward;
    fn bottom(&self) -> Set {
        Set(0)
    }
    fn boundary(&self) -> Set {
        Set(1 << 63)
    }
    fn transfer(&self, b: BlockId, s: &mut Set) {
        s.0 = s.0 & !self.0.taken[b.index()] | self.0.made[b.index()];
    }
}

fn effects(g: &ToyGraph, r: &mut Random) -> Effects {
    let mut some = || (0..g.blocks.len()).map(|_| 1 << r.below(8)).collect();
    Effects {
        made: some(),
        taken: some(),
    }
}

/// States before the transfer, by rounds over all blocks in order of number; `from` are the blocks before one.
fn by_the_book(
    g: &ToyGraph,
    from: impl Fn(BlockId) -> Vec<BlockId>,
    boundary: impl Fn(BlockId) -> bool,
    transfer: impl Fn(BlockId, &mut Set),
) -> Vec<Set> {
    let mut out = vec![Set(0); g.blocks.len()];
    loop {
        let mut arrived = Vec::new();
        for b in g.blocks.indices() {
            let mut s = Set(if boundary(b) { 1 << 63 } else { 0 });
            from(b).into_iter().for_each(|p| s.0 |= out[p.index()].0);
            arrived.push(s);
        }
        let mut new = arrived.clone();
        for b in g.blocks.indices() {
            transfer(b, &mut new[b.index()]);
        }
        if new == out {
            return arrived;
        }
        out = new;
    }
}

#[test]
fn states_of_blocks_are_least_fixed_points() {
    for seed in 0..SEEDS {
        let g = graph(seed);
        let r = &mut Random::new(seed);
        let order = order::reverse_postorder(&g);
        let preds = g.predecessors();
        let exits = |b: BlockId| &g.blocks[b].exits[..];
        let f = Forward(effects(&g, r));
        let found = blocks(&g, &order, &preds, exits, &f);
        let sources = |b: BlockId| preds[b].iter().map(|x| x.0).collect();
        let naive = by_the_book(&g, sources, |b| b == g.start, |b, s| f.transfer(b, s));
        let back = Backward(effects(&g, r));
        let found_back = blocks(&g, &order, &preds, exits, &back);
        let targets = |b: BlockId| g.successors(b).collect();
        let naive_back = by_the_book(
            &g,
            targets,
            |b| exits(b).is_empty(),
            |b, s| back.transfer(b, s),
        );
        for &b in &order {
            assert_eq!(found[b], naive[b.index()], "seed {seed}: {b}");
            assert_eq!(found_back[b], naive_back[b.index()], "seed {seed}: {b}");
        }
    }
}

/// Which effects, calls and parameters a variable is made from; a way over a link adds its number.
struct Taint;

impl Taint {
    fn of(a: &Arg<Toy>, facts: &IndexVec<VarId, Set>) -> Set {
        match a {
            Operand::Var(v) => facts[*v],
            Operand::Const(c) => Set(1 << c),
        }
    }
}

impl VarAnalysis<Toy> for Taint {
    type Fact = Set;
    fn bottom(&self, _: VarId) -> Set {
        Set(0)
    }
    fn defined(&self, v: VarId) -> Set {
        Set(1 << (20 + v.0 % 20))
    }
    fn passed(&self, _: BlockId, l: LinkId, a: &Arg<Toy>, facts: &IndexVec<VarId, Set>) -> Set {
        Set(Taint::of(a, facts).0 | 1 << (8 + l.0 % 8))
    }
    fn result(&self, _: BlockId, op: &Operation<Toy>, facts: &IndexVec<VarId, Set>) -> Set {
        if op.op == ToyOp::Call {
            return Set(1 << 50);
        }
        Set(op.args.iter().fold(0, |s, a| s | Taint::of(a, facts).0))
    }
}

#[test]
fn facts_about_variables_are_least_fixed_points() {
    for seed in 0..SEEDS {
        let g = graph(seed);
        let order = order::reverse_postorder(&g);
        let found = variables(&g, &order, &g.predecessors(), &Taint);
        let mut naive: IndexVec<VarId, Set> = IndexVec::from_elem(Set(0), g.vars.len());
        loop {
            let before = naive.clone();
            for b in g
                .blocks
                .indices()
                .rev()
                .filter(|b| reached(&g, None)[b.index()])
            {
                for op in g.blocks[b].ops.iter().rev() {
                    naive[op.result] = Taint.result(b, op, &before);
                }
                for &l in &g.blocks[b].exits {
                    let link = &g.links[l];
                    for v in link.caught() {
                        naive[v] = VarAnalysis::<Toy>::defined(&Taint, v);
                    }
                    for (a, &v) in link.args.iter().zip(&g.blocks[link.target].inputargs) {
                        let passed = Taint.passed(b, l, a, &before);
                        naive[v].join(&passed);
                    }
                }
            }
            for &v in g.args() {
                naive[v] = VarAnalysis::<Toy>::defined(&Taint, v);
            }
            if naive == before {
                break;
            }
        }
        assert_eq!(found.raw(), naive.raw(), "seed {seed}\n{g:?}");
    }
}

#[test]
fn closures_hold_what_is_reached() {
    for seed in 0..SEEDS {
        let g = ssa_graph(seed);
        let found = closure(g.blocks.len(), [g.start], |b, out| {
            out.extend(g.successors(b))
        });
        assert_eq!(found.raw(), reached(&g, None));
    }
}

#[test]
fn a_sweep_visits_only_what_may_change() {
    // A chain that is visited in order settles in one round, however long it is.
    let order: Vec<BlockId> = (0..50).map(BlockId).collect();
    let mut value = [0u32; 50];
    let mut visits = 0;
    sweep(
        &order,
        |b, f| f(BlockId(b.0 + 1)),
        |b| {
            visits += 1;
            let i = b.index();
            let new = if i == 0 { 1 } else { value[i - 1] + 1 };
            std::mem::replace(&mut value[i], new) != new
        },
    );
    assert_eq!((visits, value[49]), (50, 50));
}

#[test]
fn a_worklist_holds_each_node_once() {
    let mut work: Worklist<BlockId> = Worklist::all(3);
    work.push(BlockId(1));
    let mut out: Vec<u32> = std::iter::from_fn(|| work.pop()).map(|b| b.0).collect();
    out.sort_unstable();
    assert_eq!(out, [0, 1, 2]);
    work.push(BlockId(1));
    assert_eq!(work.pop(), Some(BlockId(1)));
    assert_eq!(work.pop(), None);
}

#[test]
fn joins_are_least_upper_bounds() {
    let all = [None, Some(false), Some(true)];
    for a in all {
        for b in all {
            let mut j = a;
            let changed = j.join(&b);
            assert_eq!(j, a.max(b));
            assert_eq!(changed, j != a);
        }
    }
}
