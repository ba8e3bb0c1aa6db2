//! Single operations: arithmetic, casts, memory, state.
use ir::lltype::{Container, LLType};
use ir::model::Operation;

use super::{Interp, Outcome, Ref, Stop, Val};
use crate::verify::{Phase, operand_type};
use crate::{LL, LLGraph, LLOp, Value, arith};

impl Interp<'_> {
    pub(super) fn overflow_op(
        &mut self,
        graph: &LLGraph,
        op: &Operation<LL>,
        args: &[Val],
    ) -> Result<Val, Stop> {
        let int = |i: usize| match args.get(i) {
            Some(Val::Int(n)) => Ok(*n),
            None => Ok(0),
            Some(other) => Err(format!("{other:?} is no integer")),
        };
        let (v, overflow) =
            arith::eval_ovf(&op.op, int(0)?, int(1)?).ok_or("no overflow operation")?;
        let f = self.frame();
        let next = graph.blocks[f.block].ops.get(f.at).map(|o| &o.op);
        if next == Some(&LLOp::OvfOccurred) {
            self.overflow = overflow;
        } else if overflow {
            return Err(Stop::Raise(self.known("OverflowError")?));
        }
        Ok(Val::Int(v))
    }
    pub(super) fn pure(
        &mut self,
        graph: &LLGraph,
        op: &Operation<LL>,
        args: &[Val],
        result: LLType,
    ) -> Result<Val, Stop> {
        let a = args.first().copied().unwrap_or(Val::Void);
        let b = args.get(1).copied().unwrap_or(Val::Void);
        let null = |v: Val| matches!(v, Val::Null | Val::Int(0));
        let bool_ = |b: bool| Ok(Val::Int(i64::from(b)));
        match &op.op {
            LLOp::SameAs | LLOp::Likely | LLOp::Unlikely => Ok(a),
            LLOp::CastPointer => {
                self.check_cast(a, operand_type(graph, &op.args[0]), result)?;
                Ok(a)
            }
            LLOp::PtrEq | LLOp::AdrEq => {
                for v in [a, b] {
                    if matches!(v, Val::Ref(_) | Val::Adr(..)) {
                        self.memory.check(v)?;
                    }
                }
                bool_(self.same(a, b))
            }
            LLOp::PtrNe | LLOp::AdrNe => {
                for v in [a, b] {
                    if matches!(v, Val::Ref(_) | Val::Adr(..)) {
                        self.memory.check(v)?;
                    }
                }
                bool_(!self.same(a, b))
            }
            LLOp::PtrNonzero | LLOp::AdrNonzero => bool_(!null(a)),
            LLOp::PtrIszero => bool_(null(a)),
            LLOp::AdrAdd | LLOp::AdrSub => {
                let n = match b {
                    Val::Int(n) if op.op == LLOp::AdrSub => -n,
                    Val::Int(n) => n,
                    other => return Err(format!("{other:?} is no offset").into()),
                };
                match a {
                    Val::Adr(r, o) => Ok(Val::Adr(r, o + n)),
                    Val::Null => Ok(Val::Int(n)),
                    Val::Int(i) => Ok(Val::Int(i + n)),
                    other => Err(format!("{other:?} is no address").into()),
                }
            }
            LLOp::AdrDelta => match (a, b) {
                (Val::Adr(p, i), Val::Adr(q, j)) if p == q => Ok(Val::Int(i - j)),
                _ => Err("difference of addresses of different objects".into()),
            },
            LLOp::AdrLt => match (a, b) {
                (Val::Adr(p, i), Val::Adr(q, j)) => bool_((p.object, i) < (q.object, j)),
                (Val::Int(i), Val::Int(j)) => bool_((i as u64) < j as u64),
                _ => bool_(null(a) && !null(b)),
            },
            LLOp::CastFloatToInt | LLOp::CastFloatToUint => {
                let values = self.numbers(args)?;
                // What the machine gives for a value out of range.
                let v = arith::eval(&op.op, &values, result).unwrap_or(Value::Int(i64::MIN));
                Ok(self.memory.value(v))
            }
            LLOp::WeAreJitted => bool_(false),
            other => {
                let values = self.numbers(args)?;
                let v = arith::eval(other, &values, result)
                    .ok_or_else(|| format!("{} of {values:?} is undefined", other.name()))?;
                Ok(self.memory.value(v))
            }
        }
    }
    fn numbers(&self, args: &[Val]) -> Result<smallvec::SmallVec<[Value; 4]>, Stop> {
        args.iter()
            .map(|v| match v {
                Val::Int(i) => Ok(Value::Int(*i)),
                Val::Float(f) => Ok(Value::Float(*f)),
                other => Err(format!("{other:?} is no number").into()),
            })
            .collect()
    }
    /// A pointer may be cast to the object's own type and its parents.
    fn check_cast(&self, v: Val, from: LLType, to: LLType) -> Result<(), Stop> {
        let (Val::Ref(_), Some(to)) = (v, to.container()) else {
            return Ok(());
        };
        let types = &self.program.types;
        let opaque = |c| matches!(types.get(c), Container::Opaque { .. });
        let own = self.memory.container(v)?;
        if opaque(to) || opaque(own) || self.memory.depth_of(own, to).is_some() {
            return Ok(());
        }
        let (own, from, to) = (
            types.show_container(own),
            types.show(from),
            types.show_container(to),
        );
        Err(format!("wrong type: a {own} (known as {from}) cast to {to}").into())
    }
    fn address(&self, v: Val) -> Result<Val, Stop> {
        Ok(match v {
            Val::Ref(r) => Val::Adr(r, 0),
            Val::Null | Val::Adr(..) | Val::Int(_) | Val::Func(_) | Val::Extern(_) => v,
            other => return Err(format!("{other:?} has no address").into()),
        })
    }
    /// A number for a pointer: even, and different for different objects.
    fn number_of(v: Val) -> i64 {
        match v {
            Val::Ref(r) => (i64::from(r.object) + 1) << 32,
            Val::Adr(r, o) => ((i64::from(r.object) + 1) << 32) + o,
            Val::Int(i) => i,
            Val::Func(f) => (i64::from(f.0) + 1) << 8,
            Val::Extern(x) => (i64::from(x.0) + 1) << 9,
            _ => 0,
        }
    }
    fn of_number(&self, i: i64, address: bool) -> Val {
        let object = (i >> 32) - 1;
        let o = usize::try_from(object)
            .ok()
            .and_then(|o| self.memory.objects.get(o));
        match o {
            _ if i == 0 => Val::Null,
            Some(o) if address || i & 0xffff_ffff == 0 => {
                let r = Ref {
                    object: object as u32,
                    epoch: o.epoch,
                };
                if address {
                    Val::Adr(r, i & 0xffff_ffff)
                } else {
                    Val::Ref(r)
                }
            }
            _ => Val::Int(i),
        }
    }
    pub(super) fn effect(
        &mut self,
        op: &LLOp,
        args: &[Val],
        operation: &Operation<LL>,
        result: LLType,
        graph: &LLGraph,
    ) -> Result<Val, Stop> {
        let a = args.first().copied().unwrap_or(Val::Void);
        let int = |i: usize| int_arg(args, i);
        let m = &mut self.memory;
        let done = |r: Result<(), String>| r.map(|()| Val::Void).map_err(Stop::from);
        Ok(match op {
            LLOp::GetField(c, f) => m.get_field(a, *c, *f)?,
            LLOp::SetField(c, f) => done(m.set_field(a, *c, *f, args[1]))?,
            LLOp::GetArrayItem(c) | LLOp::GetInteriorItem(c) => m.get_item(a, *c, int(1)?)?,
            LLOp::SetArrayItem(c) | LLOp::SetInteriorItem(c) => {
                done(m.set_item(a, *c, int(1)?, args[2]))?
            }
            LLOp::GetArraySize(c) | LLOp::GetInteriorSize(c) => Val::Int(m.length(a, *c)? as i64),
            LLOp::GetItemField(c, f) => m.get_item_field(a, *c, int(1)?, *f)?,
            LLOp::SetItemField(c, f) => done(m.set_item_field(a, *c, int(1)?, *f, args[2]))?,
            LLOp::CopyItems(c) => {
                done(m.copy_items(*c, (a, args[1]), (int(2)?, int(3)?, int(4)?)))?
            }
            LLOp::ClearItems(c) => done(m.clear_items(*c, a, int(1)?, int(2)?))?,
            LLOp::Malloc(c) => {
                self.keep(graph)?;
                if self.moving && self.program.types.is_gc(*c) {
                    self.relocate(&mut []);
                }
                self.memory.allocate(*c, 0)?
            }
            LLOp::MallocVar(c) => {
                self.keep(graph)?;
                if self.moving && self.program.types.is_gc(*c) {
                    self.relocate(&mut []);
                }
                match usize::try_from(int(0)?).ok().filter(|&n| n < 1 << 26) {
                    Some(n) => self.memory.allocate(*c, n)?,
                    None => {
                        let e = self.known("MemoryError")?;
                        if self.phase == Phase::Typed {
                            return Err(Stop::Raise(e));
                        }
                        self.exc = Some(e);
                        Val::Null
                    }
                }
            }
            LLOp::Free(_) => done(m.free(a))?,
            LLOp::CastPtrToAdr | LLOp::CastAdrToPtr => match (op, a) {
                (LLOp::CastPtrToAdr, _) => self.address(a)?,
                (_, Val::Adr(r, 0)) => Val::Ref(r),
                // A pointer to a part of an object keeps its offset.
                _ => a,
            },
            LLOp::CastPtrToInt | LLOp::CastAdrToInt => Val::Int(Self::number_of(a)),
            LLOp::CastIntToPtr => self.of_number(int(0)?, false),
            LLOp::CastIntToAdr => self.of_number(int(0)?, true),
            LLOp::GcId | LLOp::GcIdentityHash => {
                if matches!(a, Val::Ref(_)) {
                    m.check(a)?;
                }
                Val::Int(Self::number_of(a) >> 28)
            }
            LLOp::RawLoad => match a {
                Val::Adr(r, o) => m.raw_load(r, o + int(1)?, result)?,
                other => return Err(format!("raw_load from {other:?}").into()),
            },
            LLOp::RawStore => match a {
                Val::Adr(r, o) => {
                    let ty = operand_type(graph, &operation.args[2]);
                    done(m.raw_store(r, o + int(1)?, ty, args[2]))?
                }
                other => return Err(format!("raw_store to {other:?}").into()),
            },
            LLOp::WeakrefCreate => {
                let mut a = a;
                if self.moving {
                    self.relocate(&mut [&mut a]);
                }
                let c = result.container().ok_or("weakref_create of no pointer")?;
                let w = self.memory.allocate(c, 0)?;
                done(self.memory.set_field(w, c, 0, a))?;
                w
            }
            LLOp::WeakrefDeref => {
                let c = m.container(a)?;
                m.get_field(a, c, 0)?
            }
            _ => return self.state_op(op, args, operation, result),
        })
    }
    /// What reads or changes state beside objects: the pending exception, root slots, flags, the collector's set.
    fn state_op(
        &mut self,
        op: &LLOp,
        args: &[Val],
        operation: &Operation<LL>,
        result: LLType,
    ) -> Result<Val, Stop> {
        let a = args.first().copied().unwrap_or(Val::Void);
        let m = &mut self.memory;
        let done = |r: Result<(), String>| r.map(|()| Val::Void).map_err(Stop::from);
        Ok(match op {
            LLOp::Abort(why) => return Err(Stop::End(Outcome::Abort(*why))),
            LLOp::Hint(kind) => match kind {
                crate::ops::HintKind::IsConstant | crate::ops::HintKind::IsVirtual => Val::Int(0),
                _ if result == LLType::Void => Val::Void,
                _ => a,
            },
            LLOp::JitMarker(..) => Val::Void,
            LLOp::KeepAlive => {
                if matches!(a, Val::Ref(_)) {
                    m.check(a)?;
                }
                Val::Void
            }
            LLOp::GcSpill(n) => {
                self.store_root(*n, a)?;
                Val::Void
            }
            // Stored before the allocation, see `keep`.
            LLOp::GcReload(n) | LLOp::GcKeep(n) => match self.frame().slots.get(*n as usize) {
                None | Some(Val::Void) => return Err("reload of an empty root slot".into()),
                Some(&v) => {
                    if matches!(v, Val::Ref(_)) {
                        self.memory.check(v)?;
                    }
                    v
                }
            },
            LLOp::OvfOccurred => Val::Int(i64::from(self.overflow)),
            LLOp::ExcOccurred => Val::Int(i64::from(self.exc.is_some())),
            LLOp::ExcType => self.exc.map_or(Val::Null, |e| e.0),
            LLOp::ExcValue => self.exc.map_or(Val::Null, |e| e.1),
            LLOp::ExcSet => {
                m.check(a)?;
                m.check(args[1])?;
                self.exc = Some((a, args[1]));
                Val::Void
            }
            LLOp::ExcClear => {
                self.exc = None;
                Val::Void
            }
            op if op.is_traceback() => {
                self.traceback.push((op.name(), operation.span));
                Val::Void
            }
            LLOp::StackTooBig => Val::Int(i64::from(self.frames.len() > self.max_depth)),
            LLOp::WriteBarrier => done(m.barrier(a, None))?,
            LLOp::WriteBarrierArray => done(m.barrier(a, Some(int_arg(args, 1)?)))?,
            other => return Err(format!("{} is not interpreted", other.name()).into()),
        })
    }
}

fn int_arg(args: &[Val], i: usize) -> Result<i64, String> {
    match args.get(i) {
        Some(Val::Int(n)) => Ok(*n),
        other => Err(format!("{other:?} is no integer")),
    }
}
