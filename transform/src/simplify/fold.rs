//! Folding of single operations: constants, identities, comparisons of comparisons, reads of prebuilt immutable data.
//!
//! Requirements for a rule: it looks at the operation and at definitions in the same block only (behind a merge point,
//! at those behind it); its result is defined whenever the original is; it never makes more operations than it removes;
//! it does not undo another rule.
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, ExitCase, ExitSwitch, OpInfo, Operand, Operation, VarId};
use lowlevel::algebra::{Algebra, Known, simplify};
use lowlevel::ops::{Compared, HintKind, MarkerKind};
use lowlevel::verify::operand_type;
use lowlevel::{AliasRegion, Const, Effect, LL, LLGraph, LLOp, Program, Value, arith};
use rustc_hash::FxHashMap;

use super::super::rewrite::Renaming;
use super::super::{PassContext, checks, constants};

/// What becomes of an operation.
enum Fold {
    Keep,
    /// Its result is this operand.
    Value(Arg<LL>),
    /// It is another operation.
    Op(LLOp, Vec<Arg<LL>>),
}

/// Folds all operations; whether something changed.
pub fn run(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    let mut any = false;
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        any |= block(cx, g, b);
    }
    any
}

fn block(cx: &PassContext<'_>, g: &mut LLGraph, b: BlockId) -> bool {
    let mut renaming = Renaming::default();
    let mut any = false;
    let ops = std::mem::take(&mut g.blocks[b].ops);
    let n = ops.len();
    let mut out: Vec<Operation<LL>> = Vec::with_capacity(n);
    let mut defs: FxHashMap<VarId, usize> = FxHashMap::default();
    let flags: Vec<bool> = (0..n)
        .map(|i| ops.get(i + 1).is_some_and(|o| o.op == LLOp::OvfOccurred))
        .collect();
    let mut no_overflow = false;
    for (i, mut op) in ops.into_iter().enumerate() {
        renaming.op(&mut op);
        if op.op == LLOp::OvfOccurred && std::mem::take(&mut no_overflow) {
            renaming.insert(op.result, Operand::Const(Const::bool(false)));
            any = true;
            continue;
        }
        let fold = {
            let f = Folder {
                cx,
                g,
                ops: &out,
                defs: &defs,
            };
            f.fold(&op)
        };
        match fold {
            Fold::Keep => {}
            Fold::Value(a) => {
                any = true;
                // Prebuilt data that is said never to change.
                if op.op.is_load() {
                    out.extend(checks::proven(cx, g, &op, &a, "simplify"));
                }
                // The last operation of an exception switch is gone: only the normal exit is left.
                if i + 1 == n && g.blocks[b].exitswitch == ExitSwitch::LastException {
                    no_exception(g, b);
                }
                no_overflow = flags[i];
                renaming.insert(op.result, a);
                continue;
            }
            Fold::Op(new, args) => {
                any = true;
                op.op = new;
                op.args = args.into_iter().collect();
                if i + 1 == n
                    && g.blocks[b].exitswitch == ExitSwitch::LastException
                    && !op.op.can_raise()
                {
                    no_exception(g, b);
                }
            }
        }
        // What is used behind a merge point has to be passed to it: nothing else is used there than before.
        if let LLOp::JitMarker(MarkerKind::MergePoint, _) = op.op {
            defs.clear();
        }
        defs.insert(op.result, out.len());
        out.push(op);
    }
    // A branch on a negation is the opposite branch.
    while let ExitSwitch::Value(Operand::Var(v)) = &g.blocks[b].exitswitch {
        let v = match renaming.resolve(&Operand::Var(*v)) {
            Operand::Var(v) => v,
            Operand::Const(_) => break,
        };
        let Some(op) = defs.get(&v).map(|&i| &out[i]) else {
            break;
        };
        let inner = op.args.first().cloned();
        match (&op.op, inner) {
            (LLOp::BoolNot, Some(inner)) => {
                let exits = g.blocks[b].exits.clone();
                for l in exits {
                    if let ExitCase::Bool(x) = &mut g.links[l].exitcase {
                        *x = !*x;
                    }
                }
                g.blocks[b].exits.reverse();
                g.blocks[b].exitswitch = ExitSwitch::Value(inner);
                any = true;
            }
            _ => break,
        }
    }
    g.blocks[b].ops = out;
    renaming.exits(g, b);
    any
}

