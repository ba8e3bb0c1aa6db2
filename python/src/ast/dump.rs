//! Canonical text of a tree, node by node as CPython's `ast` module of the mode has it (3.11 or 2.7), without
//! positions.
//!
//! `Name(field=value,..)` with all fields in CPython's order, lists in brackets, `None`, `True`, `False`; identifiers
//! bare between single quotes; strings as JSON with ASCII escapes, bytes with the prefix `b`; floats as the hexadecimal
//! bits. The script `tests/conformance/parser_compare.py` makes the same text from CPython's trees, so the parser is
//! tested against CPython.
use std::fmt::Write;
use std::sync::Arc;

use ir::source::SourceFile;

use super::*;

/// The text of a module.
pub fn dump(module: &Module) -> String {
    let mut d = Dumper {
        out: String::new(),
        py3: module.mode == Mode::Py3,
        source: ir::source::file(module.file),
    };
    d.out.push_str("Module(body=");
    d.body(&module.body);
    if d.py3 {
        d.out.push_str(",type_ignores=[]");
    }
    d.out.push(')');
    d.out
}

/// Where an expression stands, which CPython's trees note in `Name`, `Attribute`, .. nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ctx {
    Load,
    Store,
    Del,
}

/// What a field of a node holds.
pub(super) enum Part<'a> {
    Expr(&'a Expr, Ctx),
    Opt(Option<&'a Expr>),
    Exprs(&'a [Expr], Ctx),
    Body(&'a [Stmt]),
    Name(Name),
    OptName(Option<Name>),
    Names(&'a [Name]),
    Aliases(&'a [Alias]),
    BinOp(BinOp),
    Params(&'a Params),
    Cases(&'a [MatchCase]),
    Text(&'a str),
    Number(u32),
}

pub(super) struct Dumper {
    pub(super) out: String,
    pub(super) py3: bool,
    pub(super) source: Arc<SourceFile>,
}

impl Dumper {
    pub(super) fn put(&mut self, s: &str) {
        self.out.push_str(s);
    }

    pub(super) fn name(&mut self, n: Name) {
        let _ = write!(self.out, "'{n}'");
    }

    pub(super) fn opt_name(&mut self, n: Option<Name>) {
        match n {
            Some(n) => self.name(n),
            None => self.put("None"),
        }
    }

    pub(super) fn list<T>(&mut self, items: &[T], mut f: impl FnMut(&mut Self, &T)) {
        self.put("[");
        for (i, x) in items.iter().enumerate() {
            if i > 0 {
                self.put(",");
            }
            f(self, x);
        }
        self.put("]");
    }

    pub(super) fn opt(&mut self, e: Option<&Expr>) {
        match e {
            Some(e) => self.expr(e, Ctx::Load),
            None => self.put("None"),
        }
    }

    pub(super) fn exprs(&mut self, items: &[Expr], cx: Ctx) {
        self.list(items, |d, e| d.expr(e, cx));
    }

    fn body(&mut self, body: &[Stmt]) {
        self.list(body, Dumper::stmt);
    }

    /// A node with these fields.
    pub(super) fn node(&mut self, class: &str, fields: &[(&str, Part<'_>)]) {
        self.put(class);
        self.put("(");
        for (i, (name, part)) in fields.iter().enumerate() {
            self.put(if i > 0 { "," } else { "" });
            self.put(name);
            self.put("=");
            match *part {
                Part::Expr(e, cx) => self.expr(e, cx),
                Part::Opt(e) => self.opt(e),
                Part::Exprs(items, cx) => self.exprs(items, cx),
                Part::Body(body) => self.body(body),
                Part::Name(n) => self.name(n),
                Part::OptName(n) => self.opt_name(n),
                Part::Names(names) => self.list(names, |d, n| d.name(*n)),
                Part::Aliases(names) => self.aliases(names),
                Part::BinOp(op) => self.binop(op),
                Part::Params(p) => self.params(p),
                Part::Cases(cases) => self.list(cases, Dumper::case),
                Part::Text(text) => self.put(text),
                Part::Number(n) => {
                    let _ = write!(self.out, "{n}");
                }
            }
        }
        self.put(")");
    }

    fn stmt(&mut self, s: &Stmt) {
        use Part::*;
        match &s.kind {
            StmtKind::FunctionDef(f) => self.function(f),
            StmtKind::ClassDef(c) => self.class(c),
            StmtKind::Return(v) => self.node("Return", &[("value", Opt(v.as_ref()))]),
            StmtKind::Delete(t) => self.node("Delete", &[("targets", Exprs(t, Ctx::Del))]),
            StmtKind::Assign(t, v) => {
                let fields = [
                    ("targets", Exprs(t, Ctx::Store)),
                    ("value", Expr(v, Ctx::Load)),
                    ("type_comment", Text("None")),
                ];
                self.node("Assign", &fields[..if self.py3 { 3 } else { 2 }]);
            }
            StmtKind::AugAssign(t, op, v) => self.node(
                "AugAssign",
                &[
                    ("target", Expr(t, Ctx::Store)),
                    ("op", BinOp(*op)),
                    ("value", Expr(v, Ctx::Load)),
                ],
            ),
            StmtKind::AnnAssign(a) => self.node(
                "AnnAssign",
                &[
                    ("target", Expr(&a.target, Ctx::Store)),
                    ("annotation", Expr(&a.annotation, Ctx::Load)),
                    ("value", Opt(a.value.as_ref())),
                    ("simple", Number(u32::from(a.simple))),
                ],
            ),
            StmtKind::Print {
                dest,
                values,
                newline,
            } => self.node(
                "Print",
                &[
                    ("dest", Opt(dest.as_ref())),
                    ("values", Exprs(values, Ctx::Load)),
                    ("nl", Text(if *newline { "True" } else { "False" })),
                ],
            ),
            StmtKind::For(f) => self.for_loop(f),
            StmtKind::While(test, body, orelse) => self.node(
                "While",
                &[
                    ("test", Expr(test, Ctx::Load)),
                    ("body", Body(body)),
                    ("orelse", Body(orelse)),
                ],
            ),
            StmtKind::If(branches, orelse) => self.if_statement(branches, orelse),
            StmtKind::With {
                items,
                body,
                is_async,
            } => self.with(items, body, *is_async),
            StmtKind::Raise(r) if self.py3 => self.node(
                "Raise",
                &[
                    ("exc", Opt(r.exc.as_ref())),
                    ("cause", Opt(r.cause.as_ref())),
                ],
            ),
            StmtKind::Raise(r) => self.node(
                "Raise",
                &[
                    ("type", Opt(r.exc.as_ref())),
                    ("inst", Opt(r.value.as_ref())),
                    ("tback", Opt(r.traceback.as_ref())),
                ],
            ),
            StmtKind::Try(t) => self.try_statement(t),
            StmtKind::Match(m) => self.node(
                "Match",
                &[
                    ("subject", Expr(&m.subject, Ctx::Load)),
                    ("cases", Cases(&m.cases)),
                ],
            ),
            StmtKind::Assert(test, msg) => self.node(
                "Assert",
                &[("test", Expr(test, Ctx::Load)), ("msg", Opt(msg.as_ref()))],
            ),
            StmtKind::Import(names) => self.node("Import", &[("names", Aliases(names))]),
            StmtKind::ImportFrom {
                module,
                names,
                level,
            } => self.node(
                "ImportFrom",
                &[
                    ("module", OptName(*module)),
                    ("names", Aliases(names)),
                    ("level", Number(*level)),
                ],
            ),
            StmtKind::Exec(code, globals, locals) => self.exec(code, globals, locals),
            StmtKind::Global(names) => self.node("Global", &[("names", Names(names))]),
            StmtKind::Nonlocal(names) => self.node("Nonlocal", &[("names", Names(names))]),
            StmtKind::Expr(e) => self.node("Expr", &[("value", Expr(e, Ctx::Load))]),
            StmtKind::Pass => self.put("Pass()"),
            StmtKind::Break => self.put("Break()"),
            StmtKind::Continue => self.put("Continue()"),
        }
    }

    /// `elif` is an `If` inside of `orelse`.
    fn if_statement(&mut self, branches: &[(Expr, Vec<Stmt>)], orelse: &[Stmt]) {
        for (i, (test, body)) in branches.iter().enumerate() {
            self.put(if i == 0 {
                "If(test="
            } else {
                ",orelse=[If(test="
            });
            self.expr(test, Ctx::Load);
            self.put(",body=");
            self.body(body);
        }
        self.put(",orelse=");
        self.body(orelse);
        self.put(")");
        for _ in 1..branches.len() {
            self.put("])");
        }
    }

    fn case(&mut self, c: &MatchCase) {
        self.put("match_case(pattern=");
        self.pattern(&c.pattern);
        self.put(",guard=");
        self.opt(c.guard.as_ref());
        self.put(",body=");
        self.body(&c.body);
        self.put(")");
    }

    fn pattern(&mut self, p: &Pattern) {
        match &p.kind {
            PatternKind::Value(e) => {
                self.put("MatchValue(value=");
                self.expr(e, Ctx::Load);
            }
            PatternKind::Singleton(e) => self.put(match e.kind {
                ExprKind::True => "MatchSingleton(value=True",
                ExprKind::False => "MatchSingleton(value=False",
                _ => "MatchSingleton(value=None",
            }),
            PatternKind::Sequence(items) => {
                self.put("MatchSequence(patterns=");
                self.list(items, Dumper::pattern);
            }
            PatternKind::Mapping { items, rest } => {
                self.put("MatchMapping(keys=");
                self.list(items, |d, (key, _)| d.expr(key, Ctx::Load));
                self.put(",patterns=");
                self.list(items, |d, (_, p)| d.pattern(p));
                self.put(",rest=");
                self.opt_name(*rest);
            }
            PatternKind::Class {
                class,
                patterns,
                keywords,
            } => {
                self.put("MatchClass(cls=");
                self.expr(class, Ctx::Load);
                self.put(",patterns=");
                self.list(patterns, Dumper::pattern);
                self.put(",kwd_attrs=");
                self.list(keywords, |d, (name, _)| d.name(*name));
                self.put(",kwd_patterns=");
                self.list(keywords, |d, (_, p)| d.pattern(p));
            }
            PatternKind::Star(name) => {
                self.put("MatchStar(name=");
                self.opt_name(*name);
            }
            PatternKind::As(pattern, name) => {
                self.put("MatchAs(pattern=");
                match pattern {
                    Some(p) => self.pattern(p),
                    None => self.put("None"),
                }
                self.put(",name=");
                self.opt_name(*name);
            }
            PatternKind::Or(choices) => {
                self.put("MatchOr(patterns=");
                self.list(choices, Dumper::pattern);
            }
        }
        self.put(")");
    }

    fn type_comment(&mut self) {
        if self.py3 {
            self.put(",type_comment=None");
        }
    }

    fn bodies(&mut self, body: &[Stmt], orelse: &[Stmt]) {
        self.put(",body=");
        self.body(body);
        self.put(",orelse=");
        self.body(orelse);
    }

    fn aliases(&mut self, names: &[Alias]) {
        self.list(names, |d, a| {
            d.node(
                "alias",
                &[
                    ("name", Part::Name(a.name)),
                    ("asname", Part::OptName(a.asname)),
                ],
            );
        });
    }

    fn exec(&mut self, code: &Expr, globals: &Option<Expr>, locals: &Option<Expr>) {
        // CPython 2.7 takes the tuple form apart while parsing.
        let (code, globals, locals) = match (&code.kind, globals) {
            (ExprKind::Tuple(items), None) => match &items[..] {
                [c, g] => (c, Some(g), None),
                [c, g, l] => (c, Some(g), Some(l)),
                _ => (code, globals.as_ref(), locals.as_ref()),
            },
            _ => (code, globals.as_ref(), locals.as_ref()),
        };
        let fields = [
            ("body", Part::Expr(code, Ctx::Load)),
            ("globals", Part::Opt(globals)),
            ("locals", Part::Opt(locals)),
        ];
        self.node("Exec", &fields);
    }

    fn function(&mut self, f: &FunctionDef) {
        self.put(if f.is_async {
            "AsyncFunctionDef(name="
        } else {
            "FunctionDef(name="
        });
        self.name(f.name);
        self.put(",args=");
        self.params(&f.params);
        self.put(",body=");
        self.body(&f.body);
        self.put(",decorator_list=");
        self.exprs(&f.decorators, Ctx::Load);
        if self.py3 {
            self.put(",returns=");
            self.opt(f.returns.as_ref());
        }
        self.type_comment();
        self.put(")");
    }

    fn class(&mut self, c: &ClassDef) {
        self.put("ClassDef(name=");
        self.name(c.name);
        self.put(",bases=");
        self.exprs(&c.bases, Ctx::Load);
        if self.py3 {
            self.put(",keywords=");
            self.keywords(&c.keywords);
        }
        self.put(",body=");
        self.body(&c.body);
        self.put(",decorator_list=");
        self.exprs(&c.decorators, Ctx::Load);
        self.put(")");
    }

    fn for_loop(&mut self, f: &For) {
        self.put(if f.is_async {
            "AsyncFor(target="
        } else {
            "For(target="
        });
        self.expr(&f.target, Ctx::Store);
        self.put(",iter=");
        self.expr(&f.iter, Ctx::Load);
        self.bodies(&f.body, &f.orelse);
        self.type_comment();
        self.put(")");
    }

    fn with(&mut self, items: &[(Expr, Option<Expr>)], body: &[Stmt], is_async: bool) {
        if !self.py3 {
            // Several managers are nested statements.
            for (i, (manager, target)) in items.iter().enumerate() {
                self.put(if i == 0 {
                    "With(context_expr="
                } else {
                    ",body=[With(context_expr="
                });
                self.expr(manager, Ctx::Load);
                self.put(",optional_vars=");
                match target {
                    Some(t) => self.expr(t, Ctx::Store),
                    None => self.put("None"),
                }
            }
            self.put(",body=");
            self.body(body);
            self.put(")");
            for _ in 1..items.len() {
                self.put("])");
            }
            return;
        }
        self.put(if is_async {
            "AsyncWith(items="
        } else {
            "With(items="
        });
        self.list(items, |d, (manager, target)| {
            d.put("withitem(context_expr=");
            d.expr(manager, Ctx::Load);
            d.put(",optional_vars=");
            match target {
                Some(t) => d.expr(t, Ctx::Store),
                None => d.put("None"),
            }
            d.put(")");
        });
        self.put(",body=");
        self.body(body);
        self.type_comment();
        self.put(")");
    }

    fn handlers(&mut self, handlers: &[ExceptHandler]) {
        self.list(handlers, |d, h| {
            d.put("ExceptHandler(type=");
            d.opt(h.ty.as_ref());
            d.put(",name=");
            match &h.target {
                None => d.put("None"),
                Some(Expr {
                    kind: ExprKind::Name(n),
                    ..
                }) if d.py3 => d.name(*n),
                Some(t) => d.expr(t, Ctx::Store),
            }
            d.put(",body=");
            d.body(&h.body);
            d.put(")");
        });
    }

    fn try_statement(&mut self, t: &Try) {
        if !self.py3 {
            // `try/except/finally` is a TryExcept inside a TryFinally.
            if !t.finalbody.is_empty() {
                self.put("TryFinally(body=");
            }
            if t.handlers.is_empty() {
                self.body(&t.body);
            } else {
                self.put(if t.finalbody.is_empty() { "" } else { "[" });
                self.put("TryExcept(body=");
                self.body(&t.body);
                self.put(",handlers=");
                self.handlers(&t.handlers);
                self.put(",orelse=");
                self.body(&t.orelse);
                self.put(if t.finalbody.is_empty() { ")" } else { ")]" });
            }
            if !t.finalbody.is_empty() {
                self.put(",finalbody=");
                self.body(&t.finalbody);
                self.put(")");
            }
            return;
        }
        self.put(if t.star { "TryStar(body=" } else { "Try(body=" });
        self.body(&t.body);
        self.put(",handlers=");
        self.handlers(&t.handlers);
        self.put(",orelse=");
        self.body(&t.orelse);
        self.put(",finalbody=");
        self.body(&t.finalbody);
        self.put(")");
    }

    pub(super) fn params(&mut self, p: &Params) {
        self.put("arguments(");
        if !self.py3 {
            self.put("args=");
            self.list(&p.args, |d, a| match &a.pattern {
                Some(pattern) => d.expr(pattern, Ctx::Store),
                None => {
                    let _ = write!(d.out, "Name(id='{}',ctx=Param())", a.name);
                }
            });
            self.put(",vararg=");
            self.opt_name(p.vararg.as_ref().map(|a| a.name));
            self.put(",kwarg=");
            self.opt_name(p.kwarg.as_ref().map(|a| a.name));
            self.defaults(p);
            self.put(")");
            return;
        }
        self.put("posonlyargs=");
        self.list(&p.args[..p.posonly], Dumper::param);
        self.put(",args=");
        self.list(&p.args[p.posonly..], Dumper::param);
        self.put(",vararg=");
        self.opt_param(p.vararg.as_ref());
        self.put(",kwonlyargs=");
        self.list(&p.kwonly, Dumper::param);
        self.put(",kw_defaults=");
        self.list(&p.kwonly, |d, a| d.opt(a.default.as_ref()));
        self.put(",kwarg=");
        self.opt_param(p.kwarg.as_ref());
        self.defaults(p);
        self.put(")");
    }

    fn defaults(&mut self, p: &Params) {
        self.put(",defaults=[");
        for (i, e) in p.args.iter().filter_map(|a| a.default.as_ref()).enumerate() {
            if i > 0 {
                self.put(",");
            }
            self.expr(e, Ctx::Load);
        }
        self.put("]");
    }

    fn opt_param(&mut self, p: Option<&Param>) {
        match p {
            Some(p) => self.param(p),
            None => self.put("None"),
        }
    }

    fn param(&mut self, p: &Param) {
        self.put("arg(arg=");
        self.name(p.name);
        self.put(",annotation=");
        self.opt(p.annotation.as_ref());
        self.put(",type_comment=None)");
    }

    pub(super) fn keywords(&mut self, keywords: &[Keyword]) {
        self.list(keywords, |d, k| {
            d.put("keyword(arg=");
            d.opt_name(k.name);
            d.put(",value=");
            d.expr(&k.value, Ctx::Load);
            d.put(")");
        });
    }
}
