//! The image: what a linked program looks like in memory and in the file, byte for byte; read by the runtime's loader.
//!
//! An image is one contiguous piece of memory at a fixed base below 2 GiB ([`crate::context::IMAGE_BASE`] by default),
//! in three page-aligned segments in this order, with zero bytes in between:
//!
//! ```text
//! base  +0  rodata (R)   ImageHeader, tables, names, vtables and other immutable raw data, .eh_frame
//!       +t  text   (RX)  emitted functions, stubs, jump tables' code
//!       +d  data   (RW)  import slots, prebuilt GC objects, mutable raw data
//! ```
//!
//! The file holds the same bytes, so every offset below counts from the base in memory and from the image's first byte
//! in the file. Addresses inside data (pointers of prebuilt objects, code addresses in vtables) are absolute: an image
//! runs only at its base. All numbers are little endian; records consist of `u32`/`u64` without padding, tables are
//! aligned to 8 bytes.
//!
//! ## What the loader does
//! 1. Maps the bytes with the segments' protections ([`Segment`]).
//! 2. Checks [`ImageHeader::magic`], `version`, `total_size` and `checksum` ([`ImageView::at_start`] does all of it on
//!    a byte slice). What may not be read at all is checked when it is ([`Part`]): most programs end without a report,
//!    and a large program with a JIT consists of generators for the most part.
//! 3. Stores the address of each imported function ([`Import`]) in its 8-byte slot.
//! 4. Starts `entry` through the trampoline `enter` (see [`ImageHeader::enter`]).
//!
//! ## What the collector reads
//! * [`TypeInfo`] by the type id in the low half of an object's header; id 0 is never an object's.
//! * [`StackMapEntry`]: a hash table from return addresses to frames ([`find_stack_map`]): a [`Frame`], of which there
//!   are few; root slots as words from rsp.
//! * Prebuilt GC objects fill `[prebuilt_start, prebuilt_end)`, one after the other, each aligned to 8, those with
//!   reference fields before those without (which start at `prebuilt_leaf_start`). They refer to each other only, until
//!   the program writes: the write barrier (flag `FLAG_TRACK_WRITES`) then makes the written one a root. They are never
//!   marked, moved or freed.
//! * `raw_roots`: offsets of reference words in mutable *raw* prebuilt data: always roots.
//!
//! ## Locations
//! [`LinePoint`]s cut the text into ranges, each with a location id (0: none). Look up a faulting pc as it is, a return
//! address minus one ([`ImageView::location_of`]). Location ids also stand in traceback entries and are passed to
//! `gx_abort`.

/// First bytes of an image.
pub const MAGIC: [u8; 8] = *b"GENEXTIM";
/// Changes with every incompatible change of the format or of `abi`.
pub const VERSION: u32 = 7;
/// Alignment of segments in the file and in memory, in bytes.
pub const PAGE: u64 = 4096;

