//! Methods of strings, unicode strings and single characters, and the codecs between them.
//!
//! One method becomes one call of a helper of `rpython/rtyper/lltypesystem/rstr.py`, which is written once for both
//! kinds. Which helper may depend on the arguments: searching for a single character needs no string made of it, and
//! an encoding is part of the program, not of the run.
use annotator::builtins::codec::{Codec, Errors};
use ir::lltype::LLType;
use lowlevel::{Const, LLOp};

use super::Repr;
use super::rint::k;
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
