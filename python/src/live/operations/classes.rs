//! Class objects: `type(name, bases, dict)`, the `class` statement, `__slots__`; and function objects.
use std::rc::Rc;

use ir::name::Name;
use ir::source::Span;

use crate::code::{CodeKind, CodeObject, Mode};
use crate::engine::{Frame, FunctionOperands};
use crate::live::objects::class::{ClassObj, ClassRef};
use crate::live::operations::attr::n;
use crate::live::{
    Args, BuiltinType, DictObj, MemberObj, PyResult, Space, Value, WrapperObj, name_value, types,
};

impl Space {
    /// `type(name, bases, dict)`, or a metaclass's `__new__` reaching `type.__new__`.
    pub fn new_class(
        &self,
        metaclass: Option<&ClassRef>,
        name: &Value,
        bases: &Value,
        dict: &Value,
        kw: &[(Name, Value)],
    ) -> PyResult {
        let Some(name) = name.as_text() else {
            return Err(self.type_error("type() argument 1 must be str"));
        };
        let Some(base_values) = bases.as_tuple() else {
            return Err(self.type_error("type() argument 2 must be tuple"));
        };
        let Some(dict) = dict.as_dict() else {
            return Err(self.type_error("type() argument 3 must be dict"));
        };
        let base_classes = self.base_classes(&base_values)?;
        let winner = self.most_special_metaclass(metaclass, &base_classes)?;
        // A metaclass of a base that is more special takes over.
        if let Some(m) = metaclass
            && !Rc::ptr_eq(m, &winner)
            && let Some((owner, new)) = winner.lookup(n().new)
            && owner.builtin.is_none()
        {
            let new = match new {
                Value::StaticMethod(w) => w.func.clone(),
                f => f,
            };
            let args = Args {
                pos: vec![
                    Value::Class(winner.clone()),
                    Value::str(&name),
                    Value::Tuple(base_values),
                    Value::Dict(dict),
                ],
                kw: kw.to_vec(),
            };
            return self.call_args(&new, args);
        }
        let own = Rc::new(dict.copy());
        let class = self.finish_class(Name::new(&name), base_classes, own, false)?;
        if !Rc::ptr_eq(&winner, &types().type_) {
            *class.metaclass.borrow_mut() = Some(winner);
        }
        self.announce_class(&class, kw)?;
        Ok(Value::Class(class))
    }

    /// The classes that a class statement names as bases; `object` where it names none but classic ones.
    fn base_classes(&self, values: &[Value]) -> PyResult<Vec<ClassRef>> {
        let mut base_classes: Vec<ClassRef> = Vec::new();
        for b in values {
            match b {
                Value::Class(c) => {
                    if matches!(
                        c.builtin,
                        Some(
                            BuiltinType::Bool
                                | BuiltinType::Function
                                | BuiltinType::NoneType
                                | BuiltinType::Slice
                                | BuiltinType::Range
                                | BuiltinType::Generator
                        )
                    ) {
                        return Err(self.type_error(format!(
                            "type '{}' is not an acceptable base type",
                            c.name.get()
                        )));
                    }
                    base_classes.push(c.clone());
                }
                other => {
                    return Err(self.type_error(format!(
                        "metaclass conflict or bad base: '{}' object is not a class",
                        other.type_name()
                    )));
                }
            }
        }
        let all_old = !base_classes.is_empty() && base_classes.iter().all(|c| c.old_style);
        if base_classes.is_empty() || all_old {
            base_classes.push(types().object.clone());
        }
        Ok(base_classes)
    }

    /// The metaclass that is a subclass of all others: of the one asked for and those of the bases.
    fn most_special_metaclass(
        &self,
        metaclass: Option<&ClassRef>,
        bases: &[ClassRef],
    ) -> PyResult<ClassRef> {
        let mut winner = metaclass.cloned().unwrap_or_else(|| types().type_.clone());
        for b in bases {
            if b.old_style {
                continue;
            }
            let m = b.metaclass();
            if winner.is_subclass(&m) {
                continue;
            }
            if m.is_subclass(&winner) {
                winner = m;
                continue;
            }
            return Err(self.type_error(
                "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases",
            ));
        }
        Ok(winner)
    }

