//! Ranges: lists only made by `range` and never changed are `(start, stop[, step])`, without items. `start` and `stop`
//! are normalised so that `stop - start` is a multiple of the step: the length is a division by a constant. With a step
//! other than 1, `stop` may lie behind the last integer and wrap around; distances are unsigned numbers, and loops end
//! where they meet `stop`.
use ir::lltype::{ContainerId, FieldType, LLType};
use lowlevel::ops::SafetyError;
use lowlevel::{Init, LLOp, Value as LLValue};

use crate::repr::numbers::rint::never_negative;
use crate::repr::{Repr, ReprId};
use crate::typer::dispatch::Typed;
use crate::typer::lower::Opd;
use crate::typer::{Hop, Lower, R, RTyper};

const S: LLType = LLType::Signed;

impl RTyper {
    /// The structure of ranges with a step (0: variable).
    pub fn range_struct(&mut self, step: i64) -> ContainerId {
        let f = FieldType::Value(S);
        if step == 0 {
            self.types_mut().structure(
                "range_step",
                true,
                &[("start", f), ("stop", f), ("step", f)],
            )
        } else {
            self.types_mut()
                .structure("range", true, &[("start", f), ("stop", f)])
        }
    }
    /// The contents of a `range` that exists before the program starts.
    pub(crate) fn range_init(&self, step: i64, items: &[i64]) -> Init {
        let (start, st) = match items {
            [] => (0, if step == 0 { 1 } else { step }),
            [a] => (*a, if step == 0 { 1 } else { step }),
            [a, b, ..] => (*a, b.wrapping_sub(*a)),
        };
        let stop = start.wrapping_add(st.wrapping_mul(items.len() as i64));
        let mut out = vec![
            Init::Value(LLValue::Int(start)),
            Init::Value(LLValue::Int(stop)),
        ];
        if step == 0 {
            out.push(Init::Value(LLValue::Int(st)));
        }
        Init::Struct(out)
    }
}

