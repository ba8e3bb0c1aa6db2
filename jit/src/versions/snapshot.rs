//! Snapshots: the state of a run as a context, and contexts in a few bytes for the edges that nobody may ever take.
//!
//! Most edges stay stubs, and each has a snapshot, whose making is a large part of compiling. So boxes are numbered in
//! one pass without hashing, into arrays that are kept from one snapshot to the next ([`Flat`]); the bytes are written
//! from those. A [`Context`] is made only where one is compared or compiled from.
//!
//! ```text
//! [k0 k1 k0]  k0 = new W_Int { k2 k3 0 0 0 }  k1 = *25!  k2 = @vtable  k3 = Signed  k0.f = k3
//!
//! slots    new new 4          classes in the order of the first visit: `new` is the next one, others are told by
//!                             how far they are before that, + 2
//! classes  h7 new new 0 2 2   heads (all but the fields) and spots are numbers in tables that all snapshots share;
//!          h4 h1 h0           2 n: what is in front, n times more
//! heap     0 s5 1             object (difference), spot, value (twice how far it is behind the next class, or
//!                             before that, + 1)
//! ```
//! So two states that differ in a class have the same bytes further on, and are kept in a few bytes ([`Pieces`]).
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use backend_x86::fragment::ValueLocation;
use ir::index::{Idx, IndexVec};
use ir::lltype::{ContainerId, LLType};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::context::{Context, Exc, HeapEntry, HeapLimits, Spot, ValueClass, ValueClassId};
use super::edge::{EdgeRecord, pack_places, unpack_places};
use super::pieces::{Piece, Pieces};
use crate::support::boxes::{BoxFacts, BoxId, BoxValue, Range};
use crate::support::deferred::DeferredStore;
use crate::support::exc::ExcState;
use crate::support::heap::{Index, MemoryLocation};
use crate::support::state::{Knowledge, SupportState};
use crate::support::virtualizables::reached;

pub(super) mod bytes;
mod interned;
mod numbers;

use bytes::{Numbers, Reader, Values, Writer};
use interned::{Interned, Word};
pub use numbers::NumbersAt;

/// A class without its fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    Const {
        ty: LLType,
        bits: u64,
    },
    Residual {
        ty: LLType,
        facts: BoxFacts,
    },
    Virtual {
        /// The static type of the reference.
        ty: LLType,
        /// What would be allocated.
        container: ContainerId,
        /// Of arrays: the number of items.
        length: Option<u32>,
        /// How many fields follow.
        fields: u32,
    },
}

impl Head {
    /// The class, its fields made by `fields` from how many there are.
    fn class(self, fields: impl FnOnce(u32) -> Vec<Option<ValueClassId>>) -> ValueClass {
        match self {
            Head::Const { ty, bits } => ValueClass::Const { ty, bits },
            Head::Residual { ty, facts } => ValueClass::Residual { ty, facts },
            Head::Virtual {
                ty,
                container,
                length,
                fields: n,
            } => ValueClass::Virtual {
                ty,
                container,
                length,
                fields: fields(n),
            },
        }
    }
}

impl Word for Head {
    fn word(&self) -> u64 {
        let number = |ty: LLType| match ty {
            LLType::Ptr(c) => u64::from(c.0) << 8 | 1,
            LLType::Signed => 2,
            LLType::Float => 3,
            LLType::Address => 4,
            LLType::Bool => 5,
            LLType::Char => 6,
            _ => 7,
        };
        match *self {
            Head::Const { ty, bits } => bits.rotate_left(20) ^ number(ty),
            Head::Residual { ty, facts } => {
                let known = u64::from(facts.range.number()) << 1 | u64::from(facts.nonnull);
                number(ty) << 16 ^ known << 12 ^ facts.class.unwrap_or(0).rotate_left(40)
            }
            Head::Virtual {
                container, length, ..
            } => 9 << 60 | u64::from(container.0) << 24 | u64::from(length.unwrap_or(0)),
        }
    }
}

impl Hash for Head {
    /// One word: to hash part by part would take longer than everything else that is done with a class.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.word());
    }
}

