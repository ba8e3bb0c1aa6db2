//! The commands.
use std::path::{Path, PathBuf};

use ir::diag::Diagnostic;
use ir::source::Span;
use python::live::on_big_stack;

use crate::args::{
    BuildArgs, CheckArgs, Cli, Command, Common, JitlogArgs, JitlogFormat, Report, RunArgs, Stage,
    ViewArgs,
};
use crate::driver::{self, TranslationOptions};
use crate::timings::Timings;
use crate::{executable, jitlog, report, source, test, view};

/// Runs a command and returns the exit code.
pub fn run(mut cli: Cli) -> u8 {
    cli.command.set_volume(cli.volume);
    if cli.command.reads_log()
        && let Err(message) = crate::source::check_log()
    {
        eprintln!("genext: {message}");
        return 2;
    }
    match cli.command {
        Command::New { folder } => crate::new::run(&folder, cli.volume.quiet),
        Command::Build(a) => on_big_stack(|| build(&a)),
        Command::Run(a) => run_target(a),
        Command::Py(a) => on_big_stack(|| crate::builtin_python::run(a)),
        Command::Check(a) => on_big_stack(|| check(&a)),
        Command::Soundness(a) => on_big_stack(|| crate::soundness::run(&a)),
        Command::Lsp => crate::lsp::run(),
        Command::LspWorker => crate::lsp::worker::run(),
        Command::Explain { code } => crate::explain::run(code.as_deref()),
        Command::View(a) => on_big_stack(|| view_graphs(&a)),
        Command::Test(a) => test::run(&a),
        Command::TestWorker { options } => test::worker(&options),
        Command::Jitlog(a) => show_jitlog(&a),
        Command::JitBisect(a) => crate::jit_bisect::run(&a),
        Command::Completions { shell } => crate::manual::completions(shell),
        Command::Man { command } => crate::manual::page(command.as_deref()),
        Command::Facts => {
            println!(
                "genext {}, image format {}",
                env!("CARGO_PKG_VERSION"),
                abi::format::VERSION
            );
            0
        }
    }
}

fn show_jitlog(a: &JitlogArgs) -> u8 {
    match source::read(&a.file) {
        Ok(bytes) => {
            let log = String::from_utf8_lossy(&bytes);
            let rendered = match a.format {
                JitlogFormat::Text => {
                    jitlog::render(&log, jitlog::RenderOptions { no_code: a.no_code })
                }
                JitlogFormat::Loops => jitlog::table::table(&log),
                JitlogFormat::Html => {
                    let name = a.file.file_name().unwrap_or_default().to_string_lossy();
                    jitlog::page::page(&name, &log)
                }
            };
            match (rendered, &a.output) {
                (Ok(text), Some(path)) if !source::is_stdin(path) => {
                    match write_text(path, &text) {
                        Ok(()) => 0,
                        Err(m) => fail(m),
                    }
                }
                (Ok(text), _) => print_text(&text),
                (Err(jitlog::NoLog), _) => fail(format!(
                    "`{}` is no log of a JIT: no line of it starts with `jit `. A program writes one with \
                     GENEXT_LOG=jit:versions:FILE",
                    a.file.display()
                )),
            }
        }
        Err(message) => fail(message),
    }
}

/// Writes to standard output.
pub(crate) fn print_text(text: &str) -> u8 {
    print_bytes(text.as_bytes())
}

/// The same, for what need not be text.
pub(crate) fn print_bytes(bytes: &[u8]) -> u8 {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        // A reader that stops early (`| head`) is no error.
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => fail(format!(
            "cannot write to standard output: {}",
            crate::executable::reason(&e)
        )),
        _ => 0,
    }
}

pub(crate) fn fail(message: impl std::fmt::Display) -> u8 {
    eprintln!("genext: {message}");
    1
}

fn finish(t: &mut Timings, common: &Common, result: Result<(), Vec<Diagnostic>>) -> u8 {
    t.finish();
    if common.timings {
        eprint!("{}", t.report());
    }
    match result {
        Ok(()) => 0,
        Err(mut errors) => {
            if !report::wants_warnings(common) {
                errors.retain(Diagnostic::is_error);
            }
            report::show(&errors, Report::Human, report::use_color(common.color))
        }
    }
}

/// The executable's name when none is given: the target's without `.py` and without a leading `target`.
fn default_output(target: &Path) -> PathBuf {
    if source::is_stdin(target) {
        return PathBuf::from("a.out");
    }
    let stem = target.file_stem().unwrap_or_default().to_string_lossy();
    let name = stem
        .strip_prefix("target")
        .filter(|s| !s.is_empty())
        .unwrap_or(&stem);
    let name = name.trim_start_matches('_');
    PathBuf::from(if name.is_empty() { "a.out" } else { name })
}

