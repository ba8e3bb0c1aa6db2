//! The runtime of one translated program: context, heap, handles, entries; and calls between Rust and emitted code.
//!
//! **Anchors and handles.** Emitted code stores rsp into the context's anchor before every call that may collect or
//! re-enter, so the collector can walk its frames. Rust code holds references only in [`Handle`]s, never raw across an
//! allocation. Emitted code called from Rust ([`Runtime::call`]) may call Rust again, without limit: earlier anchors
//! are kept in a list.
use abi::context::Context;

use crate::heap::Heap;
use crate::heap::config::Config;
use crate::heap::large::Zeroed;
use crate::heap::object::Obj;
use crate::jit::Jit;
use crate::loader::LoadedProgram;
use crate::stack::{self, Frames};

/// Bytes of the nursery that are zeroed at once: less than the data cache of the first level has.
const CLEAR_AHEAD: usize = 16 << 10;

/// The runtime. Emitted code has its address in r15, so its first field is the context.
#[repr(C)]
pub struct Runtime {
    /// The part that emitted code knows.
    pub context: Context,
    pub heap: Heap,
    pub program: LoadedProgram,
    /// Anchors of suspended entries, outermost first.
    pub(crate) entries: Vec<u64>,
    /// The call from Rust that an error leaves instead of ending the program.
    pub(crate) attempt: Option<crate::call::Attempt>,
    /// What those may take.
    pub(crate) limit: crate::limit::Limit,
    handles: Vec<usize>,
    /// Arguments of the program, its name first.
    pub argv: Vec<Vec<u8>>,
    /// The error number of the last failed call into the system.
    pub errno: i64,
    /// The JIT, once it has made itself.
    pub jit: Option<Box<dyn Jit>>,
}

/// A call from Rust into emitted code that is under way.
#[derive(Debug)]
#[must_use]
pub struct Entry(());

/// A reference held by Rust code: an index into the runtime's table, which the collector updates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(usize);

impl Runtime {
    /// A runtime for a program. It is boxed because emitted code knows its address.
    ///
    /// # Errors
    /// If the system has no memory for the heap.
    pub fn new(
        program: LoadedProgram,
        config: Config,
        argv: Vec<Vec<u8>>,
    ) -> std::io::Result<Box<Runtime>> {
        if program.view.header.jit_threshold != 0 {
            crate::fault::enlarge_stack();
        }
        let heap = Heap::new(config, program.types())?;
        let mut rt = Box::new(Runtime {
            context: Context {
                nursery_free: heap.nursery_start as u64,
                nursery_top: heap.nursery_end as u64,
                exc_type: 0,
                exc_value: 0,
                stack_limit: crate::fault::stack_limit(),
                status: 0,
                anchor: 0,
                traceback_count: 0,
                traceback_ring: [[0; 2]; abi::context::TRACEBACK_DEPTH as usize],
            },
            heap,
            program,
            entries: Vec::new(),
            attempt: None,
            limit: crate::limit::Limit::default(),
            handles: Vec::new(),
            argv,
            errno: 0,
            jit: None,
        });
        if rt.heap.config.debug {
            // The fast path never fits, so that every allocation comes to the slow one.
            rt.context.nursery_top = rt.context.nursery_free;
        }
        Ok(rt)
    }

