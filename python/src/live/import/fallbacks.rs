//! Imports of the toolchain's own library (`rpython.*`) that fail and whose ImportError the program handles: what is
//! missing is told, since what a program does instead is written for other Pythons and rarely RPython.
//!
//! ```text
//! try:
//!     from rpython.rlib.rarithmetic import r_int128      warning: there is no `r_int128` in `rpython.rlib.rarithmetic`
//! except ImportError:
//!     r_int128 = long                                    an error in here is noted to be in a fallback
//! ```
use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::{self, Span};

use crate::ast::{Stmt, StmtKind};
use crate::code::Mode;

use crate::live::{PyErr, PyResult, Space, Value, types};

impl Space {
    /// Notes the failure of an import at `span` of (a name of) a module of the toolchain's library.
    pub(in crate::live) fn note_import<T>(
        &self,
        result: PyResult<T>,
        module: &str,
        name: Option<Name>,
        span: Span,
    ) -> PyResult<T> {
        let Err(PyErr::Raise(exc)) = &result else {
            return result;
        };
        // Only a program's own imports are looked at, not those of the library.
        if !crate::live::is_library(module)
            || span.is_none()
            || source::file(span.file).path.is_none()
            || !exc.class().is_subclass(types().exc("ImportError"))
        {
            return result;
        }
        let what = match name {
            Some(name) => format!("`{module}` has no `{name}`"),
            None => format!("there is no module `{module}`"),
        };
        let mut d = Diagnostic::warning("W0121", span, format!("{what}: this import fails"))
            .label("the program goes on with its handler of ImportError");
        let near = exc.get(crate::live::import::HELP.into());
        let near = near.map(|help| self.str_text(&help));
        let fallback = "what a program does instead is rarely RPython; docs/status.md lists the modules that genext has";
        d = d.help(match near.filter(|h| h.starts_with("did you mean")) {
            Some(near) => near,
            None => fallback.to_owned(),
        });
        let mut failed = self.importer.failed.borrow_mut();
        if failed.iter().all(|known| known.span != span) {
            failed.push(d);
        }
        result
    }

    /// A warning for each failed import that a handler of the program saw; those of `errors` are known.
    pub fn failed_imports(&self, errors: &[Diagnostic]) -> Vec<Diagnostic> {
        let mut failed = self.importer.failed.borrow().clone();
        failed.retain(|d| {
            let reported = |e: &Diagnostic| {
                e.span == d.span || e.notes.iter().any(|(span, _)| *span == d.span)
            };
            !errors.iter().any(reported)
        });
        failed
    }

    /// Adds to errors in the code that handles a failed import that this is where they are.
    pub fn note_fallbacks(&self, errors: &mut [Diagnostic]) {
        for failed in self.importer.failed.borrow().iter() {
            if !errors.iter().any(|d| d.is_error()) {
                return;
            }
            let handlers = handlers_of(failed.span);
            for d in errors.iter_mut().filter(|d| d.is_error()) {
                let inside = handlers.iter().any(|h| is_within(d.span, *h));
                if inside && d.notes.iter().all(|(span, _)| *span != failed.span) {
                    let text = "the code in error is a fallback: this import failed";
                    d.notes.push((failed.span, text.to_owned()));
                }
            }
        }
    }
}

/// The `except` clauses around a statement of a file.
fn handlers_of(at: Span) -> Vec<Span> {
    let parsed = [Mode::Py3, Mode::Py2]
        .into_iter()
        .find_map(|mode| crate::parser::parse_file(at.file, mode).ok());
    let mut found = Vec::new();
    if let Some(module) = parsed {
        search(&module.body, at, &mut found);
    }
    found
}

fn is_within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && outer.start <= inner.start && inner.end <= outer.end
}

fn search(body: &[Stmt], at: Span, found: &mut Vec<Span>) {
    let Some(s) = body.iter().find(|s| is_within(at, s.span)) else {
        return;
    };
    match &s.kind {
        StmtKind::Try(t) => {
            if t.body.iter().any(|s| is_within(at, s.span)) {
                for h in &t.handlers {
                    let last = h.body.last().map_or(h.span, |s| s.span);
                    found.push(h.span.to(last));
                }
            }
            search(&t.body, at, found);
            t.handlers.iter().for_each(|h| search(&h.body, at, found));
            search(&t.orelse, at, found);
            search(&t.finalbody, at, found);
        }
        StmtKind::If(branches, orelse) => {
            branches.iter().for_each(|b| search(&b.1, at, found));
            search(orelse, at, found);
        }
        StmtKind::With { body, .. } => search(body, at, found),
        StmtKind::For(f) => search(&f.body, at, found),
        StmtKind::While(_, body, _) => search(body, at, found),
        StmtKind::FunctionDef(f) => search(&f.body, at, found),
        StmtKind::ClassDef(c) => search(&c.body, at, found),
        _ => {}
    }
}

/// The module that an import names, if it is absolute.
pub(in crate::live) fn module_of(module: &Value) -> String {
    match module {
        Value::Module(m) => m.name.get().to_string(),
        _ => String::new(),
    }
}
