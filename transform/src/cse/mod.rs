//! Common-subexpression elimination, load forwarding and branch facts, over the dominator tree.
//!
//! ```text
//! b0(v0, v1):                                 b0(v0, v1):
//!     v2 = getfield[list.length](v0)              v2 = getfield[list.length](v0)
//!     v3 = int_lt(v1, v2)                         v3 = int_lt(v1, v2)
//!     if v3 then b1(v0, v1) else b2()             if v3 then b1(v0, v1, v2) else b2()
//! b1(v4, v5):                                 b1(v4, v5, v9):
//!     v6 = getfield[list.length](v4)              ...                  # v9 in place of v6
//!     v7 = int_ge(v5, v6)                         ...                  # false in place of v7
//! ```
//! Every variable has a *value number*; an inputarg that is handed the same value by all links has that value's. The
//! table maps an operation on value numbers to the number of its result; walking the dominator tree, entries made in a
//! block are visible below it.
//! * **Memory.** A load's key has the version of its place (one per field, array type): a store makes a new version,
//!   and an entry for what it stored; an operation with other effects makes new versions of everything that is not
//!   immutable, and so does entry into a block with several predecessors. Immutable fields that this graph stores
//!   itself have versions too, but where only it stores them, others' effects make no new ones ([`made`]).
//! * **Facts.** Under a branch its condition is known, and so is the opposite comparison; a switch case fixes the
//!   value; what was dereferenced is not null.
//! * **Threading.** A link under which the test of its target is known goes past it ([`threading`]); the graph is
//!   walked once more then, for what the copies load again.
//! * **Carrying.** SSI knows no variable of another block: a value that is wanted below is added as inputarg to all
//!   blocks on the way, if these are few (cheap operations are not worth many).
use ir::index::IndexVec;
use ir::lltype::{Container, ContainerId, FieldType};
use ir::model::{
    Arg, BlockId, ExitCase, ExitSwitch, LinkId, OpInfo, Operand, Operation, Predecessors, VarId,
    order,
};
use lowlevel::ops::{Compared, Comparison};
use lowlevel::{AliasRegion, Const, Effect, LL, LLGraph, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

mod threading;

use super::made::{self, Field, Own};
use super::rewrite::{Renaming, carry, make_op, origins};
use super::{PassContext, PassOptions, checks, simplify};
use threading::Decided;

/// A value number, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Rep {
    Num(u32),
    Const(Const),
}

/// What memory a load reads or a store writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Memory {
    At(AliasRegion),
    /// A field that only this graph stores, and only in objects of its own: no call changes it.
    Own(ContainerId, u32),
    /// Written once, before anyone reads it.
    Immutable,
}

/// What a graph stores, or the constructors that it calls.
fn stored(cx: &PassContext<'_>, g: &LLGraph) -> FxHashSet<AliasRegion> {
    let mut stored = FxHashSet::default();
    for op in g.live_blocks().flat_map(|b| &g.blocks[b].ops) {
        match (op.op.effect(), &op.op) {
            (Effect::Stores(l), _) => stored.extend([l]),
            (Effect::Fills(c), _) | (_, &LLOp::MallocVar(c)) => {
                stored.extend([AliasRegion::Items(c)]);
            }
            (Effect::Calls, call) => stored.extend(cx.effects.initialised_by(call)),
            _ => {}
        }
    }
    stored
}

type Key = (LLOp, SmallVec<[Rep; 3]>, u64);

/// Undo information for leaving a block.
enum Undo {
    Expression(Key, Option<Rep>),
    Known(u32, Option<Const>),
    Version(Memory, Option<u64>),
    World(u64),
}

/// Eliminates common subexpressions all over a program; the number of functions that had any.
pub fn run(program: &mut Program, options: &PassOptions) -> Result<usize, String> {
    let foreign = made::foreign(program, options);
    let f = |cx: &PassContext<'_>, g: &mut LLGraph| {
        let (changed, decided) = function(cx, g, &foreign);
        if !threading::run(cx, g, &decided) {
            return changed;
        }
        function(cx, g, &foreign);
        true
    };
    Ok(super::run_function_pass(program, options, f))
}

