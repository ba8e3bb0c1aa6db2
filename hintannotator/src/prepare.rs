//! Graphs of what the JIT traces into, in action normal form (see the crate's header).
//!
//! ```text
//! b0(v0):                                   b0(v0):
//!     v1 = getfield[object.typeptr](v0)         v1 = getfield[object.typeptr](v0)
//!     v2 = getfield[vtable.run](v1)             v2 = hint[promote](v1)
//!     v3 = indirect_call[.. | A.run](v2, v0)    goto b1(v2, v0)
//!     goto return(v3)                       b1(v3, v4):
//!                                               v5 = getfield[vtable.run](v3)
//!                                               v6 = indirect_call[.. | A.run](v5, v4)
//!                                               goto b2(v6)
//!                                           b2(v7): ...
//! ```
//! * `we_are_jitted` is true, traceback operations and markers other than merge points are dropped, exceptions are
//!   state.
//! * Every load of an object's class is promoted, unless only a raise uses it: then methods, `isinstance` and
//!   attributes of classes fold. A function pointer from elsewhere is promoted itself.
//! * Behind a merge point stands a block whose inputargs are the marker's arguments, in order: nothing else survives
//!   it.
use ir::dataflow::{Def, definitions};
use ir::diag::Diagnostic;
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::order::Dominators;
use ir::model::{
    Arg, Args, BlockId, ExitSwitch, LinkId, OpInfo, Operand, Operation, Predecessors, VarId, order,
};
use ir::name::Name;
use ir::rewrite::origins;
use ir::source::Span;
use lowlevel::ops::{AliasRegion, HintKind, MarkerKind};
use lowlevel::verify::operand_type;
use lowlevel::{Const, FuncId, JitDriverId, LL, LLGraph, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use transform::effects::{Effects, callees};
use transform::rewrite::{Renaming, split_block};
use transform::{PassContext, PassOptions, devirtualise, excstate, malloc_removal, simplify};

use crate::lattice::Frozen;
use crate::policy::CallKind;
use crate::portals;
use crate::{errors, frozen};

/// A join with more blocks than this between its dominator and itself counts as not decided by greens alone.
const JOIN_LIMIT: usize = 200;

/// Loops up to a larger constant are not unrolled unless the function is `unroll_safe`.
const UNROLL_LIMIT: i64 = 100;

/// A merge point in action normal form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marker {
    /// The block it ends.
    pub block: BlockId,
    /// The block behind it.
    pub after: BlockId,
    /// The driver that declares its greens and reds.
    pub driver: JitDriverId,
    /// How many of its arguments (the first ones) are declared green.
    pub greens: usize,
    /// What is green follows from demands (`hint(None, global_merge_point=True)`).
    pub open: bool,
    pub span: Span,
}

/// A prepared graph.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    /// Whose.
    pub func: FuncId,
    /// The graph, in action normal form.
    pub graph: LLGraph,
    /// Links into every block, from reached blocks.
    pub preds: Predecessors,
    /// Reached blocks in reverse post-order, from the entry.
    pub order: Vec<BlockId>,
    /// The entry block: the start, or the block behind the merge point.
    pub entry: BlockId,
    pub marker: Option<Marker>,
    /// Definitions of reached variables.
    pub defs: IndexVec<VarId, Def>,
    /// What the arguments of the merge point lead to.
    pub frozen: Vec<Frozen>,
    /// For every join that is no loop head: its immediate dominator, and the blocks between the two.
    pub joins: FxHashMap<BlockId, (BlockId, Vec<BlockId>)>,
    /// Blocks whose switch ends a loop; failures do not count.
    pub loop_conditions: Vec<BlockId>,
    /// It has a loop: calls of it are inlined only if that can be unrolled.
    pub has_loops: bool,
    /// Has a loop up to a constant that is too large to unroll without being told to.
    pub long_loop: bool,
}

