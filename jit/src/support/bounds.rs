//! Integers relative to each other: a box plus a constant, lower bounds, differences that do not wrap around, what is
//! less than what.
//!
//! ```text
//! v2 = int_add(v1, 1)
//! v3 = int_ge(v2, v0): false        v1 + 1 < v0, so v1 + 2 does not wrap around
//! v4 = int_add(v1, 2); int_lt(v4, v0)?    unknown
//! int_sub(v4, 1) is v2; int_lt(v2, v0)?   true; uint_lt(v2, v0)? true if v1 is at least 0
//! ```
//! Sums are kept as *base + constant* (`reassociate` in [`super::fold`] sees to it). For a base is known: a lower
//! bound, how much may be added to it without wrapping around (*room*), and, for other boxes, up to which constant the
//! sum is less than they are.
use ir::lltype::LLType;
use lowlevel::LLOp;
use rustc_hash::FxHashMap;

use super::boxes::{BoxId, BoxValue, Range};
use super::definitions::BoxMap;
use super::heap::Index;
use super::ops::Compiler;
use super::state::{Knowledge, SupportState};

/// What is known of integers beside their [`Range`].
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    low: Numbers<BoxMap<i64>>,
    room: Numbers<BoxMap<i64>>,
    below: Numbers<FxHashMap<(BoxId, BoxId), i64>>,
    /// What the flow of the program has told of a box, so that telling it again brings nothing: 1, it is not negative;
    /// 2, it is countable.
    told: Numbers<BoxMap<i64>>,
    /// What is at least known of sizes: of what constants were tested against, as indices.
    size: Numbers<BoxMap<i64>>,
}

/// A number for each key that has one.
trait Store: Default {
    type Key: Copy;
    fn get(&self, k: Self::Key) -> Option<i64>;
    fn set(&mut self, k: Self::Key, n: Option<i64>);
    fn clear(&mut self);
}

impl Store for BoxMap<i64> {
    type Key = BoxId;
    fn get(&self, k: BoxId) -> Option<i64> {
        BoxMap::get(self, k)
    }
    fn set(&mut self, k: BoxId, n: Option<i64>) {
        BoxMap::set(self, k, n);
    }
    fn clear(&mut self) {
        BoxMap::clear(self);
    }
}

impl Store for FxHashMap<(BoxId, BoxId), i64> {
    type Key = (BoxId, BoxId);
    fn get(&self, k: (BoxId, BoxId)) -> Option<i64> {
        // Most fragments know of no such pair.
        if self.is_empty() {
            return None;
        }
        FxHashMap::get(self, &k).copied()
    }
    fn set(&mut self, k: (BoxId, BoxId), n: Option<i64>) {
        match n {
            Some(n) => self.insert(k, n),
            None => self.remove(&k),
        };
    }
    fn clear(&mut self) {
        FxHashMap::clear(self);
    }
}

/// Numbers that only grow, until that is undone.
#[derive(Clone, Debug)]
struct Numbers<S: Store> {
    store: S,
    /// What there was before, while changes are noted.
    trail: Vec<(S::Key, Option<i64>)>,
    noting: bool,
}

impl<S: Store> Default for Numbers<S> {
    fn default() -> Self {
        Numbers {
            store: S::default(),
            trail: Vec::new(),
            noting: false,
        }
    }
}

impl<S: Store> Numbers<S> {
    fn get(&self, k: S::Key) -> Option<i64> {
        self.store.get(k)
    }
    fn raise(&mut self, k: S::Key, n: i64) {
        let before = self.store.get(k);
        if before.is_none_or(|b| b < n) {
            self.store.set(k, Some(n));
            if self.noting {
                self.trail.push((k, before));
            }
        }
    }
    fn clear(&mut self) {
        self.store.clear();
        self.trail.clear();
        self.noting = false;
    }
    fn begin_trail(&mut self) {
        self.trail.clear();
        self.noting = true;
    }
    fn undo(&mut self) {
        self.noting = false;
        for (k, before) in self.trail.drain(..).rev() {
            self.store.set(k, before);
        }
    }
}

