//! Encoding of x86-64 instructions with arbitrary registers and memory operands, into dynasm's `VecAssembler`.
//!
//! Fixed sequences (stubs, trampolines) are written with `dynasm!`; here are the general forms, whose registers,
//! displacement sizes and symbols are known only when they are emitted: prefix, REX, opcode, ModRM, SIB, displacement,
//! immediate. Labels are dynasm's dynamic labels.
use dynasmrt::relocations::{Relocation, RelocationKind, RelocationSize};
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler, x64::X64Relocation};

use crate::mir::Sym;

/// Bytes of a line of the cache of decoded instructions. Processors of the Skylake family do not keep a line in which a
/// jump, or the comparison fused with it, crosses the end of another or touches it: a loop of a few instructions takes
/// up to twice as long.
pub const LINE: u32 = 32;

/// A reference that the linker resolves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reloc {
    /// Offset in the code.
    pub at: u32,
    pub kind: RelocKind,
    pub addend: i32,
}

/// What a reference is to, and its form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelocKind {
    /// 32-bit absolute address.
    Abs32(Sym),
    /// 32 bits relative to the end of the field.
    Rel32(Sym),
    /// The global number of a local location.
    Location(u32),
}

/// A memory operand with registers.
#[derive(Clone, Copy, Debug)]
pub struct Addr {
    pub base: Option<u8>,
    /// Index register and log2 of its scale.
    pub index: Option<(u8, u8)>,
    pub disp: i32,
    /// Symbol whose address is added.
    pub sym: Option<Sym>,
}

impl Addr {
    /// `[base + disp]`
    pub fn base(base: u8, disp: i32) -> Addr {
        Addr {
            base: Some(base),
            index: None,
            disp,
            sym: None,
        }
    }
    /// `[disp]`
    pub fn absolute(disp: i32) -> Addr {
        Addr {
            base: None,
            index: None,
            disp,
            sym: None,
        }
    }
    /// `[sym + disp]`
    pub fn sym(sym: Sym, disp: i32) -> Addr {
        Addr {
            base: None,
            index: None,
            disp,
            sym: Some(sym),
        }
    }
}

/// A register or memory operand.
#[derive(Clone, Copy, Debug)]
pub enum Rm {
    R(u8),
    M(Addr),
}

/// The bytes of no-ops of so many bytes, as few as possible.
fn for_nops(mut left: u32, mut push: impl FnMut(u8)) {
    const NOPS: [&[u8]; 9] = [
        &[0x90],
        &[0x66, 0x90],
        &[0x0f, 0x1f, 0x00],
        &[0x0f, 0x1f, 0x40, 0x00],
        &[0x0f, 0x1f, 0x44, 0x00, 0x00],
        &[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00],
        &[0x0f, 0x1f, 0x80, 0, 0, 0, 0],
        &[0x0f, 0x1f, 0x84, 0x00, 0, 0, 0, 0],
        &[0x66, 0x0f, 0x1f, 0x84, 0x00, 0, 0, 0, 0],
    ];
    while left > 0 {
        let k = left.min(9);
        for &b in NOPS[k as usize - 1] {
            push(b);
        }
        left -= k;
    }
}

/// Code under construction: bytes, labels, references to resolve.
pub struct Asm {
    pub ops: VecAssembler<X64Relocation>,
    /// References for the linker.
    pub relocs: Vec<Reloc>,
    /// Where 32-bit references to labels stand.
    pub label_refs: Vec<u32>,
    /// Where offset 0 will lie in its line.
    pub phase: u32,
}