/// What preparing needs to know.
pub(crate) struct Preparer<'a> {
    pub program: &'a Program,
    /// Facts about calls, stack checks included.
    pub effects: &'a Effects,
    /// What calls become.
    pub kinds: IndexVec<FuncId, CallKind>,
    /// Functions that do something others see.
    pub outward: IndexVec<FuncId, bool>,
    /// Functions that never return normally.
    pub never: IndexVec<FuncId, bool>,
    /// Functions that may ask virtual references for their targets.
    pub asks: IndexVec<FuncId, bool>,
    /// Functions whose result may be filled in later.
    pub unsettled: IndexVec<FuncId, bool>,
    /// Functions that read what code which is looked into writes.
    pub rewritten: IndexVec<FuncId, bool>,
    pub options: &'a PassOptions,
    /// What the parameters of split portals lead to.
    pub frozen: &'a FxHashMap<FuncId, Vec<Frozen>>,
    /// Which parameters are greens of portals that code behind merge points calls.
    pub greens: FxHashMap<FuncId, Vec<usize>>,
}

impl Preparer<'_> {
    /// Prepares a function.
    ///
    /// # Errors
    /// Wrong merge points.
    pub(crate) fn prepare(&self, f: FuncId, open: bool) -> Result<Prepared, Vec<Diagnostic>> {
        let mut g = self.program.funcs[f].graph.clone();
        let cx = PassContext {
            program: self.program,
            func: f,
            effects: self.effects,
            options: self.options,
        };
        drop_markers(&mut g);
        super::noreturn::cut(&mut g, &self.never);
        simplify::run(&cx, &mut g);
        devirtualise::run(&cx, &mut g);
        // Iterators and ranges of loops become variables, which have colours of their own: that of an index can be
        // green.
        malloc_removal::run_alone(&cx, &mut g);
        excstate::transform(&cx, &mut g);
        drop_tracebacks(&mut g);
        simplify::run_with_loops(&cx, &mut g);
        self.promote_classes(&mut g);
        portals::recast(self.program, &mut g);
        let marker = self.split(f, &mut g, open)?;
        let mut p = Prepared::new(f, g, marker);
        if let Some(m) = &p.marker {
            let params = self.frozen.get(&f).map_or(&[][..], |p| p);
            p.frozen = frozen::at_marker(self.program, &p.graph, params, m);
        }
        Ok(p)
    }
    /// Inserts promotions of classes and of function pointers, and gives what is promoted its promoted value from there
    /// on.
    fn promote_classes(&self, g: &mut LLGraph) {
        let held = Held::new(self.program, g);
        let blocks: Vec<BlockId> = g.live_blocks().collect();
        for b in blocks {
            let raised = only_raised(g, b);
            let mut renaming = Renaming::default();
            // Values that a promotion makes green, as far as this block shows.
            let mut green: FxHashSet<VarId> = FxHashSet::default();
            let ops = std::mem::take(&mut g.blocks[b].ops);
            let mut out: Vec<Operation<LL>> = Vec::with_capacity(ops.len());
            for mut op in ops {
                renaming.op(&mut op);
                let from_green = op
                    .args
                    .first()
                    .is_some_and(|a| a.var().is_none_or(|v| green.contains(&v)));
                match &op.op {
                    LLOp::GetField(c, 0)
                        if Some(*c) == self.program.known.object
                            && op.args[0].var().is_some()
                            && !raised.contains(&op.result) =>
                    {
                        let (v, span) = (op.result, op.span);
                        out.push(op);
                        let promoted = promote(g, v, span);
                        green.insert(promoted.result);
                        renaming.insert(v, Operand::Var(promoted.result));
                        out.push(promoted);
                    }
                    // A field that changes rarely, of an object that is known: so is what it holds, behind a guard.
                    LLOp::GetField(c, f)
                        if AliasRegion::Field(*c, *f).changes_rarely(&self.program.types)
                            && !raised.contains(&op.result) =>
                    {
                        let (v, span) = (op.result, op.span);
                        let base = op.args[0].clone();
                        out.push(op);
                        let promoted = match base.var() {
                            Some(base) => promote_known(g, v, base, span),
                            None => promote(g, v, span),
                        };
                        renaming.insert(v, Operand::Var(promoted.result));
                        out.push(promoted);
                    }
                    // Of an array of a virtualizable the JIT knows the length, and the field that says which item is
                    // meant: its items are held.
                    LLOp::GetArraySize(_) | LLOp::GetField(..)
                        if held.indices.contains(&op.result)
                            || matches!(op.op, LLOp::GetArraySize(_))
                                && op.args[0].var().is_some_and(|v| held.arrays.contains(&v)) =>
                    {
                        let (v, span) = (op.result, op.span);
                        out.push(op);
                        let promoted = promote(g, v, span);
                        renaming.insert(v, Operand::Var(promoted.result));
                        out.push(promoted);
                    }
                    LLOp::IndirectCall(_, Some(fs))
                        if !from_green && fs.iter().any(|&f| self.may_look_inside(f)) =>
                    {
                        let v = op.args[0].var().expect("not a constant");
                        let promoted = promote(g, v, op.span);
                        op.args[0] = Operand::Var(promoted.result);
                        out.push(promoted);
                        out.push(op);
                    }
                    // A call of a portal goes to the code of the greens that there are.
                    LLOp::DirectCall(f) if self.greens.contains_key(f) => {
                        for &i in &self.greens[f] {
                            let Some(v) = op.args[i].var().filter(|v| !green.contains(v)) else {
                                continue;
                            };
                            let promoted = promote_known(g, v, v, op.span);
                            op.args[i] = Operand::Var(promoted.result);
                            out.push(promoted);
                        }
                        out.push(op);
                    }
                    // `promote(x)` as a statement: from here on `x` itself is the promoted value.
                    LLOp::Hint(k) if is_promote(*k) => {
                        if let Some(v) = op.args[0].var() {
                            renaming.insert(v, Operand::Var(op.result));
                            if g.vars[op.result].name.is_none() {
                                g.vars[op.result].name = g.vars[v].name;
                            }
                        }
                        green.insert(op.result);
                        out.push(op);
                    }
                    LLOp::CastPointer if from_green => {
                        green.insert(op.result);
                        out.push(op);
                    }
                    LLOp::GetField(c, f)
                        if from_green
                            && AliasRegion::Field(*c, *f).is_immutable(&self.program.types) =>
                    {
                        green.insert(op.result);
                        out.push(op);
                    }
                    _ => out.push(op),
                }
            }
            let asks: Vec<usize> = (0..out.len())
                .filter(|&i| {
                    callees(&out[i].op)
                        .iter()
                        .any(|&f| self.has_to_be_certain(f))
                })
                .collect();
            for i in asks.into_iter().rev() {
                let question = certain(g, &out[i]);
                out.insert(i, question);
            }
            g.blocks[b].ops = out;
            renaming.exits(g, b);
        }
    }
    /// Whether a call of a function that the compiler may make must not be made before the program gets there, or its
    /// result may be None for a while, or what it reads may have been written a moment ago.
    fn has_to_be_certain(&self, f: FuncId) -> bool {
        let asks = self.outward[f] || self.unsettled[f] || self.rewritten[f];
        self.kinds[f] == CallKind::Elidable && asks
    }
    fn may_look_inside(&self, f: FuncId) -> bool {
        self.kinds[f] == CallKind::Inside
    }
    fn is_action(&self, op: &LLOp) -> bool {
        match op {
            LLOp::Hint(k) => is_promote(*k) || *k == HintKind::Certain,
            LLOp::DirectCall(f) => {
                self.may_look_inside(*f) || self.kinds[*f] == CallKind::Portal || self.may_lend(op)
            }
            LLOp::IndirectCall(_, Some(fs)) => {
                fs.iter().any(|&f| self.may_look_inside(f)) || self.may_lend(op)
            }
            _ => false,
        }
    }
    /// Whether a call that is not looked into may lend what references lead to: who is called may ask for it.
    pub(crate) fn may_lend(&self, op: &LLOp) -> bool {
        let asks = |f: FuncId| {
            let called = matches!(self.kinds[f], CallKind::Residual | CallKind::Inside);
            called && self.asks[f]
        };
        match op {
            LLOp::DirectCall(f) => asks(*f),
            LLOp::IndirectCall(_, Some(fs)) => fs.iter().any(|&f| asks(f)),
            _ => false,
        }
    }
    fn split(
        &self,
        f: FuncId,
        g: &mut LLGraph,
        open: bool,
    ) -> Result<Option<Marker>, Vec<Diagnostic>> {
        let mut todo: Vec<BlockId> = g.live_blocks().collect();
        let mut marker: Option<Marker> = None;
        let mut errors = Vec::new();
        while let Some(b) = todo.pop() {
            let ops = &g.blocks[b].ops;
            let Some(i) = ops.iter().position(|o| {
                self.is_action(&o.op) || matches!(o.op, LLOp::JitMarker(MarkerKind::MergePoint, _))
            }) else {
                continue;
            };
            if let LLOp::JitMarker(_, driver) = ops[i].op {
                let span = ops[i].span;
                if let Some(m) = marker {
                    errors.push(errors::second_merge_point(self.program, f, m.span, span));
                }
                match self.split_marker(f, g, (b, i), driver) {
                    Ok((after, greens)) => {
                        marker = Some(Marker {
                            block: b,
                            after,
                            driver,
                            greens,
                            open,
                            span,
                        });
                        todo.push(after);
                    }
                    Err(list) => errors.extend(list),
                }
                continue;
            }
            let last = i + 1 == g.blocks[b].ops.len();
            let plain = g.blocks[b].exitswitch == ExitSwitch::None
                && g.blocks[b].exits.len() == 1
                && !g.is_final(g.links[g.blocks[b].exits[0]].target);
            if last && plain {
                continue;
            }
            let span = g.blocks[b].ops[i].span;
            let (rest, passed) = split_block(g, b, i + 1);
            g.goto(b, rest, passed.into_iter().map(Operand::Var), span);
            todo.push(rest);
        }
        if errors.is_empty() {
            Ok(marker)
        } else {
            Err(errors)
        }
    }
    /// Splits behind a merge point.
    fn split_marker(
        &self,
        f: FuncId,
        g: &mut LLGraph,
        (b, i): (BlockId, usize),
        driver: JitDriverId,
    ) -> Result<(BlockId, usize), Vec<Diagnostic>> {
        let d = &self.program.drivers[driver];
        let marker = g.blocks[b].ops[i].clone();
        let count = |names: &[Name]| names.iter().filter(|n| !n.as_str().contains('.')).count();
        let (greens, reds) = (count(&d.greens), count(&d.reds));
        if greens + reds != marker.args.len() {
            return Err(vec![errors::marker_arguments(d, &marker)]);
        }
        let (rest, passed) = split_block(g, b, i + 1);
        let mut inputs = Vec::new();
        let mut renaming = Renaming::default();
        let mut args: Args<LL> = Args::<LL>::new();
        let mut green_values = 0;
        for (k, a) in marker.args.iter().enumerate() {
            let ty = match a {
                Operand::Var(v) => *g.ty(*v),
                Operand::Const(c) => c.ty,
            };
            if ty == LLType::Void {
                continue;
            }
            let input = match a {
                Operand::Var(v) => g.copy_var(*v),
                Operand::Const(_) => g.new_var(ty),
            };
            if let Some(at) = a.var().and_then(|v| passed.iter().position(|&p| p == v)) {
                let old = g.blocks[rest].inputargs[at];
                if !inputs_contain(&renaming, old) {
                    renaming.insert(old, Operand::Var(input));
                }
            }
            green_values += usize::from(k < greens);
            inputs.push(input);
            args.push(a.clone());
        }
        let lost: Vec<VarId> = passed
            .iter()
            .copied()
            .filter(|v| !marker.args.iter().any(|a| a.var() == Some(*v)))
            .collect();
        if !lost.is_empty() {
            let prologue = crate::split::prologue_of(self.program, f);
            return Err(lost
                .into_iter()
                .map(|v| errors::lost_at_merge_point((g, prologue), v, d, marker.span))
                .collect());
        }
        renaming.block(g, rest);
        g.blocks[rest].inputargs = inputs;
        g.blocks[b].ops[i].args = args.clone();
        g.goto(b, rest, args, marker.span);
        Ok((rest, green_values))
    }
}

