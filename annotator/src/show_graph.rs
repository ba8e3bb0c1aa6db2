//! Annotated graphs as text: the flow graph with the annotation of every variable.
//!
//! ```text
//! graph m.f(v0: Int) -> Int
//! b0(v0: Int):
//!     v1: Bool(...) = lt(v0, 0)
//! ```
use flowspace::{Const, Hl, HlOp, text};
use ir::model::text::Printer;
use ir::model::{Graph, VarId};

use crate::defs::GraphId;
use crate::model::show;
use crate::program::AnnotatedProgram;

/// Prints flow graphs with the annotations of a graph's variables.
pub struct Annotated<'a> {
    program: &'a AnnotatedProgram,
    graph: GraphId,
}

impl<'a> Annotated<'a> {
    /// For one graph of a program.
    pub fn new(program: &'a AnnotatedProgram, graph: GraphId) -> Annotated<'a> {
        Annotated { program, graph }
    }
}

impl Printer<Hl> for Annotated<'_> {
    fn ty(&self, _: &Graph<Hl>, v: VarId) -> String {
        show::compact(self.program, self.program.graphs[self.graph].bindings[v])
    }
    fn constant(&self, c: &Const) -> String {
        text::constant(&c.0)
    }
    fn op(&self, op: &HlOp) -> String {
        op.to_string()
    }
}

/// The annotated graph as text; what is never reached is left out.
pub fn annotated(program: &AnnotatedProgram, graph: GraphId) -> String {
    ir::model::text::print(&reached(program, graph), &Annotated { program, graph })
}

/// The part of a graph that annotation reached.
pub fn reached(program: &AnnotatedProgram, graph: GraphId) -> Graph<Hl> {
    let info = &program.graphs[graph];
    let mut g = info.graph().clone();
    for b in info.graph().live_blocks() {
        if !info.is_reached(b) && !g.is_final(b) {
            g.blocks[b].dead = true;
        }
        g.blocks[b].exits.retain(|l| info.is_followed(*l));
    }
    g
}
