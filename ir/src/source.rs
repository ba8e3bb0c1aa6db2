//! Source files and spans. Every operation, link, code instruction and low-level call site carries a [`Span`].
//!
//! The table of files is process-wide and append-only, so spans are plain data (`Send`) and can be resolved from any
//! stage.
//!
//! A span can also say that it belongs to a copy of a function's body at a call ([`Span::inlined_at`]), for debugging
//! information: its file then is an *inlined file*, the pair of a file and an [`Inlining`]. Whoever asks for the file,
//! path or line of such a span gets those of the original; [`Span::original`] is the span without the call.
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, RwLock};

use rustc_hash::FxHashMap;

use crate::name::Name;

crate::entity!(
    /// A file known to the process. `FileId(0)` is the empty file "<internal>".
    FileId,
    "file"
);

/// A byte range of a file. `Span::NONE` stands for "made by the toolchain, no source".
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of what has no place in a source file.
    pub const NONE: Span = Span {
        file: FileId(0),
        start: 0,
        end: 0,
    };
    /// Bytes `start..end` of a file.
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }
    /// Whether there is no position.
    pub fn is_none(self) -> bool {
        self.file.0 == 0
    }
    /// The copy of a function's body that it belongs to.
    pub fn inlining(self) -> Inlining {
        match self.file.0.checked_sub(INLINED) {
            Some(i) => {
                inlined()
                    .read()
                    .expect("table of inlined calls poisoned")
                    .files[i as usize]
                    .1
            }
            None => Inlining::NONE,
        }
    }
    /// The span as it was before inlining.
    pub fn original(self) -> Span {
        let file = original_file(self.file);
        Span { file, ..self }
    }
    /// The span in the copy of a function's body at a call. `self` is a place of that body.
    pub fn inlined_at(self, function: Name, definition: Span, call: Span) -> Span {
        if self.is_none() {
            return self;
        }
        let inlining = self.inlining().inlined_at(function, definition, call);
        let file = original_file(self.file);
        let mut table = inlined().write().expect("table of inlined calls poisoned");
        Span {
            file: table.file(file, inlining),
            ..self
        }
    }
    /// The smallest span that covers both (of the same file; otherwise `self`).
    pub fn to(self, other: Span) -> Span {
        if self.is_none() {
            return other;
        }
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
    /// 1-based line and column (in characters) of the start, with the path; `None` for `Span::NONE`.
    pub fn location(self) -> Option<Location> {
        if self.is_none() {
            return None;
        }
        let file = file(self.file);
        let (line, column) = file.line_column(self.start);
        Some(Location {
            path: file.display.clone(),
            line,
            column,
        })
    }
    /// The 1-based line, 0 if none.
    pub fn line(self) -> u32 {
        if self.is_none() {
            0
        } else {
            file(self.file).line_column(self.start).0
        }
    }
}

crate::entity!(
    /// A copy of a function's body in the place of a call.
    Inlining,
    "inlined"
);

/// Numbers of files from here on are those of inlined files.
const INLINED: u32 = 1 << 31;

/// Which call became a copy of which function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InlinedCall {
    pub function: Name,
    /// Where the function is defined.
    pub definition: Span,
    /// The place of the call, which may be in a copy itself.
    pub call: Span,
}

#[derive(Default)]
struct InlinedCalls {
    /// Inlined files, by number.
    files: Vec<(FileId, Inlining)>,
    known_files: FxHashMap<(FileId, Inlining), FileId>,
    /// Calls by number, which starts at 1.
    calls: Vec<InlinedCall>,
    known_calls: FxHashMap<InlinedCall, Inlining>,
}

impl InlinedCalls {
    fn file(&mut self, file: FileId, inlining: Inlining) -> FileId {
        let next = FileId(INLINED + self.files.len() as u32);
        let id = *self.known_files.entry((file, inlining)).or_insert(next);
        if id == next {
            self.files.push((file, inlining));
        }
        id
    }
    fn call(&mut self, call: InlinedCall) -> Inlining {
        let next = Inlining(self.calls.len() as u32 + 1);
        let id = *self.known_calls.entry(call).or_insert(next);
        if id == next {
            self.calls.push(call);
        }
        id
    }
}

fn inlined() -> &'static RwLock<InlinedCalls> {
    static CALLS: OnceLock<RwLock<InlinedCalls>> = OnceLock::new();
    CALLS.get_or_init(RwLock::default)
}

fn original_file(id: FileId) -> FileId {
    match id.0.checked_sub(INLINED) {
        Some(i) => {
            inlined()
                .read()
                .expect("table of inlined calls poisoned")
                .files[i as usize]
                .0
        }
        None => id,
    }
}

