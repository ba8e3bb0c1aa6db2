//! Programs on the low-level interpreter, as typed and before any transform: the level between flow graphs and machine
//! code. Its memory is checked, so a program that reads or writes outside of an object ends with a fault here.
//!
//! A test that uses this level calls [`intercept`] first of all: the interpreter runs in a process of its own, so that
//! a panic, an overflow of the stack or an endless loop is the result of one program only.
use std::cell::Cell;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use abi::floattext;
use genext::driver::{self, TranslationOptions};
use genext::timings::Timings;
use ir::diag::render;
use lowlevel::Program;
use lowlevel::interp::externs::ExternError;
use lowlevel::interp::{Interp, Outcome, StdExterns, Val};
use lowlevel::verify::{Phase, verify_program};
use python::live::on_big_stack;

const SWITCH: &str = "--on-the-low-level-interpreter";
/// Operations that a program may execute.
const FUEL: u64 = 2_000_000_000;
/// Calls that may be nested. Translated programs have room for some hundred thousand.
const DEPTH: usize = 200_000;
/// The exit code of a program that genext refuses, or that did something that has no meaning.
pub const FAULT: i32 = 70;

/// The command that runs a program with its arguments on the low-level interpreter.
pub fn command(program: &Path) -> Command {
    let own = std::env::current_exe().expect("a test has a path");
    let mut command = Command::new(own);
    command.arg(SWITCH).arg(program);
    command
}

/// If this process was started by [`command`], runs the program and ends.
pub fn intercept() {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_none_or(|a| a != SWITCH) {
        return;
    }
    let args: Vec<PathBuf> = args.map(PathBuf::from).collect();
    let code = on_big_stack(|| run(&args));
    std::process::exit(code);
}

fn run(args: &[PathBuf]) -> i32 {
    let options = TranslationOptions {
        mode: None,
        opt_level: 0,
        jit: false,
        // What the annotator claims is tested on the way.
        check: true,
        target_args: Vec::new(),
        program: true,
        unchecked: false,
        debug: false,
    };
    let mut t = Timings::new(false);
    let refused = |errors: Vec<ir::diag::Diagnostic>| {
        for d in errors {
            eprintln!("{}", render(&d, false));
        }
        FAULT
    };
    let (annotator, errors) = driver::annotate(&args[0], &options, &mut t);
    let Some(annotator) = annotator.filter(|_| errors.iter().all(|d| !d.is_error())) else {
        return refused(errors);
    };
    let program = match driver::type_graphs(annotator, &options, &mut t) {
        Ok(program) => program,
        Err(errors) => return refused(errors),
    };
    if let Err(errors) = verify_program(&program, Phase::Typed) {
        eprintln!("after typing: {errors:?}");
        return FAULT;
    }
    execute(&program, args)
}

fn execute(program: &Program, args: &[PathBuf]) -> i32 {
    let mut interp = Interp::with_externs(program, Box::new(externs(args)));
    interp.fuel = FUEL;
    interp.max_depth = DEPTH;
    let Some(entry) = program.entry else {
        eprintln!("the program has no entry point");
        return FAULT;
    };
    match interp.call(entry, &[]) {
        Ok(Val::Int(code)) => code as i32,
        Err(Outcome::Exit(code)) => code as i32,
        Err(Outcome::Raised { class, .. }) => {
            eprintln!("uncaught exception: {class}");
            1
        }
        Err(Outcome::Abort(error)) => {
            eprintln!("fatal error: {error:?}");
            1
        }
        other => {
            eprintln!("{other:?}");
            FAULT
        }
    }
}

/// What the runtime provides to programs: command line, output, floats as text.
fn externs(args: &[PathBuf]) -> StdExterns {
    let mut e = StdExterns::default();
    let args: Vec<Vec<u8>> = args
        .iter()
        .map(|a| a.as_os_str().as_encoded_bytes().to_vec())
        .collect();
    let count = args.len() as i64;
    e.register("gx_argc", move |_| Ok(Val::Int(count)));
    e.register("gx_argv", move |c| {
        Ok(c.memory.new_string(&args[c.args[0].int() as usize]))
    });
    e.register("gx_os_write", |c| {
        let text = c.memory.string(c.args[1]);
        let written = match c.args[0].int() {
            1 => std::io::stdout().write_all(&text),
            2 => std::io::stderr().write_all(&text),
            other => return Err(ExternError::Fault(format!("write to descriptor {other}"))),
        };
        match written {
            Ok(()) => Ok(Val::Int(text.len() as i64)),
            Err(e) => Err(ExternError::Fault(e.to_string())),
        }
    });
    e.register("gx_exit", |c| Err(ExternError::Exit(c.args[0].int())));
    e.register("gx_fatalerror", |c| {
        let text = c.memory.string(c.args[0]);
        eprintln!("fatal error: {}", String::from_utf8_lossy(&text));
        Err(ExternError::Exit(1))
    });
    e.register("gx_debug_print_traceback", |_| {
        eprintln!("RPython traceback:");
        Ok(Val::Void)
    });
    e.register("gx_gc_collect", |_| Ok(Val::Void));
    e.register("gx_float_repr", |c| {
        let text = floattext::float_repr(c.args[0].as_float());
        Ok(c.memory.new_string(text.as_bytes()))
    });
    e.register("gx_float_format", |c| {
        let (code, flags) = (c.args[1].int() as u8, c.args[3].int() as u8);
        let precision = c.args[2].int().clamp(0, 1 << 20) as usize;
        let text = floattext::format_float(c.args[0].as_float(), code, precision, flags);
        Ok(c.memory.new_string(text.as_bytes()))
    });
    let failed = Rc::new(Cell::new(false));
    let flag = failed.clone();
    e.register("gx_float_parse", move |c| {
        let value = floattext::parse_float(&c.memory.string(c.args[0]));
        flag.set(value.is_none());
        Ok(Val::float(value.unwrap_or(0.0)))
    });
    e.register("gx_errno", move |_| Ok(Val::Int(i64::from(failed.get()))));
    e
}
