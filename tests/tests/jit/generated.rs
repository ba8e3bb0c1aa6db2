//! Generated programs in the languages of `examples/tinyvm` and `examples/kite`, with and without JIT.
//!
//! Every program runs once without and then with the JIT at several thresholds; output, errors and exit code must
//! agree. In the long mode the interpreter without JIT is one that was translated without, and every program runs in
//! all settings; else it is the same one with the JIT switched off, and every program runs in two settings.
use std::path::Path;
use std::time::Duration;

use genext_tests::generate;
use genext_tests::toolchain::{difference, interpreter, run, work};
use libtest_mimic::Trial;

/// The settings of `GENEXT_JIT`; empty: the defaults.
const SETTINGS: [&str; 10] = [
    "threshold=1",
    "threshold=2",
    "threshold=7",
    "threshold=2,regenerate=1",
    "threshold=1,regenerate=0",
    "threshold=2,flush=1",
    "threshold=2,edge_threshold=1,cap=2",
    "threshold=1,edge_threshold=1000000",
    "threshold=2,edge_threshold=5",
    "",
];
/// Settings that programs run in, in ordinary tests.
const FEW: usize = 2;
/// A collection at every allocation is slow: only some programs.
const COLLECT_EVERY: u64 = 8;
const TIMEOUT: Duration = Duration::from_secs(60);
/// Programs of each language, in ordinary tests.
const PROGRAMS: u64 = 30;
/// Programs of one trial.
const CHUNK: u64 = 10;

struct Language {
    name: &'static str,
    extension: &'static str,
    program: fn(u64) -> String,
}

const LANGUAGES: [Language; 2] = [
    Language {
        name: "tinyvm",
        extension: "tvm",
        program: generate::tinyvm::program,
    },
    Language {
        name: "kite",
        extension: "kite",
        program: generate::kite::program,
    },
];

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable)
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(default)
}

fn check(language: &Language, seed: u64, plain: &Path, jit: &Path) -> Result<(), String> {
    let file = work().join(format!("{}-{seed}.{}", language.name, language.extension));
    std::fs::write(&file, (language.program)(seed)).map_err(|e| e.to_string())?;
    let at = |e: String| format!("seed {seed} ({}): {e}", file.display());
    let expected = run(plain, &[&file], &[("GENEXT_JIT", "off")], TIMEOUT).map_err(at)?;
    // Without a valid program nothing would be tested.
    let failed = expected.status.code();
    if !matches!(failed, Some(0 | 1)) || expected.stdout.is_empty() && expected.stderr.is_empty() {
        return Err(at(format!(
            "no result: {}, {}",
            expected.status,
            String::from_utf8_lossy(&expected.stderr)
        )));
    }
    let settings = if super::long() { SETTINGS.len() } else { FEW };
    for i in 0..settings {
        let setting = SETTINGS[(seed as usize + i) % SETTINGS.len()];
        let setting = super::setting(setting);
        let mut environment = vec![("GENEXT_JIT", setting.as_str())];
        if seed.is_multiple_of(COLLECT_EVERY) && i == 0 {
            environment.push(("GENEXT_GC", "debug"));
        }
        let found = run(jit, &[&file], &environment, TIMEOUT)
            .map_err(|e| at(format!("under {environment:?}: {e}")))?;
        if let Some(d) = difference(&expected, &found) {
            return Err(at(format!("under {environment:?}: {d}")));
        }
    }
    let _ = std::fs::remove_file(file);
    Ok(())
}

pub(crate) fn trials() -> Vec<Trial> {
    let (count, first) = (
        number("GENEXT_JIT_PROGRAMS", PROGRAMS),
        number("GENEXT_JIT_FIRST", 1),
    );
    let mut trials = Vec::new();
    for language in &LANGUAGES {
        for start in (first..first + count).step_by(CHUNK as usize) {
            let end = (start + CHUNK).min(first + count);
            trials.push(Trial::test(
                format!("generated::{}::{start}_{}", language.name, end - 1),
                move || {
                    let jit = interpreter(language.name, "jit")?;
                    let plain = if super::long() {
                        interpreter(language.name, "2")?
                    } else {
                        jit.clone()
                    };
                    let errors: Vec<String> = (start..end)
                        .filter_map(|seed| check(language, seed, &plain, &jit).err())
                        .collect();
                    if errors.is_empty() {
                        Ok(())
                    } else {
                        Err(errors.join("\n").into())
                    }
                },
            ));
        }
    }
    trials
}
