//! Laws of the order of contexts, on generated contexts.
use ir::lltype::ContainerId;
use proptest::prelude::*;

use super::*;

struct NoObjects;
impl Objects for NoObjects {
    fn class_of(&self, _ty: LLType, bits: u64) -> Option<u64> {
        // Constant objects at multiples of 16 are instances of one of two classes.
        bits.is_multiple_of(16).then_some(0x1000 + bits % 32)
    }
}

const OBJECT: LLType = LLType::Ptr(ContainerId(1));

/// How a node is made; numbers refer to other nodes modulo their count.
#[derive(Clone, Debug)]
enum Gen {
    Int(i8),
    IntVar(Range),
    Null,
    Object(u8),
    Ref(bool, u8),
    New(u8, Vec<u8>),
}

fn arb_range() -> impl Strategy<Value = Range> {
    (-1..20i64).prop_map(Range::of_size)
}

fn arb_gen() -> impl Strategy<Value = Gen> {
    prop_oneof![
        (-1..3i8).prop_map(Gen::Int),
        arb_range().prop_map(Gen::IntVar),
        Just(Gen::Null),
        (1..4u8).prop_map(Gen::Object),
        (any::<bool>(), 0..3u8).prop_map(|(n, c)| Gen::Ref(n, c)),
        (0..2u8, prop::collection::vec(any::<u8>(), 2)).prop_map(|(c, f)| Gen::New(c, f)),
    ]
}

type Description = (Vec<Gen>, Vec<u8>, Vec<u8>, Vec<(u8, u8, u8)>, u8);