fn inputs_contain(renaming: &Renaming, v: VarId) -> bool {
    renaming.resolve(&Operand::Var(v)) != Operand::Var(v)
}

/// What a graph has of arrays that are held with virtualizables.
#[derive(Default)]
struct Held {
    /// The variables that are such arrays, as far as the graph shows.
    arrays: FxHashSet<VarId>,
    /// Loads of fields of their objects that say which item is accessed: the depth of a stack.
    indices: FxHashSet<VarId>,
}

impl Held {
    fn new(program: &Program, g: &LLGraph) -> Held {
        let fields = &program.known.held_arrays;
        let mut held = Held::default();
        if fields.is_empty() {
            return held;
        }
        let ops = || g.live_blocks().flat_map(|b| &g.blocks[b].ops);
        let is_array = |op: &&Operation<LL>| match op.op {
            LLOp::GetField(c, f) => fields.contains(&(c, f)),
            _ => false,
        };
        let loads: FxHashSet<VarId> = ops().filter(is_array).map(|op| op.result).collect();
        if loads.is_empty() {
            return held;
        }
        let origins = origins(g);
        let origin = |a: &Arg<LL>| a.var().and_then(|v| origins[v].var());
        let all = g.vars.indices();
        held.arrays = all
            .filter(|&v| origins[v].var().is_some_and(|o| loads.contains(&o)))
            .collect();
        let defs: FxHashMap<VarId, &Operation<LL>> = ops().map(|op| (op.result, op)).collect();
        for op in ops() {
            if !matches!(op.op, LLOp::GetArrayItem(_) | LLOp::SetArrayItem(_))
                || !op.args[0].var().is_some_and(|v| held.arrays.contains(&v))
            {
                continue;
            }
            // Through the arithmetic of `stack[depth - 1]`, and that of negative indices.
            let mut at = origin(&op.args[1]);
            while let Some(def) = at.and_then(|v| defs.get(&v)) {
                match def.op {
                    LLOp::IntAdd | LLOp::IntSub => at = origin(&def.args[0]),
                    LLOp::GetField(c, _) if fields.iter().any(|f| f.0 == c) => {
                        held.indices.insert(def.result);
                        break;
                    }
                    _ => break,
                }
            }
        }
        held
    }
}

