//! Methods of texts (strings of both kinds and single characters), of bytearrays and of string builders.
//!
//! What has no NUL keeps the promise through methods that only take pieces of it.
use ir::name::Name;
use python::live::Value;
use python::vocabulary::methods::{BuilderMethod, ByteArrayMethod, TextMethod};

use super::codec::{Codec, Errors};
use crate::calls::CallArgs;
use crate::engine::{Annotator, Res, Stop};
use crate::model::*;

/// Whether strings and characters are unicode ones; `None`: it is no text.
fn is_wide(a: Annotation) -> Option<bool> {
    match a.kind() {
        AnnotationKind::Text(TextKind { wide: false, .. }) => Some(false),
        AnnotationKind::Text(TextKind { wide: true, .. }) => Some(true),
        _ => None,
    }
}

fn has_no_nul(a: Annotation) -> bool {
    match a.kind() {
        AnnotationKind::Text(TextKind { no_nul, .. }) => *no_nul,
        _ => false,
    }
}

/// A string that is not None.
fn text(wide: bool, no_nul: bool) -> Annotation {
    let kind = TextKind {
        wide,
        no_nul,
        ..TextKind::STR
    };
    Annotation::new(AnnotationKind::Text(kind))
}

impl Annotator {
    pub(super) fn text_method(
        &mut self,
        receiver: Annotation,
        m: TextMethod,
        args: &CallArgs,
    ) -> Res {
        let result = self.plain_text_method(receiver, m, args)?;
        // Of one kind, whatever they are asked of.
        if matches!(m, TextMethod::Encode | TextMethod::Decode) {
            return Ok(result);
        }
        self.of_mixed(&format!("{}()", m.name()), &[receiver], result)
    }

