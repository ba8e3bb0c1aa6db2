//! Annotations as plain Python tuples, and back: `(kind, has constant, constant, fields...)`.
//!
//! ```text
//! Int+ = 3      ("Int", True, 3, 64, True, True)          width, signed, non-negative
//! List(l7)      ("List", False, None, 7)
//! Inst(c2)?     ("Inst", False, None, 2, True)            class, may be None
//! ```
use annotator::model::TextKind;
use annotator::{
    Annotation, AnnotationKind, Annotator, ClassId, DescId, DictId, IntKind, IterKind, ListId,
};
use ir::name::Name;
use python::live::{PyResult, Space, Value};

fn int(i: u32) -> Value {
    Value::Int(i64::from(i))
}

/// The description of an annotation.
pub(crate) fn describe(a: &Annotator, s: Annotation) -> Value {
    let b = Value::Bool;
    let (kind, fields): (&str, Vec<Value>) = match s.kind() {
        AnnotationKind::Impossible => ("Impossible", vec![]),
        AnnotationKind::Error => ("Error", vec![]),
        AnnotationKind::Int { kind, nonneg, .. } => (
            "Int",
            vec![int(u32::from(kind.bits)), b(kind.signed), b(*nonneg)],
        ),
        AnnotationKind::Bool(_) => ("Bool", vec![]),
        AnnotationKind::Float => ("Float", vec![]),
        AnnotationKind::SingleFloat => ("SingleFloat", vec![]),
        AnnotationKind::Text(t) if t.single => (t.name(), vec![b(t.no_nul)]),
        AnnotationKind::Text(t) => (t.name(), vec![b(t.nullable), b(t.no_nul)]),
        AnnotationKind::ByteArray => ("ByteArray", vec![]),
        AnnotationKind::List(l) => ("List", vec![int(l.0)]),
        AnnotationKind::Dict(d) => ("Dict", vec![int(d.0)]),
        AnnotationKind::Tuple(items) => (
            "Tuple",
            vec![Value::tuple(
                items.iter().map(|&i| describe(a, i)).collect(),
            )],
        ),
        AnnotationKind::Iterator { container, kind } => {
            let variant = match kind {
                IterKind::Items => "items",
                IterKind::Values => "values",
                IterKind::Pairs => "pairs",
                IterKind::Enumerate => "enumerate",
                IterKind::Reversed => "reversed",
                IterKind::ReversedKeys => "reversed_keys",
                IterKind::Zip(_) => "zip",
                IterKind::User => "user",
            };
            ("Iter", vec![describe(a, *container), Value::str(variant)])
        }
        AnnotationKind::Slice { start, stop } => {
            ("Slice", vec![describe(a, *start), describe(a, *stop)])
        }
        AnnotationKind::Instance { class, nullable } => ("Inst", vec![int(class.0), b(*nullable)]),
        AnnotationKind::Pbc { descs, nullable } => (
            "Pbc",
            vec![
                Value::tuple(descs.iter().map(|d| int(d.0)).collect()),
                b(*nullable),
            ],
        ),
        AnnotationKind::None => ("None", vec![]),
        AnnotationKind::Builtin(n) => ("Builtin", vec![Value::str(n.as_str())]),
        AnnotationKind::BuiltinMethod { name, receiver } => (
            "BuiltinMethod",
            vec![Value::str(name.as_str()), describe(a, *receiver)],
        ),
        AnnotationKind::TypeOf {
            vars,
            class,
            nullable,
        } => (
            "TypeOf",
            vec![
                Value::tuple(vars.iter().map(|v| int(v.0)).collect()),
                class.map_or(Value::None, |c| int(c.0)),
                b(*nullable),
            ],
        ),
        AnnotationKind::Property => ("Property", vec![]),
        AnnotationKind::WeakRef(c) => ("WeakRef", vec![c.map_or(Value::None, |c| int(c.0))]),
        AnnotationKind::Ptr(t) => ("Ptr", vec![Value::str(&a.program().types.show(*t))]),
        AnnotationKind::AdtMethod { .. } => ("AdtMethod", vec![]),
        AnnotationKind::Address => ("Address", vec![]),
        AnnotationKind::LLType(_) => ("LLType", vec![]),
        AnnotationKind::StringBuilder => ("StringBuilder", vec![]),
        AnnotationKind::UnicodeBuilder => ("UnicodeBuilder", vec![]),
        AnnotationKind::Static => ("Static", vec![]),
    };
    let mut out = vec![
        Value::str(kind),
        Value::Bool(s.is_const()),
        s.const_value().cloned().unwrap_or(Value::None),
    ];
    out.extend(fields);
    Value::tuple(out)
}

