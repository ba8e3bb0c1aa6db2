//! Capturing: the state of a run in arrays, boxes numbered in the order in which they are reached.
use ir::index::{Idx, IndexVec};
use ir::lltype::LLType;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::super::context::{Context, Exc, HeapEntry, HeapLimits, Spot, ValueClass, ValueClassId};
use super::heads::{Head, Heads, NEAR, NONE, Noted};
use super::numbers;
use crate::support::boxes::{BoxId, BoxValue};
use crate::support::deferred::DeferredStore;
use crate::support::exc::ExcState;
use crate::support::heap::{Index, MemoryLocation};
use crate::support::state::{Knowledge, SupportState};
use crate::support::virtualizables::unreached;

/// A context in arrays, and the box of each class.
#[derive(Debug, Default)]
pub(super) struct Flat {
    pub(super) slots: Vec<u32>,
    /// How many of the slots, at the end, are objects that are held.
    pub(super) held: u32,
    pub(super) heads: Vec<Noted>,
    /// Where the fields of each class begin.
    pub(super) starts: Vec<u32>,
    pub(super) fields: Vec<u32>,
    pub(super) heap: Vec<HeapEntry>,
    /// The locations of deferred stores, whose operands are the last slots.
    pub(super) deferred: Vec<Spot>,
    pub(super) exc: Exc,
    /// The first box of each class.
    pub(super) nodes: Vec<BoxId>,
    /// Those of residual classes.
    pub(super) params: Vec<BoxId>,
    /// By box: the round in which it got a class, and the class.
    pub(super) ids: Vec<(u32, u32)>,
    pub(super) round: u32,
    /// By head of a constant: the round in which it got a class, and the class.
    consts: Vec<(u32, u32)>,
    /// Heap entries whose objects were not reached so far.
    rest: Vec<HeapEntry<BoxId>>,
    /// Of integers: one that is reached and differs by a constant, and the constant.
    bases: FxHashMap<BoxId, (BoxId, i64)>,
    /// How many of the parameters are in `bases`.
    based: usize,
    ready: Vec<Ready>,
    /// Numbers that are being collected.
    pub(super) values: Vec<numbers::Value>,
}

/// A heap entry whose object is reached.
#[derive(Debug)]
struct Ready {
    /// The class of the object. Constant objects that no class stands for come behind those, by address.
    object: u64,
    /// The order of spots, as far as a word tells ([`Spot::rank`]).
    rank: u64,
    entry: HeapEntry<BoxId>,
}

impl Ready {
    const CONSTANT: u64 = 1 << 63;

    fn new(object: u64, entry: HeapEntry<BoxId>) -> Ready {
        Ready {
            object,
            rank: entry.spot.rank(),
            entry,
        }
    }
}

