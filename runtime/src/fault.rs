//! Native stack and faults: the stack limit, and the handler that turns a null access into a report.
use std::cell::Cell;

use crate::call::Left;
use crate::runtime::Runtime;

/// Room below the stack limit for calls into Rust and the system.
const RESERVE: u64 = 256 * 1024;
/// More stack than this is not used, whatever the system's limit: runaway recursion should end soon.
const MAX_STACK: u64 = 512 << 20;

thread_local! {
    static RUNTIME: Cell<*mut Runtime> = const { Cell::new(std::ptr::null_mut()) };
}

/// With a JIT a level of recursion takes more: the frames of the interpreter and of the compiled code that it calls,
/// each of which has room for the values of its cold paths.
const JIT_STACK: u64 = 6;
/// What the system keeps free below the main thread's stack, whatever its limit was when the program began.
const GAP: u64 = 120 << 20;

/// Asks for a larger stack for a program with a JIT, if this is the main thread, whose stack grows on demand.
pub fn enlarge_stack() {
    // SAFETY: the calls read and fill in a structure of ours.
    unsafe {
        if libc::gettid() != libc::getpid() {
            return;
        }
        let mut limit: libc::rlimit = std::mem::zeroed();
        if libc::getrlimit(libc::RLIMIT_STACK, &raw mut limit) != 0 {
            return;
        }
        let wanted = limit.rlim_cur.saturating_mul(JIT_STACK).min(GAP);
        let wanted = wanted.min(limit.rlim_max);
        if wanted > limit.rlim_cur {
            limit.rlim_cur = wanted;
            libc::setrlimit(libc::RLIMIT_STACK, &raw const limit);
        }
    }
}

/// rsp must stay above this address in emitted code of this thread.
pub fn stack_limit() -> u64 {
    let here = 0u8;
    let sp = &raw const here as u64;
    let mut low = sp.saturating_sub(6 << 20);
    // SAFETY: the calls fill in structures of ours; on failure the default above stays.
    unsafe {
        let mut attr: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &raw mut attr) == 0 {
            let mut start = std::ptr::null_mut();
            let mut size = 0;
            if libc::pthread_attr_getstack(&raw const attr, &raw mut start, &raw mut size) == 0 {
                low = start as u64;
            }
            libc::pthread_attr_destroy(&raw mut attr);
        }
    }
    low.max(sp.saturating_sub(MAX_STACK)) + RESERVE
}

/// The end of this thread's stack, the highest address; 0 if the system does not tell.
pub fn stack_end() -> u64 {
    // SAFETY: the calls fill in structures of ours, which are read if that succeeded.
    unsafe {
        let mut attr: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &raw mut attr) != 0 {
            return 0;
        }
        let (mut start, mut size) = (std::ptr::null_mut(), 0);
        let told = libc::pthread_attr_getstack(&raw const attr, &raw mut start, &raw mut size);
        libc::pthread_attr_destroy(&raw mut attr);
        match told {
            0 => start as u64 + size as u64,
            _ => 0,
        }
    }
}

extern "C" fn on_fault(signal: i32, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system passes valid structures, and takes the registers back from there when the handler returns.
    let (registers, address, is_timer) = unsafe {
        let context = &mut *context.cast::<libc::ucontext_t>();
        let info = &*info;
        let is_timer = info.si_code == libc::SI_TIMER;
        (
            &mut context.uc_mcontext.gregs,
            info.si_addr() as u64,
            is_timer,
        )
    };
    let pc = registers[libc::REG_RIP as usize] as u64;
    let rt = RUNTIME.with(Cell::get);
    // SAFETY: the pointer is that of the runtime `install` got, which lives as long as the program runs.
    let rt = unsafe { rt.as_mut() };
    let mut go_on_at = |[to, argument]: [u64; 2]| {
        registers[libc::REG_RIP as usize] = to as i64;
        registers[libc::REG_RDI as usize] = argument as i64;
    };
    if is_timer {
        if let Some(place) = rt.and_then(|rt| rt.time_is_up(pc)) {
            go_on_at(place);
        }
        return;
    }
    if let Some(rt) = rt
        && (rt.program.is_code(pc) || rt.jit.as_ref().is_some_and(|j| j.is_code(pc)))
    {
        if let Some(place) = rt.leave_attempt_at(Left::Error) {
            go_on_at(place);
            return;
        }
        crate::report::fault(rt, pc, address);
    }
    // Not ours: die of it, as without a handler.
    // SAFETY: restoring the default action and returning re-executes the faulting instruction.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
}

/// Installs the handler for faults in emitted code, on a stack of its own.
pub fn install(rt: &mut Runtime) {
    RUNTIME.with(|r| r.set(rt));
    const SIZE: usize = 64 * 1024;
    let Ok(stack) = crate::pages::map(SIZE) else {
        return;
    };
    // SAFETY: the structures are filled in as the system asks; the handler is async-signal-safe enough for a process
    // that is about to end: it runs only for faults inside emitted code, which holds no lock. For the timer it asks for
    // numbers, and sets the timer again, which may be done in a handler.
    unsafe {
        let alternate = libc::stack_t {
            ss_sp: stack.cast(),
            ss_flags: 0,
            ss_size: SIZE,
        };
        libc::sigaltstack(&raw const alternate, std::ptr::null_mut());
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_fault as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        libc::sigemptyset(&raw mut action.sa_mask);
        for signal in [libc::SIGSEGV, libc::SIGBUS] {
            libc::sigaction(signal, &raw const action, std::ptr::null_mut());
        }
    }
}
