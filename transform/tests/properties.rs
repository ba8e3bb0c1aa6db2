//! Property: passes keep the meaning of programs. Random programs, valid by construction, are run in the interpreter
//! before and after passes; result, exception and everything observed must be equal, and after the GC transform every
//! object moves at every safepoint.
//!
//! A program is a chain of functions, each calling earlier ones; a function is structured code (branches, bounded
//! loops, handlers) over four integers, three references and an array, all passed to every block. Choices are read from
//! bytes, so that proptest can shrink them. The budget under `cargo test` is about a second; GENEXT_FUZZ=SECONDS runs
//! longer.
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, ExitCase, ExitSwitch, Link, Operand, VarId};
use ir::source::Span;
use lowlevel::interp::{Interp, Outcome, StdExterns, Val};
use lowlevel::parse::parse_program;
use lowlevel::text::print_program;
use lowlevel::verify::{Phase, verify_program};
use lowlevel::{Const, FuncAttrs, FuncId, Function, InlineHint, LL, LLGraph, LLOp, Program, Value};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestError, TestRunner};
use transform::{PassManager, PassOptions};

const DECLARATIONS: &str = "\
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct S gc { super: object, x: Signed, y: Signed, next: Ptr(S) }
known vtable vtable
known object object
exception Exception @exc_vt @exc
exception OverflowError @ov_vt @ov
exception MemoryError @mem_vt @mem
exception RecursionError @rec_vt @rec
extern observe(Signed) -> Void
extern collect() -> Void collects
object @exc_vt: vtable = {0, 10}
object @ov_vt: vtable = {2, 3}
object @mem_vt: vtable = {5, 6}
object @rec_vt: vtable = {6, 7}
object @exc: object = {@exc_vt}
object @ov: object = {@ov_vt}
object @mem: object = {@mem_vt}
object @rec: object = {@rec_vt}
object @pre: S = {{@exc_vt}, 7, 9, null}
graph types(v0: Ptr(S), v1: Ptr(GcArray(Ptr(S)))) -> Signed
b0(v0: Ptr(S), v1: Ptr(GcArray(Ptr(S)))):
    goto return(0)
";

const INTS: usize = 4;
const REFS: usize = 3;
const VARS: usize = INTS + REFS + 1;
const ARRAY: usize = INTS + REFS;

/// Reads choices from bytes; zeros when they run out.
struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl Choices<'_> {
    fn pick(&mut self, n: usize) -> usize {
        usize::from(*self.bytes.next().unwrap_or(&0)) % n
    }
}

struct Types {
    s: LLType,
    array: LLType,
    vtable: LLType,
    object: LLType,
}

impl Types {
    fn of(p: &Program) -> Types {
        let t = &p.funcs[FuncId(0)].graph;
        Types {
            s: *t.ty(t.args()[0]),
            array: *t.ty(t.args()[1]),
            vtable: LLType::Ptr(p.known.vtable.unwrap()),
            object: LLType::Ptr(p.known.object.unwrap()),
        }
    }
    fn var(&self, i: usize) -> LLType {
        match i {
            _ if i < INTS => LLType::Signed,
            ARRAY => self.array,
            _ => self.s,
        }
    }
}

/// Builds one function.
struct Builder<'a, 'b> {
    program: &'a Program,
    types: &'a Types,
    choices: &'a mut Choices<'b>,
    g: LLGraph,
    at: BlockId,
    env: Vec<Arg<LL>>,
    budget: usize,
    /// Where exceptions of this region go, if they are handled.
    handler: Option<BlockId>,
}

fn c(i: i64) -> Arg<LL> {
    Operand::Const(Const::signed(i))
}

