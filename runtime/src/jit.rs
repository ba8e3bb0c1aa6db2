//! What the runtime asks of a JIT, if there is one: roots, frames of residual code, source positions of faults.
//!
//! The runtime knows no JIT; a stub that has one registers its functions ([`crate::externs::register`]). The first of
//! them to be called makes the JIT and puts it into [`Runtime::jit`](crate::runtime::Runtime::jit). Its functions are
//! called by emitted code while the runtime may ask for roots in the same call (a JIT that allocates collects), so what
//! the runtime holds is best a small handle on the JIT's state.
use crate::stack::FrameInfo;

/// A source position, for reports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Position {
    pub function: String,
    pub file: String,
    /// From 1, 0 if unknown.
    pub line: u32,
    /// From 1, 0 if unknown.
    pub column: u32,
    /// The text of the line, trimmed.
    pub text: String,
}

/// What the runtime asks of a JIT. What is not defined is that of one without residual code.
pub trait Jit {
    /// Visits every word that holds a reference: constants, greens, suspended states, saved registers.
    fn roots(&mut self, visit: &mut dyn FnMut(*mut usize));
    /// Visits those that may refer to young objects.
    fn young_roots(&mut self, visit: &mut dyn FnMut(*mut usize)) {
        self.roots(visit);
    }
    /// The residual frame that a return address belongs to.
    fn frame(&self, _return_address: u64) -> Option<FrameInfo<'_>> {
        None
    }
    /// Whether an address lies in residual code.
    fn is_code(&self, _address: u64) -> bool {
        false
    }
    /// The source position of an address in residual code (a faulting pc, or a return address minus one).
    fn position(&self, _address: u64) -> Option<Position> {
        None
    }
    /// The position of a location number passed to `gx_abort` by residual code (see [`JIT_LOCATION`]).
    fn position_of_location(&self, _location: u32) -> Option<Position> {
        None
    }
    /// What allocates the object that a token stands for, which waits in a frame of residual code.
    fn redeemer(&self) -> Option<fn(u64)> {
        None
    }
    /// The program ends: last words of the log.
    fn finish(&mut self);
}

/// Location numbers from here on are the JIT's (minus this).
pub use abi::context::JIT_LOCATION;
