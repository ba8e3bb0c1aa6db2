//! Interpreters with a JIT: all programs of the examples, generated programs, faults, and what residual code consists
//! of.
//!
//! | module | |
//! |---|---|
//! | `examples` | every program of every example, at several thresholds and with a collection at every allocation: the expected output |
//! | `generated` | programs generated in the languages of `tinyvm` and `kite`: what they print without JIT |
//! | `counts` | loops: how many operations, which ones, how many versions |
//! | `bisect` | `genext jit-bisect` on programs whose declarations are wrong, and others |
//! | `bad` | wrong hints: errors of the command line |
//! | `programs` | small interpreters, each hard in its own way: what they print untranslated |
//! | `params` | `set_user_param` of a program |
//! | `nested` | calls that generators make themselves: what is compiled is the same without them |
//! | `economy` | programs that a JIT cannot make faster: what it spends on them |
//! | `flush` | programs that change all the time: code that is not used any more makes room |
//! | `faults` | limits that are reached, greens without bound, code memory exhausted: the program goes on in the interpreter |
//!
//! `GENEXT_TEST_JIT=long` runs everything at every setting (`tests/long.sh`); without it what takes long is left out.
//! `GENEXT_TEST_JIT_ALSO=flush=1` adds that to the settings that programs run with.
//! `GENEXT_JIT_PROGRAMS=2000` sets the number of generated programs in each language and `GENEXT_JIT_FIRST=n` the first
//! seed. What a difference was found with is kept, and its path is printed. `GENEXT=PATH` uses another `genext` than
//! the one that cargo builds.
use genext_tests::toolchain;
use libtest_mimic::Arguments;

#[path = "jit/bad.rs"]
mod bad;
#[path = "jit/bisect.rs"]
mod bisect;
#[path = "jit/counts.rs"]
mod counts;
#[path = "jit/decay.rs"]
mod decay;
#[path = "jit/economy.rs"]
mod economy;
#[path = "jit/examples.rs"]
mod examples;
#[path = "jit/faults.rs"]
mod faults;
#[path = "jit/flush.rs"]
mod flush;
#[path = "jit/generated.rs"]
mod generated;
#[path = "jit/hints.rs"]
mod hints;
#[path = "jit/nested.rs"]
mod nested;
#[path = "jit/params.rs"]
mod params;
#[path = "jit/programs.rs"]
mod programs;

/// Whether all settings are run.
fn long() -> bool {
    std::env::var_os("GENEXT_TEST_JIT").is_some_and(|v| v == "long")
}

/// A setting of `GENEXT_JIT`, with what `GENEXT_TEST_JIT_ALSO` adds to all of them.
fn setting(text: &str) -> String {
    match std::env::var("GENEXT_TEST_JIT_ALSO") {
        Ok(also) if text.is_empty() => also,
        Ok(also) => format!("{text},{also}"),
        Err(_) => text.to_owned(),
    }
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = examples::trials();
    trials.extend(generated::trials());
    trials.extend(counts::trials());
    trials.extend(faults::trials());
    trials.extend(flush::trials());
    trials.extend(decay::trials());
    trials.extend(bad::trials());
    trials.extend(bisect::trials());
    trials.extend(hints::trials());
    trials.extend(programs::trials());
    trials.extend(params::trials());
    trials.extend(nested::trials());
    trials.extend(economy::trials());
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !conclusion.has_failed() {
        toolchain::clean();
    }
    conclusion.exit();
}
