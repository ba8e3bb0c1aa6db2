//! Runs low-level graphs along one path through the support library, as a generator would: text in, residual code out.
//!
//! Prebuilt objects are written to real memory, because folding reads them there; functions have made-up addresses.
#![allow(dead_code)]
use std::collections::HashMap;

use ir::index::IndexVec;
use ir::lltype::{ContainerId, FieldType, GC_HEADER_SIZE, LLType};
use ir::model::{BlockId, ExitCase, ExitSwitch, Operand, VarId, text};
use jit::support::boxes::{BoxFacts, BoxId, BoxValue};
use jit::support::builder::{constant_operand, word};
use jit::support::exc::ExcState;
use jit::support::state::{Mode, SupportState};
use jit::support::tables::Addresses;
use jit_abi::info::{FuncInfo, JitInfo, OpInfo};
use lowlevel::interp::{Interp, Val};
use lowlevel::text::{LLPrinter, Names};
use lowlevel::verify::{Phase, operand_type};
use lowlevel::{Const, FuncId, Function, Init, LL, LLGraph, LLOp, ObjId, Program, Value};
use transform::effects::Effects;

/// A program with its prebuilt objects in memory.
pub(crate) struct Loaded {
    pub program: Program,
    pub objects: Vec<u64>,
    pub funcs: Vec<u64>,
}

impl Loaded {
    pub(crate) fn new(program: Program) -> Loaded {
        let sizes: Vec<usize> = program
            .objects
            .iter()
            .map(|o| size_of(&program, o.container, &o.init))
            .collect();
        let objects: Vec<u64> = sizes
            .iter()
            .map(|&n| Box::leak(vec![0u64; n / 8 + 1].into_boxed_slice()).as_mut_ptr() as u64)
            .collect();
        let funcs: Vec<u64> = (0..program.funcs.len())
            .map(|i| 0x1000 + 16 * i as u64)
            .collect();
        let me = Loaded {
            program,
            objects,
            funcs,
        };
        let mut type_id = 0;
        let mut ids = HashMap::new();
        for (c, container) in me.program.types.iter() {
            use ir::lltype::Container;
            if matches!(container, Container::Struct(_) | Container::Array(_))
                && me.program.types.is_gc(c)
            {
                type_id += 1;
                ids.insert(c, type_id);
            }
        }
        for (i, o) in me.program.objects.iter_enumerated() {
            let at = me.objects[i.0 as usize];
            if let Some(&id) = ids.get(&o.container) {
                jit::support::memory::set_word(at, id);
            }
            me.write(FieldType::Inline(o.container), &o.init, at, true);
        }
        me
    }
    fn write(&self, ty: FieldType, init: &Init, at: u64, outer: bool) {
        let types = &self.program.types;
        match (ty, init) {
            (_, Init::Zero) => {}
            (FieldType::Value(t), Init::Value(v)) => {
                let c = Const { ty: t, value: *v };
                jit::support::memory::store(t, at, self.word(c));
            }
            (FieldType::Inline(c), Init::Struct(parts)) => {
                let layout = types.layout(c);
                let s = types.as_struct(c);
                let header = if outer || !types.is_gc(c) {
                    0
                } else {
                    GC_HEADER_SIZE
                };
                for (i, (f, part)) in s.fields.iter().zip(parts).enumerate() {
                    // A parent's offsets count from the same header; an inlined array's from its length word.
                    let shared =
                        i == 0 && matches!(f.ty, FieldType::Inline(p) if s.gc && types.is_gc(p));
                    let at = if shared {
                        at
                    } else {
                        at + u64::from(layout.offsets[i]) - u64::from(header)
                    };
                    self.write(f.ty, part, at, shared || header == 0);
                }
            }
            (FieldType::Inline(c), Init::Array(_) | Init::Bytes(_)) => {
                let layout = types.layout(c);
                let var = layout.var.expect("an array");
                let n = match init {
                    Init::Array(parts) => parts.len(),
                    Init::Bytes(b) => b.len(),
                    _ => 0,
                };
                // Inlined at the end of a structure: `at` is the length word, which `length_offset` counts from the
                // header.
                let base = if outer {
                    at
                } else {
                    at - u64::from(var.length_offset.unwrap_or(0))
                };
                if let Some(o) = var.length_offset {
                    jit::support::memory::set_word(base + u64::from(o), n as u64);
                }
                let item = types.as_array(c).item;
                for i in 0..n {
                    let at =
                        base + u64::from(var.items_offset) + i as u64 * u64::from(var.item_size);
                    match init {
                        Init::Array(parts) => self.write(item, &parts[i], at, false),
                        Init::Bytes(b) => {
                            jit::support::memory::store(LLType::Char, at, u64::from(b[i]))
                        }
                        _ => {}
                    }
                }
            }
            other => panic!("cannot write {other:?}"),
        }
    }
    /// A constant as a word.
    pub(crate) fn word(&self, c: Const) -> u64 {
        match c.value {
            Value::Object(o) => self.objects[o.0 as usize],
            Value::Func(f) => self.funcs[f.0 as usize],
            _ => word(c),
        }
    }
    /// A word as a constant of the program.
    pub(crate) fn constant(&self, ty: LLType, bits: u64) -> Const {
        if matches!(ty, LLType::Ptr(_)) {
            if let Some(i) = self.objects.iter().position(|&a| a == bits) {
                return Const::new(ty, Value::Object(ObjId(i as u32)));
            }
            if let Some(i) = self.funcs.iter().position(|&a| a == bits) {
                return Const::new(ty, Value::Func(FuncId(i as u32)));
            }
        }
        match constant_operand(ty, bits) {
            Operand::Const(c) => c,
            Operand::Var(_) => unreachable!(),
        }
    }
    /// A support library for the program, without a runtime.
    pub(crate) fn state(&self) -> SupportState {
        SupportState::new(
            std::ptr::null_mut(),
            self.info(),
            Addresses::new(self.funcs.clone(), self.objects.clone()),
        )
    }
    pub(crate) fn info(&self) -> JitInfo {
        let p = &self.program;
        let effects = Effects::new(p);
        let writes = timeshift::effects::writes(p);
        let mut info = JitInfo {
            types: p.types.clone(),
            externs: p.externs.iter().cloned().collect(),
            known: p.known.clone(),
            ..JitInfo::default()
        };
        for (f, func) in p.funcs.iter_enumerated() {
            info.func_names.push(func.name.clone());
            info.funcs.push(FuncInfo {
                sig: Some(func.sig),
                elidable: func.attrs.elidable,
                outward: false,
                unsettled: false,
                reads: Vec::new(),
                reads_more: false,
                can_raise: effects.can_raise[f] || sets_exception(&func.graph),
                can_collect: effects.can_collect[f],
                reads_held: false,
                asks: false,
                writes: writes[f].clone(),
                initialises: Vec::new(),
            });
        }
        for o in p.objects.iter() {
            info.objects.push(o.container);
        }
        info.summarise();
        info
    }
}

