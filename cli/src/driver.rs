//! The way of the data through all stages, from a target file to an image. Read this first to know the toolchain.
//!
//! Each stage runs under a clock; errors come back as diagnostics, all that the stage found. Live objects stay on this
//! thread ([`python::live::on_big_stack`] gives it room for deep recursion); passes and code generation use all cores.
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use annotator::AnnotationKind;
use annotator::engine::Annotator;
use annotator::front::live_front::LiveFront;
use annotator::model::TextKind;
use backend_x86::{BackendError, Image};
use hintannotator::Colored;
use ir::diag::Diagnostic;
use ir::index::IndexVec;
use ir::source::Span;
use python::code::Mode;
use python::live::{Space, SpaceConfig};
use rtyper::typer::RTyper;

use crate::args::{Common, Level};
use crate::target;
use crate::timings::Timings;

/// What went wrong, for the user.
pub type Errors = Vec<Diagnostic>;

/// Importing a target may not take longer than this: an endless loop at module level should end in a message.
/// `GENEXT_IMPORT_LIMIT=SECONDS` sets another limit.
const IMPORT_LIMIT: Duration = Duration::from_secs(20);

fn import_limit() -> Duration {
    std::env::var("GENEXT_IMPORT_LIMIT")
        .ok()
        .and_then(|text| text.trim().parse::<f64>().ok())
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|limit| !limit.is_zero())
        .unwrap_or(IMPORT_LIMIT)
}

/// Importing a target may not take more memory than this. `GENEXT_IMPORT_MEMORY=MEGABYTES` sets another limit.
/// With what the compiler itself needs, a program that makes objects without end is refused within a gigabyte.
const IMPORT_MEMORY: usize = 768 << 20;

fn import_memory() -> usize {
    std::env::var("GENEXT_IMPORT_MEMORY")
        .ok()
        .and_then(|text| text.trim().parse::<usize>().ok())
        .filter(|&megabytes| megabytes > 0)
        .map_or(IMPORT_MEMORY, |megabytes| megabytes.saturating_mul(1 << 20))
}

/// Options of a translation.
#[derive(Clone, Debug)]
pub struct TranslationOptions {
    /// The mode of the sources, if the user chose it.
    pub mode: Option<Mode>,
    /// 0, 1 or 2.
    pub opt_level: u8,
    /// Make a JIT compiler.
    pub jit: bool,
    /// Arguments of the `target` function.
    pub target_args: Vec<String>,
    /// A checked build: what the annotator and the passes claim is verified at run time.
    pub check: bool,
    /// The target must be a program: a function with types gets one around it.
    pub program: bool,
    /// Leave out the safety checks.
    pub unchecked: bool,
    /// Keep what debugging information is made of.
    pub debug: bool,
}

impl TranslationOptions {
    /// From the command line.
    pub fn new(common: &Common) -> TranslationOptions {
        TranslationOptions {
            mode: mode(common.python2, common.python3),
            opt_level: match common.level {
                Level::O0 => 0,
                Level::O1 => 1,
                Level::O2 | Level::Jit => 2,
            },
            jit: common.level == Level::Jit,
            check: false,
            target_args: Vec::new(),
            program: true,
            unchecked: false,
            debug: false,
        }
    }
}

/// The mode that two switches ask for.
pub fn mode(python2: bool, python3: bool) -> Option<Mode> {
    match (python2, python3) {
        (true, _) => Some(Mode::Py2),
        (_, true) => Some(Mode::Py3),
        _ => None,
    }
}

/// A space for a program. The search path is that of `PYTHONPATH`.
pub fn space(mode: Option<Mode>, argv: Vec<Vec<u8>>, time_limit: Option<Duration>) -> Rc<Space> {
    space_with(SpaceConfig {
        mode,
        argv,
        time_limit,
        ..SpaceConfig::default()
    })
}

/// A space with other settings; the search path and the toolchain's own modules are added.
pub fn space_with(config: SpaceConfig) -> Rc<Space> {
    let path = std::env::var_os("PYTHONPATH")
        .map(|p| std::env::split_paths(&p).collect())
        .unwrap_or_default();
    let space = Rc::new(Space::new(SpaceConfig {
        path,
        // Who has no time limit runs the program for its own sake.
        memory_limit: config.time_limit.map(|_| import_memory()),
        // Targets and tests may ask the toolchain's own modules.
        extensions: vec![compat::EXTENSION, crate::test::jit::EXTENSION],
        ..config
    }));
    compat::attach(&space);
    space
}

