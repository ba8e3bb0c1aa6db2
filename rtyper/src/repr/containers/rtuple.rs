//! Tuples: structures with one field per item that has a run-time value. The empty tuple (and one of void items) has
//! none.
use std::rc::Rc;

use flowspace::HlOp;
use ir::lltype::{ContainerId, FieldType, LLType, StructHints};
use lowlevel::{Const, LLOp};

use crate::repr::numbers::rint::k;
use crate::repr::{Repr, ReprId};
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R, RTyper};

impl RTyper {
    /// The structure of a tuple; `None` if no item has a value.
    pub fn tuple_struct(&mut self, items: &[ReprId]) -> R<Option<ContainerId>> {
        let mut fields = Vec::new();
        for (i, &r) in items.iter().enumerate() {
            let t = self.lltype(r)?;
            if t != LLType::Void {
                fields.push((format!("item{i}"), FieldType::Value(t)));
            }
        }
        if fields.is_empty() {
            return Ok(None);
        }
        let list: Vec<(&str, FieldType)> = fields.iter().map(|(n, t)| (n.as_str(), *t)).collect();
        let name = format!("tuple{}", items.len());
        let hints = StructHints {
            immutable: true,
            ..StructHints::default()
        };
        Ok(Some(
            self.types_mut().structure_with(&name, true, &list, hints),
        ))
    }
}

