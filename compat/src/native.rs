//! The native module `_genext_annotator`: what the Python text of this crate calls. Every function takes a handle
//! first.
use std::rc::Rc;

use annotator::{Annotation, Annotator, ClassId, Desc, DescId, DictId, GraphId, ListId};
use ir::diag::Diagnostic;
use ir::model::VarId;
use ir::name::Name;
use python::live::modules::functions;
use python::live::{Args, BuiltinFn, ModuleObj, PyResult, Space, Value};

use crate::describe::{describe, read};
use crate::handle::Handle;

/// Fills the module.
pub fn init(_: &Space, m: &Rc<ModuleObj>) {
    functions(m, "_genext_annotator", FUNCTIONS);
}

const FUNCTIONS: &[(&str, BuiltinFn)] = &[
    ("new", new),
    ("install", install),
    ("build", build),
    ("complete", complete),
    ("consider", consider),
    ("emulate", emulate),
    ("forget", forget),
    ("union", union),
    ("contains", contains),
    ("constant", constant),
    ("class_id", class_id),
    ("class_info", class_info),
    ("attribute", attribute),
    ("desc_info", desc_info),
    ("family", family),
    ("attribute_family", attribute_family),
    ("new_list", new_list),
    ("list_info", list_info),
    ("list_same", list_same),
    ("list_generalize", list_generalize),
    ("list_flags", list_flags),
    ("never_resize", never_resize),
    ("new_dict", new_dict),
    ("dict_info", dict_info),
    ("dict_same", dict_same),
    ("dict_generalize", dict_generalize),
    ("graph_count", graph_count),
    ("graph", graph),
    ("graph_state", graph_state),
    ("binding", binding),
    ("flow", flow),
    ("interpret", crate::interpret::interpret),
    ("specialize", crate::interpret::specialize),
];

fn handle<'a>(space: &Space, a: &'a Args) -> PyResult<&'a Handle> {
    a.pos
        .first()
        .and_then(Value::as_native::<Handle>)
        .ok_or_else(|| space.type_error("expected an annotator handle"))
}

fn index(space: &Space, a: &Args, i: usize) -> PyResult<u32> {
    a.pos
        .get(i)
        .and_then(Value::as_int)
        .and_then(|n| u32::try_from(n).ok())
        .ok_or_else(|| space.type_error("expected an index"))
}

fn argument<'a>(space: &Space, a: &'a Args, i: usize) -> PyResult<&'a Value> {
    a.pos
        .get(i)
        .ok_or_else(|| space.type_error("an argument is missing"))
}

fn flag(a: &Args, i: usize) -> bool {
    matches!(a.pos.get(i), Some(Value::Bool(true)))
}

fn name(space: &Space, a: &Args, i: usize) -> PyResult<Name> {
    let text = argument(space, a, i)?.as_text();
    Ok(Name::new(
        &text.ok_or_else(|| space.type_error("expected a string"))?,
    ))
}

fn the_space(space: &Space) -> PyResult<Rc<Space>> {
    crate::attached(space)
        .ok_or_else(|| space.error("RuntimeError", "this space has no annotator attached"))
}

fn new(space: &Space, _: &Args) -> PyResult {
    Ok(Value::native(Handle::new(&the_space(space)?)))
}

/// `install(handle, bookkeeper)`
fn install(space: &Space, a: &Args) -> PyResult {
    let bookkeeper = argument(space, a, 1)?.clone();
    handle(space, a)?.install(&the_space(space)?, bookkeeper)?;
    Ok(Value::None)
}

/// `(code, message, rendered, left, right)` of the error met first.
fn failure(ann: &mut Annotator, all: &[Diagnostic]) -> Value {
    let first = ann.first_error().map(|(d, e)| (d.clone(), e));
    let (d, union) = match first {
        Some((d, e)) => (d, e),
        None => match all.iter().find(|d| d.is_error()) {
            Some(d) => (d.clone(), None),
            None => (
                Diagnostic::internal(ann.place(), "the annotation failed"),
                None,
            ),
        },
    };
    let function = ann.function_of_first_error().unwrap_or("").to_string();
    let known = ann
        .known_at_first_error()
        .iter()
        .map(|(n, s)| Value::str(&format!("{n} = {s}")))
        .collect();
    ann.forget_errors();
    let side = |x: Option<Annotation>| x.map_or(Value::None, |s| describe(ann, s));
    let place = match d.span.location() {
        Some(_) if !d.span.is_none() => ir::diag::render(&d, false),
        _ => String::new(),
    };
    let place = if function.is_empty() {
        place
    } else {
        format!("{place}\n  in {function}")
    };
    Value::tuple(vec![
        Value::str(d.code),
        Value::str(&d.message),
        Value::str(&place),
        side(union.map(|u| u.left)),
        side(union.map(|u| u.right)),
        Value::str(d.help.as_deref().unwrap_or("")),
        Value::list(known),
    ])
}

