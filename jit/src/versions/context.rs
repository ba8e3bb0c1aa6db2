//! Contexts: what the compiler knows at a point about the reds, up to renaming.
//!
//! The *slots* of a context are the reds of all suspended frames, outermost frame first, then class and value of a
//! pending exception that the runtime does not know of yet ([`Exc`]), then objects that are held and that no frame
//! refers to any more ([`crate::support::virtualizables`]), then what deferred stores need
//! ([`crate::support::deferred`]). Slots that hold the same box are in one *class*
//! of a partition; a class is a constant, a residual value with facts, or a virtual whose fields are classes. The
//! residual classes, in order, are the parameters of the code that is compiled for the context.
//!
//! ```text
//! boxes:   frame 0: [x4, x7, x4]      x4 = v12: Signed >= 0     x7 = virtual W_Int { x4 }
//! context: [k0, k1, k0]               k0 = Signed >= 0          k1 = virtual W_Int { k0 }       parameters: k0 := v12
//! ```
//! **Canonical form**: classes are numbered in the order of the first visit (slots, then fields of virtuals breadth
//! first, then heap knowledge sorted), constants of one value are one class, only what is reached is present. So
//! contexts that are equal up to renaming are equal. The state of a run is brought into it by [`super::snapshot`], a
//! context that was changed by [`canonicalise`].
use ir::index::{Idx, IndexVec};
use ir::lltype::{ContainerId, LLType};
use lowlevel::AliasRegion;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::Hash;

use super::lattice::Objects;
use crate::support::boxes::{BoxFacts, Range};
use crate::support::heap::{Index, MemoryLocation};

ir::entity!(
    /// A class of a context's partition.
    ValueClassId,
    "k"
);

/// What the members of a class are; `N` names other classes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ValueClass<N = ValueClassId> {
    /// A constant; references are tenured, so their address is their identity.
    Const { ty: LLType, bits: u64 },
    /// A value of the residual code: a parameter.
    Residual { ty: LLType, facts: BoxFacts },
    /// A structure or array that is not allocated.
    Virtual {
        /// The static type of the reference.
        ty: LLType,
        /// What would be allocated.
        container: ContainerId,
        /// Of arrays: the number of items.
        length: Option<u32>,
        /// Fields or items; `None`: zero. Of an object that exists, behind these: the reference to it
        /// ([`crate::support::virtualizables`]).
        fields: Vec<Option<N>>,
    },
}

impl<N> ValueClass<N> {
    /// The fields of this virtual and of another one of the same shape; `None` if they are no such.
    pub fn fields_beside<'a>(
        &'a self,
        other: &'a ValueClass<N>,
    ) -> Option<(&'a [Option<N>], &'a [Option<N>])> {
        match (self, other) {
            (
                ValueClass::Virtual {
                    container,
                    length,
                    fields,
                    ..
                },
                ValueClass::Virtual {
                    container: c,
                    length: n,
                    fields: f,
                    ..
                },
            ) if container == c && length == n && fields.len() == f.len() => Some((fields, f)),
            _ => None,
        }
    }
    /// The type of the members.
    pub fn ty(&self) -> LLType {
        match self {
            ValueClass::Const { ty, .. }
            | ValueClass::Residual { ty, .. }
            | ValueClass::Virtual { ty, .. } => *ty,
        }
    }
    /// The same with other names for other classes; `f` gets the number of the field and the name.
    pub fn map<M>(&self, mut f: impl FnMut(u32, &N) -> M) -> ValueClass<M> {
        match self {
            ValueClass::Const { ty, bits } => ValueClass::Const {
                ty: *ty,
                bits: *bits,
            },
            ValueClass::Residual { ty, facts } => ValueClass::Residual {
                ty: *ty,
                facts: *facts,
            },
            ValueClass::Virtual {
                ty,
                container,
                length,
                fields,
            } => ValueClass::Virtual {
                ty: *ty,
                container: *container,
                length: *length,
                fields: (0..)
                    .zip(fields)
                    .map(|(i, x)| x.as_ref().map(|n| f(i, n)))
                    .collect(),
            },
        }
    }
    /// Whether it is an object that is not allocated: its fields are classes of the context.
    pub fn is_virtual(&self) -> bool {
        matches!(self, ValueClass::Virtual { .. })
    }
}

