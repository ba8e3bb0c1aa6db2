//! Loans: objects that wait to be allocated in a frame of residual code, seen from what that frame has called.
//!
//! ```text
//! caller    frame = new Frame { previous = k0, stack = k1 }       virtual, and needed after the call
//!           callee = new Frame { previous = frame, argument = 7 } virtual, handed over
//! callee    callee = new Frame { previous = loan { v3 }, argument = 7 }
//!           callee.previous.stack                                 v9 = redeem(v3); getfield[Frame.stack](v9)
//! ```
//! A call of a portal hands over the virtual objects that the caller does not need any more. What these refer to and
//! the caller needs is *lent*: the callee gets a *loan* in its place, a virtual with a *token* as its only field. A
//! loan can be stored in virtuals and handed on as any virtual, and to force it is to *redeem* it: the object is
//! allocated as the snapshot of the caller's frame says, and the caller finds that out behind the call
//! (`jit::versions::loans`). **A token is used only while the frame that has made it waits for the call**: whatever
//! leaves the callee was forced.
//!
//! Targets of [open references](super::references) are lent in the same way, to a function that is not looked into as
//! well: the token is in the state of the reference then, and whoever asks the reference redeems it.
//!
//! Most callers do need to know behind the call which object it was that they have handed over, and no more
//! (`timeshift::unread`): the callee gets its contents, and a token. To force it is to allocate it and to *claim* it:
//! it is the object that the caller knows.
use ir::lltype::{ContainerId, LLType};
use ir::model::{Operand, VarId};
use lowlevel::LLOp;
use rustc_hash::{FxHashMap, FxHashSet};

use super::boxes::{BoxFacts, BoxId, BoxValue, Virtual};
use super::builder::constant_operand;
use super::deferred::DeferredStore;
use super::ops::Compiler;
use super::references::Open;
use super::state::{ForceReason, SupportState};
use super::tables::Tables;
use super::virtualizables::reached;

/// Bits of a token: the number of the object, the address of the frame, the number of the call.
const OBJECT: u32 = 4;
const SITE_AT: u32 = 47;
/// Objects that one call lends, at most.
const MOST: usize = 1 << OBJECT;
/// Calls that lend, at most.
pub const SITES: usize = 1 << (64 - SITE_AT);
/// Objects that a call has allocated if nothing is handed over, from which on it is worth while to choose it.
const WORTH: usize = 4;
/// Values that a call hands over, at most.
const VALUES: usize = 100;

/// Which object of which activation it is that waits to be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The address of the activation's frame.
    pub frame: u64,
    /// The number of the call.
    pub site: u32,
    /// The number of the object among those that the call has lent.
    pub object: u32,
}

impl Token {
    /// What a word stands for.
    pub fn of(word: u64) -> Token {
        let low = (1 << OBJECT) - 1;
        Token {
            frame: word & ((1 << SITE_AT) - 1) & !low,
            site: (word >> SITE_AT) as u32,
            object: (word & low) as u32,
        }
    }
    /// What is added to the address of the frame, which is a multiple of 16 and of no more than 47 bits.
    fn offset(site: u32, object: usize) -> u64 {
        u64::from(site) << SITE_AT | object as u64
    }
}

/// Where an object is referred to: a slot of a structure or array that is handed over; or [`ITSELF`]: it is such a
/// structure.
pub type Holder = (ContainerId, u32);

/// See [`Holder`].
const ITSELF: u32 = u32::MAX;

/// What a call has lent.
#[derive(Debug)]
pub struct Lent {
    /// The objects, and where the callee has them.
    pub objects: Vec<(BoxId, Holder)>,
    /// The address of the frame.
    pub frame: VarId,
}

/// What a call was handed.
#[derive(Debug)]
pub struct HandedOver {
    /// What was lent.
    pub lent: Option<Lent>,
    /// Stores that are the callee's: references are open whose targets were handed over.
    pub references: Vec<DeferredStore>,
}

/// The frames that wait for a call.
#[derive(Debug, Default)]
pub struct Waiting {
    /// Their boxes, but for the others.
    pub needed: Vec<BoxId>,
    /// References to objects which nobody looks into any more.
    pub unread: Vec<BoxId>,
}

