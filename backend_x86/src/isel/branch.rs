//! Ends of blocks: jumps, branches on conditions, switches, returns.
//!
//! A link from a block with several exits to a block with several predecessors gets a block of its own (critical edges
//! are split); the emitter drops those that turn out empty. Returns are emitted where they happen. Switches over dense
//! integers become jump tables, others trees of comparisons.
use ir::lltype::LLType;
use ir::model::Operand as Arg;
use ir::model::{BlockId, ExitCase, ExitSwitch, LinkId};
use lowlevel::LLOp;
use lowlevel::likelihood::is_unlikely;
use lowlevel::verify::operand_type;
use regalloc2::{Operand, RegClass, VReg};

use super::analysis::{self, Val};
use super::{At, Bits, Lower, class_of, never_returns};
use crate::mir::{Cc, JmpTable, MOp, Src, regs};

impl Lower<'_> {
    /// Selects the end of a block of `n` operations; returns how many operations at its end are left.
    pub(super) fn lower_end(&mut self, b: BlockId, n: usize) -> usize {
        let block = &self.g.blocks[b];
        let at: At = (b, n as u32);
        let label = self.label[b] as usize;
        match &block.exitswitch {
            _ if block.exits.is_empty() => {
                debug_assert!(never_returns(self.g, b) || block.ops.last().is_some());
                self.push(MOp::Trap, &[]);
                n
            }
            ExitSwitch::Value(cond) if block.exits.len() > 1 => {
                if let Arg::Const(_) = cond {
                    self.jump(analysis::live_exits(self.g, b)[0], label);
                    return n;
                }
                // A constant found by propagation is tested like any value: the blocks it excludes exist.
                let (ty, cond) = (operand_type(self.g, cond), self.an.val(cond));
                // A number that was a truth value before it was cast has the exits of a number.
                if ty == LLType::Bool {
                    self.lower_branch(b, cond, at)
                } else {
                    self.lower_switch(b, cond);
                    n
                }
            }
            _ => {
                self.jump(block.exits[0], label);
                n
            }
        }
    }

    /// Appends a jump along a link (or a return) to the current sequence, as the end of block `label`.
    fn jump(&mut self, l: LinkId, label: usize) {
        let link = &self.g.links[l];
        if link.target == self.g.return_block {
            let ty = *self.g.ty(self.g.return_var());
            if ty == LLType::Void {
                self.push(MOp::Ret, &[]);
            } else {
                let v = self.an.val(&link.args[0]);
                let r = self.fixed_use(v);
                let place = match class_of(ty) {
                    RegClass::Float => regs::xmm(0),
                    _ => regs::RAX,
                };
                self.push(MOp::Ret, &[Operand::reg_fixed_use(r, place)]);
            }
            return;
        }
        let target = link.target;
        let args: Vec<VReg> = self.g.blocks[target]
            .inputargs
            .iter()
            .zip(&link.args)
            .filter(|(p, _)| self.an.is_param(self.g, **p))
            .map(|(_, a)| self.an.val(a))
            .collect::<Vec<Val>>()
            .into_iter()
            .map(|v| self.reg(v))
            .collect();
        self.push(MOp::Jmp, &[]);
        let t = self.label[target];
        let proto = &mut self.protos[label];
        proto.jump_args = args;
        proto.succs = vec![t];
    }

    /// A label to branch to for a link: its target, or a new block that does the link's moves.
    fn edge(&mut self, b: BlockId, l: LinkId, shared: bool) -> u32 {
        let target = self.g.links[l].target;
        let is_start = target == self.g.start;
        if !shared && target != self.g.return_block && self.an.preds[target].len() == 1 && !is_start
        {
            return self.label[target];
        }
        let cold = self.order.cold[b]
            || is_unlikely(self.g, b, l)
            || (!self.g.is_final(target) && self.order.cold[target]);
        let saved = std::mem::take(&mut self.seq);
        let e = self.new_proto(cold);
        let depth = &self.order.depth;
        self.protos[e as usize].late =
            depth[b] > 0 && (self.g.is_final(target) || depth[target] < depth[b]);
        self.jump(l, e as usize);
        self.protos[e as usize].insts = std::mem::replace(&mut self.seq, saved);
        self.extras[b].push(e);
        e
    }

    fn lower_branch(&mut self, b: BlockId, cond: Val, at: At) -> usize {
        let block = &self.g.blocks[b];
        let (mut yes, mut no) = (block.exits[0], block.exits[1]);
        if self.g.links[yes].exitcase == ExitCase::Bool(false) {
            std::mem::swap(&mut yes, &mut no);
        }
        // `x = int_add_ovf(..); o = ovf_occurred(); if o`: the flags of the addition itself.
        let n = at.1 as usize;
        let ovf = n >= 2
            && matches!(block.ops[n - 1].op, LLOp::OvfOccurred)
            && cond == Val::Var(block.ops[n - 1].result)
            && self.an.uses[block.ops[n - 1].result] == 1;
        let (cc, rest) = if ovf {
            self.set_loc(block.ops[n - 2].span);
            (self.lower_ovf((b, n as u32 - 2)), n - 2)
        } else {
            (self.condition(cond, at), n)
        };
        let y = self.edge(b, yes, false);
        let f = self.edge(b, no, false);
        self.push(MOp::Br(cc), &[]);
        self.protos[self.label[b] as usize].succs = vec![y, f];
        rest
    }

    fn lower_switch(&mut self, b: BlockId, cond: Val) {
        let block = &self.g.blocks[b];
        let mut cases: Vec<(Bits, LinkId)> = Vec::new();
        let mut default = None;
        for &l in &block.exits {
            match &self.g.links[l].exitcase {
                ExitCase::Case(c) => cases.push((self.bits(*c), l)),
                ExitCase::Bool(t) => cases.push((Bits::Int(i64::from(*t)), l)),
                _ => default = Some(l),
            }
        }
        let unsigned = self.val_ty(cond) == LLType::Unsigned;
        let mut ints: Vec<(i64, LinkId)> = cases
            .iter()
            .filter_map(|&(k, l)| match k {
                // Unsigned order as signed order of shifted numbers.
                Bits::Int(i) => Some((i, l)),
                _ => None,
            })
            .collect();
        let label = self.label[b];
        let v = self.reg(cond);
        if ints.len() != cases.len() {
            return self.linear_switch(b, label, v, &cases, default);
        }
        if unsigned {
            ints.sort_by_key(|c| c.0 as u64);
        } else {
            ints.sort_by_key(|c| c.0);
        }
        ints.dedup_by_key(|c| c.0);
        let min = ints.first().map_or(0, |c| c.0);
        let range = ints.last().map_or(0, |c| c.0.wrapping_sub(min) as u64);
        if ints.len() >= 4 && range < 8 * ints.len() as u64 && i32::try_from(min).is_ok() {
            self.table_switch(b, label, v, &ints, min, range as u32, default);
        } else {
            self.tree_switch(b, label, v, &ints, default, unsigned);
        }
    }

    /// The label for the default case: a trap where there is none.
    fn default_edge(&mut self, b: BlockId, default: Option<LinkId>, shared: bool) -> u32 {
        match default {
            Some(l) => self.edge(b, l, shared),
            None => {
                let saved = std::mem::take(&mut self.seq);
                let e = self.new_proto(true);
                self.push(MOp::Trap, &[]);
                self.protos[e as usize].insts = std::mem::replace(&mut self.seq, saved);
                self.extras[b].push(e);
                e
            }
        }
    }

    fn table_switch(
        &mut self,
        b: BlockId,
        label: u32,
        v: VReg,
        cases: &[(i64, LinkId)],
        min: i64,
        range: u32,
        default: Option<LinkId>,
    ) {
        let index = if min == 0 {
            v
        } else {
            let d = self.fresh_int();
            self.push(
                MOp::AddImm((min as i32).wrapping_neg()),
                &[Operand::reg_def(d), Operand::reg_use(v)],
            );
            d
        };
        self.push(
            MOp::Cmp(8, Src::Imm(range as i32)),
            &[Operand::reg_use(index)],
        );
        self.push(MOp::Br(Cc::A), &[]);
        // The table's block: links that go the same way with the same values share a label.
        let table = self.new_proto(self.order.cold[b]);
        self.extras[b].push(table);
        let out = self.default_edge(b, default, true);
        self.protos[label as usize].succs = vec![out, table];
        let mut ways: Vec<(LinkId, u32)> = Vec::new();
        let mut succs: Vec<u32> = Vec::new();
        let mut hole = None;
        let mut entries = Vec::with_capacity(range as usize + 1);
        let mut next = cases.iter().peekable();
        for i in 0..=i64::from(range) {
            let slot = match next.peek() {
                Some(&&(k, l)) if k.wrapping_sub(min) == i => {
                    next.next();
                    match ways.iter().find(|w| self.same_way(w.0, l)) {
                        Some(w) => w.1,
                        None => {
                            let shared = cases.iter().any(|c| c.1 != l && self.same_way(c.1, l));
                            let e = self.edge(b, l, shared);
                            succs.push(e);
                            ways.push((l, succs.len() as u32 - 1));
                            succs.len() as u32 - 1
                        }
                    }
                }
                _ => *hole.get_or_insert_with(|| {
                    let e = self.default_edge(b, default, true);
                    succs.push(e);
                    succs.len() as u32 - 1
                }),
            };
            entries.push(slot);
        }
        let id = self.out.tables;
        self.out.tables += 1;
        let saved = std::mem::take(&mut self.seq);
        self.push(
            MOp::JmpTable(Box::new(JmpTable { id, entries })),
            &[Operand::reg_use(index)],
        );
        let insts = std::mem::replace(&mut self.seq, saved);
        let proto = &mut self.protos[table as usize];
        proto.insts = insts;
        proto.succs = succs;
    }
    fn same_way(&self, a: LinkId, b: LinkId) -> bool {
        let (x, y) = (&self.g.links[a], &self.g.links[b]);
        x.target == y.target
            && x.args
                .iter()
                .zip(&y.args)
                .all(|(p, q)| self.an.val(p) == self.an.val(q))
    }

    /// Binary search down to three cases, then one by one. Builds blocks from the inside out.
    fn tree_switch(
        &mut self,
        b: BlockId,
        label: u32,
        v: VReg,
        cases: &[(i64, LinkId)],
        default: Option<LinkId>,
        unsigned: bool,
    ) {
        if cases.len() <= 3 {
            let cases: Vec<(Bits, LinkId)> =
                cases.iter().map(|&(k, l)| (Bits::Int(k), l)).collect();
            return self.linear_switch(b, label, v, &cases, default);
        }
        let (low, high) = cases.split_at(cases.len() / 2);
        self.compare_case(v, Bits::Int(high[0].0));
        self.push(MOp::Br(if unsigned { Cc::B } else { Cc::L }), &[]);
        let cold = self.order.cold[b];
        let (x, y) = (self.new_proto(cold), self.new_proto(cold));
        self.protos[label as usize].succs = vec![x, y];
        for (l, part) in [(x, low), (y, high)] {
            self.extras[b].push(l);
            let saved = std::mem::take(&mut self.seq);
            self.tree_switch(b, l, v, part, default, unsigned);
            self.protos[l as usize].insts = std::mem::replace(&mut self.seq, saved);
        }
    }

    pub(super) fn compare_case(&mut self, v: VReg, k: Bits) {
        match k {
            Bits::Int(i) => match i32::try_from(i) {
                Ok(0) => self.push(MOp::TestSelf(8), &[Operand::reg_use(v)]),
                Ok(i) => self.push(MOp::Cmp(8, Src::Imm(i)), &[Operand::reg_use(v)]),
                Err(_) => {
                    let r = self.int_const(i);
                    self.push(
                        MOp::Cmp(8, Src::Reg),
                        &[Operand::reg_use(v), Operand::any_use(r)],
                    );
                }
            },
            Bits::Sym(s) => self.push(MOp::Cmp(8, Src::Sym(s)), &[Operand::reg_use(v)]),
            Bits::Float(_) | Bits::Single(_) => {
                debug_assert!(false, "switch over floats");
                self.push(MOp::TestSelf(8), &[Operand::reg_use(v)]);
            }
        }
    }

    fn linear_switch(
        &mut self,
        b: BlockId,
        label: u32,
        v: VReg,
        cases: &[(Bits, LinkId)],
        default: Option<LinkId>,
    ) {
        let Some((&(k, l), rest)) = cases.split_first() else {
            match default {
                Some(l) => self.jump(l, label as usize),
                None => self.push(MOp::Trap, &[]),
            }
            return;
        };
        self.compare_case(v, k);
        let yes = self.edge(b, l, false);
        self.push(MOp::Br(Cc::E), &[]);
        if rest.is_empty() {
            let no = self.default_edge(b, default, true);
            self.protos[label as usize].succs = vec![yes, no];
            return;
        }
        let no = self.new_proto(self.order.cold[b]);
        self.extras[b].push(no);
        self.protos[label as usize].succs = vec![yes, no];
        let saved = std::mem::take(&mut self.seq);
        self.linear_switch(b, no, v, rest, default);
        self.protos[no as usize].insts = std::mem::replace(&mut self.seq, saved);
    }
}
