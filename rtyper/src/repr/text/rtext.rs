//! Texts of values: `str(x)`, `repr(x)`, `hex(x)`, `oct(x)`, and what formats and exceptions ask of them.
//!
//! `to_str` and `repr_text` take an argument of any representation and give an operand of type `Ptr(rpy_string)`;
//! None has the text `None` wherever the annotation says that a value may be it. What writes digits and escapes is in
//! `rpython/rtyper/lltypesystem/rstr.py`.
use flowspace::HlOp;
use ir::lltype::LLType;
use lowlevel::{Const, LLOp};
use python::live::text;

use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::typer::dispatch::Typed;
use crate::typer::helper::HelperArg;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;

/// Whether an argument is a string or unicode string, or None.
pub(super) fn is_nullable_text(a: &HArg) -> bool {
    matches!(a.ann.kind(), annotator::AnnotationKind::Text(t) if !t.single && t.nullable)
}

impl Lower<'_> {
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
        let st = LLType::Ptr(self.rt.basic.string);
        let v = self.harg_as(a, a.repr)?;
        match self.rt.repr(a.repr) {
            Repr::Str if is_nullable_text(a) => self.or_none_text(v.clone(), false, |_| Ok(v)),
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
            // The one would be `r_singlefloat(0.1)`, as untranslated; the other has more than a word.
            Repr::SingleFloat | Repr::Int(LLType::Int { bits: 128, .. }) => {
                let what = format!("the text of {}", self.rt.show_repr(a.repr));
                Err(self.rt.unsupported(what))
            }
            Repr::Int(t) => {
                let (v, helper) = match t {
                    LLType::Unsigned => (v, "ll_uint2dec"),
                    _ => (self.int_to_int(v, t, S), "ll_int2dec"),
                };
                self.helper_as("rstr", helper, [HelperArg::Type(st), v.into()], st)
            }
            Repr::Bool => {
                let (t, f) = (
                    self.rt.string_const(b"True"),
                    self.rt.string_const(b"False"),
                );
                self.if_else(v, st, |_| Ok(k(t)), |_| Ok(k(f)))
            }
            Repr::Float => self.float_str(v),
            // Also items of an empty list, which nobody will see.
            Repr::Void
                if a.ann.is_none() || *a.ann.kind() == annotator::AnnotationKind::Impossible =>
            {
                Ok(k(self.rt.string_const(b"None")))
            }
            Repr::Void | Repr::Only(_) => {
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
                if is_nullable_text(a) {
                    self.or_none_text(s.clone(), false, |l| encode(l, s))
                } else {
                    encode(self, s)
                }
            }
            Repr::Instance(c) if a.ann.can_be_none() => {
                self.or_none_text(v.clone(), false, |s| s.instance_str(c, v))
            }
            Repr::Instance(c) => self.instance_str(c, v),
            _ => self.repr_text(a),
        }
    }
    /// Python 2: twelve digits in `str`, all of them in `repr`.
    fn float_str(&mut self, f: Opd) -> R<Opd> {
        if self.is_python2() {
            let flags = i64::from(text::ADD_DOT_0);
            let args = vec![f, k(Const::char(b'g')), self.int(12), self.int(flags)];
            return self.call_extern("gx_float_format", args);
        }
        self.call_extern("gx_float_repr", vec![f])
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
    pub(in crate::repr) fn instance_text(&mut self, v: Opd) -> R<Opd> {
        let st = LLType::Ptr(self.rt.basic.string);
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
        let maybe_none =
            a.ann.can_be_none() || *a.ann.kind() == annotator::AnnotationKind::Impossible;
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
        let st = LLType::Ptr(self.rt.basic.string);
        match self.rt.repr(a.repr) {
            Repr::Str | Repr::Char => {
                let s = self.as_string(a, false)?;
                let args = [HelperArg::Type(st), s.into(), self.int(0).into()];
                self.helper_as("rstr", "ll_text_repr", args, st)
            }
            Repr::Unicode | Repr::UniChar if self.is_python2() => {
                let u = self.as_string(a, true)?;
                let args = [HelperArg::Type(st), u.into(), self.int(1).into()];
                self.helper_as("rstr", "ll_text_repr", args, st)
            }
            Repr::Tuple(_) => {
                let items = self.tuple_items(a)?;
                self.tuple_text(items)
            }
            Repr::List(_) | Repr::Range { .. } => {
                let (parts, item) = self.sequence_parts(a)?;
                let t = self.rt.lltype(item)?;
                let python2 = self.is_python2();
                let key = format!("ll_repr{}_{item}", if python2 { "2" } else { "" });
                let f = self.rt.made_function(&key, &[t], st, |l, args| {
                    l.python2 = python2;
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
                let builder = LLType::Ptr(self.rt.builder_struct(false));
                self.helper_as(
                    "rlist",
                    "ll_list_repr",
                    [
                        HelperArg::Type(builder),
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
            Repr::Int(t) if t != S => self.number_text(a, t),
            Repr::Int(_) | Repr::Bool | Repr::Void | Repr::Only(_) => self.to_str(a),
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
    pub(in crate::repr) fn tuple_text(&mut self, items: Vec<HArg>) -> R<Opd> {
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
    /// `r_uint(7)`: the text of an integer that is not Python's.
    fn number_text(&mut self, a: &HArg, t: LLType) -> R<Opd> {
        let start = match t {
            LLType::Int { bits, signed: true } => format!("r_int{bits}("),
            LLType::Int { bits, .. } => format!("r_uint{bits}("),
            _ => "r_uint(".to_owned(),
        };
        let start = k(self.rt.string_const(start.as_bytes()));
        let end = k(self.rt.string_const(b")"));
        let digits = self.to_str(a)?;
        let text = self.concatenated(start, digits)?;
        self.concatenated(text, end)
    }
    /// Both texts, one behind the other.
    pub(in crate::repr) fn concatenated(&mut self, a: Opd, b: Opd) -> R<Opd> {
        let st = LLType::Ptr(self.rt.basic.string);
        self.helper_as("rstr", "ll_strconcat", [a.into(), b.into()], st)
    }
    /// `hex(x)`, `oct(x)`
    pub fn hex_oct(&mut self, hop: &Hop) -> R<Typed> {
        let st = LLType::Ptr(self.rt.basic.string);
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
}
