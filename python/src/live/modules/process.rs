//! Processes for `os`, and `_poll`: `fork`, `pipe`, `waitpid`, `execvp` and friends.
//!
//! `fork` copies the calling thread only. The live space belongs to one thread and shares nothing with others, so a
//! child can go on with it; it must end with `os._exit` or an `exec`, never by returning to the thread's owner (the
//! test runner and `subprocess` do so). The `unsafe` blocks are calls of libc on integers and on buffers that live in
//! the same function.
use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStringExt;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{functions, ints};
use crate::live::{Args, BuiltinFn, ModuleObj, PyResult, Space, Value};

fn last_error(s: &Space) -> crate::live::PyErr {
    let errno = std::io::Error::last_os_error()
        .raw_os_error()
        .unwrap_or(libc::EIO);
    s.os_error(errno, None, false)
}

fn checked(s: &Space, r: i32) -> PyResult<i32> {
    if r < 0 { Err(last_error(s)) } else { Ok(r) }
}

fn int(s: &Space, v: &Value) -> PyResult<i32> {
    i32::try_from(s.int_value(v)?)
        .map_err(|_| s.error("OverflowError", "integer too large for C int"))
}

fn c_string(s: &Space, v: &Value) -> PyResult<CString> {
    let path = super::os::path_bytes(s, v)?;
    CString::new(path.into_os_string().into_vec())
        .map_err(|_| s.type_error("must be a string without null bytes"))
}

fn c_strings(s: &Space, v: &Value) -> PyResult<Vec<CString>> {
    s.iterate_vec(v)?.iter().map(|x| c_string(s, x)).collect()
}

fn pointers(strings: &[CString]) -> Vec<*const libc::c_char> {
    let mut out: Vec<_> = strings.iter().map(|c| c.as_ptr()).collect();
    out.push(std::ptr::null());
    out
}

/// Makes a forked process one that runs a test: it ends with the process `parent` that forked it, and a fault ends it,
/// whoever causes it. (The handlers that Rust installs for its stack take a `kill` for one of their own faults, and go
/// on.)
pub(super) fn begin_test(parent: i64) {
    // SAFETY: system calls on integers; the default actions call no code of ours.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if i64::from(libc::getppid()) != parent {
            libc::_exit(1);
        }
        libc::signal(libc::SIGSEGV, libc::SIG_DFL);
        libc::signal(libc::SIGBUS, libc::SIG_DFL);
    }
}

/// The signals that arrived and were not asked for yet, by number.
static ARRIVED: [AtomicBool; 65] = [const { AtomicBool::new(false) }; 65];

/// Nothing but an atomic store is done here: it may interrupt anything.
extern "C" fn note_signal(signal: i32) {
    if let Some(arrived) = usize::try_from(signal).ok().and_then(|s| ARRIVED.get(s)) {
        arrived.store(true, Ordering::Relaxed);
    }
}

/// While it lives, signals are left to the other threads: what a program sends itself arrives before it goes on only if
/// no thread but its own may get it.
pub(crate) struct SignalsElsewhere(libc::sigset_t);

impl SignalsElsewhere {
    pub(crate) fn new() -> SignalsElsewhere {
        // SAFETY: all-zero bytes are valid sets, which are filled.
        unsafe {
            let (mut all, mut before): (libc::sigset_t, libc::sigset_t) = std::mem::zeroed();
            libc::sigfillset(&raw mut all);
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const all, &raw mut before);
            SignalsElsewhere(before)
        }
    }
}

impl Drop for SignalsElsewhere {
    fn drop(&mut self) {
        // SAFETY: the set is the one that held before.
        unsafe {
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, std::ptr::null_mut())
        };
    }
}

/// The ways to start another program in the place of this one.
#[derive(Clone, Copy, PartialEq)]
enum Exec {
    /// At the path that is given.
    Plain,
    /// The same; the arguments are one text, with NULs between them.
    Joined,
    /// Where `PATH` leads.
    Path,
    /// With an environment.
    Environment,
    /// The same; arguments and environment are texts, with NULs between their parts.
    JoinedEnvironment,
}

/// The parts of a text between its NULs.
fn parts(s: &Space, text: &Value) -> Vec<CString> {
    let text = s.bytes_like(text).unwrap_or_default();
    let parts = text.split(|&b| b == 0);
    parts
        .map(|part| CString::new(part).unwrap_or_default())
        .collect()
}

