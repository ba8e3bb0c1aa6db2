//! Scopes: which names are local, in cells, free, or global.
//!
//! Two walks before code is made. The first visits the tree and records per scope which names are bound, used and
//! declared. The second resolves every name outwards (Python reference, 4.2 "Naming and binding").
//!
//! *Inlined comprehensions.* A list, set or dict comprehension is part of the frame around it, with variables of its
//! own, unless a nested function captures one of these variables (each iteration would need a fresh cell's worth of
//! care) or it stands directly in a class body (which its names must not see). So functions with comprehensions need no
//! closures, which the flow space could not see through. Python 2.7 list comprehensions have no scope at all.
use indexmap::IndexMap;
use ir::diag::Diagnostic;
use ir::index::IndexVec;
use ir::name::Name;
use ir::source::Span;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::ast::*;
use crate::code::{Future, Mode};

ir::entity!(
    /// A scope.
    ScopeId,
    "scope"
);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScopeKind {
    Module,
    Class,
    Function,
    Generator,
    Comprehension,
}

/// Where a name lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    /// A local of this scope.
    Local,
    /// A local of this scope that nested functions use.
    Cell,
    /// A cell of an enclosing function.
    Free,
    /// Declared `global`.
    GlobalExplicit,
    /// Not found in any enclosing function.
    GlobalImplicit,
    /// In an inlined comprehension: as in the scope around it.
    Outer,
}

const BOUND: u8 = 1;
const PARAM: u8 = 2;
const USED: u8 = 4;
const GLOBAL: u8 = 8;
const NONLOCAL: u8 = 16;

#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol {
    flags: u8,
    pub(super) place: Storage,
    span: Span,
}

#[derive(Debug)]
pub(super) struct Scope {
    pub(super) kind: ScopeKind,
    pub(super) parent: Option<ScopeId>,
    /// The innermost class around it, for private names.
    pub(super) class: Option<Name>,
    pub(super) symbols: IndexMap<Name, Symbol, FxBuildHasher>,
    /// Names whose cells come with the closure.
    pub(super) free: IndexMap<Name, (), FxBuildHasher>,
    pub(super) is_generator: bool,
    /// Python 2.7 `exec` without `in`, or `import *`, in a function.
    pub(super) dynamic: bool,
    /// A comprehension that is part of the frame around it.
    pub(super) inlined: bool,
    /// A class whose methods use `super()` or `__class__`.
    pub(super) needs_class_cell: bool,
    /// Python 2: place of a `return` with a value.
    returns_value: Option<Span>,
}

pub(super) struct SymTable {
    pub(super) scopes: IndexVec<ScopeId, Scope>,
    /// From the address of a node to its scope (the tree does not move while it is compiled).
    by_node: FxHashMap<usize, ScopeId>,
    pub(super) errors: Vec<Diagnostic>,
    /// There is an `import *`: which names it binds is not known.
    pub(super) imports_all: bool,
}

/// The key of a node that opens a scope.
pub(super) fn key<T>(node: &T) -> usize {
    std::ptr::from_ref(node) as usize
}

impl SymTable {
    pub(super) fn scope_of<T>(&self, node: &T) -> ScopeId {
        self.by_node[&key(node)]
    }
    /// The scope whose frame a scope belongs to.
    pub(super) fn frame(&self, mut s: ScopeId) -> ScopeId {
        while self.scopes[s].inlined {
            s = self.scopes[s]
                .parent
                .expect("a comprehension is in a scope");
        }
        s
    }
    /// Looks a name up from a scope: the scope it was found in (the frame's own, or an inlined comprehension) and its
    /// place.
    pub(super) fn lookup(&self, scope: ScopeId, name: Name) -> (ScopeId, Storage) {
        let mut s = scope;
        loop {
            let sc = &self.scopes[s];
            match sc.symbols.get(&name) {
                Some(sym) if sym.place != Storage::Outer => return (s, sym.place),
                _ if sc.inlined => s = sc.parent.expect("a comprehension is in a scope"),
                _ => return (s, Storage::GlobalImplicit),
            }
        }
    }
    /// Names that are used as globals and that no statement binds as such.
    pub(super) fn unbound(&self) -> Vec<Name> {
        let mut used: IndexMap<Name, (), FxBuildHasher> = IndexMap::default();
        let mut bound: IndexMap<Name, (), FxBuildHasher> = IndexMap::default();
        for (id, scope) in self.scopes.iter_enumerated() {
            for (&name, symbol) in &scope.symbols {
                let global = matches!(
                    self.lookup(id, name).1,
                    Storage::GlobalExplicit | Storage::GlobalImplicit
                );
                if symbol.flags & BOUND != 0 && (global || scope.kind == ScopeKind::Module) {
                    bound.insert(name, ());
                } else if symbol.flags & USED != 0 && global {
                    used.insert(name, ());
                }
            }
        }
        used.retain(|name, ()| !bound.contains_key(name));
        used.into_keys().collect()
    }
}

