//! `genext soundness`: does annotation tell the truth about a program?
//!
//! The program is annotated, once more under other schedules, and its annotated graphs are executed: every value that a
//! variable takes is compared with its annotation. See [`annotator::soundness`].
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::rc::Rc;

use annotator::soundness::check::{Checks, SoundnessReport, check_runs};
use annotator::{Annotator, AnnotatorOptions, FrontEnd};
use ir::diag::Diagnostic;
use python::live::{Space, Value};

use crate::args::SoundnessArgs;
use crate::{driver, report};

/// Runs the command; the exit code.
pub fn run(a: &SoundnessArgs) -> u8 {
    let color = report::use_color(a.common.color);
    match checked(a) {
        Ok(r) => {
            let found = r.diagnostics();
            let code = report::show(&found, a.format, color);
            if a.format == crate::args::Report::Human {
                eprint!("{}", summary(&r));
            }
            code
        }
        Err(errors) => report::show(&errors, a.format, color),
    }
}

fn checked(a: &SoundnessArgs) -> Result<SoundnessReport, Vec<Diagnostic>> {
    let mut argv = vec![a.common.target.clone().into_os_string().into_vec()];
    argv.extend(a.args.iter().cloned().map(OsString::into_vec));
    let mode = driver::mode(a.common.python2, a.common.python3);
    let space = driver::space(mode, driver::translation_argv(&a.common.target, &[]), None);
    let plan = Checks {
        options: AnnotatorOptions::default(),
        schedules: a.schedules,
        limit: a.limit,
    };
    check_target(&space, &a.common.target, vec![argv], &plan)
}

/// Checks a target in a space with several command lines, one after the other.
///
/// # Errors
/// The target is not RPython: all diagnostics.
pub fn check_target(
    space: &Rc<Space>,
    target: &Path,
    command_lines: Vec<Vec<Vec<u8>>>,
    plan: &Checks,
) -> Result<SoundnessReport, Vec<Diagnostic>> {
    let module = crate::source::import_target(space, target).map_err(|d| vec![d])?;
    let mut loaded =
        crate::target::load(space, &module, target, &[], false).map_err(|d| vec![d])?;
    loaded.make_program(space).map_err(|d| vec![d])?;
    let entry = loaded.entry;
    let inputs = |annotator: &mut Annotator| vec![annotator.argv()];
    // Which prebuilt contents are constants is settled before.
    let (front, ..) = driver::annotate_reading(space, |front| {
        let mut annotator = Annotator::new(Box::new(front), plan.options.clone());
        let inputs = inputs(&mut annotator);
        let result = annotator.run(&entry, &inputs);
        (annotator, result)
    });
    let front = || Box::new(front()) as Box<dyn FrontEnd>;
    let runs = command_lines
        .into_iter()
        .map(|argv| vec![Value::list(argv.iter().map(|x| Value::bytes(x)).collect())])
        .collect();
    let r = check_runs(space, &entry, &front, &inputs, runs, plan);
    space.flush();
    r
}

fn summary(r: &SoundnessReport) -> String {
    let mut out = format!(
        "{} values of {} variables checked in {} operations: {}\n",
        r.run.values,
        r.run.variables,
        r.run.operations,
        match r.run.violations.len() {
            0 => "all as annotated".to_owned(),
            n => format!("{n} variables take other values"),
        }
    );
    out += if r.unstable.is_empty() {
        "applying every rule once more changes nothing\n"
    } else {
        "applying every rule once more changes the state\n"
    };
    out += &format!(
        "{} other schedules: {}\n",
        r.schedules,
        match r.differences.len() {
            0 => "the same state".to_owned(),
            n => format!("another state in {n}"),
        }
    );
    out += &format!("annotations: {}\n", r.coverage.text());
    if let Some(why) = &r.ended {
        out += &format!("the program ended with: {why}\n");
    }
    out
}