impl Builder<'_, '_> {
    fn emit(&mut self, op: LLOp, args: Vec<Arg<LL>>, ty: LLType) -> VarId {
        self.g.op(self.at, op, args, ty, Span::NONE)
    }
    fn int(&mut self) -> Arg<LL> {
        match self.choices.pick(8) {
            0 => c([0, 1, -1, 5, i64::MAX, 100][self.choices.pick(6)]),
            n => self.env[n % INTS].clone(),
        }
    }
    fn reference(&mut self) -> Arg<LL> {
        self.env[INTS + self.choices.pick(REFS)].clone()
    }
    fn set_int(&mut self, v: VarId) {
        let i = self.choices.pick(INTS);
        self.env[i] = Operand::Var(v);
    }
    fn set_ref(&mut self, a: Arg<LL>) {
        let i = INTS + self.choices.pick(REFS);
        self.env[i] = a;
    }
    /// A block that takes the whole environment.
    fn block(&mut self) -> (BlockId, Vec<Arg<LL>>) {
        let vars: Vec<VarId> = (0..VARS)
            .map(|i| self.g.new_var(self.types.var(i)))
            .collect();
        let b = self.g.new_block(vars.clone(), Span::NONE);
        (b, vars.into_iter().map(Operand::Var).collect())
    }
    fn env(&self) -> Args<LL> {
        self.env.iter().cloned().collect()
    }
    fn enter(&mut self, (b, env): (BlockId, Vec<Arg<LL>>)) {
        self.at = b;
        self.env = env;
    }
    fn constant(&self, name: &str, ty: LLType) -> Arg<LL> {
        let o = self
            .program
            .objects
            .iter_enumerated()
            .find(|(_, o)| o.name == name);
        Operand::Const(Const::new(ty, Value::Object(o.unwrap().0)))
    }
    fn statements(&mut self, n: usize, depth: usize) {
        for _ in 0..n {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(depth);
        }
    }
    fn statement(&mut self, depth: usize) {
        use LLOp::*;
        let s = self.types.s.container().unwrap();
        let array = self.types.array.container().unwrap();
        match self.choices.pick(20) {
            0..=2 => {
                let ops = [IntAdd, IntSub, IntMul, IntAnd, IntOr, IntXor];
                let op = ops[self.choices.pick(ops.len())].clone();
                let args = vec![self.int(), self.int()];
                let v = self.emit(op, args, LLType::Signed);
                self.set_int(v);
            }
            3 => {
                let ops = [IntLt, IntLe, IntEq, IntNe, IntGt, IntGe];
                let op = ops[self.choices.pick(ops.len())].clone();
                let args = vec![self.int(), self.int()];
                let mut v = self.emit(op, args, LLType::Bool);
                if self.choices.pick(2) == 1 {
                    v = self.emit(BoolNot, vec![Operand::Var(v)], LLType::Bool);
                }
                let v = self.emit(CastBoolToInt, vec![Operand::Var(v)], LLType::Signed);
                self.set_int(v);
            }
            4 => {
                let args = vec![self.int()];
                self.emit_extern("observe", args);
            }
            5 => self.emit_extern("collect", vec![]),
            6 => {
                let v = self.emit(Malloc(s), vec![], self.types.s);
                let x = self.int();
                self.emit(SetField(s, 1), vec![Operand::Var(v), x], LLType::Void);
                self.set_ref(Operand::Var(v));
            }
            7 => {
                let (r, x) = (self.reference(), self.int());
                let f = 1 + self.choices.pick(2) as u32;
                self.emit(SetField(s, f), vec![r, x], LLType::Void);
            }
            8 | 9 => {
                let r = self.reference();
                let f = 1 + self.choices.pick(2) as u32;
                let v = self.emit(GetField(s, f), vec![r], LLType::Signed);
                self.set_int(v);
            }
            10 => {
                let (r, q) = (self.reference(), self.reference());
                self.emit(SetField(s, 3), vec![r, q], LLType::Void);
            }
            11 => self.follow(s),
            12 => {
                let (i, r) = (self.index(), self.reference());
                let a = self.env[ARRAY].clone();
                self.emit(SetArrayItem(array), vec![a, i, r], LLType::Void);
            }
            13 => {
                let i = self.index();
                let a = self.env[ARRAY].clone();
                let v = self.emit(GetArrayItem(array), vec![a, i], self.types.s);
                self.or_prebuilt(v);
            }
            14 => self.overflow(),
            15 => self.call(),
            16 if depth < 3 => self.branch(depth),
            17 if depth < 2 => self.repeat(depth),
            18 if depth < 2 && self.handler.is_none() => self.handled(depth),
            19 => self.raise(),
            _ => {
                let r = self.reference();
                self.set_ref(r);
            }
        }
    }
    fn emit_extern(&mut self, name: &str, args: Vec<Arg<LL>>) {
        let x = self
            .program
            .externs
            .iter_enumerated()
            .find(|(_, x)| x.name == *name);
        self.emit(LLOp::ExternCall(x.unwrap().0), args, LLType::Void);
    }
    fn index(&mut self) -> Arg<LL> {
        let i = self.int();
        Operand::Var(self.emit(LLOp::IntAnd, vec![i, c(3)], LLType::Signed))
    }
    /// `v` if it is not null, else a prebuilt object; into a reference variable.
    fn or_prebuilt(&mut self, v: VarId) {
        let cond = self.emit(LLOp::PtrNonzero, vec![Operand::Var(v)], LLType::Bool);
        let (join, env) = self.block();
        let slot = INTS + self.choices.pick(REFS);
        let mut yes = self.env();
        let mut no = self.env();
        yes[slot] = Operand::Var(v);
        no[slot] = self.constant("pre", self.types.s);
        let at = self.at;
        self.g
            .branch(at, Operand::Var(cond), (join, yes), (join, no), Span::NONE);
        self.enter((join, env));
    }
    fn follow(&mut self, s: ir::lltype::ContainerId) {
        let r = self.reference();
        let v = self.emit(LLOp::GetField(s, 3), vec![r], self.types.s);
        self.or_prebuilt(v);
    }
    /// The last operation may raise: its block ends, with the region's handler if there is one.
    fn may_raise(&mut self, result: VarId) {
        let Some(h) = self.handler else {
            return self.set_int(result);
        };
        let (next, env) = self.block();
        let before = self.env();
        let i = self.choices.pick(INTS);
        let mut after = self.env();
        after[i] = Operand::Var(result);
        let at = self.at;
        self.g.blocks[at].exitswitch = ExitSwitch::LastException;
        self.g.add_exit(at, Link::always(next, after, Span::NONE));
        let class = ["exc_vt", "ov_vt", "mem_vt"][self.choices.pick(3)];
        let Operand::Const(class) = self.constant(class, self.types.vtable) else {
            unreachable!()
        };
        let mut link = Link::when(ExitCase::Exception(class), h, before, Span::NONE);
        link.last_exception = Some(self.g.new_var(self.types.vtable));
        link.last_exc_value = Some(self.g.new_var(self.types.object));
        self.g.add_exit(at, link);
        self.enter((next, env));
    }
    fn overflow(&mut self) {
        let ops = [LLOp::IntAddOvf, LLOp::IntSubOvf, LLOp::IntMulOvf];
        let op = ops[self.choices.pick(3)].clone();
        let args = vec![self.int(), self.int()];
        let v = self.emit(op, args, LLType::Signed);
        self.may_raise(v);
    }
    fn call(&mut self) {
        let n = self.program.funcs.len();
        if n < 2 {
            return;
        }
        let f = FuncId(1 + self.choices.pick(n - 1) as u32);
        let args = self.env.clone();
        let v = if self.choices.pick(4) == 0 {
            let sig = self.program.funcs[f].sig;
            let pointer = Operand::Const(Const::new(LLType::Ptr(sig), Value::Func(f)));
            let mut all = vec![pointer];
            all.extend(args);
            self.emit(
                LLOp::IndirectCall(sig, Some([f].into())),
                all,
                LLType::Signed,
            )
        } else {
            self.emit(LLOp::DirectCall(f), args, LLType::Signed)
        };
        self.may_raise(v);
    }
    fn raise(&mut self) {
        let x = self.int();
        let cond = self.emit(LLOp::IntEq, vec![x, c(5)], LLType::Bool);
        let (next, env) = self.block();
        let name = ["ov", "mem", "exc"][self.choices.pick(3)];
        let class = self.constant(&format!("{name}_vt"), self.types.vtable);
        let value = self.constant(name, self.types.object);
        let raise: Args<LL> = [class, value].into_iter().collect();
        let (at, except, env_args) = (self.at, self.g.except_block, self.env());
        self.g.branch(
            at,
            Operand::Var(cond),
            (except, raise),
            (next, env_args),
            Span::NONE,
        );
        self.enter((next, env));
    }
    fn branch(&mut self, depth: usize) {
        let (x, y) = (self.int(), self.int());
        let cond = self.emit(LLOp::IntLt, vec![x, y], LLType::Bool);
        let (yes, no, join) = (self.block(), self.block(), self.block());
        let (at, args) = (self.at, self.env());
        self.g.branch(
            at,
            Operand::Var(cond),
            (yes.0, args.clone()),
            (no.0, args),
            Span::NONE,
        );
        for arm in [yes, no] {
            self.enter(arm);
            let n = self.choices.pick(4);
            self.statements(n, depth + 1);
            let (at, args) = (self.at, self.env());
            self.g.goto(at, join.0, args, Span::NONE);
        }
        self.enter(join);
    }
    /// A loop of a few rounds; the counter is an extra inputarg.
    fn repeat(&mut self, depth: usize) {
        let rounds = 1 + self.choices.pick(4) as i64;
        let (head, mut head_env) = self.block();
        let counter = self.g.new_var(LLType::Signed);
        self.g.blocks[head].inputargs.push(counter);
        let (at, mut args) = (self.at, self.env());
        args.push(c(rounds));
        self.g.goto(at, head, args, Span::NONE);
        self.at = head;
        std::mem::swap(&mut self.env, &mut head_env);
        let more = self.emit(LLOp::IntGt, vec![Operand::Var(counter), c(0)], LLType::Bool);
        let (body, after) = (self.block(), self.block());
        let inner = self.g.new_var(LLType::Signed);
        self.g.blocks[body.0].inputargs.push(inner);
        let mut go = self.env();
        go.push(Operand::Var(counter));
        let (at, leave) = (self.at, self.env());
        self.g.branch(
            at,
            Operand::Var(more),
            (body.0, go),
            (after.0, leave),
            Span::NONE,
        );
        // The counter lives in the last integer while the body runs, or the body would have to pass it on.
        self.enter(body);
        let less = self.emit(
            LLOp::IntSub,
            vec![Operand::Var(inner), c(1)],
            LLType::Signed,
        );
        let n = 1 + self.choices.pick(3);
        let straight = self.at;
        self.simple_statements(n);
        assert_eq!(straight, self.at);
        let (at, mut again) = (self.at, self.env());
        again.push(Operand::Var(less));
        self.g.goto(at, head, again, Span::NONE);
        self.enter(after);
        let _ = depth;
    }
    /// Statements that stay in the block.
    fn simple_statements(&mut self, n: usize) {
        let handler = self.handler.take();
        for _ in 0..n {
            let s = self.types.s.container().unwrap();
            match self.choices.pick(6) {
                0 => {
                    let args = vec![self.int(), self.int()];
                    let v = self.emit(LLOp::IntAdd, args, LLType::Signed);
                    self.set_int(v);
                }
                1 => {
                    let v = self.emit(LLOp::Malloc(s), vec![], self.types.s);
                    let r = self.reference();
                    self.emit(LLOp::SetField(s, 3), vec![Operand::Var(v), r], LLType::Void);
                    self.set_ref(Operand::Var(v));
                }
                2 => {
                    let r = self.reference();
                    let v = self.emit(LLOp::GetField(s, 1), vec![r], LLType::Signed);
                    self.set_int(v);
                }
                3 => {
                    let (r, x) = (self.reference(), self.int());
                    self.emit(LLOp::SetField(s, 1), vec![r, x], LLType::Void);
                }
                4 => self.call(),
                _ => self.emit_extern("collect", vec![]),
            }
        }
        self.handler = handler;
    }
    fn handled(&mut self, depth: usize) {
        let (caught, env) = self.block();
        let join = self.block();
        self.handler = Some(caught);
        let n = 1 + self.choices.pick(4);
        self.statements(n, depth + 1);
        self.handler = None;
        let (at, args) = (self.at, self.env());
        self.g.goto(at, join.0, args, Span::NONE);
        self.enter((caught, env));
        let v = self.emit(
            LLOp::IntAdd,
            vec![self.env[0].clone(), c(1000)],
            LLType::Signed,
        );
        self.env[0] = Operand::Var(v);
        let (at, args) = (self.at, self.env());
        self.g.goto(at, join.0, args, Span::NONE);
        self.enter(join);
    }
    fn finish(mut self) -> LLGraph {
        let mut sum = c(0);
        for i in 0..INTS {
            let m = self.emit(LLOp::IntMul, vec![sum, c(31)], LLType::Signed);
            let x = self.env[i].clone();
            sum = Operand::Var(self.emit(LLOp::IntAdd, vec![Operand::Var(m), x], LLType::Signed));
        }
        let s = self.types.s.container().unwrap();
        for i in 0..REFS {
            let r = self.env[INTS + i].clone();
            let x = self.emit(LLOp::GetField(s, 1), vec![r], LLType::Signed);
            sum = Operand::Var(self.emit(LLOp::IntXor, vec![sum, Operand::Var(x)], LLType::Signed));
        }
        let (at, ret) = (self.at, self.g.return_block);
        self.g.goto(at, ret, [sum], Span::NONE);
        self.g.compact();
        self.g
    }
}

