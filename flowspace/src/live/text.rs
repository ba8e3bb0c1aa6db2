//! Text forms: `repr` of floats and strings.

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
    if point > 16 || point < -3 {
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

/// `repr` of a byte string.
pub fn bytes_repr(s: &[u8]) -> String {
    let quote = if s.contains(&b'\'') && !s.contains(&b'"') {
        b'"'
    } else {
        b'\''
    };
    let mut out = String::with_capacity(s.len() + 2);
    out.push(quote as char);
    for &b in s {
        match b {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            b if b == quote => {
                out.push('\\');
                out.push(b as char);
            }
            0x20..=0x7e => out.push(b as char),
            _ => out.push_str(&format!("\\x{b:02x}")),
        }
    }
    out.push(quote as char);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
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