fn bad(space: &Space) -> python::live::PyErr {
    space.type_error("not the description of an annotation")
}

/// The annotation that a description stands for.
pub(crate) fn read(space: &Space, a: &mut Annotator, v: &Value) -> PyResult<Annotation> {
    let t = v.as_tuple().ok_or_else(|| bad(space))?;
    let kind = t
        .first()
        .and_then(Value::as_text)
        .ok_or_else(|| bad(space))?;
    let known = matches!(t.get(1), Some(Value::Bool(true)));
    let field = |i: usize| t.get(i + 3).cloned().unwrap_or(Value::None);
    let flag = |i: usize| matches!(field(i), Value::Bool(true));
    let id = |i: usize| -> PyResult<u32> {
        let n = field(i).as_int().ok_or_else(|| bad(space))?;
        u32::try_from(n).map_err(|_| bad(space))
    };
    let list = |i: usize| {
        field(i)
            .as_tuple()
            .map(|t| t.to_vec())
            .ok_or_else(|| bad(space))
    };
    let kind = match kind.as_str() {
        "Impossible" => return Ok(Annotation::impossible()),
        "Error" => return Ok(Annotation::error()),
        "None" => return Ok(Annotation::none()),
        // A constant of which nothing else is known: as the annotator sees the object.
        "Const" => {
            let value = t.get(2).ok_or_else(|| bad(space))?;
            return Ok(a.constant(value));
        }
        "Int" => {
            let kind = IntKind {
                bits: u8::try_from(id(0)?).map_err(|_| bad(space))?,
                signed: flag(1),
            };
            AnnotationKind::Int {
                kind,
                nonneg: flag(2) || !kind.signed,
                maybe_bool: false,
            }
        }
        "Bool" => AnnotationKind::Bool(Box::new([])),
        "Float" => AnnotationKind::Float,
        "SingleFloat" => AnnotationKind::SingleFloat,
        "Char" => AnnotationKind::Text(TextKind::CHAR.with_no_nul(flag(0))),
        "UniChar" => AnnotationKind::Text(TextKind::UNICHAR.with_no_nul(flag(0))),
        "Str" => AnnotationKind::Text(TextKind::STR.with_nullable(flag(0)).with_no_nul(flag(1))),
        "Unicode" => AnnotationKind::Text(
            TextKind::UNICODE
                .with_nullable(flag(0))
                .with_no_nul(flag(1)),
        ),
        "ByteArray" => AnnotationKind::ByteArray,
        "List" => AnnotationKind::List(ListId(id(0)?)),
        "Dict" => AnnotationKind::Dict(DictId(id(0)?)),
        "Tuple" => {
            let mut items = Vec::new();
            for i in list(0)? {
                items.push(read(space, a, &i)?);
            }
            AnnotationKind::Tuple(items.into())
        }
        "Iter" => {
            let container = read(space, a, &field(0))?;
            let kind = match field(1).as_text().as_deref() {
                Some("values") => IterKind::Values,
                Some("pairs") => IterKind::Pairs,
                Some("enumerate") => IterKind::Enumerate,
                Some("reversed") => IterKind::Reversed,
                _ => IterKind::Items,
            };
            AnnotationKind::Iterator { container, kind }
        }
        "Inst" => AnnotationKind::Instance {
            class: ClassId(id(0)?),
            nullable: flag(1),
        },
        "Pbc" => {
            let descs: Option<Vec<DescId>> = list(0)?
                .iter()
                .map(|v| Some(DescId(u32::try_from(v.as_int()?).ok()?)))
                .collect();
            return Ok(Annotation::pbc(descs.ok_or_else(|| bad(space))?, flag(1)));
        }
        "Builtin" => AnnotationKind::Builtin(Name::new(&field(0).as_text().unwrap_or_default())),
        "TypeOf" => AnnotationKind::TypeOf {
            vars: Box::new([]),
            class: None,
            nullable: flag(2),
        },
        "WeakRef" => AnnotationKind::WeakRef(None),
        "Address" => AnnotationKind::Address,
        "StringBuilder" => AnnotationKind::StringBuilder,
        "UnicodeBuilder" => AnnotationKind::UnicodeBuilder,
        "Property" => AnnotationKind::Property,
        _ => AnnotationKind::Static,
    };
    // A tuple of constants is constant for Python in any case; the engine's own tuples are so only where one object is
    // known.
    let implied =
        matches!(&kind, AnnotationKind::Tuple(items) if items.iter().all(|i| i.is_const()));
    let s = Annotation::new(kind);
    Ok(match (known && !implied, t.get(2)) {
        (true, Some(v)) => s.with_const(v.clone()),
        _ => s,
    })
}
