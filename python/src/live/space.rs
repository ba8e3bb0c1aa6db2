//! The interpreter of the live space: state, frames, limits, errors.
//!
//! A [`Space`] belongs to one thread. Modules of both Python modes live in it; what differs by mode (`/` is decided by
//! the compiler; the builtins, `str` of floats, comparisons between unrelated types, wording of errors) follows the
//! mode of the frame that runs.
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use ir::diag::{Diagnostic, DiagnosticKind};
use ir::name::Name;
use ir::source::Span;
use rustc_hash::FxHashMap;

use super::objects::kinds::FunctionObj;
use super::{
    Args, CellObj, ClassRef, DictObj, ExcState, InstanceObj, ModuleObj, Payload, TraceEntry, Value,
    name_value, types,
};
use crate::code::{CodeObject, Mode};
use crate::engine::{Frame, Outcome, Unwind};

/// Why an operation has no result: an exception of the interpreted program, or a diagnostic that leaves the
/// interpreter.
pub type PyErr = Unwind<Space>;

/// The result of an operation.
pub type PyResult<T = Value> = Result<T, PyErr>;

/// Where the program's standard output goes.
#[derive(Clone, Default)]
pub enum Stdout {
    /// To the process's.
    #[default]
    Inherit,
    /// Into a buffer (tests).
    Capture(Rc<RefCell<Vec<u8>>>),
}

/// Modules that a crate above this one adds to the built-in Python (the toolchain as RPython's test files see it).
#[derive(Clone, Copy)]
pub struct Extension {
    /// Modules written in Rust: dotted name and initialiser.
    pub modules: &'static [(&'static str, super::modules::Init)],
    /// Modules written in Python: path inside the library (`rpython/annotator/model.py`) and text.
    pub library: &'static [(&'static str, &'static str)],
}

/// How a space is set up.
#[derive(Clone)]
pub struct SpaceConfig {
    /// Directories searched for modules, after the target's own.
    pub path: Vec<PathBuf>,
    /// The mode of sources whose root does not decide it; also an explicit choice (`--python2`).
    pub mode: Option<Mode>,
    /// `sys.argv`
    pub argv: Vec<Vec<u8>>,
    pub stdout: Stdout,
    pub stderr: Stdout,
    /// Longest run time of one entry into the space (`None`: no limit). Meant for import time.
    pub time_limit: Option<Duration>,
    /// Most instructions of one entry into the space.
    pub step_limit: Option<u64>,
    /// How much memory one entry into the space may add, in bytes.
    pub memory_limit: Option<usize>,
    pub extensions: Vec<Extension>,
}

impl Default for SpaceConfig {
    fn default() -> SpaceConfig {
        SpaceConfig {
            path: Vec::new(),
            mode: None,
            argv: vec![b"genext".to_vec()],
            stdout: Stdout::Inherit,
            stderr: Stdout::Inherit,
            time_limit: None,
            step_limit: None,
            memory_limit: None,
            extensions: Vec::new(),
        }
    }
}

/// What the space knows of an active frame.
#[derive(Clone)]
pub struct FrameInfo {
    pub code: Rc<CodeObject>,
    pub globals: Rc<DictObj>,
    /// The names of a module or class body; functions keep theirs in the frame.
    pub namespace: Option<Rc<DictObj>>,
    /// Exceptions being handled in it, outermost first.
    pub handling: Vec<Rc<InstanceObj>>,
}

