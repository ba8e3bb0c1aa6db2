//! Simplification of fresh flow graphs. The raw graph is in SSA form (a variable may be used in any block its
//! definition dominates) and has a block per instruction; the result is in SSI form, with blocks as large as possible.
//!
//! The passes in order (each in the file of its form):
//!
//! | pass | what it does |
//! | --- | --- |
//! | [`ssa::eliminate_empty_blocks`] | links skip blocks without operations |
//! | [`ssa::remove_identical_vars`] | an inputarg that always gets one value is that value; equal inputargs become one |
//! | [`ssa::fold_known_instances`] | the result of calling a class is not a class (for `raise`) |
//! | [`ssa::fold_exitswitches`] | a constant exit switch keeps one exit |
//! | [`membership::lists_to_tuples`] | `x in [1, 2]` becomes `x in (1, 2)` |
//! | [`ssa::remove_dead_vars`] | droppable operations and inputargs that nothing reads |
//! | [`ovf::transform_ovfcheck`] | `ovfcheck(a + b)` becomes `add_ovf(a, b)` |
//! | [`join::join_blocks_ssa`] | a block and its only successor become one |
//! | [`ssi::ssa_to_ssi`] | every block gets as inputargs what it uses |
//! | [`ssi::coalesce_bool`] | `bool(x)` twice in a row on a path is tested once |
//! | [`ssi::split_repeated_tests`] | of `x = a and b; if x` each way has a test of its own |
//! | [`ssi::merge_equal_exits`] | a test that decides nothing goes |
//! | [`exceptions::simplify_exceptions`] | chains of `issubtype` tests become exits of the raising block |
//! | [`exceptions::remove_dead_exceptions`] | shadowed exits, and exits that only raise again |
//! | [`comprehension::detect`] | lists that a loop fills get a `hint_fence` where they leave it |
use ir::diag::Diagnostic;
use ir::rewrite::join;

use super::HlGraph;

pub mod comprehension;
pub mod exceptions;
pub mod membership;
pub mod ovf;
pub mod ssa;
pub mod ssi;

/// Runs the passes over a new flow graph, in order.
pub fn simplify(graph: &mut HlGraph) -> Result<(), Vec<Diagnostic>> {
    graph.remove_unreachable();
    ssa::eliminate_empty_blocks(graph);
    ssa::remove_identical_vars(graph);
    ssa::fold_known_instances(graph);
    ssa::fold_exitswitches(graph);
    membership::lists_to_tuples(graph);
    ssa::remove_dead_vars(graph);
    ovf::transform_ovfcheck(graph)?;
    join::join_blocks_ssa(graph);
    ssi::ssa_to_ssi(graph);
    ssi::coalesce_bool(graph);
    ssi::split_repeated_tests(graph);
    exceptions::simplify_exceptions(graph);
    exceptions::remove_dead_exceptions(graph);
    cleanup(graph);
    comprehension::detect(graph);
    graph.compact();
    Ok(())
}

/// Brings a raw graph to SSI form with large blocks, and leaves all its operations.
pub fn normalize(graph: &mut HlGraph) {
    graph.remove_unreachable();
    ssa::eliminate_empty_blocks(graph);
    ssa::remove_identical_vars(graph);
    ssa::fold_known_instances(graph);
    ssa::fold_exitswitches(graph);
    join::join_blocks_ssa(graph);
    ssi::ssa_to_ssi(graph);
    graph.compact();
}

/// The passes that any change of an SSI graph calls for.
pub fn cleanup(graph: &mut HlGraph) {
    graph.remove_unreachable();
    ssa::eliminate_empty_blocks(graph);
    ssi::merge_equal_exits(graph);
    join::join_blocks(graph);
    ssa::remove_dead_vars(graph);
    ssi::remove_duplicate_args(graph);
    graph.compact();
}
