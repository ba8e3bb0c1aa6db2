//! Which parameters are worth being green when they can: those that reach a switch, a foldable load, an elidable call,
//! a function pointer or the result, through foldable operations and links. Others (a value that is only stored or
//! boxed) are passed red, which keeps the number of copies small and changes no residual code: a red constant folds as
//! well.
use indexmap::IndexMap;
use ir::dataflow::Def;
use ir::index::IndexVec;
use ir::model::{Arg, ExitSwitch, Operand, VarId};
use lowlevel::{FuncId, LL, LLOp};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

use crate::policy::{self, Fold};
use crate::prepare::{Prepared, Preparer};

/// By function and parameter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Useful {
    params: FxHashSet<(FuncId, usize)>,
}

impl Useful {
    /// Whether parameter `i` of `f` is worth being green.
    pub(crate) fn is_useful(&self, f: FuncId, i: usize) -> bool {
        self.params.contains(&(f, i))
    }
    /// Computes it for all prepared graphs.
    pub(crate) fn new(preparer: &Preparer<'_>, graphs: &IndexMap<FuncId, Rc<Prepared>>) -> Useful {
        let mut u = Useful::default();
        let mut useful: FxHashMap<FuncId, IndexVec<VarId, bool>> = graphs
            .iter()
            .map(|(&f, p)| (f, IndexVec::from_elem(false, p.graph.vars.len())))
            .collect();
        let mut todo: Vec<(FuncId, VarId)> = Vec::new();
        let push = |f: FuncId, a: &Arg<LL>, todo: &mut Vec<(FuncId, VarId)>| {
            if let Operand::Var(v) = a {
                todo.push((f, *v));
            }
        };
        // Calls by callee, so that a parameter found useful reaches its arguments.
        let mut sites: FxHashMap<FuncId, Vec<(FuncId, Vec<Arg<LL>>)>> = FxHashMap::default();
        for (&f, p) in graphs {
            let g = &p.graph;
            for &b in &p.order {
                for op in &g.blocks[b].ops {
                    match &op.op {
                        LLOp::DirectCall(t) if graphs.contains_key(t) => {
                            sites.entry(*t).or_default().push((f, op.args.to_vec()));
                        }
                        LLOp::IndirectCall(_, fs) => {
                            push(f, &op.args[0], &mut todo);
                            for t in fs.iter().flat_map(|fs| fs.iter()) {
                                sites
                                    .entry(*t)
                                    .or_default()
                                    .push((f, op.args[1..].to_vec()));
                            }
                        }
                        LLOp::DirectCall(_) | LLOp::Hint(_) => {
                            op.args.iter().for_each(|a| push(f, a, &mut todo));
                        }
                        o => {
                            if let Fold::Load(_) =
                                policy::fold(preparer.program, preparer.effects, o)
                            {
                                op.args.iter().for_each(|a| push(f, a, &mut todo));
                            }
                        }
                    }
                }
                if let ExitSwitch::Value(a) = &g.blocks[b].exitswitch {
                    push(f, a, &mut todo);
                }
            }
            todo.push((f, g.return_var()));
        }
        while let Some((f, v)) = todo.pop() {
            let Some(flag) = useful.get_mut(&f).and_then(|m| m.get_mut(v)) else {
                continue;
            };
            if std::mem::replace(flag, true) {
                continue;
            }
            let p = &graphs[&f];
            match p.defs[v] {
                Def::None => {}
                Def::Input(b, i) => {
                    for &(_, l) in &p.preds[b] {
                        push(f, &p.graph.links[l].args[i], &mut todo);
                    }
                    if b == p.graph.start && p.marker.is_none() {
                        u.params.insert((f, i));
                        for (caller, args) in sites.get(&f).into_iter().flatten() {
                            push(*caller, &args[i], &mut todo);
                        }
                    }
                }
                Def::Op(b, i) => {
                    let op = &p.graph.blocks[b].ops[i];
                    if policy::fold(preparer.program, preparer.effects, &op.op) != Fold::No {
                        op.args.iter().for_each(|a| push(f, a, &mut todo));
                    }
                }
            }
        }
        u
    }
}
