//! What the translated interpreter does at an arrival that counts, and the way into residual code and back (see
//! [`super::portal`]).
//!
//! A *budget* goes round with the loop: a variable of each block from which an arrival that counts can be reached. It
//! begins with the driver's [`Tuning::Start`]; only an arrival that finds it used up looks for the counter of its
//! greens, so most cost one instruction.
use indexmap::IndexSet;
use ir::lltype::{Container, ContainerId, LLType, TypeTable};
use ir::model::{Arg, Args, BlockId, ExitCase, ExitSwitch, Link, Operand, VarId};
use ir::source::Span;
use lowlevel::ops::{MarkerKind, SafetyError};
use lowlevel::{Const, Init, JitDriverId, LL, LLGraph, LLOp, ObjId, Program, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use transform::ranges::{self, CountLevel};
use transform::rewrite::{Renaming, copy_block, own_start};

use super::externs::Externs;
use super::words::{from_word, to_word};
use jit_abi::{Record, Tuning};

/// What the counting code refers to.
#[derive(Clone, Copy, Debug)]
pub struct Machinery {
    /// An array of words without a length.
    pub words: ContainerId,
    pub exchange: ObjId,
    pub counters: ObjId,
    /// How the drivers count: [`Tuning`].
    pub tuning: ObjId,
    /// Beside the counters: [`jit_abi::Record`]s.
    pub records: ObjId,
    /// The type of what is called to enter residual code.
    pub entry: ContainerId,
    /// What stands for an object that waits to be allocated: see `JitInfo::loan`.
    pub loan: ContainerId,
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
        use lowlevel::Object;
        let words = program.types.intern(Container::Array(ArrayType {
            gc: false,
            item: FieldType::Value(LLType::Signed),
            immutable: false,
            nolength: true,
        }));
        let entry = program.types.func(&ENTRY, LLType::Signed);
        let token = ("token", FieldType::Value(LLType::Signed));
        let loan = program.types.structure("jit.loan", true, &[token]);
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
            exchange: object("jit.exchange", zeros(jit_abi::EXCHANGE_WORDS)),
            counters: object("jit.counters", zeros(jit_abi::COUNTERS)),
            records: object("jit.records", zeros(jit_abi::COUNTERS)),
            // Nothing is counted before the JIT's settings are known.
            tuning: {
                let mut words = vec![Init::Value(Value::Int(Tuning::OFF)); Tuning::words(drivers)];
                words[0] = Init::Value(Value::Int(drivers as i64));
                object("jit.tuning", words)
            },
            entry,
            loan,
            externs: Externs::declare(program),
        }
    }
    /// Tells the JIT of how many rounds of a driver's loop one counts.
    pub fn set_copies(&self, program: &mut Program, driver: JitDriverId, copies: usize) {
        if let Init::Array(words) = &mut program.objects[self.tuning].init
            && let Some(word) = words.get_mut(Tuning::Copies.word(driver.0 as usize))
        {
            *word = Init::Value(Value::Int(copies as i64));
        }
    }
    pub(super) fn pointer(&self, o: ObjId) -> Arg<LL> {
        Operand::Const(Const {
            ty: LLType::Ptr(self.words),
            value: Value::Object(o),
        })
    }
    /// A word of a raw array.
    pub(super) fn load(
        &self,
        g: &mut LLGraph,
        b: BlockId,
        from: Arg<LL>,
        i: usize,
        span: Span,
    ) -> Arg<LL> {
        let args = [from, Operand::Const(Const::signed(i as i64))];
        Operand::Var(g.op(
            b,
            LLOp::GetArrayItem(self.words),
            args,
            LLType::Signed,
            span,
        ))
    }
    /// Appends what an entry by a record (its word) is noted by: the record's count, and the record itself. Returns the
    /// count.
    pub(super) fn note_entry(
        &self,
        g: &mut LLGraph,
        b: BlockId,
        record: &Arg<LL>,
        span: Span,
    ) -> Arg<LL> {
        let signed = |n: usize| Operand::Const(Const::signed(n as i64));
        let pointer = LLType::Ptr(self.words);
        let words = Operand::Var(g.op(b, LLOp::CastIntToPtr, [record.clone()], pointer, span));
        let n = self.load(g, b, words.clone(), Record::Count as usize, span);
        let n = g.op(b, LLOp::IntAdd, [n, signed(1)], LLType::Signed, span);
        let set = LLOp::SetArrayItem(self.words);
        let n = Operand::Var(n);
        let count = [words, signed(Record::Count as usize), n.clone()];
        g.op(b, set.clone(), count, LLType::Void, span);
        let noted = [
            self.pointer(self.exchange),
            signed(jit_abi::DIRECT_WORD),
            record.clone(),
        ];
        g.op(b, set, noted, LLType::Void, span);
        n
    }
    /// The address of the reds in the exchange buffer, behind the greens.
    pub(super) fn reds(&self, g: &mut LLGraph, b: BlockId, greens: usize, span: Span) -> Arg<LL> {
        let exchange = self.pointer(self.exchange);
        let base = g.op(b, LLOp::CastPtrToInt, [exchange], LLType::Signed, span);
        let offset = Operand::Const(Const::signed(8 * greens as i64));
        let args = [Operand::Var(base), offset];
        Operand::Var(g.op(b, LLOp::IntAdd, args, LLType::Signed, span))
    }
    /// The result of the portal's function, which residual code has left in the exchange buffer.
    pub(super) fn result(&self, g: &mut LLGraph, b: BlockId, span: Span) -> Arg<LL> {
        match *g.ty(g.return_var()) {
            LLType::Void => Operand::Const(Const::VOID),
            ty => {
                let word = self.load(g, b, self.pointer(self.exchange), 0, span);
                from_word(g, b, word, ty, span)
            }
        }
    }
    /// Appends the call of an entry with the address of the reds. Returns the code.
    pub(super) fn call_entry(
        &self,
        g: &mut LLGraph,
        b: BlockId,
        entry: Arg<LL>,
        reds: Arg<LL>,
        span: Span,
    ) -> Arg<LL> {
        let entry = g.op(
            b,
            LLOp::CastIntToPtr,
            [entry],
            LLType::Ptr(self.entry),
            span,
        );
        let null = Operand::Const(Const {
            ty: LLType::Address,
            value: Value::Null,
        });
        let args = [Operand::Var(entry), reds, null.clone(), null];
        let call = LLOp::IndirectCall(self.entry, None);
        Operand::Var(g.op(b, call, args, LLType::Signed, span))
    }
}

