//! Objects as the collector sees them: an address, a header, and the type's table of references.
//!
//! All unsafe access to object memory goes through [`Obj`]. **Invariant**: an `Obj` is the address of a live GC object
//! (or of a reserved cell being filled), 8-byte aligned, in the nursery, the old generation or the image; its header
//! holds a valid type id. The mutator is stopped while the collector runs (one thread), so nobody else touches the
//! memory.
use std::ops::Range;

use abi::context as abi;

/// See `abi::FLAG_TRACK_WRITES`.
pub const TRACK_WRITES: u64 = abi::FLAG_TRACK_WRITES;
/// See `abi::FLAG_HAS_SHADOW`.
pub const HAS_SHADOW: u64 = abi::FLAG_HAS_SHADOW;
/// See `abi::FLAG_PREBUILT`.
pub const PREBUILT: u64 = abi::FLAG_PREBUILT;
/// A prebuilt object that is on the list of roots.
pub const PREBUILT_ROOT: u64 = 1 << 36;
/// An object with pages of its own.
pub const LARGE: u64 = 1 << 37;
/// One that no minor collection has reached yet.
pub const YOUNG_LARGE: u64 = 1 << 38;
/// The object was moved: the low 48 bits are its new address.
const FORWARDED: u64 = 1 << 63;
const ADDRESS: u64 = (1 << 48) - 1;

/// What the collector must know of a type.
#[derive(Clone, Debug, Default)]
pub struct TypeInfo {
    /// Size of the fixed part, header included.
    pub size: u32,
    /// Offsets of references in the fixed part.
    pub refs: Box<[u32]>,
    pub var: Option<VarInfo>,
    /// The one reference is weak.
    pub weakref: bool,
}

/// The variable part of a type.
#[derive(Clone, Debug)]
pub struct VarInfo {
    /// Offset of the length word.
    pub length_offset: u32,
    /// Offset of item 0.
    pub items_offset: u32,
    /// Bytes from one item to the next.
    pub item_size: u32,
    /// Offsets of references in an item.
    pub refs: Box<[u32]>,
}

impl TypeInfo {
    /// Size in bytes of an object with this many items, rounded up to words; `None` if it overflows.
    pub fn total_size(&self, length: usize) -> Option<usize> {
        let raw = match &self.var {
            Some(v) => (v.item_size as usize)
                .checked_mul(length)?
                .checked_add(v.items_offset as usize)?,
            None => self.size as usize,
        };
        // Rounding must not overflow either, and sizes must stay far from the end of the address space.
        (raw < 1 << 46).then(|| raw.max(self.size as usize).next_multiple_of(8).max(16))
    }
}

/// What copying and marking read of a type, together in one line of the processor's cache.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Shape {
    /// Bit n: word n of the fixed part is a strong reference.
    refs: u64,
    /// The same of an item.
    item_refs: u64,
    /// Size of the fixed part; of objects without another part, as they are allocated.
    size: u32,
    length_offset: u32,
    items_offset: u32,
    item_size: u32,
    has_items: bool,
    pub has_refs: bool,
    /// References that have no bit: offsets in the fixed part and in an item.
    far: Option<Box<[Box<[u32]>; 2]>>,
}
const _: () = assert!(std::mem::size_of::<Shape>() == 64);

impl Shape {
    pub(crate) fn new(info: &TypeInfo) -> Shape {
        let none = Box::default();
        let refs = if info.weakref { &none } else { &info.refs };
        let var = info.var.as_ref().filter(|_| !info.weakref);
        let item_refs = var.map_or(&none, |v| &v.refs);
        let bit = |offset: u32| {
            let word = offset / 8;
            (offset.is_multiple_of(8) && word < u64::BITS).then(|| 1u64 << word)
        };
        let bits = |offsets: &[u32]| offsets.iter().filter_map(|&o| bit(o)).sum();
        let far = |offsets: &[u32]| {
            offsets
                .iter()
                .copied()
                .filter(|&o| bit(o).is_none())
                .collect()
        };
        let far: [Box<[u32]>; 2] = [far(refs), far(item_refs)];
        let has_far = far.iter().any(|f| !f.is_empty());
        let var = info.var.as_ref();
        Shape {
            refs: bits(refs),
            item_refs: bits(item_refs),
            size: match var {
                None => info.size.next_multiple_of(8).max(16),
                Some(_) => info.size,
            },
            length_offset: var.map_or(0, |v| v.length_offset),
            items_offset: var.map_or(0, |v| v.items_offset),
            item_size: var.map_or(0, |v| v.item_size),
            has_items: var.is_some(),
            has_refs: !refs.is_empty() || !item_refs.is_empty(),
            far: has_far.then(|| Box::new(far)),
        }
    }
}

