//! Recording of operations into blocks, forks, replay and merging.
//!
//! A block is either a *state block* (it begins at a frame state, between two instructions) or a *fork block* (it
//! begins inside an instruction, after an answer to a question: a truth test or which exception an operation raises).
//! To continue in a fork block, the instruction is executed again from the state at its root, answering the earlier
//! questions as recorded:
//!
//! ```text
//! state block (UnpackSequence 2)      replay: len, eq, bool -> True
//!   v1 = len(v0); v2 = eq(v1, 2); v3 = bool(v2)
//!   ├── True: fork block              v4 = getitem(v0, 0) ...
//!   └── False: fork block             raises ValueError
//! ```
//! While replaying, the space must ask for the same operations again; that is checked.
use std::collections::VecDeque;

use ir::index::IndexVec;
use ir::model::{Block, BlockId, ExitCase, ExitSwitch, Link, Operand, Operation, VarId};
use ir::name::Name;
use ir::source::Span;
use python::code::Pc;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::state::{self, Slot, State};
use super::unassigned::Apart;
use super::value::{Const, FlowValue};
use super::{HlGraph, HlOp};

/// The answer to the question that ends a block.
#[derive(Clone, Debug)]
pub enum Answer {
    Bool(bool),
    /// The operation did not raise.
    NoException,
    /// It raised. The class is a constant unless it is any exception; the variables are inputargs of the fork block.
    Exception {
        /// The class as the code sees it.
        class: FlowValue,
        value: VarId,
    },
}

/// What a block begins with.
enum Origin<'a> {
    /// Between two instructions.
    State { state: Box<State<'a>>, dead: bool },
    /// Inside an instruction, after an answer that ended `previous`.
    Fork { previous: BlockId, answer: Answer },
    /// The return and except blocks.
    Final,
}

/// Takes the operations of a path through a function, and answers its questions.
#[derive(Default)]
struct Recorder {
    /// Blocks to replay, the root first, each with the answer to its final question.
    replay: VecDeque<(BlockId, Answer)>,
    /// Next operation of the first block of `replay`.
    position: usize,
    /// The block to record into after that.
    block: Option<BlockId>,
}

/// The graph under construction.
pub struct Recording<'a> {
    pub graph: HlGraph,
    origins: IndexVec<BlockId, Origin<'a>>,
    recorder: Recorder,
    /// The state before the current instruction, if an operation of it must begin a new block.
    pub before: Option<State<'a>>,
    joins: FxHashMap<Pc, Vec<BlockId>>,
    /// Blocks to be explored.
    pending: VecDeque<BlockId>,
    /// Blocks that were to be explored when nothing led to them any more.
    skipped: Vec<BlockId>,
    /// Which blocks the start reached when a block was last generalised; later blocks are taken as reachable.
    reachable: Vec<bool>,
    /// Whether a block was generalised since.
    generalised: bool,
    /// Where a local was last assigned a certain constant.
    assigned: FxHashMap<(usize, Const), Span>,
    /// Names of the slots that are locals.
    local_names: Vec<Name>,
    /// The local variables of which paths with and without a value are not joined where they are live.
    pub apart: Vec<Apart>,
}

/// The exploration of this path is finished (or goes on in other blocks).
pub struct Stop;

