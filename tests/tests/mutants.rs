//! The compiler on programs it never saw: mutants of the examples, of the tests' programs and of RPython's own targets.
//!
//! Whatever the program, genext translates or refuses it: no panic, no signal, no internal error, less than 1 GB, less
//! than 20 seconds. A failure is made small and printed once for each cause.
//!
//! | variable | |
//! |---|---|
//! | `GENEXT_MUTANTS` | how many (120) |
//! | `GENEXT_MUTANTS_FIRST` | the first seed (a new one each time; it is printed) |
//! | `GENEXT_MUTANTS_SDIST` | the unpacked source distribution of RPython, whose targets are mutated too |
//! | `GENEXT_MUTANTS_KEEP` | a folder for the failing programs |
//! | `GENEXT_MUTANTS_RUN` | also compare the results of translated programs with those of untranslated ones: a search with false alarms |
//!
//! A program that is translated at `-O2` runs, too: none ends by a signal.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use genext_tests::generate::Random;
use genext_tests::mutate::corpus::{Corpus, Project};
use genext_tests::mutate::judge::{Failure, Stage, Verdict, compare, judge, judge_patiently};
use genext_tests::mutate::minimise::minimise;
use genext_tests::mutate::mutate;
use genext_tests::toolchain;

/// How often a failing program is tried again while it is made smaller.
const TRIES: usize = 300;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// A failure as it is reported.
struct Found {
    seed: u64,
    name: String,
    asked: Asked,
    program: Vec<u8>,
    text: String,
    times: u64,
}

struct Search {
    corpus: Corpus,
    next: AtomicU64,
    end: u64,
    found: Mutex<BTreeMap<String, Found>>,
    accepted: AtomicU64,
}

impl Search {
    /// Takes seeds until there are no more.
    fn work(&self, folder: &Path) {
        loop {
            let seed = self.next.fetch_add(1, Ordering::Relaxed);
            if seed >= self.end {
                return;
            }
            self.one(seed, folder);
            let _ = std::fs::remove_dir_all(folder);
        }
    }
    fn one(&self, seed: u64, folder: &Path) {
        let mut random = Random::new(seed);
        let mut project = self.corpus.pick(&mut random);
        let changed = project.mutable[random.below(project.mutable.len() as u64) as usize];
        let mutant = mutate(&project.files[changed].1, &mut random);
        project.files[changed].1 = mutant.text;
        project.write(folder).expect("a program can be written");
        let target = folder.join(&project.target);
        let output = folder.join("program");
        let mut asked: Vec<Asked> = stages(&project, &mut random)
            .into_iter()
            .map(Asked::Compiler)
            .collect();
        if asked[0] == Asked::Compiler(Stage::Build("-O2")) {
            asked.insert(1, Asked::Program);
        }
        for asked in asked {
            let answer = match asked {
                Asked::Compiler(stage) => judge(stage, &target, &output),
                Asked::Program => compare(&target, &output, &project.arguments, results()),
            };
            let answer = match (asked, answer) {
                (Asked::Compiler(stage), Verdict::Failed(f))
                    if f.signature.starts_with("more than") =>
                {
                    judge_patiently(stage, &target, &output)
                }
                (_, answer) => answer,
            };
            match answer {
                Verdict::Refused => return,
                Verdict::Accepted => {}
                Verdict::Failed(failure) => {
                    let name = format!("{} ({})", project.name, mutant.steps.join(", "));
                    return self.failed(seed, name, asked, failure, &project, changed, folder);
                }
            }
        }
        self.accepted.fetch_add(1, Ordering::Relaxed);
    }
    fn failed(
        &self,
        seed: u64,
        name: String,
        asked: Asked,
        failure: Failure,
        project: &Project,
        changed: usize,
        folder: &Path,
    ) {
        {
            let mut found = self.found.lock().expect("no panic with the lock held");
            if let Some(known) = found.get_mut(&failure.signature) {
                known.times += 1;
                return;
            }
            let known = Found {
                seed,
                name: name.clone(),
                asked,
                program: project.files[changed].1.clone(),
                text: failure.text.clone(),
                times: 1,
            };
            println!(
                "seed {seed}: {name}: {}: {}",
                asked.name(),
                failure.signature
            );
            found.insert(failure.signature.clone(), known);
        }
        let path = folder.join(&project.files[changed].0);
        let target = folder.join(&project.target);
        let slow = failure.signature.starts_with("more than");
        // What goes through memory may also be stopped by the time, and the other way round.
        let same = move |a: &str, b: &str| a == b || (slow && a.starts_with("more than"));
        let small = minimise(
            &project.files[changed].1,
            if slow { 40 } else { TRIES },
            |text| {
                std::fs::write(&path, text).is_ok()
                    && matches!(asked.ask(project, &target, &folder.join("program")), Verdict::Failed(f) if same(&f.signature, &failure.signature))
            },
        );
        if let Some(keep) = std::env::var_os("GENEXT_MUTANTS_KEEP").map(PathBuf::from) {
            let header = format!(
                "# seed {seed}: {name}\n# {}: {}\n",
                asked.name(),
                failure.signature
            );
            let _ = std::fs::create_dir_all(&keep);
            let _ = std::fs::write(
                keep.join(format!("{seed}.py")),
                [header.as_bytes(), &small].concat(),
            );
        }
        let mut found = self.found.lock().expect("no panic with the lock held");
        if let Some(known) = found.get_mut(&failure.signature) {
            known.program = small;
        }
    }
}

