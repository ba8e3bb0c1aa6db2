//! The text form of graphs: printing and parsing, round trip (`parse(print(g))` prints the same text).
//!
//! ```text
//! graph NAME(v0: Signed) -> Signed
//! b0(v0: Signed):
//!     v1: Signed = direct_call(&f, v0)
//!     try { normal => return(v1), KeyError(v2: T, v3: T) => b1(v3) }
//! b1(v4: T):
//!     switch v5 { 1 => b2(), 7 => return(0), default => raise(v2, v3) }
//! b2():
//!     v6: Void = abort()
//!     unreachable
//! ```
//! `return` and `raise` name the final blocks. Types, constants and operation names (with immediates) are printed and
//! read by the dialect, through [`Printer`] and [`Reader`]. A constant is any token run without a comma, space or
//! closing bracket at its top level; quotes and brackets nest. `#` starts a comment.
use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::verify::Site;
use super::{
    Arg, Args, Block, BlockId, Dialect, ExitCase, ExitSwitch, Graph, Link, Operand, Operation,
    VarId,
};
use crate::source::Span;

/// How a dialect prints its parts.
pub trait Printer<D: Dialect> {
    /// The type of a variable; the empty string leaves it out.
    fn ty(&self, graph: &Graph<D>, v: VarId) -> String;
    /// A constant. Must read back as one token (see module header).
    fn constant(&self, c: &D::Const) -> String;
    /// The operation's name with immediates, e.g. `getfield[Point.x]`.
    fn op(&self, op: &D::Op) -> String;
}

/// How a dialect reads its parts back. Errors are messages without position.
pub trait Reader<D: Dialect> {
    /// A type; the empty string if none was written.
    fn ty(&mut self, text: &str) -> Result<D::Type, String>;
    /// A constant, as the dialect's printer writes it.
    fn constant(&mut self, text: &str) -> Result<D::Const, String>;
    /// Reads the name of an operation with its immediates.
    fn op(&mut self, text: &str) -> Result<D::Op, String>;
    /// A value of the type for variables of the final blocks when nothing constrains them (class and value of
    /// exceptions).
    fn exception_types(&mut self) -> (D::Type, D::Type);
}

/// The text form of a graph, with what the dialect prints of operations and constants.
pub fn print<D: Dialect>(graph: &Graph<D>, printer: &dyn Printer<D>) -> String {
    print_annotated(graph, printer, &mut |_| Vec::new())
}

/// Prints a graph with extra lines under blocks, operations and exits.
pub fn print_annotated<D: Dialect>(
    graph: &Graph<D>,
    printer: &dyn Printer<D>,
    extra: &mut dyn FnMut(Site) -> Vec<String>,
) -> String {
    let mut out = String::new();
    let params: Vec<String> = graph
        .args()
        .iter()
        .map(|&v| typed(graph, v, printer))
        .collect();
    let ret = printer.ty(graph, graph.return_var());
    let arrow = if ret.is_empty() {
        String::new()
    } else {
        format!(" -> {ret}")
    };
    let _ = writeln!(out, "graph {}({}){arrow}", graph.name, params.join(", "));
    let mut order = super::order::reverse_postorder(graph);
    // Blocks that nothing reaches are printed too: a verifier report must be able to point at them.
    order.extend(
        graph
            .live_blocks()
            .filter(|b| !order.contains(b))
            .collect::<Vec<_>>(),
    );
    let mut lines = |out: &mut String, place, indent: &str| {
        for line in extra(place) {
            let _ = writeln!(out, "{indent}{line}");
        }
    };
    for b in order {
        if graph.is_final(b) {
            lines(&mut out, Site::Block(b), "");
            continue;
        }
        let block = &graph.blocks[b];
        let _ = writeln!(out, "{}:", block_header(graph, b, printer));
        lines(&mut out, Site::Block(b), "  ");
        for (i, op) in block.ops.iter().enumerate() {
            let _ = writeln!(out, "    {}", operation(graph, op, printer));
            lines(&mut out, Site::Op(b, i), "    ");
        }
        let _ = writeln!(out, "    {}", terminator(graph, block, printer));
        for i in 0..block.exits.len().max(1) {
            lines(&mut out, Site::Exit(b, i), "    ");
        }
    }
    out
}

