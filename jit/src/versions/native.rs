//! Where emitted code and the runtime meet the JIT: the functions they call, and the JIT as the runtime sees it.
//! **Unsafe code.**
//!
//! The JIT is made at the first call of `gx_jit_enter`, from the tables of the image, and lives as long as the process.
use std::cell::{Cell, RefCell};

use backend_x86::residual::{Region, Saved};
use lowlevel::ops::JitParam;
use runtime::externs::Function;
use runtime::jit::Position;
use runtime::runtime::Runtime;
use runtime::stack::FrameInfo;

use smallvec::SmallVec;

use super::code::EdgeId;
pub use super::image::start;
use super::jit::Jit;
use super::log::Log;
use super::params;
use crate::support::boxes::BoxId;
use crate::support::externs::box_of;
use crate::support::memory;
use jit_abi::info::{CallId, LocationId, PointId};
use jit_abi::settings::Settings;

thread_local! {
    static JIT: Cell<Option<&'static Jit>> = const { Cell::new(None) };
    /// The settings, until there is a JIT.
    static SETTINGS: RefCell<Option<Settings>> = const { RefCell::new(None) };
}

/// Settings for the JIT that is made when a loop gets hot.
pub(super) fn keep(settings: Settings) {
    SETTINGS.with(|s| *s.borrow_mut() = Some(settings));
}

/// The functions of this module that emitted code calls by name; the stub registers them with those of the
/// [support library](crate::support::externs::TABLE).
pub static TABLE: &[(&str, Function)] = &[
    ("gx_jit_enter", Function(gx_jit_enter as *const ())),
    ("gx_jit_passes", Function(gx_jit_passes as *const ())),
    ("gx_jit_lends", Function(gx_jit_lends as *const ())),
    ("gx_jit_certain", Function(gx_jit_certain as *const ())),
    ("gx_jit_calls", Function(gx_jit_calls as *const ())),
    ("gx_jit_calls_one", Function(gx_jit_calls_one as *const ())),
    ("gx_jit_joins", Function(gx_jit_joins as *const ())),
    ("gx_jit_heads", Function(gx_jit_heads as *const ())),
    ("gx_jit_begins", Function(gx_jit_begins as *const ())),
    ("gx_jit_ended", Function(gx_jit_ended as *const ())),
    ("gx_jit_set_param", Function(gx_jit_set_param as *const ())),
    ("gx_jit_written", Function(gx_jit_written as *const ())),
    ("gx_jit_redeem", Function(gx_jit_redeem as *const ())),
    ("gx_jit_claim", Function(gx_jit_claim as *const ())),
];

/// The address of the function that edge stubs call.
pub(super) fn edge_address() -> u64 {
    gx_jit_edge as *const () as u64
}

/// Makes a JIT the one of this thread and of a runtime.
///
/// # Errors
/// If code memory is too small.
pub fn install(jit: Jit, rt: &mut Runtime) -> std::io::Result<&'static Jit> {
    let jit: &'static Jit = Box::leak(Box::new(jit));
    let made = super::edges::make_leaving_code(&mut jit.code.region.borrow_mut());
    made.map_err(|e| std::io::Error::other(e.to_string()))?;
    jit.state.redeem.set(redeem);
    jit.state.claim.set(claim);
    crate::support::externs::install(jit.state);
    JIT.with(|j| j.set(Some(jit)));
    rt.jit = Some(Box::new(Handle(jit)));
    Ok(jit)
}

/// Makes an installed JIT the one of this thread again: where several runtimes share a thread, the one that is about to
/// run.
pub fn activate(jit: &'static Jit) {
    crate::support::externs::install(jit.state);
    JIT.with(|j| j.set(Some(jit)));
}

/// The JIT of this thread, if there is one.
pub fn current() -> Option<&'static Jit> {
    JIT.with(Cell::get)
}