/// The address of a GC object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(transparent)]
pub struct Obj(usize);

impl Obj {
    /// The object at an address; see the module's invariant.
    #[inline]
    pub fn at(address: usize) -> Obj {
        debug_assert!(
            address != 0 && address.is_multiple_of(8),
            "bad object address {address:#x}"
        );
        Obj(address)
    }
    /// The object a slot refers to: `None` for null and for tagged references (odd).
    #[inline]
    pub fn from_ref(value: usize) -> Option<Obj> {
        (value != 0 && value & 1 == 0).then_some(Obj(value))
    }
    /// The address of its header.
    #[inline]
    pub fn address(self) -> usize {
        self.0
    }
    /// The word at an offset.
    #[inline]
    pub fn word(self, offset: usize) -> usize {
        // SAFETY: by the module's invariant `self` is a live object; callers pass offsets inside it.
        unsafe { *((self.0 + offset) as *const usize) }
    }
    /// Stores the word at an offset.
    #[inline]
    pub fn set_word(self, offset: usize, value: usize) {
        // SAFETY: as in `word`; the memory is ours to write.
        unsafe { *((self.0 + offset) as *mut usize) = value }
    }
    /// The header: type number and flags.
    #[inline]
    pub fn header(self) -> u64 {
        self.word(0) as u64
    }
    /// Stores the header.
    #[inline]
    pub fn set_header(self, header: u64) {
        self.set_word(0, header as usize);
    }
    /// The index of its type.
    #[inline]
    pub fn type_id(self) -> u32 {
        self.header() as u32
    }
    /// Whether a flag is set.
    #[inline]
    pub fn has_flag(self, flag: u64) -> bool {
        self.header() & flag != 0
    }
    /// Sets a flag of the header; the type and the other flags stay.
    #[inline]
    pub fn set_flag(self, flag: u64) {
        self.set_header(self.header() | flag);
    }
    /// Clears a flag of the header; the type and the other flags stay.
    #[inline]
    pub fn clear_flag(self, flag: u64) {
        self.set_header(self.header() & !flag);
    }
    /// Where it was moved to, if it was.
    #[inline]
    pub fn forwarded(self) -> Option<Obj> {
        let header = self.header();
        (header & FORWARDED != 0).then_some(Obj((header & ADDRESS) as usize))
    }
    /// Notes that it was moved.
    #[inline]
    pub fn forward_to(self, new: Obj) {
        self.set_header(FORWARDED | new.0 as u64);
    }
    /// Its size in bytes.
    #[inline]
    pub(crate) fn size(self, shape: &Shape) -> usize {
        if !shape.has_items {
            return shape.size as usize;
        }
        let length = self.word(shape.length_offset as usize);
        (shape.items_offset as usize + shape.item_size as usize * length)
            .max(shape.size as usize)
            .next_multiple_of(8)
            .max(16)
    }
    /// Calls `f` with the offset of every (strong) reference in the object, null ones included.
    #[inline(always)]
    pub(crate) fn each_ref(self, shape: &Shape, mut f: impl FnMut(usize)) {
        each_bit(shape.refs, 0, &mut f);
        if shape.item_refs != 0 {
            let length = self.word(shape.length_offset as usize);
            self.each_item_ref(shape, 0..length, &mut f);
        }
        if let Some(far) = &shape.far {
            self.each_far_ref(shape, far, &mut f);
        }
    }
    /// Calls `f` with the offset of every reference in these items.
    #[inline(always)]
    pub(crate) fn each_item_ref(
        self,
        shape: &Shape,
        items: Range<usize>,
        mut f: impl FnMut(usize),
    ) {
        let size = shape.item_size as usize;
        let mut item = shape.items_offset as usize + items.start * size;
        if shape.item_refs == 1 {
            // Lists, and most other arrays.
            for _ in items {
                f(item);
                item += size;
            }
        } else {
            for _ in items {
                each_bit(shape.item_refs, item, &mut f);
                item += size;
            }
        }
    }
    /// The number of items, of an object all of whose references that are in items can be found by the index.
    pub(crate) fn items_by_index(self, shape: &Shape) -> Option<usize> {
        let by_index = shape.item_refs != 0 && shape.far.is_none();
        by_index.then(|| self.word(shape.length_offset as usize))
    }
    #[cold]
    fn each_far_ref(self, shape: &Shape, far: &[Box<[u32]>; 2], f: &mut dyn FnMut(usize)) {
        far[0].iter().for_each(|&offset| f(offset as usize));
        if far[1].is_empty() {
            return;
        }
        let length = self.word(shape.length_offset as usize);
        for i in 0..length {
            let item = shape.items_offset as usize + i * shape.item_size as usize;
            far[1].iter().for_each(|&offset| f(item + offset as usize));
        }
    }
    /// Has the header fetched into the cache: it is looked at soon.
    #[inline]
    pub(crate) fn prefetch(self) {
        // SAFETY: a prefetch reads nothing that the program sees, and does not fault.
        unsafe {
            std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(
                self.0 as *const i8,
            )
        }
    }
    /// Copies the object to another place, of whose bytes it has as many; the header is to be set afterwards.
    #[inline]
    pub(crate) fn copy_to(self, new: Obj, size: usize) {
        let (from, to) = (self.0 as *const u8, new.0 as *mut u8);
        // SAFETY: both places have at least `size` bytes, 16 or more; a young object does not overlap an old one. Of
        // sizes in between the first half and the last one are copied, which overlap.
        unsafe {
            match size {
                0..=32 => {
                    std::ptr::copy_nonoverlapping(from, to, 16);
                    std::ptr::copy_nonoverlapping(from.add(size - 16), to.add(size - 16), 16);
                }
                33..=64 => {
                    std::ptr::copy_nonoverlapping(from, to, 32);
                    std::ptr::copy_nonoverlapping(from.add(size - 32), to.add(size - 32), 32);
                }
                _ => std::ptr::copy_nonoverlapping(from, to, size),
            }
        }
    }
}

