//! Integers that change from turn to turn of a loop: where they are in contexts, and contexts without them.
//!
//! ```text
//! first turn  [k0 k1] k0=0 k1=new W{k2} k2=7      differ at slot 0
//! second turn [k0 k1] k0=1 k1=new W{k2} k2=7      generalised: [k0 k1] k0=Signed>=0 k1=new W{k2} k2=7
//! ```
use super::*;

/// A place in a context that may hold an integer constant: a slot, or a field of the virtual at a place.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct Path {
    /// The slot of the context that the way begins at.
    pub slot: u32,
    /// Fields on the way.
    pub fields: Vec<u32>,
}

/// Where an arrival's integer constant meets another value in the version: what a loop head widens.
pub fn number_differences(version: &Context, arrival: &Context) -> Vec<Path> {
    let mut walk = Differences {
        version,
        arrival,
        slot: 0,
        fields: SmallVec::new(),
        partners: smallvec![None; version.classes.len()],
        more: FxHashSet::default(),
        out: Vec::new(),
    };
    for (i, (&v, &a)) in version.reds().iter().zip(arrival.reds()).enumerate() {
        walk.slot = i as u32;
        walk.visit(v, a);
    }
    walk.out.sort();
    walk.out
}

struct Differences<'a> {
    version: &'a Context,
    arrival: &'a Context,
    slot: u32,
    fields: SmallVec<[u32; 8]>,
    /// Pairs of virtuals that were visited: the first partner of each of the version's, and the others.
    partners: ByClass<ValueClassId>,
    more: FxHashSet<(ValueClassId, ValueClassId)>,
    out: Vec<Path>,
}

impl Differences<'_> {
    fn visit(&mut self, v: ValueClassId, a: ValueClassId) {
        match (&self.version.classes[v], &self.arrival.classes[a]) {
            (ValueClass::Const { ty, bits }, ValueClass::Const { ty: t, bits: b })
                if bits != b && is_number(*ty) && is_number(*t) =>
            {
                self.found();
            }
            (ValueClass::Const { ty, .. }, ValueClass::Residual { .. }) if is_number(*ty) => {
                self.found()
            }
            (
                ValueClass::Virtual {
                    container,
                    fields: f,
                    ..
                },
                ValueClass::Virtual {
                    container: c,
                    fields: g,
                    ..
                },
            ) if container == c && f.len() == g.len() && self.is_new(v, a) => {
                for (n, pair) in (0..).zip(f.iter().zip(g)) {
                    if let (Some(v), Some(a)) = pair {
                        self.fields.push(n);
                        self.visit(*v, *a);
                        self.fields.pop();
                    }
                }
            }
            _ => {}
        }
    }
    fn is_new(&mut self, v: ValueClassId, a: ValueClassId) -> bool {
        match self.partners[v.index()] {
            None => {
                self.partners[v.index()] = Some(a);
                true
            }
            Some(known) => known != a && self.more.insert((v, a)),
        }
    }
    fn found(&mut self) {
        self.out.push(Path {
            slot: self.slot,
            fields: self.fields.to_vec(),
        });
    }
}

fn is_number(ty: LLType) -> bool {
    ty.is_integral() && !matches!(ty, LLType::Ptr(_) | LLType::Address)
}

/// The context in which the integer constants at these places are residual values with a range; `None` if there are
/// none.
pub fn generalise(context: &Context, places: &[(Path, Range)]) -> Option<Context> {
    // (class of the container, field) or slot -> number of the place.
    let mut slots: FxHashMap<u32, usize> = FxHashMap::default();
    let mut fields: FxHashMap<(ValueClassId, u32), usize> = FxHashMap::default();
    let number = |k: ValueClassId| matches!(context.classes[k], ValueClass::Const { ty, .. } if is_number(ty));
    for (n, (path, _)) in places.iter().enumerate() {
        let Some(&start) = context.slots.get(path.slot as usize) else {
            continue;
        };
        let mut at = start;
        let mut holder = None;
        let mut valid = true;
        for &f in &path.fields {
            match &context.classes[at] {
                ValueClass::Virtual { fields, .. } => match fields.get(f as usize) {
                    Some(Some(k)) => {
                        holder = Some((at, f));
                        at = *k;
                    }
                    _ => valid = false,
                },
                _ => valid = false,
            }
            if !valid {
                break;
            }
        }
        if valid && number(at) {
            match holder {
                None => slots.insert(path.slot, n),
                Some(holder) => fields.insert(holder, n),
            };
        }
    }
    if slots.is_empty() && fields.is_empty() {
        return None;
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum N {
        Class(ValueClassId),
        Widened(usize, ValueClassId),
    }
    let node = |place: Option<&usize>, k: ValueClassId| match place {
        Some(&n) => N::Widened(n, k),
        None => N::Class(k),
    };
    let heap: Vec<HeapEntry<N>> = context
        .heap
        .iter()
        .map(|e| e.map(|&k| N::Class(k)))
        .collect();
    let (mut out, _) = canonicalise(
        context
            .slots
            .iter()
            .enumerate()
            .map(|(i, &k)| node(slots.get(&(i as u32)), k)),
        &heap,
        |n| match n {
            N::Widened(place, k) => ValueClass::Residual {
                ty: context.classes[k].ty(),
                facts: BoxFacts {
                    range: places[place].1,
                    ..BoxFacts::default()
                },
            },
            N::Class(k) => context.classes[k].map(|i, &x| node(fields.get(&(k, i)), x)),
        },
    );
    out.exc = context.exc;
    out.held = context.held;
    out.deferred.clone_from(&context.deferred);
    Some(out)
}

/// The range of what stands at a place: of the constant, or of the residual value.
pub fn range_at(context: &Context, path: &Path) -> Range {
    let mut at = context.slots[path.slot as usize];
    for &f in &path.fields {
        match &context.classes[at] {
            ValueClass::Virtual { fields, .. } => match fields.get(f as usize) {
                Some(Some(k)) => at = *k,
                _ => return Range::GE0,
            },
            _ => return Range::FULL,
        }
    }
    match &context.classes[at] {
        ValueClass::Const { bits, .. } => Range::of_number(*bits as i64),
        ValueClass::Residual { facts, .. } => facts.range,
        ValueClass::Virtual { .. } => Range::FULL,
    }
}
