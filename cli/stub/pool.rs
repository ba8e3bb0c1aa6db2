//! The allocator of programs with a JIT: blocks by size, from lists. **Unsafe code.**
//!
//! The compiler makes and drops many small tables and lists, for which a general allocator takes a tenth of its time.
//! Here a block of up to [`LARGEST`] bytes belongs to the class of its size: up to [`SMALL`] a multiple of [`STEP`],
//! above that a quarter of a power of two. Each class has a list of blocks that were freed; new ones are cut from
//! regions one after the other. Blocks never change their class, and regions are never given back: as much is kept as
//! was in use at most. Larger blocks are the system's.
//!
//! What a region consists of is asked of the system in large pages, since the compiler touches most of its memory soon,
//! and once: with pages of 4 KiB, faults took a fifth of the time of compiling a large program.
//!
//! Each thread has lists of its own. A block that another thread frees goes to the lists of that one.
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;

use runtime::pages;

/// Sizes of blocks are multiples of this, and so are their addresses.
const STEP: usize = 16;
/// The largest block whose class is a multiple of [`STEP`].
const SMALL: usize = 1024;
/// The largest block that comes from a list.
const LARGEST: usize = 64 << 10;
const SMALL_CLASSES: usize = SMALL / STEP;
const CLASSES: usize = SMALL_CLASSES + 4 * (LARGEST / SMALL).ilog2() as usize;
/// Bytes of the first region of a thread: a program that compiles nothing needs little.
const FIRST: usize = 256 << 10;

/// A block that is free: the next one of its list.
struct Free {
    next: *mut Free,
}

/// The lists of a thread.
struct Lists {
    free: [*mut Free; CLASSES],
    /// The rest of the region at hand.
    at: *mut u8,
    left: usize,
    /// The thread has had a region.
    begun: bool,
}

thread_local! {
    static LISTS: UnsafeCell<Lists> = const {
        UnsafeCell::new(Lists {
            free: [null_mut(); CLASSES],
            at: null_mut(),
            left: 0,
            begun: false,
        })
    };
}

/// The allocator.
pub(crate) struct Pool;

/// The class of a block; `None` if it is the system's.
#[inline]
fn class(layout: Layout) -> Option<usize> {
    let last = layout.size().wrapping_sub(1);
    if layout.align() > STEP || last >= LARGEST {
        return None;
    }
    if last < SMALL {
        return Some(last / STEP);
    }
    let doubled = last.ilog2() as usize;
    let quarter = (last >> (doubled - 2)) & 3;
    Some(SMALL_CLASSES + 4 * (doubled - SMALL.ilog2() as usize) + quarter)
}

/// Bytes of the blocks of a class.
fn block_size(class: usize) -> usize {
    match class.checked_sub(SMALL_CLASSES) {
        None => (class + 1) * STEP,
        Some(n) => (SMALL / 4 * (n % 4 + 5)) << (n / 4),
    }
}

/// Cuts a block of a class from the region at hand, or from a new one.
#[cold]
fn cut(lists: &mut Lists, class: usize) -> *mut u8 {
    let size = block_size(class);
    if lists.left < size && !begin_region(lists) {
        return null_mut();
    }
    let block = lists.at;
    // SAFETY: there are at least `size` bytes left of the region.
    lists.at = unsafe { block.add(size) };
    lists.left -= size;
    block
}

/// Begins a new region, which has room for the largest block; what is left of the one at hand goes to the lists.
fn begin_region(lists: &mut Lists) -> bool {
    while lists.left > 0 {
        // A multiple of the step, as all classes are.
        let size = lists.left.min(SMALL);
        let rest = lists.at.cast::<Free>();
        let list = &mut lists.free[size / STEP - 1];
        // SAFETY: the rest of the region is in nobody's use, aligned, and has room for a word.
        unsafe { rest.write(Free { next: *list }) };
        *list = rest;
        lists.left -= size;
        // SAFETY: it is the end of the region at most.
        lists.at = unsafe { lists.at.add(size) };
    }
    let (mapped, size) = match lists.begun {
        true => (
            pages::map_large(pages::LARGE).map(|at| at as *mut u8),
            pages::LARGE,
        ),
        false => (pages::map(FIRST), FIRST),
    };
    let Ok(at) = mapped else {
        return false;
    };
    (lists.at, lists.left, lists.begun) = (at, size, true);
    true
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_a_class_hold_what_belongs_to_it() {
        let of = |size| class(Layout::from_size_align(size, 8).expect("a layout"));
        assert_eq!(of(0), None);
        assert_eq!(of(LARGEST + 1), None);
        let mut last = 0;
        for size in 1..=LARGEST {
            let class = of(size).expect("a class");
            let block = block_size(class);
            assert!(class < CLASSES && class >= last, "{size}");
            assert!(block >= size && block.is_multiple_of(STEP), "{size}");
            assert!(block - size < STEP.max(size / 4 + 1), "{size}");
            last = class;
        }
        assert_eq!(last, CLASSES - 1);
    }
    #[test]
    fn grown_blocks_keep_their_bytes() {
        let mut lists: Vec<Vec<usize>> = vec![Vec::new(); 50];
        for i in 0..20_000usize {
            for (k, list) in lists.iter_mut().enumerate() {
                if i.is_multiple_of(k + 1) {
                    list.push(i * k);
                }
            }
        }
        for (k, list) in lists.iter().enumerate() {
            let all = (0..20_000)
                .filter(|i: &usize| i.is_multiple_of(k + 1))
                .map(|i| i * k);
            assert!(list.iter().copied().eq(all), "{k}");
        }
    }
}
