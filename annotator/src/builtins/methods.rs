//! Methods of built-in types.
use ir::name::Name;
use python::live::Value;

use super::codec::{Codec, Errors};
use crate::calls::CallArgs;
use crate::engine::{Annotator, Res, Stop};
use crate::model::*;

const LIST: &[&str] = &[
    "append", "extend", "insert", "pop", "remove", "index", "reverse", "count", "sort",
];
const DICT: &[&str] = &[
    "get",
    "setdefault",
    "update",
    "keys",
    "values",
    "items",
    "iterkeys",
    "itervalues",
    "iteritems",
    "has_key",
    "pop",
    "popitem",
    "clear",
    "copy",
    "move_to_end",
];
const STR: &[&str] = &[
    "find",
    "rfind",
    "count",
    "startswith",
    "endswith",
    "strip",
    "lstrip",
    "rstrip",
    "join",
    "split",
    "rsplit",
    "replace",
    "upper",
    "lower",
    "isdigit",
    "isalpha",
    "isalnum",
    "isspace",
    "isupper",
    "islower",
    "decode",
    "splitlines",
    "index",
    "zfill",
    "ljust",
    "rjust",
    "center",
    "format",
];
const UNICODE: &[&str] = &[
    "find",
    "rfind",
    "count",
    "startswith",
    "endswith",
    "strip",
    "lstrip",
    "rstrip",
    "join",
    "split",
    "rsplit",
    "replace",
    "upper",
    "lower",
    "encode",
    "isdigit",
    "isspace",
    "isalpha",
    "isalnum",
    "splitlines",
];
const BYTEARRAY: &[&str] = &["append", "extend", "insert", "pop", "decode"];
const BUILDER: &[&str] = &[
    "append",
    "append_slice",
    "append_multiple_char",
    "append_charpsize",
    "getlength",
    "build",
    "append_utf8",
];
const ITERATOR: &[&str] = &["next", "__next__"];

/// The methods of a kind.
pub(super) fn of(k: &Kind) -> &'static [&'static str] {
    match k {
        Kind::List(_) => LIST,
        Kind::Dict(_) => DICT,
        Kind::Str { .. } | Kind::Char { .. } => STR,
        Kind::Unicode { .. } | Kind::UniChar { .. } => UNICODE,
        Kind::ByteArray => BYTEARRAY,
        Kind::StringBuilder | Kind::UnicodeBuilder => BUILDER,
        Kind::Iterator { .. } => ITERATOR,
        _ => &[],
    }
}

impl Annotator {
    pub(crate) fn call_builtin_method(
        &mut self,
        receiver: Annotation,
        name: Name,
        args: &CallArgs,
    ) -> Res {
        let n = name.as_str();
        match receiver.kind() {
            Kind::List(l) => self.list_method(receiver, *l, n, args),
            Kind::Dict(d) => self.dict_method(receiver, *d, n, args),
            Kind::Str { .. } | Kind::Char { .. } => self.text_method(receiver, n, args, false),
            Kind::Unicode { .. } | Kind::UniChar { .. } => {
                self.text_method(receiver, n, args, true)
            }
            Kind::ByteArray => self.bytearray_method(n, args),
            Kind::StringBuilder => self.builder_method(n, args, false),
            Kind::UnicodeBuilder => self.builder_method(n, args, true),
            Kind::Iterator { .. } => self.next(receiver),
            Kind::Static => self.static_method(receiver, n, args),
            Kind::Ptr(_) => self.unsupported(format!("the method `{n}` of a low-level pointer")),
            Kind::None => Err(Stop::Blocked),
            _ => self.unsupported(format!("the method `{n}` of this value")),
        }
    }

