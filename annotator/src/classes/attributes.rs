//! Attributes of classes: where `v_{C.attr}` lives, what is merged into it, and what a lookup finds. The
//! three invariants are stated in [`crate::classes`].
//!
//! ```text
//! class A: pass            w.x = 1 on a B            B.x: Int+
//! class B(A): pass         v.x on an A               lifted: A.x >= Int+, and B.x is A.x from now on
//! ```
use ir::diag::Diagnostic;
use ir::lltype::Immutability;
use ir::name::Name;
use python::live::Value;

use crate::defs::*;
use crate::engine::{Annotator, Res};
use crate::model::*;

impl Annotator {
    fn is_instance_level(s: &AttrSource) -> bool {
        matches!(s, AttrSource::Instance(_))
    }

    /// Invariants 2 and 3 for a new source.
    pub(crate) fn add_source(&mut self, c: ClassId, name: Name, source: AttrSource) {
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
                    return Annotation::new(AnnotationKind::Builtin(known));
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
            Value::ClassMethod(w) => {
                let place = match &w.func {
                    Value::Function(f) => f.span(),
                    _ => ir::source::Span::NONE,
                };
                if let Value::Class(c) = self.program.class(class).live.clone() {
                    let d = self.class_method(&c, name.as_str(), place);
                    self.report(d);
                }
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
        self.check_allowed(c, name);
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
        self.note_write(c, name);
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
        self.write_cell(cell, a, &what)?;
        self.fix_immutable_list(c, name, a);
        Ok(())
    }

    /// The list in a field declared with `[*]` must not be resized.
    fn fix_immutable_list(&mut self, c: ClassId, name: Name, a: Annotation) {
        let AnnotationKind::List(l) = a.kind() else {
            return;
        };
        let declared = self.program.mro(c).any(|k| {
            let def = self.program.class(k);
            def.immutable_arrays.contains(&name)
                || def.own_immutability(name) == Immutability::ImmutableArray
        });
        if !declared {
            return;
        }
        let span = self.program.class(c).span;
        let def = self.program.lists.get_mut(*l);
        def.immutable = true;
        if def.must_not_resize.is_none() {
            def.must_not_resize = Some(span);
            self.check_list_flags(*l);
        }
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
            AnnotationKind::Impossible => self.missing_attribute(c, name),
            AnnotationKind::Pbc { .. } => {
                let r = self.lookup_filter(c, a);
                let _ = nullable;
                if r.is_impossible() {
                    self.missing_attribute(c, name)
                } else {
                    Ok(r)
                }
            }
            AnnotationKind::List(_) => {
                self.fix_immutable_list(c, name, a);
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
        // A generator's state may hold variables of code that is never reached.
        let text = name.as_str();
        let state = text.starts_with('g')
            && text[1..].starts_with(|c: char| c.is_ascii_digit())
            && self
                .program
                .class(c)
                .short_name
                .as_str()
                .ends_with("_generator");
        if declared || state {
            return self.block_harmlessly();
        }
        let d = self.unknown_attribute(c, name);
        self.block_because(d)
    }

    /// The methods in `pbc` that a lookup on an instance of `c` can find, bound to the precise class.
    pub(crate) fn lookup_filter(&mut self, c: ClassId, pbc: Annotation) -> Annotation {
        let AnnotationKind::Pbc { descs, nullable } = pbc.kind() else {
            return pbc;
        };
        if let Some(&r) = self.answers.filtered.get(&(c, pbc)) {
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
        self.answers.filtered.insert((c, pbc), r);
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
        let (Some(c), Some(name)) = (args[0].class(), attribute_name(args)) else {
            return false;
        };
        self.is_property(c, name)
            || self
                .find_in_class_dicts(c, Name::new("__getattr__"))
                .is_some()
    }

    /// Whether an access of an attribute by name may find an object of a class that has none.
    pub(crate) fn may_lack_attribute(&self, args: &[Annotation]) -> bool {
        let (Some(c), Some(name)) = (args[0].class(), attribute_name(args)) else {
            return false;
        };
        self.program.find_attr(c, name).is_none() && self.find_in_class_dicts(c, name).is_none()
    }

    /// Whether the attribute is read of a class, which may be one that has none.
    pub(crate) fn may_be_class_without(&self, args: &[Annotation]) -> bool {
        let Some(name) = attribute_name(args) else {
            return false;
        };
        let classes: Vec<ClassId> = match args[0].kind() {
            AnnotationKind::TypeOf { class: Some(c), .. } => self.program.subclasses(*c),
            AnnotationKind::Pbc { descs, .. } => {
                let class = |d: &DescId| match &self.program.descs[*d] {
                    Desc::Class(c) => c.classdef,
                    _ => None,
                };
                descs.iter().filter_map(class).collect()
            }
            _ => return false,
        };
        let lacks = |k: ClassId| self.find_in_class_dicts(k, name).is_none();
        name != "__name__" && classes.into_iter().any(lacks)
    }

    pub(crate) fn find_in_class_dicts(&self, c: ClassId, name: Name) -> Option<(ClassId, Value)> {
        self.program
            .mro(c)
            .find_map(|k| Some((k, self.program.class(k).class_dict.get(&name)?.clone())))
    }

    /// Whether the attribute is a property, of `c`, a base, or some class below.
    pub(crate) fn is_property(&self, c: ClassId, name: Name) -> bool {
        let property = |k: ClassId| {
            let entry = self.program.class(k).class_dict.get(&name);
            matches!(entry, Some(Value::Property(_)))
        };
        self.program.mro(c).any(property) || self.program.subclasses(c).into_iter().any(property)
    }
}

/// The attribute that `getattr` and its like are told by a constant.
fn attribute_name(args: &[Annotation]) -> Option<Name> {
    let name = args.get(1)?.const_value()?.as_text()?;
    Some(Name::new(&name))
}
