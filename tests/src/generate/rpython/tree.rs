//! Programs as trees: what the generator makes and the minimiser takes apart.
//!
//! A tree knows as much as is needed to write a program and to make it smaller, and no more: statements consist of
//! clauses (a head line and perhaps a body), lines consist of text and expressions, and expressions have a type, so
//! that one can stand for another.
//!
//! ```text
//! statement("x = $", [expr])              --> x = intmask(y * 3)
//! block("if $:", [condition], body)       --> if y < 3:
//!                                                 ...
//! ```
use std::fmt::Write;

/// The type of an expression, as the generator sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    Int,
    /// The same before [`Type::Int`]'s wrap-around: only `intmask` may take it.
    Ring,
    /// `r_uint`.
    UInt,
    /// `r_uint32`.
    UInt32,
    /// `r_singlefloat`.
    Single,
    Bool,
    Float,
    /// A byte string, of ASCII characters.
    Str,
    /// A text of code points.
    Uni,
    /// An instance of a class or of its subclasses, not None.
    Obj(usize),
    List(Box<Type>),
    /// A dictionary; keys are integers or strings.
    Dict(Box<Type>, Box<Type>),
    Tuple(Vec<Type>),
    /// A function variable with one of the program's signatures.
    Func(usize),
    /// The same or None.
    Opt(Box<Type>),
}

impl Type {
    /// A list of this type.
    pub fn list(self) -> Type {
        Type::List(Box::new(self))
    }
    /// This type or None.
    pub fn opt(self) -> Type {
        match self {
            Type::Opt(_) => self,
            other => Type::Opt(Box::new(other)),
        }
    }
    /// Whether variables of the type can be None.
    pub fn may_be_opt(&self) -> bool {
        matches!(
            self,
            Type::Str | Type::Obj(_) | Type::List(_) | Type::Dict(..) | Type::Func(_)
        )
    }
}

/// A part of a line.
#[derive(Clone, Debug)]
pub enum Part {
    Text(String),
    Sub(Expr),
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub ty: Type,
    pub parts: Vec<Part>,
}

/// A head line and what is indented below it.
#[derive(Clone, Debug)]
pub struct Clause {
    pub head: Vec<Part>,
    /// The body of a compound statement.
    pub body: Option<Vec<Stmt>>,
}

/// A statement, a function or a class.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// One clause, or several: `if`, `else`; `try`, `except`.
    pub clauses: Vec<Clause>,
    /// A program without it is not valid: the return at the end of a function, the frame of the program.
    pub keep: bool,
}

fn parts(template: &str, subs: Vec<Expr>) -> Vec<Part> {
    let mut result = Vec::new();
    let mut subs = subs.into_iter();
    for (i, text) in template.split('$').enumerate() {
        if i > 0 {
            let sub = subs
                .next()
                .unwrap_or_else(|| panic!("too few expressions for {template}"));
            result.push(Part::Sub(sub));
        }
        if !text.is_empty() {
            result.push(Part::Text(text.to_owned()));
        }
    }
    assert!(subs.next().is_none(), "too many expressions for {template}");
    result
}

impl Expr {
    /// An expression: a text in which each `$` stands for one of the expressions.
    pub fn new(ty: Type, template: &str, subs: Vec<Expr>) -> Expr {
        Expr {
            ty,
            parts: parts(template, subs),
        }
    }
    /// An expression without parts.
    pub fn atom(ty: Type, text: impl Into<String>) -> Expr {
        Expr {
            ty,
            parts: vec![Part::Text(text.into())],
        }
    }
    /// The number of expressions in it, with itself.
    pub fn size(&self) -> usize {
        let subs = self.parts.iter().map(|p| match p {
            Part::Sub(e) => e.size(),
            Part::Text(_) => 0,
        });
        1 + subs.sum::<usize>()
    }
    fn write(&self, out: &mut String) {
        for part in &self.parts {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Sub(e) => e.write(out),
            }
        }
    }
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }
}

impl Clause {
    /// A clause with a body.
    pub fn new(template: &str, subs: Vec<Expr>, body: Vec<Stmt>) -> Clause {
        Clause {
            head: parts(template, subs),
            body: Some(body),
        }
    }
}

/// A simple statement.
pub fn simple(template: &str, subs: Vec<Expr>) -> Stmt {
    let clause = Clause {
        head: parts(template, subs),
        body: None,
    };
    Stmt {
        clauses: vec![clause],
        keep: false,
    }
}

/// A compound statement of one clause.
pub fn block(template: &str, subs: Vec<Expr>, body: Vec<Stmt>) -> Stmt {
    compound(vec![Clause::new(template, subs, body)])
}

/// A compound statement.
pub fn compound(clauses: Vec<Clause>) -> Stmt {
    Stmt {
        clauses,
        keep: false,
    }
}

/// A line without expressions.
pub fn line(text: &str) -> Stmt {
    let clause = Clause {
        head: vec![Part::Text(text.to_owned())],
        body: None,
    };
    Stmt {
        clauses: vec![clause],
        keep: false,
    }
}

impl Stmt {
    /// Marks what a program cannot be without.
    pub fn kept(mut self) -> Stmt {
        self.keep = true;
        self
    }
    /// The number of statements in it, with itself.
    pub fn size(&self) -> usize {
        let bodies = self.clauses.iter().filter_map(|c| c.body.as_ref());
        1 + bodies.map(|b| size(b)).sum::<usize>()
    }
    fn write(&self, indent: usize, out: &mut String) {
        for clause in &self.clauses {
            let _ = write!(out, "{:indent$}", "");
            for part in &clause.head {
                match part {
                    Part::Text(text) => out.push_str(text),
                    Part::Sub(e) => e.write(out),
                }
            }
            out.push('\n');
            match clause.body.as_deref() {
                None => {}
                Some([]) => {
                    let _ = writeln!(out, "{:1$}pass", "", indent + 4);
                }
                Some(body) => body.iter().for_each(|s| s.write(indent + 4, out)),
            }
        }
    }
}

/// Forgets what a program cannot be without.
pub fn release(stmts: &mut [Stmt]) {
    for s in stmts {
        s.keep = false;
        for body in s.clauses.iter_mut().filter_map(|c| c.body.as_mut()) {
            release(body);
        }
    }
}

/// The number of statements.
pub fn size(stmts: &[Stmt]) -> usize {
    stmts.iter().map(Stmt::size).sum()
}

/// The text of a program.
pub fn text(stmts: &[Stmt]) -> String {
    let mut out = String::new();
    for s in stmts {
        // Classes and functions stand apart.
        if s.clauses[0].body.is_some() {
            out.push_str("\n\n");
        }
        s.write(0, &mut out);
    }
    out
}
