//! Inlining of direct calls, before the exception transform.
//!
//! ```text
//! b0(v0):                                   b0(v0):
//!     v1 = direct_call[abs](v0)                 v1 = int_lt(v0, 0)
//!     v2 = int_add(v1, v0)                      if v1 then b1(v0) else b2(v0, v0)
//!     goto return(v2)                       b1(v3):
//!                                               v4 = int_neg(v3)
//!                                               goto b2(v4, v3)
//!                                           b2(v5, v6):
//!                                               v7 = int_add(v5, v6)
//!                                               goto return(v7)
//! ```
//! *Which.* Callees before callers (strongly connected components of the graph of *direct* calls, bottom up:
//! functions that reach each other through function pointers, as the nodes of a tree interpreter do, are inlined into
//! each other), each function simplified before it is weighed. The weight of a function is its operations, those on
//! paths that end in an error excepted. A call is inlined if the callee asks for it, or is light (twice the limit
//! inside a loop, a quarter on error paths), or is called from nowhere else. Calls inside a component are left alone,
//! and a caller stops growing at a size where later passes would suffer.
//!
//! *How.* Graphs are SSI, so what the caller needs after the call is passed through all blocks of the callee;
//! simplification prunes that. A handler at the call applies to every operation of the callee that raises: explicit
//! raises of a constant class go straight to their handler, raising operations get the handlers as exits, other raises
//! test the class.
use ir::dataflow::closure;
use ir::index::{Idx, IndexVec};
use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, ExitCase, ExitSwitch, Link, LinkId, Operand, VarId, order};
use ir::name::Name;
use ir::source::Span;
use lowlevel::{Const, FuncId, InlineHint, LL, LLGraph, LLOp, Program};
use rustc_hash::FxHashMap;

use super::effects::{Effects, callees, catches_everything, class_range};
use super::rewrite::{live_at, split_block};
use super::stackcheck::{address_taken, graph_of_calls};
use super::{PassContext, PassOptions, malloc_removal, simplify};

/// A caller larger than this inlines no more (except small helpers that ask for it).
const CALLER_LIMIT: usize = 6000;
/// A function called from one place only is inlined up to this weight.
const SINGLE_CALLER_LIMIT: usize = 150;

/// Inlines all over a program; the number of calls inlined.
pub fn run(program: &mut Program, options: &PassOptions) -> Result<usize, String> {
    let graph = graph_of_calls(program, |op| match op {
        LLOp::DirectCall(_) => callees(op),
        _ => &[],
    });
    let effects = Effects::new(program);
    let sccs = petgraph::algo::tarjan_scc(&graph);
    let mut component: IndexVec<FuncId, usize> = IndexVec::from_elem(0, program.funcs.len());
    for (i, scc) in sccs.iter().enumerate() {
        for n in scc {
            component[FuncId::new(n.index())] = i;
        }
    }
    let single = called_once(program);
    let mut weights: IndexVec<FuncId, Option<usize>> =
        IndexVec::from_elem(None, program.funcs.len());
    let mut total = 0;
    let prints_tracebacks = program
        .externs
        .iter()
        .any(|e| e.name == "gx_debug_print_traceback");
    for f in sccs.iter().flatten().map(|n| FuncId::new(n.index())) {
        let mut g = program.funcs[f].graph.take();
        let inliner = Inliner {
            program,
            options,
            effects: &effects,
            component: &component,
            single: &single,
            weights: &weights,
            prints_tracebacks,
            func: f,
        };
        let n = inliner.function(&mut g);
        if n > 0 {
            let cx = PassContext {
                program,
                func: f,
                effects: &effects,
                options,
            };
            simplify::run(&cx, &mut g);
            // Tuples that carry arguments to a call which is gone weigh nothing.
            if options.opt_level >= 2 {
                malloc_removal::run_alone(&cx, &mut g);
            }
        }
        total += n;
        weights[f] = Some(weight(&g));
        program.funcs[f].graph = g;
    }
    Ok(total)
}

