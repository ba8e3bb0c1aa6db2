//! Constants: live objects as low-level values. Compound objects become prebuilt objects of the program, once per
//! object and representation; their contents are made later from a queue, so cyclic data is no problem.
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use annotator::defs::AttrFamilyId;
use annotator::model::ClassId;
use ir::lltype::{ContainerId, LLType};
use lowlevel::{Const, Init, JitDriverId, ObjId, Object, Program, Value as LLValue};
use python::live::{Identity, Value};
use rustc_hash::FxHashMap;

use super::{R, RTyper};
use crate::repr::text::rstr::stored_hash;
use crate::repr::{Repr, ReprId};

/// A prebuilt object or structure whose contents are still to be made.
pub enum Pending {
    /// Define the structures of a class.
    Class(ClassId),
    /// The vtable of a class.
    Vtable(ClassId),
    Instance(ObjId, ClassId, Value),
    /// The attribute table of a frozen object.
    Frozen(ObjId, AttrFamilyId, Value),
    /// A list of this representation, still without its items.
    List(ObjId, ReprId, Value),
    /// A dictionary of this representation, still without its items.
    Dict(ObjId, ReprId, Value),
    /// A tuple of this representation, still without its items.
    Tuple(ObjId, ReprId, Value),
    /// An object that the program made with `lltype.malloc` when it was imported.
    LowLevel(ObjId, ContainerId, Value),
    /// A string builder (representation).
    Builder(ObjId, ReprId, Value),
}

/// What of the program stands for live objects already.
#[derive(Default)]
pub(crate) struct Prebuilt {
    objects: FxHashMap<(Identity, ReprId), ObjId>,
    /// Strings and unicode strings by their structure and characters.
    texts: FxHashMap<(ContainerId, Vec<u32>), ObjId>,
    /// Arrays without items, by their type.
    empty_arrays: FxHashMap<ContainerId, Const>,
    /// Objects whose contents are still to be made.
    unfilled: VecDeque<Pending>,
    /// The drivers of JITs.
    pub(crate) drivers: FxHashMap<Identity, JitDriverId>,
    /// Live objects whose identity is a key.
    keep: Vec<Value>,
}

impl Prebuilt {
    /// The object that stands for a live one in one representation, and whether it is new, made by `make`.
    fn object(&mut self, r: ReprId, v: &Value, make: impl FnOnce() -> ObjId) -> (ObjId, bool) {
        match self.objects.entry((v.identity(), r)) {
            Entry::Occupied(o) => (*o.get(), false),
            Entry::Vacant(place) => {
                let o = *place.insert(make());
                self.keep.push(v.clone());
                (o, true)
            }
        }
    }
    /// Lets the contents of an object or a structure be made when no function is left to be lowered.
    pub(crate) fn fill_later(&mut self, p: Pending) {
        self.unfilled.push_back(p);
    }
    /// The next object to be filled.
    pub(super) fn next_unfilled(&mut self) -> Option<Pending> {
        self.unfilled.pop_front()
    }
}

/// A prebuilt object whose words are zero until its contents are known.
fn new_object(prog: &mut Program, container: ContainerId, name: String) -> ObjId {
    prog.objects.push(Object {
        container,
        init: Init::Zero,
        name,
    })
}

