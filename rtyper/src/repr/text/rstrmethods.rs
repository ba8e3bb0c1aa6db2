//! Methods of strings, unicode strings and single characters, and the codecs between them.
//!
//! One method becomes one call of a helper of `rpython/rtyper/lltypesystem/rstr.py`, which is written once for both
//! kinds. Which helper may depend on the arguments: searching for a single character needs no string made of it, and
//! an encoding is part of the program, not of the run.
use annotator::builtins::codec::{Codec, Errors};
use ir::lltype::LLType;
use lowlevel::{Const, LLOp};
use python::live::Value;
use python::vocabulary::methods::TextMethod;

use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::typer::dispatch::Typed;
use crate::typer::helper::HelperArg;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;
const B: LLType = LLType::Bool;

impl Lower<'_> {
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
        let u = LLType::Ptr(self.rt.basic.unicode);
        let v = self.helper_as("rstr", "ll_decode_ascii", [HelperArg::Type(u), s.into()], u)?;
        self.typed(v, Repr::Unicode)
    }
    /// Methods of strings and characters.
    pub(crate) fn str_method(&mut self, hop: &Hop, m: TextMethod, a: &HArg) -> R<Typed> {
        use TextMethod as M;
        match m {
            M::Find | M::Rfind | M::Index | M::Rindex | M::Count => self.str_search(hop, m, a),
            M::StartsWith | M::EndsWith => self.str_affix_test(hop, m, a),
            M::Replace => self.str_replace(hop, a),
            M::Split => self.str_split(hop, a, "ll_split_space", "ll_split_str"),
            M::Rsplit => self.str_split(hop, a, "ll_rsplit_space", "ll_rsplit_str"),
            M::Splitlines => self.str_splitlines(hop, a),
            M::Join => self.str_join(hop, a),
            M::Strip => self.str_strip(hop, a, true, true),
            M::Lstrip => self.str_strip(hop, a, true, false),
            M::Rstrip => self.str_strip(hop, a, false, true),
            M::Upper => self.str_case(a, "ll_upper", "ll_upper_char"),
            M::Lower => self.str_case(a, "ll_lower", "ll_lower_char"),
            M::IsAlpha => self.str_test(a, "ll_isalpha", "ll_all_chars"),
            M::IsDigit => self.str_test(a, "ll_isdigit", "ll_all_chars"),
            M::IsAlnum => self.str_test(a, "ll_isalnum", "ll_all_chars"),
            M::IsSpace => {
                let space = is_space_name(self.is_unicode(a.repr));
                self.str_test(a, space, "ll_all_chars")
            }
            M::IsUpper => self.str_test(a, "ll_isupper", "ll_all_cased"),
            M::IsLower => self.str_test(a, "ll_islower", "ll_all_cased"),
            M::Encode => {
                let s = self.as_string(a, true)?;
                let v = self.encode(s, &hop.args[1..])?;
                self.typed(v, Repr::Str)
            }
            M::Decode => {
                let s = self.as_string(a, false)?;
                let v = self.decode(s, &hop.args[1..])?;
                self.typed(v, Repr::Unicode)
            }
            // Done by functions of `rpython.rlib.pyfuncs`, or refused by the annotator.
            M::Ljust
            | M::Rjust
            | M::Center
            | M::Zfill
            | M::Format
            | M::Partition
            | M::Rpartition
            | M::RemovePrefix
            | M::RemoveSuffix
            | M::Casefold
            | M::Swapcase
            | M::Capitalize
            | M::Title
            | M::IsTitle
            | M::IsDecimal
            | M::IsNumeric
            | M::IsPrintable
            | M::IsIdentifier
            | M::IsAscii
            | M::ExpandTabs
            | M::Translate
            | M::Hex
            | M::FormatMap => Err(self.no_method(m.row(), "a string")),
        }
    }
    /// The receiver of a method as a string, and the representation of strings of its kind.
    fn str_receiver(&mut self, a: &HArg) -> R<(Opd, Repr)> {
        let u = self.is_unicode(a.repr);
        let s = self.as_string(a, u)?;
        Ok((s, if u { Repr::Unicode } else { Repr::Str }))
    }
    /// A test of all characters. Of unicode strings the annotator makes most of them calls of
    /// `rpython.rlib._unicodetext`.
    fn str_test(&mut self, a: &HArg, test: &'static str, all: &'static str) -> R<Typed> {
        if self.is_char(a.repr) {
            let c = self.harg_as(a, a.repr)?;
            let t = self.ty(&c);
            let i = self.int_to_int(c, t, S);
            let v = self.helper_as("rstr", test, [i.into()], B)?;
            return self.typed_bool(v);
        }
        let (s, _) = self.str_receiver(a)?;
        let f = self.rt.library_function("rstr", test)?;
        let v = self.helper_as("rstr", all, [s.into(), HelperArg::Func(f)], B)?;
        self.typed_bool(v)
    }
    /// `lower`, `upper`: characters stay characters.
    fn str_case(&mut self, a: &HArg, all: &'static str, one: &'static str) -> R<Typed> {
        if self.is_char(a.repr) {
            let c = self.harg_as(a, a.repr)?;
            let t = self.ty(&c);
            let v = self.helper_as("rstr", one, [c.into()], t)?;
            return Ok((v, a.repr));
        }
        let (s, text) = self.str_receiver(a)?;
        let t = self.ty(&s);
        let v = self.helper_as("rstr", all, [s.into()], t)?;
        self.typed(v, text)
    }
    fn str_join(&mut self, hop: &Hop, a: &HArg) -> R<Typed> {
        let (mut s, text) = self.str_receiver(a)?;
        let (parts, item) = self.sequence_parts(&hop.args[1].clone())?;
        // Texts of the other kind behind a constant separator of ASCII characters.
        let encode = text == Repr::Str && self.is_unicode(item);
        let decode = text == Repr::Unicode && !self.is_unicode(item);
        if encode {
            s = self.as_string(a, true)?;
        }
        if decode && self.rt.lltype(item)? != LLType::Void {
            let separator = a.const_value.as_ref().and_then(Value::as_text);
            s = k(self
                .rt
                .string_const(separator.unwrap_or_default().as_bytes()));
        }
        let st = self.ty(&s);
        if self.rt.lltype(item)? == LLType::Void {
            let empty = match text {
                Repr::Unicode => self.rt.unicode_const(&[]),
                _ => self.rt.string_const(b""),
            };
            return self.typed(k(empty), text);
        }
        let f = if self.is_char(item) {
            "ll_join_chars"
        } else {
            "ll_join_strs"
        };
        let args = [s.into(), parts.items.into(), parts.length.into()];
        let mut v = self.helper_as("rstr", f, args, st)?;
        if encode || decode {
            let t = LLType::Ptr(self.rt.basic.text(decode));
            let f = if decode {
                "ll_decode_ascii"
            } else {
                "ll_encode_ascii"
            };
            v = self.helper_as("rstr", f, [HelperArg::Type(t), v.into()], t)?;
        }
        self.typed(v, text)
    }
    /// `startswith`, `endswith`
    fn str_affix_test(&mut self, hop: &Hop, m: TextMethod, a: &HArg) -> R<Typed> {
        let (s, text) = self.str_receiver(a)?;
        let x = self.as_string(&hop.args[1], text == Repr::Unicode)?;
        let starts = m == TextMethod::StartsWith;
        let v = if hop.args.len() > 2 {
            let (start, stop) = self.find_range(hop, s.clone())?;
            let f = if starts {
                "ll_startswith_between"
            } else {
                "ll_endswith_between"
            };
            let args = [s.into(), x.into(), start.into(), stop.into()];
            self.helper_as("rstr", f, args, B)?
        } else {
            let f = if starts {
                "ll_startswith"
            } else {
                "ll_endswith"
            };
            self.helper_as("rstr", f, [s.into(), x.into()], B)?
        };
        self.typed_bool(v)
    }
    /// `find`, `rfind`, `index`, `count`
    fn str_search(&mut self, hop: &Hop, m: TextMethod, a: &HArg) -> R<Typed> {
        use TextMethod as M;
        let (s, text) = self.str_receiver(a)?;
        let u = text == Repr::Unicode;
        let (start, stop) = self.find_range(hop, s.clone())?;
        let x = hop.args[1].clone();
        let char = self.is_char(x.repr) && self.is_unicode(x.repr) == u;
        let v = if char {
            self.harg_as(&x, x.repr)?
        } else {
            self.as_string(&x, u)?
        };
        let f = match (m, char) {
            (M::Rfind | M::Rindex, true) => "ll_rfind_char",
            (M::Rfind | M::Rindex, false) => "ll_rfind",
            (M::Count, true) => "ll_count_char",
            (M::Count, false) => "ll_count",
            (_, true) => "ll_find_char",
            (_, false) => "ll_find",
        };
        let args = [s.into(), v.into(), start.into(), stop.into()];
        let i = self.helper_as("rstr", f, args, S)?;
        if matches!(m, M::Index | M::Rindex) {
            let ok = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
            self.check_raise(ok, "ValueError")?;
        }
        self.typed_int(i)
    }
    /// `strip`, `lstrip`, `rstrip`
    fn str_strip(&mut self, hop: &Hop, a: &HArg, left: bool, right: bool) -> R<Typed> {
        let (s, text) = self.str_receiver(a)?;
        let t = self.ty(&s);
        let u = text == Repr::Unicode;
        let [left, right] = [left, right].map(|b| HelperArg::from(k(Const::bool(b))));
        let v = match hop.args.get(1) {
            Some(x) if !x.ann.is_none() => {
                let x = self.text_argument(x, u)?;
                let args = [s.into(), x.into(), left, right];
                self.helper_as("rstr", "ll_strip_chars", args, t)?
            }
            _ => {
                let space = self.is_space_function(u)?;
                self.helper_as("rstr", "ll_strip_space", [s.into(), left, right, space], t)?
            }
        };
        self.typed(v, text)
    }
    fn str_splitlines(&mut self, hop: &Hop, a: &HArg) -> R<Typed> {
        let (s, text) = self.str_receiver(a)?;
        let info = self.rt.list_shape(hop.rresult)?;
        let arr = LLType::Ptr(info.array);
        let keep = match hop.args.get(1) {
            Some(a) => self.truth(&a.clone())?,
            None => k(Const::bool(false)),
        };
        let line = if text == Repr::Unicode {
            "ll_isline_wide"
        } else {
            "ll_isline"
        };
        let line = HelperArg::Func(self.rt.library_function("rstr", line)?);
        let args = [HelperArg::Type(arr), s.into(), keep.into(), line];
        let items = self.helper_as("rstr", "ll_splitlines", args, arr)?;
        let l = self.wrap_items(hop.rresult, items)?;
        Ok((l, hop.rresult))
    }
    fn str_replace(&mut self, hop: &Hop, a: &HArg) -> R<Typed> {
        let (s, text) = self.str_receiver(a)?;
        let (t, u) = (self.ty(&s), text == Repr::Unicode);
        let (x, y) = (hop.args[1].clone(), hop.args[2].clone());
        let max = self.split_limit(hop, 3)?;
        let one = |s: &Self, a: &HArg| s.is_char(a.repr) && s.is_unicode(a.repr) == u;
        if one(self, &x) && one(self, &y) && hop.args.len() == 3 {
            let (c, d) = (self.harg_as(&x, x.repr)?, self.harg_as(&y, y.repr)?);
            let args = [s.into(), c.into(), d.into()];
            let v = self.helper_as("rstr", "ll_replace_chr", args, t)?;
            return self.typed(v, text);
        }
        let (x, y) = (self.as_string(&x, u)?, self.as_string(&y, u)?);
        let args = [s.into(), x.into(), y.into(), max.into()];
        let v = self.helper_as("rstr", "ll_replace", args, t)?;
        self.typed(v, text)
    }
    /// How often at most to split or to replace, which is argument `i`; -1: without limit.
    fn split_limit(&mut self, hop: &Hop, i: usize) -> R<Opd> {
        match hop.args.get(i) {
            Some(a) => self.int_arg(a, S),
            None => Ok(self.int(-1)),
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
        let t = LLType::Ptr(self.rt.basic.string);
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
        let t = LLType::Ptr(self.rt.basic.unicode);
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
    fn find_range(&mut self, hop: &Hop, s: Opd) -> R<(Opd, Opd)> {
        let len = self.str_len(s);
        let start = match hop.args.get(2) {
            Some(i) if !i.ann.is_none() => {
                let i = self.int_arg(i, S)?;
                // A start past the end finds nothing, not even the empty string: keep it.
                self.helper_as("rstr", "ll_find_start", [i.into(), len.clone().into()], S)?
            }
            _ => self.int(0),
        };
        let stop = match hop.args.get(3) {
            Some(i) if !i.ann.is_none() => {
                let i = self.int_arg(i, S)?;
                self.helper_as("rlist", "ll_limit", [i.into(), len.into()], S)?
            }
            _ => len,
        };
        Ok((start, stop))
    }
    /// The function that tells white space, for helpers.
    fn is_space_function(&mut self, unicode: bool) -> R<HelperArg> {
        let f = self.rt.library_function("rstr", is_space_name(unicode))?;
        Ok(HelperArg::Func(f))
    }
    /// `split`, `rsplit`: at white space with one helper, at a text with the other.
    fn str_split(
        &mut self,
        hop: &Hop,
        a: &HArg,
        at_space: &'static str,
        at_text: &'static str,
    ) -> R<Typed> {
        let (s, text) = self.str_receiver(a)?;
        let u = text == Repr::Unicode;
        let r = hop.rresult;
        let info = self.rt.list_shape(r)?;
        let item = self.rt.item_repr(r)?;
        if self.rt.lltype(item)? != self.ty(&s) {
            return Err(self.unsupported_op(hop));
        }
        let arr = LLType::Ptr(info.array);
        let max = self.split_limit(hop, 2)?;
        let items = match hop.args.get(1) {
            Some(x) if !x.ann.is_none() => {
                let x = self.text_argument(x, u)?;
                let args = [HelperArg::Type(arr), s.into(), x.into(), max.into()];
                self.helper_as("rstr", at_text, args, arr)?
            }
            _ => {
                let space = self.is_space_function(u)?;
                let args = [HelperArg::Type(arr), s.into(), max.into(), space];
                self.helper_as("rstr", at_space, args, arr)?
            }
        };
        let l = self.wrap_items(r, items)?;
        Ok((l, r))
    }
}

/// The function that tells white space.
fn is_space_name(unicode: bool) -> &'static str {
    if unicode {
        "ll_isspace_wide"
    } else {
        "ll_isspace"
    }
}
