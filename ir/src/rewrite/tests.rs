//! On random graphs: what a tool leaves means what it was given, and has the form it promises.
use super::*;
use crate::model::verify::{NoRules, verify};
use crate::model::{BlockId, ExitSwitch, Graph, Operand, VarId, order};
use crate::toy::{Random, Toy, ToyGraph, ToyOp, dominates, reached, run_with, runs, ssa_graph};

const SEEDS: u64 = 400;

fn ssi_graph(seed: u64) -> ToyGraph {
    let mut g = ssa_graph(seed);
    ssi::restore(&mut g);
    g
}

#[track_caller]
fn same(seed: u64, before: &ToyGraph, after: &ToyGraph) {
    for (a, b) in runs(before).iter().zip(&runs(after)) {
        assert!(
            a.agrees(b),
            "seed {seed}: {a:?}, then {b:?}\n{before:?}\n{after:?}"
        );
    }
}

#[track_caller]
fn in_form(seed: u64, g: &ToyGraph) {
    let wrong = verify(g, &NoRules);
    assert!(wrong.is_empty(), "seed {seed}: {wrong:?}\n{g:?}");
}

#[test]
fn random_graphs_do_something() {
    let effects: usize = (0..SEEDS)
        .flat_map(|s| runs(&ssa_graph(s)))
        .map(|r| r.effects.len())
        .sum();
    let foreign = (0..SEEDS)
        .filter(|&s| !verify(&ssa_graph(s), &NoRules).is_empty())
        .count();
    assert!(effects > 10 * SEEDS as usize, "{effects} effects");
    assert!(
        foreign > SEEDS as usize / 4,
        "{foreign} graphs use variables of other blocks"
    );
}

#[test]
fn restored_graphs_are_ssi_and_mean_the_same() {
    for seed in 0..SEEDS {
        for order in [ssi::Order::OwnFirst, ssi::Order::AsReached] {
            let before = ssa_graph(seed);
            let mut g = before.clone();
            ssi::restore_in(&mut g, order);
            in_form(seed, &g);
            same(seed, &before, &g);
            let n = g.vars.len();
            ssi::restore_in(&mut g, order);
            assert_eq!(n, g.vars.len(), "seed {seed}: nothing is left to do");
        }
    }
}

fn is_joinable(g: &ToyGraph, b: BlockId) -> bool {
    let preds = g.predecessors();
    g.blocks[b].exitswitch == ExitSwitch::None
        && g.successors(b)
            .any(|t| t != b && t != g.start && !g.is_final(t) && preds[t].len() == 1)
}

#[test]
fn joined_blocks_mean_the_same_in_both_forms() {
    for seed in 0..SEEDS {
        let before = ssa_graph(seed);
        let mut ssa = before.clone();
        ssa.remove_unreachable();
        let any = ssa.live_blocks().any(|b| is_joinable(&ssa, b));
        assert_eq!(any, join::join_blocks_ssa(&mut ssa));
        assert!(!ssa.live_blocks().any(|b| is_joinable(&ssa, b)));
        same(seed, &before, &ssa);
        ssi::restore(&mut ssa);
        in_form(seed, &ssa);
        let mut g = ssi_graph(seed);
        assert_eq!(any, join::join_blocks(&mut g));
        in_form(seed, &g);
        same(seed, &before, &g);
    }
}

#[test]
fn dead_code_is_not_missed() {
    let mut removed = 0;
    for seed in 0..SEEDS {
        let before = ssi_graph(seed);
        let mut g = before.clone();
        let preds = g.predecessors();
        let stays = |b: BlockId, i: usize| before.blocks[b].ops[i].op != ToyOp::Mix;
        let needed = dead::needed(&g, &preds, stays, |_, _, _| {});
        for block in g.blocks.iter_mut() {
            block.ops.retain(|o| o.op != ToyOp::Mix || needed[o.result]);
        }
        dead::remove_inputargs(&mut g, &preds, |v| needed[v]);
        g.compact();
        in_form(seed, &g);
        same(seed, &before, &g);
        removed += before.op_count() - g.op_count();
        // A second time there is nothing.
        let stays = |b: BlockId, i: usize| g.blocks[b].ops[i].op != ToyOp::Mix;
        let needed = dead::needed(&g, &g.predecessors(), stays, |_, _, _| {});
        let kept = |b: BlockId| g.blocks[b].inputargs.iter().all(|&v| needed[v]);
        assert!(g.live_blocks().all(kept), "seed {seed}");
    }
    assert!(removed > 100, "{removed}");
}

#[test]
fn split_copied_and_longer_ways_mean_the_same() {
    for seed in 0..SEEDS {
        let before = ssi_graph(seed);
        let r = &mut Random::new(seed);
        let mut g = before.clone();
        let inner: Vec<BlockId> = g.live_blocks().filter(|&b| !g.is_final(b)).collect();
        let b = inner[r.below(inner.len())];
        let at = r.below(g.blocks[b].ops.len());
        let live = blocks::live_at(&g, b, at);
        let (rest, passed) = split_block(&mut g, b, at);
        assert_eq!(live, passed);
        assert!(free_variables(&g, rest).is_empty());
        let span = g.span;
        g.goto(b, rest, passed.into_iter().map(Operand::Var), span);
        in_form(seed, &g);
        let l = g.blocks[b].exits[0];
        insert_on_edge(&mut g, l);
        in_form(seed, &g);
        if let Some(&exit) = g.blocks[rest].exits.first() {
            let t = g.links[exit].target;
            if !g.is_final(t) {
                g.links[exit].target = copy_block(&mut g, t);
            }
        }
        in_form(seed, &g);
        same(seed, &before, &g);
    }
}

