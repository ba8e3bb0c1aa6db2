//! How near two contexts are to each other, without making their join: a join is as much work as a dozen looks.
//!
//! ```text
//! [k0 k1] k0=*20!@IntBox k1=3      [k0 k1] k0=*20! k1=3       not similar; apart by a class
//! [k0 k1] k0=*20! k1=Signed>=0     [k0 k0] k0=*20!            similar: a range, and a sharing
//! ```
use super::*;

/// Whether two contexts may differ in ranges, sharing and known fields only: without that their join loses more. A
/// quick look, before a join is made.
pub fn similar(left: &Context, right: &Context) -> bool {
    let same = left.exc == right.exc && left.held == right.held;
    if left.reds().len() != right.reds().len() || !same {
        return false;
    }
    let mut s = Similar {
        left,
        right,
        partner: smallvec![None; left.classes.len()],
        todo: left
            .slots
            .iter()
            .copied()
            .zip(right.slots.iter().copied())
            .collect(),
    };
    s.classes() && s.heap()
}

struct Similar<'a> {
    left: &'a Context,
    right: &'a Context,
    /// One partner is enough: other pairs are looked at when they are joined.
    partner: ByClass<ValueClassId>,
    todo: SmallVec<[(ValueClassId, ValueClassId); 32]>,
}

impl Similar<'_> {
    /// Looks at the pairs that are to be looked at, and at what their virtuals refer to.
    fn classes(&mut self) -> bool {
        let (left, right) = (self.left, self.right);
        let zero = |c: &Context, k: Option<ValueClassId>| {
            k.is_none_or(|k| matches!(c.classes[k], ValueClass::Const { bits: 0, .. }))
        };
        while let Some((l, r)) = self.todo.pop() {
            if self.partner[l.index()] == Some(r) {
                continue;
            }
            let seen = self.partner[l.index()].replace(r).is_some();
            let (l, r) = (&left.classes[l], &right.classes[r]);
            match (l, r) {
                (ValueClass::Const { bits, .. }, ValueClass::Const { bits: b, .. })
                    if bits == b => {}
                (ValueClass::Residual { facts, .. }, ValueClass::Residual { facts: f, .. })
                    if facts.nonnull == f.nonnull && facts.class == f.class => {}
                _ => {
                    // A virtual with two partners would be allocated.
                    let Some((fields, f)) = l.fields_beside(r).filter(|_| !seen) else {
                        return false;
                    };
                    for pair in fields.iter().zip(f) {
                        match pair {
                            (Some(l), Some(r)) => self.todo.push((*l, *r)),
                            (l, r) if zero(left, *l) && zero(right, *r) => {}
                            // Zero meets a value.
                            _ => return false,
                        }
                    }
                }
            }
        }
        true
    }
    /// What a field holds that both know: the join would know it, too, and less of what it is.
    fn heap(&mut self) -> bool {
        let (left, right) = (self.left, self.right);
        for e in left.heap.iter().filter(|e| e.index.is_none()) {
            let Some(object) = self.partner[e.object.index()] else {
                continue;
            };
            let key = (object, e.spot, None);
            let from = (right.heap).partition_point(|x| (x.object, x.spot, x.index) < key);
            let found = right.heap.get(from);
            if let Some(found) = found.filter(|x| (x.object, x.spot, x.index) == key) {
                self.todo.push((e.value, found.value));
                if !self.classes() {
                    return false;
                }
            }
        }
        true
    }
}

/// About what the join of two contexts loses, on both sides together: for the choice of the one to join with, without
/// making joins.
pub fn apart(left: &Context, right: &Context, objects: &dyn Objects) -> u32 {
    let sides = [left, right];
    let mut partner: ByClass<ValueClassId> = smallvec![None; left.classes.len()];
    let mut virtuals: ByClass<ValueClassId> = smallvec![None; right.classes.len()];
    let mut todo: SmallVec<[(Node, Node); 32]> = (left.slots.iter())
        .zip(&right.slots)
        .map(|(&l, &r)| (Node::Class(l), Node::Class(r)))
        .collect();
    let mut cost = 0;
    while let Some((l, r)) = todo.pop() {
        let class = |side: usize, node: Node| match node {
            Node::Class(k) => Some(&sides[side].classes[k]),
            Node::Zero => None,
        };
        if let (Node::Class(l), Node::Class(r)) = (l, r) {
            if partner[l.index()] == Some(r) {
                continue;
            }
            let seen = partner[l.index()].replace(r).is_some();
            match (&left.classes[l], &right.classes[r]) {
                (ValueClass::Const { bits, .. }, ValueClass::Const { bits: b, .. })
                    if bits == b =>
                {
                    continue;
                }
                (of_left, of_right) => {
                    if let Some((fields, f)) = of_left.fields_beside(of_right)
                        && !seen
                        && virtuals[r.index()].replace(l).is_none()
                    {
                        let node = |k: &Option<ValueClassId>| k.map_or(Node::Zero, Node::Class);
                        todo.extend(fields.iter().zip(f).map(|(l, r)| (node(l), node(r))));
                        continue;
                    }
                }
            }
        }
        let Some(ty) = class(0, l).or(class(1, r)).map(ValueClass::ty) else {
            continue;
        };
        let facts = [(0, l), (1, r)].map(|(side, node)| match node {
            Node::Class(k) => facts_of(sides[side], k, objects),
            Node::Zero => zero_facts(ty),
        });
        let both = meet(facts[0], facts[1]);
        for (known, class) in facts.into_iter().zip([class(0, l), class(1, r)]) {
            cost += match class {
                Some(ValueClass::Virtual { .. }) => Loss::Virtual.cost(),
                Some(ValueClass::Const {
                    ty: LLType::Ptr(_) | LLType::Address,
                    ..
                }) => Loss::Reference.cost(),
                Some(ValueClass::Const { .. }) => Loss::Number.cost(),
                Some(ValueClass::Residual { .. }) if known.class != both.class => {
                    Loss::Class.cost()
                }
                Some(ValueClass::Residual { .. }) if known.nonnull != both.nonnull => {
                    Loss::NonNull.cost()
                }
                Some(ValueClass::Residual { .. }) if known.range != both.range => {
                    Loss::Range.cost()
                }
                _ => 0,
            };
        }
    }
    cost
}
