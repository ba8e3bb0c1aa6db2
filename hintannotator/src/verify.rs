//! Verifier of coloured graphs. Rules, for what a copy reaches:
//! 1. Action normal form: promotions of red values, merge points and planned calls end their block, which has one exit,
//!    `Always`.
//! 2. A green result has green arguments (promotions and planned calls excepted); a green overflow flag follows a green
//!    operation.
//! 3. A link to a green inputarg carries a green value or a constant; behind a merge point it carries the marker's
//!    arguments, in order.
//! 4. Plans fit copies: function, colours of arguments and of the result.
//! 5. Hints other than promotions are gone, and so are markers other than merge points.
//! 6. A portal's copy has its merge point where the portal says, greens green and reds red behind it, names and types
//!    as many as arguments.
use ir::lltype::LLType;
use ir::model::{BlockId, ExitCase, ExitSwitch, Operand};
use lowlevel::binding::{Color, CopyId};
use lowlevel::ops::{HintKind, MarkerKind};
use lowlevel::{LL, LLOp, Program};

use crate::prepare::{is_kept, is_promote};
use crate::{CallPlan, Colored, GraphCopy};

/// All violations, as text.
pub fn verify(program: &Program, colored: &Colored) -> Vec<String> {
    let mut v = Verifier {
        program,
        colored,
        errors: Vec::new(),
        at: String::new(),
    };
    for (id, c) in colored.copies.iter_enumerated() {
        v.copy(id, c);
    }
    for (i, p) in colored.portals.iter().enumerate() {
        v.at = format!("portal {i}");
        let Some(c) = colored.copies.get(p.copy) else {
            v.error("has no copy");
            continue;
        };
        if c.portal != Some(i) || c.func != p.func {
            v.error("the copy is not the portal's");
        }
        match c.graph.blocks.get(p.block).and_then(|b| b.ops.last()) {
            Some(op) if matches!(op.op, LLOp::JitMarker(MarkerKind::MergePoint, d) if d == p.driver) => {
                if op.args.len() != p.greens.len() + p.reds.len() {
                    v.error("names and arguments of the merge point differ in number");
                }
            }
            _ => v.error("the block does not end with the merge point"),
        }
    }
    v.errors
}

struct Verifier<'a> {
    program: &'a Program,
    colored: &'a Colored,
    errors: Vec<String>,
    at: String,
}

