//! The laws of the lattice, for generated annotations over a small class hierarchy.
use annotator::defs::*;
use annotator::model::lattice::{self, Identify, Obligations};
use annotator::model::*;
use annotator::program::AnnotatedProgram;
use ir::model::VarId;
use ir::source::Span;
use proptest::prelude::*;
use python::live::Value;
use rustc_hash::FxHashMap;

/// `object <- A <- B, A <- C <- D; E` apart; three lists, two dictionaries, four frozen constants.
fn program() -> AnnotatedProgram {
    let mut p = AnnotatedProgram::default();
    for (name, base) in [
        ("A", None),
        ("B", Some(0)),
        ("C", Some(0)),
        ("D", Some(2)),
        ("E", None),
    ] {
        let desc = p.descs.push(frozen(name));
        let base: Option<ClassId> = base.map(ClassId);
        let depth = base.map_or(0, |b| p.classes[b].depth + 1);
        let id = p.classes.push(ClassDef {
            desc,
            name: name.into(),
            short_name: name.into(),
            live: Value::None,
            base,
            depth,
            subclasses: Vec::new(),
            attrs: FxIndexMap::default(),
            allowed: None,
            immutable_fields: FxIndexMap::default(),
            immutable_arrays: Default::default(),
            all_immutable: false,
            virtualizable: Vec::new(),
            finalizer: None,
            exception: false,
            instantiated: false,
            instances: Vec::new(),
            waiting: FxHashMap::default(),
            sources: FxIndexMap::default(),
            class_dict: FxIndexMap::default(),
            entries: 0,
            span: Span::NONE,
        });
        if let Some(b) = base {
            p.classes[b].subclasses.push(id);
        }
    }
    let cell = |p: &mut AnnotatedProgram| {
        p.cells.push(Cell {
            annotation: Annotation::int(),
            readers: FxIndexMap::default(),
            history: Vec::new(),
        })
    };
    for _ in 0..3 {
        let item = cell(&mut p);
        p.lists.push(ListDef::new(item, Span::NONE));
    }
    for _ in 0..2 {
        let (key, value) = (cell(&mut p), cell(&mut p));
        p.dicts.push(DictDef::new(key, value, Span::NONE));
    }
    p
}

fn frozen(name: &str) -> Desc {
    Desc::Frozen(FrozenDesc {
        value: Value::str(name),
        name: name.into(),
        attrs: FxIndexMap::default(),
    })
}

fn int_kinds() -> impl Strategy<Value = IntKind> {
    prop_oneof![
        4 => Just(IntKind::SIGNED),
        2 => Just(IntKind::UNSIGNED),
        1 => Just(IntKind { bits: 32, signed: true }),
        1 => Just(IntKind { bits: 8, signed: true }),
        1 => Just(IntKind { bits: 32, signed: false }),
        1 => Just(IntKind { bits: 128, signed: true }),
    ]
}

fn leaf() -> impl Strategy<Value = Annotation> {
    let b = any::<bool>();
    prop_oneof![
        Just(Annotation::impossible()),
        Just(Annotation::none()),
        Just(Annotation::float()),
        Just(Annotation::new(AnnotationKind::SingleFloat)),
        Just(Annotation::new(AnnotationKind::ByteArray)),
        Just(Annotation::new(AnnotationKind::StringBuilder)),
        (int_kinds(), b).prop_map(|(k, n)| Annotation::int_kind(k, n)),
        (-2i64..3).prop_map(Annotation::const_int),
        Just(Annotation::bool()),
        any::<bool>().prop_map(Annotation::const_bool),
        (any::<bool>(), any::<bool>()).prop_map(|(n, z)| Annotation::new(AnnotationKind::Text(
            TextKind {
                wide: false,
                single: false,
                nullable: n,
                no_nul: z,
                mixed: false
            }
        ))),
        any::<bool>()
            .prop_map(|z| Annotation::new(AnnotationKind::Text(TextKind::CHAR.with_no_nul(z)))),
        prop_oneof![Just("a"), Just("b")].prop_map(|s| Annotation::new(AnnotationKind::Text(
            TextKind::CHAR.with_no_nul(true)
        ))
        .with_const(Value::str(s))),
        any::<bool>()
            .prop_map(|z| Annotation::new(AnnotationKind::Text(TextKind::UNICHAR.with_no_nul(z)))),
        any::<bool>().prop_map(|mixed| Annotation::new(AnnotationKind::Text(TextKind {
            mixed,
            ..TextKind::UNICHAR
        }))),
        any::<bool>().prop_map(|n| Annotation::new(AnnotationKind::Text(TextKind {
            wide: true,
            single: false,
            nullable: n,
            no_nul: true,
            mixed: false
        }))),
        (0u32..5, any::<bool>()).prop_map(|(c, n)| Annotation::instance(ClassId(c), n)),
        (proptest::collection::vec(0u32..5, 1..4), any::<bool>())
            .prop_map(|(d, n)| Annotation::pbc(d.into_iter().map(DescId).collect(), n)),
        (0u32..3).prop_map(|l| Annotation::list(ListId(l))),
        (0u32..2).prop_map(|d| Annotation::dict(DictId(d))),
        proptest::option::of(0u32..5)
            .prop_map(|c| Annotation::new(AnnotationKind::WeakRef(c.map(ClassId)))),
    ]
}

