//! The operating system. Failures are negative error numbers or null strings, with the number in `gx_errno`; none
//! raises.
use std::ffi::CString;

use super::{runtime, strings, table};
use crate::runtime::Runtime;

table!(
    gx_os_write,
    gx_os_read,
    gx_os_open,
    gx_os_close,
    gx_os_lseek,
    gx_os_file_size,
    gx_os_ftruncate,
    gx_os_isatty,
    gx_os_getenv,
    gx_os_getpid,
    gx_os_unlink,
    gx_os_getcwd,
    gx_os_chdir,
    gx_os_exists,
    gx_os_isdir,
    gx_os_isfile,
    gx_os_mkdir,
    gx_os_rmdir,
    gx_os_rename,
    gx_os_dup,
    gx_os_dup2,
    gx_os_fsync,
    gx_os_pipe,
    gx_os_access,
    gx_os_chmod,
    gx_os_utime,
    gx_os_link,
    gx_os_symlink,
    gx_os_readlink,
    gx_os_listing,
    gx_os_status,
    gx_os_fstatus,
    gx_os_urandom,
    gx_os_system,
    gx_os_umask,
    gx_os_getuid,
    gx_os_geteuid,
    gx_os_getgid,
    gx_os_getegid,
    gx_os_getppid,
    gx_os_strerror,
    gx_exit,
    gx_errno,
    gx_argc,
    gx_argv,
    gx_time_time,
    gx_time_clock_gettime,
    gx_time_sleep,
    gx_debug_print,
    gx_debug_print_traceback,
);

// SAFETY (for all functions of this file): emitted code passes r15 as context and valid strings, by the ABI; no string
// is used after an allocation.

pub(super) fn rt<'a>(context: *mut Runtime) -> &'a mut Runtime {
    // SAFETY: see above.
    unsafe { runtime(context) }
}

/// A file name for the system; a NUL inside is an error of the caller's program.
pub(super) fn path(context: *mut Runtime, name: u64) -> Option<CString> {
    // SAFETY: see above.
    let c = CString::new(unsafe { strings::bytes(name) }).ok();
    if c.is_none() {
        rt(context).errno = i64::from(libc::ENOENT);
    }
    c
}

/// Notes the error number of a failed call and negates it.
pub(super) fn result(context: *mut Runtime, value: i64) -> i64 {
    if value >= 0 {
        return value;
    }
    let errno = i64::from(
        std::io::Error::last_os_error()
            .raw_os_error()
            .unwrap_or(libc::EIO),
    );
    rt(context).errno = errno;
    -errno
}

/// Fails with an error number of our own.
pub(super) fn refuse(context: *mut Runtime, errno: i32) -> i64 {
    rt(context).errno = i64::from(errno);
    -i64::from(errno)
}

pub(super) fn with_path(
    context: *mut Runtime,
    name: u64,
    f: impl FnOnce(*const libc::c_char) -> i64,
) -> i64 {
    match path(context, name) {
        Some(p) => result(context, f(p.as_ptr())),
        None => -i64::from(libc::ENOENT),
    }
}

extern "C" fn gx_os_write(context: *mut Runtime, fd: i64, text: u64) -> i64 {
    // SAFETY: see above.
    let n = unsafe {
        let bytes = strings::bytes(text);
        libc::write(fd as i32, bytes.as_ptr().cast(), bytes.len())
    };
    result(context, n as i64)
}

extern "C" fn gx_os_read(context: *mut Runtime, fd: i64, count: i64) -> u64 {
    // Into memory of ours first: a large count must not cost a large string when little comes.
    let mut buffer = Vec::new();
    let Ok(count) = usize::try_from(count) else {
        rt(context).errno = i64::from(libc::EINVAL);
        return 0;
    };
    if buffer.try_reserve_exact(count).is_err() {
        rt(context).errno = i64::from(libc::ENOMEM);
        return 0;
    }
    // SAFETY: the buffer has room for `count` bytes; the system fills in `n` of them.
    let n = unsafe {
        let n = libc::read(fd as i32, buffer.as_mut_ptr(), count);
        buffer.set_len(n.max(0) as usize);
        n
    };
    if result(context, n as i64) < 0 {
        return 0;
    }
    let buffer: &[u8] = {
        // SAFETY: `libc::c_void` buffers are bytes.
        unsafe { std::slice::from_raw_parts(buffer.as_ptr().cast(), buffer.len()) }
    };
    strings::new(rt(context), buffer)
}