fn typed<D: Dialect>(graph: &Graph<D>, v: VarId, printer: &dyn Printer<D>) -> String {
    let ty = printer.ty(graph, v);
    if ty.is_empty() {
        v.to_string()
    } else {
        format!("{v}: {ty}")
    }
}

/// `b3(v1: Signed, v2)`.
pub fn block_header<D: Dialect>(graph: &Graph<D>, b: BlockId, printer: &dyn Printer<D>) -> String {
    let args: Vec<String> = graph.blocks[b]
        .inputargs
        .iter()
        .map(|&v| typed(graph, v, printer))
        .collect();
    let name = block_name(graph, b);
    format!("{name}({})", args.join(", "))
}

fn block_name<D: Dialect>(graph: &Graph<D>, b: BlockId) -> String {
    if b == graph.return_block {
        "return".into()
    } else if b == graph.except_block {
        "raise".into()
    } else {
        b.to_string()
    }
}

/// A variable or constant.
pub fn operand<D: Dialect>(_graph: &Graph<D>, a: &Arg<D>, printer: &dyn Printer<D>) -> String {
    match a {
        Operand::Var(v) => v.to_string(),
        Operand::Const(c) => printer.constant(c),
    }
}

fn operands<D: Dialect>(graph: &Graph<D>, args: &[Arg<D>], printer: &dyn Printer<D>) -> String {
    args.iter()
        .map(|a| operand(graph, a, printer))
        .collect::<Vec<_>>()
        .join(", ")
}

/// `v2: Signed = int_add(v0, v1)`.
pub fn operation<D: Dialect>(
    graph: &Graph<D>,
    op: &Operation<D>,
    printer: &dyn Printer<D>,
) -> String {
    format!(
        "{} = {}({})",
        typed(graph, op.result, printer),
        printer.op(&op.op),
        operands(graph, &op.args, printer)
    )
}

/// The case of an exit.
pub fn exitcase<D: Dialect>(case: &ExitCase<D::Const>, printer: &dyn Printer<D>) -> String {
    match case {
        ExitCase::Always => "normal".into(),
        ExitCase::Bool(b) => b.to_string(),
        ExitCase::Case(c) | ExitCase::Exception(c) => printer.constant(c),
        ExitCase::Default => "default".into(),
    }
}

fn terminator<D: Dialect>(graph: &Graph<D>, block: &Block<D>, printer: &dyn Printer<D>) -> String {
    let jump = |i: usize| {
        let link = &graph.links[block.exits[i]];
        format!(
            "{}({})",
            block_name(graph, link.target),
            operands(graph, &link.args, printer)
        )
    };
    let is_bool = |i: usize| matches!(graph.links[block.exits[i]].exitcase, ExitCase::Bool(_));
    match &block.exitswitch {
        ExitSwitch::None if block.exits.is_empty() => "unreachable".into(),
        ExitSwitch::None if block.exits.len() == 1 => format!("goto {}", jump(0)),
        ExitSwitch::Value(v) if block.exits.len() == 2 && is_bool(0) && is_bool(1) => {
            let v = operand(graph, v, printer);
            match graph.links[block.exits[0]].exitcase {
                ExitCase::Bool(true) => format!("if {v} then {} else {}", jump(0), jump(1)),
                _ => format!("unless {v} then {} else {}", jump(0), jump(1)),
            }
        }
        switch => {
            let head = match switch {
                ExitSwitch::Value(v) => format!("switch {}", operand(graph, v, printer)),
                _ => "try".into(),
            };
            let cases: Vec<String> = (0..block.exits.len())
                .map(|i| {
                    let link = &graph.links[block.exits[i]];
                    let vars: Vec<String> = [link.last_exception, link.last_exc_value]
                        .into_iter()
                        .flatten()
                        .map(|v| typed(graph, v, printer))
                        .collect();
                    let vars = if vars.is_empty() {
                        String::new()
                    } else {
                        format!("({})", vars.join(", "))
                    };
                    format!("{}{vars} => {}", exitcase(&link.exitcase, printer), jump(i))
                })
                .collect();
            format!("{head} {{ {} }}", cases.join(", "))
        }
    }
}

