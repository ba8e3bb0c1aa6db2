//! Generates RPython programs that are valid by construction: typed expressions and statements over integers, floats,
//! texts, lists, dictionaries, tuples, instances, functions, exceptions, generators, narrowing.
//!
//! ```text
//! let text = programs::generate(seed);        defines `entry(a, b, s)`
//! ```
use std::fmt::Write;

mod expressions;
mod features;
mod statements;

/// The types of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    Int,
    Uint,
    Bool,
    Float,
    Str,
    OptStr,
    Char,
    Unicode,
    Inst,
    OptInst,
    ListInt,
    ListStr,
    ListOpt,
    DictStrInt,
    DictIntInst,
    Tuple,
    Func,
    Bytes,
    Frozen,
}

use Ty::*;

const ALL: &[Ty] = &[
    Int,
    Int,
    Int,
    Int,
    Uint,
    Bool,
    Float,
    Str,
    Str,
    OptStr,
    Char,
    Unicode,
    Inst,
    Inst,
    OptInst,
    ListInt,
    ListStr,
    ListOpt,
    DictStrInt,
    DictIntInst,
    Tuple,
    Func,
    Bytes,
    Frozen,
];

const PRELUDE: &str = r#"
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.objectmodel import specialize

class Base(object):
    kind = 1
    def __init__(self, n):
        self.n = n
        self.ref = None
        self.name = None
    def get(self):
        return self.n
    def twice(self):
        return self.get() + self.get()
    def other(self, x):
        return x

class A(Base):
    kind = 2
    def __init__(self, n):
        Base.__init__(self, n)
        self.extra = n - 3
    def get(self):
        return -self.n

class B(Base):
    kind = -1
    def __init__(self, n):
        Base.__init__(self, n)
        self.items = [n]
    def other(self, x):
        self.items.append(x)
        return len(self.items)
    @property
    def total(self):
        t = 0
        for i in self.items:
            t += i
        return t

class C(A):
    def get(self):
        return self.n * 2 - self.extra

class Box(object):
    def __init__(self, x):
        self.x = x
    def __len__(self):
        return self.x & 3
    def __getitem__(self, i):
        return self.x - i
    def __add__(self, other):
        return Box(self.x + other.x)
    def __contains__(self, i):
        return i == self.x
    def __enter__(self):
        self.x += 1
        return self
    def __exit__(self, a, b, c):
        self.x -= 2

class Mixed(object):
    _mixin_ = True
    def show(self):
        return self.val

class WithInt(Mixed):
    def __init__(self, v):
        self.val = v

class WithStr(Mixed):
    def __init__(self, v):
        self.val = v

class Fr(object):
    def __init__(self, code, text):
        self.code = code
        self.text = text
    def _freeze_(self):
        return True
    def apply(self, x):
        return x + self.code

class MyErr(Exception):
    code = 0
    def __init__(self, code):
        self.code = code

class SubErr(MyErr):
    pass

class State(object):
    def __init__(self):
        self.count = 0
        self.last = None

STATE = State()
PRE = A(5)
PRE.ref = B(7)
PRE2 = C(-2)
LST = [3, -4, 5]
WORDS = ["one", "two\0", "x"]
TABLE = {"a": 1, "b": -2}
BYNUM = {1: PRE, 2: B(9)}
FR1 = Fr(4, "four")
FR2 = Fr(-4, "minus")

def add1(x):
    return x + 1

def negate(x):
    return -x

def half(x):
    return x // 2

def make(k, n):
    if k == 0:
        return Base(n)
    elif k == 1:
        return A(n)
    elif k == 2:
        return B(n)
    return C(n)

def maybe(k, n):
    if k > 1:
        return make(k, n)
    return None

def fails(x):
    if x > 4:
        raise SubErr(x)
    if x < -4:
        raise MyErr(-x)
    if x == 0:
        raise ValueError
    return x

def down(n):
    if n <= 0:
        return [0]
    r = down(n - 1)
    r.append(-n)
    return r

def numbers(n):
    i = n
    while i > 0:
        yield i - 2
        i -= 1

@specialize.argtype(0)
def same(x):
    return x

@specialize.arg(0)
def by_constant(k, x):
    if k == 1:
        return x
    return -x

@specialize.memo()
def memo(fr):
    return fr.code * 3

def star(a, *rest):
    return a + len(rest)

def keywords(a, b=2, c=-3):
    return a * b + c
"#;

/// A generator of one program.
pub(crate) struct Programs {
    seed: u64,
    state: u64,
    out: String,
    indent: usize,
    vars: Vec<(String, Ty)>,
    functions: Vec<(String, Vec<Ty>, Ty)>,
    next: u32,
    budget: i32,
}

/// The program of a seed.
#[allow(dead_code)]
pub(crate) fn generate(seed: u64) -> String {
    let mut g = Programs::new(seed);
    let n = 1 + g.rand(3);
    for i in 0..n {
        g.function(i, 12);
    }
    g.entry();
    g.out
}

/// A large program: so many functions of about so many statements.
#[allow(dead_code)]
pub(crate) fn large(seed: u64, functions: u64, statements: i32) -> String {
    let mut g = Programs::new(seed);
    let mut all: Vec<(String, Vec<Ty>)> = Vec::new();
    for i in 0..functions {
        g.function(i, statements);
        all.extend(g.functions.last().map(|f| (f.0.clone(), f.1.clone())));
        // Each calls a few of those before it.
        let n = g.functions.len();
        if n > 12 {
            g.functions.drain(..n - 12);
        }
    }
    // Every function is called once more from the entry point.
    let calls: Vec<String> = all
        .iter()
        .map(|(f, params)| {
            let args: Vec<String> = params.iter().map(|&t| g.leaf(t)).collect();
            format!("{f}({})", args.join(", "))
        })
        .collect();
    g.entry();
    g.out.push_str("\ndef everything(a, b, s):\n");
    for c in calls {
        let _ = writeln!(g.out, "    {c}");
    }
    g.out.push_str("    return entry(a, b, s)\n");
    g.out
}

impl Programs {
    fn new(seed: u64) -> Programs {
        let mut g = Programs {
            seed,
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            out: [PRELUDE, features::PRELUDE].concat(),
            indent: 0,
            vars: Vec::new(),
            functions: Vec::new(),
            next: 0,
            budget: 0,
        };
        for _ in 0..8 {
            g.rand(2);
        }
        g
    }
}

impl Programs {
    fn rand(&mut self, n: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) % n
    }
    fn chance(&mut self, percent: u64) -> bool {
        self.rand(100) < percent
    }
    fn ty(&mut self) -> Ty {
        ALL[self.rand(ALL.len() as u64) as usize]
    }
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }
    fn fresh(&mut self, prefix: &str) -> String {
        self.next += 1;
        format!("{prefix}{}", self.next)
    }
    fn var(&mut self, ty: Ty) -> Option<String> {
        let fitting: Vec<&String> = self
            .vars
            .iter()
            .filter(|(_, t)| *t == ty)
            .map(|(n, _)| n)
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let n = fitting.len() as u64;
        let i = {
            self.state ^= self.state << 13;
            self.state ^= self.state >> 7;
            self.state ^= self.state << 17;
            (self.state >> 11) % n
        };
        Some(fitting[i as usize].clone())
    }
}

trait Pipe: Sized {
    fn pipe<T>(self, f: impl FnOnce(Self) -> T) -> T {
        f(self)
    }
}
impl<T> Pipe for T {}
