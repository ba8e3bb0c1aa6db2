//! `genext lsp`: a language server for editors, over standard input and output.
//!
//! It checks the target when a file is opened or saved, publishes diagnostics, and answers what a variable or expression is
//! annotated as (hover) and where a function, class or attribute comes from (definition).
//!
//! The target is the file that defines `target` or `entry_point`: the one opened, or `initializationOptions.target`, or the last one
//! that was checked. The protocol's framing is a header `Content-Length: N`, an empty line, and N bytes of JSON.
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use annotator::{Annotator, Desc, Kind};
use flowspace::code::Instr;
use flowspace::diag::{Diagnostic, Kind as DiagKind};
use flowspace::flow::HlOp;
use flowspace::live::{Value, on_big_stack};
use flowspace::source::Span;
use serde_json::{Value as Json, json};

use crate::args::{Color, Common, Level};
use crate::driver::{self, Options};
use crate::timings::Timings;

/// A range of a file, zero-based as in the protocol.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    path: String,
    start: (u32, u32),
    end: (u32, u32),
}

impl Place {
    fn of(span: Span) -> Option<Place> {
        if span.is_none() {
            return None;
        }
        let start = span.location()?;
        let end = Span::new(span.file, span.end, span.end).location()?;
        Some(Place {
            path: start.path.to_string(),
            start: (start.line - 1, start.column - 1),
            end: (end.line - 1, end.column - 1),
        })
    }
    fn contains(&self, at: (u32, u32)) -> bool {
        self.start <= at && at < self.end
    }
    /// For finding the innermost of several.
    fn size(&self) -> (u32, u32) {
        (
            self.end.0 - self.start.0,
            self.end.1.wrapping_sub(self.start.1),
        )
    }
    fn range(&self) -> Json {
        json!({
            "start": {"line": self.start.0, "character": self.start.1},
            "end": {"line": self.end.0, "character": self.end.1},
        })
    }
    fn location(&self) -> Json {
        json!({"uri": uri(Path::new(&self.path)), "range": self.range()})
    }
}

/// What is known of a place.
#[derive(Default, Clone)]
struct Fact {
    hover: BTreeSet<String>,
    definition: Option<Place>,
}

/// The outcome of a check, as plain data.
#[derive(Default)]
struct Checked {
    diagnostics: Vec<(Option<Place>, Json)>,
    facts: BTreeMap<Place, Fact>,
}

struct Server<W: Write> {
    out: W,
    target: Option<PathBuf>,
    checked: Checked,
    published: BTreeSet<String>,
}

/// Runs the server until the editor says `exit`; the exit code.
pub fn run() -> u8 {
    let mut server = Server {
        out: std::io::stdout().lock(),
        target: None,
        checked: Checked::default(),
        published: BTreeSet::new(),
    };
    let mut input = std::io::stdin().lock();
    let mut shut_down = false;
    while let Some(message) = read_message(&mut input) {
        let method = message["method"].as_str().unwrap_or("");
        match method {
            "shutdown" => shut_down = true,
            "exit" => return u8::from(!shut_down),
            _ => {}
        }
        if server.handle(method, &message).is_err() {
            return 1; // The editor is gone.
        }
    }
    1
}

fn read_message(input: &mut impl BufRead) -> Option<Json> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some(n) = line.strip_prefix("Content-Length:") {
            length = n.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    // Something that is no JSON is answered like an unknown notification.
    Some(serde_json::from_slice(&body).unwrap_or(Json::Null))
}

fn uri(path: &Path) -> String {
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut out = String::from("file://");
    for &b in path.to_string_lossy().as_bytes() {
        if b.is_ascii_alphanumeric() || b"/-._~".contains(&b) {
            out.push(char::from(b));
        } else {
            out.push_str(&format!("%{b:02X}"));
        }
    }
    out
}

fn path_of(uri: &str) -> Option<PathBuf> {
    let text = uri.strip_prefix("file://")?.as_bytes();
    let mut bytes = Vec::with_capacity(text.len());
    let mut i = 0;
    while i < text.len() {
        let hex = (text[i] == b'%')
            .then(|| std::str::from_utf8(text.get(i + 1..i + 3)?).ok())
            .flatten()
            .and_then(|h| u8::from_str_radix(h, 16).ok());
        match hex {
            Some(b) => {
                bytes.push(b);
                i += 3;
            }
            None => {
                bytes.push(text[i]);
                i += 1;
            }
        }
    }
    Some(PathBuf::from(String::from_utf8(bytes).ok()?))
}

/// Whether a file defines an entry point.
fn is_target(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| {
        text.lines()
            .any(|l| l.starts_with("def target(") || l.starts_with("def entry_point("))
    })
}

