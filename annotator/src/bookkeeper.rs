//! Prebuilt constants: the annotation of any live object, and the descs that PBC sets consist of.
//!
//! ```text
//! 42 -> Int+=42      [1, 2] -> List(v) with v >= Int+      f -> Pbc{f}
//! W_Int(3) -> Inst(W_Int), its attributes merged in
//! ```
//! Containers and instances are entered before their contents are looked at, so cycles are fine.
use std::rc::Rc;

use flowspace::Signature;
use ir::diag::Diagnostic;
use ir::name::Name;
use python::live::{self, FunctionObj, InstanceObj, Value};
use python::vocabulary::jit;
use python::vocabulary::library::{LibraryFunction, ObjectFunction};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::defs::*;
use crate::engine::{Annotator, Res, Stop};
use crate::model::constant::Const;
use crate::model::*;
use crate::report::warnings::Shortest;

/// Items whose annotations have the same join as those of all, so that a table of a million items is no work: of
/// integers the sign and the first two that differ tell everything, of floats the first two that differ, of texts two
/// of each kind (characters, texts with zero bytes); of other things each is asked once.
pub(crate) fn representatives(items: &[Value]) -> Vec<Value> {
    let mut kept: Vec<Value> = Vec::new();
    // (kind of item, how many were kept)
    let mut kinds: FxHashMap<(u8, bool, bool), u32> = FxHashMap::default();
    let mut seen: FxHashSet<live::Identity> = FxHashSet::default();
    let mut last = None;
    for x in items {
        let identity = x.identity();
        if last == Some(identity) {
            continue;
        }
        last = Some(identity);
        let kind = match x {
            Value::Int(i) => (0, *i < 0, false),
            Value::Float(_) => (1, false, false),
            Value::Str(s) => (2, s.bytes.len() == 1, s.bytes.contains(&0)),
            Value::Unicode(s) => (3, s.points.len() == 1, s.points.contains(&0)),
            _ => {
                if seen.insert(identity) {
                    kept.push(x.clone());
                }
                continue;
            }
        };
        let n = kinds.entry(kind).or_default();
        if *n < 2 && seen.insert(identity) {
            *n += 1;
            kept.push(x.clone());
        }
    }
    kept
}

impl Annotator {
    pub(crate) fn const_annotation(&mut self, c: &Const) -> Annotation {
        match &c.0 {
            Value::None => Annotation::none(),
            Value::Int(i) => Annotation::const_int(*i),
            Value::Bool(b) => Annotation::const_bool(*b),
            v => {
                if let Some(&a) = self.constants.annotations.get(c) {
                    return a;
                }
                self.constant(&v.clone())
            }
        }
    }

    /// The annotation of a live object: everything reachable from it becomes part of the program.
    pub fn constant(&mut self, v: &Value) -> Annotation {
        let key = Const(v.clone());
        if let Some(&a) = self.constants.annotations.get(&key) {
            return a;
        }
        self.constants.depth += 1;
        let a = match self.constant_kind(v) {
            Ok(a) => a,
            Err(_) => Annotation::error(),
        };
        self.constants.annotations.insert(key, a);
        self.constants.depth -= 1;
        if self.constants.depth == 0 {
            self.constants.depth = 1;
            self.drain_pending();
            self.constants.depth = 0;
        }
        a
    }

