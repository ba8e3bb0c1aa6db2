//! Flow graphs as SVG.
use std::fmt::Write;

use ir::index::Idx;
use ir::model::text::{self, Printer};
use ir::model::{BlockId, Dialect, ExitCase, ExitSwitch, Graph, order};
use ir::source::Span;
use serde::Serialize;

use super::layout::{self, Node};

const CHAR: f64 = 7.0;
const LINE: f64 = 15.0;
/// Longer lines are cut in the picture; the text form has them whole.
const MAX_CHARS: usize = 110;

/// A picture: the elements inside an `<svg>` of this size.
pub struct Picture {
    /// In pixels.
    pub width: f64,
    /// In pixels.
    pub height: f64,
    /// The elements. They use the arrow of [`DEFINITIONS`].
    pub elements: String,
}

/// What pictures refer to; once per document.
const DEFINITIONS: &str = "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" \
     markerHeight=\"7\" orient=\"auto\"><path d=\"M0,0L10,5L0,10z\" fill=\"#556\"/></marker></defs>";

/// Room for a title above a picture.
const TITLE: f64 = 34.0;

/// Pictures below each other, each under its title, as one document.
pub fn document(items: &[(&str, &Picture)]) -> String {
    let width = items
        .iter()
        .map(|(title, p)| p.width.max(title.chars().count() as f64 * 9.0 + 20.0))
        .fold(1.0, f64::max);
    let height = items.iter().map(|(_, p)| p.height + TITLE).sum::<f64>();
    let mut out = open(width, height);
    let mut y = 0.0;
    for (title, p) in items {
        let _ = writeln!(
            out,
            "<text x=\"10\" y=\"{:.1}\" font-size=\"14\" font-weight=\"bold\">{}</text>\n<g transform=\"translate(0,{:.1})\">",
            y + 22.0,
            escape(title),
            y + TITLE
        );
        out.push_str(&p.elements);
        out.push_str("</g>\n");
        y += p.height + TITLE;
    }
    out.push_str("</svg>\n");
    out
}

fn open(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"ui-monospace, monospace\" font-size=\"11\">\n{DEFINITIONS}\n"
    )
}

/// A block of a drawing.
#[derive(Debug)]
pub struct Block {
    /// Pixels from the left and from the top.
    pub at: (f64, f64),
    /// Width and height.
    pub size: (f64, f64),
    /// 1: the start block, 2: the one that returns, 3: the one that raises, 0: any other.
    pub kind: u8,
    /// Its lines, with the line of the function's source that each comes from.
    pub lines: Vec<(String, Option<u32>)>,
}

/// An edge of a drawing: its case, whether it is an exception's, the points that it passes.
#[derive(Debug)]
pub struct Way {
    pub case: String,
    pub raises: bool,
    pub points: Vec<(f64, f64)>,
}

/// A graph with a place for everything.
#[derive(Debug)]
pub struct Drawing {
    /// In pixels.
    pub size: (f64, f64),
    pub blocks: Vec<Block>,
    pub ways: Vec<Way>,
}

impl Serialize for Drawing {
    /// `[width, height, [[x, y, width, height, kind, [[text, line], ...]], ...], [[case, raises, [x, y, ...]], ...]]`
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let n = |x: f64| x.round() as i64;
        let lines = |b: &Block| -> Vec<(String, u32)> {
            (b.lines.iter())
                .map(|(t, n)| (t.clone(), n.unwrap_or(0)))
                .collect()
        };
        let block = |b: &Block| {
            (
                n(b.at.0),
                n(b.at.1),
                n(b.size.0),
                n(b.size.1),
                b.kind,
                lines(b),
            )
        };
        let way = |w: &Way| {
            let points: Vec<i64> = w.points.iter().flat_map(|p| [n(p.0), n(p.1)]).collect();
            (w.case.clone(), w.raises, points)
        };
        let blocks: Vec<_> = self.blocks.iter().map(block).collect();
        let ways: Vec<_> = self.ways.iter().map(way).collect();
        (n(self.size.0), n(self.size.1), blocks, ways).serialize(s)
    }
}

