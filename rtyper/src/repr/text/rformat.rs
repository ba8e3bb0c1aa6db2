//! `fmt % args` with a constant format: the pieces are made strings one by one and joined at once.
//!
//! ```text
//! "%s=%d" % (k, n)     items = [k, "=", int2dec(n)]; join_strs("", items)
//! ```
use ir::lltype::{FieldType, LLType};
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};
use python::live::text::{self, format::FormatSpec};

use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::repr::text::rtext::is_nullable_text;
use crate::typer::dispatch::Typed;
use crate::typer::helper::HelperArg;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;
const U: LLType = LLType::Unsigned;
const B: LLType = LLType::Bool;

/// A piece of a format.
enum Piece {
    Text(Vec<u8>),
    Item {
        code: u8,
        flags: String,
        width: Option<i64>,
        precision: Option<i64>,
    },
}

fn parse(fmt: &[u8]) -> Result<Vec<Piece>, String> {
    let mut out = Vec::new();
    let mut text = Vec::new();
    let mut i = 0;
    while i < fmt.len() {
        if fmt[i] != b'%' {
            text.push(fmt[i]);
            i += 1;
            continue;
        }
        i += 1;
        let mut flags = String::new();
        while i < fmt.len() && b"-+ #0".contains(&fmt[i]) {
            flags.push(fmt[i] as char);
            i += 1;
        }
        let number = |i: &mut usize| {
            let mut n = None;
            while *i < fmt.len() && fmt[*i].is_ascii_digit() {
                n = Some(n.unwrap_or(0) * 10 + i64::from(fmt[*i] - b'0'));
                *i += 1;
            }
            n
        };
        let width = number(&mut i);
        let precision = if i < fmt.len() && fmt[i] == b'.' {
            i += 1;
            Some(number(&mut i).unwrap_or(0))
        } else {
            None
        };
        while i < fmt.len() && b"lhL".contains(&fmt[i]) {
            i += 1;
        }
        let Some(&code) = fmt.get(i) else {
            return Err("an incomplete format".into());
        };
        i += 1;
        if code == b'%' {
            text.push(b'%');
            continue;
        }
        if !text.is_empty() {
            out.push(Piece::Text(std::mem::take(&mut text)));
        }
        out.push(Piece::Item {
            code,
            flags,
            width,
            precision,
        });
    }
    if !text.is_empty() {
        out.push(Piece::Text(text));
    }
    Ok(out)
}

