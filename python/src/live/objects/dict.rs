//! Dictionaries and sets: insertion-ordered hash tables with Python's notion of equality.
//!
//! *Layout.* A dense vector of entries plus an open-addressing table of indices into it (linear probing, at most 2/3
//! full), as in CPython 3.6: iteration is a walk over the vector, in the order of insertion. Deleting leaves a hole;
//! holes are squeezed out when the table grows. Up to [`SMALL`] entries there is no table, and the vector is searched:
//! so most instances have one allocation less.
//!
//! *Hints.* The engine remembers where in the vector it found a name. An entry is the right one if its key is the very
//! string object of the name, so a hint needs no invalidation: it is only ever right or useless.
//!
//! *Re-entrancy.* A user's `__eq__` may change the very dictionary being searched. So a search never holds a borrow
//! while Python code runs, and begins again if the table changed meanwhile.
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::name::Name;

use crate::live::objects::hash::{quick_eq, quick_hash};
use crate::live::space::Space;
use crate::live::{PyResult, StrObj, Value, name_value};

const EMPTY: u32 = u32::MAX;
const DELETED: u32 = u32::MAX - 1;
/// Most entries of a table that is searched from the beginning.
const SMALL: usize = 8;

thread_local! {
    static STAMP: Cell<u64> = const { Cell::new(0) };
}

/// A number that no dictionary of this thread has had before.
fn fresh_stamp() -> u64 {
    STAMP.with(|s| {
        let stamp = s.get() + 1;
        s.set(stamp);
        stamp
    })
}

#[derive(Clone)]
struct Entry {
    hash: i64,
    /// `None`: a hole.
    key: Option<Value>,
    value: Value,
}

impl Entry {
    /// Whether it has the key, or must be compared by the space; `None`: it is another one.
    fn matches(&self, hash: i64, key: &Value, index: usize, not: &[usize]) -> Option<Probe> {
        if self.hash != hash {
            return None;
        }
        let k = self.key.as_ref()?;
        let same = match (k, key) {
            (Value::Str(a), Value::Str(b)) => Some(Rc::ptr_eq(a, b) || a.bytes == b.bytes),
            (Value::Int(a), Value::Int(b)) => Some(a == b),
            _ if k.is(key) => Some(true),
            _ => quick_eq(k, key),
        };
        match same {
            Some(true) => Some(Probe::Found(index)),
            Some(false) => None,
            None if not.contains(&index) => None,
            None => Some(Probe::Ask(index, k.clone())),
        }
    }
}

/// The table shared by dictionaries and sets.
#[derive(Clone, Default)]
pub struct Table {
    entries: Vec<Entry>,
    slots: Vec<u32>,
    live: usize,
    /// Slots that are not `EMPTY`.
    used: usize,
}

enum Probe {
    Found(usize),
    Absent,
    /// The entry must be compared by the space.
    Ask(usize, Value),
}

