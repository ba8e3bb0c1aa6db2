//! `os`, `os.path`, `errno`, and the operating system's calls for file objects.
//!
//! Descriptors are handled with `std::fs::File` over borrowed descriptors where that suffices, else with libc. The
//! `unsafe` blocks are confined to this file.
use std::ffi::CString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::mem::ManuallyDrop;
use std::os::fd::{FromRawFd, IntoRawFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::{functions, ints};
use crate::live::{Args, DictObj, ModuleObj, PyErr, PyResult, Space, Value};

fn errno_of(e: &std::io::Error) -> i32 {
    e.raw_os_error().unwrap_or(libc::EIO)
}

/// Uses a descriptor as a file, without closing it.
fn with_fd<T>(fd: i32, f: impl FnOnce(&mut File) -> std::io::Result<T>) -> Result<T, i32> {
    if fd < 0 {
        return Err(libc::EBADF);
    }
    // SAFETY: the descriptor is not closed here (`ManuallyDrop`); a descriptor that is not open gives EBADF from the
    // kernel.
    let mut file = ManuallyDrop::new(unsafe { File::from_raw_fd(fd) });
    f(&mut file).map_err(|e| errno_of(&e))
}

/// `dup(2)`: another descriptor of the same open file.
pub(super) fn clone_fd(fd: i32) -> Result<File, i32> {
    with_fd(fd, |f| f.try_clone())
}

/// `write(2)`
pub fn write_fd(fd: i32, bytes: &[u8]) -> Result<usize, i32> {
    loop {
        match with_fd(fd, |f| f.write(bytes)) {
            Err(libc::EINTR) => {}
            r => return r,
        }
    }
}
/// `read(2)`
pub fn read_fd(fd: i32, n: usize) -> Result<Vec<u8>, i32> {
    let mut buffer = vec![0; n];
    loop {
        match with_fd(fd, |f| f.read(&mut buffer)) {
            Err(libc::EINTR) => {}
            Err(e) => return Err(e),
            Ok(len) => {
                buffer.truncate(len);
                return Ok(buffer);
            }
        }
    }
}
/// `lseek(2)`
pub fn seek_fd(fd: i32, offset: i64, whence: i32) -> Result<i64, i32> {
    let to = match whence {
        0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| libc::EINVAL)?),
        1 => SeekFrom::Current(offset),
        2 => SeekFrom::End(offset),
        _ => return Err(libc::EINVAL),
    };
    with_fd(fd, |f| f.seek(to)).map(|n| n as i64)
}
/// `ftruncate(2)`
pub fn truncate_fd(fd: i32, len: i64) -> Result<(), i32> {
    with_fd(fd, |f| f.set_len(len.max(0) as u64))
}
/// `close(2)`
pub fn close_fd(fd: i32) {
    if fd >= 0 {
        let _ = close_checked(fd);
    }
}
fn close_checked(fd: i32) -> Result<(), i32> {
    // SAFETY: closing a descriptor that is not open only returns EBADF.
    let r = unsafe { libc::close(fd) };
    if r < 0 {
        Err(errno_of(&std::io::Error::last_os_error()))
    } else {
        Ok(())
    }
}
/// `isatty(3)`
pub fn is_tty(fd: i32) -> bool {
    // SAFETY: no memory is passed.
    unsafe { libc::isatty(fd) == 1 }
}
/// Whether a descriptor is a directory.
pub fn is_directory(fd: i32) -> bool {
    with_fd(fd, |f| f.metadata()).is_ok_and(|m| m.is_dir())
}
/// `open(2)`
pub fn open_fd(path: &Path, flags: i32, mode: u32) -> Result<i32, i32> {
    let access = flags & libc::O_ACCMODE;
    let mut o = std::fs::OpenOptions::new();
    o.read(access != libc::O_WRONLY);
    o.write(access != libc::O_RDONLY);
    o.mode(mode);
    let rest = flags & !libc::O_ACCMODE;
    // OpenOptions refuses creation without writing; the flags go to the kernel as they are.
    o.custom_flags(rest);
    if rest & libc::O_CREAT != 0 && access == libc::O_RDONLY {
        o.write(true);
    }
    o.open(path)
        .map(IntoRawFd::into_raw_fd)
        .map_err(|e| errno_of(&e))
}

