//! Differential tests: the same Python source runs in the live space and, annotated and typed, in the low-level
//! interpreter.
//!
//! Every function `t_*(n)` in `tests/differential/*.py` is called with small integers; result (int, bool, float, str,
//! None) or the class of the exception must agree. Where the live space raises IndexError and the like without a
//! handler, a safety error counts as the same. `GX_SHOW=name` prints the low-level program of one function.
use std::path::{Path, PathBuf};
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::{Annotation, Annotator, Options};
use ir::diag::{Diagnostic, render};
use ir::lltype::LLType;
use libtest_mimic::{Arguments, Failed, Trial};
use lowlevel::interp::externs::ExternError;
use lowlevel::interp::{Interp, Outcome, StdExterns, Val};
use lowlevel::verify::Phase;
use python::live::space::Config;
use python::live::{PyErr, Space, Value};
use rtyper::typer::RTyper;

fn show(list: &[Diagnostic]) -> String {
    list.iter().map(|d| render(d, false) + "\n").collect()
}

fn functions(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|l| l.strip_prefix("def t_"))
        .filter_map(|l| l.split_once('('))
        .map(|(n, _)| format!("t_{n}"))
        .collect()
}

fn live(space: &Space, f: &Value, n: i64) -> Result<String, String> {
    match space.call(f, &[Value::Int(n)]) {
        Ok(v) => Ok(format!("{v:?}")),
        Err(PyErr::Raise(e)) => {
            let d = space.diagnostic(PyErr::Raise(e));
            // "KeyError: ..." or "uncaught exception KeyError": the class is the first word that ends in Error.
            let class = d
                .message
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .find(|w| {
                    w.ends_with("Error")
                        || w.ends_with("Exit")
                        || w.ends_with("Exception")
                        || *w == "StopIteration"
                })
                .unwrap_or("?")
                .to_string();
            Err(class)
        }
        Err(other) => Err(space.diagnostic(other).message),
    }
}

/// The runtime's float functions, by the live space's.
fn externs(space: &Rc<Space>) -> StdExterns {
    let mut e = StdExterns::default();
    e.register("gx_float_repr", move |call| {
        let text = python::live::text::float_repr(call.args[0].as_float());
        Ok(call.memory.new_string(text.as_bytes()))
    });
    let s = space.clone();
    e.register("gx_float_format", move |call| {
        let code = call.args[1].int() as u8 as char;
        let fmt = Value::string(format!("%.{}{code}", call.args[2].int()));
        let text =
            match python::live::format::percent(&s, &fmt, &Value::Float(call.args[0].as_float())) {
                Ok(v) => v.as_text().unwrap_or_default(),
                Err(_) => return Err(ExternError::Fault("format".into())),
            };
        Ok(call.memory.new_string(text.as_bytes()))
    });
    let failed = Rc::new(std::cell::Cell::new(false));
    let flag = failed.clone();
    e.register("gx_float_parse", move |call| {
        let text = call.memory.string(call.args[0]);
        let x = String::from_utf8_lossy(&text).trim().parse::<f64>();
        flag.set(x.is_err());
        Ok(Val::float(x.unwrap_or(0.0)))
    });
    e.register("gx_errno", move |_| Ok(Val::Int(i64::from(failed.get()))));
    e
}

const INPUTS: &[i64] = &[0, 1, 2, 3, 5, 7, 12, -1, -2, -7];

/// As a usual and as a checked build.
fn run(path: &Path, name: &str) -> Result<(), Failed> {
    run_build(path, name, false)?;
    run_build(path, name, true)
}