fn exec(s: &Space, a: &Args, how: Exec) -> PyResult {
    let n = match how {
        Exec::Environment | Exec::JoinedEnvironment => 3,
        Exec::Plain | Exec::Joined | Exec::Path => 2,
    };
    a.check(s, "exec", n, n)?;
    let file = c_string(s, a.arg(0))?;
    let argv = match how {
        Exec::Joined | Exec::JoinedEnvironment => parts(s, a.arg(1)),
        _ => c_strings(s, a.arg(1))?,
    };
    let argv = (pointers(&argv), argv);
    let mut env = Vec::new();
    if how == Exec::Environment {
        for (k, v) in s.mapping_items(a.arg(2), a.arg(2))? {
            let mut text = c_string(s, &k)?.into_bytes();
            text.push(b'=');
            text.extend(c_string(s, &v)?.into_bytes());
            env.push(CString::new(text).map_err(|_| s.type_error("environment with a null byte"))?);
        }
    } else if how == Exec::JoinedEnvironment {
        env = parts(s, a.arg(2));
        env.retain(|entry| !entry.is_empty());
    }
    let envp = pointers(&env);
    s.flush();
    // SAFETY: all strings end in a null byte, the arrays in a null pointer, and both live until the call returns (on
    // failure).
    unsafe {
        match how {
            Exec::Environment | Exec::JoinedEnvironment => {
                libc::execve(file.as_ptr(), argv.0.as_ptr(), envp.as_ptr())
            }
            Exec::Path => libc::execvp(file.as_ptr(), argv.0.as_ptr()),
            Exec::Plain | Exec::Joined => libc::execv(file.as_ptr(), argv.0.as_ptr()),
        };
    }
    Err(last_error(s))
}

fn waitpid(s: &Space, a: &Args) -> PyResult<(i32, i32)> {
    a.check(s, "waitpid", 2, 2)?;
    let (pid, options) = (int(s, a.arg(0))?, int(s, a.arg(1))?);
    let mut status = 0;
    loop {
        // SAFETY: the kernel writes one integer.
        let r = unsafe { libc::waitpid(pid, &mut status, options) };
        if r < 0 && std::io::Error::last_os_error().raw_os_error() == Some(libc::EINTR) {
            continue;
        }
        return Ok((checked(s, r)?, status));
    }
}