/// Python's private names: `__x` in class `C` is `_C__x`.
pub(super) fn mangle(class: Option<Name>, name: Name) -> Name {
    let Some(class) = class else { return name };
    let text = name.as_str();
    if !text.starts_with("__") || text.ends_with("__") || text.contains('.') {
        return name;
    }
    let class = class.as_str().trim_start_matches('_');
    if class.is_empty() {
        return name;
    }
    Name::new(&format!("_{class}{text}"))
}

struct Builder {
    table: SymTable,
    current: ScopeId,
    mode: Mode,
    future: Future,
    super_name: Name,
    class_cell: Name,
}

/// Builds the table of a module.
pub(super) fn build(module: &Module) -> SymTable {
    let mut b = Builder::new(module.mode, module.future);
    b.body(&module.body);
    b.finish()
}

/// Builds the table of an expression given to `eval`.
pub(super) fn build_expression(e: &Expr, mode: Mode, future: Future) -> SymTable {
    let mut b = Builder::new(mode, future);
    b.expr(e);
    b.finish()
}

impl Builder {
    fn new(mode: Mode, future: Future) -> Builder {
        let mut table = SymTable {
            scopes: IndexVec::new(),
            by_node: FxHashMap::default(),
            errors: Vec::new(),
            imports_all: false,
        };
        let root = table.scopes.push(new_scope(ScopeKind::Module, None, None));
        Builder {
            table,
            current: root,
            mode,
            future,
            super_name: Name::new("super"),
            class_cell: Name::new("__class__"),
        }
    }

    fn scope(&mut self) -> &mut Scope {
        &mut self.table.scopes[self.current]
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.table
            .errors
            .push(Diagnostic::error("E0108", span, message));
    }

    fn enter<T>(&mut self, node: &T, kind: ScopeKind, class: Option<Name>) -> ScopeId {
        let outer = self.current;
        let class = class.or(self.table.scopes[outer].class);
        let id = self.table.scopes.push(new_scope(kind, Some(outer), class));
        self.table.by_node.insert(key(node), id);
        self.current = id;
        outer
    }

    fn mark(&mut self, name: Name, flags: u8, span: Span) {
        let class = self.scope().class;
        let name = mangle(class, name);
        let sym = self.scope().symbols.entry(name).or_insert(Symbol {
            flags: 0,
            place: Storage::GlobalImplicit,
            span,
        });
        sym.flags |= flags;
    }

    fn bind(&mut self, name: Name, span: Span) {
        self.mark(name, BOUND, span);
    }

    fn use_name(&mut self, name: Name, span: Span) {
        self.mark(name, USED, span);
        if name == self.super_name
            && self.mode == Mode::Py3
            && self.table.scopes[self.current].kind != ScopeKind::Module
        {
            self.mark(self.class_cell, USED, span);
        }
    }

