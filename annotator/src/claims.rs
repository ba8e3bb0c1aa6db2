//! Declared types as checked claims: PEP 484 annotations and `@signature`.
//!
//! `def f(x: int) -> str` says that every call passes an integer and that the result is a string, not `None`. The claim does
//! not steer annotation; after the fixed point it is compared with what was inferred, and a mismatch is reported at the function.
//! Declarations the annotator does not understand (generic types, names in strings other than the basic ones) claim nothing.
use flowspace::diag::Diagnostic;
use flowspace::live::{Value, types};
use flowspace::name::Name;

use crate::defs::{Desc, GraphId};
use crate::engine::Annotator;
use crate::model::*;

impl Annotator {
    /// Compares all declared functions with their graphs.
    pub(crate) fn check_claims(&mut self) {
        let graphs: Vec<GraphId> = self.program.graphs.indices().collect();
        for g in graphs {
            let Some(d) = self.program.graphs[g].desc else {
                continue;
            };
            let Desc::Function(f) = &self.program.descs[d] else {
                continue;
            };
            let func = f.func.clone();
            let declared = func.annotations.borrow().as_dict();
            let signature = func.attr("_signature_").and_then(|v| v.as_tuple());
            if declared.is_none() && signature.is_none() {
                continue;
            }
            let names: Vec<Name> = f
                .signature
                .argnames
                .iter()
                .chain(&f.signature.kwonly)
                .copied()
                .collect();
            let (name, span) = (f.name.clone(), f.span);
            let inferred = self.program.graphs[g].args();
            let result = self.program.graphs[g].result();
            let mut claims: Vec<(String, Value, Annotation)> = Vec::new();
            if let Some(dict) = declared {
                for (i, n) in names.iter().enumerate() {
                    if let (Some(t), Some(&a)) = (dict.get_name(*n), inferred.get(i)) {
                        claims.push((format!("argument `{n}` of `{name}`"), t, a));
                    }
                }
                if let Some(t) = dict.get_name(Name::new("return")) {
                    claims.push((format!("the result of `{name}`"), t, result));
                }
            }
            if let Some(sig) = signature
                && let [params, returns] = &sig[..]
            {
                for (i, t) in params.as_tuple().iter().flat_map(|t| t.iter()).enumerate() {
                    if let (Some(n), Some(&a)) = (names.get(i), inferred.get(i)) {
                        claims.push((format!("argument `{n}` of `{name}`"), t.clone(), a));
                    }
                }
                claims.push((format!("the result of `{name}`"), returns.clone(), result));
            }
            for (what, ty, found) in claims {
                let Some(want) = self.claimed(&ty) else {
                    continue;
                };
                if found.is_impossible() || found.is_error() || self.contains(want, found) {
                    continue;
                }
                let d = Diagnostic::error(
                    "E0437",
                    span,
                    format!(
                        "{what} is {}, declared is {}",
                        self.english(found),
                        self.english(want)
                    ),
                )
                .label("declared here");
                self.report(d);
            }
        }
    }

    /// The annotation a declaration stands for; `None` is not among the values unless it says so.
    fn claimed(&mut self, ty: &Value) -> Option<Annotation> {
        match ty {
            Value::None => Some(Annotation::none()),
            Value::Str(s) => {
                let t = types();
                let class = match s.name().as_str() {
                    "int" => t.int.clone(),
                    "str" => t.str.clone(),
                    "bool" => t.bool_.clone(),
                    "float" => t.float.clone(),
                    "None" => return Some(Annotation::none()),
                    _ => return None,
                };
                self.claimed(&Value::Class(class))
            }
            Value::Class(_) => {
                let a = self.annotation_of_type(ty)?;
                Some(if a.is_none() { a } else { a.non_none() })
            }
            _ => None,
        }
    }
}
