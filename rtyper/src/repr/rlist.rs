//! Lists. A list that is never resized is a GC array; a resizable one is `list { length, items }` with spare room in `items`.
//!
//! Reads and writes of items are done in line, with a bounds check (safe by default: a wrong index raises IndexError where a handler
//! sees it, and ends the program elsewhere). Everything larger is in `rpython/rtyper/lltypesystem/rlist.py`.
use std::rc::Rc;

use annotator::model::ListId;
use flowspace::live::Value;
use flowspace::lltype::{ContainerId, FieldType, LLType};
use flowspace::name::Name;

use super::rint::k;
use super::rslice::Bounds;
use super::{Repr, ReprId};
use crate::ll::ops::SafetyError;
use crate::ll::{Const, Init, LLOp, ObjId, Value as LLValue};
use crate::typer::consts::Pending;
use crate::typer::dispatch::Typed;
use crate::typer::helper::HelperArg;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R, RTyper};

const S: LLType = LLType::Signed;
const B: LLType = LLType::Bool;

/// The low-level types of a list definition.
#[derive(Clone, Copy, Debug)]
pub struct ListInfo {
    /// What list values point to: the array, or the list structure.
    pub container: ContainerId,
    /// The array of items.
    pub array: ContainerId,
    /// Whether it can be resized.
    pub resized: bool,
}

/// A list value taken apart.
#[derive(Clone)]
pub struct ListParts {
    /// The array (of a range: the range).
    pub items: Opd,
    /// The length.
    pub length: Opd,
}

impl RTyper {
    /// The structure of resizable lists of an item type.
    pub fn list_struct(&mut self, item: FieldType, name: Name) -> ContainerId {
        let a = self.types_mut().array(true, item);
        self.types_mut().structure(
            name.as_str(),
            true,
            &[
                ("length", FieldType::Value(S)),
                ("items", FieldType::Value(LLType::Ptr(a))),
            ],
        )
    }
    /// The low-level types of a list.
    pub fn list_info(&mut self, l: ListId) -> R<ListInfo> {
        if let Some(i) = self.lists.get(&l) {
            return Ok(**i);
        }
        let item = self.pg().list_item(l);
        let item = self.repr_of(item)?;
        let t = self.lltype(item)?;
        let item = FieldType::Value(self.storage(t));
        let resized = self.pg().list(l).resized;
        let array = self.types_mut().array(true, item);
        let container = if resized {
            self.list_struct(item, Name::new("list"))
        } else {
            array
        };
        let info = ListInfo {
            container,
            array,
            resized,
        };
        self.lists.insert(l, Rc::new(info));
        Ok(info)
    }
    /// Array container and resizability of a list representation.
    pub fn list_shape(&mut self, r: ReprId) -> R<ListInfo> {
        match self.repr(r) {
            Repr::List(l) => self.list_info(l),
            Repr::ByteArray => {
                let item = FieldType::Value(LLType::Char);
                Ok(ListInfo {
                    container: self.list_struct(item, Name::new("bytearray")),
                    array: self.types_mut().array(true, item),
                    resized: true,
                })
            }
            _ => Err(self.internal("no list")),
        }
    }
    /// The representation of a list's items.
    pub fn item_repr(&mut self, r: ReprId) -> R<ReprId> {
        match self.repr(r) {
            Repr::List(l) => {
                let a = self.pg().list_item(l);
                self.repr_of(a)
            }
            Repr::Range { .. } => Ok(self.intern(Repr::Int(S))),
            Repr::ByteArray => Ok(self.intern(Repr::Char)),
            _ => Err(self.internal("no list")),
        }
    }
    /// A prebuilt list.
    pub(crate) fn list_const(&mut self, r: ReprId, v: &Value) -> R<Const> {
        let LLType::Ptr(c) = self.lltype(r)? else {
            return Err(self.internal("no list"));
        };
        Ok(self.prebuilt(r, v, c, "list", Pending::List))
    }
    pub(crate) fn fill_list(&mut self, o: ObjId, r: ReprId, v: &Value) -> R<()> {
        let items: Vec<Value> = match v.unwrapped() {
            Value::List(l) => l.to_vec(),
            Value::Tuple(t) => t.to_vec(),
            Value::Range(x) => (0..x.len()).map(|i| Value::Int(x.get(i))).collect(),
            Value::ByteArray(b) => b.borrow().iter().map(|&c| Value::bytes(&[c])).collect(),
            _ => return Err(self.unsupported(format!("{v:?} as a prebuilt list"))),
        };
        if let Repr::Range { step } = self.repr(r) {
            let ints: Vec<i64> = items.iter().filter_map(Value::as_int).collect();
            self.prog.objects[o].init = self.range_init(step, &ints);
            return Ok(());
        }
        let info = self.list_shape(r)?;
        let item = self.item_repr(r)?;
        let t = self.lltype(item)?;
        let init = if t == LLType::Char {
            let mut bytes = Vec::new();
            for x in &items {
                let c = self.constant(item, x)?;
                bytes.push(c.as_int().unwrap_or(0) as u8);
            }
            Init::Bytes(bytes)
        } else {
            let mut out = Vec::new();
            for x in &items {
                let c = self.constant(item, x)?;
                out.push(Init::Value(if t == LLType::Void {
                    LLValue::Int(0)
                } else {
                    c.value
                }));
            }
            Init::Array(out)
        };
        if info.resized {
            let a = self.object_with(info.array, init, "items");
            self.prog.objects[o].init = Init::Struct(vec![
                Init::Value(LLValue::Int(items.len() as i64)),
                Init::Value(a.value),
            ]);
        } else {
            self.prog.objects[o].init = init;
        }
        Ok(())
    }
}

