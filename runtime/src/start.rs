//! The first thing a built executable does, before the C library's start: looking whether its file is whole and its
//! runtime is as it was built.
//!
//! A changed byte in the code that starts a process would make it crash before anything could be said. So nothing here
//! calls a library: there are no relocated functions yet, no thread-local variables and no heap. What remains unchecked
//! is this file's code and the program headers. The image is checked later, by [`crate::loader`].
use core::arch::asm;

use ::abi::format::{STUB_INFO_CHECKED, STUB_RANGES, StubInfo, fold_checksum};

const READ: u64 = 0;
const WRITE: u64 = 1;
const OPEN: u64 = 2;
const CLOSE: u64 = 3;
const LSEEK: u64 = 8;
const EXIT_GROUP: u64 = 231;
const SEEK_END: u64 = 2;
const PT_LOAD: u32 = 1;

#[inline(always)]
fn syscall(number: u64, a: u64, b: u64, c: u64) -> i64 {
    let result;
    // SAFETY: the callers below pass buffers of their own with their sizes, or files that they opened.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") number => result,
            in("rdi") a,
            in("rsi") b,
            in("rdx") c,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result
}

/// Ends the process with a message.
fn fail(message: &str) -> ! {
    syscall(WRITE, 2, message.as_ptr() as u64, message.len() as u64);
    loop {
        syscall(EXIT_GROUP, 1, 0, 0);
    }
}

/// Checks the executable that `info` describes; `header` is its ELF header in memory, with the program headers behind
/// it.
///
/// # Safety
/// `info` is the stub's own, and the header that of the running executable.
pub unsafe fn check(info: *const StubInfo, header: *const u8) {
    // SAFETY: the caller's promise.
    let own = unsafe {
        let start = info.cast::<u8>().add(STUB_INFO_CHECKED);
        let size = size_of::<StubInfo>() - STUB_INFO_CHECKED;
        // The address goes through `black_box` because `genext build` changes the static in the file.
        fold_checksum(
            0,
            core::slice::from_raw_parts(core::hint::black_box(start), size),
        )
    };
    // Each word on its own: a copy of the whole would be a call of the C library. Volatile for the same reason.
    // SAFETY: the caller's promise.
    let word = |p: *const u64| unsafe { p.read_volatile() };
    // SAFETY: addresses of fields.
    let (base, expected, expected_own, ranges) = unsafe {
        (
            word(&raw const (*info).base),
            word(&raw const (*info).checksum),
            word(&raw const (*info).own),
            (&raw const (*info).ranges).cast::<u64>(),
        )
    };
    if base == 0 {
        return;
    }
    if own != expected_own {
        fail("genext-rt: this executable is damaged (the description of its runtime differs)\n");
    }
    // SAFETY: the caller's promise.
    let needed = unsafe { file_size(header) };
    let actual = executable_size();
    if actual.is_some_and(|n| n < needed) {
        fail("genext-rt: this executable is truncated\n");
    }
    let mut state = 0;
    let mut i = 0;
    while i < STUB_RANGES {
        // SAFETY: the index is inside of the table.
        let (address, size) = unsafe { (word(ranges.add(2 * i)), word(ranges.add(2 * i + 1))) };
        if size == 0 {
            break;
        }
        // SAFETY: the ranges are those of the stub's sections, which are mapped and which nothing has written to yet.
        let bytes = unsafe { core::slice::from_raw_parts(address as *const u8, size as usize) };
        state = fold_checksum(state, bytes);
        i += 1;
    }
    // A debugger's breakpoints change the code: the program is no worse for that.
    if state != expected && !is_traced() {
        fail("genext-rt: this executable is damaged (the checksum of its runtime differs)\n");
    }
}

/// How long the file must be for all load segments, and for the section headers, which are its end.
///
/// # Safety
/// See [`check`].
unsafe fn file_size(header: *const u8) -> u64 {
    // SAFETY: the header says where the program headers are and how many; they are mapped with it.
    unsafe {
        let headers = header.add(header.add(32).cast::<u64>().read_unaligned() as usize);
        let count = header.add(56).cast::<u16>().read_unaligned();
        let sections = header.add(40).cast::<u64>().read_unaligned();
        let section_size = header.add(58).cast::<u16>().read_unaligned() as u64;
        let section_count = header.add(60).cast::<u16>().read_unaligned() as u64;
        let mut size = sections.wrapping_add(section_size * section_count);
        let mut i = 0;
        while i < count as usize {
            let h = headers.add(i * 56);
            let word = |at: usize| h.add(at).cast::<u64>().read_unaligned();
            if h.cast::<u32>().read_unaligned() == PT_LOAD {
                let end = word(8).wrapping_add(word(32));
                if end > size {
                    size = end;
                }
            }
            i += 1;
        }
        size
    }
}

/// The size of the running file; none where there is no `/proc`.
fn executable_size() -> Option<u64> {
    let file = syscall(OPEN, c"/proc/self/exe".as_ptr() as u64, 0, 0);
    if file < 0 {
        return None;
    }
    let size = syscall(LSEEK, file as u64, 0, SEEK_END);
    syscall(CLOSE, file as u64, 0, 0);
    (size >= 0).then_some(size as u64)
}

/// Whether a debugger is attached.
fn is_traced() -> bool {
    const MARK: &[u8] = b"TracerPid:\t";
    let file = syscall(OPEN, c"/proc/self/status".as_ptr() as u64, 0, 0);
    if file < 0 {
        return false;
    }
    let mut buffer = core::mem::MaybeUninit::<[u8; 2048]>::uninit();
    let start = buffer.as_mut_ptr().cast::<u8>();
    let n = syscall(READ, file as u64, start as u64, 2048);
    syscall(CLOSE, file as u64, 0, 0);
    // SAFETY: so many bytes were read into the buffer.
    let text = unsafe { core::slice::from_raw_parts(start, if n > 0 { n as usize } else { 0 }) };
    let mut at = 0;
    while at + MARK.len() < text.len() {
        let mut same = 0;
        while same < MARK.len() && text[at + same] == MARK[same] {
            same += 1;
        }
        if same == MARK.len() {
            return text[at + same] != b'0';
        }
        at += 1;
    }
    false
}
