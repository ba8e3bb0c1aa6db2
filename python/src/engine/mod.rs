//! The engine: executes stack code over an arbitrary object space.
//!
//! A [`Frame`] is the state of one activation: position, local variables, cells and the value stack. It knows control
//! flow only. *Every* operation on a value is a method of the [`ObjectSpace`], so the same engine runs programs (the
//! live space, `S::V` = objects) and builds flow graphs (the flow space, `S::V` = variables and constants).
//!
//! Errors of operations are [`Unwind`]s:
//! * `Raise(exc)`: an exception of the interpreted program; the frame looks for the handler of the instruction (a
//!   static table, see [`crate::code`]) and goes on there, or returns the error to its caller;
//! * `Abort(a)`: leaves the engine at once, through all frames, whatever the handlers (the flow space's forks and
//!   diagnostics).
//!
//! ```text
//! let mut frame = Frame::new(space, code, globals, namespace, locals, closure);
//! match frame.run(space)? {
//!     Outcome::Return(v) => ...,
//!     Outcome::Yield(v) => ... frame.resume(space, sent)  // generators: the frame is the generator's state
//! }
//! ```
//! The engine itself loops only where the code loops: a single instruction makes a bounded number of space calls, as
//! the flow space can insert back links between instructions only.
use std::rc::Rc;

use ir::name::Name;
use ir::source::Span;

use crate::code::{BinOp, CodeObject, CompareOp, ConstId, Conversion, FunctionParts, Pc, UnaryOp};

mod dispatch;

/// Why the engine leaves an operation without a result.
pub enum Unwind<S: ObjectSpace> {
    /// An exception of the interpreted program.
    Raise(S::Exc),
    /// Leaves the engine at once.
    Abort(S::Abort),
}

impl<S: ObjectSpace> Clone for Unwind<S>
where
    S::Abort: Clone,
{
    fn clone(&self) -> Self {
        match self {
            Unwind::Raise(e) => Unwind::Raise(e.clone()),
            Unwind::Abort(a) => Unwind::Abort(a.clone()),
        }
    }
}

impl<S: ObjectSpace> std::fmt::Debug for Unwind<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unwind::Raise(_) => "Unwind::Raise(..)",
            Unwind::Abort(_) => "Unwind::Abort(..)",
        })
    }
}

/// Result of an operation of space `S`.
pub type Flow<S, T> = Result<T, Unwind<S>>;

/// The arguments of a call, as written: `f(positional.., name=value.., *star, **dstar)`.
#[derive(Clone, Debug)]
pub struct Args<V> {
    pub positional: Vec<V>,
    /// Keyword arguments in source order.
    pub keywords: Vec<(Name, V)>,
    /// The iterable of `*`.
    pub star: Option<V>,
    /// The mapping of `**`.
    pub dstar: Option<V>,
}

impl<V> Args<V> {
    /// Arguments of a call that names and unpacks none.
    pub fn positional(positional: Vec<V>) -> Args<V> {
        Args {
            positional,
            keywords: Vec::new(),
            star: None,
            dstar: None,
        }
    }
    /// Whether there are positional arguments only.
    pub fn is_simple(&self) -> bool {
        self.keywords.is_empty() && self.star.is_none() && self.dstar.is_none()
    }
}

/// The operands of `MakeFunction`.
#[derive(Clone, Debug)]
pub struct FunctionOperands<V> {
    /// Tuple of defaults of the last positional parameters.
    pub defaults: Option<V>,
    /// Dict of defaults of keyword-only parameters.
    pub kwdefaults: Option<V>,
    /// A dictionary from names to annotations.
    pub annotations: Option<V>,
    /// A tuple of the cells of free variables.
    pub closure: Option<V>,
}

/// The operands of a `raise` statement.
#[derive(Clone, Debug)]
pub struct RaiseOperands<V> {
    /// `raise exc`: a class or an instance.
    pub exc: V,
    /// Python 2's `raise exc, value`.
    pub value: Option<V>,
    /// Python 2's `raise exc, value, traceback`.
    pub traceback: Option<V>,
    /// `raise exc from cause`.
    pub cause: Option<V>,
}

/// What `yield` does in a space.
pub enum Yielded<V> {
    /// The frame is suspended; `run` returns [`Outcome::Yield`] (live space).
    Suspend(V),
    /// Execution goes on at once, this being the value of the `yield` expression (flow space).
    Continue(V),
}

