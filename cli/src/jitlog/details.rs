//! What the page shows of one fragment: its operations with the lines that they come from, and its machine code.
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use iced_x86::{Decoder, DecoderOptions, Formatter, IntelFormatter, SymbolResolver, SymbolResult};
use serde::Serialize;

use super::Event;
use super::model::Model;

/// A line of residual code: its text, the place of the source (an index into [`Sources::places`]), and merge points
/// (places of the model) that were passed before it.
#[derive(Debug, Serialize)]
pub struct Op(pub String, pub Option<usize>, pub Vec<usize>);

/// An instruction: its address, its text, samples at it.
#[derive(Debug, Serialize)]
pub struct Instruction(pub String, pub String, pub u64);

/// Everything about one fragment.
#[derive(Debug, Default, Serialize)]
pub struct Detail {
    pub ops: Vec<Op>,
    pub code: Vec<Instruction>,
    /// Stubs of edges, and slow paths.
    pub cold: Vec<Instruction>,
}

/// Source files that operations come from.
#[derive(Debug, Default, Serialize)]
pub struct Sources {
    /// Path and text, if the file is still there.
    pub files: Vec<(String, Option<String>)>,
    /// File and line.
    pub places: Vec<(usize, u32)>,
    #[serde(skip)]
    by_path: HashMap<String, usize>,
    #[serde(skip)]
    by_place: HashMap<(usize, u32), usize>,
}

/// All source text that a page may have.
const SOURCE_BYTES: usize = 1_500_000;

impl Sources {
    /// `FILE:LINE` as a place.
    pub fn place(&mut self, at: &str) -> Option<usize> {
        let (path, line) = at.rsplit_once(':')?;
        let line: u32 = line.parse().ok()?;
        let file = *self.by_path.entry(path.to_owned()).or_insert_with(|| {
            self.files.push((path.to_owned(), None));
            self.files.len() - 1
        });
        Some(*self.by_place.entry((file, line)).or_insert_with(|| {
            self.places.push((file, line));
            self.places.len() - 1
        }))
    }
    /// Reads the files, as far as a page has room for them.
    pub fn read(&mut self) {
        let mut room = SOURCE_BYTES;
        for (path, text) in &mut self.files {
            let found = std::fs::metadata(&*path)
                .ok()
                .filter(std::fs::Metadata::is_file);
            if found.is_some_and(|m| m.len() <= room as u64)
                && let Ok(bytes) = std::fs::read(&*path)
            {
                room = room.saturating_sub(bytes.len());
                *text = Some(String::from_utf8_lossy(&bytes).into_owned());
            }
        }
    }
}

/// What the parts of a log say about its fragments, before it is arranged.
#[derive(Default)]
pub struct Reader<'a> {
    location: HashMap<&'a str, &'a str>,
    fragment: HashMap<&'a str, &'a Event>,
    /// The residual code of each fragment: it stands behind the lines that belong to the fragment's.
    text: HashMap<&'a str, &'a [String]>,
    /// With which of `names`.
    code: HashMap<&'a str, (&'a Event, usize)>,
    sampled: HashMap<&'a str, &'a Event>,
    place: HashMap<&'a str, usize>,
    /// One for all code up to a flush, one for that up to the next one, ...: addresses are used again.
    names: Vec<Rc<Names>>,
}

/// Names of addresses.
#[derive(Default)]
struct Names {
    /// Code of fragments, and functions.
    symbols: BTreeMap<u64, String>,
    /// Where the cold code of each fragment begins and ends.
    cold: BTreeMap<u64, (u64, String)>,
}

fn address(e: &Event, key: &str) -> Option<u64> {
    u64::from_str_radix(e.get(key)?.strip_prefix("0x")?, 16).ok()
}

