//! Lowering of one annotated graph to a low-level graph.
//!
//! Each reached block becomes a low-level block whose inputargs are the flow block's without those that are void or
//! constant. Operations are lowered one by one ([`super::dispatch`]); a lowering may open further blocks. *Handlers*:
//! when the last operation of a flow block has exception exits, every low-level operation it emits that can raise ends
//! its block and gets exits to the handlers' *edges*: blocks that take the exception (vtable, object), convert it and
//! jump to the handler.
//!
//! ```text
//! b1:  v2 = simple_call(f, v1)              b1:  v2 = direct_call[f](v1)
//!      except => b2(v2)                          except => b1'()          b1': goto b2(v2)
//!        IndexError(e, x) => b3(x)                 IndexError(e, x) => edge(e, x)
//!                                          edge(e, x): y = cast_pointer(x); goto b3(y)
//! ```
use annotator::defs::{GraphId, OpRef};
use annotator::front::hl::{HlGraph, HlOperand};
use annotator::model::{Annotation, AnnotationKind};
use flowspace::HlOp;
use ir::lltype::LLType;
use ir::model::{BlockId, ExitCase, ExitSwitch, Link, LinkId, Operand, VarId};
use ir::name::Name;
use ir::source::Span;
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLGraph};
use python::code::Mode;
use python::live::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{R, RTyper};
use crate::repr::{Repr, ReprId};

/// A variable of the low-level graph or a constant.
pub type Opd = Operand<Const>;

/// An argument of the operation being lowered.
#[derive(Clone)]
pub struct HArg {
    pub ann: Annotation,
    pub repr: ReprId,
    /// Its value in that representation, if it is a variable.
    pub opd: Option<Opd>,
    /// The constant, if known.
    pub const_value: Option<Value>,
}

impl HArg {
    /// A value of which no constant is known.
    pub fn value(ann: Annotation, repr: ReprId, opd: Opd) -> HArg {
        HArg {
            ann,
            repr,
            opd: Some(opd),
            const_value: None,
        }
    }
    /// A value made by the typer: it has no annotation.
    pub fn low(repr: ReprId, opd: Opd) -> HArg {
        HArg::value(Annotation::impossible(), repr, opd)
    }
}

/// The operation being lowered.
pub struct Hop {
    pub op: HlOp,
    pub args: Vec<HArg>,
    /// The annotation of the result.
    pub result: Annotation,
    /// The representation of the result.
    pub rresult: ReprId,
    /// Its place in the annotated program.
    pub opref: OpRef,
    /// Its place in the source.
    pub span: Span,
}

/// An exception exit of the flow block.
pub(crate) struct Handler {
    pub(super) class: Value,
    pub(super) link: LinkId,
    pub(super) edge: Option<BlockId>,
}

/// The lowering of one graph.
pub struct Lower<'r> {
    /// The typer.
    pub rt: &'r mut RTyper,
    /// The graph being made.
    pub g: LLGraph,
    /// The block that operations are appended to.
    pub block: BlockId,
    /// Where the current operation is in the source.
    pub span: Span,
    /// The current point is unreachable.
    pub dead: bool,
    /// Operands of the current operation that were tested for None before it.
    pub(crate) tested: Vec<Opd>,
    /// Values are narrowed again to what the callee of an adapter takes.
    pub narrowing: bool,
    /// The source is Python 2; of functions that are written for one operation, that of the operation.
    pub python2: bool,
    gid: Option<GraphId>,
    vars: FxHashMap<VarId, (Opd, ReprId)>,
    pub(super) handlers: Vec<Handler>,
    /// Operations of the flow graph that are left out, as (block, index).
    unused: FxHashSet<(BlockId, usize)>,
}

impl Lower<'_> {
    /// Whether the source of this graph is Python 2.
    pub fn is_python2(&self) -> bool {
        self.python2
    }
}

