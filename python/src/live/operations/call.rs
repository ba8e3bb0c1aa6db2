//! Calls: argument matching, generators, construction of instances and classes.
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::name::Name;

use crate::code::{CodeObject, Mode};
use crate::engine::Frame;
use crate::live::objects::class::ClassRef;
use crate::live::objects::kinds::{FunctionObj, GeneratorObj};
use crate::live::operations::attr::n;
use crate::live::{
    Args, BuiltinType, DictObj, InstanceObj, Payload, PyResult, Space, Value, types,
};

impl Space {
    /// Calls a function, class, method, or instance with `__call__`.
    pub fn call_args(&self, f: &Value, mut args: Args) -> PyResult {
        match f {
            Value::Function(func) => self.call_function(func, args),
            Value::Builtin(b) => {
                if crate::live::space::stack_exhausted() {
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
                if crate::live::space::stack_exhausted() {
                    return Err(self.recursion_error());
                }
                match native.call(self, &args)? {
                    Some(v) => Ok(v),
                    None => Err(self.not_callable(f)),
                }
            }
            Value::Instance(_) => match self.special(f, n().call)? {
                Some(call) => {
                    if crate::live::space::stack_exhausted() {
                        return Err(self.recursion_error());
                    }
                    self.call_args(&call, args)
                }
                None => Err(self.not_callable(f)),
            },
            _ => Err(self.not_callable(f)),
        }
    }

    /// The stack is exhausted. In Python 2 as well it is what handlers of `rpython.rlib.rstackovf.StackOverflow` catch,
    /// a `RuntimeError` among others, as translated.
    pub fn recursion_error(&self) -> crate::live::PyErr {
        self.error("RecursionError", "maximum recursion depth exceeded")
    }
    fn not_callable(&self, f: &Value) -> crate::live::PyErr {
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
            return Ok(Value::Generator(Rc::new(GeneratorObj {
                name: func.name.get(),
                code,
                body: RefCell::new(Some(Box::new(
                    crate::live::operations::generator::FrameBody::new(frame),
                ))),
                running: Cell::new(false),
            })));
        }
        self.run_code(code, func.globals.clone(), None, locals, &func.closure)
    }

