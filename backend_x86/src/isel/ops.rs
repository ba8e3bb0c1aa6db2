//! Arithmetic, conversions and the dispatch over all operations.
use ir::model::BlockId;
use lowlevel::{Const, LLOp};
use regalloc2::{Operand, RegClass};

use super::analysis::Val;
use super::compare::is_comparison;
use super::cx::mem_ty;
use super::divide::{signed_magic, unsigned_magic};
use super::{At, Lower};
use crate::mir::{AluOp, Base, Cc, Clobbers, FAluOp, MOp, Mem, MemTy, ShiftOp, Src, regs};

impl Lower<'_> {
    /// Selects the operation where it stands.
    pub(super) fn lower_op(&mut self, b: BlockId, i: u32) {
        let at: At = (b, i);
        let op = self.op_at(at).clone();
        match op {
            LLOp::BoolNot => {
                let v = self.arg(at, 0);
                if self
                    .sinkable(v, at)
                    .is_some_and(|d| is_comparison(self.op_at(d)))
                {
                    self.lower_comparison(at);
                } else {
                    self.alu_regs(at, AluOp::Xor, 4, v, Src::Imm(1), Vec::new());
                }
            }
            ref o if is_comparison(o) => self.lower_comparison(at),
            LLOp::ExcOccurred | LLOp::StackTooBig => self.lower_comparison(at),
            LLOp::FrameAddress => {
                let d = self.dst(at);
                let lea = MOp::Lea(Mem::of(Base::Frame, 0));
                let def = [Operand::reg_fixed_def(d, regs::RAX)];
                self.push_clobber(lea, &def, Clobbers::AllButRax);
            }
            LLOp::OvfOccurred => {
                let d = self.dst(at);
                self.set_cc(Cc::O, d);
            }
            ref o if o.is_ovf() => {
                self.lower_ovf(at);
            }
            LLOp::IntAdd | LLOp::UintAdd | LLOp::AdrAdd => self.lower_add(at),
            LLOp::IntSub | LLOp::UintSub | LLOp::AdrSub | LLOp::AdrDelta => self.lower_sub(at),
            LLOp::IntMul | LLOp::UintMul => self.lower_mul(at),
            LLOp::IntAnd | LLOp::UintAnd => self.lower_and(at),
            LLOp::IntOr | LLOp::UintOr => self.lower_commutative(at, AluOp::Or),
            LLOp::IntXor | LLOp::UintXor => self.lower_commutative(at, AluOp::Xor),
            LLOp::IntNeg | LLOp::UintNeg => self.unary(at, MOp::Neg),
            LLOp::IntInvert | LLOp::UintInvert => self.unary(at, MOp::Not),
            LLOp::IntLshift | LLOp::UintLshift => self.lower_shift(at, ShiftOp::Shl),
            LLOp::IntRshift => self.lower_shift(at, ShiftOp::Sar),
            LLOp::UintRshift => self.lower_shift(at, ShiftOp::Shr),
            LLOp::IntAbs => {
                let (x, d) = (self.arg(at, 0), self.dst(at));
                let x = self.reg(x);
                let n = self.fresh_int();
                self.push(
                    MOp::Neg,
                    &[Operand::reg_reuse_def(n, 1), Operand::reg_use(x)],
                );
                self.cmov(Cc::S, d, n, x);
            }
            LLOp::IntForceGeZero => {
                let (x, d) = (self.arg(at, 0), self.dst(at));
                let x = self.reg(x);
                let zero = self.int_const(0);
                self.push(MOp::TestSelf(8), &[Operand::reg_use(x)]);
                self.cmov(Cc::NS, d, zero, x);
            }
            LLOp::IntFloordiv | LLOp::IntMod => {
                self.lower_signed_div(at, matches!(op, LLOp::IntMod));
            }
            LLOp::UintFloordiv | LLOp::UintMod => {
                self.lower_unsigned_div(at, matches!(op, LLOp::UintMod));
            }
            LLOp::UintMulHigh => {
                let (x, y) = (self.arg(at, 0), self.arg(at, 1));
                let d = self.dst(at);
                let (x, y) = (self.reg(x), self.reg(y));
                self.mul_high(d, x, y, false);
            }
            LLOp::FloatAdd => self.float_op(at, FAluOp::Add),
            LLOp::FloatSub => self.float_op(at, FAluOp::Sub),
            LLOp::FloatMul => self.float_op(at, FAluOp::Mul),
            LLOp::FloatTruediv => self.float_op(at, FAluOp::Div),
            LLOp::FloatNeg => self.float_mask(at, FAluOp::Xor, 1 << 63),
            LLOp::FloatAbs => self.float_mask(at, FAluOp::And, !(1 << 63)),
            LLOp::FloatSqrt => self.convert(at, MOp::FSqrt, None),
            LLOp::CastBoolToFloat | LLOp::CastIntToFloat => {
                self.convert(at, MOp::CvtIntToFloat, None);
            }
            LLOp::CastUintToFloat => self.convert(at, MOp::CvtUintToFloat, Some(RegClass::Int)),
            LLOp::CastFloatToInt => self.convert(at, MOp::CvtFloatToInt, None),
            LLOp::CastFloatToUint => {
                self.convert(at, MOp::CvtFloatToUint, Some(RegClass::Float));
            }
            LLOp::CastFloatToSinglefloat => self.convert(at, MOp::CvtFloatToSingle, None),
            LLOp::CastSinglefloatToFloat => self.convert(at, MOp::CvtSingleToFloat, None),
            LLOp::FloatBits => self.convert(at, MOp::FBits, None),
            LLOp::FloatFromBits => self.convert(at, MOp::FFromBits, None),
            LLOp::CastIntToChar => self.extend(at, MemTy::U8),
            LLOp::CastIntToUnichar => self.extend(at, MemTy::U32),
            LLOp::CastPrimitive => self.lower_cast_primitive(at),
            LLOp::WeAreJitted => {
                let d = self.dst(at);
                self.push(MOp::MovImm(0), &[Operand::reg_def(d)]);
            }
            LLOp::GetField(..)
            | LLOp::GetArrayItem(_)
            | LLOp::GetArraySize(_)
            | LLOp::GetInteriorItem(_)
            | LLOp::GetInteriorSize(_)
            | LLOp::GetItemField(..)
            | LLOp::RawLoad
            | LLOp::WeakrefDeref
            | LLOp::ExcType
            | LLOp::ExcValue
            | LLOp::GcReload(_) => self.lower_load(at),
            // Selected with the allocation before it.
            LLOp::GcKeep(_) => {}
            LLOp::SetField(..)
            | LLOp::SetArrayItem(_)
            | LLOp::SetInteriorItem(_)
            | LLOp::SetItemField(..)
            | LLOp::RawStore
            | LLOp::GcSpill(_)
            | LLOp::ExcSet
            | LLOp::ExcClear
            | LLOp::WriteBarrier
            | LLOp::WriteBarrierArray => self.lower_store(at),
            LLOp::CopyItems(c) => self.lower_copy(at, c),
            LLOp::ClearItems(c) => self.lower_clear(at, c),
            LLOp::Malloc(c) => self.lower_malloc(at, c),
            LLOp::MallocVar(c) => self.lower_malloc_var(at, c),
            LLOp::Free(_) | LLOp::GcId | LLOp::GcIdentityHash | LLOp::WeakrefCreate => {
                self.lower_runtime_op(at);
            }
            LLOp::DirectCall(_) | LLOp::IndirectCall(..) | LLOp::ExternCall(_) => {
                self.lower_call(at);
            }
            // In the middle of a block (an unreachable rest follows): the block ends here for the machine.
            LLOp::Abort(_) => {}
            LLOp::TracebackStart => {
                let p = self.arg(at, 0);
                let p = self.reg(p);
                self.push(MOp::Traceback(1), &[Operand::reg_use(p)]);
            }
            LLOp::TracebackCatch => self.push(MOp::Traceback(2), &[]),
            LLOp::TracebackPass => self.push(MOp::Traceback(3), &[]),
            LLOp::TracebackAgain => self.push(MOp::Traceback(4), &[]),
            _ => debug_assert!(
                super::analysis::is_removable(&op),
                "operation without selection: {op:?}"
            ),
        }
    }

    // ---- helpers ---------------------------------------------------------------------------------------------------

    fn cmov(&mut self, cc: Cc, d: regalloc2::VReg, a: regalloc2::VReg, b: regalloc2::VReg) {
        self.push(
            MOp::CMov(cc),
            &[
                Operand::reg_reuse_def(d, 1),
                Operand::reg_use(a),
                Operand::any_use(b),
            ],
        );
    }
    fn unary(&mut self, at: At, op: MOp) {
        let (x, d) = (self.arg(at, 0), self.dst(at));
        let x = self.reg(x);
        self.push(op, &[Operand::reg_reuse_def(d, 1), Operand::reg_use(x)]);
    }
    fn extend(&mut self, at: At, ty: MemTy) {
        let (x, d) = (self.arg(at, 0), self.dst(at));
        let x = self.reg(x);
        self.push(MOp::Extend(ty), &[Operand::reg_def(d), Operand::any_use(x)]);
    }
    pub(super) fn alu_regs(
        &mut self,
        at: At,
        op: AluOp,
        size: u8,
        x: Val,
        src: Src,
        src_operands: Vec<Operand>,
    ) {
        let d = self.dst(at);
        let x = self.reg(x);
        let mut operands = vec![Operand::reg_reuse_def(d, 1), Operand::reg_use(x)];
        operands.extend(src_operands);
        self.push(MOp::Alu(op, size, src), &operands);
    }
    /// The arguments with a constant, or a load to be selected as memory operand, second.
    fn commuted(&self, at: At) -> (Val, Val) {
        let (x, y) = (self.arg(at, 0), self.arg(at, 1));
        let load_first =
            |l: &Self, v: Val| l.sinkable_load(v, at).is_some_and(|d| l.op_at(d).is_load());
        if matches!(x, Val::Const(_))
            || (load_first(self, x) && !load_first(self, y) && !matches!(y, Val::Const(_)))
        {
            (y, x)
        } else {
            (x, y)
        }
    }
    fn lower_commutative(&mut self, at: At, op: AluOp) {
        let (x, y) = self.commuted(at);
        let mut operands = Vec::new();
        let src = self.src(y, at, &mut operands);
        self.alu_regs(at, op, 8, x, src, operands);
    }
    fn lower_and(&mut self, at: At) {
        let (x, y) = self.commuted(at);
        let ty = match self.const_int(y) {
            Some(0xff) => Some(MemTy::U8),
            Some(0xffff) => Some(MemTy::U16),
            Some(0xffff_ffff) => Some(MemTy::U32),
            _ => None,
        };
        if let Some(ty) = ty {
            let d = self.dst(at);
            let x = self.reg(x);
            self.push(MOp::Extend(ty), &[Operand::reg_def(d), Operand::any_use(x)]);
            return;
        }
        // A mask of 31 bits clears the upper half: the short form of the instruction does that for free.
        if let Some(k) = self.const_i32(y)
            && k >= 0
        {
            return self.alu_regs(at, AluOp::And, 4, x, Src::Imm(k), Vec::new());
        }
        let mut operands = Vec::new();
        let src = self.src(y, at, &mut operands);
        self.alu_regs(at, AluOp::And, 8, x, src, operands);
    }

    // ---- integers --------------------------------------------------------------------------------------------------

    fn lower_add(&mut self, at: At) {
        if self.lower_floor_division(at) {
            return;
        }
        let (x, y) = self.commuted(at);
        let d = self.dst(at);
        if let (Some(k), Val::Var(_)) = (self.const_i32(y), x) {
            // x + (y + k) and friends are left to the transforms.
            let x = self.reg(x);
            self.push(MOp::AddImm(k), &[Operand::reg_def(d), Operand::reg_use(x)]);
            return;
        }
        // x + (y << 1..3)
        if let Some(s) = self.sinkable(y, at)
            && matches!(self.op_at(s), LLOp::IntLshift | LLOp::UintLshift)
            && let Some(n @ 1..=3) = self.const_int(self.arg(s, 1))
        {
            self.mark_sunk(s);
            let i = self.arg(s, 0);
            let (x, i) = (self.reg(x), self.reg(i));
            let mut mem = Mem::of(crate::mir::Base::Reg, 0);
            mem.index = Some(n as u8);
            self.push(
                MOp::Lea(mem),
                &[
                    Operand::reg_def(d),
                    Operand::reg_use(x),
                    Operand::reg_use(i),
                ],
            );
            return;
        }
        let mut operands = Vec::new();
        match self.src(y, at, &mut operands) {
            Src::Reg => {
                let (x, y) = (self.reg(x), operands[0].vreg());
                self.push(
                    MOp::Add,
                    &[
                        Operand::reg_def(d),
                        Operand::reg_use(x),
                        Operand::reg_use(y),
                    ],
                );
            }
            src => self.alu_regs(at, AluOp::Add, 8, x, src, operands),
        }
    }
    fn lower_sub(&mut self, at: At) {
        let (x, y) = (self.arg(at, 0), self.arg(at, 1));
        let d = self.dst(at);
        if let (Some(k), Val::Var(_)) = (self.const_i32(y).and_then(i32::checked_neg), x) {
            let x = self.reg(x);
            self.push(MOp::AddImm(k), &[Operand::reg_def(d), Operand::reg_use(x)]);
            return;
        }
        if self.const_int(x) == Some(0) {
            let y = self.reg(y);
            self.push(
                MOp::Neg,
                &[Operand::reg_reuse_def(d, 1), Operand::reg_use(y)],
            );
            return;
        }
        let mut operands = Vec::new();
        let src = self.src(y, at, &mut operands);
        self.alu_regs(at, AluOp::Sub, 8, x, src, operands);
    }
    /// What the operation at `at` takes from what, if it is a subtraction, or the addition of a constant.
    pub(super) fn difference(&self, at: At) -> Option<(Val, Val)> {
        let minus = match self.op_at(at) {
            LLOp::IntSub | LLOp::UintSub => self.arg(at, 1),
            LLOp::IntAdd => {
                let k = self.const_int(self.arg(at, 1))?.checked_neg()?;
                Val::Const(Const::signed(k))
            }
            _ => return None,
        };
        let x = self.arg(at, 0);
        matches!(x, Val::Var(_)).then_some((x, minus))
    }
    /// Selects it at the end of the block, as an instruction with the flags of the comparison.
    pub(super) fn lower_difference(&mut self, at: At, (x, minus): (Val, Val), end: At) {
        let mut operands = Vec::new();
        let src = self.src(minus, end, &mut operands);
        self.alu_regs(at, AluOp::Sub, 8, x, src, operands);
    }
    fn lower_mul(&mut self, at: At) {
        let (x, y) = self.commuted(at);
        let d = self.dst(at);
        if let Some(k) = self.const_i32(y) {
            let x = self.reg(x);
            if k > 1 && (k as u32).is_power_of_two() {
                self.push(
                    MOp::ShlImm(k.trailing_zeros() as u8),
                    &[Operand::reg_def(d), Operand::reg_use(x)],
                );
            } else if matches!(k, 3 | 5 | 9) {
                let mut mem = Mem::of(crate::mir::Base::Reg, 0);
                mem.index = Some((k - 1).trailing_zeros() as u8);
                self.push(
                    MOp::Lea(mem),
                    &[
                        Operand::reg_def(d),
                        Operand::reg_use(x),
                        Operand::reg_use(x),
                    ],
                );
            } else {
                self.push(MOp::ImulImm(k), &[Operand::reg_def(d), Operand::any_use(x)]);
            }
            return;
        }
        let mut operands = Vec::new();
        let src = self.src(y, at, &mut operands);
        self.alu_regs(at, AluOp::Imul, 8, x, src, operands);
    }
    /// The `*_ovf` operation at `at`; its flags are the last thing selected.
    pub(super) fn lower_ovf(&mut self, at: At) -> Cc {
        let op = match self.op_at(at) {
            LLOp::IntAddOvf => AluOp::Add,
            LLOp::IntSubOvf => AluOp::Sub,
            LLOp::IntMulOvf => AluOp::Imul,
            _ => {
                self.unary(at, MOp::Neg);
                return Cc::O;
            }
        };
        let (x, y) = if op == AluOp::Sub {
            (self.arg(at, 0), self.arg(at, 1))
        } else {
            self.commuted(at)
        };
        if op == AluOp::Imul
            && let Some(k) = self.const_i32(y)
        {
            let d = self.dst(at);
            let x = self.reg(x);
            self.push(MOp::ImulImm(k), &[Operand::reg_def(d), Operand::any_use(x)]);
            return Cc::O;
        }
        let mut operands = Vec::new();
        let src = self.src(y, at, &mut operands);
        self.alu_regs(at, op, 8, x, src, operands);
        Cc::O
    }
    fn lower_shift(&mut self, at: At, op: ShiftOp) {
        let (x, n) = (self.arg(at, 0), self.arg(at, 1));
        let d = self.dst(at);
        match self.const_int(n) {
            Some(k) => {
                let (x, k) = (self.reg(x), (k & 63) as u8);
                self.shift_imm(op, d, x, k);
            }
            None => {
                let (x, n) = (self.reg(x), self.fixed_use(n));
                self.push(
                    MOp::ShiftCl(op),
                    &[
                        Operand::reg_reuse_def(d, 1),
                        Operand::reg_use(x),
                        Operand::reg_fixed_use(n, regs::RCX),
                    ],
                );
            }
        }
    }
    pub(super) fn shift_imm(&mut self, op: ShiftOp, d: regalloc2::VReg, x: regalloc2::VReg, k: u8) {
        if k == 0 {
            self.push(MOp::AddImm(0), &[Operand::reg_def(d), Operand::reg_use(x)]);
        } else if op == ShiftOp::Shl {
            self.push(MOp::ShlImm(k), &[Operand::reg_def(d), Operand::reg_use(x)]);
        } else {
            self.push(
                MOp::ShiftImm(op, k),
                &[Operand::reg_reuse_def(d, 1), Operand::reg_use(x)],
            );
        }
    }
    pub(super) fn shifted(&mut self, op: ShiftOp, x: regalloc2::VReg, k: u8) -> regalloc2::VReg {
        let d = self.fresh_int();
        self.shift_imm(op, d, x, k);
        d
    }
    fn add_regs(&mut self, x: regalloc2::VReg, y: regalloc2::VReg) -> regalloc2::VReg {
        let d = self.fresh_int();
        self.push(
            MOp::Add,
            &[
                Operand::reg_def(d),
                Operand::reg_use(x),
                Operand::reg_use(y),
            ],
        );
        d
    }
    fn sub_into(&mut self, d: regalloc2::VReg, x: regalloc2::VReg, y: regalloc2::VReg) {
        self.alu_into(AluOp::Sub, d, x, y);
    }
    /// `d = x op y`
    pub(super) fn alu_into(
        &mut self,
        op: AluOp,
        d: regalloc2::VReg,
        x: regalloc2::VReg,
        y: regalloc2::VReg,
    ) {
        self.push(
            MOp::Alu(op, 8, Src::Reg),
            &[
                Operand::reg_reuse_def(d, 1),
                Operand::reg_use(x),
                Operand::any_use(y),
            ],
        );
    }
    pub(super) fn mul_high(
        &mut self,
        d: regalloc2::VReg,
        x: regalloc2::VReg,
        y: regalloc2::VReg,
        signed: bool,
    ) {
        self.push_clobber(
            MOp::MulHi { signed },
            &[
                Operand::reg_fixed_def(d, regs::RDX),
                Operand::reg_fixed_use(x, regs::RAX),
                Operand::any_use(y),
            ],
            Clobbers::Rax,
        );
    }
    /// `d = x - q * k`, the remainder after a division by a constant.
    pub(super) fn remainder(
        &mut self,
        d: regalloc2::VReg,
        x: regalloc2::VReg,
        q: regalloc2::VReg,
        k: i64,
    ) {
        let p = self.fresh_int();
        match i32::try_from(k) {
            Ok(k) => self.push(MOp::ImulImm(k), &[Operand::reg_def(p), Operand::any_use(q)]),
            Err(_) => {
                let k = self.int_const(k);
                self.alu_into(AluOp::Imul, p, q, k);
            }
        }
        self.sub_into(d, x, p);
    }

    fn lower_signed_div(&mut self, at: At, rem: bool) {
        let (x, y) = (self.arg(at, 0), self.arg(at, 1));
        let d = self.dst(at);
        let k = match self.const_int(y) {
            Some(k) if k.unsigned_abs() >= 2 => k,
            _ => {
                let x = self.fixed_use(x);
                return self.machine_div(d, x, y, true, rem);
            }
        };
        let x = self.reg(x);
        let ad = k.unsigned_abs();
        if ad.is_power_of_two() {
            // Add 2^n - 1 to negative numbers, so that the shift truncates.
            let n = ad.trailing_zeros() as u8;
            let sign = self.shifted(ShiftOp::Sar, x, 63);
            let bias = self.shifted(ShiftOp::Shr, sign, 64 - n);
            let biased = self.add_regs(x, bias);
            let q = self.shifted(ShiftOp::Sar, biased, n);
            if rem {
                let m = self.shifted(ShiftOp::Shl, q, n);
                self.sub_into(d, x, m);
            } else if k < 0 {
                self.push(
                    MOp::Neg,
                    &[Operand::reg_reuse_def(d, 1), Operand::reg_use(q)],
                );
            } else {
                self.push(MOp::AddImm(0), &[Operand::reg_def(d), Operand::reg_use(q)]);
            }
            return;
        }
        let magic = signed_magic(k);
        let m = self.int_const(magic.multiplier);
        let mut h = self.fresh_int();
        self.mul_high(h, m, x, true);
        if k > 0 && magic.multiplier < 0 {
            h = self.add_regs(h, x);
        } else if k < 0 && magic.multiplier > 0 {
            let t = self.fresh_int();
            self.sub_into(t, h, x);
            h = t;
        }
        if magic.shift > 0 {
            h = self.shifted(ShiftOp::Sar, h, magic.shift);
        }
        let sign = self.shifted(ShiftOp::Shr, h, 63);
        if rem {
            let q = self.add_regs(h, sign);
            self.remainder(d, x, q, k);
        } else {
            self.push(
                MOp::Add,
                &[
                    Operand::reg_def(d),
                    Operand::reg_use(h),
                    Operand::reg_use(sign),
                ],
            );
        }
    }
    fn lower_unsigned_div(&mut self, at: At, rem: bool) {
        let (x, y) = (self.arg(at, 0), self.arg(at, 1));
        let d = self.dst(at);
        let k = match self.const_int(y) {
            Some(k) if k as u64 >= 2 => k as u64,
            _ => {
                let x = self.fixed_use(x);
                return self.machine_div(d, x, y, false, rem);
            }
        };
        let x = self.reg(x);
        if k.is_power_of_two() {
            let n = k.trailing_zeros() as u8;
            if rem {
                let q = self.shifted(ShiftOp::Shr, x, n);
                let m = self.shifted(ShiftOp::Shl, q, n);
                self.sub_into(d, x, m);
            } else {
                self.shift_imm(ShiftOp::Shr, d, x, n);
            }
            return;
        }
        let magic = unsigned_magic(k);
        let m = self.int_const(magic.multiplier as i64);
        let mut h = self.fresh_int();
        self.mul_high(h, m, x, false);
        if magic.add {
            let t = self.fresh_int();
            self.sub_into(t, x, h);
            let t = self.shifted(ShiftOp::Shr, t, 1);
            let t = self.add_regs(t, h);
            h = self.shifted(ShiftOp::Shr, t, magic.shift - 1);
        } else {
            h = self.shifted(ShiftOp::Shr, h, magic.shift);
        }
        if rem {
            self.remainder(d, x, h, k as i64);
        } else {
            self.push(MOp::AddImm(0), &[Operand::reg_def(d), Operand::reg_use(h)]);
        }
    }
    fn machine_div(
        &mut self,
        d: regalloc2::VReg,
        x: regalloc2::VReg,
        y: Val,
        signed: bool,
        rem: bool,
    ) {
        let y = self.reg(y);
        let (result, clobber) = if rem {
            (regs::RDX, Clobbers::Rax)
        } else {
            (regs::RAX, Clobbers::Rdx)
        };
        // The divisor must survive the extension of the dividend into rdx.
        self.push_clobber(
            MOp::Div { signed, rem },
            &[
                Operand::reg_fixed_def(d, result),
                Operand::reg_fixed_use(x, regs::RAX),
                Operand::reg_use_at_end(y),
            ],
            clobber,
        );
    }

    // ---- conversions and floats ------------------------------------------------------------------------------------

    fn lower_cast_primitive(&mut self, at: At) {
        let r = self.g.blocks[at.0].ops[at.1 as usize].result;
        let ty = *self.g.ty(r);
        if ty == ir::lltype::LLType::Bool {
            let (v, d) = (self.arg(at, 0), self.dst(at));
            let v = self.reg(v);
            self.push(MOp::TestSelf(8), &[Operand::reg_use(v)]);
            return self.set_cc(Cc::NE, d);
        }
        match mem_ty(ty) {
            Some(m) if m.size() < 8 => self.extend(at, m),
            _ => {
                let (v, d) = (self.arg(at, 0), self.dst(at));
                let v = self.reg(v);
                self.push(MOp::AddImm(0), &[Operand::reg_def(d), Operand::reg_use(v)]);
            }
        }
    }
    fn convert(&mut self, at: At, op: MOp, temp: Option<RegClass>) {
        let (x, d) = (self.arg(at, 0), self.dst(at));
        let x = self.reg(x);
        let mut operands = vec![Operand::reg_def(d)];
        if let Some(class) = temp {
            let t = self.fresh(class);
            operands.push(Operand::reg_temp(t));
        }
        operands.push(Operand::reg_use(x));
        self.push(op, &operands);
    }
    fn float_op(&mut self, at: At, op: FAluOp) {
        let (x, y) = if matches!(op, FAluOp::Add | FAluOp::Mul) {
            self.commuted(at)
        } else {
            (self.arg(at, 0), self.arg(at, 1))
        };
        let d = self.dst(at);
        let mut operands = Vec::new();
        let src = self.fsrc(y, at, &mut operands);
        let x = self.reg(x);
        operands.insert(0, Operand::reg_use(x));
        operands.insert(0, Operand::reg_reuse_def(d, 1));
        self.push(MOp::FAlu(op, src), &operands);
    }
    fn float_mask(&mut self, at: At, op: FAluOp, mask: u64) {
        let (x, d) = (self.arg(at, 0), self.dst(at));
        let sym = self.pool_const([mask, 0]);
        let x = self.reg(x);
        self.push(
            MOp::FAlu(op, Src::Mem(Mem::symbol(sym, 0))),
            &[Operand::reg_reuse_def(d, 1), Operand::reg_use(x)],
        );
    }
}
