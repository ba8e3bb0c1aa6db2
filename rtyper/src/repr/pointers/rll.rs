//! The vocabulary of LLPython helpers: the functions of `rpython.rtyper.lltypesystem.ll`.
//!
//! ```text
//! malloc(P, n)                      mallocvar[..](n)
//! op('Signed', 'int_add', a, b)     int_add(a, b)
//! extern('gx_os_close', 'Signed', fd)
//! ```
use annotator::model::AnnotationKind;
use ir::lltype::{FieldType, LLType};
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};
use python::live::Value;
use python::vocabulary::lowlevel::HelperFunction;

use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::typer::dispatch::Typed;
use crate::typer::lower::HArg;
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;

/// The low-level type that an argument names.
pub(super) fn named_type(a: &HArg) -> Option<LLType> {
    if let AnnotationKind::LLType(t) = a.ann.kind() {
        return Some(*t);
    }
    LLType::named(&text(a)?)
}

fn text(a: &HArg) -> Option<String> {
    a.const_value.as_ref().and_then(Value::as_text)
}

impl Lower<'_> {
    /// A call of one of the functions; argument 0 is the function itself.
    pub fn ll_builtin(&mut self, hop: &Hop, f: HelperFunction) -> R<Typed> {
        use HelperFunction as H;
        let args = &hop.args[1..];
        let done = if f.row().arity.holds(args.len()) {
            match f {
                H::Malloc => self.ll_malloc(args)?,
                H::NullPtr | H::Zero => named_type(&args[0]).map(|t| {
                    let r = self.rt.ll_repr(t);
                    (k(Const::zero(t)), r)
                }),
                // Types are no values at run time.
                H::TypeOf | H::FieldType | H::ItemType => Some(self.typed_void()?),
                H::HasField => {
                    let has = hop.result.const_truth();
                    Some(self.typed_bool(k(Const::bool(has == Some(true))))?)
                }
                H::CastPointer => self.ll_cast_pointer(args)?,
                H::Op => self.ll_op(args)?,
                H::Extern => self.ll_extern(args)?,
                H::GetItemField | H::SetItemField => self.ll_itemfield(args)?,
                H::CopyItems | H::ClearItems => self.ll_items(f, args)?,
                H::Abort => self.ll_abort(args)?,
                H::HintLikely => Some(self.expectation(hop, LLOp::Likely)?),
                H::HintUnlikely => Some(self.expectation(hop, LLOp::Unlikely)?),
            }
        } else {
            None
        };
        done.ok_or_else(|| {
            let message = format!("a wrong use of `ll.{}` in a helper", f.name());
            self.rt.internal(message)
        })
    }
    // The functions below give `None` if they are used in a way that they do not have.

    fn ll_malloc(&mut self, args: &[HArg]) -> R<Option<Typed>> {
        let Some(LLType::Ptr(c)) = named_type(&args[0]) else {
            return Ok(None);
        };
        let v = match args.get(1) {
            Some(n) => {
                let n = self.int_arg(n, S)?;
                self.malloc_var(c, n)?
            }
            None => self.malloc(c),
        };
        self.typed(v, Repr::Ptr(c)).map(Some)
    }
    fn ll_cast_pointer(&mut self, args: &[HArg]) -> R<Option<Typed>> {
        let Some(t) = named_type(&args[0]) else {
            return Ok(None);
        };
        let v = self.harg_as(&args[1], args[1].repr)?;
        let from = self.ty(&v);
        let v = match (from, t) {
            (LLType::Ptr(_), LLType::Ptr(_)) => self.cast_pointer(v, t),
            _ if from == t => v,
            _ => return Ok(None),
        };
        let r = self.rt.ll_repr(t);
        Ok(Some((v, r)))
    }
    /// `op(T, name, *args)`: a low-level operation without immediates.
    fn ll_op(&mut self, args: &[HArg]) -> R<Option<Typed>> {
        let (Some(t), Some(name)) = (named_type(&args[0]), text(&args[1])) else {
            return Ok(None);
        };
        let Some(op) = LLOp::SIMPLE.iter().find(|o| o.name() == name).cloned() else {
            return Ok(None);
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
        let v = if ir::model::OpInfo::can_raise(&op) {
            self.emit_raising(op, vals, t)?
        } else {
            self.emit(op, vals, t)
        };
        let r = self.rt.ll_repr(t);
        Ok(Some((v, r)))
    }
    /// `extern(name, T, *args)`: a function of the runtime.
    fn ll_extern(&mut self, args: &[HArg]) -> R<Option<Typed>> {
        let (Some(name), Some(t)) = (text(&args[0]), named_type(&args[1])) else {
            return Ok(None);
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
        Ok(Some((v, r)))
    }
    /// `getitemfield(a, i, name)`, `setitemfield(a, i, name, value)`
    fn ll_itemfield(&mut self, args: &[HArg]) -> R<Option<Typed>> {
        let (Repr::Ptr(c), Some(f)) = (self.rt.repr(args[0].repr), text(&args[2])) else {
            return Ok(None);
        };
        let Some((FieldType::Inline(st), _)) = self.var_part(c) else {
            return Ok(None);
        };
        let Some(i) = self.rt.types().field_index(st, &f) else {
            // A void field.
            return self.typed_void().map(Some);
        };
        let FieldType::Value(t) = self.rt.types().as_struct(st).fields[i].ty else {
            return Ok(None);
        };
        let p = self.harg_as(&args[0], args[0].repr)?;
        let at = self.int_arg(&args[1], S)?;
        let r = self.rt.ll_repr(t);
        let Some(value) = args.get(3) else {
            let v = self.emit(LLOp::GetItemField(c, i as u32), [p, at], t);
            return Ok(Some((v, r)));
        };
        let v = self.ll_arg(value, r)?;
        self.emit(LLOp::SetItemField(c, i as u32), [p, at, v], LLType::Void);
        self.typed_void().map(Some)
    }
    /// `copyitems(src, dst, srcstart, dststart, n)`, `clearitems(a, start, n)`
    fn ll_items(&mut self, f: HelperFunction, args: &[HArg]) -> R<Option<Typed>> {
        let Repr::Ptr(c) = self.rt.repr(args[0].repr) else {
            return Ok(None);
        };
        let (op, arrays) = match f {
            HelperFunction::CopyItems => (LLOp::CopyItems(c), 2),
            _ => (LLOp::ClearItems(c), 1),
        };
        let mut vals = Vec::new();
        for (i, a) in args.iter().enumerate() {
            vals.push(if i < arrays {
                self.harg_as(a, a.repr)?
            } else {
                self.int_arg(a, S)?
            });
        }
        self.emit(op, vals, LLType::Void);
        self.typed_void().map(Some)
    }
    fn ll_abort(&mut self, args: &[HArg]) -> R<Option<Typed>> {
        let Some(why) = text(&args[0]) else {
            return Ok(None);
        };
        let Some((e, _)) = SafetyError::ALL.iter().find(|(_, n)| **n == *why) else {
            return Ok(None);
        };
        self.abort(*e);
        self.typed_void().map(Some)
    }
}
