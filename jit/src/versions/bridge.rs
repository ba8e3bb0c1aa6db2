//! Between boxes and contexts: capturing the state of a run of the compiler as a context, and making boxes for a
//! context.
//!
//! [`capture`] reads the partition that boxes are; [`instantiate`] makes a fresh arena for it, with a parameter of the
//! new fragment for each residual class. One after the other is the identity on contexts. [`materialise`] does the
//! second with the values of an arrival, for execution.
use ir::lltype::LLType;
use lowlevel::AliasRegion;

use super::context::{Context, Exc, Spot, ValueClass, ValueClassId};
use super::jit::Jit;
use super::lattice::Objects;
use crate::support::boxes::{BoxId, BoxValue, Virtual};
use crate::support::deferred::DeferredStore;
use crate::support::exc::ExcState;
use crate::support::heap::Index;
use crate::support::memory;
use crate::support::state::{ForceReason, SupportState, Work};
use crate::support::tables::Tables;

impl Objects for Tables {
    fn class_of(&self, ty: LLType, bits: u64) -> Option<u64> {
        let root = self.info.known.object?;
        let c = ty.container()?;
        if bits == 0 || bits & 1 != 0 || !self.is_subtype(c, root) {
            return None;
        }
        let offset = self.cx.layouts[root].offsets.first()?;
        Some(memory::word(bits + u64::from(*offset)))
    }
    fn is_target_spot(&self, spot: Spot) -> bool {
        spot.place(Index::Const).is_some_and(|p| self.is_target(p))
    }
}

/// The context of these boxes in the state at hand, and the box of each class.
pub fn capture(jit: &Jit, slots: &[BoxId]) -> (Context, Vec<BoxId>) {
    let mut snapshots = jit.code.snapshots.borrow_mut();
    let (context, nodes) = snapshots.context(jit.state, slots);
    debug_assert_eq!(context.normalise().0, context);
    (context, nodes)
}

/// Makes boxes for the classes of a context; `residual` makes that of a parameter.
fn make(
    state: &SupportState,
    context: &Context,
    mut residual: impl FnMut(&mut Work, usize, LLType, crate::support::boxes::BoxFacts) -> BoxId,
    share_constants: bool,
    objects: &[(ValueClassId, u64)],
) -> Vec<BoxId> {
    let mut w = state.work_mut();
    let mut params = 0;
    let mut out = Vec::with_capacity(context.classes.len());
    for (k, class) in context.classes.iter_enumerated() {
        if let Some(&(_, bits)) = objects.iter().find(|o| o.0 == k) {
            let ty = class.ty();
            out.push(w.now.boxes.push(BoxValue::Const { ty, bits }));
            continue;
        }
        let b = match class {
            ValueClass::Const { ty, bits } if share_constants => w.now.boxes.constant(*ty, *bits),
            ValueClass::Const { ty, bits } => w.now.boxes.push(BoxValue::Const {
                ty: *ty,
                bits: *bits,
            }),
            ValueClass::Residual { ty, facts } => {
                params += 1;
                residual(&mut w, params - 1, *ty, *facts)
            }
            ValueClass::Virtual {
                ty,
                container,
                length,
                ..
            } => w.now.boxes.push(BoxValue::Virtual(Virtual {
                ty: *ty,
                container: *container,
                length: *length,
                fields: Vec::new(),
            })),
        };
        out.push(b);
    }
    for (class, &b) in context.classes.iter().zip(&out) {
        if let ValueClass::Virtual { fields, .. } = class
            && let BoxValue::Virtual(v) = w.now.boxes.get_mut(b)
        {
            v.fields = fields
                .iter()
                .map(|f| f.map(|k| out[k.0 as usize]))
                .collect();
            if state.tables.home(v).is_some() {
                w.now.heap.held.push(b);
            }
        }
    }
    for b in w.now.heap.held.clone() {
        note_owners_within(state, &mut w, b);
    }
    w.now.exc = match context.exc {
        Exc::None => ExcState::None,
        Exc::Unknown => ExcState::Unknown,
        Exc::Pending => ExcState::Pending {
            class: None,
            value: None,
        },
        Exc::Virtual => ExcState::Virtual {
            class: out[context.exc_slots()[0].0 as usize],
            value: out[context.exc_slots()[1].0 as usize],
        },
    };
    out
}

