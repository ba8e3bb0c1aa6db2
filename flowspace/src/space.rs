//! The flow space: the object space whose values are variables and constants.
//!
//! An operation is *folded* (pure, on constants that cannot change: see [`fold`]) or *recorded* (appended to the
//! current block; the result is a fresh variable). Questions the engine asks about variables (truth, end of iteration,
//! exceptions seen by a handler) fork the graph: the space aborts with [`Abort::Stop`], and each answer is explored by
//! replaying the instruction.
//!
//! Implicit exceptions of operations are seen only where a handler of the function is around the instruction; elsewhere
//! they leave the function without being mentioned in the graph.
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::diag::Diagnostic;
use ir::model::{Operand, VarId};
use ir::name::Name;
use ir::source::Span;
use python::code::{CodeObject, Mode, Pc};
use python::engine::{Args, Flow, Frame, ObjectSpace, Unwind};
use python::live::{self, FunctionObj, Value, name_value, types};
use rustc_hash::{FxHashMap, FxHashSet};

use super::contents::Contents;
use super::fold::{self, Folded};
use super::op::{CallShape, HlOp};
use super::recorder::{Recording, Stop};
use super::special;
use super::value::{BoundSuper, Const, FlowValue, SuperOf, constant, erroneous, is_erroneous};

/// Why the engine is left.
pub enum Abort {
    /// This path is finished.
    Stop,
    /// The program is not RPython here.
    Error(Box<Diagnostic>),
}

/// An exception: class and instance.
#[derive(Clone, Debug)]
pub struct FlowExc {
    pub class: FlowValue,
    pub value: FlowValue,
}

/// The flow space of one function.
pub struct FlowSpace<'a> {
    /// The live space, for constants.
    pub live: &'a live::Space,
    pub func: Rc<FunctionObj>,
    /// What may be read of prebuilt lists and dictionaries.
    pub(super) contents: Option<&'a Contents>,
    /// The graph under construction.
    pub recording: RefCell<Recording<'a>>,
    /// Whether a handler of the function is around the current instruction.
    pub guarded: Cell<bool>,
    /// Whether the function is a generator of Python 3, which a StopIteration must not leave.
    stops_itself: bool,
    pub at: Cell<Pc>,
    /// Results of constant folding.
    pub(super) folded: RefCell<FxHashMap<(HlOp, Vec<Const>), Folded>>,
    /// Items of `unrolling_iterable`s.
    pub(super) unrolled: RefCell<FxHashMap<live::Identity, Rc<[Value]>>>,
    /// Functions made by nested `def`s and `lambda`s: one per place and defaults, however often the place is flowed.
    pub(super) made: RefCell<FxHashMap<(*const CodeObject, Const), Value>>,
    /// Results of comparisons and the like.
    tests: RefCell<FxHashSet<VarId>>,
    /// What was refused on this path, which went on with an erroneous value.
    pub(super) refused: RefCell<Vec<Diagnostic>>,
    /// Local variables that were read where they are not assigned on every path.
    pub(super) unbound: RefCell<Vec<Name>>,
}

impl From<Stop> for Unwind<FlowSpace<'_>> {
    fn from(_: Stop) -> Self {
        Unwind::Abort(Abort::Stop)
    }
}

pub(super) type R<'a, T> = Flow<FlowSpace<'a>, T>;

