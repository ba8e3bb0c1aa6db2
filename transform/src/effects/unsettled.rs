//! Elidable functions whose result may be filled in later: those that give a reference and read memory that the program
//! may still write.
//!
//! ```text
//! def cached_class(self, i):     # elidable
//!     return self._classes[i]    # None until somebody has looked the class up and put it there
//! ```
//! Interpreters keep inline caches so. What such a function gives stays as it is once it is an object; None it may give
//! for a while. So a JIT must not take None for what it gives for good, unless its code tests it.
use ir::dataflow::Worklist;
use ir::index::IndexVec;
use lowlevel::{Effect, FuncId, LLOp, Program};

use super::{callees, callers};

/// For each function whether it gives a reference and reads what may be written.
pub fn unsettled(program: &Program) -> IndexVec<FuncId, bool> {
    let n = program.funcs.len();
    let types = &program.types;
    let callers = callers(program);
    let mut reads: IndexVec<FuncId, bool> = IndexVec::from_elem(false, n);
    let mut todo: Worklist<FuncId> = Worklist::all(n);
    while let Some(f) = todo.pop() {
        let g = &program.funcs[f].graph;
        let may_change = |op: &LLOp| match op.effect() {
            Effect::Loads(l) => !l.is_immutable(types),
            Effect::ReadsMemory => true,
            Effect::Calls => callees(op).iter().any(|&c| reads[c]),
            _ => false,
        };
        let mut ops = g.live_blocks().flat_map(|b| &g.blocks[b].ops);
        if !reads[f] && ops.any(|o| may_change(&o.op)) {
            reads[f] = true;
            callers[f].iter().for_each(|&c| todo.push(c));
        }
    }
    let gives_reference = |f: FuncId| {
        let g = &program.funcs[f].graph;
        let result = g.blocks[g.return_block].inputargs.first();
        result.is_some_and(|&v| types.is_gc_ref(*g.ty(v)))
    };
    (program.funcs.indices())
        .map(|f| reads[f] && gives_reference(f))
        .collect()
}
