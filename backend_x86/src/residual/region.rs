//! The code region: memory of residual code and its shared parts ([`patch`](super::patch): its jumps). **Unsafe code**:
//! raw memory.
//!
//! Memory mapped twice: writable at one address, executable at another that lies within 2 GiB of the image, so that
//! calls, jumps and addresses of data take 32 bits. Nothing is ever writable and executable at one address.
//!
//! ```text
//! base: shared code | hot code of fragments -->        <-- cold code, stubs, constants, import slots | end
//! ```
//! ## Shared code
//! The common part of edge stubs finds the edge's number on the stack, fills a [`Saved`](super::Saved) below it, calls,
//! restores all registers from it, and jumps to the returned address; leaving code (one per exit code) takes the frame
//! down and returns.
use std::sync::Arc;

use dynasmrt::{DynasmApi, dynasm};
use lowlevel::{FuncId, ObjId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::compile::Scratch;
use super::counters::Counters;
use super::lines::Lines;
use super::memory::{Written, map_data, map_twice, release, unmap_twice};
use super::patch::{Pending, Tail};
use super::{Saved, Target};
use crate::BackendError;
use crate::abi::offset;
use crate::emit::enc::{Addr, Asm, Reloc, RelocKind, Rm};
use crate::emit::moves::{self, Loc};
use crate::fragment::ValueLocation;
use crate::frame::{SAVED_BYTES, slot_offset};
use crate::image::stubs;
use crate::isel::Cx;
use crate::mir::{Import, Stub, Sym};

/// Where things outside of residual code are.
pub trait Addresses {
    /// The address of an emitted function, if there is code for it.
    fn func(&self, f: FuncId) -> Option<u64>;
    /// The address of a prebuilt object, if the image holds it.
    fn object(&self, o: ObjId) -> Option<u64>;
    /// A function of the runtime or of its extensions, by name.
    fn runtime(&self, name: &str) -> Option<u64>;
}

/// Why code cannot be made.
#[derive(Clone, Debug, PartialEq)]
pub enum ResidualError {
    /// The region is full.
    Exhausted,
    /// Anything else.
    Backend(BackendError),
}

impl std::fmt::Display for ResidualError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ResidualError::Exhausted => write!(f, "code memory is exhausted"),
            ResidualError::Backend(e) => e.fmt(f),
        }
    }
}
impl std::error::Error for ResidualError {}
impl From<BackendError> for ResidualError {
    fn from(e: BackendError) -> Self {
        ResidualError::Backend(e)
    }
}

/// A bug of the toolchain.
pub(super) fn internal(what: impl Into<String>) -> ResidualError {
    ResidualError::Backend(BackendError::Internal {
        function: "residual code".to_owned(),
        what: what.into(),
    })
}

/// Settings of a region.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The end of the image: the region is the first free range from there on.
    pub near: u64,
    /// Bytes reserved (used as code is made).
    pub size: usize,
    /// Address of the exchange buffer, below 2 GiB.
    pub exchange: u64,
    /// `extern "C" fn(ctx, edge: u64, saved: *mut Saved) -> u64`
    pub edge: u64,
}

