//! The command line.
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::view::Format;

/// Write an interpreter in RPython, get a native virtual machine.
#[derive(Parser, Debug)]
#[command(name = "genext", version, about, arg_required_else_help = true, after_help = ENVIRONMENT)]
pub struct Cli {
    /// How much is said.
    #[command(flatten)]
    pub volume: Volume,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// How much a command says: given before the command or, where no arguments of a program may follow, after it.
#[derive(Args, Debug, Clone, Copy, Default)]
pub struct Volume {
    /// Say less: errors and results only
    #[arg(short, long)]
    pub quiet: bool,
    /// Say more: how long each stage took; of `test`, one line for each test (-vv: whole differences)
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

const ENVIRONMENT: &str = "\
Environment:
  PYTHONPATH            Where imports are searched, after the target's folder
  GENEXT_IMPORT_LIMIT   Seconds that importing a target may take (default: 20)
  GENEXT_IMPORT_MEMORY  Megabytes that importing a target may take (default: 768)
  GENEXT_LOG            PASS:LEVEL[:FILE],...: log a transform (`passes`: all); 1: changes and time, 2: also functions
  GENEXT_JIT            For programs with a JIT: off, threshold=N, ...
  GENEXT_LIB            A folder to take the library `rpython` from, instead of the built-in one
  GENEXT_WARNINGS       off: show no warnings (as --no-warnings)
  GENEXT_GC             For translated programs: nursery=SIZE,max=SIZE,debug,...
  NO_COLOR              No colour
  FORCE_COLOR           Colour also where there is no terminal; so does CLICOLOR_FORCE

A target or file `-` is standard input, an output `-` standard output.";

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Make a folder with a small language to start from: interpreter, JIT hints, programs, tests
    New {
        /// The folder. Its name is that of the language: letters, digits and underscores
        #[arg(value_name = "FOLDER")]
        folder: String,
    },
    /// Translate a target to a standalone executable
    Build(BuildArgs),
    /// Translate a target in memory and run it
    Run(RunArgs),
    /// Run a file untranslated, in the built-in Python; without one: read statements
    Py(PyArgs),
    /// Check a target: flow and annotation, diagnostics only
    Check(CheckArgs),
    /// Check the inferred annotations of a target against a real run
    Soundness(SoundnessArgs),
    /// Serve an editor: diagnostics, types, definitions (language server protocol on standard input and output)
    Lsp,
    /// A check for the language server
    #[command(hide = true)]
    LspWorker,
    /// Explain an error code (without one: list them)
    Explain {
        /// The code, such as E0411
        code: Option<String>,
    },
    /// Show the graphs of a target
    View(ViewArgs),
    /// Run pytest-style tests of an RPython project
    Test(TestArgs),
    /// The tests of one file, for `test`
    #[command(name = "_worker", hide = true)]
    TestWorker {
        /// What to do, as JSON
        options: std::ffi::OsString,
    },
    /// Show the log of a JIT (written with GENEXT_LOG=jit:versions:FILE)
    Jitlog(JitlogArgs),
    /// Find the fewest pieces of code of a JIT that change what a program prints
    JitBisect(JitBisectArgs),
    /// Print what a shell needs to complete command lines of genext
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a page for `man`: of genext, or of a command
    Man {
        /// The command
        command: Option<String>,
    },
    /// Print the version of the stub and other facts, for bug reports
    #[command(hide = true)]
    Facts,
}

impl Command {
    /// Whether `GENEXT_LOG` means something to it.
    pub(crate) fn reads_log(&self) -> bool {
        matches!(
            self,
            Command::Build(_)
                | Command::Run(_)
                | Command::Check(_)
                | Command::Soundness(_)
                | Command::View(_)
                | Command::JitBisect(_)
                | Command::Test(_)
        )
    }

