//! Lists. A list that is never resized is a GC array; a resizable one is `list { length, items }` with spare room in
//! `items`. The array of a list that nobody writes to after it was made is immutable: its items can be read while
//! translating (prebuilt lists) or while the JIT compiles (lists that are green), without a declaration.
//!
//! Reads and writes of items are done in line, with a bounds check (safe by default: a wrong index raises IndexError
//! where a handler sees it, and ends the program elsewhere). Everything larger is in
//! `rpython/rtyper/lltypesystem/rlist.py`.

use annotator::model::ListId;
use ir::lltype::{ContainerId, FieldType, LLType};
use ir::name::Name;
use lowlevel::ops::SafetyError;
use lowlevel::{Const, Init, LLOp, ObjId, Value as LLValue};
use python::live::{Identity, ListObj, Value};
use rustc_hash::FxHashMap;

use crate::repr::numbers::rint::k;
use crate::repr::{Repr, ReprId};
use crate::typer::consts::Pending;
use crate::typer::dispatch::Typed;
use crate::typer::helper::HelperArg;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R, RTyper};

const S: LLType = LLType::Signed;
const B: LLType = LLType::Bool;

/// How many items of a prebuilt list are looked at in one go.
const CHUNK: usize = 1 << 12;

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

/// The low-level types of lists.
pub(super) type Lists = FxHashMap<ListId, ListState>;

/// How far a list's types are.
#[derive(Clone, Copy)]
pub(super) enum ListState {
    /// They are being found; the type that was declared because an item refers back.
    Begun(Option<ContainerId>),
    Done(ListInfo),
}

