//! One call of a function, untranslated and on the low-level interpreter, as texts that can be compared.
use std::rc::Rc;

use annotator::{Annotation, AnnotationKind};
use ir::lltype::LLType;
use lowlevel::Program;
use lowlevel::interp::externs::ExternError;
use lowlevel::interp::{Interp, Outcome, StdExterns, Val};
use python::live::{PyErr, Space, Value};

/// What a call came to: the text of its result, or the class of the exception.
pub(crate) type Ended = Result<String, String>;

/// Calls `f` untranslated.
pub(crate) fn live(space: &Space, f: &Value, args: &[Value]) -> Ended {
    match space.call(f, args) {
        Ok(v) => Ok(format!("{v:?}")),
        Err(PyErr::Raise(e)) => {
            let d = space.diagnostic(PyErr::Raise(e));
            // "KeyError: ..." or "uncaught exception KeyError": the class is the first word that ends in Error.
            let class = d
                .message
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .find(|w| {
                    w.ends_with("Error")
                        || w.ends_with("Exit")
                        || w.ends_with("Exception")
                        || *w == "StopIteration"
                })
                .unwrap_or("?")
                .to_string();
            Err(class)
        }
        Err(other) => Err(space.diagnostic(other).message),
    }
}

/// The runtime's float functions, by the live space's.
pub(crate) fn externs(space: &Rc<Space>) -> StdExterns {
    let mut e = StdExterns::default();
    e.register("gx_float_repr", move |call| {
        let text = python::live::text::float_repr(call.args[0].as_float());
        Ok(call.memory.new_string(text.as_bytes()))
    });
    let s = space.clone();
    e.register("gx_float_format", move |call| {
        let code = call.args[1].int() as u8 as char;
        let fmt = Value::string(format!("%.{}{code}", call.args[2].int()));
        let text = match python::live::text::percent::percent(
            &s,
            &fmt,
            &Value::Float(call.args[0].as_float()),
        ) {
            Ok(v) => v.as_text().unwrap_or_default(),
            Err(_) => return Err(ExternError::Fault("format".into())),
        };
        Ok(call.memory.new_string(text.as_bytes()))
    });
    let failed = Rc::new(std::cell::Cell::new(false));
    let flag = failed.clone();
    e.register("gx_float_parse", move |call| {
        let text = call.memory.string(call.args[0]);
        let x = String::from_utf8_lossy(&text).trim().parse::<f64>();
        flag.set(x.is_err());
        Ok(Val::float(x.unwrap_or(0.0)))
    });
    e.register("gx_errno", move |_| Ok(Val::Int(i64::from(failed.get()))));
    e
}

/// Calls the entry of a low-level program, whose result has the annotation `result`.
///
/// # Errors
/// An end that no program of a test may come to.
pub(crate) fn low_level(
    program: &Program,
    interp: &mut Interp<'_>,
    args: &[Value],
    result: Annotation,
) -> Result<Ended, String> {
    let entry = program.entry.ok_or("no entry")?;
    let sig = program.types.as_func(program.funcs[entry].sig).clone();
    // An argument without a value is not passed.
    let args: Vec<Val> = args
        .iter()
        .zip(&sig.args)
        .map(|(a, &t)| argument(interp, a, t).ok_or_else(|| format!("cannot pass {a:?}")))
        .collect::<Result<_, _>>()?;
    let v = match interp.call(entry, &args) {
        Ok(v) => v,
        Err(Outcome::Raised { class, .. }) => return Ok(Err(class)),
        Err(Outcome::Abort(e)) => return Ok(Err(format!("abort {}", e.name()))),
        Err(other) => return Err(format!("{other:?}")),
    };
    let unsigned = matches!(result.kind(), AnnotationKind::Int { kind, .. } if !kind.signed);
    Ok(Ok(match (sig.result, v) {
        (LLType::Void, _) => match result.const_value() {
            Some(k) => format!("{k:?}"),
            None => "None".to_string(),
        },
        (LLType::Bool, v) => if v.bool() { "True" } else { "False" }.to_string(),
        (LLType::Char, Val::Int(c)) => format!("{:?}", Value::bytes(&[c as u8])),
        (LLType::UniChar, Val::Int(c)) => format!("{:?}", Value::code_points(vec![c as u32])),
        (LLType::Unsigned, Val::Int(i)) if unsigned => format!("{}", i as u64),
        (_, Val::Int(i)) => i.to_string(),
        (LLType::Float, v) => format!("{:?}", Value::Float(v.as_float())),
        (LLType::Ptr(c), v) if Some(c) == program.known.string => match v {
            Val::Null => "None".to_string(),
            v => format!("{:?}", Value::bytes(&interp.read_string(v))),
        },
        (_, v) => format!("{v:?}"),
    }))
}

/// A live value as an argument of a low-level function, of type `t`.
fn argument(interp: &mut Interp<'_>, v: &Value, t: LLType) -> Option<Val> {
    Some(match v {
        Value::Bool(b) => Val::Int(i64::from(*b)),
        Value::Int(i) => Val::Int(*i),
        Value::Float(x) => Val::float(*x),
        other if matches!(t, LLType::Char | LLType::UniChar) => {
            Val::Int(i64::from(u32::from(other.as_text()?.chars().next()?)))
        }
        other => interp.string(&other.as_text()?),
    })
}

/// Whether translated code may end like this. An exception that nobody catches is a report of the run time.
pub(crate) fn same(untranslated: &Ended, translated: &Ended) -> bool {
    match (untranslated, translated) {
        (Ok(a), Ok(b)) => a == b,
        (Err(a), Err(b)) => {
            b.contains(a.as_str())
                || (b.starts_with("abort")
                    && matches!(
                        a.as_str(),
                        "IndexError"
                            | "ZeroDivisionError"
                            | "ValueError"
                            | "AttributeError"
                            | "TypeError"
                            | "StopIteration"
                    ))
        }
        _ => false,
    }
}
