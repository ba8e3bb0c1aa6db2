//! Calls and returns: what is inlined, what becomes a residual call, how the outermost frame leaves.
use super::*;
use jit_abi::info::CallId;
use lowlevel::FuncId;
use rustc_hash::FxHasher;
use smallvec::smallvec;
use std::hash::{Hash, Hasher};

/// Portals that are in progress in one chain of frames, at most, by how much is compiled already: up to so many parts
/// of [`PARTS`] of the memory that the compiler has at first. Each copy of what a portal runs is better code, but deep
/// copies of a large program need more memory and time than they bring. (RPySOM's DeltaBlue, bytecodes: with 10, then
/// 6, 115,000 operations in 1,020 ms, 2.1 ms a turn; so 68,000 in 480 ms, 1.6 ms a turn.)
const PORTALS: [(u64, usize); 3] = [(16, 10), (40, 4), (u64::MAX, 2)];
const PARTS: u64 = 48;
/// The same where what runs often is made again, by how many operations have come of that, ... (Copies of functions in
/// deep chains are many, and each operation in them takes longer to compile. RPySOM's Json took 400 ms for 33,000 in
/// all; TreeSort's turns take 2.1 ms so, not 4.6, and half as much is compiled.)
const MATURE: [(u64, usize); 3] = [(5_000, 30), (10_000, 6), (u64::MAX, 3)];
/// ... for what is made before that: in large programs a portal is compiled once at first, and where that runs often
/// what it calls becomes part of it; a small program is compiled as it is to stay. (RPySOM on bytecodes, first ten
/// turns of DeltaBlue and Richards: 182 and 169 ms with 10 portals up to a sixth of the memory and 2 then, 110 and 125
/// ms so, and Richards' code is better by a quarter in the end, since what is made again knows which ways run. Without
/// the first step NBody, which is small, is compiled twice.)
const FIRST: [(u64, usize); 2] = [(3, 10), (u64::MAX, 1)];
/// Turns of a recursion in them: each of a recursive function's calls is a copy of its own. What is made at first ends
/// where the second one begins, if that is known. (RPySOM's QuickSort: 245 ms for 150 turns in two runs of three, not
/// 590.)
const REPEATED: usize = 2;
/// The same while much time has just gone into code that is made again: of a recursion that branches there are
/// exponentially many copies. (RPySOM's QuickSort: 83,000 operations in its second turn, 690 ms, and 1.7 ms a turn from
/// then on; so 23,000, 150 ms, and 2.7 ms a turn.)
const REPEATED_IN_HASTE: usize = 1;
/// How often a function may be in progress in them in all.
const OCCURRENCES: usize = 6;

/// A call that came to so many operations is traced into, however many wait for it: to call it takes as many, since its
/// frame and those of its callers have to be there then, as objects, with all that is in them. (PyPy's raytrace: 16 to
/// 20 ms a turn; so 6 to 12.)
const SMALL: u32 = 100;

/// Why a call of a portal is not traced into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CallLimit {
    Greens,
    NotCompiled,
    Recursive,
    Depth,
}

impl CallLimit {
    /// For the log.
    fn text(self) -> &'static str {
        match self {
            CallLimit::Greens => "its greens are not known",
            CallLimit::NotCompiled => "what it leads to could not be compiled",
            CallLimit::Recursive => "it is recursive",
            CallLimit::Depth => "too many calls wait for it",
        }
    }
}

