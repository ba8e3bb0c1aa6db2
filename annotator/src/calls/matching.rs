//! Arguments matched with parameters.
use super::CallArgs;
use crate::defs::*;
use crate::engine::{Annotator, Res};
use crate::model::*;
use flowspace::{CallShape, Signature};
use smallvec::SmallVec;

impl Annotator {
    /// Spreads the `*` argument.
    pub(crate) fn spread(&mut self, shape: &CallShape, args: &[Annotation]) -> Res<CallArgs> {
        if !shape.star {
            return Ok(CallArgs {
                shape: shape.clone(),
                values: SmallVec::from_slice(args),
            });
        }
        let (n, k) = (shape.positional as usize, shape.keywords.len());
        let star = args[n + k];
        let extra: Vec<Annotation> = match star.kind() {
            AnnotationKind::Tuple(items) => items.to_vec(),
            _ => {
                let d = self
                    .error(
                        "E0406",
                        format!("the argument after `*` is {}", self.english(star)),
                    )
                    .help("it must be a tuple of a known length");
                return self.fail_with(d);
            }
        };
        let mut values: SmallVec<[Annotation; 6]> = SmallVec::from_slice(&args[..n]);
        values.extend(extra.iter().copied());
        values.extend(args[n..n + k].iter().copied());
        let shape = CallShape {
            positional: (n + extra.len()) as u32,
            keywords: shape.keywords.clone(),
            star: false,
        };
        Ok(CallArgs { shape, values })
    }
}

impl FunctionDesc {
    /// `name(a, b=..., *rest)`
    pub fn signature_text(&self) -> String {
        let s = &self.signature;
        let first = s.argnames.len().saturating_sub(s.defaults.len());
        let mut parts: Vec<String> = s
            .argnames
            .iter()
            .enumerate()
            .map(|(i, n)| {
                if i >= first {
                    format!("{n}=...")
                } else {
                    n.to_string()
                }
            })
            .collect();
        if let Some(v) = s.varargname {
            parts.push(format!("*{v}"));
        } else if !s.kwonly.is_empty() {
            parts.push("*".into());
        }
        parts.extend(s.kwonly.iter().map(|n| n.to_string()));
        if let Some(k) = s.kwargname {
            parts.push(format!("**{k}"));
        }
        format!("{}({})", self.name, parts.join(", "))
    }
}

/// Which argument goes to which parameter; the error says what does not fit.
pub(crate) fn match_arguments(
    sig: &Signature,
    shape: &CallShape,
    receiver: bool,
) -> Result<Vec<ArgSource>, String> {
    let r = usize::from(receiver);
    let given = shape.positional as usize + r;
    let n = sig.argnames.len();
    if sig.kwargname.is_some() {
        return Err("a function with `**` parameters is called: RPython has none".into());
    }
    let nth = |i: usize| {
        if receiver && i == 0 {
            ArgSource::Receiver
        } else {
            ArgSource::Positional(i - r)
        }
    };
    if given > n && sig.varargname.is_none() {
        let first_default = n - sig.defaults.len();
        let range = if sig.defaults.is_empty() {
            format!("{}", n - r.min(n))
        } else {
            format!("{} to {}", first_default.saturating_sub(r), n - r.min(n))
        };
        let first = sig.argnames.first().map(|n| n.as_str());
        if receiver && given == n + 1 && !matches!(first, Some("self" | "cls")) {
            // The usual slip.
            let first = first.map_or("it has none".into(), |f| format!("here `{f}`"));
            return Err(format!(
                "the first parameter of a method is the instance ({first}): {} given, {range} expected",
                given - r
            ));
        }
        return Err(format!(
            "too many arguments: {} given, {range} expected",
            given - r
        ));
    }
    let mut used = vec![false; shape.keywords.len()];
    let mut out = Vec::with_capacity(sig.len());
    let mut missing = Vec::new();
    for (i, &name) in sig.argnames.iter().enumerate() {
        let kw = shape.keywords.iter().position(|&k| k == name);
        if i < given {
            if kw.is_some() {
                return Err(format!("argument `{name}` is given twice"));
            }
            out.push(nth(i));
        } else if let Some(k) = kw {
            used[k] = true;
            out.push(ArgSource::Keyword(k));
        } else {
            let first = n - sig.defaults.len();
            match i.checked_sub(first).and_then(|j| sig.defaults.get(j)) {
                Some(v) => out.push(ArgSource::Default(v.clone())),
                None => missing.push(name.as_str()),
            }
        }
    }
    for &name in &sig.kwonly {
        if let Some(k) = shape.keywords.iter().position(|&k| k == name) {
            used[k] = true;
            out.push(ArgSource::Keyword(k));
        } else if let Some((_, v)) = sig.kwdefaults.iter().find(|(k, _)| *k == name) {
            out.push(ArgSource::Default(v.clone()));
        } else {
            missing.push(name.as_str());
        }
    }
    if !missing.is_empty() {
        let s = if missing.len() == 1 { "" } else { "s" };
        return Err(format!("missing argument{s} `{}`", missing.join("`, `")));
    }
    if let Some(k) = used.iter().position(|u| !u) {
        return Err(format!("there is no parameter `{}`", shape.keywords[k]));
    }
    if sig.varargname.is_some() {
        let first = n.saturating_sub(r).min(shape.positional as usize);
        out.push(ArgSource::Star {
            receiver: receiver && n == 0,
            first,
            end: shape.positional as usize,
        });
    }
    Ok(out)
}