/// A program from choices.
fn generate(bytes: &[u8]) -> Program {
    let mut program = parse_program(DECLARATIONS).unwrap();
    let mut choices = Choices {
        bytes: bytes.iter(),
    };
    let types = Types::of(&program);
    let n = 1 + choices.pick(4);
    let params: Vec<LLType> = (0..VARS).map(|i| types.var(i)).collect();
    let sig = program.types.func(&params, LLType::Signed);
    for i in 0..n {
        let name = format!("f{i}");
        let mut g = LLGraph::new(
            name.clone(),
            Span::NONE,
            LLType::Signed,
            types.vtable,
            types.object,
        );
        let vars: Vec<VarId> = params.iter().map(|&t| g.new_var(t)).collect();
        let start = g.start;
        g.blocks[start].inputargs.clone_from(&vars);
        let mut b = Builder {
            program: &program,
            types: &types,
            choices: &mut choices,
            at: start,
            env: vars.into_iter().map(Operand::Var).collect(),
            g,
            budget: 40,
            handler: None,
        };
        let k = 2 + b.choices.pick(12);
        b.statements(k, 0);
        let inline = [InlineHint::Auto, InlineHint::Always, InlineHint::Never][b.choices.pick(3)];
        let graph = b.finish();
        program.funcs.push(Function {
            name,
            sig,
            graph,
            attrs: FuncAttrs {
                inline,
                helper: i % 2 == 1,
                ..FuncAttrs::default()
            },
        });
    }
    // The entry makes the arguments.
    let last = FuncId(program.funcs.len() as u32 - 1);
    let entry = entry(&mut program, &types, last);
    program.entry = Some(entry);
    program
}