/// Imports a target and annotates it from its entry point on.
///
/// # Errors
/// All diagnostics found. Warnings are added to `warnings`.
pub fn annotate(
    target: &Path,
    options: &TranslationOptions,
    t: &mut Timings,
) -> (Option<Annotator>, Errors) {
    let space = t.stage("start the built-in Python", || {
        target_space(target, options)
    });
    annotate_in(&space, target, options, t)
}

/// The space that a target is imported into.
pub fn target_space(target: &Path, options: &TranslationOptions) -> Rc<Space> {
    let argv = translation_argv(target, &options.target_args);
    space(options.mode, argv, Some(import_limit()))
}

/// `sys.argv` while a target is imported: the command line of RPython's own command. Programs ask whether its first
/// item ends in `rpython`, to know that they are translated and not run.
pub fn translation_argv(target: &Path, args: &[String]) -> Vec<Vec<u8>> {
    let mut argv = vec![b"rpython".to_vec(), target.as_os_str().as_bytes().to_vec()];
    argv.extend(args.iter().map(|a| a.clone().into_bytes()));
    argv
}

/// [`annotate`] in a space that the caller looks at afterwards.
pub fn annotate_in(
    space: &Rc<Space>,
    target: &Path,
    options: &TranslationOptions,
    t: &mut Timings,
) -> (Option<Annotator>, Errors) {
    let imported = t.stage("import", || {
        let module = crate::source::import_target(space, target)?;
        let mut loaded = target::load(space, &module, target, &options.target_args, options.jit)?;
        loaded.check_signature()?;
        if options.program {
            loaded.make_program(space)?;
        }
        Ok(loaded)
    });
    let mut loaded = match imported {
        Ok(loaded) => loaded,
        Err(d) => {
            let mut found = vec![d];
            found.extend(space.failed_imports(&found));
            return (None, found);
        }
    };
    let (annotator, result) = t.stage("flow and annotate", || {
        annotate_target(space, &mut loaded, options)
    });
    t.remark(format!(
        "{} graphs, {} rules applied",
        annotator.program.graphs.len(),
        annotator.stats.rules
    ));
    let warnings = |loaded: &mut target::Target| {
        let mut found = std::mem::take(&mut loaded.warnings);
        found.extend(space.failed_imports(&[]));
        found
    };
    match result {
        Ok(graph) => {
            let wrong = loaded.check_result(&annotator, graph).err();
            let mut found = warnings(&mut loaded);
            found.extend(annotator.diagnostics().cloned());
            found.extend(wrong);
            space.note_fallbacks(&mut found);
            (Some(annotator), library_help(found))
        }
        Err(errors) => {
            let mut found = warnings(&mut loaded);
            found.extend(errors.into_iter().map(|d| annotator.at_users_call(d)));
            // Several errors of the library may have one call.
            let mut seen = Vec::new();
            found.retain(|d| {
                let key = (d.code, d.span, d.message.clone());
                let new = !seen.contains(&key);
                seen.push(key);
                new
            });
            space.note_fallbacks(&mut found);
            (Some(annotator), library_help(found))
        }
    }
}

/// How often a program is annotated to find the prebuilt lists and dictionaries that it does not change.
const ROUNDS: u32 = 4;

/// Annotates a loaded target.
fn annotate_target(
    space: &Rc<Space>,
    loaded: &mut target::Target,
    options: &TranslationOptions,
) -> (Annotator, Result<annotator::GraphId, Errors>) {
    let (_, annotator, result) = annotate_reading(space, |front| {
        let annotator_options = annotator::engine::AnnotatorOptions {
            jit: options.jit,
            own_specializations: loaded.own_specializations.clone(),
            ..annotator::engine::AnnotatorOptions::default()
        };
        let mut annotator = Annotator::new(Box::new(front), annotator_options);
        let mut run = || {
            let inputs = loaded.inputs(space, &mut annotator).map_err(|d| vec![d])?;
            let graph = annotator.run(&loaded.entry, &inputs)?;
            if options.jit {
                let applied = loaded.apply_policy(space, &mut annotator);
                applied.map_err(|d| vec![d])?;
            }
            Ok::<_, Errors>(graph)
        };
        let result = run();
        (annotator, result)
    });
    (annotator, result)
}

