//! The functions of the runtime that typed programs call: name, signature, flags. The one source of truth of both
//! sides.
//!
//! Letters: `S` Signed, `F` Float, `C` Char, `T` string (`Ptr(rpy_string)`, null allowed), `V` nothing, `B` Bool.
//! Flags: `c` may collect, `p` pure, `n` never returns, `x` takes the runtime context. None raises: failure is a
//! negative errno, or a null string with `gx_errno()`; LLPython around the calls raises.
use ir::lltype::LLType;
use ir::name::Name;

use crate::ExternFunc;

/// Name, arguments, result, flags.
pub const EXTERNS: &[(&str, &str, char, &str)] = &[
    ("gx_os_write", "ST", 'S', "x"),
    ("gx_os_read", "SS", 'T', "xc"),
    ("gx_os_open", "TSS", 'S', "x"),
    ("gx_os_close", "S", 'S', "x"),
    ("gx_os_lseek", "SSS", 'S', "x"),
    ("gx_os_ftruncate", "SS", 'S', "x"),
    ("gx_os_file_size", "S", 'S', "x"),
    ("gx_os_isatty", "S", 'S', "x"),
    ("gx_os_getenv", "T", 'T', "xc"),
    ("gx_os_getpid", "", 'S', "x"),
    ("gx_os_unlink", "T", 'S', "x"),
    ("gx_os_getcwd", "", 'T', "xc"),
    ("gx_os_exists", "T", 'S', "x"),
    ("gx_os_isdir", "T", 'S', "x"),
    ("gx_os_isfile", "T", 'S', "x"),
    ("gx_os_mkdir", "TS", 'S', "x"),
    ("gx_os_rmdir", "T", 'S', "x"),
    ("gx_os_rename", "TT", 'S', "x"),
    ("gx_os_dup", "S", 'S', "x"),
    ("gx_os_strerror", "S", 'T', "xc"),
    ("gx_exit", "S", 'V', "xn"),
    ("gx_errno", "", 'S', "x"),
    ("gx_argc", "", 'S', "x"),
    ("gx_argv", "S", 'T', "xc"),
    ("gx_time_time", "", 'F', "x"),
    ("gx_time_clock", "", 'F', "x"),
    ("gx_time_sleep", "F", 'V', "x"),
    ("gx_math_sin", "F", 'F', "p"),
    ("gx_math_cos", "F", 'F', "p"),
    ("gx_math_tan", "F", 'F', "p"),
    ("gx_math_asin", "F", 'F', "p"),
    ("gx_math_acos", "F", 'F', "p"),
    ("gx_math_atan", "F", 'F', "p"),
    ("gx_math_sinh", "F", 'F', "p"),
    ("gx_math_cosh", "F", 'F', "p"),
    ("gx_math_tanh", "F", 'F', "p"),
    ("gx_math_asinh", "F", 'F', "p"),
    ("gx_math_acosh", "F", 'F', "p"),
    ("gx_math_atanh", "F", 'F', "p"),
    ("gx_math_exp", "F", 'F', "p"),
    ("gx_math_expm1", "F", 'F', "p"),
    ("gx_math_log", "F", 'F', "p"),
    ("gx_math_log10", "F", 'F', "p"),
    ("gx_math_log1p", "F", 'F', "p"),
    ("gx_math_log2", "F", 'F', "p"),
    ("gx_math_ceil", "F", 'F', "p"),
    ("gx_math_floor", "F", 'F', "p"),
    ("gx_math_fabs", "F", 'F', "p"),
    ("gx_math_sqrt", "F", 'F', "p"),
    ("gx_math_erf", "F", 'F', "p"),
    ("gx_math_erfc", "F", 'F', "p"),
    ("gx_math_gamma", "F", 'F', "p"),
    ("gx_math_lgamma", "F", 'F', "p"),
    ("gx_memmove", "AAS", 'V', ""),
    ("gx_memzero", "AS", 'V', ""),
    ("gx_math_pow", "FF", 'F', "p"),
    ("gx_math_fmod", "FF", 'F', "p"),
    ("gx_math_atan2", "FF", 'F', "p"),
    ("gx_math_hypot", "FF", 'F', "p"),
    ("gx_math_copysign", "FF", 'F', "p"),
    ("gx_math_ldexp", "FS", 'F', "p"),
    ("gx_math_frexp_m", "F", 'F', "p"),
    ("gx_math_frexp_e", "F", 'S', "p"),
    ("gx_float_repr", "F", 'T', "xc"),
    ("gx_float_format", "FCSS", 'T', "xc"),
    ("gx_float_parse", "T", 'F', "x"),
    ("gx_debug_print", "T", 'V', "x"),
    ("gx_debug_print_traceback", "", 'V', "x"),
    ("gx_gc_collect", "", 'V', "xc"),
    ("gx_gc_stat", "S", 'S', "x"),
    ("gx_fatalerror", "T", 'V', "xn"),
    // Of checked builds: the claim, the value seen, and how to show it ([`crate::check::Seen`]).
    ("gx_claim_failed", "TSS", 'V', "xn"),
];

/// The description of an external function of [`EXTERNS`].
pub fn extern_func(name: &str, string: LLType) -> Option<ExternFunc> {
    let &(_, args, result, flags) = EXTERNS.iter().find(|e| e.0 == name)?;
    let ty = |c: char| match c {
        'S' => LLType::Signed,
        'F' => LLType::Float,
        'C' => LLType::Char,
        'B' => LLType::Bool,
        'T' => string,
        'A' => LLType::Address,
        _ => LLType::Void,
    };
    Some(ExternFunc {
        name: Name::new(name),
        args: args.chars().map(ty).collect(),
        result: ty(result),
        can_raise: false,
        can_collect: flags.contains('c'),
        pure: flags.contains('p'),
        context: flags.contains('x'),
        noreturn: flags.contains('n'),
    })
}
