//! The text form of flow-level graphs: how constants and operations are written and read.
//!
//! Constants that are values (numbers, strings, `None`, tuples of such) are written as in Python and read back; objects
//! are written as `<function:f>` and read back through a table that the printer fills (built-in exceptions always).
use std::cell::RefCell;
use std::rc::Rc;

use ir::model::text::{self, Printer, Reader};
use ir::model::{Graph, VarId};
use python::live::{Value, types};
use rustc_hash::FxHashMap;

use super::{Const, Hl, HlGraph, HlOp};

/// The text form of a graph, as `genext view --stage flow` shows it.
pub fn print(graph: &HlGraph) -> String {
    text::print(graph, &HlText::default())
}

/// A value in one token, without spaces, or commas outside of brackets and quotes.
pub fn constant(v: &Value) -> String {
    match v {
        Value::None => "None".into(),
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        Value::Int(i) => i.to_string(),
        Value::Long(i) => format!("{i}L"),
        Value::Float(x) if x.is_finite() => {
            let s = format!("{x:?}");
            if s.contains(['.', 'e']) {
                s
            } else {
                format!("{s}.0")
            }
        }
        Value::Float(x) if x.is_nan() => "nan".into(),
        Value::Float(x) => if *x > 0.0 { "inf" } else { "-inf" }.into(),
        Value::Str(s) => quote(s.bytes.iter().map(|&b| u32::from(b))),
        Value::Unicode(s) => format!("u{}", quote(s.points.iter().copied())),
        Value::Tuple(t) => {
            let items: Vec<String> = t.iter().map(constant).collect();
            if items.len() == 1 {
                format!("({},)", items[0])
            } else {
                format!("({})", items.join(","))
            }
        }
        Value::Function(f) => format!("<function:{}>", plain(f.qualname().as_str())),
        Value::Builtin(b) => format!("<builtin:{}>", plain(b.def.name)),
        Value::Class(c) => format!("<class:{}>", plain(c.name.get().as_str())),
        Value::Module(m) => format!("<module:{}>", plain(m.name.get().as_str())),
        Value::Method(m) => format!("<method:{}>", constant(&m.func).trim_matches(['<', '>'])),
        Value::Instance(_) => match v.unwrapped() {
            Value::Instance(_) => format!("<{}>", plain(&v.type_name())),
            inner => format!("<{}:{}>", plain(&v.type_name()), constant(&inner)),
        },
        Value::List(l) => format!("<list:{}>", l.len()),
        Value::Dict(d) => format!("<dict:{}>", d.len()),
        other => format!("<{}>", plain(&other.type_name())),
    }
}

fn plain(s: &str) -> String {
    s.chars()
        .map(|c| {
            if c.is_whitespace() || "<>(),".contains(c) {
                '_'
            } else {
                c
            }
        })
        .collect()
}

fn quote(chars: impl Iterator<Item = u32>) -> String {
    let mut out = String::from("'");
    for c in chars {
        match c {
            0x27 => out.push_str("\\'"),
            0x5c => out.push_str("\\\\"),
            0x0a => out.push_str("\\n"),
            0x20..0x7f => out.push(char::from(c as u8)),
            0..0x100 => out.push_str(&format!("\\x{c:02x}")),
            _ => out.push_str(&format!("\\U{c:08x}")),
        }
    }
    out.push('\'');
    out
}

/// Reads a quoted string into code points.
fn unquote(text: &str) -> Result<Vec<u32>, String> {
    let inner = text
        .strip_prefix('\'')
        .and_then(|t| t.strip_suffix('\''))
        .ok_or_else(|| format!("{text} is not a string"))?;
    let mut out = Vec::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(u32::from(c));
            continue;
        }
        match chars.next() {
            Some('n') => out.push(10),
            Some(kind @ ('x' | 'U')) => {
                let n = if kind == 'x' { 2 } else { 8 };
                let digits: String = chars.by_ref().take(n).collect();
                let c = u32::from_str_radix(&digits, 16);
                out.push(c.map_err(|_| format!("bad escape in {text}"))?);
            }
            Some(c) => out.push(u32::from(c)),
            None => return Err(format!("bad escape in {text}")),
        }
    }
    Ok(out)
}

/// Prints and reads the parts of flow-level graphs. Objects printed by a `HlText` can be read back by the same one.
#[derive(Default)]
pub struct HlText {
    objects: RefCell<FxHashMap<String, Const>>,
}

