//! Execute mode: an arrival at an edge stub below its threshold.
//!
//! The virtuals of the snapshot are allocated first. Then the generators of the suspended frames run with constant
//! boxes and perform effects on the program's memory; new calls go to the translated functions. It ends at the
//! portal's merge point, where the translated interpreter goes on, or when the outermost frame returns or raises.
use ir::lltype::LLType;
use jit_abi::info::PointId;
use lowlevel::binding::Color;
use smallvec::SmallVec;

use super::bridge::materialise;
use super::context::Context;
use super::jit::Jit;
use super::keys::ChainId;
use super::run::{Action, Answer, Argument, Frame, GeneratorRun, call_arguments};
use super::session::guards::ask;
use crate::support::boxes::BoxId;
use crate::support::externs::{box_of, handle};
use crate::support::memory;
use crate::support::state::Mode;

/// How execution begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// At the point of the innermost frame.
    Point,
    /// The slot behind the reds is the value that the innermost frame's point takes.
    Promotion,
    /// By this undecided test.
    Test(u32),
}

/// What a point behind a promotion takes: the green word, or the box itself where its result is red.
fn promoted(jit: &Jit, point: PointId, value: BoxId) -> Answer {
    match jit.point(point).result {
        Some((Color::Red, _)) => Answer::Word(handle(Some(value))),
        _ => Answer::BitsOf(value),
    }
}

/// Executes from a snapshot on. `words` are those of its parameters; nothing was allocated since they were read.
/// Returns the code with which residual code is left (see [`jit_abi`]); the state is in the exchange buffer.
pub fn execute(jit: &Jit, chain: ChainId, context: &Context, words: &[u64], after: After) -> i64 {
    jit.count(|t| t.executed += 1);
    let mut run = GeneratorRun::new(jit, Mode::Execute);
    // The frames first: their greens become roots. References among them are old.
    let boxes = {
        let boxes = materialise(jit.state, context, words);
        run.set_frames(chain, context, &boxes);
        boxes
    };
    let mut answer = None;
    if let After::Test(n) = after {
        let (_, cond, yes, no) = ask(&run, n, chain, context, &boxes);
        run.set_top(if jit.state.bits(cond) != 0 { yes } else { no });
    }
    if after == After::Promotion {
        let slots = run.slots().len();
        let point = run.with(|a| a.frames.last().map(|f| f.point));
        answer = (context.slots.get(slots).zip(point))
            .map(|(k, p)| promoted(jit, p, boxes[k.0 as usize]));
    }
    loop {
        let action = run.step(answer.take());
        match action {
            Action::Goto(_) | Action::Certain { .. } => {}
            Action::Branch { .. } | Action::Switch { .. } => {
                unreachable!("all boxes are constants")
            }
            Action::Promote { value, .. } => {
                let point = run.with(|a| a.frames.last().map(|f| f.point));
                answer = point.map(|p| promoted(jit, p, value));
            }
            Action::Call {
                call,
                function,
                start,
            } => answer = execute_call(&run, call, function, start),
            Action::Portal { call, args } => answer = execute_portal(&run, call, &args),
            Action::Return(word) => {
                let done = run.with(|a| a.frames.pop());
                let waiting = run.with(|a| a.frames.last().map(|f| f.point));
                match (waiting, done) {
                    (Some(p), Some(done)) => {
                        let result = jit.info().copies[jit.point(done.point).copy].result;
                        answer = jit.point(p).result.map(|wanted| match (wanted, result) {
                            ((Color::Red, _), (Color::Green, ty)) => {
                                Answer::Word(handle(Some(jit.constant(ty, word))))
                            }
                            _ => Answer::Word(word),
                        });
                    }
                    (None, Some(done)) => return leave(jit, &done, word),
                    (_, None) => return jit_abi::INTERPRET,
                }
            }
            Action::MergePoint(_) => {
                let Some(top) = run.with(|a| a.frames.last().cloned()) else {
                    return jit_abi::INTERPRET;
                };
                if run.depth() == 1 {
                    return merge_point(jit, &top);
                }
                // Of a portal that was traced into: the translated function goes on, and returns to the frame that
                // waits.
                let Some((call, args)) = portal_call(jit, &top) else {
                    continue;
                };
                run.with(|a| a.frames.pop());
                answer = execute_portal(&run, call, &args);
            }
            Action::Unreachable | Action::Stop => {
                // An operation that never returns has ended the program; generators do not give up in this mode.
                unreachable!("execution went on behind an operation that never returns")
            }
        }
    }
}