impl Flat {
    pub(super) fn clear(&mut self) {
        self.slots.clear();
        self.held = 0;
        self.heads.clear();
        self.starts.clear();
        self.fields.clear();
        self.heap.clear();
        self.deferred.clear();
        self.nodes.clear();
        self.params.clear();
        self.rest.clear();
        self.bases.clear();
        self.based = 0;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.ids.clear();
            self.consts.clear();
            self.round = 1;
        }
    }
    #[inline]
    pub(super) fn known(&self, b: BoxId) -> Option<u32> {
        let (round, id) = self.ids[b.index()];
        (round == self.round).then_some(id)
    }
    #[inline]
    fn visit(&mut self, from: &mut Source<'_>, b: BoxId) -> u32 {
        if let Some(id) = self.known(b) {
            return id;
        }
        let noted = Noted(from.now.boxes.note(b));
        match noted.kind() {
            Noted::CONST => self.constant(b, noted),
            Noted::RESIDUAL | Noted::VIRTUAL => self.add(b, noted),
            _ => self.visit_first(from, b),
        }
    }
    /// The box gets the class of its constant.
    #[inline]
    fn constant(&mut self, b: BoxId, noted: Noted) -> u32 {
        let head = noted.number();
        if self.consts.len() <= head {
            self.consts.resize(head + 1, (0, 0));
        }
        if self.consts[head].0 != self.round {
            let id = self.add(b, noted);
            self.consts[head] = (self.round, id);
            return id;
        }
        let id = self.consts[head].1;
        self.ids[b.index()] = (self.round, id);
        id
    }
    /// The box gets the next class.
    #[inline]
    fn add(&mut self, b: BoxId, noted: Noted) -> u32 {
        let id = self.heads.len() as u32;
        self.ids[b.index()] = (self.round, id);
        self.heads.push(noted);
        self.nodes.push(b);
        if matches!(noted.kind(), Noted::RESIDUAL | Noted::NUMBER) {
            self.params.push(b);
        }
        id
    }
    /// The same where more has to be asked.
    #[inline(never)]
    fn visit_first(&mut self, from: &mut Source<'_>, b: BoxId) -> u32 {
        let noted = from.noted(b);
        match noted.kind() {
            Noted::CONST => self.constant(b, noted),
            _ => self.add(b, noted),
        }
    }
    /// Visits the fields of all virtuals.
    fn close(&mut self, from: &mut Source<'_>) {
        let mut at = 0;
        while at < self.nodes.len() {
            self.starts.push(self.fields.len() as u32);
            if self.heads[at].kind() == Noted::VIRTUAL
                && let BoxValue::Virtual(v) = from.now.boxes.get(self.nodes[at])
            {
                for field in &v.fields {
                    let id = match field {
                        Some(b) => self.visit(from, *b),
                        None => NONE,
                    };
                    self.fields.push(id);
                }
            }
            at += 1;
        }
    }
    /// Begins a capture: visits the slots.
    fn begin(&mut self, from: &mut Source<'_>, slots: &[BoxId]) {
        self.clear();
        self.reserve(from.now);
        for &b in slots {
            let id = self.visit(from, b);
            self.slots.push(id);
        }
    }
    /// Room for all boxes.
    pub(super) fn reserve(&mut self, now: &Knowledge) {
        let boxes = now.boxes.len();
        if self.ids.len() < boxes {
            self.ids.resize(boxes, (0, 0));
        }
    }
    /// Brings the state of these boxes into canonical form (see [`super::context`]).
    pub(super) fn capture(&mut self, heads: &mut Heads, state: &SupportState, slots: &[BoxId]) {
        let w = state.work();
        let now = &w.now;
        let from = &mut Source { now, heads, state };
        self.begin(from, slots);
        self.exc = match now.exc {
            ExcState::None => Exc::None,
            ExcState::Unknown => Exc::Unknown,
            ExcState::Pending { .. } => Exc::Pending,
            ExcState::Virtual { class, value } => {
                for b in [class, value] {
                    let id = self.visit(from, b);
                    self.slots.push(id);
                }
                Exc::Virtual
            }
        };
        if !now.heap.held.is_empty() {
            let mut all: SmallVec<[BoxId; 32]> = slots.into();
            if let ExcState::Virtual { class, value } = now.exc {
                all.extend([class, value]);
            }
            for b in unreached(&now.boxes, &now.heap.held, &all) {
                let id = self.visit(from, b);
                self.slots.push(id);
                self.held += 1;
            }
        }
        self.deferred(from);
        self.close(from);
        self.heap(from);
        let none = self.fields.len() as u32;
        self.starts.resize(self.heads.len(), none);
    }
    /// Visits what deferred stores need: first those whose objects are reached already.
    fn deferred(&mut self, from: &mut Source<'_>) {
        let now = from.now;
        let mut stores: SmallVec<[(u32, Spot, i64, &DeferredStore); 16]> = SmallVec::new();
        for s in &now.heap.deferred {
            let (spot, at) = Spot::of(s.place);
            let at = match at {
                Some(Index::Const(i) | Index::Sum(_, i)) => i,
                None => 0,
            };
            let object = self.known(s.object).unwrap_or(u32::MAX);
            stores.push((object, spot, at, s));
        }
        stores.sort_by_key(|&(object, spot, at, _)| (object, spot, at));
        for (_, spot, _, s) in stores {
            self.deferred.push(spot);
            for b in [Some(s.object), s.index, Some(s.value)]
                .into_iter()
                .flatten()
            {
                let id = self.visit(from, b);
                self.slots.push(id);
            }
        }
    }
    /// Heap knowledge of objects that are reached, or constant.
    fn heap(&mut self, from: &mut Source<'_>) {
        let (now, state) = (from.now, from.state);
        let boxes = &now.boxes;
        let root = state.tables.info.known.object;
        let relative = state.work().relative;
        let index = |i: Index| match i {
            Index::Const(i) => Some((None, i)),
            Index::Sum(b, c) => match boxes.get(b).constant() {
                Some(w) => Some((None, (w as i64).wrapping_add(c))),
                None => relative.then_some((Some(b), c)),
            },
        };
        for (object, place, known) in now.heap.iter() {
            // What is deferred says it.
            if now.heap.is_deferred(object, place) {
                continue;
            }
            let constant = match boxes.get(object) {
                // What never changes in a constant object is read from memory.
                BoxValue::Const { .. } if known.immutable => continue,
                BoxValue::Const { bits, .. } => Some(*bits),
                // The class of an instance is among its facts.
                BoxValue::Residual { facts, .. }
                    if facts.class.is_some()
                        && matches!(place, MemoryLocation::Field(c, 0) if Some(c) == root) =>
                {
                    continue;
                }
                _ => None,
            };
            let (spot, base) = match Spot::of(place) {
                (spot, None) => (spot, None),
                (spot, Some(i)) => {
                    let Some((base, i)) = index(i) else { continue };
                    (spot.moved(i), base)
                }
            };
            let entry = HeapEntry {
                object,
                spot,
                index: base,
                value: known.value,
                immutable: known.immutable,
            };
            if base.is_some() {
                self.rest.push(entry);
                continue;
            }
            match (self.known(object), constant) {
                (Some(id), _) => self.ready.push(Ready::new(u64::from(id), entry)),
                // Constant objects count as reached, in the order of their addresses.
                (None, Some(bits)) => self.ready.push(Ready::new(Ready::CONSTANT | bits, entry)),
                (None, None) => self.rest.push(entry),
            }
        }
        if relative {
            let relation = |(object, more, value)| HeapEntry {
                object,
                spot: Spot::Below(more),
                index: None,
                value,
                immutable: true,
            };
            self.rest.extend(now.bounds.relations().map(relation));
            self.find_ready(now);
        }
        // What memory holds under a held object's home saves a store when it is written back, and nothing else.
        let homes: SmallVec<[BoxId; 4]> = (now.heap.held.iter())
            .filter_map(|&b| match boxes.get(b) {
                BoxValue::Virtual(v) => state.tables.home(v),
                _ => None,
            })
            .collect();
        let limits = match state.work().wide {
            true => HeapLimits::WIDE,
            false => HeapLimits::NARROW,
        };
        let mut params = 0;
        while !self.ready.is_empty() && self.heap.len() < limits.entries {
            let classes = self.heads.len();
            let mut ready = std::mem::take(&mut self.ready);
            let index = |e: &HeapEntry<BoxId>| e.index.and_then(|b| self.known(b));
            let last = |r: &Ready| (r.entry.spot, index(&r.entry));
            ready.sort_by(|a, b| {
                let first = (a.object, a.rank).cmp(&(b.object, b.rank));
                first.then_with(|| last(a).cmp(&last(b)))
            });
            for Ready { entry: e, .. } in ready.drain(..) {
                if self.heap.len() >= limits.entries {
                    break;
                }
                if self.known(e.value).is_none() {
                    if homes.contains(&e.object) {
                        continue;
                    }
                    match boxes.get(e.value) {
                        BoxValue::Residual { .. } if params < limits.params => params += 1,
                        BoxValue::Const { .. } => {}
                        _ => continue,
                    }
                }
                let object = ValueClassId(self.visit(from, e.object));
                let value = ValueClassId(self.visit(from, e.value));
                let index = e.index.map(|b| ValueClassId(self.visit(from, b)));
                self.heap.push(HeapEntry {
                    object,
                    spot: e.spot,
                    index,
                    value,
                    immutable: e.immutable,
                });
            }
            self.ready = ready;
            // Objects that are not constants become reached with new classes only.
            if relative || self.heads.len() > classes {
                self.find_ready(now);
            }
        }
        self.ready.clear();
        self.heap.sort_unstable();
        self.heap.dedup();
    }
    /// Takes the entries whose object and index are reached by now out of the rest.
    fn find_ready(&mut self, now: &Knowledge) {
        let mut rest = std::mem::take(&mut self.rest);
        rest.retain(|e| {
            if e.index.is_none() && !matches!(e.spot, Spot::Below(_)) {
                let reached = self.known(e.object);
                if let Some(id) = reached {
                    self.ready.push(Ready::new(u64::from(id), *e));
                }
                return reached.is_none();
            }
            let Some(e) = self.rebased(now, e) else {
                return true;
            };
            let Some(id) = self.known(e.object) else {
                return true;
            };
            self.ready.push(Ready::new(u64::from(id), e));
            false
        });
        self.rest = rest;
    }
    /// An entry of an item, or a relation, relative to a number that is reached; `None` if there is none such.
    fn rebased(&mut self, now: &Knowledge, e: &HeapEntry<BoxId>) -> Option<HeapEntry<BoxId>> {
        if let Spot::Below(more) = e.spot {
            // object + more < value, of all numbers up to it, so object + by + (more - by) < value.
            let (object, by) = self.base(now, e.object)?;
            let more = more.checked_sub(by).filter(|&n| n >= 0)?;
            let varies = matches!(now.boxes.get(e.value), BoxValue::Residual { .. });
            let holds = varies && now.exact(e.object, by) && self.known(e.value).is_some();
            return holds.then_some(HeapEntry {
                object,
                spot: Spot::Below(more.min(NEAR)),
                ..*e
            });
        }
        let Some(index) = e.index else {
            return Some(*e);
        };
        let (index, by) = self.base(now, index)?;
        let spot = e.spot.moved(by.wrapping_neg());
        let near = match spot {
            Spot::Item(_, i) | Spot::ItemField(_, _, i) => (-NEAR..=NEAR).contains(&i),
            _ => false,
        };
        near.then_some(HeapEntry {
            spot,
            index: Some(index),
            ..*e
        })
    }
    /// A number that is reached and is this one plus a constant, modulo 2^64.
    fn base(&mut self, now: &Knowledge, b: BoxId) -> Option<(BoxId, i64)> {
        while let Some(&param) = self.params.get(self.based) {
            self.based += 1;
            if now.boxes.get(param).ty() == LLType::Signed {
                let (base, by) = now.linear(param);
                let nearest = self.bases.entry(base).or_insert((param, by));
                if by == 0 {
                    *nearest = (param, 0);
                }
            }
        }
        self.bases.get(&b).copied()
    }
    pub(super) fn load(
        &mut self,
        heads: &mut Heads,
        context: &Context,
        mut new_constant: impl FnMut(LLType, u64),
    ) {
        self.clear();
        self.slots.extend(context.slots.iter().map(|k| k.0));
        self.held = context.held;
        for c in context.classes.iter() {
            self.starts.push(self.fields.len() as u32);
            let head = match c {
                ValueClass::Const { ty, bits } => Head::Const {
                    ty: *ty,
                    bits: *bits,
                },
                ValueClass::Residual { ty, facts } => Head::Residual {
                    ty: *ty,
                    facts: *facts,
                },
                ValueClass::Virtual {
                    ty,
                    container,
                    length,
                    fields,
                } => {
                    let numbers = fields.iter().map(|f| f.map_or(NONE, |k| k.0));
                    self.fields.extend(numbers);
                    Head::Virtual {
                        ty: *ty,
                        container: *container,
                        length: *length,
                        fields: fields.len() as u32,
                    }
                }
            };
            let (number, new) = heads.number(head);
            if new && let Head::Const { ty, bits } = head {
                new_constant(ty, bits);
            }
            self.heads.push(Noted::new(head, number));
        }
        self.heap.extend_from_slice(&context.heap);
        self.deferred.extend_from_slice(&context.deferred);
        self.exc = context.exc;
    }
    /// The same as a context.
    pub(super) fn context(&self, heads: &Heads) -> Context {
        let class = |(noted, &start): (&Noted, &u32)| {
            heads[noted.number()].class(|n| {
                self.fields[start as usize..(start + n) as usize]
                    .iter()
                    .map(|&k| (k != NONE).then_some(ValueClassId(k)))
                    .collect()
            })
        };
        let classes = self.heads.iter().zip(&self.starts).map(class).collect();
        Context {
            slots: self.slots.iter().map(|&k| ValueClassId(k)).collect(),
            held: self.held,
            classes: IndexVec::from_raw(classes),
            heap: self.heap.clone(),
            deferred: self.deferred.clone(),
            exc: self.exc,
        }
    }
}

