//! Classes and their attributes: `v_{C.attr}`, lifting, identification across subclasses, `lookup_filter`.
//!
//! Three invariants hold for every attribute name:
//!
//! 1. At most one class on any path from the root to a leaf has an [`Attribute`] of that name: it summarises the
//!    attribute of that class and all its subclasses. Meeting it on a base class *lifts* it: those of the subclasses
//!    are merged and removed.
//! 2. A value from a class dictionary or a prebuilt instance ("source") is merged into the attribute that summarises
//!    it.
//! 3. Class-level sources of a base reach the attributes of subclasses (a subclass reads the base's value).
use ir::diag::Diagnostic;
use ir::lltype::Immutability;
use ir::name::Name;
use python::live::{self, ClassRef, FunctionObj, Value, types};
use rustc_hash::FxHashMap;
use std::rc::Rc;

use crate::bookkeeper::class_name;
use crate::defs::*;
use crate::engine::Annotator;
use crate::model::lattice;
use crate::model::*;
use crate::rules::descriptor_method;

pub(crate) mod attributes;
mod finalizers;
mod late;
pub(crate) mod presence;
pub(crate) mod texts;

/// Entries of class dictionaries that are no attributes of the program.
const NOT_ATTRIBUTES: &[&str] = &[
    "__module__",
    "__doc__",
    "__dict__",
    "__weakref__",
    "__slots__",
    "__qualname__",
    "__metaclass__",
    "__annotations__",
    "__classcell__",
    "_attrs_",
    "_mixin_",
    "_immutable_",
    "_immutable_fields_",
    "_virtualizable_",
    "_virtualizable2_",
    "_virtual_reference_",
    "_annspecialcase_",
    "_alloc_flavor_",
    "_settled_",
    "_alloc_nonmovable_",
    "__NOT_RPYTHON__",
];

impl Annotator {
    /// The definition of a live class (made on first use, bases first).
    pub fn classdef(&mut self, class: &ClassRef) -> ClassId {
        let desc = self.class_desc(class);
        if let Desc::Class(c) = &self.program.descs[desc]
            && let Some(id) = c.classdef
        {
            return id;
        }
        let id = self.make_classdef(desc, class, class_name(class));
        if let Desc::Class(c) = &mut self.program.descs[desc] {
            c.classdef = Some(id);
        }
        self.setup_classdef(id);
        id
    }

    /// The definition of a class that may be new, while types are made. A new one is a value that is stored or compared
    /// and has no instances: what reads attributes of its bases is right as it is, and is not flowed again. (Its call
    /// sites have the rows that they are to have.)
    pub fn late_classdef(&mut self, class: &ClassRef) -> ClassId {
        let scheduled = std::mem::take(&mut self.work.worklist);
        let id = self.classdef(class);
        let (work, how) = (&mut self.work, self.options.schedule);
        while work.worklist.pop(&mut work.running, how).is_some() {}
        self.work.worklist = scheduled;
        id
    }

    /// The copy of a `ctr_location` class for the current operation.
    pub(crate) fn classdef_at(&mut self, desc: DescId, site: OpRef) -> ClassId {
        let (class, n) = match &self.program.descs[desc] {
            Desc::Class(c) => {
                if let Some(&id) = c.copies.get(&site) {
                    return id;
                }
                (c.class.clone(), c.copies.len())
            }
            _ => unreachable!("a class desc"),
        };
        let id = self.make_classdef(desc, &class, format!("{}#{n}", class_name(&class)));
        if let Desc::Class(c) = &mut self.program.descs[desc] {
            c.copies.insert(site, id);
        }
        self.setup_classdef(id);
        id
    }

