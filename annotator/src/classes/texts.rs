//! Texts of exceptions: what `str(e)` gives.
//!
//! An exception keeps the text that its arguments have when it is made, in an attribute of `BaseException`. The
//! attribute exists in programs that ask an exception for its text; the others pay nothing.
//!
//! ```text
//! raise ValueError("foo")      setfield(e, text, "foo")           str(e)    getfield(e, text), or `<ValueError object at ..>`
//! raise ValueError(n, 1.5)     setfield(e, text, "(%d, 1.5)")               where it is null: nobody knows the text
//! ```
use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::Span;
use python::live::types;

use python::vocabulary::functions::Function;

use crate::calls::CallArgs;
use crate::classes::is_environment_error;
use crate::defs::*;
use crate::engine::exceptions::Raises;
use crate::engine::{Annotator, NOWHERE};
use crate::front::hl::HlOp;
use crate::model::*;
use crate::program::AnnotatedProgram;
use crate::report::warnings::Notes;

/// The attribute of exceptions that holds their text: null where it is not known. No program can write this name.
pub const EXCEPTION_TEXT: &str = "(text)";

/// What `str(e)` makes of the arguments of an exception.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExceptionText {
    /// No arguments: nothing.
    Empty,
    /// Of the one argument.
    Str,
    /// Of the one argument, as `repr` gives it (`KeyError`).
    Repr,
    /// Of the tuple of the arguments.
    Tuple,
    /// `[Errno 2] No such file or directory`
    Errno,
}

/// An exception that an operation makes.
pub(crate) struct MadeException {
    span: Span,
    /// It has a text.
    known: bool,
    /// An argument may be a boolean that is taken for an integer.
    boolean: bool,
    /// An `OSError` or kin without a number: made with a text only, or with nothing.
    unnumbered: bool,
}