/// Something written to and read from image bytes, with a fixed size.
pub trait Record: Sized {
    /// Size in bytes, equal to `size_of::<Self>()`.
    const SIZE: usize;
    /// Appends the little-endian bytes of the record.
    fn write(&self, out: &mut Vec<u8>);
    /// Reads from the first `SIZE` bytes.
    fn read(bytes: &[u8]) -> Self;
}
macro_rules! int_record {
    ($($t:ty)*) => {$(
        impl Record for $t {
            const SIZE: usize = size_of::<$t>();
            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn read(bytes: &[u8]) -> Self {
                let mut b = [0; size_of::<$t>()];
                b.copy_from_slice(&bytes[..size_of::<$t>()]);
                <$t>::from_le_bytes(b)
            }
        }
    )*};
}
int_record!(u8 u16 u32 u64);
impl<T: Record + Copy + Default, const N: usize> Record for [T; N] {
    const SIZE: usize = T::SIZE * N;
    fn write(&self, out: &mut Vec<u8>) {
        for t in self {
            t.write(out);
        }
    }
    fn read(bytes: &[u8]) -> Self {
        let mut out = [T::default(); N];
        for (i, o) in out.iter_mut().enumerate() {
            *o = T::read(&bytes[i * T::SIZE..]);
        }
        out
    }
}
macro_rules! record {
    ($(#[$m:meta])* $name:ident { $($(#[$fm:meta])* $field:ident: $t:ty,)* }) => {
        $(#[$m])*
        #[repr(C)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct $name { $($(#[$fm])* pub $field: $t,)* }
        impl Record for $name {
            const SIZE: usize = 0 $(+ <$t as Record>::SIZE)*;
            fn write(&self, out: &mut Vec<u8>) {
                $(self.$field.write(out);)*
            }
            #[allow(unused_assignments)]
            fn read(bytes: &[u8]) -> Self {
                let mut at = 0;
                $(let $field = <$t as Record>::read(&bytes[at..]); at += <$t as Record>::SIZE;)*
                $name { $($field,)* }
            }
        }
        // No padding: the bytes are the structure.
        const _: () = assert!(size_of::<$name>() == <$name as Record>::SIZE);
    };
}

record!(
    /// Bytes `[offset, offset + size)` of the image.
    Segment {
        /// From the base; a multiple of [`PAGE`].
        offset: u64,
        /// In bytes; the rest of the last page is zero.
        size: u64,
    }
);
record!(
    /// `count` records at `offset` from the base.
    Table {
        /// From the base; a multiple of 8.
        offset: u32,
        /// Records, not bytes.
        count: u32,
    }
);
record!(
    /// Bytes `[offset, offset + size)` of the image, with a checksum of their own.
    Part {
        /// From the base.
        offset: u64,
        /// In bytes.
        size: u64,
        /// [`checksum`] of the bytes.
        checksum: u64,
    }
);

/// Number of the [`Part`] that reports of errors read: names, functions, locations, vtables.
pub const PART_REPORTS: usize = 0;
/// Number of the [`Part`] with addresses for the JIT.
pub const PART_JIT: usize = 1;
/// Number of the [`Part`] of which nothing is ever checked as a whole: the JIT's tables have checksums of their own,
/// and what is behind them is for debuggers. Its checksum is 0.
pub const PART_UNCHECKED: usize = 2;
/// Number of the [`Part`] that generators and executors are. A run uses few of them: each is compared with checksums of
/// its pages before it runs ([`ImageView::is_code_whole`]). The checksum of the part is 0.
pub const PART_GENERATORS: usize = 3;
/// Bytes of [`PART_GENERATORS`] that have a checksum.
pub const SUMMED: usize = 4096;
/// How many [`Part`]s there are, in the order of their places.
pub const PARTS: usize = 4;

record!(
    /// UTF-8 text (not terminated) at `offset` from the base.
    StrRef {
        /// From the base.
        offset: u32,
        /// In bytes.
        len: u32,
    }
);
record!(
    /// Offsets and type ids of what the runtime builds or inspects itself; 0 where the program lacks it.
    KnownLayout {
        /// Type id of strings.
        string_type: u32,
        /// Offset of the cached hash.
        string_hash: u32,
        /// Offset of the length word.
        string_length: u32,
        /// Offset of the first byte.
        string_chars: u32,
        /// Type id of the entry point's parameter, a resizable list of strings (structure of length and items).
        argv_list_type: u32,
        /// Offset of its length.
        argv_list_length: u32,
        /// Offset of its items array.
        argv_list_items: u32,
        /// Type id of the items array.
        argv_array_type: u32,
        /// Offset of the length word of the items array.
        argv_array_length: u32,
        /// Offset of item 0 of the items array.
        argv_array_items: u32,
        /// Offset of the vtable pointer in instances.
        instance_vtable: u32,
        /// Offset of `errno` in instances of `EnvironmentError`.
        error_number: u32,
        /// Offset of `strerror` in instances of `EnvironmentError`, a string or null.
        error_text: u32,
        /// Offset of the text in instances of `BaseException`, a string or null.
        exception_text: u32,
    }
);
record!(
    /// At the base of the image.
    ImageHeader {
        /// [`MAGIC`].
        magic: [u8; 8],
        /// [`VERSION`].
        version: u32,
        /// Size of this structure.
        header_size: u32,
        /// [`image_checksum`].
        checksum: u64,
        /// Where the image must be mapped.
        base: u64,
        /// Bytes from the base to the end of `data`, a multiple of [`PAGE`].
        total_size: u64,
        /// What [`ImageHeader::checksum`] does not cover.
        parts: [Part; PARTS],
        /// R.
        rodata: Segment,
        /// RX.
        text: Segment,
        /// RW.
        data: Segment,
        /// Address of the entry point (emitted convention), 0 if none. `entry(argv) -> Signed`.
        entry: u64,
        /// Address of `extern "C" fn enter(ctx, function, a0, a1, a2, a3) -> u64`: sets r15, calls an emitted function
        /// with up to four integer arguments, restores all callee-saved registers. A float result is in xmm0. Return
        /// addresses inside it have no stack map: there the collector goes on with the runtime's own list of entries.
        enter: u64,
        /// Size in bytes of the code of `enter`.
        enter_size: u64,
        /// [`Import`]s.
        imports: Table,
        /// [`TypeInfo`] by type id.
        types: Table,
        /// `u32` offsets that [`TypeInfo`] refers to.
        ref_offsets: Table,
        /// [`StackMapEntry`] hash table; a power of two, or 0.
        stack_maps: Table,
        /// [`Frame`]s that [`StackMapEntry`] refers to.
        frames: Table,
        /// `u16` root slots (in words from rsp at the call) that [`Frame`] refers to.
        root_slots: Table,
        /// [`LinePoint`]s, sorted by pc.
        lines: Table,
        /// [`Location`] by location id; 0 is "none".
        locations: Table,
        /// [`FunctionInfo`], sorted by address; runtime stubs included.
        functions: Table,
        /// [`VtableInfo`], sorted by address.
        vtables: Table,
        /// [`ExceptionInfo`] of the builtin exceptions.
        exceptions: Table,
        /// `u32` offsets (from the base) of reference words in mutable raw data.
        raw_roots: Table,
        /// Bytes (`count` of them) of the .eh_frame section, for debuggers and profilers.
        eh_frame: Table,
        /// First prebuilt GC object (address).
        prebuilt_start: u64,
        /// First prebuilt GC object without reference fields (address).
        prebuilt_leaf_start: u64,
        /// End of prebuilt GC objects (address).
        prebuilt_end: u64,
        /// See there.
        known: KnownLayout,
        /// Bytes of the JIT's tables (`JitInfo` of `jit_abi`); empty in programs without a JIT. Read at the first
        /// compilation.
        jit_info: Table,
        /// `u32` addresses of all functions by the number that the JIT's tables use; 0: not in the image.
        jit_funcs: Table,
        /// `u32` addresses of all prebuilt objects by number; 0: not in the image.
        jit_objects: Table,
        /// `u32` numbers of all prebuilt objects, in the order of their addresses.
        jit_object_order: Table,
        /// `u32` checksums ([`short_checksum`]) of [`PART_GENERATORS`], each of [`SUMMED`] bytes.
        generator_sums: Table,
        /// Address of the word that the counters of merge points are compared with; 0: no JIT.
        jit_threshold: u64,
    }
);
record!(
    /// A function of the runtime that emitted code calls through a slot.
    Import {
        name: StrRef,
        /// Offset from the base of the 8-byte slot.
        slot: u32,
        /// Not used.
        reserved: u32,
    }
);

/// [`TypeInfo::flags`]: has a variable part.
pub const TYPE_VAR: u32 = 1;
/// [`TypeInfo::flags`]: items hold references.
pub const TYPE_VAR_REFS: u32 = 2;
/// [`TypeInfo::flags`]: a weak reference; its one reference field (in `refs`) does not keep the target alive.
pub const TYPE_WEAKREF: u32 = 8;
/// [`TypeInfo::flags`]: an array whose items are bytes or words without references (strings, int lists).
pub const TYPE_LEAF: u32 = 16;
/// [`TypeInfo::flags`]: an instance of `EnvironmentError` or of a class below it.
pub const TYPE_ENVIRONMENT_ERROR: u32 = 32;
/// [`TypeInfo::flags`]: an instance of `BaseException` or of a class below it, in a program where these have texts.
pub const TYPE_EXCEPTION: u32 = 64;

record!(
    /// How the collector sees objects of a type.
    TypeInfo {
        /// Bytes of the fixed part, header and length word included; objects are rounded up to 8.
        size: u32,
        /// Distance of items of the variable part; 0 if none.
        item_size: u32,
        /// Offset of the length word.
        length_offset: u32,
        /// Offset of item 0.
        items_offset: u32,
        /// `TYPE_*`.
        flags: u32,
        /// Index into `ref_offsets` of the fixed part's reference offsets (from the object's start).
        refs_start: u32,
        /// Number of entries from there on.
        refs_count: u32,
        /// Index into `ref_offsets` of the references inside one item (from the item's start).
        item_refs_start: u32,
        /// Number of entries from there on.
        item_refs_count: u32,
        name: StrRef,
        /// Not used.
        reserved: u32,
    }
);
record!(
    /// A safepoint: what the frame looks like when the call that returns to `ret` is active.
    StackMapEntry {
        /// Return address, from the start of the text segment; 0: empty bucket.
        ret: u32,
        /// Index into `frames`.
        frame: u32,
    }
);
record!(
    /// What a frame looks like: large programs have a million safepoints and a thousand of these.
    Frame {
        /// Bytes from rsp at the call to the frame's own return address.
        size: u32,
        /// Index into `root_slots`.
        roots_start: u32,
        /// Number of entries from there on.
        roots_count: u32,
    }
);
record!(
    /// From `pc` (from the start of the text segment) to the next point, code belongs to this location.
    LinePoint {
        /// From the start of the text segment.
        pc: u32,
        /// Location id, 0: none.
        location: u32,
    }
);

/// [`Location::flags`]: in a helper of the toolchain, left out of tracebacks.
pub const LOCATION_HELPER: u32 = 1;
record!(
    /// A place in the source.
    Location {
        /// Name of the function.
        function: StrRef,
        /// Path as shown to the user; empty if none.
        file: StrRef,
        /// 1-based, 0 if unknown.
        line: u32,
        /// 1-based, 0 if unknown.
        column: u32,
        /// `LOCATION_*`.
        flags: u32,
        /// The text of the line, trimmed; may be empty.
        text: StrRef,
        /// In a function that was inlined: the id of the call's location; 0 otherwise.
        caller: u32,
    }
);
record!(
    /// An emitted function.
    FunctionInfo {
        /// Offset from the start of the text segment.
        start: u32,
        size: u32,
        name: StrRef,
    }
);
record!(
    /// The vtable of a class, with the class's name.
    VtableInfo {
        address: u32,
        /// Not used.
        reserved: u32,
        /// Name of the prebuilt object: the class.
        name: StrRef,
    }
);
record!(
    /// A builtin exception.
    ExceptionInfo {
        /// `OverflowError`...
        name: StrRef,
        /// Address of its vtable.
        vtable: u32,
        /// Address of a prebuilt instance.
        instance: u32,
    }
);

/// Multiplier of the stack map hash.
pub const STACK_MAP_HASH: u32 = 0x9E37_79B1;

/// How many buckets a table with so many entries has: a third of them at least is empty.
pub fn stack_map_buckets(entries: usize) -> usize {
    match entries {
        0 => 0,
        n => (n + n / 2 + 1).next_power_of_two(),
    }
}

/// Index of the first bucket to look at for a return address (from the start of the text) in a table of `len` (a power
/// of two) buckets.
#[inline]
pub fn stack_map_bucket(ret: u32, len: usize) -> usize {
    (ret.wrapping_mul(STACK_MAP_HASH) >> 8) as usize & (len - 1)
}

/// The stack map of a return address (from the start of the text). Linear probing; on average two buckets are
/// touched.
#[inline]
pub fn find_stack_map(table: &[StackMapEntry], ret: u32) -> Option<&StackMapEntry> {
    if table.is_empty() || ret == 0 {
        return None;
    }
    let mut i = stack_map_bucket(ret, table.len());
    loop {
        let e = &table[i];
        if e.ret == ret {
            return Some(e);
        }
        if e.ret == 0 {
            return None;
        }
        i = (i + 1) & (table.len() - 1);
    }
}

/// A 64-bit checksum over words; detects truncation and changed bytes, no protection against intent. About 4 GB/s.
pub fn checksum(bytes: &[u8]) -> u64 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut lanes = [1u64, 2, 3, 4];
    let mut chunks = bytes.chunks_exact(32);
    let step = |h: u64, w: u64| (h ^ w).wrapping_mul(K).rotate_left(29);
    for c in &mut chunks {
        for (i, l) in lanes.iter_mut().enumerate() {
            *l = step(*l, u64::read(&c[i * 8..]));
        }
    }
    let mut h = bytes.len() as u64;
    for l in lanes {
        h = step(h, l);
    }
    for &b in chunks.remainder() {
        h = step(h, u64::from(b));
    }
    h ^ (h >> 32)
}

/// The low half of the checksum, for parts of an image that are checked when they are used.
pub fn short_checksum(bytes: &[u8]) -> u32 {
    checksum(bytes) as u32
}

/// Continues the checksum of an executable's stub over more bytes. Each step is a bijection of the state, so one
/// changed word always shows. It runs before the C library is ready, and calls nothing. Eight words at a time: the
/// steps of one lane wait for each other.
#[inline(always)]
pub fn fold_checksum(mut state: u64, bytes: &[u8]) -> u64 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    const LANES: usize = 8;
    const BLOCK: usize = LANES * 8;
    #[inline(always)]
    fn step(state: u64, word: u64) -> u64 {
        (state ^ word).wrapping_mul(K).rotate_left(29)
    }
    let mut lanes = [1u64, 2, 3, 4, 5, 6, 7, 8];
    let mut rest = bytes;
    while let Some((block, behind)) = rest.split_first_chunk::<BLOCK>() {
        let mut i = 0;
        while i < LANES {
            let b = block;
            let at = i * 8;
            let word = u64::from_le_bytes([
                b[at],
                b[at + 1],
                b[at + 2],
                b[at + 3],
                b[at + 4],
                b[at + 5],
                b[at + 6],
                b[at + 7],
            ]);
            lanes[i] = step(lanes[i], word);
            i += 1;
        }
        rest = behind;
    }
    let mut i = 0;
    while i < LANES {
        state = step(state, lanes[i]);
        i += 1;
    }
    let mut i = 0;
    while i < rest.len() {
        state = step(state, rest[i] as u64);
        i += 1;
    }
    state
}

