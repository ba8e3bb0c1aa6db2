//! Text form of code objects, for filetests and `--emit code`.
use std::fmt::Write;

use ir::source;

use super::{CodeObject, ConstValue, Conversion, Instr};

/// Disassembles a code object and the ones nested in it.
///
/// ```text
/// code f(x) args=1 stack=2
///   1   0  LoadFast x
///       1  Return
/// ```
/// The first column is the line (where it changes), the second the instruction; `!` marks an instruction with a
/// handler.
pub fn disassemble(code: &CodeObject) -> String {
    let mut out = String::new();
    one(code, &mut out);
    out
}

fn one(code: &CodeObject, out: &mut String) {
    let _ = write!(out, "code {} kind={:?}", code.qualname, code.kind);
    let params: Vec<_> = (0..code.parameter_count() as usize)
        .map(|i| code.varnames[i].as_str())
        .collect();
    let _ = write!(out, " params=({})", params.join(", "));
    let mut flag = |on: bool, text: &str| {
        if on {
            out.push(' ');
            out.push_str(text);
        }
    };
    flag(code.is_generator, "generator");
    flag(code.varargs, "varargs");
    flag(code.varkw, "varkw");
    flag(code.nested, "nested");
    flag(code.dynamic_locals, "dynamic_locals");
    if code.posonlyargcount > 0 {
        let _ = write!(out, " posonly={}", code.posonlyargcount);
    }
    if code.kwonlyargcount > 0 {
        let _ = write!(out, " kwonly={}", code.kwonlyargcount);
    }
    if !code.cellvars.is_empty() {
        let names: Vec<_> = code.cellvars.iter().map(|c| c.name.as_str()).collect();
        let _ = write!(out, " cells=({})", names.join(", "));
    }
    if !code.freevars.is_empty() {
        let names: Vec<_> = code.freevars.iter().map(|n| n.as_str()).collect();
        let _ = write!(out, " free=({})", names.join(", "));
    }
    let _ = writeln!(out, " stack={}", code.stack_size);
    let file = source::file(code.file);
    let mut last_line = 0;
    for (i, &instr) in code.instrs.iter().enumerate() {
        let span = code.spans.get(i).copied().unwrap_or(code.span);
        let line = if span.is_none() {
            0
        } else {
            file.line_column(span.start).0
        };
        if line != last_line {
            let _ = write!(out, "{line:5} ");
            last_line = line;
        } else {
            out.push_str("      ");
        }
        let _ = write!(out, "{i:4}  ");
        let _ = write!(out, "{}", instr_text(code, instr));
        let handler = code.handler_of.get(i).copied().unwrap_or(0);
        if handler != 0 {
            let h = code.handlers[handler as usize - 1];
            let _ = write!(out, "  ! -> {} depth {}", h.target.0, h.depth);
            if h.level > 0 {
                let _ = write!(out, " level {}", h.level);
            }
        }
        out.push('\n');
    }
    for c in &code.consts {
        if let ConstValue::Code(inner) = c {
            out.push('\n');
            one(inner, out);
        }
    }
}