impl Bounds {
    /// It is the size of something.
    pub fn note_size(&mut self, b: BoxId) {
        self.size.raise(b, 0);
    }
    /// Whether it is known to be the size of something.
    pub fn is_size(&self, b: BoxId) -> bool {
        self.size.get(b).is_some()
    }
    /// Forgets all bounds, as a new fragment begins.
    pub fn clear(&mut self) {
        self.low.clear();
        self.room.clear();
        self.below.clear();
        self.told.clear();
        self.size.clear();
    }
    /// Changes are noted from here on, so that [`Bounds::undo`] can take them back.
    pub fn begin_trail(&mut self) {
        self.low.begin_trail();
        self.room.begin_trail();
        self.below.begin_trail();
        self.told.begin_trail();
        self.size.begin_trail();
    }
    /// Notes that the number `base` plus `more` is less than `limit`, and that the sum does not wrap around.
    pub fn note_below(&mut self, base: BoxId, more: i64, limit: BoxId) {
        self.below.raise((base, limit), more);
        if more >= 0
            && let Some(next) = more.checked_add(1)
        {
            self.room.raise(base, next);
        }
    }
    /// The relations that are known: base, constant, limit, in no order.
    pub fn relations(&self) -> impl Iterator<Item = (BoxId, i64, BoxId)> + '_ {
        (self.below.store.iter()).map(|(&(base, limit), &more)| (base, more, limit))
    }
    /// Takes back what was noted since [`Bounds::begin_trail`].
    pub fn undo(&mut self) {
        self.low.undo();
        self.room.undo();
        self.below.undo();
        self.told.undo();
        self.size.undo();
    }
}

/// What a test tells of a sum *base + constant*: a bound of the base.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// base < limit - more; the limit is not negative, nor is `more`.
    Less {
        base: BoxId,
        limit: BoxId,
        /// How far below it the base is.
        more: i64,
    },
    /// base >= low.
    AtLeast { base: BoxId, low: i64 },
}

impl Bound {
    /// Whether this follows from the other one.
    pub fn is_weaker(&self, other: &Bound) -> bool {
        match (self, other) {
            (
                Bound::Less { base, limit, more },
                Bound::Less {
                    base: b,
                    limit: l,
                    more: m,
                },
            ) => (base, limit) == (b, l) && more <= m,
            (Bound::AtLeast { base, low }, Bound::AtLeast { base: b, low: l }) => {
                base == b && low <= l
            }
            _ => false,
        }
    }
}

/// Constants beyond this one make no [`Bound`].
const BOUNDED: i64 = 1 << 31;

/// What may be added to a number that is countable (see `transform::ranges`).
const COUNTABLE_ROOM: i64 = 1 << 61;

