//! Runs the annotated flow graphs concretely and checks every value that a variable takes against γ(b(v)).
//!
//! Calls go to the very graphs (specialised copies) that annotation found for the call site; what is not a graph of the
//! program is up to the live space. A violation is one of:
//!
//! * a variable takes a value that its annotation does not describe;
//! * a link is taken that annotation says is never taken;
//! * something is called that is not among the callees of the site.
//!
//! ```text
//! v2 = getitem(v0, v1)     b(v2) = Inst(A), but v2 = None:  violation of rule `getitem` at file:line
//! ```
//! Integers that left the machine word are not violations: translated arithmetic wraps around. Cost: a microsecond or
//! two an operation.
use std::rc::Rc;

use flowspace::HlOp;
use flowspace::interp::Interp;
use ir::diag::Diagnostic;
use ir::model::{BlockId, ExitCase, ExitSwitch, LinkId, Operand, VarId};
use ir::name::Name;
use ir::source::Span;
use python::live::{Args, ClassRef, FunctionObj, PyErr, PyResult, Space, Value};
use rustc_hash::FxHashSet;

use super::Annotator;
use crate::defs::*;
use crate::front::hl::{HlOperand, HlOperation};
use crate::model::show;
use crate::program::AnnotatedProgram;

/// Something that annotation says cannot happen, and that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    pub graph: String,
    /// The variable (its name in the source if it has one), or what else is concerned.
    pub what: String,
    /// The value, or what happened.
    pub value: String,
    pub annotation: String,
    /// The rule that is at fault: the operation, `link`, `call`.
    pub rule: String,
    pub span: Span,
}

impl Violation {
    /// The violation as an error for the user (E0495).
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::error(
            "E0495",
            self.span,
            format!("{} is {}, annotated is {}", self.what, self.value, self.annotation),
        )
        .label(format!("rule `{}` in `{}`", self.rule, self.graph))
        .help("this is a bug of the annotator unless the program does something that RPython leaves undefined")
    }
}

/// The outcome of a run.
#[derive(Debug, Default)]
pub struct Run {
    /// What was found, once per variable.
    pub violations: Vec<Violation>,
    pub values: u64,
    /// How many operations were executed.
    pub operations: u64,
    /// Variables that took a value.
    pub variables: usize,
}

/// Executes graphs of an annotated program.
pub struct Runner<'a> {
    space: &'a Space,
    annotator: &'a Annotator,
    interp: Interp<'a>,
    limit: u64,
    depth: usize,
    reported: FxHashSet<(GraphId, VarId)>,
    seen: FxHashSet<(GraphId, VarId)>,
    run: Run,
}

/// What a call goes to.
enum Target {
    Graph(GraphId, Rc<[ArgSource]>, Option<Value>, Option<Value>),
    Live,
    Nothing,
}

