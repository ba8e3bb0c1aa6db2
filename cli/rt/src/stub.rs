//! What both stubs of translated programs do (`genext-rt`, and `genext-rt-jit` for programs with a JIT): `genext build` copies one and adds an
//! image as load segments (see `genext`'s `executable` module); the system's loader maps them, so that starting is a jump.
use std::io::Write;
use std::os::unix::ffi::OsStringExt;

use runtime::loader::{ImageError, LoadError};
use runtime::runtime::Runtime;

/// Patched by `genext build`: the magic, the image's base address (0: none), the size of the whole file.
#[used]
#[unsafe(no_mangle)]
static GENEXT_IMAGE: [u64; 4] = [0x4745_4e45_5854_2d30, 0x5254_2d53_4c4f_5421, 0, 0];

/// Above this size the image's checksum is not checked at start-up: that would read all of a large prebuilt heap.
const CHECKED_SIZE: u64 = 16 << 20;

/// The whole program; `start` is called when the runtime is ready.
pub fn main(start: &mut dyn FnMut(&mut Runtime)) {
    match run(start) {
        Ok(code) => std::process::exit(code),
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "genext-rt: {message}");
            std::process::exit(1);
        }
    }
}

fn run(start: &mut dyn FnMut(&mut Runtime)) -> Result<i32, String> {
    // SAFETY: reading a static of ours; volatile, because `genext build` changes it in the file.
    let [_, _, base, size] = unsafe { std::ptr::read_volatile(&raw const GENEXT_IMAGE) };
    if base == 0 {
        return Err("this is the bare stub of translated programs; it has no program image".into());
    }
    // A truncated file would fault when its missing pages are touched, so look first.
    let actual = std::fs::metadata("/proc/self/exe").map_or(size, |m| m.len());
    if actual < size {
        return Err(format!(
            "this executable is truncated: it has {actual} of {size} bytes"
        ));
    }
    let program = runtime::loader::Program::mapped(base, size < CHECKED_SIZE)
        .or_else(|e| match e {
            // A debugger's breakpoints change the code: the image is no worse for that.
            LoadError::Image(ImageError::BadChecksum) if is_traced() => {
                runtime::loader::Program::mapped(base, false)
            }
            e => Err(e),
        })
        .map_err(|e| e.to_string())?;
    let argv = std::env::args_os().map(OsStringExt::into_vec).collect();
    runtime::run_program_with(program, argv, start)
}

/// Whether a debugger is attached.
fn is_traced() -> bool {
    std::fs::read_to_string("/proc/self/status").is_ok_and(|t| {
        t.lines().any(|l| {
            l.strip_prefix("TracerPid:")
                .is_some_and(|p| p.trim() != "0")
        })
    })
}
