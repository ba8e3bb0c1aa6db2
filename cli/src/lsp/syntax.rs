//! The structure of one text: what it defines, and where names stand, by their scopes.
//!
//! ```text
//! class Word(object):            symbol Word (class), in it size (method)
//!     def size(self, n):         scope `Word.size`: parameters self, n
//!         return n + count       n: local of `Word.size`;  count: global
//!         return self.text       text: attribute
//! ```
//! It needs no check and works on every text that parses; the server keeps the last one that did.
use std::collections::{BTreeMap, BTreeSet};

use ir::source::{self, FileId, Span};
use python::ast::*;
use python::code::Mode;

/// A scope: the module, a class body or a function.
#[derive(Debug, Default)]
pub(super) struct Scope {
    pub parent: Option<usize>,
    pub is_class: bool,
    pub qualname: String,
    /// Names that it binds.
    pub bound: BTreeSet<String>,
    /// `global` names.
    globals: BTreeSet<String>,
    /// Names that imports bind: the module, and the name in it.
    pub imports: BTreeMap<String, (String, Option<String>)>,
    /// Of functions: their names and parameters.
    pub function: Option<Function>,
}

/// A function's header, as symbols and signature help show it.
#[derive(Debug, Clone)]
pub(super) struct Function {
    pub name: String,
    /// Name and place of the name.
    pub params: Vec<(String, Span)>,
    /// Behind the closing parenthesis, if no result is written.
    pub result_at: Option<u32>,
}

/// What a name at a place is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A variable: the scope in which it stands.
    Name(usize),
    /// `x.name`; the text of `x` if that is a name.
    Attribute(Option<(usize, String)>),
    /// A function or attribute that a class body defines: the class's scope.
    Member(usize),
    /// `f(name=...)`: the last name of `f`.
    Keyword(String),
    /// `from module import name`: the module.
    Imported(String),
}

/// A name at a place.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub span: Span,
    pub name: String,
    pub role: Role,
    /// It is bound here.
    pub binds: bool,
}

/// A definition, for outlines.
#[derive(Debug)]
pub(super) struct Symbol {
    pub name: String,
    pub sort: super::knowledge::Sort,
    pub whole: Span,
    pub name_span: Span,
    pub children: Vec<Symbol>,
}

/// See the module header.
#[derive(Debug)]
pub(super) struct Syntax {
    pub file: FileId,
    pub scopes: Vec<Scope>,
    pub occurrences: Vec<Occurrence>,
    pub symbols: Vec<Symbol>,
}

/// Parses the text of a file in whichever Python it is written.
pub(super) fn parse(file: FileId) -> Option<Syntax> {
    let module = [Mode::Py3, Mode::Py2]
        .into_iter()
        .find_map(|mode| python::parser::parse_file(file, mode).ok())?;
    let mut w = Walker {
        file,
        text: source::file(file).text.to_string(),
        scopes: vec![Scope::default()],
        occurrences: Vec::new(),
        scope: 0,
    };
    let symbols = w.body(&module.body);
    let mut occurrences = w.occurrences;
    occurrences.sort_by_key(|o| (o.span.start, o.span.end));
    Some(Syntax {
        file,
        scopes: w.scopes,
        occurrences,
        symbols,
    })
}

impl Syntax {
    /// The scope that binds a name that stands in a scope; none: a builtin, or something unknown.
    pub(super) fn binding(&self, scope: usize, name: &str) -> Option<usize> {
        let mut at = Some(scope);
        let mut first = true;
        while let Some(i) = at {
            let s = &self.scopes[i];
            if s.globals.contains(name) {
                return Some(0);
            }
            // Class bodies are seen from themselves only.
            if s.bound.contains(name) && (first || !s.is_class) {
                return Some(i);
            }
            first = false;
            at = s.parent;
        }
        None
    }
    /// The name at a place.
    pub(super) fn at(&self, offset: u32) -> Option<&Occurrence> {
        let mut found = self.occurrences.iter();
        found.find(|o| o.span.start <= offset && offset <= o.span.end)
    }
}

struct Walker {
    file: FileId,
    text: String,
    scopes: Vec<Scope>,
    occurrences: Vec<Occurrence>,
    scope: usize,
}

