//! Messages of the language server protocol over streams: framing and JSON-RPC.
//!
//! ```text
//! Content-Length: 52\r\n
//! \r\n
//! {"jsonrpc": "2.0", "id": 1, "method": "shutdown"}
//! ```
//! Whatever comes in, reading goes on: what is no message becomes [`Message::Malformed`], which the server answers with
//! an error. Behind a header that says no usable length, what follows is skipped up to the next header that does:
//! `Content-Length: 5\r\n` cannot stand inside of JSON, where an end of line in a text is escaped.
use std::io::{BufRead, Read, Write};

use serde_json::{Value, json};

/// Error codes of JSON-RPC and of the protocol.
pub mod code {
    /// The body is no JSON.
    pub const PARSE_ERROR: i64 = -32700;
    /// The JSON is no request, notification or response, or none that is allowed now.
    pub const INVALID_REQUEST: i64 = -32600;
    /// There is no such request.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// The parameters are none of this request.
    pub const INVALID_PARAMS: i64 = -32602;
    /// A bug of ours.
    pub const INTERNAL_ERROR: i64 = -32603;
    /// The request is in order, and cannot be met.
    pub const REQUEST_FAILED: i64 = -32803;
    /// The first request is `initialize`.
    pub const NOT_INITIALIZED: i64 = -32002;
}

/// More is not read: no text is that large.
const MAX_BODY: u64 = 256 << 20;
/// A longer line is no header.
const MAX_HEADER: u64 = 4096;

/// A message of the editor: JSON-RPC, decoded.
#[derive(Debug, PartialEq)]
pub enum Message {
    /// To be answered.
    Request {
        /// A number or a text.
        id: Value,
        method: String,
        params: Value,
    },
    /// Not to be answered.
    Notification { method: String, params: Value },
    /// The answer to a request of ours.
    Response,
    /// No message: to be answered with an error.
    Malformed {
        /// The request it was meant to be, if that can be seen; else null.
        id: Value,
        /// See [`code`].
        code: i64,
        message: String,
    },
}

/// Reads messages from a stream.
pub struct Reader<R> {
    input: R,
    /// A length found while skipping what was no message.
    found: Option<u64>,
}

/// What a header says.
enum Header {
    Length(u64),
    Bad(String),
    End,
}

impl<R: BufRead> Reader<R> {
    /// Reads from a stream.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, found: None }
    }

    /// The next message; none at the end of the stream, or when it cannot be read any more.
    pub fn read(&mut self) -> Option<Message> {
        let malformed = |message: String| Message::Malformed {
            id: Value::Null,
            code: code::INVALID_REQUEST,
            message,
        };
        let header = match self.found.take() {
            Some(length) => self.header(Some(length)),
            None => self.header(None),
        };
        let length = match header.ok()? {
            Header::End => return None,
            Header::Length(n) if n <= MAX_BODY => n,
            Header::Length(n) => {
                self.skip().ok()?;
                return Some(malformed(format!("a message of {n} bytes is too large")));
            }
            Header::Bad(why) => {
                self.skip().ok()?;
                return Some(malformed(why));
            }
        };
        let mut body = Vec::new();
        // Grows as bytes come, whatever the header promises.
        self.input
            .by_ref()
            .take(length)
            .read_to_end(&mut body)
            .ok()?;
        if (body.len() as u64) < length {
            return None;
        }
        Some(message(&body))
    }

    /// Reads up to the empty line behind the header's lines.
    fn header(&mut self, found: Option<u64>) -> std::io::Result<Header> {
        let mut length = found;
        let mut any = found.is_some();
        loop {
            let mut line = Vec::new();
            let n = self
                .input
                .by_ref()
                .take(MAX_HEADER)
                .read_until(b'\n', &mut line)?;
            if n == 0 {
                return Ok(Header::End);
            }
            if line.last() != Some(&b'\n') {
                return Ok(Header::Bad("the header is too long".into()));
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end();
            if text.is_empty() {
                if !any {
                    // Empty lines between messages.
                    continue;
                }
                return Ok(length.map_or_else(
                    || Header::Bad("the header has no `Content-Length`".into()),
                    Header::Length,
                ));
            }
            any = true;
            let Some((name, value)) = text.split_once(':') else {
                return Ok(Header::Bad("a line of the header has no colon".into()));
            };
            if name.trim().eq_ignore_ascii_case("content-length") {
                match value.trim().parse() {
                    Ok(n) => length = Some(n),
                    Err(_) => {
                        return Ok(Header::Bad(format!(
                            "`Content-Length` is {:?}",
                            value.trim()
                        )));
                    }
                }
            }
        }
    }

    /// Skips up to behind the next line `Content-Length: N` with a usable length, or to the end.
    fn skip(&mut self) -> std::io::Result<()> {
        const NAME: &[u8] = b"content-length:";
        // The end of what was read, as far as it can be the beginning of such a line.
        let mut tail: Vec<u8> = Vec::new();
        for byte in self.input.by_ref().bytes() {
            let byte = byte?;
            tail.push(byte.to_ascii_lowercase());
            if byte == b'\n' {
                let at = tail.windows(NAME.len()).rposition(|w| w == NAME);
                let text =
                    at.map(|at| String::from_utf8_lossy(&tail[at + NAME.len()..]).into_owned());
                let length = text
                    .filter(|t| t.ends_with("\r\n"))
                    .and_then(|t| t.trim().parse().ok());
                if let Some(length) = length.filter(|&n| n <= MAX_BODY) {
                    self.found = Some(length);
                    return Ok(());
                }
                tail.clear();
            } else if tail.len() > 256 {
                tail.drain(..128);
            }
        }
        Ok(())
    }
}

