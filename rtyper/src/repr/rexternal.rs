//! Functions of `os`, `time`, `math`, `sys` and the like: LLPython wrappers around functions of the runtime.
//!
//! A function `os.write` is done by `ll_os_write` in `rpython/rtyper/lltypesystem/ll_os.py`; arguments are converted to
//! the wrapper's low-level types.
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use lowlevel::Const;

use super::rint::k;
use super::{Repr, ReprId};
use crate::typer::dispatch::Typed;
use crate::typer::helper::HelperArg;
use crate::typer::{Hop, Lower, R};

/// Name; argument letters (see `externs`; `!`: the type of strings comes first); the module and name of the wrapper.
const WRAPPERS: &[(&str, &str, &str, &str)] = &[
    ("os.write", "ST", "ll_os", "ll_os_write"),
    ("os.read", "!SS", "ll_os", "ll_os_read"),
    ("os.open", "TSS", "ll_os", "ll_os_open"),
    ("os.close", "S", "ll_os", "ll_os_close"),
    ("os.lseek", "SSS", "ll_os", "ll_os_lseek"),
    ("os.isatty", "S", "ll_os", "ll_os_isatty"),
    ("os.getenv", "!T", "ll_os", "ll_os_getenv"),
    ("os.getpid", "", "ll_os", "ll_os_getpid"),
    ("os.unlink", "T", "ll_os", "ll_os_unlink"),
    ("os.remove", "T", "ll_os", "ll_os_unlink"),
    ("os.getcwd", "!", "ll_os", "ll_os_getcwd"),
    ("os.mkdir", "TS", "ll_os", "ll_os_mkdir"),
    ("os.rmdir", "T", "ll_os", "ll_os_rmdir"),
    ("os.rename", "TT", "ll_os", "ll_os_rename"),
    ("os.dup", "S", "ll_os", "ll_os_dup"),
    ("os.strerror", "!S", "ll_os", "ll_os_strerror"),
    ("os._exit", "S", "ll_os", "ll_os_exit"),
    ("os.path.exists", "T", "ll_os", "ll_os_exists"),
    ("os.path.isdir", "T", "ll_os", "ll_os_isdir"),
    ("os.path.isfile", "T", "ll_os", "ll_os_isfile"),
    ("posixpath.exists", "T", "ll_os", "ll_os_exists"),
    ("posixpath.isdir", "T", "ll_os", "ll_os_isdir"),
    ("posixpath.isfile", "T", "ll_os", "ll_os_isfile"),
    ("time.time", "", "ll_os", "ll_time_time"),
    ("time.clock", "", "ll_os", "ll_time_clock"),
    ("time.perf_counter", "", "ll_os", "ll_time_clock"),
    ("time.sleep", "F", "ll_os", "ll_time_sleep"),
    ("math.log", "F", "ll_math", "ll_math_log"),
    ("math.log2", "F", "ll_math", "ll_math_log2"),
    ("math.log10", "F", "ll_math", "ll_math_log10"),
    ("math.log1p", "F", "ll_math", "ll_math_log1p"),
    ("math.exp", "F", "ll_math", "ll_math_exp"),
    ("math.expm1", "F", "ll_math", "ll_math_expm1"),
    ("math.sqrt", "F", "ll_math", "ll_math_sqrt"),
    ("math.pow", "FF", "ll_math", "ll_math_pow"),
    ("math.fmod", "FF", "ll_math", "ll_math_fmod"),
    ("math.asin", "F", "ll_math", "ll_math_asin"),
    ("math.acos", "F", "ll_math", "ll_math_acos"),
    ("math.acosh", "F", "ll_math", "ll_math_acosh"),
    ("math.atanh", "F", "ll_math", "ll_math_atanh"),
    ("math.cosh", "F", "ll_math", "ll_math_cosh"),
    ("math.sinh", "F", "ll_math", "ll_math_sinh"),
    ("math.sin", "F", "ll_math", "ll_math_sin"),
    ("math.cos", "F", "ll_math", "ll_math_cos"),
    ("math.tan", "F", "ll_math", "ll_math_tan"),
    ("math.ldexp", "FS", "ll_math", "ll_math_ldexp"),
    ("math.gamma", "F", "ll_math", "ll_math_gamma"),
    ("math.lgamma", "F", "ll_math", "ll_math_lgamma"),
    ("math.isnan", "F", "ll_math", "ll_math_isnan"),
    ("math.isinf", "F", "ll_math", "ll_math_isinf"),
    ("rpython.rlib.rfloat.isnan", "F", "ll_math", "ll_math_isnan"),
    ("rpython.rlib.rfloat.isinf", "F", "ll_math", "ll_math_isinf"),
    (
        "rpython.rlib.rfloat.isfinite",
        "F",
        "ll_math",
        "ll_math_isfinite",
    ),
];