fn build(a: &BuildArgs) -> u8 {
    let mut t = Timings::new(!a.common.volume.quiet);
    let mut options = TranslationOptions::new(&a.common);
    options.target_args.clone_from(&a.target_args);
    options.check = a.check;
    options.unchecked = a.unchecked;
    options.debug = a.debug;
    if a.unchecked {
        warn_unchecked();
    }
    if a.output.as_deref().is_some_and(source::is_stdin) && !a.emit.is_empty() {
        return fail(
            "`--emit` writes beside the executable, which `-o -` writes to standard output",
        );
    }
    let output = a
        .output
        .clone()
        .unwrap_or_else(|| default_output(&a.common.target));
    let mut message = None;
    let mut size = None;
    let mut warnings = Vec::new();
    let result = (|| {
        if a.emit.contains(&Stage::Colors) {
            return Err(vec![
                Diagnostic::unsupported(Span::NONE, "`--emit colors`")
                    .help("`genext view --stage colors` shows them"),
            ]);
        }
        let (annotator, errors) = driver::annotate(&a.common.target, &options, &mut t);
        let Some(annotator) = annotator.filter(|_| errors.iter().all(|d| !d.is_error())) else {
            return Err(errors);
        };
        warnings = errors;
        let mut emitted = Vec::new();
        for stage in &a.emit {
            if matches!(stage, Stage::Flow | Stage::Annotated) {
                emitted.push((
                    *stage,
                    annotated_items(&annotator, *stage, view::Format::Text, None, true),
                ));
            }
        }
        let lowered = driver::lower(annotator, &options, &mut t)?;
        for stage in &a.emit {
            if *stage == Stage::Lowlevel {
                emitted.push((
                    *stage,
                    lowlevel_items(&lowered.program, view::Format::Text, None, true),
                ));
            }
        }
        let image = driver::compile(&lowered, &options, &mut t)?;
        let written = t.stage("write", || {
            for (stage, items) in &emitted {
                let path = output.with_extension(format!("{stage:?}").to_lowercase());
                write_text(&path, &view::document("", items, &[], view::Format::Text))?;
            }
            let debug = match a.debug {
                true => debug_sections(&image, &a.common.target)?,
                false => Vec::new(),
            };
            let bytes = executable::make_with(&image.bytes, &debug)?;
            match source::is_stdin(&output) {
                true => source::write_stdout(&bytes)?,
                false => executable::write(&output, &bytes)?,
            }
            Ok::<usize, String>(bytes.len())
        });
        match written {
            Ok(n) => size = Some(n),
            Err(e) => message = Some(e),
        }
        warnings.extend(lowered.notes);
        Ok(())
    })();
    report::show_warnings(&warnings, &a.common);
    let code = finish(&mut t, &a.common, result);
    if let Some(size) = size.filter(|_| !a.common.volume.quiet) {
        let name = match source::is_stdin(&output) {
            true => "an executable".to_owned(),
            false => format!("`{}`", output.display()),
        };
        eprintln!(
            "genext: made {name}, {}, in {:.2} s",
            source::size_text(size),
            t.elapsed().as_secs_f64()
        );
    }
    match message {
        Some(m) => fail(m),
        None => code,
    }
}

/// Debugging information of an image; paths of sources are relative to the current folder, as in messages.
fn debug_sections(
    image: &backend_x86::image::Image,
    target: &Path,
) -> Result<Vec<backend_x86::image::debug::DebugSection>, String> {
    let folder = std::env::current_dir()
        .map_err(|e| format!("cannot find the current folder for debugging information: {e}"))?;
    let (folder, name) = (folder.to_string_lossy(), target.to_string_lossy());
    backend_x86::image::debug::sections(image, &folder, &name)
        .map_err(|e| format!("cannot write debugging information: {e}"))
}

fn warn_unchecked() {
    eprintln!(
        "genext: warning: --unchecked leaves out the safety checks: the program is for measuring what they cost, nothing else"
    );
}

fn write_text(path: &Path, text: &str) -> Result<(), String> {
    executable::write_file(path, text.as_bytes(), 0o644)
}

