//! Built-in functions, methods of built-in types, library functions with rules of their own, external functions.
//!
//! A function is known by its qualified name (`"len"`, `"rpython.rlib.rarithmetic.intmask"`, `"list.append"`), whether
//! the live space implements it in Rust or in Python text. A *known* function is never flowed into.
//!
//! * [`functions`]: Python's own. [`methods`], [`textmethods`]: of lists, dictionaries; of strings, builders.
//!   [`rlib`]: the library. [`externals`]: operating system and mathematics. [`llops`]: the vocabulary of LLPython
//!   helpers. [`lltypes`]: low-level objects in programs.
use ir::name::Name;
use python::live::{ClassObj, Value};
use python::vocabulary::KnownFunction;
use python::vocabulary::library::IntClass;
use python::vocabulary::methods::Method;

use crate::calls::CallArgs;
use crate::engine::{Annotator, Res};
use crate::model::*;

pub(crate) use methods::method;

pub mod codec;
mod externals;
mod functions;
mod llops;
mod lltypes;
mod methods;
mod rlib;
mod textmethods;

/// The name under which rules look a function up: built-ins without their module, `posix` as `os`.
pub fn canonical_name(qualified: &str) -> String {
    for prefix in ["__builtin__.", "builtins.", "exceptions."] {
        if let Some(rest) = qualified.strip_prefix(prefix) {
            return rest.to_string();
        }
    }
    for (from, to) in [
        ("posix.", "os."),
        ("posixpath.", "os.path."),
        ("ntpath.", "os.path."),
        ("_weakref.", "weakref."),
    ] {
        if let Some(rest) = qualified.strip_prefix(from) {
            return format!("{to}{rest}");
        }
    }
    qualified.to_string()
}

/// The integer kind that an RPython integer class stands for.
pub fn int_class(c: &ClassObj) -> Option<IntKind> {
    if c.module_name() != IntClass::MODULE {
        return None;
    }
    IntClass::named(c.name.get().as_str()).map(int_kind)
}

/// The integer kind of a class of integers.
fn int_kind(class: IntClass) -> IntKind {
    let row = class.row();
    IntKind {
        bits: row.bits,
        signed: row.signed,
    }
}

/// What a method of a built-in type may raise.
pub fn method_raises(receiver: &AnnotationKind, name: &str) -> &'static [&'static str] {
    methods::method(receiver, name).map_or(&[], |m| m.row().raises)
}

/// A method whose name is close to a misspelt one.
pub fn similar_method(k: &AnnotationKind, name: &str) -> Option<&'static str> {
    Method::all_of(methods::receiver(k)?)
        .map(|m| (distance(m.name, name), m.name))
        .filter(|&(d, m)| d <= 2 && d < m.len())
        .min()
        .map(|(_, m)| m)
}

/// Edit distance, for suggestions.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut diag = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let next = (diag + usize::from(x != y))
                .min(row[j] + 1)
                .min(row[j + 1] + 1);
            diag = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[b.len()]
}

/// Annotations of native live objects: low-level types and pointers.
pub(crate) fn native(a: &mut Annotator, v: &Value) -> Option<Res> {
    lltypes::native(a, v)
}

impl Annotator {
    pub(crate) fn call_builtin(&mut self, name: Name, f: Annotation, args: &CallArgs) -> Res {
        let known = *self
            .answers
            .known
            .entry(name)
            .or_insert_with(|| KnownFunction::named(name.as_str()));
        match known {
            Some(KnownFunction::Helper(f)) => return self.call_ll(f, args),
            Some(KnownFunction::LowLevel(f)) => return self.call_lltypes(f, args),
            Some(KnownFunction::Int(c)) => return self.make_int(c, args),
            Some(KnownFunction::Library(f)) => return self.call_library(f, args),
            Some(KnownFunction::Python(f)) => return self.python_function(f, args),
            Some(KnownFunction::External(f)) => return self.call_external(f, args),
            None => {}
        }
        let n = name.as_str();
        // `Exception.__init__(self, ...)`: built-in classes remember nothing but the text (see
        // `crate::classes::texts`).
        if n.ends_with(".__init__") {
            if let Some((class, args)) = args.without_receiver() {
                self.note_exception(class, &args);
            }
            return Ok(Annotation::none());
        }
        let _ = f;
        let d = self
            .error("E0480", format!("`{n}` is not available in RPython"))
            .label("called at run time");
        self.fail_with(d)
    }

    /// The positional arguments, when there are no keywords and their number is right.
    pub(crate) fn fixed<'a>(
        &mut self,
        name: &str,
        args: &'a CallArgs,
        least: usize,
        most: usize,
    ) -> Res<&'a [Annotation]> {
        if let Some(&keyword) = args.shape.keywords.first() {
            let message = format!("{name}() takes no keyword argument `{keyword}`");
            let mut d = ir::diag::Diagnostic::error("E0481", self.span, message);
            if keyword.as_str() == "key" {
                d = d.help("loop over the items and compare what the key function would return");
            }
            return self.fail_with(d);
        }
        let n = args.values.len();
        if n < least || n > most {
            let want = if least == most {
                format!("{least}")
            } else {
                format!("{least} to {most}")
            };
            return self.fail(
                "E0481",
                format!(
                    "{name}() takes {want} argument{}, {n} given",
                    if most == 1 { "" } else { "s" }
                ),
            );
        }
        Ok(&args.values)
    }

    /// Reports an argument of a wrong type.
    pub(crate) fn bad_argument(&mut self, name: &str, a: Annotation) -> Res {
        if a.is_none() {
            let d = ir::diag::Diagnostic::error("E0482", self.span, format!("{name}() of None"));
            return self.block_because(d);
        }
        let what = self.english(a);
        let d = ir::diag::Diagnostic::error("E0482", self.span, format!("{name}() of {what}"));
        let d = self.with_operand_origin(d, 1);
        self.fail_with(d)
    }
    /// Checks an argument that is to be an integer and not negative: operand `i` of the call, `which` of its arguments.
    fn nonneg_argument(&mut self, name: &str, a: Annotation, i: usize, which: &str) -> Res<()> {
        if a.is_nonneg() {
            return Ok(());
        }
        if !a.is_integer() {
            return self.bad_argument(name, a).map(|_| ());
        }
        let message = format!("the {which} of {name}() is not proven to be non-negative");
        let d = ir::diag::Diagnostic::error("E0459", self.span, message)
            .help(format!("add an assertion: assert {which} >= 0"));
        let d = self.with_operand_origin(d, i);
        self.fail_with(d)
    }
}