/// Numbers are kept relative to others that are not further from them.
const NEAR: i64 = 30;

/// No field, no class yet.
const NONE: u32 = u32::MAX;

/// The heads of all snapshots, by number.
type Heads = Interned<Head>;

/// A head in one word: what is asked of it most often, and its number. Such words are noted of boxes until they change
/// ([`Boxes::note`](crate::support::boxes::Boxes::note)): most boxes are in one snapshot after the other, and nothing
/// new is known of them.
#[derive(Clone, Copy, Debug)]
struct Noted(u64);

impl Noted {
    const CONST: u64 = 1;
    const RESIDUAL: u64 = 2;
    /// A residual integer, whose range follows from more than its box.
    const NUMBER: u64 = 3;
    const VIRTUAL: u64 = 4;
    const KIND: u64 = 7;
    const RANGE: u64 = 3;
    const RANGES: u64 = 31;
    const HEAD: u64 = 8;

    fn new(head: Head, number: u32) -> Noted {
        let (kind, range) = match head {
            Head::Const { .. } => (Noted::CONST, 0),
            Head::Residual {
                ty: LLType::Signed,
                facts,
            } => (Noted::NUMBER, u64::from(facts.range.number())),
            Head::Residual { .. } => (Noted::RESIDUAL, 0),
            Head::Virtual { .. } => (Noted::VIRTUAL, 0),
        };
        debug_assert!(range <= Noted::RANGES);
        Noted(u64::from(number) << Noted::HEAD | range << Noted::RANGE | kind)
    }
    fn kind(self) -> u64 {
        self.0 & Noted::KIND
    }
    /// Of a residual integer.
    fn has_range(self, range: Range) -> bool {
        self.0 >> Noted::RANGE & Noted::RANGES == u64::from(range.number())
    }
    fn number(self) -> usize {
        (self.0 >> Noted::HEAD) as usize
    }
}

/// What a heap entry is about: its spot, whether it never changes, and whether it has an index. It has a hash of one
/// word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    spot: Spot,
    immutable: bool,
    indexed: bool,
}

impl Word for Place {
    fn word(&self) -> u64 {
        let word = match self.spot {
            Spot::Field(c, f) => u64::from(c.0) << 32 | u64::from(f),
            Spot::Item(c, i) => (i as u64).rotate_left(40) ^ u64::from(c.0) ^ 1 << 62,
            Spot::ItemField(c, f, i) => {
                (i as u64).rotate_left(40) ^ u64::from(c.0) << 16 ^ u64::from(f) ^ 2 << 62
            }
            Spot::Length => 3 << 62,
            Spot::Below(n) => (n as u64).rotate_left(40) ^ 3 << 62,
        };
        word ^ u64::from(self.immutable) << 61 ^ u64::from(self.indexed) << 60
    }
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.word());
    }
}

