//! Graphs as DOT text (Graphviz), from the same walk as the text form.
use std::fmt::Write;

use super::text::{self, Printer};
use super::{BlockId, Dialect, ExitSwitch, Graph};

/// One graph as a DOT digraph.
pub fn to_dot<D: Dialect>(graph: &Graph<D>, printer: &dyn Printer<D>) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "digraph {} {{", quote(&graph.name));
    let _ = writeln!(
        out,
        "  node [shape=box, fontname=\"monospace\", fontsize=10, labeljust=l];"
    );
    let _ = writeln!(out, "  edge [fontname=\"monospace\", fontsize=9];");
    for b in super::order::reverse_postorder(graph) {
        let block = &graph.blocks[b];
        let mut label = text::block_header(graph, b, printer);
        label.push_str("\\l");
        for op in &block.ops {
            let _ = write!(
                label,
                "  {}\\l",
                escape(&text::operation(graph, op, printer))
            );
        }
        if let ExitSwitch::Value(v) = &block.exitswitch {
            let _ = write!(
                label,
                "  switch {}\\l",
                escape(&text::operand(graph, v, printer))
            );
        }
        let style = if graph.is_final(b) {
            ", style=filled, fillcolor=\"#e8f0e8\""
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "  {} [label=\"{}\"{style}];",
            node(b),
            label.replace('"', "\\\"")
        );
        for &l in &block.exits {
            let link = &graph.links[l];
            let case = text::exitcase(&link.exitcase, printer);
            let args: Vec<String> = link
                .args
                .iter()
                .map(|a| text::operand(graph, a, printer))
                .collect();
            let label = format!("{case} ({})", args.join(", "));
            let _ = writeln!(
                out,
                "  {} -> {} [label=\"{}\"];",
                node(b),
                node(link.target),
                escape(&label).replace('"', "\\\"")
            );
        }
    }
    out.push_str("}\n");
    out
}

fn node(b: BlockId) -> String {
    format!("n{}", b.0)
}
fn escape(s: &str) -> String {
    s.replace('\\', "\\\\").replace('\n', "\\n")
}
fn quote(s: &str) -> String {
    format!("\"{}\"", escape(s).replace('"', "\\\""))
}