/// Constant references that no snapshot had so far are kept alive from now on.
pub(super) fn keep(state: &SupportState, ty: LLType, bits: u64) {
    if state.tables.types().is_gc_ref(ty) {
        debug_assert!(!state.is_young(bits), "a young constant in a snapshot");
        state.keep(bits);
    }
}

/// What a capture reads.
struct Source<'a> {
    now: &'a Knowledge,
    heads: &'a mut Heads,
    state: &'a SupportState,
}

impl Source<'_> {
    /// The head of a box.
    fn noted(&mut self, b: BoxId) -> Noted {
        let noted = Noted(self.now.boxes.note(b));
        let fits = match noted.kind() {
            0 => false,
            Noted::NUMBER => noted.has_range(self.now.range(b)),
            _ => true,
        };
        if fits {
            return noted;
        }
        let head = match self.now.boxes.get(b) {
            &BoxValue::Const { ty, bits } => Head::Const { ty, bits },
            BoxValue::Residual { ty, facts, .. } => {
                let mut facts = *facts;
                if *ty == LLType::Signed {
                    facts.range = self.now.range(b);
                }
                Head::Residual { ty: *ty, facts }
            }
            BoxValue::Virtual(v) => Head::Virtual {
                ty: v.ty,
                container: v.container,
                length: v.length,
                fields: v.fields.len() as u32,
            },
        };
        let (number, new) = self.heads.number(head);
        if new && let Head::Const { ty, bits } = head {
            keep(self.state, ty, bits);
        }
        let noted = Noted::new(head, number);
        self.now.boxes.set_note(b, noted.0);
        noted
    }
}
