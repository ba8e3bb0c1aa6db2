//! `_re`: regular expressions, for the library's `re`.
//!
//! A pattern is compiled to a program of a backtracking machine: one list of instructions, a stack of alternatives, and an undo log
//! for the groups. Python's syntax: greedy and lazy repetition, groups with and without names, back references, look-ahead,
//! look-behind of fixed width, conditionals, inline flags. Counted repetition is unrolled, so a program's size is limited.
//!
//! ```text
//! a(b|c)*   Char a; L: Split M; Mark; Save 2; Split X; Char b; Jump Y; X: Char c; Y: Save 3; Progress; Jump L; M: Match
//! ```
//! Cost: exponential in the worst case, as Python's own.
use std::rc::Rc;

use super::functions;
use crate::live::{Args, ModuleObj, NativeObject, PyErr, PyResult, Space, Value};
use crate::name::Name;

const IGNORECASE: u32 = 2;
const MULTILINE: u32 = 8;
const DOTALL: u32 = 16;
const UNICODE: u32 = 32;
const VERBOSE: u32 = 64;

/// Longest program: counted repetitions of large groups end in an error instead of exhausting the memory.
const MAX_PROGRAM: usize = 1 << 20;

/// A class of characters.
#[derive(Clone, Debug, Default)]
struct Set {
    ranges: Vec<(u32, u32)>,
    /// `\d`, `\D`, `\s`, `\S`, `\w`, `\W`
    classes: Vec<char>,
    negated: bool,
    ignore_case: bool,
    unicode: bool,
}

fn lower(c: u32, unicode: bool) -> u32 {
    match char::from_u32(c) {
        Some(x) if x.is_ascii() => u32::from(x.to_ascii_lowercase()),
        Some(x) if unicode => x.to_lowercase().next().map_or(c, u32::from),
        _ => c,
    }
}
fn upper(c: u32, unicode: bool) -> u32 {
    match char::from_u32(c) {
        Some(x) if x.is_ascii() => u32::from(x.to_ascii_uppercase()),
        Some(x) if unicode => x.to_uppercase().next().map_or(c, u32::from),
        _ => c,
    }
}
fn is_word(c: u32, unicode: bool) -> bool {
    match char::from_u32(c) {
        Some(x) if unicode => x.is_alphanumeric() || x == '_',
        Some(x) => x.is_ascii_alphanumeric() || x == '_',
        None => false,
    }
}
fn in_class(class: char, c: u32, unicode: bool) -> bool {
    let x = char::from_u32(c);
    match class {
        'd' => x.is_some_and(|x| x.is_ascii_digit() || unicode && x.is_numeric()),
        'D' => !in_class('d', c, unicode),
        's' => x.is_some_and(|x| {
            matches!(x, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') || unicode && x.is_whitespace()
        }),
        'S' => !in_class('s', c, unicode),
        'w' => is_word(c, unicode),
        _ => !is_word(c, unicode),
    }
}

impl Set {
    fn has(&self, c: u32) -> bool {
        let inside = |c: u32| {
            self.ranges.iter().any(|&(a, b)| a <= c && c <= b)
                || self.classes.iter().any(|&k| in_class(k, c, self.unicode))
        };
        let found = inside(c)
            || self.ignore_case
                && (inside(lower(c, self.unicode)) || inside(upper(c, self.unicode)));
        found != self.negated
    }
}

#[derive(Clone, Debug)]
enum Instr {
    Char(u32),
    /// Without regard to case; the character is in lower case.
    CharFold(u32),
    Any,
    AnyButNewline,
    Set(Rc<Set>),
    Start,
    LineStart,
    End,
    LineEnd,
    /// Before the end, or a newline at the end.
    NearEnd,
    Boundary(bool),
    Save(usize),
    /// Tries the next instruction first, then the other.
    Split(usize),
    /// Tries the other first.
    SplitLazy(usize),
    Jump(usize),
    BackRef(usize, bool),
    /// Remembers the position at the start of a loop's body.
    Mark(usize),
    /// Goes on only if the body of the loop matched something.
    Progress(usize),
    /// Look-around: the program follows and ends with `Match`; goes on at the target.
    Look {
        negative: bool,
        behind: usize,
        next: usize,
    },
    /// Goes on if the group has matched, else at the target.
    IfGroup(usize, usize),
    Match,
}

/// A compiled pattern.
struct Program {
    code: Vec<Instr>,
    groups: usize,
    names: Vec<(String, usize)>,
    flags: u32,
    marks: usize,
}

#[derive(Clone, Debug)]
enum Node {
    Empty,
    Char(u32),
    Any,
    Set(Set),
    At(Instr),
    Group(usize, Box<Node>),
    Seq(Vec<Node>),
    Alt(Vec<Node>),
    Repeat {
        node: Box<Node>,
        min: u32,
        max: Option<u32>,
        lazy: bool,
    },
    BackRef(usize),
    Look {
        negative: bool,
        behind: bool,
        node: Box<Node>,
    },
    If(usize, Box<Node>, Box<Node>),
    /// Another set of flags inside.
    Flags(u32, Box<Node>),
}

struct Parser<'a> {
    text: &'a [u32],
    at: usize,
    groups: usize,
    open: Vec<usize>,
    names: Vec<(String, usize)>,
    flags: u32,
}