impl Lower<'_> {
    /// `(a, b)`
    pub fn newtuple(&mut self, hop: &Hop) -> R<Typed> {
        let items: Vec<ReprId> = match self.rt.repr(hop.rresult) {
            Repr::Tuple(items) => items.to_vec(),
            _ => hop.args.iter().map(|a| a.repr).collect(),
        };
        let r = self.rt.intern(Repr::Tuple(items.into()));
        let v = self.build_tuple(&hop.args, r)?;
        Ok((v, r))
    }
    /// A tuple of representation `r` from its items.
    pub fn build_tuple(&mut self, items: &[HArg], r: ReprId) -> R<Opd> {
        let Repr::Tuple(reprs) = self.rt.repr(r) else {
            return Ok(k(Const::VOID));
        };
        let mut vals = Vec::new();
        for (a, &ri) in items.iter().zip(reprs.iter()) {
            vals.push(self.harg_as(a, ri)?);
        }
        self.make_tuple(r, vals)
    }
    /// A tuple of representation `r` from its low-level items.
    pub fn make_tuple(&mut self, r: ReprId, vals: Vec<Opd>) -> R<Opd> {
        let LLType::Ptr(c) = self.rt.lltype(r)? else {
            return Ok(k(Const::VOID));
        };
        let p = self.malloc(c);
        for (i, v) in vals.into_iter().enumerate() {
            self.setfield(p.clone(), &format!("item{i}"), v)?;
        }
        Ok(p)
    }
    /// The items of a tuple argument.
    pub fn tuple_items(&mut self, a: &HArg) -> R<Vec<HArg>> {
        let Repr::Tuple(reprs) = self.rt.repr(a.repr) else {
            return Err(self.rt.unsupported("`*` of something that is no tuple"));
        };
        let anns = a.ann.items().unwrap_or(&[]);
        let p = self.harg_as(a, a.repr)?;
        let const_value = a.const_value.as_ref().and_then(|v| v.as_tuple());
        let mut out = Vec::new();
        for (i, &r) in reprs.iter().enumerate() {
            let opd = self.tuple_item(p.clone(), i, r)?;
            let ann = anns
                .get(i)
                .copied()
                .unwrap_or(annotator::Annotation::impossible());
            out.push(HArg {
                ann,
                repr: r,
                opd: Some(opd),
                const_value: const_value
                    .as_ref()
                    .and_then(|t| t.get(i).cloned())
                    .or_else(|| ann.const_value().cloned()),
            });
        }
        Ok(out)
    }
    /// Item `i` of a tuple.
    pub fn tuple_item(&mut self, p: Opd, i: usize, r: ReprId) -> R<Opd> {
        if self.rt.lltype(r)? == LLType::Void {
            return Ok(k(Const::VOID));
        }
        self.getfield(p, &format!("item{i}"))
    }
    /// `t[i]` with a constant index.
    pub fn tuple_getitem(&mut self, hop: &Hop, items: &Rc<[ReprId]>) -> R<Typed> {
        let Some(i) = hop.args[1].const_value.as_ref().and_then(|v| v.as_int()) else {
            return self.tuple_getitem_variable(hop);
        };
        let n = items.len() as i64;
        let j = if i < 0 { i + n } else { i };
        if !(0..n).contains(&j) {
            return Err(Box::new(ir::diag::Diagnostic::error(
                "E0601",
                self.span,
                format!("index {i} of a tuple of {n} items"),
            )));
        }
        let p = self.arg(hop, 0)?;
        let r = items[j as usize];
        let v = self.tuple_item(p, j as usize, r)?;
        Ok((v, r))
    }
    /// `t[i]` with items of one type: they are compared with the index one by one.
    fn tuple_getitem_variable(&mut self, hop: &Hop) -> R<Typed> {
        let a = self.of_one_kind(&hop.args[0])?;
        let Repr::Tuple(items) = self.rt.repr(a.repr) else {
            return Err(self.unsupported_op(hop));
        };
        let p = self.harg_as(&a, a.repr)?;
        let n = self.int(items.len() as i64);
        let i = self.checked_index(&hop.args[1], n)?;
        let t = self.rt.lltype(items[0])?;
        let v = self.tuple_pick(p, i, &items, 0, t)?;
        Ok((v, items[0]))
    }
    fn tuple_pick(&mut self, p: Opd, i: Opd, items: &[ReprId], at: usize, t: LLType) -> R<Opd> {
        if at + 1 == items.len() {
            return self.tuple_item(p, at, items[at]);
        }
        let here = self.op2(LLOp::IntEq, i.clone(), self.int(at as i64), LLType::Bool);
        self.if_else(
            here,
            t,
            |s| s.tuple_item(p.clone(), at, items[at]),
            |s| s.tuple_pick(p.clone(), i, items, at + 1, t),
        )
    }
    /// `a + b`
    pub fn tuple_concat(&mut self, hop: &Hop, a: &Rc<[ReprId]>, b: &Rc<[ReprId]>) -> R<Typed> {
        let mut items = self.tuple_items(&hop.args[0])?;
        items.extend(self.tuple_items(&hop.args[1])?);
        let reprs: Vec<ReprId> = a.iter().chain(b.iter()).copied().collect();
        let r = self.rt.intern(Repr::Tuple(reprs.into()));
        let v = self.build_tuple(&items, r)?;
        Ok((v, r))
    }
    /// `a * 2`: the annotator knows the number.
    pub fn tuple_repeat(&mut self, hop: &Hop, tuple: usize) -> R<Typed> {
        let items = self.tuple_items(&hop.args[tuple])?;
        let Repr::Tuple(result) = self.rt.repr(hop.rresult) else {
            return self.typed_void();
        };
        let all: Vec<HArg> = items.iter().cycle().take(result.len()).cloned().collect();
        let v = self.build_tuple(&all, hop.rresult)?;
        Ok((v, hop.rresult))
    }
    /// Conversion item by item.
    pub fn convert_tuple(&mut self, v: Opd, a: &[ReprId], b: &[ReprId], to: ReprId) -> R<Opd> {
        if let (LLType::Ptr(x), LLType::Ptr(y)) = (self.ty(&v), self.rt.lltype(to)?)
            && x == y
        {
            return Ok(v);
        }
        let mut vals = Vec::new();
        for (i, (&ra, &rb)) in a.iter().zip(b).enumerate() {
            let x = self.tuple_item(v.clone(), i, ra)?;
            vals.push(self.convert(x, ra, rb)?);
        }
        self.make_tuple(to, vals)
    }
    /// A tuple with items of several kinds as one whose items are all of their union, as what iterates over it needs
    /// it; anything else as it is.
    pub fn of_one_kind(&mut self, a: &HArg) -> R<HArg> {
        let (Some(items), Repr::Tuple(reprs)) = (a.ann.items(), self.rt.repr(a.repr)) else {
            return Ok(a.clone());
        };
        if reprs.iter().all(|r| *r == reprs[0]) {
            return Ok(a.clone());
        }
        let mut joined = annotator::Annotation::impossible();
        for &i in items {
            // The annotator has carried out what the union of containers asks for.
            joined = match annotator::model::lattice::join(
                self.rt.pg(),
                joined,
                i,
                &mut Default::default(),
            ) {
                Ok(j) => j,
                Err(_) => {
                    let what = "iteration over a tuple with items of different types";
                    return Err(self.rt.unsupported(what));
                }
            };
        }
        let ann = annotator::Annotation::tuple(vec![joined; items.len()]);
        let repr = self.rt.repr_of(ann)?;
        let opd = self.harg_as(a, repr)?;
        Ok(HArg::value(ann, repr, opd))
    }
    /// `a == b` of tuples of the same length.
    pub fn tuple_eq(&mut self, a: &HArg, b: &HArg) -> R<Opd> {
        let (xs, ys) = (self.tuple_items(a)?, self.tuple_items(b)?);
        let mut cond = k(Const::bool(true));
        for (x, y) in xs.into_iter().zip(ys) {
            cond = self.and_then(cond, |s| s.eq_values(&x, &y))?;
        }
        Ok(cond)
    }
    /// `a < b` and its like of tuples of the same length.
    pub fn tuple_order(&mut self, a: &HArg, b: &HArg, op: &HlOp) -> R<Opd> {
        let (xs, ys) = (self.tuple_items(a)?, self.tuple_items(b)?);
        self.order_items(&xs, &ys, op)
    }
    fn order_items(&mut self, xs: &[HArg], ys: &[HArg], op: &HlOp) -> R<Opd> {
        let Some((x, xs)) = xs.split_first() else {
            return Ok(k(Const::bool(matches!(op, HlOp::Le | HlOp::Ge))));
        };
        let y = &ys[0];
        let same = self.eq_values(x, y)?;
        let differ = |s: &mut Self| match s.order_values(x, y, op)? {
            Some(v) => Ok(v),
            None => Err(s.rt.unsupported("an order of these items")),
        };
        match &same {
            Opd::Const(c) if c.as_bool() == Some(true) => self.order_items(xs, &ys[1..], op),
            Opd::Const(_) => differ(self),
            Opd::Var(_) => self.if_else(
                same,
                LLType::Bool,
                |s| s.order_items(xs, &ys[1..], op),
                differ,
            ),
        }
    }
}
