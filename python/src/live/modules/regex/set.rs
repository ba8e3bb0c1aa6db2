//! Classes of characters: `[a-z\d]`, `\w`; letters without regard to case.

/// A class of characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Set {
    pub(super) ranges: Vec<(u32, u32)>,
    /// `\d`, `\D`, `\s`, `\S`, `\w`, `\W`
    pub(super) classes: Vec<char>,
    pub(super) negated: bool,
    pub(super) ignore_case: bool,
    pub(super) unicode: bool,
}

pub(super) fn lower(c: u32, unicode: bool) -> u32 {
    match char::from_u32(c) {
        Some(x) if x.is_ascii() => u32::from(x.to_ascii_lowercase()),
        Some(x) if unicode => x.to_lowercase().next().map_or(c, u32::from),
        _ => c,
    }
}
fn upper(c: u32, unicode: bool) -> u32 {
    match char::from_u32(c) {
        Some(x) if x.is_ascii() => u32::from(x.to_ascii_uppercase()),
        Some(x) if unicode => x.to_uppercase().next().map_or(c, u32::from),
        _ => c,
    }
}
pub(super) fn is_word(c: u32, unicode: bool) -> bool {
    match char::from_u32(c) {
        Some(x) if unicode => x.is_alphanumeric() || x == '_',
        Some(x) => x.is_ascii_alphanumeric() || x == '_',
        None => false,
    }
}
fn in_class(class: char, c: u32, unicode: bool) -> bool {
    let x = char::from_u32(c);
    match class {
        'd' => x.is_some_and(|x| {
            x.is_ascii_digit() || unicode && crate::live::text::digits::is_decimal(x)
        }),
        'D' => !in_class('d', c, unicode),
        's' => x.is_some_and(|x| {
            matches!(x, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') || unicode && x.is_whitespace()
        }),
        'S' => !in_class('s', c, unicode),
        'w' => is_word(c, unicode),
        _ => !is_word(c, unicode),
    }
}

impl Set {
    pub(super) fn has(&self, c: u32) -> bool {
        let inside = |c: u32| {
            self.ranges.iter().any(|&(a, b)| a <= c && c <= b)
                || self.classes.iter().any(|&k| in_class(k, c, self.unicode))
        };
        let found = inside(c)
            || self.ignore_case
                && (inside(lower(c, self.unicode)) || inside(upper(c, self.unicode)));
        found != self.negated
    }
}
