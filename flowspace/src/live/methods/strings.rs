//! `str` (bytes), `unicode`, `bytearray`.
//!
//! The algorithms are written once, over sequences of code units ([`Unit`]): bytes for `str`, code points for `unicode`. A method
//! of a byte string with a unicode argument works on unicode, as in Python 2.
use std::rc::Rc;

use super::{
    comparison_methods, container_methods, method, mutable_methods, operator_methods, static_method,
};
use crate::live::text::{find_from, rfind};
use crate::live::{Args, PyResult, Space, Value, codecs, types};

/// A byte or a code point.
pub trait Unit: Copy + PartialEq + Ord + 'static {
    /// As a code point (bytes: Latin-1, of which only ASCII has properties).
    fn point(self) -> u32;
    /// From an ASCII character.
    fn ascii(c: u8) -> Self;
    /// The string object of units.
    fn make(v: Vec<Self>) -> Value;
    /// White space.
    fn is_space(self) -> bool {
        let c = self.point();
        matches!(c, 9..=13 | 32)
            || (Self::WIDE
                && matches!(c, 28..=31 | 0x85 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000))
    }
    /// Whether it is a code point.
    const WIDE: bool;
    /// The character, if its properties count.
    fn letter(self) -> Option<char> {
        char::from_u32(self.point()).filter(|c| Self::WIDE || c.is_ascii())
    }
    /// Upper case.
    fn upper(self, out: &mut Vec<Self>);
    /// Lower case.
    fn lower(self, out: &mut Vec<Self>);
}
impl Unit for u8 {
    const WIDE: bool = false;
    fn point(self) -> u32 {
        u32::from(self)
    }
    fn ascii(c: u8) -> u8 {
        c
    }
    fn make(v: Vec<u8>) -> Value {
        Value::from_vec(v)
    }
    fn upper(self, out: &mut Vec<u8>) {
        out.push(self.to_ascii_uppercase());
    }
    fn lower(self, out: &mut Vec<u8>) {
        out.push(self.to_ascii_lowercase());
    }
}
impl Unit for u32 {
    const WIDE: bool = true;
    fn point(self) -> u32 {
        self
    }
    fn ascii(c: u8) -> u32 {
        u32::from(c)
    }
    fn make(v: Vec<u32>) -> Value {
        Value::code_points(v)
    }
    fn upper(self, out: &mut Vec<u32>) {
        match char::from_u32(self) {
            Some(c) => out.extend(c.to_uppercase().map(u32::from)),
            None => out.push(self),
        }
    }
    fn lower(self, out: &mut Vec<u32>) {
        match char::from_u32(self) {
            Some(c) => out.extend(c.to_lowercase().map(u32::from)),
            None => out.push(self),
        }
    }
}

/// The receiver in the wider of its own and the arguments' kinds.
enum Both {
    B(Vec<u8>),
    U(Vec<u32>),
}

fn receiver(space: &Space, args: &Args) -> PyResult<Both> {
    let unicode_arg = args.pos[1..].iter().any(|a| match a.unwrapped() {
        Value::Unicode(_) => true,
        Value::Tuple(t) => t.iter().any(|x| matches!(x, Value::Unicode(_))),
        _ => false,
    });
    match args.this() {
        Value::Str(s) if unicode_arg => Ok(Both::U(space.to_points(&Value::Str(s))?)),
        Value::Str(s) => Ok(Both::B(s.bytes.to_vec())),
        Value::ByteArray(b) => Ok(Both::B(b.borrow().clone())),
        Value::Unicode(u) => Ok(Both::U(u.points.to_vec())),
        v => Err(space.type_error(format!(
            "descriptor requires a 'str' object but received a '{}'",
            v.type_name()
        ))),
    }
}

/// Reads a string argument in the receiver's kind.
trait FromArg: Unit {
    fn from_arg(space: &Space, v: &Value) -> PyResult<Vec<Self>>;
}
impl FromArg for u8 {
    fn from_arg(space: &Space, v: &Value) -> PyResult<Vec<u8>> {
        space
            .bytes_like(v)
            .ok_or_else(|| space.type_error(format!("expected a string, not {}", v.type_name())))
    }
}
impl FromArg for u32 {
    fn from_arg(space: &Space, v: &Value) -> PyResult<Vec<u32>> {
        match v.unwrapped() {
            Value::Str(_) | Value::Unicode(_) => space.to_points(v),
            _ => Err(space.type_error(format!("expected a string, not {}", v.type_name()))),
        }
    }
}

/// Defines a method generic over the kind of string.
macro_rules! generic {
    ($class:expr, $name:literal, $min:literal, $max:literal, $f:ident) => {
        method($class, $name, |space, args| {
            args.count(space, $name, $min, $max)?;
            match receiver(space, args)? {
                Both::B(s) => $f(space, &s, args),
                Both::U(s) => $f(space, &s, args),
            }
        });
    };
}