/// What heap knowledge that crosses a border of fragments is about: a location inside an object, or a relation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Spot {
    /// A field, of the structure that declares it.
    Field(ContainerId, u32),
    /// An item of an array, or of the array at the end of a structure. The number is added to the index of the entry.
    Item(ContainerId, i64),
    /// A field of a structure that is an item; the same.
    ItemField(ContainerId, u32, i64),
    /// The length of an array.
    Length,
    /// No location: the integer `object` plus this number, at least 0, is less than the integer `value`, and the sum
    /// does not wrap around.
    Below(i64),
}

impl Spot {
    /// The same location with this number added to its index.
    pub fn moved(self, by: i64) -> Spot {
        match self {
            Spot::Item(c, i) => Spot::Item(c, i.wrapping_add(by)),
            Spot::ItemField(c, f, i) => Spot::ItemField(c, f, i.wrapping_add(by)),
            other => other,
        }
    }
    /// A word in the order of spots, which does not tell all of them apart.
    pub fn rank(self) -> u64 {
        let (kind, container, field) = match self {
            Spot::Field(c, f) => (0, c.0, f),
            Spot::Item(c, _) => (1, c.0, 0),
            Spot::ItemField(c, f, _) => (2, c.0, f),
            Spot::Length => (3, 0, 0),
            Spot::Below(_) => (4, 0, 0),
        };
        kind << 60 | u64::from(container) << 28 | u64::from(field)
    }
    /// The spot of a location, with 0 in the place of an index, and the index.
    pub fn of(place: MemoryLocation) -> (Spot, Option<Index>) {
        match place {
            MemoryLocation::Field(c, f) => (Spot::Field(c, f), None),
            MemoryLocation::Item(c, i) => (Spot::Item(c, 0), Some(i)),
            MemoryLocation::ItemField(c, f, i) => (Spot::ItemField(c, f, 0), Some(i)),
            MemoryLocation::Length => (Spot::Length, None),
        }
    }
    /// The location of a spot, whose index `index` makes of the number; `None` for relations.
    pub fn place(self, index: impl FnOnce(i64) -> Index) -> Option<MemoryLocation> {
        Some(match self {
            Spot::Field(c, f) => MemoryLocation::Field(c, f),
            Spot::Item(c, i) => MemoryLocation::Item(c, index(i)),
            Spot::ItemField(c, f, i) => MemoryLocation::ItemField(c, f, index(i)),
            Spot::Length => MemoryLocation::Length,
            Spot::Below(_) => return None,
        })
    }
    /// Whether it is an item, or a part of one.
    pub fn is_item(self) -> bool {
        matches!(self, Spot::Item(..) | Spot::ItemField(..))
    }
    /// The slots that a deferred store to it has.
    pub fn slots(self) -> usize {
        2 + usize::from(self.is_item())
    }
    /// Whether it is a relation of two integers: one that is known is not worth a parameter.
    pub fn is_relation(self) -> bool {
        matches!(self, Spot::Below(_))
    }
}

/// Heap knowledge: a location of a live object that is not virtual holds a known value. With it go relations of
/// integers ([`Spot::Below`]), which are known of the same states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct HeapEntry<N = ValueClassId> {
    /// The class of the object whose location it is.
    pub object: N,
    pub spot: Spot,
    /// Of an item: the class of the integer that the number of the spot is added to; `None`: 0.
    pub index: Option<N>,
    pub value: N,
    /// It never changes.
    pub immutable: bool,
}