/// Functions with exactly one call site, and no other mention.
fn called_once(program: &Program) -> IndexVec<FuncId, bool> {
    let mut calls: IndexVec<FuncId, u32> = IndexVec::from_elem(0, program.funcs.len());
    for f in program.funcs.iter() {
        for b in f.graph.live_blocks() {
            for op in &f.graph.blocks[b].ops {
                match &op.op {
                    LLOp::DirectCall(f) => calls[*f] += 1,
                    LLOp::IndirectCall(_, Some(fs)) => fs.iter().for_each(|&f| calls[f] += 2),
                    _ => {}
                }
            }
        }
    }
    let taken = address_taken(program);
    calls
        .iter_enumerated()
        .map(|(f, &n)| n == 1 && !taken[f] && program.entry != Some(f))
        .collect()
}

/// Blocks from which the function can only end in an error: weightless.
fn error_blocks(g: &LLGraph) -> IndexVec<BlockId, bool> {
    let preds = g.predecessors();
    let returns = closure(g.blocks.len(), [g.return_block], |b, above| {
        above.extend(preds[b].iter().map(|&(p, _)| p));
    });
    // A function that never returns (the main loop of a server) is no error.
    let ever = returns[g.start];
    returns.iter().map(|returns| ever && !returns).collect()
}

fn op_weight(op: &LLOp) -> usize {
    match op {
        LLOp::SameAs
        | LLOp::CastPointer
        | LLOp::Hint(_)
        | LLOp::JitMarker(..)
        | LLOp::Likely
        | LLOp::Unlikely
        | LLOp::CastBoolToInt
        | LLOp::CastCharToInt
        | LLOp::CastIntToUint
        | LLOp::CastUintToInt
        | LLOp::Check(_)
        | LLOp::KeepAlive => 0,
        op if op.is_call() => 3,
        LLOp::Malloc(_) | LLOp::MallocVar(_) => 3,
        LLOp::IntFloordiv | LLOp::IntMod => 3,
        _ => 1,
    }
}

fn weight(g: &LLGraph) -> usize {
    let error = error_blocks(g);
    g.live_blocks()
        .filter(|&b| !error[b] && !g.is_final(b))
        .map(|b| {
            let block = &g.blocks[b];
            let ops: usize = block.ops.iter().map(|o| op_weight(&o.op)).sum();
            // A test for an error is cheap; one for null mostly goes.
            let ways = block.exits.iter().filter(|&&l| !error[g.links[l].target]);
            let ways = ways.count().max(1);
            let null_test = ways < block.exits.len()
                && block.ops.last().is_some_and(|o| o.op == LLOp::PtrNonzero);
            ops + ways - 1 - usize::from(null_test)
        })
        .sum()
}

struct Inliner<'a> {
    program: &'a Program,
    options: &'a PassOptions,
    effects: &'a Effects,
    component: &'a IndexVec<FuncId, usize>,
    single: &'a IndexVec<FuncId, bool>,
    weights: &'a IndexVec<FuncId, Option<usize>>,
    /// The program prints tracebacks of caught exceptions. What is raised in a copy of a function goes to its handler
    /// without a note of where it was.
    prints_tracebacks: bool,
    func: FuncId,
}

