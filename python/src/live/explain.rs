//! Failed assertions with the values involved, for the test runner.
//!
//! With [`Space::explain_asserts`] on, frames whose code has `assert` statements remember the value of each expression
//! that an `assert` evaluates: nothing is evaluated twice. When the assertion fails the exception gets an explanation:
//!
//! ```text
//! assert total(x) == 5      ->    assert 4 == 5
//!                                   total(x) = 4
//!                                   x = [1, 3]
//! ```
//! Frames without assertions run as fast as otherwise.
use std::collections::VecDeque;
use std::rc::Rc;

use ir::source::{self, Span};

use super::space::{PyResult, Space};
use super::{DictObj, InstanceObj, Value};
use crate::code::{CodeObject, CompareOp, Instr, Pc};
use crate::engine::{Frame, Outcome, Step};

/// Longest text of one value.
const VALUE_WIDTH: usize = 300;
/// Most values of one assertion.
const VALUES: usize = 12;

/// What an `assert` evaluated.
enum Seen {
    Value(Span, Value),
    Compared(Value, CompareOp, Value),
}

/// The local variables of frames that exceptions left, for the latest exceptions: the exception, and the variables of
/// each entry of its traceback, innermost first.
#[derive(Default)]
pub(crate) struct KeptLocals {
    exceptions: VecDeque<(Rc<InstanceObj>, Vec<Rc<DictObj>>)>,
}

/// Of how many exceptions local variables are kept: more than one test handles at a time.
const KEPT_EXCEPTIONS: usize = 32;

/// Which instructions of a code belong to `assert` statements.
pub(crate) type AssertMap = Rc<[bool]>;

fn assert_map(code: &CodeObject) -> Option<AssertMap> {
    let statements: Vec<Span> = (0..code.instrs.len())
        .map(|i| Pc(i as u32))
        .filter(|&pc| code.instr(pc) == Instr::LoadAssertionError)
        .map(|pc| code.span_at(pc))
        .collect();
    if statements.is_empty() {
        return None;
    }
    let inside = |span: Span| {
        let holds = |s: &Span| s.file == span.file && s.start <= span.start && span.end <= s.end;
        statements.iter().any(holds)
    };
    Some(
        (0..code.instrs.len())
            .map(|i| inside(code.span_at(Pc(i as u32))))
            .collect(),
    )
}

/// Whether the instruction leaves the value of an expression worth showing.
fn is_expression(i: Instr) -> bool {
    matches!(
        i,
        Instr::LoadFast(_)
            | Instr::LoadGlobal(_)
            | Instr::LoadName(_)
            | Instr::LoadDeref(_)
            | Instr::LoadAttr(_)
            | Instr::BinarySubscr
            | Instr::Unary(_)
            | Instr::Binary(_)
            | Instr::Call(_)
            | Instr::CallFull { .. }
    )
}

impl Space {
    /// Remembers what assertions evaluate, from now on.
    pub fn explain_asserts(&self, on: bool) {
        self.explain.set(on);
    }

    /// Asks a function of the test runner how compared values differ: `f(operator, left, right)`.
    pub fn explain_differences(&self, f: Value) {
        *self.explain_difference.borrow_mut() = Some(f);
    }

    /// Keeps the local variables of frames that exceptions leave, from now on.
    pub fn keep_all_locals(&self) {
        *self.kept_locals.borrow_mut() = Some(KeptLocals::default());
    }

    /// The local variables of each entry of a traceback, innermost first.
    pub fn locals_of_traceback(&self, exc: &Rc<InstanceObj>) -> Vec<Rc<DictObj>> {
        let kept = self.kept_locals.borrow();
        let all = kept.iter().flat_map(|k| &k.exceptions);
        all.rev()
            .find(|(e, _)| Rc::ptr_eq(e, exc))
            .map_or(Vec::new(), |(_, locals)| locals.clone())
    }

    /// Keeps the variables of a frame that an exception leaves.
    pub(crate) fn keep_locals(&self, exc: &Rc<InstanceObj>, frame: &Frame<Space>) {
        let mut kept = self.kept_locals.borrow_mut();
        let Some(kept) = kept.as_mut() else { return };
        let locals = Rc::new(self.locals_of(frame).copy());
        let known = kept.exceptions.iter_mut().find(|(e, _)| Rc::ptr_eq(e, exc));
        match known {
            Some((_, all)) => all.push(locals),
            None => {
                if kept.exceptions.len() == KEPT_EXCEPTIONS {
                    kept.exceptions.pop_front();
                }
                kept.exceptions.push_back((exc.clone(), vec![locals]));
            }
        }
    }