impl Lower<'_> {
    /// The step of a range value.
    pub fn range_step(&mut self, v: Opd, step: i64) -> R<Opd> {
        if step == 0 {
            self.getfield(v, "step")
        } else {
            Ok(self.int(step))
        }
    }
    /// The length of a range.
    pub fn range_len(&mut self, v: Opd, step: i64) -> R<Opd> {
        let start = self.getfield(v.clone(), "start")?;
        let stop = self.getfield(v.clone(), "stop")?;
        let st = self.range_step(v, step)?;
        self.count_steps(start, stop, st)
    }
    /// The length of a range as the bits of an unsigned number, for checks of indices.
    pub fn range_count(&mut self, v: Opd, step: i64) -> R<Opd> {
        let start = self.getfield(v.clone(), "start")?;
        let stop = self.getfield(v.clone(), "stop")?;
        if step == 1 {
            return Ok(self.op2(LLOp::IntSub, stop, start, S));
        }
        let st = self.range_step(v, step)?;
        let args = [start.into(), stop.into(), st.into()];
        self.helper_as("rlist", "ll_range_count", args, S)
    }
    /// The number of steps from `start` to `stop`, which is a multiple of the step away. OverflowError if there are too
    /// many for an `int`.
    fn count_steps(&mut self, start: Opd, stop: Opd, step: Opd) -> R<Opd> {
        if matches!(&step, Opd::Const(c) if c.as_int() == Some(1)) {
            let distance = self.op2(LLOp::IntSub, stop, start.clone(), S);
            let known = matches!(&start, Opd::Const(c) if c.as_int().is_some_and(|i| i >= 0));
            if !known {
                let ok = self.op2(LLOp::IntGe, distance.clone(), self.int(0), LLType::Bool);
                self.check_raise(ok, "OverflowError")?;
            }
            return Ok(distance);
        }
        let args = [start.into(), stop.into(), step.into()];
        self.helper_as("rlist", "ll_range_len", args, S)
    }
    /// Item `i`, which must be in range.
    pub fn range_item(&mut self, v: Opd, step: i64, i: Opd) -> R<Opd> {
        let start = self.getfield(v.clone(), "start")?;
        let st = self.range_step(v, step)?;
        let d = if step == 1 {
            i
        } else {
            self.op2(LLOp::IntMul, i, st, S)
        };
        Ok(self.op2(LLOp::IntAdd, start, d, S))
    }
    /// A bound or the step of a range as a machine word; OverflowError if it is none.
    fn range_bound(&mut self, hop: &Hop, i: usize) -> R<Opd> {
        let arg = &hop.args[i];
        let Repr::Int(from) = self.rt.repr(arg.repr) else {
            return self.int_arg(arg, S);
        };
        if arg.const_value.is_some() {
            return self.int_arg(arg, S);
        }
        let v = self.harg_as(arg, arg.repr)?;
        self.int_to_int_checked(v, from, S)
    }
    /// `range(...)`, `xrange(...)`.
    pub fn range_call(&mut self, hop: &Hop) -> R<Typed> {
        let n = hop.args.len() - 1;
        let (start, stop, step) = match n {
            1 => (self.int(0), self.range_bound(hop, 1)?, self.int(1)),
            2 => (
                self.range_bound(hop, 1)?,
                self.range_bound(hop, 2)?,
                self.int(1),
            ),
            3 => (
                self.range_bound(hop, 1)?,
                self.range_bound(hop, 2)?,
                self.range_bound(hop, 3)?,
            ),
            _ => return Err(self.unsupported_op(hop)),
        };
        let known = match &step {
            Opd::Const(c) => c.as_int(),
            Opd::Var(_) => None,
        };
        if known.is_none_or(|s| s == 0) {
            let ok = self.op2(LLOp::IntNe, step.clone(), self.int(0), LLType::Bool);
            self.check(ok, SafetyError::ValueOutOfRange)?;
        }
        let stop = match known {
            Some(1) => {
                let lt = self.op2(LLOp::IntGe, stop.clone(), start.clone(), LLType::Bool);
                match (&start, &stop) {
                    _ if n == 1 && never_negative(&hop.args[n]) => stop,
                    _ => self.if_else(lt, S, |_| Ok(stop.clone()), |_| Ok(start.clone()))?,
                }
            }
            _ => self.helper_as(
                "rlist",
                "ll_range_stop",
                [start.clone().into(), stop.into(), step.clone().into()],
                S,
            )?,
        };
        match self.rt.repr(hop.rresult) {
            Repr::Range { step: s } => {
                let c = self.rt.range_struct(s);
                let p = self.malloc(c);
                self.setfield(p.clone(), "start", start)?;
                self.setfield(p.clone(), "stop", stop)?;
                if s == 0 {
                    self.setfield(p.clone(), "step", step)?;
                }
                Ok((p, hop.rresult))
            }
            Repr::List(_) => {
                let v = self.fill_range(hop.rresult, start, stop, step)?;
                Ok((v, hop.rresult))
            }
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// A materialised range as a list of representation `to`.
    fn fill_range(&mut self, to: ReprId, start: Opd, stop: Opd, step: Opd) -> R<Opd> {
        let n = self.count_steps(start.clone(), stop, step.clone())?;
        let list = self.new_list_of(to, n.clone())?;
        let (head, vals) = self.new_block(&[S, S]);
        let zero = self.int(0);
        self.goto(head, [zero, start]);
        self.block = head;
        let (i, x) = (vals[0].clone(), vals[1].clone());
        let more = self.op2(LLOp::IntLt, i.clone(), n, LLType::Bool);
        let (body, done) = self.fork(more);
        self.block = body;
        let item = self.list_item_repr(to)?;
        let int = self.rt.intern(Repr::Int(S));
        let y = self.convert(x.clone(), int, item)?;
        self.set_list_item(to, list.clone(), i.clone(), y)?;
        let i2 = self.op2(LLOp::IntAdd, i, self.int(1), S);
        let x2 = self.op2(LLOp::IntAdd, x, step, S);
        self.goto(head, [i2, x2]);
        self.block = done;
        Ok(list)
    }
    /// A range as an ordinary list.
    pub fn range_to_list(&mut self, v: Opd, from: ReprId, to: ReprId) -> R<Opd> {
        let Repr::Range { step } = self.rt.repr(from) else {
            return Err(self.rt.internal("no range"));
        };
        let start = self.getfield(v.clone(), "start")?;
        let stop = self.getfield(v.clone(), "stop")?;
        let st = self.range_step(v, step)?;
        self.fill_range(to, start, stop, st)
    }
}
