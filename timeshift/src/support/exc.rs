//! The exception state of code under compilation: a pair of boxes, or the runtime context (jit.md §2; D08.2 §3.6).
//!
//! ```text
//! None ──exc_set──▶ Virtual ──exc_clear──▶ None            no code at all
//! any ──call that can raise──▶ Unknown ──exc_occurred──▶ branch: Pending | None
//! Virtual ──residual call, exit──▶ Pending                 exc_set
//! ```
use super::boxes::BoxId;

/// The state.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum ExcState {
    /// No exception is pending.
    #[default]
    None,
    /// The runtime context knows.
    Unknown,
    /// One is pending in the runtime context; its class and value if they were loaded.
    Pending {
        /// The vtable.
        class: Option<BoxId>,
        /// The instance.
        value: Option<BoxId>,
    },
    /// One is pending, but the runtime context does not know of it.
    Virtual {
        /// The vtable.
        class: BoxId,
        /// The instance.
        value: BoxId,
    },
}
