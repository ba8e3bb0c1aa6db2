//! The table of versions: which version an arrival takes, when a new one is made, when contexts are widened, and why
//! that terminates.
//!
//! ```text
//! arrival at a key ──some version covers it, distance <= T──────────▶ jump there
//!        │ no
//!        ├─ head of a loop, an integer differs from a version's ───▶ that slot is run-time from now on; look again
//!        ├─ elsewhere, an integer differs from two versions' ──────▶ the same
//!        ├─ a version differs in known fields only ──────────────▶ it gives way to the join of both
//!        ├─ fewer versions than the cap ─────────────────────────▶ a version of its own (specialisation, peeling)
//!        └─ at the cap ─ some version covers it ─────────────────▶ the nearest of them
//!                      └ none does ───────────────────────────────▶ join with the nearest: the general version takes its place
//! ```
//! Growth is finite: a key has at most `cap` versions that are chosen; each replacement climbs a finite lattice; keys
//! are bounded by counters on points without greens.
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::code::FragmentId;
use super::context::{Context, ValueClassId};
use super::keys::ChainId;
use super::lattice::{
    Loss, Mapping, Objects, Path, THRESHOLD, apart, covers, generalise, join, may_cover,
    number_differences, range_at, similar,
};
use super::numbered::Numbered;
use crate::support::boxes::{BoxId, Boxes, Range};
use jit_abi::info::PointId;

ir::entity!(
    /// A version: code for a chain and a context.
    VersionId,
    "V"
);

/// Why a version was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VersionReason {
    /// No version of this key existed.
    First,
    /// An existing version would lose this.
    Loses(VersionId, Loss),
    /// An existing version knows more than the arrival does.
    Knows(VersionId),
    /// An integer constant of this version became run-time.
    Number(VersionId),
    /// Too many versions: a join of the arrival with this one, which it replaces.
    Widened(VersionId),
    /// A version that was killed is made again.
    Again,
    /// What runs often is made again ([`super::regenerate`]).
    Mature,
}

impl std::fmt::Display for VersionReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            VersionReason::First => write!(f, "first"),
            VersionReason::Loses(v, l) => write!(f, "{v} would lose a {}", l.name()),
            VersionReason::Knows(v) => write!(f, "{v} knows more"),
            VersionReason::Number(v) => write!(f, "{v} has another integer"),
            VersionReason::Widened(v) => write!(f, "widened, replaces {v}"),
            VersionReason::Again => write!(f, "again"),
            VersionReason::Mature => write!(f, "runs often"),
        }
    }
}

/// What an arrival does.
#[derive(Clone, Debug)]
pub enum Choice {
    /// It jumps to a version.
    Jump(VersionId, Mapping),
    /// It enters a new version with this context.
    New {
        /// The context: the arrival's or a more general one.
        context: Context,
        /// How to enter it.
        mapping: Mapping,
        why: VersionReason,
    },
    /// No version covers it, and none is made: compiling goes on without a version.
    Pass,
    /// The point has too many versions.
    Refuse,
}

/// What [`Table::choose`] is about to make for an arrival that no version is right for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewVersion {
    /// A version, of whatever kind.
    Version,
    /// One that is more general than another one, which it replaces.
    Widen,
}

/// Elsewhere than at heads of loops: versions of a key from which on integers are not told apart any more.
const APART: usize = 2;
/// In code that is made again: versions of a key beyond which no more are made for other stores that were deferred.
const DEFERRING: usize = 3;
/// The same where stores of virtual objects are: to make them is to allocate these, and PyPy's are frames.
const DEFERRING_VIRTUALS: usize = 8;

/// The versions of one key.
#[derive(Debug, Default)]
struct Key {
    versions: Vec<VersionId>,
    /// Integers that are run-time here for good, and what is known of them.
    widened: Vec<(Path, Range)>,
}