impl<N> HeapEntry<N> {
    /// The same with other names.
    pub fn map<M>(&self, mut f: impl FnMut(&N) -> M) -> HeapEntry<M> {
        HeapEntry {
            object: f(&self.object),
            spot: self.spot,
            index: self.index.as_ref().map(&mut f),
            value: f(&self.value),
            immutable: self.immutable,
        }
    }
}

/// The exception state at a point (see [`crate::support::exc`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Exc {
    /// No exception is pending.
    #[default]
    None,
    /// The runtime context knows.
    Unknown,
    /// One is pending in the runtime context.
    Pending,
    /// One is pending: the last two slots are its class and its value. The runtime context does not know of it.
    Virtual,
}

/// A context in canonical form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// The class of each slot.
    pub slots: Vec<ValueClassId>,
    /// How many of the slots, at the end, are objects that are held.
    pub held: u32,
    /// What is known of the variables of each class, in order of the first slot that has it.
    pub classes: IndexVec<ValueClassId, ValueClass>,
    /// Heap knowledge, sorted.
    pub heap: Vec<HeapEntry>,
    /// Stores that memory has not seen ([`crate::support::deferred`]), by location, without indices. For each of them
    /// the object, the index of an item, and the value are slots, behind all others.
    pub deferred: Vec<Spot>,
    pub exc: Exc,
}

/// How much heap knowledge a context keeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeapLimits {
    /// Locations whose contents are kept.
    pub entries: usize,
    /// Parameters that are made for the sake of heap knowledge alone.
    pub params: usize,
}

impl HeapLimits {
    /// What each exit has costs the compiler time.
    pub(super) const NARROW: HeapLimits = HeapLimits {
        entries: 32,
        params: 8,
    };
    /// Where a loop that has run often goes round, what is not kept is read and tested in each turn.
    pub(super) const WIDE: HeapLimits = HeapLimits {
        entries: 128,
        params: 32,
    };
}

/// Brings what `class` tells about nodes into canonical form: the context of the slots, and the first node of each
/// class. Heap entries of objects that are neither reached nor constant are left out.
pub fn canonicalise<N: Copy + Eq + Hash>(
    slots: impl IntoIterator<Item = N>,
    heap: &[HeapEntry<N>],
    class: impl FnMut(N) -> ValueClass<N>,
) -> (Context, Vec<N>) {
    let mut c = Canon {
        class,
        ids: FxHashMap::with_capacity_and_hasher(64, FxBuildHasher),
        consts: FxHashMap::with_capacity_and_hasher(16, FxBuildHasher),
        raw: Vec::with_capacity(64),
        nodes: Vec::with_capacity(64),
    };
    let slots = slots.into_iter().map(|n| c.visit(n)).collect();
    c.close(0);
    let heap = c.heap(heap);
    let classes = c.raw.iter().map(|r| r.map(|_, n| c.ids[n])).collect();
    (
        Context {
            slots,
            held: 0,
            classes: IndexVec::from_raw(classes),
            heap,
            deferred: Vec::new(),
            exc: Exc::None,
        },
        c.nodes,
    )
}

struct Canon<N, F> {
    class: F,
    ids: FxHashMap<N, ValueClassId>,
    consts: FxHashMap<(LLType, u64), ValueClassId>,
    raw: Vec<ValueClass<N>>,
    nodes: Vec<N>,
}

