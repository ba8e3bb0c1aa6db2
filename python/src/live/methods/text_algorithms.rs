//! `str` (bytes), `unicode`, `bytearray`.
//!
//! The algorithms are written once, over sequences of code units ([`Unit`]): bytes for `str`, code points for
//! `unicode`. A method of a byte string with a unicode argument works on unicode, as in Python 2.
use crate::live::text::unicode;
use crate::live::text::{find_from, rfind};
use crate::live::{Args, PyResult, Space, Value};

/// A byte or a code point.
pub trait Unit: Copy + PartialEq + Ord + 'static {
    /// As a code point (bytes: Latin-1, of which only ASCII has properties).
    fn point(self) -> u32;
    /// From an ASCII character.
    fn ascii(c: u8) -> Self;
    /// The string object of units.
    fn make(v: Vec<Self>) -> Value;
    /// Whether `isspace` and `strip` take it for white space.
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
    /// Upper case, in Python 2 or 3.
    fn upper(self, py2: bool, out: &mut Vec<Self>);
    /// Appends its lower-case form, which may be longer than one.
    fn lower(self, py2: bool, out: &mut Vec<Self>);
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
    fn upper(self, _: bool, out: &mut Vec<u8>) {
        out.push(self.to_ascii_uppercase());
    }
    fn lower(self, _: bool, out: &mut Vec<u8>) {
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
    fn upper(self, py2: bool, out: &mut Vec<u32>) {
        unicode::upper(self, py2, out);
    }
    fn lower(self, py2: bool, out: &mut Vec<u32>) {
        unicode::lower(self, py2, out);
    }
}

/// The receiver in the wider of its own and the arguments' kinds.
pub(super) enum Both {
    B(Vec<u8>),
    U(Vec<u32>),
}

