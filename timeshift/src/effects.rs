//! What functions may write, by a fixed point over the call graph: sets of heap descriptors, `None` for anything.
//!
//! The residual code of a portal does no more than its function, so `gx_jit_enter` and the call of what it returns add
//! nothing.
use ir::index::IndexVec;
use ir::lltype::{Container, ContainerId, FieldType, TypeTable};
use jit::info::HeapDescr;
use lowlevel::{FuncId, LLOp, Program};
use std::collections::BTreeSet;

/// More descriptors than this are as good as anything.
const LIMIT: usize = 400;

type Writes = Option<BTreeSet<HeapDescr>>;

/// The writes of every function, sorted.
pub fn writes(program: &Program) -> IndexVec<FuncId, Option<Vec<HeapDescr>>> {
    let n = program.funcs.len();
    let mut result: IndexVec<FuncId, Writes> =
        program.funcs.indices().map(|f| own(program, f)).collect();
    let mut callers: IndexVec<FuncId, Vec<FuncId>> = IndexVec::from_elem(Vec::new(), n);
    for (f, func) in program.funcs.iter_enumerated() {
        for b in func.graph.live_blocks() {
            for op in &func.graph.blocks[b].ops {
                for &c in transform::effects::callees(&op.op) {
                    if callers[c].last() != Some(&f) {
                        callers[c].push(f);
                    }
                }
            }
        }
    }
    let mut todo: Vec<FuncId> = program.funcs.indices().collect();
    while let Some(f) = todo.pop() {
        for c in callers[f].clone() {
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
pub fn op_writes(types: &TypeTable, op: &LLOp) -> Option<Vec<HeapDescr>> {
    Some(match op {
        LLOp::SetField(c, f) => vec![HeapDescr::Field(*c, *f)],
        LLOp::SetArrayItem(c) | LLOp::SetInteriorItem(c) => vec![HeapDescr::Items(*c)],
        LLOp::SetItemField(c, f) => vec![HeapDescr::ItemField(*c, *f)],
        LLOp::CopyItems(c) | LLOp::ClearItems(c) => {
            let mut all = vec![HeapDescr::Items(*c)];
            all.extend((0..item_fields(types, *c)).map(|f| HeapDescr::ItemField(*c, f)));
            all
        }
        LLOp::RawStore => return None,
        _ => Vec::new(),
    })
}

/// Number of fields of the structures that are an array's items.
fn item_fields(types: &TypeTable, c: ContainerId) -> u32 {
    match lowlevel::verify::array_part(types, c).map(|a| a.item) {
        Some(FieldType::Inline(i)) => match types.get(i) {
            Container::Struct(s) => s.fields.len() as u32,
            _ => 0,
        },
        _ => 0,
    }
}
