//! Calls that are traced into: the action, and the way past it where the callee's generator can be called as a function
//! (see [`nested`](crate::nested)).
use hintannotator::{CallPlan, Color, CopyId};
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, ExitCase, ExitSwitch, Operand, VarId};
use jit_abi::info::CallInfo;
use lowlevel::verify::operand_type;
use lowlevel::{Const, FuncId, LL, LLOp};

use super::{Env, GeneratorBuilder, Result, Word, number};
use crate::points::PointKey;
use crate::words::{store_word, to_word};

impl GeneratorBuilder<'_> {
    /// A call of a callee's generator, if it may be called. Where the driver does not want that the generator goes on
    /// in the block that is returned.
    pub(super) fn nested_call(
        &mut self,
        at: BlockId,
        env: &mut Env,
        b: BlockId,
        op: &ir::model::Operation<LL>,
    ) -> Result<Option<(BlockId, Env)>> {
        let copy = match self.copy.calls[&b] {
            CallPlan::Inline(copy) if self.cx.callable[copy] => copy,
            _ => return Ok(None),
        };
        let point = self.point(PointKey::After(b))?;
        let calls = LLOp::ExternCall(self.cx.externs.calls);
        let numbers = [number(point), number(i64::from(self.generator(copy).0))];
        let path = self.emit(at, calls, numbers, LLType::Address);
        let word = [Operand::Var(path)];
        let may = self.emit(at, LLOp::CastAdrToInt, word, LLType::Signed);
        let may = self.emit(at, LLOp::IntIsTrue, [Operand::Var(may)], LLType::Bool);
        self.g.blocks[at].exitswitch = ExitSwitch::Value(Operand::Var(may));
        let saved = self.saved(b);
        let used: Vec<Arg<LL>> = saved.iter().chain(&op.args).cloned().collect();
        let (edge, mut inner) = self.edge(at, env, ExitCase::Bool(true), &used);
        let path = self.pass_also(at, edge, path);
        self.call_generator(edge, &mut inner, (b, Operand::Var(path)), op, copy)?;
        let other = self.edge(at, env, ExitCase::Bool(false), &used);
        Ok(Some(other))
    }
    fn generator(&self, copy: CopyId) -> FuncId {
        FuncId((self.cx.first_generator + copy.0 as usize) as u32)
    }
    /// What is live behind the action that ends a block.
    pub(super) fn saved(&self, b: BlockId) -> Vec<Arg<LL>> {
        let point = &self.plan.points[&PointKey::After(b)];
        let saved = point.greens.iter().chain(&point.reds);
        saved.filter_map(|s| s.var).map(Operand::Var).collect()
    }
    /// The call that ends a block, of a callee's generator; `path` is where the greens behind it are stored.
    fn call_generator(
        &mut self,
        at: BlockId,
        env: &mut Env,
        (b, path): (BlockId, Arg<LL>),
        op: &ir::model::Operation<LL>,
        copy: CopyId,
    ) -> Result<()> {
        let callee = &self.cx.colored.copies[copy];
        let words = self.argument_words(at, env, &op.args, &callee.args.clone())?;
        self.learn_after(at, env, b)?;
        let greens = self.plan.points[&PointKey::After(b)].greens.len();
        let after = self.after(at, env, b)?.into_iter().skip(1);
        self.store(at, &path, after.take(greens));
        let out = env.out();
        self.store(at, &out, words);
        // The callee has loaded its state before it stores anything.
        let args = [number(0), out.clone(), out];
        let call = LLOp::DirectCall(self.generator(copy));
        let code = self.emit(at, call, args, LLType::Signed);
        self.g.blocks[at].exitswitch = ExitSwitch::Value(Operand::Var(code));
        let saved = self.saved(b);
        let returned = ExitCase::Case(Const::signed(jit_abi::RETURN));
        let (edge, mut inner) = self.edge(at, env, returned, &saved);
        let done = LLOp::ExternCall(self.cx.externs.returned);
        self.emit(edge, done, [], LLType::Void);
        self.take_result(edge, &mut inner, b, op, callee.result)?;
        let (edge, mut inner) = self.edge(at, env, ExitCase::Default, &saved);
        let code = self.pass_also(at, edge, code);
        let point = self.point(PointKey::After(b))?;
        let start = i64::from(self.cx.start(copy).0);
        let waits = LLOp::ExternCall(self.cx.externs.waits);
        let numbers = [number(point), number(start)];
        let address = self.emit(edge, waits, numbers, LLType::Address);
        let address = Operand::Var(address);
        let after = self.after(edge, &mut inner, b)?;
        self.store(edge, &address, after.into_iter().skip(1));
        let ret = self.g.return_block;
        self.g.goto(edge, ret, [Operand::Var(code)], self.span);
        Ok(())
    }
    /// Goes on behind a call whose result is in `out`.
    fn take_result(
        &mut self,
        at: BlockId,
        env: &mut Env,
        b: BlockId,
        op: &ir::model::Operation<LL>,
        color: Color,
    ) -> Result<()> {
        let ty = *self.graph.ty(op.result);
        if ty != LLType::Void && self.plan.live[op.result] {
            let out = env.out();
            let value = self.load(at, &out, 0, color, ty);
            let value = match (color, self.color(op.result)) {
                (Color::Green, Color::Red) => self.box_value(at, env, &value)?,
                (Color::Red, Color::Green) => {
                    return Err(self.fail("a green variable gets a red result"));
                }
                _ => value,
            };
            env.values.insert(op.result, value);
        }
        self.follow_action(at, env, b)
    }
    /// Passes a variable of a block to the block that its last exit leads to.
    fn pass_also(&mut self, from: BlockId, to: BlockId, v: VarId) -> VarId {
        let inside = self.g.copy_var(v);
        self.g.blocks[to].inputargs.push(inside);
        if let Some(&l) = self.g.blocks[from].exits.last() {
            self.g.links[l].args.push(Operand::Var(v));
        }
        inside
    }
    /// Stores the words of a state.
    pub(super) fn store(
        &mut self,
        at: BlockId,
        address: &Arg<LL>,
        words: impl IntoIterator<Item = Word>,
    ) {
        for (i, word) in words.into_iter().enumerate() {
            let word = match word {
                Word::Number(n) => number(n),
                Word::Value(a) => to_word(&mut self.g, at, &a, self.span),
            };
            store_word(&mut self.g, at, address, i, word, self.span);
        }
    }
    /// The arguments of a call in these colours, as the callee's first point takes them. All boxes are made.
    fn argument_words(
        &mut self,
        at: BlockId,
        env: &mut Env,
        params: &[Arg<LL>],
        colors: &[Color],
    ) -> Result<Vec<Word>> {
        let mut words = Vec::new();
        for color in [Color::Green, Color::Red] {
            for (a, &c) in params.iter().zip(colors) {
                if c != color || operand_type(self.graph, a) == LLType::Void {
                    continue;
                }
                words.push(Word::Value(match c {
                    Color::Green => self.green(env, a)?,
                    Color::Red => self.boxed(at, env, a)?,
                }));
            }
        }
        Ok(words)
    }
    /// The words of the action.
    pub(super) fn call(
        &mut self,
        at: BlockId,
        env: &mut Env,
        b: BlockId,
        op: &ir::model::Operation<LL>,
        after: Vec<Word>,
    ) -> Result<Vec<Word>> {
        let (cx, graph) = (self.cx, self.graph);
        let colored = cx.colored;
        let (targets, colors, result) = match &self.copy.calls[&b] {
            CallPlan::Portal(c) => {
                let callee = &colored.copies[*c];
                let color = |a: &Arg<LL>| match operand_type(graph, a) {
                    LLType::Void => Color::Green,
                    _ => Color::Red,
                };
                let colors = op.args.iter().map(color).collect();
                (vec![(callee.func, *c)], colors, Color::Red)
            }
            CallPlan::Inline(c) => {
                let callee = &colored.copies[*c];
                (vec![(callee.func, *c)], callee.args.clone(), callee.result)
            }
            CallPlan::Indirect {
                args,
                result,
                targets,
            } => (targets.clone(), args.clone(), *result),
        };
        let Some(&(first, copy)) = targets.first() else {
            return Err(self.fail("a call without targets"));
        };
        let sig = cx.program.funcs[first].sig;
        let indirect = matches!(op.op, LLOp::IndirectCall(..));
        let params: Vec<Arg<LL>> = op.args[usize::from(indirect)..].to_vec();
        if params.len() != colors.len() {
            return Err(self.fail("a call plan with another number of arguments"));
        }
        let portal = match &self.copy.calls[&b] {
            CallPlan::Portal(c) => colored.copies[*c].portal.map(|p| p as u32),
            _ => None,
        };
        let ty = *graph.ty(op.result);
        let residual = self.op_info(op);
        let info = CallInfo {
            targets,
            sig,
            args: colors.clone(),
            result: (result, ty),
            residual,
            indirect,
            portal,
        };
        let number = self.tables.info.calls.push(info);
        let function = match indirect {
            true => Word::Value(self.green(env, &op.args[0])?),
            false => Word::Number(0),
        };
        let mut words = vec![Word::Number(i64::from(number.0)), function];
        words.extend(after);
        if portal.is_none() {
            words.push(Word::Number(i64::from(cx.start(copy).0)));
        }
        words.extend(self.argument_words(at, env, &params, &colors)?);
        Ok(words)
    }
}