fn range<T: Unit>(
    space: &Space,
    args: &Args,
    s: &[T],
    first: usize,
) -> PyResult<Option<(usize, usize)>> {
    let len = s.len() as i64;
    let fix = |v: Option<&Value>, default: i64| -> PyResult<i64> {
        let i = match v {
            None | Some(Value::None) => default,
            Some(v) => space.int_value(v)?,
        };
        Ok(if i < 0 { (i + len).max(0) } else { i })
    };
    let start = fix(args.pos.get(first), 0)?;
    let stop = fix(args.pos.get(first + 1), len)?.min(len);
    Ok((start <= stop).then_some((start as usize, stop as usize)))
}

fn find_impl<T: FromArg>(
    space: &Space,
    s: &[T],
    args: &Args,
    last: bool,
) -> PyResult<Option<usize>> {
    let needle: Vec<T> = match args.arg(1) {
        // Python 3 bytes take a number, too.
        Value::Int(i) if !space.py2() && !T::WIDE => vec![T::ascii(*i as u8)],
        v => T::from_arg(space, v)?,
    };
    let Some((a, b)) = range(space, args, s, 2)? else {
        return Ok(None);
    };
    Ok(if last {
        rfind(&s[a..b], &needle).map(|i| i + a)
    } else {
        find_from(&s[..b], &needle, a)
    })
}
fn find<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    Ok(Value::Int(
        find_impl(space, s, args, false)?.map_or(-1, |i| i as i64),
    ))
}
fn rfind_m<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    Ok(Value::Int(
        find_impl(space, s, args, true)?.map_or(-1, |i| i as i64),
    ))
}
fn index<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    match find_impl(space, s, args, false)? {
        Some(i) => Ok(Value::Int(i as i64)),
        None => Err(space.value_error("substring not found")),
    }
}
fn rindex<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    match find_impl(space, s, args, true)? {
        Some(i) => Ok(Value::Int(i as i64)),
        None => Err(space.value_error("substring not found")),
    }
}
fn count<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let needle = T::from_arg(space, args.arg(1))?;
    let Some((a, b)) = range(space, args, s, 2)? else {
        return Ok(Value::Int(0));
    };
    if needle.is_empty() {
        return Ok(Value::Int((b - a + 1) as i64));
    }
    let mut n = 0;
    let mut i = a;
    while let Some(at) = find_from(&s[..b], &needle, i) {
        n += 1;
        i = at + needle.len();
    }
    Ok(Value::Int(n))
}
fn starts<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    affix(space, s, args, |part, x| part.starts_with(x), "startswith")
}
fn ends<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    affix(space, s, args, |part, x| part.ends_with(x), "endswith")
}
fn affix<T: FromArg>(
    space: &Space,
    s: &[T],
    args: &Args,
    test: fn(&[T], &[T]) -> bool,
    name: &str,
) -> PyResult {
    let Some((a, b)) = range(space, args, s, 2)? else {
        return Ok(Value::Bool(false));
    };
    let part = &s[a..b];
    if let Value::Tuple(t) = args.arg(1) {
        for x in t.iter() {
            if test(part, &T::from_arg(space, x)?) {
                return Ok(Value::Bool(true));
            }
        }
        return Ok(Value::Bool(false));
    }
    if !matches!(
        args.arg(1).unwrapped(),
        Value::Str(_) | Value::Unicode(_) | Value::ByteArray(_)
    ) {
        return Err(space.type_error(format!(
            "{name} first arg must be str or a tuple of str, not {}",
            args.arg(1).type_name()
        )));
    }
    Ok(Value::Bool(test(part, &T::from_arg(space, args.arg(1))?)))
}
fn replace<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let old = T::from_arg(space, args.arg(1))?;
    let new = T::from_arg(space, args.arg(2))?;
    let mut left = match args.opt(3, "count") {
        Some(v) => space.int_value(v)?,
        None => -1,
    };
    let mut out = Vec::with_capacity(s.len());
    if old.is_empty() {
        for &c in s {
            if left != 0 {
                out.extend_from_slice(&new);
                left -= 1;
            }
            out.push(c);
        }
        if left != 0 {
            out.extend_from_slice(&new);
        }
        return Ok(T::make(out));
    }
    let mut i = 0;
    while left != 0 {
        let Some(at) = find_from(s, &old, i) else {
            break;
        };
        out.extend_from_slice(&s[i..at]);
        out.extend_from_slice(&new);
        i = at + old.len();
        left -= 1;
    }
    out.extend_from_slice(&s[i..]);
    Ok(T::make(out))
}
fn pieces<T: Unit>(parts: Vec<&[T]>) -> Value {
    Value::list(parts.into_iter().map(|p| T::make(p.to_vec())).collect())
}
fn split_args<T: FromArg>(space: &Space, args: &Args) -> PyResult<(Option<Vec<T>>, i64)> {
    let sep = match args.opt(1, "sep") {
        None | Some(Value::None) => None,
        Some(v) => Some(T::from_arg(space, v)?),
    };
    if sep.as_ref().is_some_and(Vec::is_empty) {
        return Err(space.value_error("empty separator"));
    }
    let max = match args.opt(2, "maxsplit") {
        Some(v) => space.int_value(v)?,
        None => -1,
    };
    Ok((sep, max))
}
fn split<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let (sep, mut max) = split_args::<T>(space, args)?;
    let mut out: Vec<&[T]> = Vec::new();
    match sep {
        Some(sep) => {
            let mut i = 0;
            while max != 0 {
                let Some(at) = find_from(s, &sep, i) else {
                    break;
                };
                out.push(&s[i..at]);
                i = at + sep.len();
                max -= 1;
            }
            out.push(&s[i..]);
        }
        None => {
            let mut i = 0;
            loop {
                while i < s.len() && s[i].is_space() {
                    i += 1;
                }
                if i >= s.len() {
                    break;
                }
                if max == 0 {
                    out.push(&s[i..]);
                    break;
                }
                let start = i;
                while i < s.len() && !s[i].is_space() {
                    i += 1;
                }
                out.push(&s[start..i]);
                max -= 1;
            }
        }
    }
    Ok(pieces(out))
}
fn rsplit<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let (sep, mut max) = split_args::<T>(space, args)?;
    let mut out: Vec<&[T]> = Vec::new();
    match sep {
        Some(sep) => {
            let mut end = s.len();
            while max != 0 {
                let Some(at) = rfind(&s[..end], &sep) else {
                    break;
                };
                out.push(&s[at + sep.len()..end]);
                end = at;
                max -= 1;
            }
            out.push(&s[..end]);
        }
        None => {
            let mut end = s.len();
            loop {
                while end > 0 && s[end - 1].is_space() {
                    end -= 1;
                }
                if end == 0 {
                    break;
                }
                if max == 0 {
                    out.push(&s[..end]);
                    break;
                }
                let stop = end;
                while end > 0 && !s[end - 1].is_space() {
                    end -= 1;
                }
                out.push(&s[end..stop]);
                max -= 1;
            }
        }
    }
    out.reverse();
    Ok(pieces(out))
}
fn strip_impl<T: FromArg>(
    space: &Space,
    s: &[T],
    args: &Args,
    left: bool,
    right: bool,
) -> PyResult {
    let set: Option<Vec<T>> = match args.pos.get(1) {
        None | Some(Value::None) => None,
        Some(v) => Some(T::from_arg(space, v)?),
    };
    let drop = |c: T| match &set {
        Some(set) => set.contains(&c),
        None => c.is_space(),
    };
    let mut a = 0;
    let mut b = s.len();
    while left && a < b && drop(s[a]) {
        a += 1;
    }
    while right && b > a && drop(s[b - 1]) {
        b -= 1;
    }
    Ok(T::make(s[a..b].to_vec()))
}
fn strip<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    strip_impl(space, s, args, true, true)
}
fn lstrip<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    strip_impl(space, s, args, true, false)
}
fn rstrip<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    strip_impl(space, s, args, false, true)
}
fn upper<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    let mut out = Vec::with_capacity(s.len());
    s.iter().for_each(|c| c.upper(&mut out));
    Ok(T::make(out))
}
fn lower<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    let mut out = Vec::with_capacity(s.len());
    s.iter().for_each(|c| c.lower(&mut out));
    Ok(T::make(out))
}
fn swapcase<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    let mut out = Vec::with_capacity(s.len());
    for c in s {
        match c.letter() {
            Some(l) if l.is_uppercase() => c.lower(&mut out),
            _ => c.upper(&mut out),
        }
    }
    Ok(T::make(out))
}
fn capitalize<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    let mut out = Vec::with_capacity(s.len());
    for (i, c) in s.iter().enumerate() {
        if i == 0 {
            c.upper(&mut out)
        } else {
            c.lower(&mut out)
        }
    }
    Ok(T::make(out))
}
fn title<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    let mut out = Vec::with_capacity(s.len());
    let mut inside = false;
    for c in s {
        let letter = c.letter().is_some_and(char::is_alphabetic);
        if letter && !inside {
            c.upper(&mut out)
        } else {
            c.lower(&mut out)
        }
        inside = letter;
    }
    Ok(T::make(out))
}
fn istitle<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    let mut cased = false;
    let mut inside = false;
    for c in s {
        let l = c.letter();
        if l.is_some_and(char::is_uppercase) {
            if inside {
                return Ok(Value::Bool(false));
            }
            inside = true;
            cased = true;
        } else if l.is_some_and(char::is_lowercase) {
            if !inside {
                return Ok(Value::Bool(false));
            }
            cased = true;
        } else {
            inside = false;
        }
    }
    Ok(Value::Bool(cased))
}
fn all<T: FromArg>(s: &[T], test: fn(char) -> bool) -> PyResult {
    Ok(Value::Bool(
        !s.is_empty() && s.iter().all(|c| c.letter().is_some_and(test)),
    ))
}
fn isalpha<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    all(s, char::is_alphabetic)
}
fn isdigit<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    all(s, |c| {
        if c.is_ascii() {
            c.is_ascii_digit()
        } else {
            c.is_numeric()
        }
    })
}
fn isalnum<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    all(s, char::is_alphanumeric)
}
fn isspace<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    Ok(Value::Bool(!s.is_empty() && s.iter().all(|c| c.is_space())))
}
fn isprintable<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    Ok(Value::Bool(
        s.iter()
            .all(|c| c.letter().is_some_and(|c| !c.is_control())),
    ))
}
fn isidentifier<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    let ok = |(i, c): (usize, &T)| {
        c.letter().is_some_and(|c| {
            c == '_'
                || if i == 0 {
                    c.is_alphabetic()
                } else {
                    c.is_alphanumeric()
                }
        })
    };
    Ok(Value::Bool(!s.is_empty() && s.iter().enumerate().all(ok)))
}
fn cased<T: FromArg>(s: &[T], wanted: fn(char) -> bool, refused: fn(char) -> bool) -> PyResult {
    let mut any = false;
    for c in s {
        if let Some(l) = c.letter() {
            if refused(l) {
                return Ok(Value::Bool(false));
            }
            any |= wanted(l);
        }
    }
    Ok(Value::Bool(any))
}
fn isupper<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    cased(s, char::is_uppercase, char::is_lowercase)
}
fn islower<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    cased(s, char::is_lowercase, char::is_uppercase)
}
fn padded<T: FromArg>(
    space: &Space,
    s: &[T],
    args: &Args,
    how: fn(usize, usize) -> usize,
) -> PyResult {
    let width = space.int_value(args.arg(1))?.max(0) as usize;
    let fill = match args.pos.get(2) {
        Some(v) => match T::from_arg(space, v)?.as_slice() {
            [c] => *c,
            _ => {
                return Err(
                    space.type_error("The fill character must be exactly one character long")
                );
            }
        },
        None => T::ascii(b' '),
    };
    if width <= s.len() {
        return Ok(T::make(s.to_vec()));
    }
    if width > 1 << 32 {
        return Err(space.error("MemoryError", ""));
    }
    let pad = width - s.len();
    let left = how(pad, width);
    let mut out = vec![fill; left];
    out.extend_from_slice(s);
    out.resize(width, fill);
    Ok(T::make(out))
}
fn ljust<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    padded(space, s, args, |_, _| 0)
}
fn rjust<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    padded(space, s, args, |pad, _| pad)
}
fn center<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    padded(space, s, args, |pad, width| pad / 2 + (pad & width & 1))
}
fn zfill<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let width = space.int_value(args.arg(1))?.max(0) as usize;
    if width <= s.len() {
        return Ok(T::make(s.to_vec()));
    }
    let signed = s
        .first()
        .is_some_and(|&c| c == T::ascii(b'+') || c == T::ascii(b'-'));
    let (sign, rest) = s.split_at(usize::from(signed));
    let mut out = sign.to_vec();
    out.resize(width - rest.len(), T::ascii(b'0'));
    out.extend_from_slice(rest);
    Ok(T::make(out))
}
fn partition<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let sep = T::from_arg(space, args.arg(1))?;
    if sep.is_empty() {
        return Err(space.value_error("empty separator"));
    }
    let (a, b, c) = match find_from(s, &sep, 0) {
        Some(i) => (&s[..i], &sep[..], &s[i + sep.len()..]),
        None => (s, &[][..], &[][..]),
    };
    Ok(Value::tuple(vec![
        T::make(a.to_vec()),
        T::make(b.to_vec()),
        T::make(c.to_vec()),
    ]))
}
fn rpartition<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let sep = T::from_arg(space, args.arg(1))?;
    if sep.is_empty() {
        return Err(space.value_error("empty separator"));
    }
    let (a, b, c) = match rfind(s, &sep) {
        Some(i) => (&s[..i], &sep[..], &s[i + sep.len()..]),
        None => (&[][..], &[][..], s),
    };
    Ok(Value::tuple(vec![
        T::make(a.to_vec()),
        T::make(b.to_vec()),
        T::make(c.to_vec()),
    ]))
}
fn splitlines<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let keep = match args.opt(1, "keepends") {
        Some(v) => space.is_true(v)?,
        None => false,
    };
    Ok(Value::list(
        split_lines(s, keep)
            .into_iter()
            .map(|l| T::make(l.to_vec()))
            .collect(),
    ))
}
/// Splits at line ends.
pub fn split_lines<T: Unit>(s: &[T], keep: bool) -> Vec<&[T]> {
    let mut out = Vec::new();
    let mut i = 0;
    let is_end = |c: T| match c.point() {
        10 | 13 => true,
        11 | 12 | 28..=30 | 0x85 | 0x2028 | 0x2029 => T::WIDE,
        _ => false,
    };
    while i < s.len() {
        let start = i;
        while i < s.len() && !is_end(s[i]) {
            i += 1;
        }
        let end = i;
        if i < s.len() {
            i += if s[i].point() == 13 && s.get(i + 1).is_some_and(|c| c.point() == 10) {
                2
            } else {
                1
            };
        }
        out.push(&s[start..if keep { i } else { end }]);
    }
    out
}
fn expandtabs<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let size = match args.opt(1, "tabsize") {
        Some(v) => space.int_value(v)?,
        None => 8,
    };
    let mut out = Vec::new();
    let mut column = 0;
    for &c in s {
        match c.point() {
            9 => {
                if size > 0 {
                    let n = size - column % size;
                    out.extend(std::iter::repeat_n(T::ascii(b' '), n as usize));
                    column += n;
                }
            }
            10 | 13 => {
                out.push(c);
                column = 0;
            }
            _ => {
                out.push(c);
                column += 1;
            }
        }
    }
    Ok(T::make(out))
}
fn removeprefix<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let p = T::from_arg(space, args.arg(1))?;
    Ok(T::make(s.strip_prefix(&p[..]).unwrap_or(s).to_vec()))
}
fn removesuffix<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let p = T::from_arg(space, args.arg(1))?;
    Ok(T::make(s.strip_suffix(&p[..]).unwrap_or(s).to_vec()))
}

