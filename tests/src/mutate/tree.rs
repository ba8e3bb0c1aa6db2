//! The places of a text that can be changed: its syntax tree as flat lists of nodes with byte ranges.
use std::ops::Range;

use ir::source::{self, Span};
use python::ast::{CompClause, Comprehension, Expr, ExprKind, FStringPart, Params, Stmt, StmtKind};
use python::code::Mode;

use crate::generate::Random;

/// What an expression is, as far as changes care.
pub(super) enum Shape {
    /// A name that is read.
    Name,
    Constant,
    /// A call with the ranges of its function and arguments.
    Call(Range<usize>, Vec<Range<usize>>),
    /// Two operands with an operator between them.
    Binary(Range<usize>, Range<usize>),
    /// `value.name`: the range of the name.
    Attribute(Range<usize>),
    /// Several items between brackets or commas.
    Items(Vec<Range<usize>>),
    Other,
}

pub(super) struct ExprNode {
    pub place: Range<usize>,
    pub shape: Shape,
    /// The function around it (0: the module).
    pub scope: usize,
    /// It is assigned to.
    pub target: bool,
}

/// A statement that has its lines for itself.
pub(super) struct StmtNode {
    /// Its lines, the last end of line included.
    pub lines: Range<usize>,
    pub indent: String,
    /// The function around it (0: the module).
    pub scope: usize,
    /// It has a body.
    pub compound: bool,
    /// It ends the block: `return`, `raise`, `break`, `continue`.
    pub ends: bool,
}

/// A function or class header.
pub(super) struct DefNode {
    /// Where its first line begins, decorators included.
    pub start: usize,
    pub indent: String,
    /// Name and its place.
    pub name: Range<usize>,
    /// A class's bases; a function's parameters.
    pub items: Vec<Range<usize>>,
    /// Whether it is a class.
    pub class: bool,
    /// The line where its body could get another first statement.
    pub body: Option<usize>,
}

pub(super) struct Tree {
    pub text: String,
    pub exprs: Vec<ExprNode>,
    /// All statements on lines of their own.
    pub stmts: Vec<StmtNode>,
    pub defs: Vec<DefNode>,
    /// Names of each scope.
    pub names: Vec<Vec<String>>,
    pub attributes: Vec<String>,
    pub classes: Vec<String>,
    scope: usize,
}

impl Tree {
    /// Parses a text in the first mode that takes it. Source positions count bytes of the text without a leading mark
    /// of its encoding.
    pub(super) fn parse(text: &str) -> Option<Tree> {
        if text.starts_with('\u{feff}') || text.len() > 1 << 18 {
            return None;
        }
        for mode in [Mode::Py3, Mode::Py2] {
            // A panic of the parser is found by the compiler that reads the mutant.
            let parsed = std::panic::catch_unwind(|| {
                let file = source::add_file(None, "mutant.py", text);
                python::parser::parse_file(file, mode).ok()
            });
            let Ok(Some(module)) = parsed else { continue };
            let mut tree = Tree {
                text: text.to_owned(),
                exprs: Vec::new(),
                stmts: Vec::new(),
                defs: Vec::new(),
                names: vec![Vec::new()],
                attributes: Vec::new(),
                classes: Vec::new(),
                scope: 0,
            };
            tree.body(&module.body);
            for names in tree.names.iter_mut().chain([&mut tree.attributes]) {
                names.sort();
                names.dedup();
            }
            return Some(tree);
        }
        None
    }
    /// The text of a range.
    pub(super) fn slice(&self, place: &Range<usize>) -> &str {
        self.text.get(place.clone()).unwrap_or_default()
    }
    /// A random expression that satisfies a condition.
    pub(super) fn expr(
        &self,
        random: &mut Random,
        wanted: impl Fn(&ExprNode) -> bool,
    ) -> Option<&ExprNode> {
        pick(&self.exprs, random, wanted)
    }
    /// A random statement that satisfies a condition.
    pub(super) fn stmt(
        &self,
        random: &mut Random,
        wanted: impl Fn(&StmtNode) -> bool,
    ) -> Option<&StmtNode> {
        pick(&self.stmts, random, wanted)
    }
    /// A random definition that satisfies a condition.
    pub(super) fn def(
        &self,
        random: &mut Random,
        wanted: impl Fn(&DefNode) -> bool,
    ) -> Option<&DefNode> {
        pick(&self.defs, random, wanted)
    }
    /// A name that is known in a scope.
    pub(super) fn name(&self, random: &mut Random, scope: usize) -> Option<&str> {
        let own = &self.names[scope];
        let list = match own.is_empty() || random.chance(30) {
            true => &self.names[0],
            false => own,
        };
        (!list.is_empty()).then(|| list[random.below(list.len() as u64) as usize].as_str())
    }

