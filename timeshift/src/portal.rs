//! The translated interpreter's side: counters where a merge point is reached again and again, and the way into
//! residual code and back.
//!
//! ```text
//! b5: ... can_enter_jit(pc, code, frame) ... goto b2(pc, frame)
//!         ▼
//! b5: ... i = hash(pc, code); n = counters[i] + 1; counters[i] = n; if n >= threshold then cold else go on
//! cold: exchange ← pc, code, frame;  gx_jit_enter(portal): INTERPRET → go on, ENTER → run
//! run:  call the residual code: CONTINUE → left
//!                               DONE     → return the first word of the buffer
//! left: gx_jit_enter(portal | LEFT): ENTER → run, CONTINUE → the block behind the merge point, greens and reds from the exchange buffer
//! ```
//! Counted are the `can_enter_jit` of the driver in this graph, and the links by which a merge point's loop is entered
//! (or a function that loops through recursion only would never get hot); without `can_enter_jit`, every arrival at the
//! merge point. An exception (RAISED) leaves the function at the call, as any exception does. The counter's number is
//! passed in the buffer's last word, so that the JIT can set it.
//!
//! Who enters residual code at a `can_enter_jit` skips what lies between it and the merge point, and brings the state
//! that the marker names. So this is done only where the way is straight, without effects, and passes on that very
//! state; else arrivals at the merge point are counted.
use hintannotator::Portal;
use ir::diag::Diagnostic;
use ir::lltype::{Container, ContainerId, LLType, TypeTable};
use ir::model::{
    Arg, Args, BlockId, ExitCase, ExitSwitch, Link, OpInfo as _, Operand, VarId, order,
};
use ir::source::Span;
use jit::abi;
use lowlevel::ops::MarkerKind;
use lowlevel::verify::operand_type;
use lowlevel::{Const, JitDriverId, LL, LLGraph, LLOp, ObjId, Program, Value};
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;
use transform::rewrite::{Renaming, carry, insert_on_edge, origins, split_block};

use super::Failure;
use super::externs::Externs;
use super::words::{from_word, to_word};

/// A value has to be passed through at most this many blocks to a `can_enter_jit`.
const CARRY_LIMIT: usize = 400;

/// Blocks between a `can_enter_jit` and the merge point.
const STRAIGHT_LIMIT: usize = 100;

/// What the counting code refers to.
#[derive(Clone, Copy, Debug)]
pub struct Machinery {
    /// An array of words without a length.
    pub words: ContainerId,
    /// The exchange buffer.
    pub exchange: ObjId,
    /// The counter table.
    pub counters: ObjId,
    /// The thresholds of all drivers.
    pub threshold: ObjId,
    /// The type of what is called to enter residual code.
    pub entry: ContainerId,
    /// The support library.
    pub externs: Externs,
}

/// The type of entries: of the words it takes only the first one means something. No function of a program has it.
const ENTRY: [LLType; 3] = [LLType::Signed, LLType::Address, LLType::Address];

/// Whether a function type is that of entries into residual code.
pub fn is_entry(types: &TypeTable, c: ContainerId) -> bool {
    let Container::Func(f) = types.get(c) else {
        return false;
    };
    *f.args == ENTRY && f.result == LLType::Signed
}

impl Machinery {
    /// Adds the prebuilt words to a program.
    pub fn declare(program: &mut Program) -> Machinery {
        use ir::lltype::{ArrayType, FieldType};
        use lowlevel::{Init, Object};
        let words = program.types.intern(Container::Array(ArrayType {
            gc: false,
            item: FieldType::Value(LLType::Signed),
            immutable: false,
            nolength: true,
        }));
        let entry = program.types.func(&ENTRY, LLType::Signed);
        let drivers = program.drivers.len();
        let zeros = |n: usize| vec![Init::Value(Value::Int(0)); n];
        let mut object = |name: &str, init: Vec<Init>| {
            program.objects.push(Object {
                container: words,
                init: Init::Array(init),
                name: name.to_owned(),
            })
        };
        Machinery {
            words,
            exchange: object("jit.exchange", zeros(abi::EXCHANGE_WORDS)),
            counters: object("jit.counters", zeros(abi::COUNTERS)),
            // Nothing gets hot before the JIT has set it.
            threshold: {
                let mut words =
                    vec![Init::Value(Value::Int(i64::MAX)); abi::threshold_word(2 * drivers)];
                words[0] = Init::Value(Value::Int(drivers as i64));
                object("jit.threshold", words)
            },
            entry,
            externs: Externs::declare(program),
        }
    }
    fn pointer(&self, o: ObjId) -> Arg<LL> {
        Operand::Const(Const {
            ty: LLType::Ptr(self.words),
            value: Value::Object(o),
        })
    }
}

