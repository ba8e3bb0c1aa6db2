//! The driver: explores a function until its graph is complete, then simplifies it. [`build_flow`] is the entry point.
//!
//! ```text
//! pending = [start block at the initial state]
//! while a block is pending: restore the frame, replay, then step until an operation belongs to another block, a question
//!                           forks the graph, or the function returns or raises
//! ```
//! Each instruction that records operations has a block of its own at first; the simplifier joins them.
//!
//! Termination: every merge makes a state more general or ends a path, and states have finite height; only code that
//! computes with constants alone can run for ever. A budget of steps without an operation
//! ([`STEPS_WITHOUT_OPERATION`]), and one for the whole function ([`STEPS`]), turn that into a diagnostic that names
//! the loop.
use std::cell::RefCell;
use std::rc::Rc;

use ir::diag::Diagnostic;
use ir::model::{BlockId, Operand, verify};
use ir::name::Name;
use ir::source::Span;
use python::code::{CodeKind, CodeObject, Instr, Pc};
use python::engine::{Frame, Outcome, Step, Unwind};
use python::live::{self, FunctionObj, Value};
use rustc_hash::FxHashMap;

use super::contents::Contents;
use super::recorder::Recording;
use super::space::{Abort, FlowSpace};
use super::state::{self, FlowCell};
use super::unassigned::Names;
use super::value::{FlowValue, erroneous, new_graph};
use super::{FlowGraph, Signature, simplify};

/// Most instructions on one path without an operation.
pub const STEPS_WITHOUT_OPERATION: u32 = 200_000;
/// Most instructions for one function.
pub const STEPS: u32 = 20_000_000;

thread_local! {
    /// The graphs of this thread's functions. The function is kept alive, so that its address stays its key.
    static GRAPHS: RefCell<FxHashMap<*const FunctionObj, Rc<FlowGraph>>> = RefCell::default();
}

/// The flow graph of a function written in Python, made on first use.
///
/// Errors are diagnostics about the function's source: it is not RPython, or something is not supported.
pub fn build_flow(space: &live::Space, func: &Value) -> Result<Rc<FlowGraph>, Vec<Diagnostic>> {
    match func {
        Value::Function(f) => build_function(space, f),
        other => {
            let d = Diagnostic::error(
                "E0300",
                Span::NONE,
                format!(
                    "a {} has no flow graph: it is not a Python function",
                    other.type_name()
                ),
            );
            Err(vec![d])
        }
    }
}

/// [`build_flow`] of a function object.
pub fn build_function(
    space: &live::Space,
    func: &Rc<FunctionObj>,
) -> Result<Rc<FlowGraph>, Vec<Diagnostic>> {
    let graph = build_partial(space, func)?;
    match graph.errors.is_empty() {
        true => Ok(graph),
        false => Err(graph.errors.clone()),
    }
}

/// The graph of a function that may have errors ([`FlowGraph::errors`]): for who goes on behind them.
///
/// # Errors
/// If there is no graph at all.
pub fn build_partial(
    space: &live::Space,
    func: &Rc<FunctionObj>,
) -> Result<Rc<FlowGraph>, Vec<Diagnostic>> {
    build_reading(space, None, func)
}

/// [`build_partial`], where prebuilt lists and dictionaries may be read.
///
/// # Errors
/// If there is no graph at all.
pub fn build_reading(
    space: &live::Space,
    contents: Option<&Contents>,
    func: &Rc<FunctionObj>,
) -> Result<Rc<FlowGraph>, Vec<Diagnostic>> {
    let key = Rc::as_ptr(func);
    if let Some(g) = GRAPHS.with(|g| g.borrow().get(&key).cloned()) {
        return Ok(g);
    }
    let graph = loop {
        let known = contents.map_or(0, Contents::count);
        let graph = flow(space, contents, func);
        if !contents.is_some_and(|c| c.forget_written_since(known)) {
            break Rc::new(graph?);
        }
    };
    register(graph.clone());
    Ok(graph)
}

