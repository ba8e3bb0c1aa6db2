//! Random low-level programs, valid by construction: structured control flow over a fixed set of typed slots.
#![allow(dead_code)]
use std::fmt::Write as _;

const HEADER: &str = "\
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct S gc { super: object, a: Signed, f: Float, c: Char, b: Bool, h: UniChar, next: Ptr(S), i: Int16, u: UInt32 }
struct str gc { hash: Signed, chars: Array(Char) }
struct pair { x: Signed, p: Ptr(S), y: Int8 }
known vtable vtable
known object object
exception Exception @exc_vt @exc
exception OverflowError @ov_vt @ov
exception RecursionError @rec_vt @rec
exception MemoryError @mem_vt @mem
object @exc_vt: vtable = {0, 10}
object @ov_vt: vtable = {2, 3}
object @mem_vt: vtable = {5, 6}
object @rec_vt: vtable = {6, 7}
object @exc: object = {@exc_vt}
object @ov: object = {@ov_vt}
object @mem: object = {@mem_vt}
object @rec: object = {@rec_vt}
object @pre: S = {{@exc_vt}, 7, 1.5, 'x', true, u'y', @pre, Int16(-3), UInt32(4000000000)}
";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    S,
    U,
    B,
    C,
    H,
    F,
    P,
    A,
    T,
    R,
}
impl Ty {
    fn name(self) -> &'static str {
        match self {
            Ty::S => "Signed",
            Ty::U => "Unsigned",
            Ty::B => "Bool",
            Ty::C => "Char",
            Ty::H => "UniChar",
            Ty::F => "Float",
            Ty::P => "Ptr(S)",
            Ty::A => "Ptr(GcArray(Signed))",
            Ty::T => "Ptr(str)",
            Ty::R => "Ptr(GcArray(pair))",
        }
    }
}