/// The live space: the built-in Python.
pub struct Space {
    /// How it was set up.
    pub config: SpaceConfig,
    /// `sys.modules`
    pub modules: Rc<DictObj>,
    /// Builtins of Python 2 modules.
    pub builtins2: Rc<DictObj>,
    /// Builtins of Python 3 modules.
    pub builtins3: Rc<DictObj>,
    /// `sys.path`
    pub sys_path: Value,
    /// Active frames, innermost last.
    pub(crate) frames: RefCell<Vec<FrameInfo>>,
    pub(crate) mode: Cell<Mode>,
    pub(crate) steps: Cell<u64>,
    /// The step at which limits are looked at next, and objects that have died.
    pub(crate) next_check: Rc<Cell<u64>>,
    pub(crate) deadline: Cell<Option<Deadline>>,
    pub(crate) step_limit: Cell<u64>,
    pub(crate) budget: super::budget::Budget,
    pub(crate) recursion_limit: Cell<usize>,
    pub(crate) attributes: super::quick::AttributeCache,
    pub(crate) pool: super::quick::Pool,
    pub(crate) stdout: Value,
    pub(crate) stderr: Value,
    pub(crate) repr_stack: RefCell<Vec<super::Identity>>,
    pub(crate) importer: super::import::Importer,
    pub(crate) rng: super::modules::random::Rng,
    /// Whether failed assertions tell the values involved, and what that needs.
    pub(crate) explain: Cell<bool>,
    pub(crate) assert_maps:
        RefCell<FxHashMap<usize, (Rc<CodeObject>, Option<super::explain::AssertMap>)>>,
    pub(crate) explanation: RefCell<Option<String>>,
    /// Says how two compared values differ: `f(operator, left, right)` gives a text or `None`.
    pub(crate) explain_difference: RefCell<Option<Value>>,
    /// The local variables of the frames that exceptions left, if they are wanted.
    pub(crate) kept_locals: RefCell<Option<super::explain::KeptLocals>>,
}

/// Gives a message that has no place yet that of the running instruction.
#[cold]
pub(super) fn placed(mut e: PyErr, frame: &Frame<Space>) -> PyErr {
    if let PyErr::Abort(d) = &mut e
        && d.span.is_none()
    {
        d.span = frame.code.span_at(frame.pc);
    }
    e
}

/// When a program has run for too long: by the time that it had of the processor, since others may use it meanwhile.
/// What mostly waits has ten times as long.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    first: Instant,
    last: Instant,
    /// In seconds of the processor's time.
    used: f64,
}

impl Deadline {
    fn new(limit: Duration) -> Deadline {
        let now = Instant::now();
        Deadline {
            first: now + limit,
            last: now + 10 * limit,
            used: super::modules::time::process_time() + limit.as_secs_f64(),
        }
    }
    /// Whether the time is over.
    pub(crate) fn is_over(&self) -> bool {
        let now = Instant::now();
        now >= self.first && (now >= self.last || super::modules::time::process_time() >= self.used)
    }
}

impl Space {
    /// A new space with its built-in modules.
    pub fn new(config: SpaceConfig) -> Space {
        super::methods::install();
        let mode = config.mode.unwrap_or(Mode::Py3);
        let step_limit = config.step_limit.unwrap_or(u64::MAX);
        let stdout = super::modules::file::standard(1, &config.stdout);
        let stderr = super::modules::file::standard(2, &config.stderr);
        let path: Vec<Value> = config
            .path
            .iter()
            .map(|p| Value::str(&p.to_string_lossy()))
            .collect();
        let space = Space {
            modules: Rc::new(DictObj::new()),
            builtins2: Rc::new(DictObj::new()),
            builtins3: Rc::new(DictObj::new()),
            sys_path: Value::list(path),
            frames: RefCell::new(Vec::new()),
            mode: Cell::new(mode),
            steps: Cell::new(0),
            next_check: Rc::new(Cell::new(0)),
            deadline: Cell::new(None),
            step_limit: Cell::new(step_limit),
            budget: super::budget::Budget::default(),
            // Untranslated interpreters nest deeply; the native stack has its own limit.
            recursion_limit: Cell::new(20_000),
            attributes: Default::default(),
            pool: Default::default(),
            stdout,
            stderr,
            repr_stack: RefCell::new(Vec::new()),
            importer: super::import::Importer::new(&config.extensions),
            rng: super::modules::random::Rng::new(),
            explain: Cell::new(false),
            assert_maps: RefCell::new(FxHashMap::default()),
            explanation: RefCell::new(None),
            explain_difference: RefCell::new(None),
            kept_locals: RefCell::new(None),
            config,
        };
        super::finalizers::look_at(&space.next_check);
        super::builtins::install(&space);
        space.restart_limits();
        space
    }

