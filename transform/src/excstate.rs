//! The exception transform: exceptions as explicit state, tested after operations that can raise (no unwinding).
//!
//! ```text
//! v1 = direct_call[f](v0)                        v1 = direct_call[f](v0)
//! try { normal => return(v1),                    v2 = exc_occurred()
//!       @KeyError(v2, v3) => b1(v3) }            if v2 then b2() else return(v1)
//!                                            b2():                      # cold
//!                                                v3 = exc_type()
//!                                                v4 = getfield[vtable.min](v3)
//!                                                v5 = int_between(7, v4, 9)
//!                                                if v5 then b3() else b4()
//!                                            b3():
//!                                                v6 = exc_value(); exc_clear(); traceback_catch()
//!                                                goto b1(v6)
//!                                            b4():
//!                                                traceback_pass()
//!                                                goto return(0)
//! ```
//! * Calls that cannot raise (see [`super::effects`]) get no test; a `mallocvar` failed if its result is null.
//! * `*_ovf` operations set the machine's overflow flag; their handler is found at translation time, since the class is
//!   known.
//! * `raise` becomes `exc_set` and a dummy result. Traceback operations stand on cold paths only; helpers of the
//!   toolchain record none, and return their last call's result untested.
use ir::lltype::LLType;
use ir::model::{
    Arg, Args, BlockId, ExitCase, ExitSwitch, Link, LinkId, Operand, Operation, VarId,
};
use ir::source::{FileId, Span};
use lowlevel::program::PROLOGUE;
use lowlevel::{Const, LL, LLGraph, LLOp, Program, Value};
use rustc_hash::FxHashSet;

use super::effects::{Effects, class_range};
use super::rewrite::{Renaming, SameObjects, bind_inputs, free_variables, make_op, split_block};
use super::{PassContext, PassOptions};

/// Makes exceptions explicit in every function; how many functions there are.
pub fn run(program: &mut Program, options: &PassOptions) -> Result<usize, String> {
    let overflows = program.funcs.iter().any(|f| {
        f.graph
            .live_blocks()
            .any(|b| f.graph.blocks[b].ops.iter().any(|o| o.op.is_ovf()))
    });
    if overflows && program.exception("OverflowError").is_none() {
        return Err("the program knows no OverflowError".into());
    }
    super::run_function_pass(program, options, |cx, g| {
        transform(cx, g);
        true
    });
    // The phase changes even where no function does.
    Ok(program.funcs.len().max(1))
}

/// Transforms one graph. The program must know OverflowError if an operation of the graph overflows.
pub fn transform(cx: &PassContext<'_>, g: &mut LLGraph) {
    let mut t = Transform {
        program: cx.program,
        effects: cx.effects,
        helper: cx.program.funcs[cx.func].attrs.helper,
        prologue: cx.program.funcs[cx.func].attrs.has_mark(PROLOGUE),
        helper_files: helper_files(cx.program),
        g,
    };
    let again = t.raised_again();
    let blocks: Vec<BlockId> = t.g.live_blocks().collect();
    for b in blocks {
        t.block(b);
    }
    t.raises(&again);
    g.compact();
}

/// What can be seen of a failure.
enum Test {
    Overflow,
    State,
    /// A null result (the state is set).
    Null,
}

struct Transform<'a> {
    program: &'a Program,
    effects: &'a Effects,
    helper: bool,
    /// The function is the prologue of a portal.
    prologue: bool,
    helper_files: FxHashSet<FileId>,
    g: &'a mut LLGraph,
}

/// Files that hold nothing but helpers of the toolchain.
fn helper_files(program: &Program) -> FxHashSet<FileId> {
    let files = |helper: bool| {
        program
            .funcs
            .iter()
            .filter(move |f| f.attrs.helper == helper)
            .map(|f| f.attrs.span.file)
    };
    let mut helpers: FxHashSet<FileId> = files(true).collect();
    for f in files(false) {
        helpers.remove(&f);
    }
    helpers
}