    fn constant_kind(&mut self, v: &Value) -> Res {
        let with = |a: Annotation| Ok(a.with_const(v.clone()));
        match v {
            Value::None => Ok(Annotation::none()),
            Value::Bool(b) => Ok(Annotation::const_bool(*b)),
            Value::Int(i) => Ok(Annotation::const_int(*i)),
            Value::Long(l) => match i64::try_from(&**l) {
                Ok(i) => Ok(Annotation::const_int(i)),
                Err(_) => {
                    let d = self
                        .error(
                            "E0421",
                            format!("the integer {l} does not fit in a machine word"),
                        )
                        .help("use r_uint(...), r_longlonglong(...) or rbigint for larger values");
                    self.fail_with(d)
                }
            },
            Value::Float(_) => with(Annotation::float()),
            Value::Str(s) => {
                let no_nul = !s.bytes.contains(&0);
                with(Annotation::new(AnnotationKind::Text(TextKind {
                    single: s.bytes.len() == 1,
                    no_nul,
                    ..TextKind::STR
                })))
            }
            Value::Unicode(s) => {
                let no_nul = !s.points.contains(&0);
                with(Annotation::new(AnnotationKind::Text(TextKind {
                    single: s.points.len() == 1,
                    no_nul,
                    ..TextKind::UNICODE
                })))
            }
            Value::ByteArray(_) => with(Annotation::new(AnnotationKind::ByteArray)),
            Value::Tuple(items) => {
                let parts: Vec<Annotation> = items.iter().map(|i| self.constant(i)).collect();
                with(Annotation::tuple(parts))
            }
            Value::List(_) => {
                let id = self.prebuilt_list(v);
                self.constants.pending.push(v.clone());
                with(Annotation::list(id))
            }
            Value::Dict(_) => {
                let id = self.prebuilt_dict(v, None);
                self.constants.pending.push(v.clone());
                with(Annotation::dict(id))
            }
            Value::Function(f) => match self.known_function(v) {
                Some(name) => with(Annotation::new(AnnotationKind::Builtin(name))),
                None => {
                    let d = self.function_desc(f);
                    with(Annotation::pbc(vec![d], false))
                }
            },
            Value::Builtin(_) => {
                let name = v.qualified_name().unwrap_or_default();
                with(Annotation::new(AnnotationKind::Builtin(Name::new(
                    &crate::builtins::canonical_name(&name),
                ))))
            }
            Value::Class(c) => {
                if c.is_exception() {
                    let d = self.class_desc(c);
                    return with(Annotation::pbc(vec![d], false));
                }
                if let Some(name) = self.known_function(v) {
                    return with(Annotation::new(AnnotationKind::Builtin(name)));
                }
                if c.builtin.is_some() && c.name.get() != "object" {
                    let name = v.qualified_name().unwrap_or_default();
                    return with(Annotation::new(AnnotationKind::Builtin(Name::new(
                        &crate::builtins::canonical_name(&name),
                    ))));
                }
                let d = self.class_desc(c);
                with(Annotation::pbc(vec![d], false))
            }
            Value::Instance(i) => self.prebuilt_instance(v, i),
            Value::Method(m) => {
                let Some(receiver) = &m.receiver else {
                    return Ok(self.constant(&m.func));
                };
                self.prebuilt_method(v, &m.func, receiver)
            }
            Value::StaticMethod(w) => Ok(self.constant(&w.func)),
            Value::Property(_) => with(Annotation::new(AnnotationKind::Property)),
            Value::Set(_) => {
                let d = Diagnostic::error("E0422", self.span, "a prebuilt set is used at run time")
                    .help("RPython has no sets: use a dictionary with None or True as values");
                self.fail_with(d)
            }
            Value::Ellipsis => {
                let d = Diagnostic::error("E0423", self.span, "Ellipsis is used at run time")
                    .help("RPython has no Ellipsis: use None or an object of your own as a marker");
                self.fail_with(d)
            }
            Value::Native(n)
                if let Some(r) = n.as_any().downcast_ref::<flowspace::value::Refusal>() =>
            {
                self.fail_with(r.0.clone())
            }
            // It was reported where it came from.
            v if flowspace::value::is_erroneous(v) => Err(Stop::Failed),
            Value::Native(_) => self.native_constant(v),
            _ => with(Annotation::new(AnnotationKind::Static)),
        }
    }

    fn prebuilt_list(&mut self, v: &Value) -> ListId {
        if let Some((_, id)) = self.program.prebuilt_lists.get(&v.identity()) {
            return *id;
        }
        let item = self.new_cell(Annotation::impossible());
        let id = self.program.lists.push(ListDef {
            shortest: v.as_list().map_or(Shortest::Unknown, |l| {
                Shortest::Items(l.items.borrow().len() as u32)
            }),
            ..ListDef::new(item, self.span)
        });
        self.program
            .prebuilt_lists
            .insert(v.identity(), (v.clone(), id));
        id
    }

