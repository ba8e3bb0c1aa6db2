//! `genext lsp`, as an editor talks to it.
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

struct Editor {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Editor {
    fn start() -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_genext"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("genext runs");
        let out = BufReader::new(child.stdout.take().expect("its output"));
        Editor { child, out }
    }
    fn send(&mut self, message: Value) {
        let body = message.to_string();
        let input = self.child.stdin.as_mut().expect("its input");
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("written");
        input.flush().expect("written");
    }
    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.out.read_line(&mut line).expect("a header");
            if let Some(n) = line.strip_prefix("Content-Length: ") {
                length = n.trim().parse().expect("a number");
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.out.read_exact(&mut body).expect("a body");
        serde_json::from_slice(&body).expect("JSON")
    }
    /// Parameters that are none.
    fn send_bad_request(&mut self) -> Value {
        self.send(json!({"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": 1}));
        self.receive()
    }
    /// The next message that is no notification.
    fn answer(&mut self) -> Value {
        loop {
            let message = self.receive();
            if message["method"].is_null() {
                return message;
            }
        }
    }
    fn request(&mut self, id: u64, method: &str, params: Value) -> Value {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let answer = self.answer();
        assert_eq!(answer["id"], id, "{answer}");
        answer["result"].clone()
    }
}

const SOURCE: &str = "\
class Word(object):
    def __init__(self, text):
        self.text = text

def size(w):
    n = len(w.text)
    return n

def entry_point(argv):
    w = Word(argv[0])
    return size(w)
";

#[test]
fn an_editor_session() {
    let folder = std::env::temp_dir().join(format!("genext-lsp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let folder = std::fs::canonicalize(&folder).expect("the folder");
    let file = folder.join("my target.py");
    std::fs::write(&file, SOURCE).expect("written");
    let uri = format!("file://{}", file.display()).replace(' ', "%20");
    let document = json!({"uri": uri});
    let at = |line: u32, character: u32| json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}});
    let mut editor = Editor::start();
    let capabilities = editor.request(1, "initialize", json!({"capabilities": {}}));
    assert_eq!(capabilities["capabilities"]["hoverProvider"], true);
    editor.send(json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));

    editor.send(
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
        "textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": SOURCE}}}),
    );
    let published = editor.receive();
    assert_eq!(published["method"], "textDocument/publishDiagnostics");
    assert_eq!(published["params"]["uri"], uri);
    assert_eq!(published["params"]["diagnostics"], json!([]), "{published}");

    let hover = editor.request(2, "textDocument/hover", at(6, 11));
    assert_eq!(hover["contents"]["value"], "n: an integer", "{hover}");
    let hover = editor.request(3, "textDocument/hover", at(5, 12));
    let text = hover["contents"]["value"].as_str().unwrap_or("");
    assert!(text.contains("w: an instance of class `Word`"), "{hover}");
    let place = editor.request(4, "textDocument/definition", at(10, 12));
    assert_eq!(place["range"]["start"]["line"], 4, "{place}");
    assert_eq!(place["uri"], uri);
    let unknown = {
        editor.send(
            json!({"jsonrpc": "2.0", "id": 5, "method": "textDocument/foldingRange", "params": {}}),
        );
        editor.receive()
    };
    assert_eq!(unknown["error"]["code"], -32601);

    // What is checked is the text of the editor, not the file.
    let mut version = 1;
    let mut change = |editor: &mut Editor, text: &str| {
        version += 1;
        editor.send(
            json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}}),
        );
    };
    let broken = SOURCE.replace("return size(w)", "return size(w) + 'x'");
    change(&mut editor, &broken);
    let published = editor.receive();
    let d = &published["params"]["diagnostics"][0];
    assert_eq!(published["params"]["version"], 2);
    assert_eq!(d["code"], "E0441", "{published}");
    assert_eq!(d["range"]["start"]["line"], 10, "{published}");
    assert!(
        d["relatedInformation"]
            .as_array()
            .is_some_and(|r| !r.is_empty()),
        "{published}"
    );
    // A check of a text that is never done is given up for the next text; columns count UTF-16 units.
    change(&mut editor, &format!("{SOURCE}while True: pass\n"));
    std::thread::sleep(std::time::Duration::from_millis(400));
    change(
        &mut editor,
        &SOURCE.replace("return n", "'\u{1f600}'; return n"),
    );
    let published = editor.receive();
    assert_eq!(published["params"]["diagnostics"], json!([]), "{published}");
    assert_eq!(published["params"]["version"], 4);
    let hover = editor.request(6, "textDocument/hover", at(6, 17));
    assert_eq!(hover["contents"]["value"], "n: an integer", "{hover}");
    assert_eq!(hover["range"]["start"]["character"], 17);

    // A closed file is read from disk again.
    std::fs::write(&file, broken).expect("written");
    editor.send(json!({"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": document}}));
    let published = editor.receive();
    assert_eq!(
        published["params"]["diagnostics"][0]["code"], "E0441",
        "{published}"
    );
    let wrong = editor.send_bad_request();
    assert_eq!(wrong["error"]["code"], -32602, "{wrong}");

    editor.request(8, "shutdown", Value::Null);
    editor.send(json!({"jsonrpc": "2.0", "method": "exit"}));
    assert_eq!(editor.child.wait().expect("it ends").code(), Some(0));
    let _ = std::fs::remove_dir_all(&folder);
}