impl Walker {
    fn add(&mut self, span: Span, name: &str, role: Role, binds: bool) {
        let written = self.text.get(span.start as usize..span.end as usize);
        // Tuple parameters and the like have no place of their own.
        if written == Some(name) {
            self.occurrences.push(Occurrence {
                span,
                name: name.to_owned(),
                role,
                binds,
            });
        }
    }
    fn bind(&mut self, span: Span, name: &str) {
        let scope = self.scope;
        if !self.scopes[scope].globals.contains(name) {
            self.scopes[scope].bound.insert(name.to_owned());
        }
        let role = match self.scopes[scope].is_class {
            true => Role::Member(scope),
            false => Role::Name(scope),
        };
        self.add(span, name, role, true);
    }
    /// The first place of a name in a span.
    fn find(&self, within: Span, name: &str, last: bool) -> Option<Span> {
        let text = self.text.get(within.start as usize..within.end as usize)?;
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let mut all = text.match_indices(name).filter(|(i, _)| {
            !text[..*i].ends_with(word) && !text[i + name.len()..].starts_with(word)
        });
        let (i, _) = if last { all.last()? } else { all.next()? };
        let start = within.start + i as u32;
        Some(Span::new(self.file, start, start + name.len() as u32))
    }

    fn enter(&mut self, name: &str, is_class: bool) -> usize {
        let outer = &self.scopes[self.scope];
        let qualname = match (self.scope, outer.is_class) {
            (0, _) => name.to_owned(),
            (_, true) => format!("{}.{name}", outer.qualname),
            (_, false) => format!("{}.<locals>.{name}", outer.qualname),
        };
        self.scopes.push(Scope {
            parent: Some(self.scope),
            is_class,
            qualname,
            ..Scope::default()
        });
        std::mem::replace(&mut self.scope, self.scopes.len() - 1)
    }

