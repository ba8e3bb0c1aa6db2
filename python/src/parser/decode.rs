//! From the bytes of a file to text: byte-order mark, PEP 263 coding cookie, line ends.
//!
//! UTF-8 is the default in both modes. Other encodings are those of `encoding_rs` that extend ASCII; in Python 2, where
//! a string literal has the bytes of the file, only UTF-8, ASCII and latin-1 (the parser refuses the others).
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use ir::diag::Diagnostic;
use ir::source::{self, FileId, Span};

/// Encodings of source files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8
    Utf8,
    Ascii,
    /// ISO 8859-1
    Latin1,
    /// Any other.
    Other(&'static encoding_rs::Encoding),
}

static OVERRIDES: RwLock<BTreeMap<PathBuf, Vec<u8>>> = RwLock::new(BTreeMap::new());

/// From now on a file is read as these bytes: what an editor holds and has not saved.
pub fn override_file(path: &Path, bytes: Vec<u8>) {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let mut overrides = OVERRIDES.write().unwrap_or_else(PoisonError::into_inner);
    overrides.insert(path, bytes);
}

/// The bytes of a source file.
pub(super) fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let overrides = OVERRIDES.read().unwrap_or_else(PoisonError::into_inner);
    if !overrides.is_empty()
        && let Ok(path) = path.canonicalize()
        && let Some(bytes) = overrides.get(&path)
    {
        return Ok(bytes.clone());
    }
    std::fs::read(path)
}

/// Reads a file, decodes it and adds it to the source map.
pub fn load_file(path: &Path, display: &str) -> Result<FileId, Box<Diagnostic>> {
    let bytes = read(path).map_err(|e| {
        Box::new(Diagnostic::error(
            "E0119",
            Span::NONE,
            format!("cannot read {display}: {e}"),
        ))
    })?;
    add_bytes(Some(path), display, &bytes)
}

/// Decodes bytes and adds them to the source map as a file.
pub fn add_bytes(
    path: Option<&Path>,
    display: &str,
    bytes: &[u8],
) -> Result<FileId, Box<Diagnostic>> {
    if bytes.len() >= u32::MAX as usize / 2 {
        let d = Diagnostic::error("E0111", Span::NONE, format!("{display} has 2 GiB or more"));
        return Err(Box::new(d));
    }
    match decode(bytes) {
        Ok(text) => Ok(source::add_file(path, display, &text)),
        Err(e) => {
            // Show the place in a readable rendering of the file.
            let shown = String::from_utf8_lossy(bytes).replace('\0', "\u{fffd}");
            let at = String::from_utf8_lossy(&bytes[..e.offset]).len() as u32;
            let file = source::add_file(path, display, &shown);
            let mut d = Diagnostic::error("E0111", Span::new(file, at, at + e.len), e.message);
            d.help = e.help;
            Err(Box::new(d))
        }
    }
}

/// Why bytes are not a source text.
#[derive(Debug)]
pub struct DecodeError {
    offset: usize,
    len: u32,
    message: String,
    help: Option<String>,
}

