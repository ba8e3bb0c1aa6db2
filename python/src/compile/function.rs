//! Functions, lambdas, classes, comprehensions: everything that opens a scope.
use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::Span;

use super::Compiler;
use super::symtable::ScopeKind;
use crate::ast::*;
use crate::code::*;

/// What a comprehension does with each element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CompKind {
    List,
    Set,
    Dict,
    Generator,
}

impl<'a> Compiler<'a> {
    pub(super) fn function_def(&mut self, f: &'a FunctionDef, span: Span) {
        if f.is_async && !self.async_headers {
            self.unsupported(f.name_span, "`async def`");
            return;
        }
        f.decorators.iter().for_each(|d| self.expr(d));
        let mut parts = self.default_values(&f.params, span);
        parts.annotations = self.annotations(f, span);
        let scope = self.table.scope_of(f);
        let outer = self.enter(scope, CodeKind::Function, f.name, span, f.name_span);
        if let Some(d) = f.decorators.first() {
            self.unit.code.first_line = self.source.line_column(d.span.start).0;
        }
        self.parameters(&f.params);
        self.note_annotations(f);
        let body = self.docstring(&f.body);
        if f.is_async {
            self.async_body(f.name_span);
        } else {
            self.body(body);
            let end = f.body.last().map_or(span, |s| s.span);
            self.load_none(end);
            self.unit.emit(Instr::Return, end);
        }
        let code = self.leave(outer);
        self.make_function(code, parts, span);
        for d in f.decorators.iter().rev() {
            self.unit.emit(Instr::Call(1), d.span);
        }
        self.store_name(f.name, f.name_span);
    }

    fn note_annotations(&mut self, f: &FunctionDef) {
        for p in f.params.iter() {
            if let Some(a) = &p.annotation {
                self.unit.code.annotations.push(AnnotationSpan {
                    name: p.name,
                    span: a.span,
                });
            }
        }
        if let Some(a) = &f.returns {
            self.unit.code.annotations.push(AnnotationSpan {
                name: Name::new("return"),
                span: a.span,
            });
        }
    }

    /// Puts defaults on the stack.
    fn default_values(&mut self, params: &'a Params, span: Span) -> FunctionParts {
        let mut parts = FunctionParts::default();
        let defaults = params.args.iter().filter_map(|p| p.default.as_ref());
        let n = defaults.clone().count();
        if n > 0 {
            parts.defaults = true;
            defaults.for_each(|e| self.expr(e));
            self.unit.emit(Instr::BuildTuple(n as u32), span);
        }
        let mut n = 0;
        for p in &params.kwonly {
            if let Some(e) = &p.default {
                self.load_str(self.mangle(p.name).as_str(), span);
                self.expr(e);
                n += 1;
            }
        }
        if n > 0 {
            parts.kwdefaults = true;
            self.unit.emit(Instr::BuildMap(n), span);
        }
        parts
    }

    /// Puts the dict of annotations on the stack, if there are any.
    fn annotations(&mut self, f: &'a FunctionDef, span: Span) -> bool {
        let mut n = 0;
        for p in f.params.iter() {
            if let Some(a) = &p.annotation {
                self.load_str(self.mangle(p.name).as_str(), a.span);
                self.annotation(a);
                n += 1;
            }
        }
        if let Some(a) = &f.returns {
            self.load_str("return", a.span);
            self.annotation(a);
            n += 1;
        }
        if n > 0 {
            self.unit.emit(Instr::BuildMap(n), span);
        }
        n > 0
    }

    /// The value of an annotation; its text under `from __future__ import annotations`.
    pub(super) fn annotation(&mut self, a: &'a Expr) {
        if self.future.annotations {
            let text = self.source.text[a.span.start as usize..a.span.end as usize].to_owned();
            self.load_str(&text, a.span);
        } else if let ExprKind::Starred(inner) = &a.kind {
            // `*args: *Ts` means the one item of the unpacking.
            self.expr(inner);
            self.unit.emit(Instr::UnpackSequence(1), a.span);
        } else {
            self.expr(a);
        }
    }

    pub(super) fn load_str(&mut self, text: &str, span: Span) {
        self.unit
            .load_const(ConstValue::Str(text.as_bytes().into()), span);
    }

