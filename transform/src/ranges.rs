//! Which integers are not negative, and what that makes of operations; bounds checks that make loop tests superfluous.
//!
//! ```text
//! v1 = int_rshift(v0, 63)          # v0 counts from 0: it is 0
//! v2 = int_and(v1, v9)             # 0
//! v3 = int_add(v0, v2)             # v0
//! v6 = uint_lt(cast_int_to_uint(v3), cast_int_to_uint(v9))     →     v6 = int_lt(v0, v9)
//! ```
//! Levels: *unknown < not negative < countable < step*. A countable number is made of small constants, sizes and
//! characters by adding steps, one at a time, so it cannot overflow in the life of a machine; a step is a small number,
//! as the items of a constant table of lengths of instructions are. Inputargs take the least of what links pass
//! (greatest fixed point); what a link's condition says about its argument counts on that link (`x < n`, `x != 0`, a
//! passed bounds check).
//!
//! A test `x < n` followed at once by the bounds check of `x` against the same size `n` (a loop over an index) is
//! turned round: the bounds check implies the test, so the way into the loop makes one comparison, and only the way out
//! makes both.
use ir::dataflow::{Lattice, VarAnalysis, variables};
use ir::index::IndexVec;
use ir::lltype::{LLType, TypeTable};
use ir::model::{
    Arg, Args, BlockId, ExitCase, ExitSwitch, LinkId, Operand, Operation, Predecessors, VarId,
};
use lowlevel::{AliasRegion, Const, LL, LLGraph, LLOp, Program, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::rewrite::{make_op, origins};
use super::{PassContext, checks, constants};

/// What is known of an integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CountLevel {
    /// Nothing.
    Unknown,
    /// It is at least 0.
    NotNegative,
    /// It is at least 0, and cannot overflow.
    Countable,
    /// It is at least 0 and at most [`STEP`].
    Step,
}

use CountLevel::{Countable, NotNegative, Step, Unknown};

/// Constants up to this are countable.
const SMALL: i64 = 1 << 32;
/// What may be added to a countable number in one step: 2^56 steps are years.
const STEP: i64 = 1 << 6;
/// Constant tables with more items than this are not looked at.
const TABLE: usize = 1024;
/// A countable number stays below this: it is at most that far from where it could overflow.
pub const COUNTED: i64 = 1 << 62;

/// Uses what is known of integers; whether something changed.
pub fn run(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    g.remove_unreachable();
    let levels = analyse(cx.program, g);
    let mut any = false;
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for &b in &blocks {
        any |= rewrite(cx, g, b, &levels);
    }
    let sizes = sizes(cx, g);
    for &b in &blocks {
        any |= !g.blocks[b].dead && turn_round(cx, g, b, &sizes);
    }
    any
}

/// The sizes of arrays and strings, and the length of the toolchain's own lists.
fn is_size(types: &TypeTable, op: &LLOp) -> bool {
    match op {
        LLOp::GetArraySize(_) | LLOp::GetInteriorSize(_) => true,
        LLOp::GetField(c, f) => types.is_list_length(*c, *f),
        _ => false,
    }
}

fn int(a: Option<&Arg<LL>>) -> Option<i64> {
    a.and_then(Operand::as_const).and_then(|c| c.as_int())
}

fn of(a: &Arg<LL>, levels: &IndexVec<VarId, CountLevel>) -> CountLevel {
    match a {
        Operand::Var(v) => levels[*v],
        Operand::Const(c) => match (c.ty, c.as_int()) {
            (LLType::Signed, Some(n)) => of_number(n),
            _ => Unknown,
        },
    }
}

fn of_number(n: i64) -> CountLevel {
    match n {
        ..0 => Unknown,
        n if n <= STEP => Step,
        n if n <= SMALL => Countable,
        _ => NotNegative,
    }
}

