//! Interpreters of bytecode on numbers, texts, arrays and objects that are variables of the loop, and programs for
//! them: short loops with many turns.
//!
//! What bytecodes do is random: they compute, access arrays at indices near each other, within their bounds and
//! outside, change objects and arrays under several names, call functions that are looked into and others, raise and
//! handle exceptions.
use super::super::Random;
use super::Generated;
use super::dynamic::fill;
use super::machine::lines;
use super::tree::{Clause, Expr, Stmt, Type, block, compound, line, simple};

const TEMPLATE: &str = include_str!("loops.template");
const ALL: &str = "c, x, y, p, f, s, a, b, o, q, l, r, depth";
/// Ways on which a list comes from one field to another.
const FLOWS: &[&str] = &[
    "l.items = r.items",
    "r.items = l.items",
    "l.items = a",
    "b = r.items",
    "r.items = same(l.items)",
    "r.items = one_of(l.items, b, x)",
    "r.items = one_of([x, y, 3], l.items, y)",
    "l.items = Holder(r.items).items",
    "HOLD.items = l.items",
    "r.items = HOLD.items",
    "l.items = (r.items, x)[0]",
    "LISTS[0] = l.items",
    "r.items = LISTS[0]",
    "LISTS[1] = a",
    "l.items = LISTS[y & 1]",
    "TABLES[1] = l.items",
    "r.items = TABLES[1]",
    "r.items = carried(l.items)",
    "l.items = o.keep(r.items)",
    "r.items = FUNCTIONS[x & 1](l.items)",
    "r.items = outside(l.items)",
    "o.items = l.items",
    "r.items = q.items",
    "swap(l, r)",
    "l = Left(r.items)",
    "r = Right(l.items)",
    "r = Right(a)",
    "r = Right([x, y, p])",
    "l = Left([y] * 4)",
    "l.items = l.items[:]",
    "l.items = [x, 1, 2]",
    "W.left = l",
    "l = W.left",
    "W.right = r",
    "r = W.right",
    "r.back = l",
    "l = r.back",
];

struct Maker {
    random: Random,
    /// Functions that may be called from here: those with a lower number.
    helpers: usize,
    /// Of [`FLOWS`] those that the program has; statements of them are all there are if it is `apart`.
    flows: Vec<&'static str>,
    apart: bool,
    /// It is the loop, not one of its functions.
    main: bool,
}

