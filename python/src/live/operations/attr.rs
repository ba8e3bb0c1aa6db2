//! The attribute protocol: descriptors, `__getattr__`, `__getattribute__`, `__setattr__`, `__delattr__`, `__slots__`.
use std::rc::Rc;

use ir::name::Name;

use crate::live::objects::class::ClassRef;
use crate::live::objects::kinds::{MethodObj, ViewKind};
use crate::live::{Args, BuiltinType, InstanceObj, PyResult, Space, Value, name_value, types};

/// Frequently used names, interned once.
macro_rules! names {
    ($($id:ident = $text:literal),* $(,)?) => {
        /// Interned special names.
        #[derive(Clone, Copy)]
        pub struct Names { $(pub $id: Name),* }
        static NAMES: std::sync::OnceLock<Names> = std::sync::OnceLock::new();
        /// The interned special names.
        pub fn n() -> &'static Names {
            NAMES.get_or_init(|| Names { $($id: Name::new($text)),* })
        }
    };
}
names! {
    getattr = "__getattr__", getattribute = "__getattribute__", setattr = "__setattr__", delattr = "__delattr__",
    get = "__get__", set = "__set__", delete = "__delete__", dict = "__dict__", class = "__class__", init = "__init__",
    new = "__new__", call = "__call__", name = "__name__", module = "__module__", doc = "__doc__", hash = "__hash__",
    eq = "__eq__", ne = "__ne__", lt = "__lt__", le = "__le__", gt = "__gt__", ge = "__ge__", cmp = "__cmp__",
    bool_ = "__bool__", nonzero = "__nonzero__", len = "__len__", iter = "__iter__", next = "next", next3 = "__next__",
    getitem = "__getitem__", setitem = "__setitem__", delitem = "__delitem__", getslice = "__getslice__",
    setslice = "__setslice__", delslice = "__delslice__", contains = "__contains__", repr = "__repr__", str = "__str__",
    unicode = "__unicode__", format = "__format__", enter = "__enter__", exit = "__exit__", index = "__index__",
    int = "__int__", long = "__long__", float = "__float__", metaclass = "__metaclass__", slots = "__slots__",
    qualname = "__qualname__", all = "__all__", file = "__file__", path = "__path__", package = "__package__",
    builtins = "__builtins__", prepare = "__prepare__", set_name = "__set_name__", init_subclass = "__init_subclass__",
    instancecheck = "__instancecheck__", subclasscheck = "__subclasscheck__", missing = "__missing__",
    reversed = "__reversed__", abs = "__abs__", annotations = "__annotations__", class_cell = "__classcell__",
    bases = "__bases__", weakref = "__weakref__", length_hint = "__length_hint__", dir = "__dir__", trunc = "__trunc__",
    classdict = "__mro__", args = "args", message = "message", coerce = "__coerce__",
    other_integer = "_other_integer",
}

impl Space {
    /// Binds a value found in a class to an instance: the non-data half of the descriptor protocol.
    pub fn bind(&self, found: Value, obj: &Value, class: &ClassRef) -> PyResult {
        Ok(match &found {
            Value::Function(_) => method(found, Some(obj.clone()), class),
            Value::Builtin(b) if b.def.method => method(found, Some(obj.clone()), class),
            Value::StaticMethod(w) => w.func.clone(),
            Value::ClassMethod(w) => {
                method(w.func.clone(), Some(Value::Class(class.clone())), class)
            }
            Value::Property(p) => {
                if p.fget.is_none() {
                    return Err(self.error("AttributeError", "unreadable attribute"));
                }
                return self.call_args(&p.fget, Args::pos(vec![obj.clone()]));
            }
            Value::Member(m) => match obj.as_instance().and_then(|i| i.get(m.name)) {
                Some(v) => v,
                None => return Err(self.error("AttributeError", m.name.as_str())),
            },
            Value::GetSet(g) => return (g.get)(self, obj),
            Value::Instance(d) => match d.class().find(n().get) {
                Some(get) => {
                    return self.call_args(
                        &get,
                        Args::pos(vec![
                            found.clone(),
                            obj.clone(),
                            Value::Class(class.clone()),
                        ]),
                    );
                }
                None => found,
            },
            Value::Method(m) if m.receiver.is_none() => {
                // An unbound method stored in a class binds again.
                method(m.func.clone(), Some(obj.clone()), class)
            }
            _ => found,
        })
    }

