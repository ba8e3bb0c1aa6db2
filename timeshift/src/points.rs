//! Where a generator can stop and resume, and what is saved there.
//!
//! *Sources* are the places that residual control flow leads to: the start, the exits of red branches and switches,
//! what follows an action. Between sources a generator runs natively, along one path that the greens decide. A block
//! that several sources reach is where residual control flow may join: the iterated dominance frontier of the sources,
//! as for the φs of SSA (with each exit of a split as a node of its own). A loop without a source inside is green: it
//! is unrolled natively.
//!
//! ```text
//! b1: if red then b2 else b3        sources: b1→b2, b1→b3
//! b2: goto b4   b3: goto b4         b4 is a join: entered by GOTO
//! b4: goto b5   b5: ...             b5 is reached from b4 only: native
//! ```
//! A block that holds nothing but a merge point is no join: the merge point is.
//! Saved are the inputargs of the block that are live, or the live variables that an action's exit passes.
use hintannotator::{CallPlan, Color, Colored, GraphCopy};
use indexmap::IndexMap;
use ir::dataflow::{Def, closure, definitions};
use ir::index::{Idx, IndexVec};
use ir::lltype::LLType;
use ir::model::{BlockId, ExitSwitch, LinkId, OpInfo, Operand, Predecessors, VarId};
use jit_abi::info::PointKind;
use lowlevel::ops::{HintKind, MarkerKind};
use lowlevel::verify::operand_type;
use lowlevel::{LLGraph, LLOp, Program};
use petgraph::algo::dominators;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

/// How a block ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockEnd {
    /// The final block.
    Return,
    /// The last operation never returns.
    Unreachable,
    /// One exit.
    Goto,
    /// A green test.
    Green,
    /// A red branch or switch.
    Red,
    /// The last operation is a promotion.
    Promote,
    /// The last operation asks whether the program is certain to get there.
    Certain,
    /// The last operation is a merge point of this portal.
    Merge(usize),
    /// The last operation is a call that is inlined.
    Call,
}

impl BlockEnd {
    /// Whether the generator returns to its driver here (and not because the graph ends).
    pub fn is_action(self) -> bool {
        matches!(
            self,
            BlockEnd::Promote | BlockEnd::Certain | BlockEnd::Merge(_) | BlockEnd::Call
        )
    }
}

/// What a point stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PointKey {
    /// The start of the copy, with all parameters.
    Start,
    /// A block, with its live inputargs.
    Block(BlockId),
    /// Behind the action that ends a block, with what its exit passes.
    After(BlockId),
}

/// A word of a point's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateWord {
    /// The variable that gets it; `None`: nobody needs it.
    pub var: Option<VarId>,
    pub ty: LLType,
}

/// A place where a generator stops and resumes, as the tables and the generator number it.
#[derive(Clone, Debug)]
pub struct Point {
    /// What makes it the same point: its place in the graph.
    pub key: PointKey,
    pub kind: PointKind,
    /// Its greens, in the order of the state.
    pub greens: Vec<StateWord>,
    /// Its reds, in the order of the state.
    pub reds: Vec<StateWord>,
    /// A result that is appended: its colour and type, and the variable that gets it.
    pub result: Option<(Color, LLType, VarId)>,
}

/// The points of a copy, with the liveness and the order of blocks that they follow from.
#[derive(Debug)]
pub struct GeneratorPlan {
    /// Where the copy is entered (portal: the block behind the merge point).
    pub entry: BlockId,
    /// Blocks in reverse post-order.
    pub blocks: Vec<BlockId>,
    /// How they end.
    pub ends: IndexVec<BlockId, BlockEnd>,
    /// Variables whose value matters.
    pub live: IndexVec<VarId, bool>,
    /// Blocks where residual control flow may join.
    pub joins: FxHashSet<BlockId>,
    /// Links that close native loops.
    pub ticks: FxHashSet<LinkId>,
    /// Points in order of their local numbers, the start first.
    pub points: IndexMap<PointKey, Point>,
    /// Some loop is not all green.
    pub has_loops: bool,
}