impl<'a> Reader<'a> {
    /// Collects what it needs.
    pub fn new(events: &'a [Event], model: &'a Model) -> Reader<'a> {
        let mut r = Reader::default();
        let mut names = Names::default();
        for (i, p) in model.places.iter().enumerate() {
            r.place.insert(&p.key, i);
        }
        for e in events {
            let of = match e.name.as_str() {
                "fragment" => e.get("id"),
                "forced" => e.get("fragment"),
                _ => None,
            };
            if let Some(id) = of.filter(|_| !e.text.is_empty()) {
                r.text.insert(id, &e.text);
            }
            match e.name.as_str() {
                "location" => {
                    r.location.insert(e.text("id"), e.text("at"));
                }
                "fragment" => {
                    r.fragment.insert(e.text("id"), e);
                    if let Some(a) = address(e, "address").filter(|_| e.number("bytes") > 0) {
                        names.symbols.insert(a, e.text("id").to_owned());
                    }
                }
                "code" => {
                    let id = e.text("fragment");
                    r.code.insert(id, (e, r.names.len()));
                    if let Some(a) = address(e, "cold") {
                        let size = e.get("cold_hex").map_or(0, str::len) as u64 / 2;
                        // Fragments of one run share it, and the first one has all of it.
                        if size > 0 {
                            let part = (a.saturating_add(size), id.to_owned());
                            names.cold.insert(a, part);
                        }
                    }
                }
                "sampled" => {
                    r.sampled.insert(e.text("fragment"), e);
                }
                "symbol" => {
                    if let Some(a) = address(e, "address") {
                        names.symbols.insert(a, e.text("name").to_owned());
                    }
                }
                "flush" => r.names.push(Rc::new(std::mem::take(&mut names))),
                _ => {}
            }
        }
        r.names.push(Rc::new(names));
        r
    }
    /// Whether the log has residual code, and machine code.
    pub fn has(&self) -> (bool, bool) {
        (!self.text.is_empty(), !self.code.is_empty())
    }
    /// What is known of one fragment.
    pub fn detail(&self, id: &str, sources: &mut Sources) -> Detail {
        let mut d = Detail::default();
        let Some(e) = self.fragment.get(id) else {
            return d;
        };
        d.ops = self.operations(e, sources);
        let Some(&(code, names)) = self.code.get(id) else {
            return d;
        };
        let samples = |key| {
            let text = self
                .sampled
                .get(id)
                .and_then(|e| e.get(key))
                .unwrap_or_default();
            let pairs = text.split_whitespace().filter_map(|p| p.split_once(':'));
            pairs
                .filter_map(|(at, n)| Some((at.parse().ok()?, n.parse().ok()?)))
                .collect::<BTreeMap<u64, u64>>()
        };
        let names = &self.names[names];
        d.code = disassemble(names, code, ("address", "hex"), &samples("at"));
        d.cold = disassemble(names, code, ("cold", "cold_hex"), &samples("cold_at"));
        d
    }
    fn operations(&self, e: &Event, sources: &mut Sources) -> Vec<Op> {
        let mut lines = Vec::new();
        for word in e.get("lines").unwrap_or_default().split_whitespace() {
            let (id, times) = word.split_once('*').unwrap_or((word, "1"));
            let at = self.location.get(id).and_then(|at| sources.place(at));
            // A damaged log may say any number.
            let times = times.parse().unwrap_or(1usize).min(100_000);
            lines.extend(std::iter::repeat_n(at, times));
        }
        let mut marks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for word in e
            .get("passes")
            .unwrap_or_default()
            .split_whitespace()
            .skip(1)
        {
            if let Some((n, key)) = word.split_once(':')
                && let (Ok(n), Some(&place)) = (n.parse(), self.place.get(key))
            {
                marks.entry(n).or_default().push(place);
            }
        }
        let mut out = Vec::new();
        let mut n = 0;
        let texts = self.text.get(e.text("id")).copied().unwrap_or_default();
        for (i, text) in texts.iter().enumerate() {
            // Parameters first, then operations; guards and the end lead out.
            let is_op = i > 0 && text.starts_with('v') && text.contains(" = ");
            let mut passed = Vec::new();
            let mut at = None;
            if is_op {
                while let Some(entry) = marks.first_entry().filter(|m| *m.key() <= n) {
                    passed.extend(entry.remove());
                }
                at = lines.get(n).copied().flatten();
                n += 1;
            }
            if i + 1 == texts.len() {
                passed.extend(std::mem::take(&mut marks).into_values().flatten());
            }
            out.push(Op(text.clone(), at, passed));
        }
        out
    }
}

/// The instructions of a part of a fragment's code: the keys of its address and its bytes.
fn disassemble(
    names: &Rc<Names>,
    e: &Event,
    (at, hex): (&str, &str),
    samples: &BTreeMap<u64, u64>,
) -> Vec<Instruction> {
    let (Some(base), Some(bytes)) = (address(e, at), e.get(hex).and_then(unhex)) else {
        return Vec::new();
    };
    let mut formatter = IntelFormatter::with_options(Some(Box::new(Resolver(names.clone()))), None);
    let o = formatter.options_mut();
    o.set_space_after_operand_separator(true);
    o.set_hex_prefix("0x");
    o.set_hex_suffix("");
    o.set_branch_leading_zeros(false);
    o.set_show_branch_size(false);
    o.set_uppercase_hex(false);
    let mut out = Vec::new();
    let mut decoder = Decoder::with_ip(64, &bytes, base, DecoderOptions::NONE);
    while decoder.can_decode() {
        let i = decoder.decode();
        let mut text = String::new();
        formatter.format(&i, &mut text);
        let range = i.ip().wrapping_sub(base)..i.next_ip().wrapping_sub(base);
        let hits = samples.range(range).map(|s| s.1).sum();
        // Prefixes that mark jumps for patching; processors ignore them.
        for prefix in ["hint-not-taken ", "hint-taken ", "notrack ", "cs "] {
            text = text.replacen(prefix, "", 1);
        }
        out.push(Instruction(format!("{:x}", i.ip()), text, hits));
    }
    out
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| Some(c.to_digit(16)? as u8)).collect();
    Some(digits?.chunks_exact(2).map(|d| d[0] << 4 | d[1]).collect())
}

/// Names of what jumps and calls lead to.
struct Resolver(Rc<Names>);

impl SymbolResolver for Resolver {
    fn symbol(
        &mut self,
        instruction: &iced_x86::Instruction,
        _operand: u32,
        _instruction_operand: Option<u32>,
        address: u64,
        _size: u32,
    ) -> Option<SymbolResult<'_>> {
        let jumps = instruction.flow_control() != iced_x86::FlowControl::Next;
        if let Some(name) = self.0.symbols.get(&address) {
            return Some(SymbolResult::with_str(address, name));
        }
        let (start, (end, id)) = self.0.cold.range(..=address).next_back()?;
        (jumps && address < *end).then(|| {
            let name = format!("{id}.cold+{:#x}", address - start);
            SymbolResult::with_string(address, name)
        })
    }
}
