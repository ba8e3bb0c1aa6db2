//! Tests for `None`: an operation on a value that may be None, by its annotation, begins with a test of the pointer.
//!
//! ```text
//! x.next.hi()                v1 = ptr_nonzero(x); if not v1: abort[none_dereference]()
//!                            v2 = getfield[Node.next](x)
//!                            v3 = ptr_nonzero(v2); if not v3: abort[none_dereference]()
//!                            v4 = direct_call[Node.hi](v2)
//! ```
//! The test does not depend on what the operation goes on to do: a method that ignores `self` and an attribute that is
//! the same constant for all objects read nothing through the pointer. Attribute access raises AttributeError,
//! everything else TypeError. Tests that are not needed are dropped later (`transform::cse`, `transform::nullchecks`).
use annotator::model::AnnotationKind;
use flowspace::HlOp;
use ir::lltype::LLType;
use lowlevel::LLOp;
use lowlevel::ops::SafetyError;

use super::R;
use super::lower::{HArg, Hop, Lower, Opd};

impl Lower<'_> {
    /// Tests the operands of an operation that must not be None.
    pub fn check_operands(&mut self, hop: &Hop) -> R<()> {
        self.tested.clear();
        let (operands, why) = match &hop.op {
            HlOp::GetAttr | HlOp::SetAttr | HlOp::DelAttr if !is_attribute_of_none(hop) => {
                (0..1, SafetyError::NoneDereference)
            }
            HlOp::GetAttr | HlOp::SetAttr | HlOp::DelAttr => return Ok(()),
            HlOp::SimpleCall | HlOp::CallArgs(_) => match hop.args[0].ann.kind() {
                AnnotationKind::Pbc { .. }
                | AnnotationKind::Instance { .. }
                | AnnotationKind::TypeOf { .. }
                | AnnotationKind::WeakRef(_)
                | AnnotationKind::None => (0..1, SafetyError::NoneOperand),
                _ => return Ok(()),
            },
            op => (op.operands_not_none(), SafetyError::NoneOperand),
        };
        self.check_all(hop.args.get(operands).unwrap_or_default(), why)
    }
    /// Tests these values, and keeps that they have been tested; up to one that is always None.
    pub(crate) fn check_all(&mut self, args: &[HArg], why: SafetyError) -> R<()> {
        for a in args {
            self.check_not_none(a, why)?;
            if self.dead {
                break;
            }
            self.tested.extend(a.opd.clone());
        }
        Ok(())
    }
    /// The same for an argument of a function or method that reads through it: TypeError if it is None.
    pub fn check_argument(&mut self, a: &HArg) -> R<()> {
        // What is always None has been refused, or its test stands before the operation.
        if a.ann.is_none() || a.opd.as_ref().is_some_and(|o| self.tested.contains(o)) {
            return Ok(());
        }
        self.check_not_none(a, SafetyError::NoneOperand)
    }
    /// Goes on if a value is not None; otherwise the safety error `why`.
    pub fn check_not_none(&mut self, a: &HArg, why: SafetyError) -> R<()> {
        if a.ann.is_none() {
            self.abort(why);
            return Ok(());
        }
        if a.const_value.is_some() || !a.ann.can_be_none() {
            return Ok(());
        }
        let Some(p @ Opd::Var(_)) = &a.opd else {
            return Ok(());
        };
        if !matches!(self.ty(p), LLType::Ptr(_)) {
            return Ok(());
        }
        let ok = self.emit(LLOp::PtrNonzero, [p.clone()], LLType::Bool);
        self.check(ok, why)
    }
}

/// Whether an attribute is one that None has too.
fn is_attribute_of_none(hop: &Hop) -> bool {
    let name = hop.args[1].const_value.as_ref().and_then(|v| v.as_text());
    name.is_some_and(|n| n == "__class__" || n == "__doc__")
}
