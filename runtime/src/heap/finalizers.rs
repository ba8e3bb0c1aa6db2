//! Finalisers: objects that the program is told of when they have died.
//!
//! An object is *registered* with a tag, when an instance of a class with `__del__` is made, or by
//! `FinalizerQueue.register_finalizer`. A collection that does not reach it any more keeps it, with all it refers to,
//! for one time more, and queues it for its tag; emitted code asks for these objects at its run points
//! (`rtyper/src/typer/finalizers.rs`) and calls what is to be called. From then on it is an object like others.
//!
//! **Order.** Of two dead objects one of which refers to the other, directly or not, the one that refers comes first,
//! and the other one waits for the collection after that: its finaliser may be called only when nobody can use it any
//! more. In a cycle the object that was registered first comes first. As in RPython, each dead object is walked from
//! once:
//!
//! ```text
//! not reached        nothing has come by it
//! reached, first     from a dead object that was looked at; it may be finalised itself if it is registered
//! reached, waits     from another one, too
//! ```
//! Tags of queues are positive, those of classes with `__del__` negative. An object with both goes to its queue first;
//! its `__del__` is called when it has died again, as in RPython.
//!
//! Weak references to objects that died are cleared before, so that nobody gets hold of them.
use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::object::{self, Obj};
use super::{Heap, major};

/// An object that the program wants to be told of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Registered {
    pub obj: Obj,
    pub tag: i32,
}

/// The objects with finalisers.
#[derive(Default)]
pub(crate) struct Finalizers {
    /// Those registered since the last minor collection.
    young: Vec<Registered>,
    /// Old ones, in the order of registration.
    old: Vec<Registered>,
    /// The dead by their tags: kept until they are asked for.
    dead: FxHashMap<i32, VecDeque<Obj>>,
    /// Tags with objects that the program was not told of yet.
    news: VecDeque<i32>,
    /// Finalisers are being called: an address in the stack where that began.
    running: Option<usize>,
}

/// Which collection asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Minor,
    Major,
}

