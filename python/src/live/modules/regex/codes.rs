//! From the tree of a pattern to the codes of CPython's `_sre`: what `rpython.rlib.rsre` runs in translated programs.
//!
//! ```text
//! a(b|c)*   LITERAL a; REPEAT skip 0 MAX
//!           [MARK 0; BRANCH skip [LITERAL b; JUMP end] skip [LITERAL c; JUMP end] 0; MARK 1]
//!           MAX_UNTIL; SUCCESS
//! ```
//! A skip counts from its own place to where the next part begins.
use super::compile::{Instr, width};
use super::parse::{Node, Parsed};
use super::set::{Set, lower};
use super::{DOTALL, IGNORECASE, UNICODE};

const FAILURE: i64 = 0;
const SUCCESS: i64 = 1;
const ANY: i64 = 2;
const ANY_ALL: i64 = 3;
const ASSERT: i64 = 4;
const ASSERT_NOT: i64 = 5;
const AT: i64 = 6;
const BRANCH: i64 = 7;
const CATEGORY: i64 = 9;
const CHARSET: i64 = 10;
const GROUPREF: i64 = 12;
const GROUPREF_EXISTS: i64 = 13;
const GROUPREF_IGNORE: i64 = 14;
const IN: i64 = 15;
const IN_IGNORE: i64 = 16;
const JUMP: i64 = 18;
const LITERAL: i64 = 19;
const LITERAL_IGNORE: i64 = 20;
const MARK: i64 = 21;
const MAX_UNTIL: i64 = 22;
const MIN_UNTIL: i64 = 23;
const NEGATE: i64 = 26;
const RANGE: i64 = 27;
const REPEAT: i64 = 28;
const REPEAT_ONE: i64 = 29;
const MIN_REPEAT_ONE: i64 = 31;
const RANGE_IGNORE: i64 = 32;

const MAXREPEAT: i64 = (1 << 32) - 1;

struct Encoder {
    code: Vec<i64>,
    flags: u32,
}

/// The codes of a pattern.
pub(super) fn encode(node: &Node, flags: u32) -> Parsed<Vec<i64>> {
    let mut e = Encoder {
        code: Vec::new(),
        flags,
    };
    e.node(node)?;
    e.code.push(SUCCESS);
    Ok(e.code)
}

impl Encoder {
    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// Room for a skip.
    fn skip(&mut self) -> usize {
        self.code.push(0);
        self.code.len() - 1
    }

    fn patch(&mut self, skip: usize) {
        self.code[skip] = (self.code.len() - skip) as i64;
    }

    fn node(&mut self, node: &Node) -> Parsed<()> {
        match node {
            Node::Empty => {}
            Node::Char(c) if self.has(IGNORECASE) => {
                let c = lower(*c, self.has(UNICODE));
                self.code.extend([LITERAL_IGNORE, i64::from(c)]);
            }
            Node::Char(c) => self.code.extend([LITERAL, i64::from(*c)]),
            Node::Any => self.code.push(if self.has(DOTALL) { ANY_ALL } else { ANY }),
            Node::Set(s) => self.set(s),
            Node::At(i) => {
                let uni = if self.has(UNICODE) { 7 } else { 0 };
                let at = match i {
                    Instr::LineStart => 1,
                    Instr::Boundary(true) => 3 + uni,
                    Instr::Boundary(false) => 4 + uni,
                    Instr::NearEnd => 5,
                    Instr::LineEnd => 6,
                    Instr::End => 7,
                    _ => 2,
                };
                self.code.extend([AT, at]);
            }
            Node::Group(n, inner) => {
                let mark = 2 * (*n as i64 - 1);
                self.code.extend([MARK, mark]);
                self.node(inner)?;
                self.code.extend([MARK, mark + 1]);
            }
            Node::Seq(items) => {
                for item in items {
                    self.node(item)?;
                }
            }
            Node::Alt(items) => self.alternatives(items)?,
            Node::Repeat {
                node,
                min,
                max,
                lazy,
            } => self.repeat(node, *min, *max, *lazy)?,
            Node::BackRef(n) => {
                let op = if self.has(IGNORECASE) {
                    GROUPREF_IGNORE
                } else {
                    GROUPREF
                };
                self.code.extend([op, *n as i64 - 1]);
            }
            Node::Look {
                negative,
                behind,
                node,
            } => self.look(*negative, *behind, node)?,
            Node::If(group, yes, no) => self.conditional(*group, yes, no)?,
            Node::Flags(flags, inner) => {
                let saved = std::mem::replace(&mut self.flags, *flags);
                let r = self.node(inner);
                self.flags = saved;
                r?;
            }
        }
        Ok(())
    }

