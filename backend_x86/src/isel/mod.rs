//! Instruction selection: a low-level graph becomes machine IR.
//!
//! Blocks are selected in post-order and each from its end to its start, so that all uses of a value are known when its
//! definition is reached: a definition nobody asked for is skipped, because it is dead or was selected as part of its
//! user (a comparison in a branch, a load in an arithmetic instruction, an address computation in a memory operand).
//! What may be selected later than it stands is decided by [`analysis`] (use counts and epochs).
//!
//! ```text
//! v2: Signed = getarraysize[GcArray(Signed)](v0)      cmp rsi, [rdi+8]
//! v3: Bool = int_lt(v1, v2)                           jge ..
//! if v3 then b1(..) else b2(..)
//! ```
//! Operations are spread over [`ops`] (arithmetic, conversions), [`memory`] (addresses, loads, stores, allocation),
//! [`compare`] (conditions), [`call`], [`branch`] (block ends) and [`divide`].
use ir::index::IndexVec;
use ir::lltype::LLType;
use ir::model::{BlockId, ExitSwitch, OpInfo, VarId};
use ir::source::Span;
use lowlevel::{Const, LLGraph, LLOp, Value};
use regalloc2::{Block, Operand, PReg, RegClass, VReg};
use rustc_hash::FxHashMap;

use crate::BackendError;
use crate::mir::{self, Clobbers, Inst, MBlock, MFunc, MOp, Mem, Src, Sym, regs};

pub mod analysis;
mod branch;
mod call;
pub use call::runtime_index;
mod compare;
pub use compare::is_comparison;
pub mod cx;
pub mod divide;
mod floor;
pub mod fragment;
mod memory;
mod ops;

use analysis::{Analysis, Order, Val};
pub use cx::Cx;

/// A position in a block: where an instruction will stand. The number of operations is the block's end.
type At = (BlockId, u32);

/// A block under construction; its number is its label.
#[derive(Default)]
struct Proto {
    insts: Vec<Inst>,
    succs: Vec<u32>,
    params: Vec<VReg>,
    jump_args: Vec<VReg>,
    cold: bool,
    /// Leaves a loop: placed after the hot blocks.
    late: bool,
    loop_head: bool,
    /// Where variables of the source get a value: the number of instructions behind (none: the block begins with it).
    named: Vec<(Option<u32>, VarId)>,
}

/// A constant as the machine sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Bits {
    Int(i64),
    Sym(Sym),
    Float(u64),
    Single(u32),
}

struct Lower<'a> {
    cx: &'a Cx<'a>,
    g: &'a LLGraph,
    an: Analysis,
    order: Order,
    out: MFunc,
    vreg: IndexVec<VarId, VReg>,
    /// Number of calls (backwards, in hot code) when a register was first asked for: tells whether a call lies between
    /// a definition and its uses.
    born: IndexVec<VarId, u32>,
    calls: u32,
    /// Calls in hot code inside of loops.
    loop_calls: u32,
    /// Depth of loops around the block being selected, and the deepest use of each value.
    depth: u32,
    deepest: IndexVec<VarId, u32>,
    /// Definitions selected as part of their user.
    sunk: IndexVec<VarId, bool>,
    protos: Vec<Proto>,
    label: IndexVec<BlockId, u32>,
    /// Extra blocks made for a block's end, in layout order.
    extras: IndexVec<BlockId, Vec<u32>>,
    /// The operation being selected, forwards.
    seq: Vec<Inst>,
    loc: u32,
    locs: FxHashMap<Span, u32>,
    pool: FxHashMap<[u64; 2], u32>,
    /// Selecting a fragment: its allocator copies values to fixed registers itself.
    fragment: bool,
    /// The registers that parameters come in.
    params: Vec<(VarId, Option<PReg>)>,
    /// The call being selected is known to move no object.
    still: bool,
}

/// Selects instructions for a function.
pub fn lower(cx: &Cx<'_>, g: &LLGraph) -> Result<MFunc, BackendError> {
    check_supported(g)?;
    let order = analysis::order(g);
    let an = Analysis::new(g, &order.rpo, &[]);
    let mut l = Lower::new(cx, g, order, an);
    l.run();
    Ok(l.finish())
}