    fn make_classdef(&mut self, desc: DescId, class: &ClassRef, name: String) -> ClassId {
        let (base, mixins) = self.base_and_mixins(class);
        let base = base.map(|b| self.classdef(&b));
        // In the order of method resolution.
        let mixed: Vec<ClassRef> = class
            .mro()
            .iter()
            .skip(1)
            .filter(|c| !Rc::ptr_eq(c, &types().object))
            .filter(|c| {
                mixins
                    .iter()
                    .any(|m| m.mro().iter().any(|x| Rc::ptr_eq(x, c)))
            })
            .cloned()
            .collect();
        let class_dict = self.attributes_of_class(class, &mixed);
        let allowed = self.declared_attributes(class, base);
        let (immutable_fields, immutable_arrays) = immutable_fields(class, &mixed);
        let own = |n: &str| class.own(Name::new(n));
        let id = self.program.classes.push(ClassDef {
            desc,
            name,
            short_name: class.name.get(),
            live: Value::Class(class.clone()),
            base,
            depth: base.map_or(0, |b| self.program.class(b).depth + 1),
            subclasses: Vec::new(),
            attrs: FxIndexMap::default(),
            allowed,
            all_immutable: own("_immutable_").is_some_and(|v| crate::bookkeeper::is_true(&v)),
            immutable_fields,
            immutable_arrays,
            virtualizable: names(own("_virtualizable_").or(own("_virtualizable2_"))),
            finalizer: None,
            exception: class.is_exception(),
            instantiated: false,
            instances: Vec::new(),
            waiting: FxHashMap::default(),
            class_dict,
            entries: class.dict.len(),
            span: class.span.get(),
            sources: FxIndexMap::default(),
        });
        if let Some(b) = base {
            self.program.classes[b].subclasses.push(id);
            // Readers of `x.__class__` see one class more.
            let name = Name::new("__class__");
            let readers: Vec<BlockRef> = self
                .program
                .mro(b)
                .filter_map(|k| self.program.class(k).waiting.get(&name))
                .flatten()
                .copied()
                .collect();
            for r in readers {
                self.reschedule(r);
            }
        }
        id
    }
    /// The one base class, and the bases that are only mixed in.
    fn base_and_mixins(&mut self, class: &ClassRef) -> (Option<ClassRef>, Vec<ClassRef>) {
        let mixin = |c: &ClassRef| {
            c.own(Name::new("_mixin_"))
                .is_some_and(|v| crate::bookkeeper::is_true(&v))
                || c.name.get() == "UnboxedValue" && c.module_name() == "rpython.rlib.objectmodel"
        };
        let mut base: Option<ClassRef> = None;
        let mut mixins: Vec<ClassRef> = Vec::new();
        for b in class.bases() {
            if Rc::ptr_eq(&b, &types().object) {
                continue;
            }
            if mixin(&b) {
                mixins.push(b);
            } else if let Some(first) = &base {
                let d = Diagnostic::error(
                    "E0430",
                    class.span.get(),
                    format!("class `{}` has two bases: `{}` and `{}`", class.name.get(), first.name.get(), b.name.get()),
                )
                .help("RPython has single inheritance; set `_mixin_ = True` in classes that are only mixed in");
                let (first, second) = (first.span.get(), b.span.get());
                let d = self.note_made(d, first, "the first base class");
                let d = self.note_made(d, second, "the second base class");
                self.report(d);
            } else {
                base = Some(b);
            }
        }
        (base, mixins)
    }
    /// What a class and what it mixes in define.
    fn attributes_of_class(
        &mut self,
        class: &ClassRef,
        mixed: &[ClassRef],
    ) -> FxIndexMap<Name, Value> {
        let mut dict = FxIndexMap::default();
        dict.extend(late::attributes(class));
        for c in mixed {
            // What a class before it defines hides what a mix-in has.
            let mro = class.mro();
            let before = || mro.iter().skip(1).take_while(|b| !Rc::ptr_eq(b, c));
            for (n, v) in c.dict.names() {
                if late::usable(n, &v)
                    && !dict.contains_key(&n)
                    && before().all(|b| b.own(n).is_none())
                {
                    dict.insert(n, copy_for_mixin(&v));
                }
            }
        }
        self.unboxed_methods(class, &mut dict);
        accessors(&mut dict);
        dict
    }
    /// The attributes that instances may have, if the class tells them.
    fn declared_attributes(
        &mut self,
        class: &ClassRef,
        base: Option<ClassId>,
    ) -> Option<FxIndexSet<Name>> {
        let exception = class.is_exception();
        if exception && class.builtin.is_some() {
            let of_environment = ["errno", "strerror", "filename"].map(Name::new);
            let has = is_environment_error(class);
            return Some(of_environment.into_iter().filter(|_| has).collect());
        }
        let mut allowed: Option<FxIndexSet<Name>> = None;
        for decl in ["__slots__", "_attrs_"] {
            if let Some(v) = class.own(Name::new(decl)) {
                allowed.get_or_insert_default().extend(names(Some(v)));
            }
        }
        if let Some(set) = &mut allowed
            && let Some(b) = base
        {
            match &self.program.class(b).allowed {
                Some(more) => set.extend(more.iter().copied()),
                // A base without a declaration allows everything anyway.
                None if exception => {}
                None => {
                    let d = Diagnostic::error(
                        "E0431",
                        class.span.get(),
                        format!(
                            "class `{}` declares its attributes, but its base class does not",
                            class.name.get()
                        ),
                    )
                    .help("declare `_attrs_` (possibly empty) in the base class too");
                    let base = self.program.class(b).span;
                    let d = self.note_made(d, base, "the base class, which declares nothing");
                    self.report(d);
                }
            }
        }
        allowed
    }

