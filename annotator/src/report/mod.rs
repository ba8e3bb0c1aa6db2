//! Messages: what does not go together, with the places both sides came from.
//!
//! The places come from [`crate::report::provenance`]; hidden variables keep the few merges that changed them.
use ir::diag::Diagnostic;
use ir::lltype::Immutability;
use ir::model::VarId;
use ir::source::Span;
use python::code::Instr;
use python::live::Value;

use crate::defs::*;
use crate::engine::{Annotator, NOWHERE};
use crate::front::hl::HlOp;
use crate::model::lattice::TopError;
use crate::model::show;
use crate::model::*;
use crate::report::provenance::same_sort;

mod declarations;
mod generators;
pub(crate) mod help;
pub(crate) mod provenance;
pub(crate) mod python_only;
pub(crate) mod unset;
pub(crate) mod views;
pub(crate) mod warnings;

impl Annotator {
    /// An annotation as people read it.
    pub fn english(&self, a: Annotation) -> String {
        show::english(&self.program, a)
    }

    /// The message for two annotations without a join.
    pub(crate) fn union_error(&mut self, span: Span, e: TopError) -> Diagnostic {
        let (l, r) = (self.english(e.left), self.english(e.right));
        self.errors.last_union = Some(e);
        let mut d =
            Diagnostic::error("E0411", span, format!("{l} and {r} meet")).label("they meet here");
        if let Some(help) = union_help(e.left, e.right) {
            d = d.help(help);
        }
        for side in [e.left, e.right] {
            match side.kind() {
                AnnotationKind::Instance { class, .. } => {
                    let c = self.program.class(*class);
                    if !c.span.is_none() {
                        d = d.note(c.span, format!("class `{}`", c.short_name));
                    }
                }
                AnnotationKind::List(id) => {
                    d = self.note_made(d, self.program.list(*id).span, "a list is made here")
                }
                AnnotationKind::Dict(id) => {
                    d = self.note_made(d, self.program.dict(*id).span, "a dictionary is made here")
                }
                _ => {}
            }
        }
        d
    }

    pub(crate) fn note_made(&self, d: Diagnostic, span: Span, text: &str) -> Diagnostic {
        if span.is_none() || d.notes.iter().any(|(s, _)| *s == span) || span == d.span {
            d
        } else {
            d.note(span, text)
        }
    }

    /// A merge into a variable of a graph that is `Top`.
    pub(crate) fn var_union_error(&mut self, g: GraphId, v: VarId, e: TopError) -> Diagnostic {
        let mut two_returns = false;
        let mut d = self.union_error(self.span, e);
        let graph = self.program.graphs[g].graph();
        if let Some(name) = graph.vars[v].name {
            let function = provenance::short(&graph.name).to_owned();
            let is_parameter = graph.args().contains(&v);
            d.message = match is_parameter {
                true => format!("parameter `{name}` of `{function}`: {}", d.message),
                false => format!("variable `{name}`: {}", d.message),
            };
            if is_parameter && e.right.is_none() {
                d.label = format!("`{name}` is None here");
            } else if is_parameter {
                d.label = format!("{} is passed as `{name}` here", self.english(e.right));
            }
            if let Some(place) = self.default_of(g, v, name.as_str(), [e.left, e.right]) {
                d = self.note_made(d, place, "its default");
                d.help = Some(format!(
                    "give `{name}` a default of the type that callers pass, such as -1 for a number or \"\" for a text"
                ));
            }
        } else if v == self.program.graphs[g].graph().return_var() {
            d.message = format!(
                "the results of `{}` do not go together: {}",
                self.program.graphs[g].graph().name,
                d.message
            );
            // The link that is followed brings in the right side. Where one `return` gives both, they meet there.
            if let Some(place) = self.place_of_return(g, e.left, d.span) {
                d.label = self.returned(d.span, e.right);
                let text = self.returned(place, e.left);
                d = self.note_made(d, place, &text);
                two_returns = true;
            }
        }
        for side in [e.left, e.right] {
            // Of None nothing is told but where it is returned.
            if !two_returns || !side.is_none() {
                d = self.with_provenance(d, g, v, side);
            }
        }
        d
    }

    /// What a place where a function is left gives to its callers.
    fn returned(&self, place: Span, side: Annotation) -> String {
        let what = self.english(side);
        if side.is_none() && !crate::report::provenance::is_return(place) {
            format!("behind this the function ends without `return`: {what}")
        } else {
            format!("{what} is returned here")
        }
    }