/// The message in a body.
fn message(body: &[u8]) -> Message {
    let malformed = |id: Value, code, message: String| Message::Malformed { id, code, message };
    let value: Value = match serde_json::from_slice(body) {
        Ok(v) => v,
        Err(e) => return malformed(Value::Null, code::PARSE_ERROR, e.to_string()),
    };
    let Value::Object(mut fields) = value else {
        // Batches are part of JSON-RPC, but not of this protocol.
        let what = "a message is an object".to_owned();
        return malformed(Value::Null, code::INVALID_REQUEST, what);
    };
    let id = fields.remove("id");
    let usable = |id: &Value| id.is_string() || id.is_i64() || id.is_u64();
    let params = fields.remove("params").unwrap_or(Value::Null);
    match (fields.remove("method"), id) {
        (Some(Value::String(method)), None) => Message::Notification { method, params },
        (Some(Value::String(method)), Some(id)) if usable(&id) => {
            Message::Request { id, method, params }
        }
        (None, Some(_)) if fields.contains_key("result") || fields.contains_key("error") => {
            Message::Response
        }
        (method, id) => {
            let id = id.filter(|id| usable(id)).unwrap_or(Value::Null);
            let what = match method {
                Some(Value::String(_)) => "the `id` is no number or text",
                Some(_) => "the `method` is no text",
                None => "there is no `method`",
            };
            malformed(id, code::INVALID_REQUEST, what.to_owned())
        }
    }
}

/// Writes messages to a stream.
pub struct Writer<W> {
    output: W,
}