/// Whether an operation is computed by the generator. The others are red, or leave no trace ([`is_dropped`]).
pub fn is_green(
    copy: &GraphCopy,
    graph: &LLGraph,
    op: &ir::model::Operation<lowlevel::LL>,
) -> bool {
    let void = *graph.ty(op.result) == LLType::Void;
    !void && copy.colors[op.result] == Color::Green
}

/// Whether an operation leaves no trace in the generator: markers, traceback entries, hints without a result about
/// greens.
pub fn is_dropped(
    copy: &GraphCopy,
    graph: &LLGraph,
    op: &ir::model::Operation<lowlevel::LL>,
) -> bool {
    let red = |a: &Operand<_>| a.var().is_some_and(|v| copy.colors[v] == Color::Red);
    match &op.op {
        LLOp::JitMarker(..) | LLOp::KeepAlive => true,
        op if op.is_traceback() => true,
        LLOp::Hint(_) => *graph.ty(op.result) == LLType::Void && !op.args.iter().any(red),
        _ => false,
    }
}

/// How a block of a copy ends.
pub fn end_of(program: &Program, colored: &Colored, copy: &GraphCopy, b: BlockId) -> BlockEnd {
    let graph = &*copy.graph;
    let block = &graph.blocks[b];
    if b == graph.return_block {
        return BlockEnd::Return;
    }
    if let Some(op) = block.ops.last() {
        let red = |a: &Operand<_>| a.var().is_some_and(|v| copy.colors[v] == Color::Red);
        match &op.op {
            LLOp::Hint(HintKind::Promote | HintKind::PromoteString | HintKind::PromoteUnicode)
                if op.args.first().is_some_and(red) && copy.colors[op.result] == Color::Green =>
            {
                return BlockEnd::Promote;
            }
            LLOp::Hint(HintKind::Certain) => return BlockEnd::Certain,
            LLOp::Hint(HintKind::PromoteKnown) if op.args.iter().any(red) => {
                return BlockEnd::Promote;
            }
            LLOp::JitMarker(MarkerKind::MergePoint, driver) => {
                let portal = colored.portals.iter().position(|p| p.driver == *driver);
                if let Some(p) = portal {
                    return BlockEnd::Merge(p);
                }
            }
            _ if copy.calls.contains_key(&b) => return BlockEnd::Call,
            LLOp::ExternCall(x) if program.externs[*x].noreturn => return BlockEnd::Unreachable,
            op if op.is_noreturn() => return BlockEnd::Unreachable,
            _ => {}
        }
    }
    match &block.exitswitch {
        ExitSwitch::Value(Operand::Var(v)) if copy.colors[*v] == Color::Red => BlockEnd::Red,
        ExitSwitch::Value(_) => BlockEnd::Green,
        _ if block.exits.is_empty() => BlockEnd::Unreachable,
        _ => BlockEnd::Goto,
    }
}

impl GeneratorPlan {
    /// Finds the points of a copy and what each of them needs.
    pub fn new(program: &Program, colored: &Colored, copy: &GraphCopy) -> GeneratorPlan {
        let graph = &*copy.graph;
        let entry = match copy.portal {
            Some(p) => {
                let merge = colored.portals[p].block;
                graph.successors(merge).next().unwrap_or(graph.start)
            }
            None => graph.start,
        };
        let ends: IndexVec<BlockId, BlockEnd> = graph
            .blocks
            .indices()
            .map(|b| end_of(program, colored, copy, b))
            .collect();
        let (blocks, back) = walk(graph, &[entry], &|_, _| true);
        let mut plan = GeneratorPlan {
            entry,
            blocks,
            ends,
            live: IndexVec::from_elem(false, graph.vars.len()),
            joins: FxHashSet::default(),
            ticks: FxHashSet::default(),
            points: IndexMap::new(),
            has_loops: false,
        };
        plan.find_joins(graph, copy.portal.map(|p| colored.portals[p].block));
        plan.find_live(copy);
        let heads: FxHashSet<BlockId> = back.iter().map(|&l| graph.links[l].target).collect();
        let unrolls = program.funcs[copy.func].attrs.unroll_safe;
        plan.find_points(colored, copy, &heads, unrolls);
        let native = |_: BlockId, l: LinkId| {
            let target = graph.links[l].target;
            !plan.joins.contains(&target) || !heads.contains(&target) || plan.may_unroll(target)
        };
        let (_, back) = walk(graph, &plan.blocks, &native);
        plan.ticks = back.into_iter().collect();
        plan.has_loops = plan.joins.iter().any(|b| heads.contains(b));
        plan
    }

