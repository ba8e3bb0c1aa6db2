//! The compiler: AST to code objects.
//!
//! Two passes per file: [`symtable`] resolves names, then one walk emits the stack code of every function (see
//! [`crate::code`] for its design: static handlers, `finally` bodies copied on each way out, conditions as jumps,
//! inlined comprehensions).
//!
//! ```
//! use python::{code::{self, Mode}, compile};
//! use ir::source;
//! let file = source::add_file(None, "t.py", "def f(x):\n    return x + 1\n");
//! let module = compile::compile_module(file, Mode::Py3).unwrap();
//! assert!(code::disassemble(&module).contains("Binary Add"));
//! ```
//! Cost: linear, except that a `finally` body is copied for every `return`, `break` and `continue` that leaves it
//! (bounded: a function over the instruction limit is refused).
use std::rc::Rc;
use std::sync::Arc;

use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::{self, FileId, SourceFile, Span};

use crate::ast::*;
use crate::code::*;
use crate::parser;

mod call;
mod control;
mod expr;
mod function;
mod stmt;
mod symtable;
mod unit;
mod verify;

pub use verify::verify;

use symtable::{ScopeId, Storage, SymTable, mangle};
use unit::Unit;

/// Parses and compiles a file as a module.
pub fn compile_module(file: FileId, mode: Mode) -> Result<Rc<CodeObject>, Vec<Diagnostic>> {
    compile_text(file, mode, CodeKind::Module, Future::default())
}

/// As [`compile_module`], for test runs: a call of an `async def` raises `NotImplementedError`, where otherwise the
/// whole file is refused. Other tests of the file run.
pub fn compile_test_module(file: FileId, mode: Mode) -> Result<Rc<CodeObject>, Vec<Diagnostic>> {
    let module = parser::parse_with(file, mode, Future::default())?;
    compile_with(&module, true)
}

/// Parses and compiles the text of a file as a module (`exec`) or as an expression (`eval`, [`CodeKind::Expression`]),
/// with `__future__` features inherited from the code that asks for it.
pub fn compile_text(
    file: FileId,
    mode: Mode,
    kind: CodeKind,
    future: Future,
) -> Result<Rc<CodeObject>, Vec<Diagnostic>> {
    if kind == CodeKind::Expression {
        let e = parser::parse_expression(file, mode, future)?;
        let table = symtable::build_expression(&e, mode, future);
        let mut c = Compiler::new(file, mode, future, table, kind);
        c.expr(&e);
        c.unit.emit(Instr::Return, e.span);
        return c.finish();
    }
    let module = parser::parse_with(file, mode, future)?;
    compile_ast(&module)
}

/// Names that a module takes from the builtins: it uses them as globals and binds them nowhere. `None` if an `import *`
/// may bind them.
pub fn builtins_used(module: &Module) -> Option<Vec<Name>> {
    let table = symtable::build(module);
    (!table.imports_all).then(|| table.unbound())
}

/// Compiles a parsed module.
pub fn compile_ast(module: &Module) -> Result<Rc<CodeObject>, Vec<Diagnostic>> {
    compile_with(module, false)
}

fn compile_with(module: &Module, async_headers: bool) -> Result<Rc<CodeObject>, Vec<Diagnostic>> {
    let table = symtable::build(module);
    let mut c = Compiler::new(
        module.file,
        module.mode,
        module.future,
        table,
        CodeKind::Module,
    );
    c.async_headers = async_headers;
    let body = c.docstring(&module.body);
    let doc_span = module.body.first().map_or(Span::NONE, |s| s.span);
    c.store_docstring(doc_span);
    c.body(body);
    let end = module.body.last().map_or(Span::NONE, |s| s.span);
    c.load_none(end);
    c.unit.emit(Instr::Return, end);
    c.finish()
}

struct Compiler<'a> {
    table: SymTable,
    unit: Unit<'a>,
    file: FileId,
    source: Arc<SourceFile>,
    mode: Mode,
    future: Future,
    diags: Vec<Diagnostic>,
    /// `async def` is compiled to a function that cannot be called, not refused.
    async_headers: bool,
}

