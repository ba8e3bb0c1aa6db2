//! The example interpreters are typed completely and run a program in the low-level interpreter.
use std::path::{Path, PathBuf};
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::{Annotator, AnnotatorOptions};
use ir::diag::{Diagnostic, render};
use lowlevel::Program;
use lowlevel::interp::externs::ExternError;
use lowlevel::interp::{Interp, Outcome, StdExterns, Val};
use lowlevel::verify::Phase;
use python::live::{Space, SpaceConfig, Value};
use rtyper::typer::RTyper;

fn show(list: &[Diagnostic]) -> String {
    list.iter().map(|d| render(d, false) + "\n").collect()
}

fn typed(target: &Path) -> Program {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let space = Rc::new(Space::new(SpaceConfig {
        path: vec![root],
        ..SpaceConfig::default()
    }));
    let module = space
        .import_target(target)
        .unwrap_or_else(|d| panic!("{}", render(&d, false)));
    let module = module.as_module().expect("a module").clone();
    let entry = match module.get("target") {
        Some(t) => match space.call(&t, &[Value::None, Value::list(vec![])]) {
            Ok(r) => r.as_tuple().map_or(r, |t| t[0].clone()),
            Err(_) => panic!("target() raises"),
        },
        None => module.get("entry_point").expect("an entry point"),
    };
    let mut ann = Annotator::new(Box::new(LiveFront::new(space)), AnnotatorOptions::default());
    let argv = ann.argv();
    if let Err(l) = ann.run(&entry, &[argv]) {
        panic!("{}", show(&l));
    }
    let start = std::time::Instant::now();
    let program = RTyper::new(Box::new(ann))
        .run(true)
        .unwrap_or_else(|l| panic!("{}", show(&l)));
    println!(
        "{}: {} functions, {} objects, {:?}",
        target.display(),
        program.funcs.len(),
        program.objects.len(),
        start.elapsed()
    );
    if let Err(errors) = lowlevel::verify::verify_program(&program, Phase::Typed) {
        let text: String = format!("{errors:?}").chars().take(4000).collect();
        panic!("{text}");
    }
    program
}

/// Runs the program on one file; returns what it writes.
fn execute(program: &Program, file: &Path, phase: Phase) -> String {
    let mut e = StdExterns::default();
    let args = ["program".to_string(), file.display().to_string()];
    let n = args.len() as i64;
    e.register("gx_argc", move |_| Ok(Val::Int(n)));
    e.register("gx_argv", move |c| {
        let i = c.args[0].int() as usize;
        Ok(c.memory.new_string(args[i].as_bytes()))
    });
    let text = Rc::new(std::cell::RefCell::new(Vec::new()));
    let t = text.clone();
    e.register("gx_os_open", move |c| {
        let path = c.memory.string(c.args[0]);
        let path = String::from_utf8_lossy(&path).into_owned();
        Ok(Val::Int(match std::fs::read(path) {
            Ok(b) => {
                *t.borrow_mut() = b;
                5
            }
            Err(_) => -2,
        }))
    });
    let t = text.clone();
    e.register("gx_os_read", move |c| {
        let n = (c.args[1].int() as usize).min(t.borrow().len());
        let part: Vec<u8> = t.borrow_mut().drain(..n).collect();
        Ok(c.memory.new_string(&part))
    });
    let space = Space::new(SpaceConfig::default());
    e.register("gx_float_format", move |c| {
        let code = c.args[1].int() as u8 as char;
        if code == 'r' {
            let text = python::live::text::float_repr(c.args[0].as_float());
            return Ok(c.memory.new_string(text.as_bytes()));
        }
        let fmt = format!("%.{}{code}", c.args[2].int());
        let mut text = match python::live::text::percent::percent(
            &space,
            &Value::string(fmt),
            &Value::Float(c.args[0].as_float()),
        ) {
            Ok(v) => v.as_text().unwrap_or_default(),
            Err(_) => return Err(ExternError::Fault("format".into())),
        };
        // Flag 2: an integral result gets `.0`.
        if c.args[3].int() & 2 != 0 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
            text.push_str(".0");
        }
        Ok(c.memory.new_string(text.as_bytes()))
    });
    e.register("gx_os_close", |_| Ok(Val::Int(0)));
    let failed = Rc::new(std::cell::Cell::new(false));
    let flag = failed.clone();
    e.register("gx_float_parse", move |c| {
        let text = c.memory.string(c.args[0]);
        let x = String::from_utf8_lossy(&text).trim().parse::<f64>();
        flag.set(x.is_err());
        Ok(Val::float(x.unwrap_or(0.0)))
    });
    e.register("gx_errno", move |_| Ok(Val::Int(i64::from(failed.get()))));
    e.register("gx_float_repr", |c| {
        let text = python::live::text::float_repr(c.args[0].as_float());
        Ok(c.memory.new_string(text.as_bytes()))
    });
    let out = Rc::new(std::cell::RefCell::new(Vec::new()));
    let o = out.clone();
    e.register("gx_os_write", move |c| {
        let s = c.memory.string(c.args[1]);
        o.borrow_mut().extend_from_slice(&s);
        Ok(Val::Int(s.len() as i64))
    });
    e.register("gx_exit", |c| Err(ExternError::Exit(c.args[0].int())));
    let mut interp = Interp::with_externs(program, Box::new(e)).phase(phase);
    if phase == Phase::Gc {
        interp = interp.moving(transform::effects::Effects::new(program).can_collect);
        interp.move_every = 1999;
    }
    let entry = program.entry.expect("an entry");
    match interp.call(entry, &[]) {
        Ok(_) | Err(Outcome::Exit(_)) => {}
        Err(other) => panic!("{other:?}"),
    }
    let bytes = out.borrow().clone();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../examples")
        .join(name)
}

fn check(target: &str, program: &str, expected: &str) {
    let p = typed(&example(target));
    let want = std::fs::read_to_string(example(expected)).expect("expected output");
    check_stages(&p, target, &example(program), &want);
}

/// The program writes `want` as typed and after the passes of every level.
fn check_stages(p: &Program, target: &str, file: &Path, want: &str) {
    assert_eq!(execute(p, file, Phase::Typed), want);
    for level in [0, 2] {
        let mut low = p.clone();
        let options = transform::PassOptions {
            verify: true,
            ..transform::PassOptions::level(level)
        };
        transform::run_pipeline(&mut low, &options).unwrap_or_else(|e| panic!("-O{level}: {e}"));
        if std::env::var("GENEXT_SHOW").is_ok_and(|s| target.contains(&s)) {
            println!("{}", lowlevel::text::print_program(&low));
        }
        assert_eq!(execute(&low, file, Phase::Gc), want, "-O{level}");
    }
}

#[test]
fn brainfuck() {
    let p = typed(&example("bf/targetbf.py"));
    let file = std::env::temp_dir().join(format!("gx-rtyper-{}.bf", std::process::id()));
    std::fs::write(&file, "++++++++[>++++++++<-]>+.+.>++++[<++++++++>-]<.")
        .expect("a temporary file");
    check_stages(&p, "bf", &file, "ABb");
    let _ = std::fs::remove_file(&file);
}

#[test]
fn tinyvm() {
    check(
        "tinyvm/targettinyvm.py",
        "tinyvm/programs/strings.tvm",
        "tinyvm/expected/strings.out",
    );
}

#[test]
fn kite() {
    check(
        "kite/targetkite.py",
        "kite/programs/closures.kite",
        "kite/expected/closures.out",
    );
}