impl<'a> Runner<'a> {
    /// A runner that executes at most `limit` operations.
    pub fn new(space: &'a Space, annotator: &'a Annotator, limit: u64) -> Runner<'a> {
        let mut interp = Interp::new(space, u64::MAX);
        interp.deep = false;
        Runner {
            space,
            annotator,
            interp,
            limit,
            depth: 0,
            reported: FxHashSet::default(),
            seen: FxHashSet::default(),
            run: Run::default(),
        }
    }

    /// Runs a graph with these arguments; its result (or exception) and what was found.
    pub fn run(mut self, g: GraphId, args: Vec<Value>) -> (PyResult, Run) {
        let result = self.graph(g, args);
        self.run.variables = self.seen.len();
        (result, self.run)
    }

    fn program(&self) -> &'a AnnotatedProgram {
        &self.annotator.program
    }

    /// Records the value of a variable.
    fn check(&mut self, g: GraphId, v: VarId, value: &Value, rule: &str, span: Span) {
        self.run.values += 1;
        self.seen.insert((g, v));
        let info = &self.program().graphs[g];
        let a = info.bindings[v];
        if self.annotator.admits(a, value) || !self.reported.insert((g, v)) {
            return;
        }
        let name = info.graph().vars[v].name;
        let shown = match self.space.repr(value) {
            Ok(text) => String::from_utf8_lossy(&text.0).into_owned(),
            Err(_) => format!("{value:?}"),
        };
        self.run.violations.push(Violation {
            graph: info.graph().name.clone(),
            what: name.map_or(format!("`{v}`"), |n| format!("`{n}`")),
            value: shown,
            annotation: show::compact(self.program(), a),
            rule: rule.to_string(),
            span,
        });
    }

    fn other(&mut self, g: GraphId, key: VarId, what: &str, value: String, rule: &str, span: Span) {
        if !self.reported.insert((g, key)) {
            return;
        }
        self.run.violations.push(Violation {
            graph: self.program().graphs[g].graph().name.clone(),
            what: what.to_string(),
            value,
            annotation: "impossible".to_string(),
            rule: rule.to_string(),
            span,
        });
    }

    fn graph(&mut self, g: GraphId, args: Vec<Value>) -> PyResult {
        if self.depth > 5_000 {
            return Err(self
                .space
                .error("RuntimeError", "maximum recursion depth exceeded"));
        }
        self.depth += 1;
        let r = self.blocks(g, args);
        self.depth -= 1;
        r
    }

    fn blocks(&mut self, g: GraphId, args: Vec<Value>) -> PyResult {
        let flow = self.program().graphs[g].flow.clone();
        let graph = &flow.graph;
        let mut env: Vec<Value> = vec![Value::None; graph.vars.len()];
        let mut at = graph.start;
        for (&v, a) in graph.args().iter().zip(args) {
            self.check(g, v, &a, "call", graph.span);
            env[v.0 as usize] = a;
        }
        loop {
            let block = &graph.blocks[at];
            if at == graph.return_block {
                return Ok(env[block.inputargs[0].0 as usize].clone());
            }
            if at == graph.except_block {
                return Err(match env[block.inputargs[1].0 as usize].as_instance() {
                    Some(i) => PyErr::Raise(i.clone()),
                    None => self.space.type_error("exceptions must be instances"),
                });
            }
            let mut error = None;
            for (i, op) in block.ops.iter().enumerate() {
                let here = OpRef::new(g, at, i);
                match self.operation(here, op, &env) {
                    Ok(v) => {
                        self.check(g, op.result, &v, op.op.name(), op.span);
                        env[op.result.0 as usize] = v;
                    }
                    Err(e) => {
                        let last = i + 1 == block.ops.len();
                        if block.exitswitch != ExitSwitch::LastException || !last {
                            return Err(e);
                        }
                        error = Some(e);
                    }
                }
            }
            let l = self.choose(g, at, error, &mut env)?;
            let link = &graph.links[l];
            let info = &self.program().graphs[g];
            if !info.is_followed(l) {
                let what = "this way";
                let key = link.args.iter().find_map(|a| a.var());
                let key = key.unwrap_or(graph.return_var());
                self.other(g, key, what, "taken".into(), "link", link.span);
                // Nothing is known of the code behind it.
                return Err(self.space.abort(Diagnostic::error(
                    "E0495",
                    link.span,
                    "code that annotation says is dead is executed",
                )));
            }
            let values: Vec<Value> = link.args.iter().map(|a| operand(a, &env)).collect();
            for (&v, x) in graph.blocks[link.target].inputargs.iter().zip(values) {
                self.check(g, v, &x, "link", link.span);
                env[v.0 as usize] = x;
            }
            at = link.target;
        }
    }

    fn choose(
        &mut self,
        g: GraphId,
        b: BlockId,
        error: Option<PyErr>,
        env: &mut [Value],
    ) -> PyResult<LinkId> {
        let flow = self.program().graphs[g].flow.clone();
        let graph = &flow.graph;
        let block = &graph.blocks[b];
        match (&block.exitswitch, error) {
            (_, Some(error)) => {
                let PyErr::Raise(exc) = &error else {
                    return Err(error);
                };
                for &l in &block.exits {
                    let link = &graph.links[l];
                    if let ExitCase::Exception(class) = &link.exitcase
                        && let Some(class) = class.0.as_class()
                        && exc.class().is_subclass(class)
                    {
                        let class = Value::Class(exc.class());
                        let value = Value::Instance(exc.clone());
                        for (v, x) in [(link.last_exception, class), (link.last_exc_value, value)] {
                            let Some(v) = v else { continue };
                            self.check(g, v, &x, "except", link.span);
                            env[v.0 as usize] = x;
                        }
                        return Ok(l);
                    }
                }
                Err(error)
            }
            (ExitSwitch::Value(v), None) => {
                let v = operand(v, env);
                let found = block
                    .exits
                    .iter()
                    .copied()
                    .find(|&l| match &graph.links[l].exitcase {
                        ExitCase::Bool(b) => matches!(v, Value::Bool(x) if x == *b),
                        ExitCase::Case(c) => crate::model::constant::same(&c.0, &v),
                        ExitCase::Default => true,
                        ExitCase::Always | ExitCase::Exception(_) => false,
                    });
                found.ok_or_else(|| {
                    let text = format!("no exit of {b} in {} for {v:?}", graph.name);
                    self.space.abort(Diagnostic::internal(block.span, text))
                })
            }
            (ExitSwitch::None | ExitSwitch::LastException, None) => match block.exits.first() {
                Some(&l) => Ok(l),
                None => {
                    let text = format!("{b} in {} has no exit", graph.name);
                    Err(self.space.abort(Diagnostic::internal(block.span, text)))
                }
            },
        }
    }

    fn operation(&mut self, here: OpRef, op: &HlOperation, env: &[Value]) -> PyResult {
        self.run.operations += 1;
        if self.run.operations > self.limit {
            let d = Diagnostic::error("E0496", op.span, "the limit of operations is reached");
            return Err(self.space.abort(d));
        }
        let args: Vec<Value> = op.args.iter().map(|a| operand(a, env)).collect();
        match &op.op {
            HlOp::SimpleCall => self.call(here, op, &args[0], args[1..].to_vec(), Vec::new()),
            HlOp::CallArgs(shape) => {
                let n = shape.positional as usize;
                let mut pos = args[1..=n].to_vec();
                let k = shape.keywords.len();
                let kw = shape
                    .keywords
                    .iter()
                    .copied()
                    .zip(args[n + 1..n + 1 + k].iter().cloned())
                    .collect();
                if shape.star
                    && let Some(star) = args.last()
                {
                    pos.extend(self.space.iterate_vec(star)?);
                }
                self.call(here, op, &args[0], pos, kw)
            }
            _ => {
                if let Some((name, _)) = self.program().special_methods.get(&here)
                    && let Some(r) = self.special(here, op, *name, &args)
                {
                    return r;
                }
                self.interp.evaluate(&op.op, &args, op.span)
            }
        }
    }

    /// An operation that annotation found to be a call of a special method.
    fn special(
        &mut self,
        here: OpRef,
        op: &HlOperation,
        name: Name,
        args: &[Value],
    ) -> Option<PyResult> {
        let direct = matches!(
            op.op,
            HlOp::Len
                | HlOp::Bool
                | HlOp::GetItem
                | HlOp::SetItem
                | HlOp::DelItem
                | HlOp::Contains
                | HlOp::Iter
                | HlOp::Next
                | HlOp::Str
                | HlOp::Repr
                | HlOp::GetSlice
        ) || matches!(
            op.op,
            HlOp::Add | HlOp::Sub | HlOp::Mul | HlOp::And | HlOp::Or | HlOp::Xor
        );
        if !direct || !matches!(args.first(), Some(Value::Instance(_))) {
            return None;
        }
        let method = match self.space.getattr_opt(&args[0], name) {
            Ok(Some(m)) => m,
            Ok(None) => return None,
            Err(e) => return Some(Err(e)),
        };
        let r = self.call(here, op, &method, args[1..].to_vec(), Vec::new());
        Some(match (&op.op, r) {
            (HlOp::Bool, Ok(v)) => self.space.is_true(&v).map(Value::Bool),
            (HlOp::Contains, Ok(v)) => self.space.is_true(&v).map(Value::Bool),
            (HlOp::Len, Ok(v)) => self.space.length_from(&v).map(|_| v),
            (_, r) => r,
        })
    }

    fn call(
        &mut self,
        here: OpRef,
        op: &HlOperation,
        f: &Value,
        pos: Vec<Value>,
        kw: Vec<(Name, Value)>,
    ) -> PyResult {
        if let Some(known) = self.translated_constant(here, op, f) {
            return Ok(known);
        }
        // `int(x)` calls `x.__int__()`, and converts what that returns.
        if let (Value::Class(_), Some(Value::Instance(_)), Some((name, _))) =
            (f, pos.first(), self.program().special_methods.get(&here))
            && let Some(method) = self.space.getattr_opt(&pos[0], *name)?
        {
            let r = self.call(here, op, &method, pos[1..].to_vec(), Vec::new())?;
            return self.space.call_args(
                f,
                Args {
                    pos: vec![r],
                    kw: Vec::new(),
                },
            );
        }
        // A method of a built-in type that a function of the library does in its place: the object is its first
        // argument, but for a method of a class. (Untranslated methods cannot iterate over what has graphs, and no
        // code: they would not end.)
        if let Value::Method(m) = f
            && let (Value::Builtin(_), Some(receiver)) = (&m.func, &m.receiver)
            && matches!(self.target(here, &m.func), Target::Graph(..))
        {
            let object = (!matches!(receiver, Value::Class(_))).then(|| receiver.clone());
            let pos = object.into_iter().chain(pos).collect();
            return self.call(here, op, &m.func, pos, kw);
        }
        match self.target(here, f) {
            Target::Live => self.space.call_args(f, Args { pos, kw }),
            Target::Nothing => {
                let shown = self.space.callable_name(f);
                let result = op.result;
                self.other(
                    here.graph,
                    result,
                    "the callee",
                    format!("`{shown}`, which is not among those that annotation found"),
                    "call",
                    op.span,
                );
                self.space.call_args(f, Args { pos, kw })
            }
            Target::Graph(g, sources, receiver, instance) => {
                let mut inputs = Vec::with_capacity(sources.len());
                for s in sources.iter() {
                    inputs.push(match s {
                        ArgSource::Receiver => receiver.clone().unwrap_or(Value::None),
                        ArgSource::Positional(i) => pos.get(*i).cloned().unwrap_or(Value::None),
                        ArgSource::Keyword(i) => {
                            kw.get(*i).map(|(_, v)| v.clone()).unwrap_or(Value::None)
                        }
                        ArgSource::Default(v) => v.clone(),
                        ArgSource::Star {
                            receiver: with,
                            first,
                            end,
                        } => {
                            let own = receiver.iter().filter(|_| *with);
                            let rest = &pos[(*first).min(pos.len())..(*end).min(pos.len())];
                            Value::tuple(own.chain(rest).cloned().collect())
                        }
                    });
                }
                let r = self.graph(g, inputs)?;
                Ok(instance.unwrap_or(r))
            }
        }
    }

    /// Functions whose value differs in translated code (`we_are_translated()`).
    fn translated_constant(&self, here: OpRef, op: &HlOperation, f: &Value) -> Option<Value> {
        let name = f.qualified_name()?;
        if name != "rpython.rlib.objectmodel.we_are_translated" {
            return None;
        }
        self.program().graphs[here.graph].bindings[op.result]
            .const_value()
            .cloned()
    }

    /// Where annotation sends this call.
    fn target(&self, here: OpRef, f: &Value) -> Target {
        let p = self.program();
        let info = match p.calls.get(&here) {
            Some(i) => i,
            None => match p.special_methods.get(&here) {
                Some((_, i)) => i,
                None => return Target::Live, // A built-in, or code without a graph.
            },
        };
        if info.special.is_some() {
            return Target::Live;
        }
        match f {
            Value::Function(func) => self.among(info, func, None, None),
            Value::Method(m) => match (&m.func, &m.receiver) {
                (Value::Function(func), receiver) => {
                    self.among(info, func, receiver.as_ref(), None)
                }
                _ => Target::Live,
            },
            Value::StaticMethod(w) => match &w.func {
                Value::Function(func) => self.among(info, func, None, None),
                _ => Target::Live,
            },
            Value::Class(c) if c.builtin.is_none() => self.class(info, c),
            Value::Instance(i) => match i.class().find(Name::new("__call__")) {
                Some(Value::Function(func)) => self.among(info, &func, Some(f), None),
                _ => Target::Live,
            },
            // What translated code calls in its place (`open` is a function of `rlib.rfile`, `int` of a unicode string
            // one as well), so that the values are those that translated code has.
            Value::Builtin(_) | Value::Class(_) => match info.callees.as_slice() {
                [callee] if let Desc::Function(d) = &p.descs[callee.desc] => {
                    self.among(info, &d.func, None, None)
                }
                _ => Target::Live,
            },
            _ => Target::Live,
        }
    }

    fn class(&self, info: &CallSiteInfo, c: &ClassRef) -> Target {
        let p = self.program();
        for callee in &info.callees {
            let Desc::Class(d) = &p.descs[callee.desc] else {
                continue;
            };
            if !Rc::ptr_eq(&d.class, c) {
                continue;
            }
            let Some(g) = callee.graph else {
                return Target::Live;
            };
            let Ok(instance) = self.space.allocate(c, &Args::default()) else {
                return Target::Live;
            };
            return Target::Graph(
                g,
                callee.args.clone(),
                Some(instance.clone()),
                Some(instance),
            );
        }
        Target::Nothing
    }

    /// The callee of a site that is this function. Mix-ins are copied: code and class of the receiver decide.
    fn among(
        &self,
        info: &CallSiteInfo,
        func: &Rc<FunctionObj>,
        receiver: Option<&Value>,
        instance: Option<Value>,
    ) -> Target {
        let p = self.program();
        let mut best: Option<(u32, &Callee)> = None;
        for callee in &info.callees {
            let (fd, origin) = match &p.descs[callee.desc] {
                Desc::Function(fd) => (fd, None),
                Desc::Method(m) => (p.function(m.func).expect("a function"), Some(m.origin)),
                Desc::FrozenMethod(m) => (p.function(m.func).expect("a function"), None),
                Desc::Frozen(f) => match f.value.class().find(Name::new("__call__")) {
                    Some(Value::Function(g)) if Rc::ptr_eq(&g, func) => {
                        best = Some((u32::MAX, callee));
                        break;
                    }
                    _ => continue,
                },
                Desc::Class(_) => continue,
            };
            if Rc::ptr_eq(&fd.func, func) {
                best = Some((u32::MAX, callee));
                break;
            }
            if !Rc::ptr_eq(&fd.func.code(), &func.code()) {
                continue;
            }
            let fits = match (origin, receiver) {
                (Some(c), Some(Value::Instance(i))) => p
                    .class(c)
                    .live
                    .as_class()
                    .is_some_and(|l| i.class().is_subclass(l))
                    .then_some(p.class(c).depth),
                _ => Some(0),
            };
            if let Some(depth) = fits
                && best.is_none_or(|(d, _)| depth >= d)
            {
                best = Some((depth, callee));
            }
        }
        let Some((_, callee)) = best else {
            return Target::Nothing;
        };
        match callee.graph {
            Some(g) => Target::Graph(g, callee.args.clone(), receiver.cloned(), instance),
            None => Target::Live,
        }
    }
}

fn operand(a: &HlOperand, env: &[Value]) -> Value {
    match a {
        Operand::Const(c) => c.0.clone(),
        Operand::Var(v) => env[v.0 as usize].clone(),
    }
}
