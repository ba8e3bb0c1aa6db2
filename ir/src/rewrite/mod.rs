//! The kit for changing graphs: what passes of every dialect share.
//!
//! | module | what it does |
//! | --- | --- |
//! | [`rename`] | a substitution of operands for variables |
//! | [`ssi`] | from SSA to SSI form: every block gets as inputargs what it uses |
//! | [`blocks`] | blocks are split, copied, put on edges |
//! | [`join`] | a block and its only successor become one |
//! | [`dead`] | unreachable blocks, inputargs and operations that nothing needs, dense numbers |
//! | [`origins`] | what an inputarg is a copy of; a value is carried to where it is wanted |
//!
//! Two forms occur. In *SSA* form (while a graph is being made) a variable may be used in any block that its definition
//! dominates. In *SSI* form (what the verifier asks for) it is used only in its own block. Each tool says which of them
//! it takes and gives. Links and blocks that a change takes out stay as holes until [`Graph::compact`].
//!
//! [`Graph::compact`]: crate::model::Graph::compact
pub mod blocks;
pub mod dead;
pub mod join;
pub mod origins;
pub mod rename;
pub mod ssi;

pub use blocks::{
    bind_inputs, copy_block, cut_block, free_variables, insert_on_edge, live_at, make_op,
    own_start, split_block, use_counts,
};
pub use origins::{carry, origins};
pub use rename::Renaming;

#[cfg(test)]
mod tests;