impl Inlining {
    /// No copy: the function itself.
    pub const NONE: Inlining = Inlining(0);
    /// Whether it is the function itself.
    pub fn is_none(self) -> bool {
        self == Inlining::NONE
    }
    /// The call, if it is a copy.
    pub fn call(self) -> Option<InlinedCall> {
        let i = self.0.checked_sub(1)?;
        let table = inlined().read().expect("table of inlined calls poisoned");
        Some(table.calls[i as usize])
    }
    /// What the copy becomes when the function that it is in is copied to a call itself.
    pub fn inlined_at(self, function: Name, definition: Span, call: Span) -> Inlining {
        let call = match self.call() {
            None => InlinedCall {
                function,
                definition,
                call,
            },
            Some(inner) => InlinedCall {
                call: inner.call.inlined_at(function, definition, call),
                ..inner
            },
        };
        (inlined().write().expect("table of inlined calls poisoned")).call(call)
    }
}

impl Default for Span {
    fn default() -> Span {
        Span::NONE
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}..{}", self.file, self.start, self.end)
    }
}

/// A position as people count: file, line, column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The path as it is shown to the user.
    pub path: Arc<str>,
    /// 1-based.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

/// One source file. The text is the file decoded to UTF-8 (a file in another encoding is transcoded before it is
/// added).
#[derive(Debug)]
pub struct SourceFile {
    /// Where it was read from; `None` for text made by the toolchain.
    pub path: Option<PathBuf>,
    /// The name shown to users.
    pub display: Arc<str>,
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// 1-based line and column (in characters) of a byte offset.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&s| s <= offset).max(1);
        let start = self.line_starts[line - 1] as usize;
        let upto = (offset as usize).min(self.text.len());
        let column = self.text.get(start..upto).map_or(0, |t| t.chars().count());
        (line as u32, column as u32 + 1)
    }
    /// The text of a 1-based line without its end-of-line characters.
    pub fn line_text(&self, line: u32) -> &str {
        let i = line.max(1) as usize - 1;
        let Some(&start) = self.line_starts.get(i) else {
            return "";
        };
        let end = self
            .line_starts
            .get(i + 1)
            .map_or(self.text.len(), |&e| e as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
    /// How many lines the file has.
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }
}

fn table() -> &'static RwLock<Vec<Arc<SourceFile>>> {
    static FILES: OnceLock<RwLock<Vec<Arc<SourceFile>>>> = OnceLock::new();
    FILES.get_or_init(|| RwLock::new(vec![Arc::new(make(None, "<internal>", ""))]))
}

fn make(path: Option<&Path>, display: &str, text: &str) -> SourceFile {
    let mut line_starts = vec![0];
    line_starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|i| i as u32 + 1));
    SourceFile {
        path: path.map(Path::to_path_buf),
        display: display.into(),
        text: text.into(),
        line_starts,
    }
}

/// Adds a file and returns its entity. Texts of 4 GiB and more are the caller's to refuse.
pub fn add_file(path: Option<&Path>, display: &str, text: &str) -> FileId {
    let mut files = table().write().expect("source table poisoned");
    let id = FileId(files.len() as u32);
    files.push(Arc::new(make(path, display, text)));
    id
}

/// Gives a file another text, for who reads one file again and again. Spans of the old text mean nothing then.
pub fn replace_text(id: FileId, text: &str) {
    let mut files = table().write().expect("source table poisoned");
    let slot = &mut files[id.0 as usize];
    *slot = Arc::new(make(slot.path.as_deref(), &slot.display, text));
}

/// The file of an entity.
pub fn file(id: FileId) -> Arc<SourceFile> {
    let id = original_file(id);
    table().read().expect("source table poisoned")[id.0 as usize].clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn lines_and_columns_count_characters() {
        let id = add_file(None, "t.py", "a\nhé = 1\n");
        let f = file(id);
        assert_eq!(f.line_column(0), (1, 1));
        assert_eq!(f.line_column(2), (2, 1));
        assert_eq!(f.line_column(6), (2, 4));
        assert_eq!(f.line_text(2), "hé = 1");
        assert_eq!(
            Span::new(id, 6, 7).location().unwrap().to_string(),
            "t.py:2:4"
        );
    }

    #[test]
    fn a_place_in_a_copy_knows_its_calls_and_its_original() {
        let id = add_file(None, "inlined.py", "a\nb\nc\n");
        let [a, b, c] = [0, 2, 4].map(|at| Span::new(id, at, at + 1));
        let [f, g] = ["f", "g"].map(Name::new);
        // `a` is in `f`, which is inlined into `g` at `b`, which is inlined at `c`.
        let in_g = a.inlined_at(f, a, b);
        assert_eq!(
            in_g.inlining().call().map(|i| (i.function, i.call)),
            Some((f, b))
        );
        assert_eq!(in_g, a.inlined_at(f, a, b));
        let outside = in_g.inlined_at(g, b, c);
        let inner = outside.inlining().call().expect("a copy");
        assert_eq!((inner.function, inner.call.original()), (f, b));
        let outer = inner.call.inlining().call().expect("a copy");
        assert_eq!((outer.function, outer.call), (g, c));
        assert!(outer.call.inlining().is_none());
        assert_eq!((outside.original(), outside.line()), (a, 1));
        assert_eq!(Span::NONE.inlined_at(f, a, b), Span::NONE);
    }
}
