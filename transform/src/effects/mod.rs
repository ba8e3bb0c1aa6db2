//! What calls can do, by a fixed point over the call graph: raise, collect (move objects), have any effect at all.
//!
//! Calls that cannot raise need no check after them, calls that cannot collect no root slots. A function whose
//! exceptions are all caught inside does not raise. Indirect calls with known candidates join the candidates' facts;
//! without, they can do everything.
use ir::dataflow::Worklist;
use ir::index::IndexVec;
use ir::model::{Arg, Operation};
use ir::model::{BlockId, ExitCase, ExitSwitch, OpInfo};
use lowlevel::{AliasRegion, Effect, FuncId, LL, LLGraph, LLOp, Program, Value};

mod asks;
mod classes;
mod flowing;
mod initialises;
mod outward;
mod owners;
mod reads;
mod returns;
mod unsettled;
pub use asks::asks;
pub use initialises::Initialises;
pub use outward::outward;
pub use owners::{Owners, has_owner, own_tables, owner_of, owners};
pub use reads::{reads, stored};
pub use returns::{is_last, never_return};
pub use unsettled::unsettled;

/// Facts about every function of a program.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// An exception may leave the function.
    pub can_raise: IndexVec<FuncId, bool>,
    /// It may reach a safepoint.
    pub can_collect: IndexVec<FuncId, bool>,
    /// It may write memory that others see, do I/O, raise, or not return. Calls without effects can be dropped when
    /// unused.
    pub has_effects: IndexVec<FuncId, bool>,
    /// The immutable fields of its arguments that it may store to: those of objects that are being made.
    pub initialises: IndexVec<FuncId, Initialises>,
}

impl Effects {
    /// What calls of each function of the program may do.
    pub fn new(program: &Program) -> Effects {
        Effects::at_least(program, &[])
    }
    /// Analyses a typed program as the stack checks will make it: a function with a check may raise.
    pub fn with_stack_checks(program: &Program) -> Effects {
        Effects::at_least(program, &super::stackcheck::choose(program))
    }
    /// Analyses a program in which, besides, some functions may raise.
    fn at_least(program: &Program, raising: &[FuncId]) -> Effects {
        let n = program.funcs.len();
        let mut e = Effects {
            can_raise: IndexVec::from_elem(false, n),
            can_collect: IndexVec::from_elem(false, n),
            has_effects: IndexVec::from_elem(false, n),
            initialises: IndexVec::new(),
        };
        for &f in raising {
            e.can_raise[f] = true;
            e.has_effects[f] = true;
        }
        let catch_all = catch_all_range(program);
        let callers = callers(program);
        e.initialises = initialises::initialises(program, &callers);
        let mut todo: Worklist<FuncId> = Worklist::all(n);
        while let Some(f) = todo.pop() {
            let g = &program.funcs[f].graph;
            // Facts only grow, so the fixed point does not depend on the order.
            let (mut raises, mut collects) = (e.can_raise[f], e.can_collect[f]);
            let mut effects = e.has_effects[f] || has_loop(g);
            for b in g.live_blocks() {
                raises |= e.block_raises(program, g, b, catch_all);
                for op in &g.blocks[b].ops {
                    collects |= e.op_collects(program, &op.op);
                    effects |= e.op_has_effects(program, &op.op);
                }
            }
            effects |= raises;
            let changed =
                (raises, collects, effects) != (e.can_raise[f], e.can_collect[f], e.has_effects[f]);
            e.can_raise[f] = raises;
            e.can_collect[f] = collects;
            e.has_effects[f] = effects;
            if changed {
                callers[f].iter().for_each(|&c| todo.push(c));
            }
        }
        e
    }
    /// The immutable fields that a call may store to, of objects that are its arguments.
    pub fn initialised_by<'a>(&'a self, op: &'a LLOp) -> impl Iterator<Item = AliasRegion> + 'a {
        let callees = callees(op).iter();
        callees.flat_map(|&f| self.initialises[f].iter().map(|x| x.1))
    }
    /// Whether one operation can raise; sees through calls.
    pub fn op_raises(&self, program: &Program, op: &LLOp) -> bool {
        match op {
            LLOp::DirectCall(f) => self.can_raise[*f],
            LLOp::IndirectCall(_, Some(fs)) => fs.iter().any(|&f| self.can_raise[f]),
            LLOp::IndirectCall(_, None) => true,
            LLOp::ExternCall(x) => program.externs[*x].can_raise,
            op => op.can_raise(),
        }
    }
    /// Whether one operation is a safepoint.
    pub fn op_collects(&self, program: &Program, op: &LLOp) -> bool {
        match op {
            LLOp::DirectCall(f) => self.can_collect[*f],
            LLOp::IndirectCall(_, Some(fs)) => fs.iter().any(|&f| self.can_collect[f]),
            LLOp::IndirectCall(_, None) => true,
            LLOp::ExternCall(x) => program.externs[*x].can_collect,
            op => match op.effect() {
                Effect::Allocates(c) => c.is_none_or(|c| program.types.is_gc(c)),
                _ => false,
            },
        }
    }
    /// Whether one operation may do something that others see (allocation does not count, reading neither).
    pub fn op_has_effects(&self, program: &Program, op: &LLOp) -> bool {
        match op.effect() {
            Effect::Calls => match op {
                LLOp::DirectCall(f) => self.has_effects[*f],
                LLOp::IndirectCall(_, Some(fs)) => fs.iter().any(|&f| self.has_effects[f]),
                LLOp::ExternCall(x) => !program.externs[*x].pure,
                _ => true,
            },
            Effect::Allocates(c) => op.can_raise() || c.is_none_or(|c| !program.types.is_gc(c)),
            Effect::Pure
            | Effect::Loads(_)
            | Effect::ReadsMemory
            | Effect::Reads(_)
            | Effect::Tests => false,
            Effect::Stores(_)
            | Effect::Fills(_)
            | Effect::WritesMemory
            | Effect::Frees(_)
            | Effect::Writes(_)
            | Effect::Nothing
            | Effect::Ends => true,
        }
    }
    /// Whether an exception may leave the function from this block.
    fn block_raises(
        &self,
        program: &Program,
        g: &LLGraph,
        b: BlockId,
        catch_all: Option<(i64, i64)>,
    ) -> bool {
        let block = &g.blocks[b];
        let n = block.ops.len();
        let switch = block.exitswitch == ExitSwitch::LastException;
        for (i, op) in block.ops.iter().enumerate() {
            let state = matches!(op.op, LLOp::ExcSet);
            // After the transform a test of the overflow flag stands in for the exception.
            let flag = block
                .ops
                .get(i + 1)
                .is_some_and(|o| o.op == LLOp::OvfOccurred);
            if state || !flag && self.op_raises(program, &op.op) {
                let caught = switch && i + 1 == n && self.catches_all(program, g, b, catch_all);
                if !caught {
                    return true;
                }
            }
        }
        let dead_switch = switch
            && !block
                .ops
                .last()
                .is_some_and(|o| self.op_raises(program, &o.op));
        block.exits.iter().any(|&l| {
            let link = &g.links[l];
            link.target == g.except_block
                && !(dead_switch && matches!(link.exitcase, ExitCase::Exception(_)))
        })
    }
    fn catches_all(
        &self,
        program: &Program,
        g: &LLGraph,
        b: BlockId,
        catch_all: Option<(i64, i64)>,
    ) -> bool {
        let Some((min, max)) = catch_all else {
            return false;
        };
        g.blocks[b]
            .exits
            .iter()
            .any(|&l| match &g.links[l].exitcase {
                ExitCase::Exception(c) => {
                    class_range(program, c.value).is_some_and(|(lo, hi)| lo <= min && max <= hi)
                }
                _ => false,
            })
    }
}

