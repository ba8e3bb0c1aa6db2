//! Encodings of unicode strings.
use crate::live::{PyErr, PyResult, Space, Value};

fn canonical(name: &str) -> String {
    let lower: String = name
        .chars()
        .filter(|c| !matches!(c, '-' | '_' | ' '))
        .flat_map(char::to_lowercase)
        .collect();
    match lower.as_str() {
        "utf8" | "u8" | "cp65001" => "utf8",
        "latin1" | "iso88591" | "l1" | "latin" => "latin1",
        "ascii" | "usascii" | "646" => "ascii",
        other => return other.to_string(),
    }
    .to_string()
}

fn unknown(space: &Space, name: &str) -> PyErr {
    let e = space.exception(
        "LookupError",
        vec![Value::str(&format!("unknown encoding: {name}"))],
    );
    space.raised(e)
}

/// Bytes to code points.
pub fn decode(space: &Space, bytes: &[u8], encoding: &str, errors: &str) -> PyResult<Vec<u32>> {
    let codec = canonical(encoding);
    let fail = |at: usize, end: usize, why: &str| -> PyErr {
        let e = space.exception(
            "UnicodeDecodeError",
            vec![
                Value::str(if codec == "utf8" { "utf-8" } else { encoding }),
                Value::bytes(bytes),
                Value::Int(at as i64),
                Value::Int(end as i64),
                Value::str(why),
            ],
        );
        space.raised(e)
    };
    match codec.as_str() {
        "latin1" => Ok(bytes.iter().map(|&b| u32::from(b)).collect()),
        "ascii" => {
            let mut out = Vec::with_capacity(bytes.len());
            for (i, &b) in bytes.iter().enumerate() {
                match b {
                    0..=0x7f => out.push(u32::from(b)),
                    _ if errors == "ignore" => {}
                    _ if errors == "replace" => out.push(0xfffd),
                    _ => return Err(fail(i, i + 1, "ordinal not in range(128)")),
                }
            }
            Ok(out)
        }
        "utf8" => decode_utf8(space, bytes, errors)
            .map_err(|(at, end)| fail(at, end, "invalid start byte")),
        "utf16" | "utf16le" | "utf16be" => Ok(decode_utf16(bytes, &codec)),
        "utf32" | "utf32le" => Ok(bytes
            .chunks_exact(4)
            .map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]]))
            .filter(|&c| c != 0xfeff)
            .collect()),
        "unicodeescape" | "rawunicodeescape" => unescape(bytes, codec == "rawunicodeescape")
            .map_err(|(at, why)| fail(at, bytes.len(), why)),
        _ => Err(unknown(space, encoding)),
    }
}

/// UTF-8 to code points; an error is the range of the bytes that are none.
fn decode_utf8(space: &Space, bytes: &[u8], errors: &str) -> Result<Vec<u32>, (usize, usize)> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    let mut base = 0;
    loop {
        match std::str::from_utf8(rest) {
            Ok(t) => {
                out.extend(t.chars().map(u32::from));
                return Ok(out);
            }
            Err(e) => {
                let good = e.valid_up_to();
                if let Ok(t) = std::str::from_utf8(&rest[..good]) {
                    out.extend(t.chars().map(u32::from));
                }
                let at = base + good;
                // Python 2 reads surrogates like other code points.
                if let [0xed, b @ 0xa0..=0xbf, c @ 0x80..=0xbf, ..] = rest[good..]
                    && space.py2()
                {
                    out.push(0xd000 | (u32::from(b) & 0x3f) << 6 | u32::from(c) & 0x3f);
                    rest = &rest[good + 3..];
                    base = at + 3;
                    continue;
                }
                let bad = e.error_len().unwrap_or(rest.len() - good);
                match errors {
                    "ignore" => {}
                    "replace" => out.push(0xfffd),
                    "surrogateescape" => {
                        out.extend(bytes[at..at + bad].iter().map(|&b| 0xdc00 + u32::from(b)));
                    }
                    _ => return Err((at, at + bad)),
                }
                rest = &rest[good + bad..];
                base = at + bad;
            }
        }
    }
}

/// UTF-16 to code points; `utf16` itself looks for a byte order mark.
fn decode_utf16(bytes: &[u8], codec: &str) -> Vec<u32> {
    let mut big = codec == "utf16be";
    let mut data = bytes;
    if codec == "utf16" {
        if let Some(r) = data.strip_prefix(&[0xff, 0xfe]) {
            data = r;
        } else if let Some(r) = data.strip_prefix(&[0xfe, 0xff]) {
            data = r;
            big = true;
        }
    }
    let units: Vec<u16> = data
        .chunks_exact(2)
        .map(|c| {
            if big {
                u16::from_be_bytes([c[0], c[1]])
            } else {
                u16::from_le_bytes([c[0], c[1]])
            }
        })
        .collect();
    char::decode_utf16(units)
        .map(|r| r.map_or_else(|e| u32::from(e.unpaired_surrogate()), u32::from))
        .collect()
}

