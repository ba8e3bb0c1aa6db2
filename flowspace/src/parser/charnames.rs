//! Names of characters, for `\N{...}` escapes.
//!
//! The full table of Unicode names is megabytes; this module knows the families whose names follow a rule (ASCII and Latin-1 letters,
//! digits, Greek letters, CJK ideographs) and common punctuation. Other names are reported as unsupported.

const GREEK: [&str; 25] = [
    "ALPHA",
    "BETA",
    "GAMMA",
    "DELTA",
    "EPSILON",
    "ZETA",
    "ETA",
    "THETA",
    "IOTA",
    "KAPPA",
    "LAMDA",
    "MU",
    "NU",
    "XI",
    "OMICRON",
    "PI",
    "RHO",
    "FINAL SIGMA",
    "SIGMA",
    "TAU",
    "UPSILON",
    "PHI",
    "CHI",
    "PSI",
    "OMEGA",
];

const DIGITS: [&str; 10] = [
    "ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE",
];

/// Latin-1 letters from U+00C0 (capital) and U+00E0 (small); empty for the two that are no letters.
const LATIN1: [&str; 31] = [
    "A WITH GRAVE",
    "A WITH ACUTE",
    "A WITH CIRCUMFLEX",
    "A WITH TILDE",
    "A WITH DIAERESIS",
    "A WITH RING ABOVE",
    "AE",
    "C WITH CEDILLA",
    "E WITH GRAVE",
    "E WITH ACUTE",
    "E WITH CIRCUMFLEX",
    "E WITH DIAERESIS",
    "I WITH GRAVE",
    "I WITH ACUTE",
    "I WITH CIRCUMFLEX",
    "I WITH DIAERESIS",
    "ETH",
    "N WITH TILDE",
    "O WITH GRAVE",
    "O WITH ACUTE",
    "O WITH CIRCUMFLEX",
    "O WITH TILDE",
    "O WITH DIAERESIS",
    "",
    "O WITH STROKE",
    "U WITH GRAVE",
    "U WITH ACUTE",
    "U WITH CIRCUMFLEX",
    "U WITH DIAERESIS",
    "Y WITH ACUTE",
    "THORN",
];

const OTHERS: [(&str, u32); 37] = [
    ("SPACE", 0x20),
    ("EXCLAMATION MARK", 0x21),
    ("QUOTATION MARK", 0x22),
    ("NUMBER SIGN", 0x23),
    ("DOLLAR SIGN", 0x24),
    ("PERCENT SIGN", 0x25),
    ("AMPERSAND", 0x26),
    ("APOSTROPHE", 0x27),
    ("ASTERISK", 0x2a),
    ("PLUS SIGN", 0x2b),
    ("COMMA", 0x2c),
    ("HYPHEN-MINUS", 0x2d),
    ("FULL STOP", 0x2e),
    ("SOLIDUS", 0x2f),
    ("COLON", 0x3a),
    ("SEMICOLON", 0x3b),
    ("EQUALS SIGN", 0x3d),
    ("QUESTION MARK", 0x3f),
    ("COMMERCIAL AT", 0x40),
    ("REVERSE SOLIDUS", 0x5c),
    ("LOW LINE", 0x5f),
    ("NO-BREAK SPACE", 0xa0),
    ("COPYRIGHT SIGN", 0xa9),
    ("DEGREE SIGN", 0xb0),
    ("MICRO SIGN", 0xb5),
    ("MULTIPLICATION SIGN", 0xd7),
    ("LATIN SMALL LETTER SHARP S", 0xdf),
    ("DIVISION SIGN", 0xf7),
    ("LATIN SMALL LETTER Y WITH DIAERESIS", 0xff),
    ("EN DASH", 0x2013),
    ("EM DASH", 0x2014),
    ("LEFT SINGLE QUOTATION MARK", 0x2018),
    ("RIGHT SINGLE QUOTATION MARK", 0x2019),
    ("LEFT DOUBLE QUOTATION MARK", 0x201c),
    ("RIGHT DOUBLE QUOTATION MARK", 0x201d),
    ("HORIZONTAL ELLIPSIS", 0x2026),
    ("EURO SIGN", 0x20ac),
];

/// The code point of a name (in any case), if this module knows it.
pub(super) fn lookup(name: &str) -> Option<u32> {
    let name = name.to_ascii_uppercase();
    let find =
        |table: &[&str], wanted: &str| table.iter().position(|n| *n == wanted).map(|i| i as u32);
    let letter = |small: bool, rest: &str, capital_at: u32| match rest.as_bytes() {
        [c @ b'A'..=b'Z'] => Some(u32::from(*c) + if small { 32 } else { 0 }),
        [] => None,
        _ => find(&LATIN1, rest).map(|i| capital_at + i),
    };
    if let Some(rest) = name.strip_prefix("LATIN CAPITAL LETTER ") {
        return letter(false, rest, 0xc0);
    }
    if let Some(code) = name
        .strip_prefix("LATIN SMALL LETTER ")
        .and_then(|rest| letter(true, rest, 0xe0))
    {
        return Some(code);
    }
    if let Some(rest) = name.strip_prefix("GREEK CAPITAL LETTER ") {
        return find(&GREEK, rest).filter(|i| *i != 17).map(|i| 0x391 + i);
    }
    if let Some(rest) = name.strip_prefix("GREEK SMALL LETTER ") {
        return find(&GREEK, rest).map(|i| 0x3b1 + i);
    }
    if let Some(rest) = name.strip_prefix("DIGIT ") {
        return find(&DIGITS, rest).map(|i| 0x30 + i);
    }
    if let Some(hex) = name.strip_prefix("CJK UNIFIED IDEOGRAPH-") {
        let code = u32::from_str_radix(hex, 16).ok()?;
        let known = matches!(code, 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0x20000..=0x2a6df | 0x2a700..=0x2ebe0);
        return (known && hex.len() >= 4).then_some(code);
    }
    OTHERS.iter().find(|(n, _)| *n == name).map(|o| o.1)
}

#[cfg(test)]
mod tests {
    use super::lookup;

    #[test]
    fn families_and_exceptions() {
        for (name, code) in [
            ("GREEK CAPITAL LETTER PHI", 'Φ'),
            ("greek small letter final sigma", 'ς'),
            ("LATIN SMALL LETTER E WITH ACUTE", 'é'),
            ("LATIN SMALL LETTER SHARP S", 'ß'),
            ("LATIN SMALL LETTER THORN", 'þ'),
            ("LATIN CAPITAL LETTER Z", 'Z'),
            ("DIGIT SEVEN", '7'),
            ("CJK UNIFIED IDEOGRAPH-4E00", '一'),
            ("EM DASH", '—'),
        ] {
            assert_eq!(lookup(name), Some(code as u32), "{name}");
        }
        for name in [
            "",
            "GREEK CAPITAL LETTER FINAL SIGMA",
            "SNOWMAN",
            "LATIN CAPITAL LETTER ",
        ] {
            assert_eq!(lookup(name), None, "{name}");
        }
    }
}
