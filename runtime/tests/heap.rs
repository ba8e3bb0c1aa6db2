//! The collector against a model: random allocations, writes, root changes and collections; after each collection the
//! reachable objects must be those of the model, with the same contents, identities and weak references.
use std::collections::HashMap;
use std::sync::Mutex;

use proptest::prelude::*;
use runtime::heap::config::Config;
use runtime::heap::identity::WEAKREF_TARGET;
use runtime::heap::large::Zeroed;
use runtime::heap::object::{Obj, TRACK_WRITES, TypeInfo, VarInfo};
use runtime::heap::{Heap, LARGE_OBJECT};

const PAIR: u32 = 1;
const ARRAY: u32 = 2;
const BYTES: u32 = 3;
const WEAK: u32 = 4;
/// Where each object keeps its number in the model.
const NUMBER: usize = 8;

fn types() -> Vec<TypeInfo> {
    let var = |refs: &[u32], item_size| VarInfo {
        length_offset: 16,
        items_offset: 24,
        item_size,
        refs: refs.into(),
    };
    vec![
        TypeInfo::default(),
        TypeInfo {
            size: 32,
            refs: [16, 24].into(),
            var: None,
            weakref: false,
        },
        TypeInfo {
            size: 24,
            refs: [].into(),
            var: Some(var(&[0], 8)),
            weakref: false,
        },
        TypeInfo {
            size: 24,
            refs: [].into(),
            var: Some(var(&[], 1)),
            weakref: false,
        },
        TypeInfo {
            size: 16,
            refs: [8].into(),
            var: None,
            weakref: true,
        },
    ]
}

struct Mutator {
    heap: Heap,
    free: usize,
    end: usize,
    roots: Vec<usize>,
    weak: Vec<usize>,
    model: Vec<Vec<Option<usize>>>,
    identities: HashMap<usize, usize>,
}

impl Mutator {
    fn new(debug: bool) -> Mutator {
        let config = Config {
            nursery: 64 << 10,
            major_minimum: 1 << 20,
            debug,
            ..Config::default()
        };
        let heap = Heap::new(config, types()).unwrap();
        let (free, end) = heap.nursery_range();
        Mutator {
            heap,
            free,
            end,
            roots: vec![],
            weak: vec![],
            model: vec![],
            identities: HashMap::new(),
        }
    }
    fn minor(&mut self) {
        let Mutator {
            heap,
            roots,
            weak,
            free,
            ..
        } = self;
        heap.minor_collection(*free, &mut |visit| {
            roots
                .iter_mut()
                .chain(weak.iter_mut())
                .for_each(|r| visit(r))
        });
        self.free = heap.nursery_range().0;
        runtime::pages::zero(self.free, self.end - self.free);
    }
    fn major(&mut self) {
        self.minor();
        let Mutator {
            heap, roots, weak, ..
        } = self;
        heap.major_collection(&mut |visit| {
            roots
                .iter_mut()
                .chain(weak.iter_mut())
                .for_each(|r| visit(r))
        });
    }
    fn place(&mut self, type_id: u32, size: usize) -> Obj {
        if size >= LARGE_OBJECT {
            let obj = self
                .heap
                .allocate_large(type_id, size, Zeroed::All)
                .unwrap();
            return obj;
        }
        if self.free + size > self.end {
            self.minor();
        }
        let obj = Obj::at(self.free);
        self.free += size;
        obj.set_header(u64::from(type_id));
        obj
    }
    /// A new root object of `refs` reference fields (2: a pair) or of `bytes` bytes.
    fn allocate(&mut self, kind: u8, n: usize) {
        let number = self.model.len();
        let info = types();
        let (type_id, fields) = match kind % 3 {
            0 => (PAIR, 2),
            1 => (ARRAY, n),
            _ => (BYTES, 0),
        };
        let length = if type_id == BYTES { n * 64 } else { n };
        let size = info[type_id as usize]
            .total_size(if type_id == PAIR { 0 } else { length })
            .unwrap();
        let obj = self.place(type_id, size);
        obj.set_word(NUMBER, number);
        if type_id != PAIR {
            obj.set_word(16, length);
        }
        self.model.push(vec![None; fields]);
        self.roots.push(obj.address());
    }
    fn field_offset(obj: Obj, i: usize) -> usize {
        if obj.type_id() == PAIR {
            16 + 8 * i
        } else {
            24 + 8 * i
        }
    }
    fn set(&mut self, from: usize, field: usize, to: Option<usize>) {
        if self.roots.is_empty() {
            return;
        }
        let obj = Obj::at(self.roots[from % self.roots.len()]);
        let number = obj.word(NUMBER);
        let fields = self.model[number].len();
        if fields == 0 {
            return;
        }
        let target = to.map(|t| Obj::at(self.roots[t % self.roots.len()]));
        if obj.has_flag(TRACK_WRITES) {
            match obj.type_id() {
                ARRAY => self.heap.remember_item(obj, field % fields),
                _ => self.heap.remember(obj),
            }
        }
        obj.set_word(
            Self::field_offset(obj, field % fields),
            target.map_or(0, Obj::address),
        );
        self.model[number][field % fields] = target.map(|t| t.word(NUMBER));
    }
    fn identity(&mut self, root: usize) {
        if let Some(&address) = self.roots.get(root % self.roots.len().max(1)) {
            let obj = Obj::at(address);
            let id = self.heap.identity(obj);
            let before = *self.identities.entry(obj.word(NUMBER)).or_insert(id);
            assert_eq!(before, id, "the identity of an object changed");
        }
    }
    fn weaken(&mut self, root: usize) {
        if self.roots.is_empty() {
            return;
        }
        let index = root % self.roots.len();
        let weak = self.place(WEAK, 16);
        weak.set_word(WEAKREF_TARGET, self.roots[index]);
        self.heap.register_weakref(weak);
        self.weak.push(weak.address());
    }
    /// Everything reachable is as in the model. Returns the numbers reached.
    fn check(&self) -> Vec<usize> {
        let mut seen: HashMap<usize, usize> = HashMap::new();
        let mut todo: Vec<usize> = self.roots.clone();
        while let Some(address) = todo.pop() {
            let obj = Obj::at(address);
            let number = obj.word(NUMBER);
            match seen.insert(number, address) {
                Some(before) => {
                    assert_eq!(before, address, "two copies of object {number}");
                    continue;
                }
                None => assert!(number < self.model.len(), "a bad object at {address:#x}"),
            }
            for (i, field) in self.model[number].iter().enumerate() {
                let value = obj.word(Self::field_offset(obj, i));
                match field {
                    None => assert_eq!(value, 0, "field {i} of {number}"),
                    Some(target) => {
                        assert_eq!(
                            Obj::at(value).word(NUMBER),
                            *target,
                            "field {i} of {number}"
                        );
                        todo.push(value);
                    }
                }
            }
        }
        seen.into_keys().collect()
    }
    /// After a full collection weak references hold exactly what is reachable.
    fn check_weak(&self, targets: &[usize]) {
        let alive = self.check();
        for (&weak, number) in self.weak.iter().zip(targets) {
            let target = Obj::at(weak).word(WEAKREF_TARGET);
            if alive.contains(number) {
                assert_eq!(Obj::at(target).word(NUMBER), *number);
            } else {
                assert_eq!(target, 0, "a weak reference to dead object {number}");
            }
        }
    }
}