/// Slots 0..3 hold integers, slots 3..6 references (as types of variables demand), heap entries are about references
/// and relations about integers.
fn build((nodes, ints, refs, heap, exc): &Description) -> Context {
    let is_int = |g: &Gen| matches!(g, Gen::Int(_) | Gen::IntVar(_));
    let of = |int: bool| -> Vec<usize> {
        (0..nodes.len())
            .filter(|&i| is_int(&nodes[i]) == int)
            .collect()
    };
    let (of_int, of_ref) = (of(true), of(false));
    // Two nodes in front make sure that both kinds exist.
    let pick = |from: &[usize], n: u8| from[n as usize % from.len()];
    // Two deferred stores: a field of an object, and an item of another one.
    let [a, b, c, d, e] = [refs[0], ints[0], refs[1], ints[1], ints[2]];
    let deferred = [
        pick(&of_ref, a.rotate_left(3)),
        pick(&of_int, b.rotate_left(3)),
        pick(&of_ref, c.rotate_left(3)),
        pick(&of_int, d.rotate_left(3)),
        pick(&of_int, e.rotate_left(3)),
    ];
    let slots: Vec<usize> = ints
        .iter()
        .map(|&n| pick(&of_int, n))
        .chain(
            refs.iter()
                .take(if *exc == 3 { 5 } else { 3 })
                .map(|&n| pick(&of_ref, n)),
        )
        .chain(deferred)
        .collect();
    let mut seen = FxHashSet::default();
    // What one constant is, is one object or number.
    let name = |n: usize| match &nodes[n] {
        g @ (Gen::Object(_) | Gen::Int(_)) => format!("{g:?}"),
        _ => n.to_string(),
    };
    let heap: Vec<HeapEntry<usize>> = heap
        .iter()
        .map(|&(o, d, v)| {
            let small = i64::from(d / 8 % 3);
            let (spot, index) = match d % 8 {
                n @ 0..3 => (Spot::Field(ContainerId(1), u32::from(n % 2)), None),
                3 => (Spot::Item(ContainerId(2), small), None),
                4 | 5 => (
                    Spot::Item(ContainerId(2), small),
                    Some(pick(&of_int, d / 24)),
                ),
                _ => (Spot::Below(small), None),
            };
            HeapEntry {
                object: pick(if spot.is_relation() { &of_int } else { &of_ref }, o),
                spot,
                index,
                value: pick(&of_int, v),
                immutable: d % 8 == 0 || spot.is_relation(),
            }
        })
        .filter(|e| {
            let (spot, index) = match e.index.map(|i| &nodes[i]) {
                Some(Gen::Int(n)) => (e.spot.moved(i64::from(*n)), None),
                _ => (e.spot, e.index),
            };
            match nodes[e.object] {
                Gen::Object(_) | Gen::Ref(..) => {
                    seen.insert((name(e.object), Some(spot), index.map(name)))
                }
                Gen::IntVar(_) => seen.insert((name(e.object), None, Some(name(e.value)))),
                _ => false,
            }
        })
        .collect();
    let (mut c, _) = canonicalise(slots, &heap, |n| match &nodes[n] {
        Gen::Int(i) => ValueClass::Const {
            ty: LLType::Signed,
            bits: *i as i64 as u64,
        },
        Gen::IntVar(range) => ValueClass::Residual {
            ty: LLType::Signed,
            facts: BoxFacts {
                range: *range,
                ..BoxFacts::default()
            },
        },
        Gen::Null => ValueClass::Const {
            ty: OBJECT,
            bits: 0,
        },
        Gen::Object(n) => ValueClass::Const {
            ty: OBJECT,
            bits: u64::from(*n) * 16,
        },
        Gen::Ref(nonnull, class) => ValueClass::Residual {
            ty: OBJECT,
            facts: BoxFacts {
                nonnull: *nonnull || *class > 0,
                class: (*class > 0).then(|| 0x1000 + u64::from(*class % 2) * 16),
                range: Range::FULL,
            },
        },
        Gen::New(c, f) => ValueClass::Virtual {
            ty: OBJECT,
            container: ContainerId(1 + u32::from(*c)),
            length: None,
            fields: vec![
                if f[0] % 5 == 0 {
                    None
                } else {
                    Some(pick(&of_ref, f[0]))
                },
                if f[1] % 5 == 0 {
                    None
                } else {
                    Some(pick(&of_int, f[1]))
                },
            ],
        },
    });
    c.deferred = vec![
        Spot::Field(ContainerId(1), 7),
        Spot::Item(ContainerId(2), 0),
    ];
    c.exc = [Exc::None, Exc::Unknown, Exc::Pending, Exc::Virtual][usize::from(*exc)];
    c
}

