//! Dictionaries: ordered, open addressing. `entries` holds key, value, hash in order of insertion; `indexes` maps
//! probes to entry numbers (0 free, 1 deleted, n + 2 entry n). Specialised by key and value type; equality and hash of
//! keys are template parameters of the helpers in `rpython/rtyper/lltypesystem/rdict.py`.
//!
//! Prebuilt dictionaries have entries without `indexes` and hashes: the first lookup makes them (identity hashes are
//! not known before the program runs).

use annotator::model::DictId;
use ir::lltype::{
    ArrayType, Container, ContainerId, Field, FieldType, Immutability, LLType, StructHints,
    StructType,
};
use ir::name::Name;
use lowlevel::ops::SafetyError;
use lowlevel::{Const, Init, LLOp, ObjId, Value as LLValue};
use python::live::Value;
use python::vocabulary::methods::DictMethod;

use crate::repr::numbers::rint::k;
use crate::repr::{IterShape, Repr, ReprId};
use crate::typer::consts::Pending;
use crate::typer::dispatch::Typed;
use crate::typer::helper::HelperArg;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Hop, Lower, R, RTyper};

mod keys;

const S: LLType = LLType::Signed;
const B: LLType = LLType::Bool;
/// Fields of dictionaries that hold their functions of keys.
const HELD: [&str; 2] = ["key_eq", "key_hash"];

/// The low-level types of a dictionary definition.
#[derive(Clone, Copy, Debug)]
pub struct DictInfo {
    pub container: ContainerId,
    /// The array of entries.
    pub entries: ContainerId,
    /// The structure of an entry.
    pub entry: ContainerId,
    pub key: ReprId,
    pub value: ReprId,
}