impl<N: Copy + Eq + Hash, F: FnMut(N) -> ValueClass<N>> Canon<N, F> {
    fn visit(&mut self, node: N) -> ValueClassId {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        let raw = (self.class)(node);
        let new = ValueClassId::new(self.raw.len());
        let id = match raw {
            ValueClass::Const { ty, bits } => *self.consts.entry((ty, bits)).or_insert(new),
            _ => new,
        };
        self.ids.insert(node, id);
        if id == new {
            self.raw.push(raw);
            self.nodes.push(node);
        }
        id
    }
    /// Visits the fields of the virtuals numbered `from` and above.
    fn close(&mut self, from: usize) {
        let mut at = from;
        while at < self.raw.len() {
            if let ValueClass::Virtual { fields, .. } = &self.raw[at] {
                for node in fields.clone().into_iter().flatten() {
                    self.visit(node);
                }
            }
            at += 1;
        }
    }
    /// Whether the index of an item, and the greater number of a relation, are reached: no class is made for their
    /// sake. Relations are kept of two integers that are not constant.
    fn has_operands(&mut self, e: &HeapEntry<N>) -> bool {
        let mut varies = |n: N| matches!((self.class)(n), ValueClass::Residual { .. });
        if e.spot.is_relation() {
            return self.ids.contains_key(&e.value) && varies(e.object) && varies(e.value);
        }
        e.index.is_none_or(|n| self.ids.contains_key(&n))
    }
    fn heap(&mut self, entries: &[HeapEntry<N>]) -> Vec<HeapEntry> {
        let mut rest: Vec<HeapEntry<N>> = entries.to_vec();
        for e in &mut rest {
            // An index that has become constant makes an item of a known number.
            if let Some(n) = e.index
                && let ValueClass::Const { bits, .. } = (self.class)(n)
            {
                (e.spot, e.index) = (e.spot.moved(bits as i64), None);
            }
        }
        // Constant objects count as reached, in the order of their addresses.
        let mut constant: Vec<(u64, N)> = Vec::new();
        for e in &rest {
            if !self.ids.contains_key(&e.object)
                && let ValueClass::Const { ty, bits } = (self.class)(e.object)
            {
                if self.consts.contains_key(&(ty, bits)) {
                    // Another node of a class that is reached.
                    self.visit(e.object);
                } else {
                    constant.push((bits, e.object));
                }
            }
        }
        constant.sort_by_key(|c| c.0);
        let mut constant: FxHashMap<N, u64> = constant.into_iter().map(|(b, n)| (n, b)).collect();
        let mut out: Vec<HeapEntry> = Vec::new();
        let mut params = 0;
        loop {
            let mut ready: Vec<(u8, u64, HeapEntry<N>)> = Vec::new();
            rest.retain(|e| {
                if !self.has_operands(e) {
                    return true;
                }
                if let Some(id) = self.ids.get(&e.object) {
                    ready.push((0, u64::from(id.0), *e));
                } else if let Some(&bits) = constant.get(&e.object) {
                    ready.push((1, bits, *e));
                } else {
                    return true;
                }
                false
            });
            constant.clear();
            if ready.is_empty() || out.len() >= HeapLimits::WIDE.entries {
                break;
            }
            let index = |e: &HeapEntry<N>| e.index.and_then(|n| self.ids.get(&n).copied());
            ready.sort_by_key(|(kind, id, e)| (*kind, *id, e.spot, index(e)));
            for (_, _, e) in ready {
                if out.len() >= HeapLimits::WIDE.entries {
                    break;
                }
                if !self.ids.contains_key(&e.value) {
                    match (self.class)(e.value) {
                        ValueClass::Residual { .. } if params < HeapLimits::WIDE.params => {
                            params += 1
                        }
                        ValueClass::Const { .. } => {}
                        _ => continue,
                    }
                }
                let index = e.index.and_then(|n| self.ids.get(&n).copied());
                let object = self.visit(e.object);
                let value = self.visit(e.value);
                out.push(HeapEntry {
                    object,
                    spot: e.spot,
                    index,
                    value,
                    immutable: e.immutable,
                });
            }
        }
        out.sort();
        out.dedup();
        out
    }
}