fn run_target(a: RunArgs) -> u8 {
    if a.report.is_some() && !TranslationOptions::new(&a.common).jit {
        return fail("--report is about the JIT: it needs -Ojit");
    }
    let translated = on_big_stack(|| {
        let mut t = Timings::new(!a.common.volume.quiet);
        let mut options = TranslationOptions::new(&a.common);
        options.check = a.check;
        options.unchecked = a.unchecked;
        if a.unchecked {
            warn_unchecked();
        }
        let mut warnings = Vec::new();
        let result = driver::translate(&a.common.target, &options, &mut t, &mut warnings);
        report::show_warnings(&warnings, &a.common);
        match result {
            Ok(image) => {
                finish(&mut t, &a.common, Ok(()));
                Ok(image)
            }
            Err(errors) => Err(finish(&mut t, &a.common, Err(errors))),
        }
    });
    let image = match translated {
        Ok(image) => image,
        Err(code) => return code,
    };
    // The very program that `build` would have written, in the place of this process.
    let name = a.common.target.into_os_string();
    let made = executable::make(&image.bytes);
    if let Some(path) = &a.report {
        let program = (name.as_os_str(), &a.args[..]);
        let result = made.and_then(|b| jitlog::report::run(&b, program, path));
        return result.unwrap_or_else(fail);
    }
    let result = made.and_then(|b| executable::run(&b, &name, &a.args));
    match result {
        Ok(never) => match never {},
        Err(message) => fail(message),
    }
}

fn check(a: &CheckArgs) -> u8 {
    let mut t = Timings::new(a.format == Report::Human && !a.common.volume.quiet);
    let mut options = TranslationOptions::new(&a.common);
    options.target_args.clone_from(&a.target_args);
    options.program = false;
    let (annotator, mut errors) = driver::annotate(&a.common.target, &options, &mut t);
    if let Some(annotator) =
        annotator.filter(|_| options.jit && !errors.iter().any(|d| d.is_error()))
    {
        match colours(annotator, &options, &mut t, false) {
            Ok((program, colored)) => {
                errors.extend(timeshift::portal::notes(&program, &colored.portals));
                errors.extend(colored.notes);
            }
            Err(list) => errors.extend(list),
        }
    }
    t.finish();
    if a.common.timings {
        eprint!("{}", t.report());
    }
    if !report::wants_warnings(&a.common) {
        errors.retain(Diagnostic::is_error);
    }
    report::show(&errors, a.format, report::use_color(a.common.color))
}

/// Types a program and colours it.
fn colours(
    annotator: annotator::engine::Annotator,
    options: &TranslationOptions,
    t: &mut Timings,
    reasons: bool,
) -> Result<(lowlevel::Program, hintannotator::Colored), Vec<Diagnostic>> {
    let mut program = driver::type_graphs(annotator, options, t)?;
    let colored = driver::colour_with(&mut program, t, reasons)?;
    Ok((program, colored))
}

