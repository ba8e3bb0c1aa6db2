//! Warnings about declarations for the JIT that say nothing, or something else than was meant.
//!
//! ```text
//! W0714   _immutable_fields_ = ['lenght']                         no object of the class has such an attribute
//! W0716   greens=['pc', 'code'], def get_printable_location(code, pc)     the values come in the order of the greens
//! W0717   hint(x, access_directory=True)                          there is no such hint
//! ```
use flowspace::Signature;
use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::Span;
use ir::suggest;
use python::code::Instr;
use python::live::Value;
use python::vocabulary::jit::Hint;

use super::warnings::Notes;
use crate::classes::presence::has_attribute;
use crate::engine::Annotator;
use crate::model::*;

/// The functions that a driver calls with its greens.
const HELPERS: [&str; 4] = [
    "get_printable_location",
    "get_location",
    "get_unique_id",
    "should_unroll_one_iteration",
];

impl Annotator {
    /// The warnings about declarations of all classes and drivers.
    pub(super) fn wrong_declarations(&mut self, notes: &Notes) -> Vec<Diagnostic> {
        let mut out: Vec<Diagnostic> = (self.program.classes.indices())
            .flat_map(|c| self.unknown_fields(notes, c))
            .collect();
        let drivers = self.program.drivers.iter();
        let drivers: Vec<(Value, Vec<Name>)> = drivers
            .map(|d| (d.value.clone(), d.greens.clone()))
            .collect();
        for (driver, greens) in drivers {
            for helper in HELPERS {
                if let Ok(Some(f)) = self.front.getattr(&driver, Name::new(helper)) {
                    out.extend(other_order(&f, &greens));
                }
            }
        }
        let hints = self.findings.unknown_hints.iter();
        out.extend(hints.map(|(&span, &name)| unknown_hint(span, name)));
        out
    }

    /// Fields that a class declares immutable or virtualizable, and that nothing gives its objects.
    fn unknown_fields(&self, notes: &Notes, class: ClassId) -> Vec<Diagnostic> {
        let p = &self.program;
        let def = p.class(class);
        let below = p.subclasses(class);
        let used = |k: &ClassId| p.class(*k).instantiated || !p.class(*k).instances.is_empty();
        if !below.iter().any(used) {
            return Vec::new();
        }
        let family: Vec<ClassId> = p.mro(class).chain(below).collect();
        let immutable = def.immutable_fields.keys().map(|n| ("immutable", *n));
        let virtualizable = def.virtualizable.iter().map(|n| {
            let field = n.as_str();
            (
                "virtualizable",
                Name::new(field.strip_suffix("[*]").unwrap_or(field)),
            )
        });
        // What code sets that the program does not reach is there all the same.
        let set = |k: ClassId, name: Option<Name>| {
            let functions = p.class(k).class_dict.values();
            let codes = functions.filter_map(|v| match v {
                Value::Function(f) => Some(f.code()),
                _ => None,
            });
            let mut found = Vec::new();
            for code in codes {
                found.extend(code.instrs.iter().filter_map(|i| match i {
                    Instr::StoreAttr(n) if name.is_none_or(|name| *n == name) => Some(*n),
                    _ => None,
                }));
            }
            found
        };
        let is_there = |name: Name| {
            (family.iter()).any(|&k| {
                has_attribute(p, &notes.writers, k, name) || !set(k, Some(name)).is_empty()
            })
        };
        let mut out = Vec::new();
        for (how, name) in immutable
            .chain(virtualizable)
            .filter(|(_, n)| !is_there(*n))
        {
            let known: Vec<Name> = (family.iter()).flat_map(|&k| set(k, None)).collect();
            let near = suggest::closest(name.as_str(), known.iter().map(|n| n.as_str()));
            let d = Diagnostic::warning(
                "W0714",
                def.span,
                format!(
                    "`{}` declares `{name}` {how}, and its objects have no such attribute",
                    def.short_name
                ),
            )
            .label("nothing sets it");
            out.push(d.help(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "the declaration does nothing: remove it".into(),
            }));
        }
        out
    }
}

/// The warning about a hint that does not exist.
fn unknown_hint(span: Span, name: Name) -> Diagnostic {
    let known = Hint::ALL.iter().map(|h| h.name());
    let near = suggest::closest(name.as_str(), known);
    Diagnostic::warning("W0717", span, format!("there is no hint `{name}`"))
        .label("it does nothing, as in RPython")
        .help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "remove it".into(),
        })
}

/// A warning if a function that gets the greens in their order names them in another one.
fn other_order(function: &Value, greens: &[Name]) -> Option<Diagnostic> {
    let Value::Function(f) = function else {
        return None;
    };
    let parameters = Signature::of(f).argnames;
    let (parameter, green) = (parameters.iter().zip(greens))
        .find(|(p, g)| p != g && greens.contains(p) && parameters.contains(g))?;
    let shown: Vec<&str> = greens.iter().map(|n| n.as_str()).collect();
    Some(
        Diagnostic::warning(
            "W0716",
            f.code().name_span,
            format!(
                "`{}` is called with the green `{green}` for `{parameter}`",
                f.name.get()
            ),
        )
        .label(format!(
            "the greens come in their order: {}",
            shown.join(", ")
        ))
        .help("name the parameters in the order of the driver's greens"),
    )
}