/// Whether a hint asks for a green copy of a red value.
pub(crate) fn is_promote(k: HintKind) -> bool {
    matches!(
        k,
        HintKind::Promote
            | HintKind::PromoteString
            | HintKind::PromoteUnicode
            | HintKind::PromoteKnown
    )
}

/// Whether a hint is an operation of the generator: a question, or something to learn.
pub(crate) fn is_kept(k: HintKind) -> bool {
    matches!(
        k,
        HintKind::IsConstant | HintKind::IsVirtual | HintKind::RecordExactClass | HintKind::Certain
    )
}

/// `hint[certain](...)`, to be put before a call.
fn certain(g: &mut LLGraph, call: &Operation<LL>) -> Operation<LL> {
    let mut args: Args<LL> = (call.args.iter())
        .filter(|a| operand_type(g, a) != LLType::Void)
        .cloned()
        .collect();
    if args.is_empty() {
        args.push(Operand::Const(Const::zero(LLType::Signed)));
    }
    Operation {
        op: LLOp::Hint(HintKind::Certain),
        args,
        result: g.new_var(LLType::Void),
        span: call.span,
    }
}

/// `hint[promote](v)`, to be put somewhere. With further arguments it promotes where those are green, which are kept up
/// to there, and is the identity where one is red.
pub(crate) fn promote(g: &mut LLGraph, v: VarId, span: Span) -> Operation<LL> {
    Operation {
        op: LLOp::Hint(HintKind::Promote),
        args: [Operand::Var(v)].into_iter().collect(),
        result: g.copy_var(v),
        span,
    }
}

