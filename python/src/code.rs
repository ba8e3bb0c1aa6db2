//! Code objects and the stack code: the interface between the compiler and the engine. One engine runs over
//! the live and the flow object space, so the code must suit both.
//!
//! The stack code is our own. It differs from CPython's where that makes *abstract* interpretation simpler:
//!
//! * **No block stack and no unwinders.** Every instruction has at most one exception [`Handler`], found in a static
//!   table ([`CodeObject::handler`]): target, stack depth to cut the value stack to. `break`, `continue` and `return`
//!   are plain jumps and `Return`; the compiler emits a copy of each `finally` body (or `with` exit) they leave. So a
//!   frame is (pc, locals, stack).
//! * **Entering a handler** cuts the value stack to `depth` and pushes two values: the exception instance and, on top,
//!   its type: `[..] -> [.. value type]`. A handler ends in a jump, or re-raises the pair with [`Instr::Reraise`].
//! * **A bare `raise`** inside an `except` body reloads the pair from hidden fast locals and uses `Reraise`; only a
//!   bare `raise` outside any handler of its function is dynamic ([`Instr::RaiseCurrent`]).
//! * Conditions of `if`/`while`/`assert` compile to conditional jumps only, without intermediate booleans.
//! * List, set and dict comprehensions inside functions are inlined, with variables of their own (hidden fast locals),
//!   when no variable of theirs is captured by a nested function (as Python 3.12 does); generator expressions are
//!   nested functions.
//! * `str` literals are byte strings in both modes ([`ConstValue::Str`]); `u''` is [`ConstValue::Unicode`].
//!
//! ```text
//! def f(x):                 0  LoadFast x
//!     if x > 0:             1  LoadConst 0
//!         return g(x)       2  Compare >
//!     return -1             3  PopJumpIfFalse -> 8
//!                           4  LoadGlobal g ...
//! ```
//! In the stack effects below the top of the stack is on the right; `t` names a target, `n` a count.
use std::rc::Rc;

use dashu_int::IBig;
use ir::name::Name;
use ir::source::{FileId, Span};
use rustc_hash::FxHashSet;

use crate::live::quick::{Attached, LiveCode};

mod disasm;
pub use disasm::disassemble;

ir::entity!(
    /// Index of an instruction in [`CodeObject::instrs`].
    Pc,
    "@"
);
ir::entity!(
    /// Index of a constant in [`CodeObject::consts`].
    ConstId,
    "const"
);
ir::entity!(
    /// Index of a fast local in [`CodeObject::varnames`].
    LocalId,
    "local"
);
ir::entity!(
    /// Index of a cell: first [`CodeObject::cellvars`], then [`CodeObject::freevars`].
    CellId,
    "cell"
);

/// Which Python a source root is written in. Fixes parsing, `/` and the module's builtins; the object model is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Mode {
    /// Python 2.7.
    Py2,
    /// Python 3 (3.11-level syntax).
    Py3,
}

/// A constant of a code object.
#[derive(Clone, Debug)]
pub enum ConstValue {
    /// `None`
    None,
    /// `True`, `False` (in Python 2.7 mode these are names, not constants)
    Bool(bool),
    /// An integer literal that fits 64 bits and has no `L` suffix.
    Int(i64),
    /// An integer literal with an `L` suffix, or one that does not fit 64 bits.
    Long(IBig),
    Float(f64),
    /// An imaginary literal: the imaginary part.
    Imaginary(f64),
    /// A `str` (byte string) literal: `'..'`, `b'..'` in both modes.
    Str(Rc<[u8]>),
    /// A `u'..'` literal (or any unprefixed one under `from __future__ import unicode_literals`). Code points, because
    /// a literal may hold lone surrogates.
    Unicode(Rc<[u32]>),
    Tuple(Rc<[ConstValue]>),
    /// `...`
    Ellipsis,
    /// A nested code object.
    Code(Rc<CodeObject>),
}

