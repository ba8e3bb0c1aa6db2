//! The native module `_genext_jit`: tests translate a program with a JIT and run it.
//!
//! ```text
//! translate(entry_point, look_inside, file)     None, or (code, message, shown): what is wrong with the program
//! execute(file, [argument], settings, log)      (exit code, or minus the number of a signal; output; errors)
//! ```
//! The program is a file of its own, started as a process of its own: a test sees what a user of it would see, and a
//! crash is a failure of the test.
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use annotator::engine::Annotator;
use annotator::front::live_front::LiveFront;
use ir::diag::Diagnostic;
use ir::source::Span;
use python::live::modules::functions;
use python::live::{Args, Extension, ModuleObj, PyResult, Space, Value};

use crate::driver::{self, Errors, TranslationOptions};
use crate::executable;
use crate::timings::Timings;

/// The built-in module that tests of a JIT import.
pub(crate) const EXTENSION: Extension = Extension {
    modules: &[("_genext_jit", init)],
    library: &[],
};

/// A program of a test may not run longer.
const LIMIT: Duration = Duration::from_secs(20);

fn init(_: &Space, m: &Rc<ModuleObj>) {
    functions(
        m,
        "_genext_jit",
        &[("translate", translate), ("execute", execute)],
    );
}

fn text(space: &Space, v: &Value) -> PyResult<String> {
    v.as_text()
        .ok_or_else(|| space.type_error("expected a string"))
}

/// `translate(entry_point, look_inside, file)`. `look_inside` is `None` or a function of functions, as that of a
/// target's policy.
fn translate(space: &Space, a: &Args) -> PyResult {
    a.check(space, "translate", 3, 3)?;
    let Some(space_rc) = compat::attached(space) else {
        return Err(space.error("RuntimeError", "this space is not attached"));
    };
    let file = text(space, a.arg(2))?;
    let made = match make(&space_rc, a.arg(0), a.arg(1))? {
        Ok(bytes) => executable::write(Path::new(&file), &bytes)
            .map_err(|e| vec![Diagnostic::internal(Span::NONE, e)]),
        Err(errors) => Err(errors),
    };
    Ok(match made {
        Ok(()) => Value::None,
        Err(list) => {
            let error = list.iter().find(|d| d.is_error()).or(list.first());
            let unknown = Diagnostic::internal(Span::NONE, "a failure without a message");
            let d = error.unwrap_or(&unknown);
            Value::tuple(vec![
                Value::str(d.code),
                Value::str(&d.message),
                Value::string(ir::diag::render(d, false)),
            ])
        }
    })
}

/// The bytes of an executable file.
fn make(
    space: &Rc<Space>,
    entry: &Value,
    look_inside: &Value,
) -> PyResult<Result<Vec<u8>, Errors>> {
    let mut annotator = Annotator::new(
        Box::new(LiveFront::new(space.clone())),
        annotator::engine::AnnotatorOptions {
            jit: true,
            ..annotator::engine::AnnotatorOptions::default()
        },
    );
    let argv = annotator.argv();
    if let Err(errors) = annotator.run(entry, &[argv]) {
        return Ok(Err(errors));
    }
    if !look_inside.is_none() {
        for info in annotator.program.graphs.iter_mut() {
            let own = info.low_level || info.marks.look_inside || info.marks.dont_look_inside;
            if !own {
                let f = Value::Function(info.flow.func.clone());
                let answer = space.call(look_inside, &[f])?;
                info.marks.dont_look_inside = !space.is_true(&answer)?;
            }
        }
    }
    let options = TranslationOptions {
        mode: None,
        opt_level: 2,
        jit: true,
        target_args: Vec::new(),
        check: false,
        program: true,
        unchecked: false,
        debug: false,
    };
    let mut t = Timings::new(false);
    let image = driver::lower(annotator, &options, &mut t)
        .and_then(|lowered| driver::compile(&lowered, &options, &mut t));
    Ok(image.and_then(|image| {
        executable::make(&image.bytes).map_err(|e| vec![Diagnostic::internal(Span::NONE, e)])
    }))
}

/// `execute(file, [argument], settings, log)`: `settings` and `log` are `GENEXT_JIT` and `GENEXT_LOG`.
fn execute(space: &Space, a: &Args) -> PyResult {
    a.check(space, "execute", 4, 4)?;
    let mut args = Vec::new();
    for v in space.iterate_vec(a.arg(1))? {
        args.push(text(space, &v)?);
    }
    let failed = |e: std::io::Error| space.error("RuntimeError", e.to_string());
    let mut child = Command::new(text(space, a.arg(0))?)
        .args(args)
        .env("GENEXT_JIT", text(space, a.arg(2))?)
        .env("GENEXT_LOG", text(space, a.arg(3))?)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let (out, err) = (gather(out), gather(err));
    let end = Instant::now() + LIMIT;
    let status = loop {
        match child.try_wait().map_err(failed)? {
            Some(status) => break status,
            None if Instant::now() > end => {
                child.kill().map_err(failed)?;
                break child.wait().map_err(failed)?;
            }
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    let code = (status.code()).unwrap_or_else(|| -status.signal().unwrap_or_default());
    let (out, err) = (
        out.join().unwrap_or_default(),
        err.join().unwrap_or_default(),
    );
    Ok(Value::tuple(vec![
        Value::Int(i64::from(code)),
        Value::bytes(&out),
        Value::bytes(&err),
    ]))
}

/// What a process writes, read while it runs: a full pipe would stop it.
fn gather(pipe: Option<impl std::io::Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is there.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}