/// Annotates a program by `run`, as often as it takes: reads of prebuilt lists and dictionaries are carried out, if it
/// turns out that nothing changes these. Returns what makes front ends that give the same graphs once more.
pub(crate) fn annotate_reading<T, R: FnMut(LiveFront) -> (Annotator, T)>(
    space: &Rc<Space>,
    mut run: R,
) -> (impl Fn() -> LiveFront + use<T, R>, Annotator, T) {
    let contents = Rc::new(flowspace::Contents::default());
    let mut round = 0;
    loop {
        round += 1;
        let last = round == ROUNDS;
        let (space_of, contents_of) = (space.clone(), contents.clone());
        let front = move || match last {
            true => LiveFront::new(space_of.clone()),
            false => LiveFront::reading(space_of.clone(), contents_of.clone()),
        };
        let (annotator, result) = run(front());
        if last || !contents.refuse_wrong(space, |c| annotator.writes_to(c)) {
            contents.seal();
            return (front, annotator, result);
        }
        flowspace::build::clear_cache();
    }
}

/// Says of errors inside of Python's library that this is what is wrong: it is there for import time.
fn library_help(mut errors: Errors) -> Errors {
    for d in errors.iter_mut().filter(|d| d.is_error()) {
        // Where it is; or the function that is called, or what it calls.
        let called = d.notes.iter().map(|n| n.0);
        let called = called.filter(|_| d.code == "E0403" || d.message.contains("at run time: "));
        let places = std::iter::once(d.span).chain(called);
        let module = places.filter_map(|span| span.location()).find_map(|place| {
            let file = place.path.strip_prefix("<genext>/")?.strip_suffix(".py")?;
            let module = file.strip_suffix("/__init__").unwrap_or(file);
            (!python::live::is_library(&module.replace('/', "."))).then(|| module.replace('/', "."))
        });
        if let Some(module) = module {
            let mut help = format!(
                "`{module}` is a module of Python's library: programs can use it while they are imported, not when they run"
            );
            if let Some((_, instead)) = INSTEAD.iter().find(|(name, _)| *name == module) {
                help.push_str("; ");
                help.push_str(instead);
            }
            d.help = Some(help);
        }
    }
    errors
}

/// What translated code uses instead of modules of Python's library.
const INSTEAD: &[(&str, &str)] = &[
    (
        "random",
        "rpython.rlib.rrandom.Random is there for translated code",
    ),
    (
        "re",
        "rpython.rlib.rsre matches patterns that are compiled while the program is imported",
    ),
    (
        "struct",
        "rpython.rlib.rstruct.runpack is there for translated code",
    ),
    (
        "hashlib",
        "rpython.rlib.rmd5 and rpython.rlib.rsha are there for translated code",
    ),
    (
        "bisect",
        "rpython.rlib.rbisect is there for translated code",
    ),
    (
        "StringIO",
        "rpython.rlib.rStringIO, or rpython.rlib.rstring.StringBuilder",
    ),
    (
        "cStringIO",
        "rpython.rlib.rStringIO, or rpython.rlib.rstring.StringBuilder",
    ),
    (
        "io",
        "rpython.rlib.rStringIO, or rpython.rlib.rstring.StringBuilder",
    ),
    (
        "json",
        "write the text out with rpython.rlib.rstring.StringBuilder",
    ),
];

/// Whether the entry point takes a list of texts.
fn has_command_line(annotator: &Annotator) -> bool {
    let program = &annotator.program;
    let Some(entry) = program.entry.map(|g| &program.graphs[g]) else {
        return true;
    };
    let inputs: Vec<_> = entry.graph().args().to_vec();
    match inputs[..] {
        [argv] => match entry.binding(argv).kind() {
            AnnotationKind::List(l) => matches!(
                program.list_item(*l).kind(),
                AnnotationKind::Text(TextKind {
                    wide: false,
                    single: false,
                    ..
                })
            ),
            _ => false,
        },
        _ => inputs.is_empty(),
    }
}

/// From an annotated program to typed low-level graphs: of a checked build, or for a JIT, where the options say so.
///
/// # Errors
/// All diagnostics found.
pub fn type_graphs(
    annotator: Annotator,
    options: &TranslationOptions,
    t: &mut Timings,
) -> Result<lowlevel::Program, Errors> {
    // A function for other programs has no command line.
    let wrap = has_command_line(&annotator);
    let program = t.stage("type", || {
        let mut typer = RTyper::new(Box::new(annotator));
        typer.check = options.check;
        typer.for_jit = options.jit;
        let mut program = typer.run(wrap)?;
        transform::immutability::demote(&mut program);
        Ok::<_, Errors>(program)
    })?;
    t.remark(format!(
        "{} functions, {} prebuilt objects",
        program.funcs.len(),
        program.objects.len()
    ));
    Ok(program)
}

