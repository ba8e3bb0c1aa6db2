//! A run: frames, the generator that is asked for the next action, and the action.
//!
//! Frames live in [`Active`](super::jit::Active), where the collector finds their greens. A generator is emitted code
//! that comes back for each red operation; nothing is borrowed meanwhile. What it leaves in `out` is decoded at once:
//! between its return and the end of decoding nothing is allocated.
use ir::lltype::{ContainerId, LLType, TypeTable};
use lowlevel::FuncId;
use lowlevel::binding::Color;
use smallvec::SmallVec;

use super::context::Context;
use super::execute::state_word;
use super::jit::{Active, Jit};
use super::keys::{ChainId, Chains, Link};
use super::table::Maturity;
use crate::support::boxes::BoxId;
use crate::support::externs::{box_of, handle};
use crate::support::loans::Waiting;
use crate::support::state::Mode;
use jit_abi::info::{CallId, PointId, PointInfo, SwitchInfo};

/// A frame of a generator.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The point at which it is suspended.
    pub point: PointId,
    /// Its greens, as words.
    pub greens: Vec<u64>,
    /// The boxes of its reds, in the order of the point.
    pub reds: Vec<BoxId>,
    /// Its chain, if it waits for a call (compile mode).
    pub chain: Option<ChainId>,
}

/// What is asked of a point most often.
#[derive(Clone, Copy, Debug)]
pub struct PointShape {
    /// The generator that it belongs to, and its number there.
    pub generator: FuncId,
    pub local: u32,
    /// The executor that it belongs to, where it has the same number.
    pub executor: FuncId,
    /// How many greens and reds it has.
    pub greens: u16,
    pub reds: u16,
    /// There are references among the greens.
    pub references: bool,
    /// Something is known of its reds.
    pub learns: bool,
    /// It is one of a portal itself, and not of a function that it calls.
    pub portal: bool,
    /// The function that it is a point of.
    pub function: FuncId,
}

/// What a generator asks for (see [`jit_abi`]). Where it goes on at one place, the innermost frame is there already.
#[derive(Clone, Debug)]
pub enum Action {
    /// The innermost frame goes on at this point. Branches and switches on constants come as this, too.
    Goto(PointId),
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
    /// The innermost frame waits for what this one returns.
    Call {
        call: u32,
        function: u64,
        start: Frame,
    },
    /// A call of a portal, for which the innermost frame waits; the arguments are in the order of its parameters.
    Portal {
        call: u32,
        args: SmallVec<[BoxId; 8]>,
    },
    Return(u64),
    Promote {
        value: BoxId,
        /// The object that has to be known, if any.
        owner: Option<BoxId>,
    },
    MergePoint(PointId),
    /// A call of this function with these arguments comes next, and others see what it does.
    Certain {
        function: u32,
        args: SmallVec<[BoxId; 8]>,
    },
    Unreachable,
    Stop,
}

impl Action {
    /// The frames that it has beside the innermost one.
    fn frames(&mut self) -> impl Iterator<Item = &mut Frame> {
        let (one, two, more): (_, _, &mut [Frame]) = match self {
            Action::Branch { yes, no, .. } => (Some(yes), Some(no), &mut []),
            Action::Switch { cases, .. } => (None, None, cases),
            Action::Call { start, .. } => (Some(start), None, &mut []),
            _ => (None, None, &mut []),
        };
        one.into_iter().chain(two).chain(more)
    }
    /// Whether the innermost frame was replaced.
    fn moves(&self) -> bool {
        match self {
            Action::Goto(_)
            | Action::Call { .. }
            | Action::Portal { .. }
            | Action::Promote { .. }
            | Action::MergePoint(_)
            | Action::Certain { .. } => true,
            Action::Branch { .. }
            | Action::Switch { .. }
            | Action::Return(_)
            | Action::Unreachable
            | Action::Stop => false,
        }
    }
}

/// The words that a generator has returned, one after the other.
struct Words<'a> {
    words: &'a [u64],
}

