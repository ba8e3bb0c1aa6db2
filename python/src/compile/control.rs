//! Control flow: loops, `try`, `with`, and the ways out of them.
//!
//! `break`, `continue` and `return` leave constructs from the inside out: for each they emit what it owes (a copy of
//! the `finally` body, the `with` exit, the end of a handler), under the handler in force *outside* that construct.
use ir::diag::Diagnostic;
use ir::source::Span;

use super::unit::{BlockKind, FrameBlock, HandlerId, Label};
use super::{Access, Compiler};
use crate::ast::*;
use crate::code::*;

/// `finally` bodies nested in each other's copies; each level doubles the code.
const MAX_COPIES: u32 = 10;

/// What to restore after the instructions of a way out.
struct WayOut<'a> {
    blocks: Vec<FrameBlock<'a>>,
    handler: HandlerId,
    level: u16,
}

impl<'a> Compiler<'a> {
    fn block(&self, kind: BlockKind<'a>) -> FrameBlock<'a> {
        FrameBlock {
            kind,
            depth: self.unit.depth,
            handler: self.unit.handler,
            level: self.unit.level,
        }
    }

    pub(super) fn while_loop(&mut self, test: &'a Expr, body: &'a [Stmt], orelse: &'a [Stmt]) {
        let (head, exhausted, end) = (self.unit.label(), self.unit.label(), self.unit.label());
        self.unit.place(head);
        self.condition(test, exhausted, false);
        self.loop_body(body, head, end, false);
        self.unit.jump(Instr::Jump, head, test.span);
        self.unit.place(exhausted);
        self.body(orelse);
        self.unit.place(end);
    }

    pub(super) fn for_loop(&mut self, f: &'a For) {
        let (head, exhausted, end) = (self.unit.label(), self.unit.label(), self.unit.label());
        self.expr(&f.iter);
        self.unit.emit(Instr::GetIter, f.iter.span);
        self.unit.place(head);
        self.unit.jump(Instr::ForIter, exhausted, f.iter.span);
        self.store(&f.target);
        self.loop_body(&f.body, head, end, true);
        self.unit.jump(Instr::Jump, head, f.iter.span);
        self.unit.place(exhausted);
        self.body(&f.orelse);
        self.unit.place(end);
    }

    fn loop_body(&mut self, body: &'a [Stmt], head: Label, end: Label, iterator: bool) {
        let mut block = self.block(BlockKind::Loop {
            break_to: end,
            continue_to: head,
            iterator,
        });
        block.depth = block.depth.saturating_sub(u32::from(iterator));
        self.unit.blocks.push(block);
        self.body(body);
        self.unit.blocks.pop();
    }

    /// `break` or `continue`.
    pub(super) fn leave_loop(&mut self, is_break: bool, span: Span) {
        let found = self
            .unit
            .blocks
            .iter()
            .rposition(|b| matches!(b.kind, BlockKind::Loop { .. }));
        let Some(i) = found else {
            let word = if is_break { "break" } else { "continue" };
            self.error(span, format!("`{word}` outside a loop"));
            return;
        };
        let target = self.unit.blocks[i];
        let BlockKind::Loop {
            break_to,
            continue_to,
            iterator,
        } = target.kind
        else {
            return;
        };
        let after = self.unwind(i + 1, false, span);
        if is_break {
            self.trim(target.depth, false, span);
            self.unit.jump(Instr::Jump, break_to, span);
        } else {
            self.trim(target.depth + u32::from(iterator), false, span);
            self.unit.jump(Instr::Jump, continue_to, span);
        }
        self.restore(after);
    }

    /// Returns the value on the stack.
    pub(super) fn return_value(&mut self, span: Span) {
        let after = self.unwind(0, true, span);
        self.unit.emit(Instr::Return, span);
        self.restore(after);
    }

    fn restore(&mut self, w: WayOut<'a>) {
        self.unit.blocks = w.blocks;
        self.unit.handler = w.handler;
        self.unit.level = w.level;
    }

    /// Pops down to a height, below the top value if that is kept.
    fn trim(&mut self, depth: u32, keep_top: bool, span: Span) {
        while self.unit.reachable && self.unit.depth > depth + u32::from(keep_top) {
            if keep_top {
                self.unit.emit(Instr::Rot2, span);
            }
            self.unit.emit(Instr::Pop, span);
        }
    }

    /// Emits what leaving all blocks from the `keep`th on owes. `keep_top`: a value to be returned is on the stack.
    fn unwind(&mut self, keep: usize, keep_top: bool, span: Span) -> WayOut<'a> {
        let w = WayOut {
            blocks: self.unit.blocks.clone(),
            handler: self.unit.handler,
            level: self.unit.level,
        };
        while self.unit.blocks.len() > keep
            && self.unit.reachable
            && let Some(b) = self.unit.blocks.pop()
        {
            self.unit.handler = b.handler;
            self.unit.level = b.level;
            match b.kind {
                BlockKind::Loop { .. } | BlockKind::Try => {}
                BlockKind::Finally(body) => self.copy_of(body, span),
                BlockKind::With => {
                    self.trim(b.depth + 1, keep_top, span);
                    if keep_top {
                        self.unit.emit(Instr::Rot2, span);
                    }
                    self.unit.emit(Instr::WithExit, span);
                }
                BlockKind::Handler { unbind, .. } => {
                    self.unit.emit(Instr::PopExcept(b.level), span);
                    self.unbind(unbind);
                }
                BlockKind::FinallyHandler { .. } => {
                    self.unit.emit(Instr::PopExcept(b.level), span);
                }
            }
        }
        w
    }

