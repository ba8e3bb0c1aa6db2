//! Free pages: ranges of addresses, joined with their neighbours, taken by best fit.
//!
//! Sizes of large objects vary: what grows step by step asks for another size at each step. So free pages are no lists
//! by size: a range is cut where it is larger than what is asked for, and ranges that touch become one.
use std::collections::{BTreeMap, BTreeSet};

/// Free ranges of whole pages.
#[derive(Default)]
pub(super) struct Extents {
    /// Sizes by first address.
    ranges: BTreeMap<usize, usize>,
    /// The same as (size, first address).
    sizes: BTreeSet<(usize, usize)>,
    bytes: usize,
}

impl Extents {
    /// Bytes of all ranges.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
    /// Takes so many bytes from the smallest range that has them.
    pub(super) fn take(&mut self, size: usize) -> Option<usize> {
        let &(found, start) = self.sizes.range((size, 0)..).next()?;
        self.remove(start, found);
        if found > size {
            self.insert(start + size, found - size);
        }
        Some(start)
    }
    /// A range is free.
    pub(super) fn give(&mut self, start: usize, size: usize) {
        let (mut first, mut end) = (start, start + size);
        if let Some((&before, &n)) = self.ranges.range(..start).next_back()
            && before + n == start
        {
            self.remove(before, n);
            first = before;
        }
        if let Some(&n) = self.ranges.get(&end) {
            self.remove(end, n);
            end += n;
        }
        self.insert(first, end - first);
    }
    /// Takes the largest range, or its end, of so many bytes at most.
    pub(super) fn take_largest(&mut self, most: usize) -> Option<(usize, usize)> {
        let &(size, start) = self.sizes.last()?;
        self.remove(start, size);
        let taken = size.min(most);
        if taken < size {
            self.insert(start, size - taken);
        }
        Some((start + size - taken, taken))
    }
    fn insert(&mut self, start: usize, size: usize) {
        self.ranges.insert(start, size);
        self.sizes.insert((size, start));
        self.bytes += size;
    }
    fn remove(&mut self, start: usize, size: usize) {
        self.ranges.remove(&start);
        self.sizes.remove(&(size, start));
        self.bytes -= size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_range_that_is_large_enough_is_cut() {
        let mut e = Extents::default();
        e.give(100, 50);
        e.give(200, 10);
        e.give(300, 20);
        assert_eq!(e.take(15), Some(300));
        assert_eq!(e.take(5), Some(315));
        assert_eq!(e.take(11), Some(100));
        assert_eq!(e.take(40), None);
        assert_eq!(e.bytes(), 39 + 10);
    }

    #[test]
    fn neighbours_become_one_range() {
        let mut e = Extents::default();
        e.give(100, 10);
        e.give(120, 10);
        e.give(140, 10);
        e.give(110, 10);
        assert_eq!(e.take(30), Some(100));
        e.give(130, 10);
        assert_eq!(e.take(20), Some(130));
        assert_eq!((e.bytes(), e.take(1)), (0, None));
    }

    #[test]
    fn the_largest_range_goes_back_from_its_end() {
        let mut e = Extents::default();
        e.give(100, 10);
        e.give(200, 50);
        assert_eq!(e.take_largest(20), Some((230, 20)));
        assert_eq!(e.take_largest(100), Some((200, 30)));
        assert_eq!(e.take_largest(100), Some((100, 10)));
        assert_eq!((e.bytes(), e.take_largest(1)), (0, None));
    }

    /// Taken and given ranges never overlap, and nothing is lost, whatever the order.
    #[test]
    fn every_address_is_free_or_taken() {
        for seed in 1..50u64 {
            let mut state = seed;
            let mut below = |n: usize| {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(seed);
                (state >> 33) as usize % n
            };
            let mut e = Extents::default();
            e.give(1000, 1000);
            let mut taken: Vec<(usize, usize)> = Vec::new();
            for _ in 0..300 {
                match below(2) {
                    0 if !taken.is_empty() => {
                        let (start, size) = taken.swap_remove(below(taken.len()));
                        e.give(start, size);
                    }
                    _ => {
                        let size = 1 + below(60);
                        taken.extend(e.take(size).map(|start| (start, size)));
                    }
                }
                let mut all = taken.clone();
                all.extend(e.ranges.iter().map(|(&start, &size)| (start, size)));
                all.sort_unstable();
                assert_eq!(all.iter().map(|r| r.1).sum::<usize>(), 1000);
                assert!(all.windows(2).all(|w| w[0].0 + w[0].1 <= w[1].0));
                let free: Vec<_> = e.ranges.iter().collect();
                assert!(free.windows(2).all(|w| w[0].0 + w[0].1 < *w[1].0));
            }
        }
    }
}
