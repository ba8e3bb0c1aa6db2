//! Slice objects made at run time: structures of the bounds that are given.
use ir::lltype::{ContainerId, FieldType, LLType};
use lowlevel::Const;

use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R, RTyper};

/// The bounds of a slice.
#[derive(Clone)]
pub enum Bounds {
    /// `[:]`, `[start:]`: from here to the end.
    From(Opd),
    /// `[start:stop]`
    FromTo(Opd, Opd),
    /// `[:-1]`
    MinusOne,
}

impl RTyper {
    /// The structure of slice objects.
    pub fn slice_struct(&mut self, start: bool, stop: bool) -> ContainerId {
        let mut fields = Vec::new();
        if start {
            fields.push(("start", FieldType::Value(LLType::Signed)));
        }
        if stop {
            fields.push(("stop", FieldType::Value(LLType::Signed)));
        }
        self.types_mut().structure("slice", true, &fields)
    }
}

impl Lower<'_> {
    /// `slice(start, stop, step)`
    pub fn newslice(&mut self, hop: &Hop) -> R<Typed> {
        let step = &hop.args[2];
        if !step.ann.is_none() && step.const_value.as_ref().and_then(|v| v.as_int()) != Some(1) {
            return Err(self.rt.unsupported("a slice with a step"));
        }
        let (a, b) = (!hop.args[0].ann.is_none(), !hop.args[1].ann.is_none());
        let r = self.rt.intern(Repr::Slice { start: a, stop: b });
        let c = self.rt.slice_struct(a, b);
        let p = self.malloc(c);
        for (i, n) in ["start", "stop"].iter().enumerate() {
            if !hop.args[i].ann.is_none() {
                let v = self.int_arg(&hop.args[i], LLType::Signed)?;
                self.setfield(p.clone(), n, v)?;
            }
        }
        Ok((p, r))
    }
    /// The bounds given by two arguments (missing: `None`), normalised so that `0 <= start`; stop may exceed the
    /// length.
    pub fn bounds(&mut self, start: &HArg, stop: &HArg) -> R<Bounds> {
        let none = |a: &HArg| a.ann.is_none();
        let first = if none(start) {
            self.int(0)
        } else {
            self.int_arg(start, LLType::Signed)?
        };
        if none(stop) {
            return Ok(Bounds::From(first));
        }
        if stop.const_value.as_ref().and_then(|v| v.as_int()) == Some(-1)
            && (none(start) || matches!(&first, Opd::Const(c) if c.as_int() == Some(0)))
        {
            return Ok(Bounds::MinusOne);
        }
        let last = self.int_arg(stop, LLType::Signed)?;
        Ok(Bounds::FromTo(first, last))
    }
    /// The bounds held by a slice object.
    pub fn slice_bounds(&mut self, a: &HArg) -> R<Bounds> {
        let Repr::Slice { start, stop } = self.rt.repr(a.repr) else {
            return Err(self.rt.internal("no slice"));
        };
        let p = self.harg_as(a, a.repr)?;
        let first = if start {
            self.getfield(p.clone(), "start")?
        } else {
            k(Const::signed(0))
        };
        if !stop {
            return Ok(Bounds::From(first));
        }
        let last = self.getfield(p, "stop")?;
        Ok(Bounds::FromTo(first, last))
    }
}