fn entry(program: &mut Program, types: &Types, last: FuncId) -> FuncId {
    let mut g = LLGraph::new(
        "entry",
        Span::NONE,
        LLType::Signed,
        types.vtable,
        types.object,
    );
    let params: Vec<VarId> = (0..2).map(|_| g.new_var(LLType::Signed)).collect();
    let b = g.start;
    g.blocks[b].inputargs.clone_from(&params);
    let s = types.s.container().unwrap();
    let array = types.array.container().unwrap();
    let mut args: Vec<Arg<LL>> = vec![
        Operand::Var(params[0]),
        Operand::Var(params[1]),
        c(3),
        c(-8),
    ];
    for i in 0..REFS {
        let r = g.op(b, LLOp::Malloc(s), [], types.s, Span::NONE);
        let value = [Operand::Var(r), c(i as i64)];
        g.op(b, LLOp::SetField(s, 1), value, LLType::Void, Span::NONE);
        args.push(Operand::Var(r));
    }
    let a = g.op(b, LLOp::MallocVar(array), [c(4)], types.array, Span::NONE);
    args.push(Operand::Var(a));
    let v = g.op(b, LLOp::DirectCall(last), args, LLType::Signed, Span::NONE);
    let ret = g.return_block;
    g.goto(b, ret, [Operand::Var(v)], Span::NONE);
    let sig = program.types.func(&[LLType::Signed; 2], LLType::Signed);
    program.funcs.push(Function {
        name: "entry".into(),
        sig,
        graph: g,
        attrs: FuncAttrs::default(),
    })
}

