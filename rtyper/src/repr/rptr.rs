//! Low-level pointers in LLPython: fields, items, lengths, and the vocabulary of `rpython.rtyper.lltypesystem.ll`.
//!
//! ```text
//! l.length            getfield[list.length](l)
//! s[i], len(s)        getinterioritem[rpy_string](s, i), getinteriorsize[rpy_string](s)
//! malloc(P, n)        mallocvar[..](n)
//! ```
use annotator::model::Kind;
use ir::lltype::{Container, ContainerId, FieldType, LLType};
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};

use super::Repr;
use super::rint::k;
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;

/// The low-level type that an argument names.
pub fn named_type(a: &HArg) -> Option<LLType> {
    if let Kind::LLType(t) = a.ann.kind() {
        return Some(*t);
    }
    let name = a.const_value.as_ref()?.as_text()?;
    Some(match name.as_str() {
        "Signed" => LLType::Signed,
        "Unsigned" => LLType::Unsigned,
        "Bool" => LLType::Bool,
        "Char" => LLType::Char,
        "UniChar" => LLType::UniChar,
        "Float" => LLType::Float,
        "SingleFloat" => LLType::SingleFloat,
        "Void" => LLType::Void,
        "Address" => LLType::Address,
        _ => return None,
    })
}

impl Lower<'_> {
    /// The item type of an array, or of the array inlined in a structure, and whether it is inlined.
    fn var_part(&self, c: ContainerId) -> Option<(FieldType, bool)> {
        match self.rt.container(c) {
            Container::Array(a) => Some((a.item, false)),
            Container::Struct(s) => match s.fields.last()?.ty {
                FieldType::Inline(a) => match self.rt.container(a) {
                    Container::Array(a) => Some((a.item, true)),
                    _ => None,
                },
                FieldType::Value(_) => None,
            },
            _ => None,
        }
    }
    /// `len(p)`
    pub fn ptr_len(&mut self, v: Opd, c: ContainerId) -> R<Opd> {
        if let Some((_, n)) = self.rt.types().fixed_array(c) {
            return Ok(self.int(n as i64));
        }
        Ok(match self.var_part(c) {
            Some((_, false)) => self.emit(LLOp::GetArraySize(c), [v], S),
            Some((_, true)) => self.emit(LLOp::GetInteriorSize(c), [v], S),
            None => return Err(self.rt.unsupported("len of such a pointer")),
        })
    }
    /// `p[i]`
    pub fn ptr_getitem(&mut self, hop: &Hop, c: ContainerId) -> R<Typed> {
        if let Some(item) = self.raw_getitem(hop, c)? {
            return Ok(item);
        }
        let Some((FieldType::Value(t), inlined)) = self.var_part(c) else {
            return Err(self.unsupported_op(hop));
        };
        let p = self.arg(hop, 0)?;
        let i = self.int_arg(&hop.args[1], S)?;
        self.check_managed_index(&p, c, &i)?;
        let op = if inlined {
            LLOp::GetInteriorItem(c)
        } else {
            LLOp::GetArrayItem(c)
        };
        let v = self.emit(op, [p, i], t);
        let r = self.rt.ll_repr(t);
        Ok((v, r))
    }
    /// The bounds check of an array that the collector manages, in code of programs: as untranslated, an index that is
    /// negative is out of range. Helpers check what they are given, and raw memory is the program's own business.
    fn check_managed_index(&mut self, p: &Opd, c: ContainerId, i: &Opd) -> R<()> {
        let helper = self.graph_id().is_none_or(|g| {
            let info = &self.rt.pg().graphs[g];
            crate::repr::rjit::func_attrs(info).helper
        });
        if helper || !self.rt.types().is_gc(c) {
            return Ok(());
        }
        let n = self.ptr_len(p.clone(), c)?;
        let (i, n) = (
            self.int_to_int(i.clone(), S, LLType::Unsigned),
            self.int_to_int(n, S, LLType::Unsigned),
        );
        let ok = self.op2(LLOp::UintLt, i, n, LLType::Bool);
        self.check(ok, SafetyError::IndexOutOfRange)
    }
    /// `p[i] = v`
    pub fn ptr_setitem(&mut self, hop: &Hop, c: ContainerId) -> R<Typed> {
        if self.raw_setitem(hop, c)? {
            return self.typed_void();
        }
        let Some((FieldType::Value(t), inlined)) = self.var_part(c) else {
            return Err(self.unsupported_op(hop));
        };
        let p = self.arg(hop, 0)?;
        let i = self.int_arg(&hop.args[1], S)?;
        self.check_managed_index(&p, c, &i)?;
        let r = self.rt.ll_repr(t);
        let v = self.ll_arg(&hop.args[2], r)?;
        let op = if inlined {
            LLOp::SetInteriorItem(c)
        } else {
            LLOp::SetArrayItem(c)
        };
        self.emit(op, [p, i, v], LLType::Void);
        self.typed_void()
    }
    /// An argument as a value of a low-level representation: string constants become strings.
    pub(super) fn ll_arg(&mut self, a: &HArg, r: super::ReprId) -> R<Opd> {
        let t = self.rt.lltype(r)?;
        if let Some(v) = &a.const_value
            && !v.is_none()
            && let LLType::Ptr(c) = t
            && (c == self.rt.string || c == self.rt.unicode)
        {
            let s = if c == self.rt.string {
                Repr::Str
            } else {
                Repr::Unicode
            };
            let s = self.rt.intern(s);
            return Ok(k(self.rt.constant(s, v)?));
        }
        if a.const_value.is_none() || a.opd.is_some() {
            let v = self.harg_as(a, a.repr)?;
            return Ok(self.coerce(v, t));
        }
        self.harg_as(a, r)
    }
    /// `p.name`
    pub fn ptr_getattr(&mut self, hop: &Hop, name: &str) -> R<Typed> {
        let p = self.arg(hop, 0)?;
        if let Some(part) = self.inlined_part(p.clone(), name)? {
            return Ok(part);
        }
        let v = self.getfield(p, name)?;
        let t = self.ty(&v);
        let r = self.rt.ll_repr(t);
        Ok((v, r))
    }
    /// `p.name = v`
    pub fn ptr_setattr(&mut self, hop: &Hop, c: ContainerId, name: &str) -> R<Typed> {
        let t = self.rt.types();
        let field = t.field_index(c, name).map(|i| t.as_struct(c).fields[i].ty);
        let Some(FieldType::Value(t)) = field else {
            return Err(self.unsupported_op(hop));
        };
        let p = self.arg(hop, 0)?;
        let r = self.rt.ll_repr(t);
        let v = self.ll_arg(&hop.args[2], r)?;
        self.setfield(p, name, v)?;
        self.typed_void()
    }
    /// The functions of `rpython.rtyper.lltypesystem.ll`; argument 0 is the function itself.
    pub fn ll_builtin(&mut self, hop: &Hop, name: &str) -> R<Typed> {
        let args = &hop.args[1..];
        let bad = |s: &Self| {
            s.rt.internal(format!("a wrong use of `ll.{name}` in a helper"))
        };
        let text = |a: &HArg| a.const_value.as_ref().and_then(|v| v.as_text());
        match (name, args.len()) {
            ("malloc", 1 | 2) => {
                let Some(LLType::Ptr(c)) = named_type(&args[0]) else {
                    return Err(bad(self));
                };
                let v = if args.len() == 2 {
                    let n = self.int_arg(&args[1], S)?;
                    self.malloc_var(c, n)?
                } else {
                    self.malloc(c)
                };
                self.typed(v, Repr::Ptr(c))
            }
            ("nullptr" | "zero", 1) => {
                let Some(t) = named_type(&args[0]) else {
                    return Err(bad(self));
                };
                let r = self.rt.ll_repr(t);
                Ok((k(Const::zero(t)), r))
            }
            ("typeOf" | "fieldtype" | "itemtype", _) => self.typed_void(),
            ("cast_pointer" | "cast_primitive", 2) => {
                let Some(t) = named_type(&args[0]) else {
                    return Err(bad(self));
                };
                let v = self.harg_as(&args[1], args[1].repr)?;
                let from = self.ty(&v);
                let v = match (from, t) {
                    (LLType::Ptr(_), LLType::Ptr(_)) => self.cast_pointer(v, t),
                    _ if from == t => v,
                    (a, b) if a.is_integral() && b.is_integral() => self.int_cast(v, a, b),
                    _ => return Err(bad(self)),
                };
                let r = self.rt.ll_repr(t);
                Ok((v, r))
            }
            ("op", 2..) => {
                let (Some(t), Some(op)) = (named_type(&args[0]), text(&args[1])) else {
                    return Err(bad(self));
                };
                let Some(op) = LLOp::SIMPLE.iter().find(|o| o.name() == op).cloned() else {
                    return Err(bad(self));
                };
                let mut vals = Vec::new();
                let sig = op.signature().0.as_bytes();
                for (i, a) in args[2..].iter().enumerate() {
                    let v = self.harg_as(a, a.repr)?;
                    let want = match sig.get(i) {
                        Some(b'S') => S,
                        Some(b'U') => LLType::Unsigned,
                        _ => self.ty(&v),
                    };
                    vals.push(self.coerce(v, want));
                }
                let raises = ir::model::OpInfo::can_raise(&op);
                let v = if raises {
                    self.emit_raising(op, vals, t)?
                } else {
                    self.emit(op, vals, t)
                };
                let r = self.rt.ll_repr(t);
                Ok((v, r))
            }
            ("extern", 2..) => {
                let (Some(name), Some(t)) = (text(&args[0]), named_type(&args[1])) else {
                    return Err(bad(self));
                };
                let x = self.rt.extern_id(&name)?;
                let want = self.rt.prog.externs[x].args.clone();
                let mut vals = Vec::new();
                for (a, w) in args[2..].iter().zip(want) {
                    let r = self.rt.ll_repr(w);
                    vals.push(self.ll_arg(a, r)?);
                }
                let v = self.call_extern(&name, vals)?;
                let v = self.coerce(v, t);
                let r = self.rt.ll_repr(t);
                Ok((v, r))
            }
            ("getitemfield" | "setitemfield", 3 | 4) => {
                let (Repr::Ptr(c), Some(f)) = (self.rt.repr(args[0].repr), text(&args[2])) else {
                    return Err(bad(self));
                };
                let Some((FieldType::Inline(st), _)) = self.var_part(c) else {
                    return Err(bad(self));
                };
                let Some(i) = self.rt.types().field_index(st, &f) else {
                    // A void field.
                    return self.typed_void();
                };
                let FieldType::Value(t) = self.rt.types().as_struct(st).fields[i].ty else {
                    return Err(bad(self));
                };
                let p = self.harg_as(&args[0], args[0].repr)?;
                let at = self.int_arg(&args[1], S)?;
                let r = self.rt.ll_repr(t);
                if name == "getitemfield" {
                    let v = self.emit(LLOp::GetItemField(c, i as u32), [p, at], t);
                    return Ok((v, r));
                }
                let v = self.ll_arg(&args[3], r)?;
                self.emit(LLOp::SetItemField(c, i as u32), [p, at, v], LLType::Void);
                self.typed_void()
            }
            ("copyitems", 5) => {
                let Repr::Ptr(c) = self.rt.repr(args[0].repr) else {
                    return Err(bad(self));
                };
                let mut vals = vec![
                    self.harg_as(&args[0], args[0].repr)?,
                    self.harg_as(&args[1], args[1].repr)?,
                ];
                for a in &args[2..] {
                    vals.push(self.int_arg(a, S)?);
                }
                self.emit(LLOp::CopyItems(c), vals, LLType::Void);
                self.typed_void()
            }
            ("clearitems", 3) => {
                let Repr::Ptr(c) = self.rt.repr(args[0].repr) else {
                    return Err(bad(self));
                };
                let p = self.harg_as(&args[0], args[0].repr)?;
                let (i, n) = (self.int_arg(&args[1], S)?, self.int_arg(&args[2], S)?);
                self.emit(LLOp::ClearItems(c), [p, i, n], LLType::Void);
                self.typed_void()
            }
            ("abort", 1) => {
                let Some(why) = text(&args[0]) else {
                    return Err(bad(self));
                };
                let Some((e, _)) = SafetyError::ALL.iter().find(|(_, n)| **n == *why) else {
                    return Err(bad(self));
                };
                self.abort(*e);
                self.typed_void()
            }
            ("hint_likely" | "hint_unlikely", 1) => {
                let v = self.truth(&args[0])?;
                let op = if name == "hint_likely" {
                    LLOp::Likely
                } else {
                    LLOp::Unlikely
                };
                let v = match &v {
                    Opd::Const(_) => v,
                    Opd::Var(_) => self.emit(op, [v], LLType::Bool),
                };
                self.typed_bool(v)
            }
            _ => Err(bad(self)),
        }
    }
    /// Between integral types, through `Signed` where only that has an operation.
    pub fn int_cast(&mut self, v: Opd, a: LLType, b: LLType) -> Opd {
        let v = self.int_to_int(v, a, S);
        match b {
            LLType::Char => self.emit(LLOp::CastIntToChar, [v], b),
            LLType::UniChar => self.emit(LLOp::CastIntToUnichar, [v], b),
            LLType::Bool => self.emit(LLOp::IntIsTrue, [v], b),
            _ => self.int_to_int(v, S, b),
        }
    }
}
