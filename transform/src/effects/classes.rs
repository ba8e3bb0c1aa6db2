//! Classes of references, by unification: what the analysis of [`super::owners`] computes with.
//!
//! A class of references to iterators or tuples has classes of its own for what their fields refer to:
//!
//! ```text
//! for x in frame.stack: ..        # an iterator { list: frame.stack, index }
//! for x in object.fields: ..      # another one: its `list` has nothing to do with that of the first
//! ```
use ena::unify::{InPlaceUnificationTable, NoError, UnifyKey, UnifyValue};
use lowlevel::AliasRegion;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A reference, or some that are one class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node(pub(super) u32);

/// How far the references of a class are known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Reach {
    /// Variables of one function hold them, and nothing else as far as that function is concerned: each of its calls
    /// has references of its own there.
    Local,
    /// So do fields, items, or prebuilt objects.
    Shared,
    /// They come from, or go to, where nothing is known of them.
    Outside,
}

impl UnifyValue for Reach {
    type Error = NoError;
    fn unify_values(a: &Reach, b: &Reach) -> Result<Reach, NoError> {
        Ok(*a.max(b))
    }
}

impl UnifyKey for Node {
    type Value = Reach;
    fn index(&self) -> u32 {
        self.0
    }
    fn from_index(n: u32) -> Node {
        Node(n)
    }
    fn tag() -> &'static str {
        "Node"
    }
}

/// The fields of the objects that the references of a class lead to.
type Fields = SmallVec<[(AliasRegion, Node); 2]>;

/// The classes.
#[derive(Default)]
pub(super) struct Classes {
    table: InPlaceUnificationTable<Node>,
    /// By the root of a class. **What a field refers to is known no farther than what leads to it.**
    fields: FxHashMap<Node, Fields>,
}

impl Classes {
    /// A reference that is in no class yet.
    pub(super) fn add(&mut self, reach: Reach) -> Node {
        self.table.new_key(reach)
    }
    /// The root of a class: the same for all of its references.
    pub(super) fn find(&mut self, n: Node) -> Node {
        self.table.find(n)
    }
    /// How far the references of a class are known.
    pub(super) fn reach(&mut self, n: Node) -> Reach {
        self.table.probe_value(n)
    }
    /// What a field of the objects of a class refers to.
    pub(super) fn field(&mut self, n: Node, part: AliasRegion) -> Node {
        let (root, reach) = (self.find(n), self.reach(n));
        let fields = self.fields.entry(root).or_default();
        match fields.iter().find(|f| f.0 == part) {
            Some(f) => f.1,
            None => {
                let new = self.table.new_key(reach);
                fields.push((part, new));
                new
            }
        }
    }
    /// The fields of the objects of a class that are known to refer to something.
    pub(super) fn fields(&mut self, n: Node) -> Fields {
        let root = self.find(n);
        self.fields.get(&root).cloned().unwrap_or_default()
    }
    /// All fields that are known.
    pub(super) fn all_fields(&self) -> Vec<(AliasRegion, Node)> {
        self.fields.values().flatten().copied().collect()
    }
    /// References of two classes may be the same, and so may be what the objects' fields refer to.
    pub(super) fn unify(&mut self, a: Node, b: Node) {
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            let mut fields = self.fields.remove(&a).unwrap_or_default();
            for (part, n) in self.fields.remove(&b).unwrap_or_default() {
                match fields.iter().find(|f| f.0 == part) {
                    Some(f) => todo.push((f.1, n)),
                    None => fields.push((part, n)),
                }
            }
            self.table.union(a, b);
            if fields.is_empty() {
                continue;
            }
            let (root, reach) = (self.find(a), self.reach(a));
            self.fields.insert(root, fields.clone());
            for (_, n) in fields {
                self.raise(n, reach);
            }
        }
    }
    /// The references of a class reach so far at least.
    pub(super) fn raise(&mut self, n: Node, reach: Reach) {
        let mut todo = vec![n];
        while let Some(n) = todo.pop() {
            if self.reach(n) < reach {
                self.table.union_value(n, reach);
                todo.extend(self.fields(n).into_iter().map(|f| f.1));
            }
        }
    }
}