impl Annotator {
    /// The text of an exception is read: exceptions keep it.
    pub(crate) fn keep_exception_texts(&mut self, class: ClassId) {
        if !self.program.class(class).exception {
            return;
        }
        let base = self.classdef(types().exc("BaseException"));
        let name = Name::new(EXCEPTION_TEXT);
        if self.program.find_attr(base, name).is_some() {
            return;
        }
        self.generalize_attr(base, name, Some(Annotation::str().nullable()));
        if let Some(attr) = self.program.classes[base].attrs.get_mut(&name) {
            attr.readonly = false;
        }
    }
    /// An exception is made by the current operation, or given other arguments.
    pub(crate) fn note_exception(&mut self, class: ClassId, args: &CallArgs) {
        let keywords = !args.shape.keywords.is_empty();
        let text = self.program.exception_text(class, args.pos(), keywords);
        let made = MadeException {
            span: self.span,
            known: text.is_some(),
            boolean: args.pos().iter().any(|&a| self.holds_boolean(a, 4)),
            unnumbered: args.pos().len() < 2
                && !args.shape.star
                && self.own_init(class).is_none()
                && self.is_environment_error(class),
        };
        self.findings
            .notes
            .exceptions
            .insert((self.here, class), made);
    }
    fn is_environment_error(&self, class: ClassId) -> bool {
        let live = self.program.class(class).live.as_class();
        live.is_some_and(is_environment_error)
    }
    /// Warnings: exceptions without a number that a program asks for it.
    pub(crate) fn numbers_unknown(&self, notes: &Notes) -> Vec<Diagnostic> {
        let p = &self.program;
        let errno = Name::new("errno");
        let reads: Vec<(ClassId, Span)> = (notes.reads.iter())
            .filter(|(at, (_, name, _))| *name == errno && !p.graphs[at.graph].is_library())
            .map(|(_, &(class, _, span))| (class, span))
            .filter(|(class, _)| self.is_environment_error(*class))
            .collect();
        let mut out = Vec::new();
        for (&(here, class), made) in &notes.exceptions {
            let read = reads.iter().find(|(k, _)| p.is_subclass(class, *k));
            let Some((_, read)) = read.filter(|_| made.unnumbered) else {
                continue;
            };
            if p.graphs[here.graph].is_library() {
                continue;
            }
            let name = p.class(class).short_name;
            let text = format!("`{name}` is made without an error number");
            let d = Diagnostic::warning("W0457", made.span, text)
                .label("its `errno` is 0 in translated code, and None untranslated")
                .note(*read, "`errno` is read here")
                .help("give the number, too: `OSError(errno.EINVAL, \"text\")`");
            out.push(d);
        }
        out
    }
    /// Warnings: exceptions without a text that a program reads. `reads`: the classes of what it asks for a text.
    pub(crate) fn texts_unknown(
        &mut self,
        notes: &Notes,
        reads: &[(ClassId, Span)],
    ) -> Vec<Diagnostic> {
        if reads.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        let p = &self.program;
        for (&(here, class), made) in &notes.exceptions {
            let read = reads.iter().find(|(k, _)| p.is_subclass(class, *k));
            let Some((_, read)) = read.filter(|_| !p.graphs[here.graph].is_library()) else {
                continue;
            };
            if made.known {
                if made.boolean {
                    out.push(self.text_of_boolean(here, made.span));
                }
                continue;
            }
            out.push(
                Diagnostic::warning(
                    "W0453",
                    made.span,
                    "the text of this exception is its class and a number in translated code",
                )
                .label("untranslated it is what the exception is made with")
                .note(*read, "the text is read here")
                .help("make it with a string, with numbers, or with tuples of these"),
            );
        }
        let raised = self.raised_by_operations();
        let p = &self.program;
        for &(class, span) in reads {
            let raised = raised.iter().find(|(k, _)| p.is_subclass(**k, class));
            let Some((k, at)) = raised else { continue };
            let name = p.class(*k).short_name;
            out.push(
                Diagnostic::warning(
                    "W0453",
                    span,
                    format!(
                        "the text of a `{name}` that an operation raises is its class and a number in translated code"
                    ),
                )
                .label("untranslated it says what went wrong")
                .note(*at, "an operation that raises it")
                .help("only exceptions that the program makes have their text"),
            );
        }
        out
    }
    /// The classes of exceptions that operations (and functions of the library) raise without a text, with an operation
    /// that does.
    fn raised_by_operations(&mut self) -> FxIndexMap<ClassId, Span> {
        let mut out = FxIndexMap::default();
        for g in self.program.graphs.indices().collect::<Vec<_>>() {
            if self.program.graphs[g].is_library() {
                continue;
            }
            let flow = self.program.graphs[g].flow.clone();
            for b in flow.graph.live_blocks() {
                if !self.program.graphs[g].is_reached(b) {
                    continue;
                }
                for (i, op) in flow.graph.blocks[b].ops.iter().enumerate() {
                    let at = OpRef::new(g, b, i);
                    let args = self.annotations_of(at);
                    // The rule asks what stands before the current operation.
                    self.here = OpRef {
                        index: at.index + 1,
                        ..at
                    };
                    let Raises::Only(classes) = self.exceptions_of(op, &args) else {
                        continue;
                    };
                    for c in classes {
                        let name = self.program.class(c).short_name;
                        if raises_indeed(&op.op, &args, name.as_str()) {
                            out.entry(c).or_insert(op.span);
                        }
                    }
                }
            }
        }
        self.here = NOWHERE;
        out
    }
}

/// Exceptions that have no text when the interpreter raises them.
pub const TEXTLESS: &[&str] = &["MemoryError", "StopIteration"];