    fn body(&mut self, body: &[Stmt]) {
        for s in body {
            self.stmt(s);
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::FunctionDef(f) => self.function(f),
            StmtKind::ClassDef(c) => self.class(c),
            StmtKind::Return(value) => {
                let kind = self.scope().kind;
                if matches!(kind, ScopeKind::Module | ScopeKind::Class) {
                    self.error(s.span, "`return` outside a function");
                }
                if let Some(e) = value {
                    self.scope().returns_value.get_or_insert(s.span);
                    self.expr(e);
                }
            }
            StmtKind::Delete(targets) => targets.iter().for_each(|t| self.target(t)),
            StmtKind::Assign(targets, value) => {
                self.expr(value);
                targets.iter().for_each(|t| self.target(t));
            }
            StmtKind::AugAssign(target, _, value) => {
                self.expr(target);
                self.expr(value);
                if matches!(target.kind, ExprKind::Name(_)) {
                    self.target(target);
                }
            }
            StmtKind::AnnAssign(a) => {
                let in_function = self.scope().kind == ScopeKind::Function;
                if !self.future.annotations && !in_function {
                    self.expr(&a.annotation);
                }
                if let Some(v) = &a.value {
                    self.expr(v);
                }
                self.target(&a.target);
            }
            StmtKind::Print { dest, values, .. } => {
                dest.iter().chain(values).for_each(|e| self.expr(e));
            }
            StmtKind::For(f) => {
                self.expr(&f.iter);
                self.target(&f.target);
                self.body(&f.body);
                self.body(&f.orelse);
            }
            StmtKind::While(test, body, orelse) => {
                self.expr(test);
                self.body(body);
                self.body(orelse);
            }
            StmtKind::If(branches, orelse) => {
                for (test, body) in branches {
                    self.expr(test);
                    self.body(body);
                }
                self.body(orelse);
            }
            StmtKind::With { items, body, .. } => {
                for (manager, target) in items {
                    self.expr(manager);
                    target.iter().for_each(|t| self.target(t));
                }
                self.body(body);
            }
            StmtKind::Raise(r) => {
                let parts = [&r.exc, &r.value, &r.traceback, &r.cause];
                parts.into_iter().flatten().for_each(|e| self.expr(e));
            }
            StmtKind::Try(t) => {
                self.body(&t.body);
                for h in &t.handlers {
                    h.ty.iter().for_each(|e| self.expr(e));
                    h.target.iter().for_each(|e| self.target(e));
                    self.body(&h.body);
                }
                self.body(&t.orelse);
                self.body(&t.finalbody);
            }
            StmtKind::Match(m) => {
                self.expr(&m.subject);
                for c in &m.cases {
                    self.pattern(&c.pattern);
                    c.guard.iter().for_each(|e| self.expr(e));
                    self.body(&c.body);
                }
            }
            StmtKind::Assert(test, message) => {
                self.expr(test);
                message.iter().for_each(|e| self.expr(e));
            }
            StmtKind::Import(aliases) => {
                for a in aliases {
                    let name = a
                        .asname
                        .unwrap_or_else(|| match a.name.as_str().split_once('.') {
                            Some((first, _)) => Name::new(first),
                            None => a.name,
                        });
                    self.bind(name, a.span);
                }
            }
            StmtKind::ImportFrom { names, .. } => {
                for a in names {
                    if a.name == "*" {
                        self.import_star(a.span);
                    } else {
                        self.bind(a.asname.unwrap_or(a.name), a.span);
                    }
                }
            }
            StmtKind::Exec(code, globals, locals) => {
                self.expr(code);
                [globals, locals]
                    .into_iter()
                    .flatten()
                    .for_each(|e| self.expr(e));
                let bare = match &code.kind {
                    ExprKind::Tuple(items) => items.len() < 2,
                    _ => true,
                };
                if globals.is_none() && bare {
                    self.scope().dynamic = true;
                }
            }
            StmtKind::Global(names) => self.declare(names, GLOBAL, s.span),
            StmtKind::Nonlocal(names) => self.declare(names, NONLOCAL, s.span),
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Pass | StmtKind::Break | StmtKind::Continue => {}
        }
    }

    /// Names that a pattern binds, and those of its values.
    fn pattern(&mut self, p: &Pattern) {
        match &p.kind {
            PatternKind::Value(e) | PatternKind::Singleton(e) => self.expr(e),
            PatternKind::Sequence(items) | PatternKind::Or(items) => {
                items.iter().for_each(|p| self.pattern(p));
            }
            PatternKind::Mapping { items, rest } => {
                for (key, p) in items {
                    self.expr(key);
                    self.pattern(p);
                }
                rest.iter().for_each(|n| self.bind(*n, p.span));
            }
            PatternKind::Class {
                class,
                patterns,
                keywords,
            } => {
                self.expr(class);
                let keywords = keywords.iter().map(|(_, p)| p);
                patterns
                    .iter()
                    .chain(keywords)
                    .for_each(|p| self.pattern(p));
            }
            PatternKind::Star(name) => name.iter().for_each(|n| self.bind(*n, p.span)),
            PatternKind::As(inner, name) => {
                inner.iter().for_each(|p| self.pattern(p));
                name.iter().for_each(|n| self.bind(*n, p.span));
            }
        }
    }

    fn import_star(&mut self, span: Span) {
        self.table.imports_all = true;
        if self.scope().kind == ScopeKind::Module {
            return;
        }
        if self.mode == Mode::Py3 {
            self.error(span, "`import *` is only allowed at module level");
        }
        self.scope().dynamic = true;
    }

