//! Generators become iterator classes.
//!
//! The graph of a generator function is replaced by one that makes an instance of a new class; the body becomes the
//! graph of that class's `next` method, a state machine over the attribute `state`. Variables alive at a `yield` are
//! kept in attributes of the iterator, with names of their own for each state (`g2_x`), so that attributes have one
//! type.
//!
//! ```text
//! def f(n):                 class f_generator(object):
//!     while n > 0:              def next(self):
//!         yield n                   state = self.state; self.state = -1
//!         n = n - 1                 if state == 0:   n = self.g0_n
//!                                   elif state == 1: n = self.g1_n - 1
//! f(3)  ->  it = f_generator()      else: raise StopIteration
//!           it.g0_n = 3             if n > 0: self.g1_n = n; self.state = 1; return n
//!           it.state = 0            raise StopIteration
//! ```
//! The state is -1 while the body runs: when it returns, or an exception leaves it, the generator is exhausted.
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::diag::Diagnostic;
use ir::model::{BlockId, Link, Operand, VarId};
use ir::name::Name;
use ir::rewrite::{bind_inputs, cut_block, free_variables};
use ir::source::Span;
use python::code::{CodeKind, CodeObject, Instr, LocalId};
use python::live::{ClassObj, ClassRef, DictObj, FunctionObj, Value, name_value, types};
use smallvec::smallvec;

use super::build;
use super::space::exc_class;
use super::value::{FlowValue, constant, new_graph};
use super::{FlowGraph, HlGraph, HlOp, Signature, simplify};

/// Value of `state` when the generator is running or exhausted.
const EXHAUSTED: i64 = -1;

/// Replaces the graph of a generator function by the one that makes its iterator, and registers the graph of `next`.
pub fn transform(graph: &mut FlowGraph) -> Result<(), Vec<Diagnostic>> {
    let func = graph.func.clone();
    let code = func.code();
    let span = graph.span;
    let class = iterator_class(&func, &code)?;
    let next = method(&func, &code, "next");
    let iter = method(&func, &code, "__iter__");
    // Each copy of a function that is specialised has a class of its own, and its methods.
    if func.attr(SPECIAL).is_some() {
        let mark = Value::str("specialize:ctr_location");
        class.set_attr(Name::new(SPECIAL), mark);
        for f in [&next, &iter] {
            f.set_attr(SPECIAL, Value::str("specialize:argtype(0)"));
        }
    }
    for (name, f) in [("next", &next), ("__next__", &next), ("__iter__", &iter)] {
        class.set_attr(Name::new(name), Value::Function(f.clone()));
    }

    let parameters = attribute_names(&graph.graph, graph.graph.args(), 0);
    let mut bootstrap = new_graph(graph.graph.name.clone(), span);
    let start = bootstrap.start;
    let inputs: Vec<VarId> = graph
        .graph
        .args()
        .iter()
        .map(|&v| bootstrap.new_named_var((), graph.graph.vars[v].name))
        .collect();
    bootstrap.blocks[start].inputargs.clone_from(&inputs);
    let class_const = constant(Value::Class(class));
    let it = bootstrap.op(start, HlOp::SimpleCall, [class_const], (), span);
    for (name, v) in parameters.iter().zip(inputs) {
        set(&mut bootstrap, start, it, *name, Operand::Var(v), span);
    }
    let zero = constant(Value::Int(0));
    set(&mut bootstrap, start, it, Name::new("state"), zero, span);
    let ret = bootstrap.return_block;
    bootstrap.goto(start, ret, [Operand::Var(it)], span);

    let mut body = std::mem::replace(&mut graph.graph, bootstrap);
    body.name = format!("{}__next", body.name);
    make_next(&mut body, &parameters, span);
    let body = FlowGraph {
        graph: body,
        signature: Signature::of(&next),
        func: next,
        span,
        is_generator: false,
        errors: Vec::new(),
    };
    build::check(&body, "the generator transformation");
    build::register(Rc::new(body));
    Ok(())
}

/// Turns the body into the state machine.
fn make_next(graph: &mut HlGraph, parameters: &[Name], span: Span) {
    let this = graph.new_named_var((), Some(Name::new("self")));
    let old_start = graph.start;
    let mut entries = vec![(old_start, parameters.to_vec())];

    // Returning ends the iteration.
    let stop = graph.new_block(Vec::new(), span);
    raise_stop_iteration(graph, stop, span);
    let blocks: Vec<BlockId> = graph.live_blocks().filter(|&b| b != stop).collect();
    for &b in &blocks {
        for l in graph.blocks[b].exits.clone() {
            if graph.links[l].target == graph.return_block {
                graph.links[l].target = stop;
                graph.links[l].args.clear();
            }
        }
    }
    // Later yields of a block first: the block is cut from the end.
    for &b in &blocks {
        while let Some(i) = last_yield(graph, b) {
            let state = entries.len();
            let op = graph.blocks[b].ops[i].clone();
            let rest = cut_block(graph, b, i + 1);
            graph.blocks[b].ops.pop();
            // The iterator itself is at hand everywhere.
            let mut saved = free_variables(graph, rest);
            saved.retain(|&v| v != this);
            let names = attribute_names(graph, &saved, state);
            for (name, v) in names.iter().zip(&saved) {
                set(graph, b, this, *name, Operand::Var(*v), op.span);
            }
            let state_value = constant(Value::Int(state as i64));
            set(graph, b, this, Name::new("state"), state_value, op.span);
            // The rest of the block gets variables of its own, loaded by the dispatcher.
            bind_inputs(graph, rest, &saved);
            let ret = graph.return_block;
            graph.goto(b, ret, op.args.iter().cloned(), op.span);
            entries.push((rest, names));
        }
    }

    // The dispatcher.
    let start = graph.new_block(vec![this], span);
    graph.start = start;
    let state = get(graph, start, this, Name::new("state"), span);
    let exhausted = constant(Value::Int(EXHAUSTED));
    set(graph, start, this, Name::new("state"), exhausted, span);
    let mut at = start;
    for (i, (target, names)) in entries.into_iter().enumerate() {
        let load = graph.new_block(Vec::new(), span);
        let args: Vec<FlowValue> = names
            .iter()
            .map(|&n| Operand::Var(get(graph, load, this, n, span)))
            .collect();
        graph.goto(load, target, args, span);
        let here = graph.op(
            at,
            HlOp::Eq,
            [Operand::Var(state), constant(Value::Int(i as i64))],
            (),
            span,
        );
        let flag = graph.op(at, HlOp::Bool, [Operand::Var(here)], (), span);
        let otherwise = graph.new_block(Vec::new(), span);
        graph.branch(
            at,
            Operand::Var(flag),
            (load, smallvec![]),
            (otherwise, smallvec![]),
            span,
        );
        at = otherwise;
    }
    graph.goto(at, stop, [], span);
    simplify::ssi::ssa_to_ssi(graph);
    simplify::cleanup(graph);
}

