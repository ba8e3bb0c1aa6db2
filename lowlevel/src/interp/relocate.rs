//! Relocation: every managed object gets a new epoch, and what nothing reaches is freed (see [`super::memory`]).
//!
//! As the collector does, it keeps registered objects that nothing reaches, with all they refer to, and queues them; a
//! dead object that another dead one refers to waits. Weak references to dead objects are cleared before.
use std::collections::VecDeque;

use ir::lltype::Container;
use rustc_hash::{FxHashMap, FxHashSet};

use super::memory::{Memory, Node, Object, Ref, Val, for_refs};

/// The objects with finalisers.
#[derive(Default)]
pub(super) struct Finalizers {
    /// Objects and their tags, in the order of registration.
    registered: Vec<(Ref, i64)>,
    /// Those that died, in order, and whether the program knows the tag.
    dead: Vec<(Ref, i64)>,
    news: VecDeque<i64>,
    running: bool,
}

impl Memory<'_> {
    /// Registers an object with a finaliser.
    pub(super) fn register_finalizer(&mut self, object: Val, tag: i64) {
        if let Val::Ref(r) = object
            && !self.objects[r.object as usize].prebuilt
        {
            self.finalizers.registered.push((r, tag));
        }
    }
    /// Whether finalisers are to be called, and nobody does.
    pub(super) fn begin_finalizers(&mut self) -> bool {
        let some = !self.finalizers.running && !self.finalizers.news.is_empty();
        self.finalizers.running |= some;
        some
    }
    /// The tag of the next dead object that the program was not told of; 0 if there is none.
    pub(super) fn next_finalizer(&mut self) -> i64 {
        let next = self.finalizers.news.pop_front();
        self.finalizers.running = next.is_some();
        next.unwrap_or(0)
    }
    /// The next dead object of a tag.
    pub(super) fn next_dead(&mut self, tag: i64) -> Val {
        match self.finalizers.dead.iter().position(|d| d.1 == tag) {
            Some(i) => Val::Ref(self.finalizers.dead.remove(i).0),
            None => Val::Null,
        }
    }
    /// Moves every managed object: `roots` and everything they reach are renewed, all else is freed.
    pub(super) fn relocate(&mut self, roots: &mut [&mut Val]) {
        self.epoch += 1;
        let (epoch, count) = (self.epoch, self.objects.len());
        let mut finalizers = std::mem::take(&mut self.finalizers);
        let mut pass = Relocation {
            memory: self,
            epoch,
            reached: vec![false; count],
            todo: Vec::new(),
        };
        for v in roots {
            if let Val::Ref(r) = v {
                pass.reach(r);
            }
        }
        for (r, _) in &mut finalizers.dead {
            pass.reach(r);
        }
        for i in 0..count {
            if pass.memory.objects[i].prebuilt || !pass.memory.objects[i].gc {
                pass.todo.push(i as u32);
            }
        }
        pass.drain();
        let alive = pass.reached.clone();
        pass.queue_dead(&mut finalizers);
        pass.renew_weak_references(&alive);
        pass.free();
        self.finalizers = finalizers;
    }
}

/// A relocation in progress.
struct Relocation<'a, 'p> {
    memory: &'a mut Memory<'p>,
    /// The new epoch.
    epoch: u32,
    /// By object.
    reached: Vec<bool>,
    todo: Vec<u32>,
}