/// Calls a portal; the innermost frame waits.
fn execute_portal(run: &GeneratorRun<'_>, number: u32, args: &[BoxId]) -> Option<Answer> {
    let jit = run.jit;
    let result = (jit.state).perform(jit.info().calls[number as usize].residual, args);
    let point = run.with(|a| a.frames.last().map(|f| f.point))?;
    jit.point(point)
        .result
        .map(|_| Answer::Word(handle(result)))
}

/// The call of the portal at whose merge point a frame is, with its state.
fn portal_call(jit: &Jit, f: &Frame) -> Option<(u32, SmallVec<[BoxId; 8]>)> {
    let (p, portal) = (0..)
        .zip(&jit.info().portals)
        .find(|(_, p)| p.point == f.point)?;
    let direct = portal.direct.as_ref()?;
    let (call, _) = (0..)
        .zip(&jit.info().calls)
        .find(|(_, c)| c.portal == Some(p))?;
    let greens = f.greens.iter().zip(&portal.greens);
    let greens = greens.map(|(&word, &(_, ty))| jit.constant(ty, word));
    // The state in the order of the parameters.
    let state: SmallVec<[BoxId; 8]> = greens.chain(f.reds.iter().copied()).collect();
    let mut args = state.clone();
    for (&param, &b) in direct.params.iter().zip(&state) {
        args[param as usize] = b;
    }
    Some((call, args))
}

/// Calls the translated function. Its arguments are roots until they are passed.
fn execute_call(
    run: &GeneratorRun<'_>,
    number: u32,
    function: u64,
    start: Frame,
) -> Option<Answer> {
    let jit = run.jit;
    let call = &jit.info().calls[number as usize];
    let list = call_arguments(jit, call, &start);
    let point = run.with(|a| a.frames.last().map(|f| f.point))?;
    // Constants of greens are boxes at once: making one does not allocate in the heap in this mode.
    let mut args: Vec<BoxId> = Vec::new();
    if call.indirect {
        args.push(jit.constant(jit.info().ops[call.residual].args[0], function));
    }
    for (ty, a) in list {
        args.push(match a {
            Argument::Green(i) => jit.constant(ty, start.greens[i]),
            Argument::Red(b) => b,
        });
    }
    let result = jit.state.perform(call.residual, &args);
    let (color, _) = jit.point(point).result?;
    Some(match (color, result) {
        (Color::Red, b) => Answer::Word(handle(b)),
        (Color::Green, Some(b)) => Answer::BitsOf(b),
        (Color::Green, None) => Answer::Word(0),
    })
}

/// The outermost frame returns, or raises.
fn leave(jit: &Jit, done: &Frame, word: u64) -> i64 {
    // An exception that was set as boxes belongs into the runtime context now.
    jit.state.force_exception();
    if jit.state.with_runtime(|rt| rt.context.exc_type != 0) {
        return jit_abi::RAISED;
    }
    let (color, ty) = jit.info().copies[jit.point(done.point).copy].result;
    match (color, ty) {
        (_, LLType::Void) => {}
        (Color::Green, _) => jit.set_exchange(0, word),
        (Color::Red, ty) => {
            let bits = jit.state.bits(box_of(word));
            jit.set_exchange(0, memory::to_state(ty, bits));
        }
    }
    jit_abi::DONE
}

/// At the portal's merge point: the translated interpreter goes on with these greens and reds.
fn merge_point(jit: &Jit, f: &Frame) -> i64 {
    let point = jit.point(f.point);
    for (i, &w) in f.greens.iter().enumerate() {
        jit.set_exchange(i, w);
    }
    for (i, (&b, &ty)) in f.reds.iter().zip(&point.reds).enumerate() {
        let bits = jit.state.bits(b);
        jit.set_exchange(f.greens.len() + i, memory::to_state(ty, bits));
    }
    jit_abi::CONTINUE
}