/// What `genext build` tells the stub of a program, in a static of the stub that it finds by [`STUB_MAGIC`].
#[repr(C)]
#[derive(Clone, Copy)]
pub struct StubInfo {
    /// [`STUB_MAGIC`].
    pub magic: [u64; 2],
    /// [`fold_checksum`] over the fields behind this one, from 0: what they say is only followed if it is right.
    pub own: u64,
    /// The image's base address; 0: none.
    pub base: u64,
    /// The image's bytes.
    pub image_size: u64,
    /// [`fold_checksum`] over the ranges, from 0.
    pub checksum: u64,
    /// Ranges of addresses of the stub: start and size, up to the first of size 0. They are those of its sections
    /// without this static: what lies between sections is not kept by tools that copy executables.
    pub ranges: [[u64; 2]; STUB_RANGES],
}

/// Most ranges of a [`StubInfo`].
pub const STUB_RANGES: usize = 32;

/// Offset of the first field of a [`StubInfo`] that its own checksum covers.
pub const STUB_INFO_CHECKED: usize = std::mem::offset_of!(StubInfo, base);

/// First words of a [`StubInfo`].
pub const STUB_MAGIC: [u64; 2] = [0x4745_4e45_5854_2d30, 0x5254_2d53_4c4f_5421];

/// Offset of [`ImageHeader::checksum`].
pub const CHECKSUM_OFFSET: usize = std::mem::offset_of!(ImageHeader, checksum);