/// Whether something changed, and what links know.
fn function(
    cx: &PassContext<'_>,
    g: &mut LLGraph,
    foreign: &FxHashSet<Field>,
) -> (bool, Vec<Decided>) {
    g.remove_unreachable();
    let dominators = order::dominators(g);
    let mut children: IndexVec<BlockId, Vec<BlockId>> =
        IndexVec::from_elem(Vec::new(), g.blocks.len());
    let mut above = IndexVec::from_elem(g.start, g.blocks.len());
    for b in order::reverse_postorder(g) {
        if let Some(d) = dominators.immediate(b) {
            above[b] = d;
            children[d].push(b);
        }
    }
    let preds = g.predecessors();
    let mut e = Eliminator {
        cx,
        start: g.start,
        stored: stored(cx, g),
        own: Own::new(cx.program, g, &preds, foreign),
        origins: origins(g),
        dominators,
        decided: Vec::new(),
        above,
        at: (g.start, 0),
        preds,
        table: FxHashMap::default(),
        reps: IndexVec::from_elem(None, g.vars.len()),
        available: FxHashMap::default(),
        base: FxHashMap::default(),
        negation: FxHashMap::default(),
        widened: FxHashMap::default(),
        known: FxHashMap::default(),
        versions: FxHashMap::default(),
        world: 0,
        next: 0,
        clock: 0,
        undo: Vec::new(),
        changed: false,
        g,
    };
    enum Step {
        Enter(BlockId),
        Leave(usize),
    }
    let mut todo = vec![Step::Enter(e.g.start)];
    while let Some(step) = todo.pop() {
        match step {
            Step::Leave(mark) => e.leave(mark),
            Step::Enter(b) => {
                todo.push(Step::Leave(e.undo.len()));
                e.enter(b);
                e.block(b);
                e.find_decided(b);
                todo.extend(children[b].iter().rev().map(|&c| Step::Enter(c)));
            }
        }
    }
    let (changed, decided) = (e.changed, e.decided);
    // What was passed down on several ways, by this pass and by others, may be passed twice.
    (simplify::congruent::run(g) || changed, decided)
}

struct Eliminator<'a> {
    cx: &'a PassContext<'a>,
    g: &'a mut LLGraph,
    start: BlockId,
    /// What this graph itself initialises: not immutable here.
    stored: FxHashSet<AliasRegion>,
    own: Own,
    /// The immediate dominator of each block.
    above: IndexVec<BlockId, BlockId>,
    /// The operation that is looked at, as the graph was at first.
    at: (BlockId, usize),
    preds: Predecessors,
    dominators: order::Dominators,
    /// Links that decide the tests of their targets.
    decided: Vec<Decided>,
    origins: IndexVec<VarId, Arg<LL>>,
    table: FxHashMap<Key, Rep>,
    reps: IndexVec<VarId, Option<Rep>>,
    /// The variable that holds a number in a block.
    available: FxHashMap<(u32, BlockId), VarId>,
    /// The number a cast pointer was cast from.
    base: FxHashMap<u32, u32>,
    /// The number of which this one is the negation.
    negation: FxHashMap<u32, u32>,
    /// The number of the character of which this one is the number.
    widened: FxHashMap<u32, u32>,
    known: FxHashMap<u32, Const>,
    versions: FxHashMap<Memory, u64>,
    world: u64,
    next: u32,
    clock: u64,
    undo: Vec<Undo>,
    changed: bool,
}

