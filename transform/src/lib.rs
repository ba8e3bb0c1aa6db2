//! Passes over low-level programs, and the driver that runs them.
//!
//! A pass is named once, in [`PASSES`]. Function passes see the program and change one graph, in parallel over
//! functions; program passes see and change everything. After each pass the verifier runs in debug builds (and always
//! when [`PassOptions::verify`] is set).
//!
//! ```text
//! -O0  prune · stackcheck · excstate · gcroots
//! -O1  + simplify, devirtualise, inline (small), cse, switches, nullchecks
//! -O2  + malloc_removal, more inlining, licm, ranges
//! ```
//! Order and why: optimisations run before the exception transform, where exceptional control flow is one link per
//! class and not a web of tests; stack checks come first of all, since they raise: a handler around a recursion that
//! raises nothing else must not be dropped. For the same reason the typer runs the pass `observed` itself, as its last
//! step. The GC transform is last, because every later change of a reference's live range would break its root slots.
//!
//! `GENEXT_LOG=PASS:LEVEL[:PATH]` (PASS may be `passes` for all): level 1 says what changed and how long it took, level
//! 2 dumps functions before and after; to stderr or to PATH.
use std::fmt;
use std::io::Write;
use std::time::{Duration, Instant};

use lowlevel::text::{LLPrinter, Names, print_function};
use lowlevel::verify::{Phase, report_function, verify_objects, verify_program};
use lowlevel::{FuncId, LLGraph, Program};
use rayon::prelude::*;

pub mod checks;
pub mod constants;
pub mod cse;
pub mod devirtualise;
pub mod effects;
pub mod excstate;
pub mod frequency;
pub mod gc;
pub mod immutability;
pub mod inline;
pub mod licm;
pub mod made;
pub mod malloc_removal;
pub mod nullchecks;
pub mod observed;
pub mod prune;
pub mod ranges;
pub mod rewrite;
pub mod simplify;
pub mod stackcheck;
pub mod switches;
pub mod unchecked;

use effects::Effects;

/// What the passes of a translation are to do.
#[derive(Clone, Debug, PartialEq)]
pub struct PassOptions {
    /// 0, 1 or 2.
    pub opt_level: u8,
    /// Keep JIT markers and hints.
    pub jit: bool,
    /// Verify after each pass, in release builds too.
    pub verify: bool,
    /// A checked build: passes leave checks of what they claim.
    pub check: bool,
    /// Largest callee that is inlined, in operations (see the inlining pass).
    pub inline_limit: usize,
}

impl PassOptions {
    /// The usual options of a level.
    pub fn level(opt_level: u8) -> PassOptions {
        PassOptions {
            opt_level,
            jit: false,
            verify: cfg!(debug_assertions),
            check: false,
            inline_limit: if opt_level >= 2 { 40 } else { 16 },
        }
    }
}

impl Default for PassOptions {
    fn default() -> PassOptions {
        PassOptions::level(2)
    }
}

/// What a function pass may look at.
pub struct PassContext<'a> {
    /// The program, without the graphs (they are being changed).
    pub program: &'a Program,
    pub func: FuncId,
    /// Facts about calls, of before the pass.
    pub effects: &'a Effects,
    pub options: &'a PassOptions,
}