    fn list_method(&mut self, receiver: Annotation, l: ListId, name: &str, args: &CallArgs) -> Res {
        let cell = self.program.list(l).item;
        let none = Ok(Annotation::none());
        match name {
            "append" => {
                let a = self.fixed(name, args, 1, 1)?[0];
                self.resize_list(receiver)?;
                if self.options.broken != Some(crate::soundness::Broken::AppendForgotten) {
                    self.write_cell(cell, a, "list items")?;
                }
                none
            }
            "extend" => {
                let a = self.fixed(name, args, 1, 1)?[0];
                self.resize_list(receiver)?;
                self.extend_list(receiver, a)?;
                none
            }
            "insert" => {
                let a = self.fixed(name, args, 2, 2)?.to_vec();
                if !a[0].is_integer() {
                    return self.bad_argument(name, a[0]);
                }
                if !a[0].is_nonneg() {
                    let d = ir::diag::Diagnostic::error(
                        "E0459",
                        self.span,
                        "the index of insert() is not proven to be non-negative",
                    )
                    .help("add an assertion: assert index >= 0");
                    return self.fail_with(d);
                }
                self.resize_list(receiver)?;
                self.write_cell(cell, a[1], "list items")?;
                none
            }
            "pop" => {
                let a = self.fixed(name, args, 0, 1)?.to_vec();
                if let Some(&i) = a.first()
                    && !i.is_integer()
                {
                    return self.bad_argument(name, i);
                }
                self.resize_list(receiver)?;
                Ok(self.read_cell(cell))
            }
            "remove" => {
                let a = self.fixed(name, args, 1, 1)?[0];
                self.resize_list(receiver)?;
                self.write_cell(cell, a, "list items")?;
                none
            }
            "index" | "count" => {
                let a = self.fixed(name, args, 1, 1)?[0];
                self.write_cell(cell, a, "list items")?;
                Ok(Annotation::nonneg())
            }
            "reverse" => {
                self.fixed(name, args, 0, 0)?;
                self.mutate_list(receiver);
                none
            }
            "sort" => {
                let d = ir::diag::Diagnostic::error(
                    "E0480",
                    self.span,
                    "lists have no sort() in RPython",
                )
                .help("use rpython.rlib.listsort.make_timsort_class() or sort by hand");
                self.fail_with(d)
            }
            _ => self.no_attribute(receiver, Name::new(name)),
        }
    }

    fn dict_method(&mut self, receiver: Annotation, d: DictId, name: &str, args: &CallArgs) -> Res {
        let (key, value) = (self.program.dict(d).key, self.program.dict(d).value);
        let none = Ok(Annotation::none());
        match name {
            "get" => {
                let a = self.fixed(name, args, 1, 2)?.to_vec();
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
                        let d = ir::diag::Diagnostic::error(
                            "E0411",
                            self.span,
                            format!("get() without a default on a dictionary of {what}"),
                        )
                        .label("the result could be None")
                        .help("give a default: d.get(key, default)");
                        self.fail_with(d)
                    }
                }
            }
            "setdefault" => {
                let a = self.fixed(name, args, 2, 2)?.to_vec();
                self.write_cell(key, a[0], "dictionary keys")?;
                self.write_cell(value, a[1], "dictionary values")?;
                self.check_custom_dict(d);
                Ok(self.read_cell(value))
            }
            "update" => {
                let a = self.fixed(name, args, 1, 1)?[0];
                let Kind::Dict(other) = a.kind() else {
                    return self.bad_argument(name, a);
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
            "keys" => {
                self.fixed(name, args, 0, 0)?;
                let k = self.read_cell(key);
                self.list_of(k, 0)
            }
            "values" => {
                self.fixed(name, args, 0, 0)?;
                let v = self.read_cell(value);
                self.list_of(v, 0)
            }
            "items" => {
                self.fixed(name, args, 0, 0)?;
                let (k, v) = (self.read_cell(key), self.read_cell(value));
                if k.is_impossible() || v.is_impossible() {
                    let id = self.new_list_here(0);
                    return Ok(Annotation::list(id));
                }
                let t = self.newtuple(&[k.without_const(), v.without_const()]);
                self.list_of(t, 0)
            }
            "iterkeys" | "itervalues" | "iteritems" => {
                self.fixed(name, args, 0, 0)?;
                let kind = match name {
                    "iterkeys" => IterKind::Items,
                    "itervalues" => IterKind::Values,
                    _ => IterKind::Pairs,
                };
                self.iter_of(receiver, kind)
            }
            "has_key" => {
                let a = self.fixed(name, args, 1, 1)?[0];
                self.contains_rule(None, receiver, a)
            }
            "pop" => {
                let a = self.fixed(name, args, 1, 2)?.to_vec();
                self.write_cell(key, a[0], "dictionary keys")?;
                self.check_custom_dict(d);
                if let Some(&default) = a.get(1) {
                    self.write_cell(value, default, "dictionary values and the default of pop()")?;
                }
                Ok(self.read_cell(value))
            }
            "popitem" => {
                self.fixed(name, args, 0, 0)?;
                let (k, v) = (self.read_cell(key), self.read_cell(value));
                if k.is_impossible() || v.is_impossible() {
                    return Err(Stop::Blocked);
                }
                Ok(self.newtuple(&[k, v]))
            }
            "clear" => {
                self.fixed(name, args, 0, 0)?;
                none
            }
            "copy" => {
                self.fixed(name, args, 0, 0)?;
                Ok(receiver.without_const())
            }
            "move_to_end" => {
                let a = self.fixed(name, args, 1, 2)?[0];
                self.write_cell(key, a, "dictionary keys")?;
                none
            }
            _ => self.no_attribute(receiver, Name::new(name)),
        }
    }