/// One round of `yield from`.
pub enum Delegated<V> {
    /// The sub-iterator produced a value: the frame is suspended with it and the instruction is executed again.
    Suspend(V),
    /// The sub-iterator is exhausted; the value of the expression.
    Done(V),
}

/// How a run of a frame ended (exceptions are `Err(Unwind::Raise)`).
#[derive(Clone, Debug)]
pub enum Outcome<V> {
    /// `return`.
    Return(V),
    /// `yield`: continue with [`Frame::resume`] or [`Frame::resume_with`].
    Yield(V),
}

/// Result of one instruction.
#[derive(Clone, Debug)]
pub enum Step<V> {
    /// Go on with the next instruction (`frame.pc` is up to date).
    Next,
    /// The frame returned or was suspended.
    Leave(Outcome<V>),
}

/// The operations on values. All methods take `&self`: spaces keep their state in cells, as operations nest.
///
/// Operations take the [`Span`] of the instruction that asks for them.
pub trait ObjectSpace: Sized {
    /// What the value stack and variables hold.
    type V: Clone;
    /// A raised exception, with whatever the space attaches to it.
    type Exc: Clone;
    /// Reason to leave the engine at once.
    type Abort;
    /// A variable shared between a function and its nested functions. The live space shares the contents between
    /// clones; the flow space does not (saved frame states must not change).
    type Cell: Clone;
    /// A namespace of names: module globals, a class body's names.
    type Namespace: Clone;

    // Constants

    /// The value of a constant of the running code (never `ConstValue::Code`).
    fn constant(&self, code: &CodeObject, id: ConstId) -> Self::V;
    /// `None`.
    fn none(&self) -> Self::V;
    /// `True` or `False`.
    fn bool(&self, b: bool) -> Self::V;
    /// A `str` naming something.
    fn name(&self, name: Name) -> Self::V;

    // Operators

    /// `+x -x ~x`, backticks. Never `Not`: that is [`ObjectSpace::not`].
    fn unary(&self, op: UnaryOp, v: &Self::V, span: Span) -> Flow<Self, Self::V>;
    /// `not x`.
    fn not(&self, v: &Self::V, span: Span) -> Flow<Self, Self::V> {
        Ok(self.bool(!self.is_true(v, span)?))
    }
    /// `a op b`.
    fn binary(&self, op: BinOp, a: &Self::V, b: &Self::V, span: Span) -> Flow<Self, Self::V>;
    /// `a op= b`; the result is stored back.
    fn inplace(&self, op: BinOp, a: &Self::V, b: &Self::V, span: Span) -> Flow<Self, Self::V>;
    /// A comparison: `op` is any, including `In`, `NotIn` (`a in b`), `Is`, `IsNot`.
    fn compare(&self, op: CompareOp, a: &Self::V, b: &Self::V, span: Span) -> Flow<Self, Self::V>;
    /// Truth. May answer more than once in the flow space (by aborting and replaying).
    fn is_true(&self, v: &Self::V, span: Span) -> Flow<Self, bool>;

    // Attributes and items

    /// `obj.name`.
    fn getattr(&self, obj: &Self::V, name: Name, span: Span) -> Flow<Self, Self::V>;
    /// `obj.name = value`.
    fn setattr(&self, obj: &Self::V, name: Name, value: &Self::V, span: Span) -> Flow<Self, ()>;
    /// `del obj.name`.
    fn delattr(&self, obj: &Self::V, name: Name, span: Span) -> Flow<Self, ()>;
    /// `obj[index]`.
    fn getitem(&self, obj: &Self::V, index: &Self::V, span: Span) -> Flow<Self, Self::V>;
    /// `obj[index] = value`.
    fn setitem(
        &self,
        obj: &Self::V,
        index: &Self::V,
        value: &Self::V,
        span: Span,
    ) -> Flow<Self, ()>;
    /// `del obj[index]`.
    fn delitem(&self, obj: &Self::V, index: &Self::V, span: Span) -> Flow<Self, ()>;
    /// `obj[start:stop]` (missing bounds are `None` values).
    fn getslice(
        &self,
        obj: &Self::V,
        start: &Self::V,
        stop: &Self::V,
        span: Span,
    ) -> Flow<Self, Self::V>;
    /// `obj[start:stop] = value`.
    fn setslice(
        &self,
        obj: &Self::V,
        start: &Self::V,
        stop: &Self::V,
        value: &Self::V,
        span: Span,
    ) -> Flow<Self, ()>;
    /// `del obj[start:stop]`.
    fn delslice(
        &self,
        obj: &Self::V,
        start: &Self::V,
        stop: &Self::V,
        span: Span,
    ) -> Flow<Self, ()>;