/// Decodes the bytes of a file; line ends become `\n`.
pub fn decode(bytes: &[u8]) -> Result<String, DecodeError> {
    let fail = |offset: usize, len: u32, message: String, help: Option<&str>| DecodeError {
        offset,
        len,
        message,
        help: help.map(str::to_owned),
    };
    if let Some(offset) = memchr::memchr(0, bytes) {
        let message = "source contains a NUL byte".to_owned();
        let help = "this does not look like a Python source file";
        return Err(fail(offset, 1, message, Some(help)));
    }
    let bom = bytes.starts_with(b"\xef\xbb\xbf");
    let encoding = match cookie(bytes) {
        None => Encoding::Utf8,
        Some((offset, name)) => match encoding(&name) {
            Some(e) if bom && e != Encoding::Utf8 => {
                let message = format!("the file has a UTF-8 mark but declares `{name}`");
                return Err(fail(offset, name.len() as u32, message, None));
            }
            Some(e) => e,
            None => {
                let message = format!("not supported yet: source encoding `{name}`");
                let help = "use utf-8";
                return Err(fail(offset, name.len() as u32, message, Some(help)));
            }
        },
    };
    let body = if bom { &bytes[3..] } else { bytes };
    let skipped = bytes.len() - body.len();
    let text = match encoding {
        Encoding::Latin1 => body.iter().map(|&b| b as char).collect(),
        Encoding::Ascii => match body.iter().position(|b| !b.is_ascii()) {
            None => String::from_utf8_lossy(body).into_owned(),
            Some(i) => {
                let message = format!("byte {:#04x} in a file declared as ASCII", body[i]);
                return Err(fail(i + skipped, 1, message, None));
            }
        },
        Encoding::Other(e) => match e.decode_without_bom_handling_and_without_replacement(body) {
            Some(text) => text.into_owned(),
            None => {
                let message = format!("the file is declared as {} and is not", e.name());
                return Err(fail(skipped, 1, message, None));
            }
        },
        Encoding::Utf8 => match std::str::from_utf8(body) {
            Ok(s) => s.to_owned(),
            Err(e) => {
                let i = e.valid_up_to();
                let message = format!("byte {:#04x} is not valid UTF-8", body[i]);
                let help = "declare the encoding in the first line: # -*- coding: latin-1 -*-";
                return Err(fail(i + skipped, 1, message, Some(help)));
            }
        },
    };
    if memchr::memchr(b'\r', text.as_bytes()).is_none() {
        return Ok(text);
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn encoding(name: &str) -> Option<Encoding> {
    let n = name.to_ascii_lowercase().replace('_', "-");
    match n.as_str() {
        "utf-8" | "utf8" | "utf-8-sig" | "utf-8-unix" | "u8" => Some(Encoding::Utf8),
        "ascii" | "us-ascii" | "646" | "ansi-x3.4-1968" => Some(Encoding::Ascii),
        "latin-1" | "latin1" | "iso-8859-1" | "iso8859-1" | "l1" | "8859" | "iso-latin-1"
        | "iso-8859-15"
            if !n.ends_with("15") =>
        {
            Some(Encoding::Latin1)
        }
        _ => encoding_rs::Encoding::for_label(n.as_bytes())
            .filter(|e| e.is_ascii_compatible())
            .map(Encoding::Other),
    }
}

/// The name of the declared encoding of decoded text, if string literals of Python 2 would need its bytes.
pub(super) fn declares_other(text: &str) -> Option<String> {
    let (_, name) = cookie(text.as_bytes())?;
    matches!(encoding(&name), Some(Encoding::Other(_))).then_some(name)
}

/// Whether decoded text declares latin-1.
pub(super) fn declares_latin1(text: &str) -> bool {
    cookie(text.as_bytes()).is_some_and(|(_, name)| encoding(&name) == Some(Encoding::Latin1))
}

/// The PEP 263 declaration in the first two lines: its place and the name.
fn cookie(bytes: &[u8]) -> Option<(usize, String)> {
    let mut start = 0;
    for _ in 0..2 {
        let end = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |i| start + i);
        let line = &bytes[start..end];
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let base = end - line.len();
        let indent = line
            .iter()
            .take_while(|c| matches!(c, b' ' | b'\t' | 0x0c))
            .count();
        match line.get(indent) {
            Some(b'#') => {
                if let Some((i, name)) = declared(line) {
                    return Some((base + i, name));
                }
            }
            // A declaration in the second line counts only below a comment or blank line.
            Some(b'\r') | None => {}
            Some(_) => return None,
        }
        if end == bytes.len() {
            return None;
        }
        start = end + 1;
    }
    None
}

/// Finds `coding[:=]\s*NAME` in a comment.
fn declared(line: &[u8]) -> Option<(usize, String)> {
    let mut from = 0;
    while let Some(i) = line[from..].windows(6).position(|w| w == b"coding") {
        let mut at = from + i + 6;
        from = at;
        if !matches!(line.get(at), Some(b':' | b'=')) {
            continue;
        }
        at += 1;
        while matches!(line.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        let len = line[at..]
            .iter()
            .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.'))
            .count();
        if len > 0 {
            let name = String::from_utf8_lossy(&line[at..at + len]).into_owned();
            return Some((at, name));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_marks_and_line_ends() {
        assert_eq!(
            decode(b"# -*- coding: latin-1 -*-\n\xe9").unwrap(),
            "# -*- coding: latin-1 -*-\n\u{e9}"
        );
        assert_eq!(
            decode(b"\n# vim: set fileencoding=utf-8 :\r\nx\r").unwrap(),
            "\n# vim: set fileencoding=utf-8 :\nx\n"
        );
        assert_eq!(decode(b"\xef\xbb\xbfx").unwrap(), "x");
        assert_eq!(
            decode(b"x = 1\n# coding: latin-1\n").unwrap(),
            "x = 1\n# coding: latin-1\n"
        );
        assert_eq!(
            decode(b"# coding: koi8-r\n\xf0\xd2\xc9").unwrap(),
            "# coding: koi8-r\nПри"
        );
        for (bytes, message) in [
            (&b"\xe9"[..], "0xe9 is not valid UTF-8"),
            (b"a\0b", "NUL"),
            (b"# coding: utf-16\n", "utf-16"),
            (b"# coding: klingon\n", "klingon"),
            (b"# coding: gbk\n\x80\xff", "declared as GBK"),
            (b"\xef\xbb\xbf# coding: latin-1\n", "UTF-8 mark"),
            (b"# coding: ascii\n\xe9", "declared as ASCII"),
        ] {
            let e = decode(bytes).unwrap_err();
            assert!(e.message.contains(message), "{e:?}");
        }
    }
}