#[test]
fn a_taken_graph_leaves_final_blocks() {
    let mut g = ssi_graph(3);
    let (before, taken) = (g.clone(), g.take());
    same(3, &before, &taken);
    assert_eq!(g.blocks[g.except_block].inputargs.len(), 2);
    assert_eq!(g.op_count(), 0);
}

#[test]
fn chains_of_renamings_are_followed_and_cycles_do_not_arise() {
    let mut r = Renaming::<Toy>::default();
    let [a, b, c] = [0, 1, 2].map(VarId);
    r.insert(a, Operand::Var(b));
    r.insert(b, Operand::Var(c));
    assert_eq!(r.resolve(&Operand::Var(a)), Operand::Var(c));
    r.insert(c, Operand::Var(a));
    assert_eq!(r.resolve(&Operand::Var(a)), Operand::Var(c));
}

#[test]
fn origins_hold_in_every_run() {
    let mut copies = 0;
    for seed in 0..SEEDS {
        let mut g = ssi_graph(seed);
        g.remove_unreachable();
        let origin = origins(&g);
        for args in [[0, 0], [1, 5], [12, 7]] {
            run_with(&g, &args, &mut |b, env| {
                for &v in &g.blocks[b].inputargs {
                    let same = match &origin[v] {
                        Operand::Var(o) => env[o] == env[&v],
                        Operand::Const(c) => *c == env[&v],
                    };
                    copies += usize::from(origin[v] != Operand::Var(v));
                    assert!(
                        same,
                        "seed {seed}: {v} is no copy of {:?}\n{g:?}",
                        origin[v]
                    );
                }
            });
        }
    }
    assert!(copies > 100, "{copies}");
}

#[test]
fn values_are_carried_where_they_are_wanted() {
    let mut carried = 0;
    for seed in 0..SEEDS {
        let before = ssi_graph(seed);
        let mut g = before.clone();
        let Some(a) = g
            .live_blocks()
            .find(|&b| g.blocks[b].ops.iter().any(|o| o.op == ToyOp::Mix))
        else {
            continue;
        };
        let value = g.blocks[a]
            .ops
            .iter()
            .find(|o| o.op == ToyOp::Mix)
            .unwrap()
            .result;
        let below = g
            .live_blocks()
            .filter(|&b| b != a && !g.is_final(b) && dominates(&g, a, b));
        let Some(b) = below.last() else { continue };
        let preds = g.predecessors();
        let mut table = vec![(a, value)];
        let mut available = |b: BlockId, new: Option<VarId>| {
            table.extend(new.map(|v| (b, v)));
            table.iter().find(|x| x.0 == b).map(|x| x.1)
        };
        let Some(v) = carry(&mut g, &preds, &mut available, b, 50) else {
            continue;
        };
        carried += 1;
        in_form(seed, &g);
        same(seed, &before, &g);
        for args in [[0, 0], [1, 5]] {
            run_with(&g, &args, &mut |at, env| {
                assert!(at != b || env[&v] == env[&value], "seed {seed}\n{g:?}");
            });
        }
    }
    assert!(carried > 20, "{carried}");
}

#[test]
fn dominators_and_predecessors_are_what_their_definitions_say() {
    for seed in 0..SEEDS / 2 {
        let g = ssa_graph(seed);
        let tree = order::dominators(&g);
        let alive = reached(&g, None);
        for b in g.live_blocks() {
            let strict: Vec<BlockId> = g
                .live_blocks()
                .filter(|&a| a != b && dominates(&g, a, b))
                .collect();
            for a in g.live_blocks() {
                let expected = dominates(&g, a, b);
                assert_eq!(tree.dominates(a, b), expected, "seed {seed}: {a} over {b}");
            }
            // The closest is dominated by all others.
            let closest = strict
                .iter()
                .copied()
                .find(|&c| strict.iter().all(|&a| dominates(&g, a, c)));
            assert_eq!(tree.immediate(b), closest, "seed {seed}: {b}");
            assert!(alive[b.0 as usize] || closest.is_none());
        }
        let preds = g.predecessors();
        for b in g.blocks.indices() {
            let naive: Vec<_> = g
                .live_blocks()
                .flat_map(|p| g.blocks[p].exits.iter().map(move |&l| (p, l)))
                .filter(|&(_, l)| g.links[l].target == b)
                .collect();
            assert_eq!(preds[b], naive[..]);
        }
    }
}

#[test]
fn use_counts_are_those_of_reads() {
    let g: Graph<Toy> = ssi_graph(11);
    let n = use_counts(&g);
    let mut total = 0;
    for b in g.live_blocks() {
        g.reads(b, |a| total += u32::from(a.var().is_some()));
    }
    assert_eq!(n.iter().sum::<u32>(), total);
}
