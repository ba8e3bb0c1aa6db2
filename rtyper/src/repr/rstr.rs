//! Strings and characters. A string is `rpy_string { hash, chars }` with the characters inlined; `hash` is 0 until
//! computed. Unicode strings are the same with `UniChar`s. Single characters have no object; they become strings where
//! needed (prebuilt, one per byte).
//!
//! Everything beyond reads of characters is in `rpython/rtyper/lltypesystem/rstr.py`, written once for both kinds.
use annotator::builtins::codec::{Codec, Errors};
use flowspace::HlOp;
use ir::lltype::{
    ContainerId, Field, FieldType, Immutability, LLType, StructHints, StructType, TypeTable,
};
use ir::name::Name;
use lowlevel::{Const, LLOp};
use python::live::text;

use super::rint::k;
use super::rslice::Bounds;
use super::{Repr, ReprId};
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
    match python::live::hash::string_hash(points) {
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
            LLType::Ptr(c) if c == self.rt.unicode => {
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
        let c = if unicode {
            self.rt.unicode
        } else {
            self.rt.string
        };
        self.helper_as(
            "rstr",
            "ll_chr2str",
            [HelperArg::Type(LLType::Ptr(c)), v.into()],
            LLType::Ptr(c),
        )
    }
    fn is_char(&self, r: ReprId) -> bool {
        matches!(self.rt.reprs[r], Repr::Char | Repr::UniChar)
    }
    fn is_unicode(&self, r: ReprId) -> bool {
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
            let u = LLType::Ptr(self.rt.unicode);
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
        let u = self.is_unicode(a.repr);
        let s = self.as_string(&a, u)?;
        let x = hop.args[1].clone();
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
            Repr::Void => self.int(0),
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
        let a = hop.args[0].clone();
        let u = self.is_unicode(a.repr);
        let r = self.rt.intern(if u { Repr::UniChar } else { Repr::Char });
        let v = if matches!(self.rt.repr(a.repr), Repr::Str | Repr::Unicode)
            && a.const_value.is_none()
        {
            let s = self.harg_as(&a, a.repr)?;
            let n = self.str_len(s.clone());
            let ok = self.op2(LLOp::IntEq, n, self.int(1), B);
            self.check(ok, lowlevel::ops::SafetyError::NotACharacter)?;
            self.str_char(s, k(Const::signed(0)))
        } else {
            self.harg_as(&a, r)?
        };
        let t = self.ty(&v);
        let v = self.int_to_int(v, t, S);
        self.typed_int(v)
    }
    /// `str(x)` as an operation.
    pub fn str_op(&mut self, hop: &Hop) -> R<Typed> {
        let arg = hop.args[0].clone();
        if self.rt.repr(arg.repr) == Repr::Char && self.rt.repr(hop.rresult) == Repr::Char {
            // `str(c)` of a character is the character.
            let v = self.harg_as(&arg, arg.repr)?;
            return self.typed(v, Repr::Char);
        }
        let v = self.to_str(&arg)?;
        self.typed(v, Repr::Str)
    }
    /// The text `str(x)` of a value.
    pub fn to_str(&mut self, a: &HArg) -> R<Opd> {
        let st = LLType::Ptr(self.rt.string);
        let v = self.harg_as(a, a.repr)?;
        match self.rt.repr(a.repr) {
            Repr::Str if matches!(a.ann.kind(), annotator::Kind::Str { nullable: true, .. }) => {
                self.or_none_text(v.clone(), false, |_| Ok(v))
            }
            Repr::Str => Ok(v),
            Repr::Char => self.char_to_str(v),
            Repr::Class => self.getfield(v, "name"),
            // Python 3 writes `bytearray(b'...')`.
            Repr::ByteArray if !self.is_python2() => {
                Err(self.rt.unsupported("the text of a bytearray in Python 3"))
            }
            Repr::ByteArray => {
                let parts = self.list_parts(a.repr, v)?;
                let empty = k(self.rt.string_const(b""));
                self.helper_as(
                    "rstr",
                    "ll_join_chars",
                    [empty.into(), parts.items.into(), parts.length.into()],
                    st,
                )
            }
            Repr::Int(t) => {
                if t == LLType::Unsigned {
                    return self.helper_as(
                        "rstr",
                        "ll_uint2dec",
                        [HelperArg::Type(st), v.into()],
                        st,
                    );
                }
                let v = self.int_to_int(v, t, S);
                self.helper_as("rstr", "ll_int2dec", [HelperArg::Type(st), v.into()], st)
            }
            Repr::Bool => {
                let (t, f) = (
                    self.rt.string_const(b"True"),
                    self.rt.string_const(b"False"),
                );
                self.if_else(v, st, |_| Ok(k(t)), |_| Ok(k(f)))
            }
            Repr::Float | Repr::SingleFloat => {
                let f = self.to_float(v)?;
                // Python 2: twelve digits in `str`, all of them in `repr`.
                if self.is_python2() {
                    let flags = i64::from(text::ADD_DOT_0);
                    let args = vec![f, k(Const::char(b'g')), self.int(12), self.int(flags)];
                    return self.call_extern("gx_float_format", args);
                }
                self.call_extern("gx_float_repr", vec![f])
            }
            // Also items of an empty list, which nobody will see.
            Repr::Void if a.ann.is_none() || *a.ann.kind() == annotator::Kind::Impossible => {
                Ok(k(self.rt.string_const(b"None")))
            }
            Repr::Void => {
                let what = format!("the text of {}", self.rt.show_repr(a.repr));
                Err(self.rt.unsupported(what))
            }
            Repr::UniChar | Repr::Unicode => {
                let s = self.as_string(a, true)?;
                let encode = |l: &mut Self, s: Opd| {
                    l.helper_as(
                        "rstr",
                        "ll_encode_ascii",
                        [HelperArg::Type(st), s.into()],
                        st,
                    )
                };
                match a.ann.kind() {
                    annotator::Kind::Unicode { nullable: true, .. } => {
                        self.or_none_text(s.clone(), false, |l| encode(l, s))
                    }
                    _ => encode(self, s),
                }
            }
            Repr::Instance(c) if a.ann.can_be_none() => {
                self.or_none_text(v.clone(), false, |s| s.instance_str(c, v))
            }
            Repr::Instance(c) => self.instance_str(c, v),
            _ => self.repr_text(a),
        }
    }
    /// The text `None` for a null pointer, else what `f` makes.
    pub(crate) fn or_none_text(
        &mut self,
        p: Opd,
        unicode: bool,
        f: impl FnOnce(&mut Self) -> R<Opd>,
    ) -> R<Opd> {
        let none = if unicode {
            let points: Vec<u32> = "None".chars().map(u32::from).collect();
            self.rt.unicode_const(&points)
        } else {
            self.rt.string_const(b"None")
        };
        let st = none.ty;
        let null = self.is_null(p);
        match &null {
            Opd::Const(c) if c.as_bool() == Some(false) => f(self),
            _ => self.if_else(null, st, |_| Ok(k(none)), f),
        }
    }
    /// `<Class object at 0x...>`, shortened to what does not change between runs.
    pub(super) fn instance_text(&mut self, v: Opd) -> R<Opd> {
        let st = LLType::Ptr(self.rt.string);
        let vt = self.typeptr(v.clone())?;
        let name = self.getfield(vt, "name")?;
        let id = self.emit(LLOp::GcId, [v], S);
        self.helper_as("rstr", "ll_instance_text", [name.into(), id.into()], st)
    }
    /// `repr(x)`
    pub fn repr_op(&mut self, hop: &Hop) -> R<Typed> {
        let v = self.repr_text(&hop.args[0].clone())?;
        self.typed(v, Repr::Str)
    }
    /// The text `repr(x)` of a value.
    pub fn repr_text(&mut self, a: &HArg) -> R<Opd> {
        // Of items of containers the annotation is not at hand.
        let maybe_none = a.ann.can_be_none() || *a.ann.kind() == annotator::Kind::Impossible;
        if maybe_none && a.const_value.is_none() && a.opd.is_some() {
            let p = self.harg_as(a, a.repr)?;
            if matches!((&p, self.ty(&p)), (Opd::Var(_), LLType::Ptr(_))) {
                return self.or_none_text(p, false, |l| l.repr_of_some(a));
            }
        }
        self.repr_of_some(a)
    }
    /// The text `repr(x)` of a value that is not None.
    fn repr_of_some(&mut self, a: &HArg) -> R<Opd> {
        let st = LLType::Ptr(self.rt.string);
        match self.rt.repr(a.repr) {
            Repr::Str | Repr::Char => {
                let s = self.as_string(a, false)?;
                self.helper_as("rstr", "ll_str_repr", [HelperArg::Type(st), s.into()], st)
            }
            Repr::Tuple(_) => {
                let items = self.tuple_items(a)?;
                self.tuple_text(items)
            }
            Repr::List(_) | Repr::Range { .. } => {
                let (parts, item) = self.sequence_parts(a)?;
                let t = self.rt.lltype(item)?;
                let key = format!("ll_repr_{item}");
                let f = self.rt.made_function(&key, &[t], st, |l, args| {
                    let x = HArg {
                        ann: annotator::Annotation::impossible(),
                        repr: item,
                        opd: args.first().cloned(),
                        const_value: None,
                    };
                    l.repr_text(&x)
                })?;
                let f = k(self.rt.func_const(f));
                let [open, close, sep] =
                    [&b"["[..], b"]", b", "].map(|t| k(self.rt.string_const(t)));
                self.helper_as(
                    "rlist",
                    "ll_list_repr",
                    [
                        parts.items.into(),
                        parts.length.into(),
                        f.into(),
                        open.into(),
                        close.into(),
                        sep.into(),
                    ],
                    st,
                )
            }
            Repr::Float => {
                let f = self.harg_as(a, a.repr)?;
                self.call_extern("gx_float_repr", vec![f])
            }
            Repr::Int(_) | Repr::Bool | Repr::Void => self.to_str(a),
            Repr::Instance(_) => {
                let v = self.harg_as(a, a.repr)?;
                match a.ann.can_be_none() {
                    true => self.or_none_text(v.clone(), false, |s| s.instance_text(v)),
                    false => self.instance_text(v),
                }
            }
            _ => {
                let what = format!("the text of {}", self.rt.show_repr(a.repr));
                Err(self.rt.unsupported(what))
            }
        }
    }
    /// The text of a tuple of these items.
    pub(super) fn tuple_text(&mut self, items: Vec<HArg>) -> R<Opd> {
        let mut text = k(self.rt.string_const(b"("));
        let n = items.len();
        for (i, it) in items.into_iter().enumerate() {
            if i > 0 {
                let sep = k(self.rt.string_const(b", "));
                text = self.concatenated(text, sep)?;
            }
            let t = self.repr_text(&it)?;
            text = self.concatenated(text, t)?;
        }
        let end = k(self.rt.string_const(if n == 1 { b",)" } else { b")" }));
        self.concatenated(text, end)
    }
    /// Both texts, one behind the other.
    pub(super) fn concatenated(&mut self, a: Opd, b: Opd) -> R<Opd> {
        let st = LLType::Ptr(self.rt.string);
        self.helper_as("rstr", "ll_strconcat", [a.into(), b.into()], st)
    }
    /// `hex(x)`, `oct(x)`
    pub fn hex_oct(&mut self, hop: &Hop) -> R<Typed> {
        let st = LLType::Ptr(self.rt.string);
        let unsigned = self.rt.repr(hop.args[0].repr) == Repr::Int(LLType::Unsigned);
        let i = if unsigned {
            self.arg(hop, 0)?
        } else {
            self.int_arg(&hop.args[0], S)?
        };
        let name = match (hop.op == HlOp::Hex, unsigned) {
            (true, false) => "ll_int2hex",
            (true, true) => "ll_uint2hex",
            (false, false) => "ll_int2oct",
            (false, true) => "ll_uint2oct",
        };
        let mut args = vec![HelperArg::Type(st), i.into(), k(Const::bool(true)).into()];
        if hop.op == HlOp::Oct {
            args.push(self.octal_letter().into());
        }
        let v = self.helper_as("rstr", name, args, st)?;
        self.typed(v, Repr::Str)
    }
    /// The letter in the prefix of octal numbers; 0: none.
    pub fn octal_letter(&mut self) -> Opd {
        let letter = if self.is_python2() { 0 } else { b'o' };
        self.int(i64::from(letter))
    }
    /// `unicode(x)`
    pub fn unicode_call(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[1].clone();
        match self.rt.repr(a.repr) {
            Repr::Str | Repr::Char => {
                let s = self.as_string(&a, false)?;
                let v = self.decode(s, &hop.args[2..])?;
                return self.typed(v, Repr::Unicode);
            }
            Repr::Unicode | Repr::UniChar => {
                let v = self.as_string(&a, true)?;
                return self.typed(v, Repr::Unicode);
            }
            _ => {}
        }
        let s = self.to_str(&a)?;
        let u = LLType::Ptr(self.rt.unicode);
        let v = self.helper_as("rstr", "ll_decode_ascii", [HelperArg::Type(u), s.into()], u)?;
        self.typed(v, Repr::Unicode)
    }
    /// Methods of strings.
    pub fn str_method(&mut self, hop: &Hop, name: &str, a: &HArg) -> R<Typed> {
        let u = self.is_unicode(a.repr);
        let text = if u { Repr::Unicode } else { Repr::Str };
        let n = hop.args.len() - 1;
        let char_fn = matches!(
            name,
            "isdigit" | "isalpha" | "isalnum" | "isspace" | "islower" | "isupper"
        );
        if char_fn && n == 0 {
            let func: &'static str = match (name, u) {
                // Of the others of unicode strings the annotator makes calls of `rpython.rlib._unicodetext`.
                ("isspace", true) => "ll_isspace_wide",
                ("isspace", false) => "ll_isspace",
                ("isdigit", _) => "ll_isdigit",
                ("isalpha", _) => "ll_isalpha",
                ("isalnum", _) => "ll_isalnum",
                ("islower", _) => "ll_islower",
                _ => "ll_isupper",
            };
            if self.is_char(a.repr) {
                let c = self.harg_as(a, a.repr)?;
                let t = self.ty(&c);
                let i = self.int_to_int(c, t, S);
                let v = self.helper_as("rstr", func, [i.into()], B)?;
                return self.typed_bool(v);
            }
            let s = self.as_string(a, u)?;
            let f = self.rt.library_function("rstr", func)?;
            let all = if matches!(name, "islower" | "isupper") {
                "ll_all_cased"
            } else {
                "ll_all_chars"
            };
            let v = self.helper_as("rstr", all, [s.into(), HelperArg::Func(f)], B)?;
            return self.typed_bool(v);
        }
        if self.is_char(a.repr) && matches!(name, "lower" | "upper") {
            let c = self.harg_as(a, a.repr)?;
            let t = self.ty(&c);
            let f = match name {
                "lower" => "ll_lower_char",
                _ => "ll_upper_char",
            };
            let v = self.helper_as("rstr", f, [c.into()], t)?;
            return Ok((v, a.repr));
        }
        let s = self.as_string(a, u)?;
        let st = self.ty(&s);
        let len = self.str_len(s.clone());
        match (name, n) {
            ("lower" | "upper", 0) => {
                let f = match name {
                    "lower" => "ll_lower",
                    _ => "ll_upper",
                };
                let v = self.helper_as("rstr", f, [s.into()], st)?;
                self.typed(v, text)
            }
            ("join", 1) => {
                let (parts, item) = self.sequence_parts(&hop.args[1].clone())?;
                let chars = self.is_char(item);
                let f = if chars {
                    "ll_join_chars"
                } else {
                    "ll_join_strs"
                };
                if self.rt.lltype(item)? == LLType::Void {
                    let e = if u {
                        self.rt.unicode_const(&[])
                    } else {
                        self.rt.string_const(b"")
                    };
                    return self.typed(k(e), text);
                }
                let v = self.helper_as(
                    "rstr",
                    f,
                    [s.into(), parts.items.into(), parts.length.into()],
                    st,
                )?;
                self.typed(v, text)
            }
            ("startswith" | "endswith", 1..=3) => {
                let x = self.as_string(&hop.args[1], u)?;
                if n > 1 {
                    let (start, stop) = self.find_range(hop, n, len)?;
                    let f = if name == "startswith" {
                        "ll_startswith_between"
                    } else {
                        "ll_endswith_between"
                    };
                    let args = [s.into(), x.into(), start.into(), stop.into()];
                    let v = self.helper_as("rstr", f, args, B)?;
                    return self.typed_bool(v);
                }
                let f = if name == "startswith" {
                    "ll_startswith"
                } else {
                    "ll_endswith"
                };
                let v = self.helper_as("rstr", f, [s.into(), x.into()], B)?;
                self.typed_bool(v)
            }
            ("find" | "rfind" | "index" | "rindex" | "count", 1..=3) => {
                let (start, stop) = self.find_range(hop, n, len)?;
                let x = hop.args[1].clone();
                let chars = self.is_char(x.repr) && self.is_unicode(x.repr) == u;
                let v = if chars {
                    self.harg_as(&x, x.repr)?
                } else {
                    self.as_string(&x, u)?
                };
                let f = match (name, chars) {
                    ("find" | "index", true) => "ll_find_char",
                    ("find" | "index", false) => "ll_find",
                    ("count", true) => "ll_count_char",
                    ("count", false) => "ll_count",
                    (_, true) => "ll_rfind_char",
                    (_, false) => "ll_rfind",
                };
                let i = self.helper_as(
                    "rstr",
                    f,
                    [s.into(), v.into(), start.into(), stop.into()],
                    S,
                )?;
                if matches!(name, "index" | "rindex") {
                    let ok = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
                    self.check_raise(ok, "ValueError")?;
                }
                self.typed_int(i)
            }
            ("strip" | "lstrip" | "rstrip", 0 | 1) => {
                let (l, r) = (name != "rstrip", name != "lstrip");
                let flags = [k(Const::bool(l)), k(Const::bool(r))];
                let [fl, fr] = flags;
                let v = if n == 0 || hop.args[1].ann.is_none() {
                    let space = self.is_space_function(u)?;
                    self.helper_as(
                        "rstr",
                        "ll_strip_space",
                        [s.into(), fl.into(), fr.into(), space],
                        st,
                    )?
                } else {
                    let x = self.text_argument(&hop.args[1], u)?;
                    self.helper_as(
                        "rstr",
                        "ll_strip_chars",
                        [s.into(), x.into(), fl.into(), fr.into()],
                        st,
                    )?
                };
                self.typed(v, text)
            }
            ("split" | "rsplit", 0..=2) => self.str_split(hop, name, s),
            ("splitlines", 0 | 1) => {
                let info = self.rt.list_shape(hop.rresult)?;
                let arr = LLType::Ptr(info.array);
                let keep = match hop.args.get(1) {
                    Some(a) => self.truth(&a.clone())?,
                    None => k(Const::bool(false)),
                };
                let line = if u { "ll_isline_wide" } else { "ll_isline" };
                let line = HelperArg::Func(self.rt.library_function("rstr", line)?);
                let items = self.helper_as(
                    "rstr",
                    "ll_splitlines",
                    [HelperArg::Type(arr), s.into(), keep.into(), line],
                    arr,
                )?;
                let l = self.wrap_items(hop.rresult, items)?;
                Ok((l, hop.rresult))
            }
            ("replace", 2 | 3) => {
                let (x, y) = (hop.args[1].clone(), hop.args[2].clone());
                let max = if n == 3 {
                    self.int_arg(&hop.args[3], S)?
                } else {
                    self.int(-1)
                };
                if self.is_char(x.repr) && self.is_char(y.repr) && n == 2 {
                    let (c, d) = (self.harg_as(&x, x.repr)?, self.harg_as(&y, y.repr)?);
                    let v = self.helper_as(
                        "rstr",
                        "ll_replace_chr",
                        [s.into(), c.into(), d.into()],
                        st,
                    )?;
                    return self.typed(v, text);
                }
                let (x, y) = (self.as_string(&x, u)?, self.as_string(&y, u)?);
                let v = self.helper_as(
                    "rstr",
                    "ll_replace",
                    [s.into(), x.into(), y.into(), max.into()],
                    st,
                )?;
                self.typed(v, text)
            }
            ("ljust" | "rjust" | "center" | "zfill", 1 | 2) => {
                let w = self.int_arg(&hop.args[1], S)?;
                let fill = if n == 2 {
                    let x = hop.args[2].clone();
                    let r = self.rt.intern(if u { Repr::UniChar } else { Repr::Char });
                    self.harg_as(&x, r)?
                } else if u {
                    k(Const::unichar(32))
                } else {
                    k(Const::char(b' '))
                };
                let f = match name {
                    "ljust" => "ll_ljust",
                    "rjust" => "ll_rjust",
                    "center" => "ll_center",
                    _ => "ll_zfill",
                };
                let mut args: Vec<HelperArg> = vec![s.into(), w.into()];
                if name != "zfill" {
                    args.push(fill.into());
                }
                let v = self.helper_as("rstr", f, args, st)?;
                self.typed(v, text)
            }
            ("encode", 0..=2) if u => {
                let v = self.encode(s, &hop.args[1..])?;
                self.typed(v, Repr::Str)
            }
            ("decode", 0..=2) if !u => {
                let v = self.decode(s, &hop.args[1..])?;
                self.typed(v, Repr::Unicode)
            }
            ("format", _) => Err(self.rt.unsupported("str.format")),
            _ => Err(self.rt.unsupported(format!(
                "the method `{name}` of a string with {n} arguments"
            ))),
        }
    }
    /// The encoding and the treatment of errors that the arguments `(encoding, errors)` name; without them the default
    /// of the source's version of Python.
    fn codec(&self, args: &[HArg]) -> R<(Codec, Opd)> {
        let unknown = || self.rt.unsupported("such an encoding");
        let text = |a: &HArg| a.const_value.as_ref().and_then(|v| v.as_text());
        let codec = match args.first() {
            None if self.is_python2() => Codec::Ascii,
            None => Codec::Utf8,
            Some(a) => text(a)
                .as_deref()
                .and_then(Codec::named)
                .ok_or_else(unknown)?,
        };
        let errors = match args.get(1) {
            None => Errors::Strict,
            Some(a) => text(a)
                .as_deref()
                .and_then(Errors::named)
                .ok_or_else(unknown)?,
        };
        // As the constants of `rstr.py`.
        let errors = match errors {
            Errors::Strict => 0,
            Errors::Ignore => 1,
            Errors::Replace => 2,
        };
        Ok((codec, self.int(errors)))
    }
    /// `s.encode(encoding, errors)` of a unicode string.
    fn encode(&mut self, s: Opd, args: &[HArg]) -> R<Opd> {
        let (codec, errors) = self.codec(args)?;
        let t = LLType::Ptr(self.rt.string);
        let mut all: Vec<HelperArg> = vec![HelperArg::Type(t), s.into()];
        let name = match codec {
            Codec::Utf8 => {
                all.push(errors.into());
                all.push(k(Const::bool(self.is_python2())).into());
                "ll_encode_utf8"
            }
            Codec::Latin1 | Codec::Ascii => {
                let limit = if codec == Codec::Ascii { 128 } else { 256 };
                all.push(self.int(limit).into());
                all.push(errors.into());
                "ll_encode_limited"
            }
        };
        self.helper_as("rstr", name, all, t)
    }
    /// `s.decode(encoding, errors)` of a byte string.
    fn decode(&mut self, s: Opd, args: &[HArg]) -> R<Opd> {
        let (codec, errors) = self.codec(args)?;
        let t = LLType::Ptr(self.rt.unicode);
        let mut all: Vec<HelperArg> = vec![HelperArg::Type(t), s.into()];
        let name = match codec {
            Codec::Utf8 => {
                all.push(errors.into());
                all.push(k(Const::bool(self.is_python2())).into());
                "ll_decode_utf8"
            }
            Codec::Ascii => {
                all.push(errors.into());
                "ll_decode_ascii_errors"
            }
            // Every byte is a code point.
            Codec::Latin1 => "ll_decode_latin1",
        };
        self.helper_as("rstr", name, all, t)
    }
    /// The bounds of `s.find(x, start, stop)`.
    fn find_range(&mut self, hop: &Hop, n: usize, len: Opd) -> R<(Opd, Opd)> {
        let start = if n >= 2 && !hop.args[2].ann.is_none() {
            let i = self.int_arg(&hop.args[2], S)?;
            // A start past the end finds nothing, not even the empty string: keep it.
            self.helper_as("rstr", "ll_find_start", [i.into(), len.clone().into()], S)?
        } else {
            self.int(0)
        };
        let stop = if n >= 3 && !hop.args[3].ann.is_none() {
            let i = self.int_arg(&hop.args[3], S)?;
            self.helper_as("rlist", "ll_limit", [i.into(), len.into()], S)?
        } else {
            len
        };
        Ok((start, stop))
    }
    /// The function that tells white space, for helpers.
    fn is_space_function(&mut self, unicode: bool) -> R<HelperArg> {
        let name = if unicode {
            "ll_isspace_wide"
        } else {
            "ll_isspace"
        };
        Ok(HelperArg::Func(self.rt.library_function("rstr", name)?))
    }
    fn str_split(&mut self, hop: &Hop, name: &str, s: Opd) -> R<Typed> {
        let n = hop.args.len() - 1;
        let r = hop.rresult;
        let info = self.rt.list_shape(r)?;
        let item = self.rt.item_repr(r)?;
        if self.rt.lltype(item)? != self.ty(&s) {
            return Err(self.unsupported_op(hop));
        }
        let arr = LLType::Ptr(info.array);
        let max = if n == 2 {
            self.int_arg(&hop.args[2], S)?
        } else {
            self.int(-1)
        };
        let items = if n == 0 || hop.args[1].ann.is_none() {
            let f = if name == "split" {
                "ll_split_space"
            } else {
                "ll_rsplit_space"
            };
            let u = self.ty(&s) == LLType::Ptr(self.rt.unicode);
            let space = self.is_space_function(u)?;
            let args = [HelperArg::Type(arr), s.into(), max.into(), space];
            self.helper_as("rstr", f, args, arr)?
        } else {
            let u = self.ty(&s) == LLType::Ptr(self.rt.unicode);
            let x = self.text_argument(&hop.args[1], u)?;
            let f = if name == "split" {
                "ll_split_str"
            } else {
                "ll_rsplit_str"
            };
            self.helper_as(
                "rstr",
                f,
                [HelperArg::Type(arr), s.into(), x.into(), max.into()],
                arr,
            )?
        };
        let l = self.wrap_items(r, items)?;
        Ok((l, r))
    }
}
