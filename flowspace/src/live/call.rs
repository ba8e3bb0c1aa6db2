//! Calls: argument matching, generators, construction of instances and classes.
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::attr::n;
use super::class::{ClassObj, ClassRef};
use super::objects::{FunctionObj, GeneratorObj};
use super::{
    Args, CellObj, DictObj, InstanceObj, Kind, MemberObj, Payload, PyResult, Space, Value,
    WrapperObj, name_value, types,
};
use crate::code::{Code, CodeKind, Mode};
use crate::engine::{Frame, FunctionOperands};
use crate::name::Name;
use crate::source::Span;

impl Space {
    /// Calls anything callable.
    pub fn call_args(&self, f: &Value, mut args: Args) -> PyResult {
        match f {
            Value::Function(func) => self.call_function(func, args),
            Value::Builtin(b) => {
                if super::space::stack_exhausted() {
                    return Err(self.recursion_error());
                }
                if b.captured.is_empty() {
                    (b.def.call)(self, &args)
                } else {
                    args.pos.splice(0..0, b.captured.iter().cloned());
                    (b.def.call)(self, &args)
                }
            }
            Value::Method(m) => match &m.receiver {
                Some(receiver) => {
                    args.pos.insert(0, receiver.clone());
                    self.call_args(&m.func, args)
                }
                None => {
                    if let (Some(class), first) = (&m.class, args.pos.first())
                        && !first.is_some_and(|x| self.isinstance_of(x, class))
                    {
                        let got = match first {
                            Some(x) => format!("{} instance", x.type_name()),
                            None => "nothing".into(),
                        };
                        return Err(self.type_error(format!(
                            "unbound method {}() must be called with {} instance as first argument (got {got} instead)",
                            self.callable_name(&m.func),
                            class.name.get()
                        )));
                    }
                    self.call_args(&m.func, args)
                }
            },
            Value::Class(c) => self.call_class(c, args),
            Value::StaticMethod(w) => self.call_args(&w.func, args),
            Value::Native(native) => {
                if super::space::stack_exhausted() {
                    return Err(self.recursion_error());
                }
                match native.call(self, &args)? {
                    Some(v) => Ok(v),
                    None => Err(self.not_callable(f)),
                }
            }
            Value::Instance(_) => match self.special(f, n().call)? {
                Some(call) => {
                    if super::space::stack_exhausted() {
                        return Err(self.recursion_error());
                    }
                    self.call_args(&call, args)
                }
                None => Err(self.not_callable(f)),
            },
            _ => Err(self.not_callable(f)),
        }
    }

    /// `RecursionError`, or `RuntimeError` in Python 2.
    pub fn recursion_error(&self) -> super::PyErr {
        let class = if self.py2() {
            "RuntimeError"
        } else {
            "RecursionError"
        };
        self.error(class, "maximum recursion depth exceeded")
    }
    fn not_callable(&self, f: &Value) -> super::PyErr {
        match f {
            Value::Instance(i) if i.class().old_style => self.error(
                "AttributeError",
                format!("{} instance has no __call__ method", i.class().name.get()),
            ),
            _ => self.type_error(format!("'{}' object is not callable", f.type_name())),
        }
    }
    /// The name of a callable for messages.
    pub fn callable_name(&self, f: &Value) -> String {
        match f {
            Value::Function(f) if self.py2() => f.name.get().to_string(),
            Value::Function(f) => f.qualname().to_string(),
            Value::Builtin(b) => b.def.name.to_string(),
            Value::Class(c) => c.name.get().to_string(),
            Value::Method(m) => self.callable_name(&m.func),
            _ => format!("{} object", f.type_name()),
        }
    }
    /// `callable(v)`
    pub fn callable(&self, v: &Value) -> bool {
        match v {
            Value::Function(_)
            | Value::Builtin(_)
            | Value::Method(_)
            | Value::Class(_)
            | Value::StaticMethod(_) => true,
            Value::Native(native) => native.callable(),
            Value::Instance(i) => {
                i.class().find(n().call).is_some()
                    || (i.class().old_style && i.get(n().call).is_some())
            }
            _ => false,
        }
    }