/// An empty code object.
fn blank(
    file: FileId,
    mode: Mode,
    future: Future,
    kind: CodeKind,
    name: Name,
    span: Span,
) -> CodeObject {
    CodeObject {
        name,
        qualname: name,
        file,
        first_line: 1,
        span,
        name_span: span,
        mode,
        kind,
        is_generator: false,
        is_async: false,
        varargs: false,
        varkw: false,
        nested: false,
        dynamic_locals: false,
        true_division: mode == Mode::Py3 || future.division,
        future,
        argcount: 0,
        posonlyargcount: 0,
        kwonlyargcount: 0,
        varnames: Vec::new(),
        cellvars: Vec::new(),
        freevars: Vec::new(),
        consts: Vec::new(),
        instrs: Vec::new(),
        spans: Vec::new(),
        handlers: Vec::new(),
        handler_of: Vec::new(),
        stack_size: 0,
        docstring: None,
        annotations: Vec::new(),
        attached: Default::default(),
    }
}

impl<'a> Compiler<'a> {
    fn new(
        file: FileId,
        mode: Mode,
        future: Future,
        mut table: SymTable,
        kind: CodeKind,
    ) -> Compiler<'a> {
        let source = source::file(file);
        let span = Span::new(file, 0, source.text.len() as u32);
        let name = Name::new(match kind {
            CodeKind::Expression => "<expression>",
            _ => "<module>",
        });
        let code = blank(file, mode, future, kind, name, span);
        let diags = std::mem::take(&mut table.errors);
        Compiler {
            table,
            unit: Unit::new(code, ScopeId(0), None),
            file,
            source,
            mode,
            future,
            diags,
            async_headers: false,
        }
    }

    fn finish(mut self) -> Result<Rc<CodeObject>, Vec<Diagnostic>> {
        self.check_size();
        if self.diags.is_empty() {
            return Ok(Rc::new(self.unit.finish()));
        }
        self.diags
            .sort_by_key(|d| (d.span.start, d.span.end, d.message.clone()));
        // A copied `finally` body reports its errors once.
        self.diags
            .dedup_by(|a, b| a.span == b.span && a.message == b.message);
        self.diags.truncate(parser::MAX_ERRORS);
        Err(self.diags)
    }

    fn check_size(&mut self) {
        if self.unit.code.instrs.len() >= unit::MAX_INSTRS {
            let span = self.unit.code.name_span;
            let d = Diagnostic::error("E0112", span, "the code of this function is too large")
                .help("split it; nested `finally` bodies are copied on every way out");
            self.diags.push(d);
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diags.push(Diagnostic::error("E0109", span, message));
    }

    fn unsupported(&mut self, span: Span, what: &str) {
        self.diags.push(Diagnostic::unsupported(span, what));
    }

    fn py3(&self) -> bool {
        self.mode == Mode::Py3
    }

    fn load_none(&mut self, span: Span) {
        self.unit.load_const(ConstValue::None, span);
    }

    fn mangle(&self, name: Name) -> Name {
        mangle(self.unit.class, name)
    }

    /// Takes the docstring off a body.
    fn docstring(&mut self, body: &'a [Stmt]) -> &'a [Stmt] {
        if let Some(Stmt {
            kind: StmtKind::Expr(e),
            ..
        }) = body.first()
        {
            match &e.kind {
                ExprKind::Str(s) if !(s.is_bytes && self.py3()) => {
                    self.unit.code.docstring = Some(ConstValue::Str(s.bytes.clone()));
                    return &body[1..];
                }
                ExprKind::Unicode(s) => {
                    self.unit.code.docstring = Some(ConstValue::Unicode(s.clone()));
                    return &body[1..];
                }
                _ => {}
            }
        }
        body
    }

    /// Binds `__doc__` in a module or class body.
    fn store_docstring(&mut self, span: Span) {
        if let Some(doc) = self.unit.code.docstring.clone() {
            self.unit.load_const(doc, span);
            self.unit.emit(Instr::StoreName(Name::new("__doc__")), span);
        }
    }

    /// Starts the code of a nested scope; returns the unit around it for [`Compiler::leave`].
    fn enter(
        &mut self,
        scope: ScopeId,
        kind: CodeKind,
        name: Name,
        span: Span,
        name_span: Span,
    ) -> Unit<'a> {
        let mut code = blank(self.file, self.mode, self.future, kind, name, span);
        let outer = &self.unit.code;
        code.name_span = name_span;
        code.first_line = self.source.line_column(span.start).0;
        code.nested = outer.kind == CodeKind::Function || outer.nested;
        code.qualname = self.qualname(name);
        let s = &self.table.scopes[scope];
        code.is_generator = s.is_generator;
        code.dynamic_locals = s.dynamic;
        let class = s.class;
        for (name, sym) in &s.symbols {
            if sym.place == Storage::Cell {
                code.cellvars.push(CellVar {
                    name: *name,
                    parameter: None,
                });
            }
        }
        if s.needs_class_cell {
            code.cellvars.push(CellVar {
                name: Name::new("__class__"),
                parameter: None,
            });
        }
        code.freevars = s.free.keys().copied().collect();
        std::mem::replace(&mut self.unit, Unit::new(code, scope, class))
    }

    fn qualname(&self, name: Name) -> Name {
        let outer = &self.unit.code;
        let place = self.table.lookup(self.unit.current, self.mangle(name)).1;
        match outer.kind {
            CodeKind::Module | CodeKind::Expression => name,
            // `global f` puts a nested function at the top.
            _ if place == Storage::GlobalExplicit => name,
            CodeKind::Class => Name::new(&format!("{}.{name}", outer.qualname)),
            _ => Name::new(&format!("{}.<locals>.{name}", outer.qualname)),
        }
    }

    /// Ends the code of a nested scope.
    fn leave(&mut self, outer: Unit<'a>) -> Rc<CodeObject> {
        self.check_size();
        let unit = std::mem::replace(&mut self.unit, outer);
        Rc::new(unit.finish())
    }

    /// Makes a function of a code object; `parts` without the closure are on the stack already.
    fn make_function(&mut self, code: Rc<CodeObject>, mut parts: FunctionParts, span: Span) {
        if !self.unit.reachable {
            return;
        }
        if !code.freevars.is_empty() {
            parts.closure = true;
            for &name in &code.freevars {
                match self.unit.cell(name) {
                    Some(cell) => self.unit.emit(Instr::LoadClosure(cell), span),
                    None => {
                        let d = Diagnostic::internal(span, format!("no cell for `{name}`"));
                        self.diags.push(d);
                        self.load_none(span);
                    }
                }
            }
            let n = code.freevars.len() as u32;
            self.unit.emit(Instr::BuildTuple(n), span);
        }
        let code = self.unit.constant(ConstValue::Code(code));
        self.unit.emit(Instr::MakeFunction { code, parts }, span);
    }

    fn name_access(&mut self, name: Name) -> Access {
        let name = self.mangle(name);
        let (scope, place) = self.table.lookup(self.unit.current, name);
        let kind = self.unit.code.kind;
        let namespace = matches!(
            kind,
            CodeKind::Module | CodeKind::Class | CodeKind::Expression
        );
        match place {
            Storage::Local if scope != self.unit.scope => {
                Access::Fast(self.unit.comp_local(scope, name))
            }
            Storage::Local if namespace => Access::Name(name),
            Storage::Local => Access::Fast(self.unit.local(name)),
            Storage::Cell | Storage::Free => match self.unit.cell(name) {
                Some(cell) if kind == CodeKind::Class => Access::ClassDeref(cell),
                Some(cell) => Access::Deref(cell),
                None => Access::Global(name),
            },
            Storage::GlobalExplicit => Access::Global(name),
            Storage::GlobalImplicit | Storage::Outer => {
                if namespace || self.unit.code.dynamic_locals {
                    Access::Name(name)
                } else {
                    Access::Global(name)
                }
            }
        }
    }

    fn load_name(&mut self, name: Name, span: Span) {
        let instr = match self.name_access(name) {
            Access::Fast(l) => Instr::LoadFast(l),
            Access::Deref(c) => Instr::LoadDeref(c),
            Access::ClassDeref(c) => Instr::LoadClassDeref(c),
            Access::Global(n) => Instr::LoadGlobal(n),
            Access::Name(n) => Instr::LoadName(n),
        };
        self.unit.emit(instr, span);
    }

    fn store_name(&mut self, name: Name, span: Span) {
        let instr = match self.name_access(name) {
            Access::Fast(l) => Instr::StoreFast(l),
            Access::Deref(c) | Access::ClassDeref(c) => Instr::StoreDeref(c),
            Access::Global(n) => Instr::StoreGlobal(n),
            Access::Name(n) => Instr::StoreName(n),
        };
        self.unit.emit(instr, span);
    }

    fn delete_name(&mut self, name: Name, span: Span) {
        let instr = match self.name_access(name) {
            Access::Fast(l) => Instr::DeleteFast(l),
            Access::Deref(c) | Access::ClassDeref(c) => Instr::DeleteDeref(c),
            Access::Global(n) => Instr::DeleteGlobal(n),
            Access::Name(n) => Instr::DeleteName(n),
        };
        self.unit.emit(instr, span);
    }
}

/// How an instruction reaches a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Fast(LocalId),
    Deref(CellId),
    ClassDeref(CellId),
    Global(Name),
    Name(Name),
}
