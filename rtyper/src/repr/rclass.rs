//! Classes and instances.
//!
//! An instance of `B(A)` is a structure whose first field is the structure of `A`; the root `object` holds `typeptr`,
//! the vtable. Vtables nest the same way; the root vtable holds the class's range in a preorder numbering (so that
//! `isinstance` is one unsigned comparison) and its name. Attributes that are only set on classes (methods, class
//! constants) are vtable fields.
//!
//! ```text
//! class A:                       object  { typeptr }             vtable   { subclassrange_min, subclassrange_max, name }
//!     x = 0; def f(self): ..     A       { object; x }           A_vtable { vtable; f }        range 1..3
//! class B(A):                    B       { A; y }                B_vtable { A_vtable }         range 2..3
//!     def f(self): ..; y
//! ```
use std::rc::Rc;

use annotator::EXCEPTION_TEXT;
use annotator::defs::{AttrSource, ClassTest, Desc};
use annotator::model::{ClassId, Kind};
use flowspace::HlOp;
use ir::lltype::{
    Container, ContainerId, Field, FieldType, Immutability, LLType, StructHints, StructType,
    TypeTable,
};
use ir::name::Name;
use lowlevel::ops::SafetyError;
use lowlevel::{Const, Init, LLOp, ObjId, Value as LLValue};
use python::live::{Value, types};

use super::rint::k;
use super::{Repr, ReprId};
use crate::typer::consts::Pending;
use crate::typer::dispatch::Typed;
use crate::typer::{Hop, Lower, R, RTyper};

/// The low-level types of a class.
#[derive(Clone, Copy, Debug)]
pub struct ClassInfo {
    /// The structure of instances.
    pub object: ContainerId,
    /// The structure of the vtable.
    pub vtable: ContainerId,
}

/// One field of an instance or vtable structure.
#[derive(Clone, Copy, Debug)]
pub struct ClassField {
    /// The attribute.
    pub name: Name,
    /// Its representation.
    pub repr: ReprId,
    /// Its number in the structure.
    pub index: u32,
}

/// The fields that a class adds to its base's.
#[derive(Clone, Debug, Default)]
pub struct ClassFields {
    pub instance: Vec<ClassField>,
    /// Of vtables.
    pub class: Vec<ClassField>,
    /// In a checked build: the fields of bits that say which of the fields are set (see [`super::rpresence`]).
    pub presence: Vec<u32>,
}

/// Makes the root structures.
pub fn root_structs(t: &mut TypeTable, string: ContainerId) -> (ContainerId, ContainerId) {
    let field = |n: &str, ty| Field {
        name: Name::new(n),
        ty: FieldType::Value(ty),
        immutable: Immutability::Immutable,
    };
    let vtable = t.nominal_struct(StructType {
        name: Name::new("object_vtable"),
        gc: false,
        fields: vec![
            field("subclassrange_min", LLType::Signed),
            field("subclassrange_max", LLType::Signed),
            field("name", LLType::Ptr(string)),
        ],
        hints: StructHints {
            immutable: true,
            vtable: true,
            ..StructHints::default()
        },
    });
    let object = t.nominal_struct(StructType {
        name: Name::new("object"),
        gc: true,
        fields: vec![field("typeptr", LLType::Ptr(vtable))],
        hints: StructHints::default(),
    });
    (object, vtable)
}