    /// The iterated dominance frontier of the sources, over a graph in which some links are nodes. A portal is entered
    /// as its merge point goes on.
    fn find_joins(&mut self, graph: &LLGraph, portal: Option<BlockId>) {
        let mut nodes: FxHashMap<BlockId, NodeIndex> = FxHashMap::default();
        let mut cfg: DiGraph<Option<BlockId>, ()> = DiGraph::new();
        let root = cfg.add_node(None);
        for &b in &self.blocks {
            nodes.insert(b, cfg.add_node(Some(b)));
        }
        let mut todo: Vec<NodeIndex> = Vec::new();
        let behind = portal.map(|_| cfg.add_node(None));
        match behind {
            Some(edge) => {
                cfg.add_edge(root, edge, ());
                cfg.add_edge(edge, nodes[&self.entry], ());
                todo.push(edge);
            }
            None => {
                cfg.add_edge(root, nodes[&self.entry], ());
            }
        }
        for &b in &self.blocks {
            let source = self.ends[b].is_action() || self.ends[b] == BlockEnd::Red;
            for t in graph.successors(b) {
                let from = if let Some(edge) = behind.filter(|_| Some(b) == portal) {
                    cfg.update_edge(nodes[&b], edge, ());
                    edge
                } else if source {
                    let edge = cfg.add_node(None);
                    cfg.add_edge(nodes[&b], edge, ());
                    todo.push(edge);
                    edge
                } else {
                    nodes[&b]
                };
                cfg.update_edge(from, nodes[&t], ());
            }
        }
        let dom = dominators::simple_fast(&cfg, root);
        let mut frontier: FxHashMap<NodeIndex, Vec<NodeIndex>> = FxHashMap::default();
        for n in cfg.node_indices() {
            let preds: Vec<NodeIndex> = cfg
                .neighbors_directed(n, petgraph::Direction::Incoming)
                .collect();
            if preds.len() < 2 {
                continue;
            }
            for p in preds {
                let mut runner = Some(p);
                while let Some(r) = runner
                    && Some(r) != dom.immediate_dominator(n)
                {
                    let list = frontier.entry(r).or_default();
                    if !list.contains(&n) {
                        list.push(n);
                    }
                    runner = dom.immediate_dominator(r);
                }
            }
        }
        while let Some(n) = todo.pop() {
            for &j in frontier.get(&n).into_iter().flatten() {
                if let Some(b) = cfg[j]
                    && !self.is_bare_merge_point(graph, b)
                    && self.joins.insert(b)
                {
                    todo.push(j);
                }
            }
        }
    }

    /// Whether the generator may go on at a join without the driver: it is the head of no loop.
    pub fn may_pass(&self, b: BlockId) -> bool {
        let point = self.points.get(&PointKey::Block(b));
        point.is_some_and(|p| p.kind == PointKind::Join)
    }
    /// Whether a join is the head of a loop that is to be unrolled: the generator may go on if it is passed.
    pub fn may_unroll(&self, b: BlockId) -> bool {
        let point = self.points.get(&PointKey::Block(b));
        point.is_some_and(|p| p.kind == PointKind::UnrolledHead)
    }
    /// A block that does nothing but reach a merge point: that is where its predecessors join.
    fn is_bare_merge_point(&self, graph: &LLGraph, b: BlockId) -> bool {
        matches!(self.ends[b], BlockEnd::Merge(_)) && graph.blocks[b].ops.len() == 1
    }

