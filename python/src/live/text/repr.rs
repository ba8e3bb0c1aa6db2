//! `repr` and `str`.
use std::rc::Rc;

use crate::live::objects::dict::SetObj;
use crate::live::objects::kinds::{DictView, MethodObj};
use crate::live::operations::attr::n;
use crate::live::text::{bytes_repr, float_repr};
use crate::live::{
    BuiltinType, ClassRef, DictObj, InstanceObj, PyResult, Space, Value, ViewKind, types,
};

/// Text of a byte string: usually UTF-8, but any bytes may come from a user's `__str__`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Text(pub Vec<u8>);

impl Text {
    /// As a `str` object.
    pub fn into_value(self) -> Value {
        Value::from_vec(self.0)
    }
    /// As a Rust string, lossily.
    pub fn to_text(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }
    fn push(&mut self, s: &str) {
        self.0.extend_from_slice(s.as_bytes());
    }
}
impl From<String> for Text {
    fn from(s: String) -> Text {
        Text(s.into_bytes())
    }
}
impl From<&str> for Text {
    fn from(s: &str) -> Text {
        Text(s.as_bytes().to_vec())
    }
}

impl Space {
    /// `repr(v)`
    pub fn repr(&self, v: &Value) -> PyResult<Text> {
        Ok(match v {
            Value::Str(s) if self.py2() => bytes_repr(&s.bytes).into(),
            Value::Str(s) => crate::live::text::text_repr(&s.bytes).into(),
            Value::Int(i) => i.to_string().into(),
            Value::Instance(i) => return self.instance_repr(v, i),
            _ => return self.builtin_repr(v),
        })
    }

    fn instance_repr(&self, v: &Value, i: &Rc<InstanceObj>) -> PyResult<Text> {
        if crate::live::space::stack_exhausted() {
            return Err(self.recursion_error());
        }
        let class = i.class();
        let user = match class.lookup(n().repr) {
            Some((owner, f)) if owner.builtin.is_none() => Some(self.bind(f, v, &class)?),
            None if class.old_style => self.special(v, n().repr)?,
            _ => None,
        };
        if let Some(f) = user {
            let r = self.call(&f, &[])?;
            return match r.unwrapped() {
                Value::Str(s) => Ok(Text(s.bytes.to_vec())),
                Value::Unicode(u) => Ok(u.to_text().into()),
                other => Err(self.type_error(format!(
                    "__repr__ returned non-string (type {})",
                    other.type_name()
                ))),
            };
        }
        if i.exc().is_some() {
            return self.exception_repr(i);
        }
        match v.unwrapped() {
            Value::Instance(_) => Ok(self.default_repr(v)),
            // Subclasses of set and friends show their class; the others look like their base.
            inner @ (Value::Set(_) | Value::ByteArray(_)) => {
                let text = self.repr(&inner)?.to_text();
                let args = text.split_once('(').map_or("", |x| x.1);
                Ok(if args.is_empty() {
                    format!("{}({text})", class.name.get()).into()
                } else {
                    format!("{}({args}", class.name.get()).into()
                })
            }
            inner => self.repr(&inner),
        }
    }

    /// `<module.Class object at 0x...>`
    pub fn default_repr(&self, v: &Value) -> Text {
        let class = v.class();
        let what = if class.old_style {
            "instance"
        } else {
            "object"
        };
        format!(
            "<{}.{} {what} at {:#x}>",
            class.module_name(),
            self.class_display(&class),
            v.identity().number()
        )
        .into()
    }
    fn class_display(&self, class: &crate::live::ClassRef) -> String {
        if self.py2() {
            return class.name.get().to_string();
        }
        match class.own(n().qualname).and_then(|v| v.as_text()) {
            Some(q) => q,
            None => class.name.get().to_string(),
        }
    }

    fn exception_repr(&self, i: &Rc<InstanceObj>) -> PyResult<Text> {
        let args = i
            .exc()
            .map(|e| e.args.borrow().clone())
            .unwrap_or_else(|| Rc::new([]));
        let mut out = Text::from(i.class().name.get().as_str());
        out.push("(");
        for (k, a) in args.iter().enumerate() {
            if k > 0 {
                out.push(", ");
            }
            out.0.extend(self.repr(a)?.0);
        }
        out.push(if args.len() == 1 && self.py2() {
            ",)"
        } else {
            ")"
        });
        Ok(out)
    }

