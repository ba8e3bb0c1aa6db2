//! The order of contexts: which is more general than which, what that loses, and the least general context above two.
//!
//! ```text
//!            residual, no facts
//!           /        |         \
//!      >= 0      non-null    ...          one class          contexts are ordered class by class; sharing is knowledge too:
//!        |           |                                       a context in which two slots share a class is below
//!      >= 1     exact class                                  the one in which they do not
//!        |           |
//!     constants  constants   virtuals
//! ```
//! A virtual is below the residual reference that forcing it would give. Narrowing and exchange of virtual and
//! allocated never happen: [`covers`] only goes up. Heap knowledge is a set of facts: more entries, less general.
//!
//! **Laws** (property tests below): `covers` is reflexive with distance 0 and transitive, `join(a, b)` covers both, and
//! `join(a, a) = a`. Chains of joins are finite: each loses a constant, a fact, a virtual, an entry or a sharing.
mod look;
mod near;
mod numbers;

use ir::index::Idx;
use ir::lltype::LLType;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use super::context::{Context, Exc, HeapEntry, Spot, ValueClass, ValueClassId, canonicalise};
use crate::support::boxes::{BoxFacts, Range};

pub use look::may_cover;
pub use near::{apart, similar};
pub use numbers::{Path, generalise, number_differences, range_at};

/// What the order must ask about constant references.
pub trait Objects {
    /// The exact class (address of the vtable) of a constant instance, if it is one.
    fn class_of(&self, ty: LLType, bits: u64) -> Option<u64>;
    /// Whether a location is that of the target of virtual references ([`crate::support::references`]).
    fn is_target_spot(&self, _spot: Spot) -> bool {
        false
    }
}

/// What a mapping loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Loss {
    /// An integer or float constant becomes a run-time value.
    Number,
    /// A constant reference becomes a run-time value.
    Reference,
    /// A range fact.
    Range,
    /// A non-null fact.
    NonNull,
    /// An exact class.
    Class,
    /// A virtual must be allocated.
    Virtual,
    /// A known field or item.
    Heap,
    /// What is known of a pending exception.
    Exception,
}

impl Loss {
    /// What it costs, to be compared with [`THRESHOLD`].
    pub fn cost(self) -> u32 {
        match self {
            // A field is loaded again: cheap, and which fields are known differs from path to path.
            Loss::Range | Loss::Heap => 1,
            Loss::Number => 3,
            _ => THRESHOLD + 1,
        }
    }
    /// For the log.
    pub fn name(self) -> &'static str {
        match self {
            Loss::Number => "constant",
            Loss::Reference => "constant reference",
            Loss::Range => "range",
            Loss::NonNull => "non-null",
            Loss::Class => "class",
            Loss::Virtual => "virtual",
            Loss::Heap => "known field",
            Loss::Exception => "exception",
        }
    }
}

/// The distance T up to which a more general version is taken as it is.
pub const THRESHOLD: u32 = 10;

/// Where the value for a parameter comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamSource {
    /// A class of the arrival.
    Class(ValueClassId),
    /// A field of a virtual that is still zero.
    Zero(LLType),
}

/// How an arrival enters a version that is equal or more general.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mapping {
    /// For each parameter of the version; virtuals among them must be forced.
    pub params: Vec<ParamSource>,
    /// What the arrival knows and the version does not: the loss and the class of the arrival.
    pub losses: Vec<(Loss, ValueClassId)>,
    /// The arrival must put its exception into the runtime context.
    pub force_exception: bool,
    /// Objects that the arrival must write back.
    pub write_back: Vec<ValueClassId>,
}

impl Mapping {
    /// The sum of the losses; known fields alone are never far.
    pub fn distance(&self) -> u32 {
        let (heap, others): (Vec<Loss>, Vec<Loss>) = self
            .losses
            .iter()
            .map(|l| l.0)
            .partition(|&l| l == Loss::Heap);
        let heap: u32 = heap.iter().map(|l| l.cost()).sum();
        heap.min(THRESHOLD / 2) + others.iter().map(|l| l.cost()).sum::<u32>()
    }
    /// Whether only known fields and ranges are lost.
    pub fn is_soft(&self) -> bool {
        let soft = |l: Loss| matches!(l, Loss::Heap | Loss::Range);
        self.losses.iter().all(|l| soft(l.0))
    }
}

/// Whether `a` is at least as much knowledge as `b`.
fn range_implies(a: Range, b: Range) -> bool {
    a >= b
}

