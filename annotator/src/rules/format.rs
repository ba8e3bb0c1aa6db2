//! `format(value, spec)` and fields of f-strings. The specification is constant: what it may not say of the value is
//! found here, by the rules that hold untranslated.
use ir::diag::Diagnostic;
use python::code::Mode;
use python::live::Value;
use python::live::text::format::{FormatSpec, Formatted};

use crate::engine::{Annotator, Res};
use crate::model::*;

impl Annotator {
    /// Whether the function at hand is in a source of Python 2.
    fn is_python2(&self) -> bool {
        let graph = self.program.graphs.get(self.here.graph);
        graph.is_some_and(|g| g.flow.func.code.borrow().mode == Mode::Py2)
    }

    /// `format(value, spec)`, and a field of an f-string.
    pub(super) fn format_field(&mut self, value: Annotation, spec: Annotation) -> Res {
        if let Some(class) = value.class() {
            self.refuse_special(class, "__format__")?;
        }
        let Some(Value::Str(text)) = spec.const_value() else {
            let d = Diagnostic::error("E0445", self.span, "the format specification is not constant")
                .label("what a value looks like is decided while translating")
                .help("write the specification as it is, or use `rjust`, `ljust`, `center` and `zfill` of texts");
            return self.fail_with(d);
        };
        let text = Value::Str(text.clone()).as_text().unwrap_or_default();
        if text.is_empty() {
            return self.text_of(value, true);
        }
        let (sort, name, mut no_nul) = match value.kind() {
            AnnotationKind::Text(t) if t.wide => {
                let message = format!("the format specification `{text}` with a unicode string");
                let d = self.error("E0444", message).help("encode the value first");
                return self.fail_with(d);
            }
            AnnotationKind::Text(t) => (Formatted::Text, "str", t.no_nul),
            AnnotationKind::Int { .. } => (Formatted::Integer, "int", true),
            AnnotationKind::Bool(_) => (Formatted::Integer, "bool", true),
            AnnotationKind::Float => (Formatted::Float, "float", true),
            _ => {
                let what = self.english(value);
                let d = self
                    .error(
                        "E0445",
                        format!("the format specification `{text}` with {what}"),
                    )
                    .label("untranslated this raises TypeError")
                    .help("format its text: `{str(x):>8}`, or `%` with a tuple");
                return self.fail_with(d);
            }
        };
        let py2 = self.is_python2();
        let parsed =
            FormatSpec::parse(&text, py2).and_then(|s| s.check(sort, name, py2).map(|()| s));
        let s = match parsed {
            Ok(s) => s,
            Err(e) => {
                let d = self
                    .error("E0445", format!("bad format specification `{text}`: {e}"))
                    .label("untranslated this raises ValueError");
                return self.fail_with(d);
            }
        };
        if !s.fill().is_ascii() || sort == Formatted::Integer && s.kind == Some('c') {
            let d = self
                .error(
                    "E0445",
                    format!("the format specification `{text}` in translated code"),
                )
                .label("its result is a character beyond bytes, or may be one")
                .help(
                    "fill with characters of ASCII, and use `chr(n)` or `unichr(n)` for characters",
                );
            return self.fail_with(d);
        }
        no_nul &= s.fill() != '\0';
        Ok(Annotation::new(AnnotationKind::Text(
            TextKind::STR.with_no_nul(no_nul),
        )))
    }
}