/// The message of an error number.
pub fn strerror(errno: i32) -> String {
    io_text(&std::io::Error::from_raw_os_error(errno))
}
/// The message of an I/O error, without Rust's suffix.
pub fn io_text(e: &std::io::Error) -> String {
    let text = e.to_string();
    match text.find(" (os error") {
        Some(i) => text[..i].to_string(),
        None => text,
    }
}

/// A path from a string or bytes; a `TypeError` for anything else.
pub fn path_bytes(s: &Space, v: &Value) -> PyResult<PathBuf> {
    if let Value::Instance(_) = v
        && let Some(f) = s.special(v, "__fspath__".into())?
    {
        let r = s.call(&f, &[])?;
        return path_bytes(s, &r);
    }
    let bytes = match v.unwrapped() {
        Value::Unicode(u) => u.to_text().into_bytes(),
        v => match s.bytes_like(&v) {
            Some(b) => b,
            None => {
                return Err(s.type_error(format!(
                    "coercing to Unicode: need string or buffer, {} found",
                    v.type_name()
                )));
            }
        },
    };
    if bytes.contains(&0) {
        return Err(s.value_error("embedded null byte"));
    }
    Ok(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
}
fn path_value(p: &Path) -> Value {
    Value::bytes(p.as_os_str().as_bytes())
}
fn fail(s: &Space, e: &std::io::Error, v: &Value) -> PyErr {
    s.os_error(errno_of(e), Some(v.clone()), false)
}
pub(super) fn number(s: &Space, e: i32) -> PyErr {
    s.os_error(e, None, false)
}
fn fd(s: &Space, v: &Value) -> PyResult<i32> {
    if let Some(f) = v.as_native::<super::file::FileObj>() {
        let _ = f;
        let r = s.call_method(v, "fileno", &[])?;
        return Ok(s.int_value(&r)? as i32);
    }
    i32::try_from(s.int_value(v)?).map_err(|_| number(s, libc::EBADF))
}

/// What the system knows of a file, as the numbers of `stat_result`: those of the tuple, where times are seconds, then
/// the parts of a second of its three times, device number, size and number of blocks.
fn status_numbers(m: &std::fs::Metadata) -> [i64; 16] {
    [
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
    ]
}

fn stat_tuple(s: &Space, m: &std::fs::Metadata) -> PyResult {
    let module = s.import("_posixtypes")?;
    let class = module.get("stat_result").unwrap_or(Value::None);
    let numbers = status_numbers(m).map(Value::Int);
    s.call(&class, &[Value::tuple(numbers.to_vec())])
}

/// The same as text, from which the RPython text behind `os.stat` makes its result.
fn status_text(m: &std::fs::Metadata) -> Value {
    Value::str(&status_numbers(m).map(|n| n.to_string()).join(" "))
}

/// The names in a directory, in order.
fn listing(s: &Space, a: &Args) -> PyResult<Vec<Vec<u8>>> {
    let dot = Value::str(".");
    let v = a.pos.first().unwrap_or(&dot);
    let mut names: Vec<Vec<u8>> = Vec::new();
    for entry in std::fs::read_dir(path_bytes(s, v)?).map_err(|e| fail(s, &e, v))? {
        let entry = entry.map_err(|e| fail(s, &e, v))?;
        names.push(entry.file_name().into_vec());
    }
    names.sort();
    Ok(names)
}

const FUNCTIONS: &[(&str, crate::live::BuiltinFn)] = &[
    ("open", |s, a| {
        a.check(s, "open", 2, 3)?;
        let path = path_bytes(s, a.arg(0))?;
        let flags = s.int_value(a.arg(1))? as i32;
        let mode = match a.pos.get(2) {
            Some(v) => s.int_value(v)? as u32,
            None => 0o777,
        };
        match open_fd(&path, flags, mode) {
            Ok(fd) => Ok(Value::Int(i64::from(fd))),
            Err(e) => Err(s.os_error(e, Some(a.arg(0).clone()), false)),
        }
    }),
    ("close", |s, a| {
        a.check(s, "close", 1, 1)?;
        close_checked(fd(s, a.arg(0))?).map_err(|e| number(s, e))?;
        Ok(Value::None)
    }),
    ("read", |s, a| {
        a.check(s, "read", 2, 2)?;
        let n = usize::try_from(s.int_value(a.arg(1))?).map_err(|_| number(s, libc::EINVAL))?;
        let mut v = Vec::new();
        let fd = fd(s, a.arg(0))?;
        let chunk = read_fd(fd, n.min(1 << 26)).map_err(|e| number(s, e))?;
        v.extend(chunk);
        Ok(Value::from_vec(v))
    }),
    ("write", |s, a| {
        a.check(s, "write", 2, 2)?;
        let target = fd(s, a.arg(0))?;
        let bytes = match a.arg(1).unwrapped() {
            Value::Unicode(u) => {
                crate::live::text::codecs::encode(s, &u.points, "utf-8", "strict")?
            }
            v => s.bytes_like(&v).ok_or_else(|| {
                s.type_error(format!("must be string or buffer, not {}", v.type_name()))
            })?,
        };
        // What `print` has buffered comes first; captured streams take raw writes, too.
        if target == 1 || target == 2 {
            let stream = if target == 1 { &s.stdout } else { &s.stderr };
            if let Some(f) = stream.as_native::<super::file::FileObj>() {
                f.write(&bytes)
                    .and_then(|()| f.flush())
                    .map_err(|e| number(s, e))?;
                return Ok(Value::Int(bytes.len() as i64));
            }
        }
        let n = write_fd(target, &bytes).map_err(|e| number(s, e))?;
        Ok(Value::Int(n as i64))
    }),
    ("lseek", |s, a| {
        a.check(s, "lseek", 3, 3)?;
        let r = seek_fd(
            fd(s, a.arg(0))?,
            s.int_value(a.arg(1))?,
            s.int_value(a.arg(2))? as i32,
        );
        Ok(Value::Int(r.map_err(|e| number(s, e))?))
    }),
    ("ftruncate", |s, a| {
        truncate_fd(fd(s, a.arg(0))?, s.int_value(a.arg(1))?).map_err(|e| number(s, e))?;
        Ok(Value::None)
    }),
    ("fstat", |s, a| {
        let m = with_fd(fd(s, a.arg(0))?, |f| f.metadata()).map_err(|e| number(s, e))?;
        stat_tuple(s, &m)
    }),
    ("stat", |s, a| {
        let m = std::fs::metadata(path_bytes(s, a.arg(0))?).map_err(|e| fail(s, &e, a.arg(0)))?;
        stat_tuple(s, &m)
    }),
    ("lstat", |s, a| {
        let m = std::fs::symlink_metadata(path_bytes(s, a.arg(0))?)
            .map_err(|e| fail(s, &e, a.arg(0)))?;
        stat_tuple(s, &m)
    }),
    ("isatty", |s, a| Ok(Value::Bool(is_tty(fd(s, a.arg(0))?)))),
    ("dup", |s, a| {
        let copy = with_fd(fd(s, a.arg(0))?, |f| f.try_clone()).map_err(|e| number(s, e))?;
        Ok(Value::Int(i64::from(copy.into_raw_fd())))
    }),
    ("fdopen", |s, a| {
        a.count(s, "fdopen", 1, 3)?;
        let mode = a
            .opt(1, "mode")
            .and_then(Value::as_text)
            .unwrap_or_else(|| "r".into());
        Ok(Value::native(super::file::new(
            fd(s, a.arg(0))?,
            Value::str("<fdopen>"),
            &mode,
        )))
    }),
    ("unlink", unlink),
    ("rmdir", |s, a| {
        std::fs::remove_dir(path_bytes(s, a.arg(0))?).map_err(|e| fail(s, &e, a.arg(0)))?;
        Ok(Value::None)
    }),
    ("mkdir", |s, a| {
        a.check(s, "mkdir", 1, 2)?;
        let mode = match a.opt(1, "mode") {
            Some(v) => s.int_value(v)? as u32,
            None => 0o777,
        };
        std::fs::DirBuilder::new()
            .mode(mode)
            .create(path_bytes(s, a.arg(0))?)
            .map_err(|e| fail(s, &e, a.arg(0)))?;
        Ok(Value::None)
    }),
    ("makedirs", |s, a| {
        let path = path_bytes(s, a.arg(0))?;
        let exist_ok = match a.opt(2, "exist_ok") {
            Some(v) => s.is_true(v)?,
            None => false,
        };
        if path.exists() && !exist_ok {
            return Err(s.os_error(libc::EEXIST, Some(a.arg(0).clone()), false));
        }
        std::fs::create_dir_all(path).map_err(|e| fail(s, &e, a.arg(0)))?;
        Ok(Value::None)
    }),
    ("rename", |s, a| {
        std::fs::rename(path_bytes(s, a.arg(0))?, path_bytes(s, a.arg(1))?)
            .map_err(|e| fail(s, &e, a.arg(0)))?;
        Ok(Value::None)
    }),
    ("chmod", |s, a| {
        let p = std::fs::Permissions::from_mode(s.int_value(a.arg(1))? as u32);
        std::fs::set_permissions(path_bytes(s, a.arg(0))?, p).map_err(|e| fail(s, &e, a.arg(0)))?;
        Ok(Value::None)
    }),
    ("listdir", |s, a| {
        let names = listing(s, a)?;
        Ok(Value::list(
            names.into_iter().map(Value::from_vec).collect(),
        ))
    }),
    ("_listing", |s, a| {
        Ok(Value::from_vec(listing(s, a)?.join(&b'\0')))
    }),
    ("_status", |s, a| {
        a.check(s, "_status", 2, 2)?;
        let path = path_bytes(s, a.arg(0))?;
        let m = if s.int_value(a.arg(1))? != 0 {
            std::fs::metadata(path)
        } else {
            std::fs::symlink_metadata(path)
        };
        Ok(status_text(&m.map_err(|e| fail(s, &e, a.arg(0)))?))
    }),
    ("_fstatus", |s, a| {
        let m = with_fd(fd(s, a.arg(0))?, |f| f.metadata()).map_err(|e| number(s, e))?;
        Ok(status_text(&m))
    }),
    ("_heap_figure", |s, _| {
        let text = "the collector of a translated program tells its figures";
        Err(s.error("NotImplementedError", text))
    }),
    ("fsync", |s, a| {
        a.check(s, "fsync", 1, 1)?;
        with_fd(fd(s, a.arg(0))?, |f| f.sync_all()).map_err(|e| number(s, e))?;
        Ok(Value::None)
    }),
    ("link", |s, a| {
        a.check(s, "link", 2, 2)?;
        std::fs::hard_link(path_bytes(s, a.arg(0))?, path_bytes(s, a.arg(1))?)
            .map_err(|e| number(s, errno_of(&e)))?;
        Ok(Value::None)
    }),
    ("getcwd", |s, _| {
        let p = std::env::current_dir().map_err(|e| fail(s, &e, &Value::None))?;
        Ok(path_value(&p))
    }),
    ("chdir", |s, a| {
        std::env::set_current_dir(path_bytes(s, a.arg(0))?).map_err(|e| fail(s, &e, a.arg(0)))?;
        Ok(Value::None)
    }),
    ("access", |s, a| {
        let p = path_bytes(s, a.arg(0))?;
        let mode = s.int_value(a.arg(1))? as i32;
        let Ok(c) = CString::new(p.as_os_str().as_bytes()) else {
            return Ok(Value::Bool(false));
        };
        // SAFETY: `c` is a valid C string for the duration of the call.
        Ok(Value::Bool(unsafe { libc::access(c.as_ptr(), mode) } == 0))
    }),
    ("getpid", |_, _| {
        Ok(Value::Int(i64::from(std::process::id())))
    }),
    // SAFETY: these calls only ask, and always succeed.
    ("getppid", |_, _| Ok(id(unsafe { libc::getppid() }))),
    // SAFETY: as above.
    ("getuid", |_, _| Ok(id(unsafe { libc::getuid() }))),
    // SAFETY: as above.
    ("geteuid", |_, _| Ok(id(unsafe { libc::geteuid() }))),
    // SAFETY: as above.
    ("getgid", |_, _| Ok(id(unsafe { libc::getgid() }))),
    // SAFETY: as above.
    ("getegid", |_, _| Ok(id(unsafe { libc::getegid() }))),
    ("getenv", |s, a| {
        a.check(s, "getenv", 1, 2)?;
        let name = s.bytes_like(a.arg(0)).unwrap_or_default();
        let known = !name.is_empty() && !name.iter().any(|b| matches!(b, 0 | b'='));
        let value = known.then(|| std::env::var_os(std::ffi::OsString::from_vec(name)));
        Ok(match value.flatten() {
            Some(v) => Value::from_vec(v.into_vec()),
            None => a.arg(1).clone(),
        })
    }),
    ("strerror", |s, a| {
        Ok(Value::str(&strerror(s.int_value(a.arg(0))? as i32)))
    }),
    ("urandom", |s, a| {
        let n = s.int_value(a.arg(0))?;
        let n = usize::try_from(n).map_err(|_| s.value_error("negative argument not allowed"))?;
        let mut f = File::open("/dev/urandom").map_err(|e| fail(s, &e, &Value::None))?;
        let mut v = vec![0; n];
        f.read_exact(&mut v)
            .map_err(|e| fail(s, &e, &Value::None))?;
        Ok(Value::from_vec(v))
    }),
    ("_exit", |s, a| {
        s.flush();
        std::process::exit(s.int_value(a.arg(0))? as i32);
    }),
    ("abort", |s, _| {
        s.flush();
        std::process::abort();
    }),
    ("fspath", |s, a| Ok(path_value(&path_bytes(s, a.arg(0))?))),
    ("fsencode", |s, a| Ok(path_value(&path_bytes(s, a.arg(0))?))),
    ("fsdecode", |s, a| Ok(path_value(&path_bytes(s, a.arg(0))?))),
    ("cpu_count", |_, _| {
        Ok(Value::Int(
            std::thread::available_parallelism().map_or(1, |n| n.get() as i64),
        ))
    }),
    ("walk", |s, a| in_python(s, "walk", a)),
    // The times of `stat` are floats, whatever is asked for.
    ("stat_float_times", |_, _| Ok(Value::Bool(true))),
    ("tmpnam", |s, a| in_python(s, "tmpnam", a)),
    ("tmpfile", |s, a| in_python(s, "tmpfile", a)),
];

/// A number of a process, user or group.
fn id(n: impl Into<i64>) -> Value {
    Value::Int(n.into())
}

fn unlink(s: &Space, a: &Args) -> PyResult {
    a.check(s, "unlink", 1, 1)?;
    std::fs::remove_file(path_bytes(s, a.arg(0))?).map_err(|e| fail(s, &e, a.arg(0)))?;
    Ok(Value::None)
}

/// A function that is written in Python.
fn in_python(s: &Space, name: &str, a: &Args) -> PyResult {
    let m = s.import("_posixtypes")?;
    let f = m.get(name).unwrap_or(Value::None);
    s.call_args(&f, a.clone())
}

/// The exit codes of `sysexits.h`, from 64 on.
const EXIT_CODES: &[&str] = &[
    "EX_USAGE",
    "EX_DATAERR",
    "EX_NOINPUT",
    "EX_NOUSER",
    "EX_NOHOST",
    "EX_UNAVAILABLE",
    "EX_SOFTWARE",
    "EX_OSERR",
    "EX_OSFILE",
    "EX_CANTCREAT",
    "EX_IOERR",
    "EX_TEMPFAIL",
    "EX_PROTOCOL",
    "EX_NOPERM",
    "EX_CONFIG",
];

/// Fills the module `os`.
pub fn init(s: &Space, m: &Rc<ModuleObj>) {
    functions(m, "posix", FUNCTIONS);
    functions(m, "posix", super::maps::FUNCTIONS);
    super::process::add_to_os(m);
    // One function under two names.
    m.set("remove", m.get("unlink").unwrap_or(Value::None));
    for (&name, code) in EXIT_CODES.iter().zip(64..) {
        m.set(name, Value::Int(code));
    }
    ints(
        m,
        &[
            ("O_RDONLY", libc::O_RDONLY as i64),
            ("O_WRONLY", libc::O_WRONLY as i64),
            ("O_RDWR", libc::O_RDWR as i64),
            ("O_CREAT", libc::O_CREAT as i64),
            ("O_EXCL", libc::O_EXCL as i64),
            ("O_TRUNC", libc::O_TRUNC as i64),
            ("O_APPEND", libc::O_APPEND as i64),
            ("O_NONBLOCK", libc::O_NONBLOCK as i64),
            ("O_NDELAY", libc::O_NDELAY as i64),
            ("O_NOCTTY", libc::O_NOCTTY as i64),
            ("O_SYNC", libc::O_SYNC as i64),
            ("O_DSYNC", libc::O_DSYNC as i64),
            ("O_RSYNC", libc::O_RSYNC as i64),
            ("O_ASYNC", libc::O_ASYNC as i64),
            ("O_DIRECT", libc::O_DIRECT as i64),
            ("O_DIRECTORY", libc::O_DIRECTORY as i64),
            ("O_NOFOLLOW", libc::O_NOFOLLOW as i64),
            ("O_NOATIME", libc::O_NOATIME as i64),
            ("O_LARGEFILE", libc::O_LARGEFILE as i64),
            ("SEEK_SET", 0),
            ("SEEK_CUR", 1),
            ("SEEK_END", 2),
            ("F_OK", 0),
            ("R_OK", 4),
            ("W_OK", 2),
            ("X_OK", 1),
            ("EX_OK", 0),
        ],
    );
    let types = crate::live::types();
    m.set("error", Value::Class(types.exc("OSError").clone()));
    for (name, text) in [
        ("name", "posix"),
        ("sep", "/"),
        ("pathsep", ":"),
        ("linesep", "\n"),
        ("curdir", "."),
        ("pardir", ".."),
        ("extsep", "."),
        ("devnull", "/dev/null"),
    ] {
        m.set(name, Value::str(text));
    }
    m.set("altsep", Value::None);
    // `os.path` is there without an import of its own.
    let path = s.new_module("os.path", crate::code::Mode::Py3, true);
    init_path(s, &path);
    s.modules
        .set_name("os.path".into(), Value::Module(path.clone()));
    m.set("path", Value::Module(path));
    m.set("__path__", Value::list(vec![]));
    // Its text imports this module.
    if let Some(environ) = s
        .import("rpython.rlib._environment")
        .ok()
        .and_then(|text| text.get("environ"))
    {
        m.set("environ", environ);
    }
}

fn text(s: &Space, v: &Value) -> PyResult<Vec<u8>> {
    Ok(path_bytes(s, v)?.into_os_string().into_vec())
}
fn split(p: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let i = p.iter().rposition(|&b| b == b'/').map_or(0, |i| i + 1);
    let (head, tail) = p.split_at(i);
    let stripped: &[u8] = {
        let mut h = head;
        while h.len() > 1 && h.ends_with(b"/") {
            h = &h[..h.len() - 1];
        }
        if head.iter().all(|&b| b == b'/') {
            head
        } else {
            h
        }
    };
    (stripped.to_vec(), tail.to_vec())
}
fn normpath(p: &[u8]) -> Vec<u8> {
    if p.is_empty() {
        return b".".to_vec();
    }
    let absolute = p.starts_with(b"/");
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in p.split(|&b| b == b'/') {
        match part {
            b"" | b"." => {}
            b".." if parts.last().is_some_and(|l| *l != b"..") => {
                parts.pop();
            }
            b".." if absolute => {}
            _ => parts.push(part),
        }
    }
    // Two slashes at the beginning are not one, three are.
    let slashes = match p.iter().take_while(|&&b| b == b'/').count() {
        2 => 2,
        n => n.min(1),
    };
    let mut out = vec![b'/'; slashes];
    out.extend(parts.join(&b'/'));
    if out.is_empty() {
        out.push(b'.');
    }
    out
}
fn join(parts: &[Vec<u8>]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    for (i, p) in parts.iter().enumerate() {
        if p.starts_with(b"/") || i == 0 {
            out = p.clone();
        } else {
            if !out.is_empty() && !out.ends_with(b"/") {
                out.push(b'/');
            }
            out.extend_from_slice(p);
        }
    }
    out
}
fn abspath(p: &[u8]) -> Vec<u8> {
    let cwd =
        std::env::current_dir().map_or_else(|_| b"/".to_vec(), |p| p.into_os_string().into_vec());
    normpath(&join(&[cwd, p.to_vec()]))
}

const PATH: &[(&str, crate::live::BuiltinFn)] = &[
    ("join", |s, a| {
        let parts: Vec<Vec<u8>> = a.pos.iter().map(|v| text(s, v)).collect::<PyResult<_>>()?;
        Ok(Value::from_vec(join(&parts)))
    }),
    ("split", |s, a| {
        let (h, t) = split(&text(s, a.arg(0))?);
        Ok(Value::tuple(vec![Value::from_vec(h), Value::from_vec(t)]))
    }),
    ("dirname", |s, a| {
        Ok(Value::from_vec(split(&text(s, a.arg(0))?).0))
    }),
    ("basename", |s, a| {
        Ok(Value::from_vec(split(&text(s, a.arg(0))?).1))
    }),
    ("splitext", |s, a| {
        let p = text(s, a.arg(0))?;
        let base = p.iter().rposition(|&b| b == b'/').map_or(0, |i| i + 1);
        let first = p[base..]
            .iter()
            .position(|&b| b != b'.')
            .map_or(p.len(), |i| base + i);
        let dot = p.iter().rposition(|&b| b == b'.').filter(|&i| i > first);
        let i = dot.unwrap_or(p.len());
        Ok(Value::tuple(vec![
            Value::bytes(&p[..i]),
            Value::bytes(&p[i..]),
        ]))
    }),
    ("abspath", |s, a| {
        Ok(Value::from_vec(abspath(&text(s, a.arg(0))?)))
    }),
    ("normpath", |s, a| {
        Ok(Value::from_vec(normpath(&text(s, a.arg(0))?)))
    }),
    ("normcase", |_, a| Ok(a.arg(0).clone())),
    ("realpath", |s, a| {
        let p = text(s, a.arg(0))?;
        Ok(match std::fs::canonicalize(path_bytes(s, a.arg(0))?) {
            Ok(p) => path_value(&p),
            Err(_) => Value::from_vec(abspath(&p)),
        })
    }),
    ("expanduser", |s, a| {
        let p = text(s, a.arg(0))?;
        Ok(match (p.strip_prefix(b"~"), std::env::var_os("HOME")) {
            (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with(b"/") => {
                let mut out = home.into_vec();
                while out.ends_with(b"/") {
                    out.pop();
                }
                out.extend_from_slice(rest);
                if out.is_empty() {
                    out.push(b'/');
                }
                Value::from_vec(out)
            }
            _ => a.arg(0).clone(),
        })
    }),
    ("exists", |s, a| {
        Ok(Value::Bool(path_bytes(s, a.arg(0))?.exists()))
    }),
    ("lexists", |s, a| {
        Ok(Value::Bool(
            std::fs::symlink_metadata(path_bytes(s, a.arg(0))?).is_ok(),
        ))
    }),
    ("isfile", |s, a| {
        Ok(Value::Bool(path_bytes(s, a.arg(0))?.is_file()))
    }),
    ("isdir", |s, a| {
        Ok(Value::Bool(path_bytes(s, a.arg(0))?.is_dir()))
    }),
    ("islink", |s, a| {
        Ok(Value::Bool(path_bytes(s, a.arg(0))?.is_symlink()))
    }),
    ("isabs", |s, a| {
        Ok(Value::Bool(text(s, a.arg(0))?.starts_with(b"/")))
    }),
    ("getsize", |s, a| {
        let m = std::fs::metadata(path_bytes(s, a.arg(0))?).map_err(|e| fail(s, &e, a.arg(0)))?;
        Ok(Value::Int(m.len() as i64))
    }),
    ("getmtime", |s, a| {
        let m = std::fs::metadata(path_bytes(s, a.arg(0))?).map_err(|e| fail(s, &e, a.arg(0)))?;
        Ok(Value::Float(
            m.mtime() as f64 + m.mtime_nsec() as f64 * 1e-9,
        ))
    }),
    ("relpath", |s, a| {
        let path = text(s, a.arg(0))?;
        if path.is_empty() {
            return Err(s.value_error("no path specified"));
        }
        let to = abspath(&path);
        let start = match a.opt(1, "start") {
            Some(v) => text(s, v)?,
            None => b".".to_vec(),
        };
        let from = abspath(&start);
        let parts = |p: &[u8]| -> Vec<Vec<u8>> {
            p.split(|&b| b == b'/')
                .filter(|x| !x.is_empty())
                .map(<[u8]>::to_vec)
                .collect()
        };
        let (to, from) = (parts(&to), parts(&from));
        let common = to.iter().zip(&from).take_while(|(x, y)| x == y).count();
        let mut out: Vec<Vec<u8>> = vec![b"..".to_vec(); from.len() - common];
        out.extend_from_slice(&to[common..]);
        Ok(Value::from_vec(if out.is_empty() {
            b".".to_vec()
        } else {
            out.join(&b'/')
        }))
    }),
    ("commonprefix", |s, a| {
        let mut items = Vec::new();
        for v in s.iterate_vec(a.arg(0))? {
            items.push(text(s, &v)?);
        }
        let Some(mut first) = items.first().cloned() else {
            return Ok(Value::str(""));
        };
        for x in &items {
            let n = first.iter().zip(x).take_while(|(p, q)| p == q).count();
            first.truncate(n);
        }
        Ok(Value::from_vec(first))
    }),
];

/// Fills `os.path`.
pub fn init_path(_: &Space, m: &Rc<ModuleObj>) {
    functions(m, "posixpath", PATH);
    m.set("sep", Value::str("/"));
    m.set("pardir", Value::str(".."));
    m.set("curdir", Value::str("."));
    m.set("pathsep", Value::str(":"));
}

/// Names of errors; of two names of one number the last is in `errorcode`.
const ERRORS: &[(&str, i32)] = &[
    ("EPERM", libc::EPERM),
    ("ENOENT", libc::ENOENT),
    ("EINTR", libc::EINTR),
    ("EIO", libc::EIO),
    ("EBADF", libc::EBADF),
    ("ECHILD", libc::ECHILD),
    ("EWOULDBLOCK", libc::EWOULDBLOCK),
    ("EAGAIN", libc::EAGAIN),
    ("ENOMEM", libc::ENOMEM),
    ("EACCES", libc::EACCES),
    ("EEXIST", libc::EEXIST),
    ("ENOTDIR", libc::ENOTDIR),
    ("EISDIR", libc::EISDIR),
    ("EINVAL", libc::EINVAL),
    ("EMFILE", libc::EMFILE),
    ("ENOTTY", libc::ENOTTY),
    ("EFBIG", libc::EFBIG),
    ("ENOSPC", libc::ENOSPC),
    ("ESPIPE", libc::ESPIPE),
    ("EROFS", libc::EROFS),
    ("EPIPE", libc::EPIPE),
    ("EDOM", libc::EDOM),
    ("ERANGE", libc::ERANGE),
    ("ENOSYS", libc::ENOSYS),
    ("ENOTEMPTY", libc::ENOTEMPTY),
    ("EOVERFLOW", libc::EOVERFLOW),
    ("EBUSY", libc::EBUSY),
    ("EFAULT", libc::EFAULT),
    ("ESRCH", libc::ESRCH),
    ("ENXIO", libc::ENXIO),
    ("E2BIG", libc::E2BIG),
    ("ENOEXEC", libc::ENOEXEC),
    ("EXDEV", libc::EXDEV),
    ("ENODEV", libc::ENODEV),
    ("ENFILE", libc::ENFILE),
    ("ETXTBSY", libc::ETXTBSY),
    ("EMLINK", libc::EMLINK),
    ("EDEADLK", libc::EDEADLK),
    ("ENAMETOOLONG", libc::ENAMETOOLONG),
    ("ENOLCK", libc::ENOLCK),
    ("ELOOP", libc::ELOOP),
    ("EILSEQ", libc::EILSEQ),
    ("ENOTSOCK", libc::ENOTSOCK),
    ("EDESTADDRREQ", libc::EDESTADDRREQ),
    ("EMSGSIZE", libc::EMSGSIZE),
    ("EPROTOTYPE", libc::EPROTOTYPE),
    ("ENOPROTOOPT", libc::ENOPROTOOPT),
    ("EPROTONOSUPPORT", libc::EPROTONOSUPPORT),
    ("EOPNOTSUPP", libc::EOPNOTSUPP),
    ("ENOTSUP", libc::ENOTSUP),
    ("EAFNOSUPPORT", libc::EAFNOSUPPORT),
    ("EADDRINUSE", libc::EADDRINUSE),
    ("EADDRNOTAVAIL", libc::EADDRNOTAVAIL),
    ("ENETDOWN", libc::ENETDOWN),
    ("ENETUNREACH", libc::ENETUNREACH),
    ("ENETRESET", libc::ENETRESET),
    ("ECONNABORTED", libc::ECONNABORTED),
    ("ECONNRESET", libc::ECONNRESET),
    ("ENOBUFS", libc::ENOBUFS),
    ("EISCONN", libc::EISCONN),
    ("ENOTCONN", libc::ENOTCONN),
    ("ETIMEDOUT", libc::ETIMEDOUT),
    ("ECONNREFUSED", libc::ECONNREFUSED),
    ("EHOSTDOWN", libc::EHOSTDOWN),
    ("EHOSTUNREACH", libc::EHOSTUNREACH),
    ("EALREADY", libc::EALREADY),
    ("EINPROGRESS", libc::EINPROGRESS),
    ("EPROTO", libc::EPROTO),
    ("ECANCELED", libc::ECANCELED),
    ("ENODATA", libc::ENODATA),
    ("ESTALE", libc::ESTALE),
    ("EDQUOT", libc::EDQUOT),
];

/// Fills `errno`.
pub fn init_errno(_: &Space, m: &Rc<ModuleObj>) {
    let codes = DictObj::new();
    for (name, n) in ERRORS {
        m.set(name, Value::Int(i64::from(*n)));
        codes.set_quick(Value::Int(i64::from(*n)), Value::str(name));
    }
    m.set("errorcode", Value::Dict(Rc::new(codes)));
}
