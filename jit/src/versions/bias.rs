//! Which way red branches of generators go: a branch that nearly always goes one way becomes a guard, and compiling
//! goes straight on.
//!
//! A *split* is a branch of a generator, by the points of its two arms, whatever the greens. What the edges of both
//! arms see is counted: the first arrival at each. When four and nine of ten went one way, the branch is expected to do
//! so wherever it is compiled next; if too many guards made of it fail, it is not any more. Before that what the
//! program says counts: a way that ends in an error, or is marked as unlikely, is not expected from the start.
//!
//! ```text
//! if position >= len(cells): cells.append(0)      arms: append (0 of 4), go on (4 of 4)
//! v5 = int_ge(v3, v4); if v5 then E0(v3)          from then on: a guard, and the code behind it
//! ```
use ir::index::{Idx, IndexVec};
use rustc_hash::FxHashMap;

use jit_abi::info::PointId;

ir::entity!(
    /// A place of the program where residual code branches (two arms), whatever version it is in.
    SplitId,
    "split"
);

/// An arm of a split, as an edge knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm(u32);

impl Arm {
    /// The edge is no arm.
    pub const NONE: Arm = Arm(u32::MAX);
    /// The arm that is taken if the condition has this value.
    pub fn new(split: SplitId, truth: bool, guard: bool) -> Arm {
        Arm(split.0 << 2 | u32::from(guard) << 1 | u32::from(truth))
    }
    /// Whether the edge is that of a guard.
    pub fn is_guard(self) -> bool {
        self != Arm::NONE && self.0 >> 1 & 1 != 0
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Split {
    /// First arrivals at edges of branches: if false, if true.
    seen: [u32; 2],
    guards: u32,
    /// Guards whose edge was reached.
    failed: u32,
    /// Guards that test a reference, and those of them behind which the same fragment has promoted it.
    tested: u32,
    promoted: u32,
}

/// What is known of all splits.
#[derive(Debug, Default)]
pub struct Bias {
    index: FxHashMap<(PointId, PointId), SplitId>,
    splits: IndexVec<SplitId, Split>,
}

/// Arrivals that it takes to expect the same of the next one.
const ENOUGH: u32 = 4;

impl Bias {
    /// The split with these arms.
    pub fn split(&mut self, yes: PointId, no: PointId) -> SplitId {
        let splits = &mut self.splits;
        *(self.index.entry((yes, no))).or_insert_with(|| splits.push(Split::default()))
    }
    /// The condition's value that is expected; `usual` is what the program says of it (its other way ends badly).
    pub fn expected(&self, split: SplitId, usual: Option<bool>) -> Option<bool> {
        let s = &self.splits[split];
        let often = s.seen[1] > s.seen[0];
        let (most, least) = (s.seen[usize::from(often)], s.seen[usize::from(!often)]);
        let often = match most >= ENOUGH && 8 * least <= most {
            true => Some(often),
            false => usual.filter(|&u| s.seen[usize::from(!u)] < ENOUGH),
        };
        often.filter(|_| 4 * s.failed <= s.guards + ENOUGH)
    }
    /// A guard was made of it.
    pub fn guarded(&mut self, split: SplitId) {
        self.splits[split].guards += 1;
    }
    /// A guard was made of it that tests a reference.
    pub fn tested(&mut self, split: SplitId) {
        self.splits[split].tested += 1;
    }
    /// The reference was promoted a moment later, or compared with a constant.
    pub fn promoted(&mut self, split: SplitId) {
        self.splits[split].promoted += 1;
    }
    /// Whether the reference that it tests is promoted next, nearly always.
    pub fn leads_to_promotion(&self, split: SplitId) -> bool {
        let s = &self.splits[split];
        s.promoted >= ENOUGH && 8 * s.promoted >= 7 * s.tested
    }
    /// The first arrival at an edge.
    pub fn arrived(&mut self, arm: Arm) {
        if arm == Arm::NONE {
            return;
        }
        let s = &mut self.splits[SplitId::new((arm.0 >> 2) as usize)];
        match arm.0 >> 1 & 1 {
            0 => s.seen[(arm.0 & 1) as usize] += 1,
            _ => s.failed += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_way_is_expected_until_guards_fail() {
        let mut b = Bias::default();
        let s = b.split(PointId(1), PointId(2));
        assert_eq!(s, b.split(PointId(1), PointId(2)));
        for _ in 0..3 {
            b.arrived(Arm::new(s, true, false));
            assert_eq!(b.expected(s, None), None);
        }
        b.arrived(Arm::new(s, true, false));
        assert_eq!(b.expected(s, None), Some(true));
        b.arrived(Arm::NONE);
        b.guarded(s);
        b.arrived(Arm::new(s, false, true));
        assert_eq!(b.expected(s, None), Some(true));
        b.guarded(s);
        b.arrived(Arm::new(s, false, true));
        assert_eq!(b.expected(s, None), None);
        // Many that hold make up for it.
        for _ in 0..10 {
            b.guarded(s);
        }
        assert_eq!(b.expected(s, None), Some(true));
    }

    #[test]
    fn what_the_program_says_counts_until_it_is_refuted() {
        let mut b = Bias::default();
        let s = b.split(PointId(1), PointId(2));
        assert_eq!(b.expected(s, Some(false)), Some(false));
        for _ in 0..2 {
            b.guarded(s);
            b.arrived(Arm::new(s, true, true));
        }
        assert_eq!(b.expected(s, Some(false)), None);
        let t = b.split(PointId(1), PointId(3));
        for _ in 0..4 {
            b.arrived(Arm::new(t, true, false));
        }
        assert_eq!(b.expected(t, Some(false)), Some(true));
    }

    #[test]
    fn a_test_leads_to_a_promotion_that_nearly_always_follows() {
        let mut b = Bias::default();
        let s = b.split(PointId(1), PointId(2));
        for _ in 0..ENOUGH {
            assert!(!b.leads_to_promotion(s));
            b.tested(s);
            b.promoted(s);
        }
        assert!(b.leads_to_promotion(s));
        b.tested(s);
        assert!(!b.leads_to_promotion(s));
    }

    #[test]
    fn both_ways_are_not_expected() {
        let mut b = Bias::default();
        let s = b.split(PointId(1), PointId(2));
        for n in 0..16 {
            b.arrived(Arm::new(s, n % 2 == 0, false));
            assert_eq!(b.expected(s, None), None);
        }
    }
}