extern "C" fn gx_os_open(context: *mut Runtime, name: u64, flags: i64, mode: i64) -> i64 {
    with_path(context, name, |p| {
        // SAFETY: C strings and integers.
        i64::from(unsafe { libc::open(p, flags as i32 | libc::O_CLOEXEC, mode as libc::mode_t) })
    })
}
extern "C" fn gx_os_close(context: *mut Runtime, fd: i64) -> i64 {
    // SAFETY: the program's own descriptor.
    result(context, i64::from(unsafe { libc::close(fd as i32) }))
}
extern "C" fn gx_os_lseek(context: *mut Runtime, fd: i64, position: i64, how: i64) -> i64 {
    // SAFETY: integers only.
    result(context, unsafe {
        libc::lseek(fd as i32, position, how as i32)
    })
}
extern "C" fn gx_os_ftruncate(context: *mut Runtime, fd: i64, size: i64) -> i64 {
    // SAFETY: integers only.
    result(
        context,
        i64::from(unsafe { libc::ftruncate(fd as i32, size) }),
    )
}
extern "C" fn gx_os_file_size(context: *mut Runtime, fd: i64) -> i64 {
    // SAFETY: the system fills in a structure of ours.
    let (code, size) = unsafe {
        let mut stat: libc::stat = std::mem::zeroed();
        (libc::fstat(fd as i32, &raw mut stat), stat.st_size)
    };
    result(context, if code < 0 { -1 } else { size })
}
extern "C" fn gx_os_isatty(_context: *mut Runtime, fd: i64) -> i64 {
    // SAFETY: integers only.
    i64::from(unsafe { libc::isatty(fd as i32) })
}
extern "C" fn gx_os_getenv(context: *mut Runtime, name: u64) -> u64 {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    // SAFETY: see above.
    let name = std::ffi::OsStr::from_bytes(unsafe { strings::bytes(name) });
    if name.is_empty() || name.as_bytes().iter().any(|b| matches!(b, 0 | b'=')) {
        return 0;
    }
    match std::env::var_os(name) {
        Some(value) => strings::new(rt(context), &value.into_vec()),
        None => 0,
    }
}
extern "C" fn gx_os_getpid(_context: *mut Runtime) -> i64 {
    i64::from(std::process::id())
}
extern "C" fn gx_os_unlink(context: *mut Runtime, name: u64) -> i64 {
    // SAFETY: a C string.
    with_path(context, name, |p| i64::from(unsafe { libc::unlink(p) }))
}
extern "C" fn gx_os_chdir(context: *mut Runtime, name: u64) -> i64 {
    // SAFETY: a C string.
    with_path(context, name, |p| i64::from(unsafe { libc::chdir(p) }))
}
extern "C" fn gx_os_mkdir(context: *mut Runtime, name: u64, mode: i64) -> i64 {
    with_path(context, name, |p| {
        // SAFETY: C strings and integers.
        i64::from(unsafe { libc::mkdir(p, mode as libc::mode_t) })
    })
}
extern "C" fn gx_os_rmdir(context: *mut Runtime, name: u64) -> i64 {
    // SAFETY: a C string.
    with_path(context, name, |p| i64::from(unsafe { libc::rmdir(p) }))
}
fn with_paths(
    context: *mut Runtime,
    from: u64,
    to: u64,
    f: unsafe extern "C" fn(*const libc::c_char, *const libc::c_char) -> i32,
) -> i64 {
    let Some(to) = path(context, to) else {
        return -i64::from(libc::ENOENT);
    };
    with_path(context, from, |p| {
        // SAFETY: functions of the C library that read two C strings.
        i64::from(unsafe { f(p, to.as_ptr()) })
    })
}
extern "C" fn gx_os_rename(context: *mut Runtime, from: u64, to: u64) -> i64 {
    with_paths(context, from, to, libc::rename)
}
extern "C" fn gx_os_link(context: *mut Runtime, from: u64, to: u64) -> i64 {
    with_paths(context, from, to, libc::link)
}
extern "C" fn gx_os_symlink(context: *mut Runtime, from: u64, to: u64) -> i64 {
    with_paths(context, from, to, libc::symlink)
}
extern "C" fn gx_os_access(context: *mut Runtime, name: u64, mode: i64) -> i64 {
    with_path(context, name, |p| {
        // SAFETY: C strings and integers.
        i64::from(unsafe { libc::access(p, mode as i32) })
    })
}
extern "C" fn gx_os_chmod(context: *mut Runtime, name: u64, mode: i64) -> i64 {
    with_path(context, name, |p| {
        // SAFETY: C strings and integers.
        i64::from(unsafe { libc::chmod(p, mode as libc::mode_t) })
    })
}
/// Seconds since 1970, with what is behind the point.
extern "C" fn gx_os_utime(context: *mut Runtime, name: u64, accessed: f64, modified: f64) -> i64 {
    let times = [accessed, modified].map(|seconds| {
        let (tv_sec, tv_nsec) = abi::times::split_seconds(seconds);
        libc::timespec { tv_sec, tv_nsec }
    });
    with_path(context, name, |p| {
        // SAFETY: a C string, and two structures of ours.
        i64::from(unsafe { libc::utimensat(libc::AT_FDCWD, p, times.as_ptr(), 0) })
    })
}
extern "C" fn gx_os_dup2(context: *mut Runtime, fd: i64, to: i64) -> i64 {
    // SAFETY: integers only.
    result(
        context,
        i64::from(unsafe { libc::dup2(fd as i32, to as i32) }),
    )
}
extern "C" fn gx_os_fsync(context: *mut Runtime, fd: i64) -> i64 {
    // SAFETY: integers only.
    result(context, i64::from(unsafe { libc::fsync(fd as i32) }))
}
/// Both descriptors in one number: that to read from in the upper half.
extern "C" fn gx_os_pipe(context: *mut Runtime) -> i64 {
    let mut fds = [0i32; 2];
    // SAFETY: the system writes two integers into the array.
    let code = unsafe { libc::pipe(fds.as_mut_ptr()) };
    if code < 0 {
        return result(context, -1);
    }
    i64::from(fds[0]) << 32 | i64::from(fds[1])
}
extern "C" fn gx_os_umask(_context: *mut Runtime, mask: i64) -> i64 {
    // SAFETY: integers only.
    i64::from(unsafe { libc::umask(mask as libc::mode_t) })
}
/// The status as `waitpid` gives it, or -1.
extern "C" fn gx_os_system(context: *mut Runtime, command: u64) -> i64 {
    match path(context, command) {
        // SAFETY: a C string.
        Some(c) => i64::from(unsafe { libc::system(c.as_ptr()) }),
        None => -1,
    }
}
extern "C" fn gx_os_urandom(context: *mut Runtime, count: i64) -> u64 {
    use std::io::Read;
    let read = || {
        let mut bytes = vec![0; count as usize];
        std::fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
        Ok(bytes)
    };
    text_or_error(context, read())
}
extern "C" fn gx_os_getuid(_context: *mut Runtime) -> i64 {
    // SAFETY: this only asks, and always succeeds.
    i64::from(unsafe { libc::getuid() })
}
extern "C" fn gx_os_geteuid(_context: *mut Runtime) -> i64 {
    // SAFETY: this only asks, and always succeeds.
    i64::from(unsafe { libc::geteuid() })
}
extern "C" fn gx_os_getgid(_context: *mut Runtime) -> i64 {
    // SAFETY: this only asks, and always succeeds.
    i64::from(unsafe { libc::getgid() })
}
extern "C" fn gx_os_getegid(_context: *mut Runtime) -> i64 {
    // SAFETY: this only asks, and always succeeds.
    i64::from(unsafe { libc::getegid() })
}
extern "C" fn gx_os_getppid(_context: *mut Runtime) -> i64 {
    // SAFETY: this only asks, and always succeeds.
    i64::from(unsafe { libc::getppid() })
}
extern "C" fn gx_os_dup(context: *mut Runtime, fd: i64) -> i64 {
    // SAFETY: integers only.
    result(context, i64::from(unsafe { libc::dup(fd as i32) }))
}
extern "C" fn gx_os_getcwd(context: *mut Runtime) -> u64 {
    use std::os::unix::ffi::OsStringExt;
    let dir = std::env::current_dir().map(|dir| dir.into_os_string().into_vec());
    text_or_error(context, dir)
}