    /// Calls a function written in Python; a generator function gives a generator.
    pub fn call_function(&self, func: &Rc<FunctionObj>, args: Args) -> PyResult {
        let code = func.code();
        let simple = args.kw.is_empty()
            && args.pos.len() == code.argcount as usize
            && code.kwonlyargcount == 0
            && !code.varargs
            && !code.varkw;
        let locals = if simple {
            args.pos.into_iter().map(Some).collect()
        } else {
            self.bind_arguments(func, &code, args)?
        };
        if code.is_generator {
            let frame = Frame::new(
                self,
                code.clone(),
                func.globals.clone(),
                None,
                locals,
                &func.closure,
            );
            self.constants_of(&code);
            return Ok(Value::Generator(Rc::new(GeneratorObj {
                name: func.name.get(),
                code,
                body: RefCell::new(Some(Box::new(super::generator::FrameBody::new(frame)))),
                running: Cell::new(false),
            })));
        }
        self.run_code(code, func.globals.clone(), None, locals, &func.closure)
    }

    /// Matches arguments with parameters, in the order of `code.varnames`.
    pub fn bind_arguments(
        &self,
        func: &FunctionObj,
        code: &Code,
        args: Args,
    ) -> PyResult<Vec<Option<Value>>> {
        let argcount = code.argcount as usize;
        let kwonly = code.kwonlyargcount as usize;
        let named = argcount + kwonly;
        let mut locals: Vec<Option<Value>> = vec![None; code.parameter_count() as usize];
        let given = args.pos.len();
        let mut pos = args.pos.into_iter();
        for slot in locals.iter_mut().take(argcount) {
            match pos.next() {
                Some(v) => *slot = Some(v),
                None => break,
            }
        }
        let mut next = named;
        if code.varargs {
            locals[next] = Some(Value::tuple(pos.collect()));
            next += 1;
        } else if given > argcount {
            return Err(self.too_many_arguments(func, code, given, &args.kw));
        }
        let extra = code.varkw.then(|| Rc::new(DictObj::new()));
        for (name, v) in args.kw {
            let posonly = code.posonlyargcount as usize;
            match code.varnames[posonly..named]
                .iter()
                .position(|&x| x == name)
            {
                Some(i) => {
                    let slot = &mut locals[posonly + i];
                    if slot.is_some() {
                        let f = self.function_name(func, code);
                        return Err(self.type_error(if code.mode == Mode::Py2 {
                            format!("{f}() got multiple values for keyword argument '{name}'")
                        } else {
                            format!("{f}() got multiple values for argument '{name}'")
                        }));
                    }
                    *slot = Some(v);
                }
                None => match &extra {
                    Some(d) => d.set_name(name, v),
                    None => {
                        let f = self.function_name(func, code);
                        return Err(self.type_error(format!(
                            "{f}() got an unexpected keyword argument '{name}'"
                        )));
                    }
                },
            }
        }
        let mut missing: Vec<Name> = Vec::new();
        for i in 0..argcount {
            if locals[i].is_none() {
                match func.default_of(i) {
                    Some(v) => locals[i] = Some(v),
                    None => missing.push(code.varnames[i]),
                }
            }
        }
        if !missing.is_empty() {
            return Err(self.missing_arguments(func, code, &missing, given, "positional"));
        }
        for i in argcount..named {
            if locals[i].is_none() {
                let name = code.varnames[i];
                let d = func.kwdefaults.borrow();
                match d.iter().find(|(x, _)| *x == name) {
                    Some((_, v)) => locals[i] = Some(v.clone()),
                    None => missing.push(name),
                }
            }
        }
        if !missing.is_empty() {
            return Err(self.missing_arguments(func, code, &missing, given, "keyword-only"));
        }
        if let Some(d) = extra {
            locals[next] = Some(Value::Dict(d));
        }
        Ok(locals)
    }

    fn function_name(&self, func: &FunctionObj, code: &Code) -> String {
        if code.mode == Mode::Py2 {
            func.name.get().to_string()
        } else {
            func.qualname().to_string()
        }
    }

