//! Reading and writing attributes: of instances, classes, frozen objects, modules, built-in types and low-level
//! pointers.
use ir::diag::Diagnostic;
use ir::name::Name;
use python::live::Value;

use crate::calls::{CallArgs, Site};
use crate::classes::{GETTER, SETTER, accessor};
use crate::defs::*;
use crate::engine::{Annotator, Res, Stop};
use crate::model::*;

impl Annotator {
    /// `x.name`
    pub(crate) fn getattr(&mut self, a: Annotation, text: Annotation) -> Res {
        let name = self.attr_name(text)?;
        match a.kind() {
            AnnotationKind::Error => Err(Stop::Failed),
            AnnotationKind::Impossible => Err(Stop::Blocked),
            AnnotationKind::Instance { class, nullable } => {
                self.instance_getattr(*class, *nullable, name, text)
            }
            AnnotationKind::Pbc { descs, .. } => self.pbc_getattr(a, descs, name),
            AnnotationKind::None => {
                let d =
                    Diagnostic::error("E0450", self.span, format!("attribute `{name}` of None"))
                        .label("this is always None here");
                self.block_because(d)
            }
            AnnotationKind::Static => match a.const_value().cloned() {
                Some(v) => self.static_getattr(&v, name),
                None => self.unsupported(format!(
                    "attribute `{name}` of an object that is known at translation time only"
                )),
            },
            AnnotationKind::TypeOf { .. } if name == "__name__" => Ok(Annotation::str()),
            AnnotationKind::TypeOf { class: Some(c), .. } => {
                let all = self.classes_below(*c);
                let pbc = Annotation::pbc(all.clone(), false);
                self.pbc_getattr(pbc, &all, name)
            }
            AnnotationKind::Builtin(f) => match a.const_value().cloned() {
                Some(v @ (Value::Class(_) | Value::Native(_))) => self.static_getattr(&v, name),
                _ if name == "__name__" => {
                    let text = f
                        .as_str()
                        .rsplit('.')
                        .next()
                        .unwrap_or_default()
                        .to_string();
                    Ok(self.constant(&Value::str(&text)))
                }
                _ => self.no_attribute(a, name),
            },
            AnnotationKind::Slice { start, stop } => match name.as_str() {
                "start" => Ok(*start),
                "stop" => Ok(*stop),
                "step" => Ok(Annotation::none()),
                _ => self.no_attribute(a, name),
            },
            _ => {
                if crate::builtins::method(a.kind(), name.as_str()).is_some() {
                    return Ok(Annotation::new(AnnotationKind::BuiltinMethod {
                        name,
                        receiver: a,
                    }));
                }
                self.no_attribute(a, name)
            }
        }
    }

    pub(crate) fn no_attribute(&mut self, a: Annotation, name: Name) -> Res {
        let what = self.english(a);
        let mut d = self.error("E0451", format!("{what} has no attribute `{name}`"));
        if let Some(near) = crate::builtins::similar_method(a.kind(), name.as_str()) {
            d = d.help(format!("there is `{near}`"));
        }
        let d = self.with_operand_origin(d, 0);
        self.fail_with(d)
    }

    /// Blocks: others of the set may have it.
    fn one_has_no_attribute(&mut self, d: DescId, name: Name) -> Res {
        let what = self.english(Annotation::pbc(vec![d], false));
        let message = format!("{what} has no attribute `{name}`");
        self.block_because(Diagnostic::error("E0451", self.span, message))
    }

    fn instance_getattr(
        &mut self,
        class: ClassId,
        nullable: bool,
        name: Name,
        text: Annotation,
    ) -> Res {
        if name == "__class__" {
            // One of the classes below: it joins other classes and None.
            let all = self.classes_below(class);
            return Ok(Annotation::pbc(all, false));
        }
        let known = self.program.find_attr(class, name).is_some() || self.has_sources(class, name);
        if !known
            && let Some((_, Value::Function(_))) =
                self.find_in_class_dicts(class, Name::new("__getattr__"))
        {
            self.note_hooked(class, name);
            let m = self.get_attribute(class, Name::new("__getattr__"), nullable)?;
            let n = self.constant(&python::live::name_value(name));
            return self.call(
                m,
                &CallArgs::positional(&[n]),
                Site::Special(Name::new("__getattr__")),
            );
        }
        self.refuse_descriptor(class, name, &["__get__"])?;
        self.note_read(class, name);
        let r = self.get_attribute(class, name, nullable)?;
        if r.kind() == &AnnotationKind::Property {
            return self.call_accessor(class, nullable, name, GETTER, &[]);
        }
        // A list in a field declared with `[*]` is looked at each time.
        if !matches!(r.kind(), AnnotationKind::List(_)) {
            self.remember_attr(class, name, text, r);
        }
        Ok(r)
    }

