//! Runs compiled programs in this process: a linked image in executable memory, a context, and a runtime just large
//! enough.
//!
//! Two heaps: *nursery* (a large zeroed nursery that is never collected, so the inline allocation path is taken) and
//! *moving* (the nursery is always full, every allocation moves every object and poisons the old copy, so a wrong stack
//! map or a stale reference shows). Frames are walked by the image's stack maps, as the real collector does.
#![allow(dead_code)]
use std::cell::Cell;
use std::collections::HashMap;

use abi::format::{Frame, StackMapEntry, TypeInfo, find_stack_map};
use backend_x86::abi::{Context, FLAG_TRACK_WRITES};
use backend_x86::codemem::LoadedImage;
use backend_x86::{BackendOptions, Image, compile_program, link};
use lowlevel::ops::SafetyError;
use lowlevel::{FuncId, Program};

pub(crate) mod files;
pub(crate) mod generate;

/// What the test's own code needs beside the context.
#[repr(C)]
pub(crate) struct TestContext {
    /// What emitted code knows.
    pub ctx: Context,
    rbp: u64,
    aborted: u64,
    depth: u64,
    heap: *mut Heap,
}

/// How memory is managed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Inline allocation, no collection.
    Nursery,
    /// Every allocation moves everything.
    Moving,
}

struct Heap {
    mode: Mode,
    objects: Vec<Box<[u64]>>,
    by_address: HashMap<u64, usize>,
    types: Vec<TypeInfo>,
    ref_offsets: Vec<u32>,
    maps: Vec<StackMapEntry>,
    layouts: Vec<Frame>,
    root_slots: Vec<u16>,
    text: u64,
    text_size: u64,
    prebuilt: (u64, u64),
    raw_roots: Vec<u64>,
    /// Frames of code outside of the image: bytes to the return address, offsets of references.
    frames: Option<fn(u64) -> Option<(u32, Vec<u32>)>>,
    pub collections: usize,
    pub moved: usize,
    pub barriers: usize,
}

/// How a call ends.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum End {
    /// The integer and the float result register; which one counts depends on the type.
    Returned(u64, u64),
    /// Name of the vtable.
    Raised(String),
    Aborted(SafetyError),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Word {
    /// In an integer register.
    Int(u64),
    /// In a float register.
    Float(f64),
}

core::arch::global_asm!(
    ".globl gx_test_call",
    "gx_test_call:",
    "push rbp",
    "mov rbp, rsp",
    "push rbx",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "sub rsp, 8",
    "mov r15, rdi",
    "mov [r15 + {rbp}], rbp",
    "mov rax, rsi",
    "test r9, 1",
    "jz 1f",
    "sub rsp, 8",
    "1:",
    "test r9, r9",
    "jz 2f",
    "dec r9",
    "push qword ptr [r8 + r9*8]",
    "jmp 1b",
    "2:",
    "movsd xmm0, [rcx]",
    "movsd xmm1, [rcx + 8]",
    "movsd xmm2, [rcx + 16]",
    "movsd xmm3, [rcx + 24]",
    "movsd xmm4, [rcx + 32]",
    "movsd xmm5, [rcx + 40]",
    "movsd xmm6, [rcx + 48]",
    "movsd xmm7, [rcx + 56]",
    "mov r11, rdx",
    "mov rdi, [r11]",
    "mov rsi, [r11 + 8]",
    "mov rdx, [r11 + 16]",
    "mov rcx, [r11 + 24]",
    "mov r8, [r11 + 32]",
    "mov r9, [r11 + 40]",
    // Registers that must survive, to be checked after the call.
    "mov rbx, 0x1111",
    "mov r12, 0x2222",
    "mov r13, 0x3333",
    "mov r14, 0x4444",
    "call rax",
    "cmp rbx, 0x1111",
    "jne 9f",
    "cmp r12, 0x2222",
    "jne 9f",
    "cmp r13, 0x3333",
    "jne 9f",
    "cmp r14, 0x4444",
    "jne 9f",
    ".globl gx_test_return",
    "gx_test_return:",
    "mov r10, [rbp + 16]",
    "mov [r10], rax",
    "movsd [r10 + 8], xmm0",
    "lea rsp, [rbp - 40]",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbx",
    "pop rbp",
    "ret",
    "9:",
    "ud2",
    ".globl gx_test_unwind",
    "gx_test_unwind:",
    "mov r15, rdi",
    "mov rbp, [r15 + {rbp}]",
    "jmp gx_test_return",
    rbp = const std::mem::offset_of!(TestContext, rbp),
);
#[allow(improper_ctypes)]
unsafe extern "C" {
    fn gx_test_call(
        ctx: *mut TestContext,
        func: u64,
        ints: *const u64,
        floats: *const f64,
        stack: *const u64,
        nstack: u64,
        out: *mut u64,
    );
    fn gx_test_return();
    fn gx_test_unwind(ctx: *mut TestContext) -> !;
}