    fn text_method(
        &mut self,
        receiver: Annotation,
        name: &str,
        args: &CallArgs,
        wide: bool,
    ) -> Res {
        let no_nul = match receiver.kind() {
            Kind::Str { no_nul, .. }
            | Kind::Char { no_nul }
            | Kind::Unicode { no_nul, .. }
            | Kind::UniChar { no_nul } => *no_nul,
            _ => false,
        };
        let text = |no_nul: bool| {
            Annotation::new(if wide {
                Kind::Unicode {
                    nullable: false,
                    no_nul,
                }
            } else {
                Kind::Str {
                    nullable: false,
                    no_nul,
                }
            })
        };
        let is_text = |a: Annotation| {
            if wide {
                matches!(a.kind(), Kind::Unicode { .. } | Kind::UniChar { .. })
            } else {
                matches!(a.kind(), Kind::Str { .. } | Kind::Char { .. })
            }
        };
        match name {
            "find" | "rfind" | "count" | "index" => {
                let a = self.fixed(name, args, 1, 3)?.to_vec();
                if !is_text(a[0]) {
                    return self.bad_argument(name, a[0]);
                }
                self.slice_arguments(name, &a[1..])?;
                Ok(if matches!(name, "count" | "index") {
                    Annotation::nonneg()
                } else {
                    Annotation::int()
                })
            }
            "startswith" | "endswith" => {
                let a = self.fixed(name, args, 1, 3)?.to_vec();
                if !is_text(a[0]) {
                    return self.bad_argument(name, a[0]);
                }
                self.slice_arguments(name, &a[1..])?;
                if let (Some(Value::Str(s)), Some(Value::Str(t)), 1) =
                    (receiver.const_value(), a[0].const_value(), a.len())
                {
                    let hit = if name == "startswith" {
                        s.bytes.starts_with(&t.bytes)
                    } else {
                        s.bytes.ends_with(&t.bytes)
                    };
                    return Ok(Annotation::const_bool(hit));
                }
                Ok(Annotation::bool())
            }
            "strip" | "lstrip" | "rstrip" => {
                let a = self.fixed(name, args, 0, 1)?.to_vec();
                if let Some(&c) = a.first()
                    && !is_text(c)
                {
                    return self.bad_argument(name, c);
                }
                Ok(text(no_nul))
            }
            "join" => {
                let a = self.fixed(name, args, 1, 1)?[0];
                let it = self.iter_of(a, IterKind::Items)?;
                let item = match self.next(it) {
                    Ok(i) => i,
                    Err(Stop::Blocked) => {
                        // Of an empty list: the empty string.
                        return Ok(text(true));
                    }
                    Err(e) => return Err(e),
                };
                if item.is_none() {
                    self.suspect_none("join() of None");
                    return Ok(text(no_nul));
                }
                if !is_text(item) {
                    let what = self.english(item);
                    let d = ir::diag::Diagnostic::error(
                        "E0486",
                        self.span,
                        format!("join() of {what}"),
                    )
                    .help("convert the items to strings first");
                    return self.fail_with(d);
                }
                let item_ok = matches!(
                    item.kind(),
                    Kind::Str { no_nul: true, .. }
                        | Kind::Char { no_nul: true }
                        | Kind::Unicode { no_nul: true, .. }
                        | Kind::UniChar { no_nul: true }
                );
                Ok(text(no_nul && item_ok))
            }
            "split" | "rsplit" => {
                let a = self.fixed(name, args, 0, 2)?.to_vec();
                if let Some(&c) = a.first()
                    && !is_text(c)
                    && !c.is_none()
                {
                    return self.bad_argument(name, c);
                }
                // Split at every NUL, the parts have none.
                let at_nul = a.len() == 1
                    && a[0].const_value().and_then(Value::as_text).as_deref() == Some("\0");
                self.list_of(text(no_nul || at_nul), 0)
            }
            "splitlines" => {
                self.fixed(name, args, 0, 1)?;
                let r = self.list_of(text(no_nul), 0)?;
                self.resize_list(r)?;
                Ok(r)
            }
            "replace" => {
                let a = self.fixed(name, args, 2, 3)?.to_vec();
                if !is_text(a[0]) || !is_text(a[1]) {
                    let bad = if is_text(a[0]) { a[1] } else { a[0] };
                    return self.bad_argument(name, bad);
                }
                let item_ok = matches!(
                    a[1].kind(),
                    Kind::Str { no_nul: true, .. }
                        | Kind::Char { no_nul: true }
                        | Kind::Unicode { no_nul: true, .. }
                        | Kind::UniChar { no_nul: true }
                );
                Ok(text(no_nul && item_ok))
            }
            // What depends on the properties of characters has tables.
            "upper" | "lower" | "isdigit" | "isalpha" | "isalnum"
                if matches!(receiver.kind(), Kind::Unicode { .. } | Kind::UniChar { .. }) =>
            {
                self.fixed(name, args, 0, 0)?;
                let simple = self.in_python2() && matches!(name, "upper" | "lower");
                self.redirect(
                    "rpython.rlib._unicodetext",
                    &format!("{name}{}", if simple { "_simple" } else { "" }),
                    &CallArgs::positional(&[receiver.without_const()]),
                )
            }
            "upper" | "lower" => {
                self.fixed(name, args, 0, 0)?;
                Ok(match receiver.kind() {
                    Kind::Char { .. } => Annotation::new(Kind::Char { no_nul }),
                    Kind::UniChar { .. } => Annotation::new(Kind::UniChar { no_nul }),
                    _ => text(no_nul),
                })
            }
            "isdigit" | "isalpha" | "isalnum" | "isspace" | "isupper" | "islower" => {
                self.fixed(name, args, 0, 0)?;
                Ok(Annotation::bool())
            }
            "zfill" | "ljust" | "rjust" | "center" => {
                let a = self.fixed(name, args, 1, 2)?.to_vec();
                if !a[0].is_integer() {
                    return self.bad_argument(name, a[0]);
                }
                let mut all = vec![receiver.without_const()];
                all.extend(a);
                self.redirect(
                    "rpython.rlib.pyfuncs",
                    &format!("str_{name}"),
                    &CallArgs::positional(&all),
                )
            }
            "decode" | "encode" => {
                let a = self.fixed(name, args, 0, 2)?.to_vec();
                self.codec_arguments(&a)?;
                Ok(if name == "decode" {
                    Annotation::new(Kind::Unicode {
                        nullable: false,
                        no_nul,
                    })
                } else {
                    Annotation::new(Kind::Str {
                        nullable: false,
                        no_nul,
                    })
                })
            }
            "format" => {
                let d = ir::diag::Diagnostic::error(
                    "E0480",
                    self.span,
                    "str.format() is not available in RPython",
                )
                .help("use the % operator with a constant format");
                self.fail_with(d)
            }
            _ => self.no_attribute(receiver, Name::new(name)),
        }
    }