/// Ends a block with a switch that has one case.
pub(super) fn choose(
    g: &mut LLGraph,
    b: BlockId,
    code: Arg<LL>,
    case: i64,
    chosen: (BlockId, Args<LL>),
    other: (BlockId, Args<LL>),
    span: Span,
) {
    g.blocks[b].exitswitch = ExitSwitch::Value(code);
    let case = ExitCase::Case(Const::signed(case));
    for (case, (target, args)) in [(case, chosen), (ExitCase::Default, other)] {
        g.add_exit(b, Link::when(case, target, args, span));
    }
}

/// Operations of a loop that is copied, at most.
const SMALL: usize = 24;

/// Copies of such a loop, with the loop itself.
const COPIES: usize = 2;

/// Whether counting is a large part of what these blocks do.
fn is_small(g: &LLGraph, blocks: &[BlockId]) -> bool {
    let ops = || blocks.iter().flat_map(|&b| &g.blocks[b].ops);
    let heavy =
        |op: &LLOp| op.is_call() || matches!(op, LLOp::JitMarker(MarkerKind::MergePoint, _));
    let light = |op: &LLOp| matches!(op, LLOp::Hint(_) | LLOp::KeepAlive | LLOp::JitMarker(..));
    ops().all(|o| !heavy(&o.op)) && ops().filter(|o| !light(&o.op)).count() <= SMALL
}