/// `build(handle, function, [description])`: `(True, description)` or `(False, failure)`.
fn build(space: &Space, a: &Args) -> PyResult {
    let func = argument(space, a, 1)?.clone();
    let inputs = space.iterate_vec(argument(space, a, 2)?)?;
    let h = handle(space, a)?;
    h.built.borrow_mut().push((func.clone(), inputs.clone()));
    h.with(space, |ann| {
        let mut args = Vec::new();
        for i in &inputs {
            args.push(read(space, ann, i)?);
        }
        Ok(match ann.build_types(&func, &args) {
            Ok(s) => Value::tuple(vec![Value::Bool(true), describe(ann, s)]),
            Err(all) => Value::tuple(vec![Value::Bool(false), failure(ann, &all)]),
        })
    })
}

/// `complete(handle)`: `None` or a failure.
fn complete(space: &Space, a: &Args) -> PyResult {
    handle(space, a)?.with(space, |ann| {
        Ok(match ann.complete() {
            Ok(()) => Value::None,
            Err(all) => failure(ann, &all),
        })
    })
}

/// `consider(handle, operation, [description])`: `(description or None, [class ids] or None)`.
fn consider(space: &Space, a: &Args) -> PyResult {
    let op = name(space, a, 1)?;
    let op = op
        .as_str()
        .parse()
        .map_err(|_| space.value_error(format!("no operation `{op}`")))?;
    let inputs = space.iterate_vec(argument(space, a, 2)?)?;
    handle(space, a)?.with(space, |ann| {
        let mut args = Vec::new();
        for i in &inputs {
            args.push(read(space, ann, i)?);
        }
        let (result, raises) = ann.consider(op, &args);
        ann.forget_errors();
        Ok(Value::tuple(vec![
            result.map_or(Value::None, |s| describe(ann, s)),
            raises.map_or(Value::None, |all| {
                Value::list(all.iter().map(|c| Value::Int(i64::from(c.0))).collect())
            }),
        ]))
    })
}

/// `emulate(handle, callee, [description])`: like `build`, without completing.
fn emulate(space: &Space, a: &Args) -> PyResult {
    let inputs = space.iterate_vec(argument(space, a, 2)?)?;
    handle(space, a)?.with(space, |ann| {
        let f = read(space, ann, argument(space, a, 1)?)?;
        let mut args = Vec::new();
        for i in &inputs {
            args.push(read(space, ann, i)?);
        }
        Ok(match ann.emulate_call(f, &args) {
            Some(s) => Value::tuple(vec![Value::Bool(true), describe(ann, s)]),
            None => Value::tuple(vec![Value::Bool(false), failure(ann, &[])]),
        })
    })
}

fn forget(space: &Space, a: &Args) -> PyResult {
    handle(space, a)?.with(space, |ann| {
        ann.forget_errors();
        Ok(Value::None)
    })
}

/// `union(handle, a, b)`: the description of the join, or `None`.
fn union(space: &Space, a: &Args) -> PyResult {
    handle(space, a)?.with(space, |ann| {
        let x = read(space, ann, argument(space, a, 1)?)?;
        let y = read(space, ann, argument(space, a, 2)?)?;
        Ok(match ann.union(x, y) {
            Some(s) => describe(ann, s),
            None => Value::None,
        })
    })
}

/// `contains(handle, a, b)`: whether b is below a.
fn contains(space: &Space, a: &Args) -> PyResult {
    handle(space, a)?.with(space, |ann| {
        let x = read(space, ann, argument(space, a, 1)?)?;
        let y = read(space, ann, argument(space, a, 2)?)?;
        Ok(Value::Bool(ann.contains(x, y)))
    })
}

