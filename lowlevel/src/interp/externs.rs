//! External functions of the interpreter: what the runtime provides to a translated program, in terms of checked
//! memory.
//!
//! [`StdExterns`] knows the functions of the mathematical library by their names, with or without a prefix
//! (`ll_math_sin`, `sin`), `write` into a buffer, and what a test registers.
use rustc_hash::FxHashMap;

use super::memory::{Memory, Val};
use crate::ExternFunc;
use crate::check::CLAIM_FAILED;

/// A call of an external function.
pub struct Call<'a, 'p> {
    /// Which.
    pub func: &'a ExternFunc,
    pub args: &'a [Val],
    pub memory: &'a mut Memory<'p>,
}

/// How an external function fails.
pub enum ExternError {
    /// Raises the known exception of this name.
    Raise(String),
    /// Ends the program.
    Exit(i64),
    /// Is not provided, or was called wrongly.
    Fault(String),
}

impl From<String> for ExternError {
    fn from(m: String) -> Self {
        ExternError::Fault(m)
    }
}

/// What external functions do when a program is interpreted.
pub trait Externs {
    /// Executes a call of an external function.
    fn call(&mut self, call: &mut Call<'_, '_>) -> Result<Val, ExternError>;
    /// What was written so far.
    fn output(&self) -> Vec<u8> {
        Vec::new()
    }
}

/// What stands in for an external function.
pub type ExternFn = Box<dyn FnMut(&mut Call<'_, '_>) -> Result<Val, ExternError>>;

/// The standard external functions (see module header).
#[derive(Default)]
pub struct StdExterns {
    functions: FxHashMap<String, ExternFn>,
    written: Vec<u8>,
}

impl StdExterns {
    /// Adds a function, in place of one of the same name.
    pub fn register(
        &mut self,
        name: &str,
        f: impl FnMut(&mut Call<'_, '_>) -> Result<Val, ExternError> + 'static,
    ) {
        self.functions.insert(name.to_owned(), Box::new(f));
    }
    fn write(&mut self, call: &mut Call<'_, '_>) -> Result<Val, ExternError> {
        // `write(fd, string)` or `write(fd, raw characters, length)`.
        let bytes = match call.args {
            [_, s] => call.memory.string(*s),
            [_, p, Val::Int(n)] => {
                let c = call.memory.container(*p)?;
                (0..*n)
                    .map(|i| match call.memory.get_item(*p, c, i)? {
                        Val::Int(b) => Ok(b as u8),
                        other => Err(format!("{other:?} is no character")),
                    })
                    .collect::<Result<Vec<u8>, String>>()?
            }
            _ => return Err(ExternError::Fault("write: arguments".into())),
        };
        self.written.extend_from_slice(&bytes);
        Ok(Val::Int(bytes.len() as i64))
    }
}

fn math(name: &str, args: &[Val]) -> Option<Val> {
    let f = |i: usize| match args.get(i) {
        Some(Val::Float(b)) => Some(f64::from_bits(*b)),
        _ => None,
    };
    let x = f(0)?;
    let r = match (name, args.len()) {
        ("sin", 1) => x.sin(),
        ("cos", 1) => x.cos(),
        ("tan", 1) => x.tan(),
        ("asin", 1) => x.asin(),
        ("acos", 1) => x.acos(),
        ("atan", 1) => x.atan(),
        ("sinh", 1) => x.sinh(),
        ("cosh", 1) => x.cosh(),
        ("tanh", 1) => x.tanh(),
        ("exp", 1) => x.exp(),
        ("log", 1) => x.ln(),
        ("log10", 1) => x.log10(),
        ("log2", 1) => x.log2(),
        ("log1p", 1) => x.ln_1p(),
        ("expm1", 1) => x.exp_m1(),
        ("sqrt", 1) => x.sqrt(),
        ("floor", 1) => x.floor(),
        ("ceil", 1) => x.ceil(),
        ("fabs", 1) => x.abs(),
        ("atan2", 2) => x.atan2(f(1)?),
        ("pow", 2) => x.powf(f(1)?),
        ("fmod", 2) => x % f(1)?,
        ("hypot", 2) => x.hypot(f(1)?),
        ("copysign", 2) => x.copysign(f(1)?),
        _ => return None,
    };
    Some(Val::float(r))
}

/// What the collector tells of objects with finalisers.
fn finalizer_function(name: &str, call: &mut Call<'_, '_>) -> Option<Val> {
    let memory = &mut call.memory;
    Some(match (name, call.args) {
        ("gx_fin_register", &[object, Val::Int(tag)]) => {
            memory.register_finalizer(object, tag);
            Val::Void
        }
        ("gx_fin_begin", []) => Val::Int(i64::from(memory.begin_finalizers())),
        ("gx_fin_next", []) => Val::Int(memory.next_finalizer()),
        ("gx_fin_object", &[Val::Int(tag)]) => memory.next_dead(tag),
        ("gx_gc_pressure" | "gx_vref_redeem", _) => Val::Void,
        _ => return None,
    })
}

impl Externs for StdExterns {
    fn call(&mut self, call: &mut Call<'_, '_>) -> Result<Val, ExternError> {
        let name = call.func.name.as_str();
        if let Some(f) = self.functions.get_mut(name) {
            return f(call);
        }
        let short = name.rsplit(['_', '.']).next().unwrap_or(name);
        if name == CLAIM_FAILED {
            let claim = match call.args.first() {
                Some(&text @ Val::Ref(_)) => {
                    String::from_utf8_lossy(&call.memory.string(text)).into_owned()
                }
                _ => String::new(),
            };
            return Err(ExternError::Fault(format!(
                "a claim does not hold: {claim}"
            )));
        }
        if let Some(v) = finalizer_function(name, call) {
            return Ok(v);
        }
        match short {
            "write" => return self.write(call),
            "exit" => {
                let code = match call.args.first() {
                    Some(Val::Int(i)) => *i,
                    _ => 0,
                };
                return Err(ExternError::Exit(code));
            }
            _ => {}
        }
        math(short, call.args)
            .ok_or_else(|| ExternError::Fault(format!("no external function {name}")))
    }
    fn output(&self) -> Vec<u8> {
        self.written.clone()
    }
}