    /// Declares parameters in the unit just entered, and unpacks tuple parameters.
    fn parameters(&mut self, params: &'a Params) {
        for p in params.iter() {
            let name = self.mangle(p.name);
            let local = self.unit.local(name);
            if let Some(cell) = self.unit.cell(name)
                && let Some(c) = self.unit.code.cellvars.get_mut(cell.0 as usize)
            {
                c.parameter = Some(local);
            }
        }
        let code = &mut self.unit.code;
        code.argcount = params.args.len() as u32;
        code.posonlyargcount = params.posonly as u32;
        code.kwonlyargcount = params.kwonly.len() as u32;
        code.varargs = params.vararg.is_some();
        code.varkw = params.kwarg.is_some();
        for p in &params.args {
            if let Some(pattern) = &p.pattern {
                self.load_name(p.name, pattern.span);
                self.store(pattern);
            }
        }
    }

    pub(super) fn lambda(&mut self, l: &'a Lambda, span: Span) {
        let parts = self.default_values(&l.params, span);
        let scope = self.table.scope_of(l);
        let name = Name::new("<lambda>");
        let outer = self.enter(scope, CodeKind::Function, name, span, span);
        self.parameters(&l.params);
        self.expr(&l.body);
        if self.unit.code.is_generator {
            // The value of the body is not the generator's result.
            self.unit.emit(Instr::Pop, l.body.span);
            self.load_none(l.body.span);
        }
        self.unit.emit(Instr::Return, l.body.span);
        let code = self.leave(outer);
        self.make_function(code, parts, span);
    }

    pub(super) fn class_def(&mut self, c: &'a ClassDef, span: Span) {
        c.decorators.iter().for_each(|d| self.expr(d));
        let scope = self.table.scope_of(c);
        let outer = self.enter(scope, CodeKind::Class, c.name, span, c.name_span);
        let head = c.name_span;
        self.unit.emit(Instr::LoadName(Name::new("__name__")), head);
        self.unit
            .emit(Instr::StoreName(Name::new("__module__")), head);
        if self.py3() {
            let qualname = self.unit.code.qualname;
            self.load_str(qualname.as_str(), head);
            self.unit
                .emit(Instr::StoreName(Name::new("__qualname__")), head);
        }
        let body = self.docstring(&c.body);
        self.store_docstring(head);
        self.body(body);
        if self.table.scopes[scope].needs_class_cell
            && let Some(cell) = self.unit.cell(Name::new("__class__"))
        {
            self.unit.emit(Instr::LoadClosure(cell), head);
        } else {
            self.load_none(head);
        }
        self.unit.emit(Instr::Return, head);
        let code = self.leave(outer);
        self.make_function(code, FunctionParts::default(), span);
        if c.bases
            .iter()
            .any(|b| matches!(b.kind, ExprKind::Starred(_)))
        {
            self.unit.emit(Instr::BuildList(0), head);
            for b in &c.bases {
                match &b.kind {
                    ExprKind::Starred(inner) => {
                        self.expr(inner);
                        self.unit.emit(Instr::ListExtend, b.span);
                    }
                    _ => {
                        self.expr(b);
                        self.unit.emit(Instr::ListAppend(1), b.span);
                    }
                }
            }
            self.unit.emit(Instr::ListToTuple, head);
        } else {
            c.bases.iter().for_each(|b| self.expr(b));
            self.unit
                .emit(Instr::BuildTuple(c.bases.len() as u32), head);
        }
        if c.keywords.is_empty() {
            self.load_none(head);
        } else {
            self.keyword_dict(&c.keywords, head);
        }
        self.unit.emit(Instr::MakeClass(c.name), head);
        for d in c.decorators.iter().rev() {
            self.unit.emit(Instr::Call(1), d.span);
        }
        self.store_name(c.name, c.name_span);
    }

    /// A dict of keyword arguments.
    fn keyword_dict(&mut self, keywords: &'a [Keyword], span: Span) {
        self.unit.emit(Instr::BuildMap(0), span);
        for k in keywords {
            match k.name {
                Some(name) => {
                    self.load_str(name.as_str(), k.span);
                    self.expr(&k.value);
                    self.unit.emit(Instr::MapAdd(1), k.span);
                }
                None => {
                    self.expr(&k.value);
                    self.unit.emit(Instr::DictUpdate, k.span);
                }
            }
        }
    }

    /// In the place of the body of an `async def`: calling it fails.
    fn async_body(&mut self, span: Span) {
        self.unit.code.is_async = true;
        self.unit.code.is_generator = false;
        let name = Name::new("NotImplementedError");
        self.unit.emit(Instr::LoadGlobal(name), span);
        let text: &[u8] = b"`async def` is not supported";
        self.unit.load_const(ConstValue::Str(text.into()), span);
        self.unit.emit(Instr::Call(1), span);
        self.unit.emit(Instr::Raise, span);
    }