/// How a pass works.
#[derive(Clone, Copy)]
pub enum PassKind {
    /// One graph at a time; returns whether it changed anything.
    Function(fn(&PassContext<'_>, &mut LLGraph) -> bool),
    /// The whole program; returns the number of changes.
    Program(fn(&mut Program, &PassOptions) -> Result<usize, String>),
}

/// A pass as the driver knows it.
#[derive(Clone, Copy)]
pub struct Pass {
    pub name: &'static str,
    pub kind: PassKind,
    /// The phase it leads to, if it changes the phase.
    pub leads_to: Option<Phase>,
}

const fn function(name: &'static str, f: fn(&PassContext<'_>, &mut LLGraph) -> bool) -> Pass {
    Pass {
        name,
        kind: PassKind::Function(f),
        leads_to: None,
    }
}

const fn program(
    name: &'static str,
    f: fn(&mut Program, &PassOptions) -> Result<usize, String>,
) -> Pass {
    Pass {
        name,
        kind: PassKind::Program(f),
        leads_to: None,
    }
}

/// All passes; the order here means nothing, that of [`pipeline`] does.
pub const PASSES: &[Pass] = &[
    program("prune", prune::run),
    // Of no level: `--unchecked` runs it.
    program("unchecked", unchecked::run),
    program("observed", observed::run),
    function("drop_jit", devirtualise::drop_jit),
    function("simplify", simplify::run),
    function("devirtualise", devirtualise::run),
    program("inline", inline::run),
    program("cse", cse::run),
    function("licm", licm::run),
    function("ranges", ranges::run),
    program("malloc_removal", malloc_removal::run),
    function("switches", switches::run),
    function("nullchecks", nullchecks::run),
    program("stackcheck", stackcheck::run),
    Pass {
        name: "excstate",
        kind: PassKind::Program(excstate::run),
        leads_to: Some(Phase::Exceptions),
    },
    program("checks", checks::run),
    Pass {
        name: "gcroots",
        kind: PassKind::Program(gc::run),
        leads_to: Some(Phase::Gc),
    },
];

/// The passes of a level, in three parts that run in this order. A JIT is made between them.
#[derive(Clone, Copy, Debug)]
pub struct Pipeline {
    /// Drops what the entry does not reach. Not for a program with a JIT: its merge points are coloured first, on the
    /// whole program, and what nothing reaches then is dropped by `optimise`.
    pub reach: &'static [&'static str],
    /// Everything up to exceptions as explicit state. Generators are made of what it leaves.
    pub optimise: &'static [&'static str],
    /// For generators too: residual code needs the tests for null, and the last pass fixes the live ranges of
    /// references.
    pub finish: &'static [&'static str],
}

impl Pipeline {
    /// The passes of all parts.
    pub fn passes(self) -> impl Iterator<Item = &'static str> {
        let parts = [self.reach, self.optimise, self.finish];
        parts.into_iter().flatten().copied()
    }
}

/// The passes of a level.
pub fn pipeline(opt_level: u8) -> Pipeline {
    match opt_level {
        0 => Pipeline {
            reach: &["prune"],
            optimise: &["drop_jit", "stackcheck", "excstate", "checks"],
            finish: &["gcroots"],
        },
        1 => Pipeline {
            reach: &["prune"],
            optimise: &[
                "drop_jit",
                "stackcheck",
                "simplify",
                "devirtualise",
                "inline",
                "simplify",
                "cse",
                "simplify",
                "switches",
                "prune",
                "excstate",
                "simplify",
                "checks",
            ],
            finish: &["nullchecks", "gcroots"],
        },
        _ => Pipeline {
            reach: &["prune"],
            optimise: &[
                "drop_jit",
                "stackcheck",
                "simplify",
                "devirtualise",
                "inline",
                "simplify",
                "cse",
                "simplify",
                "malloc_removal",
                "cse",
                "licm",
                "ranges",
                "simplify",
                "ranges",
                "simplify",
                "cse",
                "simplify",
                "switches",
                "simplify",
                "prune",
                "excstate",
                "simplify",
                "checks",
            ],
            finish: &["nullchecks", "gcroots"],
        },
    }
}

/// Takes a typed program to what the back end compiles; says how long each pass took.
pub fn run_pipeline(
    program: &mut Program,
    options: &PassOptions,
) -> Result<Vec<Timing>, PassError> {
    let mut m = PassManager::with_options(Phase::Typed, options.clone());
    if m.options.verify {
        check(program, Phase::Typed)?;
    }
    m.run_all(program, pipeline(options.opt_level).passes())?;
    Ok(m.timings)
}