    // Building

    /// `(a, b)`.
    fn tuple(&self, items: Vec<Self::V>, span: Span) -> Flow<Self, Self::V>;
    /// `[a, b]`.
    fn list(&self, items: Vec<Self::V>, span: Span) -> Flow<Self, Self::V>;
    /// `{a, b}`.
    fn set(&self, items: Vec<Self::V>, span: Span) -> Flow<Self, Self::V>;
    /// `{k: v}`.
    fn dict(&self, items: Vec<(Self::V, Self::V)>, span: Span) -> Flow<Self, Self::V>;
    /// `start:stop:step` (missing parts are `None` values).
    fn slice(
        &self,
        start: &Self::V,
        stop: &Self::V,
        step: &Self::V,
        span: Span,
    ) -> Flow<Self, Self::V>;
    /// Appends to a list under construction.
    fn list_append(&self, list: &Self::V, item: &Self::V, span: Span) -> Flow<Self, ()>;
    /// Adds to a set under construction.
    fn set_add(&self, set: &Self::V, item: &Self::V, span: Span) -> Flow<Self, ()>;
    /// Stores into a dict under construction.
    fn map_add(&self, dict: &Self::V, key: &Self::V, value: &Self::V, span: Span)
    -> Flow<Self, ()>;
    /// Appends all items of an iterable to a list under construction.
    fn list_extend(&self, list: &Self::V, iterable: &Self::V, span: Span) -> Flow<Self, ()>;
    /// Adds all items of an iterable to a set under construction.
    fn set_update(&self, set: &Self::V, iterable: &Self::V, span: Span) -> Flow<Self, ()>;
    /// Stores all pairs of a mapping into a dict under construction.
    fn dict_update(&self, dict: &Self::V, mapping: &Self::V, span: Span) -> Flow<Self, ()>;
    /// The tuple of a list under construction.
    fn list_to_tuple(&self, list: &Self::V, span: Span) -> Flow<Self, Self::V>;
    /// Exactly `n` items of an iterable, else `ValueError`.
    fn unpack(&self, v: &Self::V, n: usize, span: Span) -> Flow<Self, Vec<Self::V>>;
    /// `a, *b, c = v`: `before` items, a list, `after` items, in source order.
    fn unpack_ex(
        &self,
        v: &Self::V,
        before: usize,
        after: usize,
        span: Span,
    ) -> Flow<Self, Vec<Self::V>>;
    /// A field of an f-string: `{v!conversion:spec}`.
    fn format_value(
        &self,
        v: &Self::V,
        conversion: Conversion,
        spec: Option<&Self::V>,
        span: Span,
    ) -> Flow<Self, Self::V>;
    /// The parts of an f-string, joined.
    fn build_string(&self, parts: Vec<Self::V>, span: Span) -> Flow<Self, Self::V>;

    // Iteration

    /// `iter(v)`.
    fn iter(&self, v: &Self::V, span: Span) -> Flow<Self, Self::V>;
    /// The next item of an iterator, `None` when exhausted. `it` is the stack slot: a space may replace the iterator
    /// (the flow space steps through an unrolled iterable so).
    fn next(&self, it: &mut Self::V, span: Span) -> Flow<Self, Option<Self::V>>;
    /// `yield v`.
    fn yield_value(&self, v: Self::V, span: Span) -> Flow<Self, Yielded<Self::V>>;
    /// One round of `yield from`: sends `sent` to the iterator.
    fn yield_from(
        &self,
        it: &Self::V,
        sent: &Self::V,
        span: Span,
    ) -> Flow<Self, Delegated<Self::V>>;

    // Names