    /// Binds a value found in the MRO of a class that was accessed itself: `C.x`.
    pub fn bind_class(&self, found: Value, class: &ClassRef) -> PyResult {
        Ok(match &found {
            Value::Function(_) if self.py2() => method(found, None, class),
            Value::StaticMethod(w) => w.func.clone(),
            Value::ClassMethod(w) => {
                method(w.func.clone(), Some(Value::Class(class.clone())), class)
            }
            Value::Instance(d) => match d.class().find(n().get) {
                Some(get) => {
                    return self.call_args(
                        &get,
                        Args::pos(vec![
                            found.clone(),
                            Value::None,
                            Value::Class(class.clone()),
                        ]),
                    );
                }
                None => found,
            },
            _ => found,
        })
    }

    fn is_data_descriptor(&self, v: &Value) -> bool {
        match v {
            Value::Property(_) | Value::Member(_) | Value::GetSet(_) => true,
            Value::Instance(d) => {
                let c = d.class();
                c.find(n().set).is_some() || c.find(n().delete).is_some()
            }
            _ => false,
        }
    }

    /// `obj.name`
    pub fn getattr(&self, obj: &Value, name: Name) -> PyResult {
        if let Value::Instance(i) = obj {
            let class = i.class();
            if let Some((owner, f)) = class.lookup(n().getattribute)
                && owner.builtin.is_none()
            {
                let r = self.call_args(&f, Args::pos(vec![obj.clone(), name_value(name)]));
                return self.with_getattr_fallback(r, obj, &class, name);
            }
        }
        match self.generic_getattr(obj, name) {
            Ok(v) => Ok(v),
            Err(e) => match obj {
                Value::Instance(i) => self.with_getattr_fallback(Err(e), obj, &i.class(), name),
                Value::Class(c) if c.has_custom_metaclass() => {
                    self.with_getattr_fallback(Err(e), obj, &c.metaclass(), name)
                }
                _ => Err(e),
            },
        }
    }

    fn with_getattr_fallback(
        &self,
        r: PyResult,
        obj: &Value,
        class: &ClassRef,
        name: Name,
    ) -> PyResult {
        match r {
            Err(e) if self.is_exception(&e, "AttributeError") => match class.find(n().getattr) {
                Some(f) => {
                    let f = self.bind(f, obj, class)?;
                    self.call_args(&f, Args::pos(vec![name_value(name)]))
                }
                None => Err(e),
            },
            other => other,
        }
    }

    /// `object.__getattribute__(obj, name)`
    pub fn generic_getattr(&self, obj: &Value, name: Name) -> PyResult {
        match self.find_attr(obj, name)? {
            Some(v) => Ok(v),
            None => Err(self.no_attribute(obj, name)),
        }
    }

    /// The `AttributeError` of a missing attribute.
    pub fn no_attribute(&self, obj: &Value, name: Name) -> crate::live::PyErr {
        let message = match obj {
            Value::Class(c) if c.old_style => {
                format!("class {} has no attribute '{name}'", c.name.get())
            }
            Value::Class(c) => format!("type object '{}' has no attribute '{name}'", c.name.get()),
            Value::Module(m) => {
                if self.py2() {
                    format!("'module' object has no attribute '{name}'")
                } else {
                    format!("module '{}' has no attribute '{name}'", m.name.get())
                }
            }
            Value::Instance(i) if i.class().old_style => {
                format!(
                    "{} instance has no attribute '{name}'",
                    i.class().name.get()
                )
            }
            _ => format!("'{}' object has no attribute '{name}'", obj.type_name()),
        };
        self.error("AttributeError", message)
    }

