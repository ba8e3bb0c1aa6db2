//! Calls that are traced into: the action, and the way past it where the callee's generator can be called as a function
//! (see [`nested`](crate::nested)).
use hintannotator::{CallPlan, Color, CopyId};
use ir::lltype::LLType;
use ir::model::{Arg, BlockId, ExitCase, ExitSwitch, Operand, VarId};
use jit_abi::info::{CallId, CallInfo};
use jit_abi::receiver;
use lowlevel::verify::operand_type;
use lowlevel::{Const, FuncId, LL, LLOp};

use super::{Env, GeneratorBuilder, Result, Word, number};
use crate::nested::is_callable;
use crate::points::PointKey;
use crate::words::{from_word, load_word, store_word, to_word};

/// A call of a callee's generator.
struct NestedCall<'a> {
    /// The block that the call ends.
    block: BlockId,
    op: &'a ir::model::Operation<LL>,
    /// The copy, unless it is found through a function pointer.
    copy: Option<CopyId>,
    /// The arguments, and their colours.
    params: &'a [Arg<LL>],
    colors: Vec<Color>,
    /// The colour of the result.
    result: Color,
}

impl GeneratorBuilder<'_> {
    /// A call that has a plan.
    pub(super) fn call(
        &mut self,
        at: BlockId,
        env: &mut Env,
        b: BlockId,
        op: &ir::model::Operation<LL>,
    ) -> Result<()> {
        let id = self.call_info(b, op)?;
        let mut asked = match self.copy.calls[&b] {
            CallPlan::Residual => Some(self.ask_for_lending(at, env, b, op)?),
            _ => self.nested_call(at, env, b, op, id)?,
        };
        let (at, env) = match &mut asked {
            Some((edge, inner)) => (*edge, inner),
            None => (at, env),
        };
        let after = self.after(at, env, b)?;
        let words = self.call_words(at, env, id, op, after)?;
        self.act(at, env, jit_abi::CALL, words);
        Ok(())
    }
    /// A call that is not looked into: an operation as others, unless there is something to lend. In that case the
    /// generator goes on in the block that is returned.
    fn ask_for_lending(
        &mut self,
        at: BlockId,
        env: &mut Env,
        b: BlockId,
        op: &ir::model::Operation<LL>,
    ) -> Result<(BlockId, Env)> {
        let lends = LLOp::ExternCall(self.cx.externs.lends);
        let lends = self.emit(at, lends, [], LLType::Bool);
        self.g.blocks[at].exitswitch = ExitSwitch::Value(Operand::Var(lends));
        let saved = self.saved(b);
        let used: Vec<Arg<LL>> = saved.iter().chain(&op.args).cloned().collect();
        let (edge, mut inner) = self.edge(at, env, ExitCase::Bool(false), &used);
        self.operation(edge, &mut inner, op, None)?;
        self.follow_action(edge, &mut inner, b)?;
        Ok(self.edge(at, env, ExitCase::Bool(true), &used))
    }
    /// A call of a callee's generator, if it may be called. Where the driver does not want that the generator goes on
    /// in the block that is returned.
    fn nested_call(
        &mut self,
        at: BlockId,
        env: &mut Env,
        b: BlockId,
        op: &ir::model::Operation<LL>,
        call: CallId,
    ) -> Result<Option<(BlockId, Env)>> {
        let colored = self.cx.colored;
        let nested = match &self.copy.calls[&b] {
            CallPlan::Inline(copy) if is_callable(colored, *copy) => NestedCall {
                block: b,
                op,
                copy: Some(*copy),
                params: &op.args,
                colors: colored.copies[*copy].args.clone(),
                result: colored.copies[*copy].result,
            },
            CallPlan::Indirect {
                args,
                result,
                targets,
            } if targets.iter().any(|t| is_callable(colored, t.1)) => NestedCall {
                block: b,
                op,
                copy: None,
                params: &op.args[1..],
                colors: args.clone(),
                result: *result,
            },
            _ => return Ok(None),
        };
        let words = self.argument_words(at, env, nested.params, &nested.colors)?;
        let out = env.out();
        self.store(at, &out, words);
        let path = self.ask_for_nested(at, env, &nested, call)?;
        let word = [Operand::Var(path)];
        let may = self.emit(at, LLOp::CastAdrToInt, word, LLType::Signed);
        let may = self.emit(at, LLOp::IntIsTrue, [Operand::Var(may)], LLType::Bool);
        self.g.blocks[at].exitswitch = ExitSwitch::Value(Operand::Var(may));
        let saved = self.saved(b);
        let used: Vec<Arg<LL>> = saved.iter().chain(&op.args).cloned().collect();
        let (edge, mut inner) = self.edge(at, env, ExitCase::Bool(true), &used);
        let path = self.pass_also(at, edge, path);
        self.call_generator(edge, &mut inner, &nested, Operand::Var(path))?;
        let other = self.edge(at, env, ExitCase::Bool(false), &used);
        Ok(Some(other))
    }
    /// Asks whether the call may be made whose arguments stand in `out`: where what belongs to it is stored, or null.
    fn ask_for_nested(
        &mut self,
        at: BlockId,
        env: &Env,
        call: &NestedCall<'_>,
        id: CallId,
    ) -> Result<VarId> {
        let point = number(self.point(PointKey::After(call.block))?);
        let out = env.out();
        let (asked, args) = match call.copy {
            Some(copy) => {
                let kind = match self.cx.recursive[copy] {
                    true => self.receiver(call),
                    false => receiver::NOT_RECURSIVE,
                };
                let start = number(i64::from(self.cx.start(copy).0));
                let args = vec![point, start, number(kind), out];
                (self.cx.externs.calls, args)
            }
            None => {
                let function = self.green(env, &call.op.args[0])?;
                let function = to_word(&mut self.g, at, &function, self.span);
                let (id, kind) = (number(i64::from(id.0)), number(self.receiver(call)));
                (
                    self.cx.externs.calls_one,
                    vec![id, point, function, kind, out],
                )
            }
        };
        Ok(self.emit(at, LLOp::ExternCall(asked), args, LLType::Address))
    }
    /// What the first argument of a call is ([`receiver`]).
    fn receiver(&self, call: &NestedCall<'_>) -> i64 {
        let graph = self.graph;
        let mut args = call.params.iter().zip(&call.colors);
        let first = args.find(|(a, _)| operand_type(graph, a) != LLType::Void);
        let reference =
            first.filter(|(a, _)| (self.cx.program.types).is_gc_ref(operand_type(graph, a)));
        match reference {
            None => receiver::NONE,
            Some((_, Color::Red)) => receiver::BOX,
            Some((_, Color::Green)) => receiver::WORD,
        }
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
    /// The call that ends a block, of a callee's generator, with the arguments in `out`; at `path` its address stands,
    /// and the greens behind it are stored.
    fn call_generator(
        &mut self,
        at: BlockId,
        env: &mut Env,
        call: &NestedCall<'_>,
        path: Arg<LL>,
    ) -> Result<()> {
        let b = call.block;
        self.learn_after(at, env, b)?;
        let greens = self.plan.points[&PointKey::After(b)].greens.len();
        let after = self.after(at, env, b)?.into_iter().skip(1);
        self.store_from(at, &path, 1, after.take(greens));
        let out = env.out();
        // The callee has loaded its state before it stores anything.
        let mut args = vec![number(0), out.clone(), out];
        let op = match call.copy {
            Some(copy) => LLOp::DirectCall(self.generator(copy)),
            None => {
                let sig = self.cx.sig;
                let word = load_word(&mut self.g, at, &path, 0, self.span);
                let code = from_word(&mut self.g, at, word, LLType::Ptr(sig), self.span);
                args.insert(0, code);
                LLOp::IndirectCall(sig, None)
            }
        };
        let code = self.emit(at, op, args, LLType::Signed);
        self.g.blocks[at].exitswitch = ExitSwitch::Value(Operand::Var(code));
        let saved = self.saved(b);
        let returned = ExitCase::Case(Const::signed(jit_abi::RETURN));
        let (edge, mut inner) = self.edge(at, env, returned, &saved);
        let done = LLOp::ExternCall(self.cx.externs.returned);
        self.emit(edge, done, [], LLType::Void);
        self.take_result(edge, &mut inner, b, call.op, call.result)?;
        let (edge, mut inner) = self.edge(at, env, ExitCase::Default, &saved);
        let code = self.pass_also(at, edge, code);
        let point = self.point(PointKey::After(b))?;
        let waits = LLOp::ExternCall(self.cx.externs.waits);
        let address = self.emit(edge, waits, [number(point)], LLType::Address);
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
        self.store_from(at, address, 0, words);
    }
    /// Stores words from the one with this number on.
    fn store_from(
        &mut self,
        at: BlockId,
        address: &Arg<LL>,
        first: usize,
        words: impl IntoIterator<Item = Word>,
    ) {
        for (i, word) in (first..).zip(words) {
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
    /// Notes a call that is traced into.
    fn call_info(&mut self, b: BlockId, op: &ir::model::Operation<LL>) -> Result<CallId> {
        let graph = self.graph;
        let colored = self.cx.colored;
        let red = || {
            let color = |a: &Arg<LL>| match operand_type(graph, a) {
                LLType::Void => Color::Green,
                _ => Color::Red,
            };
            op.args.iter().map(color).collect::<Vec<Color>>()
        };
        let plan = &self.copy.calls[&b];
        let result = colored.result_of(plan);
        let (targets, colors) = match plan {
            CallPlan::Residual => (Vec::new(), red()),
            CallPlan::Portal(c) => {
                let callee = &colored.copies[*c];
                (vec![(callee.func, *c)], red())
            }
            CallPlan::Inline(c) => {
                let callee = &colored.copies[*c];
                (vec![(callee.func, *c)], callee.args.clone())
            }
            CallPlan::Indirect { args, targets, .. } => (targets.clone(), args.clone()),
        };
        let sig = match (targets.first(), plan) {
            (Some(&(first, _)), _) => self.cx.program.funcs[first].sig,
            (None, CallPlan::Residual) => self.cx.sig,
            (None, _) => return Err(self.fail("a call without targets")),
        };
        // Of a call that is not looked into the function pointer is an argument as others.
        let indirect =
            matches!(op.op, LLOp::IndirectCall(..)) && !matches!(plan, CallPlan::Residual);
        if op.args.len() - usize::from(indirect) != colors.len() {
            return Err(self.fail("a call plan with another number of arguments"));
        }
        let portal = match plan {
            CallPlan::Portal(c) => colored.copies[*c].portal.map(|p| p as u32),
            _ => None,
        };
        let info = CallInfo {
            sig,
            targets,
            args: colors,
            result: (result, *graph.ty(op.result)),
            residual: self.op_info(op),
            indirect,
            portal,
        };
        Ok(self.tables.info.calls.push(info))
    }
    /// The words of the action.
    fn call_words(
        &mut self,
        at: BlockId,
        env: &mut Env,
        id: CallId,
        op: &ir::model::Operation<LL>,
        after: Vec<Word>,
    ) -> Result<Vec<Word>> {
        let info = self.tables.info.calls[id].clone();
        let function = match info.indirect {
            true => Word::Value(self.green(env, &op.args[0])?),
            false => Word::Number(0),
        };
        let mut words = vec![Word::Number(i64::from(id.0)), function];
        words.extend(after);
        if info.portal.is_none()
            && let Some(&(_, copy)) = info.targets.first()
        {
            words.push(Word::Number(i64::from(self.cx.start(copy).0)));
        }
        let params = &op.args[usize::from(info.indirect)..];
        words.extend(self.argument_words(at, env, params, &info.args)?);
        Ok(words)
    }
}