/// The pass of this name.
pub fn pass_by_name(name: &str) -> Option<Pass> {
    PASSES.iter().find(|p| p.name == name).copied()
}

fn named(name: &'static str) -> Pass {
    pass_by_name(name).unwrap_or_else(|| panic!("{name} is in the list of passes"))
}

/// A pass broke the program, or could not do its work: our bug.
#[derive(Clone, Debug, PartialEq)]
pub struct PassError {
    pub pass: &'static str,
    /// What the verifier says.
    pub message: String,
}

impl fmt::Display for PassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pass {}:\n{}", self.pass, self.message)
    }
}
impl std::error::Error for PassError {}

/// Time and changes of one pass, for `--timings`.
#[derive(Clone, Debug)]
pub struct Timing {
    pub pass: &'static str,
    /// How long it took, verification excluded.
    pub time: Duration,
    /// Functions (or things) changed.
    pub changed: usize,
}

/// Runs passes over a program.
pub struct PassManager {
    phase: Phase,
    pub options: PassOptions,
    pub timings: Vec<Timing>,
    log: Vec<LogRequest>,
}

#[derive(Clone, Debug, PartialEq)]
struct LogRequest {
    pass: String,
    level: u8,
    path: Option<String>,
}

fn log_requests(text: &str) -> Vec<LogRequest> {
    text.split(',')
        .filter(|p| !p.is_empty())
        .map(|p| {
            let mut parts = p.splitn(3, ':');
            LogRequest {
                pass: parts.next().unwrap_or_default().to_owned(),
                level: parts.next().and_then(|l| l.parse().ok()).unwrap_or(1),
                path: parts.next().map(str::to_owned),
            }
        })
        .collect()
}

impl PassManager {
    /// A manager for a program in the given phase, with default options.
    pub fn new(phase: Phase) -> PassManager {
        PassManager::with_options(phase, PassOptions::default())
    }
    /// A manager that starts with programs of this phase.
    pub fn with_options(phase: Phase, options: PassOptions) -> PassManager {
        PassManager {
            phase,
            options,
            timings: Vec::new(),
            log: log_requests(&std::env::var("GENEXT_LOG").unwrap_or_default()),
        }
    }
    /// The phase the program is in.
    pub fn phase(&self) -> Phase {
        self.phase
    }
    /// Runs one pass; returns the number of changes.
    pub fn run(&mut self, program: &mut Program, pass: Pass) -> Result<usize, PassError> {
        let fail = |message: String| PassError {
            pass: pass.name,
            message,
        };
        let log: Option<LogRequest> = self
            .log
            .iter()
            .find(|l| l.pass == pass.name || l.pass == "passes")
            .cloned();
        let before = match &log {
            Some(l) if l.level >= 2 => texts(program),
            _ => Vec::new(),
        };
        let start = Instant::now();
        let changed = match pass.kind {
            PassKind::Program(f) => f(program, &self.options).map_err(fail)?,
            PassKind::Function(f) => run_function_pass(program, &self.options, f),
        };
        let time = start.elapsed();
        self.phase = pass.leads_to.unwrap_or(self.phase);
        self.timings.push(Timing {
            pass: pass.name,
            time,
            changed,
        });
        if let Some(l) = log {
            write_log(&l, pass.name, changed, time, &before, program);
        }
        // Also where a pass says that it changed nothing.
        if self.options.verify {
            verify_parallel(program, self.phase).map_err(fail)?;
        }
        Ok(changed)
    }
    /// Runs several passes by name.
    pub fn run_all(
        &mut self,
        program: &mut Program,
        passes: impl IntoIterator<Item = &'static str>,
    ) -> Result<usize, PassError> {
        let mut n = 0;
        for p in passes {
            n += self.run(program, named(p))?;
        }
        Ok(n)
    }
}

