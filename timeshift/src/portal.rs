//! The translated interpreter's side: counters at merge points of loops, and entering and leaving residual code.
//!
//! ```text
//! b5: ... can_enter_jit(pc, code, frame) ... goto b2(pc, frame)
//!         ▼
//! b5: ... left = budget - 1; if budget < 1 then warm else go on with left
//! warm: i = hash(pc, code); n = counters[i] + weight; counters[i] = n; if n >= threshold then cold else go on with the budget `stride`
//! cold: exchange ← pc, code, frame;  gx_jit_enter(portal): INTERPRET → go on with the budget of the buffer, ENTER → run
//! run:  call the residual code: CONTINUE → left
//!                               DONE     → return the first word of the buffer
//! left: gx_jit_enter(portal | LEFT): ENTER → run, CONTINUE → the block behind the merge point, greens and reds from the exchange buffer
//! ```
//! Counted are the links into the merge point's block by which a `can_enter_jit` of the driver arrives there, and those
//! by which its loop is entered (or a function that loops through recursion only would never get hot); without
//! `can_enter_jit`, every arrival at the merge point. An exception (RAISED) leaves the function at the call, as any
//! exception does. The counter's number is passed in the buffer's last word, so that the JIT can set it.
//!
//! Between a `can_enter_jit` and the merge point lies the test of the loop, as a rule. The way there is to have no
//! effects, and to bring the state that the marker names; what it shares with other ways is copied, so that only the
//! arrivals of the marker count:
//!
//! ```text
//! b5: can_enter_jit(pc, code, frame); goto b1(pc, frame)          b5: goto b9(pc, frame)
//! b8: goto b1(pc', frame)                                         b8: goto b1(pc', frame)
//! b1(pc, frame): if pc < n then b2(pc, frame) else return    →    b1(pc, frame): if pc < n then b2(pc, frame) else return
//! b2(pc, frame): jit_merge_point(pc, code, frame)                 b9(pc, frame): if pc < n then b10(pc, frame) else return
//!                                                                 b10(pc, frame): [counts] goto b2(pc, frame)
//! ```
//! Where that cannot be done, all arrivals at the merge point are counted; so they are if a `can_enter_jit` stands
//! right in front of it, or if functions that the portal calls have one, too, as primitives that jump back do.
use hintannotator::Portal;
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, LinkId, OpInfo as _, Operand, VarId};
use jit_abi::info::Direct;
use lowlevel::ops::MarkerKind;
use lowlevel::verify::operand_type;
use lowlevel::{Const, JitDriverId, LL, LLGraph, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use transform::ranges::{self, CountLevel};
use transform::rewrite::{Renaming, SameObjects, copy_block, insert_on_edge, origins, split_block};

use super::Failure;
use super::counting::{Counting, CountingSite, Machinery, closure};
use super::direct;

/// Blocks between a `can_enter_jit` and the merge point.
const WAY_LIMIT: usize = 100;

/// Operations between a `can_enter_jit`, or the loop's head, and the merge point: they are copied.
const COPY_LIMIT: usize = 24;

/// Rewrites the function of a portal. The graph is typed, its merge point in driver form. Returns how residual code
/// calls the portal, if it can do so directly.
///
/// # Errors
/// If a value is live behind the merge point that the marker does not name.
pub fn rewrite(
    program: &mut Program,
    machinery: &Machinery,
    portal: &Portal,
    number: usize,
) -> Result<Option<Direct>, Failure> {
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
    if state.len() > jit_abi::EXCHANGED {
        return Err(fail(format!(
            "{}: the state at the merge point has {} values, {} at most are supported",
            program.funcs[f].name,
            state.len(),
            jit_abi::EXCHANGED
        )));
    }
    let params = hintannotator::state_parameters(&program.funcs[f].graph, (block, at));
    let enters = find(&g, MarkerKind::CanEnterJit, portal.driver);
    let positions = needed
        .iter()
        .map(|&v| state.iter().position(|a| *a == Operand::Var(v)))
        .collect();
    let passed = needed.iter().map(|&v| Operand::Var(v));
    g.goto(block, behind, passed, span);
    let levels = ranges::analyse(program, &g);
    let levels: Vec<CountLevel> = (g.blocks[behind].inputargs.iter())
        .map(|&v| levels[v])
        .collect();
    let fixed = fixed(&g, &state, behind);
    let elsewhere = is_entered_elsewhere(program, portal);
    let links = (!elsewhere).then(|| arrivals(&mut g, block, &state, &enters));
    let places = match links.flatten() {
        Some(links) => place(&mut g, &links, &state),
        None => vec![CountingSite { block, state }],
    };
    let mut counting = Counting {
        g: &mut g,
        machinery,
        number,
        driver: portal.driver,
        greens: portal.greens.len(),
        types: types.clone(),
        behind,
        positions,
        levels,
        fixed,
        span,
    };
    let copies = counting.count(&places);
    machinery.set_copies(program, portal.driver, copies);
    program.funcs[f].graph = g;
    let greens = portal.greens.len();
    let params = params.filter(|p| portal.recursive && p.len() == types.len());
    let direct = params.map(|p| direct::declare(program, machinery, f, greens, &types, p));
    direct.transpose().map_err(fail)
}

/// Whether other functions than the portal's have a `can_enter_jit` of its driver: primitives that jump back, which the
/// portal calls. Control is not in the portal there, and comes to its merge point next.
fn is_entered_elsewhere(program: &Program, portal: &Portal) -> bool {
    let mut others = program
        .funcs
        .iter_enumerated()
        .filter(|&(f, _)| f != portal.func);
    others.any(|(_, f)| !find(&f.graph, MarkerKind::CanEnterJit, portal.driver).is_empty())
}

/// The values of the state at the merge point that are the same in each round of an activation: the loop does not
/// compute them.
fn fixed(g: &LLGraph, state: &[Arg<LL>], behind: BlockId) -> FxHashSet<usize> {
    let in_loop = closure(std::iter::once(behind), |b| g.successors(b).collect());
    let mut computed: FxHashSet<VarId> = FxHashSet::default();
    for &b in &in_loop {
        let block = &g.blocks[b];
        computed.extend(block.inputargs.iter().copied());
        computed.extend(block.ops.iter().map(|o| o.result));
    }
    let origin = origins(g);
    let is_fixed = |a: &Arg<LL>| {
        let v = a.var().map(|v| &origin[v]);
        v.is_some_and(|o| o.var().is_none_or(|v| !computed.contains(&v)))
    };
    (0..)
        .zip(state)
        .filter(|(_, a)| is_fixed(a))
        .map(|(i, _)| i)
        .collect()
}

/// Gives each link that counts a block of its own; the state is that of the links' target.
fn place(g: &mut LLGraph, links: &[LinkId], state: &[Arg<LL>]) -> Vec<CountingSite> {
    let mut places = Vec::new();
    for &l in links {
        let block = insert_on_edge(g, l);
        let mut renaming = Renaming::default();
        let target = g.links[g.blocks[block].exits[0]].target;
        let names = (g.blocks[target].inputargs.iter()).zip(&g.blocks[block].inputargs);
        for (&q, &v) in names {
            renaming.insert(q, Operand::Var(v));
        }
        let state = state.iter().map(|a| renaming.resolve(a)).collect();
        places.push(CountingSite { block, state });
    }
    places
}

/// Whether an operation between a marker and its merge point is a test or belongs to one: it has no effect.
fn is_quiet(op: &LLOp) -> bool {
    let light = |op: &LLOp| matches!(op, LLOp::Hint(_) | LLOp::KeepAlive | LLOp::JitMarker(..));
    op.is_pure() || op.is_load() || light(op)
}

fn is_quiet_block(g: &LLGraph, b: BlockId) -> bool {
    g.blocks[b].ops.iter().all(|o| is_quiet(&o.op))
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

/// The links from operation `i` of block `b` to block `block`, if there is one quiet way. At a test it takes the exit
/// that leads there.
fn way(g: &LLGraph, (b, i): (BlockId, usize), block: BlockId) -> Option<Vec<LinkId>> {
    if !g.blocks[b].ops[i + 1..].iter().all(|o| is_quiet(&o.op)) {
        return None;
    }
    // Backwards: where a quiet way to the block begins. A loop on the way is none.
    let preds = g.predecessors();
    let mut leads: FxHashSet<BlockId> = FxHashSet::default();
    let mut todo = vec![block];
    while let Some(t) = todo.pop() {
        for &(p, _) in &preds[t] {
            if p != block && p != b && is_quiet_block(g, p) && leads.insert(p) {
                todo.push(p);
            }
        }
    }
    let mut links: Vec<LinkId> = Vec::new();
    let mut at = b;
    while at != block || links.is_empty() {
        let mut there = (g.blocks[at].exits.iter().copied()).filter(|&l| {
            let t = g.links[l].target;
            t == block || leads.contains(&t)
        });
        let (Some(l), None) = (there.next(), there.next()) else {
            return None;
        };
        links.push(l);
        at = g.links[l].target;
        if links.len() > WAY_LIMIT {
            return None;
        }
    }
    Some(links)
}

/// What the variables that the end of a way begins with are, in terms of its beginning.
fn brought(g: &LLGraph, way: &[LinkId]) -> FxHashMap<VarId, Arg<LL>> {
    let mut known: FxHashMap<VarId, Arg<LL>> = FxHashMap::default();
    for &l in way {
        let link = &g.links[l];
        let value = |a: &Arg<LL>| a.var().and_then(|v| known.get(&v)).unwrap_or(a).clone();
        known = (g.blocks[link.target].inputargs.iter().copied())
            .zip(link.args.iter().map(value))
            .collect();
    }
    known
}

/// Whether two values are one, perhaps under different static types. A marker passes None without a type.
fn is_same(objects: &SameObjects, a: &Arg<LL>, b: &Arg<LL>) -> bool {
    let none = |a: &Arg<LL>, b: &Arg<LL>| {
        *a == Operand::Const(Const::VOID)
            && b.as_const()
                .is_some_and(|c| matches!(c.ty, LLType::Ptr(_)) && *c == Const::zero(c.ty))
    };
    a == b || none(a, b) || none(b, a) || objects.of(a).is_some_and(|o| objects.of(b) == Some(o))
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
        let objects = SameObjects::new(g);
        for (b, i) in find(g, MarkerKind::CanEnterJit, p.driver) {
            let enter = &g.blocks[b].ops[i];
            // Right in front of the merge point the state is what it is there.
            let arriving = match b == block && i < at {
                true => None,
                false => match way(g, (b, i), block) {
                    Some(way) => Some(brought(g, &way)),
                    None => continue,
                },
            };
            let differs = |(&name, (m, e)): (&_, (&Arg<LL>, &Arg<LL>))| {
                let seen = match (m, &arriving) {
                    (Operand::Var(v), Some(arriving)) => arriving.get(v),
                    _ => Some(m),
                };
                seen.is_some_and(|s| !is_same(&objects, s, e))
                    .then_some(name)
            };
            let names = driver.greens.iter().chain(&driver.reds);
            let mut values = merge.args.iter().zip(&enter.args);
            let found: Option<ir::name::Name> = names.zip(values.by_ref()).find_map(differs);
            if let Some(name) = found {
                notes.push(
                    Diagnostic::warning(
                        "W0711",
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

/// The links into the merge point's block that count; `None`: every arrival does. Copies what they share with others.
fn arrivals(
    g: &mut LLGraph,
    block: BlockId,
    state: &[Arg<LL>],
    enters: &[(BlockId, usize)],
) -> Option<Vec<LinkId>> {
    let inputs = &g.blocks[block].inputargs;
    let known = |a: &Arg<LL>| a.var().is_none_or(|v| inputs.contains(&v));
    // What arrives comes by a marker in front of the merge point.
    let by_marker = enters.iter().any(|&(b, _)| b == block);
    if enters.is_empty()
        || by_marker
        || block == g.start
        || !state.iter().all(known)
        || !is_quiet_block(g, block)
    {
        return None;
    }
    let objects = SameObjects::new(g);
    let mut ways = Vec::new();
    for &(b, i) in enters {
        let way = way(g, (b, i), block)?;
        let arriving = brought(g, &way);
        let seen = |s: &Arg<LL>| s.var().and_then(|v| arriving.get(&v)).unwrap_or(s).clone();
        // What the driver does not name is what it is.
        let named = values(g, &g.blocks[b].ops[i].args);
        let mut both = state.iter().zip(&named);
        if named.len() > state.len() || !both.all(|(s, v)| is_same(&objects, &seen(s), v)) {
            return None;
        }
        let between = way.iter().map(|&l| g.blocks[g.links[l].target].ops.len());
        if between.sum::<usize>() > COPY_LIMIT + g.blocks[block].ops.len() {
            return None;
        }
        ways.push(way);
    }
    let mut counted: Vec<LinkId> = Vec::new();
    for way in &ways {
        let last = own_way(g, way);
        // Of two markers on one way one counts.
        if !counted.contains(&last) {
            counted.push(last);
        }
    }
    counted.extend(entries(g, block, &counted));
    Some(counted)
}

/// Makes a way one that nothing else takes, by copies of the blocks that others lead to. Returns its last link.
fn own_way(g: &mut LLGraph, way: &[LinkId]) -> LinkId {
    let mut shared = false;
    let mut last = way[0];
    for &next in &way[1..] {
        let b = g.links[last].target;
        shared |= g.predecessors()[b].len() > 1;
        if !shared {
            last = next;
            continue;
        }
        let exit = g.blocks[b].exits.iter().position(|&l| l == next);
        let copy = copy_block(g, b);
        g.links[last].target = copy;
        last = g.blocks[copy].exits[exit.expect("the way leads through the block")];
    }
    last
}

/// The links into the merge point's block by which its loop is entered, each made one of its own: from the loop's head
/// to the merge point there may be tests.
fn entries(g: &mut LLGraph, block: BlockId, counted: &[LinkId]) -> Vec<LinkId> {
    let preds = g.predecessors();
    let inside = closure(g.successors(block), |b| g.successors(b).collect());
    let others = |b: BlockId| preds[b].iter().filter(|(_, l)| !counted.contains(l));
    let (mut head, mut way) = (block, Vec::new());
    let mut copied = 0;
    while let [&(p, l)] = others(head).collect::<Vec<_>>()[..] {
        copied += g.blocks[p].ops.len();
        if p == g.start || !inside.contains(&p) || !is_quiet_block(g, p) || copied > COPY_LIMIT {
            break;
        }
        way.insert(0, l);
        head = p;
    }
    let from_outside: Vec<LinkId> = (others(head).filter(|(p, _)| !inside.contains(p)))
        .map(|&(_, l)| l)
        .collect();
    let mut links = Vec::new();
    for l in from_outside {
        let whole: Vec<LinkId> = std::iter::once(l).chain(way.iter().copied()).collect();
        links.push(own_way(g, &whole));
    }
    links
}
