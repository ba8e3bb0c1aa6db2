//! Strings and characters. A string is `rpy_string { hash, chars }` with the characters inlined; `hash` is 0 until
//! computed. Unicode strings are the same with `UniChar`s. Single characters have no object; they become strings where
//! needed (prebuilt, one per byte).
//!
//! Here are their representations and the operations (`s[i]`, `a + b`, comparison, `in`, hashes); methods and codecs
//! are in [`crate::repr::text::rstrmethods`], texts of values in [`crate::repr::text::rtext`]. Everything beyond reads
//! of characters is in `rpython/rtyper/lltypesystem/rstr.py`, written once for both kinds.
use flowspace::HlOp;
use ir::lltype::{
    ContainerId, Field, FieldType, Immutability, LLType, StructHints, StructType, TypeTable,
};
use ir::name::Name;
use lowlevel::{Const, LLOp};
use python::live::Value;

use crate::repr::containers::rslice::Bounds;
use crate::repr::numbers::rint::k;
use crate::repr::{Repr, ReprId};
use crate::typer::dispatch::Typed;
use crate::typer::helper::HelperArg;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;
const B: LLType = LLType::Bool;

/// Makes the structure of strings.
pub fn string_struct(t: &mut TypeTable, unicode: bool) -> ContainerId {
    let (name, item) = if unicode {
        ("rpy_unicode", LLType::UniChar)
    } else {
        ("rpy_string", LLType::Char)
    };
    let chars = t.intern(ir::lltype::Container::Array(ir::lltype::ArrayType {
        gc: false,
        item: FieldType::Value(item),
        immutable: true,
        nolength: false,
    }));
    t.nominal_struct(StructType {
        name: Name::new(name),
        gc: true,
        fields: vec![
            Field {
                name: Name::new("hash"),
                ty: FieldType::Value(S),
                immutable: Immutability::Mutable,
            },
            Field {
                name: Name::new("chars"),
                ty: FieldType::Inline(chars),
                immutable: Immutability::Immutable,
            },
        ],
        hints: StructHints::default(),
    })
}

/// The hash kept in prebuilt strings (0 means *not computed*, so a hash of 0 is stored as another number). The same
/// function as `ll_strhash`.
pub fn stored_hash(points: impl ExactSizeIterator<Item = u32>) -> i64 {
    if points.len() == 0 {
        return -1;
    }
    match python::live::objects::hash::string_hash(points) {
        0 => 29_872_897,
        h => h,
    }
}

