//! The table of external functions: operating system, time, math. The rtyper maps each to a function of the runtime.
//!
//! Signatures are written with one letter per value: `i` int, `n` non-negative int, `f` float, `s` str, `0` str without
//! `\0`, `b` bool, `N` None, `L` list of str, `?` optional from here on, `(..)` tuple.
use crate::calls::CallArgs;
use crate::engine::{Annotator, Res};
use crate::model::*;

/// An external function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct External {
    /// `os.read`
    pub name: &'static str,
    /// Parameters.
    pub args: &'static str,
    pub result: &'static str,
    pub raises: &'static [&'static str],
}

const OS: &[&str] = &["OSError"];
const VALUE: &[&str] = &["ValueError"];
const RANGE: &[&str] = &["ValueError", "OverflowError"];
const OVERFLOW: &[&str] = &["OverflowError"];
const PURE: &[&str] = &[];

const fn ext(
    name: &'static str,
    args: &'static str,
    result: &'static str,
    raises: &'static [&'static str],
) -> External {
    External {
        name,
        args,
        result,
        raises,
    }
}

/// All of them, sorted by name.
pub const EXTERNALS: &[External] = &[
    ext("math.acos", "f", "f", VALUE),
    ext("math.acosh", "f", "f", VALUE),
    ext("math.asin", "f", "f", VALUE),
    ext("math.asinh", "f", "f", PURE),
    ext("math.atan", "f", "f", PURE),
    ext("math.atan2", "ff", "f", PURE),
    ext("math.atanh", "f", "f", VALUE),
    ext("math.ceil", "f", "f", RANGE),
    ext("math.copysign", "ff", "f", PURE),
    ext("math.cos", "f", "f", VALUE),
    ext("math.cosh", "f", "f", OVERFLOW),
    ext("math.degrees", "f", "f", PURE),
    ext("math.erf", "f", "f", PURE),
    ext("math.erfc", "f", "f", PURE),
    ext("math.exp", "f", "f", OVERFLOW),
    ext("math.expm1", "f", "f", OVERFLOW),
    ext("math.fabs", "f", "f", PURE),
    ext("math.floor", "f", "f", RANGE),
    ext("math.fmod", "ff", "f", VALUE),
    ext("math.frexp", "f", "(fi)", PURE),
    ext("math.gamma", "f", "f", RANGE),
    ext("math.hypot", "ff", "f", OVERFLOW),
    ext("math.isfinite", "f", "b", PURE),
    ext("math.isinf", "f", "b", PURE),
    ext("math.isnan", "f", "b", PURE),
    ext("math.ldexp", "fi", "f", OVERFLOW),
    ext("math.lgamma", "f", "f", RANGE),
    ext("math.log", "f", "f", VALUE),
    ext("math.log10", "f", "f", VALUE),
    ext("math.log1p", "f", "f", VALUE),
    ext("math.modf", "f", "(ff)", PURE),
    ext("math.pow", "ff", "f", RANGE),
    ext("math.radians", "f", "f", PURE),
    ext("math.sin", "f", "f", VALUE),
    ext("math.sinh", "f", "f", OVERFLOW),
    ext("math.sqrt", "f", "f", VALUE),
    ext("math.tan", "f", "f", VALUE),
    ext("math.tanh", "f", "f", PURE),
    ext("math.trunc", "f", "i", OVERFLOW),
    ext("os._exit", "i", "N", PURE),
    ext("os.access", "0i", "b", OS),
    ext("os.chdir", "0", "N", OS),
    ext("os.chmod", "0i", "N", OS),
    ext("os.close", "i", "N", OS),
    ext("os.dup", "i", "i", OS),
    ext("os.dup2", "ii", "N", OS),
    ext("os.fsync", "i", "N", OS),
    ext("os.ftruncate", "ii", "N", OS),
    ext("os.getcwd", "", "0", OS),
    ext("os.getenv", "0", "S", PURE),
    ext("os.getpid", "", "i", PURE),
    ext("os.getuid", "", "i", PURE),
    ext("os.isatty", "i", "b", PURE),
    ext("os.listdir", "0", "L", OS),
    ext("os.lseek", "iii", "i", OS),
    ext("os.mkdir", "0?i", "N", OS),
    ext("os.open", "0i?i", "i", OS),
    ext("os.path.exists", "0", "b", PURE),
    ext("os.path.getsize", "0", "i", OS),
    ext("os.path.isdir", "0", "b", PURE),
    ext("os.path.isfile", "0", "b", PURE),
    ext("os.pipe", "", "(ii)", OS),
    ext("os.read", "ii", "s", OS),
    ext("os.remove", "0", "N", OS),
    ext("os.rename", "00", "N", OS),
    ext("os.rmdir", "0", "N", OS),
    ext("os.strerror", "i", "0", PURE),
    ext("os.system", "0", "i", OS),
    ext("os.unlink", "0", "N", OS),
    ext("os.urandom", "i", "s", OS),
    ext("os.write", "is", "n", OS),
    ext("sys.getrecursionlimit", "", "i", PURE),
    ext("time.clock", "", "f", PURE),
    ext("time.perf_counter", "", "f", PURE),
    ext("time.process_time", "", "f", PURE),
    ext("time.sleep", "f", "N", PURE),
    ext("time.time", "", "f", PURE),
];

