//! The generator of one copy: its coloured graph becomes a native function that computes the greens and has the reds
//! computed by the support library.
//!
//! ```text
//! b3(v1 green, v2 red):                    b3(out, v1: Signed, v2: Signed):
//!     v3 green = int_add(v1, 1)                v3: Signed = int_add(v1, 1)
//!     v4 red = int_add(v2, v3)                 v5: Signed = gx_jit_const(0, v3)
//!                                              v4: Signed = gx_jit_op(17, v2, v5, 0)
//!     if v6 red then b4(v4) else b5()          store 1: out ← v6, point of b4, v4, point of b5; return BRANCH
//! ```
//! The start switches over the local numbers of the points; the block of each loads the state and goes on where the
//! point stands for. An edge into a join stores the state and returns `GOTO`; a link that closes a native loop asks
//! `gx_jit_tick` first. All boxes that an action needs are made before its first word is stored: making them may
//! collect.
use hintannotator::{CallPlan, Color, Colored, Copy, CopyId};
use ir::lltype::LLType;
use ir::model::{Arg, Args, BlockId, ExitCase, ExitSwitch, Link, LinkId, Operand, VarId};
use ir::source::Span;
use jit::abi;
use jit::info::{CallInfo, OpId, OpInfo, PointId, SwitchInfo};
use lowlevel::ops::HintKind;
use lowlevel::verify::operand_type;
use lowlevel::{Const, LL, LLGraph, LLOp, Program, Value};
use rustc_hash::FxHashMap;

use super::Failure;
use super::externs::Externs;
use super::points::{End, Key, Plan, Point, is_dropped, is_green};
use super::tables::Tables;
use super::words::{from_word, load_word, store_word, to_word};

/// What all copies share.
pub struct Cx<'a> {
    pub program: &'a Program,
    /// The colours, renumbered for the program.
    pub colored: &'a Colored,
    /// Plans of all copies.
    pub plans: &'a [Plan],
    /// Global number of the first point of each copy.
    pub first_point: &'a [u32],
    /// The support library.
    pub externs: Externs,
}

impl Cx<'_> {
    /// The global number of a point.
    pub fn point(&self, copy: CopyId, key: Key) -> Option<PointId> {
        let local = self.plans[copy.0 as usize].points.get_index_of(&key)?;
        Some(PointId(self.first_point[copy.0 as usize] + local as u32))
    }
    /// The point at the start of a copy.
    pub fn start(&self, copy: CopyId) -> PointId {
        PointId(self.first_point[copy.0 as usize])
    }
}

/// What a word of an action is.
enum Word {
    Number(i64),
    /// A box handle, or a green value.
    Value(Arg<LL>),
}

/// The values of a block under construction.
#[derive(Default)]
struct Env {
    /// Greens: the native value. Reds: the handle.
    values: FxHashMap<VarId, Arg<LL>>,
    /// Boxes of constants and greens made in this block.
    boxes: FxHashMap<Operand<Const>, VarId>,
    /// The address of `out`.
    out: Option<VarId>,
}

impl Env {
    fn out(&self) -> Arg<LL> {
        Operand::Var(self.out.expect("every block has the address"))
    }
}

type Result<T> = std::result::Result<T, Failure>;

/// Builds the generator of a copy.
pub fn generator(cx: &Cx<'_>, id: CopyId, tables: &mut Tables) -> Result<LLGraph> {
    let copy = &cx.colored.copies[id];
    let name = format!("generator of {}", copy.graph.name);
    let exc = LLType::Address;
    let g = LLGraph::new(name, copy.graph.span, LLType::Signed, exc, exc);
    let mut b = Builder {
        cx,
        id,
        copy,
        graph: &copy.graph,
        plan: &cx.plans[id.0 as usize],
        g,
        tables,
        blocks: FxHashMap::default(),
        span: copy.graph.span,
        frozen: false,
        function: cx.program.funcs.get(copy.func).map_or("", |f| &f.name),
    };
    b.run()?;
    Ok(b.g)
}

