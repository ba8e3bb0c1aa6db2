//! Executors: what runs an arrival at an edge that is not compiled.
//!
//! The generator of a copy makes code behind each of its points; its *executor* does what that code would do. It is the
//! graph of the copy as it stands, without colours, with an entry at each point: the part of the blackhole interpreter
//! of other JITs, as native code.
//!
//! ```text
//! executor(point, in):                  switch point
//!     p1: v1, v2 ← words at `in`; goto b3(v1, v2)
//!     p2: v3, v7 ← words; goto b5(v3, v7)          v7: the result of the call that ends a block
//! b3(v1, v2): ...                       operations of the copy; calls are calls of the translated functions
//! return(v9):                           exchange[0] ← v9; return RETURN
//! the merge point of the portal:        exchange ← greens, reds; return MERGE_POINT
//! ```
//! The words of a state are values here, not boxes: greens first, then reds, then the result that the point takes. An
//! exception is pending in the runtime context, as in all translated code.
use hintannotator::{CopyId, GraphCopy};
use ir::lltype::{ContainerId, LLType};
use ir::model::{Arg, Args, BlockId, ExitCase, ExitSwitch, Link, LinkId, Operand, VarId};
use ir::source::Span;
use lowlevel::ops::HintKind;
use lowlevel::verify::operand_type;
use lowlevel::{Const, LL, LLGraph, LLOp};
use rustc_hash::FxHashMap;

use super::Failure;
use super::copy::Cx;
use super::points::{BlockEnd, GeneratorPlan, Point, PointKey, is_dropped};
use super::words::{from_word, load_word, to_word};

/// The exchange buffer: a pointer to its words, and their type.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub pointer: Arg<LL>,
    pub words: ContainerId,
}

type Result<T> = std::result::Result<T, Failure>;
type Values = FxHashMap<VarId, Arg<LL>>;

/// Builds the executor of a copy.
///
/// # Errors
/// Our bugs.
pub fn executor(cx: &Cx<'_>, id: CopyId, exchange: &Exchange) -> Result<LLGraph> {
    let copy = &cx.colored.copies[id];
    let name = format!("executor of {}", copy.graph.name);
    let exc = LLType::Address;
    let g = LLGraph::new(name, copy.graph.span, LLType::Signed, exc, exc);
    let mut b = ExecutorBuilder {
        copy,
        graph: &copy.graph,
        plan: &cx.plans[id.0 as usize],
        exchange,
        g,
        blocks: FxHashMap::default(),
        function: cx.program.funcs.get(copy.func).map_or("", |f| &f.name),
    };
    b.run()?;
    Ok(b.g)
}

struct ExecutorBuilder<'a> {
    copy: &'a GraphCopy,
    graph: &'a LLGraph,
    plan: &'a GeneratorPlan,
    exchange: &'a Exchange,
    g: LLGraph,
    /// The block of each block of the copy.
    blocks: FxHashMap<BlockId, BlockId>,
    function: &'a str,
}

fn number(n: i64) -> Arg<LL> {
    Operand::Const(Const::signed(n))
}