/// One instruction with its operands resolved.
pub(super) fn instr_text(code: &CodeObject, instr: Instr) -> String {
    use Instr::*;
    let local = |l: super::LocalId| code.varnames.get(l.0 as usize).map_or("?", |n| n.as_str());
    match instr {
        LoadConst(c) => format!("LoadConst {}", const_text(code.constant(c))),
        LoadFast(l) => format!("LoadFast {}", local(l)),
        StoreFast(l) => format!("StoreFast {}", local(l)),
        DeleteFast(l) => format!("DeleteFast {}", local(l)),
        LoadGlobal(n) => format!("LoadGlobal {n}"),
        StoreGlobal(n) => format!("StoreGlobal {n}"),
        DeleteGlobal(n) => format!("DeleteGlobal {n}"),
        LoadName(n) => format!("LoadName {n}"),
        StoreName(n) => format!("StoreName {n}"),
        DeleteName(n) => format!("DeleteName {n}"),
        LoadDeref(c) => format!("LoadDeref {}", code.cell_name(c)),
        LoadClassDeref(c) => format!("LoadClassDeref {}", code.cell_name(c)),
        StoreDeref(c) => format!("StoreDeref {}", code.cell_name(c)),
        DeleteDeref(c) => format!("DeleteDeref {}", code.cell_name(c)),
        LoadClosure(c) => format!("LoadClosure {}", code.cell_name(c)),
        LoadAttr(n) => format!("LoadAttr {n}"),
        StoreAttr(n) => format!("StoreAttr {n}"),
        DeleteAttr(n) => format!("DeleteAttr {n}"),
        Unary(op) => format!("Unary {op:?}"),
        Binary(op) => format!("Binary {op:?}"),
        Inplace(op) => format!("Inplace {op:?}"),
        Compare(op) => format!("Compare {}", op.symbol()),
        Jump(t) => format!("Jump -> {}", t.0),
        PopJumpIfFalse(t) => format!("PopJumpIfFalse -> {}", t.0),
        PopJumpIfTrue(t) => format!("PopJumpIfTrue -> {}", t.0),
        JumpIfFalseOrPop(t) => format!("JumpIfFalseOrPop -> {}", t.0),
        JumpIfTrueOrPop(t) => format!("JumpIfTrueOrPop -> {}", t.0),
        ForIter(t) => format!("ForIter -> {}", t.0),
        BuildTuple(n) => format!("BuildTuple {n}"),
        BuildList(n) => format!("BuildList {n}"),
        BuildSet(n) => format!("BuildSet {n}"),
        BuildMap(n) => format!("BuildMap {n}"),
        BuildSlice(n) => format!("BuildSlice {n}"),
        ListAppend(n) => format!("ListAppend {n}"),
        SetAdd(n) => format!("SetAdd {n}"),
        MapAdd(n) => format!("MapAdd {n}"),
        UnpackSequence(n) => format!("UnpackSequence {n}"),
        UnpackEx { before, after } => format!("UnpackEx {before} {after}"),
        Call(n) => format!("Call {n}"),
        CallFull {
            npos,
            kwnames,
            star,
            dstar,
        } => {
            let mut s = format!("CallFull {npos}");
            for name in code.keyword_names(kwnames) {
                let _ = write!(s, " {name}=");
            }
            if star {
                s.push_str(" *");
            }
            if dstar {
                s.push_str(" **");
            }
            s
        }
        MakeFunction { code: c, parts } => {
            let mut s = format!("MakeFunction {}", code.nested_code(c).qualname);
            for (on, text) in [
                (parts.defaults, " defaults"),
                (parts.kwdefaults, " kwdefaults"),
                (parts.annotations, " annotations"),
                (parts.closure, " closure"),
            ] {
                if on {
                    s.push_str(text);
                }
            }
            s
        }
        MakeClass(n) => format!("MakeClass {n}"),
        ImportName { name, level } => format!("ImportName {name} level {level}"),
        ImportFrom(n) => format!("ImportFrom {n}"),
        PopExcept(n) => format!("PopExcept {n}"),
        FormatValue { conversion, spec } => {
            let c = match conversion {
                Conversion::None => "",
                Conversion::Str => " !s",
                Conversion::Repr => " !r",
                Conversion::Ascii => " !a",
            };
            format!("FormatValue{c}{}", if spec { " spec" } else { "" })
        }
        BuildString(n) => format!("BuildString {n}"),
        plain => format!("{plain:?}"),
    }
}

/// A constant as Python would write it.
pub(super) fn const_text(c: &ConstValue) -> String {
    match c {
        ConstValue::None => "None".into(),
        ConstValue::Bool(true) => "True".into(),
        ConstValue::Bool(false) => "False".into(),
        ConstValue::Int(i) => i.to_string(),
        ConstValue::Long(i) => format!("{i}L"),
        ConstValue::Float(f) => float_text(*f),
        ConstValue::Imaginary(f) => format!("{}j", float_text(*f)),
        ConstValue::Str(s) => format!("'{}'", escape_bytes(s)),
        ConstValue::Unicode(s) => format!("u'{}'", escape_unicode(s)),
        ConstValue::Tuple(items) => {
            let parts: Vec<_> = items.iter().map(const_text).collect();
            match parts.len() {
                1 => format!("({},)", parts[0]),
                _ => format!("({})", parts.join(", ")),
            }
        }
        ConstValue::Ellipsis => "Ellipsis".into(),
        ConstValue::Code(c) => format!("<code {}>", c.qualname),
    }
}

fn float_text(f: f64) -> String {
    if f.is_finite() {
        zmij::Buffer::new().format_finite(f).to_string()
    } else {
        f.to_string()
    }
}

fn escape_bytes(s: &[u8]) -> String {
    let mut out = String::new();
    for &b in s {
        match b {
            b'\\' => out.push_str("\\\\"),
            b'\'' => out.push_str("\\'"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            0x20..=0x7e => out.push(b as char),
            _ => {
                let _ = write!(out, "\\x{b:02x}");
            }
        }
    }
    out
}

fn escape_unicode(s: &[u32]) -> String {
    let mut out = String::new();
    for &c in s {
        match c {
            0..=0x7e => out.push_str(&escape_bytes(&[c as u8])),
            0x7f..=0xff => {
                let _ = write!(out, "\\x{c:02x}");
            }
            0x100..=0xffff => {
                let _ = write!(out, "\\u{c:04x}");
            }
            _ => {
                let _ = write!(out, "\\U{c:08x}");
            }
        }
    }
    out
}