impl RTyper {
    /// A live object as a low-level constant of a representation.
    pub fn constant(&mut self, r: ReprId, v: &Value) -> R<Const> {
        let ty = self.lltype(r)?;
        if ty == LLType::Void {
            return Ok(Const::VOID);
        }
        if v.is_none()
            && let LLType::Ptr(_) | LLType::Address = ty
        {
            return Ok(Const::null(ty));
        }
        match self.constant_as(r, ty, v)? {
            Some(c) => Ok(c),
            None => {
                let r = self.show_repr(r);
                Err(self.internal(format!("constant {v:?} as {r}")))
            }
        }
    }
    /// The constant, if the object is one of those that the representation stands for.
    fn constant_as(&mut self, r: ReprId, ty: LLType, v: &Value) -> R<Option<Const>> {
        // Of a bound method, the receiver is all there is.
        let receiver = match v {
            Value::Method(m) => m.receiver.as_ref(),
            _ => None,
        };
        Ok(Some(match (self.repr(r), ty) {
            (Repr::Str, _) => {
                let s = v.as_str();
                return Ok(s.map(|s| self.string_const(&s.bytes)));
            }
            (Repr::Unicode, _) => match v.unwrapped() {
                Value::Unicode(u) => self.unicode_const(&u.points),
                Value::Str(s) if s.bytes.is_ascii() => {
                    let p: Vec<u32> = s.bytes.iter().map(|&b| u32::from(b)).collect();
                    self.unicode_const(&p)
                }
                Value::Str(_) => return Err(self.no_unicode(v)),
                _ => return Ok(None),
            },
            (Repr::List(_) | Repr::ByteArray | Repr::Range { .. }, _) => self.list_const(r, v)?,
            (Repr::Dict(_), _) => self.dict_const(r, v)?,
            (Repr::Tuple(items), LLType::Ptr(c)) => match v.as_tuple() {
                Some(t) if t.len() == items.len() => {
                    self.prebuilt(r, v, c, || "tuple".into(), Pending::Tuple)
                }
                _ => return Ok(None),
            },
            (Repr::StringBuilder | Repr::UnicodeBuilder, LLType::Ptr(c)) => {
                self.prebuilt(r, v, c, || "builder".into(), Pending::Builder)
            }
            (Repr::Instance(_), _) => self.instance_const(r, v)?,
            (Repr::Class, _) => Const::new(ty, self.vtable_of_value(v)?.value),
            (Repr::Functions(f), _) => match v {
                Value::Method(m) if m.receiver.is_none() => self.function_const(f, &m.func)?,
                Value::StaticMethod(w) => self.function_const(f, &w.func)?,
                v => self.function_const(f, v)?,
            },
            (Repr::Methods { class, .. }, _) => {
                let Some(x) = receiver else { return Ok(None) };
                let ri = self.intern(Repr::Instance(class));
                Const::new(ty, self.instance_const(ri, x)?.value)
            }
            (Repr::Frozen(f), _) => self.frozen_const(f, v)?,
            (Repr::FrozenMethods(f, _), _) => {
                let Some(x) = receiver else { return Ok(None) };
                self.frozen_const(f, x)?
            }
            // A method taken from a prebuilt object of a builtin type: its receiver.
            (Repr::BuiltinMethod { receiver: rr, .. }, _) => {
                let Some(x) = receiver else { return Ok(None) };
                self.constant(rr, x)?
            }
            (Repr::Ptr(c), _) => match self.pointer_const(r, c, v)? {
                Some(found) => found,
                None => self.identity_const(r, c, v),
            },
            (Repr::Address, _) => self.address_const(v)?,
            (Repr::WeakRef(_), _) => self.weakref_const(r, v)?,
            _ => return self.scalar_const(r, ty, v),
        }))
    }
    /// Of a byte string that is not of ASCII characters, where a unicode string is wanted.
    fn no_unicode(&mut self, v: &Value) -> Box<ir::diag::Diagnostic> {
        self.unsupported(format!("the byte string {v:?} among unicode strings"))
    }
    fn scalar_const(&mut self, r: ReprId, ty: LLType, v: &Value) -> R<Option<Const>> {
        let unwrapped = v.unwrapped();
        Ok(match (self.repr(r), &unwrapped) {
            (Repr::Int(t), _) => {
                let word = v.low_word();
                word.map(|w| Const::new(t, LLValue::Int(w)))
            }
            (Repr::Bool, _) => v.as_int().map(|i| Const::bool(i != 0)),
            (Repr::Float | Repr::SingleFloat, u) => {
                let f = match u {
                    Value::Float(f) => Some(*f),
                    u => self.ann.attribute_f64(u),
                };
                f.map(|f| match ty {
                    LLType::SingleFloat => f64::from(f as f32),
                    _ => f,
                })
                .map(|f| Const::new(ty, LLValue::Float(f.to_bits())))
            }
            (Repr::Char, _) => match v.as_str() {
                Some(s) if s.bytes.len() == 1 => Some(Const::char(s.bytes[0])),
                _ => None,
            },
            (Repr::UniChar, Value::Unicode(u)) if u.points.len() == 1 => {
                Some(Const::unichar(u.points[0]))
            }
            (Repr::UniChar, Value::Str(s)) if s.bytes.len() == 1 && s.bytes.is_ascii() => {
                Some(Const::unichar(u32::from(s.bytes[0])))
            }
            (Repr::UniChar, Value::Str(_)) => return Err(self.no_unicode(v)),
            (Repr::UniChar, _) => None,
            _ => {
                let r = self.show_repr(r);
                return Err(self.unsupported(format!("the prebuilt object {v:?} as {r}")));
            }
        })
    }
    /// The object that stands for a prebuilt value in one representation, and whether it is new.
    pub(crate) fn cached_object(
        &mut self,
        r: ReprId,
        v: &Value,
        c: ContainerId,
        name: impl FnOnce() -> String,
    ) -> (ObjId, bool) {
        let prog = &mut self.prog;
        self.prebuilt.object(r, v, || new_object(prog, c, name()))
    }
    /// A constant of which only the identity counts.
    fn identity_const(&mut self, r: ReprId, c: ContainerId, v: &Value) -> Const {
        let (o, _) = self.cached_object(r, v, c, || format!("{v:?}"));
        Const::new(LLType::Ptr(c), LLValue::Object(o))
    }
    /// A prebuilt object with contents to be made later.
    pub(crate) fn prebuilt(
        &mut self,
        r: ReprId,
        v: &Value,
        c: ContainerId,
        name: impl FnOnce() -> String,
        pending: impl FnOnce(ObjId, ReprId, Value) -> Pending,
    ) -> Const {
        let (o, new) = self.cached_object(r, v, c, name);
        if new {
            self.prebuilt.fill_later(pending(o, r, v.clone()));
        }
        Const::new(LLType::Ptr(c), LLValue::Object(o))
    }
    /// A prebuilt object whose words are zero until its contents are known.
    pub(crate) fn new_object(&mut self, container: ContainerId, name: &str) -> ObjId {
        new_object(&mut self.prog, container, name.to_string())
    }
    /// An object with contents, as a constant pointer.
    pub(crate) fn object_with(&mut self, container: ContainerId, init: Init, name: &str) -> Const {
        let o = self.new_object(container, name);
        self.prog.objects[o].init = init;
        Const::new(LLType::Ptr(container), LLValue::Object(o))
    }
    /// The one array without items of a type. Not for lists of fixed size, which are their array: programs see their
    /// identity.
    pub fn empty_array(&mut self, c: ContainerId) -> Const {
        if let Some(&array) = self.prebuilt.empty_arrays.get(&c) {
            return array;
        }
        let array = self.object_with(c, Init::Array(Vec::new()), "no items");
        self.prebuilt.empty_arrays.insert(c, array);
        array
    }
    /// A prebuilt string; equal strings are one object.
    pub fn string_const(&mut self, bytes: &[u8]) -> Const {
        let points = bytes.iter().map(|&b| u32::from(b)).collect();
        self.text_const(self.basic.string, points, || {
            let text: String = String::from_utf8_lossy(bytes).chars().take(40).collect();
            (Init::Bytes(bytes.to_vec()), format!("{text:?}"))
        })
    }
    /// A prebuilt unicode string; equal ones are one object.
    pub fn unicode_const(&mut self, points: &[u32]) -> Const {
        self.text_const(self.basic.unicode, points.to_vec(), || {
            let items = points
                .iter()
                .map(|&p| Init::Value(LLValue::Int(i64::from(p))));
            (Init::Array(items.collect()), "unicode".into())
        })
    }
    /// The text of a structure with these characters. `make`: its array of characters and its name.
    fn text_const(
        &mut self,
        container: ContainerId,
        points: Vec<u32>,
        make: impl FnOnce() -> (Init, String),
    ) -> Const {
        let prog = &mut self.prog;
        let key = (container, points);
        let o = match self.prebuilt.texts.entry(key) {
            Entry::Occupied(o) => *o.get(),
            Entry::Vacant(place) => {
                let hash = stored_hash(place.key().1.iter().copied());
                let (chars, name) = make();
                let init = Init::Struct(vec![Init::Value(LLValue::Int(hash)), chars]);
                *place.insert(prog.objects.push(Object {
                    container,
                    init,
                    name,
                }))
            }
        };
        Const::new(LLType::Ptr(container), LLValue::Object(o))
    }
    /// Makes the contents of an object.
    pub(crate) fn fill_object(&mut self, p: Pending) -> R<()> {
        match p {
            Pending::Class(c) => self.class_fields(c).map(|_| ()),
            Pending::Vtable(c) => self.fill_vtable(c),
            Pending::Instance(o, c, v) => self.fill_instance(o, c, &v),
            Pending::Frozen(o, f, v) => self.fill_frozen(o, f, &v),
            Pending::LowLevel(o, c, v) => self.fill_low_level(o, c, &v),
            Pending::List(o, r, v) => self.fill_list(o, r, &v),
            Pending::Dict(o, r, v) => self.fill_dict(o, r, &v),
            Pending::Builder(o, r, v) => self.fill_builder(o, r, &v),
            Pending::Tuple(o, r, v) => {
                let Repr::Tuple(items) = self.repr(r) else {
                    return Err(self.internal("no tuple"));
                };
                let mut init = Vec::new();
                let t = v.as_tuple().unwrap_or_default();
                for (&i, x) in items.iter().zip(t.iter()) {
                    let c = self.constant(i, x)?;
                    if c.ty != LLType::Void {
                        init.push(Init::Value(c.value));
                    }
                }
                self.prog.objects[o].init = Init::Struct(init);
                Ok(())
            }
        }
    }
}