#[derive(Clone, Debug)]
enum Action {
    Allocate(u8, usize),
    Set(usize, usize, Option<usize>),
    Drop(usize),
    Identity(usize),
    Weaken(usize),
    Minor,
    Major,
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        8 => (any::<u8>(), 0usize..40).prop_map(|(k, n)| Action::Allocate(k, n)),
        // Large ones too.
        1 => (1u8..3, 500usize..9000).prop_map(|(k, n)| Action::Allocate(k, n)),
        12 => (any::<usize>(), any::<usize>(), any::<Option<usize>>()).prop_map(|(a, b, c)| Action::Set(a, b, c)),
        5 => any::<usize>().prop_map(Action::Drop),
        2 => any::<usize>().prop_map(Action::Identity),
        2 => any::<usize>().prop_map(Action::Weaken),
        2 => Just(Action::Minor),
        1 => Just(Action::Major),
    ]
}

fn run(debug: bool, actions: &[Action]) {
    let mut m = Mutator::new(debug);
    let mut weak_targets = Vec::new();
    for a in actions {
        match *a {
            Action::Allocate(kind, n) => m.allocate(kind, n),
            Action::Set(a, b, c) => m.set(a, b, c),
            Action::Drop(i) if !m.roots.is_empty() => {
                let i = i % m.roots.len();
                m.roots.swap_remove(i);
            }
            Action::Drop(_) => {}
            Action::Identity(i) => m.identity(i),
            Action::Weaken(i) => {
                if let Some(&r) = m.roots.get(i % m.roots.len().max(1)) {
                    weak_targets.push(Obj::at(r).word(NUMBER));
                    m.weaken(i);
                }
            }
            Action::Minor => {
                m.minor();
                m.check();
            }
            Action::Major => {
                m.major();
                m.check_weak(&weak_targets);
            }
        }
    }
    m.major();
    m.major();
    m.check_weak(&weak_targets);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]
    #[test]
    fn reachable_objects_survive(actions in prop::collection::vec(action(), 1..300), debug: bool) {
        run(debug, &actions);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    /// Young objects that only items of a long array lead to, few or many of them between two collections.
    #[test]
    fn long_arrays(
        length in 4000usize..9000,
        rounds in prop::collection::vec(prop::collection::vec((any::<usize>(), any::<bool>()), 0..700), 1..6),
    ) {
        let mut m = Mutator::new(false);
        m.allocate(1, length);
        for (n, stores) in rounds.iter().enumerate() {
            for &(field, clears) in stores {
                m.allocate(0, 2);
                let young = m.roots.len() - 1;
                m.set(0, field, (!clears).then_some(young));
                // A few in a row, too.
                m.set(0, field % length / 2 + 1, Some(young));
                m.roots.truncate(young);
            }
            match n % 3 {
                2 => m.major(),
                _ => m.minor(),
            }
            m.check();
        }
    }
}

