//! Annotations as people read them: in messages and in printed graphs.
use crate::defs::{Desc, RangeStep};
use crate::model::*;
use crate::program::AnnotatedProgram;

/// How a value is called that comes from an error.
pub(crate) const ERRONEOUS: &str = "an erroneous value";

/// The form in printed graphs: compact and unambiguous, e.g. `List[Int+]r`, `Inst(m.C)?`, `Pbc{m.f, m.g}`, `Int+=3`.
///
/// `+` non-negative, `?` may be `None`, `r` resized, `=v` constant.
pub fn compact(p: &AnnotatedProgram, a: Annotation) -> String {
    let mut seen = Vec::new();
    compact_in(p, a, &mut seen)
}

fn q(nullable: bool) -> &'static str {
    if nullable { "?" } else { "" }
}

fn compact_in(p: &AnnotatedProgram, a: Annotation, seen: &mut Vec<u64>) -> String {
    let mut s = match a.kind() {
        AnnotationKind::Impossible => "Impossible".to_string(),
        AnnotationKind::Error => "Error".to_string(),
        AnnotationKind::Int {
            kind,
            nonneg,
            maybe_bool,
        } => {
            let name = if *kind == IntKind::SIGNED {
                "Int"
            } else {
                kind.rpython_name()
            };
            let sign = if *nonneg && kind.signed { "+" } else { "" };
            let truth = if *maybe_bool { "|Bool" } else { "" };
            format!("{name}{sign}{truth}")
        }
        AnnotationKind::Bool(n) if n.is_empty() => "Bool".to_string(),
        AnnotationKind::Bool(n) => {
            let parts: Vec<String> = n
                .iter()
                .map(|n| {
                    let side = |x: Option<Annotation>, seen: &mut Vec<u64>| {
                        x.map_or("-".to_string(), |x| compact_in(p, x, seen))
                    };
                    format!(
                        "{}: ({}, {})",
                        n.var,
                        side(n.if_true, seen),
                        side(n.if_false, seen)
                    )
                })
                .collect();
            format!("Bool({})", parts.join("; "))
        }
        AnnotationKind::Float => "Float".to_string(),
        AnnotationKind::SingleFloat => "SingleFloat".to_string(),
        AnnotationKind::Text(t) => {
            let zero = if t.no_nul { "0" } else { "" };
            format!("{}{zero}{}", t.name(), q(t.nullable))
        }
        AnnotationKind::ByteArray => "ByteArray".to_string(),
        AnnotationKind::List(l) => match compact_list(p, *l, seen) {
            Some(shown) => shown,
            None => return "List[...]".to_string(),
        },
        AnnotationKind::Dict(d) => match compact_dict(p, *d, seen) {
            Some(shown) => shown,
            None => return "Dict[...]".to_string(),
        },
        AnnotationKind::Tuple(items) => {
            let parts: Vec<String> = items.iter().map(|&i| compact_in(p, i, seen)).collect();
            format!("Tuple({})", parts.join(", "))
        }
        AnnotationKind::Iterator { container, kind } => {
            let c = compact_in(p, *container, seen);
            match kind {
                IterKind::Items => format!("Iter({c})"),
                IterKind::Zip(o) => format!("Iter.zip({c}, {})", compact_in(p, *o, seen)),
                other => format!("Iter.{}({c})", format!("{other:?}").to_lowercase()),
            }
        }
        AnnotationKind::Slice { start, stop } => {
            format!(
                "Slice({}, {})",
                compact_in(p, *start, seen),
                compact_in(p, *stop, seen)
            )
        }
        AnnotationKind::Instance { class, nullable } => {
            format!("Inst({}){}", p.class(*class).name, q(*nullable))
        }
        AnnotationKind::Pbc { descs, nullable } => {
            // By name: the order of descs is that of discovery.
            let mut names: Vec<String> = descs.iter().map(|&d| p.desc_name(d)).collect();
            names.sort();
            return format!("Pbc{{{}}}{}", names.join(", "), q(*nullable));
        }
        AnnotationKind::None => return "None".to_string(),
        AnnotationKind::Builtin(n) => return format!("Builtin({n})"),
        AnnotationKind::BuiltinMethod { name, receiver } => {
            return format!("Method({}.{name})", compact_in(p, *receiver, seen));
        }
        AnnotationKind::TypeOf {
            class,
            vars,
            nullable,
        } => {
            let vars: Vec<String> = vars.iter().map(|v| v.to_string()).collect();
            let c = class.map_or("?".to_string(), |c| p.class(c).name.clone());
            format!(
                "Type({c}{}{}){}",
                if vars.is_empty() { "" } else { " of " },
                vars.join(" "),
                q(*nullable)
            )
        }
        AnnotationKind::Property => "Property".to_string(),
        AnnotationKind::WeakRef(c) => format!(
            "WeakRef({})",
            c.map_or("-".to_string(), |c| p.class(c).name.clone())
        ),
        AnnotationKind::Ptr(t) => p.types.show(*t),
        AnnotationKind::AdtMethod { ptr, func } => {
            format!("Adt({}, {})", p.types.show(*ptr), p.desc_name(*func))
        }
        AnnotationKind::Address => "Address".to_string(),
        AnnotationKind::LLType(t) => return format!("LLType({})", p.types.show(*t)),
        AnnotationKind::StringBuilder => "StringBuilder".to_string(),
        AnnotationKind::UnicodeBuilder => "UnicodeBuilder".to_string(),
        AnnotationKind::Static => "Static".to_string(),
    };
    if let Some(v) = a.const_value() {
        s.push('=');
        s.push_str(&flowspace::text::constant(v));
    }
    s
}

