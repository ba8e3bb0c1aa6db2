//! Conditions: comparisons, tests and the flags they set.
//!
//! [`Lower::condition`] gives a boolean as flags for a branch; the comparison itself is selected there when nothing
//! else uses it. Floats compare by `ucomisd`, whose flags say "unordered" through CF, ZF and PF: `a < b` is asked as
//! `b above a`, which is false for NaN; equality needs a second test of PF ([`Cc::FEq`]).
use ir::lltype::LLType;
use ir::model::Operation;
use lowlevel::ops::{Compared, Comparison};
use lowlevel::{LL, LLOp};
use regalloc2::{Operand, VReg};

use super::analysis::Val;
use super::cx::mem_ty;
use super::{At, Bits, Lower};
use crate::abi::offset;
use crate::mir::{AluOp, Cc, MOp, Mem, Src};

/// Operations in front of a branch among which one is sought whose flags it can use.
const NEAR: usize = 16;

impl Lower<'_> {
    /// Flags of a boolean, at position `at`.
    pub(super) fn condition(&mut self, cond: Val, at: At) -> Cc {
        if let Some(d) = self.sinkable(cond, at)
            && self.is_condition(d, at)
        {
            self.mark_sunk(d);
            return self.flags_of(d, at);
        }
        if let Some(d) = self.sinkable_load(cond, at)
            && matches!(self.op_at(d), LLOp::ExcOccurred | LLOp::StackTooBig)
        {
            self.mark_sunk(d);
            return self.flags_of(d, at);
        }
        let mut operands = Vec::new();
        if let Some(mem) = self.sink_mem(cond, at, 1, &mut operands) {
            self.push(MOp::CmpMem(1, mem, Src::Imm(0)), &operands);
            return Cc::NE;
        }
        let r = self.reg(cond);
        self.push(MOp::TestSelf(4), &[Operand::reg_use(r)]);
        Cc::NE
    }

    /// Whether the operation is a pure one that sets flags.
    fn is_condition(&self, d: At, _at: At) -> bool {
        let op = self.op_at(d);
        is_comparison(op)
    }

    /// Sets flags by the comparison that stands at `d`, selected at `at`.
    pub(super) fn flags_of(&mut self, d: At, at: At) -> Cc {
        let op = self.op_at(d).clone();
        let a = |l: &Self, n| l.arg(d, n);
        match op {
            LLOp::BoolNot => {
                let v = a(self, 0);
                self.condition(v, at).negate()
            }
            LLOp::IntIsTrue | LLOp::UintIsTrue | LLOp::PtrNonzero | LLOp::AdrNonzero => {
                let v = a(self, 0);
                self.test_zero(v, at);
                Cc::NE
            }
            LLOp::PtrIszero => {
                let v = a(self, 0);
                self.test_zero(v, at);
                Cc::E
            }
            LLOp::IntBetween => self.between(d, at),
            LLOp::FloatIsTrue => {
                let x = a(self, 0);
                let zero = self.float_const(0);
                let x = self.reg(x);
                self.push(
                    MOp::FCmp(Src::Reg),
                    &[Operand::reg_use(x), Operand::any_use(zero)],
                );
                Cc::FNe
            }
            LLOp::FloatLt | LLOp::FloatLe => {
                let (x, y) = (a(self, 0), a(self, 1));
                self.float_flags(y, x, at);
                if op == LLOp::FloatLt { Cc::A } else { Cc::AE }
            }
            LLOp::FloatGt | LLOp::FloatGe | LLOp::FloatEq | LLOp::FloatNe => {
                let (x, y) = (a(self, 0), a(self, 1));
                self.float_flags(x, y, at);
                match op {
                    LLOp::FloatGt => Cc::A,
                    LLOp::FloatGe => Cc::AE,
                    LLOp::FloatEq => Cc::FEq,
                    _ => Cc::FNe,
                }
            }
            LLOp::ExcOccurred => {
                self.push(MOp::CmpMem(8, Mem::ctx(offset::EXC_TYPE), Src::Imm(0)), &[]);
                Cc::NE
            }
            LLOp::StackTooBig => {
                self.push(MOp::CmpStackLimit, &[]);
                Cc::B
            }
            _ => {
                let cc = int_cc(&op).unwrap_or(Cc::NE);
                let (x, y) = (a(self, 0), a(self, 1));
                self.compare(x, y, cc, width(&op), at)
            }
        }
    }

    fn float_flags(&mut self, x: Val, y: Val, at: At) {
        let mut operands = Vec::new();
        let src = self.fsrc(y, at, &mut operands);
        let x = self.reg(x);
        operands.insert(0, Operand::reg_use(x));
        self.push(MOp::FCmp(src), &operands);
    }

    /// Flags of an integer comparison; exchanges the operands where that helps.
    fn compare(&mut self, x: Val, y: Val, cc: Cc, width: u8, at: At) -> Cc {
        if matches!(x, Val::Const(_)) && matches!(y, Val::Var(_)) {
            return self.compare(y, x, cc.swap(), width, at);
        }
        let (mut bytes, mut cc) = (width, cc);
        let imm = self.const_i32(y);
        // `ord(c) == 43`: what is compared as a word may be a zero-extended byte.
        if let (8, Some(k @ 0..)) = (width, imm) {
            let ty = self.val_ty(x);
            if matches!(ty, LLType::Bool | LLType::Char) && k <= 255 {
                (bytes, cc) = (1, cc.unsigned());
            } else if ty == LLType::UniChar {
                (bytes, cc) = (4, cc.unsigned());
            }
        }
        let sym = match y {
            Val::Const(c) => match self.bits(c) {
                Bits::Sym(s) => Some(s),
                _ => None,
            },
            Val::Var(_) => None,
        };
        if bytes == 8
            && let Some(cc) = self.flags_of_arithmetic(x, y, cc, at)
        {
            return cc;
        }
        if matches!(cc, Cc::E | Cc::NE) {
            let zero = if imm == Some(0) { Some(x) } else { None };
            let difference = || self.known_difference(x, y, at);
            if let Some(zero) = zero.or_else(difference) {
                self.test_zero(zero, at);
                return cc;
            }
        }
        let mut operands = Vec::new();
        // Memory on the left, constant on the right.
        if imm.is_some() || sym.is_some() {
            let rhs = imm.map_or_else(|| Src::Sym(sym.expect("one of both")), Src::Imm);
            if let Some(mem) = self.sink_mem(x, at, u32::from(bytes), &mut operands) {
                self.push(MOp::CmpMem(bytes, mem, rhs), &operands);
                return cc;
            }
            let r = self.reg(x);
            self.push(
                MOp::Cmp(if bytes == 8 { 8 } else { 4 }, rhs),
                &[Operand::reg_use(r)],
            );
            return cc;
        }
        if bytes == 8 {
            if let Some(mem) = self.sink_mem(y, at, 8, &mut operands) {
                let r = self.reg(x);
                operands.insert(0, Operand::reg_use(r));
                self.push(MOp::Cmp(8, Src::Mem(mem)), &operands);
                return cc;
            }
            if let Some(mem) = self.sink_mem(x, at, 8, &mut operands) {
                let r = self.reg(y);
                operands.insert(0, Operand::reg_use(r));
                self.push(MOp::CmpMem(8, mem, Src::Reg), &operands);
                return cc;
            }
        }
        let (x, y) = (self.reg(x), self.reg(y));
        self.push(
            MOp::Cmp(if bytes == 8 { 8 } else { 4 }, Src::Reg),
            &[Operand::reg_use(x), Operand::any_use(y)],
        );
        cc
    }

    /// Where the block ends with the branch on a comparison, the flags of an addition or subtraction that only the
    /// links need: `y = x - k` sets those of comparing `x` with `k`, and some of those of comparing `y` with 0.
    fn flags_of_arithmetic(&mut self, x: Val, k: Val, cc: Cc, at: At) -> Option<Cc> {
        let block = &self.g.blocks[at.0];
        let n = block.ops.len();
        if at.1 as usize != n || block.exits.len() != 2 {
            return None;
        }
        let same = |a: Val, b: Val| {
            a == b
                || self
                    .const_int(a)
                    .is_some_and(|i| self.const_int(b) == Some(i))
        };
        let of_result = match cc {
            _ if self.const_int(k) != Some(0) => None,
            Cc::E | Cc::NE => Some(cc),
            Cc::L => Some(Cc::S),
            Cc::GE => Some(Cc::NS),
            _ => None,
        };
        let (d, difference, cc) = (n.saturating_sub(NEAR)..n).rev().find_map(|i| {
            let d: At = (at.0, i as u32);
            let difference = self.difference(d)?;
            let is_result = Val::Var(block.ops[i].result) == x;
            let cc = match of_result {
                Some(cc) if is_result => cc,
                _ if difference.0 == x && same(difference.1, k) => cc,
                _ => return None,
            };
            self.is_for_links(d, at).then_some((d, difference, cc))
        })?;
        self.mark_sunk(d);
        self.lower_difference(d, difference, at);
        Some(cc)
    }
    /// In residual code: `y = x - k` that is needed anyway, near in front of a comparison of `x` with `k`. To ask
    /// whether it is zero takes no operand `x`, so a loop counts down in one register, and often no instruction either.
    fn known_difference(&self, x: Val, k: Val, at: At) -> Option<Val> {
        let k = self.const_int(k).filter(|_| self.fragment)?;
        let ops = &self.g.blocks[at.0].ops;
        let end = at.1 as usize;
        let mut near = (end.saturating_sub(NEAR)..end).rev();
        near.find_map(|i| {
            let (of, minus) = self.difference((at.0, i as u32))?;
            let result = ops[i].result;
            let fits = of == x && self.const_int(minus) == Some(k) && self.an.live[result];
            fits.then_some(Val::Var(result))
        })
    }
    /// Whether nothing in the block uses the result of the operation at `d` but its comparison (used by the branch), so
    /// that it may as well stand at the block's end.
    fn is_for_links(&self, d: At, end: At) -> bool {
        let block = &self.g.blocks[d.0];
        let result = block.ops[d.1 as usize].result;
        let epochs = &self.an.epochs[d.0];
        let uses = |op: &Operation<LL>| {
            let used = op.args.iter().any(|a| self.an.val(a) == Val::Var(result));
            used && self.is_needed(op)
        };
        self.an.live[result]
            && !self.sunk[result]
            && epochs[d.1 as usize].1 == epochs[end.1 as usize].1
            && !block.ops[d.1 as usize + 1..].iter().any(uses)
    }

    /// Flags of `x` compared with zero, for equality.
    fn test_zero(&mut self, x: Val, at: At) {
        let bytes = mem_ty(self.val_ty(x)).map_or(8, |m| m.size());
        let mut operands = Vec::new();
        if let Some(mem) = self.sink_mem(x, at, bytes, &mut operands) {
            self.push(MOp::CmpMem(bytes as u8, mem, Src::Imm(0)), &operands);
            return;
        }
        if let Some(d) = self.sinkable(x, at)
            && matches!(self.op_at(d), LLOp::IntAnd | LLOp::UintAnd)
        {
            let (mut p, mut q) = (self.arg(d, 0), self.arg(d, 1));
            if matches!(p, Val::Const(_)) {
                std::mem::swap(&mut p, &mut q);
            }
            if let (Val::Var(_), Some(mask)) = (p, self.const_i32(q)) {
                self.mark_sunk(d);
                let r = self.reg(p);
                self.push(MOp::Test(8, Src::Imm(mask)), &[Operand::reg_use(r)]);
                return;
            }
            if let (Val::Var(_), Val::Var(_)) = (p, q) {
                self.mark_sunk(d);
                let (p, q) = (self.reg(p), self.reg(q));
                self.push(
                    MOp::Test(8, Src::Reg),
                    &[Operand::reg_use(p), Operand::any_use(q)],
                );
                return;
            }
        }
        let r = self.reg(x);
        self.push(
            MOp::TestSelf(if bytes == 8 { 8 } else { 4 }),
            &[Operand::reg_use(r)],
        );
    }

    /// `a <= b < c`: one unsigned comparison where the range is constant and not empty, `b - a < c - a`.
    fn between(&mut self, d: At, at: At) -> Cc {
        let (a, b, c) = (self.arg(d, 0), self.arg(d, 1), self.arg(d, 2));
        let b = self.reg(b);
        match (self.const_int(a), self.const_int(c)) {
            (Some(lo), Some(hi)) if lo <= hi => {
                let base = self.offset_from(b, lo);
                let range = hi.wrapping_sub(lo);
                match i32::try_from(range) {
                    Ok(r) => self.push(MOp::Cmp(8, Src::Imm(r)), &[Operand::reg_use(base)]),
                    Err(_) => {
                        let r = self.int_const(range);
                        self.push(
                            MOp::Cmp(8, Src::Reg),
                            &[Operand::reg_use(base), Operand::any_use(r)],
                        );
                    }
                }
            }
            // Subclass ranges: a <= c always holds there, but not for any other caller, so both sides are tested unless
            // a is 0 and the bound known to be nonnegative.
            _ => {
                let mut operands = Vec::new();
                let src = self.src(a, at, &mut operands);
                operands.insert(0, Operand::reg_use(b));
                self.push(MOp::Cmp(8, src), &operands);
                let ge = self.fresh_int();
                self.push(MOp::SetCc(Cc::GE), &[Operand::reg_def(ge)]);
                let mut operands = Vec::new();
                let src = self.src(c, at, &mut operands);
                operands.insert(0, Operand::reg_use(b));
                self.push(MOp::Cmp(8, src), &operands);
                let lt = self.fresh_int();
                self.push(MOp::SetCc(Cc::L), &[Operand::reg_def(lt)]);
                self.push(
                    MOp::Test(4, Src::Reg),
                    &[Operand::reg_use(ge), Operand::any_use(lt)],
                );
                return Cc::NE;
            }
        }
        Cc::B
    }
    fn offset_from(&mut self, b: VReg, lo: i64) -> VReg {
        if lo == 0 {
            return b;
        }
        let d = self.fresh_int();
        match i32::try_from(lo.wrapping_neg()) {
            Ok(i) => self.push(MOp::AddImm(i), &[Operand::reg_def(d), Operand::reg_use(b)]),
            Err(_) => {
                let k = self.int_const(lo);
                self.push(
                    MOp::Alu(AluOp::Sub, 8, Src::Reg),
                    &[
                        Operand::reg_reuse_def(d, 1),
                        Operand::reg_use(b),
                        Operand::any_use(k),
                    ],
                );
            }
        }
        d
    }

    /// A comparison whose result is wanted in a register.
    pub(super) fn lower_comparison(&mut self, at: At) {
        let d = self.dst(at);
        let cc = self.flags_of(at, at);
        self.set_cc(cc, d);
    }
    pub(super) fn set_cc(&mut self, cc: Cc, d: VReg) {
        if cc.code().is_some() {
            self.push(MOp::SetCc(cc), &[Operand::reg_def(d)]);
        } else {
            let t = self.fresh_int();
            self.push(
                MOp::SetCc(cc),
                &[Operand::reg_def_at_start(d), Operand::reg_temp(t)],
            );
        }
    }
}

