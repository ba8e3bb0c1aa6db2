//! Warnings: what RPython accepts silently and probably gets wrong.
//!
//! * `W0450` an operation on what is always `None`;
//! * `W0451` an attribute that only some of the classes an object may have define;
//! * `W0455` the text of an integer that untranslated may be a boolean;
//! * `W0452` a constant index that the shortest list (or the constant string) does not have;
//! * `W0456` a format that has no place for one of its values;
//! * `W0458` a view of a dictionary that is kept ([`views`](super::views));
//! * `W0459` a generator that waits inside of a `finally` ([`generators`](super::generators)).
//!
//! They are collected while annotating and judged at the end, when everything is known.
//!
//! ```text
//! class Base(object): pass          def f(x): return x.size      warning: `x.size`: `Base` has no `size`, only `Sub` has
//! class Sub(Base): size = 3         f(Base()); f(Sub())
//! ```
use ir::diag::Diagnostic;
use ir::model::{ExitSwitch, VarId};
use ir::name::Name;
use ir::source::Span;
use python::live::Value;

use crate::classes::presence::{Writers, has_attribute};
use crate::classes::texts::MadeException;
use crate::defs::*;
use crate::engine::Annotator;
use crate::model::*;
use crate::report::views::MadeView;
use crate::rules::never_called;

/// The shortest list of a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shortest {
    /// Nothing is known of some list.
    Unknown,
    /// All are displays or prebuilt; the shortest has this many items.
    Items(u32),
}

impl Shortest {
    /// What holds of a list that is either of the two.
    pub fn merge(self, other: Shortest) -> Shortest {
        match (self, other) {
            (Shortest::Items(a), Shortest::Items(b)) => Shortest::Items(a.min(b)),
            _ => Shortest::Unknown,
        }
    }
}

/// What is noted while annotating.
#[derive(Default)]
pub(crate) struct Notes {
    /// Reads of attributes: the class of the object, the name.
    pub reads: FxIndexMap<OpRef, (ClassId, Name, Span)>,
    /// Reads of attributes that call `__getattr__`: the class of the object, the name of the attribute.
    pub hooked: FxIndexMap<OpRef, (ClassId, Name, Span)>,
    /// Uses of special methods (`len(x)`): the class of the object, the name.
    pub special: FxIndexMap<OpRef, (ClassId, Name)>,
    /// Tests of truth that call a method: the class of the object, the name, the place.
    pub truths: FxIndexMap<OpRef, (ClassId, Name, Span)>,
    /// The classes on which an attribute is written.
    pub writers: Writers,
    /// Operations on instances that do not call what the class defines: the class, the names, the place.
    uncalled: FxIndexMap<OpRef, (ClassId, &'static [&'static str], Span)>,
    /// Exceptions that are made, by class.
    pub exceptions: FxIndexMap<(OpRef, ClassId), MadeException>,
    /// Texts of integers that may be booleans.
    booleans: FxIndexMap<OpRef, Span>,
    /// Reads with a constant index.
    indices: FxIndexMap<OpRef, (Annotation, i64, Span)>,
    /// Operations on instances of which Python may ask the right one first: both classes, the method of the right one,
    /// whether one that it inherits counts.
    reflected: FxIndexMap<OpRef, (ClassId, ClassId, Name, bool, Span)>,
    /// Formats that have fewer places than values: both numbers.
    surplus: FxIndexMap<OpRef, (usize, usize, Span)>,
    /// Views of dictionaries, as lists.
    pub views: FxIndexMap<OpRef, MadeView>,
}