impl Asm {
    /// An assembler at offset 0, without labels.
    pub fn new() -> Asm {
        Asm {
            ops: VecAssembler::new(0),
            relocs: Vec::new(),
            label_refs: Vec::new(),
            phase: 0,
        }
    }
    /// Offset of the next instruction: the number of bytes so far.
    pub fn pos(&self) -> u32 {
        self.ops.offset().0 as u32
    }
    /// A label to be placed later.
    pub fn label(&mut self) -> DynamicLabel {
        self.ops.new_dynamic_label()
    }
    /// Places a label here.
    pub fn bind(&mut self, l: DynamicLabel) {
        self.ops.dynamic_label(l);
    }
    fn byte(&mut self, b: u8) {
        self.ops.push(b);
    }
    fn reloc(&mut self, kind: RelocKind, addend: i32) {
        self.relocs.push(Reloc {
            at: self.pos(),
            kind,
            addend,
        });
        self.ops.push_i32(0);
    }
    fn label_ref(&mut self, l: DynamicLabel) {
        self.label_refs.push(self.pos());
        self.ops.push_i32(0);
        let kind = X64Relocation::from_size(RelocationKind::Relative, RelocationSize::DWord);
        self.ops.dynamic_relocation(l, 0, 4, 0, kind);
    }

    /// `[prefix] [REX] opcode modrm`: `reg` is the register or opcode extension. `byte_regs`: which of reg and r/m are
    /// byte registers.
    pub fn op(
        &mut self,
        prefix: u8,
        w: bool,
        opcode: &[u8],
        reg: u8,
        rm: Rm,
        byte_regs: (bool, bool),
    ) {
        if prefix != 0 {
            self.byte(prefix);
        }
        let mut rex = u8::from(w) << 3 | (reg >> 3) << 2;
        let mut need = byte_regs.0 && reg >= 4;
        match rm {
            Rm::R(r) => {
                rex |= r >> 3;
                need |= byte_regs.1 && r >= 4;
            }
            Rm::M(a) => {
                rex |= a.base.map_or(0, |b| b >> 3) | a.index.map_or(0, |i| i.0 >> 3) << 1;
            }
        }
        if rex != 0 || need {
            self.byte(0x40 | rex);
        }
        for &b in opcode {
            self.byte(b);
        }
        let reg = (reg & 7) << 3;
        match rm {
            Rm::R(r) => self.byte(0xc0 | reg | (r & 7)),
            Rm::M(a) => self.modrm_mem(reg, a),
        }
    }
    fn modrm_mem(&mut self, reg: u8, a: Addr) {
        let disp32 = |s: &mut Self| match a.sym {
            Some(sym) => s.reloc(RelocKind::Abs32(sym), a.disp),
            None => s.ops.push_i32(a.disp),
        };
        let Some(base) = a.base else {
            self.byte(reg | 4);
            let (index, scale) = a.index.unwrap_or((4, 0));
            self.byte(scale << 6 | (index & 7) << 3 | 5);
            return disp32(self);
        };
        let mode = if a.sym.is_some() {
            2
        } else if a.disp == 0 && base & 7 != 5 {
            0
        } else if i8::try_from(a.disp).is_ok() {
            1
        } else {
            2
        };
        match a.index {
            Some((index, scale)) => {
                self.byte(mode << 6 | reg | 4);
                self.byte(scale << 6 | (index & 7) << 3 | (base & 7));
            }
            None if base & 7 == 4 => {
                self.byte(mode << 6 | reg | 4);
                self.byte(0x24);
            }
            None => self.byte(mode << 6 | reg | (base & 7)),
        }
        match mode {
            0 => {}
            1 => self.byte(a.disp as u8),
            _ => disp32(self),
        }
    }

    // ---- integers --------------------------------------------------------------------------------------------------