    /// A class that mixes in `UnboxedValue` gets methods for its one field.
    fn unboxed_methods(&mut self, class: &ClassRef, dict: &mut FxIndexMap<Name, Value>) {
        const MODULE: &str = "rpython.rlib.objectmodel";
        let direct = class
            .bases()
            .iter()
            .any(|b| b.name.get() == "UnboxedValue" && b.module_name() == MODULE);
        let field = class.own(Name::new("__slots__")).and_then(|v| {
            v.as_text().map(|t| Value::str(&t)).or_else(|| {
                let items = v
                    .as_list()
                    .map(|l| l.to_vec())
                    .or_else(|| v.as_tuple().map(|t| t.to_vec()))?;
                match &items[..] {
                    [one] => Some(one.clone()),
                    _ => None,
                }
            })
        });
        let (true, Some(field)) = (direct, field) else {
            return;
        };
        let made = match self.front.import(MODULE, "unboxed_methods") {
            Ok(Some(f)) => self.front.call(&f, &[field]),
            Ok(None) => return,
            Err(d) => Err(d),
        };
        match made {
            Ok(pair) => {
                let pair = pair.as_tuple().map(|t| t.to_vec()).unwrap_or_default();
                for (n, f) in ["__init__", "get_untagged_value"].iter().zip(pair) {
                    dict.insert(Name::new(n), f);
                }
            }
            Err(d) => self.report(*d),
        }
    }

    /// Enters the class dictionary as sources of attributes.
    fn setup_classdef(&mut self, id: ClassId) {
        let entries: Vec<(Name, Value)> = self
            .program
            .class(id)
            .class_dict
            .iter()
            .map(|(n, v)| (*n, v.clone()))
            .collect();
        let builtin = self
            .program
            .class(id)
            .live
            .as_class()
            .is_some_and(|c| c.builtin.is_some());
        if builtin {
            let env = self
                .program
                .class(id)
                .live
                .as_class()
                .is_some_and(is_environment_error);
            if env && self.program.class(id).short_name == "EnvironmentError" {
                let strings = Annotation::str().nullable();
                for (n, a) in [
                    ("errno", Annotation::int()),
                    ("strerror", strings),
                    ("filename", strings),
                ] {
                    self.generalize_attr(id, Name::new(n), Some(a));
                    if let Some(at) = self.program.classes[id].attrs.get_mut(&Name::new(n)) {
                        at.readonly = false;
                    }
                }
            }
            return;
        }
        for (n, v) in entries {
            self.add_class_attribute(id, n, v);
        }
        if self
            .program
            .class(id)
            .class_dict
            .contains_key(&Name::new("__del__"))
        {
            self.annotate_finalizer(id);
        }
    }

    /// An entry of the dictionary of a class.
    fn add_class_attribute(&mut self, class: ClassId, name: Name, value: Value) {
        if descriptor_method(&value, &["__get__", "__set__"]).is_some() {
            self.program.descriptors.insert(name);
        }
        self.add_source(class, name, AttrSource::Class { class, value });
    }

    /// A prebuilt instance: its attributes are sources (once).
    pub(crate) fn see_instance(&mut self, c: ClassId, v: &Value) {
        if !self.constants.seen_instances.insert(v.identity()) {
            return;
        }
        let Value::Instance(i) = v else { return };
        if i.class().find(Name::new("_cleanup_")).is_some() {
            self.cleanup(v);
        }
        self.program.classes[c].instances.push(v.clone());
        self.constants.pending.push(v.clone());
    }

    /// Merges the contents of prebuilt containers and instances met meanwhile. A queue instead of recursion: prebuilt
    /// structures may be deep.
    pub(crate) fn drain_pending(&mut self) {
        while let Some(v) = self.constants.pending.pop() {
            match &v {
                Value::Instance(i) if !self.program.prebuilt_dicts.contains_key(&v.identity()) => {
                    let c = self.classdef(&i.class());
                    for (n, _) in i.attributes() {
                        if !NOT_ATTRIBUTES.contains(&n.as_str()) {
                            self.add_source(c, n, AttrSource::Instance(v.clone()));
                        }
                    }
                }
                _ => self.fill_container(&v),
            }
        }
    }

    /// Notes for the end: attributes of prebuilt instances that changed while annotating (by `_cleanup_`, memo
    /// functions).
    pub(crate) fn reread_prebuilt(&mut self) -> bool {
        let mut changed = false;
        let classes: Vec<ClassId> = self.program.classes.indices().collect();
        for c in classes {
            for v in self.program.class(c).instances.clone() {
                let Value::Instance(i) = &v else { continue };
                for (n, x) in i.attributes() {
                    if NOT_ATTRIBUTES.contains(&n.as_str()) {
                        continue;
                    }
                    let Some((_, attr)) = self.program.find_attr(c, n) else {
                        continue;
                    };
                    let cell = attr.cell;
                    let a = self.constant(&x);
                    let old = self.program.cell(cell);
                    if !lattice::contains(&self.program, old, a) {
                        changed = true;
                        let what = format!("values of attribute `{n}`");
                        let _ = self.write_cell(cell, a, &what);
                    }
                }
            }
        }
        for (_, (v, id)) in self.program.prebuilt_lists.clone() {
            let Some(l) = v.as_list() else { continue };
            let cell = self.program.list(id).item;
            let items = crate::bookkeeper::representatives(&l.items.borrow());
            for x in items {
                let a = self.constant(&x);
                if !lattice::contains(&self.program, self.program.cell(cell), a) {
                    changed = true;
                    let _ = self.write_cell(cell, a, "items of a prebuilt list");
                }
            }
        }
        changed
    }
}

