//! Simplification: folds constants, decides branches, threads jumps, joins blocks, removes trivial and unused inputargs
//! and dead operations, until nothing changes.
//!
//! ```text
//! b0(v0):                                    b0(v0):
//!     v1 = int_add(v0, 0)                        v2 = int_lt(v0, 5)
//!     v2 = int_lt(v1, 5)                         if v2 then return(1) else return(v0)
//!     v3 = bool_not(v2)
//!     if v3 then b1(v1) else b2(1)
//! b1(v4): goto return(v4)
//! b2(v5): goto return(v5)
//! ```
//! * [`fold`]: one operation at a time, within a block.
//! * [`cfg`]: branches, jumps, blocks.
//! * [`congruent`]: inputargs that are the same round loops; for passes that pass values down, not part of a run.
//! * [`dead`]: inputargs and operations nobody needs.
use lowlevel::LLGraph;

use super::PassContext;

pub mod cfg;
pub mod congruent;
pub mod dead;
pub mod fold;

pub use fold::evaluate;

/// Simplifies one graph; whether it changed.
pub fn run(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    let mut any = false;
    // Each round may enable the next; the limit only guards against a rule that undoes another.
    for _ in 0..20 {
        let mut changed = fold::run(cx, g);
        changed |= cfg::run(cx, g);
        changed |= dead::run(cx, g);
        if !changed {
            break;
        }
        any = true;
    }
    if any {
        g.compact();
    }
    any
}

/// The same, and inputargs that are one constant round loops are replaced by it.
pub fn run_with_loops(cx: &PassContext<'_>, g: &mut LLGraph) -> bool {
    let mut any = run(cx, g);
    while congruent::constants(g) {
        run(cx, g);
        any = true;
    }
    any
}