fn sets_exception(g: &LLGraph) -> bool {
    g.live_blocks()
        .any(|b| g.blocks[b].ops.iter().any(|o| o.op == LLOp::ExcSet))
}

fn size_of(p: &Program, c: ContainerId, init: &Init) -> usize {
    let layout = p.types.layout(c);
    let items = match init {
        Init::Array(a) => a.len(),
        Init::Bytes(b) => b.len(),
        Init::Struct(parts) => match parts.last() {
            Some(Init::Array(a)) => a.len(),
            Some(Init::Bytes(b)) => b.len(),
            _ => 0,
        },
        _ => 0,
    };
    layout.size as usize + items * layout.var.map_or(0, |v| v.item_size as usize) + 16
}

/// A red branch that was passed: after how many operations, its condition, the arm.
pub(crate) struct Passed {
    pub after: usize,
    pub cond: VarId,
    pub truth: bool,
}

/// One path through a graph.
pub(crate) struct Path<'a> {
    pub loaded: &'a Loaded,
    pub state: &'a SupportState,
    pub passed: Vec<Passed>,
    pub result: Option<BoxId>,
}

impl<'a> Path<'a> {
    /// Runs a graph with residual parameters; `decide` says which arm of a red branch to take.
    pub(crate) fn run(
        loaded: &'a Loaded,
        state: &'a SupportState,
        graph: &LLGraph,
        decide: &mut dyn FnMut(&Path<'_>, VarId) -> bool,
    ) -> Path<'a> {
        state.begin(Mode::Compile);
        let args: Vec<BoxId> = graph
            .args()
            .iter()
            .map(|&v| {
                let ty = *graph.ty(v);
                let mut w = state.work_mut();
                let var = w.fragment.param(ty);
                w.now.boxes.residual(var, ty, BoxFacts::default())
            })
            .collect();
        let mut path = Path {
            loaded,
            state,
            passed: Vec::new(),
            result: None,
        };
        path.blocks(graph, args, decide);
        path
    }
    /// Runs a graph from boxes in the mode of the run at hand; no branch is red.
    pub(crate) fn follow(
        loaded: &'a Loaded,
        state: &'a SupportState,
        graph: &LLGraph,
        args: Vec<BoxId>,
    ) -> Path<'a> {
        let mut path = Path {
            loaded,
            state,
            passed: Vec::new(),
            result: None,
        };
        path.blocks(graph, args, &mut |path, v| {
            panic!("{v} is red\n{}", path.text())
        });
        path
    }
    fn blocks(
        &mut self,
        graph: &LLGraph,
        mut args: Vec<BoxId>,
        decide: &mut dyn FnMut(&Path<'_>, VarId) -> bool,
    ) {
        let mut b = graph.start;
        loop {
            let block = &graph.blocks[b];
            if b == graph.return_block {
                self.result = args.first().copied();
                return;
            }
            let mut vars: HashMap<VarId, BoxId> =
                block.inputargs.iter().copied().zip(args).collect();
            for op in &block.ops {
                let info = OpInfo::new(
                    op.op.clone(),
                    op.args.iter().map(|a| operand_type(graph, a)).collect(),
                    *graph.ty(op.result),
                    0,
                );
                let boxes: Vec<BoxId> = op
                    .args
                    .iter()
                    .filter(|a| operand_type(graph, a) != LLType::Void)
                    .map(|a| self.box_of(a, &vars))
                    .collect();
                if let Some(r) = self.state.perform_info(&info, &boxes) {
                    vars.insert(op.result, r);
                }
            }
            let link = match &block.exitswitch {
                ExitSwitch::None => match block.exits.first() {
                    Some(&l) => l,
                    None => return,
                },
                ExitSwitch::Value(v) => {
                    let cond = self.box_of(v, &vars);
                    let value = self.state.work().now.boxes.get(cond).clone();
                    let truth = match value {
                        BoxValue::Const { bits, .. } => bits != 0,
                        BoxValue::Residual { var, .. } => {
                            let truth = decide(self, var);
                            let after = self.state.work().fragment.ops().len();
                            self.passed.push(Passed {
                                after,
                                cond: var,
                                truth,
                            });
                            self.state.learn(cond, truth);
                            truth
                        }
                        BoxValue::Virtual(_) => panic!("a virtual condition"),
                    };
                    *block
                        .exits
                        .iter()
                        .find(|&&l| graph.links[l].exitcase == ExitCase::Bool(truth))
                        .expect("a case for both truth values")
                }
                ExitSwitch::LastException => panic!("exceptions are explicit"),
            };
            let link = &graph.links[link];
            args = link.args.iter().map(|a| self.box_of(a, &vars)).collect();
            b = link.target;
        }
    }
    fn box_of(&self, a: &Operand<Const>, vars: &HashMap<VarId, BoxId>) -> BoxId {
        match a {
            Operand::Var(v) => vars[v],
            Operand::Const(c) => self.state.constant(c.ty, self.loaded.word(*c)),
        }
    }

    /// The residual code with the branches passed, and the result.
    pub(crate) fn text(&self) -> String {
        let p = &self.loaded.program;
        let names = Names::new(p);
        let printer = LLPrinter {
            program: p,
            names: &names,
        };
        let mut out = String::new();
        {
            let w = self.state.work();
            let mut g = w.fragment.graph().clone();
            self.restore_constants(&mut g);
            out += &text::block_header(&g, g.start, &printer);
            out += ":\n";
            let ops = g.blocks[g.start].ops.clone();
            for i in 0..=ops.len() {
                for b in self.passed.iter().filter(|b| b.after == i) {
                    out += &format!("  {} is {}\n", b.cond, b.truth);
                }
                if let Some(op) = ops.get(i) {
                    out += &format!("    {}\n", text::operation(&g, op, &printer));
                }
            }
        }
        if let Some(r) = self.result {
            out += &format!("=> {}\n", self.show(r, &printer, 0));
        }
        match &self.state.work().now.exc {
            ExcState::None => {}
            ExcState::Unknown => out += "exception: unknown\n",
            ExcState::Pending { .. } => out += "exception: pending\n",
            ExcState::Virtual { class, value } => {
                let class = self.show(*class, &printer, 0);
                let value = self.show(*value, &printer, 0);
                out += &format!("exception: {class} {value}\n");
            }
        }
        out
    }
    fn show(&self, b: BoxId, printer: &LLPrinter<'_>, depth: usize) -> String {
        let value = self.state.work().now.boxes.get(b).clone();
        match value {
            BoxValue::Const { ty, bits } => printer.value(ty, self.loaded.constant(ty, bits).value),
            BoxValue::Residual { var, facts, .. } => {
                let mut s = var.to_string();
                if facts.nonnull {
                    s += " nonnull";
                }
                if let Some(c) = facts.class {
                    let c = self.loaded.constant(LLType::Ptr(ContainerId(0)), c);
                    s += &format!(" class {}", printer.value(LLType::Signed, c.value));
                }
                if facts.range != Default::default() {
                    s += &format!(" {:?}", facts.range);
                }
                s
            }
            BoxValue::Virtual(v) if depth < 3 => {
                let fields: Vec<String> = v
                    .fields
                    .iter()
                    .map(|f| f.map_or("0".into(), |f| self.show(f, printer, depth + 1)))
                    .collect();
                format!(
                    "virtual {} {{{}}}",
                    printer.container(v.container),
                    fields.join(", ")
                )
            }
            BoxValue::Virtual(_) => "...".into(),
        }
    }
    /// Addresses in a residual graph become prebuilt objects and functions again.
    fn restore_constants(&self, g: &mut LLGraph) {
        let start = g.start;
        for op in &mut g.blocks[start].ops {
            for a in &mut op.args {
                if let Operand::Const(c) = a
                    && let Value::Int(bits) = c.value
                {
                    *c = self.loaded.constant(c.ty, bits as u64);
                }
            }
        }
    }
    /// The program with the residual code as a function that returns a variable (or constant) of it.
    pub(crate) fn residual_program(&self, result: Operand<Const>) -> (Program, FuncId) {
        let mut p = self.loaded.program.clone();
        let (mut g, ty, args) = {
            let w = self.state.work();
            let mut g = w.fragment.graph().clone();
            self.restore_constants(&mut g);
            let ty = operand_type(&g, &result);
            let args: Vec<LLType> = g.args().iter().map(|&v| *g.ty(v)).collect();
            (g, ty, args)
        };
        let r = g.return_block;
        let v = g.new_var(ty);
        g.blocks[r].inputargs = vec![v];
        let start = g.start;
        g.goto(start, r, [result], Default::default());
        let sig = p.types.func(&args, ty);
        g.name = "residual".into();
        let f = p.funcs.push(Function {
            name: "residual".into(),
            sig,
            graph: g,
            attrs: Default::default(),
        });
        (p, f)
    }
    /// The result as an operand of residual code; a virtual is allocated.
    pub(crate) fn operand(&self, b: BoxId) -> Operand<Const> {
        self.state.force(b, jit::support::state::ForceReason::Exit);
        let w = self.state.work();
        match w.now.boxes.get(b) {
            BoxValue::Const { ty, bits } => Operand::Const(self.loaded.constant(*ty, *bits)),
            BoxValue::Residual { var, .. } => Operand::Var(*var),
            BoxValue::Virtual(_) => unreachable!("just forced"),
        }
    }
}

/// An interpreter of a program after the exception transform, with barriers of residual code checked.
pub(crate) fn interp(p: &Program) -> Interp<'_> {
    let mut i = Interp::new(p).phase(Phase::Gc);
    i.memory.check_barriers = true;
    i
}

/// Prebuilt objects as arguments.
pub(crate) fn object(i: &Interp<'_>, p: &Program, name: &str) -> Val {
    let o = p
        .objects
        .iter_enumerated()
        .find(|(_, o)| o.name == name)
        .unwrap_or_else(|| panic!("no object {name}"))
        .0;
    i.object(o)
}

pub(crate) type Blocks = IndexVec<BlockId, ()>;
pub(crate) type Graph = ir::model::Graph<LL>;