impl Tables {
    /// Whether it stands for an object of another frame.
    pub fn is_loan(&self, v: &Virtual) -> bool {
        Some(v.container) == self.info.loan
    }
    /// The token by which a structure is claimed that was handed over though the caller needs to know which object it
    /// is. It stands behind the fields and an empty one: an object that is held has its home there.
    pub(super) fn claim_token(&self, v: &Virtual) -> Option<BoxId> {
        let token = v.fields.get(self.token_slot(v.container, v.length));
        token.copied().flatten().filter(|_| !self.is_loan(v))
    }
    /// Where the token of a loan stands, or of an object that is claimed.
    pub fn token_slot(&self, container: ContainerId, length: Option<u32>) -> usize {
        match Some(container) == self.info.loan {
            true => 0,
            false => self.shapes[container].len(length) + 1,
        }
    }
}

impl SupportState {
    /// The objects that the callee of a portal with these reds can be handed are virtual from here on, and nobody else
    /// refers to them. `waiting`: the frames that wait for it; `site`: the number of the call; `lends`: whether what a
    /// holder refers to may be lent. `None`: there is no such object, and nothing has changed but what any call
    /// changes. Without a `site` nothing is lent.
    pub fn hand_over(
        &self,
        waiting: &Waiting,
        reds: &[BoxId],
        site: Option<u32>,
        lends: impl Fn(Holder) -> bool,
    ) -> Option<HandedOver> {
        self.compiler(|c| c.hand_over(waiting, reds, site, lends))
    }
    /// How many objects have to be allocated for such a call.
    pub fn shared(
        &self,
        waiting: &Waiting,
        reds: &[BoxId],
        lends: impl Fn(Holder) -> bool,
    ) -> usize {
        self.compiler(|c| {
            let (estate, _) = c.partition(waiting, reds, &lends);
            let shared = reached(&c.w.now.boxes, estate.shared);
            shared.iter().filter(|&&b| c.get(b).is_virtual()).count()
        })
    }
    /// What a call of a function that may ask references for their targets lends: targets that are virtual. The
    /// arguments exist from here on. `None`: nothing is lent.
    pub fn lend_targets(
        &self,
        args: &[BoxId],
        site: Option<u32>,
        lends: impl Fn(Holder) -> bool,
    ) -> Option<Lent> {
        self.compiler(|c| c.lend_targets(args, site, lends))
    }
    /// Whether nothing but small objects has to be allocated for such a call, and otherwise there would be more.
    pub fn is_handed_over(
        &self,
        waiting: &Waiting,
        reds: &[BoxId],
        lends: impl Fn(Holder) -> bool,
    ) -> bool {
        self.compiler(|c| {
            let (estate, _) = c.partition(waiting, reds, &lends);
            let small = |&b: &BoxId| match c.get(b) {
                BoxValue::Virtual(v) => {
                    let mut fields = v.fields.iter().flatten();
                    fields.all(|&f| !c.get(f).is_virtual())
                }
                _ => true,
            };
            // What never changes is looked at: the scope of a function, say.
            let changes = |&(holder, slot, _): &(BoxId, u32, BoxId)| match c.get(holder) {
                BoxValue::Virtual(v) => {
                    let leaf = c.t.shapes[v.container].leaves.get(slot as usize);
                    leaf.is_some_and(|l| !l.immutable)
                }
                _ => false,
            };
            !estate.owned.is_empty()
                && reached(&c.w.now.boxes, reds.iter().copied()).len() >= WORTH
                && estate.shared.iter().all(small)
                && estate.lent.iter().all(changes)
        })
    }
    /// Behind the call: of what was handed over with its contents the caller knows nothing but the class.
    pub fn forget_contents(&self, lent: &Lent) {
        self.compiler(|c| {
            for &(b, (container, slot)) in &lent.objects {
                if slot == ITSELF {
                    c.forget_contents(b, container);
                }
            }
        });
    }
}

/// What the callee can be handed.
#[derive(Default)]
struct Estate {
    /// Virtuals that are handed over.
    owned: FxHashSet<BoxId>,
    /// What must be allocated, since both need it.
    shared: Vec<BoxId>,
    /// What can be lent: the holder, its slot, the object.
    lent: Vec<(BoxId, u32, BoxId)>,
    /// Values of the residual code.
    values: FxHashSet<BoxId>,
}

