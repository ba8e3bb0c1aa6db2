//! Larger operations on lists: slices, concatenation, comparison, membership, methods. The loops are in
//! `rpython/rtyper/lltypesystem/rlist.py`; lists of both kinds, ranges, tuples and strings are given to them as items
//! and length.
use annotator::defs::GraphId;
use annotator::front::hl::{HlGraph, HlOperand};
use flowspace::HlOp;
use ir::lltype::LLType;
use ir::model::{BlockId, ExitSwitch, Operand, VarId};
use lowlevel::ops::SafetyError;
use lowlevel::{Const, LLOp};
use python::live::Value;
use python::vocabulary::methods::{ByteArrayMethod, ListMethod};

use crate::repr::containers::rlist::ListParts;
use crate::repr::containers::rslice::Bounds;
use crate::repr::numbers::rint::k;
use crate::repr::{Repr, ReprId};
use crate::typer::dispatch::Typed;
use crate::typer::helper::HelperArg;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;
const B: LLType = LLType::Bool;

/// The `[x] * n` that is the only use of the list `[x]` made by an operation, if it is such a one.
fn only_product(src: &HlGraph, block: BlockId, index: usize) -> Option<VarId> {
    let block = &src.blocks[block];
    let op = &block.ops[index];
    if op.op != HlOp::NewList || op.args.len() != 1 {
        return None;
    }
    let is_list = |a: &HlOperand| matches!(a, Operand::Var(v) if *v == op.result);
    let mut uses = block
        .ops
        .iter()
        .flat_map(|o| o.args.iter().filter(|a| is_list(a)).map(move |_| o));
    let (first, second) = (uses.next()?, uses.next());
    let leaves = block
        .exits
        .iter()
        .any(|&l| src.links[l].args.iter().any(is_list))
        || matches!(&block.exitswitch, ExitSwitch::Value(v) if is_list(v));
    (first.op == HlOp::Mul && second.is_none() && !leaves).then_some(first.result)
}