    /// A copy of a `finally` body.
    fn copy_of(&mut self, body: &'a [Stmt], span: Span) {
        if self.unit.copies >= MAX_COPIES {
            let d = Diagnostic::error("E0112", span, "`finally` bodies nested too deeply")
                .help("move an inner `try` into a function");
            self.diags.push(d);
            return;
        }
        self.unit.copies += 1;
        self.body(body);
        self.unit.copies -= 1;
    }

    /// Python 3 unbinds the name of an `except` clause at its end.
    fn unbind(&mut self, name: Option<&'a Expr>) {
        if let Some(e) = name {
            self.load_none(e.span);
            self.store(e);
            self.delete(e);
        }
    }

    pub(super) fn try_statement(&mut self, t: &'a Try, span: Span) {
        if t.star {
            self.unsupported(span, "`except*`");
            return;
        }
        if t.finalbody.is_empty() {
            return self.try_except(t);
        }
        let block = self.block(BlockKind::Finally(&t.finalbody));
        let h = self.unit.new_handler(self.unit.depth);
        self.unit.blocks.push(block);
        self.unit.handler = h;
        if t.handlers.is_empty() {
            self.body(&t.body);
        } else {
            self.try_except(t);
        }
        self.unit.blocks.pop();
        self.unit.handler = block.handler;
        let end = self.unit.label();
        if self.unit.reachable {
            self.copy_of(&t.finalbody, span);
        }
        let last = t.finalbody.last().map_or(span, |s| s.span);
        self.unit.jump(Instr::Jump, end, last);
        self.unit.enter_handler(h);
        let saved = self.save_exception(contains_bare_raise(&t.finalbody), last);
        self.unit.blocks.push(FrameBlock {
            kind: BlockKind::FinallyHandler { saved },
            ..block
        });
        self.copy_of(&t.finalbody, span);
        self.unit.blocks.pop();
        self.unit.emit(Instr::Reraise, last);
        self.unit.level = block.level;
        self.unit.place(end);
    }

    /// Copies the caught pair into hidden locals, for bare `raise`s.
    fn save_exception(&mut self, wanted: bool, span: Span) -> Option<(LocalId, LocalId)> {
        if !wanted {
            return None;
        }
        let value = self.unit.hidden_local("exception");
        let ty = self.unit.hidden_local("exception_type");
        self.unit.emit(Instr::Dup2, span);
        self.unit.emit(Instr::StoreFast(ty), span);
        self.unit.emit(Instr::StoreFast(value), span);
        Some((value, ty))
    }

    fn try_except(&mut self, t: &'a Try) {
        let outside = self.block(BlockKind::Try);
        let end = self.unit.label();
        let h = self.unit.new_handler(self.unit.depth);
        self.unit.blocks.push(outside);
        self.unit.handler = h;
        self.body(&t.body);
        self.unit.blocks.pop();
        self.unit.handler = outside.handler;
        self.body(&t.orelse);
        let last = t.body.last().map_or(Span::NONE, |s| s.span);
        self.unit.jump(Instr::Jump, end, last);
        self.unit.enter_handler(h);
        for clause in &t.handlers {
            let next = self.unit.label();
            if let Some(ty) = &clause.ty {
                self.expr(ty);
                self.unit.emit(Instr::ExceptionMatch, ty.span);
                self.unit.jump(Instr::PopJumpIfFalse, next, ty.span);
            }
            self.clause(clause, outside);
            self.unit.jump(Instr::Jump, end, clause.span);
            self.unit.place(next);
        }
        let reraise = t.handlers.last().map_or(last, |c| c.span);
        self.unit.emit(Instr::Reraise, reraise);
        self.unit.level = outside.level;
        self.unit.place(end);
    }

