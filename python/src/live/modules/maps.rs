//! Memory maps, for `rpython.rlib.rmmap` while it is not translated. A map of a file that is shared reads and writes
//! the file; others are memory, those of a file with what was in it when the map was made.
//!
//! Maps are named by numbers and failures are error numbers, as in the runtime (`runtime::externs::maps`).
use std::cell::RefCell;
use std::fs::File;
use std::os::unix::fs::FileExt;

use super::os;
use crate::live::{BuiltinFn, PyResult, Space, Value};

const PAGE: usize = 4096;

enum Content {
    Shared { file: File, offset: u64 },
    Own(Vec<u8>),
}

struct Map {
    content: Content,
    size: usize,
    /// How large it may become: what is behind the end of shared memory without a file never exists.
    largest: usize,
    protection: i32,
}

thread_local! {
    /// By number; the numbers of closed maps are given again.
    static MAPS: RefCell<Vec<Option<Map>>> = const { RefCell::new(Vec::new()) };
}

fn errno_of(e: &std::io::Error) -> i32 {
    e.raw_os_error().unwrap_or(libc::EIO)
}

/// What a new map holds.
fn content(fd: i32, size: usize, protection: i32, flags: i32, offset: i64) -> Result<Content, i32> {
    let offset = u64::try_from(offset).map_err(|_| libc::EINVAL)?;
    if flags & libc::MAP_ANONYMOUS != 0 {
        return Ok(Content::Own(vec![0; size]));
    }
    let file = os::clone_fd(fd)?;
    let shared = flags & libc::MAP_SHARED != 0;
    // Asks whether the descriptor allows it, without reading or writing anything.
    let mut allowed = file.read_at(&mut [], offset).is_ok();
    if shared && protection & libc::PROT_WRITE != 0 {
        allowed &= file.write_at(&[], offset).is_ok();
    }
    if !allowed {
        return Err(libc::EACCES);
    }
    if shared {
        // Opened anew, if that is possible: a descriptor may add what is written to the end.
        let mut again = File::options();
        again.read(true).write(protection & libc::PROT_WRITE != 0);
        let file = again.open(format!("/proc/self/fd/{fd}")).unwrap_or(file);
        return Ok(Content::Shared { file, offset });
    }
    let mut bytes = vec![0; size];
    read_up_to_end(&file, &mut bytes, offset)?;
    Ok(Content::Own(bytes))
}

/// Reads what there is. What is behind the end of the file stays zero.
fn read_up_to_end(file: &File, mut into: &mut [u8], mut offset: u64) -> Result<(), i32> {
    while !into.is_empty() {
        match file.read_at(into, offset) {
            Ok(0) => break,
            Ok(n) => {
                into = &mut into[n..];
                offset += n as u64;
            }
            Err(e) => return Err(errno_of(&e)),
        }
    }
    Ok(())
}

/// `mmap(2)`: the number of a new map.
pub fn open(fd: i32, size: i64, protection: i32, flags: i32, offset: i64) -> Result<i64, i32> {
    let size = usize::try_from(size).map_err(|_| libc::EINVAL)?;
    if size == 0 || flags & libc::MAP_FIXED != 0 || !(offset as usize).is_multiple_of(PAGE) {
        return Err(libc::EINVAL);
    }
    let content = content(fd, size, protection, flags, offset)?;
    MAPS.with_borrow_mut(|maps| {
        let free = maps.iter().position(Option::is_none);
        let number = free.unwrap_or(maps.len());
        if number == maps.len() {
            maps.push(None);
        }
        maps[number] = Some(Map {
            content,
            size,
            largest: if flags & libc::MAP_ANONYMOUS != 0 && flags & libc::MAP_SHARED != 0 {
                size.next_multiple_of(PAGE)
            } else {
                usize::MAX
            },
            protection,
        });
        Ok(number as i64)
    })
}

/// Does something with a part of a map.
fn with<T>(
    number: i64,
    offset: i64,
    count: usize,
    f: impl FnOnce(&mut Map, usize) -> Result<T, i32>,
) -> Result<T, i32> {
    MAPS.with_borrow_mut(|maps| {
        let place = usize::try_from(number).ok().and_then(|n| maps.get_mut(n));
        let map = place.and_then(Option::as_mut).ok_or(libc::EBADF)?;
        match usize::try_from(offset) {
            Ok(offset) if offset <= map.size && count <= map.size - offset => f(map, offset),
            _ => Err(libc::EFAULT),
        }
    })
}