    fn has_sources(&self, class: ClassId, name: Name) -> bool {
        self.program
            .mro(class)
            .any(|k| self.program.class(k).sources.contains_key(&name))
            || self.program.subclasses(class).iter().any(|&k| {
                self.program.class(k).sources.contains_key(&name)
                    || self.program.class(k).attrs.contains_key(&name)
            })
    }

    /// Calls the getter or setter of a property: a method, which subclasses may override.
    fn call_accessor(
        &mut self,
        class: ClassId,
        nullable: bool,
        property: Name,
        suffix: &'static str,
        args: &[Annotation],
    ) -> Res {
        let method = accessor(property, suffix);
        let lookups = (self.find_in_class_dicts(class, method).into_iter()).chain(
            self.program.subclasses(class).into_iter().filter_map(|k| {
                let v = self.program.class(k).class_dict.get(&method)?;
                Some((k, v.clone()))
            }),
        );
        for (k, v) in lookups.collect::<Vec<_>>() {
            if !matches!(v, Value::Function(_)) {
                let class = self.program.class(k);
                let (owner, span) = (class.short_name, class.span);
                let what = if suffix == GETTER { "read" } else { "set" };
                let d = self
                    .error(
                        "E0452",
                        format!("the property `{property}` of class `{owner}` cannot be {what}"),
                    )
                    .note(span, format!("class `{owner}`"));
                return self.fail_with(d);
            }
        }
        let m = self.get_attribute(class, method, nullable)?;
        self.call(m, &CallArgs::positional(args), Site::Special(method))
    }

    /// Reads an attribute of one of several constants.
    fn pbc_getattr(&mut self, a: Annotation, descs: &[DescId], name: Name) -> Res {
        if descs.len() == 1 {
            return self.desc_getattr(descs[0], name);
        }
        if name == "__name__" && matches!(self.program.descs[descs[0]], Desc::Class(_)) {
            return Ok(Annotation::str());
        }
        // An attribute family: the readers see what any member has.
        let mut family: Option<AttrFamilyId> = None;
        for &d in descs {
            let f = match self.program.attr_family_of.get(&d) {
                Some(&f) => f,
                None => {
                    let mut fam = AttrFamily::default();
                    fam.descs.insert(d);
                    let f = self.program.attr_families.push(fam);
                    self.program.attr_family_of.insert(d, f);
                    f
                }
            };
            family = Some(match family {
                None => f,
                Some(g) => {
                    if let Some((mut x, y)) = self.program.attr_families.take_union(g, f) {
                        x.descs.extend(y.descs);
                        let mut moved = Vec::new();
                        for (n, v) in y.attrs {
                            match x.attrs.get(&n) {
                                Some(&old) => moved.push((n, old, v)),
                                None => {
                                    x.attrs.insert(n, v);
                                }
                            }
                        }
                        self.program.attr_families.set(g, x);
                        for (n, old, v) in moved {
                            let j = self.join(old, v)?;
                            self.program.attr_families.get_mut(g).attrs.insert(n, j);
                        }
                    }
                    g
                }
            });
        }
        let mut result = Annotation::impossible();
        for &d in descs {
            match self.desc_getattr(d, name) {
                Ok(v) => result = self.join(result, v)?,
                Err(Stop::Blocked) => {}
                Err(e) => return Err(e),
            }
        }
        let _ = a;
        if let Some(f) = family {
            let old = self
                .program
                .attr_families
                .get(f)
                .attrs
                .get(&name)
                .copied()
                .unwrap_or(Annotation::impossible());
            let j = self.join(old, result)?;
            self.program.attr_families.get_mut(f).attrs.insert(name, j);
        }
        if result.is_impossible() {
            Err(Stop::Blocked)
        } else {
            Ok(result)
        }
    }

    fn desc_getattr(&mut self, d: DescId, name: Name) -> Res {
        match &self.program.descs[d] {
            Desc::Frozen(f) => {
                let v = f.value.clone();
                self.frozen_getattr(d, &v, name)
            }
            Desc::Class(c) => {
                if name == "__name__" {
                    let text = c.class.name.get();
                    return Ok(self.constant(&python::live::name_value(text)));
                }
                let class = c.class.clone();
                let class = self.classdef(&class);
                if self.find_in_class_dicts(class, name).is_some() {
                    self.refuse_descriptor(class, name, &["__get__"])?;
                }
                match self.class_attribute(d, name) {
                    Some(a) => Ok(a),
                    None => self.one_has_no_attribute(d, name),
                }
            }
            Desc::Function(f) => match name.as_str() {
                "func_name" | "__name__" => {
                    let n = f.func.name.get();
                    Ok(self.constant(&python::live::name_value(n)))
                }
                n => match f.func.attr(n) {
                    Some(v) => Ok(self.constant(&v)),
                    None => {
                        let a = Annotation::pbc(vec![d], false);
                        self.no_attribute(a, name)
                    }
                },
            },
            Desc::Method(m) => {
                let m = *m;
                match name.as_str() {
                    "im_func" | "__func__" => Ok(Annotation::pbc(vec![m.func], false)),
                    "im_self" | "__self__" => {
                        Ok(Annotation::instance(m.receiver.unwrap_or(m.origin), false))
                    }
                    "__name__" | "func_name" => {
                        Ok(self.constant(&python::live::name_value(m.name)))
                    }
                    _ => {
                        let a = Annotation::pbc(vec![d], false);
                        self.no_attribute(a, name)
                    }
                }
            }
            Desc::FrozenMethod(m) => {
                let m = *m;
                match name.as_str() {
                    "__name__" | "func_name" => {
                        Ok(self.constant(&python::live::name_value(m.name)))
                    }
                    "im_func" => Ok(Annotation::pbc(vec![m.func], false)),
                    _ => {
                        let a = Annotation::pbc(vec![d], false);
                        self.no_attribute(a, name)
                    }
                }
            }
        }
    }