/// What can be reached from some blocks, in order of discovery.
pub(super) fn closure(
    from: impl Iterator<Item = BlockId>,
    next: impl Fn(BlockId) -> Vec<BlockId>,
) -> IndexSet<BlockId> {
    let mut found: IndexSet<BlockId> = from.collect();
    let mut i = 0;
    while let Some(&b) = found.get_index(i) {
        i += 1;
        found.extend(next(b));
    }
    found
}

/// A place where arrivals count: the end of a block that jumps on.
pub(super) struct CountingSite {
    pub block: BlockId,
    /// The state of the merge point that is reached next.
    pub state: Vec<Arg<LL>>,
}

/// A block that enters residual code, and what it brings.
struct Entered {
    block: BlockId,
    kept: Args<LL>,
    entry: Arg<LL>,
    reds: Arg<LL>,
    /// How often that was done.
    count: Arg<LL>,
}

/// Makes arrivals count in the graph of a portal.
pub(super) struct Counting<'a> {
    pub g: &'a mut LLGraph,
    pub machinery: &'a Machinery,
    /// Of the portal.
    pub number: usize,
    pub driver: JitDriverId,
    /// Greens stand first in states.
    pub greens: usize,
    /// Of the state's words.
    pub types: Vec<LLType>,
    /// The block behind the merge point.
    pub behind: BlockId,
    /// For each of its inputargs the index in the state (`None`: Void).
    pub positions: Vec<Option<usize>>,
    /// What is known of each of them in the function as it was. What residual code brings is what the function would
    /// have computed, so that is true of it, too; without knowing it the whole loop would be translated for the worst.
    pub levels: Vec<CountLevel>,
    /// Those that are the same in each round: they are kept while residual code runs, so that they remain so to the
    /// optimiser.
    pub fixed: FxHashSet<usize>,
    pub span: Span,
}

