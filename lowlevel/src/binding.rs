//! Binding times, as the hint-annotator finds them and the tables of the JIT carry them.
use serde::{Deserialize, Serialize};

ir::entity!(
    /// A graph in one colouring of its arguments.
    CopyId,
    "copy"
);

/// The binding time of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Color {
    /// Known when the generator runs.
    Green,
    /// Known when the residual code runs.
    Red,
}