    /// The arguments `(encoding, errors)`: constants that translated code knows.
    pub(super) fn codec_arguments(&mut self, a: &[Annotation]) -> Res<()> {
        if let Some(&e) = a.first() {
            let Some(encoding) = e.const_value().and_then(Value::as_text) else {
                return self.fail("E0487", "the encoding is not constant");
            };
            if Codec::named(&encoding).is_none() {
                let message = format!(
                    "the encoding `{encoding}` is not supported: use ascii, latin-1 or utf-8"
                );
                return self.fail("E0487", message);
            }
        }
        if let Some(&e) = a.get(1) {
            let Some(errors) = e.const_value().and_then(Value::as_text) else {
                let message = "the treatment of encoding errors is not constant";
                return self.fail("E0487", message);
            };
            if Errors::named(&errors).is_none() {
                let message = format!(
                    "the treatment `{errors}` of encoding errors is not supported: use strict, ignore or replace"
                );
                let d = ir::diag::Diagnostic::error("E0487", self.span, message)
                    .help("catch the error and loop over the characters");
                return self.fail_with(d);
            }
        }
        Ok(())
    }

    fn slice_arguments(&mut self, name: &str, a: &[Annotation]) -> Res<()> {
        for &x in a {
            if x.is_none() || x.is_nonneg() {
                continue;
            }
            if !x.is_integer() {
                return self.bad_argument(name, x).map(|_| ());
            }
            let d = ir::diag::Diagnostic::error(
                "E0459",
                self.span,
                format!("a bound of {name}() is not proven to be non-negative"),
            )
            .help("add an assertion: assert start >= 0");
            return self.fail_with(d);
        }
        Ok(())
    }

