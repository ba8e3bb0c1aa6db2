//! Errors about parts of Python that RPython lacks, told at the place in the user's program that asks for them.
//!
//! ```text
//! random.randint(1, 6)    the library's text would be in error: the call is, and the library is a note
//! Point(1, 2)             a named tuple: the class has no place of its own, the call and the assignment have
//! ```
use ir::diag::Diagnostic;
use ir::source::{self, Span};
use python::live::{BuiltinType as Layout, ClassRef, Value};
use rustc_hash::FxHashSet;

use crate::defs::*;
use crate::engine::Annotator;

/// Whether a place is in text that is part of genext, not in what the program makes (`exec`).
pub(crate) fn is_embedded(span: Span) -> bool {
    if span.is_none() {
        return false;
    }
    let file = source::file(span.file);
    file.path.is_none() && file.display.starts_with("<genext>/")
}

impl Annotator {
    /// Moves an error that is found inside of Python's library to the call in the user's program that leads there.
    pub fn at_users_call(&self, d: Diagnostic) -> Diagnostic {
        if !d.is_error() || !is_embedded(d.span) {
            return d;
        }
        let Some((site, callee)) = self.users_call(d.span) else {
            return d;
        };
        let op = site.block_ref();
        let graph = self.program.graphs[op.graph].graph();
        let call = graph.blocks[op.block].ops[site.index as usize].span;
        let name = &self.program.graphs[callee].graph().name;
        let message = format!("`{name}` cannot be called at run time: {}", d.message);
        let mut moved = Diagnostic::error(d.code, call, message)
            .with_kind(d.kind)
            .label("this call of Python's library leads there");
        moved.help = d.help;
        moved.note(
            d.span,
            if d.label.is_empty() {
                "here".to_owned()
            } else {
                d.label
            },
        )
    }

    /// The nearest call in the user's program of a function that leads to a place, and that function.
    fn users_call(&self, place: Span) -> Option<(OpRef, GraphId)> {
        let inside = |span: Span| {
            span.file == place.file && span.start <= place.start && place.end <= span.end
        };
        let mut todo: Vec<GraphId> = Vec::new();
        for (g, info) in self.program.graphs.iter_enumerated() {
            let graph = info.graph();
            let mut ops = graph.live_blocks().flat_map(|b| &graph.blocks[b].ops);
            if ops.any(|op| inside(op.span)) {
                todo.push(g);
            }
        }
        let mut seen: FxHashSet<GraphId> = todo.iter().copied().collect();
        let mut next = 0;
        while let Some(&g) = todo.get(next) {
            next += 1;
            for &site in &self.program.graphs[g].callers {
                let graph = self.program.graphs[site.graph].graph();
                let Some(op) = graph.blocks[site.block].ops.get(site.index as usize) else {
                    continue;
                };
                if !op.span.is_none() && !is_embedded(op.span) {
                    return Some((site, g));
                }
                if seen.insert(site.graph) {
                    todo.push(site.graph);
                }
            }
        }
        None
    }

    /// Refuses a class that inherits from a type of Python other than `object` and exceptions.
    pub(crate) fn refuse_builtin_base(&mut self, class: &ClassRef) -> bool {
        if class.builtin.is_some() || class.is_exception() || class.own("_fields".into()).is_none()
        {
            return false;
        }
        if class.layout != Layout::Tuple {
            return false;
        }
        let name = class.name.get();
        let fields = class.own("_fields".into());
        let fields: Vec<String> =
            fields
                .as_ref()
                .and_then(Value::as_tuple)
                .map_or_else(Vec::new, |f| {
                    f.iter()
                        .filter_map(|v| Some(v.as_text()?.to_string()))
                        .collect()
                });
        let mut d = self
            .error("E0447", format!("`{name}` is a named tuple, which RPython does not have"))
            .label("it is used at run time here")
            .help(format!(
                "write a class: `class {name}(object):` with `def __init__(self, {}):`, which sets the attributes",
                fields.join(", ")
            ));
        if let Some(place) = assignment(self.span, name.as_str()) {
            d = self.note_made(d, place, "it is made here");
        }
        self.report(d);
        true
    }

    /// Refuses a class method.
    pub(crate) fn class_method(&mut self, class: &ClassRef, name: &str, place: Span) -> Diagnostic {
        let owner = class.name.get();
        let d = self
            .error("E0432", format!("`{owner}.{name}` is a class method, which RPython does not have"))
            .label("it is used here")
            .help(format!(
                "make it a function, or a `@staticmethod` without `cls` that names the class: `{owner}(...)`"
            ));
        let d = self.note_made(d, place, "the class method");
        self.note_made(d, class.span.get(), &format!("class `{owner}`"))
    }
}

/// Where a file assigns a global variable: the name at the beginning of a line, followed by `=`.
fn assignment(near: Span, name: &str) -> Option<Span> {
    if near.is_none() {
        return None;
    }
    let file = source::file(near.file);
    let mut at = 0;
    for line in file.text.split_inclusive('\n') {
        let rest = line.strip_prefix(name).map(str::trim_start);
        if rest.is_some_and(|r| r.starts_with('=') && !r.starts_with("==")) {
            let end = at + line.trim_end().len();
            return Some(Span::new(near.file, at as u32, end as u32));
        }
        at += line.len();
    }
    None
}

/// Where the parameter list of a function, which begins behind `from`, gives a parameter its default.
pub(crate) fn place_of_default(from: Span, parameter: &str) -> Option<Span> {
    if from.is_none() {
        return None;
    }
    let file = source::file(from.file);
    let text = file.text.get(from.end as usize..)?;
    let (mut depth, mut start) = (0, None);
    for (i, c) in text.char_indices() {
        let ends = match c {
            '(' | '[' | '{' => {
                depth += 1;
                if depth == 1 {
                    start = Some(i + 1);
                }
                false
            }
            ')' | ']' | '}' => {
                depth -= 1;
                depth == 0
            }
            ',' => depth == 1,
            _ => depth == 0 && !c.is_whitespace(),
        };
        if !ends {
            continue;
        }
        let begin = start?;
        let part = &text[begin..i];
        let trimmed = part.trim_start();
        let is_it = trimmed
            .strip_prefix(parameter)
            .is_some_and(|r| r.trim_start().starts_with(['=', ':']));
        if is_it {
            let first = from.end as usize + begin + (part.len() - trimmed.len());
            let end = from.end as usize + begin + part.trim_end().len();
            return Some(Span::new(from.file, first as u32, end as u32));
        }
        if depth == 0 {
            return None;
        }
        start = Some(i + 1);
    }
    None
}
