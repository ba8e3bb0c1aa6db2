//! Jump threading: a link that knows how the test of its target ends goes past it.
//!
//! ```text
//! b1(v1, v2):                                  b1(v1, v2):
//!     v3 = getinteriorsize[str](v1)                v3 = getinteriorsize[str](v1)
//!     v4 = int_lt(v2, v3)                          v4 = int_lt(v2, v3)
//!     if v4 then b2(v1, v2, v3) else b3()          if v4 then b2(v1, v2, v3) else b3()
//! b2(v5, v6, v7):                              b2(v5, v6, v7):
//!     v8 = int_add(v6, 1)                          v8 = int_add(v6, 1)
//!     v9 = int_lt(v8, v7)                          v9 = int_lt(v8, v7)
//!     if v9 then b1(v5, v8) else return(v8)        if v9 then b2(v5, v8, v7) else return(v8)
//! ```
//! Where several links meet, what each of them knows is lost: the block tests again. So the block is copied for a link
//! under which the value numbers of its operations, with what the link passes, decide its test. Only blocks are copied
//! that do nothing but compute and load, and few operations of that. A loop is not entered behind its header, which
//! would give it two entries: past a header go only links from within the loop.
use ir::model::{Arg, BlockId, ExitCase, ExitSwitch, LinkId, OpInfo, Operand, Operation, VarId};
use ir::rewrite::copy_block;
use lowlevel::{Const, LL, LLGraph, LLOp};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::super::{PassContext, checks, simplify};
use super::{Eliminator, Rep, canonical, commuted};

/// Blocks with more operations than this are not copied.
const LIMIT: usize = 8;

/// A link, and how the test of its target ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decided {
    link: LinkId,
    truth: bool,
}

/// The values of a block's variables under one link.
type Values = FxHashMap<VarId, Rep>;

impl Eliminator<'_> {
    /// Finds the links of block `b`, which was just numbered, that decide the tests of their targets.
    pub(super) fn find_decided(&mut self, b: BlockId) {
        for i in 0..self.g.blocks[b].exits.len() {
            let l = self.g.blocks[b].exits[i];
            if !self.may_thread(b, l) {
                continue;
            }
            let mark = self.undo.len();
            self.known_on_link(b, l);
            let truth = self.outcome(l);
            self.leave(mark);
            if let Some(truth) = truth {
                self.decided.push(Decided { link: l, truth });
            }
        }
    }
    /// Whether the target of a link is a short test where links meet.
    fn may_thread(&self, b: BlockId, l: LinkId) -> bool {
        let link = &self.g.links[l];
        let t = link.target;
        let block = &self.g.blocks[t];
        let test = matches!(block.exitswitch, ExitSwitch::Value(Operand::Var(_)))
            && block.exits.len() == 2
            && (block.exits.iter()).all(|&e| matches!(self.g.links[e].exitcase, ExitCase::Bool(_)));
        let short = block.ops.len() <= LIMIT
            && (block.ops.iter()).all(|o| o.op.is_pure() || o.op.is_load());
        test && short
            && t != b
            && self.preds[t].len() > 1
            && link.caught().next().is_none()
            && (self.dominators.dominates(t, b) || !self.is_header(t))
    }
    /// Whether a block is the header of a loop.
    fn is_header(&self, t: BlockId) -> bool {
        self.preds[t]
            .iter()
            .any(|&(p, _)| self.dominators.dominates(t, p))
    }
    /// How the test of a link's target ends, if that is known.
    fn outcome(&self, l: LinkId) -> Option<bool> {
        let link = &self.g.links[l];
        let block = &self.g.blocks[link.target];
        let inputs = block.inputargs.iter().copied();
        let mut values: Values = inputs.zip(link.args.iter().map(|a| self.rep(a))).collect();
        let mut unknown = self.next;
        for op in &block.ops {
            let value = self.value(op, &values).unwrap_or_else(|| {
                unknown += 1;
                Rep::Num(unknown)
            });
            values.insert(op.result, value);
        }
        let ExitSwitch::Value(v) = &block.exitswitch else {
            return None;
        };
        match rep(v, &values) {
            Rep::Const(c) => c.as_bool(),
            Rep::Num(_) => None,
        }
    }
    /// The value of an operation on these values, if there is a name for it.
    fn value(&self, op: &Operation<LL>, values: &Values) -> Option<Rep> {
        let mut args: SmallVec<[Rep; 3]> = op.args.iter().map(|a| rep(a, values)).collect();
        if let Some(place) = self.loaded(op) {
            args[0] = self.uncast(args[0]);
            return self.numbered(&(op.op.clone(), args, self.version(place)));
        }
        let constants: Option<Vec<Const>> = (args.iter())
            .map(|r| match r {
                Rep::Const(c) => Some(*c),
                Rep::Num(_) => None,
            })
            .collect();
        let ty = *self.g.ty(op.result);
        match &op.op {
            LLOp::SameAs | LLOp::Likely | LLOp::Unlikely => return Some(args[0]),
            LLOp::CastPointer | LLOp::CastPrimitive | LLOp::WeAreJitted => return None,
            o if constants.is_some() => {
                let value = simplify::evaluate(self.cx, o, &constants?, ty)?;
                return Some(Rep::Const(Const { ty, value }));
            }
            LLOp::PtrEq | LLOp::PtrNe | LLOp::PtrNonzero | LLOp::PtrIszero => {
                args.iter_mut().for_each(|r| *r = self.uncast(*r));
            }
            _ => {}
        }
        let (canonical, negated, swapped) = canonical(&op.op);
        commuted(&canonical, swapped, &mut args);
        let value = self.numbered(&(canonical, args, 0))?;
        match value {
            v if !negated => Some(v),
            Rep::Const(c) => c.as_bool().map(|x| Rep::Const(Const::bool(!x))),
            Rep::Num(_) => None,
        }
    }
    /// The value of an expression that was computed on the way here.
    fn numbered(&self, key: &super::Key) -> Option<Rep> {
        self.table.get(key).map(|r| self.resolved(*r))
    }
}

fn rep(a: &Arg<LL>, values: &Values) -> Rep {
    match a {
        Operand::Const(c) => Rep::Const(*c),
        Operand::Var(v) => values[v],
    }
}

/// Copies the targets of the links for these, without their tests; whether there were any.
pub(super) fn run(cx: &PassContext<'_>, g: &mut LLGraph, decided: &[Decided]) -> bool {
    let mut any = false;
    for d in decided {
        let t = g.links[d.link].target;
        let ExitSwitch::Value(Operand::Var(test)) = g.blocks[t].exitswitch else {
            // It was decided for all links.
            continue;
        };
        let at = g.blocks[t].ops.iter().position(|o| o.result == test);
        let copy = copy_block(g, t);
        if let Some(at) = at {
            let op = g.blocks[copy].ops[at].clone();
            let truth = Operand::Const(Const::bool(d.truth));
            let check = checks::proven(cx, g, &op, &truth, "cse");
            g.blocks[copy].ops.splice(at + 1..at + 1, check);
        }
        let exits = &g.blocks[copy].exits;
        let taken = (exits.iter().copied())
            .find(|&l| g.links[l].exitcase == ExitCase::Bool(d.truth))
            .expect("a test has both exits");
        g.links[taken].exitcase = ExitCase::Always;
        g.blocks[copy].exits.clear();
        g.blocks[copy].exits.push(taken);
        g.blocks[copy].exitswitch = ExitSwitch::None;
        g.links[d.link].target = copy;
        any = true;
    }
    any
}