/// Binary operators; also the in-place ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BinOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `@`
    MatMul,
    /// Python 2's classic `/` (floors integers).
    Div,
    /// `/` in Python 3, or under `from __future__ import division`.
    TrueDiv,
    /// `//`
    FloorDiv,
    /// `%`
    Mod,
    /// `**`
    Pow,
    /// `<<`
    LShift,
    /// `>>`
    RShift,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

impl BinOp {
    /// The operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::MatMul => "@",
            BinOp::Div | BinOp::TrueDiv => "/",
            BinOp::FloorDiv => "//",
            BinOp::Mod => "%",
            BinOp::Pow => "**",
            BinOp::LShift => "<<",
            BinOp::RShift => ">>",
            BinOp::And => "&",
            BinOp::Or => "|",
            BinOp::Xor => "^",
        }
    }
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum UnaryOp {
    /// `+x`
    Pos,
    /// `-x`
    Neg,
    /// `~x`
    Invert,
    /// `not x`
    Not,
    /// Python 2's backticks: `repr(x)`.
    Repr,
}

/// Operators of comparison, `in` and `is` among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum CompareOp {
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `is`
    Is,
    /// `is not`
    IsNot,
}

impl CompareOp {
    /// The operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            CompareOp::Lt => "<",
            CompareOp::Le => "<=",
            CompareOp::Eq => "==",
            CompareOp::Ne => "!=",
            CompareOp::Gt => ">",
            CompareOp::Ge => ">=",
            CompareOp::In => "in",
            CompareOp::NotIn => "not in",
            CompareOp::Is => "is",
            CompareOp::IsNot => "is not",
        }
    }
}

/// `!s`, `!r`, `!a` of an f-string field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Conversion {
    /// none: `format(x, spec)`
    None,
    /// `!s`
    Str,
    /// `!r`
    Repr,
    /// `!a`
    Ascii,
}

/// Which optional operands [`Instr::MakeFunction`] finds on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct FunctionParts {
    /// A tuple of default values of the last positional parameters.
    pub defaults: bool,
    /// A dict from names of keyword-only parameters to default values.
    pub kwdefaults: bool,
    /// A dict from parameter names (and `return`) to annotation values.
    pub annotations: bool,
    /// A tuple of cells, one for each of the code's `freevars`, in order.
    pub closure: bool,
}