/// `constant(handle, object)`: `(True, description)` or `(False, failure)`.
fn constant(space: &Space, a: &Args) -> PyResult {
    handle(space, a)?.with(space, |ann| {
        let s = ann.constant(argument(space, a, 1)?);
        Ok(if s.is_error() {
            Value::tuple(vec![Value::Bool(false), failure(ann, &[])])
        } else {
            Value::tuple(vec![Value::Bool(true), describe(ann, s)])
        })
    })
}

/// `class_id(handle, class)`
fn class_id(space: &Space, a: &Args) -> PyResult {
    let Some(c) = argument(space, a, 1)?.as_class().cloned() else {
        return Err(space.type_error("expected a class"));
    };
    handle(space, a)?.with(space, |ann| Ok(Value::Int(i64::from(ann.class_of(&c).0))))
}

/// `class_info(handle, id)`: `(name, live class, base id or None, [subclass ids], [attribute names])`
fn class_info(space: &Space, a: &Args) -> PyResult {
    let id = ClassId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| {
        let p = ann.program();
        let c = p.class(id);
        Ok(Value::tuple(vec![
            Value::str(&c.name),
            c.live.clone(),
            c.base.map_or(Value::None, |b| Value::Int(i64::from(b.0))),
            Value::list(
                c.subclasses
                    .iter()
                    .map(|s| Value::Int(i64::from(s.0)))
                    .collect(),
            ),
            Value::list(
                ann.attribute_names(id)
                    .iter()
                    .map(|n| Value::str(n.as_str()))
                    .collect(),
            ),
        ]))
    })
}

/// `attribute(handle, class id, name)`: `(home class id, description, readonly)` or `None`.
fn attribute(space: &Space, a: &Args) -> PyResult {
    let id = ClassId(index(space, a, 1)?);
    let name = name(space, a, 2)?;
    handle(space, a)?.with(space, |ann| {
        let p = ann.program();
        let Some((home, attr)) = p.find_attr(id, name) else {
            return Ok(Value::None);
        };
        let (readonly, s) = (attr.readonly, p.cell(attr.cell));
        Ok(Value::tuple(vec![
            Value::Int(i64::from(home.0)),
            describe(ann, s),
            Value::Bool(readonly),
        ]))
    })
}

/// `desc_info(handle, id)`: `(sort, name, live object or None, [(key, graph)], receiver class or None, function desc or
/// None)`
fn desc_info(space: &Space, a: &Args) -> PyResult {
    let id = DescId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| {
        let p = ann.program();
        let int = |i: u32| Value::Int(i64::from(i));
        let (sort, graphs, class, func) = match &p.descs[id] {
            Desc::Function(f) => {
                let mut graphs = Vec::new();
                for (key, g) in f.graphs.clone() {
                    graphs.push(Value::tuple(vec![spec_key(ann, &key), int(g.0)]));
                }
                ("function", graphs, Value::None, Value::None)
            }
            Desc::Class(c) => (
                "class",
                Vec::new(),
                c.classdef.map_or(Value::None, |c| int(c.0)),
                Value::None,
            ),
            Desc::Method(m) => (
                "method",
                Vec::new(),
                m.receiver.map_or(Value::None, |c| int(c.0)),
                int(m.func.0),
            ),
            Desc::FrozenMethod(m) => ("frozen_method", Vec::new(), Value::None, int(m.func.0)),
            Desc::Frozen(_) => ("frozen", Vec::new(), Value::None, Value::None),
        };
        let p = ann.program();
        Ok(Value::tuple(vec![
            Value::str(sort),
            Value::str(&p.desc_name(id)),
            p.desc_value(id).unwrap_or(Value::None),
            Value::list(graphs),
            class,
            func,
        ]))
    })
}

/// The key of a specialised copy: `(star arity or None, [part])`; a part is a description, a string, or `None`.
fn spec_key(ann: &Annotator, key: &annotator::SpecKey) -> Value {
    let parts = key
        .parts
        .iter()
        .map(|p| match p {
            annotator::SpecPart::Annotation(a) => describe(ann, *a),
            annotator::SpecPart::Any => Value::None,
            other => Value::str(&format!("{other:?}")),
        })
        .collect();
    Value::tuple(vec![
        key.star_arity.map_or(Value::None, |n| Value::Int(n as i64)),
        Value::list(parts),
    ])
}

