//! Executable memory: maps a linked image at its base.
//!
//! The memory is first mapped writable, filled, and then protected segment by segment; nothing is ever writable and
//! executable.
use std::io;

use crate::image::Image;
use crate::image::format::Segment;

/// An image in memory at its base; unmapped when dropped.
#[derive(Debug)]
pub struct LoadedImage {
    base: u64,
    size: usize,
}

impl LoadedImage {
    /// Maps the image and stores the addresses of its imports. Fails if the address range is taken
    /// (`ErrorKind::AlreadyExists`: link at another base) or an import is unknown.
    pub fn map(image: &Image, resolve: &dyn Fn(&str) -> Option<usize>) -> io::Result<LoadedImage> {
        let view = image.view();
        let size = image.bytes.len();
        // SAFETY: MAP_FIXED_NOREPLACE never touches existing mappings; the result is checked.
        let p = unsafe {
            libc::mmap(
                image.header.base as *mut libc::c_void,
                size,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE,
                -1,
                0,
            )
        };
        if p == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let mem = LoadedImage {
            base: p as u64,
            size,
        };
        if mem.base != image.header.base {
            // Kernels before 4.17 take the flag as a hint.
            return Err(io::Error::from(io::ErrorKind::AlreadyExists));
        }
        let mut bytes = image.bytes.clone();
        for import in view.iter::<crate::image::format::Import>(view.header.imports) {
            let name = view.str(import.name);
            let address = resolve(name).ok_or_else(|| {
                io::Error::new(
                    io::ErrorKind::NotFound,
                    format!("the runtime has no function {name}"),
                )
            })?;
            let at = import.slot as usize;
            bytes[at..at + 8].copy_from_slice(&(address as u64).to_le_bytes());
        }
        // SAFETY: the mapping just made has `size` writable bytes and nobody else knows it.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), p.cast::<u8>(), size) };
        let h = &image.header;
        mem.protect(h.rodata, libc::PROT_READ)?;
        mem.protect(h.text, libc::PROT_READ | libc::PROT_EXEC)?;
        Ok(mem)
    }
    fn protect(&self, s: Segment, prot: libc::c_int) -> io::Result<()> {
        if s.size == 0 {
            return Ok(());
        }
        // SAFETY: segments are page aligned parts of our own mapping.
        let r = unsafe {
            libc::mprotect(
                (self.base + s.offset) as *mut libc::c_void,
                s.size as usize,
                prot,
            )
        };
        if r == 0 {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    }
    /// The address of its first byte.
    pub fn base(&self) -> u64 {
        self.base
    }
    /// Size of the mapping.
    pub fn size(&self) -> usize {
        self.size
    }
}

impl Drop for LoadedImage {
    fn drop(&mut self) {
        // SAFETY: our own mapping; nothing runs in it any more when its owner is gone.
        unsafe { libc::munmap(self.base as *mut libc::c_void, self.size) };
    }
}
