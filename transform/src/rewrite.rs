//! The kit for changing graphs ([`ir::rewrite`]) at the low level.
use lowlevel::LL;

pub use ir::rewrite::{
    bind_inputs, carry, copy_block, free_variables, insert_on_edge, live_at, make_op, origins,
    own_start, split_block, use_counts,
};

/// A substitution of operands for variables; chains are followed when it is applied.
pub type Renaming = ir::rewrite::Renaming<LL>;
