//! Malloc removal: structures that never leave the function become variables, one per field.
//!
//! ```text
//! b0(v0):                                     b0(v0):
//!     v1 = malloc[Point]()                        goto b1(v0, 0)
//!     setfield[Point.x](v1, v0)               b1(v3, v4):                # x, y
//!     goto b1(v1)                                 goto return(v3)
//! b1(v2):
//!     v3 = getfield[Point.x](v2)
//!     goto return(v3)
//! ```
//! Variables that links and casts connect form a *family* (union-find). A family can go if all its sources are
//! allocations of one structure type, and it is used only by reads and writes of fields, casts within the type's
//! parents, tests against null, and links (each object once per link: no two variables of a block are the same object).
//! A call of a slow path (a helper that is not to be inlined, as the growth of a list) may have the object as an
//! argument that it only reads and writes fields of: around that call it is a structure, made for it and read back.
//! Each variable of the family is then replaced by the variables of its fields, which links pass in its place.
//! Simplification and another round remove what held only such objects (the iterator that held the range).
use ir::index::DisjointSets;
use ir::lltype::{Container, ContainerId, FieldType, LLType};
use ir::model::{Arg, BlockId, ExitSwitch, Operand, Operation, VarId};
use lowlevel::check::Test;
use lowlevel::program::KnownTypes;
use lowlevel::{Const, LL, LLGraph, LLOp, Program, Value};
use rustc_hash::FxHashMap;

use super::rewrite::{Renaming, make_op};
use super::{PassContext, PassOptions};

mod borrows;
mod unpack;
use borrows::{Borrowed, borrowed};

/// Structures with more fields than this stay.
const MAX_FIELDS: usize = 16;

/// Removes allocations all over a program; the number of functions that had some.
pub fn run(program: &mut Program, options: &PassOptions) -> Result<usize, String> {
    let unpacked = unpack::run(program);
    let borrowed = borrowed(program);
    let function = |cx: &PassContext<'_>, g: &mut LLGraph| remove(cx, &borrowed, g);
    Ok(unpacked + super::run_function_pass(program, options, function))
}

/// Removes the allocations of a function, but none that a slow path borrows; whether there were any. For the JIT, which
/// keeps those apart itself, and for inlining, which weighs what is left.
pub fn run_alone(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    remove(cx, &Borrowed::default(), g)
}

fn remove(cx: &PassContext<'_>, borrowed: &Borrowed, g: &mut LLGraph) -> bool {
    let has_malloc = g.live_blocks().any(|b| {
        g.blocks[b]
            .ops
            .iter()
            .any(|o| matches!(o.op, LLOp::Malloc(_)))
    });
    if !has_malloc {
        return false;
    }
    let mut any = false;
    // A structure that holds another goes first.
    for _ in 0..4 {
        if !round(cx, borrowed, g) {
            break;
        }
        any = true;
        super::simplify::run(cx, g);
    }
    any
}

/// A family of variables that hold the same objects.
#[derive(Clone, Default)]
struct Family {
    /// The structure its allocations make.
    made: Option<ContainerId>,
    /// It escapes, or is not made here.
    bad: bool,
}

/// What becomes of a family: its structure, and the variables in its place.
#[derive(Clone)]
struct Plan {
    made: ContainerId,
    fields: Vec<(ContainerId, u32, LLType)>,
}

/// All value fields of a structure, its parents' included.
fn fields(cx: &PassContext<'_>, c: ContainerId) -> Option<Vec<(ContainerId, u32, LLType)>> {
    let types = &cx.program.types;
    let Container::Struct(s) = types.get(c) else {
        return None;
    };
    if s.hints.finalizer || s.hints.weakref || !s.gc {
        return None;
    }
    let mut out = Vec::new();
    for (i, f) in s.fields.iter().enumerate() {
        match f.ty {
            FieldType::Value(t) => out.push((c, i as u32, t)),
            FieldType::Inline(p) if i == 0 && types.super_struct(c) == Some(p) => {
                out.extend(fields(cx, p)?);
            }
            FieldType::Inline(_) => return None,
        }
    }
    (out.len() <= MAX_FIELDS).then_some(out)
}