struct Builder<'a> {
    cx: &'a Cx<'a>,
    id: CopyId,
    copy: &'a Copy,
    graph: &'a LLGraph,
    plan: &'a Plan,
    g: LLGraph,
    tables: &'a mut Tables,
    /// The native block of each block that is entered natively or by a point.
    blocks: FxHashMap<BlockId, BlockId>,
    span: Span,
    /// The operation loads what never changes.
    frozen: bool,
    function: &'a str,
}

fn number(n: i64) -> Arg<LL> {
    Operand::Const(Const::signed(n))
}

impl Builder<'_> {
    fn fail(&self, what: impl std::fmt::Display) -> Failure {
        Failure {
            span: self.span,
            message: format!("generator of {}: {what}", self.function),
        }
    }
    fn color(&self, v: VarId) -> Color {
        self.copy.colors[v]
    }
    fn emit(
        &mut self,
        b: BlockId,
        op: LLOp,
        args: impl IntoIterator<Item = Arg<LL>>,
        ty: LLType,
    ) -> VarId {
        self.g.op(b, op, args, ty, self.span)
    }

    fn run(&mut self) -> Result<()> {
        let start = self.g.start;
        let point = self.g.new_var(LLType::Signed);
        let input = self.g.new_var(LLType::Address);
        let out = self.g.new_var(LLType::Address);
        self.g.blocks[start].inputargs = vec![point, input, out];
        for b in self.plan.blocks.clone() {
            let inputs = self.plan.inputs(self.graph, b);
            let mut args = vec![self.g.new_named_var(LLType::Address, None)];
            for v in inputs {
                let ty = self.native_type(v);
                let name = self.graph.vars[v].name;
                args.push(self.g.new_named_var(ty, name));
            }
            let span = self.graph.blocks[b].span;
            let new = self.g.new_block(args, span);
            self.blocks.insert(b, new);
        }
        let points: Vec<Point> = self.plan.points.values().cloned().collect();
        let last = points.len() - 1;
        for (i, p) in points.iter().enumerate() {
            let input = self.g.new_var(LLType::Address);
            let out = self.g.new_var(LLType::Address);
            let b = self.g.new_block(vec![input, out], self.span);
            let case = match i {
                _ if last == 0 => ExitCase::Always,
                i if i == last => ExitCase::Default,
                i => ExitCase::Case(Const::signed(i as i64)),
            };
            let args: Vec<Arg<LL>> = self.g.blocks[start].inputargs[1..]
                .iter()
                .map(|&v| Operand::Var(v))
                .collect();
            self.g.add_exit(start, Link::when(case, b, args, self.span));
            self.entry(b, input, out, p)?;
        }
        if last > 0 {
            self.g.blocks[start].exitswitch = ExitSwitch::Value(Operand::Var(point));
        }
        for b in self.plan.blocks.clone() {
            self.block(b)?;
        }
        self.g.compact();
        Ok(())
    }

    fn native_type(&self, v: VarId) -> LLType {
        match self.color(v) {
            Color::Green => *self.graph.ty(v),
            Color::Red => LLType::Signed,
        }
    }

    /// The block at which a point is entered: it loads the state and jumps to the code behind the point.
    fn entry(&mut self, b: BlockId, input: VarId, out: VarId, p: &Point) -> Result<()> {
        self.span = match p.key {
            Key::Start => self.graph.span,
            Key::Block(x) => self.graph.blocks[x].span,
            Key::After(x) => self.end_span(x),
        };
        let mut env = Env {
            out: Some(out),
            ..Env::default()
        };
        let address = Operand::Var(input);
        if let Key::After(x) = p.key
            && matches!(self.plan.ends[x], End::Merge(_))
        {
            return self.enter_portal(b, env, &address, p, x);
        }
        let mut index = 0;
        // Loads first: nothing may collect before references are references again.
        let mut lift = Vec::new();
        for (color, slot) in (p.greens.iter().map(|s| (Color::Green, s)))
            .chain(p.reds.iter().map(|s| (Color::Red, s)))
        {
            if let Some(v) = slot.var {
                let value = self.load(b, &address, index, color, slot.ty);
                match (color, self.color(v)) {
                    (Color::Green, Color::Red) => lift.push((v, value)),
                    (Color::Red, Color::Green) => {}
                    _ => {
                        env.values.insert(v, value);
                    }
                }
            }
            index += 1;
        }
        if let Some((color, ty, v)) = p.result
            && self.plan.live[v]
        {
            let color = self.result_color(p.key).unwrap_or(color);
            let value = self.load(b, &address, index, color, ty);
            match (color, self.color(v)) {
                (Color::Green, Color::Red) => lift.push((v, value)),
                (Color::Red, Color::Green) => {
                    return Err(self.fail("a green variable gets a red result"));
                }
                _ => {
                    env.values.insert(v, value);
                }
            }
        }
        for (v, value) in lift {
            let boxed = self.box_value(b, &mut env, &value)?;
            env.values.insert(v, boxed);
        }
        match p.key {
            Key::After(x) => match self.graph.blocks[x].exits.first() {
                Some(&l) => self.follow(b, &mut env, l),
                None => {
                    self.act(b, &env, abi::UNREACHABLE, Vec::new());
                    Ok(())
                }
            },
            Key::Start | Key::Block(_) => {
                let target = match p.key {
                    Key::Block(x) => x,
                    _ => self.plan.entry,
                };
                let inputs = self.plan.inputs(self.graph, target);
                if p.key == Key::Start && self.plan.joins.contains(&target) {
                    let args = inputs.iter().map(|&v| Operand::Var(v)).collect::<Vec<_>>();
                    return self.goto_join(b, &mut env, target, &inputs, &args);
                }
                let mut args = vec![env.out()];
                for v in inputs {
                    let value = env.values.get(&v).cloned();
                    args.push(value.ok_or_else(|| self.fail(format!("{v} has no value")))?);
                }
                self.g.goto(b, self.blocks[&target], args, self.span);
                Ok(())
            }
        }
    }
    /// The block of the point behind a merge point. Its state is the marker's arguments in the colours of the portal,
    /// whatever colour the variables have that are passed there: a red parameter of the function may be a green of its
    /// driver, and a green may be passed as a red.
    fn enter_portal(
        &mut self,
        at: BlockId,
        mut env: Env,
        address: &Arg<LL>,
        p: &Point,
        x: BlockId,
    ) -> Result<()> {
        let graph = self.graph;
        let Some(&l) = graph.blocks[x].exits.first() else {
            self.act(at, &env, abi::UNREACHABLE, Vec::new());
            return Ok(());
        };
        let link = &graph.links[l];
        let target = link.target;
        let slots: Vec<(Color, LLType)> = (p.greens.iter().map(|s| (Color::Green, s.ty)))
            .chain(p.reds.iter().map(|s| (Color::Red, s.ty)))
            .collect();
        let inputs: Vec<VarId> = (link.args.iter())
            .zip(&graph.blocks[target].inputargs)
            .filter(|(a, _)| operand_type(graph, a) != LLType::Void)
            .map(|(_, &q)| q)
            .collect();
        if inputs.len() != slots.len() {
            return Err(self.fail("what follows the merge point does not take its state"));
        }
        // Loads first: nothing may collect before references are references again.
        let mut taken = Vec::new();
        for (index, (&q, &(color, ty))) in inputs.iter().zip(&slots).enumerate() {
            if self.plan.live[q] {
                taken.push((q, color, self.load(at, address, index, color, ty)));
            }
        }
        let mut values = Vec::new();
        for (q, color, value) in taken {
            let value = match (color, self.color(q)) {
                (Color::Green, Color::Red) => self.box_value(at, &mut env, &value)?,
                (Color::Red, Color::Green) => {
                    return Err(self.fail(format!("green {q} gets a red of the driver")));
                }
                _ => value,
            };
            values.push((q, value));
        }
        if self.plan.joins.contains(&target) {
            let mut words = vec![Word::Number(self.point(Key::Block(target))?)];
            for color in [Color::Green, Color::Red] {
                let of = values.iter().filter(|(q, _)| self.copy.colors[*q] == color);
                words.extend(of.map(|(_, v)| Word::Value(v.clone())));
            }
            self.act(at, &env, abi::GOTO, words);
            return Ok(());
        }
        let mut args = vec![env.out()];
        args.extend(values.into_iter().map(|(_, v)| v));
        self.g.goto(at, self.blocks[&target], args, self.span);
        Ok(())
    }
    /// The colour in which the driver hands over the result of an action.
    fn result_color(&self, key: Key) -> Option<Color> {
        let Key::After(b) = key else { return None };
        match self.copy.calls.get(&b)? {
            CallPlan::Inline(c) => Some(self.cx.colored.copies[*c].result),
            CallPlan::Indirect { result, .. } => Some(*result),
        }
    }
    fn load(
        &mut self,
        b: BlockId,
        at: &Arg<LL>,
        index: usize,
        color: Color,
        ty: LLType,
    ) -> Arg<LL> {
        let word = load_word(&mut self.g, b, at, index, self.span);
        match color {
            Color::Green => from_word(&mut self.g, b, word, ty, self.span),
            Color::Red => word,
        }
    }
    fn end_span(&self, b: BlockId) -> Span {
        let block = &self.graph.blocks[b];
        block.ops.last().map_or(block.span, |o| o.span)
    }

    /// A block of the copy.
    fn block(&mut self, b: BlockId) -> Result<()> {
        let at = self.blocks[&b];
        let mut env = Env {
            out: Some(self.g.blocks[at].inputargs[0]),
            ..Env::default()
        };
        let inputs = self.plan.inputs(self.graph, b);
        for (i, v) in inputs.into_iter().enumerate() {
            env.values
                .insert(v, Operand::Var(self.g.blocks[at].inputargs[i + 1]));
        }
        let graph = self.graph;
        let block = &graph.blocks[b];
        let end = self.plan.ends[b];
        let n = block.ops.len() - usize::from(end.is_action());
        for (i, op) in block.ops[..n].iter().enumerate() {
            self.span = op.span;
            self.frozen = self.copy.frozen_loads.contains(&(b, i));
            self.operation(at, &mut env, op, block.ops.get(i + 1).map(|o| &o.op))?;
        }
        self.frozen = false;
        self.span = self.end_span(b);
        match end {
            End::Return => self.finish(at, &mut env),
            End::Unreachable => {
                self.act(at, &env, abi::UNREACHABLE, Vec::new());
                Ok(())
            }
            End::Goto => self.follow(at, &mut env, block.exits[0]),
            End::Green => self.green_switch(at, &env, b),
            End::Red => self.red_switch(at, &mut env, b),
            End::Promote | End::Merge(_) | End::Call => self.action(at, &mut env, b, end),
        }
    }

    fn operation(
        &mut self,
        at: BlockId,
        env: &mut Env,
        op: &ir::model::Operation<LL>,
        next: Option<&LLOp>,
    ) -> Result<()> {
        let (copy, graph) = (self.copy, self.graph);
        if is_dropped(copy, graph, op) {
            return Ok(());
        }
        let green = is_green(copy, graph, op);
        let ty = *graph.ty(op.result);
        if let LLOp::Hint(HintKind::IsConstant | HintKind::IsVirtual) = op.op {
            if green {
                let yes = op.op == LLOp::Hint(HintKind::IsConstant);
                let answer = Operand::Const(Const::bool(yes));
                env.values.insert(op.result, answer);
                return Ok(());
            }
        } else if let LLOp::Hint(_) | LLOp::SameAs | LLOp::Likely | LLOp::Unlikely = op.op
            && ty != LLType::Void
            && op
                .args
                .first()
                .is_some_and(|a| operand_type(graph, a) == ty)
        {
            // The identity.
            let value = if green {
                self.green(env, &op.args[0])?
            } else {
                self.boxed(at, env, &op.args[0])?
            };
            env.values.insert(op.result, value);
            return Ok(());
        }
        if !green {
            return self.red_operation(at, env, op);
        }
        if op.op == LLOp::WeAreJitted {
            let yes = Operand::Const(Const::bool(true));
            env.values.insert(op.result, yes);
            return Ok(());
        }
        let mut args = Args::<LL>::new();
        for a in &op.args {
            args.push(self.green(env, a)?);
        }
        let result = self.emit(at, op.op.clone(), args, ty);
        env.values.insert(op.result, Operand::Var(result));
        if op.op.is_ovf() && next != Some(&LLOp::OvfOccurred) {
            return Err(self.fail(format!("{} without a test", op.op.name())));
        }
        Ok(())
    }

    /// The native value of a green operand.
    fn green(&self, env: &Env, a: &Arg<LL>) -> Result<Arg<LL>> {
        match a {
            Operand::Const(c) => Ok(Operand::Const(*c)),
            Operand::Var(v) if *self.graph.ty(*v) == LLType::Void => {
                Ok(Operand::Const(Const::VOID))
            }
            Operand::Var(v) if self.color(*v) == Color::Green => match env.values.get(v) {
                Some(value) => Ok(value.clone()),
                None => Err(self.fail(format!("green {v} has no value"))),
            },
            Operand::Var(v) => Err(self.fail(format!("red {v} where a green is needed"))),
        }
    }
    /// The box of an operand.
    fn boxed(&mut self, at: BlockId, env: &mut Env, a: &Arg<LL>) -> Result<Arg<LL>> {
        match a {
            Operand::Var(v) if self.color(*v) == Color::Red => match env.values.get(v) {
                Some(value) => Ok(value.clone()),
                None => Err(self.fail(format!("red {v} has no box"))),
            },
            _ => {
                let value = self.green(env, a)?;
                self.box_value(at, env, &value)
            }
        }
    }
    /// A constant box of a native value.
    fn box_value(&mut self, at: BlockId, env: &mut Env, value: &Arg<LL>) -> Result<Arg<LL>> {
        if let Some(&v) = env.boxes.get(value) {
            return Ok(Operand::Var(v));
        }
        let ty = operand_type(&self.g, value);
        let index = number(i64::from(self.tables.lltype(ty)));
        let x = self.cx.externs;
        let boxed = if self.cx.program.types.is_gc_ref(ty) {
            let address = match value {
                Operand::Const(Const {
                    value: v @ (Value::Null | Value::Object(_)),
                    ..
                }) => Operand::Const(Const {
                    ty: LLType::Address,
                    value: *v,
                }),
                _ => {
                    let args = [value.clone()];
                    Operand::Var(self.emit(at, LLOp::CastPtrToAdr, args, LLType::Address))
                }
            };
            let op = LLOp::ExternCall(x.constant_ref);
            self.emit(at, op, [index, address], LLType::Signed)
        } else {
            let word = to_word(&mut self.g, at, value, self.span);
            self.emit(
                at,
                LLOp::ExternCall(x.constant),
                [index, word],
                LLType::Signed,
            )
        };
        env.boxes.insert(value.clone(), boxed);
        Ok(Operand::Var(boxed))
    }

    fn op_info(&mut self, op: &LLOp, args: &[Arg<LL>], result: LLType) -> OpId {
        let location = self.tables.location(self.span, self.function);
        self.tables.info.ops.push(OpInfo {
            op: op.clone(),
            args: args.iter().map(|a| operand_type(self.graph, a)).collect(),
            result,
            location,
            frozen: self.frozen,
        })
    }
    fn red_operation(
        &mut self,
        at: BlockId,
        env: &mut Env,
        op: &ir::model::Operation<LL>,
    ) -> Result<()> {
        let graph = self.graph;
        let args: Vec<Arg<LL>> = op
            .args
            .iter()
            .filter(|a| operand_type(graph, a) != LLType::Void)
            .cloned()
            .collect();
        let ty = *graph.ty(op.result);
        let id = number(i64::from(self.op_info(&op.op, &args, ty).0));
        let mut boxes = Vec::new();
        for a in &args {
            boxes.push(self.boxed(at, env, a)?);
        }
        let x = self.cx.externs;
        let result = if boxes.len() <= 3 {
            boxes.resize(3, number(0));
            boxes.insert(0, id);
            self.emit(at, LLOp::ExternCall(x.op), boxes, LLType::Signed)
        } else {
            let out = env.out();
            for (i, a) in boxes.into_iter().enumerate() {
                store_word(&mut self.g, at, &out, i, a, self.span);
            }
            self.emit(at, LLOp::ExternCall(x.opn), [id, out], LLType::Signed)
        };
        if ty != LLType::Void {
            env.values.insert(op.result, Operand::Var(result));
        }
        Ok(())
    }

    // ---- ends of
    // blocks ----------------------------------------------------------------------------------------------

    /// Stores an action and returns its code.
    fn act(&mut self, at: BlockId, env: &Env, code: i64, words: Vec<Word>) {
        let out = env.out();
        for (i, w) in words.into_iter().enumerate() {
            let word = match w {
                Word::Number(n) => number(n),
                Word::Value(a) => to_word(&mut self.g, at, &a, self.span),
            };
            store_word(&mut self.g, at, &out, i, word, self.span);
        }
        let ret = self.g.return_block;
        self.g.goto(at, ret, [number(code)], self.span);
    }
    fn finish(&mut self, at: BlockId, env: &mut Env) -> Result<()> {
        let v = self.graph.return_var();
        let word = match (*self.graph.ty(v), self.copy.result) {
            (LLType::Void, _) => Word::Number(0),
            (_, Color::Green) => Word::Value(self.green(env, &Operand::Var(v))?),
            (_, Color::Red) => Word::Value(self.boxed(at, env, &Operand::Var(v))?),
        };
        self.act(at, env, abi::RETURN, vec![word]);
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
        let point = self.point(Key::Block(target))?;
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
    fn point(&self, key: Key) -> Result<i64> {
        match self.cx.point(self.id, key) {
            Some(p) => Ok(i64::from(p.0)),
            None => Err(self.fail(format!("no point {key:?}"))),
        }
    }
    /// Enters a join with these values for its live inputargs.
    fn goto_join(
        &mut self,
        at: BlockId,
        env: &mut Env,
        target: BlockId,
        inputs: &[VarId],
        args: &[Arg<LL>],
    ) -> Result<()> {
        let mut words = vec![Word::Number(self.point(Key::Block(target))?)];
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
        self.act(at, env, abi::GOTO, words);
        Ok(())
    }
    /// Ends a block by a link.
    fn follow(&mut self, at: BlockId, env: &mut Env, l: LinkId) -> Result<()> {
        let target = self.graph.links[l].target;
        if self.plan.joins.contains(&target) {
            let words = self.continuation(at, env, l)?;
            self.act(at, env, abi::GOTO, words);
            return Ok(());
        }
        let passed = self.passed(at, env, l)?;
        let mut args: Args<LL> = [env.out()].into_iter().collect();
        args.extend(passed.into_iter().map(|p| p.1));
        let native = self.blocks[&target];
        if self.plan.ticks.contains(&l) {
            let tick = LLOp::ExternCall(self.cx.externs.tick);
            let stop = self.emit(at, tick, [], LLType::Bool);
            let ret = self.g.return_block;
            let give_up: Args<LL> = [number(abi::STOP)].into_iter().collect();
            let cond = Operand::Var(stop);
            self.g
                .branch(at, cond, (ret, give_up), (native, args), self.span);
        } else {
            self.g.goto(at, native, args, self.span);
        }
        Ok(())
    }
    /// A native test. Each exit gets a block of its own; the optimiser need not see it, the emitter falls through.
    fn green_switch(&mut self, at: BlockId, env: &Env, b: BlockId) -> Result<()> {
        let graph = self.graph;
        let ExitSwitch::Value(v) = &graph.blocks[b].exitswitch else {
            return Err(self.fail("a switch without a value"));
        };
        let value = self.green(env, v)?;
        self.g.blocks[at].exitswitch = ExitSwitch::Value(value);
        for &l in &graph.blocks[b].exits {
            let link = &graph.links[l];
            let mut inner = Env::default();
            let mut passed: Vec<Arg<LL>> = vec![env.out()];
            let out = self.g.new_var(LLType::Address);
            inner.out = Some(out);
            let mut inputs = vec![out];
            for a in &link.args {
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
            let edge = self.g.new_block(inputs, link.span);
            let exit = Link::when(link.exitcase.clone(), edge, passed, link.span);
            self.g.add_exit(at, exit);
            self.follow(edge, &mut inner, l)?;
        }
        Ok(())
    }
    fn red_switch(&mut self, at: BlockId, env: &mut Env, b: BlockId) -> Result<()> {
        let graph = self.graph;
        let ExitSwitch::Value(v) = &graph.blocks[b].exitswitch else {
            return Err(self.fail("a switch without a value"));
        };
        let ty = operand_type(graph, v);
        let mut words = vec![Word::Value(self.boxed(at, env, v)?)];
        let exits: Vec<LinkId> = graph.blocks[b].exits.to_vec();
        let case = |l: LinkId| &graph.links[l].exitcase;
        let yes = exits.iter().find(|&&l| *case(l) == ExitCase::Bool(true));
        let no = exits.iter().find(|&&l| *case(l) == ExitCase::Bool(false));
        if let (Some(&yes), Some(&no)) = (yes, no) {
            words.extend(self.continuation(at, env, yes)?);
            words.extend(self.continuation(at, env, no)?);
            self.act(at, env, abi::BRANCH, words);
            return Ok(());
        }
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
        self.act(at, env, abi::SWITCH, words);
        Ok(())
    }

    fn action(&mut self, at: BlockId, env: &mut Env, b: BlockId, end: End) -> Result<()> {
        let graph = self.graph;
        let op = graph.blocks[b]
            .ops
            .last()
            .expect("an action is an operation");
        let after = self.after(at, env, b)?;
        match end {
            End::Promote => {
                let mut words = vec![Word::Value(self.boxed(at, env, &op.args[0])?)];
                words.extend(after);
                self.act(at, env, abi::PROMOTE, words);
            }
            End::Merge(portal) => {
                let mut words = vec![Word::Number(portal as i64)];
                words.extend(after);
                self.act(at, env, abi::MERGE_POINT, words);
            }
            _ => {
                let words = self.call(at, env, b, op, after)?;
                self.act(at, env, abi::CALL, words);
            }
        }
        Ok(())
    }
    /// The continuation behind the action that ends a block.
    fn after(&mut self, at: BlockId, env: &mut Env, b: BlockId) -> Result<Vec<Word>> {
        let plan = self.plan;
        let key = Key::After(b);
        let mut words = vec![Word::Number(self.point(key)?)];
        if let End::Merge(portal) = plan.ends[b] {
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
    fn call(
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
        let all: Vec<Arg<LL>> = op
            .args
            .iter()
            .filter(|a| operand_type(graph, a) != LLType::Void)
            .cloned()
            .collect();
        let ty = *graph.ty(op.result);
        let residual = self.op_info(&op.op, &all, ty);
        let info = CallInfo {
            targets,
            sig,
            args: colors.clone(),
            result: (result, ty),
            residual,
            indirect,
        };
        self.tables.info.calls.push(info);
        let function = match indirect {
            true => Word::Value(self.green(env, &op.args[0])?),
            false => Word::Number(0),
        };
        let mut words = vec![
            Word::Number(self.tables.info.calls.len() as i64 - 1),
            function,
        ];
        words.extend(after);
        words.push(Word::Number(i64::from(cx.start(copy).0)));
        for color in [Color::Green, Color::Red] {
            for (a, &c) in params.iter().zip(&colors) {
                if c != color || operand_type(graph, a) == LLType::Void {
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
}
