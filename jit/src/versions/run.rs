//! A run: frames, the generator that is asked for the next action, and the action.
//!
//! Frames live in [`Active`](super::jit::Active), where the collector finds their greens. A generator is emitted code
//! that comes back for each red operation; nothing is borrowed meanwhile. What it leaves in `out` is decoded at once:
//! between its return and the end of decoding nothing is allocated.
use ir::lltype::LLType;
use lowlevel::binding::Color;
use smallvec::SmallVec;

use super::context::Context;
use super::jit::{Active, Jit};
use super::keys::{ChainId, Link};
use crate::support::boxes::BoxId;
use crate::support::externs::box_of;
use crate::support::memory;
use crate::support::state::Mode;
use jit_abi::info::{PointId, SwitchInfo};

/// A frame of a generator.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The point at which it is suspended.
    pub point: PointId,
    /// Its greens, as words.
    pub greens: SmallVec<[u64; 5]>,
    /// The boxes of its reds, in the order of the point.
    pub reds: SmallVec<[BoxId; 8]>,
    /// Its chain, if it waits for a call (compile mode).
    pub chain: Option<ChainId>,
}

/// What a generator asks for (see [`jit_abi`]).
#[derive(Clone, Debug)]
pub enum Action {
    Goto(Frame),
    Branch {
        cond: BoxId,
        yes: Frame,
        no: Frame,
    },
    Switch {
        value: BoxId,
        info: &'static SwitchInfo,
        cases: Vec<Frame>,
    },
    Call {
        call: u32,
        function: u64,
        after: Frame,
        start: Frame,
    },
    /// A call of a portal; the arguments are in the order of its parameters.
    Portal {
        call: u32,
        after: Frame,
        args: SmallVec<[BoxId; 8]>,
    },
    Return(u64),
    Promote {
        value: BoxId,
        /// The object that has to be known, if any.
        owner: Option<BoxId>,
        after: Frame,
    },
    MergePoint(Frame),
    /// A call of this function with these arguments comes next, and others see what it does.
    Certain {
        function: u32,
        args: SmallVec<[BoxId; 8]>,
        after: Frame,
    },
    Unreachable,
    Stop,
}

impl Action {
    fn frames(&mut self) -> impl Iterator<Item = &mut Frame> {
        let (one, two, more): (_, _, &mut [Frame]) = match self {
            Action::Goto(f)
            | Action::MergePoint(f)
            | Action::Portal { after: f, .. }
            | Action::Certain { after: f, .. }
            | Action::Promote { after: f, .. } => (Some(f), None, &mut []),
            Action::Branch { yes, no, .. } => (Some(yes), Some(no), &mut []),
            Action::Switch { cases, .. } => (None, None, cases),
            Action::Call { after, start, .. } => (Some(after), Some(start), &mut []),
            Action::Return(_) | Action::Unreachable | Action::Stop => (None, None, &mut []),
        };
        one.into_iter().chain(two).chain(more)
    }
}

/// The words that a generator has returned, one after the other.
struct Words {
    at: u64,
}

impl Words {
    #[inline]
    fn next(&mut self) -> u64 {
        let w = memory::word(self.at);
        self.at += 8;
        w
    }
}

/// What the generator gets appended to its state.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// A word: a green value or the handle of a box.
    Word(u64),
    /// The word of a box, which is constant (execute mode: it may move until the generator has it).
    BitsOf(BoxId),
}

/// Generators in progress, from an entry or an edge stub up to the last fragment. While it exists its words are roots.
pub struct GeneratorRun<'a> {
    pub jit: &'a Jit,
    slot: usize,
    input: Option<Box<[u64]>>,
    output: Option<Box<[u64]>>,
}

