//! Reports that end the program: uncaught exceptions, safety errors, fatal errors, faults. All are cold.
//!
//! Format: an RPython traceback, outermost call first, with source lines, then `Fatal RPython error: ...`; exit code 1.
use std::io::Write;

use ::abi::context as abi;
use ::abi::format::{LOCATION_HELPER, Location};

use crate::jit::{JIT_LOCATION, Position};
use crate::runtime::Runtime;
use crate::stack;

/// What a safety error's code means; the order is that of `rtyper::ll::ops::SafetyError::ALL`.
const SAFETY_ERRORS: [(&str, &str); 11] = [
    ("IndexError", "index out of range"),
    ("KeyError", "key not found"),
    (
        "AttributeError",
        "the object's class lacks this method or attribute",
    ),
    ("AttributeError", "attribute read before it was set"),
    ("AttributeError", "attribute or method of None"),
    ("ZeroDivisionError", "integer division or modulo by zero"),
    ("ValueError", "value out of range"),
    ("AssertionError", "assertion failed"),
    ("TypeError", "no function to call here"),
    ("StopIteration", "iterator exhausted"),
    ("AssertionError", "unreachable code was reached"),
];

/// Writes and leaves; everything the program wrote is out already (its files are unbuffered system calls).
fn finish(text: &str) -> ! {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
    std::process::exit(1)
}

/// The source position of a location number; `None` for the toolchain's own helpers and for unknown ones.
fn position(rt: &Runtime, location: u32) -> Option<Position> {
    if location >= JIT_LOCATION {
        return rt
            .jit
            .as_ref()?
            .position_of_location(location - JIT_LOCATION);
    }
    let view = &rt.program.view;
    let l = view.get::<Location>(view.header.locations, location)?;
    (location != 0 && l.flags & LOCATION_HELPER == 0).then(|| Position {
        function: view.str(l.function).to_owned(),
        file: view.str(l.file).to_owned(),
        line: l.line,
        column: 0,
        text: view.str(l.text).trim().to_owned(),
    })
}

/// The source position of an address in emitted code.
fn position_at(rt: &Runtime, address: u64) -> Option<Position> {
    match &rt.jit {
        Some(jit) if jit.is_code(address) => jit.position(address),
        _ => position(rt, rt.program.view.location_of(address)),
    }
}

fn frame_text(position: Option<&Position>, out: &mut String) {
    use std::fmt::Write;
    let Some(p) = position else { return };
    let _ = writeln!(
        out,
        "  File \"{}\", line {}, in {}",
        p.file, p.line, p.function
    );
    if !p.text.is_empty() {
        let _ = writeln!(out, "    {}", p.text);
    }
}

/// The native stack as a traceback, from an anchor, below a first location.
fn stack_text(rt: &Runtime, anchor: u64, first: u32) -> String {
    let mut positions = vec![position(rt, first)];
    if anchor != 0 {
        stack::walk(&rt.frames(), anchor, |ret, _, _| {
            positions.push(position_at(rt, ret - 1))
        });
    }
    // The first location and the innermost frame's are the same place when the report comes from emitted code.
    if positions.len() > 1 && positions[0] == positions[1] {
        positions.remove(0);
    }
    let mut out = String::from("RPython traceback:\n");
    let depth = positions.len();
    const SHOWN: usize = 30;
    for (i, p) in positions.iter().rev().enumerate() {
        if depth > 2 * SHOWN && i == SHOWN {
            out.push_str(&format!("  ... {} more calls ...\n", depth - 2 * SHOWN));
        }
        if depth <= 2 * SHOWN || i < SHOWN || i >= depth - SHOWN {
            frame_text(p.as_ref(), &mut out);
        }
    }
    out
}

/// A safety error in emitted code.
pub fn safety_error(rt: &mut Runtime, code: u32, location: u32) -> ! {
    let (name, what) = SAFETY_ERRORS
        .get(code as usize)
        .copied()
        .unwrap_or(("SystemError", "unknown safety error"));
    let text = stack_text(rt, rt.context.anchor, location);
    rt.finish();
    finish(&format!("{text}Fatal RPython error: {name}: {what}\n"))
}

/// A fatal error raised by a call into the runtime.
pub fn fatal(rt: &mut Runtime, name: &str, message: &str) -> ! {
    let text = stack_text(rt, rt.context.anchor, 0);
    let colon = if message.is_empty() { "" } else { ": " };
    rt.finish();
    finish(&format!(
        "{text}Fatal RPython error: {name}{colon}{message}\n"
    ))
}

/// A fault in emitted code at `pc` with stack pointer `sp`.
pub fn fault(rt: &mut Runtime, pc: u64, address: u64) -> ! {
    let mut text = String::from("RPython traceback:\n");
    frame_text(position_at(rt, pc).as_ref(), &mut text);
    let what = if address < 1 << 16 {
        "AttributeError: attribute, item or method of None".to_owned()
    } else {
        format!(
            "SystemError: invalid memory access at {address:#x} (this is a bug in genext or in low-level code)"
        )
    };
    rt.finish();
    finish(&format!("{text}Fatal RPython error: {what}\n"))
}

/// There is no memory and no program to blame.
pub fn out_of_memory() -> ! {
    finish("Fatal RPython error: MemoryError: out of memory\n")
}

/// The entry point ended by an exception.
pub fn uncaught(rt: &mut Runtime) -> ! {
    // The traceback ring holds, oldest first, where exceptions began, passed through and were caught. The pending
    // exception's entries are those from its last start on; going outwards they come innermost first.
    let mut locations = Vec::new();
    for [word, _] in rt.traceback() {
        let location = word as u32;
        match word & !0xffff_ffff {
            abi::TRACEBACK_START => {
                locations.clear();
                locations.push(location);
            }
            abi::TRACEBACK_CATCH => locations.clear(),
            _ => locations.push(location),
        }
    }
    let mut text = String::from("RPython traceback:\n");
    for &location in locations.iter().rev() {
        frame_text(position(rt, location).as_ref(), &mut text);
    }
    let name = rt
        .program
        .view
        .vtable_name(rt.context.exc_type)
        .unwrap_or("an exception");
    // The symbol is `module.Class.vtable`.
    let name = name.strip_suffix(".vtable").unwrap_or(name);
    let name = name.rsplit('.').next().unwrap_or(name);
    rt.finish();
    if !matches!(name, "OSError" | "IOError") || rt.errno == 0 {
        finish(&format!("{text}Fatal RPython error: {name}\n"));
    }
    // The last failed call of the system is what raised it.
    if rt.errno == i64::from(libc::EPIPE) {
        // Whoever read the output has seen enough (`program | head`): no error, and the exit code of a program that the signal ends.
        std::process::exit(128 + libc::SIGPIPE);
    }
    let errno = rt.errno;
    let what = crate::externs::os::error_text(errno);
    finish(&format!(
        "{text}Fatal RPython error: {name}: [Errno {errno}] {what}\n"
    ))
}