fn arb_context() -> impl Strategy<Value = Context> {
    (
        prop::collection::vec(arb_gen(), 0..6).prop_map(|mut v| {
            v.push(Gen::IntVar(Range::FULL));
            v.push(Gen::Ref(false, 0));
            v
        }),
        prop::collection::vec(any::<u8>(), 3),
        prop::collection::vec(any::<u8>(), 5),
        prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>()), 0..5),
        prop_oneof![6 => Just(0u8), 1 => Just(1), 1 => Just(2), 2 => Just(3)],
    )
        .prop_map(|d| build(&d))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]
    #[test]
    fn contexts_are_canonical_and_survive_packing(c in arb_context()) {
        prop_assert_eq!(&c.normalise().0, &c);
        let mut snapshots = super::super::snapshot::Snapshots::default();
        let piece = snapshots.pack_only(&c);
        prop_assert_eq!(&snapshots.unpack(piece), &c);
    }
    #[test]
    fn packed_contexts_survive_others(all in prop::collection::vec(arb_context(), 0..20)) {
        let mut snapshots = super::super::snapshot::Snapshots::default();
        let pieces: Vec<_> = all.iter().map(|c| snapshots.pack_only(c)).collect();
        for (c, &piece) in all.iter().zip(&pieces) {
            prop_assert_eq!(&snapshots.unpack(piece), c);
        }
    }
    #[test]
    fn covers_is_reflexive(c in arb_context()) {
        let m = covers(&c, &c, &NoObjects);
        prop_assert!(m.is_some(), "{c} does not cover itself");
        let m = m.unwrap();
        prop_assert_eq!(m.distance(), 0);
        let own: Vec<ParamSource> = c.params().map(|(k, ..)| ParamSource::Class(k)).collect();
        prop_assert_eq!(m.params, own);
    }
    #[test]
    fn stores_that_were_made_are_known(c in arb_context()) {
        let exists = |object: ValueClassId| match &c.classes[object] {
            ValueClass::Const { bits, .. } => *bits != 0,
            class => !class.is_virtual(),
        };
        if !c.deferred_stores().all(|(_, object, ..)| exists(object)) {
            return Ok(());
        }
        let s = c.stored(|_| false);
        prop_assert_eq!(&s.normalise().0, &s);
        prop_assert!(s.deferred.is_empty());
        prop_assert_eq!(s.reds().len(), c.reds().len());
        prop_assert_eq!(s.exc_slots().len(), c.exc_slots().len());
        prop_assert_eq!(&s.stored(|_| false), &s);
        prop_assert!(covers(&s, &s, &NoObjects).is_some(), "{s} does not cover itself");
        // What is stored in an object that a slot still has is the only content of its location.
        for (i, &object) in c.slots[..c.end()].iter().enumerate() {
            if !matches!(c.classes[object], ValueClass::Residual { .. }) {
                continue;
            }
            for (spot, ..) in c.deferred_stores().filter(|d| d.1 == object && !d.0.is_item()) {
                let known = |e: &&HeapEntry| e.object == s.slots[i] && e.spot == spot;
                prop_assert_eq!(s.heap.iter().filter(known).count(), 1);
            }
        }
    }
    #[test]
    fn join_is_above_both(a in arb_context(), b in arb_context()) {
        let j = join(&a, &b, &NoObjects);
        prop_assert_eq!(&j.normalise().0, &j);
        prop_assert!(covers(&j, &a, &NoObjects).is_some(), "{a}\n  join {b}\n  = {j}\n  does not cover the first");
        prop_assert!(covers(&j, &b, &NoObjects).is_some(), "{a}\n  join {b}\n  = {j}\n  does not cover the second");
    }
    #[test]
    fn join_is_idempotent(a in arb_context()) {
        prop_assert_eq!(join(&a, &a, &NoObjects).to_string(), a.to_string());
    }
    #[test]
    fn join_commutes(a in arb_context(), b in arb_context()) {
        let (x, y) = (join(&a, &b, &NoObjects), join(&b, &a, &NoObjects));
        prop_assert!(covers(&x, &y, &NoObjects).is_some() && covers(&y, &x, &NoObjects).is_some(), "{x}\n{y}");
    }
    #[test]
    fn covers_is_transitive(a in arb_context(), b in arb_context(), c in arb_context()) {
        // Comparable contexts are rare among random ones: take joins.
        let ab = join(&a, &b, &NoObjects);
        let abc = join(&ab, &c, &NoObjects);
        prop_assert!(covers(&abc, &ab, &NoObjects).is_some());
        prop_assert!(covers(&abc, &a, &NoObjects).is_some(), "{a}\n{ab}\n{abc}");
    }
    #[test]
    fn generalising_loses_only_numbers(c in arb_context()) {
        let general = join(&c, &c, &NoObjects);
        let places: Vec<(Path, Range)> = (0..3).map(|slot| {
            let path = Path { slot, fields: vec![] };
            let range = range_at(&c, &path);
            (path, range)
        }).collect();
        let wide = generalise(&general, &places).unwrap_or(general);
        let m = covers(&wide, &c, &NoObjects);
        prop_assert!(m.is_some(), "{c}\n{wide}");
        prop_assert!(m.unwrap().losses.iter().all(|(l, _)| matches!(l, Loss::Number)));
        for slot in 0..3 {
            prop_assert!(!matches!(wide.classes[wide.slots[slot]], ValueClass::Const { .. }), "slot {} of {}", slot, wide);
        }
    }
}