thread_local! {
    static BASE: Cell<u64> = const { Cell::new(0) };
}

/// A compiled program in memory.
pub(crate) struct Machine {
    pub image: Image,
    loaded: LoadedImage,
    ctx: Box<TestContext>,
    heap: Box<Heap>,
    nursery: Vec<u64>,
}

impl Machine {
    /// Compiles, links and maps a program (which must be through all transforms).
    pub(crate) fn new(
        program: &Program,
        options: &BackendOptions,
        mode: Mode,
    ) -> Result<Machine, String> {
        let module = compile_program(program, options).map_err(|e| e.to_string())?;
        check_decodes(&link(&module, 0x1000_0000).map_err(|e| e.to_string())?)?;
        // Tests run in parallel: look for a free piece of the low 2 GiB.
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        for _ in 0..200 {
            let n = NEXT.fetch_add(1, Ordering::Relaxed);
            let base = 0x1000_0000 + (n % 440) * 0x40_0000;
            let image = link(&module, base).map_err(|e| e.to_string())?;
            match LoadedImage::map(&image, &|name| resolve(name)) {
                Ok(loaded) => return Ok(Machine::with(image, loaded, mode)),
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(e.to_string()),
            }
        }
        Err("no free address range".into())
    }
    fn with(image: Image, loaded: LoadedImage, mode: Mode) -> Machine {
        let view = image.view();
        let h = view.header;
        let mut heap = Box::new(Heap {
            mode,
            objects: Vec::new(),
            by_address: HashMap::new(),
            types: view.iter(h.types).collect(),
            ref_offsets: view.iter(h.ref_offsets).collect(),
            maps: view.iter(h.stack_maps).collect(),
            layouts: view.iter(h.frames).collect(),
            root_slots: view.iter(h.root_slots).collect(),
            text: h.base + h.text.offset,
            text_size: h.text.size,
            prebuilt: (h.prebuilt_start, h.prebuilt_leaf_start),
            raw_roots: view
                .iter::<u32>(h.raw_roots)
                .map(|r| h.base + u64::from(r))
                .collect(),
            frames: None,
            collections: 0,
            moved: 0,
            barriers: 0,
        });
        let nursery = vec![0u64; if mode == Mode::Nursery { 1 << 20 } else { 0 }];
        let start = nursery.as_ptr() as u64;
        let ctx = Box::new(TestContext {
            ctx: Context {
                nursery_free: start,
                nursery_top: start + 8 * nursery.len() as u64,
                exc_type: 0,
                exc_value: 0,
                stack_limit: 0,
                status: 0,
                anchor: 0,
                traceback_count: 0,
                traceback_ring: [[0; 2]; 128],
            },
            rbp: 0,
            aborted: 0,
            depth: 0,
            heap: &mut *heap,
        });
        Machine {
            image,
            loaded,
            ctx,
            heap,
            nursery,
        }
    }
    pub(crate) fn call(&mut self, f: FuncId, args: &[Word]) -> End {
        self.call_at(self.image.functions[&f], args)
    }
    /// Lets frames outside of the image be walked.
    pub(crate) fn set_frames(&mut self, frames: fn(u64) -> Option<(u32, Vec<u32>)>) {
        self.heap.frames = Some(frames);
    }
    /// Where the image ends.
    pub(crate) fn end(&self) -> u64 {
        self.loaded.base() + self.loaded.size() as u64
    }
    /// Calls the function at an address.
    pub(crate) fn call_at(&mut self, address: u64, args: &[Word]) -> End {
        let (mut ints, mut floats, mut stack) = ([0u64; 6], [0f64; 8], Vec::new());
        let (mut ni, mut nf) = (0, 0);
        for a in args {
            match *a {
                Word::Int(i) if ni < 6 => {
                    ints[ni] = i;
                    ni += 1;
                }
                Word::Float(x) if nf < 8 => {
                    floats[nf] = x;
                    nf += 1;
                }
                Word::Int(i) => stack.push(i),
                Word::Float(x) => stack.push(x.to_bits()),
            }
        }
        let mut out = [0u64; 2];
        self.ctx.ctx.exc_type = 0;
        self.ctx.ctx.exc_value = 0;
        self.ctx.aborted = 0;
        let here = &raw const out as u64;
        self.ctx.ctx.stack_limit = here - 512 * 1024;
        // SAFETY: the image is mapped, the context valid, and the emitted code keeps to the convention (that is tested
        // here).
        unsafe {
            gx_test_call(
                &mut *self.ctx,
                address,
                ints.as_ptr(),
                floats.as_ptr(),
                stack.as_ptr(),
                stack.len() as u64,
                out.as_mut_ptr(),
            );
        }
        if self.ctx.aborted != 0 {
            return End::Aborted(SafetyError::ALL[self.ctx.aborted as usize - 1].0);
        }
        if self.ctx.ctx.exc_type != 0 {
            let name = self
                .image
                .view()
                .vtable_name(self.ctx.ctx.exc_type)
                .unwrap_or("?")
                .to_owned();
            return End::Raised(name);
        }
        End::Returned(out[0], out[1])
    }
    /// How often the moving heap collected, and how many objects it moved.
    pub(crate) fn collections(&self) -> (usize, usize) {
        (self.heap.collections, self.heap.moved)
    }
    /// Entries of the traceback ring: location ids.
    pub(crate) fn traceback(&self) -> Vec<(u32, u32)> {
        let n = self.ctx.ctx.traceback_count.min(128) as usize;
        (0..n)
            .map(|i| {
                let w = self.ctx.ctx.traceback_ring[i][0];
                (w as u32, (w >> 32) as u32)
            })
            .collect()
    }
}

