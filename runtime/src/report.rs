//! Reports that end the program: uncaught exceptions, safety errors, fatal errors, faults. All are cold.
//!
//! Format: an RPython traceback, outermost call first, with source lines, then `Fatal RPython error: ...`; exit code 1.
use std::io::Write;

use ::abi::context as abi;
use ::abi::format::{LOCATION_HELPER, Location, TYPE_ENVIRONMENT_ERROR, TYPE_EXCEPTION, TypeInfo};

use crate::heap::object::Obj;

use crate::jit::{JIT_LOCATION, Position};
use crate::runtime::Runtime;
use crate::stack;

/// What a safety error's code means; the order is that of `lowlevel::ops::SafetyError::ALL`.
const SAFETY_ERRORS: [(&str, &str); 15] = [
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
    ("TypeError", "operation on None"),
    ("OverflowError", "the value does not fit into an integer"),
    ("RuntimeError", "dictionary changed size during iteration"),
    ("TypeError", "ord() expects one character"),
];

/// Writes and leaves; everything the program wrote is out already (its files are unbuffered system calls).
fn finish(text: &str) -> ! {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
    std::process::exit(1)
}

/// The source position of a location number; `None` for the toolchain's own helpers, for unknown ones, and where an
/// operation has no place in the source (a portal is called by its prologue).
fn position(rt: &Runtime, location: u32) -> Option<Position> {
    if location >= JIT_LOCATION {
        return rt
            .jit
            .as_ref()?
            .position_of_location(location - JIT_LOCATION);
    }
    let view = rt.program.for_reports()?;
    let l = view.get::<Location>(view.header.locations, location)?;
    (location != 0 && l.line != 0 && l.flags & LOCATION_HELPER == 0).then(|| Position {
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
        _ => position(rt, rt.program.for_reports()?.location_of(address)),
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

/// Where an instance has its vtable: its first field, behind the header.
const TYPEPTR: usize = 8;

/// A claim of a checked build does not hold. `kind` says how to show the value seen: the numbers of
/// `lowlevel::check::Seen`.
pub fn claim_failed(rt: &mut Runtime, claim: &str, seen: i64, kind: i64) -> ! {
    let value = match kind {
        1 => seen.to_string(),
        2 => (seen as u64).to_string(),
        3 => if seen == 0 { "False" } else { "True" }.to_owned(),
        4 => match u32::try_from(seen).ok().and_then(char::from_u32) {
            Some(c) => format!("{c:?}"),
            None => format!("the character number {seen}"),
        },
        5 => f64::from_bits(seen as u64).to_string(),
        6 | 7 if seen == 0 => "None".to_owned(),
        6 => {
            let vtable = Obj::at(seen as usize).word(TYPEPTR);
            let view = rt.program.for_reports();
            match view.and_then(|view| view.vtable_name(vtable as u64)) {
                Some(name) => format!("an instance of {}", name.trim_end_matches(".vtable")),
                None => "an object".to_owned(),
            }
        }
        7 => format!("an object at {seen:#x}"),
        _ => String::new(),
    };
    let value = match value.as_str() {
        "" => value,
        v => format!("; the value is {v}"),
    };
    let text = stack_text(rt, rt.context.anchor, 0);
    rt.finish();
    finish(&format!(
        "{text}Fatal RPython error: a claim of the translation does not hold (this is a bug in genext)\n  {claim}{value}\n"
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

/// Where the pending exception and the last one that was caught have been, innermost first. The traceback ring holds,
/// oldest first, where exceptions began, passed through and were caught; the entries of an exception are those from its
/// last start on.
fn exceptions(rt: &Runtime) -> (Vec<u32>, Vec<u32>) {
    let (mut pending, mut caught) = (Vec::new(), Vec::new());
    for [word, _] in rt.traceback() {
        let location = word as u32;
        match word & !0xffff_ffff {
            abi::TRACEBACK_START => pending = vec![location],
            abi::TRACEBACK_CATCH => {
                caught = std::mem::take(&mut pending);
                if caught.last() != Some(&location) {
                    caught.push(location);
                }
            }
            _ => pending.push(location),
        }
    }
    (pending, caught)
}

/// The traceback of an exception, from its locations.
fn exception_traceback(rt: &Runtime, locations: &[u32]) -> String {
    let mut text = String::from("RPython traceback:\n");
    for &location in locations.iter().rev() {
        frame_text(position(rt, location).as_ref(), &mut text);
    }
    text
}

/// Writes the traceback of the last exception that was caught.
pub fn print_traceback(rt: &Runtime) {
    let (_, caught) = exceptions(rt);
    let text = exception_traceback(rt, &caught);
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// The entry point ended by an exception.
pub fn uncaught(rt: &mut Runtime) -> ! {
    let (pending, _) = exceptions(rt);
    let text = exception_traceback(rt, &pending);
    let name = rt
        .program
        .for_reports()
        .and_then(|view| view.vtable_name(rt.context.exc_type))
        .unwrap_or("an exception");
    // The symbol is `module.Class.vtable`.
    let name = name.strip_suffix(".vtable").unwrap_or(name);
    let name = name.rsplit('.').next().unwrap_or(name);
    let error = environment_error(rt);
    let message = exception_text(rt);
    rt.finish();
    let Some((errno, what)) = error else {
        let message = match message {
            Some(m) if !m.is_empty() => format!(": {m}"),
            _ => String::new(),
        };
        finish(&format!("{text}Fatal RPython error: {name}{message}\n"));
    };
    if errno == i64::from(libc::EPIPE) {
        // Whoever read the output has seen enough (`program | head`): no error, and the exit code of a program that the
        // signal ends.
        std::process::exit(128 + libc::SIGPIPE);
    }
    finish(&format!(
        "{text}Fatal RPython error: {name}: [Errno {errno}] {what}\n"
    ))
}

/// The pending exception, if its type has this flag.
fn pending(rt: &Runtime, flag: u32) -> Option<Obj> {
    let instance = Obj::from_ref(rt.context.exc_value as usize)?;
    let view = &rt.program.view;
    let class = view.get::<TypeInfo>(view.header.types, instance.type_id())?;
    (class.flags & flag != 0).then_some(instance)
}

/// The text that the field of an exception at this offset holds.
fn text_at(instance: Obj, offset: u32) -> Option<String> {
    if offset == 0 {
        return None;
    }
    let text = instance.word(offset as usize) as u64;
    if text == 0 {
        return None;
    }
    // SAFETY: the field holds a live string, and nothing is allocated here.
    let bytes = unsafe { crate::externs::strings::bytes(text) };
    Some(String::from_utf8_lossy(bytes).into_owned())
}

/// The text of the pending exception, where it is known.
fn exception_text(rt: &Runtime) -> Option<String> {
    let offset = rt.program.view.header.known.exception_text;
    text_at(pending(rt, TYPE_EXCEPTION)?, offset)
}

/// The number and the text of the pending exception, if it is an error of the system that has a number.
fn environment_error(rt: &Runtime) -> Option<(i64, String)> {
    let instance = pending(rt, TYPE_ENVIRONMENT_ERROR)?;
    let known = rt.program.view.header.known;
    if known.error_number == 0 {
        return None;
    }
    let errno = instance.word(known.error_number as usize) as i64;
    if errno == 0 {
        return None;
    }
    let text = text_at(instance, known.error_text);
    Some((
        errno,
        text.unwrap_or_else(|| crate::externs::os::error_text(errno)),
    ))
}