/// A parse error: 1-based line of the text and what is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct ParseError {
    /// 1-based line.
    pub line: usize,
    pub message: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Parses one graph. Blocks and variables are renumbered in order of appearance; printing is therefore canonical after
/// one round.
pub fn parse<D: Dialect>(text: &str, reader: &mut dyn Reader<D>) -> Result<Graph<D>, ParseError> {
    parse_from(text, 1, reader)
}

/// Like [`parse`], for a piece of a file that starts at the given line.
pub fn parse_from<D: Dialect>(
    text: &str,
    first: usize,
    reader: &mut dyn Reader<D>,
) -> Result<Graph<D>, ParseError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(i, l)| (i + first, strip_comment(l).trim()))
        .filter(|(_, l)| !l.is_empty())
        .peekable();
    let (n, head) = lines.next().ok_or_else(|| ParseError {
        line: first,
        message: "no graph here".into(),
    })?;
    let fail = |line: usize| move |message: String| ParseError { line, message };
    let (name, ret) = parse_head(head).map_err(fail(n))?;
    let (exc_class, exc_value) = reader.exception_types();
    let ret = reader.ty(ret).map_err(fail(n))?;
    let mut graph = Graph::new(name, Span::NONE, ret, exc_class, exc_value);
    let mut p = Parser {
        reader,
        vars: FxHashMap::default(),
        blocks: FxHashMap::default(),
        started: false,
    };
    let mut current: Option<BlockId> = None;
    let mut first_block = true;
    for (n, line) in lines {
        if let Some(header) = line.strip_suffix(':')
            && header.starts_with('b')
            && header.ends_with(')')
        {
            let b = p.header(&mut graph, header).map_err(fail(n))?;
            if std::mem::take(&mut first_block) {
                graph.start = b;
            }
            current = Some(b);
        } else {
            let b = current.ok_or_else(|| ParseError {
                line: n,
                message: "expected a block header".into(),
            })?;
            p.line(&mut graph, b, line).map_err(fail(n))?;
        }
    }
    if let Some((name, _)) = p.blocks.iter().find(|(_, (_, defined))| !defined) {
        return Err(ParseError {
            line: n,
            message: format!("block {name} is not defined"),
        });
    }
    if first_block {
        return Err(ParseError {
            line: n,
            message: "the graph has no blocks".into(),
        });
    }
    graph.compact();
    Ok(graph)
}

/// The characters outside of quotes, with their indices.
pub fn unquoted(s: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quote, mut escaped) = (None, false);
    s.char_indices().filter(move |&(_, c)| {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(q), c) if q == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, _) => return true,
        }
        false
    })
}

fn strip_comment(line: &str) -> &str {
    match unquoted(line).find(|(_, c)| *c == '#') {
        Some((i, _)) => &line[..i],
        None => line,
    }
}

fn parse_head(head: &str) -> Result<(&str, &str), String> {
    let rest = head
        .strip_prefix("graph ")
        .ok_or("expected `graph NAME(...) -> TYPE`")?;
    let open = rest.find('(').ok_or("expected `(` after the name")?;
    let close = matching(rest, open)?;
    let ret = rest[close + 1..].trim();
    Ok((&rest[..open], ret.strip_prefix("->").unwrap_or(ret).trim()))
}

/// The brackets and commas outside of quotes, with their indices and the depth behind them. Arrows are no brackets.
fn scan(s: &str) -> impl Iterator<Item = (usize, char, i32)> {
    let (mut depth, mut last) = (0, (0, ' '));
    unquoted(s).filter_map(move |(i, c)| {
        let before = std::mem::replace(&mut last, (i + 1, c));
        let arrow = before.0 == i && matches!(before.1, '-' | '=');
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if arrow => return None,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' => {}
            _ => return None,
        }
        Some((i, c, depth))
    })
}

