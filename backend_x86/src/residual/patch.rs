//! Jumps of residual code: linking edges, letting code follow its edge, taking that back. **Unsafe code**: stores into
//! code memory.
//!
//! A jump's rel32 never crosses 8 bytes, so one store changes it. A processor that has fetched the old bytes still goes
//! to the old target: to a stub whose edge has been linked meanwhile. `gx_jit_edge` must answer that as it answers the
//! first arrival, with the address to go on at.
//!
//! ```text
//! cmp; jl stub0; jmp stub1        follow(edge 1): cmp; jl stub0; (no-op) fragment ...        follow(edge 0): cmp; jge stub1; (no-op) fragment ...
//! ```
use super::region::{Region, ResidualError, busy, internal, set_extent};
use super::{EdgeSite, Target};
use crate::emit::enc::{Asm, RelocKind};
use crate::emit::moves;
use crate::mir::Sym;

/// The code before falls through to the next run, because of [`Region::follow`].
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub site: EdgeSite,
    /// The jumps as they were.
    pub tail: Tail,
    /// Its jump was exchanged with that of the other edge.
    pub exchanged: bool,
}

/// The jumps at the end of hot code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    /// Stub and rel32 of the last jump.
    pub last: (u64, u64),
    /// Of the conditional jump directly before it.
    pub cond: Option<(u64, u64)>,
    /// Bytes of no-ops before the last jump.
    pub pad: u32,
    /// Where hot code ended then.
    pub end: u64,
}