/// A graph with a cycle may run forever, so its call must not be dropped.
fn has_loop(g: &LLGraph) -> bool {
    !ir::model::order::back_edges(g).is_empty()
}

/// The functions an operation may call, as far as they are known.
pub fn callees(op: &LLOp) -> &[FuncId] {
    match op {
        LLOp::DirectCall(f) => std::slice::from_ref(f),
        LLOp::IndirectCall(_, Some(fs)) => fs,
        _ => &[],
    }
}

/// The arguments of a call, without the function's address.
pub fn call_args(op: &Operation<LL>) -> &[Arg<LL>] {
    match op.op {
        LLOp::IndirectCall(..) => &op.args[1..],
        _ => &op.args,
    }
}

/// The functions that may call each function, as far as they are known: a change of its facts concerns them.
pub fn callers(program: &Program) -> IndexVec<FuncId, Vec<FuncId>> {
    let mut callers: IndexVec<FuncId, Vec<FuncId>> =
        IndexVec::from_elem(Vec::new(), program.funcs.len());
    for (id, f) in program.funcs.iter_enumerated() {
        for b in f.graph.live_blocks() {
            for op in &f.graph.blocks[b].ops {
                for &c in callees(&op.op) {
                    if callers[c].last() != Some(&id) {
                        callers[c].push(id);
                    }
                }
            }
        }
    }
    callers
}

/// The class range (`min`, `max`) of a vtable constant: `x` is a subclass iff `min <= x.min < max`.
pub fn class_range(program: &Program, vtable: Value) -> Option<(i64, i64)> {
    let Value::Object(o) = vtable else {
        return None;
    };
    let root = program.known.vtable?;
    let min = crate::constants::read_field(program, o, root, 0)?;
    let max = crate::constants::read_field(program, o, root, 1)?;
    match (min, max) {
        (Value::Int(a), Value::Int(b)) => Some((a, b)),
        _ => None,
    }
}

/// Whether a handler of this class (a vtable) catches every exception.
pub fn catches_everything(program: &Program, vtable: Value) -> bool {
    match (catch_all_range(program), class_range(program, vtable)) {
        (Some((min, max)), Some((lo, hi))) => lo <= min && max <= hi,
        _ => false,
    }
}

/// The class range that covers every exception: that of `BaseException` or `Exception`.
fn catch_all_range(program: &Program) -> Option<(i64, i64)> {
    let e = program
        .exception("BaseException")
        .or_else(|| program.exception("Exception"))?;
    class_range(program, Value::Object(e.vtable))
}
