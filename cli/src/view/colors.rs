//! `genext view --stage colors`: the source of what the JIT traces into, with the binding times that the
//! hint-annotator found.
//!
//! ```text
//! plus_minus(red s, red x, red y) -> red
//! merge point of `plus_minus`: greens s, pc; reds acc, y
//!   12 g|         op = s[pc]                    # green: op, pc, s
//!   14 m|             acc = acc + y             # red: acc, y
//! ```
//! The letter says what the line's operations are: `g` green, `r` red, `m` both. On a terminal, and in the page, the
//! expressions themselves are coloured. A function is shown once for each colouring of its arguments.
use std::collections::BTreeMap;
use std::fmt::Write;

use hintannotator::{Colored, GraphCopy, text::CopyPrinter};
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use ir::model::Operand;
use ir::source::{self, Span};
use lowlevel::binding::{Color, CopyId};
use lowlevel::text::Names;
use lowlevel::{FuncId, LLOp, Program};
use serde::Serialize;

use super::{Format, Item, html};

/// What a page or text of colours is made from.
pub struct Request<'a> {
    pub program: &'a Program,
    pub colored: &'a Colored,
    /// Only functions whose name contains this.
    pub filter: Option<&'a str>,
    /// Also the toolchain's own helpers.
    pub helpers: bool,
}

/// The colours that something has on a line, in all its uses.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Paint {
    green: bool,
    red: bool,
}

impl Paint {
    fn add(&mut self, c: Color) {
        match c {
            Color::Green => self.green = true,
            Color::Red => self.red = true,
        }
    }
    fn letter(self) -> char {
        match (self.green, self.red) {
            (true, true) => 'm',
            (true, false) => 'g',
            (false, true) => 'r',
            (false, false) => ' ',
        }
    }
    fn class(self) -> &'static str {
        match (self.green, self.red) {
            (true, true) => "mixed",
            (true, false) => "green",
            (false, true) => "red",
            (false, false) => "",
        }
    }
    fn ansi(self) -> &'static str {
        match (self.green, self.red) {
            (true, true) => "\x1b[33m",
            (true, false) => "\x1b[32m",
            (false, true) => "\x1b[31m",
            (false, false) => "",
        }
    }
}

/// One line of source.
struct Line {
    number: u32,
    text: String,
    /// Of the operations.
    paint: Paint,
    /// By variable.
    names: BTreeMap<String, Paint>,
    /// By byte.
    bytes: Vec<Paint>,
}