impl Heap {
    fn allocate(&mut self, id: u32, length: Option<i64>) -> u64 {
        let t = self.types[id as usize];
        let size = match length {
            Some(n) => t.items_offset as usize + n as usize * t.item_size as usize,
            None => t.size as usize,
        };
        let mut o = vec![0u64; size.div_ceil(8).max(2)].into_boxed_slice();
        o[0] = u64::from(id);
        if let Some(n) = length {
            o[t.length_offset as usize / 8] = n as u64;
        }
        let address = o.as_ptr() as u64;
        self.by_address.insert(address, self.objects.len());
        self.objects.push(o);
        address
    }
    /// Addresses of all root slots of the frames above the anchor.
    fn frame_roots(&self, ctx: &TestContext) -> Vec<u64> {
        let mut roots = Vec::new();
        let mut rsp = ctx.ctx.anchor;
        loop {
            // SAFETY: the anchor is rsp at a call in emitted code; return addresses lie where the maps say.
            let ret = unsafe { *((rsp - 8) as *const u64) };
            if let Some((size, slots)) = self.frames.and_then(|f| f(ret)) {
                roots.extend(slots.iter().map(|&s| rsp + u64::from(s)));
                rsp += u64::from(size) + 8;
                continue;
            }
            let offset = ret.wrapping_sub(self.text);
            if offset >= self.text_size {
                return roots;
            }
            let e = find_stack_map(&self.maps, offset as u32)
                .unwrap_or_else(|| panic!("no stack map for return address {offset:#x}"));
            let e = self.layouts[e.frame as usize];
            for i in 0..e.roots_count {
                let slot = self.root_slots[(e.roots_start + i) as usize];
                roots.push(rsp + 8 * u64::from(slot));
            }
            rsp += u64::from(e.size) + 8;
        }
    }
    fn collect(&mut self, ctx: &mut TestContext) {
        self.collections += 1;
        let mut roots = self.frame_roots(ctx);
        roots.push(&raw mut ctx.ctx.exc_value as u64);
        roots.extend(&self.raw_roots);
        let (mut p, end) = self.prebuilt;
        while p < end {
            let size = self.refs_of(p, &mut roots);
            p += size;
        }
        let old = std::mem::take(&mut self.by_address);
        let mut moved: HashMap<u64, u64> = HashMap::new();
        let mut i = 0;
        while i < roots.len() {
            let slot = roots[i] as *mut u64;
            i += 1;
            // SAFETY: root slots, fields and items of live objects.
            let p = unsafe { *slot };
            if p == 0 || p & 1 == 1 || (0x1000_0000..0x8000_0000).contains(&p) {
                continue;
            }
            if let Some(&n) = moved.get(&p) {
                // SAFETY: as above.
                unsafe { *slot = n };
                continue;
            }
            let n = *old
                .get(&p)
                .unwrap_or_else(|| panic!("root {p:#x} is no live object"));
            let copy = self.objects[n].clone();
            let to = copy.as_ptr() as u64;
            self.objects[n].fill(0xdddd_dddd_dddd_dddd);
            self.by_address.insert(to, self.objects.len());
            self.objects.push(copy);
            moved.insert(p, to);
            self.moved += 1;
            self.refs_of(to, &mut roots);
            // SAFETY: as above.
            unsafe { *slot = to };
        }
        for (_, n) in old {
            self.objects[n].fill(0xdddd_dddd_dddd_dddd);
        }
    }
    /// Adds the addresses of an object's references; returns its size.
    fn refs_of(&self, p: u64, out: &mut Vec<u64>) -> u64 {
        // SAFETY: `p` is a live object: header, length and items are readable.
        let word = |off: u32| unsafe { *((p + u64::from(off)) as *const u64) };
        let t = self.types[word(0) as u32 as usize];
        let refs = |start: u32, n: u32| &self.ref_offsets[start as usize..(start + n) as usize];
        out.extend(
            refs(t.refs_start, t.refs_count)
                .iter()
                .map(|&o| p + u64::from(o)),
        );
        let mut size = u64::from(t.size);
        if t.item_size > 0 {
            let n = word(t.length_offset);
            for i in 0..n {
                let item = p + u64::from(t.items_offset) + i * u64::from(t.item_size);
                out.extend(
                    refs(t.item_refs_start, t.item_refs_count)
                        .iter()
                        .map(|&o| item + u64::from(o)),
                );
            }
            size = u64::from(t.items_offset) + n * u64::from(t.item_size);
        }
        size.next_multiple_of(8)
    }
}