/// `sep.join(items)`
pub fn join_texts(space: &Space, sep: &Value, items: &[Value]) -> PyResult {
    let wide = matches!(sep, Value::Unicode(_))
        || items
            .iter()
            .any(|x| matches!(x.unwrapped(), Value::Unicode(_)));
    let check = |i: usize, v: &Value| -> PyResult<()> {
        match v.unwrapped() {
            Value::Str(_) | Value::Unicode(_) | Value::ByteArray(_) => Ok(()),
            _ => Err(space.type_error(format!(
                "sequence item {i}: expected {}, {} found",
                if space.py2() {
                    "string"
                } else {
                    "str instance"
                },
                v.type_name()
            ))),
        }
    };
    if wide {
        let sep = space.to_points(sep)?;
        let mut out = Vec::new();
        for (i, x) in items.iter().enumerate() {
            check(i, x)?;
            if i > 0 {
                out.extend_from_slice(&sep);
            }
            out.extend(space.to_points(x)?);
        }
        return Ok(Value::code_points(out));
    }
    let sep = space.bytes_like(sep).unwrap_or_default();
    let mut out = Vec::new();
    for (i, x) in items.iter().enumerate() {
        check(i, x)?;
        if i > 0 {
            out.extend_from_slice(&sep);
        }
        match x {
            Value::Str(s) => out.extend_from_slice(&s.bytes),
            _ => out.extend(space.bytes_like(x).unwrap_or_default()),
        }
    }
    Ok(Value::from_vec(out))
}