/// The graph of a function as the flow space finds it, joined and in SSI form but not simplified: what tests of the
/// flow space look at. It is not cached. A generator's graph is that of [`build_flow`].
pub fn build_unsimplified(
    space: &live::Space,
    func: &Rc<FunctionObj>,
) -> Result<Rc<FlowGraph>, Vec<Diagnostic>> {
    let code = func.code();
    if code.is_generator {
        return build_function(space, func);
    }
    refuse(&code)?;
    let (graph, errors) = explore(space, None, func, &code)?;
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut graph = FlowGraph {
        graph,
        func: func.clone(),
        signature: Signature::of(func),
        span: code.span,
        is_generator: false,
        errors,
    };
    simplify::normalize(&mut graph.graph);
    check(&graph, "normalization");
    Ok(Rc::new(graph))
}

/// Makes `graph` the graph of its function.
pub(super) fn register(graph: Rc<FlowGraph>) {
    GRAPHS.with(|g| g.borrow_mut().insert(Rc::as_ptr(&graph.func), graph));
}

/// Forgets all graphs of this thread (between programs).
pub fn clear_cache() {
    GRAPHS.with(|g| g.borrow_mut().clear());
}

fn flow(
    space: &live::Space,
    contents: Option<&Contents>,
    func: &Rc<FunctionObj>,
) -> Result<FlowGraph, Vec<Diagnostic>> {
    let code = func.code();
    refuse(&code)?;
    let (graph, errors) = explore(space, contents, func, &code)?;
    if code.is_generator && !errors.is_empty() {
        return Err(errors);
    }
    let mut graph = FlowGraph {
        graph,
        func: func.clone(),
        signature: Signature::of(func),
        span: code.span,
        is_generator: code.is_generator,
        errors,
    };
    if let Err(more) = simplify::simplify(&mut graph.graph) {
        graph.errors.extend(more);
        return Err(graph.errors);
    }
    check(&graph, "simplification");
    if code.is_generator {
        super::generator::transform(&mut graph)?;
        check(&graph, "the generator transformation");
    }
    Ok(graph)
}

/// Panics on a graph that breaks the rules of the model (debug builds).
pub(super) fn check(graph: &FlowGraph, after: &str) {
    if cfg!(debug_assertions) {
        let violations = verify::verify(&graph.graph, &verify::NoRules);
        if let Some(report) =
            verify::report(&graph.graph, &violations, &super::text::HlText::default())
        {
            panic!("malformed graph after {after}:\n{report}");
        }
    }
}

/// Functions whose code the flow space cannot run at all.
fn refuse(code: &CodeObject) -> Result<(), Vec<Diagnostic>> {
    let span = if code.name_span.is_none() {
        code.span
    } else {
        code.name_span
    };
    let what = if code.dynamic_locals {
        "a function with `exec` or `import *`"
    } else if code.varkw {
        "a function with `**` parameters"
    } else if matches!(code.kind, CodeKind::Class | CodeKind::Module) {
        "this code object"
    } else {
        return Ok(());
    };
    let d = Diagnostic::error("E0303", span, format!("{what} is not RPython"));
    Err(vec![d])
}

/// `module.Class.function`.
pub fn graph_name(func: &FunctionObj) -> String {
    let module = func.module_name();
    let name = func.qualname();
    if module.is_empty() {
        name.to_string()
    } else {
        format!("{module}.{name}")
    }
}

/// Builds the raw graph: SSA only, one block per instruction with operations. Also what is wrong with the function; a
/// path that cannot go on returns an erroneous value.
fn explore(
    live: &live::Space,
    contents: Option<&Contents>,
    func: &Rc<FunctionObj>,
    code: &Rc<CodeObject>,
) -> Result<(super::HlGraph, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut apart = Names::default();
    loop {
        let explored = explore_with(live, contents, func, code, &apart)?;
        if !apart.extend(code, explored.unbound) {
            return Ok((explored.graph, explored.errors));
        }
    }
}