/// Checksum of an image without its checksum field and [`Part`]s; `None` if these do not lie in it, one behind the
/// other.
pub fn image_checksum(bytes: &[u8], parts: &[Part]) -> Option<u64> {
    let mut sum = checksum(bytes.get(..CHECKSUM_OFFSET)?);
    let mut at = CHECKSUM_OFFSET + 8;
    let mut add = |bytes: &[u8]| sum = sum.rotate_left(1) ^ checksum(bytes);
    for part in parts {
        let start = usize::try_from(part.offset).ok()?;
        add(bytes.get(at..start)?);
        at = start.checked_add(usize::try_from(part.size).ok()?)?;
    }
    add(bytes.get(at..)?);
    Some(sum)
}

/// Why bytes are no usable image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImageError {
    /// Shorter than a header or than the header says.
    Truncated,
    /// No image at all.
    BadMagic,
    /// Made by another version.
    BadVersion { found: u32 },
    /// Bytes differ from what was written.
    BadChecksum,
    /// A table lies outside of the image.
    BadTable,
}

impl std::fmt::Display for ImageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ImageError::Truncated => f.write_str("the program image is truncated"),
            ImageError::BadMagic => f.write_str("there is no program image"),
            ImageError::BadVersion { found } => write!(
                f,
                "the program image has version {found}, this runtime expects {VERSION}"
            ),
            ImageError::BadChecksum => {
                f.write_str("the program image is damaged (checksum differs)")
            }
            ImageError::BadTable => {
                f.write_str("the program image is damaged (a table is out of range)")
            }
        }
    }
}
impl std::error::Error for ImageError {}

