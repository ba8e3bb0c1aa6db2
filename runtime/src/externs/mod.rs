//! The functions emitted code can call, by name.
//!
//! All are `extern "C"`; those declared with a context get the runtime as first argument. They never unwind: a panic in
//! them would abort the process. References they receive are raw; a function that allocates puts them into handles
//! first.
mod floats;
mod gc;
mod maps;
mod maths;
pub(crate) mod os;
mod processes;
mod signals;
pub(crate) mod strings;

use std::sync::{Mutex, PoisonError};

use crate::runtime::Runtime;

/// A table of functions by name.
pub type Functions = &'static [(&'static str, Function)];

/// Tables of other crates.
static REGISTERED: Mutex<Vec<Functions>> = Mutex::new(Vec::new());

/// Adds functions that programs may import, before one is loaded: the stub of programs with a JIT adds the JIT's.
pub fn register(functions: Functions) {
    REGISTERED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(functions);
}

/// The address of a runtime function.
pub fn address(name: &str) -> Option<u64> {
    let registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    // A few small tables; the loader asks once per import.
    [
        gc::TABLE,
        os::TABLE,
        processes::TABLE,
        signals::TABLE,
        floats::TABLE,
        maths::TABLE,
        maps::TABLE,
    ]
    .iter()
    .chain(registered.iter())
    .find_map(|t| t.iter().find(|(n, _)| *n == name))
    .map(|(_, f)| f.0 as u64)
}

/// An entry of a table of functions.
#[derive(Debug)]
pub struct Function(pub *const ());
// SAFETY: it is the address of code.
unsafe impl Sync for Function {}

/// The runtime behind a context argument.
///
/// # Safety
/// `context` is the value of r15 in emitted code: the address of a live [`Runtime`] that no other reference is in use
/// of.
#[inline]
pub(crate) unsafe fn runtime<'a>(context: *mut Runtime) -> &'a mut Runtime {
    // SAFETY: by the function's contract.
    unsafe { &mut *context }
}

macro_rules! table {
    ($($name:ident),* $(,)?) => {
        /// Names and addresses.
        pub(super) static TABLE: &[(&str, super::Function)] = &[$((stringify!($name), super::Function($name as *const ()))),*];
    };
}
pub(crate) use table;
