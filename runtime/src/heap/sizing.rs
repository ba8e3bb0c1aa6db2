//! How large the nursery is.
//!
//! An object that survives a minor collection is copied, and is found dead by a major collection only. Some survive
//! because the nursery was full too soon: a task whose objects live until it is done, and which needs more than a
//! nursery, has a third of them copied; in one of twice the size it may be done before. So the nursery doubles while
//! much survives, up to four times what it begins with. A large nursery has a price: its lines have left the nearer
//! caches when it is used again. Where next to nothing survives for long enough it shrinks again, and if that was wrong
//! it waits for twice as long the next time.
//!
//! Looked at are collections that found the nursery nearly full. After others, which a compiler or the program asks
//! for, what survives has had no time to die.

/// The nursery is at most so many times as large as at first, if it grows.
const MOST: usize = 4;
/// Survivors are looked at each time that so many nurseries were filled.
const FILLED: usize = 2;
/// Much survives: one byte in so many.
const MUCH: usize = 16;
/// Hardly anything does.
const LITTLE: usize = 128;
/// How often in a row that is before the nursery shrinks, at first and at most.
const PATIENCE: u32 = 16;
const MOST_PATIENCE: u32 = 1024;

/// The size of the nursery, and what it depends on.
#[derive(Debug)]
pub(crate) struct Sizing {
    /// What it is at first, and at least.
    least: usize,
    size: usize,
    /// What it is at most: no more than at least, if the user has set its size.
    most: usize,
    /// Bytes that filled nurseries had, and those of them that survived.
    used: usize,
    survived: usize,
    /// How often in a row hardly anything has survived.
    calm: u32,
    patience: u32,
    /// It has shrunk since it grew last.
    shrunk: bool,
}

impl Sizing {
    pub(crate) fn new(least: usize, fixed: bool) -> Sizing {
        Sizing {
            least,
            size: least,
            most: if fixed { least } else { MOST * least },
            used: 0,
            survived: 0,
            calm: 0,
            patience: PATIENCE,
            shrunk: false,
        }
    }
    /// Bytes of the nursery.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
    /// A minor collection has found so many bytes in use, of which so many have survived.
    pub(crate) fn collected(&mut self, used: usize, survived: usize) {
        if used < self.size / 4 * 3 {
            return;
        }
        self.used += used;
        self.survived += survived;
        if self.used < FILLED * self.size / 4 * 3 {
            return;
        }
        let (used, survived) = (
            std::mem::take(&mut self.used),
            std::mem::take(&mut self.survived),
        );
        if survived >= used / MUCH {
            self.grow();
        } else if survived < used / LITTLE {
            self.calm += 1;
            self.shrink();
        } else {
            self.calm = 0;
        }
    }
    fn grow(&mut self) {
        self.calm = 0;
        if self.size >= self.most {
            return;
        }
        if std::mem::take(&mut self.shrunk) {
            self.patience = (2 * self.patience).min(MOST_PATIENCE);
        }
        self.size *= 2;
    }
    fn shrink(&mut self) {
        if self.calm < self.patience || self.size <= self.least {
            return;
        }
        self.calm = 0;
        self.shrunk = true;
        self.size /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: usize = 1 << 20;

    /// Fills the nursery so many times; one byte in so many survives.
    fn fill(s: &mut Sizing, times: u32, one_in: usize) {
        for _ in 0..times {
            let used = s.size();
            s.collected(used, used / one_in);
        }
    }

    #[test]
    fn it_grows_while_much_survives_and_no_further_than_it_may() {
        let mut s = Sizing::new(LEAST, false);
        fill(&mut s, 20, 20);
        assert_eq!(s.size(), LEAST);
        fill(&mut s, 2, 8);
        assert_eq!(s.size(), 2 * LEAST);
        fill(&mut s, 100, 3);
        assert_eq!(s.size(), MOST * LEAST);
    }

    #[test]
    fn it_shrinks_in_the_end_and_later_if_that_was_wrong() {
        let mut s = Sizing::new(LEAST, false);
        fill(&mut s, 2, 8);
        fill(&mut s, 2 * PATIENCE - 1, 1000);
        assert_eq!(s.size(), 2 * LEAST);
        fill(&mut s, 1, 1000);
        assert_eq!(s.size(), LEAST);
        fill(&mut s, 1000, 1000);
        assert_eq!(s.size(), LEAST);
        fill(&mut s, 2, 8);
        fill(&mut s, 4 * PATIENCE - 2, 1000);
        assert_eq!(s.size(), 2 * LEAST);
        fill(&mut s, 2, 1000);
        assert_eq!(s.size(), LEAST);
    }

    #[test]
    fn what_was_not_full_and_what_the_user_has_set_changes_nothing() {
        let mut s = Sizing::new(LEAST, false);
        for _ in 0..1000 {
            s.collected(LEAST / 2, LEAST / 2);
        }
        assert_eq!(s.size(), LEAST);
        let mut s = Sizing::new(LEAST, true);
        fill(&mut s, 1000, 2);
        assert_eq!(s.size(), LEAST);
    }
}