impl RTyper {
    /// Numbers all classes known, in preorder. Classes that appear later cannot be tested for.
    pub(crate) fn number_classes(&mut self) {
        let roots: Vec<ClassId> = self
            .pg()
            .classes
            .iter_enumerated()
            .filter(|(_, c)| c.base.is_none())
            .map(|(i, _)| i)
            .collect();
        let mut n = 1;
        for r in roots {
            self.number_class(r, &mut n);
        }
    }
    fn number_class(&mut self, c: ClassId, n: &mut i64) {
        let min = *n;
        *n += 1;
        for s in self.pg().class(c).subclasses.clone() {
            self.number_class(s, n);
        }
        self.class_ranges.insert(c, (min, *n));
    }
    /// The structures of a class (declared; fields are defined by [`RTyper::class_fields`]).
    pub fn class_info(&mut self, c: ClassId) -> R<ClassInfo> {
        if let Some(i) = self.classes.get(&c) {
            return Ok(**i);
        }
        let name = self.pg().class(c).short_name;
        let object = self.types_mut().forward(name, true);
        let vtable = self
            .types_mut()
            .forward(Name::new(&format!("{name}_vtable")), false);
        let info = ClassInfo { object, vtable };
        self.classes.insert(c, Rc::new(info));
        self.pending_objects.push_back(Pending::Class(c));
        Ok(info)
    }
    /// The fields a class adds; defines its structures.
    pub fn class_fields(&mut self, c: ClassId) -> R<Rc<ClassFields>> {
        if let Some(f) = self.class_fields.get(&c) {
            return Ok(f.clone());
        }
        let info = self.class_info(c)?;
        let def = self.pg().class(c);
        let base = def.base;
        let finalizer = def.finalizer.is_some();
        let attrs: Vec<(Name, bool, annotator::Annotation)> = def
            .attrs
            .values()
            .map(|a| (a.name, a.readonly, self.pg().cell(a.cell)))
            .collect();
        let (parent_object, parent_vtable) = match base {
            Some(b) => {
                self.class_fields(b)?;
                let i = self.class_info(b)?;
                (i.object, i.vtable)
            }
            None => (self.object, self.vtable),
        };
        // Making representations below may come back here for this class.
        if let Some(f) = self.class_fields.get(&c) {
            return Ok(f.clone());
        }
        let inline = |n: &str, p| Field {
            name: Name::new(n),
            ty: FieldType::Inline(p),
            immutable: Immutability::Immutable,
        };
        let mut ofields = vec![inline("super", parent_object)];
        let mut vfields = vec![inline("super", parent_vtable)];
        let mut out = ClassFields::default();
        for (name, readonly, ann) in attrs {
            let repr = self.attribute_repr(c, ann)?;
            let ty = self.lltype(repr)?;
            if ty == LLType::Void {
                continue;
            }
            let immutable = if readonly {
                Immutability::Immutable
            } else {
                self.pg().immutability(c, name)
            };
            let list = if readonly { &mut vfields } else { &mut ofields };
            let field = ClassField {
                name,
                repr,
                index: list.len() as u32,
            };
            list.push(Field {
                name,
                ty: FieldType::Value(ty),
                immutable,
            });
            if readonly {
                out.class.push(field);
            } else {
                out.instance.push(field);
            }
        }
        if let Some(f) = self.class_fields.get(&c) {
            return Ok(f.clone());
        }
        self.add_presence(c, &mut out, &mut ofields);
        let def = self.pg().class(c);
        if (def.live.as_class()).is_some_and(|c| c.builtin.is_some()) {
            let texts = def.attrs.contains_key(&Name::new(EXCEPTION_TEXT));
            match def.short_name.as_str() {
                "EnvironmentError" => self.prog.known.environment_error = Some(info.object),
                "BaseException" if texts => self.prog.known.exception = Some(info.object),
                _ => {}
            }
        }
        let (oname, vname) = {
            let n = self.pg().class(c).short_name;
            (n, Name::new(&format!("{n}_vtable")))
        };
        let hints = StructHints {
            finalizer,
            ..StructHints::default()
        };
        let t = self.types_mut();
        t.define(
            info.object,
            Container::Struct(StructType {
                name: oname,
                gc: true,
                fields: ofields,
                hints,
            }),
        );
        t.define(
            info.vtable,
            Container::Struct(StructType {
                name: vname,
                gc: false,
                fields: vfields,
                hints: StructHints {
                    immutable: true,
                    vtable: true,
                    ..StructHints::default()
                },
            }),
        );
        let out = Rc::new(out);
        self.class_fields.insert(c, out.clone());
        Ok(out)
    }
    /// The representation of an attribute that lives in `c`: methods of the class are functions, those that a lookup
    /// can find.
    fn attribute_repr(&mut self, c: ClassId, ann: annotator::Annotation) -> R<ReprId> {
        let Kind::Pbc { descs, nullable } = ann.kind() else {
            return self.repr_of(ann);
        };
        let found = self.pg().reachable(c, descs);
        let bound = |d: &annotator::DescId| match &self.pg().descs[*d] {
            Desc::Method(m) => Some(m.receiver.is_some()),
            _ => None,
        };
        let (stored, own) = (
            found.iter().any(|d| bound(d) == Some(true)),
            found.iter().any(|d| bound(d) == Some(false)),
        );
        if stored && own {
            return Err(self.unsupported(
                "an attribute that is a method of the class for some instances and a stored bound method for others",
            ));
        }
        if found.is_empty() {
            return Ok(self.intern(Repr::Void));
        }
        let r = match stored {
            true => self.pbc_repr(&found, *nullable)?,
            false => self.unbound_repr(&found, *nullable)?,
        };
        Ok(self.intern(r))
    }
    /// Whether an attribute as seen from `c` is a method of the class, to be bound to the instance when it is read.
    fn is_class_method(&self, c: ClassId, name: Name) -> bool {
        let Some(ann) = self.pg().attr_annotation(c, name) else {
            return false;
        };
        ann.descs().is_some_and(|descs| {
            descs
                .iter()
                .any(|&d| matches!(&self.pg().descs[d], Desc::Method(m) if m.receiver.is_none()))
        })
    }
    /// Where an attribute lives as seen from a class: (class, field, whether it is in the vtable).
    pub fn find_field(&mut self, c: ClassId, name: Name) -> R<Option<(ClassId, ClassField, bool)>> {
        let Some((owner, _)) = self.pg().find_attr(c, name) else {
            return Ok(None);
        };
        let fields = self.class_fields(owner)?;
        if let Some(f) = fields.instance.iter().find(|f| f.name == name) {
            return Ok(Some((owner, *f, false)));
        }
        Ok(fields
            .class
            .iter()
            .find(|f| f.name == name)
            .map(|f| (owner, *f, true)))
    }
    /// The value that a class gives to an attribute that lives in `owner`.
    pub(super) fn class_value(&self, c: ClassId, owner: ClassId, name: Name) -> Option<Value> {
        let attr = self.pg().class(owner).attrs.get(&name)?;
        for k in self.pg().mro(c) {
            for s in &attr.sources {
                if let AttrSource::Class { class, value } = s
                    && *class == k
                {
                    return Some(value.clone());
                }
            }
        }
        None
    }
    /// The bases of a class from the root down, ending with the class.
    fn chain(&self, c: ClassId) -> Vec<ClassId> {
        let mut out: Vec<ClassId> = self.pg().mro(c).collect();
        out.reverse();
        out
    }
    /// The vtable object of a class, as a pointer to the root vtable.
    pub fn vtable_const(&mut self, c: ClassId) -> R<Const> {
        let o = self.vtable_object(c)?;
        Ok(Const {
            ty: LLType::Ptr(self.vtable),
            value: LLValue::Object(o),
        })
    }
    /// The vtable object of a class; its contents are made later.
    pub fn vtable_object(&mut self, c: ClassId) -> R<ObjId> {
        if let Some(&o) = self.vtables.get(&c) {
            return Ok(o);
        }
        let container = self.class_info(c)?.vtable;
        let name = format!("{}.vtable", self.pg().class(c).name);
        let o = self.prog.objects.push(lowlevel::Object {
            container,
            init: Init::Zero,
            name,
        });
        self.vtables.insert(c, o);
        self.pending_objects.push_back(Pending::Vtable(c));
        Ok(o)
    }
    /// The vtable of a live class.
    pub fn vtable_of_value(&mut self, class: &Value) -> R<Const> {
        let Value::Class(c) = class else {
            return Err(self.internal("an exception case that is no class"));
        };
        let c = self.class_id(c)?;
        self.vtable_const(c)
    }
    /// A class and all known classes below it, the deepest first.
    pub(crate) fn classes_below(&self, c: ClassId) -> Vec<ClassId> {
        let mut out = vec![c];
        let mut next = 0;
        while let Some(&c) = out.get(next) {
            out.extend(self.pg().class(c).subclasses.iter().copied());
            next += 1;
        }
        out.reverse();
        out
    }
    /// The definition of a live class.
    pub fn class_id(&mut self, c: &python::live::ClassRef) -> R<ClassId> {
        if let Some(id) = self.class_of_live(c) {
            return Ok(id);
        }
        let id = self.ann.class(c);
        if !self.class_ranges.contains_key(&id) {
            // Numbered after all others: its own range, not inside its base's.
            let n = self.class_ranges.values().map(|r| r.1).max().unwrap_or(1);
            self.class_ranges.insert(id, (n, n + 1));
        }
        Ok(id)
    }
    /// Writes the contents of a vtable.
    pub(crate) fn fill_vtable(&mut self, c: ClassId) -> R<()> {
        let (min, max) = self.class_ranges.get(&c).copied().unwrap_or((0, 0));
        let short = self.pg().class(c).short_name;
        let name = self.string_const(short.as_str().as_bytes());
        let mut init = Init::Struct(vec![
            Init::Value(LLValue::Int(min)),
            Init::Value(LLValue::Int(max)),
            Init::Value(name.value),
        ]);
        for k in self.chain(c) {
            let fields = self.class_fields(k)?;
            let mut list = vec![init];
            for f in &fields.class {
                let v = match self.class_value(c, k, f.name) {
                    Some(v) => self.class_constant(f.repr, &v)?.value,
                    None => self.missing_attribute(f.repr)?,
                };
                list.push(Init::Value(v));
            }
            init = Init::Struct(list);
        }
        let o = self.vtables[&c];
        self.prog.objects[o].init = init;
        Ok(())
    }
    /// A class attribute's value in a representation: static methods are unwrapped.
    fn class_constant(&mut self, r: ReprId, v: &Value) -> R<Const> {
        let v = match v {
            Value::StaticMethod(w) | Value::ClassMethod(w) => w.func.clone(),
            v => v.clone(),
        };
        self.constant(r, &v)
    }
    /// What a vtable holds for a class that lacks the attribute: for methods, what reports their absence.
    fn missing_attribute(&mut self, r: ReprId) -> R<LLValue> {
        let t = self.lltype(r)?;
        let (Repr::Functions(f), LLType::Ptr(c)) = (self.repr(r), t) else {
            return Ok(Const::zero(t).value);
        };
        match self.container(c).clone() {
            Container::Func(_) => Ok(LLValue::Func(self.missing_method(c)?)),
            // A table with one function for each row.
            _ => {
                let rows = self.pg().families.get(f).rows.len();
                if rows == 0 {
                    return Ok(Const::zero(t).value);
                }
                let mut fields = Vec::new();
                for row in 0..rows {
                    let func = self.row_sig(f, row)?.func;
                    fields.push(Init::Value(LLValue::Func(self.missing_method(func)?)));
                }
                let table = self.object_with(c, Init::Struct(fields), "missing method");
                Ok(table.value)
            }
        }
    }
    /// A function of a type that reports a missing method.
    fn missing_method(&mut self, c: ContainerId) -> R<lowlevel::FuncId> {
        let Container::Func(sig) = self.container(c).clone() else {
            return Err(self.internal("a function type that is none"));
        };
        let key = format!("missing_method_{}", c.0);
        let result = sig.result;
        self.made_function(&key, &sig.args, result, |l, _| {
            l.abort(lowlevel::ops::SafetyError::MissingMethod);
            Ok(crate::typer::lower::Opd::Const(Const::zero(result)))
        })
    }
    /// A prebuilt instance.
    pub(crate) fn instance_const(&mut self, r: ReprId, v: &Value) -> R<Const> {
        let ty = self.lltype(r)?;
        let Value::Instance(i) = v else {
            return Err(self.unsupported(format!("{v:?} as a prebuilt instance")));
        };
        let root = self.intern(Repr::Instance(None));
        let key = (v.identity(), root);
        if let Some(&o) = self.object_cache.get(&key) {
            return Ok(Const {
                ty,
                value: LLValue::Object(o),
            });
        }
        let c = self.class_id(&i.class())?;
        let container = self.class_info(c)?.object;
        let o = self.new_object(container, &format!("{} instance", i.class().name.get()));
        self.object_cache.insert(key, o);
        self.keep.push(v.clone());
        self.pending_objects
            .push_back(Pending::Instance(o, c, v.clone()));
        Ok(Const {
            ty,
            value: LLValue::Object(o),
        })
    }
    pub(crate) fn fill_instance(&mut self, o: ObjId, c: ClassId, v: &Value) -> R<()> {
        let Value::Instance(i) = v else {
            return Ok(());
        };
        let vt = self.vtable_const(c)?;
        let mut init = Init::Struct(vec![Init::Value(vt.value)]);
        for k in self.chain(c) {
            let fields = self.class_fields(k)?;
            let mut list = vec![init];
            for f in &fields.instance {
                let value = match i.get(f.name) {
                    Some(v) => Some(v),
                    None if f.name == *EXCEPTION_TEXT => self.prebuilt_text(c, v)?,
                    None => self.class_value(c, k, f.name),
                };
                let x = match value {
                    Some(v) => self.class_constant(f.repr, &v)?.value,
                    None => {
                        let t = self.lltype(f.repr)?;
                        Const::zero(t).value
                    }
                };
                list.push(Init::Value(x));
            }
            let is_set = |me: &Self, n| i.get(n).is_some() || me.class_value(c, k, n).is_some();
            let bits = self.presence_of(&fields, is_set);
            list.extend(bits.into_iter().map(|b| Init::Value(LLValue::Int(b))));
            init = Init::Struct(list);
        }
        self.prog.objects[o].init = init;
        Ok(())
    }
}

