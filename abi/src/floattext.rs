//! Floats as text, with CPython's rules: shared by the live space and by the runtime of translated programs, so that
//! both print the same. No dependence on live objects.
/// Always show a sign.
pub const SIGN: u8 = 1;
/// The alternate form: keep the point and trailing zeros.
pub const ALT: u8 = 4;
/// Append `.0` to what would look like an integer.
pub const ADD_DOT_0: u8 = 2;
/// No leading zeros in the exponent.
pub const CUT_EXP_0: u8 = 8;

/// `repr` of a float: the shortest decimal that reads back, in Python's layout.
pub fn float_repr(f: f64) -> String {
    if f.is_nan() {
        return "nan".into();
    }
    if f.is_infinite() {
        return if f > 0.0 { "inf" } else { "-inf" }.into();
    }
    let (digits, point) = shortest_digits(f.abs());
    let mut out = String::new();
    if f.is_sign_negative() {
        out.push('-');
    }
    layout(&digits, point, &mut out);
    out
}

/// Python's layout of decimal digits: exponent form below 1e-4 and from 1e16.
fn layout(digits: &str, point: i32, out: &mut String) {
    let n = digits.len() as i32;
    if !(-3..=16).contains(&point) {
        out.push_str(&digits[..1]);
        if n > 1 {
            out.push('.');
            out.push_str(&digits[1..]);
        }
        let e = point - 1;
        out.push_str(&format!(
            "e{}{:02}",
            if e < 0 { '-' } else { '+' },
            e.unsigned_abs()
        ));
    } else if point <= 0 {
        out.push_str("0.");
        for _ in 0..-point {
            out.push('0');
        }
        out.push_str(digits);
    } else if point >= n {
        out.push_str(digits);
        for _ in 0..point - n {
            out.push('0');
        }
        out.push_str(".0");
    } else {
        out.push_str(&digits[..point as usize]);
        out.push('.');
        out.push_str(&digits[point as usize..]);
    }
}

/// The shortest digits `d` of a finite float and the position of the point: `0.d * 10**point`.
pub fn shortest_digits(f: f64) -> (String, i32) {
    if f == 0.0 {
        return ("0".into(), 1);
    }
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(f);
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(i) => (&text[..i], text[i + 1..].parse::<i32>().unwrap_or(0)),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = format!("{whole}{fraction}");
    let mut point = whole.len() as i32 + exponent;
    let zeros = digits.len() - digits.trim_start_matches('0').len();
    digits.drain(..zeros);
    point -= zeros as i32;
    while digits.len() > 1 && digits.ends_with('0') {
        digits.pop();
    }
    (digits, point)
}

/// Formats like `%.{precision}{code}`; `code` is one of `eEfFgGr` (`r`: shortest that reads back, precision ignored).
/// An unknown code formats as `r`.
pub fn format_float(f: f64, code: u8, precision: usize, flags: u8) -> String {
    let upper = code.is_ascii_uppercase();
    let magnitude = f.abs();
    let mut body = if f.is_nan() {
        "nan".to_owned()
    } else if f.is_infinite() {
        "inf".to_owned()
    } else {
        match code.to_ascii_lowercase() {
            b'e' => exponent_form(magnitude, precision, flags & ALT != 0),
            b'f' => {
                let mut s = fixed(magnitude, precision);
                if precision == 0 && flags & ALT != 0 {
                    s.push_str(if flags & ADD_DOT_0 != 0 { ".0" } else { "." });
                }
                s
            }
            b'g' => general_form(magnitude, precision.max(1), flags),
            _ => shortest_form(magnitude, flags),
        }
    };
    if flags & CUT_EXP_0 != 0 {
        body = without_exponent_zeros(&body);
    }
    if flags & ADD_DOT_0 != 0 && body.bytes().all(|b| b.is_ascii_digit()) {
        body.push_str(".0");
    }
    if upper {
        body.make_ascii_uppercase();
    }
    // NaN has no sign in Python's output.
    let sign = if f.is_sign_negative() && !f.is_nan() {
        "-"
    } else if flags & SIGN != 0 {
        "+"
    } else {
        ""
    };
    format!("{sign}{body}")
}

