//! `genext lsp`: a language server for editors, over standard input and output.
//!
//! It checks the target when a file is opened, changed or saved, with the texts as the editor has them, publishes
//! diagnostics, and answers questions ([`requests`]): what a name is and where it is defined or used, what may be
//! written here, how a function is called, which names are green.
//!
//! The target is the file that defines `target` or `entry_point`: the one opened, or `initializationOptions.target`, or
//! the one that [`project`] finds for another file. The messages are those of `lsp-types`; [`transport`] reads and
//! writes them, and nothing that comes in ends the server; [`worker`] runs the checks in processes of their own,
//! [`facts`] is what they find. While an error stands in the text, what the last check without one knew is still shown.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Exit,
    Notification as _, PublishDiagnostics, ShowMessage,
};
use lsp_types::request::{
    Initialize, InlayHintRefreshRequest, Request as _, SemanticTokensRefresh, Shutdown,
};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    HoverProviderCapability, InitializeParams, InitializeResult, MarkupKind, MessageType, OneOf,
    PublishDiagnosticsParams, RenameOptions, SaveOptions, SemanticTokensFullOptions,
    SemanticTokensOptions, ServerCapabilities, ServerInfo, ShowMessageParams, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, Uri, WorkDoneProgressOptions,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

mod complete;
mod facts;
mod knowledge;
mod navigate;
mod project;
mod requests;
mod syntax;
mod tokens;
pub mod transport;
pub mod worker;

use facts::{Checked, absolute};
use transport::{Message, Reader, Writer, code};
use worker::Worker;

/// How long typing must pause before a check begins.
const PAUSE: Duration = Duration::from_millis(150);
/// How often a running check is looked at.
const POLL: Duration = Duration::from_millis(10);

/// A text that the editor holds.
struct Document {
    text: String,
    version: i32,
}

struct Server {
    input: Receiver<Message>,
    output: Writer<std::io::Stdout>,
    state: State,
    target: Option<PathBuf>,
    /// The key is the absolute path.
    documents: BTreeMap<String, Document>,
    checked: Checked,
    /// The key is the absolute path.
    parsed: BTreeMap<String, requests::Parsed>,
    /// What the editor can do.
    markdown: bool,
    refreshes: Vec<&'static str>,
    asked: u64,
    published: BTreeSet<String>,
    /// When the texts changed, if they were not checked since.
    changed: Option<Instant>,
    worker: Option<Worker>,
}

/// `Begun --initialize--> Running --shutdown--> Shut`; `exit` ends the server in any of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Begun,
    Running,
    Shut,
}

/// Runs the server until the editor says `exit`; the exit code.
pub fn run() -> u8 {
    let (send, input) = channel();
    // It ends with the process: the editor may hold its side open.
    std::thread::spawn(move || {
        let mut reader = Reader::new(std::io::stdin().lock());
        while let Some(message) = reader.read() {
            if send.send(message).is_err() {
                break;
            }
        }
    });
    let mut server = Server {
        input,
        output: Writer::new(std::io::stdout()),
        state: State::Begun,
        target: None,
        documents: BTreeMap::new(),
        checked: Checked::default(),
        parsed: BTreeMap::new(),
        markdown: false,
        refreshes: Vec::new(),
        asked: 0,
        published: BTreeSet::new(),
        changed: None,
        worker: None,
    };
    // The parser's trees are walked on this stack.
    let ended = python::live::on_big_stack(|| server.run().map(|()| server.state));
    match ended {
        Ok(State::Shut) => 0,
        Ok(_) => 1,
        Err(message) => {
            eprintln!("genext lsp: {message}");
            1
        }
    }
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::FULL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                    include_text: Some(false),
                })),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".to_owned()]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: tokens::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}

/// The address of a file.
fn uri(path: &Path) -> Option<Uri> {
    let mut out = String::from("file://");
    for &b in absolute(path).as_bytes() {
        if b.is_ascii_alphanumeric() || b"/-._~".contains(&b) {
            out.push(char::from(b));
        } else {
            out.push_str(&format!("%{b:02X}"));
        }
    }
    out.parse().ok()
}

