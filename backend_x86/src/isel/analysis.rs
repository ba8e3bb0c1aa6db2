//! What instruction selection must know about a graph beforehand.
//!
//! * **Values.** SSI graphs pass every value through block parameters. A parameter whose incoming arguments are all the
//!   same value (or itself) *is* that value: an optimistic fixed point finds the parameters that are real merges, so
//!   the allocator sees SSA form with few block parameters. Casts that change no bits are copies, too. Constants
//!   propagate the same way.
//! * **Liveness and use counts** (one walk from what is needed finds both) of the remaining values; dead pure
//!   operations and loads are dropped. In the one block of a fragment also stores to items of arrays that a later one
//!   overwrites, with nothing but computation in between.
//! * **Epochs** inside a block: a load may be selected later, as a memory operand, while no write comes between; a pure
//!   operation while no call comes between (a safepoint would make references stale).
//! * **Root slots** live at each safepoint: slot `s` is live if a path reaches `gc_reload[s]` before `gc_spill[s]`, and
//!   at an allocation that `gc_keep[s]` stands behind.
//!
//! ```text
//! b0(v0): goto b1(v0, 0)
//! b1(v1, v2): ... goto b1(v1, v3)      // v1 = v0 everywhere, v2 stays a parameter
//! ```
use fixedbitset::FixedBitSet;
use ir::dataflow::{BlockAnalysis, Direction, Lattice, blocks, sweep};
use ir::index::{Idx, IndexVec};
use ir::lltype::LLType;
use ir::model::{
    BlockId, ExitCase, ExitSwitch, LinkId, OpInfo, Operand, Predecessors, VarId, order,
};
use lowlevel::likelihood::is_unlikely;
use lowlevel::ops::State;
use lowlevel::{Const, Effect, LL, LLGraph, LLOp};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::mir::Roots;

/// A value after copies are resolved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Val {
    /// A variable that is no copy.
    Var(VarId),
    Const(Const),
}

#[derive(Clone, Copy, PartialEq)]
enum Known {
    /// Not reached yet.
    Top,
    /// A copy of a final value.
    Copy(Val),
    /// A value of its own.
    Own,
}

/// What is known of a graph before code is selected for it.
#[derive(Default)]
pub struct Analysis {
    state: IndexVec<VarId, Known>,
    /// Operation that defines a variable.
    pub def: IndexVec<VarId, Option<(BlockId, u32)>>,
    /// Uses by live operations, links to live parameters, and switches.
    pub uses: IndexVec<VarId, u32>,
    /// Whether the value is needed.
    pub live: IndexVec<VarId, bool>,
    /// Incoming links by block.
    pub preds: Predecessors,
    /// For each block and operation: number of writes, and of calls, before it. One more entry for the end.
    pub epochs: IndexVec<BlockId, Vec<(u32, u32)>>,
    /// Root slots live after safepoint operations.
    pub roots: FxHashMap<(BlockId, u32), Roots>,
    /// Number of root slots.
    pub root_slots: u32,
    /// Operations of the one block (see [`Analysis::block`]) that store what is overwritten before anybody can read it.
    overwritten: FixedBitSet,
}

/// Whether an operation may be dropped when nobody uses its result.
pub fn is_removable(op: &LLOp) -> bool {
    match op.effect() {
        // The number of an object is made when it is asked for.
        Effect::Reads(State::Identity) => false,
        Effect::Pure
        | Effect::Loads(_)
        | Effect::ReadsMemory
        | Effect::Reads(_)
        | Effect::Nothing => true,
        Effect::Stores(_)
        | Effect::Fills(_)
        | Effect::WritesMemory
        | Effect::Allocates(_)
        | Effect::Frees(_)
        | Effect::Calls
        | Effect::Writes(_)
        | Effect::Tests
        | Effect::Ends => false,
    }
}

/// Whether an operation becomes a call or a stub call that can collect (ends a call epoch).
pub fn is_call_like(op: &LLOp) -> bool {
    match op.effect() {
        Effect::Calls
        | Effect::Allocates(_)
        | Effect::Frees(_)
        | Effect::Fills(_)
        | Effect::Reads(State::Identity) => true,
        Effect::Pure
        | Effect::Loads(_)
        | Effect::Stores(_)
        | Effect::ReadsMemory
        | Effect::WritesMemory
        | Effect::Reads(_)
        | Effect::Writes(_)
        | Effect::Nothing
        | Effect::Tests
        | Effect::Ends => false,
    }
}