impl Key {
    /// Notes which integers differ from those of some of the versions; the arrival with the widened ones as run-time
    /// values, if that changes it.
    fn widen(
        widened: &mut Vec<(Path, Range)>,
        versions: &Numbered<VersionId, Version>,
        of: &[VersionId],
        arrival: &Context,
    ) -> Option<Context> {
        for &v in of {
            let version = &versions[v].context;
            for path in number_differences(version, arrival) {
                let range = range_at(version, &path).min(range_at(arrival, &path));
                match widened.iter_mut().find(|(p, _)| *p == path) {
                    Some((_, known)) => *known = range.min(*known),
                    None => widened.push((path, range)),
                }
            }
        }
        for (path, known) in widened.iter_mut() {
            if (path.slot as usize) < arrival.slots.len() {
                *known = (*known).min(range_at(arrival, path));
            }
        }
        generalise(arrival, widened)
    }
    /// Elsewhere than at the head of a loop: what an arrival does whose integers are others than those of versions.
    /// They are data, as a rule: with a version for each of them there would be as many copies of all that follows.
    /// (RPySOM's Queens, in which a method is called with the numbers from 1 to 8, had up to 24 versions of a key.)
    fn choose_widened(
        &mut self,
        versions: &Numbered<VersionId, Version>,
        a: &Arrival<'_>,
        candidates: &[VersionId],
        full: bool,
        objects: &dyn Objects,
    ) -> Option<Choice> {
        let &last = candidates.last()?;
        let goal = Key::widen(&mut self.widened, versions, candidates, a.context)?;
        let near = |v: &&VersionId| {
            let m = covers(&versions[**v].context, &goal, objects);
            m.is_some_and(|m| full || m.distance() <= THRESHOLD)
        };
        if let Some(&v) = candidates.iter().find(near)
            && let Some(mapping) = covers(&versions[v].context, a.context, objects)
        {
            return Some(Choice::Jump(v, mapping));
        }
        let mapping = covers(&goal, a.context, objects).filter(|_| !full)?;
        Some(Choice::New {
            context: goal,
            mapping,
            why: VersionReason::Number(last),
        })
    }
}

/// What a run of the compiler makes code for ([`super::regenerate`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Maturity {
    /// What is reached for the first time.
    First,
    /// A small loop that has run often, alone.
    Loop,
    /// What has run often, and what it leads to.
    Onward,
}

impl Maturity {
    /// Whether it makes code again.
    pub fn is_mature(self) -> bool {
        self != Maturity::First
    }
    /// Whether an arrival in such a run may go on in a version of such a one. Versions for small loops are no place for
    /// what would be one piece of code without them.
    fn takes(self, version: Maturity) -> bool {
        self == Maturity::First || self == version
    }
}

/// A version as the table sees it.
#[derive(Debug)]
pub struct Version {
    /// The chain that it is a version of.
    pub key: ChainId,
    /// What it was compiled for.
    pub context: Context,
    /// Why it was made, for the log.
    pub why: VersionReason,
    /// Of the run that made it.
    pub maturity: Maturity,
    /// What that run made code again of.
    pub again: Option<FragmentId>,
}

/// Bounds on the number of versions: beyond them contexts are widened.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Versions per key.
    pub cap: usize,
    /// Versions per point, whatever the greens.
    pub per_point: u32,
}

/// All versions, by key.
#[derive(Debug, Default)]
pub struct Table {
    versions: Numbered<VersionId, Version>,
    keys: FxHashMap<ChainId, Key>,
    points: FxHashMap<PointId, u32>,
    /// The keys that have had versions by the hashes of their frames ([`Chains::hash_of`]): what generators ask at each
    /// join, and no is the answer to most of it.
    ///
    /// [`Chains::hash_of`]: super::keys::Chains::hash_of
    frames: FxHashMap<u64, ChainId>,
}

/// A state that needs a version.
#[derive(Clone, Copy)]
pub struct Arrival<'a> {
    pub key: ChainId,
    pub point: PointId,
    pub context: &'a Context,
    /// The point is the head of a loop that is closed by a run-time test: integers that change are widened.
    pub loop_head: bool,
    /// The point is the head of a loop that is declared to turn a few times: up to so many versions of it integers stay
    /// as they are, and only versions with the same integers count for the cap.
    pub unrolls: Option<u32>,
    /// Of the run. That of a mature one goes on in versions of such, and in those that know less only when there are
    /// too many.
    pub maturity: Maturity,
    /// What the run makes code again of.
    pub again: Option<FragmentId>,
}