/// `gx_jit_enter(ctx, portal) -> code`
extern "C" fn gx_jit_enter(context: *mut Runtime, portal: u64) -> i64 {
    let jit = current().or_else(|| {
        // SAFETY: emitted code passes its context, the live runtime; nobody else uses it during this call.
        let rt = unsafe { &mut *context };
        let tables = super::image::read(rt)?;
        let settings = SETTINGS.take().unwrap_or_else(Settings::from_env);
        let jit = super::image::make(rt, tables, settings, Log::from_env())?;
        params::ask_early(rt.program.view.header.jit_threshold);
        Some(jit)
    });
    match jit {
        Some(jit) => jit.arrived(
            (portal & !jit_abi::LEFT) as usize,
            portal & jit_abi::LEFT != 0,
        ),
        None => {
            // There is no code memory, or the tables are damaged: the thresholds are set so that no counter reaches
            // them again.
            // SAFETY: as above.
            let thresholds = unsafe { &*context }.program.view.header.jit_threshold;
            if thresholds != 0 {
                params::set_threshold(thresholds, None, params::NEVER);
            }
            jit_abi::INTERPRET
        }
    }
}

/// `gx_jit_lends(ctx) -> lends`
extern "C" fn gx_jit_lends(_context: *mut Runtime) -> u64 {
    u64::from(current().is_some_and(Jit::lends_targets))
}

/// `gx_jit_passes(ctx, point) -> passes`
extern "C" fn gx_jit_passes(_context: *mut Runtime, point: u64) -> u64 {
    u64::from(current().is_some_and(|jit| jit.passes(PointId(point as u32))))
}

/// `gx_jit_calls(ctx, point, start, kind, out) -> words`
extern "C" fn gx_jit_calls(
    _context: *mut Runtime,
    point: u64,
    start: u64,
    kind: i64,
    out: u64,
) -> u64 {
    let (point, start) = (PointId(point as u32), PointId(start as u32));
    current().map_or(0, |jit| jit.calls_generator(point, start, kind, out))
}

/// `gx_jit_calls_one(ctx, call, point, function, kind, out) -> words`
extern "C" fn gx_jit_calls_one(
    _context: *mut Runtime,
    call: u64,
    point: u64,
    function: u64,
    kind: i64,
    out: u64,
) -> u64 {
    let (call, point) = (CallId(call as u32), PointId(point as u32));
    current().map_or(0, |jit| {
        jit.calls_one_generator(call, point, function, kind, out)
    })
}

/// `gx_jit_joins(ctx, out) -> joins`
extern "C" fn gx_jit_joins(_context: *mut Runtime, out: u64) -> u64 {
    u64::from(current().is_none_or(|jit| jit.joins_code(out)))
}

/// `gx_jit_heads(ctx, out) -> heads`
extern "C" fn gx_jit_heads(_context: *mut Runtime, out: u64) -> u64 {
    u64::from(current().is_none_or(|jit| jit.heads_code(out)))
}

/// `gx_jit_certain(ctx, function, count, out) -> certain`
extern "C" fn gx_jit_certain(_context: *mut Runtime, function: u64, count: u64, out: u64) -> u64 {
    let args: SmallVec<[BoxId; 8]> = (0..count)
        .map(|i| box_of(memory::word(out + 8 * i)))
        .collect();
    u64::from(current().is_some_and(|jit| jit.is_certain(function as u32, &args)))
}

/// `gx_jit_set_param(ctx, driver, parameter, value)`
extern "C" fn gx_jit_set_param(context: *mut Runtime, driver: i64, param: i64, value: i64) {
    // SAFETY: emitted code passes its context, the live runtime; nobody else uses it during this call.
    let rt = unsafe { &*context };
    let Some(&(_, param)) = JitParam::ALL.get(param as usize) else {
        return;
    };
    let driver = usize::try_from(driver).ok();
    let value = (value != JitParam::DEFAULT).then_some(value);
    match current() {
        Some(jit) => params::set(rt, &mut jit.settings.borrow_mut(), driver, param, value),
        None => SETTINGS.with(|s| {
            let mut s = s.borrow_mut();
            let settings = s.get_or_insert_with(Settings::from_env);
            params::set(rt, settings, driver, param, value);
        }),
    }
}

/// `gx_jit_written(ctx, object, field)`
extern "C" fn gx_jit_written(_context: *mut Runtime, object: u64, field: u64) {
    written(object, field as u32);
}

fn written(object: u64, field: u32) {
    if let Some(jit) = current()
        && jit.state.is_watched(field)
    {
        jit.written(object, field);
    }
}