    fn too_many_arguments(
        &self,
        func: &FunctionObj,
        code: &Code,
        given: usize,
        kw: &[(Name, Value)],
    ) -> super::PyErr {
        let f = self.function_name(func, code);
        let max = code.argcount as usize;
        let defaults = func.defaults.borrow().len();
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        if code.mode == Mode::Py2 {
            let given = given + kw.len();
            return self.type_error(if max == 0 {
                format!("{f}() takes no arguments ({given} given)")
            } else {
                let how = if defaults > 0 { "at most" } else { "exactly" };
                format!(
                    "{f}() takes {how} {max} argument{} ({given} given)",
                    plural(max)
                )
            });
        }
        let takes = if defaults > 0 {
            format!("from {} to {max} positional arguments", max - defaults)
        } else {
            format!("{max} positional argument{}", plural(max))
        };
        let only = kw
            .iter()
            .filter(|(k, _)| {
                let first = code.argcount as usize;
                code.varnames[first..first + code.kwonlyargcount as usize].contains(k)
            })
            .count();
        if only > 0 {
            return self.type_error(format!(
                "{f}() takes {takes} but {given} positional argument{} (and {only} keyword-only argument{}) were given",
                plural(given),
                plural(only)
            ));
        }
        let was = if given == 1 { "was" } else { "were" };
        self.type_error(format!("{f}() takes {takes} but {given} {was} given"))
    }

    fn missing_arguments(
        &self,
        func: &FunctionObj,
        code: &Code,
        missing: &[Name],
        given: usize,
        kind: &str,
    ) -> super::PyErr {
        let f = self.function_name(func, code);
        if code.mode == Mode::Py2 {
            let defaults = func.defaults.borrow().len();
            let n = code.argcount as usize - defaults;
            let how = if defaults > 0 || code.varargs {
                "at least"
            } else {
                "exactly"
            };
            return self.type_error(format!(
                "{f}() takes {how} {n} argument{} ({given} given)",
                if n == 1 { "" } else { "s" }
            ));
        }
        let names: Vec<String> = missing.iter().map(|x| format!("'{x}'")).collect();
        let list = match names.as_slice() {
            [one] => one.clone(),
            [a, b] => format!("{a} and {b}"),
            [init @ .., last] => format!("{}, and {last}", init.join(", ")),
            [] => String::new(),
        };
        self.type_error(format!(
            "{f}() missing {} required {kind} argument{}: {list}",
            names.len(),
            if names.len() == 1 { "" } else { "s" }
        ))
    }

    /// Spreads `*` and `**`.
    pub fn spread(&self, f: &Value, args: crate::engine::Args<Value>) -> PyResult<Args> {
        let mut out = Args {
            pos: args.positional,
            kw: args.keywords,
        };
        if let Some(star) = args.star {
            match &star {
                Value::Tuple(t) => out.pos.extend(t.iter().cloned()),
                Value::List(l) => out.pos.extend(l.items.borrow().iter().cloned()),
                _ => {
                    if !self.is_iterable(&star) {
                        return Err(self.type_error(format!(
                            "{}() argument after * must be an iterable, not {}",
                            self.callable_name(f),
                            star.type_name()
                        )));
                    }
                    let items = self.iterate_vec(&star)?;
                    out.pos.extend(items);
                }
            }
        }
        if let Some(map) = args.dstar {
            for (k, v) in self.mapping_items(&map, f)? {
                let Some(k) = k.as_text() else {
                    return Err(self.type_error(format!(
                        "{}() keywords must be strings",
                        self.callable_name(f)
                    )));
                };
                let k = Name::new(&k);
                if out.kw.iter().any(|(x, _)| *x == k) {
                    return Err(self.type_error(format!(
                        "{}() got multiple values for keyword argument '{k}'",
                        self.callable_name(f)
                    )));
                }
                out.kw.push((k, v));
            }
        }
        Ok(out)
    }

    /// The items of a mapping: a dictionary, or anything with `keys` and `__getitem__`.
    pub fn mapping_items(&self, map: &Value, f: &Value) -> PyResult<Vec<(Value, Value)>> {
        if let Some(d) = map.as_dict() {
            return Ok(d.items());
        }
        let Some(keys) = self.getattr_opt(map, "keys".into())? else {
            return Err(self.type_error(format!(
                "{}() argument after ** must be a mapping, not {}",
                self.callable_name(f),
                map.type_name()
            )));
        };
        let keys = self.call(&keys, &[])?;
        let mut out = Vec::new();
        for k in self.iterate_vec(&keys)? {
            let v = self.getitem(map, &k)?;
            out.push((k, v));
        }
        Ok(out)
    }

    // ---- instances ----

    /// `C(args)`
    pub fn call_class(&self, class: &ClassRef, args: Args) -> PyResult {
        if let Some(meta) = &*class.metaclass.borrow()
            && let Some((owner, call)) = meta.lookup(n().call)
            && owner.builtin.is_none()
        {
            let f = self.bind(call, &Value::Class(class.clone()), meta)?;
            return self.call_args(&f, args);
        }
        self.type_call(class, args)
    }