    /// The global `name`, else the builtin; else `NameError`.
    fn load_global(&self, globals: &Self::Namespace, name: Name, span: Span)
    -> Flow<Self, Self::V>;
    /// Binds a name in the module's namespace.
    fn store_global(
        &self,
        globals: &Self::Namespace,
        name: Name,
        value: Self::V,
        span: Span,
    ) -> Flow<Self, ()>;
    /// Unbinds a global: a NameError if there is none.
    fn delete_global(&self, globals: &Self::Namespace, name: Name, span: Span) -> Flow<Self, ()>;
    /// The value of a name in a namespace that is not (only) the globals.
    fn get_name(
        &self,
        namespace: &Self::Namespace,
        name: Name,
        span: Span,
    ) -> Flow<Self, Option<Self::V>>;
    /// Binds a name in a class body's or `exec`'s namespace.
    fn set_name(
        &self,
        namespace: &Self::Namespace,
        name: Name,
        value: Self::V,
        span: Span,
    ) -> Flow<Self, ()>;
    /// Unbinds a name: a NameError if it is not bound.
    fn delete_name(&self, namespace: &Self::Namespace, name: Name, span: Span) -> Flow<Self, ()>;
    /// The error of reading a local variable (or the free variable of a nested function) that is not bound.
    fn unbound_local(&self, code: &CodeObject, name: Name, span: Span) -> Unwind<Self>;
    /// Called where a `with` statement goes on behind an exception, if its manager suppressed it.
    fn suppressed(&self, _locals: &mut [Option<Self::V>], _swallowed: &Self::V) {}
    /// Called with the value of a local variable that is read.
    fn read_local(&self, _value: &Self::V, _span: Span) -> Flow<Self, ()> {
        Ok(())
    }

    /// A new cell with contents, or empty.
    fn new_cell(&self, v: Option<Self::V>) -> Self::Cell;
    /// The contents of a cell.
    fn cell_get(&self, cell: &Self::Cell) -> Option<Self::V>;
    /// Fills or empties a cell.
    fn cell_set(&self, cell: &mut Self::Cell, v: Option<Self::V>);
    /// A cell as a value, for the closure tuple of a nested function.
    fn cell_value(&self, cell: &Self::Cell, name: Name, span: Span) -> Flow<Self, Self::V>;

    // Calls and definitions. These see the calling frame (`locals()`, `globals()`, `super()`, `exec`).

    /// `f(args)`.
    fn call(
        &self,
        frame: &Frame<Self>,
        f: &Self::V,
        args: Args<Self::V>,
        span: Span,
    ) -> Flow<Self, Self::V>;
    /// `def`, `lambda`.
    fn make_function(
        &self,
        frame: &Frame<Self>,
        code: &Rc<CodeObject>,
        operands: FunctionOperands<Self::V>,
        span: Span,
    ) -> Flow<Self, Self::V>;
    /// `class name(bases, keywords): body`. See [`crate::code::Instr::MakeClass`].
    fn make_class(
        &self,
        frame: &Frame<Self>,
        name: Name,
        body: &Self::V,
        bases: &Self::V,
        keywords: &Self::V,
        span: Span,
    ) -> Flow<Self, Self::V>;
    /// `import`. See [`crate::code::Instr::ImportName`].
    fn import_name(
        &self,
        frame: &Frame<Self>,
        name: Name,
        fromlist: &Self::V,
        level: i16,
        span: Span,
    ) -> Flow<Self, Self::V>;
    /// `from module import name`.
    fn import_from(&self, module: &Self::V, name: Name, span: Span) -> Flow<Self, Self::V>;
    /// `from module import *` into the frame's namespace.
    fn import_star(&self, frame: &mut Frame<Self>, module: &Self::V, span: Span) -> Flow<Self, ()>;
    /// Python 2's `exec code in globals, locals` (missing ones are `None` values).
    fn exec(
        &self,
        frame: &mut Frame<Self>,
        code: &Self::V,
        globals: &Self::V,
        locals: &Self::V,
        span: Span,
    ) -> Flow<Self, ()>;
    /// Makes `__annotations__` in the frame's namespace.
    fn setup_annotations(&self, frame: &mut Frame<Self>, span: Span) -> Flow<Self, ()>;

    // Exceptions