impl Analysis {
    /// Analyses a graph. `order` is a reverse post-order of its reachable blocks; `uses` are values needed beside what
    /// the graph says.
    pub fn new(g: &LLGraph, order: &[BlockId], uses: &[Operand<Const>]) -> Analysis {
        let preds = Predecessors::along(g, order.iter().copied(), |b| live_exits(g, b));
        let mut a = Analysis {
            state: IndexVec::from_elem(Known::Top, g.vars.len()),
            def: IndexVec::from_elem(None, g.vars.len()),
            uses: IndexVec::from_elem(0, g.vars.len()),
            live: IndexVec::from_elem(false, g.vars.len()),
            preds,
            epochs: IndexVec::from_elem(Vec::new(), g.blocks.len()),
            roots: FxHashMap::default(),
            root_slots: 0,
            overwritten: FixedBitSet::new(),
        };
        a.find_copies(g, order);
        a.find_epochs(g, order);
        a.find_live(g, order, uses);
        if a.root_slots > 0 {
            a.find_roots(g, order);
        }
        a
    }

    /// Analyses the start block of a graph, all there is of it, in the tables of another analysis: one pass forwards,
    /// one backwards. `uses` calls its argument for each operand that code behind the block reads: those of the end and
    /// of the side exits. `side_exits`: for each of them the number of operations before it, descending; a store that
    /// is seen through a side exit is not overwritten by a later one.
    pub fn block(
        &mut self,
        g: &LLGraph,
        uses: impl FnOnce(&mut dyn FnMut(&Operand<Const>)),
        side_exits: impl Iterator<Item = usize>,
    ) {
        fn reset<I: Idx, T: Clone>(v: &mut IndexVec<I, T>, value: T, n: usize) {
            v.raw_mut().clear();
            v.raw_mut().resize(n, value);
        }
        let n = g.vars.len();
        reset(&mut self.state, Known::Own, n);
        reset(&mut self.def, None, n);
        reset(&mut self.uses, 0, n);
        reset(&mut self.live, false, n);
        let b = g.start;
        self.epochs.ensure(b, Vec::new());
        let ops = &g.blocks[b].ops;
        let mut epochs = std::mem::take(&mut self.epochs[b]);
        epochs.clear();
        let (mut writes, mut calls) = (0, 0);
        for (i, op) in ops.iter().enumerate() {
            self.def[op.result] = Some((b, i as u32));
            if op.op.copies() {
                let of = match self.val(&op.args[0]) {
                    Val::Const(c) => Val::Const(Const::new(*g.ty(op.result), c.value)),
                    of => of,
                };
                self.state[op.result] = Known::Copy(of);
            }
            epochs.push((writes, calls));
            calls += u32::from(is_call_like(&op.op));
            writes += u32::from(!is_removable(&op.op));
        }
        epochs.push((writes, calls));
        self.epochs[b] = epochs;
        uses(&mut |a| self.mark_one(g, a));
        self.overwritten.clear();
        self.overwritten.grow(ops.len());
        let mut side_exits = side_exits.peekable();
        let mut stores: SmallVec<[(&LLOp, Val, Val); 4]> = SmallVec::new();
        for (i, op) in ops.iter().enumerate().rev() {
            while side_exits.next_if(|&at| at > i).is_some() {
                stores.clear();
            }
            if let LLOp::SetArrayItem(_) = op.op {
                let store = (&op.op, self.val(&op.args[0]), self.val(&op.args[1]));
                if stores.contains(&store) {
                    self.overwritten.insert(i);
                    continue;
                }
                stores.push(store);
            } else if !is_removable(&op.op) || op.op.is_load() && self.live[op.result] {
                stores.clear();
            }
            if !is_removable(&op.op) || self.live[op.result] {
                for a in &op.args {
                    self.mark_one(g, a);
                }
            }
            // The flags are read by the operation after it.
            if op.op.is_ovf() {
                self.live[op.result] = true;
            }
        }
    }
    /// Whether an operation of the block stores what nobody reads.
    pub fn is_overwritten(&self, i: usize) -> bool {
        self.overwritten.contains(i)
    }
    fn mark_one(&mut self, g: &LLGraph, arg: &Operand<Const>) {
        if let Val::Var(v) = self.val(arg)
            && *g.ty(v) != LLType::Void
        {
            self.uses[v] += 1;
            self.live[v] = true;
        }
    }