    /// A variable is live if an operation, a test, or a live inputarg needs it.
    fn find_live(&mut self, copy: &GraphCopy) {
        let graph = &*copy.graph;
        let mut needed: Vec<VarId> = Vec::new();
        for &b in &self.blocks {
            let block = &graph.blocks[b];
            let n = block.ops.len();
            for (i, op) in block.ops.iter().enumerate() {
                let action = i + 1 == n && self.ends[b].is_action();
                if action || !is_dropped(copy, graph, op) {
                    needed.extend(op.args.iter().filter_map(Operand::var));
                }
            }
            if let ExitSwitch::Value(Operand::Var(v)) = &block.exitswitch {
                needed.push(*v);
            }
        }
        let result = graph.return_var();
        if *graph.ty(result) != LLType::Void {
            needed.push(result);
        }
        let blocks = self.blocks.iter().copied();
        let preds = Predecessors::along(graph, blocks, |b| &graph.blocks[b].exits);
        let defs = definitions(graph, graph.live_blocks());
        self.live = closure(graph.vars.len(), needed, |q, needed| {
            if let Def::Input(b, i) = defs[q] {
                let passed = preds[b].iter().map(|&(_, l)| &graph.links[l].args[i]);
                needed.extend(passed.filter_map(Operand::var));
            }
        });
    }

    /// The inputargs of a block that have a word.
    pub fn inputs(&self, graph: &LLGraph, b: BlockId) -> Vec<VarId> {
        let inputs = &graph.blocks[b].inputargs;
        let keep = |v: &&VarId| self.live[**v] && *graph.ty(**v) != LLType::Void;
        inputs.iter().filter(keep).copied().collect()
    }

    fn add(
        &mut self,
        copy: &GraphCopy,
        key: PointKey,
        kind: PointKind,
        slots: Vec<(Color, StateWord)>,
    ) {
        let of = |color: Color| {
            let wanted = slots.iter().filter(|(c, _)| *c == color);
            wanted.map(|(_, s)| *s).collect()
        };
        let result = match key {
            PointKey::After(b) => copy.graph.blocks[b].ops.last().map(|o| o.result),
            _ => None,
        };
        let point = Point {
            key,
            kind,
            greens: of(Color::Green),
            reds: of(Color::Red),
            result: result
                .filter(|&v| *copy.graph.ty(v) != LLType::Void)
                .map(|v| (copy.colors[v], *copy.graph.ty(v), v)),
        };
        self.points.insert(key, point);
    }

    /// Finds the points; `heads` are the heads of loops, which `unrolls` says are to be unrolled.
    fn find_points(
        &mut self,
        colored: &Colored,
        copy: &GraphCopy,
        heads: &FxHashSet<BlockId>,
        unrolls: bool,
    ) {
        let graph = &*copy.graph;
        let slot = |v: VarId, used: bool| StateWord {
            var: used.then_some(v),
            ty: *graph.ty(v),
        };
        match copy.portal {
            Some(p) => self.add_merge(colored, copy, p, colored.portals[p].block),
            None => {
                let mut slots = Vec::new();
                for (i, &v) in graph.args().iter().enumerate() {
                    if *graph.ty(v) != LLType::Void {
                        let color = copy.args.get(i).copied().unwrap_or(copy.colors[v]);
                        slots.push((color, slot(v, self.live[v])));
                    }
                }
                self.add(copy, PointKey::Start, PointKind::Plain, slots);
            }
        }
        for b in self.blocks.clone() {
            match self.ends[b] {
                BlockEnd::Merge(p) => self.add_merge(colored, copy, p, b),
                BlockEnd::Promote | BlockEnd::Certain | BlockEnd::Call => {
                    let result = graph.blocks[b].ops.last().map(|o| o.result);
                    let mut slots: Vec<(Color, StateWord)> = Vec::new();
                    for &l in &graph.blocks[b].exits {
                        let link = &graph.links[l];
                        let inputs = &graph.blocks[link.target].inputargs;
                        for (a, &q) in link.args.iter().zip(inputs) {
                            if let Operand::Var(v) = a
                                && self.live[q]
                                && Some(*v) != result
                                && *graph.ty(*v) != LLType::Void
                                && !slots.iter().any(|(_, s)| s.var == Some(*v))
                            {
                                slots.push((copy.colors[*v], slot(*v, true)));
                            }
                        }
                    }
                    self.add(copy, PointKey::After(b), PointKind::Plain, slots);
                }
                _ => {}
            }
            let split = self.ends[b] == BlockEnd::Red;
            let targets: Vec<BlockId> = graph.successors(b).collect();
            for t in targets {
                let key = PointKey::Block(t);
                if !(split || self.joins.contains(&t)) || self.points.contains_key(&key) {
                    continue;
                }
                let kind = match (self.joins.contains(&t), heads.contains(&t)) {
                    (true, true) if unrolls => PointKind::UnrolledHead,
                    (true, true) => PointKind::LoopHead,
                    (true, false) => PointKind::Join,
                    _ => PointKind::Plain,
                };
                let inputs = self.inputs(graph, t).into_iter();
                let slots = inputs.map(|v| (copy.colors[v], slot(v, true))).collect();
                self.add(copy, key, kind, slots);
            }
        }
    }