    /// The exception of a `raise` statement.
    fn raise(&self, operands: RaiseOperands<Self::V>, span: Span) -> Flow<Self, Self::Exc>;
    /// The exception of a bare `raise` outside of any handler of its function.
    fn raise_current(&self, span: Span) -> Flow<Self, Self::Exc>;
    /// The exception of values that came from [`ObjectSpace::exc_value`] and [`ObjectSpace::exc_type`].
    fn reraise(&self, value: Self::V, exc_type: Self::V, span: Span) -> Self::Exc;
    /// The instance that handlers see.
    fn exc_value(&self, exc: &Self::Exc) -> Self::V;
    /// The class that handlers match against.
    fn exc_type(&self, exc: &Self::Exc) -> Self::V;
    /// Whether an exception matches the class or tuple of classes of an `except` clause.
    fn exception_match(
        &self,
        value: &Self::V,
        exc_type: &Self::V,
        pattern: &Self::V,
        span: Span,
    ) -> Flow<Self, bool>;
    /// The class of a failed `assert`.
    fn assertion_error(&self) -> Self::V;
    /// Called when an exception passes through (or is raised in) a frame, before its handler is looked up: tracebacks.
    fn passing_exception(&self, _frame: &Frame<Self>, _exc: &mut Self::Exc, _span: Span) {}
    /// Called when the handler of a level takes over (`sys.exc_info`): see [`crate::code::Handler::level`].
    fn enter_handler(&self, _level: u16, _exc: &Self::Exc) {}
    /// Called when a handler ends normally: see [`crate::code::Instr::PopExcept`].
    fn pop_except(&self, _level: u16) {}

    // Statements

    /// `with`: the bound `__exit__` and the result of `__enter__()`.
    fn with_enter(
        &self,
        frame: &Frame<Self>,
        manager: &Self::V,
        span: Span,
    ) -> Flow<Self, (Self::V, Self::V)>;
    /// Leaves a `with` block normally: `exit(None, None, None)`.
    fn with_exit(&self, frame: &Frame<Self>, exit: &Self::V, span: Span) -> Flow<Self, ()>;
    /// Leaves a `with` block by an exception: `exit(type, value, traceback)`; a true result swallows the exception.
    fn with_exit_raise(
        &self,
        frame: &Frame<Self>,
        exit: &Self::V,
        value: &Self::V,
        exc_type: &Self::V,
        span: Span,
    ) -> Flow<Self, Self::V>;
    /// Python 2's `print >>stream, v,`; no stream: `sys.stdout`.
    fn print_item(&self, stream: Option<&Self::V>, v: &Self::V, span: Span) -> Flow<Self, ()>;
    /// The end of line of Python 2's `print`.
    fn print_newline(&self, stream: Option<&Self::V>, span: Span) -> Flow<Self, ()>;
}

/// One activation of a code object.
pub struct Frame<S: ObjectSpace> {
    pub code: Rc<CodeObject>,
    pub globals: S::Namespace,
    /// Names of a module, class body or `exec`ed text; for a module it is the same namespace as `globals`.
    pub namespace: Option<S::Namespace>,
    /// Fast locals; `None` is unbound.
    pub locals: Vec<Option<S::V>>,
    /// Cells: the code's own, then those of the closure.
    pub cells: Vec<S::Cell>,
    pub stack: Vec<S::V>,
    pub pc: Pc,
}

impl<S: ObjectSpace> Clone for Frame<S> {
    fn clone(&self) -> Self {
        Frame {
            code: self.code.clone(),
            globals: self.globals.clone(),
            namespace: self.namespace.clone(),
            locals: self.locals.clone(),
            cells: self.cells.clone(),
            stack: self.stack.clone(),
            pc: self.pc,
        }
    }
}

/// The part of a frame that changes while it runs, saved by [`Frame::save`]. Cells are saved as their space clones
/// them.
pub struct FrameState<S: ObjectSpace> {
    /// See [`Frame::pc`].
    pub pc: Pc,
    /// See [`Frame::locals`].
    pub locals: Vec<Option<S::V>>,
    /// See [`Frame::cells`].
    pub cells: Vec<S::Cell>,
    /// See [`Frame::stack`].
    pub stack: Vec<S::V>,
}

impl<S: ObjectSpace> Clone for FrameState<S> {
    fn clone(&self) -> Self {
        FrameState {
            pc: self.pc,
            locals: self.locals.clone(),
            cells: self.cells.clone(),
            stack: self.stack.clone(),
        }
    }
}