fn check_supported(g: &LLGraph) -> Result<(), BackendError> {
    if let Some(v) = g
        .vars
        .iter()
        .find(|v| matches!(v.ty, LLType::Int { bits: 128, .. }))
    {
        return Err(BackendError::Unsupported {
            function: g.name.clone(),
            what: format!("a variable of type {:?}", v.ty),
            span: g.span,
        });
    }
    for b in g.live_blocks() {
        if g.blocks[b].exitswitch == ExitSwitch::LastException {
            return Err(BackendError::Internal {
                function: g.name.clone(),
                what: format!("{b} has an exception switch after the exception transform"),
            });
        }
    }
    Ok(())
}

impl<'a> Lower<'a> {
    fn new(cx: &'a Cx<'a>, g: &'a LLGraph, order: Order, an: Analysis) -> Lower<'a> {
        let mut l = Lower::over(cx, g, order, an);
        l.out.name.clone_from(&g.name);
        l.out.root_slots = l.an.root_slots;
        l.out.locs.push(Span::NONE);
        l.vreg = IndexVec::from_elem(VReg::invalid(), g.vars.len());
        l.born = IndexVec::from_elem(0, g.vars.len());
        l.deepest = IndexVec::from_elem(0, g.vars.len());
        l.sunk = IndexVec::from_elem(false, g.vars.len());
        l.label = IndexVec::from_elem(u32::MAX, g.blocks.len());
        l.extras = IndexVec::from_elem(Vec::new(), g.blocks.len());
        l
    }
    /// Selection for this graph, before its first block.
    fn over(cx: &'a Cx<'a>, g: &'a LLGraph, order: Order, an: Analysis) -> Lower<'a> {
        Lower {
            cx,
            g,
            order,
            out: MFunc::default(),
            vreg: IndexVec::new(),
            born: IndexVec::new(),
            calls: 0,
            loop_calls: 0,
            depth: 0,
            deepest: IndexVec::new(),
            sunk: IndexVec::new(),
            protos: Vec::new(),
            label: IndexVec::new(),
            extras: IndexVec::new(),
            seq: Vec::new(),
            loc: 0,
            locs: FxHashMap::default(),
            pool: FxHashMap::default(),
            fragment: false,
            params: Vec::new(),
            still: false,
            an,
        }
    }

    fn run(&mut self) {
        let rpo = std::mem::take(&mut self.order.rpo);
        for &b in &rpo {
            if !self.g.is_final(b) {
                self.label[b] = self.new_proto(self.order.cold[b]);
                self.protos[self.label[b] as usize].loop_head = self.order.loop_head[b];
            }
        }
        for &b in rpo.iter().rev() {
            if !self.g.is_final(b) {
                self.lower_block(b);
            }
        }
        self.order.rpo = rpo;
    }

    fn lower_block(&mut self, b: BlockId) {
        let block = &self.g.blocks[b];
        self.depth = self.order.depth[b];
        let mut insts: Vec<Inst> = Vec::with_capacity(block.ops.len() + 4);
        let flush = |seq: &mut Vec<Inst>, insts: &mut Vec<Inst>| {
            insts.extend(seq.drain(..).rev());
        };
        let mut n = block.ops.len();
        self.set_loc(block.ops.last().map_or(block.span, |o| o.span));
        if block.exits.is_empty()
            && matches!(block.ops.last(), Some(o) if matches!(o.op, LLOp::Abort(_)))
        {
            n -= 1;
            let LLOp::Abort(why) = block.ops[n].op else {
                unreachable!("just matched")
            };
            self.push(MOp::Abort(why.code()), &[]);
        } else {
            n = self.lower_end(b, n);
        }
        flush(&mut self.seq, &mut insts);
        let mut named: Vec<(Option<u32>, VarId)> = Vec::new();
        let mut note = |v: VarId, behind: Option<usize>| {
            if self.cx.collecting.is_some() && self.g.vars[v].name.is_some() {
                named.push((behind.map(|n| n as u32), v));
            }
        };
        for op in block.ops[n..].iter().rev() {
            note(op.result, Some(insts.len()));
        }
        for i in (0..n).rev() {
            let op = &block.ops[i];
            note(op.result, Some(insts.len()));
            if self.is_needed(op) {
                self.set_loc(op.span);
                self.lower_op(b, i as u32);
                if analysis::is_call_like(&op.op) && !self.order.cold[b] {
                    self.calls += 1;
                    self.loop_calls += u32::from(self.depth > 0);
                }
                flush(&mut self.seq, &mut insts);
            }
        }
        for &v in block.inputargs.iter().rev() {
            note(v, None);
        }
        named.reverse();
        let label = self.label[b] as usize;
        self.protos[label].named = named;
        if b == self.g.start {
            self.set_loc(Span::NONE);
            let entry = self.lower_entry(b);
            if self.an.preds[b].is_empty() {
                insts.extend(entry.into_iter().rev());
            } else {
                // The start is a loop head, too: an entry block of its own jumps to it.
                let params = self.params_of(b);
                let e = self.new_proto(false);
                let proto = &mut self.protos[e as usize];
                proto.insts = entry;
                proto.jump_args = params.clone();
                proto.succs = vec![label as u32];
                self.seq.clear();
                self.push(MOp::Jmp, &[]);
                let jmp = self.seq.pop().expect("just pushed");
                self.protos[e as usize].insts.push(jmp);
                // The parameters get registers of their own.
                self.protos[label].params = params;
                self.split_entry(b, e);
            }
        } else {
            self.protos[label].params = self.params_of(b);
        }
        insts.reverse();
        self.protos[label].insts = insts;
    }

    /// Whether an operation is to be selected where it stands.
    fn is_needed(&self, op: &ir::model::Operation<lowlevel::LL>) -> bool {
        if analysis::is_removable(&op.op) {
            self.an.live[op.result]
                && !self.sunk[op.result]
                && self.an.var(op.result) == Val::Var(op.result)
        } else {
            !self.sunk[op.result]
        }
    }

    fn params_of(&mut self, b: BlockId) -> Vec<VReg> {
        let args = self.g.blocks[b].inputargs.clone();
        let mut params = Vec::new();
        for v in args {
            if self.an.is_param(self.g, v) {
                params.push(self.vreg_of(v));
            }
        }
        params
    }

    /// Gives the entry block's definitions fresh registers, so that the start block's parameters stay its own.
    fn split_entry(&mut self, b: BlockId, e: u32) {
        let mut map = FxHashMap::default();
        for v in self.params_of(b) {
            map.insert(v, self.fresh(v.class()));
        }
        let proto = &mut self.protos[e as usize];
        for inst in &proto.insts {
            for o in &mut self.out.operands[inst.operands.0 as usize..inst.operands.1 as usize] {
                if let Some(&n) = map.get(&o.vreg()) {
                    *o = Operand::new(n, o.constraint(), o.kind(), o.pos());
                }
            }
        }
        for v in &mut proto.jump_args {
            *v = map.get(v).copied().unwrap_or(*v);
        }
        self.protos[e as usize].loop_head = false;
    }

    fn finish(mut self) -> MFunc {
        // The allocator wants definitions before uses in the order of blocks: reverse post-order. The order of emission
        // is another.
        let mut order = Vec::new();
        let start = self.label[self.g.start];
        // The entry block, if separate, is the last one made for the start block.
        if let Some(e) = self.entry_label(start) {
            order.push(e);
        }
        for &b in &self.order.rpo {
            if !self.g.is_final(b) {
                order.push(self.label[b]);
                order.extend(&self.extras[b]);
            }
        }
        let proto = |l: u32| &self.protos[l as usize];
        let (cold, warm): (Vec<u32>, Vec<u32>) = order.iter().partition(|&&l| proto(l).cold);
        let (late, mut layout): (Vec<u32>, Vec<u32>) =
            warm.into_iter().partition(|&l| proto(l).late);
        self.rotate_loops(&mut layout);
        layout.extend(late);
        layout.extend(cold);
        let mut number = vec![u32::MAX; self.protos.len()];
        for (i, &l) in order.iter().enumerate() {
            number[l as usize] = i as u32;
        }
        let mut named = Vec::new();
        let mut out = std::mem::take(&mut self.out);
        out.layout = layout.iter().map(|&l| number[l as usize]).collect();
        out.blocks = vec![MBlock::default(); order.len()];
        for (i, &l) in order.iter().enumerate() {
            let p = std::mem::take(&mut self.protos[l as usize]);
            let start = out.insts.len() as u32;
            out.insts.extend(p.insts);
            let succs: Vec<Block> = p
                .succs
                .iter()
                .map(|&s| Block::new(number[s as usize] as usize))
                .collect();
            for s in &succs {
                out.blocks[s.index()].preds.push(Block::new(i));
            }
            let end = out.insts.len() as u32;
            let at = |behind: Option<u32>| behind.map_or(start, |n| end - n);
            named.extend(p.named.into_iter().map(|(n, v)| (at(n), v)));
            let block = &mut out.blocks[i];
            block.insts = (start, end);
            block.succs = succs;
            block.params = p.params;
            block.jump_args = p.jump_args;
            block.cold = p.cold;
            block.loop_head = p.loop_head;
        }
        if self.cx.collecting.is_some() {
            let vregs = out.vregs as usize;
            out.variables = Some(Box::new(self.variables(named, vregs)));
        }
        out
    }
    /// Whether a variable without a register is what the variable of its name was before: read back from its slot, or
    /// passed on.
    fn stays(&self, v: VarId) -> bool {
        if let Some(at) = self.an.def[v] {
            return matches!(self.op_at(at), LLOp::GcReload(_));
        }
        let name = |v: VarId| (self.g.vars[v].name, self.g.vars[v].inlining);
        let mut inputs = self
            .order
            .rpo
            .iter()
            .map(|&b| (b, &self.g.blocks[b].inputargs));
        let place = inputs.find_map(|(b, all)| Some((b, all.iter().position(|&x| x == v)?)));
        place.is_some_and(|(b, i)| {
            self.an.preds[b].iter().all(|&(_, l)| {
                let passed = self.g.links[l].args[i].var();
                passed.is_some_and(|a| name(a) == name(v))
            })
        })
    }
    /// The variables of the source, of those that get their values at these instructions.
    fn variables(&self, named: Vec<(u32, VarId)>, vregs: usize) -> mir::Variables {
        let mut out = mir::Variables::default();
        let mut numbers: FxHashMap<mir::Variable, u32> = FxHashMap::default();
        let mut number = |v: VarId| {
            let data = &self.g.vars[v];
            let (name, inlining, ty) = (data.name?, data.inlining, data.ty);
            let identifier = |c: char| c == '_' || c.is_alphanumeric();
            if ty == LLType::Void || !name.as_str().chars().all(identifier) {
                return None;
            }
            let variable = mir::Variable { name, inlining, ty };
            Some(*numbers.entry(variable).or_insert_with(|| {
                out.list.push(variable);
                out.list.len() as u32 - 1
            }))
        };
        let params = self.params.iter();
        out.params = params.filter_map(|&(v, p)| Some((number(v)?, p))).collect();
        for (at, v) in named {
            let bound = match self.an.var(v) {
                Val::Const(c) => match self.bits(c) {
                    Bits::Int(i) => mir::Bound::Imm(i),
                    Bits::Float(f) => mir::Bound::Float(f),
                    Bits::Single(_) => mir::Bound::Nothing,
                    Bits::Sym(s) => mir::Bound::Sym(s),
                },
                Val::Var(x) if self.vreg[x] != VReg::invalid() => mir::Bound::Reg(self.vreg[x]),
                Val::Var(x) if self.stays(x) => continue,
                Val::Var(_) => mir::Bound::Nothing,
            };
            if let Some(n) = number(v) {
                out.bindings.push((at, n, bound));
            }
        }
        let is_ref = |ty: LLType| self.cx.program.types.is_gc_ref(ty);
        out.refs.grow(vregs + out.list.len());
        for (v, r) in self.vreg.iter_enumerated() {
            if *r != VReg::invalid() && is_ref(*self.g.ty(v)) {
                out.refs.insert(r.vreg());
            }
        }
        for (i, variable) in out.list.iter().enumerate() {
            out.refs.set(vregs + i, is_ref(variable.ty));
        }
        out
    }
    /// Puts the last block that jumps back to a loop's head directly before the head: the jump disappears, and a head
    /// that is a test stands at the bottom of its loop. So does a block that tests whether the loop goes on, if several
    /// blocks jump there: of these only one could go straight on to it.
    fn rotate_loops(&mut self, layout: &mut Vec<u32>) {
        let mut preds = vec![0; self.protos.len()];
        let mut depth = vec![0; self.protos.len()];
        for &b in self.order.rpo.iter().filter(|&&b| !self.g.is_final(b)) {
            for &l in self.extras[b].iter().chain([&self.label[b]]) {
                depth[l as usize] = self.order.depth[b];
            }
        }
        for &l in layout.iter() {
            for &s in &self.protos[l as usize].succs {
                preds[s as usize] += 1;
            }
        }
        let heads: Vec<u32> = (layout.iter().copied())
            .filter(|&h| self.protos[h as usize].loop_head)
            .collect();
        for h in heads {
            let at = layout.iter().position(|&l| l == h).expect("in the layout");
            // A test of the loop itself, not of one in it, to which several blocks jump.
            let is_test = |l: u32, to: u32| {
                matches!(self.protos[l as usize].succs[..], [t, u] if t == to || u == to)
                    && preds[l as usize] > 1
                    && !self.protos[l as usize].loop_head
                    && depth[l as usize] == depth[h as usize]
            };
            let goes_back = |&l: &u32| self.protos[l as usize].succs == [h] || is_test(l, h);
            let latch = layout
                .iter()
                .rposition(goes_back)
                .filter(|&i| i > at && at > 0);
            let Some(i) = latch else {
                continue;
            };
            let mut moved = vec![layout[i]];
            // Behind a test the way back may be a block of its own, with moves at most.
            if self.protos[layout[i] as usize].insts.len() <= 1 {
                let tests = layout[at + 1..].iter().copied();
                moved.splice(0..0, tests.filter(|&l| is_test(l, layout[i])));
            }
            layout.retain(|l| !moved.contains(l));
            // What is aligned is the loop's first block.
            self.protos[h as usize].loop_head = false;
            self.protos[moved[0] as usize].loop_head = true;
            layout.splice(at..at, moved);
        }
    }
    fn entry_label(&self, start: u32) -> Option<u32> {
        if self.an.preds[self.g.start].is_empty() {
            return None;
        }
        self.protos
            .iter()
            .position(|p| {
                p.succs == [start] && p.insts.first().is_some_and(|i| matches!(i.op, MOp::Args))
            })
            .map(|i| i as u32)
    }

    // ---- building blocks -------------------------------------------------------------------------------------------

    fn new_proto(&mut self, cold: bool) -> u32 {
        self.protos.push(Proto {
            cold,
            ..Proto::default()
        });
        self.protos.len() as u32 - 1
    }
    fn set_loc(&mut self, span: Span) {
        self.loc = if span.is_none() {
            0
        } else {
            *self.locs.entry(span).or_insert_with(|| {
                self.out.locs.push(span);
                self.out.locs.len() as u32 - 1
            })
        };
    }
    fn fresh(&mut self, class: RegClass) -> VReg {
        self.out.vregs += 1;
        VReg::new(self.out.vregs as usize - 1, class)
    }
    fn fresh_int(&mut self) -> VReg {
        self.fresh(RegClass::Int)
    }
    fn vreg_of(&mut self, v: VarId) -> VReg {
        if self.vreg[v] == VReg::invalid() {
            self.vreg[v] = self.fresh(class_of(*self.g.ty(v)));
            self.born[v] = self.calls;
        }
        self.deepest[v] = self.deepest[v].max(self.depth);
        self.vreg[v]
    }
    /// The register to define a value in a fixed place, and a copy to make afterwards. A value that lives across calls
    /// gets a register of its own: otherwise its whole live range would be tied to the fixed register and be split at
    /// each call.
    fn fixed_def(&mut self, v: VarId) -> (VReg, Option<VReg>) {
        let r = self.vreg_of(v);
        if self.fragment {
            return (r, None);
        }
        let crosses =
            self.calls > self.born[v] || (self.deepest[v] > self.depth && self.loop_calls > 0);
        if crosses && r.class() == RegClass::Int {
            (self.fresh_int(), Some(r))
        } else {
            (r, None)
        }
    }
    /// The register of a value for a use in a fixed register: a copy if the value has other uses, for the same reason.
    fn fixed_use(&mut self, v: Val) -> VReg {
        let r = self.reg(v);
        match v {
            Val::Var(x) if self.an.uses[x] > 1 && r.class() == RegClass::Int && !self.fragment => {
                let c = self.fresh_int();
                self.copy(c, r);
                c
            }
            _ => r,
        }
    }
    fn copy(&mut self, d: VReg, s: VReg) {
        self.push(MOp::AddImm(0), &[Operand::reg_def(d), Operand::reg_use(s)]);
    }
    fn push(&mut self, op: MOp, operands: &[Operand]) {
        self.push_clobber(op, operands, Clobbers::None);
    }
    fn push_clobber(&mut self, op: MOp, operands: &[Operand], clobbers: Clobbers) {
        let start = self.out.operands.len() as u32;
        self.out.operands.extend_from_slice(operands);
        self.seq.push(Inst {
            op,
            operands: (start, self.out.operands.len() as u32),
            clobbers,
            loc: self.loc,
        });
    }

    // ---- values ----------------------------------------------------------------------------------------------------

    fn arg(&self, at: At, n: usize) -> Val {
        self.an.val(&self.g.blocks[at.0].ops[at.1 as usize].args[n])
    }
    fn val_ty(&self, v: Val) -> LLType {
        match v {
            Val::Var(v) => *self.g.ty(v),
            Val::Const(c) => c.ty,
        }
    }
    fn bits(&self, c: Const) -> Bits {
        match c.value {
            Value::Void | Value::Null => Bits::Int(0),
            Value::Int(i) => Bits::Int(i),
            Value::Float(f) if c.ty == LLType::SingleFloat => {
                Bits::Single((f64::from_bits(f) as f32).to_bits())
            }
            Value::Float(f) => Bits::Float(f),
            Value::Object(o) => Bits::Sym(Sym::Object(o)),
            Value::Func(f) => Bits::Sym(Sym::Func(f)),
            Value::Extern(x) => Bits::Sym(Sym::Stub(crate::mir::Stub::Extern(x))),
        }
    }
    fn const_int(&self, v: Val) -> Option<i64> {
        match v {
            Val::Const(c) => match self.bits(c) {
                Bits::Int(i) => Some(i),
                _ => None,
            },
            Val::Var(_) => None,
        }
    }
    fn const_i32(&self, v: Val) -> Option<i32> {
        self.const_int(v).and_then(|i| i32::try_from(i).ok())
    }
    /// The value in a register: a constant is made on the spot.
    fn reg(&mut self, v: Val) -> VReg {
        match v {
            Val::Var(v) => self.vreg_of(v),
            Val::Const(c) => {
                let bits = self.bits(c);
                match bits {
                    Bits::Int(i) => self.int_const(i),
                    Bits::Sym(s) => {
                        let d = self.fresh_int();
                        self.push(MOp::MovSym(s, 0), &[Operand::reg_def(d)]);
                        d
                    }
                    Bits::Float(f) => self.float_const(f),
                    Bits::Single(f) => self.float_const(u64::from(f)),
                }
            }
        }
    }
    fn int_const(&mut self, i: i64) -> VReg {
        let d = self.fresh_int();
        self.push(MOp::MovImm(i), &[Operand::reg_def(d)]);
        d
    }
    fn float_const(&mut self, bits: u64) -> VReg {
        let d = self.fresh(RegClass::Float);
        if bits != 0 {
            self.pool_const([bits, 0]);
        }
        self.push(MOp::FImm(bits), &[Operand::reg_def(d)]);
        d
    }
    fn pool_const(&mut self, words: [u64; 2]) -> Sym {
        let i = *self.pool.entry(words).or_insert_with(|| {
            self.out.consts.push(words);
            self.out.consts.len() as u32 - 1
        });
        Sym::Const(i)
    }
    /// The result register of the operation at `at`.
    fn dst(&mut self, at: At) -> VReg {
        let r = self.g.blocks[at.0].ops[at.1 as usize].result;
        self.vreg_of(r)
    }
    /// The operation that defines `v` in the block of `at`, if it may be selected at `at` instead of where it stands:
    /// `v` is used once, and no call comes between.
    fn sinkable(&self, v: Val, at: At) -> Option<At> {
        let Val::Var(v) = v else {
            return None;
        };
        let (b, i) = self.an.def[v]?;
        let e = &self.an.epochs[b];
        (b == at.0
            && self.an.uses[v] == 1
            && !self.sunk[v]
            && i < at.1
            && e[i as usize].1 == e[at.1 as usize].1)
            .then_some((b, i))
    }
    /// Like [`Lower::sinkable`] for an operation that reads memory: no write comes between, either.
    fn sinkable_load(&self, v: Val, at: At) -> Option<At> {
        let (b, i) = self.sinkable(v, at)?;
        let e = &self.an.epochs[b];
        (e[i as usize].0 == e[at.1 as usize].0).then_some((b, i))
    }
    fn op_at(&self, at: At) -> &'a LLOp {
        &self.g.blocks[at.0].ops[at.1 as usize].op
    }
    fn mark_sunk(&mut self, at: At) {
        let r = self.g.blocks[at.0].ops[at.1 as usize].result;
        self.sunk[r] = true;
    }
    /// A second source: immediate, symbol, memory (a load of 8 bytes selected here), or register.
    fn src(&mut self, v: Val, at: At, operands: &mut Vec<Operand>) -> Src {
        if let Some(i) = self.const_i32(v) {
            return Src::Imm(i);
        }
        if let Val::Const(c) = v
            && let Bits::Sym(s) = self.bits(c)
        {
            return Src::Sym(s);
        }
        if let Some(mem) = self.sink_mem(v, at, 8, operands) {
            return Src::Mem(mem);
        }
        let r = self.reg(v);
        operands.push(Operand::any_use(r));
        Src::Reg
    }
    /// A second float source: memory (constant or load) or register.
    fn fsrc(&mut self, v: Val, at: At, operands: &mut Vec<Operand>) -> Src {
        if let Val::Const(c) = v
            && let Bits::Float(f) = self.bits(c)
        {
            return Src::Mem(Mem::symbol(self.pool_const([f, 0]), 0));
        }
        if let Some(mem) = self.sink_mem(v, at, 8, operands) {
            return Src::Mem(mem);
        }
        let r = self.reg(v);
        operands.push(Operand::any_use(r));
        Src::Reg
    }

    fn lower_entry(&mut self, b: BlockId) -> Vec<Inst> {
        debug_assert!(self.seq.is_empty());
        let args = self.g.blocks[b].inputargs.clone();
        let (mut ints, mut floats, mut stack) = (0, 0, 0);
        let mut defs = Vec::new();
        let mut loads = Vec::new();
        let mut copies = Vec::new();
        for v in args {
            let ty = *self.g.ty(v);
            if ty == LLType::Void {
                continue;
            }
            let live = self.an.live[v];
            let place: Option<PReg> = match class_of(ty) {
                RegClass::Float if floats < regs::FLOAT_ARGS => {
                    floats += 1;
                    Some(regs::xmm(floats - 1))
                }
                RegClass::Int if ints < regs::INT_ARGS.len() => {
                    ints += 1;
                    Some(regs::INT_ARGS[ints - 1])
                }
                _ => {
                    stack += 1;
                    None
                }
            };
            if self.cx.collecting.is_some() {
                self.params.push((v, place));
            }
            if live {
                match place {
                    Some(p) => {
                        let (r, copy) = self.fixed_def(v);
                        defs.push(Operand::reg_fixed_def(r, p));
                        copies.extend(copy.map(|d| (d, r)));
                    }
                    None => {
                        let r = self.vreg_of(v);
                        loads.push((r, stack - 1, ty));
                    }
                }
            }
        }
        self.push(MOp::Args, &defs);
        for (d, s) in copies {
            self.copy(d, s);
        }
        for (r, n, ty) in loads {
            let mem = Mem::of(crate::mir::Base::Incoming, n * 8);
            let mt = if class_of(ty) == RegClass::Float {
                cx::mem_ty(ty).expect("float")
            } else {
                crate::mir::MemTy::I64
            };
            self.push(MOp::Load(mt, mem), &[Operand::reg_def(r)]);
        }
        std::mem::take(&mut self.seq)
    }
}

/// The register class of a type.
pub fn class_of(ty: LLType) -> RegClass {
    match ty {
        LLType::Float | LLType::SingleFloat => RegClass::Float,
        _ => RegClass::Int,
    }
}

/// Whether a block ends after an operation that never returns.
fn never_returns(g: &LLGraph, b: BlockId) -> bool {
    g.blocks[b].ops.last().is_some_and(|o| o.op.is_noreturn())
}