    pub(super) fn comprehension(&mut self, c: &'a Comprehension, kind: CompKind, span: Span) {
        if let Some(clause) = c.clauses.iter().find(|c| c.is_async) {
            self.unsupported(clause.target.span, "`async for`");
            self.load_none(span);
            return;
        }
        let first = &c.clauses[0].iter;
        // Python 2.7 list comprehensions have no scope.
        if kind == CompKind::List && !self.py3() {
            self.empty_collection(kind, span);
            self.expr(first);
            self.unit.emit(Instr::GetIter, first.span);
            self.comprehension_loops(c, kind);
            return;
        }
        let scope = self.table.scope_of(c);
        if self.table.scopes[scope].inlined {
            self.empty_collection(kind, span);
            self.expr(first);
            self.unit.emit(Instr::GetIter, first.span);
            let around = std::mem::replace(&mut self.unit.current, scope);
            self.comprehension_loops(c, kind);
            self.unit.current = around;
            return;
        }
        let name = Name::new(match kind {
            CompKind::List => "<listcomp>",
            CompKind::Set => "<setcomp>",
            CompKind::Dict => "<dictcomp>",
            CompKind::Generator => "<genexpr>",
        });
        debug_assert_ne!(self.table.scopes[scope].kind, ScopeKind::Function);
        let outer = self.enter(scope, CodeKind::Comprehension, name, span, span);
        let argument = self.unit.local(Name::new(".0"));
        self.unit.code.argcount = 1;
        if kind != CompKind::Generator {
            self.empty_collection(kind, span);
        }
        self.unit.emit(Instr::LoadFast(argument), first.span);
        self.comprehension_loops(c, kind);
        if kind == CompKind::Generator {
            self.load_none(span);
        }
        self.unit.emit(Instr::Return, span);
        let code = self.leave(outer);
        self.make_function(code, FunctionParts::default(), span);
        self.expr(first);
        self.unit.emit(Instr::GetIter, first.span);
        self.unit.emit(Instr::Call(1), span);
    }

    fn empty_collection(&mut self, kind: CompKind, span: Span) {
        let instr = match kind {
            CompKind::List => Instr::BuildList(0),
            CompKind::Set => Instr::BuildSet(0),
            CompKind::Dict => Instr::BuildMap(0),
            CompKind::Generator => return,
        };
        self.unit.emit(instr, span);
    }

    /// The loops of a comprehension; the first iterator is on the stack, above the collection.
    fn comprehension_loops(&mut self, c: &'a Comprehension, kind: CompKind) {
        let mut loops = Vec::with_capacity(c.clauses.len());
        for (i, clause) in c.clauses.iter().enumerate() {
            if i > 0 {
                self.expr(&clause.iter);
                self.unit.emit(Instr::GetIter, clause.iter.span);
            }
            let (head, exhausted) = (self.unit.label(), self.unit.label());
            self.unit.place(head);
            self.unit.jump(Instr::ForIter, exhausted, clause.iter.span);
            self.store(&clause.target);
            for cond in &clause.ifs {
                self.condition(cond, head, false);
            }
            loops.push((head, exhausted, clause.iter.span));
        }
        let depth = c.clauses.len() as u32 + 1;
        let span = c.elt.span;
        match &c.key {
            Some(key) => self.key_and_value(key, &c.elt),
            None => self.expr(&c.elt),
        }
        match kind {
            CompKind::List => self.unit.emit(Instr::ListAppend(depth), span),
            CompKind::Set => self.unit.emit(Instr::SetAdd(depth), span),
            CompKind::Dict => self.unit.emit(Instr::MapAdd(depth), span),
            CompKind::Generator => {
                self.unit.emit(Instr::YieldValue, span);
                self.unit.emit(Instr::Pop, span);
            }
        }
        for (head, exhausted, span) in loops.into_iter().rev() {
            self.unit.jump(Instr::Jump, head, span);
            self.unit.place(exhausted);
        }
    }

    pub(super) fn yields(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::Yield(value) => {
                match value {
                    Some(v) => self.expr(v),
                    None => self.load_none(e.span),
                }
                self.unit.emit(Instr::YieldValue, e.span);
            }
            ExprKind::YieldFrom(value) => {
                self.expr(value);
                self.unit.emit(Instr::GetIter, value.span);
                self.load_none(e.span);
                self.unit.emit(Instr::YieldFrom, e.span);
            }
            _ => {
                let d = Diagnostic::internal(e.span, "not a yield expression");
                self.diags.push(d);
            }
        }
    }
}
