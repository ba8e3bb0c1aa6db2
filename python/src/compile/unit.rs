//! One code object in the making: instructions, constants, labels, handlers, and the height of the value stack.
//!
//! The height is tracked while instructions are emitted. Code that cannot be reached is not emitted at all, so every
//! instruction has a known height, every label is reached with one height, and abstract interpretation meets no dead
//! code.
use std::rc::Rc;

use dashu_int::IBig;
use ir::name::Name;
use ir::source::Span;
use rustc_hash::FxHashMap;

use super::symtable::ScopeId;
use crate::ast::{Expr, Stmt};
use crate::code::*;

ir::entity!(
    /// A place to jump to.
    Label,
    "label"
);
ir::entity!(
    /// A handler in the making; 0 is "none", as in [`CodeObject::handler_of`].
    HandlerId,
    "handler"
);

/// More instructions than this in one function are refused.
pub(super) const MAX_INSTRS: usize = 2_000_000;

#[derive(Clone, Copy)]
struct LabelInfo {
    pc: u32,
    depth: Option<u32>,
}

#[derive(Clone, Copy)]
struct HandlerInfo {
    target: Label,
    depth: u32,
    level: u16,
    used: bool,
}

/// A construct that `break`, `continue` or `return` may leave.
#[derive(Clone, Copy)]
pub(super) struct FrameBlock<'a> {
    pub(super) kind: BlockKind<'a>,
    /// Height of the stack outside the construct.
    pub(super) depth: u32,
    /// The handler of what is outside.
    pub(super) handler: HandlerId,
    /// The level of handlers outside.
    pub(super) level: u16,
}

#[derive(Clone, Copy)]
pub(super) enum BlockKind<'a> {
    /// A loop; `iterator`: a `for`, whose iterator is on the stack.
    Loop {
        break_to: Label,
        continue_to: Label,
        iterator: bool,
    },
    /// The protected part of a `try` with `except` clauses.
    Try,
    /// The protected part of a `try` with this `finally`.
    Finally(&'a [Stmt]),
    /// The body of a `with`; its exit function is on the stack at `depth`.
    With,
    /// An `except` clause that binds this name.
    Handler {
        unbind: Option<&'a Expr>,
        saved: Option<(LocalId, LocalId)>,
    },
    /// A `finally` body run because of an exception.
    FinallyHandler { saved: Option<(LocalId, LocalId)> },
}

#[derive(PartialEq, Eq, Hash)]
enum ConstKey {
    None,
    Bool(bool),
    Int(i64),
    Long(IBig),
    Float(u64),
    Imaginary(u64),
    Str(Rc<[u8]>),
    Unicode(Rc<[u32]>),
    Ellipsis,
    Tuple(Vec<ConstKey>),
}

fn const_key(c: &ConstValue) -> Option<ConstKey> {
    Some(match c {
        ConstValue::None => ConstKey::None,
        ConstValue::Bool(b) => ConstKey::Bool(*b),
        ConstValue::Int(i) => ConstKey::Int(*i),
        ConstValue::Long(i) => ConstKey::Long(i.clone()),
        ConstValue::Float(f) => ConstKey::Float(f.to_bits()),
        ConstValue::Imaginary(f) => ConstKey::Imaginary(f.to_bits()),
        ConstValue::Str(s) => ConstKey::Str(s.clone()),
        ConstValue::Unicode(s) => ConstKey::Unicode(s.clone()),
        ConstValue::Ellipsis => ConstKey::Ellipsis,
        ConstValue::Tuple(items) => {
            ConstKey::Tuple(items.iter().map(const_key).collect::<Option<_>>()?)
        }
        ConstValue::Code(_) => return None,
    })
}