    fn prebuilt_dict(&mut self, v: &Value, custom: Option<(Value, Value)>) -> DictId {
        if let Some((_, id)) = self.program.prebuilt_dicts.get(&v.identity()) {
            return *id;
        }
        let custom = custom.map(|(eq, hash)| {
            let (e, h) = (self.constant(&eq), self.constant(&hash));
            CustomEq {
                eq: self.new_cell(e),
                hash: self.new_cell(h),
            }
        });
        let (key, value) = (
            self.new_cell(Annotation::impossible()),
            self.new_cell(Annotation::impossible()),
        );
        let id = self.program.dicts.push(DictDef {
            custom,
            ..DictDef::new(key, value, self.span)
        });
        self.program
            .prebuilt_dicts
            .insert(v.identity(), (v.clone(), id));
        id
    }

    /// Merges the contents of a prebuilt list or dictionary into its definition.
    pub(crate) fn fill_container(&mut self, v: &Value) {
        if let Some((_, id)) = self.program.prebuilt_lists.get(&v.identity()) {
            let id = *id;
            let item = self.program.list(id).item;
            let items = v.as_list().map(|l| representatives(&l.items.borrow()));
            for x in items.unwrap_or_default() {
                let x = self.constant(&x);
                let _ = self.write_cell(item, x, "items of a prebuilt list");
            }
        } else if let Some((_, id)) = self.program.prebuilt_dicts.get(&v.identity()) {
            let id = *id;
            if self.program.dict(id).custom.is_some() {
                let items = self.r_dict_items(v);
                self.fill_dict(id, &items);
                self.check_custom_dict(id);
            } else if let Some(d) = v.as_dict() {
                self.fill_dict(id, &d.items());
            }
        }
    }

    fn fill_dict(&mut self, id: DictId, items: &[(Value, Value)]) {
        let (key, value) = (self.program.dict(id).key, self.program.dict(id).value);
        for (k, x) in items {
            let (k, x) = (self.constant(k), self.constant(x));
            let _ = self.write_cell(key, k, "keys of a prebuilt dictionary");
            let _ = self.write_cell(value, x, "values of a prebuilt dictionary");
        }
    }

    /// The name under which a function or class is known to the annotator (library functions with a rule of their own).
    pub(crate) fn known_function(&mut self, v: &Value) -> Option<Name> {
        let q = v.qualified_name()?;
        let q = crate::builtins::canonical_name(&q);
        python::vocabulary::KnownFunction::named(&q).map(|_| Name::new(&q))
    }

    fn prebuilt_instance(&mut self, v: &Value, i: &Rc<InstanceObj>) -> Res {
        let class = i.class();
        if matches!(
            class.layout,
            live::BuiltinType::Int | live::BuiltinType::Long
        ) {
            let Some(kind) = crate::builtins::int_class(&class) else {
                return Ok(self.constant(&v.unwrapped()));
            };
            let nonneg = v.as_big().is_some_and(|b| b >= dashu_int::IBig::ZERO);
            return Ok(Annotation::int_kind(kind, nonneg).with_const(v.clone()));
        }
        if class.name.get() == "r_singlefloat" && class.module_name() == "rpython.rlib.rarithmetic"
        {
            return Ok(Annotation::new(AnnotationKind::SingleFloat).with_const(v.clone()));
        }
        match class.layout {
            live::BuiltinType::Float if class.name.get() == "r_singlefloat" => {
                return Ok(Annotation::new(AnnotationKind::SingleFloat).with_const(v.clone()));
            }
            live::BuiltinType::Float
            | live::BuiltinType::Str
            | live::BuiltinType::Unicode
            | live::BuiltinType::Tuple => {
                return Ok(self.constant(&v.unwrapped()));
            }
            live::BuiltinType::Dict => {
                let id = self.prebuilt_dict(v, None);
                self.constants.pending.push(v.clone());
                return Ok(Annotation::dict(id).with_const(v.clone()));
            }
            _ => {}
        }
        if let Some(a) = self.library_instance(v, i)? {
            return Ok(a);
        }
        if let Some(a) = crate::builtins::native(self, v) {
            return a;
        }
        if class.find(Name::new("_freeze_")).is_some() && self.is_frozen(v)? {
            let d = self.frozen_desc(v);
            return Ok(Annotation::pbc(vec![d], false).with_const(v.clone()));
        }
        let c = self.classdef(&class);
        self.see_instance(c, v);
        // An erased instance is itself at run time.
        let holds = || matches!(i.get(Name::new("value")), Some(Value::Instance(_)));
        let known = self.program.erased_base(c).filter(|_| holds()).unwrap_or(c);
        Ok(Annotation::instance(known, false).with_const(v.clone()))
    }