    /// The value of an operand.
    pub fn val(&self, arg: &Operand<Const>) -> Val {
        match arg {
            Operand::Const(c) => Val::Const(*c),
            Operand::Var(v) => self.var(*v),
        }
    }
    /// The value of a variable.
    pub fn var(&self, v: VarId) -> Val {
        match self.state[v] {
            Known::Copy(val) => val,
            Known::Own | Known::Top => Val::Var(v),
        }
    }
    /// Whether a parameter is a merge that the machine code must carry.
    pub fn is_param(&self, g: &LLGraph, v: VarId) -> bool {
        self.live[v] && self.state[v] == Known::Own && *g.ty(v) != LLType::Void
    }

    fn find_copies(&mut self, g: &LLGraph, order: &[BlockId]) {
        for &v in g.args() {
            self.state[v] = Known::Own;
        }
        for &b in order {
            for (i, op) in g.blocks[b].ops.iter().enumerate() {
                self.def[op.result] = Some((b, i as u32));
                if !op.op.copies() {
                    self.state[op.result] = Known::Own;
                }
            }
        }
        let preds = std::mem::take(&mut self.preds);
        sweep(
            order,
            |b, again| {
                let live = live_exits(g, b).iter();
                live.for_each(|&l| again(g.links[l].target));
            },
            |b| {
                let mut changed = false;
                if b != g.start || !preds[b].is_empty() {
                    changed |= self.merge_params(g, b, &preds[b]);
                }
                for op in g.blocks[b].ops.iter().filter(|o| o.op.copies()) {
                    let new = match self.resolve(&op.args[0]) {
                        None => Known::Top,
                        Some(Val::Const(c)) => {
                            Known::Copy(Val::Const(Const::new(*g.ty(op.result), c.value)))
                        }
                        Some(v) => Known::Copy(v),
                    };
                    changed |= new != self.state[op.result];
                    self.state[op.result] = new;
                }
                changed
            },
        );
        self.preds = preds;
    }
    fn resolve(&self, arg: &Operand<Const>) -> Option<Val> {
        match arg {
            Operand::Const(c) => Some(Val::Const(*c)),
            Operand::Var(v) => match self.state[*v] {
                Known::Top => None,
                Known::Copy(val) => Some(val),
                Known::Own => Some(Val::Var(*v)),
            },
        }
    }
    fn merge_params(&mut self, g: &LLGraph, b: BlockId, preds: &[(BlockId, LinkId)]) -> bool {
        let mut changed = false;
        for (i, &p) in g.blocks[b].inputargs.iter().enumerate() {
            if self.state[p] == Known::Own {
                continue;
            }
            let mut new = Known::Top;
            for &(_, l) in preds {
                match (new, self.resolve(&g.links[l].args[i])) {
                    (_, None) => {}
                    (_, Some(Val::Var(v))) if v == p => {}
                    (Known::Top, Some(v)) => new = Known::Copy(v),
                    (Known::Copy(Val::Const(a)), Some(Val::Const(c))) if a.value == c.value => {}
                    (Known::Copy(v), Some(w)) if v == w => {}
                    _ => {
                        new = Known::Own;
                        break;
                    }
                }
            }
            changed |= new != self.state[p];
            self.state[p] = new;
        }
        changed
    }

    fn find_epochs(&mut self, g: &LLGraph, order: &[BlockId]) {
        for &b in order {
            let (mut writes, mut calls) = (0, 0);
            let mut out = Vec::with_capacity(g.blocks[b].ops.len() + 1);
            for op in &g.blocks[b].ops {
                out.push((writes, calls));
                if is_call_like(&op.op) {
                    calls += 1;
                }
                if !is_removable(&op.op) && !matches!(op.op, LLOp::GcSpill(_)) {
                    writes += 1;
                }
                if let LLOp::GcSpill(s) | LLOp::GcReload(s) | LLOp::GcKeep(s) = op.op {
                    self.root_slots = self.root_slots.max(s + 1);
                }
            }
            out.push((writes, calls));
            self.epochs[b] = out;
        }
    }