impl RTyper {
    /// The low-level types of a dictionary.
    pub fn dict_info(&mut self, d: DictId) -> R<DictInfo> {
        if let Some(&i) = self.containers.dicts.get(&d) {
            return Ok(i);
        }
        // The keys or values may hold this very dictionary: declare it first.
        let container = self.types_mut().forward(Name::new("dict"), true);
        let entry = self.types_mut().forward(Name::new("dictentry"), false);
        let entries = self.types_mut().intern(Container::Array(ArrayType {
            gc: true,
            item: FieldType::Inline(entry),
            immutable: false,
            nolength: false,
        }));
        let void = self.intern(Repr::Void);
        let mut info = DictInfo {
            container,
            entries,
            entry,
            key: void,
            value: void,
        };
        self.containers.dicts.insert(d, info);
        let (ka, va) = (self.pg().dict_key(d), self.pg().dict_value(d));
        info.key = self.repr_of(ka)?;
        info.value = self.repr_of(va)?;
        let kt = self.lltype(info.key)?;
        let vt = self.lltype(info.value)?;
        let (kt, vt) = (self.storage(kt), self.storage(vt));
        let field = |n: &str, t| Field {
            name: Name::new(n),
            ty: FieldType::Value(t),
            immutable: Immutability::Mutable,
        };
        let index = self.types_mut().array(
            true,
            FieldType::Value(LLType::Int {
                bits: 32,
                signed: true,
            }),
        );
        let mut fields = vec![
            field("num_live", S),
            field("num_used", S),
            field("num_filled", S),
            field("layout", S),
            field("indexes", LLType::Ptr(index)),
            field("entries", LLType::Ptr(entries)),
        ];
        for (name, r) in HELD.into_iter().zip(self.held(d)?) {
            let t = self.lltype(r)?;
            fields.push(field(name, self.storage(t)));
        }
        let t = self.types_mut();
        t.define(
            entry,
            Container::Struct(StructType {
                name: Name::new("dictentry"),
                gc: false,
                fields: vec![
                    field("key", kt),
                    field("value", vt),
                    field("hash", S),
                    field("valid", B),
                ],
                hints: StructHints::default(),
            }),
        );
        t.define(
            container,
            Container::Struct(StructType {
                name: Name::new("dict"),
                gc: true,
                fields,
                hints: StructHints::default(),
            }),
        );
        self.containers.dicts.insert(d, info);
        Ok(info)
    }
    /// The representations of the functions of keys that each dictionary holds; none: they are the same for all.
    fn held(&mut self, d: DictId) -> R<Vec<ReprId>> {
        let def = self.pg().dict(d);
        let Some(custom) = def.custom.filter(|_| def.custom_held.is_some()) else {
            return Ok(Vec::new());
        };
        let (eq, hash) = (self.pg().cell(custom.eq), self.pg().cell(custom.hash));
        Ok(vec![self.repr_of(eq)?, self.repr_of(hash)?])
    }
    /// The low-level object of a dictionary that exists before the program starts.
    pub(crate) fn dict_const(&mut self, r: ReprId, v: &Value) -> R<Const> {
        let LLType::Ptr(c) = self.lltype(r)? else {
            return Err(self.internal("no dictionary"));
        };
        Ok(self.prebuilt(r, v, c, || "dict".into(), Pending::Dict))
    }
    fn dict_items(&mut self, v: &Value) -> Option<Vec<(Value, Value)>> {
        if let Some(d) = v.as_dict() {
            return Some(d.items());
        }
        // An `r_dict`: keys are wrapped in objects with equality and hash.
        let inner = self.ann.attribute(v, Name::new("_entries"))?;
        let items = inner.as_dict()?.items();
        let key = Name::new("value");
        Some(
            items
                .into_iter()
                .map(|(k, x)| {
                    let k2 = match &k {
                        Value::Instance(i) => i.get(key).unwrap_or(k.clone()),
                        _ => k.clone(),
                    };
                    (k2, x)
                })
                .collect(),
        )
    }
    pub(crate) fn fill_dict(&mut self, o: ObjId, r: ReprId, v: &Value) -> R<()> {
        let Repr::Dict(d) = self.repr(r) else {
            return Err(self.internal("no dictionary"));
        };
        let info = self.dict_info(d)?;
        let Some(items) = self.dict_items(v) else {
            return Err(self.unsupported(format!("{v:?} as a prebuilt dictionary")));
        };
        let n = items.len() as i64;
        let mut entries = Vec::new();
        for (x, y) in &items {
            let a = self.constant(info.key, x)?;
            let b = self.constant(info.value, y)?;
            let value = |c: Const| {
                if c.ty == LLType::Void {
                    LLValue::Int(0)
                } else {
                    c.value
                }
            };
            entries.push(Init::Struct(vec![
                Init::Value(value(a)),
                Init::Value(value(b)),
                Init::Value(LLValue::Int(0)),
                Init::Value(LLValue::Int(1)),
            ]));
        }
        let e = self.object_with(info.entries, Init::Array(entries), "entries");
        let mut init = vec![
            Init::Value(LLValue::Int(n)),
            Init::Value(LLValue::Int(n)),
            Init::Value(LLValue::Int(0)),
            Init::Value(LLValue::Int(0)),
            Init::Value(LLValue::Null),
            Init::Value(e.value),
        ];
        for (name, r) in HELD.into_iter().zip(self.held(d)?) {
            let Some(f) = self.ann.attribute(v, Name::new(name)) else {
                return Err(self.unsupported("a prebuilt r_dict without key_eq and key_hash"));
            };
            let f = self.constant(r, &f)?;
            init.push(Init::Value(if f.ty == LLType::Void {
                LLValue::Int(0)
            } else {
                f.value
            }));
        }
        self.prog.objects[o].init = Init::Struct(init);
        Ok(())
    }
}