/// A context in arrays, and the box of each class.
#[derive(Debug, Default)]
pub struct Flat {
    slots: Vec<u32>,
    /// How many of the slots, at the end, are objects that are held.
    held: u32,
    heads: Vec<Noted>,
    /// Where the fields of each class begin.
    starts: Vec<u32>,
    fields: Vec<u32>,
    heap: Vec<HeapEntry>,
    /// The locations of deferred stores, whose operands are the last slots.
    deferred: Vec<Spot>,
    exc: Exc,
    /// The first box of each class.
    pub nodes: Vec<BoxId>,
    /// Those of residual classes.
    params: Vec<BoxId>,
    /// By box: the round in which it got a class, and the class.
    ids: Vec<(u32, u32)>,
    round: u32,
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
    values: Vec<numbers::Value>,
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
    fn clear(&mut self) {
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
    fn known(&self, b: BoxId) -> Option<u32> {
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
    fn reserve(&mut self, now: &Knowledge) {
        let boxes = now.boxes.len();
        if self.ids.len() < boxes {
            self.ids.resize(boxes, (0, 0));
        }
    }
    /// Brings the state of these boxes into canonical form (see [`super::context`]).
    fn capture(&mut self, heads: &mut Heads, state: &SupportState, slots: &[BoxId]) {
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
            let exc = match now.exc {
                ExcState::Virtual { class, value } => vec![class, value],
                _ => Vec::new(),
            };
            let reached = reached(&now.boxes, slots.iter().copied().chain(exc));
            for &b in now.heap.held.iter().filter(|b| !reached.contains(b)) {
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
    fn load(
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
    fn context(&self, heads: &Heads) -> Context {
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

/// What all snapshots share.
#[derive(Debug, Default)]
pub struct Snapshots {
    heads: Heads,
    spots: Interned<Place>,
    flat: Flat,
    bytes: Writer,
    /// The contexts that were packed.
    contexts: Pieces,
    /// Where the values of their parameters are.
    places: Pieces,
}

/// Constant references that no snapshot had so far are kept alive from now on.
fn keep(state: &SupportState, ty: LLType, bits: u64) {
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

const EXCS: [Exc; 4] = [Exc::None, Exc::Unknown, Exc::Pending, Exc::Virtual];

impl Snapshots {
    /// Takes the state of these boxes. The boxes of its parameters, in order.
    pub fn capture(&mut self, state: &SupportState, slots: &[BoxId]) -> &[BoxId] {
        self.flat.capture(&mut self.heads, state, slots);
        &self.flat.params
    }
    /// The state of these boxes as a context, and the box of each class.
    pub fn context(&mut self, state: &SupportState, slots: &[BoxId]) -> (Context, Vec<BoxId>) {
        self.flat.capture(&mut self.heads, state, slots);
        (self.flat.context(&self.heads), self.flat.nodes.clone())
    }
    /// The class of a box in what was captured last.
    pub fn class_of(&self, b: BoxId) -> Option<ValueClassId> {
        self.flat.known(b).map(ValueClassId)
    }
    /// The numbers among these boxes and in virtuals that are reached from them.
    pub fn numbers(&mut self, state: &SupportState, slots: &[BoxId]) -> NumbersAt {
        self.flat.numbers(&state.work().now, slots)
    }
    /// Packs a context in canonical form.
    pub fn pack_context(&mut self, state: &SupportState, context: &Context) -> Piece {
        self.load(state, context);
        self.pack()
    }
    /// The bytes of a context in canonical form.
    pub fn bytes_of(&mut self, state: &SupportState, context: &Context) -> Rc<[u8]> {
        self.load(state, context);
        self.write().into()
    }
    fn load(&mut self, state: &SupportState, context: &Context) {
        self.flat
            .load(&mut self.heads, context, |ty, bits| keep(state, ty, bits));
    }
    #[cfg(test)]
    pub(super) fn pack_only(&mut self, context: &Context) -> Piece {
        self.flat.load(&mut self.heads, context, |_, _| {});
        self.pack()
    }
    /// Packs what was captured last.
    pub fn pack(&mut self) -> Piece {
        self.write();
        self.contexts.add(self.bytes.written())
    }
    /// The bytes of what was captured last.
    fn write(&mut self) -> &[u8] {
        let Snapshots {
            spots, flat, bytes, ..
        } = self;
        // The numbers of what there is, of each list's end, and of how many there are.
        let lists = 2 * flat.heads.len() + flat.fields.len();
        bytes.begin(flat.slots.len() + lists + 4 * flat.heap.len() + flat.deferred.len() + 9);
        let mut numbers = Numbers::new();
        let exc = EXCS.iter().position(|&e| e == flat.exc).unwrap_or(0);
        let held = u32::from(flat.held > 0);
        let deferred = u32::from(!flat.deferred.is_empty());
        bytes.put((flat.slots.len() as u32) << 4 | deferred << 3 | held << 2 | exc as u32);
        if flat.held > 0 {
            bytes.put(flat.held);
        }
        if !flat.deferred.is_empty() {
            bytes.put(flat.deferred.len() as u32);
        }
        for &spot in &flat.deferred {
            let place = Place {
                spot,
                immutable: false,
                indexed: spot.is_item(),
            };
            bytes.put(spots.number(place).0);
        }
        for &k in &flat.slots {
            numbers.put(bytes, k);
        }
        numbers.end(bytes);
        let mut at = 0;
        while at < numbers.next as usize {
            bytes.put(flat.heads[at].number() as u32);
            if flat.heads[at].kind() == Noted::VIRTUAL {
                let end = flat.starts.get(at + 1).map(|&n| n as usize);
                let end = end.unwrap_or(flat.fields.len());
                for &k in &flat.fields[flat.starts[at] as usize..end] {
                    numbers.put(bytes, k);
                }
                numbers.end(bytes);
            }
            at += 1;
        }
        bytes.put((flat.heads.len() - at) as u32);
        for noted in &flat.heads[at..] {
            bytes.put(noted.number() as u32);
        }
        let (mut object, mut values) = (0, Values::new(numbers.next));
        for e in &flat.heap {
            bytes.put(e.object.0 - object);
            object = e.object.0;
            let place = Place {
                spot: e.spot,
                immutable: e.immutable,
                indexed: e.index.is_some(),
            };
            bytes.put(spots.number(place).0);
            if let Some(index) = e.index {
                bytes.put(index.0);
            }
            bytes.put(values.code(e.value.0));
        }
        bytes.written()
    }
    /// The context that was packed.
    pub fn unpack(&mut self, piece: Piece) -> Context {
        let bytes = self.contexts.get(piece);
        Snapshots::read(&self.heads, &self.spots, bytes)
    }
    fn read(heads: &Heads, spots: &Interned<Place>, bytes: &[u8]) -> Context {
        let mut r = Reader::new(bytes);
        let first = r.get();
        let held = if first & 4 != 0 { r.get() } else { 0 };
        let stores = if first & 8 != 0 { r.get() } else { 0 };
        let deferred = (0..stores).map(|_| spots[r.get() as usize].spot).collect();
        let slots = r
            .list((first >> 4) as usize)
            .into_iter()
            .flatten()
            .collect();
        let mut classes = Vec::new();
        let class = |r: &mut Reader<'_>| {
            let head = heads[r.get() as usize];
            head.class(|n| r.list(n as usize))
        };
        while classes.len() < r.next as usize {
            classes.push(class(&mut r));
        }
        for _ in 0..r.get() {
            classes.push(class(&mut r));
        }
        let mut heap = Vec::new();
        let (mut object, mut values) = (0, Values::new(r.next));
        while !r.is_at_end() {
            object += r.get();
            let place = spots[r.get() as usize];
            let index = place.indexed.then(|| ValueClassId(r.get()));
            heap.push(HeapEntry {
                object: ValueClassId(object),
                spot: place.spot,
                index,
                value: ValueClassId(values.value(r.get())),
                immutable: place.immutable,
            });
        }
        Context {
            slots,
            held,
            classes: IndexVec::from_raw(classes),
            heap,
            deferred,
            exc: EXCS[(first & 3) as usize],
        }
    }
    /// Packs places.
    pub fn add_places(&mut self, places: &[ValueLocation]) -> Piece {
        pack_places(places, &mut self.bytes);
        self.places.add(self.bytes.written())
    }
    /// The places that were packed.
    pub fn places(&mut self, piece: Piece) -> Vec<ValueLocation> {
        unpack_places(self.places.get(piece))
    }
    /// The edge is reached again and again: its context and places are kept so that they are read at once.
    pub fn keep_at_hand(&mut self, edge: &mut EdgeRecord) {
        edge.snapshot = self.contexts.keep(edge.snapshot);
        edge.places = self.places.keep(edge.places);
    }
    /// The bytes of all snapshots, and of what they share.
    pub fn bytes(&self) -> usize {
        // An entry, its hash, and its place in the table of hashes.
        let entry = |size: usize| size + 2 * size_of::<usize>();
        self.heads.len() * entry(size_of::<Head>())
            + self.spots.len() * entry(size_of::<Place>())
            + self.contexts.bytes()
            + self.places.bytes()
    }
}

#[cfg(test)]
mod tests;
