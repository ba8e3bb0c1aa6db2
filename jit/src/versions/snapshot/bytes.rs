//! Numbers of classes in bytes.
use super::heads::NONE;
use crate::versions::context::ValueClassId;

/// A field that is zero, the next class, and repetition.
const ZERO: u32 = 0;
const NEW: u32 = 1;
const AGAIN: u32 = 2;
const KNOWN: u32 = 3;

/// Room that is written into: how much is enough is known beforehand.
#[derive(Debug, Default)]
pub(in crate::versions) struct Writer {
    bytes: Vec<u8>,
    used: usize,
}

/// Most bytes of a number.
const WIDTH: usize = 5;

impl Writer {
    /// Begins anew, with room for so many numbers.
    pub(in crate::versions) fn begin(&mut self, numbers: usize) {
        self.used = 0;
        if self.bytes.len() < WIDTH * numbers {
            self.bytes.resize(WIDTH * numbers, 0);
        }
    }
    #[inline]
    pub(in crate::versions) fn put(&mut self, n: u32) {
        if n >= 0x80 {
            self.put_long(n);
            return;
        }
        self.bytes[self.used] = n as u8;
        self.used += 1;
    }
    #[cold]
    fn put_long(&mut self, mut n: u32) {
        while n >= 0x80 {
            self.bytes[self.used] = n as u8 | 0x80;
            self.used += 1;
            n >>= 7;
        }
        self.bytes[self.used] = n as u8;
        self.used += 1;
    }
    /// What was written.
    pub(in crate::versions) fn written(&self) -> &[u8] {
        &self.bytes[..self.used]
    }
}

/// Writes numbers of classes.
pub(in crate::versions) struct Numbers {
    /// The next class.
    pub(in crate::versions) next: u32,
    last: u32,
    repeated: u32,
}

impl Numbers {
    pub(in crate::versions) fn new() -> Numbers {
        Numbers {
            next: 0,
            last: AGAIN,
            repeated: 0,
        }
    }
    #[inline]
    pub(in crate::versions) fn put(&mut self, to: &mut Writer, class: u32) {
        let code = match class {
            NONE => ZERO,
            k if k == self.next => {
                self.next += 1;
                NEW
            }
            // From the next one back: what is the same further on has the same numbers there.
            k => self.next - 1 - k + KNOWN,
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
    pub(in crate::versions) fn end(&mut self, to: &mut Writer) {
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

/// The classes of values in the heap, most of which are new, as distances from the next class.
pub(in crate::versions) struct Values {
    next: u32,
}

impl Values {
    pub(in crate::versions) fn new(next: u32) -> Values {
        Values { next }
    }
    #[inline]
    pub(in crate::versions) fn code(&mut self, class: u32) -> u32 {
        match class.checked_sub(self.next) {
            Some(ahead) => {
                self.next = class + 1;
                ahead << 1
            }
            None => (self.next - 1 - class) << 1 | 1,
        }
    }
    pub(in crate::versions) fn value(&mut self, code: u32) -> u32 {
        if code & 1 != 0 {
            return self.next - 1 - (code >> 1);
        }
        let class = self.next + (code >> 1);
        self.next = class + 1;
        class
    }
}

/// Reads what was written.
pub(in crate::versions) struct Reader<'a> {
    pub(in crate::versions) bytes: &'a [u8],
    pub(in crate::versions) next: u32,
}

impl<'a> Reader<'a> {
    pub(in crate::versions) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, next: 0 }
    }
    pub(in crate::versions) fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }
    pub(in crate::versions) fn get(&mut self) -> u32 {
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
    pub(in crate::versions) fn list(&mut self, count: usize) -> Vec<Option<ValueClassId>> {
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
                    k => Some(ValueClassId(self.next - 1 - (k - KNOWN))),
                });
            }
        }
        out
    }
}