    /// Starts the time and step budgets afresh.
    pub fn restart_limits(&self) {
        self.steps.set(0);
        self.next_check.set(0);
        self.deadline.set(self.config.time_limit.map(Deadline::new));
        self.restart_memory();
    }
    /// The mode of the running frame.
    pub fn mode(&self) -> Mode {
        self.mode.get()
    }
    /// Runs something as code of a mode does.
    pub fn in_mode<T>(&self, mode: Mode, f: impl FnOnce() -> T) -> T {
        let outer = self.mode.replace(mode);
        let result = f();
        self.mode.set(outer);
        result
    }
    /// Whether the running frame is Python 2.
    pub fn py2(&self) -> bool {
        self.mode.get() == Mode::Py2
    }
    /// The builtins of a mode.
    pub fn builtins(&self, mode: Mode) -> &Rc<DictObj> {
        match mode {
            Mode::Py2 => &self.builtins2,
            Mode::Py3 => &self.builtins3,
        }
    }
    /// A builtin such as `len` of the running mode.
    pub fn builtin(&self, name: &str) -> Option<Value> {
        self.builtins(self.mode()).get_name(name.into())
    }

    // ---- errors ----

    /// A new exception instance of a built-in class.
    pub fn exception(&self, class: &str, args: Vec<Value>) -> Rc<InstanceObj> {
        self.exception_of(types().exc(class).clone(), args)
    }
    /// A new exception instance.
    pub fn exception_of(&self, class: ClassRef, args: Vec<Value>) -> Rc<InstanceObj> {
        InstanceObj::new(class, Payload::Exc(Box::new(ExcState::new(args.into()))))
    }
    /// An error of a built-in class with a message.
    pub fn error(&self, class: &str, message: impl AsRef<str>) -> PyErr {
        self.raised(self.exception(class, vec![Value::str(message.as_ref())]))
    }
    /// Raises an instance, linking it to the exception being handled.
    pub fn raised(&self, exc: Rc<InstanceObj>) -> PyErr {
        if let Some(state) = exc.exc()
            && let Some(current) = self.current_exception()
            && !Rc::ptr_eq(&current, &exc)
            && state.context.borrow().is_none()
        {
            *state.context.borrow_mut() = Value::Instance(current);
        }
        PyErr::Raise(exc)
    }
    /// `TypeError`
    pub fn type_error(&self, message: impl AsRef<str>) -> PyErr {
        self.error("TypeError", message)
    }
    /// `ValueError`
    pub fn value_error(&self, message: impl AsRef<str>) -> PyErr {
        self.error("ValueError", message)
    }
    /// `KeyError(key)`
    pub fn key_error(&self, key: &Value) -> PyErr {
        self.raised(self.exception("KeyError", vec![key.clone()]))
    }
    /// An `OSError` from an error number; in Python 3 the subclass that fits.
    pub fn os_error(&self, errno: i32, filename: Option<Value>, io: bool) -> PyErr {
        let text = super::modules::os::strerror(errno);
        let class = if self.py2() {
            if io { "IOError" } else { "OSError" }
        } else {
            match errno {
                libc::ENOENT => "FileNotFoundError",
                libc::EEXIST => "FileExistsError",
                libc::EACCES | libc::EPERM => "PermissionError",
                libc::EISDIR => "IsADirectoryError",
                libc::ENOTDIR => "NotADirectoryError",
                libc::EPIPE => "BrokenPipeError",
                _ => "OSError",
            }
        };
        let exc = self.exception(class, vec![Value::Int(i64::from(errno)), Value::str(&text)]);
        exc.set("errno".into(), Value::Int(i64::from(errno)));
        exc.set("strerror".into(), Value::str(&text));
        exc.set("filename".into(), filename.unwrap_or(Value::None));
        self.raised(exc)
    }
    /// Whether an error is an exception of a built-in class.
    pub fn is_exception(&self, e: &PyErr, class: &str) -> bool {
        match e {
            PyErr::Raise(exc) => exc.class().is_subclass(types().exc(class)),
            PyErr::Abort(_) => false,
        }
    }
    /// Turns `StopIteration` into `None`.
    pub fn stop_to_none<T>(&self, r: PyResult<T>) -> PyResult<Option<T>> {
        match r {
            Ok(v) => Ok(Some(v)),
            Err(e) if self.is_exception(&e, "StopIteration") => Ok(None),
            Err(e) => Err(e),
        }
    }
    /// Turns `AttributeError` into `None`.
    pub fn attr_to_none<T>(&self, r: PyResult<T>) -> PyResult<Option<T>> {
        match r {
            Ok(v) => Ok(Some(v)),
            Err(e) if self.is_exception(&e, "AttributeError") => Ok(None),
            Err(e) => Err(e),
        }
    }
    /// The exception being handled by the innermost frame that handles one.
    pub fn current_exception(&self) -> Option<Rc<InstanceObj>> {
        self.frames
            .borrow()
            .iter()
            .rev()
            .find_map(|f| f.handling.last().cloned())
    }
    /// A diagnostic that leaves the interpreter.
    pub fn abort(&self, d: Diagnostic) -> PyErr {
        PyErr::Abort(Box::new(d))
    }