impl Lower<'_> {
    /// `fmt % args`
    pub fn format(&mut self, hop: &Hop) -> R<Typed> {
        let Some(fmt) = hop.args[0].const_value.clone() else {
            return Err(self.rt.unsupported("a format that is not constant"));
        };
        let unicode = matches!(fmt.unwrapped(), python::live::Value::Unicode(_));
        let text = fmt.as_text().unwrap_or_default();
        let bytes = match fmt.as_str() {
            Some(s) => s.bytes.to_vec(),
            None => text.into_bytes(),
        };
        let pieces = match parse(&bytes) {
            Ok(p) => p,
            Err(e) => {
                return Err(Box::new(ir::diag::Diagnostic::error("E0602", self.span, e)));
            }
        };
        let args = match self.rt.repr(hop.args[1].repr) {
            Repr::Tuple(_) => self.tuple_items(&hop.args[1].clone())?,
            Repr::Void
                if hop.args[1]
                    .const_value
                    .as_ref()
                    .is_some_and(|v| v.as_tuple().is_some()) =>
            {
                Vec::new()
            }
            _ => vec![hop.args[1].clone()],
        };
        self.format_pieces(pieces, args, unicode)
    }
    /// `format(x, spec)`, and a field of an f-string.
    pub fn format_field(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        let spec = hop.args[1].const_value.as_ref().and_then(|v| v.as_text());
        let Some(spec) = spec else {
            return Err(self
                .rt
                .unsupported("a format specification that is not constant"));
        };
        if spec.is_empty() {
            return self.str_op(hop);
        }
        let spec = match FormatSpec::parse(&spec, self.is_python2()) {
            Ok(s) => s,
            Err(e) => return Err(Box::new(ir::diag::Diagnostic::error("E0602", self.span, e))),
        };
        let v = match self.rt.repr(a.repr) {
            Repr::Str | Repr::Char => self.format_field_text(&a, &spec)?,
            Repr::Int(_) | Repr::Bool | Repr::Float => self.format_field_number(&a, &spec)?,
            _ => {
                let what = format!("a format specification for {}", self.rt.show_repr(a.repr));
                return Err(self.rt.unsupported(what));
            }
        };
        self.typed(v, Repr::Str)
    }
    fn format_field_text(&mut self, a: &HArg, spec: &FormatSpec) -> R<Opd> {
        if is_nullable_text(a) {
            let p = self.harg_as(a, a.repr)?;
            let null = self.is_null(p);
            let there = self.not(null);
            self.check(there, SafetyError::NoneOperand)?;
        }
        let s = self.as_string(a, false)?;
        let s = match spec.precision {
            Some(p) => self.cut(s, p as i64)?,
            None => s,
        };
        self.format_align(s, spec, spec.align_of_text())
    }
    fn format_field_number(&mut self, a: &HArg, spec: &FormatSpec) -> R<Opd> {
        let st = LLType::Ptr(self.rt.basic.string);
        let float = self.rt.repr(a.repr) == Repr::Float;
        let v = if float || spec.is_float_kind() {
            self.format_field_float(a, spec)?
        } else {
            self.format_digits(a, spec.kind.map_or(b'd', |c| c as u8))?
        };
        let code = |c: Option<char>| i64::from(c.map_or(0, u32::from));
        let letter = spec.kind.filter(|c| spec.alt && "boxX".contains(*c));
        let inside = spec.align_of_number() == '=';
        let width = if inside { spec.width as i64 } else { 0 };
        let all_digits = spec.group_size() != 3;
        let plain = spec.sign_of_positive().is_none() && letter.is_none() && spec.group.is_none();
        if plain && width == 0 {
            return self.format_align(v, spec, spec.align_of_number());
        }
        let args = [
            v.into(),
            self.int(code(spec.sign_of_positive())).into(),
            self.int(code(letter)).into(),
            self.int(code(spec.group)).into(),
            k(Const::bool(all_digits)).into(),
            self.int(width).into(),
            k(Const::char(spec.fill() as u8)).into(),
        ];
        let v = self.helper_as("rstr", "ll_format_number", args, st)?;
        match inside {
            true => Ok(v),
            false => self.format_align(v, spec, spec.align_of_number()),
        }
    }
    fn format_field_float(&mut self, a: &HArg, spec: &FormatSpec) -> R<Opd> {
        let f = self.rt.intern(Repr::Float);
        let mut x = self.harg_as(a, f)?;
        if spec.kind == Some('%') {
            let hundred = k(Const::float(100.0));
            x = self.emit(LLOp::FloatMul, [x, hundred], LLType::Float);
        }
        let (code, precision, flags) = match (spec.kind, spec.precision) {
            (None, Some(p)) => (b'g', p, text::ADD_DOT_0),
            (None, None) if self.is_python2() => (b'g', 12, text::ADD_DOT_0),
            (None, None) => (b'r', 0, text::ADD_DOT_0),
            (Some('%'), p) => (b'f', p.unwrap_or(6), 0),
            (Some('n'), p) => (b'g', p.unwrap_or(6), 0),
            (Some(c), p) => (c as u8, p.unwrap_or(6), 0),
        };
        let flags = i64::from(flags | if spec.alt { text::ALT } else { 0 });
        let args = vec![
            x,
            k(Const::char(code)),
            self.int(precision as i64),
            self.int(flags),
        ];
        let v = self.call_extern("gx_float_format", args)?;
        if spec.kind != Some('%') {
            return Ok(v);
        }
        let sign = k(self.rt.string_const(b"%"));
        let st = LLType::Ptr(self.rt.basic.string);
        self.helper_as("rstr", "ll_strconcat", [v.into(), sign.into()], st)
    }
    /// A text at its place in a width.
    fn format_align(&mut self, v: Opd, spec: &FormatSpec, align: char) -> R<Opd> {
        if spec.width == 0 {
            return Ok(v);
        }
        let helper = match align {
            '<' => "ll_ljust",
            '^' => "ll_format_center",
            _ => "ll_rjust",
        };
        let width = self.int(spec.width as i64);
        let fill = k(Const::char(spec.fill() as u8));
        let t = self.ty(&v);
        self.helper_as("rstr", helper, [v.into(), width.into(), fill.into()], t)
    }
    /// The first characters of a text.
    fn cut(&mut self, s: Opd, precision: i64) -> R<Opd> {
        let n = self.str_len(s.clone());
        let p = self.int(precision);
        let stop = self.helper_as("rlist", "ll_limit", [p.into(), n.into()], S)?;
        let t = self.ty(&s);
        let z = self.int(0);
        self.helper_as("rstr", "ll_strslice", [s.into(), z.into(), stop.into()], t)
    }
    /// The text that the pieces give, one argument for each item.
    fn format_pieces(&mut self, pieces: Vec<Piece>, args: Vec<HArg>, unicode: bool) -> R<Typed> {
        let wanted = pieces
            .iter()
            .filter(|p| matches!(p, Piece::Item { .. }))
            .count();
        if wanted < args.len() {
            self.raise_known("TypeError")?;
            return self.typed_void();
        }
        if wanted != args.len() {
            return Err(Box::new(ir::diag::Diagnostic::error(
                "E0603",
                self.span,
                format!("the format needs {wanted} values, {} are given", args.len()),
            )));
        }
        let mut args = args.into_iter();
        let mut parts: Vec<Opd> = Vec::new();
        for p in pieces {
            match p {
                Piece::Text(t) => parts.push(k(if unicode {
                    let points: Vec<u32> =
                        String::from_utf8_lossy(&t).chars().map(u32::from).collect();
                    self.rt.unicode_const(&points)
                } else {
                    self.rt.string_const(&t)
                })),
                Piece::Item {
                    code,
                    flags,
                    width,
                    precision,
                } => {
                    let Some(a) = args.next() else { break };
                    let v = self.format_item(&a, code, &flags, width, precision, unicode)?;
                    parts.push(v);
                }
            }
        }
        let v = self.joined(parts, unicode)?;
        self.typed(v, if unicode { Repr::Unicode } else { Repr::Str })
    }
    /// Texts one after the other.
    fn joined(&mut self, mut parts: Vec<Opd>, unicode: bool) -> R<Opd> {
        let st = LLType::Ptr(self.rt.basic.text(unicode));
        match parts.len() {
            0 => Ok(k(self.empty_text(unicode))),
            1 => Ok(parts.remove(0)),
            2 => {
                let b = parts.remove(1);
                let args = [parts.remove(0).into(), b.into()];
                self.helper_as("rstr", "ll_strconcat", args, st)
            }
            n => {
                let arr = self.rt.types_mut().array(true, FieldType::Value(st));
                let n = self.int(n as i64);
                let items = self.malloc_var(arr, n.clone())?;
                for (i, p) in parts.into_iter().enumerate() {
                    let i = self.int(i as i64);
                    self.emit(LLOp::SetArrayItem(arr), [items.clone(), i, p], LLType::Void);
                }
                let empty = k(self.empty_text(unicode));
                let args = [empty.into(), items.into(), n.into()];
                self.helper_as("rstr", "ll_join_strs", args, st)
            }
        }
    }
    fn empty_text(&mut self, unicode: bool) -> Const {
        if unicode {
            self.rt.unicode_const(&[])
        } else {
            self.rt.string_const(b"")
        }
    }
    fn format_item(
        &mut self,
        a: &HArg,
        code: u8,
        flags: &str,
        width: Option<i64>,
        precision: Option<i64>,
        unicode: bool,
    ) -> R<Opd> {
        let st = LLType::Ptr(self.rt.basic.string);
        let number = matches!(
            self.rt.repr(a.repr),
            Repr::Int(_) | Repr::Bool | Repr::Float | Repr::SingleFloat
        );
        let mut v = match code {
            b's' | b'r' => self.format_text(a, code, precision, unicode && !number)?,
            b'c' => match self.rt.repr(a.repr) {
                Repr::Int(_) => self.format_character(a, unicode)?,
                _ => self.as_string(a, unicode)?,
            },
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => self.format_digits(a, code)?,
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
                let f = self.rt.intern(Repr::Float);
                let x = self.harg_as(a, f)?;
                let alt = if flags.contains('#') {
                    i64::from(text::ALT)
                } else {
                    0
                };
                let args = vec![
                    x,
                    k(Const::char(code)),
                    self.int(precision.unwrap_or(6)),
                    self.int(alt),
                ];
                self.call_extern("gx_float_format", args)?
            }
            other => {
                return Err(self
                    .rt
                    .unsupported(format!("the format code `%{}`", other as char)));
            }
        };
        let text = matches!(code, b's' | b'r');
        if number && !text && code != b'c' {
            v = self.format_number(a, v, code, flags, width, precision)?;
        }
        if let Some(w) = width {
            v = self.format_width(v, flags, w, number && !text)?;
        }
        if unicode && self.ty(&v) == st {
            let u = LLType::Ptr(self.rt.basic.unicode);
            v = self.helper_as("rstr", "ll_decode_ascii", [HelperArg::Type(u), v.into()], u)?;
        }
        Ok(v)
    }
    /// `%c` of a number.
    fn format_character(&mut self, a: &HArg, unicode: bool) -> R<Opd> {
        let (limit, op, t) = match unicode {
            true => (0x11_0000, LLOp::CastIntToUnichar, LLType::UniChar),
            false => (0x100, LLOp::CastIntToChar, LLType::Char),
        };
        let i = self.int_arg(a, S)?;
        let u = self.int_to_int(i.clone(), S, U);
        let ok = self.op2(LLOp::UintLt, u, k(Const::unsigned(limit)), B);
        self.check(ok, SafetyError::Overflow)?;
        let c = self.emit(op, [i], t);
        self.char_to_str(c)
    }
    /// `%s` and `%r`; `unicode`: texts become unicode ones.
    fn format_text(&mut self, a: &HArg, code: u8, precision: Option<i64>, unicode: bool) -> R<Opd> {
        let s = if unicode && code == b's' {
            match self.rt.repr(a.repr) {
                Repr::Unicode | Repr::UniChar | Repr::Str | Repr::Char => {
                    let p = self.harg_as(a, a.repr)?;
                    if is_nullable_text(a) {
                        self.or_none_text(p, true, |l| l.as_string(a, true))?
                    } else {
                        self.as_string(a, true)?
                    }
                }
                _ => self.to_str(a)?,
            }
        } else if code == b's' {
            self.format_str(a)?
        } else {
            self.repr_text(a)?
        };
        match precision {
            Some(p) => self.cut(s, p),
            None => Ok(s),
        }
    }
    /// The digits of an integer, without prefix and padding.
    fn format_digits(&mut self, a: &HArg, code: u8) -> R<Opd> {
        let st = LLType::Ptr(self.rt.basic.string);
        let ty = HelperArg::Type(st);
        if matches!(code, b'd' | b'i' | b'n' | b'u') {
            let i = match self.rt.repr(a.repr) {
                Repr::Float | Repr::SingleFloat => {
                    let f = self.harg_as(a, a.repr)?;
                    let f = self.to_float(f)?;
                    self.emit(LLOp::CastFloatToInt, [f], S)
                }
                Repr::Bool => self.int_arg(a, S)?,
                _ => return self.to_str(a),
            };
            return self.helper_as("rstr", "ll_int2dec", [ty, i.into()], st);
        }
        let unsigned = self.rt.repr(a.repr) == Repr::Int(LLType::Unsigned);
        let i = self.int_arg(a, if unsigned { LLType::Unsigned } else { S })?;
        let f = match (code, unsigned) {
            (b'o', false) => "ll_int2oct",
            (b'o', true) => "ll_uint2oct",
            (b'b', false) => "ll_int2bin",
            (b'b', true) => "ll_uint2bin",
            (_, false) => "ll_int2hex",
            (_, true) => "ll_uint2hex",
        };
        // The prefix is put in when the number has its digits.
        let mut args = vec![ty, i.into(), k(Const::bool(false)).into()];
        if code == b'o' {
            args.push(self.int(1).into());
        }
        let v = self.helper_as("rstr", f, args, st)?;
        if code == b'X' {
            return self.helper_as("rstr", "ll_upper", [v.into()], st);
        }
        Ok(v)
    }
    /// The sign, the least number of digits, and the prefix of a number.
    fn format_number(
        &mut self,
        a: &HArg,
        mut v: Opd,
        code: u8,
        flags: &str,
        width: Option<i64>,
        precision: Option<i64>,
    ) -> R<Opd> {
        let st = LLType::Ptr(self.rt.basic.string);
        if flags.contains('+') || flags.contains(' ') {
            let sign = if flags.contains('+') { b'+' } else { b' ' };
            let args = [v.into(), k(Const::char(sign)).into()];
            v = self.helper_as("rstr", "ll_add_sign", args, st)?;
        }
        if precision.is_some() && matches!(code, b'd' | b'i' | b'u' | b'x' | b'X' | b'o') {
            let p = self.int(precision.unwrap_or(0));
            v = self.helper_as("rstr", "ll_pad_digits", [v.into(), p.into()], st)?;
            // As in C; an unsigned integer is a `long`.
            let unsigned = self.rt.repr(a.repr) == Repr::Int(LLType::Unsigned);
            if precision == Some(0) && self.is_python2() && !unsigned {
                v = self.helper_as("rstr", "ll_drop_zero", [v.into()], st)?;
            }
        }
        if flags.contains('#') && matches!(code, b'x' | b'X' | b'o') {
            let letter = match code {
                b'o' if self.is_python2() => 0,
                c => i64::from(c),
            };
            // Zeros in front of the digits come behind the prefix.
            let zeros = flags.contains('0') && !flags.contains('-');
            let width = self.int(width.filter(|_| zeros).unwrap_or(0));
            let letter = self.int(letter);
            let args = [v.into(), letter.into(), width.into()];
            v = self.helper_as("rstr", "ll_add_prefix", args, st)?;
        }
        Ok(v)
    }
    /// Spaces or zeros up to a width.
    fn format_width(&mut self, v: Opd, flags: &str, width: i64, zeros: bool) -> R<Opd> {
        let w = self.int(width);
        let t = self.ty(&v);
        let space = if t == LLType::Ptr(self.rt.basic.unicode) {
            k(Const::unichar(32))
        } else {
            k(Const::char(b' '))
        };
        if flags.contains('-') {
            self.helper_as("rstr", "ll_ljust", [v.into(), w.into(), space.into()], t)
        } else if flags.contains('0') && zeros {
            self.helper_as("rstr", "ll_zfill", [v.into(), w.into()], t)
        } else {
            self.helper_as("rstr", "ll_rjust", [v.into(), w.into(), space.into()], t)
        }
    }
    /// `%s`: `None` in a nullable string prints as `None`.
    fn format_str(&mut self, a: &HArg) -> R<Opd> {
        let v = self.to_str(a)?;
        if self.rt.repr(a.repr) == Repr::Str && a.ann.can_be_none() && a.const_value.is_none() {
            let st = LLType::Ptr(self.rt.basic.string);
            let none = k(self.rt.string_const(b"None"));
            let z = self.is_null(v.clone());
            return self.if_else(z, st, |_| Ok(none), |_| Ok(v));
        }
        Ok(v)
    }
}