    /// Calls `__set_name__` of what is in a new class, and `__init_subclass__` of its parent.
    fn announce_class(&self, class: &ClassRef, kw: &[(Name, Value)]) -> PyResult<()> {
        let value = Value::Class(class.clone());
        for (attr, v) in class.dict.names() {
            if let Value::Instance(i) = &v
                && let Some(f) = i.class().find(n().set_name)
            {
                self.call(&f, &[v.clone(), value.clone(), name_value(attr)])?;
            }
        }
        let parent = class
            .mro()
            .iter()
            .skip(1)
            .find_map(|c| c.own(n().init_subclass));
        if let Some(hook) = parent {
            let hook = match hook {
                Value::ClassMethod(w) => w.func.clone(),
                f => f,
            };
            self.call_args(
                &hook,
                Args {
                    pos: vec![value.clone()],
                    kw: kw.to_vec(),
                },
            )?;
        }
        Ok(())
    }

    /// Makes the class object: slots, aliases of special methods.
    fn finish_class(
        &self,
        name: Name,
        bases: Vec<ClassRef>,
        dict: Rc<DictObj>,
        old_style: bool,
    ) -> PyResult<ClassRef> {
        let names = n();
        self.complete_namespace(&dict);
        let class_cell = dict.remove_name(names.class_cell);
        let slots = match dict.get_name(names.slots) {
            Some(v) if !old_style => Some(self.slot_list(&v)?),
            _ => None,
        };
        let class = match slots {
            Some(list) => self.class_with_slots(name, bases, dict, list)?,
            None => ClassObj::new(name, bases, dict, old_style, None),
        };
        let class = class.map_err(|e| self.type_error(e))?;
        if let Some(Value::Cell(cell)) = class_cell {
            cell.set(Some(Value::Class(class.clone())));
        }
        Ok(class)
    }

    /// What every class has, and the other spellings of its special methods.
    fn complete_namespace(&self, dict: &DictObj) {
        let names = n();
        // One object model: both spellings of the two renamed special methods.
        for (a, b) in [(names.nonzero, names.bool_), (names.next, names.next3)] {
            match (dict.get_name(a), dict.get_name(b)) {
                (Some(v), None) if a != names.next || matches!(v, Value::Function(_)) => {
                    dict.set_name(b, v)
                }
                (None, Some(v)) => dict.set_name(a, v),
                _ => {}
            }
        }
        for special in [names.new, names.init_subclass] {
            if let Some(f @ Value::Function(_)) = dict.get_name(special) {
                let w = Rc::new(WrapperObj { func: f });
                let wrapped = if special == names.new {
                    Value::StaticMethod(w)
                } else {
                    Value::ClassMethod(w)
                };
                dict.set_name(special, wrapped);
            }
        }
        if !self.py2() && dict.has_name(names.eq) && !dict.has_name(names.hash) {
            dict.set_name(names.hash, Value::None);
        }
        if dict.get_name(names.module).is_none()
            && let Some(info) = self.frames.borrow().last()
            && let Some(module) = info.globals.get_name(names.name)
        {
            dict.set_name(names.module, module);
        }
        if dict.get_name(names.doc).is_none() {
            dict.set_name(names.doc, Value::None);
        }
    }

    /// The names in `__slots__`.
    fn slot_list(&self, v: &Value) -> PyResult<Vec<String>> {
        if let Some(one) = v.as_text() {
            return Ok(vec![one]);
        }
        let texts = self.iterate_vec(v)?;
        texts
            .iter()
            .map(|item| {
                item.as_text()
                    .ok_or_else(|| self.type_error("__slots__ items must be strings"))
            })
            .collect()
    }

