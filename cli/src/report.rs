//! Showing diagnostics: for people, or one JSON object a line.
use std::io::IsTerminal;

use ir::diag::{self, Diagnostic, DiagnosticKind};
use ir::source::Span;
use serde::Serialize;

use crate::args::{Color, Report};

/// Whether to colour what goes to standard error.
pub fn use_color(color: Color) -> bool {
    color_on(color, std::io::stderr().is_terminal())
}

/// Whether to colour what goes to a terminal, or elsewhere. The option decides; then NO_COLOR; then FORCE_COLOR and
/// CLICOLOR_FORCE; then whether it is a terminal.
pub fn color_on(color: Color, terminal: bool) -> bool {
    let given = |name: &str| std::env::var(name).is_ok_and(|v| !v.is_empty());
    let forced = |name: &str| std::env::var(name).is_ok_and(|v| !v.is_empty() && v != "0");
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if given("NO_COLOR") => false,
        Color::Auto => terminal || forced("FORCE_COLOR") || forced("CLICOLOR_FORCE"),
    }
}

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    kind: &'static str,
    code: &'a str,
    message: &'a str,
    label: &'a str,
    place: Option<JsonPlace>,
    notes: Vec<JsonNote<'a>>,
    help: Option<&'a str>,
    fix: Option<JsonFix<'a>>,
}
/// A replacement that mends it.
#[derive(Serialize)]
struct JsonFix<'a> {
    place: JsonPlace,
    text: &'a str,
}
#[derive(Serialize)]
struct JsonPlace {
    path: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}
#[derive(Serialize)]
struct JsonNote<'a> {
    message: &'a str,
    place: Option<JsonPlace>,
}

fn place(span: Span) -> Option<JsonPlace> {
    let start = span.location()?;
    let end = Span::new(span.file, span.end, span.end).location()?;
    Some(JsonPlace {
        path: start.path.to_string(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    })
}

fn json(d: &Diagnostic) -> String {
    let kind = match d.kind {
        DiagnosticKind::Source => "error",
        DiagnosticKind::Unsupported => "unsupported",
        DiagnosticKind::Explanation => "note",
        DiagnosticKind::Runtime => "exception",
        DiagnosticKind::Internal => "internal",
        DiagnosticKind::Warning => "warning",
    };
    let object = JsonDiagnostic {
        kind,
        code: d.code,
        message: &d.message,
        label: &d.label,
        place: place(d.span),
        notes: d
            .notes
            .iter()
            .map(|(s, m)| JsonNote {
                message: m,
                place: place(*s),
            })
            .collect(),
        help: d.help.as_deref(),
        fix: d.fix.as_ref().and_then(|(span, text)| {
            Some(JsonFix {
                place: place(*span)?,
                text,
            })
        }),
    };
    serde_json::to_string(&object).unwrap_or_default()
}

/// Where else the same is warned of.
fn also_at(first: &Diagnostic, others: &[&Diagnostic]) -> String {
    const SHOWN: usize = 6;
    let here = first.span.location().map(|place| place.path);
    let places: Vec<String> = (others.iter().filter_map(|o| o.span.location()))
        .map(|place| match here.as_ref() == Some(&place.path) {
            true => format!("line {}", place.line),
            false => format!("{}:{}", place.path, place.line),
        })
        .collect();
    if places.is_empty() {
        return String::new();
    }
    let mut text = places[..places.len().min(SHOWN)].join(", ");
    if places.len() > SHOWN {
        text.push_str(&format!(" and {} more", places.len() - SHOWN));
    }
    format!("\n  = the same at {text}")
}

/// Whether the user wants to see warnings.
pub fn wants_warnings(common: &crate::args::Common) -> bool {
    let off = std::env::var("GENEXT_WARNINGS").is_ok_and(|v| matches!(&*v, "off" | "0" | "no"));
    !(common.no_warnings || off)
}

/// Shows the warnings of a translation that goes on, and how to silence them.
pub fn show_warnings(found: &[Diagnostic], common: &crate::args::Common) {
    let warnings: Vec<Diagnostic> = found.iter().filter(|d| !d.is_error()).cloned().collect();
    if warnings.is_empty() || !wants_warnings(common) {
        return;
    }
    show(&warnings, Report::Human, use_color(common.color));
    eprintln!("genext: warnings can be silenced with --no-warnings or GENEXT_WARNINGS=off");
}

/// Shows diagnostics and returns the exit code: 0 without errors, 1 with, 101 with an internal one.
pub fn show(diagnostics: &[Diagnostic], form: Report, color: bool) -> u8 {
    if form == Report::Sarif {
        crate::commands::print_text(&crate::sarif::document(diagnostics));
    }
    for (i, d) in diagnostics.iter().enumerate() {
        match form {
            Report::Human if d.is_error() => eprintln!("{}\n", diag::render(d, color)),
            Report::Human => {
                // The same warning of many places is shown once.
                let same = |o: &&Diagnostic| o.code == d.code && o.message == d.message;
                if diagnostics[..i].iter().any(|o| same(&o)) {
                    continue;
                }
                let others: Vec<_> = diagnostics[i + 1..].iter().filter(same).collect();
                eprintln!("{}{}\n", diag::render(d, color), also_at(d, &others));
            }
            Report::Sarif => {}
            Report::Json => {
                crate::commands::print_text(&format!("{}\n", json(d)));
            }
        }
    }
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    if form == Report::Human && errors > 0 {
        let many = if errors == 1 {
            "an error".to_owned()
        } else {
            format!("{errors} errors")
        };
        eprintln!("genext: stopped because of {many}");
    }
    if diagnostics
        .iter()
        .any(|d| d.kind == DiagnosticKind::Internal)
    {
        101
    } else {
        u8::from(errors > 0)
    }
}
