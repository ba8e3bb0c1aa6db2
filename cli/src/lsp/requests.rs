//! Answers to what an editor asks of a running server.
//!
//! Places come from the last text that parsed ([`super::syntax`]), types from the last check that came far enough
//! ([`super::knowledge`]); completion and signatures read the text itself, which is broken while somebody types.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use ir::source::{self, FileId};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentSymbolRequest, GotoDefinition, HoverRequest,
    InlayHintRequest, PrepareRenameRequest, References, Rename, Request as _,
    SemanticTokensFullRequest, SignatureHelpRequest, WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeActionParams, CompletionParams, DocumentSymbolParams, GotoDefinitionParams, HoverParams,
    InlayHintParams, Location, Range, ReferenceParams, RenameParams, SemanticTokensParams,
    SignatureHelpParams, SymbolKind, TextDocumentPositionParams, Uri, WorkspaceSymbolParams,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::complete::{Cursor, offset_of};
use super::facts::{FileRange, absolute};
use super::knowledge::Sort;
use super::navigate::{File, Identity, Project};
use super::syntax::{self, Occurrence, Symbol, Syntax};
use super::transport::code;
use super::{Refusal, Server, path_of, read, tokens, uri};

/// Most symbols in an answer.
const SYMBOLS: usize = 500;

/// A file as it was parsed last.
#[derive(Default)]
pub(super) struct Parsed {
    /// The text that was tried last.
    tried: Option<String>,
    good: Option<Syntax>,
    /// An entity for the next text: that of `good` is needed while a text does not parse.
    spare: Option<FileId>,
}

impl Parsed {
    fn update(&mut self, path: &str, text: &str) {
        if self.tried.as_deref() == Some(text) {
            return;
        }
        self.tried = Some(text.to_owned());
        let file = match self.spare.take() {
            Some(file) => {
                source::replace_text(file, text);
                file
            }
            None => source::add_file(Some(Path::new(path)), path, text),
        };
        self.spare = Some(file);
        if let Some(syntax) = syntax::parse(file) {
            self.spare = self.good.take().map(|old| old.file);
            self.good = Some(syntax);
        }
    }
}

fn answer(v: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(v).map_err(|e| (code::INTERNAL_ERROR, e.to_string()))
}

impl Server {
    pub(super) fn running(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        match method {
            HoverRequest::METHOD => {
                let p: HoverParams = read(params)?;
                answer(self.hover(&p.text_document_position_params))
            }
            GotoDefinition::METHOD => {
                let p: GotoDefinitionParams = read(params)?;
                answer(self.definition(&p.text_document_position_params))
            }
            Completion::METHOD => {
                let p: CompletionParams = read(params)?;
                let at = &p.text_document_position;
                answer(
                    self.with_cursor(at, |c| c.completions())
                        .unwrap_or_default(),
                )
            }
            SignatureHelpRequest::METHOD => {
                let p: SignatureHelpParams = read(params)?;
                let at = &p.text_document_position_params;
                answer(self.with_cursor(at, |c| c.signature()).flatten())
            }
            References::METHOD => {
                let p: ReferenceParams = read(params)?;
                let declared = p.context.include_declaration;
                answer(self.references(&p.text_document_position, declared))
            }
            PrepareRenameRequest::METHOD => {
                let p: TextDocumentPositionParams = read(params)?;
                Ok(self.prepare_rename(&p))
            }
            Rename::METHOD => {
                let p: RenameParams = read(params)?;
                self.rename(&p.text_document_position, &p.new_name)
            }
            DocumentSymbolRequest::METHOD => {
                let p: DocumentSymbolParams = read(params)?;
                let path = self.parsed(&p.text_document.uri);
                let syntax = path.and_then(|p| self.parsed.get(&p)?.good.as_ref());
                Ok(syntax.map_or_else(|| json!([]), |s| outline(&s.symbols)))
            }
            WorkspaceSymbolRequest::METHOD => {
                let p: WorkspaceSymbolParams = read(params)?;
                Ok(self.workspace_symbols(&p.query))
            }
            InlayHintRequest::METHOD => {
                let p: InlayHintParams = read(params)?;
                answer(self.inlay_hints(&p))
            }
            SemanticTokensFullRequest::METHOD => {
                let p: SemanticTokensParams = read(params)?;
                let path = self.parsed(&p.text_document.uri);
                let data = path.and_then(|path| {
                    let syntax = self.parsed.get(&path)?.good.as_ref()?;
                    Some(tokens::semantic(syntax, &path, &self.checked.knowledge))
                });
                answer(lsp_types::SemanticTokens {
                    result_id: None,
                    data: data.unwrap_or_default(),
                })
            }
            CodeActionRequest::METHOD => {
                let p: CodeActionParams = read(params)?;
                Ok(self.code_actions(&p.text_document.uri, p.range))
            }
            other => Err((code::METHOD_NOT_FOUND, format!("no method {other}"))),
        }
    }

