//! What a check tells an editor: diagnostics, and for places of the sources what stands there and where it comes from.
//!
//! ```text
//! w.text        hover `w: an instance of class Word`, `a string`; definition of `text`: where it is set first
//! ```
//! Everything here is plain data that travels between the checking process and the server (see [`super::worker`]).
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use annotator::{AnnotationKind, Annotator, Desc};
use flowspace::HlOp;
use ir::diag::{Diagnostic, DiagnosticKind};
use ir::source::{self, Span};
use lsp_types::{
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
};
use python::code::Instr;
use python::live::Value;
use serde::{Deserialize, Serialize};

use super::knowledge::Knowledge;

/// A range of a file, as the protocol counts: lines from zero, characters from zero in UTF-16 units.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct FileRange {
    pub path: String,
    start: (u32, u32),
    end: (u32, u32),
}

impl FileRange {
    /// The place of a span; none if it has no source, or one that is part of genext.
    pub fn of(span: Span) -> Option<FileRange> {
        if span.is_none() {
            return None;
        }
        let file = source::file(span.file);
        let path = file.path.as_ref()?;
        let position = |offset: u32| {
            let (line, column) = file.line_column(offset);
            let before = file.line_text(line).chars().take(column as usize - 1);
            let units: usize = before.map(char::len_utf16).sum();
            (line - 1, units as u32)
        };
        Some(FileRange {
            path: absolute(path),
            start: position(span.start),
            end: position(span.end),
        })
    }
    /// Whether a position lies inside.
    pub fn contains(&self, at: Position) -> bool {
        let at = (at.line, at.character);
        self.start <= at && at < self.end
    }
    /// Line and character of the start.
    pub fn first(&self) -> (u32, u32) {
        self.start
    }
    /// Line and character of the end.
    pub fn last(&self) -> (u32, u32) {
        self.end
    }
    /// For finding the innermost of several.
    pub fn size(&self) -> (u32, u32) {
        (
            self.end.0 - self.start.0,
            self.end.1.wrapping_sub(self.start.1),
        )
    }
    /// As the protocol has it.
    pub fn range(&self) -> Range {
        let position = |(line, character)| Position { line, character };
        Range {
            start: position(self.start),
            end: position(self.end),
        }
    }
    /// As the protocol has it; none if the path cannot be written as an address.
    pub fn location(&self) -> Option<Location> {
        Some(Location {
            uri: super::uri(Path::new(&self.path))?,
            range: self.range(),
        })
    }
}

/// The absolute path of a file, without symbolic links.
pub(super) fn absolute(path: &Path) -> String {
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    path.to_string_lossy().into_owned()
}

/// What is known of a place.
#[derive(Default, Clone, Debug, Serialize, Deserialize)]
pub struct Fact {
    /// Lines that describe it.
    pub hover: BTreeSet<String>,
    pub definition: Option<FileRange>,
}

/// The outcome of a check.
#[derive(Default, Debug, Serialize, Deserialize)]
pub struct Checked {
    /// With the file; none: the target's.
    pub diagnostics: Vec<(Option<String>, lsp_types::Diagnostic)>,
    /// What is known of places.
    pub facts: Vec<(FileRange, Fact)>,
    /// What is known of functions, modules and types.
    pub knowledge: Knowledge,
}

impl Checked {
    /// Adds diagnostics in the protocol's form, each with the file that it is about.
    pub fn report(&mut self, found: &[Diagnostic]) {
        for d in found {
            let place = FileRange::of(d.span);
            let shown = diagnostic(d, place.as_ref());
            self.diagnostics.push((place.map(|p| p.path), shown));
        }
    }
    /// Adds those that are not there yet.
    pub fn report_new(&mut self, found: &[Diagnostic]) {
        let before = self.diagnostics.len();
        self.report(found);
        let added = self.diagnostics.split_off(before);
        for d in added {
            if !self.diagnostics.contains(&d) {
                self.diagnostics.push(d);
            }
        }
    }
    /// What is known at a position, the innermost first.
    pub fn at<'a>(&'a self, path: &'a str, at: Position) -> Vec<&'a (FileRange, Fact)> {
        let mut found: Vec<_> = self
            .facts
            .iter()
            .filter(|(p, _)| p.path == path && p.contains(at))
            .collect();
        found.sort_by_key(|(p, _)| p.size());
        found
    }
}

