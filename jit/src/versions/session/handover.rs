//! Calls of portals that are not traced into, with what is known of the callee's state: virtual objects are handed over
//! or lent ([`crate::support::loans`]), and the callee's code is compiled for them ([`super::super::entry::handed`]).
use super::*;
use crate::support::loans::Lent;
use crate::support::records::EntryKey;
use crate::versions::entry::handed::Lead;
use ir::lltype::ContainerId;
use jit_abi::info::{Direct, OpId, OpInfo};
use rustc_hash::FxHasher;
use smallvec::smallvec;
use std::hash::{Hash, Hasher};

impl Jit {
    /// Whether a call that is not looked into lends what references lead to, if what it calls may ask them.
    pub(in crate::versions) fn lends_targets(&self) -> bool {
        self.settings.borrow().lend > 0 && self.state.has_targets_to_lend()
    }
}

/// What makes a word of a value.
fn to_word(ty: LLType) -> Option<LLOp> {
    Some(match ty {
        LLType::Bool => LLOp::CastBoolToInt,
        LLType::Char => LLOp::CastCharToInt,
        LLType::UniChar => LLOp::CastUnicharToInt,
        LLType::Unsigned => LLOp::CastUintToInt,
        LLType::Int { .. } => LLOp::CastPrimitive,
        LLType::Float => LLOp::FloatBits,
        LLType::Address => LLOp::CastAdrToInt,
        LLType::Ptr(_) => LLOp::CastPtrToInt,
        LLType::Signed | LLType::SingleFloat | LLType::Void => return None,
    })
}

