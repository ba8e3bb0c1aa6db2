//! Root slots: every reference that is live across a safepoint is in a slot of the frame there, and read back as a
//! *new* variable after it, since the collector may have moved the object.
//!
//! ```text
//! b0(v0: Ptr(S)):                        b0(v0: Ptr(S)):
//!     v1 = direct_call[f]()                  gc_spill[0](v0)
//!     v2 = direct_call[g]()                  v1 = direct_call[f]()
//!     v3 = getfield[S.x](v0)                 v2 = direct_call[g]()      # slot 0 still holds v0
//!                                            v4 = gc_reload[0]()
//!                                            v3 = getfield[S.x](v4)
//! ```
//! An allocation in line is a safepoint only where it is slow. What is in a register before it stays there
//! (`v1 = gc_keep[0](v0)` behind it): its slow path stores the register into the slot and reads it back. So slots are
//! written where a *call* is crossed, and below *safepoint* means call; allocations matter to need, which is local
//! there, and to the colouring of slots. An allocation that more references cross than there are registers for counts
//! as a call.
//!
//! Because graphs are SSI, a variable lives in one block only, and the whole problem splits into:
//! 1. **Need** (backward): a variable needs a slot if it is live across a safepoint of its block, or is passed to an
//!    inputarg that needs one.
//! 2. **Slots** (colouring): variables that need slots at the same time interfere; an inputarg and what is passed to it
//!    share a slot where they do not interfere (loop edges first). The classes are coloured greedily: compact frames.
//! 3. **Held** (forward, greatest fixed point): an inputarg's slot already holds it on entry if every link passes
//!    something that the same slot holds. At loop headers the links from outside are mended by a spill on the edge, so
//!    that a reference that stays the same in a loop is stored once, outside. Everything else is spilled right before
//!    the first safepoint it crosses.
//! 4. **Residence** (greatest fixed point): an inputarg whose slot holds it need not be passed at all if nothing uses
//!    it before the next safepoint, or if no predecessor has it in a register any more; it is reloaded at its first
//!    use. So reloads sink to where they are needed. What is used soon and is in a register everywhere before stays
//!    there, and so do the inputargs of a loop most of whose rounds pass no safepoint: the few that do reload. What is
//!    rare (by [`super::super::frequency`]) has no say in this: it reloads what the others have in registers.
//!
//! Residence asks predecessors and their other successors, and what it finds depends on the order of blocks: a fixed
//! point of its own kind, by rounds. Need is a closure, held and wanted inputargs are sweeps ([`ir::dataflow`]).
//!
//! A slot is live at a safepoint iff some path from there reads it before writing it. Prebuilt objects need no slot:
//! they never move.
use ir::dataflow::{Def, closure, definitions, sweep};
use ir::index::{DisjointSets, IndexVec};
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, ExitSwitch, LinkId, Operand, Predecessors, VarId, order};
use ir::rewrite::dead::remove_inputargs;
use lowlevel::{LL, LLGraph, LLOp};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::PassContext;
use super::super::frequency::{rare_blocks, rounds_that_pass};
use super::super::rewrite::{Renaming, insert_on_edge, make_op};

/// Positions in a block: operation `i` reads at `2i`, its result exists from `2i + 1`; inputargs from 0 on.
type Pos = u32;

/// References that an allocation keeps in registers at most.
const MAX_KEPT: usize = 7;

/// Spills and reloads of a block.
#[derive(Default)]
struct Moves {
    /// By operation: what is spilled in front of it.
    spill_before: FxHashMap<usize, Vec<VarId>>,
    /// By operation: what is reloaded behind it.
    reload_after: FxHashMap<usize, Vec<VarId>>,
    /// By operation, an allocation: what stays in registers.
    kept_after: FxHashMap<usize, Vec<VarId>>,
    /// What is reloaded in front of an operation (`usize::MAX`: at the end).
    early_reloads: FxHashMap<usize, Vec<VarId>>,
}

