//! Changes of statements, functions and classes.
use super::tree::{StmtNode, Tree};
use super::{Change, Edit};
use crate::generate::Random;

/// The changes, with names.
pub(super) const CHANGES: &[(&str, Change)] = &[
    ("delete", delete),
    ("duplicate", duplicate),
    ("move", move_elsewhere),
    ("copy-statement", copy_elsewhere),
    ("exchange-statements", exchange),
    ("insert", insert),
    ("insert", insert),
    ("insert", insert),
    ("wrap", wrap),
    ("wrap", wrap),
    ("bases", bases),
    ("parameter", parameter),
    ("decorate", decorate),
    ("member", member),
    ("rename", rename),
    ("deep", deep),
    ("repeat", repeat),
    ("cut", cut),
];

fn any(_: &StmtNode) -> bool {
    true
}

/// The lines of a statement with another indentation.
fn indented(tree: &Tree, s: &StmtNode, indent: &str) -> String {
    let mut out = String::new();
    for line in tree.slice(&s.lines).lines() {
        match line.strip_prefix(s.indent.as_str()) {
            Some(rest) if !rest.trim().is_empty() => {
                out.push_str(indent);
                out.push_str(rest);
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

fn delete(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let s = tree.stmt(random, any)?;
    let new = match random.chance(60) {
        true => format!("{}pass\n", s.indent),
        false => String::new(),
    };
    Some(vec![(s.lines.clone(), new)])
}
fn duplicate(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let s = tree.stmt(random, any)?;
    Some(vec![(
        s.lines.end..s.lines.end,
        indented(tree, s, &s.indent),
    )])
}
fn outside(a: &StmtNode, b: &StmtNode) -> bool {
    a.lines.end <= b.lines.start || b.lines.end <= a.lines.start
}
fn move_elsewhere(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let s = tree.stmt(random, any)?;
    let near = random.chance(70);
    let to = tree.stmt(random, |t| outside(s, t) && (!near || t.scope == s.scope))?;
    Some(vec![
        (s.lines.clone(), format!("{}pass\n", s.indent)),
        (
            to.lines.start..to.lines.start,
            indented(tree, s, &to.indent),
        ),
    ])
}
fn copy_elsewhere(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let s = tree.stmt(random, any)?;
    let to = tree.stmt(random, |t| outside(s, t))?;
    Some(vec![(
        to.lines.start..to.lines.start,
        indented(tree, s, &to.indent),
    )])
}
fn exchange(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let a = tree.stmt(random, any)?;
    let b = tree.stmt(random, |b| outside(a, b) && b.scope == a.scope)?;
    Some(vec![
        (a.lines.clone(), indented(tree, b, &a.indent)),
        (b.lines.clone(), indented(tree, a, &b.indent)),
    ])
}

/// Statements; `A` and `B` are names in scope, `C` is a class, `M` an attribute, `E` an expression of the function.
const STATEMENTS: &[&str] = &[
    "A = None",
    "A = B",
    "A = E",
    "A = 0",
    "A = ''",
    "A = []",
    "A = {}",
    "A = C()",
    "A = C",
    "A = lambda: B",
    "del A",
    "del A[0]",
    "del A.M",
    "A.M = None",
    "A.M = B",
    "A.M = A",
    "A[B] = A",
    "A[0] = None",
    "A[0:1] = [B]",
    "A += B",
    "A -= 1",
    "A *= 2",
    "A //= B",
    "A %= B",
    "A <<= 70",
    "A.append(B)",
    "A.append(A)",
    "A.M()",
    "A.M(B)",
    "A(B)",
    "A()",
    "return",
    "return None",
    "return A",
    "return E",
    "return (A, B)",
    "raise",
    "raise A",
    "raise C",
    "raise ValueError",
    "raise ValueError(A)",
    "raise IndexError",
    "raise KeyError, A",
    "break",
    "continue",
    "assert A",
    "assert isinstance(A, C)",
    "assert not isinstance(A, C)",
    "assert A is not None",
    "assert A >= 0",
    "assert False, A",
    "print(A)",
    "print A",
    "print(A, B, E)",
    "global A",
    "nonlocal A",
    "import A",
    "import os, sys",
    "from rpython.rlib.jit import promote",
    "from A import *",
    "from os import path as A",
    "yield A",
    "A = yield",
    "exec A",
    "exec('A = 1')",
    "A, B = B, A",
    "A, B = E",
    "A, B, z9 = A",
    "(A, B), z9 = E",
    "*A, B = E",
    "A: int = B",
    "A = B = E",
    "A = [x9 for x9 in B]",
    "A = [B for A in A]",
    "A = [x9 + A for x9 in range(B)]",
    "A = {x9: B for x9 in A}",
    "A = (x9 for x9 in B)",
    "A = not A",
    "A = A[:]",
    "A = A[B:]",
    "A = A[:-1]",
    "A = '%d %s' % (A, B)",
    "A = '%s' % A",
    "A = str(A) + B",
    "A = A == B",
    "A = A is B",
    "A = A in B",
    "A = A < B < E",
    "A = A and B or E",
    "A = A if B else E",
    "A = len(A)",
    "A = int(A)",
    "A = ord(A)",
    "A = chr(B)",
    "A = hash(A)",
    "A = A.__class__",
    "A = A.__class__()",
    "A = type(A)",
    "A = isinstance(A, (C, B))",
    "A = getattr(A, 'M')",
    "setattr(A, 'M', B)",
    "A = hasattr(A, 'M')",
    "A = iter(B)",
    "A = B.next()",
    "A = next(B)",
    "A = f'{B} {A!r:>10}'",
    "A = B + 1 << 63",
    "A = B ** 2",
    "A = B ** 2.0",
    "A = -B",
    "A = ~B",
    "A = abs(B)",
    "A = B // 0",
    "A = B % 0",
    "A = B[1 << 70]",
    "A = B * 1000000000",
    "A = [None] * B",
    "A = [[]] * 3",
    "A = A, A",
    "A = sorted(B)",
    "A.sort()",
    "A.reverse()",
    "A = ''.join(B)",
    "A = ''.join([A, B])",
    "A = B.split(A)",
    "A = B.encode('utf-8')",
    "A = u'x' + B",
    "A = B.decode('latin-1')",
    "A = float(B)",
    "A = A / B",
    "A = float('1e5') * B",
    "A = intmask(B * A)",
    "A = r_uint(B)",
    "A = ovfcheck(A + B)",
    "A = promote(B)",
    "A = keepalive_until_here(B)",
    "A = we_are_translated()",
    "A = os.read(0, B)",
    "os.write(1, A)",
    "A = time.time()",
    "A = max(A, B)",
    "A = min(A, None)",
    "A = divmod(A, B)",
    "A = super(C, self).M()",
    "A = super().M",
    "C.M = B",
    "C.M(A)",
    "A = C.M",
    "A = B.M",
];
const IMPORTS: &str = "import os, sys, time\nfrom rpython.rlib.rarithmetic import intmask, r_uint, ovfcheck, r_longlong, r_singlefloat\n\
    from rpython.rlib.objectmodel import *\nfrom rpython.rlib.jit import *\n";

/// A template with names of the program.
fn fill(tree: &Tree, random: &mut Random, template: &str, scope: usize) -> String {
    let classes = &tree.classes;
    let mut out = String::new();
    let mut before = ' ';
    let mut chars = template.chars().peekable();
    while let Some(c) = chars.next() {
        let whole = |c: char| !c.is_alphanumeric() && c != '_';
        let alone = whole(before) && chars.peek().is_none_or(|&n| whole(n));
        before = c;
        match c {
            'A' | 'B' if alone => out.push_str(tree.name(random, scope).unwrap_or("x")),
            'M' if alone => match tree.attributes.is_empty() {
                true => out.push('m'),
                false => out.push_str(
                    &tree.attributes[random.below(tree.attributes.len() as u64) as usize],
                ),
            },
            'C' if alone && !classes.is_empty() => {
                out.push_str(&classes[random.below(classes.len() as u64) as usize]);
            }
            'E' if alone => {
                let e = tree.expr(random, |e| !e.target && e.scope == scope);
                out.push_str(&e.map_or("1".to_owned(), |e| format!("({})", tree.slice(&e.place))));
            }
            c => out.push(c),
        }
    }
    out
}

fn insert(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let s = tree.stmt(random, any)?;
    let template = random.pick(STATEMENTS);
    let new = fill(tree, random, template, s.scope);
    let at = match s.ends || random.chance(60) {
        true => s.lines.start,
        false => s.lines.end,
    };
    let mut edits = vec![(at..at, format!("{}{new}\n", s.indent))];
    let missing = [
        "os.",
        "intmask",
        "r_uint",
        "ovfcheck",
        "promote",
        "keepalive",
        "we_are",
        "time.",
    ]
    .iter()
    .any(|m| template.contains(m));
    if let Some(first) = tree.stmts.first().filter(|f| missing && f.lines.start < at) {
        edits.push((first.lines.start..first.lines.start, IMPORTS.to_owned()));
    }
    Some(edits)
}

/// Headers before and text behind a statement that gets a deeper indentation.
const WRAPS: &[(&str, &str)] = &[
    ("if 1:", ""),
    ("if A:", ""),
    ("if A is None:", ""),
    ("if isinstance(A, C):", ""),
    ("if not A:", "else:\n    A = B\n"),
    ("if 0:", ""),
    ("while A:", ""),
    ("while True:", ""),
    ("while 1:", "    break\n"),
    ("while A < B:", ""),
    ("for A in B:", ""),
    ("for A in range(3):", ""),
    ("for A in range(B):", "else:\n    A = B\n"),
    ("for A, B in E:", ""),
    ("for A in [None]:", ""),
    ("for A in A:", ""),
    ("for A in B.keys():", ""),
    ("for A in 'abc':", ""),
    ("try:", "except:\n    pass\n"),
    ("try:", "except:\n    raise\n"),
    ("try:", "finally:\n    A = B\n"),
    ("try:", "finally:\n    return A\n"),
    ("try:", "except ValueError:\n    A = None\n"),
    (
        "try:",
        "except (KeyError, IndexError) as A:\n    print(A)\n",
    ),
    ("try:", "except C:\n    pass\n"),
    ("try:", "except A:\n    B\n"),
    ("try:", "except Exception, A:\n    raise A\n"),
    (
        "try:",
        "except IndexError:\n    A = 1\nelse:\n    A = B\nfinally:\n    B = A\n",
    ),
    ("try:", "finally:\n    break\n"),
    (
        "try:",
        "finally:\n    try:\n        A()\n    finally:\n        B = 1\n",
    ),
    ("try:", "except OverflowError:\n    continue\n"),
    ("with A:", ""),
    ("with C() as A:", ""),
    ("with A, B:", ""),
    ("with open(A) as B:", ""),
    ("def g9():", "g9()\n"),
    ("def A():", ""),
    ("def g9(A, B=E):", "g9(A)\n"),
    ("def g9(*A):", "g9(B)\n"),
    ("class C9(C):", ""),
    ("class C9:", "A = C9()\n"),
    ("match A:\n  case 1:", ""),
    ("def g9(A):", "return g9\n"),
    ("async def g9():", ""),
    ("if we_are_translated():", ""),
    ("if A and B:", ""),
    ("else:", ""),
    ("elif A:", ""),
    ("while not A:", "else:\n    break\n"),
];

fn wrap(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let s = tree.stmt(random, any)?;
    let (header, behind) = random.pick(WRAPS);
    Some(vec![(
        s.lines.clone(),
        wrapped(tree, random, s, header, behind),
    )])
}
fn wrapped(tree: &Tree, random: &mut Random, s: &StmtNode, header: &str, behind: &str) -> String {
    let mut out = String::new();
    for line in fill(tree, random, header, s.scope).lines() {
        out.push_str(&format!("{}{line}\n", s.indent));
    }
    out.push_str(&indented(tree, s, &format!("{}    ", s.indent)));
    for line in fill(tree, random, behind, s.scope).lines() {
        out.push_str(&format!("{}{line}\n", s.indent));
    }
    out
}

/// Other bases for a class.
fn bases(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let c = tree.def(random, |d| d.class)?;
    let own = &tree.classes[random.below(tree.classes.len() as u64) as usize];
    let new = match random.below(12) {
        0 => String::new(),
        1 => "object".to_owned(),
        2 => "Exception".to_owned(),
        3 => format!("{own}, object"),
        4 => format!("object, {own}"),
        5 => random
            .pick(&[
                "int",
                "str",
                "list",
                "dict",
                "None",
                "1",
                "KeyError",
                "ValueError, object",
                "type",
                "tuple",
                "object()",
            ])
            .to_owned(),
        6 => tree.slice(&c.name).to_owned(),
        7 => "metaclass=type".to_owned(),
        _ => own.clone(),
    };
    let place = match (c.items.first(), c.items.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => return Some(vec![(c.name.end..c.name.end, format!("({new})"))]),
    };
    Some(vec![(place, new)])
}
/// Adds or drops a parameter, or changes its kind.
fn parameter(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    let f = tree.def(random, |d| !d.class && !d.items.is_empty())?;
    let i = random.below(f.items.len() as u64) as usize;
    let p = &f.items[i];
    Some(match random.below(7) {
        0 => vec![(
            p.start..f.items.get(i + 1).map_or(p.end, |n| n.start),
            String::new(),
        )],
        1 => vec![(p.start..p.start, "z9, ".to_owned())],
        2 => vec![(p.end..p.end, "=None".to_owned())],
        3 => vec![(p.start..p.start, "*".to_owned())],
        4 => vec![(p.start..p.start, "**".to_owned())],
        5 => vec![(p.clone(), "(z8, z9)".to_owned())],
        _ => vec![(p.end..p.end, ", z9=(0, None)".to_owned())],
    })
}
fn decorate(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    const DECORATORS: &[&str] = &[
        "staticmethod",
        "classmethod",
        "property",
        "specialize.arg(0)",
        "specialize.arg(1)",
        "specialize.memo()",
        "specialize.argtype(0)",
        "specialize.ll()",
        "specialize.call_location()",
        "elidable",
        "unroll_safe",
        "dont_look_inside",
        "look_inside_iff(lambda *a: True)",
        "always_inline",
        "try_inline",
        "not_rpython",
        "enforceargs(int)",
        "enforceargs(int, str)",
        "enforceargs(None)",
        "elidable_promote()",
        "oopspec('list.len(l)')",
        "signature(int)",
        "import_from_mixin(object)",
        "lambda f: f",
        "lambda f: None",
        "never_inline",
        "specialize.arg_or_var(0)",
        "specialize.arglistitemtype(0)",
        "jit_callback('x')",
        "conditional_call",
    ];
    let f = tree.def(random, |_| true)?;
    let decorator = match tree.name(random, 0) {
        Some(own) if random.chance(15) => own,
        _ => random.pick(DECORATORS),
    };
    let mut edits = vec![(f.start..f.start, format!("{}@{decorator}\n", f.indent))];
    if let Some(first) = tree.stmts.first().filter(|s| s.lines.start < f.start) {
        edits.push((first.lines.start..first.lines.start, IMPORTS.to_owned()));
    }
    Some(edits)
}
/// A member that changes how the class behaves.
fn member(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    const MEMBERS: &[&str] = &[
        "_immutable_ = True",
        "_immutable_fields_ = ['M']",
        "_immutable_fields_ = ['M[*]', 'M?']",
        "_attrs_ = []",
        "_attrs_ = ['M']",
        "_virtualizable_ = ['M']",
        "_virtualizable_ = ['M[*]']",
        "_mixin_ = True",
        "_settled_ = True",
        "M = None",
        "M = 0",
        "M = []",
        "M = 'x'",
        "__slots__ = ['M']",
        "def __eq__(self, o): return True",
        "def __hash__(self): return 1",
        "def __len__(self): return self.M",
        "def __str__(self): return self.M",
        "def __getitem__(self, i): return i",
        "def __del__(self): pass",
        "def __enter__(self): return self",
        "def __exit__(self, a, b, c): return True",
        "def __iter__(self): return self",
        "def next(self): raise StopIteration",
        "def __call__(self, x): return x",
        "def __add__(self, o): return o",
        "def __contains__(self, o): return True",
        "def __getattr__(self, n): return 1",
        "def __init__(self): pass",
        "def __init__(self, M): self.M = M",
        "def M(self): return self",
        "M = property(lambda self: 1)",
        "def __nonzero__(self): return False",
        "def __repr__(self): return 1",
        "__metaclass__ = type",
        "def __new__(cls): return None",
        "def __getslice__(self, a, b): return a",
        "def __setitem__(self, k, v): self.M = v",
        "def _freeze_(self): return True",
        "_alloc_flavor_ = 'raw'",
        "_virtualizable2_ = ['M']",
        "access_directly = True",
    ];
    let c = tree.def(random, |d| d.class && d.body.is_some())?;
    let at = c.body?;
    let line = tree.text.get(at..)?;
    let indent: String = line
        .chars()
        .take_while(|c| matches!(c, ' ' | '\t'))
        .collect();
    let template = random.pick(MEMBERS);
    Some(vec![(
        at..at,
        format!("{indent}{}\n", fill(tree, random, template, 0)),
    )])
}
/// Another name for a function or class, so that one definition hides the other.
fn rename(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    const NAMES: &[&str] = &[
        "entry_point",
        "target",
        "__init__",
        "__eq__",
        "__del__",
        "__str__",
        "len",
        "int",
        "None",
        "object",
        "x",
        "__hash__",
        "self",
        "next",
        "__getattr__",
        "__getitem__",
        "jitpolicy",
        "__len__",
        "__call__",
        "__iter__",
    ];
    let d = tree.def(random, |_| true)?;
    let new = match random.chance(50) {
        true => tree.slice(&tree.def(random, |_| true)?.name).to_owned(),
        false => random.pick(NAMES).to_owned(),
    };
    Some(vec![(d.name.clone(), new)])
}
/// One statement inside of many.
fn deep(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    if !random.chance(15) {
        return None;
    }
    let s = tree.stmt(random, |s| !s.compound)?;
    let (header, behind) = random.pick(WRAPS);
    let n = random.pick(&[5, 15, 19, 25, 60, 99, 120]);
    let mut out = String::new();
    for i in 0..n {
        for line in fill(tree, random, header, s.scope).lines() {
            out.push_str(&format!("{}{}{line}\n", s.indent, " ".repeat(i)));
        }
    }
    out.push_str(&indented(
        tree,
        s,
        &format!("{}{}", s.indent, " ".repeat(n)),
    ));
    for i in (0..n).rev() {
        for line in fill(tree, random, behind, s.scope).lines() {
            out.push_str(&format!("{}{}{line}\n", s.indent, " ".repeat(i)));
        }
    }
    Some(vec![(s.lines.clone(), out)])
}
/// One statement many times.
fn repeat(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    if !random.chance(20) {
        return None;
    }
    let s = tree.stmt(random, any)?;
    let most = 40_000 / s.lines.len().max(1);
    let n = random.pick(&[2, 10, 40, 200, 1000]).min(most);
    Some(vec![(
        s.lines.end..s.lines.end,
        indented(tree, s, &s.indent).repeat(n),
    )])
}
/// Everything behind a statement goes.
fn cut(tree: &Tree, random: &mut Random) -> Option<Vec<Edit>> {
    if !random.chance(25) {
        return None;
    }
    let s = tree.stmt(random, |s| s.scope > 0)?;
    let end = tree
        .stmts
        .iter()
        .filter(|t| t.scope == s.scope)
        .map(|t| t.lines.end)
        .max()?;
    (s.lines.end < end).then(|| vec![(s.lines.end..end, String::new())])
}