    /// `op reg, r/m` of 4 or 8 bytes.
    pub fn rm(&mut self, size: u8, opcode: &[u8], reg: u8, rm: Rm) {
        self.op(0, size == 8, opcode, reg, rm, (false, false));
    }
    /// `mov d, s` of 64 bits; nothing if equal.
    pub fn mov(&mut self, d: u8, s: u8) {
        if d != s {
            self.rm(8, &[0x8b], d, Rm::R(s));
        }
    }
    /// `mov d, imm` in the shortest form.
    pub fn mov_imm(&mut self, d: u8, imm: i64) {
        if imm == 0 {
            self.rm(4, &[0x31], d, Rm::R(d));
        } else if u32::try_from(imm).is_ok() {
            self.short_reg(0xb8, d);
            self.ops.push_u32(imm as u32);
        } else if i32::try_from(imm).is_ok() {
            self.rm(8, &[0xc7], 0, Rm::R(d));
            self.ops.push_i32(imm as i32);
        } else {
            self.byte(0x48 | d >> 3);
            self.byte(0xb8 | (d & 7));
            self.ops.push_i64(imm);
        }
    }
    /// `mov d, address of sym`.
    pub fn mov_sym(&mut self, d: u8, sym: Sym, addend: i32) {
        self.short_reg(0xb8, d);
        self.reloc(RelocKind::Abs32(sym), addend);
    }
    fn short_reg(&mut self, opcode: u8, r: u8) {
        if r >= 8 {
            self.byte(0x41);
        }
        self.byte(opcode | (r & 7));
    }
    /// `op r/m, imm` of the group add/or/adc/sbb/and/sub/xor/cmp (`ext`), of 1, 2, 4 or 8 bytes.
    pub fn group_imm(&mut self, size: u8, ext: u8, rm: Rm, imm: i32) {
        let prefix = if size == 2 { 0x66 } else { 0 };
        let is_reg = matches!(rm, Rm::R(_));
        if size == 1 {
            self.op(0, false, &[0x80], ext, rm, (false, is_reg));
            self.byte(imm as u8);
        } else if i8::try_from(imm).is_ok() || (size == 2 && i8::try_from(imm as i16).is_ok()) {
            self.op(prefix, size == 8, &[0x83], ext, rm, (false, false));
            self.byte(imm as u8);
        } else {
            self.op(prefix, size == 8, &[0x81], ext, rm, (false, false));
            if size == 2 {
                self.ops.push_i16(imm as i16);
            } else {
                self.ops.push_i32(imm);
            }
        }
    }
    /// The same with the address of a symbol.
    pub fn group_sym(&mut self, size: u8, ext: u8, rm: Rm, sym: Sym) {
        self.op(0, size == 8, &[0x81], ext, rm, (false, false));
        self.reloc(RelocKind::Abs32(sym), 0);
    }
    /// `test r/m, imm`.
    pub fn test_imm(&mut self, size: u8, rm: Rm, imm: i32) {
        if size == 1 {
            self.op(0, false, &[0xf6], 0, rm, (false, matches!(rm, Rm::R(_))));
            self.byte(imm as u8);
        } else {
            self.op(0, size == 8, &[0xf7], 0, rm, (false, false));
            self.ops.push_i32(imm);
        }
    }
    /// A shift by a constant; `ext` 4 shl, 5 shr, 7 sar.
    pub fn shift_imm(&mut self, ext: u8, r: u8, n: u8) {
        if n == 1 {
            self.rm(8, &[0xd1], ext, Rm::R(r));
        } else {
            self.rm(8, &[0xc1], ext, Rm::R(r));
            self.byte(n);
        }
    }
    /// Appends an immediate byte.
    pub fn imm8(&mut self, b: u8) {
        self.byte(b);
    }
    /// Appends an immediate word.
    pub fn imm32(&mut self, i: i32) {
        self.ops.push_i32(i);
    }
    /// Appends an immediate half word.
    pub fn imm16(&mut self, i: i16) {
        self.ops.push_i16(i);
    }
    /// Appends a symbol's address as immediate.
    pub fn imm_sym(&mut self, s: Sym) {
        self.reloc(RelocKind::Abs32(s), 0);
    }
    /// `push r`
    pub fn push(&mut self, r: u8) {
        self.short_reg(0x50, r);
    }
    /// `pop r`
    pub fn pop(&mut self, r: u8) {
        self.short_reg(0x58, r);
    }
    /// `push imm`
    pub fn push_imm(&mut self, i: i32) {
        if let Ok(i) = i8::try_from(i) {
            self.byte(0x6a);
            self.byte(i as u8);
        } else {
            self.byte(0x68);
            self.ops.push_i32(i);
        }
    }
    /// `push sym`
    pub fn push_sym(&mut self, s: Sym) {
        self.byte(0x68);
        self.reloc(RelocKind::Abs32(s), 0);
    }
    /// `push` of the global number of a local location.
    pub fn push_location(&mut self, loc: u32) {
        self.byte(0x68);
        self.reloc(RelocKind::Location(loc), 0);
    }