fn run_build(path: &Path, name: &str, check: bool) -> Result<(), Failed> {
    let space = Rc::new(Space::new(Config::default()));
    let m = space
        .run_path(path, "cases")
        .map_err(|e| show(&[space.diagnostic(e)]))?;
    let f = m.get(name).ok_or("the function is missing")?;
    let mut ann = Annotator::new(Box::new(LiveFront::new(space.clone())), Options::default());
    let g = ann.run(&f, &[Annotation::int()]).map_err(|l| show(&l))?;
    let result = ann.program.graphs[g].result();
    let unsigned = matches!(result.kind(), annotator::Kind::Int { kind, .. } if !kind.signed);
    let mut typer = RTyper::new(Box::new(ann));
    typer.check = check;
    let program = typer.run(false).map_err(|l| show(&l))?;
    if std::env::var("GX_SHOW").is_ok_and(|s| s == name) {
        println!("{}", lowlevel::text::print_program(&program));
    }
    if let Err(errors) = lowlevel::verify::verify_program(&program, Phase::Typed) {
        return Err(format!("{errors:?}")
            .chars()
            .take(3000)
            .collect::<String>()
            .into());
    }
    let entry = program.entry.ok_or("no entry")?;
    let sig = program.types.as_func(program.funcs[entry].sig).clone();
    // The same program as the back end gets it, with every object moving at every safepoint.
    let mut optimised = program.clone();
    let options = transform::Options {
        verify: true,
        check,
        ..transform::Options::level(2)
    };
    transform::run_pipeline(&mut optimised, &options).map_err(|e| e.to_string())?;
    let collecting = transform::effects::Effects::new(&optimised).can_collect;
    for (&n, low) in INPUTS.iter().flat_map(|n| [(n, false), (n, true)]) {
        let want = live(&space, &f, n);
        let (program, entry) = if low {
            (&optimised, optimised.entry.ok_or("no entry")?)
        } else {
            (&program, entry)
        };
        let mut interp = Interp::with_externs(program, Box::new(externs(&space)));
        if low {
            interp = interp.moving(collecting.clone());
        }
        let args: Vec<Val> = sig.args.iter().map(|_| Val::Int(n)).collect();
        let got = match interp.call(entry, &args) {
            Ok(v) => Ok(match (sig.result, v) {
                (LLType::Void, _) => match result.konst() {
                    Some(k) => format!("{k:?}"),
                    None => "None".to_string(),
                },
                (LLType::Bool, v) => if v.bool() { "True" } else { "False" }.to_string(),
                (LLType::Char, Val::Int(c)) => format!("{:?}", Value::bytes(&[c as u8])),
                (LLType::UniChar, Val::Int(c)) => {
                    format!("{:?}", Value::code_points(vec![c as u32]))
                }
                (LLType::Unsigned, Val::Int(i)) if unsigned => format!("{}", i as u64),
                (_, Val::Int(i)) => i.to_string(),
                (LLType::Float, v) => format!("{:?}", Value::Float(v.as_float())),
                (LLType::Ptr(c), v) if Some(c) == program.known.string => match v {
                    Val::Null => "None".to_string(),
                    v => format!("{:?}", Value::bytes(&interp.read_string(v))),
                },
                (_, v) => format!("{v:?}"),
            }),
            Err(Outcome::Raised { class, .. }) => Err(class),
            Err(Outcome::Abort(e)) => Err(format!("abort {}", e.name())),
            Err(other) => {
                return Err(format!("{name}({n}), checked {check}: {other:?}").into());
            }
        };
        let same = match (&want, &got) {
            (Ok(a), Ok(b)) => a == b,
            (Err(a), Err(b)) => {
                b.contains(a.as_str())
                    || (b.starts_with("abort")
                        && matches!(
                            a.as_str(),
                            "IndexError"
                                | "ZeroDivisionError"
                                | "ValueError"
                                | "AttributeError"
                                | "TypeError"
                                | "StopIteration"
                        ))
            }
            _ => false,
        };
        if !same {
            let stage = if low { "optimised" } else { "typed" };
            let stage = format!("{}{stage}", if check { "checked, " } else { "" });
            return Err(format!("{name}({n}): live {want:?}, {stage} {got:?}").into());
        }
    }
    Ok(())
}

fn main() {
    let args = Arguments::from_args();
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/differential");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&dir)
        .map(|d| d.filter_map(|e| Some(e.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|p| p.extension().is_some_and(|e| e == "py"));
    files.sort();
    let mut trials = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let stem = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for name in functions(&text) {
            let path = path.clone();
            trials.push(Trial::test(format!("{stem}::{name}"), move || {
                run(&path, &name)
            }));
        }
    }
    libtest_mimic::run(&args, trials).exit();
}