/// Whatever comes in, the server answers with the protocol's errors and goes on.
#[test]
fn what_is_no_message_does_not_end_the_server() {
    let mut editor = Editor::start();
    let framed = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let raw = |editor: &mut Editor, text: &str| {
        let input = editor.child.stdin.as_mut().expect("its input");
        input.write_all(text.as_bytes()).expect("written");
        input.flush().expect("written");
    };
    let mut refused = |text: &str, code: i64| {
        raw(&mut editor, text);
        let answer = editor.receive();
        assert_eq!(answer["error"]["code"], code, "{text:?}: {answer}");
        assert_eq!(answer["jsonrpc"], "2.0");
        answer["id"].clone()
    };
    // Before it is initialized.
    let early = framed(r#"{"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover"}"#);
    assert_eq!(refused(&early, -32002), 1);
    assert_eq!(refused(&framed("{not json"), -32700), Value::Null);
    assert_eq!(refused(&framed("[1, 2]"), -32600), Value::Null);
    assert_eq!(refused(&framed("null"), -32600), Value::Null);
    assert_eq!(refused(&framed(r#"{"id": 2}"#), -32600), 2);
    assert_eq!(
        refused(
            &framed(r#"{"id": 3, "method": "initialize", "params": 7}"#),
            -32602
        ),
        3
    );
    let answer = editor.request(4, "initialize", json!({"capabilities": {}}));
    assert_eq!(answer["capabilities"]["hoverProvider"], true);
    let mut refused = |text: &str, code: i64| {
        raw(&mut editor, text);
        let answer = editor.receive();
        assert_eq!(answer["error"]["code"], code, "{text:?}: {answer}");
        answer["id"].clone()
    };
    let again = framed(r#"{"id": 5, "method": "initialize", "params": {"capabilities": {}}}"#);
    assert_eq!(refused(&again, -32600), 5);
    assert_eq!(
        refused(&framed(r#"{"id": "x", "method": "no/such"}"#), -32601),
        "x"
    );
    // These need the header of the next message to go on, whose answer comes behind.
    let next = framed(r#"{"id": 9, "method": "no/such"}"#);
    for bad in [
        "Content-Length: 18446744073709551615\r\n\r\n{}",
        "Content-Length: 99999999999999999999999999\r\n\r\n",
        "Content-Length: -5\r\n\r\n",
        "Content-Length: many\r\n\r\n",
        "Content-Type: text\r\n\r\n",
        "nonsense\r\n\r\n",
    ] {
        assert_eq!(
            refused(&format!("{bad}{next}"), -32600),
            Value::Null,
            "{bad:?}"
        );
        assert_eq!(refused("", -32601), 9, "{bad:?}");
    }
    // Notifications that nobody knows, or that cannot be read, have no answer.
    editor.send(json!({"method": "no/such", "params": [1]}));
    editor.send(json!({"method": "textDocument/didOpen", "params": [1]}));
    editor.send(json!({"id": 3, "result": 5}));
    editor.request(10, "shutdown", Value::Null);
    editor.send(json!({"id": 11, "method": "textDocument/hover", "params": {}}));
    assert_eq!(editor.receive()["error"]["code"], -32600);
    editor.send(json!({"jsonrpc": "2.0", "method": "exit"}));
    assert_eq!(editor.child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn an_editor_that_is_gone_ends_the_server() {
    let mut editor = Editor::start();
    drop(editor.child.stdin.take());
    assert_eq!(editor.child.wait().expect("it ends").code(), Some(1));
}

/// Opens a document in a running server and waits for its diagnostics.
fn open(editor: &mut Editor, uri: &str, text: &str) -> Value {
    editor.send(
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
        "textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": text}}}),
    );
    loop {
        let published = editor.receive();
        if published["params"]["uri"] == uri {
            return published["params"]["diagnostics"].clone();
        }
    }
}

fn change(editor: &mut Editor, uri: &str, version: i32, text: &str) {
    editor.send(
        json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {
        "textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}}),
    );
}

/// A folder that is removed afterwards.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("genext-lsp-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(std::fs::canonicalize(&path).expect("the folder"))
    }
    /// Writes a file; its address.
    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("written");
        format!("file://{}", path.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn labels(items: &Value) -> Vec<String> {
    let items = items.as_array().expect("a list");
    let label = |i: &Value| i["label"].as_str().map(str::to_owned);
    items.iter().filter_map(label).collect()
}

/// The lines of the places in an answer.
fn lines(locations: &Value) -> Vec<u64> {
    let all = locations.as_array().expect("a list");
    let line = |l: &Value| l["range"]["start"]["line"].as_u64();
    let mut found: Vec<u64> = all.iter().filter_map(line).collect();
    found.sort_unstable();
    found
}

const MODULE: &str = "\
LIMIT = 30

class Word(object):
    def __init__(self, text):
        self.text = text
        self.next = None

    def size(self, scale=2):
        return len(self.text) * scale

def longest(words):
    best = words[0]
    for w in words:
        if w.size() > best.size(scale=LIMIT):
            best = w
    return best
";

const TARGET: &str = "\
import os
from words import Word, longest
import words

def entry_point(argv):
    all = [Word(a) for a in argv]
    found = longest(all)
    os.write(1, found.text)
    if found.size(3) > words.LIMIT:
        return 1
    return 0

def target(driver, args):
    return entry_point
";

/// A project of two files: the one that is opened is not the target.
#[test]
fn names_are_completed_found_and_renamed() {
    let folder = Folder::new("project");
    let target = folder.write("targetwords.py", TARGET);
    let module = folder.write("words.py", MODULE);
    let at = |uri: &str, line: u32, character: u32| json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}});
    let mut e = Editor::start();
    let hover =
        json!({"capabilities": {"textDocument": {"hover": {"contentFormat": ["markdown"]}}}});
    e.request(1, "initialize", hover);
    e.send(json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));
    assert_eq!(
        open(&mut e, &module, MODULE),
        json!([]),
        "the target is found for it"
    );

    // Hover: signatures with types, values of constants.
    let value = |e: &mut Editor, uri: &str, line, character| {
        let hover = e.request(2, "textDocument/hover", at(uri, line, character));
        hover["contents"]["value"].as_str().unwrap_or("").to_owned()
    };
    let text = value(&mut e, &module, 10, 6);
    assert!(
        text.contains("def longest(words: list[Word]) -> Word"),
        "{text}"
    );
    let text = value(&mut e, &module, 13, 42);
    assert!(text.contains("LIMIT = 30"), "{text}");
    let text = value(&mut e, &module, 13, 13);
    assert!(text.contains("def size(scale: int = 2) -> int"), "{text}");

    // Completion: of a text that does not parse, by types, by names in scope, of modules.
    let typed = MODULE.replace(
        "            best = w\n",
        "            best = w\n            w.text.sp\n            words[0].\n",
    );
    change(&mut e, &module, 2, &typed);
    let items = e.request(3, "textDocument/completion", at(&module, 15, 21));
    assert!(labels(&items).contains(&"split".to_owned()), "{items}");
    let items = e.request(3, "textDocument/completion", at(&module, 16, 21));
    let found = labels(&items);
    for name in ["text", "next", "size"] {
        assert!(found.contains(&name.to_owned()), "{name}: {items}");
    }
    let items = e.request(3, "textDocument/completion", at(&module, 15, 12));
    let found = labels(&items);
    for name in ["best", "words", "LIMIT", "Word", "len", "while"] {
        assert!(found.contains(&name.to_owned()), "{name}: {items}");
    }
    let imports = MODULE.replace("LIMIT = 30", "from words import \nimport o\nLIMIT = 30");
    change(&mut e, &module, 3, &imports);
    let items = e.request(3, "textDocument/completion", at(&module, 0, 18));
    assert!(labels(&items).contains(&"longest".to_owned()), "{items}");
    let items = e.request(3, "textDocument/completion", at(&module, 1, 8));
    assert!(labels(&items).contains(&"os".to_owned()), "{items}");
    change(&mut e, &module, 4, MODULE);

    // Signature help.
    let help = e.request(4, "textDocument/signatureHelp", at(&module, 13, 32));
    assert_eq!(
        help["signatures"][0]["label"], "size(scale: int = 2) -> int",
        "{help}"
    );
    assert_eq!(help["activeParameter"], 0);

    // References over both files; those of an attribute, and of a parameter with its keyword argument.
    let request = |e: &mut Editor, uri: &str, line, character| {
        let mut params = at(uri, line, character);
        params["context"] = json!({"includeDeclaration": true});
        e.request(5, "textDocument/references", params)
    };
    let found = request(&mut e, &module, 10, 6);
    assert_eq!(lines(&found), [1, 6, 10], "{found}");
    let found = request(&mut e, &module, 0, 2);
    assert_eq!(lines(&found), [0, 8, 13], "{found}");
    let found = request(&mut e, &module, 8, 24);
    assert_eq!(lines(&found), [4, 7, 8], "{found}");
    let found = request(&mut e, &module, 7, 20);
    assert_eq!(lines(&found), [7, 8, 13], "{found}");

    // Renaming changes just these; a name that is taken is refused.
    let mut params = at(&module, 10, 6);
    params["newName"] = json!("widest");
    let edit = e.request(6, "textDocument/rename", params.clone());
    assert_eq!(
        edit["changes"][&module].as_array().map(Vec::len),
        Some(1),
        "{edit}"
    );
    assert_eq!(
        edit["changes"][&target].as_array().map(Vec::len),
        Some(2),
        "{edit}"
    );
    params["newName"] = json!("Word");
    e.send(json!({"jsonrpc": "2.0", "id": 7, "method": "textDocument/rename", "params": params}));
    let refused = e.answer();
    assert!(
        refused["error"]["message"]
            .as_str()
            .is_some_and(|m| m.contains("already")),
        "{refused}"
    );

    // Symbols.
    let symbols = e.request(
        8,
        "textDocument/documentSymbol",
        json!({"textDocument": {"uri": module}}),
    );
    let names: Vec<_> = symbols
        .as_array()
        .expect("a list")
        .iter()
        .map(|s| s["name"].clone())
        .collect();
    assert_eq!(names, ["LIMIT", "Word", "longest"], "{symbols}");
    assert_eq!(symbols[1]["children"][1]["name"], "size", "{symbols}");
    let symbols = e.request(9, "workspace/symbol", json!({"query": "entry"}));
    assert_eq!(symbols[0]["name"], "entry_point", "{symbols}");
    assert_eq!(symbols[0]["location"]["uri"], target, "{symbols}");

    // Inlay hints.
    let all = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let hints = e.request(
        10,
        "textDocument/inlayHint",
        json!({"textDocument": {"uri": module}, "range": all}),
    );
    let shown: Vec<String> = labels(&hints);
    for label in [
        ": str",
        ": int",
        " -> int",
        ": list[Word]",
        " -> Word",
        ": Word",
    ] {
        assert!(shown.contains(&label.to_owned()), "{label}: {hints}");
    }
    e.request(11, "shutdown", Value::Null);
}

const JIT: &str = "\
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['acc'])

def run(code, acc):
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, acc=acc)
        op = code[pc]
        if op == '+':
            acc += 1
        elif op == '-':
            acc -= 1
        pc += 1
    return acc

def entry_point(argv):
    os.write(1, str(run(argv[1], 3)))
    return 0

def target(driver, args):
    return entry_point
";

/// The names of a line that have a modifier, from the relative numbers of semantic tokens.
fn painted(tokens: &Value, text: &str, line: u64, modifier: u64) -> Vec<String> {
    let numbers: Vec<u64> = tokens["data"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    let (mut at, mut column, mut found) = (0, 0, Vec::new());
    for t in numbers.chunks(5) {
        column = if t[0] == 0 { column + t[1] } else { t[1] };
        at += t[0];
        if at == line && t[4] & modifier != 0 {
            let text = text.lines().nth(line as usize).expect("a line");
            found.push(text[column as usize..(column + t[2]) as usize].to_owned());
        }
    }
    found
}

/// Binding times colour names; the errors of the hint-annotator are published; exact help lines are applied.
#[test]
fn binding_times_and_code_actions() {
    let folder = Folder::new("jit");
    let target = folder.write("targetjit.py", JIT);
    let mut e = Editor::start();
    let capabilities = e.request(1, "initialize", json!({"capabilities": {}}));
    let legend =
        &capabilities["capabilities"]["semanticTokensProvider"]["legend"]["tokenModifiers"];
    assert_eq!((&legend[2], &legend[3]), (&json!("green"), &json!("red")));
    assert_eq!(open(&mut e, &target, JIT), json!([]));
    let tokens = e.request(
        2,
        "textDocument/semanticTokens/full",
        json!({"textDocument": {"uri": target}}),
    );
    let green = painted(&tokens, JIT, 9, 4);
    assert!(
        green.contains(&"pc".to_owned()) && green.contains(&"code".to_owned()),
        "{green:?}"
    );
    assert_eq!(painted(&tokens, JIT, 11, 8), ["acc"]);
    assert!(painted(&tokens, JIT, 11, 4).is_empty());

    // A red that the merge point does not name.
    let lost = JIT
        .replace("reds=['acc']", "reds=[]")
        .replace(", acc=acc)", ")");
    change(&mut e, &target, 2, &lost);
    let published = e.receive();
    assert_eq!(
        published["params"]["diagnostics"][0]["code"], "E0701",
        "{published}"
    );

    // A misspelt name: the action replaces it.
    change(&mut e, &target, 3, &JIT.replace("str(run(", "str(rnu("));
    let published = e.receive();
    let d = &published["params"]["diagnostics"][0];
    assert_eq!(d["code"], "E0302", "{published}");
    let params = json!({"textDocument": {"uri": target}, "range": d["range"], "context": {"diagnostics": [d]}});
    let actions = e.request(4, "textDocument/codeAction", params);
    assert_eq!(
        actions[0]["edit"]["changes"][&target][0]["newText"], "run",
        "{actions}"
    );
    assert_eq!(
        actions[0]["edit"]["changes"][&target][0]["range"], d["range"],
        "{actions}"
    );
    e.request(5, "shutdown", Value::Null);
}
