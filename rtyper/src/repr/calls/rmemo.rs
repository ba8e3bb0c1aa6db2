//! Calls of memo functions: the results for all combinations of arguments are known.
//!
//! ```text
//! memo(True or False)   a chain of comparisons with the arguments of each row
//! memo(cls)             n = getfield[object_vtable.subclassrange_min](cls); getarrayitem[results](results, n - first)
//! ```
//! Each class has a number of its own, and those of related classes are near each other. An interpreter's type of an
//! object is such a call, with hundreds of rows.
use annotator::defs::{ArgSource, CallSiteInfo};
use ir::lltype::{ArrayType, Container, ItemType, LLType};
use lowlevel::ops::SafetyError;
use lowlevel::{Const, Init, LLOp};
use python::live::Value;

use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::repr::objects::rpbc::CallArgs;
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

/// Rows from which on results are read from an array.
const ROWS: usize = 4;
/// Items that an array may have for each row, and in any case.
const SPARSE: usize = 16;
const SMALL: usize = 256;

impl Lower<'_> {
    /// A memo function: its results for all combinations of arguments are known, the receiver among them.
    pub(super) fn memo_call(
        &mut self,
        table: &[(Vec<Value>, Value)],
        info: &CallSiteInfo,
        args: &CallArgs,
        hop: &Hop,
    ) -> R<Typed> {
        let sources = info.callees.first().map(|c| c.args.clone());
        let mut tested = Vec::new();
        for (i, source) in sources.iter().flat_map(|s| s.iter()).enumerate() {
            let same = |(keys, _): &(Vec<Value>, Value)| {
                flowspace::value::same_const(&keys[i], &table[0].0[i])
            };
            if table.iter().all(same) {
                continue;
            }
            let arg = match source {
                ArgSource::Receiver => args.receiver.clone(),
                ArgSource::Positional(n) => args.positional.get(*n).cloned(),
                ArgSource::Keyword(n) => args.keywords.get(*n).map(|(_, a)| a.clone()),
                ArgSource::Default(_) | ArgSource::Star { .. } => None,
            };
            let Some(arg) = arg else {
                let what = "a memo function with `*` arguments that are not constant";
                return Err(self.rt.unsupported(what));
            };
            tested.push((i, arg));
        }
        let ty = self.rt.lltype(hop.rresult)?;
        let found = match &tested[..] {
            [(i, class)] => self.memo_table(table, (*i, class), hop, ty)?,
            _ => None,
        };
        let v = match found {
            Some(v) => v,
            None => self.memo_chain(table, &tested, hop, ty)?,
        };
        Ok((v, hop.rresult))
    }
    /// The result of the row whose keys the arguments are: those of parameters that differ between rows are tested.
    fn memo_chain(
        &mut self,
        table: &[(Vec<Value>, Value)],
        tested: &[(usize, HArg)],
        hop: &Hop,
        ty: LLType,
    ) -> R<Opd> {
        let Some(((keys, result), rest)) = table.split_first() else {
            self.abort(SafetyError::BadCall);
            return Ok(k(Const::zero(ty)));
        };
        let value = if ty == LLType::Void {
            k(Const::VOID)
        } else {
            k(self.rt.constant(hop.rresult, result)?)
        };
        if rest.is_empty() {
            return Ok(value);
        }
        let mut cond = k(Const::bool(true));
        for (i, a) in tested {
            let key = self.const_arg(&keys[*i])?;
            cond = self.and_then(cond, |s| s.is_same(a, &key))?;
        }
        match &cond {
            Opd::Const(c) if c.as_bool() == Some(true) => Ok(value),
            Opd::Const(_) => self.memo_chain(rest, tested, hop, ty),
            Opd::Var(_) => self.if_else(
                cond,
                ty,
                |_| Ok(value),
                |s| s.memo_chain(rest, tested, hop, ty),
            ),
        }
    }
    /// The result of a function of classes, from an array by the number of the class. `None`: there are few classes, or
    /// the argument is no class, or the classes have little to do with each other.
    fn memo_table(
        &mut self,
        table: &[(Vec<Value>, Value)],
        (i, class): (usize, &HArg),
        hop: &Hop,
        ty: LLType,
    ) -> R<Option<Opd>> {
        let Some(vtable) = class.opd.clone() else {
            return Ok(None);
        };
        if table.len() < ROWS || ty == LLType::Void || self.rt.repr(class.repr) != Repr::Class {
            return Ok(None);
        }
        let mut numbers = Vec::with_capacity(table.len());
        for (keys, _) in table {
            let Value::Class(c) = &keys[i] else {
                return Ok(None);
            };
            let Some(c) = self.rt.class_of_live(c) else {
                return Ok(None);
            };
            // Its vtable has the number.
            self.rt.vtable_const(c)?;
            numbers.extend(self.rt.classes.range(c).map(|r| r.0));
        }
        let (Some(&first), Some(&last)) = (numbers.iter().min(), numbers.iter().max()) else {
            return Ok(None);
        };
        let items = (last - first + 1) as usize;
        if numbers.len() != table.len() || items > SMALL.max(SPARSE * table.len()) {
            return Ok(None);
        }
        let mut results = vec![Init::Value(Const::zero(ty).value); items];
        for ((_, result), n) in table.iter().zip(&numbers) {
            let value = self.rt.constant(hop.rresult, result)?.value;
            results[(n - first) as usize] = Init::Value(value);
        }
        let container = self.rt.types_mut().intern(Container::Array(ArrayType {
            gc: true,
            item: ItemType::Value(ty),
            immutable: true,
            nolength: false,
        }));
        let results = self
            .rt
            .object_with(container, Init::Array(results), "results");
        let number = self.getfield(vtable, "subclassrange_min")?;
        let first = self.int(first);
        let index = self.op2(LLOp::IntSub, number, first, LLType::Signed);
        let item = LLOp::GetArrayItem(container);
        Ok(Some(self.op2(item, k(results), index, ty)))
    }
}
