//! Functions of `os`, `time`, `math`, `sys` and the like: LLPython helpers around functions of the runtime.
//!
//! The table `python::vocabulary::externals` says which: a function `os.write` is done by `ll_os_write` in
//! `rpython/rtyper/lltypesystem/ll_os.py`. Arguments are converted to the helper's low-level types.
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use lowlevel::Const;
use python::vocabulary::externals::{Body, External};

use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::typer::dispatch::Typed;
use crate::typer::helper::HelperArg;
use crate::typer::lower::Opd;
use crate::typer::{Hop, Lower, R};

const S: LLType = LLType::Signed;

/// What an optional argument is that is not given: all of them are the modes of files.
const MODE: i64 = 0o777;

impl Lower<'_> {
    /// A call of a function outside of the program.
    pub fn external_call(&mut self, hop: &Hop, f: External) -> R<Typed> {
        let row = f.row();
        if row.rounds && self.rt.repr(hop.rresult) == Repr::Int(S) {
            if let Repr::Int(_) | Repr::Bool = self.rt.repr(hop.args[1].repr) {
                let v = self.int_arg(&hop.args[1], S)?;
                return self.typed_int(v);
            }
            let (v, _) = self.external_body(hop, f)?;
            let v = self.float_to_int_checked(v)?;
            return self.typed_int(v);
        }
        self.external_body(hop, f)
    }
    fn external_body(&mut self, hop: &Hop, f: External) -> R<Typed> {
        if f == External::MathPow && self.is_python2() {
            return self.external_helper(hop, f, "ll_math", "ll_math_pow_of_python2");
        }
        match f.row().body {
            Body::Helper(module, helper) => self.external_helper(hop, f, module, helper),
            Body::Runtime(function) => {
                let args = self.float_args(hop)?;
                self.runtime_call(function, args)
            }
            Body::Pair([a, b]) => {
                let args = self.float_args(hop)?;
                let a = self.half(hop, f, a, args.clone())?;
                let b = self.half(hop, f, b, args)?;
                self.pair(a, b, hop.rresult)
            }
            Body::Argument => {
                let float = self.rt.intern(Repr::Float);
                Ok((self.arg_as(hop, 1, float)?, float))
            }
            Body::Missing => Err(self.no_function(hop, f.name())),
        }
    }
    fn float_args(&mut self, hop: &Hop) -> R<Vec<Opd>> {
        let float = self.rt.intern(Repr::Float);
        (1..hop.args.len())
            .map(|i| self.arg_as(hop, i, float))
            .collect()
    }
    fn runtime_call(&mut self, function: &str, args: Vec<Opd>) -> R<Typed> {
        let v = self.call_extern(function, args)?;
        let t = self.ty(&v);
        Ok((v, self.rt.ll_repr(t)))
    }
    /// One item of a pair.
    fn half(&mut self, hop: &Hop, f: External, body: &Body, args: Vec<Opd>) -> R<Typed> {
        match *body {
            Body::Runtime(function) => self.runtime_call(function, args),
            Body::Helper(module, helper) => {
                let args: Vec<HelperArg> = args.into_iter().map(HelperArg::from).collect();
                self.helper(module, helper, args)
            }
            _ => Err(self.no_function(hop, f.name())),
        }
    }
    /// A call of the LLPython helper that does the work.
    fn external_helper(
        &mut self,
        hop: &Hop,
        f: External,
        module: &'static str,
        helper: &'static str,
    ) -> R<Typed> {
        let row = f.row();
        let mut args = Vec::new();
        if matches!(row.result, "s" | "0" | "S") {
            args.push(HelperArg::Type(LLType::Ptr(self.rt.basic.string)));
        }
        for (i, c) in row.args.chars().filter(|&c| c != '?').enumerate() {
            let Some(a) = hop.args.get(i + 1) else {
                args.push(k(Const::signed(MODE)).into());
                continue;
            };
            let r = match c {
                'f' => Repr::Float,
                's' | '0' => {
                    // The runtime reads through it.
                    self.check_argument(a)?;
                    Repr::Str
                }
                _ => Repr::Int(S),
            };
            let r = self.rt.intern(r);
            args.push(self.arg_as(hop, i + 1, r)?.into());
        }
        if module == "ll_os" {
            self.run_point()?;
        }
        let (v, r) = self.helper(module, helper, args)?;
        if self.dead {
            return self.typed_void();
        }
        // Strings come back as low-level pointers.
        let t = self.ty(&v);
        if t == LLType::Ptr(self.rt.basic.string) {
            return self.typed(v, Repr::Str);
        }
        Ok((v, r))
    }
    /// `rfloat.formatd(x, code, precision, flags)`
    pub(in crate::repr) fn format_float(&mut self, hop: &Hop) -> R<Typed> {
        let mut vals = Vec::new();
        for (i, r) in [Repr::Float, Repr::Char, Repr::Int(S), Repr::Int(S)]
            .into_iter()
            .enumerate()
        {
            let r = self.rt.intern(r);
            vals.push(match hop.args.get(i + 1) {
                Some(_) => self.arg_as(hop, i + 1, r)?,
                None => self.int(0),
            });
        }
        let v = self.call_extern("gx_float_format", vals)?;
        self.typed(v, Repr::Str)
    }
    /// The error for a function that translated code does not have.
    pub(in crate::repr) fn no_function(&self, hop: &Hop, name: &str) -> Box<Diagnostic> {
        self.rt.unsupported(format!(
            "the function `{name}` with {} arguments",
            hop.args.len() - 1
        ))
    }
}