/// Finds the binding times of what the JIT traces into. The program loses what its entry cannot reach, and its merge
/// points are brought into one form.
///
/// # Errors
/// Hints that cannot be met, wrong merge points, no merge point at all.
pub fn colour(program: &mut lowlevel::Program, t: &mut Timings) -> Result<Colored, Errors> {
    colour_with(program, t, false)
}

/// The same; with the reasons why variables are red, if they are asked for.
///
/// # Errors
/// As [`colour`].
pub fn colour_with(
    program: &mut lowlevel::Program,
    t: &mut Timings,
    reasons: bool,
) -> Result<Colored, Errors> {
    let options = transform::PassOptions {
        jit: true,
        ..transform::PassOptions::default()
    };
    let colored = t.stage("colour", || {
        transform::prune::run(program, &options)
            .map_err(|e| vec![Diagnostic::internal(Span::NONE, e)])?;
        transform::immutability::infer(program);
        match reasons {
            true => hintannotator::analyse_with_reasons(program),
            false => hintannotator::analyse(program),
        }
    })?;
    if colored.portals.is_empty() {
        return Err(vec![hintannotator::errors::no_merge_point()]);
    }
    t.remark(format!(
        "{} merge points, {} graphs traced into, {} copies",
        colored.portals.len(),
        colored.graphs.len(),
        colored.copies.len()
    ));
    if cfg!(debug_assertions) {
        let wrong = hintannotator::verify::verify(program, &colored);
        if !wrong.is_empty() {
            return Err(vec![Diagnostic::internal(Span::NONE, wrong.join("\n"))]);
        }
    }
    Ok(colored)
}

/// A program as the back end compiles it.
pub struct Lowered {
    pub program: lowlevel::Program,
    /// Its JIT, if it has one.
    pub jit: Option<JitImage>,
    /// Warnings: greens that are promoted, ...
    pub notes: Errors,
}

/// What the image of a program with a JIT holds besides.
pub struct JitImage {
    pub info: jit_abi::info::JitInfo,
    /// Functions that nothing in the translated program calls: generators, and what residual code may call.
    pub roots: Vec<lowlevel::FuncId>,
}

/// From an annotated program to low-level graphs, transformed up to what the back end compiles.
///
/// # Errors
/// All diagnostics found.
pub fn lower(
    annotator: Annotator,
    options: &TranslationOptions,
    t: &mut Timings,
) -> Result<Lowered, Errors> {
    let mut program = type_graphs(annotator, options, t)?;
    let mut passes = Passes::new(options);
    if options.unchecked {
        passes.run(&mut program, ["unchecked"], t)?;
    }
    let pipeline = transform::pipeline(options.opt_level);
    if !options.jit {
        passes.run(&mut program, pipeline.passes(), t)?;
        t.remark(format!("{} functions", program.funcs.len()));
        passes.report(t);
        return Ok(Lowered {
            program,
            jit: None,
            notes: Vec::new(),
        });
    }
    // The hint-annotator sees the program before passes change calls, and the passes know what the JIT needs.
    timeshift::params::rewrite(&mut program);
    let colored = colour(&mut program, t)?;
    let mut notes = colored.notes.clone();
    notes.extend(timeshift::portal::notes(&program, &colored.portals));
    let prepared = timeshift::prepare(&mut program, colored)?;
    passes.run(&mut program, pipeline.optimise.iter().copied(), t)?;
    t.remark(format!("{} functions", program.funcs.len()));
    passes.report(t);
    let generated = t.stage("generate", || {
        let mut generated = timeshift::generate(&mut program, prepared)?;
        timeshift::finish(&program, &mut generated.info);
        Ok::<_, Errors>(generated)
    })?;
    t.remark(format!(
        "{} generators, {} points, {} red operations",
        generated.generators.len(),
        generated.info.points.len(),
        generated.info.ops.len()
    ));
    // Generators are graphs of the phase that the passes have reached.
    if passes.manager.options.verify {
        transform::check_stage(&program, passes.manager.phase(), "generate")
            .map_err(|e| internal(e.to_string()))?;
    }
    passes.run(&mut program, pipeline.finish.iter().copied(), t)?;
    let roots = generated.generators.iter().chain(&generated.executors);
    let mut roots: Vec<lowlevel::FuncId> = roots.copied().collect();
    roots.extend(&program.kept.funcs);
    Ok(Lowered {
        program,
        jit: Some(JitImage {
            info: generated.info,
            roots,
        }),
        notes,
    })
}