#[test]
fn losing_a_number_is_near_losing_a_class_is_far() {
    let int = |bits: Option<u64>| {
        canonicalise([0], &[], |_: u8| match bits {
            Some(bits) => ValueClass::Const {
                ty: LLType::Signed,
                bits,
            },
            None => ValueClass::Residual {
                ty: LLType::Signed,
                facts: BoxFacts::default(),
            },
        })
        .0
    };
    let m = covers(&int(None), &int(Some(3)), &NoObjects).expect("more general");
    assert_eq!(m.losses, [(Loss::Number, ValueClassId(0))]);
    assert!(m.distance() <= THRESHOLD);
    assert!(covers(&int(Some(3)), &int(None), &NoObjects).is_none());
    assert!(covers(&int(Some(3)), &int(Some(4)), &NoObjects).is_none());
    let object = |facts: BoxFacts| {
        canonicalise([0], &[], |_: u8| ValueClass::Residual { ty: OBJECT, facts }).0
    };
    let known = object(BoxFacts {
        nonnull: true,
        class: Some(0x1000),
        range: Range::FULL,
    });
    let m = covers(&object(BoxFacts::default()), &known, &NoObjects).expect("more general");
    assert!(m.distance() > THRESHOLD);
    assert!(covers(&known, &object(BoxFacts::default()), &NoObjects).is_none());
}

#[test]
fn one_object_is_not_two() {
    // The version knows two virtual objects; the arrival has one in both slots.
    let new: ValueClass<u8> = ValueClass::Virtual {
        ty: OBJECT,
        container: ContainerId(1),
        length: None,
        fields: vec![None],
    };
    let two = canonicalise([0, 1], &[], |_: u8| new.clone()).0;
    let one = canonicalise([0, 0], &[], |_: u8| new.clone()).0;
    assert!(covers(&two, &one, &NoObjects).is_none());
    assert!(covers(&one, &two, &NoObjects).is_none());
    let j = join(&one, &two, &NoObjects);
    assert!(j.classes.iter().all(|c| !c.is_virtual()), "{j}");
    assert!(covers(&j, &one, &NoObjects).is_some() && covers(&j, &two, &NoObjects).is_some());
}

/// Two nodes for one constant object, of which a slot refers to one and the heap to the other, are one class: the
/// numbers do not depend on which of them is met first.
#[test]
fn a_constant_is_one_class() {
    let spot = Spot::Field(ContainerId(1), 0);
    let entry = |object: usize, value: usize| HeapEntry {
        object,
        spot,
        index: None,
        value,
        immutable: true,
    };
    let bits = |n: usize| [0x30, 0x30, 0x10, 0][n];
    let (c, _) = canonicalise([0], &[entry(1, 3), entry(2, 3)], |n| ValueClass::Const {
        ty: if n == 3 { LLType::Signed } else { OBJECT },
        bits: bits(n),
    });
    assert_eq!(c.classes.len(), 3);
    assert_eq!(c.normalise().0, c);
    assert_eq!(join(&c, &c, &NoObjects), c);
}

/// Null is one class, of whichever type; where something else meets it, that says the type.
#[test]
fn what_meets_null_says_the_type() {
    let other = LLType::Ptr(ContainerId(2));
    let slot = |class: ValueClass<usize>| canonicalise([0], &[], |_| class.clone()).0;
    let null = slot(ValueClass::Const {
        ty: OBJECT,
        bits: 0,
    });
    let reference = slot(ValueClass::Residual {
        ty: other,
        facts: BoxFacts::default(),
    });
    for (a, b) in [(&null, &reference), (&reference, &null)] {
        let j = join(a, b, &NoObjects);
        assert!(j.classes.iter().all(|c| c.ty() == other), "{j}");
    }
}