/// Bytes of a map.
pub fn read(number: i64, offset: i64, count: i64) -> Result<Vec<u8>, i32> {
    let count = usize::try_from(count).map_err(|_| libc::EFAULT)?;
    with(number, offset, count, |map, at| {
        if map.protection & libc::PROT_READ == 0 {
            return Err(libc::EACCES);
        }
        match &map.content {
            Content::Own(bytes) => Ok(bytes[at..at + count].to_vec()),
            Content::Shared { file, offset } => {
                let mut bytes = vec![0; count];
                read_up_to_end(file, &mut bytes, offset + at as u64)?;
                Ok(bytes)
            }
        }
    })
}

/// Writes bytes into a map.
pub fn write(number: i64, offset: i64, bytes: &[u8]) -> Result<(), i32> {
    with(number, offset, bytes.len(), |map, at| {
        if map.protection & libc::PROT_WRITE == 0 {
            return Err(libc::EACCES);
        }
        match &mut map.content {
            Content::Own(own) => own[at..at + bytes.len()].copy_from_slice(bytes),
            Content::Shared { file, offset } => {
                let end = file.metadata().map_err(|e| errno_of(&e))?.len();
                let start = *offset + at as u64;
                // A map does not make its file longer.
                let inside = end.saturating_sub(start).min(bytes.len() as u64) as usize;
                file.write_all_at(&bytes[..inside], start)
                    .map_err(|e| errno_of(&e))?;
            }
        }
        Ok(())
    })
}

/// `msync(2)`
pub fn sync(number: i64, offset: i64, count: i64) -> Result<(), i32> {
    let count = usize::try_from(count).map_err(|_| libc::EFAULT)?;
    with(number, offset, count, |map, at| {
        if !at.is_multiple_of(PAGE) {
            return Err(libc::EINVAL);
        }
        match &map.content {
            Content::Own(_) => Ok(()),
            Content::Shared { file, .. } => file.sync_all().map_err(|e| errno_of(&e)),
        }
    })
}

/// `mremap(2)`
pub fn resize(number: i64, size: i64) -> Result<(), i32> {
    let size = usize::try_from(size).map_err(|_| libc::EINVAL)?;
    if size == 0 {
        return Err(libc::EINVAL);
    }
    with(number, 0, 0, |map, _| {
        if size > map.largest {
            return Err(libc::EINVAL);
        }
        if let Content::Own(bytes) = &mut map.content {
            bytes.resize(size, 0);
        }
        map.size = size;
        Ok(())
    })
}

/// `munmap(2)`
pub fn close(number: i64) -> Result<(), i32> {
    MAPS.with_borrow_mut(|maps| {
        let place = usize::try_from(number).ok().and_then(|n| maps.get_mut(n));
        place.and_then(Option::take).map(drop).ok_or(libc::EBADF)
    })
}

fn done(s: &Space, outcome: Result<(), i32>) -> PyResult {
    outcome.map_err(|e| os::number(s, e))?;
    Ok(Value::None)
}

/// The functions of `os` that `rmmap` is made of.
pub const FUNCTIONS: &[(&str, BuiltinFn)] = &[
    ("_map_open", |s, a| {
        let n = |i| s.int_value(a.arg(i));
        let opened = open(n(0)? as i32, n(1)?, n(2)? as i32, n(3)? as i32, n(4)?);
        Ok(Value::Int(opened.map_err(|e| os::number(s, e))?))
    }),
    ("_map_read", |s, a| {
        let n = |i| s.int_value(a.arg(i));
        let bytes = read(n(0)?, n(1)?, n(2)?).map_err(|e| os::number(s, e))?;
        Ok(Value::from_vec(bytes))
    }),
    ("_map_write", |s, a| {
        let n = |i| s.int_value(a.arg(i));
        let Some(bytes) = s.bytes_like(&a.arg(2).unwrapped()) else {
            return Err(s.type_error("a map takes bytes"));
        };
        done(s, write(n(0)?, n(1)?, &bytes))
    }),
    ("_map_sync", |s, a| {
        let n = |i| s.int_value(a.arg(i));
        done(s, sync(n(0)?, n(1)?, n(2)?))
    }),
    ("_map_resize", |s, a| {
        let n = |i| s.int_value(a.arg(i));
        done(s, resize(n(0)?, n(1)?))
    }),
    ("_map_close", |s, a| done(s, close(s.int_value(a.arg(0))?))),
    ("_map_address", |s, _| {
        Err(s.error(
            "NotImplementedError",
            "a map has no address in a program that is not translated",
        ))
    }),
];
