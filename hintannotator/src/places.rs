//! Where red values enter greens of a merge point: the places of the promotions that its greens ask for.
//!
//! At the merge point itself all positions of the interpreted program would share one promotion. At the place where the
//! red value flows into the green variable each position has its own, which takes few values: a bracket of a Brainfuck
//! program has one partner.
//!
//! ```text
//! b1(pc):  merge_point(pc, ...)                 b1(pc):  merge_point(pc, ...)
//!          ...                                           ...
//!          if v1 then b3(pc) else b2(pc)                 if v1 then b3(pc) else b2(pc)
//! b2(pc2): v2 = getarrayitem(map, pc2)          b2(pc2): v2 = getarrayitem(map, pc2)
//!          goto b3(v2)                                   goto b4(v2, pc2)
//!                                               b4(v3, pc4):
//!                                                        v4 = hint[promote](v3, pc4)
//!                                                        goto b3(v4)
//! b3(pc3): v5 = int_add(pc3, 1)                 b3(pc3): v5 = int_add(pc3, 1)
//!          goto b1(v5)                                   goto b1(v5)
//! ```
//! From the merge point the way goes back to joins where the value is known on some ways, through foldable operations
//! with one red operand, as long as the value is needed wherever they are reached. What is red on the other ways is
//! promoted as late as possible, where it enters the join: a load early in the loop that one opcode alone jumps to, for
//! that opcode; and what is computed of it, not what it is computed from.
//!
//! The promotion takes the greens of the merge point as further arguments, though nothing behind it may use them: so
//! they are known up to it, and residual code that leads to it is not shared by different positions.
use ir::dataflow::Def;
use ir::index::IndexVec;
use ir::model::{Arg, BlockId, LinkId, Operand, VarId};
use lowlevel::{Const, LL, LLOp};
use rustc_hash::{FxHashMap, FxHashSet};
use transform::rewrite::{insert_on_edge, origins, own_start};

use crate::lattice::Time;
use crate::policy::{self, Fold};
use crate::prepare::{Prepared, Preparer, promote};

/// Where a red value is used as a green.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Use {
    /// An argument of a link.
    Link(LinkId, usize),
    /// An argument of the merge point.
    Marker(usize),
}

/// The search for places in one graph.
struct Search<'a> {
    preparer: &'a Preparer<'a>,
    p: &'a Prepared,
    times: &'a IndexVec<VarId, Time>,
    /// The block of the merge point.
    marker: BlockId,
    /// Joins whose links have been looked at.
    followed: FxHashSet<VarId>,
    found: Vec<Use>,
}

