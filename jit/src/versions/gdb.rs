//! gdb's interface for JIT compilers: object files in memory, in a list that gdb reads when a function is called in
//! which it has a breakpoint.
//!
//! ```text
//! __jit_debug_descriptor: version 1, what was done, to which entry, the first entry ─▶ entry ─▶ entry ...
//! ```
//! The names of both are gdb's. Nothing is ever taken out of the list: residual code lives as long as the process.
//! **Unsafe code**: the exported names alone; the list is made of atomics.
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// An object file as gdb's interface for compilers links it.
#[repr(C)]
#[derive(Debug)]
pub struct Entry {
    next: AtomicPtr<Entry>,
    previous: AtomicPtr<Entry>,
    file: AtomicPtr<u8>,
    size: u64,
}

/// The head of the list of object files that gdb reads.
#[repr(C)]
#[derive(Debug)]
pub struct Descriptor {
    version: u32,
    action: AtomicU32,
    relevant: AtomicPtr<Entry>,
    first: AtomicPtr<Entry>,
}

const REGISTER: u32 = 1;

// SAFETY: nothing else in a program has this name, which debuggers look for.
#[unsafe(no_mangle)]
#[used]
#[allow(non_upper_case_globals)]
static __jit_debug_descriptor: Descriptor = Descriptor {
    version: 1,
    action: AtomicU32::new(0),
    relevant: AtomicPtr::new(std::ptr::null_mut()),
    first: AtomicPtr::new(std::ptr::null_mut()),
};

// SAFETY: as above.
#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn __jit_debug_register_code() {
    // It must exist, and be called.
    std::hint::black_box(&__jit_debug_descriptor);
}

/// Adds an object file for good.
pub fn register(file: Vec<u8>) {
    static ONE: Mutex<()> = Mutex::new(());
    let one = ONE.lock();
    let d = &__jit_debug_descriptor;
    let file = Box::leak(file.into_boxed_slice());
    let first = d.first.load(Ordering::Relaxed);
    let entry: &'static Entry = Box::leak(Box::new(Entry {
        next: AtomicPtr::new(first),
        previous: AtomicPtr::default(),
        size: file.len() as u64,
        file: AtomicPtr::new(file.as_mut_ptr()),
    }));
    let this = std::ptr::from_ref(entry).cast_mut();
    LIST.lock()
        .expect("no panic with the lock held")
        .push(entry);
    if let Some(before) = find(first) {
        before.previous.store(this, Ordering::Relaxed);
    }
    d.relevant.store(this, Ordering::Relaxed);
    d.first.store(this, Ordering::Release);
    d.action.store(REGISTER, Ordering::Release);
    __jit_debug_register_code();
    drop(one);
}

/// The entries, the newest last.
static LIST: Mutex<Vec<&'static Entry>> = Mutex::new(Vec::new());

fn find(entry: *mut Entry) -> Option<&'static Entry> {
    let list = LIST.lock().expect("no panic with the lock held");
    let mut newest = list.iter().rev();
    newest.find(|e| std::ptr::eq(**e, entry)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_in_a_list_both_ways() {
        register(vec![1, 2, 3]);
        let first = __jit_debug_descriptor.first.load(Ordering::Relaxed);
        register(vec![4]);
        let second = __jit_debug_descriptor.first.load(Ordering::Relaxed);
        assert_eq!(
            __jit_debug_descriptor.action.load(Ordering::Relaxed),
            REGISTER
        );
        let entry = find(second).expect("it is there");
        assert_eq!((entry.size, entry.next.load(Ordering::Relaxed)), (1, first));
        let entry = find(first).expect("it is there");
        assert_eq!(
            (entry.size, entry.previous.load(Ordering::Relaxed)),
            (3, second)
        );
    }
}
