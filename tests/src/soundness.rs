//! The checks of `genext soundness` on one target: each value that a variable takes lies in its annotation, and the
//! annotations are a fixed point. The cheap form: one run of each command line, no other schedules, a limited number of
//! operations.
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use annotator::soundness::check::Checks;
use libtest_mimic::Failed;
use python::code::Mode;
use python::live::on_big_stack;
use python::live::space::{SpaceConfig, Stdout};

/// The most operations of one run.
const LIMIT: u64 = 300_000;

/// Checks a target that is run with these command lines.
///
/// # Errors
/// What was found, or why the target cannot be annotated.
pub fn check(target: &Path, mode: Option<Mode>, runs: &[Vec<String>]) -> Result<(), Failed> {
    let (target, runs) = (target.to_owned(), runs.to_vec());
    on_big_stack(move || {
        let space = genext::driver::space_with(SpaceConfig {
            mode,
            stdout: Stdout::Capture(Rc::new(RefCell::new(Vec::new()))),
            stderr: Stdout::Capture(Rc::new(RefCell::new(Vec::new()))),
            ..SpaceConfig::default()
        });
        let program = target.to_string_lossy().into_owned();
        let command_lines = runs
            .iter()
            .map(|args| {
                let words = [&program].into_iter().chain(args);
                words.map(|w| w.clone().into_bytes()).collect()
            })
            .collect();
        let plan = Checks {
            schedules: 0,
            limit: LIMIT,
            ..Checks::default()
        };
        let found = match genext::soundness::check_target(&space, &target, command_lines, &plan) {
            Ok(report) => report.diagnostics(),
            Err(errors) => errors.into_iter().filter(|d| d.is_error()).collect(),
        };
        match &found[..] {
            [] => Ok(()),
            found => {
                let shown: Vec<String> = found.iter().map(|d| ir::diag::render(d, false)).collect();
                Err(shown.join("\n"))
            }
        }
    })
    .map_err(Failed::from)
}