fn int(template: &str, parts: Vec<Expr>) -> Expr {
    Expr::new(Type::Int, template, parts)
}

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }
    /// A number that takes no computation.
    fn simple(&mut self) -> Expr {
        let n = self.random.range(-2, 9).to_string();
        let atoms = ["x", "y", "p", "x", "y", "p", "arg", "c", &n];
        let text = self.random.pick(&atoms);
        int(text, vec![])
    }
    fn object(&mut self) -> &'static str {
        self.random.pick(&["o", "o", "q", "W.o", "P0", "P1"])
    }
    fn list(&mut self) -> &'static str {
        if self.random.chance(if self.apart { 90 } else { 25 }) {
            return self.random.pick(&["l.items", "r.items"]);
        }
        self.random.pick(&[
            "a", "a", "b", "b", "W.a", "o.items", "q.items", "ROWS[1]", "P0.items",
        ])
    }
    fn int(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.random.chance(20) {
            return self.simple();
        }
        let d = depth - 1;
        match self.below(16) {
            0..=5 => {
                let (a, b) = (self.int(d), self.int(d));
                let op = self.random.pick(&["+", "+", "-", "*", "&", "|", "^"]);
                int(&format!("intmask($ {op} $)"), vec![a, b])
            }
            6 => {
                let a = self.int(d);
                let text = self.random.pick(&[
                    "intmask($ << (y & 31))",
                    "($ >> (x & 63))",
                    "($ // ((y & 15) + 1))",
                    "($ % ((x & 7) + 1))",
                    "intmask(-$)",
                    "(~$)",
                    "intmask(r_uint($) >> 5)",
                    "intmask(r_uint($) * r_uint(2654435761))",
                    "($ // 8)",
                    "($ % 16)",
                    "nonneg($)",
                    "abs($ & 0xffff)",
                ]);
                int(text, vec![a])
            }
            7 | 8 => {
                let o = self.object();
                let field = self.random.pick(&["n", "n", "m", "tag", "rare"]);
                match self.random.chance(10) {
                    true => int("P0.rare", vec![]),
                    false => int(&format!("{o}.{field}"), vec![]),
                }
            }
            9 => int(&format!("len({})", self.list()), vec![]),
            10 => {
                let (o, a) = (self.object(), self.int(d));
                int(&format!("{o}.get($)"), vec![a])
            }
            11 => {
                let a = self.int(d);
                let text = self.random.pick(&[
                    "pure($, y)",
                    "pure(x, $)",
                    "D.get($ & 7, 3)",
                    "(D.get(arg & 7, $))",
                    "(DS.get('b', $))",
                    "DS.get(s, $)",
                    "promote($ & 1)",
                    "slow($)",
                    "of_object(o, $)",
                    "look(l.toggle, $)",
                    "look(T0, $)",
                    "count(l.toggle, $)",
                    "count(T0, $)",
                ]);
                int(text, vec![a])
            }
            12 => int(
                self.random.pick(&["len(s)", "int(f)", "W.n", "ord(s[0])"]),
                vec![],
            ),
            13 => {
                let (t, a, b) = (self.test(d), self.simple(), self.simple());
                int("choose($, $, $)", vec![t, a, b])
            }
            14 if self.helpers > 0 => {
                let h = self.below(self.helpers);
                let (o, l, a) = (
                    self.random.pick(&["o", "q"]),
                    self.random.pick(&["a", "b"]),
                    self.int(d),
                );
                int(&format!("h{h}({o}, {l}, $)"), vec![a])
            }
            _ => {
                let l = self.random.pick(&["ROWS[1]", "TABLE"]);
                let a = self.int(d);
                int(&format!("{l}[$ & 3]"), vec![a])
            }
        }
    }
    fn test(&mut self, d: usize) -> Expr {
        let op = self.random.pick(&["<", "<=", ">", "==", "!=", ">="]);
        let made = |text: &str, parts| Expr::new(Type::Bool, text, parts);
        match self.below(9) {
            0 => made(
                &format!("r_uint($) {op} r_uint($)"),
                vec![self.int(d), self.int(d)],
            ),
            1 => made(&format!("f {op} float($ & 63)"), vec![self.int(d)]),
            2 => {
                let text = self.random.pick(&[
                    "o is q",
                    "a is b",
                    "isinstance(o, Sub)",
                    "isinstance(q, Other)",
                    "o.next is None",
                    "q.next is o",
                    "s == W.s",
                    "s < 'lmn'",
                ]);
                made(text, vec![])
            }
            _ => made(&format!("$ {op} $"), vec![self.int(d), self.int(d)]),
        }
    }
    /// Something that holds in few turns, or from some turn on.
    fn rarely(&mut self) -> Expr {
        let n = self.random.pick(&[2, 3, 7, 31, 97, 300]);
        let k = self.below(n);
        let text = match self.below(3) {
            0 => format!("c > {n}"),
            1 => format!("c == {}", n * 3),
            _ => format!("c % {n} == {k}"),
        };
        let text = if self.main {
            text
        } else {
            format!("x % {n} == {k}")
        };
        Expr::new(Type::Bool, &text, vec![])
    }
    /// An index near one that others use, too.
    fn index(&mut self) -> String {
        let k = self.random.range(1, 3);
        let shifted = [format!("intmask(p + {k})"), format!("intmask(p - {k})")];
        match self.below(8) {
            0..=2 => "p".into(),
            3 => shifted[0].clone(),
            4 => shifted[1].clone(),
            5 => self
                .random
                .pick(&["(x & 7)", "promote(y & 3)", "(arg & 3)"])
                .into(),
            6 => "y".into(),
            _ => self.random.range(-2, 4).to_string(),
        }
    }
    /// A statement that accesses an array within its bounds.
    fn access(&mut self) -> Stmt {
        let (l, i) = (self.list(), self.index());
        let e = self.int(1);
        let v = self.random.pick(&["x", "y", "p"]);
        let body = match self.below(4) {
            0 | 1 => simple(&format!("{l}[{i}] = $"), vec![e]),
            2 => simple(&format!("{l}[{i}] = intmask({l}[{i}] + $)"), vec![e]),
            _ => line(&format!("{v} = {l}[{i}]")),
        };
        match self.below(5) {
            0 => block(&format!("if 0 <= {i} < len({l}):"), vec![], vec![body]),
            1 => block(
                &format!("if -len({l}) <= {i} and {i} < len({l}):"),
                vec![],
                vec![body],
            ),
            2 => block(
                &format!("if {i} >= 0 and intmask({i} + 1) < len({l}):"),
                vec![],
                vec![body],
            ),
            3 => {
                let other = self.statement(0);
                compound(vec![
                    Clause::new("try:", vec![], vec![body]),
                    Clause::new("except IndexError:", vec![], vec![other]),
                ])
            }
            _ => block(
                &format!("if r_uint({i}) < r_uint(len({l})):"),
                vec![],
                vec![body],
            ),
        }
    }
    fn overflow(&mut self) -> Stmt {
        let v = self.random.pick(&["x", "y", "p"]);
        let op = self.random.pick(&["+", "-", "*"]);
        let (a, b) = (self.int(1), self.int(1));
        let body = simple(&format!("{v} = ovfcheck($ {op} $)"), vec![a, b]);
        let other = self.statement(0);
        compound(vec![
            Clause::new("try:", vec![], vec![body]),
            Clause::new("except OverflowError:", vec![], vec![other]),
        ])
    }
    fn text(&mut self) -> &'static str {
        if self.apart || self.random.chance(25) {
            let n = self.below(self.flows.len());
            return self.flows[n];
        }
        self.random.pick(&[
            "a = b",
            "b = a",
            "a = a[:]",
            "b = o.items",
            "a = q.items",
            "o.items = a",
            "q.items = b",
            "W.a = a",
            "b = W.a",
            "a = ROWS[x & 1]",
            "ROWS[y & 1] = b",
            "a = [x, y, p]",
            "b = [x & 3] * 6",
            "o = q",
            "q = o",
            "o.next = q",
            "q.next = None",
            "W.o = o",
            "q = W.o",
            "o = Pair(x, None, a)",
            "o = Pair(y, o, b)",
            "q = Sub(x, q.next, o.items)",
            "q = Other(p, o, a)",
            "OBJS[x & 3] = q",
            "OBJS[y & 3] = None",
            "f = real(f * 0.5 + float(x & 255))",
            "f = real(f - float(y & 7) / 4.0)",
            "f = W.f",
            "W.f = f",
            "s = s + chr(97 + (x & 15))",
            "s = W.s",
            "W.s = s",
            "s = str(p & 15) + 'z'",
            "P0.rare = x & 3",
            "o.rare = 2",
            "change(o, x)",
            "change(q, p)",
            "t_int(x)",
            "t_int(intmask(x ^ y))",
            "p = intmask(p + 1)",
            "p = intmask(p - 1)",
            "p = 0",
            "x = intmask(x + 1)",
            "y = intmask(y - 3)",
            "D[x & 7] = y",
            "D[arg & 7] = x",
            "DS['zz'] = y",
            "s = s[1:] + s[:1]",
            "t_int(int(5 in D))",
            "DS[s] = x",
            "promote(o.tag)",
            "l.toggle.first()",
            "l.toggle.second()",
            "T0.first()",
            "T0.second()",
            "toggle(x)",
            "promote(x & 1)",
        ])
    }
    fn statement(&mut self, depth: usize) -> Stmt {
        let n = self.below(20);
        match n {
            0..=4 => self.access(),
            5 => {
                let v = self.random.pick(&["x", "y", "p", "x", "y", "W.n"]);
                let e = self.int(3);
                simple(&format!("{v} = $"), vec![e])
            }
            6 => {
                let e = self.int(1);
                simple("p = $ & 7", vec![e])
            }
            7 | 8 => {
                let (o, e) = (self.object(), self.int(2));
                let field = self.random.pick(&["n", "n", "m"]);
                match self.random.chance(70) {
                    true => simple(&format!("{o}.{field} = $"), vec![e]),
                    false => simple(&format!("{o}.set($)"), vec![e]),
                }
            }
            9 if depth > 0 => {
                let test = match self.random.chance(60) {
                    true => self.rarely(),
                    false => self.test(1),
                };
                let body = self.body(depth - 1);
                if self.random.chance(50) {
                    return block("if $:", vec![test], body);
                }
                let other = self.body(depth - 1);
                compound(vec![
                    Clause::new("if $:", vec![test], body),
                    Clause::new("else:", vec![], other),
                ])
            }
            10 => {
                let (t, e) = (self.rarely(), self.simple());
                block("if $:", vec![t], vec![simple("raise Err($)", vec![e])])
            }
            _ => self.other_statement(n, depth),
        }
    }
    fn other_statement(&mut self, n: usize, depth: usize) -> Stmt {
        match n {
            11 => self.overflow(),
            12 if depth > 0 => {
                let body = self.body(depth - 1);
                let other = self.body(0);
                compound(vec![
                    Clause::new("try:", vec![], body),
                    Clause::new("except Err as e:", vec![], {
                        let mut all = vec![line("x = intmask(x ^ e.code)")];
                        all.extend(other);
                        all
                    }),
                ])
            }
            13 => {
                let i = self.random.pick(&["x & 3", "y & 3", "2", "arg & 3"]);
                let v = self.random.pick(&["o", "q"]);
                block(
                    &format!("if OBJS[{i}] is not None:"),
                    vec![],
                    vec![line(&format!("{v} = OBJS[{i}]"))],
                )
            }
            14 => {
                let v = self.random.pick(&["o", "q"]);
                block(
                    &format!("if {v}.next is not None:"),
                    vec![],
                    vec![line(&format!("{v} = {v}.next"))],
                )
            }
            15 => {
                let l = self.random.pick(&["a", "b", "o.items"]);
                match self.random.chance(50) {
                    true => {
                        let e = self.int(1);
                        let body = simple(&format!("{l}.append($)"), vec![e]);
                        block(&format!("if len({l}) < 20:"), vec![], vec![body])
                    }
                    false => {
                        let body = line(&format!("x = {l}.pop()"));
                        block(&format!("if len({l}) > 3:"), vec![], vec![body])
                    }
                }
            }
            16 if depth > 0 && self.random.chance(40) => {
                let e = self.random.range(2, 9);
                let body = self.body(0);
                let mut all = vec![line("k += 1").kept(), line("tick()")];
                all.extend(body);
                compound(vec![Clause::new(
                    "if True:",
                    vec![],
                    vec![
                        line("k = 0").kept(),
                        block(&format!("while k < {e}:"), vec![], all),
                    ],
                )])
            }
            17 if self.random.chance(30) => self.deletion(),
            _ => line(self.text()),
        }
    }
    fn deletion(&mut self) -> Stmt {
        let k = self.random.pick(&["5", "arg & 7", "x & 7"]);
        block(
            &format!("if {k} in D:"),
            vec![],
            vec![line(&format!("del D[{k}]"))],
        )
    }
    /// A table goes from one state to the other, and what is found in it is used on the way.
    fn toggling(&mut self) -> Vec<Stmt> {
        let mut out = Vec::new();
        for _ in 0..self.random.range(1, 2) {
            for state in ["first", "second"] {
                let table = self.random.pick(&["T0", "l.toggle", "l.toggle"]);
                out.push(line(&format!("{table}.{state}()")));
                let table = self.random.pick(&["T0", "l.toggle", "l.toggle"]);
                let (v, how) = self.random.pick(&[("x", "look"), ("y", "count")]);
                let e = self.simple();
                let text = format!("{v} = intmask({v} * 3 + {how}({table}, $))");
                out.push(simple(&text, vec![e]));
            }
        }
        out
    }
    fn body(&mut self, depth: usize) -> Vec<Stmt> {
        if self.random.chance(8) {
            return self.toggling();
        }
        let n = 1 + self.below(3);
        (0..n).map(|_| self.statement(depth)).collect()
    }
    /// Functions that bytecodes call.
    fn functions(&mut self) -> Vec<Stmt> {
        let mut out = Vec::new();
        for text in [
            "@elidable\ndef pure(n, m):\n    return intmask(n * 7 - m)",
            "@dont_look_inside\ndef slow(n):\n    return n ^ 9",
            "@elidable\ndef of_object(o, n):\n    return o.tag ^ n",
            "def choose(test, n, m):\n    if test:\n        return n\n    return m",
            "TABLE = [3, 9, -4, 27]",
        ] {
            out.extend(lines(text));
        }
        out.push(line("@dont_look_inside"));
        let mut changes = vec![line("a = o.items"), line("q = W.o"), line("x = n")];
        for _ in 0..2 + self.below(3) {
            let text = self.random.pick(&[
                "o.n = intmask(o.n + n)",
                "W.o.m = n",
                "W.n = intmask(W.n ^ n)",
                "o.items = W.a",
                "W.a = o.items",
                "W.o = o",
                "o.next = q",
                "ROWS[n & 1] = a",
                "OBJS[n & 3] = o",
                "D[n & 7] = n",
                "W.s = W.s[1:] + 'q'",
            ]);
            changes.push(line(text));
        }
        changes.push(block(
            "if len(a) > 2:",
            vec![],
            vec![line("a[n & 1] = intmask(a[1] + n)")],
        ));
        changes.push(block("if n % 11 == 3:", vec![], vec![line("raise Err(n)")]));
        out.push(block("def change(o, n):", vec![], changes));
        for h in 0..3 {
            self.helpers = h;
            let body = self.body(1);
            let mut all: Vec<Stmt> = [
                "tick()",
                "c = n & 15",
                "arg = 3",
                "y = 2",
                "x = n",
                "p = n & 7",
                "b = o.items",
                "q = o.next",
                "f = 0.5",
                "s = 'h'",
                "l = W.left",
                "r = W.right",
            ]
            .iter()
            .map(|t| line(t).kept())
            .collect();
            all.push(block("if q is None:", vec![], vec![line("q = W.o")]).kept());
            all.extend(body);
            let e = self.int(2);
            all.push(simple("return $", vec![e]).kept());
            let how = self
                .random
                .pick(&["", "", "", "@unroll_safe", "@dont_look_inside"]);
            if !how.is_empty() {
                out.push(line(how));
            }
            out.push(block(&format!("def h{h}(o, a, n):"), vec![], all));
        }
        self.helpers = 3;
        out
    }
    fn dispatch(&mut self, handlers: usize) -> Vec<Stmt> {
        self.main = true;
        let list = ALL
            .split(", ")
            .map(|n| format!("'{n}'"))
            .collect::<Vec<_>>()
            .join(", ");
        let mut out = vec![
            line(&format!(
                "driver = JitDriver(greens=['pc', 'code'], reds=[{list}])"
            ))
            .kept(),
        ];
        let live = ALL
            .split(", ")
            .map(|n| format!("{n}={n}"))
            .collect::<Vec<_>>()
            .join(", ");
        let inner = self.random.pick(&[2, 5, 20, 100]);
        let outer = self.random.pick(&[100, 400, 1500, 4000]);
        let mut clauses = Vec::new();
        for i in 0..handlers {
            let word = if i == 0 { "if" } else { "elif" };
            let body = self.body(2);
            clauses.push(Clause::new(&format!("{word} op == {i}:"), vec![], body));
        }
        let test = self.test(1);
        let jump = || {
            vec![
                line("pc = arg").kept(),
                line("tick()").kept(),
                line(&format!("driver.can_enter_jit(pc=pc, code=code, {live})")),
            ]
        };
        for (op, text, parts) in [
            (100, format!("if c % {inner} != 0:"), vec![]),
            (101, format!("if c < {outer}:"), vec![]),
            (102, format!("if c < {outer} and $:"), vec![test]),
        ] {
            let body = vec![line("c += 1").kept(), block(&text, parts, jump()).kept()];
            clauses.push(Clause::new(&format!("elif op == {op}:"), vec![], body));
        }
        let call = line("x = run(CODES[0], x, y, p, a, b, q, o, l, r, depth + 1)");
        clauses.push(Clause::new(
            "elif op == 103:",
            vec![],
            vec![block("if depth < 2:", vec![], vec![call])],
        ));
        let mut work = compound(clauses);
        if self.random.chance(70) {
            work = compound(vec![
                Clause::new("try:", vec![], vec![work]),
                Clause::new(
                    "except Err as e:",
                    vec![],
                    vec![
                        line("x = intmask(x + e.code)"),
                        line("y = intmask(y ^ e.code)"),
                    ],
                ),
            ]);
        }
        out.push(portal(&live, work));
        out
    }
    /// A program: an inner loop or several in an outer one.
    fn code(&mut self, handlers: usize, calls: bool) -> String {
        let mut code: Vec<u8> = Vec::new();
        for _ in 0..self.random.range(1, 2) {
            let start = code.len() as u8;
            for _ in 0..self.random.range(1, 4) {
                code.extend([self.below(handlers) as u8, self.below(20) as u8]);
            }
            if calls && self.random.chance(25) {
                code.extend([103, 0]);
            }
            code.extend([self.random.pick(&[100, 100, 102]), start]);
        }
        code.extend([self.below(handlers) as u8, 1, 101, 0]);
        code.iter().map(|b| format!("\\x{b:02x}")).collect()
    }
}

