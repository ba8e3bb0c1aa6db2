//! Pieces of text: brackets, quotes, lists, escapes. Used by [`super::parse`].

type Result<T> = std::result::Result<T, String>;

/// Calls `f` with every character outside of quotes, its index and the bracket depth after it.
pub(super) fn scan(s: &str, mut f: impl FnMut(usize, char, i32) -> bool) {
    let (mut quote, mut escaped, mut depth) = (None, false, 0);
    for (i, c) in s.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(q), c) if q == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, _) => {
                match c {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth -= 1,
                    _ => {}
                }
                if f(i, c, depth) {
                    return;
                }
            }
        }
    }
}

pub(super) fn strip_comment(line: &str) -> &str {
    let mut end = line.len();
    scan(line, |i, c, _| {
        if c == '#' {
            end = i;
        }
        c == '#'
    });
    &line[..end]
}

pub(super) fn depth(s: &str) -> i32 {
    let mut d = 0;
    scan(s, |_, _, depth| {
        d = depth;
        false
    });
    d
}

/// Splits at commas outside of brackets.
pub(super) fn split(s: &str) -> Vec<&str> {
    let mut cuts = Vec::new();
    scan(s, |i, c, d| {
        if c == ',' && d == 0 {
            cuts.push(i);
        }
        false
    });
    let mut parts = Vec::new();
    let mut start = 0;
    for c in cuts {
        parts.push(s[start..c].trim());
        start = c + 1;
    }
    if !s[start..].trim().is_empty() {
        parts.push(s[start..].trim());
    }
    parts
}

/// Splits `x(y) rest` behind the first bracket pair: (`x`, `y`, `rest`).
pub(super) fn call(s: &str) -> Result<(&str, &str, &str)> {
    let open = s
        .find('(')
        .ok_or_else(|| format!("expected `(` in `{s}`"))?;
    let mut close = None;
    scan(&s[open..], |i, c, d| {
        if d == 0 && c == ')' {
            close = Some(open + i);
        }
        d == 0
    });
    let close = close.ok_or_else(|| format!("unbalanced brackets in `{s}`"))?;
    Ok((s[..open].trim(), &s[open + 1..close], s[close + 1..].trim()))
}

pub(super) fn unescape(name: &str) -> Result<String> {
    let mut out = Vec::new();
    let mut bytes = name.bytes();
    while let Some(b) = bytes.next() {
        if b == b'%' {
            let mut hex = || bytes.next().and_then(|c| (c as char).to_digit(16));
            match (hex(), hex()) {
                (Some(a), Some(b)) => out.push((a * 16 + b) as u8),
                _ => return Err(format!("bad escape in `{name}`")),
            }
        } else {
            out.push(b);
        }
    }
    String::from_utf8(out).map_err(|_| format!("`{name}` is not text"))
}

/// Splits at spaces outside of brackets.
pub(super) fn words(s: &str) -> Vec<&str> {
    let mut cuts = Vec::new();
    scan(s, |i, c, d| {
        if c == ' ' && d == 0 {
            cuts.push(i);
        }
        false
    });
    cuts.push(s.len());
    let mut start = 0;
    let mut parts = Vec::new();
    for c in cuts {
        if !s[start..c].trim().is_empty() {
            parts.push(s[start..c].trim());
        }
        start = c;
    }
    parts
}

/// The bytes of quoted text.
pub(super) fn bytes(s: &str) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut it = s.bytes();
    while let Some(b) = it.next() {
        if b != b'\\' {
            out.push(b);
            continue;
        }
        match it.next() {
            Some(b'n') => out.push(b'\n'),
            Some(b't') => out.push(b'\t'),
            Some(b'r') => out.push(b'\r'),
            Some(b'0') => out.push(0),
            Some(b'x') => {
                let mut hex = || it.next().and_then(|c| (c as char).to_digit(16));
                match (hex(), hex()) {
                    (Some(a), Some(b)) => out.push((a * 16 + b) as u8),
                    _ => return Err(format!("bad escape in `{s}`")),
                }
            }
            Some(c @ (b'\\' | b'\'' | b'"')) => out.push(c),
            _ => return Err(format!("bad escape in `{s}`")),
        }
    }
    Ok(out)
}
