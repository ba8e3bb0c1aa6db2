//! Random programs, in the languages of the examples and in RPython itself, for tests that run one program in several
//! ways and compare the outputs.
//!
//! Programs are valid by construction, end, and depend on the seed alone. A generator keeps count of the work that a
//! program does (an upper bound of the statements executed) so that loops get hot and no program runs for long.
//!
//! ```text
//! generate::kite::program(7)   --> "class Base { ... } fn f0(a, b) { ... } ..."
//! generate::tinyvm::program(7) --> ".func f0 1\n\tload r0\n ..."
//! ```
pub mod kite;
pub mod rpython;
pub mod tinyvm;

/// A random number generator (splitmix64).
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.word() % n
    }
    /// A number in `low..=high`.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
    /// One of some things.
    pub fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len() as u64) as usize]
    }
}

/// The work a generated program may do, in statements executed.
#[derive(Clone, Copy)]
struct Budget {
    /// Of the whole function.
    limit: u64,
    /// Used so far.
    used: u64,
    /// How often the statement being generated is executed.
    times: u64,
}

impl Budget {
    fn new(limit: u64) -> Budget {
        Budget {
            limit,
            used: 1,
            times: 1,
        }
    }
    /// Accounts for work done at each execution of the current statement.
    fn spend(&mut self, cost: u64) {
        self.used += cost * self.times;
    }
    /// Whether that much can still be done at each execution of the current statement.
    fn allows(&self, cost: u64) -> bool {
        self.used + cost * self.times <= self.limit
    }
    /// The number of turns a loop may take whose body costs about `body`.
    fn turns(&self, random: &mut Random, body: u64, most: u64) -> Option<u64> {
        let left = self.limit.saturating_sub(self.used) / (self.times * body);
        let most = left.min(most);
        (most >= 2).then(|| 2 + random.below(most - 1))
    }
}