    /// `type.__call__`: `__new__` and `__init__`.
    pub fn type_call(&self, class: &ClassRef, args: Args) -> PyResult {
        if let Some(kind) = class.builtin {
            if kind == Kind::Type
                && args.pos.len() == 1
                && args.kw.is_empty()
                && Rc::ptr_eq(class, &types().type_)
            {
                return Ok(Value::Class(self.type_of(&args.pos[0])));
            }
            if kind != Kind::Exception {
                return super::methods::construct(self, class, kind, &args);
            }
        }
        let new = class.lookup(n().new);
        let init = class.lookup(n().init);
        let obj = match &new {
            Some((owner, f)) if owner.builtin.is_none() => {
                let f = match f {
                    Value::StaticMethod(w) => w.func.clone(),
                    f => f.clone(),
                };
                let mut pos = vec![Value::Class(class.clone())];
                pos.extend(args.pos.iter().cloned());
                self.call_args(
                    &f,
                    Args {
                        pos,
                        kw: args.kw.clone(),
                    },
                )?
            }
            _ => self.allocate(class, &args)?,
        };
        let Value::Instance(instance) = &obj else {
            if let Value::Class(made) = &obj
                && class.layout == Kind::Type
            {
                let meta = made.metaclass();
                if meta.is_subclass(class)
                    && let Some((owner, f)) = meta.lookup(n().init)
                    && owner.builtin.is_none()
                {
                    let f = self.bind(f, &obj, &meta)?;
                    self.call_args(&f, args)?;
                }
            }
            return Ok(obj);
        };
        if !instance.class().is_subclass(class) {
            return Ok(obj);
        }
        match init {
            Some((owner, f)) if owner.builtin.is_none() => {
                let f = self.bind(f, &obj, &instance.class())?;
                let r = self.call_args(&f, args)?;
                if !r.is_none() {
                    return Err(self.type_error(format!(
                        "__init__() should return None, not '{}'",
                        r.type_name()
                    )));
                }
            }
            _ if class.layout == Kind::Exception => {
                super::methods::exception_init(self, instance, &args)?;
            }
            _ if matches!(
                class.layout,
                Kind::List | Kind::Dict | Kind::Set | Kind::ByteArray
            ) =>
            {
                super::methods::init_payload(self, &obj, &args)?;
            }
            _ if class.layout == Kind::Object => {
                let new_is_default = new.is_none_or(|(owner, _)| owner.builtin.is_some());
                if new_is_default && !(args.pos.is_empty() && args.kw.is_empty()) {
                    return Err(self.type_error(if class.old_style {
                        "this constructor takes no arguments".into()
                    } else if self.py2() {
                        "object() takes no parameters".into()
                    } else {
                        format!("{}() takes no arguments", class.name.get())
                    }));
                }
            }
            _ => {}
        }
        Ok(obj)
    }

    /// `object.__new__(C)`, `int.__new__(C, x)`, ...: an instance without `__init__` run.
    pub fn allocate(&self, class: &ClassRef, args: &Args) -> PyResult {
        let payload = match class.layout {
            Kind::Object | Kind::Native => Payload::None,
            Kind::Exception => {
                Payload::Exc(Box::new(super::ExcState::new(args.pos.clone().into())))
            }
            Kind::List | Kind::Dict | Kind::Set | Kind::ByteArray => Payload::Value(RefCell::new(
                super::methods::construct_plain(self, class.layout, &Args::default())?,
            )),
            Kind::Type => {
                let [name, bases, dict] = args.pos.as_slice() else {
                    return Err(self.type_error("type() takes 1 or 3 arguments"));
                };
                return self.new_class(Some(class), name, bases, dict, &args.kw);
            }
            Kind::Module => return super::methods::construct_plain(self, Kind::Module, args),
            kind => {
                // Keyword arguments are for the subclass's `__init__`.
                let only = Args::pos(args.pos.clone());
                Payload::Value(RefCell::new(super::methods::construct_plain(
                    self, kind, &only,
                )?))
            }
        };
        if let Some(names) = super::modules::abc::abstract_names(class) {
            return Err(self.type_error(format!(
                "Can't instantiate abstract class {} with abstract method{} {}",
                class.name.get(),
                if names.len() == 1 { "" } else { "s" },
                names.join(", ")
            )));
        }
        Ok(Value::Instance(InstanceObj::new(class.clone(), payload)))
    }

