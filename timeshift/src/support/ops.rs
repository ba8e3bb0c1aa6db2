//! Performing red operations.
use super::boxes::BoxId;
use super::state::{Reason, State};
use crate::info::OpId;

/// What is known of the `*_ovf` operation that was performed last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overflow {
    /// It was folded.
    Known(bool),
    /// It was emitted; its result.
    Emitted(BoxId),
}

impl State {
    /// Performs a red operation: folds, virtualises or emits it; or does it for real. The result, unless it is Void. `args` are the boxes of the
    /// arguments that are not Void.
    pub fn perform(&self, op: OpId, args: &[BoxId]) -> Option<BoxId> {
        let _ = (op, args);
        None
    }
    /// Allocates a virtual (sharing and cycles kept): emits that in compile mode, does it for real in execute mode. Others stay as they are.
    pub fn force(&self, b: BoxId, why: Reason) {
        let _ = (b, why);
    }
    /// A virtual exception state is put into the runtime context.
    pub fn force_exception(&self) {}
}
