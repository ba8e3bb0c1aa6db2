//! What functions may write, by a fixed point over the call graph: sets of heap descriptors, `None` for anything. And
//! which functions may access some fields at all.
//!
//! The residual code of a portal does no more than its function, so `gx_jit_enter` and the call of what it returns add
//! nothing.
use ir::dataflow::{Worklist, closure};
use ir::index::IndexVec;
use ir::lltype::{Container, ContainerId, FieldType, LLType, TypeTable};
use jit_abi::info::{JitInfo, PortalInfo};
use lowlevel::verify::operand_type;
use lowlevel::{AliasRegion, Effect, FuncId, LLOp, Program};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// More descriptors than this are as good as anything.
const LIMIT: usize = 400;

type Writes = Option<BTreeSet<AliasRegion>>;

/// The writes of every function, sorted.
pub fn writes(program: &Program) -> IndexVec<FuncId, Option<Vec<AliasRegion>>> {
    let mut result: IndexVec<FuncId, Writes> =
        program.funcs.indices().map(|f| own(program, f)).collect();
    let callers = transform::effects::callers(program);
    let mut todo: Worklist<FuncId> = Worklist::all(program.funcs.len());
    while let Some(f) = todo.pop() {
        for &c in &callers[f] {
            let callee = result[f].clone();
            let changed = match (&mut result[c], callee) {
                (None, _) => false,
                (w, None) => {
                    *w = None;
                    true
                }
                (Some(w), Some(more)) => {
                    let before = w.len();
                    w.extend(more);
                    w.len() > before
                }
            };
            if changed {
                if result[c].as_ref().is_some_and(|w| w.len() > LIMIT) {
                    result[c] = None;
                }
                todo.push(c);
            }
        }
    }
    result
        .iter()
        .map(|w| w.as_ref().map(|w| w.iter().copied().collect()))
        .collect()
}

/// The types of the objects that portals hold: virtualizables.
pub fn held(info: &JitInfo) -> impl Iterator<Item = LLType> + '_ {
    let of = |p: &'_ PortalInfo| -> Vec<LLType> {
        let reds = p.virtualizables.iter();
        reds.map(|&i| p.reds[i as usize].1).collect()
    };
    info.portals.iter().flat_map(of)
}

/// The fields, parents' included, of the structures that these pointers lead to, but for those that never change.
pub fn fields(
    program: &Program,
    pointers: impl IntoIterator<Item = LLType>,
) -> FxHashSet<(ContainerId, u32)> {
    let types = &program.types;
    let mut out = FxHashSet::default();
    for ty in pointers {
        for c in ty.container().into_iter().flat_map(|c| types.lineage(c)) {
            if let Container::Struct(s) = types.get(c) {
                let fields = (0..s.fields.len() as u32).map(|f| (c, f));
                out.extend(fields.filter(|&(c, f)| {
                    let class = Some(c) == program.known.object && f == 0;
                    !class && !AliasRegion::Field(c, f).is_immutable(types)
                }));
            }
        }
    }
    out
}

/// The types of the arrays that are held with the objects that these fields are part of.
pub fn arrays(program: &Program, fields: &FxHashSet<(ContainerId, u32)>) -> FxHashSet<ContainerId> {
    let held = program.known.held_arrays.iter();
    held.filter(|at| {
        fields.contains(at) || AliasRegion::Field(at.0, at.1).is_immutable(&program.types)
    })
    .filter_map(
        |&(c, f)| match program.types.as_struct(c).fields[f as usize].ty {
            FieldType::Value(ty) => ty.container(),
            FieldType::Inline(_) => None,
        },
    )
    .filter(|&c| matches!(program.types.get(c), Container::Array(_)))
    .collect()
}

/// The functions that may, by themselves or by what they call, read or write one of these fields, or an item of an
/// array of these types.
pub fn accesses(
    program: &Program,
    fields: &FxHashSet<(ContainerId, u32)>,
    arrays: &FxHashSet<ContainerId>,
) -> IndexVec<FuncId, bool> {
    let n = program.funcs.len();
    if fields.is_empty() {
        return IndexVec::from_elem(false, n);
    }
    let itself = program.funcs.iter_enumerated().filter(|(_, func)| {
        let g = &func.graph;
        let mut ops = g.live_blocks().flat_map(|b| &g.blocks[b].ops);
        ops.any(|op| match &op.op {
            LLOp::GetField(c, i) | LLOp::SetField(c, i) => fields.contains(&(*c, *i)),
            LLOp::GetArrayItem(c)
            | LLOp::SetArrayItem(c)
            | LLOp::CopyItems(c)
            | LLOp::ClearItems(c) => arrays.contains(c),
            LLOp::IndirectCall(c, None) => !super::counting::is_entry(&program.types, *c),
            _ => false,
        })
    });
    let callers = transform::effects::callers(program);
    closure(n, itself.map(|(f, _)| f), |f, more| {
        more.extend(&callers[f])
    })
}

/// Whether some function makes an address of a managed object: through it, memory could be read and written that
/// typed operations access, too.
pub fn has_managed_addresses(program: &Program) -> bool {
    program.funcs.iter().any(|f| {
        let g = &f.graph;
        let mut ops = g.live_blocks().flat_map(|b| &g.blocks[b].ops);
        ops.any(|op| {
            let managed = |a| program.types.is_gc_ref(operand_type(g, a));
            op.op == LLOp::CastPtrToAdr && op.args.iter().any(managed)
        })
    })
}

fn own(program: &Program, f: FuncId) -> Writes {
    let mut w = BTreeSet::new();
    let g = &program.funcs[f].graph;
    for b in g.live_blocks() {
        for op in &g.blocks[b].ops {
            match &op.op {
                LLOp::IndirectCall(c, None) if super::counting::is_entry(&program.types, *c) => {}
                LLOp::IndirectCall(_, None) => return None,
                op => match op_writes(&program.types, op) {
                    Some(more) => w.extend(more),
                    None => return None,
                },
            }
        }
    }
    Some(w)
}

/// What one operation writes itself (calls: nothing); `None`: anything.
pub fn op_writes(types: &TypeTable, op: &LLOp) -> Option<Vec<AliasRegion>> {
    Some(match op.effect() {
        Effect::Stores(l) => vec![l],
        Effect::Fills(c) => AliasRegion::all_items(types, c).collect(),
        Effect::WritesMemory => return None,
        Effect::Calls
        | Effect::Pure
        | Effect::Loads(_)
        | Effect::ReadsMemory
        | Effect::Allocates(_)
        | Effect::Frees(_)
        | Effect::Reads(_)
        | Effect::Writes(_)
        | Effect::Nothing
        | Effect::Tests
        | Effect::Ends => Vec::new(),
    })
}
