//! Memory for code that is written while it runs: the same pages at two addresses, one to write to and one to run at.
//!
//! Pages at two addresses are shared memory, and so a process that is forked has the pages of its parent, where each
//! would write over the code of the other. So every fork gives the child pages of its own: the parent copies what was
//! written before it forks, and the child maps new pages at the same addresses and fills them.
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

/// What is copied at once.
const CHUNK: usize = 1 << 16;

/// Which chunks of a mapping were ever written to.
#[derive(Debug)]
pub(super) struct Written(Box<[AtomicBool]>);

impl Written {
    fn new(size: usize) -> Written {
        let chunks = size.div_ceil(CHUNK);
        Written((0..chunks).map(|_| AtomicBool::new(false)).collect())
    }
    /// Notes a write to these offsets.
    pub(super) fn note(&self, range: std::ops::Range<usize>) {
        if !range.is_empty() {
            for chunk in &self.0[range.start / CHUNK..=(range.end - 1) / CHUNK] {
                chunk.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// The pages of [`map_twice`], as forks see them.
struct Shared {
    rw: usize,
    base: u64,
    size: usize,
    written: Arc<Written>,
    /// Contents, from before a fork to behind it: offsets and bytes.
    copy: Vec<(usize, Vec<u8>)>,
}

static SHARED: Mutex<Vec<Shared>> = Mutex::new(Vec::new());

fn shared() -> MutexGuard<'static, Vec<Shared>> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

unsafe extern "C" {
    fn pthread_atfork(
        prepare: extern "C" fn(),
        parent: extern "C" fn(),
        child: extern "C" fn(),
    ) -> libc::c_int;
}

extern "C" fn before_fork() {
    for s in shared().iter_mut() {
        for (i, written) in s.written.0.iter().enumerate() {
            if written.load(Ordering::Relaxed) {
                let at = i * CHUNK;
                let n = CHUNK.min(s.size - at);
                // SAFETY: inside of a mapping of ours, which nobody writes to meanwhile: it is this thread that does.
                let bytes = unsafe { std::slice::from_raw_parts((s.rw + at) as *const u8, n) };
                s.copy.push((at, bytes.to_vec()));
            }
        }
    }
}

extern "C" fn in_parent() {
    for s in shared().iter_mut() {
        s.copy = Vec::new();
    }
}

extern "C" fn in_child() {
    for s in shared().iter_mut() {
        let copy = std::mem::take(&mut s.copy);
        let (rw, rx) = (
            s.rw as *mut libc::c_void,
            s.base as usize as *mut libc::c_void,
        );
        let mapped = map_at(s.size, rw, rx, None).or_else(|_| {
            let file = memory_file(s.size)?;
            map_at(s.size, rw, rx, Some(&file))
        });
        if let Err(e) = mapped {
            eprintln!("genext: a forked process has no memory for its code: {e}");
            std::process::abort();
        }
        for (at, bytes) in copy {
            // SAFETY: inside of the mapping that was just made.
            unsafe {
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), (s.rw + at) as *mut u8, bytes.len());
            }
        }
    }
}

/// New shared pages in the place of those at these two addresses.
fn map_at(
    size: usize,
    rw: *mut libc::c_void,
    rx: *mut libc::c_void,
    file: Option<&File>,
) -> std::io::Result<()> {
    let (fd, anonymous) = match file {
        Some(f) => (f.as_raw_fd(), 0),
        None => (-1, libc::MAP_ANONYMOUS),
    };
    let (write, run) = (
        libc::PROT_READ | libc::PROT_WRITE,
        libc::PROT_READ | libc::PROT_EXEC,
    );
    let flags = libc::MAP_SHARED | libc::MAP_FIXED | anonymous;
    // SAFETY: both replace mappings of ours; results are checked.
    let done = unsafe {
        libc::mmap(rw, size, write, flags, fd, 0) == rw && {
            let second = match file {
                Some(_) => libc::mmap(rx, size, run, flags, fd, 0),
                None => {
                    let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
                    libc::mremap(rw, 0, size, flags, rx)
                }
            };
            second == rx && libc::mprotect(rx, size, run) == 0
        }
    };
    match done {
        true => Ok(()),
        false => Err(std::io::Error::last_os_error()),
    }
}

/// Gives the memory of [`map_twice`] back.
///
/// # Safety
/// Nothing runs there, and nobody uses it any more.
pub(super) unsafe fn unmap_twice(rw: *mut u8, base: u64, size: usize) {
    shared().retain(|s| s.rw != rw as usize);
    // SAFETY: our own mappings, by the contract.
    unsafe {
        libc::munmap(rw.cast(), size);
        libc::munmap(base as *mut libc::c_void, size);
    }
}

/// Maps new memory of this size writable anywhere, and executable at the first free range from `near` on, below 2 GiB.
/// It is shared memory without a name: profilers look for names of its code in a map of this process, not in a file.
/// Where such memory cannot be given a second address (under valgrind, in some sandboxes), it is a file in memory.
/// Who writes to it notes that in what is returned last: a fork copies it.
pub(super) fn map_twice(size: usize, near: u64) -> std::io::Result<(*mut u8, u64, Arc<Written>)> {
    static FORKS: Once = Once::new();
    let (rw, base) = map_shared(size, near, None)
        .or_else(|_| map_shared(size, near, Some(&memory_file(size)?)))?;
    // SAFETY: three functions that stay.
    FORKS.call_once(|| unsafe {
        pthread_atfork(before_fork, in_parent, in_child);
    });
    let written = Arc::new(Written::new(size));
    shared().push(Shared {
        rw: rw as usize,
        base,
        size,
        written: written.clone(),
        copy: Vec::new(),
    });
    Ok((rw, base, written))
}

/// Maps new memory of this size for data, at the first free range from `near` on, below 2 GiB.
pub(super) fn map_data(size: usize, near: u64) -> std::io::Result<u64> {
    let base = reserve(size, near, 1 << 16)?;
    let at = base as *mut libc::c_void;
    // SAFETY: the range was just reserved, and nobody else knows it.
    match unsafe { libc::mprotect(at, size, libc::PROT_READ | libc::PROT_WRITE) } {
        0 => Ok(base),
        _ => {
            let error = std::io::Error::last_os_error();
            // SAFETY: as above.
            unsafe { libc::munmap(at, size) };
            Err(error)
        }
    }
}

/// Reserves the first free range of this size from `near` on, below 2 GiB, at a multiple of `step`: memory of nobody
/// else, which cannot be accessed.
fn reserve(size: usize, near: u64, step: u64) -> std::io::Result<u64> {
    // Refused where something is mapped.
    let flags =
        libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
    let mut base = near.next_multiple_of(step);
    while base + size as u64 <= 1 << 31 {
        let at = base as *mut libc::c_void;
        // SAFETY: a new mapping, which replaces none; one at another address is given back at once.
        unsafe {
            let got = libc::mmap(at, size, libc::PROT_NONE, flags, -1, 0);
            if got as u64 == base {
                return Ok(base);
            }
            if got != libc::MAP_FAILED {
                libc::munmap(got, size);
            }
        }
        base += step;
    }
    Err(std::io::Error::from(std::io::ErrorKind::AddrNotAvailable))
}

/// Gives the whole pages in a range of shared memory back to the system: they are zero from then on. Where the system
/// cannot do that they stay as they are.
pub(super) fn release(memory: *mut u8, range: std::ops::Range<usize>) {
    const PAGE: usize = 4096;
    let (from, to) = (range.start.next_multiple_of(PAGE), range.end & !(PAGE - 1));
    if from < to {
        // SAFETY: the range lies in a mapping of ours, which is shared memory; nobody needs what is there any more.
        unsafe { libc::madvise(memory.add(from).cast(), to - from, libc::MADV_REMOVE) };
    }
}

/// A new file of this size that is only in memory.
fn memory_file(size: usize) -> std::io::Result<File> {
    // SAFETY: the name is a C string; the descriptor is new and owned by nobody else.
    let file = unsafe {
        let fd = libc::memfd_create(c"genext-jit".as_ptr(), libc::MFD_CLOEXEC);
        if fd < 0 {
            return Err(std::io::Error::last_os_error());
        }
        File::from_raw_fd(fd)
    };
    file.set_len(size as u64)?;
    Ok(file)
}

/// The two mappings of [`map_twice`], of a file or of memory without a name.
fn map_shared(size: usize, near: u64, file: Option<&File>) -> std::io::Result<(*mut u8, u64)> {
    const STEP: u64 = 1 << 20;
    let at = |address: u64| address as *mut libc::c_void;
    let (fd, shared) = match file {
        Some(f) => (f.as_raw_fd(), libc::MAP_SHARED),
        None => (-1, libc::MAP_SHARED | libc::MAP_ANONYMOUS),
    };
    let (write, run) = (
        libc::PROT_READ | libc::PROT_WRITE,
        libc::PROT_READ | libc::PROT_EXEC,
    );
    // SAFETY: a new mapping at any address.
    let rw = unsafe { libc::mmap(std::ptr::null_mut(), size, write, shared, fd, 0) };
    if rw == libc::MAP_FAILED {
        return Err(std::io::Error::last_os_error());
    }
    let base = match reserve(size, near, STEP) {
        Ok(base) => base,
        Err(e) => {
            // SAFETY: the mapping was just made.
            unsafe { libc::munmap(rw, size) };
            return Err(e);
        }
    };
    // SAFETY: the second mapping replaces the range that was reserved for it. Results are checked.
    unsafe {
        let rx = if file.is_some() {
            let flags = libc::MAP_SHARED | libc::MAP_FIXED;
            libc::mmap(at(base), size, run, flags, fd, 0)
        } else {
            // From an old size of 0: the pages get a second address.
            let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
            libc::mremap(rw, 0, size, flags, at(base))
        };
        if rx as u64 == base && libc::mprotect(rx, size, run) == 0 {
            return Ok((rw.cast(), base));
        }
        let error = std::io::Error::last_os_error();
        libc::munmap(at(base), size);
        libc::munmap(rw, size);
        Err(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written at one address is read at the other, in memory without a name and in a file.
    #[test]
    fn two_addresses_of_the_same_pages() {
        const SIZE: usize = 1 << 16;
        let file = memory_file(SIZE).expect("a file in memory");
        for file in [None, Some(&file)] {
            let (rw, rx) = map_shared(SIZE, 0x4000_0000, file).expect("two mappings");
            assert!(rx + SIZE as u64 <= 1 << 31);
            // SAFETY: both ranges were just mapped with this size, and nobody else knows them.
            unsafe {
                rw.add(SIZE - 1).write(0xc3);
                assert_eq!((rx as *const u8).add(SIZE - 1).read(), 0xc3);
                libc::munmap(rw.cast(), SIZE);
                libc::munmap(rx as *mut libc::c_void, SIZE);
            }
        }
    }

    /// What was given back is zero at both addresses; what lies beside it on the same pages stays.
    #[test]
    fn pages_are_given_back() {
        const SIZE: usize = 1 << 16;
        let (rw, rx, _) = map_twice(SIZE, 0x4000_0000).expect("two mappings");
        // SAFETY: both ranges were just mapped with this size, and nobody else knows them.
        unsafe {
            std::ptr::write_bytes(rw, 0xc3, SIZE);
            release(rw, 100..SIZE - 100);
            let at = |i: usize| (*(rx as *const u8).add(i), *rw.add(i));
            assert_eq!((at(0), at(4095)), ((0xc3, 0xc3), (0xc3, 0xc3)));
            assert_eq!((at(4096), at(SIZE - 4097)), ((0, 0), (0, 0)));
            assert_eq!(at(SIZE - 4096), (0xc3, 0xc3));
            release(rw, 10..20);
            assert_eq!(at(15), (0xc3, 0xc3));
            unmap_twice(rw, rx, SIZE);
        }
    }
}
