//! Raising, catching and reporting exceptions.
use std::rc::Rc;

use ir::diag::{Diagnostic, DiagnosticKind};
use ir::source::{self, Span};

use crate::engine::RaiseOperands;
use crate::live::{Args, ClassRef, InstanceObj, PyErr, PyResult, Space, TraceEntry, Value, types};

/// A traceback object: `sys.exc_info()[2]`.
pub struct Traceback {
    /// The entries, innermost first.
    pub entries: Vec<TraceEntry>,
}

impl crate::live::NativeObject for Traceback {
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
    fn type_name(&self) -> &str {
        "traceback"
    }
    fn getattr(
        &self,
        space: &Space,
        _this: &Value,
        name: ir::name::Name,
    ) -> PyResult<Option<Value>> {
        let outer = self.entries.last();
        Ok(match name.as_str() {
            "tb_lineno" => Some(Value::Int(outer.map_or(0, |e| i64::from(e.span.line())))),
            "tb_next" => Some(if self.entries.len() > 1 {
                Value::native(Traceback {
                    entries: self.entries[..self.entries.len() - 1].to_vec(),
                })
            } else {
                Value::None
            }),
            "tb_frame" => {
                let m = space.new_module("frame", space.mode(), true);
                if let Some(e) = outer {
                    m.set("f_lineno", Value::Int(i64::from(e.span.line())));
                    let code = space.new_module("code", space.mode(), true);
                    code.set("co_name", Value::str(e.function.as_str()));
                    let file = e
                        .span
                        .location()
                        .map_or_else(String::new, |l| l.path.to_string());
                    code.set("co_filename", Value::str(&file));
                    m.set("f_code", Value::Module(code));
                }
                m.set("f_locals", Value::dict());
                m.set("f_globals", Value::dict());
                Some(Value::Module(m))
            }
            _ => None,
        })
    }
}

impl Space {
    /// The traceback object of an exception.
    pub fn traceback_of(&self, exc: &InstanceObj) -> Value {
        match exc.exc() {
            Some(state) if !state.traceback.borrow().is_empty() => Value::native(Traceback {
                entries: state.traceback.borrow().clone(),
            }),
            _ => Value::None,
        }
    }

    /// The instance of a `raise` statement.
    pub(crate) fn make_exception(
        &self,
        operands: RaiseOperands<Value>,
    ) -> PyResult<Rc<InstanceObj>> {
        let RaiseOperands {
            mut exc,
            value,
            traceback,
            cause,
        } = operands;
        if self.py2() {
            // `raise (E, x), y` is `raise E, y`.
            while let Value::Tuple(t) = &exc {
                match t.first().cloned() {
                    Some(first) => exc = first,
                    None => break,
                }
            }
        }
        let instance = match &exc {
            Value::Instance(i) if i.exc().is_some() || i.class().old_style => i.clone(),
            Value::Class(c) if c.is_exception() || c.old_style => match value {
                Some(v @ Value::Instance(_)) if self.isinstance_of(&v, c) => {
                    self.expect_instance(&v)?
                }
                Some(Value::Tuple(t)) => {
                    let v = self.call_class(c, Args::pos(t.to_vec()))?;
                    self.expect_instance(&v)?
                }
                Some(Value::None) | None => {
                    let v = self.call_class(c, Args::default())?;
                    self.expect_instance(&v)?
                }
                Some(v) => {
                    let v = self.call_class(c, Args::pos(vec![v]))?;
                    self.expect_instance(&v)?
                }
            },
            _ => {
                return Err(self.type_error(if self.py2() {
                    format!(
                        "exceptions must be old-style classes or derived from BaseException, not {}",
                        exc.type_name()
                    )
                } else {
                    "exceptions must derive from BaseException".into()
                }));
            }
        };
        let instance = self.with_exception_state(instance);
        if let Some(state) = instance.exc() {
            if let Some(cause) = cause {
                let cause = match &cause {
                    Value::Class(c) if c.is_exception() => self.call_class(c, Args::default())?,
                    Value::None | Value::Instance(_) => cause,
                    _ => {
                        return Err(
                            self.type_error("exception causes must derive from BaseException")
                        );
                    }
                };
                *state.cause.borrow_mut() = cause;
                state.suppress_context.set(true);
            }
            if let Some(tb) = traceback
                && let Some(tb) = tb.as_native::<Traceback>()
            {
                *state.traceback.borrow_mut() = tb.entries.clone();
            }
        }
        match self.raised(instance) {
            PyErr::Raise(i) => Ok(i),
            abort => Err(abort),
        }
    }
    fn expect_instance(&self, v: &Value) -> PyResult<Rc<InstanceObj>> {
        match v {
            Value::Instance(i) => Ok(i.clone()),
            _ => Err(self.type_error("exceptions must derive from BaseException")),
        }
    }
    /// A classic instance has no place for a traceback; it is raised as it is, without one.
    fn with_exception_state(&self, i: Rc<InstanceObj>) -> Rc<InstanceObj> {
        i
    }

