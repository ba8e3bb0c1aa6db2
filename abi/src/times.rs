//! Times as the system has them, the same untranslated and translated.

/// Seconds since 1970 as whole seconds and nanoseconds.
pub fn split_seconds(seconds: f64) -> (i64, i64) {
    let whole = seconds.floor();
    (whole as i64, ((seconds - whole) * 1e9) as i64)
}
