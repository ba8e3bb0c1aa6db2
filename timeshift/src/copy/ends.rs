//! Ends of blocks: joins, branches, promotions, merge points and calls become actions, green tests stay native.
use hintannotator::Color;
use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, ExitCase, ExitSwitch, Link, LinkId, Operand, VarId};
use jit_abi::info::SwitchInfo;
use lowlevel::verify::operand_type;
use lowlevel::{Const, ExternId, LL, LLOp, Value};
use transform::ranges::CountLevel;

use super::{Env, GeneratorBuilder, Result, Word, number};
use crate::points::{BlockEnd, PointKey};
use crate::words::to_word;

/// A red branch, and the operation that decides it.
#[derive(Clone, Copy)]
pub(super) struct Test<'a> {
    op: &'a ir::model::Operation<LL>,
    yes: LinkId,
    no: LinkId,
}

impl<'a> GeneratorBuilder<'a> {
    /// Stores an action and returns its code.
    pub(super) fn act(&mut self, at: BlockId, env: &Env, code: i64, words: Vec<Word>) {
        let out = env.out();
        self.store(at, &out, words);
        let ret = self.g.return_block;
        self.g.goto(at, ret, [number(code)], self.span);
    }
    pub(super) fn finish(&mut self, at: BlockId, env: &mut Env) -> Result<()> {
        let v = self.graph.return_var();
        let word = match (*self.graph.ty(v), self.copy.result) {
            (LLType::Void, _) => Word::Number(0),
            (_, Color::Green) => Word::Value(self.green(env, &Operand::Var(v))?),
            (_, Color::Red) => Word::Value(self.boxed(at, env, &Operand::Var(v))?),
        };
        self.act(at, env, jit_abi::RETURN, vec![word]);
        Ok(())
    }
    /// The operands of a link for the live inputargs of its target, in their colours.
    fn passed(&mut self, at: BlockId, env: &mut Env, l: LinkId) -> Result<Vec<(VarId, Arg<LL>)>> {
        let graph = self.graph;
        let link = &graph.links[l];
        let inputs = &graph.blocks[link.target].inputargs;
        let mut result = Vec::new();
        for (a, &q) in link.args.iter().zip(inputs) {
            if !self.plan.live[q] || *graph.ty(q) == LLType::Void {
                continue;
            }
            let value = match self.color(q) {
                Color::Green => self.green(env, a)?,
                Color::Red => self.boxed(at, env, a)?,
            };
            result.push((q, value));
        }
        Ok(result)
    }
    /// The words of the continuation that a link leads to: the number of the target's point, greens, reds.
    fn continuation(&mut self, at: BlockId, env: &mut Env, l: LinkId) -> Result<Vec<Word>> {
        let passed = self.passed(at, env, l)?;
        let target = self.graph.links[l].target;
        let point = self.point(PointKey::Block(target))?;
        let mut words = vec![Word::Number(point)];
        for color in [Color::Green, Color::Red] {
            for (q, value) in &passed {
                if self.color(*q) == color {
                    words.push(Word::Value(value.clone()));
                }
            }
        }
        Ok(words)
    }
    pub(super) fn point(&self, key: PointKey) -> Result<i64> {
        match self.cx.point(self.id, key) {
            Some(p) => Ok(i64::from(p.0)),
            None => Err(self.fail(format!("no point {key:?}"))),
        }
    }
    /// Enters a join with these values for its live inputargs.
    pub(super) fn goto_join(
        &mut self,
        at: BlockId,
        env: &mut Env,
        target: BlockId,
        inputs: &[VarId],
        args: &[Arg<LL>],
    ) -> Result<()> {
        let mut words = vec![Word::Number(self.point(PointKey::Block(target))?)];
        for color in [Color::Green, Color::Red] {
            for (&q, a) in inputs.iter().zip(args) {
                if self.color(q) == color {
                    let value = match color {
                        Color::Green => self.green(env, a)?,
                        Color::Red => self.boxed(at, env, a)?,
                    };
                    words.push(Word::Value(value));
                }
            }
        }
        self.act(at, env, jit_abi::GOTO, words);
        Ok(())
    }
    /// Ends a block by a link.
    pub(super) fn follow(&mut self, at: BlockId, env: &mut Env, l: LinkId) -> Result<()> {
        let target = self.graph.links[l].target;
        if !self.plan.joins.contains(&target) {
            return self.go_natively(at, env, l);
        }
        let mut asked = None;
        if self.plan.may_pass(target) {
            let point = self.point(PointKey::Block(target))?;
            let passes = LLOp::ExternCall(self.cx.externs.passes);
            let passes = self.emit(at, passes, [number(point)], LLType::Bool);
            self.g.blocks[at].exitswitch = ExitSwitch::Value(Operand::Var(passes));
            let args = &self.graph.links[l].args;
            let (edge, mut inner) = self.edge(at, env, ExitCase::Bool(true), args);
            self.go_natively(edge, &mut inner, l)?;
            asked = Some(self.edge(at, env, ExitCase::Bool(false), args));
        }
        let asked_once = asked.is_some();
        let (at, env) = match &mut asked {
            Some((edge, inner)) => (*edge, inner),
            None => (at, env),
        };
        let words = self.continuation(at, env, l)?;
        if asked_once {
            return self.ask_at(self.cx.externs.joins, at, env, l, words);
        }
        if self.plan.may_unroll(target) {
            return self.ask_at(self.cx.externs.heads, at, env, l, words);
        }
        self.act(at, env, jit_abi::GOTO, words);
        Ok(())
    }
    /// Whether to go on at a join that may have versions: none of them may be of this chain. It is asked with what the
    /// driver would be told.
    fn ask_at(
        &mut self,
        question: ExternId,
        at: BlockId,
        env: &mut Env,
        l: LinkId,
        words: Vec<Word>,
    ) -> Result<()> {
        let out = env.out();
        self.store(at, &out, words);
        let question = LLOp::ExternCall(question);
        let joins = self.emit(at, question, [out], LLType::Bool);
        self.g.blocks[at].exitswitch = ExitSwitch::Value(Operand::Var(joins));
        let args = &self.graph.links[l].args;
        let (edge, mut inner) = self.edge(at, env, ExitCase::Bool(false), args);
        if self.plan.may_unroll(self.graph.links[l].target) {
            self.learn(edge, &mut inner, l)?;
        }
        self.go_natively(edge, &mut inner, l)?;
        let ret = self.g.return_block;
        let action = Link::when(
            ExitCase::Bool(true),
            ret,
            vec![number(jit_abi::GOTO)],
            self.span,
        );
        self.g.add_exit(at, action);
        Ok(())
    }
    /// Goes on behind the action that ends a block.
    pub(super) fn follow_action(&mut self, at: BlockId, env: &mut Env, b: BlockId) -> Result<()> {
        match self.graph.blocks[b].exits.first() {
            Some(&l) => self.follow(at, env, l),
            None => {
                self.act(at, env, jit_abi::UNREACHABLE, Vec::new());
                Ok(())
            }
        }
    }
    /// Goes on with the target of a link without the driver.
    fn go_natively(&mut self, at: BlockId, env: &mut Env, l: LinkId) -> Result<()> {
        let target = self.graph.links[l].target;
        let passed = self.passed(at, env, l)?;
        let mut args: Args<LL> = [env.out()].into_iter().collect();
        args.extend(passed.into_iter().map(|p| p.1));
        let native = self.blocks[&target];
        if self.plan.ticks.contains(&l) {
            let tick = LLOp::ExternCall(self.cx.externs.tick);
            let stop = self.emit(at, tick, [], LLType::Bool);
            let ret = self.g.return_block;
            let give_up: Args<LL> = [number(jit_abi::STOP)].into_iter().collect();
            let cond = Operand::Var(stop);
            self.g
                .branch(at, cond, (ret, give_up), (native, args), self.span);
        } else {
            self.g.goto(at, native, args, self.span);
        }
        Ok(())
    }
    /// A native test. Each exit gets a block of its own; the optimiser need not see it, the emitter falls through.
    pub(super) fn green_switch(&mut self, at: BlockId, env: &Env, b: BlockId) -> Result<()> {
        let graph = self.graph;
        let ExitSwitch::Value(v) = &graph.blocks[b].exitswitch else {
            return Err(self.fail("a switch without a value"));
        };
        let value = self.green(env, v)?;
        self.g.blocks[at].exitswitch = ExitSwitch::Value(value);
        for &l in &graph.blocks[b].exits {
            let link = &graph.links[l];
            let (edge, mut inner) = self.edge(at, env, link.exitcase.clone(), &link.args);
            self.follow(edge, &mut inner, l)?;
        }
        Ok(())
    }
    /// A block for an exit of a native test, to which these variables of the copy are passed.
    pub(super) fn edge<'b>(
        &mut self,
        at: BlockId,
        env: &Env,
        case: ExitCase<Const>,
        args: impl IntoIterator<Item = &'b Arg<LL>>,
    ) -> (BlockId, Env) {
        let mut inner = Env::default();
        let mut passed: Vec<Arg<LL>> = vec![env.out()];
        let out = self.g.new_var(LLType::Address);
        inner.out = Some(out);
        let mut inputs = vec![out];
        for a in args {
            if let Operand::Var(v) = a
                && let Some(value) = env.values.get(v)
                && !inner.values.contains_key(v)
            {
                let inside = match value {
                    Operand::Var(x) => {
                        let c = self.g.copy_var(*x);
                        inputs.push(c);
                        passed.push(value.clone());
                        Operand::Var(c)
                    }
                    c => c.clone(),
                };
                inner.values.insert(*v, inside);
            }
        }
        let edge = self.g.new_block(inputs, self.span);
        let exit = Link::when(case, edge, passed, self.span);
        self.g.add_exit(at, exit);
        (edge, inner)
    }
    /// A red branch. Where its way is known and the arm is no head of a loop (but of one that is to be
    /// unrolled), the generator goes straight on.
    fn red_branch(
        &mut self,
        at: BlockId,
        env: &mut Env,
        test: &Arg<LL>,
        yes: LinkId,
        no: LinkId,
    ) -> Result<()> {
        let graph = self.graph;
        let cond = self.boxed(at, env, test)?;
        let native = |l: LinkId| {
            let target = graph.links[l].target;
            let join = self.plan.joins.contains(&target);
            !join || self.plan.may_pass(target) || self.plan.may_unroll(target)
        };
        let arms: Vec<(i64, LinkId)> = [(2, yes), (1, no)]
            .into_iter()
            .filter(|(_, l)| native(*l))
            .collect();
        let mut asked = None;
        if !arms.is_empty() {
            let known = LLOp::ExternCall(self.cx.externs.known);
            let known = self.emit(at, known, [cond.clone()], LLType::Signed);
            self.follow_known(at, env, known, arms)?;
            let links = [yes, no].map(|l| graph.links[l].args.iter());
            let args = links.into_iter().flatten().chain([test]);
            asked = Some(self.edge(at, env, ExitCase::Default, args));
        }
        let (at, env) = match &mut asked {
            Some((edge, inner)) => (*edge, inner),
            None => (at, env),
        };
        let mut words = vec![Word::Value(self.boxed(at, env, test)?)];
        words.extend(self.continuation(at, env, yes)?);
        words.extend(self.continuation(at, env, no)?);
        self.act(at, env, jit_abi::BRANCH, words);
        Ok(())
    }
    /// What the flow of the program tells of the reds at the point that a link leads to.
    fn learn(&mut self, at: BlockId, env: &mut Env, l: LinkId) -> Result<()> {
        let levels = &self.cx.levels[self.id.0 as usize];
        let mut known: Vec<(bool, Arg<LL>)> = Vec::new();
        for (q, value) in self.passed(at, env, l)? {
            if self.color(q) == Color::Red && levels[q] != CountLevel::Unknown {
                known.push((levels[q] >= CountLevel::Countable, value));
            }
        }
        self.learn_of(at, &known);
        Ok(())
    }
    /// The same of the reds at the point behind the action that ends a block.
    pub(super) fn learn_after(&mut self, at: BlockId, env: &Env, b: BlockId) -> Result<()> {
        let levels = &self.cx.levels[self.id.0 as usize];
        let mut known: Vec<(bool, Arg<LL>)> = Vec::new();
        let reds = self.plan.points[&PointKey::After(b)].reds.iter();
        for v in reds.filter_map(|s| s.var) {
            if levels[v] != CountLevel::Unknown {
                let value = env.values.get(&v).cloned();
                let value = value.ok_or_else(|| self.fail(format!("{v} has no value")))?;
                known.push((levels[v] >= CountLevel::Countable, value));
            }
        }
        self.learn_of(at, &known);
        Ok(())
    }
    fn learn_of(&mut self, at: BlockId, known: &[(bool, Arg<LL>)]) {
        for list in known.chunks(3) {
            let countable = (0..).zip(list).map(|(i, k)| i64::from(k.0) << i).sum();
            let mut args = vec![number(countable)];
            args.extend(list.iter().map(|k| k.1.clone()));
            args.resize(4, number(0));
            let learn = LLOp::ExternCall(self.cx.externs.learn);
            self.emit(at, learn, args, LLType::Void);
        }
    }
    /// The exits of a block that ends in a branch: if true, if false.
    fn arms(&self, b: BlockId) -> Option<(LinkId, LinkId)> {
        let exits = &self.graph.blocks[b].exits;
        let arm = |truth: bool| {
            let mut found = exits.iter().copied();
            found.find(|&l| self.graph.links[l].exitcase == ExitCase::Bool(truth))
        };
        Some((arm(true)?, arm(false)?))
    }
    /// Goes on where a test is known: by these arms, if it gives their code.
    fn follow_known(
        &mut self,
        at: BlockId,
        env: &Env,
        known: VarId,
        arms: impl IntoIterator<Item = (i64, LinkId)>,
    ) -> Result<()> {
        self.g.blocks[at].exitswitch = ExitSwitch::Value(Operand::Var(known));
        for (code, l) in arms {
            let case = ExitCase::Case(Const::signed(code));
            let (edge, mut inner) = self.edge(at, env, case, &self.graph.links[l].args);
            self.learn(edge, &mut inner, l)?;
            self.follow(edge, &mut inner, l)?;
        }
        Ok(())
    }
    /// The operation that decides the red branch at the end of a block, if nothing else uses its result and its first
    /// argument is red.
    pub(super) fn tested(&self, b: BlockId) -> Option<Test<'a>> {
        let graph = self.graph;
        let block = &graph.blocks[b];
        let ExitSwitch::Value(Operand::Var(v)) = block.exitswitch else {
            return None;
        };
        let op = block.ops.last()?;
        let (yes, no) = self.arms(b)?;
        let passed = [yes, no].into_iter().flat_map(|l| &graph.links[l].args);
        let red = |a: &Arg<LL>| a.var().is_some_and(|v| self.color(v) == Color::Red);
        let fits = self.plan.ends[b] == BlockEnd::Red
            && op.result == v
            && jit_abi::info::is_test(&op.op)
            && op.args.first().is_none_or(red)
            && passed.filter_map(Operand::var).all(|p| p != v);
        fits.then_some(Test { op, yes, no })
    }
    /// A red branch with the operation that decides it. What it gives is mostly known from constants; then no box is
    /// made of it.
    pub(super) fn tested_branch(
        &mut self,
        at: BlockId,
        env: &mut Env,
        b: BlockId,
        test: Test<'a>,
    ) -> Result<()> {
        let graph = self.graph;
        let Test { op, yes, no } = test;
        let mut args = vec![number(i64::from(self.op_info(op).0))];
        args.push(match op.args.first() {
            Some(a) => self.boxed(at, env, a)?,
            None => number(0),
        });
        let (second, word) = match op.args.get(1) {
            Some(Operand::Var(v)) if self.color(*v) == Color::Red => {
                (self.boxed(at, env, &op.args[1])?, number(0))
            }
            Some(a) => {
                let value = self.green(env, a)?;
                (number(0), to_word(&mut self.g, at, &value, self.span))
            }
            None => (number(0), number(0)),
        };
        args.extend([second, word]);
        let known = LLOp::ExternCall(self.cx.externs.test);
        let known = self.emit(at, known, args, LLType::Signed);
        self.follow_known(at, env, known, [(2, yes), (1, no)])?;
        let links = [yes, no].map(|l| graph.links[l].args.iter());
        let args = links.into_iter().flatten().chain(&op.args);
        let (edge, mut inner) = self.edge(at, env, ExitCase::Default, args);
        self.operation(edge, &mut inner, op, None)?;
        self.red_switch(edge, &mut inner, b)
    }
    pub(super) fn red_switch(&mut self, at: BlockId, env: &mut Env, b: BlockId) -> Result<()> {
        let graph = self.graph;
        let ExitSwitch::Value(v) = &graph.blocks[b].exitswitch else {
            return Err(self.fail("a switch without a value"));
        };
        let ty = operand_type(graph, v);
        let exits: Vec<LinkId> = graph.blocks[b].exits.to_vec();
        if let Some((yes, no)) = self.arms(b) {
            return self.red_branch(at, env, v, yes, no);
        }
        let case = |l: LinkId| &graph.links[l].exitcase;
        let mut words = vec![Word::Value(self.boxed(at, env, v)?)];
        let mut cases = Vec::new();
        let mut continuations = Vec::new();
        for &l in &exits {
            match case(l) {
                ExitCase::Case(Const {
                    value: Value::Int(i),
                    ..
                }) => cases.push(*i as u64),
                ExitCase::Default => {}
                other => return Err(self.fail(format!("a red switch with a case {other:?}"))),
            }
            continuations.extend(self.continuation(at, env, l)?);
        }
        let has_default = cases.len() < exits.len();
        let n = self.tables.switch(SwitchInfo {
            ty,
            cases,
            has_default,
        });
        words.push(Word::Number(i64::from(n)));
        words.extend(continuations);
        self.act(at, env, jit_abi::SWITCH, words);
        Ok(())
    }

    pub(super) fn action(
        &mut self,
        at: BlockId,
        env: &mut Env,
        b: BlockId,
        end: BlockEnd,
    ) -> Result<()> {
        let graph = self.graph;
        let op = graph.blocks[b]
            .ops
            .last()
            .expect("an action is an operation");
        match end {
            BlockEnd::Promote => return self.promotion(at, env, b, op),
            BlockEnd::Call => return self.call(at, env, b, op),
            _ => {}
        }
        let mut asked = None;
        if end == BlockEnd::Certain {
            asked = Some(self.ask_for_call(at, env, b, op)?);
        }
        let (at, env) = match &mut asked {
            Some((edge, inner)) => (*edge, inner),
            None => (at, env),
        };
        let after = self.after(at, env, b)?;
        match end {
            BlockEnd::Certain => {
                let call = self.certain_call(b)?;
                let mut words = vec![Word::Number(call), Word::Number(op.args.len() as i64)];
                for a in &op.args {
                    words.push(Word::Value(self.boxed(at, env, a)?));
                }
                words.extend(after);
                self.act(at, env, jit_abi::CERTAIN, words);
            }
            BlockEnd::Merge(portal) => {
                let mut words = vec![Word::Number(portal as i64)];
                words.extend(after);
                self.act(at, env, jit_abi::MERGE_POINT, words);
            }
            _ => return Err(self.fail("an end that is no action")),
        }
        Ok(())
    }
    /// A promotion. Where there is nothing to promote, as with most values, the generator goes straight on.
    fn promotion(
        &mut self,
        mut at: BlockId,
        env: &mut Env,
        b: BlockId,
        op: &ir::model::Operation<LL>,
    ) -> Result<()> {
        let graph = self.graph;
        let owner = op.args.get(1);
        let owner = owner.filter(|_| self.color(op.result) == Color::Red);
        let mut asked = None;
        if let Some(&exit) = graph.blocks[b].exits.first() {
            let value = self.boxed(at, env, &op.args[0])?;
            let object = match owner {
                Some(owner) => self.boxed(at, env, owner)?,
                None => number(0),
            };
            let promoted = LLOp::ExternCall(self.cx.externs.promoted);
            let promoted = self.emit(at, promoted, [value, object, env.out()], LLType::Signed);
            self.g.blocks[at].exitswitch = ExitSwitch::Value(Operand::Var(promoted));
            let passed = graph.links[exit].args.iter().chain(&op.args);
            let (edge, mut inner) = self.edge(at, env, ExitCase::Case(Const::signed(1)), passed);
            let result = match owner {
                Some(_) => self.boxed(edge, &mut inner, &op.args[0])?,
                None => {
                    let out = inner.out();
                    self.load(edge, &out, 0, Color::Green, *graph.ty(op.result))
                }
            };
            inner.values.insert(op.result, result);
            self.learn_after(edge, &inner, b)?;
            self.follow(edge, &mut inner, exit)?;
            let saved = self.saved(b);
            let args = saved.iter().chain(&op.args);
            asked = Some(self.edge(at, env, ExitCase::Default, args));
        }
        let env = match &mut asked {
            Some((edge, inner)) => {
                at = *edge;
                inner
            }
            None => env,
        };
        let after = self.after(at, env, b)?;
        let mut words = vec![Word::Value(self.boxed(at, env, &op.args[0])?)];
        words.push(match owner {
            Some(owner) => Word::Value(self.boxed(at, env, owner)?),
            None => Word::Number(0),
        });
        words.extend(after);
        self.act(at, env, jit_abi::PROMOTE, words);
        Ok(())
    }
    /// A call of an elidable function comes next. Mostly nothing speaks against it, and the generator goes straight on;
    /// where something does it goes on in the block that is returned.
    fn ask_for_call(
        &mut self,
        at: BlockId,
        env: &mut Env,
        b: BlockId,
        op: &ir::model::Operation<LL>,
    ) -> Result<(BlockId, Env)> {
        let mut words = Vec::new();
        for a in &op.args {
            words.push(Word::Value(self.boxed(at, env, a)?));
        }
        let out = env.out();
        self.store(at, &out, words);
        let function = number(self.certain_call(b)?);
        let count = number(op.args.len() as i64);
        let certain = LLOp::ExternCall(self.cx.externs.certain);
        let certain = self.emit(at, certain, [function, count, out], LLType::Bool);
        self.g.blocks[at].exitswitch = ExitSwitch::Value(Operand::Var(certain));
        let saved = self.saved(b);
        let (edge, mut inner) = self.edge(at, env, ExitCase::Bool(true), &saved);
        self.learn_after(edge, &inner, b)?;
        self.follow_action(edge, &mut inner, b)?;
        let used = saved.iter().chain(&op.args);
        Ok(self.edge(at, env, ExitCase::Bool(false), used))
    }
    /// The number of the function (of an indirect call: [`jit_abi::INDIRECT`]) whose call comes behind a
    /// `hint[certain]` at the end of a block.
    fn certain_call(&self, b: BlockId) -> Result<i64> {
        let graph = self.graph;
        let mut next = graph.successors(b);
        let called = next
            .next()
            .and_then(|t| match graph.blocks[t].ops.first()?.op {
                LLOp::DirectCall(f) => Some(i64::from(f.0)),
                LLOp::IndirectCall(..) => Some(i64::from(jit_abi::INDIRECT)),
                _ => None,
            });
        match called {
            Some(number) => Ok(number),
            None => Err(self.fail("no call behind a `hint[certain]`".to_owned())),
        }
    }
    /// The continuation behind the action that ends a block.
    pub(super) fn after(&mut self, at: BlockId, env: &mut Env, b: BlockId) -> Result<Vec<Word>> {
        let plan = self.plan;
        let key = PointKey::After(b);
        let mut words = vec![Word::Number(self.point(key)?)];
        if let BlockEnd::Merge(portal) = plan.ends[b] {
            let greens = self.cx.colored.portals[portal].greens.len();
            let op = self.graph.blocks[b].ops.last().expect("a marker");
            let graph = self.graph;
            let args = op
                .args
                .iter()
                .filter(|a| operand_type(graph, a) != LLType::Void);
            for (i, a) in args.enumerate() {
                words.push(Word::Value(if i < greens {
                    self.green(env, a)?
                } else {
                    self.boxed(at, env, a)?
                }));
            }
            return Ok(words);
        }
        let point = &plan.points[&key];
        for s in point.greens.iter().chain(&point.reds) {
            let v = s
                .var
                .expect("only live variables are saved behind an action");
            let value = env.values.get(&v).cloned();
            words.push(Word::Value(
                value.ok_or_else(|| self.fail(format!("{v} has no value")))?,
            ));
        }
        Ok(words)
    }
}