impl Region {
    /// Changes bytes inside of one word of 8 bytes, by one store.
    fn store(&mut self, address: u64, bytes: &[u8]) {
        let shift = (address & 7) as usize;
        assert!(shift + bytes.len() <= 8 && self.is_code(address));
        let at = ((address & !7) - self.base) as usize;
        // SAFETY: the word lies in our mapping, by the assertion, and is aligned; other threads do not write it, and
        // execution sees all of the store or nothing.
        unsafe {
            let p = &*self.rw.add(at).cast::<std::sync::atomic::AtomicU64>();
            let mut word = p.load(std::sync::atomic::Ordering::Relaxed).to_le_bytes();
            word[shift..shift + bytes.len()].copy_from_slice(bytes);
            p.store(
                u64::from_le_bytes(word),
                std::sync::atomic::Ordering::Release,
            );
        }
    }
    /// Where the rel32 of an edge's jump is.
    fn site_of(&self, site: &EdgeSite) -> u64 {
        self.moved.get(&site.stub).copied().unwrap_or(site.patch)
    }
    fn rel32_to(at: u64, target: u64) -> [u8; 4] {
        ((target as i64 - (at as i64 + 4)) as i32).to_le_bytes()
    }
    /// Lets an edge go to an address (a fragment with the same places and extent, a thunk, or the edge's own stub
    /// again).
    pub fn patch(&mut self, site: &EdgeSite, target: u64) {
        let at = self.site_of(site);
        let rel = Self::rel32_to(at, target);
        // A no-op of seven bytes (`0f 1f 80 ...`) looks like a conditional jump there.
        let conditional = !self.joined.contains_key(&at) && self.bytes(at - 1, 1)[0] & 0xf0 == 0x80;
        if conditional && !self.overwritten.contains(&at) {
            self.store(at, &rel);
        } else {
            // A jump, or what has taken its place: a no-op, moves.
            self.part(at);
            self.store(at - 1, &[0xe9, rel[0], rel[1], rel[2], rel[3]]);
        }
    }
    /// Lets the next fragment be placed directly behind the code that this edge leaves, if that is the last hot code
    /// and its jumps allow it: what is compiled because an edge was reached is on the path that runs. The edge of the
    /// other way may get this one's conditional jump, inverted (the region knows; sites stay valid). Then compile the
    /// fragment, and [`Region::link`] the edge as ever.
    pub fn follow(&mut self, site: &EdgeSite) -> bool {
        let Some(t) = self.tail.filter(|t| t.end == self.hot_address()) else {
            return false;
        };
        if self.pending.is_some() {
            return false;
        }
        let exchanged = match t.cond {
            Some((stub, cond)) if stub == site.stub => {
                let other = self.target_of(t.last.1);
                self.invert(cond, other);
                self.moved.insert(t.last.0, cond);
                self.moved.insert(stub, t.last.1);
                true
            }
            _ if t.last.0 == site.stub => false,
            _ => return false,
        };
        self.tail = None;
        self.open(t.last.1, t.pad);
        self.pending = Some(Pending {
            site: site.clone(),
            tail: t,
            exchanged,
        });
        serialise();
        true
    }
    /// What [`Region::patch`] has changed is in force for all that runs from here on: a jump that was fetched before
    /// does not go to its old target.
    pub fn settle(&self) {
        serialise();
    }
    /// Makes a jump a no-op, one with the no-ops before it.
    fn open(&mut self, patch: u64, pad: u32) {
        if self.joined.contains_key(&patch) {
            return;
        }
        let mut nop = Asm::new();
        nop.nops(5 + pad);
        let nop = nop.ops.finalize().expect("no labels");
        if pad == 0 {
            self.store(patch - 1, &nop);
        } else {
            self.fill(patch - 1 - u64::from(pad), &nop);
            self.joined.insert(patch, pad);
        }
    }
    /// The no-ops before a jump stand alone again.
    fn part(&mut self, patch: u64) {
        if let Some(pad) = self.joined.remove(&patch) {
            let mut nop = Asm::new();
            nop.nops(pad);
            let nop = nop.ops.finalize().expect("no labels");
            self.fill(patch - 1 - u64::from(pad), &nop);
        }
    }
    fn target_of(&self, rel32: u64) -> u64 {
        let b = self.bytes(rel32, 4);
        let rel = i32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        (rel32 as i64 + 4 + i64::from(rel)) as u64
    }
    /// Inverts a conditional jump and lets it go to an address.
    fn invert(&mut self, rel32: u64, target: u64) {
        let code = self.bytes(rel32 - 1, 1)[0];
        self.fill(rel32 - 1, &[code ^ 1]);
        let rel = Self::rel32_to(rel32, target);
        self.store(rel32, &rel);
    }
    /// No fragment follows after all: all is as before.
    pub(super) fn cancel_follow(&mut self) {
        let Some(Pending {
            site,
            tail,
            exchanged,
        }) = self.pending.take()
        else {
            return;
        };
        if let (true, Some((stub, cond))) = (exchanged, tail.cond) {
            let other = self.target_of(cond);
            self.invert(cond, stub);
            self.moved.remove(&tail.last.0);
            self.moved.remove(&stub);
            let rel = Self::rel32_to(tail.last.1, other);
            self.part(tail.last.1);
            self.store(tail.last.1 - 1, &[0xe9, rel[0], rel[1], rel[2], rel[3]]);
        } else {
            self.patch(&site, site.stub);
        }
        self.tail = Some(tail);
    }
    /// A fragment has been placed behind an edge.
    pub(super) fn set_followed(&mut self, site: &EdgeSite, address: u64, resume: u64) {
        self.followed.insert(site.stub, (address, resume));
    }
    /// Lets an edge go to a fragment: directly if the places agree, else through a thunk with the moves. Returns the
    /// address at which control that has arrived at the edge's stub goes on.
    ///
    /// # Errors
    /// If the region is full.
    pub fn link(&mut self, site: &EdgeSite, target: &Target<'_>) -> Result<u64, ResidualError> {
        if site.places.len() != target.entry.len() {
            return Err(internal(format!(
                "edge {} has {} arguments, its target {} parameters",
                site.edge,
                site.places.len(),
                target.entry.len()
            )));
        }
        if let Some(&(address, resume)) = self.followed.get(&site.stub)
            && address == target.address
        {
            self.open(self.site_of(site), 0);
            return Ok(resume);
        }
        let mut asm = Asm::new();
        moves_to(&mut asm, site, target)?;
        let address = if asm.pos() == 0 {
            if self.exchange_last(site, target.address) {
                return Ok(target.address);
            }
            target.address
        } else {
            if let Some(address) = self.thunk_in_line(site, &mut asm, target.address)? {
                return Ok(address);
            }
            self.finish_thunk(asm, target.address)?
        };
        self.patch(site, address);
        Ok(address)
    }
    /// If hot code ends in a conditional jump and the jump of this edge: the conditional one, inverted, goes to the
    /// address, and the last one where the conditional one went. So a loop closes with one jump, and what follows it
    /// may be placed behind.
    fn exchange_last(&mut self, site: &EdgeSite, address: u64) -> bool {
        let Some(t) = self.tail.filter(|t| t.end == self.hot_address()) else {
            return false;
        };
        let Some((other, cond)) = t.cond else {
            return false;
        };
        if t.last.0 != site.stub || self.pending.is_some() {
            return false;
        }
        let there = self.target_of(cond);
        self.invert(cond, address);
        let rel = Self::rel32_to(t.last.1, there);
        self.store(t.last.1, &rel);
        self.moved.insert(site.stub, cond);
        self.moved.insert(other, t.last.1);
        self.tail = Some(Tail {
            last: (other, t.last.1),
            cond: None,
            ..t
        });
        serialise();
        true
    }
    /// Puts the code of an edge (its moves, its counter) where its own jump stands, if that is the end of hot code: a
    /// loop closes with one jump. Returns the address of that code.
    pub(super) fn thunk_in_line(
        &mut self,
        site: &EdgeSite,
        asm: &mut Asm,
        target: u64,
    ) -> Result<Option<u64>, ResidualError> {
        const ROOM: u64 = 256;
        if asm.pos() + 16 > ROOM as u32
            || !self.has_room(ROOM as usize)
            || asm.pos() == 0
            || !self.follow(site)
        {
            return Ok(None);
        }
        let Some(Pending { tail, .. }) = self.pending.take() else {
            return Ok(None);
        };
        let at = tail.last.1 - 1;
        let code = finish_at(std::mem::take(asm), at, target)?;
        self.part(tail.last.1);
        self.fill(at, &code);
        self.hot = (at - self.base) as usize + code.len();
        self.overwritten.insert(tail.last.1);
        serialise();
        Ok(Some(at))
    }
    /// Code that ends by a jump.
    pub(super) fn finish_thunk(&mut self, asm: Asm, target: u64) -> Result<u64, ResidualError> {
        // The last jump takes five bytes.
        let size = asm.pos() as usize + 5;
        let at = self.reserve_cold(size, 1)?;
        let code = finish_at(asm, at, target)?;
        self.fill(at, &code);
        self.note_unnamed(at, code.len(), "genext_jit_edge_moves");
        Ok(at)
    }
}

