//! Owners of files and the identity of processes. Failures are negative error numbers, as in [`super::os`]; so are
//! numbers that the system has no room for.
use std::ffi::{CStr, CString};

use super::os::{path, refuse, result, rt, text_or_error, with_path};
use super::{strings, table};
use crate::runtime::Runtime;

table!(
    gx_os_fchmod,
    gx_os_chown,
    gx_os_chroot,
    gx_os_mkfifo,
    gx_os_kill,
    gx_os_killpg,
    gx_os_getpgid,
    gx_os_getpgrp,
    gx_os_getsid,
    gx_os_setsid,
    gx_os_setpgid,
    gx_os_setuid,
    gx_os_seteuid,
    gx_os_setgid,
    gx_os_setegid,
    gx_os_fork,
    gx_os_waitpid,
    gx_os_execv,
    gx_os_execve,
    gx_os_putenv,
    gx_os_unsetenv,
    gx_os_environment,
    gx_os_uname,
    gx_os_times,
    gx_os_getgroups,
    gx_os_getlogin,
    gx_os_ttyname,
);

/// A number as C has it: of a process, group, signal or descriptor.
fn int(n: i64) -> Option<i32> {
    i32::try_from(n).ok()
}

/// The number of a user or group; -1 stands for none.
fn id(n: i64) -> Option<u32> {
    if n == -1 {
        return Some(u32::MAX);
    }
    u32::try_from(n).ok()
}

/// The result of a call whose arguments were all in range.
fn call(context: *mut Runtime, code: Option<i32>) -> i64 {
    match code {
        Some(code) => result(context, i64::from(code)),
        None => refuse(context, libc::EINVAL),
    }
}