impl Lower<'_> {
    /// The representation of a list's items.
    pub fn list_item_repr(&mut self, r: ReprId) -> R<ReprId> {
        self.rt.item_repr(r)
    }
    /// A list of `n` zero items.
    pub fn new_list_of(&mut self, r: ReprId, n: Opd) -> R<Opd> {
        let info = self.rt.list_shape(r)?;
        let a = self.malloc_var(info.array, n.clone());
        if !info.resized {
            return Ok(a);
        }
        let l = self.malloc(info.container);
        self.setfield(l.clone(), "length", n)?;
        self.setfield(l.clone(), "items", a)?;
        Ok(l)
    }
    /// Items and length of a list (not of a range).
    pub fn list_parts(&mut self, r: ReprId, v: Opd) -> R<ListParts> {
        let info = self.rt.list_shape(r)?;
        Ok(if info.resized {
            ListParts {
                items: self.getfield(v.clone(), "items")?,
                length: self.getfield(v, "length")?,
            }
        } else {
            let n = self.emit(LLOp::GetArraySize(info.array), [v.clone()], S);
            ListParts {
                items: v,
                length: n,
            }
        })
    }
    /// A list argument, a range or tuple or string materialised, as items and length with its item representation.
    pub fn sequence_parts(&mut self, a: &HArg) -> R<(ListParts, ReprId)> {
        let v = self.harg_as(a, a.repr)?;
        match self.rt.repr(a.repr) {
            Repr::List(_) | Repr::ByteArray => {
                let item = self.rt.item_repr(a.repr)?;
                Ok((self.list_parts(a.repr, v)?, item))
            }
            Repr::Range { .. } => {
                let l = self.helper_range(a.repr, v)?;
                let item = self.rt.intern(Repr::Int(S));
                let c = self.rt.types_mut().array(true, FieldType::Value(S));
                let n = self.emit(LLOp::GetArraySize(c), [l.clone()], S);
                Ok((
                    ListParts {
                        items: l,
                        length: n,
                    },
                    item,
                ))
            }
            Repr::Str | Repr::Char => {
                let s = self.rt.intern(Repr::Str);
                let v = self.convert(v, a.repr, s)?;
                let arr = self
                    .rt
                    .types_mut()
                    .array(true, FieldType::Value(LLType::Char));
                let l = self.helper_as(
                    "rstr",
                    "ll_str2array",
                    [HelperArg::Type(LLType::Ptr(arr)), v.into()],
                    LLType::Ptr(arr),
                )?;
                let n = self.emit(LLOp::GetArraySize(arr), [l.clone()], S);
                let item = self.rt.intern(Repr::Char);
                Ok((
                    ListParts {
                        items: l,
                        length: n,
                    },
                    item,
                ))
            }
            Repr::Tuple(items) => {
                let item = items.first().copied().unwrap_or(self.rt.intern(Repr::Void));
                let t = self.rt.lltype(item)?;
                let t = self.rt.storage(t);
                let c = self.rt.types_mut().array(true, FieldType::Value(t));
                let n = self.int(items.len() as i64);
                let l = self.malloc_var(c, n.clone());
                for (i, x) in self.tuple_items(a)?.iter().enumerate() {
                    let x = self.harg_as(x, item)?;
                    let x = self.coerce(x, t);
                    let i = self.int(i as i64);
                    self.emit(LLOp::SetArrayItem(c), [l.clone(), i, x], LLType::Void);
                }
                Ok((
                    ListParts {
                        items: l,
                        length: n,
                    },
                    item,
                ))
            }
            _ => Err(self
                .rt
                .unsupported(format!("{} as a list", self.rt.show_repr(a.repr)))),
        }
    }
    fn helper_range(&mut self, r: ReprId, v: Opd) -> R<Opd> {
        let Repr::Range { step } = self.rt.repr(r) else {
            return Err(self.rt.internal("no range"));
        };
        let start = self.getfield(v.clone(), "start")?;
        let n = self.range_len(v.clone(), step)?;
        let st = self.range_step(v, step)?;
        let c = self.rt.types_mut().array(true, FieldType::Value(S));
        self.helper_as(
            "rlist",
            "ll_range_items",
            [
                HelperArg::Type(LLType::Ptr(c)),
                start.into(),
                n.into(),
                st.into(),
            ],
            LLType::Ptr(c),
        )
    }
    /// A list of representation `r` around an array of exactly its items.
    pub fn wrap_items(&mut self, r: ReprId, items: Opd) -> R<Opd> {
        let info = self.rt.list_shape(r)?;
        let items = self.cast_pointer(items, LLType::Ptr(info.array));
        if !info.resized {
            return Ok(items);
        }
        let n = self.emit(LLOp::GetArraySize(info.array), [items.clone()], S);
        let l = self.malloc(info.container);
        self.setfield(l.clone(), "length", n)?;
        self.setfield(l.clone(), "items", items)?;
        Ok(l)
    }
    /// `list[i] = v`, in range, `v` in the item representation.
    pub fn set_list_item(&mut self, r: ReprId, list: Opd, i: Opd, v: Opd) -> R<()> {
        let info = self.rt.list_shape(r)?;
        let items = if info.resized {
            self.getfield(list, "items")?
        } else {
            list
        };
        let t = self.array_item(info.array);
        let v = self.coerce(v, t);
        self.emit(LLOp::SetArrayItem(info.array), [items, i, v], LLType::Void);
        Ok(())
    }
    /// `items[i]` of an array of items of representation `item`.
    pub fn array_get(&mut self, items: Opd, i: Opd, item: ReprId) -> R<Opd> {
        let LLType::Ptr(c) = self.ty(&items) else {
            return Err(self.rt.internal("no array"));
        };
        let t = self.array_item(c);
        let v = self.emit(LLOp::GetArrayItem(c), [items, i], t);
        Ok(if self.rt.lltype(item)? == LLType::Void {
            k(Const::VOID)
        } else {
            v
        })
    }
    /// An index, `len` added if it is negative.
    pub fn index_arg(&mut self, a: &HArg, len: impl FnOnce(&mut Self) -> R<Opd>) -> R<Opd> {
        let i = self.int_arg(a, S)?;
        if a.ann.is_nonneg() {
            return Ok(i);
        }
        let n = len(self)?;
        if let Opd::Const(c) = &i {
            let c = c.as_int().unwrap_or(0);
            return Ok(if c < 0 {
                self.op2(LLOp::IntAdd, n, k(Const::signed(c)), S)
            } else {
                i
            });
        }
        let sign = self.op2(LLOp::IntRshift, i.clone(), self.int(63), S);
        let add = self.op2(LLOp::IntAnd, sign, n, S);
        Ok(self.op2(LLOp::IntAdd, i, add, S))
    }
    /// A checked index: `0 <= i < n`.
    pub fn checked_index(&mut self, a: &HArg, n: Opd) -> R<Opd> {
        let m = n.clone();
        let i = self.index_arg(a, |_| Ok(m))?;
        let (ui, un) = (
            self.int_to_int(i.clone(), S, LLType::Unsigned),
            self.int_to_int(n, S, LLType::Unsigned),
        );
        let ok = self.op2(LLOp::UintLt, ui, un, B);
        self.check(ok, SafetyError::IndexOutOfRange, "IndexError")?;
        Ok(i)
    }
    /// `len(x)`
    pub fn len_op(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        let v = self.arg(hop, 0)?;
        let n = self.len_of(&a, v)?;
        self.typed_int(n)
    }
    /// The length of a value.
    pub fn len_of(&mut self, a: &HArg, v: Opd) -> R<Opd> {
        Ok(match self.rt.repr(a.repr) {
            Repr::List(_) | Repr::ByteArray => {
                let info = self.rt.list_shape(a.repr)?;
                if info.resized {
                    self.getfield(v, "length")?
                } else {
                    self.emit(LLOp::GetArraySize(info.array), [v], S)
                }
            }
            Repr::Range { step } => self.range_len(v, step)?,
            Repr::Str | Repr::Unicode => self.str_len(v),
            Repr::Char | Repr::UniChar => self.int(1),
            Repr::Dict(_) => self.dict_len(v)?,
            Repr::Tuple(items) => self.int(items.len() as i64),
            Repr::Ptr(c) => self.ptr_len(v, c)?,
            Repr::Void => match a.konst.as_ref().and_then(Value::as_tuple) {
                Some(t) => self.int(t.len() as i64),
                None => self.int(0),
            },
            Repr::StringBuilder | Repr::UnicodeBuilder => self.getfield(v, "length")?,
            _ => {
                let what = format!("len of {}", self.rt.show_repr(a.repr));
                return Err(self.rt.unsupported(what));
            }
        })
    }
    /// `[a, b]`
    pub fn newlist(&mut self, hop: &Hop) -> R<Typed> {
        let r = hop.rresult;
        if let Repr::Range { step } = self.rt.repr(r) {
            // Only an empty list can be mixed with ranges.
            let c = self.rt.range_struct(step);
            let p = self.malloc(c);
            return Ok((p, r));
        }
        let item = self.rt.item_repr(r)?;
        let mut vals = Vec::new();
        for i in 0..hop.args.len() {
            vals.push(self.arg_as(hop, i, item)?);
        }
        let n = self.int(vals.len() as i64);
        let l = self.new_list_of(r, n)?;
        if vals.is_empty() {
            return Ok((l, r));
        }
        let parts = self.list_parts(r, l.clone())?;
        let LLType::Ptr(c) = self.ty(&parts.items) else {
            return Err(self.rt.internal("no array"));
        };
        let t = self.array_item(c);
        for (i, v) in vals.into_iter().enumerate() {
            let v = self.coerce(v, t);
            let i = self.int(i as i64);
            self.emit(
                LLOp::SetArrayItem(c),
                [parts.items.clone(), i, v],
                LLType::Void,
            );
        }
        Ok((l, r))
    }
    /// `a[i]`
    pub fn getitem(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        if let Repr::Slice { .. } = self.rt.repr(hop.args[1].repr) {
            let b = self.slice_bounds(&hop.args[1])?;
            return self.slice_of(hop, b);
        }
        match self.rt.repr(a.repr) {
            Repr::List(_) | Repr::ByteArray => {
                let v = self.arg(hop, 0)?;
                let parts = self.list_parts(a.repr, v)?;
                let i = self.checked_index(&hop.args[1], parts.length)?;
                let item = self.rt.item_repr(a.repr)?;
                let x = self.array_get(parts.items, i, item)?;
                Ok((x, item))
            }
            Repr::Range { step } => {
                let v = self.arg(hop, 0)?;
                let n = self.range_len(v.clone(), step)?;
                let i = self.checked_index(&hop.args[1], n)?;
                let x = self.range_item(v, step, i)?;
                self.typed_int(x)
            }
            Repr::Str | Repr::Unicode | Repr::Char | Repr::UniChar => self.str_getitem(hop),
            Repr::Tuple(items) => self.tuple_getitem(hop, &items),
            Repr::Dict(_) => self.dict_getitem(hop),
            Repr::Ptr(c) => self.ptr_getitem(hop, c),
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// `a[i] = v`
    pub fn setitem(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        match self.rt.repr(a.repr) {
            Repr::List(_) | Repr::ByteArray => {
                let v = self.arg(hop, 0)?;
                let item = self.rt.item_repr(a.repr)?;
                let x = if self.rt.repr(a.repr) == Repr::ByteArray {
                    self.byte_arg(&hop.args[2])?
                } else {
                    self.arg_as(hop, 2, item)?
                };
                let parts = self.list_parts(a.repr, v)?;
                let i = self.checked_index(&hop.args[1], parts.length)?;
                let LLType::Ptr(c) = self.ty(&parts.items) else {
                    return Err(self.rt.internal("no array"));
                };
                let t = self.array_item(c);
                let x = self.coerce(x, t);
                self.emit(LLOp::SetArrayItem(c), [parts.items, i, x], LLType::Void);
                self.typed_void()
            }
            Repr::Dict(_) => self.dict_setitem(hop),
            Repr::Ptr(c) => self.ptr_setitem(hop, c),
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// A byte, given as an integer or a character.
    pub fn byte_arg(&mut self, a: &HArg) -> R<Opd> {
        let v = self.harg_as(a, a.repr)?;
        match self.ty(&v) {
            LLType::Char => Ok(v),
            LLType::Signed => Ok(self.emit(LLOp::CastIntToChar, [v], LLType::Char)),
            _ => Err(self.rt.unsupported("such an item of a bytearray")),
        }
    }
    /// `del a[i]`
    pub fn delitem(&mut self, hop: &Hop) -> R<Typed> {
        let a = hop.args[0].clone();
        match self.rt.repr(a.repr) {
            Repr::List(_) | Repr::ByteArray => {
                let v = self.arg(hop, 0)?;
                if let Repr::Slice { .. } = self.rt.repr(hop.args[1].repr) {
                    let b = self.slice_bounds(&hop.args[1])?;
                    return self.delete_slice(v, b);
                }
                let n = self.getfield(v.clone(), "length")?;
                let i = self.checked_index(&hop.args[1], n)?;
                self.helper("rlist", "ll_delitem", [v.into(), i.into()])?;
                self.typed_void()
            }
            Repr::Dict(_) => self.dict_delitem(hop),
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// `a[start:stop]`
    pub fn getslice(&mut self, hop: &Hop) -> R<Typed> {
        let b = self.bounds(&hop.args[1], &hop.args[2])?;
        self.slice_of(hop, b)
    }
    fn slice_of(&mut self, hop: &Hop, b: Bounds) -> R<Typed> {
        let a = hop.args[0].clone();
        match self.rt.repr(a.repr) {
            Repr::Str | Repr::Unicode | Repr::Char | Repr::UniChar => self.str_slice(hop, b),
            Repr::List(_) | Repr::ByteArray | Repr::Range { .. } => {
                let (parts, _) = self.sequence_parts(&a)?;
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
                    [parts.items.into(), start.into(), stop.into()],
                    t,
                )?;
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
    fn delete_slice(&mut self, v: Opd, b: Bounds) -> R<Typed> {
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
        let out = self.malloc_var(c, n.clone());
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
        let like = k(Const::null(LLType::Ptr(info.array)));
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
            LLType::Ptr(info.array),
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
        let (x, xi) = self.sequence_parts(&hop.args[list])?;
        let info = self.rt.list_shape(r)?;
        let like = k(Const::null(LLType::Ptr(info.array)));
        let x = self.convert_items(x, xi, item, like)?;
        let items = self.helper_as(
            "rlist",
            "ll_repeat_items",
            [x.items.into(), x.length.into(), n.into()],
            LLType::Ptr(info.array),
        )?;
        let l = self.wrap_items(r, items)?;
        Ok((l, r))
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
        let (x, xi) = self.sequence_parts(a)?;
        let (y, yi) = self.sequence_parts(b)?;
        let y = self.convert_items(y, yi, xi, x.items.clone())?;
        let eq = self.eq_function(xi)?;
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
                Repr::Int(_) | Repr::Bool | Repr::Float | Repr::Char | Repr::UniChar | Repr::Void,
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
            let [a, b] = [0, 1].map(|i| HArg {
                ann: annotator::Annotation::impossible(),
                repr: r,
                opd: Some(args[i].clone()),
                konst: None,
            });
            if what == "eq" {
                l.eq_values(&a, &b)
            } else {
                match l.order_values(&a, &b, &flowspace::flow::HlOp::Lt)? {
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
                let items = match &a.konst {
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
                let x = self.arg_as(hop, 1, item)?;
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
    /// Methods of lists.
    pub fn list_method(&mut self, hop: &Hop, name: &str, a: &HArg) -> R<Typed> {
        let r = a.repr;
        let l = self.harg_as(a, r)?;
        let n = hop.args.len() - 1;
        let item = self.rt.item_repr(r)?;
        let info = self.rt.list_shape(r)?;
        let item_ty = self.array_item(info.array);
        match (name, n) {
            ("append", 1) => {
                let x = if self.rt.repr(r) == Repr::ByteArray {
                    self.byte_arg(&hop.args[1])?
                } else {
                    self.arg_as(hop, 1, item)?
                };
                let x = self.coerce(x, item_ty);
                self.helper("rlist", "ll_append", [l.into(), x.into()])?;
                self.typed_void()
            }
            ("extend", 1) => {
                self.extend(r, l, &hop.args[1])?;
                self.typed_void()
            }
            ("insert", 2) => {
                let x = self.arg_as(hop, 2, item)?;
                let x = self.coerce(x, item_ty);
                let len = self.getfield(l.clone(), "length")?;
                let i = self.int_arg(&hop.args[1], S)?;
                let i = self.limit(i, len)?;
                self.helper("rlist", "ll_insert", [l.into(), i.into(), x.into()])?;
                self.typed_void()
            }
            ("pop", 0 | 1) => {
                let len = self.getfield(l.clone(), "length")?;
                let last = n == 0 || hop.args[1].konst.as_ref().and_then(Value::as_int) == Some(-1);
                let v = if last {
                    let ok = self.op2(LLOp::IntGt, len, self.int(0), B);
                    self.check(ok, SafetyError::IndexOutOfRange, "IndexError")?;
                    self.helper_as("rlist", "ll_pop_last", [l.into()], item_ty)?
                } else {
                    let i = self.checked_index(&hop.args[1], len)?;
                    self.helper_as("rlist", "ll_pop_at", [l.into(), i.into()], item_ty)?
                };
                let v = if self.rt.lltype(item)? == LLType::Void {
                    k(Const::VOID)
                } else {
                    v
                };
                Ok((v, item))
            }
            ("reverse", 0) => {
                let p = self.list_parts(r, l)?;
                self.helper("rlist", "ll_reverse", [p.items.into(), p.length.into()])?;
                self.typed_void()
            }
            ("index", 1..=3) | ("count" | "remove", 1) => {
                let p = self.list_parts(r, l.clone())?;
                let x = self.arg_as(hop, 1, item)?;
                let x = self.coerce(x, item_ty);
                let eq = self.eq_function(item)?;
                if name == "count" {
                    let v = self.helper_as(
                        "rlist",
                        "ll_count_items",
                        [p.items.into(), p.length.into(), x.into(), eq],
                        S,
                    )?;
                    return self.typed_int(v);
                }
                let start = if n >= 2 {
                    let i = self.int_arg(&hop.args[2], S)?;
                    self.limit(i, p.length.clone())?
                } else {
                    self.int(0)
                };
                let stop = if n >= 3 {
                    let i = self.int_arg(&hop.args[3], S)?;
                    self.limit(i, p.length.clone())?
                } else {
                    p.length.clone()
                };
                let i = self.helper_as(
                    "rlist",
                    "ll_find_item",
                    [p.items.into(), start.into(), stop.into(), x.into(), eq],
                    S,
                )?;
                let ok = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
                self.check_raise(ok, "ValueError")?;
                if name == "remove" {
                    self.helper("rlist", "ll_delitem", [l.into(), i.into()])?;
                    return self.typed_void();
                }
                self.typed_int(i)
            }
            ("sort", 0) => {
                let p = self.list_parts(r, l)?;
                let lt = self.lt_function(item)?;
                self.helper("rlist", "ll_sort", [p.items.into(), p.length.into(), lt])?;
                self.typed_void()
            }
            ("clear", 0) => {
                self.helper("rlist", "ll_clear", [l.into()])?;
                self.typed_void()
            }
            ("copy", 0) => {
                let v = self.copy_to_list(a, hop.rresult)?;
                Ok((v, hop.rresult))
            }
            _ => Err(self
                .rt
                .unsupported(format!("the method `{name}` of a list"))),
        }
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
        let like = k(Const::null(LLType::Ptr(info.array)));
        let x = self.convert_items(x, xi, item, like)?;
        let items = self.helper_as(
            "rlist",
            "ll_copy_items",
            [x.items.into(), self.int(0).into(), x.length.into()],
            LLType::Ptr(info.array),
        )?;
        self.wrap_items(r, items)
    }
}
