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
//! `gx_jit_tick` first. A red branch asks `gx_jit_known`, and goes on natively where its way is known and leads to a
//! point that is no join: most red tests are constant when the generator runs. All boxes that an action needs are made
//! before its first word is stored: making them may collect. [`operations`] has what stands in a block, [`ends`] what
//! ends it.
mod calls;
mod ends;
mod operations;

use hintannotator::{Color, Colored, CopyId, GraphCopy};
use ir::index::IndexVec;
use ir::lltype::{ContainerId, LLType};
use ir::model::{Arg, BlockId, ExitCase, ExitSwitch, Link, Operand, VarId};
use ir::source::Span;
use jit_abi::info::PointId;
use lowlevel::verify::operand_type;
use lowlevel::{Const, LL, LLGraph, LLOp, Program};
use rustc_hash::FxHashMap;
use transform::ranges::CountLevel;

use super::Failure;
use super::externs::Externs;
use super::points::{BlockEnd, GeneratorPlan, Point, PointKey};
use super::tables::TableBuilder;
use super::words::{from_word, load_word};

/// What all copies share.
pub struct Cx<'a> {
    pub program: &'a Program,
    /// The colours, renumbered for the program.
    pub colored: &'a Colored,
    /// Plans of all copies.
    pub plans: &'a [GeneratorPlan],
    /// Global number of the first point of each copy.
    pub first_point: &'a [u32],
    /// The support library.
    pub externs: Externs,
    /// By copy: what the flow of the program tells of its integers.
    pub levels: &'a [IndexVec<VarId, CountLevel>],
    /// By copy: whether it may be in progress when it is called.
    pub recursive: &'a IndexVec<CopyId, bool>,
    /// How many functions the program has: the generators follow, in the order of the copies.
    pub first_generator: usize,
    /// The type of generators.
    pub sig: ContainerId,
}

impl Cx<'_> {
    /// The global number of a point.
    pub fn point(&self, copy: CopyId, key: PointKey) -> Option<PointId> {
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
pub fn generator(cx: &Cx<'_>, id: CopyId, tables: &mut TableBuilder) -> Result<LLGraph> {
    let copy = &cx.colored.copies[id];
    let name = format!("generator of {}", copy.graph.name);
    let exc = LLType::Address;
    let g = LLGraph::new(name, copy.graph.span, LLType::Signed, exc, exc);
    let mut b = GeneratorBuilder {
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

struct GeneratorBuilder<'a> {
    cx: &'a Cx<'a>,
    id: CopyId,
    copy: &'a GraphCopy,
    graph: &'a LLGraph,
    plan: &'a GeneratorPlan,
    g: LLGraph,
    tables: &'a mut TableBuilder,
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

impl GeneratorBuilder<'_> {
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
            PointKey::Start => self.graph.span,
            PointKey::Block(x) => self.graph.blocks[x].span,
            PointKey::After(x) => self.end_span(x),
        };
        let mut env = Env {
            out: Some(out),
            ..Env::default()
        };
        let address = Operand::Var(input);
        if let PointKey::After(x) = p.key
            && matches!(self.plan.ends[x], BlockEnd::Merge(_))
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
            PointKey::After(x) => self.follow_action(b, &mut env, x),
            PointKey::Start | PointKey::Block(_) => {
                let target = match p.key {
                    PointKey::Block(x) => x,
                    _ => self.plan.entry,
                };
                let inputs = self.plan.inputs(self.graph, target);
                if p.key == PointKey::Start && self.plan.joins.contains(&target) {
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
            self.act(at, &env, jit_abi::UNREACHABLE, Vec::new());
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
            let mut words = vec![Word::Number(self.point(PointKey::Block(target))?)];
            for color in [Color::Green, Color::Red] {
                let of = values.iter().filter(|(q, _)| self.copy.colors[*q] == color);
                words.extend(of.map(|(_, v)| Word::Value(v.clone())));
            }
            self.act(at, &env, jit_abi::GOTO, words);
            return Ok(());
        }
        let mut args = vec![env.out()];
        args.extend(values.into_iter().map(|(_, v)| v));
        self.g.goto(at, self.blocks[&target], args, self.span);
        Ok(())
    }
    /// The colour in which the driver hands over the result of an action.
    fn result_color(&self, key: PointKey) -> Option<Color> {
        let PointKey::After(b) = key else { return None };
        let plan = self.copy.calls.get(&b)?;
        Some(self.cx.colored.result_of(plan))
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
        let tested = self.tested(b);
        let n = block.ops.len() - usize::from(end.is_action() || tested.is_some());
        for (i, op) in block.ops[..n].iter().enumerate() {
            self.span = op.span;
            self.frozen = self.copy.frozen_loads.contains(&(b, i));
            self.operation(at, &mut env, op, block.ops.get(i + 1).map(|o| &o.op))?;
        }
        self.frozen = false;
        self.span = self.end_span(b);
        match end {
            BlockEnd::Return => self.finish(at, &mut env),
            BlockEnd::Unreachable => {
                self.act(at, &env, jit_abi::UNREACHABLE, Vec::new());
                Ok(())
            }
            BlockEnd::Goto => self.follow(at, &mut env, block.exits[0]),
            BlockEnd::Green => self.green_switch(at, &env, b),
            BlockEnd::Red => match tested {
                Some(test) => self.tested_branch(at, &mut env, b, test),
                None => self.red_switch(at, &mut env, b),
            },
            BlockEnd::Promote | BlockEnd::Certain | BlockEnd::Merge(_) | BlockEnd::Call => {
                self.action(at, &mut env, b, end)
            }
        }
    }
}
