//! Methods of built-in types: of lists, dictionaries, iterators here, of texts in [`super::textmethods`].
use ir::name::Name;
use python::live::Value;
use python::vocabulary::functions::Function;
use python::vocabulary::methods::{
    DictMethod, IteratorMethod, ListMethod, Method, MethodRow, Receiver,
};

use crate::calls::CallArgs;
use crate::engine::{Annotator, Res, Stop};
use crate::model::*;

/// What a kind of value is in the tables of methods.
pub(super) fn receiver(k: &AnnotationKind) -> Option<Receiver> {
    Some(match k {
        AnnotationKind::List(_) => Receiver::List,
        AnnotationKind::Dict(_) => Receiver::Dict,
        AnnotationKind::Text(TextKind { wide: false, .. }) => Receiver::Str,
        AnnotationKind::Text(TextKind { wide: true, .. }) => Receiver::Unicode,
        AnnotationKind::ByteArray => Receiver::ByteArray,
        AnnotationKind::StringBuilder | AnnotationKind::UnicodeBuilder => Receiver::Builder,
        AnnotationKind::Iterator { .. } => Receiver::Iterator,
        _ => return None,
    })
}

/// The method of this name that values of a kind have.
pub(crate) fn method(k: &AnnotationKind, name: &str) -> Option<Method> {
    Method::of(receiver(k)?, name)
}

impl Annotator {
    pub(crate) fn call_builtin_method(
        &mut self,
        receiver: Annotation,
        name: Name,
        args: &CallArgs,
    ) -> Res {
        let kind = receiver.kind();
        match (method(kind, name.as_str()), kind) {
            (Some(Method::List(m)), AnnotationKind::List(l)) => {
                self.list_method(receiver, *l, m, args)
            }
            (Some(Method::Dict(m)), AnnotationKind::Dict(d)) => {
                self.dict_method(receiver, *d, m, args)
            }
            (Some(Method::Text(m)), _) => self.text_method(receiver, m, args),
            (Some(Method::ByteArray(m)), _) => self.bytearray_method(m, args),
            (Some(Method::Builder(m)), _) => {
                self.builder_method(m, args, *kind == AnnotationKind::UnicodeBuilder)
            }
            (Some(Method::Iterator(IteratorMethod::Next | IteratorMethod::DunderNext)), _) => {
                self.next(receiver)
            }
            (_, AnnotationKind::Static) => self.static_method(receiver, name.as_str(), args),
            (_, AnnotationKind::Ptr(_)) => {
                self.unsupported(format!("the method `{name}` of a low-level pointer"))
            }
            (_, AnnotationKind::None) => Err(Stop::Blocked),
            // `dict.fromkeys(keys, value)`
            (_, AnnotationKind::Builtin(class))
                if name.as_str() == "fromkeys"
                    && Function::translated(class.as_str()) == Some(Function::Dict) =>
            {
                self.redirect("rpython.rlib.pyfuncs", "dict_from_keys", args)
            }
            // One that was bound before the program was translated.
            _ if self::receiver(kind).is_some() => self.no_attribute(receiver, name),
            _ => self.unsupported(format!("the method `{name}` of this value")),
        }
    }