impl<'a> FlowSpace<'a> {
    /// A space that records into `recording`.
    pub fn new(
        live: &'a live::Space,
        contents: Option<&'a Contents>,
        func: Rc<FunctionObj>,
        recording: Recording<'a>,
    ) -> Self {
        let code = func.code();
        FlowSpace {
            live,
            contents,
            stops_itself: code.is_generator && code.mode == Mode::Py3,
            func,
            recording: RefCell::new(recording),
            guarded: Cell::new(false),
            at: Cell::new(Pc(0)),
            folded: RefCell::default(),
            unrolled: RefCell::default(),
            made: RefCell::default(),
            tests: RefCell::default(),
            refused: RefCell::default(),
            unbound: RefCell::default(),
        }
    }
    /// A diagnostic that ends this path.
    pub fn error<T>(&self, d: Diagnostic) -> R<'a, T> {
        Err(Unwind::Abort(Abort::Error(Box::new(d))))
    }
    /// A diagnostic that counts if the program can get here; the path goes on with an erroneous value.
    pub(super) fn refuse_if_reached(&self, d: Diagnostic, span: Span) -> R<'a, FlowValue> {
        let refusal = constant(Value::native(super::value::Refusal(d)));
        self.quiet_op(HlOp::SimpleCall, vec![refusal], span)?;
        Ok(erroneous())
    }
    /// A diagnostic; the path goes on with an erroneous value.
    pub fn refuse(&self, d: Diagnostic) -> FlowValue {
        self.refused.borrow_mut().push(d);
        erroneous()
    }
    /// "... is not RPython".
    pub fn not_rpython<T>(&self, span: Span, what: &str, help: Option<&str>) -> R<'a, T> {
        let mut d = Diagnostic::error("E0303", span, format!("{what} is not RPython"));
        if let Some(h) = help {
            d = d.help(h);
        }
        self.error(d)
    }
    /// Folds or records an operation; forks on the exceptions it may raise if a handler is around.
    pub fn op(&self, op: HlOp, args: Vec<FlowValue>, span: Span) -> R<'a, FlowValue> {
        if op.folds()
            && let Some(v) = self.fold(&op, &args, span)?
        {
            return Ok(v);
        }
        let quiet = match op {
            // The outcome of a test has a truth value that nobody computes.
            HlOp::Bool => (args[0].var()).is_some_and(|v| self.tests.borrow().contains(&v)),
            // Only what may be None instead of a class raises.
            HlOp::IsInstance => args[1].var().is_none(),
            _ => false,
        };
        let test = op.gives_bool();
        let raises = if quiet { &[] } else { op.exceptions() };
        let result = self.record(op, args, raises, span)?;
        if test && let Some(v) = result.var() {
            self.tests.borrow_mut().insert(v);
        }
        Ok(result)
    }
    /// Like [`FlowSpace::op`] without a look at exceptions: for operations that cannot raise here.
    pub fn quiet_op(&self, op: HlOp, args: Vec<FlowValue>, span: Span) -> R<'a, FlowValue> {
        if op.folds()
            && let Some(v) = self.fold(&op, &args, span)?
        {
            return Ok(v);
        }
        self.record(op, args, &[], span)
    }
    /// Records an operation that forks on `raises` in a guarded region.
    pub fn record(
        &self,
        op: HlOp,
        args: Vec<FlowValue>,
        raises: &[&str],
        span: Span,
    ) -> R<'a, FlowValue> {
        if let Some(contents) = self.contents {
            contents.note_recorded(&op, &args);
        }
        let result = self.recording.borrow_mut().append(op, args, span)?;
        let raises = match self.guarded.get() {
            true => raises,
            false if self.stops_itself && raises.contains(&"Exception") => &["StopIteration"],
            false => &[],
        };
        if !raises.is_empty()
            && let Some(exc) = self.ask_exception(raises, span)?
        {
            return Err(Unwind::Raise(exc));
        }
        Ok(Operand::Var(result))
    }
    /// An exception that leaves the function: a StopIteration that leaves a generator of Python 3 becomes a
    /// RuntimeError. The end of a generator is another thing: see [`crate::generator`].
    pub(super) fn leave(&self, exc: FlowExc, span: Span) -> R<'a, std::convert::Infallible> {
        if self.stops_itself && self.class_matches(&exc.class, &exc_class("StopIteration"), span)? {
            let class = constant(exc_class("RuntimeError"));
            let text = constant(Value::str("generator raised StopIteration"));
            let value = self.record(HlOp::SimpleCall, vec![class.clone(), text], &[], span)?;
            return Err(Unwind::Raise(FlowExc { class, value }));
        }
        Err(Unwind::Raise(exc))
    }
    /// Which of these exceptions the last operation raises. `Exception` stands for any, of whatever class.
    pub(super) fn ask_exception(&self, classes: &[&str], span: Span) -> R<'a, Option<FlowExc>> {
        let classes: Vec<(Const, bool)> = classes
            .iter()
            .map(|&n| match n {
                "Exception" => (Const(exc_class("BaseException")), true),
                n => (Const(exc_class(n)), false),
            })
            .collect();
        let answer = self.recording.borrow_mut().ask_exception(&classes, span)?;
        Ok(answer.map(|(class, value)| FlowExc {
            class,
            value: Operand::Var(value),
        }))
    }
    pub(super) fn fold(
        &self,
        op: &HlOp,
        args: &[FlowValue],
        span: Span,
    ) -> R<'a, Option<FlowValue>> {
        let mut values = Vec::with_capacity(args.len());
        for a in args {
            match a {
                Operand::Const(c) if c.is_foldable() => values.push(c.0.clone()),
                _ => return Ok(None),
            }
        }
        match fold::fold(self, op, &values, span) {
            Folded::Value(v) => Ok(Some(constant(v))),
            Folded::Keep => Ok(None),
            Folded::TooLarge => self.error(
                Diagnostic::error("E0421", span, "this integer does not fit in a machine word")
                    .label("it has more than 500,000 bits")
                    .help("use rbigint for integers of any size"),
            ),
            Folded::Raises(_, _) if self.lacks(op, &values) && !self.guarded.get() => Ok(Some(
                self.refuse(self.unknown_attribute(&values[0], &values[1], span)),
            )),
            Folded::Raises(exc, message) => {
                let shown: Vec<String> = values.iter().map(super::text::constant).collect();
                let message = format!("{message}, for `{op}({})`", shown.join(", "));
                self.always_raises(exc, message, span).map(Some)
            }
        }
    }
    /// An operation on constants that raises: an exception like others where a handler is around, else an error.
    pub(super) fn always_raises(
        &self,
        exc: Value,
        message: String,
        span: Span,
    ) -> R<'a, FlowValue> {
        if self.guarded.get() {
            return Err(Unwind::Raise(FlowExc {
                class: constant(Value::Class(exc.class())),
                value: constant(exc),
            }));
        }
        let d = Diagnostic::error("E0304", span, "this operation always raises an exception")
            .label(message);
        Ok(self.refuse(d))
    }
    /// Whether this is an attribute that a module, class or function does not have.
    fn lacks(&self, op: &HlOp, args: &[Value]) -> bool {
        *op == HlOp::GetAttr
            && matches!(&args[0], Value::Module(_) | Value::Class(_))
            && matches!(&args[1], Value::Str(_))
    }
    /// The error for it, with what there is of a similar name.
    fn unknown_attribute(&self, obj: &Value, name: &Value, span: Span) -> Diagnostic {
        let name = Const(name.clone())
            .as_name()
            .map_or_else(String::new, |n| n.as_str().to_owned());
        let (what, names) = match obj {
            Value::Module(m) => (
                format!("module `{}`", m.name.get()),
                m.dict
                    .names()
                    .into_iter()
                    .map(|(n, _)| n)
                    .collect::<Vec<_>>(),
            ),
            Value::Class(c) => (
                format!("class `{}`", c.name.get()),
                c.mro()
                    .iter()
                    .flat_map(|c| c.dict.names())
                    .map(|(n, _)| n)
                    .collect(),
            ),
            other => (format!("this {}", other.type_name()), Vec::new()),
        };
        let message = format!("{what} has no attribute `{name}`");
        let d = Diagnostic::error("E0304", span, message)
            .label("reading it always raises AttributeError");
        let d = match obj {
            Value::Class(c) if !c.span.get().is_none() => d.note(c.span.get(), what),
            _ => d,
        };
        match ir::suggest::closest(&name, names.iter().map(|n| n.as_str())) {
            Some(near) => {
                let help = format!("did you mean `{near}`?");
                match last_name(span, &name) {
                    Some(place) => d.fix(help, place, near),
                    None => d.help(help),
                }
            }
            None => d,
        }
    }
    /// The truth of a value.
    pub fn truth(&self, v: &FlowValue, span: Span) -> R<'a, bool> {
        match self.op(HlOp::Bool, vec![v.clone()], span)? {
            Operand::Const(c) => match c.0 {
                Value::Bool(b) => Ok(b),
                other => unreachable!("bool folded to {other:?}"),
            },
            Operand::Var(b) => Ok(self.recording.borrow_mut().ask_bool(b, span)?),
        }
    }
    pub(super) fn name_const(&self, name: Name) -> FlowValue {
        constant(name_value(name))
    }
    /// `getattr` with a constant name.
    pub(super) fn attribute(&self, obj: &FlowValue, name: &str, span: Span) -> R<'a, FlowValue> {
        self.op(
            HlOp::GetAttr,
            vec![obj.clone(), self.name_const(Name::new(name))],
            span,
        )
    }
    /// A method of a container that was just made: looking it up cannot fail.
    pub(super) fn method_of_new(
        &self,
        obj: &FlowValue,
        name: &str,
        span: Span,
    ) -> R<'a, FlowValue> {
        let args = vec![obj.clone(), self.name_const(Name::new(name))];
        self.quiet_op(HlOp::GetAttr, args, span)
    }
    /// A call with positional arguments only.
    pub fn simple_call(&self, f: &FlowValue, args: Vec<FlowValue>, span: Span) -> R<'a, FlowValue> {
        if let Operand::Const(c) = f
            && let Some(other) = special::redirected(self, &c.0)
        {
            return self.simple_call(&constant(other), args, span);
        }
        if let Operand::Const(c) = f
            && let Some(special) = special::lookup(&c.0)
        {
            return special(self, &c.0, &args, span);
        }
        self.plain_call(f, args, span)
    }
    /// Records a call of which nothing special is known.
    pub fn plain_call(
        &self,
        f: &FlowValue,
        mut args: Vec<FlowValue>,
        span: Span,
    ) -> R<'a, FlowValue> {
        let raises = match f {
            Operand::Const(c) => special::call_exceptions(&c.0),
            Operand::Var(_) => &["Exception"],
        };
        args.insert(0, f.clone());
        self.record(HlOp::SimpleCall, args, raises, span)
    }
    pub(super) fn call_with(
        &self,
        f: &FlowValue,
        args: Args<FlowValue>,
        span: Span,
    ) -> R<'a, FlowValue> {
        if args.dstar.is_some() {
            return self.not_rpython(span, "passing `**` arguments", None);
        }
        let mut positional = args.positional;
        let mut star = args.star;
        if let Some(Operand::Const(c)) = &star
            && let Some(items) = c.0.as_tuple()
        {
            positional.extend(items.iter().map(|v| constant(v.clone())));
            star = None;
        }
        if args.keywords.is_empty() && star.is_none() {
            return self.simple_call(f, positional, span);
        }
        let redirected = match f {
            Operand::Const(c) => special::redirected(self, &c.0).map(constant),
            Operand::Var(_) => None,
        };
        let f = redirected.as_ref().unwrap_or(f);
        if let Operand::Const(c) = f
            && let Some(rewritten) = special::lookup_keywords(&c.0)
        {
            return rewritten(self, &c.0, positional, args.keywords, star, span);
        }
        let mut keywords = args.keywords;
        keywords.sort_by_key(|(n, _)| n.as_str());
        let shape = CallShape {
            positional: positional.len() as u32,
            keywords: keywords.iter().map(|(n, _)| *n).collect(),
            star: star.is_some(),
        };
        let mut operands = vec![f.clone()];
        operands.extend(positional);
        operands.extend(keywords.into_iter().map(|(_, v)| v));
        operands.extend(star);
        self.record(
            HlOp::CallArgs(Rc::new(shape)),
            operands,
            &["Exception"],
            span,
        )
    }
    /// Whether the class of an exception is `class` or a subclass, asked of the graph if need be.
    pub(super) fn class_matches(
        &self,
        class: &FlowValue,
        pattern: &Value,
        span: Span,
    ) -> R<'a, bool> {
        if let Some(items) = pattern.as_tuple() {
            for p in items.iter() {
                if self.class_matches(class, p, span)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        if is_erroneous(pattern) {
            let flag = self.quiet_op(HlOp::IsSubtype, vec![class.clone(), erroneous()], span)?;
            return self.truth(&flag, span);
        }
        let Some(c) = pattern.as_class() else {
            let d = Diagnostic::error(
                "E0306",
                span,
                format!("`except` needs a class, not {}", pattern.type_name()),
            );
            return self.error(d);
        };
        if c.module_name() == "__builtin__"
            && matches!(
                c.name.get().as_str(),
                "AssertionError" | "NotImplementedError"
            )
        {
            let name = c.name.get();
            let d = Diagnostic::error("E0307", span, format!("catching {name} is not RPython"))
                .help("failed assertions and missing methods are bugs of the program: they end it");
            return self.error(d);
        }
        let flag = self.quiet_op(
            HlOp::IsSubtype,
            vec![class.clone(), constant(pattern.clone())],
            span,
        )?;
        match flag {
            // Asked directly, without a `bool`: the simplifier looks for this pattern.
            Operand::Var(v) => Ok(self.recording.borrow_mut().ask_bool(v, span)?),
            Operand::Const(_) => self.truth(&flag, span),
        }
    }
}