const FUNCTIONS: &[(&str, BuiltinFn)] = &[
    ("fork", |s, a| {
        a.check(s, "fork", 0, 0)?;
        s.flush();
        // SAFETY: the child has this thread alone; no other thread holds a lock that it needs (see the module header).
        let pid = unsafe { libc::fork() };
        Ok(Value::Int(i64::from(checked(s, pid)?)))
    }),
    ("pipe", |s, a| {
        a.check(s, "pipe", 0, 0)?;
        let mut fds = [0i32; 2];
        // SAFETY: the kernel writes two integers into the array.
        checked(s, unsafe { libc::pipe(fds.as_mut_ptr()) })?;
        Ok(Value::tuple(
            fds.iter().map(|&fd| Value::Int(i64::from(fd))).collect(),
        ))
    }),
    ("putenv", |s, a| {
        a.check(s, "putenv", 2, 2)?;
        let (name, value) = (c_string(s, a.arg(0))?, c_string(s, a.arg(1))?);
        // SAFETY: two C strings, which are copied; no other thread reads the environment.
        checked(s, unsafe { libc::setenv(name.as_ptr(), value.as_ptr(), 1) })?;
        Ok(Value::None)
    }),
    ("unsetenv", |s, a| {
        a.check(s, "unsetenv", 1, 1)?;
        let name = c_string(s, a.arg(0))?;
        // SAFETY: a C string; no other thread reads the environment.
        checked(s, unsafe { libc::unsetenv(name.as_ptr()) })?;
        Ok(Value::None)
    }),
    // What the text behind `os.environ` calls: all of it in one text, with NULs between.
    ("_environment", |s, a| {
        a.check(s, "_environment", 0, 0)?;
        let entries: Vec<Vec<u8>> = std::env::vars_os()
            .map(|(k, v)| [&k.into_vec()[..], b"=", &v.into_vec()].concat())
            .collect();
        Ok(Value::from_vec(entries.join(&0)))
    }),
    // What the RPython text behind `os.pipe` calls: both descriptors in one number.
    ("_pipe", |s, a| {
        a.check(s, "_pipe", 0, 0)?;
        let mut fds = [0i32; 2];
        // SAFETY: the kernel writes two integers into the array.
        checked(s, unsafe { libc::pipe(fds.as_mut_ptr()) })?;
        Ok(Value::Int(i64::from(fds[0]) << 32 | i64::from(fds[1])))
    }),
    ("dup2", |s, a| {
        a.check(s, "dup2", 2, 2)?;
        let (from, to) = (int(s, a.arg(0))?, int(s, a.arg(1))?);
        // SAFETY: integers only.
        checked(s, unsafe { libc::dup2(from, to) })?;
        Ok(Value::None)
    }),
    ("waitpid", |s, a| {
        let (pid, status) = waitpid(s, a)?;
        Ok(Value::tuple(vec![
            Value::Int(i64::from(pid)),
            Value::Int(i64::from(status)),
        ]))
    }),
    // What the RPython text behind `os.waitpid` calls: both in one number.
    ("_waitpid", |s, a| {
        let (pid, status) = waitpid(s, a)?;
        Ok(Value::Int(i64::from(pid) << 32 | i64::from(status as u32)))
    }),
    ("kill", |s, a| {
        a.check(s, "kill", 2, 2)?;
        let (pid, signal) = (int(s, a.arg(0))?, int(s, a.arg(1))?);
        // SAFETY: integers only.
        checked(s, unsafe { libc::kill(pid, signal) })?;
        Ok(Value::None)
    }),
    // What `rpython.rlib.rsignal` does signals with.
    ("_signal", |s, a| {
        a.check(s, "_signal", 2, 2)?;
        let handler = match int(s, a.arg(1))? {
            0 => libc::SIG_DFL,
            1 => libc::SIG_IGN,
            _ => note_signal as *const () as usize,
        };
        let number = int(s, a.arg(0))?;
        // SAFETY: all-zero bytes are a valid structure of the system.
        let mut wanted: libc::sigaction = unsafe { std::mem::zeroed() };
        wanted.sa_sigaction = handler;
        // SAFETY: the structure is valid and read only; the handler is safe to be called at any time.
        let code = unsafe { libc::sigaction(number, &raw const wanted, std::ptr::null_mut()) };
        checked(s, code)?;
        Ok(Value::None)
    }),
    ("_signal_poll", |s, a| {
        a.check(s, "_signal_poll", 0, 0)?;
        let first = ARRIVED
            .iter()
            .position(|s| s.swap(false, Ordering::Relaxed));
        Ok(Value::Int(first.map_or(-1, |s| s as i64)))
    }),
    ("_signal_place", |s, _| {
        Err(s.error(
            "NotImplementedError",
            "memory is looked at in translated programs only",
        ))
    }),
    ("_alarm", |s, a| {
        a.check(s, "_alarm", 1, 1)?;
        let seconds = u32::try_from(int(s, a.arg(0))?).unwrap_or(0);
        // SAFETY: an integer only.
        Ok(Value::Int(i64::from(unsafe { libc::alarm(seconds) })))
    }),
    ("_pause", |s, a| {
        a.check(s, "_pause", 0, 0)?;
        // The system may deliver a signal to another thread, so that its own call would not end.
        while !ARRIVED.iter().any(|s| s.load(Ordering::Relaxed)) {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        Ok(Value::None)
    }),
    ("set_cloexec", |s, a| {
        let fd = int(s, a.arg(0))?;
        // SAFETY: integers only.
        checked(s, unsafe {
            libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC)
        })?;
        Ok(Value::None)
    }),
    ("getppid", |_, _| {
        Ok(Value::Int(i64::from(std::os::unix::process::parent_id())))
    }),
    ("umask", |s, a| {
        let mask = int(s, a.arg(0))?;
        // SAFETY: integers only.
        Ok(Value::Int(i64::from(unsafe {
            libc::umask(mask as libc::mode_t)
        })))
    }),
    ("execv", |s, a| exec(s, a, Exec::Plain)),
    // What the RPython text behind `os.execv` calls.
    ("_execv", |s, a| exec(s, a, Exec::Joined)),
    ("_execve", |s, a| exec(s, a, Exec::JoinedEnvironment)),
    ("execvp", |s, a| exec(s, a, Exec::Path)),
    ("execve", |s, a| exec(s, a, Exec::Environment)),
    ("WIFEXITED", |s, a| {
        Ok(Value::Bool(libc::WIFEXITED(int(s, a.arg(0))?)))
    }),
    ("WEXITSTATUS", |s, a| {
        Ok(Value::Int(i64::from(libc::WEXITSTATUS(int(s, a.arg(0))?))))
    }),
    ("WIFSIGNALED", |s, a| {
        Ok(Value::Bool(libc::WIFSIGNALED(int(s, a.arg(0))?)))
    }),
    ("WTERMSIG", |s, a| {
        Ok(Value::Int(i64::from(libc::WTERMSIG(int(s, a.arg(0))?))))
    }),
    ("WCOREDUMP", |s, a| {
        Ok(Value::Bool(libc::WCOREDUMP(int(s, a.arg(0))?)))
    }),
    ("WIFCONTINUED", |s, a| {
        Ok(Value::Bool(libc::WIFCONTINUED(int(s, a.arg(0))?)))
    }),
    ("WIFSTOPPED", |s, a| {
        Ok(Value::Bool(libc::WIFSTOPPED(int(s, a.arg(0))?)))
    }),
    ("WSTOPSIG", |s, a| {
        Ok(Value::Int(i64::from(libc::WSTOPSIG(int(s, a.arg(0))?))))
    }),
    ("utime", |s, a| {
        a.check(s, "utime", 2, 2)?;
        let times = match a.arg(1) {
            Value::None => {
                let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
                [now.unwrap_or_default().as_secs_f64(); 2]
            }
            pair => match s.iterate_vec(pair)?.as_slice() {
                [accessed, modified] => [s.float_value(accessed)?, s.float_value(modified)?],
                _ => return Err(s.type_error("utime() arg 2 must be a tuple (atime, mtime)")),
            },
        };
        set_times(s, a.arg(0), times)
    }),
    // What the RPython text behind `os.utime` calls.
    ("_utime", |s, a| {
        a.check(s, "_utime", 3, 3)?;
        let times = [s.float_value(a.arg(1))?, s.float_value(a.arg(2))?];
        set_times(s, a.arg(0), times)
    }),
    ("symlink", |s, a| {
        a.check(s, "symlink", 2, 2)?;
        let from = super::os::path_bytes(s, a.arg(0))?;
        let to = super::os::path_bytes(s, a.arg(1))?;
        std::os::unix::fs::symlink(from, to).map_err(|e| {
            s.os_error(
                e.raw_os_error().unwrap_or(libc::EIO),
                Some(a.arg(1).clone()),
                false,
            )
        })?;
        Ok(Value::None)
    }),
    ("readlink", |s, a| {
        a.check(s, "readlink", 1, 1)?;
        let path = super::os::path_bytes(s, a.arg(0))?;
        match std::fs::read_link(path) {
            Ok(p) => Ok(Value::from_vec(p.into_os_string().into_vec())),
            Err(e) => Err(s.os_error(
                e.raw_os_error().unwrap_or(libc::EIO),
                Some(a.arg(0).clone()),
                false,
            )),
        }
    }),
    ("system", |s, a| {
        a.check(s, "system", 1, 1)?;
        let command = super::os::path_bytes(s, a.arg(0))?;
        s.flush();
        let status = std::process::Command::new("/bin/sh")
            .arg("-c")
            .arg(command)
            .status();
        use std::os::unix::process::ExitStatusExt;
        Ok(Value::Int(
            status.map_or(-1, |status| i64::from(status.into_raw())),
        ))
    }),
];

