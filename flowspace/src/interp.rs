//! Executes flow graphs concretely, with live objects: the oracle for the flow space and the simplifier. The execution
//! of a graph must have the same result, effects and exception as the execution of the code by the live space.
//!
//! Functions that are called have their graphs executed too, if [`Interp::deep`] is set; everything else is up to the
//! live space. Cost: a few hundred nanoseconds an operation.
use std::cell::Cell;
use std::rc::Rc;

use ir::model::{BlockId, ExitCase, ExitSwitch, LinkId, Operand, Operation, VarId};
use ir::name::Name;
use python::code::{BinOp, CompareOp, UnaryOp};
use python::engine::{ObjectSpace, Unwind};
use python::live::{self, FunctionObj, PyErr, PyResult, Space, Value, types};
use rustc_hash::FxHashMap;

use super::build::build_function;
use super::op::HlOp;
use super::value::FlowValue;
use super::{FlowGraph, HlGraph};

/// An interpreter of flow graphs.
pub struct Interp<'a> {
    /// The space of the objects.
    pub space: &'a Space,
    /// Whether calls of functions that have a flow graph execute that graph.
    pub deep: bool,
    /// Operations executed so far.
    pub steps: Cell<u64>,
    /// Most operations to execute.
    pub limit: u64,
}