/// Boxes for a context in the fragment that begins; their numbers by class.
pub fn instantiate(state: &SupportState, context: &Context) -> Vec<BoxId> {
    let boxes = make(
        state,
        context,
        |w, _, ty, facts| {
            let v = w.fragment.param(ty);
            w.now.boxes.residual(v, ty, facts)
        },
        true,
        &[],
    );
    let mut w = state.work_mut();
    for (spot, object, index, value) in context.deferred_stores() {
        let of = |k: super::context::ValueClassId| boxes[k.0 as usize];
        let index = index.map(of);
        let at = |i| index.map_or(Index::Const(i), |b| w.now.index(b));
        let Some(place) = spot.place(at) else {
            continue;
        };
        let (object, value) = (of(object), of(value));
        w.now.heap.set(object, place, value, false);
        note_owner(state, &mut w, place.descr(), value);
        w.now.heap.deferred.push(DeferredStore {
            object,
            place,
            index,
            value,
            memory: None,
        });
    }
    for e in &context.heap {
        let of = |k: super::context::ValueClassId| boxes[k.0 as usize];
        let index = |i: i64| match e.index {
            None => Index::Const(i),
            Some(k) => Index::Sum(of(k), i),
        };
        if let Spot::Below(more) = e.spot {
            (w.now.bounds).note_below(of(e.object), more, of(e.value));
        }
        let Some(place) = e.spot.place(index) else {
            continue;
        };
        w.now
            .heap
            .set(of(e.object), place, of(e.value), e.immutable);
        note_owner(state, &mut w, place.descr(), of(e.value));
    }
    drop(w);
    boxes
}

/// Notes the classes of the references that a held object has.
fn note_owners_within(state: &SupportState, w: &mut Work, b: BoxId) {
    let BoxValue::Virtual(v) = w.now.boxes.get(b) else {
        return;
    };
    let shape = &state.tables.shapes[v.container];
    let values = shape.leaves.iter().zip(v.fields.clone());
    for (leaf, value) in values {
        let part = AliasRegion::Field(leaf.container, leaf.field);
        if let Some(value) = value.filter(|_| leaf.ty.container().is_some()) {
            note_owner(state, w, Some(part), value);
        }
    }
}

/// Notes the class of a reference by its location, also for the box in which a held object is in memory.
fn note_owner(state: &SupportState, w: &mut Work, part: Option<AliasRegion>, value: BoxId) {
    let home = match w.now.boxes.get(value) {
        BoxValue::Virtual(v) => state.tables.home(v),
        _ => None,
    };
    for b in [Some(value), home].into_iter().flatten() {
        w.now.heap.note_owner(state.tables, part, b);
    }
}

/// Boxes for a context with the values of its parameters, all of them constant: virtuals are allocated (sharing kept),
/// a virtual exception is put into the runtime context. The state is in execute mode. `objects`: virtuals that exist.
pub fn materialise(
    state: &SupportState,
    context: &Context,
    words: &[u64],
    objects: &[(ValueClassId, u64)],
) -> Vec<BoxId> {
    let boxes = make(
        state,
        context,
        |w, i, ty, _| w.now.boxes.push(BoxValue::Const { ty, bits: words[i] }),
        false,
        objects,
    );
    for (class, &b) in context.classes.iter().zip(&boxes) {
        if class.is_virtual() {
            state.force(b, ForceReason::Exit);
        }
    }
    if context.exc == Exc::Virtual {
        state.force_exception();
    }
    state.work_mut().now.exc = ExcState::Unknown;
    // A frame whose objects were redeemed has made its stores by that.
    if !objects.is_empty() {
        return boxes;
    }
    for (spot, object, index, value) in context.deferred_stores() {
        let of = |k: super::context::ValueClassId| state.bits(boxes[k.0 as usize]);
        make_store(state, spot, of(object), index.map(of), of(value));
        let place = spot.place(Index::Const);
        if context.classes[value].is_virtual()
            && let Some(state_place) = place.and_then(|p| state.tables.state_beside(p))
        {
            state.store_for_real(state_place, of(object), 0, 0);
        }
    }
    boxes
}

fn make_store(state: &SupportState, spot: Spot, object: u64, index: Option<u64>, value: u64) {
    if let Some(place) = spot.place(Index::Const) {
        state.store_for_real(place, object, index.unwrap_or(0) as i64, value);
    }
}

/// Makes the deferred stores of an arrival whose parameters have these words, but for those of virtual objects.
pub fn make_deferred(state: &SupportState, context: &Context, words: &[u64]) {
    let mut next = words.iter().copied();
    let words: Vec<Option<u64>> = (context.classes.iter())
        .map(|c| match c {
            ValueClass::Const { bits, .. } => Some(*bits),
            ValueClass::Residual { .. } => next.next(),
            ValueClass::Virtual { .. } => None,
        })
        .collect();
    for (spot, object, index, value) in context.deferred_stores() {
        let of = |k: super::context::ValueClassId| words[k.0 as usize];
        if let (Some(object), Some(value)) = (of(object), of(value)) {
            make_store(state, spot, object, index.and_then(of), value);
        }
    }
}