    // ---- frames ----

    /// Runs a frame until it returns or yields, with bookkeeping: mode, active frames, depth, limits.
    pub fn run_frame(
        &self,
        frame: &mut Frame<Space>,
        handling: &mut Vec<Rc<InstanceObj>>,
        start: impl FnOnce(&Space, &mut Frame<Space>) -> PyResult<Option<Outcome<Value>>>,
    ) -> PyResult<Outcome<Value>> {
        let depth = self.frames.borrow().len();
        if depth >= self.recursion_limit.get() || stack_exhausted() {
            return Err(self.recursion_error());
        }
        let mode = self.mode.replace(frame.code.mode);
        self.frames.borrow_mut().push(FrameInfo {
            code: frame.code.clone(),
            globals: frame.globals.clone(),
            namespace: frame.namespace.clone(),
            handling: std::mem::take(handling),
        });
        let result = self.run_loop(frame, start);
        if let Some(info) = self.frames.borrow_mut().pop() {
            *handling = info.handling;
        }
        self.mode.set(mode);
        result
    }

    pub(super) fn run_loop(
        &self,
        frame: &mut Frame<Space>,
        start: impl FnOnce(&Space, &mut Frame<Space>) -> PyResult<Option<Outcome<Value>>>,
    ) -> PyResult<Outcome<Value>> {
        if let Some(outcome) = start(self, frame)? {
            return Ok(outcome);
        }
        if let Some(map) = self.assert_map_of(&frame.code) {
            return self.run_explained(frame, &map);
        }
        self.run_quick(frame)
    }

    #[inline(always)]
    pub(crate) fn count_step(&self, frame: &Frame<Space>) -> PyResult<()> {
        let n = self.steps.get();
        self.steps.set(n + 1);
        if n >= self.next_check.get() {
            self.check_limits(frame)?;
        }
        Ok(())
    }

    fn check_limits(&self, frame: &Frame<Space>) -> PyResult<()> {
        let n = self.steps.get();
        self.next_check.set((n + 20_000).min(self.step_limit.get()));
        self.check_memory(0, frame.code.span_at(frame.pc))?;
        self.call_finalizers()?;
        let why = if n >= self.step_limit.get() {
            format!("{n} instructions")
        } else {
            match self.deadline.get() {
                Some(d) if d.is_over() => match self.config.time_limit {
                    Some(t) => format!("{} seconds", t.as_secs_f64()),
                    None => return Ok(()),
                },
                _ => return Ok(()),
            }
        };
        let span = frame.code.span_at(frame.pc);
        let d = Diagnostic::error(
            "E0202",
            span,
            format!("this program did not come to an end within {why}"),
        )
        .with_kind(DiagnosticKind::Runtime)
        .label("it was still running here")
        .help(
            "code outside functions runs while the module is imported; is this loop meant to end?",
        );
        Err(self.abort(self.with_callers(d)))
    }

    /// A diagnostic with the active functions as notes.
    pub(super) fn with_callers(&self, mut d: Diagnostic) -> Diagnostic {
        for info in self.frames.borrow().iter().rev().skip(1).take(8) {
            // Once for a function that calls itself.
            let place = info.code.name_span;
            if d.notes.iter().all(|(span, _)| *span != place) {
                d = d.note(place, "called from this function");
            }
        }
        d
    }