impl Verifier<'_> {
    fn error(&mut self, message: &str) {
        self.errors.push(format!("{}: {message}", self.at));
    }
    fn check(&mut self, ok: bool, message: &str) {
        if !ok {
            self.error(message);
        }
    }
    fn copy(&mut self, id: CopyId, c: &GraphCopy) {
        let g = &c.graph;
        let entry = match c.portal.and_then(|i| self.colored.portals.get(i)) {
            Some(p) => g.blocks[p.block]
                .exits
                .first()
                .map_or(g.start, |&l| g.links[l].target),
            None => g.start,
        };
        if c.portal.is_none() {
            self.at = format!("{id}");
            let same = g
                .args()
                .iter()
                .zip(&c.args)
                .all(|(&v, &a)| c.colors[v] == a || *g.ty(v) == LLType::Void);
            self.check(
                same && c.args.len() == g.args().len(),
                "colours of parameters",
            );
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let mut todo = vec![entry];
        while let Some(b) = todo.pop() {
            if seen.insert(b) {
                self.block(id, c, b);
                todo.extend(g.successors(b));
            }
        }
    }
    fn block(&mut self, id: CopyId, c: &GraphCopy, b: BlockId) {
        let g = &c.graph;
        let block = &g.blocks[b];
        let n = block.ops.len();
        for (i, op) in block.ops.iter().enumerate() {
            self.at = format!("{id} {b} operation {i}");
            let red_args = op.args.iter().any(|a| c.operand(a) == Color::Red);
            let planned = i + 1 == n && c.calls.contains_key(&b);
            let promotes = matches!(op.op, LLOp::Hint(k) if is_promote(k));
            let action = match op.op {
                LLOp::Hint(HintKind::Certain) => true,
                LLOp::Hint(k) if is_kept(k) => false,
                LLOp::Hint(_) => {
                    self.check(promotes, "a hint is left");
                    red_args
                }
                LLOp::JitMarker(k, _) => {
                    self.check(k == MarkerKind::MergePoint, "a marker is left");
                    true
                }
                _ => planned,
            };
            if action {
                let plain = block.exitswitch == ExitSwitch::None
                    && block.exits.len() == 1
                    && g.links[block.exits[0]].exitcase == ExitCase::Always;
                self.check(i + 1 == n && plain, "an action does not end its block");
            }
            let green = c.colors[op.result] == Color::Green && *g.ty(op.result) != LLType::Void;
            if green && !promotes && !planned {
                self.check(!red_args, "a green result of red arguments");
            }
            if op.op == LLOp::OvfOccurred && green {
                let before = i.checked_sub(1).map(|j| c.colors[block.ops[j].result]);
                self.check(
                    before == Some(Color::Green),
                    "a green flag of a red operation",
                );
            }
        }
        for &l in &block.exits {
            let link = &g.links[l];
            self.at = format!("{id} {b} {l}");
            for (a, &v) in link.args.iter().zip(&g.blocks[link.target].inputargs) {
                let ok = c.colors[v] == Color::Red || c.operand(a) == Color::Green;
                self.check(ok, "a red value for a green inputarg");
            }
        }
        self.at = format!("{id} {b}");
        if let Some(plan) = c.calls.get(&b) {
            self.plan(c, b, plan);
        }
        if let Some(op) = block.ops.last()
            && matches!(op.op, LLOp::JitMarker(..))
            && let Some(p) = c.portal.and_then(|i| self.colored.portals.get(i))
        {
            let greens = p.greens.len();
            let link = &g.links[block.exits[0]];
            self.check(
                link.args == op.args,
                "the link does not pass the marker's arguments",
            );
            for (i, &v) in g.blocks[link.target].inputargs.iter().enumerate() {
                let wanted = if i < greens { Color::Green } else { Color::Red };
                self.check(c.colors[v] == wanted, "colours behind the merge point");
            }
            for a in op.args.iter().take(greens) {
                self.check(
                    c.operand(a) == Color::Green,
                    "a red value for a green of the driver",
                );
            }
        }
    }
    fn plan(&mut self, c: &GraphCopy, b: BlockId, plan: &CallPlan) {
        let op = c.graph.blocks[b].ops.last().expect("a planned call");
        let colors = |args: &[ir::model::Arg<LL>]| -> Vec<Color> {
            args.iter().map(|a| c.operand(a)).collect()
        };
        let (targets, args) = match (plan, &op.op) {
            (CallPlan::Inline(t), LLOp::DirectCall(f)) => (vec![(*f, *t)], colors(&op.args)),
            (CallPlan::Portal(t), LLOp::DirectCall(f)) => {
                let is_its = |c: &GraphCopy| c.func == *f && c.portal.is_some();
                self.check(
                    self.colored.copies.get(*t).is_some_and(is_its),
                    "a call of a portal leads to another copy",
                );
                return;
            }
            (CallPlan::Residual, LLOp::DirectCall(_) | LLOp::IndirectCall(..)) => {
                let void = *c.graph.ty(op.result) == LLType::Void;
                self.check(
                    void || c.colors[op.result] == Color::Red,
                    "the result of a residual call is green",
                );
                return;
            }
            (CallPlan::Indirect { targets, .. }, LLOp::IndirectCall(..)) => {
                self.check(
                    matches!(op.args[0], Operand::Const(_))
                        || c.operand(&op.args[0]) == Color::Green,
                    "a call through a red function pointer is looked inside",
                );
                (targets.clone(), colors(&op.args[1..]))
            }
            _ => return self.error("a plan for something else"),
        };
        let void = *c.graph.ty(op.result) == LLType::Void;
        for (f, t) in targets {
            let Some(callee) = self.colored.copies.get(t) else {
                self.error("a plan without copy");
                continue;
            };
            self.check(callee.func == f, "the copy is another function's");
            self.check(
                self.program.funcs.get(f).is_some() && callee.args.len() == args.len(),
                "number of arguments",
            );
            for (&given, &wanted) in args.iter().zip(&callee.args) {
                self.check(
                    wanted == Color::Red || given == Color::Green,
                    "a red argument for a green parameter",
                );
            }
            self.check(
                void || callee.result == c.colors[op.result],
                "colour of the result",
            );
        }
    }
}