impl Context {
    /// The parameters: residual classes in order.
    pub fn params(&self) -> impl Iterator<Item = (ValueClassId, LLType, BoxFacts)> + '_ {
        self.classes
            .iter_enumerated()
            .filter_map(|(id, c)| match c {
                ValueClass::Residual { ty, facts } => Some((id, *ty, *facts)),
                _ => None,
            })
    }
    /// The number of the parameter that a class is.
    pub fn param_of(&self, class: ValueClassId) -> Option<usize> {
        self.params().position(|(c, ..)| c == class)
    }
    /// The canonical form after classes were changed in place, and the old class of each new one.
    pub fn normalise(&self) -> (Context, Vec<ValueClassId>) {
        let (mut context, nodes) = canonicalise(self.slots.iter().copied(), &self.heap, |k| {
            self.classes[k].clone()
        });
        context.exc = self.exc;
        context.held = self.held;
        context.deferred.clone_from(&self.deferred);
        (context, nodes)
    }
    /// Where slots end that are no part of deferred stores.
    pub fn end(&self) -> usize {
        self.slots.len() - self.deferred.iter().map(|s| s.slots()).sum::<usize>()
    }
    /// The slots that are reds of frames.
    pub fn reds(&self) -> &[ValueClassId] {
        let exc = if self.exc == Exc::Virtual { 2 } else { 0 };
        &self.slots[..self.end() - exc - self.held as usize]
    }
    /// The slots that are class and value of a virtual exception; none if there is no such.
    pub fn exc_slots(&self) -> &[ValueClassId] {
        &self.slots[self.reds().len()..self.end() - self.held as usize]
    }
    /// The slots that are objects which are held and no frame refers to.
    pub fn held_slots(&self) -> &[ValueClassId] {
        &self.slots[self.end() - self.held as usize..self.end()]
    }
    /// The slots that are objects, indices and values of deferred stores.
    pub fn deferred_slots(&self) -> &[ValueClassId] {
        &self.slots[self.end()..]
    }
    /// Whether a deferred store is that of a virtual object, but for targets of references.
    pub fn defers_virtuals(&self, objects: &dyn Objects) -> bool {
        let mut stores = self.deferred_stores();
        stores.any(|(spot, .., value)| {
            self.classes[value].is_virtual() && !objects.is_target_spot(spot)
        })
    }
    /// What deferred stores of virtual objects write to.
    pub fn parts_of_pending(&self) -> impl Iterator<Item = AliasRegion> + '_ {
        let virtuals = (self.deferred_stores()).filter(|s| self.classes[s.3].is_virtual());
        virtuals.filter_map(|(spot, ..)| spot.place(Index::Const)?.descr())
    }
    /// The deferred stores: location, object, index of an item, value.
    pub fn deferred_stores(
        &self,
    ) -> impl Iterator<Item = (Spot, ValueClassId, Option<ValueClassId>, ValueClassId)> + '_ {
        let mut slots = self.deferred_slots().iter().copied();
        self.deferred.iter().map(move |&spot| {
            let mut next = || slots.next().expect("a slot of a deferred store");
            let object = next();
            let index = spot.is_item().then(&mut next);
            (spot, object, index, next())
        })
    }
    /// The same once the deferred stores were made, but for objects that would be allocated then, and for virtual
    /// objects that are stored to what `keeps` tells.
    pub fn stored(&self, keeps: impl Fn(Spot) -> bool) -> Context {
        let mut heap = self.heap.clone();
        let (mut kept, mut last) = (Vec::new(), Vec::new());
        for (spot, object, index, value) in self.deferred_stores() {
            if keeps(spot) && self.classes[value].is_virtual() {
                kept.push(spot);
                last.extend([Some(object), index, Some(value)].into_iter().flatten());
                continue;
            }
            let (spot, index) = match index.map(|i| &self.classes[i]) {
                Some(ValueClass::Const { bits, .. }) => (spot.moved(*bits as i64), None),
                _ => (spot, index),
            };
            heap.retain(|e| (e.object, e.spot, e.index) != (object, spot, index));
            heap.push(HeapEntry {
                object,
                spot,
                index,
                value,
                immutable: false,
            });
        }
        let slots = self.slots[..self.end()].iter().copied().chain(last);
        let (mut context, _) = canonicalise(slots, &heap, |k| self.classes[k].clone());
        context.exc = self.exc;
        context.held = self.held;
        context.deferred = kept;
        context
    }
    /// The most general context of slots of these types: every slot a residual value of its own.
    pub fn general(types: &[LLType]) -> Context {
        canonicalise(0..types.len(), &[], |i| ValueClass::Residual {
            ty: types[i],
            facts: BoxFacts::default(),
        })
        .0
    }
    /// All classes reached from one through fields of virtuals, itself included.
    pub fn reach(&self, from: ValueClassId) -> Vec<ValueClassId> {
        let mut seen = vec![from];
        let mut at = 0;
        while at < seen.len() {
            if let ValueClass::Virtual { fields, .. } = &self.classes[seen[at]] {
                for &f in fields.iter().flatten() {
                    if !seen.contains(&f) {
                        seen.push(f);
                    }
                }
            }
            at += 1;
        }
        seen
    }
}