impl<W: Write> Writer<W> {
    /// Writes to a stream.
    pub fn new(output: W) -> Writer<W> {
        Writer { output }
    }
    fn send(&mut self, mut message: Value) -> Result<(), String> {
        message["jsonrpc"] = json!("2.0");
        let body = message.to_string();
        write!(self.output, "Content-Length: {}\r\n\r\n{body}", body.len())
            .and_then(|()| self.output.flush())
            .map_err(|_| "the editor is gone".to_owned())
    }
    /// Answers a request.
    ///
    /// # Errors
    /// If the stream is closed, as below.
    pub fn answer(&mut self, id: &Value, result: Value) -> Result<(), String> {
        self.send(json!({"id": id, "result": result}))
    }
    /// Answers with an error.
    ///
    /// # Errors
    /// See above.
    pub fn refuse(&mut self, id: &Value, code: i64, message: &str) -> Result<(), String> {
        self.send(json!({"id": id, "error": {"code": code, "message": message}}))
    }
    /// Asks the editor for something; the answer is not waited for.
    ///
    /// # Errors
    /// See above.
    pub fn request(&mut self, id: &Value, method: &str) -> Result<(), String> {
        self.send(json!({"id": id, "method": method}))
    }
    /// Sends a notification.
    ///
    /// # Errors
    /// See above.
    pub fn notify(&mut self, method: &str, params: Value) -> Result<(), String> {
        self.send(json!({"method": method, "params": params}))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &str) -> Vec<Message> {
        let mut reader = Reader::new(input.as_bytes());
        std::iter::from_fn(|| reader.read()).collect()
    }
    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }
    fn note(method: &str) -> Message {
        Message::Notification {
            method: method.to_owned(),
            params: Value::Null,
        }
    }

    #[test]
    fn messages_are_told_apart() {
        let request = r#"{"jsonrpc": "2.0", "id": "a", "method": "m", "params": [1]}"#;
        let answer = r#"{"jsonrpc": "2.0", "id": 4, "result": null}"#;
        let input = framed(request) + &framed(answer) + &framed(r#"{"method": "n"}"#);
        let want = Message::Request {
            id: json!("a"),
            method: "m".to_owned(),
            params: json!([1]),
        };
        assert_eq!(all(&input), [want, Message::Response, note("n")]);
    }

    /// Each is answered with an error, and what follows is read.
    #[test]
    fn what_is_no_message_is_refused_and_the_next_one_is_read() {
        let unclosed = "[".repeat(100_000);
        for (bad, code, id) in [
            (framed("{\"method\": "), code::PARSE_ERROR, Value::Null),
            (framed(&unclosed), code::PARSE_ERROR, Value::Null),
            (framed("\u{1}"), code::PARSE_ERROR, Value::Null),
            (framed("[]"), code::INVALID_REQUEST, Value::Null),
            (framed("3"), code::INVALID_REQUEST, Value::Null),
            (framed("{}"), code::INVALID_REQUEST, Value::Null),
            (framed(r#"{"id": 3}"#), code::INVALID_REQUEST, json!(3)),
            (
                framed(r#"{"id": 1.5, "method": "m"}"#),
                code::INVALID_REQUEST,
                Value::Null,
            ),
            (
                framed(r#"{"id": 7, "method": 1}"#),
                code::INVALID_REQUEST,
                json!(7),
            ),
            (
                "Content-Length: x\r\n\r\n{}".into(),
                code::INVALID_REQUEST,
                Value::Null,
            ),
            (
                "Content-Length: -1\r\n\r\n{}".into(),
                code::INVALID_REQUEST,
                Value::Null,
            ),
            (
                "Content-Length: 99999999999999\r\n\r\n{}".into(),
                code::INVALID_REQUEST,
                Value::Null,
            ),
            (
                "Content-Type: a\r\n\r\n{}".into(),
                code::INVALID_REQUEST,
                Value::Null,
            ),
            ("hello\r\n".into(), code::INVALID_REQUEST, Value::Null),
            ("x".repeat(10_000), code::INVALID_REQUEST, Value::Null),
        ] {
            let found = all(&(bad.clone() + &framed(r#"{"method": "next"}"#)));
            let [Message::Malformed { id: i, code: c, .. }, next] = &found[..] else {
                panic!("{bad:?}: {found:?}");
            };
            assert_eq!((i, *c), (&id, code), "{bad:?}");
            assert_eq!(*next, note("next"), "{bad:?}");
        }
    }

    #[test]
    fn a_stream_that_ends_early_ends_quietly() {
        assert_eq!(all(""), []);
        assert_eq!(all("Content-Length: 10\r\n\r\n{}"), []);
        assert_eq!(all("Content-Length: 10\r\n"), []);
    }
}