impl<W: Write> Server<W> {
    fn send(&mut self, message: &Json) -> std::io::Result<()> {
        let body = message.to_string();
        write!(self.out, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        self.out.flush()
    }

    fn handle(&mut self, method: &str, message: &Json) -> std::io::Result<()> {
        let params = &message["params"];
        let id = &message["id"];
        let result = match method {
            "initialize" => {
                if let Some(t) = params["initializationOptions"]["target"].as_str() {
                    self.target = Some(PathBuf::from(t));
                }
                json!({
                    "capabilities": {
                        "textDocumentSync": {"openClose": true, "save": true, "change": 0},
                        "hoverProvider": true,
                        "definitionProvider": true,
                    },
                    "serverInfo": {"name": "genext", "version": env!("CARGO_PKG_VERSION")},
                })
            }
            "textDocument/didOpen" | "textDocument/didSave" => {
                if let Some(path) = params["textDocument"]["uri"].as_str().and_then(path_of) {
                    if is_target(&path) {
                        self.target = Some(path);
                    }
                    self.check()?;
                }
                return Ok(());
            }
            "textDocument/hover" => match self.fact(params) {
                Some((place, fact)) if !fact.hover.is_empty() => {
                    let lines: Vec<&str> = fact.hover.iter().map(String::as_str).collect();
                    json!({
                        "contents": {"kind": "plaintext", "value": lines.join("\n")},
                        "range": place.range(),
                    })
                }
                _ => Json::Null,
            },
            "textDocument/definition" => match self.definition(params) {
                Some(place) => place.location(),
                None => Json::Null,
            },
            "shutdown" => Json::Null,
            _ if id.is_null() => return Ok(()), // A notification that does not concern us.
            _ => {
                let error = json!({"code": -32601, "message": format!("no method {method}")});
                return self.send(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
            }
        };
        if id.is_null() {
            return Ok(());
        }
        self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }

    fn at(params: &Json) -> Option<(String, (u32, u32))> {
        let path = path_of(params["textDocument"]["uri"].as_str()?)?;
        let path = std::fs::canonicalize(&path).unwrap_or(path);
        let position = &params["position"];
        let number = |k: &str| u32::try_from(position[k].as_u64()?).ok();
        Some((
            path.to_string_lossy().into_owned(),
            (number("line")?, number("character")?),
        ))
    }

    fn facts_at(&self, params: &Json) -> Vec<(&Place, &Fact)> {
        let Some((path, at)) = Self::at(params) else {
            return Vec::new();
        };
        let mut found: Vec<(&Place, &Fact)> = self
            .checked
            .facts
            .iter()
            .filter(|(p, _)| p.path == path && p.contains(at))
            .collect();
        found.sort_by_key(|(p, _)| p.size());
        found
    }

    fn fact(&self, params: &Json) -> Option<(Place, Fact)> {
        let (p, f) = self
            .facts_at(params)
            .into_iter()
            .find(|(_, f)| !f.hover.is_empty())?;
        Some((p.clone(), f.clone()))
    }

    fn definition(&self, params: &Json) -> Option<Place> {
        self.facts_at(params)
            .into_iter()
            .find_map(|(_, f)| f.definition.clone())
    }

    fn check(&mut self) -> std::io::Result<()> {
        let Some(target) = self.target.clone() else {
            return Ok(());
        };
        self.checked = on_big_stack(|| check(&target));
        let mut by_file: BTreeMap<String, Vec<Json>> = BTreeMap::new();
        // Files without errors any more are published, too, as empty.
        for path in &self.published {
            by_file.entry(path.clone()).or_default();
        }
        let here = target.to_string_lossy().into_owned();
        for (place, d) in &self.checked.diagnostics {
            let path = place.as_ref().map_or(&here, |p| &p.path);
            by_file.entry(path.clone()).or_default().push(d.clone());
        }
        by_file.entry(here).or_default();
        self.published = by_file.keys().cloned().collect();
        for (path, list) in by_file {
            let params = json!({"uri": uri(Path::new(&path)), "diagnostics": list});
            self.send(&json!({
                "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params,
            }))?;
        }
        Ok(())
    }
}

fn check(target: &Path) -> Checked {
    let target = std::fs::canonicalize(target).unwrap_or_else(|_| target.to_path_buf());
    let common = Common {
        target: target.clone(),
        python2: false,
        python3: false,
        level: Level::O2,
        timings: false,
        color: Color::Never,
    };
    let mut t = Timings::new(false);
    let (annotator, found) = driver::annotate(&target, &Options::new(&common), &mut t);
    let mut out = Checked::default();
    for d in &found {
        out.diagnostics.push((Place::of(d.span), diagnostic(d)));
    }
    if let Some(a) = &annotator {
        collect(a, &mut out.facts);
    }
    out
}

fn diagnostic(d: &Diagnostic) -> Json {
    let nowhere = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}});
    let mut message = d.message.clone();
    for more in [Some(&d.label), d.help.as_ref()].into_iter().flatten() {
        if !more.is_empty() {
            message += "\n";
            message += more;
        }
    }
    let related: Vec<Json> = d
        .notes
        .iter()
        .filter_map(|(span, text)| {
            Some(json!({"location": Place::of(*span)?.location(), "message": text}))
        })
        .collect();
    json!({
        "range": Place::of(d.span).map_or(nowhere, |p| p.range()),
        "severity": if d.kind == DiagKind::Warning { 2 } else { 1 },
        "code": d.code,
        "source": "genext",
        "message": message,
        "relatedInformation": related,
    })
}

/// What annotation knows of places in the sources.
fn collect(a: &Annotator, facts: &mut BTreeMap<Place, Fact>) {
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
            let Some(place) = Place::of(*span) else {
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
                        Some(Value::Function(f)) => Place::of(f.span()),
                        Some(Value::Class(c)) => Place::of(c.span.get()),
                        _ => None,
                    };
                    if definition.is_some() {
                        facts.entry(place).or_default().definition = definition;
                    }
                }
                _ => {}
            }
        }
        if let Some(place) = Place::of(graph.span) {
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
                let Some(place) = Place::of(op.span) else {
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
                    (Kind::Pbc { descs, .. }, _, _)
                        if matches!(p.descs[descs[0]], Desc::Method(_) | Desc::Function(_)) =>
                    {
                        Place::of(p.desc_span(descs[0]))
                    }
                    (_, Some(c), Some(n)) => {
                        p.find_attr(c, n).and_then(|(_, at)| Place::of(at.span))
                    }
                    _ => None,
                };
                if found.is_some() {
                    fact.definition = found;
                }
            }
        }
    }
}