pub(super) fn install() {
    let t = types();
    for c in [&t.str, &t.unicode, &t.bytearray] {
        generic!(c, "find", 2, 4, find);
        generic!(c, "rfind", 2, 4, rfind_m);
        generic!(c, "index", 2, 4, index);
        generic!(c, "rindex", 2, 4, rindex);
        generic!(c, "count", 2, 4, count);
        generic!(c, "startswith", 2, 4, starts);
        generic!(c, "endswith", 2, 4, ends);
        generic!(c, "replace", 3, 4, replace);
        generic!(c, "split", 1, 3, split);
        generic!(c, "rsplit", 1, 3, rsplit);
        generic!(c, "strip", 1, 2, strip);
        generic!(c, "lstrip", 1, 2, lstrip);
        generic!(c, "rstrip", 1, 2, rstrip);
        generic!(c, "upper", 1, 1, upper);
        generic!(c, "lower", 1, 1, lower);
        generic!(c, "casefold", 1, 1, lower);
        generic!(c, "swapcase", 1, 1, swapcase);
        generic!(c, "capitalize", 1, 1, capitalize);
        generic!(c, "title", 1, 1, title);
        generic!(c, "istitle", 1, 1, istitle);
        generic!(c, "isalpha", 1, 1, isalpha);
        generic!(c, "isdigit", 1, 1, isdigit);
        generic!(c, "isdecimal", 1, 1, isdigit);
        generic!(c, "isnumeric", 1, 1, isdigit);
        generic!(c, "isalnum", 1, 1, isalnum);
        generic!(c, "isspace", 1, 1, isspace);
        generic!(c, "isprintable", 1, 1, isprintable);
        generic!(c, "isidentifier", 1, 1, isidentifier);
        generic!(c, "isupper", 1, 1, isupper);
        generic!(c, "islower", 1, 1, islower);
        generic!(c, "ljust", 2, 3, ljust);
        generic!(c, "rjust", 2, 3, rjust);
        generic!(c, "center", 2, 3, center);
        generic!(c, "zfill", 2, 2, zfill);
        generic!(c, "partition", 2, 2, partition);
        generic!(c, "rpartition", 2, 2, rpartition);
        generic!(c, "splitlines", 1, 2, splitlines);
        generic!(c, "expandtabs", 1, 2, expandtabs);
        generic!(c, "removeprefix", 2, 2, removeprefix);
        generic!(c, "removesuffix", 2, 2, removesuffix);
        method(c, "isascii", |space, args| {
            Ok(Value::Bool(match receiver(space, args)? {
                Both::B(s) => s.is_ascii(),
                Both::U(s) => s.iter().all(|&c| c < 128),
            }))
        });
        method(c, "join", |space, args| {
            args.check(space, "join", 2, 2)?;
            let items = space.iterate_vec(args.arg(1))?;
            join_texts(space, &args.this(), &items)
        });
        method(c, "decode", |space, args| {
            let (encoding, errors) = codec_args(args, if space.py2() { "ascii" } else { "utf-8" });
            let this = args.this();
            let bytes = match &this {
                Value::Unicode(u) => codecs::encode(space, &u.points, "ascii", "strict")?,
                v => space.bytes_like(v).unwrap_or_default(),
            };
            if matches!(encoding.as_str(), "hex" | "hex_codec") {
                return hex_decode(space, &bytes);
            }
            if matches!(encoding.as_str(), "string-escape" | "string_escape") {
                return Ok(Value::from_vec(unescape(&bytes)));
            }
            Ok(Value::code_points(codecs::decode(
                space, &bytes, &encoding, &errors,
            )?))
        });
        method(c, "encode", |space, args| {
            let (encoding, errors) = codec_args(args, if space.py2() { "ascii" } else { "utf-8" });
            let this = args.this();
            if matches!(encoding.as_str(), "hex" | "hex_codec")
                && let Some(b) = space.bytes_like(&this)
            {
                return Ok(Value::string(
                    b.iter().map(|b| format!("{b:02x}")).collect(),
                ));
            }
            if matches!(encoding.as_str(), "string-escape" | "string_escape")
                && let Some(b) = space.bytes_like(&this)
            {
                let r = crate::live::text::bytes_repr(&b);
                return Ok(Value::str(&r[1..r.len() - 1]));
            }
            // A byte string that is encoded as UTF-8 already (Python 3 sources) stays as it is.
            if let Value::Str(s) = &this
                && !space.py2()
                && codecs::is_utf8(&encoding)
            {
                return Ok(Value::Str(s.clone()));
            }
            let points = space.to_points(&this)?;
            Ok(Value::from_vec(codecs::encode(
                space, &points, &encoding, &errors,
            )?))
        });
        method(c, "translate", |space, args| {
            args.count(space, "translate", 2, 3)?;
            translate(space, args)
        });
        method(c, "format", |space, args| {
            crate::live::format::format_method(space, args)
        });
        method(c, "format_map", |space, args| {
            let kw = match args.arg(1).as_dict() {
                Some(d) => d.names(),
                None => Vec::new(),
            };
            crate::live::format::format_method(
                space,
                &Args {
                    pos: vec![args.arg(0).clone()],
                    kw,
                },
            )
        });
        method(c, "hex", |space, args| {
            let b = space.bytes_like(&args.this()).unwrap_or_default();
            Ok(Value::string(
                b.iter().map(|b| format!("{b:02x}")).collect(),
            ))
        });
        method(c, "__str__", |space, args| {
            Ok(space.str(&args.this())?.into_value())
        });
        method(c, "__repr__", |space, args| {
            Ok(space.repr(&args.this())?.into_value())
        });
        method(c, "__hash__", |space, args| {
            Ok(Value::Int(space.hash(&args.this())?))
        });
        method(c, "__format__", |space, args| {
            crate::live::format::format(space, &args.this(), args.arg(1))
        });
        method(c, "__getslice__", |space, args| {
            space.getitem(
                &args.this(),
                &crate::live::items::slice(args.arg(1).clone(), args.arg(2).clone(), Value::None),
            )
        });
        container_methods(c);
        comparison_methods(c);
        operator_methods!(c, Add, Mul, Mod);
        static_method(c, "__new__", |space, args| {
            let Value::Class(c) = args.arg(0) else {
                return Err(space.type_error("__new__() needs a class"));
            };
            let rest = Args {
                pos: args.pos[1..].to_vec(),
                kw: args.kw.clone(),
            };
            match c.builtin {
                Some(kind) => super::construct_plain(space, kind, &rest),
                None => space.allocate(c, &rest),
            }
        });
    }
    static_method(&t.str, "maketrans", |space, args| maketrans(space, args));
    let b = &t.bytearray;
    mutable_methods(b);
    method(b, "append", |space, args| {
        if let Value::ByteArray(b) = args.this() {
            let v = match args.arg(1).unwrapped() {
                Value::Str(s) if s.bytes.len() == 1 => i64::from(s.bytes[0]),
                v => space.int_value(&v)?,
            };
            let v =
                u8::try_from(v).map_err(|_| space.value_error("byte must be in range(0, 256)"))?;
            b.borrow_mut().push(v);
        }
        Ok(Value::None)
    });
    method(b, "extend", |space, args| {
        if let Value::ByteArray(b) = args.this() {
            let new = to_bytes(space, args.arg(1))?;
            b.borrow_mut().extend(new);
        }
        Ok(Value::None)
    });
    method(b, "pop", |space, args| match args.this() {
        Value::ByteArray(b) => match b.borrow_mut().pop() {
            Some(x) => Ok(Value::Int(i64::from(x))),
            None => Err(space.error("IndexError", "pop from empty bytearray")),
        },
        _ => Ok(Value::None),
    });
}