impl ExecutorBuilder<'_> {
    fn fail(&self, span: Span, what: impl std::fmt::Display) -> Failure {
        Failure {
            span,
            message: format!("executor of {}: {what}", self.function),
        }
    }
    fn run(&mut self) -> Result<()> {
        let span = self.graph.span;
        let start = self.g.start;
        let point = self.g.new_var(LLType::Signed);
        let input = self.g.new_var(LLType::Address);
        self.g.blocks[start].inputargs = vec![point, input];
        for &b in &self.plan.blocks {
            let inputs = self.plan.inputs(self.graph, b).into_iter();
            let copied = |v| (self.g).new_named_var(*self.graph.ty(v), self.graph.vars[v].name);
            let inputs = inputs.map(copied).collect();
            let new = self.g.new_block(inputs, self.graph.blocks[b].span);
            self.blocks.insert(b, new);
        }
        let last = self.plan.points.len() - 1;
        for (i, p) in self.plan.points.values().enumerate() {
            let address = self.g.new_var(LLType::Address);
            let b = self.g.new_block(vec![address], span);
            let case = match i {
                _ if last == 0 => ExitCase::Always,
                i if i == last => ExitCase::Default,
                i => ExitCase::Case(Const::signed(i as i64)),
            };
            let args: Args<LL> = [Operand::Var(input)].into_iter().collect();
            self.g.add_exit(start, Link::when(case, b, args, span));
            self.entry(b, &Operand::Var(address), p)?;
        }
        if last > 0 {
            self.g.blocks[start].exitswitch = ExitSwitch::Value(Operand::Var(point));
        }
        for &b in &self.plan.blocks {
            self.block(b)?;
        }
        self.g.compact();
        Ok(())
    }

    /// The entry at a point: loads the state, and goes on where the point stands for.
    fn entry(&mut self, at: BlockId, address: &Arg<LL>, p: &Point) -> Result<()> {
        let span = self.graph.span;
        // Words first: nothing may collect before references are references again.
        let mut values = Values::default();
        let mut state = Vec::new();
        for (i, slot) in p.greens.iter().chain(&p.reds).enumerate() {
            let word = load_word(&mut self.g, at, address, i, span);
            let value = from_word(&mut self.g, at, word, slot.ty, span);
            if let Some(v) = slot.var {
                values.insert(v, value.clone());
            }
            state.push(value);
        }
        if let Some((_, ty, v)) = p.result {
            let word = load_word(&mut self.g, at, address, state.len(), span);
            let value = from_word(&mut self.g, at, word, ty, span);
            values.insert(v, value);
        }
        let target = match p.key {
            PointKey::After(b) if matches!(self.plan.ends[b], BlockEnd::Merge(_)) => {
                return self.enter_portal(at, b, state);
            }
            PointKey::After(b) => match self.graph.blocks[b].exits.first() {
                Some(&l) => return self.follow(at, &values, l),
                None => return self.never(at, span),
            },
            PointKey::Block(b) => b,
            PointKey::Start => self.plan.entry,
        };
        let mut args = Args::<LL>::new();
        for v in self.plan.inputs(self.graph, target) {
            let value = values.get(&v).cloned();
            args.push(value.ok_or_else(|| self.fail(span, format!("{v} has no value")))?);
        }
        self.g.goto(at, self.blocks[&target], args, span);
        Ok(())
    }
    /// Behind a merge point: what follows takes the arguments of the marker, whatever is live.
    fn enter_portal(&mut self, at: BlockId, b: BlockId, state: Vec<Arg<LL>>) -> Result<()> {
        let span = self.graph.blocks[b].span;
        let Some(&l) = self.graph.blocks[b].exits.first() else {
            return self.never(at, span);
        };
        let link = &self.graph.links[l];
        let inputs = &self.graph.blocks[link.target].inputargs;
        let passed = (link.args.iter().zip(inputs))
            .filter(|(a, _)| operand_type(self.graph, a) != LLType::Void);
        let passed: Vec<VarId> = passed.map(|(_, &q)| q).collect();
        if passed.len() != state.len() {
            return Err(self.fail(span, "what follows the merge point does not take its state"));
        }
        let live = passed
            .iter()
            .zip(state)
            .filter(|(q, _)| self.plan.live[**q]);
        let args: Args<LL> = live.map(|(_, value)| value).collect();
        self.g.goto(at, self.blocks[&link.target], args, span);
        Ok(())
    }

    /// Behind an operation that never returns.
    fn never(&mut self, at: BlockId, span: Span) -> Result<()> {
        self.leave(at, &[], jit_abi::UNREACHABLE, span);
        Ok(())
    }

    /// A block of the copy.
    fn block(&mut self, b: BlockId) -> Result<()> {
        let at = self.blocks[&b];
        let (graph, end) = (self.graph, self.plan.ends[b]);
        let block = &graph.blocks[b];
        let inputs = self.plan.inputs(graph, b).into_iter();
        let given = self.g.blocks[at].inputargs.iter().map(|&v| Operand::Var(v));
        let mut values: Values = inputs.zip(given).collect();
        let leaves = matches!(end, BlockEnd::Merge(p) if self.copy.portal == Some(p));
        let n = block.ops.len() - usize::from(leaves);
        for op in &block.ops[..n] {
            self.operation(at, &mut values, op)?;
        }
        let span = block.ops.last().map_or(block.span, |o| o.span);
        if leaves {
            let state = block.ops[n].args.iter();
            let state = state.filter(|a| operand_type(graph, a) != LLType::Void);
            let state = state.map(|a| self.value(&values, a, span));
            let state = state.collect::<Result<Vec<_>>>()?;
            self.leave(at, &state, jit_abi::MERGE_POINT, span);
            return Ok(());
        }
        if end == BlockEnd::Return {
            let v = graph.return_var();
            let result = match graph.ty(v) {
                LLType::Void => Vec::new(),
                _ => vec![self.value(&values, &Operand::Var(v), span)?],
            };
            self.leave(at, &result, jit_abi::RETURN, span);
            return Ok(());
        }
        if let ExitSwitch::Value(v) = &block.exitswitch {
            self.g.blocks[at].exitswitch = ExitSwitch::Value(self.value(&values, v, span)?);
        }
        for &l in &block.exits {
            self.follow(at, &values, l)?;
        }
        Ok(())
    }
    fn value(&self, values: &Values, a: &Arg<LL>, span: Span) -> Result<Arg<LL>> {
        match a {
            Operand::Var(v) if *self.graph.ty(*v) == LLType::Void => {
                Ok(Operand::Const(Const::VOID))
            }
            Operand::Var(v) => {
                (values.get(v).cloned()).ok_or_else(|| self.fail(span, format!("{v} has no value")))
            }
            Operand::Const(c) => Ok(Operand::Const(*c)),
        }
    }
    /// Adds an exit along a link of the copy.
    fn follow(&mut self, at: BlockId, values: &Values, l: LinkId) -> Result<()> {
        let link = &self.graph.links[l];
        let inputs = &self.graph.blocks[link.target].inputargs;
        let mut args = Args::<LL>::new();
        for (a, &q) in link.args.iter().zip(inputs) {
            if self.plan.live[q] && *self.graph.ty(q) != LLType::Void {
                args.push(self.value(values, a, link.span)?);
            }
        }
        let case = match self.g.blocks[at].exitswitch {
            ExitSwitch::Value(_) => link.exitcase.clone(),
            _ => ExitCase::Always,
        };
        let target = self.blocks[&link.target];
        let exit = Link::when(case, target, args, link.span);
        self.g.add_exit(at, exit);
        Ok(())
    }
    /// Puts values into the exchange buffer and returns.
    fn leave(&mut self, at: BlockId, state: &[Arg<LL>], code: i64, span: Span) {
        for (i, a) in state.iter().enumerate() {
            let word = to_word(&mut self.g, at, a, span);
            let args = [self.exchange.pointer.clone(), number(i as i64), word];
            let store = LLOp::SetArrayItem(self.exchange.words);
            self.g.op(at, store, args, LLType::Void, span);
        }
        let ret = self.g.return_block;
        self.g.goto(at, ret, [number(code)], span);
    }
    fn operation(
        &mut self,
        at: BlockId,
        values: &mut Values,
        op: &ir::model::Operation<LL>,
    ) -> Result<()> {
        let graph = self.graph;
        let ty = *graph.ty(op.result);
        let decided = match &op.op {
            // Decisions that hints take are those of the interpreter; but this has been compiled code so far.
            LLOp::Hint(HintKind::IsConstant | HintKind::IsVirtual) => {
                Some(Operand::Const(Const::bool(false)))
            }
            LLOp::WeAreJitted => Some(Operand::Const(Const::bool(true))),
            LLOp::Hint(_) if ty == LLType::Void => return Ok(()),
            _ if is_dropped(self.copy, graph, op) => return Ok(()),
            LLOp::Hint(_) | LLOp::SameAs | LLOp::Likely | LLOp::Unlikely => {
                let same = op.args.first().filter(|a| operand_type(graph, a) == ty);
                same.map(|a| self.value(values, a, op.span)).transpose()?
            }
            _ => None,
        };
        if let Some(value) = decided {
            values.insert(op.result, value);
            return Ok(());
        }
        let args = op.args.iter().map(|a| self.value(values, a, op.span));
        let args = args.collect::<Result<Vec<_>>>()?;
        let result = self.g.op(at, op.op.clone(), args, ty, op.span);
        values.insert(op.result, Operand::Var(result));
        Ok(())
    }
}