impl Transform<'_> {
    fn block(&mut self, b: BlockId) {
        // Later operations first: splitting then leaves earlier indices alone.
        let n = self.g.blocks[b].ops.len();
        let switch = self.g.blocks[b].exitswitch == ExitSwitch::LastException;
        let handles = |i: usize| switch && i + 1 == n;
        if switch
            && !self
                .effects
                .op_raises(self.program, &self.g.blocks[b].ops[n - 1].op)
        {
            self.drop_handlers(b);
        }
        for i in (0..n).rev() {
            let op = &self.g.blocks[b].ops[i].op;
            if !self.effects.op_raises(self.program, op) {
                continue;
            }
            let test = match op {
                op if op.is_ovf() => Test::Overflow,
                LLOp::MallocVar(_) => Test::Null,
                _ => Test::State,
            };
            if handles(i) {
                self.handled(b, test);
            } else {
                self.unhandled(b, i, test);
            }
        }
    }
    /// The last operation cannot raise: the normal exit alone stays.
    fn drop_handlers(&mut self, b: BlockId) {
        self.g.blocks[b].exitswitch = ExitSwitch::None;
        self.g.blocks[b].exits.truncate(1);
        let l = self.g.blocks[b].exits[0];
        self.g.links[l].exitcase = ExitCase::Always;
    }
    /// Appends the test of the last operation of `b`; its result.
    fn test(&mut self, b: BlockId, test: &Test) -> VarId {
        let last = self.g.blocks[b]
            .ops
            .last()
            .expect("an operation that raises");
        let (result, span) = (last.result, last.span);
        let (op, args): (LLOp, Vec<Arg<LL>>) = match test {
            Test::Overflow => (LLOp::OvfOccurred, vec![]),
            Test::State => (LLOp::ExcOccurred, vec![]),
            Test::Null => (LLOp::PtrIszero, vec![Operand::Var(result)]),
        };
        self.g.op(b, op, args, LLType::Bool, span)
    }
    /// Operation `i` of `b` raises to the caller.
    fn unhandled(&mut self, b: BlockId, i: usize, test: Test) {
        let span = self.g.blocks[b].ops[i].span;
        if !self.traced(span) && matches!(test, Test::State) && self.only_returns(b, i) {
            return;
        }
        let (rest, passed) = split_block(self.g, b, i + 1);
        let cond = self.test(b, &test);
        let failed = match test {
            Test::Overflow => self.raise_known(span),
            Test::State | Test::Null => self.propagate(span),
        };
        let args: Args<LL> = passed.into_iter().map(Operand::Var).collect();
        self.g.branch(
            b,
            Operand::Var(cond),
            (failed, Args::<LL>::new()),
            (rest, args),
            span,
        );
    }
    /// Whether nothing comes after operation `i` but the return: the caller tests the state anyway.
    fn only_returns(&self, b: BlockId, i: usize) -> bool {
        let block = &self.g.blocks[b];
        i + 1 == block.ops.len()
            && block.exitswitch == ExitSwitch::None
            && block.exits.len() == 1
            && self.g.links[block.exits[0]].target == self.g.return_block
    }
    /// Whether an operation is noted in tracebacks: not those of helpers, but user code inlined into a helper is; nor
    /// the call of a portal by its prologue.
    fn traced(&self, span: Span) -> bool {
        let own =
            !self.helper || !span.is_none() && !self.helper_files.contains(&span.original().file);
        own && !(self.prologue && span.is_none())
    }
    fn dummy(&self) -> Arg<LL> {
        Operand::Const(Const::zero(*self.g.ty(self.g.return_var())))
    }
    fn new_block(&mut self, span: Span) -> BlockId {
        self.g.new_block(Vec::new(), span)
    }
    fn emit(&mut self, b: BlockId, op: LLOp, args: Vec<Arg<LL>>, ty: LLType, span: Span) -> VarId {
        self.g.op(b, op, args, ty, span)
    }
    /// A block that leaves the function with the state as it is.
    fn propagate(&mut self, span: Span) -> BlockId {
        let b = self.new_block(span);
        if self.traced(span) {
            self.emit(b, LLOp::TracebackPass, vec![], LLType::Void, span);
        }
        let dummy = self.dummy();
        let ret = self.g.return_block;
        self.g.goto(b, ret, [dummy], span);
        b
    }
    fn overflow_error(&self) -> (Const, Const) {
        let e = self
            .program
            .exception("OverflowError")
            .expect("checked before the transform");
        let object = |o: lowlevel::ObjId, ty: Option<ir::lltype::ContainerId>| {
            Const::new(
                LLType::Ptr(ty.unwrap_or(self.program.objects[o].container)),
                Value::Object(o),
            )
        };
        (
            object(e.vtable, self.program.known.vtable),
            object(e.instance, self.program.known.object),
        )
    }
    /// A block that raises OverflowError.
    fn raise_known(&mut self, span: Span) -> BlockId {
        let b = self.new_block(span);
        self.raise_overflow(b, span);
        b
    }
    fn raise_overflow(&mut self, b: BlockId, span: Span) {
        let (class, value) = self.overflow_error();
        self.set_state(b, Operand::Const(class), Operand::Const(value), false, span);
    }
    fn set_state(&mut self, b: BlockId, class: Arg<LL>, value: Arg<LL>, again: bool, span: Span) {
        self.emit(
            b,
            LLOp::ExcSet,
            vec![class.clone(), value],
            LLType::Void,
            span,
        );
        if self.traced(span) {
            let (op, args) = match again {
                true => (LLOp::TracebackAgain, vec![]),
                false => (LLOp::TracebackStart, vec![class]),
            };
            self.emit(b, op, args, LLType::Void, span);
        }
        let dummy = self.dummy();
        let ret = self.g.return_block;
        self.g.goto(b, ret, [dummy], span);
    }
    /// The last operation of `b` raises, and the exception switch of `b` handles it.
    fn handled(&mut self, b: BlockId, test: Test) {
        let span = self.g.blocks[b].ops.last().expect("an operation").span;
        let exits = std::mem::take(&mut self.g.blocks[b].exits);
        let normal = exits[0];
        let cond = self.test(b, &test);
        let handlers: Vec<LinkId> = exits[1..].to_vec();
        // The dispatch is a block of its own that uses variables of `b`; they become its inputargs at the end.
        let dispatch = self.new_block(span);
        match test {
            Test::Overflow => self.dispatch_overflow(dispatch, &handlers, span),
            Test::State | Test::Null => self.dispatch_state(dispatch, &handlers, span),
        }
        let passed = self.close_block(dispatch);
        self.g.blocks[b].exitswitch = ExitSwitch::Value(Operand::Var(cond));
        let link = Link::when(ExitCase::Bool(true), dispatch, passed, span);
        self.g.add_exit(b, link);
        self.g.links[normal].exitcase = ExitCase::Bool(false);
        self.g.blocks[b].exits.push(normal);
    }
    /// Turns the free variables of a block into inputargs; what a link has to pass.
    fn close_block(&mut self, b: BlockId) -> Vec<Arg<LL>> {
        let free = free_variables(self.g, b);
        bind_inputs(self.g, b, &free);
        free.into_iter().map(Operand::Var).collect()
    }
    fn exception_class(&self, l: LinkId) -> Value {
        match &self.g.links[l].exitcase {
            ExitCase::Exception(c) => c.value,
            _ => Value::Void,
        }
    }
    /// OverflowError is raised: the first handler of a base class is taken.
    fn dispatch_overflow(&mut self, at: BlockId, handlers: &[LinkId], span: Span) {
        let (class, value) = self.overflow_error();
        let raised = class_range(self.program, class.value);
        let hit = handlers.iter().copied().find(|&l| {
            let c = self.exception_class(l);
            match (raised, class_range(self.program, c)) {
                (Some((min, _)), Some((lo, hi))) => lo <= min && min < hi,
                _ => c == class.value,
            }
        });
        let to_raise = hit.is_none_or(|l| self.reraises(l));
        match hit {
            Some(l) if !to_raise => {
                let mut link = self.g.links[l].clone();
                let mut r = Renaming::default();
                if let (Some(t), Some(v)) = (link.last_exception, link.last_exc_value) {
                    r.insert(t, Operand::Const(class));
                    r.insert(v, Operand::Const(value));
                }
                r.args(&mut link.args);
                link.exitcase = ExitCase::Always;
                link.last_exception = None;
                link.last_exc_value = None;
                self.g.add_exit(at, link);
            }
            _ => self.raise_overflow(at, span),
        }
    }
    /// Whether a handler does nothing but raise the same exception again.
    fn reraises(&self, l: LinkId) -> bool {
        let link = &self.g.links[l];
        link.target == self.g.except_block
            && link.args.first().and_then(Operand::var) == link.last_exception
            && link.args.get(1).and_then(Operand::var) == link.last_exc_value
    }
    /// Tests the class of the pending exception against the handlers, in order, starting in block `at`.
    fn dispatch_state(&mut self, at: BlockId, handlers: &[LinkId], span: Span) {
        let Some((&l, rest)) = handlers.split_first() else {
            return self.leave(at, span);
        };
        // Handlers that raise again, and nothing but such after them: the exception just passes.
        if handlers.iter().all(|&l| self.reraises(l)) {
            return self.leave(at, span);
        }
        let class = self.exception_class(l);
        let all = super::effects::catches_everything(self.program, class);
        if all {
            return self.catch(at, l, span);
        }
        let caught = self.new_block(span);
        self.catch(caught, l, span);
        let caught_args = self.close_block(caught);
        let other = self.new_block(span);
        self.dispatch_state(other, rest, span);
        let other_args = self.close_block(other);
        let cond = self.class_test(at, class, span);
        let yes: Args<LL> = caught_args.into_iter().collect();
        let no: Args<LL> = other_args.into_iter().collect();
        self.g
            .branch(at, Operand::Var(cond), (caught, yes), (other, no), span);
    }
    fn leave(&mut self, at: BlockId, span: Span) {
        if self.traced(span) {
            self.emit(at, LLOp::TracebackPass, vec![], LLType::Void, span);
        }
        let dummy = self.dummy();
        let ret = self.g.return_block;
        self.g.goto(at, ret, [dummy], span);
    }
    fn vtable_type(&self) -> LLType {
        self.program
            .known
            .vtable
            .map_or(LLType::Address, LLType::Ptr)
    }
    fn object_type(&self) -> LLType {
        self.program
            .known
            .object
            .map_or(LLType::Address, LLType::Ptr)
    }
    /// Whether the pending exception's class is `class` or a subclass of it.
    fn class_test(&mut self, at: BlockId, class: Value, span: Span) -> VarId {
        let ty = self.vtable_type();
        let pending = self.emit(at, LLOp::ExcType, vec![], ty, span);
        let constant = Operand::Const(Const { ty, value: class });
        let range = class_range(self.program, class);
        match range {
            // A class without subclasses: its own vtable, no load.
            Some((lo, hi)) if hi == lo + 1 => {
                let args = vec![Operand::Var(pending), constant];
                self.emit(at, LLOp::PtrEq, args, LLType::Bool, span)
            }
            _ => {
                let vt = ty.container().expect("catching needs a vtable type");
                let field = |me: &mut Self, p: Arg<LL>, f: u32| {
                    me.emit(at, LLOp::GetField(vt, f), vec![p], LLType::Signed, span)
                };
                let min = field(self, Operand::Var(pending), 0);
                let (lo, hi): (Arg<LL>, Arg<LL>) = match range {
                    Some((lo, hi)) => (
                        Operand::Const(Const::signed(lo)),
                        Operand::Const(Const::signed(hi)),
                    ),
                    None => (
                        Operand::Var(field(self, constant.clone(), 0)),
                        Operand::Var(field(self, constant, 1)),
                    ),
                };
                let args = vec![lo, Operand::Var(min), hi];
                self.emit(at, LLOp::IntBetween, args, LLType::Bool, span)
            }
        }
    }
    /// Catches the pending exception in block `at` and goes where the handler `l` leads.
    fn catch(&mut self, at: BlockId, l: LinkId, span: Span) {
        if self.reraises(l) {
            return self.leave(at, span);
        }
        let mut link = self.g.links[l].clone();
        let mut r = Renaming::default();
        let uses = |v: Option<VarId>| link.args.iter().any(|a| a.var() == v && v.is_some());
        if uses(link.last_exception) {
            let ty = self.vtable_type();
            let v = self.emit(at, LLOp::ExcType, vec![], ty, span);
            r.insert(link.last_exception.expect("used"), Operand::Var(v));
        }
        if uses(link.last_exc_value) {
            let ty = self.object_type();
            let v = self.emit(at, LLOp::ExcValue, vec![], ty, span);
            r.insert(link.last_exc_value.expect("used"), Operand::Var(v));
        }
        if self.traced(span) {
            self.emit(at, LLOp::TracebackCatch, vec![], LLType::Void, span);
        }
        self.emit(at, LLOp::ExcClear, vec![], LLType::Void, span);
        r.args(&mut link.args);
        link.exitcase = ExitCase::Always;
        link.last_exception = None;
        link.last_exc_value = None;
        self.g.add_exit(at, link);
    }
    /// The links to `raise` with an exception that the function has caught: behind a `finally`, and bare ones.
    fn raised_again(&self) -> FxHashSet<LinkId> {
        let g = &*self.g;
        let links = || {
            g.live_blocks()
                .flat_map(|b| g.blocks[b].exits.iter().copied())
        };
        let raises = |l: &LinkId| g.links[*l].target == g.except_block;
        let mut caught = links().filter_map(|l| g.links[l].last_exc_value).peekable();
        if caught.peek().is_none() || !links().any(|l| raises(&l)) {
            return FxHashSet::default();
        }
        let objects = SameObjects::of_casts(g);
        let caught: FxHashSet<VarId> = caught.map(|v| objects.of_var(v)).collect();
        let value = |l: LinkId| objects.of(g.links[l].args.last()?);
        let again = |l: &LinkId| value(*l).is_some_and(|v| caught.contains(&v));
        links().filter(raises).filter(again).collect()
    }
    /// Links to `raise` that are left: explicit raises. `again`: those of exceptions that were caught before.
    fn raises(&mut self, again: &FxHashSet<LinkId>) {
        let blocks: Vec<BlockId> = self.g.live_blocks().collect();
        for b in blocks {
            for i in 0..self.g.blocks[b].exits.len() {
                let l = self.g.blocks[b].exits[i];
                if self.g.links[l].target != self.g.except_block {
                    continue;
                }
                let span = self.g.links[l].span;
                let args = std::mem::take(&mut self.g.links[l].args);
                // Constants need not be passed.
                let raise = self.new_block(span);
                let mut inputs = Vec::new();
                let mut passed = Args::<LL>::new();
                let mut inner: Vec<Arg<LL>> = Vec::new();
                for a in args {
                    match a {
                        Operand::Var(v) => {
                            let c = self.g.copy_var(v);
                            inputs.push(c);
                            passed.push(Operand::Var(v));
                            inner.push(Operand::Var(c));
                        }
                        c => inner.push(c),
                    }
                }
                self.g.blocks[raise].inputargs = inputs;
                let value = inner.pop().expect("raise takes class and value");
                let class = inner.pop().expect("raise takes class and value");
                self.set_state(raise, class, value, again.contains(&l), span);
                self.g.links[l].target = raise;
                self.g.links[l].args = passed;
            }
        }
    }
}

/// An operation that tests whether an exception is pending; for other passes that add calls.
pub fn exc_occurred(g: &mut LLGraph, span: Span) -> Operation<LL> {
    make_op(g, LLOp::ExcOccurred, [], LLType::Bool, span)
}