    /// The text of a file as the editor has it, else from disk.
    fn text(&self, path: &str) -> Option<String> {
        match self.documents.get(path) {
            Some(d) => Some(d.text.clone()),
            None => std::fs::read_to_string(path).ok(),
        }
    }
    /// Parses a file, if it changed; its path.
    fn parsed(&mut self, uri: &Uri) -> Option<String> {
        let path = absolute(&path_of(uri)?);
        self.parse(&path);
        Some(path)
    }
    fn parse(&mut self, path: &str) {
        if let Some(text) = self.text(path) {
            self.parsed
                .entry(path.to_owned())
                .or_default()
                .update(path, &text);
        }
    }
    /// The files of the project: what the target imported, and what is open.
    fn parse_all(&mut self) {
        let modules = self.checked.knowledge.modules.values();
        let mut paths: BTreeSet<String> = modules.filter_map(|m| m.path.clone()).collect();
        paths.extend(self.documents.keys().cloned());
        paths.extend(self.target.as_deref().map(absolute));
        for path in &paths {
            self.parse(path);
        }
    }
    fn project(&self) -> Project<'_> {
        let files = self.parsed.iter().filter_map(|(path, p)| {
            let syntax = p.good.as_ref()?;
            Some(File { path, syntax })
        });
        Project {
            files: files.collect(),
            knowledge: &self.checked.knowledge,
        }
    }
    fn with_cursor<T>(
        &self,
        p: &TextDocumentPositionParams,
        f: impl FnOnce(&Cursor<'_>) -> T,
    ) -> Option<T> {
        let path = absolute(&path_of(&p.text_document.uri)?);
        let text = self.text(&path)?;
        let cursor = Cursor {
            knowledge: &self.checked.knowledge,
            path: &path,
            at: offset_of(&text, p.position),
            text: &text,
        };
        Some(f(&cursor))
    }

    fn hover(&self, p: &TextDocumentPositionParams) -> Option<Value> {
        let path = absolute(&path_of(&p.text_document.uri)?);
        let found = self.checked.at(&path, p.position);
        let fact = found.into_iter().find(|(_, f)| !f.hover.is_empty());
        let sentences: Vec<&str> = fact
            .iter()
            .flat_map(|(_, f)| &f.hover)
            .map(String::as_str)
            .collect();
        let described = self.with_cursor(p, |c| c.describe()).flatten();
        let range = fact.map(|(place, _)| place.range());
        if !self.markdown {
            let text = match (sentences.is_empty(), described) {
                (false, _) => sentences.join("\n"),
                (true, Some(code)) => code,
                (true, None) => return None,
            };
            return Some(hover(json!({"kind": "plaintext", "value": text}), range));
        }
        let mut text = described.map_or_else(String::new, |c| format!("```python\n{c}\n```\n"));
        for s in &sentences {
            // `n: an integer`: the name is code.
            let line = match s.split_once(": ") {
                Some((name, rest)) if !name.contains([' ', '(']) => format!("`{name}`: {rest}"),
                _ if s.contains('(') => continue,
                _ => (*s).to_owned(),
            };
            text.push('\n');
            text.push_str(&line);
            text.push_str("  ");
        }
        let text = text.trim_end();
        (!text.is_empty()).then(|| hover(json!({"kind": "markdown", "value": text}), range))
    }

    fn definition(&mut self, p: &TextDocumentPositionParams) -> Option<Location> {
        let path = absolute(&path_of(&p.text_document.uri)?);
        let found = self.checked.at(&path, p.position);
        if let Some(place) = found.into_iter().find_map(|(_, f)| f.definition.as_ref()) {
            return place.location();
        }
        // Where it is bound first.
        let (identity, _) = self.identity_at(p)?;
        let all = self.project().references(&identity);
        let bindings = all.values().flatten().filter(|o| o.binds);
        FileRange::of(bindings.min_by_key(|o| o.span.start)?.span)?.location()
    }

    /// What stands at a position, and where exactly.
    fn identity_at(&mut self, p: &TextDocumentPositionParams) -> Option<(Identity, Occurrence)> {
        self.parse_all();
        let path = self.parsed(&p.text_document.uri)?;
        let syntax = self.parsed.get(&path)?.good.as_ref()?;
        let text = source::file(syntax.file).text.clone();
        let o = syntax.at(offset_of(&text, p.position) as u32)?.clone();
        let project = self.project();
        let file = File {
            path: &path,
            syntax,
        };
        Some((project.identity(&file, &o)?, o))
    }

    fn references(&mut self, p: &TextDocumentPositionParams, declared: bool) -> Vec<Location> {
        let Some((identity, _)) = self.identity_at(p) else {
            return Vec::new();
        };
        let all = self.project().references(&identity);
        let all = all.values().flatten().filter(|o| declared || !o.binds);
        all.filter_map(|o| FileRange::of(o.span)?.location())
            .collect()
    }

    fn prepare_rename(&mut self, p: &TextDocumentPositionParams) -> Value {
        match self.identity_at(p) {
            Some((identity, o)) if identity.name() == o.name => {
                let range = FileRange::of(o.span).map(|p| p.range());
                json!({"range": range, "placeholder": o.name})
            }
            _ => Value::Null,
        }
    }

    fn rename(&mut self, p: &TextDocumentPositionParams, new: &str) -> Result<Value, Refusal> {
        let refused = |message: String| Err((code::REQUEST_FAILED, message));
        let Some((identity, _)) = self.identity_at(p) else {
            return refused("there is no name here that can be changed".to_owned());
        };
        let project = self.project();
        if let Some(why) = project.obstacle(&identity, new) {
            return refused(why);
        }
        let mut changes = serde_json::Map::new();
        for (path, found) in project.references(&identity) {
            let edits: Vec<Value> = found
                .iter()
                .filter_map(|o| {
                    Some(json!({"range": FileRange::of(o.span)?.range(), "newText": new}))
                })
                .collect();
            if let Some(uri) = uri(Path::new(&path)) {
                changes.insert(uri.as_str().to_owned(), edits.into());
            }
        }
        Ok(json!({"changes": changes}))
    }

    fn workspace_symbols(&mut self, query: &str) -> Value {
        self.parse_all();
        let query = query.to_lowercase();
        let mut out = Vec::new();
        for (path, parsed) in &self.parsed {
            let Some(uri) = uri(Path::new(path)) else {
                continue;
            };
            let mut todo: Vec<(&Symbol, Option<&str>)> = Vec::new();
            let symbols = parsed.good.iter().flat_map(|s| &s.symbols);
            todo.extend(symbols.map(|s| (s, None)));
            while let Some((s, container)) = todo.pop() {
                todo.extend(s.children.iter().map(|c| (c, Some(s.name.as_str()))));
                if out.len() < SYMBOLS
                    && s.name.to_lowercase().contains(&query)
                    && let Some(place) = FileRange::of(s.name_span)
                {
                    out.push(json!({
                        "name": s.name,
                        "kind": symbol_kind(s.sort),
                        "containerName": container,
                        "location": {"uri": uri.as_str(), "range": place.range()},
                    }));
                }
            }
        }
        out.into()
    }

    fn inlay_hints(&mut self, p: &InlayHintParams) -> Vec<lsp_types::InlayHint> {
        let path = self.parsed(&p.text_document.uri);
        let found = path.and_then(|path| {
            let syntax = self.parsed.get(&path)?.good.as_ref()?;
            Some(tokens::inlay(
                syntax,
                &path,
                &self.checked.knowledge,
                p.range,
            ))
        });
        found.unwrap_or_default()
    }

    /// The help lines of diagnostics that are exact.
    fn code_actions(&self, of: &Uri, range: Range) -> Value {
        let here = self.target.as_deref().map(absolute);
        let Some(path) = path_of(of).map(|p| absolute(&p)) else {
            return json!([]);
        };
        let touches = |r: &Range| r.start <= range.end && range.start <= r.end;
        let mut out = Vec::new();
        for (file, d) in &self.checked.diagnostics {
            let is_here = file.as_ref().or(here.as_ref()) == Some(&path);
            let Some(fix) = d.data.as_ref().filter(|_| is_here && touches(&d.range)) else {
                continue;
            };
            let mut changes = BTreeMap::new();
            if let Some(target) = fix["uri"].as_str() {
                let edit = json!({"range": fix["range"], "newText": fix["text"]});
                changes.insert(target.to_owned(), vec![edit]);
            }
            out.push(json!({
                "title": fix["title"],
                "kind": "quickfix",
                "diagnostics": [d],
                "isPreferred": true,
                "edit": {"changes": changes},
            }));
        }
        out.into()
    }

    /// The target of a file that is none.
    pub(super) fn find_target(&mut self, file: PathBuf) {
        if self.target.is_none() {
            self.target = super::project::target_of(&file);
        }
    }
}

fn hover(contents: Value, range: Option<Range>) -> Value {
    match range {
        Some(range) => json!({"contents": contents, "range": range}),
        None => json!({"contents": contents}),
    }
}

fn symbol_kind(sort: Sort) -> SymbolKind {
    match sort {
        Sort::Variable => SymbolKind::VARIABLE,
        Sort::Constant => SymbolKind::CONSTANT,
        Sort::Attribute => SymbolKind::FIELD,
        Sort::Function => SymbolKind::FUNCTION,
        Sort::Method => SymbolKind::METHOD,
        Sort::Class => SymbolKind::CLASS,
        Sort::Module => SymbolKind::MODULE,
    }
}

fn outline(symbols: &[Symbol]) -> Value {
    let one = |s: &Symbol| {
        let (whole, name) = (FileRange::of(s.whole)?, FileRange::of(s.name_span)?);
        let (mut start, end) = (whole.range().start, whole.range().end);
        start = start.min(name.range().start);
        Some(json!({
            "name": s.name,
            "kind": symbol_kind(s.sort),
            "range": Range { start, end: end.max(name.range().end) },
            "selectionRange": name.range(),
            "children": outline(&s.children),
        }))
    };
    symbols.iter().filter_map(one).collect()
}
