//! Texts: byte and unicode strings, and single characters, which are values and not objects.
//!
//! ```text
//!          Unicode            Str             nullable, may hold \0
//!         /       \          /   \
//!    UniChar   not None   Char   not None     ... and each without \0 below
//!
//!    UniChar, mixed: what a Char and a UniChar are together; it meets neither Unicode nor None
//! ```
/// A byte or unicode string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextKind {
    /// Of code points, not of bytes.
    pub wide: bool,
    /// One character.
    pub single: bool,
    /// May be `None`; a single character is not.
    pub nullable: bool,
    /// Known to hold no `\0`.
    pub no_nul: bool,
    /// Untranslated it may be of the other kind: a byte character among unicode ones, or unicode characters of ASCII
    /// that were joined to a byte string.
    pub mixed: bool,
}

impl TextKind {
    /// A `str` of any length, not `None`.
    pub const STR: TextKind = TextKind {
        wide: false,
        single: false,
        nullable: false,
        no_nul: false,
        mixed: false,
    };
    /// A byte string of length one.
    pub const CHAR: TextKind = TextKind {
        single: true,
        ..TextKind::STR
    };
    /// A `unicode` of any length, not `None`.
    pub const UNICODE: TextKind = TextKind {
        wide: true,
        ..TextKind::STR
    };
    /// A unicode string of length one.
    pub const UNICHAR: TextKind = TextKind {
        single: true,
        ..TextKind::UNICODE
    };
    /// The name of its sort.
    pub fn name(self) -> &'static str {
        match (self.wide, self.single) {
            (false, false) => "Str",
            (false, true) => "Char",
            (true, false) => "Unicode",
            (true, true) => "UniChar",
        }
    }
    /// What is above both: of one width, or characters of which one is a byte and one a code point.
    pub fn join(self, other: TextKind) -> Option<TextKind> {
        let wide = self.wide || other.wide;
        let mixed = self.mixed || other.mixed || self.wide != other.wide;
        let single = self.single && other.single;
        // Characters alone: a text or None beside them would be above a byte character in two ways.
        (!(wide && mixed) || single).then_some(TextKind {
            wide,
            single,
            nullable: self.nullable || other.nullable,
            no_nul: self.no_nul && other.no_nul,
            mixed,
        })
    }
    /// What they have in common, if they are of one width.
    pub fn meet(self, other: TextKind) -> Option<TextKind> {
        let single = self.single || other.single;
        (self.wide == other.wide).then_some(TextKind {
            wide: self.wide,
            single,
            nullable: self.nullable && other.nullable && !single,
            no_nul: self.no_nul || other.no_nul,
            mixed: self.mixed,
        })
    }
    /// The same with or without `None`: a character that may be None is a string.
    pub fn with_nullable(self, nullable: bool) -> TextKind {
        TextKind {
            single: self.single && !nullable,
            nullable,
            ..self
        }
    }
    /// The same without `\0`, if that is so.
    pub fn with_no_nul(self, no_nul: bool) -> TextKind {
        TextKind { no_nul, ..self }
    }
}
