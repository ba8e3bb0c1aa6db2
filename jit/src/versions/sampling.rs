//! Where the time goes, for the log: a timer interrupts the program each millisecond of its processor time, and the
//! address at which it was is counted. **Unsafe code.**
//!
//! Only a program whose log has [`LogLevel::Versions`](super::log::Level) is sampled. The handler touches nothing but
//! atomic words of a table that is made before; it takes no lock and allocates nothing. The system looks at such timers
//! when its own clock ticks: what comes is fewer samples than asked for, so shares are to be read, and the time that
//! was measured beside them.
//!
//! ```text
//! address in residual code          a sample of the piece of code there
//! the compiler is at work           ... of the compiler
//! elsewhere, called from residual   ... of the piece of code that has called: the first return address on the stack (not
//!   code                                further than 512 bytes away) that lies in residual code. An estimate: what an
//!                                     earlier call has left on the stack looks the same
//! in the program's image            ... of the interpreter, translated
//! elsewhere                         ... of the runtime: the collector, the system
//! ```
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering::Relaxed};

/// Between two samples, in nanoseconds of processor time.
const INTERVAL: i64 = 1_000_000;
/// So far up the stack a return address is looked for, in words.
const LOOK: u64 = 64;

static BASE: AtomicU64 = AtomicU64::new(0);
static SIZE: AtomicU64 = AtomicU64::new(0);
static IMAGE: [AtomicU64; 2] = [const { AtomicU64::new(0) }; 2];
/// Where the stack ends.
static STACK: AtomicU64 = AtomicU64::new(0);
/// Two counts for each byte of residual code: samples there, and in what is called there. Memory that nothing is
/// counted in does not exist.
static COUNTS: AtomicPtr<[AtomicU32; 2]> = AtomicPtr::new(std::ptr::null_mut());
static RESIDUAL: [AtomicU32; 2] = [const { AtomicU32::new(0) }; 2];
static COMPILER: AtomicU32 = AtomicU32::new(0);
static INTERPRETER: AtomicU32 = AtomicU32::new(0);
static RUNTIME: AtomicU32 = AtomicU32::new(0);
static COMPILING: AtomicBool = AtomicBool::new(false);

/// How many samples fell where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// In residual code.
    pub residual: u32,
    /// In what residual code has called.
    pub called: u32,
    /// In the compiler.
    pub compiler: u32,
    /// In translated code that residual code has not called.
    pub interpreter: u32,
    /// Everywhere else.
    pub runtime: u32,
}

/// The compiler begins, or ends. Returns what was before.
pub fn compiling(now: bool) -> bool {
    COMPILING.swap(now, Relaxed)
}

/// Where a sample belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SampledIn {
    Residual(u64),
    Called(u64),
    Compiler,
    Interpreter,
    Runtime,
}

/// See the table above. `words`: the stack, from its top on.
fn place(pc: u64, compiling: bool, words: impl Iterator<Item = u64>) -> SampledIn {
    let (base, size) = (BASE.load(Relaxed), SIZE.load(Relaxed));
    let residual = |a: u64| a.wrapping_sub(base) < size;
    if residual(pc) {
        return SampledIn::Residual(pc - base);
    }
    if compiling {
        return SampledIn::Compiler;
    }
    // The address of the region itself may be on the stack, too: no call is in front of it.
    let mut words = words;
    if let Some(caller) = words.find(|&w| w != base && residual(w)) {
        return SampledIn::Called(caller - base - 1);
    }
    let image = IMAGE[0].load(Relaxed)..IMAGE[1].load(Relaxed);
    match image.contains(&pc) {
        true => SampledIn::Interpreter,
        false => SampledIn::Runtime,
    }
}

