//! Memory budgets: what one object may take, and what importing and constant folding may take altogether.
//!
//! ```text
//! "x".zfill(10**18)      MemoryError, as in Python: no machine has that much
//! X = [0] * 10**9        while importing: E0203 with its place, once all memory in use would exceed the budget
//! "ab" * 10**9           while folding: not folded; the program computes it at run time
//! ```
//! Operations whose result may be much larger than their operands ask before they allocate; what grows in small steps
//! is seen by the checks that are made every few thousand instructions.
use std::cell::Cell;

use ir::diag::{Diagnostic, DiagnosticKind};
use ir::source::Span;

use super::numbers::Num;
use super::{PyResult, Space};
use crate::code::BinOp;

/// No object is larger than this: Python's `MemoryError`.
const LARGEST: usize = 1 << 33;
/// Objects up to this size need not ask.
const SMALL: usize = 1 << 12;
/// From this size on the memory in use is looked at.
const LARGE: usize = 1 << 22;

/// What may be allocated.
#[derive(Default)]
pub(crate) struct Budget {
    /// Longest object, while constants are folded.
    object: Cell<Option<usize>>,
    /// Memory in use when the limits were started.
    base: Cell<Option<usize>>,
}

impl Space {
    /// Asks for an object of that many bytes.
    ///
    /// # Errors
    /// `MemoryError` if no machine could have it; an abort if it is beyond what importing or folding may use.
    pub(crate) fn reserve(&self, bytes: usize) -> PyResult<()> {
        if bytes <= SMALL {
            return Ok(());
        }
        if self.budget.object.get().is_some_and(|most| bytes > most) {
            let d = Diagnostic::error("E0203", Span::NONE, "a constant is too large to be folded");
            return Err(self.abort(d));
        }
        if bytes > LARGEST {
            return Err(self.error("MemoryError", ""));
        }
        if bytes >= LARGE {
            self.check_memory(bytes, Span::NONE)?;
        }
        Ok(())
    }
    /// [`Space::reserve`] for `n` items of a size.
    pub(crate) fn reserve_items(&self, n: usize, size: usize) -> PyResult<()> {
        self.reserve(n.saturating_mul(size))
    }
    /// Asks for the result of an operation on integers.
    pub(crate) fn reserve_number(&self, op: BinOp, x: &Num, y: &Num) -> PyResult<()> {
        let (Some(bits), Some(other)) = (x.bit_length(), y.bit_length()) else {
            return Ok(());
        };
        let bits = match op {
            BinOp::LShift if bits > 0 => bits.saturating_add(y.as_count()),
            BinOp::Pow if bits > 1 => bits.saturating_mul(y.as_count()),
            BinOp::Mul => bits.saturating_add(other),
            _ => return Ok(()),
        };
        self.reserve(bits / 8)
    }
    /// Runs something with another limit for the size of objects.
    pub fn with_object_limit<T>(&self, bytes: usize, f: impl FnOnce() -> T) -> T {
        let before = self.budget.object.replace(Some(bytes));
        let result = f();
        self.budget.object.set(before);
        result
    }
    /// Memory that is in use now belongs to no budget.
    pub(super) fn restart_memory(&self) {
        self.budget.base.set(None);
        if self.config.memory_limit.is_some() {
            self.budget.base.set(resident());
        }
    }
    /// Whether so much more memory may be used; `span` is the place; who runs the frame adds it if it is none.
    pub(super) fn check_memory(&self, more: usize, span: Span) -> PyResult<()> {
        let (Some(limit), Some(base)) = (self.config.memory_limit, self.budget.base.get()) else {
            return Ok(());
        };
        let Some(used) = resident() else {
            return Ok(());
        };
        if used.saturating_sub(base).saturating_add(more) <= limit {
            return Ok(());
        }
        let d = Diagnostic::error(
            "E0203",
            span,
            format!(
                "this program takes more than {} MB of memory while it is imported",
                limit >> 20
            ),
        )
        .with_kind(DiagnosticKind::Runtime)
        .label("it allocates here")
        .help("make large objects when the translated program starts, or set GENEXT_IMPORT_MEMORY=MEGABYTES");
        Err(self.abort(self.with_callers(d)))
    }
}

/// How much memory this process uses, in bytes; `None` where the system does not tell.
fn resident() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(4096))
}