impl Session<'_> {
    pub(super) fn call(
        &mut self,
        number: u32,
        function: u64,
        mut start: Frame,
    ) -> Result<Flow, GiveUp> {
        let jit = self.jit();
        let call = &jit.info().calls[CallId(number)];
        let target = if call.indirect {
            jit.target(call, function)
        } else {
            call.targets.first()
        };
        let waiting = self.run.chain();
        let receiver = self.receiver(call, &start);
        if let Some(&(f, copy)) = target
            && self.may_inline(waiting, f, receiver)
        {
            self.draft.inlined.push(waiting);
            if let Some(word) = receiver {
                let mut receivers = jit.inlining.receivers.borrow_mut();
                receivers.insert(waiting, word);
            }
            start.point = jit.info().copies[copy].start;
            self.run.with(|a| {
                if let Some(top) = a.frames.last_mut() {
                    top.chain = Some(waiting);
                }
                a.frames.push(start);
            });
            return Ok(Flow::On(None));
        }
        let mut args = Vec::new();
        let op = &jit.info().ops[call.residual];
        if call.indirect {
            args.push(jit.constant(op.args[0], function));
        }
        // Making a constant may collect, but greens do not move here.
        for (ty, a) in call_arguments(jit, call, &start) {
            args.push(match a {
                Argument::Green(i) => jit.constant(ty, start.greens[i]),
                Argument::Red(b) => b,
            });
        }
        let result = self.call_and_lend(call.residual, &args, u64::from(number));
        let point = self.run.with(|a| a.frames.last().map(|f| f.point));
        let wanted = point.and_then(|p| jit.point(p).result);
        match (wanted, result) {
            (None, _) => Ok(Flow::On(None)),
            (Some((Color::Red, _)), b) => Ok(Flow::On(Some(Answer(handle(b))))),
            (Some((Color::Green, _)), Some(b)) => self.promote(b),
            (Some((Color::Green, _)), None) => Ok(Flow::On(Some(Answer(0)))),
        }
    }
    /// A call of a portal with the state at its merge point. With known greens it may go on there, in a frame of its
    /// own.
    pub(super) fn call_portal(&mut self, number: u32, args: &[BoxId]) -> Result<Flow, GiveUp> {
        let jit = self.jit();
        let call = &jit.info().calls[CallId(number)];
        let mut called = None;
        let op = &jit.info().ops[call.residual];
        if let Some(portal) = call.portal.map(|p| &jit.info().portals[p as usize])
            && let Some(direct) = &portal.direct
        {
            let waiting = self.run.chain();
            let (greens, reds) = direct.params.split_at(portal.greens.len());
            let reds: SmallVec<[BoxId; 8]> = reds.iter().map(|&i| args[i as usize]).collect();
            let (limit, into) = match self.green_words(portal, greens, args) {
                Some(mut words) => {
                    let types = portal.greens.iter().map(|g| g.1);
                    let part = jit.program_part(portal.func, types, &words);
                    settle_greens(jit, portal.point, &mut words);
                    let limit = self.portal_limit(waiting, (part, op.result), &reds);
                    let limit = self.limit_recursion(limit, portal.point, &words);
                    (limit, Some((words, part)))
                }
                None => (Some(CallLimit::Greens), None),
            };
            called = into.as_ref().map(|i| i.1);
            if let Some(limit) = limit {
                self.limited |= limit == CallLimit::Depth;
                self.cut += u32::from(limit == CallLimit::Recursive);
                let lends = self.lends() && limit != CallLimit::NotCompiled;
                let all = jit.settings.borrow().lend > 1;
                // In front of a limit that code has only as long as it is new, frames that others see by references are
                // worth it alone: they are large, and most code that is compiled is never made again.
                let lasting = all
                    || self.mature.is_some()
                    || limit == CallLimit::Recursive
                    || jit.state.has_targets_to_lend();
                let mut result = None;
                if let Some((words, part)) = into.as_ref().filter(|_| lends && lasting) {
                    let number = call.portal.unwrap_or(0);
                    let (to, what) = ((portal, direct), (&words[..], *part));
                    let inner = self.frames_to_hand_over(waiting, (*part, op.result), &reds);
                    result = self.call_with_context(number, to, what, (&reds, inner), op);
                }
                let callee = into.map(|(words, _)| (portal.point, words));
                self.log_call(waiting, limit, callee, result.is_some());
                if let Some(result) = result {
                    return Ok(self.answered(result));
                }
            } else if let Some((words, part)) = into {
                jit.inlining.parts.borrow_mut().insert(waiting, part);
                self.draft.inlined.push(waiting);
                let frame = Frame {
                    point: portal.point,
                    greens: words.to_vec(),
                    reds: reds.to_vec(),
                    chain: None,
                };
                self.run.with(|a| {
                    if let Some(top) = a.frames.last_mut() {
                        top.chain = Some(waiting);
                    }
                    a.frames.push(frame);
                });
                self.enter(part);
                self.run.learn_point();
                return self.arrive(portal.point);
            }
        }
        let result = self.call_and_lend(call.residual, args, called.unwrap_or(u64::from(number)));
        Ok(self.answered(result))
    }
    /// The innermost frame gets the result of a portal.
    fn answered(&self, result: Option<BoxId>) -> Flow {
        let point = self.run.with(|a| a.frames.last().map(|f| f.point));
        let wanted = point.and_then(|p| self.jit().point(p).result);
        Flow::On(wanted.map(|_| Answer(handle(result))))
    }
    /// The greens of a portal as words, if the boxes are constants. They become part of a key, so they must not move
    /// any more: may collect.
    fn green_words(
        &self,
        portal: &PortalInfo,
        params: &[u32],
        args: &[BoxId],
    ) -> Option<SmallVec<[u64; 5]>> {
        let jit = self.jit();
        let constants = || {
            let constant = |(&i, (_, ty)): (&u32, &(String, LLType))| {
                let bits = self.constant_of(args[i as usize])?;
                (*ty != LLType::SingleFloat).then_some((*ty, bits))
            };
            let all = params.iter().zip(&portal.greens).map(constant);
            all.collect::<Option<SmallVec<[(LLType, u64); 5]>>>()
        };
        let types = jit.state.tables.types();
        let moves = |&(ty, bits): &(LLType, u64)| types.is_gc_ref(ty) && jit.state.is_young(bits);
        if constants()?.iter().any(moves) {
            jit.state.tenure();
        }
        let words = constants()?.into_iter();
        Some(words.map(|(ty, bits)| memory::to_state(ty, bits)).collect())
    }
    /// The first argument of a call as a word, if it is a known reference that does not move.
    fn receiver(&self, call: &jit_abi::info::CallInfo, start: &Frame) -> Option<u64> {
        let jit = self.jit();
        let sig = jit.state.tables.types().as_func(call.sig);
        let mut params = sig.args.iter().zip(&call.args);
        let (&ty, color) = params.find(|(ty, _)| **ty != LLType::Void)?;
        let word = match color {
            Color::Green => *start.greens.first()?,
            Color::Red => self.constant_of(*start.reds.first()?)?,
        };
        (jit.state.tables.types().is_gc_ref(ty) && !jit.state.is_young(word)).then_some(word)
    }
    /// Whether a call is inlined: within the limits, and not found to be better residual. Frames of the same function
    /// are repetitions of it unless both are known to work on different objects, as the nodes of a syntax tree are: of
    /// those there are only so many.
    pub(super) fn may_inline(
        &self,
        waiting: ChainId,
        f: lowlevel::FuncId,
        receiver: Option<u64>,
    ) -> bool {
        let jit = self.jit();
        if jit.inlining.residual_calls.borrow().contains(&waiting) {
            return false;
        }
        let settings = jit.settings.borrow();
        let chains = jit.chains.borrow();
        let receivers = jit.inlining.receivers.borrow();
        let (mut depth, mut same) = (0, 0);
        for (_, link) in chains.outwards(waiting) {
            depth += 1;
            let other = || {
                let known = link.parent.and_then(|p| receivers.get(&p).copied());
                receiver.is_some() && known.is_some() && receiver != known
            };
            same += usize::from(jit.function(link.point) == f && !other());
            // What a portal calls has limits of its own: a residual call would leave it to the interpreter.
            if jit.is_portal(link.point) {
                break;
            }
        }
        depth < settings.inline_depth && same < settings.recursion_limit
    }
    /// A line of the log: a call of a portal is not traced into. `callee`: its merge point and greens.
    fn log_call(
        &self,
        waiting: ChainId,
        why: CallLimit,
        callee: Option<(PointId, SmallVec<[u64; 5]>)>,
        handed: bool,
    ) {
        let jit = self.jit();
        if !jit.log.wants(LogLevel::Versions) {
            return;
        }
        let chain = |(point, greens): (PointId, SmallVec<[u64; 5]>)| {
            jit.chains.borrow_mut().of_frame(point, &greens, None)
        };
        let to = callee.and_then(|c| jit.printable(chain(c)));
        let point = jit.chains.borrow().get(waiting).point;
        jit.log.line(
            LogLevel::Versions,
            format_args!(
                "jit call session={} point={} to={} why={} handed={} at={}",
                self.number,
                quoted(&jit.point_name(point)),
                quoted(to.as_deref().unwrap_or_default()),
                quoted(why.text()),
                u32::from(handed),
                quoted(&jit.source(jit.point(point).location))
            ),
        );
    }
    /// Whether calls hand over virtual objects.
    pub(super) fn lends(&self) -> bool {
        self.jit().settings.borrow().lend > 0
    }
    /// Why a call of a portal for this part of the program does not go on at its merge point; `None`: it does.
    fn portal_limit(
        &self,
        waiting: ChainId,
        (part, result): (u64, LLType),
        reds: &[BoxId],
    ) -> Option<CallLimit> {
        let jit = self.jit();
        if jit.inlining.residual_calls.borrow().contains(&waiting) {
            return Some(CallLimit::NotCompiled);
        }
        let mut row: SmallVec<[u64; 32]> = smallvec![part];
        let parts = jit.inlining.parts.borrow();
        let chains = jit.chains.borrow();
        for (_, link) in chains.outwards(waiting) {
            if jit.is_portal(link.point) {
                let known = link.parent.and_then(|p| parts.get(&p).copied());
                row.push(known.unwrap_or_else(|| {
                    let types = jit.point(link.point).greens.iter().copied();
                    jit.program_part(jit.function(link.point), types, &link.greens)
                }));
            }
        }
        drop((parts, chains));
        let settings = jit.settings.borrow();
        let recursive = |turns: usize| is_recursive(&row, turns.min(settings.recursion_limit));
        let more = self.mature.map_or(0, |first| jit.more_turns(first));
        // The clock is dear.
        let haste = || self.mature.is_some() && more == 0 && jit.is_in_haste();
        // A recursion is cut where nothing has to be allocated for it, if that can be within a turn.
        let enough = || recursive(REPEATED + more) || haste();
        let handed = || {
            let inner = self.frames_to_hand_over(waiting, (part, result), reds);
            self.is_handed_over(waiting, part, (reds, inner))
        };
        let cut = || match self.lends() {
            false => enough(),
            true if handed() => recursive(REPEATED_IN_HASTE + more),
            true => enough() || self.mature.is_none() && lies_behind_a_turn(&row),
        };
        if recursive(REPEATED_IN_HASTE) && cut() {
            return Some(CallLimit::Recursive);
        }
        let parts = || match settings.budget {
            true => jit.compiled_size() * PARTS / (settings.memory as u64).max(1),
            false => 0,
        };
        let limit = |table: &[(u64, usize)], used: u64| {
            let found = table.iter().find(|(up_to, _)| used < *up_to);
            found.map_or(0, |p| p.1)
        };
        let most = match (self.mature, jit.turns()) {
            (Some(first), _) => limit(&MATURE, jit.made_again(first)),
            (None, Some(_)) => limit(&FIRST, parts()),
            (None, None) => limit(&PORTALS, parts()),
        };
        let (deep, too_deep) = (row.len() > most, row.len() > settings.inline_depth);
        (too_deep || deep && !self.is_small_call(part)).then_some(CallLimit::Depth)
    }
    /// A call of a portal is traced into that runs `part`.
    fn enter(&mut self, part: u64) {
        let frames = self.run.with(|a| a.frames.len());
        let operations = self.operations();
        self.entered.push((frames, part, operations));
    }
    /// The innermost of so many frames returns.
    fn left(&mut self, frames: usize) {
        while let Some(&(depth, part, before)) = self.entered.last().filter(|e| e.0 >= frames) {
            self.entered.pop();
            if depth == frames {
                let size =
                    u32::try_from(self.operations().saturating_sub(before)).unwrap_or(u32::MAX);
                self.jit().inlining.sizes.borrow_mut().insert(part, size);
            }
        }
    }
    /// Whether calls of a portal that run this are known to be small.
    fn is_small_call(&self, part: u64) -> bool {
        let sizes = self.jit().inlining.sizes.borrow();
        sizes.get(&part).is_some_and(|&s| s <= SMALL)
    }
    /// A call from elsewhere of a portal that was compiled for itself, and whose code calls itself (which is noted
    /// here), is not traced into either, where code is first made: a turn of the recursion in its caller would be one
    /// more copy, which may be cut at a worse place. (RPySOM's Permute: what calls it got hot after 60 turns of 1.6 ms,
    /// and those that followed took 5 to 7.)
    fn limit_recursion(
        &self,
        limit: Option<CallLimit>,
        point: PointId,
        greens: &[u64],
    ) -> Option<CallLimit> {
        if self.mature.is_some() {
            return limit;
        }
        let jit = self.jit();
        let callee = jit.chains.borrow_mut().of_frame(point, greens, None);
        let begun = match self.root() {
            Some(first) => jit.head_of(first),
            None => (self.draft.version).map(|v| jit.table.borrow().get(v).key),
        };
        let begun = begun.map(|b| jit.own_frame(b));
        let mut recursive = jit.inlining.recursive.borrow_mut();
        match limit {
            Some(CallLimit::Recursive) if begun == Some(callee) => {
                recursive.insert(callee);
            }
            None if begun != Some(callee) && recursive.contains(&callee) => {
                return Some(CallLimit::Recursive);
            }
            _ => {}
        }
        limit
    }
    pub(super) fn finish_frame(&mut self, word: u64) -> Result<Flow, GiveUp> {
        let frames = self.run.with(|a| a.frames.len());
        self.left(frames);
        let done = self.run.with(|a| a.frames.pop());
        let Some(done) = done else {
            return Err(GiveUp::Unsupported("a return without a frame".to_owned()));
        };
        let waiting = self.run.with(|a| a.frames.last().map(|f| f.point));
        // What the frame held alone has been its own; without another frame that is all.
        if self.may_lose(&done, frames) {
            let state = self.jit().state;
            state.write_back_unreached(|| self.run.slots());
            self.looked_through = frames - 1;
        }
        let Some(point) = waiting else {
            self.leave(&done, word)?;
            return Ok(Flow::Done);
        };
        let jit = self.jit();
        let answer = jit.point(point).result.map(|(wanted, _)| {
            // A portal's result is red to its callers.
            match (wanted, jit.info().copies[jit.point(done.point).copy].result) {
                (Color::Red, (Color::Green, ty)) => Answer(handle(Some(jit.constant(ty, word)))),
                _ => Answer(word),
            }
        });
        jit.runs.give_frame_back(done);
        Ok(Flow::On(answer))
    }
    /// Whether an object that is held may not be reached any more, now that the innermost of so many frames has
    /// returned. If that is found later no harm is done, but most frames are helpers that come and go: one that was not
    /// there when all were looked through, is no portal's and knows no virtual object has not been the last to reach
    /// one.
    fn may_lose(&self, done: &Frame, frames: usize) -> bool {
        let jit = self.jit();
        let is_virtual = |&b: &BoxId| jit.state.work().now.boxes.get(b).is_virtual();
        frames <= self.looked_through.max(1)
            || jit.is_portal(done.point)
            || done.reds.iter().any(is_virtual)
    }
    /// The outermost frame returns; nothing is held any more.
    fn leave(&mut self, done: &Frame, word: u64) -> Result<(), GiveUp> {
        let jit = self.jit();
        jit.state.make_stores();
        let (color, ty) = jit.info().copies[jit.point(done.point).copy].result;
        let result: Option<BoxId> = match (color, ty) {
            (_, LLType::Void) => None,
            (Color::Red, _) => Some(box_of(word)),
            (Color::Green, _) => Some(jit.constant(ty, word)),
        };
        let exc = jit.state.work().now.exc.clone();
        match exc {
            ExcState::None => {
                let values = result.into_iter().map(|b| {
                    jit.state.force(b, ForceReason::Exit);
                    self.exit_word(b)
                });
                let values = values.collect();
                self.emit(FragmentEnd::Exit {
                    code: jit_abi::DONE,
                    values,
                });
            }
            ExcState::Pending { .. } | ExcState::Virtual { .. } => {
                jit.state.force_exception();
                self.emit(FragmentEnd::Exit {
                    code: jit_abi::RAISED,
                    values: Vec::new(),
                });
            }
            ExcState::Unknown => {
                // Only the runtime context knows: two exits.
                let chain = jit.chains.borrow_mut().intern(super::super::keys::Link {
                    point: done.point,
                    greens: SmallVec::new(),
                    parent: None,
                });
                let location = jit.state.work().location;
                let cond = jit.state.work_mut().fragment.emit(
                    LLOp::ExcOccurred,
                    [],
                    LLType::Bool,
                    location,
                );
                let slots: Vec<BoxId> = result.into_iter().collect();
                for &b in &slots {
                    self.forced(b);
                }
                let (mut context, nodes) = capture(jit, &slots);
                context.heap.clear();
                context.exc = Exc::None;
                let (context, old) = context.normalise();
                let nodes: Vec<BoxId> = old.iter().map(|k| nodes[k.0 as usize]).collect();
                let yes = self.edge_stub(
                    EdgeKind::Exit(jit_abi::RAISED),
                    chain,
                    &Context::default(),
                    &[],
                    Arm::NONE,
                );
                let no = self.edge_stub(
                    EdgeKind::Exit(jit_abi::DONE),
                    chain,
                    &context,
                    &nodes,
                    Arm::NONE,
                );
                self.emit(FragmentEnd::Branch { cond, yes, no });
            }
        }
        Ok(())
    }
    /// What stands for a value in the exchange buffer when residual code is left: of a SingleFloat the same as Float.
    pub(in crate::versions) fn exit_word(&self, b: BoxId) -> Arg<LL> {
        let state = &self.jit().state;
        let value = self.operand(b);
        if state.work().now.boxes.get(b).ty() != LLType::SingleFloat {
            return value;
        }
        if let Some(bits) = self.constant_of(b) {
            let word = memory::to_state(LLType::SingleFloat, bits);
            return constant_operand(LLType::Float, word);
        }
        let mut w = state.work_mut();
        let (op, location) = (LLOp::CastSinglefloatToFloat, w.location);
        Operand::Var(w.fragment.emit(op, [value], LLType::Float, location))
    }
    pub(in crate::versions) fn forced(&self, b: BoxId) -> Arg<LL> {
        self.jit().state.force(b, ForceReason::Exit);
        self.operand(b)
    }
}