impl<'a> GeneratorRun<'a> {
    /// Begins a run: its words are roots until it is dropped.
    pub fn new(jit: &'a Jit, mode: Mode) -> GeneratorRun<'a> {
        let mut active = jit.runs.active.borrow_mut();
        let slot = active.len();
        active.push(Active {
            executes: mode == Mode::Execute,
            ..Active::default()
        });
        drop(active);
        jit.state.enter(mode);
        GeneratorRun {
            jit,
            slot,
            input: Some(jit.buffer()),
            output: Some(jit.buffer()),
        }
    }
    /// What the collector sees of it.
    pub fn with<T>(&self, f: impl FnOnce(&mut Active) -> T) -> T {
        f(&mut self.jit.runs.active.borrow_mut()[self.slot])
    }
    /// How many frames there are.
    pub fn depth(&self) -> usize {
        self.with(|a| a.frames.len())
    }
    /// Replaces the innermost frame.
    pub fn set_top(&self, f: Frame) {
        self.with(|a| {
            a.frames.pop();
            a.frames.push(f);
        });
    }
    /// The boxes of all frames, outermost first.
    pub fn slots(&self) -> SmallVec<[BoxId; 32]> {
        self.with(|a| {
            let mut slots = SmallVec::new();
            for f in &a.frames {
                slots.extend_from_slice(&f.reds);
            }
            slots
        })
    }
    /// The frames of a chain with these boxes by slot.
    pub fn set_frames(&self, chain: ChainId, context: &Context, boxes: &[BoxId]) {
        let frames = frames_of(self.jit, chain, context, boxes);
        self.with(|a| a.frames = frames);
    }
    /// Applies what the analysis at translation time found out about the reds at the point of the innermost frame.
    pub fn learn_point(&self) {
        let Some(point) = self.with(|a| a.frames.last().map(|f| f.point)) else {
            return;
        };
        for &(i, countable) in &self.jit.point(point).not_negative {
            let b = self.with(|a| a.frames.last().map(|f| f.reds[i as usize]));
            if let Some(b) = b {
                self.jit.state.learn_not_negative(b, countable);
            }
        }
    }
    /// The innermost frame of a chain, with these reds.
    pub fn frame(&self, chain: ChainId, reds: &mut dyn Iterator<Item = BoxId>) -> Frame {
        let chains = self.jit.chains.borrow();
        let link = chains.get(chain);
        let n = self.jit.point(link.point).reds.len();
        Frame {
            point: link.point,
            greens: SmallVec::from_slice(&link.greens),
            reds: reds.take(n).collect(),
            chain: Some(chain),
        }
    }
    /// The chain of the frames, the innermost being at `top`.
    pub fn chain(&self) -> ChainId {
        self.with(|a| self.chain_over(a, &a.frames[a.frames.len() - 1]))
    }
    /// The chain of the frames if this were the innermost one.
    pub fn chain_at(&self, top: &Frame) -> ChainId {
        self.with(|a| self.chain_over(a, top))
    }
    fn chain_over(&self, a: &Active, top: &Frame) -> ChainId {
        let waiting = a.frames.len().checked_sub(2);
        let parent = waiting.and_then(|i| a.frames[i].chain);
        (self.jit.chains.borrow_mut()).of_frame(top.point, &top.greens, parent)
    }
    /// Runs the generator of the innermost frame up to the next action.
    pub fn step(&mut self, answer: Option<Answer>) -> Action {
        let jit = self.jit;
        let (mut input, output) = (
            self.input.take().unwrap_or_else(|| jit.buffer()),
            self.output.take().unwrap_or_else(|| jit.buffer()),
        );
        let answer = answer.map(|a| match a {
            Answer::Word(w) => w,
            Answer::BitsOf(b) => {
                let ty = jit.state.work().now.boxes.get(b).ty();
                memory::to_state(ty, jit.state.bits(b))
            }
        });
        let point = self.with(|a| {
            let top = a.frames.last().expect("a frame");
            let words = top
                .greens
                .iter()
                .copied()
                .chain(top.reds.iter().map(|b| u64::from(b.0) + 1))
                .chain(answer);
            for (slot, word) in input.iter_mut().zip(words) {
                *slot = word;
            }
            top.point
        });
        let info = jit.point(point);
        let generator = jit.info().copies[info.copy].generator;
        let address = jit.state.tables.funcs[generator];
        let (inp, out) = (input.as_ptr() as u64, output.as_ptr() as u64);
        let local = u64::from(info.local);
        let code = jit
            .state
            .with_runtime(|rt| rt.call4(address, [local, inp, out, 0])) as i64;
        let mut action = self.decode(code, out);
        self.input = Some(input);
        self.output = Some(output);
        if jit.state.work().mode == Mode::Compile {
            self.settle(&mut action);
        }
        action
    }
    fn decode(&self, code: i64, out: u64) -> Action {
        let words = &mut Words { at: out };
        match code {
            jit_abi::GOTO => Action::Goto(self.frame_at(words)),
            jit_abi::BRANCH => Action::Branch {
                cond: box_of(words.next()),
                yes: self.frame_at(words),
                no: self.frame_at(words),
            },
            jit_abi::SWITCH => {
                let value = box_of(words.next());
                let info = &self.jit.info().switches[words.next() as usize];
                let n = info.cases.len() + usize::from(info.has_default);
                Action::Switch {
                    value,
                    info,
                    cases: (0..n).map(|_| self.frame_at(words)).collect(),
                }
            }
            jit_abi::CALL => {
                let (call, function) = (words.next() as u32, words.next());
                let after = self.frame_at(words);
                let info = &self.jit.info().calls[call as usize];
                if info.portal.is_some() {
                    let args = info.args.iter().filter(|c| **c == Color::Red);
                    let args = args.map(|_| box_of(words.next())).collect();
                    return Action::Portal { call, after, args };
                }
                Action::Call {
                    call,
                    function,
                    after,
                    start: self.frame_at(words),
                }
            }
            jit_abi::RETURN => Action::Return(words.next()),
            jit_abi::PROMOTE => Action::Promote {
                value: box_of(words.next()),
                owner: match words.next() {
                    0 => None,
                    w => Some(box_of(w)),
                },
                after: self.frame_at(words),
            },
            jit_abi::MERGE_POINT => {
                words.next();
                Action::MergePoint(self.frame_at(words))
            }
            jit_abi::CERTAIN => {
                let (function, n) = (words.next() as u32, words.next());
                Action::Certain {
                    function,
                    args: (0..n).map(|_| box_of(words.next())).collect(),
                    after: self.frame_at(words),
                }
            }
            jit_abi::UNREACHABLE => Action::Unreachable,
            _ => Action::Stop,
        }
    }
    /// The frame whose words come next.
    fn frame_at(&self, words: &mut Words) -> Frame {
        let point = PointId(words.next() as u32);
        let info = self.jit.point(point);
        let mut greens = SmallVec::with_capacity(info.greens.len());
        greens.extend(info.greens.iter().map(|_| words.next()));
        let mut reds = SmallVec::with_capacity(info.reds.len());
        reds.extend(info.reds.iter().map(|_| box_of(words.next())));
        Frame {
            point,
            greens,
            reds,
            chain: None,
        }
    }
    /// Compile mode: greens become parts of keys, so references among them must not move any more, and strings are
    /// replaced by the one that stands for their value.
    fn settle(&self, action: &mut Action) {
        let jit = self.jit;
        let types = jit.state.tables.types();
        let young = action.frames().any(|f| {
            let greens = jit.point(f.point).greens.iter().zip(&f.greens);
            greens.into_iter().any(|(&ty, &word)| {
                matches!(ty, LLType::Ptr(_)) && types.is_gc_ref(ty) && jit.state.is_young(word)
            })
        });
        if young {
            // The collector updates them where it finds them.
            let n = self.depth();
            let frames: Vec<Frame> = action.frames().map(|f| f.clone()).collect();
            self.with(|a| a.frames.extend(frames));
            jit.state.tenure();
            let mut moved = self.with(|a| a.frames.split_off(n));
            for (f, m) in action.frames().zip(moved.drain(..)) {
                *f = m;
            }
        }
        for f in action.frames() {
            settle_greens(jit, f.point, &mut f.greens);
        }
    }
}

impl Drop for GeneratorRun<'_> {
    fn drop(&mut self) {
        self.jit.state.leave();
        self.jit.runs.active.borrow_mut().truncate(self.slot);
        for b in [self.input.take(), self.output.take()]
            .into_iter()
            .flatten()
        {
            self.jit.give_back(b);
        }
    }
}