/// A list value taken apart.
#[derive(Clone)]
pub struct ListParts {
    /// The array (of a range: the range).
    pub items: Opd,
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
        let resized = self.pg().list(l).resized;
        match self.containers.lists.get(&l).copied() {
            Some(ListState::Done(info)) => return Ok(info),
            // A list of lists of itself: the type of the inner ones is declared, and defined below.
            Some(ListState::Begun(declared)) => {
                let container =
                    declared.unwrap_or_else(|| self.types_mut().forward(Name::new("list"), true));
                let begun = ListState::Begun(Some(container));
                self.containers.lists.insert(l, begun);
                return Ok(ListInfo {
                    container,
                    array: container,
                    resized,
                });
            }
            None => {}
        }
        self.containers.lists.insert(l, ListState::Begun(None));
        let item = self.pg().list_item(l);
        let item = self.repr_of(item).and_then(|r| self.lltype(r));
        let declared = match self.containers.lists.remove(&l) {
            Some(ListState::Begun(declared)) => declared,
            _ => None,
        };
        let item = FieldType::Value(self.storage(item?));
        let fixed = !resized && !self.pg().list(l).mutated;
        let mut array = self.types_mut().array_with(true, item, fixed);
        let container = match (declared, resized) {
            (None, true) => self.list_struct(item, Name::new("list")),
            (None, false) => array,
            (Some(c), true) => {
                let plain = self.list_struct(item, Name::new("list"));
                let definition = self.types().get(plain).clone();
                self.types_mut().define(c, definition);
                c
            }
            (Some(c), false) => {
                let definition = self.types().get(array).clone();
                self.types_mut().define(c, definition);
                array = c;
                c
            }
        };
        let info = ListInfo {
            container,
            array,
            resized,
        };
        self.containers.lists.insert(l, ListState::Done(info));
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
    /// The low-level object of a list that exists before the program starts.
    pub(crate) fn list_const(&mut self, r: ReprId, v: &Value) -> R<Const> {
        let LLType::Ptr(c) = self.lltype(r)? else {
            return Err(self.internal("no list"));
        };
        Ok(self.prebuilt(r, v, c, || "list".into(), Pending::List))
    }
    pub(crate) fn fill_list(&mut self, o: ObjId, r: ReprId, v: &Value) -> R<()> {
        let items: Vec<Value> = match v.unwrapped() {
            Value::List(l) => return self.fill_list_items(o, r, &l),
            Value::Tuple(t) => t.to_vec(),
            Value::Range(x) => (0..x.len()).map(|i| Value::Int(x.get(i))).collect(),
            Value::ByteArray(b) => b.borrow().iter().map(|&c| Value::bytes(&[c])).collect(),
            _ => return Err(self.unsupported(format!("{v:?} as a prebuilt list"))),
        };
        self.fill_list_items(o, r, &ListObj::new(items))
    }
    fn fill_list_items(&mut self, o: ObjId, r: ReprId, list: &ListObj) -> R<()> {
        if let Repr::Range { step } = self.repr(r) {
            let ints: Vec<i64> = list
                .items
                .borrow()
                .iter()
                .filter_map(Value::as_int)
                .collect();
            self.prog.objects[o].init = self.range_init(step, &ints);
            return Ok(());
        }
        let info = self.list_shape(r)?;
        let item = self.item_repr(r)?;
        let t = self.lltype(item)?;
        let n = list.len();
        let mut bytes = Vec::new();
        let mut out = Vec::new();
        if t == LLType::Char {
            bytes.reserve_exact(n);
        } else {
            out.reserve_exact(n);
        }
        // Large tables repeat themselves, and are not copied as a whole.
        let mut last: Option<(Identity, LLValue)> = None;
        for start in (0..n).step_by(CHUNK) {
            let chunk = list.items.borrow()[start..n.min(start + CHUNK)].to_vec();
            for x in &chunk {
                let value = match last {
                    Some((known, value)) if known == x.identity() => value,
                    _ => self.constant(item, x)?.value,
                };
                last = Some((x.identity(), value));
                match (t, value) {
                    (LLType::Char, LLValue::Int(c)) => bytes.push(c as u8),
                    (LLType::Char, _) => bytes.push(0),
                    (LLType::Void, _) => out.push(Init::Value(LLValue::Int(0))),
                    _ => out.push(Init::Value(value)),
                }
            }
        }
        let init = if t == LLType::Char {
            Init::Bytes(bytes)
        } else {
            Init::Array(out)
        };
        if info.resized {
            let a = self.object_with(info.array, init, "items");
            self.prog.objects[o].init = Init::Struct(vec![
                Init::Value(LLValue::Int(n as i64)),
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
        if !info.resized {
            return self.malloc_var(info.array, n);
        }
        let empty = matches!(&n, Opd::Const(c) if c.as_int() == Some(0));
        let a = if empty {
            let none = k(self.rt.empty_array(info.array));
            let ty = LLType::Ptr(info.array);
            self.helper_as("rlist", "ll_no_items", [none.into()], ty)?
        } else {
            self.malloc_var(info.array, n.clone())?
        };
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
    /// A list argument, a range or tuple or string materialised, as items and length with its item representation. The
    /// helpers that work on it know one type of arrays: that of items that may be written.
    pub fn sequence_parts(&mut self, a: &HArg) -> R<(ListParts, ReprId)> {
        self.check_argument(a)?;
        let a = &self.of_one_kind(a)?;
        let v = self.harg_as(a, a.repr)?;
        match self.rt.repr(a.repr) {
            Repr::List(_) | Repr::ByteArray => {
                let item = self.rt.item_repr(a.repr)?;
                let mut parts = self.list_parts(a.repr, v)?;
                if let LLType::Ptr(c) = self.ty(&parts.items) {
                    let plain = self.plain_array(c);
                    parts.items = self.cast_pointer(parts.items, LLType::Ptr(plain));
                }
                Ok((parts, item))
            }
            Repr::Range { .. } => {
                let items = self.helper_range(a.repr, v)?;
                let item = self.rt.intern(Repr::Int(S));
                let c = self.rt.types_mut().array(true, FieldType::Value(S));
                let length = self.emit(LLOp::GetArraySize(c), [items.clone()], S);
                Ok((ListParts { items, length }, item))
            }
            Repr::Str | Repr::Char => {
                let s = self.rt.intern(Repr::Str);
                let v = self.convert(v, a.repr, s)?;
                self.text_parts(v, LLType::Char, Repr::Char)
            }
            Repr::Unicode | Repr::UniChar => {
                let s = self.as_string(a, true)?;
                self.text_parts(s, LLType::UniChar, Repr::UniChar)
            }
            Repr::Tuple(items) => self.tuple_parts(a, &items),
            Repr::Iter { .. } | Repr::Instance(_) => {
                let text = "an iterator stands where a list is needed";
                Err(Box::new(
                    ir::diag::Diagnostic::error("E0482", self.span, text)
                        .help("make a list of it first: list(x)"),
                ))
            }
            _ => Err(self
                .rt
                .unsupported(format!("{} as a list", self.rt.show_repr(a.repr)))),
        }
    }
    /// The characters of a text as a new array.
    fn text_parts(&mut self, text: Opd, char: LLType, item: Repr) -> R<(ListParts, ReprId)> {
        let arr = self.rt.types_mut().array(true, FieldType::Value(char));
        let ty = LLType::Ptr(arr);
        let args = [HelperArg::Type(ty), text.into()];
        let items = self.helper_as("rstr", "ll_str2array", args, ty)?;
        let length = self.emit(LLOp::GetArraySize(arr), [items.clone()], S);
        Ok((ListParts { items, length }, self.rt.intern(item)))
    }
    /// The items of a tuple, which are of one kind, as a new array.
    fn tuple_parts(&mut self, a: &HArg, items: &[ReprId]) -> R<(ListParts, ReprId)> {
        let item = items.first().copied().unwrap_or(self.rt.intern(Repr::Void));
        let t = self.rt.lltype(item)?;
        let t = self.rt.storage(t);
        let c = self.rt.types_mut().array(true, FieldType::Value(t));
        let length = self.int(items.len() as i64);
        let array = self.malloc_var(c, length.clone())?;
        for (i, x) in self.tuple_items(a)?.iter().enumerate() {
            let x = self.harg_as(x, item)?;
            let x = self.coerce(x, t);
            let i = self.int(i as i64);
            self.emit(LLOp::SetArrayItem(c), [array.clone(), i, x], LLType::Void);
        }
        let parts = ListParts {
            items: array,
            length,
        };
        Ok((parts, item))
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
    /// The array type with the items of another, not marked immutable: arrays are made and copied as such, whatever
    /// list they are for.
    pub fn plain_array(&mut self, c: ContainerId) -> ContainerId {
        let t = self.array_item(c);
        self.rt.types_mut().array(true, FieldType::Value(t))
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
        Ok(self.counted_from_the_end(i, n))
    }
    /// A checked index: `0 <= i < n`.
    pub fn checked_index(&mut self, a: &HArg, n: Opd) -> R<Opd> {
        let Some(i) = self.unsigned_index(a) else {
            return self.signed_index(a, n);
        };
        let length = self.int_to_int(n, S, LLType::Unsigned);
        let ok = self.op2(LLOp::UintLt, i.clone(), length, B);
        self.check(ok, SafetyError::IndexOutOfRange)?;
        Ok(self.int_to_int(i, LLType::Unsigned, S))
    }
    /// A checked index that must fit a signed word (OverflowError). For a JIT one of which nothing is known is taken
    /// for an index from the start first: those from the end are rare, and code in which none was seen knows after one
    /// comparison that it is not negative. (Without a JIT the same index is checked again where it is used again,
    /// since ways meet in between.)
    pub fn signed_index(&mut self, a: &HArg, n: Opd) -> R<Opd> {
        if !self.rt.for_jit || a.ann.is_nonneg() || a.const_value.is_some() {
            let m = n.clone();
            let i = self.index_arg(a, |_| Ok(m))?;
            let ok = self.is_index(i.clone(), n);
            self.check(ok, SafetyError::IndexOutOfRange)?;
            return Ok(i);
        }
        let i = self.int_arg(a, S)?;
        let ok = self.is_index(i.clone(), n.clone());
        let ok = self.emit(LLOp::Likely, [ok], B);
        let same = i.clone();
        self.if_else(
            ok,
            S,
            |_| Ok(same),
            |s| {
                let i = s.counted_from_the_end(i, n.clone());
                let ok = s.is_index(i.clone(), n);
                s.check(ok, SafetyError::IndexOutOfRange)?;
                Ok(i)
            },
        )
    }
    /// An index that is an unsigned word. One that a signed word cannot hold is out of range like any other that is
    /// too large, so that the one comparison is enough.
    fn unsigned_index(&self, a: &HArg) -> Option<Opd> {
        let unsigned = matches!(self.rt.reprs[a.repr], Repr::Int(LLType::Unsigned));
        a.opd
            .clone()
            .filter(|_| unsigned && a.const_value.is_none())
    }
    /// `0 <= i < n`, where `n` is not negative.
    fn is_index(&mut self, i: Opd, n: Opd) -> Opd {
        let i = self.int_to_int(i, S, LLType::Unsigned);
        let n = self.int_to_int(n, S, LLType::Unsigned);
        self.op2(LLOp::UintLt, i, n, B)
    }
    /// `i`, `n` added if it is negative.
    fn counted_from_the_end(&mut self, i: Opd, n: Opd) -> Opd {
        let sign = self.op2(LLOp::IntRshift, i.clone(), self.int(63), S);
        let add = self.op2(LLOp::IntAnd, sign, n, S);
        self.op2(LLOp::IntAdd, i, add, S)
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
            Repr::Void => match a.const_value.as_ref().and_then(Value::as_tuple) {
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
                self.byte_item(a.repr, x, item)
            }
            Repr::Range { step } => {
                let v = self.arg(hop, 0)?;
                let n = self.range_count(v.clone(), step)?;
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
    /// An item as programs see it: those of a bytearray are integers.
    pub fn byte_item(&mut self, list: ReprId, x: Opd, item: ReprId) -> R<Typed> {
        if self.rt.repr(list) != Repr::ByteArray {
            return Ok((x, item));
        }
        let v = self.emit(LLOp::CastCharToInt, [x], S);
        self.typed_int(v)
    }
    /// A byte, given as an integer or a character.
    pub fn byte_arg(&mut self, a: &HArg) -> R<Opd> {
        let v = self.harg_as(a, a.repr)?;
        match self.ty(&v) {
            LLType::Char => Ok(v),
            LLType::Signed => {
                let (byte, size) = (
                    self.int_to_int(v.clone(), S, LLType::Unsigned),
                    self.int_to_int(self.int(256), S, LLType::Unsigned),
                );
                let ok = self.op2(LLOp::UintLt, byte, size, B);
                self.check(ok, SafetyError::ValueOutOfRange)?;
                Ok(self.emit(LLOp::CastIntToChar, [v], LLType::Char))
            }
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
}
