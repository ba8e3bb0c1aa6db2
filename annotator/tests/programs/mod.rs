//! Generates RPython programs that are valid by construction: typed expressions and statements over integers, floats,
//! texts, lists, dictionaries, tuples, instances, functions, exceptions, generators, narrowing.
//!
//! ```text
//! let text = programs::generate(seed);        defines `entry(a, b, s)`
//! ```
use std::fmt::Write;

mod features;

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

    fn function(&mut self, i: u64, budget: i32) {
        let params: Vec<Ty> = (0..1 + self.rand(3)).map(|_| self.ty()).collect();
        let result = self.ty();
        let name = format!("f{i}");
        let names: Vec<String> = (0..params.len()).map(|k| format!("p{k}")).collect();
        let _ = writeln!(self.out, "\ndef {name}({}):", names.join(", "));
        self.indent = 1;
        self.vars = names.into_iter().zip(params.clone()).collect();
        self.budget = budget;
        let n = if budget > 12 {
            budget as u64
        } else {
            1 + self.rand(4)
        };
        self.block(n);
        let e = self.expr(result, 2);
        self.line(&format!("return {e}"));
        self.indent = 0;
        self.functions.push((name, params, result));
    }

    fn entry(&mut self) {
        self.out.push_str("\ndef entry(a, b, s):\n");
        self.indent = 1;
        self.vars = vec![("a".into(), Int), ("b".into(), Int), ("s".into(), Str)];
        self.budget = 40;
        // Every list, dictionary and attribute of the prelude is used somewhere, so that none stays unknown.
        self.line("acc = B(a & 1).total + A(a).extra");
        self.vars.push(("acc".into(), Int));
        // A few programs in a row show every feature.
        self.feature_number(self.seed);
        let n = 5 + self.rand(8);
        self.block(n);
        let e = self.expr(Int, 3);
        self.line(&format!("return intmask(acc + {e}) & 127"));
        self.indent = 0;
    }

    fn block(&mut self, statements: u64) {
        let depth = self.vars.len();
        for _ in 0..statements {
            if self.budget <= 0 {
                break;
            }
            self.budget -= 1;
            self.statement();
        }
        if statements == 0 || self.budget <= 0 {
            self.line("pass");
        }
        let _ = depth;
    }

    /// A block whose new variables end with it.
    fn scope(&mut self, statements: u64) {
        let n = self.vars.len();
        self.indent += 1;
        self.line("pass");
        self.block(statements);
        self.indent -= 1;
        self.vars.truncate(n);
    }

    fn statement(&mut self) {
        match self.rand(30) {
            22.. => self.feature(),
            0..=4 => {
                let ty = self.ty();
                let e = self.expr(ty, 3);
                let v = self.fresh("v");
                self.line(&format!("{v} = {e}"));
                self.vars.push((v, ty));
            }
            5 => {
                // A variable that takes values of two branches.
                let ty = self.ty();
                let (c, e1, e2) = (self.expr(Bool, 2), self.expr(ty, 2), self.expr(ty, 2));
                let v = self.fresh("v");
                self.line(&format!("if {c}:"));
                self.line(&format!("    {v} = {e1}"));
                self.line("else:");
                self.line(&format!("    {v} = {e2}"));
                self.vars.push((v, ty));
            }
            6 => {
                let c = self.expr(Bool, 3);
                self.line(&format!("if {c}:"));
                self.scope(2);
                if self.chance(50) {
                    self.line("else:");
                    self.scope(2);
                }
            }
            7 => {
                let (v, n) = (self.fresh("i"), 1 + self.rand(4));
                self.line(&format!("for {v} in range({n}):"));
                self.vars.push((v, Int));
                self.scope(2);
                self.vars.pop();
            }
            8 => {
                let v = self.fresh("w");
                let n = 1 + self.rand(4);
                self.line(&format!("{v} = {n}"));
                self.line(&format!("while {v} > 0:"));
                self.vars.push((v.clone(), Int));
                self.line(&format!("    {v} -= 1"));
                // The counter is not assigned in the body.
                let at = self.vars.len() - 1;
                self.vars[at].1 = Int;
                let saved = self.vars.remove(at);
                self.scope(2);
                self.vars.push(saved);
            }
            9 => self.loop_over(),
            10 => {
                let x = self.expr(OptInst, 2);
                let (v, r) = (self.fresh("o"), self.fresh("v"));
                self.line(&format!("{v} = {x}"));
                let test = ["is not None", ""][self.rand(2) as usize];
                self.line(&format!("if {v} {test}:"));
                self.line(&format!("    {r} = {v}.n"));
                self.line("else:");
                let e = self.expr(Int, 2);
                self.line(&format!("    {r} = {e}"));
                self.vars.push((r, Int));
            }
            11 | 12 => {
                let x = self.expr(Inst, 2);
                let (v, r) = (self.fresh("o"), self.fresh("v"));
                self.line(&format!("{v} = {x}"));
                self.line(&format!("if isinstance({v}, A):"));
                self.line(&format!("    {r} = {v}.extra"));
                self.line(&format!("elif isinstance({v}, B):"));
                self.line(&format!("    {r} = len({v}.items) + {v}.total"));
                self.line("else:");
                self.line(&format!("    {r} = {v}.n"));
                self.vars.push((r, Int));
            }
            13 | 14 => {
                let v = self.fresh("v");
                let (value, error) = match self.rand(5) {
                    0 => {
                        let (l, i) = (self.expr(ListInt, 1), self.expr(Int, 1));
                        (format!("{l}[{i}]"), "IndexError")
                    }
                    1 => {
                        let (d, k) = (self.expr(DictStrInt, 1), self.expr(Str, 1));
                        (format!("{d}[{k}]"), "KeyError")
                    }
                    2 => {
                        let (x, y) = (self.expr(Int, 1), self.expr(Int, 1));
                        (format!("({x}) // ({y})"), "ZeroDivisionError")
                    }
                    3 => {
                        let s = self.expr(Str, 1);
                        (format!("int({s})"), "ValueError")
                    }
                    _ => {
                        let (l, i) = (self.expr(ListOpt, 1), self.expr(Int, 1));
                        let x = self.fresh("x");
                        self.line("try:");
                        self.line(&format!("    {x} = {l}[{i}]"));
                        self.line("except IndexError:");
                        self.line(&format!("    {x} = None"));
                        self.vars.push((x, OptInst));
                        return;
                    }
                };
                let e = self.expr(Int, 1);
                self.line("try:");
                self.line(&format!("    {v} = {value}"));
                self.line(&format!("except {error}:"));
                self.line(&format!("    {v} = {e}"));
                self.vars.push((v, Int));
            }
            15 => {
                let (v, x) = (self.fresh("v"), self.expr(Int, 2));
                self.line("try:");
                self.line(&format!("    {v} = fails({x})"));
                self.line("except SubErr as err:");
                self.line(&format!("    {v} = err.code"));
                self.line("except MyErr as err:");
                self.line(&format!("    {v} = err.code + 1"));
                self.line("except ValueError:");
                self.line(&format!("    {v} = -1"));
                self.vars.push((v, Int));
            }
            16 => {
                let x = self.expr(Inst, 2);
                match self.rand(5) {
                    0 => {
                        let e = self.expr(Int, 2);
                        self.line(&format!("{x}.n = {e}"));
                    }
                    1 => {
                        let e = self.expr(OptInst, 2);
                        self.line(&format!("{x}.ref = {e}"));
                    }
                    2 => {
                        let e = self.expr(OptStr, 2);
                        self.line(&format!("{x}.name = {e}"));
                    }
                    3 => {
                        self.line(&format!("STATE.last = {x}"));
                        self.line("STATE.count += 1");
                    }
                    _ => {
                        let e = self.expr(Int, 1);
                        self.line(&format!("acc{} = {x}.other({e})", self.next + 1));
                        let v = self.fresh("acc");
                        self.vars.push((v, Int));
                    }
                }
            }
            17 => {
                let (ty, item) =
                    [(ListInt, Int), (ListStr, Str), (ListOpt, OptInst)][self.rand(3) as usize];
                let (l, e) = (self.expr(ty, 1), self.expr(item, 2));
                let v = self.fresh("l");
                self.line(&format!("{v} = {l}"));
                match self.rand(5) {
                    0 => self.line(&format!("{v}.extend([{e}])")),
                    1 => self.line(&format!("{v}.insert(0, {e})")),
                    2 => self.line(&format!("{v}[0] = {e}")),
                    3 => {
                        self.line(&format!("{v}.append({e})"));
                        let x = self.fresh("v");
                        self.line(&format!("{x} = {v}.pop()"));
                        self.vars.push((x, item));
                    }
                    _ => self.line(&format!("{v}.append({e})")),
                }
                self.vars.push((v, ty));
            }
            18 => {
                if self.chance(50) {
                    let (d, k, e) = (
                        self.expr(DictStrInt, 1),
                        self.expr(Str, 1),
                        self.expr(Int, 2),
                    );
                    let v = self.fresh("d");
                    self.line(&format!("{v} = {d}"));
                    self.line(&format!("{v}[{k}] = {e}"));
                    self.vars.push((v, DictStrInt));
                } else {
                    let (d, k, e) = (
                        self.expr(DictIntInst, 1),
                        self.expr(Int, 1),
                        self.expr(Inst, 2),
                    );
                    let v = self.fresh("d");
                    self.line(&format!("{v} = {d}"));
                    self.line(&format!("{v}[{k}] = {e}"));
                    self.vars.push((v, DictIntInst));
                }
            }
            19 => {
                let (v, x) = (self.fresh("v"), self.expr(Int, 2));
                self.line(&format!("with Box({x}) as box:"));
                self.line(&format!("    {v} = box[2] + len(box)"));
                self.vars.push((v, Int));
            }
            20 => {
                let (v, t) = (self.fresh("v"), self.fresh("t"));
                let x = self.expr(Tuple, 2);
                let (p, q, r) = (self.fresh("v"), self.fresh("v"), self.fresh("v"));
                self.line(&format!("{t} = {x}"));
                self.line(&format!("{p}, {q}, {r} = {t}"));
                self.line(&format!("{v} = {t}[0]"));
                self.vars
                    .extend([(p, Int), (q, Str), (r, OptInst), (v, Int)]);
            }
            _ => {
                // Assignment to a variable that is there.
                let ty = self.ty();
                if let Some(v) = self.var(ty)
                    && !v.starts_with('i')
                    && !v.starts_with('w')
                {
                    let e = self.expr(ty, 2);
                    self.line(&format!("{v} = {e}"));
                } else {
                    let e = self.expr(Int, 2);
                    self.line(&format!("STATE.count = {e}"));
                }
            }
        }
    }

    fn loop_over(&mut self) {
        let mut new = Vec::new();
        let head = match self.rand(13) {
            8 => {
                let (v, l) = (self.fresh("x"), self.expr(ListInt, 1));
                new.push((v.clone(), Int));
                format!("for {v} in reversed({l}[:3]):")
            }
            9 => {
                let (v, d) = (self.fresh("x"), self.expr(DictStrInt, 1));
                new.push((v.clone(), Int));
                format!("for {v} in {d}.itervalues():")
            }
            10 => {
                let (k, v, d) = (self.fresh("x"), self.fresh("x"), self.expr(DictStrInt, 1));
                new.extend([(k.clone(), Str), (v.clone(), Int)]);
                format!("for {k}, {v} in {d}.iteritems():")
            }
            11 => {
                let (v, d) = (self.fresh("x"), self.expr(DictStrInt, 1));
                new.push((v.clone(), Str));
                format!("for {v} in reversed_dict({d}):")
            }
            12 => {
                let (v, n) = (self.fresh("x"), self.rand(4));
                new.push((v.clone(), Int));
                format!("for {v} in Count({n}):")
            }
            0 => {
                let (v, l) = (self.fresh("x"), self.expr(ListInt, 1));
                new.push((v.clone(), Int));
                format!("for {v} in {l}[:4]:")
            }
            1 => {
                let (i, v, l) = (self.fresh("i"), self.fresh("x"), self.expr(ListStr, 1));
                new.extend([(i.clone(), Int), (v.clone(), Str)]);
                format!("for {i}, {v} in enumerate({l}[:4]):")
            }
            2 => {
                let (v, d) = (self.fresh("x"), self.expr(DictStrInt, 1));
                new.push((v.clone(), Str));
                format!("for {v} in {d}:")
            }
            3 => {
                let (k, v, d) = (self.fresh("x"), self.fresh("x"), self.expr(DictIntInst, 1));
                new.extend([(k.clone(), Int), (v.clone(), Inst)]);
                format!("for {k}, {v} in {d}.items():")
            }
            4 => {
                let (v, n) = (self.fresh("x"), self.rand(4));
                new.push((v.clone(), Int));
                format!("for {v} in numbers({n}):")
            }
            5 => {
                let (v, s) = (self.fresh("x"), self.expr(Str, 1));
                new.push((v.clone(), Char));
                format!("for {v} in ({s})[:3]:")
            }
            6 => {
                let (x, y) = (self.fresh("x"), self.fresh("x"));
                let (l, m) = (self.expr(ListInt, 1), self.expr(ListOpt, 1));
                new.extend([(x.clone(), Int), (y.clone(), OptInst)]);
                format!("for {x}, {y} in zip({l}[:3], {m}[:3]):")
            }
            _ => {
                let (v, a) = (self.fresh("i"), self.rand(6));
                new.push((v.clone(), Int));
                format!("for {v} in range({a}, -2, -1):")
            }
        };
        self.line(&head);
        // Loops over containers that the body changes may not end: the body gets other ones.
        let hidden: Vec<(String, Ty)> = self.vars.clone();
        self.vars
            .retain(|(_, t)| !matches!(t, ListInt | ListStr | ListOpt | DictStrInt | DictIntInst));
        let n = self.vars.len();
        self.vars.extend(new);
        self.indent += 1;
        self.line("acc += 1");
        self.budget -= 1;
        if self.budget > 0 {
            self.loop_body();
        }
        self.indent -= 1;
        let _ = n;
        self.vars = hidden;
        if !self.vars.iter().any(|(v, _)| v == "acc") {
            // In functions without an accumulator the line above needs one.
            self.ensure_acc();
        }
    }

    fn loop_body(&mut self) {
        for _ in 0..2 {
            let e = self.expr(Int, 2);
            match self.rand(3) {
                0 => self.line(&format!("acc = {e}")),
                1 => self.line(&format!("STATE.count = {e}")),
                _ => {
                    let c = self.expr(Bool, 2);
                    self.line(&format!("if {c}:"));
                    self.line(&format!("    acc = {e}"));
                }
            }
        }
    }

    /// The accumulator of a function that lacks one: defined at its start.
    fn ensure_acc(&mut self) {
        let at = self.out.rfind("\ndef ").unwrap_or(0);
        let colon = self.out[at..].find(":\n").map_or(at, |i| at + i + 2);
        self.out.insert_str(colon, "    acc = 0\n");
        self.vars.push(("acc".into(), Int));
    }

    fn pick(&mut self, list: &[&str]) -> String {
        list[self.rand(list.len() as u64) as usize].to_string()
    }

    /// `(x OP y)` of two expressions of a type.
    fn binary(&mut self, ty: Ty, d: u32, operators: &[&str]) -> String {
        let (x, y) = (self.expr(ty, d), self.expr(ty, d));
        let op = self.pick(operators);
        format!("({x} {op} {y})")
    }

    /// An expression of a type.
    fn expr(&mut self, ty: Ty, depth: u32) -> String {
        if let Some(v) = self.var(ty)
            && (depth == 0 || self.chance(35))
        {
            return v;
        }
        let calls: Vec<(String, Vec<Ty>)> = self
            .functions
            .iter()
            .filter(|f| f.2 == ty)
            .map(|f| (f.0.clone(), f.1.clone()))
            .collect();
        if depth > 0 && !calls.is_empty() && self.chance(25) {
            let (f, params) = calls[self.rand(calls.len() as u64) as usize].clone();
            let args: Vec<String> = params.iter().map(|&t| self.expr(t, depth - 1)).collect();
            return format!("{f}({})", args.join(", "));
        }
        if depth == 0 {
            return self.leaf(ty);
        }
        let d = depth - 1;
        match ty {
            Int => self.int(d),
            Uint => {
                let x = self.expr(Uint, d);
                match self.rand(4) {
                    0 => format!("({x} + r_uint(3))"),
                    1 => format!("({x} - r_uint(1))"),
                    2 => {
                        let i = self.expr(Int, d);
                        format!("r_uint({i})")
                    }
                    _ => format!("({x} >> 2)"),
                }
            }
            Bool => self.boolean(d),
            Float => {
                let (f, i) = (self.expr(Float, d), self.expr(Int, d));
                match self.rand(4) {
                    0 => format!("({f} + {i})"),
                    1 => format!("float({i})"),
                    2 => format!("({i} / 4)"),
                    _ => format!("(-{f})"),
                }
            }
            Str => self.string(d),
            OptStr => match self.rand(4) {
                0 => "None".into(),
                1 => {
                    let x = self.expr(Inst, d);
                    format!("{x}.name")
                }
                _ => self.expr(Str, d),
            },
            Char => match self.rand(5) {
                3 => {
                    let (s, i) = (self.expr(Str, d), self.expr(Int, d));
                    format!("({s} + \"\\0zy\\0\")[{i} & 3]")
                }
                0 => {
                    let i = self.expr(Int, d);
                    format!("chr(({i}) & 127)")
                }
                1 => {
                    let s = self.expr(Str, d);
                    format!("(\"q\" + {s})[0]")
                }
                2 => {
                    let s = self.expr(Str, d);
                    format!("({s} + \"z\")[-1]")
                }
                _ => self.leaf(Char),
            },
            Unicode => {
                let x = self.expr(Unicode, d);
                match self.rand(4) {
                    0 => format!("({x} + u\"\\xe4\")"),
                    1 => format!("({x})[:2]"),
                    2 => {
                        let i = self.expr(Int, d);
                        format!("unichr_({i})")
                    }
                    _ => self.leaf(Unicode),
                }
                .replace("unichr_(", "str(")
                .pipe(|t| {
                    if t.starts_with("str(") {
                        format!("{t}.decode(\"ascii\")")
                    } else {
                        t
                    }
                })
            }
            Inst => match self.rand(6) {
                0 => {
                    let (k, i) = (self.rand(4), self.expr(Int, d));
                    format!("make({k}, {i})")
                }
                1 => {
                    let (k, i) = (self.expr(Int, d), self.expr(Int, d));
                    format!("make({k}, {i})")
                }
                2 => {
                    let i = self.expr(Int, d);
                    let c = self.pick(&["Base", "A", "B", "C"]);
                    format!("{c}({i})")
                }
                3 => {
                    let (o, i) = (self.expr(OptInst, d), self.expr(Inst, d));
                    format!("({o} or {i})")
                }
                4 => {
                    let i = self.expr(Inst, d);
                    format!("same({i})")
                }
                _ => self.leaf(Inst),
            },
            OptInst => match self.rand(5) {
                0 => "None".into(),
                1 => {
                    let i = self.expr(Inst, d);
                    format!("{i}.ref")
                }
                2 => {
                    let (k, i) = (self.expr(Int, d), self.expr(Int, d));
                    format!("maybe({k}, {i})")
                }
                3 => "STATE.last".into(),
                _ => self.expr(Inst, d),
            },
            ListInt => {
                let (l, i) = (self.expr(ListInt, d), self.expr(Int, d));
                match self.rand(7) {
                    0 => format!("[{i}, {}]", self.rand(9)),
                    1 => format!("({l}[:3] + [{i}])"),
                    2 => format!("{l}[1:3]"),
                    3 => format!("[x - 1 for x in {l}[:3]]"),
                    4 => format!("list(range({}))", self.rand(5)),
                    5 => format!("down({})", self.rand(4)),
                    _ => format!("([{i}] * 2)"),
                }
            }
            ListStr => {
                let (s, t) = (self.expr(Str, d), self.expr(Str, d));
                match self.rand(4) {
                    0 => format!("{s}.split(\",\")"),
                    1 => "TABLE.keys()".into(),
                    _ => format!("[{s}, {t}]"),
                }
                .replace("TABLE.keys()", "list(TABLE.keys())")
            }
            ListOpt => {
                let (x, y) = (self.expr(OptInst, d), self.expr(Inst, d));
                format!("[{x}, {y}]")
            }
            DictStrInt => {
                let (k, i) = (self.expr(Str, d), self.expr(Int, d));
                format!("{{{k}: {i}, \"k\": 1}}")
            }
            DictIntInst => {
                let (k, i) = (self.expr(Int, d), self.expr(Inst, d));
                format!("{{{k}: {i}}}")
            }
            Tuple => {
                let (i, s, o) = (self.expr(Int, d), self.expr(Str, d), self.expr(OptInst, d));
                format!("({i}, {s}, {o})")
            }
            Func => self.leaf(Func),
            Bytes => {
                let s = self.expr(Str, d);
                format!("bytearray({s})")
            }
            Frozen => {
                let c = self.expr(Bool, d);
                format!("(FR1 if {c} else FR2)")
            }
        }
    }

    fn int(&mut self, d: u32) -> String {
        let x = self.expr(Int, d);
        match self.rand(30) {
            0 | 1 => self.binary(Int, d, &["+"]),
            2 | 3 => self.binary(Int, d, &["-"]),
            4 => {
                let y = self.expr(Int, d);
                format!("(({x} & 255) * ({y} & 255))")
            }
            5 => format!("(-{x})"),
            6 => format!("({x} // {})", 1 + self.rand(5)),
            7 => format!("({x} % {})", 2 + self.rand(5)),
            8 => format!("({x} & {})", self.rand(16)),
            9 => format!("({x} | {})", self.rand(16)),
            10 => format!("({x} ^ {})", self.rand(16)),
            11 => format!("(({x} & 15) << {})", self.rand(4)),
            12 => format!("({x} >> {})", self.rand(4)),
            13 => {
                let s = self.expr(Str, d);
                format!("len({s})")
            }
            14 => {
                let l = self.expr(ListInt, d);
                format!("len({l})")
            }
            15 => {
                let c = self.expr(Char, d);
                format!("ord({c})")
            }
            16 => format!("abs({x})"),
            17 => {
                let y = self.expr(Int, d);
                let f = self.pick(&["min", "max"]);
                format!("{f}({x}, {y})")
            }
            18 => {
                let i = self.expr(Inst, d);
                let m = self.pick(&["n", "get()", "twice()", "kind", "other(3)"]);
                format!("{i}.{m}")
            }
            19 => {
                let f = self.expr(Func, d);
                format!("{f}({x})")
            }
            20 => {
                let t = self.expr(Tuple, d);
                format!("{t}[0]")
            }
            21 => {
                let (m, k) = (self.expr(DictStrInt, d), self.expr(Str, d));
                format!("{m}.get({k}, {x})")
            }
            22 => {
                let c = self.expr(Bool, d);
                format!("({x} if {c} else {})", self.leaf(Int))
            }
            23 => {
                let f = self.expr(Frozen, d);
                let m = self.pick(&["code", "apply(2)"]);
                format!("{f}.{m}")
            }
            24 => {
                let f = self.expr(Frozen, d);
                format!("memo({f})")
            }
            25 => {
                let (k, y) = (self.rand(2), self.expr(Int, d));
                format!("(by_constant({k}, {x}) + star({y}, 1, 2) + keywords({y}, c={x}))")
            }
            26 => {
                let u = self.expr(Uint, d);
                format!("intmask({u})")
            }
            27 => {
                let b = self.expr(Bytes, d);
                format!("len({b})")
            }
            28 => format!("(Box({x}) + Box(2)).x"),
            _ => format!("(WithInt({x}).show() + len(WithStr(\"ab\").show()))"),
        }
    }

    fn boolean(&mut self, d: u32) -> String {
        match self.rand(14) {
            0..=3 => self.binary(Int, d, &["<", "<=", ">", ">=", "==", "!="]),
            4 => {
                let x = self.expr(Bool, d);
                format!("(not {x})")
            }
            5 => self.binary(Bool, d, &["and", "or"]),
            6 => {
                let i = self.expr(Inst, d);
                let c = self.pick(&["A", "B", "C"]);
                format!("isinstance({i}, {c})")
            }
            7 => {
                let o = self.expr(OptInst, d);
                let op = self.pick(&["is", "is not"]);
                format!("({o} {op} None)")
            }
            8 => {
                let (k, m) = (self.expr(Str, d), self.expr(DictStrInt, d));
                format!("({k} in {m})")
            }
            9 => {
                let (x, l) = (self.expr(Int, d), self.expr(ListInt, d));
                format!("({x} in {l})")
            }
            10 => self.binary(Str, d, &["==", "!=", "<"]),
            11 => self.binary(Float, d, &["<"]),
            12 => {
                let x = self.expr(Int, d);
                format!("(3 in Box({x}))")
            }
            _ => {
                let s = self.expr(Str, d);
                format!("{s}.startswith(\"a\")")
            }
        }
    }

    fn string(&mut self, d: u32) -> String {
        match self.rand(16) {
            0 => {
                let i = self.expr(Int, d);
                format!("str({i})")
            }
            1 | 2 => self.binary(Str, d, &["+"]),
            3 => {
                let x = self.expr(Str, d);
                format!("({x})[1:]")
            }
            4 => {
                let (x, i) = (self.expr(Str, d), self.expr(Int, d));
                format!("({x}[:5] * ({i} & 3))")
            }
            5 => {
                let (x, i) = (self.expr(Str, d), self.expr(Int, d));
                format!("(\"%s=%d\" % ({x}, {i}))")
            }
            6 => {
                let t = self.expr(Tuple, d);
                format!("{t}[1]")
            }
            7 => {
                let x = self.expr(Str, d);
                let m = self.pick(&[
                    "upper()",
                    "lower()",
                    "replace(\"a\", \"bc\")",
                    "strip(\" \")",
                ]);
                format!("({x}).{m}")
            }
            8 => {
                let l = self.expr(ListStr, d);
                format!("\",\".join({l})")
            }
            9 => {
                let x = self.expr(OptStr, d);
                format!("({x} or \"none\")")
            }
            10 => self.expr(Char, d),
            11 => {
                let f = self.expr(Frozen, d);
                format!("{f}.text")
            }
            12 => {
                let b = self.expr(Bytes, d);
                format!("str({b})")
            }
            13 => {
                let u = self.expr(Unicode, d);
                format!("({u}).encode(\"utf-8\")")
            }
            14 => {
                let l = self.expr(ListStr, d);
                format!("({l} + [\"end\"])[0]")
            }
            _ => {
                let x = self.expr(Str, d);
                format!("same({x})")
            }
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        match ty {
            Int => {
                let n = self.rand(19) as i64 - 9;
                if n < 0 {
                    format!("({n})")
                } else {
                    n.to_string()
                }
            }
            Uint => format!("r_uint({})", self.rand(100)),
            Bool => self
                .pick(&["True", "False", "(a_flag() > 0)"])
                .replace("(a_flag() > 0)", "(STATE.count > 1)"),
            Float => self.pick(&["0.5", "-2.25", "1e10", "3.0"]),
            Str => self.pick(&[
                "\"\"",
                "\"a\"",
                "\"ab,c\"",
                "\"nul\\0\"",
                "WORDS[1]",
                "\"12\"",
            ]),
            OptStr => self.pick(&["None", "\"name\"", "PRE.name"]),
            Char => self.pick(&["\"c\"", "\"\\0\"", "WORDS[0][1]"]),
            Unicode => self.pick(&["u\"u\"", "u\"uni\"", "u\"\""]),
            Inst => self.pick(&["PRE", "PRE2", "Base(1)", "B(2)", "BYNUM[1]"]),
            OptInst => self.pick(&["None", "PRE.ref", "STATE.last", "A(3)"]),
            ListInt => self.pick(&["LST", "[1, 2]", "[-1]"]),
            ListStr => self.pick(&["WORDS", "[\"p\", \"q\"]"]),
            ListOpt => self.pick(&["[None, PRE]", "[PRE2, B(1)]"]),
            DictStrInt => self.pick(&["TABLE", "{\"x\": 5}"]),
            DictIntInst => self.pick(&["BYNUM", "{3: PRE}"]),
            Tuple => self.pick(&["(1, \"t\", None)", "(-1, \"\", PRE)"]),
            Func => self
                .pick(&["add1", "negate", "half", "PRE.other", "FR1.apply"])
                .pipe(|f| {
                    // Methods and functions do not mix in one variable.
                    if f.contains('.') { "add1".into() } else { f }
                }),
            Bytes => self.pick(&["bytearray(\"by\")", "bytearray(\"\")"]),
            Frozen => self.pick(&["FR1", "FR2"]),
        }
    }
}

trait Pipe: Sized {
    fn pipe<T>(self, f: impl FnOnce(Self) -> T) -> T {
        f(self)
    }
}
impl<T> Pipe for T {}