impl<'a> Interp<'a> {
    /// An interpreter that executes at most `limit` operations.
    pub fn new(space: &'a Space, limit: u64) -> Interp<'a> {
        Interp {
            space,
            deep: true,
            steps: Cell::new(0),
            limit,
        }
    }
    /// Executes a graph. `args` has one value for each inputarg.
    pub fn run(&self, graph: &FlowGraph, args: Vec<Value>) -> PyResult {
        self.run_graph(&graph.graph, args)
    }
    /// Executes a flow graph on live objects.
    pub fn run_graph(&self, graph: &HlGraph, args: Vec<Value>) -> PyResult {
        let mut env: FxHashMap<VarId, Value> = FxHashMap::default();
        let mut at = graph.start;
        assert_eq!(
            args.len(),
            graph.blocks[at].inputargs.len(),
            "{}",
            graph.name
        );
        env.extend(graph.blocks[at].inputargs.iter().copied().zip(args));
        loop {
            let block = &graph.blocks[at];
            if at == graph.return_block {
                return Ok(env[&block.inputargs[0]].clone());
            }
            if at == graph.except_block {
                return Err(self.raised(&env[&block.inputargs[1]]));
            }
            let mut error = None;
            for (i, op) in block.ops.iter().enumerate() {
                match self.operation(op, &env) {
                    Ok(v) => {
                        env.insert(op.result, v);
                    }
                    Err(e) => {
                        let sees = block.exitswitch == ExitSwitch::LastException
                            && i + 1 == block.ops.len();
                        if !sees {
                            return Err(e);
                        }
                        error = Some(e);
                    }
                }
            }
            let link = self.choose(graph, at, error, &mut env)?;
            let link = &graph.links[link];
            // SSI: only what the link carries is known in the next block.
            let target = &graph.blocks[link.target];
            let next = target
                .inputargs
                .iter()
                .zip(&link.args)
                .map(|(v, a)| (*v, value(a, &env)))
                .collect();
            env = next;
            at = link.target;
        }
    }

    fn raised(&self, exc: &Value) -> PyErr {
        match exc.as_instance() {
            Some(i) => Unwind::Raise(i.clone()),
            None => self.space.type_error("exceptions must be instances"),
        }
    }

    /// The exit of a block, given its variables and the exception of its last operation.
    fn choose(
        &self,
        graph: &HlGraph,
        b: BlockId,
        error: Option<PyErr>,
        env: &mut FxHashMap<VarId, Value>,
    ) -> PyResult<LinkId> {
        let block = &graph.blocks[b];
        let exits = block.exits.iter().copied();
        match (&block.exitswitch, error) {
            (_, Some(error)) => {
                let Unwind::Raise(exc) = &error else {
                    return Err(error);
                };
                for l in exits {
                    let link = &graph.links[l];
                    if let ExitCase::Exception(class) = &link.exitcase
                        && let Some(class) = class.0.as_class()
                        && exc.class().is_subclass(class)
                    {
                        if let Some(v) = link.last_exception {
                            env.insert(v, Value::Class(exc.class()));
                        }
                        if let Some(v) = link.last_exc_value {
                            env.insert(v, Value::Instance(exc.clone()));
                        }
                        return Ok(l);
                    }
                }
                Err(error)
            }
            (ExitSwitch::Value(v), None) => {
                let v = value(v, env);
                let found = exits.clone().find(|&l| match &graph.links[l].exitcase {
                    ExitCase::Bool(b) => matches!(v, Value::Bool(x) if x == *b),
                    ExitCase::Case(c) => super::value::same_const(&c.0, &v),
                    ExitCase::Default => true,
                    ExitCase::Always | ExitCase::Exception(_) => false,
                });
                Ok(found.unwrap_or_else(|| panic!("no exit of {b} in {} for {v:?}", graph.name)))
            }
            (ExitSwitch::None | ExitSwitch::LastException, None) => Ok(block.exits[0]),
        }
    }

    fn operation(&self, op: &Operation<super::Hl>, env: &FxHashMap<VarId, Value>) -> PyResult {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() > self.limit {
            let d = ir::diag::Diagnostic::error("E0305", op.span, "the step limit is reached");
            return Err(self.space.abort(d));
        }
        let args: Vec<Value> = op.args.iter().map(|a| value(a, env)).collect();
        self.evaluate(&op.op, &args, op.span)
    }

    /// Evaluates one operation on live objects, as the live space would.
    pub fn evaluate(&self, op: &HlOp, args: &[Value], span: ir::source::Span) -> PyResult {
        let s = self.space;
        if let Some(plain) = op.without_ovf() {
            let v = self.evaluate(&plain, args, span)?;
            return match v {
                Value::Long(_) => Err(s.error("OverflowError", "integer overflow")),
                v => Ok(v),
            };
        }
        if let Some(b) = inplace_operator(op) {
            return ObjectSpace::inplace(s, b, &args[0], &args[1], span);
        }
        if let Some(v) = evaluate_pure(s, op, args, span) {
            return v;
        }
        let none = Value::None;
        Ok(match op {
            HlOp::Hash => Value::Int(s.hash(&args[0])?),
            HlOp::Id => Value::Int(args[0].identity().number()),
            HlOp::Iter => ObjectSpace::iter(s, &args[0], span)?,
            HlOp::Next if self.deep && has_next(&args[0]) => {
                // The iterator of a generator: its `next` has a graph, but no code.
                let next = s.getattr(&args[0], Name::new("next"))?;
                self.call(&next, Vec::new(), Vec::new())?
            }
            HlOp::Next => {
                let mut it = args[0].clone();
                match ObjectSpace::next(s, &mut it, span)? {
                    Some(v) => v,
                    None => return Err(s.stop_iteration(Value::None)),
                }
            }
            HlOp::Yield => none,
            HlOp::SetItem => {
                ObjectSpace::setitem(s, &args[0], &args[1], &args[2], span)?;
                none
            }
            HlOp::DelItem => {
                ObjectSpace::delitem(s, &args[0], &args[1], span)?;
                none
            }
            HlOp::SetSlice => {
                ObjectSpace::setslice(s, &args[0], &args[1], &args[2], &args[3], span)?;
                none
            }
            HlOp::DelSlice => {
                ObjectSpace::delslice(s, &args[0], &args[1], &args[2], span)?;
                none
            }
            HlOp::SetAttr => {
                s.setattr(&args[0], attribute_name(s, &args[1])?, args[2].clone())?;
                none
            }
            HlOp::DelAttr => {
                s.delattr(&args[0], attribute_name(s, &args[1])?)?;
                none
            }
            HlOp::NewList => Value::list(args.to_vec()),
            HlOp::NewDict => {
                let pairs = args.chunks(2).map(|p| (p[0].clone(), p[1].clone()));
                ObjectSpace::dict(s, pairs.collect(), span)?
            }
            HlOp::NewSlice => ObjectSpace::slice(s, &args[0], &args[1], &args[2], span)?,
            HlOp::SimpleCall => self.call(&args[0], args[1..].to_vec(), Vec::new())?,
            HlOp::CallArgs(shape) => {
                let n = shape.positional as usize;
                let mut positional = args[1..1 + n].to_vec();
                let values = args[1 + n..].iter().cloned();
                let keywords = shape.keywords.iter().copied().zip(values).collect();
                if shape.star
                    && let Some(star) = args.last()
                {
                    let mut it = ObjectSpace::iter(s, star, span)?;
                    while let Some(v) = ObjectSpace::next(s, &mut it, span)? {
                        positional.push(v);
                    }
                }
                self.call(&args[0], positional, keywords)?
            }
            HlOp::HintMaxLength | HlOp::HintFence | HlOp::HintFenceExact => args[0].clone(),
            other => unreachable!("{other} is handled above"),
        })
    }

    fn call(&self, f: &Value, pos: Vec<Value>, kw: Vec<(Name, Value)>) -> PyResult {
        if self.deep {
            match f {
                Value::Function(func) => {
                    if let Some(graph) = self.graph_of(func) {
                        let args = live::Args { pos, kw };
                        return self.run(&graph, self.bind(func, args)?);
                    }
                    return self.space.call_args(f, live::Args { pos, kw });
                }
                Value::Method(m) => {
                    if let (Value::Function(_), Some(receiver)) = (&m.func, &m.receiver) {
                        let mut all = vec![receiver.clone()];
                        all.extend(pos);
                        return self.call(&m.func, all, kw);
                    }
                }
                _ => {}
            }
        }
        self.space.call_args(f, live::Args { pos, kw })
    }

    fn graph_of(&self, func: &Rc<FunctionObj>) -> Option<Rc<FlowGraph>> {
        build_function(self.space, func).ok()
    }

    /// The values of a graph's inputargs for a call.
    fn bind(&self, func: &Rc<FunctionObj>, args: live::Args) -> PyResult<Vec<Value>> {
        let code = func.code();
        let bound = self.space.bind_arguments(func, &code, args)?;
        Ok(bound.into_iter().flatten().collect())
    }
}

fn value(a: &FlowValue, env: &FxHashMap<VarId, Value>) -> Value {
    match a {
        Operand::Const(c) => c.0.clone(),
        Operand::Var(v) => env
            .get(v)
            .unwrap_or_else(|| panic!("{v} is used but not defined in its block"))
            .clone(),
    }
}

/// Whether an iterator is an instance with a `next` written in Python.
fn has_next(v: &Value) -> bool {
    match v {
        Value::Instance(i) => matches!(i.class().find(Name::new("next")), Some(Value::Function(_))),
        _ => false,
    }
}

fn attribute_name(s: &Space, v: &Value) -> PyResult<Name> {
    match v {
        Value::Str(s) => Ok(s.name()),
        _ => Err(s.error("TypeError", "attribute name must be string")),
    }
}

fn inplace_operator(op: &HlOp) -> Option<BinOp> {
    binary_operator(&op.without_inplace()?)
}

fn binary_operator(op: &HlOp) -> Option<BinOp> {
    Some(match op {
        HlOp::Add => BinOp::Add,
        HlOp::Sub => BinOp::Sub,
        HlOp::Mul => BinOp::Mul,
        HlOp::Div => BinOp::Div,
        HlOp::FloorDiv => BinOp::FloorDiv,
        HlOp::TrueDiv => BinOp::TrueDiv,
        HlOp::Mod => BinOp::Mod,
        HlOp::Pow => BinOp::Pow,
        HlOp::LShift => BinOp::LShift,
        HlOp::RShift => BinOp::RShift,
        HlOp::And => BinOp::And,
        HlOp::Or => BinOp::Or,
        HlOp::Xor => BinOp::Xor,
        _ => return None,
    })
}

/// Evaluates an operation that folds ([`HlOp::folds`]); `None` if it is none.
pub fn evaluate_pure(
    s: &Space,
    op: &HlOp,
    args: &[Value],
    span: ir::source::Span,
) -> Option<PyResult> {
    if let (Some(b), [x, y]) = (binary_operator(op), args) {
        return Some(ObjectSpace::binary(s, b, x, y, span));
    }
    let compare = |op| ObjectSpace::compare(s, op, &args[0], &args[1], span);
    let builtin = |name: &str| {
        // `cmp` and `coerce` are Python 2's; `oct` and `hex` differ.
        let f = s
            .builtins(s.mode())
            .get_name(Name::new(name))
            .or_else(|| {
                s.builtins(python::code::Mode::Py2)
                    .get_name(Name::new(name))
            })
            .unwrap_or_else(|| panic!("the live space has no builtin `{name}`"));
        s.call(&f, args)
    };
    Some(match op {
        HlOp::Pos => ObjectSpace::unary(s, UnaryOp::Pos, &args[0], span),
        HlOp::Neg => ObjectSpace::unary(s, UnaryOp::Neg, &args[0], span),
        HlOp::Invert => ObjectSpace::unary(s, UnaryOp::Invert, &args[0], span),
        HlOp::Bool => s.is_true(&args[0]).map(Value::Bool),
        HlOp::Len => s.len(&args[0]).map(|n| Value::Int(n as i64)),
        HlOp::Type => Ok(Value::Class(s.type_of(&args[0]))),
        HlOp::Repr => ObjectSpace::unary(s, UnaryOp::Repr, &args[0], span),
        HlOp::Str => s.call(&Value::Class(types().str.clone()), args),
        HlOp::Format => builtin("format"),
        HlOp::Hex => builtin("hex"),
        HlOp::Oct => builtin("oct"),
        HlOp::Ord => builtin("ord"),
        HlOp::Abs => builtin("abs"),
        HlOp::DivMod => builtin("divmod"),
        HlOp::Pow => builtin("pow"),
        HlOp::Cmp => builtin("cmp"),
        HlOp::Coerce => builtin("coerce"),
        HlOp::Lt => compare(CompareOp::Lt),
        HlOp::Le => compare(CompareOp::Le),
        HlOp::Eq => compare(CompareOp::Eq),
        HlOp::Ne => compare(CompareOp::Ne),
        HlOp::Gt => compare(CompareOp::Gt),
        HlOp::Ge => compare(CompareOp::Ge),
        HlOp::Is => Ok(Value::Bool(args[0].is(&args[1]))),
        HlOp::IsInstance => s.isinstance(&args[0], &args[1]).map(Value::Bool),
        HlOp::IsSubtype => s.issubclass(&args[0], &args[1]).map(Value::Bool),
        HlOp::Contains => s.contains(&args[0], &args[1]).map(Value::Bool),
        HlOp::GetItem => ObjectSpace::getitem(s, &args[0], &args[1], span),
        HlOp::GetSlice => ObjectSpace::getslice(s, &args[0], &args[1], &args[2], span),
        HlOp::GetAttr => attribute_name(s, &args[1]).and_then(|name| s.getattr(&args[0], name)),
        HlOp::NewTuple => Ok(Value::tuple(args.to_vec())),
        _ => return None,
    })
}