impl Search<'_> {
    fn is_red(&self, a: &Arg<LL>) -> Option<VarId> {
        a.var().filter(|&v| self.times[v].is_red())
    }
    /// From a use that has to be green on.
    fn follow(&mut self, from: VarId, at: Use) {
        let mut todo = vec![(from, at)];
        while let Some((v, at)) = todo.pop() {
            let Some(join) = self.join_behind(v, at) else {
                self.found.push(at);
                continue;
            };
            if self.followed.insert(join) {
                let into = self.red_links(join);
                todo.extend(into.map(|(v, l, k)| (v, Use::Link(l, k))));
            }
        }
    }
    /// The join that a red value is computed from by operations that would be green but for it, if it is known on some
    /// way to the join, and needed wherever that is reached.
    fn join_behind(&self, v: VarId, at: Use) -> Option<VarId> {
        let join = self.last_join(v, at)?;
        self.is_mixed(join).then_some(join)
    }
    fn last_join(&self, mut v: VarId, at: Use) -> Option<VarId> {
        loop {
            let (Def::Input(b, _) | Def::Op(b, _)) = self.p.defs[v] else {
                return None;
            };
            if !self.always_leads_to(b, at) {
                return None;
            }
            v = match self.p.defs[v] {
                Def::Input(b, _) if self.p.is_entry(b) => return None,
                Def::Input(b, _) if self.p.preds[b].len() > 1 => return Some(v),
                Def::Input(..) => self.red_links(v).next()?.0,
                Def::Op(b, i) => self.one_red_operand(b, i)?,
                Def::None => return None,
            };
        }
    }
    /// Whether the value of a join is known on some way to it.
    fn is_mixed(&self, join: VarId) -> bool {
        let mut seen: FxHashSet<VarId> = [join].into_iter().collect();
        let mut todo = vec![join];
        while let Some(v) = todo.pop() {
            let Def::Input(b, _) = self.p.defs[v] else {
                continue;
            };
            let into: Vec<_> = self.red_links(v).collect();
            if into.len() < self.p.preds[b].len() {
                return true;
            }
            for (v, l, k) in into {
                let behind = self.last_join(v, Use::Link(l, k));
                todo.extend(behind.filter(|&j| seen.insert(j)));
            }
        }
        false
    }
    /// The red values that links pass to an inputarg.
    fn red_links(&self, v: VarId) -> impl Iterator<Item = (VarId, LinkId, usize)> {
        let (b, k) = match self.p.defs[v] {
            Def::Input(b, k) => (Some(b), k),
            _ => (None, 0),
        };
        let links = b.into_iter().flat_map(|b| self.p.preds[b].iter());
        links.filter_map(move |&(_, l)| {
            let red = self.is_red(&self.p.graph.links[l].args[k])?;
            Some((red, l, k))
        })
    }
    /// The red operand that makes an operation red which is green otherwise, if there is one such operand.
    fn one_red_operand(&self, b: BlockId, i: usize) -> Option<VarId> {
        let op = &self.p.graph.blocks[b].ops[i];
        if op.op == LLOp::OvfOccurred {
            return None;
        }
        let fold = policy::fold(self.preparer.program, self.preparer.effects, &op.op);
        if !matches!(fold, Fold::Yes | Fold::Same) {
            return None;
        }
        let mut red = op.args.iter().filter_map(|a| self.is_red(a));
        let one = red.next()?;
        red.next().is_none().then_some(one)
    }
    /// Whether no way from a block to the merge point passes the use by.
    fn always_leads_to(&self, b: BlockId, at: Use) -> bool {
        let Use::Link(link, _) = at else { return true };
        let mut seen: FxHashSet<BlockId> = [b].into_iter().collect();
        let mut todo = vec![b];
        while let Some(x) = todo.pop() {
            if x == self.marker {
                return false;
            }
            for &l in &self.p.graph.blocks[x].exits {
                let t = self.p.graph.links[l].target;
                if l != link && seen.insert(t) {
                    todo.push(t);
                }
            }
        }
        true
    }
}

/// Puts promotions where red values enter these arguments of the merge point. `times` are those of the variables of the
/// graph.
pub(crate) fn promote_arguments(
    p: &mut Prepared,
    preparer: &Preparer<'_>,
    times: &IndexVec<VarId, Time>,
    arguments: &[usize],
) {
    let Some(m) = p.marker else { return };
    let at = p.graph.blocks[m.block].ops.len() - 1;
    // The parameters are a block's of which nothing asks for more inputargs.
    let span = p.graph.blocks[p.graph.start].span;
    if own_start(&mut p.graph, span) {
        p.update();
    }
    let mut search = Search {
        preparer,
        p,
        times,
        marker: m.block,
        followed: FxHashSet::default(),
        found: Vec::new(),
    };
    for &i in arguments {
        if let Operand::Var(v) = p.graph.blocks[m.block].ops[at].args[i] {
            search.follow(v, Use::Marker(i));
        }
    }
    let mut found = search.found;
    found.sort();
    found.dedup();
    // Blocks that end with a promotion; links behind the last promotion on a link.
    let mut placed: Vec<BlockId> = Vec::new();
    let mut behind: FxHashMap<LinkId, LinkId> = FxHashMap::default();
    for u in found {
        match u {
            Use::Link(l, k) => {
                let (block, onwards) = promote_on_link(p, *behind.get(&l).unwrap_or(&l), k);
                placed.push(block);
                behind.insert(l, onwards);
            }
            Use::Marker(i) => {
                placed.extend(p.marker.map(|m| m.block));
                p.promote_at_marker(i);
            }
        }
    }
    p.update();
    carry_greens(p, times, &placed);
    p.update();
}