/// The region. Its code must not run any more when it is dropped, or [begins anew](Region::reset).
#[derive(Debug)]
pub struct Region {
    config: Config,
    pub(super) rw: *mut u8,
    /// What a fork copies.
    written: Arc<Written>,
    pub(super) base: u64,
    pub(super) size: usize,
    /// Offsets: free from `hot` to `cold`.
    pub(super) hot: usize,
    cold: usize,
    exchange: u64,
    common: u64,
    /// Offsets: the end of the code that all fragments share, and the beginning of its data.
    shared: (usize, usize),
    leaves: FxHashMap<i64, u64>,
    imports: FxHashMap<Import, u64>,
    stubs: FxHashMap<Stub, u64>,
    consts: FxHashMap<[u64; 2], u64>,
    frames: FxHashMap<u64, (u32, Box<[u32]>)>,
    lines: Lines,
    pub(super) scratch: Scratch,
    pub(super) pending: Option<Pending>,
    pub(super) tail: Option<Tail>,
    /// By stub: the rel32 of the edge's jump, if it is another than at first.
    pub(super) moved: FxHashMap<u64, u64>,
    /// By stub, for edges to code directly behind: the fragment's address, and where control goes on.
    pub(super) followed: FxHashMap<u64, (u64, u64)>,
    /// Jumps (by rel32) that became one no-op with those before them: how many bytes of these.
    pub(super) joined: FxHashMap<u64, u32>,
    /// Jumps (by rel32) whose place moves have taken.
    pub(super) overwritten: FxHashSet<u64>,
    /// Counters of linked edges.
    pub(super) counters: Counters,
    /// Check each allocation symbolically (slow; for tests).
    pub check: bool,
    /// Code beside that of fragments which has no name yet: address, size, what it is. Only where names are wanted.
    pub unnamed: Option<Vec<(u64, u32, &'static str)>>,
}

/// Kept free for what a fragment in the making needs beside its code.
const RESERVE: usize = 4096;

impl Region {
    /// Reserves a region.
    ///
    /// # Errors
    /// If the system has no memory, or no free range in reach of the image.
    pub fn new(config: Config) -> std::io::Result<Region> {
        let size = config.size.next_multiple_of(4096);
        let (rw, base, written) = map_twice(size, config.near)?;
        let counters = map_data(Counters::BYTES, base + size as u64)?;
        let mut r = Region {
            config,
            rw,
            written,
            base,
            size,
            hot: 0,
            cold: size,
            exchange: config.exchange,
            common: 0,
            shared: (0, size),
            leaves: FxHashMap::default(),
            imports: FxHashMap::default(),
            stubs: FxHashMap::default(),
            consts: FxHashMap::default(),
            frames: FxHashMap::default(),
            lines: Lines::default(),
            scratch: Scratch::default(),
            pending: None,
            tail: None,
            moved: FxHashMap::default(),
            followed: FxHashMap::default(),
            joined: FxHashMap::default(),
            overwritten: FxHashSet::default(),
            counters: Counters::new(counters),
            check: false,
            unnamed: None,
        };
        let full = |_| std::io::Error::from(std::io::ErrorKind::OutOfMemory);
        let slot = r.place_cold(&config.edge.to_le_bytes(), 8).map_err(full)?;
        r.common = r.place_hot(&common(slot), 16).map_err(full)?;
        r.shared = (r.hot, r.cold);
        Ok(r)
    }
    /// A new region like this one, elsewhere.
    ///
    /// # Errors
    /// As [`Region::new`].
    pub fn another(&self) -> std::io::Result<Region> {
        let mut region = Region::new(self.config)?;
        region.check = self.check;
        region.unnamed = self.unnamed.is_some().then(Vec::new);
        Ok(region)
    }
    /// Forgets all code but the common part of edge stubs, and gives its memory back to the system. Nothing leads to
    /// the code any more, and no return address on the stack lies in it.
    pub fn reset(&mut self) {
        let Region {
            config: _,
            rw,
            written: _,
            base: _,
            size: _,
            hot,
            cold,
            exchange: _,
            common: _,
            shared,
            leaves,
            imports,
            stubs,
            consts,
            frames,
            lines,
            scratch: _,
            pending,
            tail,
            moved,
            followed,
            joined,
            overwritten,
            counters,
            check: _,
            unnamed,
        } = self;
        // Tables are made anew: they would keep their memory if they were cleared.
        *leaves = FxHashMap::default();
        *imports = FxHashMap::default();
        *stubs = FxHashMap::default();
        *consts = FxHashMap::default();
        *frames = FxHashMap::default();
        *lines = Lines::default();
        *pending = None;
        *tail = None;
        *moved = FxHashMap::default();
        *followed = FxHashMap::default();
        *joined = FxHashMap::default();
        *overwritten = FxHashSet::default();
        counters.reset();
        if let Some(unnamed) = unnamed {
            unnamed.clear();
        }
        release(*rw, shared.0..*hot);
        release(*rw, *cold..shared.1);
        (*hot, *cold) = *shared;
        self.settle();
    }