/// `None` inside of the same list.
fn compact_list(p: &AnnotatedProgram, l: ListId, seen: &mut Vec<u64>) -> Option<String> {
    let key = u64::from(p.find_list(l).0) << 1;
    if seen.contains(&key) {
        return None;
    }
    seen.push(key);
    let def = p.list(l);
    let item = compact_in(p, p.cell(def.item), seen);
    seen.pop();
    let range = match def.range {
        RangeStep::No => String::new(),
        RangeStep::Const(n) => format!("range{n}"),
        RangeStep::Variable => "range".to_string(),
    };
    let resized = if def.resized { "r" } else { "" };
    let mutated = if def.mutated { "m" } else { "" };
    Some(format!("List[{item}]{resized}{mutated}{range}"))
}

/// `None` inside of the same dictionary.
fn compact_dict(p: &AnnotatedProgram, d: DictId, seen: &mut Vec<u64>) -> Option<String> {
    let key = (u64::from(p.find_dict(d).0) << 1) | 1;
    if seen.contains(&key) {
        return None;
    }
    seen.push(key);
    let def = p.dict(d);
    let k = compact_in(p, p.cell(def.key), seen);
    let v = compact_in(p, p.cell(def.value), seen);
    seen.pop();
    let custom = if def.custom.is_some() { "r_" } else { "" };
    Some(format!("{custom}Dict[{k}, {v}]"))
}

/// The form in messages: `a list of integers`, `an instance of class A, or None`.
pub fn english(p: &AnnotatedProgram, a: Annotation) -> String {
    english_in(p, a, 0)
}

fn or_none(nullable: bool) -> &'static str {
    if nullable { ", or None" } else { "" }
}