    /// A merge into a hidden variable that is `Top`.
    pub(crate) fn cell_error(
        &mut self,
        c: CellId,
        new: Annotation,
        e: TopError,
        what: &str,
    ) -> Diagnostic {
        let code = if what.contains("list") {
            "E0414"
        } else {
            "E0411"
        };
        let mut d = self.union_error(self.span, e);
        d.code = code;
        d.message = format!("{what} do not go together: {}", d.message);
        d.label = format!("{} is put in here", self.english(new));
        let history = self.program.cells.get(c).history.clone();
        for o in history.iter().take(3) {
            if o.span == d.span {
                // A display such as `[1, "two"]`: one place for both.
                if !same_sort(o.what, new) {
                    let (old, new) = (self.english(o.what), self.english(new));
                    d.label = format!("{old} and {new} are put in here");
                }
            } else {
                let text = format!("{} was put in here", self.english(o.what));
                d = self.note_made(d, o.span, &text);
            }
        }
        d
    }

    /// An attribute that no class sets.
    pub(crate) fn unknown_attribute(&self, c: ClassId, name: ir::name::Name) -> Diagnostic {
        let def = self.program.class(c);
        let mut d = Diagnostic::error(
            "E0451",
            self.span,
            format!(
                "instances of `{}` have no attribute `{name}`",
                def.short_name
            ),
        )
        .label("nothing sets it");
        if !def.span.is_none() {
            d = d.note(def.span, format!("class `{}`", def.short_name));
        }
        let known = self
            .program
            .mro(c)
            .flat_map(|k| {
                let def = self.program.class(k);
                def.attrs
                    .keys()
                    .chain(def.sources.keys())
                    .copied()
                    .collect::<Vec<_>>()
            })
            .filter(|n| *n != name)
            .map(|n| (crate::builtins::distance(n.as_str(), name.as_str()), n))
            .filter(|(d, n)| *d <= 2 && *d < n.as_str().len())
            .min();
        if let Some((_, near)) = known {
            let help = format!("there is `{near}`");
            d = match self.place_of_name(name.as_str()) {
                Some(place) => d.fix(help, place, near.as_str()),
                None => d.help(help),
            };
        }
        d
    }

    /// Where the name of the attribute stands that the current operation reads.
    fn place_of_name(&self, name: &str) -> Option<Span> {
        if self.span.is_none() {
            return None;
        }
        let file = ir::source::file(self.span.file);
        let text = file
            .text
            .get(self.span.start as usize..self.span.end as usize)?;
        let start = self.span.end.checked_sub(name.len() as u32)?;
        text.ends_with(&format!(".{name}"))
            .then(|| Span::new(self.span.file, start, self.span.end))
    }

    /// Whether the code of some method of the class mentions setting the attribute that this operation reads.
    fn set_somewhere(&self, b: BlockRef, index: usize) -> bool {
        let info = &self.program.graphs[b.graph];
        let op = &info.graph().blocks[b.block].ops[index];
        let class = op
            .args
            .first()
            .and_then(|a| a.var())
            .and_then(|v| info.bindings[v].class());
        let name = op
            .args
            .get(1)
            .and_then(|a| a.as_const())
            .and_then(|c| c.as_name());
        let (Some(class), Some(name)) = (class, name) else {
            return true;
        };
        let sets = |f: &Value| match f {
            Value::Function(f) => f
                .code()
                .instrs
                .iter()
                .any(|i| matches!(i, Instr::StoreAttr(n) if *n == name)),
            _ => false,
        };
        self.program
            .mro(class)
            .chain(self.program.subclasses(class))
            .any(|k| self.program.class(k).class_dict.values().any(sets))
    }

    /// Warnings about what RPython accepts and does nothing good with, and checks of declarations.
    pub(crate) fn report_at_end(&mut self) {
        self.warn_at_end();
        self.warn_unset();
        self.check_hooks();
        // A field declared immutable must live in the class that declares it (or below), not in a base.
        for c in self.program.classes.indices().collect::<Vec<_>>() {
            for name in self
                .program
                .class(c)
                .immutable_fields
                .keys()
                .copied()
                .collect::<Vec<_>>()
            {
                let Some((home, attr)) = self.program.find_attr(c, name) else {
                    continue;
                };
                if home == c
                    || attr.readonly
                    || self.program.immutability(home, name) != Immutability::Mutable
                {
                    continue;
                }
                let (def, base) = (self.program.class(c), self.program.class(home));
                let d = Diagnostic::error(
                    "E0462",
                    def.span,
                    format!(
                        "`{}` declares `{name}` immutable, but it is an attribute of `{}`",
                        def.short_name, base.short_name
                    ),
                )
                .note(
                    base.span,
                    "some code reads or writes it on instances of this base class",
                )
                .help("declare it in the base class, or use it on the subclass only");
                self.report(d);
            }
        }
    }