/// What one exploration of a function found.
struct Explored {
    graph: super::HlGraph,
    errors: Vec<Diagnostic>,
    /// Local variables that are read where some path has not assigned them.
    unbound: Vec<Name>,
}

/// Explores a function. Paths on which the variables `apart` have no value are not joined with others.
fn explore_with(
    live: &live::Space,
    contents: Option<&Contents>,
    func: &Rc<FunctionObj>,
    code: &Rc<CodeObject>,
    apart: &Names,
) -> Result<Explored, Vec<Diagnostic>> {
    let mut graph = new_graph(graph_name(func), code.span);
    let parameters = code.parameter_count() as usize;
    let mut locals: Vec<Option<FlowValue>> = Vec::with_capacity(code.varnames.len());
    for &name in &code.varnames[..parameters] {
        // Hidden parameters (`.0`, tuple parameters) have no name for people.
        let shown = (!name.as_str().starts_with('.')).then_some(name);
        locals.push(Some(Operand::Var(graph.new_named_var((), shown))));
    }
    for &name in &code.varnames[parameters..] {
        locals.push(apart.at_start(name));
    }
    let mut cells = Vec::with_capacity(code.cellvars.len() + func.closure.len());
    for var in &code.cellvars {
        let contents = var.parameter.and_then(|p| locals[p.0 as usize].clone());
        cells.push(FlowCell::Own(contents));
    }
    // A parameter that lives in a cell stays an inputarg: the order of inputargs is that of the parameters.
    cells.extend(func.closure.iter().map(|c| FlowCell::Outer(c.clone())));
    let parameter_vars: Vec<_> = graph_parameters(&locals, parameters);
    for var in &code.cellvars {
        if let Some(p) = var.parameter {
            locals[p.0 as usize] = None;
        }
    }
    let initial = state::at_start(locals, cells);
    let mut recording = Recording::new(graph, initial, code.varnames.clone(), code.span_at(Pc(0)));
    let start = recording.graph.start;
    recording.graph.blocks[start].inputargs = parameter_vars;
    recording.apart = apart.locals(code);
    let space = FlowSpace::new(live, contents, func.clone(), recording);
    let mut frame = Frame {
        code: code.clone(),
        globals: func.globals.clone(),
        namespace: None,
        locals: Vec::new(),
        cells: Vec::new(),
        stack: Vec::new(),
        pc: Pc(0),
    };
    let mut endless = false;
    let mut explorer = Explorer {
        space: &space,
        errors: Vec::new(),
        steps: 0,
    };
    loop {
        let block = space.recording.borrow_mut().next_pending();
        let Some(block) = block else { break };
        let state = space.recording.borrow_mut().begin(block);
        let Some(state) = state else { continue };
        frame.restore(&state);
        {
            let mut r = space.recording.borrow_mut();
            let b = &mut r.graph.blocks[block];
            if b.span.is_none() {
                b.span = code.span_at(frame.pc);
            }
        }
        explorer.path(block, &mut frame);
        if explorer.steps > STEPS {
            endless = true;
            break;
        }
    }
    let found = explorer.errors;
    let unbound = space.unbound.into_inner();
    let mut recording = space.recording.into_inner();
    // A path that began with the first constants of a loop may fail, and be forgotten when the loop is generalised.
    recording.find_reachable();
    let mut errors: Vec<Diagnostic> = Vec::new();
    for (block, d) in found {
        let known = errors
            .iter()
            .any(|e| e.span == d.span && e.message == d.message);
        if recording.is_reachable(block) && !known {
            errors.push(d);
        }
    }
    match endless {
        true => Err(errors),
        false => Ok(Explored {
            graph: recording.graph,
            errors,
            unbound,
        }),
    }
}

fn graph_parameters(locals: &[Option<FlowValue>], n: usize) -> Vec<ir::model::VarId> {
    locals[..n]
        .iter()
        .filter_map(|v| v.as_ref().and_then(|v| v.var()))
        .collect()
}