fn codec_args(args: &Args, default: &str) -> (String, String) {
    let text =
        |v: Option<&Value>, d: &str| v.and_then(Value::as_text).unwrap_or_else(|| d.to_string());
    (
        text(args.opt(1, "encoding"), default),
        text(args.opt(2, "errors"), "strict"),
    )
}

fn hex_decode(space: &Space, bytes: &[u8]) -> PyResult {
    let mut out = Vec::new();
    for pair in bytes.chunks(2) {
        let digit = |b: u8| (b as char).to_digit(16);
        match pair {
            [a, b] => match (digit(*a), digit(*b)) {
                (Some(x), Some(y)) => out.push((x * 16 + y) as u8),
                _ => return Err(space.type_error("Non-hexadecimal digit found")),
            },
            _ => return Err(space.type_error("Odd-length string")),
        }
    }
    Ok(Value::from_vec(out))
}

/// Python 2's `string-escape`.
fn unescape(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] != b'\\' || i + 1 >= bytes.len() {
            out.push(bytes[i]);
            i += 1;
            continue;
        }
        i += 1;
        let c = bytes[i];
        i += 1;
        match c {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'a' => out.push(7),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'v' => out.push(11),
            b'x' => {
                let text = bytes
                    .get(i..i + 2)
                    .and_then(|h| std::str::from_utf8(h).ok());
                if let Some(v) = text.and_then(|t| u8::from_str_radix(t, 16).ok()) {
                    out.push(v);
                    i += 2;
                }
            }
            b'0'..=b'7' => {
                let mut v = u32::from(c - b'0');
                let mut n = 1;
                while n < 3 && i < bytes.len() && (b'0'..=b'7').contains(&bytes[i]) {
                    v = v * 8 + u32::from(bytes[i] - b'0');
                    i += 1;
                    n += 1;
                }
                out.push(v as u8);
            }
            b'\n' => {}
            b'\\' | b'\'' | b'"' => out.push(c),
            other => out.extend([b'\\', other]),
        }
    }
    out
}