type Parsed<T> = Result<T, String>;

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).and_then(|&c| char::from_u32(c))
    }
    fn take(&mut self, c: char) -> bool {
        let hit = self.peek() == Some(c);
        self.at += usize::from(hit);
        hit
    }
    fn next(&mut self) -> Parsed<u32> {
        let c = self.text.get(self.at).copied();
        self.at += 1;
        c.ok_or_else(|| "unexpected end of regular expression".to_owned())
    }

    fn alternatives(&mut self) -> Parsed<Node> {
        let mut all = vec![self.sequence()?];
        while self.take('|') {
            all.push(self.sequence()?);
        }
        Ok(if all.len() == 1 {
            all.remove(0)
        } else {
            Node::Alt(all)
        })
    }

    fn sequence(&mut self) -> Parsed<Node> {
        let mut items = Vec::new();
        while let Some(c) = self.peek() {
            if c == '|' || c == ')' {
                break;
            }
            if self.flags & VERBOSE != 0 {
                if c.is_whitespace() {
                    self.at += 1;
                    continue;
                }
                if c == '#' {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                    continue;
                }
            }
            let atom = self.atom()?;
            items.push(self.repeated(atom)?);
        }
        Ok(if items.len() == 1 {
            items.remove(0)
        } else {
            Node::Seq(items)
        })
    }

    fn repeated(&mut self, mut node: Node) -> Parsed<Node> {
        loop {
            if self.flags & VERBOSE != 0 {
                while self.peek().is_some_and(char::is_whitespace) {
                    self.at += 1;
                }
            }
            let start = self.at;
            let (min, max) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => {
                    self.at += 1;
                    let low = self.number();
                    let bounds = if self.take(',') {
                        let high = self.number();
                        (low.unwrap_or(0), high)
                    } else {
                        match low {
                            Some(n) => (n, Some(n)),
                            None => {
                                self.at = start;
                                return Ok(node);
                            }
                        }
                    };
                    if self.peek() != Some('}') {
                        self.at = start;
                        return Ok(node);
                    }
                    bounds
                }
                _ => return Ok(node),
            };
            self.at += 1;
            if matches!(node, Node::Empty | Node::At(_)) {
                return Err("nothing to repeat".into());
            }
            if matches!(node, Node::Repeat { .. }) {
                return Err("multiple repeat".into());
            }
            if max.is_some_and(|m| m < min) {
                return Err("bad repeat interval".into());
            }
            let lazy = self.take('?');
            node = Node::Repeat {
                node: Box::new(node),
                min,
                max,
                lazy,
            };
        }
    }

    fn number(&mut self) -> Option<u32> {
        let mut n: Option<u32> = None;
        while let Some(d) = self.peek().and_then(|c| c.to_digit(10)) {
            n = Some(n.unwrap_or(0).saturating_mul(10).saturating_add(d));
            self.at += 1;
        }
        n
    }

    fn atom(&mut self) -> Parsed<Node> {
        let c = self.next()?;
        Ok(match char::from_u32(c) {
            Some('.') => Node::Any,
            Some('^') => Node::At(if self.flags & MULTILINE != 0 {
                Instr::LineStart
            } else {
                Instr::Start
            }),
            Some('$') => Node::At(if self.flags & MULTILINE != 0 {
                Instr::LineEnd
            } else {
                Instr::NearEnd
            }),
            Some('(') => return self.group(),
            Some('[') => return self.set(),
            Some('*' | '+' | '?') => return Err("nothing to repeat".into()),
            Some('\\') => return self.escape(),
            _ => Node::Char(c),
        })
    }

    fn group(&mut self) -> Parsed<Node> {
        if !self.take('?') {
            return self.capture(None);
        }
        let c = self.next()?;
        match char::from_u32(c) {
            Some(':') => self.inner(),
            Some('#') => {
                while self.next()? != u32::from(')') {}
                Ok(Node::Empty)
            }
            Some('=') => self.look(false, false),
            Some('!') => self.look(true, false),
            Some('<') if self.take('=') => self.look(false, true),
            Some('<') if self.take('!') => self.look(true, true),
            Some('P') => {
                if self.take('<') {
                    let name = self.name('>')?;
                    self.capture(Some(name))
                } else if self.take('=') {
                    let name = self.name(')')?;
                    match self.names.iter().find(|n| n.0 == name) {
                        Some(n) => Ok(Node::BackRef(n.1)),
                        None => Err(format!("unknown group name '{name}'")),
                    }
                } else {
                    Err("unknown specifier after ?P".into())
                }
            }
            Some('(') => {
                let name = self.name(')')?;
                let group = match name.parse::<usize>() {
                    Ok(n) => n,
                    Err(_) => match self.names.iter().find(|n| n.0 == name) {
                        Some(n) => n.1,
                        None => return Err(format!("unknown group name '{name}'")),
                    },
                };
                let yes = self.sequence()?;
                let no = if self.take('|') {
                    self.sequence()?
                } else {
                    Node::Empty
                };
                self.close()?;
                Ok(Node::If(group, Box::new(yes), Box::new(no)))
            }
            _ => {
                self.at -= 1;
                let (mut on, mut off, mut minus) = (0, 0, false);
                loop {
                    let c = self.next()?;
                    let bit = match char::from_u32(c) {
                        Some('i') => IGNORECASE,
                        Some('m') => MULTILINE,
                        Some('s') => DOTALL,
                        Some('x') => VERBOSE,
                        Some('u') => UNICODE,
                        Some('L' | 'a') => 0,
                        Some('-') => {
                            minus = true;
                            0
                        }
                        Some(')') => {
                            self.flags |= on;
                            return Ok(Node::Empty);
                        }
                        Some(':') => break,
                        _ => return Err("unexpected end of pattern".into()),
                    };
                    if minus {
                        off |= bit;
                    } else {
                        on |= bit;
                    }
                }
                let saved = self.flags;
                self.flags = (self.flags | on) & !off;
                let flags = self.flags;
                let node = self.inner();
                self.flags = saved;
                Ok(Node::Flags(flags, Box::new(node?)))
            }
        }
    }
    fn close(&mut self) -> Parsed<()> {
        if self.take(')') {
            Ok(())
        } else {
            Err("missing ), unterminated subpattern".into())
        }
    }
    fn inner(&mut self) -> Parsed<Node> {
        let node = self.alternatives()?;
        self.close()?;
        // A sequence in parentheses repeats as a whole.
        Ok(Node::Seq(vec![node]))
    }
    fn look(&mut self, negative: bool, behind: bool) -> Parsed<Node> {
        let node = self.inner()?;
        Ok(Node::Look {
            negative,
            behind,
            node: Box::new(node),
        })
    }
    fn capture(&mut self, name: Option<String>) -> Parsed<Node> {
        self.groups += 1;
        let index = self.groups;
        if let Some(name) = name {
            if self.names.iter().any(|n| n.0 == name) {
                return Err(format!("redefinition of group name '{name}'"));
            }
            self.names.push((name, index));
        }
        self.open.push(index);
        let node = self.alternatives()?;
        self.close()?;
        self.open.pop();
        Ok(Node::Group(index, Box::new(node)))
    }
    fn name(&mut self, end: char) -> Parsed<String> {
        let mut out = String::new();
        loop {
            let c = self.next()?;
            if c == u32::from(end) {
                break;
            }
            out.push(char::from_u32(c).unwrap_or('?'));
        }
        if out.is_empty() {
            return Err("missing group name".into());
        }
        Ok(out)
    }

    fn set(&mut self) -> Parsed<Node> {
        let mut set = Set {
            ignore_case: self.flags & IGNORECASE != 0,
            unicode: self.flags & UNICODE != 0,
            ..Set::default()
        };
        set.negated = self.take('^');
        let mut first = true;
        loop {
            if self.at >= self.text.len() {
                return Err("unterminated character set".into());
            }
            if !first && self.take(']') {
                break;
            }
            first = false;
            let Some(low) = self.set_item(&mut set)? else {
                continue;
            };
            let is_range = self.peek() == Some('-')
                && self
                    .text
                    .get(self.at + 1)
                    .is_some_and(|&c| c != u32::from(']'));
            if is_range {
                self.at += 1;
                match self.set_item(&mut set)? {
                    Some(high) if high >= low => set.ranges.push((low, high)),
                    _ => return Err("bad character range".into()),
                }
            } else {
                set.ranges.push((low, low));
            }
        }
        Ok(Node::Set(set))
    }
    fn set_item(&mut self, set: &mut Set) -> Parsed<Option<u32>> {
        let c = self.next()?;
        if c != u32::from('\\') {
            return Ok(Some(c));
        }
        let e = self.next()?;
        Ok(Some(match char::from_u32(e) {
            Some(k @ ('d' | 'D' | 's' | 'S' | 'w' | 'W')) => {
                set.classes.push(k);
                return Ok(None);
            }
            Some('b') => 8,
            Some('0'..='7') => {
                self.at -= 1;
                self.octal(3)
            }
            _ => self.simple_escape(e)?,
        }))
    }
    fn octal(&mut self, most: usize) -> u32 {
        let mut n = 0;
        for _ in 0..most {
            match self.peek().and_then(|c| c.to_digit(8)) {
                Some(d) => n = n * 8 + d,
                None => break,
            }
            self.at += 1;
        }
        n & 0xff
    }
    fn simple_escape(&mut self, e: u32) -> Parsed<u32> {
        Ok(match char::from_u32(e) {
            Some('n') => 10,
            Some('t') => 9,
            Some('r') => 13,
            Some('f') => 12,
            Some('v') => 11,
            Some('a') => 7,
            Some('x') => self.hex(2)?,
            Some('u') => self.hex(4)?,
            Some('U') => self.hex(8)?,
            _ => e,
        })
    }
    fn hex(&mut self, digits: usize) -> Parsed<u32> {
        let mut n = 0;
        for _ in 0..digits {
            match self.peek().and_then(|c| c.to_digit(16)) {
                Some(d) => n = n * 16 + d,
                None => return Err("incomplete escape".into()),
            }
            self.at += 1;
        }
        Ok(n)
    }
    fn escape(&mut self) -> Parsed<Node> {
        let e = self.next()?;
        let class = |k: char, flags: u32| {
            Node::Set(Set {
                classes: vec![k],
                unicode: flags & UNICODE != 0,
                ..Set::default()
            })
        };
        Ok(match char::from_u32(e) {
            Some(k @ ('d' | 'D' | 's' | 'S' | 'w' | 'W')) => class(k, self.flags),
            Some('A') => Node::At(Instr::Start),
            Some('Z') => Node::At(Instr::End),
            Some('b') => Node::At(Instr::Boundary(true)),
            Some('B') => Node::At(Instr::Boundary(false)),
            Some('0') => Node::Char(self.octal(2)),
            Some(d @ '1'..='9') => {
                let mut n = d.to_digit(10).unwrap_or(0) as usize;
                if let Some(d) = self.peek().and_then(|c| c.to_digit(10)) {
                    n = n * 10 + d as usize;
                    self.at += 1;
                }
                if n > self.groups || self.open.contains(&n) {
                    return Err(format!("invalid group reference {n}"));
                }
                Node::BackRef(n)
            }
            _ => Node::Char(self.simple_escape(e)?),
        })
    }
}