impl Knowledge {
    /// A box as the index of an item.
    pub fn index(&self, b: BoxId) -> Index {
        match self.boxes.get(b).constant() {
            Some(i) => Index::Const(i as i64),
            None => {
                let (base, offset) = self.linear(b);
                Index::Sum(base, offset)
            }
        }
    }
    /// A box as another one plus a constant, modulo 2^64.
    pub fn linear(&self, b: BoxId) -> (BoxId, i64) {
        let constant = |b: BoxId| self.boxes.get(b).constant().map(|bits| bits as i64);
        match self.defs.get(b) {
            Some(d) if matches!(d.op, LLOp::IntAdd) => match constant(d.args[1]) {
                Some(c) => (d.args[0], c),
                None => (b, 0),
            },
            Some(d) if matches!(d.op, LLOp::IntSub) => match constant(d.args[1]) {
                Some(c) if c != i64::MIN => (d.args[0], -c),
                _ => (b, 0),
            },
            _ => (b, 0),
        }
    }
    /// Whether base + c is the sum of the numbers: it does not wrap around.
    pub fn exact(&self, base: BoxId, c: i64) -> bool {
        match c {
            0 => true,
            1.. => self.bounds.room.get(base).is_some_and(|room| c <= room),
            _ => self.interval(base).0 >= i64::MIN - c,
        }
    }
    /// The values an integer may have.
    pub fn interval(&self, b: BoxId) -> (i64, i64) {
        match self.boxes.get(b) {
            BoxValue::Const { bits, .. } => (*bits as i64, *bits as i64),
            BoxValue::Residual { facts, .. } => {
                let mut low = facts.range.low();
                if let Some(l) = self.bounds.low.get(b) {
                    low = low.max(l);
                }
                let (base, c) = self.linear(b);
                if c != 0 && self.exact(base, c) {
                    low = low.max(self.interval(base).0.saturating_add(c));
                }
                (low, i64::MAX)
            }
            BoxValue::Virtual(_) => (i64::MIN, i64::MAX),
        }
    }
    /// What a context keeps of that.
    pub fn range(&self, b: BoxId) -> Range {
        let size = self.bounds.size.get(b).unwrap_or(i64::MIN);
        let known = Range::of_number(self.interval(b).0).max(Range::of_size(size));
        known.max(self.boxes.facts(b).range)
    }
    /// Whether one number is known to be less than another one.
    pub fn is_less(&self, a: BoxId, b: BoxId) -> bool {
        let (base, c) = self.linear(a);
        let known = self.bounds.below.get((base, b));
        known.is_some_and(|k| c <= k && (c >= 0 || self.exact(base, c)))
    }
    /// Of `uint_lt(i + ((i >> 63) & n), n)`, where nothing is known of the sign of `i`: `i` and `n`.
    pub fn checked_number(&self, check: BoxId) -> Option<(BoxId, BoxId)> {
        use LLOp::*;
        let args = |b: BoxId, op: LLOp| self.defs.get(b).filter(|d| d.op == op).map(|d| &d.args);
        let check = args(check, UintLt)?;
        let (index, size) = (check[0], check[1]);
        let (index, size) = (
            args(index, CastIntToUint)?[0],
            args(size, CastIntToUint)?[0],
        );
        let sum = args(index, IntAdd)?;
        // Operands that are not constant stand in any order.
        [(sum[0], sum[1]), (sum[1], sum[0])]
            .into_iter()
            .find_map(|(number, added)| {
                let added = args(added, IntAnd)?;
                let sign = added.iter().find_map(|&b| args(b, IntRshift))?;
                let by = self.boxes.get(sign[1]).constant();
                (sign[0] == number && by == Some(63) && added.contains(&size))
                    .then_some((number, size))
            })
    }
    /// What holds if a test has this value, as a bound from which that follows.
    fn bound(&self, test: BoxId, truth: bool) -> Option<Bound> {
        use LLOp::*;
        let d = self.defs.get(test)?;
        let (&a, b) = (d.args.first()?, d.args.get(1).copied());
        match (&d.op, truth, b) {
            (IntLt, true, Some(b)) | (IntGe, false, Some(b)) => self.less_bound(a, b),
            (IntGt, true, Some(b)) | (IntLe, false, Some(b)) => self.less_bound(b, a),
            (UintLt, true, Some(b)) | (UintGe, false, Some(b)) => {
                let signed = |b: BoxId| match self.defs.get(b) {
                    Some(d) if matches!(d.op, CastIntToUint) => Some(d.args[0]),
                    _ => None,
                };
                let (a, b) = (signed(a)?, signed(b)?);
                (self.interval(a).0 >= 0).then(|| self.less_bound(a, b))?
            }
            (IntEq, false, Some(b)) | (IntNe, true, Some(b)) => {
                let constant = |b: BoxId| self.boxes.get(b).constant().map(|bits| bits as i64);
                match (constant(a), constant(b)) {
                    (None, Some(number)) => self.low_bound(a, number),
                    (Some(number), None) => self.low_bound(b, number),
                    _ => None,
                }
            }
            (IntIsTrue, true, None) => self.low_bound(a, 0),
            _ => None,
        }
    }
    /// `a < b`.
    fn less_bound(&self, a: BoxId, limit: BoxId) -> Option<Bound> {
        let (base, more) = self.linear(a);
        // If base < limit - more, base + more does not wrap around, nor does any smaller sum. It need not be known
        // before.
        let fits = (0..BOUNDED).contains(&more)
            && self.interval(limit).0 >= 0
            && self.boxes.get(base).constant().is_none()
            && !self.boxes.get(limit).is_virtual();
        fits.then_some(Bound::Less { base, limit, more })
    }
    /// A number that is at least this one is not it.
    fn low_bound(&self, a: BoxId, number: i64) -> Option<Bound> {
        let (base, c) = self.linear(a);
        let low = number.wrapping_sub(c);
        let fits = (-BOUNDED..BOUNDED).contains(&low) && self.interval(base).0 == low;
        fits.then_some(Bound::AtLeast { base, low: low + 1 })
    }
    /// Whether base + c cannot be this number, wrapped around or not.
    pub fn is_apart(&self, a: BoxId, number: i64) -> bool {
        let (base, c) = self.linear(a);
        if c <= 0 {
            return false;
        }
        let (low, number, c) = (
            i128::from(self.interval(base).0),
            i128::from(number),
            i128::from(c),
        );
        number < low + c && number >= i128::from(i64::MIN) + c
    }
}