fn round(cx: &PassContext<'_>, borrowed: &Borrowed, g: &mut LLGraph) -> bool {
    g.remove_unreachable();
    let n = g.vars.len();
    let mut families = DisjointSets::new(n);
    for b in g.live_blocks() {
        for op in &g.blocks[b].ops {
            if let (LLOp::CastPointer | LLOp::SameAs, Some(v)) =
                (&op.op, op.args.first().and_then(Operand::var))
            {
                families.unite(v, op.result);
            }
        }
        for &l in &g.blocks[b].exits {
            let link = &g.links[l];
            for (a, &q) in link.args.iter().zip(&g.blocks[link.target].inputargs) {
                if let Some(a) = a.var() {
                    families.unite(a, q);
                }
            }
        }
    }
    let facts = facts(cx, borrowed, g, &mut families);
    let mut plan: FxHashMap<VarId, Plan> = FxHashMap::default();
    for (v, f) in &facts {
        if let (Some(made), false) = (f.made, f.bad)
            && let Some(fields) = fields(cx, made)
        {
            plan.insert(*v, Plan { made, fields });
        }
    }
    if plan.is_empty() {
        return false;
    }
    Rewrite {
        g,
        known: &cx.program.known,
        families,
        plan,
        parts: FxHashMap::default(),
    }
    .run();
    true
}

fn facts(
    cx: &PassContext<'_>,
    borrowed: &Borrowed,
    g: &LLGraph,
    families: &mut DisjointSets<VarId>,
) -> FxHashMap<VarId, Family> {
    let mut facts: FxHashMap<VarId, Family> = FxHashMap::default();
    let mut bad = |v: VarId, families: &mut DisjointSets<VarId>| {
        facts.entry(families.find(v)).or_default().bad = true;
    };
    for &v in g.args() {
        bad(v, families);
    }
    for f in [g.return_block, g.except_block] {
        for &v in &g.blocks[f].inputargs {
            bad(v, families);
        }
    }
    let mut made: Vec<(VarId, ContainerId)> = Vec::new();
    for b in g.live_blocks() {
        let block = &g.blocks[b];
        // Names of the same object in this block.
        let mut same: FxHashMap<VarId, VarId> = FxHashMap::default();
        let mut made_here: Vec<VarId> = Vec::new();
        for op in &block.ops {
            if let (LLOp::CastPointer | LLOp::SameAs, Some(v)) =
                (&op.op, op.args.first().and_then(Operand::var))
            {
                let origin = same.get(&v).copied().unwrap_or(v);
                same.insert(op.result, origin);
            }
            match &op.op {
                LLOp::Malloc(c) => {
                    made.push((op.result, *c));
                    made_here.push(op.result);
                }
                LLOp::CastPointer | LLOp::SameAs => {
                    if op.args[0].var().is_none() {
                        bad(op.result, families);
                    }
                }
                _ => bad(op.result, families),
            }
            for (i, a) in op.args.iter().enumerate() {
                let Some(v) = a.var() else { continue };
                let origin = same.get(&v).unwrap_or(&v);
                // What is made for the call alone stays.
                let lent = || !made_here.contains(origin) && borrows(borrowed, g, b, op, i);
                if !keeps_fields_apart(op, i) && !lent() {
                    bad(v, families);
                }
            }
        }
        if let ExitSwitch::Value(Operand::Var(v)) = &block.exitswitch {
            bad(*v, families);
        }
        for &l in &block.exits {
            let link = &g.links[l];
            for v in link.caught() {
                bad(v, families);
            }
            let mut passed: Vec<VarId> = Vec::new();
            for (a, &q) in link.args.iter().zip(&g.blocks[link.target].inputargs) {
                let Some(v) = a.var() else {
                    bad(q, families);
                    continue;
                };
                // Two inputargs for one object would be two sets of fields.
                let origin = same.get(&v).copied().unwrap_or(v);
                if passed.contains(&origin) {
                    bad(v, families);
                }
                passed.push(origin);
            }
        }
    }
    note_made(made, families, &mut facts);
    check_accesses(cx, g, families, &mut facts);
    facts
}

