//! Laws of the parser and compiler: they never panic, whatever the bytes; what they accept verifies; deep nesting is
//! refused, not overflowed; the same text gives the same tree under other line ends.
use ir::diag::render;
use ir::source;
use proptest::prelude::*;
use python::code::Mode;
use python::parser::decode;
use python::{ast, compile, parser};

/// Compiles in both modes; checks what must hold; returns whether each was accepted.
fn check(text: &str) -> [bool; 2] {
    let file = source::add_file(None, "law.py", text);
    [Mode::Py2, Mode::Py3].map(|mode| match compile::compile_module(file, mode) {
        Ok(code) => {
            let errors = compile::verify(&code);
            assert!(errors.is_empty(), "{mode:?} {text:?}: {errors:?}");
            true
        }
        Err(diags) => {
            assert!(!diags.is_empty() && diags.len() <= parser::MAX_ERRORS);
            for d in &diags {
                assert_ne!(d.kind, ir::diag::DiagnosticKind::Internal, "{d:?}");
                // Laying out lines of a megabyte takes seconds; it is not what these laws are about.
                if text.len() < 10_000 {
                    render(d, false);
                }
            }
            false
        }
    })
}

/// A program with most constructs, to be mutated.
const SEED: &str = r#"
from __future__ import division
import a.b as c, d
from ..e import (f, g as h)
@deco(1, *x, k=2)
class C(B):
    "doc"
    x = [i for i in range(10) if i if not i]
    def __m(self, a, b=1, *args, **kw):
        try:
            for i, (j, k) in zip(a, b):
                if i < j <= k and not (a or b):
                    continue
                elif i is not None:
                    break
                while 1:
                    yield lambda q, r=i: q[r:1, ::2]
            else:
                return
        except (A, B) as e:
            raise
        except:
            del a[0], b.c
        else:
            x = y = {1: 2, 'a': u'b'}, {1, 2}, {k: v for k, v in d}
        finally:
            with open(f) as g, h:
                g.x += -1 ** ~2 // 3
                return (z for z in g)
        global G
        G = 0x10 if a else 1.5e3j
        assert a, """text"""
def outer(p):
    t = 0
    def inner():
        return p + t
    return inner
"#;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(text) = decode::decode(&bytes) {
            check(&text);
        }
        let _ = decode::add_bytes(None, "law.py", &bytes);
    }

    #[test]
    fn random_words(words in prop::collection::vec(0usize..WORDS.len(), 0..60)) {
        let text: String = words.iter().map(|&i| WORDS[i]).collect();
        check(&text);
    }

    #[test]
    fn mutated_program(edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..WORDS.len(), 0usize..6), 1..5)) {
        let mut text = SEED.to_owned();
        for (at, word, deleted) in edits {
            let at = at.index(text.len());
            let end = (at + deleted).min(text.len());
            if text.is_char_boundary(at) && text.is_char_boundary(end) {
                text.replace_range(at..end, WORDS[word]);
            }
        }
        check(&text);
    }

    #[test]
    fn truncated_program(at in 0usize..SEED.len()) {
        check(&SEED[..at]);
    }

    /// Statements valid by construction compile and verify.
    #[test]
    fn generated_functions(body in statements()) {
        let mut text = String::from("def f(a, b):\n");
        for line in body.lines() {
            text.push_str("    ");
            text.push_str(line);
            text.push('\n');
        }
        prop_assert_eq!(check(&text), [true, true], "{}", text);
    }
}

/// Bodies of nested control flow, valid in both modes.
fn statements() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "pass\n",
        "a = b\n",
        "a.x, b[0] = b, a\n",
        "return a\n",
        "raise a\n",
        "raise\n",
        "a = [x for x in b if x]\n",
        "if a and (b or not a): a = b < a < 3\n",
        "b += a() if b else -1\n",
        "assert a, b\n",
        "while a: break\n",
        "for a in b: continue\n",
        "for i in b:\n  if i: break\n  with a: break\n",
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(5, 40, 4, |inner| {
        let indent = |s: &str| s.lines().map(|l| format!("  {l}\n")).collect::<String>();
        let block = prop::collection::vec(inner, 1..4).prop_map(move |v| indent(&v.concat()));
        (0usize..9, block.clone(), block.clone(), block).prop_map(move |(kind, x, y, z)| match kind
        {
            0 => format!("if a:\n{x}elif b:\n{y}else:\n{z}"),
            1 => format!("for a in b:\n{x}  break\nelse:\n{y}"),
            2 => format!("while a < 3:\n{x}  continue\n{y}"),
            3 => format!("try:\n{x}finally:\n{y}"),
            4 => format!("try:\n{x}except A as e:\n{y}except B:\n{z}"),
            5 => format!("try:\n{x}except (A, B):\n{y}else:\n{z}"),
            6 => format!("with a as c, b:\n{x}"),
            7 => format!("try:\n{x}except:\n{y}finally:\n{z}"),
            _ => {
                let y = indent(&y);
                format!("while 1:\n{x}  try:\n    continue\n  finally:\n{y}")
            }
        })
    })
}

