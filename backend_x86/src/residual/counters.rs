//! Counters of linked edges: an edge that closes a loop is counted until its code has run so often that it is worth
//! while to compile it again. **Unsafe code**: words of memory that residual code counts down.
//!
//! ```text
//! edge ──▶ sub dword [counter], 1      the edge's jump leads to this thunk, not to its target
//!          js stub                     from then on it arrives at its stub again
//!          moves; jmp target
//! ```
//! If the edge's jump is the end of hot code, the thunk takes its place.
//!
//! Nothing remains of it when the edge is [linked](Region::link) anew: neither the target nor the code before the edge
//! knows of it.
use super::patch::moves_to;
use super::region::{Region, ResidualError, internal};
use super::{EdgeSite, Target};
use crate::emit::enc::{Addr, Asm, Rm};
use crate::mir::Sym;

/// How many edges are counted at a time.
const COUNTERS: u32 = 1 << 14;

/// The counters of a region.
#[derive(Debug)]
pub(super) struct Counters {
    /// Address of the first one, below 2 GiB.
    base: u64,
    /// Those that are in use are below this number, ...
    used: u32,
    /// ... but for these.
    free: Vec<u32>,
}

impl Counters {
    /// Bytes of memory.
    pub(super) const BYTES: usize = 4 * COUNTERS as usize;

    /// Counters in memory of [`Counters::BYTES`] bytes that nobody else knows.
    pub(super) fn new(base: u64) -> Counters {
        Counters {
            base,
            used: 0,
            free: Vec::new(),
        }
    }
    /// None is in use any more.
    pub(super) fn reset(&mut self) {
        self.used = 0;
        self.free = Vec::new();
    }
    fn take(&mut self) -> Option<u32> {
        let fresh = (self.used < COUNTERS).then_some(self.used);
        let n = self.free.pop().or(fresh)?;
        self.used = self.used.max(n + 1);
        Some(n)
    }
    fn word(&self, n: u32) -> *mut i32 {
        assert!(n < COUNTERS);
        (self.base + 4 * u64::from(n)) as *mut i32
    }
}

impl Drop for Counters {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and the code that counts in it does not run any more (see `Region`).
        unsafe { libc::munmap(self.base as *mut libc::c_void, Counters::BYTES) };
    }
}

impl Region {
    /// As [`Region::link`], but the edge arrives at its stub again after so many times. Returns the number of the
    /// counter and the address at which control that has arrived at the stub goes on, which is where the edge may lead
    /// when it need not be counted any more ([`Region::patch`]); `None`: there is no counter left.
    ///
    /// # Errors
    /// If the region is full.
    pub fn link_counted(
        &mut self,
        site: &EdgeSite,
        target: &Target<'_>,
        times: u32,
    ) -> Result<Option<(u32, u64)>, ResidualError> {
        let Some(n) = self.counters.take() else {
            return Ok(None);
        };
        self.count_again(n, times);
        let word = self.counters.word(n) as u64;
        let address = i32::try_from(word).map_err(|_| internal("a counter is out of reach"))?;
        let mut asm = Asm::new();
        asm.group_imm(4, 5, Rm::M(Addr::absolute(address)), 1);
        asm.jcc_sym(8, Sym::Address(site.stub as u32));
        let counting = asm.pos();
        moves_to(&mut asm, site, target)?;
        // At the end of hot code a turn of a loop goes on in the lines that it is in.
        let at = match self.thunk_in_line(site, &mut asm, target.address)? {
            Some(at) => at,
            None => {
                let thunk = self.finish_thunk(asm, target.address)?;
                self.patch(site, thunk);
                thunk
            }
        };
        Ok(Some((n, at + u64::from(counting))))
    }
    /// A counter begins anew.
    pub fn count_again(&mut self, counter: u32, times: u32) {
        let word = self.counters.word(counter);
        // SAFETY: a word of our mapping; the code that counts in it does not run now.
        unsafe { word.write(i32::try_from(times).unwrap_or(i32::MAX) - 1) };
    }
    /// Whether a counter has run down.
    pub fn is_due(&self, counter: u32) -> bool {
        // SAFETY: a word of our mapping; nobody writes it while we are here.
        unsafe { self.counters.word(counter).read() < 0 }
    }
    /// The edge that was counted is linked anew, or never taken any more.
    pub fn free_counter(&mut self, counter: u32) {
        self.counters.free.push(counter);
    }
}