/// What is known of a zero word.
fn zero_facts(ty: LLType) -> BoxFacts {
    const_facts(ty, 0, None)
}

fn const_facts(ty: LLType, bits: u64, class: Option<u64>) -> BoxFacts {
    match ty {
        LLType::Ptr(_) | LLType::Address => BoxFacts {
            nonnull: bits != 0,
            class,
            range: Range::FULL,
        },
        LLType::Float | LLType::SingleFloat | LLType::Void => BoxFacts::default(),
        _ => BoxFacts {
            range: Range::of_number(bits as i64),
            ..BoxFacts::default()
        },
    }
}

/// What a residual value in place of a class would be known to be.
pub fn facts_of(context: &Context, class: ValueClassId, objects: &dyn Objects) -> BoxFacts {
    match &context.classes[class] {
        ValueClass::Const { ty, bits } => {
            let vtable = match ty {
                LLType::Ptr(_) if *bits != 0 => objects.class_of(*ty, *bits),
                _ => None,
            };
            const_facts(*ty, *bits, vtable)
        }
        ValueClass::Residual { facts, .. } => *facts,
        ValueClass::Virtual { fields, length, .. } => BoxFacts {
            nonnull: true,
            // The first field of an instance is its vtable.
            class: match fields.first() {
                Some(Some(k)) if length.is_none() => match context.classes[*k] {
                    ValueClass::Const {
                        ty: LLType::Ptr(_),
                        bits,
                    } => Some(bits),
                    _ => None,
                },
                _ => None,
            },
            range: Range::FULL,
        },
    }
}

fn meet(a: BoxFacts, b: BoxFacts) -> BoxFacts {
    BoxFacts {
        nonnull: a.nonnull && b.nonnull,
        class: if a.class == b.class { a.class } else { None },
        range: a.range.min(b.range),
    }
}

fn implies(a: BoxFacts, b: BoxFacts) -> bool {
    (a.nonnull || !b.nonnull)
        && (b.class.is_none() || a.class == b.class)
        && range_implies(a.range, b.range)
}

/// A class, or a zero word where the other side has a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
enum Node {
    Class(ValueClassId),
    Zero,
}

/// What something is by class, for all classes of a context: contexts are small, and most maps need no allocation.
type ByClass<T> = SmallVec<[Option<T>; 64]>;

struct Cover<'a> {
    version: &'a Context,
    arrival: &'a Context,
    objects: &'a dyn Objects,
    map: ByClass<Node>,
    /// Which virtual of the version a virtual of the arrival stands for.
    virtuals: ByClass<ValueClassId>,
    forced: Vec<ValueClassId>,
    losses: Vec<(Loss, ValueClassId)>,
}

