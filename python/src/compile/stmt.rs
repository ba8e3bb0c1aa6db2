//! Simple statements, and the dispatch over all kinds.
use ir::name::Name;
use ir::source::Span;

use super::{Access, Compiler};
use crate::ast::*;
use crate::code::*;

impl<'a> Compiler<'a> {
    pub(super) fn body(&mut self, body: &'a [Stmt]) {
        body.iter().for_each(|s| self.stmt(s));
    }

    fn stmt(&mut self, s: &'a Stmt) {
        let span = s.span;
        match &s.kind {
            StmtKind::FunctionDef(f) => self.function_def(f, span),
            StmtKind::ClassDef(c) => self.class_def(c, span),
            StmtKind::Return(value) => {
                match value {
                    Some(e) => self.expr(e),
                    None => self.load_none(span),
                }
                self.return_value(span);
            }
            StmtKind::Delete(targets) => targets.iter().for_each(|t| self.delete(t)),
            StmtKind::Assign(targets, value) => self.assign(targets, value, span),
            StmtKind::AugAssign(target, op, value) => self.augmented(target, *op, value, span),
            StmtKind::AnnAssign(a) => self.annotated(a),
            StmtKind::Print {
                dest,
                values,
                newline,
            } => self.print(dest.as_ref(), values, *newline, span),
            StmtKind::For(f) => {
                if f.is_async {
                    self.unsupported(f.target.span, "`async for`");
                } else {
                    self.for_loop(f);
                }
            }
            StmtKind::While(test, body, orelse) => self.while_loop(test, body, orelse),
            StmtKind::If(branches, orelse) => {
                let end = self.unit.label();
                for (test, body) in branches {
                    let next = self.unit.label();
                    self.condition(test, next, false);
                    self.body(body);
                    self.unit.jump(Instr::Jump, end, test.span);
                    self.unit.place(next);
                }
                self.body(orelse);
                self.unit.place(end);
            }
            StmtKind::With {
                items,
                body,
                is_async,
            } => {
                if *is_async {
                    self.unsupported(items.first().map_or(span, |i| i.0.span), "`async with`");
                } else {
                    self.with_statement(items, body);
                }
            }
            StmtKind::Raise(r) => self.raise(r, span),
            StmtKind::Try(t) => self.try_statement(t, span),
            StmtKind::Match(m) => self.diags.push(
                ir::diag::Diagnostic::unsupported(m.subject.span, "the `match` statement")
                    .label("patterns are matched against this")
                    .help(
                        "write `if x == 1:` and `elif`; test for classes with `isinstance(x, C)`",
                    ),
            ),
            StmtKind::Assert(test, message) => {
                let fine = self.unit.label();
                self.condition(test, fine, true);
                self.unit.emit(Instr::LoadAssertionError, span);
                if let Some(m) = message {
                    self.expr(m);
                    self.unit.emit(Instr::Call(1), span);
                }
                self.unit.emit(Instr::Raise, span);
                self.unit.place(fine);
            }
            StmtKind::Import(aliases) => aliases.iter().for_each(|a| self.import(a)),
            StmtKind::ImportFrom {
                module,
                names,
                level,
            } => self.import_from(*module, names, *level, span),
            StmtKind::Exec(code, globals, locals) => {
                self.exec(code, globals.as_ref(), locals.as_ref(), span);
            }
            StmtKind::Global(_) | StmtKind::Nonlocal(_) | StmtKind::Pass => {}
            StmtKind::Expr(e) => {
                if self.constant(e).is_none() {
                    self.expr(e);
                    self.unit.emit(Instr::Pop, span);
                }
            }
            StmtKind::Break => self.leave_loop(true, span),
            StmtKind::Continue => self.leave_loop(false, span),
        }
    }

    fn assign(&mut self, targets: &'a [Expr], value: &'a Expr, span: Span) {
        if let [target] = targets
            && self.parallel(target, value, span)
        {
            return;
        }
        self.expr(value);
        for (i, target) in targets.iter().enumerate() {
            if i + 1 < targets.len() {
                self.unit.emit(Instr::Dup, span);
            }
            self.store(target);
        }
    }

