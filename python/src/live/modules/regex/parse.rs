//! From the text of a pattern to its tree.
//!
//! ```text
//! a(b|c)*?    Seq[Char a, Repeat{Group 1 Alt[Char b, Char c], 0.., lazy}]
//! ```
use super::compile::Instr;
use super::set::Set;
use super::{DOTALL, IGNORECASE, MULTILINE, UNICODE, VERBOSE};

#[derive(Clone, Debug)]
pub(super) enum Node {
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

pub(super) struct Parser<'a> {
    pub(super) text: &'a [u32],
    pub(super) at: usize,
    pub(super) groups: usize,
    pub(super) open: Vec<usize>,
    pub(super) names: Vec<(String, usize)>,
    pub(super) flags: u32,
}

pub(super) type Parsed<T> = Result<T, String>;

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

    pub(super) fn alternatives(&mut self) -> Parsed<Node> {
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
            Some(d @ '8'..='9') => return Err(format!("bad escape \\{d}")),
            _ => self.simple_escape(e)?,
        }))
    }
    fn octal_digits(&self, count: usize) -> bool {
        let rest = self.text.get(self.at..self.at + count);
        rest.is_some_and(|r| r.iter().all(|c| (48..56).contains(c)))
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
            // Three octal digits are a character.
            Some('1'..='3') if self.octal_digits(2) => {
                self.at -= 1;
                Node::Char(self.octal(3))
            }
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