    /// Matches arguments with parameters, in the order of `code.varnames`.
    pub fn bind_arguments(
        &self,
        func: &FunctionObj,
        code: &CodeObject,
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
        for (i, slot) in locals.iter_mut().enumerate().take(argcount) {
            if slot.is_none() {
                match func.default_of(i) {
                    Some(v) => *slot = Some(v),
                    None => missing.push(code.varnames[i]),
                }
            }
        }
        if !missing.is_empty() {
            return Err(self.missing_arguments(func, code, &missing, given, "positional"));
        }
        for (i, slot) in locals.iter_mut().enumerate().take(named).skip(argcount) {
            if slot.is_none() {
                let name = code.varnames[i];
                let d = func.kwdefaults.borrow();
                match d.iter().find(|(x, _)| *x == name) {
                    Some((_, v)) => *slot = Some(v.clone()),
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

    fn function_name(&self, func: &FunctionObj, code: &CodeObject) -> String {
        if code.mode == Mode::Py2 {
            func.name.get().to_string()
        } else {
            func.qualname().to_string()
        }
    }

    fn too_many_arguments(
        &self,
        func: &FunctionObj,
        code: &CodeObject,
        given: usize,
        kw: &[(Name, Value)],
    ) -> crate::live::PyErr {
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
        code: &CodeObject,
        missing: &[Name],
        given: usize,
        kind: &str,
    ) -> crate::live::PyErr {
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
        let Args { pos, kw } = &mut out;
        match (args.star, args.dstar) {
            // Python 2 reads the mapping first; Python 3 does where `*` comes first.
            (star, Some(map)) if self.py2() || pos.is_empty() => {
                self.spread_mapping(f, &map, kw)?;
                self.spread_items(f, star, pos)?;
            }
            (star, map) => {
                self.spread_items(f, star, pos)?;
                if let Some(map) = map {
                    self.spread_mapping(f, &map, kw)?;
                }
            }
        }
        Ok(out)
    }

    /// Spreads `*`.
    fn spread_items(&self, f: &Value, star: Option<Value>, pos: &mut Vec<Value>) -> PyResult<()> {
        let Some(star) = star else { return Ok(()) };
        match &star {
            Value::Tuple(t) => pos.extend(t.iter().cloned()),
            Value::List(l) => pos.extend(l.items.borrow().iter().cloned()),
            _ => {
                if !self.is_iterable(&star) {
                    return Err(self.type_error(format!(
                        "{}() argument after * must be an iterable, not {}",
                        self.callable_name(f),
                        star.type_name()
                    )));
                }
                pos.extend(self.iterate_vec(&star)?);
            }
        }
        Ok(())
    }

    /// Spreads `**`.
    fn spread_mapping(&self, f: &Value, map: &Value, kw: &mut Vec<(Name, Value)>) -> PyResult<()> {
        for (k, v) in self.mapping_items(map, f)? {
            let Some(k) = k.as_text() else {
                return Err(self.type_error(format!(
                    "{}() keywords must be strings",
                    self.callable_name(f)
                )));
            };
            let k = Name::new(&k);
            if kw.iter().any(|(x, _)| *x == k) {
                return Err(self.type_error(format!(
                    "{}() got multiple values for keyword argument '{k}'",
                    self.callable_name(f)
                )));
            }
            kw.push((k, v));
        }
        Ok(())
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
            if kind == BuiltinType::Type
                && args.pos.len() == 1
                && args.kw.is_empty()
                && Rc::ptr_eq(class, &types().type_)
            {
                return Ok(Value::Class(self.type_of(&args.pos[0])));
            }
            if kind != BuiltinType::Exception {
                return crate::live::methods::construct(self, class, kind, &args);
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
                && class.layout == BuiltinType::Type
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
                    return Err(self.init_returned(&r));
                }
            }
            _ if class.layout == BuiltinType::Exception => {
                crate::live::methods::exception_init(self, instance, &args)?;
            }
            _ if matches!(
                class.layout,
                BuiltinType::List | BuiltinType::Dict | BuiltinType::Set | BuiltinType::ByteArray
            ) =>
            {
                crate::live::methods::init_payload(self, &obj, &args)?;
            }
            _ if class.layout == BuiltinType::Object => {
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

    /// The error of an `__init__` with a result.
    pub(crate) fn init_returned(&self, r: &Value) -> crate::live::PyErr {
        self.type_error(format!(
            "__init__() should return None, not '{}'",
            r.type_name()
        ))
    }

    /// `object.__new__(C)`, `int.__new__(C, x)`, ...: an instance without `__init__` run.
    pub fn allocate(&self, class: &ClassRef, args: &Args) -> PyResult {
        let payload = match class.layout {
            BuiltinType::Object | BuiltinType::Native => Payload::None,
            BuiltinType::Exception => {
                // In Python 2 only `__init__` of a built-in class keeps arguments.
                let kept = match self.py2() {
                    true => Vec::new(),
                    false => args.pos.clone(),
                };
                Payload::Exc(Box::new(crate::live::ExcState::new(kept.into())))
            }
            BuiltinType::List | BuiltinType::Dict | BuiltinType::Set | BuiltinType::ByteArray => {
                Payload::Value(RefCell::new(crate::live::methods::construct_plain(
                    self,
                    class.layout,
                    &Args::default(),
                )?))
            }
            BuiltinType::Type => {
                let [name, bases, dict] = args.pos.as_slice() else {
                    return Err(self.type_error("type() takes 1 or 3 arguments"));
                };
                return self.new_class(Some(class), name, bases, dict, &args.kw);
            }
            BuiltinType::Module => {
                return crate::live::methods::construct_plain(self, BuiltinType::Module, args);
            }
            kind => {
                // Keyword arguments are for the subclass's `__init__`.
                let only = Args::pos(args.pos.clone());
                Payload::Value(RefCell::new(crate::live::methods::construct_plain(
                    self, kind, &only,
                )?))
            }
        };
        if let Some(names) = crate::live::modules::abc::abstract_names(class) {
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
}
