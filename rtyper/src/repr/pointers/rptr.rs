//! Low-level pointers: fields, items, lengths. The functions of LLPython over them are in
//! [`crate::repr::pointers::rll`].
//!
//! ```text
//! l.length            getfield[list.length](l)
//! s[i], len(s)        getinterioritem[rpy_string](s, i), getinteriorsize[rpy_string](s)
//! ```
use ir::lltype::{Container, ContainerId, FieldType, LLType};
use lowlevel::LLOp;
use lowlevel::ops::SafetyError;

use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;

impl Lower<'_> {
    /// The item type of an array, or of the array inlined in a structure, and whether it is inlined.
    pub(in crate::repr) fn var_part(&self, c: ContainerId) -> Option<(FieldType, bool)> {
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
            crate::repr::calls::rjit::func_attrs(info).helper
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
    pub(in crate::repr) fn ll_arg(&mut self, a: &HArg, r: crate::repr::ReprId) -> R<Opd> {
        let t = self.rt.lltype(r)?;
        if let Some(v) = &a.const_value
            && !v.is_none()
            && let LLType::Ptr(c) = t
            && (c == self.rt.basic.string || c == self.rt.basic.unicode)
        {
            let s = if c == self.rt.basic.string {
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