/// A string; null, and the error number noted, if there is none.
pub(super) fn text_or_error(context: *mut Runtime, text: std::io::Result<Vec<u8>>) -> u64 {
    match text {
        Ok(text) => strings::new(rt(context), &text),
        Err(e) => {
            rt(context).errno = i64::from(e.raw_os_error().unwrap_or(libc::ENOENT));
            0
        }
    }
}

fn file_name<'a>(name: u64) -> &'a std::path::Path {
    use std::os::unix::ffi::OsStrExt;
    // SAFETY: see above.
    std::path::Path::new(std::ffi::OsStr::from_bytes(unsafe { strings::bytes(name) }))
}
fn metadata(name: u64) -> Option<std::fs::Metadata> {
    std::fs::metadata(file_name(name)).ok()
}
extern "C" fn gx_os_readlink(context: *mut Runtime, name: u64) -> u64 {
    use std::os::unix::ffi::OsStringExt;
    let to = std::fs::read_link(file_name(name)).map(|p| p.into_os_string().into_vec());
    text_or_error(context, to)
}
/// The names in a directory, in order, with a NUL between them.
extern "C" fn gx_os_listing(context: *mut Runtime, name: u64) -> u64 {
    use std::os::unix::ffi::OsStringExt;
    let names = std::fs::read_dir(file_name(name)).and_then(|entries| {
        entries
            .map(|entry| Ok(entry?.file_name().into_vec()))
            .collect::<std::io::Result<Vec<_>>>()
    });
    let text = names.map(|mut names| {
        names.sort();
        names.join(&0)
    });
    text_or_error(context, text)
}
/// What the system knows of a file: the numbers that `rpython/rlib/_posix.py` makes its result of.
fn status_text(m: std::fs::Metadata) -> Vec<u8> {
    use std::os::unix::fs::MetadataExt;
    let numbers = [
        i64::from(m.mode()),
        m.ino() as i64,
        m.dev() as i64,
        m.nlink() as i64,
        i64::from(m.uid()),
        i64::from(m.gid()),
        m.size() as i64,
        m.atime(),
        m.mtime(),
        m.ctime(),
        m.atime_nsec(),
        m.mtime_nsec(),
        m.ctime_nsec(),
        m.rdev() as i64,
        m.blksize() as i64,
        m.blocks() as i64,
    ];
    numbers.map(|n| n.to_string()).join(" ").into_bytes()
}
extern "C" fn gx_os_status(context: *mut Runtime, name: u64, follow: i64) -> u64 {
    let name = file_name(name);
    let status = if follow != 0 {
        name.metadata()
    } else {
        name.symlink_metadata()
    };
    text_or_error(context, status.map(status_text))
}
extern "C" fn gx_os_fstatus(context: *mut Runtime, fd: i64) -> u64 {
    use std::os::fd::FromRawFd;
    if fd < 0 {
        rt(context).errno = i64::from(libc::EBADF);
        return 0;
    }
    // SAFETY: the descriptor is not closed here; one that is not open gives an error of the system.
    let file = std::mem::ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(fd as i32) });
    text_or_error(context, file.metadata().map(status_text))
}
extern "C" fn gx_os_exists(_context: *mut Runtime, name: u64) -> i64 {
    i64::from(metadata(name).is_some())
}
extern "C" fn gx_os_isdir(_context: *mut Runtime, name: u64) -> i64 {
    i64::from(metadata(name).is_some_and(|m| m.is_dir()))
}
extern "C" fn gx_os_isfile(_context: *mut Runtime, name: u64) -> i64 {
    i64::from(metadata(name).is_some_and(|m| m.is_file()))
}
extern "C" fn gx_os_strerror(context: *mut Runtime, errno: i64) -> u64 {
    strings::new(rt(context), error_text(errno).as_bytes())
}
/// What the system calls an error.
pub(crate) fn error_text(errno: i64) -> String {
    let text = std::io::Error::from_raw_os_error(errno as i32).to_string();
    // std appends "(os error N)".
    text.split(" (os error").next().unwrap_or("").to_owned()
}