    /// `a, b = x, y` without building the tuple, where the order of the stores stays the same or cannot be seen.
    fn parallel(&mut self, target: &'a Expr, value: &'a Expr, span: Span) -> bool {
        let (ExprKind::Tuple(targets), ExprKind::Tuple(values)) = (&target.kind, &value.kind)
        else {
            return false;
        };
        let n = targets.len();
        let starred = |e: &Expr| matches!(e.kind, ExprKind::Starred(_));
        if n != values.len() || n < 2 || targets.iter().chain(values).any(starred) {
            return false;
        }
        let mut names: Vec<Name> = targets
            .iter()
            .filter_map(|t| match t.kind {
                ExprKind::Name(n) => Some(n),
                _ => None,
            })
            .collect();
        names.sort();
        names.dedup();
        // The order of stores is that of a namespace.
        let fast = |n: &Name| matches!(self.name_access(*n), Access::Fast(_));
        if n > 3 && !(names.len() == n && names.iter().all(fast)) {
            return false;
        }
        values.iter().for_each(|v| self.expr(v));
        match n {
            2 => self.unit.emit(Instr::Rot2, span),
            3 => {
                self.unit.emit(Instr::Rot3, span);
                self.unit.emit(Instr::Rot2, span);
            }
            _ => {
                targets.iter().rev().for_each(|t| self.store(t));
                return true;
            }
        }
        targets.iter().for_each(|t| self.store(t));
        true
    }

    fn augmented(&mut self, target: &'a Expr, op: BinOp, value: &'a Expr, span: Span) {
        let op = Instr::Inplace(self.division(op));
        match &target.kind {
            ExprKind::Name(name) => {
                self.load_name(*name, target.span);
                self.expr(value);
                self.unit.emit(op, span);
                self.store_name(*name, target.span);
            }
            ExprKind::Attribute(object, name) => {
                let name = self.mangle(*name);
                self.expr(object);
                self.unit.emit(Instr::Dup, span);
                self.unit.emit(Instr::LoadAttr(name), target.span);
                self.expr(value);
                self.unit.emit(op, span);
                self.unit.emit(Instr::Rot2, span);
                self.unit.emit(Instr::StoreAttr(name), target.span);
            }
            ExprKind::Subscript(pair) => {
                self.expr(&pair.0);
                self.expr(&pair.1);
                self.unit.emit(Instr::Dup2, span);
                self.unit.emit(Instr::BinarySubscr, target.span);
                self.expr(value);
                self.unit.emit(op, span);
                self.unit.emit(Instr::Rot3, span);
                self.unit.emit(Instr::StoreSubscr, target.span);
            }
            _ => self.error(target.span, "cannot assign to this expression"),
        }
    }

    fn annotated(&mut self, a: &'a AnnAssign) {
        if let Some(value) = &a.value {
            self.expr(value);
            self.store(&a.target);
        }
        let in_function = matches!(
            self.unit.code.kind,
            CodeKind::Function | CodeKind::Comprehension
        );
        let span = a.annotation.span;
        match &a.target.kind {
            ExprKind::Name(name) if a.simple => {
                if !in_function {
                    self.unit.emit(Instr::SetupAnnotations, span);
                    self.annotation(&a.annotation);
                    self.unit
                        .emit(Instr::LoadName(Name::new("__annotations__")), span);
                    let name = self.mangle(*name);
                    self.load_str(name.as_str(), span);
                    self.unit.emit(Instr::StoreSubscr, span);
                }
                return;
            }
            // Without a value, what the target consists of is still evaluated.
            ExprKind::Attribute(object, _) if a.value.is_none() => {
                self.expr(object);
                self.unit.emit(Instr::Pop, span);
            }
            ExprKind::Subscript(pair) if a.value.is_none() => {
                self.expr(&pair.0);
                self.expr(&pair.1);
                self.unit.emit(Instr::Pop, span);
                self.unit.emit(Instr::Pop, span);
            }
            _ => {}
        }
        if !in_function && !self.future.annotations {
            self.expr(&a.annotation);
            self.unit.emit(Instr::Pop, span);
        }
    }