/// The shortest decimal that reads back, without `.0` unless the flags ask for it.
fn shortest_form(f: f64, flags: u8) -> String {
    let mut s = float_repr(f);
    if flags & ADD_DOT_0 == 0 && s.ends_with(".0") {
        s.truncate(s.len() - 2);
    }
    if flags & ALT != 0 && !s.contains('.') {
        s.insert(s.find('e').unwrap_or(s.len()), '.');
    }
    s
}

/// `1e-05` as `1e-5`.
fn without_exponent_zeros(text: &str) -> String {
    match text.split_once('e') {
        Some((mantissa, exponent)) => {
            let (sign, digits) = exponent.split_at(1);
            let digits = match digits.trim_start_matches('0') {
                "" => "0",
                d => d,
            };
            format!("{mantissa}e{sign}{digits}")
        }
        None => text.to_owned(),
    }
}

/// So many digits behind the point a float has at most, in either form: the smallest is 2 to the power of -1074. The
/// standard library formats no more than 65,535 of them.
const DIGITS: usize = 1100;

/// `ddd.ddd`, with any number of digits behind the point.
fn fixed(f: f64, precision: usize) -> String {
    let shown = precision.min(DIGITS);
    let mut text = format!("{f:.shown$}");
    text.extend(std::iter::repeat_n('0', precision - shown));
    text
}