    /// `str` of an exception's arguments: what `BaseException.__str__` gives.
    pub fn exception_str(&self, i: &Rc<InstanceObj>) -> PyResult<Text> {
        let args = i
            .exc()
            .map(|e| e.args.borrow().clone())
            .unwrap_or_else(|| Rc::new([]));
        if i.class().is_subclass(types().exc("EnvironmentError")) && args.len() >= 2 {
            let mut out = Text::from("[Errno ");
            out.0.extend(self.str(&args[0])?.0);
            out.push("] ");
            out.0.extend(self.str(&args[1])?.0);
            let filename = i.get("filename".into()).or_else(|| args.get(2).cloned());
            if let Some(f) = filename
                && !f.is_none()
            {
                out.push(": ");
                out.0.extend(self.repr(&f)?.0);
            }
            return Ok(out);
        }
        if i.class().is_subclass(types().exc("KeyError")) && args.len() == 1 {
            return self.repr(&args[0]);
        }
        if i.class().is_subclass(types().exc("UnicodeError"))
            && let [encoding, object, start, end, reason] = &args[..]
            && let (Some(at), Some(stop)) = (start.as_int(), end.as_int())
        {
            return self.unicode_error_str([encoding, object, reason], at, stop);
        }
        match &args[..] {
            [] => Ok(Text::default()),
            [one] => self.str(one),
            _ => self.repr(&Value::Tuple(args)),
        }
    }

    fn unicode_error_str(
        &self,
        [encoding, object, reason]: [&Value; 3],
        at: i64,
        stop: i64,
    ) -> PyResult<Text> {
        let verb = match object {
            Value::Unicode(_) => "encode",
            _ => "decode",
        };
        let place = |what: String| {
            if stop - at == 1 {
                format!("{what} in position {at}")
            } else {
                let units = if verb == "encode" {
                    "characters"
                } else {
                    "bytes"
                };
                format!("{units} in position {at}-{}", stop - 1)
            }
        };
        let position = usize::try_from(at).unwrap_or(0);
        let what = match object {
            Value::Unicode(u) => match u.points.get(position) {
                Some(&c) => place(format!(
                    "character {}",
                    crate::live::text::unicode_repr(&[c], self.py2())
                )),
                None => place("character".into()),
            },
            Value::Str(b) => match b.bytes.get(position) {
                Some(b) => place(format!("byte {b:#04x}")),
                None => place("byte".into()),
            },
            _ => place("character".into()),
        };
        let encoding = self.str(encoding)?.to_text();
        let reason = self.str(reason)?.to_text();
        Ok(format!("'{encoding}' codec can't {verb} {what}: {reason}").into())
    }

    fn items_repr(&self, open: &str, items: &[Value], close: &str) -> PyResult<Text> {
        let mut out = Text::from(open);
        for (i, x) in items.iter().enumerate() {
            if i > 0 {
                out.push(", ");
            }
            out.0.extend(self.repr(x)?.0);
        }
        out.push(close);
        Ok(out)
    }

    /// Guards `repr` of containers against cycles.
    fn guarded(
        &self,
        v: &Value,
        cycle: &str,
        f: impl FnOnce() -> PyResult<Text>,
    ) -> PyResult<Text> {
        let id = v.identity();
        if self.repr_stack.borrow().contains(&id) {
            return Ok(cycle.into());
        }
        if crate::live::space::stack_exhausted() {
            return Err(self.recursion_error());
        }
        self.repr_stack.borrow_mut().push(id);
        let r = f();
        self.repr_stack.borrow_mut().pop();
        r
    }