fn no_exception(g: &mut LLGraph, b: BlockId) {
    g.blocks[b].exitswitch = ExitSwitch::None;
    g.blocks[b].exits.truncate(1);
}

struct Folder<'a> {
    cx: &'a PassContext<'a>,
    g: &'a LLGraph,
    ops: &'a [Operation<LL>],
    defs: &'a FxHashMap<VarId, usize>,
}

fn int(a: Option<&Arg<LL>>) -> Option<i64> {
    a.and_then(Operand::as_const).and_then(|c| c.as_int())
}

fn constant(c: Const) -> Fold {
    Fold::Value(Operand::Const(c))
}

/// The value of an operation on constants.
pub fn evaluate(cx: &PassContext<'_>, op: &LLOp, args: &[Const], result: LLType) -> Option<Value> {
    let values: Vec<Value> = args.iter().map(|c| c.value).collect();
    if op.is_ovf() {
        let int = |i: usize| {
            values.get(i).map_or(Some(0), |v| match v {
                Value::Int(n) => Some(*n),
                _ => None,
            })
        };
        return match arith::eval_ovf(op, int(0)?, int(1)?)? {
            (v, false) => Some(Value::Int(v)),
            (_, true) => None,
        };
    }
    let known = |v: Value| !matches!(v, Value::Void);
    let same = |a: Value, b: Value| (known(a) && known(b)).then_some(a == b);
    let null = |v: Value| matches!(v, Value::Null | Value::Int(0));
    let truth = |b: bool| Some(Value::Int(i64::from(b)));
    match op {
        LLOp::PtrEq | LLOp::AdrEq => truth(same(values[0], values[1])?),
        LLOp::PtrNe | LLOp::AdrNe => truth(!same(values[0], values[1])?),
        LLOp::PtrNonzero | LLOp::AdrNonzero => truth(!null(values[0])),
        LLOp::PtrIszero => truth(null(values[0])),
        LLOp::CastPointer => Some(values[0]),
        // Whether residual code runs is known later.
        LLOp::WeAreJitted if cx.options.jit => None,
        _ => arith::eval(op, &values, result),
    }
}

impl Algebra for Folder<'_> {
    type Value = Arg<LL>;
    fn definition(&self, a: &Arg<LL>) -> Option<(&LLOp, Arg<LL>)> {
        let d = self.def(a)?;
        Some((&d.op, d.args.first()?.clone()))
    }
    fn constant(&self, a: &Arg<LL>) -> Option<i64> {
        int(Some(a))
    }
}