/// Rewrites the function of a portal. The graph is typed, its merge point in driver form.
///
/// # Errors
/// If a value is live behind the merge point that the marker does not name.
pub fn rewrite(
    program: &mut Program,
    machinery: &Machinery,
    portal: &Portal,
    number: usize,
) -> Result<(), Failure> {
    let f = portal.func;
    let mut g = program.funcs[f].graph.clone();
    let fail = |message: String| Failure {
        span: portal.span,
        message,
    };
    let Some((block, at)) = find(&g, MarkerKind::MergePoint, portal.driver)
        .first()
        .copied()
    else {
        return Err(fail(format!(
            "{} has no merge point of its driver",
            program.funcs[f].name
        )));
    };
    let span = g.blocks[block].ops[at].span;
    let (behind, needed) = split_block(&mut g, block, at + 1);
    let marker = g.blocks[block].ops.pop().expect("the marker");
    let mut state = values(&g, &marker.args);
    // What the driver does not name is a red.
    for &v in &needed {
        let a = Operand::Var(v);
        if *g.ty(v) != LLType::Void && !state.contains(&a) {
            state.push(a);
        }
    }
    let types: Vec<LLType> = state.iter().map(|a| operand_type(&g, a)).collect();
    let want = portal.greens.iter().chain(&portal.reds).map(|p| p.1);
    if !want.eq(types.iter().copied()) {
        return Err(fail(format!(
            "{}: the state at the merge point differs from its colours' state",
            program.funcs[f].name
        )));
    }
    let enters = find(&g, MarkerKind::CanEnterJit, portal.driver);
    let positions = needed
        .iter()
        .map(|&v| state.iter().position(|a| *a == Operand::Var(v)))
        .collect();
    let mut r = Rewriter {
        g: &mut g,
        machinery,
        number,
        driver: portal.driver,
        greens: portal.greens.len(),
        types,
        behind,
        positions,
        span,
    };
    let passed: Args<LL> = needed.iter().map(|&v| Operand::Var(v)).collect();
    let plan = r.plan(block, &state, &needed, &enters);
    match plan {
        Some(plan) => {
            r.g.goto(block, behind, passed, span);
            // From the last one of a block to the first, so that positions stay valid.
            for ((b, i), values) in plan.enters.into_iter().rev() {
                let (rest, needed) = split_block(r.g, b, i + 1);
                r.g.blocks[b].ops.pop();
                let go = needed.into_iter().map(Operand::Var).collect();
                r.count(b, &values, (rest, go));
            }
            for (l, values) in plan.links {
                let b = insert_on_edge(r.g, l);
                let mut renaming = Renaming::default();
                let target = {
                    let exit = r.g.blocks[b].exits[0];
                    r.g.links[exit].target
                };
                for (i, &q) in r.g.blocks[target].inputargs.iter().enumerate() {
                    renaming.insert(q, Operand::Var(r.g.blocks[b].inputargs[i]));
                }
                let values: Vec<Arg<LL>> = values.iter().map(|a| renaming.resolve(a)).collect();
                let exit = r.g.blocks[b].exits[0];
                let go = (target, r.g.links[exit].args.clone());
                r.g.blocks[b].exits.clear();
                r.count(b, &values, go);
            }
        }
        None => r.count(block, &state, (behind, passed)),
    }
    program.funcs[f].graph = g;
    Ok(())
}

