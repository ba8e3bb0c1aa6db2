//! `interpret(function, arguments)`: annotates and types a function and runs it in the low-level interpreter. What
//! RPython's tests call to see a function behave as it does when translated.
//!
//! ```text
//! interpret(f, [3, 'a'])  ->  ('ok', value, objects) | ('raised', class) | ('abort', error)
//!                              | ('error', sort, code, message)
//! ```
//! Low-level objects come back as plain data, since the memory they live in ends with the run: a reference is a
//! one-item tuple, the index of an object in the list; an object is
//! `(sort, type, class, [(field, value)], items, text)`.
use std::cell::Cell;
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::{Annotation, Annotator, AnnotatorOptions, IntKind};
use ir::diag::Diagnostic;
use ir::lltype::{Container, ContainerId, FieldType, LLType};
use lowlevel::interp::externs::ExternError;
use lowlevel::interp::{Interp, Outcome, StdExterns, Val};
use lowlevel::{ObjId, Program};
use python::live::{Args, PyResult, Space, Value};
use rtyper::typer::RTyper;
use rustc_hash::FxHashMap;

/// Most operations of one run.
const FUEL: u64 = 200_000_000;

/// The annotation of an argument: that of its low-level type.
fn annotation_of(v: &Value) -> Option<Annotation> {
    Some(match v {
        Value::None => Annotation::none(),
        Value::Bool(_) => Annotation::bool(),
        Value::Int(_) => Annotation::int(),
        Value::Float(_) => Annotation::float(),
        Value::Str(s) if s.bytes.len() == 1 => Annotation::char(),
        Value::Str(_) => Annotation::str().nullable(),
        Value::Unicode(u) if u.points.len() == 1 => Annotation::unichar(),
        Value::Unicode(_) => Annotation::unicode().nullable(),
        Value::Tuple(t) if t.len() == 1 => match &t[0] {
            // A string of one character, as a string.
            Value::Str(_) => Annotation::str().nullable(),
            Value::Unicode(_) => Annotation::unicode().nullable(),
            _ => return None,
        },
        Value::Instance(_) => {
            let kind = |signed, bits| Annotation::int_kind(IntKind { signed, bits }, !signed);
            match v.class().name.get().as_str() {
                "r_int" => Annotation::int(),
                "r_uint" | "r_ulonglong" => kind(false, 64),
                "r_longlong" => Annotation::int(),
                "r_int_32" => kind(true, 32),
                "r_uint_32" => kind(false, 32),
                "r_longlonglong" => kind(true, 128),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// The low-level value of an argument.
fn lower(interp: &mut Interp<'_>, program: &Program, ty: LLType, v: &Value) -> Option<Val> {
    let inner = match v {
        Value::Tuple(t) => t[0].clone(),
        other => other.unwrapped(),
    };
    Some(match (ty, &inner) {
        (LLType::Void, _) => Val::Void,
        (LLType::Float, _) => match &inner {
            Value::Float(f) => Val::float(*f),
            other => Val::float(other.as_int()? as f64),
        },
        (LLType::Ptr(_), Value::None) => Val::Null,
        (LLType::Ptr(c), Value::Str(s)) if Some(c) == program.known.string => {
            interp.memory.new_string(&s.bytes)
        }
        (LLType::Ptr(c), Value::Unicode(u)) => {
            let p = interp.memory.allocate(c, u.points.len()).ok()?;
            for (i, &x) in u.points.iter().enumerate() {
                let item = Val::Int(i64::from(x));
                interp.memory.set_item(p, c, i as i64, item).ok()?;
            }
            p
        }
        (LLType::Char, Value::Str(s)) => Val::Int(i64::from(*s.bytes.first()?)),
        (LLType::UniChar, Value::Unicode(u)) => Val::Int(i64::from(*u.points.first()?)),
        (_, Value::Bool(b)) => Val::Int(i64::from(*b)),
        (_, Value::Int(i)) => Val::Int(*i),
        // An unsigned word.
        (LLType::Unsigned, Value::Long(l)) => Val::Int(u64::try_from(&**l).ok()? as i64),
        _ => return None,
    })
}

/// Turns low-level values into plain data.
struct Reader<'a, 'p> {
    space: &'a Space,
    program: &'p Program,
    interp: &'a Interp<'p>,
    seen: FxHashMap<u32, usize>,
    objects: Vec<Value>,
}

impl Reader<'_, '_> {
    fn unsigned(&self, i: i64, class: &str) -> Value {
        let big = Value::from_big(dashu_int::IBig::from(i as u64));
        let make = self
            .space
            .import("rpython.rlib.rarithmetic")
            .ok()
            .and_then(|m| m.get(class));
        match make.and_then(|c| self.space.call(&c, std::slice::from_ref(&big)).ok()) {
            Some(v) => v,
            None => big,
        }
    }
    fn value(&mut self, ty: LLType, v: Val) -> Value {
        match (ty, v) {
            (LLType::Void, _) | (_, Val::Void | Val::Null) => Value::None,
            (LLType::Bool, Val::Int(i)) => Value::Bool(i != 0),
            (LLType::Char, Val::Int(i)) => Value::bytes(&[i as u8]),
            (LLType::UniChar, Val::Int(i)) => Value::code_points(vec![i as u32]),
            (LLType::Unsigned, Val::Int(i)) => self.unsigned(i, "r_uint"),
            (_, Val::Int(i)) => Value::Int(i),
            (_, Val::Float(_)) => Value::Float(v.as_float()),
            (LLType::Ptr(c), Val::Ref(r)) => match self.object(c, v, r.object) {
                Some(i) => Value::tuple(vec![Value::Int(i as i64)]),
                None => Value::str("<object>"),
            },
            (_, Val::Func(f)) => Value::str(&self.program.funcs[f].name),
            (_, other) => Value::str(&format!("{other:?}")),
        }
    }
    fn object(&mut self, c: ContainerId, p: Val, id: u32) -> Option<usize> {
        if let Some(&i) = self.seen.get(&id) {
            return Some(i);
        }
        if self.seen.len() > 20_000 {
            return None;
        }
        let own = self.interp.memory.container(p).unwrap_or(c);
        let index = self.objects.len();
        self.seen.insert(id, index);
        self.objects.push(Value::None);
        let (mut class, mut text, mut items) = (Value::None, Value::None, Value::None);
        let mut fields = Vec::new();
        let memory = &self.interp.memory;
        let types = &self.program.types;
        let (sort, name) = match types.get(own) {
            Container::Struct(s) if matches!(s.name.as_str(), "rpy_string" | "rpy_unicode") => {
                let n = memory.length(p, own).ok()?;
                let mut points = Vec::with_capacity(n);
                for i in 0..n {
                    match memory.get_item(p, own, i as i64) {
                        Ok(Val::Int(x)) => points.push(x as u32),
                        _ => return None,
                    }
                }
                text = if s.name.as_str() == "rpy_string" {
                    Value::from_vec(points.iter().map(|&x| x as u8).collect())
                } else {
                    Value::code_points(points)
                };
                ("string", s.name.to_string())
            }
            Container::Struct(s) if s.hints.vtable => {
                let found = self.program.objects.get(ObjId(id));
                class = Value::str(found.map_or("?", |o| class_name(&o.name)));
                ("class", s.name.to_string())
            }
            Container::Struct(s) => {
                let name = s.name.to_string();
                // The parts of the parents, the root's first.
                let mut chain = vec![own];
                while let Some(up) = types.super_struct(chain[chain.len() - 1]) {
                    chain.push(up);
                }
                for &part in chain.iter().rev() {
                    let Container::Struct(s) = types.get(part) else {
                        continue;
                    };
                    for (i, f) in s.fields.iter().enumerate() {
                        let FieldType::Value(ty) = f.ty else { continue };
                        let Ok(v) = self.interp.memory.get_field(p, part, i as u32) else {
                            continue;
                        };
                        if f.name.as_str() == "typeptr" {
                            if let Val::Ref(r) = v {
                                let found = self.program.objects.get(ObjId(r.object));
                                class = Value::str(found.map_or("?", |o| class_name(&o.name)));
                            }
                            continue;
                        }
                        let v = self.value(ty, v);
                        fields.push(Value::tuple(vec![Value::str(f.name.as_str()), v]));
                    }
                }
                ("struct", name)
            }
            Container::Array(a) => {
                let mut out = Vec::new();
                if let (FieldType::Value(ty), Ok(n)) = (a.item, memory.length(p, own)) {
                    for i in 0..n {
                        let v = self.interp.memory.get_item(p, own, i as i64).ok()?;
                        out.push(self.value(ty, v));
                    }
                }
                items = Value::list(out);
                ("array", "array".to_owned())
            }
            _ => ("opaque", types.show_container(own)),
        };
        self.objects[index] = Value::tuple(vec![
            Value::str(sort),
            Value::string(name),
            class,
            Value::list(fields),
            items,
            text,
        ]);
        Some(index)
    }
}

/// The name of a class, from that of its vtable.
fn class_name(vtable: &str) -> &str {
    vtable.strip_suffix(".vtable").unwrap_or(vtable)
}

/// The functions of the runtime that format and read floats, and those of the operating system.
fn externs(space: &Rc<Space>) -> StdExterns {
    let mut e = StdExterns::default();
    e.register("gx_float_repr", move |call| {
        let text = python::live::text::float_repr(call.args[0].as_float());
        Ok(call.memory.new_string(text.as_bytes()))
    });
    let s = space.clone();
    e.register("gx_float_format", move |call| {
        let format = || {
            let f = s.import("_genext").ok()?.get("format_float")?;
            let code = Value::str(&(call.args[1].int() as u8 as char).to_string());
            let (precision, flags) = (call.args[2].int(), call.args[3].int());
            let x = Value::Float(call.args[0].as_float());
            let args = [x, code, Value::Int(precision), Value::Int(flags)];
            s.call(&f, &args).ok()?.as_text()
        };
        match format() {
            Some(text) => Ok(call.memory.new_string(text.as_bytes())),
            None => Err(ExternError::Fault("a float cannot be formatted".into())),
        }
    });
    let errno = Rc::new(Cell::new(0));
    let failed = errno.clone();
    e.register("gx_float_parse", move |call| {
        let text = call.memory.string(call.args[0]);
        let x = String::from_utf8_lossy(&text).trim().parse::<f64>();
        failed.set(i64::from(x.is_err()));
        Ok(Val::float(x.unwrap_or(0.0)))
    });
    crate::system::register(&mut e, space, &errno);
    e.register("gx_errno", move |_| Ok(Val::Int(errno.get())));
    e
}

fn error(sort: &str, list: &[Diagnostic]) -> Value {
    let d = list.iter().find(|d| d.is_error()).or(list.first());
    let (code, message, shown) = match d {
        Some(d) => (d.code, d.message.clone(), ir::diag::render(d, false)),
        None => ("E0000", "no diagnostic".to_owned(), String::new()),
    };
    Value::tuple(vec![
        Value::str("error"),
        Value::str(sort),
        Value::str(code),
        Value::string(message),
        Value::string(shown),
    ])
}

/// `interpret(function, [argument])`
pub(crate) fn interpret(space: &Space, a: &Args) -> PyResult {
    a.check(space, "interpret", 2, 2)?;
    let Some(space_rc) = crate::attached(space) else {
        return Err(space.error("RuntimeError", "this space is not attached"));
    };
    let values = space.iterate_vec(a.arg(1))?;
    let mut args = Vec::new();
    for v in &values {
        match annotation_of(v) {
            Some(s) => args.push(s),
            None => {
                return Err(
                    space.type_error(format!("interpret() cannot pass a {}", v.type_name()))
                );
            }
        }
    }
    let front = LiveFront::new(space_rc.clone());
    let mut annotator = Annotator::new(Box::new(front), AnnotatorOptions::default());
    let graph = match annotator.run(a.arg(0), &args) {
        Ok(g) => g,
        Err(list) => return Ok(error("annotator", &list)),
    };
    let result = annotator.program.graphs[graph].result();
    let constant = result.const_value().cloned();
    let program = match RTyper::new(Box::new(annotator)).run(false) {
        Ok(p) => p,
        Err(list) => return Ok(error("typer", &list)),
    };
    let Some(entry) = program.entry else {
        return Err(space.error("RuntimeError", "the program has no entry"));
    };
    let signature = program.types.as_func(program.funcs[entry].sig).clone();
    let mut interp = Interp::with_externs(&program, Box::new(externs(&space_rc)));
    interp.fuel = FUEL;
    let mut lowered = Vec::new();
    // Arguments of type Void are not passed.
    for (ty, v) in signature.args.iter().zip(values.iter()) {
        match lower(&mut interp, &program, *ty, v) {
            Some(x) => lowered.push(x),
            None => return Err(space.type_error("interpret(): an argument does not fit its type")),
        }
    }
    let outcome = interp.call(entry, &lowered);
    let output = interp.output();
    if !output.is_empty() {
        use std::io::Write;
        space.flush();
        let _ = std::io::stdout().write_all(&output);
    }
    Ok(Value::tuple(match outcome {
        Ok(v) => {
            let value = match (signature.result, constant) {
                (LLType::Void, Some(k)) => Value::tuple(vec![Value::None, k]),
                _ => {
                    let mut reader = Reader {
                        space,
                        program: &program,
                        interp: &interp,
                        seen: FxHashMap::default(),
                        objects: Vec::new(),
                    };
                    let value = reader.value(signature.result, v);
                    return Ok(Value::tuple(vec![
                        Value::str("ok"),
                        value,
                        Value::list(reader.objects),
                    ]));
                }
            };
            vec![Value::str("ok"), value, Value::list(Vec::new())]
        }
        Err(Outcome::Raised { class, .. }) => {
            vec![Value::str("raised"), Value::str(class_name(&class))]
        }
        Err(Outcome::Abort(e)) => vec![Value::str("abort"), Value::str(e.name())],
        Err(other) => vec![Value::str("fault"), Value::string(format!("{other:?}"))],
    }))
}

/// `specialize(handle)`: types what the annotator has annotated last; `None` or an error.
pub(crate) fn specialize(space: &Space, a: &Args) -> PyResult {
    let Some(handle) = a.arg(0).as_native::<crate::handle::Handle>() else {
        return Err(space.type_error("expected an annotator handle"));
    };
    let (Some(space_rc), Some((func, inputs))) = (
        crate::attached(space),
        handle.built.borrow().last().cloned(),
    ) else {
        return Err(space.error("RuntimeError", "nothing is annotated yet"));
    };
    // The rtyper uses its annotator up; tests go on with theirs.
    let mut annotator = crate::handle::fresh(&space_rc);
    let mut args = Vec::new();
    for i in &inputs {
        args.push(crate::describe::read(space, &mut annotator, i)?);
    }
    if let Err(list) = annotator.run(&func, &args) {
        return Ok(error("annotator", &list));
    }
    Ok(match RTyper::new(Box::new(annotator)).run(false) {
        Ok(_) => Value::None,
        Err(list) => error("typer", &list),
    })
}