pub(crate) fn is_environment_error(class: &ClassRef) -> bool {
    class.is_subclass(types().exc("EnvironmentError"))
}

/// The functions of properties are methods with names of their own, so that they are looked up and overridden as
/// methods are.
fn accessors(dict: &mut FxIndexMap<Name, Value>) {
    let properties: Vec<(Name, Rc<live::PropertyObj>)> = dict
        .iter()
        .filter_map(|(n, v)| match v {
            Value::Property(p) => Some((*n, p.clone())),
            _ => None,
        })
        .collect();
    for (n, p) in properties {
        for (suffix, f) in [(GETTER, &p.fget), (SETTER, &p.fset)] {
            dict.insert(accessor(n, suffix), f.clone());
        }
    }
}

/// The suffix of a property's getter.
pub(crate) const GETTER: &str = "__getter__";
/// The suffix of a property's setter.
pub(crate) const SETTER: &str = "__setter__";

/// The name of the method behind a property.
pub(crate) fn accessor(property: Name, suffix: &str) -> Name {
    Name::new(&format!("{property}{suffix}"))
}

/// Functions of a mix-in are copied into each class, so that they are annotated apart.
fn copy_for_mixin(v: &Value) -> Value {
    let copy = |f: &Rc<FunctionObj>| {
        Value::Function(Rc::new(FunctionObj {
            name: f.name.clone(),
            qualname: f.qualname.clone(),
            code: f.code.clone(),
            globals: f.globals.clone(),
            defaults: f.defaults.clone(),
            kwdefaults: f.kwdefaults.clone(),
            closure: f.closure.clone(),
            annotations: f.annotations.clone(),
            doc: f.doc.clone(),
            module: f.module.clone(),
            dict: f.dict.clone(),
            consts: f.consts.clone(),
        }))
    };
    match v {
        Value::Function(f) => copy(f),
        Value::StaticMethod(w) => match &w.func {
            Value::Function(f) => Value::StaticMethod(Rc::new(live::WrapperObj { func: copy(f) })),
            _ => v.clone(),
        },
        Value::Property(p) => {
            let c = |v: &Value| match v {
                Value::Function(f) => copy(f),
                v => v.clone(),
            };
            Value::Property(Rc::new(live::PropertyObj {
                fget: c(&p.fget),
                fset: c(&p.fset),
                fdel: c(&p.fdel),
                doc: p.doc.clone(),
            }))
        }
        _ => v.clone(),
    }
}

/// The names that a declaration such as `__slots__` lists.
fn names(v: Option<Value>) -> Vec<Name> {
    let text = |v: &Value| match v {
        Value::Str(s) => Some(s.name()),
        _ => None,
    };
    match v {
        None => Vec::new(),
        Some(v @ Value::Str(_)) => text(&v).into_iter().collect(),
        Some(v) => {
            let items = v
                .as_list()
                .map(|l| l.to_vec())
                .or_else(|| v.as_tuple().map(|t| t.to_vec()));
            items.unwrap_or_default().iter().filter_map(text).collect()
        }
    }
}

/// `_immutable_fields_` of a class and what it mixes in: how fields are immutable, and which hold arrays that are, but
/// may change themselves.
fn immutable_fields(
    class: &ClassRef,
    mixed: &[ClassRef],
) -> (FxIndexMap<Name, Immutability>, FxIndexSet<Name>) {
    let mut fields = FxIndexMap::default();
    let mut arrays = FxIndexSet::default();
    let declared = std::iter::once(class)
        .chain(mixed)
        .flat_map(|c| names(c.own(Name::new("_immutable_fields_"))));
    for n in declared {
        let text = n.as_str();
        let (field, how) = if let Some(f) = text.strip_suffix("?[*]").or(text.strip_suffix("[*]?"))
        {
            arrays.insert(Name::new(f));
            (f, Immutability::QuasiImmutableArray)
        } else if let Some(f) = text.strip_suffix("[*]") {
            (f, Immutability::ImmutableArray)
        } else if let Some(f) = text.strip_suffix('?') {
            (f, Immutability::QuasiImmutable)
        } else {
            (text, Immutability::Immutable)
        };
        fields.insert(Name::new(field), how);
    }
    (fields, arrays)
}