/// The file of an address.
fn path_of(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().strip_prefix("file://")?.as_bytes();
    let mut bytes = Vec::with_capacity(text.len());
    let mut i = 0;
    while i < text.len() {
        let hex = (text[i] == b'%')
            .then(|| std::str::from_utf8(text.get(i + 1..i + 3)?).ok())
            .flatten()
            .and_then(|h| u8::from_str_radix(h, 16).ok());
        bytes.push(hex.unwrap_or(text[i]));
        i += if hex.is_some() { 3 } else { 1 };
    }
    Some(PathBuf::from(String::from_utf8(bytes).ok()?))
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|e| (code::INVALID_PARAMS, e.to_string()))
}

/// An error code and a message.
type Refusal = (i64, String);

impl Server {
    fn run(&mut self) -> Result<(), String> {
        let gone = || "the editor is gone".to_owned();
        loop {
            let message = match self.waiting() {
                None => Some(self.input.recv().map_err(|_| gone())?),
                Some(time) => match self.input.recv_timeout(time) {
                    Ok(m) => Some(m),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                },
            };
            match message {
                Some(Message::Request { id, method, params }) => {
                    match self.request(&method, params) {
                        Ok(result) => self.output.answer(&id, result)?,
                        Err((code, message)) => self.output.refuse(&id, code, &message)?,
                    }
                }
                Some(Message::Notification { method, .. }) if method == Exit::METHOD => {
                    return Ok(());
                }
                Some(Message::Notification { method, params }) => {
                    if self.state == State::Running {
                        self.notification(&method, params);
                    }
                }
                Some(Message::Malformed { id, code, message }) => {
                    self.output.refuse(&id, code, &message)?;
                }
                Some(Message::Response) | None => {}
            }
            if self.state == State::Running {
                self.check()?;
            }
        }
    }

    /// How long to wait for the next message; `None`: nothing else happens meanwhile.
    fn waiting(&self) -> Option<Duration> {
        if self.worker.is_some() {
            return Some(POLL);
        }
        self.changed.map(|at| PAUSE.saturating_sub(at.elapsed()))
    }

    fn notify<N: lsp_types::notification::Notification>(
        &mut self,
        params: N::Params,
    ) -> Result<(), String>
    where
        N::Params: serde::Serialize,
    {
        let params = serde_json::to_value(params).map_err(|e| e.to_string())?;
        self.output.notify(N::METHOD, params)
    }