/// `hint[promote_known](v, owner)`, to be put somewhere.
fn promote_known(g: &mut LLGraph, v: VarId, owner: VarId, span: Span) -> Operation<LL> {
    Operation {
        op: LLOp::Hint(HintKind::PromoteKnown),
        args: [v, owner].map(Operand::Var).into_iter().collect(),
        result: g.copy_var(v),
        span,
    }
}

/// Results of operations of `b` that nothing but `exc_set` uses.
fn only_raised(g: &LLGraph, b: BlockId) -> FxHashSet<VarId> {
    let block = &g.blocks[b];
    let mut raised: FxHashSet<VarId> = FxHashSet::default();
    let mut other: FxHashSet<VarId> = FxHashSet::default();
    for op in &block.ops {
        let to = if op.op == LLOp::ExcSet {
            &mut raised
        } else {
            &mut other
        };
        to.extend(op.args.iter().filter_map(Operand::var));
    }
    g.exit_reads(b, |a| other.extend(a.var()));
    raised.retain(|v| !other.contains(v));
    raised
}

fn drop_markers(g: &mut LLGraph) {
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        let mut renaming = Renaming::default();
        let mut ops = std::mem::take(&mut g.blocks[b].ops);
        ops.retain(|op| match &op.op {
            LLOp::JitMarker(k, _) => *k == MarkerKind::MergePoint,
            LLOp::Hint(HintKind::GlobalMergePoint) => false,
            LLOp::WeAreJitted => {
                renaming.insert(op.result, Operand::Const(Const::bool(true)));
                false
            }
            _ => true,
        });
        ops.iter_mut().for_each(|op| renaming.op(op));
        g.blocks[b].ops = ops;
        renaming.exits(g, b);
    }
}