/// Lays out a graph and draws it as SVG.
pub fn draw<D: Dialect>(graph: &Graph<D>, printer: &dyn Printer<D>) -> Drawing {
    let blocks = order::reverse_postorder(graph);
    let mut number = vec![usize::MAX; graph.blocks.len()];
    for (i, b) in blocks.iter().enumerate() {
        number[b.index()] = i;
    }
    let labels: Vec<Vec<(String, Option<u32>)>> = blocks
        .iter()
        .map(|&b| block_lines(graph, b, printer))
        .collect();
    let nodes: Vec<Node> = labels
        .iter()
        .map(|lines| Node {
            width: lines.iter().map(|l| l.0.chars().count()).max().unwrap_or(1) as f64 * CHAR
                + 16.0,
            height: lines.len() as f64 * LINE + 10.0,
        })
        .collect();
    let mut edges = Vec::new();
    let mut edge_labels = Vec::new();
    for &b in &blocks {
        for &l in &graph.blocks[b].exits {
            let link = &graph.links[l];
            edges.push((number[b.index()], number[link.target.index()]));
            let case = match link.exitcase {
                ExitCase::Always if graph.blocks[b].exitswitch == ExitSwitch::None => String::new(),
                _ => cut(&text::exitcase(&link.exitcase, printer), 40),
            };
            edge_labels.push((case, matches!(link.exitcase, ExitCase::Exception(_))));
        }
    }
    let placed = layout::place(&nodes, &edges);
    let ways = (placed.edges.into_iter().zip(edge_labels))
        .map(|(points, (case, raises))| Way {
            case,
            raises,
            points,
        })
        .collect();
    let kind = |b: BlockId| match b {
        _ if b == graph.start => 1,
        _ if b == graph.return_block => 2,
        _ if b == graph.except_block => 3,
        _ => 0,
    };
    let blocks = (blocks.iter().zip(labels).enumerate())
        .map(|(i, (&b, lines))| {
            let ((x, y), (w, h)) = (placed.centres[i], (nodes[i].width, nodes[i].height));
            Block {
                at: (x - w / 2.0, y - h / 2.0),
                size: (w, h),
                kind: kind(b),
                lines,
            }
        })
        .collect();
    Drawing {
        size: (placed.width, placed.height),
        blocks,
        ways,
    }
}

impl Drawing {
    /// As elements of SVG.
    pub fn picture(&self) -> Picture {
        let mut out = String::new();
        for w in &self.ways {
            let colour = if w.raises { "#b3541e" } else { "#556" };
            let _ = writeln!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" marker-end=\"url(#arrow)\"/>",
                curve(&w.points)
            );
            if !w.case.is_empty() {
                let (a, b) = (w.points[0], w.points[1]);
                let (x, y) = (a.0 + (b.0 - a.0) * 0.3 + 4.0, a.1 + (b.1 - a.1) * 0.3);
                let _ = writeln!(
                    out,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\">{}</text>",
                    escape(&w.case)
                );
            }
        }
        for b in &self.blocks {
            let fill = ["#fbfbfd", "#e3eefc", "#e4f3e4", "#fbe6d8"][usize::from(b.kind.min(3))];
            let ((left, top), (w, h)) = (b.at, b.size);
            let _ = writeln!(
                out,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"4\" fill=\"{fill}\" stroke=\"#889\"/>"
            );
            for (n, (line, _)) in b.lines.iter().enumerate() {
                let weight = if n == 0 { " font-weight=\"bold\"" } else { "" };
                let _ = writeln!(
                    out,
                    "<text x=\"{:.1}\" y=\"{:.1}\"{weight} xml:space=\"preserve\">{}</text>",
                    left + 8.0,
                    top + 5.0 + LINE * (n as f64 + 0.75),
                    escape(line)
                );
            }
        }
        Picture {
            width: self.size.0,
            height: self.size.1,
            elements: out,
        }
    }
}

/// The line of a span, if it lies in the function.
fn line_in(function: Span, span: Span) -> Option<u32> {
    let inside = !span.is_none()
        && span.file == function.file
        && span.start >= function.start
        && span.end <= function.end;
    inside.then(|| ir::source::file(span.file).line_column(span.start).0)
}

fn block_lines<D: Dialect>(
    graph: &Graph<D>,
    b: BlockId,
    printer: &dyn Printer<D>,
) -> Vec<(String, Option<u32>)> {
    let mut lines = vec![(cut(&text::block_header(graph, b, printer), MAX_CHARS), None)];
    lines.extend(graph.blocks[b].ops.iter().map(|op| {
        let text = format!("  {}", text::operation(graph, op, printer));
        (cut(&text, MAX_CHARS), line_in(graph.span, op.span))
    }));
    if let ExitSwitch::Value(v) = &graph.blocks[b].exitswitch {
        let text = format!("  switch {}", text::operand(graph, v, printer));
        lines.push((cut(&text, MAX_CHARS), None));
    }
    lines
}

fn cut(s: &str, n: usize) -> String {
    if s.chars().count() <= n {
        s.to_owned()
    } else {
        s.chars().take(n - 1).chain(['…']).collect()
    }
}

/// A smooth path through points.
fn curve(points: &[(f64, f64)]) -> String {
    let mut d = format!("M{:.1},{:.1}", points[0].0, points[0].1);
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let middle = (y0 + y1) / 2.0;
        if y0 == y1 {
            let _ = write!(d, "L{x1:.1},{y1:.1}");
        } else {
            let _ = write!(
                d,
                "C{x0:.1},{middle:.1} {x1:.1},{middle:.1} {x1:.1},{y1:.1}"
            );
        }
    }
    d
}

/// Escapes what XML and HTML treat specially.
pub fn escape(s: &str) -> String {
    let mut out = String::with_capacity(s.len());
    for c in s.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // Control characters are not allowed in XML.
            c if c < ' ' && c != '\t' && c != '\n' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
