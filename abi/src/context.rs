//! What emitted code and the runtime agree on: the reserved register, the runtime context, calls, frames, safepoints.
//!
//! ## Registers
//! `r15` holds the **runtime context** ([`Context`]) in all emitted code; it is never allocated. Emitted functions
//! follow the System V convention otherwise (arguments in rdi, rsi, rdx, rcx, r8, r9 / xmm0-7, then the stack; result
//! in rax or xmm0; rbx, rbp, r12-r14 callee-saved), so that Rust can call them (through a trampoline that sets r15) and
//! they can call Rust. `Bool`, `Char`, `UniChar` and small integers are zero- or sign-extended to 64 bits in registers
//! and stack slots.
//!
//! ## Calls into the runtime
//! Functions of the runtime are `extern "C"`. Those declared with a context get r15 as first argument. Before a call
//! that can collect or re-enter, emitted code stores rsp into [`Context::anchor`]: with it the collector walks the
//! frames, starting at the return address at `[anchor - 8]`. The runtime saves and restores the anchor around re-entry.
//! External functions are reached through a table of addresses in the image, filled by the loader.
//!
//! ## Frames and safepoints
//! A frame has a fixed size; emitted code uses no frame pointer. For each return address the image's stack map gives
//! the frame's size and the offsets (from rsp at the call) of the root slots that are live there. The walk goes on at
//! `rsp + size`, where the next return address lies, until it reaches a return address inside the entry trampoline (not
//! in the map), where the runtime's own list of entries goes on with an earlier anchor. Live references are in root
//! slots at every safepoint and reloaded afterwards (`gc_spill`/`gc_reload`), never in callee-saved registers. The slow
//! path of an allocation in line stores registers into slots and loads them again itself (`gc_keep`).
//!
//! ## Residual code
//! Code that the JIT makes keeps all of the above, with frames of its own kind: rbp points to the saved rbp, slots lie
//! below it, and the JIT tells size and references of the frame of a return address. References may stay in registers
//! over an allocation: its slow path stores them into slots, which the map of the stub call's return address names, and
//! loads them again (see `backend_x86::residual`).
//!
//! ## Objects
//! A GC object starts with an 8-byte header: bits 0-31 the type id (index into the image's type table), bits 32-63
//! flags. Bit 32 ([`FLAG_TRACK_WRITES`]) is set on old and prebuilt objects not yet in the remembered set: a write
//! barrier tests it and calls `gx_write_barrier` (arrays: `gx_write_barrier_array` with the index) when set. Young
//! objects have all flags zero. The nursery is zeroed piece by piece ahead of allocation: allocation bumps
//! `nursery_free`, compares with `nursery_top`, and stores the header (and length); when it does not fit it calls
//! `gx_malloc_slow(ctx, type id, total size)` resp. `gx_malloc_var_slow(ctx, type id, length)`. Objects larger than
//! [`MAX_NURSERY_OBJECT`] always take the slow way. Sizes are rounded up to 8.
//!
//! ## Stubs
//! Slow paths that interrupt hot code (allocation, write barriers) go through stubs of the image that keep *all*
//! registers, so that hot code loses none; only their result register changes. A stub that can collect stores the
//! *caller's* rsp (before its call of the stub) as the anchor: for the collector the stub does not exist, and the
//! return address into the emitted function has the map.
//!
//! ## Functions that the runtime provides
//! [`RUNTIME`] lists all functions emitted code calls by itself, with their C signatures; beside them stand the
//! program's `externs`.
//!
//! ## Exceptions
//! `exc_type` is null when no exception is pending; a function that ends by an exception returns with it set.

/// The part of the runtime context that emitted code knows; the runtime's own fields follow it. At offsets multiple
/// of 8.
#[repr(C)]
#[derive(Debug)]
pub struct Context {
    /// Next free byte of the nursery.
    pub nursery_free: u64,
    /// End of the part of the nursery that is zeroed already.
    pub nursery_top: u64,
    /// Vtable of the pending exception's class, or null.
    pub exc_type: u64,
    /// The pending exception's value (a collector root).
    pub exc_value: u64,
    /// rsp must stay above this.
    pub stack_limit: u64,
    /// Nonzero when something wants attention (exception, forced virtualizable, signals); for the JIT.
    pub status: u64,
    /// rsp at the last call into the runtime.
    pub anchor: u64,
    /// Number of entries ever written to the traceback ring.
    pub traceback_count: u64,
    /// The ring: [`TRACEBACK_DEPTH`] entries of 16 bytes: (location id or [`TRACEBACK_START`]/[`TRACEBACK_CATCH`],
    /// exception type).
    pub traceback_ring: [[u64; 2]; TRACEBACK_DEPTH as usize],
}

/// Entries of the traceback ring, a power of two.
pub const TRACEBACK_DEPTH: u64 = 128;
/// High bit patterns of the first word of a traceback entry: the low 32 bits are a location id of the image's location
/// table.
pub const TRACEBACK_START: u64 = 1 << 32;
/// See [`TRACEBACK_START`].
pub const TRACEBACK_CATCH: u64 = 2 << 32;
/// See [`TRACEBACK_START`].
pub const TRACEBACK_PASS: u64 = 3 << 32;
/// An exception that was caught is raised again. See [`TRACEBACK_START`].
pub const TRACEBACK_AGAIN: u64 = 4 << 32;