extern "C" fn gx_exit(context: *mut Runtime, code: i64) -> ! {
    rt(context).finish();
    std::process::exit(code as i32)
}
extern "C" fn gx_errno(context: *mut Runtime) -> i64 {
    rt(context).errno
}
extern "C" fn gx_argc(context: *mut Runtime) -> i64 {
    rt(context).argv.len() as i64
}
extern "C" fn gx_argv(context: *mut Runtime, index: i64) -> u64 {
    let rt = rt(context);
    let text = usize::try_from(index)
        .ok()
        .and_then(|i| rt.argv.get(i))
        .cloned()
        .unwrap_or_default();
    strings::new(rt, &text)
}

extern "C" fn gx_time_time(_context: *mut Runtime) -> f64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0.0, |d| d.as_secs_f64())
}
/// What a clock of the system shows, in nanoseconds; negative if there is none of this number.
extern "C" fn gx_time_clock_gettime(context: *mut Runtime, clock: i64) -> i64 {
    // SAFETY: the system fills in a structure of ours.
    let (code, t) = unsafe {
        let mut t: libc::timespec = std::mem::zeroed();
        (libc::clock_gettime(clock as libc::clockid_t, &raw mut t), t)
    };
    match result(context, i64::from(code)) {
        0 => t.tv_sec * 1_000_000_000 + t.tv_nsec,
        failed => failed,
    }
}
extern "C" fn gx_time_sleep(_context: *mut Runtime, seconds: f64) {
    if let Ok(d) = std::time::Duration::try_from_secs_f64(seconds) {
        std::thread::sleep(d);
    }
}
extern "C" fn gx_debug_print(_context: *mut Runtime, text: u64) {
    use std::io::Write;
    // SAFETY: see above.
    let text = unsafe { strings::bytes(text) };
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(text).and_then(|()| err.write_all(b"\n"));
}
extern "C" fn gx_debug_print_traceback(context: *mut Runtime) {
    crate::report::print_traceback(rt(context));
}
