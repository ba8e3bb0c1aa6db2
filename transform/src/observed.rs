//! Observed exceptions: safety errors that a handler can see are raised, the others end the program.
//!
//! The typer emits for a bad index, `None`, a zero divisor and so on `abort[why]()`, a cold report that never returns,
//! unless the operation itself has a handler for the exception. A handler may stand further out. This pass finds for
//! every function the exceptions that somebody sees when they are raised in it, as a fixed point over the call graph:
//!
//! ```text
//! observed(f) ⊇ caught(c) ∪ (observed(g) ∩ passed(c))      for each call c of f in g
//! ```
//! where `caught(c)` are the exceptions that handlers around the call catch (a handler that only raises again does not
//! count), and `passed(c)` those that go through it. Indirect calls without known candidates call all functions of
//! their type whose address is taken. An abort whose exception is observed becomes a raise:
//!
//! ```text
//! b1(): abort[index_out_of_range]()          ->          b1(): goto raise(@IndexError, @instance)
//! ```
//! The typer runs it as its last step, before all that drops handlers around calls that cannot raise. Where nobody sees
//! an exception, functions stay free of it: no test after their calls. Cost: one visit of each function per exception
//! class at most.
use ir::dataflow::Worklist;
use ir::index::IndexVec;
use ir::lltype::{ContainerId, LLType};
use ir::model::{Arg, BlockId, ExitCase, ExitSwitch, LinkId, Operand, VarId};
use lowlevel::ops::SafetyError;
use lowlevel::{Const, FuncId, LL, LLGraph, LLOp, Program, Value};
use rustc_hash::FxHashMap;

use super::PassOptions;
use super::effects::{callees, class_range};
use super::stackcheck::address_taken;

/// A set of exception classes that safety errors are raised as.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Set(u32);

impl Set {
    const ALL: Set = Set(u32::MAX);
    fn one(i: usize) -> Set {
        Set(1 << i)
    }
    fn union(self, o: Set) -> Set {
        Set(self.0 | o.0)
    }
    fn intersection(self, o: Set) -> Set {
        Set(self.0 & o.0)
    }
    fn without(self, o: Set) -> Set {
        Set(self.0 & !o.0)
    }
}

/// A class of the sets.
struct Class {
    name: &'static str,
    /// Its number in the program's preorder of classes, if known.
    number: Option<i64>,
    vtable: Const,
    instance: Const,
}

/// The calls of one function.
struct Call {
    callees: Vec<FuncId>,
    caught: Set,
    passed: Set,
}

struct Analysis<'a> {
    program: &'a Program,
    classes: Vec<Class>,
    by_type: FxHashMap<ContainerId, Vec<FuncId>>,
}

/// Makes raises of observed safety errors; their number.
pub fn run(program: &mut Program, _: &PassOptions) -> Result<usize, String> {
    let (changes, classes) = {
        let a = Analysis::new(program);
        let observed = a.observed();
        (a.changes(&observed), a.classes)
    };
    let n = changes.len();
    for (f, b, class) in changes {
        let class = &classes[class];
        let g = &mut program.funcs[f].graph;
        if let Some(op) = g.blocks[b].ops.pop() {
            let target = g.except_block;
            let args = [class.vtable, class.instance].map(Operand::Const);
            g.goto(b, target, args, op.span);
        }
    }
    Ok(n)
}