    /// A class whose instances have these attributes only.
    fn class_with_slots(
        &self,
        name: Name,
        bases: Vec<ClassRef>,
        dict: Rc<DictObj>,
        list: Vec<String>,
    ) -> PyResult<Result<ClassRef, String>> {
        let has_dict = list.iter().any(|s| s == "__dict__")
            || bases.iter().any(|b| b.has_dict && b.builtin.is_none());
        let mut slot_names = Vec::new();
        for s in list {
            if s == "__dict__" || s == "__weakref__" {
                continue;
            }
            let mangled = if s.starts_with("__") && !s.ends_with("__") {
                format!("_{}{s}", name.as_str().trim_start_matches('_'))
            } else {
                s
            };
            let slot = Name::new(&mangled);
            if dict.has_name(slot) {
                if self.py2() {
                    continue; // Python 2 keeps the class variable.
                }
                return Err(self.value_error(format!(
                    "'{slot}' in __slots__ conflicts with class variable"
                )));
            }
            dict.set_name(slot, Value::Member(Rc::new(MemberObj { name: slot })));
            slot_names.push(slot);
        }
        Ok(ClassObj::with_slots(
            name, bases, dict, slot_names, has_dict,
        ))
    }

    /// The `class` statement.
    pub(crate) fn build_class(
        &self,
        frame: &Frame<Space>,
        name: Name,
        body: &Value,
        bases: &Value,
        keywords: &Value,
        span: Span,
    ) -> PyResult {
        let names = n();
        let Value::Function(body) = body else {
            return Err(self.type_error("class body is not a function"));
        };
        let mut kw: Vec<(Name, Value)> = match keywords.as_dict() {
            Some(d) => d.names(),
            None => Vec::new(),
        };
        let metaclass_name = Name::new("metaclass");
        let mut metaclass = kw
            .iter()
            .position(|(k, _)| *k == metaclass_name)
            .map(|i| kw.remove(i).1);
        let explicit = metaclass.is_some();
        let mut base_values = bases.as_tuple().unwrap_or_else(|| Rc::new([]));
        if base_values.iter().any(|b| !matches!(b, Value::Class(_))) {
            base_values = self.resolve_bases(&base_values)?;
        }
        if metaclass.is_none()
            && let Some(Value::Class(b)) = base_values.first()
            && !b.old_style
        {
            metaclass = Some(Value::Class(b.metaclass()));
        }
        let namespace = match &metaclass {
            Some(m) if explicit || !matches!(m, Value::Class(c) if c.builtin.is_some()) => {
                self.prepared_namespace(m, name, &base_values, &kw)?
            }
            _ => Rc::new(DictObj::new()),
        };
        if let Some(module) = frame.globals.get_name(names.name) {
            namespace.set_name(names.module, module);
        }
        if frame.code.mode == Mode::Py3 {
            namespace.set_name(names.qualname, name_value(body.code().qualname));
        }
        if let Some(doc) = &body.code().docstring {
            namespace.set_name(names.doc, crate::live::objects::kinds::const_value(doc));
        }
        let cell = self.run_code(
            body.code(),
            body.globals.clone(),
            Some(namespace.clone()),
            Vec::new(),
            &body.closure,
        )?;
        if !explicit {
            match namespace.get_name(names.metaclass) {
                Some(m) => metaclass = Some(m),
                None if frame.code.mode == Mode::Py2 && base_values.is_empty() => {
                    metaclass = frame.globals.get_name(names.metaclass).or(metaclass);
                }
                None => {}
            }
        }
        if let Value::Cell(_) = &cell {
            namespace.set_name(names.class_cell, cell.clone());
        }
        let qualname = namespace.remove_name(names.qualname);
        let all_old = base_values
            .iter()
            .all(|b| matches!(b, Value::Class(c) if c.old_style));
        let old_style = frame.code.mode == Mode::Py2 && all_old && metaclass.is_none();
        let class = if old_style {
            let bases: Vec<ClassRef> = base_values
                .iter()
                .filter_map(|b| b.as_class().cloned())
                .collect();
            Value::Class(self.finish_class(name, bases, namespace, true)?)
        } else {
            self.call_metaclass(metaclass, name, base_values, namespace, kw)?
        };
        if let Value::Class(c) = &class {
            c.span.set(span);
            if let Some(q) = qualname
                && c.builtin.is_none()
            {
                c.dict.set_name(names.qualname, q);
            }
        }
        Ok(class)
    }