/// Whether nobody notices that an operation on the way to a merge point is skipped, if its result is of no use there.
fn is_skipped(op: &LLOp) -> bool {
    op.is_pure() || matches!(op, LLOp::Hint(_) | LLOp::KeepAlive | LLOp::JitMarker(..))
}

/// The arguments of a marker that have a value.
fn values(g: &LLGraph, args: &Args<LL>) -> Vec<Arg<LL>> {
    let keep = |a: &&Arg<LL>| operand_type(g, a) != LLType::Void;
    args.iter().filter(keep).cloned().collect()
}

/// The markers of a driver: block and index of the operation.
fn find(g: &LLGraph, kind: MarkerKind, driver: JitDriverId) -> Vec<(BlockId, usize)> {
    let mut found = Vec::new();
    for b in g.live_blocks() {
        for (i, op) in g.blocks[b].ops.iter().enumerate() {
            if op.op == LLOp::JitMarker(kind, driver) {
                found.push((b, i));
            }
        }
    }
    found
}

/// What the variables that block `block` begins with are at a `can_enter_jit`, operation `i` of block `b`, if the way
/// from there is straight and nobody notices that it is skipped.
fn straight(
    g: &LLGraph,
    (b, i): (BlockId, usize),
    block: BlockId,
) -> Option<FxHashMap<VarId, Arg<LL>>> {
    let mut known: FxHashMap<VarId, Arg<LL>> = FxHashMap::default();
    let (mut at, mut from) = (b, i + 1);
    for _ in 0..STRAIGHT_LIMIT {
        let here = &g.blocks[at];
        if !here.ops[from..].iter().all(|o| is_skipped(&o.op)) {
            return None;
        }
        let [exit] = here.exits[..] else { return None };
        let link = &g.links[exit];
        let value = |a: &Arg<LL>| a.var().and_then(|v| known.get(&v)).unwrap_or(a).clone();
        known = (g.blocks[link.target].inputargs.iter().copied())
            .zip(link.args.iter().map(value))
            .collect();
        (at, from) = (link.target, 0);
        if at == block {
            return Some(known);
        }
        if at == b {
            return None;
        }
    }
    None
}

/// Warnings: a `can_enter_jit` that names another state than the merge point sees next counts nothing.
pub fn notes(program: &Program, portals: &[Portal]) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    for p in portals {
        let g = &program.funcs[p.func].graph;
        let Some(&(block, at)) = find(g, MarkerKind::MergePoint, p.driver).first() else {
            continue;
        };
        let merge = &g.blocks[block].ops[at];
        let driver = &program.drivers[p.driver];
        for (b, i) in find(g, MarkerKind::CanEnterJit, p.driver) {
            let enter = &g.blocks[b].ops[i];
            let Some(arriving) = straight(g, (b, i), block) else {
                continue;
            };
            let differs = |(&name, (m, e)): (&_, (&Arg<LL>, &Arg<LL>))| {
                let seen = match m {
                    Operand::Const(_) => Some(m),
                    Operand::Var(v) => arriving.get(v),
                };
                seen.is_some_and(|s| s != e).then_some(name)
            };
            let names = driver.greens.iter().chain(&driver.reds);
            let mut values = merge.args.iter().zip(&enter.args);
            let found: Option<ir::name::Name> = names.zip(values.by_ref()).find_map(differs);
            if let Some(name) = found {
                notes.push(
                    Diagnostic::warning(
                        "E0711",
                        enter.span,
                        format!("`{name}` is another one here than at the merge point that is reached next"),
                    )
                    .label("arrivals are counted at the merge point instead")
                    .note(merge.span, "the merge point".to_owned())
                    .help("`can_enter_jit` comes last before the jump back, with the state that the merge point sees then".to_owned()),
                );
            }
        }
    }
    notes
}

/// Where to count, with the state there.
struct Places {
    enters: Vec<((BlockId, usize), Vec<Arg<LL>>)>,
    /// Loop entries; the state in terms of the target's inputargs.
    links: Vec<(ir::model::LinkId, Vec<Arg<LL>>)>,
}