/// The external function of that name.
pub fn find(name: &str) -> Option<&'static External> {
    EXTERNALS
        .binary_search_by(|e| e.name.cmp(name))
        .ok()
        .map(|i| &EXTERNALS[i])
}

impl Annotator {
    pub(super) fn call_external(&mut self, e: &External, args: &CallArgs) -> Res {
        if !args.shape.keywords.is_empty() {
            return self.fail("E0481", format!("{}() takes no keyword arguments", e.name));
        }
        if matches!(e.name, "math.floor" | "math.ceil" | "math.trunc")
            && let &[a] = &args.values[..]
            && !self.in_python2()
        {
            // Python 3 gives an integer; that of an integer is itself.
            match a.kind() {
                Kind::Float => return Ok(Annotation::int()),
                Kind::Int { kind, .. } if *kind == IntKind::SIGNED => {
                    return Ok(a.without_const().without_bool());
                }
                _ => {}
            }
        }
        let mut optional = false;
        let mut i = 0;
        for c in e.args.chars() {
            if c == '?' {
                optional = true;
                continue;
            }
            let Some(&a) = args.values.get(i) else {
                if optional {
                    break;
                }
                return self.fail(
                    "E0481",
                    format!(
                        "{}() is called with {} arguments",
                        e.name,
                        args.values.len()
                    ),
                );
            };
            i += 1;
            let want = value_of(c);
            let ok = match c {
                'f' => a.is_integer() || a.kind() == &Kind::Float,
                'i' | 'n' => a.is_integer(),
                's' | '0' => matches!(a.kind(), Kind::Str { .. } | Kind::Char { .. }),
                _ => self.contains(want, a),
            };
            if !ok {
                return self.bad_argument(e.name, a);
            }
            if c == '0'
                && matches!(
                    a.kind(),
                    Kind::Str { no_nul: false, .. } | Kind::Char { no_nul: false }
                )
            {
                // The runtime checks: RPython's own check is a proof obligation that few programs meet.
                continue;
            }
        }
        if i < args.values.len() {
            return self.fail(
                "E0481",
                format!(
                    "{}() is called with {} arguments",
                    e.name,
                    args.values.len()
                ),
            );
        }
        if let Some(inner) = e.result.strip_prefix('(') {
            let items: Vec<Annotation> =
                inner.trim_end_matches(')').chars().map(value_of).collect();
            return Ok(self.newtuple(&items));
        }
        match e.result.chars().next() {
            Some('L') => self.list_of(Annotation::str0(), 0),
            Some(c) if e.name == "os._exit" && c == 'N' => self.block_harmlessly(),
            Some(c) => Ok(value_of(c)),
            None => Ok(Annotation::none()),
        }
    }
}

fn value_of(c: char) -> Annotation {
    match c {
        'i' => Annotation::int(),
        'n' => Annotation::nonneg(),
        'f' => Annotation::float(),
        's' => Annotation::str(),
        'S' => Annotation::str0().nullable(),
        '0' => Annotation::str0(),
        'b' => Annotation::bool(),
        _ => Annotation::none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn the_table_is_sorted() {
        for w in EXTERNALS.windows(2) {
            assert!(
                w[0].name < w[1].name,
                "{} comes before {}",
                w[1].name,
                w[0].name
            );
        }
        assert!(find("os.read").is_some());
        assert!(find("os.spam").is_none());
    }
}