impl Printer<Hl> for HlText {
    fn ty(&self, _: &Graph<Hl>, _: VarId) -> String {
        String::new()
    }
    fn constant(&self, c: &Const) -> String {
        let text = constant(&c.0);
        if !text.contains('<') {
            return text;
        }
        // Different objects that print alike are numbered.
        let mut objects = self.objects.borrow_mut();
        let mut n = 1;
        loop {
            let name = if n == 1 {
                text.clone()
            } else {
                format!("{text}#{n}")
            };
            match objects.get(&name) {
                Some(known) if known != c => n += 1,
                Some(_) => return name,
                None => {
                    objects.insert(name.clone(), c.clone());
                    return name;
                }
            }
        }
    }
    fn op(&self, op: &HlOp) -> String {
        op.to_string()
    }
}

impl Reader<Hl> for HlText {
    fn ty(&mut self, text: &str) -> Result<(), String> {
        if text.is_empty() {
            Ok(())
        } else {
            Err(format!("variables have no types at this level: `{text}`"))
        }
    }
    fn constant(&mut self, text: &str) -> Result<Const, String> {
        if let Some(c) = self.objects.borrow().get(text) {
            return Ok(c.clone());
        }
        let class = text
            .strip_prefix("<class:")
            .and_then(|t| t.strip_suffix('>'))
            .and_then(|name| types().exception(name));
        if let Some(c) = class {
            return Ok(Const(Value::Class(c.clone())));
        }
        parse_value(text).map(Const)
    }
    fn op(&mut self, text: &str) -> Result<HlOp, String> {
        text.parse()
    }
    fn exception_types(&mut self) -> ((), ()) {
        ((), ())
    }
}

fn parse_value(text: &str) -> Result<Value, String> {
    match text {
        "None" => return Ok(Value::None),
        "True" => return Ok(Value::Bool(true)),
        "False" => return Ok(Value::Bool(false)),
        _ => {}
    }
    if let Some(rest) = text.strip_prefix('u').filter(|t| t.starts_with('\'')) {
        return Ok(Value::code_points(unquote(rest)?));
    }
    if text.starts_with('\'') {
        let bytes: Option<Vec<u8>> = unquote(text)?
            .into_iter()
            .map(|c| u8::try_from(c).ok())
            .collect();
        return bytes
            .map(Value::from_vec)
            .ok_or_else(|| format!("{text} is not a byte string"));
    }
    if let Some(digits) = text.strip_suffix('L') {
        let big = digits
            .parse::<dashu_int::IBig>()
            .map_err(|_| format!("`{text}` is not a number"))?;
        return Ok(Value::Long(Rc::new(big)));
    }
    if let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        let items: Result<Vec<Value>, String> = split_items(inner)
            .into_iter()
            .map(|t| parse_value(t.trim()))
            .collect();
        return Ok(Value::tuple(items?));
    }
    if let Ok(i) = text.parse::<i64>() {
        return Ok(Value::Int(i));
    }
    text.parse::<f64>()
        .map(Value::Float)
        .map_err(|_| format!("unknown constant `{text}`"))
}

/// Splits at the commas outside of brackets and quotes.
fn split_items(text: &str) -> Vec<&str> {
    let (mut items, mut depth, mut quoted, mut escaped, mut start) =
        (Vec::new(), 0, false, false, 0);
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '\'' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        items.push(&text[start..]);
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_back() {
        let values = [
            Value::None,
            Value::Bool(true),
            Value::Int(-7),
            Value::Float(0.5),
            Value::Float(1e300),
            Value::str("it's\n\\ok, (so)"),
            Value::bytes(&[0, 255]),
            Value::unicode("h\u{e9}\u{1f40d}"),
            Value::tuple(vec![]),
            Value::tuple(vec![Value::Int(1)]),
            Value::tuple(vec![
                Value::str("a,b"),
                Value::tuple(vec![Value::None, Value::Int(2)]),
            ]),
        ];
        for v in values {
            let text = constant(&v);
            let back = parse_value(&text).unwrap();
            assert_eq!(Const(back), Const(v), "{text}");
        }
    }
    #[test]
    fn objects_that_print_alike_are_numbered() {
        let mut t = HlText::default();
        let (a, b) = (Const(Value::list(vec![])), Const(Value::list(vec![])));
        assert_eq!(Printer::constant(&t, &a), "<list:0>");
        assert_eq!(Printer::constant(&t, &b), "<list:0>#2");
        assert_eq!(Reader::constant(&mut t, "<list:0>#2"), Ok(b));
        assert_eq!(Reader::constant(&mut t, "<list:0>"), Ok(a));
    }
}
