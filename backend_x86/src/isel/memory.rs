//! Memory: addresses, loads and stores, allocation, write barriers, root slots.
use ir::lltype::{ContainerId, FieldType, GC_HEADER_SIZE};
use lowlevel::LLOp;
use lowlevel::verify::operand_type;
use regalloc2::{Operand, VReg};

use super::analysis::Val;
use super::call::Arg;
use super::cx::mem_ty;
use super::{At, Bits, Lower};
use crate::abi::{MAX_NURSERY_OBJECT, offset, rt};
use crate::mir::{AllocInfo, AllocVarInfo, AluOp, Base, MOp, Mem, MemTy, Src, regs};

impl Lower<'_> {
    // ---- addresses -------------------------------------------------------------------------------------------------

    /// `[p + disp]`; registers are appended to `regs`.
    fn address(&mut self, p: Val, disp: i32, regs: &mut Vec<Operand>) -> Mem {
        match p {
            Val::Const(c) => match self.bits(c) {
                Bits::Sym(s) => Mem::symbol(s, disp),
                Bits::Int(i) if i32::try_from(i.wrapping_add(i64::from(disp))).is_ok() => {
                    Mem::of(Base::Abs, i as i32 + disp)
                }
                _ => {
                    let r = self.reg(p);
                    regs.push(Operand::reg_use(r));
                    Mem::of(Base::Reg, disp)
                }
            },
            Val::Var(_) => {
                let r = self.reg(p);
                regs.push(Operand::reg_use(r));
                Mem::of(Base::Reg, disp)
            }
        }
    }
    /// The address of an item: `p + items + index * size + extra`.
    fn item_address(
        &mut self,
        p: Val,
        index: Val,
        items: i32,
        size: u32,
        at: At,
        regs: &mut Vec<Operand>,
    ) -> Mem {
        if let Some(i) = self.const_int(index)
            && let Some(disp) = i
                .checked_mul(i64::from(size))
                .and_then(|o| o.checked_add(i64::from(items)))
                .and_then(|o| i32::try_from(o).ok())
        {
            return self.address(p, disp, regs);
        }
        // index = x + constant: the constant goes into the displacement.
        let (mut index, mut disp) = (index, items);
        if let Some(d) = self.sinkable(index, at)
            && matches!(self.op_at(d), LLOp::IntAdd | LLOp::IntSub)
        {
            let (x, k) = (self.arg(d, 0), self.arg(d, 1));
            let k = self.const_i32(k).map(i64::from).map(|k| {
                if matches!(self.op_at(d), LLOp::IntSub) {
                    -k
                } else {
                    k
                }
            });
            if let (Val::Var(_), Some(k)) = (x, k)
                && let Ok(o) = i32::try_from(k * i64::from(size) + i64::from(disp))
            {
                self.mark_sunk(d);
                index = x;
                disp = o;
            }
        }
        let (r, scale) = self.scaled_index(index, size);
        let mut mem = self.address(p, disp, regs);
        regs.push(Operand::reg_use(r));
        mem.index = Some(scale);
        mem
    }
    /// A register and the log2 of the scale that give `index * size`.
    fn scaled_index(&mut self, index: Val, size: u32) -> (VReg, u8) {
        let r = self.reg(index);
        let log = |n: u32| n.trailing_zeros() as u8;
        if size.is_power_of_two() && size <= 8 {
            return (r, log(size));
        }
        if size == 0 {
            return (self.int_const(0), 0);
        }
        let d = self.fresh_int();
        let scale = log(size).min(3);
        let rest = size >> scale;
        if rest.is_power_of_two() {
            self.push(
                MOp::ShlImm(log(rest)),
                &[Operand::reg_def(d), Operand::reg_use(r)],
            );
            return (d, scale);
        }
        match rest {
            3 | 5 | 9 => {
                let mut mem = Mem::of(Base::Reg, 0);
                mem.index = Some(log(rest - 1));
                self.push(
                    MOp::Lea(mem),
                    &[
                        Operand::reg_def(d),
                        Operand::reg_use(r),
                        Operand::reg_use(r),
                    ],
                );
                (d, scale)
            }
            _ => {
                self.push(
                    MOp::ImulImm(size as i32),
                    &[Operand::reg_def(d), Operand::any_use(r)],
                );
                (d, 0)
            }
        }
    }

    /// Type and address of the load at `d`, selected at `at`; `None` for other operations.
    fn load_address(&mut self, d: At, at: At, regs: &mut Vec<Operand>) -> Option<(MemTy, Mem)> {
        let op = self.op_at(d).clone();
        let result = self.g.blocks[d.0].ops[d.1 as usize].result;
        let p = |l: &Self| l.arg(d, 0);
        let i = |l: &Self| l.arg(d, 1);
        Some(match op {
            LLOp::GetField(c, f) => {
                let (off, ty) = self.cx.field(c, f);
                let (ty, p) = (mem_ty(ty)?, p(self));
                (ty, self.address(p, off, regs))
            }
            LLOp::GetArraySize(c) | LLOp::GetInteriorSize(c) => {
                let off = self.cx.layouts[c].var?.length_offset?;
                let p = p(self);
                (MemTy::I64, self.address(p, off as i32, regs))
            }
            LLOp::GetArrayItem(c) | LLOp::GetInteriorItem(c) => {
                let var = self.cx.layouts[c].var?;
                let FieldType::Value(ty) = self.cx.item(c) else {
                    return None;
                };
                let ty = mem_ty(ty)?;
                let (p, i) = (p(self), i(self));
                let mem = self.item_address(p, i, var.items_offset as i32, var.item_size, at, regs);
                (ty, mem)
            }
            LLOp::GetItemField(c, f) => {
                let var = self.cx.layouts[c].var?;
                let (off, ty) = self.cx.item_field(c, f);
                let ty = mem_ty(ty)?;
                let (p, i) = (p(self), i(self));
                let items = var.items_offset as i32 + off;
                let mem = self.item_address(p, i, items, var.item_size, at, regs);
                (ty, mem)
            }
            LLOp::RawLoad => {
                let ty = mem_ty(*self.g.ty(result))?;
                let (p, i) = (p(self), i(self));
                let mem = self.item_address(p, i, 0, 1, at, regs);
                (ty, mem)
            }
            LLOp::ExcType => (MemTy::I64, Mem::ctx(offset::EXC_TYPE)),
            LLOp::ExcValue => (MemTy::I64, Mem::ctx(offset::EXC_VALUE)),
            LLOp::WeakrefDeref => {
                let p = p(self);
                // What the operation says, not what `p` was before it was cast.
                let said = &self.g.blocks[d.0].ops[d.1 as usize].args[0];
                let off = operand_type(self.g, said)
                    .container()
                    .and_then(|c| self.cx.program.types.gc_ref_offsets(c).first().copied())
                    .unwrap_or(GC_HEADER_SIZE);
                (MemTy::I64, self.address(p, off as i32, regs))
            }
            LLOp::GcReload(slot) => (MemTy::I64, Mem::of(Base::Root(slot), 0)),
            _ => return None,
        })
    }
    /// If `v` is a load of `bytes` that may be selected at `at`: its memory operand (registers appended).
    pub(super) fn sink_mem(
        &mut self,
        v: Val,
        at: At,
        bytes: u32,
        regs: &mut Vec<Operand>,
    ) -> Option<Mem> {
        let d = self.sinkable_load(v, at)?;
        if mem_ty(self.val_ty(v))?.size() != bytes {
            return None;
        }
        // A root slot may be overwritten by a later spill, which is no write.
        if matches!(self.op_at(d), LLOp::GcReload(_)) {
            return None;
        }
        let mut own = Vec::new();
        let (ty, mem) = self.load_address(d, at, &mut own)?;
        debug_assert_eq!(ty.size(), bytes);
        regs.extend(own);
        self.mark_sunk(d);
        Some(mem)
    }

    // ---- loads and stores ------------------------------------------------------------------------------------------

    /// Selects a load where it stands.
    pub(super) fn lower_load(&mut self, at: At) {
        let d = self.dst(at);
        let mut regs = Vec::new();
        match self.load_address(at, at, &mut regs) {
            Some((ty, mem)) => {
                regs.insert(0, Operand::reg_def(d));
                self.push(MOp::Load(ty, mem), &regs);
            }
            // A field of type Void or an inlined container: no value.
            None => self.push(MOp::MovImm(0), &[Operand::reg_def(d)]),
        }
    }
    /// Selects a store of argument `n` at an address.
    fn store(&mut self, at: At, value: Val, ty: MemTy, mem: Mem, regs: Vec<Operand>) {
        let src = match value {
            Val::Const(c) => match self.bits(c) {
                Bits::Int(i) if ty.size() < 8 => Some((ty, Src::Imm(i as i32))),
                Bits::Int(i) => i32::try_from(i).ok().map(|i| (ty, Src::Imm(i))),
                Bits::Sym(s) => Some((ty, Src::Sym(s))),
                Bits::Float(f) => i32::try_from(f as i64)
                    .ok()
                    .map(|i| (MemTy::I64, Src::Imm(i))),
                Bits::Single(f) => Some((MemTy::U32, Src::Imm(f as i32))),
            },
            Val::Var(_) => None,
        };
        if let Some((ty, src)) = src {
            self.push(MOp::Store(ty, mem, src), &regs);
            return;
        }
        if self.read_modify_write(at, value, ty, mem, &regs) {
            return;
        }
        let v = self.reg(value);
        let mut operands = vec![Operand::reg_use(v)];
        operands.extend(regs);
        self.push(MOp::Store(ty, mem, Src::Reg), &operands);
    }
    /// `p.f = p.f op x` as one instruction on memory, if both addresses are the same.
    fn read_modify_write(
        &mut self,
        at: At,
        value: Val,
        ty: MemTy,
        mem: Mem,
        regs: &[Operand],
    ) -> bool {
        if ty != MemTy::I64 {
            return false;
        }
        let Some(d) = self.sinkable(value, at) else {
            return false;
        };
        let op = match self.op_at(d) {
            LLOp::IntAdd | LLOp::UintAdd => AluOp::Add,
            LLOp::IntSub | LLOp::UintSub => AluOp::Sub,
            LLOp::IntAnd | LLOp::UintAnd => AluOp::And,
            LLOp::IntOr | LLOp::UintOr => AluOp::Or,
            LLOp::IntXor | LLOp::UintXor => AluOp::Xor,
            _ => return false,
        };
        let (x, y) = (self.arg(d, 0), self.arg(d, 1));
        let Some(load) = self.sinkable_load(x, at) else {
            return false;
        };
        // The same field of the same object, or the same item of the same array: the address is that of the store.
        let same = match (self.op_at(load), self.op_at(at)) {
            (LLOp::GetField(c, f), LLOp::SetField(sc, sf)) => (c, f) == (sc, sf),
            (LLOp::GetArrayItem(c), LLOp::SetArrayItem(sc)) => {
                c == sc && self.arg(load, 1) == self.arg(at, 1)
            }
            _ => false,
        };
        if !same || self.arg(load, 0) != self.arg(at, 0) {
            return false;
        }
        self.mark_sunk(d);
        self.mark_sunk(load);
        match self.const_i32(y) {
            Some(i) => self.push(MOp::Rmw(op, ty, mem, Src::Imm(i)), regs),
            None => {
                let v = self.reg(y);
                let mut operands = vec![Operand::reg_use(v)];
                operands.extend_from_slice(regs);
                self.push(MOp::Rmw(op, ty, mem, Src::Reg), &operands);
            }
        }
        true
    }

    /// Selects all operations that write memory without a call.
    pub(super) fn lower_store(&mut self, at: At) {
        let op = self.op_at(at).clone();
        let mut regs = Vec::new();
        if op == LLOp::ExcClear {
            for o in [offset::EXC_TYPE, offset::EXC_VALUE] {
                self.push(MOp::Store(MemTy::I64, Mem::ctx(o), Src::Imm(0)), &[]);
            }
            return;
        }
        let p = self.arg(at, 0);
        match op {
            LLOp::SetField(c, f) => {
                let (off, ty) = self.cx.field(c, f);
                let Some(ty) = mem_ty(ty) else { return };
                let mem = self.address(p, off, &mut regs);
                let v = self.arg(at, 1);
                self.store(at, v, ty, mem, regs);
            }
            LLOp::SetArrayItem(c) | LLOp::SetInteriorItem(c) => {
                let (Some(var), FieldType::Value(ty)) = (self.cx.layouts[c].var, self.cx.item(c))
                else {
                    return;
                };
                let Some(ty) = mem_ty(ty) else { return };
                let (i, v) = (self.arg(at, 1), self.arg(at, 2));
                let items = var.items_offset as i32;
                let mem = self.item_address(p, i, items, var.item_size, at, &mut regs);
                self.store(at, v, ty, mem, regs);
            }
            LLOp::SetItemField(c, f) => {
                let Some(var) = self.cx.layouts[c].var else {
                    return;
                };
                let (off, ty) = self.cx.item_field(c, f);
                let Some(ty) = mem_ty(ty) else { return };
                let (i, v) = (self.arg(at, 1), self.arg(at, 2));
                let items = var.items_offset as i32 + off;
                let mem = self.item_address(p, i, items, var.item_size, at, &mut regs);
                self.store(at, v, ty, mem, regs);
            }
            LLOp::RawStore => {
                let (i, v) = (self.arg(at, 1), self.arg(at, 2));
                // The operand's own type: behind a cast that costs nothing (`ord(c)`) may stand a narrower value.
                let stored = operand_type(self.g, &self.g.blocks[at.0].ops[at.1 as usize].args[2]);
                let Some(ty) = mem_ty(stored) else {
                    return;
                };
                let mem = self.item_address(p, i, 0, 1, at, &mut regs);
                self.store(at, v, ty, mem, regs);
            }
            LLOp::GcSpill(slot) => {
                self.store(at, p, MemTy::I64, Mem::of(Base::Root(slot), 0), regs);
            }
            LLOp::ExcSet => {
                self.store(at, p, MemTy::I64, Mem::ctx(offset::EXC_TYPE), Vec::new());
                let v = self.arg(at, 1);
                self.store(at, v, MemTy::I64, Mem::ctx(offset::EXC_VALUE), Vec::new());
            }
            LLOp::WriteBarrier => {
                if let Val::Const(c) = p
                    && let Bits::Sym(s) = self.bits(c)
                {
                    self.push(MOp::Barrier(Src::Sym(s)), &[]);
                } else {
                    let r = self.reg(p);
                    self.push(MOp::Barrier(Src::Reg), &[Operand::reg_use(r)]);
                }
            }
            LLOp::WriteBarrierArray => {
                let i = self.arg(at, 1);
                let (p, i) = (self.reg(p), self.reg(i));
                self.push(
                    MOp::BarrierArray,
                    &[Operand::reg_use(p), Operand::reg_use(i)],
                );
            }
            _ => debug_assert!(false, "not a store: {op:?}"),
        }
    }

    // ---- allocation ------------------------------------------------------------------------------------------------

    pub(super) fn lower_malloc(&mut self, at: At, c: ContainerId) {
        let d = self.dst(at);
        let size = self.cx.layouts[c].size;
        if !self.cx.program.types.is_gc(c) {
            let args = [Arg::Ctx, Arg::Int(i64::from(size))];
            self.call_runtime(rt::RAW_MALLOC, &args, Some(d), None);
            return;
        }
        let t = self.fresh_int();
        let mut operands = vec![Operand::reg_def_at_start(d), Operand::reg_temp(t)];
        let info = AllocInfo {
            container: c,
            header: self.cx.type_ids[c],
            size: size.max(16).next_multiple_of(8),
            length: None,
            roots: self.an.roots.get(&at).cloned().unwrap_or_default(),
            kept: self.kept(at, &mut operands),
        };
        self.push(MOp::Alloc(Box::new(info)), &operands);
    }
    /// The slots of the references that an allocation keeps in registers; their operands are appended.
    fn kept(&mut self, at: At, operands: &mut Vec<Operand>) -> Vec<u32> {
        let mut slots = Vec::new();
        let mut free = regs::KEPT.to_vec();
        for i in at.1 + 1.. {
            let Some(op) = self.g.blocks[at.0].ops.get(i as usize) else {
                break;
            };
            let (LLOp::GcKeep(slot), result) = (&op.op, op.result) else {
                break;
            };
            if !self.an.live[result] {
                continue;
            }
            slots.push(*slot);
            let before = self.arg((at.0, i), 0);
            let (before, after) = (self.reg(before), self.vreg_of(result));
            // One register for both, the same at each allocation if possible. The allocator takes only one output that
            // reuses an input.
            let like = regs::KEPT[*slot as usize % regs::KEPT.len()];
            let n = free.iter().position(|&r| r == like).unwrap_or(0);
            let r = free.remove(n);
            operands.push(Operand::reg_fixed_use(before, r));
            operands.push(Operand::reg_fixed_def(after, r));
        }
        slots
    }
    pub(super) fn lower_malloc_var(&mut self, at: At, c: ContainerId) {
        let d = self.dst(at);
        let length = self.arg(at, 0);
        let Some(var) = self.cx.layouts[c].var else {
            return self.lower_malloc(at, c);
        };
        if !self.cx.program.types.is_gc(c) {
            let args = [
                Arg::Ctx,
                Arg::Int(i64::from(self.cx.layouts[c].size)),
                Arg::Int(i64::from(var.item_size)),
                Arg::Val(length),
                Arg::Int(var.length_offset.map_or(-1, i64::from)),
            ];
            self.call_runtime(rt::RAW_MALLOC_VAR, &args, Some(d), None);
            return;
        }
        let items_offset = var.items_offset.max(self.cx.layouts[c].size);
        if let Some(n @ 0..=0x7fff) = self.const_int(length)
            && n as u64 * u64::from(var.item_size) + u64::from(items_offset)
                <= u64::from(MAX_NURSERY_OBJECT)
        {
            let t = self.fresh_int();
            let mut operands = vec![Operand::reg_def_at_start(d), Operand::reg_temp(t)];
            let info = AllocInfo {
                container: c,
                header: self.cx.type_ids[c],
                size: (items_offset + n as u32 * var.item_size).next_multiple_of(8),
                length: Some((n as i32, var.length_offset.unwrap_or(GC_HEADER_SIZE))),
                roots: self.an.roots.get(&at).cloned().unwrap_or_default(),
                kept: self.kept(at, &mut operands),
            };
            self.push(MOp::Alloc(Box::new(info)), &operands);
            return;
        }
        let (n, t) = (self.reg(length), self.fresh_int());
        let mut operands = vec![
            Operand::reg_def_at_start(d),
            Operand::reg_temp(t),
            Operand::reg_use_at_end(n),
        ];
        let info = AllocVarInfo {
            container: c,
            header: self.cx.type_ids[c],
            items_offset,
            item_size: var.item_size,
            length_offset: var.length_offset.unwrap_or(GC_HEADER_SIZE),
            roots: self.an.roots.get(&at).cloned().unwrap_or_default(),
            kept: self.kept(at, &mut operands),
        };
        self.push(MOp::AllocVar(Box::new(info)), &operands);
    }

    /// `copyitems` and `clearitems`: byte ranges for the runtime, and a barrier for references.
    pub(super) fn lower_copy(&mut self, at: At, c: ContainerId) {
        let Some(var) = self.cx.layouts[c].var else {
            return;
        };
        let (off, size) = (var.items_offset as i32, var.item_size);
        let (src, dst) = (self.arg(at, 0), self.arg(at, 1));
        let (from, to, n) = (self.arg(at, 2), self.arg(at, 3), self.arg(at, 4));
        if self.cx.program.types.is_gc(c) && !self.cx.program.types.gc_item_offsets(c).is_empty() {
            let (a, t, n) = (self.reg(dst), self.reg(to), self.reg(n));
            self.push(
                MOp::BarrierRange,
                &[
                    Operand::reg_use(a),
                    Operand::reg_use(t),
                    Operand::reg_use(n),
                ],
            );
        }
        let s = self.item_pointer(src, from, off, size, at);
        let d = self.item_pointer(dst, to, off, size, at);
        let bytes = self.scaled(n, size);
        self.call_runtime(rt::MEMMOVE, &[Arg::Reg(d), Arg::Reg(s), bytes], None, None);
    }
    pub(super) fn lower_clear(&mut self, at: At, c: ContainerId) {
        let Some(var) = self.cx.layouts[c].var else {
            return;
        };
        let (off, size) = (var.items_offset as i32, var.item_size);
        let (p, start, n) = (self.arg(at, 0), self.arg(at, 1), self.arg(at, 2));
        let d = self.item_pointer(p, start, off, size, at);
        let bytes = self.scaled(n, size);
        self.call_runtime(rt::MEMZERO, &[Arg::Reg(d), bytes], None, None);
    }
    fn item_pointer(&mut self, p: Val, i: Val, off: i32, size: u32, at: At) -> VReg {
        let mut regs = Vec::new();
        let mem = if self.const_int(i).is_some() {
            self.item_address(p, i, off, size, at, &mut regs)
        } else {
            // The index has another use here (the barrier), so its definition is not folded into the address.
            let (r, scale) = self.scaled_index(i, size);
            let mut mem = self.address(p, off, &mut regs);
            regs.push(Operand::reg_use(r));
            mem.index = Some(scale);
            mem
        };
        let d = self.fresh_int();
        regs.insert(0, Operand::reg_def(d));
        self.push(MOp::Lea(mem), &regs);
        d
    }
    fn scaled(&mut self, n: Val, size: u32) -> Arg {
        if let Some(k) = self.const_int(n) {
            return Arg::Int(k.wrapping_mul(i64::from(size)));
        }
        if size == 1 {
            return Arg::Val(n);
        }
        let r = self.reg(n);
        let d = self.fresh_int();
        if size.is_power_of_two() {
            self.push(
                MOp::ShlImm(size.trailing_zeros() as u8),
                &[Operand::reg_def(d), Operand::reg_use(r)],
            );
        } else {
            self.push(
                MOp::ImulImm(size as i32),
                &[Operand::reg_def(d), Operand::any_use(r)],
            );
        }
        Arg::Reg(d)
    }
}
