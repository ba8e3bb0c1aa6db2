//! Calls that never return: what follows them is taken out.
//!
//! A function may end by exceptions alone. What stands behind a call of it, in the same block or where its normal exit
//! leads, works with a result that there never is. Translated code does not get there; a generator does, since it goes
//! on behind the guard that no exception has occurred, and what is green there it would execute itself:
//!
//! ```text
//! v1 = direct_call[fail](v0)          v1 = direct_call[fail](v0)
//! v2 = getinteriorsize[str](v1)       abort[unreachable]()
//! ```
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::{ExitSwitch, Link};
use lowlevel::ops::SafetyError;
use lowlevel::{FuncId, LLGraph, LLOp};
use transform::effects::is_last;

/// Takes out what follows calls that never return.
pub(crate) fn cut(g: &mut LLGraph, never: &IndexVec<FuncId, bool>) {
    let blocks: Vec<_> = g.live_blocks().collect();
    for b in blocks {
        let ops = &g.blocks[b].ops;
        let Some(at) = ops.iter().position(|o| is_last(&o.op, never)) else {
            continue;
        };
        let (last, span) = (at + 1 == ops.len(), ops[at].span);
        let end = g.new_block(Vec::new(), span);
        g.op(
            end,
            LLOp::Abort(SafetyError::Unreachable),
            [],
            LLType::Void,
            span,
        );
        if last && g.blocks[b].exitswitch == ExitSwitch::LastException {
            let normal = g.blocks[b].exits[0];
            g.links[normal] = Link::always(end, [], span);
        } else {
            g.blocks[b].ops.truncate(at + 1);
            g.goto(b, end, [], span);
        }
    }
    g.remove_unreachable();
}
