//! Stack frames.
//!
//! ```text
//! rsp + size          return address
//!                     pushed callee-saved registers (only those the function uses)
//! rsp + spill ..      spill slots of the allocator
//! rsp + roots ..      root slots
//! rsp                 outgoing stack arguments
//! ```
//! The size is fixed after the prologue; rsp is a multiple of 16 at calls. A function that needs none of it has no
//! frame.
use regalloc2::{Edit, Output, PReg};

use crate::mir::{MFunc, regs};

/// Bytes of callee-saved registers (rbx, r12, r13, r14) between rbp and the slots of a residual frame.
pub const SAVED_BYTES: u32 = 32;

/// Offset of a slot of residual code from rbp: callee-saved registers lie above.
pub fn slot_offset(n: u32) -> i32 {
    -(SAVED_BYTES as i32) - 8 - 8 * n as i32
}

/// A reference kept in a register over the slow path of an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Save {
    pub reg: PReg,
    /// Its slot during the call.
    pub slot: u32,
    /// The slot must be written first.
    pub store: bool,
}

/// The layout of a function's frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameLayout {
    /// Callee-saved registers to push, in order.
    pub saved: Vec<PReg>,
    /// What the prologue subtracts from rsp after the pushes.
    pub body: u32,
    /// Bytes from rsp to the return address.
    pub size: u32,
    /// Offset of the root slots.
    pub roots: u32,
    /// Offset of the spill slots.
    pub spills: u32,
    /// The frame of residual code: slots lie below rbp, this many bytes of it in all (see [`crate::residual`]).
    pub extent: Option<u32>,
}

impl FrameLayout {
    /// Lays out the frame for an allocation.
    pub fn new(f: &MFunc, out: &Output) -> FrameLayout {
        let mut used = [false; 16];
        let mut mark = |a: regalloc2::Allocation| {
            if let Some(r) = a.as_reg()
                && r.class() == regalloc2::RegClass::Int
            {
                used[r.hw_enc()] = true;
            }
        };
        for &a in &out.allocs {
            mark(a);
        }
        for (_, Edit::Move { from, to }) in &out.edits {
            mark(*from);
            mark(*to);
        }
        let saved: Vec<PReg> = regs::CALLEE_SAVED
            .into_iter()
            .filter(|r| used[r.hw_enc()])
            .collect();
        let roots = f.outgoing;
        let spills = roots + 8 * f.root_slots;
        let mut body = spills + 8 * out.num_spillslots as u32;
        let pushed = 8 * saved.len() as u32;
        if f.has_calls && !(body + pushed + 8).is_multiple_of(16) {
            body += 8;
        }
        FrameLayout {
            saved,
            body,
            size: body + pushed,
            roots,
            spills,
            extent: None,
        }
    }
    /// The frame of a fragment of this extent.
    pub fn fragment(extent: u32) -> FrameLayout {
        FrameLayout {
            // From rsp over the saved rbp to the return address.
            size: extent + 8,
            extent: Some(extent),
            ..FrameLayout::default()
        }
    }
    /// The register that slots are addressed from.
    pub fn base(&self) -> u8 {
        match self.extent {
            Some(_) => regs::RBP.hw_enc() as u8,
            None => regs::RSP.hw_enc() as u8,
        }
    }
    /// Offset of a spill slot from the base.
    pub fn slot(&self, n: usize) -> i32 {
        match self.extent {
            Some(_) => slot_offset(n as u32),
            None => self.spills as i32 + 8 * n as i32,
        }
    }
    /// Distance of a root slot (of a fragment: any slot) from rsp, in words.
    pub fn root_word(&self, n: u16) -> u16 {
        match self.extent {
            Some(extent) => (extent as i32 + slot_offset(u32::from(n))) as u16 / 8,
            None => (self.roots / 8) as u16 + n,
        }
    }
}