/// Less is known of what comes from several ways: the lattice is upside down, from *step* to *unknown*.
impl Lattice for CountLevel {
    fn join(&mut self, other: &CountLevel) -> bool {
        let lower = other < self;
        *self = *other.min(self);
        lower
    }
}

struct Analysis<'a> {
    g: &'a LLGraph,
    preds: &'a Predecessors,
    /// What the table of constants gives that an operation reads: the level of its least known item.
    tables: FxHashMap<VarId, CountLevel>,
    types: &'a TypeTable,
}

impl VarAnalysis<LL> for Analysis<'_> {
    type Fact = CountLevel;
    fn bottom(&self, v: VarId) -> CountLevel {
        if *self.g.ty(v) == LLType::Signed {
            Step
        } else {
            Unknown
        }
    }
    fn defined(&self, _: VarId) -> CountLevel {
        Unknown
    }
    fn is_settled(&self, level: &CountLevel) -> bool {
        *level == Unknown
    }
    fn passed(
        &self,
        from: BlockId,
        l: LinkId,
        a: &Arg<LL>,
        levels: &IndexVec<VarId, CountLevel>,
    ) -> CountLevel {
        of(a, levels).max(on_link(self.g, from, l, a, levels))
    }
    fn result(
        &self,
        b: BlockId,
        op: &Operation<LL>,
        levels: &IndexVec<VarId, CountLevel>,
    ) -> CountLevel {
        match self.tables.get(&op.result) {
            Some(level) => *level,
            None => level(self.types, self.g, b, self.preds, op, levels),
        }
    }
}

/// What is known of the integers of a graph.
pub fn analyse(program: &Program, g: &LLGraph) -> IndexVec<VarId, CountLevel> {
    let preds = &g.predecessors();
    let order = ir::model::order::reverse_postorder(g);
    let ops = order.iter().flat_map(|&b| &g.blocks[b].ops);
    let tables = ops.filter_map(|op| Some((op.result, table(program, op)?)));
    let analysis = Analysis {
        g,
        preds,
        tables: tables.collect(),
        types: &program.types,
    };
    variables(g, &order, preds, &analysis)
}

/// What is known of an item that an operation reads from a prebuilt array that never changes.
fn table(program: &Program, op: &Operation<LL>) -> Option<CountLevel> {
    let (LLOp::GetArrayItem(c), Operand::Const(array)) = (&op.op, op.args.first()?) else {
        return None;
    };
    let Value::Object(o) = array.value else {
        return None;
    };
    if !AliasRegion::Items(*c).is_immutable(&program.types) {
        return None;
    }
    let n = constants::read_length(program, o, *c).filter(|&n| n <= TABLE)?;
    let items = (0..n as i64).map(|i| match constants::read_item(program, o, *c, i) {
        Some(Value::Int(n)) => of_number(n),
        _ => Unknown,
    });
    items.min()
}

fn level(
    types: &TypeTable,
    g: &LLGraph,
    b: BlockId,
    preds: &Predecessors,
    op: &Operation<LL>,
    levels: &IndexVec<VarId, CountLevel>,
) -> CountLevel {
    use LLOp::*;
    let l = |i: usize| of(&op.args[i], levels);
    match &op.op {
        o if is_size(types, o) => Countable,
        CastCharToInt | CastUnicharToInt => Countable,
        CastBoolToInt => Step,
        SameAs | Hint(_) => l(0),
        IntForceGeZero => l(0).max(NotNegative),
        IntAnd => {
            // The smaller of two numbers bounds the result.
            let (x, y) = (l(0), l(1));
            x.max(y)
        }
        IntOr | IntXor => l(0).min(l(1)).min(NotNegative),
        IntRshift => l(0),
        IntMod | IntFloordiv if int(op.args.get(1)).is_some_and(|n| n > 0) => l(0),
        IntMod if l(1) != Unknown => l(0),
        IntAdd | IntAddOvf if l(0).min(l(1)) >= Countable && l(0).max(l(1)) == Step => Countable,
        // No wrap-around: the sum of what is not negative is not negative.
        IntAddOvf | IntMulOvf => l(0).min(l(1)).min(NotNegative),
        IntSub | IntSubOvf if int(op.args.get(1)) == Some(1) => match &op.args[0] {
            Operand::Var(v) if levels[*v] != Unknown && positive(g, b, preds, *v) => levels[*v],
            _ => Unknown,
        },
        _ => Unknown,
    }
}