pub(super) struct Unit<'a> {
    pub(super) code: CodeObject,
    /// Scope of the frame.
    pub(super) scope: ScopeId,
    /// Scope names are looked up from: the frame's, or an inlined comprehension's.
    pub(super) current: ScopeId,
    /// Innermost class, for private names.
    pub(super) class: Option<Name>,
    pub(super) blocks: Vec<FrameBlock<'a>>,
    /// Handler of the instructions being emitted.
    pub(super) handler: HandlerId,
    /// How many handlers are being executed.
    pub(super) level: u16,
    pub(super) depth: u32,
    pub(super) reachable: bool,
    /// `finally` bodies being copied inside each other.
    pub(super) copies: u32,
    labels: Vec<LabelInfo>,
    handlers: Vec<HandlerInfo>,
    const_ids: FxHashMap<ConstKey, ConstId>,
    var_ids: FxHashMap<Name, LocalId>,
    comp_vars: FxHashMap<(ScopeId, Name), LocalId>,
    cell_ids: FxHashMap<Name, CellId>,
    hidden: u32,
}

impl<'a> Unit<'a> {
    pub(super) fn new(code: CodeObject, scope: ScopeId, class: Option<Name>) -> Unit<'a> {
        let mut unit = Unit {
            scope,
            current: scope,
            class,
            blocks: Vec::new(),
            handler: HandlerId(0),
            level: 0,
            depth: 0,
            reachable: true,
            copies: 0,
            labels: Vec::new(),
            handlers: Vec::new(),
            const_ids: FxHashMap::default(),
            var_ids: FxHashMap::default(),
            comp_vars: FxHashMap::default(),
            cell_ids: FxHashMap::default(),
            hidden: 0,
            code,
        };
        let cells = unit.code.cellvars.iter().map(|c| c.name);
        for (i, name) in cells.chain(unit.code.freevars.iter().copied()).enumerate() {
            unit.cell_ids.entry(name).or_insert(CellId(i as u32));
        }
        for (i, name) in unit.code.varnames.iter().enumerate() {
            unit.var_ids.insert(*name, LocalId(i as u32));
        }
        unit
    }

    pub(super) fn emit(&mut self, instr: Instr, span: Span) {
        if !self.reachable {
            return;
        }
        let (pops, pushes) = self.code.stack_effect(instr);
        debug_assert!(self.depth >= pops, "{instr:?} at height {}", self.depth);
        self.depth = self.depth.saturating_sub(pops) + pushes;
        self.code.stack_size = self.code.stack_size.max(self.depth);
        self.code.instrs.push(instr);
        self.code.spans.push(span);
        self.code.handler_of.push(self.handler.0);
        if self.handler.0 != 0 {
            self.handlers[self.handler.0 as usize - 1].used = true;
        }
        self.reachable = !instr.ends_block() && self.code.instrs.len() < MAX_INSTRS;
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(LabelInfo {
            pc: u32::MAX,
            depth: None,
        });
        Label(self.labels.len() as u32 - 1)
    }

    /// Emits a jump; its operand is the label until the code is finished.
    pub(super) fn jump(&mut self, make: impl Fn(Pc) -> Instr, to: Label, span: Span) {
        if !self.reachable {
            return;
        }
        let instr = make(Pc(to.0));
        let depth = match instr {
            Instr::PopJumpIfFalse(_) | Instr::PopJumpIfTrue(_) | Instr::ForIter(_) => {
                self.depth - 1
            }
            _ => self.depth,
        };
        let known = self.labels[to.0 as usize].depth.get_or_insert(depth);
        debug_assert_eq!(*known, depth, "jump to {to} with another height");
        self.emit(instr, span);
    }

    /// Puts a label here.
    pub(super) fn place(&mut self, label: Label) {
        let info = &mut self.labels[label.0 as usize];
        info.pc = self.code.instrs.len() as u32;
        match info.depth {
            Some(depth) => {
                debug_assert!(
                    !self.reachable || self.depth == depth,
                    "heights differ at {label}"
                );
                self.depth = depth;
                self.reachable = self.code.instrs.len() < MAX_INSTRS;
            }
            None if self.reachable => info.depth = Some(self.depth),
            None => {}
        }
    }

    /// A handler for instructions emitted while [`Unit::handler`] is set to it.
    pub(super) fn new_handler(&mut self, depth: u32) -> HandlerId {
        let target = self.label();
        self.handlers.push(HandlerInfo {
            target,
            depth,
            level: self.level,
            used: false,
        });
        HandlerId(self.handlers.len() as u32)
    }

    /// Starts the code of a handler: `[value type]` above its depth.
    pub(super) fn enter_handler(&mut self, h: HandlerId) {
        let info = self.handlers[h.0 as usize - 1];
        if info.used {
            self.labels[info.target.0 as usize].depth = Some(info.depth + 2);
        }
        self.reachable = false;
        self.place(info.target);
        self.level = info.level + 1;
        self.code.stack_size = self.code.stack_size.max(info.depth + 2);
    }

    pub(super) fn constant(&mut self, value: ConstValue) -> ConstId {
        let key = const_key(&value);
        if let Some(key) = key {
            if let Some(&id) = self.const_ids.get(&key) {
                return id;
            }
            let id = ConstId(self.code.consts.len() as u32);
            self.const_ids.insert(key, id);
            self.code.consts.push(value);
            return id;
        }
        self.code.consts.push(value);
        ConstId(self.code.consts.len() as u32 - 1)
    }

    pub(super) fn load_const(&mut self, value: ConstValue, span: Span) {
        if !self.reachable {
            return;
        }
        let id = self.constant(value);
        self.emit(Instr::LoadConst(id), span);
    }

    pub(super) fn local(&mut self, name: Name) -> LocalId {
        let next = LocalId(self.code.varnames.len() as u32);
        let id = *self.var_ids.entry(name).or_insert(next);
        if id == next {
            self.code.varnames.push(name);
        }
        id
    }

    /// The slot of a variable of an inlined comprehension.
    pub(super) fn comp_local(&mut self, scope: ScopeId, name: Name) -> LocalId {
        if let Some(&id) = self.comp_vars.get(&(scope, name)) {
            return id;
        }
        let id = self.hidden_local(name.as_str());
        self.comp_vars.insert((scope, name), id);
        id
    }

    /// A local that no source name can reach.
    pub(super) fn hidden_local(&mut self, name: &str) -> LocalId {
        self.hidden += 1;
        self.local(Name::new(&format!(".{}.{name}", self.hidden)))
    }

    pub(super) fn cell(&self, name: Name) -> Option<CellId> {
        self.cell_ids.get(&name).copied()
    }

    /// The finished code object: labels become positions.
    pub(super) fn finish(mut self) -> CodeObject {
        for instr in &mut self.code.instrs {
            if let Some(t) = instr.target() {
                instr.set_target(Pc(self.labels[t.0 as usize].pc));
            }
        }
        thread_jumps(&mut self.code.instrs);
        self.code.handlers = self
            .handlers
            .iter()
            .map(|h| Handler {
                target: Pc(self.labels[h.target.0 as usize].pc),
                depth: h.depth,
                level: h.level,
            })
            .collect();
        self.code
    }
}