struct Rewriter<'a> {
    g: &'a mut LLGraph,
    machinery: &'a Machinery,
    number: usize,
    driver: JitDriverId,
    greens: usize,
    /// Of the state's words.
    types: Vec<LLType>,
    /// The block behind the merge point.
    behind: BlockId,
    /// For each of its inputargs the index in the state (`None`: Void).
    positions: Vec<Option<usize>>,
    span: Span,
}

impl Rewriter<'_> {
    /// Counting at `can_enter_jit` and loop entries, if the state is known there; `None`: count at the merge point.
    fn plan(
        &mut self,
        block: BlockId,
        state: &[Arg<LL>],
        needed: &[VarId],
        enters: &[(BlockId, usize)],
    ) -> Option<Places> {
        if enters.is_empty() {
            return None;
        }
        // The loop entries: links into the merge point's block from outside of its loop, the block being the loop's
        // head.
        let end = self.g.blocks[block].exits.clone();
        debug_assert!(end.is_empty());
        self.g.goto(
            block,
            self.behind,
            needed.iter().map(|&v| Operand::Var(v)),
            self.span,
        );
        let places = self.places(block, state, enters);
        self.g.blocks[block].exits.clear();
        places
    }
    fn places(
        &mut self,
        block: BlockId,
        state: &[Arg<LL>],
        enters: &[(BlockId, usize)],
    ) -> Option<Places> {
        let inputs = self.g.blocks[block].inputargs.clone();
        let known = |a: &Arg<LL>| a.var().is_none_or(|v| inputs.contains(&v));
        if !state.iter().all(known) {
            return None;
        }
        let dominators = order::dominators(self.g);
        let node = |b: BlockId| NodeIndex::new(b.0 as usize);
        let inside = |b: BlockId| {
            dominators
                .dominators(node(b))
                .is_some_and(|mut d| d.any(|x| x == node(block)))
        };
        if !self.g.blocks[block].ops.iter().all(|o| is_skipped(&o.op)) {
            return None;
        }
        let preds = self.g.predecessors();
        let links: Vec<_> = preds[block]
            .iter()
            .filter(|(p, _)| !inside(*p))
            .map(|&(_, l)| (l, state.to_vec()))
            .collect();
        if block == self.g.start || links.len() == preds[block].len() {
            // No loop through this block that it heads.
            return None;
        }
        let extra = state.len();
        let mut places = Places {
            enters: Vec::new(),
            links,
        };
        for &(b, i) in enters {
            let args = self.g.blocks[b].ops[i].args.clone();
            let mut values = values(self.g, &args);
            let origin = origins(self.g);
            for a in state.iter().take(extra).skip(values.len()) {
                // A value that the driver does not name: the same in every round, or unknown here.
                let v = a.var().map_or(a.clone(), |v| origin[v].clone());
                let value = match v {
                    Operand::Const(_) => v,
                    Operand::Var(v) => Operand::Var(self.bring(v, b)?),
                };
                values.push(value);
            }
            let same = values.len() == self.types.len()
                && (values.iter().zip(&self.types)).all(|(a, t)| operand_type(self.g, a) == *t);
            if !same {
                return None;
            }
            let arriving = straight(self.g, (b, i), block)?;
            let seen = |s: &Arg<LL>| s.var().and_then(|v| arriving.get(&v)).unwrap_or(s).clone();
            if !(state.iter().zip(&values)).all(|(s, v)| seen(s) == *v) {
                return None;
            }
            places.enters.push(((b, i), values));
        }
        Some(places)
    }
    /// The variable of block `b` that holds the value of `v`, a variable of a dominating block.
    fn bring(&mut self, v: VarId, b: BlockId) -> Option<VarId> {
        let home = self.g.live_blocks().find(|&x| {
            let block = &self.g.blocks[x];
            block.inputargs.contains(&v) || block.ops.iter().any(|o| o.result == v)
        })?;
        let preds = self.g.predecessors();
        let mut table: FxHashMap<BlockId, VarId> = [(home, v)].into_iter().collect();
        let mut available = |b: BlockId, new: Option<VarId>| {
            if let Some(v) = new {
                table.insert(b, v);
            }
            table.get(&b).copied()
        };
        carry(self.g, &preds, &mut available, b, CARRY_LIMIT)
    }

    fn emit(
        &mut self,
        b: BlockId,
        op: LLOp,
        args: impl IntoIterator<Item = Arg<LL>>,
        ty: LLType,
    ) -> Arg<LL> {
        Operand::Var(self.g.op(b, op, args, ty, self.span))
    }
    /// Counts at the end of block `b`, then goes on to `go`, or into residual code.
    fn count(&mut self, b: BlockId, state: &[Arg<LL>], go: (BlockId, Args<LL>)) {
        let m = self.machinery;
        let index = self.hash(b, state);
        let counters = m.pointer(m.counters);
        let get = LLOp::GetArrayItem(m.words);
        let n = self.emit(
            b,
            get.clone(),
            [counters.clone(), index.clone()],
            LLType::Signed,
        );
        let one = Operand::Const(Const::signed(1));
        let n = self.emit(b, LLOp::IntAdd, [n, one], LLType::Signed);
        let set = LLOp::SetArrayItem(m.words);
        self.emit(b, set, [counters, index.clone(), n.clone()], LLType::Void);
        let at = abi::threshold_word(self.driver.0 as usize) as i64;
        let at = Operand::Const(Const::signed(at));
        let threshold = self.emit(b, get, [m.pointer(m.threshold), at], LLType::Signed);
        let hot = self.emit(b, LLOp::IntGe, [n, threshold], LLType::Bool);
        let hot = self.emit(b, LLOp::Unlikely, [hot], LLType::Bool);
        // The cold side takes the state, and what the way on needs.
        let mut inputs = Vec::new();
        let mut passed = Args::<LL>::new();
        let mut renaming = Renaming::default();
        let all = state.iter().chain(&go.1).chain([&index]);
        for v in all.filter_map(Operand::var) {
            if !passed.contains(&Operand::Var(v)) {
                let c = self.g.copy_var(v);
                inputs.push(c);
                passed.push(Operand::Var(v));
                renaming.insert(v, Operand::Var(c));
            }
        }
        let cold = self.g.new_block(inputs, self.span);
        self.g.branch(b, hot, (cold, passed), go.clone(), self.span);
        let state: Vec<Arg<LL>> = state.iter().map(|a| renaming.resolve(a)).collect();
        let go_args = go.1.iter().map(|a| renaming.resolve(a)).collect();
        let index = renaming.resolve(&index);
        self.enter(cold, &state, index, (go.0, go_args));
    }
    /// Fibonacci hashing of the integers and one reference: counters are a heuristic, keys are compared by the JIT.
    fn hash(&mut self, b: BlockId, state: &[Arg<LL>]) -> Arg<LL> {
        let unsigned = |n: u64| Operand::Const(Const::unsigned(n));
        let mut h: Option<Arg<LL>> = None;
        let greens = state[..self.greens].to_vec();
        let pointer = |a: &Arg<LL>, g: &LLGraph| matches!(operand_type(g, a), LLType::Ptr(_));
        let first_pointer = greens.iter().position(|a| pointer(a, self.g));
        for (i, a) in greens.iter().enumerate() {
            if pointer(a, self.g) && Some(i) != first_pointer {
                continue;
            }
            let word = to_word(self.g, b, a, self.span);
            let word = self.emit(b, LLOp::CastIntToUint, [word], LLType::Unsigned);
            h = Some(match h {
                None => word,
                Some(h) => {
                    let mixed = self.emit(b, LLOp::UintMul, [h, unsigned(33)], LLType::Unsigned);
                    self.emit(b, LLOp::UintAdd, [mixed, word], LLType::Unsigned)
                }
            });
        }
        let h = h.unwrap_or(unsigned(0));
        let h = self.emit(
            b,
            LLOp::UintMul,
            [h, unsigned(0x9E37_79B9_7F4A_7C15)],
            LLType::Unsigned,
        );
        let shift = 64 - abi::COUNTERS.trailing_zeros();
        let shift = Operand::Const(Const::signed(i64::from(shift)));
        let h = self.emit(b, LLOp::UintRshift, [h, shift], LLType::Unsigned);
        self.emit(b, LLOp::CastUintToInt, [h], LLType::Signed)
    }
    /// The cold side: asks the JIT, and does as it says.
    fn enter(&mut self, b: BlockId, state: &[Arg<LL>], index: Arg<LL>, go: (BlockId, Args<LL>)) {
        let m = self.machinery;
        let exchange = m.pointer(m.exchange);
        let signed = |n: usize| Operand::Const(Const::signed(n as i64));
        for (i, a) in state.iter().enumerate() {
            let word = to_word(self.g, b, a, self.span);
            let args = [exchange.clone(), signed(i), word];
            self.emit(b, LLOp::SetArrayItem(m.words), args, LLType::Void);
        }
        let args = [exchange.clone(), signed(abi::COUNTER_WORD), index];
        self.emit(b, LLOp::SetArrayItem(m.words), args, LLType::Void);
        let call = LLOp::ExternCall(m.externs.enter);
        let code = self.emit(b, call.clone(), [signed(self.number)], LLType::Signed);
        let run = self.g.new_block(Vec::new(), self.span);
        let left = self.g.new_block(Vec::new(), self.span);
        let again = self.g.new_block(Vec::new(), self.span);
        let done = self.g.new_block(Vec::new(), self.span);
        self.choose(b, code, abi::ENTER, run, go);
        let load = |r: &mut Self, b: BlockId, i: usize| {
            let args = [exchange.clone(), signed(i)];
            r.emit(b, LLOp::GetArrayItem(m.words), args, LLType::Signed)
        };
        let entry = load(self, run, abi::ENTRY_WORD);
        let argument = load(self, run, abi::ARGUMENTS_WORD);
        let ty = LLType::Ptr(m.entry);
        let entry = self.emit(run, LLOp::CastIntToPtr, [entry], ty);
        let null = Operand::Const(Const {
            ty: LLType::Address,
            value: Value::Null,
        });
        let code = self.emit(
            run,
            LLOp::IndirectCall(m.entry, None),
            [entry, argument, null.clone(), null],
            LLType::Signed,
        );
        self.choose(run, code, abi::CONTINUE, left, (done, Args::<LL>::new()));
        let number = Operand::Const(Const::signed((self.number as u64 | abi::LEFT) as i64));
        let code = self.emit(left, call, [number], LLType::Signed);
        self.choose(left, code, abi::ENTER, run, (again, Args::<LL>::new()));
        let mut args = Args::<LL>::new();
        for position in self.positions.clone() {
            args.push(match position {
                Some(i) => {
                    let word = load(self, again, i);
                    from_word(self.g, again, word, self.types[i], self.span)
                }
                None => Operand::Const(Const::VOID),
            });
        }
        self.g.goto(again, self.behind, args, self.span);
        let ty = *self.g.ty(self.g.return_var());
        let result = match ty {
            LLType::Void => Operand::Const(Const::VOID),
            _ => {
                let word = load(self, done, 0);
                from_word(self.g, done, word, ty, self.span)
            }
        };
        let ret = self.g.return_block;
        self.g.goto(done, ret, [result], self.span);
    }
    /// A switch with one case.
    fn choose(
        &mut self,
        b: BlockId,
        code: Arg<LL>,
        case: i64,
        target: BlockId,
        other: (BlockId, Args<LL>),
    ) {
        self.g.blocks[b].exitswitch = ExitSwitch::Value(code);
        let case = ExitCase::Case(Const::signed(case));
        for (case, target, args) in [
            (case, target, Args::<LL>::new()),
            (ExitCase::Default, other.0, other.1),
        ] {
            let link = Link::when(case, target, args, self.span);
            self.g.add_exit(b, link);
        }
    }
}