    // ---- control ---------------------------------------------------------------------------------------------------

    /// `call sym`
    pub fn call_sym(&mut self, s: Sym) {
        self.byte(0xe8);
        self.reloc(RelocKind::Rel32(s), 0);
    }
    /// `call r/m`
    pub fn call_rm(&mut self, rm: Rm) {
        self.op(0, false, &[0xff], 2, rm, (false, false));
    }
    /// `jmp r/m`
    pub fn jmp_rm(&mut self, rm: Rm) {
        self.op(0, false, &[0xff], 4, rm, (false, false));
    }
    /// `jmp label`
    pub fn jmp(&mut self, l: DynamicLabel) {
        self.byte(0xe9);
        self.label_ref(l);
    }
    /// `jcc label`
    pub fn jcc(&mut self, code: u8, l: DynamicLabel) {
        self.byte(0x0f);
        self.byte(0x80 | code);
        self.label_ref(l);
    }
    /// `ret`
    pub fn ret(&mut self) {
        self.byte(0xc3);
    }
    /// `ud2`
    pub fn ud2(&mut self) {
        self.byte(0x0f);
        self.byte(0x0b);
    }
    /// `cqo`
    pub fn cqo(&mut self) {
        self.byte(0x48);
        self.byte(0x99);
    }
    /// `jmp sym`
    pub fn jmp_sym(&mut self, s: Sym) {
        self.byte(0xe9);
        self.reloc(RelocKind::Rel32(s), 0);
    }
    /// `jcc sym`
    pub fn jcc_sym(&mut self, code: u8, s: Sym) {
        self.byte(0x0f);
        self.byte(0x80 | code);
        self.reloc(RelocKind::Rel32(s), 0);
    }
    /// Fills up to a multiple of `n` with long no-ops.
    pub fn align(&mut self, n: u32) {
        self.nops((n - self.pos() % n) % n);
    }
    /// Whether the code from `from` on and `more` bytes lie in one line, and do not touch its end.
    pub fn is_in_line(&self, from: u32, more: u32) -> bool {
        let line = |at: u32| (self.phase + at) / LINE;
        line(from) == line(self.pos() + more)
    }
    /// Makes no-ops of the code from `from` on, which has no labels, and of what is left of its line.
    pub fn void(&mut self, from: u32) {
        self.relocs
            .truncate(self.relocs.partition_point(|r| r.at < from));
        debug_assert!(self.label_refs.last().is_none_or(|&at| at < from));
        let line = (self.phase + from + 1).next_multiple_of(LINE) - self.phase;
        let end = self.pos().max(line);
        for _ in self.pos()..end {
            self.byte(0);
        }
        let mut at = self.ops.alter();
        at.goto(dynasmrt::AssemblyOffset(from as usize));
        for_nops(end - from, |b| at.push(b));
    }
    /// No-ops of so many bytes.
    pub fn nops(&mut self, n: u32) {
        for_nops(n, |b| self.ops.push(b));
    }

    // ---- floats ----------------------------------------------------------------------------------------------------

    /// `op xmm, xmm/m` with a mandatory prefix (0: none) and second opcode byte.
    pub fn sse(&mut self, prefix: u8, opcode: u8, reg: u8, rm: Rm) {
        self.op(prefix, false, &[0x0f, opcode], reg, rm, (false, false));
    }
    /// The same with REX.W (an integer register of 64 bits takes part).
    pub fn sse_w(&mut self, prefix: u8, opcode: u8, reg: u8, rm: Rm) {
        self.op(prefix, true, &[0x0f, opcode], reg, rm, (false, false));
    }
}

impl Default for Asm {
    fn default() -> Self {
        Self::new()
    }
}
