//! Diagnostics: the kinds of error ([`DiagnosticKind`]), with spans, notes and a help line, rendered as
//! `rustc` does.
//!
//! A stage that meets bad source returns or collects [`Diagnostic`]s; it does not print. [`render`] makes the text with
//! annotate-snippets.
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::source::{self, Span};

/// Whom an error is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DiagnosticKind {
    /// The program is not RPython (exit code 1).
    Source,
    /// Valid RPython that genext lacks (exit code 1).
    Unsupported,
    /// A run-time exception of user code, for example while importing (exit code 1).
    Runtime,
    /// Our own bug (exit code 101).
    Internal,
    /// Something RPython accepts silently and probably gets wrong; does not stop translation.
    Warning,
    /// What somebody asked for: nothing is wrong.
    Explanation,
}

/// An error, warning or explanation with the places that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub kind: DiagnosticKind,
    /// Stable code such as `E0301`, documented in `docs/errors.md`; empty if none.
    pub code: &'static str,
    /// One line: what is wrong.
    pub message: String,
    /// The primary place; `Span::NONE` if there is none.
    pub span: Span,
    /// Text at the caret (why).
    pub label: String,
    pub notes: Vec<(Span, String)>,
    /// A line on how to mend it.
    pub help: Option<String>,
    /// The place and the text that belongs there, where the help is exact enough for an editor to apply it.
    pub fix: Option<(Span, String)>,
}

impl Diagnostic {
    /// An error that the program's author has to mend.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            kind: DiagnosticKind::Source,
            code,
            message: message.into(),
            // Whether code was inlined changes nothing about its source.
            span: span.original(),
            label: String::new(),
            notes: Vec::new(),
            help: None,
            fix: None,
        }
    }
    /// Valid RPython that genext lacks.
    pub fn unsupported(span: Span, construct: impl std::fmt::Display) -> Diagnostic {
        Diagnostic {
            kind: DiagnosticKind::Unsupported,
            ..Diagnostic::error("E0900", span, format!("not supported yet: {construct}"))
        }
    }
    /// A bug of genext that was noticed at this place of the program.
    pub fn internal(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            kind: DiagnosticKind::Internal,
            ..Diagnostic::error("E0999", span, message)
        }
    }
    /// A warning: it is shown, and translation goes on.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            kind: DiagnosticKind::Warning,
            ..Diagnostic::error(code, span, message)
        }
    }
    /// An answer to a question about the program.
    pub fn explanation(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            kind: DiagnosticKind::Explanation,
            ..Diagnostic::error("", span, message)
        }
    }
    /// The same diagnostic, of another kind.
    pub fn with_kind(mut self, kind: DiagnosticKind) -> Diagnostic {
        self.kind = kind;
        self
    }
    /// Sets the text at the caret.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }
    /// Adds another place (or, with `Span::NONE`, a note without a place).
    pub fn note(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.notes.push((span.original(), text.into()));
        self
    }
    /// Sets the help line.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
    /// Sets the help line to one that an editor can apply: `text` stands at `place` then.
    pub fn fix(
        mut self,
        help: impl Into<String>,
        place: Span,
        text: impl Into<String>,
    ) -> Diagnostic {
        self.help = Some(help.into());
        self.fix = Some((place, text.into()));
        self
    }
    /// Whether translation must stop.
    pub fn is_error(&self) -> bool {
        !matches!(
            self.kind,
            DiagnosticKind::Warning | DiagnosticKind::Explanation
        )
    }
}

/// Renders one diagnostic; `color` selects ANSI styling.
pub fn render(d: &Diagnostic, color: bool) -> String {
    let level = match d.kind {
        DiagnosticKind::Warning => Level::WARNING,
        DiagnosticKind::Explanation => Level::NOTE,
        DiagnosticKind::Internal => Level::ERROR.with_name(Some("internal error")),
        DiagnosticKind::Unsupported => Level::ERROR.with_name(Some("unsupported")),
        DiagnosticKind::Source | DiagnosticKind::Runtime => Level::ERROR,
    };
    let mut title = level.primary_title(d.message.as_str());
    if !d.code.is_empty() {
        title = title.id(d.code);
    }
    let mut spans: Vec<(Span, &str, bool)> = Vec::new();
    if !d.span.is_none() {
        spans.push((d.span, &d.label, true));
    }
    for (span, text) in &d.notes {
        if !span.is_none() {
            spans.push((*span, text, false));
        }
    }
    let mut files: Vec<(source::FileId, std::sync::Arc<source::SourceFile>)> = Vec::new();
    for (span, _, _) in &spans {
        if !files.iter().any(|(id, _)| *id == span.file) {
            files.push((span.file, source::file(span.file)));
        }
    }
    let mut group: Group<'_> = Group::with_title(title);
    for (id, file) in &files {
        let mut snippet = Snippet::source(&*file.text)
            .path(&*file.display)
            .line_start(1)
            .fold(true);
        for (span, text, primary) in spans.iter().filter(|(s, _, _)| s.file == *id) {
            let kind = if *primary {
                AnnotationKind::Primary
            } else {
                AnnotationKind::Context
            };
            snippet = snippet.annotation(kind.span(clip(*span, &file.text)).label(*text));
        }
        group = group.element(snippet);
    }
    for (span, text) in &d.notes {
        if span.is_none() {
            group = group.element(Level::NOTE.message(text.as_str()));
        }
    }
    if let Some(help) = &d.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.render(&[group])
}

/// The byte range of a span, inside the text and on character borders, whatever the caller got wrong.
fn clip(span: Span, text: &str) -> std::ops::Range<usize> {
    let mut start = (span.start as usize).min(text.len());
    let mut end = (span.end as usize).clamp(start, text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn shows_place_label_note_and_help() {
        let f = source::add_file(None, "x.py", "def f():\n    return spam\n");
        let d = Diagnostic::error("E0201", Span::new(f, 20, 24), "name `spam` is not defined")
            .label("not found")
            .note(Span::new(f, 4, 5), "in this function")
            .help("define it");
        let text = render(&d, false);
        for part in [
            "error[E0201]",
            "x.py:2:12",
            "not found",
            "in this function",
            "help: define it",
        ] {
            assert!(text.contains(part), "{part:?} missing in\n{text}");
        }
    }
}