/// The transforms of one translation.
struct Passes {
    manager: transform::PassManager,
    reported: usize,
}

fn internal(message: impl Into<String>) -> Errors {
    vec![Diagnostic::internal(Span::NONE, message)]
}

impl Passes {
    fn new(options: &TranslationOptions) -> Passes {
        let level = transform::PassOptions {
            check: options.check,
            ..transform::PassOptions::level(options.opt_level)
        };
        Passes {
            manager: transform::PassManager::with_options(lowlevel::verify::Phase::Typed, level),
            reported: 0,
        }
    }
    fn run(
        &mut self,
        program: &mut lowlevel::Program,
        passes: impl IntoIterator<Item = &'static str>,
        t: &mut Timings,
    ) -> Result<(), Errors> {
        let manager = &mut self.manager;
        t.stage("transform", || {
            if manager.options.verify && manager.timings.is_empty() {
                transform::check(program, manager.phase())?;
            }
            manager.run_all(program, passes)
        })
        .map(|_| ())
        .map_err(|e| internal(e.to_string()))
    }
    /// Notes how long the passes since the last report took.
    fn report(&mut self, t: &mut Timings) {
        for pass in &self.manager.timings[self.reported..] {
            t.part(pass.pass, pass.time);
        }
        self.reported = self.manager.timings.len();
    }
}

/// From low-level graphs to a linked image.
///
/// # Errors
/// What the back end lacks, or a bug of ours.
pub fn compile(
    lowered: &Lowered,
    options: &TranslationOptions,
    t: &mut Timings,
) -> Result<Image, Errors> {
    let program = &lowered.program;
    let backend = backend_x86::BackendOptions {
        allocator: if options.opt_level == 0 {
            backend_x86::regalloc::Allocator::Fast
        } else {
            backend_x86::regalloc::Allocator::Ion
        },
        roots: match &lowered.jit {
            Some(jit) => jit.roots.clone(),
            None => Vec::new(),
        },
        debug: options.debug,
        ..backend_x86::BackendOptions::default()
    };
    let mut module = t
        .stage("compile", || {
            backend_x86::compile_program(program, &backend)
        })
        .map_err(backend_error)?;
    if let Some(jit) = &lowered.jit {
        let info = t
            .stage("tables of the JIT", || jit.info.encode())
            .map_err(internal)?;
        t.remark(format!("{} bytes", info.len()));
        module.jit = Some(backend_x86::JitTables {
            info,
            threshold: jit.info.threshold,
            generators: first_generator(&jit.info, &program.funcs),
        });
    }
    let image = t
        .stage("link", || {
            backend_x86::link(&module, backend_x86::abi::IMAGE_BASE)
        })
        .map_err(backend_error)?;
    t.remark(format!("{} bytes", image.bytes.len()));
    Ok(image)
}

/// The function from which on all are generators and executors; they were added last.
fn first_generator(
    info: &jit_abi::info::JitInfo,
    funcs: &IndexVec<lowlevel::FuncId, lowlevel::Function>,
) -> Option<lowlevel::FuncId> {
    let made = || (info.copies.iter()).flat_map(|c| [c.generator, c.executor]);
    let first = made().min()?;
    (funcs.len() - first.0 as usize == made().count()).then_some(first)
}

fn backend_error(e: BackendError) -> Errors {
    vec![match e {
        BackendError::Unsupported {
            function,
            what,
            span,
        } => Diagnostic::unsupported(span, format!("{what} (in {function})")),
        BackendError::Internal { .. } => Diagnostic::internal(Span::NONE, e.to_string()),
    }]
}

/// The whole way.
///
/// # Errors
/// All diagnostics of the stage that failed.
pub fn translate(
    target: &Path,
    options: &TranslationOptions,
    t: &mut Timings,
    warnings: &mut Errors,
) -> Result<Image, Errors> {
    let (annotator, errors) = annotate(target, options, t);
    match annotator {
        Some(annotator) if errors.iter().all(|d| !d.is_error()) => {
            *warnings = errors;
            let lowered = lower(annotator, options, t)?;
            warnings.extend(lowered.notes.iter().cloned());
            compile(&lowered, options, t)
        }
        _ => Err(errors),
    }
}