struct Compiler {
    code: Vec<Instr>,
    flags: u32,
    marks: usize,
}

impl Compiler {
    fn emit(&mut self, i: Instr) -> Parsed<usize> {
        if self.code.len() >= MAX_PROGRAM {
            return Err("the regular expression is too large".into());
        }
        self.code.push(i);
        Ok(self.code.len() - 1)
    }
    fn patch(&mut self, at: usize) {
        let here = self.code.len();
        match &mut self.code[at] {
            Instr::Split(t)
            | Instr::SplitLazy(t)
            | Instr::Jump(t)
            | Instr::IfGroup(_, t)
            | Instr::Look { next: t, .. } => *t = here,
            _ => {}
        }
    }
    fn node(&mut self, node: &Node) -> Parsed<()> {
        match node {
            Node::Empty => {}
            Node::Char(c) => {
                let fold = self.flags & IGNORECASE != 0;
                let c = *c;
                self.emit(if fold {
                    Instr::CharFold(lower(c, self.flags & UNICODE != 0))
                } else {
                    Instr::Char(c)
                })?;
            }
            Node::Any => {
                self.emit(if self.flags & DOTALL != 0 {
                    Instr::Any
                } else {
                    Instr::AnyButNewline
                })?;
            }
            Node::Set(s) => {
                self.emit(Instr::Set(Rc::new(s.clone())))?;
            }
            Node::At(i) => {
                self.emit(i.clone())?;
            }
            Node::Group(n, inner) => {
                self.emit(Instr::Save(2 * n))?;
                self.node(inner)?;
                self.emit(Instr::Save(2 * n + 1))?;
            }
            Node::Seq(items) => {
                for i in items {
                    self.node(i)?;
                }
            }
            Node::Alt(items) => {
                let mut jumps = Vec::new();
                for (k, i) in items.iter().enumerate() {
                    if k + 1 == items.len() {
                        self.node(i)?;
                        break;
                    }
                    let split = self.emit(Instr::Split(0))?;
                    self.node(i)?;
                    jumps.push(self.emit(Instr::Jump(0))?);
                    self.patch(split);
                }
                for j in jumps {
                    self.patch(j);
                }
            }
            Node::Repeat {
                node,
                min,
                max,
                lazy,
            } => self.repeat(node, *min, *max, *lazy)?,
            Node::BackRef(n) => {
                self.emit(Instr::BackRef(*n, self.flags & IGNORECASE != 0))?;
            }
            Node::Look {
                negative,
                behind,
                node,
            } => {
                let width = if *behind {
                    width(node).ok_or("look-behind requires fixed-width pattern")?
                } else {
                    0
                };
                let look = self.emit(Instr::Look {
                    negative: *negative,
                    behind: width,
                    next: 0,
                })?;
                self.node(node)?;
                self.emit(Instr::Match)?;
                self.patch(look);
            }
            Node::If(group, yes, no) => {
                let test = self.emit(Instr::IfGroup(*group, 0))?;
                self.node(yes)?;
                let end = self.emit(Instr::Jump(0))?;
                self.patch(test);
                self.node(no)?;
                self.patch(end);
            }
            Node::Flags(flags, inner) => {
                let saved = std::mem::replace(&mut self.flags, *flags);
                let r = self.node(inner);
                self.flags = saved;
                r?;
            }
        }
        Ok(())
    }
    fn repeat(&mut self, node: &Node, min: u32, max: Option<u32>, lazy: bool) -> Parsed<()> {
        for _ in 0..min {
            self.node(node)?;
        }
        let split = |lazy| {
            if lazy {
                Instr::SplitLazy(0)
            } else {
                Instr::Split(0)
            }
        };
        match max {
            None => {
                let mark = self.marks;
                self.marks += 1;
                let start = self.emit(split(lazy))?;
                self.emit(Instr::Mark(mark))?;
                self.node(node)?;
                self.emit(Instr::Progress(mark))?;
                self.emit(Instr::Jump(start))?;
                self.patch(start);
            }
            Some(max) => {
                let mut splits = Vec::new();
                for _ in min..max {
                    splits.push(self.emit(split(lazy))?);
                    self.node(node)?;
                }
                for s in splits {
                    self.patch(s);
                }
            }
        }
        Ok(())
    }
}