    fn plain_text_method(&mut self, receiver: Annotation, m: TextMethod, args: &CallArgs) -> Res {
        use TextMethod as M;
        if m == M::Format {
            return self.no_format();
        }
        let a = self.method_arguments(m.row(), args)?.to_vec();
        // What a bytearray holds is bytes.
        let wide = is_wide(receiver) == Some(true);
        let no_nul = has_no_nul(receiver);
        match m {
            M::Find | M::Rfind | M::Index | M::Rindex | M::Count => {
                self.search_arguments(m, wide, &a)?;
                Ok(if matches!(m, M::Count | M::Index | M::Rindex) {
                    Annotation::nonneg()
                } else {
                    Annotation::int()
                })
            }
            M::StartsWith | M::EndsWith => self.affix_test(receiver, m, wide, &a),
            M::Strip | M::Lstrip | M::Rstrip => {
                if let Some(&c) = a.first()
                    && !self.goes_with(wide, c)
                {
                    return self.bad_argument(m.name(), c);
                }
                Ok(text(wide, no_nul))
            }
            M::Join if a[0].has_items_without_numbers() => {
                let all = [receiver.without_const(), a[0]];
                let args = CallArgs::positional(&all);
                self.redirect("rpython.rlib.pyfuncs", "str_join", &args)
            }
            M::Join => {
                let ascii = match receiver.const_value() {
                    Some(Value::Unicode(u)) => u.points.iter().all(|&c| c < 128),
                    Some(Value::Str(s)) => s.bytes.is_ascii(),
                    _ => false,
                };
                self.join_method((wide, ascii), no_nul, a[0])
            }
            M::Split | M::Rsplit => {
                if let Some(&c) = a.first()
                    && !self.goes_with(wide, c)
                    && !c.is_none()
                {
                    return self.bad_argument(m.name(), c);
                }
                // Split at every NUL, the parts have none.
                let at_nul = a.len() == 1
                    && a[0].const_value().and_then(Value::as_text).as_deref() == Some("\0");
                let part = self.of_mixed("split()", &[receiver], text(wide, no_nul || at_nul))?;
                self.list_of(part, 0)
            }
            M::Splitlines => {
                let line = self.of_mixed("splitlines()", &[receiver], text(wide, no_nul))?;
                let r = self.list_of(line, 0)?;
                self.resize_list(r)?;
                Ok(r)
            }
            M::Replace => {
                if let Some(&bad) = a[..2].iter().find(|a| !self.goes_with(wide, **a)) {
                    return self.bad_argument(m.name(), bad);
                }
                Ok(text(wide, no_nul && has_no_nul(a[1])))
            }
            // What depends on the properties of characters has tables.
            M::Upper | M::Lower | M::IsDigit | M::IsAlpha | M::IsAlnum if wide => {
                let simple = self.in_python2() && matches!(m, M::Upper | M::Lower);
                self.redirect(
                    "rpython.rlib._unicodetext",
                    &format!("{}{}", m.name(), if simple { "_simple" } else { "" }),
                    &CallArgs::positional(&[receiver.without_const()]),
                )
            }
            M::Upper | M::Lower => Ok(match receiver.kind() {
                AnnotationKind::Text(t) if t.single && !t.wide => {
                    Annotation::new(AnnotationKind::Text(TextKind::CHAR.with_no_nul(no_nul)))
                }
                _ => text(wide, no_nul),
            }),
            M::IsDigit | M::IsAlpha | M::IsAlnum | M::IsSpace | M::IsUpper | M::IsLower => {
                Ok(Annotation::bool())
            }
            M::Zfill | M::Ljust | M::Rjust | M::Center => {
                if !a[0].is_integer() {
                    return self.bad_argument(m.name(), a[0]);
                }
                let all = [&[receiver.without_const()], &a[..]].concat();
                self.redirect(
                    "rpython.rlib.pyfuncs",
                    &format!("str_{}", m.name()),
                    &CallArgs::positional(&all),
                )
            }
            M::Decode | M::Encode => {
                self.codec_arguments(&a)?;
                Ok(text(m == M::Decode, no_nul))
            }
            // `format` has been refused above.
            M::Format
            | M::Partition
            | M::Rpartition
            | M::RemovePrefix
            | M::RemoveSuffix
            | M::Casefold
            | M::Swapcase
            | M::Capitalize
            | M::Title
            | M::IsTitle
            | M::IsDecimal
            | M::IsNumeric
            | M::IsPrintable
            | M::IsIdentifier
            | M::IsAscii
            | M::ExpandTabs
            | M::Translate
            | M::Hex
            | M::FormatMap => self.no_attribute(receiver, Name::new(m.name())),
        }
    }

    fn no_format(&mut self) -> Res {
        let d = self
            .error("E0480", "str.format() is not available in RPython")
            .help("use the % operator with a constant format");
        self.fail_with(d)
    }

    /// What is searched for, and the bounds of the search.
    fn search_arguments(&mut self, m: TextMethod, wide: bool, a: &[Annotation]) -> Res<()> {
        if !self.goes_with(wide, a[0]) {
            return self.bad_argument(m.name(), a[0]).map(|_| ());
        }
        self.slice_arguments(m.name(), &a[1..])
    }

    /// Whether a value is a text that unicode strings (`wide`) or byte strings may be searched for or compared with. In
    /// Python 2 a constant byte string of ASCII characters is a unicode one, too.
    pub(crate) fn goes_with(&self, wide: bool, a: Annotation) -> bool {
        if is_wide(a) == Some(wide) {
            return true;
        }
        let ascii = |v: &Value| matches!(v, Value::Str(s) if s.bytes.is_ascii());
        wide && self.in_python2() && a.const_value().is_some_and(ascii)
    }

    /// `startswith`, `endswith`
    fn affix_test(
        &mut self,
        receiver: Annotation,
        m: TextMethod,
        wide: bool,
        a: &[Annotation],
    ) -> Res {
        self.search_arguments(m, wide, a)?;
        if let (Some(Value::Str(s)), Some(Value::Str(t)), 1) =
            (receiver.const_value(), a[0].const_value(), a.len())
        {
            let hit = if m == TextMethod::StartsWith {
                s.bytes.starts_with(&t.bytes)
            } else {
                s.bytes.ends_with(&t.bytes)
            };
            return Ok(Annotation::const_bool(hit));
        }
        Ok(Annotation::bool())
    }