fn drop_tracebacks(g: &mut LLGraph) {
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        g.blocks[b].ops.retain(|op| {
            // Claims are checked in code that the JIT does not trace into.
            let dropped = matches!(op.op, LLOp::KeepAlive | LLOp::Check(_));
            !dropped && !op.op.is_traceback()
        });
    }
}

impl Prepared {
    /// Computes what depends on the graph.
    pub(crate) fn new(func: FuncId, graph: LLGraph, marker: Option<Marker>) -> Prepared {
        let entry = marker.map_or(graph.start, |m| m.after);
        let mut p = Prepared {
            func,
            preds: Predecessors::default(),
            order: Vec::new(),
            entry,
            marker,
            defs: IndexVec::new(),
            frozen: Vec::new(),
            joins: FxHashMap::default(),
            loop_conditions: Vec::new(),
            long_loop: false,
            has_loops: !order::back_edges(&graph).is_empty(),
            graph,
        };
        p.update();
        if p.has_loops && p.marker.is_none() {
            p.loop_conditions = loop_conditions(&p.graph);
            p.long_loop = p.loop_conditions.iter().any(|&b| p.compares_large(b));
        }
        p
    }
    /// Computes anew what depends on the graph, which has changed.
    pub(crate) fn update(&mut self) {
        let g = &self.graph;
        self.order = order::reverse_postorder_along(g, self.entry, |b| &g.blocks[b].exits);
        let order = self.order.iter().copied();
        self.preds = Predecessors::along(g, order.clone(), |b| &g.blocks[b].exits);
        self.defs = definitions(g, order);
        self.joins = self.find_joins();
    }
    /// Whether a block decides by comparing with a large constant.
    fn compares_large(&self, b: BlockId) -> bool {
        let block = &self.graph.blocks[b];
        let ExitSwitch::Value(Operand::Var(v)) = &block.exitswitch else {
            return false;
        };
        block.ops.iter().filter(|o| o.result == *v).any(|o| {
            let large = |c: &Const| c.as_int().is_some_and(|n| n > UNROLL_LIMIT);
            o.args.iter().filter_map(Operand::as_const).any(large)
        })
    }
    fn find_joins(&self) -> FxHashMap<BlockId, (BlockId, Vec<BlockId>)> {
        let mut found = FxHashMap::default();
        let joins = self
            .order
            .iter()
            .copied()
            .filter(|&b| self.preds[b].len() > 1 && b != self.entry);
        let mut joins = joins.peekable();
        if joins.peek().is_none() {
            return found;
        }
        let dominators = Dominators::from(&self.graph, self.entry);
        for j in joins {
            let Some(d) = dominators.immediate(j) else {
                continue;
            };
            let mut region: Vec<BlockId> = Vec::new();
            let mut todo: Vec<BlockId> = self.preds[j].iter().map(|&(p, _)| p).collect();
            while let Some(b) = todo.pop() {
                if b != d && !region.contains(&b) {
                    region.push(b);
                    todo.extend(self.preds[b].iter().map(|&(p, _)| p));
                }
                if region.len() > JOIN_LIMIT {
                    break;
                }
            }
            let marker = self.marker.is_some_and(|m| region.contains(&m.block));
            if region.len() <= JOIN_LIMIT && !region.contains(&j) && !marker {
                found.insert(j, (d, region));
            }
        }
        found
    }
    /// Whether a block's values come from elsewhere.
    pub(crate) fn is_entry(&self, b: BlockId) -> bool {
        b == self.entry
    }
    /// Whether inputargs of `b` join several values (or are the entry's).
    pub(crate) fn is_join(&self, b: BlockId) -> bool {
        self.preds[b].len() != 1 || self.is_entry(b)
    }
    /// Puts a promotion before argument `i` of the merge point.
    pub(crate) fn promote_at_marker(&mut self, i: usize) {
        let Some(mut m) = self.marker else { return };
        let g = &mut self.graph;
        let at = g.blocks[m.block].ops.len() - 1;
        let Operand::Var(v) = g.blocks[m.block].ops[at].args[i].clone() else {
            return;
        };
        let op = promote(g, v, m.span);
        let result = op.result;
        g.blocks[m.block].ops.insert(at, op);
        g.blocks[m.block].ops[at + 1].args[i] = Operand::Var(result);
        let l = g.blocks[m.block].exits[0];
        g.links[l].args[i] = Operand::Var(result);
        let (rest, passed) = split_block(g, m.block, at + 1);
        g.goto(m.block, rest, passed.into_iter().map(Operand::Var), m.span);
        m.block = rest;
        self.marker = Some(m);
        self.update();
    }
}

