//! Takes the safety checks out of a program, so that what they cost can be measured. Nothing else should: such a
//! program reads and writes where it must not, when it errs.
//!
//! ```text
//! v3 = uint_lt(v1, v2)
//! if v3 then b1 else b2          goto b1
//! b2: abort[index_out_of_range]()
//! ```
//! A check is a branch to a block that does nothing but end the program. It goes before any other pass, so that all of
//! them see the program without checks; what the checks compared is left to the removal of dead code. Checks whose
//! failure a handler of the same function catches are part of what the program means, and stay.
use ir::model::{BlockId, ExitCase, ExitSwitch};
use lowlevel::{LLGraph, LLOp, Program};

use super::PassOptions;

/// Takes the checks out; how many there were.
pub fn run(program: &mut Program, _options: &PassOptions) -> Result<usize, String> {
    let mut removed = 0;
    for f in program.funcs.iter_mut() {
        removed += checks(&mut f.graph);
    }
    Ok(removed)
}

fn checks(g: &mut LLGraph) -> usize {
    let ends = |g: &LLGraph, b: BlockId| matches!(&g.blocks[b].ops[..], [only] if matches!(only.op, LLOp::Abort(_)));
    let mut removed = 0;
    let blocks: Vec<BlockId> = g.live_blocks().collect();
    for b in blocks {
        if !matches!(g.blocks[b].exitswitch, ExitSwitch::Value(_)) {
            continue;
        }
        let [first, second] = g.blocks[b].exits[..] else {
            continue;
        };
        let keep = match (
            ends(g, g.links[first].target),
            ends(g, g.links[second].target),
        ) {
            (true, false) => second,
            (false, true) => first,
            _ => continue,
        };
        g.links[keep].exitcase = ExitCase::Always;
        g.blocks[b].exits = [keep].into_iter().collect();
        g.blocks[b].exitswitch = ExitSwitch::None;
        removed += 1;
    }
    if removed > 0 {
        g.remove_unreachable();
    }
    removed
}