extern "C" fn on_tick(_: i32, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
    // SAFETY: the system passes a valid structure; we only read it.
    let registers = unsafe { &(*context.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
    let pc = registers[libc::REG_RIP as usize] as u64;
    let sp = registers[libc::REG_RSP as usize] as u64 & !7;
    let end = STACK.load(Relaxed).min(sp + 8 * LOOK);
    // SAFETY: from the top of the stack to below its end: all of it is mapped.
    let words = (sp..end)
        .step_by(8)
        .map(|a| unsafe { std::ptr::read_volatile(a as *const u64) });
    let counts = COUNTS.load(Relaxed);
    let count = |at: u64, which: usize| {
        // SAFETY: the table has an entry for each byte of the region, is never freed, and `at` lies in the region.
        let entry = unsafe { &*counts.add(at as usize) };
        entry[which].fetch_add(1, Relaxed);
        RESIDUAL[which].fetch_add(1, Relaxed);
    };
    match place(pc, COMPILING.load(Relaxed), words) {
        SampledIn::Residual(at) => count(at, 0),
        SampledIn::Called(at) => count(at, 1),
        SampledIn::Compiler => {
            COMPILER.fetch_add(1, Relaxed);
        }
        SampledIn::Interpreter => {
            INTERPRETER.fetch_add(1, Relaxed);
        }
        SampledIn::Runtime => {
            RUNTIME.fetch_add(1, Relaxed);
        }
    }
}

/// Begins to sample: the region of residual code (address, size), the image. Nothing happens if the system refuses, or
/// if the process is sampled already.
pub fn start(region: (u64, u64), image: std::ops::Range<u64>) {
    if !COUNTS.load(Relaxed).is_null() {
        return;
    }
    let bytes = region.1 as usize * size_of::<[AtomicU32; 2]>();
    let Ok(table) = runtime::pages::map(bytes) else {
        return;
    };
    BASE.store(region.0, Relaxed);
    SIZE.store(region.1, Relaxed);
    IMAGE[0].store(image.start, Relaxed);
    IMAGE[1].store(image.end, Relaxed);
    STACK.store(runtime::fault::stack_end(), Relaxed);
    COUNTS.store(table.cast(), Relaxed);
    // SAFETY: the structures are filled in as the system asks. A timer of this kind ends with the program, and is not
    // inherited by what it starts. The handler is async-signal-safe, and uses the stack for faults if there is one.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_tick as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESTART;
        libc::sigemptyset(&raw mut action.sa_mask);
        if libc::sigaction(libc::SIGPROF, &raw const action, std::ptr::null_mut()) != 0 {
            return;
        }
        let mut event: libc::sigevent = std::mem::zeroed();
        event.sigev_notify = libc::SIGEV_SIGNAL;
        event.sigev_signo = libc::SIGPROF;
        let mut timer: libc::timer_t = std::mem::zeroed();
        let clock = libc::CLOCK_PROCESS_CPUTIME_ID;
        if libc::timer_create(clock, &raw mut event, &raw mut timer) != 0 {
            return;
        }
        let interval = libc::timespec {
            tv_sec: 0,
            tv_nsec: INTERVAL,
        };
        let each = libc::itimerspec {
            it_interval: interval,
            it_value: interval,
        };
        libc::timer_settime(timer, 0, &raw const each, std::ptr::null_mut());
    }
}

/// Residual code is made in another region of the same size from now on.
pub fn set_region(base: u64) {
    BASE.store(base, Relaxed);
}

/// What was counted in these ranges of the region belongs to code that is forgotten.
pub fn forget(ranges: &[std::ops::Range<usize>]) {
    let counts = COUNTS.load(Relaxed);
    if counts.is_null() {
        return;
    }
    for range in ranges {
        // SAFETY: the table has an entry for each byte of the region, and is never freed.
        let table = unsafe { std::slice::from_raw_parts(counts.add(range.start), range.len()) };
        // Memory that nothing was counted in is not to be touched.
        for count in table.iter().flatten().filter(|c| c.load(Relaxed) != 0) {
            count.store(0, Relaxed);
        }
    }
}

/// What was counted in all; `None` if nothing is sampled.
pub fn samples() -> Option<Samples> {
    if COUNTS.load(Relaxed).is_null() {
        return None;
    }
    let read = |count: &AtomicU32| count.load(Relaxed);
    Some(Samples {
        residual: read(&RESIDUAL[0]),
        called: read(&RESIDUAL[1]),
        compiler: read(&COMPILER),
        interpreter: read(&INTERPRETER),
        runtime: read(&RUNTIME),
    })
}

/// Offsets at which something was counted in a range of residual code, with the samples there and in what is called
/// there.
pub fn counted(address: u64, size: u64) -> Vec<(u32, u32, u32)> {
    let counts = COUNTS.load(Relaxed);
    let from = address.wrapping_sub(BASE.load(Relaxed));
    let limit = SIZE.load(Relaxed);
    if counts.is_null() || from >= limit || size > limit - from {
        return Vec::new();
    }
    // SAFETY: the table has an entry for each byte of the region, in which the range lies, and is never freed.
    let table = unsafe { std::slice::from_raw_parts(counts.add(from as usize), size as usize) };
    let read = |(at, [own, called]): (u32, &[AtomicU32; 2])| {
        let (own, called) = (own.load(Relaxed), called.load(Relaxed));
        (own + called > 0).then_some((at, own, called))
    };
    (0u32..).zip(table).filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_belong_to_code_to_its_callees_and_to_others() {
        BASE.store(0x1000, Relaxed);
        SIZE.store(0x100, Relaxed);
        IMAGE[0].store(0x500, Relaxed);
        IMAGE[1].store(0x600, Relaxed);
        let none = || std::iter::empty();
        assert_eq!(place(0x1004, true, none()), SampledIn::Residual(4));
        assert_eq!(place(0x504, true, none()), SampledIn::Compiler);
        assert_eq!(place(0x504, false, none()), SampledIn::Interpreter);
        let stack = [7, 0x1100, 0x1000, 0x1010].into_iter();
        assert_eq!(place(0x504, false, stack), SampledIn::Called(0xf));
        assert_eq!(place(0x9000, false, none()), SampledIn::Runtime);
    }
}