    /// Tells a command how much to say.
    pub(crate) fn set_volume(&mut self, volume: Volume) {
        let (common, own) = match self {
            Command::Build(BuildArgs { common, volume, .. })
            | Command::Check(CheckArgs { common, volume, .. })
            | Command::View(ViewArgs { common, volume, .. }) => (common, *volume),
            Command::Run(RunArgs { common, .. })
            | Command::Soundness(SoundnessArgs { common, .. }) => (common, Volume::default()),
            Command::Test(a) => {
                a.volume = a.volume.with(volume);
                return;
            }
            _ => return,
        };
        common.volume = volume.with(own);
        common.timings |= common.volume.verbose > 0;
        common.no_warnings |= common.volume.quiet;
    }
}

impl Volume {
    fn with(self, other: Volume) -> Volume {
        Volume {
            quiet: self.quiet || other.quiet,
            verbose: self.verbose.saturating_add(other.verbose),
        }
    }
}

/// What all commands on a target take.
#[derive(Args, Debug, Clone)]
pub struct Common {
    /// The target, `-` for standard input: a file that defines `target(driver, args)` or `entry_point(argv)`
    pub target: PathBuf,
    /// The sources are Python 2.7 (default: found out for each source root)
    #[arg(long, conflicts_with = "python3")]
    pub python2: bool,
    /// The sources are Python 3
    #[arg(long)]
    pub python3: bool,
    /// Optimisation level
    #[arg(short = 'O', value_name = "LEVEL", default_value = "2")]
    pub level: Level,
    /// Print how long each stage took
    #[arg(long)]
    pub timings: bool,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Do not show warnings (also: GENEXT_WARNINGS=off)
    #[arg(long)]
    pub no_warnings: bool,
    /// As given before or after the command
    #[arg(skip)]
    pub volume: Volume,
}

/// Optimisation levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Level {
    /// Only what is needed for correctness
    #[value(name = "0")]
    O0,
    /// Cheap optimisations
    #[value(name = "1")]
    O1,
    /// All optimisations
    #[value(name = "2")]
    O2,
    /// All optimisations, and a JIT compiler
    #[value(name = "jit")]
    Jit,
}

/// When to colour diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// `genext build`.
#[derive(Args, Debug)]
pub struct BuildArgs {
    /// The target and options
    #[command(flatten)]
    pub common: Common,
    /// How much is said
    #[command(flatten)]
    pub volume: Volume,
    /// Make a checked build: verify at run time what annotation and optimisation concluded (slower)
    #[arg(long)]
    pub check: bool,
    /// Leave out the safety checks, to measure what they cost. The program is not safe to use
    #[arg(long, conflicts_with = "check")]
    pub unchecked: bool,
    /// Write debugging information: files, lines, variables and types for gdb, perf and addr2line. The code stays the
    /// same
    #[arg(short = 'g', long = "debug")]
    pub debug: bool,
    /// The executable to write, `-` for standard output (default: the target's name without `.py`, and without a
    /// leading `target`)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Also write the graphs of a stage beside the executable, as text
    #[arg(long, value_name = "STAGE")]
    pub emit: Vec<Stage>,
    /// Arguments passed to the target function, after `--`
    #[arg(last = true)]
    pub target_args: Vec<String>,
}

/// `genext run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The target and options
    #[command(flatten)]
    pub common: Common,
    /// Make a checked build: verify at run time what annotation and optimisation concluded (slower)
    #[arg(long)]
    pub check: bool,
    /// Leave out the safety checks, to measure what they cost. The program is not safe to use
    #[arg(long, conflicts_with = "check")]
    pub unchecked: bool,
    /// With -Ojit: when the program has ended, write a page of what its JIT did
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Arguments of the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub args: Vec<std::ffi::OsString>,
}

/// `genext py`.
#[derive(Args, Debug)]
pub struct PyArgs {
    /// The sources are Python 2.7
    #[arg(long, conflicts_with = "python3")]
    pub python2: bool,
    /// The sources are Python 3
    #[arg(long)]
    pub python3: bool,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Run this text; what follows are its arguments
    #[arg(short = 'c', value_names = ["CODE", "ARGS"], num_args = 1.., allow_hyphen_values = true)]
    pub code: Option<Vec<std::ffi::OsString>>,
    /// Run a module, or the `__main__` of a package; what follows are its arguments
    #[arg(short = 'm', value_names = ["MODULE", "ARGS"], num_args = 1.., allow_hyphen_values = true, conflicts_with = "code")]
    pub module: Option<Vec<std::ffi::OsString>>,
    /// Read statements even if standard input is no terminal
    #[arg(short = 'i', long, conflicts_with_all = ["code", "module", "file_and_args"])]
    pub interactive: bool,
    /// The file, `-` for standard input, and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub file_and_args: Vec<std::ffi::OsString>,
}