impl<'r> Lower<'r> {
    /// Starts at the start block of `g`. `gid`: the annotated graph it is made from.
    fn new(rt: &'r mut RTyper, g: LLGraph, span: Span, gid: Option<GraphId>) -> Lower<'r> {
        let block = g.start;
        let mode = |g: GraphId| rt.pg().graphs[g].flow.func.code.borrow().mode;
        let python2 = gid.is_some_and(|g| mode(g) == Mode::Py2);
        Lower {
            rt,
            g,
            block,
            span,
            dead: false,
            tested: Vec::new(),
            narrowing: false,
            python2,
            gid,
            vars: FxHashMap::default(),
            handlers: Vec::new(),
            unused: FxHashSet::default(),
        }
    }
}

impl Lower<'_> {
    /// The low-level graph of an annotated one. `g`: its start, without parameters.
    pub(super) fn graph(rt: &mut RTyper, g: LLGraph, gid: GraphId) -> R<LLGraph> {
        let flow = rt.pg().graphs[gid].flow.clone();
        let src: &HlGraph = &flow.graph;
        let mut lower = Lower::new(rt, g, src.span, Some(gid));
        lower.run(gid, src)?;
        Ok(lower.finish())
    }
    /// The graph that `body` writes. `g`: its start, without parameters.
    pub(super) fn written(
        rt: &mut RTyper,
        mut g: LLGraph,
        args: &[LLType],
        body: impl FnOnce(&mut Lower<'_>, &[Opd]) -> R<Opd>,
    ) -> R<LLGraph> {
        let start = g.start;
        let params: Vec<VarId> = args.iter().map(|&t| g.new_var(t)).collect();
        g.blocks[start].inputargs = params.clone();
        let mut lower = Lower::new(rt, g, Span::NONE, None);
        let opds: Vec<Opd> = params.into_iter().map(Operand::Var).collect();
        let r = body(&mut lower, &opds)?;
        if !lower.dead {
            let ret = lower.g.return_block;
            lower.goto(ret, [r]);
        }
        Ok(lower.finish())
    }
    fn finish(mut self) -> LLGraph {
        ir::rewrite::ssi::restore(&mut self.g);
        self.g.compact();
        self.g
    }
    fn run(&mut self, gid: GraphId, src: &HlGraph) -> R<()> {
        // Low-level blocks with their inputargs.
        let mut blocks: FxHashMap<BlockId, BlockId> = FxHashMap::default();
        blocks.insert(src.return_block, self.g.return_block);
        blocks.insert(src.except_block, self.g.except_block);
        let reached: Vec<BlockId> = src
            .live_blocks()
            .filter(|&b| self.rt.pg().graphs[gid].is_reached(b) && !src.is_final(b))
            .collect();
        for &b in &reached {
            let start = b == src.start;
            let args = self.passed(gid, src, b, start)?;
            let nb = self.g.new_block(Vec::new(), src.blocks[b].span);
            for &(v, r) in &args {
                let ty = self.rt.lltype(r)?;
                let nv = self.g.new_named_var(ty, src.vars[v].name);
                self.g.blocks[nb].inputargs.push(nv);
                self.vars.insert(v, (Operand::Var(nv), r));
            }
            blocks.insert(b, nb);
        }
        // The start block must not be jumped to: a loop may begin at the flow graph's start.
        // Parameters come in the representations of the signature, which may be more general than the annotations'.
        let start = self.g.start;
        let first = blocks[&src.start];
        self.block = start;
        let (sig, _) = self.rt.graph_sig(gid)?;
        let mut passed = Vec::new();
        for (&v, r) in src.blocks[src.start].inputargs.iter().zip(sig) {
            let ty = self.rt.lltype(r)?;
            if ty == LLType::Void {
                continue;
            }
            let p = self.g.new_named_var(ty, src.vars[v].name);
            self.g.blocks[start].inputargs.push(p);
            let ann = self.rt.pg().graphs[gid].bindings[v];
            let own = self.rt.repr_of(ann)?;
            self.claim_parameter(&Operand::Var(p), r, ann, src.vars[v].name)?;
            if self.rt.lltype(own)? != LLType::Void {
                passed.push(self.convert(Operand::Var(p), r, own)?);
            }
        }
        self.goto(first, passed);
        self.unused = self.rt.ann.annotator().unused_operations(gid);
        for &b in &reached {
            self.block = blocks[&b];
            self.dead = false;
            self.lower_block(gid, src, b, &blocks)?;
        }
        Ok(())
    }
    /// The inputargs of a flow block that are passed at the low level.
    fn passed(
        &mut self,
        gid: GraphId,
        src: &HlGraph,
        b: BlockId,
        start: bool,
    ) -> R<Vec<(VarId, ReprId)>> {
        let mut out = Vec::new();
        for &v in &src.blocks[b].inputargs {
            let ann = self.rt.pg().graphs[gid].bindings[v];
            let r = self.rt.repr_of(ann)?;
            if self.rt.lltype(r)? != LLType::Void && (start || !is_constant(ann)) {
                out.push((v, r));
            }
        }
        Ok(out)
    }
    fn lower_block(
        &mut self,
        gid: GraphId,
        src: &HlGraph,
        b: BlockId,
        blocks: &FxHashMap<BlockId, BlockId>,
    ) -> R<()> {
        let block = &src.blocks[b];
        let guarded = matches!(block.exitswitch, ExitSwitch::LastException);
        let last = block.ops.len().wrapping_sub(1);
        for (i, op) in block.ops.iter().enumerate() {
            self.span = op.span;
            self.rt.report.at(op.span);
            if guarded && i == last {
                self.handlers = self.handlers_of(gid, src, b);
            }
            let opref = OpRef::new(gid, b, i);
            let result = self.rt.pg().graphs[gid].bindings[op.result];
            if self.unused.contains(&(b, i)) {
                // Inputargs that nothing reads may still get it.
                let rresult = self.rt.repr_of(result)?;
                let ty = self.rt.lltype(rresult)?;
                let zero = Operand::Const(Const::zero(ty));
                self.vars.insert(op.result, (zero, rresult));
                continue;
            }
            let mut args = Vec::with_capacity(op.args.len());
            for a in &op.args {
                args.push(self.harg(gid, a)?);
            }
            let rresult = self.rt.repr_of(result)?;
            let hop = Hop {
                op: op.op.clone(),
                args,
                result,
                rresult,
                opref,
                span: op.span,
            };
            let skip = self.needs_no_code(&hop) || self.is_repeated_item(gid, src, b, i)?;
            let name = src.vars[op.result].name;
            self.check_operands(&hop)?;
            if skip && !self.dead {
                self.class_test(&hop)?;
            }
            let value = if skip || self.dead {
                if is_constant(result) && !self.dead {
                    self.claim_skipped(&hop, name)?;
                }
                Opd::Const(Const::VOID)
            } else {
                self.lower_op(&hop, name)?
            };
            if !self.dead && result.is_impossible() {
                self.check_never(
                    "nothing comes back from here",
                    "the annotator: no value reaches the result",
                );
                self.abort(SafetyError::Unreachable);
            }
            if self.dead {
                break;
            }
            if let (Operand::Var(v), Some(name)) = (&value, src.vars[op.result].name)
                && self.g.vars[*v].name.is_none()
            {
                self.g.vars[*v].name = Some(name);
            }
            self.vars.insert(op.result, (value, rresult));
        }
        if !self.dead {
            self.lower_exits(gid, src, b, blocks)?;
        }
        self.lower_handlers(gid, src, blocks)
    }
    /// Whether nothing is lost with an operation but its result, which is known. A missing key or a bad index is
    /// noticed even if all items are the same constant, None even if all its attributes are. A method of the program
    /// is called for what it does.
    fn needs_no_code(&self, hop: &Hop) -> bool {
        is_constant(hop.result)
            && !self.rt.pg().special_methods.contains_key(&hop.opref)
            && (hop.op.droppable() || hop.op == HlOp::GetAttr)
            && hop.op != HlOp::GetItem
            && (hop.op == HlOp::GetAttr || self.handlers.is_empty())
    }
    /// The result of an operation, in the representation of its annotation.
    fn lower_op(&mut self, hop: &Hop, name: Option<Name>) -> R<Opd> {
        let (v, r) = self.dispatch(hop)?;
        if self.dead {
            return Ok(v);
        }
        self.claim_result(hop, name, &v, r)?;
        if self.dead {
            Ok(v)
        } else if is_constant(hop.result) || hop.result.is_impossible() {
            Ok(Opd::Const(Const::VOID))
        } else {
            self.convert(v, r, hop.rresult)
        }
    }
    fn handlers_of(&self, gid: GraphId, src: &HlGraph, b: BlockId) -> Vec<Handler> {
        src.blocks[b]
            .exits
            .iter()
            .filter(|&&l| self.rt.pg().graphs[gid].is_followed(l))
            .filter_map(|&l| match &src.links[l].exitcase {
                ExitCase::Exception(c) => Some(Handler {
                    class: c.0.clone(),
                    link: l,
                    edge: None,
                }),
                _ => None,
            })
            .collect()
    }
    /// The edges of handlers that were used.
    fn lower_handlers(
        &mut self,
        gid: GraphId,
        src: &HlGraph,
        blocks: &FxHashMap<BlockId, BlockId>,
    ) -> R<()> {
        for h in std::mem::take(&mut self.handlers) {
            let Some(edge) = h.edge else { continue };
            self.block = edge;
            self.dead = false;
            let link = &src.links[h.link];
            let args = self.g.blocks[edge].inputargs.clone();
            let (rc, ri) = (
                self.rt.intern(Repr::Class),
                self.rt.intern(Repr::Instance(None)),
            );
            if let Some(v) = link.last_exception {
                self.vars.insert(v, (Operand::Var(args[0]), rc));
            }
            if let Some(v) = link.last_exc_value {
                self.vars.insert(v, (Operand::Var(args[1]), ri));
            }
            let (target, args) = self.link_args(gid, src, link, blocks)?;
            self.goto(target, args);
        }
        Ok(())
    }
    fn lower_exits(
        &mut self,
        gid: GraphId,
        src: &HlGraph,
        b: BlockId,
        blocks: &FxHashMap<BlockId, BlockId>,
    ) -> R<()> {
        let block = &src.blocks[b];
        let followed: Vec<LinkId> = block
            .exits
            .iter()
            .copied()
            .filter(|&l| self.rt.pg().graphs[gid].is_followed(l))
            .collect();
        self.span = block.span;
        match &block.exitswitch {
            ExitSwitch::None | ExitSwitch::LastException => {
                let normal = followed
                    .iter()
                    .copied()
                    .find(|&l| matches!(src.links[l].exitcase, ExitCase::Always));
                match normal {
                    Some(l) => {
                        let link = &src.links[l];
                        self.span = link.span;
                        let (target, args) = self.link_args(gid, src, link, blocks)?;
                        self.goto(target, args);
                    }
                    None => self.abort(SafetyError::Unreachable),
                }
            }
            ExitSwitch::Value(v) => {
                if followed.is_empty() {
                    self.abort(SafetyError::Unreachable);
                    return Ok(());
                }
                if let [l] = followed[..] {
                    let link = &src.links[l];
                    if block.exits.len() > 1 {
                        let a = self.harg(gid, v)?;
                        self.claim_way(src, &a, l)?;
                    }
                    let (target, args) = self.link_args(gid, src, link, blocks)?;
                    self.goto(target, args);
                    return Ok(());
                }
                let a = self.harg(gid, v)?;
                let bool_ = self.rt.intern(Repr::Bool);
                let cond = if matches!(a.ann.kind(), AnnotationKind::Bool(_)) {
                    self.harg_as(&a, bool_)?
                } else {
                    return self.lower_switch(gid, src, &a, &followed, blocks);
                };
                self.lower_branch(gid, src, cond, &followed, blocks)?;
            }
        }
        Ok(())
    }
    /// A branch on a condition, at the span of the block.
    fn lower_branch(
        &mut self,
        gid: GraphId,
        src: &HlGraph,
        cond: Opd,
        followed: &[LinkId],
        blocks: &FxHashMap<BlockId, BlockId>,
    ) -> R<()> {
        let from = self.block;
        let mut targets: [Option<(BlockId, Vec<Opd>)>; 2] = [None, None];
        for &l in followed {
            let link = &src.links[l];
            let which = match link.exitcase {
                ExitCase::Bool(b) => usize::from(!b),
                _ => usize::from(targets[0].is_some()),
            };
            // Conversions must run on this way only.
            let edge = self.g.new_block(Vec::new(), link.span);
            self.block = edge;
            let (target, args) = self.link_args(gid, src, link, blocks)?;
            if self.block == edge && self.g.blocks[edge].ops.is_empty() {
                targets[which] = Some((target, args));
            } else {
                self.goto(target, args);
                targets[which] = Some((edge, Vec::new()));
            }
        }
        self.block = from;
        let [Some(yes), Some(no)] = targets else {
            return Err(self.rt.internal("a test with odd exit cases"));
        };
        self.g.branch(
            from,
            cond,
            (yes.0, yes.1.into_iter().collect()),
            (no.0, no.1.into_iter().collect()),
            self.span,
        );
        Ok(())
    }
    /// A switch with constant cases: a chain of comparisons.
    fn lower_switch(
        &mut self,
        gid: GraphId,
        src: &HlGraph,
        a: &HArg,
        followed: &[LinkId],
        blocks: &FxHashMap<BlockId, BlockId>,
    ) -> R<()> {
        for &l in followed {
            let link = &src.links[l];
            if let ExitCase::Case(c) = &link.exitcase {
                let k = self.const_arg(&c.0)?;
                let eq = self.eq_values(a, &k)?;
                let (yes, no) = self.fork(eq);
                self.block = yes;
                let (target, args) = self.link_args(gid, src, link, blocks)?;
                self.goto(target, args);
                self.block = no;
            } else {
                let (target, args) = self.link_args(gid, src, link, blocks)?;
                self.goto(target, args);
                return Ok(());
            }
        }
        self.abort(SafetyError::Unreachable);
        Ok(())
    }
    /// The low-level target and arguments of a flow link; conversions are emitted in the current block.
    fn link_args(
        &mut self,
        gid: GraphId,
        src: &HlGraph,
        link: &Link<annotator::front::hl::Hl>,
        blocks: &FxHashMap<BlockId, BlockId>,
    ) -> R<(BlockId, Vec<Opd>)> {
        let mut out = Vec::new();
        if link.target == src.except_block {
            let (rc, ri) = (
                self.rt.intern(Repr::Class),
                self.rt.intern(Repr::Instance(None)),
            );
            for (a, r) in link.args.iter().zip([rc, ri]) {
                let a = self.harg(gid, a)?;
                out.push(self.harg_as(&a, r)?);
            }
            return Ok((self.g.except_block, out));
        }
        let target = &src.blocks[link.target];
        if link.target == src.return_block {
            let r = self.rt.graph_sig(gid)?.1;
            let a = self.harg(gid, &link.args[0])?;
            out.push(self.harg_as(&a, r)?);
            return Ok((self.g.return_block, out));
        }
        let start = link.target == src.start;
        for (a, &v) in link.args.iter().zip(&target.inputargs) {
            let ann = self.rt.pg().graphs[gid].bindings[v];
            let r = self.rt.repr_of(ann)?;
            if self.checked() {
                let a = self.harg(gid, a)?;
                self.claim_passed(&a, ann, src.vars[v].name)?;
            }
            if self.rt.lltype(r)? != LLType::Void && (start || !is_constant(ann)) {
                let a = self.harg(gid, a)?;
                out.push(self.harg_as(&a, r)?);
            }
        }
        Ok((blocks[&link.target], out))
    }
    /// The description of an operand.
    pub fn harg(&mut self, gid: GraphId, a: &HlOperand) -> R<HArg> {
        match a {
            Operand::Const(c) => self.const_arg(&c.0),
            Operand::Var(v) => {
                let ann = self.rt.pg().graphs[gid].bindings[*v];
                let opd = self.vars.get(v).map(|(o, _)| o.clone());
                let repr = match self.vars.get(v) {
                    Some((_, r)) => *r,
                    None => self.rt.repr_of(ann)?,
                };
                let const_value = match ann.const_value() {
                    Some(v) => Some(v.clone()),
                    // Without a run-time value: it is the one that it can be.
                    None if matches!(self.rt.reprs[repr], Repr::Void | Repr::Only(_)) => {
                        self.rt.only_value(ann)
                    }
                    None => None,
                };
                Ok(HArg {
                    ann,
                    repr,
                    opd,
                    const_value,
                })
            }
        }
    }
    /// The description of a live object as an argument.
    pub fn const_arg(&mut self, v: &Value) -> R<HArg> {
        let ann = match v.low_bits_of_mask() {
            Some(low) => Annotation::const_int(low),
            None => self.rt.ann.constant(v),
        };
        let repr = self.rt.repr_of(ann)?;
        Ok(HArg {
            ann,
            repr,
            opd: None,
            const_value: Some(v.clone()),
        })
    }
    /// An argument in a given representation.
    pub fn harg_as(&mut self, a: &HArg, r: ReprId) -> R<Opd> {
        if self.rt.lltype(r)? == LLType::Void {
            return Ok(Opd::Const(Const::VOID));
        }
        if let Some(k) = &a.const_value
            && !matches!(self.rt.reprs[r], Repr::BuiltinMethod { .. })
        {
            let k = k.clone();
            return Ok(Opd::Const(self.rt.constant(r, &k)?));
        }
        let Some(opd) = &a.opd else {
            if let Some(k) = a.const_value.clone() {
                let c = self.rt.constant(r, &k)?;
                return Ok(Opd::Const(c));
            }
            if self.rt.lltype(a.repr)? == LLType::Void {
                return self.convert(Opd::Const(Const::VOID), a.repr, r);
            }
            return Err(self.rt.internal("a variable without a value"));
        };
        self.convert(opd.clone(), a.repr, r)
    }
    /// Argument `i` of an operation in a given representation.
    pub fn arg_as(&mut self, hop: &Hop, i: usize, r: ReprId) -> R<Opd> {
        self.harg_as(&hop.args[i], r)
    }
    /// Argument `i` of an operation in its own representation.
    pub fn arg(&mut self, hop: &Hop, i: usize) -> R<Opd> {
        self.harg_as(&hop.args[i], hop.args[i].repr)
    }
    /// The graph that is being lowered, if it is an annotated one.
    pub fn graph_id(&self) -> Option<GraphId> {
        self.gid
    }
}

/// Whether a variable of this annotation is not passed because its value is known.
pub fn is_constant(a: Annotation) -> bool {
    a.const_value().is_some()
}
