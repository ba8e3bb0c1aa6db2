//! `_re`: regular expressions, for the library's `re`.
//!
//! A pattern is compiled to a program of a backtracking machine: one list of instructions, a stack of alternatives, and
//! an undo log for the groups. Python's syntax: greedy and lazy repetition, groups with and without names, back
//! references, look-ahead, look-behind of fixed width, conditionals, inline flags. Counted repetition is unrolled, so a
//! program's size is limited.
//!
//! ```text
//! a(b|c)*   Char a; L: Split M; Mark; Save 2; Split X; Char b; Jump Y; X: Char c; Y: Save 3;
//!           Progress; Jump L; M: Match
//! ```
//! Cost: exponential in the worst case, as Python's own.
use std::rc::Rc;

use ir::name::Name;

use super::functions;
use crate::live::{Args, ModuleObj, NativeObject, PyErr, PyResult, Space, Value};

mod codes;
mod compile;
mod machine;
mod parse;
mod set;

use compile::{Instr, Program, compile};
use machine::{Machine, Subject, UNSET};

const IGNORECASE: u32 = 2;
const MULTILINE: u32 = 8;
const DOTALL: u32 = 16;
const UNICODE: u32 = 32;
const VERBOSE: u32 = 64;

/// The object of a compiled pattern.
struct Pattern(Program);

impl NativeObject for Pattern {
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
    fn type_name(&self) -> &str {
        "program"
    }
    fn getattr(&self, _: &Space, _: &Value, name: Name) -> PyResult<Option<Value>> {
        Ok(match name.as_str() {
            "groups" => Some(Value::Int(self.0.groups as i64)),
            "sre" => Some(Value::list(
                self.0.sre.iter().map(|&c| Value::Int(c)).collect(),
            )),
            "flags" => Some(Value::Int(i64::from(self.0.flags))),
            "names" => Some(Value::list(
                self.0
                    .names
                    .iter()
                    .map(|(n, i)| Value::tuple(vec![Value::str(n), Value::Int(*i as i64)]))
                    .collect(),
            )),
            _ => None,
        })
    }
}

fn subject(s: &Space, v: &Value) -> PyResult<Subject> {
    match v.unwrapped() {
        Value::Str(b) => Ok(Subject::Bytes(b)),
        Value::Unicode(u) => Ok(Subject::Points(u)),
        Value::ByteArray(b) => Ok(Subject::Bytes(Rc::new(crate::live::StrObj::new(
            &b.borrow(),
        )))),
        other => Err(s.type_error(format!(
            "expected string or buffer, not {}",
            other.type_name()
        ))),
    }
}

fn points(s: &Space, v: &Value) -> PyResult<Vec<u32>> {
    let subject = subject(s, v)?;
    Ok((0..subject.len()).map(|i| subject.at(i)).collect())
}

fn compile_value(s: &Space, a: &Args) -> PyResult {
    a.check(s, "compile", 2, 2)?;
    let text = points(s, a.arg(0))?;
    let mut flags = s.int_value(a.arg(1))? as u32;
    if !s.py2() && matches!(a.arg(0).unwrapped(), Value::Unicode(_)) {
        flags |= UNICODE;
    }
    match compile(&text, flags) {
        Ok(p) => Ok(Value::native(Pattern(p))),
        Err(m) => Err(s.value_error(m)),
    }
}

/// `run(program, text, pos, endpos, mode)`; mode 0: at `pos`, 1: search from there, 2: the whole text. `None`, or the
/// positions of all groups and the last group, as a tuple.
fn run(s: &Space, a: &Args) -> PyResult {
    a.check(s, "run", 5, 5)?;
    let Some(Pattern(program)) = a.arg(0).as_native::<Pattern>() else {
        return Err(s.type_error("a compiled pattern is required"));
    };
    let subject = subject(s, a.arg(1))?;
    let limit = |v: &Value| -> Result<usize, PyErr> {
        Ok(usize::try_from(s.int_value(v)?)
            .unwrap_or(0)
            .min(subject.len()))
    };
    let (start, end) = (limit(a.arg(2))?, limit(a.arg(3))?);
    let mode = s.int_value(a.arg(4))?;
    let mut m = Machine {
        program,
        subject: &subject,
        end,
        slots: vec![UNSET; 2 * (program.groups + 1)],
        marks: vec![UNSET; program.marks],
        last_group: 0,
        undo: Vec::new(),
        steps: 0,
        space: s,
    };
    let mut from = start;
    // A pattern that begins with a character is looked for quickly.
    let first = match program.code.first() {
        Some(Instr::Char(c)) => Some(*c),
        _ => None,
    };
    while from <= end {
        if mode == 1
            && let Some(c) = first
        {
            while from < end && subject.at(from) != c {
                from += 1;
            }
        }
        if let Some(to) = m.run(0, from, mode == 2)? {
            m.slots[0] = from;
            m.slots[1] = to;
            let position = |v: &usize| Value::Int(if *v == UNSET { -1 } else { *v as i64 });
            let mut out: Vec<Value> = m.slots.iter().map(position).collect();
            // A group is set only if both its ends are.
            for g in 0..=program.groups {
                if m.slots[2 * g + 1] == UNSET {
                    out[2 * g] = Value::Int(-1);
                }
            }
            out.push(Value::Int(m.last_group as i64));
            return Ok(Value::tuple(out));
        }
        if mode != 1 {
            break;
        }
        m.undo_to(0);
        from += 1;
    }
    Ok(Value::None)
}

/// Fills the module.
pub fn init(_: &Space, m: &Rc<ModuleObj>) {
    functions(m, "_re", &[("compile", compile_value), ("run", run)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let points: Vec<u32> = text.chars().map(u32::from).collect();
        compile(&points, 0).err().unwrap_or_default()
    }

    #[test]
    fn malformed_patterns_are_refused() {
        assert_eq!(error("(a"), "missing ), unterminated subpattern");
        assert_eq!(error("a)"), "unbalanced parenthesis");
        assert_eq!(error("*a"), "nothing to repeat");
        assert_eq!(error("a**"), "multiple repeat");
        assert_eq!(error("[a"), "unterminated character set");
        assert_eq!(error("[b-a]"), "bad character range");
        assert_eq!(
            error("(?<=a*)b"),
            "look-behind requires fixed-width pattern"
        );
        assert_eq!(error("\\1"), "invalid group reference 1");
        assert_eq!(
            error("((a{1000}){1000}){1000}"),
            "the regular expression is too large"
        );
    }
}