    fn range(span: Span) -> Range<usize> {
        span.start as usize..span.end as usize
    }
    fn line_start(&self, at: usize) -> usize {
        self.text
            .get(..at)
            .and_then(|t| t.rfind('\n'))
            .map_or(0, |i| i + 1)
    }
    fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.find('\n').map_or(self.text.len(), |i| at + i + 1)
    }
    fn body(&mut self, body: &[Stmt]) {
        for s in body {
            self.statement(s);
        }
    }
    fn statement(&mut self, s: &Stmt) {
        use StmtKind as K;
        let lines = self.line_start(s.span.start as usize)..self.line_end(s.span.end as usize);
        let indent = self.slice(&(lines.start..s.span.start as usize)).to_owned();
        let rest = self.slice(&(s.span.end as usize..lines.end)).trim();
        if indent.trim().is_empty() && (rest.is_empty() || rest.starts_with('#')) {
            let compound = matches!(
                s.kind,
                K::FunctionDef(_)
                    | K::ClassDef(_)
                    | K::For(_)
                    | K::While(..)
                    | K::If(..)
                    | K::With { .. }
                    | K::Try(_)
                    | K::Match(_)
            );
            let ends = matches!(s.kind, K::Return(_) | K::Raise(_) | K::Break | K::Continue);
            let scope = self.scope;
            self.stmts.push(StmtNode {
                lines,
                indent,
                scope,
                compound,
                ends,
            });
        }
        match &s.kind {
            K::FunctionDef(f) => {
                f.decorators.iter().for_each(|d| self.expr_in(d, false));
                self.names[self.scope].push(f.name.as_str().to_owned());
                let items = f.params.iter().map(|p| Self::range(p.span)).collect();
                self.definition(s, f.name_span, items, false, &f.body);
                self.function(&f.params, |tree| tree.body(&f.body));
            }
            K::ClassDef(c) => {
                c.decorators.iter().for_each(|d| self.expr_in(d, false));
                self.names[self.scope].push(c.name.as_str().to_owned());
                self.classes.push(c.name.as_str().to_owned());
                let items = c.bases.iter().map(|b| Self::range(b.span)).collect();
                self.definition(s, c.name_span, items, true, &c.body);
                self.body(&c.body);
            }
            K::Return(e) => self.maybe(e.as_ref()),
            K::Delete(list) => list.iter().for_each(|e| self.expr_in(e, true)),
            K::Assign(targets, value) => {
                targets.iter().for_each(|e| self.expr_in(e, true));
                self.expr_in(value, false);
            }
            K::AugAssign(target, _, value) => {
                self.expr_in(target, true);
                self.expr_in(value, false);
            }
            K::AnnAssign(a) => {
                self.expr_in(&a.target, true);
                self.maybe(a.value.as_ref());
            }
            K::Print { dest, values, .. } => {
                self.maybe(dest.as_ref());
                values.iter().for_each(|e| self.expr_in(e, false));
            }
            K::For(f) => {
                self.expr_in(&f.target, true);
                self.expr_in(&f.iter, false);
                self.body(&f.body);
                self.body(&f.orelse);
            }
            K::While(test, body, orelse) => {
                self.expr_in(test, false);
                self.body(body);
                self.body(orelse);
            }
            K::If(branches, orelse) => {
                for (test, body) in branches {
                    self.expr_in(test, false);
                    self.body(body);
                }
                self.body(orelse);
            }
            K::With { items, body, .. } => {
                for (manager, target) in items {
                    self.expr_in(manager, false);
                    target.iter().for_each(|e| self.expr_in(e, true));
                }
                self.body(body);
            }
            K::Raise(r) => [&r.exc, &r.value, &r.traceback, &r.cause]
                .into_iter()
                .for_each(|e| self.maybe(e.as_ref())),
            K::Try(t) => {
                self.body(&t.body);
                for h in &t.handlers {
                    self.maybe(h.ty.as_ref());
                    h.target.iter().for_each(|e| self.expr_in(e, true));
                    self.body(&h.body);
                }
                self.body(&t.orelse);
                self.body(&t.finalbody);
            }
            K::Match(m) => {
                self.expr_in(&m.subject, false);
                for case in &m.cases {
                    self.maybe(case.guard.as_ref());
                    self.body(&case.body);
                }
            }
            K::Assert(test, message) => {
                self.expr_in(test, false);
                self.maybe(message.as_ref());
            }
            K::Exec(a, b, c) => {
                self.expr_in(a, false);
                self.maybe(b.as_ref());
                self.maybe(c.as_ref());
            }
            K::Expr(e) => self.expr_in(e, false),
            K::Import(names) | K::ImportFrom { names, .. } => {
                for alias in names {
                    let name = alias.asname.unwrap_or(alias.name);
                    let name = name.as_str().split('.').next().unwrap_or_default();
                    if name != "*" {
                        self.names[self.scope].push(name.to_owned());
                    }
                }
            }
            K::Global(_) | K::Nonlocal(_) | K::Pass | K::Break | K::Continue => {}
        }
    }
    fn definition(
        &mut self,
        s: &Stmt,
        name: Span,
        items: Vec<Range<usize>>,
        class: bool,
        body: &[Stmt],
    ) {
        let start = self.line_start(s.span.start as usize);
        let indent = self.slice(&(start..s.span.start as usize)).to_owned();
        let first = body.first().map(|b| b.span.start as usize);
        let body = first
            .map(|at| (self.line_start(at), at))
            .filter(|(line, at)| self.slice(&(*line..*at)).trim().is_empty())
            .map(|(line, _)| line);
        if indent.trim().is_empty() {
            let name = Self::range(name);
            self.defs.push(DefNode {
                start,
                indent,
                name,
                items,
                class,
                body,
            });
        }
    }
    fn function(&mut self, params: &Params, inside: impl FnOnce(&mut Tree)) {
        for p in params.iter() {
            self.maybe(p.default.as_ref());
        }
        let outer = self.scope;
        self.scope = self.names.len();
        let names = params.iter().map(|p| p.name.as_str().to_owned());
        self.names
            .push(names.filter(|n| !n.starts_with('.')).collect());
        inside(self);
        self.scope = outer;
    }
    fn maybe(&mut self, e: Option<&Expr>) {
        if let Some(e) = e {
            self.expr_in(e, false);
        }
    }
    fn comprehension(&mut self, c: &Comprehension) {
        self.expr_in(&c.elt, false);
        self.maybe(c.key.as_ref());
        for CompClause {
            target, iter, ifs, ..
        } in &c.clauses
        {
            self.expr_in(target, true);
            self.expr_in(iter, false);
            ifs.iter().for_each(|e| self.expr_in(e, false));
        }
    }
    fn fstring(&mut self, parts: &[FStringPart]) {
        for part in parts {
            if let FStringPart::Field { value, spec, .. } = part {
                self.expr_in(value, false);
                self.fstring(spec.as_deref().unwrap_or_default());
            }
        }
    }
    fn expr_in(&mut self, e: &Expr, target: bool) {
        use ExprKind as K;
        let place = Self::range(e.span);
        let ranges = |list: &[Expr]| list.iter().map(|e| Self::range(e.span)).collect();
        let shape = match &e.kind {
            K::Name(n) => {
                if target {
                    self.names[self.scope].push(n.as_str().to_owned());
                }
                Shape::Name
            }
            K::None
            | K::True
            | K::False
            | K::Int(_)
            | K::Long(_)
            | K::Float(_)
            | K::Imaginary(_)
            | K::Str(_)
            | K::Unicode(_) => Shape::Constant,
            K::Call(c) => Shape::Call(
                Self::range(c.func.span),
                c.args
                    .iter()
                    .map(|a| Self::range(a.span))
                    .chain(c.keywords.iter().map(|k| Self::range(k.span)))
                    .collect(),
            ),
            K::BinOp(b, _) => Shape::Binary(Self::range(b.0.span), Self::range(b.1.span)),
            K::Compare(a, rest) => Shape::Binary(Self::range(a.span), Self::range(rest[0].1.span)),
            K::And(list) | K::Or(list) if list.len() > 1 => {
                Shape::Binary(Self::range(list[0].span), Self::range(list[1].span))
            }
            K::Attribute(_, name) => {
                self.attributes.push(name.as_str().to_owned());
                Shape::Attribute(place.end - name.as_str().len()..place.end)
            }
            K::Tuple(list) | K::List(list) | K::Set(list) => Shape::Items(ranges(list)),
            K::Dict(items) => Shape::Items(
                items
                    .iter()
                    .filter_map(|(k, v)| Some(k.as_ref()?.span.start as usize..v.span.end as usize))
                    .collect(),
            ),
            _ => Shape::Other,
        };
        // Places inside of an f-string's text need not be where they seem.
        if place.start < place.end && self.text.get(place.clone()).is_some() {
            let scope = self.scope;
            self.exprs.push(ExprNode {
                place,
                shape,
                scope,
                target,
            });
        }
        self.children(e, target);
    }
    fn children(&mut self, e: &Expr, target: bool) {
        use ExprKind as K;
        match &e.kind {
            K::JoinedStr(parts) => self.fstring(parts),
            K::Tuple(list) | K::List(list) => list.iter().for_each(|e| self.expr_in(e, target)),
            K::Set(list) | K::And(list) | K::Or(list) => {
                list.iter().for_each(|e| self.expr_in(e, false));
            }
            K::Dict(items) => {
                for (k, v) in items {
                    self.maybe(k.as_ref());
                    self.expr_in(v, false);
                }
            }
            K::Attribute(e, _) | K::UnaryOp(_, e) | K::YieldFrom(e) | K::Await(e) => {
                self.expr_in(e, false);
            }
            K::Starred(e) => self.expr_in(e, target),
            K::Subscript(s) | K::BinOp(s, _) => {
                self.expr_in(&s.0, false);
                self.expr_in(&s.1, false);
            }
            K::NamedExpr(s) => {
                self.expr_in(&s.0, true);
                self.expr_in(&s.1, false);
            }
            K::Slice(s) => {
                self.maybe(s.lower.as_ref());
                self.maybe(s.upper.as_ref());
                self.maybe(s.step.as_ref().and_then(Option::as_ref));
            }
            K::Call(c) => {
                self.expr_in(&c.func, false);
                c.args.iter().for_each(|e| self.expr_in(e, false));
                c.keywords
                    .iter()
                    .for_each(|k| self.expr_in(&k.value, false));
            }
            K::Compare(a, rest) => {
                self.expr_in(a, false);
                rest.iter().for_each(|(_, e)| self.expr_in(e, false));
            }
            K::IfExp(x) => [&x.1, &x.0, &x.2]
                .into_iter()
                .for_each(|e| self.expr_in(e, false)),
            K::Lambda(l) => self.function(&l.params, |tree| tree.expr_in(&l.body, false)),
            K::ListComp(c) | K::SetComp(c) | K::DictComp(c) | K::GeneratorExp(c) => {
                self.comprehension(c);
            }
            K::Yield(e) => self.maybe(e.as_deref()),
            K::Name(_)
            | K::None
            | K::True
            | K::False
            | K::Ellipsis
            | K::Int(_)
            | K::Long(_)
            | K::Float(_)
            | K::Imaginary(_)
            | K::Str(_)
            | K::Unicode(_) => {}
        }
    }
}

fn pick<'a, T>(list: &'a [T], random: &mut Random, wanted: impl Fn(&T) -> bool) -> Option<&'a T> {
    let found: Vec<&T> = list.iter().filter(|x| wanted(x)).collect();
    (!found.is_empty()).then(|| found[random.below(found.len() as u64) as usize])
}
