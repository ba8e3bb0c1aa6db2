//! Numbers of classes in bytes.
use super::NONE;
use crate::versions::context::ValueClassId;

/// A field that is zero, the next class, and repetition.
const ZERO: u32 = 0;
const NEW: u32 = 1;
const AGAIN: u32 = 2;
const KNOWN: u32 = 3;

/// Room that is written into: how much is enough is known beforehand.
#[derive(Debug, Default)]
pub(super) struct Writer {
    bytes: Vec<u8>,
    used: usize,
}

/// Most bytes of a number.
const WIDTH: usize = 5;

impl Writer {
    /// Begins anew, with room for so many numbers.
    pub(super) fn begin(&mut self, numbers: usize) {
        self.used = 0;
        if self.bytes.len() < WIDTH * numbers {
            self.bytes.resize(WIDTH * numbers, 0);
        }
    }
    #[inline]
    pub(super) fn put(&mut self, mut n: u32) {
        while n >= 0x80 {
            self.bytes[self.used] = n as u8 | 0x80;
            self.used += 1;
            n >>= 7;
        }
        self.bytes[self.used] = n as u8;
        self.used += 1;
    }
    /// What was written.
    pub(super) fn written(&self) -> &[u8] {
        &self.bytes[..self.used]
    }
}

/// Writes numbers of classes.
pub(super) struct Numbers {
    /// The next class.
    pub(super) next: u32,
    last: u32,
    repeated: u32,
}

impl Numbers {
    pub(super) fn new() -> Numbers {
        Numbers {
            next: 0,
            last: AGAIN,
            repeated: 0,
        }
    }
    #[inline]
    pub(super) fn put(&mut self, to: &mut Writer, class: u32) {
        let code = match class {
            NONE => ZERO,
            k if k == self.next => {
                self.next += 1;
                NEW
            }
            k => k + KNOWN,
        };
        if code == self.last {
            self.repeated += 1;
            return;
        }
        self.end(to);
        to.put(code);
        self.last = code;
    }
    /// Ends a list.
    #[inline]
    pub(super) fn end(&mut self, to: &mut Writer) {
        match std::mem::take(&mut self.repeated) {
            0 => {}
            1 => to.put(self.last),
            n => {
                to.put(AGAIN);
                to.put(n);
            }
        }
        self.last = AGAIN;
    }
}

/// Reads what was written.
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) next: u32,
}

impl Reader<'_> {
    pub(super) fn get(&mut self) -> u32 {
        let (mut n, mut shift) = (0, 0);
        while let Some((&b, rest)) = self.bytes.split_first() {
            self.bytes = rest;
            n |= u32::from(b & 0x7f) << shift;
            if b & 0x80 == 0 {
                break;
            }
            shift += 7;
        }
        n
    }
    pub(super) fn list(&mut self, count: usize) -> Vec<Option<ValueClassId>> {
        let mut out = Vec::with_capacity(count);
        let mut last = ZERO;
        while out.len() < count {
            let (code, times) = match self.get() {
                AGAIN => (last, self.get()),
                code => (code, 1),
            };
            last = code;
            for _ in 0..times {
                out.push(match code {
                    ZERO => None,
                    NEW => {
                        self.next += 1;
                        Some(ValueClassId(self.next - 1))
                    }
                    k => Some(ValueClassId(k - KNOWN)),
                });
            }
        }
        out
    }
}