/// A checked image as bytes, with decoded access to its tables. Needs no particular address or alignment.
#[derive(Clone, Copy)]
pub struct ImageView<'a> {
    bytes: &'a [u8],
    pub header: ImageHeader,
}

impl<'a> ImageView<'a> {
    /// Checks everything that a damaged file could break: magic, version, size, checksums, ranges of tables.
    pub fn new(bytes: &'a [u8]) -> Result<ImageView<'a>, ImageError> {
        let view = ImageView::at_start(bytes)?;
        match (0..PARTS).all(|part| view.is_whole(part)) {
            true => Ok(view),
            false => Err(ImageError::BadChecksum),
        }
    }
    /// Like [`ImageView::new`] without the [`Part`]s, which are to be looked at before they are read
    /// ([`ImageView::is_whole`]).
    pub fn at_start(bytes: &'a [u8]) -> Result<ImageView<'a>, ImageError> {
        let view = ImageView::trusted(bytes)?;
        if image_checksum(view.bytes, &view.header.parts) != Some(view.header.checksum) {
            return Err(ImageError::BadChecksum);
        }
        Ok(view)
    }
    /// Whether a part is as it was written.
    pub fn is_whole(&self, part: usize) -> bool {
        let Some(bytes) = self.part(part) else {
            return false;
        };
        match part {
            PART_UNCHECKED => true,
            PART_GENERATORS => self.are_pages_whole(0..bytes.len()),
            _ => checksum(bytes) == self.header.parts[part].checksum,
        }
    }
    fn part(&self, part: usize) -> Option<&'a [u8]> {
        let p = self.header.parts[part];
        let start = usize::try_from(p.offset).ok()?;
        let end = start.checked_add(usize::try_from(p.size).ok()?)?;
        self.bytes.get(start..end)
    }
    /// Whether the code of a generator or executor between two addresses is as it was written; up to the end of them
    /// all if there is no second one.
    pub fn is_code_whole(&self, start: u64, end: Option<u64>) -> bool {
        let p = self.header.parts[PART_GENERATORS];
        let base = self.header.base + p.offset;
        let end = end.unwrap_or(base + p.size);
        let inside = base <= start && start <= end && end <= base + p.size;
        inside && self.are_pages_whole((start - base) as usize..(end - base) as usize)
    }
    /// Whether what is summed with these bytes of [`PART_GENERATORS`] is as it was written.
    fn are_pages_whole(&self, range: std::ops::Range<usize>) -> bool {
        let Some(code) = self.part(PART_GENERATORS) else {
            return false;
        };
        let pages = range.start / SUMMED..range.end.div_ceil(SUMMED);
        let bytes = code.chunks(SUMMED).skip(pages.start).take(pages.len());
        let mut summed = (pages.start as u32..).zip(bytes);
        summed.all(|(i, b)| self.get(self.header.generator_sums, i) == Some(short_checksum(b)))
    }
    /// Like [`ImageView::new`] without the checksums.
    pub fn trusted(bytes: &'a [u8]) -> Result<ImageView<'a>, ImageError> {
        if bytes.len() < 8 {
            return Err(ImageError::Truncated);
        }
        if bytes[..8] != MAGIC {
            return Err(ImageError::BadMagic);
        }
        if bytes.len() < ImageHeader::SIZE {
            return Err(ImageError::Truncated);
        }
        let h = ImageHeader::read(bytes);
        if h.version != VERSION || h.header_size as usize != ImageHeader::SIZE {
            return Err(ImageError::BadVersion { found: h.version });
        }
        let Some(bytes) = usize::try_from(h.total_size)
            .ok()
            .and_then(|n| bytes.get(..n))
        else {
            return Err(ImageError::Truncated);
        };
        let view = ImageView { bytes, header: h };
        for (t, size) in [
            (h.imports, Import::SIZE),
            (h.types, TypeInfo::SIZE),
            (h.ref_offsets, 4),
            (h.stack_maps, StackMapEntry::SIZE),
            (h.frames, Frame::SIZE),
            (h.root_slots, 2),
            (h.lines, LinePoint::SIZE),
            (h.locations, Location::SIZE),
            (h.functions, FunctionInfo::SIZE),
            (h.vtables, VtableInfo::SIZE),
            (h.exceptions, ExceptionInfo::SIZE),
            (h.raw_roots, 4),
            (h.eh_frame, 1),
            (h.jit_info, 1),
            (h.jit_funcs, 4),
            (h.jit_objects, 4),
            (h.jit_object_order, 4),
            (h.generator_sums, 4),
        ] {
            if u64::from(t.offset) + u64::from(t.count) * size as u64 > h.total_size {
                return Err(ImageError::BadTable);
            }
        }
        for s in [h.rodata, h.text, h.data] {
            if s.offset.saturating_add(s.size) > h.total_size {
                return Err(ImageError::BadTable);
            }
        }
        Ok(view)
    }
    /// All bytes, `total_size` of them.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
    /// Bytes of a segment.
    pub fn segment(&self, s: Segment) -> &'a [u8] {
        &self.bytes[s.offset as usize..(s.offset + s.size) as usize]
    }
    /// A record of a table.
    pub fn get<T: Record>(&self, table: Table, i: u32) -> Option<T> {
        (i < table.count)
            .then(|| T::read(&self.bytes[table.offset as usize + i as usize * T::SIZE..]))
    }
    /// All records of a table.
    pub fn iter<T: Record + 'a>(&self, table: Table) -> impl Iterator<Item = T> + 'a {
        let bytes = self.bytes;
        (0..table.count as usize)
            .map(move |i| T::read(&bytes[table.offset as usize + i * T::SIZE..]))
    }
    /// The bytes of the JIT's tables; empty if the program has no JIT.
    pub fn jit_info(&self) -> &'a [u8] {
        let t = self.header.jit_info;
        let start = t.offset as usize;
        &self.bytes[start..start + t.count as usize]
    }
    /// A text; empty if it is out of range or no UTF-8.
    pub fn str(&self, s: StrRef) -> &'a str {
        let start = s.offset as usize;
        self.bytes
            .get(start..start + s.len as usize)
            .and_then(|b| std::str::from_utf8(b).ok())
            .unwrap_or("")
    }
    /// The location of an address in the text segment (for a return address, pass it minus one); 0 if unknown.
    pub fn location_of(&self, address: u64) -> u32 {
        let Some(pc) = self.text_offset(address) else {
            return 0;
        };
        self.last_at_or_before::<LinePoint>(self.header.lines, pc, |p| p.pc)
            .map_or(0, |p| p.location)
    }
    /// The emitted function or stub that contains an address.
    pub fn function_of(&self, address: u64) -> Option<FunctionInfo> {
        let pc = self.text_offset(address)?;
        self.last_at_or_before::<FunctionInfo>(self.header.functions, pc, |f| f.start)
            .filter(|f| pc - f.start < f.size)
    }
    /// The name of the class with this vtable address.
    pub fn vtable_name(&self, address: u64) -> Option<&'a str> {
        let address = u32::try_from(address).ok()?;
        self.last_at_or_before::<VtableInfo>(self.header.vtables, address, |v| v.address)
            .filter(|v| v.address == address)
            .map(|v| self.str(v.name))
    }
    fn text_offset(&self, address: u64) -> Option<u32> {
        let at = address.checked_sub(self.header.base + self.header.text.offset)?;
        (at < self.header.text.size).then_some(at as u32)
    }
    fn last_at_or_before<T: Record>(
        &self,
        table: Table,
        key: u32,
        key_of: impl Fn(&T) -> u32,
    ) -> Option<T> {
        let (mut lo, mut hi) = (0, table.count);
        while lo < hi {
            let mid = lo + (hi - lo) / 2;
            if key_of(&self.get(table, mid)?) <= key {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        self.get(table, lo.checked_sub(1)?)
    }
}