/// One instruction of the stack code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Instr {
    /// `[] -> []` does nothing.
    Nop,
    /// `[a] -> []`
    Pop,
    /// `[a] -> [a a]`
    Dup,
    /// `[a b] -> [a b a b]`
    Dup2,
    /// `[a b] -> [b a]`
    Rot2,
    /// `[a b c] -> [c a b]`
    Rot3,
    /// `[a b c d] -> [d a b c]`
    Rot4,

    /// `[] -> [constant]`. Never a code constant.
    LoadConst(ConstId),
    /// `[] -> [value]`; unbound: `UnboundLocalError`.
    LoadFast(LocalId),
    /// `[value] -> []`
    StoreFast(LocalId),
    /// `[] -> []`; unbound: `UnboundLocalError`.
    DeleteFast(LocalId),
    /// `[] -> [value]`: module globals, then builtins; else `NameError`.
    LoadGlobal(Name),
    /// `[value] -> []`
    StoreGlobal(Name),
    /// `[] -> []`
    DeleteGlobal(Name),
    /// `[] -> [value]`: the namespace (module, class body, `exec`ed text), then globals, then builtins.
    LoadName(Name),
    /// `[value] -> []` into the namespace.
    StoreName(Name),
    /// `[] -> []`
    DeleteName(Name),
    /// `[] -> [value]`: the contents of a cell; empty: `NameError`/`UnboundLocalError`.
    LoadDeref(CellId),
    /// `[] -> [value]`: in a class body, the namespace first, then the cell.
    LoadClassDeref(CellId),
    /// `[value] -> []`
    StoreDeref(CellId),
    /// `[] -> []` empties the cell.
    DeleteDeref(CellId),
    /// `[] -> [cell]`: the cell itself, for a closure tuple.
    LoadClosure(CellId),

    /// `[obj] -> [value]`
    LoadAttr(Name),
    /// `[value obj] -> []`
    StoreAttr(Name),
    /// `[obj] -> []`
    DeleteAttr(Name),
    /// `[obj index] -> [value]`
    BinarySubscr,
    /// `[value obj index] -> []`
    StoreSubscr,
    /// `[obj index] -> []`
    DeleteSubscr,

    /// `[a] -> [value]`
    Unary(UnaryOp),
    /// `[a b] -> [value]`
    Binary(BinOp),
    /// `[a b] -> [value]`: `a op= b`
    Inplace(BinOp),
    /// `[a b] -> [flag]`
    Compare(CompareOp),

    /// `[] -> []` continues at `t`.
    Jump(Pc),
    /// `[c] -> []` to `t` if `c` is false.
    PopJumpIfFalse(Pc),
    /// `[c] -> []` to `t` if `c` is true.
    PopJumpIfTrue(Pc),
    /// `[c] -> []`, or to `t` with `[c]` if `c` is false. Only where the value is wanted.
    JumpIfFalseOrPop(Pc),
    /// `[c] -> []`, or to `t` with `[c]` if `c` is true. Only where the value is wanted.
    JumpIfTrueOrPop(Pc),
    /// `[iterable] -> [iterator]`
    GetIter,
    /// `[iterator] -> [iterator item]`, or to `t` with `[]` when exhausted (the iterator is popped).
    ForIter(Pc),

    /// `[a1..an] -> [tuple]`
    BuildTuple(u32),
    /// `[a1..an] -> [list]`
    BuildList(u32),
    /// `[a1..an] -> [set]`
    BuildSet(u32),
    /// `[k1 v1..kn vn] -> [dict]`, keys inserted in order.
    BuildMap(u32),
    /// `[start stop] -> [slice]` (2: without a step, also Python 2's `a[i:j]`) or `[start stop step] -> [slice]` (3).
    /// A missing bound is the constant `None`.
    BuildSlice(u8),
    /// `[list.. item] -> [list..]`: appends to the list `n` places below the item (1: directly below).
    ListAppend(u32),
    /// `[set.. item] -> [set..]`: adds to the set `n` places below the item.
    SetAdd(u32),
    /// `[dict.. key value] -> [dict..]`: stores into the dict `n` places below the key.
    MapAdd(u32),
    /// `[list iterable] -> [list]`
    ListExtend,
    /// `[set iterable] -> [set]`
    SetUpdate,
    /// `[dict mapping] -> [dict]` (later keys win)
    DictUpdate,
    /// `[list] -> [tuple]`
    ListToTuple,
    /// `[sequence] -> [xn..x1]`: exactly `n` items, the first on top.
    UnpackSequence(u32),
    /// `[sequence] -> [after.. rest_list before..]`: `before` items, the rest as a list, `after` items; the first on
    /// top.
    UnpackEx {
        /// Items before the starred target.
        before: u16,
        /// How many items stand after it.
        after: u16,
    },

    /// `[f a1..an] -> [result]`
    Call(u32),
    /// `[f a1..an (v1..vk) (star) (dstar)] -> [result]`: `npos` positional arguments, then the values of the keyword
    /// arguments named by the constant (a tuple of `Str`; `None`: no keywords), then the iterable of `*` and the
    /// mapping of `**`, if present. In Python 3 code the iterable comes in front of the values of keywords: operands
    /// are in the order of evaluation.
    CallFull {
        /// How many positional arguments.
        npos: u16,
        /// Tuple of keyword names.
        kwnames: Option<ConstId>,
        /// Whether there is a `*iterable`.
        star: bool,
        /// Whether there is a `**mapping`.
        dstar: bool,
    },
    /// `[(defaults) (kwdefaults) (annotations) (closure)] -> [function]` of a code constant.
    MakeFunction {
        code: ConstId,
        /// Which operands are on the stack.
        parts: FunctionParts,
    },
    /// `[body bases keywords] -> [class]`: `body` is a function of a class-body code, `bases` a tuple, `keywords` a
    /// dict or `None`. The metaclass is `keywords['metaclass']`, else `__metaclass__` of the body, else `__metaclass__`
    /// of the globals (Python 2.7 mode), else the bases'. The body runs over a fresh namespace and returns the
    /// `__class__` cell to fill, or `None`.
    MakeClass(Name),
    /// `[value] -> ` returns from the frame.
    Return,
    /// `[value] -> [sent]` suspends the generator.
    YieldValue,
    /// `[iterator value] -> [result]`: sends `value`, yields each result; the instruction is executed again with the
    /// sent value on top until the iterator is exhausted, then pushes the value of its `StopIteration`.
    YieldFrom,

    /// `[exc] ->` raises an instance or a class.
    Raise,
    /// `[exc cause] ->` `raise exc from cause`.
    RaiseFrom,
    /// `[type value] ->` Python 2's `raise type, value`.
    Raise2,
    /// `[type value traceback] ->` Python 2's `raise type, value, traceback`.
    Raise3,
    /// `[] ->` bare `raise` outside a handler of this function: re-raises the thread's current exception.
    RaiseCurrent,
    /// `[value type] ->` raises again an exception caught by a handler, with its traceback.
    Reraise,
    /// `[value type pattern] -> [value type flag]`: whether the exception matches a class or a tuple of classes.
    ExceptionMatch,
    /// `[] -> []` ends a handler: from here the "current exception" (`sys.exc_info`) is that of the handler of level
    /// `n-1`, or of the caller if `n` is 0. See [`Handler::level`]. The flow space ignores it.
    PopExcept(u16),
    /// `[] -> [AssertionError]`, whatever the name is bound to.
    LoadAssertionError,
    /// `[manager] -> [exit entered]`: the bound `__exit__` and the result of `__enter__()`.
    WithEnter,
    /// `[exit] -> []` calls `exit(None, None, None)`.
    WithExit,
    /// `[exit value type] -> [value type flag]` calls `exit(type, value, traceback)`; the flag is its result.
    WithExitRaise,

    /// `[fromlist] -> [module]`: `fromlist` is a tuple of names or `None` (then the result is the top package, except
    /// in a Python 3 `import a.b as c`, which follows with `ImportFrom`s). `level`: -1 implicit relative then absolute
    /// (Python 2.7 without `absolute_import`), 0 absolute, n: up n packages.
    ImportName { name: Name, level: i16 },
    /// `[module] -> [module attribute]`: an attribute, or else the submodule of that name.
    ImportFrom(Name),
    /// `[module] -> []` binds all public names in the namespace.
    ImportStar,

    /// `[value] -> []`: Python 2 `print value` to `sys.stdout`, with soft spaces.
    PrintItem,
    /// `[] -> []`
    PrintNewline,
    /// `[stream value] -> [stream]`
    PrintItemTo,
    /// `[stream] -> [stream]`
    PrintNewlineTo,
    /// `[code globals locals] -> []`: Python 2 `exec`; missing ones are `None`.
    Exec,
    /// `[value] -> [str]` or, with `spec`, `[value spec] -> [str]`: an f-string field.
    FormatValue {
        /// `!s`, `!r`, `!a`.
        conversion: Conversion,
        /// Whether a format spec is on the stack.
        spec: bool,
    },
    /// `[s1..sn] -> [str]` concatenates.
    BuildString(u32),
    /// `[] -> []` makes the namespace's `__annotations__` dict if there is none.
    SetupAnnotations,
}

