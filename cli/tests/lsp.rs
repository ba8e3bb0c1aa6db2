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
    fn request(&mut self, id: u64, method: &str, params: Value) -> Value {
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let answer = self.receive();
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