    /// The attribute by the generic protocol, without `__getattr__`; `None` if there is none.
    pub fn find_attr(&self, obj: &Value, name: Name) -> PyResult<Option<Value>> {
        match obj {
            Value::Instance(i) => self.find_instance_attr(obj, i, name),
            Value::Class(c) => self.find_class_attr(obj, c, name),
            Value::Module(m) => {
                if let Some(v) = m.dict.get_name(name) {
                    return Ok(Some(v));
                }
                if name == n().dict {
                    return Ok(Some(Value::Dict(m.dict.clone())));
                }
                if let Some(f) = m.dict.get_name(n().getattr) {
                    return self.attr_to_none(self.call(&f, &[name_value(name)]));
                }
                self.type_attr(obj, name)
            }
            Value::Function(f) => {
                let attrs = f.dict.borrow().clone();
                if let Some(v) = attrs.and_then(|d| d.get_name(name)) {
                    return Ok(Some(v));
                }
                self.type_attr(obj, name)
            }
            Value::Method(m) => {
                if let Some(v) = self.type_attr(obj, name)? {
                    return Ok(Some(v));
                }
                self.find_attr(&m.func, name)
            }
            Value::Super(s) => self.find_super_attr(obj, s, name),
            Value::Native(native) => {
                if let Some(v) = native.getattr(self, obj, name)? {
                    return Ok(Some(v));
                }
                self.type_attr(obj, name)
            }
            _ => self.type_attr(obj, name),
        }
    }

    fn find_instance_attr(
        &self,
        obj: &Value,
        i: &Rc<InstanceObj>,
        name: Name,
    ) -> PyResult<Option<Value>> {
        let class = i.class();
        // Of Python 2's old kind: what the class may define under this name is for the class itself.
        if class.old_style && name == n().class {
            return Ok(Some(Value::Class(class)));
        }
        let found = class.find(name);
        if let Some(v) = &found
            && self.is_data_descriptor(v)
        {
            return self.bind(v.clone(), obj, &class).map(Some);
        }
        if let Some(v) = i.get(name) {
            return Ok(Some(v));
        }
        match found {
            Some(v) => self.bind(v, obj, &class).map(Some),
            None if name == n().class => Ok(Some(Value::Class(class))),
            None if name == n().dict && class.has_dict => Ok(Some(Value::Dict(i.attrs()))),
            None if name == n().doc => Ok(Some(Value::None)),
            None => Ok(None),
        }
    }

    fn find_class_attr(&self, obj: &Value, c: &ClassRef, name: Name) -> PyResult<Option<Value>> {
        let meta = c.metaclass();
        let from_meta = meta.find(name);
        // A class of Python 2's old kind may define `__class__` itself.
        let own_first = c.old_style && name == n().class;
        if let Some(v) = &from_meta
            && self.is_data_descriptor(v)
            && !(own_first && c.find(name).is_some())
        {
            return self.bind(v.clone(), obj, &meta).map(Some);
        }
        if let Some(v) = c.find(name) {
            return self.bind_class(v, c).map(Some);
        }
        match from_meta {
            Some(v) => self.bind(v, obj, &meta).map(Some),
            None => Ok(None),
        }
    }

    /// The attribute of a class behind the one that `super` names, in the order of the receiver's class.
    fn find_super_attr(
        &self,
        obj: &Value,
        s: &crate::live::objects::kinds::SuperObj,
        name: Name,
    ) -> PyResult<Option<Value>> {
        if let (Some(start), Some(receiver)) = (&s.start, &s.receiver) {
            let mro = start.mro();
            let from = mro.iter().position(|c| Rc::ptr_eq(c, &s.class));
            let rest = from.map_or(&mro[..], |i| &mro[i + 1..]);
            let key = name_value(name);
            for c in rest {
                if name == n().class {
                    break;
                }
                if let Some(v) = c.dict.get_quick(&key) {
                    let on_class = matches!(receiver, Value::Class(r) if Rc::ptr_eq(r, start));
                    return if on_class {
                        match v {
                            Value::Function(_) | Value::Builtin(_) => Ok(Some(v)),
                            v => self.bind_class(v, start).map(Some),
                        }
                    } else {
                        self.bind(v, receiver, start).map(Some)
                    };
                }
            }
        }
        self.type_attr(obj, name)
    }

    fn type_attr(&self, obj: &Value, name: Name) -> PyResult<Option<Value>> {
        let class = obj.class();
        match class.find(name) {
            Some(v) => self.bind(v, obj, &class).map(Some),
            // Every object has a text; built-in ones have an empty one here.
            None if name == n().doc => Ok(Some(Value::None)),
            None => Ok(None),
        }
    }