impl Cover<'_> {
    fn unify(&mut self, v: ValueClassId, a: Node) -> bool {
        let (version, arrival) = (self.version, self.arrival);
        let class = &version.classes[v];
        if !matches!(class, ValueClass::Const { .. }) {
            if let Some(known) = self.map[v.index()] {
                return known == a || self.equal_words(known, a);
            }
            self.map[v.index()] = Some(a);
        }
        match (class, a) {
            (ValueClass::Const { bits, .. }, Node::Zero) => *bits == 0,
            (ValueClass::Const { ty, bits }, Node::Class(a)) => match &arrival.classes[a] {
                ValueClass::Const { ty: t, bits: b } => bits == b && same_kind(*ty, *t),
                _ => false,
            },
            (ValueClass::Residual { ty, facts }, Node::Zero) => implies(zero_facts(*ty), *facts),
            (ValueClass::Residual { facts, .. }, Node::Class(a)) => {
                let facts = *facts;
                let known = facts_of(arrival, a, self.objects);
                if !implies(known, facts) {
                    return false;
                }
                match &arrival.classes[a] {
                    ValueClass::Const {
                        ty: LLType::Ptr(_) | LLType::Address,
                        ..
                    } => self.losses.push((Loss::Reference, a)),
                    ValueClass::Const { .. } => self.losses.push((Loss::Number, a)),
                    ValueClass::Virtual { .. } => {
                        self.losses.push((Loss::Virtual, a));
                        self.forced.push(a);
                    }
                    ValueClass::Residual { .. } => {
                        if known.class != facts.class {
                            self.losses.push((Loss::Class, a));
                        } else if known.nonnull != facts.nonnull {
                            self.losses.push((Loss::NonNull, a));
                        }
                        if known.range != facts.range {
                            self.losses.push((Loss::Range, a));
                        }
                    }
                }
                true
            }
            (ValueClass::Virtual { .. }, Node::Zero) => false,
            (ValueClass::Virtual { .. }, Node::Class(a)) => {
                let Some((fields, f)) = class.fields_beside(&arrival.classes[a]) else {
                    return false;
                };
                // Two virtuals of the version are two objects: they cannot be the same one of the arrival.
                let before = self.virtuals[a.index()].replace(v);
                if before.is_some_and(|other| other != v) {
                    return false;
                }
                fields.iter().zip(f).all(|(v, a)| match (*v, *a) {
                    (None, None) => true,
                    (None, Some(a)) => {
                        matches!(arrival.classes[a], ValueClass::Const { bits: 0, .. })
                    }
                    (Some(v), a) => self.unify(v, a.map_or(Node::Zero, Node::Class)),
                })
            }
        }
    }
    fn equal_words(&self, x: Node, y: Node) -> bool {
        let zero = |n| match n {
            Node::Zero => true,
            Node::Class(k) => matches!(self.arrival.classes[k], ValueClass::Const { bits: 0, .. }),
        };
        zero(x) && zero(y)
    }
    fn heap(&mut self) -> bool {
        let version = self.version;
        let mut rest: SmallVec<[&HeapEntry; 32]> = version.heap.iter().collect();
        while !rest.is_empty() {
            let before = rest.len();
            let mut ok = true;
            rest.retain(|e| {
                let object = match version.classes[e.object] {
                    ValueClass::Const { bits, .. } => self
                        .arrival
                        .classes
                        .iter_enumerated()
                        .find(|(_, c)| matches!(c, ValueClass::Const { bits: b, .. } if *b == bits))
                        .map(|(k, _)| Node::Class(k)),
                    _ => match self.map[e.object.index()] {
                        Some(node) => Some(node),
                        None => return true,
                    },
                };
                let partner = |k: ValueClassId| self.map[k.index()];
                if e.spot.is_relation() {
                    // Both are reached from slots, or from what other entries say.
                    let Some(value) = partner(e.value) else {
                        return true;
                    };
                    ok = ok && self.is_below(object, e.spot, value);
                    return false;
                }
                let index = match e.index.map(partner) {
                    Some(None) => return true,
                    Some(index) => index,
                    None => None,
                };
                ok = ok
                    && match object {
                        Some(Node::Class(object)) => match self.known(object, e.spot, index) {
                            Some(a) => self.unify(e.value, a),
                            None => false,
                        },
                        _ => false,
                    };
                false
            });
            if !ok || rest.len() == before {
                return false;
            }
        }
        true
    }
    /// What the arrival knows to be at a place.
    fn known(&self, object: ValueClassId, spot: Spot, index: Option<Node>) -> Option<Node> {
        let (spot, index) = match index {
            None => (spot, None),
            Some(Node::Zero) => (spot, None),
            Some(Node::Class(k)) => match self.arrival.classes[k] {
                ValueClass::Const { bits, .. } => (spot.moved(bits as i64), None),
                _ => (spot, Some(k)),
            },
        };
        let heap = &self.arrival.heap;
        let key = (object, spot, index);
        let from = heap.partition_point(|x| (x.object, x.spot, x.index) < key);
        let found = heap.get(from)?;
        ((found.object, found.spot, found.index) == key).then_some(Node::Class(found.value))
    }
    /// Whether the arrival knows this relation of two of its integers, or a stronger one, which is lost.
    fn is_below(&mut self, object: Option<Node>, spot: Spot, value: Node) -> bool {
        let (Some(Node::Class(object)), Node::Class(value)) = (object, value) else {
            return false;
        };
        let of_these = |e: &&HeapEntry| (e.object, e.value) == (object, value);
        let known = self.arrival.heap.iter().filter(of_these).map(|e| e.spot);
        let Some(known) = known.filter(|s| s.is_relation()).max() else {
            return false;
        };
        if known > spot {
            self.losses.push((Loss::Heap, object));
        }
        known >= spot
    }
}

/// Pointers to different containers may stand for one value (casts are free).
fn same_kind(a: LLType, b: LLType) -> bool {
    a == b
        || matches!(
            (a, b),
            (
                LLType::Ptr(_) | LLType::Address,
                LLType::Ptr(_) | LLType::Address
            )
        )
}