/// `genext jitlog`.
#[derive(Args, Debug)]
pub struct JitlogArgs {
    /// The log, `-` for standard input
    pub file: PathBuf,
    /// Form of the report: text, a table of the loops, or one offline page
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub format: JitlogFormat,
    /// Where to write it (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Leave out the residual code (of jit:residual)
    #[arg(long)]
    pub no_code: bool,
}

/// Forms of the report of `genext jitlog`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum JitlogFormat {
    /// Text
    Text,
    /// A table of the loops of the interpreted program: time, versions, code, compilation, exits
    Loops,
    /// One HTML file that needs no other: time, versions, residual code, machine code
    Html,
}

/// `genext jit-bisect`.
#[derive(Args, Debug)]
#[command(after_help = BISECT)]
pub struct JitBisectArgs {
    /// The program: an executable built with -Ojit, or a target (`.py`), which is built so
    pub program: PathBuf,
    /// Longest time of a run (default: 20 times that of a run without a JIT, and 10 seconds more)
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Leave out the residual code
    #[arg(long)]
    pub no_code: bool,
    /// The sources of a target are Python 2.7 (default: found out for each source root)
    #[arg(long, conflicts_with = "python3")]
    pub python2: bool,
    /// The sources of a target are Python 3
    #[arg(long)]
    pub python3: bool,
    /// Arguments of the program, after `--`
    #[arg(last = true)]
    pub args: Vec<std::ffi::OsString>,
}

const BISECT: &str = "\
The program is run again and again, without a JIT and with parts of what the JIT compiles, and must do the same each
time. Standard output and exit status are compared. GENEXT_JIT is kept; standard input is read once, unless it is a
terminal, and given to each run.

Exit status: 0 no difference, 1 a difference was found, 2 the program cannot be run or compared.";

/// `genext check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The target and options
    #[command(flatten)]
    pub common: Common,
    /// How much is said
    #[command(flatten)]
    pub volume: Volume,
    /// Form of the diagnostics
    #[arg(long, value_name = "FORM", default_value = "human")]
    pub format: Report,
    /// Arguments passed to the target function, after `--`
    #[arg(last = true)]
    pub target_args: Vec<String>,
}

/// `genext soundness`.
#[derive(Args, Debug)]
pub struct SoundnessArgs {
    /// The target and options
    #[command(flatten)]
    pub common: Common,
    /// How many other schedules are compared
    #[arg(long, value_name = "N", default_value = "5")]
    pub schedules: u64,
    /// Most operations to execute
    #[arg(long, value_name = "N", default_value = "5000000")]
    pub limit: u64,
    /// Form of what is found
    #[arg(long, value_name = "FORM", default_value = "human")]
    pub format: Report,
    /// Arguments of the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub args: Vec<std::ffi::OsString>,
}

/// Forms of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Report {
    /// For people
    Human,
    /// One JSON object a line
    Json,
    /// SARIF 2.1.0, for services that check code
    Sarif,
}

/// `genext view`.
#[derive(Args, Debug)]
pub struct ViewArgs {
    /// The target and options
    #[command(flatten)]
    pub common: Common,
    /// How much is said
    #[command(flatten)]
    pub volume: Volume,
    /// Which graphs; several stages, as in `annotated,lowlevel`, stand side by side in a page
    #[arg(
        long,
        value_name = "STAGE",
        default_value = "flow",
        value_delimiter = ','
    )]
    pub stage: Vec<Stage>,
    /// Only functions whose name contains this
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Why the JIT does not know this variable: what makes it red, in every function that has it
    #[arg(long, value_name = "VARIABLE")]
    pub why: Option<String>,
    /// Form of the output
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub format: Format,
    /// Also show the toolchain's own helpers
    #[arg(long)]
    pub helpers: bool,
    /// Write to a file (default, and `-`: standard output)
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Stages of translation that can be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Stage {
    /// Flow graphs
    Flow,
    /// Flow graphs with annotations
    Annotated,
    /// Low-level graphs as they are compiled
    Lowlevel,
    /// Source lines with the binding times of variables, as the JIT sees them
    Colors,
}