const WORDS: &[&str] = &[
    "\n",
    "\n    ",
    "\n        ",
    "\t",
    " ",
    ":",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    ";",
    "=",
    "==",
    ":=",
    "->",
    "**",
    "*",
    "/",
    "//",
    "@",
    "<>",
    "`",
    "~",
    "-",
    "+=",
    "...",
    "\\\n",
    "#c\n",
    "'",
    "\"\"\"",
    "'s'",
    "b'x'",
    "u'y'",
    "ur'z'",
    "f'{x!r:{w}}'",
    "f'{'",
    "rb'q'",
    "'\\x4'",
    "'\\u1234'",
    "0",
    "1.5",
    "0x",
    "017",
    "10L",
    "1_0",
    "9j",
    "1e",
    "x",
    "y.z",
    "é",
    "“",
    "$",
    "\u{0}",
    "\r",
    "\u{c}",
    " def ",
    " f",
    " class ",
    " if ",
    " else ",
    " elif ",
    " for ",
    " in ",
    " while ",
    " try",
    " except ",
    " finally",
    " with ",
    " as ",
    " lambda ",
    " return ",
    " yield ",
    " from ",
    " import ",
    " global ",
    " nonlocal ",
    " del ",
    " assert ",
    " raise ",
    " print ",
    " exec ",
    " async ",
    " await ",
    " not ",
    " is ",
    " and ",
    " or ",
    " pass ",
    " break ",
    " continue ",
    " None ",
    " True ",
    " match ",
    " case ",
    " super ",
    " __class__ ",
    "from __future__ import print_function\n",
];

#[test]
fn deep_nesting_is_refused() {
    let n = 100_000;
    for text in [
        "(".repeat(n),
        "[".repeat(n) + &"]".repeat(n),
        "{".repeat(n),
        "f(".repeat(n),
        "a[".repeat(n),
        "x = ".to_owned() + &"-".repeat(n) + "1",
        "x = ".to_owned() + &"not ".repeat(n) + "1",
        "x = ".to_owned() + &"lambda: ".repeat(n) + "1",
        "x = 1".to_owned() + &" if a else 1".repeat(n),
        "x = a".to_owned() + &".b".repeat(n),
        "x = a".to_owned() + &"()".repeat(n),
        "x = a".to_owned() + &" + b".repeat(n),
        "x = a".to_owned() + &" ** b".repeat(n),
        "x = ".to_owned() + &"(1,".repeat(n),
        "x = ".to_owned() + &"`".repeat(n),
        "x = ".to_owned() + &"f'{".repeat(n),
        "def f(".to_owned() + &"(".repeat(n),
        (0..1000).map(|i| " ".repeat(i) + "if x:\n").collect(),
        "del ".to_owned() + &"(".repeat(n),
        "@".repeat(n),
        "x = yield ".to_owned() + &"yield ".repeat(n),
    ] {
        assert_eq!(check(&text), [false, false], "{}..", &text[..20]);
    }
}

#[test]
fn long_flat_programs_are_accepted() {
    let n = 20_000;
    let elif = "elif a: pass\n".repeat(n);
    for text in [
        format!("if a: pass\n{elif}"),
        format!("x = [{}]\n", "1, ".repeat(n)),
        format!("x = {{{}}}\n", "a: b, ".repeat(n)),
        format!("x = a{}\n", " or a".repeat(n)),
        format!("x = a{}\n", " < a".repeat(n)),
        format!("x = {}\n", "'a' ".repeat(n)),
        format!("f({})\n", "1, ".repeat(n)),
        format!("x = {}1\n", "y = ".repeat(n)),
        "x = 1; ".repeat(n),
        format!("x = a{}\n", " + b".repeat(900)),
        format!("x = {}a{}\n", "(".repeat(90), ")".repeat(90)),
    ] {
        assert_eq!(check(&text), [true, true], "{}..", &text[..20]);
    }
}

#[test]
fn nested_finally_bodies_are_bounded() {
    let mut text = String::from("def f():\n");
    for i in 1..40 {
        let pad = " ".repeat(i);
        text += &format!("{pad}try: a()\n{pad}finally:\n");
    }
    text += &(" ".repeat(40) + "pass\n");
    assert_eq!(check(&text), [false, false]);
}

#[test]
fn line_ends_do_not_matter() {
    let tree = |text: &str| {
        let text = decode::decode(text.as_bytes()).unwrap();
        let file = source::add_file(None, "law.py", &text);
        ast::dump(&parser::parse_file(file, Mode::Py3).unwrap())
    };
    let crlf = SEED.replace('\n', "\r\n");
    let cr = SEED.replace('\n', "\r");
    assert_eq!(tree(SEED), tree(&crlf));
    assert_eq!(tree(SEED), tree(&cr));
    assert_eq!(tree(SEED), tree(&format!("\u{feff}{SEED}")));
}

#[test]
fn many_errors_are_reported_at_once() {
    let file = source::add_file(
        None,
        "law.py",
        "x = = 1\ny = 2\nif z\n  a b\n\ndef f(:\n  )\n",
    );
    let errors = parser::parse_file(file, Mode::Py3).unwrap_err();
    let lines: Vec<u32> = errors.iter().map(|d| d.span.line()).collect();
    assert_eq!(lines, [1, 3, 4, 6]);
}