/// Offsets of [`Context`]'s fields.
pub mod offset {
    use super::Context;
    use std::mem::offset_of;
    /// Of `nursery_free`.
    pub const NURSERY_FREE: i32 = offset_of!(Context, nursery_free) as i32;
    /// Of `nursery_top`.
    pub const NURSERY_TOP: i32 = offset_of!(Context, nursery_top) as i32;
    /// Of `exc_type`.
    pub const EXC_TYPE: i32 = offset_of!(Context, exc_type) as i32;
    /// Of `exc_value`.
    pub const EXC_VALUE: i32 = offset_of!(Context, exc_value) as i32;
    /// Of `stack_limit`.
    pub const STACK_LIMIT: i32 = offset_of!(Context, stack_limit) as i32;
    /// Of `anchor`.
    pub const ANCHOR: i32 = offset_of!(Context, anchor) as i32;
    /// Of `traceback_count`.
    pub const TRACEBACK_COUNT: i32 = offset_of!(Context, traceback_count) as i32;
    /// Of `traceback_ring`.
    pub const TRACEBACK_RING: i32 = offset_of!(Context, traceback_ring) as i32;
}

/// Header flag: a write of a reference into this object must be recorded.
pub const FLAG_TRACK_WRITES: u64 = 1 << 32;
/// Header flag: the object's identity hash or id has been taken (see the collector).
pub const FLAG_HAS_SHADOW: u64 = 1 << 33;
/// Header flag: a prebuilt object, outside of the heap.
pub const FLAG_PREBUILT: u64 = 1 << 34;

/// Size in bytes up to which an object is allocated in the nursery by emitted code.
pub const MAX_NURSERY_OBJECT: u32 = 16 * 1024;

/// A function that emitted code needs from the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuntimeFn {
    pub name: &'static str,
    /// Its C signature, for people.
    pub signature: &'static str,
    /// A safepoint: the anchor is set and the return address has a stack map.
    pub safepoint: bool,
}

macro_rules! runtime_fns {
    ($($(#[$m:meta])* $id:ident $name:literal $signature:literal $safepoint:literal;)*) => {
        /// Names of [`RUNTIME`].
        pub mod rt {
            $($(#[$m])* pub const $id: &str = $name;)*
        }
        /// The functions of the runtime that emitted code calls by itself: the single source of their signatures.
        pub const RUNTIME: &[RuntimeFn] = &[$(RuntimeFn { name: $name, signature: $signature, safepoint: $safepoint },)*];
    };
}

runtime_fns! {
    /// Allocates a fixed-size GC object, zeroed, header set. Never returns null: out of memory ends the program with a
    /// report (a fatal MemoryError; the check after each allocation is not worth its price).
    MALLOC_SLOW "gx_malloc_slow" "(ctx: *mut Context, type_id: u32, size: u64) -> *mut u8" true;
    /// Allocates a GC object with a variable part, zeroed, header and length set. A negative or too large length:
    /// sets MemoryError pending and returns null.
    MALLOC_VAR_SLOW "gx_malloc_var_slow" "(ctx: *mut Context, type_id: u32, length: i64) -> *mut u8" true;
    /// Allocates a raw structure, zeroed; never null.
    RAW_MALLOC "gx_raw_malloc" "(ctx: *mut Context, size: u64) -> *mut u8" false;
    /// Allocates a raw array of `fixed + item_size * length` bytes, zeroed, and stores the length at `length_offset`
    /// unless that is negative. A negative or too large length: sets MemoryError pending and returns null.
    RAW_MALLOC_VAR "gx_raw_malloc_var" "(ctx: *mut Context, fixed: u64, item_size: u64, length: i64, length_offset: i64) -> *mut u8" false;
    /// Frees what the two above made.
    RAW_FREE "gx_raw_free" "(ctx: *mut Context, p: *mut u8)" false;
    /// `obj` has FLAG_TRACK_WRITES and is about to get a reference: remember it (and clear the flag).
    WRITE_BARRIER "gx_write_barrier" "(ctx: *mut Context, obj: *mut u8)" false;
    /// The same for item `index` of an array (the runtime may use cards; then it leaves the flag set).
    WRITE_BARRIER_ARRAY "gx_write_barrier_array" "(ctx: *mut Context, array: *mut u8, index: i64)" false;
    /// The same for items `start..start+length`.
    WRITE_BARRIER_RANGE "gx_write_barrier_range" "(ctx: *mut Context, array: *mut u8, start: i64, length: i64)" false;
    /// `memmove`.
    MEMMOVE "gx_memmove" "(dst: *mut u8, src: *const u8, bytes: u64)" false;
    /// `memset` to zero.
    MEMZERO "gx_memzero" "(dst: *mut u8, bytes: u64)" false;
    /// Ends the program: `code` is `SafetyError::code()`, `location` the id of the place. The anchor is set.
    ABORT "gx_abort" "(ctx: *mut Context, code: u32, location: u32) -> !" true;
    /// `id()`, stable under moving.
    GC_ID "gx_gc_id" "(ctx: *mut Context, obj: *mut u8) -> i64" false;
    /// Identity hash, stable under moving.
    GC_IDENTITYHASH "gx_gc_identityhash" "(ctx: *mut Context, obj: *mut u8) -> i64" false;
    /// Makes a weak reference of this type to `obj` (the callee must protect `obj` against moving).
    WEAKREF_CREATE "gx_weakref_create" "(ctx: *mut Context, type_id: u32, obj: *mut u8) -> *mut u8" true;
}

/// Location ids from here on belong to residual code: the JIT's own numbers plus this.
pub const JIT_LOCATION: u32 = 1 << 28;

/// Where images are linked: below 2 GiB, so that addresses of code and prebuilt objects are 32-bit immediates.
pub const IMAGE_BASE: u64 = 0x1000_0000;
