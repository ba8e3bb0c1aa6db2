//! Operations of a copy: green ones are performed natively, red ones by the support library.
use hintannotator::Color;
use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, Operand, VarId};
use jit_abi::info::{OpId, OpInfo};
use lowlevel::ops::HintKind;
use lowlevel::verify::operand_type;
use lowlevel::{Const, LL, LLOp, Value};

use super::{Env, GeneratorBuilder, Result, number};
use crate::points::{is_dropped, is_green};
use crate::words::{store_word, to_word};

impl GeneratorBuilder<'_> {
    pub(super) fn operation(
        &mut self,
        at: BlockId,
        env: &mut Env,
        op: &ir::model::Operation<LL>,
        next: Option<&LLOp>,
    ) -> Result<()> {
        let (copy, graph) = (self.copy, self.graph);
        if is_dropped(copy, graph, op) {
            return Ok(());
        }
        let green = is_green(copy, graph, op);
        let ty = *graph.ty(op.result);
        if let LLOp::Hint(HintKind::IsConstant | HintKind::IsVirtual) = op.op {
            if green {
                let yes = op.op == LLOp::Hint(HintKind::IsConstant);
                let answer = Operand::Const(Const::bool(yes));
                env.values.insert(op.result, answer);
                return Ok(());
            }
        } else if let LLOp::Hint(_) | LLOp::SameAs | LLOp::Likely | LLOp::Unlikely = op.op
            && ty != LLType::Void
            && op
                .args
                .first()
                .is_some_and(|a| operand_type(graph, a) == ty)
        {
            // The identity.
            let value = if green {
                self.green(env, &op.args[0])?
            } else {
                self.boxed(at, env, &op.args[0])?
            };
            env.values.insert(op.result, value);
            return Ok(());
        }
        if !green && op.op == LLOp::CastPointer {
            // Boxes are the same whatever the static type.
            let value = self.boxed(at, env, &op.args[0])?;
            env.values.insert(op.result, value);
            return Ok(());
        }
        if !green {
            return self.red_operation(at, env, op);
        }
        if op.op == LLOp::WeAreJitted {
            let yes = Operand::Const(Const::bool(true));
            env.values.insert(op.result, yes);
            return Ok(());
        }
        let mut args = Args::<LL>::new();
        for a in &op.args {
            args.push(self.green(env, a)?);
        }
        let trusted = self.is_trusted(&op.op).then(|| args.clone());
        let result = self.emit(at, op.op.clone(), args, ty);
        env.values.insert(op.result, Operand::Var(result));
        if let Some(args) = trusted {
            self.trust(at, env, op, &args, result);
        }
        if op.op.is_ovf() && next != Some(&LLOp::OvfOccurred) {
            return Err(self.fail(format!("{} without a test", op.op.name())));
        }
        Ok(())
    }

    /// Whether the result of a native operation is right only if a hint is: a load from an object of the program, a
    /// call of an elidable function.
    fn is_trusted(&self, op: &LLOp) -> bool {
        let program = self.cx.program;
        match op {
            LLOp::DirectCall(f) => program.funcs[*f].attrs.elidable,
            _ if op.is_load() => (op.location())
                .is_some_and(|part| program.known.is_of_program(&program.types, part)),
            _ => false,
        }
    }
    /// Tells the support library of a native operation: its arguments, and its result.
    fn trust(
        &mut self,
        at: BlockId,
        env: &Env,
        op: &ir::model::Operation<LL>,
        args: &[Arg<LL>],
        result: VarId,
    ) {
        let id = self.op_info(op);
        let out = env.out();
        let result = Operand::Var(result);
        let stored = (args.iter().chain([&result]))
            .filter(|a| operand_type(&self.g, a) != LLType::Void)
            .cloned();
        for (i, a) in stored.collect::<Vec<_>>().iter().enumerate() {
            let word = to_word(&mut self.g, at, a, self.span);
            store_word(&mut self.g, at, &out, i, word, self.span);
        }
        let call = LLOp::ExternCall(self.cx.externs.trust);
        self.emit(at, call, [number(i64::from(id.0)), out], LLType::Void);
    }
    /// The native value of a green operand.
    pub(super) fn green(&self, env: &Env, a: &Arg<LL>) -> Result<Arg<LL>> {
        match a {
            Operand::Const(c) => Ok(Operand::Const(*c)),
            Operand::Var(v) if *self.graph.ty(*v) == LLType::Void => {
                Ok(Operand::Const(Const::VOID))
            }
            Operand::Var(v) if self.color(*v) == Color::Green => match env.values.get(v) {
                Some(value) => Ok(value.clone()),
                None => Err(self.fail(format!("green {v} has no value"))),
            },
            Operand::Var(v) => Err(self.fail(format!("red {v} where a green is needed"))),
        }
    }
    /// The box of an operand.
    pub(super) fn boxed(&mut self, at: BlockId, env: &mut Env, a: &Arg<LL>) -> Result<Arg<LL>> {
        match a {
            Operand::Var(v) if self.color(*v) == Color::Red => match env.values.get(v) {
                Some(value) => Ok(value.clone()),
                None => Err(self.fail(format!("red {v} has no box"))),
            },
            _ => {
                let value = self.green(env, a)?;
                self.box_value(at, env, &value)
            }
        }
    }
    /// A constant box of a native value.
    pub(super) fn box_value(
        &mut self,
        at: BlockId,
        env: &mut Env,
        value: &Arg<LL>,
    ) -> Result<Arg<LL>> {
        if let Some(&v) = env.boxes.get(value) {
            return Ok(Operand::Var(v));
        }
        let ty = operand_type(&self.g, value);
        let index = number(i64::from(self.tables.lltype(ty)));
        let x = self.cx.externs;
        let boxed = if self.cx.program.types.is_gc_ref(ty) {
            let address = match value {
                Operand::Const(Const {
                    value: v @ (Value::Null | Value::Object(_)),
                    ..
                }) => Operand::Const(Const {
                    ty: LLType::Address,
                    value: *v,
                }),
                _ => {
                    let args = [value.clone()];
                    Operand::Var(self.emit(at, LLOp::CastPtrToAdr, args, LLType::Address))
                }
            };
            let op = LLOp::ExternCall(x.constant_ref);
            self.emit(at, op, [index, address], LLType::Signed)
        } else {
            let word = to_word(&mut self.g, at, value, self.span);
            self.emit(
                at,
                LLOp::ExternCall(x.constant),
                [index, word],
                LLType::Signed,
            )
        };
        env.boxes.insert(value.clone(), boxed);
        Ok(Operand::Var(boxed))
    }

    /// The arguments of an operation that are values.
    fn value_args<'o>(&self, op: &'o ir::model::Operation<LL>) -> Vec<&'o Arg<LL>> {
        let is_value = |a: &&Arg<LL>| operand_type(self.graph, a) != LLType::Void;
        op.args.iter().filter(is_value).collect()
    }
    /// The entry of an operation in the tables of the support library.
    pub(super) fn op_info(&mut self, op: &ir::model::Operation<LL>) -> OpId {
        let location = self.tables.location(self.span, self.function);
        let args = self.value_args(op).into_iter();
        self.tables.info.ops.push(OpInfo {
            op: op.op.clone(),
            args: args.map(|a| operand_type(self.graph, a)).collect(),
            result: *self.graph.ty(op.result),
            location,
            frozen: self.frozen,
        })
    }
    fn red_operation(
        &mut self,
        at: BlockId,
        env: &mut Env,
        op: &ir::model::Operation<LL>,
    ) -> Result<()> {
        let args = self.value_args(op);
        let ty = *self.graph.ty(op.result);
        let id = number(i64::from(self.op_info(op).0));
        let mut boxes = Vec::new();
        for a in args {
            boxes.push(self.boxed(at, env, a)?);
        }
        let x = self.cx.externs;
        let result = if boxes.len() <= 3 {
            boxes.resize(3, number(0));
            boxes.insert(0, id);
            self.emit(at, LLOp::ExternCall(x.op), boxes, LLType::Signed)
        } else {
            let out = env.out();
            for (i, a) in boxes.into_iter().enumerate() {
                store_word(&mut self.g, at, &out, i, a, self.span);
            }
            self.emit(at, LLOp::ExternCall(x.opn), [id, out], LLType::Signed)
        };
        if ty != LLType::Void {
            env.values.insert(op.result, Operand::Var(result));
        }
        Ok(())
    }
}