impl Lower<'_> {
    /// The length of a string.
    pub fn str_len(&mut self, v: Opd) -> Opd {
        match self.ty(&v) {
            LLType::Ptr(c) => self.emit(LLOp::GetInteriorSize(c), [v], S),
            _ => self.int(1),
        }
    }
    /// Character `i`, in range.
    pub fn str_char(&mut self, v: Opd, i: Opd) -> Opd {
        match self.ty(&v) {
            LLType::Ptr(c) if c == self.rt.basic.unicode => {
                self.emit(LLOp::GetInteriorItem(c), [v, i], LLType::UniChar)
            }
            LLType::Ptr(c) => self.emit(LLOp::GetInteriorItem(c), [v, i], LLType::Char),
            _ => v,
        }
    }
    /// A character as a string.
    pub fn char_to_str(&mut self, v: Opd) -> R<Opd> {
        let unicode = self.ty(&v) == LLType::UniChar;
        if let Opd::Const(c) = &v
            && let Some(i) = c.as_int()
        {
            return Ok(k(if unicode {
                self.rt.unicode_const(&[i as u32])
            } else {
                self.rt.string_const(&[i as u8])
            }));
        }
        let c = self.rt.basic.text(unicode);
        self.helper_as(
            "rstr",
            "ll_chr2str",
            [HelperArg::Type(LLType::Ptr(c)), v.into()],
            LLType::Ptr(c),
        )
    }
    pub(in crate::repr) fn is_char(&self, r: ReprId) -> bool {
        matches!(self.rt.reprs[r], Repr::Char | Repr::UniChar)
    }
    pub(in crate::repr) fn is_unicode(&self, r: ReprId) -> bool {
        matches!(self.rt.reprs[r], Repr::Unicode | Repr::UniChar)
    }
    /// The string representation of a string or character one.
    fn string_repr(&mut self, unicode: bool) -> ReprId {
        self.rt
            .intern(if unicode { Repr::Unicode } else { Repr::Str })
    }
    /// A string or character argument as a string.
    pub fn as_string(&mut self, a: &HArg, unicode: bool) -> R<Opd> {
        let r = self.string_repr(unicode);
        if unicode && !self.is_unicode(a.repr) && a.const_value.is_none() {
            let s = self.string_repr(false);
            let v = self.harg_as(a, s)?;
            let u = LLType::Ptr(self.rt.basic.unicode);
            return self.helper_as("rstr", "ll_decode_ascii", [HelperArg::Type(u), v.into()], u);
        }
        self.harg_as(a, r)
    }
    /// A text argument: TypeError if it is None.
    pub(crate) fn text_argument(&mut self, a: &HArg, unicode: bool) -> R<Opd> {
        self.check_argument(a)?;
        self.as_string(a, unicode)
    }
    /// `s[i]`
    pub fn str_getitem(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        let unicode = self.is_unicode(a.repr);
        let v = self.as_string(&a, unicode)?;
        let n = self.str_len(v.clone());
        let i = self.checked_index(&hop.args[1], n)?;
        let c = self.str_char(v, i);
        self.typed(c, if unicode { Repr::UniChar } else { Repr::Char })
    }
    /// `s[start:stop]`
    pub fn str_slice(&mut self, hop: &Hop, b: Bounds) -> R<Typed> {
        let a = hop.args[0].clone();
        let unicode = self.is_unicode(a.repr);
        let v = self.as_string(&a, unicode)?;
        let n = self.str_len(v.clone());
        let (start, stop) = self.limits(b, n)?;
        let t = self.ty(&v);
        let v = self.helper_as(
            "rstr",
            "ll_strslice",
            [v.into(), start.into(), stop.into()],
            t,
        )?;
        self.typed(v, if unicode { Repr::Unicode } else { Repr::Str })
    }
    /// `a + b`
    pub fn str_concat(&mut self, hop: &Hop) -> R<Typed> {
        let (a, b) = (hop.args[0].clone(), hop.args[1].clone());
        let unicode = self.is_unicode(a.repr) || self.is_unicode(b.repr);
        let x = self.as_string(&a, unicode)?;
        let y = self.as_string(&b, unicode)?;
        let t = self.ty(&x);
        let v = self.helper_as("rstr", "ll_strconcat", [x.into(), y.into()], t)?;
        self.typed(v, if unicode { Repr::Unicode } else { Repr::Str })
    }
    /// `s * n`
    pub fn str_repeat(&mut self, hop: &Hop, s: usize, n: usize) -> R<Typed> {
        let a = hop.args[s].clone();
        let unicode = self.is_unicode(a.repr);
        let x = self.as_string(&a, unicode)?;
        let n = self.int_arg(&hop.args[n], S)?;
        let t = self.ty(&x);
        let v = self.helper_as("rstr", "ll_str_mul", [x.into(), n.into()], t)?;
        self.typed(v, if unicode { Repr::Unicode } else { Repr::Str })
    }
    /// `a == b` of strings or characters.
    pub fn str_eq(&mut self, a: &HArg, b: &HArg) -> R<Opd> {
        let (ca, cb) = (self.is_char(a.repr), self.is_char(b.repr));
        let (ua, ub) = (self.is_unicode(a.repr), self.is_unicode(b.repr));
        let beyond_ascii =
            |x: &HArg| matches!(&x.const_value, Some(Value::Str(s)) if !s.bytes.is_ascii());
        if ua != ub && beyond_ascii(if ua { b } else { a }) {
            return Ok(k(Const::bool(false)));
        }
        if ua == ub {
            // Compare as characters where one side is, and the other is one or a string.
            let single = |x: &HArg| {
                x.const_value
                    .as_ref()
                    .and_then(|v| v.as_text())
                    .is_some_and(|t| t.chars().count() == 1)
            };
            if (ca || single(a)) && (cb || single(b)) && (ca || cb) {
                let r = self.rt.intern(if ua { Repr::UniChar } else { Repr::Char });
                let (x, y) = (self.harg_as(a, r)?, self.harg_as(b, r)?);
                let op = if ua { LLOp::UnicharEq } else { LLOp::CharEq };
                return Ok(self.op2(op, x, y, B));
            }
            if ca != cb {
                let (c, s) = if ca { (a, b) } else { (b, a) };
                let s = self.as_string(s, ua)?;
                let c = self.harg_as(c, c.repr)?;
                return self.helper_as("rstr", "ll_streq_char", [s.into(), c.into()], B);
            }
        }
        let u = ua || ub;
        let x = self.as_string(a, u)?;
        let y = self.as_string(b, u)?;
        self.helper_as("rstr", "ll_streq", [x.into(), y.into()], B)
    }
    /// `a < b` and its like.
    pub fn str_order(&mut self, a: &HArg, b: &HArg, op: &HlOp) -> R<Opd> {
        if self.is_char(a.repr) && a.repr == b.repr {
            let u = self.is_unicode(a.repr);
            let (x, y) = (self.harg_as(a, a.repr)?, self.harg_as(b, b.repr)?);
            let o = match (op, u) {
                (HlOp::Lt, false) => LLOp::CharLt,
                (HlOp::Le, false) => LLOp::CharLe,
                (HlOp::Gt, false) => LLOp::CharGt,
                (_, false) => LLOp::CharGe,
                (HlOp::Lt, true) => LLOp::UnicharLt,
                (HlOp::Le, true) => LLOp::UnicharLe,
                (HlOp::Gt, true) => LLOp::UnicharGt,
                (_, true) => LLOp::UnicharGe,
            };
            return Ok(self.op2(o, x, y, B));
        }
        let u = self.is_unicode(a.repr) || self.is_unicode(b.repr);
        let x = self.as_string(a, u)?;
        let y = self.as_string(b, u)?;
        let c = self.helper_as("rstr", "ll_strcmp", [x.into(), y.into()], S)?;
        let o = match op {
            HlOp::Lt => LLOp::IntLt,
            HlOp::Le => LLOp::IntLe,
            HlOp::Gt => LLOp::IntGt,
            _ => LLOp::IntGe,
        };
        Ok(self.op2(o, c, self.int(0), B))
    }
    /// `x in s`
    pub fn str_contains(&mut self, hop: &Hop) -> R<Opd> {
        let a = hop.args[0].clone();
        let x = hop.args[1].clone();
        // A byte string in which Unicode text is looked for is decoded.
        let u = self.is_unicode(a.repr) || self.is_unicode(x.repr);
        let s = self.as_string(&a, u)?;
        let n = self.str_len(s.clone());
        let i = if self.is_char(x.repr) && self.is_unicode(x.repr) == u {
            let c = self.harg_as(&x, x.repr)?;
            self.helper_as(
                "rstr",
                "ll_find_char",
                [s.into(), c.into(), self.int(0).into(), n.into()],
                S,
            )?
        } else {
            let t = self.text_argument(&x, u)?;
            self.helper_as(
                "rstr",
                "ll_find",
                [s.into(), t.into(), self.int(0).into(), n.into()],
                S,
            )?
        };
        Ok(self.op2(LLOp::IntGe, i, self.int(0), B))
    }
    /// `hash(x)`
    pub fn hash_op(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        let v = self.hash_value(&a)?;
        self.typed_int(v)
    }
    /// The hash of a value, as dictionaries and `compute_hash` see it.
    pub fn hash_value(&mut self, a: &HArg) -> R<Opd> {
        let v = self.harg_as(a, a.repr)?;
        Ok(match self.rt.repr(a.repr) {
            Repr::Int(t) => self.int_to_int(v, t, S),
            Repr::Bool => self.int_to_int(v, B, S),
            Repr::Char => self.int_to_int(v, LLType::Char, S),
            Repr::UniChar => self.int_to_int(v, LLType::UniChar, S),
            Repr::Float => self.helper_as("rfloat", "ll_hash_float", [v.into()], S)?,
            Repr::Str | Repr::Unicode => self.helper_as("rstr", "ll_strhash", [v.into()], S)?,
            Repr::Tuple(items) => {
                // The scheme of Python 2's tuples.
                let mut x = self.int(0x34_5678);
                let n = items.len() as i64;
                for (i, it) in self.tuple_items(a)?.into_iter().enumerate() {
                    let h = self.hash_value(&it)?;
                    let y = self.op2(LLOp::IntXor, x, h, S);
                    let mult = 1_000_003 + 82_520 * (i as i64) + n + n;
                    x = self.op2(LLOp::IntMul, y, self.int(mult), S);
                }
                x
            }
            Repr::Instance(_) => self.emit(LLOp::GcIdentityHash, [v], S),
            Repr::Void | Repr::Only(_) => self.int(0),
            Repr::Class | Repr::Functions(_) | Repr::Frozen(_) => {
                let i = self.emit(LLOp::CastPtrToInt, [v], S);
                self.op2(LLOp::IntRshift, i, self.int(3), S)
            }
            Repr::Ptr(c) if self.rt.types().is_gc(c) => self.emit(LLOp::GcIdentityHash, [v], S),
            _ => {
                let what = format!("the hash of {}", self.rt.show_repr(a.repr));
                return Err(self.rt.unsupported(what));
            }
        })
    }
    /// `ord(c)`
    pub fn ord(&mut self, hop: &Hop) -> R<Typed> {
        let v = self.one_character(&hop.args[0].clone())?;
        let t = self.ty(&v);
        let v = self.int_to_int(v, t, S);
        self.typed_int(v)
    }
    /// A character, or that of a string that must have one.
    pub(crate) fn one_character(&mut self, a: &HArg) -> R<Opd> {
        let u = self.is_unicode(a.repr);
        let r = self.rt.intern(if u { Repr::UniChar } else { Repr::Char });
        Ok(
            if matches!(self.rt.repr(a.repr), Repr::Str | Repr::Unicode) && a.const_value.is_none()
            {
                let s = self.harg_as(a, a.repr)?;
                let n = self.str_len(s.clone());
                let ok = self.op2(LLOp::IntEq, n, self.int(1), B);
                self.check(ok, lowlevel::ops::SafetyError::NotACharacter)?;
                self.str_char(s, k(Const::signed(0)))
            } else {
                self.harg_as(a, r)?
            },
        )
    }
}