impl Heap {
    /// Registers an object.
    pub(crate) fn register_finalizer(&mut self, obj: Obj, tag: i32) {
        let entry = Registered { obj, tag };
        if self.is_young(obj.address()) {
            self.finalizers.young.push(entry);
        } else if !obj.has_flag(object::PREBUILT) {
            self.finalizers.old.push(entry);
        }
    }
    /// Whether there are finalisers to be called, and nobody is calling them. If so, the caller does from now on, until
    /// [`Heap::next_finalizer`] gives 0, or until it has returned: a call that finds no room on the stack raises before
    /// it can catch anything. `here` is an address of the caller's stack, which grows downwards.
    pub(crate) fn begin_finalizers(&mut self, here: usize) -> bool {
        let nested = self.finalizers.running.is_some_and(|began| here < began);
        let some = !nested && !self.finalizers.news.is_empty();
        if some {
            self.finalizers.running = Some(here);
        }
        some
    }
    /// A tag with dead objects; 0 if there is none.
    pub(crate) fn next_finalizer(&mut self) -> i32 {
        let next = self.finalizers.news.pop_front();
        if next.is_none() {
            self.finalizers.running = None;
        }
        next.unwrap_or(0)
    }
    /// The next dead object of a tag.
    pub(crate) fn next_dead(&mut self, tag: i32) -> Option<Obj> {
        self.finalizers.dead.get_mut(&tag)?.pop_front()
    }
    /// Behind a minor collection, whose live objects have moved: those registered that have died are kept and queued.
    pub(super) fn minor_finalizers(&mut self) {
        if self.finalizers.young.is_empty() {
            return;
        }
        let young = std::mem::take(&mut self.finalizers.young);
        let alive = self.queue_dead(young, Kind::Minor);
        self.finalizers.old.extend(alive);
    }
    /// Keeps the objects that are queued; part of marking.
    pub(super) fn mark_dead_queues(&mut self) {
        let queued: Vec<Obj> = self.finalizers.dead.values().flatten().copied().collect();
        for obj in queued {
            self.reach(obj, Kind::Major);
        }
    }
    /// Behind the marking of a major collection.
    pub(super) fn major_finalizers(&mut self) {
        let old = std::mem::take(&mut self.finalizers.old);
        self.finalizers.old = self.queue_dead(old, Kind::Major);
    }
    /// Queues the dead ones of these objects; the others, where they are now.
    fn queue_dead(&mut self, mut registered: Vec<Registered>, kind: Kind) -> Vec<Registered> {
        registered.sort_by_key(|entry| entry.tag < 0);
        let mut alive = Vec::new();
        let mut dead = Vec::new();
        // Whether an object that was reached from a dead one has to wait, by its address now.
        let mut waits: FxHashMap<usize, bool> = FxHashMap::default();
        for Registered { obj, tag } in registered {
            if let Some(obj) = self.reached(obj, kind) {
                alive.push(Registered { obj, tag });
                continue;
            }
            let new = self.walk_dead(obj, kind, &mut waits);
            for obj in new {
                if let Some(obj) = self.reached(obj, kind) {
                    waits.insert(obj.address(), false);
                }
            }
            dead.extend(self.reached(obj, kind).map(|obj| Registered { obj, tag }));
        }
        for entry in dead {
            if waits.get(&entry.obj.address()) == Some(&true) {
                alive.push(entry);
                continue;
            }
            self.finalizers
                .dead
                .entry(entry.tag)
                .or_default()
                .push_back(entry.obj);
            self.finalizers.news.push_back(entry.tag);
        }
        alive
    }
    /// Reaches what a dead object refers to, itself included; the objects that nobody had reached, as they were before.
    /// Others that a dead object had reached have to wait, with all that they refer to.
    fn walk_dead(&mut self, obj: Obj, kind: Kind, waits: &mut FxHashMap<usize, bool>) -> Vec<Obj> {
        let (mut new, mut seen, mut todo) = (Vec::new(), FxHashSet::default(), vec![obj]);
        while let Some(obj) = todo.pop() {
            if let Some(obj) = self.reached(obj, kind) {
                self.let_wait(obj, waits);
            } else if seen.insert(obj.address()) {
                new.push(obj);
                self.children(obj, kind, &mut todo);
            }
        }
        self.reach(obj, kind);
        new
    }
    /// An object that a dead one had reached is reached from another one.
    fn let_wait(&self, obj: Obj, waits: &mut FxHashMap<usize, bool>) {
        let mut todo = vec![obj];
        while let Some(obj) = todo.pop() {
            if let Some(state) = waits.get_mut(&obj.address())
                && !std::mem::replace(state, true)
            {
                self.children(obj, Kind::Major, &mut todo);
            }
        }
    }
    /// The objects that an object refers to and that may be dead for this kind of collection.
    fn children(&self, obj: Obj, kind: Kind, out: &mut Vec<Obj>) {
        obj.each_ref(self.shape_of(obj), |offset| {
            let value = obj.word(offset);
            let Some(child) = Obj::from_ref(value) else {
                return;
            };
            // A young large object that was reached is not told from an old one: what follows does nothing for that.
            let wanted = match kind {
                Kind::Minor => self.in_nursery(value) || self.large.may_be_young(value),
                Kind::Major => !child.has_flag(object::PREBUILT),
            };
            if wanted {
                out.push(child);
            }
        });
    }
    /// Where an object is now, if the collection has reached it.
    fn reached(&self, obj: Obj, kind: Kind) -> Option<Obj> {
        match kind {
            Kind::Minor if self.in_nursery(obj.address()) => obj.forwarded(),
            Kind::Minor => (!obj.has_flag(object::YOUNG_LARGE)).then_some(obj),
            Kind::Major => (obj.has_flag(object::PREBUILT) || major::is_marked(obj)).then_some(obj),
        }
    }
    /// Keeps an object and all that it refers to.
    fn reach(&mut self, obj: Obj, kind: Kind) {
        match kind {
            Kind::Minor => {
                self.reach_young(obj);
                self.scan_all();
            }
            Kind::Major => {
                self.mark_ref(obj.address());
                self.trace_all();
            }
        }
    }
}
