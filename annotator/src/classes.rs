//! Classes and their attributes (D05.1 §6.7): `v_{C.attr}`, lifting, identification across subclasses, `lookup_filter`.
//!
//! Three invariants hold for every attribute name:
//!
//! 1. At most one class on any path from the root to a leaf has an [`Attribute`] of that name: it summarises the attribute of
//!    that class and all its subclasses. Meeting it on a base class *lifts* it: those of the subclasses are merged and removed.
//! 2. A value from a class dictionary or a prebuilt instance ("source") is merged into the attribute that summarises it.
//! 3. Class-level sources of a base reach the attributes of subclasses (a subclass reads the base's value).
use flowspace::diag::Diagnostic;
use flowspace::live::{self, ClassRef, FunctionObj, Value, types};
use flowspace::lltype::Immutability;
use flowspace::name::Name;
use rustc_hash::FxHashMap;
use std::rc::Rc;

use crate::bookkeeper::class_name;
use crate::defs::*;
use crate::engine::{Annotator, Res};
use crate::lattice;
use crate::model::*;

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
        let t = types();
        let mixin = |c: &ClassRef| {
            c.own(Name::new("_mixin_"))
                .is_some_and(|v| crate::bookkeeper::is_true(&v))
        };
        let mut base: Option<ClassRef> = None;
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for b in class.bases() {
            if Rc::ptr_eq(&b, &t.object) {
                continue;
            }
            if mixin(&b) {
                if base.is_none() {
                    before.push(b)
                } else {
                    after.push(b)
                }
            } else if let Some(first) = &base {
                let d = Diagnostic::error(
                    "E0430",
                    class.span.get(),
                    format!("class `{}` has two bases: `{}` and `{}`", class.name.get(), first.name.get(), b.name.get()),
                )
                .help("RPython has single inheritance; set `_mixin_ = True` in classes that are only mixed in");
                self.report(d);
            } else {
                base = Some(b);
            }
        }
        let base_id = base.as_ref().map(|b| self.classdef(b));
        let mut dict = FxIndexMap::default();
        let usable = |n: Name, v: &Value| {
            // The descriptors of slots are instance attributes.
            !NOT_ATTRIBUTES.contains(&n.as_str())
                && !matches!(v, Value::Member(_) | Value::GetSet(_))
        };
        let own_entries = if class.builtin.is_some() {
            Vec::new() // What built-in classes define is no RPython code.
        } else {
            class.dict.names()
        };
        for (n, v) in own_entries {
            if usable(n, &v) {
                dict.insert(n, v);
            }
        }
        for m in before.iter().chain(&after) {
            let late = after.iter().any(|a| Rc::ptr_eq(a, m));
            for c in m.mro().iter().filter(|c| !Rc::ptr_eq(c, &t.object)) {
                for (n, v) in c.dict.names() {
                    let shadowed = late
                        && base
                            .as_ref()
                            .is_some_and(|b| b.find(n).is_some() && !hidden_by_object(b, n));
                    if usable(n, &v) && !dict.contains_key(&n) && !shadowed {
                        dict.insert(n, copy_for_mixin(&v));
                    }
                }
            }
        }
        let exception = class.is_exception();
        let builtin_exception = exception && class.builtin.is_some();
        let names = |v: Option<Value>| -> Vec<Name> {
            match v {
                None => Vec::new(),
                Some(Value::Str(s)) => vec![s.name()],
                Some(v) => {
                    let items = v
                        .as_list()
                        .map(|l| l.to_vec())
                        .or_else(|| v.as_tuple().map(|t| t.to_vec()));
                    items
                        .unwrap_or_default()
                        .iter()
                        .filter_map(|i| {
                            if let Value::Str(s) = i {
                                Some(s.name())
                            } else {
                                None
                            }
                        })
                        .collect()
                }
            }
        };
        let own = |n: &str| class.own(Name::new(n));
        let mut allowed: Option<FxIndexSet<Name>> = None;
        for decl in ["__slots__", "_attrs_"] {
            if let Some(v) = own(decl) {
                allowed.get_or_insert_default().extend(names(Some(v)));
            }
        }
        if let Some(set) = &mut allowed
            && let Some(b) = base_id
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
                    self.report(d);
                }
            }
        }
        if builtin_exception {
            let mut set = FxIndexSet::default();
            if is_environment_error(class) {
                set.extend(["errno", "strerror", "filename"].map(Name::new));
            }
            allowed = Some(set);
        }
        let mut immutable_fields = FxIndexMap::default();
        for n in names(own("_immutable_fields_")) {
            let text = n.as_str();
            let (field, how) =
                if let Some(f) = text.strip_suffix("?[*]").or(text.strip_suffix("[*]?")) {
                    (f, Immutability::QuasiImmutable)
                } else if let Some(f) = text.strip_suffix("[*]") {
                    (f, Immutability::ImmutableArray)
                } else if let Some(f) = text.strip_suffix('?') {
                    (f, Immutability::QuasiImmutable)
                } else {
                    (text, Immutability::Immutable)
                };
            immutable_fields.insert(Name::new(field), how);
        }
        let virtualizable = names(own("_virtualizable_").or(own("_virtualizable2_")));
        let depth = base_id.map_or(0, |b| self.program.class(b).depth + 1);
        let id = self.program.classes.push(ClassDef {
            desc,
            name,
            short_name: class.name.get(),
            live: Value::Class(class.clone()),
            base: base_id,
            depth,
            subclasses: Vec::new(),
            attrs: FxIndexMap::default(),
            allowed,
            all_immutable: own("_immutable_").is_some_and(|v| crate::bookkeeper::is_true(&v)),
            immutable_fields,
            virtualizable,
            finalizer: None,
            exception,
            instantiated: false,
            instances: Vec::new(),
            waiting: FxHashMap::default(),
            class_dict: dict,
            span: class.span.get(),
            sources: FxIndexMap::default(),
        });
        if let Some(b) = base_id {
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
            self.add_source(
                id,
                n,
                AttrSource::Class {
                    class: id,
                    value: v,
                },
            );
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

    fn annotate_finalizer(&mut self, id: ClassId) {
        let name = Name::new("__del__");
        let Some(Value::Function(f)) = self.program.class(id).class_dict.get(&name).cloned() else {
            return;
        };
        let d = self.function_desc(&f);
        self.program.classes[id].finalizer = Some(d);
        let receiver = Annotation::instance(id, false);
        let _ = self.call_function(
            d,
            &flowspace::flow::CallShape {
                positional: 0,
                keywords: vec![],
                star: false,
            },
            &[],
            Some(receiver),
        );
    }

    /// A prebuilt instance: its attributes are sources (once).
    pub(crate) fn see_instance(&mut self, c: ClassId, v: &Value) {
        if !self.seen_instances.insert(v.identity()) {
            return;
        }
        let Value::Instance(i) = v else { return };
        if i.class().find(Name::new("_cleanup_")).is_some() {
            self.cleanup(v);
        }
        self.program.classes[c].instances.push(v.clone());
        self.pending_constants.push(v.clone());
    }

    /// Merges the contents of prebuilt containers and instances met meanwhile. A queue instead of recursion: prebuilt
    /// structures may be deep.
    pub(crate) fn drain_pending(&mut self) {
        while let Some(v) = self.pending_constants.pop() {
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

    fn is_instance_level(s: &AttrSource) -> bool {
        matches!(s, AttrSource::Instance(_))
    }

    /// Invariants 2 and 3 for a new source.
    fn add_source(&mut self, c: ClassId, name: Name, source: AttrSource) {
        if let Some(home) = self.attr_home(c, name) {
            self.merge_source(home, c, name, &source);
            return;
        }
        let instance_level = Self::is_instance_level(&source);
        self.program.classes[c]
            .sources
            .entry(name)
            .or_default()
            .push(source.clone());
        if !instance_level {
            for sub in self.program.subclasses(c) {
                if self.program.class(sub).attrs.contains_key(&name) {
                    self.merge_source(sub, c, name, &source);
                }
            }
        }
        // Somebody may be waiting for this attribute to appear on a base class.
        let waiting: Vec<BlockRef> = self
            .program
            .mro(c)
            .filter_map(|k| self.program.class(k).waiting.get(&name))
            .flatten()
            .copied()
            .collect();
        for b in waiting {
            self.reschedule(b);
        }
    }

    /// The class on the way up from `c` that has the attribute.
    pub(crate) fn attr_home(&self, c: ClassId, name: Name) -> Option<ClassId> {
        self.program.find_attr(c, name).map(|(home, _)| home)
    }

    /// Merges a constant source into the attribute at `home`; `origin` is the class it belongs to.
    fn merge_source(&mut self, home: ClassId, origin: ClassId, name: Name, source: &AttrSource) {
        let a = match source {
            AttrSource::Instance(v) => {
                let Value::Instance(i) = v else { return };
                let Some(x) = i.get(name) else { return };
                self.constant(&x)
            }
            AttrSource::Class { value, .. } => self.class_value(origin, name, value),
        };
        let Some(attr) = self.program.classes[home].attrs.get_mut(&name) else {
            return;
        };
        if Self::is_instance_level(source) {
            attr.readonly = false;
        }
        attr.sources.push(source.clone());
        let cell = attr.cell;
        let what = format!("values of attribute `{name}`");
        let _ = self.write_cell(cell, a, &what);
        self.check_allowed(home, name);
    }

    /// The annotation of an entry of a class dictionary, functions bound as methods.
    pub(crate) fn class_value(&mut self, class: ClassId, name: Name, value: &Value) -> Annotation {
        match value {
            Value::Function(f) => {
                if let Some(known) = self.known_function(value) {
                    return Annotation::new(Kind::Builtin(known));
                }
                let func = self.function_desc(f);
                if let Desc::Function(fd) = &mut self.program.descs[func]
                    && fd.class.is_none()
                {
                    fd.class = Some(class);
                }
                let d = self.method_desc(MethodDesc {
                    func,
                    origin: class,
                    receiver: None,
                    name,
                });
                Annotation::pbc(vec![d], false)
            }
            Value::StaticMethod(w) => self.constant(&w.func),
            Value::ClassMethod(_) => {
                let d = Diagnostic::error(
                    "E0432",
                    self.program.class(class).span,
                    format!(
                        "`{}.{name}` is a class method",
                        self.program.class(class).name
                    ),
                )
                .help("RPython has no class methods; use a function or a static method");
                self.report(d);
                Annotation::error()
            }
            Value::Method(m) if m.receiver.is_none() => {
                self.class_value(class, name, &m.func.clone())
            }
            _ => self.constant(value),
        }
    }

    /// Makes sure that the attribute exists at `c` or above, and merges `a`.
    pub(crate) fn generalize_attr(&mut self, c: ClassId, name: Name, a: Option<Annotation>) {
        if let Some(home) = self.attr_home(c, name) {
            if let Some(a) = a {
                let cell = self.program.class(home).attrs[&name].cell;
                let what = format!("values of attribute `{name}`");
                let _ = self.write_cell(cell, a, &what);
            }
            return;
        }
        // Take over the attributes of subclasses (invariant 1) and pending sources (2, 3).
        let below = self.program.subclasses(c);
        let mut taken = Vec::new();
        let mut pending: Vec<(ClassId, AttrSource)> = Vec::new();
        for &s in &below {
            if let Some(old) = self.program.classes[s].attrs.shift_remove(&name) {
                taken.push(old);
            }
            if let Some(list) = self.program.classes[s].sources.shift_remove(&name) {
                pending.extend(list.into_iter().map(|x| (s, x)));
            }
        }
        let above: Vec<ClassId> = self.program.mro(c).skip(1).collect();
        for s in above {
            if let Some(list) = self.program.class(s).sources.get(&name) {
                pending.extend(
                    list.iter()
                        .filter(|x| !Self::is_instance_level(x))
                        .map(|x| (s, x.clone())),
                );
            }
        }
        let cell = self.new_cell(a.unwrap_or(Annotation::impossible()).escaping());
        let attr = Attribute {
            name,
            cell,
            readonly: taken.iter().all(|t| t.readonly),
            attr_allowed: true,
            sources: taken.iter().flat_map(|t| t.sources.clone()).collect(),
            span: self.span,
        };
        self.program.classes[c].attrs.insert(name, attr);
        for t in taken {
            let (x, y) = (
                self.program.cells.find(cell),
                self.program.cells.find(t.cell),
            );
            if x != y {
                self.identify_cells(x, y, &format!("values of attribute `{name}`"));
            }
        }
        for (origin, source) in pending {
            self.merge_source(c, origin, name, &source);
        }
        let waiting: Vec<BlockRef> = below
            .iter()
            .filter_map(|&k| self.program.classes[k].waiting.remove(&name))
            .flatten()
            .collect();
        for b in waiting {
            self.reschedule(b);
        }
    }

    /// The cell of attribute `name` of instances of `c`, created (and lifted) if need be.
    pub(crate) fn attr_cell(&mut self, c: ClassId, name: Name) -> (ClassId, CellId) {
        if self.attr_home(c, name).is_none() {
            self.generalize_attr(c, name, None);
        }
        let home = self.attr_home(c, name).unwrap_or(c);
        (home, self.program.class(home).attrs[&name].cell)
    }

    /// `instance.name = a`
    pub(crate) fn set_attribute(&mut self, c: ClassId, name: Name, a: Annotation) -> Res<()> {
        let (home, cell) = self.attr_cell(c, name);
        if let Some(attr) = self.program.classes[home].attrs.get_mut(&name) {
            attr.readonly = false;
        }
        if !self.check_allowed(home, name) {
            return Err(crate::engine::Stop::Failed);
        }
        let what = format!(
            "values of attribute `{name}` of class `{}`",
            self.program.class(home).short_name
        );
        self.write_cell(cell, a, &what)
    }

    /// Whether instances may have this attribute; reports if not.
    fn check_allowed(&mut self, home: ClassId, name: Name) -> bool {
        let def = self.program.class(home);
        let Some(attr) = def.attrs.get(&name) else {
            return true;
        };
        let ok = attr.readonly || def.allowed.as_ref().is_none_or(|s| s.contains(&name));
        if ok {
            return true;
        }
        let builtin = def.live.as_class().is_some_and(|c| c.builtin.is_some());
        let mut d = Diagnostic::error(
            "E0433",
            self.span,
            format!(
                "attribute `{name}` may not be set on instances of `{}`",
                def.short_name
            ),
        );
        if builtin {
            d = d.help(
                "built-in exceptions have no attributes; make a subclass that has the attribute",
            );
        } else {
            d = d
                .note(
                    def.span,
                    "this class declares its attributes with `_attrs_` or `__slots__`",
                )
                .help(format!("add `{name}` to the declaration"));
        }
        self.report(d);
        if let Some(a) = self.program.classes[home].attrs.get_mut(&name) {
            a.attr_allowed = false;
        }
        false
    }

    /// `instance.name` for an instance of `c`.
    pub(crate) fn get_attribute(&mut self, c: ClassId, name: Name, nullable: bool) -> Res {
        let (_, cell) = self.attr_cell(c, name);
        let a = self.read_cell(cell);
        match a.kind() {
            Kind::Impossible => self.missing_attribute(c, name),
            Kind::Pbc { .. } => {
                let r = self.lookup_filter(c, a);
                let _ = nullable;
                if r.is_impossible() {
                    self.missing_attribute(c, name)
                } else {
                    Ok(r)
                }
            }
            Kind::List(l) if self.program.immutability(c, name) == Immutability::ImmutableArray => {
                let span = self.program.class(c).span;
                let def = self.program.lists.get_mut(*l);
                if def.must_not_resize.is_none() {
                    def.must_not_resize = Some(span);
                    self.check_list_flags(*l);
                }
                Ok(a)
            }
            _ => Ok(a),
        }
    }

    fn missing_attribute(&mut self, c: ClassId, name: Name) -> Res {
        let here = self.here.block_ref();
        let declared = self.program.mro(c).any(|k| {
            self.program
                .class(k)
                .allowed
                .as_ref()
                .is_some_and(|s| s.contains(&name))
        });
        let mro: Vec<ClassId> = self.program.mro(c).collect();
        for k in mro {
            self.program.classes[k]
                .waiting
                .entry(name)
                .or_default()
                .insert(here);
        }
        if declared {
            return self.block_harmlessly();
        }
        let d = self.unknown_attribute(c, name);
        self.block_because(d)
    }

    /// The methods in `pbc` that a lookup on an instance of `c` can find (D05.1 §6.7), bound to the precise class.
    pub(crate) fn lookup_filter(&mut self, c: ClassId, pbc: Annotation) -> Annotation {
        let Kind::Pbc { descs, nullable } = pbc.kind() else {
            return pbc;
        };
        if let Some(&r) = self.filtered.get(&(c, pbc)) {
            return r;
        }
        let mut out = Vec::new();
        let mut up: Option<(ClassId, MethodDesc)> = None;
        let mut unchanged = true;
        for &d in descs {
            let m = match &self.program.descs[d] {
                Desc::Method(m) if m.receiver.is_none() => *m,
                _ => {
                    out.push(d);
                    continue;
                }
            };
            unchanged = false;
            if m.origin != c && self.program.is_subclass(m.origin, c) {
                let bound = MethodDesc {
                    receiver: Some(m.origin),
                    ..m
                };
                out.push(self.method_desc(bound));
            } else if self.program.is_subclass(c, m.origin) {
                // Upwards only the nearest counts.
                if up.is_none_or(|(k, _)| self.program.is_subclass(m.origin, k)) {
                    up = Some((m.origin, m));
                }
            }
        }
        if unchanged {
            return pbc;
        }
        if let Some((_, m)) = up {
            out.push(self.method_desc(MethodDesc {
                receiver: Some(c),
                ..m
            }));
        }
        let r = Annotation::pbc(out, *nullable);
        self.filtered.insert((c, pbc), r);
        r
    }

    /// A value read from a class, for `C.name` with a constant class: unbound.
    pub(crate) fn class_attribute(&mut self, desc: DescId, name: Name) -> Option<Annotation> {
        let Desc::Class(cd) = &self.program.descs[desc] else {
            return None;
        };
        let class = cd.class.clone();
        let id = self.classdef(&class);
        let found = self
            .program
            .mro(id)
            .find_map(|k| self.program.class(k).class_dict.get(&name).cloned())?;
        Some(match found {
            Value::StaticMethod(w) => self.constant(&w.func),
            Value::Method(m) if m.receiver.is_none() => self.constant(&m.func),
            v => self.constant(&v),
        })
    }

    pub(crate) fn identify_cells(&mut self, a: CellId, b: CellId, what: &str) {
        let mut queue = Vec::new();
        self.unify_cells(a, b, &mut queue, what);
        self.identify(queue.into_iter().collect());
    }

    /// Whether `getattr`/`setattr` with these arguments reaches a property.
    pub(crate) fn is_property_access(&mut self, args: &[Annotation]) -> bool {
        let (Some(c), Some(name)) = (
            args[0].class(),
            args.get(1).and_then(|n| n.konst()).and_then(Value::as_text),
        ) else {
            return false;
        };
        let name = Name::new(&name);
        self.find_property(c, name).is_some()
            || self
                .find_in_class_dicts(c, Name::new("__getattr__"))
                .is_some()
    }

    pub(crate) fn find_in_class_dicts(&self, c: ClassId, name: Name) -> Option<(ClassId, Value)> {
        self.program
            .mro(c)
            .find_map(|k| Some((k, self.program.class(k).class_dict.get(&name)?.clone())))
    }

    /// The property of that name that a lookup on `c` finds.
    pub(crate) fn find_property(&self, c: ClassId, name: Name) -> Option<Value> {
        match self.find_in_class_dicts(c, name) {
            Some((_, v @ Value::Property(_))) => Some(v),
            _ => None,
        }
    }

    /// Notes for the end: attributes of prebuilt instances that changed while annotating (by `_cleanup_`, memo functions).
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
            for x in l.to_vec() {
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

/// Whether `b` finds `n` only on `object`.
fn hidden_by_object(b: &ClassRef, n: Name) -> bool {
    b.lookup(n)
        .is_some_and(|(c, _)| Rc::ptr_eq(&c, &types().object))
}

pub(crate) fn is_environment_error(class: &ClassRef) -> bool {
    class.is_subclass(types().exc("EnvironmentError"))
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