    /// Calls an emitted function of one word argument and one word result.
    pub fn call(&mut self, function: u64, argument: u64) -> u64 {
        self.call4(function, [argument, 0, 0, 0])
    }
    /// Rust is about to call emitted code: keeps the anchor of the emitted code that called Rust.
    pub fn begin_entry(&mut self) -> Entry {
        self.entries.push(self.context.anchor);
        self.context.anchor = 0;
        Entry(())
    }
    /// Emitted code has returned.
    pub fn end_entry(&mut self, _entry: Entry) {
        self.context.anchor = self.entries.pop().unwrap_or(0);
    }
    /// The frames of emitted code: the program's and the JIT's.
    pub fn frames(&self) -> Frames<'_> {
        Frames {
            program: &self.program,
            jit: self.jit.as_deref(),
        }
    }
    /// Visits the return addresses of all frames of emitted code on the stack. Rust was called by emitted code, which
    /// has set the anchor.
    pub fn return_addresses(&self, mut visit: impl FnMut(u64)) {
        let frames = self.frames();
        for anchor in self.entries.iter().copied().chain([self.context.anchor]) {
            if anchor != 0 {
                stack::walk(&frames, anchor, |ret, _, _| visit(ret));
            }
        }
    }
    /// The last thing before the process ends.
    pub fn finish(&mut self) {
        if let Some(jit) = &mut self.jit {
            jit.finish();
        }
    }

    /// The traceback ring, oldest entry first.
    pub fn traceback(&self) -> Vec<[u64; 2]> {
        let ring = &self.context.traceback_ring;
        let (depth, n) = (ring.len() as u64, self.context.traceback_count);
        (n.saturating_sub(depth)..n)
            .map(|i| ring[(i % depth) as usize])
            .collect()
    }

    /// Keeps an object alive, and its address up to date, until the handle is released.
    pub fn handle(&mut self, obj: Obj) -> Handle {
        self.handles.push(obj.address());
        Handle(self.handles.len() - 1)
    }
    /// The object of a handle.
    pub fn get(&self, handle: Handle) -> Obj {
        Obj::at(self.handles[handle.0])
    }
    /// Drops a handle and all made after it.
    pub fn release(&mut self, handle: Handle) {
        self.handles.truncate(handle.0);
    }

    /// Allocates an object, collecting if needed. Its memory is zero but for the header.
    pub fn allocate(&mut self, type_id: u32, size: usize) -> Obj {
        let debug = self.heap.config.debug;
        if self.is_large(size) {
            return match self.allocate_large(type_id, size) {
                Some(obj) => obj,
                None => self.out_of_memory(),
            };
        }
        let free = self.context.nursery_free as usize;
        // A JIT that needs objects to be old empties the nursery before it is full: a major collection may be due then.
        if debug || free + size > self.heap.nursery_end || self.heap.major_due() {
            self.collect_minor();
            if debug {
                self.heap.debug_countdown = self.heap.debug_countdown.saturating_sub(1);
                if self.heap.debug_countdown == 0 {
                    self.heap.debug_countdown = self.heap.config.debug_major_every;
                    self.collect_major();
                }
            }
            if self.heap.major_due() {
                self.collect_major();
                if self.heap.old_bytes > self.heap.config.max {
                    self.out_of_memory();
                }
            }
        }
        let at = self.context.nursery_free as usize;
        self.context.nursery_free += size as u64;
        if debug {
            crate::pages::zero(at, size);
            self.context.nursery_top = self.context.nursery_free;
        } else {
            self.clear_nursery(at + size);
        }
        let obj = Obj::at(at);
        obj.set_header(u64::from(type_id));
        obj
    }

    /// Makes sure that the nursery is zeroed up to an address, and some way beyond it, for the allocations that follow.
    /// It is zeroed piece by piece just ahead of allocation: the objects of a piece are written while it is in the
    /// processor's nearest cache. Zeroed as a whole it would have left the caches before it is used, and have driven
    /// everything else out of them.
    fn clear_nursery(&mut self, end: usize) {
        let top = self.context.nursery_top as usize;
        if end > top {
            let new = (end + CLEAR_AHEAD).min(self.heap.nursery_end);
            crate::pages::zero(top, new - top);
            self.context.nursery_top = new as u64;
        }
    }

    /// What of a large object is to be zero: the characters of strings are written by whoever makes them.
    fn zeroed(&self, type_id: u32) -> Zeroed {
        let var = &self.heap.types[type_id as usize].var;
        match var {
            Some(v) if type_id == self.program.string_type() && !self.heap.config.debug => {
                Zeroed::Ends(v.items_offset as usize)
            }
            _ => Zeroed::All,
        }
    }

    /// Whether objects of this size are not allocated in the nursery.
    fn is_large(&self, size: usize) -> bool {
        size >= crate::heap::LARGE_OBJECT || size > self.heap.config.nursery / 4
    }

    /// `None` if the system has no memory for it.
    fn allocate_large(&mut self, type_id: u32, size: usize) -> Option<Obj> {
        if self.heap.config.debug || self.heap.minor_due(size) {
            self.collect_minor();
            if self.heap.major_due_for(size) {
                self.collect_major();
            }
        }
        let zeroed = self.zeroed(type_id);
        let obj = self.heap.allocate_large(type_id, size, zeroed);
        obj.or_else(|| {
            self.collect();
            self.heap.allocate_large(type_id, size, zeroed)
        })
    }

    /// Allocates an object with a variable part of `length` items and sets its length; `None` if the length is negative
    /// or too large for the memory there is.
    pub fn allocate_var(&mut self, type_id: u32, length: i64) -> Option<Obj> {
        let info = &self.heap.types[type_id as usize];
        let size = usize::try_from(length)
            .ok()
            .and_then(|n| info.total_size(n));
        let (Some(size), Some(var)) = (size, info.var.as_ref()) else {
            return None;
        };
        let (length_offset, max) = (var.length_offset as usize, self.heap.config.max);
        if size <= max && self.heap.old_bytes + size > max {
            self.collect();
        }
        if self.heap.old_bytes.saturating_add(size) > max {
            return None;
        }
        let obj = match self.is_large(size) {
            true => self.allocate_large(type_id, size)?,
            false => self.allocate(type_id, size),
        };
        obj.set_word(length_offset, length as usize);
        Some(obj)
    }

    /// Sets the pending exception to the prebuilt instance of a builtin exception.
    pub fn raise(&mut self, name: &str) {
        let Some((vtable, instance)) = self.program.exception(name) else {
            crate::report::fatal(self, name, "");
        };
        self.context.exc_type = vtable;
        self.context.exc_value = instance;
    }

    /// Calls a function with the heap and what visits the root slots: all, or those that may refer to `young` objects.
    /// Returns how many frames these are in.
    fn with_roots(
        &mut self,
        young: bool,
        f: impl FnOnce(&mut Heap, &mut dyn FnMut(&mut dyn FnMut(*mut usize))),
    ) -> usize {
        let Runtime {
            context,
            heap,
            program,
            entries,
            handles,
            jit,
            ..
        } = self;
        let mut count = 0;
        let mut roots = |visit: &mut dyn FnMut(*mut usize)| {
            visit((&raw mut context.exc_value).cast());
            for slot in program.raw_roots() {
                visit(slot);
            }
            handles.iter_mut().for_each(|h| visit(h));
            match jit {
                Some(jit) if young => jit.young_roots(visit),
                Some(jit) => jit.roots(visit),
                None => {}
            }
            let frames = Frames {
                program,
                jit: jit.as_deref(),
            };
            for anchor in entries.iter().copied().chain([context.anchor]) {
                if anchor != 0 {
                    stack::walk(&frames, anchor, |_, sp, frame| {
                        count += 1;
                        for &offset in frame.slots {
                            visit((sp + u64::from(offset)) as *mut usize);
                        }
                    });
                }
            }
        };
        f(heap, &mut roots);
        count
    }

    /// Empties the nursery: survivors become old.
    pub fn collect_minor(&mut self) {
        let free = self.context.nursery_free as usize;
        let frames = self.with_roots(true, |heap, roots| heap.minor_collection(free, roots));
        self.heap.resize_nursery(frames);
        self.context.nursery_free = self.heap.nursery_start as u64;
        // Nothing of it is zeroed; in debug mode the fast path never fits.
        self.context.nursery_top = self.context.nursery_free;
    }

    /// A major collection; the nursery is empty.
    fn collect_major(&mut self) {
        self.with_roots(false, |heap, roots| heap.major_collection(roots));
    }

    /// A minor and a major collection.
    pub fn collect(&mut self) {
        self.collect_minor();
        self.collect_major();
    }

    /// Ends the program: the report of a MemoryError.
    pub fn out_of_memory(&mut self) -> ! {
        crate::report::fatal(self, "MemoryError", "out of memory")
    }
}
