//! Elidable functions whose result may be filled in later: those that give a reference and read memory that the program
//! may still write.
//!
//! ```text
//! def cached_class(self, i):     # elidable
//!     return self._classes[i]    # None until somebody has looked the class up and put it there
//! ```
//! Interpreters keep inline caches so. What such a function gives stays as it is once it is an object; None it may give
//! for a while. So a JIT must not take None for what it gives for good, unless its code tests it.
use ir::index::IndexVec;
use lowlevel::{AliasRegion, FuncId, Program};

/// For each function whether it gives a reference and reads what may be written; `reads` is what they read
/// ([`super::reads`]).
pub fn unsettled(
    program: &Program,
    reads: &IndexVec<FuncId, Option<Vec<AliasRegion>>>,
) -> IndexVec<FuncId, bool> {
    let gives_reference = |f: FuncId| {
        let g = &program.funcs[f].graph;
        let result = g.blocks[g.return_block].inputargs.first();
        result.is_some_and(|&v| program.types.is_gc_ref(*g.ty(v)))
    };
    (program.funcs.indices())
        .map(|f| reads[f].as_ref().is_none_or(|list| !list.is_empty()) && gives_reference(f))
        .collect()
}