extern "C" fn gx_os_fchmod(context: *mut Runtime, fd: i64, mode: i64) -> i64 {
    // SAFETY: integers only.
    let change = |fd| unsafe { libc::fchmod(fd, mode as libc::mode_t) };
    call(context, int(fd).map(change))
}
extern "C" fn gx_os_chown(context: *mut Runtime, name: u64, uid: i64, gid: i64) -> i64 {
    let (Some(uid), Some(gid)) = (id(uid), id(gid)) else {
        return refuse(context, libc::EINVAL);
    };
    with_path(context, name, |p| {
        // SAFETY: a C string and integers.
        i64::from(unsafe { libc::chown(p, uid, gid) })
    })
}
extern "C" fn gx_os_chroot(context: *mut Runtime, name: u64) -> i64 {
    // SAFETY: a C string.
    with_path(context, name, |p| i64::from(unsafe { libc::chroot(p) }))
}
extern "C" fn gx_os_mkfifo(context: *mut Runtime, name: u64, mode: i64) -> i64 {
    with_path(context, name, |p| {
        // SAFETY: a C string and an integer.
        i64::from(unsafe { libc::mkfifo(p, mode as libc::mode_t) })
    })
}
extern "C" fn gx_os_kill(context: *mut Runtime, pid: i64, signal: i64) -> i64 {
    let given = int(pid).zip(int(signal));
    // SAFETY: integers only.
    call(
        context,
        given.map(|(pid, signal)| unsafe { libc::kill(pid, signal) }),
    )
}
extern "C" fn gx_os_killpg(context: *mut Runtime, group: i64, signal: i64) -> i64 {
    let given = int(group).zip(int(signal));
    // SAFETY: integers only.
    call(
        context,
        given.map(|(group, signal)| unsafe { libc::killpg(group, signal) }),
    )
}
extern "C" fn gx_os_getpgid(context: *mut Runtime, pid: i64) -> i64 {
    // SAFETY: integers only.
    call(context, int(pid).map(|pid| unsafe { libc::getpgid(pid) }))
}
extern "C" fn gx_os_getpgrp(_context: *mut Runtime) -> i64 {
    // SAFETY: it only asks.
    i64::from(unsafe { libc::getpgrp() })
}
extern "C" fn gx_os_getsid(context: *mut Runtime, pid: i64) -> i64 {
    // SAFETY: integers only.
    call(context, int(pid).map(|pid| unsafe { libc::getsid(pid) }))
}
extern "C" fn gx_os_setsid(context: *mut Runtime) -> i64 {
    // SAFETY: no arguments.
    call(context, Some(unsafe { libc::setsid() }))
}
extern "C" fn gx_os_setpgid(context: *mut Runtime, pid: i64, group: i64) -> i64 {
    let given = int(pid).zip(int(group));
    // SAFETY: integers only.
    call(
        context,
        given.map(|(pid, group)| unsafe { libc::setpgid(pid, group) }),
    )
}
extern "C" fn gx_os_setuid(context: *mut Runtime, uid: i64) -> i64 {
    // SAFETY: integers only.
    call(context, id(uid).map(|uid| unsafe { libc::setuid(uid) }))
}
extern "C" fn gx_os_seteuid(context: *mut Runtime, uid: i64) -> i64 {
    // SAFETY: integers only.
    call(context, id(uid).map(|uid| unsafe { libc::seteuid(uid) }))
}
extern "C" fn gx_os_setgid(context: *mut Runtime, gid: i64) -> i64 {
    // SAFETY: integers only.
    call(context, id(gid).map(|gid| unsafe { libc::setgid(gid) }))
}
extern "C" fn gx_os_setegid(context: *mut Runtime, gid: i64) -> i64 {
    // SAFETY: integers only.
    call(context, id(gid).map(|gid| unsafe { libc::setegid(gid) }))
}
extern "C" fn gx_os_fork(context: *mut Runtime) -> i64 {
    // SAFETY: a program has one thread; the child goes on with a copy of it.
    let child = unsafe { libc::fork() };
    if child == 0 {
        rt(context).forget_timer();
    }
    call(context, Some(child))
}
/// Process and status in one number: the process in the upper half.
extern "C" fn gx_os_waitpid(context: *mut Runtime, pid: i64, options: i64) -> i64 {
    let Some((pid, options)) = int(pid).zip(int(options)) else {
        return refuse(context, libc::EINVAL);
    };
    let mut status = 0;
    loop {
        // SAFETY: the system writes one integer.
        let found = unsafe { libc::waitpid(pid, &mut status, options) };
        let code = result(context, i64::from(found));
        if code == -i64::from(libc::EINTR) {
            continue;
        }
        return if code < 0 {
            code
        } else {
            code << 32 | i64::from(status as u32)
        };
    }
}
/// The arguments are one text, with NULs between them. It returns on failure only.
extern "C" fn gx_os_execv(context: *mut Runtime, name: u64, args: u64) -> i64 {
    let Some(name) = path(context, name) else {
        return refuse(context, libc::ENOENT);
    };
    let args = parts(args);
    let pointers = pointers(&args);
    // SAFETY: C strings and an array of them that ends in null; both live until the call returns.
    let code = unsafe { libc::execv(name.as_ptr(), pointers.as_ptr()) };
    call(context, Some(code))
}
/// The same with an environment: `NAME=value`, with NULs between them.
extern "C" fn gx_os_execve(context: *mut Runtime, name: u64, args: u64, env: u64) -> i64 {
    let Some(name) = path(context, name) else {
        return refuse(context, libc::ENOENT);
    };
    let (args, env) = (parts(args), parts(env));
    let env: Vec<CString> = env.into_iter().filter(|e| !e.is_empty()).collect();
    let (argv, envp) = (pointers(&args), pointers(&env));
    // SAFETY: C strings and arrays of them that end in null; all live until the call returns.
    let code = unsafe { libc::execve(name.as_ptr(), argv.as_ptr(), envp.as_ptr()) };
    call(context, Some(code))
}
/// The parts of a text between its NULs.
fn parts(text: u64) -> Vec<CString> {
    // SAFETY: a valid string, which is copied.
    let text = unsafe { strings::bytes(text) };
    let parts = text.split(|&b| b == 0);
    parts
        .map(|part| CString::new(part).unwrap_or_default())
        .collect()
}
/// The addresses of strings, with null at the end.
fn pointers(texts: &[CString]) -> Vec<*const libc::c_char> {
    let addresses = texts.iter().map(|text| text.as_ptr());
    addresses.chain([std::ptr::null()]).collect()
}
/// The five texts, with NULs between them.
extern "C" fn gx_os_putenv(context: *mut Runtime, name: u64, value: u64) -> i64 {
    let Some(value) = path(context, value) else {
        return -i64::from(libc::ENOENT);
    };
    with_path(context, name, |name| {
        // SAFETY: two C strings, which are copied; no other thread reads the environment after the start.
        i64::from(unsafe { libc::setenv(name, value.as_ptr(), 1) })
    })
}
extern "C" fn gx_os_unsetenv(context: *mut Runtime, name: u64) -> i64 {
    with_path(context, name, |name| {
        // SAFETY: a C string; no other thread reads the environment after the start.
        i64::from(unsafe { libc::unsetenv(name) })
    })
}
/// All of the environment in one text, with NULs between.
extern "C" fn gx_os_environment(context: *mut Runtime) -> u64 {
    use std::os::unix::ffi::OsStringExt;
    let entries: Vec<Vec<u8>> = std::env::vars_os()
        .map(|(k, v)| [&k.into_vec()[..], b"=", &v.into_vec()].concat())
        .collect();
    text_or_error(context, Ok(entries.join(&0)))
}
extern "C" fn gx_os_uname(context: *mut Runtime) -> u64 {
    // SAFETY: integers and arrays of them, for which zeros are values; the system fills them in.
    let mut names: libc::utsname = unsafe { std::mem::zeroed() };
    // SAFETY: a structure of ours.
    let text = if unsafe { libc::uname(&mut names) } < 0 {
        Err(std::io::Error::last_os_error())
    } else {
        let fields = [
            &names.sysname,
            &names.nodename,
            &names.release,
            &names.version,
            &names.machine,
        ];
        let texts = fields.map(|field| {
            // SAFETY: the system ends each text with a NUL.
            unsafe { CStr::from_ptr(field.as_ptr()) }.to_bytes()
        });
        Ok(texts.join(&b'\0'))
    };
    text_or_error(context, text)
}
/// Ticks, a hundred of which are a second.
extern "C" fn gx_os_times(context: *mut Runtime) -> u64 {
    // SAFETY: integers, which the system fills in.
    let mut t: libc::tms = unsafe { std::mem::zeroed() };
    // SAFETY: a structure of ours.
    let elapsed = unsafe { libc::times(&mut t) };
    let text = format!(
        "{} {} {} {} {elapsed}",
        t.tms_utime, t.tms_stime, t.tms_cutime, t.tms_cstime
    );
    text_or_error(context, Ok(text.into_bytes()))
}
extern "C" fn gx_os_getgroups(context: *mut Runtime) -> u64 {
    let mut groups = vec![0 as libc::gid_t; 65536];
    // SAFETY: the system writes no more numbers than there is room for.
    let n = unsafe { libc::getgroups(groups.len() as i32, groups.as_mut_ptr()) };
    let text = match usize::try_from(n) {
        Ok(n) => {
            let texts: Vec<String> = groups[..n].iter().map(|g| g.to_string()).collect();
            Ok(texts.join(" ").into_bytes())
        }
        Err(_) => Err(std::io::Error::last_os_error()),
    };
    text_or_error(context, text)
}
/// A text of the C library's, or why there is none.
fn c_text(found: *const libc::c_char) -> std::io::Result<Vec<u8>> {
    if found.is_null() {
        return Err(std::io::Error::last_os_error());
    }
    // SAFETY: the C library gives a string that lasts until the next call.
    Ok(unsafe { CStr::from_ptr(found) }.to_bytes().to_vec())
}
extern "C" fn gx_os_getlogin(context: *mut Runtime) -> u64 {
    // SAFETY: no arguments.
    text_or_error(context, c_text(unsafe { libc::getlogin() }))
}
extern "C" fn gx_os_ttyname(context: *mut Runtime, fd: i64) -> u64 {
    // SAFETY: an integer.
    let name = unsafe { libc::ttyname(int(fd).unwrap_or(-1)) };
    text_or_error(context, c_text(name))
}