/// Whether a version counts for the cap of the key that an arrival has. A loop that is made again for itself has
/// versions; where it is traced into by a loop around it that is made again, its first turns have states of their own:
/// its versions would be widened, and lose virtual objects, if they were counted together.
fn counts(version: &Version, a: &Arrival<'_>, unrolls: bool) -> bool {
    let together = !a.loop_head || version.again == a.again;
    together && (!unrolls || number_differences(&version.context, a.context).is_empty())
}

impl Table {
    /// What a version was compiled for.
    pub fn get(&self, v: VersionId) -> &Version {
        &self.versions[v]
    }
    /// Forgets all versions; the next one gets the number behind theirs.
    pub fn forget(&mut self) {
        *self = Table {
            versions: Numbered::starting_at(self.versions.next_id()),
            ..Table::default()
        };
    }
    /// The next version that is made.
    pub fn next_id(&self) -> VersionId {
        self.versions.next_id()
    }
    /// How many versions there are, those that are not chosen any more included.
    pub fn len(&self) -> usize {
        self.versions.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.versions.is_empty()
    }
    /// How many versions of a point were made.
    pub fn of_point(&self, point: PointId) -> u32 {
        self.points.get(&point).copied().unwrap_or(0)
    }
    /// The key of frames with this hash, if it has had versions.
    pub fn of_frames(&self, hash: u64) -> Option<ChainId> {
        self.frames.get(&hash).copied()
    }
    /// The versions of a key that are chosen.
    pub fn of_key(&self, key: ChainId) -> &[VersionId] {
        self.keys.get(&key).map_or(&[], |k| &k.versions)
    }
    /// Whether a key has versions in which an arrival may go on.
    pub fn has_any(&self, key: ChainId, maturity: Maturity) -> bool {
        self.taken(key, maturity).next().is_some()
    }
    /// The versions of a key in which an arrival of such a run may go on.
    fn taken(&self, key: ChainId, maturity: Maturity) -> impl Iterator<Item = &Version> {
        let versions = self.of_key(key).iter().map(|&v| &self.versions[v]);
        versions.filter(move |v| maturity.takes(v.maturity))
    }
    /// Whether [`Table::choose`] may find a version to jump to for the state of these boxes, away from heads of loops.
    pub fn may_jump(
        &self,
        key: ChainId,
        maturity: Maturity,
        cap: usize,
        (boxes, slots): (&Boxes, &[BoxId]),
        objects: &dyn Objects,
    ) -> bool {
        let candidates: SmallVec<[&Version; 8]> = self.taken(key, maturity).collect();
        let near = candidates.len() < cap;
        let mut candidates = candidates.iter();
        candidates.any(|v| may_cover(&v.context, boxes, slots, objects, near))
    }
    /// Whether an arrival goes on with the stores that it has deferred: in a version that has the same, or in the first
    /// one of its key (in code that is made again: one of the first). Others make them, so that ways meet that have
    /// stored different things.
    pub fn takes_deferred(
        &self,
        key: ChainId,
        context: &Context,
        maturity: Maturity,
        objects: &dyn Objects,
    ) -> bool {
        let most = match maturity.is_mature() {
            true if context.defers_virtuals(objects) => DEFERRING_VIRTUALS,
            true => DEFERRING,
            false => 1,
        };
        self.taken(key, maturity).count() < most || self.has_near(key, context, maturity, objects)
    }
    /// Whether there is a version that covers an arrival, with the same stores deferred, and knows hardly less.
    pub fn has_near(
        &self,
        key: ChainId,
        context: &Context,
        maturity: Maturity,
        objects: &dyn Objects,
    ) -> bool {
        let near = |m: Mapping| m.distance() <= THRESHOLD;
        (self.taken(key, maturity)).any(|v| covers(&v.context, context, objects).is_some_and(near))
    }
    /// What to do with an arrival. `pass` is asked before work goes into a version that is not wanted.
    pub fn choose(
        &mut self,
        a: Arrival<'_>,
        limits: Limits,
        objects: &dyn Objects,
        mut pass: impl FnMut(NewVersion) -> bool,
    ) -> Choice {
        let entry = self.keys.entry(a.key).or_default();
        let candidates: SmallVec<[VersionId; 8]> = (entry.versions.iter().copied())
            .filter(|&v| a.maturity.takes(self.versions[v].maturity))
            .filter(|&v| self.versions[v].context.deferred == a.context.deferred)
            .collect();
        // What is known at the head of a loop is known in all its turns; elsewhere ways multiply that do not meet.
        let near_enough = if a.maturity.is_mature() && a.loop_head {
            0
        } else {
            THRESHOLD
        };
        let unrolls = (a.unrolls).is_some_and(|n| candidates.len() < n as usize);
        let context = match a.loop_head && !unrolls {
            true => {
                let (widened, all) = (&mut entry.widened, &entry.versions);
                Key::widen(widened, &self.versions, all, a.context)
            }
            false => None,
        };
        let goal = context.as_ref().unwrap_or(a.context);
        // Those that count for the cap.
        let alike = |v: &&VersionId| counts(&self.versions[**v], &a, unrolls);
        let mut best: Option<(VersionId, Mapping, u32)> = None;
        let mut loses = None;
        for &v in &candidates {
            let version = &self.versions[v].context;
            let Some(m) = covers(version, goal, objects) else {
                continue;
            };
            let distance = m.distance();
            if best.as_ref().is_none_or(|b| distance < b.2) {
                loses = m
                    .losses
                    .iter()
                    .max_by_key(|(l, _)| l.cost())
                    .map(|l| (v, l.0));
                best = Some((v, m, distance));
                if distance == 0 {
                    break;
                }
            }
        }
        let full = candidates.iter().filter(alike).count() >= limits.cap;
        if let Some((v, m, distance)) = best
            && (distance <= near_enough || full)
        {
            // The mapping of the arrival itself, which may have constants where the goal has parameters.
            let mapping = match &context {
                None => Some(m),
                Some(_) => covers(&self.versions[v].context, a.context, objects),
            };
            if let Some(mapping) = mapping {
                return Choice::Jump(v, mapping);
            }
        }
        if self
            .points
            .get(&a.point)
            .is_some_and(|&n| n >= limits.per_point)
        {
            return Choice::Refuse;
        }
        if pass(NewVersion::Version) || full && pass(NewVersion::Widen) {
            return Choice::Pass;
        }
        if !a.loop_head
            && a.unrolls.is_none()
            && candidates.len() >= APART
            && !a.maturity.is_mature()
            && let Some(c) = entry.choose_widened(&self.versions, &a, &candidates, full, objects)
        {
            return c;
        }
        // A version that knows other fields, and is the same otherwise, gives way to what both know.
        let near = (candidates.iter())
            .filter(|_| !a.maturity.is_mature())
            .find_map(|&v| {
                let version = &self.versions[v].context;
                if version.heap.is_empty() || !similar(version, goal) {
                    return None;
                }
                let j = join(version, goal, objects);
                let soft = |c: &Context| covers(&j, c, objects).is_some_and(|m| m.is_soft());
                (j.heap.len() < version.heap.len() && soft(version) && soft(goal)).then_some((v, j))
            });
        if near.is_some() && !full && pass(NewVersion::Widen) {
            return Choice::Pass;
        }
        let (context, why) = if let Some((v, j)) = near {
            (j, VersionReason::Widened(v))
        } else if full {
            // Nothing covers the arrival: the nearest version gives way to its join with the arrival.
            let nearest = candidates
                .iter()
                .filter(alike)
                .min_by_key(|&&v| (apart(&self.versions[v].context, goal, objects), v));
            match nearest {
                Some(&v) => {
                    let j = join(&self.versions[v].context, goal, objects);
                    (j, VersionReason::Widened(v))
                }
                None => (goal.clone(), VersionReason::First),
            }
        } else {
            let why = match (loses, candidates.last(), &context) {
                (Some((v, loss)), ..) => VersionReason::Loses(v, loss),
                (None, Some(&v), Some(_)) => VersionReason::Number(v),
                (None, Some(&v), None) => VersionReason::Knows(v),
                (None, None, _) if a.maturity.is_mature() => VersionReason::Mature,
                (None, None, _) => VersionReason::First,
            };
            (goal.clone(), why)
        };
        if context == *a.context {
            return Choice::New {
                mapping: own(a.context),
                context,
                why,
            };
        }
        match covers(&context, a.context, objects) {
            Some(mapping) => Choice::New {
                context,
                mapping,
                why,
            },
            // Contexts of one key have slots of one type, so this does not happen; a version of its own is right in any
            // case.
            None => {
                debug_assert!(false, "{context}\ndoes not cover {}", a.context);
                Choice::New {
                    context: a.context.clone(),
                    mapping: own(a.context),
                    why,
                }
            }
        }
    }
    /// Adds a version that [`Table::choose`] asked for.
    pub fn add(
        &mut self,
        (key, hash): (ChainId, u64),
        point: PointId,
        context: Context,
        why: VersionReason,
        (maturity, again): (Maturity, Option<FragmentId>),
    ) -> VersionId {
        let v = self.versions.push(Version {
            key,
            context,
            why,
            maturity,
            again,
        });
        let entry = self.keys.entry(key).or_default();
        if let VersionReason::Widened(old) = why {
            entry.versions.retain(|&x| x != old);
        }
        entry.versions.push(v);
        *self.points.entry(point).or_default() += 1;
        self.frames.insert(hash, key);
        v
    }
    /// The version is not chosen any more.
    pub fn remove(&mut self, v: VersionId) {
        let key = self.versions[v].key;
        if let Some(entry) = self.keys.get_mut(&key) {
            entry.versions.retain(|&x| x != v);
        }
    }
    /// All versions, in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = (VersionId, &Version)> {
        self.versions.iter_enumerated()
    }
}