/// Every emitted byte decodes: instructions of all functions and stubs are valid, end where the function ends, and
/// branch inside the text.
fn check_decodes(image: &Image) -> Result<(), String> {
    use iced_x86::{Decoder, DecoderOptions, FlowControl, OpKind};
    let view = image.view();
    let text = view.segment(view.header.text);
    let start = view.header.base + view.header.text.offset;
    for f in view.iter::<abi::format::FunctionInfo>(view.header.functions) {
        let code = &text[f.start as usize..(f.start + f.size) as usize];
        let at = start + u64::from(f.start);
        let mut d = Decoder::with_ip(64, code, at, DecoderOptions::NONE);
        while d.can_decode() {
            let i = d.decode();
            let name = view.str(f.name);
            if i.is_invalid() {
                return Err(format!("{name}+{:#x}: no instruction", i.ip() - at));
            }
            let near = matches!(i.op0_kind(), OpKind::NearBranch64);
            let inside = (start..start + text.len() as u64).contains(&i.near_branch64());
            if near && !inside {
                return Err(format!("{name}+{:#x}: branch out of the text", i.ip() - at));
            }
            let last = i.next_ip() == at + u64::from(f.size);
            if last && i.flow_control() == FlowControl::Next {
                return Err(format!("{name}: control falls off its end"));
            }
        }
    }
    Ok(())
}

fn heap(ctx: &mut TestContext) -> &'static mut Heap {
    // SAFETY: the machine owns the heap and outlives its calls.
    unsafe { &mut *ctx.heap }
}