impl Counting<'_> {
    fn emit(
        &mut self,
        b: BlockId,
        op: LLOp,
        args: impl IntoIterator<Item = Arg<LL>>,
        ty: LLType,
    ) -> Arg<LL> {
        Operand::Var(self.g.op(b, op, args, ty, self.span))
    }
    /// A new block that takes these values, as arguments of its own; what to pass to it, and their names there.
    fn cold_block(&mut self, values: &[&Arg<LL>]) -> (BlockId, Args<LL>, Renaming) {
        let mut inputs = Vec::new();
        let mut passed = Args::<LL>::new();
        let mut renaming = Renaming::default();
        for v in values.iter().filter_map(|a| a.var()) {
            if !passed.contains(&Operand::Var(v)) {
                let c = self.g.copy_var(v);
                inputs.push(c);
                passed.push(Operand::Var(v));
                renaming.insert(v, Operand::Var(c));
            }
        }
        (self.g.new_block(inputs, self.span), passed, renaming)
    }
    /// A word that says how the driver counts.
    fn tuning(&mut self, b: BlockId, word: Arg<LL>) -> Arg<LL> {
        let m = self.machinery;
        let get = LLOp::GetArrayItem(m.words);
        self.emit(b, get, [m.pointer(m.tuning), word], LLType::Signed)
    }
    fn word(&self, word: Tuning) -> i64 {
        word.word(self.driver.0 as usize) as i64
    }
    /// Lets the budget go round: a variable for each block from which one of the places can be reached, and for the
    /// target of the links that are made later.
    fn thread(&mut self, places: &[CountingSite]) -> FxHashMap<BlockId, VarId> {
        own_start(self.g, self.span);
        let preds = self.g.predecessors();
        let places = places.iter().map(|p| p.block);
        let reach = closure(places, |b| preds[b].iter().map(|p| p.0).collect());
        let mut budgets = FxHashMap::default();
        for &b in &reach {
            let v = if b == self.g.start {
                let word = Operand::Const(Const::signed(self.word(Tuning::Start)));
                let v = self.tuning(b, word);
                let load = self.g.blocks[b].ops.pop().expect("the load");
                self.g.blocks[b].ops.insert(0, load);
                v.var().expect("a load gives a variable")
            } else {
                let v = self.g.new_var(LLType::Signed);
                self.g.blocks[b].inputargs.push(v);
                v
            };
            budgets.insert(b, v);
        }
        for &b in &reach {
            for &(p, l) in &preds[b] {
                self.g.links[l].args.push(Operand::Var(budgets[&p]));
            }
        }
        budgets
    }
    /// Makes the arrivals at these places count. Each of their blocks ends with a jump to what follows.
    /// Returns of how many rounds one counts.
    pub(super) fn count(&mut self, places: &[CountingSite]) -> usize {
        let (next, copies) = self.repeat(places);
        let budgets = self.thread(places);
        for (p, next) in places.iter().zip(next) {
            self.count_at(p, next, &budgets);
        }
        copies
    }
    /// One place: `next` is where to go on from an arrival that is within the budget.
    fn count_at(&mut self, p: &CountingSite, next: BlockId, budgets: &FxHashMap<BlockId, VarId>) {
        let (m, b) = (self.machinery, p.block);
        let signed = |n: i64| Operand::Const(Const::signed(n));
        let exit = self.g.blocks[b].exits[0];
        let (target, mut args) = {
            let link = &self.g.links[exit];
            (link.target, link.args.clone())
        };
        let goes_on = budgets.contains_key(&target);
        if goes_on {
            args.pop();
        }
        let with = |mut args: Args<LL>, budget: Arg<LL>| {
            if goes_on {
                args.push(budget);
            }
            args
        };
        let budget = Operand::Var(budgets[&b]);
        let left = self.emit(b, LLOp::IntSub, [budget.clone(), signed(1)], LLType::Signed);
        let used_up = self.emit(b, LLOp::IntLt, [budget, signed(1)], LLType::Bool);
        let used_up = self.emit(b, LLOp::Unlikely, [used_up], LLType::Bool);
        // The cold block takes the state and what is live behind it.
        let needed: Vec<&Arg<LL>> = p.state.iter().chain(&args).chain([&left]).collect();
        let (warm, passed, renaming) = self.cold_block(&needed);
        let within = (next, with(args.clone(), left.clone()));
        self.g.branch(b, used_up, (warm, passed), within, self.span);
        let state: Vec<Arg<LL>> = p.state.iter().map(|a| renaming.resolve(a)).collect();
        let args: Args<LL> = args.iter().map(|a| renaming.resolve(a)).collect();
        let left = renaming.resolve(&left);
        // What is left is that of an entry less one, or 0 less one: the two weights lie side by side.
        let word = signed(self.word(Tuning::Weight) + 1);
        let word = self.emit(warm, LLOp::IntAdd, [left, word], LLType::Signed);
        let weight = self.tuning(warm, word);
        let index = self.hash(warm, &state);
        let at = [m.pointer(m.counters), index.clone()];
        let get = LLOp::GetArrayItem(m.words);
        let n = self.emit(warm, get, at.clone(), LLType::Signed);
        let n = self.emit(warm, LLOp::IntAdd, [n, weight], LLType::Signed);
        let set = LLOp::SetArrayItem(m.words);
        let [counters, at] = at;
        self.emit(warm, set, [counters, at, n.clone()], LLType::Void);
        let stride = self.tuning(warm, signed(self.word(Tuning::Stride)));
        let first = self.tuning(warm, signed(self.word(Tuning::First)));
        let hot = self.emit(warm, LLOp::IntGe, [n, first], LLType::Bool);
        let hot = self.emit(warm, LLOp::Unlikely, [hot], LLType::Bool);
        let needed: Vec<&Arg<LL>> = state.iter().chain(&args).chain([&index]).collect();
        let (cold, passed, renaming) = self.cold_block(&needed);
        let counted = (target, with(args.clone(), stride));
        self.g.branch(warm, hot, (cold, passed), counted, self.span);
        let state: Vec<Arg<LL>> = state.iter().map(|a| renaming.resolve(a)).collect();
        let args: Args<LL> = args.iter().map(|a| renaming.resolve(a)).collect();
        let index = renaming.resolve(&index);
        self.enter(cold, &state, index, (target, args), budgets);
    }
    /// Copies a small loop, so that of several rounds one counts: a budget would be a large part of it. Returns for
    /// each place where an arrival goes on that is within the budget, and the number of copies with the loop itself.
    fn repeat(&mut self, places: &[CountingSite]) -> (Vec<BlockId>, usize) {
        let ends: FxHashSet<BlockId> = places.iter().map(|p| p.block).collect();
        let exit = |p: &CountingSite| self.g.blocks[p.block].exits[0];
        let targets: Vec<BlockId> = (places.iter())
            .map(|p| self.g.links[exit(p)].target)
            .collect();
        let preds = self.g.predecessors();
        let back = closure(ends.iter().copied(), |b| {
            preds[b].iter().map(|p| p.0).collect()
        });
        let on = closure(targets.iter().copied(), |b| self.g.successors(b).collect());
        let region: Vec<BlockId> = (self.g.live_blocks())
            .filter(|b| back.contains(b) && on.contains(b))
            .collect();
        if !is_small(self.g, &region) {
            return (targets, 1);
        }
        let copies: Vec<FxHashMap<BlockId, BlockId>> = (1..COPIES)
            .map(|_| region.iter().map(|&b| (b, copy_block(self.g, b))).collect())
            .collect();
        for (i, copy) in copies.iter().enumerate() {
            for (b, &new) in copy {
                let to = match ends.contains(b) {
                    true => copies.get(i + 1),
                    false => Some(copy),
                };
                for l in self.g.blocks[new].exits.clone() {
                    let target = &mut self.g.links[l].target;
                    *target = to.and_then(|c| c.get(target)).copied().unwrap_or(*target);
                }
            }
        }
        let first = |t: &BlockId| copies[0].get(t).copied().unwrap_or(*t);
        (targets.iter().map(first).collect(), COPIES)
    }
    /// Fibonacci hashing of the greens: counters are a heuristic, keys are compared by the JIT.
    fn hash(&mut self, b: BlockId, state: &[Arg<LL>]) -> Arg<LL> {
        let unsigned = |n: u64| Operand::Const(Const::unsigned(n));
        let mut h: Option<Arg<LL>> = None;
        let greens = state[..self.greens].to_vec();
        for a in &greens {
            if a.var().is_none() {
                // The same in all arrivals.
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
        let shift = 64 - jit_abi::COUNTERS.trailing_zeros();
        let shift = Operand::Const(Const::signed(i64::from(shift)));
        let h = self.emit(b, LLOp::UintRshift, [h, shift], LLType::Unsigned);
        self.emit(b, LLOp::CastUintToInt, [h], LLType::Signed)
    }
    /// The cold block: calls the JIT, and does what the returned code says.
    fn enter(
        &mut self,
        b: BlockId,
        state: &[Arg<LL>],
        index: Arg<LL>,
        mut go: (BlockId, Args<LL>),
        budgets: &FxHashMap<BlockId, VarId>,
    ) {
        let m = self.machinery;
        let exchange = m.pointer(m.exchange);
        let signed = |n: usize| Operand::Const(Const::signed(n as i64));
        for (i, a) in state.iter().enumerate() {
            let word = to_word(self.g, b, a, self.span);
            let args = [exchange.clone(), signed(i), word];
            self.emit(b, LLOp::SetArrayItem(m.words), args, LLType::Void);
        }
        let args = [
            exchange.clone(),
            signed(jit_abi::COUNTER_WORD),
            index.clone(),
        ];
        self.emit(b, LLOp::SetArrayItem(m.words), args, LLType::Void);
        let call = LLOp::ExternCall(m.externs.enter);
        let is_fixed = |&(i, a): &(usize, &Arg<LL>)| self.fixed.contains(&i) && a.var().is_some();
        let mut kept: Vec<(usize, Arg<LL>)> = (state.iter().enumerate())
            .filter(is_fixed)
            .map(|(i, a)| (i, a.clone()))
            .collect();
        // With a record of these greens, the code is entered at once.
        let (b, entered) = self.known_entry(b, index, &mut kept, &mut go.1);
        let code = self.emit(b, call.clone(), [signed(self.number)], LLType::Signed);
        let mut block = || {
            let copy = |(_, a): &(_, Arg<LL>)| a.var().map(|v| self.g.copy_var(v));
            let inputs: Vec<VarId> = kept.iter().filter_map(copy).collect();
            let args = inputs
                .iter()
                .map(|&v| Operand::Var(v))
                .collect::<Args<LL>>();
            (self.g.new_block(inputs, self.span), args)
        };
        let ((run, run_kept), (left, left_kept)) = (block(), block());
        let (again, again_kept) = block();
        let (enter, mut enter_kept) = block();
        let passed: Args<LL> = kept.iter().map(|k| k.1.clone()).collect();
        let done = self.g.new_block(Vec::new(), self.span);
        let load = |r: &mut Self, b: BlockId, i: usize| {
            let args = [exchange.clone(), signed(i)];
            r.emit(b, LLOp::GetArrayItem(m.words), args, LLType::Signed)
        };
        if budgets.contains_key(&go.0) {
            go.1.push(load(self, b, jit_abi::BUDGET_WORD));
        }
        choose(
            self.g,
            b,
            code,
            jit_abi::ENTER,
            (run, passed),
            go,
            self.span,
        );
        // Blocks that enter lead to one that calls, and then reads the clock if the first one did.
        let entry = load(self, run, jit_abi::ENTRY_WORD);
        let reds = load(self, run, jit_abi::ARGUMENTS_WORD);
        let words: [VarId; 3] = std::array::from_fn(|_| self.g.new_var(LLType::Signed));
        self.g.blocks[enter].inputargs.extend(words);
        let mut args = run_kept;
        args.extend([entry, reds, signed(0)]);
        self.g.goto(run, enter, args, self.span);
        self.sampled(entered, enter);
        let [entry, reds, clock] = words.map(Operand::Var);
        let code = m.call_entry(self.g, enter, entry, reds, self.span);
        let (enter, code) = self.ended(enter, clock, code, &mut enter_kept);
        let done_args = Args::<LL>::new();
        choose(
            self.g,
            enter,
            code,
            jit_abi::CONTINUE,
            (left, enter_kept),
            (done, done_args),
            self.span,
        );
        let number = Operand::Const(Const::signed((self.number as u64 | jit_abi::LEFT) as i64));
        let code = self.emit(left, call, [number], LLType::Signed);
        let passed = left_kept.clone();
        choose(
            self.g,
            left,
            code,
            jit_abi::ENTER,
            (run, passed),
            (again, left_kept),
            self.span,
        );
        let mut args = Args::<LL>::new();
        for position in self.positions.clone() {
            args.push(match position {
                Some(i) => match kept.iter().position(|k| k.0 == i) {
                    Some(k) => again_kept[k].clone(),
                    None => {
                        let word = load(self, again, i);
                        from_word(self.g, again, word, self.types[i], self.span)
                    }
                },
                None => Operand::Const(Const::VOID),
            });
        }
        if budgets.contains_key(&self.behind) {
            args.push(load(self, again, jit_abi::BUDGET_WORD));
        }
        let again = self.known(again, &mut args);
        self.g.goto(again, self.behind, args, self.span);
        let result = m.result(self.g, done, self.span);
        let ret = self.g.return_block;
        self.g.goto(done, ret, [result], self.span);
    }
    /// Goes on to the block that calls the code, with the clock for one entry in so many, and 0 for the others.
    fn sampled(&mut self, entered: Entered, call: BlockId) {
        let signed = |n: i64| Operand::Const(Const::signed(n));
        let b = entered.block;
        let mask = signed(jit_abi::SAMPLED - 1);
        let rest = self.emit(b, LLOp::IntAnd, [entered.count, mask], LLType::Signed);
        let unsampled = self.emit(b, LLOp::IntIsTrue, [rest], LLType::Bool);
        let unsampled = self.emit(b, LLOp::Likely, [unsampled], LLType::Bool);
        let mut args = entered.kept;
        args.extend([entered.entry, entered.reds]);
        let needed: Vec<&Arg<LL>> = args.iter().collect();
        let (begin, passed, renaming) = self.cold_block(&needed);
        let mut timed = args.clone();
        renaming.args(&mut timed);
        args.push(signed(0));
        (self.g).branch(b, unsampled, (call, args), (begin, passed), self.span);
        let begins = LLOp::ExternCall(self.machinery.externs.begins);
        timed.push(self.emit(begin, begins, [], LLType::Signed));
        self.g.goto(begin, call, timed, self.span);
    }
    /// Behind a call of the code: where it has a clock, its time is noted. Returns the block where it goes on, and the
    /// code's result there.
    fn ended(
        &mut self,
        b: BlockId,
        clock: Arg<LL>,
        code: Arg<LL>,
        kept: &mut Args<LL>,
    ) -> (BlockId, Arg<LL>) {
        let timed = self.emit(b, LLOp::IntIsTrue, [clock.clone()], LLType::Bool);
        let timed = self.emit(b, LLOp::Unlikely, [timed], LLType::Bool);
        let needed: Vec<&Arg<LL>> = kept.iter().chain([&code]).collect();
        let (next, to_next, in_next) = self.cold_block(&needed);
        let needed: Vec<&Arg<LL>> = needed.into_iter().chain([&clock]).collect();
        let (note, to_note, in_note) = self.cold_block(&needed);
        let mut go = to_next.clone();
        in_note.args(&mut go);
        (self.g).branch(b, timed, (note, to_note), (next, to_next), self.span);
        let ended = LLOp::ExternCall(self.machinery.externs.ended);
        self.emit(note, ended, [in_note.resolve(&clock)], LLType::Void);
        self.g.goto(note, next, go, self.span);
        in_next.args(kept);
        (next, in_next.resolve(&code))
    }
    /// Looks for the record of the greens in the exchange buffer. Returns the block where there is none, and the one
    /// that enters. `kept` and `go` are what both need, as the first of these blocks has it.
    fn known_entry(
        &mut self,
        b: BlockId,
        index: Arg<LL>,
        kept: &mut [(usize, Arg<LL>)],
        go: &mut Args<LL>,
    ) -> (BlockId, Entered) {
        let m = self.machinery;
        let signed = |n: usize| Operand::Const(Const::signed(n as i64));
        let exchange = m.pointer(m.exchange);
        let get = LLOp::GetArrayItem(m.words);
        let record = self.emit(
            b,
            get.clone(),
            [m.pointer(m.records), index],
            LLType::Signed,
        );
        let there = self.emit(b, LLOp::IntIsTrue, [record.clone()], LLType::Bool);
        let needed: Vec<&Arg<LL>> = kept
            .iter()
            .map(|k| &k.1)
            .chain(go.iter())
            .chain([&record])
            .collect();
        let (look, to_look, in_look) = self.cold_block(&needed);
        let needed: Vec<&Arg<LL>> = kept.iter().map(|k| &k.1).chain(go.iter()).collect();
        let (ask, to_ask, in_ask) = self.cold_block(&needed);
        let asking: Vec<Arg<LL>> = (kept.iter().map(|k| &k.1).chain(go.iter()))
            .map(|a| in_look.resolve(a))
            .collect();
        self.g
            .branch(b, there, (look, to_look), (ask, to_ask.clone()), self.span);
        // Which of the block's inputs each argument of `ask` is, in terms of `look`.
        let to_ask: Args<LL> = to_ask.iter().map(|a| in_look.resolve(a)).collect();
        let pointer = LLType::Ptr(m.words);
        let record = in_look.resolve(&record);
        let words = self.emit(look, LLOp::CastIntToPtr, [record.clone()], pointer);
        let asks = Operand::Const(Const::signed(self.word(Tuning::Ask)));
        let mut differs = self.tuning(look, asks);
        for i in 0..=self.greens {
            let wanted = match i.checked_sub(1) {
                None => signed(self.number),
                Some(i) => self.emit(
                    look,
                    get.clone(),
                    [exchange.clone(), signed(i)],
                    LLType::Signed,
                ),
            };
            let at = signed(Record::Portal as usize + i);
            let has = self.emit(look, get.clone(), [words.clone(), at], LLType::Signed);
            let other = self.emit(look, LLOp::IntXor, [has, wanted], LLType::Signed);
            differs = self.emit(look, LLOp::IntOr, [differs, other], LLType::Signed);
        }
        let other = self.emit(look, LLOp::IntIsTrue, [differs], LLType::Bool);
        let entry = self.emit(
            look,
            get.clone(),
            [words.clone(), signed(Record::Entry as usize)],
            LLType::Signed,
        );
        let needed: Vec<&Arg<LL>> = asking.iter().chain([&record, &entry]).collect();
        let (same, to_same, in_same) = self.cold_block(&needed);
        self.g.branch(
            look,
            other,
            (ask, to_ask.clone()),
            (same, to_same),
            self.span,
        );
        let to_ask: Args<LL> = to_ask.iter().map(|a| in_same.resolve(a)).collect();
        let (record, entry) = (in_same.resolve(&record), in_same.resolve(&entry));
        let there = self.emit(same, LLOp::IntIsTrue, [entry.clone()], LLType::Bool);
        let kept_here: Vec<Arg<LL>> = (kept.iter())
            .map(|k| in_same.resolve(&in_look.resolve(&k.1)))
            .collect();
        let needed: Vec<&Arg<LL>> = kept_here.iter().chain([&record, &entry]).collect();
        let (enter, to_enter, in_enter) = self.cold_block(&needed);
        self.g
            .branch(same, there, (enter, to_enter), (ask, to_ask), self.span);
        let (record, entry) = (in_enter.resolve(&record), in_enter.resolve(&entry));
        let count = m.note_entry(self.g, enter, &record, self.span);
        let noted = [exchange, signed(jit_abi::INTERPRETED_WORD), signed(1)];
        self.emit(enter, LLOp::SetArrayItem(m.words), noted, LLType::Void);
        let reds = m.reds(self.g, enter, self.greens, self.span);
        let entered = Entered {
            block: enter,
            kept: kept_here.iter().map(|a| in_enter.resolve(a)).collect(),
            entry,
            reds,
            count,
        };
        for k in kept.iter_mut() {
            k.1 = in_ask.resolve(&k.1);
        }
        in_ask.args(go);
        (ask, entered)
    }
    /// Tests behind a block what is known of the values that residual code has brought, so that the optimiser knows it.
    /// Returns the block where they are known.
    fn known(&mut self, mut b: BlockId, args: &mut Args<LL>) -> BlockId {
        for i in 0..self.levels.len() {
            let x = args[i].clone();
            if x.var().is_none() {
                continue;
            }
            let holds = match self.levels[i] {
                CountLevel::Unknown => continue,
                CountLevel::NotNegative => {
                    let zero = Operand::Const(Const::signed(0));
                    self.emit(b, LLOp::IntGe, [x, zero], LLType::Bool)
                }
                CountLevel::Countable | CountLevel::Step => {
                    let most = Operand::Const(Const::unsigned(ranges::COUNTED as u64));
                    let x = self.emit(b, LLOp::CastIntToUint, [x], LLType::Unsigned);
                    self.emit(b, LLOp::UintLt, [x, most], LLType::Bool)
                }
            };
            let needed: Vec<&Arg<LL>> = args.iter().collect();
            let (next, passed, renaming) = self.cold_block(&needed);
            let bad = self.g.new_block(Vec::new(), self.span);
            let abort = LLOp::Abort(SafetyError::Unreachable);
            self.emit(bad, abort, [], LLType::Void);
            let bad = (bad, Args::<LL>::new());
            self.g.branch(b, holds, (next, passed), bad, self.span);
            renaming.args(args);
            b = next;
        }
        b
    }
}