    /// Blocks that never went on: reported at the end, unless something else explains them. Whether something was
    /// reported that annotation can go on behind: then there is work for another round.
    pub(crate) fn report_blocked(&mut self) -> bool {
        let mut blocked: Vec<_> = self
            .errors
            .blocked
            .iter()
            .map(|(b, at)| (*b, at.clone()))
            .collect();
        blocked.sort_by_key(|(b, _)| *b);
        let others = self.errors.found.values().any(Diagnostic::is_error);
        let mut pending = Vec::new();
        let mut more = false;
        for (b, at) in blocked {
            if at.harmless {
                continue;
            }
            if let Some(d) = at.why {
                // Next to other errors, something missing may be their consequence: say only what is missing for
                // certain.
                if !others || d.code == "E0451" && !self.set_somewhere(b, at.index) {
                    let op = b.op(at.index);
                    (self.here, self.span) = (op, at.span);
                    self.report(d);
                    self.here = NOWHERE;
                    if self.errors.given_up.insert(op) {
                        self.reschedule(b);
                        more = true;
                    }
                }
                continue;
            }
            pending.push((b, at.index, at.span));
        }
        if self.errors.found.values().any(Diagnostic::is_error) {
            return more; // Those that wait for an erroneous value say nothing new.
        }
        for (b, index, span) in pending {
            let info = &self.program.graphs[b.graph];
            let op = &info.graph().blocks[b.block].ops[index];
            let mut what = format!("the operation `{}` can never succeed", op.op.name());
            let impossible = op
                .args
                .iter()
                .position(|a| a.var().is_some_and(|v| info.bindings[v].is_impossible()));
            if let Some(i) = impossible
                && let Some(v) = op.args[i].var()
                && let Some(n) = info.graph().vars[v].name
            {
                what = format!("`{n}` never has a value here");
            } else if matches!(op.op, HlOp::GetItem) {
                what = "an item is taken out of a container that is always empty".into();
            }
            let d = Diagnostic::error("E0490", span, what).help(
                "the code after it is never reached; is something never set or never called?",
            );
            (self.here, self.span) = (b.op(index), span);
            self.report(d);
            self.here = NOWHERE;
        }
        false
    }
}

fn union_help(a: Annotation, b: Annotation) -> Option<&'static str> {
    let either = |f: &dyn Fn(&AnnotationKind) -> bool| f(a.kind()) || f(b.kind());
    if either(&|k| matches!(k, AnnotationKind::None)) {
        if either(&|k| {
            matches!(
                k,
                AnnotationKind::Int { .. } | AnnotationKind::Bool(_) | AnnotationKind::Float
            )
        }) {
            return Some(
                "a number cannot be None in RPython; use a special value such as -1, or an object",
            );
        }
        if either(&|k| matches!(k, AnnotationKind::Tuple(_))) {
            return Some("a tuple cannot be None in RPython; use an object, or an empty value");
        }
    }
    match (a.kind(), b.kind()) {
        (AnnotationKind::Int { kind, .. }, AnnotationKind::Int { kind: k2, .. })
            if kind.signed != k2.signed =>
        {
            Some(
                "RPython cannot prove that these integers are of the same signedness; use r_uint() or intmask()",
            )
        }
        (AnnotationKind::Tuple(x), AnnotationKind::Tuple(y)) if x.len() != y.len() => {
            Some("tuples of different lengths do not mix; use a list")
        }
        (AnnotationKind::Instance { .. }, AnnotationKind::Instance { .. }) => {
            Some("give the classes a common base class")
        }
        (
            AnnotationKind::Text(TextKind { wide: false, .. }),
            AnnotationKind::Text(TextKind { wide: true, .. }),
        )
        | (
            AnnotationKind::Text(TextKind { wide: true, .. }),
            AnnotationKind::Text(TextKind { wide: false, .. }),
        ) => Some("byte strings and unicode strings do not mix; use encode() or decode()"),
        _ => None,
    }
}