impl<S: ObjectSpace> Frame<S> {
    /// A frame at the start of `code`. `arguments` are the bound parameters in the order of `varnames` (fewer or
    /// `None`: unbound); `closure` are the cells of the code's free variables.
    pub fn new(
        space: &S,
        code: Rc<CodeObject>,
        globals: S::Namespace,
        namespace: Option<S::Namespace>,
        arguments: Vec<Option<S::V>>,
        closure: &[S::Cell],
    ) -> Frame<S> {
        let mut locals = arguments;
        locals.resize(code.varnames.len(), None);
        let stack = Vec::with_capacity(code.stack_size as usize);
        Frame::prepared(space, code, globals, namespace, locals, stack, closure)
    }
    /// [`Frame::new`] with all of its local variables and an empty value stack.
    pub(crate) fn prepared(
        space: &S,
        code: Rc<CodeObject>,
        globals: S::Namespace,
        namespace: Option<S::Namespace>,
        mut locals: Vec<Option<S::V>>,
        stack: Vec<S::V>,
        closure: &[S::Cell],
    ) -> Frame<S> {
        let mut cells = Vec::with_capacity(code.cellvars.len() + code.freevars.len());
        for var in &code.cellvars {
            let contents = match var.parameter {
                Some(local) => locals[local.0 as usize].take(),
                None => None,
            };
            cells.push(space.new_cell(contents));
        }
        cells.extend_from_slice(closure);
        Frame {
            code,
            globals,
            namespace,
            locals,
            cells,
            stack,
            pc: Pc(0),
        }
    }
    /// Copies the changing part.
    pub fn save(&self) -> FrameState<S> {
        FrameState {
            pc: self.pc,
            locals: self.locals.clone(),
            cells: self.cells.clone(),
            stack: self.stack.clone(),
        }
    }
    /// Sets the changing part.
    pub fn restore(&mut self, state: &FrameState<S>) {
        self.pc = state.pc;
        self.locals.clone_from(&state.locals);
        self.cells.clone_from(&state.cells);
        self.stack.clone_from(&state.stack);
    }
    /// Runs until the frame returns, yields or raises.
    pub fn run(&mut self, space: &S) -> Flow<S, Outcome<S::V>> {
        loop {
            if let Step::Leave(outcome) = self.step(space)? {
                return Ok(outcome);
            }
        }
    }
    /// Continues a frame suspended by `yield`, whose value is `sent`.
    pub fn resume(&mut self, space: &S, sent: S::V) -> Flow<S, Outcome<S::V>> {
        self.stack.push(sent);
        self.run(space)
    }
    /// Continues a suspended frame by raising at its `yield` (`generator.throw`).
    pub fn resume_with(&mut self, space: &S, exc: S::Exc) -> Flow<S, Outcome<S::V>> {
        // `pc` is past a `yield`, but still at a `yield from`.
        let at = match self.suspended_at() {
            Some(pc) => pc,
            None => self.pc,
        };
        self.handle(space, at, Unwind::Raise(exc))?;
        self.run(space)
    }
    /// The sub-iterator if the frame is suspended in a `yield from`.
    pub fn delegating_to(&self) -> Option<&S::V> {
        match self.code.instrs.get(self.pc.0 as usize) {
            Some(crate::code::Instr::YieldFrom) => self.stack.last(),
            _ => None,
        }
    }
    /// Ends a `yield from` early: its sub-iterator raised `StopIteration(value)` from `throw`. The instruction's value
    /// is `value`.
    pub fn finish_delegation(&mut self, value: S::V) {
        self.stack.pop();
        self.stack.push(value);
        self.pc = Pc(self.pc.0 + 1);
    }
    /// The `yield` instruction a suspended frame stands at; `None` before the first instruction.
    fn suspended_at(&self) -> Option<Pc> {
        use crate::code::Instr;
        let pc = self.pc.0;
        if self.code.instrs.get(pc as usize) == Some(&Instr::YieldFrom) {
            return Some(Pc(pc));
        }
        match pc.checked_sub(1).map(|p| (p, self.code.instrs[p as usize])) {
            Some((p, Instr::YieldValue)) => Some(Pc(p)),
            _ => None,
        }
    }
}

/// The operands present on the stack for `parts`, in stack order.
pub(crate) fn operand_count(parts: FunctionParts) -> usize {
    usize::from(parts.defaults)
        + usize::from(parts.kwdefaults)
        + usize::from(parts.annotations)
        + usize::from(parts.closure)
}
