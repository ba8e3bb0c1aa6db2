//! Selection of fragments (residual code): a graph of one block whose end is given beside it.
//!
//! The block is selected as any other; the end becomes pseudo-instructions that keep the arguments of edges in whatever place they are:
//!
//! ```text
//! v2 = int_lt(v0, v1); if v2 then edge 0 (v0) else edge 1 (v0, v1)
//! Cmp v0, v1;  EdgeBr(L, 0) any v0;  EdgeJmp(1) any v0, any v1
//! ```
//! Location numbers of instructions are those the fragment gives, not numbers of spans.
use flowspace::index::IndexVec;
use flowspace::lltype::LLType;
use flowspace::model::{BlockId, Operand as Arg};
use regalloc2::{Operand, VReg};
use rtyper::ll::{Const, LL, LLGraph, LLOp};

use super::analysis::{Analysis, Order, Val};
use super::{Cx, Lower, check_supported};
use crate::BackendError;
use crate::mir::{Cc, MBlock, MFunc, MOp};
use crate::residual::{Edge, End, Fragment};

/// An argument of an edge or exit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EndArg {
    /// The pseudo-instruction's operand of this number.
    Operand(u32),
    /// A constant.
    Const(Const),
}

/// A fragment as machine IR of one block.
#[derive(Debug)]
pub struct Lowered {
    /// The instructions.
    pub f: MFunc,
    /// The register of each parameter; none if it is not used.
    pub params: Vec<Option<VReg>>,
    /// Arguments of each edge, in order.
    pub edges: Vec<Vec<EndArg>>,
    /// Words of the exit.
    pub exit: Vec<EndArg>,
    /// By virtual register: a reference the collector must know.
    pub gc: Vec<bool>,
}

/// Values the end needs.
fn uses_of(end: &End) -> Vec<flowspace::model::Arg<LL>> {
    let mut uses = Vec::new();
    match end {
        End::Jump(e) => uses.extend(e.args.iter().cloned()),
        End::Branch { cond, yes, no } => {
            uses.push(Arg::Var(*cond));
            uses.extend(yes.args.iter().chain(&no.args).cloned());
        }
        End::Switch {
            value,
            cases,
            default,
        } => {
            uses.push(Arg::Var(*value));
            for e in cases.iter().map(|c| &c.1).chain(default) {
                uses.extend(e.args.iter().cloned());
            }
        }
        End::Exit { values, .. } => uses.extend(values.iter().cloned()),
        End::Unreachable => {}
    }
    uses
}

/// Selects instructions for a fragment.
///
/// # Errors
/// If it uses what the back end does not support, or is no graph of one block.
pub fn lower_fragment(cx: &Cx<'_>, fragment: &Fragment<'_>) -> Result<Lowered, BackendError> {
    let g: &LLGraph = fragment.graph;
    check_supported(g)?;
    let internal = |what: &str| BackendError::Internal {
        function: fragment.name.to_owned(),
        what: what.to_owned(),
    };
    let b = g.start;
    let block = &g.blocks[b];
    if !block.exits.is_empty() {
        return Err(internal("a fragment's graph has exits"));
    }
    if fragment.locations.len() != block.ops.len() {
        return Err(internal("a fragment needs one location per operation"));
    }
    if fragment.entry.len() != g.args().len() {
        return Err(internal("a fragment needs one place per parameter"));
    }
    let order = Order {
        rpo: vec![b],
        cold: IndexVec::from_elem(false, g.blocks.len()),
        loop_head: IndexVec::from_elem(false, g.blocks.len()),
        depth: IndexVec::from_elem(0, g.blocks.len()),
    };
    let an = Analysis::new(g, &[b], &uses_of(&fragment.end));
    let mut l = Lower::new(cx, g, order, an);
    l.fragment = true;
    fragment.name.clone_into(&mut l.out.name);
    let mut edges = Vec::new();
    let mut exit = Vec::new();
    let mut insts = Vec::with_capacity(block.ops.len() + 4);
    l.loc = fragment.locations.last().copied().unwrap_or(0);
    let mut n = l.end_of_fragment(b, fragment, &mut edges, &mut exit);
    insts.extend(l.seq.drain(..).rev());
    while n > 0 {
        n -= 1;
        let op = &block.ops[n];
        if l.is_needed(op) {
            l.loc = fragment.locations[n];
            l.lower_op(b, n as u32);
            insts.extend(l.seq.drain(..).rev());
        }
    }
    insts.reverse();
    let params = g
        .args()
        .iter()
        .map(|&v| (l.an.live[v] && *g.ty(v) != LLType::Void).then(|| l.vreg_of(v)))
        .collect();
    let mut gc = vec![false; l.out.vregs as usize];
    for (v, data) in g.vars.iter_enumerated() {
        if cx.program.types.is_gc_ref(data.ty)
            && let Val::Var(root) = l.an.var(v)
            && l.vreg[root] != VReg::invalid()
        {
            gc[l.vreg[root].vreg()] = true;
        }
    }
    let mut f = l.out;
    f.blocks = vec![MBlock {
        insts: (0, insts.len() as u32),
        ..MBlock::default()
    }];
    f.layout = vec![0];
    f.insts = insts;
    Ok(Lowered {
        f,
        params,
        edges,
        exit,
        gc,
    })
}