fn maketrans(space: &Space, args: &Args) -> PyResult {
    args.check(space, "maketrans", 1, 3)?;
    if args.pos.len() == 1 {
        return Ok(args.arg(0).clone());
    }
    let from = space.bytes_like(args.arg(0)).unwrap_or_default();
    let to = space.bytes_like(args.arg(1)).unwrap_or_default();
    if from.len() != to.len() {
        return Err(space.value_error("maketrans arguments must have same length"));
    }
    let mut table: Vec<u8> = (0..=255).collect();
    for (a, b) in from.iter().zip(&to) {
        table[*a as usize] = *b;
    }
    Ok(Value::from_vec(table))
}

fn translate(space: &Space, args: &Args) -> PyResult {
    let this = args.this();
    let table = args.arg(1);
    if let Value::Str(s) = &this
        && (table.is_none() || matches!(table.unwrapped(), Value::Str(_)))
    {
        let map = space.bytes_like(table);
        if map.as_ref().is_some_and(|m| m.len() != 256) {
            return Err(space.value_error("translation table must be 256 characters long"));
        }
        let delete = args
            .opt(2, "delete")
            .and_then(|d| space.bytes_like(d))
            .unwrap_or_default();
        let out = s
            .bytes
            .iter()
            .filter(|b| !delete.contains(b))
            .map(|&b| map.as_ref().map_or(b, |m| m[b as usize]))
            .collect();
        return Ok(Value::from_vec(out));
    }
    let wide = matches!(this, Value::Unicode(_));
    let mut out = Vec::new();
    for c in space.to_points(&this)? {
        let r = space.getitem(table, &Value::Int(i64::from(c)));
        match r {
            Ok(Value::None) => {}
            Ok(Value::Int(i)) => out.push(i as u32),
            Ok(v) => out.extend(space.to_points(&v)?),
            Err(e) if space.is_exception(&e, "LookupError") => out.push(c),
            Err(e) => return Err(e),
        }
    }
    if wide {
        Ok(Value::code_points(out))
    } else {
        Ok(Value::from_vec(codecs::encode(
            space, &out, "utf-8", "strict",
        )?))
    }
}

