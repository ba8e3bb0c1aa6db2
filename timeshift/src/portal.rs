//! The translated interpreter's side: counters at merge points of loops, and entering and leaving residual code.
//!
//! ```text
//! b5: ... can_enter_jit(pc, code, frame) ... goto b2(pc, frame)
//!         ▼
//! b5: ... left = budget - 1; if budget < 1 then warm else go on with left
//! warm: i = hash(pc, code); n = counters[i] + weight; counters[i] = n; if n >= threshold then cold else go on with the budget `stride`
//! cold: exchange ← pc, code, frame;  gx_jit_enter(portal): INTERPRET → go on with the budget of the buffer, ENTER → run
//! run:  call the residual code: CONTINUE → left
//!                               DONE     → return the first word of the buffer
//! left: gx_jit_enter(portal | LEFT): ENTER → run, CONTINUE → the block behind the merge point, greens and reds from the exchange buffer
//! ```
//! Counted are the `can_enter_jit` of the driver in this graph, and the links by which a merge point's loop is entered
//! (or a function that loops through recursion only would never get hot); without `can_enter_jit`, every arrival at the
//! merge point. An exception (RAISED) leaves the function at the call, as any exception does. The counter's number is
//! passed in the buffer's last word, so that the JIT can set it.
//!
//! Who enters residual code at a `can_enter_jit` skips what lies between it and the merge point, and brings the state
//! that the marker names. So this is done only where the way is straight, without effects, and passes on that very
//! state; else arrivals at the merge point are counted.
use hintannotator::Portal;
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, OpInfo as _, Operand, VarId, order};
use ir::source::Span;
use jit::abi;
use lowlevel::ops::MarkerKind;
use lowlevel::verify::operand_type;
use lowlevel::{JitDriverId, LL, LLGraph, LLOp, Program};
use petgraph::graph::NodeIndex;
use rustc_hash::{FxHashMap, FxHashSet};
use transform::rewrite::{Renaming, carry, insert_on_edge, origins, split_block};

use super::Failure;
use super::counting::{Counting, Machinery, Place, closure};

/// A value has to be passed through at most this many blocks to a `can_enter_jit`.
const CARRY_LIMIT: usize = 400;

/// Blocks between a `can_enter_jit` and the merge point.
const STRAIGHT_LIMIT: usize = 100;

/// Rewrites the function of a portal. The graph is typed, its merge point in driver form.
///
/// # Errors
/// If a value is live behind the merge point that the marker does not name.
pub fn rewrite(
    program: &mut Program,
    machinery: &Machinery,
    portal: &Portal,
    number: usize,
) -> Result<(), Failure> {
    let f = portal.func;
    let mut g = program.funcs[f].graph.clone();
    let fail = |message: String| Failure {
        span: portal.span,
        message,
    };
    let Some((block, at)) = find(&g, MarkerKind::MergePoint, portal.driver)
        .first()
        .copied()
    else {
        return Err(fail(format!(
            "{} has no merge point of its driver",
            program.funcs[f].name
        )));
    };
    let span = g.blocks[block].ops[at].span;
    let (behind, needed) = split_block(&mut g, block, at + 1);
    let marker = g.blocks[block].ops.pop().expect("the marker");
    let mut state = values(&g, &marker.args);
    // What the driver does not name is a red.
    for &v in &needed {
        let a = Operand::Var(v);
        if *g.ty(v) != LLType::Void && !state.contains(&a) {
            state.push(a);
        }
    }
    let types: Vec<LLType> = state.iter().map(|a| operand_type(&g, a)).collect();
    let want = portal.greens.iter().chain(&portal.reds).map(|p| p.1);
    if !want.eq(types.iter().copied()) {
        return Err(fail(format!(
            "{}: the state at the merge point differs from its colours' state",
            program.funcs[f].name
        )));
    }
    if state.len() > abi::BUDGET_WORD {
        return Err(fail(format!(
            "{}: the state at the merge point has {} values, {} at most are supported",
            program.funcs[f].name,
            state.len(),
            abi::BUDGET_WORD
        )));
    }
    let enters = find(&g, MarkerKind::CanEnterJit, portal.driver);
    let positions = needed
        .iter()
        .map(|&v| state.iter().position(|a| *a == Operand::Var(v)))
        .collect();
    let mut r = Rewriter {
        g: &mut g,
        types: &types,
        behind,
        span,
    };
    let plan = r.plan(block, &state, &needed, &enters);
    let passed = needed.iter().map(|&v| Operand::Var(v));
    g.goto(block, behind, passed, span);
    let fixed = fixed(&g, &state, behind);
    let places = match plan {
        Some(plan) => place(&mut g, plan, span),
        None => vec![Place { block, state }],
    };
    let mut counting = Counting {
        g: &mut g,
        machinery,
        number,
        driver: portal.driver,
        greens: portal.greens.len(),
        types,
        behind,
        positions,
        fixed,
        span,
    };
    let copies = counting.count(&places);
    machinery.set_copies(program, portal.driver, copies);
    program.funcs[f].graph = g;
    Ok(())
}

