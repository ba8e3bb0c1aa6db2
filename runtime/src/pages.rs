//! Memory from the system, in pages.
use std::io;

/// The system's page size.
pub const PAGE: usize = 4096;

/// The size of a large page.
pub const LARGE: usize = 2 << 20;

/// Maps zeroed memory, readable and writable. The system refuses what it can never have: that is a MemoryError of the
/// program, while it would be ended in the middle of filling it.
///
/// # Errors
/// If the system has none.
pub fn map(size: usize) -> io::Result<*mut u8> {
    // SAFETY: an anonymous private mapping at an address of the system's choice touches no memory of ours.
    let p = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            size,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        )
    };
    if p == libc::MAP_FAILED {
        Err(io::Error::last_os_error())
    } else {
        Ok(p.cast())
    }
}

/// Maps zeroed memory at a multiple of `align` (a power of two, a multiple of the page size).
///
/// # Errors
/// If the system has none.
pub fn map_aligned(size: usize, align: usize) -> io::Result<usize> {
    let start = map(size + align)? as usize;
    let aligned = start.next_multiple_of(align);
    if aligned > start {
        unmap(start, aligned - start);
    }
    let end = start + size + align;
    if aligned + size < end {
        unmap(aligned + size, end - aligned - size);
    }
    Ok(aligned)
}

/// Maps zeroed memory, a multiple of [`LARGE`], in large pages where the system has them: for memory that is used as a
/// whole. A page of 4 KiB costs 1.5 to 2.5 µs when it is touched first, a large one as much as a hundred of them, and
/// addresses in it are found without a walk through tables.
///
/// # Errors
/// If the system has none.
pub fn map_large(size: usize) -> io::Result<usize> {
    let start = map_aligned(size, LARGE)?;
    prefer_large(start, size);
    Ok(start)
}

/// Maps zeroed memory of which little may be used: `small` bytes (a multiple of the page size) come in pages of 4 KiB,
/// what is behind them in large ones where the system has them.
///
/// # Errors
/// If the system has none.
pub fn map_small_first(size: usize, small: usize) -> io::Result<usize> {
    let Some(large) = size.checked_sub(small).filter(|&n| n >= LARGE / 2) else {
        return map(size).map(|start| start as usize);
    };
    let large = large.next_multiple_of(LARGE);
    let first = map_aligned(LARGE + large, LARGE)?;
    let (start, boundary) = (first + LARGE - small, first + LARGE);
    unmap(first, start - first);
    prefer_large(boundary, large);
    Ok(start)
}

/// Maps zeroed memory, a multiple of the page size, in as many large pages as there is room for.
///
/// # Errors
/// If the system has none.
pub fn map_partly_large(size: usize) -> io::Result<usize> {
    let start = map_aligned(size, LARGE)?;
    prefer_large(start, size / LARGE * LARGE);
    Ok(start)
}

/// Asks for large pages in a range that was mapped and not touched. That there are none is no error.
fn prefer_large(start: usize, size: usize) {
    // SAFETY: advice changes nothing that is in memory.
    unsafe {
        libc::madvise(start as *mut libc::c_void, size, libc::MADV_HUGEPAGE);
    }
}

/// Gives pages back to the operating system.
pub fn unmap(start: usize, size: usize) {
    // SAFETY: callers own the pages and hold no reference into them.
    unsafe {
        libc::munmap(start as *mut libc::c_void, size);
    }
}

/// Fills freed memory with a pattern that is no valid reference (debug mode).
pub fn poison(start: usize, size: usize) {
    // SAFETY: callers own the memory and nothing live lies in it.
    unsafe { std::ptr::write_bytes(start as *mut u8, 0xDB, size) }
}

/// Writes zeros over memory that the caller owns and nobody reads.
pub fn zero(start: usize, size: usize) {
    // SAFETY: callers own the memory and nothing live lies in it.
    unsafe { std::ptr::write_bytes(start as *mut u8, 0, size) }
}
