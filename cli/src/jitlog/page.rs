//! The JIT page: a log as one offline HTML file.
//!
//! The page holds data, and a script that draws what is asked for:
//!
//! ```text
//! <script type="application/json" id="model">     everything but the details (see `model`)
//! <script type="application/json" id="sources">   the interpreter's source files
//! <script type="application/json" id="details0">  operations and machine code of the first 64 fragments, ...
//! ```
//! A browser parses none of them before the script asks. The text of user programs becomes elements' text, never
//! markup. A page stays below some megabytes: fragments in which little time is spent go without machine code, then
//! without operations, and the page says so.
use serde::Serialize;

use super::details::{Detail, Reader, Sources};
use super::model::{Model, model};
use super::{NoLog, events};
use crate::view::svg::escape;

/// Fragments whose details stand in one script.
const CHUNK: usize = 64;

/// Bytes of details, more or less, from which on machine code is left out, and operations.
const MACHINE_CODE: usize = 2_500_000;
const OPERATIONS: usize = 4_000_000;

/// What is beside the model.
#[derive(Serialize)]
struct Page<'a> {
    #[serde(flatten)]
    model: &'a Model,
    /// Fragments in one script of details.
    chunk: usize,
    has_operations: bool,
    has_code: bool,
    /// Fragments without machine code, and without operations, for want of room.
    left_out: (usize, usize),
}

/// The page of a log.
///
/// # Errors
/// If the text is no log.
pub fn page(title: &str, log: &str) -> Result<String, NoLog> {
    let events = events(log)?;
    let m = model(title, &events);
    let reader = Reader::new(&events, &m);
    let mut sources = Sources::default();
    let (details, left_out) = details(&m, &reader, &mut sources);
    for at in (m.versions.iter().map(|v| &v.at))
        .chain(m.promotions.iter().map(|p| &p.at))
        .chain(m.trusted.iter().map(|t| &t.at))
    {
        sources.place(at);
    }
    sources.read();
    let (has_operations, has_code) = reader.has();
    let page = Page {
        model: &m,
        chunk: CHUNK,
        has_operations,
        has_code,
        left_out,
    };
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{} – JIT</title>\n<style>\n{}</style></head>\n\
         <body><div id=\"app\"></div><noscript>This page draws itself with JavaScript.</noscript>\n",
        escape(title),
        include_str!("page.css")
    );
    data(&mut out, "model", &page);
    data(&mut out, "sources", &sources);
    for (i, chunk) in details.chunks(CHUNK).enumerate() {
        data(&mut out, &format!("details{i}"), &chunk);
    }
    out.push_str("<script>\n");
    out.push_str(include_str!("page.js"));
    out.push_str("</script></body></html>\n");
    Ok(out)
}

/// The details of all fragments, those in which most time is spent first to get room.
fn details(m: &Model, reader: &Reader<'_>, sources: &mut Sources) -> (Vec<Detail>, (usize, usize)) {
    let mut order: Vec<usize> = (0..m.fragments.len()).collect();
    order.sort_by_key(|&i| {
        let f = &m.fragments[i];
        (std::cmp::Reverse(f.own + f.called), f.dead, i)
    });
    let mut out: Vec<Detail> = (0..order.len()).map(|_| Detail::default()).collect();
    let mut size = 0;
    let mut left_out = (0, 0);
    for i in order {
        let mut d = match size > OPERATIONS {
            true => Detail::default(),
            false => reader.detail(&m.fragments[i].id, sources),
        };
        if size > OPERATIONS {
            left_out.1 += 1;
        }
        if size > MACHINE_CODE {
            d.code.clear();
            d.cold.clear();
            left_out.0 += 1;
        }
        size += d.ops.iter().map(|o| o.0.len() + 12).sum::<usize>();
        let code = d.code.iter().chain(&d.cold);
        size += code.map(|c| c.0.len() + c.1.len() + 9).sum::<usize>();
        out[i] = d;
    }
    (out, left_out)
}

/// Data as an element of the page. `<` is written such that nothing in it ends the element.
fn data(out: &mut String, id: &str, value: &impl Serialize) {
    let json = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    out.push_str(&format!("<script type=\"application/json\" id=\"{id}\">"));
    out.push_str(&json.replace('<', "\\u003c"));
    out.push_str("</script>\n");
}