    // ---- memory ----------------------------------------------------------------------------------------------------

    /// Address of the executable mapping.
    pub fn base(&self) -> u64 {
        self.base
    }
    /// Bytes used and reserved.
    pub fn usage(&self) -> (usize, usize) {
        (self.hot + self.size - self.cold, self.size)
    }
    /// Bytes of the code that all fragments share, at the beginning: the common part of edge stubs.
    pub fn shared_size(&self) -> u64 {
        self.shared.0 as u64
    }
    /// What is used: hot code, and cold code with data, as ranges of offsets.
    pub fn used(&self) -> [std::ops::Range<usize>; 2] {
        [0..self.hot, self.cold..self.size]
    }
    /// Whether an address lies in the region.
    pub fn is_code(&self, address: u64) -> bool {
        (self.base..self.base + self.size as u64).contains(&address)
    }
    /// Address of the exchange buffer.
    pub fn exchange(&self) -> u64 {
        self.exchange
    }
    pub(super) fn common(&self) -> u64 {
        self.common
    }
    pub(super) fn hot_address(&self) -> u64 {
        self.base + self.hot as u64
    }
    /// Control does not fall into what is placed next: it may start at a multiple of 32, as a loop likes it.
    pub(super) fn align_hot(&mut self) {
        let at = self.hot.next_multiple_of(32);
        if at < self.cold {
            self.write(self.hot, &[0xcc; 32][..at - self.hot]);
            self.hot = at;
        }
    }
    /// Whether a fragment of so many bytes may be placed.
    pub(super) fn has_room(&self, bytes: usize) -> bool {
        self.hot + bytes + RESERVE <= self.cold
    }
    fn write(&mut self, at: usize, bytes: &[u8]) {
        assert!(at + bytes.len() <= self.size);
        self.written.note(at..at + bytes.len());
        // SAFETY: inside of our writable mapping, by the assertion; no reference to its memory exists.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.rw.add(at), bytes.len()) };
    }
    /// Bytes of code, for tests and logs.
    pub fn bytes(&self, address: u64, n: usize) -> Vec<u8> {
        assert!(self.is_code(address) && self.is_code(address + n as u64 - 1));
        let at = (address - self.base) as usize;
        let mut out = vec![0; n];
        // SAFETY: inside of our mapping, by the assertion.
        unsafe { std::ptr::copy_nonoverlapping(self.rw.add(at), out.as_mut_ptr(), n) };
        out
    }
    /// Places code at the end of hot code.
    pub(super) fn place_hot(&mut self, bytes: &[u8], align: usize) -> Result<u64, ResidualError> {
        let at = self.hot.next_multiple_of(align);
        if at + bytes.len() > self.cold {
            return Err(ResidualError::Exhausted);
        }
        self.write(at, bytes);
        self.hot = at + bytes.len();
        Ok(self.base + at as u64)
    }
    /// Reserves `n` bytes of cold space; their address.
    pub(super) fn reserve_cold(&mut self, n: usize, align: usize) -> Result<u64, ResidualError> {
        let at = self
            .cold
            .checked_sub(n)
            .map(|at| at & !(align - 1))
            .filter(|&at| at >= self.hot)
            .ok_or(ResidualError::Exhausted)?;
        self.cold = at;
        Ok(self.base + at as u64)
    }
    /// Notes code that belongs to no fragment.
    pub(super) fn note_unnamed(&mut self, address: u64, size: usize, what: &'static str) {
        if let Some(unnamed) = &mut self.unnamed {
            unnamed.push((address, size as u32, what));
        }
    }
    fn place_cold(&mut self, bytes: &[u8], align: usize) -> Result<u64, ResidualError> {
        let address = self.reserve_cold(bytes.len(), align)?;
        self.write((address - self.base) as usize, bytes);
        Ok(address)
    }
    pub(super) fn fill(&mut self, address: u64, bytes: &[u8]) {
        self.write((address - self.base) as usize, bytes);
    }

    // ---- references ------------------------------------------------------------------------------------------------