impl Lower<'_> {
    /// A new instance of a class: allocated, with its vtable and the class's defaults.
    pub fn instantiate(&mut self, c: ClassId) -> R<Typed> {
        let info = self.rt.class_info(c)?;
        self.rt.class_fields(c)?;
        let p = self.malloc(info.object);
        let vt = self.rt.vtable_const(c)?;
        let root = self.cast_pointer(p.clone(), LLType::Ptr(self.rt.object));
        self.setfield(root, "typeptr", super::rint::k(vt))?;
        for k in self.rt.chain(c) {
            let fields = self.rt.class_fields(k)?;
            for f in &fields.instance {
                let Some(v) = self.rt.class_value(c, k, f.name) else {
                    continue;
                };
                let x = self.rt.class_constant(f.repr, &v)?;
                let t = self.rt.lltype(f.repr)?;
                if x != Const::zero(t) {
                    let st = self.rt.class_info(k)?.object;
                    let q = self.cast_pointer(p.clone(), LLType::Ptr(st));
                    self.emit(
                        LLOp::SetField(st, f.index),
                        [q, super::rint::k(x)],
                        LLType::Void,
                    );
                }
            }
            let bits = self
                .rt
                .presence_of(&fields, |me, n| me.class_value(c, k, n).is_some());
            self.start_presence(&p, k, &fields, &bits)?;
        }
        self.typed(p, Repr::Instance(Some(c)))
    }
    /// The vtable of an instance.
    pub fn typeptr(&mut self, p: crate::typer::lower::Opd) -> R<crate::typer::lower::Opd> {
        let root = self.cast_pointer(p, LLType::Ptr(self.rt.object));
        self.getfield(root, "typeptr")
    }
    /// Reads an attribute of an instance.
    pub fn instance_getattr(&mut self, hop: &Hop, class: Option<ClassId>, name: Name) -> R<Typed> {
        if name == "__class__" {
            let p = self.arg(hop, 0)?;
            let v = self.typeptr(p)?;
            return self.typed(v, Repr::Class);
        }
        let Some(c) = class else {
            return Err(self.unsupported_op(hop));
        };
        // A bound method is represented by the receiver.
        let rr = self.rt.repr(hop.rresult);
        if let Repr::Methods { .. } = rr
            && self.rt.is_class_method(c, name)
        {
            let v = self.arg_as(hop, 0, hop.args[0].repr)?;
            let v = self.convert(v, hop.args[0].repr, hop.rresult)?;
            return Ok((v, hop.rresult));
        }
        let Some((owner, f, in_class)) = self.rt.find_field(c, name)? else {
            // Without run-time value.
            return Ok((
                crate::typer::lower::Opd::Const(Const::VOID),
                self.rt.intern(Repr::Void),
            ));
        };
        let info = self.rt.class_info(owner)?;
        let p = self.arg(hop, 0)?;
        let t = self.rt.lltype(f.repr)?;
        let v = if in_class {
            let vt = self.typeptr(p)?;
            let vt = self.cast_pointer(vt, LLType::Ptr(info.vtable));
            self.emit(LLOp::GetField(info.vtable, f.index), [vt], t)
        } else {
            let q = self.cast_pointer(p, LLType::Ptr(info.object));
            self.check_presence(&q, owner, f.index)?;
            self.emit(LLOp::GetField(info.object, f.index), [q], t)
        };
        Ok((v, f.repr))
    }
    /// Where not all classes of an object have what an operation needs: tests the class of the object.
    pub fn class_test(&mut self, hop: &Hop) -> R<()> {
        let Some(tests) = self.rt.pg().class_tests.get(&hop.opref).cloned() else {
            return Ok(());
        };
        // `getattr(x, 'name')` is a call.
        let call = matches!(hop.op, HlOp::SimpleCall | HlOp::CallArgs(_));
        let first =
            usize::from(call && !matches!(self.rt.repr(hop.args[0].repr), Repr::Instance(_)));
        let Some(object) = hop.args.get(first).cloned() else {
            return Ok(());
        };
        if !matches!(self.rt.repr(object.repr), Repr::Instance(_)) {
            return Ok(());
        }
        let p = self.harg_as(&object, object.repr)?;
        let t = self.typeptr(p)?;
        let ok = self.any_class_test(t, &tests)?;
        let why = match hop.op {
            HlOp::GetAttr | HlOp::SetAttr => SafetyError::MissingMethod,
            _ if first == 1 => SafetyError::MissingMethod,
            _ => SafetyError::BadCall,
        };
        self.check(ok, why)
    }
    pub(crate) fn any_class_test(
        &mut self,
        t: crate::typer::lower::Opd,
        tests: &[ClassTest],
    ) -> R<crate::typer::lower::Opd> {
        let Some((test, rest)) = tests.split_first() else {
            return Ok(k(Const::bool(false)));
        };
        let hit = match *test {
            ClassTest::Below(c) => self.is_subclass_const(t.clone(), c)?,
            ClassTest::Exactly(c) => {
                let vt = self.rt.vtable_const(c)?;
                self.op2(LLOp::PtrEq, t.clone(), k(vt), LLType::Bool)
            }
        };
        if rest.is_empty() {
            return Ok(hit);
        }
        self.if_else(
            hit,
            LLType::Bool,
            |_| Ok(k(Const::bool(true))),
            |s| s.any_class_test(t, rest),
        )
    }
    /// Writes an attribute of an instance.
    pub fn instance_setattr(&mut self, hop: &Hop, class: Option<ClassId>, name: Name) -> R<Typed> {
        let Some(c) = class else {
            return Err(self.unsupported_op(hop));
        };
        if let Some((owner, f, false)) = self.rt.find_field(c, name)? {
            let info = self.rt.class_info(owner)?;
            let p = self.arg(hop, 0)?;
            let v = self.arg_as(hop, 2, f.repr)?;
            let q = self.cast_pointer(p, LLType::Ptr(info.object));
            self.note_presence(&q, owner, f.index)?;
            self.emit(LLOp::SetField(info.object, f.index), [q, v], LLType::Void);
        }
        self.typed_void()
    }
    /// `isinstance(x, C)` or a tuple of classes.
    pub fn isinstance(&mut self, hop: &Hop) -> R<Typed> {
        let p = self.arg(hop, 0)?;
        let LLType::Ptr(_) = self.ty(&p) else {
            return Err(self.unsupported_op(hop));
        };
        let Some(k) = hop.args[1].const_value.clone() else {
            if self.rt.repr(hop.args[1].repr) == Repr::Class {
                let cls = self.arg(hop, 1)?;
                let null = self.is_null(p.clone());
                let ok = self.not(null);
                let v = self.and_then(ok, |s| {
                    let t = s.typeptr(p)?;
                    s.subclass_of(t, cls)
                })?;
                return self.typed_bool(v);
            }
            return Err(self.unsupported_op(hop));
        };
        let classes: Vec<Value> = match &k {
            Value::Tuple(t) => t.to_vec(),
            v => vec![v.clone()],
        };
        // Strings, lists and the like have one class each; only `None` is none of it.
        let own = match self.rt.repr(hop.args[0].repr) {
            Repr::Instance(_) | Repr::Void | Repr::Only(_) => None,
            Repr::Str => Some(["str", "basestring"]),
            Repr::Unicode => Some(["unicode", "basestring"]),
            Repr::List(_) => Some(["list", "list"]),
            Repr::Dict(_) => Some(["dict", "dict"]),
            Repr::ByteArray => Some(["bytearray", "bytearray"]),
            _ => return Err(self.unsupported_op(hop)),
        };
        if let Some(names) = own {
            let is_one = classes.iter().any(|c| match c {
                Value::Class(c) => {
                    let name = c.name.get();
                    c.builtin.is_some() && (names.contains(&name.as_str()) || name == "object")
                }
                _ => false,
            });
            if !is_one || !hop.args[0].ann.can_be_none() {
                return self.typed_bool(super::rint::k(Const::bool(is_one)));
            }
            let null = self.is_null(p);
            let v = self.not(null);
            return self.typed_bool(v);
        }
        let null = self.is_null(p.clone());
        let ok = if hop.args[0].ann.can_be_none() {
            self.not(null)
        } else {
            super::rint::k(Const::bool(true))
        };
        let v = self.and_then(ok, |s| {
            let t = s.typeptr(p)?;
            let mut found = None;
            for c in &classes {
                let Value::Class(c) = c else { continue };
                if std::rc::Rc::ptr_eq(c, &types().object) {
                    return Ok(super::rint::k(Const::bool(true)));
                }
                let Some(id) = s.rt.class_of_live(c) else {
                    continue;
                };
                let test = s.is_subclass_const(t.clone(), id)?;
                found = Some(match found {
                    None => test,
                    Some(f) => s.if_else(
                        f,
                        LLType::Bool,
                        |_| Ok(super::rint::k(Const::bool(true))),
                        |_| Ok(test),
                    )?,
                });
            }
            Ok(found.unwrap_or(super::rint::k(Const::bool(false))))
        })?;
        self.typed_bool(v)
    }
    fn is_subclass_const(
        &mut self,
        t: crate::typer::lower::Opd,
        c: ClassId,
    ) -> R<crate::typer::lower::Opd> {
        if self.rt.pg().class(c).subclasses.is_empty() {
            let vt = self.rt.vtable_const(c)?;
            return Ok(self.op2(LLOp::PtrEq, t, super::rint::k(vt), LLType::Bool));
        }
        let (min, max) = self.rt.class_ranges.get(&c).copied().unwrap_or((0, 0));
        let m = self.getfield(t, "subclassrange_min")?;
        Ok(self.emit(
            LLOp::IntBetween,
            [self.int(min), m, self.int(max)],
            LLType::Bool,
        ))
    }
    fn subclass_of(
        &mut self,
        t: crate::typer::lower::Opd,
        cls: crate::typer::lower::Opd,
    ) -> R<crate::typer::lower::Opd> {
        let m = self.getfield(t, "subclassrange_min")?;
        let lo = self.getfield(cls.clone(), "subclassrange_min")?;
        let hi = self.getfield(cls, "subclassrange_max")?;
        Ok(self.emit(LLOp::IntBetween, [lo, m, hi], LLType::Bool))
    }
    /// `issubclass(c, C)`
    pub fn issubtype(&mut self, hop: &Hop) -> R<Typed> {
        let class = self.rt.intern(Repr::Class);
        let t = self.arg_as(hop, 0, class)?;
        let known = hop.args[1].const_value.clone();
        if let Some(Value::Class(c)) = &known
            && let Some(id) = self.rt.class_of_live(c)
        {
            let v = self.is_subclass_const(t, id)?;
            return self.typed_bool(v);
        }
        let cls = self.arg_as(hop, 1, class)?;
        let v = self.subclass_of(t, cls)?;
        self.typed_bool(v)
    }
    /// `type(x)`
    pub fn type_op(&mut self, hop: &Hop) -> R<Typed> {
        match self.rt.repr(hop.args[0].repr) {
            Repr::Instance(_) => {
                let p = self.arg(hop, 0)?;
                let nullable = matches!(
                    hop.args[0].ann.kind(),
                    Kind::Instance { nullable: true, .. }
                );
                if !nullable {
                    let v = self.typeptr(p)?;
                    return self.typed(v, Repr::Class);
                }
                // The class of None is no class of the program.
                let ty = LLType::Ptr(self.rt.vtable);
                let none = self.is_null(p.clone());
                let v = self.if_else(none, ty, |_| Ok(k(Const::null(ty))), |s| s.typeptr(p))?;
                self.typed(v, Repr::Class)
            }
            _ => Err(self.unsupported_op(hop)),
        }
    }
    /// Reads an attribute of a class.
    pub fn class_getattr(&mut self, hop: &Hop, name: Name) -> R<Typed> {
        let class = self.rt.intern(Repr::Class);
        let vt = self.arg_as(hop, 0, class)?;
        if name == "__name__" {
            let v = self.getfield(vt, "name")?;
            return self.typed(v, Repr::Str);
        }
        let c = match hop.args[0].ann.kind() {
            Kind::TypeOf { class: Some(c), .. } => Some(*c),
            Kind::Pbc { descs, .. } => self.rt.common_class(descs),
            _ => None,
        };
        let Some(c) = c else {
            return Err(self.unsupported_op(hop));
        };
        let classes = match hop.args[0].ann.kind() {
            Kind::Pbc { .. } => self.classes_of(&hop.args[0]),
            _ => self.rt.classes_below(c),
        };
        let lacks = |c: &ClassId| {
            let pg = self.rt.pg();
            !pg.mro(*c)
                .any(|k| pg.class(k).class_dict.contains_key(&name))
        };
        let partial = classes.iter().any(lacks);
        match self.rt.find_field(c, name)? {
            Some((owner, f, true)) if !partial => {
                let info = self.rt.class_info(owner)?;
                let t = self.rt.lltype(f.repr)?;
                let q = self.cast_pointer(vt, LLType::Ptr(info.vtable));
                let v = self.emit(LLOp::GetField(info.vtable, f.index), [q], t);
                Ok((v, f.repr))
            }
            _ if self.rt.lltype(hop.rresult)? == LLType::Void && !partial => self.typed_void(),
            _ => {
                let mut found = Vec::new();
                for c in classes {
                    let live = self.rt.pg().class(c).live.clone();
                    if let Some(v) = self.rt.ann.attribute(&live, name) {
                        found.push((c, v));
                    }
                }
                let ty = self.rt.lltype(hop.rresult)?;
                let v = self.class_attribute_chain(&found, !partial, &vt, hop, ty)?;
                Ok((v, hop.rresult))
            }
        }
    }
}