    /// `type(x)` as the running mode shows it.
    pub fn type_of(&self, v: &Value) -> ClassRef {
        match v {
            Value::Instance(i) if i.class().old_style => types().instance.clone(),
            // Python 3 has one integer type.
            Value::Long(_) if !self.py2() => types().int.clone(),
            _ => v.class(),
        }
    }

    // ---- classes ----

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
        let mut base_classes: Vec<ClassRef> = Vec::new();
        for b in base_values.iter() {
            match b {
                Value::Class(c) => {
                    if matches!(
                        c.builtin,
                        Some(
                            Kind::Bool
                                | Kind::Function
                                | Kind::NoneType
                                | Kind::Slice
                                | Kind::Range
                                | Kind::Generator
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
        let mut winner = metaclass.cloned().unwrap_or_else(|| types().type_.clone());
        for b in &base_classes {
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
        Ok(value)
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
        let class_cell = dict.remove_name(names.class_cell);
        let slots = match dict.get_name(names.slots) {
            Some(v) if !old_style => {
                let list = match v.as_text() {
                    Some(one) => vec![one],
                    None => {
                        let mut list = Vec::new();
                        for item in self.iterate_vec(&v)? {
                            match item.as_text() {
                                Some(text) => list.push(text),
                                None => {
                                    return Err(self.type_error("__slots__ items must be strings"));
                                }
                            }
                        }
                        list
                    }
                };
                Some(list)
            }
            _ => None,
        };
        let class = match slots {
            Some(list) => {
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
                    dict.set_name(
                        slot,
                        Value::Member(Rc::new(MemberObj {
                            name: slot,
                            class_name: name,
                        })),
                    );
                    slot_names.push(slot);
                }
                ClassObj::with_slots(name, bases, dict, slot_names, has_dict)
            }
            None => ClassObj::new(name, bases, dict, old_style, None),
        };
        let class = class.map_err(|e| self.type_error(e))?;
        if let Some(Value::Cell(cell)) = class_cell {
            cell.set(Some(Value::Class(class.clone())));
        }
        Ok(class)
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
        let mut namespace = Rc::new(DictObj::new());
        if let Some(m) = &metaclass
            && (explicit || !matches!(m, Value::Class(c) if c.builtin.is_some()))
            && let Some(prepare) = self.getattr_opt(m, names.prepare)?
        {
            let ns = self.call_args(
                &prepare,
                Args {
                    pos: vec![name_value(name), Value::Tuple(base_values.clone())],
                    kw: kw.clone(),
                },
            )?;
            if let Some(d) = ns.as_dict() {
                namespace = d;
            }
        }
        if let Some(module) = frame.globals.get_name(names.name) {
            namespace.set_name(names.module, module);
        }
        if frame.code.mode == Mode::Py3 {
            namespace.set_name(names.qualname, name_value(body.code().qualname));
        }
        if let Some(doc) = &body.code().docstring {
            namespace.set_name(names.doc, super::objects::const_value(doc));
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
            let base_tuple = Value::Tuple(base_values);
            match metaclass {
                Some(Value::Class(m)) if Rc::ptr_eq(&m, &types().type_) => self.new_class(
                    Some(&m),
                    &name_value(name),
                    &base_tuple,
                    &Value::Dict(namespace),
                    &kw,
                )?,
                Some(Value::Class(m)) if m.builtin == Some(Kind::ClassObj) => {
                    Value::Class(self.finish_class(name, Vec::new(), namespace, true)?)
                }
                Some(m) => self.call_args(
                    &m,
                    Args {
                        pos: vec![name_value(name), base_tuple, Value::Dict(namespace)],
                        kw,
                    },
                )?,
                None => self.new_class(
                    None,
                    &name_value(name),
                    &base_tuple,
                    &Value::Dict(namespace),
                    &kw,
                )?,
            }
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
        code: &Rc<Code>,
        operands: FunctionOperands<Value>,
    ) -> PyResult {
        let closure: Vec<Rc<CellObj>> = match &operands.closure {
            Some(Value::Tuple(cells)) => cells
                .iter()
                .filter_map(|c| match c {
                    Value::Cell(c) => Some(c.clone()),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
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