impl Inliner<'_> {
    fn function(&self, g: &mut LLGraph) -> usize {
        let loops = order::loop_regions(g);
        let error = error_blocks(g);
        let mut size = g.op_count();
        let mut n = 0;
        let blocks: Vec<BlockId> = g.live_blocks().collect();
        for b in blocks {
            // From the end: earlier calls keep their block and index.
            for i in (0..g.blocks[b].ops.len()).rev() {
                let LLOp::DirectCall(f) = g.blocks[b].ops[i].op else {
                    continue;
                };
                let handled = i + 1 == g.blocks[b].ops.len()
                    && g.blocks[b].exitswitch == ExitSwitch::LastException;
                if self.prints_tracebacks && handled
                    || !self.wanted(f, loops[b].is_some(), error[b], size)
                {
                    continue;
                }
                let callee = &self.program.funcs[f].graph;
                size += callee.op_count();
                let helper = |f: FuncId| self.program.funcs[f].attrs.helper;
                let at_call = helper(f) && !helper(self.func);
                let (program, effects) = (self.program, self.effects);
                inline_call(program, effects, g, b, i, f, callee, at_call);
                n += 1;
            }
        }
        n
    }
    fn wanted(&self, f: FuncId, in_loop: bool, in_error: bool, size: usize) -> bool {
        if self.component[f] == self.component[self.func] {
            return false;
        }
        let Some(weight) = self.weights[f] else {
            return false;
        };
        let attrs = &self.program.funcs[f].attrs;
        if self.options.jit && (attrs.elidable || attrs.oopspec.is_some() || attrs.dont_look_inside)
        {
            return false;
        }
        match attrs.inline {
            InlineHint::Never => return false,
            InlineHint::Always => return size < 4 * CALLER_LIMIT || weight < 10,
            InlineHint::Auto => {}
        }
        let limit = match (in_error, in_loop) {
            (true, _) => self.options.inline_limit / 4,
            (_, true) => self.options.inline_limit * 2,
            _ => self.options.inline_limit,
        };
        if size > CALLER_LIMIT {
            return weight <= 6;
        }
        let once = self.single[f] && !in_error && self.options.opt_level >= 2;
        weight <= limit || once && weight <= SINGLE_CALLER_LIMIT
    }
}

/// Inlines the call that is operation `i` of block `b`. What is copied knows that it is in a copy of `callee`, for
/// tracebacks and debugging information. `at_call`: it gets the call's place in the source instead (a helper of the
/// toolchain inside user code).
pub fn inline_call(
    program: &Program,
    effects: &Effects,
    g: &mut LLGraph,
    b: BlockId,
    i: usize,
    func: FuncId,
    callee: &LLGraph,
    at_call: bool,
) {
    let mut handlers: Vec<Link<LL>> = Vec::new();
    if i + 1 == g.blocks[b].ops.len() && g.blocks[b].exitswitch == ExitSwitch::LastException {
        handlers = g.blocks[b].exits[1..]
            .iter()
            .map(|&l| g.links[l].clone())
            .collect();
        g.blocks[b].exits.truncate(1);
        g.blocks[b].exitswitch = ExitSwitch::None;
    }
    let (rest, needed) = split_block(g, b, i + 1);
    let call = g.blocks[b].ops.pop().expect("the call");
    // What the caller's variables are called in each block of the callee's copy.
    let mut passed: Vec<VarId> = needed
        .iter()
        .copied()
        .filter(|&v| v != call.result)
        .collect();
    for h in &handlers {
        let own = [h.last_exception, h.last_exc_value];
        for v in h.args.iter().filter_map(Operand::var) {
            if !own.contains(&Some(v)) && !passed.contains(&v) {
                passed.push(v);
            }
        }
    }
    let mut copy = InlinedBody {
        program,
        effects,
        g,
        callee,
        handlers,
        passed,
        rest,
        needed,
        result: call.result,
        place: at_call.then_some(call.span).filter(|s| !s.is_none()),
        call: call.span,
        copied: (!at_call).then(|| {
            let f = &program.funcs[func];
            (Name::new(&f.name), f.attrs.span)
        }),
        vars: FxHashMap::default(),
        blocks: FxHashMap::default(),
        locals: FxHashMap::default(),
    };
    copy.run();
    let start = copy.blocks[&callee.start];
    let passed = copy.passed.clone();
    let args: Args<LL> = call
        .args
        .into_iter()
        .chain(passed.into_iter().map(Operand::Var))
        .collect();
    g.goto(b, start, args, call.span);
}