    fn bytearray_method(&mut self, name: &str, args: &CallArgs) -> Res {
        match name {
            "append" => {
                let a = self.fixed(name, args, 1, 1)?[0];
                if a.is_integer() {
                    Ok(Annotation::none())
                } else {
                    self.bad_argument(name, a)
                }
            }
            "extend" => {
                self.fixed(name, args, 1, 1)?;
                Ok(Annotation::none())
            }
            "insert" => {
                self.fixed(name, args, 2, 2)?;
                Ok(Annotation::none())
            }
            "pop" => {
                self.fixed(name, args, 0, 1)?;
                Ok(Annotation::nonneg())
            }
            _ => {
                self.fixed(name, args, 0, 1)?;
                Ok(Annotation::unicode())
            }
        }
    }

    fn builder_method(&mut self, name: &str, args: &CallArgs, wide: bool) -> Res {
        let text = |a: Annotation| {
            if wide {
                matches!(a.kind(), Kind::Unicode { .. } | Kind::UniChar { .. })
            } else {
                matches!(a.kind(), Kind::Str { .. } | Kind::Char { .. })
            }
        };
        let char = |a: Annotation| {
            if wide {
                matches!(a.kind(), Kind::UniChar { .. })
            } else {
                matches!(a.kind(), Kind::Char { .. })
            }
        };
        match name {
            "append" => {
                let a = self.fixed(name, args, 1, 1)?[0];
                if text(a) {
                    Ok(Annotation::none())
                } else {
                    self.bad_argument(name, a)
                }
            }
            "append_slice" => {
                let a = self.fixed(name, args, 3, 3)?.to_vec();
                if !text(a[0]) {
                    return self.bad_argument(name, a[0]);
                }
                self.slice_arguments(name, &a[1..])?;
                Ok(Annotation::none())
            }
            "append_multiple_char" => {
                let a = self.fixed(name, args, 2, 2)?.to_vec();
                if !char(a[0]) || !a[1].is_integer() {
                    return self.bad_argument(name, a[0]);
                }
                Ok(Annotation::none())
            }
            "getlength" => {
                self.fixed(name, args, 0, 0)?;
                Ok(Annotation::nonneg())
            }
            "build" => {
                self.fixed(name, args, 0, 0)?;
                Ok(if wide {
                    Annotation::unicode()
                } else {
                    Annotation::str()
                })
            }
            _ => self.unsupported(format!("`{name}` of a string builder")),
        }
    }

    /// Methods of `JitDriver` constants.
    fn static_method(&mut self, receiver: Annotation, name: &str, args: &CallArgs) -> Res {
        let Some(v) = receiver.const_value().cloned() else {
            return self.unsupported(format!(
                "the method `{name}` of an object known at translation time only"
            ));
        };
        if !self.program.drivers.iter().any(|d| d.value.is(&v)) {
            return self.unsupported(format!("the method `{name}` of this object at run time"));
        }
        self.driver_method(&v, name, args)
    }
}
