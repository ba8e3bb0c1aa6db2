//! The low-level graph interpreter: runs programs in every phase with checked memory. The oracle of rtyper, transforms
//! and back end.
//!
//! * Before the exception transform exceptions travel along exception links; after it the pending exception is state.
//! * In *moving* mode every safepoint relocates all managed objects ([`memory`]): a reference that was not spilled and
//!   reloaded is stale and faults at its next use; stores of references into old objects need a write barrier.
//!
//! ```
//! use lowlevel::interp::{Interp, Val};
//! let program = lowlevel::parse::parse_program("\
//! graph double(v0: Signed) -> Signed
//! b0(v0: Signed):
//!     v1: Signed = int_add(v0, v0)
//!     goto return(v1)
//! ").unwrap();
//! let f = program.func_by_name("double").unwrap();
//! assert_eq!(Interp::new(&program).call(f, &[Val::Int(21)]), Ok(Val::Int(42)));
//! ```
//! Frames are explicit, so programs recurse as deeply as [`Interp::max_depth`] says. A graph is executed as it stands;
//! run the verifier first: the interpreter reports what it cannot do as [`Outcome::Fault`].
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, ExitCase, ExitSwitch, LinkId, OpInfo, Operand, Operation, VarId};
use ir::source::Span;

pub mod externs;
pub mod memory;
mod operations;
mod relocate;

pub use externs::{Externs, StdExterns};
pub use memory::{Memory, Ref, Val};

use crate::check::Test;
use crate::ops::SafetyError;
use crate::verify::{Phase, operand_type};
use crate::{FuncId, LL, LLGraph, LLOp, ObjId, Program, Value};

/// How a run ends other than by returning.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// An exception left the called function.
    Raised {
        /// The class, for people: the name of the vtable object.
        class: String,
        vtable: Val,
        value: Val,
    },
    /// A safety error ended the program.
    Abort(SafetyError),
    /// The program called for its end (an external function `exit`).
    Exit(i64),
    /// Wrong use of memory or an operation without a meaning: a bug of whoever made the graphs. What, and where.
    Fault(String),
    /// More operations than [`Interp::fuel`].
    OutOfFuel,
}

/// An exception on its way.
type Exc = (Val, Val);

/// What stops a step.
enum Stop {
    Raise(Exc),
    End(Outcome),
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::End(Outcome::Fault(message))
    }
}
impl From<&str> for Stop {
    fn from(message: &str) -> Stop {
        Stop::End(Outcome::Fault(message.into()))
    }
}

struct Frame {
    func: FuncId,
    block: BlockId,
    /// The next operation.
    at: usize,
    vars: IndexVec<VarId, Val>,
    slots: Vec<Val>,
}

/// An interpreter of one program.
pub struct Interp<'p> {
    program: &'p Program,
    pub memory: Memory<'p>,
    externs: Box<dyn Externs + 'p>,
    frames: Vec<Frame>,
    /// The pending exception (after the exception transform).
    exc: Option<Exc>,
    overflow: bool,
    phase: Phase,
    moving: bool,
    /// In moving mode: relocate at every n-th safepoint (1: at each; long runs want more).
    pub move_every: u64,
    safepoints: u64,
    /// Functions that can collect, by an analysis; in moving mode their calls relocate even when they happen not to
    /// allocate.
    collecting: Option<IndexVec<FuncId, bool>>,
    /// Operations left to execute.
    pub fuel: u64,
    /// `stack_too_big` is true from this number of frames on.
    pub max_depth: usize,
    /// Operations executed so far.
    pub steps: u64,
    /// Locations noted by `traceback_*` operations, oldest first.
    pub traceback: Vec<(&'static str, Span)>,
}