    /// Whether an exception matches the pattern of an `except` clause.
    pub(crate) fn matches(&self, exc_type: &Value, pattern: &Value) -> PyResult<bool> {
        match (exc_type, pattern) {
            (_, Value::Tuple(items)) => {
                for p in items.iter() {
                    if self.matches(exc_type, p)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            (Value::Class(t), Value::Class(p)) => {
                if !p.is_exception() && !p.old_style && !self.py2() {
                    return Err(self.type_error(
                        "catching classes that do not inherit from BaseException is not allowed",
                    ));
                }
                Ok(t.is_subclass(p))
            }
            (_, _) if self.py2() => Ok(false),
            _ => Err(self.type_error(
                "catching classes that do not inherit from BaseException is not allowed",
            )),
        }
    }

    /// The name of an exception class in reports.
    fn exception_name(&self, class: &ClassRef) -> String {
        let module = class.module_name();
        if self.py2()
            || matches!(
                module.as_str(),
                "__builtin__" | "builtins" | "__main__" | "exceptions"
            )
        {
            if let Some(q) = class.own("__qualname__".into()).and_then(|q| q.as_text())
                && !self.py2()
            {
                return q;
            }
            class.name.get().to_string()
        } else {
            format!("{module}.{}", class.name.get())
        }
    }

    /// `Class: message`, the last line of a report.
    pub fn exception_line(&self, exc: &Rc<InstanceObj>) -> String {
        let name = self.exception_name(&exc.class());
        let text = self.str_text(&Value::Instance(exc.clone()));
        if text.is_empty() {
            name
        } else {
            format!("{name}: {text}")
        }
    }

    /// The report of an uncaught exception, as CPython prints it.
    pub fn format_exception(&self, exc: &Rc<InstanceObj>) -> String {
        let mut out = String::new();
        self.format_chain(exc, &mut out, 0);
        out
    }
    fn format_chain(&self, exc: &Rc<InstanceObj>, out: &mut String, depth: usize) {
        if let Some(state) = exc.exc()
            && depth < 20
            && !self.py2()
        {
            let cause = state.cause.borrow().clone();
            let context = state.context.borrow().clone();
            if let Value::Instance(c) = &cause {
                self.format_chain(c, out, depth + 1);
                out.push_str(
                    "\nThe above exception was the direct cause of the following exception:\n\n",
                );
            } else if let Value::Instance(c) = &context
                && !state.suppress_context.get()
                && !Rc::ptr_eq(c, exc)
            {
                self.format_chain(c, out, depth + 1);
                out.push_str(
                    "\nDuring handling of the above exception, another exception occurred:\n\n",
                );
            }
        }
        let entries = exc
            .exc()
            .map(|s| s.traceback.borrow().clone())
            .unwrap_or_default();
        if !entries.is_empty() {
            out.push_str("Traceback (most recent call last):\n");
            out.push_str(&format_entries(&entries));
        }
        out.push_str(&self.exception_line(exc));
        out.push('\n');
    }

    /// A diagnostic for an exception that ended an import or a call from outside.
    pub fn diagnostic(&self, e: PyErr) -> Diagnostic {
        let exc = match e {
            PyErr::Abort(d) => return *d,
            PyErr::Raise(exc) => exc,
        };
        let entries = exc
            .exc()
            .map(|s| s.traceback.borrow().clone())
            .unwrap_or_default();
        // The innermost place in the user's own text is the primary one.
        let primary = entries
            .iter()
            .find(|e| !e.span.is_none() && source::file(e.span.file).path.is_some())
            .or(entries.first())
            .copied();
        let span = primary.map_or(Span::NONE, |e| e.span);
        let mut d = Diagnostic::error("E0201", span, self.exception_line(&exc))
            .with_kind(DiagnosticKind::Runtime)
            .label("raised here");
        if exc.class().is_subclass(types().exc("SyntaxError"))
            && let Some(Value::Native(n)) = exc.get("__diagnostic__".into())
            && let Some(s) = n.as_any().downcast_ref::<SyntaxDiagnostic>()
        {
            d = s.0.clone();
            d.notes.truncate(8);
        }
        if let Some(help) = exc.get(crate::live::import::HELP.into()) {
            d = d.help(self.str_text(&help));
        }
        for (place, text) in places(&entries, span) {
            d = d.note(place, text);
        }
        d
    }

    /// The places that an exception came through, innermost first, each with what happened there: the notes of an error
    /// that the exception becomes.
    pub fn exception_places(&self, exc: &Rc<InstanceObj>) -> Vec<(Span, String)> {
        let entries = exc.exc().map(|s| s.traceback.borrow().clone());
        places(&entries.unwrap_or_default(), Span::NONE)
    }
}

/// Notes for the entries of a traceback, innermost first, but for those at a place that is shown already.
fn places(entries: &[TraceEntry], mut last: Span) -> Vec<(Span, String)> {
    let mut notes = Vec::new();
    for entry in entries {
        if entry.span == last || entry.span.is_none() || notes.len() >= 12 {
            continue;
        }
        last = entry.span;
        let text = match entry.function.as_str() {
            "<module>" => "while importing this module".to_string(),
            f => format!("in `{f}`"),
        };
        notes.push((entry.span, text));
    }
    notes
}

/// The diagnostic behind a `SyntaxError` of an imported file.
pub struct SyntaxDiagnostic(pub Diagnostic);

impl crate::live::NativeObject for SyntaxDiagnostic {
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
    fn type_name(&self) -> &str {
        "diagnostic"
    }
}

/// The `File "...", line n, in f` lines, outermost first.
pub fn format_entries(entries: &[TraceEntry]) -> String {
    let mut out = String::new();
    let mut repeated = 0;
    let mut previous: Option<TraceEntry> = None;
    for e in entries.iter().rev() {
        if previous == Some(*e) {
            repeated += 1;
            if repeated >= 3 {
                continue;
            }
        } else {
            if repeated >= 3 {
                out.push_str(&format!(
                    "  [Previous line repeated {} more times]\n",
                    repeated - 2
                ));
            }
            repeated = 0;
        }
        previous = Some(*e);
        let Some(location) = e.span.location() else {
            continue;
        };
        out.push_str(&format!(
            "  File \"{}\", line {}, in {}\n",
            location.path, location.line, e.function
        ));
        let file = source::file(e.span.file);
        let line = file.line_text(location.line).trim();
        if !line.is_empty() {
            out.push_str(&format!("    {line}\n"));
        }
    }
    if repeated >= 3 {
        out.push_str(&format!(
            "  [Previous line repeated {} more times]\n",
            repeated - 2
        ));
    }
    out
}