/// How many characters a node matches, if always as many.
fn width(node: &Node) -> Option<usize> {
    match node {
        Node::Empty | Node::At(_) | Node::Look { .. } => Some(0),
        Node::Char(_) | Node::Any | Node::Set(_) => Some(1),
        Node::Group(_, n) | Node::Flags(_, n) => width(n),
        Node::Seq(items) => items.iter().map(width).sum(),
        Node::Alt(items) => {
            let first = width(items.first()?)?;
            items
                .iter()
                .all(|i| width(i) == Some(first))
                .then_some(first)
        }
        Node::Repeat { node, min, max, .. } => {
            (*max == Some(*min)).then_some(width(node)? * *min as usize)
        }
        Node::BackRef(_) => None,
        Node::If(_, a, b) => (width(a)? == width(b)?).then_some(width(a)?),
    }
}

fn compile(text: &[u32], flags: u32) -> Parsed<Program> {
    let parse = |flags: u32| {
        let mut p = Parser {
            text,
            at: 0,
            groups: 0,
            open: Vec::new(),
            names: Vec::new(),
            flags,
        };
        let node = p.alternatives()?;
        if p.at < text.len() {
            return Err("unbalanced parenthesis".to_owned());
        }
        Ok((node, p))
    };
    let (mut node, mut p) = parse(flags)?;
    if p.flags != flags {
        // Flags in the text hold for the whole pattern.
        (node, p) = parse(p.flags)?;
    }
    let mut c = Compiler {
        code: Vec::new(),
        flags: p.flags,
        marks: 0,
    };
    c.node(&node)?;
    c.emit(Instr::Match)?;
    Ok(Program {
        code: c.code,
        groups: p.groups,
        names: p.names,
        flags: p.flags,
        marks: c.marks,
    })
}

