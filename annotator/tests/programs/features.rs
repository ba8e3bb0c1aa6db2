//! Statements for what the expressions of generated programs do not show: iterators, weak references, builders, sets of
//! classes and methods, `r_dict`, small integers, slices, types, modules as values, and functions specialised for
//! arguments that become more general while the program is annotated.
use super::Programs;
use super::Ty::*;

/// Definitions that the statements use.
pub(super) const PRELUDE: &str = r#"
import math
import weakref
from rpython.rlib.objectmodel import r_dict, reversed_dict
from rpython.rlib.rarithmetic import r_int32, r_uint32, r_longlonglong, r_singlefloat
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder

class Count(object):
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def next(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n
    __next__ = next

WEAK = weakref.ref(PRE)
DEAD = weakref.ref(B(1))
TRIPLE = (7, "seven", None)

def alive(w):
    o = w()
    if o is None:
        return 0
    return o.n

def dead(w):
    if w() is None:
        return 1
    return 2

def first_of(t):
    return t[0]

def is_b(t):
    return t is B

def rounded(m, x):
    return m.floor(x)

def applied(f, x):
    return f(x)

def int_eq(a, b):
    return (a & 7) == (b & 7)

def int_hash(a):
    return a & 7

def bad_hash(a):
    return 1

RD = r_dict(int_eq, int_hash)
RD[3] = 4

def length_of(u):
    if u is None:
        return 0
    return len(u)

def long_of(s):
    if s is None:
        return 0
    return len(s)

def apply_to(f, o):
    if f is None:
        return 3
    return f(o)

def number(o):
    return o.n

def hidden(o):
    return o.kind

@specialize.arg_or_var(0)
def either(k, x):
    if k == 1:
        return x
    if k == 2:
        return x - k
    return x + k

@specialize.argtype(0)
def grown(x, n):
    if n > 2:
        return grown(x, n - 1)
    return x

@specialize.arglistitemtype(0)
def head(l, n):
    if n < len(l):
        return l[n]
    return l[0]

@specialize.call_location()
def counted(x):
    return x + 1
"#;

impl Programs {
    /// Lines with the same variable for `V`, a name of their own for each of `W`, `X`, `Y`, and an expression for each
    /// type in braces; `V` is an integer afterwards.
    fn lines(&mut self, text: &str) {
        let names: Vec<(&str, String)> = ["V", "W", "X", "Y"]
            .into_iter()
            .map(|n| (n, self.fresh("u")))
            .collect();
        for line in text.lines() {
            let mut out = line.to_string();
            for (n, v) in &names {
                out = out.replace(&format!("${n}"), v);
            }
            for (n, ty) in [
                ("{int}", Int),
                ("{bool}", Bool),
                ("{float}", Float),
                ("{str}", Str),
                ("{inst}", Inst),
                ("{ints}", ListInt),
                ("{strs}", ListStr),
                ("{unicode}", Unicode),
                ("{frozen}", Frozen),
                ("{tuple}", Tuple),
            ] {
                while out.contains(n) {
                    let e = self.expr(ty, 1);
                    out = out.replacen(n, &e, 1);
                }
            }
            self.line(&out);
        }
        self.vars.push((names[0].1.clone(), Int));
    }

    /// One of the statements of this module.
    pub(super) fn feature(&mut self) {
        let n = self.rand(FEATURES.len() as u64);
        self.feature_number(n);
    }
    /// The statement with this number, and so round.
    pub(super) fn feature_number(&mut self, n: u64) {
        self.lines(FEATURES[n as usize % FEATURES.len()].trim());
    }
}

const FEATURES: &[&str] = &[
    // Iterators as values.
    "
$W = iter({ints})
$V = 0
try:
    $V = next($W) + next($W)
except StopIteration:
    $V = -1",
    "
$W = Count({int} & 3)
$V = 0
for $X in $W:
    $V += $X",
    "
$V = 0
for $X, $Y in {{str}: {int}, \"p\": 2}.iteritems():
    $V += len($X) - $Y",
    "
$V = 0
for $X in {\"v\": {int}}.itervalues():
    $V += $X",
    "
$V = 0
for $X in reversed_dict({\"v\": {int}, {str}: 3}):
    $V += len($X)",
    "
$V = 0
for $X in reversed({ints}[:2]):
    $V += $X",
    "
$V = 0
for $X, $Y in zip({ints}[:2], {strs}[:2]):
    $V += $X + len($Y)",
    // Weak references.
    "
$X = {inst}
$W = weakref.ref($X)
$Y = $W()
$V = 0
if $Y is not None:
    $V = $Y.n",
    "
$V = alive(weakref.ref({inst})) + alive(WEAK)",
    "
$V = dead(DEAD)",
    // Builders.
    "
$W = StringBuilder()
$W.append({str})
$W.append(\"-\")
$V = len($W.build())",
    "
$W = UnicodeBuilder()
$W.append({unicode})
$V = len($W.build())",
    // Sets of classes, functions, methods.
    "
$W = A if {bool} else C
$V = $W({int}).get()",
    "
$W = {inst}.get
$V = $W()",
    "
$W = {frozen}.apply
$V = $W({int})",
    "
$V = apply_to(number, {inst}) + apply_to(None, {inst})",
    "
$W = number if {bool} else hidden
$V = $W({inst})",
    // Dictionaries with functions of their own.
    "
$W = r_dict(int_eq, int_hash if {bool} else bad_hash)
$W[{int}] = {int}
$V = $W.get({int}, 1)",
    "
$V = RD.get({int}, 2)",
    // Numbers of other sizes.
    "
$W = r_singlefloat({float})
$V = 1 if float($W) < 0.5 else 2",
    "
$W = r_int32({int} & 1023)
$V = intmask($W)",
    "
$W = r_uint32({int} & 1023)
$V = intmask($W)",
    "
$W = r_longlonglong({int})
$V = intmask($W + $W)",
    // Slices, texts, ranges, tuples.
    "
$W = slice({int} & 1, 3)
$V = len({str}[$W])",
    "
$W = None
if {bool}:
    $W = str({int})
$V = 0
if $W is not None:
    $V = len($W) + ord($W[0])",
    "
$W = ({unicode} + u\"k\")[0]
$V = ord($W)",
    "
$V = length_of({unicode}) + length_of(None) + long_of({str}) + long_of(None)",
    "
$W = range({int} & 7)
$V = len($W)",
    "
$V = first_of(TRIPLE)",
    // Types, modules and built-in functions as values.
    "
$X = {inst}
$V = 0
if type($X) is A:
    $V = $X.extra
elif is_b(type($X)):
    $V = 2",
    "
$V = int(rounded(math, {float} * 0.001 if -1e9 < {float} < 1e9 else 0.5) > 1.0)",
    "
$V = applied(abs, {int})",
    // Specialised functions whose arguments become more general.
    "
$W = 0
$V = 0
while $W < 3:
    $V = either($W, {int})
    $W += 1",
    "
$W = 1
if {bool}:
    $W = 2
$V = either($W, {int}) + either(1, {int}) + either(2, {int})",
    "
$V = 1
for $W in range(3):
    $V = either($V, $W)",
    "
$W = A({int})
$X = grown($W, 2)
for $Y in range(2):
    $X = grown($X, $Y)
    $X = make($Y, {int})
$V = $X.n",
    "
$W = grown(1, {int} & 3)
$X = 1.0
for $Y in range(2):
    $X = grown($X, $Y) * 0.5 + $W
$V = 1 if $X < 2.0 else $W",
    "
$W = []
$V = 0
for $X in range(2):
    $W.append({inst})
    $V = head($W, $X).n",
    "
$V = head({ints} + [1], {int} & 1) + len(head({strs} + [\"e\"], 0))",
    "
$V = counted({int}) + counted(2)",
];
