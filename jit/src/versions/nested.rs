//! Calls of generators by generators (`timeshift::nested`): whether one may be made, and the frames that wait for one
//! that has come back with an action.
use jit_abi::info::{CallId, CallInfo, PointId};
use jit_abi::receiver;
use lowlevel::FuncId;
use lowlevel::binding::CopyId;
use smallvec::SmallVec;

use super::jit::Jit;
use super::keys::ChainId;
use super::run::{Action, GeneratorRun};
use crate::support::externs::box_of;
use crate::support::memory;
use crate::support::nested::Callee;

impl Jit {
    /// Whether a generator may call that of the callee that begins at `start` itself, with the state at `out`: where
    /// what belongs to the call is stored, or 0. The driver would trace into it, too
    /// ([`may_inline`](super::session::Session::may_inline)). `kind`: what its first argument is.
    pub(super) fn calls_generator(
        &self,
        point: PointId,
        start: PointId,
        kind: i64,
        out: u64,
    ) -> u64 {
        let nested = &self.state.nested;
        if nested.is_undecided(point) {
            return 0;
        }
        let shape = self.shape(start);
        let recursive = kind != receiver::NOT_RECURSIVE;
        let limits = {
            let settings = self.settings.borrow();
            (settings.nested, settings.inline_depth)
        };
        let frames = |functions: &mut SmallVec<[FuncId; 32]>| self.functions_in_progress(functions);
        if !nested.has_room(shape.function, recursive, limits, frames) {
            return 0;
        }
        if shape.references {
            for (i, one) in self.strings(start, |i| memory::word(out + 8 * i)) {
                memory::set_word(out + 8 * i, one);
            }
        }
        let receiver = match kind {
            receiver::BOX => {
                let first = box_of(memory::word(out + 8 * u64::from(shape.greens)));
                self.state.work().now.boxes.get(first).constant()
            }
            receiver::WORD => Some(memory::word(out)),
            _ => None,
        };
        let callee = Callee {
            start,
            function: shape.function,
            receiver: receiver.filter(|&word| !self.state.is_young(word)),
        };
        let code = self.state.checked_code(shape.generator);
        let greens = usize::from(self.shape(point).greens);
        nested.call(point, callee, code, greens).unwrap_or(0)
    }
    /// The same for a call through the green pointer `function`.
    pub(super) fn calls_one_generator(
        &self,
        call: CallId,
        point: PointId,
        function: u64,
        kind: i64,
        out: u64,
    ) -> u64 {
        let Some(&(_, copy)) = self.target(&self.info().calls[call], function) else {
            return 0;
        };
        let start = self.info().copies[copy].start;
        match self.shape(start).portal {
            true => 0,
            false => self.calls_generator(point, start, kind, out),
        }
    }
    /// What is traced into of a call through the green pointer `function`.
    pub(super) fn target<'c>(
        &self,
        call: &'c CallInfo,
        function: u64,
    ) -> Option<&'c (FuncId, CopyId)> {
        let f = self.state.tables.func_at(function)?;
        call.targets.iter().find(|t| t.0 == f)
    }
    /// The strings among the greens of a point, by number: those that stand for their values, as far as there are such.
    pub(super) fn strings(
        &self,
        point: PointId,
        word: impl Fn(u64) -> u64,
    ) -> impl Iterator<Item = (u64, u64)> {
        let strings = self.green_references(point).iter().filter(|r| r.string);
        strings.filter_map(move |r| {
            let i = u64::from(r.index);
            let word = Some(word(i)).filter(|&word| word != 0)?;
            Some((i, self.known_string(r.ty, word)?))
        })
    }
    /// The functions of the frames of the run at work, from the innermost one outwards, up to that of a portal: what a
    /// portal calls is counted anew.
    fn functions_in_progress(&self, functions: &mut SmallVec<[FuncId; 32]>) {
        let active = self.runs.active.borrow();
        let frames = active
            .last()
            .into_iter()
            .flat_map(|a| a.frames.iter().rev());
        for f in frames {
            let shape = self.shape(f.point);
            functions.push(shape.function);
            if shape.portal {
                break;
            }
        }
    }
}

impl GeneratorRun<'_> {
    /// The action of a generator that others have called, which wait now.
    pub(super) fn decode_nested(&mut self, code: i64) -> Action {
        let jit = self.jit;
        let first = self.depth() - 1;
        let mut callees: SmallVec<[Callee; jit_abi::NESTED]> = SmallVec::new();
        for (i, w) in jit.state.nested.take().enumerate() {
            let greens = usize::from(jit.shape(w.point).greens);
            let mut frame = jit.runs.frame(w.point);
            frame.greens.extend_from_slice(&w.words[..greens]);
            frame
                .reds
                .extend(w.words[greens..].iter().map(|&w| box_of(w)));
            match i {
                0 => self.set_top(frame),
                _ => self.with(|a| a.frames.push(frame)),
            }
            callees.push(w.callee);
        }
        // An action that moves the innermost frame replaces it, and to others its state is nothing.
        if let Some(callee) = callees.last() {
            let mut innermost = jit.runs.frame(callee.start);
            (innermost.greens).resize(usize::from(jit.shape(callee.start).greens), 0);
            self.with(|a| a.frames.push(innermost));
        }
        let mut action = self.decode(code);
        self.settle_all(&mut action, first);
        for (i, callee) in (first..).zip(callees) {
            let chain = self.with(|a| {
                let parent = i.checked_sub(1).and_then(|p| a.frames[p].chain);
                let frame = &mut a.frames[i];
                let chain = (jit.chains.borrow_mut()).of_frame(frame.point, &frame.greens, parent);
                frame.chain = Some(chain);
                chain
            });
            if let Some(word) = callee.receiver {
                jit.inlining.receivers.borrow_mut().insert(chain, word);
            }
            self.nested.push(chain);
        }
        action
    }
    /// The chains of frames that have come to wait without an action.
    pub fn nested(&mut self) -> impl Iterator<Item = ChainId> {
        self.nested.drain(..)
    }
}
