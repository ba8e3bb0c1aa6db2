//! The location table: spans of all functions become global numbers with names, files and lines.
//!
//! Inlined code keeps the spans of the function it was written in, so the name shown is that of the innermost
//! definition that contains the span; the location of the call that it was inlined for is its caller.
use ir::source::{self, FileId, Span};
use rustc_hash::FxHashMap;

use super::format::{LOCATION_HELPER, Location, StrRef};
use crate::compile::Module;

/// The string table of an image: equal texts are stored once.
#[derive(Default)]
pub struct Strings {
    /// All texts, one after the other; offsets count from the start of this buffer.
    pub bytes: Vec<u8>,
    known: FxHashMap<String, StrRef>,
}

impl Strings {
    /// The place of a text; `offset` is relative to the buffer.
    pub fn add(&mut self, s: &str) -> StrRef {
        if let Some(&r) = self.known.get(s) {
            return r;
        }
        let r = StrRef {
            offset: self.bytes.len() as u32,
            len: s.len() as u32,
        };
        self.bytes.extend_from_slice(s.as_bytes());
        self.known.insert(s.to_owned(), r);
        r
    }
}

/// Start and end of a definition's text, and its number.
type Definition = (u32, u32, usize);

/// Numbers spans; location 0 is "none".
pub struct Locations<'a> {
    module: &'a Module,
    /// Definitions by file, sorted by start; those of inlined functions have the numbers behind those of the others.
    defs: FxHashMap<FileId, Vec<Definition>>,
    /// By function, file, line and caller.
    known: FxHashMap<(u32, FileId, u32, u32), u32>,
    files: FxHashMap<FileId, std::sync::Arc<source::SourceFile>>,
    /// The table, with texts relative to [`Strings::bytes`].
    pub table: Vec<Location>,
}

impl<'a> Locations<'a> {
    /// The table with location 0, which is none.
    pub fn new(module: &'a Module) -> Locations<'a> {
        let mut defs: FxHashMap<FileId, Vec<Definition>> = FxHashMap::default();
        let spans = (module.descs.iter().map(|d| d.span)).chain(module.inlined.iter().map(|d| d.1));
        for (i, span) in spans.enumerate().filter(|(_, s)| !s.is_none()) {
            defs.entry(span.file)
                .or_default()
                .push((span.start, span.end, i));
        }
        for list in defs.values_mut() {
            list.sort_unstable();
        }
        Locations {
            module,
            defs,
            known: FxHashMap::default(),
            files: FxHashMap::default(),
            table: vec![Location::default()],
        }
    }
    /// The number of a span in the code of function `current`.
    pub fn add(&mut self, span: Span, current: usize, strings: &mut Strings) -> u32 {
        if span.is_none() {
            return 0;
        }
        let call = span.inlining().call();
        let caller = call.map_or(0, |c| self.add(c.call, current, strings));
        let span = span.original();
        let owner = self.owner(span, current).unwrap_or(current);
        let descs = self.module.descs.raw();
        let (name, helper) = match descs.get(owner) {
            Some(d) => (&d.name, d.helper),
            None => (&self.module.inlined[owner - descs.len()].0, false),
        };
        let file = self
            .files
            .entry(span.file)
            .or_insert_with(|| source::file(span.file));
        let (line, column) = file.line_column(span.start);
        // One location per line of a function is what tracebacks show; the column is that of its first span.
        let key = (owner as u32, span.file, line, caller);
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = self.table.len() as u32;
        self.table.push(Location {
            function: strings.add(name),
            file: strings.add(&file.display),
            line,
            column,
            flags: if helper { LOCATION_HELPER } else { 0 },
            text: strings.add(file.line_text(line).trim()),
            caller,
        });
        self.known.insert(key, id);
        id
    }
    /// The innermost definition that contains the span. Several functions may have been made of it (specialised copies,
    /// generators of a JIT): it is `current` if that is one of them, else the first that is the user's.
    fn owner(&self, span: Span, current: usize) -> Option<usize> {
        let list = self.defs.get(&span.file)?;
        let n = list.partition_point(|d| d.0 <= span.start);
        // Definitions nest, so the last one that starts before and ends after is the innermost. Copies count once.
        let contains = |a: &&[Definition]| a[0].1 >= span.end;
        let copies = (list[..n].chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).rev())
            .take(64)
            .find(contains)?;
        let helper = |i: usize| self.module.descs.raw().get(i).is_some_and(|d| d.helper);
        let mut all = copies.iter().map(|d| d.2);
        if all.clone().any(|i| i == current) {
            return Some(current);
        }
        all.clone().find(|&i| !helper(i)).or_else(|| all.next())
    }
}