/// The loop.
fn portal(live: &str, work: Stmt) -> Stmt {
    let mut turn: Vec<Stmt> = vec![
        line(&format!("driver.jit_merge_point(pc=pc, code=code, {live})")).kept(),
        line("op = ord(code[pc])").kept(),
        line("arg = ord(code[pc + 1])").kept(),
        line("pc += 2").kept(),
    ];
    turn.push(work);
    turn.push(block("if len(s) > 14:", vec![], vec![line("s = s[5:]")]));
    let mut body: Vec<Stmt> = ["pc = 0", "c = 0", "f = 0.5", "s = 'ab'"]
        .iter()
        .map(|t| line(t).kept())
        .collect();
    body.push(block("while pc < len(code):", vec![], turn).kept());
    for text in [
        "t_int(x)",
        "t_int(y)",
        "t_int(p)",
        "t_str(s)",
        "t_str(repr(f))",
        "t_int(o.n)",
        "t_int(q.m)",
    ] {
        body.push(line(text));
    }
    for l in ["a", "b", "o.items", "l.items", "r.items"] {
        body.push(block(
            &format!("for n in {l}:"),
            vec![],
            vec![line("t_int(n)")],
        ));
    }
    body.push(line("return intmask(x ^ y ^ o.get(3) ^ len(a))").kept());
    block(
        "def run(code, x, y, p, a, b, o, q, l, r, depth):",
        vec![],
        body,
    )
    .kept()
}

/// The interpreter of a seed, with programs.
pub(super) fn generate(seed: u64) -> Generated {
    let mut random = Random::new(seed ^ 0x100b_0000);
    let (before, after) = fill(TEMPLATE, &mut random);
    let apart = random.chance(30);
    let flows = (0..random.range(2, 7))
        .map(|_| random.pick(FLOWS))
        .collect();
    let mut maker = Maker {
        random,
        helpers: 0,
        flows,
        apart,
        main: false,
    };
    let mut tree = lines(&before);
    tree.extend(maker.functions());
    let handlers = 4 + maker.below(7);
    tree.extend(maker.dispatch(handlers));
    let count = 3 + maker.below(5);
    let codes: Vec<String> = (0..count)
        .map(|i| format!("'{}'", maker.code(handlers, i > 0)))
        .collect();
    tree.push(line(&format!("CODES = [{}]", codes.join(", "))).kept());
    tree.extend(lines(&after));
    Generated {
        tree,
        features: Vec::new(),
        machine: true,
    }
}