impl<'a> Words<'a> {
    #[inline]
    fn next(&mut self) -> u64 {
        self.take(1)[0]
    }
    #[inline]
    fn take(&mut self, n: usize) -> &'a [u64] {
        let (taken, rest) = self.words.split_at(n);
        self.words = rest;
        taken
    }
}

/// A green of a point that is a collected reference.
#[derive(Clone, Copy, Debug)]
pub struct GreenReference {
    /// Its number among the greens.
    pub index: u32,
    container: ContainerId,
    pub(super) ty: LLType,
    /// Whether it is compared by value.
    pub(super) string: bool,
}

/// The greens of a point that are collected references.
pub fn green_references(
    point: &PointInfo,
    types: &TypeTable,
    is_string: impl Fn(LLType) -> bool,
) -> Box<[GreenReference]> {
    let greens = (0..).zip(&point.greens);
    let reference = |(index, &ty): (u32, &LLType)| {
        let container = ty.container().filter(|_| types.is_gc_ref(ty))?;
        Some(GreenReference {
            index,
            container,
            ty,
            string: is_string(ty),
        })
    };
    greens.filter_map(reference).collect()
}

/// What the generator gets appended to its state: a green value or the handle of a box.
#[derive(Clone, Copy, Debug)]
pub struct Answer(pub u64);