/// `str(...)`; in Python 3 modules also `bytes(...)`.
pub fn str_new(space: &Space, args: &Args) -> PyResult {
    args.count(space, "str", 0, 3)?;
    let Some(v) = args.opt(0, "object") else {
        return Ok(Value::bytes(b""));
    };
    if args.pos.len() + args.kw.len() > 1 {
        // `str(bytes, encoding)`: byte strings are text already.
        return match space.bytes_like(v) {
            Some(b) => Ok(Value::from_vec(b)),
            None => {
                let points = space.to_points(v)?;
                let (encoding, errors) = codec_args(args, "utf-8");
                Ok(Value::from_vec(codecs::encode(
                    space, &points, &encoding, &errors,
                )?))
            }
        };
    }
    match v {
        Value::Str(_) => Ok(v.clone()),
        Value::ByteArray(b) if space.py2() => Ok(Value::bytes(&b.borrow())),
        _ => Ok(space.str(v)?.into_value()),
    }
}

/// `unicode(...)`
pub fn unicode_new(space: &Space, args: &Args) -> PyResult {
    args.count(space, "unicode", 0, 3)?;
    let Some(v) = args.opt(0, "string") else {
        return Ok(Value::code_points(vec![]));
    };
    match v.unwrapped() {
        Value::Unicode(u) => Ok(Value::Unicode(u)),
        Value::Str(_) | Value::ByteArray(_)
            if args.pos.len() + args.kw.len() > 1 || !matches!(v, Value::Instance(_)) =>
        {
            let (encoding, errors) = codec_args(args, if space.py2() { "ascii" } else { "utf-8" });
            let bytes = space.bytes_like(v).unwrap_or_default();
            Ok(Value::code_points(codecs::decode(
                space, &bytes, &encoding, &errors,
            )?))
        }
        _ => {
            if let Some(f) = space.special(v, super::special().unicode)? {
                let r = space.call(&f, &[])?;
                return Ok(Value::code_points(space.to_points(&r)?));
            }
            let text = space.str(v)?;
            Ok(Value::code_points(codecs::decode(
                space,
                &text.0,
                if space.py2() { "ascii" } else { "utf-8" },
                "strict",
            )?))
        }
    }
}