impl Eliminator<'_> {
    fn fresh(&mut self, v: VarId, b: BlockId) -> u32 {
        let n = self.next;
        self.next += 1;
        self.set(v, b, Rep::Num(n));
        n
    }
    fn set(&mut self, v: VarId, b: BlockId, r: Rep) {
        self.reps.ensure(v, None);
        self.reps[v] = Some(r);
        if let Rep::Num(n) = r {
            self.available.entry((n, b)).or_insert(v);
        }
    }
    fn rep(&self, a: &Arg<LL>) -> Rep {
        let r = match a {
            Operand::Const(c) => Rep::Const(*c),
            Operand::Var(v) => self.reps[*v].expect("defined before"),
        };
        self.resolved(r)
    }
    /// The constant that a number is known to be.
    fn resolved(&self, r: Rep) -> Rep {
        match r {
            Rep::Num(n) => self.known.get(&n).map_or(r, |c| Rep::Const(*c)),
            c => c,
        }
    }
    /// The number behind casts: what memory operations are keyed by.
    fn origin(&self, a: &Arg<LL>) -> Rep {
        self.uncast(self.rep(a))
    }
    fn uncast(&self, r: Rep) -> Rep {
        match r {
            Rep::Num(mut n) => {
                while let Some(&b) = self.base.get(&n) {
                    n = b;
                }
                Rep::Num(n)
            }
            c => c,
        }
    }
    fn insert(&mut self, key: Key, r: Rep) {
        let old = self.table.insert(key.clone(), r);
        self.undo.push(Undo::Expression(key, old));
    }
    fn know(&mut self, n: u32, c: Const) {
        let old = self.known.insert(n, c);
        self.undo.push(Undo::Known(n, old));
        if let (Some(&m), Some(b)) = (self.negation.get(&n), c.as_bool()) {
            let old = self.known.insert(m, Const::bool(!b));
            self.undo.push(Undo::Known(m, old));
        }
    }
    fn version(&self, p: Memory) -> u64 {
        match p {
            Memory::Immutable => 0,
            Memory::Own(..) => self.versions.get(&p).copied().unwrap_or(0),
            p => self.versions.get(&p).copied().unwrap_or(0).max(self.world),
        }
    }
    fn written(&mut self, p: Memory) {
        self.clock += 1;
        let old = self.versions.insert(p, self.clock);
        self.undo.push(Undo::Version(p, old));
    }
    fn everything_written(&mut self) {
        self.clock += 1;
        self.undo.push(Undo::World(self.world));
        self.world = self.clock;
    }
    fn leave(&mut self, mark: usize) {
        while self.undo.len() > mark {
            match self.undo.pop().expect("not empty") {
                Undo::Expression(k, Some(r)) => {
                    self.table.insert(k, r);
                }
                Undo::Expression(k, None) => {
                    self.table.remove(&k);
                }
                Undo::Known(n, Some(c)) => {
                    self.known.insert(n, c);
                }
                Undo::Known(n, None) => {
                    self.known.remove(&n);
                }
                Undo::Version(p, Some(v)) => {
                    self.versions.insert(p, v);
                }
                Undo::Version(p, None) => {
                    self.versions.remove(&p);
                }
                Undo::World(w) => self.world = w,
            }
        }
    }
    fn enter(&mut self, b: BlockId) {
        let inputs = self.g.blocks[b].inputargs.clone();
        let single = match self.preds[b] {
            [(p, l)] if b != self.start => Some((p, l)),
            _ => None,
        };
        let Some((p, l)) = single else {
            if b != self.start {
                self.everything_written();
                for (c, f) in self.own.between(&self.preds, self.above[b], b) {
                    self.written(Memory::Own(c, f));
                }
            }
            for v in inputs {
                match self.origins.get(v).cloned() {
                    // Handed down unchanged on all ways.
                    Some(Operand::Const(c)) => self.set(v, b, Rep::Const(c)),
                    Some(Operand::Var(o)) if o != v => {
                        let r = self.reps[o].expect("an origin dominates its copies");
                        self.set(v, b, r);
                    }
                    _ => {
                        self.fresh(v, b);
                    }
                }
            }
            return;
        };
        for (i, v) in inputs.into_iter().enumerate() {
            let r = match &self.g.links[l].args[i] {
                Operand::Const(c) => Rep::Const(*c),
                Operand::Var(a) => self.reps[*a].expect("the predecessor dominates"),
            };
            self.set(v, b, r);
        }
        self.known_on_link(p, l);
    }
    /// What the switch of block `p` says on one of its links.
    fn known_on_link(&mut self, p: BlockId, l: LinkId) {
        if let ExitSwitch::Value(Operand::Var(v)) = self.g.blocks[p].exitswitch
            && let Some(Rep::Num(n)) = self.reps[v]
        {
            match self.g.links[l].exitcase {
                ExitCase::Bool(x) => self.know(n, Const::bool(x)),
                ExitCase::Case(c) => self.know(n, c),
                _ => {}
            }
        }
    }
    /// Numbers what the exception links of a block define. This is done where they leave, not where they arrive: behind
    /// a link that leads straight to the header of a loop, the exception is the origin of what the header is handed. No
    /// block holds these variables, and only their own link may pass them on, so they are not available in `b`.
    fn exceptions(&mut self, b: BlockId) {
        for i in 0..self.g.blocks[b].exits.len() {
            let link = &self.g.links[self.g.blocks[b].exits[i]];
            for v in link.caught() {
                self.reps.ensure(v, None);
                self.reps[v] = Some(Rep::Num(self.next));
                self.next += 1;
            }
        }
    }
    fn block(&mut self, b: BlockId) {
        let mut renaming = Renaming::default();
        let ops = std::mem::take(&mut self.g.blocks[b].ops);
        let mut out = Vec::with_capacity(ops.len());
        for (i, mut op) in ops.into_iter().enumerate() {
            self.at = (b, i);
            renaming.op(&mut op);
            match self.operation(b, &op) {
                Some(a) => {
                    self.changed = true;
                    out.extend(self.claim(&op, &a));
                    let r = self.rep(&a);
                    self.set(op.result, b, r);
                    renaming.insert(op.result, a);
                }
                None => out.push(op),
            }
        }
        self.g.blocks[b].ops = out;
        renaming.exits(self.g, b);
        self.exceptions(b);
        // A condition known from above.
        if let ExitSwitch::Value(v @ Operand::Var(_)) = &self.g.blocks[b].exitswitch
            && let Rep::Const(c) = self.rep(v)
        {
            if let Some(check) = self.known_condition(b, v.clone(), c) {
                self.g.blocks[b].ops.push(check);
            }
            self.g.blocks[b].exitswitch = ExitSwitch::Value(Operand::Const(c));
            self.changed = true;
        }
    }
    /// In a checked build: the check that a condition has the value known from above.
    fn known_condition(&mut self, b: BlockId, v: Arg<LL>, c: Const) -> Option<Operation<LL>> {
        let span = self.g.blocks[b].span;
        let same = make_op(self.g, LLOp::SameAs, [v], c.ty, span);
        let check = checks::proven(self.cx, self.g, &same, &Operand::Const(c), "cse");
        self.reps.ensure(same.result, None);
        if let Some(check) = &check {
            self.reps.ensure(check.result, None);
        }
        check
    }
    /// In a checked build: the check that the operation gives what replaces it. An equal expression needs none, since
    /// its operands are the same.
    fn claim(&mut self, op: &Operation<LL>, a: &Arg<LL>) -> Option<Operation<LL>> {
        let learned = op.op.is_load() || a.as_const().is_some();
        if !learned || op.op == LLOp::SameAs {
            return None;
        }
        let check = checks::proven(self.cx, self.g, op, a, "cse")?;
        self.reps.ensure(check.result, None);
        Some(check)
    }
    /// What replaces the operation, if something does.
    fn operation(&mut self, b: BlockId, op: &Operation<LL>) -> Option<Arg<LL>> {
        if let Some(key) = self.load_key(op) {
            if let Some(a) = self.lookup(b, &key, 9) {
                return Some(a);
            }
            self.number(b, op.result, key);
            self.not_null(op);
            return None;
        }
        if op.op.is_pure() {
            return self.pure(b, op);
        }
        let n = self.fresh(op.result, b);
        self.effects(op, n);
        self.not_null(op);
        None
    }
    /// Numbers the result of an operation that stays. One that is made again, because the first result is too far away,
    /// has the same number: what is known of it is known here.
    fn number(&mut self, b: BlockId, v: VarId, key: Key) -> u32 {
        if let Some(&Rep::Num(n)) = self.table.get(&key) {
            self.set(v, b, Rep::Num(n));
            return n;
        }
        let n = self.fresh(v, b);
        self.insert(key, Rep::Num(n));
        n
    }
    fn lookup(&mut self, b: BlockId, key: &Key, distance: usize) -> Option<Arg<LL>> {
        match self.table.get(key).copied()? {
            Rep::Const(c) => Some(Operand::Const(c)),
            Rep::Num(n) => match self.known.get(&n) {
                Some(c) => Some(Operand::Const(*c)),
                None => self.carry(n, b, distance).map(Operand::Var),
            },
        }
    }
    /// A variable of block `b` with this number, passed down if necessary and near enough.
    fn carry(&mut self, n: u32, b: BlockId, distance: usize) -> Option<VarId> {
        let table = &mut self.available;
        let mut made = Vec::new();
        let v = carry(
            self.g,
            &self.preds,
            &mut |x, new| match new {
                Some(v) => {
                    made.push(v);
                    table.insert((n, x), v);
                    new
                }
                None => table.get(&(n, x)).copied(),
            },
            b,
            distance,
        );
        for q in made {
            self.reps.ensure(q, None);
            self.reps[q] = Some(Rep::Num(n));
        }
        v
    }
    fn place(&self, l: AliasRegion) -> Memory {
        match l {
            // The class of an object is stored right behind its allocation, and never again.
            l if self.cx.program.known.is_class(l) => return Memory::Immutable,
            AliasRegion::Field(c, f) if self.own.contains((c, f)) => return Memory::Own(c, f),
            // Items are made with all their fields.
            AliasRegion::ItemField(c, _) if self.stored.contains(&AliasRegion::Items(c)) => {}
            l if self.stored.contains(&l) => {}
            l if l.is_immutable(&self.cx.program.types) => return Memory::Immutable,
            _ => {}
        }
        Memory::At(l)
    }
    /// What an operation reads.
    fn loaded(&self, op: &Operation<LL>) -> Option<Memory> {
        match op.op.effect() {
            Effect::Loads(location) => Some(self.place(location)),
            _ => None,
        }
    }
    /// The key of an operation that reads memory.
    fn load_key(&self, op: &Operation<LL>) -> Option<Key> {
        let place = self.loaded(op)?;
        let mut args: SmallVec<[Rep; 3]> = SmallVec::new();
        args.push(self.origin(&op.args[0]));
        args.extend(op.args[1..].iter().map(|a| self.rep(a)));
        Some((op.op.clone(), args, self.version(place)))
    }
    fn pure(&mut self, b: BlockId, op: &Operation<LL>) -> Option<Arg<LL>> {
        use LLOp::*;
        let mut args: SmallVec<[Rep; 3]> = op.args.iter().map(|a| self.rep(a)).collect();
        // A variable known to be a constant here.
        match &op.op {
            SameAs => return Some(op.args[0].clone()),
            Likely | Unlikely | WeAreJitted => {
                self.fresh(op.result, b);
                return None;
            }
            CastPointer => {
                let key = self.cast_key(op);
                if let Some(a) = self.lookup(b, &key, 2) {
                    return Some(a);
                }
                let from = self.rep(&op.args[0]);
                let n = self.number(b, op.result, key);
                if let Rep::Num(m) = from {
                    self.base.entry(n).or_insert(m);
                }
                return None;
            }
            PtrEq | PtrNe | PtrNonzero | PtrIszero => {
                args = op.args.iter().map(|a| self.origin(a)).collect();
            }
            // The result type is no part of the key.
            CastPrimitive => {
                self.fresh(op.result, b);
                return None;
            }
            _ => {}
        }
        let compared = self.as_characters(&op.op, &mut args);
        let compared = compared.as_ref().unwrap_or(&op.op);
        let (canonical, negated, swapped) = canonical(compared);
        commuted(&canonical, swapped, &mut args);
        let key: Key = (canonical, args, 0);
        let distance = if cheap(&op.op) { 2 } else { 6 };
        if !negated {
            if let Some(a) = self.lookup(b, &key, distance) {
                return Some(a);
            }
            let n = self.number(b, op.result, key);
            if let Some(Rep::Num(m)) = op.args.first().map(|a| self.rep(a)) {
                self.relate(&op.op, n, m);
            }
            return None;
        }
        // The opposite of a comparison in the table: only its being known helps, or an equal opposite.
        match self.table.get(&key).copied() {
            Some(Rep::Const(c)) => return c.as_bool().map(|x| Operand::Const(Const::bool(!x))),
            Some(Rep::Num(m)) => {
                if let Some(x) = self.known.get(&m).and_then(|c| c.as_bool()) {
                    return Some(Operand::Const(Const::bool(!x)));
                }
            }
            None => {}
        }
        let own: Key = (compared.clone(), key.1.clone(), 1);
        if let Some(a) = self.lookup(b, &own, distance) {
            return Some(a);
        }
        let n = self.fresh(op.result, b);
        let m = match self.table.get(&key).copied() {
            Some(Rep::Num(m)) => m,
            _ => {
                // A number for the positive form, which no variable has.
                let m = self.next;
                self.next += 1;
                self.insert(key, Rep::Num(m));
                m
            }
        };
        self.negation.insert(n, m);
        self.insert(own, Rep::Num(n));
        None
    }
    /// Notes what number `n` is of the number `m` that it was made of.
    fn relate(&mut self, op: &LLOp, n: u32, m: u32) {
        match op {
            LLOp::BoolNot => self.negation.insert(n, m),
            LLOp::CastCharToInt => self.widened.insert(n, m),
            _ => None,
        };
    }
    /// The comparison of a character with a constant, of one that compares the character's number: folding makes the
    /// one of the other where both are in one block.
    fn as_characters(&self, op: &LLOp, args: &mut [Rep]) -> Option<LLOp> {
        let (Some((Compared::Int, how)), [Rep::Num(n), Rep::Const(c)]) = (op.comparison(), &*args)
        else {
            return None;
        };
        let character = *self.widened.get(n)?;
        let k = u8::try_from(c.as_int()?).ok()?;
        let compared = LLOp::comparing(Compared::Char, how)?;
        args[0] = self.resolved(Rep::Num(character));
        args[1] = Rep::Const(Const::char(k));
        Some(compared)
    }
    fn cast_key(&self, op: &Operation<LL>) -> Key {
        let ty = *self.g.ty(op.result);
        // The target type stands in the key as a null of that type.
        let args = [self.origin(&op.args[0]), Rep::Const(Const::null(ty))];
        (LLOp::CastPointer, args.into_iter().collect(), 0)
    }
    /// What an operation with effects does to the tables.
    fn effects(&mut self, op: &Operation<LL>, result: u32) {
        let p = self.cx.program;
        if let (Some(load), Some(l)) = (op.op.load_of_stored(), op.op.location()) {
            let place = self.place(l);
            self.written(place);
            let (value, at) = op.args.split_last().expect("a store has a value");
            let mut args: SmallVec<[Rep; 3]> = SmallVec::new();
            args.push(self.origin(&at[0]));
            args.extend(at[1..].iter().map(|a| self.rep(a)));
            let (key, value) = ((load, args, self.version(place)), self.rep(value));
            return self.insert(key, value);
        }
        match &op.op {
            LLOp::CopyItems(c) | LLOp::ClearItems(c) => {
                for l in AliasRegion::all_items(&p.types, *c) {
                    self.written(Memory::At(l));
                }
            }
            LLOp::Malloc(c) => self.fresh_object(*c, result),
            LLOp::MallocVar(c) => {
                let length = self.rep(&op.args[0]);
                let size = match p.types.get(*c) {
                    Container::Array(_) => LLOp::GetArraySize(*c),
                    _ => LLOp::GetInteriorSize(*c),
                };
                // A variable is not put in the place of the size: that it is a size would be forgotten.
                if let Rep::Const(_) = length {
                    let args: SmallVec<[Rep; 3]> = [Rep::Num(result)].into_iter().collect();
                    self.insert((size, args, 0), length);
                }
            }
            other => {
                if self.cx.effects.op_has_effects(p, other) && writes_memory(other) {
                    self.everything_written();
                    let exposed: Vec<Field> = self.own.exposed(self.at.0, self.at.1).collect();
                    for (c, f) in exposed {
                        self.written(Memory::Own(c, f));
                    }
                }
            }
        }
    }
    /// The fields of a new object are zero, and it is not null.
    fn fresh_object(&mut self, c: ContainerId, result: u32) {
        let types = &self.cx.program.types;
        let args = || -> SmallVec<[Rep; 3]> { [Rep::Num(result)].into_iter().collect() };
        let mut at = Some(c);
        let mut zeros = Vec::new();
        while let Some(c) = at {
            let s = types.as_struct(c);
            for (i, f) in s.fields.iter().enumerate() {
                if let FieldType::Value(ty) = f.ty {
                    zeros.push((c, i as u32, Const::zero(ty)));
                }
            }
            at = types.super_struct(c);
        }
        for (c, f, zero) in zeros {
            // What is set once, somewhere else, must not be taken for zero before.
            let place = self.place(AliasRegion::Field(c, f));
            if place != Memory::Immutable {
                let v = self.version(place);
                self.insert((LLOp::GetField(c, f), args(), v), Rep::Const(zero));
            }
        }
        self.insert((LLOp::PtrNonzero, args(), 0), Rep::Const(Const::bool(true)));
    }
    /// What was dereferenced is not null.
    fn not_null(&mut self, op: &Operation<LL>) {
        if op.op.location().is_none() {
            return;
        }
        let origin = self.origin(&op.args[0]);
        if let Rep::Num(_) = origin {
            let key: Key = (LLOp::PtrNonzero, [origin].into_iter().collect(), 0);
            match self.table.get(&key).copied() {
                Some(Rep::Num(n)) if !self.known.contains_key(&n) => {
                    self.know(n, Const::bool(true))
                }
                Some(_) => {}
                None => self.insert(key, Rep::Const(Const::bool(true))),
            }
        }
    }
}