/// The values of the state at the merge point that are the same in each round of an activation: the loop does not
/// compute them.
fn fixed(g: &LLGraph, state: &[Arg<LL>], behind: BlockId) -> FxHashSet<usize> {
    let in_loop = closure(std::iter::once(behind), |b| g.successors(b).collect());
    let mut computed: FxHashSet<VarId> = FxHashSet::default();
    for &b in &in_loop {
        let block = &g.blocks[b];
        computed.extend(block.inputargs.iter().copied());
        computed.extend(block.ops.iter().map(|o| o.result));
    }
    let origin = origins(g);
    let is_fixed = |a: &Arg<LL>| {
        let v = a.var().map(|v| &origin[v]);
        v.is_some_and(|o| o.var().is_none_or(|v| !computed.contains(&v)))
    };
    (0..)
        .zip(state)
        .filter(|(_, a)| is_fixed(a))
        .map(|(i, _)| i)
        .collect()
}

/// Gives each arrival that counts a block that ends there.
fn place(g: &mut LLGraph, plan: Places, span: Span) -> Vec<Place> {
    let mut places = Vec::new();
    for ((b, i), state) in plan.enters {
        let (rest, needed) = split_block(g, b, i + 1);
        g.blocks[b].ops.pop();
        g.goto(b, rest, needed.into_iter().map(Operand::Var), span);
        places.push(Place { block: b, state });
    }
    for (l, state) in plan.links {
        let b = insert_on_edge(g, l);
        let mut renaming = Renaming::default();
        let target = g.links[g.blocks[b].exits[0]].target;
        let names = (g.blocks[target].inputargs.iter()).zip(&g.blocks[b].inputargs);
        for (&q, &v) in names {
            renaming.insert(q, Operand::Var(v));
        }
        let state = state.iter().map(|a| renaming.resolve(a)).collect();
        places.push(Place { block: b, state });
    }
    places
}

/// Whether an operation between a marker and its merge point may be skipped: it has no effect, and its result is not
/// used behind the merge point.
fn is_skipped(op: &LLOp) -> bool {
    op.is_pure() || matches!(op, LLOp::Hint(_) | LLOp::KeepAlive | LLOp::JitMarker(..))
}

/// The arguments of a marker that have a value.
fn values(g: &LLGraph, args: &Args<LL>) -> Vec<Arg<LL>> {
    let keep = |a: &&Arg<LL>| operand_type(g, a) != LLType::Void;
    args.iter().filter(keep).cloned().collect()
}

/// The markers of a driver: block and index of the operation.
fn find(g: &LLGraph, kind: MarkerKind, driver: JitDriverId) -> Vec<(BlockId, usize)> {
    let mut found = Vec::new();
    for b in g.live_blocks() {
        for (i, op) in g.blocks[b].ops.iter().enumerate() {
            if op.op == LLOp::JitMarker(kind, driver) {
                found.push((b, i));
            }
        }
    }
    found
}

/// What the variables that block `block` begins with are at a `can_enter_jit`, operation `i` of block `b`, if the way
/// from there is straight and nobody notices that it is skipped.
fn straight(
    g: &LLGraph,
    (b, i): (BlockId, usize),
    block: BlockId,
) -> Option<FxHashMap<VarId, Arg<LL>>> {
    let mut known: FxHashMap<VarId, Arg<LL>> = FxHashMap::default();
    let (mut at, mut from) = (b, i + 1);
    for _ in 0..STRAIGHT_LIMIT {
        let here = &g.blocks[at];
        if !here.ops[from..].iter().all(|o| is_skipped(&o.op)) {
            return None;
        }
        let [exit] = here.exits[..] else { return None };
        let link = &g.links[exit];
        let value = |a: &Arg<LL>| a.var().and_then(|v| known.get(&v)).unwrap_or(a).clone();
        known = (g.blocks[link.target].inputargs.iter().copied())
            .zip(link.args.iter().map(value))
            .collect();
        (at, from) = (link.target, 0);
        if at == block {
            return Some(known);
        }
        if at == b {
            return None;
        }
    }
    None
}

/// Warnings: a `can_enter_jit` that names another state than the merge point sees next counts nothing.
pub fn notes(program: &Program, portals: &[Portal]) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    for p in portals {
        let g = &program.funcs[p.func].graph;
        let Some(&(block, at)) = find(g, MarkerKind::MergePoint, p.driver).first() else {
            continue;
        };
        let merge = &g.blocks[block].ops[at];
        let driver = &program.drivers[p.driver];
        for (b, i) in find(g, MarkerKind::CanEnterJit, p.driver) {
            let enter = &g.blocks[b].ops[i];
            let Some(arriving) = straight(g, (b, i), block) else {
                continue;
            };
            let differs = |(&name, (m, e)): (&_, (&Arg<LL>, &Arg<LL>))| {
                let seen = match m {
                    Operand::Const(_) => Some(m),
                    Operand::Var(v) => arriving.get(v),
                };
                seen.is_some_and(|s| s != e).then_some(name)
            };
            let names = driver.greens.iter().chain(&driver.reds);
            let mut values = merge.args.iter().zip(&enter.args);
            let found: Option<ir::name::Name> = names.zip(values.by_ref()).find_map(differs);
            if let Some(name) = found {
                notes.push(
                    Diagnostic::warning(
                        "E0711",
                        enter.span,
                        format!("`{name}` is another one here than at the merge point that is reached next"),
                    )
                    .label("arrivals are counted at the merge point instead")
                    .note(merge.span, "the merge point".to_owned())
                    .help("`can_enter_jit` comes last before the jump back, with the state that the merge point sees then".to_owned()),
                );
            }
        }
    }
    notes
}