fn ids(list: impl IntoIterator<Item = DescId>) -> Value {
    Value::list(
        list.into_iter()
            .map(|d| Value::Int(i64::from(d.0)))
            .collect(),
    )
}

/// `family(handle, desc)`: `(representative, [desc])` of the call family, or `None`.
fn family(space: &Space, a: &Args) -> PyResult {
    let id = DescId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| {
        let p = ann.program();
        let Some(&f) = p.family_of.get(&id) else {
            return Ok(Value::None);
        };
        let fam = p.families.get(f);
        Ok(Value::tuple(vec![
            Value::Int(i64::from(p.find_family(f).0)),
            ids(fam.descs.iter().copied()),
        ]))
    })
}

/// `attribute_family(handle, desc)`: `(representative, [desc], {name: description})`, or `None`.
fn attribute_family(space: &Space, a: &Args) -> PyResult {
    let id = DescId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| {
        let p = ann.program();
        let Some(&f) = p.attr_family_of.get(&id) else {
            return Ok(Value::None);
        };
        let fam = p.attr_families.get(f).clone();
        let rep = p.attr_families.find(f);
        let attrs = fam
            .attrs
            .iter()
            .map(|(n, s)| Value::tuple(vec![Value::str(n.as_str()), describe(ann, *s)]))
            .collect();
        Ok(Value::tuple(vec![
            Value::Int(i64::from(rep.0)),
            ids(fam.descs.iter().copied()),
            Value::list(attrs),
        ]))
    })
}

/// `new_list(handle, item, mutated, resized)`
fn new_list(space: &Space, a: &Args) -> PyResult {
    handle(space, a)?.with(space, |ann| {
        let item = read(space, ann, argument(space, a, 1)?)?;
        let s = ann.fresh_list(item);
        let annotator::AnnotationKind::List(l) = s.kind() else {
            return Err(space.type_error("not a list"));
        };
        if flag(a, 2) {
            ann.mark_mutated(*l);
        }
        if flag(a, 3) {
            ann.mark_resized(*l);
        }
        Ok(Value::Int(i64::from(l.0)))
    })
}

/// `list_info(handle, id)`: `(representative, item, resized, mutated, range step or None, immutable, must not resize)`
fn list_info(space: &Space, a: &Args) -> PyResult {
    let id = ListId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| {
        let p = ann.program();
        let def = p.list(id);
        let range = match def.range {
            annotator::RangeStep::No => Value::None,
            annotator::RangeStep::Const(n) => Value::Int(n),
            annotator::RangeStep::Variable => Value::Int(0),
        };
        Ok(Value::tuple(vec![
            Value::Int(i64::from(p.find_list(id).0)),
            describe(ann, p.list_item(id)),
            Value::Bool(def.resized),
            Value::Bool(def.mutated),
            range,
            Value::Bool(def.immutable),
            Value::Bool(def.must_not_resize.is_some()),
        ]))
    })
}

fn list_same(space: &Space, a: &Args) -> PyResult {
    let (x, y) = (ListId(index(space, a, 1)?), ListId(index(space, a, 2)?));
    handle(space, a)?.with(space, |ann| {
        let p = ann.program();
        Ok(Value::Bool(p.find_list(x) == p.find_list(y)))
    })
}

fn list_generalize(space: &Space, a: &Args) -> PyResult {
    let id = ListId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| {
        let item = read(space, ann, argument(space, a, 2)?)?;
        Ok(Value::Bool(ann.generalize_item(id, item)))
    })
}

/// `list_flags(handle, id, mutated, resized)`: sets what is true.
fn list_flags(space: &Space, a: &Args) -> PyResult {
    let id = ListId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| {
        if flag(a, 2) {
            ann.mark_mutated(id);
        }
        if flag(a, 3) {
            ann.mark_resized(id);
        }
        Ok(Value::None)
    })
}

/// `never_resize(handle, id)`: whether that is possible.
fn never_resize(space: &Space, a: &Args) -> PyResult {
    let id = ListId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| Ok(Value::Bool(ann.never_resize(id))))
}

