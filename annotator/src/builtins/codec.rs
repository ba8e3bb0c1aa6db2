//! The encodings that translated code knows, and what it does with what an encoding lacks.

/// The encodings that `encode` and `decode` of RPython know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Codec {
    /// The code points below 128, a byte each.
    Ascii,
    /// The code points below 256, a byte each.
    Latin1,
    /// All code points.
    Utf8,
}

impl Codec {
    /// By one of its names.
    pub fn named(name: &str) -> Option<Codec> {
        let plain: String = name
            .chars()
            .filter(|c| !matches!(c, '-' | '_' | ' '))
            .flat_map(char::to_lowercase)
            .collect();
        Some(match plain.as_str() {
            "ascii" | "usascii" => Codec::Ascii,
            "latin1" | "iso88591" | "l1" | "latin" => Codec::Latin1,
            "utf8" | "u8" => Codec::Utf8,
            _ => return None,
        })
    }
}

/// What happens to characters or bytes that an encoding lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errors {
    /// UnicodeEncodeError or UnicodeDecodeError.
    Strict,
    /// They are left out.
    Ignore,
    /// A question mark, or U+FFFD.
    Replace,
}

impl Errors {
    /// The treatment of errors with this name; `None` for what is not supported.
    pub fn named(name: &str) -> Option<Errors> {
        Some(match name {
            "strict" => Errors::Strict,
            "ignore" => Errors::Ignore,
            "replace" => Errors::Replace,
            _ => return None,
        })
    }
}