struct InlinedBody<'a> {
    program: &'a Program,
    effects: &'a Effects,
    g: &'a mut LLGraph,
    callee: &'a LLGraph,
    handlers: Vec<Link<LL>>,
    /// Variables of the calling block that are passed through.
    passed: Vec<VarId>,
    rest: BlockId,
    needed: Vec<VarId>,
    result: VarId,
    /// Where all copied operations are said to come from.
    place: Option<Span>,
    /// The place of the call.
    call: Span,
    /// Name and definition of the callee, if the copy is to be told from the caller.
    copied: Option<(Name, Span)>,
    vars: FxHashMap<VarId, VarId>,
    blocks: FxHashMap<BlockId, BlockId>,
    /// For each copied block: what the passed variables are called there.
    locals: FxHashMap<BlockId, FxHashMap<VarId, VarId>>,
}

impl InlinedBody<'_> {
    fn var(&mut self, v: VarId) -> VarId {
        if let Some(&n) = self.vars.get(&v) {
            return n;
        }
        let mut data = self.callee.vars[v].clone();
        if self.place.is_some() {
            // A helper's variables are nothing to debug.
            data.name = None;
        } else if let Some((name, span)) = self.copied {
            data.inlining = data.inlining.inlined_at(name, span, self.call);
        }
        let n = self.g.vars.push(data);
        self.vars.insert(v, n);
        n
    }
    fn copy_span(&self, span: Span) -> Span {
        match self.copied {
            Some((name, definition)) => span.inlined_at(name, definition, self.call),
            None => span,
        }
    }
    fn arg(&mut self, a: &Arg<LL>) -> Arg<LL> {
        match a {
            Operand::Var(v) => Operand::Var(self.var(*v)),
            c => c.clone(),
        }
    }
    /// A block with the given inputargs and a copy of all passed variables.
    fn block_with(&mut self, mut inputs: Vec<VarId>, span: Span) -> BlockId {
        let mut locals = FxHashMap::default();
        for i in 0..self.passed.len() {
            let v = self.passed[i];
            let c = self.g.copy_var(v);
            locals.insert(v, c);
            inputs.push(c);
        }
        let b = self.g.new_block(inputs, span);
        self.locals.insert(b, locals);
        b
    }
    fn pass_on(&self, from: BlockId) -> impl Iterator<Item = Arg<LL>> + '_ {
        self.passed
            .iter()
            .map(move |v| Operand::Var(self.locals[&from][v]))
    }
    fn run(&mut self) {
        let callee = self.callee;
        let blocks: Vec<BlockId> = callee
            .live_blocks()
            .filter(|&b| !callee.is_final(b))
            .collect();
        for &b in &blocks {
            let inputs = callee.blocks[b]
                .inputargs
                .iter()
                .map(|&v| self.var(v))
                .collect();
            let span = self.copy_span(callee.blocks[b].span);
            let n = self.block_with(inputs, span);
            self.blocks.insert(b, n);
        }
        for &b in &blocks {
            self.block(b);
        }
    }
    fn block(&mut self, b: BlockId) {
        let block = &self.callee.blocks[b];
        let mut at = self.blocks[&b];
        let n = block.ops.len();
        let switch = block.exitswitch == ExitSwitch::LastException;
        for (i, op) in block.ops.iter().enumerate() {
            let mut op = op.clone();
            for a in op.args.iter_mut() {
                *a = self.arg(a);
            }
            op.result = self.var(op.result);
            op.span = match self.place {
                Some(place) => place,
                // What stands for no line of its own belongs to the call.
                None if op.span.is_none() => self.call,
                None => self.copy_span(op.span),
            };
            let raises = !self.handlers.is_empty() && self.effects.op_raises(self.program, &op.op);
            let span = op.span;
            self.g.blocks[at].ops.push(op);
            if raises && !(switch && i + 1 == n) {
                at = self.continue_after(at, b, i, span);
            }
        }
        let block = &self.callee.blocks[b];
        self.g.blocks[at].exitswitch = match &block.exitswitch {
            ExitSwitch::Value(v) => ExitSwitch::Value(self.arg(v)),
            ExitSwitch::None => ExitSwitch::None,
            ExitSwitch::LastException => ExitSwitch::LastException,
        };
        let mut caught = false;
        for &l in &block.exits {
            if let ExitCase::Exception(c) = &self.callee.links[l].exitcase {
                caught |= catches_everything(self.program, c.value);
            }
            self.link(at, l);
        }
        if switch && !caught && !self.handlers.is_empty() {
            self.add_handlers(at);
        }
    }
    /// Operation `i` of the callee's block `b`, the last of block `at`, raises to the handlers; the rest of `b` goes on
    /// in the block returned.
    fn continue_after(&mut self, at: BlockId, b: BlockId, i: usize, span: Span) -> BlockId {
        // Everything that exists so far and is used later is passed on under a new name.
        let live = live_at(self.callee, b, i + 1);
        let old: Vec<VarId> = live.iter().map(|v| self.vars[v]).collect();
        let new: Vec<VarId> = old.iter().map(|&v| self.g.copy_var(v)).collect();
        let next = self.block_with(new.clone(), span);
        let args: Vec<Arg<LL>> = old
            .into_iter()
            .map(Operand::Var)
            .chain(self.pass_on(at).collect::<Vec<_>>())
            .collect();
        self.g.blocks[at].exitswitch = ExitSwitch::LastException;
        self.g.add_exit(at, Link::always(next, args, span));
        self.add_handlers(at);
        for (v, n) in live.into_iter().zip(new) {
            self.vars.insert(v, n);
        }
        next
    }
    /// The call's handlers as further exits of a block that ends in a raising operation.
    fn add_handlers(&mut self, at: BlockId) {
        for i in 0..self.handlers.len() {
            let mut link = self.handlers[i].clone();
            let class = link.last_exception.expect("an exception link");
            let value = link.last_exc_value.expect("an exception link");
            let (c, v) = (self.g.copy_var(class), self.g.copy_var(value));
            link.last_exception = Some(c);
            link.last_exc_value = Some(v);
            self.bind_handler(
                &mut link,
                at,
                (class, Operand::Var(c)),
                (value, Operand::Var(v)),
            );
            self.g.add_exit(at, link);
        }
    }
    /// Renames the arguments of a handler's link as block `at` knows them.
    fn bind_handler(
        &self,
        link: &mut Link<LL>,
        at: BlockId,
        class: (VarId, Arg<LL>),
        value: (VarId, Arg<LL>),
    ) {
        for a in link.args.iter_mut() {
            if let Operand::Var(v) = a {
                *a = if *v == class.0 {
                    class.1.clone()
                } else if *v == value.0 {
                    value.1.clone()
                } else {
                    Operand::Var(self.locals[&at][v])
                };
            }
        }
    }
    fn link(&mut self, at: BlockId, l: LinkId) {
        let mut link = self.callee.links[l].clone();
        link.span = self.place.unwrap_or_else(|| self.copy_span(link.span));
        for v in [&mut link.last_exception, &mut link.last_exc_value] {
            *v = v.map(|v| self.var(v));
        }
        let args: Vec<Arg<LL>> = link.args.iter().map(|a| self.arg(a)).collect();
        if link.target == self.callee.return_block {
            link.target = self.rest;
            link.args = self
                .needed
                .iter()
                .map(|v| {
                    if *v == self.result {
                        args[0].clone()
                    } else {
                        Operand::Var(self.locals[&at][v])
                    }
                })
                .collect();
        } else if link.target == self.callee.except_block {
            self.raise(&mut link, at, args);
        } else {
            link.target = self.blocks[&link.target];
            link.args = args.into_iter().chain(self.pass_on(at)).collect();
        }
        self.g.add_exit(at, link);
    }
    /// A raise of the callee: to the caller's handlers, or out of the caller.
    fn raise(&mut self, link: &mut Link<LL>, at: BlockId, args: Vec<Arg<LL>>) {
        link.target = self.g.except_block;
        link.args = args.iter().cloned().collect();
        if self.handlers.is_empty() {
            return;
        }
        let (class, value) = (args[0].clone(), args[1].clone());
        if let Some(raised) = class
            .as_const()
            .and_then(|c| class_range(self.program, c.value))
        {
            let hit = self.handlers.iter().find(|h| match &h.exitcase {
                ExitCase::Exception(c) => class_range(self.program, c.value)
                    .is_some_and(|(lo, hi)| lo <= raised.0 && raised.0 < hi),
                _ => false,
            });
            if let Some(h) = hit {
                let mut bound = h.clone();
                let names = (
                    h.last_exception.expect("an exception link"),
                    h.last_exc_value.expect("an exception link"),
                );
                self.bind_handler(&mut bound, at, (names.0, class), (names.1, value));
                link.target = bound.target;
                link.args = bound.args;
            }
            return;
        }
        let dispatch = self.dispatch(link.span);
        link.target = dispatch;
        link.args = args.into_iter().chain(self.pass_on(at)).collect();
    }
    /// A block that takes class and value and goes to the right handler.
    fn dispatch(&mut self, span: Span) -> BlockId {
        let exc = self.g.blocks[self.g.except_block].inputargs.clone();
        let mut at = None;
        let mut first = None;
        for i in 0..self.handlers.len() {
            let ExitCase::Exception(c) = self.handlers[i].exitcase else {
                continue;
            };
            let (class, value) = (self.g.copy_var(exc[0]), self.g.copy_var(exc[1]));
            let b = self.block_with(vec![class, value], span);
            let mut go: Args<LL> = [Operand::Var(class), Operand::Var(value)]
                .into_iter()
                .collect();
            go.extend(self.pass_on(b).collect::<Vec<_>>());
            first.get_or_insert(b);
            if let Some((prev, cond, yes, no)) = at.take() {
                let no: Args<LL> = no;
                self.g.branch(prev, Operand::Var(cond), yes, (b, no), span);
            }
            let mut bound = self.handlers[i].clone();
            let names = (
                bound.last_exception.expect("an exception link"),
                bound.last_exc_value.expect("an exception link"),
            );
            self.bind_handler(
                &mut bound,
                b,
                (names.0, Operand::Var(class)),
                (names.1, Operand::Var(value)),
            );
            let cond = self.class_test(b, class, c, span);
            at = Some((b, cond, (bound.target, bound.args), go));
        }
        if let Some((prev, cond, yes, go)) = at {
            let out: Args<LL> = go.into_iter().take(2).collect();
            let except = self.g.except_block;
            self.g
                .branch(prev, Operand::Var(cond), yes, (except, out), span);
        }
        first.expect("there are handlers")
    }
    fn class_test(&mut self, b: BlockId, class: VarId, handler: Const, span: Span) -> VarId {
        let vt = self
            .program
            .known
            .vtable
            .expect("handlers need a vtable type");
        let min = self.g.op(
            b,
            LLOp::GetField(vt, 0),
            [Operand::Var(class)],
            LLType::Signed,
            span,
        );
        let bounds: [Arg<LL>; 2] = match class_range(self.program, handler.value) {
            Some((lo, hi)) => [Const::signed(lo), Const::signed(hi)].map(Operand::Const),
            None => [0, 1].map(|f| {
                let args = [Operand::Const(handler)];
                Operand::Var(
                    self.g
                        .op(b, LLOp::GetField(vt, f), args, LLType::Signed, span),
                )
            }),
        };
        let [lo, hi] = bounds;
        self.g.op(
            b,
            LLOp::IntBetween,
            [lo, Operand::Var(min), hi],
            LLType::Bool,
            span,
        )
    }
}
