//! The GC transform, the last pass: write barriers ([`barriers`]) and root slots ([`roots`]).
//!
//! Both need to know what a safepoint is: see [`super::effects::Effects::op_collects`].
use ir::dataflow::{BlockAnalysis, Direction, Lattice, blocks};
use ir::model::verify::{Site, Violation};
use ir::model::{Arg, BlockId, ExitSwitch, Operand, VarId, order};
use lowlevel::{FuncId, LL, LLGraph, LLOp, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::Effects;
use super::{PassContext, PassOptions};

pub mod barriers;
pub mod roots;

/// Inserts barriers and root slots in every function; how many functions there are.
pub fn run(program: &mut Program, options: &PassOptions) -> Result<usize, String> {
    super::run_function_pass(program, options, transform);
    // The phase changes even where no function does.
    Ok(program.funcs.len().max(1))
}

fn transform(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    let a = barriers::run(cx, g);
    let b = roots::run(cx, g);
    g.compact();
    a || b
}

/// Whether `gc_keep` can stand behind an operation.
fn keeps_behind(op: &LLOp) -> bool {
    matches!(op, LLOp::Malloc(_) | LLOp::MallocVar(_) | LLOp::GcKeep(_))
}

/// References used after a safepoint that they did not cross in a root slot: the rule that every function obeys after
/// the transform. A linear scan of each block suffices, since variables do not leave their block and links count as
/// uses.
pub fn stale_references(program: &Program, effects: &Effects, f: FuncId) -> Vec<Violation> {
    let g = &program.funcs[f].graph;
    let mut errors = Vec::new();
    for b in g.live_blocks() {
        let block = &g.blocks[b];
        // The number of safepoints passed when a reference came to be.
        let mut born: FxHashMap<VarId, usize> = block.inputargs.iter().map(|&v| (v, 0)).collect();
        let mut safepoints = 0;
        let stale = |a: &Arg<LL>, born: &FxHashMap<VarId, usize>, safepoints: usize| match a {
            Operand::Var(v) if program.types.is_gc_ref(*g.ty(*v)) => {
                born.get(v).is_some_and(|&n| n < safepoints).then_some(*v)
            }
            _ => None,
        };
        for (i, op) in block.ops.iter().enumerate() {
            let behind = |i: usize| i > 0 && keeps_behind(&block.ops[i - 1].op);
            if matches!(op.op, LLOp::GcKeep(_)) && !behind(i) {
                let (place, message) = (Site::Op(b, i), "stands behind no allocation".into());
                errors.push(Violation { place, message });
            }
        }
        let mut error = |place, v: VarId| {
            let message = format!("{v} is used after a safepoint without being reloaded");
            errors.push(Violation { place, message });
        };
        for (i, op) in block.ops.iter().enumerate() {
            // It takes what was there before the allocation it stands behind.
            let seen = safepoints - usize::from(matches!(op.op, LLOp::GcKeep(_)) && safepoints > 0);
            for a in &op.args {
                if let Some(v) = stale(a, &born, seen) {
                    error(Site::Op(b, i), v);
                }
            }
            if effects.op_collects(program, &op.op) {
                safepoints += 1;
            }
            born.insert(op.result, safepoints);
        }
        if let ExitSwitch::Value(a) = &block.exitswitch
            && let Some(v) = stale(a, &born, safepoints)
        {
            error(Site::Exit(b, 0), v);
        }
        for (i, &l) in block.exits.iter().enumerate() {
            for a in &g.links[l].args {
                if let Some(v) = stale(a, &born, safepoints) {
                    error(Site::Exit(b, i), v);
                }
            }
        }
    }
    errors
}

/// Root slots that are set whichever way control took.
#[derive(Clone, PartialEq, Default)]
struct Set(FxHashSet<u32>);

impl Lattice for Set {
    fn join(&mut self, other: &Set) -> bool {
        let n = self.0.len();
        self.0.retain(|slot| other.0.contains(slot));
        self.0.len() < n
    }
}

/// Forward; `None` where control has not come yet.
struct SetSlots<'a>(&'a LLGraph);