impl Folder<'_> {
    fn program(&self) -> &Program {
        self.cx.program
    }
    /// The operation that defines an operand in this block.
    fn def(&self, a: &Arg<LL>) -> Option<&Operation<LL>> {
        self.defs.get(&a.var()?).map(|&i| &self.ops[i])
    }
    fn fold(&self, op: &Operation<LL>) -> Fold {
        let args = &op.args;
        let result = *self.g.ty(op.result);
        match &op.op {
            LLOp::SameAs => return Fold::Value(args[0].clone()),
            LLOp::CastPointer if operand_type(self.g, &args[0]) == result => {
                return Fold::Value(args[0].clone());
            }
            LLOp::CastPrimitive if operand_type(self.g, &args[0]) == result => {
                return Fold::Value(args[0].clone());
            }
            _ => {}
        }
        let consts: Option<Vec<Const>> = args.iter().map(|a| a.as_const().copied()).collect();
        if let Some(c) = consts
            && let Some(value) = evaluate(self.cx, &op.op, &c, result)
        {
            return constant(Const { ty: result, value });
        }
        if let Some(f) = self.load(&op.op, args, result) {
            return f;
        }
        match simplify(self, &op.op, args) {
            Some((Known::Value(a), _)) => return Fold::Value(a),
            Some((Known::Number(n), _)) => {
                let value = Value::Int(n);
                return constant(Const { ty: result, value });
            }
            None => {}
        }
        self.identity(op)
            .or_else(|| self.compare(op))
            .unwrap_or(Fold::Keep)
    }
    /// Reads of prebuilt data that never changes.
    fn load(&self, op: &LLOp, args: &[Arg<LL>], ty: LLType) -> Option<Fold> {
        let Value::Object(o) = args.first()?.as_const()?.value else {
            return None;
        };
        let p = self.program();
        let Effect::Loads(location) = op.effect() else {
            return None;
        };
        if !location.is_immutable(&p.types) {
            return None;
        }
        let value = match location {
            AliasRegion::Field(c, f) => constants::read_field(p, o, c, f),
            AliasRegion::Length(c) => constants::read_length(p, o, c).map(|n| Value::Int(n as i64)),
            AliasRegion::Items(c) => constants::read_item(p, o, c, int(args.get(1))?),
            AliasRegion::ItemField(..) => None,
        }?;
        let value = match value {
            Value::Int(i) => Value::Int(arith::wrap(ty, i)),
            v => v,
        };
        Some(constant(Const { ty, value }))
    }
    fn identity(&self, op: &Operation<LL>) -> Option<Fold> {
        use LLOp::*;
        let a = op.args.first()?;
        let b = op.args.get(1);
        let y = int(b);
        let value = |a: &Arg<LL>| Some(Fold::Value(a.clone()));
        let ty = *self.g.ty(op.result);
        match &op.op {
            IntMul | UintMul if y.is_some_and(|y| y > 1 && (y as u64).is_power_of_two()) => {
                let n = y?.trailing_zeros();
                let op = if op.op == IntMul {
                    IntLshift
                } else {
                    UintLshift
                };
                let shift = Operand::Const(Const::signed(i64::from(n)));
                Some(Fold::Op(op, vec![a.clone(), shift]))
            }
            // A constant goes to the right of a commutative operation.
            o if o.commutes()
                && !o.facts().args.starts_with('F')
                && a.as_const().is_some()
                && b?.as_const().is_none() =>
            {
                Some(Fold::Op(op.op.clone(), vec![b?.clone(), a.clone()]))
            }
            // And of a comparison, so that passes which look for one form of it find all.
            o if o.comparison().is_some() && a.as_const().is_some() && b?.as_const().is_none() => {
                Some(Fold::Op(o.mirror()?, vec![b?.clone(), a.clone()]))
            }
            IntMul if y == Some(-1) => Some(Fold::Op(IntNeg, vec![a.clone()])),
            IntAdd => self.add_chain(a, b?),
            IntSub => {
                let x = self.negated(b?)?;
                Some(Fold::Op(IntAdd, vec![a.clone(), x]))
            }
            UintAdd => self.uint_chain(a, y?),
            UintSub => self.uint_chain(a, y?.wrapping_neg()),
            BoolNot => self.not(a),
            CastPointer => {
                let d = self.def(a)?;
                (d.op == CastPointer).then(|| Fold::Op(CastPointer, vec![d.args[0].clone()]))
            }
            Hint(HintKind::IsConstant | HintKind::IsVirtual) => None,
            Hint(_) if !self.cx.options.jit && ty == operand_type(self.g, a) => value(a),
            Likely | Unlikely if a.as_const().is_some() => value(a),
            PtrNonzero | PtrIszero => {
                let d = self.def(a)?;
                match d.op {
                    Malloc(_) => Some(constant(Const::bool(op.op == PtrNonzero))),
                    CastPointer => Some(Fold::Op(op.op.clone(), vec![d.args[0].clone()])),
                    _ => None,
                }
            }
            _ => None,
        }
    }
    /// `(x + 1) + 2` is `x + 3`, `x + -y` is `x - y`.
    fn add_chain(&self, a: &Arg<LL>, b: &Arg<LL>) -> Option<Fold> {
        if let Some(y) = self.negated(b) {
            return Some(Fold::Op(LLOp::IntSub, vec![a.clone(), y]));
        }
        if let Some(x) = self.negated(a) {
            return Some(Fold::Op(LLOp::IntSub, vec![b.clone(), x]));
        }
        let d = self.def(a)?;
        if d.op != LLOp::IntAdd {
            return None;
        }
        let sum = int(d.args.get(1))?.wrapping_add(int(Some(b))?);
        let sum = Operand::Const(Const::signed(sum));
        Some(Fold::Op(LLOp::IntAdd, vec![d.args[0].clone(), sum]))
    }
    /// The number of which this one is the negation.
    fn negated(&self, a: &Arg<LL>) -> Option<Arg<LL>> {
        let d = self.def(a)?;
        (d.op == LLOp::IntNeg).then(|| d.args[0].clone())
    }
    /// `(x - 3) + 1`, unsigned, is `x - 2`: sums wrap around the same way.
    fn uint_chain(&self, a: &Arg<LL>, y: i64) -> Option<Fold> {
        let d = self.def(a)?;
        let inner = int(d.args.get(1))?;
        let inner = match d.op {
            LLOp::UintAdd => inner,
            LLOp::UintSub => inner.wrapping_neg(),
            _ => return None,
        };
        let sum = Operand::Const(Const::unsigned(inner.wrapping_add(y) as u64));
        Some(Fold::Op(LLOp::UintAdd, vec![d.args[0].clone(), sum]))
    }
    fn not(&self, a: &Arg<LL>) -> Option<Fold> {
        let d = self.def(a)?;
        let inverse = d.op.inverse()?;
        Some(Fold::Op(inverse, d.args.to_vec()))
    }
    fn compare(&self, op: &Operation<LL>) -> Option<Fold> {
        use LLOp::*;
        let (a, b) = (op.args.first()?, op.args.get(1)?);
        let truth = |t: bool| Some(constant(Const::bool(t)));
        let null = |a: &Arg<LL>| a.as_const().is_some_and(|c| c.value == Value::Null);
        match op.op {
            PtrEq if null(b) => return Some(Fold::Op(PtrIszero, vec![a.clone()])),
            PtrNe if null(b) => return Some(Fold::Op(PtrNonzero, vec![a.clone()])),
            PtrEq | PtrNe
                if self.fresh(a) && self.other(b, a) || self.fresh(b) && self.other(a, b) =>
            {
                return truth(op.op == PtrNe);
            }
            _ => {}
        }
        // Comparisons of characters as numbers.
        let d = self.def(a)?;
        let (chars, max): (Compared, i64) = match d.op {
            CastCharToInt => (Compared::Char, 255),
            CastUnicharToInt => (Compared::Unichar, 0x10_ffff),
            CastBoolToInt => return self.bool_compare(op, &d.args[0]),
            _ => return None,
        };
        let right: Arg<LL> = match (int(Some(b)), self.def(b)) {
            (Some(n), _) if (0..=max).contains(&n) => Operand::Const(if chars == Compared::Char {
                Const::char(n as u8)
            } else {
                Const::unichar(n as u32)
            }),
            (Some(n), _) => {
                // Out of range: decided.
                return match op.op {
                    IntEq => truth(false),
                    IntNe => truth(true),
                    IntLt | IntLe => truth(n > max),
                    IntGt | IntGe => truth(n < 0),
                    _ => None,
                };
            }
            (None, Some(e)) if e.op == d.op => e.args[0].clone(),
            _ => return None,
        };
        let new = match op.op.comparison() {
            Some((Compared::Int, how)) => LLOp::comparing(chars, how)?,
            _ => return None,
        };
        Some(Fold::Op(new, vec![d.args[0].clone(), right]))
    }
    fn bool_compare(&self, op: &Operation<LL>, inner: &Arg<LL>) -> Option<Fold> {
        let n = int(op.args.get(1))?;
        match (&op.op, n) {
            (LLOp::IntEq, 0) | (LLOp::IntNe, 1) => {
                Some(Fold::Op(LLOp::BoolNot, vec![inner.clone()]))
            }
            _ => None,
        }
    }
    /// Allocated in this block.
    fn fresh(&self, a: &Arg<LL>) -> bool {
        self.def(a).is_some_and(|d| matches!(d.op, LLOp::Malloc(_)))
    }
    /// Certainly not the object `fresh`: a constant, or defined before it in the block.
    fn other(&self, a: &Arg<LL>, fresh: &Arg<LL>) -> bool {
        match a {
            Operand::Const(_) => true,
            Operand::Var(v) => {
                let at = |v: &VarId| self.defs.get(v).copied();
                let f = fresh.var().and_then(|f| at(&f));
                at(v) < f
            }
        }
    }
}
