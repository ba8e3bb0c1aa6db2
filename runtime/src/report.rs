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

/// The positions of a location: its own and those of the calls that it was inlined for, innermost first.
fn frames_of(rt: &Runtime, location: u32) -> Vec<Position> {
    let caller = |&l: &u32| -> Option<u32> {
        let view = rt.program.for_reports().filter(|_| l < JIT_LOCATION)?;
        let found = view.get::<Location>(view.header.locations, l)?;
        // A caller was made before what it has called.
        Some(found.caller).filter(|&c| c != 0 && c < l)
    };
    let callers = std::iter::successors(Some(location), caller);
    callers.filter_map(|l| position(rt, l)).collect()
}

/// The source positions of an address in emitted code, innermost first.
fn frames_at(rt: &Runtime, address: u64) -> Vec<Position> {
    match &rt.jit {
        Some(jit) if jit.is_code(address) => jit.position(address).into_iter().collect(),
        _ => match rt.program.for_reports() {
            Some(view) => frames_of(rt, view.location_of(address)),
            None => Vec::new(),
        },
    }
}

fn frame_text(p: &Position, out: &mut String) {
    use std::fmt::Write;
    let _ = writeln!(
        out,
        "  File \"{}\", line {}, in {}",
        p.file, p.line, p.function
    );
    if !p.text.is_empty() {
        let _ = writeln!(out, "    {}", p.text);
    }
}

/// Frames as in a traceback; they are given innermost first.
fn frames_text(frames: &[Position], out: &mut String) {
    for p in frames.iter().rev() {
        frame_text(p, out);
    }
}

/// The native stack as a traceback, from an anchor, below a first location.
fn stack_text(rt: &Runtime, anchor: u64, first: u32) -> String {
    let mut frames = vec![frames_of(rt, first)];
    if anchor != 0 {
        stack::walk(&rt.frames(), anchor, |ret, _, _| {
            frames.push(frames_at(rt, ret - 1))
        });
    }
    // The first location and the innermost frame's are the same place when the report comes from emitted code.
    if frames.len() > 1 && frames[0] == frames[1] {
        frames.remove(0);
    }
    let positions: Vec<Position> = frames.into_iter().flatten().collect();
    let mut out = String::from("RPython traceback:\n");
    let depth = positions.len();
    const SHOWN: usize = 30;
    for (i, p) in positions.iter().rev().enumerate() {
        if depth > 2 * SHOWN && i == SHOWN {
            out.push_str(&format!("  ... {} more calls ...\n", depth - 2 * SHOWN));
        }
        if depth <= 2 * SHOWN || i < SHOWN || i >= depth - SHOWN {
            frame_text(p, &mut out);
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
    frames_text(&frames_at(rt, pc), &mut text);
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
/// oldest first, where exceptions began, passed through, were caught and raised again; the entries of an exception are
/// those from its last start on, or, behind a `finally` or a bare `raise`, those that the last exception of its class
/// had when it was caught in the same function.
fn exceptions(rt: &Runtime) -> (Vec<u32>, Vec<u32>) {
    let mut pending = Vec::new();
    let mut caught: Vec<(u64, Vec<u32>)> = Vec::new();
    for [word, class] in rt.traceback() {
        let location = word as u32;
        match word & !0xffff_ffff {
            abi::TRACEBACK_START => pending = vec![location],
            abi::TRACEBACK_AGAIN => {
                let here = position(rt, location);
                let same = |p: &Position| {
                    (here.as_ref())
                        .is_some_and(|h| (&h.file, &h.function) == (&p.file, &p.function))
                };
                // What was caught in a function may have been raised in one that was inlined there.
                let caught_here = |l: u32| frames_of(rt, l).iter().any(same);
                let is_it = |(c, at): &(u64, Vec<u32>)| {
                    *c == class && at.last().is_some_and(|&l| caught_here(l))
                };
                let found = caught.iter().rposition(is_it);
                pending = found.map_or_else(|| vec![location], |i| caught[i].1.clone());
            }
            abi::TRACEBACK_CATCH => {
                if pending.last() != Some(&location) {
                    pending.push(location);
                }
                caught.push((class, std::mem::take(&mut pending)));
            }
            _ => pending.push(location),
        }
    }
    (pending, caught.pop().map(|c| c.1).unwrap_or_default())
}

/// The traceback of an exception, from its locations.
fn exception_traceback(rt: &Runtime, locations: &[u32]) -> String {
    let mut text = String::from("RPython traceback:\n");
    for &location in locations.iter().rev() {
        frames_text(&frames_of(rt, location), &mut text);
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