/// Everything a run shows.
#[derive(PartialEq, Debug)]
struct Seen {
    result: Result<Val, String>,
    observed: Vec<i64>,
}

fn observe(program: &Program, phase: Phase, args: [i64; 2]) -> Seen {
    let log = Rc::new(RefCell::new(Vec::new()));
    let mut externs = StdExterns::default();
    let sink = log.clone();
    externs.register("observe", move |c| {
        sink.borrow_mut().push(c.args[0].int());
        Ok(Val::Void)
    });
    externs.register("collect", |_| Ok(Val::Void));
    let mut i = Interp::with_externs(program, Box::new(externs)).phase(phase);
    if phase == Phase::Gc {
        i = i.moving(transform::effects::Effects::new(program).can_collect);
    }
    i.fuel = 3_000_000;
    let f = program.func_by_name("entry").unwrap();
    let result = i.call(f, &args.map(Val::Int)).map_err(|o| match o {
        Outcome::Raised { class, .. } => class,
        other => format!("{other:?}"),
    });
    Seen {
        result,
        observed: log.take(),
    }
}

const INPUTS: [[i64; 2]; 3] = [[0, 5], [7, -3], [i64::MAX, 2]];

fn check(
    bytes: &[u8],
    run: &dyn Fn(&mut Program) -> Result<Phase, String>,
) -> Result<(), TestCaseError> {
    let program = generate(bytes);
    if let Err(e) = verify_program(&program, Phase::Typed) {
        return Err(TestCaseError::fail(format!("the generator made:\n{e}")));
    }
    let before = INPUTS.map(|i| observe(&program, Phase::Typed, i));
    let text = print_program(&program);
    let mut after = program;
    let phase = run(&mut after).map_err(|e| TestCaseError::fail(format!("{e}\nfrom:\n{text}")))?;
    for (input, want) in INPUTS.into_iter().zip(before) {
        let got = observe(&after, phase, input);
        if got != want {
            let now = print_program(&after);
            return Err(TestCaseError::fail(format!(
                "entry{input:?} gave {want:?}, now {got:?}\nfrom:\n{text}\nto:\n{now}"
            )));
        }
    }
    Ok(())
}

