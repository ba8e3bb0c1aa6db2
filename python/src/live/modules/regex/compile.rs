//! From the tree of a pattern to a program of the backtracking machine. Counted repetition is unrolled, so a program's
//! size is limited.
use std::rc::Rc;

use super::parse::{Node, Parsed, Parser};
use super::set::{Set, lower};
use super::{DOTALL, IGNORECASE, UNICODE};

/// Longest program: counted repetitions of large groups end in an error instead of exhausting the memory.
const MAX_PROGRAM: usize = 1 << 20;

#[derive(Clone, Debug)]
pub(super) enum Instr {
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

/// A pattern as instructions of the matcher.
pub(super) struct Program {
    pub(super) code: Vec<Instr>,
    pub(super) groups: usize,
    pub(super) names: Vec<(String, usize)>,
    pub(super) flags: u32,
    pub(super) marks: usize,
    /// The same as codes of `_sre`.
    pub(super) sre: Vec<i64>,
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
pub(super) fn width(node: &Node) -> Option<usize> {
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

pub(super) fn compile(text: &[u32], flags: u32) -> Parsed<Program> {
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
        sre: super::codes::encode(&node, p.flags)?,
        code: c.code,
        groups: p.groups,
        names: p.names,
        flags: p.flags,
        marks: c.marks,
    })
}