/// `d.ddde+XX` with at least two exponent digits.
fn exponent_form(f: f64, precision: usize, alt: bool) -> String {
    let shown = precision.min(DIGITS);
    let text = format!("{f:.shown$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let zeros = "0".repeat(precision - shown);
    let (sign, digits) = exponent
        .strip_prefix('-')
        .map_or(('+', exponent), |d| ('-', d));
    let point = if alt && precision == 0 { "." } else { "" };
    format!("{mantissa}{zeros}{point}e{sign}{digits:0>2}")
}

/// C's `%g`: exponent form when the exponent is below -4 or not below the precision; trailing zeros removed unless
/// `alt`.
fn general_form(f: f64, precision: usize, flags: u8) -> String {
    let alt = flags & ALT != 0;
    // Zeros at the end are removed.
    let precision = if alt {
        precision
    } else {
        precision.min(DIGITS)
    };
    // A digit behind the point counts, too.
    let limit = precision as i64 - i64::from(flags & ADD_DOT_0 != 0);
    let text = format!("{f:.*e}", (precision - 1).min(DIGITS));
    let exponent: i64 = text
        .split_once('e')
        .and_then(|(_, e)| e.parse().ok())
        .unwrap_or(0);
    let trim = |s: &str| -> String {
        if alt || !s.contains('.') {
            s.to_owned()
        } else {
            s.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    };
    if exponent < -4 || exponent >= limit {
        let full = exponent_form(f, precision - 1, alt);
        let (mantissa, tail) = full.split_once('e').unwrap_or((&full, ""));
        format!("{}e{tail}", trim(mantissa))
    } else {
        let decimals = (precision as i64 - 1 - exponent).max(0) as usize;
        let mut s = fixed(f, decimals);
        if alt && decimals == 0 {
            s.push('.');
        }
        trim(&s)
    }
}

/// A number without the underscores that Python 3 allows between two digits; others stay, and make it no number.
pub fn without_underscores(text: &[u8]) -> Vec<u8> {
    let digit = |i: Option<usize>| i.and_then(|i| text.get(i)).is_some_and(u8::is_ascii_digit);
    let between = |i: usize| digit(i.checked_sub(1)) && digit(Some(i + 1));
    text.iter()
        .enumerate()
        .filter(|&(i, &b)| b != b'_' || !between(i))
        .map(|(_, &b)| b)
        .collect()
}

/// Reads what Python's `float()` accepts: optional white space around a decimal number, `inf`, `infinity` or `nan` with
/// an optional sign, in any case.
pub fn parse_float(text: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(text).ok()?;
    let text = text.trim_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    let body = text.strip_prefix(['+', '-']).unwrap_or(text);
    let named = ["inf", "infinity", "nan"]
        .iter()
        .any(|n| body.eq_ignore_ascii_case(n));
    // std accepts the same decimal grammar as C's strtod without hexadecimal forms; a bare exponent or sign is refused.
    let decimal = body
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'))
        && body.bytes().any(|b| b.is_ascii_digit());
    if named || decimal {
        text.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_digits() {
        for precision in [1074, 1100, 1101, 65_535, 65_536, 123_456] {
            let f = f64::from_bits(1);
            let fixed = format_float(f, b'f', precision, 0);
            assert_eq!(fixed.len(), precision + 2);
            assert!(fixed[..1076].ends_with("625") && fixed[1076..].bytes().all(|b| b == b'0'));
            let exponent = format_float(-1.0, b'e', precision, 0);
            assert_eq!(exponent.len(), precision + 7);
            assert!(exponent.starts_with("-1.0") && exponent.ends_with("0e+00"));
            assert_eq!(format_float(0.5, b'g', precision, 0), "0.5");
            let kept = format_float(0.5, b'g', precision, ALT);
            assert_eq!(kept.len(), precision + 2);
        }
    }
    #[test]
    fn formats_like_c() {
        for (f, code, precision, flags, text) in [
            (2.71, b'f', 1, 0, "2.7"),
            (2.5, b'f', 0, 0, "2"),
            (0.5, b'f', 0, ALT, "0."),
            (1234567.0, b'g', 6, 0, "1.23457e+06"),
            (100000.0, b'g', 6, 0, "100000"),
            (0.0001, b'g', 6, 0, "0.0001"),
            (0.00001, b'G', 6, 0, "1E-05"),
            (1.5, b'g', 12, 0, "1.5"),
            (1.0, b'g', 12, ADD_DOT_0, "1.0"),
            (12345.678, b'e', 3, 0, "1.235e+04"),
            (1e300, b'e', 0, 0, "1e+300"),
            (0.0, b'e', 2, SIGN, "+0.00e+00"),
            (f64::INFINITY, b'f', 2, SIGN, "+inf"),
            (f64::NAN, b'F', 2, 0, "NAN"),
            (1.0, b'r', 0, 0, "1"),
            (1.0, b'r', 0, ADD_DOT_0, "1.0"),
            (-0.0, b'f', 1, 0, "-0.0"),
            (1.0, b'r', 0, ALT, "1."),
            (-1e16, b'r', 0, ALT, "-1.e+16"),
            (1.5, b'r', 0, ALT, "1.5"),
            (1.0, b'r', 0, ALT | ADD_DOT_0, "1.0"),
            (2.0, b'f', 0, ALT | ADD_DOT_0, "2.0"),
            (0.0, b'e', 0, CUT_EXP_0, "0e+0"),
            (2e-5, b'G', 3, CUT_EXP_0, "2E-5"),
            (1e100, b'r', 0, CUT_EXP_0, "1e+100"),
        ] {
            assert_eq!(
                format_float(f, code, precision, flags),
                text,
                "{f} {}",
                code as char
            );
        }
    }
    #[test]
    fn parses_what_python_parses() {
        for (text, value) in [
            ("1", 1.0),
            (" -1.5e3\n", -1500.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("+InFinity", f64::INFINITY),
        ] {
            assert_eq!(parse_float(text.as_bytes()), Some(value), "{text}");
        }
        assert!(parse_float(b"nan").is_some_and(f64::is_nan));
        for text in [
            "", " ", "e5", "1e", "0x10", "1_0", "--1", "infin", "1 2", ".",
        ] {
            assert_eq!(parse_float(text.as_bytes()), None, "{text}");
        }
    }
    #[test]
    fn floats_print_as_python_prints_them() {
        for (f, text) in [
            (0.1, "0.1"),
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (1e16, "1e+16"),
            (123456789012345680.0, "1.2345678901234568e+17"),
            (1e-5, "1e-05"),
            (0.0001, "0.0001"),
            (1e22, "1e+22"),
            (9007199254740993.0, "9007199254740992.0"),
            (5e-324, "5e-324"),
        ] {
            assert_eq!(float_repr(f), text);
        }
    }
}
