//! Changes of tokens and bytes.
use crate::generate::Random;

const TOKENS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    ";",
    ".",
    "=",
    "==",
    "->",
    ":=",
    "+",
    "-",
    "*",
    "**",
    "/",
    "//",
    "%",
    "@",
    "<",
    ">",
    "<>",
    "!",
    "!=",
    "~",
    "`",
    "$",
    "?",
    "\\",
    "\\\n",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "#",
    "\n",
    "\n\n",
    "\t",
    "    ",
    "  ",
    "\r",
    "\r\n",
    "\x0c",
    "\0",
    "\u{feff}",
    "é",
    "\u{2028}",
    "def ",
    "class ",
    "if ",
    "else:",
    "elif ",
    "while ",
    "for ",
    " in ",
    "try:",
    "except:",
    "finally:",
    "with ",
    " as ",
    "return ",
    "yield ",
    "lambda ",
    "None",
    "True",
    "self",
    "import ",
    "from ",
    "global ",
    "nonlocal ",
    "async ",
    "await ",
    "match x:",
    "case _:",
    "print ",
    "exec ",
    "raise ",
    "del ",
    "pass",
    "break",
    "continue",
    "not ",
    " and ",
    " or ",
    " is ",
    "0",
    "0777",
    "0o777",
    "0x",
    "0b2",
    "1_000",
    "1e",
    "1e999",
    "1j",
    "9999999999999999999999",
    "10L",
    "u'",
    "ur'\\u12'",
    "b'\\xff'",
    "f'{",
    "f'{x!z}'",
    "rb''",
    "'\\N{BULLET}'",
    "'\\u12'",
    "u'\\U00110000'",
    "'\\x1'",
    "u'\\ud800'",
    "...",
    "# -*- coding: latin-1 -*-\n",
    "# -*- coding: nothing -*-\n",
    "# genext: python2\n",
    "# genext: python3\n",
    "__debug__",
    "from __future__ import division\n",
    "from __future__ import unicode_literals\n",
    "@property\n",
];

/// Changes some bytes of a text.
pub(super) fn change(text: &[u8], random: &mut Random) -> Option<(Vec<u8>, &'static str)> {
    let mut out = text.to_vec();
    let at = |random: &mut Random| random.below(text.len() as u64 + 1) as usize;
    let piece = |random: &mut Random, most: u64| {
        let start = at(random);
        start
            ..(start + 1 + random.below(most) as usize)
                .min(text.len())
                .max(start)
    };
    let name = match random.below(11) {
        0 => {
            let i = at(random);
            *out.get_mut(i)? ^= 1 << random.below(8);
            "bit"
        }
        1 => {
            let i = at(random);
            let bytes: &[u8] = random.pick(&[
                b"\xff",
                b"\xff\xfe",
                b"\xc3",
                b"\xe2\x82",
                b"\xed\xa0\x80",
                b"\xf4\x90\x80\x80",
                b"\xc0\x80",
                b"\0",
                b"\x80",
                b"\x1b[31m",
            ]);
            out.splice(i..i, bytes.iter().copied());
            "bytes"
        }
        2 => {
            out.drain(piece(random, 12));
            "drop"
        }
        3 => {
            out.drain(piece(random, 400));
            "drop-much"
        }
        4 => {
            let from = piece(random, 60);
            let to = at(random);
            out.splice(to..to, text[from].iter().copied());
            "double"
        }
        5 => {
            out.truncate(at(random));
            "truncate"
        }
        6 | 7 => {
            let words = words(text);
            if words.is_empty() {
                return None;
            }
            let mut one = || words[random.below(words.len() as u64) as usize].clone();
            let (a, b) = (one(), one());
            out.splice(a, text[b].iter().copied());
            "word"
        }
        8 => {
            let words = words(text);
            let place = match words.is_empty() {
                true => 0..0,
                false => words[random.below(words.len() as u64) as usize].clone(),
            };
            out.splice(place, random.pick(TOKENS).bytes());
            "token"
        }
        _ => {
            let i = at(random);
            out.splice(i..i, random.pick(TOKENS).bytes());
            "token-insert"
        }
    };
    Some((out, name))
}

/// Words, numbers and single signs.
fn words(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let length = text[at..].iter().take_while(|b| word(b)).count();
        if length > 0 || !text[at].is_ascii_whitespace() {
            out.push(at..at + length.max(1));
        }
        at += length.max(1);
    }
    out
}