/// The index of the bracket that closes the one at `open`.
fn matching(s: &str, open: usize) -> Result<usize, String> {
    let found = scan(&s[open..]).find(|&(_, c, depth)| depth <= 0 && c != ',');
    match found {
        Some((i, _, 0)) => Ok(open + i),
        _ => Err("unbalanced brackets".into()),
    }
}

/// Splits at top-level commas; empty text has no parts.
fn split(s: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (i, _, _) in scan(s).filter(|&(_, c, depth)| c == ',' && depth == 0) {
        parts.push(s[start..i].trim());
        start = i + 1;
    }
    if !s[start..].trim().is_empty() {
        parts.push(s[start..].trim());
    }
    parts
}

struct Parser<'a, D: Dialect> {
    reader: &'a mut dyn Reader<D>,
    vars: FxHashMap<String, VarId>,
    blocks: FxHashMap<String, (BlockId, bool)>,
    started: bool,
}

impl<D: Dialect> Parser<'_, D> {
    fn block(&mut self, graph: &mut Graph<D>, name: &str) -> Result<BlockId, String> {
        match name {
            "return" => return Ok(graph.return_block),
            "raise" => return Ok(graph.except_block),
            _ if !is_entity(name, 'b') => return Err(format!("`{name}` is not a block")),
            _ => {}
        }
        if let Some((b, _)) = self.blocks.get(name) {
            return Ok(*b);
        }
        let b = if std::mem::replace(&mut self.started, true) {
            graph.new_block(Vec::new(), Span::NONE)
        } else {
            graph.start
        };
        self.blocks.insert(name.to_owned(), (b, false));
        Ok(b)
    }
    fn define(&mut self, graph: &mut Graph<D>, text: &str) -> Result<VarId, String> {
        let (name, ty) = text.split_once(':').unwrap_or((text, ""));
        let name = name.trim();
        if !is_entity(name, 'v') {
            return Err(format!("`{name}` is not a variable"));
        }
        let ty = self.reader.ty(ty.trim())?;
        // A second definition is an error of the program, not of its text: the verifier reports it.
        if let Some(&v) = self.vars.get(name) {
            return Ok(v);
        }
        let v = graph.new_var(ty);
        self.vars.insert(name.to_owned(), v);
        Ok(v)
    }
    fn header(&mut self, graph: &mut Graph<D>, header: &str) -> Result<BlockId, String> {
        let open = header.find('(').ok_or("expected `(`")?;
        let b = self.block(graph, &header[..open])?;
        if self
            .blocks
            .insert(header[..open].to_owned(), (b, true))
            .is_some_and(|(_, defined)| defined)
        {
            return Err(format!("block {} is defined twice", &header[..open]));
        }
        for part in split(&header[open + 1..header.len() - 1]) {
            let v = self.define(graph, part)?;
            graph.blocks[b].inputargs.push(v);
        }
        Ok(b)
    }
    fn operand(&mut self, text: &str) -> Result<Arg<D>, String> {
        if is_entity(text, 'v') {
            return self
                .vars
                .get(text)
                .copied()
                .map(Operand::Var)
                .ok_or(format!("{text} is not defined above"));
        }
        self.reader.constant(text).map(Operand::Const)
    }
    fn operands(&mut self, text: &str) -> Result<Args<D>, String> {
        split(text).into_iter().map(|p| self.operand(p)).collect()
    }
    /// `b1(v0, 3)`.
    fn jump(
        &mut self,
        graph: &mut Graph<D>,
        text: &str,
        case: ExitCase<D::Const>,
    ) -> Result<Link<D>, String> {
        let text = text.trim();
        let open = text
            .find('(')
            .ok_or_else(|| format!("expected a jump, found `{text}`"))?;
        let close = matching(text, open)?;
        if close != text.len() - 1 {
            return Err(format!("unexpected `{}`", &text[close + 1..]));
        }
        let target = self.block(graph, &text[..open])?;
        let args = self.operands(&text[open + 1..close])?;
        Ok(Link::when(case, target, args, Span::NONE))
    }
    fn line(&mut self, graph: &mut Graph<D>, b: BlockId, line: &str) -> Result<(), String> {
        if !graph.blocks[b].exits.is_empty() {
            return Err("the block has already ended".into());
        }
        if line == "unreachable" {
            return Ok(());
        }
        if let Some(rest) = line.strip_prefix("goto ") {
            let link = self.jump(graph, rest, ExitCase::Always)?;
            graph.add_exit(b, link);
            return Ok(());
        }
        for (word, first) in [("if ", true), ("unless ", false)] {
            if let Some(rest) = line.strip_prefix(word) {
                let (cond, rest) = rest.split_once(" then ").ok_or("expected ` then `")?;
                let open = rest.find('(').ok_or("expected a jump")?;
                let close = matching(rest, open)?;
                let no = rest[close + 1..]
                    .trim()
                    .strip_prefix("else ")
                    .ok_or("expected `else`")?;
                graph.blocks[b].exitswitch = ExitSwitch::Value(self.operand(cond.trim())?);
                let yes = self.jump(graph, &rest[..=close], ExitCase::Bool(first))?;
                graph.add_exit(b, yes);
                let no = self.jump(graph, no, ExitCase::Bool(!first))?;
                graph.add_exit(b, no);
                return Ok(());
            }
        }
        if line.starts_with("switch ") || line.starts_with("try ") {
            return self.cases(graph, b, line);
        }
        let (result, rest) = line
            .split_once(" = ")
            .ok_or_else(|| format!("cannot read `{line}`"))?;
        // The operation's name may have immediates in square brackets before its arguments.
        let mut open = rest.find('(').ok_or("expected `(`")?;
        if let Some(i) = rest.find('[')
            && i < open
        {
            let j = matching(rest, i)?;
            open = j + rest[j..].find('(').ok_or("expected `(`")?;
        }
        let close = matching(rest, open)?;
        let op = self.reader.op(&rest[..open])?;
        let args = self.operands(&rest[open + 1..close])?;
        let result = self.define(graph, result)?;
        graph.blocks[b].ops.push(Operation {
            op,
            args,
            result,
            span: Span::NONE,
        });
        Ok(())
    }
    fn cases(&mut self, graph: &mut Graph<D>, b: BlockId, line: &str) -> Result<(), String> {
        let open = line.find('{').ok_or("expected `{`")?;
        let close = matching(line, open)?;
        let head = line[..open].trim();
        let switch = head.strip_prefix("switch ").map(str::trim);
        graph.blocks[b].exitswitch = match switch {
            Some(v) => ExitSwitch::Value(self.operand(v)?),
            None => ExitSwitch::LastException,
        };
        for part in split(&line[open + 1..close]) {
            let (case, jump) = part.split_once("=>").ok_or("expected `=>`")?;
            let case = case.trim();
            let mut vars = Vec::new();
            let exitcase = match (case, switch.is_some()) {
                ("default", true) => ExitCase::Default,
                ("normal", false) => ExitCase::Always,
                (_, true) => ExitCase::Case(self.reader.constant(case)?),
                (_, false) => {
                    // The bracket that closes last: types and the class may have brackets too.
                    let open = case
                        .match_indices('(')
                        .map(|(i, _)| i)
                        .find(|&i| matching(case, i) == Ok(case.len() - 1))
                        .ok_or("expected `(class, value)`")?;
                    for v in split(&case[open + 1..case.len() - 1]) {
                        vars.push(self.define(graph, v)?);
                    }
                    ExitCase::Exception(self.reader.constant(case[..open].trim())?)
                }
            };
            let mut link = self.jump(graph, jump, exitcase)?;
            link.last_exception = vars.first().copied();
            link.last_exc_value = vars.get(1).copied();
            graph.add_exit(b, link);
        }
        Ok(())
    }
}

