//! Calls: of emitted functions, external functions and the runtime's own (`gx_*`), by the System V convention.
//!
//! Arguments get fixed registers, those that do not fit are stored in the frame's outgoing area. A call that can
//! collect is a safepoint: it names the root slots that are live after it. Calls of C code that can collect set the
//! anchor first.
use ir::lltype::{Container, LLType};
use lowlevel::{ExternId, LLOp};
use regalloc2::{Operand, RegClass, VReg};

use super::analysis::Val;
use super::cx::mem_ty;
use super::{At, Bits, Lower};
use crate::abi;
use crate::mir::{
    Base, CallInfo, Clobbers, Import, MOp, Mem, MemTy, Roots, Src, Sym, Target, regs,
};

/// An argument of a call.
#[derive(Clone, Copy)]
pub(super) enum Arg {
    Ctx,
    Int(i64),
    /// A value of the graph.
    Val(Val),
    Reg(VReg),
}

impl Lower<'_> {
    fn arg_reg(&mut self, a: Arg) -> VReg {
        match a {
            Arg::Ctx => {
                let d = self.fresh_int();
                self.push(MOp::GetCtx, &[Operand::reg_def(d)]);
                d
            }
            Arg::Int(i) => self.int_const(i),
            Arg::Val(v) => self.fixed_use(v),
            Arg::Reg(r) => r,
        }
    }

    /// Emits a call. `target_regs`: registers of the target.
    fn call(
        &mut self,
        target: Target,
        target_regs: &[Operand],
        args: &[Arg],
        result: Option<VReg>,
        roots: Option<Roots>,
        anchor: bool,
    ) {
        self.out.has_calls = true;
        let regs_of: Vec<VReg> = args.iter().map(|&a| self.arg_reg(a)).collect();
        let mut uses = Vec::new();
        let (mut ints, mut floats, mut stack) = (0, 0, 0u32);
        for r in regs_of {
            match r.class() {
                RegClass::Float if floats < regs::FLOAT_ARGS => {
                    uses.push(Operand::reg_fixed_use(r, regs::xmm(floats)));
                    floats += 1;
                }
                RegClass::Int if ints < regs::INT_ARGS.len() => {
                    uses.push(Operand::reg_fixed_use(r, regs::INT_ARGS[ints]));
                    ints += 1;
                }
                class => {
                    let ty = if class == RegClass::Float {
                        MemTy::F64
                    } else {
                        MemTy::I64
                    };
                    let mem = Mem::of(Base::Outgoing, 8 * stack as i32);
                    self.push(MOp::Store(ty, mem, Src::Reg), &[Operand::reg_use(r)]);
                    stack += 1;
                }
            }
        }
        self.out.outgoing = self.out.outgoing.max(8 * stack);
        let mut operands = Vec::new();
        let mut clobbers = Clobbers::Call;
        if let Some(r) = result {
            if r.class() == RegClass::Float {
                operands.push(Operand::reg_fixed_def(r, regs::xmm(0)));
                clobbers = Clobbers::CallButXmm0;
            } else {
                operands.push(Operand::reg_fixed_def(r, regs::RAX));
                clobbers = Clobbers::CallButRax;
            }
        }
        operands.extend_from_slice(target_regs);
        operands.extend(uses);
        let info = CallInfo {
            target,
            roots,
            anchor,
            still: std::mem::take(&mut self.still),
        };
        self.push_clobber(MOp::Call(Box::new(info)), &operands, clobbers);
    }

    /// Calls one of [`abi::RUNTIME`].
    pub(super) fn call_runtime(
        &mut self,
        name: &str,
        args: &[Arg],
        result: Option<VReg>,
        roots: Option<Roots>,
    ) {
        let i = runtime_index(name);
        let anchor = abi::RUNTIME[i as usize].safepoint;
        self.call(
            Target::Import(Import::Runtime(i)),
            &[],
            args,
            result,
            roots,
            anchor,
        );
    }

    fn value_args(&self, at: At, from: usize) -> Vec<Arg> {
        let n = self.g.blocks[at.0].ops[at.1 as usize].args.len();
        (from..n)
            .map(|i| self.arg(at, i))
            .filter(|&v| self.val_ty(v) != LLType::Void)
            .map(Arg::Val)
            .collect()
    }
    fn call_result(&mut self, at: At) -> Option<VReg> {
        let r = self.g.blocks[at.0].ops[at.1 as usize].result;
        (*self.g.ty(r) != LLType::Void && self.an.live[r]).then(|| self.vreg_of(r))
    }
    /// The result register of a call of emitted code, and a copy to make after it (see [`Lower::fixed_def`]).
    fn call_result_copy(&mut self, at: At) -> (Option<VReg>, Option<(VReg, VReg)>) {
        let r = self.g.blocks[at.0].ops[at.1 as usize].result;
        if *self.g.ty(r) == LLType::Void || !self.an.live[r] {
            return (None, None);
        }
        let (d, copy) = self.fixed_def(r);
        (Some(d), copy.map(|c| (c, d)))
    }
    fn roots_at(&self, at: At) -> Roots {
        self.an.roots.get(&at).cloned().unwrap_or_default()
    }

    /// Selects direct, indirect and external calls.
    pub(super) fn lower_call(&mut self, at: At) {
        let op = self.op_at(at).clone();
        self.still = self.cx.is_still(&op);
        match op {
            LLOp::DirectCall(f) => {
                let args = self.value_args(at, 0);
                let (result, copy) = self.call_result_copy(at);
                let roots = Some(self.roots_at(at));
                self.call(
                    Target::Direct(Sym::Func(f)),
                    &[],
                    &args,
                    result,
                    roots,
                    false,
                );
                if let Some((d, s)) = copy {
                    self.copy(d, s);
                }
            }
            LLOp::IndirectCall(..) => {
                let args = self.value_args(at, 1);
                let (result, copy) = self.call_result_copy(at);
                let roots = Some(self.roots_at(at));
                let f = self.arg(at, 0);
                let mut target_regs = Vec::new();
                let target = match f {
                    Val::Const(c) => match self.bits(c) {
                        Bits::Sym(s @ (Sym::Func(_) | Sym::Stub(_))) => Target::Direct(s),
                        Bits::Int(i) if i32::try_from(i).is_ok_and(|i| i > 0) => {
                            Target::Direct(Sym::Address(i as u32))
                        }
                        _ => {
                            let r = self.reg(f);
                            target_regs.push(Operand::reg_use(r));
                            Target::Reg
                        }
                    },
                    Val::Var(_) => match self.sink_mem(f, at, 8, &mut target_regs) {
                        Some(mem) => Target::Mem(mem),
                        None => {
                            let r = self.reg(f);
                            target_regs.push(Operand::reg_use(r));
                            Target::Reg
                        }
                    },
                };
                self.call(target, &target_regs, &args, result, roots, false);
                if let Some((d, s)) = copy {
                    self.copy(d, s);
                }
            }
            LLOp::ExternCall(x) => self.lower_extern_call(at, x),
            _ => debug_assert!(false, "not a call: {op:?}"),
        }
    }

    fn lower_extern_call(&mut self, at: At, x: ExternId) {
        let f = &self.cx.program.externs[x];
        let (context, collects, result_ty) = (f.context, f.can_collect, f.result);
        let mut args = self.value_args(at, 0);
        if context {
            args.insert(0, Arg::Ctx);
        }
        let result = self.call_result(at);
        let roots = collects.then(|| self.roots_at(at));
        // C leaves the upper part of a small result undefined.
        let narrow = mem_ty(result_ty).filter(|t| t.size() < 8 && !t.is_float());
        let raw = match (result, narrow) {
            (Some(_), Some(_)) => Some(self.fresh_int()),
            _ => result,
        };
        self.call(
            Target::Import(Import::Extern(x)),
            &[],
            &args,
            raw,
            roots,
            collects,
        );
        if let (Some(d), Some(raw), Some(ty)) = (result, raw, narrow) {
            self.push(
                MOp::Extend(ty),
                &[Operand::reg_def(d), Operand::any_use(raw)],
            );
        }
    }

    /// Operations that are calls of the runtime.
    pub(super) fn lower_runtime_op(&mut self, at: At) {
        let op = self.op_at(at).clone();
        let result = self.call_result(at);
        let v = self.arg(at, 0);
        let ctx_and = [Arg::Ctx, Arg::Val(v)];
        match op {
            LLOp::Free(_) => self.call_runtime(abi::rt::RAW_FREE, &ctx_and, None, None),
            LLOp::GcId => self.call_runtime(abi::rt::GC_ID, &ctx_and, result, None),
            LLOp::GcIdentityHash => {
                self.call_runtime(abi::rt::GC_IDENTITYHASH, &ctx_and, result, None);
            }
            LLOp::WeakrefCreate => {
                let r = self.g.blocks[at.0].ops[at.1 as usize].result;
                let id = self
                    .g
                    .ty(r)
                    .container()
                    .filter(|&c| !matches!(self.cx.program.types.get(c), Container::Func(_)))
                    .map_or(0, |c| self.cx.type_ids[c]);
                let roots = Some(self.roots_at(at));
                let args = [Arg::Ctx, Arg::Int(i64::from(id)), Arg::Val(v)];
                self.call_runtime(abi::rt::WEAKREF_CREATE, &args, result, roots);
            }
            _ => debug_assert!(false, "not a runtime operation: {op:?}"),
        }
    }
}

/// Index of a function in [`abi::RUNTIME`].
pub fn runtime_index(name: &str) -> u32 {
    abi::RUNTIME
        .iter()
        .position(|f| f.name == name)
        .expect("a name of abi::rt") as u32
}
