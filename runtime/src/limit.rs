//! The time that attempts may take ([`Runtime::attempt_words`]).
//!
//! What is called behind a wrong guess may never end, though the program never calls it so. A timer of the thread's
//! processor time runs from the first limited attempt on until the caller says that it makes no more for now
//! ([`Runtime::end_attempts`]): an attempt takes less than to set a timer. When it expires and the attempt that is
//! under way was under way when the timer was set, the attempt is left; otherwise the timer is set for the one that is.
//!
//! The signal is SIGBUS, which is the runtime's own: programs cannot set it ([`crate::fault`]).
use std::time::Duration;

use crate::call::Left;
use crate::runtime::Runtime;

/// What an attempt may take, and up to twice as much.
const TIME: Duration = Duration::from_millis(250);
/// How much later it is tried again if the attempt was not in emitted code.
const SOON: Duration = Duration::from_millis(1);

/// The timer, and the attempt it was set for.
#[derive(Default)]
pub(crate) struct Limit {
    timer: Option<libc::timer_t>,
    set: bool,
    /// Attempts so far.
    attempts: u64,
    /// The number of the attempt that was under way, or began, when the timer was set.
    watched: u64,
}

impl Limit {
    /// The number of an attempt that begins.
    pub(crate) fn begin(&mut self) -> u64 {
        self.attempts += 1;
        if !self.set {
            self.watch(self.attempts, TIME);
        }
        self.attempts
    }
    /// No attempt is made for now.
    pub(crate) fn end(&mut self) {
        if self.set {
            self.set_timer(Duration::ZERO);
            self.set = false;
        }
    }
    fn watch(&mut self, attempt: u64, time: Duration) {
        self.watched = attempt;
        self.set = self.set_timer(time);
    }
    /// Zero stops the timer. Whether there is one.
    fn set_timer(&mut self, time: Duration) -> bool {
        if self.timer.is_none() {
            self.timer = new_timer();
        }
        let Some(timer) = self.timer else {
            return false;
        };
        // SAFETY: the timer is one of this process, and the structure is valid and only read.
        unsafe {
            let mut wanted: libc::itimerspec = std::mem::zeroed();
            wanted.it_value.tv_nsec = time.subsec_nanos().into();
            libc::timer_settime(timer, 0, &raw const wanted, std::ptr::null_mut()) == 0
        }
    }
}

/// A timer of this thread's processor time that sends it SIGBUS.
fn new_timer() -> Option<libc::timer_t> {
    let mut timer: libc::timer_t = std::ptr::null_mut();
    // SAFETY: the structures are ours; the system fills in the timer.
    unsafe {
        let mut event: libc::sigevent = std::mem::zeroed();
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = libc::SIGBUS;
        event.sigev_notify_thread_id = libc::gettid();
        let made = libc::timer_create(
            libc::CLOCK_THREAD_CPUTIME_ID,
            &raw mut event,
            &raw mut timer,
        );
        (made == 0).then_some(timer)
    }
}

impl Runtime {
    /// The caller of [`Runtime::attempt_words`] makes no more calls for now.
    pub fn end_attempts(&mut self) {
        self.limit.end();
    }
    /// This is the child of a fork, which has no timers.
    pub(crate) fn forget_timer(&mut self) {
        self.limit = Limit::default();
    }
    /// For the handler of the timer's signal: where to go on, and an argument, if an attempt is to be left that
    /// executes the instruction at `pc`.
    pub(crate) fn time_is_up(&mut self, pc: u64) -> Option<[u64; 2]> {
        if !self.limit.set {
            return None;
        }
        let Some(attempt) = self.limited_attempt() else {
            self.limit.set = false;
            return None;
        };
        if attempt != self.limit.watched {
            self.limit.watch(attempt, TIME);
        } else if !self.program.is_code(pc) {
            self.limit.watch(attempt, SOON);
        } else {
            self.limit.set = false;
            return self.leave_attempt_at(Left::TooLong);
        }
        None
    }
}