fn view_graphs(a: &ViewArgs) -> u8 {
    let mut t = Timings::new(!a.common.volume.quiet);
    let mut options = TranslationOptions::new(&a.common);
    options.program = false;
    let stages = match a.why {
        Some(_) => vec![Stage::Colors],
        None => {
            let all = [
                Stage::Flow,
                Stage::Annotated,
                Stage::Lowlevel,
                Stage::Colors,
            ];
            all.into_iter().filter(|s| a.stage.contains(s)).collect()
        }
    };
    let last = stages.last().copied().unwrap_or(Stage::Flow);
    if last == Stage::Colors && stages.len() > 1 {
        return fail("colours cannot stand beside graphs: `--stage colors` takes no other stage");
    }
    // Colours are about the JIT, whatever the level.
    options.jit |= last == Stage::Colors;
    let filter = a.function.as_deref();
    let mut document = None;
    let mut notes = Vec::new();
    let result = (|| {
        let (annotator, errors) = driver::annotate(&a.common.target, &options, &mut t);
        // Flow graphs can be looked at even when annotation fails: that may be why someone looks.
        let stop = match (&annotator, last) {
            (None, _) => true,
            (Some(_), Stage::Flow | Stage::Annotated) => false,
            (Some(_), Stage::Lowlevel | Stage::Colors) => errors.iter().any(|d| d.is_error()),
        };
        let Some(annotator) = annotator.filter(|_| !stop) else {
            return Err(errors);
        };
        let mut shown: Vec<Vec<view::Item>> = (stages.iter())
            .filter(|s| matches!(s, Stage::Flow | Stage::Annotated))
            .map(|&s| annotated_items(&annotator, s, a.format, filter, a.helpers))
            .collect();
        let mut gone = Vec::new();
        // The names serve the message when nothing is found.
        let names = match last {
            Stage::Flow | Stage::Annotated => (annotator.program.graphs.iter())
                .map(|g| g.graph().name.clone())
                .collect::<Vec<_>>(),
            Stage::Colors => {
                let (program, colored) = colours(annotator, &options, &mut t, true)?;
                let request = view::colors::Request {
                    program: &program,
                    colored: &colored,
                    filter,
                    helpers: a.helpers,
                };
                let title = a.common.target.display().to_string();
                document = match &a.why {
                    Some(name) => Some(request.reasons(name, ansi(a))?),
                    None => request.document(&title, a.format, ansi(a)),
                };
                notes = colored.notes;
                program.funcs.iter().map(|f| f.name.clone()).collect()
            }
            Stage::Lowlevel => {
                let before: Vec<(String, Span)> = (annotator.program.graphs.iter())
                    .map(|g| (g.graph().name.clone(), g.graph().span))
                    .collect();
                let program = driver::lower(annotator, &options, &mut t)?.program;
                gone = view::inlined::gone(&before, &program);
                gone.retain(|g| wanted(&g.0, filter, a.helpers));
                shown.push(lowlevel_items(&program, a.format, filter, a.helpers));
                program.funcs.iter().map(|f| f.name.clone()).collect()
            }
        };
        let items = view::beside(shown);
        if items.is_empty() && document.is_none() {
            let d = no_function(filter, &names);
            let d = gone
                .iter()
                .fold(d, |d, g| d.note(Span::NONE, view::inlined::text(g)));
            return Err(vec![d]);
        }
        if document.is_none() {
            document = Some(view::document(
                &a.common.target.display().to_string(),
                &items,
                &gone,
                a.format,
            ));
        }
        let mut errors = [errors, notes].concat();
        if !report::wants_warnings(&a.common) {
            errors.retain(Diagnostic::is_error);
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    })();
    let code = finish(&mut t, &a.common, result);
    let Some(text) = document else { return code };
    match &a.output {
        Some(path) if !source::is_stdin(path) => match write_text(path, &text) {
            Ok(()) => code,
            Err(m) => fail(m),
        },
        _ => print_text(&text).max(code),
    }
}

/// Whether the output is a terminal that shows colours.
fn ansi(a: &ViewArgs) -> bool {
    use crate::args::Color;
    use std::io::IsTerminal;
    // A file is coloured only if the option says so.
    match &a.output {
        Some(path) if !source::is_stdin(path) => a.common.color == Color::Always,
        _ => report::color_on(a.common.color, std::io::stdout().is_terminal()),
    }
}

/// Nothing to show: says what there is, the names most like the wanted one first.
fn no_function(filter: Option<&str>, names: &[String]) -> Diagnostic {
    const SHOWN: usize = 8;
    let wanted_name = filter.unwrap_or_default();
    let d = Diagnostic::error(
        "E0116",
        Span::NONE,
        match filter {
            Some(f) => format!("no function has `{f}` in its name"),
            None => "there are no functions".to_owned(),
        },
    );
    let mut names: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|n| wanted(n, None, false))
        .collect();
    // Common letters at the start of the last part of the name: enough to find a misspelling.
    let likeness = |n: &str| {
        let last = n.rsplit('.').next().unwrap_or(n);
        let same = last
            .chars()
            .zip(wanted_name.chars())
            .take_while(|(a, b)| a == b);
        std::cmp::Reverse(same.count())
    };
    names.sort_by_key(|n| likeness(n));
    let more = names.len().saturating_sub(SHOWN);
    names.truncate(SHOWN);
    if names.is_empty() {
        return d;
    }
    let mut list = format!("there are: {}", names.join(", "));
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    d.help(list)
}

fn annotated_items(
    annotator: &annotator::engine::Annotator,
    stage: Stage,
    format: view::Format,
    filter: Option<&str>,
    helpers: bool,
) -> Vec<view::Item> {
    let program = &annotator.program;
    program
        .graphs
        .iter_enumerated()
        .filter(|(_, info)| wanted(&info.graph().name, filter, helpers))
        .map(|(id, info)| match stage {
            Stage::Annotated => {
                let graph = annotator::show_graph::reached(program, id);
                view::item(
                    &graph,
                    &annotator::show_graph::Annotated::new(program, id),
                    "annotated",
                    format,
                )
            }
            _ => view::item(
                info.graph(),
                &flowspace::text::HlText::default(),
                "flow",
                format,
            ),
        })
        .collect()
}

fn lowlevel_items(
    program: &lowlevel::Program,
    format: view::Format,
    filter: Option<&str>,
    helpers: bool,
) -> Vec<view::Item> {
    let names = lowlevel::text::Names::new(program);
    let printer = lowlevel::text::LLPrinter {
        program,
        names: &names,
    };
    program
        .funcs
        .iter()
        .filter(|f| wanted(&f.name, filter, helpers || filter.is_some()))
        .map(|f| view::item(&f.graph, &printer, "low level", format))
        .collect()
}

fn wanted(name: &str, filter: Option<&str>, helpers: bool) -> bool {
    (helpers || !python::live::is_library(name)) && filter.is_none_or(|f| name.contains(f))
}
