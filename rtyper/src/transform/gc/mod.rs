//! The GC transform, the last pass: write barriers ([`barriers`]) and root slots ([`roots`]).
//!
//! Both need to know what a safepoint is: see [`super::effects::Effects::op_collects`].
use super::{Context, Options};
use crate::ll::{LLGraph, Program};

pub mod barriers;
pub mod roots;

/// Transforms all functions.
pub fn run(program: &mut Program, options: &Options) -> Result<usize, String> {
    super::run_function_pass(program, options, transform);
    // The phase changes even where no function does.
    Ok(program.funcs.len().max(1))
}

fn transform(cx: &Context<'_>, g: &mut LLGraph) -> bool {
    let a = barriers::run(cx, g);
    let b = roots::run(cx, g);
    g.compact();
    a || b
}