impl BlockAnalysis<LL> for SetSlots<'_> {
    type State = Option<Set>;
    const DIRECTION: Direction = Direction::Forward;
    fn bottom(&self) -> Option<Set> {
        None
    }
    fn boundary(&self) -> Option<Set> {
        Some(Set::default())
    }
    fn transfer(&self, b: BlockId, state: &mut Option<Set>) {
        let Some(Set(slots)) = state else { return };
        slots.extend(self.0.blocks[b].ops.iter().filter_map(|o| match o.op {
            LLOp::GcSpill(n) => Some(n),
            _ => None,
        }));
    }
}

/// Root slots that are reloaded though on some way from the start nothing was stored in them: the collector would see
/// what the stack held before.
pub fn unset_slots(program: &Program, f: FuncId) -> Vec<Violation> {
    let g = &program.funcs[f].graph;
    let order = order::reverse_postorder(g);
    let exits = |b: BlockId| &g.blocks[b].exits[..];
    let mut begin = blocks(g, &order, &g.predecessors(), exits, &SetSlots(g));
    let mut errors = Vec::new();
    for &b in &order {
        let mut set = begin[b].take().unwrap_or_default().0;
        for (i, op) in g.blocks[b].ops.iter().enumerate() {
            match op.op {
                LLOp::GcSpill(n) => {
                    set.insert(n);
                }
                LLOp::GcReload(n) if !set.contains(&n) => {
                    let place = Site::Op(b, i);
                    let message = format!("slot {n} is reloaded before anything is stored in it");
                    errors.push(Violation { place, message });
                }
                _ => {}
            }
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use lowlevel::parse::parse_program;

    #[test]
    fn a_slot_that_one_way_does_not_set_is_found() {
        let text = "\
struct S gc { x: Signed }
graph f(v0: Ptr(S), v1: Bool) -> Signed
b0(v0: Ptr(S), v1: Bool):
    if v1 then b1(v0) else b2(v0)
b1(v2: Ptr(S)):
    v3: Void = gc_spill[0](v2)
    goto b3()
b2(v4: Ptr(S)):
    v5: Void = gc_spill[0](v4)
    goto b3()
b3():
    v6: Ptr(S) = malloc[S]()
    v7: Ptr(S) = gc_reload[0]()
    v8: Signed = getfield[S.x](v7)
    goto return(v8)
";
        let check = |text: &str| unset_slots(&parse_program(text).unwrap(), FuncId(0)).len();
        assert_eq!(check(text), 0);
        assert_eq!(
            check(&text.replace("gc_spill[0](v4)", "gc_spill[1](v4)")),
            1
        );
    }

    #[test]
    fn a_forgotten_reload_is_found() {
        let text = "\
struct S gc { x: Signed }
graph f(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Void = gc_spill[0](v0)
    v2: Ptr(S) = malloc[S]()
    v3: Ptr(S) = gc_reload[0]()
    v4: Signed = getfield[S.x](v3)
    v5: Signed = getfield[S.x](v2)
    goto return(v5)
";
        let check = |text: &str| {
            let p = parse_program(text).unwrap();
            stale_references(&p, &Effects::new(&p), FuncId(0)).len()
        };
        assert_eq!(check(text), 0);
        assert_eq!(
            check(&text.replace("getfield[S.x](v3)", "getfield[S.x](v0)")),
            1
        );
    }

    #[test]
    fn what_is_kept_stands_behind_an_allocation() {
        let text = "\
struct S gc { x: Signed }
graph f(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v1: Ptr(S) = malloc[S]()
    v2: Ptr(S) = gc_keep[0](v0)
    v3: Signed = getfield[S.x](v1)
    v4: Signed = getfield[S.x](v2)
    goto return(v4)
";
        let check = |text: &str| {
            let p = parse_program(text).unwrap();
            stale_references(&p, &Effects::new(&p), FuncId(0)).len()
        };
        assert_eq!(check(text), 0);
        // The loads come between.
        let (keep, load) = ("gc_keep[0](v0)", "getfield[S.x](v1)");
        let late = text
            .replace(
                "v2: Ptr(S) = gc_keep[0](v0)\n    v3: Signed = getfield[S.x](v1)",
                "@",
            )
            .replace(
                '@',
                "v3: Signed = getfield[S.x](v1)\n    v2: Ptr(S) = gc_keep[0](v0)",
            );
        assert!(late.find(load) < late.find(keep));
        assert_eq!(check(&late), 1);
    }
}