impl<'p> Interp<'p> {
    /// An interpreter for a program as typed, with the standard external functions.
    pub fn new(program: &'p Program) -> Interp<'p> {
        Interp::with_externs(program, Box::new(StdExterns::default()))
    }
    /// With other external functions.
    pub fn with_externs(program: &'p Program, externs: Box<dyn Externs + 'p>) -> Interp<'p> {
        Interp {
            program,
            memory: Memory::new(program).expect("contents of prebuilt objects fit their types"),
            externs,
            frames: Vec::new(),
            exc: None,
            overflow: false,
            phase: Phase::Typed,
            moving: false,
            move_every: 1,
            safepoints: 0,
            collecting: None,
            fuel: 50_000_000,
            max_depth: 3000,
            steps: 0,
            traceback: Vec::new(),
        }
    }
    /// The phase the program is in.
    pub fn phase(mut self, phase: Phase) -> Self {
        self.phase = phase;
        self
    }
    /// Relocates every managed object at every safepoint and checks write barriers. For programs after the GC
    /// transform.
    pub fn moving(mut self, collecting: IndexVec<FuncId, bool>) -> Self {
        self.moving = true;
        self.phase = Phase::Gc;
        self.memory.check_barriers = true;
        self.collecting = Some(collecting);
        self
    }
    /// What external functions wrote (see [`Externs::output`]).
    pub fn output(&self) -> Vec<u8> {
        self.externs.output()
    }
    /// A new string of the known string type.
    pub fn string(&mut self, text: &str) -> Val {
        self.memory.new_string(text.as_bytes())
    }
    /// The bytes of a string.
    pub fn read_string(&self, s: Val) -> Vec<u8> {
        self.memory.string(s)
    }
    /// The reference to a prebuilt object.
    pub fn object(&self, o: ObjId) -> Val {
        self.memory.value(Value::Object(o))
    }
    /// Calls a function and runs it to its end.
    pub fn call(&mut self, func: FuncId, args: &[Val]) -> Result<Val, Outcome> {
        let base = self.frames.len();
        let r = self.enter(func, args).and_then(|()| self.run(base));
        let place = self.place();
        self.frames.truncate(base);
        let raised = |me: &Self, (vtable, value): Exc| Outcome::Raised {
            class: me.class_name(vtable),
            vtable,
            value,
        };
        match r {
            Ok(v) => match self.exc.take() {
                Some(e) => Err(raised(self, e)),
                None => Ok(v),
            },
            Err(Stop::Raise(e)) => Err(raised(self, e)),
            Err(Stop::End(Outcome::Fault(m))) => Err(Outcome::Fault(format!("{m}\n{place}"))),
            Err(Stop::End(o)) => Err(o),
        }
    }
    fn class_name(&self, vtable: Val) -> String {
        match vtable {
            Val::Ref(r) => self
                .program
                .objects
                .get(ObjId(r.object))
                .map_or_else(|| "?".into(), |o| o.name.clone()),
            _ => "?".into(),
        }
    }
    /// Where execution stands, for messages: innermost first.
    fn place(&self) -> String {
        let lines: Vec<String> = self
            .frames
            .iter()
            .rev()
            .take(8)
            .map(|f| {
                let func = &self.program.funcs[f.func];
                let op = func.graph.blocks[f.block].ops.get(f.at.saturating_sub(1));
                let op = op.map_or("", |o| o.op.name());
                format!(
                    "  in {} {} operation {} {op}",
                    func.name,
                    f.block,
                    f.at.saturating_sub(1)
                )
            })
            .collect();
        lines.join("\n")
    }
    fn enter(&mut self, func: FuncId, args: &[Val]) -> Result<(), Stop> {
        let Some(f) = self.program.funcs.get(func) else {
            return Err(format!("no function {func}").into());
        };
        let g = &f.graph;
        if args.len() != g.args().len() {
            return Err(format!(
                "{} takes {} arguments, not {}",
                f.name,
                g.args().len(),
                args.len()
            )
            .into());
        }
        if self.frames.len() > self.max_depth + 200 {
            return Err("the stack overflows".into());
        }
        let mut vars = IndexVec::from_elem(Val::Void, g.vars.len());
        for (&v, &a) in g.args().iter().zip(args) {
            vars[v] = a;
        }
        self.frames.push(Frame {
            func,
            block: g.start,
            at: 0,
            vars,
            slots: Vec::new(),
        });
        Ok(())
    }
    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a frame runs")
    }
    fn graph(&self) -> &'p LLGraph {
        let f = self.frames.last().expect("a frame runs").func;
        &self.program.funcs[f].graph
    }
    /// Runs until the frame at depth `base` returns.
    fn run(&mut self, base: usize) -> Result<Val, Stop> {
        loop {
            let graph = self.graph();
            let (block, at) = {
                let f = self.frame();
                (f.block, f.at)
            };
            let b = &graph.blocks[block];
            let done = if block == graph.return_block {
                Some(Ok(self.frame().vars[b.inputargs[0]]))
            } else if block == graph.except_block {
                let vars = &self.frame().vars;
                Some(Err((vars[b.inputargs[0]], vars[b.inputargs[1]])))
            } else {
                None
            };
            let step = match done {
                Some(result) => {
                    self.frames.pop();
                    if self.frames.len() == base {
                        return result.map_err(Stop::Raise);
                    }
                    result.map_err(Stop::Raise).and_then(|v| self.returned(v))
                }
                None if at < b.ops.len() => {
                    self.fuel = self
                        .fuel
                        .checked_sub(1)
                        .ok_or(Stop::End(Outcome::OutOfFuel))?;
                    self.steps += 1;
                    self.frame().at += 1;
                    self.step(graph, &b.ops[at])
                }
                None => self.leave(graph, block, None),
            };
            match step {
                Ok(()) => {}
                Err(Stop::End(o)) => return Err(Stop::End(o)),
                Err(Stop::Raise(e)) => self.unwind(base, e)?,
            }
        }
    }
    /// The callee returned `v` to the operation before the current frame's position.
    fn returned(&mut self, v: Val) -> Result<(), Stop> {
        let graph = self.graph();
        let op = {
            let f = self.frame();
            &graph.blocks[f.block].ops[f.at - 1]
        };
        let mut v = v;
        if self.moving && self.call_collects(&op.op) {
            self.relocate(&mut [&mut v]);
        }
        self.frame().vars[op.result] = v;
        Ok(())
    }
    fn call_collects(&self, op: &LLOp) -> bool {
        let Some(c) = &self.collecting else {
            return false;
        };
        match op {
            LLOp::DirectCall(f) => c[*f],
            LLOp::IndirectCall(_, Some(fs)) => fs.iter().any(|&f| c[f]),
            LLOp::IndirectCall(_, None) => true,
            _ => false,
        }
    }
    /// Finds the handler of an exception raised by the last operation executed, popping frames.
    fn unwind(&mut self, base: usize, exc: Exc) -> Result<(), Stop> {
        loop {
            let graph = self.graph();
            let (block, at) = {
                let f = self.frame();
                (f.block, f.at)
            };
            let b = &graph.blocks[block];
            if at == b.ops.len() && b.exitswitch == ExitSwitch::LastException {
                match self.leave(graph, block, Some(exc)) {
                    // No exit catches it.
                    Err(Stop::Raise(_)) => {}
                    other => return other,
                }
            }
            self.frames.pop();
            if self.frames.len() == base {
                return Err(Stop::Raise(exc));
            }
        }
    }
    fn operand(&self, a: &Arg<LL>) -> Val {
        match a {
            Operand::Var(v) => self.frames.last().expect("a frame runs").vars[*v],
            Operand::Const(c) => self.memory.value(c.value),
        }
    }
    /// Takes the exit of a finished block.
    fn leave(&mut self, graph: &LLGraph, block: BlockId, exc: Option<Exc>) -> Result<(), Stop> {
        let b = &graph.blocks[block];
        let mut chosen: Option<LinkId> = None;
        match &b.exitswitch {
            ExitSwitch::None => chosen = b.exits.first().copied(),
            ExitSwitch::Value(v) => {
                let v = self.operand(v);
                for &l in &b.exits {
                    let hit = match &graph.links[l].exitcase {
                        ExitCase::Bool(x) => v == Val::Int(i64::from(*x)),
                        ExitCase::Case(c) => self.same(v, self.memory.value(c.value)),
                        ExitCase::Default | ExitCase::Always => true,
                        ExitCase::Exception(_) => false,
                    };
                    if hit {
                        chosen = Some(l);
                        break;
                    }
                }
                if chosen.is_none() {
                    return Err(format!("no case for {v:?}").into());
                }
            }
            ExitSwitch::LastException => match exc {
                None => chosen = b.exits.first().copied(),
                Some(e) => {
                    for &l in &b.exits {
                        let link = &graph.links[l];
                        if let ExitCase::Exception(c) = &link.exitcase
                            && self.memory.is_subclass(e.0, self.memory.value(c.value))?
                        {
                            let vars = &mut self.frame().vars;
                            if let Some(v) = link.last_exception {
                                vars[v] = e.0;
                            }
                            if let Some(v) = link.last_exc_value {
                                vars[v] = e.1;
                            }
                            chosen = Some(l);
                            break;
                        }
                    }
                    if chosen.is_none() {
                        return Err(Stop::Raise(e));
                    }
                }
            },
        }
        let Some(l) = chosen else {
            return Err("the end of a block without exits".into());
        };
        let link = &graph.links[l];
        let values: Vec<Val> = link.args.iter().map(|a| self.operand(a)).collect();
        let target = &graph.blocks[link.target];
        let f = self.frame();
        for (&v, x) in target.inputargs.iter().zip(values) {
            f.vars[v] = x;
        }
        f.block = link.target;
        f.at = 0;
        self.fuel = self
            .fuel
            .checked_sub(1)
            .ok_or(Stop::End(Outcome::OutOfFuel))?;
        Ok(())
    }
    fn same(&self, a: Val, b: Val) -> bool {
        match (a, b) {
            (Val::Ref(a), Val::Ref(b)) => a.object == b.object,
            _ => a == b,
        }
    }
    fn known(&self, name: &str) -> Result<Exc, Stop> {
        let e = self
            .program
            .exception(name)
            .ok_or_else(|| format!("the program knows no {name}"))?;
        Ok((self.object(e.vtable), self.object(e.instance)))
    }
    fn relocate(&mut self, extra: &mut [&mut Val]) {
        self.safepoints += 1;
        if !self.safepoints.is_multiple_of(self.move_every) {
            return;
        }
        let mut roots: Vec<&mut Val> = Vec::new();
        for f in &mut self.frames {
            roots.extend(f.slots.iter_mut());
        }
        if let Some((_, v)) = &mut self.exc {
            roots.push(v);
        }
        roots.extend(extra.iter_mut().map(|v| &mut **v));
        self.memory.relocate(&mut roots);
    }
    /// What the `gc_keep`s behind an allocation store before it.
    fn keep(&mut self, graph: &LLGraph) -> Result<(), Stop> {
        let frame = self.frame();
        let ops = &graph.blocks[frame.block].ops[frame.at..];
        for op in ops {
            let LLOp::GcKeep(slot) = op.op else {
                break;
            };
            let v = self.operand(&op.args[0]);
            self.store_root(slot, v)?;
        }
        Ok(())
    }
    fn store_root(&mut self, slot: u32, v: Val) -> Result<(), Stop> {
        if matches!(v, Val::Ref(_)) {
            self.memory.check(v)?;
        }
        let slots = &mut self.frame().slots;
        if slots.len() <= slot as usize {
            slots.resize(slot as usize + 1, Val::Void);
        }
        slots[slot as usize] = v;
        Ok(())
    }
    fn step(&mut self, graph: &'p LLGraph, op: &'p Operation<LL>) -> Result<(), Stop> {
        let args: smallvec::SmallVec<[Val; 6]> = op.args.iter().map(|a| self.operand(a)).collect();
        let result_type = *graph.ty(op.result);
        let v = match &op.op {
            LLOp::DirectCall(f) => return self.enter(*f, &args),
            LLOp::IndirectCall(c, candidates) => {
                return match args[0] {
                    Val::Func(f) => {
                        if candidates.as_ref().is_some_and(|c| !c.contains(&f)) {
                            let name = &self.program.funcs[f].name;
                            return Err(format!("{name} is no candidate of this call").into());
                        }
                        if self.program.funcs[f].sig != *c {
                            return Err(format!(
                                "{} called with another type",
                                self.program.funcs[f].name
                            )
                            .into());
                        }
                        self.enter(f, &args[1..])
                    }
                    Val::Extern(x) => {
                        let v = self.extern_call(x, &args[1..])?;
                        self.frame().vars[op.result] = v;
                        Ok(())
                    }
                    other => Err(format!("call of {other:?}").into()),
                };
            }
            LLOp::ExternCall(x) => self.extern_call(*x, &args)?,
            LLOp::Check(c) => self.check_claim(c, &args, op, graph)?,
            _ if op.op.is_ovf() => self.overflow_op(graph, op, &args)?,
            _ if op.op.is_pure() => self.pure(graph, op, &args, result_type)?,
            _ => self.effect(&op.op, &args, op, result_type, graph)?,
        };
        self.frame().vars[op.result] = v;
        Ok(())
    }
    /// A check of a checked build: a violated claim is a fault.
    fn check_claim(
        &mut self,
        check: &crate::check::Check,
        args: &[Val],
        op: &Operation<LL>,
        graph: &LLGraph,
    ) -> Result<Val, Stop> {
        let (holds, seen) = match &check.test {
            Test::Gives(tested) => {
                let (&expected, args) = args.split_last().ok_or("a test without arguments")?;
                let (last, given) = op.args.split_last().ok_or("a test without arguments")?;
                let result = operand_type(graph, last);
                let again = Operation {
                    op: (**tested).clone(),
                    args: given.iter().cloned().collect(),
                    result: op.result,
                    span: op.span,
                };
                let got = if tested.is_pure() {
                    self.pure(graph, &again, args, result)?
                } else {
                    self.effect(tested, args, &again, result, graph)?
                };
                let seen = match args.first() {
                    Some(&a) if result == LLType::Bool => a,
                    _ => got,
                };
                (self.same(got, expected), seen)
            }
            Test::Class => match (args[0], args[1], args[2]) {
                (Val::Null, _, _) => (true, Val::Null),
                (object, Val::Int(min), Val::Int(max)) => {
                    let root = self.program.known.object.ok_or("no root of instances")?;
                    let vtable = self.program.known.vtable.ok_or("no root of vtables")?;
                    let class = self.memory.get_field(object, root, 0)?;
                    let number = self.memory.get_field(class, vtable, 0)?;
                    let inside = matches!(number, Val::Int(n) if (min..max).contains(&n));
                    (inside, class)
                }
                _ => return Err("a test of a class with odd arguments".into()),
            },
            Test::Member => {
                let among = args[1..].iter().any(|&a| self.same(a, args[0]));
                (among, args[0])
            }
            Test::Never => (false, Val::Void),
        };
        if holds {
            Ok(Val::Void)
        } else {
            Err(format!("a claim does not hold: {}: {seen:?}", check.claim).into())
        }
    }
    fn extern_call(&mut self, x: crate::ExternId, args: &[Val]) -> Result<Val, Stop> {
        let f = &self.program.externs[x];
        let mut ctx = externs::Call {
            func: f,
            args,
            memory: &mut self.memory,
        };
        let mut v = match self.externs.call(&mut ctx) {
            Ok(v) => v,
            Err(externs::ExternError::Raise(name)) => {
                let e = self.known(&name)?;
                if self.phase == Phase::Typed {
                    return Err(Stop::Raise(e));
                }
                self.exc = Some(e);
                Val::zero(f.result)
            }
            Err(externs::ExternError::Exit(code)) => return Err(Stop::End(Outcome::Exit(code))),
            Err(externs::ExternError::Fault(m)) => return Err(m.into()),
        };
        if self.moving && f.can_collect {
            self.relocate(&mut [&mut v]);
        }
        Ok(v)
    }
}
