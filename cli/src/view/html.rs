//! Pages of `genext view`: one offline file for any number of functions, of which one is drawn at a time.
//!
//! ```text
//! <script type="application/json" id="model">    names of all functions
//! <script type="application/json" id="f0">       the first one: source and drawings, or source and colours
//! ```
//! A browser parses none of them before the script asks. Texts become elements' text, never markup.
use serde::Serialize;

use super::svg::{Drawing, escape};
use super::{Gone, Item};

/// What the list of a page shows.
#[derive(Serialize)]
pub struct Index<'a> {
    /// `graphs` or `colors`.
    pub kind: &'a str,
    pub title: &'a str,
    pub stages: Vec<String>,
    pub functions: Vec<&'a str>,
    /// Functions that are part of others.
    pub gone: &'a [Gone],
}

#[derive(Serialize)]
struct Stage<'a> {
    stage: &'a str,
    drawing: &'a Drawing,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    place: &'a str,
    /// The number of the first line, and the lines.
    source: (u32, Vec<&'a str>),
    stages: Vec<Stage<'a>>,
}

/// A page with an index and data of each function.
pub fn page(index: &Index<'_>, functions: &[impl Serialize]) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>\n<style>\n{}</style></head>\n\
         <body><noscript>This page draws itself with JavaScript.</noscript>\n",
        escape(index.title),
        include_str!("page.css")
    );
    data(&mut out, "model", index);
    for (i, f) in functions.iter().enumerate() {
        data(&mut out, &format!("f{i}"), f);
    }
    out.push_str("<script>\n");
    out.push_str(include_str!("page.js"));
    out.push_str("</script></body></html>\n");
    out
}

/// Data as an element of a page. `<` is written such that nothing in it ends the element.
pub fn data(out: &mut String, id: &str, value: &impl Serialize) {
    let json = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    out.push_str(&format!("<script type=\"application/json\" id=\"{id}\">"));
    out.push_str(&json.replace('<', "\\u003c"));
    out.push_str("</script>\n");
}

/// The page of graphs.
pub fn graphs(title: &str, items: &[Item], gone: &[Gone]) -> String {
    let mut stages: Vec<String> = Vec::new();
    for (stage, _) in items.iter().flat_map(|i| &i.stages) {
        if !stages.contains(stage) {
            stages.push(stage.clone());
        }
    }
    let index = Index {
        kind: "graphs",
        title,
        stages,
        functions: items.iter().map(|i| i.name.as_str()).collect(),
        gone,
    };
    let functions: Vec<Function<'_>> = (items.iter())
        .map(|i| Function {
            name: &i.name,
            place: &i.place,
            source: (
                i.source.first().map_or(1, |s| s.0),
                i.source.iter().map(|s| s.1.as_str()).collect(),
            ),
            stages: (i.stages.iter())
                .map(|(stage, drawing)| Stage { stage, drawing })
                .collect(),
        })
        .collect();
    page(&index, &functions)
}