/// Where to count, with the state there.
struct Places {
    enters: Vec<((BlockId, usize), Vec<Arg<LL>>)>,
    /// Loop entries; the state in terms of the target's inputargs.
    links: Vec<(ir::model::LinkId, Vec<Arg<LL>>)>,
}

struct Rewriter<'a> {
    g: &'a mut LLGraph,
    /// Of the state's words.
    types: &'a [LLType],
    /// The block behind the merge point.
    behind: BlockId,
    span: Span,
}

impl Rewriter<'_> {
    /// Counting at `can_enter_jit` and loop entries, if the state is known there; `None`: count at the merge point.
    fn plan(
        &mut self,
        block: BlockId,
        state: &[Arg<LL>],
        needed: &[VarId],
        enters: &[(BlockId, usize)],
    ) -> Option<Places> {
        let mut blocks = FxHashSet::default();
        if enters.is_empty() || !enters.iter().all(|e| blocks.insert(e.0)) {
            return None;
        }
        // The loop entries: links into the merge point's block from outside of its loop, the block being the loop's
        // head.
        let end = self.g.blocks[block].exits.clone();
        debug_assert!(end.is_empty());
        self.g.goto(
            block,
            self.behind,
            needed.iter().map(|&v| Operand::Var(v)),
            self.span,
        );
        let places = self.places(block, state, enters);
        self.g.blocks[block].exits.clear();
        places
    }
    fn places(
        &mut self,
        block: BlockId,
        state: &[Arg<LL>],
        enters: &[(BlockId, usize)],
    ) -> Option<Places> {
        let inputs = self.g.blocks[block].inputargs.clone();
        let known = |a: &Arg<LL>| a.var().is_none_or(|v| inputs.contains(&v));
        if !state.iter().all(known) {
            return None;
        }
        let dominators = order::dominators(self.g);
        let node = |b: BlockId| NodeIndex::new(b.0 as usize);
        let inside = |b: BlockId| {
            dominators
                .dominators(node(b))
                .is_some_and(|mut d| d.any(|x| x == node(block)))
        };
        if !self.g.blocks[block].ops.iter().all(|o| is_skipped(&o.op)) {
            return None;
        }
        let preds = self.g.predecessors();
        let links: Vec<_> = preds[block]
            .iter()
            .filter(|(p, _)| !inside(*p))
            .map(|&(_, l)| (l, state.to_vec()))
            .collect();
        if block == self.g.start || links.len() == preds[block].len() {
            // No loop through this block that it heads.
            return None;
        }
        let extra = state.len();
        let mut places = Places {
            enters: Vec::new(),
            links,
        };
        for &(b, i) in enters {
            let args = self.g.blocks[b].ops[i].args.clone();
            let mut values = values(self.g, &args);
            let origin = origins(self.g);
            for a in state.iter().take(extra).skip(values.len()) {
                // A value that the driver does not name: the same in every round, or unknown here.
                let v = a.var().map_or(a.clone(), |v| origin[v].clone());
                let value = match v {
                    Operand::Const(_) => v,
                    Operand::Var(v) => Operand::Var(self.bring(v, b)?),
                };
                values.push(value);
            }
            let same = values.len() == self.types.len()
                && (values.iter().zip(self.types)).all(|(a, t)| operand_type(self.g, a) == *t);
            if !same {
                return None;
            }
            let arriving = straight(self.g, (b, i), block)?;
            let seen = |s: &Arg<LL>| s.var().and_then(|v| arriving.get(&v)).unwrap_or(s).clone();
            if !(state.iter().zip(&values)).all(|(s, v)| seen(s) == *v) {
                return None;
            }
            places.enters.push(((b, i), values));
        }
        Some(places)
    }
    /// The variable of block `b` that holds the value of `v`, a variable of a dominating block.
    fn bring(&mut self, v: VarId, b: BlockId) -> Option<VarId> {
        let home = self.g.live_blocks().find(|&x| {
            let block = &self.g.blocks[x];
            block.inputargs.contains(&v) || block.ops.iter().any(|o| o.result == v)
        })?;
        let preds = self.g.predecessors();
        let mut table: FxHashMap<BlockId, VarId> = [(home, v)].into_iter().collect();
        let mut available = |b: BlockId, new: Option<VarId>| {
            if let Some(v) = new {
                table.insert(b, v);
            }
            table.get(&b).copied()
        };
        carry(self.g, &preds, &mut available, b, CARRY_LIMIT)
    }
}