/// What a block does to references.
struct Facts {
    /// Indices of the safepoints, without those in `soft`.
    safepoints: Vec<usize>,
    /// Indices of the allocations that keep references in registers.
    soft: Vec<usize>,
    /// References defined here (inputargs and results), with the position.
    defs: Vec<(VarId, Pos)>,
    /// Positions of the uses by operations, in order.
    op_uses: FxHashMap<VarId, Vec<Pos>>,
    /// (variable, gap) pairs with a use by an operation; gap `n` is before safepoint `n`, arguments of a safepoint
    /// included.
    gap_uses: FxHashSet<(VarId, usize)>,
    /// First use by an operation in the first gap.
    first_use: FxHashMap<VarId, usize>,
    end: Pos,
}

/// Adds root slots; whether there are any.
pub fn run(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    let collects = |op: &LLOp| cx.effects.op_collects(cx.program, op);
    if !g
        .live_blocks()
        .any(|b| g.blocks[b].ops.iter().any(|o| collects(&o.op)))
    {
        return false;
    }
    recast(cx, g);
    split_loop_entries(g);
    let is_ref = |g: &LLGraph, v: VarId| cx.program.types.is_gc_ref(*g.ty(v));
    let mut facts: IndexVec<BlockId, Option<Facts>> = g.blocks.indices().map(|_| None).collect();
    for b in g.live_blocks() {
        facts[b] = Some(facts_of(g, b, &collects, &|v| is_ref(g, v)));
    }
    let mut r = Roots {
        back: order::back_edges(g).into_iter().collect(),
        needs: IndexVec::from_elem(false, g.vars.len()),
        crossing: IndexVec::from_elem(false, g.vars.len()),
        kept: IndexVec::from_elem(false, g.vars.len()),
        slot: FxHashMap::default(),
        held: IndexVec::from_elem(false, g.vars.len()),
        resident: IndexVec::from_elem(false, g.vars.len()),
        edge_spills: FxHashMap::default(),
        preds: g.predecessors(),
        rare: rare_blocks(g),
        rounds: IndexVec::new(),
        facts,
        g,
    };
    let hits: FxHashSet<BlockId> = r
        .blocks()
        .into_iter()
        .filter(|&b| !r.facts(b).safepoints.is_empty())
        .collect();
    r.rounds = rounds_that_pass(r.g, &|b| hits.contains(&b));
    r.need();
    r.slots();
    r.hold();
    r.reside();
    r.rewrite();
    true
}

/// A cast reference that crosses a safepoint costs a slot beside its origin's; where both cross, cast again instead.
fn recast(cx: &PassContext<'_>, g: &mut LLGraph) {
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        let safepoints: Vec<usize> = (0..g.blocks[b].ops.len())
            .filter(|&i| cx.effects.op_collects(cx.program, &g.blocks[b].ops[i].op))
            .collect();
        let Some(&first) = safepoints.first() else {
            continue;
        };
        let mut i = 0;
        let mut done = FxHashSet::default();
        while i < g.blocks[b].ops.len() && i < first {
            let op = &g.blocks[b].ops[i];
            let (LLOp::CastPointer, Some(source)) =
                (&op.op, op.args.first().and_then(Operand::var))
            else {
                i += 1;
                continue;
            };
            let (cast, ty, span) = (op.result, *g.ty(op.result), op.span);
            i += 1;
            if !done.insert(cast) || !cx.program.types.is_gc_ref(ty) {
                continue;
            }
            let uses = |a: &Arg<LL>, v: VarId| a.var() == Some(v);
            let later = |g: &LLGraph, v: VarId| {
                let block = &g.blocks[b];
                block.ops[first + 1..]
                    .iter()
                    .any(|o| o.args.iter().any(|a| uses(a, v)))
                    || block
                        .exits
                        .iter()
                        .any(|&l| g.links[l].args.iter().any(|a| uses(a, v)))
            };
            if !later(g, cast) || !later(g, source) {
                continue;
            }
            let again = make_op(g, LLOp::CastPointer, [Operand::Var(source)], ty, span);
            let mut renaming = Renaming::default();
            renaming.insert(cast, Operand::Var(again.result));
            for op in &mut g.blocks[b].ops[first + 1..] {
                renaming.op(op);
            }
            renaming.exits(g, b);
            // After the last safepoint before its first use, so that it does not itself cross one.
            let first_use = g.blocks[b].ops[first + 1..]
                .iter()
                .position(|o| o.args.iter().any(|a| uses(a, again.result)))
                .map_or(g.blocks[b].ops.len(), |p| p + first + 1);
            g.blocks[b].ops.insert(first_use, again);
        }
    }
}