/// Functions of the runtime that need no wrapper: name, symbol.
const PLAIN: &[(&str, &str)] = &[
    ("math.atan", "gx_math_atan"),
    ("math.atan2", "gx_math_atan2"),
    ("math.tanh", "gx_math_tanh"),
    ("math.asinh", "gx_math_asinh"),
    ("math.ceil", "gx_math_ceil"),
    ("math.floor", "gx_math_floor"),
    ("math.fabs", "gx_math_fabs"),
    ("math.hypot", "gx_math_hypot"),
    ("math.copysign", "gx_math_copysign"),
    ("rpython.rlib.rfloat.copysign", "gx_math_copysign"),
    ("math.erf", "gx_math_erf"),
    ("math.erfc", "gx_math_erfc"),
];

impl Lower<'_> {
    fn letter_repr(&mut self, c: char) -> ReprId {
        let r = match c {
            'S' => Repr::Int(LLType::Signed),
            'F' => Repr::Float,
            'C' => Repr::Char,
            'B' => Repr::Bool,
            'T' => Repr::Str,
            _ => Repr::Void,
        };
        self.rt.intern(r)
    }
    /// A call of a function outside of the program.
    pub fn external_call(&mut self, hop: &Hop, name: &str) -> R<Typed> {
        let name = name
            .strip_prefix("posix.")
            .map_or(name.to_string(), |f| format!("os.{f}"));
        let to_int = self.rt.repr(hop.rresult) == Repr::Int(LLType::Signed);
        if to_int && matches!(name.as_str(), "math.floor" | "math.ceil" | "math.trunc") {
            // Those of Python 3.
            if let Repr::Int(_) = self.rt.repr(hop.args[1].repr) {
                let v = self.int_arg(&hop.args[1], LLType::Signed)?;
                return self.typed_int(v);
            }
            let f = self.rt.intern(Repr::Float);
            let mut v = self.arg_as(hop, 1, f)?;
            if name != "math.trunc" {
                v = self.call_extern(&name.replace("math.", "gx_math_"), vec![v])?;
            }
            let v = self.float_to_int_checked(v)?;
            return self.typed_int(v);
        }
        if let Some(&(_, symbol)) = PLAIN.iter().find(|p| p.0 == name) {
            let f = self.rt.intern(Repr::Float);
            let mut vals = Vec::new();
            for i in 1..hop.args.len() {
                vals.push(self.arg_as(hop, i, f)?);
            }
            let v = self.call_extern(symbol, vals)?;
            return self.typed(v, Repr::Float);
        }
        if name == "rpython.rlib.rfloat.formatd" {
            let mut vals = Vec::new();
            for (i, c) in "FCSS".chars().enumerate() {
                let r = self.letter_repr(c);
                vals.push(match hop.args.get(i + 1) {
                    Some(_) => self.arg_as(hop, i + 1, r)?,
                    None => self.int(0),
                });
            }
            let v = self.call_extern("gx_float_format", vals)?;
            return self.typed(v, Repr::Str);
        }
        if name == "math.modf" || name == "math.frexp" {
            let f = self.rt.intern(Repr::Float);
            let x = self.arg_as(hop, 1, f)?;
            let (a, b) = if name == "math.frexp" {
                let m = self.call_extern("gx_math_frexp_m", vec![x.clone()])?;
                let e = self.call_extern("gx_math_frexp_e", vec![x])?;
                let int = self.rt.intern(Repr::Int(LLType::Signed));
                ((m, f), (e, int))
            } else {
                let frac = self.helper_as(
                    "ll_math",
                    "ll_math_modf_frac",
                    [x.clone().into()],
                    LLType::Float,
                )?;
                let whole =
                    self.helper_as("ll_math", "ll_math_modf_int", [x.into()], LLType::Float)?;
                ((frac, f), (whole, f))
            };
            return self.pair(a, b, hop.rresult);
        }
        let Some(&(_, letters, module, wrapper)) = WRAPPERS.iter().find(|w| w.0 == name) else {
            return Err(self.no_function(hop, &name));
        };
        let mut args = Vec::new();
        if letters.starts_with('!') {
            args.push(HelperArg::Type(LLType::Ptr(self.rt.string)));
        }
        for (i, c) in letters.trim_start_matches('!').chars().enumerate() {
            let r = self.letter_repr(c);
            if i + 1 < hop.args.len() {
                // The runtime reads through it.
                if c == 'T' {
                    self.check_argument(&hop.args[i + 1])?;
                }
                args.push(self.arg_as(hop, i + 1, r)?.into());
            } else {
                let d = if name == "os.open" || name == "os.mkdir" {
                    0o777
                } else {
                    0
                };
                args.push(k(Const::signed(d)).into());
            }
        }
        let (v, r) = self.helper(module, wrapper, args)?;
        if self.dead {
            return self.typed_void();
        }
        // Strings come back as low-level pointers.
        let t = self.ty(&v);
        if t == LLType::Ptr(self.rt.string) {
            return self.typed(v, Repr::Str);
        }
        Ok((v, r))
    }
    /// The error for a function that translated code does not have.
    pub(super) fn no_function(&self, hop: &Hop, name: &str) -> Box<Diagnostic> {
        self.rt.unsupported(format!(
            "the function `{name}` with {} arguments",
            hop.args.len() - 1
        ))
    }
}