pub(crate) struct Rng(pub u64);
impl Rng {
    pub(crate) fn next(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below n.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

struct Gen {
    rng: Rng,
    out: String,
    var: usize,
    block: usize,
    slots: Vec<(String, Ty)>,
    fuel: i32,
    /// Signatures of functions generated before.
    funcs: Vec<Vec<Ty>>,
}

impl Gen {
    fn fresh(&mut self) -> String {
        self.var += 1;
        format!("v{}", self.var)
    }
    fn op(&mut self, ty: &str, text: &str) -> String {
        let v = self.fresh();
        writeln!(self.out, "    {v}: {ty} = {text}").unwrap();
        v
    }
    fn s(&mut self, text: &str) -> String {
        self.op("Signed", text)
    }
    fn set(&mut self, ty: Ty, v: String) {
        let places: Vec<usize> = (0..self.slots.len())
            .filter(|&i| self.slots[i].1 == ty)
            .collect();
        if !places.is_empty() {
            let i = *self.rng.pick(&places);
            self.slots[i].0 = v;
        }
    }
    /// An operand of a type: a slot or a constant.
    fn arg(&mut self, ty: Ty) -> String {
        let places: Vec<usize> = (0..self.slots.len())
            .filter(|&i| self.slots[i].1 == ty)
            .collect();
        let constant = self.rng.below(4) == 0;
        if !places.is_empty() && (!constant || matches!(ty, Ty::A | Ty::T | Ty::R)) {
            return self.slots[*self.rng.pick(&places)].0.clone();
        }
        match ty {
            Ty::S => self
                .rng
                .pick(&[
                    "0",
                    "1",
                    "-1",
                    "2",
                    "7",
                    "255",
                    "-128",
                    "1000",
                    "2147483647",
                    "2147483648",
                    "-2147483649",
                    "9223372036854775807",
                    "-9223372036854775808",
                ])
                .to_string(),
            Ty::U => self
                .rng
                .pick(&["0u", "1u", "9u", "18446744073709551615u", "4294967296u"])
                .to_string(),
            Ty::B => self.rng.pick(&["true", "false"]).to_string(),
            Ty::C => self
                .rng
                .pick(&["'a'", "'z'", "'\\xff'", "'\\x00'"])
                .to_string(),
            Ty::H => self.rng.pick(&["u'a'", "u'\\u{20ac}'"]).to_string(),
            Ty::F => self
                .rng
                .pick(&[
                    "0.0",
                    "1.0",
                    "-1.5",
                    "1e300",
                    "0.1",
                    "-0.0",
                    "float(0x7ff8000000000000)",
                ])
                .to_string(),
            Ty::P => "@pre".to_string(),
            Ty::A | Ty::T | Ty::R => unreachable!("always in a slot"),
        }
    }
    fn all(&self) -> String {
        self.slots
            .iter()
            .map(|s| s.0.clone())
            .collect::<Vec<_>>()
            .join(", ")
    }
    fn new_block(&mut self) -> usize {
        self.block += 1;
        self.block
    }
    /// Starts a block with all slots (and extra variables) as inputargs.
    fn open(&mut self, b: usize, extra: &[(&str, &str)]) {
        let mut params = Vec::new();
        for i in 0..self.slots.len() {
            let v = self.fresh();
            params.push(format!("{v}: {}", self.slots[i].1.name()));
            self.slots[i].0 = v;
        }
        for (n, t) in extra {
            params.push(format!("{n}: {t}"));
        }
        writeln!(self.out, "b{b}({}):", params.join(", ")).unwrap();
    }

    fn simple(&mut self) {
        const INT2: &[&str] = &[
            "int_add", "int_sub", "int_mul", "int_and", "int_or", "int_xor",
        ];
        const UINT2: &[&str] = &[
            "uint_add",
            "uint_sub",
            "uint_mul",
            "uint_and",
            "uint_or",
            "uint_xor",
            "uint_mul_high",
        ];
        match self.rng.below(34) {
            0..=4 => {
                let (o, a, b) = (*self.rng.pick(INT2), self.arg(Ty::S), self.arg(Ty::S));
                let v = self.s(&format!("{o}({a}, {b})"));
                self.set(Ty::S, v);
            }
            5 => {
                let (o, a, b) = (*self.rng.pick(UINT2), self.arg(Ty::U), self.arg(Ty::U));
                let v = self.op("Unsigned", &format!("{o}({a}, {b})"));
                self.set(Ty::U, v);
            }
            6 => {
                let (o, a) = (
                    *self.rng.pick(&["int_floordiv", "int_mod"]),
                    self.arg(Ty::S),
                );
                let d = if self.rng.below(2) == 0 {
                    let b = self.arg(Ty::S);
                    let m = self.s(&format!("int_and({b}, 1023)"));
                    self.s(&format!("int_or({m}, 1)"))
                } else {
                    self.rng
                        .pick(&[
                            "2",
                            "3",
                            "-3",
                            "7",
                            "10",
                            "-8",
                            "64",
                            "1000003",
                            "-9223372036854775808",
                        ])
                        .to_string()
                };
                let v = self.s(&format!("{o}({a}, {d})"));
                self.set(Ty::S, v);
            }
            7 => {
                let (o, a) = (
                    *self.rng.pick(&["uint_floordiv", "uint_mod"]),
                    self.arg(Ty::U),
                );
                let d = if self.rng.below(2) == 0 {
                    let b = self.arg(Ty::U);
                    self.op("Unsigned", &format!("uint_or({b}, 1u)"))
                } else {
                    self.rng
                        .pick(&[
                            "2u",
                            "3u",
                            "7u",
                            "10u",
                            "64u",
                            "18446744073709551615u",
                            "641u",
                        ])
                        .to_string()
                };
                let v = self.op("Unsigned", &format!("{o}({a}, {d})"));
                self.set(Ty::U, v);
            }
            8 => {
                let o = *self.rng.pick(&["int_lshift", "int_rshift"]);
                let a = self.arg(Ty::S);
                let n = if self.rng.below(2) == 0 {
                    let b = self.arg(Ty::S);
                    self.s(&format!("int_and({b}, 63)"))
                } else {
                    self.rng.below(64).to_string()
                };
                let v = self.s(&format!("{o}({a}, {n})"));
                self.set(Ty::S, v);
            }
            9 => {
                let o = *self
                    .rng
                    .pick(&["int_neg", "int_invert", "int_abs", "int_force_ge_zero"]);
                let a = self.arg(Ty::S);
                let v = self.s(&format!("{o}({a})"));
                self.set(Ty::S, v);
            }
            10..=12 => {
                let v = self.condition();
                self.set(Ty::B, v);
            }
            13 | 14 => {
                let o = *self
                    .rng
                    .pick(&["float_add", "float_sub", "float_mul", "float_truediv"]);
                let (a, b) = (self.arg(Ty::F), self.arg(Ty::F));
                let v = self.op("Float", &format!("{o}({a}, {b})"));
                self.set(Ty::F, v);
            }
            15 => {
                let o = *self.rng.pick(&["float_neg", "float_abs", "float_sqrt"]);
                let a = self.arg(Ty::F);
                let v = self.op("Float", &format!("{o}({a})"));
                self.set(Ty::F, v);
            }
            16 => {
                let a = self.arg(Ty::S);
                let v = self.op("Float", &format!("cast_int_to_float({a})"));
                self.set(Ty::F, v);
                let a = self.arg(Ty::U);
                let v = self.op("Float", &format!("cast_uint_to_float({a})"));
                self.set(Ty::F, v);
            }
            17 => {
                let a = self.arg(Ty::S);
                let m = self.s(&format!("int_and({a}, 255)"));
                let v = self.op("Char", &format!("cast_int_to_char({m})"));
                self.set(Ty::C, v);
                let a = self.arg(Ty::C);
                let v = self.s(&format!("cast_char_to_int({a})"));
                self.set(Ty::S, v);
            }
            18 => {
                let a = self.arg(Ty::B);
                let v = self.s(&format!("cast_bool_to_int({a})"));
                self.set(Ty::S, v);
                let a = self.arg(Ty::S);
                let v = self.op("Unsigned", &format!("cast_int_to_uint({a})"));
                self.set(Ty::U, v);
            }
            19 => {
                let a = self.arg(Ty::S);
                let t = *self
                    .rng
                    .pick(&["Int8", "Int16", "Int32", "UInt8", "UInt16", "UInt32"]);
                let n = self.op(t, &format!("cast_primitive({a})"));
                let v = self.s(&format!("cast_primitive({n})"));
                self.set(Ty::S, v);
            }
            20 => {
                let v = self.op("Ptr(S)", "malloc[S]()");
                let a = self.arg(Ty::S);
                self.op("Void", &format!("setfield[S.a]({v}, {a})"));
                let p = self.arg(Ty::P);
                self.op("Void", &format!("setfield[S.next]({v}, {p})"));
                self.set(Ty::P, v);
            }
            21 => {
                let v = self.op("Ptr(GcArray(Signed))", "mallocvar[GcArray(Signed)](8)");
                self.set(Ty::A, v);
                let n = self.rng.below(3) * 3 + 8;
                let v = self.op("Ptr(str)", &format!("mallocvar[str]({n})"));
                self.set(Ty::T, v);
            }
            22 | 23 => {
                let p = self.arg(Ty::P);
                let (f, t) = *self.rng.pick(&[
                    ("a", Ty::S),
                    ("f", Ty::F),
                    ("c", Ty::C),
                    ("b", Ty::B),
                    ("h", Ty::H),
                ]);
                if self.rng.below(2) == 0 {
                    let v = self.op(t.name(), &format!("getfield[S.{f}]({p})"));
                    self.set(t, v);
                } else {
                    let a = self.arg(t);
                    self.op("Void", &format!("setfield[S.{f}]({p}, {a})"));
                }
            }
            24 => {
                // Read, modify, write.
                let p = self.arg(Ty::P);
                let v = self.s(&format!("getfield[S.a]({p})"));
                let (o, a) = (*self.rng.pick(INT2), self.arg(Ty::S));
                let v = self.s(&format!("{o}({v}, {a})"));
                self.op("Void", &format!("setfield[S.a]({p}, {v})"));
            }
            25 => {
                let (p, q) = (self.arg(Ty::P), self.arg(Ty::P));
                self.op("Void", &format!("setfield[S.next]({p}, {q})"));
                let q = self.arg(Ty::P);
                let v = self.op("Ptr(S)", &format!("getfield[S.next]({q})"));
                self.set(Ty::P, v);
            }
            26 | 27 => {
                let (a, i) = (self.arg(Ty::A), self.arg(Ty::S));
                let i = self.s(&format!("int_and({i}, 7)"));
                if self.rng.below(2) == 0 {
                    let v = self.s(&format!("getarrayitem[GcArray(Signed)]({a}, {i})"));
                    let o = *self.rng.pick(INT2);
                    let x = self.arg(Ty::S);
                    let v = self.s(&format!("{o}({x}, {v})"));
                    self.set(Ty::S, v);
                } else {
                    let x = self.arg(Ty::S);
                    self.op(
                        "Void",
                        &format!("setarrayitem[GcArray(Signed)]({a}, {i}, {x})"),
                    );
                }
            }
            28 => {
                let (t, i) = (self.arg(Ty::T), self.arg(Ty::S));
                let i = self.s(&format!("int_and({i}, 7)"));
                let c = self.arg(Ty::C);
                self.op("Void", &format!("setinterioritem[str]({t}, {i}, {c})"));
                let t = self.arg(Ty::T);
                let v = self.op("Char", &format!("getinterioritem[str]({t}, {i})"));
                self.set(Ty::C, v);
                let v = self.s(&format!("getinteriorsize[str]({t})"));
                self.set(Ty::S, v);
            }
            29 => {
                let (r, i) = (self.arg(Ty::R), self.arg(Ty::S));
                let i = self.s(&format!("int_and({i}, 3)"));
                let (x, p) = (self.arg(Ty::S), self.arg(Ty::P));
                self.op(
                    "Void",
                    &format!("setitemfield[GcArray(pair).x]({r}, {i}, {x})"),
                );
                self.op(
                    "Void",
                    &format!("setitemfield[GcArray(pair).p]({r}, {i}, {p})"),
                );
                let n = self.op("Int8", &format!("cast_primitive({x})"));
                self.op(
                    "Void",
                    &format!("setitemfield[GcArray(pair).y]({r}, {i}, {n})"),
                );
                let y = self.op("Int8", &format!("getitemfield[GcArray(pair).y]({r}, 1)"));
                let v = self.s(&format!("cast_primitive({y})"));
                self.set(Ty::S, v);
                let v = self.s(&format!("getitemfield[GcArray(pair).x]({r}, {i})"));
                self.set(Ty::S, v);
            }
            30 => {
                let (p, n) = (self.arg(Ty::P), self.arg(Ty::S));
                let i = self.op("Int16", &format!("cast_primitive({n})"));
                self.op("Void", &format!("setfield[S.i]({p}, {i})"));
                let i = self.op("Int16", &format!("getfield[S.i]({p})"));
                let v = self.s(&format!("cast_primitive({i})"));
                self.set(Ty::S, v);
                let u = self.op("UInt32", &format!("getfield[S.u]({p})"));
                let v = self.op("Unsigned", &format!("cast_primitive({u})"));
                self.set(Ty::U, v);
            }
            31 => {
                let (a, b) = (self.arg(Ty::A), self.arg(Ty::A));
                let (y, n) = (self.rng.below(4), self.rng.below(5));
                let x = self.arg(Ty::S);
                let x = self.s(&format!("int_and({x}, 3)"));
                let x = self.s(&format!("int_add({x}, 0)"));
                self.op(
                    "Void",
                    &format!("copyitems[GcArray(Signed)]({a}, {b}, {x}, {y}, {n})"),
                );
                let z = self.arg(Ty::S);
                let z = self.s(&format!("int_and({z}, 1)"));
                let z = self.s(&format!("int_add({z}, 2)"));
                let (a, b) = (self.arg(Ty::R), self.arg(Ty::R));
                self.op(
                    "Void",
                    &format!("copyitems[GcArray(pair)]({a}, {b}, 0, {z}, 1)"),
                );
                self.op(
                    "Void",
                    &format!(
                        "clearitems[GcArray(Signed)]({}, {x}, {n})",
                        self.slots_of(Ty::A)
                    ),
                );
            }
            32 => {
                let a = self.arg(Ty::F);
                let ok = self.op("Float", &format!("float_abs({a})"));
                let lt = self.op("Bool", &format!("float_lt({ok}, 1e15)"));
                self.set(Ty::B, lt);
                let a = self.arg(Ty::F);
                let g = self.op("SingleFloat", &format!("cast_float_to_singlefloat({a})"));
                let v = self.op("Float", &format!("cast_singlefloat_to_float({g})"));
                self.set(Ty::F, v);
            }
            _ => self.call(),
        }
    }
    fn slots_of(&self, ty: Ty) -> String {
        self.slots
            .iter()
            .find(|s| s.1 == ty)
            .expect("a slot of each type")
            .0
            .clone()
    }
    fn call(&mut self) {
        if self.funcs.is_empty() {
            return;
        }
        let f = self.rng.below(self.funcs.len());
        let sig = self.funcs[f].clone();
        let args: Vec<String> = sig.iter().map(|&t| self.arg(t)).collect();
        let v = self.s(&format!("direct_call[f{f}]({})", args.join(", ")));
        self.set(Ty::S, v);
    }
    fn condition(&mut self) -> String {
        let rel = *self.rng.pick(&["lt", "le", "eq", "ne", "gt", "ge"]);
        let (prefix, ty) = *self.rng.pick(&[
            ("int", Ty::S),
            ("int", Ty::S),
            ("uint", Ty::U),
            ("char", Ty::C),
            ("unichar", Ty::H),
            ("float", Ty::F),
        ]);
        match self.rng.below(10) {
            0 => {
                let b = self.arg(Ty::S);
                let (lo, hi) = *self.rng.pick(&[
                    ("0", "10"),
                    ("-5", "5"),
                    ("3", "3"),
                    ("-9223372036854775808", "7"),
                ]);
                self.op("Bool", &format!("int_between({lo}, {b}, {hi})"))
            }
            1 => {
                let b = self.arg(Ty::B);
                self.op("Bool", &format!("bool_not({b})"))
            }
            2 => {
                let (a, b) = (self.arg(Ty::S), self.arg(Ty::S));
                let m = self.s(&format!("int_and({a}, {b})"));
                self.op("Bool", &format!("int_is_true({m})"))
            }
            3 => {
                let (a, b) = (self.arg(Ty::P), self.arg(Ty::P));
                self.op("Bool", &format!("ptr_eq({a}, {b})"))
            }
            4 => {
                let a = self.arg(Ty::F);
                self.op("Bool", &format!("float_is_true({a})"))
            }
            5 => {
                let (p, a) = (self.arg(Ty::P), self.arg(Ty::S));
                let v = self.s(&format!("getfield[S.a]({p})"));
                self.op("Bool", &format!("int_{rel}({v}, {a})"))
            }
            6 => {
                let p = self.arg(Ty::P);
                let (c, v) = (
                    self.arg(Ty::C),
                    self.op("Char", &format!("getfield[S.c]({p})")),
                );
                self.op("Bool", &format!("char_{rel}({c}, {v})"))
            }
            _ => {
                let (a, b) = (self.arg(ty), self.arg(ty));
                self.op("Bool", &format!("{prefix}_{rel}({a}, {b})"))
            }
        }
    }
    fn stmts(&mut self, depth: usize) {
        let n = 1 + self.rng.below(6);
        for _ in 0..n {
            self.fuel -= 1;
            if self.fuel < 0 {
                return;
            }
            match self.rng.below(if depth > 0 { 12 } else { 8 }) {
                0..=7 => self.simple(),
                8 => {
                    let c = if self.rng.below(3) == 0 {
                        self.arg(Ty::B)
                    } else {
                        self.condition()
                    };
                    let (t, e, j) = (self.new_block(), self.new_block(), self.new_block());
                    let all = self.all();
                    writeln!(self.out, "    if {c} then b{t}({all}) else b{e}({all})").unwrap();
                    self.open(t, &[]);
                    self.stmts(depth - 1);
                    let all = self.all();
                    writeln!(self.out, "    goto b{j}({all})").unwrap();
                    self.open(e, &[]);
                    if self.rng.below(2) == 0 {
                        self.stmts(depth - 1);
                    }
                    let all = self.all();
                    writeln!(self.out, "    goto b{j}({all})").unwrap();
                    self.open(j, &[]);
                }
                9 => {
                    let (h, body, x) = (self.new_block(), self.new_block(), self.new_block());
                    let n = 1 + self.rng.below(5);
                    writeln!(self.out, "    goto b{h}({}, 0)", self.all()).unwrap();
                    let i = self.fresh();
                    self.open(h, &[(&i, "Signed")]);
                    let c = self.op("Bool", &format!("int_lt({i}, {n})"));
                    let all = self.all();
                    writeln!(
                        self.out,
                        "    if {c} then b{body}({all}, {i}) else b{x}({all})"
                    )
                    .unwrap();
                    let i = self.fresh();
                    // The counter is a slot of its own while inside, so that nobody writes it.
                    self.slots.push((i, Ty::S));
                    let last = self.slots.len() - 1;
                    self.open(body, &[]);
                    self.stmts_keeping(depth - 1, last);
                    let (i, _) = self.slots.pop().unwrap();
                    let next = self.s(&format!("int_add({i}, 1)"));
                    writeln!(self.out, "    goto b{h}({}, {next})", self.all()).unwrap();
                    self.open(x, &[]);
                }
                10 => {
                    let v = self.arg(Ty::S);
                    let m = self.s(&format!("int_and({v}, 15)"));
                    let dense = self.rng.below(2) == 0;
                    let k = 2 + self.rng.below(7);
                    let targets: Vec<usize> = (0..k).map(|_| self.new_block()).collect();
                    let (d, j) = (self.new_block(), self.new_block());
                    let all = self.all();
                    let mut text = String::new();
                    for (i, t) in targets.iter().enumerate() {
                        let key = if dense { i } else { i * i * 3 };
                        write!(text, "{key} => b{t}({all}), ").unwrap();
                    }
                    writeln!(
                        self.out,
                        "    switch {m} {{ {text}default => b{d}({all}) }}"
                    )
                    .unwrap();
                    for t in targets.into_iter().chain([d]) {
                        self.open(t, &[]);
                        self.simple();
                        let all = self.all();
                        writeln!(self.out, "    goto b{j}({all})").unwrap();
                    }
                    self.open(j, &[]);
                }
                _ => {
                    let o = *self.rng.pick(&[
                        "int_add_ovf",
                        "int_sub_ovf",
                        "int_mul_ovf",
                        "int_neg_ovf",
                    ]);
                    let a = self.arg(Ty::S);
                    let b = self.arg(Ty::S);
                    let v = if o == "int_neg_ovf" {
                        self.s(&format!("{o}({a})"))
                    } else {
                        self.s(&format!("{o}({a}, {b})"))
                    };
                    let (ok, over) = (self.new_block(), self.new_block());
                    let all = self.all();
                    let (x, y) = (self.fresh(), self.fresh());
                    writeln!(
                        self.out,
                        "    try {{ normal => b{ok}({all}, {v}), @ov_vt({x}: Ptr(vtable), {y}: Ptr(object)) => b{over}({all}) }}"
                    )
                    .unwrap();
                    let j = self.new_block();
                    self.open(over, &[]);
                    self.simple();
                    let all = self.all();
                    writeln!(self.out, "    goto b{j}({all})").unwrap();
                    let r = self.fresh();
                    self.open(ok, &[(&r, "Signed")]);
                    self.set(Ty::S, r);
                    let all = self.all();
                    writeln!(self.out, "    goto b{j}({all})").unwrap();
                    self.open(j, &[]);
                }
            }
        }
    }
    /// Statements of a loop's body, which leave the counter's slot alone.
    fn stmts_keeping(&mut self, depth: usize, keep: usize) {
        for _ in 0..2 + depth {
            let saved = self.slots[keep].clone();
            self.simple();
            self.slots[keep] = saved;
        }
    }
    fn function(&mut self, n: usize, params: &[Ty]) {
        self.var = 0;
        self.block = 0;
        let names: Vec<String> = params
            .iter()
            .map(|t| format!("{}: {}", self.fresh(), t.name()))
            .collect();
        writeln!(self.out, "graph f{n}({}) -> Signed", names.join(", ")).unwrap();
        writeln!(self.out, "b0({}):", names.join(", ")).unwrap();
        self.slots = params
            .iter()
            .enumerate()
            .map(|(i, &t)| (format!("v{}", i + 1), t))
            .collect();
        // At least one slot of each type.
        for t in [Ty::S, Ty::U, Ty::B, Ty::C, Ty::H, Ty::F, Ty::P] {
            let v = self.arg(t);
            self.slots.push((v, t));
        }
        for _ in 0..self.rng.below(8) {
            let t = *self.rng.pick(&[Ty::S, Ty::F, Ty::U]);
            let v = self.arg(t);
            self.slots.push((v, t));
        }
        for (t, m) in [
            (Ty::A, "mallocvar[GcArray(Signed)](8)"),
            (Ty::T, "mallocvar[str](9)"),
            (Ty::R, "mallocvar[GcArray(pair)](4)"),
        ] {
            let v = self.op(t.name(), m);
            self.slots.push((v, t));
        }
        self.fuel = 25;
        for _ in 0..4 {
            self.stmts(3);
        }
        // Everything goes into the result.
        let mut acc = "17".to_string();
        for (v, t) in self.slots.clone() {
            let word = match t {
                Ty::S => v,
                Ty::U => self.s(&format!("cast_uint_to_int({v})")),
                Ty::B => self.s(&format!("cast_bool_to_int({v})")),
                Ty::C => self.s(&format!("cast_char_to_int({v})")),
                Ty::H => self.s(&format!("cast_unichar_to_int({v})")),
                Ty::F => {
                    let mut w = "0".to_string();
                    for k in ["0.0", "1.0", "-2.5", "1e9", "1e-3"] {
                        let b = self.op("Bool", &format!("float_lt({v}, {k})"));
                        let i = self.s(&format!("cast_bool_to_int({b})"));
                        let s = self.s(&format!("int_add({w}, {w})"));
                        w = self.s(&format!("int_add({s}, {i})"));
                    }
                    w
                }
                Ty::P => self.s(&format!("getfield[S.a]({v})")),
                Ty::A => self.s(&format!("getarrayitem[GcArray(Signed)]({v}, 3)")),
                Ty::T => {
                    let c = self.op("Char", &format!("getinterioritem[str]({v}, 5)"));
                    self.s(&format!("cast_char_to_int({c})"))
                }
                Ty::R => self.s(&format!("getitemfield[GcArray(pair).x]({v}, 2)")),
            };
            let m = self.s(&format!("int_mul({acc}, 31)"));
            acc = self.s(&format!("int_add({m}, {word})"));
        }
        writeln!(self.out, "    goto return({acc})\n").unwrap();
        self.funcs.push(params.to_vec());
    }
}

/// The text of a random program, and the number of the function `f<n>(Signed, Signed, Float) -> Signed` to call.
pub(crate) fn program(seed: u64) -> (String, usize) {
    let mut g = Gen {
        rng: Rng(seed),
        out: HEADER.to_owned(),
        var: 0,
        block: 0,
        slots: Vec::new(),
        fuel: 0,
        funcs: Vec::new(),
    };
    // Callees with all kinds of parameters, more than there are registers; the last is called by the test.
    let n = 1 + g.rng.below(3);
    for i in 0..n {
        let mut params = Vec::new();
        for _ in 0..g.rng.below(14) {
            let t = *g.rng.pick(&[Ty::S, Ty::U, Ty::F, Ty::B, Ty::C, Ty::P]);
            params.push(t);
        }
        g.function(i, &params);
    }
    g.function(n, &[Ty::S, Ty::S, Ty::F]);
    (g.out, n)
}