/// Pure operations that become flags.
pub fn is_comparison(op: &LLOp) -> bool {
    op.comparison().is_some()
        || matches!(
            op,
            LLOp::BoolNot
                | LLOp::IntIsTrue
                | LLOp::UintIsTrue
                | LLOp::PtrNonzero
                | LLOp::AdrNonzero
                | LLOp::PtrIszero
                | LLOp::IntBetween
                | LLOp::FloatIsTrue
        )
}

/// Bytes that an integer comparison compares.
fn width(op: &LLOp) -> u8 {
    match op.comparison() {
        Some((Compared::Char, _)) => 1,
        Some((Compared::Unichar, _)) => 4,
        _ => 8,
    }
}

/// The condition of an integer comparison.
fn int_cc(op: &LLOp) -> Option<Cc> {
    let (what, how) = op.comparison()?;
    let cc = match how {
        Comparison::Lt => Cc::L,
        Comparison::Le => Cc::LE,
        Comparison::Gt => Cc::G,
        Comparison::Ge => Cc::GE,
        Comparison::Eq => Cc::E,
        Comparison::Ne => Cc::NE,
    };
    match what {
        Compared::Int => Some(cc),
        Compared::Uint | Compared::Char | Compared::Unichar | Compared::Ptr | Compared::Adr => {
            Some(cc.unsigned())
        }
        Compared::Float => None,
    }
}