impl Table {
    fn mask(&self) -> usize {
        self.slots.len() - 1
    }
    fn start(&self, hash: i64) -> usize {
        ((hash as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & self.mask()
    }
    /// Searches from the beginning, skipping the entries in `not`.
    fn probe(&self, hash: i64, key: &Value, not: &[usize]) -> Probe {
        if self.slots.is_empty() {
            for (e, entry) in self.entries.iter().enumerate() {
                if let Some(found) = entry.matches(hash, key, e, not) {
                    return found;
                }
            }
            return Probe::Absent;
        }
        let mask = self.mask();
        let mut i = self.start(hash);
        loop {
            match self.slots[i] {
                EMPTY => return Probe::Absent,
                DELETED => {}
                e => {
                    if let Some(found) =
                        self.entries[e as usize].matches(hash, key, e as usize, not)
                    {
                        return found;
                    }
                }
            }
            i = (i + 1) & mask;
        }
    }
    /// The entry of a string key. Other keys with the same hash are left to [`Table::probe`].
    fn find_text(&self, key: &Rc<StrObj>) -> Option<usize> {
        let hash = key.hash();
        let same = |e: &Entry| {
            e.hash == hash
                && match &e.key {
                    Some(Value::Str(k)) => Rc::ptr_eq(k, key) || k.bytes == key.bytes,
                    Some(k @ Value::Unicode(_)) => {
                        quick_eq(k, &Value::Str(key.clone())) == Some(true)
                    }
                    _ => false,
                }
        };
        if self.slots.is_empty() {
            return self.entries.iter().position(same);
        }
        let mask = self.mask();
        let mut i = self.start(hash);
        loop {
            match self.slots[i] {
                EMPTY => return None,
                DELETED => {}
                e if same(&self.entries[e as usize]) => return Some(e as usize),
                _ => {}
            }
            i = (i + 1) & mask;
        }
    }
    /// The entry at a hint, if its key is the very string object.
    fn at_hint(&self, key: &Rc<StrObj>, hint: usize) -> bool {
        matches!(
            self.entries.get(hint),
            Some(Entry { key: Some(Value::Str(k)), .. }) if Rc::ptr_eq(k, key)
        )
    }
    fn insert_new(&mut self, hash: i64, key: Value, value: Value) {
        if self.slots.is_empty() && self.entries.len() < SMALL {
            self.live += 1;
            self.entries.push(Entry {
                hash,
                key: Some(key),
                value,
            });
            return;
        }
        if (self.used + 1) * 3 > self.slots.len() * 2 {
            self.rebuild((self.live + 1) * 2);
        }
        let mask = self.mask();
        let mut i = self.start(hash);
        while self.slots[i] != EMPTY {
            i = (i + 1) & mask;
        }
        self.slots[i] = self.entries.len() as u32;
        self.used += 1;
        self.live += 1;
        self.entries.push(Entry {
            hash,
            key: Some(key),
            value,
        });
    }
    fn rebuild(&mut self, wanted: usize) {
        let size = (wanted * 3 / 2).next_power_of_two().max(8);
        if self.live != self.entries.len() {
            self.entries.retain(|e| e.key.is_some());
        }
        self.slots.clear();
        self.slots.resize(size, EMPTY);
        let mask = size - 1;
        for (n, e) in self.entries.iter().enumerate() {
            let mut i = ((e.hash as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & mask;
            while self.slots[i] != EMPTY {
                i = (i + 1) & mask;
            }
            self.slots[i] = n as u32;
        }
        self.used = self.entries.len();
    }
    fn remove(&mut self, index: usize) -> (Value, Value) {
        if !self.slots.is_empty() {
            let hash = self.entries[index].hash;
            let mask = self.mask();
            let mut i = self.start(hash);
            while self.slots[i] != index as u32 {
                i = (i + 1) & mask;
            }
            self.slots[i] = DELETED;
        }
        self.live -= 1;
        let e = &mut self.entries[index];
        let key = e.key.take().unwrap_or(Value::None);
        let value = std::mem::replace(&mut e.value, Value::None);
        if index + 1 == self.entries.len() {
            // Pop trailing holes, so that repeated `popitem` is linear.
            while self.entries.last().is_some_and(|e| e.key.is_none()) {
                self.entries.pop();
            }
        }
        (key, value)
    }
}

/// A dictionary that keeps the order of insertion, in both versions of Python.
#[derive(Default)]
pub struct DictObj {
    table: RefCell<Table>,
    /// Another number after every change of the set of keys; 0 while there were none.
    version: Cell<u64>,
}

impl DictObj {
    /// A new dictionary without items.
    pub fn new() -> DictObj {
        DictObj::default()
    }
    /// The number of its items.
    pub fn len(&self) -> usize {
        self.table.borrow().live
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Changes when a key is added or removed. Two dictionaries that have had keys never have the same.
    pub fn version(&self) -> u64 {
        self.version.get()
    }

    // ---- names: no Python code is run ----

    /// The value of a string key.
    pub fn get_name(&self, name: Name) -> Option<Value> {
        let key = name_value(name);
        self.get_quick(&key)
    }
    /// The value of a key that is a string or another simple value (no user-defined `__eq__` or `__hash__` is run).
    pub fn get_quick(&self, key: &Value) -> Option<Value> {
        let hash = quick_hash(key)?;
        let t = self.table.borrow();
        match t.probe(hash, key, &[]) {
            Probe::Found(i) => Some(t.entries[i].value.clone()),
            _ => None,
        }
    }
    /// Pushes the value of a string key, which was last found at the hint; whether there is one.
    pub(crate) fn push_hinted(
        &self,
        key: &Rc<StrObj>,
        hint: &Cell<u32>,
        stack: &mut Vec<Value>,
    ) -> bool {
        let t = self.table.borrow();
        let mut at = hint.get() as usize;
        if !t.at_hint(key, at) {
            match t.find_text(key) {
                Some(found) => at = found,
                None => return false,
            }
            hint.set(at as u32);
        }
        crate::live::quick::push_copy(stack, &t.entries[at].value);
        true
    }
    /// Sets the value of a string key, which was last found at the hint; what was there before.
    pub(crate) fn set_hinted(
        &self,
        key: &Rc<StrObj>,
        hint: &Cell<u32>,
        value: Value,
    ) -> Option<Value> {
        let mut t = self.table.borrow_mut();
        let at = hint.get() as usize;
        let found = if t.at_hint(key, at) {
            Some(at)
        } else {
            t.find_text(key)
        };
        match found {
            Some(at) => {
                hint.set(at as u32);
                Some(std::mem::replace(&mut t.entries[at].value, value))
            }
            None => {
                t.insert_new(key.hash(), Value::Str(key.clone()), value);
                hint.set(t.entries.len() as u32 - 1);
                self.version.set(fresh_stamp());
                None
            }
        }
    }
    /// Sets the value of a string or an integer; what was there before. The value comes back if keys must be compared
    /// by the space.
    pub(crate) fn set_simple(&self, key: &Value, value: Value) -> Result<Option<Value>, Value> {
        let Some(hash) = quick_hash(key) else {
            return Err(value);
        };
        let mut t = self.table.borrow_mut();
        match t.probe(hash, key, &[]) {
            Probe::Found(i) => Ok(Some(std::mem::replace(&mut t.entries[i].value, value))),
            Probe::Absent => {
                t.insert_new(hash, key.clone(), value);
                self.version.set(fresh_stamp());
                Ok(None)
            }
            Probe::Ask(..) => Err(value),
        }
    }
    /// The value of a string or an integer; outer `None`: keys must be compared by the space.
    pub(crate) fn get_simple(&self, key: &Value) -> Option<Option<Value>> {
        let hash = quick_hash(key)?;
        let t = self.table.borrow();
        match t.probe(hash, key, &[]) {
            Probe::Found(i) => Some(Some(t.entries[i].value.clone())),
            Probe::Absent => Some(None),
            Probe::Ask(..) => None,
        }
    }
    /// Sets the value of a string key.
    pub fn set_name(&self, name: Name, value: Value) {
        self.set_quick(name_value(name), value);
    }
    /// Sets the value of a simple key (see [`DictObj::get_quick`]); keys that need Python code are compared by
    /// identity.
    pub fn set_quick(&self, key: Value, value: Value) {
        let hash =
            quick_hash(&key).unwrap_or_else(|| crate::live::objects::hash::identity_hash(&key));
        let old;
        {
            let mut t = self.table.borrow_mut();
            if let Probe::Found(i) = t.probe(hash, &key, &[]) {
                // Drop the old value after the borrow: dropping may be deep.
                old = Some(std::mem::replace(&mut t.entries[i].value, value));
            } else {
                t.insert_new(hash, key, value);
                self.version.set(fresh_stamp());
                old = None;
            }
        }
        drop(old);
    }
    /// Removes a string key.
    pub fn remove_name(&self, name: Name) -> Option<Value> {
        let key = name_value(name);
        let hash = quick_hash(&key)?;
        let mut t = self.table.borrow_mut();
        match t.probe(hash, &key, &[]) {
            Probe::Found(i) => {
                self.version.set(fresh_stamp());
                Some(t.remove(i).1)
            }
            _ => None,
        }
    }
    /// Whether there is a string key.
    pub fn has_name(&self, name: Name) -> bool {
        self.get_name(name).is_some()
    }
    /// The string keys with their values, in order (for inspection of namespaces).
    pub fn names(&self) -> Vec<(Name, Value)> {
        let t = self.table.borrow();
        t.entries
            .iter()
            .filter_map(|e| match &e.key {
                Some(Value::Str(s)) => Some((s.name(), e.value.clone())),
                _ => None,
            })
            .collect()
    }
    /// All items, in order.
    pub fn items(&self) -> Vec<(Value, Value)> {
        let t = self.table.borrow();
        t.entries
            .iter()
            .filter_map(|e| Some((e.key.clone()?, e.value.clone())))
            .collect()
    }
    /// All keys, in order.
    pub fn keys(&self) -> Vec<Value> {
        self.table
            .borrow()
            .entries
            .iter()
            .filter_map(|e| e.key.clone())
            .collect()
    }
    /// All values, in order.
    pub fn values(&self) -> Vec<Value> {
        let t = self.table.borrow();
        t.entries
            .iter()
            .filter(|e| e.key.is_some())
            .map(|e| e.value.clone())
            .collect()
    }
    /// The first item at or after a position of the entry vector, and the position after it (iteration).
    pub fn next_entry(&self, mut position: usize) -> Option<(usize, Value, Value)> {
        let t = self.table.borrow();
        while let Some(e) = t.entries.get(position) {
            position += 1;
            if let Some(k) = &e.key {
                return Some((position, k.clone(), e.value.clone()));
            }
        }
        None
    }

    // ---- any key ----

    fn find(&self, space: &Space, hash: i64, key: &Value) -> PyResult<Option<usize>> {
        let mut not = Vec::new();
        let mut version = self.version.get();
        loop {
            let probe = self.table.borrow().probe(hash, key, &not);
            match probe {
                Probe::Found(i) => return Ok(Some(i)),
                Probe::Absent => return Ok(None),
                Probe::Ask(i, candidate) => {
                    let same = space.eq(&candidate, key)?;
                    if self.version.get() != version {
                        version = self.version.get();
                        not.clear();
                        continue;
                    }
                    if same {
                        return Ok(Some(i));
                    }
                    not.push(i);
                }
            }
        }
    }
    /// `d.get(key)`
    pub fn get(&self, space: &Space, key: &Value) -> PyResult<Option<Value>> {
        let hash = space.hash(key)?;
        let found = self.find(space, hash, key)?;
        Ok(found.map(|i| self.table.borrow().entries[i].value.clone()))
    }
    /// `d[key] = value`
    pub fn set(&self, space: &Space, key: Value, value: Value) -> PyResult<()> {
        let hash = space.hash(&key)?;
        let old = match self.find(space, hash, &key)? {
            Some(i) => {
                let mut t = self.table.borrow_mut();
                Some(std::mem::replace(&mut t.entries[i].value, value))
            }
            None => {
                self.table.borrow_mut().insert_new(hash, key, value);
                self.version.set(fresh_stamp());
                None
            }
        };
        drop(old);
        Ok(())
    }
    /// What is stored under a key; this value from now on, if nothing was. The key is looked for once.
    pub fn set_default(&self, space: &Space, key: &Value, value: &Value) -> PyResult {
        let hash = space.hash(key)?;
        if let Some(i) = self.find(space, hash, key)? {
            return Ok(self.table.borrow().entries[i].value.clone());
        }
        let mut t = self.table.borrow_mut();
        t.insert_new(hash, key.clone(), value.clone());
        drop(t);
        self.version.set(fresh_stamp());
        Ok(value.clone())
    }
    /// Removes a key and returns what was stored; calls `__hash__` and `__eq__` of the program.
    pub fn remove(&self, space: &Space, key: &Value) -> PyResult<Option<(Value, Value)>> {
        let hash = space.hash(key)?;
        Ok(match self.find(space, hash, key)? {
            Some(i) => {
                self.version.set(fresh_stamp());
                Some(self.table.borrow_mut().remove(i))
            }
            None => None,
        })
    }
    /// Whether a key is there.
    pub fn contains(&self, space: &Space, key: &Value) -> PyResult<bool> {
        let hash = space.hash(key)?;
        Ok(self.find(space, hash, key)?.is_some())
    }
    /// Removes and returns the last item, or the first.
    pub fn pop_end(&self, last: bool) -> Option<(Value, Value)> {
        let mut t = self.table.borrow_mut();
        let i = if last {
            t.entries.iter().rposition(|e| e.key.is_some())?
        } else {
            t.entries.iter().position(|e| e.key.is_some())?
        };
        self.version.set(fresh_stamp());
        Some(t.remove(i))
    }
    /// Removes all items; caches of its names become invalid.
    pub fn clear(&self) {
        let old = std::mem::take(&mut *self.table.borrow_mut());
        self.version.set(fresh_stamp());
        drop(old);
    }
    /// A dictionary with the same keys and values, in the same order.
    pub fn copy(&self) -> DictObj {
        DictObj {
            table: self.table.clone(),
            version: Cell::new(fresh_stamp()),
        }
    }
}

/// A set or frozenset.
pub struct SetObj {
    /// The items are the keys.
    pub dict: DictObj,
    /// `frozenset`
    pub frozen: bool,
}

impl SetObj {
    /// An empty set.
    pub fn new(frozen: bool) -> SetObj {
        SetObj {
            dict: DictObj::new(),
            frozen,
        }
    }
    /// The number of its items.
    pub fn len(&self) -> usize {
        self.dict.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.dict.is_empty()
    }
    /// The items, in order of insertion.
    pub fn items(&self) -> Vec<Value> {
        self.dict.keys()
    }
    /// Adds an item; whether it was new.
    pub fn add(&self, space: &Space, item: Value) -> PyResult<bool> {
        let before = self.dict.len();
        self.dict.set_default(space, &item, &Value::None)?;
        Ok(self.dict.len() != before)
    }
    /// Whether an item is there.
    pub fn contains(&self, space: &Space, item: &Value) -> PyResult<bool> {
        self.dict.contains(space, item)
    }
}
