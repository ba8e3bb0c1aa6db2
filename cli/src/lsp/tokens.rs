//! What editors paint into a text: semantic tokens and inlay hints.
//!
//! ```text
//! def size(w: Word) -> int:          inlay hints, from annotation
//!     n = len(w.text)                n: variable, with the modifier `green` or `red` where a JIT traces
//! ```
use lsp_types::{
    InlayHint, InlayHintKind, InlayHintLabel, Position, Range, SemanticToken,
    SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend,
};

use super::facts::FileRange;
use super::knowledge::{Knowledge, Sort};
use super::syntax::{Role, Syntax};

/// The numbers of token types and modifiers.
pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: vec![
            SemanticTokenType::VARIABLE,
            SemanticTokenType::PARAMETER,
            SemanticTokenType::PROPERTY,
            SemanticTokenType::FUNCTION,
            SemanticTokenType::METHOD,
            SemanticTokenType::CLASS,
            SemanticTokenType::NAMESPACE,
        ],
        token_modifiers: vec![
            SemanticTokenModifier::DECLARATION,
            SemanticTokenModifier::READONLY,
            SemanticTokenModifier::new("green"),
            SemanticTokenModifier::new("red"),
        ],
    }
}

const DECLARATION: u32 = 1;
const READONLY: u32 = 2;
const GREEN: u32 = 4;
const RED: u32 = 8;

fn number(sort: Sort) -> u32 {
    match sort {
        Sort::Variable | Sort::Constant => 0,
        Sort::Attribute => 2,
        Sort::Function => 3,
        Sort::Method => 4,
        Sort::Class => 5,
        Sort::Module => 6,
    }
}

/// The names of a text, as the protocol has them: each relative to the one before.
pub(super) fn semantic(syntax: &Syntax, path: &str, k: &Knowledge) -> Vec<SemanticToken> {
    let mut out = Vec::new();
    let (mut line, mut column) = (0, 0);
    for o in &syntax.occurrences {
        let Some(place) = FileRange::of(o.span) else {
            continue;
        };
        let (at, start) = place.first();
        let Some((kind, mut modifiers)) = kind_of(syntax, path, k, &o.role, &o.name) else {
            continue;
        };
        if o.binds {
            modifiers |= DECLARATION;
        }
        let paint = k
            .colours
            .get(path)
            .and_then(|lines| lines.get(&at)?.get(&o.name));
        if let (Some(p), Role::Name(_)) = (paint, &o.role) {
            modifiers |= (u32::from(p.green) * GREEN) | (u32::from(p.red) * RED);
        }
        if (at, start) < (line, column) {
            continue;
        }
        let end = place.last();
        out.push(SemanticToken {
            delta_line: at - line,
            delta_start: if at == line { start - column } else { start },
            length: if end.0 == at { end.1 - start } else { 0 },
            token_type: kind,
            token_modifiers_bitset: modifiers,
        });
        (line, column) = (at, start);
    }
    out
}

fn kind_of(
    syntax: &Syntax,
    path: &str,
    k: &Knowledge,
    role: &Role,
    name: &str,
) -> Option<(u32, u32)> {
    let global = |name: &str| {
        let member = k.global(path, name);
        member.map_or((0, 0), |m| {
            let readonly = if m.sort == Sort::Constant {
                READONLY
            } else {
                0
            };
            (number(m.sort), readonly)
        })
    };
    Some(match role {
        Role::Name(scope) => match syntax.binding(*scope, name) {
            Some(0) => global(name),
            Some(bound) => {
                let function = syntax.scopes[bound].function.as_ref();
                let mut params = function.iter().flat_map(|f| &f.params);
                (u32::from(params.any(|(n, _)| n == name)), 0)
            }
            // A builtin.
            None => (3, READONLY),
        },
        Role::Keyword(_) => (1, 0),
        Role::Imported(_) => global(name),
        Role::Member(scope) => {
            let of_class = format!("{}.{name}", syntax.scopes[*scope].qualname);
            let is_method = syntax.scopes.iter().any(|s| s.qualname == of_class);
            (if is_method { 4 } else { 2 }, 0)
        }
        Role::Attribute(_) => (2, 0),
    })
}

/// The types of parameters, results and of variables where they are set first.
pub(super) fn inlay(syntax: &Syntax, path: &str, k: &Knowledge, within: Range) -> Vec<InlayHint> {
    let mut out = Vec::new();
    let mut add = |at: Position, label: String| {
        if within.start <= at && at <= within.end {
            out.push(InlayHint {
                position: at,
                label: InlayHintLabel::String(label),
                kind: Some(InlayHintKind::TYPE),
                text_edits: None,
                tooltip: None,
                padding_left: None,
                padding_right: None,
                data: None,
            });
        }
    };
    for (i, s) in syntax.scopes.iter().enumerate() {
        let (Some(function), Some(known)) = (&s.function, k.scope(path, &s.qualname)) else {
            continue;
        };
        let mut seen: Vec<&str> = Vec::new();
        for (name, span) in &function.params {
            seen.push(name);
            // What `self` is, everybody sees.
            if name != "self"
                && let Some(v) = known.vars.get(name)
                && let Some(place) = FileRange::of(*span)
            {
                add(place.range().end, format!(": {}", v.text));
            }
        }
        if let Some(at) = function.result_at
            && !known.result.is_empty()
            && let Some(place) = FileRange::of(ir::source::Span::new(syntax.file, at, at))
        {
            add(place.range().start, format!(" -> {}", known.result));
        }
        for o in &syntax.occurrences {
            if o.binds
                && o.role == Role::Name(i)
                && !seen.contains(&o.name.as_str())
                && let Some(v) = known.vars.get(&o.name)
                && let Some(place) = FileRange::of(o.span)
            {
                seen.push(&o.name);
                add(place.range().end, format!(": {}", v.text));
            }
        }
    }
    out.sort_by_key(|h| (h.position.line, h.position.character));
    out
}