impl Instr {
    /// The jump target, if the instruction can jump.
    pub fn target(self) -> Option<Pc> {
        match self {
            Instr::Jump(t)
            | Instr::PopJumpIfFalse(t)
            | Instr::PopJumpIfTrue(t)
            | Instr::JumpIfFalseOrPop(t)
            | Instr::JumpIfTrueOrPop(t)
            | Instr::ForIter(t) => Some(t),
            _ => None,
        }
    }
    /// Replaces the jump target; no effect on an instruction that cannot jump.
    pub fn set_target(&mut self, to: Pc) {
        match self {
            Instr::Jump(t)
            | Instr::PopJumpIfFalse(t)
            | Instr::PopJumpIfTrue(t)
            | Instr::JumpIfFalseOrPop(t)
            | Instr::JumpIfTrueOrPop(t)
            | Instr::ForIter(t) => *t = to,
            _ => {}
        }
    }
    /// Whether control never reaches the next instruction.
    pub fn ends_block(self) -> bool {
        matches!(
            self,
            Instr::Jump(_)
                | Instr::Return
                | Instr::Raise
                | Instr::RaiseFrom
                | Instr::Raise2
                | Instr::Raise3
                | Instr::RaiseCurrent
                | Instr::Reraise
        )
    }
    /// How many values it pops, and how many it pushes when control falls through.
    pub fn stack_effect(self) -> (u32, u32) {
        use Instr::*;
        match self {
            Nop | Jump(_) | PopExcept(_) | SetupAnnotations | PrintNewline => (0, 0),
            DeleteFast(_) | DeleteGlobal(_) | DeleteName(_) | DeleteDeref(_) | RaiseCurrent => {
                (0, 0)
            }
            Pop | StoreFast(_) | StoreGlobal(_) | StoreName(_) | StoreDeref(_) => (1, 0),
            DeleteAttr(_) | Return | Raise | ImportStar | PrintItem | WithExit => (1, 0),
            PopJumpIfFalse(_) | PopJumpIfTrue(_) | JumpIfFalseOrPop(_) | JumpIfTrueOrPop(_) => {
                (1, 0)
            }
            Dup => (1, 2),
            Dup2 => (2, 4),
            Rot2 => (2, 2),
            Rot3 => (3, 3),
            Rot4 => (4, 4),
            LoadConst(_) | LoadFast(_) | LoadGlobal(_) | LoadName(_) | LoadDeref(_) => (0, 1),
            LoadClassDeref(_) | LoadClosure(_) | LoadAssertionError => (0, 1),
            LoadAttr(_) | Unary(_) | GetIter | ListToTuple | YieldValue | ImportName { .. } => {
                (1, 1)
            }
            StoreAttr(_) | DeleteSubscr | RaiseFrom | Raise2 | Reraise => (2, 0),
            BinarySubscr | Binary(_) | Inplace(_) | Compare(_) | YieldFrom => (2, 1),
            ListExtend | SetUpdate | DictUpdate | PrintItemTo => (2, 1),
            StoreSubscr | Raise3 | Exec => (3, 0),
            ForIter(_) | ImportFrom(_) | WithEnter => (1, 2),
            PrintNewlineTo => (1, 1),
            BuildTuple(n) | BuildList(n) | BuildSet(n) | BuildString(n) => (n, 1),
            BuildMap(n) => (2 * n, 1),
            BuildSlice(n) => (u32::from(n), 1),
            ListAppend(n) | SetAdd(n) => (n + 1, n),
            MapAdd(n) => (n + 2, n),
            UnpackSequence(n) => (1, n),
            UnpackEx { before, after } => (1, u32::from(before) + u32::from(after) + 1),
            Call(n) => (n + 1, 1),
            // The number of keyword values is in the constant: see `CodeObject::stack_effect`.
            CallFull {
                npos, star, dstar, ..
            } => (1 + u32::from(npos) + u32::from(star) + u32::from(dstar), 1),
            MakeFunction { parts, .. } => (
                u32::from(parts.defaults)
                    + u32::from(parts.kwdefaults)
                    + u32::from(parts.annotations)
                    + u32::from(parts.closure),
                1,
            ),
            MakeClass(_) => (3, 1),
            ExceptionMatch => (3, 3),
            WithExitRaise => (3, 3),
            FormatValue { spec, .. } => (1 + u32::from(spec), 1),
        }
    }
}

