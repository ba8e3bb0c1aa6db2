//! Settings of the JIT: `GENEXT_JIT=threshold=N,edge_threshold=N,cap=N,...` and `GENEXT_LOG=jit:what[:path]`.
//!
//! | setting | default | |
//! |---|---|---|
//! | `off` | | nothing is compiled |
//! | `threshold` | 1039 | arrivals at a merge point before it is compiled |
//! | `edge_threshold` | 1 | the arrival at an edge stub that compiles it; those before are executed |
//! | `decay` | 40 | thousandths that counts of arrivals lose from one tick to the next; 0: they never decay |
//! | `cap` | 4 | versions per key |
//! | `promote_limit` | 8 | values that a promotion takes; four times as many in the portal itself |
//! | `unroll_limit` | 32 | iterations of a loop whose tests all fold that are unrolled |
//! | `inline_depth` | 32 | frames of a chain |
//! | `recursion_limit` | 4 | repetitions of a graph in a chain |
//! | `nested` | 16 | calls that generators make inside each other, at most; 0: the driver makes all (the same code, later: for tests) |
//! | `point_limit` | 50000 | versions per point, whatever the greens |
//! | `code_size` | 32M | bytes of code memory |
//! | `memory` | 24M | bytes that the compiler may need, apart from a share of the program's heap |
//! | `regenerate` | six thresholds | turns of a loop after which its code is made again (`jit::versions::regenerate`); 0: never |
//! | `lend` | 1 | calls of portals that are not traced into hand over and lend virtual objects (`jit::support::loans`); 0: these are allocated; 2: as much as possible is lent, however often it is redeemed (for tests) |
//! | `defer` | 1 | stores wait until somebody may see them (`jit::support::deferred`); 0: they are made at once |
//! | `flush` | | all code is forgotten at every N-th moment at which that is possible (`jit::versions::flush`), whether or not memory is exhausted; 0: never |
//! | `unlimited` | | neither its time nor its memory is limited |
//! | `sessions` | | at most so many runs of the compiler: to find the one that makes wrong code |
//! | `only` | | only what has these names is compiled, `only=1a2b3c4d+5e6f7a8b`, or `only=@FILE`: see `jit::versions::origins` |
//! | `perf_map` | | `/tmp/perf-PID.map` names residual code for perf |
//! | `gdb` | | residual code is registered with gdb |
//! | `check` | | hints are verified at run time (`jit::support::promises`), and invariants, as in debug builds |
use lowlevel::ops::JitParam;

/// The settings of a process; the table above says what they mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// No code is ever compiled: the program is interpreted.
    pub off: bool,
    /// Arrivals at a merge point before it is compiled.
    pub threshold: i64,
    /// The arrival at an edge stub with this number compiles it.
    pub edge_threshold: u32,
    /// What counts of arrivals lose at each tick (`jit::versions::entry`), in thousandths; 0: nothing.
    pub decay: u32,
    /// How many versions a key may have.
    pub cap: usize,
    /// Values that a promotion takes.
    pub promote_limit: u32,
    /// Iterations of a loop whose tests all fold.
    pub unroll_limit: u32,
    /// Frames of a chain.
    pub inline_depth: usize,
    /// Repetitions of a graph in a chain.
    pub recursion_limit: usize,
    /// Calls that generators make inside each other, at most.
    pub nested: usize,
    /// How many versions a point may have.
    pub point_limit: u32,
    /// Operations in a fragment, and a few times that in one run of the compiler.
    pub size_limit: usize,
    /// Bytes of code memory.
    pub code_size: usize,
    /// Bytes that the compiler may need, apart from a share of the program's heap.
    pub memory: usize,
    /// Turns of a loop after which its code is made again; 0: never; `None`: six times the threshold.
    pub regenerate: Option<u32>,
    /// Calls of portals hand over and lend virtual objects (`jit::support::loans`).
    pub lend: u32,
    /// Stores wait until somebody may see them (`jit::support::deferred`).
    pub defer: bool,
    /// All code is forgotten at every N-th moment at which that is possible; 0: never; `None`: when memory is
    /// exhausted.
    pub flush: Option<u64>,
    /// Time and memory of the compiler are limited.
    pub budget: bool,
    /// Runs of the compiler.
    pub sessions: u64,
    /// The names of what may be compiled (`jit::versions::origins::Name`), sorted; `None`: everything.
    pub only: Option<Vec<u32>>,
    /// A file for perf names residual code.
    pub perf_map: bool,
    /// Residual code is registered with gdb.
    pub gdb: bool,
    /// Invariants of versions are checked while compiling.
    pub check: bool,
    /// What hints promise is verified.
    pub hints: bool,
    /// What `GENEXT_JIT` names: the program cannot change it.
    pub named: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            off: false,
            threshold: 1039,
            edge_threshold: 1,
            decay: 40,
            cap: 4,
            promote_limit: 8,
            unroll_limit: 32,
            inline_depth: 32,
            recursion_limit: 4,
            nested: crate::NESTED,
            point_limit: 50_000,
            size_limit: 500,
            code_size: 32 << 20,
            memory: 24 << 20,
            regenerate: None,
            lend: 1,
            defer: true,
            flush: None,
            budget: true,
            sessions: u64::MAX,
            only: None,
            perf_map: false,
            gdb: false,
            check: cfg!(debug_assertions),
            hints: false,
            named: Vec::new(),
        }
    }
}

fn number(text: &str) -> Option<i64> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'k' | b'K' => (&text[..text.len() - 1], 1 << 10),
        b'm' | b'M' => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    digits.parse::<i64>().ok()?.checked_mul(unit)
}