/// Whether inputarg `v` of `b`, known not to be negative, is not zero either by the condition on the only link to `b`.
fn positive(g: &LLGraph, b: BlockId, preds: &Predecessors, v: VarId) -> bool {
    let [(p, l)] = preds[b] else {
        return false;
    };
    let Some(i) = g.blocks[b].inputargs.iter().position(|&q| q == v) else {
        return false;
    };
    let Some(x) = g.links[l].args[i].var() else {
        return false;
    };
    let Some((op, truth)) = condition(g, p, l) else {
        return false;
    };
    let is_x = |i: usize| op.args.get(i).and_then(Operand::var) == Some(x);
    let c = |i: usize| int(op.args.get(i));
    match (&op.op, truth) {
        (LLOp::IntEq, false) | (LLOp::IntNe, true) => is_x(0) && c(1) == Some(0),
        (LLOp::IntIsTrue, true) => is_x(0),
        (LLOp::IntGt, true) | (LLOp::IntLe, false) => is_x(0) && c(1).is_some_and(|n| n >= 0),
        (LLOp::IntGe, true) | (LLOp::IntLt, false) => is_x(0) && c(1).is_some_and(|n| n >= 1),
        (LLOp::IntLt, true) => is_x(1) && c(0).is_some_and(|n| n >= 0),
        _ => false,
    }
}

/// The operation that decides whether a link is taken, and what it gives then.
fn condition(g: &LLGraph, p: BlockId, l: LinkId) -> Option<(&Operation<LL>, bool)> {
    let ExitSwitch::Value(Operand::Var(cond)) = g.blocks[p].exitswitch else {
        return None;
    };
    let ExitCase::Bool(truth) = g.links[l].exitcase else {
        return None;
    };
    let op = g.blocks[p].ops.iter().rev().find(|o| o.result == cond)?;
    Some((op, truth))
}

/// The signed number behind a cast to unsigned in the same block.
fn uncast<'a>(g: &'a LLGraph, b: BlockId, a: &Arg<LL>) -> Option<&'a Arg<LL>> {
    let v = a.var()?;
    let op = g.blocks[b].ops.iter().rev().find(|o| o.result == v)?;
    (op.op == LLOp::CastIntToUint).then(|| &op.args[0])
}

/// What the condition of a link says about an argument it passes.
fn on_link(
    g: &LLGraph,
    p: BlockId,
    l: LinkId,
    a: &Arg<LL>,
    levels: &IndexVec<VarId, CountLevel>,
) -> CountLevel {
    let (Some(x), Some((op, truth))) = (a.var(), condition(g, p, l)) else {
        return Unknown;
    };
    let is_x = |a: &Arg<LL>| a.var() == Some(x);
    let (Some(left), Some(right)) = (op.args.first(), op.args.get(1)) else {
        return Unknown;
    };
    match (&op.op, truth) {
        (LLOp::UintLt, true) => {
            // A passed bounds check.
            match (uncast(g, p, left), uncast(g, p, right)) {
                (Some(i), Some(n)) if is_x(i) => of(n, levels),
                (Some(i), None) if is_x(i) => match int(Some(right)) {
                    Some(n) if (0..=STEP).contains(&n) => Step,
                    Some(n) if (0..=COUNTED).contains(&n) => Countable,
                    Some(n) if n >= 0 => NotNegative,
                    _ => Unknown,
                },
                _ => Unknown,
            }
        }
        (LLOp::IntLt | LLOp::IntLe, true) | (LLOp::IntGt | LLOp::IntGe, false) if is_x(left) => {
            // Below something countable, if not negative.
            match of(right, levels) {
                most if levels[x] >= NotNegative => most,
                _ => Unknown,
            }
        }
        (LLOp::IntLt, false) | (LLOp::IntGe, true) if is_x(left) => {
            of(right, levels).min(NotNegative)
        }
        (LLOp::IntGt, true) | (LLOp::IntLe, false) if is_x(left) => match int(Some(right)) {
            Some(n) if n >= -1 => NotNegative,
            _ => of(right, levels).min(NotNegative),
        },
        (LLOp::IntLt, true) if is_x(right) => match int(Some(left)) {
            Some(n) if n >= -1 => NotNegative,
            _ => of(left, levels).min(NotNegative),
        },
        _ => Unknown,
    }
}