/// Whether results are compared.
fn results() -> bool {
    std::env::var_os("GENEXT_MUTANTS_RUN").is_some()
}

/// What must not fail.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Compiler(Stage),
    /// A run of the program translated at `-O2`.
    Program,
}

impl Asked {
    fn name(self) -> String {
        match self {
            Asked::Compiler(stage) => stage.name(),
            Asked::Program => "a run of what build -O2 makes".to_owned(),
        }
    }
    fn ask(self, project: &Project, target: &Path, output: &Path) -> Verdict {
        match self {
            Asked::Compiler(stage) => judge(stage, target, output),
            Asked::Program => {
                // While a program is made smaller it may be refused, which leaves the one before.
                match judge(Stage::Build("-O2"), target, output) {
                    Verdict::Accepted => {}
                    other => return other,
                }
                compare(target, output, &project.arguments, results())
            }
        }
    }
}

/// What is asked of the compiler.
fn stages(project: &Project, random: &mut Random) -> Vec<Stage> {
    let mut stages = vec![match random.chance(10) {
        true => Stage::Check,
        false => Stage::Build("-O2"),
    }];
    if project.jit {
        stages.push(if random.chance(20) {
            Stage::CheckJit
        } else {
            Stage::Build("-Ojit")
        });
    } else if random.chance(10) {
        stages.push(Stage::Build(if random.chance(50) { "-O0" } else { "-O1" }));
    }
    stages
}

fn main() {
    // As other tests are listed and filtered.
    let arguments = libtest_mimic::Arguments::from_args();
    let trial = libtest_mimic::Trial::test("mutants", || search().map_err(Into::into));
    let conclusion = libtest_mimic::run(&arguments, vec![trial]);
    if !conclusion.has_failed() {
        toolchain::clean();
    }
    conclusion.exit();
}

fn search() -> Result<(), String> {
    // The parser is asked for trees of mutants: what makes it panic is found by the compiler that reads them.
    std::panic::set_hook(Box::new(|info| {
        if std::thread::current().name() != Some("mutants") {
            eprintln!("{info}");
        }
    }));
    let count = number("GENEXT_MUTANTS").unwrap_or(120);
    let first = number("GENEXT_MUTANTS_FIRST").unwrap_or_else(|| {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        now.as_millis() as u64 % 1_000_000_000_000
    });
    let sdist = std::env::var_os("GENEXT_MUTANTS_SDIST").map(PathBuf::from);
    let search = Search {
        corpus: Corpus::read(sdist.as_deref()),
        next: AtomicU64::new(first),
        end: first + count,
        found: Mutex::default(),
        accepted: AtomicU64::new(0),
    };
    println!(
        "{count} mutants of {} programs: GENEXT_MUTANTS={count} GENEXT_MUTANTS_FIRST={first}",
        search.corpus.len()
    );
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for i in 0..threads {
            let search = &search;
            let folder = toolchain::work().join(format!("mutants-{i}"));
            let builder = std::thread::Builder::new().name("mutants".to_owned());
            // The parser's recursion needs room in builds without optimisation.
            let builder = builder.stack_size(64 << 20);
            builder
                .spawn_scoped(scope, move || search.work(&folder))
                .expect("a thread can be made");
        }
    });
    let accepted = search.accepted.load(Ordering::Relaxed);
    println!(
        "{accepted} were translated, {} refused",
        count - accepted.min(count)
    );
    report(&search.found.lock().expect("no panic with the lock held"))
}

fn report(found: &BTreeMap<String, Found>) -> Result<(), String> {
    let mut text = String::new();
    for (signature, f) in found {
        text.push_str(&format!(
            "\n=== {signature} ({} times)\nseed {}: {}, genext {}\n--- program\n{}\n--- standard error\n{}\n",
            f.times,
            f.seed,
            f.name,
            f.asked.name(),
            String::from_utf8_lossy(&f.program),
            f.text.chars().take(1500).collect::<String>(),
        ));
    }
    match found.is_empty() {
        true => Ok(()),
        false => Err(format!("{} causes of failure{text}", found.len())),
    }
}
