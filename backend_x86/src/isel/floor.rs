//! Floor division by positive constants, as Python has it: selected as a whole, at its last operation.
//!
//! ```text
//! q = int_floordiv(x, k); p = int_mul(q, k); u = int_sub(x, p); s = int_rshift(u, 63); int_add(q, s)     x // k
//! r = int_mod(x, k); s = int_rshift(r, 63); t = int_and(s, k); int_add(r, t)                            x % k
//! ```
//! For a power of two that is a shift, or a mask. Else, with `s` the sign of `x` in all bits, `x ^ s` is a number of 63
//! bits, and `x // k = ((x ^ s) / k) ^ s`: one unsigned multiplication whose factor always fits a word
//! ([`unsigned_magic_63`]).
use lowlevel::{Const, LLOp};

use super::analysis::Val;
use super::divide::unsigned_magic_63;
use super::{At, Lower};
use crate::mir::{AluOp, ShiftOp};

/// `x // k` or `x % k`, and what becomes part of it.
struct FloorDivision {
    x: Val,
    /// At least 2.
    k: i64,
    remainder: bool,
    parts: [At; 4],
}

impl Lower<'_> {
    /// Selects the addition at `at` if a floor division ends there.
    pub(super) fn lower_floor_division(&mut self, at: At) -> bool {
        let found = (self.floor_division(at, 0)).or_else(|| self.floor_division(at, 1));
        let Some(f) = found else {
            return false;
        };
        for part in f.parts {
            self.mark_sunk(part);
        }
        let is_power = f.k.count_ones() == 1;
        if is_power && f.remainder {
            let mut operands = Vec::new();
            let mask = self.src(Val::Const(Const::signed(f.k - 1)), at, &mut operands);
            self.alu_regs(at, AluOp::And, 8, f.x, mask, operands);
            return true;
        }
        let d = self.dst(at);
        let x = self.reg(f.x);
        if is_power {
            self.shift_imm(ShiftOp::Sar, d, x, f.k.trailing_zeros() as u8);
            return true;
        }
        let magic = unsigned_magic_63(f.k);
        let sign = self.shifted(ShiftOp::Sar, x, 63);
        let positive = self.fresh_int();
        self.alu_into(AluOp::Xor, positive, x, sign);
        let factor = self.int_const(magic.multiplier as i64);
        let mut h = self.fresh_int();
        self.mul_high(h, factor, positive, false);
        if magic.shift > 0 {
            h = self.shifted(ShiftOp::Shr, h, magic.shift);
        }
        if f.remainder {
            let q = self.fresh_int();
            self.alu_into(AluOp::Xor, q, h, sign);
            self.remainder(d, x, q, f.k);
        } else {
            self.alu_into(AluOp::Xor, d, h, sign);
        }
        true
    }
    /// The floor division whose quotient or remainder, rounded to zero, is the addition's argument of this number.
    fn floor_division(&self, at: At, number: usize) -> Option<FloorDivision> {
        let (main, fix) = (self.arg(at, number), self.arg(at, 1 - number));
        let Val::Var(v) = main else {
            return None;
        };
        let division = self.an.def[v].filter(|d| d.0 == at.0 && d.1 < at.1)?;
        let remainder = match self.op_at(division) {
            LLOp::IntMod => true,
            LLOp::IntFloordiv => false,
            _ => return None,
        };
        let (x, k) = (
            self.arg(division, 0),
            self.const_int(self.arg(division, 1))?,
        );
        let is_variable = matches!(x, Val::Var(_));
        // Its own part and the addition.
        if k < 2 || !is_variable || self.an.uses[v] != 2 || self.sunk[v] {
            return None;
        }
        let epoch = |d: At| self.an.epochs[d.0][d.1 as usize].1;
        if epoch(division) != epoch(at) {
            return None;
        }
        let is = |v: Val, n: i64| self.const_int(v) == Some(n);
        let parts = if remainder {
            let mask = self.sinkable_op(fix, at, |o| *o == LLOp::IntAnd)?;
            let sign = (0..2).find_map(|i| {
                let other = self.arg(mask, 1 - i);
                let sign = self.sinkable_op(self.arg(mask, i), mask, |o| *o == LLOp::IntRshift)?;
                is(other, k).then_some(sign)
            })?;
            if self.arg(sign, 0) != main || !is(self.arg(sign, 1), 63) {
                return None;
            }
            [division, mask, sign, sign]
        } else {
            let sign = self.sinkable_op(fix, at, |o| *o == LLOp::IntRshift)?;
            let rest = self.sinkable_op(self.arg(sign, 0), sign, |o| *o == LLOp::IntSub)?;
            let product = self.sinkable_op(self.arg(rest, 1), rest, |o| {
                matches!(o, LLOp::IntMul | LLOp::IntLshift)
            })?;
            let (a, b) = (self.arg(product, 0), self.arg(product, 1));
            let of_quotient = match self.op_at(product) {
                LLOp::IntMul => a == main && is(b, k) || b == main && is(a, k),
                _ => a == main && k.count_ones() == 1 && is(b, i64::from(k.trailing_zeros())),
            };
            if !of_quotient || self.arg(rest, 0) != x || !is(self.arg(sign, 1), 63) {
                return None;
            }
            [division, sign, rest, product]
        };
        Some(FloorDivision {
            x,
            k,
            remainder,
            parts,
        })
    }
    fn sinkable_op(&self, v: Val, at: At, is: impl Fn(&LLOp) -> bool) -> Option<At> {
        self.sinkable(v, at).filter(|&d| is(self.op_at(d)))
    }
}