/// Edges into a loop header from outside get a block of their own where their source has other exits, so that spills
/// can stand there.
fn split_loop_entries(g: &mut LLGraph) {
    let back: FxHashSet<(BlockId, BlockId)> = order::back_edges(g).into_iter().collect();
    let headers: FxHashSet<BlockId> = back.iter().map(|e| e.1).collect();
    let preds = g.predecessors();
    for h in headers {
        for &(p, l) in &preds[h] {
            if !back.contains(&(p, h)) && g.blocks[p].exits.len() > 1 {
                insert_on_edge(g, l);
            }
        }
    }
}

fn facts_of(
    g: &LLGraph,
    b: BlockId,
    collects: &dyn Fn(&LLOp) -> bool,
    is_ref: &dyn Fn(VarId) -> bool,
) -> Facts {
    let block = &g.blocks[b];
    let mut f = Facts {
        safepoints: Vec::new(),
        soft: Vec::new(),
        defs: Vec::new(),
        op_uses: FxHashMap::default(),
        gap_uses: FxHashSet::default(),
        first_use: FxHashMap::default(),
        end: 2 * block.ops.len() as Pos,
    };
    let inputs = block.inputargs.iter().copied().filter(|&v| is_ref(v));
    f.defs.extend(inputs.map(|v| (v, 0)));
    for (i, op) in block.ops.iter().enumerate() {
        for v in refs_of(op, is_ref) {
            f.op_uses.entry(v).or_default().push(2 * i as Pos);
        }
        if is_ref(op.result) {
            f.defs.push((op.result, 2 * i as Pos + 1));
        }
    }
    for (i, op) in block.ops.iter().enumerate() {
        let gap = f.safepoints.len();
        for v in refs_of(op, is_ref) {
            f.gap_uses.insert((v, gap));
            if gap == 0 {
                f.first_use.entry(v).or_insert(i);
            }
        }
        if collects(&op.op) {
            let at = 2 * i as Pos;
            let crosses = |&&(v, def): &&(VarId, Pos)| {
                def <= at && (is_passed(g, b, v) || f.last_op_use(v) > at)
            };
            if super::keeps_behind(&op.op) && f.defs.iter().filter(crosses).count() <= MAX_KEPT {
                f.soft.push(i);
            } else {
                f.safepoints.push(i);
            }
        }
    }
    f
}

fn refs_of<'a>(
    op: &'a ir::model::Operation<LL>,
    is_ref: &'a dyn Fn(VarId) -> bool,
) -> impl Iterator<Item = VarId> + 'a {
    let used = op.args.iter().filter_map(Operand::var);
    used.filter(|&v| is_ref(v))
}

/// Whether a block passes a variable on, or switches on it.
fn is_passed(g: &LLGraph, b: BlockId, v: VarId) -> bool {
    let links = &g.blocks[b].exits;
    let passed = |&l: &LinkId| g.links[l].args.iter().any(|a| a.var() == Some(v));
    links.iter().any(passed) || switches_on(g, b, v)
}

impl Facts {
    /// Position of the last use by an operation; 0: none.
    fn last_op_use(&self, v: VarId) -> Pos {
        let uses = self.op_uses.get(&v);
        uses.and_then(|u| u.last().copied()).unwrap_or(0)
    }
    /// Whether an operation between two positions, the second included, uses a variable.
    fn is_used(&self, v: VarId, after: Pos, up_to: Pos) -> bool {
        let used = |u: &Vec<Pos>| u.iter().any(|&u| u > after && u <= up_to);
        self.op_uses.get(&v).is_some_and(used)
    }
}