fn diagnostic(d: &Diagnostic, place: Option<&FileRange>) -> lsp_types::Diagnostic {
    let mut message = d.message.clone();
    for more in [Some(&d.label), d.help.as_ref()].into_iter().flatten() {
        if !more.is_empty() {
            message += "\n";
            message += more;
        }
    }
    let related = d.notes.iter().filter_map(|(span, text)| {
        Some(DiagnosticRelatedInformation {
            location: FileRange::of(*span)?.location()?,
            message: text.clone(),
        })
    });
    lsp_types::Diagnostic {
        range: place.map_or_else(Range::default, FileRange::range),
        severity: Some(if d.kind == DiagnosticKind::Warning {
            DiagnosticSeverity::WARNING
        } else {
            DiagnosticSeverity::ERROR
        }),
        code: Some(NumberOrString::String(d.code.to_owned())),
        source: Some("genext".to_owned()),
        message,
        related_information: Some(related.collect()),
        // An exact replacement, for code actions.
        data: d.fix.as_ref().and_then(|(span, text)| {
            let at = FileRange::of(*span)?.location()?;
            Some(serde_json::json!({
                "title": d.help.as_deref().unwrap_or("apply the help"),
                "uri": at.uri.as_str(),
                "range": at.range,
                "text": text,
            }))
        }),
        ..lsp_types::Diagnostic::default()
    }
}

/// What annotation knows of places in the sources.
pub(super) fn collect(a: &Annotator) -> Vec<(FileRange, Fact)> {
    let mut facts: BTreeMap<FileRange, Fact> = BTreeMap::new();
    let p = a.program();
    for (_, info) in p.graphs.iter_enumerated() {
        if info.low_level {
            continue;
        }
        let graph = info.graph();
        // Variables by name: one name may be several variables of the graph.
        let mut named: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for v in graph.vars.indices() {
            let s = info.binding(v);
            if let (Some(name), false) = (graph.vars[v].name, s.is_impossible()) {
                let known = named.entry(name.as_str()).or_default();
                known.insert(format!("{name}: {}", a.english(s)));
            }
        }
        let func = &info.flow.func;
        let code = func.code();
        for (instr, span) in code.instrs.iter().zip(&code.spans) {
            let Some(place) = FileRange::of(*span) else {
                continue;
            };
            match instr {
                Instr::LoadFast(v) | Instr::StoreFast(v) => {
                    let name = code.varnames[v.0 as usize];
                    if let Some(known) = named.get(name.as_str()) {
                        facts
                            .entry(place)
                            .or_default()
                            .hover
                            .extend(known.iter().cloned());
                    }
                }
                Instr::LoadGlobal(name) => {
                    let definition = match func.global(*name) {
                        Some(Value::Function(f)) => FileRange::of(f.span()),
                        Some(Value::Class(c)) => FileRange::of(c.span.get()),
                        _ => None,
                    };
                    if definition.is_some() {
                        facts.entry(place).or_default().definition = definition;
                    }
                }
                _ => {}
            }
        }
        if let Some(place) = FileRange::of(graph.span) {
            let names = graph.args().iter().map(|&v| {
                let what = a.english(info.binding(v));
                match graph.vars[v].name {
                    Some(n) => format!("{n}: {what}"),
                    None => what,
                }
            });
            let names: Vec<String> = names.collect();
            let text = format!(
                "{}({}) -> {}",
                graph.name,
                names.join(", "),
                a.english(info.result())
            );
            facts.entry(place).or_default().hover.insert(text);
        }
        for b in graph.live_blocks().filter(|&b| info.is_reached(b)) {
            for op in &graph.blocks[b].ops {
                let Some(place) = FileRange::of(op.span) else {
                    continue;
                };
                let s = info.binding(op.result);
                let fact = facts.entry(place).or_default();
                if !s.is_impossible() && !s.is_none() {
                    fact.hover.insert(a.english(s));
                }
                if op.op != HlOp::GetAttr {
                    continue;
                }
                let name = op.args.get(1).and_then(|c| c.as_const()?.as_name());
                let class = op.args.first().and_then(|v| info.binding(v.var()?).class());
                let found = match (s.kind(), class, name) {
                    (AnnotationKind::Pbc { descs, .. }, _, _)
                        if matches!(p.descs[descs[0]], Desc::Method(_) | Desc::Function(_)) =>
                    {
                        FileRange::of(p.desc_span(descs[0]))
                    }
                    (_, Some(c), Some(n)) => {
                        p.find_attr(c, n).and_then(|(_, at)| FileRange::of(at.span))
                    }
                    _ => None,
                };
                if found.is_some() {
                    fact.definition = found;
                }
            }
        }
    }
    facts.into_iter().collect()
}
