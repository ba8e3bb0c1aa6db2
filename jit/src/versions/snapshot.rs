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
use std::rc::Rc;

use backend_x86::fragment::ValueLocation;
use ir::index::IndexVec;

use super::context::{Context, Exc, HeapEntry, ValueClassId};
use super::edge::{EdgeRecord, pack_places, unpack_places};
use super::pieces::{Piece, Pieces};
use crate::support::boxes::BoxId;
use crate::support::state::SupportState;

pub(super) mod bytes;
mod flat;
mod heads;
mod interned;
mod numbers;

use bytes::{Numbers, Reader, Values, Writer};
use flat::{Flat, keep};
use heads::{Head, Heads, Noted, Place};
use interned::Interned;
pub use numbers::NumbersAt;

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
