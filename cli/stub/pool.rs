//! The allocator of programs with a JIT: small blocks by size, from lists. **Unsafe code.**
//!
//! The compiler makes and drops many small tables and lists, for which a general allocator takes a tenth of its time.
//! Here a block of up to [`LARGEST`] bytes belongs to the class of its size, rounded up to a multiple of [`STEP`]. Each
//! class has a list of blocks that were freed; new ones are cut from chunks one after the other. Blocks never change
//! their class, and chunks are never given back: as much is kept as was in use at most. Larger blocks are the system's.
//!
//! Each thread has lists of its own. A block that another thread frees goes to the lists of that one.
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;

/// Sizes of blocks are multiples of this, and so are their addresses.
const STEP: usize = 16;
/// The largest block that comes from a list.
const LARGEST: usize = 1024;
const CLASSES: usize = LARGEST / STEP;
/// Bytes of a chunk.
const CHUNK: usize = 32 << 10;

/// A block that is free: the next one of its list.
struct Free {
    next: *mut Free,
}

/// The lists of a thread.
struct Lists {
    free: [*mut Free; CLASSES],
    /// The rest of the chunk at hand.
    at: *mut u8,
    left: usize,
}

thread_local! {
    static LISTS: UnsafeCell<Lists> = const {
        UnsafeCell::new(Lists {
            free: [null_mut(); CLASSES],
            at: null_mut(),
            left: 0,
        })
    };
}

/// The allocator.
pub(crate) struct Pool;

/// The class of a block; `None` if it is the system's.
#[inline]
fn class(layout: Layout) -> Option<usize> {
    let size = layout.size();
    (size <= LARGEST && size > 0 && layout.align() <= STEP).then(|| (size - 1) / STEP)
}

/// Cuts a block of a class from the chunk at hand, or from a new one.
#[cold]
fn cut(lists: &mut Lists, class: usize) -> *mut u8 {
    let size = (class + 1) * STEP;
    if lists.left < size {
        // What is left of the old chunk is one block, as the classes are multiples of one step.
        if lists.left > 0 {
            let rest = lists.at.cast::<Free>();
            let list = &mut lists.free[lists.left / STEP - 1];
            // SAFETY: the rest of the chunk is in nobody's use, aligned, and has room for a word.
            unsafe { rest.write(Free { next: *list }) };
            *list = rest;
        }
        let Ok(layout) = Layout::from_size_align(CHUNK, STEP) else {
            return null_mut();
        };
        // SAFETY: the size of a chunk is not 0.
        lists.at = unsafe { System.alloc(layout) };
        if lists.at.is_null() {
            lists.left = 0;
            return null_mut();
        }
        lists.left = CHUNK;
    }
    let block = lists.at;
    // SAFETY: there are at least `size` bytes left of the chunk.
    lists.at = unsafe { block.add(size) };
    lists.left -= size;
    block
}

// SAFETY: a block is cut from memory of the system once, is in one list or in use, and has the size and alignment of
// its class, which follow from the layout. Nothing that is called while the lists are borrowed allocates by this
// allocator.
unsafe impl GlobalAlloc for Pool {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(class) = class(layout) else {
            // SAFETY: the caller's.
            return unsafe { System.alloc(layout) };
        };
        LISTS.with(|lists| {
            // SAFETY: only this thread has a reference to its lists, and none is left from an earlier call.
            let lists = unsafe { &mut *lists.get() };
            let block = lists.free[class];
            if block.is_null() {
                return cut(lists, class);
            }
            // SAFETY: blocks in a list are free, and hold the next one.
            lists.free[class] = unsafe { (*block).next };
            block.cast()
        })
    }
    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some(class) = class(layout) else {
            // SAFETY: the caller's; it came from the system.
            return unsafe { System.dealloc(block, layout) };
        };
        LISTS.with(|lists| {
            // SAFETY: as above.
            let lists = unsafe { &mut *lists.get() };
            let block = block.cast::<Free>();
            // SAFETY: the caller gives up the block, which has room for a word and is aligned.
            unsafe {
                block.write(Free {
                    next: lists.free[class],
                });
            }
            lists.free[class] = block;
        });
    }
    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller guarantees that the size is not 0 and does not overflow when it is aligned.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (class(layout), class(new)) {
            // SAFETY: the caller's; both are the system's.
            (None, None) => unsafe { System.realloc(block, layout, size) },
            (Some(a), Some(b)) if a == b => block,
            // SAFETY: the caller's; the blocks are different, and both have room for the bytes copied.
            _ => unsafe {
                let to = self.alloc(new);
                if !to.is_null() {
                    to.copy_from_nonoverlapping(block, layout.size().min(size));
                    self.dealloc(block, layout);
                }
                to
            },
        }
    }
}