/// Generators in progress, from an entry or an edge stub up to the last fragment. While it exists its words are roots.
pub struct GeneratorRun<'a> {
    pub jit: &'a Jit,
    slot: usize,
    input: Box<[u64]>,
    output: Box<[u64]>,
    /// The chains of frames that have come to wait because a generator called another one, since they were asked for.
    pub(super) nested: SmallVec<[ChainId; 8]>,
    /// What generators make code for that pass joins without versions by themselves (see `Session::goes_straight`).
    pub straight: Option<Maturity>,
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
        // Generators run while code is made only.
        let buffer = || match mode {
            Mode::Compile => jit.buffer(),
            Mode::Execute => Box::default(),
        };
        GeneratorRun {
            jit,
            slot,
            input: buffer(),
            output: buffer(),
            nested: SmallVec::new(),
            straight: None,
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
    /// Whether a box of some frame is such.
    pub fn has_box(&self, mut is: impl FnMut(BoxId) -> bool) -> bool {
        self.with(|a| a.frames.iter().flat_map(|f| &f.reds).any(|&b| is(b)))
    }
    /// The boxes of all frames, outermost first.
    pub fn slots(&self) -> Vec<BoxId> {
        self.with(|a| {
            let count: usize = a.frames.iter().map(|f| f.reds.len()).sum();
            // One more may be added for a promoted value.
            let mut slots = Vec::with_capacity(count + 1);
            for f in &a.frames {
                slots.extend_from_slice(&f.reds);
            }
            slots
        })
    }
    /// The reds of so many inner frames, and these behind them.
    pub fn inner_slots(&self, inner: usize, reds: &[BoxId]) -> SmallVec<[BoxId; 16]> {
        self.with(|a| {
            let frames = &a.frames[a.frames.len() - inner..];
            let of_frames = frames.iter().flat_map(|f| f.reds.iter().copied());
            of_frames.chain(reds.iter().copied()).collect()
        })
    }
    /// The frames, which wait for a call.
    /// But for so many inner ones.
    pub fn waiting(&self, inner: usize) -> Waiting {
        let mut waiting = Waiting::default();
        self.with(|a| {
            for f in &a.frames[..a.frames.len() - inner] {
                let unread = &self.jit.point(f.point).unread;
                for (i, &b) in (0..).zip(&f.reds) {
                    match unread.contains(&i) {
                        true => waiting.unread.push(b),
                        false => waiting.needed.push(b),
                    }
                }
            }
        });
        waiting
    }
    /// The frames of a chain with these boxes by slot.
    pub fn set_frames(&self, chain: ChainId, context: &Context, boxes: &[BoxId]) {
        let frames = frames_of(self.jit, chain, context, boxes);
        self.with(|a| a.frames = frames);
    }
    /// Applies what the analysis at translation time found out about the reds at the point of the innermost frame.
    pub fn learn_point(&self) {
        let jit = self.jit;
        self.with(|a| {
            let Some(top) = a.frames.last() else {
                return;
            };
            if jit.shape(top.point).learns {
                let boxes = jit.point(top.point).not_negative.iter();
                let boxes = boxes.map(|&(i, countable)| (top.reds[i as usize], countable));
                jit.state.learn_not_negative(boxes);
            }
        });
    }
    /// The innermost frame of a chain, with these reds.
    pub fn frame(&self, chain: ChainId, reds: &mut dyn Iterator<Item = BoxId>) -> Frame {
        let chains = self.jit.chains.borrow();
        let link = chains.get(chain);
        let n = self.jit.point(link.point).reds.len();
        Frame {
            point: link.point,
            greens: link.greens.to_vec(),
            reds: reds.take(n).collect(),
            chain: Some(chain),
        }
    }
    /// The chain of the frames, the innermost being at `top`.
    pub fn chain(&self) -> ChainId {
        self.with(|a| self.chain_over(a, &a.frames[a.frames.len() - 1]))
    }
    /// A hash of the chain of the frames, and the chain itself if there is one already: most of those that a run passes
    /// are never a key.
    pub fn passed(&self) -> (u64, Option<ChainId>) {
        self.with(|a| {
            let top = &a.frames[a.frames.len() - 1];
            let parent = waiting(a);
            let chains = self.jit.chains.borrow();
            let hash = Chains::hash_of(top.point, &top.greens, chains.hash(parent));
            (hash, chains.find_frame(top.point, &top.greens, parent))
        })
    }
    /// The chain of the frames if this were the innermost one.
    pub fn chain_at(&self, top: &Frame) -> ChainId {
        self.with(|a| self.chain_over(a, top))
    }
    fn chain_over(&self, a: &Active, top: &Frame) -> ChainId {
        (self.jit.chains.borrow_mut()).of_frame(top.point, &top.greens, waiting(a))
    }
    /// Runs the generator of the innermost frame up to the next action.
    pub fn step(&mut self, answer: Option<Answer>) -> Action {
        let jit = self.jit;
        let point = self.store_state(answer);
        let PointShape {
            generator, local, ..
        } = *jit.shape(point);
        let address = jit.state.checked_code(generator);
        let (inp, out) = (self.input.as_ptr() as u64, self.output.as_mut_ptr() as u64);
        let local = u64::from(local);
        // What the compiler executes may be compiled itself meanwhile.
        let straight = jit.joins.straight.replace(self.straight);
        let path = jit.state.nested.ask();
        let code = jit
            .state
            .with_runtime(|rt| rt.call4(address, [local, inp, out, 0])) as i64;
        jit.joins.straight.set(straight);
        jit.state.nested.answered(path);
        if jit.state.nested.is_any() {
            return self.decode_nested(code);
        }
        let mut action = self.decode(code);
        self.settle(&mut action, point);
        action
    }
    /// Executes a frame, which is none of those in progress any more, behind its point; `result` is what the point
    /// takes. Returns [`RETURN`](jit_abi::RETURN), or [`MERGE_POINT`](jit_abi::MERGE_POINT) at the merge point of the
    /// portal that it is a frame of; the words are in the exchange buffer.
    pub fn execute(&self, frame: &Frame, result: Option<u64>) -> i64 {
        let jit = self.jit;
        let reds = frame.reds.iter().map(|&b| state_word(jit, b));
        let words = frame.greens.iter().copied().chain(reds).chain(result);
        let words: SmallVec<[u64; 12]> = words.collect();
        let shape = jit.shape(frame.point);
        let (local, input) = (u64::from(shape.local), words.as_ptr() as u64);
        let executor = jit.state.checked_code(shape.executor);
        let code = (jit.state).with_runtime(|rt| rt.call4(executor, [local, input, 0, 0]));
        code as i64
    }
    /// Puts the state of the innermost frame and the answer where the generator reads them; the point of the frame.
    fn store_state(&mut self, answer: Option<Answer>) -> PointId {
        let jit = self.jit;
        let mut active = jit.runs.active.borrow_mut();
        let top = active[self.slot].frames.last_mut().expect("a frame");
        let (greens, rest) = self.input.split_at_mut(top.greens.len());
        greens.copy_from_slice(&top.greens);
        let (reds, rest) = rest.split_at_mut(top.reds.len());
        for (word, &b) in reds.iter_mut().zip(&top.reds) {
            *word = handle(Some(b));
        }
        if let Some(Answer(word)) = answer {
            rest[0] = word;
        }
        top.point
    }
    pub(super) fn decode(&self, code: i64) -> Action {
        let words = &mut Words {
            words: &self.output,
        };
        match code {
            jit_abi::GOTO => Action::Goto(self.move_top(words)),
            jit_abi::BRANCH => {
                let cond = box_of(words.next());
                if let Some(bits) = self.constant_of(cond) {
                    if bits == 0 {
                        self.skip(words);
                    }
                    return Action::Goto(self.move_top(words));
                }
                Action::Branch {
                    cond,
                    yes: self.frame_at(words),
                    no: self.frame_at(words),
                }
            }
            jit_abi::SWITCH => {
                let value = box_of(words.next());
                let info = &self.jit.info().switches[words.next() as usize];
                let n = info.cases.len() + usize::from(info.has_default);
                if let Some(bits) = self.constant_of(value) {
                    let i = info.cases.iter().position(|&c| c == bits);
                    for _ in 0..i.unwrap_or(n - 1) {
                        self.skip(words);
                    }
                    return Action::Goto(self.move_top(words));
                }
                Action::Switch {
                    value,
                    info,
                    cases: (0..n).map(|_| self.frame_at(words)).collect(),
                }
            }
            jit_abi::CALL => self.decode_call(words),
            jit_abi::RETURN => Action::Return(words.next()),
            jit_abi::PROMOTE => {
                let value = box_of(words.next());
                let owner = match words.next() {
                    0 => None,
                    w => Some(box_of(w)),
                };
                self.move_top(words);
                Action::Promote { value, owner }
            }
            jit_abi::MERGE_POINT => {
                words.next();
                Action::MergePoint(self.move_top(words))
            }
            jit_abi::CERTAIN => {
                let (function, n) = (words.next() as u32, words.next());
                let args = words.take(n as usize).iter().map(|&w| box_of(w)).collect();
                self.move_top(words);
                Action::Certain { function, args }
            }
            jit_abi::UNREACHABLE => Action::Unreachable,
            _ => Action::Stop,
        }
    }
    fn decode_call(&self, words: &mut Words<'_>) -> Action {
        let (call, function) = (words.next() as u32, words.next());
        self.move_top(words);
        let info = &self.jit.info().calls[CallId(call)];
        // One that is not looked into has no targets.
        if info.portal.is_some() || info.targets.is_empty() {
            let reds = info.args.iter().filter(|c| **c == Color::Red).count();
            let args = words.take(reds).iter().map(|&w| box_of(w)).collect();
            return Action::Portal { call, args };
        }
        Action::Call {
            call,
            function,
            start: self.frame_at(words),
        }
    }
    fn constant_of(&self, b: BoxId) -> Option<u64> {
        self.jit.state.work().now.boxes.get(b).constant()
    }
    /// The point whose number comes next, its greens, and the handles of its reds.
    fn state_at<'w>(&self, words: &mut Words<'w>) -> (PointId, &'w [u64], &'w [u64]) {
        let point = PointId(words.next() as u32);
        let shape = self.jit.shape(point);
        let greens = words.take(usize::from(shape.greens));
        (point, greens, words.take(usize::from(shape.reds)))
    }
    fn skip(&self, words: &mut Words<'_>) {
        self.state_at(words);
    }
    /// The frame whose words come next.
    fn frame_at(&self, words: &mut Words<'_>) -> Frame {
        let (point, greens, reds) = self.state_at(words);
        let mut frame = self.jit.runs.frame(point);
        frame.greens.extend_from_slice(greens);
        frame.reds.extend(reds.iter().map(|&w| box_of(w)));
        frame
    }
    /// The innermost frame goes on as the one whose words come next; its point.
    fn move_top(&self, words: &mut Words<'_>) -> PointId {
        let (point, greens, reds) = self.state_at(words);
        self.with(|a| {
            let top = a.frames.last_mut().expect("a frame");
            top.point = point;
            top.greens.clear();
            top.greens.extend_from_slice(greens);
            top.reds.clear();
            top.reds.extend(reds.iter().map(|&w| box_of(w)));
            top.chain = None;
        });
        point
    }
    /// Greens become parts of keys, so references among them must not move any more, and strings are
    /// replaced by the one that stands for their value. What has been a green of the innermost frame before, at this
    /// point, is so already.
    fn settle(&self, action: &mut Action, before: PointId) {
        let jit = self.jit;
        let refers = |f: &Frame| jit.shape(f.point).references;
        let top = action.moves() && self.with(|a| a.frames.last().is_some_and(refers));
        if !top && !action.frames().any(|f| refers(f)) {
            return;
        }
        let known = jit.green_references(before);
        let settled = |n: usize, r: &GreenReference, word: u64| {
            let same = |k: &GreenReference| {
                k.container == r.container && self.input[k.index as usize] == word
            };
            word == 0 || known.get(n).is_some_and(same) || known.iter().any(same)
        };
        let is_new = |f: &Frame| {
            for (n, r) in jit.green_references(f.point).iter().enumerate() {
                if !settled(n, r, f.greens[r.index as usize]) {
                    return true;
                }
            }
            false
        };
        let top = top && self.with(|a| a.frames.last().is_some_and(is_new));
        if !top && !action.frames().any(|f| is_new(f)) {
            return;
        }
        self.settle_all(action, self.depth() - 1);
    }
    /// The same for all frames from the one with this number on, whatever they have been before.
    pub(super) fn settle_all(&self, action: &mut Action, first: usize) {
        let jit = self.jit;
        let moves = action.moves();
        let young = |f: &Frame| {
            let mut references = jit.green_references(f.point).iter();
            references.any(|r| jit.state.is_young(f.greens[r.index as usize]))
        };
        let last = self.depth() - usize::from(!moves);
        if self.with(|a| a.frames[first..last].iter().any(young))
            || action.frames().any(|f| young(f))
        {
            self.tenure(action);
        }
        self.with(|a| {
            for f in &mut a.frames[first..last] {
                settle_greens(jit, f.point, &mut f.greens);
            }
        });
        for f in action.frames() {
            settle_greens(jit, f.point, &mut f.greens);
        }
    }
    /// Nothing is young any more; the frames of an action are updated, too.
    fn tenure(&self, action: &mut Action) {
        // The collector updates them where it finds them.
        let n = self.depth();
        let frames: Vec<Frame> = action.frames().map(|f| f.clone()).collect();
        self.with(|a| a.frames.extend(frames));
        self.jit.state.tenure();
        let mut moved = self.with(|a| a.frames.split_off(n));
        for (f, m) in action.frames().zip(moved.drain(..)) {
            *f = m;
        }
    }
}

/// The chain of the frames that wait for the innermost one.
fn waiting(a: &Active) -> Option<ChainId> {
    let outer = a.frames.len().checked_sub(2)?;
    a.frames[outer].chain
}

impl Drop for GeneratorRun<'_> {
    fn drop(&mut self) {
        self.jit.state.leave();
        self.jit.runs.active.borrow_mut().truncate(self.slot);
        let buffers = [&mut self.input, &mut self.output];
        for b in buffers.into_iter().filter(|b| !b.is_empty()) {
            self.jit.give_back(std::mem::take(b));
        }
    }
}

/// Greens that do not move any more: strings by value, all kept alive.
pub fn settle_greens(jit: &Jit, point: PointId, greens: &mut [u64]) {
    for r in jit.green_references(point) {
        let word = &mut greens[r.index as usize];
        if *word == 0 {
            continue;
        }
        if r.string {
            *word = jit.green_string(r.ty, *word);
        } else {
            jit.state.keep(*word);
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
            greens: link.greens.to_vec(),
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