fn rewrite(
    cx: &PassContext<'_>,
    g: &mut LLGraph,
    b: BlockId,
    levels: &IndexVec<VarId, CountLevel>,
) -> bool {
    use LLOp::*;
    let mut any = false;
    let mut ops = std::mem::take(&mut g.blocks[b].ops);
    let casts: FxHashMap<VarId, Arg<LL>> = ops
        .iter()
        .filter(|o| o.op == CastIntToUint)
        .map(|o| (o.result, o.args[0].clone()))
        .collect();
    let known = |a: &Arg<LL>| of(a, levels) >= NotNegative;
    let mut checks: Vec<(usize, Operation<LL>)> = Vec::new();
    for (i, op) in ops.iter_mut().enumerate() {
        let constant = |c: Const| (SameAs, vec![Operand::Const(c)]);
        let negative = |a: &Arg<LL>| int(Some(a)).is_some_and(|n| n < 0);
        let zero = |a: &Arg<LL>| int(Some(a)) == Some(0);
        let new: Option<(LLOp, Vec<Arg<LL>>)> = match &op.op {
            IntRshift if known(&op.args[0]) && int(op.args.get(1)) == Some(63) => {
                Some(constant(Const::signed(0)))
            }
            IntLt if known(&op.args[0]) && (zero(&op.args[1]) || negative(&op.args[1])) => {
                Some(constant(Const::bool(false)))
            }
            IntLe if known(&op.args[0]) && negative(&op.args[1]) => {
                Some(constant(Const::bool(false)))
            }
            IntGe if known(&op.args[0]) && (zero(&op.args[1]) || negative(&op.args[1])) => {
                Some(constant(Const::bool(true)))
            }
            IntGt if known(&op.args[0]) && negative(&op.args[1]) => {
                Some(constant(Const::bool(true)))
            }
            IntAbs | IntForceGeZero if known(&op.args[0]) => {
                Some((SameAs, vec![op.args[0].clone()]))
            }
            IntMod if known(&op.args[0]) => power_of_two(&op.args[1]).map(|n| {
                let mask = Operand::Const(Const::signed((1 << n) - 1));
                (IntAnd, vec![op.args[0].clone(), mask])
            }),
            IntFloordiv if known(&op.args[0]) => power_of_two(&op.args[1]).map(|n| {
                let shift = Operand::Const(Const::signed(n));
                (IntRshift, vec![op.args[0].clone(), shift])
            }),
            UintLt => {
                let signed = |a: &Arg<LL>| -> Option<Arg<LL>> {
                    match a {
                        Operand::Var(v) => casts.get(v).filter(|a| known(a)).cloned(),
                        Operand::Const(c) => {
                            let n = c.as_int().filter(|&n| n >= 0)?;
                            Some(Operand::Const(Const::signed(n)))
                        }
                    }
                };
                match (signed(&op.args[0]), signed(&op.args[1])) {
                    (Some(x), Some(n)) => Some((IntLt, vec![x, n])),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some((o, args)) = new {
            // The new operation is there first: the old one must give the same.
            let result = Operand::Var(op.result);
            if let Some(check) = checks::proven(cx, g, op, &result, "ranges") {
                checks.push((i + 1, check));
            }
            op.op = o;
            op.args = args.into_iter().collect();
            any = true;
        }
    }
    for (i, check) in checks.into_iter().rev() {
        ops.insert(i, check);
    }
    g.blocks[b].ops = ops;
    any
}

fn power_of_two(a: &Arg<LL>) -> Option<i64> {
    let n = int(Some(a))?;
    (n > 1 && (n as u64).is_power_of_two()).then(|| i64::from(n.trailing_zeros()))
}

/// `if x < n then (bounds check of x against n) else out`.
struct Tested {
    x: VarId,
    n: VarId,
    /// Where the test fails.
    no: LinkId,
    /// Where the bounds check succeeds, and where it fails.
    inside: LinkId,
    outside: LinkId,
    /// What the block of the bounds check calls its inputargs, in terms of the test's.
    names: FxHashMap<VarId, Arg<LL>>,
}

/// The test at the end of a block and the bounds check behind it, which is all that the next block does.
fn tested(g: &LLGraph, b: BlockId, sizes: &FxHashSet<VarId>) -> Option<Tested> {
    // What decides over the exits of a block, and those where it is true and false.
    let decided = |b: BlockId| {
        let ExitSwitch::Value(Operand::Var(v)) = g.blocks[b].exitswitch else {
            return None;
        };
        let exit = |case: bool| {
            let mut exits = g.blocks[b].exits.iter().copied();
            exits.find(|&l| g.links[l].exitcase == ExitCase::Bool(case))
        };
        let op = g.blocks[b].ops.iter().find(|o| o.result == v)?;
        Some((op, exit(true)?, exit(false)?))
    };
    let (test, yes, no) = decided(b)?;
    let (x, n) = match (&test.op, &test.args[..]) {
        (LLOp::IntLt, [Operand::Var(x), Operand::Var(n)]) => (*x, *n),
        _ => return None,
    };
    // `n` must be a size: where it is not, the unsigned test means something else.
    if !sizes.contains(&n) {
        return None;
    }
    let check = g.links[yes].target;
    let all = g.live_blocks().flat_map(|p| g.successors(p));
    if check == b || g.is_final(check) || all.filter(|&t| t == check).count() != 1 {
        return None;
    }
    let inputs = g.blocks[check].inputargs.iter().copied();
    let names: FxHashMap<VarId, Arg<LL>> = inputs.zip(g.links[yes].args.iter().cloned()).collect();
    let (bounds, inside, outside) = decided(check)?;
    let ops = &g.blocks[check].ops;
    let means = |a: &Arg<LL>, v: VarId| {
        uncast(g, check, a)
            .and_then(Operand::var)
            .and_then(|p| names.get(&p))
            .and_then(Operand::var)
            == Some(v)
    };
    let cast = |o: &Operation<LL>| o.op == LLOp::CastIntToUint || o.result == bounds.result;
    let passes_own = |l: LinkId| {
        let vars = g.links[l].args.iter().filter_map(Operand::var);
        vars.into_iter().any(|v| ops.iter().any(|o| o.result == v))
    };
    let all = bounds.op == LLOp::UintLt
        && ops.len() <= 3
        && ops.iter().all(cast)
        && means(&bounds.args[0], x)
        && means(&bounds.args[1], n)
        && !passes_own(inside)
        && !passes_own(outside);
    all.then_some(Tested {
        x,
        n,
        no,
        inside,
        outside,
        names,
    })
}

/// `if x < n then (bounds check of x against n) else out` makes the bounds check first.
fn turn_round(cx: &PassContext<'_>, g: &mut LLGraph, b: BlockId, sizes: &FxHashSet<VarId>) -> bool {
    let Some(Tested {
        x,
        n,
        no,
        inside,
        outside,
        names,
    }) = tested(g, b, sizes)
    else {
        return false;
    };
    let rename = |args: &Args<LL>| -> Args<LL> {
        args.iter()
            .map(|a| match a {
                Operand::Var(v) => names.get(v).cloned().unwrap_or_else(|| a.clone()),
                k => k.clone(),
            })
            .collect()
    };
    let (in_target, in_args) = (g.links[inside].target, rename(&g.links[inside].args));
    let (out_target, out_args) = (g.links[outside].target, rename(&g.links[outside].args));
    let (end_target, end_args) = (g.links[no].target, g.links[no].args.clone());
    // The truth value of the first test must not be passed where it is no longer known.
    let span = g.blocks[b].span;
    let cast = |g: &mut LLGraph, v: VarId| {
        make_op(
            g,
            LLOp::CastIntToUint,
            [Operand::Var(v)],
            LLType::Unsigned,
            span,
        )
    };
    // That the size is not negative is what the bounds check's implying the test rests on.
    let zero = Operand::Const(Const::signed(0));
    let sign = make_op(g, LLOp::IntGe, [Operand::Var(n), zero], LLType::Bool, span);
    let yes = Operand::Const(Const::bool(true));
    let claim = checks::proven(cx, g, &sign, &yes, "ranges");
    g.blocks[b].ops.extend(claim);
    let (cx_op, cn_op) = (cast(g, x), cast(g, n));
    let args = [Operand::Var(cx_op.result), Operand::Var(cn_op.result)];
    let first = make_op(g, LLOp::UintLt, args, LLType::Bool, span);
    let first_result = first.result;
    g.blocks[b].ops.extend([cx_op, cn_op, first]);
    // The exit: a block that makes the original test. It takes what both its exits need.
    let mut needed: Vec<VarId> = vec![x, n];
    for a in out_args.iter().chain(&end_args) {
        if let Some(v) = a.var()
            && !needed.contains(&v)
        {
            needed.push(v);
        }
    }
    let inputs: Vec<VarId> = needed.iter().map(|&v| g.copy_var(v)).collect();
    let inner: FxHashMap<VarId, VarId> =
        needed.iter().copied().zip(inputs.iter().copied()).collect();
    let bind = |args: &Args<LL>| -> Args<LL> {
        args.iter()
            .map(|a| match a {
                Operand::Var(v) => Operand::Var(inner[v]),
                k => k.clone(),
            })
            .collect()
    };
    let exit_test = g.new_block(inputs.clone(), span);
    let args = [Operand::Var(inputs[0]), Operand::Var(inputs[1])];
    let again = g.op(exit_test, LLOp::IntLt, args, LLType::Bool, span);
    let (out_args, end_args) = (bind(&out_args), bind(&end_args));
    g.branch(
        exit_test,
        Operand::Var(again),
        (out_target, out_args),
        (end_target, end_args),
        span,
    );
    let to_exit_test: Args<LL> = needed.into_iter().map(Operand::Var).collect();
    g.branch(
        b,
        Operand::Var(first_result),
        (in_target, in_args),
        (exit_test, to_exit_test),
        span,
    );
    g.remove_unreachable();
    true
}

/// Variables that hold a size, wherever they were passed since.
fn sizes(cx: &PassContext<'_>, g: &LLGraph) -> FxHashSet<VarId> {
    let made: FxHashSet<VarId> = g
        .live_blocks()
        .flat_map(|b| g.blocks[b].ops.iter())
        .filter(|o| is_size(&cx.program.types, &o.op))
        .map(|o| o.result)
        .collect();
    origins(g)
        .iter_enumerated()
        .filter(|(_, o)| o.var().is_some_and(|v| made.contains(&v)))
        .map(|(v, _)| v)
        .collect()
}