    fn find_live(&mut self, g: &LLGraph, order: &[BlockId], uses: &[Operand<Const>]) {
        let mut param_of = IndexVec::<VarId, Option<(BlockId, u32)>>::from_elem(None, g.vars.len());
        let mut todo = Vec::new();
        for &b in order {
            let block = &g.blocks[b];
            for (i, &p) in block.inputargs.iter().enumerate() {
                param_of[p] = Some((b, i as u32));
            }
            for op in &block.ops {
                if !is_removable(&op.op) {
                    self.mark_args(g, &op.args, &mut todo);
                    // The flags are read by the operation after it.
                    if op.op.is_ovf() {
                        self.live[op.result] = true;
                    }
                }
            }
            if let ExitSwitch::Value(v) = &block.exitswitch {
                self.mark(g, v, &mut todo);
            }
            for &l in live_exits(g, b) {
                if g.links[l].target == g.return_block {
                    self.mark(g, &g.links[l].args[0], &mut todo);
                }
            }
        }
        self.mark_args(g, uses, &mut todo);
        while let Some(v) = todo.pop() {
            if let Some((b, i)) = self.def[v] {
                let op = &g.blocks[b].ops[i as usize];
                if is_removable(&op.op) {
                    self.mark_args(g, &op.args, &mut todo);
                }
            } else if let Some((b, i)) = param_of[v] {
                for n in 0..self.preds[b].len() {
                    let l = self.preds[b][n].1;
                    self.mark(g, &g.links[l].args[i as usize], &mut todo);
                }
            }
        }
    }
    fn mark_args(&mut self, g: &LLGraph, args: &[Operand<Const>], todo: &mut Vec<VarId>) {
        for arg in args {
            self.mark(g, arg, todo);
        }
    }
    fn mark(&mut self, g: &LLGraph, arg: &Operand<Const>, todo: &mut Vec<VarId>) {
        if let Val::Var(v) = self.val(arg)
            && *g.ty(v) != LLType::Void
        {
            self.uses[v] += 1;
            if !std::mem::replace(&mut self.live[v], true) {
                todo.push(v);
            }
        }
    }