    /// `obj.name = value`
    pub fn setattr(&self, obj: &Value, name: Name, value: Value) -> PyResult<()> {
        let class = match obj {
            Value::Instance(i) => i.class(),
            Value::Class(c) if c.has_custom_metaclass() => c.metaclass(),
            _ => return self.generic_setattr(obj, name, value),
        };
        if let Some((owner, f)) = class.lookup(n().setattr)
            && owner.builtin.is_none()
        {
            let f = self.bind(f, obj, &class)?;
            self.call_args(&f, Args::pos(vec![name_value(name), value]))?;
            return Ok(());
        }
        self.generic_setattr(obj, name, value)
    }

    /// `object.__setattr__`
    pub fn generic_setattr(&self, obj: &Value, name: Name, value: Value) -> PyResult<()> {
        match obj {
            Value::Instance(i) => {
                let class = i.class();
                if let Some(d) = class.find(name)
                    && self.set_descriptor(&d, obj, &value)?
                {
                    return Ok(());
                }
                if name == n().class {
                    let Value::Class(c) = &value else {
                        return Err(self.type_error("__class__ must be set to a class"));
                    };
                    i.set_class(c.clone());
                    return Ok(());
                }
                if name == n().dict {
                    let Value::Dict(d) = &value else {
                        return Err(self.type_error("__dict__ must be set to a dictionary"));
                    };
                    i.set_attrs(d.clone());
                    return Ok(());
                }
                if !class.has_dict {
                    return Err(self.no_attribute(obj, name));
                }
                i.set(name, value);
                Ok(())
            }
            Value::Class(c) => {
                if c.builtin.is_some() {
                    return Err(self.type_error(format!(
                        "can't set attributes of built-in/extension type '{}'",
                        c.name.get()
                    )));
                }
                let meta = c.metaclass();
                if let Some(d) = meta.find(name)
                    && self.set_descriptor(&d, obj, &value)?
                {
                    return Ok(());
                }
                c.set_attr(name, value);
                Ok(())
            }
            Value::Module(m) => {
                m.dict.set_name(name, value);
                Ok(())
            }
            Value::Function(f) => {
                if let Some(d) = types().function.find(name)
                    && self.set_descriptor(&d, obj, &value)?
                {
                    return Ok(());
                }
                f.attrs().set_name(name, value);
                Ok(())
            }
            Value::Native(native) => {
                if native.setattr(self, name, value)? {
                    Ok(())
                } else {
                    Err(self.no_attribute(obj, name))
                }
            }
            Value::Property(_) if name == n().doc => Ok(()),
            _ => {
                if let Some(d) = obj.class().find(name) {
                    if self.set_descriptor(&d, obj, &value)? {
                        return Ok(());
                    }
                    return Err(self.error(
                        "AttributeError",
                        format!(
                            "'{}' object attribute '{name}' is read-only",
                            obj.type_name()
                        ),
                    ));
                }
                Err(self.no_attribute(obj, name))
            }
        }
    }

    fn set_descriptor(&self, d: &Value, obj: &Value, value: &Value) -> PyResult<bool> {
        match d {
            Value::Property(p) => {
                if p.fset.is_none() {
                    return Err(self.error("AttributeError", "can't set attribute"));
                }
                self.call_args(&p.fset, Args::pos(vec![obj.clone(), value.clone()]))?;
                Ok(true)
            }
            Value::Member(m) => match obj {
                Value::Instance(i) => {
                    i.set(m.name, value.clone());
                    Ok(true)
                }
                _ => Ok(false),
            },
            Value::GetSet(g) => match g.set {
                Some(set) => {
                    set(self, obj, Some(value.clone()))?;
                    Ok(true)
                }
                None => Err(self.error(
                    "AttributeError",
                    format!(
                        "attribute '{}' of '{}' objects is not writable",
                        g.name,
                        obj.type_name()
                    ),
                )),
            },
            Value::Instance(i) => match i.class().find(n().set) {
                Some(set) => {
                    self.call_args(&set, Args::pos(vec![d.clone(), obj.clone(), value.clone()]))?;
                    Ok(true)
                }
                None => Ok(false),
            },
            _ => Ok(false),
        }
    }

    /// `del obj.name`
    pub fn delattr(&self, obj: &Value, name: Name) -> PyResult<()> {
        let class = match obj {
            Value::Instance(i) => i.class(),
            Value::Class(c) if c.has_custom_metaclass() => c.metaclass(),
            _ => return self.generic_delattr(obj, name),
        };
        if let Some((owner, f)) = class.lookup(n().delattr)
            && owner.builtin.is_none()
        {
            let f = self.bind(f, obj, &class)?;
            self.call_args(&f, Args::pos(vec![name_value(name)]))?;
            return Ok(());
        }
        self.generic_delattr(obj, name)
    }

