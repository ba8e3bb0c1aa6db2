//! Floats as text.
use abi::floattext;

use super::{runtime, strings, table};
use crate::runtime::Runtime;

table!(gx_float_repr, gx_float_format, gx_float_parse);

// SAFETY (for all functions of this file): emitted code passes r15 as context and valid strings, by the ABI.

extern "C" fn gx_float_repr(context: *mut Runtime, f: f64) -> u64 {
    // SAFETY: see above.
    strings::new(
        unsafe { runtime(context) },
        floattext::float_repr(f).as_bytes(),
    )
}

/// `code` is a char of `eEfFgGr`, `flags` as in [`floattext`].
extern "C" fn gx_float_format(
    context: *mut Runtime,
    f: f64,
    code: u64,
    precision: i64,
    flags: i64,
) -> u64 {
    let precision = precision.clamp(0, i64::from(i32::MAX)) as usize;
    let text = floattext::format_float(f, code as u8, precision, flags as u8);
    // SAFETY: see above.
    strings::new(unsafe { runtime(context) }, text.as_bytes())
}

/// The number, with errno 0; or 0.0 with errno EINVAL if the text is none.
extern "C" fn gx_float_parse(context: *mut Runtime, text: u64) -> f64 {
    // SAFETY: see above; nothing allocates while the text is used.
    let (rt, text) = unsafe { (runtime(context), strings::bytes(text)) };
    let value = floattext::parse_float(text);
    rt.errno = if value.is_some() {
        0
    } else {
        i64::from(libc::EINVAL)
    };
    value.unwrap_or(0.0)
}