/// What a test may tell of a variable.
fn learned() -> impl Strategy<Value = Annotation> {
    prop_oneof![
        Just(Annotation::impossible()),
        Just(Annotation::none()),
        Just(Annotation::int_kind(IntKind::SIGNED, true)),
        Just(Annotation::int_kind(IntKind::UNSIGNED, true)),
        (any::<bool>(), any::<bool>()).prop_map(|(n, z)| Annotation::new(AnnotationKind::Text(
            TextKind {
                wide: false,
                single: false,
                nullable: n,
                no_nul: z,
                mixed: false
            }
        ))),
        any::<bool>()
            .prop_map(|z| Annotation::new(AnnotationKind::Text(TextKind::CHAR.with_no_nul(z)))),
        any::<bool>().prop_map(|n| Annotation::new(AnnotationKind::Text(TextKind {
            wide: true,
            single: false,
            nullable: n,
            no_nul: true,
            mixed: false
        }))),
        prop_oneof![Just("a"), Just("b")].prop_map(|s| Annotation::new(AnnotationKind::Text(
            TextKind::CHAR.with_no_nul(true)
        ))
        .with_const(Value::str(s))),
        (0u32..5, any::<bool>()).prop_map(|(c, n)| Annotation::instance(ClassId(c), n)),
        (proptest::collection::vec(0u32..5, 1..4), any::<bool>())
            .prop_map(|(d, n)| Annotation::pbc(d.into_iter().map(DescId).collect(), n)),
    ]
}

fn annotation() -> impl Strategy<Value = Annotation> {
    let narrow = (
        proptest::collection::btree_map(
            0u32..3,
            (proptest::option::of(leaf()), proptest::option::of(leaf())),
            0..3,
        ),
        proptest::option::of(any::<bool>()),
    )
        .prop_map(|(m, c)| {
            let n = m
                .into_iter()
                .map(|(v, (t, f))| Narrow {
                    var: VarId(v),
                    if_true: t,
                    if_false: f,
                })
                .collect();
            let base = c.map_or(Annotation::bool(), Annotation::const_bool);
            base.with_narrowing(n)
        });
    let base = prop_oneof![6 => leaf(), 1 => narrow];
    base.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Annotation::tuple),
            inner.prop_map(|c| Annotation::new(AnnotationKind::Iterator {
                container: c,
                kind: IterKind::Items
            })),
        ]
    })
}

/// A state: an annotation (`None`: Top) and what was identified.
#[derive(Clone, Debug)]
struct State {
    value: Option<Annotation>,
    lists: [u32; 3],
    dicts: [u32; 2],
}

fn start(a: Annotation) -> State {
    State {
        value: Some(a),
        lists: [0, 1, 2],
        dicts: [0, 1],
    }
}

fn merge(ids: &mut [u32], a: u32, b: u32) {
    let (x, y) = (ids[a as usize], ids[b as usize]);
    let (to, from) = (x.min(y), x.max(y));
    ids.iter_mut().filter(|i| **i == from).for_each(|i| *i = to);
}

fn join(p: &AnnotatedProgram, a: &State, b: &State) -> State {
    let mut out = State {
        value: None,
        lists: a.lists,
        dicts: a.dicts,
    };
    for i in 0..3 {
        merge(&mut out.lists, i, b.lists[i as usize]);
    }
    for i in 0..2 {
        merge(&mut out.dicts, i, b.dicts[i as usize]);
    }
    let (Some(x), Some(y)) = (a.value, b.value) else {
        return out;
    };
    let mut todo = Obligations::new();
    out.value = lattice::join(p, x, y, &mut todo).ok();
    for t in todo {
        match t {
            Identify::Lists(x, y) => merge(&mut out.lists, x.0, y.0),
            Identify::Dicts(x, y) => merge(&mut out.dicts, x.0, y.0),
        }
    }
    out
}

/// Equal modulo E. If either is Top, what was identified on the way does not matter: Top is an error.
fn same(a: &State, b: &State) -> bool {
    match (a.value, b.value) {
        (None, None) => true,
        (Some(x), Some(y)) => {
            a.lists == b.lists && a.dicts == b.dicts && rename(x, a) == rename(y, b)
        }
        _ => false,
    }
}