    /// `object.__delattr__`
    pub fn generic_delattr(&self, obj: &Value, name: Name) -> PyResult<()> {
        if let Value::Instance(_) = obj
            && let Some(d) = obj.class().find(name)
        {
            match &d {
                Value::Property(p) => {
                    if p.fdel.is_none() {
                        return Err(self.error("AttributeError", "can't delete attribute"));
                    }
                    self.call_args(&p.fdel, Args::pos(vec![obj.clone()]))?;
                    return Ok(());
                }
                Value::Instance(i) => {
                    if let Some(delete) = i.class().find(n().delete) {
                        self.call_args(&delete, Args::pos(vec![d.clone(), obj.clone()]))?;
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
        let removed = match obj {
            Value::Instance(i) => i.attrs_if_any().and_then(|d| d.remove_name(name)),
            Value::Class(c) if c.builtin.is_none() => c.remove_attr(name),
            Value::Module(m) => m.dict.remove_name(name),
            Value::Function(f) => f.dict.borrow().as_ref().and_then(|d| d.remove_name(name)),
            _ => None,
        };
        match removed {
            Some(_) => Ok(()),
            None => Err(self.no_attribute(obj, name)),
        }
    }

    /// `getattr(obj, name)` where a missing attribute is `None`.
    pub fn getattr_opt(&self, obj: &Value, name: Name) -> PyResult<Option<Value>> {
        let r = self.getattr(obj, name);
        self.attr_to_none(r)
    }

    /// A special method, looked up on the class only, bound to the object.
    pub fn special(&self, obj: &Value, name: Name) -> PyResult<Option<Value>> {
        match obj {
            Value::Instance(i) => {
                let class = i.class();
                if class.old_style
                    && let Some(v) = i.get(name)
                {
                    return Ok(Some(v));
                }
                match class.find(name) {
                    Some(v) => self.bind(v, obj, &class).map(Some),
                    None if class.old_style => match class.find(n().getattr) {
                        Some(f) => {
                            let f = self.bind(f, obj, &class)?;
                            self.attr_to_none(self.call(&f, &[name_value(name)]))
                        }
                        None => Ok(None),
                    },
                    None => Ok(None),
                }
            }
            Value::Native(native) => native.getattr(self, obj, name),
            _ => {
                let class = obj.class();
                match class.find(name) {
                    Some(v) => self.bind(v, obj, &class).map(Some),
                    None => Ok(None),
                }
            }
        }
    }
    /// A special method defined by a user class (not by a built-in base); calls on plain objects skip the lookup.
    pub fn user_special(&self, obj: &Value, name: Name) -> PyResult<Option<Value>> {
        match obj {
            Value::Instance(i) => {
                let class = i.class();
                match class.lookup(name) {
                    Some((owner, v)) if owner.builtin.is_none() => {
                        self.bind(v, obj, &class).map(Some)
                    }
                    Some(_) => Ok(None),
                    None if class.old_style => self.special(obj, name),
                    None => Ok(None),
                }
            }
            Value::Class(c) if c.has_custom_metaclass() => {
                let meta = c.metaclass();
                match meta.lookup(name) {
                    Some((owner, v)) if owner.builtin.is_none() => {
                        self.bind(v, obj, &meta).map(Some)
                    }
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// `isinstance(obj, class)` for one class, by the MRO (or `__instancecheck__` of its metaclass).
    pub fn isinstance(&self, obj: &Value, class: &Value) -> PyResult<bool> {
        match class {
            Value::Tuple(items) => {
                for c in items.iter() {
                    if self.isinstance(obj, c)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Value::Class(c) => {
                if let Some(check) = self.user_special(class, n().instancecheck)? {
                    let r = self.call(&check, std::slice::from_ref(obj))?;
                    return self.is_true(&r);
                }
                Ok(self.isinstance_of(obj, c) && !self.is_other_integer(&obj.class(), c))
            }
            Value::Native(native) => match native.getattr(self, class, n().instancecheck)? {
                Some(check) => {
                    let r = self.call(&check, std::slice::from_ref(obj))?;
                    self.is_true(&r)
                }
                None => Err(self.bad_isinstance()),
            },
            Value::Instance(_) => match self.special(class, n().instancecheck)? {
                Some(check) => {
                    let r = self.call(&check, std::slice::from_ref(obj))?;
                    self.is_true(&r)
                }
                None => Err(self.bad_isinstance()),
            },
            _ => Err(self.bad_isinstance()),
        }
    }
    fn bad_isinstance(&self) -> crate::live::PyErr {
        self.type_error(if self.py2() {
            "isinstance() arg 2 must be a class, type, or tuple of classes and types"
        } else {
            "isinstance() arg 2 must be a type, a tuple of types, or a union"
        })
    }
    /// `isinstance` by the MRO, for a class that is known.
    pub fn isinstance_of(&self, obj: &Value, class: &ClassRef) -> bool {
        let t = obj.class();
        if t.is_subclass(class) {
            return true;
        }
        match class.builtin {
            // Python 2's classic instances and classes.
            Some(BuiltinType::InstanceType) => matches!(obj, Value::Instance(_)) && t.old_style,
            Some(BuiltinType::Range) => matches!(obj, Value::Range(_)),
            _ => false,
        }
    }
    /// Whether `of` is `int`, and `class` one of the integers of another kind: Python 2's `long`, or like `r_uint`,
    /// which holds an integer but is no `int`, as in translated code.
    fn is_other_integer(&self, class: &ClassRef, of: &ClassRef) -> bool {
        if !matches!(of.builtin, Some(BuiltinType::Int)) {
            return false;
        }
        if self.py2() && class.is_subclass(&types().long) {
            return true;
        }
        let other = || matches!(class.find(n().other_integer), Some(Value::Bool(true)));
        class.builtin.is_none() && other()
    }
    /// `issubclass(class, of)`
    pub fn issubclass(&self, class: &Value, of: &Value) -> PyResult<bool> {
        match (class, of) {
            (_, Value::Tuple(items)) => {
                for c in items.iter() {
                    if self.issubclass(class, c)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            (Value::Class(a), Value::Class(b)) => {
                if let Some(check) = self.user_special(of, n().subclasscheck)? {
                    let r = self.call(&check, std::slice::from_ref(class))?;
                    return self.is_true(&r);
                }
                Ok(a.is_subclass(b) && !self.is_other_integer(a, b))
            }
            (Value::Class(_), _) => {
                Err(self.type_error("issubclass() arg 2 must be a class or tuple of classes"))
            }
            _ => Err(self.type_error("issubclass() arg 1 must be a class")),
        }
    }

    /// `dir(obj)`: names, sorted.
    pub fn dir(&self, obj: &Value) -> Vec<Name> {
        let mut names: Vec<Name> = Vec::new();
        let add_class = |c: &ClassRef, names: &mut Vec<Name>| {
            for k in c.mro().iter() {
                names.extend(k.dict.names().into_iter().map(|(name, _)| name));
            }
        };
        match obj {
            Value::Instance(i) => {
                names.extend(i.attributes().into_iter().map(|(name, _)| name));
                add_class(&i.class(), &mut names);
            }
            Value::Class(c) => add_class(c, &mut names),
            Value::Module(m) => names.extend(m.dict.names().into_iter().map(|(name, _)| name)),
            Value::Function(f) => {
                names.extend(f.attrs().names().into_iter().map(|(name, _)| name));
                add_class(&obj.class(), &mut names);
            }
            Value::Native(native) => {
                names.extend(native.dir());
                add_class(&obj.class(), &mut names);
            }
            _ => add_class(&obj.class(), &mut names),
        }
        names.sort_by_key(|x| x.as_str());
        names.dedup();
        names
    }
}

/// A function bound to a receiver, or unbound (Python 2) without one.
pub fn method(func: Value, receiver: Option<Value>, class: &ClassRef) -> Value {
    Value::Method(Rc::new(MethodObj {
        func,
        receiver,
        class: Some(class.clone()),
    }))
}

/// The view of a dictionary.
pub fn view(d: &Rc<crate::live::DictObj>, kind: ViewKind) -> Value {
    Value::DictView(Rc::new(crate::live::DictView {
        dict: d.clone(),
        kind,
    }))
}

/// The instance behind a value, for accessors of exceptions.
pub fn instance(v: &Value) -> Option<&Rc<InstanceObj>> {
    v.as_instance()
}
