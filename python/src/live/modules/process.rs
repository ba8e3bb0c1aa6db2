//! Processes for `os`, and `_poll`: `fork`, `pipe`, `waitpid`, `execvp` and friends.
//!
//! `fork` copies the calling thread only. The live space belongs to one thread and shares nothing with others, so a
//! child can go on with it; it must end with `os._exit` or an `exec`, never by returning to the thread's owner (the
//! test runner and `subprocess` do so). The `unsafe` blocks are calls of libc on integers and on buffers that live in
//! the same function.
use std::ffi::CString;
use std::os::unix::ffi::OsStringExt;
use std::rc::Rc;

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

fn exec(s: &Space, a: &Args, environ: bool) -> PyResult {
    let n = if environ { 3 } else { 2 };
    a.check(s, "exec", n, n)?;
    let file = c_string(s, a.arg(0))?;
    let argv = c_strings(s, a.arg(1))?;
    let argv = (pointers(&argv), argv);
    let mut env = Vec::new();
    if environ {
        for (k, v) in s.mapping_items(a.arg(2), a.arg(2))? {
            let mut text = c_string(s, &k)?.into_bytes();
            text.push(b'=');
            text.extend(c_string(s, &v)?.into_bytes());
            env.push(CString::new(text).map_err(|_| s.type_error("environment with a null byte"))?);
        }
    }
    let envp = pointers(&env);
    s.flush();
    // SAFETY: all strings end in a null byte, the arrays in a null pointer, and both live until the call returns (on
    // failure).
    unsafe {
        if environ {
            libc::execve(file.as_ptr(), argv.0.as_ptr(), envp.as_ptr());
        } else {
            libc::execvp(file.as_ptr(), argv.0.as_ptr());
        }
    }
    Err(last_error(s))
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
        a.check(s, "waitpid", 2, 2)?;
        let (pid, options) = (int(s, a.arg(0))?, int(s, a.arg(1))?);
        let mut status = 0;
        loop {
            // SAFETY: the kernel writes one integer.
            let r = unsafe { libc::waitpid(pid, &mut status, options) };
            if r < 0 && std::io::Error::last_os_error().raw_os_error() == Some(libc::EINTR) {
                continue;
            }
            let pid = Value::Int(i64::from(checked(s, r)?));
            return Ok(Value::tuple(vec![pid, Value::Int(i64::from(status))]));
        }
    }),
    ("kill", |s, a| {
        a.check(s, "kill", 2, 2)?;
        let (pid, signal) = (int(s, a.arg(0))?, int(s, a.arg(1))?);
        // SAFETY: integers only.
        checked(s, unsafe { libc::kill(pid, signal) })?;
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
    ("setsid", |s, a| {
        a.check(s, "setsid", 0, 0)?;
        // SAFETY: no arguments.
        checked(s, unsafe { libc::setsid() })?;
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
    ("execv", |s, a| exec(s, a, false)),
    ("execvp", |s, a| exec(s, a, false)),
    ("execve", |s, a| exec(s, a, true)),
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

/// Adds the functions to `os`.
pub fn add_to_os(m: &Rc<ModuleObj>) {
    functions(m, "posix", FUNCTIONS);
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
