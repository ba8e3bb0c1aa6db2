//! Variables whose value goes on to somewhere: it is stored, returned, or given to what is not known.
//!
//! Of an array that a function is given, most only read or write items. Such a function may be called with any number
//! of arrays, and they have nothing to do with each other by that:
//!
//! ```text
//! def fill(scope, args):               # neither flows on
//!     scope[0] = args[0]
//! fill(frame.locals, arguments.items); fill(builtin.scope, other.items)
//! ```
use ir::lltype::ContainerId;
use ir::model::{Operand, Operation, VarId};
use lowlevel::{AliasRegion, Effect, FuncId, LL, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{call_args, callees};

/// A variable of a function.
type Var = (FuncId, VarId);

/// The variables that flow on, of all functions of a program.
pub(super) struct Flowing(FxHashSet<Var>);

impl Flowing {
    /// Finds the variables of a typed program that flow on. What refers to one of the records flows on as well if
    /// something else is found in its fields, or put there.
    pub(super) fn new(program: &Program, records: &FxHashSet<ContainerId>) -> Flowing {
        let mut search = Search {
            program,
            records,
            found: FxHashSet::default(),
            todo: Vec::new(),
            sources: FxHashMap::default(),
        };
        for f in program.funcs.indices() {
            search.function(f);
        }
        while let Some(v) = search.todo.pop() {
            for source in search.sources.remove(&v).unwrap_or_default() {
                search.flows(source);
            }
        }
        Flowing(search.found)
    }
    /// Whether the value of a variable goes on to somewhere.
    pub(super) fn has(&self, f: FuncId, v: VarId) -> bool {
        self.0.contains(&(f, v))
    }
}

/// Whether an operation that is no load, store, move or call of a known function leaves the references that it is given
/// where they are: nothing else holds them afterwards.
pub(super) fn leaves_alone(op: &LLOp) -> bool {
    matches!(
        op.effect(),
        Effect::Allocates(Some(_))
            | Effect::Pure
            | Effect::Fills(_)
            | Effect::Nothing
            | Effect::Tests
    ) || matches!(
        op,
        LLOp::GcId | LLOp::GcIdentityHash | LLOp::WriteBarrier | LLOp::WriteBarrierArray
    )
}

struct Search<'a> {
    program: &'a Program,
    records: &'a FxHashSet<ContainerId>,
    found: FxHashSet<Var>,
    todo: Vec<Var>,
    /// The variables whose values go to a variable, as long as it is not known to flow on.
    sources: FxHashMap<Var, Vec<Var>>,
}

impl Search<'_> {
    fn flows(&mut self, v: Var) {
        if self.found.insert(v) {
            self.todo.push(v);
        }
    }
    /// A value goes from one variable to another one.
    fn goes(&mut self, from: Var, to: Var) {
        if self.found.contains(&to) {
            self.flows(from);
        } else {
            self.sources.entry(to).or_default().push(from);
        }
    }
    fn function(&mut self, f: FuncId) {
        let g = &self.program.funcs[f].graph;
        self.flows((f, g.return_var()));
        for b in g.live_blocks() {
            for op in &g.blocks[b].ops {
                self.operation(f, op);
            }
            for &l in &g.blocks[b].exits {
                let link = &g.links[l];
                for (arg, &input) in link.args.iter().zip(&g.blocks[link.target].inputargs) {
                    if let Operand::Var(v) = arg {
                        self.goes((f, *v), (f, input));
                    }
                }
            }
        }
    }
    fn operation(&mut self, f: FuncId, op: &Operation<LL>) {
        let args = op.args.iter().filter_map(|a| match a {
            Operand::Var(v) => Some((f, *v)),
            Operand::Const(_) => None,
        });
        if let Effect::Loads(AliasRegion::Field(c, _)) | Effect::Stores(AliasRegion::Field(c, _)) =
            op.op.effect()
            && self.records.contains(&c)
            && let Some(Operand::Var(v)) = op.args.first()
        {
            self.flows((f, *v));
        }
        match (&op.op, op.op.effect()) {
            (_, Effect::Stores(_)) => {
                if let Some(Operand::Var(v)) = op.args.last() {
                    self.flows((f, *v));
                }
            }
            (LLOp::SameAs | LLOp::CastPointer | LLOp::Hint(_), _) => {
                args.for_each(|v| self.goes(v, (f, op.result)));
            }
            (LLOp::DirectCall(_) | LLOp::IndirectCall(_, Some(_)), _) => self.call(f, op),
            (_, Effect::Loads(_)) => {}
            (other, _) if leaves_alone(other) => {}
            _ => args.for_each(|v| self.flows(v)),
        }
    }
    fn call(&mut self, f: FuncId, op: &Operation<LL>) {
        for &callee in callees(&op.op) {
            let inputs = self.program.funcs[callee].graph.args();
            for (arg, &input) in call_args(op).iter().zip(inputs) {
                if let Operand::Var(v) = arg {
                    self.goes((f, *v), (callee, input));
                }
            }
        }
    }
}