/// Code for this address, and a jump behind it.
fn finish_at(mut asm: Asm, at: u64, target: u64) -> Result<Vec<u8>, ResidualError> {
    asm.jmp_sym(Sym::Address(target as u32));
    let relocs = std::mem::take(&mut asm.relocs);
    let mut code = asm.ops.finalize().expect("no labels");
    for r in relocs {
        let RelocKind::Rel32(Sym::Address(to)) = r.kind else {
            return Err(internal("a thunk that refers to more than code"));
        };
        let rel = Region::rel32_to(at + u64::from(r.at), u64::from(to));
        code[r.at as usize..r.at as usize + 4].copy_from_slice(&rel);
    }
    Ok(code)
}

/// Brings the arguments of an edge to where its target has its parameters; no code if they are there.
pub(super) fn moves_to(
    asm: &mut Asm,
    site: &EdgeSite,
    target: &Target<'_>,
) -> Result<(), ResidualError> {
    let mut list = Vec::new();
    for (&from, &to) in site.places.iter().zip(target.entry) {
        moves::between(from, to, &mut list).map_err(internal)?;
    }
    if list.is_empty() && site.extent == target.extent {
        return Ok(());
    }
    if target.extent > site.extent {
        set_extent(asm, target.extent);
    }
    moves::emit(asm, &list, busy(&site.places) | busy(target.entry));
    if target.extent < site.extent {
        set_extent(asm, target.extent);
    }
    Ok(())
}

/// What has been fetched before is fetched again: changes of several stores would else be seen in part. Of the
/// instructions that serialise, `cpuid` leaves a virtual machine (11 us where it was measured); the return from an
/// interrupt, here to what follows it, does not (0.1 us).
fn serialise() {
    // SAFETY: the five words that `iretq` pops are pushed just before: stack segment and pointer as they are without
    // them, flags, code segment, and the address behind it. It changes nothing but the one register.
    unsafe {
        core::arch::asm!(
            "mov {t:e}, ss",
            "push {t}",
            "lea {t}, [rsp + 8]",
            "push {t}",
            "pushfq",
            "mov {t:e}, cs",
            "push {t}",
            "lea {t}, [rip + 2f]",
            "push {t}",
            "iretq",
            "2:",
            t = out(reg) _,
        );
    }
}