impl Lower<'_> {
    /// `len(d)`
    pub fn dict_len(&mut self, v: Opd) -> R<Opd> {
        self.getfield(v, "num_live")
    }
    fn info_of(&mut self, r: ReprId) -> R<(DictId, DictInfo)> {
        let Repr::Dict(d) = self.rt.repr(r) else {
            return Err(self.rt.internal("no dictionary"));
        };
        Ok((d, self.rt.dict_info(d)?))
    }
    fn stored(&mut self, v: Opd, r: ReprId) -> R<Opd> {
        let t = self.rt.lltype(r)?;
        let t = self.rt.storage(t);
        Ok(self.coerce(v, t))
    }
    /// The number of the entry of a key, or -1.
    fn lookup(&mut self, r: ReprId, dict: Opd, key: &HArg) -> R<(Opd, DictInfo)> {
        let (d, info) = self.info_of(r)?;
        let x = self.harg_as(key, info.key)?;
        let x = self.stored(x, info.key)?;
        let f = self.key_fns(d, info)?;
        let i = self.helper_as(
            "rdict",
            match self.rt.pg().dict(d).custom_graphs {
                Some(_) => "ll_dict_find_custom",
                None if f.pure => "ll_dict_lookup",
                None => "ll_dict_find",
            },
            [dict.into(), x.into(), f.eq, f.hash],
            S,
        )?;
        Ok((i, info))
    }
    fn entry_field(&mut self, dict: Opd, info: DictInfo, i: Opd, name: &str) -> R<Opd> {
        let r = if name == "key" { info.key } else { info.value };
        if self.rt.lltype(r)? == LLType::Void {
            return Ok(k(Const::VOID));
        }
        let t = self.rt.lltype(r)?;
        let e = self.getfield(dict, "entries")?;
        let n = self
            .rt
            .types()
            .field_index(info.entry, name)
            .unwrap_or_default();
        Ok(self.emit(LLOp::GetItemField(info.entries, n as u32), [e, i], t))
    }
    /// `d[key]`
    pub fn dict_getitem(&mut self, hop: &Hop) -> R<Typed> {
        let d = self.arg(hop, 0)?;
        let (i, info) = self.lookup(hop.args[0].repr, d.clone(), &hop.args[1].clone())?;
        let ok = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        self.check_raise(ok, "KeyError")?;
        let v = self.entry_field(d, info, i, "value")?;
        Ok((v, info.value))
    }
    /// `d[key] = value`
    pub fn dict_setitem(&mut self, hop: &Hop) -> R<Typed> {
        let d = self.arg(hop, 0)?;
        self.dict_set(
            hop.args[0].repr,
            d,
            &hop.args[1].clone(),
            &hop.args[2].clone(),
        )?;
        self.typed_void()
    }
    fn dict_set(&mut self, r: ReprId, dict: Opd, key: &HArg, value: &HArg) -> R<()> {
        self.dict_put(r, dict, [key, value], ["ll_dict_store", "ll_dict_set"])?;
        Ok(())
    }
    /// Calls a helper with a dictionary, a key and a value: the first one if keys are compared and hashed without
    /// effects.
    fn dict_put(
        &mut self,
        r: ReprId,
        dict: Opd,
        [key, value]: [&HArg; 2],
        helpers: [&'static str; 2],
    ) -> R<(DictInfo, Opd)> {
        let (d, info) = self.info_of(r)?;
        let x = self.harg_as(key, info.key)?;
        let x = self.stored(x, info.key)?;
        let y = self.harg_as(value, info.value)?;
        let y = self.stored(y, info.value)?;
        let f = self.key_fns(d, info)?;
        let helper = helpers[usize::from(!f.pure)];
        let args = [dict.into(), x.into(), y.into(), f.eq, f.hash];
        let (v, _) = self.helper("rdict", helper, args)?;
        Ok((info, v))
    }
    /// `del d[key]`
    pub fn dict_delitem(&mut self, hop: &Hop) -> R<Typed> {
        let d = self.arg(hop, 0)?;
        let (i, _) = self.lookup(hop.args[0].repr, d.clone(), &hop.args[1].clone())?;
        let ok = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        self.check_raise(ok, "KeyError")?;
        self.helper("rdict", "ll_dict_del", [d.into(), i.into()])?;
        self.typed_void()
    }
    /// `key in d`
    pub fn dict_contains(&mut self, hop: &Hop) -> R<Opd> {
        let d = self.arg(hop, 0)?;
        let (i, _) = self.lookup(hop.args[0].repr, d, &hop.args[1].clone())?;
        Ok(self.op2(LLOp::IntGe, i, self.int(0), B))
    }
    /// An empty dictionary, with no functions of keys of its own.
    fn new_dict(&mut self, r: ReprId) -> R<Opd> {
        let (d, info) = self.info_of(r)?;
        if self.rt.pg().dict(d).custom_held.is_some() {
            let what = "an ordinary dictionary that meets an r_dict with several functions of keys";
            return Err(self.rt.unsupported(what));
        }
        let t = LLType::Ptr(info.container);
        self.helper_as("rdict", "ll_newdict", [HelperArg::Type(t)], t)
    }
    /// `{k: v}`
    pub fn newdict(&mut self, hop: &Hop) -> R<Typed> {
        let r = hop.rresult;
        let d = self.new_dict(r)?;
        for pair in hop.args.chunks(2) {
            if let [a, b] = pair {
                let (a, b) = (a.clone(), b.clone());
                self.dict_set(r, d.clone(), &a, &b)?;
            }
        }
        Ok((d, r))
    }
    /// `dict()`, `dict(d)`
    pub fn dict_call(&mut self, hop: &Hop) -> R<Typed> {
        let r = hop.rresult;
        if hop.args.len() > 1 {
            let a = hop.args[1].clone();
            if a.repr != r && matches!(self.rt.repr(a.repr), Repr::Dict(_)) {
                let d = self.new_dict(r)?;
                self.dict_update_from(r, d.clone(), &a)?;
                return Ok((d, r));
            }
            let v = self.harg_as(&a, r)?;
            return self.dict_copy(r, v);
        }
        let d = self.new_dict(r)?;
        Ok((d, r))
    }
    /// `r_dict(eq, hash)`
    pub fn r_dict_call(&mut self, hop: &Hop) -> R<Typed> {
        let (id, info) = self.info_of(hop.rresult)?;
        let t = LLType::Ptr(info.container);
        let d = self.helper_as("rdict", "ll_newdict", [HelperArg::Type(t)], t)?;
        for (at, r) in self.rt.held(id)?.into_iter().enumerate() {
            let f = self.harg_as(&hop.args[at + 1].clone(), r)?;
            let f = self.stored(f, r)?;
            self.setfield(d.clone(), HELD[at], f)?;
        }
        Ok((d, hop.rresult))
    }
    fn dict_copy(&mut self, r: ReprId, v: Opd) -> R<Typed> {
        let t = self.ty(&v);
        let c = self.helper_as("rdict", "ll_dict_copy", [v.into()], t)?;
        Ok((c, r))
    }
    /// A new iterator over a dictionary, that yields what `kind` says.
    pub fn dict_iter(&mut self, v: Opd, c: ContainerId, kind: &IterShape) -> R<Opd> {
        let p = self.malloc(c);
        if matches!(kind, IterShape::Reversed | IterShape::ReversedKeys) {
            let n = self.getfield(v.clone(), "num_used")?;
            self.setfield(p.clone(), "index", n)?;
        }
        let live = self.getfield(v.clone(), "num_live")?;
        self.setfield(p.clone(), "length", live)?;
        self.setfield(p.clone(), "dict", v)?;
        Ok(p)
    }
    /// The next item of an iterator. A dictionary that has got or lost keys since the iteration began raises
    /// RuntimeError.
    pub fn dict_next(
        &mut self,
        it: Opd,
        container: ReprId,
        kind: &IterShape,
        result: ReprId,
    ) -> R<Typed> {
        let (_, info) = self.info_of(container)?;
        let d = self.getfield(it.clone(), "dict")?;
        let (live, length) = (
            self.getfield(d.clone(), "num_live")?,
            self.getfield(it.clone(), "length")?,
        );
        let same = self.op2(LLOp::IntEq, live, length, B);
        self.check(same, SafetyError::DictChanged)?;
        let i = self.getfield(it.clone(), "index")?;
        let back = matches!(kind, IterShape::Reversed | IterShape::ReversedKeys);
        let f = if back {
            "ll_dict_prev_index"
        } else {
            "ll_dict_next_index"
        };
        let i = self.helper_as("rdict", f, [d.clone().into(), i.into()], S)?;
        let more = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        self.stop_unless(more)?;
        let next = if back {
            i.clone()
        } else {
            self.op2(LLOp::IntAdd, i.clone(), self.int(1), S)
        };
        self.setfield(it, "index", next)?;
        match kind {
            IterShape::Values => {
                let v = self.entry_field(d, info, i, "value")?;
                Ok((v, info.value))
            }
            IterShape::Pairs => {
                let x = self.entry_field(d.clone(), info, i.clone(), "key")?;
                let y = self.entry_field(d, info, i, "value")?;
                self.pair((x, info.key), (y, info.value), result)
            }
            _ => {
                let x = self.entry_field(d, info, i, "key")?;
                Ok((x, info.key))
            }
        }
    }
    /// `list(d)`
    pub fn dict_keys_list(&mut self, hop: &Hop, a: &HArg) -> R<Typed> {
        let d = self.harg_as(a, a.repr)?;
        self.dict_list(hop.rresult, a.repr, d, "keys")
    }
    /// The list of keys, values or items.
    fn dict_list(&mut self, r: ReprId, dr: ReprId, d: Opd, what: &str) -> R<Typed> {
        let (_, info) = self.info_of(dr)?;
        let item = self.rt.item_repr(r)?;
        let n = self.getfield(d.clone(), "num_live")?;
        let list = self.new_list_of(r, n.clone())?;
        let (head, vals) = self.new_block(&[S, S]);
        let zero = self.int(0);
        self.goto(head, [zero.clone(), zero]);
        self.block = head;
        let (out, at) = (vals[0].clone(), vals[1].clone());
        let i = self.helper_as(
            "rdict",
            "ll_dict_next_index",
            [d.clone().into(), at.into()],
            S,
        )?;
        let some = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        let more = self.and_then(some, |s| Ok(s.op2(LLOp::IntLt, out.clone(), n.clone(), B)))?;
        let (body, done) = self.fork(more);
        self.block = body;
        let v = match what {
            "keys" => {
                let x = self.entry_field(d, info, i.clone(), "key")?;
                self.convert(x, info.key, item)?
            }
            "values" => {
                let x = self.entry_field(d, info, i.clone(), "value")?;
                self.convert(x, info.value, item)?
            }
            _ => {
                let x = self.entry_field(d.clone(), info, i.clone(), "key")?;
                let y = self.entry_field(d, info, i.clone(), "value")?;
                let (v, vr) = self.pair((x, info.key), (y, info.value), item)?;
                self.convert(v, vr, item)?
            }
        };
        self.set_list_item(r, list.clone(), out.clone(), v)?;
        let out = self.op2(LLOp::IntAdd, out, self.int(1), S);
        let at = self.op2(LLOp::IntAdd, i, self.int(1), S);
        self.goto(head, [out, at]);
        self.block = done;
        Ok((list, r))
    }
    /// `move_to_end(d, key, last=True)`: `args` are the key and `last`.
    pub(crate) fn move_to_end(&mut self, dict: &HArg, args: &[HArg]) -> R<Typed> {
        let d = self.harg_as(dict, dict.repr)?;
        let (i, _) = self.lookup(dict.repr, d.clone(), &args[0])?;
        let found = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        self.check_raise(found, "KeyError")?;
        let last = match args.get(1) {
            Some(a) => self.truth(a)?,
            None => k(Const::bool(true)),
        };
        let (d2, i2) = (d.clone(), i.clone());
        let to = |name: &'static str, d: Opd, i: Opd| {
            move |s: &mut Self| {
                s.helper("rdict", name, [HelperArg::Val(d), HelperArg::Val(i)])?;
                R::Ok(k(Const::VOID))
            }
        };
        let first = to("ll_dict_move_first", d, i);
        let end = to("ll_dict_move_last", d2, i2);
        let known = match &last {
            Opd::Const(c) => c.as_bool(),
            Opd::Var(_) => None,
        };
        match known {
            Some(true) => end(self)?,
            Some(false) => first(self)?,
            None => self.if_else(last, LLType::Void, end, first)?,
        };
        self.typed_void()
    }
    /// The hash of a key that is in a dictionary, as the dictionary keeps it.
    pub fn dict_key_hash(&mut self, hop: &Hop) -> R<Typed> {
        let d = self.arg(hop, 1)?;
        let (i, info) = self.lookup(hop.args[1].repr, d.clone(), &hop.args[2].clone())?;
        let found = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        self.check_raise(found, "KeyError")?;
        let entries = self.getfield(d, "entries")?;
        let n = self.rt.types().field_index(info.entry, "hash");
        let field = LLOp::GetItemField(info.entries, n.unwrap_or_default() as u32);
        let hash = self.emit(field, [entries, i], S);
        self.typed_int(hash)
    }
    /// `delitem_if_value_is(d, key, value)`
    pub fn dict_delitem_if(&mut self, hop: &Hop) -> R<Typed> {
        let d = self.arg(hop, 1)?;
        let (i, info) = self.lookup(hop.args[1].repr, d.clone(), &hop.args[2].clone())?;
        let found = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        let want = self.arg_as(hop, 3, info.value)?;
        let (dict, at) = (d.clone(), i.clone());
        let same = self.and_then(found, |s| {
            let v = s.entry_field(dict, info, at, "value")?;
            Ok(s.op2(LLOp::PtrEq, v, want, B))
        })?;
        self.if_else(
            same,
            LLType::Void,
            |s| {
                s.helper(
                    "rdict",
                    "ll_dict_del",
                    [HelperArg::Val(d), HelperArg::Val(i)],
                )?;
                Ok(k(Const::VOID))
            },
            |_| Ok(k(Const::VOID)),
        )?;
        self.typed_void()
    }
    /// `d.update(other)` for dictionaries of different types: item by item.
    fn dict_update_from(&mut self, r: ReprId, d: Opd, other: &HArg) -> R<()> {
        let (_, info) = self.info_of(other.repr)?;
        let o = self.harg_as(other, other.repr)?;
        let (head, vals) = self.new_block(&[S]);
        let zero = self.int(0);
        self.goto(head, [zero]);
        self.block = head;
        let i = self.helper_as(
            "rdict",
            "ll_dict_next_index",
            [o.clone().into(), vals[0].clone().into()],
            S,
        )?;
        let more = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        let (body, done) = self.fork(more);
        self.block = body;
        let as_arg = |repr, v| HArg::low(repr, v);
        let x = self.entry_field(o.clone(), info, i.clone(), "key")?;
        let y = self.entry_field(o, info, i.clone(), "value")?;
        self.dict_set(r, d, &as_arg(info.key, x), &as_arg(info.value, y))?;
        let next = self.op2(LLOp::IntAdd, i, self.int(1), S);
        self.goto(head, [next]);
        self.block = done;
        Ok(())
    }
    /// Methods of dictionaries.
    pub(crate) fn dict_method(&mut self, hop: &Hop, m: DictMethod, a: &HArg) -> R<Typed> {
        use DictMethod as M;
        let d = self.harg_as(a, a.repr)?;
        match m {
            M::Get => self.dict_get(hop, a, d),
            M::SetDefault => self.dict_setdefault(hop, a, d),
            M::HasKey => {
                let (i, _) = self.lookup(a.repr, d, &hop.args[1].clone())?;
                let v = self.op2(LLOp::IntGe, i, self.int(0), B);
                self.typed_bool(v)
            }
            // What is only iterated over is no list.
            M::Keys | M::Values | M::Items
                if matches!(self.rt.repr(hop.rresult), Repr::Iter { .. }) =>
            {
                let kind = match m {
                    M::Keys => IterShape::Items,
                    M::Values => IterShape::Values,
                    _ => IterShape::Pairs,
                };
                self.make_iter(a, kind)
            }
            M::Keys | M::Values | M::Items => self.dict_list(hop.rresult, a.repr, d, m.name()),
            M::IterKeys => self.make_iter(a, IterShape::Items),
            M::IterValues => self.make_iter(a, IterShape::Values),
            M::IterItems => self.make_iter(a, IterShape::Pairs),
            M::Clear => {
                self.helper("rdict", "ll_dict_clear", [d.into()])?;
                self.typed_void()
            }
            M::Copy => self.dict_copy(a.repr, d),
            M::Update => self.dict_update(hop, a, d),
            M::Pop => self.dict_pop(hop, a, d),
            M::MoveToEnd => self.move_to_end(a, &hop.args[1..]),
            M::PopItem => self.dict_popitem(hop, a, d),
            // Refused by the annotator.
            M::ViewKeys | M::ViewValues | M::ViewItems => {
                Err(self.no_method(m.row(), "a dictionary"))
            }
        }
    }
    /// `d.get(key, default)`
    fn dict_get(&mut self, hop: &Hop, a: &HArg, d: Opd) -> R<Typed> {
        let (_, info) = self.info_of(a.repr)?;
        let (i, _) = self.lookup(a.repr, d.clone(), &hop.args[1].clone())?;
        let r = hop.rresult;
        let t = self.rt.lltype(r)?;
        let default = if hop.args.len() == 3 {
            self.arg_as(hop, 2, r)?
        } else {
            k(Const::zero(t))
        };
        let found = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        let v = self.if_else(
            found,
            t,
            |s| {
                let v = s.entry_field(d, info, i, "value")?;
                s.convert(v, info.value, r)
            },
            |_| Ok(default),
        )?;
        Ok((v, r))
    }
    /// `d.setdefault(key, value)`
    fn dict_setdefault(&mut self, hop: &Hop, a: &HArg, d: Opd) -> R<Typed> {
        let helpers = ["ll_dict_place_known", "ll_dict_place"];
        let (info, place) =
            self.dict_put(a.repr, d.clone(), [&hop.args[1], &hop.args[2]], helpers)?;
        let v = self.entry_field(d, info, place, "value")?;
        Ok((v, info.value))
    }
    /// `d.update(other)`
    fn dict_update(&mut self, hop: &Hop, a: &HArg, d: Opd) -> R<Typed> {
        let (id, info) = self.info_of(a.repr)?;
        let b = hop.args[1].clone();
        if b.repr != a.repr {
            self.dict_update_from(a.repr, d, &b)?;
            return self.typed_void();
        }
        let other = self.harg_as(&hop.args[1].clone(), a.repr)?;
        let f = self.key_fns(id, info)?;
        self.helper(
            "rdict",
            "ll_dict_update",
            [d.into(), other.into(), f.eq, f.hash],
        )?;
        self.typed_void()
    }
    /// `d.pop(key, default)`
    fn dict_pop(&mut self, hop: &Hop, a: &HArg, d: Opd) -> R<Typed> {
        let (_, info) = self.info_of(a.repr)?;
        let (i, _) = self.lookup(a.repr, d.clone(), &hop.args[1].clone())?;
        let found = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        let take = |s: &mut Self| {
            let v = s.entry_field(d.clone(), info, i.clone(), "value")?;
            s.helper(
                "rdict",
                "ll_dict_del",
                [HelperArg::Val(d.clone()), HelperArg::Val(i.clone())],
            )?;
            R::Ok(v)
        };
        if hop.args.len() == 2 {
            self.check_raise(found, "KeyError")?;
            let v = take(self)?;
            return Ok((v, info.value));
        }
        let r = hop.rresult;
        let t = self.rt.lltype(r)?;
        let default = self.arg_as(hop, 2, r)?;
        let v = self.if_else(
            found,
            t,
            |s| {
                let v = take(s)?;
                s.convert(v, info.value, r)
            },
            |_| Ok(default),
        )?;
        Ok((v, r))
    }
    /// `d.popitem()`
    fn dict_popitem(&mut self, hop: &Hop, a: &HArg, d: Opd) -> R<Typed> {
        let (_, info) = self.info_of(a.repr)?;
        let used = self.getfield(d.clone(), "num_used")?;
        let i = self.helper_as(
            "rdict",
            "ll_dict_prev_index",
            [d.clone().into(), used.into()],
            S,
        )?;
        let found = self.op2(LLOp::IntGe, i.clone(), self.int(0), B);
        self.check_raise(found, "KeyError")?;
        let x = self.entry_field(d.clone(), info, i.clone(), "key")?;
        let y = self.entry_field(d.clone(), info, i.clone(), "value")?;
        self.helper("rdict", "ll_dict_del", [d.into(), i.into()])?;
        self.pair((x, info.key), (y, info.value), hop.rresult)
    }
}