    fn builtin_repr(&self, v: &Value) -> PyResult<Text> {
        let address = || v.identity().number();
        Ok(match v {
            Value::None => "None".into(),
            Value::NotImplemented => "NotImplemented".into(),
            Value::Ellipsis => "Ellipsis".into(),
            Value::Bool(true) => "True".into(),
            Value::Bool(false) => "False".into(),
            Value::Int(i) => i.to_string().into(),
            Value::Long(l) if self.py2() => format!("{l}L").into(),
            Value::Long(l) => l.to_string().into(),
            Value::Float(f) => float_repr(*f).into(),
            Value::Complex(c) => crate::live::text::complex_repr(c.0, c.1).into(),
            Value::Str(s) => bytes_repr(&s.bytes).into(),
            Value::Unicode(u) => crate::live::text::unicode_repr(&u.points, self.py2()).into(),
            Value::ByteArray(b) => format!("bytearray(b{})", bytes_repr(&b.borrow())).into(),
            Value::Tuple(t) => {
                return self.guarded(v, "(...)", || {
                    self.items_repr("(", t, if t.len() == 1 { ",)" } else { ")" })
                });
            }
            Value::List(l) => {
                return self.guarded(v, "[...]", || self.items_repr("[", &l.to_vec(), "]"));
            }
            Value::Dict(d) => return self.guarded(v, "{...}", || self.dict_repr(d)),
            Value::Set(s) => return self.guarded(v, "set(...)", || self.set_repr(s)),
            Value::DictView(d) => return self.guarded(v, "...", || self.view_repr(d)),
            Value::Slice(s) => {
                return self.items_repr(
                    "slice(",
                    &[s.start.clone(), s.stop.clone(), s.step.clone()],
                    ")",
                );
            }
            Value::Range(r) => {
                let name = if r.xrange { "xrange" } else { "range" };
                if r.step != 1 {
                    format!("{name}({}, {}, {})", r.start, r.stop, r.step).into()
                } else if r.start == 0 && r.xrange {
                    format!("{name}({})", r.stop).into()
                } else {
                    format!("{name}({}, {})", r.start, r.stop).into()
                }
            }
            Value::Function(f) if self.py2() => {
                format!("<function {} at {:#x}>", f.name.get(), address()).into()
            }
            Value::Function(f) => format!("<function {} at {:#x}>", f.qualname(), address()).into(),
            Value::Builtin(b) if b.def.method => {
                format!("<method '{}' of '{}' objects>", b.def.name, b.def.module).into()
            }
            Value::Builtin(b) => format!("<built-in function {}>", b.def.name).into(),
            Value::Class(c) => return self.class_repr(v, c),
            Value::Method(m) => return self.method_repr(m),
            Value::Module(m) => match m.file() {
                Some(f) => format!("<module '{}' from '{f}'>", m.name.get()).into(),
                None => format!("<module '{}' (built-in)>", m.name.get()).into(),
            },
            Value::Generator(g) => {
                format!("<generator object {} at {:#x}>", g.name, address()).into()
            }
            Value::Code(c) => format!("<code object {} at {:#x}>", c.name, address()).into(),
            Value::Super(s) => format!("<super: <class '{}'>>", s.class.name.get()).into(),
            Value::Native(native) => native.repr(self)?.into(),
            Value::Instance(i) => return self.instance_repr(v, i),
            Value::StaticMethod(_)
            | Value::ClassMethod(_)
            | Value::Property(_)
            | Value::Member(_)
            | Value::GetSet(_)
            | Value::Iter(_)
            | Value::Cell(_) => format!("<{} object at {:#x}>", v.type_name(), address()).into(),
        })
    }

    fn dict_repr(&self, d: &DictObj) -> PyResult<Text> {
        let mut out = Text::from("{");
        for (i, (k, x)) in d.items().iter().enumerate() {
            if i > 0 {
                out.push(", ");
            }
            out.0.extend(self.repr(k)?.0);
            out.push(": ");
            out.0.extend(self.repr(x)?.0);
        }
        out.push("}");
        Ok(out)
    }
    fn set_repr(&self, s: &SetObj) -> PyResult<Text> {
        let items = s.items();
        let name = if s.frozen { "frozenset" } else { "set" };
        if items.is_empty() {
            Ok(format!("{name}()").into())
        } else if self.py2() {
            self.items_repr(&format!("{name}(["), &items, "])")
        } else if s.frozen {
            self.items_repr("frozenset({", &items, "})")
        } else {
            self.items_repr("{", &items, "}")
        }
    }
    fn view_repr(&self, d: &DictView) -> PyResult<Text> {
        let (name, items) = match d.kind {
            ViewKind::Keys => ("dict_keys([", d.dict.keys()),
            ViewKind::Values => ("dict_values([", d.dict.values()),
            ViewKind::Items => {
                let items = d.dict.items().into_iter();
                let pairs = items.map(|(k, v)| Value::tuple(vec![k, v]));
                ("dict_items([", pairs.collect())
            }
        };
        self.items_repr(name, &items, "])")
    }
    fn class_repr(&self, v: &Value, c: &ClassRef) -> PyResult<Text> {
        if let Some(f) = self.user_special(v, n().repr)? {
            let r = self.call(&f, &[])?;
            return Ok(Text(
                r.as_str().map(|s| s.bytes.to_vec()).unwrap_or_default(),
            ));
        }
        let word = if self.py2() && c.builtin.is_some() && c.builtin != Some(BuiltinType::Exception)
        {
            "type"
        } else {
            "class"
        };
        let module = c.module_name();
        let text = if c.old_style {
            let address = v.identity().number();
            format!("<class {module}.{} at {address:#x}>", c.name.get())
        } else if c.builtin == Some(BuiltinType::Exception) && self.py2() {
            format!("<type 'exceptions.{}'>", c.name.get())
        } else if module == "__builtin__" || module == "builtins" {
            format!("<{word} '{}'>", c.name.get())
        } else {
            format!("<{word} '{module}.{}'>", self.class_display(c))
        };
        Ok(text.into())
    }
    fn method_repr(&self, m: &MethodObj) -> PyResult<Text> {
        let name = self.callable_name(&m.func);
        let class = m.class.as_ref().map_or("?", |c| c.name.get().as_str());
        Ok(match &m.receiver {
            Some(r) if matches!(&m.func, Value::Builtin(_)) => format!(
                "<built-in method {name} of {} object at {:#x}>",
                r.type_name(),
                r.identity().number()
            )
            .into(),
            Some(r) => {
                let mut out: Text = if self.py2() {
                    format!("<bound method {class}.{name} of ").into()
                } else {
                    format!("<bound method {name} of ").into()
                };
                out.0.extend(self.repr(r)?.0);
                out.push(">");
                out
            }
            None => format!("<unbound method {class}.{name}>").into(),
        })
    }