    fn print(&mut self, dest: Option<&'a Expr>, values: &'a [Expr], newline: bool, span: Span) {
        if let Some(d) = dest {
            self.expr(d);
        }
        for v in values {
            self.expr(v);
            let item = if dest.is_some() {
                Instr::PrintItemTo
            } else {
                Instr::PrintItem
            };
            self.unit.emit(item, span);
        }
        if newline {
            let end = if dest.is_some() {
                Instr::PrintNewlineTo
            } else {
                Instr::PrintNewline
            };
            self.unit.emit(end, span);
        }
        if dest.is_some() {
            self.unit.emit(Instr::Pop, span);
        }
    }

    /// The level of an absolute import.
    fn absolute_level(&self) -> i16 {
        if self.py3() || self.future.absolute_import {
            0
        } else {
            -1
        }
    }

    fn import(&mut self, a: &'a Alias) {
        let level = self.absolute_level();
        self.load_none(a.span);
        self.unit.emit(
            Instr::ImportName {
                name: a.name,
                level,
            },
            a.span,
        );
        let mut parts = a.name.as_str().split('.');
        let first = parts.next().map_or(a.name, Name::new);
        match a.asname {
            None => self.store_name(first, a.span),
            Some(asname) => {
                // The top package is on the stack; the submodule is wanted.
                for part in parts {
                    self.unit.emit(Instr::ImportFrom(Name::new(part)), a.span);
                    self.unit.emit(Instr::Rot2, a.span);
                    self.unit.emit(Instr::Pop, a.span);
                }
                self.store_name(asname, a.span);
            }
        }
    }

    fn import_from(&mut self, module: Option<Name>, names: &'a [Alias], level: u32, span: Span) {
        if level == 0 && module.is_some_and(|m| m == "__future__") {
            // The features were switched on by the parser; nobody reads the names.
            if self.unit.code.kind != CodeKind::Module {
                self.error(
                    span,
                    "`from __future__` must be at the beginning of the file",
                );
            }
            return;
        }
        let level = match i16::try_from(level) {
            Ok(0) => self.absolute_level(),
            Ok(n) => n,
            Err(_) => {
                self.error(span, "too many dots in a relative import");
                0
            }
        };
        let fromlist = names
            .iter()
            .map(|a| ConstValue::Str(a.name.as_str().as_bytes().into()))
            .collect::<Vec<_>>();
        self.unit
            .load_const(ConstValue::Tuple(fromlist.into()), span);
        let name = module.unwrap_or_else(|| Name::new(""));
        self.unit.emit(Instr::ImportName { name, level }, span);
        if let [a] = names
            && a.name == "*"
        {
            self.unit.emit(Instr::ImportStar, span);
            return;
        }
        for a in names {
            self.unit.emit(Instr::ImportFrom(a.name), a.span);
            self.store_name(a.asname.unwrap_or(a.name), a.span);
        }
        self.unit.emit(Instr::Pop, span);
    }

    fn exec(
        &mut self,
        code: &'a Expr,
        globals: Option<&'a Expr>,
        locals: Option<&'a Expr>,
        span: Span,
    ) {
        // `exec(code, globals, locals)` is a tuple to the parser, and means the same as `exec code in globals, locals`.
        let (code, globals, locals) = match (&code.kind, globals) {
            (ExprKind::Tuple(items), None) => match &items[..] {
                [c, g] => (c, Some(g), None),
                [c, g, l] => (c, Some(g), Some(l)),
                _ => (code, globals, locals),
            },
            _ => (code, globals, locals),
        };
        self.expr(code);
        for e in [globals, locals] {
            match e {
                Some(e) => self.expr(e),
                None => self.load_none(span),
            }
        }
        self.unit.emit(Instr::Exec, span);
    }
}