    fn notification(&mut self, method: &str, params: Value) {
        // A notification that cannot be read is ignored: there is no answer to it.
        match method {
            DidOpenTextDocument::METHOD => {
                if let Ok(p) = read::<DidOpenTextDocumentParams>(params) {
                    let d = p.text_document;
                    self.opened(&d.uri, d.text, d.version);
                }
            }
            DidChangeTextDocument::METHOD => {
                if let Ok(mut p) = read::<DidChangeTextDocumentParams>(params)
                    && let Some(change) = p.content_changes.pop()
                    // Part of a text is not what was agreed on, and there would be the rest to be kept.
                    && change.range.is_none()
                {
                    self.opened(&p.text_document.uri, change.text, p.text_document.version);
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Ok(p) = read::<DidCloseTextDocumentParams>(params)
                    && let Some(path) = path_of(&p.text_document.uri)
                {
                    self.documents.remove(&absolute(&path));
                    self.changed = Some(Instant::now());
                }
            }
            DidSaveTextDocument::METHOD => self.changed = Some(Instant::now()),
            _ => {}
        }
    }

    fn opened(&mut self, uri: &Uri, text: String, version: i32) {
        let Some(path) = path_of(uri) else {
            return;
        };
        if project::is_target(&text) {
            self.target = Some(path.clone());
        } else {
            self.find_target(path.clone());
        }
        self.documents
            .insert(absolute(&path), Document { text, version });
        self.changed = Some(Instant::now());
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        let value = |result: serde_json::Result<Value>| {
            result.map_err(|e| (code::INTERNAL_ERROR, e.to_string()))
        };
        match (self.state, method) {
            (State::Begun, Initialize::METHOD) => {
                let params: InitializeParams = read(params)?;
                let options = params.initialization_options.as_ref();
                self.target = options
                    .and_then(|o| o.get("target")?.as_str())
                    .map(PathBuf::from);
                self.read_capabilities(&params);
                self.state = State::Running;
                value(serde_json::to_value(InitializeResult {
                    capabilities: capabilities(),
                    server_info: Some(ServerInfo {
                        name: "genext".to_owned(),
                        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
                    }),
                }))
            }
            (State::Begun, _) => Err((
                code::NOT_INITIALIZED,
                "the first request must be `initialize`".to_owned(),
            )),
            (State::Shut, _) => Err((code::INVALID_REQUEST, "the server was shut down".to_owned())),
            (State::Running, Initialize::METHOD) => Err((
                code::INVALID_REQUEST,
                "the server is initialized already".to_owned(),
            )),
            (State::Running, Shutdown::METHOD) => {
                self.worker = None;
                self.state = State::Shut;
                Ok(Value::Null)
            }
            (State::Running, method) => self.running(method, params),
        }
    }

    fn read_capabilities(&mut self, params: &InitializeParams) {
        let document = params.capabilities.text_document.as_ref();
        let formats = document.and_then(|d| d.hover.as_ref()?.content_format.as_ref());
        self.markdown = formats.is_some_and(|f| f.contains(&MarkupKind::Markdown));
        let Some(workspace) = &params.capabilities.workspace else {
            return;
        };
        let hints = workspace
            .inlay_hint
            .as_ref()
            .and_then(|h| h.refresh_support);
        let tokens = workspace
            .semantic_tokens
            .as_ref()
            .and_then(|h| h.refresh_support);
        if hints == Some(true) {
            self.refreshes.push(InlayHintRefreshRequest::METHOD);
        }
        if tokens == Some(true) {
            self.refreshes.push(SemanticTokensRefresh::METHOD);
        }
    }

    /// Begins a check if one is due; takes the outcome of one that is done.
    fn check(&mut self) -> Result<(), String> {
        if let Some(at) = self.changed {
            // The outcome for a text that is gone is of no use.
            self.worker = None;
            if at.elapsed() < PAUSE {
                return Ok(());
            }
            self.changed = None;
            let Some(target) = &self.target else {
                return Ok(());
            };
            let texts = self.documents.iter();
            let texts = texts.map(|(p, d)| (PathBuf::from(p), d.text.clone()));
            match Worker::start(target, texts.collect()) {
                Ok(worker) => self.worker = Some(worker),
                Err(e) => {
                    let message = format!("genext: cannot start a check: {e}");
                    let typ = MessageType::ERROR;
                    return self.notify::<ShowMessage>(ShowMessageParams { typ, message });
                }
            }
        }
        let Some(outcome) = self.worker.as_mut().and_then(Worker::poll) else {
            return Ok(());
        };
        self.worker = None;
        match outcome {
            Ok(checked) => {
                let before = std::mem::replace(&mut self.checked, checked);
                if self.checked.facts.is_empty() {
                    self.checked.facts = before.facts;
                    self.checked.knowledge = before.knowledge;
                } else if self.checked.knowledge.colours.is_empty() {
                    // An error keeps the hint-annotator from running.
                    self.checked.knowledge.colours = before.knowledge.colours;
                }
                self.publish()?;
                for method in self.refreshes.clone() {
                    self.asked += 1;
                    let id = format!("genext-{}", self.asked);
                    self.output.request(&Value::String(id), method)?;
                }
                Ok(())
            }
            Err(message) => self.notify::<ShowMessage>(ShowMessageParams {
                typ: MessageType::ERROR,
                message: format!("genext: {message}"),
            }),
        }
    }

    fn publish(&mut self) -> Result<(), String> {
        let mut by_file: BTreeMap<String, Vec<lsp_types::Diagnostic>> = BTreeMap::new();
        // Files without errors any more are published, too, as empty.
        for path in &self.published {
            by_file.entry(path.clone()).or_default();
        }
        let here = self.target.as_deref().map(absolute).unwrap_or_default();
        for (path, d) in &self.checked.diagnostics {
            let path = path.as_ref().unwrap_or(&here);
            by_file.entry(path.clone()).or_default().push(d.clone());
        }
        by_file.entry(here).or_default();
        for path in self.documents.keys() {
            by_file.entry(path.clone()).or_default();
        }
        self.published = by_file.keys().cloned().collect();
        for (path, diagnostics) in by_file {
            let Some(uri) = uri(Path::new(&path)) else {
                continue;
            };
            self.notify::<PublishDiagnostics>(PublishDiagnosticsParams {
                uri,
                diagnostics,
                version: self.documents.get(&path).map(|d| d.version),
            })?;
        }
        Ok(())
    }
}