    /// Calls `_freeze_()` (once; it may fill caches).
    fn is_frozen(&mut self, v: &Value) -> Res<bool> {
        match self.front.getattr(v, Name::new("_freeze_")) {
            Ok(Some(m)) => match self.front.call(&m, &[]) {
                Ok(r) => Ok(matches!(r, Value::Bool(true)) || r.as_int() == Some(1)),
                Err(d) => self.fail_with(*d),
            },
            Ok(None) => Ok(false),
            Err(d) => self.fail_with(*d),
        }
    }

    /// Instances of library classes with annotations of their own.
    fn library_instance(&mut self, v: &Value, i: &Rc<InstanceObj>) -> Res<Option<Annotation>> {
        for c in i.class().mro().iter() {
            let q = format!("{}.{}", c.module_name(), c.name.get());
            match LibraryFunction::qualified(&q) {
                Some(LibraryFunction::Object(
                    ObjectFunction::RDict | ObjectFunction::ROrderedDict,
                )) => {
                    return self.prebuilt_r_dict(v).map(Some);
                }
                Some(LibraryFunction::Object(ObjectFunction::StringBuilder)) => {
                    let builder = Annotation::new(AnnotationKind::StringBuilder);
                    return Ok(Some(builder.with_const(v.clone())));
                }
                Some(LibraryFunction::Object(ObjectFunction::UnicodeBuilder)) => {
                    let builder = Annotation::new(AnnotationKind::UnicodeBuilder);
                    return Ok(Some(builder.with_const(v.clone())));
                }
                _ => {}
            }
            match q.as_str() {
                jit::DRIVER => {
                    self.driver(v);
                    return Ok(Some(
                        Annotation::new(AnnotationKind::Static).with_const(v.clone()),
                    ));
                }
                "rpython.rlib.objectmodel.Symbolic" | "rpython.rlib.unroll.SpecTag" => {
                    return Ok(Some(
                        Annotation::new(AnnotationKind::Static).with_const(v.clone()),
                    ));
                }
                "rpython.rlib.objectmodel.CDefinedIntSymbolic" => {
                    return Ok(Some(Annotation::int()));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    fn prebuilt_r_dict(&mut self, v: &Value) -> Res {
        let get = |this: &mut Annotator, name: &str| match this.front.getattr(v, Name::new(name)) {
            Ok(x) => Ok(x),
            Err(d) => this.fail_with(*d),
        };
        let (Some(eq), Some(hash)) = (get(self, "key_eq")?, get(self, "key_hash")?) else {
            return self.unsupported("a prebuilt r_dict without key_eq and key_hash");
        };
        self.prebuilt_dict(v, Some((eq, hash)));
        let id = self.program.prebuilt_dicts[&v.identity()].1;
        self.constants.pending.push(v.clone());
        Ok(Annotation::dict(id).with_const(v.clone()))
    }

    /// The pairs of a prebuilt r_dict, through its own `items()`.
    fn r_dict_items(&mut self, v: &Value) -> Vec<(Value, Value)> {
        let items = match self.front.getattr(v, Name::new("items")) {
            Ok(Some(m)) => self.front.call(&m, &[]),
            Ok(None) => Ok(Value::None),
            Err(d) => Err(d),
        };
        let items = match items {
            Ok(l) => l,
            Err(d) => {
                self.report(*d);
                return Vec::new();
            }
        };
        let pairs = items.as_list().map(|l| l.to_vec()).unwrap_or_default();
        pairs
            .iter()
            .filter_map(|p| {
                let t = p.as_tuple()?;
                Some((t.first()?.clone(), t.get(1)?.clone()))
            })
            .collect()
    }

    fn prebuilt_method(&mut self, v: &Value, func: &Value, receiver: &Value) -> Res {
        if let (Value::Class(c), Value::Function(f)) = (receiver, func) {
            let d = self.class_method(c, f.name.get().as_str(), f.span());
            return self.fail_with(d);
        }
        let r = self.constant(receiver);
        let name = match func {
            Value::Function(f) => f.name.get(),
            Value::Builtin(b) => Name::new(b.def.name),
            _ => return Ok(Annotation::new(AnnotationKind::Static).with_const(v.clone())),
        };
        match (r.kind(), func) {
            (AnnotationKind::Error, _) => Ok(r),
            (AnnotationKind::Pbc { descs, .. }, Value::Function(f))
                if matches!(self.program.descs[descs[0]], Desc::Frozen(_)) =>
            {
                let func = self.function_desc(f);
                let d = self.frozen_method_desc(FrozenMethodDesc {
                    func,
                    frozen: descs[0],
                    name,
                });
                Ok(Annotation::pbc(vec![d], false).with_const(v.clone()))
            }
            (AnnotationKind::Instance { class, .. }, Value::Function(f)) => {
                let class = *class;
                let f = f.clone();
                let func = self.function_desc(&f);
                let origin = self
                    .program
                    .mro(class)
                    .find(|&c| {
                        matches!(self.program.class(c).class_dict.get(&name),
                            Some(Value::Function(g)) if Rc::ptr_eq(g, &f))
                    })
                    .unwrap_or(class);
                let d = self.method_desc(MethodDesc {
                    func,
                    origin,
                    receiver: Some(class),
                    name,
                });
                Ok(Annotation::pbc(vec![d], false).with_const(v.clone()))
            }
            _ => Ok(
                Annotation::new(AnnotationKind::BuiltinMethod { name, receiver: r })
                    .with_const(v.clone()),
            ),
        }
    }

    // ---- descs ----

    /// The desc of a function.
    pub fn function_desc(&mut self, f: &Rc<FunctionObj>) -> DescId {
        let id = Value::Function(f.clone()).identity();
        if let Some(&d) = self.descs.of.get(&id) {
            return d;
        }
        let name = format!("{}.{}", f.module_name(), f.qualname());
        let mut desc = FunctionDesc {
            func: f.clone(),
            name,
            signature: Signature::of(f),
            specialize: Specialize::Default,
            enforce: None,
            marks: Marks::default(),
            graphs: FxIndexMap::default(),
            class: None,
            broken: false,
            span: f.span(),
        };
        self.read_function_marks(&mut desc);
        let d = self.program.descs.push(Desc::Function(desc));
        self.descs.of.insert(id, d);
        self.read_enforce(d);
        d
    }

    /// The desc of a bound method.
    pub(crate) fn method_desc(&mut self, m: MethodDesc) -> DescId {
        if let Some(&d) = self.descs.methods.get(&m) {
            return d;
        }
        let d = self.program.descs.push(Desc::Method(m));
        self.descs.methods.insert(m, d);
        d
    }
    /// The desc of a method of a frozen object.
    pub(crate) fn frozen_method_desc(&mut self, m: FrozenMethodDesc) -> DescId {
        if let Some(&d) = self.descs.frozen_methods.get(&m) {
            return d;
        }
        let d = self.program.descs.push(Desc::FrozenMethod(m));
        self.descs.frozen_methods.insert(m, d);
        d
    }
    /// The desc of a frozen object; `_cleanup_()` is called once.
    pub(crate) fn frozen_desc(&mut self, v: &Value) -> DescId {
        if let Some(&d) = self.descs.of.get(&v.identity()) {
            return d;
        }
        let d = self.program.descs.push(Desc::Frozen(FrozenDesc {
            value: v.clone(),
            name: format!("{:?}", v),
            attrs: FxIndexMap::default(),
        }));
        self.descs.of.insert(v.identity(), d);
        if let Value::Instance(i) = v
            && i.class().find(Name::new("_cleanup_")).is_some()
        {
            self.cleanup(v);
        }
        d
    }
    pub(crate) fn cleanup(&mut self, v: &Value) {
        if let Ok(Some(m)) = self.front.getattr(v, Name::new("_cleanup_"))
            && let Err(d) = self.front.call(&m, &[])
        {
            self.report(*d);
        }
    }
    /// The desc of a class.
    pub fn class_desc(&mut self, c: &live::ClassRef) -> DescId {
        let id = Value::Class(c.clone()).identity();
        if let Some(&d) = self.descs.of.get(&id) {
            return d;
        }
        let truthy = |name: &str| c.own(Name::new(name)).is_some_and(|v| is_true(&v));
        let special = c
            .find(Name::new("_annspecialcase_"))
            .and_then(|v| v.as_text());
        let d = self.program.descs.push(Desc::Class(ClassDesc {
            class: c.clone(),
            name: class_name(c),
            classdef: None,
            ctr_location: special.as_deref() == Some("specialize:ctr_location"),
            copies: FxIndexMap::default(),
            mixin: truthy("_mixin_"),
        }));
        self.descs.of.insert(id, d);
        d
    }

    /// A `JitDriver`.
    pub(crate) fn driver(&mut self, v: &Value) -> usize {
        if let Some(i) = self.program.drivers.iter().position(|d| d.value.is(v)) {
            return i;
        }
        let names = |x: Option<Value>| -> Option<Vec<Name>> {
            let x = x?;
            let items = match x.as_list() {
                Some(l) => l.to_vec(),
                None => x.as_tuple()?.to_vec(),
            };
            items
                .iter()
                .map(|i| match i {
                    Value::Str(s) => Some(s.name()),
                    _ => None,
                })
                .collect()
        };
        let mut get = |name: &str| self.front.getattr(v, Name::new(name)).ok().flatten();
        let greens = names(get("greens")).unwrap_or_default();
        let reds = get("reds");
        let auto = reds.as_ref().and_then(Value::as_text).as_deref() == Some("auto")
            || get("autoreds").is_some_and(|v| is_true(&v));
        let info = DriverInfo {
            value: v.clone(),
            name: get("name")
                .and_then(|n| n.as_text())
                .unwrap_or_else(|| "jitdriver".into()),
            greens,
            reds: if auto {
                None
            } else {
                Some(names(reds).unwrap_or_default())
            },
            virtualizables: names(get("virtualizables")).unwrap_or_default(),
            helpers: FxIndexMap::default(),
            merge_points: FxIndexMap::default(),
        };
        self.program.drivers.push(info);
        self.program.drivers.len() - 1
    }
}

/// Truth of plain constants (no Python code runs).
pub(crate) fn is_true(v: &Value) -> bool {
    match v {
        Value::None => false,
        Value::Bool(b) => *b,
        Value::Int(i) => *i != 0,
        Value::Str(s) => !s.bytes.is_empty(),
        _ => true,
    }
}

/// `module.Class`, without the module of the built-in classes.
pub(crate) fn class_name(c: &live::ClassObj) -> String {
    let module = c.module_name();
    match module.as_str() {
        "__builtin__" | "builtins" | "exceptions" | "" => c.name.get().to_string(),
        m => format!("{m}.{}", c.name.get()),
    }
}