/// Notes of which structure the allocations of each family are; it must be one.
fn note_made(
    made: Vec<(VarId, ContainerId)>,
    families: &mut DisjointSets<VarId>,
    facts: &mut FxHashMap<VarId, Family>,
) {
    for (v, c) in made {
        let f = facts.entry(families.find(v)).or_default();
        if f.made.is_some_and(|m| m != c) {
            f.bad = true;
        }
        f.made = Some(c);
    }
}

/// Every access must name the structure made, or a parent of it.
fn check_accesses(
    cx: &PassContext<'_>,
    g: &LLGraph,
    families: &mut DisjointSets<VarId>,
    facts: &mut FxHashMap<VarId, Family>,
) {
    for b in g.live_blocks() {
        for op in &g.blocks[b].ops {
            if let (LLOp::GetField(c, _) | LLOp::SetField(c, _), Some(v)) =
                (&op.op, op.args.first().and_then(Operand::var))
                && let Some(f) = facts.get_mut(&families.find(v))
                && let Some(made) = f.made
            {
                f.bad |= !cx.program.types.is_subtype(made, *c);
            }
        }
    }
}

/// Whether argument `i` of an operation may be an object of which there are only the fields.
fn keeps_fields_apart(op: &Operation<LL>, i: usize) -> bool {
    match &op.op {
        LLOp::GetField(..) | LLOp::SetField(..) => i == 0,
        LLOp::CastPointer
        | LLOp::SameAs
        | LLOp::PtrNonzero
        | LLOp::PtrIszero
        | LLOp::KeepAlive
        | LLOp::Check(_) => true,
        LLOp::PtrEq | LLOp::PtrNe => {
            // With null only; fresh objects were compared by simplification.
            op.args[1 - i]
                .as_const()
                .is_some_and(|c| c.value == Value::Null)
        }
        _ => false,
    }
}

/// Whether a call is one of a slow path that only reads and writes fields of argument `i`.
fn borrows(borrowed: &Borrowed, g: &LLGraph, b: BlockId, op: &Operation<LL>, i: usize) -> bool {
    let LLOp::DirectCall(f) = op.op else {
        return false;
    };
    let block = &g.blocks[b];
    let is_last = block.ops.last().is_some_and(|o| o.result == op.result);
    let again = op.args.iter().filter(|a| **a == op.args[i]).count() > 1;
    // What is read back would have to be on each of the ways out.
    if again || is_last && block.exitswitch == ExitSwitch::LastException {
        return false;
    }
    (borrowed.get(&f)).is_some_and(|b| b.get(i) == Some(&true))
}

struct Rewrite<'a> {
    g: &'a mut LLGraph,
    known: &'a KnownTypes,
    families: DisjointSets<VarId>,
    plan: FxHashMap<VarId, Plan>,
    /// The fields of a variable of a family, in the order of the plan.
    parts: FxHashMap<VarId, Vec<Arg<LL>>>,
}

