//! Generators.
use super::FlowGraph;
use crate::diag::Diagnostic;
use crate::live;

/// Transforms.
pub fn transform(_space: &live::Space, graph: &mut FlowGraph) -> Result<(), Vec<Diagnostic>> {
    Err(vec![Diagnostic::unsupported(graph.span, "generators")])
}