impl Analysis<'_> {
    fn new(program: &Program) -> Analysis<'_> {
        let mut classes: Vec<Class> = Vec::new();
        for (e, _) in SafetyError::ALL {
            let Some(name) = e.exception() else { continue };
            if classes.iter().any(|c| c.name == name) {
                continue;
            }
            let Some(known) = program.exception(name) else {
                continue;
            };
            let object = |o: lowlevel::ObjId, ty: Option<ContainerId>| {
                Const::new(
                    LLType::Ptr(ty.unwrap_or(program.objects[o].container)),
                    Value::Object(o),
                )
            };
            classes.push(Class {
                name,
                number: class_range(program, Value::Object(known.vtable)).map(|r| r.0),
                vtable: object(known.vtable, program.known.vtable),
                instance: object(known.instance, program.known.object),
            });
        }
        let taken = address_taken(program);
        let mut by_type: FxHashMap<ContainerId, Vec<FuncId>> = FxHashMap::default();
        for (f, func) in program.funcs.iter_enumerated() {
            if taken[f] {
                by_type.entry(func.sig).or_default().push(f);
            }
        }
        Analysis {
            program,
            classes,
            by_type,
        }
    }
    /// The classes that a handler of this class catches.
    fn caught_by(&self, handler: Value) -> Set {
        let Some((lo, hi)) = class_range(self.program, handler) else {
            return Set::ALL;
        };
        let mut s = Set::default();
        for (i, c) in self.classes.iter().enumerate() {
            if c.number.is_none_or(|n| lo <= n && n < hi) {
                s = s.union(Set::one(i));
            }
        }
        s
    }
    fn calls(&self, g: &LLGraph) -> Vec<Call> {
        let mut out = Vec::new();
        for b in g.live_blocks() {
            let block = &g.blocks[b];
            for (i, op) in block.ops.iter().enumerate() {
                let callees: &[FuncId] = match &op.op {
                    LLOp::IndirectCall(sig, None) => self.by_type.get(sig).map_or(&[], |v| v),
                    op => callees(op),
                };
                if callees.is_empty() {
                    continue;
                }
                let handled = block.exitswitch == ExitSwitch::LastException;
                let (caught, passed) = if handled && i + 1 == block.ops.len() {
                    self.handlers(g, b)
                } else {
                    (Set::default(), Set::ALL)
                };
                out.push(Call {
                    callees: callees.to_vec(),
                    caught,
                    passed,
                });
            }
        }
        out
    }
    /// What the handlers of a block catch, and what passes them.
    fn handlers(&self, g: &LLGraph, b: BlockId) -> (Set, Set) {
        let (mut caught, mut passed, mut left) = (Set::default(), Set::default(), Set::ALL);
        for &l in &g.blocks[b].exits {
            let ExitCase::Exception(class) = &g.links[l].exitcase else {
                continue;
            };
            let here = self.caught_by(class.value).intersection(left);
            left = left.without(here);
            if raises_again(g, l) {
                passed = passed.union(here);
            } else {
                caught = caught.union(here);
            }
        }
        (caught, passed.union(left))
    }
    /// The classes observed in each function.
    fn observed(&self) -> IndexVec<FuncId, Set> {
        let n = self.program.funcs.len();
        let calls: IndexVec<FuncId, Vec<Call>> = self
            .program
            .funcs
            .iter()
            .map(|f| self.calls(&f.graph))
            .collect();
        let mut observed = IndexVec::from_elem(Set::default(), n);
        let mut todo: Worklist<FuncId> = Worklist::all(n);
        while let Some(g) = todo.pop() {
            for c in &calls[g] {
                let seen = c.caught.union(observed[g].intersection(c.passed));
                for &f in &c.callees {
                    let new = observed[f].union(seen);
                    if new != observed[f] {
                        observed[f] = new;
                        todo.push(f);
                    }
                }
            }
        }
        observed
    }
    /// The aborts to change: function, block, class.
    fn changes(&self, observed: &IndexVec<FuncId, Set>) -> Vec<(FuncId, BlockId, usize)> {
        let mut out = Vec::new();
        for (f, func) in self.program.funcs.iter_enumerated() {
            if observed[f] == Set::default() {
                continue;
            }
            let g = &func.graph;
            for b in g.live_blocks() {
                let block = &g.blocks[b];
                let Some(LLOp::Abort(why)) = block.ops.last().map(|o| &o.op) else {
                    continue;
                };
                let name = why.exception();
                let class = self.classes.iter().position(|c| Some(c.name) == name);
                if let Some(i) = class
                    && observed[f].intersection(Set::one(i)) != Set::default()
                    && block.exits.is_empty()
                {
                    out.push((f, b, i));
                }
            }
        }
        out
    }
}

/// Whether a handler does nothing but raise the same exception again, perhaps behind blocks that only pass it on.
fn raises_again(g: &LLGraph, l: LinkId) -> bool {
    let link = &g.links[l];
    let (Some(class), Some(value)) = (link.last_exception, link.last_exc_value) else {
        return false;
    };
    // What stands for the exception in the block that is looked at.
    let mut names: FxHashMap<VarId, VarId> = FxHashMap::default();
    names.insert(class, class);
    names.insert(value, value);
    let mut link = link;
    for _ in 0..g.blocks.len() {
        let of = |a: &Arg<LL>| a.var().and_then(|v| names.get(&v).copied());
        if link.target == g.except_block {
            return matches!(&link.args[..], [c, v] if of(c) == Some(class) && of(v) == Some(value));
        }
        let block = &g.blocks[link.target];
        let mut inner: FxHashMap<VarId, VarId> = FxHashMap::default();
        for (a, &v) in link.args.iter().zip(&block.inputargs) {
            if let Some(x) = of(a) {
                inner.insert(v, x);
            }
        }
        for op in &block.ops {
            let LLOp::CastPointer = op.op else {
                return false;
            };
            let x = op.args[0].var().and_then(|v| inner.get(&v).copied());
            if let Some(x) = x {
                inner.insert(op.result, x);
            }
        }
        let (ExitSwitch::None, &[next]) = (&block.exitswitch, &block.exits[..]) else {
            return false;
        };
        names = inner;
        link = &g.links[next];
    }
    false
}
