//! Why an item of a list or array is not known while compiling: which field has the list, and who changes its items.
use ir::dataflow::Def;
use ir::lltype::ContainerId;
use ir::model::{Arg, Operation, VarId};
use ir::source::Span;
use lowlevel::{LL, LLOp, Program};
use rustc_hash::FxHashMap;

use super::{Callers, Why};
use crate::prepare::Prepared;
use crate::times::{Times, VariantId};

/// An item that is read: the advice depends on where its list or array is kept, and on whether anybody stores items.
pub(super) fn item(
    times: &Times<'_>,
    callers: &Callers,
    id: VariantId,
    p: &Prepared,
    op: &Operation<LL>,
) -> Why {
    let program = times.preparer.program;
    let promote = "promote the item: `hint(x, promote=True)`";
    let Some((c, f)) = kept_in(times, callers, id, p, &op.args[0], 16) else {
        return Why::Root(
            op.span,
            "it is an item of a list or array that may change".into(),
            format!(
                "{promote}; if the items never change: `hint(LIST, deepfreeze=True)`, or keep the list in a field that is declared `_immutable_fields_ = ['FIELD[*]']`"
            ),
        );
    };
    let s = program.types.as_struct(c);
    let field = s.fields.get(f as usize).map_or("?", |x| x.name.as_str());
    let text = format!("it is an item of the field `{field}` of `{}`", s.name);
    if program.known.held_arrays.contains(&(c, f)) {
        let text = format!("{text}, which the JIT keeps in registers and whose items change");
        return Why::Root(op.span, text, promote.to_owned());
    }
    match item_stored(program, c, f) {
        Some(at) => Why::RootAt(
            op.span,
            format!("{text}, whose items change"),
            match is_passed_round(times, c) {
                true => format!(
                    "compiled code keeps a list of fixed size in registers that is declared `_virtualizable_ = ['{field}[*]']` in `{}`; or {promote}",
                    s.name
                ),
                false => promote.to_owned(),
            },
            at,
            "they change here",
        ),
        None => Why::Root(
            op.span,
            format!("{text}, whose items may change"),
            format!(
                "declare `_immutable_fields_ = ['{field}[*]']` in `{}` if they never change after initialisation, or {promote}",
                s.name
            ),
        ),
    }
}

/// The field of an instance that a list or array was read from, if it is one field on all ways to this place.
fn kept_in(
    times: &Times<'_>,
    callers: &Callers,
    id: VariantId,
    p: &Prepared,
    array: &Arg<LL>,
    steps: u32,
) -> Option<(ContainerId, u32)> {
    let v = array.var()?;
    let steps = steps.checked_sub(1)?;
    let all = |ways: Vec<Option<(ContainerId, u32)>>| {
        let first = *ways.first()?;
        first.filter(|_| ways.iter().all(|w| *w == first))
    };
    match p.defs[v] {
        Def::None => None,
        Def::Op(b, i) => {
            let op = &p.graph.blocks[b].ops[i];
            match op.op {
                LLOp::GetField(c, f) if is_instance(times.preparer.program, c) => Some((c, f)),
                LLOp::GetField(..) | LLOp::CastPointer | LLOp::SameAs | LLOp::Hint(_) => {
                    kept_in(times, callers, id, p, &op.args[0], steps)
                }
                _ => None,
            }
        }
        Def::Input(b, i) if p.is_entry(b) => {
            let places = callers.get(&id).into_iter().flatten();
            all(places
                .map(|&(c, at)| {
                    let cp = &times.graphs[&times.variants[c].func];
                    let call = cp.graph.blocks[at].ops.last()?;
                    let skip = usize::from(matches!(call.op, LLOp::IndirectCall(..)));
                    kept_in(times, callers, c, cp, call.args.get(i + skip)?, steps)
                })
                .collect())
        }
        Def::Input(b, i) => all(p.preds[b]
            .iter()
            .map(|&(_, l)| &p.graph.links[l].args[i])
            // What a loop passes on is what it had.
            .filter(|a| a.var() != Some(v))
            .map(|a| kept_in(times, callers, id, p, a, steps))
            .collect()),
    }
}

/// Whether instances of a class are among the reds of a merge point: what a loop works on may be virtualizable.
fn is_passed_round(times: &Times<'_>, c: ContainerId) -> bool {
    let types = &times.preparer.program.types;
    times.graphs.values().any(|p| {
        let Some(marker) = &p.marker else {
            return false;
        };
        // The block behind a merge point has its arguments.
        let reds = p.graph.blocks[marker.after]
            .inputargs
            .iter()
            .skip(marker.greens);
        let classes = reds.filter_map(|&v| p.graph.ty(v).container());
        let mut classes =
            classes.flat_map(|red| std::iter::successors(Some(red), |&at| types.super_struct(at)));
        classes.any(|class| class == c)
    })
}

/// Whether a structure is that of instances: a list is none.
fn is_instance(program: &Program, c: ContainerId) -> bool {
    let object = program.known.object;
    let mut at = Some(c);
    while let Some(c) = at {
        if Some(c) == object {
            return true;
        }
        at = program.types.super_struct(c);
    }
    false
}

/// A place outside of constructors that stores an item of a list or array which is kept in a field, or changes the
/// list.
fn item_stored(program: &Program, c: ContainerId, f: u32) -> Option<Span> {
    const CHANGING: [&str; 10] = [
        "setitem", "append", "insert", "pop", "del", "extend", "reverse", "remove", "setslice",
        "inplace",
    ];
    for func in program.funcs.iter() {
        if func.name.ends_with(".__init__") {
            continue;
        }
        let g = &func.graph;
        let ops = || g.live_blocks().flat_map(|b| &g.blocks[b].ops);
        if !ops().any(|op| op.op == LLOp::GetField(c, f)) {
            continue;
        }
        let origins = ir::rewrite::origins(g);
        let defs: FxHashMap<VarId, &Operation<LL>> = ops().map(|op| (op.result, op)).collect();
        let is_kept = |a: &Arg<LL>| {
            let mut at = a.clone();
            for _ in 0..4 {
                let Some(op) = at
                    .var()
                    .and_then(|v| origins[v].var())
                    .and_then(|v| defs.get(&v))
                else {
                    return false;
                };
                match op.op {
                    LLOp::GetField(d, e) if (d, e) == (c, f) => return true,
                    LLOp::GetField(..) | LLOp::CastPointer | LLOp::SameAs | LLOp::Hint(_) => {
                        at = op.args[0].clone();
                    }
                    _ => return false,
                }
            }
            false
        };
        let changes = |op: &&Operation<LL>| {
            let changing = match op.op {
                LLOp::SetArrayItem(_) | LLOp::SetItemField(..) => true,
                LLOp::DirectCall(to) => {
                    let callee = &program.funcs[to];
                    let name = callee.name.rsplit('.').next().unwrap_or("");
                    callee.attrs.helper && CHANGING.iter().any(|part| name.contains(part))
                }
                _ => false,
            };
            changing && !op.span.is_none() && op.args.first().is_some_and(is_kept)
        };
        if let Some(op) = ops().find(changes) {
            return Some(op.span);
        }
    }
    None
}