impl SupportState {
    /// What holds if a test has this value, as a bound from which that follows.
    pub fn bound(&self, test: BoxId, truth: bool) -> Option<Bound> {
        self.work().now.bound(test, truth)
    }
    /// A number that a bounds check has passed for is not negative, so it is the index itself: less than the size.
    pub fn learn_index(&self, number: BoxId, size: BoxId) {
        self.compiler(|c| {
            c.at_least(number, 0);
            c.is_below(number, size);
        });
    }
    /// Integers are not negative by the flow of the program; countable: so far from overflow that small numbers may be
    /// added.
    pub fn learn_not_negative(&self, boxes: impl Iterator<Item = (BoxId, bool)>) {
        self.compiler(|c| {
            for (b, countable) in boxes {
                c.learn_not_negative(b, countable);
            }
        });
    }
}

impl Compiler<'_> {
    fn learn_not_negative(&mut self, b: BoxId, countable: bool) {
        let level = 1 + i64::from(countable);
        if self.w.now.bounds.told.get(b) >= Some(level)
            || !matches!(
                self.get(b),
                BoxValue::Residual {
                    ty: LLType::Signed,
                    ..
                }
            )
        {
            return;
        }
        let (base, offset) = self.w.now.linear(b);
        let near = offset.unsigned_abs() < 1 << 32;
        if countable && near {
            self.w.now.bounds.room.raise(base, COUNTABLE_ROOM);
        }
        self.at_least(b, 0);
        // All that follows is noted for good, unless it depends on what is not known of the base.
        let now = &self.w.now;
        if now.linear(base).1 == 0 && (near && countable || offset <= 0) && now.exact(base, offset)
        {
            self.w.now.bounds.told.raise(b, level);
        }
    }
    /// The values an integer may have.
    pub(super) fn interval(&self, b: BoxId) -> (i64, i64) {
        self.w.now.interval(b)
    }
    /// A number is at least this one.
    pub(super) fn at_least(&mut self, b: BoxId, low: i64) {
        if self.constant_of(b).is_some() || low == i64::MIN {
            return;
        }
        self.set_range(b, Range::of_number(low));
        let (base, c) = self.w.now.linear(b);
        if c == 0 {
            if low > self.interval(b).0 || low > 1 {
                self.w.now.bounds.low.raise(b, low);
            }
            return;
        }
        // A sum that wrapped around upwards would be negative.
        if c > 0 && low >= 0 && self.interval(base).0 >= 0 {
            self.w.now.bounds.room.raise(base, c);
        }
        if self.w.now.exact(base, c)
            && let Some(low) = low.checked_sub(c)
        {
            self.at_least(base, low);
        }
    }
    /// A size is at least this number.
    pub(super) fn size_at_least(&mut self, b: BoxId, low: i64) {
        self.at_least(b, low);
        self.set_range(b, Range::of_size(low));
        self.w.now.bounds.size.raise(b, low);
    }
    /// `a < b`, signed: the sums below `a` are, too, and the next one does not wrap around.
    pub(super) fn is_below(&mut self, a: BoxId, b: BoxId) {
        let (base, c) = self.w.now.linear(a);
        if self.constant_of(base).is_some() || !self.w.now.exact(base, c) {
            return;
        }
        self.w.now.bounds.note_below(base, c, b);
    }
    /// The signed number behind a cast to unsigned.
    pub(super) fn uncast(&self, b: BoxId) -> Option<BoxId> {
        let d = self.definition(b)?;
        matches!(d.op, LLOp::CastIntToUint).then(|| d.args[0])
    }
}