/// Bytes from what `bytes(...)` and `bytearray(...)` take.
pub fn to_bytes(space: &Space, v: &Value) -> PyResult<Vec<u8>> {
    match v.unwrapped() {
        Value::Str(s) => Ok(s.bytes.to_vec()),
        Value::ByteArray(b) => Ok(b.borrow().clone()),
        Value::Unicode(u) => codecs::encode(space, &u.points, "utf-8", "strict"),
        Value::Int(n) => {
            if n < 0 {
                return Err(space.value_error("negative count"));
            }
            Ok(vec![0; n as usize])
        }
        _ => {
            let mut out = Vec::new();
            for x in space.iterate_vec(v)? {
                let i = match &x {
                    Value::Str(s) if s.bytes.len() == 1 => i64::from(s.bytes[0]),
                    x => space.int_value(x)?,
                };
                out.push(
                    u8::try_from(i)
                        .map_err(|_| space.value_error("bytes must be in range(0, 256)"))?,
                );
            }
            Ok(out)
        }
    }
}

/// `bytearray(...)`
pub fn bytearray_new(space: &Space, args: &Args) -> PyResult {
    args.count(space, "bytearray", 0, 3)?;
    let bytes = match args.pos.first() {
        Some(v) => to_bytes(space, v)?,
        None => Vec::new(),
    };
    Ok(Value::ByteArray(Rc::new(bytes.into())))
}