fn is_entity(text: &str, prefix: char) -> bool {
    text.strip_prefix(prefix)
        .is_some_and(|n| !n.is_empty() && n.bytes().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::super::verify::{NoRules, verify};
    use super::super::{Dialect, Graph, OpInfo, VarId};
    use super::{Printer, Reader, parse, print};

    /// A dialect whose parts are plain text.
    #[derive(Clone, Debug)]
    struct Toy;
    #[derive(Clone, Debug, PartialEq)]
    struct Op(String);
    impl OpInfo for Op {
        fn arity(&self) -> Option<usize> {
            (self.0 == "neg").then_some(1)
        }
        fn is_pure(&self) -> bool {
            true
        }
        fn can_raise(&self) -> bool {
            self.0.starts_with("call")
        }
        fn is_noreturn(&self) -> bool {
            self.0 == "abort"
        }
    }
    impl Dialect for Toy {
        type Op = Op;
        type Const = String;
        type Type = String;
    }
    struct Io;
    impl Printer<Toy> for Io {
        fn ty(&self, g: &Graph<Toy>, v: VarId) -> String {
            g.ty(v).clone()
        }
        fn constant(&self, c: &String) -> String {
            c.clone()
        }
        fn op(&self, op: &Op) -> String {
            op.0.clone()
        }
    }
    impl Reader<Toy> for Io {
        fn ty(&mut self, t: &str) -> Result<String, String> {
            Ok(t.into())
        }
        fn constant(&mut self, t: &str) -> Result<String, String> {
            Ok(t.into())
        }
        fn op(&mut self, t: &str) -> Result<Op, String> {
            Ok(Op(t.into()))
        }
        fn exception_types(&mut self) -> (String, String) {
            ("T".into(), "V".into())
        }
    }

    const EXAMPLE: &str = "\
graph f(v0: Signed, v1: Ptr<S>) -> Signed
b0(v0: Signed, v1: Ptr<S>):
    v2: Bool = lt[a, \"x(\"](v0, 'it\\'s, #')
    if v2 then b1(v0) else b2(v0, 3)
b1(v3: Signed):
    v4: Signed = call(&g, v3)
    try { normal => return(v4), KeyError(v5: T, v6: V) => b3(v6), Exception(v7: T, v8: V) => raise(v7, v8) }
b3(v9: V):
    v10: Void = abort()
    unreachable
b2(v11: Signed, v12: Signed):
    switch v11 { 1 => b2(v12, v11), (2, 3) => return(0), default => b1(v12) }
";

    #[test]
    fn round_trip_and_verify() {
        let g = parse::<Toy>(EXAMPLE, &mut Io).unwrap();
        assert!(
            verify(&g, &NoRules).is_empty(),
            "{:?}",
            verify(&g, &NoRules)
        );
        let once = print(&g, &Io);
        let again = print(&parse::<Toy>(&once, &mut Io).unwrap(), &Io);
        assert_eq!(once, again);
        assert!(
            once.contains("v2: Bool = lt[a, \"x(\"](v0, 'it\\'s, #')")
                || once.contains("lt[a, \"x(\"]"),
            "{once}"
        );
    }

    #[test]
    fn verifier_reports_every_violation() {
        let text = "\
graph f(v0: S) -> S
b0(v0: S):
    v1: S = neg(v0, v0)
    goto b1()
b1(v2: S):
    v3: S = neg(v0)
    try { normal => return(v3) }
";
        let g = parse::<Toy>(text, &mut Io).unwrap();
        let messages: Vec<String> = verify(&g, &NoRules)
            .into_iter()
            .map(|v| v.message)
            .collect();
        for part in [
            "takes 1 arguments",
            "passes 0 arguments",
            "outside its block",
            "cannot raise",
        ] {
            assert!(
                messages.iter().any(|m| m.contains(part)),
                "{part}: {messages:?}"
            );
        }
    }

    #[test]
    fn parse_errors_name_the_line() {
        let e = parse::<Toy>("graph f() -> S\nb0():\n    goto b7()\n", &mut Io).unwrap_err();
        assert!(e.message.contains("b7"));
        let e = parse::<Toy>("graph f() -> S\nb0():\n    nonsense\n", &mut Io).unwrap_err();
        assert_eq!(e.line, 3);
    }
}