/// The number of a user or group; -1 stands for none.
fn id(s: &Space, v: &Value) -> PyResult<u32> {
    match s.int_value(v)? {
        -1 => Ok(u32::MAX),
        n => u32::try_from(n).map_err(|_| s.error("OverflowError", "no number of a user or group")),
    }
}

/// Asks about, or changes, who a process is and whose a file is.
const IDENTITY: &[(&str, BuiltinFn)] = &[
    // SAFETY (of all): integers, and C strings that live until the call returns.
    ("fchmod", |s, a| {
        a.check(s, "fchmod", 2, 2)?;
        let (fd, mode) = (int(s, a.arg(0))?, int(s, a.arg(1))?);
        // SAFETY: see above.
        done(s, unsafe { libc::fchmod(fd, mode as libc::mode_t) })
    }),
    ("chown", |s, a| {
        a.check(s, "chown", 3, 3)?;
        let path = c_string(s, a.arg(0))?;
        let (uid, gid) = (id(s, a.arg(1))?, id(s, a.arg(2))?);
        // SAFETY: see above.
        done(s, unsafe { libc::chown(path.as_ptr(), uid, gid) })
    }),
    ("chroot", |s, a| {
        a.check(s, "chroot", 1, 1)?;
        let path = c_string(s, a.arg(0))?;
        // SAFETY: see above.
        done(s, unsafe { libc::chroot(path.as_ptr()) })
    }),
    ("mkfifo", |s, a| {
        a.check(s, "mkfifo", 1, 2)?;
        let path = c_string(s, a.arg(0))?;
        let mode = a.opt(1, "mode").map_or(Ok(0o666), |mode| int(s, mode))?;
        // SAFETY: see above.
        done(s, unsafe {
            libc::mkfifo(path.as_ptr(), mode as libc::mode_t)
        })
    }),
    ("killpg", |s, a| {
        a.check(s, "killpg", 2, 2)?;
        let (group, signal) = (int(s, a.arg(0))?, int(s, a.arg(1))?);
        // SAFETY: see above.
        done(s, unsafe { libc::killpg(group, signal) })
    }),
    ("getpgid", |s, a| {
        a.check(s, "getpgid", 1, 1)?;
        let pid = int(s, a.arg(0))?;
        // SAFETY: see above.
        number(s, unsafe { libc::getpgid(pid) })
    }),
    ("getpgrp", |s, a| {
        a.check(s, "getpgrp", 0, 0)?;
        // SAFETY: see above.
        number(s, unsafe { libc::getpgrp() })
    }),
    ("getsid", |s, a| {
        a.check(s, "getsid", 1, 1)?;
        let pid = int(s, a.arg(0))?;
        // SAFETY: see above.
        number(s, unsafe { libc::getsid(pid) })
    }),
    ("setsid", |s, a| {
        a.check(s, "setsid", 0, 0)?;
        // SAFETY: see above.
        done(s, unsafe { libc::setsid() })
    }),
    ("setpgid", |s, a| {
        a.check(s, "setpgid", 2, 2)?;
        let (pid, group) = (int(s, a.arg(0))?, int(s, a.arg(1))?);
        // SAFETY: see above.
        done(s, unsafe { libc::setpgid(pid, group) })
    }),
    ("setuid", |s, a| {
        a.check(s, "setuid", 1, 1)?;
        let uid = id(s, a.arg(0))?;
        // SAFETY: see above.
        done(s, unsafe { libc::setuid(uid) })
    }),
    ("seteuid", |s, a| {
        a.check(s, "seteuid", 1, 1)?;
        let uid = id(s, a.arg(0))?;
        // SAFETY: see above.
        done(s, unsafe { libc::seteuid(uid) })
    }),
    ("setgid", |s, a| {
        a.check(s, "setgid", 1, 1)?;
        let gid = id(s, a.arg(0))?;
        // SAFETY: see above.
        done(s, unsafe { libc::setgid(gid) })
    }),
    ("setegid", |s, a| {
        a.check(s, "setegid", 1, 1)?;
        let gid = id(s, a.arg(0))?;
        // SAFETY: see above.
        done(s, unsafe { libc::setegid(gid) })
    }),
    ("getlogin", |s, a| {
        a.check(s, "getlogin", 0, 0)?;
        // SAFETY: see above.
        c_text(s, unsafe { libc::getlogin() })
    }),
    ("ttyname", |s, a| {
        a.check(s, "ttyname", 1, 1)?;
        let fd = int(s, a.arg(0))?;
        // SAFETY: see above.
        c_text(s, unsafe { libc::ttyname(fd) })
    }),
    ("ctermid", |_, _| Ok(Value::str("/dev/tty"))),
    ("uname", |s, a| {
        a.check(s, "uname", 0, 0)?;
        let texts = uname(s)?.into_iter().map(Value::from_vec).collect();
        Ok(Value::tuple(texts))
    }),
    // What the RPython text behind `os.uname`, `os.times` and `os.getgroups` calls.
    ("_uname", |s, _| Ok(Value::from_vec(uname(s)?.join(&b'\0')))),
    ("_times", |_, _| {
        let texts = times().map(|ticks| ticks.to_string());
        Ok(Value::str(&texts.join(" ")))
    }),
    ("times", |s, a| {
        a.check(s, "times", 0, 0)?;
        let seconds = times().map(|ticks| Value::Float(ticks as f64 / 100.0));
        Ok(Value::tuple(seconds.to_vec()))
    }),
    ("getgroups", |s, a| {
        a.check(s, "getgroups", 0, 0)?;
        let numbers = groups(s)?.into_iter().map(|n| Value::Int(i64::from(n)));
        Ok(Value::list(numbers.collect()))
    }),
    ("_getgroups", |s, _| {
        let texts: Vec<String> = groups(s)?.iter().map(u32::to_string).collect();
        Ok(Value::str(&texts.join(" ")))
    }),
];