impl Lower<'_> {
    /// `a[start:stop]`
    pub fn getslice(&mut self, hop: &Hop) -> R<Typed> {
        let b = self.bounds(&hop.args[1], &hop.args[2])?;
        self.slice_of(hop, b)
    }
    pub(crate) fn slice_of(&mut self, hop: &Hop, b: Bounds) -> R<Typed> {
        let a = hop.args[0].clone();
        match self.rt.repr(a.repr) {
            Repr::Str | Repr::Unicode | Repr::Char | Repr::UniChar => self.str_slice(hop, b),
            Repr::List(_) | Repr::ByteArray | Repr::Range { .. } => {
                let (parts, from) = self.sequence_parts(&a)?;
                let (start, stop) = self.limits(b, parts.length)?;
                let r = if matches!(self.rt.repr(hop.rresult), Repr::List(_) | Repr::ByteArray) {
                    hop.rresult
                } else {
                    a.repr
                };
                let t = self.ty(&parts.items);
                let items = self.helper_as(
                    "rlist",
                    "ll_copy_items",
                    [
                        parts.items.into(),
                        start.clone().into(),
                        stop.clone().into(),
                    ],
                    t,
                )?;
                // The slice may hold more than its source: a list of nothing but None gets instances.
                let item = self.rt.item_repr(r)?;
                let array = self.rt.list_shape(r)?.array;
                let plain = self.plain_array(array);
                let length = self.op2(LLOp::IntSub, stop, start, S);
                let like = k(Const::null(LLType::Ptr(plain)));
                let copy = ListParts { items, length };
                let items = self.convert_items(copy, from, item, like)?.items;
                let l = self.wrap_items(r, items)?;
                Ok((l, r))
            }
            Repr::Tuple(reprs) => {
                let n = reprs.len() as i64;
                let known = |o: &Opd| match o {
                    Opd::Const(c) => c.as_int(),
                    Opd::Var(_) => None,
                };
                let fix = |i: i64| if i < 0 { (i + n).max(0) } else { i.min(n) };
                let (s, e) = match &b {
                    Bounds::From(x) => (known(x).map(fix), Some(n)),
                    Bounds::FromTo(x, y) => (known(x).map(fix), known(y).map(fix)),
                    Bounds::MinusOne => (Some(0), Some((n - 1).max(0))),
                };
                let (Some(s), Some(e)) = (s, e) else {
                    return Err(self.rt.unsupported("a slice of a tuple by variables"));
                };
                let (s, e) = (s as usize, e.max(s) as usize);
                let items = self.tuple_items(&a)?[s..e].to_vec();
                let r = self.rt.intern(Repr::Tuple(reprs[s..e].into()));
                let v = self.build_tuple(&items, r)?;
                Ok((v, r))
            }
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// Bounds as `0 <= start <= stop <= length`.
    pub fn limits(&mut self, b: Bounds, length: Opd) -> R<(Opd, Opd)> {
        Ok(match b {
            Bounds::From(start) => {
                let s = self.limit(start, length.clone())?;
                (s, length)
            }
            Bounds::FromTo(start, stop) => {
                let s = self.limit(start, length.clone())?;
                let e = self.limit(stop, length)?;
                let ok = self.op2(LLOp::IntLe, s.clone(), e.clone(), B);
                let e = self.if_else(ok, S, |_| Ok(e), |_| Ok(s.clone()))?;
                (s, e)
            }
            Bounds::MinusOne => {
                let e = self.op2(LLOp::IntSub, length, self.int(1), S);
                let e = self.emit(LLOp::IntForceGeZero, [e], S);
                (self.int(0), e)
            }
        })
    }
    /// A slice bound clamped to `0..=length`, counted from the end if negative.
    fn limit(&mut self, x: Opd, length: Opd) -> R<Opd> {
        if let Opd::Const(c) = &x
            && c.as_int() == Some(0)
        {
            return Ok(x);
        }
        self.helper_as("rlist", "ll_limit", [x.into(), length.into()], S)
    }
    /// `a[start:stop] = b`
    pub fn setslice(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        let b = self.bounds(&hop.args[1], &hop.args[2])?;
        let v = self.arg(hop, 0)?;
        let item = self.rt.item_repr(a.repr)?;
        let parts = self.list_parts(a.repr, v.clone())?;
        let (start, stop) = self.limits(b, parts.length.clone())?;
        let (src, sitem) = self.sequence_parts(&hop.args[3])?;
        let src = self.convert_items(src, sitem, item, parts.items.clone())?;
        let resized = self.rt.list_shape(a.repr)?.resized;
        let (name, first) = if resized {
            ("ll_setslice", v)
        } else {
            ("ll_setslice_fixed", parts.items)
        };
        self.helper(
            "rlist",
            name,
            [
                first.into(),
                start.into(),
                stop.into(),
                src.items.into(),
                src.length.into(),
            ],
        )?;
        self.typed_void()
    }
    /// `del a[start:stop]`
    pub fn delslice(&mut self, hop: &Hop) -> R<Typed> {
        let b = self.bounds(&hop.args[1], &hop.args[2])?;
        let v = self.arg(hop, 0)?;
        self.delete_slice(v, b)
    }
    pub(crate) fn delete_slice(&mut self, v: Opd, b: Bounds) -> R<Typed> {
        let n = self.getfield(v.clone(), "length")?;
        let (start, stop) = self.limits(b, n)?;
        self.helper(
            "rlist",
            "ll_delslice",
            [v.into(), start.into(), stop.into()],
        )?;
        self.typed_void()
    }
    /// Items converted to another item representation (a copy, if the arrays differ in type).
    pub fn convert_items(
        &mut self,
        parts: ListParts,
        from: ReprId,
        to: ReprId,
        like: Opd,
    ) -> R<ListParts> {
        let (t, u) = (self.ty(&parts.items), self.ty(&like));
        if t == u {
            return Ok(parts);
        }
        let LLType::Ptr(c) = u else {
            return Err(self.rt.internal("no array"));
        };
        let n = parts.length.clone();
        // A loop in the program's own function would keep a JIT from tracing into it.
        let instances = [from, to].map(|r| matches!(self.rt.repr(r), Repr::Instance(..)));
        if instances == [true, true] {
            let args = [like.into(), parts.items.into(), n.clone().into()];
            let items = self.helper_as("rlist", "ll_upcast_items", args, u)?;
            return Ok(ListParts { items, length: n });
        }
        let out = self.malloc_var(c, n.clone())?;
        let (head, vals) = self.new_block(&[S]);
        let zero = self.int(0);
        self.goto(head, [zero]);
        self.block = head;
        let i = vals[0].clone();
        let more = self.op2(LLOp::IntLt, i.clone(), n.clone(), B);
        let (body, done) = self.fork(more);
        self.block = body;
        let x = self.array_get(parts.items, i.clone(), from)?;
        let x = self.convert(x, from, to)?;
        let it = self.array_item(c);
        let x = self.coerce(x, it);
        self.emit(
            LLOp::SetArrayItem(c),
            [out.clone(), i.clone(), x],
            LLType::Void,
        );
        let i2 = self.op2(LLOp::IntAdd, i, self.int(1), S);
        self.goto(head, [i2]);
        self.block = done;
        Ok(ListParts {
            items: out,
            length: n,
        })
    }
    /// `a + b`
    pub fn list_concat(&mut self, hop: &Hop) -> R<Typed> {
        let r = hop.rresult;
        let item = self.rt.item_repr(r)?;
        let (x, xi) = self.sequence_parts(&hop.args[0])?;
        let (y, yi) = self.sequence_parts(&hop.args[1])?;
        let info = self.rt.list_shape(r)?;
        let plain = LLType::Ptr(self.plain_array(info.array));
        let like = k(Const::null(plain));
        let x = self.convert_items(x, xi, item, like.clone())?;
        let y = self.convert_items(y, yi, item, like)?;
        let items = self.helper_as(
            "rlist",
            "ll_concat_items",
            [
                x.items.into(),
                x.length.into(),
                y.items.into(),
                y.length.into(),
            ],
            plain,
        )?;
        let l = self.wrap_items(r, items)?;
        Ok((l, r))
    }
    /// `a += b`
    pub fn list_inplace_add(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        if !matches!(self.rt.repr(a.repr), Repr::List(_) | Repr::ByteArray)
            || !self.rt.list_shape(a.repr)?.resized
        {
            return self.list_concat(hop);
        }
        let v = self.arg(hop, 0)?;
        self.extend(a.repr, v.clone(), &hop.args[1])?;
        Ok((v, a.repr))
    }
    /// `l.extend(x)`
    pub fn extend(&mut self, r: ReprId, l: Opd, x: &HArg) -> R<()> {
        let item = self.rt.item_repr(r)?;
        let info = self.rt.list_shape(r)?;
        let (y, yi) = self.sequence_parts(x)?;
        let like = k(Const::null(LLType::Ptr(info.array)));
        let y = self.convert_items(y, yi, item, like)?;
        self.helper(
            "rlist",
            "ll_extend",
            [l.into(), y.items.into(), y.length.into()],
        )?;
        Ok(())
    }
    /// `a * n`
    pub fn list_repeat(&mut self, hop: &Hop, list: usize, count: usize) -> R<Typed> {
        let r = hop.rresult;
        let item = self.rt.item_repr(r)?;
        let n = self.int_arg(&hop.args[count], S)?;
        let info = self.rt.list_shape(r)?;
        let like = k(Const::null(LLType::Ptr(info.array)));
        if let Some(x) = self.repeated_item(hop, list)? {
            let x = self.harg_as(&x, item)?;
            let t = self.array_item(info.array);
            let x = self.coerce(x, t);
            // New arrays are zeroed; a float that equals zero can be -0.0.
            let items = match (&x, t) {
                (Opd::Const(c), _)
                    if *c == Const::zero(t)
                        && !matches!(t, LLType::Float | LLType::SingleFloat) =>
                {
                    let n = self.emit(LLOp::IntForceGeZero, [n], S);
                    self.malloc_var(info.array, n)?
                }
                (_, LLType::Float | LLType::SingleFloat) => self.helper_as(
                    "rlist",
                    "ll_repeat_float",
                    [like.into(), x.into(), n.into()],
                    LLType::Ptr(info.array),
                )?,
                _ => self.helper_as(
                    "rlist",
                    "ll_repeat_item",
                    [like.into(), x.into(), n.into()],
                    LLType::Ptr(info.array),
                )?,
            };
            let l = self.wrap_items(r, items)?;
            return Ok((l, r));
        }
        let (x, xi) = self.sequence_parts(&hop.args[list])?;
        let plain = LLType::Ptr(self.plain_array(info.array));
        let x = self.convert_items(x, xi, item, k(Const::null(plain)))?;
        let items = self.helper_as(
            "rlist",
            "ll_repeat_items",
            [x.items.into(), x.length.into(), n.into()],
            plain,
        )?;
        let l = self.wrap_items(r, items)?;
        Ok((l, r))
    }
    /// Whether an operation makes a list of one item for `[x] * n` only. Then nothing but the product is made, which is
    /// quicker and tells the JIT how long it is.
    pub(crate) fn is_repeated_item(
        &mut self,
        gid: GraphId,
        src: &HlGraph,
        block: BlockId,
        index: usize,
    ) -> R<bool> {
        let Some(product) = only_product(src, block, index) else {
            return Ok(false);
        };
        let ann = self.rt.pg().graphs[gid].bindings[product];
        let r = self.rt.repr_of(ann)?;
        if !matches!(self.rt.repr(r), Repr::List(_)) {
            return Ok(false);
        }
        let item = self.rt.item_repr(r)?;
        Ok(self.rt.lltype(item)? != LLType::Void)
    }
    /// The `x` of `[x] * n` if [`Lower::is_repeated_item`] holds for `[x]`.
    fn repeated_item(&mut self, hop: &Hop, list: usize) -> R<Option<HArg>> {
        let at = hop.opref;
        let flow = self.rt.pg().graphs[at.graph].flow.clone();
        let block = &flow.graph.blocks[at.block];
        let Operand::Var(v) = block.ops[at.index as usize].args[list] else {
            return Ok(None);
        };
        let Some(i) = block.ops.iter().position(|o| o.result == v) else {
            return Ok(None);
        };
        if !self.is_repeated_item(at.graph, &flow.graph, at.block, i)? {
            return Ok(None);
        }
        self.harg(at.graph, &block.ops[i].args[0]).map(Some)
    }
    /// `a *= n`
    pub fn list_inplace_mul(&mut self, hop: &Hop) -> R<Typed> {
        let r = hop.args[0].repr;
        let v = self.arg(hop, 0)?;
        let n = self.int_arg(&hop.args[1], S)?;
        self.helper("rlist", "ll_inplace_mul", [v.clone().into(), n.into()])?;
        Ok((v, r))
    }
    /// `a == b`
    pub fn list_eq(&mut self, a: &HArg, b: &HArg) -> R<Opd> {
        // None equals None alone.
        let (na, nb) = (self.null_test(a)?, self.null_test(b)?);
        let none = match (na, nb) {
            (None, None) => return self.items_eq(a, b),
            (Some(x), None) => {
                let x = self.not(x);
                return self.and_then(x, |s| s.items_eq(a, b));
            }
            (None, Some(y)) => {
                let y = self.not(y);
                return self.and_then(y, |s| s.items_eq(a, b));
            }
            (Some(x), Some(y)) => (x, y),
        };
        let (x, y) = none;
        self.if_else(
            x,
            B,
            |_| Ok(y.clone()),
            |s| {
                let y = s.not(y.clone());
                s.and_then(y, |s| s.items_eq(a, b))
            },
        )
    }
    /// Whether a list that may be None is; `None`: it never is.
    fn null_test(&mut self, a: &HArg) -> R<Option<Opd>> {
        if !matches!(self.rt.repr(a.repr), Repr::List(_)) {
            return Ok(None);
        }
        let v = self.harg_as(a, a.repr)?;
        Ok(match self.is_null(v) {
            Opd::Const(c) if c.as_bool() == Some(false) => None,
            null => Some(null),
        })
    }
    /// `a == b` of two lists that are there.
    fn items_eq(&mut self, a: &HArg, b: &HArg) -> R<Opd> {
        let (x, xi) = self.sequence_parts(a)?;
        let (y, yi) = self.sequence_parts(b)?;
        let number = |r: &Repr| matches!(r, Repr::Int(_) | Repr::Bool | Repr::Float);
        let (rx, ry) = (self.rt.repr(xi), self.rt.repr(yi));
        // Numbers of other kinds are compared as they are: a conversion may make them other numbers.
        let (y, eq) = if rx != ry && number(&rx) && number(&ry) {
            (y, self.mixed_eq_function(xi, yi)?)
        } else {
            let y = self.convert_items(y, yi, xi, x.items.clone())?;
            (y, self.eq_function(xi)?)
        };
        self.helper_as(
            "rlist",
            "ll_items_eq",
            [
                x.items.into(),
                x.length.into(),
                y.items.into(),
                y.length.into(),
                eq,
            ],
            B,
        )
    }
    /// The equality function of two representations of numbers, for helpers.
    fn mixed_eq_function(&mut self, x: ReprId, y: ReprId) -> R<HelperArg> {
        let types = [self.rt.lltype(x)?, self.rt.lltype(y)?];
        let key = format!("ll_eq_{x}_{y}");
        let f = self.rt.made_function(&key, &types, B, |l, args| {
            let (a, b) = (HArg::low(x, args[0].clone()), HArg::low(y, args[1].clone()));
            l.eq_values(&a, &b)
        })?;
        Ok(HelperArg::Val(k(self.rt.func_const(f))))
    }
    /// The equality function of a representation, for helpers.
    pub fn eq_function(&mut self, r: ReprId) -> R<HelperArg> {
        self.item_function("eq", r)
    }
    /// The `<` of a representation, for helpers.
    pub fn lt_function(&mut self, r: ReprId) -> R<HelperArg> {
        self.item_function("lt", r)
    }
    fn item_function(&mut self, what: &'static str, r: ReprId) -> R<HelperArg> {
        let repr = self.rt.repr(r);
        match (what, &repr) {
            (
                _,
                Repr::Int(_)
                | Repr::Bool
                | Repr::Float
                | Repr::Char
                | Repr::UniChar
                | Repr::Void
                | Repr::Only(_),
            ) => {
                let name = if what == "eq" { "ll_eq" } else { "ll_lt" };
                return Ok(HelperArg::Func(self.rt.library_function("rlist", name)?));
            }
            (_, Repr::Str | Repr::Unicode) => {
                let name = if what == "eq" { "ll_streq" } else { "ll_strlt" };
                return Ok(HelperArg::Func(self.rt.library_function("rstr", name)?));
            }
            ("eq", Repr::Instance(_) | Repr::Ptr(_) | Repr::Class | Repr::Functions(_)) => {
                let f = self.rt.library_function("rlist", "ll_eq")?;
                return Ok(HelperArg::Func(f));
            }
            _ => {}
        }
        let t = self.rt.lltype(r)?;
        let key = format!("ll_{what}_{r}");
        let f = self.rt.made_function(&key, &[t, t], B, |l, args| {
            let [a, b] = [0, 1].map(|i| HArg::low(r, args[i].clone()));
            if what == "eq" {
                l.eq_values(&a, &b)
            } else {
                match l.order_values(&a, &b, &HlOp::Lt)? {
                    Some(v) => Ok(v),
                    None => Err(l.rt.unsupported("an order of these values")),
                }
            }
        })?;
        Ok(HelperArg::Val(k(self.rt.func_const(f))))
    }
    /// `x in a`; the container comes first.
    pub fn contains(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        let v = match self.rt.repr(a.repr) {
            Repr::Dict(_) => self.dict_contains(hop)?,
            Repr::Str | Repr::Unicode | Repr::Char | Repr::UniChar => self.str_contains(hop)?,
            Repr::Range { step } => {
                let r = self.arg(hop, 0)?;
                let x = self.int_arg(&hop.args[1], S)?;
                let start = self.getfield(r.clone(), "start")?;
                let stop = self.getfield(r.clone(), "stop")?;
                let st = self.range_step(r, step)?;
                self.helper_as(
                    "rlist",
                    "ll_range_contains",
                    [start.into(), stop.into(), st.into(), x.into()],
                    B,
                )?
            }
            Repr::Void | Repr::Tuple(_) => {
                // A constant tuple: compare with each item.
                let items = match &a.const_value {
                    Some(t) => {
                        let mut out = Vec::new();
                        for x in t.as_tuple().unwrap_or_default().iter() {
                            out.push(self.const_arg(x)?);
                        }
                        out
                    }
                    None => self.tuple_items(&a)?,
                };
                let mut found = k(Const::bool(false));
                for x in items {
                    let y = hop.args[1].clone();
                    found = match &found {
                        Opd::Const(c) if c.as_bool() == Some(true) => found,
                        Opd::Const(_) => self.eq_values(&y, &x)?,
                        Opd::Var(_) => self.if_else(
                            found,
                            B,
                            |_| Ok(k(Const::bool(true))),
                            |s| s.eq_values(&y, &x),
                        )?,
                    };
                }
                found
            }
            Repr::List(_) | Repr::ByteArray => {
                let (parts, item) = self.sequence_parts(&a)?;
                if self.rt.lltype(item)? == LLType::Void {
                    let v = self.op2(LLOp::IntGt, parts.length, self.int(0), B);
                    return self.typed_bool(v);
                }
                let x = if self.rt.repr(a.repr) == Repr::ByteArray {
                    self.byte_arg(&hop.args[1])?
                } else {
                    self.arg_as(hop, 1, item)?
                };
                let eq = self.eq_function(item)?;
                let i = self.helper_as(
                    "rlist",
                    "ll_find_item",
                    [
                        parts.items.into(),
                        self.int(0).into(),
                        parts.length.into(),
                        x.into(),
                        eq,
                    ],
                    S,
                )?;
                self.op2(LLOp::IntGe, i, self.int(0), B)
            }
            _ => return Err(self.unsupported_op(hop)),
        };
        self.typed_bool(v)
    }
    /// A call of a method of a list.
    pub(crate) fn list_method(&mut self, hop: &Hop, m: ListMethod, a: &HArg) -> R<Typed> {
        use ListMethod as M;
        let r = a.repr;
        let l = self.harg_as(a, r)?;
        let item = self.rt.item_repr(r)?;
        let info = self.rt.list_shape(r)?;
        let item_ty = self.array_item(info.array);
        match m {
            M::Append => {
                let x = self.new_item(r, &hop.args[1])?;
                self.helper("rlist", "ll_append", [l.into(), x.into()])?;
                self.typed_void()
            }
            M::Extend => {
                self.extend(r, l, &hop.args[1])?;
                self.typed_void()
            }
            M::Insert => {
                let x = self.new_item(r, &hop.args[2])?;
                let len = self.getfield(l.clone(), "length")?;
                let i = self.int_arg(&hop.args[1], S)?;
                let i = self.limit(i, len)?;
                self.helper("rlist", "ll_insert", [l.into(), i.into(), x.into()])?;
                self.typed_void()
            }
            M::Pop => {
                let len = self.getfield(l.clone(), "length")?;
                let last = hop.args.len() == 1
                    || hop.args[1].const_value.as_ref().and_then(Value::as_int) == Some(-1);
                let v = if last {
                    let ok = self.op2(LLOp::IntGt, len, self.int(0), B);
                    self.check(ok, SafetyError::IndexOutOfRange)?;
                    self.helper_as("rlist", "ll_pop_last", [l.into()], item_ty)?
                } else {
                    let i = self.signed_index(&hop.args[1], len)?;
                    self.helper_as("rlist", "ll_pop_at", [l.into(), i.into()], item_ty)?
                };
                let v = if self.rt.lltype(item)? == LLType::Void {
                    k(Const::VOID)
                } else {
                    v
                };
                self.byte_item(r, v, item)
            }
            M::Reverse => {
                let p = self.list_parts(r, l)?;
                self.helper("rlist", "ll_reverse", [p.items.into(), p.length.into()])?;
                self.typed_void()
            }
            M::Index => {
                let i = self.find_item(hop, r, l, item)?;
                self.typed_int(i)
            }
            M::Remove => {
                let i = self.find_item(hop, r, l.clone(), item)?;
                self.helper("rlist", "ll_delitem", [l.into(), i.into()])?;
                self.typed_void()
            }
            M::Count => {
                let p = self.list_parts(r, l)?;
                let x = self.arg_as(hop, 1, item)?;
                let x = self.coerce(x, item_ty);
                let eq = self.eq_function(item)?;
                let args = [p.items.into(), p.length.into(), x.into(), eq];
                let v = self.helper_as("rlist", "ll_count_items", args, S)?;
                self.typed_int(v)
            }
            // Refused by the annotator.
            M::Sort | M::Clear | M::Copy => Err(self.no_method(m.row(), "a list")),
        }
    }
    /// An argument that becomes an item of a list.
    fn new_item(&mut self, list: ReprId, a: &HArg) -> R<Opd> {
        let item = self.rt.item_repr(list)?;
        let array = self.rt.list_shape(list)?.array;
        let x = if self.rt.repr(list) == Repr::ByteArray {
            self.byte_arg(a)?
        } else {
            self.harg_as(a, item)?
        };
        Ok(self.coerce(x, self.array_item(array)))
    }
    /// The index of the first item that is equal to the argument: ValueError if there is none.
    fn find_item(&mut self, hop: &Hop, r: ReprId, l: Opd, item: ReprId) -> R<Opd> {
        let p = self.list_parts(r, l)?;
        let x = self.arg_as(hop, 1, item)?;
        let array = self.rt.list_shape(r)?.array;
        let item_ty = self.array_item(array);
        let x = self.coerce(x, item_ty);
        let eq = self.eq_function(item)?;
        let args = [
            p.items.into(),
            self.int(0).into(),
            p.length.into(),
            x.into(),
            eq,
        ];
        let i = self.helper_as("rlist", "ll_find_item", args, S)?;
        let ok = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        self.check_raise(ok, "ValueError")?;
        Ok(i)
    }
    /// A call of a method that bytearrays have beside those of texts: they are lists of characters.
    pub(crate) fn bytearray_method(&mut self, hop: &Hop, m: ByteArrayMethod, a: &HArg) -> R<Typed> {
        let m = match m {
            ByteArrayMethod::Append => ListMethod::Append,
            ByteArrayMethod::Extend => ListMethod::Extend,
            ByteArrayMethod::Insert => ListMethod::Insert,
            ByteArrayMethod::Pop => ListMethod::Pop,
        };
        self.list_method(hop, m, a)
    }
    /// What is told of a list that a loop fills.
    pub fn hint_list(&mut self, hop: &Hop, op: &HlOp) -> R<Typed> {
        let list = hop.args[0].clone();
        if *op == HlOp::HintMaxLength {
            self.expect_length(&list, &hop.args[1])?;
        } else if list.repr != hop.rresult {
            // The list that the loop filled is not used any more: it can go on as the other one.
            let v = if self.rt.lltype(list.repr)? == self.rt.lltype(hop.rresult)? {
                self.harg_as(&list, list.repr)?
            } else {
                self.complete_list(&list, hop.rresult)?
            };
            return Ok((v, hop.rresult));
        }
        let v = self.harg_as(&list, list.repr)?;
        Ok((v, list.repr))
    }
    /// An empty list gets room for as many items as another value has, if that has a length.
    pub fn expect_length(&mut self, list: &HArg, source: &HArg) -> R<()> {
        let counted = matches!(
            self.rt.repr(source.repr),
            Repr::List(_)
                | Repr::ByteArray
                | Repr::Range { .. }
                | Repr::Str
                | Repr::Unicode
                | Repr::Dict(_)
                | Repr::Tuple(_)
        );
        let grows = matches!(self.rt.repr(list.repr), Repr::List(_))
            && self.rt.list_shape(list.repr)?.resized;
        if !counted || !grows {
            return Ok(());
        }
        let v = self.harg_as(source, source.repr)?;
        let n = self.len_of(source, v)?;
        let l = self.harg_as(list, list.repr)?;
        self.helper("rlist", "ll_maxlength", [l.into(), n.into()])?;
        Ok(())
    }
    /// The items of a list that nobody uses from here on, as a list of representation `r`.
    pub fn complete_list(&mut self, a: &HArg, r: ReprId) -> R<Opd> {
        let lists = matches!(
            (self.rt.repr(a.repr), self.rt.repr(r)),
            (Repr::List(_), Repr::List(_))
        );
        if !lists || self.rt.item_repr(a.repr)? != self.rt.item_repr(r)? {
            return self.copy_to_list(a, r);
        }
        let (from, to) = (self.rt.list_shape(a.repr)?, self.rt.list_shape(r)?);
        if !from.resized || to.resized {
            return self.copy_to_list(a, r);
        }
        let plain = LLType::Ptr(self.plain_array(to.array));
        let l = self.harg_as(a, a.repr)?;
        let items = self.helper_as("rlist", "ll_complete", [l.into()], plain)?;
        self.wrap_items(r, items)
    }
    /// `list(x)`: a fresh list of representation `r` with the items of a list, range, tuple or string.
    pub fn copy_to_list(&mut self, a: &HArg, r: ReprId) -> R<Opd> {
        if let (Repr::Range { .. }, Repr::List(_)) = (self.rt.repr(a.repr), self.rt.repr(r)) {
            let v = self.harg_as(a, a.repr)?;
            return self.range_to_list(v, a.repr, r);
        }
        if let Repr::Range { .. } = self.rt.repr(r) {
            return self.harg_as(a, r);
        }
        let item = self.rt.item_repr(r)?;
        let info = self.rt.list_shape(r)?;
        let (x, xi) = self.sequence_parts(a)?;
        let plain = LLType::Ptr(self.plain_array(info.array));
        let x = self.convert_items(x, xi, item, k(Const::null(plain)))?;
        let items = self.helper_as(
            "rlist",
            "ll_copy_items",
            [x.items.into(), self.int(0).into(), x.length.into()],
            plain,
        )?;
        self.wrap_items(r, items)
    }
}
