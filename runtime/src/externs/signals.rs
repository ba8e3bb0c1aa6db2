//! Signals. A program says what a signal does; one that it wants to know of is noted by a handler, and the program asks
//! for it. Failures are negative error numbers, as in [`super::os`].
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use super::os::{refuse, result};
use super::table;
use crate::runtime::Runtime;

table!(
    gx_signal_action,
    gx_signal_poll,
    gx_signal_place,
    gx_os_alarm,
    gx_os_pause,
);

/// The signals that arrived and were not asked for yet, by number.
static ARRIVED: [AtomicBool; 65] = [const { AtomicBool::new(false) }; 65];

/// What programs look at between their operations: the first word becomes -1 when a signal arrives. The others are
/// theirs.
static PLACE: [AtomicI64; 4] = [const { AtomicI64::new(0) }; 4];

/// Nothing but atomic stores are done here: it may interrupt anything.
extern "C" fn note(signal: i32) {
    if let Some(arrived) = usize::try_from(signal).ok().and_then(|s| ARRIVED.get(s)) {
        arrived.store(true, Ordering::Relaxed);
    }
    PLACE[0].store(-1, Ordering::Relaxed);
}

/// What a signal does from now on. 0: what it does by default; 1: nothing; 2: it is noted. Faults of memory are the
/// runtime's own (stack overflow), and stay so.
extern "C" fn gx_signal_action(context: *mut Runtime, signal: i64, action: i64) -> i64 {
    let faults = [libc::SIGSEGV, libc::SIGBUS].map(i64::from);
    let Some(number) = i32::try_from(signal)
        .ok()
        .filter(|_| !faults.contains(&signal))
    else {
        return refuse(context, libc::EINVAL);
    };
    let handler = match action {
        0 => libc::SIG_DFL,
        1 => libc::SIG_IGN,
        _ => note as *const () as usize,
    };
    // SAFETY: all-zero bytes are a valid structure of the system.
    let mut wanted: libc::sigaction = unsafe { std::mem::zeroed() };
    wanted.sa_sigaction = handler;
    // SAFETY: the structure is valid and read only; `note` is safe to be called at any time. Without SA_RESTART calls
    // that wait are interrupted, as programs expect that look for signals between their operations.
    let code = unsafe { libc::sigaction(number, &raw const wanted, std::ptr::null_mut()) };
    result(context, i64::from(code))
}

/// The address of the words that programs look at.
extern "C" fn gx_signal_place(_: *mut Runtime) -> i64 {
    PLACE.as_ptr() as i64
}

/// The lowest signal that arrived and was not asked for yet, or -1.
extern "C" fn gx_signal_poll(_: *mut Runtime) -> i64 {
    let first = ARRIVED
        .iter()
        .position(|s| s.swap(false, Ordering::Relaxed));
    first.map_or(-1, |s| s as i64)
}

/// Has SIGALRM sent after some seconds; those that were left of an earlier call.
extern "C" fn gx_os_alarm(_: *mut Runtime, seconds: i64) -> i64 {
    // SAFETY: an integer only.
    i64::from(unsafe { libc::alarm(u32::try_from(seconds).unwrap_or(0)) })
}

/// Waits for a signal that is noted. The system may deliver it to another thread, so that its own call would not end.
extern "C" fn gx_os_pause(_: *mut Runtime) -> i64 {
    while !ARRIVED.iter().any(|s| s.load(Ordering::Relaxed)) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    0
}