impl Lower<'_> {
    /// Arguments of an edge or exit as operands of its instruction.
    fn end_args(&mut self, args: &[flowspace::model::Arg<LL>]) -> (Vec<EndArg>, Vec<Operand>) {
        let mut operands = Vec::new();
        let args = args
            .iter()
            .map(|a| match self.an.val(a) {
                Val::Const(c) => EndArg::Const(c),
                Val::Var(v) if *self.g.ty(v) == LLType::Void => EndArg::Const(Const::VOID),
                Val::Var(v) => {
                    let r = self.vreg_of(v);
                    operands.push(Operand::any_use(r));
                    EndArg::Operand(operands.len() as u32 - 1)
                }
            })
            .collect();
        (args, operands)
    }
    fn edge_jump(&mut self, e: &Edge, edges: &mut Vec<Vec<EndArg>>) {
        let (args, operands) = self.end_args(&e.args);
        self.push(MOp::EdgeJmp(edges.len() as u32), &operands);
        edges.push(args);
    }
    fn edge_branch(&mut self, cc: Cc, e: &Edge, edges: &mut Vec<Vec<EndArg>>) {
        let (args, operands) = self.end_args(&e.args);
        self.push(MOp::EdgeBr(cc, edges.len() as u32), &operands);
        edges.push(args);
    }

    /// Selects the end; returns how many operations at the block's end are left.
    fn end_of_fragment(
        &mut self,
        b: BlockId,
        fragment: &Fragment<'_>,
        edges: &mut Vec<Vec<EndArg>>,
        exit: &mut Vec<EndArg>,
    ) -> usize {
        let ops = &self.g.blocks[b].ops;
        let n = ops.len();
        match &fragment.end {
            End::Jump(e) => self.edge_jump(e, edges),
            End::Branch { cond, yes, no } => {
                let cond = self.an.var(*cond);
                let ovf = n >= 2
                    && matches!(ops[n - 1].op, LLOp::OvfOccurred)
                    && cond == Val::Var(ops[n - 1].result)
                    && self.an.uses[ops[n - 1].result] == 1;
                let (cc, rest) = if ovf {
                    self.loc = fragment.locations[n - 2];
                    (self.lower_ovf((b, n as u32 - 2)), n - 2)
                } else {
                    (self.condition(cond, (b, n as u32)), n)
                };
                self.edge_branch(cc, yes, edges);
                self.edge_jump(no, edges);
                return rest;
            }
            End::Switch {
                value,
                cases,
                default,
            } => {
                let v = self.an.var(*value);
                let v = self.reg(v);
                for (k, e) in cases {
                    let k = self.bits(*k);
                    self.compare_case(v, k);
                    self.edge_branch(Cc::E, e, edges);
                }
                match default {
                    Some(e) => self.edge_jump(e, edges),
                    None => self.push(MOp::Trap, &[]),
                }
            }
            End::Exit { code, values } => {
                let (args, operands) = self.end_args(values);
                self.push(MOp::Exit(*code), &operands);
                *exit = args;
            }
            End::Unreachable => match ops.last().map(|o| &o.op) {
                Some(LLOp::Abort(why)) => {
                    self.push(MOp::Abort(why.code()), &[]);
                    return n - 1;
                }
                _ => self.push(MOp::Trap, &[]),
            },
        }
        n
    }
}