/// Whether an exit leads to a failure: an abort, or a raise.
fn fails(g: &LLGraph, mut b: BlockId) -> bool {
    for _ in 0..8 {
        let block = &g.blocks[b];
        if block
            .ops
            .iter()
            .any(|o| o.op.is_noreturn() || o.op == LLOp::ExcSet)
        {
            return true;
        }
        match block.exits[..] {
            [l] => b = g.links[l].target,
            _ => return false,
        }
    }
    false
}

/// Blocks whose switch decides whether a loop (of any depth) goes on.
fn loop_conditions(g: &LLGraph) -> Vec<BlockId> {
    let mut found = Vec::new();
    let order = order::reverse_postorder(g);
    let rank = |b: BlockId| order.iter().position(|&x| x == b);
    let mut todo: Vec<FxHashSet<BlockId>> = vec![order.iter().copied().collect()];
    while let Some(set) = todo.pop() {
        for region in regions(g, &set) {
            for &b in &region {
                let leaves = |&l: &LinkId| {
                    let t = g.links[l].target;
                    !region.contains(&t) && !fails(g, t)
                };
                let block = &g.blocks[b];
                let ExitSwitch::Value(v) = &block.exitswitch else {
                    continue;
                };
                let failure = block.ops.iter().any(|o| {
                    Some(o.result) == v.var()
                        && matches!(o.op, LLOp::ExcOccurred | LLOp::OvfOccurred)
                });
                if !failure && block.exits.iter().any(leaves) && !found.contains(&b) {
                    found.push(b);
                }
            }
            // Inner loops: without the head.
            let head = region.iter().copied().min_by_key(|&b| rank(b));
            let mut inner = region;
            if let Some(h) = head {
                inner.remove(&h);
            }
            if !inner.is_empty() {
                todo.push(inner);
            }
        }
    }
    found.sort();
    found
}

/// Strongly connected regions inside a set of blocks that are loops.
fn regions(g: &LLGraph, set: &FxHashSet<BlockId>) -> Vec<FxHashSet<BlockId>> {
    let mut graph = petgraph::graphmap::DiGraphMap::<u32, ()>::new();
    for &b in set {
        graph.add_node(b.0);
        for t in g.successors(b).filter(|t| set.contains(t)) {
            graph.add_edge(b.0, t.0, ());
        }
    }
    petgraph::algo::tarjan_scc(&graph)
        .into_iter()
        .filter(|scc| scc.len() > 1 || graph.contains_edge(scc[0], scc[0]))
        .map(|scc| scc.into_iter().map(BlockId).collect())
        .collect()
}
