//! `genext py`: the built-in Python as a command.
use std::ffi::OsString;
use std::io::IsTerminal;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use crate::args::PyArgs;
use crate::commands::fail;
use crate::{driver, source};

/// What is run.
enum Program {
    File(PathBuf),
    /// A text and its name.
    Text(String, &'static str),
    Module(String),
    Statements,
}

/// Runs a file, a text, a module, or the statements that are typed; the exit code. A target that does not start itself
/// (`if __name__ == '__main__'`) is started at its entry point.
pub(crate) fn run(a: PyArgs) -> u8 {
    let mode = driver::mode(a.python2, a.python3);
    let (program, argv) = match choose(a) {
        Ok(chosen) => chosen,
        Err(message) => return fail(message),
    };
    let argv = argv.into_iter().map(OsString::into_vec).collect();
    let space = driver::space(mode, argv, None);
    let code = match program {
        Program::File(path) => space.run_file(&path),
        Program::Text(text, name) => space.run_main_text(&text, name),
        Program::Module(name) => space.run_main_module(&name),
        Program::Statements => space.run_interactively(),
    };
    code as u8
}

/// What is run, and `sys.argv`.
fn choose(a: PyArgs) -> Result<(Program, Vec<OsString>), String> {
    let text = |words: &OsString, what: &str| match words.to_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(format!("the {what} is not UTF-8")),
    };
    // The first of the words is the option's own; its place in `sys.argv` is taken by the option.
    let with_option = |mut words: Vec<OsString>, option: &str| {
        words[0] = option.into();
        words
    };
    if let Some(words) = a.code {
        let code = text(&words[0], "code")?;
        return Ok((Program::Text(code, "<string>"), with_option(words, "-c")));
    }
    if let Some(words) = a.module {
        let name = text(&words[0], "name of the module")?;
        return Ok((Program::Module(name), with_option(words, "-m")));
    }
    let stdin = |argv| Ok((Program::Text(source::stdin_text()?, "<stdin>"), argv));
    match a.file_and_args.first() {
        Some(first) if first == "-" => stdin(a.file_and_args),
        Some(first) => Ok((Program::File(first.into()), a.file_and_args)),
        None if a.interactive || std::io::stdin().is_terminal() => {
            Ok((Program::Statements, vec!["".into()]))
        }
        None => stdin(vec!["".into()]),
    }
}