impl std::fmt::Display for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[")?;
        for (i, s) in self.slots.iter().enumerate() {
            let mark = match i {
                _ if i >= self.end() => "later ",
                _ if i + self.held as usize >= self.end() => "held ",
                _ => "",
            };
            write!(f, "{}{mark}{s}", if i > 0 { " " } else { "" })?;
        }
        write!(f, "]")?;
        for (k, c) in self.classes.iter_enumerated() {
            write!(f, " {k}=")?;
            match c {
                ValueClass::Const { ty, bits } => match ty {
                    LLType::Ptr(_) | LLType::Address => write!(f, "{bits:#x}")?,
                    LLType::Float => write!(f, "{:?}", f64::from_bits(*bits))?,
                    _ => write!(f, "{}", *bits as i64)?,
                },
                ValueClass::Residual { ty, facts } => {
                    match ty {
                        LLType::Ptr(c) => write!(f, "*{}", c.0)?,
                        ty => write!(f, "{ty:?}")?,
                    }
                    if facts.nonnull {
                        write!(f, "!")?;
                    }
                    if let Some(class) = facts.class {
                        write!(f, "@{class:x}")?;
                    }
                    match facts.range {
                        Range::FULL => {}
                        range => write!(f, ">={}", range.low())?,
                    }
                }
                ValueClass::Virtual {
                    container,
                    length,
                    fields,
                    ..
                } => {
                    write!(f, "new {}", container.0)?;
                    if let Some(n) = length {
                        write!(f, "[{n}]")?;
                    }
                    write!(f, "{{")?;
                    for (i, x) in fields.iter().enumerate() {
                        if i > 0 {
                            write!(f, " ")?;
                        }
                        match x {
                            Some(k) => write!(f, "{k}")?,
                            None => write!(f, "0")?,
                        }
                    }
                    write!(f, "}}")?;
                }
            }
        }
        for e in &self.heap {
            if let Spot::Below(n) = e.spot {
                write!(f, " {}+{n}<{}", e.object, e.value)?;
                continue;
            }
            write!(f, " {}.", e.object)?;
            let base = e.index.map_or(String::new(), |k| format!("{k}+"));
            match e.spot {
                Spot::Field(t, i) => write!(f, "{}#{i}", t.0)?,
                Spot::Item(t, i) => write!(f, "{}[{base}{i}]", t.0)?,
                Spot::ItemField(t, n, i) => write!(f, "{}[{base}{i}]#{n}", t.0)?,
                Spot::Length | Spot::Below(_) => write!(f, "length")?,
            }
            write!(f, "={}", e.value)?;
        }
        for (spot, object, index, value) in self.deferred_stores() {
            match (spot, index) {
                (Spot::Item(t, _), Some(i)) => write!(f, " later {object}.{}[{i}]={value}", t.0)?,
                (Spot::ItemField(t, n, _), Some(i)) => {
                    write!(f, " later {object}.{}[{i}]#{n}={value}", t.0)?;
                }
                (Spot::Field(t, i), _) => write!(f, " later {object}.{}#{i}={value}", t.0)?,
                _ => write!(f, " later {object}={value}")?,
            }
        }
        if self.exc != Exc::None {
            write!(f, " exception {:?}", self.exc)?;
        }
        Ok(())
    }
}