/// The text to search: bytes or code points.
enum Subject {
    Bytes(Rc<crate::live::StrObj>),
    Points(Rc<crate::live::UnicodeObj>),
}

impl Subject {
    fn at(&self, i: usize) -> u32 {
        match self {
            Subject::Bytes(b) => u32::from(b.bytes[i]),
            Subject::Points(p) => p.points[i],
        }
    }
    fn len(&self) -> usize {
        match self {
            Subject::Bytes(b) => b.bytes.len(),
            Subject::Points(p) => p.points.len(),
        }
    }
}

const UNSET: usize = usize::MAX;

enum Undo {
    Slot(usize, usize),
    Mark(usize, usize),
    LastGroup(usize),
}

struct Machine<'a> {
    program: &'a Program,
    subject: &'a Subject,
    end: usize,
    slots: Vec<usize>,
    marks: Vec<usize>,
    last_group: usize,
    undo: Vec<Undo>,
    steps: u64,
    space: &'a Space,
}

impl Machine<'_> {
    fn undo_to(&mut self, n: usize) {
        while self.undo.len() > n {
            match self.undo.pop() {
                Some(Undo::Slot(i, v)) => self.slots[i] = v,
                Some(Undo::Mark(i, v)) => self.marks[i] = v,
                Some(Undo::LastGroup(v)) => self.last_group = v,
                None => break,
            }
        }
    }
    fn boundary(&self, at: usize) -> bool {
        let unicode = self.program.flags & UNICODE != 0;
        let word = |i: usize| is_word(self.subject.at(i), unicode);
        let before = at > 0 && word(at - 1);
        let after = at < self.end && word(at);
        before != after
    }
    fn same(&self, a: u32, b: u32, fold: bool) -> bool {
        let unicode = self.program.flags & UNICODE != 0;
        a == b || fold && lower(a, unicode) == lower(b, unicode)
    }

    /// Runs from an instruction; the end of the match. `whole`: the match must end at the end of the text.
    fn run(&mut self, mut pc: usize, mut at: usize, whole: bool) -> PyResult<Option<usize>> {
        let mut stack: Vec<(usize, usize, usize)> = Vec::new();
        let unicode = self.program.flags & UNICODE != 0;
        loop {
            self.steps += 1;
            if self.steps.is_multiple_of(4096) {
                self.space.tick()?;
            }
            let available = at < self.end;
            let mut fine = true;
            let mut next = pc + 1;
            match &self.program.code[pc] {
                Instr::Char(c) => {
                    fine = available && self.subject.at(at) == *c;
                    at += 1;
                }
                Instr::CharFold(c) => {
                    fine = available && lower(self.subject.at(at), unicode) == *c;
                    at += 1;
                }
                Instr::Any => {
                    fine = available;
                    at += 1;
                }
                Instr::AnyButNewline => {
                    fine = available && self.subject.at(at) != 10;
                    at += 1;
                }
                Instr::Set(s) => {
                    fine = available && s.has(self.subject.at(at));
                    at += 1;
                }
                Instr::Start => fine = at == 0,
                Instr::LineStart => fine = at == 0 || self.subject.at(at - 1) == 10,
                Instr::End => fine = at == self.end,
                Instr::LineEnd => fine = at == self.end || self.subject.at(at) == 10,
                Instr::NearEnd => {
                    fine = at == self.end || at + 1 == self.end && self.subject.at(at) == 10;
                }
                Instr::Boundary(yes) => fine = self.boundary(at) == *yes,
                Instr::Save(slot) => {
                    let slot = *slot;
                    self.undo.push(Undo::Slot(slot, self.slots[slot]));
                    self.slots[slot] = at;
                    if slot % 2 == 1 {
                        self.undo.push(Undo::LastGroup(self.last_group));
                        self.last_group = slot / 2;
                    }
                }
                Instr::Split(other) => stack.push((*other, at, self.undo.len())),
                Instr::SplitLazy(other) => {
                    stack.push((next, at, self.undo.len()));
                    next = *other;
                }
                Instr::Jump(to) => next = *to,
                Instr::BackRef(group, fold) => {
                    let (a, b) = (self.slots[2 * group], self.slots[2 * group + 1]);
                    if a == UNSET || b == UNSET || at + (b - a) > self.end {
                        fine = false;
                    } else {
                        let n = b - a;
                        fine = (0..n).all(|i| {
                            self.same(self.subject.at(a + i), self.subject.at(at + i), *fold)
                        });
                        at += n;
                    }
                }
                Instr::Mark(i) => {
                    let i = *i;
                    self.undo.push(Undo::Mark(i, self.marks[i]));
                    self.marks[i] = at;
                }
                Instr::Progress(i) => {
                    if self.marks[*i] == at {
                        // The body matched nothing: the loop ends here.
                        next = pc + 2;
                    }
                }
                Instr::Look {
                    negative,
                    behind,
                    next: after,
                } => {
                    let (negative, behind, after) = (*negative, *behind, *after);
                    let mark = self.undo.len();
                    let found = match at.checked_sub(behind) {
                        Some(from) => self.run(pc + 1, from, false)?.is_some(),
                        None => false,
                    };
                    if negative || !found {
                        self.undo_to(mark);
                    }
                    fine = found != negative;
                    next = after;
                }
                Instr::IfGroup(group, other) => {
                    if self.slots.get(2 * group + 1).is_none_or(|&v| v == UNSET) {
                        next = *other;
                    }
                }
                Instr::Match => {
                    if !whole || at == self.end {
                        return Ok(Some(at));
                    }
                    fine = false;
                }
            }
            if fine {
                pc = next;
            } else {
                match stack.pop() {
                    Some((p, a, n)) => {
                        self.undo_to(n);
                        (pc, at) = (p, a);
                    }
                    None => return Ok(None),
                }
            }
        }
    }
}