fn rename(a: Annotation, s: &State) -> Annotation {
    let kind = match a.kind() {
        AnnotationKind::List(l) => AnnotationKind::List(ListId(s.lists[l.0 as usize])),
        AnnotationKind::Dict(d) => AnnotationKind::Dict(DictId(s.dicts[d.0 as usize])),
        AnnotationKind::Tuple(items) => {
            AnnotationKind::Tuple(items.iter().map(|&i| rename(i, s)).collect())
        }
        AnnotationKind::Iterator { container, kind } => AnnotationKind::Iterator {
            container: rename(*container, s),
            kind: kind.clone(),
        },
        AnnotationKind::Bool(n) => {
            return a.with_narrowing(
                n.iter()
                    .map(|n| Narrow {
                        var: n.var,
                        if_true: n.if_true.map(|t| rename(t, s)),
                        if_false: n.if_false.map(|t| rename(t, s)),
                    })
                    .collect(),
            );
        }
        _ => return a,
    };
    let r = Annotation::new(kind);
    match a.const_value() {
        Some(v) => r.with_const(v.clone()),
        None => r,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn join_is_idempotent(a in annotation()) {
        let p = program();
        prop_assert!(same(&join(&p, &start(a), &start(a)), &start(a)));
    }
    #[test]
    fn bottom_is_neutral(a in annotation()) {
        let p = program();
        let bottom = start(Annotation::impossible());
        prop_assert!(same(&join(&p, &start(a), &bottom), &start(a)));
        prop_assert!(same(&join(&p, &bottom, &start(a)), &start(a)));
    }
    #[test]
    fn join_is_commutative(a in annotation(), b in annotation()) {
        let p = program();
        let (x, y) = (join(&p, &start(a), &start(b)), join(&p, &start(b), &start(a)));
        prop_assert!(same(&x, &y), "{x:?} {y:?}");
    }
    #[test]
    fn join_is_associative(a in annotation(), b in annotation(), c in annotation()) {
        let p = program();
        let (a, b, c) = (start(a), start(b), start(c));
        let left = join(&p, &join(&p, &a, &b), &c);
        let right = join(&p, &a, &join(&p, &b, &c));
        prop_assert!(same(&left, &right), "{left:?} {right:?}");
    }
    #[test]
    fn join_is_an_upper_bound(a in annotation(), b in annotation()) {
        let p = program();
        let j = join(&p, &start(a), &start(b));
        prop_assert!(same(&join(&p, &j, &start(a)), &j));
        prop_assert!(same(&join(&p, &j, &start(b)), &j));
    }
    #[test]
    fn join_is_monotone(a in annotation(), b in annotation(), c in annotation()) {
        // a <= a ⊔ c, hence a ⊔ b <= (a ⊔ c) ⊔ b.
        let p = program();
        let (a, b, c) = (start(a), start(b), start(c));
        let small = join(&p, &a, &b);
        let large = join(&p, &join(&p, &a, &c), &b);
        if large.value.is_some() {
            prop_assert!(same(&join(&p, &large, &small), &large), "{small:?} {large:?}");
        }
    }
    #[test]
    fn join_returns_the_old_handle_when_nothing_is_new(a in annotation(), b in annotation()) {
        let p = program();
        let mut todo = Obligations::new();
        if let Ok(j) = lattice::join(&p, a, b, &mut todo) {
            let mut again = Obligations::new();
            prop_assert_eq!(lattice::join(&p, j, b, &mut again), Ok(j));
        }
    }
    #[test]
    fn improving_never_generalises(a in annotation(), by in annotation()) {
        let p = program();
        let r = lattice::improve(&p, a, by);
        prop_assert!(lattice::contains(&p, a, r) || r == by, "{a:?} by {by:?} gives {r:?}");
        prop_assert!(lattice::contains(&p, a, r));
    }
    #[test]
    fn improving_is_monotone(a in leaf(), b in leaf(), by in learned(), more in learned()) {
        // What is left of a variable may only grow when more is known of it, or when less is learned.
        let p = program();
        let mut todo = Obligations::new();
        let larger = lattice::join(&p, a, b, &mut todo);
        let weaker = lattice::join(&p, by, more, &mut todo);
        if let (Ok(larger), Ok(weaker), true) = (larger, weaker, todo.is_empty()) {
            let r = lattice::improve(&p, a, by);
            let s = lattice::improve(&p, larger, by);
            prop_assert!(lattice::contains(&p, s, r), "{a:?} <= {larger:?}, by {by:?}: {r:?}, {s:?}");
            let t = lattice::improve(&p, a, weaker);
            prop_assert!(lattice::contains(&p, t, r), "{a:?} by {by:?} <= {weaker:?}: {r:?}, {t:?}");
        }
    }
}
