//! Emission of each opcode.
use regalloc2::{Block, OperandKind};

use super::enc::{Addr, Rm};
use super::{Cold, ColdPath, Emitter, Pushed};
use crate::abi::{MAX_NURSERY_OBJECT, offset};
use crate::mir::{
    AllocInfo, AllocVarInfo, AluOp, CallInfo, Cc, FAluOp, JmpTable, MOp, Mem, MemTy, ShiftOp, Src,
    Stub, Sym, Target,
};

const RSP: u8 = 4;
const RDX: u8 = 2;
const R15: u8 = 15;

fn alu_code(op: AluOp) -> (u8, u8) {
    // (extension in the immediate group, opcode of `op r/m, r`)
    match op {
        AluOp::Add => (0, 0x01),
        AluOp::Or => (1, 0x09),
        AluOp::And => (4, 0x21),
        AluOp::Sub => (5, 0x29),
        AluOp::Xor => (6, 0x31),
        AluOp::Imul => (0, 0xaf),
    }
}
fn shift_ext(op: ShiftOp) -> u8 {
    match op {
        ShiftOp::Shl => 4,
        ShiftOp::Shr => 5,
        ShiftOp::Sar => 7,
    }
}

impl Emitter<'_> {
    pub(super) fn inst(&mut self, i: usize, block: Block, next: Option<u32>) {
        self.current = i as u32;
        match &self.f.insts[i].op {
            MOp::Args => {}
            MOp::MovImm(k) => {
                let d = self.reg();
                self.asm.mov_imm(d, *k);
            }
            MOp::MovSym(s, k) => {
                let d = self.reg();
                self.asm.mov_sym(d, *s, *k);
            }
            MOp::FImm(bits) => self.float_constant(*bits),
            MOp::Add => self.add(),
            MOp::AddImm(k) => self.add_imm(*k),
            MOp::Alu(op, size, src) => self.alu_inst(*op, *size, src),
            MOp::ImulImm(k) => self.imul_imm(*k),
            MOp::ShlImm(n) => self.shl_imm(*n),
            MOp::ShiftImm(op, n) => {
                let d = self.reg();
                self.asm.shift_imm(shift_ext(*op), d, *n);
            }
            MOp::ShiftCl(op) => {
                let d = self.reg();
                self.asm.rm(8, &[0xd3], shift_ext(*op), Rm::R(d));
            }
            MOp::Neg => {
                let d = self.reg();
                self.asm.rm(8, &[0xf7], 3, Rm::R(d));
            }
            MOp::Not => {
                let d = self.reg();
                self.asm.rm(8, &[0xf7], 2, Rm::R(d));
            }
            MOp::MulHi { signed } => {
                let (_d, _a) = (self.take(), self.take());
                let b = self.rm();
                self.asm.rm(8, &[0xf7], if *signed { 5 } else { 4 }, b);
            }
            MOp::Div { signed, .. } => self.div(*signed),
            MOp::Lea(m) => {
                let d = self.reg();
                let m = self.mem(m);
                self.asm.rm(8, &[0x8d], d, Rm::M(m));
            }
            MOp::Load(ty, m) => {
                let d = self.reg();
                let m = self.mem(m);
                self.load(*ty, d, Rm::M(m));
            }
            MOp::Extend(ty) => {
                let d = self.reg();
                let a = self.rm();
                self.load(*ty, d, a);
            }
            MOp::Store(ty, m, src) => self.store(*ty, m, src),
            MOp::Rmw(op, ty, m, src) => self.rmw(*op, *ty, m, src),
            MOp::Cmp(size, src) => {
                let a = self.reg();
                self.cmp(*size, Rm::R(a), src);
            }
            MOp::CmpMem(size, m, src) => self.cmp_mem(*size, m, src),
            // Said by the slow path.
            MOp::TestSelf(_) if self.not_null == Some(i as u32) => {}
            MOp::TestSelf(size) => self.test_self(i, *size),
            MOp::Test(size, src) => self.test(*size, src),
            MOp::TestMem(size, m, k) => {
                let m = self.mem(m);
                self.asm.test_imm(*size, Rm::M(m), *k);
            }
            MOp::FCmp(src) => {
                let a = self.reg();
                let b = self.source(src);
                self.asm.sse(0x66, 0x2e, a, b);
            }
            MOp::SetCc(cc) => self.set_cc(*cc),
            MOp::CMov(cc) => self.cmov(*cc),
            MOp::FAlu(op, src) => self.falu(*op, src),
            MOp::FSqrt => {
                let (d, a) = (self.reg(), self.rm());
                self.break_dependency(d, a);
                self.asm.sse(0xf2, 0x51, d, a);
            }
            MOp::CvtIntToFloat => {
                let (d, a) = (self.reg(), self.rm());
                self.asm.sse(0, 0x57, d, Rm::R(d));
                self.asm.sse_w(0xf2, 0x2a, d, a);
            }
            MOp::CvtUintToFloat => self.uint_to_float(),
            MOp::CvtFloatToInt => {
                let (d, a) = (self.reg(), self.rm());
                self.asm.sse_w(0xf2, 0x2c, d, a);
            }
            MOp::CvtFloatToUint => self.float_to_uint(),
            MOp::CvtSingleToFloat => {
                let (d, a) = (self.reg(), self.rm());
                self.break_dependency(d, a);
                self.asm.sse(0xf3, 0x5a, d, a);
            }
            MOp::CvtFloatToSingle => {
                let (d, a) = (self.reg(), self.rm());
                self.break_dependency(d, a);
                self.asm.sse(0xf2, 0x5a, d, a);
            }
            MOp::FBits => {
                let (d, a) = (self.reg(), self.reg());
                self.asm.sse_w(0x66, 0x7e, a, Rm::R(d));
            }
            MOp::FFromBits => {
                let (d, a) = (self.reg(), self.rm());
                self.asm.sse_w(0x66, 0x6e, d, a);
            }
            MOp::Call(info) => self.call(info, i),
            MOp::Alloc(info) => self.alloc(info),
            MOp::AllocVar(info) => self.alloc_var(info),
            MOp::Barrier(src) => self.barrier_object(src),
            MOp::BarrierArray => self.barrier_array(),
            MOp::BarrierRange => self.barrier_range(),
            MOp::Traceback(kind) => self.traceback(*kind),
            MOp::GetCtx => {
                let d = self.reg();
                self.asm.mov(d, R15);
            }
            MOp::CmpStackLimit => {
                let limit = Rm::M(Addr::base(R15, offset::STACK_LIMIT));
                self.asm.rm(8, &[0x3b], RSP, limit);
            }
            MOp::Jmp => {
                let to = self.target(block, 0);
                self.jump(to, next);
            }
            MOp::Br(cc) => {
                let (yes, no) = (self.target(block, 0), self.target(block, 1));
                if i > 0 && self.not_null == Some(i as u32 - 1) {
                    return self.jump(if *cc == Cc::NE { yes } else { no }, next);
                }
                self.branch(*cc, yes, no, next);
            }
            MOp::JmpTable(t) => self.jump_table(block, t),
            MOp::Ret => self.epilogue(),
            MOp::Abort(code) => self.abort(*code),
            MOp::Trap => self.asm.ud2(),
            MOp::EdgeBr(..) | MOp::EdgeJmp(_) | MOp::Label(_) | MOp::Exit(_) => {
                unreachable!("ends of fragments are emitted by `fragment`")
            }
        }
    }

    fn float_constant(&mut self, bits: u64) {
        let d = self.reg();
        if bits == 0 {
            self.asm.sse(0, 0x57, d, Rm::R(d));
        } else {
            let k = self
                .f
                .consts
                .iter()
                .position(|c| *c == [bits, 0])
                .expect("in the pool");
            let m = Rm::M(Addr::sym(Sym::Const(k as u32), 0));
            self.asm.sse(0xf2, 0x10, d, m);
        }
    }
    fn add(&mut self) {
        let (d, a, b) = (self.reg(), self.reg(), self.reg());
        if d == a {
            self.asm.rm(8, &[0x03], d, Rm::R(b));
            self.sets_zero_flag(d);
        } else if d == b {
            self.asm.rm(8, &[0x03], d, Rm::R(a));
            self.sets_zero_flag(d);
        } else {
            // rbp and r13 as base need a displacement: put them second.
            let (a, b) = if a & 7 == 5 { (b, a) } else { (a, b) };
            self.lea(d, Some(a), Some((b, 0)), 0);
        }
    }
    fn add_imm(&mut self, k: i32) {
        let (d, a) = (self.reg(), self.reg());
        if k == 0 {
            self.asm.mov(d, a);
        } else if d == a {
            self.asm.group_imm(8, 0, Rm::R(d), k);
            self.sets_zero_flag(d);
        } else {
            self.lea(d, Some(a), None, k);
        }
    }
    fn alu_inst(&mut self, op: AluOp, size: u8, src: &Src) {
        let d = self.reg();
        let _same = self.take();
        self.alu(op, size, d, src);
        if size == 8 && op != AluOp::Imul {
            self.sets_zero_flag(d);
        }
    }
    fn imul_imm(&mut self, k: i32) {
        let d = self.reg();
        let a = self.rm();
        if let Ok(k) = i8::try_from(k) {
            self.asm.rm(8, &[0x6b], d, a);
            self.asm.imm8(k as u8);
        } else {
            self.asm.rm(8, &[0x69], d, a);
            self.asm.imm32(k);
        }
    }
    fn shl_imm(&mut self, n: u8) {
        let (d, a) = (self.reg(), self.reg());
        if d == a {
            self.asm.shift_imm(4, d, n);
        } else if n == 1 {
            self.lea(d, Some(a), Some((a, 0)), 0);
        } else if n <= 3 {
            self.lea(d, None, Some((a, n)), 0);
        } else {
            self.asm.mov(d, a);
            self.asm.shift_imm(4, d, n);
        }
    }
    fn div(&mut self, signed: bool) {
        let (_d, _a) = (self.take(), self.take());
        let b = self.reg();
        if signed {
            self.asm.cqo();
            self.asm.rm(8, &[0xf7], 7, Rm::R(b));
        } else {
            self.asm.mov_imm(RDX, 0);
            self.asm.rm(8, &[0xf7], 6, Rm::R(b));
        }
    }
    fn cmp_mem(&mut self, size: u8, m: &Mem, src: &Src) {
        match src {
            Src::Reg => {
                let r = self.reg();
                let m = self.mem(m);
                self.asm.op(
                    if size == 2 { 0x66 } else { 0 },
                    size == 8,
                    &[if size == 1 { 0x38 } else { 0x39 }],
                    r,
                    Rm::M(m),
                    (size == 1, false),
                );
            }
            _ => {
                let m = self.mem(m);
                self.cmp(size, Rm::M(m), src);
            }
        }
    }
    /// Tests a register against itself: nothing, if only whether it is zero is asked, and what made it has said so.
    fn test_self(&mut self, i: usize, size: u8) {
        let a = self.reg();
        let known = size == 8
            && self.zero_flag == Some((a, self.asm.pos()))
            && matches!(
                self.f.insts.get(i + 1).map(|n| &n.op),
                Some(MOp::Br(Cc::E | Cc::NE) | MOp::EdgeBr(Cc::E | Cc::NE, _))
            );
        if !known {
            self.asm.rm(size, &[0x85], a, Rm::R(a));
        }
    }
    fn test(&mut self, size: u8, src: &Src) {
        let a = self.reg();
        match src {
            Src::Imm(k) => self.test_imm(size, a, *k),
            _ => {
                let b = self.rm();
                self.asm.rm(size, &[0x85], a, b);
            }
        }
    }
    fn cmov(&mut self, cc: Cc) {
        let d = self.reg();
        let _same = self.take();
        let b = self.rm();
        let code = cc.code().expect("hardware condition");
        self.asm.rm(8, &[0x0f, 0x40 | code], d, b);
    }
    fn falu(&mut self, op: FAluOp, src: &Src) {
        let d = self.reg();
        let _same = self.take();
        let b = self.source(src);
        let (prefix, code) = match op {
            FAluOp::Add => (0xf2, 0x58),
            FAluOp::Mul => (0xf2, 0x59),
            FAluOp::Sub => (0xf2, 0x5c),
            FAluOp::Div => (0xf2, 0x5e),
            FAluOp::And => (0, 0x54),
            FAluOp::Xor => (0, 0x57),
        };
        self.asm.sse(prefix, code, d, b);
    }
    fn traceback(&mut self, kind: u32) {
        if kind == 1 {
            let r = self.reg();
            self.asm.push(r);
        }
        let loc = self.loc;
        self.asm.push_location(loc);
        self.asm.call_sym(Sym::Stub(Stub::Traceback(kind)));
    }
    fn jump_table(&mut self, block: Block, t: &JmpTable) {
        let r = self.reg();
        let labels = t
            .entries
            .iter()
            .map(|&s| self.labels[self.target(block, s as usize) as usize])
            .collect();
        self.tables[t.id as usize] = labels;
        let m = Addr {
            base: None,
            index: Some((r, 3)),
            disp: 0,
            sym: Some(Sym::Table(t.id)),
        };
        self.asm.jmp_rm(Rm::M(m));
    }
    fn abort(&mut self, code: u32) {
        self.asm.push_imm(code as i32);
        let loc = self.loc;
        self.asm.push_location(loc);
        self.asm.call_sym(Sym::Stub(Stub::Abort));
        self.safepoint(&super::Roots::new(), 16);
    }

    fn target(&self, block: Block, n: usize) -> u32 {
        self.forward[self.f.blocks[block.index()].succs[n].index()]
    }

    fn lea(&mut self, d: u8, base: Option<u8>, index: Option<(u8, u8)>, disp: i32) {
        let m = Addr {
            base,
            index,
            disp,
            sym: None,
        };
        self.asm.rm(8, &[0x8d], d, Rm::M(m));
    }
    /// The zero flag tells whether this register, just written, is zero.
    fn sets_zero_flag(&mut self, d: u8) {
        self.zero_flag = Some((d, self.asm.pos()));
    }
    fn alu(&mut self, op: AluOp, size: u8, d: u8, src: &Src) {
        let (ext, code) = alu_code(op);
        match (op, src) {
            (AluOp::Imul, Src::Reg | Src::Mem(_)) => {
                let b = self.source(src);
                self.asm.rm(size, &[0x0f, 0xaf], d, b);
            }
            (AluOp::Imul, Src::Imm(k)) => {
                self.asm.rm(size, &[0x69], d, Rm::R(d));
                self.asm.imm32(*k);
            }
            (AluOp::Imul, Src::Sym(s)) => {
                self.asm.rm(size, &[0x69], d, Rm::R(d));
                self.asm.imm_sym(*s);
            }
            (_, Src::Imm(k)) => self.asm.group_imm(size, ext, Rm::R(d), *k),
            (_, Src::Sym(s)) => self.asm.group_sym(size, ext, Rm::R(d), *s),
            (_, Src::Reg | Src::Mem(_)) => {
                let b = self.source(src);
                self.asm.rm(size, &[code + 2], d, b);
            }
        }
    }
    /// A register, slot or memory source.
    fn source(&mut self, src: &Src) -> Rm {
        match src {
            Src::Mem(m) => Rm::M(self.mem(m)),
            _ => self.rm(),
        }
    }
    fn cmp(&mut self, size: u8, a: Rm, src: &Src) {
        match src {
            Src::Imm(k) => {
                if let (Rm::R(r), 0) = (a, *k) {
                    return self.asm.rm(size, &[0x85], r, Rm::R(r));
                }
                self.asm.group_imm(size, 7, a, *k);
            }
            Src::Sym(s) => self.asm.group_sym(size, 7, a, *s),
            Src::Reg | Src::Mem(_) => {
                let b = self.source(src);
                match a {
                    Rm::R(r) => self.asm.rm(size, &[0x3b], r, b),
                    Rm::M(_) => unreachable!("memory on the left has a register operand first"),
                }
            }
        }
    }
    fn test_imm(&mut self, size: u8, r: u8, k: i32) {
        // The shortest form with the same zero flag: only equality is asked after a test with a mask.
        if (0..=0x7f).contains(&k) {
            self.asm.test_imm(1, Rm::R(r), k);
        } else if k >= 0 {
            self.asm.test_imm(4, Rm::R(r), k);
        } else {
            self.asm.test_imm(size, Rm::R(r), k);
        }
    }
    fn load(&mut self, ty: MemTy, d: u8, a: Rm) {
        let byte_rm = matches!(a, Rm::R(_));
        match ty {
            MemTy::U8 => self.asm.op(0, false, &[0x0f, 0xb6], d, a, (false, byte_rm)),
            MemTy::S8 => self.asm.op(0, true, &[0x0f, 0xbe], d, a, (false, byte_rm)),
            MemTy::U16 => self.asm.rm(4, &[0x0f, 0xb7], d, a),
            MemTy::S16 => self.asm.rm(8, &[0x0f, 0xbf], d, a),
            MemTy::U32 => self.asm.rm(4, &[0x8b], d, a),
            MemTy::S32 => self.asm.rm(8, &[0x63], d, a),
            MemTy::I64 => self.asm.rm(8, &[0x8b], d, a),
            MemTy::F64 => self.asm.sse(0xf2, 0x10, d, a),
            MemTy::F32 => self.asm.sse(0xf3, 0x10, d, a),
        }
    }
    fn store(&mut self, ty: MemTy, m: &Mem, src: &Src) {
        let size = ty.size();
        let prefix = if size == 2 { 0x66 } else { 0 };
        match src {
            Src::Reg => {
                let r = self.reg();
                let m = Rm::M(self.mem(m));
                match ty {
                    MemTy::F64 => self.asm.sse(0xf2, 0x11, r, m),
                    MemTy::F32 => self.asm.sse(0xf3, 0x11, r, m),
                    _ if size == 1 => self.asm.op(0, false, &[0x88], r, m, (true, false)),
                    _ => self
                        .asm
                        .op(prefix, size == 8, &[0x89], r, m, (false, false)),
                }
            }
            Src::Imm(k) => {
                let m = Rm::M(self.mem(m));
                let code = if size == 1 { 0xc6 } else { 0xc7 };
                self.asm
                    .op(prefix, size == 8, &[code], 0, m, (false, false));
                match size {
                    1 => self.asm.imm8(*k as u8),
                    2 => self.asm.imm16(*k as i16),
                    _ => self.asm.imm32(*k),
                }
            }
            Src::Sym(s) => {
                let m = Rm::M(self.mem(m));
                self.asm.op(0, true, &[0xc7], 0, m, (false, false));
                self.asm.imm_sym(*s);
            }
            Src::Mem(_) => unreachable!("stores have no memory source"),
        }
    }
    fn rmw(&mut self, op: AluOp, ty: MemTy, m: &Mem, src: &Src) {
        let size = ty.size() as u8;
        let (ext, code) = alu_code(op);
        match src {
            Src::Imm(k) => {
                let m = Rm::M(self.mem(m));
                self.asm.group_imm(size, ext, m, *k);
            }
            _ => {
                let r = self.reg();
                let m = Rm::M(self.mem(m));
                self.asm.rm(size, &[code], r, m);
            }
        }
    }
    fn set_cc(&mut self, cc: Cc) {
        let d = self.reg();
        let set = |e: &mut Self, code: u8, r: u8| {
            e.asm
                .op(0, false, &[0x0f, 0x90 | code], 0, Rm::R(r), (false, true));
        };
        if let Some(code) = cc.code() {
            set(self, code, d);
        } else {
            // Equal and ordered; or not equal or unordered.
            let t = self.reg();
            let (z, p, op) = match cc {
                Cc::FEq => (4, 11, AluOp::And),
                _ => (5, 10, AluOp::Or),
            };
            set(self, p, t);
            set(self, z, d);
            self.asm.rm(4, &[alu_code(op).1 + 2], d, Rm::R(t));
        }
        self.load(MemTy::U8, d, Rm::R(d));
    }
    /// Instructions that keep the destination's upper half would wait for its old value.
    fn break_dependency(&mut self, d: u8, a: Rm) {
        if !matches!(a, Rm::R(r) if r == d) {
            self.asm.sse(0, 0x57, d, Rm::R(d));
        }
    }
    fn uint_to_float(&mut self) {
        let (d, t, a) = (self.reg(), self.reg(), self.reg());
        let (big, done) = (self.asm.label(), self.asm.label());
        self.asm.sse(0, 0x57, d, Rm::R(d));
        self.asm.rm(8, &[0x85], a, Rm::R(a));
        self.asm.jcc(8, big);
        self.asm.sse_w(0xf2, 0x2a, d, Rm::R(a));
        self.asm.jmp(done);
        // Halve, keeping the lowest bit sticky for rounding; convert; double.
        self.asm.bind(big);
        self.asm.mov(t, a);
        self.asm.shift_imm(5, t, 1);
        self.asm.sse_w(0xf2, 0x2a, d, Rm::R(t));
        let odd = self.asm.label();
        self.asm.test_imm(1, Rm::R(a), 1);
        self.asm.jcc(4, odd);
        self.asm.rm(8, &[0x83], 1, Rm::R(t));
        self.asm.imm8(1);
        self.asm.sse_w(0xf2, 0x2a, d, Rm::R(t));
        self.asm.bind(odd);
        self.asm.sse(0xf2, 0x58, d, Rm::R(d));
        self.asm.bind(done);
    }
    fn float_to_uint(&mut self) {
        let (d, t, a) = (self.reg(), self.reg(), self.reg());
        let (big, done) = (self.asm.label(), self.asm.label());
        // 2^63 as float bits.
        self.asm.mov_imm(d, 0x43e0_0000_0000_0000);
        self.asm.sse_w(0x66, 0x6e, t, Rm::R(d));
        self.asm.sse(0x66, 0x2e, a, Rm::R(t));
        self.asm.jcc(3, big);
        self.asm.sse_w(0xf2, 0x2c, d, Rm::R(a));
        self.asm.jmp(done);
        self.asm.bind(big);
        // t = a - 2^63, without changing a.
        self.asm.sse(0x66, 0x57, t, Rm::R(t));
        self.asm.sse_w(0x66, 0x6e, t, Rm::R(d));
        self.asm
            .op(0xf2, false, &[0x0f, 0x5c], t, Rm::R(a), (false, false));
        // Now t = 2^63 - a; negate through the integer: d = 2^63 - trunc(2^63 - a) as a is an integer above 2^53.
        self.asm.sse_w(0xf2, 0x2c, d, Rm::R(t));
        self.asm.rm(8, &[0xf7], 3, Rm::R(d));
        self.asm
            .op(0, true, &[0x0f, 0xba], 7, Rm::R(d), (false, false));
        self.asm.imm8(63);
        self.asm.bind(done);
    }

    // ---- calls and allocation --------------------------------------------------------------------------------------

    fn call(&mut self, info: &CallInfo, i: usize) {
        // Definitions of results come first among the operands.
        let operands = self.f.operands_of(&self.f.insts[i]);
        self.next = operands
            .iter()
            .take_while(|o| o.kind() == OperandKind::Def)
            .count();
        let target = match info.target {
            Target::Reg => Some(Rm::R(self.reg())),
            Target::Mem(m) => Some(Rm::M(self.mem(&m))),
            Target::Direct(_) => None,
            Target::Import(i) => Some(Rm::M(Addr::sym(Sym::Import(i), 0))),
        };
        if info.anchor {
            let anchor = Rm::M(Addr::base(R15, offset::ANCHOR));
            self.asm.rm(8, &[0x89], RSP, anchor);
        }
        match (info.target, target) {
            (Target::Direct(s), _) => self.asm.call_sym(s),
            (_, Some(rm)) => self.asm.call_rm(rm),
            _ => unreachable!("a target"),
        }
        if let Some(roots) = &info.roots {
            self.safepoint(roots, 0);
        }
    }

    fn alloc(&mut self, info: &AllocInfo) {
        let (d, t) = (self.reg(), self.reg());
        let kept = self.kept(&info.kept);
        let (label, back) = (self.asm.label(), self.asm.label());
        let free = Rm::M(Addr::base(R15, offset::NURSERY_FREE));
        let top = Rm::M(Addr::base(R15, offset::NURSERY_TOP));
        if info.size > MAX_NURSERY_OBJECT {
            self.asm.jmp(label);
        } else {
            self.asm.rm(8, &[0x8b], d, free);
            self.lea(t, Some(d), None, info.size as i32);
            self.asm.rm(8, &[0x3b], t, top);
            self.asm.jcc(7, label);
            self.asm.rm(8, &[0x89], t, free);
            self.header(d, info.header);
            if let Some((n, off)) = info.length {
                let m = Rm::M(Addr::base(d, off as i32));
                // The upper half is zero already.
                self.asm.rm(4, &[0xc7], 0, m);
                self.asm.imm32(n);
            }
        }
        self.asm.bind(back);
        self.cold.push(Cold {
            label,
            back,
            loc: self.loc,
            what: ColdPath::Alloc {
                dst: d,
                push: Pushed::Imm(info.length.map_or(0, |l| l.0)),
                stub: match info.length {
                    Some(_) => Stub::MallocVar(info.container),
                    None => Stub::Malloc(info.container),
                },
                roots: info.roots.clone(),
                inst: self.current,
                kept,
                failed: None,
            },
        });
    }
    /// Registers of the references that a slow path takes through root slots.
    fn kept(&mut self, slots: &[u32]) -> Vec<(u8, u32)> {
        let mut register = |&slot: &u32| {
            let (before, after) = (self.reg(), self.reg());
            debug_assert_eq!(before, after);
            (after, slot)
        };
        slots.iter().map(&mut register).collect()
    }
    fn header(&mut self, d: u8, header: u32) {
        let m = Rm::M(Addr::base(d, 0));
        // A zeroed nursery needs the low half only.
        self.asm.rm(4, &[0xc7], 0, m);
        self.asm.imm32(header as i32);
    }
    fn alloc_var(&mut self, info: &AllocVarInfo) {
        let (d, t, n) = (self.reg(), self.reg(), self.reg());
        let kept = self.kept(&info.kept);
        let (label, back) = (self.asm.label(), self.asm.label());
        let free = Rm::M(Addr::base(R15, offset::NURSERY_FREE));
        let top = Rm::M(Addr::base(R15, offset::NURSERY_TOP));
        let (off, size) = (info.items_offset, info.item_size);
        let max = (MAX_NURSERY_OBJECT - off.min(MAX_NURSERY_OBJECT)) / size.max(1);
        self.asm.group_imm(8, 7, Rm::R(n), max as i32);
        self.asm.jcc(7, label);
        let exact = size.is_multiple_of(8) && off.is_multiple_of(8);
        let slack = if exact { 0 } else { 7 };
        let disp = (off + slack) as i32;
        if matches!(size, 1 | 2 | 4 | 8) {
            let log = size.trailing_zeros() as u8;
            if log == 0 {
                self.lea(t, Some(n), None, disp);
            } else {
                self.lea(t, None, Some((n, log)), disp);
            }
        } else {
            self.asm.rm(8, &[0x69], t, Rm::R(n));
            self.asm.imm32(size as i32);
            self.asm.group_imm(8, 0, Rm::R(t), disp);
        }
        if !exact {
            self.asm.group_imm(8, 4, Rm::R(t), -8);
        }
        self.asm.rm(8, &[0x8b], d, free);
        self.asm.rm(8, &[0x03], t, Rm::R(d));
        self.asm.rm(8, &[0x3b], t, top);
        self.asm.jcc(7, label);
        self.asm.rm(8, &[0x89], t, free);
        self.header(d, info.header);
        let m = Rm::M(Addr::base(d, info.length_offset as i32));
        self.asm.rm(8, &[0x89], n, m);
        self.asm.bind(back);
        self.cold.push(Cold {
            label,
            back,
            loc: self.loc,
            what: ColdPath::Alloc {
                dst: d,
                push: Pushed::Reg(n),
                stub: Stub::MallocVar(info.container),
                roots: info.roots.clone(),
                inst: self.current,
                kept,
                failed: None,
            },
        });
    }
    fn barrier_object(&mut self, src: &Src) {
        let (addr, push) = match src {
            Src::Sym(s) => (Addr::sym(*s, 4), Pushed::Sym(*s)),
            _ => {
                let r = self.reg();
                (Addr::base(r, 4), Pushed::Reg(r))
            }
        };
        self.barrier(addr, vec![push], Stub::WriteBarrier);
    }
    fn barrier_array(&mut self) {
        let (a, i) = (self.reg(), self.reg());
        self.barrier(
            Addr::base(a, 4),
            vec![Pushed::Reg(i), Pushed::Reg(a)],
            Stub::WriteBarrierArray,
        );
    }
    fn barrier_range(&mut self) {
        let (a, s, n) = (self.reg(), self.reg(), self.reg());
        self.barrier(
            Addr::base(a, 4),
            vec![Pushed::Reg(n), Pushed::Reg(s), Pushed::Reg(a)],
            Stub::WriteBarrierRange,
        );
    }
    fn barrier(&mut self, flags: Addr, push: Vec<Pushed>, stub: Stub) {
        let (label, back) = (self.asm.label(), self.asm.label());
        self.asm.test_imm(1, Rm::M(flags), 1);
        self.asm.jcc(5, label);
        self.asm.bind(back);
        self.cold.push(Cold {
            label,
            back,
            loc: self.loc,
            what: ColdPath::Barrier { push, stub },
        });
    }
}