/// Sets when a file was read and changed last, in seconds since 1970.
fn set_times(s: &Space, path: &Value, times: [f64; 2]) -> PyResult {
    let name = c_string(s, path)?;
    let times = times.map(|seconds| {
        let (tv_sec, tv_nsec) = abi::times::split_seconds(seconds);
        libc::timespec { tv_sec, tv_nsec }
    });
    // SAFETY: a C string, and two structures of ours.
    match unsafe { libc::utimensat(libc::AT_FDCWD, name.as_ptr(), times.as_ptr(), 0) } {
        -1 => Err(last_error(s)),
        _ => Ok(Value::None),
    }
}

fn done(s: &Space, r: i32) -> PyResult {
    checked(s, r)?;
    Ok(Value::None)
}

fn number(s: &Space, r: i32) -> PyResult {
    Ok(Value::Int(i64::from(checked(s, r)?)))
}

/// A text of the C library's, or why there is none.
fn c_text(s: &Space, found: *const libc::c_char) -> PyResult {
    if found.is_null() {
        return Err(last_error(s));
    }
    // SAFETY: the C library gives a string that lasts until the next call.
    let text = unsafe { CStr::from_ptr(found) }.to_bytes().to_vec();
    Ok(Value::from_vec(text))
}

fn uname(s: &Space) -> PyResult<Vec<Vec<u8>>> {
    // SAFETY: arrays of integers, for which zeros are values; the system fills them in.
    let mut names: libc::utsname = unsafe { std::mem::zeroed() };
    // SAFETY: a structure of ours.
    checked(s, unsafe { libc::uname(&mut names) })?;
    let fields = [
        &names.sysname,
        &names.nodename,
        &names.release,
        &names.version,
        &names.machine,
    ];
    Ok(fields
        .iter()
        .map(|field| {
            // SAFETY: the system ends each text with a NUL.
            unsafe { CStr::from_ptr(field.as_ptr()) }
                .to_bytes()
                .to_vec()
        })
        .collect())
}