impl AnnotatedProgram {
    /// What the text of an exception of a class is that is made with these positional arguments. `None`: nobody knows
    /// it, or the class has a `__str__` of its own, which is never called.
    pub fn exception_text(
        &self,
        class: ClassId,
        args: &[Annotation],
        keywords: bool,
    ) -> Option<ExceptionText> {
        let live = self.class(class).live.as_class()?;
        let own = |name| {
            let mut bases = self.mro(class);
            bases.any(|k| self.class(k).class_dict.contains_key(&Name::new(name)))
        };
        let constructor = own("__init__");
        if own("__str__") || own("__new__") || keywords && !constructor {
            return None;
        }
        let is = |name| live.is_subclass(types().exc(name));
        let errno = is_environment_error(live);
        if is("UnicodeDecodeError") || is("UnicodeEncodeError") || errno && constructor {
            return None;
        }
        if is("SyntaxError") && args.len() > 1 {
            return None;
        }
        if !args.iter().all(|a| has_lasting_text(a, true)) {
            return None;
        }
        match args {
            [] => Some(ExceptionText::Empty),
            [_] if is("KeyError") => has_repr(args).then_some(ExceptionText::Repr),
            [_] => Some(ExceptionText::Str),
            [n, text] if errno => {
                let fits = n.is_integer()
                    && matches!(
                        text.kind(),
                        AnnotationKind::Text(TextKind {
                            wide: false,
                            single: false,
                            ..
                        })
                    );
                fits.then_some(ExceptionText::Errno)
            }
            _ if errno => None,
            _ => has_repr(args).then_some(ExceptionText::Tuple),
        }
    }
}

/// Whether an operation on these may raise an exception of this name, with a text. What a function of the library may
/// raise is listed for all kinds of arguments that it takes.
fn raises_indeed(op: &HlOp, args: &[Annotation], exception: &str) -> bool {
    if TEXTLESS.contains(&exception) {
        return false;
    }
    let Some((first, rest)) = args.split_first() else {
        return true;
    };
    // Lists and their like are taken for what they are: hardly any is None.
    let none = |a: &Annotation| a.can_be_none() && (a.is_none() || *a != a.non_none());
    match (first.kind(), exception) {
        (AnnotationKind::Builtin(_), "TypeError") => rest.iter().any(none),
        (AnnotationKind::BuiltinMethod { receiver, .. }, "TypeError") => {
            none(receiver) || rest.iter().any(none)
        }
        (AnnotationKind::Builtin(f), _) => match Function::translated(f.as_str()) {
            Some(Function::Range | Function::Xrange) => {
                exception == "ValueError"
                    && rest
                        .get(2)
                        .is_some_and(|s| s.const_i64().is_none_or(|s| s == 0))
            }
            Some(Function::Int | Function::Long | Function::Float) => {
                !rest.iter().all(|a| a.is_integer())
            }
            Some(
                Function::Str
                | Function::List
                | Function::Tuple
                | Function::Zip
                | Function::Enumerate
                | Function::Reversed,
            ) => false,
            _ => true,
        },
        // Of a dictionary that changes meanwhile.
        (AnnotationKind::Iterator { container, .. }, "RuntimeError") => {
            matches!(container.kind(), AnnotationKind::Dict(_))
        }
        (_, "TypeError") => *op == HlOp::Ord || args.iter().any(none),
        _ => true,
    }
}

fn has_repr(args: &[Annotation]) -> bool {
    args.iter().all(|a| has_lasting_text(a, false))
}

/// Whether the text of a value is known when an exception is made with it: it never changes. `nullable`: it may be
/// None.
fn has_lasting_text(a: &Annotation, nullable: bool) -> bool {
    match a.kind() {
        AnnotationKind::None
        | AnnotationKind::Int { .. }
        | AnnotationKind::Bool(_)
        | AnnotationKind::Float => true,
        AnnotationKind::Text(t) if !t.wide => t.single || nullable || !a.can_be_none(),
        AnnotationKind::Tuple(items) => {
            !a.can_be_none() && items.iter().all(|i| has_lasting_text(i, false))
        }
        _ => false,
    }
}