    /// Branches: each but the last skips to the next where it fails.
    fn alternatives(&mut self, items: &[Node]) -> Parsed<()> {
        self.code.push(BRANCH);
        let mut ends = Vec::new();
        for item in items {
            let skip = self.skip();
            self.node(item)?;
            self.code.push(JUMP);
            ends.push(self.skip());
            self.patch(skip);
        }
        self.code.push(FAILURE);
        for end in ends {
            self.patch(end);
        }
        Ok(())
    }

    /// An assertion about what is ahead or behind.
    fn look(&mut self, negative: bool, behind: bool, node: &Node) -> Parsed<()> {
        self.code.push(if negative { ASSERT_NOT } else { ASSERT });
        let skip = self.skip();
        let back = if behind {
            width(node).ok_or("look-behind requires fixed-width pattern")?
        } else {
            0
        };
        self.code.push(back as i64);
        self.node(node)?;
        self.code.push(SUCCESS);
        self.patch(skip);
        Ok(())
    }

    /// One of two parts, by whether a group has matched.
    fn conditional(&mut self, group: usize, yes: &Node, no: &Node) -> Parsed<()> {
        self.code.extend([GROUPREF_EXISTS, group as i64 - 1]);
        // This skip counts from the group's number.
        let skip = self.skip();
        self.node(yes)?;
        self.code.push(JUMP);
        let end = self.skip();
        self.code[skip] = (self.code.len() - skip + 1) as i64;
        self.node(no)?;
        self.patch(end);
        Ok(())
    }

    /// A repetition; of a single character it is an instruction of its own.
    fn repeat(&mut self, node: &Node, min: u32, max: Option<u32>, lazy: bool) -> Parsed<()> {
        let one = matches!(node, Node::Char(_) | Node::Any | Node::Set(_));
        self.code.push(match (one, lazy) {
            (true, false) => REPEAT_ONE,
            (true, true) => MIN_REPEAT_ONE,
            (false, _) => REPEAT,
        });
        let skip = self.skip();
        let max = max.map_or(MAXREPEAT, i64::from);
        self.code.extend([i64::from(min), max]);
        self.node(node)?;
        if one {
            self.code.push(SUCCESS);
            self.patch(skip);
        } else {
            self.patch(skip);
            self.code.push(if lazy { MIN_UNTIL } else { MAX_UNTIL });
        }
        Ok(())
    }

    fn set(&mut self, s: &Set) {
        let bytes = !s.unicode && s.ranges.iter().all(|&(_, high)| high < 256);
        let fold = s.ignore_case && !bytes;
        self.code.push(if fold { IN_IGNORE } else { IN });
        let skip = self.skip();
        if s.negated {
            self.code.push(NEGATE);
        }
        if bytes {
            // All members are bytes (the classes, too): a bit for each.
            self.code.push(CHARSET);
            for word in 0..8 {
                let bits = (0..32).filter(|bit| s.has(word * 32 + bit) != s.negated);
                self.code.push(bits.map(|bit| 1i64 << bit).sum());
            }
        } else {
            for &(low, high) in &s.ranges {
                let (low, high) = (i64::from(low), i64::from(high));
                self.code
                    .extend([if fold { RANGE_IGNORE } else { RANGE }, low, high]);
            }
            for class in &s.classes {
                let number = match class {
                    'd' => 0,
                    'D' => 1,
                    's' => 2,
                    'S' => 3,
                    'w' => 4,
                    _ => 5,
                };
                let uni = if s.unicode { 10 } else { 0 };
                self.code.extend([CATEGORY, number + uni]);
            }
        }
        self.code.push(FAILURE);
        self.patch(skip);
    }
}
