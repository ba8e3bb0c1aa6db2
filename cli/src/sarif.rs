//! Diagnostics as SARIF 2.1.0, the form in which services for code review take the results of checkers.
//!
//! Places are relative to the current folder where they lie in it; columns count characters, from 1.
use ir::diag::{Diagnostic, DiagnosticKind};
use ir::source::Span;
use serde_json::{Value, json};

/// The document, with one run.
pub(crate) fn document(found: &[Diagnostic]) -> String {
    let mut codes: Vec<&str> = found.iter().map(|d| d.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let results: Vec<Value> = found.iter().map(|d| result(d, &codes)).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "genext",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| rule(code)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{document:#}\n")
}

fn rule(code: &str) -> Value {
    let title = crate::explain::titles().find(|(c, _)| *c == code);
    let mut rule = json!({ "id": code });
    if let Some((_, title)) = title {
        rule["shortDescription"] = json!({ "text": title });
    }
    if let Some(page) = crate::explain::page(code) {
        rule["help"] = json!({ "text": page.trim_end(), "markdown": page.trim_end() });
    }
    rule
}

fn result(d: &Diagnostic, codes: &[&str]) -> Value {
    let level = match d.kind {
        DiagnosticKind::Warning => "warning",
        DiagnosticKind::Explanation => "note",
        DiagnosticKind::Source
        | DiagnosticKind::Unsupported
        | DiagnosticKind::Runtime
        | DiagnosticKind::Internal => "error",
    };
    let mut text = d.message.clone();
    if !d.label.is_empty() {
        text.push_str(&format!(": {}", d.label));
    }
    if let Some(help) = &d.help {
        text.push_str(&format!("\nhelp: {help}"));
    }
    let mut out = json!({
        "ruleId": d.code,
        "ruleIndex": codes.iter().position(|c| *c == d.code),
        "level": level,
        "message": { "text": text },
        "locations": location(d.span).into_iter().collect::<Vec<_>>(),
    });
    let related: Vec<Value> = (d.notes.iter())
        .filter_map(|(span, message)| {
            let mut at = location(*span)?;
            at["message"] = json!({ "text": message });
            Some(at)
        })
        .collect();
    if !related.is_empty() {
        out["relatedLocations"] = json!(related);
    }
    if let Some((at, text)) = &d.fix
        && let Some(at) = location(*at)
    {
        let at = &at["physicalLocation"];
        out["fixes"] = json!([{
            "description": { "text": d.help.as_deref().unwrap_or("replace it") },
            "artifactChanges": [{
                "artifactLocation": at["artifactLocation"],
                "replacements": [{
                    "deletedRegion": at["region"],
                    "insertedContent": { "text": text },
                }],
            }],
        }]);
    }
    out
}

fn location(span: Span) -> Option<Value> {
    let start = span.location()?;
    let end = Span::new(span.file, span.end, span.end).location()?;
    Some(json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&start.path) },
        "region": {
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
        },
    }}))
}

/// A path as a reference: relative inside the current folder, else `file:`.
fn uri(path: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let here = format!("{}/", here.to_string_lossy());
    let path = path.strip_prefix(&here).unwrap_or(path);
    let path = path.strip_prefix("./").unwrap_or(path);
    let mut out = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references() {
        assert_eq!(uri("./a b.py"), "a%20b.py");
        assert_eq!(uri("/no/\u{e9}.py"), "file:///no/%C3%A9.py");
    }
}