fn english_in(p: &AnnotatedProgram, a: Annotation, depth: u32) -> String {
    let inner = |a: Annotation| {
        if depth > 2 {
            "...".to_string()
        } else {
            english_in(p, a, depth + 1)
        }
    };
    match a.kind() {
        AnnotationKind::Impossible => "no value".into(),
        AnnotationKind::Error => ERRONEOUS.into(),
        AnnotationKind::Int { kind, .. } => match kind.rpython_name() {
            "int" => match a.const_value() {
                Some(v) => format!("the integer {v:?}"),
                None => "an integer".into(),
            },
            name => format!("an {name}"),
        },
        AnnotationKind::Bool(_) => "a boolean".into(),
        AnnotationKind::Float => "a float".into(),
        AnnotationKind::SingleFloat => "a single-precision float".into(),
        AnnotationKind::Text(t) => {
            let what = match (t.wide, t.single) {
                (false, false) => "a string",
                (false, true) => "a character",
                (true, false) => "a unicode string",
                (true, true) => "a unicode character",
            };
            let mixed = match (t.mixed, t.wide) {
                (false, _) => "",
                (true, true) => " or byte character",
                (true, false) => " or unicode string",
            };
            format!("{what}{mixed}{}", or_none(t.nullable))
        }
        AnnotationKind::ByteArray => "a bytearray".into(),
        AnnotationKind::List(l) => {
            let item = p.list_item(*l);
            if item.is_impossible() {
                "an empty list".into()
            } else {
                format!("a list of ({})", inner(item))
            }
        }
        AnnotationKind::Dict(d) => {
            let k = p.dict_key(*d);
            if k.is_impossible() {
                "an empty dictionary".into()
            } else {
                format!(
                    "a dictionary of ({}) to ({})",
                    inner(k),
                    inner(p.dict_value(*d))
                )
            }
        }
        AnnotationKind::Tuple(items) => {
            let parts: Vec<String> = items.iter().map(|&i| inner(i)).collect();
            match parts.len() {
                0 => "an empty tuple".into(),
                n => format!("a {n}-tuple ({})", parts.join("; ")),
            }
        }
        AnnotationKind::Iterator { container, .. } => {
            format!("an iterator over ({})", inner(*container))
        }
        AnnotationKind::Slice { .. } => "a slice".into(),
        AnnotationKind::Instance { class, nullable } => {
            format!(
                "an instance of class `{}`{}",
                p.class(*class).short_name,
                or_none(*nullable)
            )
        }
        AnnotationKind::Pbc { descs, nullable } => {
            let what = match &p.descs[descs[0]] {
                Desc::Function(_) => "function",
                Desc::Class(_) => "class",
                Desc::Method(_) | Desc::FrozenMethod(_) => "method",
                Desc::Frozen(_) => "frozen object",
            };
            let names: Vec<String> = descs
                .iter()
                .take(4)
                .map(|&d| format!("`{}`", p.desc_name(d)))
                .collect();
            let more = if descs.len() > 4 { ", ..." } else { "" };
            if descs.len() == 1 {
                format!("the {what} {}{}", names[0], or_none(*nullable))
            } else {
                format!(
                    "one of the {what}{} {}{more}{}",
                    if what == "class" { "es" } else { "s" },
                    names.join(", "),
                    or_none(*nullable)
                )
            }
        }
        AnnotationKind::None => "None".into(),
        AnnotationKind::Builtin(n) => format!("the built-in function `{n}`"),
        AnnotationKind::BuiltinMethod { name, receiver } => {
            format!("the method `{name}` of {}", inner(*receiver))
        }
        AnnotationKind::TypeOf { nullable: true, .. } => "a class or None".into(),
        AnnotationKind::TypeOf { .. } => "a class".into(),
        AnnotationKind::Property => "a property".into(),
        AnnotationKind::WeakRef(_) => "a weak reference".into(),
        AnnotationKind::Ptr(t) => format!("a low-level {}", p.types.show(*t)),
        AnnotationKind::AdtMethod { .. } => "a low-level method".into(),
        AnnotationKind::Address => "an address".into(),
        AnnotationKind::LLType(t) => format!("the low-level type {}", p.types.show(*t)),
        AnnotationKind::StringBuilder => "a StringBuilder".into(),
        AnnotationKind::UnicodeBuilder => "a UnicodeBuilder".into(),
        AnnotationKind::Static => match a.const_value() {
            Some(v) => format!("{v:?}"),
            None => "an object that exists at translation time only".into(),
        },
    }
}