impl Relocation<'_, '_> {
    fn object(&self, i: u32) -> &Object {
        &self.memory.objects[i as usize]
    }
    /// Renews a reference. A dead root slot may hold a reference of long ago: whoever reads it will find it stale.
    fn reach(&mut self, r: &mut Ref) {
        let o = self.object(r.object);
        if o.gc && !o.prebuilt && !o.freed && o.epoch == r.epoch {
            r.epoch = self.epoch;
            if !std::mem::replace(&mut self.reached[r.object as usize], true) {
                self.todo.push(r.object);
            }
        }
    }
    fn is_weak(&self, i: u32) -> bool {
        let c = self.object(i).container;
        matches!(self.memory.program.types.get(c), Container::Struct(s) if s.hints.weakref)
    }
    /// Renews what is reached through strong references.
    fn drain(&mut self) {
        while let Some(i) = self.todo.pop() {
            if !self.is_weak(i) {
                self.each_ref(i, |pass, v| {
                    if let Val::Ref(r) = v {
                        pass.reach(r);
                    }
                });
            }
        }
    }
    fn each_ref(&mut self, i: u32, mut f: impl FnMut(&mut Self, &mut Val)) {
        let taken = Node::Val(Val::Void);
        let mut node = std::mem::replace(&mut self.memory.objects[i as usize].node, taken);
        for_refs(&mut node, &mut |v| f(self, v));
        self.memory.objects[i as usize].node = node;
    }
    /// The managed objects that an object refers to.
    fn children(&mut self, i: u32, out: &mut Vec<u32>) {
        if !self.is_weak(i) {
            self.each_ref(i, |pass, v| {
                if let Val::Ref(r) = v
                    && pass.object(r.object).gc
                    && !pass.object(r.object).prebuilt
                {
                    out.push(r.object);
                }
            });
        }
    }
    /// Keeps and queues registered objects that nothing reaches.
    fn queue_dead(&mut self, finalizers: &mut Finalizers) {
        // Objects that were reached from dead ones, and whether they wait.
        let mut waits: FxHashMap<u32, bool> = FxHashMap::default();
        let (mut alive, mut dead) = (Vec::new(), Vec::new());
        // Queues first, which have positive tags.
        let mut registered = std::mem::take(&mut finalizers.registered);
        registered.sort_by_key(|entry| entry.1 < 0);
        for (mut r, tag) in registered {
            if self.reached[r.object as usize] {
                r.epoch = self.epoch;
                alive.push((r, tag));
                continue;
            }
            let (mut new, mut todo) = (FxHashSet::default(), vec![r.object]);
            while let Some(i) = todo.pop() {
                if self.reached[i as usize] {
                    self.let_wait(i, &mut waits);
                } else if new.insert(i) {
                    self.children(i, &mut todo);
                }
            }
            self.reach(&mut r);
            self.drain();
            waits.extend(new.into_iter().map(|i| (i, false)));
            dead.push((r, tag));
        }
        for (r, tag) in dead {
            if waits.get(&r.object) == Some(&true) {
                alive.push((r, tag));
            } else {
                finalizers.dead.push((r, tag));
                finalizers.news.push_back(tag);
            }
        }
        finalizers.registered = alive;
    }
    /// An object that was reached from a dead one is reached from another one.
    fn let_wait(&mut self, i: u32, waits: &mut FxHashMap<u32, bool>) {
        let mut todo = vec![i];
        while let Some(i) = todo.pop() {
            if let Some(state) = waits.get_mut(&i)
                && !std::mem::replace(state, true)
            {
                self.children(i, &mut todo);
            }
        }
    }
    /// Weak references to what was alive before finalisers were looked at stay, others are cleared.
    fn renew_weak_references(&mut self, alive: &[bool]) {
        for i in 0..self.reached.len() as u32 {
            if !self.is_weak(i) || !(self.reached[i as usize] || self.object(i).prebuilt) {
                continue;
            }
            self.each_ref(i, |pass, v| {
                if let Val::Ref(r) = v
                    && pass.object(r.object).gc
                    && !pass.object(r.object).prebuilt
                {
                    if alive[r.object as usize] {
                        r.epoch = pass.epoch;
                    } else {
                        *v = Val::Null;
                    }
                }
            });
        }
    }
    fn free(self) {
        for (o, reached) in self.memory.objects.iter_mut().zip(self.reached) {
            o.barrier_items.clear();
            if o.gc && !o.prebuilt {
                if reached {
                    o.epoch = self.epoch;
                    o.old = true;
                } else if !o.freed {
                    o.freed = true;
                    o.node = Node::Val(Val::Void);
                }
            }
        }
    }
}
