//! Execution: an arrival at an edge stub below its threshold.
//!
//! The virtuals of the snapshot are allocated first. Then the suspended frames go on, from the innermost one outwards,
//! each in the executor of its copy: native code that begins at the frame's point. What a frame returns goes to the one
//! that waits for it. It ends at the portal's merge point, where the translated interpreter goes on, or when the
//! outermost frame returns or raises.
use jit_abi::info::{PointId, PointInfo};
use smallvec::SmallVec;

use super::bridge::materialise;
use super::context::{Context, ValueClassId};
use super::jit::Jit;
use super::keys::ChainId;
use super::run::{Frame, GeneratorRun};
use super::session::guards::ask;
use crate::support::boxes::BoxId;
use crate::support::memory;
use crate::support::state::Mode;

/// How execution begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// At the point of the innermost frame.
    Point,
    /// The slot behind the reds is the value that the innermost frame's point takes.
    Result,
    /// By this undecided test.
    Test(u32),
}

/// Executes from a snapshot on. `words` are those of its parameters, `objects` those of its virtuals that exist;
/// nothing was allocated since they were read. Returns the code with which residual code is left (see [`jit_abi`]); the
/// state is in the exchange buffer.
pub fn execute(
    jit: &Jit,
    chain: ChainId,
    context: &Context,
    (words, objects): (&[u64], &[(ValueClassId, u64)]),
    after: After,
) -> i64 {
    jit.count(|t| t.executed += 1);
    let run = GeneratorRun::new(jit, Mode::Execute);
    // The frames first: their greens become roots. References among them are old.
    let boxes = materialise(jit.state, context, words, objects);
    run.set_frames(chain, context, &boxes);
    if let After::Test(n) = after {
        let (_, cond, yes, no) = ask(&run, n, chain, context, &boxes);
        run.set_top(if jit.state.bits(cond) != 0 { yes } else { no });
    }
    // What the point of the innermost frame takes. Nothing is allocated before its executor has it.
    let mut result = None;
    if after == After::Result {
        let slots = run.slots().len();
        let value = context.slots.get(slots).map(|k| boxes[k.0 as usize]);
        result = value.map(|b| state_word(jit, b));
    }
    while let Some(frame) = run.with(|a| a.frames.pop()) {
        let code = run.execute(&frame, result.take());
        let outermost = run.depth() == 0;
        match code {
            jit_abi::MERGE_POINT if outermost => return jit_abi::CONTINUE,
            jit_abi::MERGE_POINT => result = go_on(&run, frame.point),
            _ if !outermost => result = Some(jit.exchange(0)),
            _ if jit.state.with_runtime(|rt| rt.context.exc_type != 0) => return jit_abi::RAISED,
            _ => return jit_abi::DONE,
        }
    }
    jit_abi::INTERPRET
}

/// The word of a constant box in states and in the exchange buffer.
pub(super) fn state_word(jit: &Jit, b: BoxId) -> u64 {
    let ty = jit.state.work().now.boxes.get(b).ty();
    memory::to_state(ty, jit.state.bits(b))
}

/// A portal that was traced into is at its merge point, and its state in the exchange buffer: the translated function
/// goes on, and what it returns is for the frame that waits. The portal is that of a point of the frame.
fn go_on(run: &GeneratorRun<'_>, point: PointId) -> Option<u64> {
    let jit = run.jit;
    let copy = jit.point(point).copy;
    let (number, portal) = (0..)
        .zip(&jit.info().portals)
        .find(|(_, p)| p.copy == copy)?;
    let point: &PointInfo = jit.point(portal.point);
    let types = point.greens.iter().chain(&point.reds);
    let state: SmallVec<[BoxId; 8]> = (types.enumerate())
        .map(|(i, &ty)| jit.constant(ty, jit.exchange(i)))
        .collect();
    let direct = portal.direct.as_ref();
    let mut calls = jit.info().portal_calls.iter();
    let call = calls.find(|c| c.0 == number);
    let call = call.map(|c| &jit.info().calls[c.1]);
    let (Some(direct), Some(call)) = (direct, call) else {
        // Nothing calls it: the frame itself goes on.
        let (greens, reds) = state.split_at(point.greens.len());
        let frame = Frame {
            point: portal.point,
            greens: greens.iter().map(|&b| state_word(jit, b)).collect(),
            reds: reds.to_vec(),
            chain: None,
        };
        run.with(|a| a.frames.push(frame));
        return None;
    };
    // The state in the order of the parameters.
    let mut args = state.clone();
    for (&param, &b) in direct.params.iter().zip(&state) {
        args[param as usize] = b;
    }
    let result = jit.state.perform(call.residual, &args);
    result.map(|b| state_word(jit, b))
}
