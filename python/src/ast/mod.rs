//! The abstract syntax tree of one file, in both Python modes.
//!
//! One tree serves both: what only Python 2.7 has (`print`, `exec`, backticks, tuple parameters, three-part `raise`)
//! and what only Python 3 has (annotations, keyword-only parameters, starred targets, f-strings) are nodes of the same
//! enums. Nodes carry [`Span`]s. There is no load/store context: the place of an expression says it. [`dump`] prints
//! the tree as CPython's `ast` module of the mode would see it, which is how the parser is tested.
//!
//! The parser bounds the height of every tree ([`crate::parser::MAX_HEIGHT`]), so recursive walks cannot overflow the
//! stack.
use std::rc::Rc;

use dashu_int::IBig;
use ir::name::Name;
use ir::source::{FileId, Span};

use crate::code::{BinOp, CompareOp, Conversion, Future, Mode, UnaryOp};

mod dump;
mod dump_expr;
pub use dump::dump;

/// A source file after parsing.
#[derive(Debug)]
pub struct Module {
    pub file: FileId,
    /// How it was parsed.
    pub mode: Mode,
    /// `from __future__` features switched on by the file (or given).
    pub future: Future,
    pub body: Vec<Stmt>,
}

/// A statement with its place.
#[derive(Debug)]
pub struct Stmt {
    /// From the first to the last token (of the header and the body, for a compound statement).
    pub span: Span,
    pub kind: StmtKind,
}