fn last_yield(graph: &HlGraph, b: BlockId) -> Option<usize> {
    graph.blocks[b]
        .ops
        .iter()
        .rposition(|op| op.op == HlOp::Yield)
}

fn raise_stop_iteration(graph: &mut HlGraph, b: BlockId, span: Span) {
    let class = constant(exc_class("StopIteration"));
    let value = graph.op(b, HlOp::SimpleCall, [class], (), span);
    let class = graph.op(b, HlOp::Type, [Operand::Var(value)], (), span);
    let target = graph.except_block;
    let link = Link::always(target, [Operand::Var(class), Operand::Var(value)], span);
    graph.add_exit(b, link);
}

fn set(graph: &mut HlGraph, b: BlockId, obj: VarId, name: Name, v: FlowValue, span: Span) {
    let args = [Operand::Var(obj), constant(name_value(name)), v];
    graph.op(b, HlOp::SetAttr, args, (), span);
}

fn get(graph: &mut HlGraph, b: BlockId, obj: VarId, name: Name, span: Span) -> VarId {
    let args = [Operand::Var(obj), constant(name_value(name))];
    graph.op(b, HlOp::GetAttr, args, (), span)
}

/// Attribute names for variables saved in a state.
fn attribute_names(graph: &HlGraph, vars: &[VarId], state: usize) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for (i, &v) in vars.iter().enumerate() {
        let base = match graph.vars[v].name {
            Some(n) => format!("g{state}_{n}"),
            None => format!("g{state}_{i}"),
        };
        let mut name = Name::new(&base);
        while names.contains(&name) {
            name = Name::new(&format!("{name}_{i}"));
        }
        names.push(name);
    }
    names
}

/// How functions and classes are declared to be specialised.
const SPECIAL: &str = "_annspecialcase_";

/// An attribute of the classes made for generator functions, which no program can have.
pub const GENERATOR_MARK: &str = "<generator>";

fn iterator_class(func: &FunctionObj, code: &CodeObject) -> Result<ClassRef, Vec<Diagnostic>> {
    let name = Name::new(&format!("{}_generator", func.name.get()));
    let dict = Rc::new(DictObj::new());
    let module = Value::str(&func.module_name());
    dict.set_name(Name::new("__module__"), module);
    dict.set_name(Name::new(GENERATOR_MARK), Value::Bool(true));
    let bases = vec![types().object.clone()];
    let class = ClassObj::new(name, bases, dict, false, None)
        .map_err(|m| vec![Diagnostic::internal(code.span, m)])?;
    class.span.set(code.span);
    Ok(class)
}

/// A method `def name(self): return self`. The graph of `next` is registered apart from its code.
fn method(func: &FunctionObj, generator: &CodeObject, name: &str) -> Rc<FunctionObj> {
    let name = Name::new(name);
    let qualname = Name::new(&format!("{}_generator.{name}", func.qualname()));
    let span = generator.span;
    let code = CodeObject {
        name,
        qualname,
        kind: CodeKind::Function,
        is_generator: false,
        varargs: false,
        varkw: false,
        nested: false,
        argcount: 1,
        posonlyargcount: 0,
        kwonlyargcount: 0,
        varnames: vec![Name::new("self")],
        cellvars: Vec::new(),
        freevars: Vec::new(),
        consts: Vec::new(),
        instrs: vec![Instr::LoadFast(LocalId(0)), Instr::Return],
        spans: vec![span; 2],
        handlers: Vec::new(),
        handler_of: vec![0; 2],
        stack_size: 1,
        docstring: None,
        annotations: Vec::new(),
        ..generator.clone()
    };
    Rc::new(new_function(
        Rc::new(code),
        func.globals.clone(),
        Vec::new(),
    ))
}

/// A function object without defaults.
pub(super) fn new_function(
    code: Rc<CodeObject>,
    globals: Rc<DictObj>,
    closure: Vec<Rc<python::live::CellObj>>,
) -> FunctionObj {
    let consts: Vec<Value> = code.consts.iter().map(python::live::const_value).collect();
    FunctionObj {
        name: Cell::new(code.name),
        qualname: Cell::new(None),
        globals,
        defaults: RefCell::new(Rc::new([])),
        kwdefaults: RefCell::new(Vec::new()),
        closure,
        annotations: RefCell::new(Value::None),
        doc: RefCell::new(Value::None),
        module: RefCell::new(None),
        dict: RefCell::new(None),
        consts: RefCell::new(consts.into()),
        code: RefCell::new(code),
    }
}
