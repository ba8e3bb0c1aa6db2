//! What both stubs of translated programs do (`genext-rt`, and `genext-rt-jit` for programs with a JIT): `genext build`
//! copies one and adds an image as load segments (see `genext`'s `executable` module); the system's loader maps them,
//! so that starting is a jump.
use std::io::Write;
use std::os::unix::ffi::OsStringExt;

use runtime::abi::format::{STUB_MAGIC, STUB_RANGES, StubInfo};
use runtime::loader::{ImageError, LoadError, LoadedProgram, is_traced};
use runtime::runtime::Runtime;

/// Filled in by `genext build`.
#[used]
#[unsafe(no_mangle)]
static GENEXT_IMAGE: StubInfo = StubInfo {
    magic: STUB_MAGIC,
    own: 0,
    base: 0,
    image_size: 0,
    checksum: 0,
    ranges: [[0; 2]; STUB_RANGES],
};

unsafe extern "C" {
    /// The executable's own header; the linker knows where it is.
    static __ehdr_start: u8;
    fn genext_start();
}

/// Where built executables start. Nothing else refers to it.
#[used]
static START: unsafe extern "C" fn() = genext_start;

// The stack and rdx are what the C library's start expects from the system.
std::arch::global_asm!(
    ".globl genext_start",
    ".type genext_start,@function",
    "genext_start:",
    "xor ebp, ebp",
    "mov r12, rsp",
    "mov r13, rdx",
    "and rsp, -16",
    "call {check}",
    "mov rsp, r12",
    "mov rdx, r13",
    "jmp _start",
    ".size genext_start, . - genext_start",
    check = sym check,
);

extern "C" fn check() {
    // What it counts stands in memory that is checked.
    #[cfg(not(genext_counting))]
    // SAFETY: both statics are those of this executable.
    unsafe {
        runtime::start::check(&raw const GENEXT_IMAGE, &raw const __ehdr_start)
    }
}

/// The whole program; `start` is called when the runtime is ready.
pub(crate) fn main(start: &mut dyn FnMut(&mut Runtime)) {
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
    let info = unsafe { std::ptr::read_volatile(&raw const GENEXT_IMAGE) };
    let (base, size) = (info.base, info.image_size);
    if base == 0 {
        return Err("this is the bare stub of translated programs; it has no program image".into());
    }
    let program = LoadedProgram::mapped(base, size, true)
        .or_else(|e| match e {
            // A debugger's breakpoints change the code: the image is no worse for that.
            LoadError::Image(ImageError::BadChecksum) if is_traced() => {
                LoadedProgram::mapped(base, size, false)
            }
            e => Err(e),
        })
        .map_err(|e| e.to_string())?;
    let argv = std::env::args_os().map(OsStringExt::into_vec).collect();
    runtime::run_program(program, argv, start)
}
