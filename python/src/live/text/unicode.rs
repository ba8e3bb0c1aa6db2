//! Properties of characters as CPython 3.11 knows them, by the tables that translated programs use
//! (`rpython/rlib/unicodedata/tables.py`).
//!
//! Python 3 maps a character to several ones where Unicode does (`ß` to `SS`) and writes another sigma at the end of a
//! word; Python 2 maps one character to one.
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

/// The tables by name.
fn table(name: &str) -> &'static [u32] {
    static TABLES: OnceLock<FxHashMap<String, Vec<u32>>> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        let file = "rpython/rlib/unicodedata/tables.py";
        let text = crate::live::import::LIBRARY
            .iter()
            .find(|(path, _)| path.ends_with(file));
        read(text.map_or("", |(_, text)| text))
    });
    tables.get(name).map_or(&[], |t| t)
}
/// Reads `NAME = [` numbers `]`. What is added to a code may be negative: it is kept as a number that wraps around.
fn read(text: &str) -> FxHashMap<String, Vec<u32>> {
    let mut tables = FxHashMap::default();
    let mut name = String::new();
    for line in text.lines() {
        if let Some(n) = line.strip_suffix(" = [") {
            name = n.to_string();
        } else if line.starts_with(' ') {
            let numbers = line.split(',').filter_map(|n| n.trim().parse::<i64>().ok());
            let table: &mut Vec<u32> = tables.entry(name.clone()).or_default();
            table.extend(numbers.map(|n| n as u32));
        }
    }
    tables
}

fn among(name: &str, c: u32) -> bool {
    let ranges = table(name).as_chunks::<2>().0;
    let at = ranges.partition_point(|r| r[1] < c);
    ranges.get(at).is_some_and(|r| r[0] <= c)
}
fn mapped(name: &str, c: u32) -> u32 {
    let entries = table(name).as_chunks::<4>().0;
    let at = entries.partition_point(|e| e[1] < c);
    match entries.get(at) {
        Some(&[first, _, step, add]) if first <= c && (c - first).is_multiple_of(step) => {
            c.wrapping_add(add)
        }
        _ => c,
    }
}
fn several(name: &str, c: u32) -> Option<&'static [u32]> {
    let entries = table(name).as_chunks::<4>().0;
    let at = entries.binary_search_by_key(&c, |e| e[0]).ok()?;
    let codes = &entries[at][1..];
    Some(if codes[2] == 0 { &codes[..2] } else { codes })
}

/// Whether a character is a letter.
pub(crate) fn is_alpha(c: char) -> bool {
    among("ALPHA", u32::from(c))
}
/// Whether a character is a letter or a number of any sort.
pub(crate) fn is_alnum(c: char) -> bool {
    among("ALNUM", u32::from(c))
}
/// What `int` reads of a text: white space beyond ASCII is a space, a decimal digit one of ASCII, and what is neither
/// is no digit at all.
pub(crate) fn ascii_digits(codes: &[u32]) -> Vec<u8> {
    let ascii = |&c: &u32| match c {
        0..128 => c as u8,
        _ if char::from_u32(c).is_some_and(char::is_whitespace) => b' ',
        _ => {
            let ranges = table("DECIMAL").as_chunks::<2>().0;
            match ranges.get(ranges.partition_point(|r| r[1] < c)) {
                Some(&[first, _]) if first <= c => b'0' + ((c - first) % 10) as u8,
                _ => b'?',
            }
        }
    };
    codes.iter().map(ascii).collect()
}
/// Appends the upper case of a character.
pub(crate) fn upper(c: u32, py2: bool, out: &mut Vec<u32>) {
    match several("UPPER_TEXT", c) {
        Some(codes) if !py2 => out.extend(codes),
        Some(_) => out.push(mapped("UPPER_SIMPLE", c)),
        None => out.push(mapped("UPPER", c)),
    }
}
/// Appends the lower case of a character.
pub(crate) fn lower(c: u32, py2: bool, out: &mut Vec<u32>) {
    match several("LOWER_TEXT", c) {
        Some(codes) if !py2 => out.extend(codes),
        Some(codes) => out.push(codes[0]),
        None => out.push(mapped("LOWER", c)),
    }
}
/// Whether a letter stands before a position and none behind it: a sigma there has another lower case in Python 3.
pub(crate) fn ends_word(s: &[u32], at: usize) -> bool {
    let letter = |mut codes: Box<dyn Iterator<Item = &u32> + '_>| {
        let next = codes.find(|&&c| !among("IGNORED", c));
        next.is_some_and(|&c| among("CASED", c))
    };
    letter(Box::new(s[..at].iter().rev())) && !letter(Box::new(s[at + 1..].iter()))
}
