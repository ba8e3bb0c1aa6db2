//! Tokens, keywords, and the characters of identifiers.

/// Kinds of token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Tok {
    Name,
    Number,
    Str,
    Newline,
    Indent,
    Dedent,
    End,
    /// Already reported.
    Error,
    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Comma,
    Colon,
    Semicolon,
    Dot,
    Ellipsis,
    Arrow,
    ColonEqual,
    Equal,
    Plus,
    Minus,
    Star,
    DoubleStar,
    Slash,
    DoubleSlash,
    Percent,
    At,
    LShift,
    RShift,
    Amper,
    Bar,
    Caret,
    Tilde,
    Less,
    LessEqual,
    EqEqual,
    NotEqual,
    Greater,
    GreaterEqual,
    PlusEqual,
    MinusEqual,
    StarEqual,
    DoubleStarEqual,
    SlashEqual,
    DoubleSlashEqual,
    PercentEqual,
    AtEqual,
    LShiftEqual,
    RShiftEqual,
    AmperEqual,
    BarEqual,
    CaretEqual,
    Backtick,
    And,
    As,
    Assert,
    Async,
    Await,
    Break,
    Class,
    Continue,
    Def,
    Del,
    Elif,
    Else,
    Except,
    Exec,
    False,
    Finally,
    For,
    From,
    Global,
    If,
    Import,
    In,
    Is,
    Lambda,
    None,
    Nonlocal,
    Not,
    Or,
    Pass,
    Print,
    Raise,
    Return,
    True,
    Try,
    While,
    With,
    Yield,
}

impl Tok {
    /// Keywords that can occur in no expression: they start statements or clauses.
    pub(super) fn starts_statement_only(self) -> bool {
        use Tok::*;
        matches!(
            self,
            Assert
                | Break
                | Class
                | Continue
                | Def
                | Del
                | Elif
                | Except
                | Finally
                | Global
                | Import
                | Nonlocal
                | Pass
                | Raise
                | Return
                | Try
                | While
                | With
        )
    }
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Tok,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// Combining marks and joiners that may continue an identifier (an approximation of the categories Mn, Mc, Pc).
pub(super) fn is_mark(c: char) -> bool {
    matches!(c as u32,
        0xb7 | 0x300..=0x36f | 0x387 | 0x483..=0x487 | 0x591..=0x5bd | 0x610..=0x61a | 0x64b..=0x65f | 0x670
        | 0x6d6..=0x6dc | 0x6df..=0x6e4 | 0x6e7..=0x6e8 | 0x6ea..=0x6ed | 0x900..=0x903 | 0x93a..=0x94f
        | 0x981..=0x983 | 0x9bc..=0x9d7 | 0xa01..=0xa03 | 0xa3c..=0xa51 | 0xe31..=0xe3a | 0xe47..=0xe4e
        | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x203f | 0x2040 | 0x2054 | 0x20d0..=0x20f0 | 0x302a..=0x302f
        | 0x3099 | 0x309a | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f | 0xfe33 | 0xfe34 | 0xfe4d..=0xfe4f | 0xff3f
        | 0xe0100..=0xe01ef)
}

fn keyword_common(word: &[u8]) -> Tok {
    use Tok::*;
    match word {
        b"and" => And,
        b"as" => As,
        b"assert" => Assert,
        b"break" => Break,
        b"class" => Class,
        b"continue" => Continue,
        b"def" => Def,
        b"del" => Del,
        b"elif" => Elif,
        b"else" => Else,
        b"except" => Except,
        b"finally" => Finally,
        b"for" => For,
        b"from" => From,
        b"global" => Global,
        b"if" => If,
        b"import" => Import,
        b"in" => In,
        b"is" => Is,
        b"lambda" => Lambda,
        b"not" => Not,
        b"or" => Or,
        b"pass" => Pass,
        b"raise" => Raise,
        b"return" => Return,
        b"try" => Try,
        b"while" => While,
        b"with" => With,
        b"yield" => Yield,
        b"None" => None,
        _ => Name,
    }
}

pub(super) fn keyword3(word: &[u8]) -> Tok {
    match word {
        b"False" => Tok::False,
        b"True" => Tok::True,
        b"async" => Tok::Async,
        b"await" => Tok::Await,
        b"nonlocal" => Tok::Nonlocal,
        _ => keyword_common(word),
    }
}

pub(super) fn keyword2(word: &[u8]) -> Tok {
    match word {
        b"exec" => Tok::Exec,
        b"print" => Tok::Print,
        _ => keyword_common(word),
    }
}