impl Jit {
    /// The chain of a portal's frame alone, if frames between it and its caller wait for it
    /// ([`Session::frames_to_hand_over`]).
    fn own_frame(&self, chain: ChainId) -> ChainId {
        let mut chains = self.chains.borrow_mut();
        let portals: SmallVec<[bool; 8]> = (chains.outwards(chain))
            .map(|(_, link)| self.is_portal(link.point))
            .collect();
        if !portals.first().is_some_and(|&p| p) || portals[1..].contains(&true) {
            return chain;
        }
        let link = chains.get(chain);
        let (point, greens) = (link.point, link.greens.clone());
        chains.of_frame(point, &greens, None)
    }
    /// What part of the program a portal runs with these greens: a function of the interpreted program, if references
    /// are among the greens.
    pub(in crate::versions) fn program_part(
        &self,
        portal: FuncId,
        types: impl Iterator<Item = LLType>,
        greens: &[u64],
    ) -> u64 {
        let mut hasher = FxHasher::default();
        portal.hash(&mut hasher);
        for (ty, word) in types.zip(greens) {
            if self.state.tables.types().is_gc_ref(ty) && !self.is_string(ty) {
                word.hash(&mut hasher);
            }
        }
        hasher.finish()
    }
}

/// Whether a call is one more turn of a recursion: what leads to it, outwards, is the same row of functions several
/// times. What many functions call, with one another in between, is not recursive.
///
/// ```text
/// fib block if fib block if main          two turns of fib, block, if; the third begins
/// if a loop if b loop if c                none
/// ```
fn is_recursive(row: &[u64], turns: usize) -> bool {
    let all = row.iter().filter(|&part| *part == row[0]).count() - 1;
    if all > OCCURRENCES {
        return true;
    }
    periods(row).any(|n| repeats(row, n, turns))
}

