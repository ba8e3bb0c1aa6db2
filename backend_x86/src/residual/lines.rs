//! Which location an address of residual code belongs to.
//!
//! Hot code grows upwards, cold code downwards: two lists in order of making are two sorted lists. The address space of
//! a piece ends where the next one begins.
//!
//! ```text
//! run 1: hot 0x40..0x60, cold 0x9f0..0xa00        hot:  (0x40, 3) (0x48, 4) (0x60, none) ...
//!                                                 cold: (0xa00, none) (0x9f0, 4) ...
//! ```
use std::ops::Range;

const NONE: u32 = u32::MAX;

/// (offset in the region, location from there on).
#[derive(Debug, Default)]
pub(super) struct Lines {
    hot: Vec<(u32, u32)>,
    /// Backwards.
    cold: Vec<(u32, u32)>,
}

impl Lines {
    /// Hot code at an offset, with its lines relative to it.
    pub(super) fn add_hot(&mut self, at: u32, lines: &[(u32, u32)], size: u32) {
        // A jump that has been taken away may have made room.
        while self.hot.last().is_some_and(|l| l.0 >= at) {
            self.hot.pop();
        }
        self.hot.extend(lines.iter().map(|&(o, l)| (at + o, l)));
        self.hot.push((at + size, NONE));
    }
    /// Cold code at an offset, whose lines are relative to another place: their range. `before`: the location that it
    /// begins with.
    pub(super) fn add_cold(
        &mut self,
        at: u32,
        lines: &[(u32, u32)],
        range: Range<u32>,
        before: Option<u32>,
    ) {
        if range.is_empty() {
            return;
        }
        let end = at + (range.end - range.start);
        // Code without lines may lie between.
        if self.cold.last().is_none_or(|l| l.0 != end) {
            self.cold.push((end, NONE));
        }
        let lines = lines.iter().rev();
        self.cold
            .extend(lines.map(|&(o, l)| (o - range.start + at, l)));
        if self.cold.last().is_none_or(|l| l.0 > at) {
            self.cold.push((at, before.unwrap_or(NONE)));
        }
    }
    /// The location of an offset; hot code ends at `hot`.
    pub(super) fn find(&self, at: u32, hot: u32) -> Option<u32> {
        let found = if at < hot {
            let i = self.hot.partition_point(|l| l.0 <= at);
            self.hot.get(i.checked_sub(1)?)
        } else {
            let i = self.cold.partition_point(|l| l.0 > at);
            self.cold.get(i)
        };
        found.map(|l| l.1).filter(|&l| l != NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_grow_from_both_ends() {
        let mut l = Lines::default();
        l.add_hot(0x40, &[(0, 3), (8, 4)], 0x20);
        l.add_cold(0x9f0, &[(0x25, 5)], 0x21..0x31, Some(4));
        l.add_hot(0x60, &[(0, 6)], 0x10);
        l.add_cold(0x9e0, &[(0x15, 7)], 0x11..0x21, None);
        let find = |at| l.find(at, 0x70);
        assert_eq!(find(0x3f), None);
        assert_eq!(
            (find(0x40), find(0x47), find(0x48)),
            (Some(3), Some(3), Some(4))
        );
        assert_eq!(
            (find(0x5f), find(0x60), find(0x6f)),
            (Some(4), Some(6), Some(6))
        );
        assert_eq!(
            (find(0x9f0), find(0x9f4), find(0x9ff)),
            (Some(4), Some(5), Some(5))
        );
        assert_eq!(
            (find(0x9e0), find(0x9e4), find(0x9ef)),
            (None, Some(7), Some(7))
        );
        assert_eq!(find(0xa00), None);
    }
}
