//! File tests: where they are, what their directives say, how results are written.
#![allow(dead_code)]
use std::path::{Path, PathBuf};

use ir::lltype::LLType;
use lowlevel::parse::parse_program;
use lowlevel::verify::Phase;
use lowlevel::{FuncId, Program};

use super::{End, Machine, Word};

/// The file tests of this crate, of `lowlevel` and of `transform`, with names for people.
pub(crate) fn all() -> Vec<(String, PathBuf)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let of =
        |c: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{c}/tests/filetests"));
    let mut out = Vec::new();
    for root in [here, of("lowlevel"), of("transform")] {
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
            out.push((name, f));
        }
    }
    out
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

/// A file's program, the phase it is in, and its `run` lines.
pub(crate) fn read(path: &Path) -> Result<(Program, Phase, Vec<String>), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let input = text.split_once("#=== output\n").map_or(&text[..], |x| x.0);
    let mut program = parse_program(&filetest::with_prelude(input)).map_err(|e| e.to_string())?;
    let mut runs = filetest::directives(input, "run");
    runs.extend(filetest::directives(input, "after"));
    let phase = match filetest::directives(input, "phase").first() {
        Some(&"exceptions") => Phase::Exceptions,
        Some(&"gc") => Phase::Gc,
        _ => Phase::Typed,
    };
    // Passes that the back end relies on. The typer runs `observed`, so it is in no pipeline; the other two take out
    // operations that it does not know.
    let wanted = filetest::directives(input, "pass");
    for (name, at) in [
        ("observed", Phase::Typed),
        ("drop_jit", Phase::Typed),
        ("checks", Phase::Exceptions),
    ] {
        if phase == at && wanted.iter().any(|p| p.contains(name)) {
            let pass = transform::pass_by_name(name).ok_or_else(|| format!("the pass {name}"))?;
            transform::PassManager::new(phase)
                .run(&mut program, pass)
                .map_err(|e| e.to_string())?;
        }
    }
    // Without its checks a program does something else.
    if wanted.iter().any(|p| p.contains("unchecked")) {
        runs.clear();
    }
    let runs = runs.into_iter().map(str::to_owned).collect();
    Ok((program, phase, runs))
}

/// Tells the test's runtime which class MemoryError is.
pub(crate) fn set_memory_error(m: &Machine, program: &Program) {
    let memory_error = program
        .exception("MemoryError")
        .and_then(|e| {
            let view = m.image.view();
            view.iter::<abi::format::ExceptionInfo>(view.header.exceptions)
                .find(|x| view.str(x.name) == e.name.as_str())
        })
        .map_or(1, |x| u64::from(x.vtable));
    super::MEMORY_ERROR.with(|c| c.set(memory_error));
}

/// The function, the arguments and the expected result of a `run` line; `None` if it cannot be tested here.
pub(crate) fn parse_run(
    program: &Program,
    line: &str,
) -> Result<Option<(FuncId, Vec<Word>, String)>, String> {
    let (call, want) = line
        .split_once("=>")
        .ok_or("expected `f(args) => result`")?;
    let want = want.trim();
    if want.starts_with("faults") || want == "out of fuel" {
        return Ok(None);
    }
    let open = call.find('(').ok_or("expected `f(args)`")?;
    let f = program
        .func_by_name(call[..open].trim())
        .ok_or_else(|| format!("no function {call}"))?;
    let args: Vec<Word> = call[open + 1..]
        .trim()
        .trim_end_matches(')')
        .split(',')
        .filter(|a| !a.trim().is_empty())
        .map(|a| word(a.trim()))
        .collect();
    Ok(Some((f, args, want.to_owned())))
}

/// A result as `run` lines write it.
pub(crate) fn show(program: &Program, f: FuncId, end: End) -> String {
    match end {
        End::Raised(name) => format!("raises {name}"),
        End::Aborted(why) => format!("aborts {}", why.name()),
        End::Returned(int, float) => match program.types.as_func(program.funcs[f].sig).result {
            LLType::Void => "void".into(),
            LLType::Float => format!("{:?}", f64::from_bits(float)),
            LLType::Ptr(_) if int == 0 => "null".into(),
            _ => (int as i64).to_string(),
        },
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