#[test]
fn garbage_is_reused() {
    let mut m = Mutator::new(false);
    for round in 0..200 {
        for i in 0..2000 {
            m.allocate((i % 3) as u8, 5);
        }
        m.roots.clear();
        m.identities.clear();
        if round % 10 == 9 {
            m.major();
            assert!(
                m.heap.old_bytes() < 1 << 20,
                "{} bytes of garbage are held",
                m.heap.old_bytes()
            );
        }
    }
}

/// A large object without references; its length depends on `i`. It was zero, and is not afterwards.
fn large(m: &mut Mutator, i: usize) -> Obj {
    let length = LARGE_OBJECT + (i * 7919 % 300) * 1000;
    let size = types()[BYTES as usize].total_size(length).unwrap();
    let obj = m.place(BYTES, size);
    obj.set_word(16, length);
    for offset in (24..24 + length).step_by(8) {
        assert_eq!(obj.word(offset), 0, "object {i} of {length} bytes");
    }
    for offset in (24..24 + length).step_by(512) {
        obj.set_word(offset, usize::MAX);
    }
    obj
}

/// Tests that look at the memory of the process run one after the other.
static MEMORY: Mutex<()> = Mutex::new(());

/// Bytes of the process that are in memory.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = text.split(' ').nth(1).unwrap().parse().unwrap();
    pages * runtime::pages::PAGE
}

#[test]
fn large_objects_that_die_young_need_no_major_collection() {
    let _alone = MEMORY.lock();
    let mut m = Mutator::new(false);
    let before = resident();
    let mut kept = 0;
    for i in 0..8000 {
        let obj = large(&mut m, i);
        if i % 100 == 0 {
            m.roots.push(obj.address());
            m.model.push(vec![]);
            obj.set_word(NUMBER, m.model.len() - 1);
            kept += obj.word(16) + 3 * runtime::pages::PAGE;
        }
        if i % 8 == 7 {
            m.minor();
            m.check();
            assert!(m.heap.old_bytes() <= kept, "garbage is held");
        }
    }
    // All together were more than a gigabyte; tests beside this one need some memory, too.
    let more = resident().saturating_sub(before);
    assert!(
        more < kept + (128 << 20),
        "{more} bytes, {kept} of them in use"
    );
    m.roots.clear();
    m.major();
    assert_eq!(m.heap.old_bytes(), 0);
}

#[test]
fn pages_of_large_objects_go_back_to_the_system() {
    let _alone = MEMORY.lock();
    let mut m = Mutator::new(false);
    for i in 0..2000 {
        let obj = large(&mut m, i);
        m.roots.push(obj.address());
        m.model.push(vec![]);
        obj.set_word(NUMBER, m.model.len() - 1);
    }
    m.major();
    let used = m.heap.old_bytes();
    assert!(used > 300 << 20);
    let before = resident();
    m.roots.clear();
    m.major();
    let after = resident();
    assert!(
        after + used / 2 < before,
        "{before} bytes before, {after} after"
    );
}

#[test]
fn weak_references_to_large_objects() {
    let mut m = Mutator::new(false);
    let lengths = [LARGE_OBJECT, 50_000, 3 << 20];
    for kept in [false, true] {
        for length in lengths {
            let size = types()[BYTES as usize].total_size(length).unwrap();
            let obj = m.place(BYTES, size);
            obj.set_word(16, length);
            assert!(m.heap.is_young(obj.address()));
            let weak = m.place(WEAK, 16);
            weak.set_word(WEAKREF_TARGET, obj.address());
            m.heap.register_weakref(weak);
            m.weak.push(weak.address());
            if kept {
                // It is reached by way of another object.
                let size = types()[PAIR as usize].total_size(0).unwrap();
                let pair = m.place(PAIR, size);
                pair.set_word(16, obj.address());
                m.roots.push(pair.address());
            }
        }
    }
    m.minor();
    let targets = |m: &Mutator| -> Vec<usize> {
        (m.weak.iter())
            .map(|&w| Obj::at(w).word(WEAKREF_TARGET))
            .collect()
    };
    for (i, target) in targets(&m).into_iter().enumerate() {
        assert_eq!(
            target != 0,
            i >= lengths.len(),
            "the weak reference number {i}"
        );
        if target != 0 {
            assert_eq!(Obj::at(target).word(16), lengths[i - lengths.len()]);
            assert!(!m.heap.is_young(target));
        }
    }
    m.roots.clear();
    m.major();
    assert!(targets(&m).into_iter().all(|t| t == 0));
}
