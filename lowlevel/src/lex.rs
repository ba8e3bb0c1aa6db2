//! Pieces of text: brackets, quotes, lists, escapes. Used by [`super::parse`].

use ir::model::text::unquoted;

type Result<T> = std::result::Result<T, String>;

/// Every character outside of quotes, its index and the bracket depth after it.
fn scan(s: &str) -> impl Iterator<Item = (usize, char, i32)> {
    let mut depth = 0;
    unquoted(s).map(move |(i, c)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        (i, c, depth)
    })
}

pub(super) fn strip_comment(line: &str) -> &str {
    let end = unquoted(line).find(|(_, c)| *c == '#');
    &line[..end.map_or(line.len(), |(i, _)| i)]
}

pub(super) fn depth(s: &str) -> i32 {
    scan(s).last().map_or(0, |(_, _, depth)| depth)
}

/// The parts between separators outside of brackets.
fn parts(s: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (i, _, _) in scan(s).filter(|&(_, c, depth)| c == separator && depth == 0) {
        parts.push(s[start..i].trim());
        start = i + 1;
    }
    parts.push(s[start..].trim());
    parts
}

/// Splits at commas outside of brackets.
pub(super) fn split(s: &str) -> Vec<&str> {
    let mut parts = parts(s, ',');
    parts.pop_if(|last| last.is_empty());
    parts
}

/// Splits at spaces outside of brackets.
pub(super) fn words(s: &str) -> Vec<&str> {
    let mut words = parts(s, ' ');
    words.retain(|w| !w.is_empty());
    words
}

/// Splits `x(y) rest` behind the first bracket pair: (`x`, `y`, `rest`).
pub(super) fn call(s: &str) -> Result<(&str, &str, &str)> {
    let open = s
        .find('(')
        .ok_or_else(|| format!("expected `(` in `{s}`"))?;
    let end = scan(&s[open..]).find(|&(_, _, depth)| depth == 0);
    let close = match end {
        Some((i, ')', _)) => open + i,
        _ => return Err(format!("unbalanced brackets in `{s}`")),
    };
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
