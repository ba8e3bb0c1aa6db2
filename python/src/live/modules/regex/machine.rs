//! The machine that runs a program on a text: a stack of alternatives, and an undo log for the groups.
use std::rc::Rc;

use super::UNICODE;
use super::compile::{Instr, Program};
use super::set::{is_word, lower};
use crate::live::{PyResult, Space};

/// The text to search: bytes or code points.
pub(super) enum Subject {
    Bytes(Rc<crate::live::StrObj>),
    Points(Rc<crate::live::UnicodeObj>),
}

impl Subject {
    pub(super) fn at(&self, i: usize) -> u32 {
        match self {
            Subject::Bytes(b) => u32::from(b.bytes[i]),
            Subject::Points(p) => p.points[i],
        }
    }
    pub(super) fn len(&self) -> usize {
        match self {
            Subject::Bytes(b) => b.bytes.len(),
            Subject::Points(p) => p.points.len(),
        }
    }
}

pub(super) const UNSET: usize = usize::MAX;

pub(super) enum Undo {
    Slot(usize, usize),
    Mark(usize, usize),
    LastGroup(usize),
}

pub(super) struct Machine<'a> {
    pub(super) program: &'a Program,
    pub(super) subject: &'a Subject,
    pub(super) end: usize,
    pub(super) slots: Vec<usize>,
    pub(super) marks: Vec<usize>,
    pub(super) last_group: usize,
    pub(super) undo: Vec<Undo>,
    pub(super) steps: u64,
    pub(super) space: &'a Space,
}

impl Machine<'_> {
    pub(super) fn undo_to(&mut self, n: usize) {
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
    pub(super) fn run(
        &mut self,
        mut pc: usize,
        mut at: usize,
        whole: bool,
    ) -> PyResult<Option<usize>> {
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