/// How the arrival enters code compiled for `version`, if that is equal or more general.
pub fn covers(version: &Context, arrival: &Context, objects: &dyn Objects) -> Option<Mapping> {
    if version.reds().len() != arrival.reds().len() || version.deferred != arrival.deferred {
        return None;
    }
    let mut c = Cover {
        version,
        arrival,
        objects,
        map: smallvec![None; version.classes.len()],
        virtuals: smallvec![None; arrival.classes.len()],
        forced: Vec::new(),
        losses: Vec::new(),
    };
    let force_exception = match (version.exc, arrival.exc) {
        (x, y) if x == y => false,
        (Exc::Unknown, Exc::None | Exc::Pending) => {
            c.losses.push((Loss::Exception, ValueClassId(0)));
            false
        }
        (Exc::Unknown | Exc::Pending, Exc::Virtual) => {
            for &k in arrival.exc_slots() {
                c.losses.push((Loss::Exception, k));
                c.forced.push(k);
            }
            true
        }
        _ => return None,
    };
    // The exception of the arrival has no partner when it is forced, nor have objects that are written back.
    let write_back = match (version.held_slots(), arrival.held_slots()) {
        (x, y) if x.len() == y.len() => Vec::new(),
        ([], held) => {
            for &k in held {
                c.losses.push((Loss::Virtual, k));
                c.forced.push(k);
            }
            held.to_vec()
        }
        _ => return None,
    };
    let partners = [
        (version.reds(), arrival.reds()),
        (version.exc_slots(), arrival.exc_slots()),
        (version.held_slots(), arrival.held_slots()),
        (version.deferred_slots(), arrival.deferred_slots()),
    ];
    for (v, a) in partners {
        for (&v, &a) in v.iter().zip(a) {
            if !c.unify(v, Node::Class(a)) {
                return None;
            }
        }
    }
    if !c.heap() {
        return None;
    }
    // What a forced virtual refers to is allocated with it.
    if !c.forced.is_empty() {
        let mut reached = c.forced.iter().flat_map(|&a| arrival.reach(a));
        if reached.any(|a| c.virtuals[a.index()].is_some()) {
            return None;
        }
    }
    for _ in version.heap.len()..arrival.heap.len() {
        c.losses.push((Loss::Heap, arrival.heap[0].object));
    }
    let params = version
        .params()
        .map(|(v, ty, _)| match c.map[v.index()] {
            Some(Node::Class(a)) => ParamSource::Class(a),
            _ => ParamSource::Zero(ty),
        })
        .collect();
    Some(Mapping {
        params,
        losses: c.losses,
        force_exception,
        write_back,
    })
}

/// A pair of classes that meet in a join.
type Pair = (Node, Node);

/// The least general context (of those we make) that covers both. The contexts have the same number of slots, and the
/// same deferred stores.
pub fn join(left: &Context, right: &Context, objects: &dyn Objects) -> Context {
    let mut forced = [FxHashSet::default(), FxHashSet::default()];
    let exc = match (left.exc, right.exc) {
        (x, y) if x == y => x,
        (Exc::Pending | Exc::Virtual, Exc::Pending | Exc::Virtual) => Exc::Pending,
        _ => Exc::Unknown,
    };
    if exc != Exc::Virtual {
        for (side, of) in [left, right].into_iter().enumerate() {
            for k in of.exc_slots().iter().flat_map(|&k| of.reach(k)) {
                if of.classes[k].is_virtual() {
                    forced[side].insert(k);
                }
            }
        }
    }
    let mut held = left.held == right.held;
    loop {
        let mut j = Join {
            left,
            right,
            objects,
            forced: &forced,
            partners: Default::default(),
            more: Vec::new(),
        };
        let heap = j.heap();
        let mut partners = vec![(left.reds(), right.reds())];
        if exc == Exc::Virtual {
            partners.push((left.exc_slots(), right.exc_slots()));
        }
        if held {
            partners.push((left.held_slots(), right.held_slots()));
        }
        partners.push((left.deferred_slots(), right.deferred_slots()));
        let pairs = (partners.into_iter())
            .flat_map(|(l, r)| l.iter().zip(r))
            .map(|(&l, &r)| (Node::Class(l), Node::Class(r)));
        let (mut context, _) = canonicalise(pairs, &heap, |p| j.class(p));
        context.exc = exc;
        if held {
            context.held = left.held;
        }
        context.deferred.clone_from(&left.deferred);
        let mut grown = false;
        for (side, k) in std::mem::take(&mut j.more) {
            let of = if side == 0 { left } else { right };
            for k in of.reach(k) {
                if of.classes[k].is_virtual() {
                    grown |= forced[side].insert(k);
                }
            }
        }
        // What is held on both sides and is not the same to both is written back on both.
        let whole = |k: &ValueClassId| context.classes[*k].is_virtual();
        if held && !context.held_slots().iter().all(whole) {
            held = false;
            grown = true;
        }
        if !grown {
            return context;
        }
    }
}

