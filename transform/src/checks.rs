//! Checked builds: what passes claim, and the expansion of checks.
//!
//! A pass that replaces an operation by what it believes to be its result calls [`proven`], which in a checked build
//! leaves a check in the operation's place. The pass `checks`, the last before the GC transform, expands every check of
//! the program:
//!
//! ```text
//! check[int_ge | "`n` is not negative"](v1, 0, true)
//!                                              →       v2 = int_ge(v1, 0)
//!                                                      if v2 then b2() else b3()
//!                                                  b3: extern_call[gx_claim_failed](@claim, v1, 1)
//!                                                      abort[unreachable]()
//! ```
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, Operand, Operation, VarId};
use ir::source::Span;
use lowlevel::check::{CLAIM_FAILED, Check, Seen, Test, place};
use lowlevel::ops::SafetyError;
use lowlevel::verify::{is_instance, operand_type};
use lowlevel::{Const, ExternId, Init, LL, LLGraph, LLOp, ObjId, Object, Program, Value};
use rustc_hash::FxHashMap;

use super::rewrite::make_op;
use super::{PassContext, PassOptions};

/// The check that `op` gives `value`, as a pass that replaces one by the other claims; nothing if the build is not
/// checked.
pub fn proven(
    cx: &PassContext<'_>,
    g: &mut LLGraph,
    op: &Operation<LL>,
    value: &Arg<LL>,
    pass: &str,
) -> Option<Operation<LL>> {
    if !cx.options.check || !Test::repeatable(&op.op) {
        return None;
    }
    let same = operand_type(g, value) == *g.ty(op.result);
    if !same {
        return None;
    }
    let what = match &op.op {
        o if o.is_load() => "this load gives a known value",
        _ => "this operation has a known result",
    };
    let claim = claim_text(what, pass, op);
    let args: Vec<Arg<LL>> = op.args.iter().chain([value]).cloned().collect();
    let check = LLOp::check(Test::Gives(Box::new(op.op.clone())), claim);
    Some(make_op(g, check, args, LLType::Void, op.span))
}

/// The text of a claim made by a pass.
pub fn claim_text(what: &str, pass: &str, op: &Operation<LL>) -> String {
    format!(
        "{}{what} (operation {}, claimed by pass {pass})",
        place(op.span),
        op.op.name()
    )
}

/// Expands all checks; how many there were.
pub fn run(program: &mut Program, _: &PassOptions) -> Result<usize, String> {
    let funcs: Vec<_> = program
        .funcs
        .iter_enumerated()
        .filter(|(_, f)| has_checks(&f.graph))
        .map(|(id, _)| id)
        .collect();
    if funcs.is_empty() {
        return Ok(0);
    }
    let text = program.known.string.map_or(LLType::Address, LLType::Ptr);
    let failed = lowlevel::externs::extern_func(CLAIM_FAILED, text, LLType::Address)
        .ok_or("the runtime has no function for violated claims")?;
    let found = program
        .externs
        .iter_enumerated()
        .find(|(_, x)| x.name == failed.name)
        .map(|(i, _)| i);
    let failed = found.unwrap_or_else(|| program.externs.push(failed));
    let mut texts: FxHashMap<String, Const> = FxHashMap::default();
    let mut n = 0;
    for f in funcs {
        let mut g = program.funcs[f].graph.clone();
        n += Expand {
            program,
            texts: &mut texts,
            text,
            failed,
            g: &mut g,
            out: Vec::new(),
            block: BlockId(0),
            span: Span::NONE,
        }
        .graph();
        program.funcs[f].graph = g;
    }
    Ok(n)
}

fn has_checks(g: &LLGraph) -> bool {
    g.live_blocks()
        .any(|b| (g.blocks[b].ops.iter()).any(|o| matches!(o.op, LLOp::Check(_))))
}

struct Expand<'a> {
    program: &'a mut Program,
    texts: &'a mut FxHashMap<String, Const>,
    text: LLType,
    failed: ExternId,
    g: &'a mut LLGraph,
    /// Operations of the block being made.
    out: Vec<Operation<LL>>,
    block: BlockId,
    span: Span,
}

