//! Objects as the collector sees them: an address, a header, and the type's table of references.
//!
//! All unsafe access to object memory goes through [`Obj`]. **Invariant**: an `Obj` is the address of a live GC object
//! (or of a reserved cell being filled), 8-byte aligned, in the nursery, the old generation or the image; its header
//! holds a valid type id. The mutator is stopped while the collector runs (one thread), so nobody else touches the
//! memory.
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
    /// Whether objects of this type can hold strong references.
    #[inline]
    pub fn has_refs(&self) -> bool {
        !self.weakref
            && (!self.refs.is_empty() || self.var.as_ref().is_some_and(|v| !v.refs.is_empty()))
    }
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
    pub fn size(self, info: &TypeInfo) -> usize {
        match &info.var {
            None => (info.size as usize).next_multiple_of(8).max(16),
            Some(v) => {
                let length = self.word(v.length_offset as usize);
                (v.items_offset as usize + v.item_size as usize * length)
                    .max(info.size as usize)
                    .next_multiple_of(8)
                    .max(16)
            }
        }
    }
    /// Calls `f` with the offset of every (strong) reference in the object, null ones included.
    #[inline]
    pub fn each_ref(self, info: &TypeInfo, mut f: impl FnMut(usize)) {
        if info.weakref {
            return;
        }
        for &offset in &info.refs {
            f(offset as usize);
        }
        if let Some(v) = &info.var
            && !v.refs.is_empty()
        {
            let length = self.word(v.length_offset as usize);
            let mut item = v.items_offset as usize;
            for _ in 0..length {
                for &offset in &v.refs {
                    f(item + offset as usize);
                }
                item += v.item_size as usize;
            }
        }
    }
}
