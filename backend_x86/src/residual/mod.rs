//! Residual code, level 1: fragments.
//!
//! A *fragment* is the code of one block version: a low-level graph of one block, entered with its parameters at given
//! places and left by *edges*. An edge goes to a stub (not compiled yet), to the entry of another fragment (with
//! moves), or on into the fragment behind. What the compiler makes in one go, fragments each of which leads to the
//! next, is a *run*: one piece of straight code with several entries. Instruction selection is that of translated code;
//! registers are given by one forward pass that starts from the places of the first fragment's parameters and reports
//! where the parameters of the others and the arguments of each edge stub are. What a fragment does not use of its
//! parameters has no place: a fragment without operations costs nothing, and keeps nothing alive.
//!
//! ## Frame
//! All fragments entered through one entry share a frame: rbp points to the saved rbp, callee-saved registers are
//! pushed below it, slots are addressed from rbp. A fragment's *extent* is the number of bytes below rbp that it needs;
//! edges to fragments of larger extent move rsp (and check the stack). r15 is the context; all other registers but rsp
//! and rbp are free. At a safepoint (a call with a stack map, an allocation) live references are in slots, listed in
//! the fragment's [`Safepoint`]s; they are reloaded after it, never kept in registers.
//!
//! ## Constants
//! Constants of pointer types in residual graphs are addresses: `Value::Int`. Functions are called by `direct_call` of
//! a function whose address the [`Target`](Addresses) tells, or `indirect_call` of a constant or variable pointer.
//!
//! ## Pieces
//! * [`Region`]: code memory, and what is done with it: [`Region::compile`], [`Region::link`], [`Region::follow`] and
//!   [`Region::patch`] of edges, [`Region::entry`],
//!   [`Region::leave`], and the tables of frames and locations.
//! * `counters`: edges that arrive at their stubs again after so many times ([`Region::link_counted`]).
//! * [`symbols`]: names of code, for debuggers.
//! * [`alloc`]: registers ([`check`]: what it must fulfil). What is compiled is said in the terms of
//!   [`crate::fragment`]; selection and emission are `isel::fragment` and `emit::fragment`, parallel moves
//!   `emit::moves`.
//!
//! ```text
//! let code = region.compile(&cx, &addresses, &Run { entry: &first_places(&types), fragments: &[..], .. })?;
//! let target = Target { address: code[0].address, entry, extent: code[0].extent };
//! let enter = region.entry(&target)?;     // runtime.call4(enter, [args, 0, 0, 0])
//! // in gx_jit_edge(ctx, edge, saved): compile a fragment with entry_places(places), then
//! return region.link(&site, &Target { .. })?;
//! ```
//!
//! ## Leaving
//! * *Edge stub*: saves all registers in a [`Saved`], calls `gx_jit_edge(ctx, edge, *mut Saved) -> address`, restores
//!   the registers from the (possibly updated) [`Saved`], and jumps to the address. Before the call it sets the anchor
//!   so that the collector's walk starts at the caller of the residual code: while `gx_jit_edge` runs, the live
//!   references of the residual frame (known by the edge's places) are roots that the JIT reports itself.
//! * *Exit*: stores words in the exchange buffer, unwinds the frame and returns a code (see `jit::abi`) from the entry.
use regalloc2::PReg;

use crate::fragment::ValueLocation;

pub mod alloc;
pub mod check;
mod compile;
mod counters;
mod lines;
mod memory;
mod patch;
pub mod region;
mod scan;
pub mod symbols;

pub use compile::{MAX_EXTENT, entry_places, first_places};
pub use region::{Addresses, Config, Region, ResidualError};

/// An edge whose target may be set or changed.
#[derive(Clone, PartialEq, Debug)]
pub struct EdgeSite {
    /// The number given in [`To`].
    pub edge: u32,
    /// Address of the aligned rel32 of its jump (one jump or conditional jump instruction).
    pub patch: u64,
    /// Address of its stub (0: none).
    pub stub: u64,
    /// Where the arguments are.
    pub places: Vec<ValueLocation>,
    /// The extent of the fragment.
    pub extent: u32,
}

/// A fragment as the target of an edge.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    pub address: u64,
    /// The places of its parameters.
    pub entry: &'a [ValueLocation],
    pub extent: u32,
}

/// A compiled fragment: where its hot and cold code are, and what it needs of the frame.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Code {
    /// Its entry; that of the fragment it jumps to, if its run does nothing else and needs no moves (then it has no
    /// bytes).
    pub address: u64,
    /// The places of its parameters.
    pub entry: Vec<ValueLocation>,
    /// Bytes of hot code from the address on (moves for the code before, which falls through to it, lie before).
    pub size: u32,
    /// Bytes of stubs and slow paths (those of the whole run: at its first fragment).
    pub cold_size: u32,
    /// Where these are.
    pub cold: u64,
    /// How far the frame reaches below rbp, in bytes.
    pub extent: u32,
    /// Edges that can be patched.
    pub edges: Vec<EdgeSite>,
}

/// Registers saved by an edge stub, as `gx_jit_edge` sees them. Indexed by the hardware number.
#[repr(C)]
#[derive(Debug)]
pub struct Saved {
    /// Integer registers (rsp, rbp and r15 included).
    pub int: [u64; 16],
    /// Low halves of the float registers.
    pub float: [u64; 16],
}

impl Saved {
    /// The value at a place; slots are read relative to the saved rbp by the code region (see there).
    pub fn register(&self, r: PReg) -> u64 {
        match r.class() {
            regalloc2::RegClass::Float => self.float[r.hw_enc()],
            _ => self.int[r.hw_enc()],
        }
    }
}