/// The object of a compiled pattern.
struct Pattern(Program);

impl NativeObject for Pattern {
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
    fn type_name(&self) -> &str {
        "program"
    }
    fn getattr(&self, _: &Space, _: &Value, name: Name) -> PyResult<Option<Value>> {
        Ok(match name.as_str() {
            "groups" => Some(Value::Int(self.0.groups as i64)),
            "flags" => Some(Value::Int(i64::from(self.0.flags))),
            "names" => Some(Value::list(
                self.0
                    .names
                    .iter()
                    .map(|(n, i)| Value::tuple(vec![Value::str(n), Value::Int(*i as i64)]))
                    .collect(),
            )),
            _ => None,
        })
    }
}

fn subject(s: &Space, v: &Value) -> PyResult<Subject> {
    match v.unwrapped() {
        Value::Str(b) => Ok(Subject::Bytes(b)),
        Value::Unicode(u) => Ok(Subject::Points(u)),
        Value::ByteArray(b) => Ok(Subject::Bytes(Rc::new(crate::live::StrObj::new(
            &b.borrow(),
        )))),
        other => Err(s.type_error(format!(
            "expected string or buffer, not {}",
            other.type_name()
        ))),
    }
}

fn points(s: &Space, v: &Value) -> PyResult<Vec<u32>> {
    let subject = subject(s, v)?;
    Ok((0..subject.len()).map(|i| subject.at(i)).collect())
}