struct Explorer<'s, 'a> {
    space: &'s FlowSpace<'a>,
    /// What is wrong, and the block whose exploration found it.
    errors: Vec<(BlockId, Diagnostic)>,
    steps: u32,
}

impl<'a> Explorer<'_, 'a> {
    /// Follows one path to its end.
    fn path(&mut self, block: BlockId, frame: &mut Frame<FlowSpace<'a>>) {
        let space = self.space;
        let code = frame.code.clone();
        let mut steps = 0;
        // The span of the instruction before: the expression that a store stores.
        let mut previous = Span::NONE;
        loop {
            let at = frame.pc;
            let span = code.span_at(at);
            space.at.set(at);
            space.guarded.set(code.handler(at).is_some());
            let stepped = match frame.step(space) {
                Err(Unwind::Raise(exc)) => space.leave(exc, span).map(|never| match never {}),
                other => other,
            };
            let refused = space.refused.take();
            self.errors.extend(refused.into_iter().map(|d| (block, d)));
            let (target, args) = match stepped {
                Ok(Step::Next) => {
                    let mut r = space.recording.borrow_mut();
                    if let Instr::StoreFast(local) = code.instr(at) {
                        let i = local.0 as usize;
                        match &frame.locals[i] {
                            Some(Operand::Var(v)) => r.name_var(*v, code.varnames[i]),
                            Some(Operand::Const(c)) => {
                                r.note_assignment(i, c, previous.to(span));
                            }
                            None => {}
                        }
                    }
                    previous = span;
                    assert!(
                        !r.is_replaying(),
                        "the replay in {} did not end",
                        r.graph.name
                    );
                    match &mut r.before {
                        Some(s) => {
                            s.pc = frame.pc;
                            s.locals.clone_from(&frame.locals);
                            s.cells.clone_from(&frame.cells);
                            s.stack.clone_from(&frame.stack);
                        }
                        none => *none = Some(frame.save()),
                    }
                    drop(r);
                    steps += 1;
                    self.steps += 1;
                    if steps > STEPS_WITHOUT_OPERATION || self.steps > STEPS {
                        self.errors.push((block, endless(frame, space)));
                        self.steps = self.steps.saturating_add(STEPS);
                        return;
                    }
                    continue;
                }
                Ok(Step::Leave(Outcome::Return(v) | Outcome::Yield(v))) => {
                    (space.recording.borrow().graph.return_block, vec![v])
                }
                Err(Unwind::Raise(exc)) => (
                    space.recording.borrow().graph.except_block,
                    vec![exc.class, exc.value],
                ),
                Err(Unwind::Abort(Abort::Stop)) => return,
                Err(Unwind::Abort(Abort::Error(d))) => {
                    self.errors.push((block, *d));
                    let r = space.recording.borrow_mut();
                    if r.is_replaying() {
                        return;
                    }
                    (r.graph.return_block, vec![erroneous()])
                }
            };
            space.recording.borrow_mut().finish(target, args, span);
            return;
        }
    }
}

/// The diagnostic for a loop over constants: follows the frame until it is back at the same place, and names the loop.
fn endless<'a>(frame: &mut Frame<FlowSpace<'a>>, space: &FlowSpace<'a>) -> Diagnostic {
    let code = frame.code.clone();
    // The head of the innermost loop is the lowest target of the backward jumps taken on the way round.
    let mut head: Option<Pc> = None;
    let mut span = code.span_at(frame.pc);
    for _ in 0..100_000 {
        let at = frame.pc;
        match frame.step(space) {
            Ok(Step::Next) => {}
            _ => break,
        }
        if frame.pc <= at {
            let best = head.map_or(frame.pc, |h| h.max(frame.pc));
            if head == Some(best) {
                break;
            }
            head = Some(best);
            span = code.span_at(at);
        }
    }
    Diagnostic::error(
        "E0305",
        span,
        format!("evaluating `{}` on constants does not end", code.name),
    )
    .label("this loop depends on constants only and goes on for ever")
    .note(code.name_span, "in this function")
    .help("let the loop test something that is known at run time only")
}