/// The code points of text with escapes; an error is a position and a reason.
fn unescape(bytes: &[u8], raw: bool) -> Result<Vec<u32>, (usize, &'static str)> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    let number = |from: usize, digits: usize, base: u32| -> Option<u32> {
        let text = std::str::from_utf8(bytes.get(from..from + digits)?).ok()?;
        u32::from_str_radix(text, base).ok()
    };
    while i < bytes.len() {
        let c = bytes[i];
        let next = bytes.get(i + 1).copied();
        if c != b'\\' || raw && !matches!(next, Some(b'u' | b'U')) {
            out.push(u32::from(c));
            i += 1;
            continue;
        }
        let Some(e) = next else {
            return Err((i, "\\ at end of string"));
        };
        let (value, length) = match e {
            b'\n' => {
                i += 2;
                continue;
            }
            b'a' => (7, 2),
            b'b' => (8, 2),
            b't' => (9, 2),
            b'n' => (10, 2),
            b'v' => (11, 2),
            b'f' => (12, 2),
            b'r' => (13, 2),
            b'\\' | b'\'' | b'"' => (u32::from(e), 2),
            b'x' => (
                number(i + 2, 2, 16).ok_or((i, "truncated \\xXX escape"))?,
                4,
            ),
            b'u' => (
                number(i + 2, 4, 16).ok_or((i, "truncated \\uXXXX escape"))?,
                6,
            ),
            b'U' => (
                number(i + 2, 8, 16)
                    .filter(|&n| n <= 0x10_ffff)
                    .ok_or((i, "illegal Unicode character"))?,
                10,
            ),
            b'0'..=b'7' => {
                let digits = bytes[i + 1..]
                    .iter()
                    .take(3)
                    .take_while(|b| matches!(b, b'0'..=b'7'))
                    .count();
                (number(i + 1, digits, 8).unwrap_or(0), 1 + digits)
            }
            _ => {
                out.push(u32::from(c));
                i += 1;
                continue;
            }
        };
        out.push(value);
        i += length;
    }
    Ok(out)
}

/// Text with escapes for all that is not printable ASCII.
fn escape(points: &[u32], raw: bool) -> Vec<u8> {
    let mut out = String::new();
    for &c in points {
        match char::from_u32(c) {
            Some('\\') if !raw => out.push_str("\\\\"),
            Some('\n') if !raw => out.push_str("\\n"),
            Some('\r') if !raw => out.push_str("\\r"),
            Some('\t') if !raw => out.push_str("\\t"),
            Some(x) if x.is_ascii_graphic() || x == ' ' || raw && x.is_ascii() => out.push(x),
            _ if c < 0x100 && !raw => out.push_str(&format!("\\x{c:02x}")),
            _ if c < 0x1_0000 => out.push_str(&format!("\\u{c:04x}")),
            _ => out.push_str(&format!("\\U{c:08x}")),
        }
    }
    out.into_bytes()
}

/// Code points to bytes.
pub fn encode(space: &Space, points: &[u32], encoding: &str, errors: &str) -> PyResult<Vec<u8>> {
    let codec = canonical(encoding);
    let fail = |at: usize, why: &str| -> PyErr {
        let e = space.exception(
            "UnicodeEncodeError",
            vec![
                Value::str(if codec == "utf8" { "utf-8" } else { encoding }),
                Value::code_points(points.to_vec()),
                Value::Int(at as i64),
                Value::Int(at as i64 + 1),
                Value::str(why),
            ],
        );
        space.raised(e)
    };
    let narrow = |limit: u32, why: &str| -> PyResult<Vec<u8>> {
        let mut out = Vec::with_capacity(points.len());
        for (i, &c) in points.iter().enumerate() {
            if c < limit {
                out.push(c as u8);
                continue;
            }
            match errors {
                "ignore" => {}
                "replace" => out.push(b'?'),
                "xmlcharrefreplace" => out.extend(format!("&#{c};").bytes()),
                "backslashreplace" => {
                    let s = match c {
                        0..=0xff => format!("\\x{c:02x}"),
                        0x100..=0xffff => format!("\\u{c:04x}"),
                        _ => format!("\\U{c:08x}"),
                    };
                    out.extend(s.bytes());
                }
                _ => return Err(fail(i, why)),
            }
        }
        Ok(out)
    };
    match codec.as_str() {
        "unicodeescape" => Ok(escape(points, false)),
        "rawunicodeescape" => Ok(escape(points, true)),
        "latin1" => narrow(256, "ordinal not in range(256)"),
        "ascii" => narrow(128, "ordinal not in range(128)"),
        "utf8" => {
            let mut out = Vec::with_capacity(points.len());
            for (i, &c) in points.iter().enumerate() {
                match char::from_u32(c) {
                    Some(c) => {
                        let mut buffer = [0; 4];
                        out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
                    }
                    None if errors == "surrogateescape" && (0xdc80..0xdd00).contains(&c) => {
                        out.push((c - 0xdc00) as u8);
                    }
                    None if space.py2() || errors == "surrogatepass" => out.extend([
                        0xe0 | (c >> 12) as u8,
                        0x80 | ((c >> 6) & 0x3f) as u8,
                        0x80 | (c & 0x3f) as u8,
                    ]),
                    None if errors == "replace" => out.push(b'?'),
                    None if errors == "ignore" => {}
                    None => return Err(fail(i, "surrogates not allowed")),
                }
            }
            Ok(out)
        }
        "utf16" | "utf16le" | "utf16be" => {
            let mut out = Vec::new();
            if codec == "utf16" {
                out.extend([0xff, 0xfe]);
            }
            for &c in points {
                let mut buffer = [0u16; 2];
                let one = [c as u16];
                let units: &[u16] = match char::from_u32(c) {
                    Some(c) => c.encode_utf16(&mut buffer),
                    None => &one,
                };
                for u in units {
                    out.extend(if codec == "utf16be" {
                        u.to_be_bytes()
                    } else {
                        u.to_le_bytes()
                    });
                }
            }
            Ok(out)
        }
        "utf32" | "utf32le" => Ok(points.iter().flat_map(|c| c.to_le_bytes()).collect()),
        _ => Err(unknown(space, encoding)),
    }
}

/// Whether a name means UTF-8 (or its subset ASCII).
pub fn is_utf8(name: &str) -> bool {
    matches!(canonical(name).as_str(), "utf8" | "ascii")
}
