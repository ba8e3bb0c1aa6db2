//! gdb's interface for JIT compilers: object files in memory, in a list that gdb reads when a function is called in
//! which it has a breakpoint.
//!
//! ```text
//! __jit_debug_descriptor: version 1, what was done, to which entry, the first entry ─▶ entry ─▶ entry ...
//! ```
//! The names of both are gdb's. What is taken out of the list is told in the same way, and dropped then.
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
const UNREGISTER: u32 = 2;

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

/// What an object file is known by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileId(u64);

/// An object file, and gdb's entry for it: neither moves.
struct Registered {
    id: FileId,
    entry: Box<Entry>,
    _file: Box<[u8]>,
}

/// The files, and the number of the next one.
#[derive(Default)]
struct Files {
    list: Vec<Registered>,
    next: u64,
}

impl Files {
    fn find(&self, entry: *mut Entry) -> Option<&Entry> {
        let mut newest = self.list.iter().rev().map(|r| &*r.entry);
        newest.find(|e| std::ptr::eq(*e, entry))
    }
}

/// The newest last.
static FILES: Mutex<Files> = Mutex::new(Files {
    list: Vec::new(),
    next: 0,
});

fn tell(action: u32, entry: &Entry) {
    let d = &__jit_debug_descriptor;
    let this = std::ptr::from_ref(entry).cast_mut();
    d.relevant.store(this, Ordering::Relaxed);
    d.action.store(action, Ordering::Release);
    __jit_debug_register_code();
}

/// Adds an object file.
pub fn register(file: Vec<u8>) -> FileId {
    let mut files = FILES.lock().expect("no panic with the lock held");
    let d = &__jit_debug_descriptor;
    let mut file = file.into_boxed_slice();
    let first = d.first.load(Ordering::Relaxed);
    let entry = Box::new(Entry {
        next: AtomicPtr::new(first),
        previous: AtomicPtr::default(),
        size: file.len() as u64,
        file: AtomicPtr::new(file.as_mut_ptr()),
    });
    let this = std::ptr::from_ref(&*entry).cast_mut();
    if let Some(before) = files.find(first) {
        before.previous.store(this, Ordering::Relaxed);
    }
    d.first.store(this, Ordering::Release);
    tell(REGISTER, &entry);
    let id = FileId(files.next);
    files.next += 1;
    files.list.push(Registered {
        id,
        entry,
        _file: file,
    });
    id
}

/// Takes an object file out of the list: the code that it describes is gone.
pub fn unregister(id: FileId) {
    let mut files = FILES.lock().expect("no panic with the lock held");
    let Some(at) = files.list.iter().position(|r| r.id == id) else {
        return;
    };
    let gone = files.list.remove(at);
    let (next, previous) = (
        gone.entry.next.load(Ordering::Relaxed),
        gone.entry.previous.load(Ordering::Relaxed),
    );
    match files.find(previous) {
        Some(before) => before.next.store(next, Ordering::Relaxed),
        None => __jit_debug_descriptor.first.store(next, Ordering::Release),
    }
    if let Some(behind) = files.find(next) {
        behind.previous.store(previous, Ordering::Relaxed);
    }
    tell(UNREGISTER, &gone.entry);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_in_a_list_both_ways() {
        let older = register(vec![1, 2, 3]);
        let first = __jit_debug_descriptor.first.load(Ordering::Relaxed);
        let newer = register(vec![4]);
        let second = __jit_debug_descriptor.first.load(Ordering::Relaxed);
        assert_eq!(
            __jit_debug_descriptor.action.load(Ordering::Relaxed),
            REGISTER
        );
        {
            let files = FILES.lock().expect("no panic");
            let entry = files.find(second).expect("it is there");
            assert_eq!((entry.size, entry.next.load(Ordering::Relaxed)), (1, first));
            let entry = files.find(first).expect("it is there");
            assert_eq!(
                (entry.size, entry.previous.load(Ordering::Relaxed)),
                (3, second)
            );
        }
        // Out of the middle, and from the front.
        let newest = register(vec![5, 6]);
        let third = __jit_debug_descriptor.first.load(Ordering::Relaxed);
        unregister(newer);
        unregister(newer);
        {
            let files = FILES.lock().expect("no panic");
            let entry = files.find(third).expect("it is there");
            assert_eq!(entry.next.load(Ordering::Relaxed), first);
            let entry = files.find(first).expect("it is there");
            assert_eq!(entry.previous.load(Ordering::Relaxed), third);
        }
        unregister(newest);
        assert_eq!(__jit_debug_descriptor.first.load(Ordering::Relaxed), first);
        assert_eq!(
            __jit_debug_descriptor.action.load(Ordering::Relaxed),
            UNREGISTER
        );
        unregister(older);
        assert!(
            __jit_debug_descriptor
                .first
                .load(Ordering::Relaxed)
                .is_null()
        );
    }
}