extern "C" fn malloc_slow(ctx: &mut TestContext, id: u32, size: u64) -> u64 {
    let h = heap(ctx);
    assert_eq!(
        size,
        u64::from(h.types[id as usize].size).next_multiple_of(8)
    );
    if h.mode == Mode::Moving {
        h.collect(ctx);
    } else {
        h.frame_roots(ctx);
    }
    h.allocate(id, None)
}
extern "C" fn malloc_var_slow(ctx: &mut TestContext, id: u32, length: i64) -> u64 {
    let h = heap(ctx);
    if !(0..1 << 24).contains(&length) {
        // MemoryError, by the only means a test has: the first exception of the table.
        ctx.ctx.exc_type = MEMORY_ERROR.with(Cell::get);
        return 0;
    }
    if h.mode == Mode::Moving {
        h.collect(ctx);
    } else {
        h.frame_roots(ctx);
    }
    h.allocate(id, Some(length))
}
thread_local! {
    /// Address of MemoryError's vtable.
    pub static MEMORY_ERROR: Cell<u64> = const { Cell::new(1) };
}
extern "C" fn raw_malloc(_: &mut TestContext, size: u64) -> u64 {
    Box::leak(vec![0u64; size.div_ceil(8) as usize + 1].into_boxed_slice()).as_ptr() as u64
}
extern "C" fn raw_malloc_var(
    ctx: &mut TestContext,
    fixed: u64,
    item: u64,
    n: i64,
    length_offset: i64,
) -> u64 {
    if !(0..1 << 24).contains(&n) {
        ctx.ctx.exc_type = MEMORY_ERROR.with(Cell::get);
        return 0;
    }
    let p = raw_malloc(ctx, fixed + item * n as u64);
    if length_offset >= 0 {
        // SAFETY: inside the block just made.
        unsafe { *((p + length_offset as u64) as *mut i64) = n };
    }
    p
}
extern "C" fn raw_free(_: &mut TestContext, _: u64) {}
extern "C" fn write_barrier(ctx: &mut TestContext, p: *mut u64) {
    heap(ctx).barriers += 1;
    // SAFETY: a live object's header.
    unsafe {
        assert!(*p & FLAG_TRACK_WRITES != 0);
        *p &= !FLAG_TRACK_WRITES;
    }
}
extern "C" fn write_barrier_array(ctx: &mut TestContext, p: *mut u64, _: i64) {
    write_barrier(ctx, p);
}
extern "C" fn write_barrier_range(ctx: &mut TestContext, p: *mut u64, _: i64, _: i64) {
    write_barrier(ctx, p);
}
extern "C" fn memmove(dst: *mut u8, src: *const u8, n: u64) {
    // SAFETY: the caller's ranges.
    unsafe { std::ptr::copy(src, dst, n as usize) };
}
extern "C" fn memzero(dst: *mut u8, n: u64) {
    // SAFETY: the caller's range.
    unsafe { std::ptr::write_bytes(dst, 0, n as usize) };
}
extern "C" fn abort(ctx: &mut TestContext, code: u32, _location: u32) -> ! {
    heap(ctx).frame_roots(ctx);
    ctx.aborted = u64::from(code) + 1;
    // SAFETY: the call that entered emitted code is still active.
    unsafe { gx_test_unwind(ctx) }
}
extern "C" fn gc_id(_: &mut TestContext, p: u64) -> i64 {
    p as i64
}
extern "C" fn weakref_create(ctx: &mut TestContext, id: u32, p: u64) -> u64 {
    let w = heap(ctx).allocate(id, None);
    // SAFETY: the object just made has one reference after its header.
    unsafe { *((w + 8) as *mut u64) = p };
    w
}
/// Mixes all arguments, so that a wrong one shows.
extern "C" fn mix_ints(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64) -> i64 {
    [a, b, c, d, e, f, g, h]
        .iter()
        .fold(0i64, |x, &y| x.wrapping_mul(31).wrapping_add(y))
}
extern "C" fn mix_floats(a: f64, n: i64, b: f64) -> f64 {
    a * 2.0 + b + n as f64
}
extern "C" fn is_odd(n: i64) -> bool {
    n & 1 == 1
}
extern "C" fn sin(x: f64) -> f64 {
    x.sin()
}

/// The address of a function of the test's runtime.
pub(crate) fn resolve(name: &str) -> Option<usize> {
    Some(match name {
        "gx_malloc_slow" => malloc_slow as *const () as usize,
        "gx_malloc_var_slow" => malloc_var_slow as *const () as usize,
        "gx_raw_malloc" => raw_malloc as *const () as usize,
        "gx_raw_malloc_var" => raw_malloc_var as *const () as usize,
        "gx_raw_free" => raw_free as *const () as usize,
        "gx_write_barrier" => write_barrier as *const () as usize,
        "gx_write_barrier_array" => write_barrier_array as *const () as usize,
        "gx_write_barrier_range" => write_barrier_range as *const () as usize,
        "gx_memmove" => memmove as *const () as usize,
        "gx_memzero" => memzero as *const () as usize,
        "gx_abort" => abort as *const () as usize,
        "gx_gc_id" | "gx_gc_identityhash" => gc_id as *const () as usize,
        "gx_weakref_create" => weakref_create as *const () as usize,
        "mix_ints" => mix_ints as *const () as usize,
        "mix_floats" => mix_floats as *const () as usize,
        "is_odd" => is_odd as *const () as usize,
        "sin" => sin as *const () as usize,
        // Declared but not called by these tests.
        _ => abort as *const () as usize,
    })
}