struct Roots<'a> {
    g: &'a mut LLGraph,
    facts: IndexVec<BlockId, Option<Facts>>,
    preds: Predecessors,
    back: FxHashSet<(BlockId, BlockId)>,
    /// The variable needs a slot.
    needs: IndexVec<VarId, bool>,
    /// It is live across a safepoint of its own block.
    crossing: IndexVec<VarId, bool>,
    /// It is live across an allocation of its own block.
    kept: IndexVec<VarId, bool>,
    slot: FxHashMap<VarId, u32>,
    /// Its slot holds it on entry of its block.
    held: IndexVec<VarId, bool>,
    /// It is not passed, but reloaded from its slot.
    resident: IndexVec<VarId, bool>,
    /// Blocks that run seldom.
    rare: IndexVec<BlockId, bool>,
    /// For loop headers: how likely a round passes a safepoint.
    rounds: IndexVec<BlockId, Option<f64>>,
    /// Spills at the end of a block, for loop headers: operand and slot.
    edge_spills: FxHashMap<BlockId, Vec<(Arg<LL>, u32)>>,
}

impl Roots<'_> {
    fn blocks(&self) -> Vec<BlockId> {
        self.g.live_blocks().collect()
    }
    fn facts(&self, b: BlockId) -> &Facts {
        self.facts[b].as_ref().expect("a live block")
    }
    /// Inputargs of `b`'s successors to which `v` is passed.
    fn passed_to(&self, b: BlockId, v: VarId) -> impl Iterator<Item = VarId> + '_ {
        self.g.blocks[b].exits.iter().flat_map(move |&l| {
            let link = &self.g.links[l];
            link.args
                .iter()
                .zip(&self.g.blocks[link.target].inputargs)
                .filter(move |(a, _)| a.var() == Some(v))
                .map(|(_, &q)| q)
        })
    }
    /// The position behind which a variable is not used in a block with these facts.
    fn last_use(&self, f: &Facts, b: BlockId, v: VarId) -> Pos {
        if is_passed(self.g, b, v) {
            return Pos::MAX;
        }
        f.last_op_use(v)
    }
    fn need(&mut self) {
        let mut todo: Vec<VarId> = Vec::new();
        for b in self.blocks() {
            let f = self.facts(b);
            let (mut found, mut kept) = (Vec::new(), Vec::new());
            for &(v, def) in &f.defs {
                let last = self.last_use(f, b, v);
                // Defined before and used after a safepoint.
                let crosses = |&s: &usize| def <= 2 * s as Pos && last > 2 * s as Pos;
                if f.safepoints.iter().any(crosses) {
                    found.push(v);
                }
                if f.soft.iter().any(crosses) {
                    kept.push(v);
                }
            }
            for v in kept {
                self.kept[v] = true;
            }
            for v in found {
                self.crossing[v] = true;
                todo.push(v);
            }
        }
        let (g, preds) = (&*self.g, &self.preds);
        let defs = definitions(g, g.live_blocks());
        self.needs = closure(g.vars.len(), todo, |q, todo| {
            if let Def::Input(b, i) = defs[q] {
                todo.extend((preds[b].iter()).filter_map(|&(_, l)| g.links[l].args[i].var()));
            }
        });
    }
    /// Where the slot of a variable that needs one must be kept: from its definition to its last reload.
    fn range(&self, b: BlockId, v: VarId, def: Pos) -> (Pos, Pos) {
        let f = self.facts(b);
        if self.passed_to(b, v).any(|q| self.needs[q]) {
            return (def, f.end);
        }
        let last = self.last_use(f, b, v);
        let crossed = (f.safepoints.iter().chain(&f.soft))
            .map(|&s| 2 * s as Pos)
            .filter(|&s| def <= s && last > s)
            .max();
        (def, crossed.unwrap_or(def))
    }
    fn slots(&mut self) {
        let mut classes = Classes::new(self.g.vars.len());
        let mut members = Vec::new();
        for b in self.blocks() {
            let defs = self.facts(b).defs.clone();
            for (v, def) in defs {
                if self.needs[v] || self.kept[v] {
                    classes.add(v, b, self.range(b, v, def));
                    members.push(v);
                }
            }
        }
        // Loop edges first: what stays the same in a loop must not move between slots.
        for loops in [true, false] {
            for h in self.blocks() {
                for &(p, l) in &self.preds[h] {
                    if self.back.contains(&(p, h)) != loops {
                        continue;
                    }
                    let link = &self.g.links[l];
                    for (a, &q) in link.args.iter().zip(&self.g.blocks[h].inputargs) {
                        if let Some(a) = a.var()
                            && self.needs[q]
                            && self.needs[a]
                        {
                            classes.unite(a, q);
                        }
                    }
                }
            }
        }
        self.slot = classes.colour(&members);
    }
    fn hold(&mut self) {
        let blocks = self.blocks();
        for &b in &blocks {
            if b != self.g.start && !self.g.is_final(b) {
                for i in 0..self.g.blocks[b].inputargs.len() {
                    let q = self.g.blocks[b].inputargs[i];
                    self.held[q] = self.needs[q];
                }
            }
        }
        let mut held = std::mem::take(&mut self.held);
        sweep(
            &blocks,
            |b, again| self.g.successors(b).for_each(again),
            |b| {
                let mut changed = false;
                for (i, &q) in self.g.blocks[b].inputargs.iter().enumerate() {
                    if held[q] && !self.can_hold(b, i, q, &held) {
                        held[q] = false;
                        changed = true;
                    }
                }
                changed
            },
        );
        self.held = held;
        for &b in &blocks {
            for i in 0..self.g.blocks[b].inputargs.len() {
                let q = self.g.blocks[b].inputargs[i];
                if !self.held[q] {
                    continue;
                }
                for &(p, l) in &self.preds[b] {
                    let a = self.g.links[l].args[i].clone();
                    if !self.link_holds(&a, q, &self.held) {
                        let slot = self.slot[&q];
                        self.edge_spills.entry(p).or_default().push((a, slot));
                    }
                }
            }
        }
    }
    /// Whether the slot of `q` holds what a link passes to it, given what is held on entry of blocks.
    fn link_holds(&self, a: &Arg<LL>, q: VarId, held: &IndexVec<VarId, bool>) -> bool {
        a.var().is_some_and(|a| {
            let same = self.needs[a] && self.slot.get(&a) == self.slot.get(&q);
            same && (self.crossing[a] || held[a])
        })
    }
    fn can_hold(&self, b: BlockId, i: usize, q: VarId, held: &IndexVec<VarId, bool>) -> bool {
        let (mut good_back, mut bad) = (false, false);
        for &(p, l) in &self.preds[b] {
            let good = self.link_holds(&self.g.links[l].args[i], q, held);
            let back = self.back.contains(&(p, b));
            if good {
                good_back |= back;
            } else if back || self.g.blocks[p].exits.len() != 1 {
                return false;
            } else {
                bad = true;
            }
        }
        !bad || good_back
    }
    /// Whether an operation of the last gap, the switch or an edge spill needs `v` at the end of `b`.
    fn used_in_last_gap(&self, b: BlockId, v: VarId) -> bool {
        let f = self.facts(b);
        f.gap_uses.contains(&(v, f.safepoints.len()))
            || switches_on(self.g, b, v)
            || self
                .edge_spills
                .get(&b)
                .is_some_and(|s| s.iter().any(|(a, _)| a.var() == Some(v)))
    }
    fn passed_to_register(&self, b: BlockId, v: VarId) -> bool {
        self.passed_to(b, v).any(|q| !self.resident[q])
    }
    fn reside(&mut self) {
        let blocks = self.blocks();
        let wanted = self.wanted();
        for &b in &blocks {
            let quiet = self.rounds[b].is_some_and(|p| p < 0.5);
            for i in 0..self.g.blocks[b].inputargs.len() {
                let q = self.g.blocks[b].inputargs[i];
                self.resident[q] = self.held[q] && !(quiet && wanted[q]);
            }
        }
        loop {
            let mut changed = false;
            for &b in &blocks {
                for i in 0..self.g.blocks[b].inputargs.len() {
                    let q = self.g.blocks[b].inputargs[i];
                    if !self.resident[q] {
                        continue;
                    }
                    let f = self.facts(b);
                    let early = f.gap_uses.contains(&(q, 0))
                        || f.safepoints.is_empty()
                            && (self.used_in_last_gap(b, q) || self.passed_to_register(b, q));
                    if early && !self.all_cold(b, i) || wanted[q] && self.all_warm(b, i) {
                        self.resident[q] = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }
    /// Inputargs that are used before the next safepoint, on some way.
    fn wanted(&self) -> IndexVec<VarId, bool> {
        let mut wanted = IndexVec::from_elem(false, self.g.vars.len());
        let mut order = order::reverse_postorder(self.g);
        order.reverse();
        sweep(
            &order,
            |b, again| self.preds[b].iter().for_each(|&(p, _)| again(p)),
            |b| {
                let f = self.facts(b);
                let mut changed = false;
                for &q in &self.g.blocks[b].inputargs {
                    let soon = f.gap_uses.contains(&(q, 0))
                        || f.safepoints.is_empty() && self.passed_to(b, q).any(|r| wanted[r]);
                    changed |= soon && !std::mem::replace(&mut wanted[q], true);
                }
                changed
            },
        );
        wanted
    }
    /// The predecessors of a block that count: all, if it is rare itself.
    fn usual_preds(&self, b: BlockId) -> impl Iterator<Item = (BlockId, LinkId)> + '_ {
        let preds = self.preds[b].iter().copied();
        preds.filter(move |&(p, _)| self.rare[b] || !self.rare[p])
    }
    /// Whether every predecessor of `b` has what it passes to inputarg `i` in a register anyway.
    fn all_warm(&self, b: BlockId, i: usize) -> bool {
        self.usual_preds(b).all(|(p, l)| {
            self.g.links[l].args[i].var().is_some_and(|a| {
                let gone = self.crossing[a] || self.resident[a];
                !gone || self.used_in_last_gap(p, a)
            })
        })
    }
    /// Whether no predecessor of `b` has what it passes to inputarg `i` in a register.
    fn all_cold(&self, b: BlockId, i: usize) -> bool {
        self.usual_preds(b).all(|(p, l)| {
            self.g.links[l].args[i].var().is_some_and(|a| {
                let gone =
                    self.crossing[a] || self.resident[a] && self.facts(p).safepoints.is_empty();
                gone && !self.used_in_last_gap(p, a) && !self.passed_to_register_but(p, a, b)
            })
        })
    }
    /// Whether `v` is passed to an inputarg of a block other than `but` that wants it in a register.
    fn passed_to_register_but(&self, b: BlockId, v: VarId, but: BlockId) -> bool {
        self.g.blocks[b].exits.iter().any(|&l| {
            let link = &self.g.links[l];
            link.target != but
                && link
                    .args
                    .iter()
                    .zip(&self.g.blocks[link.target].inputargs)
                    .any(|(a, &q)| a.var() == Some(v) && !self.resident[q])
        })
    }
    fn rewrite(&mut self) {
        for b in self.blocks() {
            self.rewrite_block(b);
        }
        // Resident inputargs are passed no more.
        remove_inputargs(self.g, &self.preds, |q| !self.resident[q]);
    }
    fn rewrite_block(&mut self, b: BlockId) {
        let f = self.facts[b].take().expect("a live block");
        let edge_spills = self.edge_spills.remove(&b).unwrap_or_default();
        // Whether `v` must be in a register at the end of the block.
        let at_end = |me: &Self, v: VarId| {
            switches_on(me.g, b, v)
                || edge_spills.iter().any(|(a, _)| a.var() == Some(v))
                || me.passed_to_register(b, v)
        };
        let Moves {
            spill_before,
            reload_after,
            kept_after,
            mut early_reloads,
        } = self.moves(b, &f, at_end);
        let ops = std::mem::take(&mut self.g.blocks[b].ops);
        let mut out = Vec::with_capacity(ops.len() * 2);
        let mut renaming = Renaming::default();
        let span = self.g.blocks[b].span;
        for (i, mut op) in ops.into_iter().enumerate() {
            for v in early_reloads.remove(&i).unwrap_or_default() {
                out.push(self.reload(v, &mut renaming, op.span));
            }
            renaming.op(&mut op);
            let span = op.span;
            for &v in spill_before.get(&i).into_iter().flatten() {
                let spill = LLOp::GcSpill(self.slot[&v]);
                let arg = renaming.resolve(&Operand::Var(v));
                out.push(make_op(self.g, spill, [arg], LLType::Void, span));
            }
            out.push(op);
            for &v in kept_after.get(&i).into_iter().flatten() {
                out.push(self.keep(v, &mut renaming, span));
            }
            for &v in reload_after.get(&i).into_iter().flatten() {
                out.push(self.reload(v, &mut renaming, span));
            }
        }
        for v in early_reloads.remove(&usize::MAX).unwrap_or_default() {
            out.push(self.reload(v, &mut renaming, span));
        }
        for (mut a, slot) in edge_spills {
            renaming.arg(&mut a);
            out.push(make_op(
                self.g,
                LLOp::GcSpill(slot),
                [a],
                LLType::Void,
                span,
            ));
        }
        self.g.blocks[b].ops = out;
        if let ExitSwitch::Value(v) = &mut self.g.blocks[b].exitswitch {
            renaming.arg(v);
        }
        self.rename_exits(b, &renaming);
    }
    /// The spills and reloads of a block with these facts; `at_end`: whether a variable must be in a register at the
    /// end.
    fn moves(&self, b: BlockId, f: &Facts, at_end: impl Fn(&Self, VarId) -> bool) -> Moves {
        let mut moves = Moves::default();
        // Safepoints and allocations in order, these marked.
        let mut events: Vec<(usize, bool)> = f.soft.iter().map(|&s| (s, true)).collect();
        events.extend(f.safepoints.iter().map(|&s| (s, false)));
        events.sort_unstable();
        for &(v, def) in &f.defs {
            // Whether the slot holds it, and from where on a register does.
            let mut in_slot = self.held[v];
            let mut register = Some(def);
            let used_at_end = at_end(self, v);
            if self.resident[v] && def == 0 {
                let at = f.first_use.get(&v).copied();
                let last = f.safepoints.is_empty() && used_at_end;
                let at = at.or_else(|| last.then_some(usize::MAX));
                if let Some(at) = at {
                    moves.early_reloads.entry(at).or_default().push(v);
                }
                register = at.map(|i| if i == usize::MAX { f.end } else { 2 * i as Pos });
            }
            if !self.crossing[v] && !self.kept[v] {
                continue;
            }
            let last = self.last_use(f, b, v);
            for (k, &(i, soft)) in events.iter().enumerate() {
                let at = 2 * i as Pos;
                if def > at || last <= at {
                    continue;
                }
                // Whether it is used before the next call.
                let next = events[k + 1..].iter().find(|e| !e.1);
                let used = f.is_used(v, at, next.map_or(f.end, |e| 2 * e.0 as Pos))
                    || next.is_none() && used_at_end;
                if !soft {
                    if !in_slot {
                        moves.spill_before.entry(i).or_default().push(v);
                        in_slot = true;
                    }
                    register = used.then_some(at);
                    if used {
                        moves.reload_after.entry(i).or_default().push(v);
                    }
                } else if register.is_some_and(|r| r <= at) {
                    if used || !in_slot {
                        moves.kept_after.entry(i).or_default().push(v);
                    } else {
                        register = None;
                    }
                }
            }
        }
        moves
    }
    fn rename_exits(&mut self, b: BlockId, renaming: &Renaming) {
        for i in 0..self.g.blocks[b].exits.len() {
            let l = self.g.blocks[b].exits[i];
            let target = self.g.links[l].target;
            let resident: Vec<bool> = self.g.blocks[target]
                .inputargs
                .iter()
                .map(|&q| self.resident[q])
                .collect();
            for (a, resident) in self.g.links[l].args.iter_mut().zip(resident) {
                // What goes to a resident inputarg is dropped later and keeps its old name.
                if !resident {
                    renaming.arg(a);
                }
            }
        }
    }
    /// What holds a variable behind an allocation that keeps it in a register.
    fn keep(
        &mut self,
        v: VarId,
        renaming: &mut Renaming,
        span: ir::source::Span,
    ) -> ir::model::Operation<LL> {
        let arg = renaming.resolve(&Operand::Var(v));
        self.renew(v, LLOp::GcKeep(self.slot[&v]), Some(arg), renaming, span)
    }
    fn reload(
        &mut self,
        v: VarId,
        renaming: &mut Renaming,
        span: ir::source::Span,
    ) -> ir::model::Operation<LL> {
        self.renew(v, LLOp::GcReload(self.slot[&v]), None, renaming, span)
    }
    /// An operation whose result is a variable from here on.
    fn renew(
        &mut self,
        v: VarId,
        op: LLOp,
        arg: Option<Arg<LL>>,
        renaming: &mut Renaming,
        span: ir::source::Span,
    ) -> ir::model::Operation<LL> {
        let op = make_op(self.g, op, arg, *self.g.ty(v), span);
        let named = self.g.vars[v].clone();
        self.g.vars[op.result].take_name(&named);
        renaming.insert(v, Operand::Var(op.result));
        op
    }
}

fn switches_on(g: &LLGraph, b: BlockId, v: VarId) -> bool {
    matches!(&g.blocks[b].exitswitch, ExitSwitch::Value(Operand::Var(x)) if *x == v)
}

/// Union of variables that share a slot, with the places where the slot is taken.
struct Classes {
    sets: DisjointSets<VarId>,
    ranges: FxHashMap<VarId, FxHashMap<BlockId, Vec<(Pos, Pos)>>>,
}

impl Classes {
    fn new(n: usize) -> Classes {
        Classes {
            sets: DisjointSets::new(n),
            ranges: FxHashMap::default(),
        }
    }
    fn add(&mut self, v: VarId, b: BlockId, range: (Pos, Pos)) {
        let blocks = self.ranges.entry(v).or_default();
        blocks.entry(b).or_default().push(range);
    }
    fn unite(&mut self, a: VarId, b: VarId) {
        let (a, b) = (self.sets.find(a), self.sets.find(b));
        if a == b {
            return;
        }
        let (big, small) = if self.ranges[&a].len() >= self.ranges[&b].len() {
            (a, b)
        } else {
            (b, a)
        };
        if overlap(&self.ranges[&small], &self.ranges[&big]) {
            return;
        }
        let moved = self.ranges.remove(&small).expect("a class");
        let into = self.ranges.get_mut(&big).expect("a class");
        for (block, r) in moved {
            into.entry(block).or_default().extend(r);
        }
        self.sets.unite(small, big);
    }
    /// Slots for classes, largest class first, each the lowest that is free everywhere.
    fn colour(&mut self, members: &[VarId]) -> FxHashMap<VarId, u32> {
        let mut roots: Vec<VarId> = self.ranges.keys().copied().collect();
        roots.sort_by_key(|r| (std::cmp::Reverse(self.ranges[r].len()), *r));
        let mut taken: Vec<FxHashMap<BlockId, Vec<(Pos, Pos)>>> = Vec::new();
        let mut colour: FxHashMap<VarId, u32> = FxHashMap::default();
        for r in roots {
            let ranges = &self.ranges[&r];
            let free = taken.iter().position(|t| !overlap(ranges, t));
            let slot = free.unwrap_or_else(|| {
                taken.push(FxHashMap::default());
                taken.len() - 1
            });
            for (b, list) in ranges {
                taken[slot].entry(*b).or_default().extend(list);
            }
            colour.insert(r, slot as u32);
        }
        members
            .iter()
            .map(|&v| {
                let r = self.sets.find(v);
                (v, colour[&r])
            })
            .collect()
    }
}

fn overlap(
    small: &FxHashMap<BlockId, Vec<(Pos, Pos)>>,
    big: &FxHashMap<BlockId, Vec<(Pos, Pos)>>,
) -> bool {
    small.iter().any(|(b, list)| {
        big.get(b).is_some_and(|other| {
            list.iter()
                .any(|x| other.iter().any(|y| x.0 <= y.1 && y.0 <= x.1))
        })
    })
}