    fn body(&mut self, body: &[Stmt]) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        for s in body {
            self.statement(s, &mut symbols);
        }
        symbols
    }

    fn statement(&mut self, s: &Stmt, out: &mut Vec<Symbol>) {
        match &s.kind {
            StmtKind::FunctionDef(f) => out.push(self.function(f, s.span)),
            StmtKind::ClassDef(c) => out.push(self.class(c, s.span)),
            StmtKind::Return(v) => self.exprs(v),
            StmtKind::Delete(v) => self.exprs(v),
            StmtKind::Assign(targets, v) => {
                self.expr(v);
                for t in targets {
                    self.assigned(t, s.span, out);
                }
            }
            StmtKind::AugAssign(t, _, v) => {
                self.expr(v);
                self.target(t);
            }
            StmtKind::AnnAssign(a) => {
                self.expr(&a.annotation);
                self.exprs(&a.value);
                self.assigned(&a.target, s.span, out);
            }
            StmtKind::Print { dest, values, .. } => {
                self.exprs(dest);
                self.exprs(values);
            }
            StmtKind::For(f) => {
                self.expr(&f.iter);
                self.target(&f.target);
                out.extend(self.body(&f.body));
                out.extend(self.body(&f.orelse));
            }
            StmtKind::While(test, body, orelse) => {
                self.expr(test);
                out.extend(self.body(body));
                out.extend(self.body(orelse));
            }
            StmtKind::If(branches, orelse) => {
                for (test, body) in branches {
                    self.expr(test);
                    out.extend(self.body(body));
                }
                out.extend(self.body(orelse));
            }
            StmtKind::With { items, body, .. } => {
                for (manager, target) in items {
                    self.expr(manager);
                    if let Some(t) = target {
                        self.target(t);
                    }
                }
                out.extend(self.body(body));
            }
            StmtKind::Raise(r) => {
                for e in [&r.exc, &r.value, &r.traceback, &r.cause] {
                    self.exprs(e);
                }
            }
            StmtKind::Try(t) => {
                out.extend(self.body(&t.body));
                for h in &t.handlers {
                    self.exprs(&h.ty);
                    if let Some(t) = &h.target {
                        self.target(t);
                    }
                    out.extend(self.body(&h.body));
                }
                out.extend(self.body(&t.orelse));
                out.extend(self.body(&t.finalbody));
            }
            StmtKind::Match(m) => {
                self.expr(&m.subject);
                for c in &m.cases {
                    self.exprs(&c.guard);
                    out.extend(self.body(&c.body));
                }
            }
            StmtKind::Assert(test, message) => {
                self.expr(test);
                self.exprs(message);
            }
            StmtKind::Import(names) => self.import(names),
            StmtKind::ImportFrom {
                module,
                names,
                level,
            } => {
                let dots = ".".repeat(*level as usize);
                let module = format!("{dots}{}", module.map_or("", |m| m.as_str()));
                self.import_from(&module, names);
            }
            StmtKind::Exec(code, globals, locals) => {
                self.expr(code);
                self.exprs(globals);
                self.exprs(locals);
            }
            StmtKind::Global(names) => {
                for n in names {
                    let scope = self.scope;
                    self.scopes[scope].globals.insert(n.to_string());
                    if let Some(place) = self.find(s.span, n.as_str(), false) {
                        self.add(place, n.as_str(), Role::Name(scope), false);
                    }
                }
            }
            StmtKind::Nonlocal(names) => {
                for n in names {
                    if let Some(place) = self.find(s.span, n.as_str(), false) {
                        self.add(place, n.as_str(), Role::Name(self.scope), false);
                    }
                }
            }
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Pass | StmtKind::Break | StmtKind::Continue => {}
        }
    }

    /// A target of an assignment: at module and class level it is a symbol.
    fn assigned(&mut self, t: &Expr, whole: Span, out: &mut Vec<Symbol>) {
        self.target(t);
        let top = self.scope == 0 || self.scopes[self.scope].is_class;
        if let (ExprKind::Name(n), true) = (&t.kind, top) {
            let upper = n.as_str().chars().all(|c| !c.is_lowercase());
            out.push(Symbol {
                name: n.to_string(),
                sort: match (upper, self.scope) {
                    (true, _) => super::knowledge::Sort::Constant,
                    (_, 0) => super::knowledge::Sort::Variable,
                    _ => super::knowledge::Sort::Attribute,
                },
                whole,
                name_span: t.span,
                children: Vec::new(),
            });
        }
    }

    fn function(&mut self, f: &FunctionDef, whole: Span) -> Symbol {
        self.exprs(&f.decorators);
        for p in f.params.iter() {
            self.exprs(&p.annotation);
            self.exprs(&p.default);
        }
        self.exprs(&f.returns);
        let in_class = self.scopes[self.scope].is_class;
        self.bind(f.name_span, f.name.as_str());
        let outer = self.enter(f.name.as_str(), false);
        let params = self.params(&f.params);
        let result_at = match f.returns {
            None => self.end_of_header(f.name_span.end),
            Some(_) => None,
        };
        self.scopes[self.scope].function = Some(Function {
            name: f.name.to_string(),
            params,
            result_at,
        });
        self.globals_first(&f.body);
        let children = self.body(&f.body);
        self.scope = outer;
        Symbol {
            name: f.name.to_string(),
            sort: match in_class {
                true => super::knowledge::Sort::Method,
                false => super::knowledge::Sort::Function,
            },
            whole,
            name_span: f.name_span,
            children,
        }
    }

    /// `global` holds for the whole function.
    fn globals_first(&mut self, body: &[Stmt]) {
        for s in body {
            if let StmtKind::Global(names) = &s.kind {
                let scope = self.scope;
                self.scopes[scope]
                    .globals
                    .extend(names.iter().map(|n| n.to_string()));
            }
        }
    }

    /// Behind the parenthesis that closes a parameter list.
    fn end_of_header(&self, from: u32) -> Option<u32> {
        let rest = self.text.get(from as usize..)?;
        let mut depth = 0;
        for (i, c) in rest.char_indices() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(from + i as u32 + 1);
                    }
                }
                '"' | '\'' => return None,
                _ => {}
            }
        }
        None
    }

    fn params(&mut self, params: &Params) -> Vec<(String, Span)> {
        let mut out = Vec::new();
        for p in params.iter() {
            self.bind(p.span, p.name.as_str());
            out.push((p.name.to_string(), p.span));
            if let Some(pattern) = &p.pattern {
                self.target(pattern);
            }
        }
        out
    }

    fn class(&mut self, c: &ClassDef, whole: Span) -> Symbol {
        self.exprs(&c.decorators);
        self.exprs(&c.bases);
        for k in &c.keywords {
            self.expr(&k.value);
        }
        self.bind(c.name_span, c.name.as_str());
        let outer = self.enter(c.name.as_str(), true);
        let children = self.body(&c.body);
        self.scope = outer;
        Symbol {
            name: c.name.to_string(),
            sort: super::knowledge::Sort::Class,
            whole,
            name_span: c.name_span,
            children,
        }
    }

    fn import(&mut self, names: &[Alias]) {
        for a in names {
            let full = a.name.to_string();
            let first = full.split('.').next().unwrap_or("").to_owned();
            let (bound, module, last) = match a.asname {
                Some(n) => (n.to_string(), full, true),
                None => (first.clone(), first, false),
            };
            let scope = self.scope;
            self.scopes[scope]
                .imports
                .insert(bound.clone(), (module, None));
            if let Some(place) = self.find(a.span, &bound, last) {
                self.bind(place, &bound);
            }
        }
    }

    fn import_from(&mut self, module: &str, names: &[Alias]) {
        for a in names {
            let name = a.name.to_string();
            if name == "*" {
                continue;
            }
            let bound = a.asname.map_or_else(|| name.clone(), |n| n.to_string());
            let scope = self.scope;
            let from = (module.to_owned(), Some(name.clone()));
            self.scopes[scope].imports.insert(bound.clone(), from);
            self.scopes[scope].bound.insert(bound.clone());
            if let Some(place) = self.find(a.span, &name, false) {
                self.add(place, &name, Role::Imported(module.to_owned()), false);
            }
            if a.asname.is_some()
                && let Some(place) = self.find(a.span, &bound, true)
            {
                self.bind(place, &bound);
            }
        }
    }

    fn target(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Name(n) => self.bind(e.span, n.as_str()),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                for i in items {
                    self.target(i);
                }
            }
            ExprKind::Starred(v) => self.target(v),
            _ => self.expr(e),
        }
    }

    fn exprs<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>) {
        for e in all {
            self.expr(e);
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Name(n) => self.add(e.span, n.as_str(), Role::Name(self.scope), false),
            ExprKind::Attribute(value, n) => {
                self.expr(value);
                let base = match &value.kind {
                    ExprKind::Name(b) => Some((self.scope, b.to_string())),
                    _ => None,
                };
                let start = e.span.end.saturating_sub(n.as_str().len() as u32);
                let span = Span::new(e.span.file, start, e.span.end);
                self.add(span, n.as_str(), Role::Attribute(base), false);
            }
            ExprKind::Tuple(v) | ExprKind::List(v) | ExprKind::Set(v) => self.exprs(v),
            ExprKind::And(v) | ExprKind::Or(v) => self.exprs(v),
            ExprKind::JoinedStr(parts) => self.parts(parts),
            ExprKind::Dict(items) => {
                for (k, v) in items {
                    self.exprs(k);
                    self.expr(v);
                }
            }
            ExprKind::Subscript(b) => {
                self.expr(&b.0);
                self.expr(&b.1);
            }
            ExprKind::Slice(s) => {
                self.exprs(&s.lower);
                self.exprs(&s.upper);
                self.exprs(s.step.iter().flatten());
            }
            ExprKind::Call(c) => self.call(c),
            ExprKind::BinOp(b, _) => {
                self.expr(&b.0);
                self.expr(&b.1);
            }
            ExprKind::UnaryOp(_, v) => self.expr(v),
            ExprKind::Compare(first, rest) => {
                self.expr(first);
                self.exprs(rest.iter().map(|(_, e)| e));
            }
            ExprKind::IfExp(b) => self.exprs([&b.0, &b.1, &b.2]),
            ExprKind::Lambda(l) => {
                for p in l.params.iter() {
                    self.exprs(&p.default);
                }
                let outer = self.enter("<lambda>", false);
                self.params(&l.params);
                self.expr(&l.body);
                self.scope = outer;
            }
            ExprKind::ListComp(c)
            | ExprKind::SetComp(c)
            | ExprKind::DictComp(c)
            | ExprKind::GeneratorExp(c) => {
                for clause in &c.clauses {
                    self.expr(&clause.iter);
                    self.target(&clause.target);
                    self.exprs(&clause.ifs);
                }
                self.exprs(&c.key);
                self.expr(&c.elt);
            }
            ExprKind::Yield(Some(v)) => self.expr(v),
            ExprKind::YieldFrom(v) | ExprKind::Await(v) | ExprKind::Starred(v) => self.expr(v),
            ExprKind::NamedExpr(b) => {
                self.expr(&b.1);
                self.target(&b.0);
            }
            _ => {}
        }
    }

    fn call(&mut self, c: &Call) {
        self.expr(&c.func);
        self.exprs(&c.args);
        let callee = match &c.func.kind {
            ExprKind::Name(n) | ExprKind::Attribute(_, n) => n.to_string(),
            _ => String::new(),
        };
        for k in &c.keywords {
            if let Some(n) = k.name {
                let end = k.span.start + n.as_str().len() as u32;
                let span = Span::new(k.span.file, k.span.start, end);
                self.add(span, n.as_str(), Role::Keyword(callee.clone()), false);
            }
            self.expr(&k.value);
        }
    }

    fn parts(&mut self, parts: &[FStringPart]) {
        for p in parts {
            if let FStringPart::Field { value, spec, .. } = p {
                self.expr(value);
                self.parts(spec.as_deref().unwrap_or_default());
            }
        }
    }
}