fn budget() -> Duration {
    let seconds = std::env::var("GENEXT_FUZZ")
        .ok()
        .and_then(|s| s.parse().ok());
    Duration::from_secs_f64(seconds.unwrap_or(1.0))
}

fn property(run: impl Fn(&mut Program) -> Result<Phase, String>) {
    let end = Instant::now() + budget();
    let mut runner = TestRunner::new(Config {
        cases: 400 * budget().as_secs().max(1) as u32,
        failure_persistence: None,
        max_shrink_iters: 600,
        ..Config::default()
    });
    let strategy = prop::collection::vec(any::<u8>(), 0..600);
    let failed = Cell::new(false);
    let result = runner.run(&strategy, |bytes| {
        // Once something failed, time is spent on making it small.
        if Instant::now() > end && !failed.get() {
            return Ok(());
        }
        let r = check(&bytes, &run);
        failed.set(failed.get() || r.is_err());
        r
    });
    match result {
        Err(TestError::Fail(why, bytes)) => panic!("{why}\n({} choices)", bytes.len()),
        Err(e) => panic!("{e}"),
        Ok(()) => {}
    }
}

/// Runs passes by name on a typed program.
fn passes(names: &'static [&'static str]) -> impl Fn(&mut Program) -> Result<Phase, String> {
    move |p| {
        let options = PassOptions {
            verify: true,
            ..PassOptions::level(2)
        };
        let mut m = PassManager::with_options(Phase::Typed, options);
        m.run_all(p, names.iter().copied())
            .map_err(|e| e.to_string())?;
        Ok(m.phase())
    }
}

#[test]
fn simplification() {
    property(passes(&["simplify"]));
}

#[test]
fn inlining() {
    property(passes(&["devirtualise", "inline", "prune"]));
}

#[test]
fn common_subexpressions() {
    property(passes(&["cse"]));
    property(passes(&[
        "simplify", "cse", "simplify", "excstate", "cse", "simplify", "gcroots",
    ]));
}

#[test]
fn malloc_removal() {
    property(passes(&["simplify", "malloc_removal"]));
    property(passes(&[
        "inline",
        "cse",
        "simplify",
        "malloc_removal",
        "excstate",
        "gcroots",
    ]));
}

#[test]
fn loops_and_ranges() {
    property(passes(&[
        "simplify", "licm", "ranges", "simplify", "cse", "excstate", "gcroots",
    ]));
    property(passes(&["inline", "ranges", "licm"]));
}

#[test]
fn switches() {
    property(passes(&["simplify", "switches", "simplify"]));
}

#[test]
fn mandatory_passes() {
    property(passes(&["stackcheck", "excstate", "gcroots"]));
}

#[test]
fn exceptions_then_simplification() {
    property(passes(&["excstate", "simplify", "gcroots"]));
}

#[test]
fn whole_pipeline() {
    property(|p| {
        for level in [0, 1, 2] {
            let mut q = p.clone();
            let options = PassOptions {
                verify: true,
                ..PassOptions::level(level)
            };
            transform::run_pipeline(&mut q, &options).map_err(|e| format!("-O{level}: {e}"))?;
            if level == 2 {
                *p = q;
            }
        }
        Ok(Phase::Gc)
    });
}