    /// What the metaclass's `__prepare__` returns, if it is a dictionary; else an empty one.
    fn prepared_namespace(
        &self,
        metaclass: &Value,
        name: Name,
        bases: &Rc<[Value]>,
        kw: &[(Name, Value)],
    ) -> PyResult<Rc<DictObj>> {
        let Some(prepare) = self.getattr_opt(metaclass, n().prepare)? else {
            return Ok(Rc::new(DictObj::new()));
        };
        let args = Args {
            pos: vec![name_value(name), Value::Tuple(bases.clone())],
            kw: kw.to_vec(),
        };
        let namespace = self.call_args(&prepare, args)?.as_dict();
        Ok(namespace.unwrap_or_default())
    }

    /// The class that a metaclass makes of a class statement's parts; `type` where there is none.
    fn call_metaclass(
        &self,
        metaclass: Option<Value>,
        name: Name,
        bases: Rc<[Value]>,
        namespace: Rc<DictObj>,
        kw: Vec<(Name, Value)>,
    ) -> PyResult {
        let base_tuple = Value::Tuple(bases);
        match metaclass {
            Some(Value::Class(m)) if Rc::ptr_eq(&m, &types().type_) => self.new_class(
                Some(&m),
                &name_value(name),
                &base_tuple,
                &Value::Dict(namespace),
                &kw,
            ),
            Some(Value::Class(m)) if m.builtin == Some(BuiltinType::ClassObj) => {
                let class = self.finish_class(name, Vec::new(), namespace, true)?;
                Ok(Value::Class(class))
            }
            Some(m) => self.call_args(
                &m,
                Args {
                    pos: vec![name_value(name), base_tuple, Value::Dict(namespace)],
                    kw,
                },
            ),
            None => self.new_class(
                None,
                &name_value(name),
                &base_tuple,
                &Value::Dict(namespace),
                &kw,
            ),
        }
    }

    /// `__mro_entries__` of bases that are not classes (`typing.Generic[T]`), or the class of such an object.
    fn resolve_bases(&self, bases: &Rc<[Value]>) -> PyResult<Rc<[Value]>> {
        let mut out = Vec::new();
        for b in bases.iter() {
            match b {
                Value::Class(_) => out.push(b.clone()),
                _ => match self.getattr_opt(b, "__mro_entries__".into())? {
                    Some(f) => {
                        let r = self.call(&f, &[Value::Tuple(bases.clone())])?;
                        out.extend(self.iterate_vec(&r)?);
                    }
                    None => {
                        return Err(self
                            .type_error(format!("bases must be types, not '{}'", b.type_name())));
                    }
                },
            }
        }
        Ok(out.into())
    }

    /// `def` and `lambda`.
    pub(crate) fn build_function(
        &self,
        frame: &Frame<Space>,
        code: &Rc<CodeObject>,
        operands: FunctionOperands<Value>,
    ) -> PyResult {
        let closure = operands
            .closure
            .as_ref()
            .map_or_else(Vec::new, Value::cells);
        let f = self.new_function(code, frame.globals.clone(), closure);
        if let Some(Value::Tuple(d)) = operands.defaults {
            *f.defaults.borrow_mut() = d;
        }
        if let Some(Value::Dict(d)) = operands.kwdefaults {
            *f.kwdefaults.borrow_mut() = d.names();
        }
        if let Some(a) = operands.annotations {
            *f.annotations.borrow_mut() = a;
        }
        debug_assert!(code.kind != CodeKind::Module);
        Ok(Value::Function(Rc::new(f)))
    }
}