/// The list of `only`: names between `+` or blanks, or a file of them behind `@`.
fn names(text: &str) -> Result<Vec<u32>, String> {
    let text = match text.strip_prefix('@') {
        Some(path) => std::fs::read_to_string(path)
            .map_err(|e| format!("GENEXT_JIT: cannot read `{path}`: {e}"))?,
        None => text.to_owned(),
    };
    let words = text.split(|c: char| c == '+' || c.is_whitespace());
    let mut list = (words.filter(|w| !w.is_empty()))
        .map(|w| {
            u32::from_str_radix(w, 16)
                .map_err(|_| format!("GENEXT_JIT: `{w}` is no name for `only`"))
        })
        .collect::<Result<Vec<u32>, String>>()?;
    list.sort_unstable();
    list.dedup();
    Ok(list)
}

impl Settings {
    /// Operations after which a run of the compiler has made enough.
    pub fn run_limit(&self) -> usize {
        self.size_limit.saturating_mul(3)
    }
    /// Reads the text of `GENEXT_JIT`.
    ///
    /// # Errors
    /// A message for the user.
    pub fn parse(text: &str) -> Result<Settings, String> {
        let mut s = Settings::default();
        for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            match part {
                "off" => s.off = true,
                "on" => s.off = false,
                "check" => (s.check, s.hints) = (true, true),
                "unlimited" => s.budget = false,
                "perf_map" => s.perf_map = true,
                "gdb" => s.gdb = true,
                _ => {
                    let (name, value) = part
                        .split_once('=')
                        .ok_or_else(|| format!("GENEXT_JIT: `{part}` is no setting"))?;
                    match name {
                        "only" => s.only = Some(names(value)?),
                        _ => s.set(name, value)?,
                    }
                    s.named.push(name.to_owned());
                }
            }
        }
        Ok(s)
    }
    /// Whether the user has decided about a parameter.
    pub fn is_fixed(&self, param: JitParam) -> bool {
        let names: &[&str] = match param {
            JitParam::Threshold => &["threshold"],
            JitParam::TraceEagerness => &["edge_threshold", "trace_eagerness"],
            JitParam::MaxUnrollRecursion => &["recursion_limit", "max_unroll_recursion"],
            JitParam::Decay => &["decay"],
        };
        self.named.iter().any(|n| names.contains(&n.as_str()))
    }
    /// Sets one value, by the name it has in `GENEXT_JIT`.
    ///
    /// # Errors
    /// A message for the user.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let n = number(value)
            .filter(|&n| n >= 0)
            .ok_or_else(|| format!("GENEXT_JIT: `{value}` is no number for `{name}`"))?;
        let small = u32::try_from(n).unwrap_or(u32::MAX);
        let size = usize::try_from(n).unwrap_or(usize::MAX);
        match name {
            // A loop is never compiled before it was reached once.
            "threshold" => self.threshold = n.max(1),
            "edge_threshold" | "trace_eagerness" => self.edge_threshold = small.max(1),
            "cap" => self.cap = size.max(1),
            "promote_limit" => self.promote_limit = small.max(1),
            "unroll_limit" => self.unroll_limit = small,
            "inline_depth" => self.inline_depth = size.max(1),
            "recursion_limit" | "max_unroll_recursion" => self.recursion_limit = size.max(1),
            "nested" => self.nested = size.min(crate::NESTED),
            "point_limit" => self.point_limit = small.max(1),
            "size_limit" => self.size_limit = size.max(10),
            "decay" => self.decay = small.min(1000),
            "regenerate" => self.regenerate = Some(small),
            "lend" => self.lend = small,
            "defer" => self.defer = n != 0,
            "flush" => self.flush = Some(n as u64),
            "sessions" => self.sessions = n as u64,
            "memory" => self.memory = size,
            "code_size" => self.code_size = size.max(64 << 10),
            // Parameters of tracing JITs that programs set and that mean nothing here.
            "function_threshold"
            | "trace_limit"
            | "inlining"
            | "loop_longevity"
            | "retrace_limit"
            | "max_retrace_guards"
            | "max_unroll_loops"
            | "disable_unrolling"
            | "pureop_historylength"
            | "vec"
            | "vec_all"
            | "vec_cost" => {}
            _ => return Err(format!("GENEXT_JIT: there is no setting `{name}`")),
        }
        Ok(())
    }
    /// The settings of the environment; a mistake is reported on standard error and ends the program.
    pub fn from_env() -> Settings {
        match std::env::var("GENEXT_JIT") {
            Ok(text) => Settings::parse(&text).unwrap_or_else(|message| {
                eprintln!("{message}");
                std::process::exit(2)
            }),
            Err(_) => Settings::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let s = Settings::parse("threshold=7, cap=2,off,code_size=1M").expect("good");
        assert_eq!(
            (s.threshold, s.cap, s.off, s.code_size),
            (7, 2, true, 1 << 20)
        );
        assert_eq!(Settings::parse(""), Ok(Settings::default()));
        for bad in ["x", "x=1", "threshold=", "threshold=a", "cap=-1"] {
            assert!(Settings::parse(bad).is_err(), "{bad}");
        }
        let only = Settings::parse("only=1f+0a,cap=2").expect("good").only;
        assert_eq!(only, Some(vec![0x0a, 0x1f]));
        let nothing = Settings::parse("only=").expect("good").only;
        assert_eq!(nothing, Some(Vec::new()));
        for bad in ["only=1x", "only=1f 2g", "only=@/nowhere/at all"] {
            assert!(Settings::parse(bad).is_err(), "{bad}");
        }
        // Never compiled on nothing.
        assert_eq!(Settings::parse("threshold=0").expect("good").threshold, 1);
    }
}
