//! `print` in both forms, and `input`.
use ir::name::Name;

use crate::live::{Args, PyResult, Space, Value};

pub(in crate::live) fn stdout(s: &Space) -> Value {
    match s.modules.get_name(Name::new("sys")) {
        Some(Value::Module(m)) => m.get("stdout").unwrap_or_else(|| s.stdout.clone()),
        _ => s.stdout.clone(),
    }
}

/// Writes text to a file object, or through its `write` method.
pub fn write_to(s: &Space, stream: &Value, text: &[u8]) -> PyResult<()> {
    if let Some(f) = stream.as_native::<crate::live::modules::file::FileObj>() {
        return f.write(text).map_err(|e| s.os_error(e, None, true));
    }
    s.call_method(stream, "write", &[Value::bytes(text)])?;
    Ok(())
}

/// `print(...)`
pub(in crate::live) fn print(s: &Space, a: &Args) -> PyResult {
    let mut text = Vec::new();
    let part = |v: Option<&Value>, default: &str| -> PyResult<Vec<u8>> {
        match v {
            None | Some(Value::None) => Ok(default.as_bytes().to_vec()),
            Some(v) => Ok(s.str(v)?.0),
        }
    };
    let sep = part(a.keyword("sep"), " ")?;
    let end = part(a.keyword("end"), "\n")?;
    for (k, _) in &a.kw {
        if !matches!(k.as_str(), "sep" | "end" | "file" | "flush") {
            return Err(s.type_error(format!("print() got an unexpected keyword argument '{k}'")));
        }
    }
    for (i, v) in a.pos.iter().enumerate() {
        if i > 0 {
            text.extend_from_slice(&sep);
        }
        text.extend(s.str(v)?.0);
    }
    text.extend(end);
    let stream = match a.keyword("file") {
        None | Some(Value::None) => stdout(s),
        Some(f) => f.clone(),
    };
    write_to(s, &stream, &text)?;
    if let Some(flush) = a.keyword("flush")
        && s.is_true(flush)?
    {
        s.call_method(&stream, "flush", &[])?;
    }
    Ok(Value::None)
}

/// Python 2's `print v,`: with the soft space kept on the stream.
pub fn print_item(s: &Space, stream: Option<&Value>, v: &Value) -> PyResult<()> {
    let stream = match stream {
        None | Some(Value::None) => stdout(s),
        Some(f) => f.clone(),
    };
    if soft_space(s, &stream, false)? {
        write_to(s, &stream, b" ")?;
    }
    let item = match v {
        // Unicode is written in UTF-8, as to a terminal.
        Value::Unicode(u) => crate::live::text::codecs::encode(s, &u.points, "utf-8", "replace")?,
        _ => s.str(v)?.0,
    };
    let ends_line = matches!(v.unwrapped(), Value::Str(_) | Value::Unicode(_))
        && item.last().is_some_and(|b| matches!(b, b'\t'..=b'\r'));
    write_to(s, &stream, &item)?;
    if !ends_line {
        soft_space(s, &stream, true)?;
    }
    Ok(())
}

/// Notes on a stream whether the next `print` begins with a space; whether this one does.
fn soft_space(s: &Space, stream: &Value, next: bool) -> PyResult<bool> {
    let name = Name::new("softspace");
    let now = match s.getattr_opt(stream, name)? {
        Some(Value::Int(i)) => i != 0,
        Some(Value::Bool(b)) => b,
        _ => false,
    };
    let r = s.setattr(stream, name, Value::Int(i64::from(next)));
    s.attr_to_none(r)?;
    Ok(now)
}

/// The end of Python 2's `print`.
pub fn print_newline(s: &Space, stream: Option<&Value>) -> PyResult<()> {
    let stream = match stream {
        None | Some(Value::None) => stdout(s),
        Some(f) => f.clone(),
    };
    write_to(s, &stream, b"\n")?;
    soft_space(s, &stream, false)?;
    Ok(())
}

pub(in crate::live) fn input(s: &Space, a: &Args) -> PyResult {
    a.check(s, "input", 0, 1)?;
    if let Some(prompt) = a.pos.first() {
        let text = s.str(prompt)?;
        let out = stdout(s);
        write_to(s, &out, &text.0)?;
    }
    s.flush();
    let stdin = match s.modules.get_name(Name::new("sys")) {
        Some(Value::Module(m)) => m.get("stdin"),
        _ => None,
    };
    let stdin = match stdin {
        Some(f) => f,
        None => {
            let m = s.import("sys")?;
            m.get("stdin").unwrap_or(Value::None)
        }
    };
    let line = s.call_method(&stdin, "readline", &[])?;
    let mut bytes = s.bytes_like(&line).unwrap_or_default();
    if bytes.is_empty() {
        return Err(s.error("EOFError", "EOF when reading a line"));
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    Ok(Value::from_vec(bytes))
}
