//! `genext view`: graphs of every stage as text, DOT, SVG or one offline HTML page.
pub mod colors;
pub mod html;
pub mod inlined;
pub mod layout;
pub mod svg;

use std::collections::HashMap;

use ir::model::text::Printer;
use ir::model::{Dialect, Graph, dot, text};
use ir::source::{self, Span};

/// One function, rendered in all formats that a page shows.
pub struct Item {
    pub name: String,
    /// `file:line`.
    pub place: String,
    /// Its source lines with their numbers.
    pub source: Vec<(u32, String)>,
    pub text: String,
    /// Its pictures, with the stages that they show.
    pub stages: Vec<(String, svg::Drawing)>,
}

/// A function that is there before a stage and not behind it, with those that it is part of.
pub type Gone = (String, Vec<String>);

/// The forms in which `genext view` shows graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Format {
    /// The text form (reads back).
    Text,
    Dot,
    /// A picture; of several functions, one below the other.
    Svg,
    Html,
}

/// Renders one graph in the parts that `format` needs.
pub fn item<D: Dialect>(
    graph: &Graph<D>,
    printer: &dyn Printer<D>,
    stage: &str,
    format: Format,
) -> Item {
    let want = |f: &[Format]| f.contains(&format);
    Item {
        name: graph.name.clone(),
        place: graph
            .span
            .location()
            .map(|l| format!("{}:{}", l.path, l.line))
            .unwrap_or_default(),
        source: if want(&[Format::Html]) {
            source_lines(graph.span)
        } else {
            Vec::new()
        },
        text: match format {
            Format::Dot => dot::to_dot(graph, printer),
            Format::Svg | Format::Html => String::new(),
            _ => text::print(graph, printer),
        },
        stages: match want(&[Format::Svg, Format::Html]) {
            true => vec![(stage.to_owned(), svg::draw(graph, printer))],
            false => Vec::new(),
        },
    }
}

/// All items as one document.
pub fn document(title: &str, items: &[Item], gone: &[Gone], format: Format) -> String {
    match format {
        Format::Text => items
            .iter()
            .map(|i| i.text.as_str())
            .collect::<Vec<_>>()
            .join("\n"),
        Format::Dot => items.iter().map(|i| i.text.as_str()).collect(),
        Format::Svg => {
            let pictures: Vec<_> = items
                .iter()
                .flat_map(|i| i.stages.iter().map(|s| (i.name.as_str(), s.1.picture())))
                .collect();
            let pictures: Vec<_> = pictures.iter().map(|(n, p)| (*n, p)).collect();
            svg::document(&pictures)
        }
        Format::Html => html::graphs(title, items, gone),
    }
}

/// Joins what several stages show of functions of one name.
pub fn beside(stages: Vec<Vec<Item>>) -> Vec<Item> {
    let mut all: Vec<Item> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for item in stages.into_iter().flatten() {
        match known.get(&item.name) {
            Some(&i) => {
                let first = &mut all[i];
                first.text.push('\n');
                first.text.push_str(&item.text);
                first.stages.extend(item.stages);
            }
            None => {
                known.insert(item.name.clone(), all.len());
                all.push(item);
            }
        }
    }
    all
}

fn source_lines(span: Span) -> Vec<(u32, String)> {
    if span.is_none() {
        return Vec::new();
    }
    let file = source::file(span.file);
    let (first, last) = (
        file.line_column(span.start).0,
        file.line_column(span.end.max(span.start + 1) - 1).0,
    );
    (first..=last)
        .map(|n| (n, file.line_text(n).to_owned()))
        .collect()
}