/// The mapping of a context to itself.
pub fn own(context: &Context) -> Mapping {
    Mapping {
        params: context
            .params()
            .map(|(k, ..): (ValueClassId, _, _)| super::lattice::ParamSource::Class(k))
            .collect(),
        ..Mapping::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::context::{ValueClass, canonicalise};
    use super::*;
    use crate::support::boxes::BoxFacts;
    use ir::lltype::{ContainerId, LLType};

    struct NoObjects;
    impl Objects for NoObjects {
        fn class_of(&self, _: LLType, _: u64) -> Option<u64> {
            None
        }
    }
    const LIMITS: Limits = Limits {
        cap: 4,
        per_point: 100,
    };

    fn int(n: i64) -> ValueClass<usize> {
        ValueClass::Const {
            ty: LLType::Signed,
            bits: n as u64,
        }
    }
    fn var() -> ValueClass<usize> {
        ValueClass::Residual {
            ty: LLType::Signed,
            facts: BoxFacts::default(),
        }
    }
    fn object(class: Option<u64>) -> ValueClass<usize> {
        ValueClass::Residual {
            ty: LLType::Ptr(ContainerId(0)),
            facts: BoxFacts {
                nonnull: class.is_some(),
                class,
                range: Range::FULL,
            },
        }
    }
    fn context(classes: &[ValueClass<usize>]) -> Context {
        canonicalise(0..classes.len(), &[], |i| classes[i].clone()).0
    }
    /// Arrives; says what happened.
    fn arrive(t: &mut Table, c: &Context, loop_head: bool) -> String {
        let a = Arrival {
            key: ChainId(0),
            point: PointId(0),
            context: c,
            loop_head,
            unrolls: None,
            maturity: Maturity::First,
            again: None,
        };
        match t.choose(a, LIMITS, &NoObjects, |_| false) {
            Choice::Jump(v, m) => format!("jump {v} at distance {}", m.distance()),
            Choice::New { context, why, .. } => {
                let text = format!("{context}: {why}");
                let v = t.add(
                    (ChainId(0), 0),
                    PointId(0),
                    context,
                    why,
                    (Maturity::First, None),
                );
                format!("new {v} {text}")
            }
            Choice::Pass => "pass".to_owned(),
            Choice::Refuse => "refuse".to_owned(),
        }
    }

    #[test]
    fn a_class_splits_and_a_number_does_not() {
        let mut t = Table::default();
        assert_eq!(
            arrive(&mut t, &context(&[object(None), var()]), false),
            "new V0 [k0 k1] k0=*0 k1=Signed: first"
        );
        assert_eq!(
            arrive(&mut t, &context(&[object(None), int(3)]), false),
            "jump V0 at distance 3"
        );
        assert_eq!(
            arrive(&mut t, &context(&[object(Some(0x10)), int(3)]), false),
            "new V1 [k0 k1] k0=*0!@10 k1=3: V0 would lose a class"
        );
        assert_eq!(
            arrive(&mut t, &context(&[object(Some(0x10)), int(3)]), false),
            "jump V1 at distance 0"
        );
    }

    #[test]
    fn a_loop_variable_is_widened_for_good() {
        let mut t = Table::default();
        let at = |i: i64, x: ValueClass<usize>| context(&[int(i), x]);
        assert_eq!(
            arrive(&mut t, &at(0, object(None)), true),
            "new V0 [k0 k1] k0=0 k1=*0: first"
        );
        assert_eq!(
            arrive(&mut t, &at(1, object(None)), true),
            "new V1 [k0 k1] k0=Signed>=0 k1=*0: V0 has another integer"
        );
        assert_eq!(
            arrive(&mut t, &at(0, object(None)), true),
            "jump V1 at distance 3"
        );
        // For good: another class does not get constants either.
        assert_eq!(
            arrive(&mut t, &at(5, object(Some(0x20))), true),
            "new V2 [k0 k1] k0=Signed>=0 k1=*0!@20: V1 would lose a class"
        );
        // The range goes down once.
        assert_eq!(
            arrive(&mut t, &at(-1, object(None)), true),
            "new V3 [k0 k1] k0=Signed k1=*0: V2 has another integer"
        );
        assert_eq!(
            arrive(&mut t, &at(-2, object(None)), true),
            "jump V3 at distance 3"
        );
    }

    #[test]
    fn outside_of_loops_two_numbers_stay_apart() {
        let mut t = Table::default();
        for n in 0..2 {
            assert!(arrive(&mut t, &context(&[int(n)]), false).starts_with("new"));
        }
        assert_eq!(
            arrive(&mut t, &context(&[int(2)]), false),
            "new V2 [k0] k0=Signed>=0: V1 has another integer"
        );
        assert_eq!(
            arrive(&mut t, &context(&[int(1)]), false),
            "jump V1 at distance 0"
        );
        assert_eq!(
            arrive(&mut t, &context(&[int(9)]), false),
            "jump V2 at distance 3"
        );
        assert_eq!(
            arrive(&mut t, &context(&[var()]), false),
            "new V3 [k0] k0=Signed: V2 knows more"
        );
        for n in -5..100 {
            assert!(arrive(&mut t, &context(&[int(n)]), false).starts_with("jump"));
        }
    }

    #[test]
    fn growth_ends() {
        let mut t = Table::default();
        for key in 0..LIMITS.per_point {
            t.add(
                (ChainId(key + 1), u64::from(key)),
                PointId(0),
                context(&[var()]),
                VersionReason::First,
                (Maturity::First, None),
            );
        }
        assert_eq!(arrive(&mut t, &context(&[var()]), false), "refuse");
    }

    #[test]
    fn what_is_made_again_for_two_loops_is_widened_apart() {
        let mut t = Table::default();
        let mut arrive = |class: u64, again: u32| {
            let c = context(&[object(Some(class))]);
            let a = Arrival {
                key: ChainId(0),
                point: PointId(0),
                context: &c,
                loop_head: true,
                unrolls: None,
                maturity: Maturity::Onward,
                again: Some(FragmentId(again)),
            };
            match t.choose(a, LIMITS, &NoObjects, |_| false) {
                Choice::New { context, why, .. } => {
                    let made = (Maturity::Onward, a.again);
                    t.add((ChainId(0), 0), PointId(0), context, why, made);
                    matches!(why, VersionReason::Widened(_))
                }
                _ => panic!("no new version"),
            }
        };
        let classes = 0..LIMITS.cap as u64;
        assert!(!classes.clone().any(|c| arrive(c, 1)));
        // The state of another loop widens none of these, ...
        assert!(!classes.map(|c| 100 + c).any(|c| arrive(c, 2)));
        // ... and one more of its own does.
        assert!(arrive(200, 2));
    }
}