/// A jump that leaves what it tested to another test of it goes where that one leads: `a and b or c` asks for the truth
/// of `a` once, as in CPython.
fn thread_jumps(instrs: &mut [Instr]) {
    for i in 0..instrs.len() {
        // Jumps lead forward, but not for ever.
        for _ in 0..instrs.len() {
            let (Instr::JumpIfFalseOrPop(t) | Instr::JumpIfTrueOrPop(t)) = instrs[i] else {
                break;
            };
            let when = matches!(instrs[i], Instr::JumpIfTrueOrPop(_));
            let pop = |to| match when {
                true => Instr::PopJumpIfTrue(to),
                false => Instr::PopJumpIfFalse(to),
            };
            let next = Pc(t.0 + 1);
            instrs[i] = match (instrs.get(t.0 as usize), when) {
                (Some(&Instr::JumpIfTrueOrPop(u)), true) => Instr::JumpIfTrueOrPop(u),
                (Some(&Instr::JumpIfFalseOrPop(u)), false) => Instr::JumpIfFalseOrPop(u),
                (Some(&Instr::PopJumpIfTrue(u)), true) => pop(u),
                (Some(&Instr::PopJumpIfFalse(u)), false) => pop(u),
                (Some(Instr::JumpIfTrueOrPop(_) | Instr::PopJumpIfTrue(_)), false)
                | (Some(Instr::JumpIfFalseOrPop(_) | Instr::PopJumpIfFalse(_)), true) => pop(next),
                _ => break,
            };
        }
    }
}