/// Ticks, a hundred of which are a second: of this process, of its children, and since some moment.
fn times() -> [i64; 5] {
    // SAFETY: integers, which the system fills in.
    let mut t: libc::tms = unsafe { std::mem::zeroed() };
    // SAFETY: a structure of ours.
    let elapsed = unsafe { libc::times(&mut t) };
    [
        t.tms_utime,
        t.tms_stime,
        t.tms_cutime,
        t.tms_cstime,
        elapsed,
    ]
}

fn groups(s: &Space) -> PyResult<Vec<u32>> {
    let mut groups = vec![0; 65536];
    // SAFETY: the system writes no more numbers than there is room for.
    let n = unsafe { libc::getgroups(groups.len() as i32, groups.as_mut_ptr()) };
    groups.truncate(checked(s, n)? as usize);
    Ok(groups)
}

/// Adds the functions to `os`.
pub fn add_to_os(m: &Rc<ModuleObj>) {
    functions(m, "posix", FUNCTIONS);
    functions(m, "posix", IDENTITY);
    ints(m, &[("WNOHANG", i64::from(libc::WNOHANG))]);
}

/// `_poll.poll(fds, milliseconds)`: those of the descriptors that can be read (or are at their end).
fn poll(s: &Space, a: &Args) -> PyResult {
    a.check(s, "poll", 2, 2)?;
    let mut fds = Vec::new();
    for v in s.iterate_vec(a.arg(0))? {
        fds.push(libc::pollfd {
            fd: int(s, &v)?,
            events: libc::POLLIN,
            revents: 0,
        });
    }
    let timeout = int(s, a.arg(1))?;
    // SAFETY: the kernel reads and writes the entries of the vector, whose length is given.
    let r = unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, timeout) };
    if r < 0 && std::io::Error::last_os_error().raw_os_error() == Some(libc::EINTR) {
        return Ok(Value::list(Vec::new()));
    }
    checked(s, r)?;
    let ready = fds.iter().filter(|p| p.revents != 0);
    Ok(Value::list(
        ready.map(|p| Value::Int(i64::from(p.fd))).collect(),
    ))
}

/// Fills `_poll`.
pub fn init_poll(_: &Space, m: &Rc<ModuleObj>) {
    functions(m, "_poll", &[("poll", poll)]);
}