impl Expand<'_> {
    fn graph(mut self) -> usize {
        let blocks: Vec<BlockId> = self.g.live_blocks().collect();
        let mut n = 0;
        for b in blocks {
            if !(self.g.blocks[b].ops.iter()).any(|o| matches!(o.op, LLOp::Check(_))) {
                continue;
            }
            // The block's exits go with its last piece.
            let ops = std::mem::take(&mut self.g.blocks[b].ops);
            let exits = std::mem::take(&mut self.g.blocks[b].exits);
            let switch = std::mem::replace(
                &mut self.g.blocks[b].exitswitch,
                ir::model::ExitSwitch::None,
            );
            self.block = b;
            for op in ops {
                match &op.op {
                    LLOp::Check(c) => {
                        n += 1;
                        self.span = op.span;
                        self.check(&c.clone(), &op.args);
                    }
                    _ => self.out.push(op),
                }
            }
            let last = self.block;
            self.g.blocks[last].ops = std::mem::take(&mut self.out);
            self.g.blocks[last].exits = exits;
            self.g.blocks[last].exitswitch = switch;
        }
        ir::rewrite::ssi::restore(self.g);
        self.g.compact();
        n
    }
    fn emit(&mut self, op: LLOp, args: impl IntoIterator<Item = Arg<LL>>, ty: LLType) -> Arg<LL> {
        let op = make_op(self.g, op, args, ty, self.span);
        let v = op.result;
        self.out.push(op);
        Operand::Var(v)
    }
    /// Ends the block with a test; goes on where it is true, returns the block where it is false.
    fn test(&mut self, cond: Arg<LL>) -> BlockId {
        let yes = self.g.new_block(Vec::<VarId>::new(), self.span);
        let no = self.g.new_block(Vec::<VarId>::new(), self.span);
        self.end(cond, yes, no);
        no
    }
    fn end(&mut self, cond: Arg<LL>, yes: BlockId, no: BlockId) {
        let b = self.block;
        self.g.blocks[b].ops = std::mem::take(&mut self.out);
        let (y, n) = ((yes, Default::default()), (no, Default::default()));
        self.g.branch(b, cond, y, n, self.span);
        self.block = yes;
    }
    /// Fills a block with the report.
    fn report(&mut self, at: BlockId, c: &Check, seen: Option<&Arg<LL>>) {
        let (block, out) = (self.block, std::mem::take(&mut self.out));
        self.block = at;
        let (value, kind) = self.shown(seen);
        let claim = Operand::Const(self.claim(&c.claim));
        let kind = Operand::Const(Const::signed(kind as i64));
        let failed = self.failed;
        self.emit(LLOp::ExternCall(failed), [claim, value, kind], LLType::Void);
        self.emit(LLOp::Abort(SafetyError::Unreachable), [], LLType::Void);
        self.g.blocks[at].ops = std::mem::take(&mut self.out);
        self.block = block;
        self.out = out;
    }
    /// A value as the reporter takes it.
    fn shown(&mut self, a: Option<&Arg<LL>>) -> (Arg<LL>, Seen) {
        let zero = Operand::Const(Const::signed(0));
        let Some(a) = a.cloned() else {
            return (zero, Seen::Nothing);
        };
        let ty = operand_type(self.g, &a);
        let seen = Seen::of(ty, is_instance(self.program, ty));
        let v = match ty {
            LLType::Void => zero,
            LLType::Address => self.emit(LLOp::CastAdrToInt, [a], LLType::Signed),
            LLType::Ptr(_) => self.emit(LLOp::CastPtrToInt, [a], LLType::Signed),
            _ => self.word(a),
        };
        (v, seen)
    }
    /// A number as a signed word with the same bits.
    fn word(&mut self, a: Arg<LL>) -> Arg<LL> {
        let s = LLType::Signed;
        match operand_type(self.g, &a) {
            LLType::Bool => self.emit(LLOp::CastBoolToInt, [a], s),
            LLType::Char => self.emit(LLOp::CastCharToInt, [a], s),
            LLType::UniChar => self.emit(LLOp::CastUnicharToInt, [a], s),
            LLType::Unsigned => self.emit(LLOp::CastUintToInt, [a], s),
            LLType::Int { .. } => self.emit(LLOp::CastPrimitive, [a], s),
            LLType::Float => self.emit(LLOp::FloatBits, [a], s),
            LLType::SingleFloat => {
                let f = self.emit(LLOp::CastSinglefloatToFloat, [a], LLType::Float);
                self.emit(LLOp::FloatBits, [f], s)
            }
            _ => a,
        }
    }
    fn equal(&mut self, a: Arg<LL>, b: Arg<LL>) -> Arg<LL> {
        let op = match operand_type(self.g, &a) {
            LLType::Ptr(_) => LLOp::PtrEq,
            LLType::Address => LLOp::AdrEq,
            LLType::Bool if b == Operand::Const(Const::bool(true)) => return a,
            _ => {
                let (a, b) = (self.word(a), self.word(b));
                return self.emit(LLOp::IntEq, [a, b], LLType::Bool);
            }
        };
        self.emit(op, [a, b], LLType::Bool)
    }
    fn check(&mut self, c: &Check, args: &[Arg<LL>]) {
        match (&c.test, args) {
            (Test::Gives(op), [args @ .., expected]) => {
                let ty = operand_type(self.g, expected);
                let got = self.emit((**op).clone(), args.iter().cloned(), ty);
                let seen = match args.first() {
                    Some(a) if ty == LLType::Bool => a.clone(),
                    _ => got.clone(),
                };
                let holds = self.equal(got, expected.clone());
                let bad = self.test(holds);
                self.report(bad, c, Some(&seen));
            }
            (Test::Class, [object, min, max]) => self.class(c, object, min, max),
            (Test::Member, [value, candidates @ ..]) => {
                // A chain of comparisons; each that holds goes on behind the last.
                let done = self.g.new_block(Vec::<VarId>::new(), self.span);
                for k in candidates {
                    let next = self.g.new_block(Vec::<VarId>::new(), self.span);
                    let same = self.equal(value.clone(), k.clone());
                    self.end(same, done, next);
                    self.block = next;
                }
                let bad = self.block;
                self.block = done;
                if bad == done || candidates.is_empty() {
                    return;
                }
                self.report(bad, c, Some(value));
            }
            _ => {
                let never = Operand::Const(Const::bool(false));
                let bad = self.test(never);
                self.report(bad, c, None);
            }
        }
    }
    fn class(&mut self, c: &Check, object: &Arg<LL>, min: &Arg<LL>, max: &Arg<LL>) {
        let (Some(root), Some(vtable)) = (self.program.known.object, self.program.known.vtable)
        else {
            return;
        };
        let done = self.g.new_block(Vec::<VarId>::new(), self.span);
        let some = self.g.new_block(Vec::<VarId>::new(), self.span);
        let is_null = self.emit(LLOp::PtrIszero, [object.clone()], LLType::Bool);
        self.end(is_null, done, some);
        self.block = some;
        let o = self.emit(LLOp::CastPointer, [object.clone()], LLType::Ptr(root));
        let class = self.emit(LLOp::GetField(root, 0), [o], LLType::Ptr(vtable));
        let number = self.emit(LLOp::GetField(vtable, 0), [class], LLType::Signed);
        let args = [min.clone(), number, max.clone()];
        let inside = self.emit(LLOp::IntBetween, args, LLType::Bool);
        let bad = self.g.new_block(Vec::<VarId>::new(), self.span);
        self.end(inside, done, bad);
        self.report(bad, c, Some(object));
        self.block = done;
    }
    /// The text as a prebuilt string.
    fn claim(&mut self, text: &str) -> Const {
        let Some(string) = self.program.known.string else {
            return Const::null(self.text);
        };
        if let Some(c) = self.texts.get(text) {
            return *c;
        }
        let o: ObjId = self.program.objects.push(Object {
            container: string,
            init: Init::Struct(vec![
                Init::Value(Value::Int(0)),
                Init::Bytes(text.as_bytes().to_vec()),
            ]),
            name: "claim".into(),
        });
        let c = Const::new(self.text, Value::Object(o));
        self.texts.insert(text.to_owned(), c);
        c
    }
}