    /// A separator that is a constant of ASCII characters joins texts of the other kind, too. The result is of the kind
    /// of the separator, as in RPython; untranslated it is of code points in both cases.
    fn join_method(&mut self, (wide, ascii): (bool, bool), no_nul: bool, items: Annotation) -> Res {
        let it = self.iter_of(items, IterKind::Items)?;
        let item = match self.next(it) {
            Ok(i) => i,
            // Of an empty list: the empty string.
            Err(Stop::Blocked) => return Ok(text(wide, true)),
            Err(e) => return Err(e),
        };
        if item.is_none() {
            self.suspect_none("join() of None");
            return Ok(text(wide, no_nul));
        }
        let mixed = is_wide(item) != Some(wide);
        if mixed && !(ascii && is_wide(item).is_some()) {
            let what = self.english(item);
            let d = ir::diag::Diagnostic::error("E0486", self.span, format!("join() of {what}"))
                .help("convert the items to strings first");
            return self.fail_with(d);
        }
        let no_nul = no_nul && has_no_nul(item);
        if mixed && !wide {
            let kind = TextKind::STR.with_no_nul(no_nul);
            return Ok(Annotation::new(AnnotationKind::Text(TextKind {
                mixed,
                ..kind
            })));
        }
        Ok(text(wide, no_nul))
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
        for (i, (&x, which)) in a.iter().zip(["start", "stop"]).enumerate() {
            if !x.is_none() {
                // Behind the method, and what is looked for.
                self.nonneg_argument(name, x, 2 + i, which)?;
            }
        }
        Ok(())
    }

    pub(super) fn bytearray_method(&mut self, m: ByteArrayMethod, args: &CallArgs) -> Res {
        let a = self.method_arguments(m.row(), args)?;
        match m {
            ByteArrayMethod::Append if !a[0].is_integer() => self.bad_argument(m.name(), a[0]),
            ByteArrayMethod::Extend
                if !matches!(
                    a[0].kind(),
                    AnnotationKind::ByteArray | AnnotationKind::Text(_) | AnnotationKind::None
                ) =>
            {
                let all = [Annotation::new(AnnotationKind::ByteArray), a[0]];
                let args = CallArgs::positional(&all);
                self.redirect("rpython.rlib.pyfuncs", "extend_bytes", &args)
            }
            ByteArrayMethod::Append | ByteArrayMethod::Extend | ByteArrayMethod::Insert => {
                Ok(Annotation::none())
            }
            ByteArrayMethod::Pop => Ok(Annotation::nonneg()),
        }
    }

    pub(super) fn builder_method(&mut self, m: BuilderMethod, args: &CallArgs, wide: bool) -> Res {
        use BuilderMethod as M;
        let a = self.method_arguments(m.row(), args)?.to_vec();
        let none = Ok(Annotation::none());
        match m {
            M::Append | M::AppendSlice if is_wide(a[0]) != Some(wide) => {
                self.bad_argument(m.name(), a[0])
            }
            M::Append => none,
            // The bounds are tested when it runs.
            M::AppendSlice => match a[1..].iter().find(|bound| !bound.is_integer()) {
                Some(&other) => self.bad_argument(m.name(), other),
                None => none,
            },
            M::AppendMultipleChar if is_wide(a[0]) != Some(wide) => {
                self.bad_argument(m.name(), a[0])
            }
            M::AppendMultipleChar if !a[1].is_integer() => self.bad_argument(m.name(), a[1]),
            M::AppendMultipleChar => none,
            M::GetLength => Ok(Annotation::nonneg()),
            M::Build if wide => Ok(Annotation::unicode()),
            M::Build => Ok(Annotation::str()),
            M::AppendCharpsize | M::AppendUtf8 => {
                self.unsupported(format!("`{}` of a string builder", m.name()))
            }
        }
    }
}
