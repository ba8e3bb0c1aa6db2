//! What genext asks the system about processes: its own and those it starts.
use std::fs::File;
use std::io;
use std::os::fd::FromRawFd;

/// A write beyond the limit of a file's size (`ulimit -f`) is an error, as in Python, and not the end of the process.
pub fn ignore_file_size_signal() {
    // SAFETY: ignoring a signal calls no code of ours.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

/// The system ends this process when the one that started it is gone. Asked too late, nobody would: `false` says that
/// it is gone already.
pub fn end_with_parent(parent: u32) -> bool {
    // SAFETY: two system calls on integers.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::getppid() as u32 == parent
    }
}

/// Ends a process and the group that it leads.
pub fn kill_group(leader: u32) {
    // SAFETY: a system call on integers; the leader is a child that was not waited for, so its number is not another's.
    unsafe { libc::kill(-(leader as i32), libc::SIGKILL) };
}

/// A file that is in memory only and has a name for listings of processes. It is closed when another program is
/// executed.
///
/// # Errors
/// The system's, if it has no such files or no more of them.
pub fn memory_file(name: &std::ffi::CStr) -> io::Result<File> {
    // SAFETY: the name is a C string, which the system copies.
    let fd = unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor was just opened, and nobody else knows it.
    Ok(unsafe { File::from_raw_fd(fd) })
}