/// "1 value", "2 values"
pub(crate) fn counted(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

impl Annotator {
    pub(crate) fn note_read(&mut self, class: ClassId, name: Name) {
        let (here, span) = (self.here, self.span);
        self.findings.notes.hooked.shift_remove(&here);
        self.findings.notes.reads.insert(here, (class, name, span));
    }
    /// The attribute is made by `__getattr__`.
    pub(crate) fn note_hooked(&mut self, class: ClassId, name: Name) {
        let (here, span) = (self.here, self.span);
        self.findings.notes.hooked.insert(here, (class, name, span));
    }
    /// The operation does not call methods of these names, as untranslated it would.
    pub(crate) fn note_uncalled(&mut self, class: ClassId, names: &'static [&'static str]) {
        let (here, span) = (self.here, self.span);
        self.findings
            .notes
            .uncalled
            .insert(here, (class, names, span));
    }
    /// The same for a value that is an instance or a tuple of instances.
    pub(crate) fn note_uncalled_within(&mut self, a: Annotation, names: &'static [&'static str]) {
        match a.kind() {
            AnnotationKind::Instance { class, .. } => self.note_uncalled(*class, names),
            AnnotationKind::Tuple(items) => {
                for &i in items.iter() {
                    self.note_uncalled_within(i, names);
                }
            }
            _ => {}
        }
    }
    /// The format at hand has fewer places than values.
    pub(crate) fn note_surplus(&mut self, places: usize, values: usize) {
        let (here, span) = (self.here, self.span);
        self.findings
            .notes
            .surplus
            .insert(here, (places, values, span));
    }
    /// Whether it was the operation before; for what it raises.
    pub(crate) fn surplus_before(&self) -> bool {
        let last = self.here.index.checked_sub(1);
        last.is_some_and(|index| {
            let at = OpRef { index, ..self.here };
            self.findings.notes.surplus.contains_key(&at)
        })
    }
    /// Of the value something is asked in which a boolean differs from 0 and 1.
    pub(crate) fn note_boolean(&mut self, a: Annotation) {
        let here = self.here;
        let helper = self
            .program
            .graphs
            .get(here.graph)
            .is_none_or(|g| g.low_level);
        if !helper && self.holds_boolean(a, 4) {
            self.findings.notes.booleans.insert(here, self.span);
        }
    }
    /// Whether a value is, or holds, an integer that may be a boolean.
    pub(crate) fn holds_boolean(&self, a: Annotation, depth: u32) -> bool {
        let p = &self.program;
        depth > 0
            && match a.kind() {
                AnnotationKind::Int { maybe_bool, .. } => *maybe_bool && !a.is_const(),
                AnnotationKind::Tuple(items) => {
                    items.iter().any(|&i| self.holds_boolean(i, depth - 1))
                }
                AnnotationKind::List(l) => self.holds_boolean(p.list_item(*l), depth - 1),
                _ => false,
            }
    }
    pub(crate) fn note_special(&mut self, class: ClassId, name: Name) {
        self.findings.notes.special.insert(self.here, (class, name));
    }
    pub(crate) fn note_truth(&mut self, class: ClassId, name: Name) {
        let note = (class, name, self.span);
        self.findings.notes.truths.insert(self.here, note);
    }
    pub(crate) fn note_write(&mut self, class: ClassId, name: Name) {
        self.findings
            .notes
            .writers
            .entry(name)
            .or_default()
            .insert(class);
    }
    /// The operation may call the method `name` of the right operand first, as untranslated it would.
    pub(crate) fn note_reflected(
        &mut self,
        left: Annotation,
        right: Annotation,
        name: Name,
        inherited: bool,
    ) {
        let (here, span) = (self.here, self.span);
        if let (Some(left), Some(right)) = (left.class(), right.class()) {
            let note = (left, right, name, inherited, span);
            self.findings.notes.reflected.insert(here, note);
        }
    }
    pub(crate) fn note_index(&mut self, container: Annotation, index: Annotation) {
        let (here, span) = (self.here, self.span);
        match index.const_i64() {
            Some(i) => {
                self.findings
                    .notes
                    .indices
                    .insert(here, (container, i, span));
            }
            None => {
                self.findings.notes.indices.swap_remove(&here);
            }
        }
    }

    /// Gives the warnings that need the whole result, once, at the fixed point.
    pub(crate) fn warn_at_end(&mut self) {
        for (span, what) in self.findings.suspects.values().cloned().collect::<Vec<_>>() {
            self.report(Diagnostic::warning("W0450", span, what).label("this is always None here"));
        }
        let mut notes = std::mem::take(&mut self.findings.notes);
        notes
            .indices
            .sort_by_key(|_, (_, _, span)| (span.file, span.start));
        for &(class, name, span) in notes.reads.values() {
            if let Some(d) = self.partial_attribute(&notes, class, name, span) {
                self.report(d);
            }
        }
        let mut texts = Vec::new();
        for &(class, names, span) in notes.uncalled.values() {
            if let Some(d) = self.uncalled_method(class, names, span) {
                self.report(d);
            } else if names.contains(&"__str__") && self.program.class(class).exception {
                texts.push((class, span));
            }
        }
        for d in self.texts_unknown(&notes, &texts) {
            self.report(d);
        }
        for d in self.numbers_unknown(&notes) {
            self.report(d);
        }
        let views = self.kept_views(&notes);
        for d in views.into_iter().chain(self.waiting_generators()) {
            self.report(d);
        }
        for &(left, right, name, inherited, span) in notes.reflected.values() {
            if let Some(d) = self.asked_first(left, right, name, inherited, span) {
                self.report(d);
            }
        }
        for &(class, name, span) in notes.truths.values() {
            if let Some(d) = self.truth_by_length(class, name, span) {
                self.report(d);
            }
        }
        for &(places, values, span) in notes.surplus.values() {
            let needed = counted(places, "value");
            let d = Diagnostic::warning(
                "W0456",
                span,
                format!("the format needs {needed}, {values} given"),
            )
            .label("this raises TypeError")
            .help("give one value for each %, as a tuple");
            self.report(d);
        }
        for (&here, &span) in &notes.booleans {
            let d = self.text_of_boolean(here, span);
            self.report(d);
        }
        for d in self.wrong_declarations(&notes) {
            self.report(d);
        }
        for (&here, &(container, i, span)) in &notes.indices {
            if self.is_guarded(here) {
                continue;
            }
            if let Some(d) = self.index_out_of_range(container, i, span) {
                self.report(d);
            }
        }
        self.findings.notes = notes;
    }

    /// Whether a handler of the program sees the exceptions of an operation.
    pub(crate) fn is_guarded(&self, here: OpRef) -> bool {
        let Some(info) = self.program.graphs.get(here.graph) else {
            return true;
        };
        let block = &info.graph().blocks[here.block];
        info.low_level
            || block.exitswitch == ExitSwitch::LastException
                && here.index as usize + 1 == block.ops.len()
    }

    fn partial_attribute(
        &self,
        notes: &Notes,
        class: ClassId,
        name: Name,
        span: Span,
    ) -> Option<Diagnostic> {
        let p = &self.program;
        let has = |k: ClassId| has_attribute(p, &notes.writers, k, name);
        let all = p.subclasses(class);
        let real = |k: &ClassId| {
            let def = p.class(*k);
            (def.instantiated || !def.instances.is_empty())
                && def.live.as_class().is_none_or(|c| c.builtin.is_none())
        };
        let without: Vec<ClassId> = all
            .iter()
            .copied()
            .filter(|k| real(k) && !has(*k))
            .collect();
        let with: Vec<ClassId> = all.iter().copied().filter(|&k| has(k)).collect();
        if without.is_empty() || with.is_empty() {
            return None;
        }
        let names = |list: &[ClassId]| {
            let mut text: Vec<String> = list
                .iter()
                .take(3)
                .map(|&k| format!("`{}`", p.class(k).short_name))
                .collect();
            if list.len() > 3 {
                text.push("...".into());
            }
            text.join(", ")
        };
        let mut d = Diagnostic::warning(
            "W0451",
            span,
            format!(
                "`{name}` is read of an instance of {}, which {} none",
                names(&without),
                if without.len() == 1 { "has" } else { "have" }
            ),
        )
        .label(format!(
            "only {} {} it",
            names(&with),
            if with.len() == 1 { "defines" } else { "define" }
        ));
        if let Some(&k) = without.first()
            && !p.class(k).span.is_none()
        {
            let (name, base) = (p.class(k).short_name, p.class(class).short_name);
            let text = if k == class {
                format!("class `{name}`")
            } else {
                format!("`{name}` is a `{base}`")
            };
            d = d.note(p.class(k).span, text);
        }
        Some(d.help("test with isinstance() first, or give the base class a default"))
    }

    /// Refuses a binary operation on instances if Python asks the right operand first: it may be of a class below that
    /// of the left one, and has the method for operands that are swapped. Arithmetic asks for one of its own,
    /// comparisons for any.
    fn asked_first(
        &self,
        left: ClassId,
        right: ClassId,
        name: Name,
        inherited: bool,
        span: Span,
    ) -> Option<Diagnostic> {
        let p = &self.program;
        let used = |k: &ClassId| p.class(*k).instantiated || !p.class(*k).instances.is_empty();
        let lefts: Vec<ClassId> = p.subclasses(left).into_iter().filter(used).collect();
        let rights = p.subclasses(right).into_iter().filter(used);
        let (owner, method) = rights.into_iter().find_map(|r| {
            let (owner, method) = self.find_in_class_dicts(r, name)?;
            let first = |&l: &ClassId| {
                let own = owner != l && p.is_subclass(owner, l);
                l != r && p.is_subclass(r, l) && (inherited || own)
            };
            lefts.iter().any(first).then_some((owner, method))
        })?;
        let owner = self.english(Annotation::instance(owner, false));
        let d = never_called(span, &owner, name.as_str(), &method);
        Some(d.label("untranslated it is, here, since the right operand may be of a class below that of the left one"))
    }

    /// `==` and `str()` of instances whose class defines what untranslated they call.
    fn uncalled_method(
        &self,
        class: ClassId,
        names: &[&'static str],
        span: Span,
    ) -> Option<Diagnostic> {
        let p = &self.program;
        let user = |k: &ClassId| {
            let live = p.class(*k).live.as_class();
            live.is_none_or(|c| c.builtin.is_none())
        };
        let text = !names.contains(&"__eq__");
        let defines = (p.mro(class).chain(p.subclasses(class)).filter(user)).find_map(|k| {
            let name = names
                .iter()
                .find(|n| p.class(k).class_dict.contains_key(&Name::new(n)))?;
            Some((k, *name))
        });
        let d = match defines {
            Some((k, name)) => {
                let def = p.class(k);
                let owner = def.short_name;
                let does = match names {
                    ["__hash__"] => "is a number made of the identity",
                    _ if text => "gives the name of the class and a number",
                    _ => "compares identities",
                };
                Diagnostic::warning(
                    "W0453",
                    span,
                    format!("`{owner}.{name}` is not called here in translated code"),
                )
                .label(format!(
                    "this {does}, as in RPython; untranslated it calls the method"
                ))
                .note(def.span, format!("class `{owner}`"))
                .help("call a method with a name of your own")
            }
            None if names == ["__repr__"] && p.class(class).exception => Diagnostic::warning(
                "W0453",
                span,
                "`repr()` of an exception is its class and a number in translated code",
            )
            .label("untranslated it shows what the exception was made with")
            .help("`str()` gives the text of an exception"),
            None => return None,
        };
        Some(d)
    }

    pub(crate) fn text_of_boolean(&self, here: OpRef, span: Span) -> Diagnostic {
        let info = &self.program.graphs[here.graph];
        let ops = &info.graph().blocks[here.block].ops;
        let mut d = Diagnostic::warning(
            "W0455",
            span,
            "this integer is `True` or `False` untranslated if a boolean comes here",
        )
        .label("translated it is 1 or 0, as in RPython");
        // The items of a tuple that is formatted.
        let mut vars: Vec<VarId> = Vec::new();
        for v in ops[here.index as usize].args.iter().filter_map(|a| a.var()) {
            match ops.iter().find(|op| op.result == v) {
                Some(op) if op.op == crate::front::hl::HlOp::NewTuple => {
                    vars.extend(op.args.iter().filter_map(|a| a.var()));
                }
                _ => vars.push(v),
            }
        }
        for v in vars {
            if self.holds_boolean(info.bindings[v], 4) {
                d = self.with_provenance(d, here.graph, v, Annotation::bool());
            }
        }
        d.help("keep booleans and integers apart, or write `int(x)`")
    }

    fn index_out_of_range(&self, container: Annotation, i: i64, span: Span) -> Option<Diagnostic> {
        let (n, what, made) = match (container.kind(), container.const_value()) {
            (AnnotationKind::List(l), _) => {
                let def = self.program.list(*l);
                match def.shortest {
                    Shortest::Items(n) if !def.resized => (i64::from(n), "list", def.span),
                    _ => return None,
                }
            }
            (_, Some(Value::Str(s))) => (s.bytes.len() as i64, "string", Span::NONE),
            (_, Some(Value::Unicode(s))) => (s.points.len() as i64, "string", Span::NONE),
            _ => return None,
        };
        if (-n..n).contains(&i) {
            return None;
        }
        let items = if n == 1 { "item" } else { "items" };
        let mut d = Diagnostic::warning(
            "W0452",
            span,
            format!("index {i} of a {what} that may have only {n} {items}"),
        )
        .label("out of range");
        if !made.is_none() && made != span {
            d = d.note(made, format!("a {what} of this kind is made here"));
        }
        Some(d.help("the function does not catch the IndexError that this raises"))
    }
}