    /// The map of a code with assertions, if explanations are wanted.
    pub(crate) fn assert_map_of(&self, code: &Rc<CodeObject>) -> Option<AssertMap> {
        if !self.explain.get() {
            return None;
        }
        // The code is kept alive, so that no other one can have its address.
        let key = Rc::as_ptr(code) as usize;
        self.assert_maps
            .borrow_mut()
            .entry(key)
            .or_insert_with(|| (code.clone(), assert_map(code)))
            .1
            .clone()
    }

    /// Runs a frame whose code has assertions.
    pub(crate) fn run_explained(
        &self,
        frame: &mut Frame<Space>,
        map: &AssertMap,
    ) -> PyResult<Outcome<Value>> {
        let mut seen: Vec<Seen> = Vec::new();
        let mut inside = false;
        loop {
            self.count_step(frame)?;
            let pc = frame.pc;
            let here = map[pc.0 as usize];
            if !here {
                inside = false;
                match frame.step(self)? {
                    Step::Next => continue,
                    Step::Leave(outcome) => return Ok(outcome),
                }
            }
            if !std::mem::replace(&mut inside, true) {
                seen.clear();
            }
            let instr = frame.code.instr(pc);
            let span = frame.code.span_at(pc);
            let n = frame.stack.len();
            if let Instr::Compare(op) = instr
                && n >= 2
            {
                seen.push(Seen::Compared(
                    frame.stack[n - 2].clone(),
                    op,
                    frame.stack[n - 1].clone(),
                ));
            }
            if instr == Instr::LoadAssertionError {
                let text = self.explanation(span, &seen);
                *self.explanation.borrow_mut() = Some(text);
            }
            match frame.step(self)? {
                Step::Next => {}
                Step::Leave(outcome) => return Ok(outcome),
            }
            if is_expression(instr)
                && frame.pc.0 == pc.0 + 1
                && let Some(v) = frame.stack.last()
            {
                seen.push(Seen::Value(span, v.clone()));
            }
        }
    }

    fn shown(&self, v: &Value) -> String {
        let text = self.repr_text(v);
        if text.chars().count() <= VALUE_WIDTH {
            return text;
        }
        let start: String = text.chars().take(VALUE_WIDTH * 2 / 3).collect();
        let skip = text.chars().count() - VALUE_WIDTH / 3;
        let end: String = text.chars().skip(skip).collect();
        format!("{start} ... {end}")
    }

    fn explanation(&self, statement: Span, seen: &[Seen]) -> String {
        let file = source::file(statement.file);
        let text_of = |s: Span| {
            let text = file
                .text
                .get(s.start as usize..s.end as usize)
                .unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        // The last value is what the statement tested, unless a comparison was.
        let mut out = String::new();
        if let Some(Seen::Compared(a, op, b)) = seen.last() {
            out = format!("assert {} {} {}", self.shown(a), op.symbol(), self.shown(b));
            out.push_str(&self.difference(a, *op, b));
        } else if let Some(Seen::Value(_, v)) = seen.last() {
            out = format!("assert {}", self.shown(v));
        }
        let mut told: Vec<String> = Vec::new();
        for s in seen.iter().rev() {
            let Seen::Value(span, v) = s else { continue };
            let within = statement.start <= span.start && span.end <= statement.end;
            let dull = matches!(
                v,
                Value::Function(_)
                    | Value::Builtin(_)
                    | Value::Class(_)
                    | Value::Module(_)
                    | Value::Method(_)
            );
            let name = text_of(*span);
            if !within || dull || name.is_empty() || told.contains(&name) || told.len() >= VALUES {
                continue;
            }
            let value = self.shown(v);
            if value != name {
                out.push_str(&format!("\n  {name} = {value}"));
            }
            told.push(name);
        }
        out
    }

    /// How two compared values differ, as the test runner says it: lines, each with a line break before it.
    fn difference(&self, a: &Value, op: CompareOp, b: &Value) -> String {
        let Some(f) = self.explain_difference.borrow().clone() else {
            return String::new();
        };
        let op = Value::str(op.symbol());
        // What fails while it looks at the values says nothing about the assertion.
        match self.call(&f, &[op, a.clone(), b.clone()]) {
            Ok(text) if !text.is_none() => format!("\n{}", self.str_text(&text)),
            _ => String::new(),
        }
    }

    /// Gives the explanation of a failed assertion to its exception.
    pub(crate) fn attach_explanation(&self, exc: &Rc<InstanceObj>) {
        if !self.explain.get() {
            return;
        }
        let text = self.explanation.borrow_mut().take();
        if let (Some(text), Some(state)) = (text, exc.exc())
            && exc
                .class()
                .is_subclass(super::types().exc("AssertionError"))
        {
            let mut place = state.explanation.borrow_mut();
            if place.is_none() {
                *place = Some(text.into());
            }
        }
    }
}