    fn declare(&mut self, names: &[Name], flag: u8, span: Span) {
        let word = if flag == GLOBAL { "global" } else { "nonlocal" };
        if flag == NONLOCAL && self.scope().kind == ScopeKind::Module {
            self.error(span, "`nonlocal` at module level");
            return;
        }
        for &name in names {
            let class = self.scope().class;
            let before = self
                .scope()
                .symbols
                .get(&mangle(class, name))
                .map_or(0, |s| s.flags);
            if before & PARAM != 0 {
                self.error(span, format!("`{name}` is a parameter and {word}"));
            } else if before & (GLOBAL | NONLOCAL) & !flag != 0 {
                self.error(span, format!("`{name}` is both nonlocal and global"));
            } else if before & (BOUND | USED) != 0 && before & flag == 0 && self.mode == Mode::Py3 {
                let how = if before & BOUND != 0 {
                    "assigned"
                } else {
                    "used"
                };
                self.error(
                    span,
                    format!("`{name}` is {how} before its {word} declaration"),
                );
            }
            self.mark(name, flag, span);
        }
    }

    fn function(&mut self, f: &FunctionDef) {
        f.decorators.iter().for_each(|e| self.expr(e));
        self.defaults(&f.params);
        if !self.future.annotations {
            for p in f.params.iter() {
                p.annotation.iter().for_each(|e| self.expr(e));
            }
            f.returns.iter().for_each(|e| self.expr(e));
        }
        self.bind(f.name, f.name_span);
        let outer = self.enter(f, ScopeKind::Function, None);
        self.parameters(&f.params);
        self.body(&f.body);
        let scope = self.scope();
        if let (true, Some(span)) = (scope.is_generator, scope.returns_value)
            && self.mode == Mode::Py2
        {
            self.error(span, "`return` with a value inside a generator");
        }
        self.current = outer;
    }

    fn defaults(&mut self, p: &Params) {
        for p in p.iter() {
            p.default.iter().for_each(|e| self.expr(e));
        }
    }

    fn parameters(&mut self, params: &Params) {
        for p in params.iter() {
            self.mark(p.name, PARAM, p.span);
        }
        for p in params.iter() {
            p.pattern.iter().for_each(|e| self.target(e));
        }
    }

    fn class(&mut self, c: &ClassDef) {
        c.decorators.iter().for_each(|e| self.expr(e));
        c.bases.iter().for_each(|e| self.expr(e));
        c.keywords.iter().for_each(|k| self.expr(&k.value));
        self.bind(c.name, c.name_span);
        let outer = self.enter(c, ScopeKind::Class, Some(c.name));
        self.body(&c.body);
        self.current = outer;
    }