impl<'a> Recording<'a> {
    /// Begins at `state`, whose variables are the inputargs of the start block.
    pub fn new(mut graph: HlGraph, state: State<'a>, local_names: Vec<Name>, span: Span) -> Self {
        let mut origins = IndexVec::new();
        for _ in graph.blocks.indices() {
            origins.push(Origin::Final);
        }
        let start = graph.start;
        graph.blocks[start].inputargs = state::variables(&state);
        graph.blocks[start].span = span;
        origins[start] = Origin::State {
            state: Box::new(state),
            dead: false,
        };
        Recording {
            graph,
            origins,
            recorder: Recorder::default(),
            before: None,
            joins: FxHashMap::default(),
            pending: VecDeque::from([start]),
            skipped: Vec::new(),
            reachable: Vec::new(),
            generalised: false,
            assigned: FxHashMap::default(),
            local_names,
            apart: Vec::new(),
        }
    }
    /// The next block to explore. Generalising a block leaves what followed it without a way from the start; such
    /// blocks are put off, and explored only if a link to them turns up.
    pub fn next_pending(&mut self) -> Option<BlockId> {
        loop {
            if std::mem::take(&mut self.generalised) {
                self.find_reachable();
            }
            while let Some(b) = self.pending.pop_front() {
                if self.is_reachable(b) {
                    return Some(b);
                }
                self.skipped.push(b);
            }
            if self.skipped.is_empty() {
                return None;
            }
            self.find_reachable();
            let skipped = std::mem::take(&mut self.skipped);
            for b in skipped {
                if self.reachable[b.0 as usize] {
                    self.pending.push_back(b);
                } else {
                    self.skipped.push(b);
                }
            }
            if self.pending.is_empty() {
                return None;
            }
        }
    }
    /// Whether the start reached a block when [`Recording::find_reachable`] last looked.
    pub fn is_reachable(&self, b: BlockId) -> bool {
        self.reachable.get(b.0 as usize) != Some(&false)
    }
    /// Finds the blocks that the start reaches.
    pub fn find_reachable(&mut self) {
        self.reachable.clear();
        self.reachable.resize(self.graph.blocks.len(), false);
        let mut todo = vec![self.graph.start];
        while let Some(b) = todo.pop() {
            if !std::mem::replace(&mut self.reachable[b.0 as usize], true) {
                todo.extend(self.graph.successors(b));
            }
        }
    }
    /// Prepares recording into a block taken from `pending`; returns the state at its root, `None` if it is dead.
    pub fn begin(&mut self, block: BlockId) -> Option<State<'a>> {
        let mut replay = VecDeque::new();
        let mut root = block;
        let state = loop {
            match &self.origins[root] {
                Origin::State { dead: true, .. } => return None,
                Origin::State { state, .. } => break (**state).clone(),
                Origin::Fork { previous, answer } => {
                    replay.push_front((*previous, answer.clone()));
                    root = *previous;
                }
                Origin::Final => unreachable!("final blocks are not explored"),
            }
        };
        self.recorder = Recorder {
            replay,
            position: 0,
            block: Some(block),
        };
        self.before = None;
        Some(state)
    }
    /// Whether earlier operations are being repeated.
    pub fn is_replaying(&self) -> bool {
        !self.recorder.replay.is_empty()
    }
    fn block(&self) -> BlockId {
        self.recorder.block.expect("recording has begun")
    }
    /// Records an operation and returns its result. `Err(Stop)`: it belongs to a new block, which was scheduled.
    pub fn append(&mut self, op: HlOp, args: Vec<FlowValue>, span: Span) -> Result<VarId, Stop> {
        if let Some((block, _)) = self.recorder.replay.front() {
            let old = &self.graph.blocks[*block].ops[self.recorder.position];
            assert!(
                old.op == op && old.args[..] == args[..],
                "replay asks for {op}({args:?}) where {}({:?}) was recorded in {}",
                old.op,
                old.args,
                self.graph.name
            );
            self.recorder.position += 1;
            return Ok(old.result);
        }
        self.merge_if_due()?;
        let result = self.graph.new_var(());
        let block = self.block();
        self.graph.blocks[block].ops.push(Operation {
            op,
            args: args.into(),
            result,
            span,
        });
        Ok(result)
    }
    /// The first operation of an instruction begins a block of its own, unless the block begins at this instruction.
    fn merge_if_due(&mut self) -> Result<(), Stop> {
        match self.before.take() {
            None => Ok(()),
            Some(state) => {
                self.merge(state);
                Err(Stop)
            }
        }
    }
    /// Asks whether `condition` is true: answers from the replay, or forks.
    pub fn ask_bool(&mut self, condition: VarId, span: Span) -> Result<bool, Stop> {
        if let Some(answer) = self.next_answer() {
            match answer {
                Answer::Bool(b) => return Ok(b),
                other => panic!("a truth test was recorded as {other:?}"),
            }
        }
        self.merge_if_due()?;
        let from = self.block();
        self.graph.blocks[from].exitswitch = ExitSwitch::Value(Operand::Var(condition));
        for case in [true, false] {
            let target = self.fork(from, Answer::Bool(case), Vec::new(), span);
            let link = Link::when(ExitCase::Bool(case), target, [], span);
            self.graph.add_exit(from, link);
        }
        Err(Stop)
    }
    /// Asks whether the last operation raised one of `classes`. A class that `is_open` (it stands for all its
    /// subclasses) gives a variable as class of the exception.
    pub fn ask_exception(
        &mut self,
        classes: &[(Const, bool)],
        span: Span,
    ) -> Result<Option<(FlowValue, VarId)>, Stop> {
        if let Some(answer) = self.next_answer() {
            match answer {
                Answer::NoException => return Ok(None),
                Answer::Exception { class, value } => return Ok(Some((class, value))),
                other => panic!("an exception test was recorded as {other:?}"),
            }
        }
        let from = self.block();
        self.graph.blocks[from].exitswitch = ExitSwitch::LastException;
        let target = self.fork(from, Answer::NoException, Vec::new(), span);
        self.graph
            .add_exit(from, Link::when(ExitCase::Always, target, [], span));
        for (class, is_open) in classes {
            let (c, v) = (self.graph.new_var(()), self.graph.new_var(()));
            let seen = if *is_open {
                Operand::Var(c)
            } else {
                Operand::Const(class.clone())
            };
            let answer = Answer::Exception {
                class: seen.clone(),
                value: v,
            };
            let target = self.fork(from, answer, vec![c, v], span);
            let (lc, lv) = (self.graph.new_var(()), self.graph.new_var(()));
            let passed = if *is_open {
                Operand::Var(lc)
            } else {
                Operand::Const(class.clone())
            };
            let mut link = Link::when(
                ExitCase::Exception(class.clone()),
                target,
                [passed, Operand::Var(lv)],
                span,
            );
            link.last_exception = Some(lc);
            link.last_exc_value = Some(lv);
            self.graph.add_exit(from, link);
        }
        Err(Stop)
    }
    fn next_answer(&mut self) -> Option<Answer> {
        let (block, answer) = self.recorder.replay.pop_front()?;
        assert_eq!(
            self.recorder.position,
            self.graph.blocks[block].ops.len(),
            "a question was asked too early in the replay of {}",
            self.graph.name
        );
        self.recorder.position = 0;
        Some(answer)
    }
    fn fork(
        &mut self,
        previous: BlockId,
        answer: Answer,
        inputargs: Vec<VarId>,
        span: Span,
    ) -> BlockId {
        let block = self.graph.new_block(inputargs, span);
        let id = self.origins.push(Origin::Fork { previous, answer });
        debug_assert_eq!(id, block);
        self.pending.push_back(block);
        block
    }
    /// Ends the current block with a link.
    pub fn finish(&mut self, target: BlockId, args: Vec<FlowValue>, span: Span) {
        let from = self.block();
        self.graph.goto(from, target, args, span);
    }
    /// Notes where a local variable was assigned a constant.
    pub fn note_assignment(&mut self, local: usize, value: &Const, span: Span) {
        self.assigned.insert((local, value.clone()), span);
    }
    /// The place to name for a link from `from` to `to`: where a constant was assigned that is merged with other
    /// values.
    fn merge_span(&self, from: &State<'a>, to: &State<'a>) -> Option<Span> {
        let pairs = from.locals.iter().zip(&to.locals).enumerate();
        pairs
            .filter_map(|(i, (f, t))| match (f, t) {
                (Some(Operand::Const(c)), Some(Operand::Var(_))) => {
                    self.assigned.get(&(i, c.clone())).copied()
                }
                _ => None,
            })
            .next()
    }
    /// Links the current block to the block of `state`: an existing one that covers it, or a new one, which may replace
    /// a less general one.
    fn merge(&mut self, mut state: State<'a>) {
        for variable in self.apart.iter().filter(|v| !v.is_live(state.pc)) {
            state.locals[variable.local] = None;
        }
        let from = self.block();
        let span = self.graph.blocks[from].span;
        let candidates = self.joins.get(&state.pc).cloned().unwrap_or_default();
        for old in candidates {
            let Origin::State { state: known, .. } = &self.origins[old] else {
                continue;
            };
            let Some(union) = state::union(known, &state) else {
                continue;
            };
            if state::covers(known, &union) {
                let args = state::link_args(&state, known);
                let span = self.merge_span(&state, known).unwrap_or(span);
                self.graph.goto(from, old, args, span);
                return;
            }
            let known = (**known).clone();
            let general = self.state_of(&known, &union);
            let args = state::link_args(&state, &general);
            let old_args = state::link_args(&known, &general);
            let (new_span, old_span) = (
                self.merge_span(&state, &general).unwrap_or(span),
                self.merge_span(&known, &general).unwrap_or(span),
            );
            let new = self.state_block(general);
            self.graph.goto(from, new, args, new_span);
            // The less general block only leads to its generalisation; what followed it is garbage.
            self.kill(old);
            self.graph.goto(old, new, old_args, old_span);
            self.generalised = true;
            let list = self.joins.entry(state.pc).or_default();
            list.retain(|&b| b != old);
            list.insert(0, new);
            return;
        }
        let slots: Vec<Slot> = state::slots(&state)
            .map(|v| match v {
                None => Slot::Unbound,
                Some(Operand::Var(_)) => Slot::Fresh,
                Some(v) => Slot::Same(v.clone()),
            })
            .collect();
        let pc = state.pc;
        let general = self.state_of(&state, &slots);
        let args = state::link_args(&state, &general);
        let new = self.state_block(general);
        self.graph.goto(from, new, args, span);
        self.joins.entry(pc).or_default().insert(0, new);
    }
    /// The state that `union` describes, with fresh variables.
    fn state_of(&mut self, like: &State<'a>, union: &[Slot]) -> State<'a> {
        let mut state = like.clone();
        let old: Vec<Option<VarId>> = state::slots(like)
            .map(|v| v.and_then(|v| v.var()))
            .collect();
        let (graph, names) = (&mut self.graph, &self.local_names);
        state::set_slots(&mut state, |i| match &union[i] {
            Slot::Unbound => None,
            Slot::Same(v @ Operand::Const(_)) => Some(v.clone()),
            Slot::Same(Operand::Var(_)) | Slot::Fresh => {
                let name = match names.get(i) {
                    Some(n) if !n.as_str().starts_with('.') => Some(*n),
                    _ => old[i].and_then(|v| graph.vars[v].name),
                };
                Some(Operand::Var(graph.new_named_var((), name)))
            }
        });
        state
    }
    fn state_block(&mut self, state: State<'a>) -> BlockId {
        let block = self.graph.new_block(state::variables(&state), Span::NONE);
        let id = self.origins.push(Origin::State {
            state: Box::new(state),
            dead: false,
        });
        debug_assert_eq!(id, block);
        self.pending.push_back(block);
        block
    }
    fn kill(&mut self, block: BlockId) {
        if let Origin::State { dead, .. } = &mut self.origins[block] {
            *dead = true;
        }
        let b: &mut Block<_> = &mut self.graph.blocks[block];
        b.ops.clear();
        b.exits = SmallVec::new();
        b.exitswitch = ExitSwitch::None;
    }
    /// Gives a variable a name for people, if it has none.
    pub fn name_var(&mut self, v: VarId, name: Name) {
        let data = &mut self.graph.vars[v];
        if data.name.is_none() && !name.as_str().starts_with('.') {
            data.name = Some(name);
        }
    }
}
