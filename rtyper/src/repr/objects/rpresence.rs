//! Checked builds: attributes that are read before they are set.
//!
//! The fields of a new instance are zero, and an attribute that nobody has set yet reads as 0, None or an empty string;
//! untranslated it raises AttributeError. In a checked build every class of the program has fields of bits behind its
//! own fields, one bit for each of them:
//!
//! ```text
//! A   { object; x; y; set0 }          a.x = 5:   set0 |= 1         a.y:   if set0 & 2 == 0: raise AttributeError
//! ```
//! An attribute with a default in the class is set from the start. Exception classes of Python's own are left alone:
//! what they hold they have from their making.
use annotator::model::ClassId;
use ir::lltype::{Field, FieldType, Immutability, LLType};
use ir::name::Name;
use lowlevel::{Const, LLOp};
use python::live::Value;

use crate::repr::objects::rclass::ClassFields;
use crate::typer::lower::Opd;
use crate::typer::{Lower, R, RTyper};

/// Fields for which one field of bits speaks.
const BITS: usize = 62;

impl RTyper {
    /// Adds the fields of bits of a class.
    pub(in crate::repr) fn add_presence(
        &mut self,
        c: ClassId,
        out: &mut ClassFields,
        fields: &mut Vec<Field>,
    ) {
        let own = matches!(&self.pg().class(c).live, Value::Class(k) if k.builtin.is_none());
        if !self.check || !own {
            return;
        }
        for n in 0..out.instance.len().div_ceil(BITS) {
            out.presence.push(fields.len() as u32);
            fields.push(Field {
                name: Name::new(&format!("set{n}%")),
                ty: FieldType::Value(LLType::Signed),
                immutable: Immutability::Mutable,
            });
        }
    }
    /// The bits of an instance that has these attributes.
    pub(in crate::repr) fn presence_of(
        &self,
        fields: &ClassFields,
        is_set: impl Fn(&Self, Name) -> bool,
    ) -> Vec<i64> {
        let mut bits = vec![0; fields.presence.len()];
        if !bits.is_empty() {
            for (i, f) in fields.instance.iter().enumerate() {
                if is_set(self, f.name) {
                    bits[i / BITS] |= 1 << (i % BITS);
                }
            }
        }
        bits
    }
}

impl Lower<'_> {
    /// Where the bit of a field is: the field of bits, and the bit.
    fn presence_bit(&mut self, owner: ClassId, field: u32) -> R<Option<(u32, i64)>> {
        if !self.rt.check {
            return Ok(None);
        }
        let fields = self.rt.class_fields(owner)?;
        let at = fields.instance.iter().position(|f| f.index == field);
        Ok(at.and_then(|i| Some((*fields.presence.get(i / BITS)?, 1 << (i % BITS)))))
    }
    /// Stores the bits of the defaults of class `k` in a new instance.
    pub(in crate::repr) fn start_presence(
        &mut self,
        p: &Opd,
        k: ClassId,
        fields: &ClassFields,
        bits: &[i64],
    ) -> R<()> {
        for (&field, &bits) in fields.presence.iter().zip(bits) {
            if bits != 0 {
                let st = self.rt.class_info(k)?.object;
                let q = self.cast_pointer(p.clone(), LLType::Ptr(st));
                let bits = self.int(bits);
                self.emit(LLOp::SetField(st, field), [q, bits], LLType::Void);
            }
        }
        Ok(())
    }
    /// Notes that a field is set; `q` points to the structure of `owner`.
    pub(in crate::repr) fn note_presence(&mut self, q: &Opd, owner: ClassId, field: u32) -> R<()> {
        if let Some((at, bit)) = self.presence_bit(owner, field)? {
            let st = self.rt.class_info(owner)?.object;
            let old = self.emit(LLOp::GetField(st, at), [q.clone()], LLType::Signed);
            let new = self.op2(LLOp::IntOr, old, self.int(bit), LLType::Signed);
            self.emit(LLOp::SetField(st, at), [q.clone(), new], LLType::Void);
        }
        Ok(())
    }
    /// Raises AttributeError if a field is not set.
    pub(in crate::repr) fn check_presence(&mut self, q: &Opd, owner: ClassId, field: u32) -> R<()> {
        if let Some((at, bit)) = self.presence_bit(owner, field)? {
            let st = self.rt.class_info(owner)?.object;
            let bits = self.emit(LLOp::GetField(st, at), [q.clone()], LLType::Signed);
            let bit = self.op2(LLOp::IntAnd, bits, self.int(bit), LLType::Signed);
            let zero = Opd::Const(Const::signed(0));
            let ok = self.op2(LLOp::IntNe, bit, zero, LLType::Bool);
            self.check_raise(ok, "AttributeError")?;
        }
        Ok(())
    }
}
