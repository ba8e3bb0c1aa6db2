//! What a translated program needs at run time: collector, loader, the operating system, reports.
//!
//! [`run_program`] is the whole life of a program. **Unsafe code** is in `heap::{object, blocks, large, minor, major}`,
//! `pages`, `stack`, `loader`, `fault`, `runtime`, `call`, `start`, `process` and `externs`, each block with its
//! reason.
pub mod call;
pub mod externs;
pub mod fault;
pub mod heap;
pub mod jit;
mod limit;
pub mod loader;
pub mod pages;
pub mod process;
pub mod report;
pub mod runtime;
pub mod stack;
pub mod start;

pub use ::abi;
use loader::LoadedProgram;
use runtime::Runtime;

/// Runs a loaded program with these arguments (its name first) and returns its exit code. Does not return if it ends by
/// an uncaught exception, a safety error or `os._exit`. `start` makes a JIT ready when the runtime is.
///
/// # Errors
/// A message for the user: bad settings, or no memory for the heap.
pub fn run_program(
    program: LoadedProgram,
    argv: Vec<Vec<u8>>,
    start: &mut dyn FnMut(&mut Runtime),
) -> Result<i32, String> {
    let config = heap::config::Config::from_env()?;
    let mut rt = Runtime::new(program, config, argv)
        .map_err(|e| format!("cannot allocate the heap: {e}"))?;
    fault::install(&mut rt);
    process::ignore_file_size_signal();
    start(&mut rt);
    let entry = rt.program.view.header.entry;
    let result = rt.call(entry, 0) as i64;
    if rt.context.exc_type != 0 {
        report::uncaught(&mut rt);
    }
    rt.finish();
    if std::env::var_os("GENEXT_LOG")
        .is_some_and(|v| v.to_string_lossy().split(',').any(|p| p == "gc"))
    {
        eprintln!(
            "[gc] {:?}, {} old bytes",
            rt.heap.stats,
            rt.heap.old_bytes()
        );
    }
    Ok(result as i32)
}