/// Promotes argument `k` of a link, in a block of its own. Returns that and its exit.
fn promote_on_link(p: &mut Prepared, l: LinkId, k: usize) -> (BlockId, LinkId) {
    let g = &mut p.graph;
    let span = g.links[l].span;
    let new = insert_on_edge(g, l);
    let op = promote(g, g.blocks[new].inputargs[k], span);
    let onwards = g.blocks[new].exits[0];
    g.links[onwards].args[k] = Operand::Var(op.result);
    g.blocks[new].ops.push(op);
    (new, onwards)
}

/// Makes the greens of the merge point further arguments of the promotions that end these blocks.
fn carry_greens(p: &mut Prepared, times: &IndexVec<VarId, Time>, placed: &[BlockId]) {
    let Some(m) = p.marker else { return };
    let known = origins(&p.graph);
    for i in 0..m.greens {
        let entry = p.graph.blocks[m.after].inputargs[i];
        if matches!(known[entry], Operand::Const(_)) {
            continue;
        }
        // The variable that has the value, by block: of several the first.
        let mut here: FxHashMap<BlockId, VarId> = FxHashMap::default();
        for &b in &p.order {
            let same =
                |v: &&VarId| known.get(**v) == Some(&known[entry]) && is_green(p, times, **v);
            if let Some(&v) = p.graph.blocks[b].inputargs.iter().find(same) {
                here.insert(b, v);
            }
        }
        here.insert(m.after, entry);
        for &b in placed {
            let v = carry(p, &mut here, b);
            let op = p.graph.blocks[b].ops.last_mut().expect("a promotion");
            if !op.args.contains(&Operand::Var(v)) {
                op.args.push(Operand::Var(v));
            }
        }
    }
}

/// Whether a variable can be green; of those that are new it is told by what they are copies of.
fn is_green(p: &Prepared, times: &IndexVec<VarId, Time>, mut v: VarId) -> bool {
    loop {
        if let Some(t) = times.get(v) {
            return !t.is_red();
        }
        let Def::Input(b, k) = p.defs[v] else {
            return false;
        };
        v = match p.preds[b][..] {
            [(_, l)] => match p.graph.links[l].args[k] {
                Operand::Var(v) => v,
                Operand::Const(_) => return true,
            },
            _ => return false,
        };
    }
}

/// The variable of a block that has a value, which is passed on to it if need be from where it is known. Ways to the
/// block that do not begin at the merge point are never taken in the JIT's copy, and pass nothing of meaning.
fn carry(p: &mut Prepared, here: &mut FxHashMap<BlockId, VarId>, to: BlockId) -> VarId {
    let mut between = vec![];
    let mut todo = vec![to];
    let any = here[&p.entry];
    while let Some(b) = todo.pop() {
        if here.contains_key(&b) {
            continue;
        }
        let v = p.graph.copy_var(any);
        p.graph.blocks[b].inputargs.push(v);
        here.insert(b, v);
        between.push(b);
        todo.extend(p.preds[b].iter().map(|&(s, _)| s));
    }
    let ty = *p.graph.ty(any);
    let blocks: Vec<BlockId> = p.graph.live_blocks().collect();
    let reached: FxHashSet<BlockId> = p.order.iter().copied().collect();
    for s in blocks {
        for l in p.graph.blocks[s].exits.clone() {
            if between.contains(&p.graph.links[l].target) {
                let passed = match here.get(&s).filter(|_| reached.contains(&s)) {
                    Some(&v) => Operand::Var(v),
                    None => Operand::Const(Const::zero(ty)),
                };
                p.graph.links[l].args.push(passed);
            }
        }
    }
    here[&to]
}