    /// A frame for a function's code, run to its end; generators are made by `call`.
    pub(crate) fn run_code(
        &self,
        code: Rc<CodeObject>,
        globals: Rc<DictObj>,
        namespace: Option<Rc<DictObj>>,
        arguments: Vec<Option<Value>>,
        closure: &[Rc<CellObj>],
    ) -> PyResult {
        let mut frame = Frame::new(self, code, globals, namespace, arguments, closure);
        match self.run_frame(&mut frame, &mut Vec::new(), |_, _| Ok(None))? {
            Outcome::Return(v) | Outcome::Yield(v) => Ok(v),
        }
    }

    /// Calls with positional arguments.
    pub fn call(&self, f: &Value, args: &[Value]) -> PyResult {
        self.call_args(f, Args::pos(args.to_vec()))
    }
    /// Calls a method with positional arguments.
    pub fn call_method(&self, obj: &Value, name: &str, args: &[Value]) -> PyResult {
        let f = self.getattr(obj, name.into())?;
        self.call(&f, args)
    }

    /// Adds a frame to an exception's traceback.
    pub(crate) fn add_traceback(&self, exc: &Rc<InstanceObj>, code: &CodeObject, span: Span) {
        if let Some(state) = exc.exc() {
            state.traceback.borrow_mut().push(TraceEntry {
                function: code.name,
                span,
            });
        }
    }
    /// A function object from code, for embedding.
    pub(crate) fn new_function(
        &self,
        code: &Rc<CodeObject>,
        globals: Rc<DictObj>,
        closure: Vec<Rc<CellObj>>,
    ) -> FunctionObj {
        let consts = code.live().consts.clone();
        let doc = match &code.docstring {
            Some(d) => super::objects::kinds::const_value(d),
            None => Value::None,
        };
        FunctionObj {
            name: Cell::new(code.name),
            qualname: Cell::new(None),
            code: RefCell::new(code.clone()),
            globals,
            defaults: RefCell::new(Rc::new([])),
            kwdefaults: RefCell::new(Vec::new()),
            closure,
            annotations: RefCell::new(Value::None),
            doc: RefCell::new(doc),
            module: RefCell::new(None),
            dict: RefCell::new(None),
            consts: RefCell::new(consts),
        }
    }
    /// A new module, not yet in `sys.modules`.
    pub fn new_module(&self, name: &str, mode: Mode, builtin: bool) -> Rc<ModuleObj> {
        let m = Rc::new(ModuleObj {
            name: Cell::new(Name::new(name)),
            dict: Rc::new(DictObj::new()),
            mode,
            builtin,
        });
        m.set("__name__", name_value(Name::new(name)));
        m.set("__doc__", Value::None);
        m
    }
    /// Writes buffered standard output.
    pub fn flush(&self) {
        for f in [&self.stdout, &self.stderr] {
            if let Some(f) = f.as_native::<super::modules::file::FileObj>() {
                let _ = f.flush();
            }
        }
    }
}

thread_local! {
    static STACK: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

#[inline(never)]
fn stack_address() -> usize {
    let marker = 0u8;
    std::ptr::from_ref(std::hint::black_box(&marker)) as usize
}

/// Whether less than a safe rest of the thread's stack is left.
pub(crate) fn stack_exhausted() -> bool {
    let (base, size) = STACK.with(Cell::get);
    let here = stack_address();
    if base == 0 {
        // A thread that nobody prepared: count from here, with a small allowance.
        STACK.with(|s| s.set((here, 1 << 20)));
        return false;
    }
    base.saturating_sub(here) > size
}

/// Runs `f` on a thread with a large stack, as deep recursion of interpreted programs needs.
pub fn on_big_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    const SIZE: usize = 1 << 30;
    std::thread::scope(|scope| {
        let handle = std::thread::Builder::new()
            .name("live".into())
            .stack_size(SIZE)
            .spawn_scoped(scope, || {
                STACK.with(|s| s.set((stack_address(), SIZE - (16 << 20))));
                f()
            });
        let _signals = crate::live::modules::process::SignalsElsewhere::new();
        match handle {
            Ok(h) => match h.join() {
                Ok(v) => v,
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Err(e) => panic!("cannot start a thread with a large stack: {e}"),
        }
    })
}