    fn frozen_getattr(&mut self, d: DescId, v: &Value, name: Name) -> Res {
        if let Value::Instance(i) = v
            && let Some(Value::Function(f)) = i.class().find(name)
            && i.get(name).is_none()
        {
            if let Some(known) = self.known_function(&Value::Function(f.clone())) {
                return Ok(Annotation::new(AnnotationKind::Builtin(known)));
            }
            let func = self.function_desc(&f);
            let m = self.frozen_method_desc(FrozenMethodDesc {
                func,
                frozen: d,
                name,
            });
            return Ok(Annotation::pbc(vec![m], false));
        }
        match self.front.getattr(v, name) {
            Ok(Some(x)) => {
                let a = self.constant(&x);
                if let Desc::Frozen(f) = &mut self.program.descs[d] {
                    f.attrs.insert(name, a);
                }
                Ok(a)
            }
            Ok(None) => {
                let declares = |v: &Value| {
                    v.as_list().is_some_and(|l| {
                        l.to_vec()
                            .iter()
                            .any(|x| x.as_text().as_deref() == Some(name.as_str()))
                    })
                };
                if let Value::Instance(i) = v
                    && i.class()
                        .find(Name::new("_attrs_"))
                        .is_some_and(|v| declares(&v))
                {
                    return self.block_harmlessly();
                }
                self.one_has_no_attribute(d, name)
            }
            Err(d) => self.fail_with(*d),
        }
    }

    fn static_getattr(&mut self, v: &Value, name: Name) -> Res {
        match self.front.getattr(v, name) {
            Ok(Some(x)) => Ok(self.constant(&x)),
            Ok(None) => {
                let a = self.constant(v);
                self.no_attribute(a, name)
            }
            Err(d) => self.fail_with(*d),
        }
    }

    /// `x.name = value`
    pub(crate) fn setattr(&mut self, a: Annotation, text: Annotation, value: Annotation) -> Res {
        let name = self.attr_name(text)?;
        match a.kind() {
            AnnotationKind::Instance { class, .. } => {
                if self.is_property(*class, name) {
                    let nullable = a.can_be_none();
                    // A name is a property in all classes or in none: reading says so otherwise.
                    self.get_attribute(*class, name, nullable)?;
                    self.note_read(*class, name);
                    self.call_accessor(*class, nullable, name, SETTER, &[value])?;
                    return Ok(Annotation::none());
                }
                if name == "__class__" {
                    return self.unsupported("assignment to __class__");
                }
                self.refuse_special(*class, "__setattr__")?;
                self.refuse_descriptor(*class, name, &["__set__"])?;
                self.set_attribute(*class, name, value)?;
                if !matches!(value.kind(), AnnotationKind::List(_)) {
                    self.remember_attr(*class, name, text, value);
                }
                Ok(Annotation::none())
            }
            // It may be generalised later.
            AnnotationKind::None => {
                self.suspect_none(&format!("attribute `{name}` of None is set"));
                Ok(Annotation::none())
            }
            AnnotationKind::Pbc { descs, .. }
                if matches!(self.program.descs[descs[0]], Desc::Frozen(_)) =>
            {
                let what = self.english(a);
                let d = Diagnostic::error("E0453", self.span, format!("attribute `{name}` of {what} is set"))
                    .help("frozen objects and modules are constants: keep changing state in an instance of an ordinary class");
                self.fail_with(d)
            }
            AnnotationKind::Pbc { .. } | AnnotationKind::Static | AnnotationKind::TypeOf { .. } => {
                let what = self.english(a);
                let d = self
                    .error(
                        "E0453",
                        format!("attribute `{name}` of {what} is set at run time"),
                    )
                    .help("classes, functions and modules are constants in translated code");
                let place = a
                    .descs()
                    .map_or(ir::source::Span::NONE, |d| self.program.desc_span(d[0]));
                let d = self.note_made(d, place, "this is the constant");
                self.fail_with(d)
            }
            _ => {
                let what = self.english(a);
                let d = self.error("E0451", format!("{what} has no attributes that can be set"));
                let d = self.with_operand_origin(d, 0);
                self.fail_with(d)
            }
        }
    }
}