    /// The address of a symbol; makes stubs, slots and constants that are missing.
    pub(super) fn address(
        &mut self,
        cx: &Cx<'_>,
        addresses: &dyn Addresses,
        consts: &[[u64; 2]],
        s: Sym,
    ) -> Result<u64, ResidualError> {
        let missing = |what: String| internal(format!("the address of {what} is not known"));
        match s {
            Sym::Address(a) => Ok(u64::from(a)),
            Sym::Func(f) => addresses.func(f).ok_or_else(|| missing(format!("{f:?}"))),
            Sym::Object(o) => addresses.object(o).ok_or_else(|| missing(format!("{o:?}"))),
            Sym::Import(i) => {
                if let Some(&a) = self.imports.get(&i) {
                    return Ok(a);
                }
                let name = match i {
                    Import::Runtime(n) => crate::abi::RUNTIME[n as usize].name,
                    Import::Extern(x) => cx.program.externs[x].name.as_str(),
                };
                let f = addresses
                    .runtime(name)
                    .ok_or_else(|| missing(name.to_owned()))?;
                let slot = self.place_cold(&f.to_le_bytes(), 8)?;
                self.imports.insert(i, slot);
                Ok(slot)
            }
            Sym::Const(k) => {
                let words = consts[k as usize];
                if let Some(&a) = self.consts.get(&words) {
                    return Ok(a);
                }
                let mut bytes = [0; 16];
                bytes[..8].copy_from_slice(&words[0].to_le_bytes());
                bytes[8..].copy_from_slice(&words[1].to_le_bytes());
                let a = self.place_cold(&bytes, 16)?;
                self.consts.insert(words, a);
                Ok(a)
            }
            Sym::Stub(stub) => {
                if let Some(&a) = self.stubs.get(&stub) {
                    return Ok(a);
                }
                let (_, mut code, relocs) = stubs::stub(cx, stub);
                let at = self.reserve_cold(code.len(), 16)?;
                self.resolve(cx, addresses, &[], &mut code, &relocs, |_| at, at)?;
                self.fill(at, &code);
                self.note_unnamed(at, code.len(), "genext_jit_shared_stub");
                self.stubs.insert(stub, at);
                Ok(at)
            }
            Sym::Table(_) => Err(internal("a jump table in a fragment")),
        }
    }
    /// Resolves references. `part`: the address at which the code with this offset was to lie if offset 0 lay at the
    /// part's start.
    pub(super) fn resolve(
        &mut self,
        cx: &Cx<'_>,
        addresses: &dyn Addresses,
        consts: &[[u64; 2]],
        code: &mut [u8],
        relocs: &[Reloc],
        part: impl Fn(u32) -> u64,
        _base: u64,
    ) -> Result<(), ResidualError> {
        for r in relocs {
            let value = match r.kind {
                RelocKind::Location(l) => {
                    i64::from(crate::abi::JIT_LOCATION) + i64::from(l) + i64::from(r.addend)
                }
                RelocKind::Abs32(s) => {
                    self.address(cx, addresses, consts, s)? as i64 + i64::from(r.addend)
                }
                RelocKind::Rel32(s) => {
                    let to = self.address(cx, addresses, consts, s)? as i64 + i64::from(r.addend);
                    to - (part(r.at) + u64::from(r.at) + 4) as i64
                }
            };
            let value = i32::try_from(value)
                .map_err(|_| internal(format!("{:?} is out of reach", r.kind)))?;
            let at = r.at as usize;
            code[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        Ok(())
    }

    // ---- entering and leaving --------------------------------------------------------------------------------------

    /// The entry from Rust to a fragment: `extern "C" fn(args: *const u64) -> i64` in the emitted convention
    /// (`Runtime::call4`), which loads the parameters from the array and returns the exit's code. The caller checks the
    /// stack first.
    ///
    /// # Errors
    /// If the region is full.
    pub fn entry(&mut self, target: &Target<'_>) -> Result<u64, ResidualError> {
        let mut asm = Asm::new();
        let ops = &mut asm.ops;
        dynasm!(ops
            ; .arch x64
            ; push rbp
            ; mov rbp, rsp
            ; push rbx
            ; push r12
            ; push r13
            ; push r14
        );
        set_extent(&mut asm, target.extent);
        let word = |k: usize| Rm::M(Addr::base(7, 8 * k as i32));
        let mut last = None;
        for (k, p) in target.entry.iter().enumerate() {
            if let ValueLocation::Slot(s) | ValueLocation::Both(_, s) = p {
                asm.rm(8, &[0x8b], 0, word(k));
                let m = Rm::M(Addr::base(5, slot_offset(*s)));
                asm.rm(8, &[0x89], 0, m);
            }
        }
        for (k, p) in target.entry.iter().enumerate() {
            if let ValueLocation::Reg(r) | ValueLocation::Both(r, _) = p {
                let n = r.hw_enc() as u8;
                match r.class() {
                    regalloc2::RegClass::Float => asm.sse(0xf2, 0x10, n, word(k)),
                    _ if n == 7 => last = Some(k),
                    _ => asm.rm(8, &[0x8b], n, word(k)),
                }
            }
        }
        if let Some(k) = last {
            asm.rm(8, &[0x8b], 7, word(k));
        }
        self.finish_thunk(asm, target.address)
    }

    /// Shared code that takes the frame down and returns a code: where exits and edges that leave go.
    ///
    /// # Errors
    /// If the region is full.
    pub fn leave(&mut self, code: i64) -> Result<u64, ResidualError> {
        if let Some(&a) = self.leaves.get(&code) {
            return Ok(a);
        }
        let mut asm = Asm::new();
        asm.mov_imm(0, code);
        set_extent(&mut asm, SAVED_BYTES);
        let ops = &mut asm.ops;
        dynasm!(ops
            ; .arch x64
            ; pop r14
            ; pop r13
            ; pop r12
            ; pop rbx
            ; pop rbp
            ; ret
        );
        let bytes = asm.ops.finalize().expect("no labels");
        let a = self.place_cold(&bytes, 16)?;
        self.note_unnamed(a, bytes.len(), "genext_jit_leave");
        self.leaves.insert(code, a);
        Ok(a)
    }

    // ---- tables ----------------------------------------------------------------------------------------------------

    pub(super) fn add_frame(&mut self, ret: u64, size: u32, slots: Box<[u32]>) {
        self.frames.insert(ret, (size, slots));
    }
    /// Notes the locations of a run: addresses of its parts; (offset, location) of hot code, its end, and the same of
    /// cold code, its start and end.
    pub(super) fn add_lines(
        &mut self,
        (hot, cold): (u64, u64),
        hot_lines: &[(u32, u32)],
        hot_size: u32,
        cold_lines: &[(u32, u32)],
        (cold_start, cold_end): (u32, u32),
    ) {
        let (hot, cold) = ((hot - self.base) as u32, (cold - self.base) as u32);
        self.lines.add_hot(hot, hot_lines, hot_size);
        let before = hot_lines.last().map(|l| l.1);
        self.lines
            .add_cold(cold, cold_lines, cold_start..cold_end, before);
    }
    /// Size of the frame of a return address, and offsets of its live references from rsp at the call.
    pub fn frame(&self, ret: u64) -> Option<(u32, &[u32])> {
        self.frames.get(&ret).map(|(size, slots)| (*size, &**slots))
    }
    /// The location index of an address in a fragment.
    pub fn location(&self, address: u64) -> Option<u32> {
        if !self.is_code(address) {
            return None;
        }
        self.lines
            .find((address - self.base) as u32, self.hot as u32)
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: our own mappings; the owner says that nothing runs in them any more.
        unsafe { unmap_twice(self.rw, self.base, self.size) };
    }
}

pub(super) fn set_extent(asm: &mut Asm, extent: u32) {
    asm.rm(8, &[0x8d], 4, Rm::M(Addr::base(5, -(extent as i32))));
}

/// Integer registers of places.
pub(super) fn busy(places: &[ValueLocation]) -> u16 {
    places.iter().fold(0, |m, p| match p {
        ValueLocation::Reg(r) | ValueLocation::Both(r, _)
            if r.class() == regalloc2::RegClass::Int =>
        {
            m | 1 << r.hw_enc()
        }
        _ => m,
    })
}

/// The common part of edge stubs. On the stack: the edge's number.
fn common(slot: u64) -> Vec<u8> {
    const SIZE: i32 = std::mem::size_of::<Saved>() as i32 + 8;
    let mut asm = Asm::new();
    let at = |k: i32| Rm::M(Addr::base(4, 8 * k));
    let ops = &mut asm.ops;
    dynasm!(ops ; .arch x64 ; sub rsp, SIZE);
    for r in (0..16u8).filter(|&r| r != 4) {
        asm.rm(8, &[0x89], r, at(i32::from(r)));
    }
    for x in 0..16u8 {
        asm.sse(0xf2, 0x11, x, at(16 + i32::from(x)));
    }
    let ops = &mut asm.ops;
    dynasm!(ops
        ; .arch x64
        ; lea rax, [rsp + SIZE + 8]
        ; mov [rsp + 32], rax
        // The walk of the collector starts at the caller of the residual code.
        ; lea rax, [rbp + 16]
        ; mov [r15 + offset::ANCHOR], rax
        ; mov rdi, r15
        ; mov esi, [rsp + SIZE]
        ; mov rdx, rsp
        ; call QWORD [slot as i32]
        ; mov [rsp + SIZE], rax
    );
    for x in 0..16u8 {
        asm.sse(0xf2, 0x10, x, at(16 + i32::from(x)));
    }
    for r in (0..16u8).filter(|&r| r != 4) {
        asm.rm(8, &[0x8b], r, at(i32::from(r)));
    }
    let ops = &mut asm.ops;
    // The word that held the number is just below the stack pointer then, where signal handlers leave it alone.
    dynasm!(ops ; .arch x64 ; add rsp, SIZE + 8 ; jmp QWORD [rsp - 8]);
    asm.ops.finalize().expect("no labels")
}

impl Saved {
    /// The address of the frame.
    pub fn frame(&self) -> u64 {
        self.int[5]
    }
    fn slot(&self, n: u32) -> *mut u64 {
        (self.int[5] as i64 + i64::from(slot_offset(n))) as *mut u64
    }
    /// Reads an argument of the edge that this was saved at.
    pub fn read(&self, place: ValueLocation) -> u64 {
        match place {
            ValueLocation::Reg(r) | ValueLocation::Both(r, _) => self.register(r),
            // SAFETY: the edge stub filled this in, so rbp is that of the residual frame, and the place is one of its
            // slots.
            ValueLocation::Slot(s) => unsafe { *self.slot(s) },
            ValueLocation::Const(c) => moves::const_bits(c).unwrap_or(0),
            ValueLocation::Unused => 0,
        }
    }
    /// Writes an argument of the edge: control goes on with it.
    pub fn write(&mut self, place: ValueLocation, value: u64) {
        if let ValueLocation::Reg(r) | ValueLocation::Both(r, _) = place {
            match r.class() {
                regalloc2::RegClass::Float => self.float[r.hw_enc()] = value,
                _ => self.int[r.hw_enc()] = value,
            }
        }
        if let ValueLocation::Slot(s) | ValueLocation::Both(_, s) = place {
            // SAFETY: as in `read`.
            unsafe { *self.slot(s) = value };
        }
    }
}

/// Sources of the words of an exit.
pub(super) fn source(p: ValueLocation) -> Result<Loc, ResidualError> {
    Ok(match p {
        ValueLocation::Reg(r) | ValueLocation::Both(r, _) => Loc::Reg(r),
        ValueLocation::Slot(s) => Loc::Slot(s),
        ValueLocation::Const(c) => Loc::Bits(
            moves::const_bits(c)
                .ok_or_else(|| internal(format!("{c:?} at an exit has no address")))?,
        ),
        ValueLocation::Unused => return Err(internal("a word of an exit that is nowhere")),
    })
}