/// What a statement does, with its parts.
#[derive(Debug)]
pub enum StmtKind {
    /// `def`
    FunctionDef(Box<FunctionDef>),
    /// `class`
    ClassDef(Box<ClassDef>),
    /// `return [value]`
    Return(Option<Expr>),
    /// `del targets`
    Delete(Vec<Expr>),
    /// `t1 = t2 = value`
    Assign(Vec<Expr>, Expr),
    /// `target op= value`
    AugAssign(Expr, BinOp, Expr),
    /// `target: annotation [= value]`
    AnnAssign(Box<AnnAssign>),
    /// Python 2 `print`
    Print {
        /// `>> stream`
        dest: Option<Expr>,
        values: Vec<Expr>,
        /// Whether it ends the line (no trailing comma).
        newline: bool,
    },
    /// `for`
    For(Box<For>),
    /// `while`
    While(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `if`/`elif` branches and `else`
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    /// `with`
    With {
        /// Managers with their targets.
        items: Vec<(Expr, Option<Expr>)>,
        body: Vec<Stmt>,
        /// `async with`
        is_async: bool,
    },
    /// `raise`
    Raise(Box<Raise>),
    /// `try`
    Try(Box<Try>),
    /// `match`
    Match(Box<Match>),
    /// `assert test, msg`
    Assert(Expr, Option<Expr>),
    /// `import a.b as c, d`
    Import(Vec<Alias>),
    /// `from module import names`
    ImportFrom {
        /// Dotted name without the leading dots.
        module: Option<Name>,
        /// Names; a single `*` imports all.
        names: Vec<Alias>,
        /// How many leading dots.
        level: u32,
    },
    /// Python 2 `exec code in globals, locals`
    Exec(Expr, Option<Expr>, Option<Expr>),
    /// `global names`
    Global(Vec<Name>),
    /// `nonlocal names`
    Nonlocal(Vec<Name>),
    Expr(Expr),
    /// `pass`
    Pass,
    /// `break`
    Break,
    /// `continue`
    Continue,
}

/// `def`
#[derive(Debug)]
pub struct FunctionDef {
    pub name: Name,
    /// Place of the name.
    pub name_span: Span,
    /// Decorators as they are written, the outermost first.
    pub decorators: Vec<Expr>,
    pub params: Params,
    /// `-> returns`
    pub returns: Option<Expr>,
    pub body: Vec<Stmt>,
    /// `async def`
    pub is_async: bool,
}

/// `class`
#[derive(Debug)]
pub struct ClassDef {
    pub name: Name,
    /// Place of the name.
    pub name_span: Span,
    /// Decorators as they are written, the outermost first.
    pub decorators: Vec<Expr>,
    /// Bases, perhaps starred.
    pub bases: Vec<Expr>,
    /// `metaclass=M`, `**kw`
    pub keywords: Vec<Keyword>,
    pub body: Vec<Stmt>,
}

/// `target: annotation [= value]`
#[derive(Debug)]
pub struct AnnAssign {
    /// A name, attribute or subscript.
    pub target: Expr,
    pub annotation: Expr,
    pub value: Option<Expr>,
    /// A plain name without parentheses.
    pub simple: bool,
}

/// `for`
#[derive(Debug)]
pub struct For {
    pub target: Expr,
    pub iter: Expr,
    pub body: Vec<Stmt>,
    /// `else`
    pub orelse: Vec<Stmt>,
    /// `async for`
    pub is_async: bool,
}

/// `raise exc [from cause]`, Python 2 `raise type, value, traceback`
#[derive(Debug)]
pub struct Raise {
    /// The exception, or its type (Python 2).
    pub exc: Option<Expr>,
    /// The second operand, of Python 2.
    pub value: Option<Expr>,
    /// The third operand, of Python 2.
    pub traceback: Option<Expr>,
    /// `from cause`
    pub cause: Option<Expr>,
}

/// `try`
#[derive(Debug)]
pub struct Try {
    pub body: Vec<Stmt>,
    /// `except` clauses.
    pub handlers: Vec<ExceptHandler>,
    /// `else`
    pub orelse: Vec<Stmt>,
    /// `finally`
    pub finalbody: Vec<Stmt>,
    /// `except*`
    pub star: bool,
}

/// `except type as target:`
#[derive(Debug)]
pub struct ExceptHandler {
    /// Place of the clause.
    pub span: Span,
    /// Type; `None` catches all.
    pub ty: Option<Expr>,
    /// A name in Python 3, any target in Python 2.
    pub target: Option<Expr>,
    pub body: Vec<Stmt>,
}

/// `match`
#[derive(Debug)]
pub struct Match {
    pub subject: Expr,
    pub cases: Vec<MatchCase>,
}

/// `case pattern if guard:`
#[derive(Debug)]
pub struct MatchCase {
    pub pattern: Pattern,
    pub guard: Option<Expr>,
    pub body: Vec<Stmt>,
}

/// A pattern of a `case`.
#[derive(Debug)]
pub struct Pattern {
    pub span: Span,
    pub kind: PatternKind,
}

/// What a pattern matches.
#[derive(Debug)]
pub enum PatternKind {
    /// Compared with `==`.
    Value(Expr),
    /// `None`, `True`, `False`: compared with `is`.
    Singleton(Expr),
    /// `[a, *b]`
    Sequence(Vec<Pattern>),
    /// `{key: pattern, **rest}`
    Mapping {
        /// Keys and the patterns of their values.
        items: Vec<(Expr, Pattern)>,
        /// Takes the other keys.
        rest: Option<Name>,
    },
    /// `Class(pattern, attribute=pattern)`
    Class {
        class: Expr,
        patterns: Vec<Pattern>,
        keywords: Vec<(Name, Pattern)>,
    },
    /// `*name` in a sequence; `*_` without one.
    Star(Option<Name>),
    /// `pattern as name`; without a pattern a capture; with neither the wildcard `_`.
    As(Option<Box<Pattern>>, Option<Name>),
    /// `a | b`
    Or(Vec<Pattern>),
}

/// `name as asname`
#[derive(Debug)]
pub struct Alias {
    pub span: Span,
    /// Dotted name or `*`.
    pub name: Name,
    /// `as` name.
    pub asname: Option<Name>,
}

/// Parameters of a function.
#[derive(Debug, Default)]
pub struct Params {
    pub args: Vec<Param>,
    /// How many of them are positional-only.
    pub posonly: usize,
    /// `*args`
    pub vararg: Option<Param>,
    pub kwonly: Vec<Param>,
    /// `**kwargs`
    pub kwarg: Option<Param>,
}

impl Params {
    /// All parameters, in the order of the fast locals.
    pub fn iter(&self) -> impl Iterator<Item = &Param> {
        self.args
            .iter()
            .chain(&self.kwonly)
            .chain(&self.vararg)
            .chain(&self.kwarg)
    }
}

/// A parameter with its default and annotation.
#[derive(Debug)]
pub struct Param {
    /// Place of the name.
    pub span: Span,
    /// Name; `.N` for a tuple parameter.
    pub name: Name,
    /// `: annotation`
    pub annotation: Option<Expr>,
    /// `= default`
    pub default: Option<Expr>,
    /// Python 2 `def f((a, b)):` the tuple target.
    pub pattern: Option<Expr>,
}

/// `name=value`, `**value`
#[derive(Debug)]
pub struct Keyword {
    pub span: Span,
    /// Name; `None` for `**`.
    pub name: Option<Name>,
    pub value: Expr,
}

/// An expression with its place.
#[derive(Debug)]
pub struct Expr {
    /// Place, without enclosing parentheses.
    pub span: Span,
    pub kind: ExprKind,
}

/// A `str` or `bytes` literal: a byte string in genext's object model.
#[derive(Debug, Clone)]
pub struct StrLit {
    /// The bytes; characters of the source text are UTF-8.
    pub bytes: Rc<[u8]>,
    /// `b''`
    pub is_bytes: bool,
    /// Some byte of 128 and more comes from a `\x` or octal escape (so the bytes need not be UTF-8).
    pub byte_escapes: bool,
}

/// What an expression computes, with its parts.
#[derive(Debug)]
pub enum ExprKind {
    Name(Name),
    /// `None`
    None,
    /// `True` (Python 3)
    True,
    /// `False` (Python 3)
    False,
    /// `...`
    Ellipsis,
    /// Integer of 64 bits.
    Int(i64),
    /// Bigger integer, or with `L`.
    Long(Box<IBig>),
    Float(f64),
    /// Imaginary literal.
    Imaginary(f64),
    /// `str` or `bytes` literal.
    Str(StrLit),
    /// `u''` literal: code points.
    Unicode(Rc<[u32]>),
    JoinedStr(Vec<FStringPart>),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    /// Dict; a missing key is `**mapping`.
    Dict(Vec<(Option<Expr>, Expr)>),
    /// `value.attr`
    Attribute(Box<Expr>, Name),
    /// `value[index]`
    Subscript(Box<(Expr, Expr)>),
    /// `lower:upper:step` inside a subscript.
    Slice(Box<Slice>),
    Call(Box<Call>),
    /// `left op right`; `/` is [`BinOp::Div`] here in both modes.
    BinOp(Box<(Expr, Expr)>, BinOp),
    /// `op value`; backticks are [`UnaryOp::Repr`].
    UnaryOp(UnaryOp, Box<Expr>),
    /// `a and b and c`
    And(Vec<Expr>),
    /// `a or b or c`
    Or(Vec<Expr>),
    /// `a < b <= c`
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `body if test else orelse`, as (test, body, orelse)
    IfExp(Box<(Expr, Expr, Expr)>),
    /// `lambda params: body`
    Lambda(Box<Lambda>),
    /// `[elt for ..]`
    ListComp(Box<Comprehension>),
    /// `{elt for ..}`
    SetComp(Box<Comprehension>),
    /// `{key: elt for ..}`
    DictComp(Box<Comprehension>),
    /// `(elt for ..)`
    GeneratorExp(Box<Comprehension>),
    /// `yield value`
    Yield(Option<Box<Expr>>),
    /// `yield from value`
    YieldFrom(Box<Expr>),
    /// `await value`
    Await(Box<Expr>),
    /// `*value`
    Starred(Box<Expr>),
    /// `target := value`
    NamedExpr(Box<(Expr, Expr)>),
}

/// Part of an f-string.
#[derive(Debug)]
pub enum FStringPart {
    Literal(StrLit, Span),
    /// `{value!conversion:spec}`
    Field {
        span: Span,
        value: Box<Expr>,
        conversion: Conversion,
        spec: Option<Vec<FStringPart>>,
    },
}

/// `lower:upper:step`
#[derive(Debug)]
pub struct Slice {
    pub lower: Option<Expr>,
    /// Upper bound.
    pub upper: Option<Expr>,
    /// Step; `Some(None)` for Python 2's `a[i:j:]`, which is a slice object with step `None`.
    pub step: Option<Option<Expr>>,
}

/// A call with its arguments as written.
#[derive(Debug)]
pub struct Call {
    pub func: Expr,
    /// Positional arguments, perhaps starred.
    pub args: Vec<Expr>,
    /// Keyword arguments, in order.
    pub keywords: Vec<Keyword>,
}

/// `lambda`
#[derive(Debug)]
pub struct Lambda {
    pub params: Params,
    pub body: Expr,
}

/// A comprehension or generator expression.
#[derive(Debug)]
pub struct Comprehension {
    /// Element, or value of a dict comprehension.
    pub elt: Expr,
    /// Key of a dict comprehension.
    pub key: Option<Expr>,
    /// `for target in iter if cond ..`, at least one.
    pub clauses: Vec<CompClause>,
}

/// `for target in iter if cond ..`
#[derive(Debug)]
pub struct CompClause {
    pub target: Expr,
    pub iter: Expr,
    pub ifs: Vec<Expr>,
    /// `async for`
    pub is_async: bool,
}