impl Line {
    /// Runs of bytes of the same colour.
    fn runs(&self) -> Vec<(Paint, &str)> {
        let mut out = Vec::new();
        let mut start = 0;
        for i in 1..=self.text.len() {
            let ends = i == self.text.len() || self.bytes[i] != self.bytes[start];
            if ends && self.text.is_char_boundary(i) {
                out.push((self.bytes[start], &self.text[start..i]));
                start = i;
            }
        }
        out
    }
    fn list(&self, class: &str) -> String {
        self.names
            .iter()
            .filter(|(_, p)| p.class() == class)
            .map(|(n, _)| n.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    }
    fn remark(&self) -> String {
        let mut out = String::new();
        for class in ["green", "red", "mixed"] {
            let list = self.list(class);
            if !list.is_empty() {
                let _ = write!(
                    out,
                    "{}{class}: {list}",
                    if out.is_empty() { "# " } else { "; " }
                );
            }
        }
        out
    }
}

fn lines_of(copy: &GraphCopy, function: Span) -> Vec<Line> {
    if function.is_none() {
        return Vec::new();
    }
    let file = source::file(function.file);
    let first = file.line_column(function.start).0;
    let last = file.line_column(function.end.max(function.start + 1) - 1).0;
    let mut lines: Vec<Line> = (first..=last)
        .map(|number| {
            let text = file.line_text(number).to_owned();
            Line {
                number,
                bytes: vec![Paint::default(); text.len()],
                text,
                paint: Paint::default(),
                names: BTreeMap::new(),
            }
        })
        .collect();
    let inside =
        |s: Span| s.file == function.file && s.start >= function.start && s.end <= function.end;
    let g = &copy.graph;
    // Wide expressions first, so that their parts show.
    let mut spans: Vec<(Span, Color)> = Vec::new();
    for b in reached(copy) {
        let block = &g.blocks[b];
        for (i, op) in block.ops.iter().enumerate() {
            if !inside(op.span) {
                continue;
            }
            let n = file.line_column(op.span.start).0;
            let Some(line) = lines.get_mut((n - first) as usize) else {
                continue;
            };
            let color = if copy.green_op(b, i) {
                Color::Green
            } else {
                copy.colors[op.result]
            };
            let void = *g.ty(op.result) == LLType::Void;
            if !matches!(op.op, LLOp::JitMarker(..) | LLOp::Abort(_)) {
                line.paint.add(if void { Color::Red } else { color });
            }
            if !void {
                spans.push((op.span, color));
            }
            let vars = op
                .args
                .iter()
                .filter_map(Operand::var)
                .chain((!void).then_some(op.result));
            for v in vars {
                if let Some(n) = g.vars[v].name {
                    let p = line.names.entry(n.to_string()).or_default();
                    p.add(copy.colors[v]);
                }
            }
        }
    }
    spans.sort_by_key(|(s, _)| std::cmp::Reverse(s.end - s.start));
    for (span, color) in spans {
        let (n, _) = file.line_column(span.start);
        let line = &mut lines[(n - first) as usize];
        // Offsets in the line: a line starts where the one before ends.
        let Some(start) = line_offset(&file, n, span.start) else {
            continue;
        };
        let end = (start + (span.end - span.start) as usize).min(line.bytes.len());
        let mut paint = Paint::default();
        paint.add(color);
        line.bytes[start.min(end)..end].fill(paint);
    }
    for line in &mut lines {
        paint_names(line);
    }
    lines
}

/// The byte offset of a position in its line.
fn line_offset(file: &source::SourceFile, line: u32, at: u32) -> Option<usize> {
    let text = file.line_text(line);
    let base = text.as_ptr() as usize - file.text.as_ptr() as usize;
    (at as usize).checked_sub(base).filter(|&o| o <= text.len())
}

/// Colours the variables' names where they stand.
fn paint_names(line: &mut Line) {
    let bytes = line.text.as_bytes();
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    let mut i = 0;
    let mut found = Vec::new();
    while i < bytes.len() {
        if !word(bytes[i]) {
            i += 1;
            continue;
        }
        let start = i;
        while i < bytes.len() && word(bytes[i]) {
            i += 1;
        }
        let attribute = start > 0 && bytes[start - 1] == b'.';
        if let Some(&p) = line.names.get(&line.text[start..i])
            && !attribute
        {
            found.push((start, i, p));
        }
    }
    for (start, end, p) in found {
        line.bytes[start..end].fill(p);
    }
}

/// The blocks of a copy that residual code is made from.
fn reached(copy: &GraphCopy) -> Vec<ir::model::BlockId> {
    let g = &copy.graph;
    let entry = match copy.portal {
        Some(_) => g
            .live_blocks()
            .find(|&b| matches!(g.blocks[b].ops.last(), Some(o) if matches!(o.op, LLOp::JitMarker(..))))
            .map_or(g.start, |b| g.links[g.blocks[b].exits[0]].target),
        None => g.start,
    };
    let mut seen = vec![entry];
    let mut i = 0;
    while i < seen.len() {
        for t in g.successors(seen[i]) {
            if !seen.contains(&t) {
                seen.push(t);
            }
        }
        i += 1;
    }
    seen
}

impl Request<'_> {
    fn copies(&self) -> Vec<(CopyId, &GraphCopy)> {
        self.colored
            .copies
            .iter_enumerated()
            .filter(|(_, c)| self.is_shown(c.func))
            .collect()
    }
    fn is_shown(&self, f: FuncId) -> bool {
        let f = &self.program.funcs[f];
        (self.helpers || !f.attrs.helper && !python::live::is_library(&f.name))
            && self.filter.is_none_or(|wanted| f.name.contains(wanted))
    }
    /// For people who point at a line: its variables, and why the first red one of them is red.
    fn hover(&self, c: &GraphCopy, line: &Line) -> String {
        let mut out = line.remark().trim_start_matches("# ").to_owned();
        for (name, paint) in &line.names {
            let reason = (self.colored.reasons.iter())
                .find(|r| paint.red && r.func == c.func && r.name.as_str() == name);
            let Some(reason) = reason else { continue };
            let _ = write!(out, "\n{name} is red:");
            for (span, text) in &reason.why.notes {
                let place = span.location();
                let at = place.map_or_else(String::new, |p| format!("line {}: ", p.line));
                let _ = write!(out, "\n  {at}{text}");
            }
            if let Some(help) = &reason.why.help {
                let _ = write!(out, "\n  {help}");
            }
        }
        out
    }
    fn signature(&self, c: &GraphCopy) -> String {
        let g = &c.graph;
        let color = hintannotator::text::color_name;
        let args: Vec<String> = g
            .args()
            .iter()
            .zip(&c.args)
            .filter(|(v, _)| *g.ty(**v) != LLType::Void)
            .map(|(&v, &k)| {
                let name = g.vars[v]
                    .name
                    .map_or_else(|| v.to_string(), |n| n.to_string());
                format!("{} {name}", color(k))
            })
            .collect();
        let result = match *g.ty(g.return_var()) {
            LLType::Void => String::new(),
            _ => format!(" -> {}", color(c.result)),
        };
        format!(
            "{}({}){result}",
            self.program.funcs[c.func].name,
            args.join(", ")
        )
    }
    fn remark(&self, c: &GraphCopy) -> Option<String> {
        let p = self.colored.portals.get(c.portal?)?;
        let list = |l: &[(ir::name::Name, LLType)]| {
            l.iter()
                .map(|(n, _)| n.to_string())
                .collect::<Vec<_>>()
                .join(", ")
        };
        Some(format!(
            "merge point of `{}`: greens {}; reds {}",
            self.program.drivers[p.driver].name,
            list(&p.greens),
            list(&p.reds)
        ))
    }
    /// Why variables of this name are red, function by function.
    ///
    /// # Errors
    /// If no function has such a variable that is red.
    pub fn reasons(&self, name: &str, ansi: bool) -> Result<String, Vec<Diagnostic>> {
        let shown: Vec<String> = (self.colored.reasons.iter())
            .filter(|r| r.name.as_str() == name && self.is_shown(r.func))
            .map(|r| ir::diag::render(&r.why, ansi))
            .collect();
        if shown.is_empty() {
            let message = format!("no variable `{name}` is red in what is shown");
            let d = Diagnostic::error("E0116", Span::NONE, message)
                .help("`genext view --stage colors` lists the variables of each line");
            return Err(vec![d]);
        }
        Ok(shown.join("\n\n") + "\n")
    }
    /// Everything as one document; `None` if nothing is asked for.
    pub fn document(&self, title: &str, format: Format, ansi: bool) -> Option<String> {
        let copies = self.copies();
        if copies.is_empty() {
            return None;
        }
        Some(match format {
            Format::Text => {
                let parts: Vec<String> = copies.iter().map(|(_, c)| self.text(c, ansi)).collect();
                parts.join("\n")
            }
            Format::Html => self.page(title, &copies),
            Format::Dot | Format::Svg => {
                let names = Names::new(self.program);
                let items: Vec<Item> = copies
                    .iter()
                    .map(|(_, c)| {
                        let printer = CopyPrinter::new(self.program, &names, c);
                        super::item(&c.graph, &printer, "colours", format)
                    })
                    .collect();
                super::document(title, &items, &[], format)
            }
        })
    }
    fn text(&self, c: &GraphCopy, ansi: bool) -> String {
        let mut out = self.signature(c);
        out.push('\n');
        if let Some(r) = self.remark(c) {
            let _ = writeln!(out, "{r}");
        }
        for line in lines_of(c, self.span(c)) {
            let _ = write!(out, "{:5} {}| ", line.number, line.paint.letter());
            if ansi {
                for (p, text) in line.runs() {
                    match p.ansi() {
                        "" => out.push_str(text),
                        code => {
                            let _ = write!(out, "{code}{text}\x1b[0m");
                        }
                    }
                }
            } else {
                let remark = line.remark();
                if remark.is_empty() {
                    out.push_str(&line.text);
                } else {
                    let _ = write!(out, "{:50} {remark}", line.text);
                }
            }
            while out.ends_with(' ') {
                out.pop();
            }
            out.push('\n');
        }
        out
    }
    fn span(&self, c: &GraphCopy) -> Span {
        let span = self.program.funcs[c.func].attrs.span;
        if span.is_none() { c.graph.span } else { span }
    }
    fn page(&self, title: &str, copies: &[(CopyId, &GraphCopy)]) -> String {
        let names = Names::new(self.program);
        let list: Vec<String> = copies.iter().map(|(_, c)| self.signature(c)).collect();
        let functions: Vec<Colours> = (copies.iter().zip(&list))
            .map(|((id, c), name)| {
                let lines = lines_of(c, self.span(c));
                Colours {
                    name: name.clone(),
                    remark: format!("{id}. {}", self.remark(c).unwrap_or_default()),
                    lines: lines.iter().map(|l| self.line_data(c, l)).collect(),
                    graph: hintannotator::text::print_copy(self.program, &names, c),
                }
            })
            .collect();
        let index = html::Index {
            kind: "colors",
            title,
            stages: vec!["colours".to_owned()],
            functions: list.iter().map(String::as_str).collect(),
            gone: &[],
        };
        html::page(&index, &functions)
    }
    fn line_data(&self, c: &GraphCopy, line: &Line) -> LineData {
        let runs = line
            .runs()
            .into_iter()
            .map(|(p, t)| (p.class(), t.to_owned()));
        let letter = line.paint.letter();
        (line.number, letter, runs.collect(), self.hover(c, line))
    }
}

/// Number, letter, runs of text with their colours, why.
type LineData = (u32, char, Vec<(&'static str, String)>, String);

/// A function with its colours, for the page.
#[derive(Serialize)]
struct Colours {
    name: String,
    remark: String,
    lines: Vec<LineData>,
    graph: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_painted_where_they_stand_as_words() {
        let mut line = Line {
            number: 1,
            text: "pc = pc2 + x.pc".into(),
            paint: Paint::default(),
            names: BTreeMap::from([(
                "pc".to_owned(),
                Paint {
                    green: true,
                    red: false,
                },
            )]),
            bytes: vec![Paint::default(); 15],
        };
        paint_names(&mut line);
        let runs: Vec<(&str, &str)> = line.runs().iter().map(|(p, t)| (p.class(), *t)).collect();
        assert_eq!(runs, [("green", "pc"), ("", " = pc2 + x.pc")]);
        assert_eq!(line.remark(), "# green: pc");
    }
}