    /// An expression that is bound (or deleted).
    fn target(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Name(n) => self.bind(*n, e.span),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                items.iter().for_each(|t| self.target(t));
            }
            ExprKind::Starred(inner) => self.target(inner),
            _ => self.expr(e),
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Name(n) => self.use_name(*n, e.span),
            ExprKind::None
            | ExprKind::True
            | ExprKind::False
            | ExprKind::Ellipsis
            | ExprKind::Int(_)
            | ExprKind::Long(_)
            | ExprKind::Float(_)
            | ExprKind::Imaginary(_)
            | ExprKind::Str(_)
            | ExprKind::Unicode(_) => {}
            ExprKind::JoinedStr(parts) => self.format_parts(parts),
            ExprKind::Tuple(items)
            | ExprKind::List(items)
            | ExprKind::Set(items)
            | ExprKind::And(items)
            | ExprKind::Or(items) => items.iter().for_each(|e| self.expr(e)),
            ExprKind::Dict(items) => {
                for (k, v) in items {
                    k.iter().for_each(|e| self.expr(e));
                    self.expr(v);
                }
            }
            ExprKind::Attribute(value, _)
            | ExprKind::UnaryOp(_, value)
            | ExprKind::Await(value)
            | ExprKind::Starred(value) => self.expr(value),
            ExprKind::Subscript(pair) | ExprKind::BinOp(pair, _) => {
                self.expr(&pair.0);
                self.expr(&pair.1);
            }
            ExprKind::Slice(s) => {
                [&s.lower, &s.upper]
                    .into_iter()
                    .flatten()
                    .for_each(|e| self.expr(e));
                s.step.iter().flatten().for_each(|e| self.expr(e));
            }
            ExprKind::Call(c) => {
                self.expr(&c.func);
                c.args.iter().for_each(|e| self.expr(e));
                c.keywords.iter().for_each(|k| self.expr(&k.value));
            }
            ExprKind::Compare(left, rest) => {
                self.expr(left);
                rest.iter().for_each(|(_, e)| self.expr(e));
            }
            ExprKind::IfExp(parts) => {
                self.expr(&parts.0);
                self.expr(&parts.1);
                self.expr(&parts.2);
            }
            ExprKind::Lambda(l) => {
                self.defaults(&l.params);
                let outer = self.enter(&**l, ScopeKind::Function, None);
                self.parameters(&l.params);
                self.expr(&l.body);
                self.current = outer;
            }
            ExprKind::ListComp(c) if self.mode == Mode::Py2 => {
                for clause in &c.clauses {
                    self.expr(&clause.iter);
                    self.target(&clause.target);
                    clause.ifs.iter().for_each(|e| self.expr(e));
                }
                self.expr(&c.elt);
            }
            ExprKind::ListComp(c) | ExprKind::SetComp(c) | ExprKind::DictComp(c) => {
                self.comprehension(c, ScopeKind::Comprehension);
            }
            ExprKind::GeneratorExp(c) => self.comprehension(c, ScopeKind::Generator),
            ExprKind::Yield(value) => {
                self.yields(e.span);
                value.iter().for_each(|e| self.expr(e));
            }
            ExprKind::YieldFrom(value) => {
                self.yields(e.span);
                self.expr(value);
            }
            ExprKind::NamedExpr(pair) => {
                self.expr(&pair.1);
                self.assignment_expression(&pair.0);
            }
        }
    }

    fn format_parts(&mut self, parts: &[FStringPart]) {
        for p in parts {
            if let FStringPart::Field { value, spec, .. } = p {
                self.expr(value);
                spec.iter().for_each(|s| self.format_parts(s));
            }
        }
    }

    fn yields(&mut self, span: Span) {
        match self.scope().kind {
            ScopeKind::Function => self.scope().is_generator = true,
            ScopeKind::Module | ScopeKind::Class => self.error(span, "`yield` outside a function"),
            ScopeKind::Generator | ScopeKind::Comprehension => {
                self.error(span, "`yield` inside a comprehension");
            }
        }
    }

    fn comprehension(&mut self, c: &Comprehension, kind: ScopeKind) {
        // The first iterable belongs to the scope around.
        self.expr(&c.clauses[0].iter);
        let outer = self.enter(c, kind, None);
        self.scope().is_generator = kind == ScopeKind::Generator;
        for (i, clause) in c.clauses.iter().enumerate() {
            if i > 0 {
                self.expr(&clause.iter);
            }
            self.target(&clause.target);
            clause.ifs.iter().for_each(|e| self.expr(e));
        }
        c.key.iter().for_each(|e| self.expr(e));
        self.expr(&c.elt);
        self.current = outer;
    }

    /// `name := ..` binds in the scope around all comprehensions.
    fn assignment_expression(&mut self, target: &Expr) {
        let ExprKind::Name(name) = target.kind else {
            return;
        };
        let inner = self.current;
        while matches!(
            self.scope().kind,
            ScopeKind::Comprehension | ScopeKind::Generator
        ) {
            let class = self.scope().class;
            let flags = self
                .scope()
                .symbols
                .get(&mangle(class, name))
                .map_or(0, |s| s.flags);
            if flags & BOUND != 0 {
                self.error(
                    target.span,
                    format!("`:=` cannot rebind the comprehension's own variable `{name}`"),
                );
            }
            self.mark(name, USED, target.span);
            self.current = self.scope().parent.expect("a comprehension is in a scope");
        }
        if self.current != inner && self.scope().kind == ScopeKind::Class {
            self.error(
                target.span,
                "`:=` within a comprehension cannot be used in a class body",
            );
        }
        self.bind(name, target.span);
        self.current = inner;
    }

    fn finish(mut self) -> SymTable {
        self.choose_inlined();
        let n = self.table.scopes.len();
        for i in 0..n {
            self.resolve_scope(ScopeId(i as u32));
        }
        self.table
    }

    /// Whether a symbol is a variable of its scope.
    fn owns(&self, s: ScopeId, name: Name) -> bool {
        self.table.scopes[s].symbols.get(&name).is_some_and(|sym| {
            sym.flags & (BOUND | PARAM) != 0 && sym.flags & (GLOBAL | NONLOCAL) == 0
        })
    }

    fn choose_inlined(&mut self) {
        let n = self.table.scopes.len();
        for i in 0..n {
            let s = ScopeId(i as u32);
            let scope = &self.table.scopes[s];
            let in_class = scope
                .parent
                .is_some_and(|p| self.table.scopes[p].kind == ScopeKind::Class);
            self.table.scopes[s].inlined = scope.kind == ScopeKind::Comprehension && !in_class;
        }
        // Innermost first: a comprehension that becomes a function captures variables of the ones around it.
        for i in (0..n).rev() {
            let s = ScopeId(i as u32);
            if self.table.scopes[s].inlined {
                continue;
            }
            let names: Vec<Name> = self.table.scopes[s].symbols.keys().copied().collect();
            for name in names {
                if self.owns(s, name) {
                    continue;
                }
                let mut up = self.table.scopes[s].parent;
                while let Some(p) = up {
                    if self.table.scopes[p].kind != ScopeKind::Class && self.owns(p, name) {
                        self.table.scopes[p].inlined = false;
                        break;
                    }
                    up = self.table.scopes[p].parent;
                }
            }
        }
    }

    fn resolve_scope(&mut self, s: ScopeId) {
        let names: Vec<(Name, Symbol)> = self.table.scopes[s]
            .symbols
            .iter()
            .map(|(n, sym)| (*n, *sym))
            .collect();
        for (name, sym) in names {
            let place = if sym.flags & GLOBAL != 0 {
                Storage::GlobalExplicit
            } else if self.owns(s, name) {
                // Nested scopes, which come later, may make it a cell.
                Storage::Local
            } else {
                self.resolve(s, name, sym)
            };
            self.table.scopes[s].symbols[&name].place = place;
        }
    }

    /// Resolves a name that scope `s` uses but does not own.
    fn resolve(&mut self, s: ScopeId, name: Name, sym: Symbol) -> Storage {
        let frame = self.table.frame(s);
        let nonlocal = sym.flags & NONLOCAL != 0;
        let mut up = self.table.scopes[s].parent;
        while let Some(p) = up {
            let kind = self.table.scopes[p].kind;
            let same_frame = self.table.frame(p) == frame;
            let class_cell = kind == ScopeKind::Class && name == self.class_cell;
            if same_frame || kind != ScopeKind::Class {
                let flags = self.table.scopes[p]
                    .symbols
                    .get(&name)
                    .map_or(0, |x| x.flags);
                if same_frame && (flags & (GLOBAL | NONLOCAL) != 0 || self.owns(p, name)) {
                    return Storage::Outer;
                }
                if flags & GLOBAL != 0 && kind != ScopeKind::Module && !nonlocal {
                    return Storage::GlobalExplicit;
                }
            }
            if class_cell
                || kind != ScopeKind::Class && kind != ScopeKind::Module && self.owns(p, name)
            {
                self.capture(frame, p, name, class_cell);
                return Storage::Free;
            }
            up = self.table.scopes[p].parent;
        }
        if nonlocal {
            self.error(
                sym.span,
                format!("no binding for nonlocal `{name}` in an enclosing function"),
            );
        }
        if self.table.scopes[frame].kind == ScopeKind::Module && s != frame {
            return Storage::Outer;
        }
        Storage::GlobalImplicit
    }

    /// Makes `name` of `definer` a cell, and free in all frames from `frame` out to it.
    fn capture(&mut self, frame: ScopeId, definer: ScopeId, name: Name, class_cell: bool) {
        let scope = &mut self.table.scopes[definer];
        if class_cell {
            scope.needs_class_cell = true;
        } else if let Some(sym) = scope.symbols.get_mut(&name) {
            sym.place = Storage::Cell;
        }
        let mut f = frame;
        while f != definer {
            let scope = &mut self.table.scopes[f];
            scope.free.insert(name, ());
            let parent = scope.parent.expect("the definer is around");
            f = self.table.frame(parent);
        }
    }
}

fn new_scope(kind: ScopeKind, parent: Option<ScopeId>, class: Option<Name>) -> Scope {
    Scope {
        kind,
        parent,
        class,
        symbols: IndexMap::default(),
        free: IndexMap::default(),
        is_generator: false,
        dynamic: false,
        inlined: false,
        needs_class_cell: false,
        returns_value: None,
    }
}