/// Where control goes when an instruction raises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Handler {
    /// The handler's first instruction; it finds `[value type]` above `depth`.
    pub target: Pc,
    /// The height the value stack is cut to before the two values are pushed.
    pub depth: u32,
    /// How many handlers of this code are being executed around this one. A frame that keeps current exceptions (for
    /// `sys.exc_info` and `__context__`) cuts its list to this length and pushes the new one.
    pub level: u16,
}

/// A variable of this code kept in a cell because a nested function uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellVar {
    pub name: Name,
    /// The parameter to move into the cell when the frame starts, if the variable is one.
    pub parameter: Option<LocalId>,
}

/// What kind of text a code object was made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum CodeKind {
    /// A module, or text given to `exec`.
    Module,
    /// An expression given to `eval`: returns its value.
    Expression,
    /// A class body: runs over a new namespace; see [`Instr::MakeClass`].
    Class,
    /// A function or lambda.
    Function,
    /// A generator expression, or a comprehension that was not inlined; its only parameter `.0` is the first iterator.
    Comprehension,
}

/// An annotated parameter (or the result, named `return`) of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnnotationSpan {
    /// Parameter name, or `return`.
    pub name: Name,
    pub span: Span,
}

/// A code object: one module, class body, function, lambda or generator expression.
#[derive(Clone, Debug)]
pub struct CodeObject {
    /// `f`, `<lambda>`, `<genexpr>`, `<module>`.
    pub name: Name,
    /// Dotted, as Python 3's `__qualname__`: `C.f`, `f.<locals>.g`.
    pub qualname: Name,
    pub file: FileId,
    /// 1-based line of the `def`/`class`/first decorator.
    pub first_line: u32,
    /// The whole definition (without decorators).
    pub span: Span,
    /// The name in the header of a `def` or `class`; otherwise the same as `span`.
    pub name_span: Span,
    pub mode: Mode,
    /// What it was made from.
    pub kind: CodeKind,
    /// Contains `yield`.
    pub is_generator: bool,
    /// `async def`, of which only the header is compiled ([`crate::compile::compile_test_module`]).
    pub is_async: bool,
    /// Has `*args` (the local after the positional and keyword-only ones).
    pub varargs: bool,
    /// Has `**kwargs` (the local after `*args`).
    pub varkw: bool,
    /// Defined inside another function.
    pub nested: bool,
    /// Names may be bound that the compiler cannot see (Python 2.7's `exec` or `import *` in a function): `LoadName`
    /// occurs in it.
    pub dynamic_locals: bool,
    /// `/` is true division here (Python 3 mode, or the `__future__` import).
    pub true_division: bool,
    /// The `__future__` features in force, for text compiled at run time in this module.
    pub future: Future,
    /// Positional parameters, including positional-only ones.
    pub argcount: u32,
    /// Positional-only parameters among them.
    pub posonlyargcount: u32,
    pub kwonlyargcount: u32,
    /// Fast locals: positional parameters, keyword-only ones, `*args`, `**kwargs`, other locals, hidden ones (names
    /// with `.`).
    pub varnames: Vec<Name>,
    /// Variables of this code kept in cells.
    pub cellvars: Vec<CellVar>,
    /// Variables of enclosing functions; their cells come with the function's closure, in this order.
    pub freevars: Vec<Name>,
    pub consts: Vec<ConstValue>,
    pub instrs: Vec<Instr>,
    /// One span per instruction.
    pub spans: Vec<Span>,
    pub handlers: Vec<Handler>,
    /// Per instruction: index into `handlers` plus one, or 0.
    pub handler_of: Vec<u32>,
    /// Greatest height of the value stack.
    pub stack_size: u32,
    pub docstring: Option<ConstValue>,
    /// Places of the annotations of a function's parameters and result.
    pub annotations: Vec<AnnotationSpan>,
    /// What the live space made of it when it first ran.
    pub attached: Attached,
}