    /// The state behind a merge point is the marker's arguments, whatever is live.
    fn add_merge(&mut self, colored: &Colored, copy: &GraphCopy, portal: usize, b: BlockId) {
        if self.points.contains_key(&PointKey::After(b)) {
            return;
        }
        let graph = &*copy.graph;
        let greens = colored.portals[portal].greens.len();
        let args = match graph.blocks[b].ops.last() {
            Some(op) => op.args.clone(),
            None => Default::default(),
        };
        let mut seen = FxHashSet::default();
        let mut slots = Vec::new();
        let args = args
            .iter()
            .filter(|a| operand_type(graph, a) != LLType::Void);
        for (i, a) in args.enumerate() {
            let color = if i < greens { Color::Green } else { Color::Red };
            let var = a.var().filter(|v| seen.insert(*v));
            let ty = operand_type(graph, a);
            slots.push((color, StateWord { var, ty }));
        }
        self.add(
            copy,
            PointKey::After(b),
            PointKind::Portal(portal as u32),
            slots,
        );
    }
}

/// The copies that a plan may lead to.
pub fn targets(plan: &CallPlan) -> Vec<hintannotator::CopyId> {
    match plan {
        // It is entered at its merge point, which every portal's copy has.
        CallPlan::Portal(_) | CallPlan::Residual => Vec::new(),
        CallPlan::Inline(c) => vec![*c],
        CallPlan::Indirect { targets, .. } => targets.iter().map(|t| t.1).collect(),
    }
}

/// Depth-first over the links that `follow` admits: the blocks in reverse post-order, and the links that lead back.
fn walk(
    graph: &LLGraph,
    roots: &[BlockId],
    follow: &dyn Fn(BlockId, LinkId) -> bool,
) -> (Vec<BlockId>, Vec<LinkId>) {
    // 0: new, 1: open, 2: done.
    let mut state: Vec<u8> = vec![0; graph.blocks.len()];
    let (mut post, mut back) = (Vec::new(), Vec::new());
    for &root in roots {
        if state[root.index()] != 0 {
            continue;
        }
        let mut stack = vec![(root, 0usize)];
        state[root.index()] = 1;
        while let Some((b, i)) = stack.pop() {
            let exits = &graph.blocks[b].exits;
            if i >= exits.len() {
                state[b.index()] = 2;
                post.push(b);
                continue;
            }
            stack.push((b, i + 1));
            let l = exits[exits.len() - 1 - i];
            if !follow(b, l) {
                continue;
            }
            let t = graph.links[l].target;
            match state[t.index()] {
                0 => {
                    state[t.index()] = 1;
                    stack.push((t, 0));
                }
                1 => back.push(l),
                _ => {}
            }
        }
    }
    post.reverse();
    (post, back)
}