    /// The part of an `except` clause after the match; `[value type]` is on the stack.
    fn clause(&mut self, clause: &'a ExceptHandler, outside: FrameBlock<'a>) {
        let saved = self.save_exception(contains_bare_raise(&clause.body), clause.span);
        self.unit.emit(Instr::Pop, clause.span);
        match &clause.target {
            Some(t) => self.store(t),
            None => self.unit.emit(Instr::Pop, clause.span),
        }
        let unbind = clause.target.as_ref().filter(|_| self.py3());
        self.unit.blocks.push(FrameBlock {
            kind: BlockKind::Handler { unbind, saved },
            ..outside
        });
        // If the body raises, the name is unbound too, where that can be seen: not for a fast local, as leaving the
        // function makes it unreachable, and code that catches the new exception in the same function has no use for
        // it.
        let visible = match unbind.map(|e| &e.kind) {
            Some(ExprKind::Name(name)) => !matches!(self.name_access(*name), Access::Fast(_)),
            _ => false,
        };
        let level = self.unit.level;
        let h = visible.then(|| self.unit.new_handler(self.unit.depth));
        if let Some(h) = h {
            self.unit.handler = h;
        }
        self.body(&clause.body);
        self.unit.blocks.pop();
        self.unit.handler = outside.handler;
        self.unit.emit(Instr::PopExcept(outside.level), clause.span);
        self.unbind(unbind);
        if let Some(h) = h {
            let end = self.unit.label();
            self.unit.jump(Instr::Jump, end, clause.span);
            self.unit.enter_handler(h);
            self.unbind(unbind);
            self.unit.emit(Instr::Reraise, clause.span);
            self.unit.place(end);
        }
        self.unit.level = level;
    }

    pub(super) fn with_statement(&mut self, items: &'a [(Expr, Option<Expr>)], body: &'a [Stmt]) {
        let mut opened = Vec::with_capacity(items.len());
        for (manager, target) in items {
            let block = self.block(BlockKind::With);
            self.expr(manager);
            self.unit.emit(Instr::WithEnter, manager.span);
            let h = self.unit.new_handler(block.depth + 1);
            self.unit.blocks.push(block);
            self.unit.handler = h;
            match target {
                Some(t) => self.store(t),
                None => self.unit.emit(Instr::Pop, manager.span),
            }
            opened.push((block, h, manager.span));
        }
        self.body(body);
        for (block, h, span) in opened.into_iter().rev() {
            self.unit.blocks.pop();
            self.unit.handler = block.handler;
            let (swallowed, end) = (self.unit.label(), self.unit.label());
            self.unit.emit(Instr::WithExit, span);
            self.unit.jump(Instr::Jump, end, span);
            self.unit.enter_handler(h);
            self.unit.emit(Instr::WithExitRaise, span);
            self.unit.jump(Instr::PopJumpIfTrue, swallowed, span);
            self.unit.emit(Instr::Reraise, span);
            self.unit.place(swallowed);
            self.unit.emit(Instr::Pop, span);
            self.unit.emit(Instr::Pop, span);
            self.unit.emit(Instr::PopExcept(block.level), span);
            self.unit.level = block.level;
            self.unit.place(end);
        }
    }

    pub(super) fn raise(&mut self, r: &'a Raise, span: Span) {
        let Some(exc) = &r.exc else {
            return self.bare_raise(span);
        };
        self.expr(exc);
        match (&r.value, &r.traceback, &r.cause) {
            (Some(value), None, _) => {
                self.expr(value);
                self.unit.emit(Instr::Raise2, span);
            }
            (Some(value), Some(traceback), _) => {
                self.expr(value);
                self.expr(traceback);
                self.unit.emit(Instr::Raise3, span);
            }
            (None, _, Some(cause)) => {
                self.expr(cause);
                self.unit.emit(Instr::RaiseFrom, span);
            }
            _ => self.unit.emit(Instr::Raise, span),
        }
    }

    fn bare_raise(&mut self, span: Span) {
        let saved = self.unit.blocks.iter().rev().find_map(|b| match b.kind {
            BlockKind::Handler { saved, .. } | BlockKind::FinallyHandler { saved } => Some(saved),
            _ => None,
        });
        match saved.flatten() {
            Some((value, ty)) => {
                self.unit.emit(Instr::LoadFast(value), span);
                self.unit.emit(Instr::LoadFast(ty), span);
                self.unit.emit(Instr::Reraise, span);
            }
            None => self.unit.emit(Instr::RaiseCurrent, span),
        }
    }
}

/// Whether a bare `raise` that would re-raise the exception handled around these statements occurs in them.
fn contains_bare_raise(body: &[Stmt]) -> bool {
    body.iter().any(|s| match &s.kind {
        StmtKind::Raise(r) => r.exc.is_none(),
        StmtKind::If(branches, orelse) => {
            branches.iter().any(|b| contains_bare_raise(&b.1)) || contains_bare_raise(orelse)
        }
        StmtKind::While(_, body, orelse) => {
            contains_bare_raise(body) || contains_bare_raise(orelse)
        }
        StmtKind::For(f) => contains_bare_raise(&f.body) || contains_bare_raise(&f.orelse),
        StmtKind::With { body, .. } => contains_bare_raise(body),
        StmtKind::Match(m) => m.cases.iter().any(|c| contains_bare_raise(&c.body)),
        StmtKind::Try(t) => {
            contains_bare_raise(&t.body)
                || contains_bare_raise(&t.orelse)
                || contains_bare_raise(&t.finalbody)
        }
        _ => false,
    })
}