/// Greens that do not move any more: strings by value, all kept alive.
pub fn settle_greens(jit: &Jit, point: PointId, greens: &mut [u64]) {
    let types = jit.state.tables.types();
    for (ty, word) in jit.point(point).greens.iter().zip(greens) {
        if *word != 0 && types.is_gc_ref(*ty) {
            if jit.is_string(*ty) {
                *word = jit.green_string(*ty, *word);
            } else {
                jit.state.keep(*word);
            }
        }
    }
}

/// The frames of a chain, with a box for each slot.
fn frames_of(jit: &Jit, chain: ChainId, context: &Context, boxes: &[BoxId]) -> Vec<Frame> {
    let chains = jit.chains.borrow();
    let mut links: Vec<(ChainId, &Link)> = chains.outwards(chain).collect();
    links.reverse();
    let mut slots = context.slots.iter();
    links
        .iter()
        .map(|&(id, link)| Frame {
            point: link.point,
            greens: SmallVec::from_slice(&link.greens),
            reds: jit
                .point(link.point)
                .reds
                .iter()
                .filter_map(|_| slots.next())
                .map(|k| boxes[k.0 as usize])
                .collect(),
            chain: Some(id),
        })
        .collect()
}

/// Words and boxes of the parameters of a call in order, Void ones left out.
pub fn call_arguments(
    jit: &Jit,
    call: &jit_abi::info::CallInfo,
    start: &Frame,
) -> Vec<(LLType, Argument)> {
    let sig = jit.state.tables.types().as_func(call.sig);
    let (mut greens, mut reds) = (0..start.greens.len(), start.reds.iter());
    sig.args
        .iter()
        .zip(&call.args)
        .filter(|(ty, _)| **ty != LLType::Void)
        .filter_map(|(&ty, color)| {
            Some((
                ty,
                match color {
                    Color::Green => Argument::Green(greens.next()?),
                    Color::Red => Argument::Red(*reds.next()?),
                },
            ))
        })
        .collect()
}

/// Where an argument of a call comes from.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// A green of the callee's first frame.
    Green(usize),
    /// The handle of a box.
    Red(BoxId),
}