/// `gx_jit_begins(ctx) -> clock`
extern "C" fn gx_jit_begins(_context: *mut Runtime) -> u64 {
    cycles().max(1)
}

/// `gx_jit_ended(ctx, clock)`
extern "C" fn gx_jit_ended(_context: *mut Runtime, clock: u64) {
    if let Some(jit) = current() {
        jit.budget.ended(clock);
    }
}

/// `gx_jit_redeem(ctx, token) -> object`
extern "C" fn gx_jit_redeem(_context: *mut Runtime, token: u64) -> u64 {
    redeem(token)
}

/// `gx_jit_claim(ctx, token, object)`
extern "C" fn gx_jit_claim(_context: *mut Runtime, token: u64, object: u64) {
    claim(token, object);
}

fn claim(token: u64, object: u64) {
    let jit = current().expect("residual code runs without a JIT");
    jit.claim(token, object);
}

fn redeem(token: u64) -> u64 {
    let jit = current().expect("residual code runs without a JIT");
    jit.redeem(token)
}

/// `gx_jit_edge(ctx, edge, saved) -> address`
extern "C" fn gx_jit_edge(_context: *mut Runtime, edge: u64, saved: *mut Saved) -> u64 {
    let jit = current().expect("residual code runs without a JIT");
    // SAFETY: the stub passes the registers that it has saved in its frame; nobody else knows them.
    let saved = unsafe { &mut *saved };
    jit.edge_arrived(EdgeId(edge as u32), saved)
}

/// What the runtime holds.
struct Handle(&'static Jit);

impl Handle {
    fn location(&self, index: u32) -> Option<Position> {
        let l = self.0.info().locations.get(LocationId(index))?;
        Some(Position {
            function: l.function.clone(),
            file: l.file.clone(),
            line: l.line,
            column: l.column,
            text: l.text.clone(),
        })
    }
}

impl runtime::jit::Jit for Handle {
    fn roots(&mut self, visit: &mut dyn FnMut(*mut usize)) {
        self.0.roots(visit);
    }
    fn young_roots(&mut self, visit: &mut dyn FnMut(*mut usize)) {
        self.0.young_roots(visit);
    }
    fn frame(&self, return_address: u64) -> Option<FrameInfo<'_>> {
        let of_region = |region: &Region| {
            let (size, slots) = region.frame(return_address)?;
            // SAFETY: the slots of a frame are boxed, and never changed. They are dropped with the region or when it
            // begins anew, which happens at arrivals of the interpreter: nobody walks the stack then.
            let slots: &'static [u32] = unsafe { &*std::ptr::from_ref(slots) };
            Some(FrameInfo { size, slots })
        };
        let current = of_region(&self.0.code.region.borrow());
        current.or_else(|| self.0.flushes.find(of_region))
    }
    fn is_code(&self, address: u64) -> bool {
        // A fault may come while the region is changed: residual code does not run then.
        let region = self.0.code.region.try_borrow();
        region.is_ok_and(|r| r.is_code(address)) || self.0.flushes.is_old_code(address)
    }
    fn position(&self, address: u64) -> Option<Position> {
        let current = self.0.code.region.try_borrow().ok()?.location(address);
        let index = current.or_else(|| self.0.flushes.find(|r| r.location(address)))?;
        self.location(index)
    }
    fn position_of_location(&self, location: u32) -> Option<Position> {
        self.location(location.wrapping_sub(runtime::jit::JIT_LOCATION))
    }
    fn redeemer(&self) -> Option<fn(u64)> {
        Some(|token| {
            redeem(token);
        })
    }
    fn finish(&mut self) {
        self.0.finish();
    }
}

/// The processor's clock: cheap, and as good as it needs to be for telling a moment from a while.
pub(super) fn cycles() -> u64 {
    // SAFETY: every x86-64 processor has the instruction.
    unsafe { core::arch::x86_64::_rdtsc() }
}

/// Processor time of this thread: what compilation costs, whatever else the machine does.
pub(super) fn thread_nanoseconds() -> u64 {
    let mut t = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the call fills in the structure.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut t) };
    t.tv_sec as u64 * 1_000_000_000 + t.tv_nsec as u64
}