pub(super) fn receiver(space: &Space, args: &Args) -> PyResult<Both> {
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
pub(super) trait FromArg: Unit {
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

pub(super) fn range<T: Unit>(
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

pub(super) fn find_impl<T: FromArg>(
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
pub(super) fn find<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    Ok(Value::Int(
        find_impl(space, s, args, false)?.map_or(-1, |i| i as i64),
    ))
}
pub(super) fn rfind_m<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    Ok(Value::Int(
        find_impl(space, s, args, true)?.map_or(-1, |i| i as i64),
    ))
}
pub(super) fn index<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    match find_impl(space, s, args, false)? {
        Some(i) => Ok(Value::Int(i as i64)),
        None => Err(space.value_error("substring not found")),
    }
}
pub(super) fn rindex<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    match find_impl(space, s, args, true)? {
        Some(i) => Ok(Value::Int(i as i64)),
        None => Err(space.value_error("substring not found")),
    }
}
pub(super) fn count<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
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
pub(super) fn starts<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    affix(space, s, args, |part, x| part.starts_with(x), "startswith")
}
pub(super) fn ends<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    affix(space, s, args, |part, x| part.ends_with(x), "endswith")
}
pub(super) fn affix<T: FromArg>(
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
/// What is left of a count after one; negative counts have no limit.
fn one_less(count: i64) -> i64 {
    if count < 0 { count } else { count - 1 }
}
pub(super) fn replace<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
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
                left = one_less(left);
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
        left = one_less(left);
    }
    out.extend_from_slice(&s[i..]);
    Ok(T::make(out))
}
pub(super) fn pieces<T: Unit>(parts: Vec<&[T]>) -> Value {
    Value::list(parts.into_iter().map(|p| T::make(p.to_vec())).collect())
}
pub(super) fn split_args<T: FromArg>(
    space: &Space,
    args: &Args,
) -> PyResult<(Option<Vec<T>>, i64)> {
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
pub(super) fn split<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
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
                max = one_less(max);
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
                max = one_less(max);
            }
        }
    }
    Ok(pieces(out))
}
pub(super) fn rsplit<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
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
                max = one_less(max);
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
                max = one_less(max);
            }
        }
    }
    out.reverse();
    Ok(pieces(out))
}
pub(super) fn strip_impl<T: FromArg>(
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
pub(super) fn strip<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    strip_impl(space, s, args, true, true)
}
pub(super) fn lstrip<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    strip_impl(space, s, args, true, false)
}
pub(super) fn rstrip<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    strip_impl(space, s, args, false, true)
}
pub(super) fn upper<T: FromArg>(space: &Space, s: &[T], _: &Args) -> PyResult {
    let mut out = Vec::with_capacity(s.len());
    s.iter().for_each(|c| c.upper(space.py2(), &mut out));
    Ok(T::make(out))
}
pub(super) fn lower<T: FromArg>(space: &Space, s: &[T], _: &Args) -> PyResult {
    const SIGMA: u32 = 0x3A3;
    let mut out = Vec::with_capacity(s.len());
    s.iter().for_each(|c| c.lower(space.py2(), &mut out));
    if T::WIDE && !space.py2() && s.iter().any(|c| c.point() == SIGMA) {
        let points: Vec<u32> = s.iter().map(|c| c.point()).collect();
        let mut lower = Vec::with_capacity(out.len());
        for (i, &c) in points.iter().enumerate() {
            match c {
                SIGMA if unicode::ends_word(&points, i) => lower.push(0x3C2),
                _ => unicode::lower(c, false, &mut lower),
            }
        }
        return Ok(Value::code_points(lower));
    }
    Ok(T::make(out))
}
pub(super) fn swapcase<T: FromArg>(space: &Space, s: &[T], _: &Args) -> PyResult {
    let mut out = Vec::with_capacity(s.len());
    for c in s {
        match c.letter() {
            Some(l) if l.is_uppercase() => c.lower(space.py2(), &mut out),
            _ => c.upper(space.py2(), &mut out),
        }
    }
    Ok(T::make(out))
}
pub(super) fn capitalize<T: FromArg>(space: &Space, s: &[T], _: &Args) -> PyResult {
    let mut out = Vec::with_capacity(s.len());
    for (i, c) in s.iter().enumerate() {
        if i == 0 {
            c.upper(space.py2(), &mut out)
        } else {
            c.lower(space.py2(), &mut out)
        }
    }
    Ok(T::make(out))
}
pub(super) fn title<T: FromArg>(space: &Space, s: &[T], _: &Args) -> PyResult {
    let mut out = Vec::with_capacity(s.len());
    let mut inside = false;
    for c in s {
        let letter = c.letter().is_some_and(char::is_alphabetic);
        if letter && !inside {
            c.upper(space.py2(), &mut out)
        } else {
            c.lower(space.py2(), &mut out)
        }
        inside = letter;
    }
    Ok(T::make(out))
}
pub(super) fn istitle<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
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
pub(super) fn all<T: FromArg>(s: &[T], test: fn(char) -> bool) -> PyResult {
    Ok(Value::Bool(
        !s.is_empty() && s.iter().all(|c| c.letter().is_some_and(test)),
    ))
}
pub(super) fn isalpha<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    all(s, unicode::is_alpha)
}
pub(super) fn isdigit<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    all(s, crate::live::text::digits::is_digit)
}
pub(super) fn isdecimal<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    all(s, crate::live::text::digits::is_decimal)
}
pub(super) fn isnumeric<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    all(s, char::is_numeric)
}
pub(super) fn isalnum<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    all(s, unicode::is_alnum)
}
pub(super) fn isspace<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    Ok(Value::Bool(!s.is_empty() && s.iter().all(|c| c.is_space())))
}
pub(super) fn isprintable<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    Ok(Value::Bool(
        s.iter()
            .all(|c| c.letter().is_some_and(|c| !c.is_control())),
    ))
}
pub(super) fn isidentifier<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
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
pub(super) fn cased<T: FromArg>(
    s: &[T],
    wanted: fn(char) -> bool,
    refused: fn(char) -> bool,
) -> PyResult {
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
pub(super) fn isupper<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    cased(s, char::is_uppercase, char::is_lowercase)
}
pub(super) fn islower<T: FromArg>(_: &Space, s: &[T], _: &Args) -> PyResult {
    cased(s, char::is_lowercase, char::is_uppercase)
}
pub(super) fn padded<T: FromArg>(
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
    space.reserve_items(width, size_of::<T>())?;
    let pad = width - s.len();
    let left = how(pad, width);
    let mut out = vec![fill; left];
    out.extend_from_slice(s);
    out.resize(width, fill);
    Ok(T::make(out))
}
pub(super) fn ljust<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    padded(space, s, args, |_, _| 0)
}
pub(super) fn rjust<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    padded(space, s, args, |pad, _| pad)
}
pub(super) fn center<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    padded(space, s, args, |pad, width| pad / 2 + (pad & width & 1))
}
pub(super) fn zfill<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let width = space.int_value(args.arg(1))?.max(0) as usize;
    if width <= s.len() {
        return Ok(T::make(s.to_vec()));
    }
    space.reserve_items(width, size_of::<T>())?;
    let signed = s
        .first()
        .is_some_and(|&c| c == T::ascii(b'+') || c == T::ascii(b'-'));
    let (sign, rest) = s.split_at(usize::from(signed));
    let mut out = sign.to_vec();
    out.resize(width - rest.len(), T::ascii(b'0'));
    out.extend_from_slice(rest);
    Ok(T::make(out))
}
pub(super) fn partition<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
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
pub(super) fn rpartition<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
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
pub(super) fn splitlines<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
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
pub(super) fn expandtabs<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
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
pub(super) fn removeprefix<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
    let p = T::from_arg(space, args.arg(1))?;
    Ok(T::make(s.strip_prefix(&p[..]).unwrap_or(s).to_vec()))
}
pub(super) fn removesuffix<T: FromArg>(space: &Space, s: &[T], args: &Args) -> PyResult {
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