fn compile_value(s: &Space, a: &Args) -> PyResult {
    a.check(s, "compile", 2, 2)?;
    let text = points(s, a.arg(0))?;
    let mut flags = s.int_value(a.arg(1))? as u32;
    if !s.py2() && matches!(a.arg(0).unwrapped(), Value::Unicode(_)) {
        flags |= UNICODE;
    }
    match compile(&text, flags) {
        Ok(p) => Ok(Value::native(Pattern(p))),
        Err(m) => Err(s.value_error(m)),
    }
}

/// `run(program, text, pos, endpos, mode)`; mode 0: at `pos`, 1: search from there, 2: the whole text. `None`, or the positions of
/// all groups and the last group, as a tuple.
fn run(s: &Space, a: &Args) -> PyResult {
    a.check(s, "run", 5, 5)?;
    let Some(Pattern(program)) = a.arg(0).as_native::<Pattern>() else {
        return Err(s.type_error("a compiled pattern is required"));
    };
    let subject = subject(s, a.arg(1))?;
    let limit = |v: &Value| -> Result<usize, PyErr> {
        Ok(usize::try_from(s.int_value(v)?)
            .unwrap_or(0)
            .min(subject.len()))
    };
    let (start, end) = (limit(a.arg(2))?, limit(a.arg(3))?);
    let mode = s.int_value(a.arg(4))?;
    let mut m = Machine {
        program,
        subject: &subject,
        end,
        slots: vec![UNSET; 2 * (program.groups + 1)],
        marks: vec![UNSET; program.marks],
        last_group: 0,
        undo: Vec::new(),
        steps: 0,
        space: s,
    };
    let mut from = start;
    // A pattern that begins with a character is looked for quickly.
    let first = match program.code.first() {
        Some(Instr::Char(c)) => Some(*c),
        _ => None,
    };
    while from <= end {
        if mode == 1
            && let Some(c) = first
        {
            while from < end && subject.at(from) != c {
                from += 1;
            }
        }
        if let Some(to) = m.run(0, from, mode == 2)? {
            m.slots[0] = from;
            m.slots[1] = to;
            let position = |v: &usize| Value::Int(if *v == UNSET { -1 } else { *v as i64 });
            let mut out: Vec<Value> = m.slots.iter().map(position).collect();
            // A group is set only if both its ends are.
            for g in 0..=program.groups {
                if m.slots[2 * g + 1] == UNSET {
                    out[2 * g] = Value::Int(-1);
                }
            }
            out.push(Value::Int(m.last_group as i64));
            return Ok(Value::tuple(out));
        }
        if mode != 1 {
            break;
        }
        m.undo_to(0);
        from += 1;
    }
    Ok(Value::None)
}

/// Fills the module.
pub fn init(_: &Space, m: &Rc<ModuleObj>) {
    functions(m, "_re", &[("compile", compile_value), ("run", run)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let points: Vec<u32> = text.chars().map(u32::from).collect();
        compile(&points, 0).err().unwrap_or_default()
    }

    #[test]
    fn malformed_patterns_are_refused() {
        assert_eq!(error("(a"), "missing ), unterminated subpattern");
        assert_eq!(error("a)"), "unbalanced parenthesis");
        assert_eq!(error("*a"), "nothing to repeat");
        assert_eq!(error("a**"), "multiple repeat");
        assert_eq!(error("[a"), "unterminated character set");
        assert_eq!(error("[b-a]"), "bad character range");
        assert_eq!(
            error("(?<=a*)b"),
            "look-behind requires fixed-width pattern"
        );
        assert_eq!(error("\\1"), "invalid group reference 1");
        assert_eq!(
            error("((a{1000}){1000}){1000}"),
            "the regular expression is too large"
        );
    }
}
