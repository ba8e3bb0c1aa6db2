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
use annotator::defs::{AttrSource, Desc};
use annotator::model::{AnnotationKind, ClassId};
use ir::lltype::{
    Container, ContainerId, Field, FieldType, Immutability, LLType, StructHints, StructType,
    TypeTable,
};
use ir::name::Name;
use lowlevel::program::VirtualReference;
use lowlevel::{Const, Init, ObjId, Value as LLValue};
use python::live::{ClassRef, Identity, Value};
use rustc_hash::FxHashMap;

use crate::repr::{Repr, ReprId};
use crate::typer::consts::Pending;
use crate::typer::{R, RTyper};

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
    pub name: Name,
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
    /// In a checked build: the fields of bits that say which of the fields are set (see
    /// [`crate::repr::objects::rpresence`]).
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

/// What is known of the classes: their numbers, and what was made of them.
#[derive(Default)]
pub(crate) struct Classes {
    infos: FxHashMap<ClassId, ClassInfo>,
    fields: FxHashMap<ClassId, Rc<ClassFields>>,
    ranges: FxHashMap<ClassId, (i64, i64)>,
    by_identity: FxHashMap<Identity, ClassId>,
    vtables: FxHashMap<ClassId, ObjId>,
    /// By type of a table of functions: the one of classes that lack the method.
    missing: FxHashMap<ContainerId, Const>,
}

impl Classes {
    /// Numbers all classes known, in preorder. Classes that appear later cannot be tested for.
    pub(super) fn number(&mut self, pg: &annotator::AnnotatedProgram) {
        let mut n = 1;
        for (c, def) in pg.classes.iter_enumerated() {
            if def.base.is_none() {
                self.number_below(pg, c, &mut n);
            }
        }
    }
    fn number_below(&mut self, pg: &annotator::AnnotatedProgram, c: ClassId, n: &mut i64) {
        let min = *n;
        *n += 1;
        for &s in &pg.class(c).subclasses {
            self.number_below(pg, s, n);
        }
        self.ranges.insert(c, (min, *n));
    }
    /// Numbers a class that appeared after all others: its own range, not inside its base's.
    fn number_late(&mut self, c: ClassId) {
        if !self.ranges.contains_key(&c) {
            let n = self.ranges.values().map(|r| r.1).max().unwrap_or(1);
            self.ranges.insert(c, (n, n + 1));
        }
    }
    /// The numbers of a class and those below it: the first, and the one after the last.
    pub(crate) fn range(&self, c: ClassId) -> Option<(i64, i64)> {
        self.ranges.get(&c).copied()
    }
    /// The class definition of a live class, if the program knows it.
    pub(super) fn of_live(
        &mut self,
        pg: &annotator::AnnotatedProgram,
        c: &ClassRef,
    ) -> Option<ClassId> {
        let id = Value::Class(c.clone()).identity();
        if let Some(&k) = self.by_identity.get(&id) {
            return Some(k);
        }
        let (found, _) = (pg.classes.iter_enumerated()).find(|(_, d)| d.live.identity() == id)?;
        self.by_identity.insert(id, found);
        Some(found)
    }
}

