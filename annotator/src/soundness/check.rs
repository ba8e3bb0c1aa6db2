//! The three checks together, as `genext soundness` does them.
use ir::diag::Diagnostic;
use python::live::{PyErr, Space, Value};

use super::coverage::Coverage;
use super::run::{Run, Runner};
use crate::defs::FxIndexMap;
use crate::engine::{Annotator, AnnotatorOptions, Schedule};
use crate::front::FrontEnd;
use crate::model::Annotation;

/// What to check, and how much.
#[derive(Clone, Debug)]
pub struct Checks {
    /// Options of annotation; the schedule is that of the run that is recorded.
    pub options: AnnotatorOptions,
    /// How many random schedules are compared with it.
    pub schedules: u64,
    /// Most operations to execute.
    pub limit: u64,
}

impl Default for Checks {
    fn default() -> Checks {
        Checks {
            options: AnnotatorOptions::default(),
            schedules: 5,
            limit: 50_000_000,
        }
    }
}

/// How the states of two schedules differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The seed of the other schedule.
    pub seed: u64,
    /// The first entries that differ.
    pub entries: Vec<String>,
}

/// The result of all checks.
#[derive(Debug, Default)]
pub struct SoundnessReport {
    pub run: Run,
    /// How the recorded run ended, if not normally: the exception.
    pub ended: Option<String>,
    /// The result of the entry point.
    pub result: Option<i64>,
    /// What changes when every rule is applied once more.
    pub unstable: Vec<String>,
    /// Rules that gave a smaller result than before.
    pub not_monotone: u64,
    /// Schedules with another state.
    pub differences: Vec<Difference>,
    pub schedules: u64,
    /// The sorts of annotations that the program has.
    pub coverage: Coverage,
}

impl SoundnessReport {
    /// Whether nothing was found that must not be.
    pub fn sound(&self) -> bool {
        self.run.violations.is_empty() && self.unstable.is_empty() && self.differences.is_empty()
    }
    /// What was found, as diagnostics.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let none = ir::source::Span::NONE;
        let mut out: Vec<Diagnostic> = self.run.violations.iter().map(|v| v.diagnostic()).collect();
        for u in &self.unstable {
            let text = format!("the state is no fixed point: {u}");
            out.push(Diagnostic::error("E0497", none, text));
        }
        for d in &self.differences {
            let text = format!("schedule {} leads to another state", d.seed);
            let mut x = Diagnostic::error("E0498", none, text);
            for e in d.entries.iter().take(8) {
                x = x.note(none, e.clone());
            }
            out.push(x);
        }
        out
    }
}

/// Annotates the program once per schedule, runs it, and compares. `front` makes a front end for each annotator;
/// `inputs` gives the annotations of the arguments, `values` the arguments of the recorded run.
///
/// # Errors
/// The program is not RPython: all diagnostics.
pub fn check(
    space: &Space,
    entry: &Value,
    front: &dyn Fn() -> Box<dyn FrontEnd>,
    inputs: &dyn Fn(&mut Annotator) -> Vec<Annotation>,
    values: Vec<Value>,
    plan: &Checks,
) -> Result<SoundnessReport, Vec<Diagnostic>> {
    check_runs(space, entry, front, inputs, vec![values], plan)
}

/// Like [`check`], with several recorded runs of the program, each with arguments of its own. What a run leaves in the
/// program's global objects the next one finds. The report counts all runs together; [`SoundnessReport::ended`] and
/// [`SoundnessReport::result`] are those of the last.
///
/// # Errors
/// The program is not RPython: all diagnostics.
pub fn check_runs(
    space: &Space,
    entry: &Value,
    front: &dyn Fn() -> Box<dyn FrontEnd>,
    inputs: &dyn Fn(&mut Annotator) -> Vec<Annotation>,
    runs: Vec<Vec<Value>>,
    plan: &Checks,
) -> Result<SoundnessReport, Vec<Diagnostic>> {
    let annotate = |schedule: Schedule| {
        let options = AnnotatorOptions {
            schedule,
            ..plan.options.clone()
        };
        let mut a = Annotator::new(front(), options);
        let args = inputs(&mut a);
        let g = a.run(entry, &args)?;
        Ok::<_, Vec<Diagnostic>>((a, g))
    };
    let (mut a, g) = annotate(plan.options.schedule)?;
    let mut report = SoundnessReport::default();
    let first = a.snapshot();
    for seed in 1..=plan.schedules {
        let (other, _) = annotate(Schedule::Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)))?;
        report.schedules += 1;
        let entries = compare(&first, &other.snapshot());
        if !entries.is_empty() {
            report.differences.push(Difference { seed, entries });
        }
    }
    report.coverage = Coverage::of(&a.program);
    report.not_monotone = a.stats.not_monotone;
    report.unstable = a.check_fixed_point();
    for values in runs {
        let (result, run) = Runner::new(space, &a, plan.limit).run(g, values);
        report.run.violations.extend(run.violations);
        report.run.values += run.values;
        report.run.operations += run.operations;
        report.run.variables = report.run.variables.max(run.variables);
        (report.result, report.ended) = match result {
            Ok(v) => (v.as_int(), None),
            Err(PyErr::Abort(d)) => (None, Some(d.message.clone())),
            Err(e) => (None, Some(space.diagnostic(e).message)),
        };
    }
    Ok(report)
}

fn compare(a: &FxIndexMap<String, String>, b: &FxIndexMap<String, String>) -> Vec<String> {
    let mut entries = Vec::new();
    for (k, v) in a {
        if b.get(k) != Some(v) {
            let other = b.get(k).map_or("absent", String::as_str);
            entries.push(format!("{k}: {v}, or {other}"));
        }
    }
    for (k, v) in b {
        if !a.contains_key(k) {
            entries.push(format!("{k}: absent, or {v}"));
        }
    }
    entries
}