    /// The arguments of a method, when there are no keywords and their number is right.
    pub(super) fn method_arguments<'a>(
        &mut self,
        method: &MethodRow,
        args: &'a CallArgs,
    ) -> Res<&'a [Annotation]> {
        let arity = method.translated;
        self.fixed(method.name, args, arity.least, arity.most)
    }

    fn list_method(
        &mut self,
        receiver: Annotation,
        l: ListId,
        m: ListMethod,
        args: &CallArgs,
    ) -> Res {
        use ListMethod as M;
        let method = m.row();
        let name = method.name;
        let cell = self.program.list(l).item;
        let none = Ok(Annotation::none());
        match m {
            M::Append => {
                let a = self.method_arguments(method, args)?[0];
                self.resize_list(receiver)?;
                if self.options.broken != Some(crate::soundness::Broken::AppendForgotten) {
                    self.write_cell(cell, a, "list items")?;
                }
                none
            }
            M::Extend => {
                let a = self.method_arguments(method, args)?[0];
                if a.has_items_without_numbers() {
                    let args = CallArgs::positional(&[receiver.without_const(), a]);
                    return self.redirect("rpython.rlib.pyfuncs", "extend_list", &args);
                }
                self.resize_list(receiver)?;
                self.extend_list(receiver, a)?;
                none
            }
            M::Insert => {
                let a = self.method_arguments(method, args)?.to_vec();
                self.nonneg_argument(name, a[0], 1, "index")?;
                self.resize_list(receiver)?;
                self.write_cell(cell, a[1], "list items")?;
                none
            }
            M::Pop => {
                let a = self.method_arguments(method, args)?.to_vec();
                if let Some(&i) = a.first()
                    && !i.is_integer()
                {
                    return self.bad_argument(name, i);
                }
                self.resize_list(receiver)?;
                Ok(self.read_cell(cell))
            }
            M::Remove => {
                let a = self.method_arguments(method, args)?[0];
                self.resize_list(receiver)?;
                self.write_cell(cell, a, "list items")?;
                self.note_uncalled_within(a, &["__eq__"]);
                none
            }
            M::Index | M::Count => {
                let a = self.method_arguments(method, args)?[0];
                self.write_cell(cell, a, "list items")?;
                self.note_uncalled_within(a, &["__eq__"]);
                Ok(Annotation::nonneg())
            }
            M::Reverse => {
                self.method_arguments(method, args)?;
                self.mutate_list(receiver);
                none
            }
            M::Sort => {
                let d = self
                    .error("E0480", "lists have no sort() in RPython")
                    .help("use rpython.rlib.listsort.make_timsort_class() or sort by hand");
                self.fail_with(d)
            }
            M::Clear | M::Copy => self.no_attribute(receiver, Name::new(name)),
        }
    }

    fn dict_method(
        &mut self,
        receiver: Annotation,
        d: DictId,
        m: DictMethod,
        args: &CallArgs,
    ) -> Res {
        use DictMethod as M;
        let name = m.name();
        let a = self.method_arguments(m.row(), args)?.to_vec();
        let (key, value) = (self.program.dict(d).key, self.program.dict(d).value);
        let none = Ok(Annotation::none());
        if matches!(
            m,
            M::SetDefault | M::Update | M::Pop | M::PopItem | M::Clear | M::MoveToEnd
        ) {
            self.mutate_dict(d);
        }
        match m {
            M::Get => {
                self.write_cell(key, a[0], "dictionary keys")?;
                self.check_custom_dict(d);
                let default = a.get(1).copied().unwrap_or(Annotation::none());
                let v = self.read_cell(value);
                if v.is_impossible() {
                    return Ok(default);
                }
                // The default takes part in the values: what comes out is one annotation.
                if !default.is_none() {
                    self.write_cell(value, default, "dictionary values and the default of get()")?;
                    return Ok(self.read_cell(value));
                }
                match self.try_join(v, default) {
                    Ok(j) => Ok(j),
                    Err(_) => {
                        let what = self.english(v);
                        let d = self
                            .error(
                                "E0411",
                                format!("get() without a default on a dictionary of {what}"),
                            )
                            .label("the result could be None")
                            .help("give a default: d.get(key, default)");
                        self.fail_with(d)
                    }
                }
            }
            M::SetDefault => {
                self.write_cell(key, a[0], "dictionary keys")?;
                self.write_cell(value, a[1], "dictionary values")?;
                self.check_custom_dict(d);
                Ok(self.read_cell(value))
            }
            M::Update => {
                let AnnotationKind::Dict(other) = a[0].kind() else {
                    return self.bad_argument(name, a[0]);
                };
                let (k, v) = (
                    self.program.dict(*other).key,
                    self.program.dict(*other).value,
                );
                let (k, v) = (self.read_cell(k), self.read_cell(v));
                self.write_cell(key, k, "dictionary keys")?;
                self.write_cell(value, v, "dictionary values")?;
                self.check_custom_dict(d);
                none
            }
            M::Keys if self.is_iterated_at_once() => self.iter_of(receiver, IterKind::Items),
            M::Values if self.is_iterated_at_once() => self.iter_of(receiver, IterKind::Values),
            M::Items if self.is_iterated_at_once() => self.iter_of(receiver, IterKind::Pairs),
            M::Keys => {
                self.note_view(d, "keys");
                let k = self.read_cell(key);
                self.list_of(k, 0)
            }
            M::Values => {
                self.note_view(d, "values");
                let v = self.read_cell(value);
                self.list_of(v, 0)
            }
            M::Items => {
                self.note_view(d, "items");
                let (k, v) = (self.read_cell(key), self.read_cell(value));
                if k.is_impossible() || v.is_impossible() {
                    let id = self.new_list_here(0);
                    return Ok(Annotation::list(id));
                }
                let t = self.newtuple(&[k.without_const(), v.without_const()]);
                self.list_of(t, 0)
            }
            M::IterKeys => self.iter_of(receiver, IterKind::Items),
            M::IterValues => self.iter_of(receiver, IterKind::Values),
            M::IterItems => self.iter_of(receiver, IterKind::Pairs),
            M::HasKey => self.contains_rule(None, receiver, a[0]),
            M::Pop => {
                self.write_cell(key, a[0], "dictionary keys")?;
                self.check_custom_dict(d);
                if let Some(&default) = a.get(1) {
                    self.write_cell(value, default, "dictionary values and the default of pop()")?;
                }
                Ok(self.read_cell(value))
            }
            M::PopItem => {
                let (k, v) = (self.read_cell(key), self.read_cell(value));
                if k.is_impossible() || v.is_impossible() {
                    return Err(Stop::Blocked);
                }
                Ok(self.newtuple(&[k, v]))
            }
            M::Clear => none,
            M::Copy => Ok(receiver.without_const()),
            M::MoveToEnd => {
                self.write_cell(key, a[0], "dictionary keys")?;
                none
            }
            M::ViewKeys | M::ViewValues | M::ViewItems => {
                self.no_attribute(receiver, Name::new(name))
            }
        }
    }

    /// The files that Python opens, `sys.stdout` among them, are there for import time.
    fn python_file(&mut self, file: &Value, name: &str) -> Res {
        let mut known = [("stdin", 0), ("stdout", 1), ("stderr", 2)].into_iter();
        let of_sys = known.find(|(n, _)| {
            let found = self.front.import("sys", n).ok().flatten();
            found.is_some_and(|f| f.is(file))
        });
        let (what, help) = match of_sys {
            Some((n, fd)) => (
                format!("`sys.{n}.{name}`"),
                match (fd, name) {
                    (0, _) => "read with `os.read(0, count)`, or with `rpython.rlib.rfile.create_stdio()[0]`".into(),
                    (_, "flush") => "leave it out: what `os.write` writes is written at once".into(),
                    _ => format!(
                        "write `os.write({fd}, text)`; `create_stdio()[{fd}]` of rpython.rlib.rfile is a file"
                    ),
                },
            ),
            None => (
                format!("`{name}` of a file that was opened while the program was imported"),
                "open the file where the translated program needs it".into(),
            ),
        };
        let d = self
            .error("E0480", format!("{what} is not available at run time"))
            .label("this object of Python exists while the program is imported only")
            .help(help);
        self.fail_with(d)
    }

    /// Methods of `JitDriver` constants.
    fn static_method(&mut self, receiver: Annotation, name: &str, args: &CallArgs) -> Res {
        let Some(v) = receiver.const_value().cloned() else {
            return self.unsupported(format!(
                "the method `{name}` of an object known at translation time only"
            ));
        };
        if !self.program.drivers.iter().any(|d| d.value.is(&v)) {
            if v.type_name() == "file" {
                return self.python_file(&v, name);
            }
            return self.unsupported(format!("the method `{name}` of this object at run time"));
        }
        self.driver_method(&v, name, args)
    }
}