fn run_function_pass(
    program: &mut Program,
    options: &PassOptions,
    f: impl Fn(&PassContext<'_>, &mut LLGraph) -> bool + Sync,
) -> usize {
    let effects = Effects::new(program);
    let mut graphs: Vec<(FuncId, LLGraph)> = program
        .funcs
        .iter_enumerated_mut()
        .map(|(id, f)| (id, f.graph.take()))
        .collect();
    let shared: &Program = program;
    let changed = graphs
        .par_iter_mut()
        .map(|(id, g)| {
            let cx = PassContext {
                program: shared,
                func: *id,
                effects: &effects,
                options,
            };
            usize::from(f(&cx, g))
        })
        .sum();
    for (id, g) in graphs {
        program.funcs[id].graph = g;
    }
    changed
}

fn texts(program: &Program) -> Vec<String> {
    let names = Names::new(program);
    program
        .funcs
        .iter()
        .map(|f| print_function(program, &names, f))
        .collect()
}

fn write_log(
    request: &LogRequest,
    pass: &str,
    changed: usize,
    time: Duration,
    before: &[String],
    program: &Program,
) {
    let mut out = format!(
        "[{pass}] {changed} changed in {:.2} ms\n",
        time.as_secs_f64() * 1e3
    );
    if request.level >= 2 {
        for (i, after) in texts(program).iter().enumerate() {
            match before.get(i) {
                Some(b) if b == after => {}
                Some(b) => {
                    out.push_str(&format!("--- before {pass}\n{b}--- after {pass}\n{after}"))
                }
                None => out.push_str(&format!("--- new in {pass}\n{after}")),
            }
        }
    }
    let written = match &request.path {
        Some(p) => std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(p)
            .and_then(|mut f| f.write_all(out.as_bytes())),
        None => std::io::stderr().write_all(out.as_bytes()),
    };
    // A log that cannot be written must not stop a translation.
    let _ = written;
}

/// Verifies all functions, in parallel; the first few reports.
fn verify_parallel(program: &Program, phase: Phase) -> Result<(), String> {
    let names = Names::new(program);
    let effects = (phase == Phase::Gc).then(|| Effects::new(program));
    let ids: Vec<FuncId> = program.funcs.indices().collect();
    let reports: Vec<String> = ids
        .par_iter()
        .filter_map(|&f| {
            let stale = effects.as_ref().and_then(|e| {
                let mut errors = gc::stale_references(program, e, f);
                errors.extend(gc::unset_slots(program, f));
                errors.sort_by_key(|v| v.place);
                let printer = LLPrinter {
                    program,
                    names: &names,
                };
                ir::model::verify::report(&program.funcs[f].graph, &errors, &printer)
            });
            report_function(program, &names, f, phase).or(stale)
        })
        .collect();
    verify_objects(program)?;
    if reports.is_empty() {
        Ok(())
    } else {
        Err(reports.into_iter().take(5).collect())
    }
}

/// Checks a program as a stage hands it over, or as something that is no pass left it; the error names `stage`.
pub fn check_stage(program: &Program, phase: Phase, stage: &'static str) -> Result<(), PassError> {
    verify_parallel(program, phase).map_err(|message| PassError {
        pass: stage,
        message,
    })
}

/// Checks a program as a stage hands it over.
pub fn check(program: &Program, phase: Phase) -> Result<(), PassError> {
    verify_program(program, phase).map_err(|message| PassError {
        pass: "input",
        message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stack_checks_come_before_handlers_are_dropped() {
        for level in 0..3 {
            let at = |p: &str| pipeline(level).passes().position(|x| x == p);
            let simplify = at("simplify").unwrap_or(usize::MAX);
            assert!(at("stackcheck").unwrap() < simplify.min(at("excstate").unwrap()));
        }
    }

    #[test]
    fn log_requests_name_pass_level_and_path() {
        let r = log_requests("inline:2:/tmp/x,cse");
        assert_eq!((r[0].pass.as_str(), r[0].level), ("inline", 2));
        assert_eq!(r[0].path.as_deref(), Some("/tmp/x"));
        assert_eq!((r[1].pass.as_str(), r[1].level), ("cse", 1));
    }
}