/// The place of a name at the end of an expression such as `module.name`.
pub(super) fn last_name(span: Span, name: &str) -> Option<Span> {
    let text = ir::source::file(span.file);
    let shown = text.text.get(span.start as usize..span.end as usize)?;
    let start = span.end.checked_sub(name.len() as u32)?;
    shown
        .ends_with(name)
        .then(|| Span::new(span.file, start, span.end))
}

/// A built-in exception class.
pub fn exc_class(name: &str) -> Value {
    Value::Class(types().exc(name).clone())
}

impl<'a> FlowSpace<'a> {
    /// An import that fails raises where a handler is around it, else it is an error.
    pub(super) fn import_failed(
        &self,
        name: Name,
        failure: fold::ImportFailure,
        span: Span,
    ) -> R<'a, FlowValue> {
        match failure.exc {
            Some(exc) if self.guarded.get() => Err(Unwind::Raise(FlowExc {
                class: constant(Value::Class(exc.class())),
                value: constant(exc),
            })),
            _ => {
                let d = Diagnostic::error("E0311", span, format!("cannot import `{name}`"))
                    .label(failure.message);
                let d = d.help("if the module is optional, test a constant before the import");
                let notes = failure.places.into_iter();
                let d = notes.fold(d, |d, (place, text)| d.note(place, text));
                self.refuse_if_reached(d, span)
            }
        }
    }
    /// `super()` or `super(C, obj)`: known at flow time but for the object.
    pub(super) fn make_super(
        &self,
        frame: &Frame<Self>,
        args: &[FlowValue],
        span: Span,
    ) -> R<'a, FlowValue> {
        let (class, receiver) = match args {
            [] => {
                let code = &frame.code;
                let cell = code.freevars.iter().position(|n| *n == "__class__");
                let cell = cell.map(|i| &frame.cells[code.cellvars.len() + i]);
                let class = cell.and_then(|c| self.cell_get(c));
                let own = code
                    .cellvars
                    .iter()
                    .position(|v| v.parameter.is_some_and(|p| p.0 == 0));
                let receiver = match own {
                    Some(i) => self.cell_get(&frame.cells[i]),
                    None => frame.locals.first().cloned().flatten(),
                };
                (class, receiver)
            }
            [class, receiver] => (Some(class.clone()), Some(receiver.clone())),
            _ => (None, None),
        };
        match (class, receiver) {
            (Some(Operand::Const(c)), Some(receiver)) if c.0.as_class().is_some() => {
                let class = c.0.as_class().expect("just tested").clone();
                Ok(constant(Value::native(SuperOf { class, receiver })))
            }
            _ => self.not_rpython(
                span,
                "this use of `super`",
                Some("call `Base.method(self, ...)`"),
            ),
        }
    }
    /// The method after the class of a `super` in the order of its bases.
    pub(super) fn super_method(&self, s: &SuperOf, name: Name, span: Span) -> R<'a, FlowValue> {
        let found = s.class.mro().iter().skip(1).find_map(|c| c.own(name));
        match found {
            Some(func @ Value::Function(_)) => Ok(constant(Value::native(BoundSuper {
                func,
                receiver: s.receiver.clone(),
            }))),
            // Of an exception: it keeps the text of its arguments.
            Some(func @ Value::Builtin(_)) if name == "__init__" && s.class.is_exception() => {
                Ok(constant(Value::native(BoundSuper {
                    func,
                    receiver: s.receiver.clone(),
                })))
            }
            // `object.__init__` and its like do nothing.
            None | Some(Value::Builtin(_)) if name == "__init__" => {
                let f = fold::support(self, "no_init", span)?;
                Ok(constant(Value::native(BoundSuper {
                    func: f,
                    receiver: s.receiver.clone(),
                })))
            }
            _ => {
                let what = format!("`super().{name}`");
                self.not_rpython(
                    span,
                    &what,
                    Some("only methods written in Python can be called so"),
                )
            }
        }
    }
    /// `item in container`. A short constant tuple is a chain of comparisons.
    pub(super) fn contains(
        &self,
        container: &FlowValue,
        item: &FlowValue,
        span: Span,
    ) -> R<'a, FlowValue> {
        if let (Operand::Const(c), Operand::Var(_)) = (container, item)
            && let Value::Tuple(items) = &c.0
            && items.len() <= 8
            && items.iter().all(fold::is_immutable)
        {
            for x in items.iter() {
                let op = if x.is_none() { HlOp::Is } else { HlOp::Eq };
                let flag = self.op(op, vec![item.clone(), constant(x.clone())], span)?;
                if self.truth(&flag, span)? {
                    return Ok(constant(Value::Bool(true)));
                }
            }
            return Ok(constant(Value::Bool(false)));
        }
        self.op(HlOp::Contains, vec![container.clone(), item.clone()], span)
    }
    /// Raises a built-in exception without arguments.
    pub(super) fn raise_builtin<T>(&self, name: &str, span: Span) -> R<'a, T> {
        let class = constant(exc_class(name));
        let value = self.quiet_op(HlOp::SimpleCall, vec![class.clone()], span)?;
        let class = if self.guarded.get() {
            self.op(HlOp::Type, vec![value.clone()], span)?
        } else {
            class
        };
        Err(Unwind::Raise(FlowExc { class, value }))
    }
}
