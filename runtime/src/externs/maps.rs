//! Memory maps, for `rpython.rlib.rmmap`. A program names a map by a number and a place in it by its distance from the
//! beginning; what is not in the map is refused (EFAULT), and so is a write where the map may only be read (EACCES).
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::os::{refuse, result, text_or_error};
use super::{strings, table};
use crate::runtime::Runtime;

table!(
    gx_map_open,
    gx_map_read,
    gx_map_write,
    gx_map_sync,
    gx_map_resize,
    gx_map_close,
    gx_map_address,
);

const PAGE: usize = 4096;

struct Map {
    address: usize,
    size: usize,
    /// How large it may become: what is behind the end of shared memory without a file never exists.
    largest: usize,
    protection: i32,
}

impl Map {
    /// The address of a part.
    fn part(&self, offset: i64, count: i64) -> Result<*mut u8, i32> {
        let part = (usize::try_from(offset), usize::try_from(count));
        match part {
            (Ok(offset), Ok(count)) if offset <= self.size && count <= self.size - offset => {
                Ok((self.address + offset) as *mut u8)
            }
            _ => Err(libc::EFAULT),
        }
    }
    fn allows(&self, protection: i32) -> Result<(), i32> {
        if self.protection & protection == 0 {
            return Err(libc::EACCES);
        }
        Ok(())
    }
}

/// By number; the numbers of closed maps are given again.
static MAPS: Mutex<Vec<Option<Map>>> = Mutex::new(Vec::new());

fn maps() -> MutexGuard<'static, Vec<Option<Map>>> {
    MAPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something with a map.
fn with<T>(number: i64, f: impl FnOnce(&mut Map) -> Result<T, i32>) -> Result<T, i32> {
    let mut maps = maps();
    let place = usize::try_from(number).ok().and_then(|n| maps.get_mut(n));
    f(place.and_then(Option::as_mut).ok_or(libc::EBADF)?)
}

fn number_or_error(context: *mut Runtime, outcome: Result<i64, i32>) -> i64 {
    outcome.unwrap_or_else(|errno| refuse(context, errno))
}

extern "C" fn gx_map_open(
    context: *mut Runtime,
    fd: i64,
    size: i64,
    protection: i64,
    flags: i64,
    offset: i64,
) -> i64 {
    let (Ok(size), protection, flags) = (usize::try_from(size), protection as i32, flags as i32)
    else {
        return refuse(context, libc::EINVAL);
    };
    if flags & libc::MAP_FIXED != 0 {
        return refuse(context, libc::EINVAL);
    }
    // SAFETY: new memory at an address that the system chooses.
    let address = unsafe {
        let nowhere = std::ptr::null_mut();
        libc::mmap(nowhere, size, protection, flags, fd as i32, offset)
    };
    if address == libc::MAP_FAILED {
        return result(context, -1);
    }
    let map = Map {
        address: address as usize,
        size,
        largest: if flags & libc::MAP_ANONYMOUS != 0 && flags & libc::MAP_SHARED != 0 {
            size.next_multiple_of(PAGE)
        } else {
            usize::MAX
        },
        protection,
    };
    let mut maps = maps();
    let free = maps.iter().position(Option::is_none);
    let number = free.unwrap_or(maps.len());
    if number == maps.len() {
        maps.push(None);
    }
    maps[number] = Some(map);
    number as i64
}

extern "C" fn gx_map_read(context: *mut Runtime, number: i64, offset: i64, count: i64) -> u64 {
    let bytes = with(number, |map| {
        map.allows(libc::PROT_READ)?;
        let start = map.part(offset, count)?;
        // SAFETY: a part of the map, which exists while the lock is held. (The bytes are copied at once: other
        // processes may change them.)
        Ok(unsafe { std::slice::from_raw_parts(start, count as usize) }.to_vec())
    });
    text_or_error(context, bytes.map_err(std::io::Error::from_raw_os_error))
}

extern "C" fn gx_map_write(context: *mut Runtime, number: i64, offset: i64, text: u64) -> i64 {
    // SAFETY: a valid string, by the ABI.
    let bytes = unsafe { strings::bytes(text) };
    let outcome = with(number, |map| {
        map.allows(libc::PROT_WRITE)?;
        let start = map.part(offset, bytes.len() as i64)?;
        // SAFETY: a part of the map, which is no part of the heap.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), start, bytes.len()) };
        Ok(0)
    });
    number_or_error(context, outcome)
}

extern "C" fn gx_map_sync(context: *mut Runtime, number: i64, offset: i64, count: i64) -> i64 {
    match with(number, |map| map.part(offset, count)) {
        // SAFETY: a part of a map.
        Ok(start) => result(context, unsafe {
            i64::from(libc::msync(start.cast(), count as usize, libc::MS_SYNC))
        }),
        Err(errno) => refuse(context, errno),
    }
}

extern "C" fn gx_map_resize(context: *mut Runtime, number: i64, size: i64) -> i64 {
    let Ok(size) = usize::try_from(size) else {
        return refuse(context, libc::EINVAL);
    };
    let outcome = with(number, |map| {
        if size > map.largest {
            return Err(libc::EINVAL);
        }
        let old = map.address as *mut libc::c_void;
        // SAFETY: a map of ours, whose address nobody else keeps but programs that asked for it.
        let new = unsafe { libc::mremap(old, map.size, size, libc::MREMAP_MAYMOVE) };
        if new == libc::MAP_FAILED {
            return Ok(-1);
        }
        map.address = new as usize;
        map.size = size;
        Ok(0)
    });
    match outcome {
        Ok(value) => result(context, value),
        Err(errno) => refuse(context, errno),
    }
}

extern "C" fn gx_map_close(context: *mut Runtime, number: i64) -> i64 {
    let map = usize::try_from(number)
        .ok()
        .and_then(|n| maps().get_mut(n).and_then(Option::take));
    match map {
        // SAFETY: a map of ours, which has no number any more.
        Some(map) => result(context, unsafe {
            i64::from(libc::munmap(map.address as *mut libc::c_void, map.size))
        }),
        None => refuse(context, libc::EBADF),
    }
}

extern "C" fn gx_map_address(context: *mut Runtime, number: i64) -> i64 {
    number_or_error(context, with(number, |map| Ok(map.address as i64)))
}