/// `genext test`.
#[derive(Args, Debug)]
pub struct TestArgs {
    /// Files, folders, or FILE::Class::test (default: the current folder)
    pub paths: Vec<PathBuf>,
    /// Only tests whose names match, for example `rlist and not sort`
    #[arg(short = 'k', value_name = "EXPRESSION")]
    pub keyword: Option<String>,
    /// Only tests with these marks
    #[arg(short = 'm', value_name = "EXPRESSION")]
    pub marker: Option<String>,
    /// Stop at the first failure
    #[arg(short = 'x', long = "exitfirst")]
    pub exit_first: bool,
    /// Stop after so many failures
    #[arg(long, value_name = "N")]
    pub maxfail: Option<usize>,
    /// How much is said
    #[command(flatten)]
    pub volume: Volume,
    /// Do not capture output: show it as it comes (one test at a time, unless -n says otherwise)
    #[arg(short = 's', long)]
    pub nocapture: bool,
    /// How output is captured; `no` is -s
    #[arg(long, value_name = "METHOD", default_value = "fd")]
    pub capture: Capture,
    /// Only the tests that failed in the last run
    #[arg(long = "lf", visible_alias = "last-failed")]
    pub last_failed: bool,
    /// The tests that failed in the last run first, then the others
    #[arg(
        long = "ff",
        visible_alias = "failed-first",
        conflicts_with = "last_failed"
    )]
    pub failed_first: bool,
    /// Show the local variables of each function in a traceback
    #[arg(short = 'l', long)]
    pub showlocals: bool,
    /// Form of tracebacks
    #[arg(long, value_name = "STYLE", default_value = "auto")]
    pub tb: Traceback,
    /// For pytest's command lines: `no:cacheprovider` writes no cache, other plugins are accepted and mean nothing
    #[arg(short = 'p', value_name = "PLUGIN")]
    pub plugins: Vec<String>,
    /// Also write the results to a file, as JUnit's XML
    #[arg(long, visible_alias = "junit-xml", value_name = "FILE")]
    pub junitxml: Option<PathBuf>,
    /// Results as JSON, one object a line
    #[arg(long)]
    pub json: bool,
    /// List the tests without running them
    #[arg(long, visible_alias = "co")]
    pub collect_only: bool,
    /// Tests at a time (default: one for each core)
    #[arg(short = 'n', long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Longest time of one test in seconds; 0: no limit
    #[arg(long, value_name = "SECONDS", default_value = "120")]
    pub timeout: f64,
    /// Also list: s skipped, x xfailed, X xpassed, p passed, a all but passed, A all
    #[arg(short = 'r', value_name = "LETTERS")]
    pub summary: Option<String>,
    /// Show the N slowest phases of tests (setup, call, teardown); 0: all
    #[arg(long, value_name = "N")]
    pub durations: Option<usize>,
    /// Leave out of --durations what took less time (with -vv: nothing is)
    #[arg(long, value_name = "SECONDS", default_value = "0.005")]
    pub durations_min: f64,
    /// The sources are Python 2.7 (default: found out for each source root)
    #[arg(long, conflicts_with = "python3")]
    pub python2: bool,
    /// The sources are Python 3
    #[arg(long)]
    pub python3: bool,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// Ways to capture what tests write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Capture {
    /// To files, at the level of descriptors
    Fd,
    /// As `fd`
    Sys,
    /// Not at all
    No,
}

/// Forms of tracebacks of failed tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Traceback {
    /// The first and the last function as `long`, those between as `short`
    Auto,
    /// Each function up to the line
    Long,
    /// One line of each function
    Short,
    /// One line for each failure
    Line,
    /// As Python prints it
    Native,
    /// None
    No,
}