struct Join<'a> {
    left: &'a Context,
    right: &'a Context,
    objects: &'a dyn Objects,
    /// Virtuals that must be allocated, of each side.
    forced: &'a [FxHashSet<ValueClassId>; 2],
    partners: [FxHashMap<ValueClassId, ValueClassId>; 2],
    /// Found to be forced in this round.
    more: Vec<(usize, ValueClassId)>,
}

impl Join<'_> {
    fn heap(&self) -> Vec<HeapEntry<Pair>> {
        let mut out = Vec::new();
        for l in &self.left.heap {
            for r in &self.right.heap {
                let spot = match (l.spot, r.spot) {
                    (Spot::Below(a), Spot::Below(b)) => Spot::Below(a.min(b)),
                    (a, b) if a == b => a,
                    _ => continue,
                };
                let index = match (l.index, r.index) {
                    (Some(l), Some(r)) => Some((Node::Class(l), Node::Class(r))),
                    (None, None) => None,
                    _ => continue,
                };
                out.push(HeapEntry {
                    object: (Node::Class(l.object), Node::Class(r.object)),
                    spot,
                    index,
                    value: (Node::Class(l.value), Node::Class(r.value)),
                    immutable: l.immutable && r.immutable,
                });
            }
        }
        out
    }
    fn side(&self, side: usize, node: Node) -> Option<&ValueClass> {
        match node {
            Node::Class(k) => Some(&[self.left, self.right][side].classes[k]),
            Node::Zero => None,
        }
    }
    fn facts(&self, side: usize, node: Node, ty: LLType) -> BoxFacts {
        match node {
            Node::Class(k) => facts_of([self.left, self.right][side], k, self.objects),
            Node::Zero => zero_facts(ty),
        }
    }
    fn class(&mut self, pair: Pair) -> ValueClass<Pair> {
        let (l, r) = (self.side(0, pair.0), self.side(1, pair.1));
        let ty = match (l, r) {
            // Null is one value for all types, and has that of whichever was null first.
            (Some(ValueClass::Const { bits: 0, .. }), Some(c)) => c.ty(),
            (Some(c), _) | (None, Some(c)) => c.ty(),
            (None, None) => LLType::Void,
        };
        let zero = ValueClass::Const { ty, bits: 0 };
        match (l.unwrap_or(&zero), r.unwrap_or(&zero)) {
            (ValueClass::Const { ty, bits }, ValueClass::Const { ty: t, bits: b })
                if bits == b && same_kind(*ty, *t) =>
            {
                return ValueClass::Const {
                    ty: *ty,
                    bits: *bits,
                };
            }
            (
                left @ ValueClass::Virtual {
                    ty,
                    container,
                    length,
                    ..
                },
                right,
            ) if let Some((fields, f)) = left.fields_beside(right) => {
                let (Node::Class(lk), Node::Class(rk)) = pair else {
                    unreachable!("a virtual is a class")
                };
                let free = !self.forced[0].contains(&lk) && !self.forced[1].contains(&rk);
                let class = ValueClass::Virtual {
                    ty: *ty,
                    container: *container,
                    length: *length,
                    fields: fields
                        .iter()
                        .zip(f)
                        .map(|pair| match pair {
                            (None, None) => None,
                            (l, r) => Some((
                                l.map_or(Node::Zero, Node::Class),
                                r.map_or(Node::Zero, Node::Class),
                            )),
                        })
                        .collect(),
                };
                let other_l = *self.partners[0].entry(lk).or_insert(rk);
                let other_r = *self.partners[1].entry(rk).or_insert(lk);
                if free && other_l == rk && other_r == lk {
                    return class;
                }
            }
            _ => {}
        }
        for (side, node) in [pair.0, pair.1].into_iter().enumerate() {
            if self.side(side, node).is_some_and(ValueClass::is_virtual)
                && let Node::Class(k) = node
            {
                self.more.push((side, k));
            }
        }
        ValueClass::Residual {
            ty,
            facts: meet(self.facts(0, pair.0, ty), self.facts(1, pair.1, ty)),
        }
    }
}

#[cfg(test)]
mod tests;