/// Calls `f` with the offsets of the words whose bits are set.
#[inline(always)]
fn each_bit(mut bits: u64, start: usize, f: &mut impl FnMut(usize)) {
    while bits != 0 {
        f(start + 8 * bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_far_from_the_start_are_found() {
        let var = VarInfo {
            length_offset: 8,
            items_offset: 1032,
            item_size: 528,
            refs: [0, 16, 520].into(),
        };
        let info = TypeInfo {
            size: 1032,
            refs: [16, 504, 512, 1024].into(),
            var: Some(var),
            weakref: false,
        };
        let mut memory = vec![0usize; 300];
        memory[1] = 2;
        let obj = Obj::at(memory.as_ptr() as usize);
        let shape = Shape::new(&info);
        let mut found = Vec::new();
        obj.each_ref(&shape, |offset| found.push(offset));
        found.sort_unstable();
        assert_eq!(
            found,
            [16, 504, 512, 1024, 1032, 1048, 1552, 1560, 1576, 2080]
        );
        assert_eq!(Some(obj.size(&shape)), info.total_size(2));
        let weak = Shape::new(&TypeInfo {
            weakref: true,
            ..info
        });
        assert!(!weak.has_refs);
        obj.each_ref(&weak, |_| panic!("a weak reference is none"));
    }
}
