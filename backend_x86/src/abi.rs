//! What emitted code and the runtime agree on: the reserved register, the runtime context, calls, frames, safepoints.
//!
//! ## Registers
//! `r15` holds the **runtime context** ([`Context`]) in all emitted code; it is never allocated. Emitted functions follow the
//! System V convention otherwise (arguments in rdi, rsi, rdx, rcx, r8, r9 / xmm0-7, then the stack; result in rax or xmm0;
//! rbx, rbp, r12-r14 callee-saved), so that Rust can call them (through a trampoline that sets r15) and they can call Rust.
//! `Bool`, `Char`, `UniChar` and small integers are zero- or sign-extended to 64 bits in registers and stack slots.
//!
//! ## Calls into the runtime
//! Functions of the runtime are `extern "C"`. Those declared with a context get r15 as first argument. Before a call that can collect or
//! re-enter, emitted code stores rsp into [`Context::anchor`]: with it the collector walks the frames, starting at the return
//! address at `[anchor - 8]`. The runtime saves and restores the anchor around re-entry. External functions are reached
//! through a table of addresses in the image, filled by the loader.
//!
//! ## Frames and safepoints
//! A frame has a fixed size; emitted code uses no frame pointer. For each return address the image's stack map gives the frame's size
//! and the offsets (from rsp at the call) of the root slots that are live there. The walk goes on at `rsp + size`,
//! where the next return address lies, until it reaches a return address inside the entry trampoline (not in the map), where the
//! runtime's own list of entries goes on with an earlier anchor. Live references are in root slots at every safepoint and
//! reloaded afterwards (`gc_spill`/`gc_reload`), never in callee-saved registers.
//!
//! ## Objects
//! A GC object starts with an 8-byte header: bits 0-31 the type id (index into the image's type table), bits 32-63 flags.
//! Bit 32 ([`FLAG_TRACK_WRITES`]) is set on old and prebuilt objects not yet in the remembered set: a write barrier tests it and calls
//! `gx_write_barrier` (arrays: `gx_write_barrier_array` with the index) when set. Young objects have all flags zero.
//! The nursery is zeroed ahead of allocation: allocation bumps `nursery_free`, compares with `nursery_top`, and stores the header
//! (and length); when it does not fit it calls `gx_malloc_slow(ctx, type id, total size)` resp. `gx_malloc_var_slow(ctx, type id, length)`.
//!
//! ## Exceptions
//! `exc_type` is null when no exception is pending; a function that ends by an exception returns with it set.

/// The part of the runtime context that emitted code knows; the runtime's own fields follow it. At offsets multiple of 8.
#[repr(C)]
#[derive(Debug)]
pub struct Context {
    /// Next free byte of the nursery.
    pub nursery_free: u64,
    /// End of the nursery.
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
    /// The ring: [`TRACEBACK_DEPTH`] entries of 16 bytes: (location id or [`TRACEBACK_START`]/[`TRACEBACK_CATCH`], exception type).
    pub traceback_ring: u64,
}

/// Entries of the traceback ring, a power of two.
pub const TRACEBACK_DEPTH: u64 = 128;
/// High bit patterns of the first word of a traceback entry: the low 32 bits are a location id of the image's location table.
pub const TRACEBACK_START: u64 = 1 << 32;
/// See [`TRACEBACK_START`].
pub const TRACEBACK_CATCH: u64 = 2 << 32;
/// See [`TRACEBACK_START`].
pub const TRACEBACK_PASS: u64 = 3 << 32;

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
    /// Of `status`.
    pub const STATUS: i32 = offset_of!(Context, status) as i32;
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
/// Header flag: array with a card table.
pub const FLAG_HAS_CARDS: u64 = 1 << 35;

/// Where images are linked: below 2 GiB, so that addresses of code and prebuilt objects are 32-bit immediates.
pub const IMAGE_BASE: u64 = 0x1000_0000;
