//! Calls, and displays with starred items.
use ir::source::Span;

use super::Compiler;
use crate::ast::*;
use crate::code::*;

fn starred(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Starred(inner) => Some(inner),
        _ => None,
    }
}

impl<'a> Compiler<'a> {
    pub(super) fn call(&mut self, c: &'a Call, span: Span) {
        self.expr(&c.func);
        let plain = c.args.iter().take_while(|a| starred(a).is_none()).count();
        if plain > u16::MAX as usize {
            // The callee stands for the result.
            self.unsupported(span, "a call with more than 65535 arguments");
            return;
        }
        if plain == c.args.len() && c.keywords.is_empty() {
            c.args.iter().for_each(|a| self.expr(a));
            self.unit.emit(Instr::Call(plain as u32), span);
            return;
        }
        c.args[..plain].iter().for_each(|a| self.expr(a));
        let rest = &c.args[plain..];
        // Python 2 evaluates `*` behind the named keywords, Python 3 in front of them.
        let star = !rest.is_empty();
        let dstar = c.keywords.iter().any(|k| k.name.is_none());
        if self.py3() {
            self.star_argument(rest, span);
        }
        let mut names = Vec::new();
        for k in &c.keywords {
            if let Some(name) = k.name {
                names.push(ConstValue::Str(name.as_str().as_bytes().into()));
                self.expr(&k.value);
            }
        }
        if !self.py3() {
            self.star_argument(rest, span);
        }
        if dstar {
            self.mappings(&c.keywords, span);
        }
        let kwnames = if names.is_empty() {
            None
        } else {
            Some(self.unit.constant(ConstValue::Tuple(names.into())))
        };
        self.unit.emit(
            Instr::CallFull {
                npos: plain as u16,
                kwnames,
                star,
                dstar,
            },
            span,
        );
    }

    /// The iterable of the arguments from the first `*` on, if there are any.
    fn star_argument(&mut self, rest: &'a [Expr], span: Span) {
        match rest {
            [] => {}
            [
                Expr {
                    kind: ExprKind::Starred(inner),
                    ..
                },
            ] => self.expr(inner),
            many => {
                self.list_of(many, span);
                self.unit.emit(Instr::ListToTuple, span);
            }
        }
    }

    /// The mapping of the `**` arguments.
    fn mappings(&mut self, keywords: &'a [Keyword], span: Span) {
        let mut maps = keywords.iter().filter(|k| k.name.is_none());
        if maps.clone().count() == 1 {
            if let Some(k) = maps.next() {
                self.expr(&k.value);
            }
            return;
        }
        self.unit.emit(Instr::BuildMap(0), span);
        for k in maps {
            self.expr(&k.value);
            self.unit.emit(Instr::DictUpdate, k.span);
        }
    }

    /// A new list of items, some of them starred.
    pub(super) fn list_of(&mut self, items: &'a [Expr], span: Span) {
        let plain = items.iter().take_while(|a| starred(a).is_none()).count();
        items[..plain].iter().for_each(|e| self.expr(e));
        self.unit.emit(Instr::BuildList(plain as u32), span);
        for e in &items[plain..] {
            match starred(e) {
                Some(inner) => {
                    self.expr(inner);
                    self.unit.emit(Instr::ListExtend, e.span);
                }
                None => {
                    self.expr(e);
                    self.unit.emit(Instr::ListAppend(1), e.span);
                }
            }
        }
    }

    pub(super) fn set_of(&mut self, items: &'a [Expr], span: Span) {
        let plain = items.iter().take_while(|a| starred(a).is_none()).count();
        items[..plain].iter().for_each(|e| self.expr(e));
        self.unit.emit(Instr::BuildSet(plain as u32), span);
        for e in &items[plain..] {
            match starred(e) {
                Some(inner) => {
                    self.expr(inner);
                    self.unit.emit(Instr::SetUpdate, e.span);
                }
                None => {
                    self.expr(e);
                    self.unit.emit(Instr::SetAdd(1), e.span);
                }
            }
        }
    }

    pub(super) fn dict_of(&mut self, items: &'a [(Option<Expr>, Expr)], span: Span) {
        let plain = items.iter().take_while(|i| i.0.is_some()).count();
        // Python 2 evaluates each value before its key, and stores it before the next item; of constant keys nobody
        // can tell. Large displays are built piecewise, so that the stack stays low.
        let value_first = !self.py3();
        let known = |k: &Expr| self.constant(k).is_some();
        let stepwise = value_first && !items.iter().all(|i| i.0.as_ref().is_none_or(known));
        let first = if plain > 1024 || stepwise { 0 } else { plain };
        for (k, v) in &items[..first] {
            k.iter().for_each(|k| self.expr(k));
            self.expr(v);
        }
        self.unit.emit(Instr::BuildMap(first as u32), span);
        for (k, v) in &items[first..] {
            match k {
                Some(k) => {
                    self.key_and_value(k, v);
                    self.unit.emit(Instr::MapAdd(1), k.span);
                }
                None => {
                    self.expr(v);
                    self.unit.emit(Instr::DictUpdate, v.span);
                }
            }
        }
    }

    /// An item of a dictionary: `[key value]` on the stack, evaluated in the order of the mode.
    pub(super) fn key_and_value(&mut self, key: &'a Expr, value: &'a Expr) {
        if self.py3() {
            self.expr(key);
            self.expr(value);
        } else {
            self.expr(value);
            self.expr(key);
            self.unit.emit(Instr::Rot2, key.span);
        }
    }
}