    fn find_roots(&mut self, g: &LLGraph, order: &[BlockId]) {
        // Exits that a constant switch never takes count, too.
        let exits = |b: BlockId| &g.blocks[b].exits[..];
        let preds = Predecessors::along(g, order.iter().copied(), exits);
        let slots = ReadSlots {
            g,
            n: self.root_slots as usize,
        };
        let live_out = blocks(g, order, &preds, exits, &slots);
        for &b in order {
            let mut s = live_out[b].0.clone();
            // What the slow path of the allocation before stores itself.
            let mut kept = FixedBitSet::with_capacity(self.root_slots as usize);
            for (i, op) in g.blocks[b].ops.iter().enumerate().rev() {
                match &op.op {
                    LLOp::GcReload(slot) => s.insert(*slot as usize),
                    LLOp::GcSpill(slot) => s.set(*slot as usize, false),
                    LLOp::GcKeep(slot) if self.live[op.result] => kept.insert(*slot as usize),
                    o if is_call_like(o) && !(s.is_clear() && kept.is_clear()) => {
                        kept.union_with(&s);
                        let roots = kept.ones().map(|x| x as u16).collect();
                        self.roots.insert((b, i as u32), roots);
                        kept.clear();
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Root slots that some way from here reads before it writes them.
#[derive(Clone, PartialEq)]
struct Slots(FixedBitSet);

impl Lattice for Slots {
    fn join(&mut self, other: &Slots) -> bool {
        let more = !other.0.is_subset(&self.0);
        self.0.union_with(&other.0);
        more
    }
}

struct ReadSlots<'a> {
    g: &'a LLGraph,
    n: usize,
}

impl BlockAnalysis<LL> for ReadSlots<'_> {
    type State = Slots;
    const DIRECTION: Direction = Direction::Backward;
    fn bottom(&self) -> Slots {
        Slots(FixedBitSet::with_capacity(self.n))
    }
    fn transfer(&self, b: BlockId, slots: &mut Slots) {
        for op in self.g.blocks[b].ops.iter().rev() {
            match op.op {
                LLOp::GcReload(slot) => slots.0.insert(slot as usize),
                LLOp::GcSpill(slot) => slots.0.set(slot as usize, false),
                _ => {}
            }
        }
    }
}

/// The layout: blocks in order with the cold ones last, and which are cold or loop heads.
#[derive(Default)]
pub struct Order {
    /// A reverse post-order of the reachable blocks, loops contiguous.
    pub rpo: Vec<BlockId>,
    /// Cold blocks: every path through them ends badly or is an exceptional one.
    pub cold: IndexVec<BlockId, bool>,
    /// Targets of back edges.
    pub loop_head: IndexVec<BlockId, bool>,
    /// How many loops contain the block.
    pub depth: IndexVec<BlockId, u32>,
}

/// The exits of a block that can be taken: all, or the one a constant switch chooses.
pub fn live_exits(g: &LLGraph, b: BlockId) -> &[LinkId] {
    let block = &g.blocks[b];
    let ExitSwitch::Value(Operand::Const(c)) = &block.exitswitch else {
        return &block.exits;
    };
    let i = block
        .exits
        .iter()
        .position(|&l| match &g.links[l].exitcase {
            ExitCase::Bool(t) => c.value == Const::bool(*t).value,
            ExitCase::Case(k) => k.value == c.value,
            ExitCase::Default | ExitCase::Always => true,
            ExitCase::Exception(_) => false,
        })
        .unwrap_or(block.exits.len().saturating_sub(1));
    block.exits.get(i..=i).unwrap_or(&[])
}

/// A reverse post-order along exits that can be taken.
fn reachable_order(g: &LLGraph) -> Vec<BlockId> {
    order::reverse_postorder_along(g, g.start, |b| live_exits(g, b))
}

/// Computes the layout order.
pub fn order(g: &LLGraph) -> Order {
    let n = g.blocks.len();
    let first = reachable_order(g);
    let successors = |b: BlockId| live_exits(g, b).iter().map(|&l| g.links[l].target);
    let mut number = IndexVec::<BlockId, u32>::from_elem(u32::MAX, n);
    for (i, &b) in first.iter().enumerate() {
        number[b] = i as u32;
    }
    let mut cold = IndexVec::<BlockId, bool>::from_elem(false, n);
    // Backwards: what can only end badly.
    for &b in first.iter().rev() {
        let block = &g.blocks[b];
        let ends_badly = block.ops.last().is_some_and(|o| o.op.is_noreturn());
        cold[b] = ends_badly
            || (!block.exits.is_empty()
                && live_exits(g, b).iter().all(|&l| {
                    cold[g.links[l].target] && number[g.links[l].target] > number[b]
                        || is_unlikely(g, b, l)
                }));
    }
    // Forwards: what is reached by cold edges only.
    let mut hot = IndexVec::<BlockId, bool>::from_elem(false, n);
    hot[g.start] = true;
    for &b in &first {
        if !hot[b] {
            continue;
        }
        for &l in live_exits(g, b) {
            if !is_unlikely(g, b, l) {
                hot[g.links[l].target] = true;
            }
        }
    }
    // A block reached over a back edge only from later hot blocks: one more round is enough for reducible graphs.
    for &b in &first {
        cold[b] |= !hot[b];
    }
    cold[g.start] = false;
    // Loops: for each head the blocks that reach its back edges.
    let mut loop_head = IndexVec::<BlockId, bool>::from_elem(false, n);
    let mut depth = IndexVec::<BlockId, u32>::from_elem(0, n);
    let preds = Predecessors::along(g, first.iter().copied(), |b| live_exits(g, b));
    for &b in &first {
        for t in successors(b) {
            if number[t] <= number[b] {
                loop_head[t] = true;
            }
        }
    }
    let mut mark = IndexVec::<BlockId, u32>::from_elem(u32::MAX, n);
    for &h in &first {
        if !loop_head[h] {
            continue;
        }
        let id = h.index() as u32;
        mark[h] = id;
        depth[h] += 1;
        let mut todo: Vec<BlockId> = preds[h]
            .iter()
            .map(|&(p, _)| p)
            .filter(|&p| number[p] >= number[h])
            .collect();
        while let Some(b) = todo.pop() {
            if mark[b] == id || number[b] < number[h] {
                continue;
            }
            mark[b] = id;
            depth[b] += 1;
            todo.extend(preds[b].iter().map(|&(p, _)| p));
        }
    }
    // The order proper: successors visited earlier come later; cold ones and loop exits last.
    let mut seen = IndexVec::<BlockId, bool>::from_elem(false, n);
    let mut post = Vec::with_capacity(first.len());
    let children = |b: BlockId| {
        let mut c: Vec<BlockId> = successors(b).collect();
        c.reverse();
        c.sort_by_key(|&t| (!cold[t], depth[t]));
        c
    };
    let mut stack = vec![(g.start, children(g.start), 0usize)];
    seen[g.start] = true;
    while let Some((b, c, i)) = stack.last_mut() {
        if let Some(&t) = c.get(*i) {
            *i += 1;
            if !std::mem::replace(&mut seen[t], true) {
                let ct = children(t);
                stack.push((t, ct, 0));
            }
        } else {
            post.push(*b);
            stack.pop();
        }
    }
    post.reverse();
    Order {
        rpo: post,
        cold,
        loop_head,
        depth,
    }
}