/// How many functions there may be in a turn of a recursion.
fn periods(row: &[u64]) -> impl Iterator<Item = usize> {
    (1..row.len()).filter(|&n| row[n] == row[0])
}

/// Whether so many turns of this number of functions lie behind a call, as far as the row goes.
fn repeats(row: &[u64], n: usize, turns: usize) -> bool {
    let before = row[n..].chunks(n).take(turns);
    before.filter(|c| row[..n].starts_with(c)).count() >= turns
}

/// Whether a turn of a recursion lies behind a call, and what led to that turn was the same, as far as the row goes:
/// the calling function at least. What the outermost function of a row calls may be called there for another reason.
///
/// ```text
/// fib block if fib block if main   a turn lies behind the call
/// fib block if fib block           the same, as far as the row goes
/// fib block if fib                 not known: who has called it first?
/// fib block if fib main            main had a reason of its own
/// ```
fn lies_behind_a_turn(row: &[u64]) -> bool {
    periods(row).any(|n| row.len() > n + 1 && repeats(row, n, 1))
}

#[cfg(test)]
mod tests {
    use super::{is_recursive, lies_behind_a_turn};

    #[test]
    fn a_turn_lies_behind_if_the_same_led_to_it() {
        assert!(lies_behind_a_turn(&[1, 2, 3, 1, 2, 3, 9]));
        assert!(lies_behind_a_turn(&[1, 2, 3, 1, 2]));
        assert!(lies_behind_a_turn(&[1, 1, 9]));
        // Who called it first is not known, or somebody else.
        assert!(!lies_behind_a_turn(&[1, 2, 3, 1]));
        assert!(!lies_behind_a_turn(&[1, 1]));
        assert!(!lies_behind_a_turn(&[1, 2, 3, 1, 4]));
        assert!(!lies_behind_a_turn(&[1, 2, 3, 1, 2, 9]));
        assert!(!lies_behind_a_turn(&[1, 2, 3]));
    }

    #[test]
    fn rows_of_functions_that_repeat_are_recursive() {
        assert!(!is_recursive(&[1, 2, 3, 9], 1));
        assert!(is_recursive(&[1, 2, 3, 1, 2, 3, 9], 1));
        assert!(!is_recursive(&[1, 2, 3, 1, 2, 3, 9], 2));
        assert!(is_recursive(&[1, 2, 3, 1, 2, 3, 1, 2, 3, 9], 2));
        // The outermost turn may have begun elsewhere.
        assert!(is_recursive(&[1, 2, 3, 1, 2, 3, 1], 2));
        assert!(is_recursive(&[1, 1, 1], 2));
        // One that many call.
        assert!(!is_recursive(&[1, 2, 1, 3, 1, 4], 1));
        // In rows that are no rows of turns there is an end as well.
        assert!(is_recursive(
            &[1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1, 8, 1],
            1
        ));
    }
}