fn new_dict(space: &Space, a: &Args) -> PyResult {
    handle(space, a)?.with(space, |ann| {
        let k = read(space, ann, argument(space, a, 1)?)?;
        let v = read(space, ann, argument(space, a, 2)?)?;
        let s = ann.fresh_dict(k, v);
        let annotator::AnnotationKind::Dict(d) = s.kind() else {
            return Err(space.type_error("not a dictionary"));
        };
        Ok(Value::Int(i64::from(d.0)))
    })
}

/// `dict_info(handle, id)`: `(representative, key, value, is an r_dict)`
fn dict_info(space: &Space, a: &Args) -> PyResult {
    let id = DictId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| {
        let p = ann.program();
        Ok(Value::tuple(vec![
            Value::Int(i64::from(p.find_dict(id).0)),
            describe(ann, p.dict_key(id)),
            describe(ann, p.dict_value(id)),
            Value::Bool(p.dict(id).custom.is_some()),
        ]))
    })
}

fn dict_same(space: &Space, a: &Args) -> PyResult {
    let (x, y) = (DictId(index(space, a, 1)?), DictId(index(space, a, 2)?));
    handle(space, a)?.with(space, |ann| {
        let p = ann.program();
        Ok(Value::Bool(p.find_dict(x) == p.find_dict(y)))
    })
}

fn dict_generalize(space: &Space, a: &Args) -> PyResult {
    let id = DictId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| {
        let k = read(space, ann, argument(space, a, 2)?)?;
        let v = read(space, ann, argument(space, a, 3)?)?;
        Ok(Value::Bool(ann.generalize_entry(id, k, v)))
    })
}

fn graph_count(space: &Space, a: &Args) -> PyResult {
    handle(space, a)?.with(space, |ann| {
        Ok(Value::Int(ann.program().graphs.len() as i64))
    })
}

/// `graph(handle, id)`: see [`crate::graphs`].
fn graph(space: &Space, a: &Args) -> PyResult {
    let id = GraphId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| {
        Ok(crate::graphs::describe(&ann.program().graphs[id].flow))
    })
}

/// `graph_state(handle, id)`: `([reached block ids], desc id or None)`
fn graph_state(space: &Space, a: &Args) -> PyResult {
    let id = GraphId(index(space, a, 1)?);
    handle(space, a)?.with(space, |ann| {
        let g = &ann.program().graphs[id];
        let reached = g.reached.ones().map(|i| Value::Int(i as i64)).collect();
        Ok(Value::tuple(vec![
            Value::list(reached),
            g.desc.map_or(Value::None, |d| Value::Int(i64::from(d.0))),
        ]))
    })
}

/// `binding(handle, graph, variable)`
fn binding(space: &Space, a: &Args) -> PyResult {
    let (g, v) = (GraphId(index(space, a, 1)?), VarId(index(space, a, 2)?));
    handle(space, a)?.with(space, |ann| Ok(describe(ann, ann.binding(g, v))))
}

/// `flow(function)`: `(True, graph)` or `(False, failure)`; takes no handle.
fn flow(space: &Space, a: &Args) -> PyResult {
    let space_rc = the_space(space)?;
    let func = argument(space, a, 0)?;
    let graph = match func {
        Value::Function(f) if flag(a, 1) => flowspace::build_unsimplified(&space_rc, f),
        _ => flowspace::build_flow(&space_rc, func),
    };
    let graph = graph.and_then(|f| match crate::graphs::refusals(&f) {
        refused if refused.is_empty() => Ok(f),
        refused => Err(refused),
    });
    Ok(match graph {
        Ok(f) => Value::tuple(vec![Value::Bool(true), crate::graphs::describe(&f)]),
        Err(diags) => {
            let d = diags.iter().find(|d| d.is_error()).cloned();
            let d =
                d.unwrap_or_else(|| Diagnostic::internal(ir::source::Span::NONE, "no flow graph"));
            let failure = Value::tuple(vec![
                Value::str(d.code),
                Value::str(&d.message),
                Value::str(&ir::diag::render(&d, false)),
                Value::None,
                Value::None,
                Value::str(d.help.as_deref().unwrap_or("")),
                Value::list(Vec::new()),
            ]);
            Value::tuple(vec![Value::Bool(false), failure])
        }
    })
}
