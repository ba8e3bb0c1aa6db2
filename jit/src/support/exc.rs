//! The exception state of code under compilation: a pair of boxes, or the runtime context.
//!
//! ```text
//! None ──exc_set──▶ Virtual ──exc_clear──▶ None            no code at all
//! any ──call that can raise──▶ Unknown ──exc_occurred──▶ branch: Pending | None
//! Virtual ──residual call, exit──▶ Pending                 exc_set
//! ```
use ir::lltype::{ContainerId, LLType};
use lowlevel::LLOp;

use super::boxes::BoxId;
use super::heap::MemoryLocation;
use super::ops::Compiler;
use super::state::ForceReason;
use jit_abi::info::OpInfo;

/// Whether an exception is pending in the code under compilation, and where it is kept.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum ExcState {
    /// No exception is pending.
    #[default]
    None,
    /// The runtime context knows.
    Unknown,
    /// One is pending in the runtime context; its class and value if they were loaded.
    Pending {
        class: Option<BoxId>,
        value: Option<BoxId>,
    },
    /// One is pending, but the runtime context does not know of it.
    Virtual { class: BoxId, value: BoxId },
}

impl ExcState {
    /// Whether one is pending, if that is known.
    pub(super) fn occurred(&self) -> Option<bool> {
        match self {
            ExcState::None => Some(false),
            ExcState::Pending { .. } | ExcState::Virtual { .. } => Some(true),
            ExcState::Unknown => None,
        }
    }
}

impl Compiler<'_> {
    /// Operations on the exception state.
    pub(super) fn exception(&mut self, info: &OpInfo, args: &[BoxId]) -> Option<BoxId> {
        match info.op {
            LLOp::ExcSet => {
                self.w.now.exc = ExcState::Virtual {
                    class: args[0],
                    value: args[1],
                };
                self.w.now.traces.clear();
                None
            }
            LLOp::ExcOccurred => Some(self.occurred(info)),
            LLOp::ExcType => Some(self.pending_class(info)),
            LLOp::ExcValue => Some(self.pending_value(info)),
            LLOp::ExcClear => {
                self.clear_exception(info);
                None
            }
            _ => {
                self.trace(info, args);
                None
            }
        }
    }
    fn occurred(&mut self, info: &OpInfo) -> BoxId {
        match self.w.now.exc {
            ExcState::None => self.bool(false),
            ExcState::Pending { .. } | ExcState::Virtual { .. } => self.bool(true),
            ExcState::Unknown => {
                let b = self.emit(info, &[], ForceReason::Address);
                self.define(b, &LLOp::ExcOccurred, &[]);
                b
            }
        }
    }
    fn pending_class(&mut self, info: &OpInfo) -> BoxId {
        match self.w.now.exc {
            ExcState::Virtual { class, .. } => class,
            ExcState::Pending {
                class: Some(class), ..
            } => class,
            _ => {
                let b = self.emit(info, &[], ForceReason::Address);
                if let ExcState::Pending { class, value } = &mut self.w.now.exc {
                    *class = Some(b);
                    let value = *value;
                    self.set_nonnull(b);
                    if let Some(v) = value {
                        self.class_of_value(v, b);
                    }
                }
                b
            }
        }
    }
    fn pending_value(&mut self, info: &OpInfo) -> BoxId {
        match self.w.now.exc {
            ExcState::Virtual { value, .. } => value,
            ExcState::Pending {
                value: Some(value), ..
            } => value,
            _ => {
                let b = self.emit(info, &[], ForceReason::Address);
                if let ExcState::Pending { class, value } = &mut self.w.now.exc {
                    *value = Some(b);
                    let class = *class;
                    self.set_nonnull(b);
                    if let Some(c) = class {
                        self.class_of_value(b, c);
                    }
                }
                b
            }
        }
    }
    /// The class of the pending exception is that of its value.
    fn class_of_value(&mut self, value: BoxId, class: BoxId) {
        if let Some(root) = self.t.info.known.object {
            self.w
                .now
                .heap
                .set(value, MemoryLocation::Field(root, 0), class, true);
        }
        if let Some(vtable) = self.constant_of(class) {
            self.set_class(value, vtable);
        }
    }
    fn clear_exception(&mut self, info: &OpInfo) {
        match self.w.now.exc {
            ExcState::None => {}
            ExcState::Virtual { .. } => {
                // It never was in the context, so neither are its traces.
                self.w.now.caught_virtual = true;
                self.w.now.traces.clear();
            }
            ExcState::Unknown | ExcState::Pending { .. } => {
                self.emit_void(LLOp::ExcClear, info, &[], ForceReason::Address);
                self.w.now.caught_virtual = false;
            }
        }
        self.w.now.exc = ExcState::None;
    }
    fn trace(&mut self, info: &OpInfo, args: &[BoxId]) {
        let is_virtual = matches!(self.w.now.exc, ExcState::Virtual { .. });
        let catch = info.op == LLOp::TracebackCatch;
        if catch && std::mem::take(&mut self.w.now.caught_virtual) {
            return;
        }
        if is_virtual && !catch {
            let entry = (info.op.clone(), args.first().copied(), info.location);
            self.w.now.traces.push(entry);
            return;
        }
        self.emit_void(info.op.clone(), info, args, ForceReason::Address);
    }
    /// Puts a virtual exception into the runtime context.
    pub(super) fn force_exception(&mut self) {
        let ExcState::Virtual { class, value } = self.w.now.exc else {
            return;
        };
        let known = &self.t.info.known;
        let ty = |c: Option<ContainerId>| c.map_or(LLType::Address, LLType::Ptr);
        let types = [ty(known.vtable), ty(known.object)];
        let operands = self.operands(&types, &[class, value], ForceReason::Exit);
        self.w.now.heap.escape(value);
        let location = self.w.location;
        self.w
            .fragment
            .emit(LLOp::ExcSet, operands, LLType::Void, location);
        self.w.now.exc = ExcState::Pending {
            class: Some(class),
            value: Some(value),
        };
        for (op, arg, location) in std::mem::take(&mut self.w.now.traces) {
            let args: Vec<_> = arg
                .into_iter()
                .map(|a| self.operand(a, types[0], ForceReason::Exit))
                .collect();
            self.w.fragment.emit(op, args, LLType::Void, location);
        }
    }
}