/// `from __future__` features.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Future {
    /// `division`
    pub division: bool,
    /// `absolute_import`
    pub absolute_import: bool,
    /// `print_function`
    pub print_function: bool,
    /// `unicode_literals`
    pub unicode_literals: bool,
    /// `annotations`: annotations are kept as strings.
    pub annotations: bool,
}

impl CodeObject {
    /// The handler of the instruction at `pc`, if it raises.
    pub fn handler(&self, pc: Pc) -> Option<&Handler> {
        match self.handler_of.get(pc.0 as usize) {
            Some(&i) if i != 0 => self.handlers.get(i as usize - 1),
            _ => None,
        }
    }
    /// Whether an exception that leaves the instruction at `pc` runs code which passes it on whatever it is: a
    /// `finally`, or the exit of a `with`.
    pub fn is_within_finally(&self, pc: Pc) -> bool {
        let mut seen = FxHashSet::default();
        let mut next: Vec<Pc> = self.handler(pc).map(|h| h.target).into_iter().collect();
        while let Some(at) = next.pop() {
            if at.0 as usize >= self.instrs.len() || !seen.insert(at) {
                continue;
            }
            let instr = self.instr(at);
            match instr {
                Instr::Reraise | Instr::WithExitRaise => return true,
                // What does not match goes to the handler around this one.
                Instr::ExceptionMatch => {
                    next.extend(self.handler(at).map(|h| h.target));
                    continue;
                }
                Instr::PopExcept(_) | Instr::Return => continue,
                _ => next.extend(instr.target()),
            }
            if !matches!(instr, Instr::Jump(_)) {
                next.push(Pc(at.0 + 1));
            }
        }
        false
    }
    /// The instruction at `pc`.
    pub fn instr(&self, pc: Pc) -> Instr {
        self.instrs[pc.0 as usize]
    }
    /// The span of the instruction at `pc`.
    pub fn span_at(&self, pc: Pc) -> Span {
        self.spans.get(pc.0 as usize).copied().unwrap_or(self.span)
    }
    /// Constants as objects, and instructions as the live space runs them.
    pub fn live(&self) -> &LiveCode {
        self.attached.of(self)
    }
    /// What the number stands for in this code.
    pub fn constant(&self, id: ConstId) -> &ConstValue {
        &self.consts[id.0 as usize]
    }
    /// The nested code object of a `MakeFunction`.
    pub fn nested_code(&self, id: ConstId) -> &Rc<CodeObject> {
        match self.constant(id) {
            ConstValue::Code(code) => code,
            other => panic!("{id} is not a code object but {other:?}"),
        }
    }
    /// The name of a cell.
    pub fn cell_name(&self, cell: CellId) -> Name {
        let i = cell.0 as usize;
        match self.cellvars.get(i) {
            Some(c) => c.name,
            None => self.freevars[i - self.cellvars.len()],
        }
    }
    /// The keyword names of a `CallFull`.
    pub fn keyword_names(&self, id: Option<ConstId>) -> Vec<Name> {
        let Some(ConstValue::Tuple(items)) = id.map(|id| self.constant(id)) else {
            return Vec::new();
        };
        items
            .iter()
            .filter_map(|c| match c {
                ConstValue::Str(s) => std::str::from_utf8(s).ok().map(Name::new),
                _ => None,
            })
            .collect()
    }
    /// How many parameters there are, `*args` and `**kwargs` included; they are the first `varnames`.
    pub fn parameter_count(&self) -> u32 {
        self.argcount + self.kwonlyargcount + u32::from(self.varargs) + u32::from(self.varkw)
    }
    /// Like [`Instr::stack_effect`], with the keyword values of `CallFull` counted.
    pub fn stack_effect(&self, instr: Instr) -> (u32, u32) {
        let (pops, pushes) = instr.stack_effect();
        if let Instr::CallFull {
            kwnames: Some(id), ..
        } = instr
            && let ConstValue::Tuple(names) = self.constant(id)
        {
            return (pops + names.len() as u32, pushes);
        }
        (pops, pushes)
    }
}
