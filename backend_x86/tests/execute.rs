//! Execution tests: machine code gives what the file says and what the low-level interpreter computes.
//!
//! `tests/filetests/*.ll` of this crate (programs through all transforms, or `phase: typed`), and all file tests of `rtyper` after the
//! pipeline. Each program is compiled by both allocators, with the allocation checked, and runs on both heaps. `# run: f(1, 2) => 3`.
use std::path::{Path, PathBuf};

use backend_x86::Options;
use backend_x86::regalloc::Allocator;
use flowspace::lltype::LLType;
use libtest_mimic::{Arguments, Failed, Trial};
use rtyper::ll::Program;
use rtyper::ll::parse::parse_program;
use rtyper::transform;

mod harness;
use harness::{End, Machine, Mode, Word};

fn main() {
    let args = Arguments::from_args();
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let rtyper = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rtyper/tests/filetests");
    let mut tests = Vec::new();
    for root in [here, rtyper] {
        let mut files = Vec::new();
        collect(&root, &mut files);
        files.sort();
        for f in files {
            let name = f
                .strip_prefix(
                    root.parent()
                        .and_then(Path::parent)
                        .and_then(Path::parent)
                        .unwrap_or(&root),
                )
                .unwrap_or(&f)
                .display()
                .to_string();
            tests.push(Trial::test(name, move || {
                run_file(&f).map_err(Failed::from)
            }));
        }
    }
    libtest_mimic::run(&args, tests).exit();
}

fn collect(dir: &Path, out: &mut Vec<PathBuf>) {
    for e in std::fs::read_dir(dir)
        .expect("the directory of file tests")
        .flatten()
    {
        let p = e.path();
        if p.is_dir() {
            collect(&p, out);
        } else if p.extension().is_some_and(|e| e == "ll") {
            out.push(p);
        }
    }
}

fn directives<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines()
        .filter_map(|l| l.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(':'))
        .map(str::trim)
        .collect()
}

fn run_file(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let input = text.split_once("#=== output\n").map_or(&text[..], |x| x.0);
    let mut program = parse_program(input).map_err(|e| e.to_string())?;
    let mut runs = directives(input, "run");
    runs.extend(directives(input, "after"));
    let passes: &[&str] = match directives(input, "phase").first() {
        Some(&"exceptions") => &["gcroots"],
        Some(&"gc") => &[],
        _ => &["stackcheck", "excstate", "gcroots"],
    };
    let phase = match passes.len() {
        0 => rtyper::ll::verify::Phase::Gc,
        1 => rtyper::ll::verify::Phase::Exceptions,
        _ => rtyper::ll::verify::Phase::Typed,
    };
    let mut manager = transform::PassManager::new(phase);
    for p in passes {
        // Programs without the exception cannot have the check that raises it.
        if *p == "stackcheck" && program.exception("RecursionError").is_none() {
            continue;
        }
        let pass = transform::pass_by_name(p).ok_or("pass")?;
        manager.run(&mut program, pass).map_err(|e| e.to_string())?;
    }
    for allocator in [Allocator::Ion, Allocator::Fast] {
        let options = Options {
            allocator,
            check: true,
            ..Options::default()
        };
        for mode in [Mode::Nursery, Mode::Moving] {
            let mut m = Machine::new(&program, &options, mode)?;
            let memory_error = program
                .exception("MemoryError")
                .and_then(|e| {
                    let view = m.image.view();
                    view.iter::<abi::format::ExceptionInfo>(view.header.exceptions)
                        .find(|x| view.str(x.name) == e.name.as_str())
                })
                .map_or(1, |x| u64::from(x.vtable));
            harness::MEMORY_ERROR.with(|c| c.set(memory_error));
            for r in &runs {
                check_run(&mut m, &program, r)
                    .map_err(|e| format!("{allocator:?}, {mode:?}: {e}"))?;
            }
        }
    }
    Ok(())
}

fn check_run(m: &mut Machine, program: &Program, line: &str) -> Result<(), String> {
    let (call, want) = line
        .split_once("=>")
        .ok_or("expected `f(args) => result`")?;
    let want = want.trim();
    if want.starts_with("faults") || want == "out of fuel" {
        return Ok(());
    }
    let open = call.find('(').ok_or("expected `f(args)`")?;
    let f = program
        .func_by_name(call[..open].trim())
        .ok_or_else(|| format!("no function {call}"))?;
    let sig = program.types.as_func(program.funcs[f].sig);
    let args: Vec<Word> = call[open + 1..]
        .trim()
        .trim_end_matches(')')
        .split(',')
        .filter(|a| !a.trim().is_empty())
        .map(|a| word(a.trim()))
        .collect();
    let got = match m.call(f, &args) {
        End::Raised(name) => format!("raises {name}"),
        End::Aborted(why) => format!("aborts {}", why.name()),
        End::Returned(int, float) => match sig.result {
            LLType::Void => "void".into(),
            LLType::Float => format!("{:?}", f64::from_bits(float)),
            LLType::Ptr(_) if int == 0 => "null".into(),
            _ => (int as i64).to_string(),
        },
    };
    if got == want {
        Ok(())
    } else {
        Err(format!("{line}\n  but it {got}"))
    }
}

fn word(text: &str) -> Word {
    match text {
        "true" => Word::Int(1),
        "false" | "null" => Word::Int(0),
        _ => match text.strip_prefix('\'') {
            Some(c) => Word::Int(u64::from(c.as_bytes()[0])),
            None if text.contains(['.', 'e', 'n']) => Word::Float(text.parse().expect("a float")),
            None => Word::Int(text.parse::<i64>().expect("an integer") as u64),
        },
    }
}