impl Session<'_> {
    /// A call of a portal with known greens (`words`) and these reds, which takes so many `inner` frames with it;
    /// `residual`: the call as an operation. `None`: there is nothing virtual to be handed over.
    pub(super) fn call_with_context(
        &mut self,
        number: u32,
        (portal, direct): (&PortalInfo, &Direct),
        (words, part): (&[u64], u64),
        (reds, inner): (&[BoxId], usize),
        residual: &OpInfo,
    ) -> Option<Option<BoxId>> {
        let jit = self.jit();
        let part = self.call_of(self.run.chain(), part);
        let site = jit.loans.next();
        jit.state.work_mut().location = residual.location;
        let lends = |holder| site.is_some() && jit.lends(part, holder);
        let frames = self.run.waiting(inner);
        let reds = &self.run.inner_slots(inner, reds)[..];
        let handed = (jit.state).hand_over(&frames, reds, site, lends)?;
        let mut open = jit.state.take_open_references();
        open.retain(|s| !handed.references.contains(s));
        // The frames that go on in the callee, its outermost ones.
        let mut callee = None;
        for frame in self
            .run
            .with(|a| a.frames.split_off(a.frames.len() - inner))
        {
            callee = Some((jit.chains.borrow_mut()).of_frame(frame.point, &frame.greens, callee));
            jit.runs.give_frame_back(frame);
        }
        let callee = (jit.chains.borrow_mut()).of_frame(portal.point, words, callee);
        let (waiting, slots) = (self.run.chain(), self.run.slots());
        jit.state.put_open_references_back(handed.references);
        let (mut context, nodes) = capture(jit, reds);
        jit.state.take_open_references();
        context.heap.clear();
        let (context, old) = context.normalise();
        let record = self.record_for(number, callee, &context);
        self.put_values(&context, |k| nodes[old[k.0 as usize].0 as usize]);
        let call = OpInfo::new(
            LLOp::DirectCall(direct.resume),
            vec![LLType::Signed],
            residual.result,
            residual.location,
        );
        let constant = jit.state.constant(LLType::Signed, record);
        let result = jit.state.perform_info(&call, &[constant]);
        jit.state.put_open_references_back(open);
        if let (Some(lent), Some(site)) = (handed.lent, site) {
            jit.state.forget_contents(&lent);
            let of = (site, (part, Some(record)));
            self.guard_loans(of, &lent, waiting, slots, result);
        }
        Some(result)
    }
    /// How many of the innermost frames go on in the callee of a portal with these reds: those that wait for nothing
    /// but its result, so that what they need need not be there for their caller. An interpreter that links a frame
    /// before it enters its loop, and unlinks it behind that, has such a function. `result`: what the portal returns.
    pub(super) fn frames_to_hand_over(
        &self,
        waiting: ChainId,
        (part, result): (u64, LLType),
        reds: &[BoxId],
    ) -> usize {
        let jit = self.jit();
        let part = self.call_of(waiting, part);
        let shared = |inner| {
            let (frames, reds) = (self.run.waiting(inner), self.run.inner_slots(inner, reds));
            (jit.state).shared(&frames, &reds, |holder| jit.lends(part, holder))
        };
        let mut best = (shared(0), 0);
        let candidates: SmallVec<[bool; 8]> = self.run.with(|a| {
            let points = a.frames.iter().rev().map(|f| f.point);
            let next = points.clone().skip(1);
            let inner = points.take_while(|&p| !jit.is_portal(p)).zip(next);
            let returns = |(point, next): (PointId, PointId)| {
                let of_copy = jit.info().copies[jit.point(point).copy].result;
                let wanted = jit.point(next).result;
                of_copy.1 == result && !matches!(wanted, Some((Color::Green, _)))
            };
            inner.map(returns).collect()
        });
        for (inner, _) in (1..).zip(&candidates).filter(|c| *c.1) {
            if best.0 == 0 {
                break;
            }
            let now = shared(inner);
            if now < best.0 {
                best = (now, inner);
            }
        }
        best.1
    }
    /// A call that is handed nothing, of this part of the program: what references lead to is lent.
    pub(super) fn call_and_lend(&mut self, op: OpId, args: &[BoxId], part: u64) -> Option<BoxId> {
        let jit = self.jit();
        let point = self.run.with(|a| a.frames.last().map(|f| f.point));
        let result = point.and_then(|p| jit.point(p).result);
        let red = !matches!(result, Some((Color::Green, _)));
        if !red || !self.lends() || !jit.state.may_lend_targets(op) {
            return jit.state.perform(op, args);
        }
        let (waiting, slots) = (self.run.chain(), self.run.slots());
        let part = self.call_of(waiting, part);
        let site = jit.loans.next();
        jit.state.work_mut().location = jit.info().ops[op].location;
        let lent = (jit.state).lend_targets(args, site, |holder| jit.lends(part, holder));
        let open = jit.state.take_open_references();
        let result = jit.state.perform(op, args);
        jit.state.put_open_references_back(open);
        if let (Some(lent), Some(site)) = (lent, site) {
            self.guard_loans((site, (part, None)), &lent, waiting, slots, result);
        }
        result
    }
    /// Whether nothing but small objects has to be allocated for a call of this part of the program with these reds.
    pub(super) fn is_handed_over(
        &self,
        waiting: ChainId,
        part: u64,
        (reds, inner): (&[BoxId], usize),
    ) -> bool {
        let jit = self.jit();
        let (frames, reds) = (self.run.waiting(inner), self.run.inner_slots(inner, reds));
        let part = self.call_of(waiting, part);
        (jit.state).is_handed_over(&frames, &reds, |holder| jit.lends(part, holder))
    }
    /// A call of a part of the program: who calls it there, and whether that is code that is made again. What is
    /// learned of a call belongs to that.
    fn call_of(&self, waiting: ChainId, part: u64) -> u64 {
        let jit = self.jit();
        let mut hasher = FxHasher::default();
        (part, self.mature.is_some()).hash(&mut hasher);
        let chains = jit.chains.borrow();
        let mut links = chains.outwards(waiting).map(|(_, link)| link);
        if let Some(link) = links.find(|l| jit.is_portal(l.point)) {
            (link.point, &link.greens).hash(&mut hasher);
        }
        hasher.finish()
    }
    /// The record of the entry for a callee and a context.
    fn record_for(&mut self, portal: u32, chain: ChainId, context: &Context) -> u64 {
        let jit = self.jit();
        let snapshot = (jit.code.snapshots.borrow_mut()).bytes_of(jit.state, context);
        if let Some(record) = jit.handed.find(chain, &snapshot, self.mature.is_some()) {
            return record;
        }
        let same = |l: &&Lead| l.chain == chain && l.snapshot == snapshot;
        if let Some(lead) = self.output.leads.iter().find(same) {
            return lead.record;
        }
        // The greens of a portal are no more than it has; this is none of its keys.
        let number = jit.handed.number();
        let key: EntryKey = smallvec![u64::from(portal) | 1 << 32, number];
        let record = jit.state.record(key, std::iter::empty());
        self.output.leads.push(Lead {
            portal,
            chain,
            context: context.clone(),
            snapshot,
            record,
            mature: self.mature,
        });
        record
    }
    /// The exchange buffer as an operand, and its type.
    fn exchange_buffer(&self) -> Option<(ContainerId, Arg<LL>)> {
        let jit = self.jit();
        let exchange = jit.info().exchange?;
        let container = jit.info().objects[exchange];
        let address = jit.state.tables.objects[exchange];
        Some((container, constant_operand(LLType::Ptr(container), address)))
    }
    /// Stores the values of a context to the exchange buffer.
    fn put_values(
        &self,
        context: &Context,
        node: impl Fn(super::super::context::ValueClassId) -> BoxId,
    ) {
        let jit = self.jit();
        let Some((container, pointer)) = self.exchange_buffer() else {
            return;
        };
        let values: Vec<(LLType, Arg<LL>)> = context
            .params()
            .map(|(k, ty, _)| (ty, self.operand(node(k))))
            .collect();
        let mut w = jit.state.work_mut();
        let location = w.location;
        for (i, (ty, mut value)) in values.into_iter().enumerate() {
            if let Some(op) = to_word(ty) {
                let word = w.fragment.emit(op, [value], LLType::Signed, location);
                value = Operand::Var(word);
            }
            let index = constant_operand(LLType::Signed, i as u64);
            let args = [pointer.clone(), index, value];
            let store = LLOp::SetArrayItem(container);
            w.fragment.emit(store, args, LLType::Void, location);
        }
    }
    /// Behind a call that has lent: if something was redeemed, the code is left.
    fn guard_loans(
        &mut self,
        (site, callee): (u32, (u64, Option<u64>)),
        lent: &Lent,
        waiting: ChainId,
        mut slots: Vec<BoxId>,
        result: Option<BoxId>,
    ) {
        let jit = self.jit();
        let Some((container, pointer)) = self.exchange_buffer() else {
            return;
        };
        slots.extend(result);
        let mut objects = Vec::new();
        let edge = self.edge_stub_with(EdgeKind::Loan(site), waiting, &slots, Arm::NONE, |s| {
            let class = |&(b, holder)| (s.class_of(b).expect("it is lent"), holder);
            objects.extend(lent.objects.iter().map(class));
        });
        if let To::Stub(n) = edge.to {
            let edge = (EdgeId(n), result.is_some());
            jit.loans.set(site, edge, callee, objects);
        }
        let mut w = jit.state.work_mut();
        let location = w.location;
        let word = constant_operand(LLType::Signed, jit_abi::REDEEMED_WORD as u64);
        let load = LLOp::GetArrayItem(container);
        let redeemed = (w.fragment).emit(load, [pointer, word], LLType::Signed, location);
        let args = [Operand::Var(redeemed), Operand::Var(lent.frame)];
        let cond = w.fragment.emit(LLOp::IntEq, args, LLType::Bool, location);
        w.fragment.guard(cond, true, edge);
    }
}
