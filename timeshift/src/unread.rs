//! References behind a call whose object nobody looks into: the caller needs it to tell it from others, or sets fields
//! of it that are not read.
//!
//! ```text
//! frame = Frame(caller)
//! try:
//!     result = interpret(frame)          behind the call `frame` is unread
//!     frame.previous = None              a store
//! except Return as e:
//!     if e.target is frame: ...          a comparison
//! ```
//! The JIT hands over such an object with its contents to what it calls (`jit::support::loans`): what becomes of them
//! there is of no interest here. A variable is read if an operation reads memory through it, other than the class of
//! the object; if it is stored, returned, or passed to a function that reads it; or if one is that it flows to.
use std::cell::RefCell;

use ir::index::IndexVec;
use ir::model::{ExitSwitch, Operand, VarId};
use lowlevel::ops::AliasRegion;
use lowlevel::{FuncId, LLGraph, LLOp, Program};
use rustc_hash::FxHashMap;

/// What is read, of a program.
#[derive(Debug)]
pub struct Reads<'a> {
    program: &'a Program,
    /// By function: which parameters are read; `None` while that is being found out.
    params: RefCell<FxHashMap<FuncId, Option<Vec<bool>>>>,
}

impl<'a> Reads<'a> {
    /// Nothing is known yet.
    pub fn new(program: &'a Program) -> Reads<'a> {
        Reads {
            program,
            params: RefCell::default(),
        }
    }
    /// Which variables of a graph are read.
    pub fn of(&self, graph: &LLGraph) -> IndexVec<VarId, bool> {
        let mut read = IndexVec::from_elem(false, graph.vars.len());
        // What flows where, as (to, from).
        let mut flows: Vec<(VarId, VarId)> = Vec::new();
        for b in graph.live_blocks() {
            let block = &graph.blocks[b];
            for op in &block.ops {
                for (i, a) in op.args.iter().enumerate() {
                    let Operand::Var(v) = *a else { continue };
                    match &op.op {
                        LLOp::SameAs | LLOp::CastPointer => flows.push((op.result, v)),
                        other => read[v] |= self.is_read(other, i),
                    }
                }
            }
            if let ExitSwitch::Value(Operand::Var(v)) = block.exitswitch {
                read[v] = true;
            }
            for &l in &block.exits {
                let link = &graph.links[l];
                let to = &graph.blocks[link.target].inputargs;
                for (a, &q) in link.args.iter().zip(to) {
                    if let Operand::Var(v) = *a {
                        flows.push((q, v));
                    }
                }
            }
        }
        for end in [graph.return_block, graph.except_block] {
            for &v in &graph.blocks[end].inputargs {
                read[v] = true;
            }
        }
        let mut by_target: FxHashMap<VarId, Vec<VarId>> = FxHashMap::default();
        for (to, from) in flows {
            by_target.entry(to).or_default().push(from);
        }
        let mut todo: Vec<VarId> = read.indices().filter(|&v| read[v]).collect();
        while let Some(v) = todo.pop() {
            for &from in by_target.get(&v).into_iter().flatten() {
                if !std::mem::replace(&mut read[from], true) {
                    todo.push(from);
                }
            }
        }
        read
    }
    /// Whether an operation looks into the object that is its argument number `i`, or gives it to somebody.
    fn is_read(&self, op: &LLOp, i: usize) -> bool {
        match op {
            LLOp::PtrEq | LLOp::PtrNe | LLOp::PtrNonzero | LLOp::PtrIszero | LLOp::KeepAlive => {
                false
            }
            LLOp::WriteBarrier | LLOp::WriteBarrierArray => i != 0,
            LLOp::SetField(..) => i != 0,
            LLOp::GetField(..) => {
                let root = self.program.known.object;
                let class = |part| matches!(part, AliasRegion::Field(c, 0) if Some(c) == root);
                !op.location().is_some_and(class)
            }
            LLOp::DirectCall(f) => self.reads_param(*f, i),
            _ => true,
        }
    }
    /// Whether a function reads its parameter number `i`, or gives it to somebody.
    fn reads_param(&self, f: FuncId, i: usize) -> bool {
        let known = self.params.borrow().get(&f).cloned();
        let params = match known {
            Some(Some(params)) => params,
            // It is recursive.
            Some(None) => return true,
            None => {
                let Some(function) = self.program.funcs.get(f) else {
                    return true;
                };
                self.params.borrow_mut().insert(f, None);
                let graph = &function.graph;
                let read = self.of(graph);
                let params: Vec<bool> = graph.args().iter().map(|&v| read[v]).collect();
                self.params.borrow_mut().insert(f, Some(params.clone()));
                params
            }
        };
        params.get(i).copied().unwrap_or(true)
    }
}