impl RTyper {
    /// The structures of a class (declared; fields are defined by [`RTyper::class_fields`]).
    pub fn class_info(&mut self, c: ClassId) -> R<ClassInfo> {
        if let Some(&i) = self.classes.infos.get(&c) {
            return Ok(i);
        }
        let name = self.pg().class(c).short_name;
        let object = self.types_mut().forward(name, true);
        let vtable = self
            .types_mut()
            .forward(Name::new(&format!("{name}_vtable")), false);
        let info = ClassInfo { object, vtable };
        self.classes.infos.insert(c, info);
        self.prebuilt.fill_later(Pending::Class(c));
        Ok(info)
    }
    /// The fields a class adds; defines its structures.
    pub fn class_fields(&mut self, c: ClassId) -> R<Rc<ClassFields>> {
        if let Some(f) = self.classes.fields.get(&c) {
            return Ok(f.clone());
        }
        let info = self.class_info(c)?;
        let def = self.pg().class(c);
        let base = def.base;
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
            None => (self.basic.object, self.basic.vtable),
        };
        // Making representations below may come back here for this class.
        if let Some(f) = self.classes.fields.get(&c) {
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
            let (list, fields) = if readonly {
                (&mut vfields, &mut out.class)
            } else {
                (&mut ofields, &mut out.instance)
            };
            fields.push(ClassField {
                name,
                repr,
                index: list.len() as u32,
            });
            list.push(Field {
                name,
                ty: FieldType::Value(ty),
                immutable,
            });
        }
        if let Some(f) = self.classes.fields.get(&c) {
            return Ok(f.clone());
        }
        let declared = &self.pg().class(c).virtualizable;
        let held: Vec<(ContainerId, u32)> = (out.instance.iter())
            .filter(|f| {
                declared
                    .iter()
                    .any(|d| d.as_str().strip_suffix("[*]") == Some(f.name.as_str()))
            })
            .map(|f| (info.object, f.index))
            .collect();
        self.prog.known.held_arrays.extend(held);
        self.add_presence(c, &mut out, &mut ofields);
        self.declare_known_class(c, info, &out);
        self.define_class(c, info, ofields, vfields);
        let out = Rc::new(out);
        self.classes.fields.insert(c, out.clone());
        Ok(out)
    }
    /// Tells the program of the classes that passes and runtime know by their roles.
    fn declare_known_class(&mut self, c: ClassId, info: ClassInfo, fields: &ClassFields) {
        let def = self.pg().class(c);
        let marker = Name::new("_virtual_reference_");
        let index = |n: &str| {
            let field = fields.instance.iter().find(|f| f.name.as_str() == n);
            field.map(|f| f.index)
        };
        let class = def.live.as_class();
        if let Some((target, state)) = index("_target").zip(index("_state"))
            && class.is_some_and(|c| c.own(marker).is_some())
        {
            self.prog.known.reference = Some(VirtualReference {
                container: info.object,
                target,
                state,
            });
            return;
        }
        if (def.live.as_class()).is_some_and(|c| c.builtin.is_some()) {
            let texts = def.attrs.contains_key(&Name::new(EXCEPTION_TEXT));
            match def.short_name.as_str() {
                "EnvironmentError" => self.prog.known.environment_error = Some(info.object),
                "BaseException" if texts => self.prog.known.exception = Some(info.object),
                _ => {}
            }
        }
    }
    /// Defines the structures of a class.
    fn define_class(
        &mut self,
        c: ClassId,
        info: ClassInfo,
        object_fields: Vec<Field>,
        vtable_fields: Vec<Field>,
    ) {
        let def = self.pg().class(c);
        let name = def.short_name;
        let object = StructType {
            name,
            gc: true,
            fields: object_fields,
            hints: StructHints {
                finalizer: self.pg().finalized_as(c).is_some(),
                ..StructHints::default()
            },
        };
        let vtable = StructType {
            name: Name::new(&format!("{name}_vtable")),
            gc: false,
            fields: vtable_fields,
            hints: StructHints {
                immutable: true,
                vtable: true,
                ..StructHints::default()
            },
        };
        let t = self.types_mut();
        t.define(info.object, Container::Struct(object));
        t.define(info.vtable, Container::Struct(vtable));
    }
    /// The representation of an attribute that lives in `c`: methods of the class are functions, those that a lookup
    /// can find.
    fn attribute_repr(&mut self, c: ClassId, ann: annotator::Annotation) -> R<ReprId> {
        let AnnotationKind::Pbc { descs, nullable } = ann.kind() else {
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
    pub(super) fn is_class_method(&self, c: ClassId, name: Name) -> bool {
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
    pub(in crate::repr) fn class_value(
        &self,
        c: ClassId,
        owner: ClassId,
        name: Name,
    ) -> Option<Value> {
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
    pub(super) fn chain(&self, c: ClassId) -> Vec<ClassId> {
        let mut out: Vec<ClassId> = self.pg().mro(c).collect();
        out.reverse();
        out
    }
    /// The vtable object of a class, as a pointer to the root vtable.
    pub fn vtable_const(&mut self, c: ClassId) -> R<Const> {
        let o = self.vtable_object(c)?;
        Ok(Const::new(
            LLType::Ptr(self.basic.vtable),
            LLValue::Object(o),
        ))
    }
    /// The vtable object of a class; its contents are made later.
    pub fn vtable_object(&mut self, c: ClassId) -> R<ObjId> {
        if let Some(&o) = self.classes.vtables.get(&c) {
            return Ok(o);
        }
        let container = self.class_info(c)?.vtable;
        let name = format!("{}.vtable", self.pg().class(c).name);
        let o = self.prog.objects.push(lowlevel::Object {
            container,
            init: Init::Zero,
            name,
        });
        self.classes.vtables.insert(c, o);
        self.prebuilt.fill_later(Pending::Vtable(c));
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
    /// The class definition of a live class, if the program knows it.
    pub fn class_of_live(&mut self, c: &ClassRef) -> Option<ClassId> {
        self.classes.of_live(self.ann.program(), c)
    }
    /// The definition of a live class.
    pub fn class_id(&mut self, c: &ClassRef) -> R<ClassId> {
        if let Some(id) = self.class_of_live(c) {
            return Ok(id);
        }
        let id = self.ann.class(c);
        self.classes.number_late(id);
        Ok(id)
    }
    /// Writes the contents of a vtable.
    pub(crate) fn fill_vtable(&mut self, c: ClassId) -> R<()> {
        let (min, max) = self.classes.range(c).unwrap_or((0, 0));
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
        let o = self.classes.vtables[&c];
        self.prog.objects[o].init = init;
        Ok(())
    }
    /// A class attribute's value in a representation: static methods are unwrapped.
    pub(super) fn class_constant(&mut self, r: ReprId, v: &Value) -> R<Const> {
        let v = match v {
            Value::StaticMethod(w) | Value::ClassMethod(w) => w.func.clone(),
            v => v.clone(),
        };
        self.constant(r, &v)
    }
    /// What a vtable holds for a class that lacks the attribute: for methods, what reports their absence.
    fn missing_attribute(&mut self, r: ReprId) -> R<LLValue> {
        let t = self.lltype(r)?;
        let missing = self.missing_slot(r)?;
        Ok(missing.unwrap_or(Const::zero(t)).value)
    }
    /// What the vtables of all classes that lack a method of this representation hold, if that tells them from others.
    pub(super) fn missing_slot(&mut self, r: ReprId) -> R<Option<Const>> {
        let t = self.lltype(r)?;
        let (Repr::Functions(f), LLType::Ptr(c)) = (self.repr(r), t) else {
            return Ok(None);
        };
        if let Container::Func(_) = self.container(c) {
            let value = LLValue::Func(self.missing_method(c)?);
            return Ok(Some(Const::new(t, value)));
        }
        if let Some(&table) = self.classes.missing.get(&c) {
            return Ok(Some(table));
        }
        // A table with one function for each row.
        let rows = self.pg().families.get(f).rows.len();
        if rows == 0 {
            return Ok(None);
        }
        let mut fields = Vec::new();
        for row in 0..rows {
            let func = self.row_sig(f, row)?.func;
            fields.push(Init::Value(LLValue::Func(self.missing_method(func)?)));
        }
        let table = self.object_with(c, Init::Struct(fields), "missing method");
        self.classes.missing.insert(c, table);
        Ok(Some(table))
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
    /// The low-level object of an instance that exists before the program starts.
    pub(crate) fn instance_const(&mut self, r: ReprId, v: &Value) -> R<Const> {
        let ty = self.lltype(r)?;
        let Value::Instance(i) = v else {
            return Err(self.unsupported(format!("{v:?} as a prebuilt instance")));
        };
        let root = self.intern(Repr::Instance(None));
        let c = self.class_id(&i.class())?;
        if let Some(erased) = self.erased_instance(c, v)? {
            return Ok(Const::new(ty, erased.value));
        }
        let container = self.class_info(c)?.object;
        let name = || format!("{} instance", i.class().name.get());
        let pending = |o, _, v| Pending::Instance(o, c, v);
        let object = self.prebuilt(root, v, container, name, pending);
        Ok(Const::new(ty, object.value))
    }
    /// The class of the values of a pair of `rerased` functions, if they are instances: these stand for themselves. Not
    /// erased values that are erased again: of them nothing tells what holds `None`.
    pub(crate) fn unwrapped_class(&mut self, pair: ClassId) -> R<Option<ClassId>> {
        if self.pg().erased_base(pair).is_none() {
            return Ok(None);
        }
        let Some((_, field, _)) = self.find_field(pair, Name::new("value"))? else {
            return Ok(None);
        };
        Ok(match self.repr(field.repr) {
            Repr::Instance(class) => class.filter(|&c| self.pg().erased_base(c).is_none()),
            _ => None,
        })
    }
    /// The instance that was erased to a prebuilt value, if it stands for itself.
    fn erased_instance(&mut self, c: ClassId, v: &Value) -> R<Option<Const>> {
        let held = match v {
            Value::Instance(i) => i.get(Name::new("value")).filter(|x| !x.is_none()),
            _ => None,
        };
        match (held, self.unwrapped_class(c)?) {
            (Some(x), Some(class)) => {
                let r = self.intern(Repr::Instance(Some(class)));
                Ok(Some(self.instance_const(r, &x)?))
            }
            _ => Ok(None),
        }
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