    /// `str(v)` as bytes.
    pub fn str(&self, v: &Value) -> PyResult<Text> {
        Ok(match v {
            Value::Str(s) => Text(s.bytes.to_vec()),
            Value::ByteArray(b) if self.py2() => Text(b.borrow().to_vec()),
            Value::Int(i) => i.to_string().into(),
            Value::Long(l) => l.to_string().into(),
            Value::Float(f) if self.py2() => crate::live::text::percent::float_str_py2(*f).into(),
            Value::Unicode(u) => {
                let encoding = if self.py2() { "ascii" } else { "utf-8" };
                Text(crate::live::text::codecs::encode(
                    self, &u.points, encoding, "strict",
                )?)
            }
            Value::Instance(i) => {
                let class = i.class();
                let user = match class.lookup(n().str) {
                    Some((owner, f)) if owner.builtin.is_none() => Some(self.bind(f, v, &class)?),
                    None if class.old_style => self.special(v, n().str)?,
                    _ => None,
                };
                if let Some(f) = user {
                    if crate::live::space::stack_exhausted() {
                        return Err(self.recursion_error());
                    }
                    let r = self.call(&f, &[])?;
                    return match r.unwrapped() {
                        Value::Str(s) => Ok(Text(s.bytes.to_vec())),
                        u @ Value::Unicode(_) => self.str(&u),
                        other => Err(self.type_error(format!(
                            "__str__ returned non-string (type {})",
                            other.type_name()
                        ))),
                    };
                }
                if i.exc().is_some() {
                    return self.exception_str(i);
                }
                // `__repr__` of a user class wins over the built-in part.
                if class
                    .lookup(n().repr)
                    .is_some_and(|(owner, _)| owner.builtin.is_none())
                {
                    return self.repr(v);
                }
                match v.unwrapped() {
                    Value::Instance(_) => return self.repr(v),
                    inner => return self.str(&inner),
                }
            }
            Value::Class(_) => {
                if let Some(f) = self.user_special(v, n().str)? {
                    let r = self.call(&f, &[])?;
                    return self.str(&r);
                }
                return self.repr(v);
            }
            Value::Native(_) => match self.special(v, n().str)? {
                Some(f) if !matches!(f, Value::Method(_)) => {
                    let r = self.call(&f, &[])?;
                    return self.str(&r);
                }
                _ => return self.repr(v),
            },
            _ => return self.repr(v),
        })
    }
    /// `repr(v)` for messages; never fails.
    pub fn repr_text(&self, v: &Value) -> String {
        match self.repr(v) {
            Ok(t) => t.to_text(),
            Err(_) => format!("{v:?}"),
        }
    }
    /// `str(v)` for messages; never fails.
    pub fn str_text(&self, v: &Value) -> String {
        match self.str(v) {
            Ok(t) => t.to_text(),
            Err(_) => format!("<unprintable {} object>", v.type_name()),
        }
    }
}