impl Compiler<'_> {
    pub(super) fn is_loan(&self, b: BoxId) -> bool {
        matches!(self.get(b), BoxValue::Virtual(v) if self.t.is_loan(v))
    }
    /// Allocates the object that a loan stands for: the box stands for it from here on.
    pub(super) fn redeem(&mut self, b: BoxId, v: &Virtual, why: ForceReason) {
        let (Some(redeem), Some(token)) = (self.t.redeem, v.fields[0]) else {
            unreachable!("a loan has a token");
        };
        self.w.forced.push((v.container, why));
        let (ty, location) = (v.ty, self.w.location);
        let token = self.operand(token, LLType::Signed, why);
        let fragment = &mut self.w.fragment;
        let address = fragment.emit(LLOp::ExternCall(redeem), [token], LLType::Address, location);
        let var = fragment.emit(LLOp::CastAdrToPtr, [Operand::Var(address)], ty, location);
        self.s.emitted.set(self.s.emitted.get() + 2);
        let facts = BoxFacts {
            nonnull: true,
            ..BoxFacts::default()
        };
        let object = BoxValue::Residual { var, ty, facts };
        self.w.now.boxes.set(b, object);
        self.w.now.heap.safepoint();
    }
    /// Two references are compared: which object a loan stands for is known only of those that are not virtual in this
    /// frame, and not null.
    pub(super) fn redeem_compared(&mut self, a: BoxId, b: BoxId) {
        for (x, y) in [(a, b), (b, a)] {
            let apart = match self.get(y) {
                BoxValue::Const { bits, .. } => *bits == 0,
                BoxValue::Residual { .. } => false,
                BoxValue::Virtual(v) => !self.t.is_loan(v),
            };
            if self.is_loan(x) && !apart {
                self.force(x, ForceReason::Address);
            }
        }
    }
    /// Before an object is allocated that was handed over with a token: the caller's objects are.
    pub(super) fn prepare_claim(&mut self, v: &Virtual) {
        let (Some(token), Some(redeem)) = (self.t.claim_token(v), self.t.redeem) else {
            return;
        };
        let location = self.w.location;
        let token = self.operand(token, LLType::Signed, ForceReason::Address);
        let op = LLOp::ExternCall(redeem);
        (self.w.fragment).emit(op, [token], LLType::Address, location);
        self.w.now.heap.safepoint();
    }
    /// It was allocated: tells the caller which object it is.
    pub(super) fn claim(&mut self, b: BoxId, v: &Virtual) {
        let (Some(token), Some(claim)) = (self.t.claim_token(v), self.t.claim) else {
            return;
        };
        let location = self.w.location;
        let token = self.operand(token, LLType::Signed, ForceReason::Address);
        let object = self.operand(b, LLType::Ptr(v.container), ForceReason::Address);
        let fragment = &mut self.w.fragment;
        let address = fragment.emit(LLOp::CastPtrToAdr, [object], LLType::Address, location);
        let args = [token, Operand::Var(address)];
        fragment.emit(LLOp::ExternCall(claim), args, LLType::Void, location);
        self.w.now.heap.escape(b);
    }
    fn forget_contents(&mut self, b: BoxId, container: ContainerId) {
        let root = self.t.info.known.object;
        let class = root.and_then(|root| self.t.shapes[container].leaf(root, 0));
        let values = self.t.shapes[container].len(None);
        if let BoxValue::Virtual(v) = self.w.now.boxes.get_mut(b) {
            v.fields.truncate(values);
            for (i, field) in v.fields.iter_mut().enumerate() {
                if Some(i) != class {
                    *field = None;
                }
            }
        }
    }
    /// Reds that are handed over though a frame that waits needs to know which objects they are.
    fn consumed(
        &self,
        waiting: &Waiting,
        reds: &[BoxId],
        lends: &impl Fn(Holder) -> bool,
    ) -> Vec<BoxId> {
        let mut found: Vec<BoxId> = Vec::new();
        for &b in reds {
            let BoxValue::Virtual(v) = self.get(b) else {
                continue;
            };
            let shape = &self.t.shapes[v.container];
            let plain = v.length.is_none() && v.fields.len() == shape.len(None);
            let unread = waiting.unread.contains(&b) && !found.contains(&b);
            if plain && unread && !self.t.is_loan(v) && lends((v.container, ITSELF)) {
                found.push(b);
            }
        }
        found
    }
    fn hand_over(
        &mut self,
        waiting: &Waiting,
        reds: &[BoxId],
        site: Option<u32>,
        lends: impl Fn(Holder) -> bool,
    ) -> Option<HandedOver> {
        self.prepare_to_lend(site);
        if self.w.now.exc.occurred() != Some(false) {
            return None;
        }
        let (handed, targets) = self.divide_references(waiting, reds, &lends);
        let waiting = &Waiting {
            needed: waiting.needed.iter().copied().chain(targets).collect(),
            unread: waiting.unread.clone(),
        };
        let (mut estate, consumed) = self.partition(waiting, reds, &lends);
        for s in &handed {
            if !matches!(self.get(s.object), BoxValue::Const { .. }) {
                estate.values.insert(s.object);
            }
        }
        let odd = |&b: &BoxId| {
            let ty = self.get(b).ty();
            matches!(ty, LLType::SingleFloat | LLType::Int { bits: 128, .. })
        };
        let most = MOST - (self.open_references().len() - handed.len());
        let many = estate.values.len() > VALUES || consumed.len() > most;
        if estate.owned.is_empty() || many || estate.values.iter().any(odd) {
            return None;
        }
        let mut lent: Vec<(BoxId, Vec<(BoxId, u32)>)> = Vec::new();
        for &(holder, slot, b) in &estate.lent {
            match lent.iter_mut().find(|l| l.0 == b) {
                Some(l) => l.1.push((holder, slot)),
                None => lent.push((b, vec![(holder, slot)])),
            }
        }
        let rest = lent.len().min(most.saturating_sub(consumed.len()));
        let rest = lent.drain(rest..).map(|l| l.0);
        let forced: Vec<BoxId> = estate.shared.iter().copied().chain(rest).collect();
        for b in forced {
            self.force(b, ForceReason::Call);
        }
        // What was forced may refer to it.
        lent.retain(|l| self.get(l.0).is_virtual());
        for &b in &estate.values {
            self.w.now.heap.escape(b);
        }
        for &b in estate.shared.iter() {
            self.w.now.heap.escape(b);
        }
        let mut open = self.open_references();
        let mut references = open.to_vec();
        references.retain(|s| handed.contains(s));
        open.retain(|s| !handed.contains(s));
        let none = lent.is_empty() && consumed.is_empty() && open.is_empty();
        let site = site.filter(|_| !none);
        Some(HandedOver {
            lent: site.map(|site| self.lend(&lent, &consumed, &open, site)),
            references,
        })
    }
    /// Which open references are the callee's, since it is handed what they lead to and nobody else needs it; and what
    /// those lead to that are not, and stay open.
    fn divide_references(
        &mut self,
        waiting: &Waiting,
        reds: &[BoxId],
        lends: &impl Fn(Holder) -> bool,
    ) -> (Open, Vec<BoxId>) {
        let open = self.open_references();
        if open.is_empty() {
            return (open, Vec::new());
        }
        let boxes = &self.w.now.boxes;
        let others = waiting.unread.iter().filter(|b| !reds.contains(b));
        let mut kept = reached(boxes, waiting.needed.iter().chain(others).copied());
        let handed = reached(boxes, reds.iter().copied());
        let mut targets: Vec<BoxId> = Vec::new();
        loop {
            let own = |s: &&DeferredStore| {
                (kept.contains(&s.value) || !handed.contains(&s.value))
                    && !targets.contains(&s.value)
            };
            let Some(value) = open.iter().find(own).map(|s| s.value) else {
                break;
            };
            kept.extend(reached(boxes, [value]));
            targets.push(value);
        }
        if !lends(self.target_holder()) {
            for target in std::mem::take(&mut targets) {
                self.force(target, ForceReason::Call);
            }
        }
        // What was forced may have been what others lead to.
        let open = self.open_references().into_iter();
        (
            open.filter(|s| !targets.contains(&s.value)).collect(),
            targets,
        )
    }
    /// In front of a call that may redeem what waits in this frame: everything that is stored is in memory but the
    /// targets of references, if they can be lent.
    fn prepare_to_lend(&mut self, site: Option<u32>) {
        if site.is_none() {
            self.make_stores();
        }
        self.make_stores_but_targets();
        self.force_exception();
        self.write_back_all(ForceReason::Call);
        if self.w.now.exc.occurred() != Some(false) {
            self.make_stores();
        }
    }
    /// Where references have their targets.
    fn target_holder(&self) -> Holder {
        let known = self.t.info.known.reference;
        known.map_or((ContainerId(0), ITSELF), |r| (r.container, r.target))
    }
    /// In front of a call that is not handed anything: the same, with tokens for what is lent. `None`: nothing is.
    fn lend_targets(
        &mut self,
        args: &[BoxId],
        site: Option<u32>,
        lends: impl Fn(Holder) -> bool,
    ) -> Option<Lent> {
        self.prepare_to_lend(site);
        self.keeping_open(|c| {
            for &a in args {
                if c.get(a).is_virtual() {
                    c.force(a, ForceReason::Call);
                }
            }
        });
        let open = self.open_references();
        if open.len() > MOST || !lends(self.target_holder()) {
            self.make_stores();
            return None;
        }
        let site = site.filter(|_| !open.is_empty())?;
        Some(self.lend(&[], &[], &open, site))
    }
    /// What of the reds of a callee is handed over, and which of them with tokens.
    fn partition(
        &self,
        waiting: &Waiting,
        reds: &[BoxId],
        lends: &impl Fn(Holder) -> bool,
    ) -> (Estate, Vec<BoxId>) {
        let mut consumed = self.consumed(waiting, reds, lends);
        let others = waiting.unread.iter().filter(|b| !consumed.contains(b));
        let needed = waiting.needed.iter().chain(others).copied();
        let kept = reached(&self.w.now.boxes, needed);
        consumed.retain(|b| !kept.contains(b));
        (self.estate(reds, &kept, lends), consumed)
    }
    fn estate(
        &self,
        reds: &[BoxId],
        kept: &FxHashSet<BoxId>,
        lends: impl Fn(Holder) -> bool,
    ) -> Estate {
        let mut e = Estate::default();
        let mut todo: Vec<BoxId> = Vec::new();
        for &b in reds {
            match self.get(b) {
                BoxValue::Virtual(_) if kept.contains(&b) && !self.is_loan(b) => e.shared.push(b),
                _ => todo.push(b),
            }
        }
        while let Some(b) = todo.pop() {
            let v = match self.get(b) {
                BoxValue::Const { .. } => continue,
                BoxValue::Residual { .. } => {
                    e.values.insert(b);
                    continue;
                }
                BoxValue::Virtual(v) => v,
            };
            if !e.owned.insert(b) {
                continue;
            }
            for (slot, field) in (0..).zip(&v.fields) {
                let Some(f) = *field else { continue };
                let shared = self.get(f).is_virtual() && kept.contains(&f) && !self.is_loan(f);
                match shared {
                    true if lends((v.container, slot)) => e.lent.push((b, slot, f)),
                    true => e.shared.push(f),
                    false => todo.push(f),
                }
            }
        }
        e
    }
    /// Puts loans into the place of objects, and tokens into those that are handed over with their contents.
    /// And into the state of references whose targets are lent.
    fn lend(
        &mut self,
        lent: &[(BoxId, Vec<(BoxId, u32)>)],
        consumed: &[BoxId],
        open: &[DeferredStore],
        site: u32,
    ) -> Lent {
        let (word, location) = (LLType::Signed, self.w.location);
        let loan = self.t.info.loan.expect("what lends has a type for loans");
        let emit = LLOp::FrameAddress;
        let frame = self.w.fragment.emit(emit, [], word, location);
        let mut tokens = (0..).map(|i| Token::offset(site, i));
        let mut token = |c: &mut Self| {
            let offset = constant_operand(word, tokens.next().expect("there is no end"));
            let args = [Operand::Var(frame), offset];
            let token = c.w.fragment.emit(LLOp::IntAdd, args, word, location);
            (c.w.now.boxes).residual(token, word, BoxFacts::default())
        };
        let mut loans: FxHashMap<BoxId, BoxId> = FxHashMap::default();
        for (b, _) in lent {
            let ty = self.get(*b).ty();
            let object = BoxValue::Virtual(Virtual {
                ty,
                container: loan,
                length: None,
                fields: vec![Some(token(self))],
            });
            loans.insert(*b, self.w.now.boxes.push(object));
        }
        let mut objects = Vec::new();
        for (b, holders) in lent {
            let mut place = None;
            for &(holder, slot) in holders {
                if let BoxValue::Virtual(v) = self.w.now.boxes.get_mut(holder) {
                    v.fields[slot as usize] = Some(loans[b]);
                    place = Some((v.container, slot));
                }
            }
            objects.push((*b, place.expect("it has a holder")));
        }
        for &b in consumed {
            let token = token(self);
            if let BoxValue::Virtual(v) = self.w.now.boxes.get_mut(b) {
                v.fields.extend([None, Some(token)]);
                objects.push((b, (v.container, ITSELF)));
            }
        }
        for s in open {
            let token = token(self);
            self.store_state(s.object, token);
            objects.push((s.value, self.target_holder()));
        }
        Lent { objects, frame }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_tells_what_it_was_made_of() {
        let frame = 0x7fff_ffff_fff0;
        for site in [0, 1, SITES as u32 - 1] {
            for object in [0, 1, MOST - 1] {
                let word = frame + Token::offset(site, object);
                let token = Token {
                    frame,
                    site,
                    object: object as u32,
                };
                assert_eq!(Token::of(word), token);
            }
        }
    }
}