impl Rewrite<'_> {
    fn planned(&mut self, v: VarId) -> Option<Plan> {
        let root = self.families.find(v);
        self.plan.get(&root).cloned()
    }
    fn run(&mut self) {
        let blocks: Vec<BlockId> = self.g.live_blocks().collect();
        for &b in &blocks {
            let inputs = std::mem::take(&mut self.g.blocks[b].inputargs);
            let mut out = Vec::with_capacity(inputs.len());
            for v in inputs {
                match self.planned(v) {
                    None => out.push(v),
                    Some(Plan { fields, .. }) => {
                        let vars: Vec<VarId> = fields.iter().map(|f| self.g.new_var(f.2)).collect();
                        out.extend(&vars);
                        self.parts
                            .insert(v, vars.into_iter().map(Operand::Var).collect());
                    }
                }
            }
            self.g.blocks[b].inputargs = out;
        }
        for &b in &blocks {
            self.block(b);
        }
    }
    fn block(&mut self, b: BlockId) {
        let mut renaming = Renaming::default();
        let ops = std::mem::take(&mut self.g.blocks[b].ops);
        let mut out = Vec::with_capacity(ops.len());
        for mut op in ops {
            renaming.op(&mut op);
            let object = op.args.first().and_then(Operand::var);
            let truth = |b: bool| Operand::Const(Const::bool(b));
            match &op.op {
                LLOp::Malloc(_) => {
                    let Some(Plan { fields, .. }) = self.planned(op.result) else {
                        out.push(op);
                        continue;
                    };
                    let zeros = fields.iter().map(|f| Operand::Const(Const::zero(f.2)));
                    self.parts.insert(op.result, zeros.collect());
                }
                LLOp::CastPointer | LLOp::SameAs => {
                    match object.filter(|v| self.parts.contains_key(v)) {
                        // The result is another name of the same object, in this block too.
                        Some(v) => renaming.insert(op.result, Operand::Var(v)),
                        None => out.push(op),
                    }
                }
                LLOp::GetField(c, f) => match self.part(object, *c, *f) {
                    Some((v, i)) => {
                        let value = self.parts[&v][i].clone();
                        // A copy, for its result may be named on links already renamed.
                        renaming.insert(op.result, value);
                    }
                    None => out.push(op),
                },
                LLOp::SetField(c, f) => match self.part(object, *c, *f) {
                    Some((v, i)) => {
                        let value = op.args[1].clone();
                        self.parts.get_mut(&v).expect("of the family")[i] = value;
                    }
                    None => out.push(op),
                },
                LLOp::PtrNonzero | LLOp::PtrNe | LLOp::PtrIszero | LLOp::PtrEq
                    if op
                        .args
                        .iter()
                        .any(|a| a.var().is_some_and(|v| self.parts.contains_key(&v))) =>
                {
                    let nonzero = matches!(op.op, LLOp::PtrNonzero | LLOp::PtrNe);
                    let args = [truth(nonzero)];
                    let copy = make_op(self.g, LLOp::SameAs, args, LLType::Bool, op.span);
                    renaming.insert(op.result, Operand::Var(copy.result));
                    out.push(copy);
                }
                LLOp::KeepAlive if object.is_some_and(|v| self.parts.contains_key(&v)) => {}
                LLOp::Check(_)
                    if (op.args.iter())
                        .any(|a| a.var().is_some_and(|v| self.parts.contains_key(&v))) =>
                {
                    let known = self.known;
                    out.extend(self.check(&op, known));
                }
                LLOp::DirectCall(_) => self.lend(op, &mut out),
                _ => out.push(op),
            }
        }
        self.g.blocks[b].ops = out;
        if let ExitSwitch::Value(v) = &mut self.g.blocks[b].exitswitch {
            *v = renaming.resolve(v);
        }
        for i in 0..self.g.blocks[b].exits.len() {
            let l = self.g.blocks[b].exits[i];
            let args = std::mem::take(&mut self.g.links[l].args);
            for a in args {
                let a = renaming.resolve(&a);
                match a.var().and_then(|v| self.parts.get(&v)) {
                    Some(parts) => self.g.links[l].args.extend(parts.iter().cloned()),
                    None => self.g.links[l].args.push(a),
                }
            }
        }
    }
    /// A call: objects among its arguments are made for it and read back.
    fn lend(&mut self, mut op: Operation<LL>, out: &mut Vec<Operation<LL>>) {
        let span = op.span;
        let mut lent = Vec::new();
        for i in 0..op.args.len() {
            let Some(v) = op.args[i].var().filter(|v| self.parts.contains_key(v)) else {
                continue;
            };
            let Some(Plan { made, fields }) = self.planned(v) else {
                continue;
            };
            let given = *self.g.ty(v);
            let object = make_op(self.g, LLOp::Malloc(made), [], LLType::Ptr(made), span);
            let whole = object.result;
            out.push(object);
            for (k, &(c, f, _)) in fields.iter().enumerate() {
                let owner = self.cast(whole, LLType::Ptr(c), span, out);
                let value = self.parts[&v][k].clone();
                let set = LLOp::SetField(c, f);
                let args = [Operand::Var(owner), value];
                out.push(make_op(self.g, set, args, LLType::Void, span));
            }
            op.args[i] = Operand::Var(self.cast(whole, given, span, out));
            lent.push((v, whole, fields));
        }
        out.push(op);
        for (v, whole, fields) in lent {
            for (k, (c, f, ty)) in fields.into_iter().enumerate() {
                let owner = self.cast(whole, LLType::Ptr(c), span, out);
                let get = LLOp::GetField(c, f);
                let load = make_op(self.g, get, [Operand::Var(owner)], ty, span);
                self.parts.get_mut(&v).expect("of the family")[k] = Operand::Var(load.result);
                out.push(load);
            }
        }
    }
    fn cast(
        &mut self,
        v: VarId,
        ty: LLType,
        span: ir::source::Span,
        out: &mut Vec<Operation<LL>>,
    ) -> VarId {
        if *self.g.ty(v) == ty {
            return v;
        }
        let cast = make_op(self.g, LLOp::CastPointer, [Operand::Var(v)], ty, span);
        let result = cast.result;
        out.push(cast);
        result
    }
    /// A check of an object without memory: of the variables in its place. Nothing is left of a test that it is not
    /// null.
    fn check(&mut self, op: &Operation<LL>, known: &KnownTypes) -> Vec<Operation<LL>> {
        let LLOp::Check(c) = &op.op else {
            return Vec::new();
        };
        let object = op.args.first().and_then(Operand::var);
        let again = |me: &mut Self, tested, args: Vec<Arg<LL>>| {
            let gone = |a: &Arg<LL>| a.var().is_some_and(|v| me.parts.contains_key(&v));
            if args.iter().any(gone) {
                return Vec::new();
            }
            let check = LLOp::check(Test::Gives(Box::new(tested)), c.claim.clone());
            vec![make_op(me.g, check, args, LLType::Void, op.span)]
        };
        match &c.test {
            Test::Gives(load) => {
                let LLOp::GetField(c, f) = **load else {
                    return Vec::new();
                };
                match self.part(object, c, f) {
                    Some((v, i)) => {
                        let args = vec![self.parts[&v][i].clone(), op.args[1].clone()];
                        again(self, LLOp::SameAs, args)
                    }
                    None => Vec::new(),
                }
            }
            Test::Class => {
                let (Some(root), Some(vtable)) = (known.object, known.vtable) else {
                    return Vec::new();
                };
                let Some((v, i)) = self.part(object, root, 0) else {
                    return Vec::new();
                };
                let class = self.parts[&v][i].clone();
                if class.as_const().is_some_and(|c| c.value == Value::Null) {
                    return Vec::new();
                }
                let number = LLOp::GetField(vtable, 0);
                let load = make_op(self.g, number, [class], LLType::Signed, op.span);
                let args = vec![
                    op.args[1].clone(),
                    Operand::Var(load.result),
                    op.args[2].clone(),
                    Operand::Const(Const::bool(true)),
                ];
                let mut out = vec![load];
                out.extend(again(self, LLOp::IntBetween, args));
                out
            }
            Test::Member | Test::Never => Vec::new(),
        }
    }
    /// Which field of which object of a family an access means.
    fn part(&mut self, object: Option<VarId>, c: ContainerId, f: u32) -> Option<(VarId, usize)> {
        let v = object.filter(|v| self.parts.contains_key(v))?;
        let Plan { fields, .. } = self.planned(v)?;
        let i = fields.iter().position(|x| (x.0, x.1) == (c, f))?;
        Some((v, i))
    }
}