/// Whether an operation with effects may write what loads read.
fn writes_memory(op: &LLOp) -> bool {
    match op.effect() {
        Effect::Calls
        | Effect::Stores(_)
        | Effect::Fills(_)
        | Effect::WritesMemory
        | Effect::Frees(_) => true,
        Effect::Pure
        | Effect::Loads(_)
        | Effect::ReadsMemory
        | Effect::Allocates(_)
        | Effect::Reads(_)
        | Effect::Writes(_)
        | Effect::Nothing
        | Effect::Tests
        | Effect::Ends => false,
    }
}

/// The positive comparison an operation is a form of: (it, whether negated, whether its arguments are swapped).
fn canonical(op: &LLOp) -> (LLOp, bool, bool) {
    let floats = matches!(op.comparison(), Some((Compared::Float, _)));
    let form = match op.comparison() {
        Some((_, Comparison::Gt)) => op.mirror().map(|m| (m, false, true)),
        Some((_, Comparison::Ge)) if floats => op.mirror().map(|m| (m, false, true)),
        // a <= b is not b < a.
        Some((_, Comparison::Le)) => {
            let greater = op.inverse();
            greater.and_then(|g| g.mirror()).map(|m| (m, true, true))
        }
        Some((_, Comparison::Ge | Comparison::Ne)) => op.inverse().map(|i| (i, true, false)),
        Some((_, Comparison::Lt | Comparison::Eq)) => None,
        None if *op == LLOp::PtrIszero => op.inverse().map(|i| (i, true, false)),
        None => None,
    };
    form.unwrap_or_else(|| (op.clone(), false, false))
}

/// Brings the arguments of a canonical operation in order; `swapped`: it is the mirror of what was there.
fn commuted(op: &LLOp, swapped: bool, args: &mut [Rep]) {
    if swapped {
        args.swap(0, 1);
    }
    if op.commutes() && args.len() == 2 && order_of(args[1]) < order_of(args[0]) {
        args.swap(0, 1);
    }
}

fn order_of(r: Rep) -> (u8, u32) {
    match r {
        Rep::Num(n) => (0, n),
        Rep::Const(_) => (1, 0),
    }
}

/// One instruction: carrying its result far costs as much as doing it again.
fn cheap(op: &LLOp) -> bool {
    use LLOp::*;
    !matches!(
        op,
        IntMul
            | IntFloordiv
            | IntMod
            | UintMul
            | UintFloordiv
            | UintMod
            | UintMulHigh
            | FloatAdd
            | FloatSub
            | FloatMul
            | FloatTruediv
            | FloatSqrt
    )
}
