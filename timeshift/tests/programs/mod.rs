//! Random low-level programs after the exception transform: a graph `test` over aliasing objects and arrays, with calls
//! that write fields.
#![allow(dead_code)]

pub(crate) const PRELUDE: &str = "\
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct A gc { super: object, x: Signed, next: Ptr(A), y: Signed immutable, n: Signed }
known object object
known vtable vtable
object @avt: vtable = {1, 3}
object @bvt: vtable = {2, 3}
object @a: A = {{@avt}, 5, @b, 7, 1}
object @b: A = {{@bvt}, 6, @a, 8, 2}
object @c: A = {{@avt}, -3, @c, 9, 3}
object @ints: GcArray(Signed) = [1, 2, 3, 4]
object @more: GcArray(Signed) = [5, 6, 7, 8]
object @refs: GcArray(Ptr(A)) = [@a, @b, @c, @a]

graph bump(v0: Ptr(A)) -> Signed
b0(v0: Ptr(A)):
    v1: Signed = getfield[A.x](v0)
    v2: Signed = int_add(v1, 1)
    v3: Void = setfield[A.x](v0, v2)
    goto return(v1)

graph link(v0: Ptr(A), v1: Ptr(A)) -> Ptr(A)
b0(v0: Ptr(A), v1: Ptr(A)):
    v2: Ptr(A) = getfield[A.next](v0)
    v3: Void = write_barrier(v0)
    v4: Void = setfield[A.next](v0, v1)
    goto return(v2)

graph fill(v0: Ptr(GcArray(Signed)), v1: Signed) -> Void
b0(v0: Ptr(GcArray(Signed)), v1: Signed):
    v2: Signed = int_and(v1, 3)
    v3: Void = setarrayitem[GcArray(Signed)](v0, v2, v1)
    goto return(void)

graph new() -> Ptr(A)
b0():
    v0: Ptr(A) = malloc[A]()
    v1: Ptr(object) = cast_pointer(v0)
    v2: Void = setfield[object.typeptr](v1, @bvt)
    v3: Void = setfield[A.x](v0, 3)
    v4: Void = setfield[A.next](v0, v0)
    goto return(v0)

";

/// A pseudo-random sequence.
pub(crate) struct Random(pub u64);
impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        self.0 >> 33
    }
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    pub(crate) fn pick<'a, T>(&mut self, v: &'a [T]) -> &'a T {
        &v[self.below(v.len())]
    }
}

/// Writes a program: a chain of blocks, all variables passed on.
struct Writer {
    r: Random,
    text: String,
    next: usize,
    block: usize,
    /// Of type Signed, Ptr(A), array of Signed, array of Ptr(A), Bool.
    vars: [Vec<String>; 5],
}

const TYPES: [&str; 5] = [
    "Signed",
    "Ptr(A)",
    "Ptr(GcArray(Signed))",
    "Ptr(GcArray(Ptr(A)))",
    "Bool",
];

impl Writer {
    fn op(&mut self, kind: usize, code: &str) -> String {
        let v = format!("v{}", self.next);
        self.next += 1;
        self.text += &format!("    {v}: {} = {code}\n", TYPES[kind]);
        self.vars[kind].push(v.clone());
        v
    }
    fn void(&mut self, code: &str) {
        self.text += &format!("    v{}: Void = {code}\n", self.next);
        self.next += 1;
    }
    fn int(&mut self) -> String {
        match self.r.below(4) {
            0 => (self.r.below(7) as i64 - 2).to_string(),
            _ => {
                let v = &self.vars[0];
                // Recent values are more interesting.
                let n = v.len();
                v[n - 1 - self.r.below(n.min(8))].clone()
            }
        }
    }
    fn var(&mut self, kind: usize) -> String {
        let v = &self.vars[kind];
        let i = self.r.below(v.len());
        v[i].clone()
    }
    fn object(&mut self) -> String {
        match self.r.below(8) {
            0 => "@a".into(),
            1 => "@b".into(),
            _ => self.var(1),
        }
    }
    fn ints(&mut self) -> String {
        match self.r.below(6) {
            0 => "@ints".into(),
            _ => self.var(2),
        }
    }
    fn index(&mut self) -> String {
        match self.r.below(3) {
            0 => {
                let i = self.int();
                self.op(0, &format!("int_and({i}, 3)"))
            }
            _ => self.r.below(4).to_string(),
        }
    }
    fn statement(&mut self) {
        match self.r.below(25) {
            0..=3 => {
                let names = ["add", "sub", "mul", "and", "or", "xor"];
                let name = *self.r.pick(&names);
                let (a, b) = (self.int(), self.int());
                self.op(0, &format!("int_{name}({a}, {b})"));
            }
            4 => {
                let names = ["lt", "le", "gt", "ge", "eq", "ne"];
                let name = *self.r.pick(&names);
                let (a, b) = (self.int(), self.int());
                let c = self.op(4, &format!("int_{name}({a}, {b})"));
                if self.r.below(3) == 0 {
                    self.op(0, &format!("cast_bool_to_int({c})"));
                }
            }
            5 => {
                let names = ["int_neg", "int_abs", "int_invert", "int_force_ge_zero"];
                let name = *self.r.pick(&names);
                let a = self.int();
                self.op(0, &format!("{name}({a})"));
            }
            6 => {
                let name = *self
                    .r
                    .pick(&["int_floordiv", "int_mod", "int_rshift", "int_lshift"]);
                let a = self.int();
                let k = 1 + self.r.below(5);
                self.op(0, &format!("{name}({a}, {k})"));
            }
            7 | 8 => {
                let p = self.object();
                let f = *self.r.pick(&["x", "x", "y", "n"]);
                self.op(0, &format!("getfield[A.{f}]({p})"));
            }
            9 | 10 => {
                let (p, v) = (self.object(), self.int());
                let f = *self.r.pick(&["x", "x", "n"]);
                self.void(&format!("setfield[A.{f}]({p}, {v})"));
            }
            11 => {
                let p = self.object();
                self.op(1, &format!("getfield[A.next]({p})"));
            }
            12 => {
                let (p, q) = (self.object(), self.object());
                if self.r.below(2) == 0 {
                    self.void(&format!("setfield[A.next]({p}, {q})"));
                } else {
                    self.op(1, &format!("direct_call[link]({p}, {q})"));
                }
            }
            13 | 14 => {
                let p = self.op(1, "malloc[A]()");
                let o = format!("v{}", self.next);
                self.next += 1;
                self.text += &format!("    {o}: Ptr(object) = cast_pointer({p})\n");
                let vt = *self.r.pick(&["@avt", "@bvt"]);
                self.void(&format!("setfield[object.typeptr]({o}, {vt})"));
                let (q, x) = (self.object(), self.int());
                self.void(&format!("setfield[A.next]({p}, {q})"));
                self.void(&format!("setfield[A.x]({p}, {x})"));
                if self.r.below(2) == 0 {
                    self.void(&format!("setfield[A.y]({p}, {x})"));
                }
            }
            15 => {
                let (p, i) = (self.ints(), self.index());
                self.op(0, &format!("getarrayitem[GcArray(Signed)]({p}, {i})"));
            }
            16 => {
                let (p, i, v) = (self.ints(), self.index(), self.int());
                self.void(&format!("setarrayitem[GcArray(Signed)]({p}, {i}, {v})"));
            }
            17 => {
                self.op(2, "mallocvar[GcArray(Signed)](4)");
            }
            18 => {
                let (p, i, q) = (self.var(3), self.index(), self.object());
                if self.r.below(2) == 0 {
                    self.op(1, &format!("getarrayitem[GcArray(Ptr(A))]({p}, {i})"));
                } else {
                    self.void(&format!("setarrayitem[GcArray(Ptr(A))]({p}, {i}, {q})"));
                }
            }
            19 => {
                let p = self.object();
                match self.r.below(4) {
                    0 => {
                        self.op(1, "direct_call[new]()");
                    }
                    1 => {
                        let (p, v) = (self.ints(), self.int());
                        self.void(&format!("direct_call[fill]({p}, {v})"));
                    }
                    _ => {
                        self.op(0, &format!("direct_call[bump]({p})"));
                    }
                }
            }
            20 => {
                let (p, q) = (self.object(), self.object());
                let name = *self.r.pick(&["ptr_eq", "ptr_ne"]);
                self.op(4, &format!("{name}({p}, {q})"));
            }
            21 => {
                let p = self.object();
                let o = format!("v{}", self.next);
                let t = format!("v{}", self.next + 1);
                self.next += 2;
                self.text += &format!("    {o}: Ptr(object) = cast_pointer({p})\n");
                self.text += &format!("    {t}: Ptr(vtable) = getfield[object.typeptr]({o})\n");
                if self.r.below(2) == 0 {
                    self.op(4, &format!("ptr_eq({t}, @bvt)"));
                } else {
                    let m = self.op(0, &format!("getfield[vtable.min]({t})"));
                    self.op(4, &format!("int_between(2, {m}, 3)"));
                }
            }
            22 => {
                let name = *self.r.pick(&["add", "sub", "mul"]);
                let (a, b) = (self.int(), self.int());
                self.op(0, &format!("int_{name}_ovf({a}, {b})"));
                self.op(4, "ovf_occurred()");
            }
            23 => {
                let (p, q, n) = (self.ints(), self.ints(), self.r.below(3));
                let (i, j) = (self.r.below(3), self.r.below(3));
                self.void(&format!(
                    "copyitems[GcArray(Signed)]({p}, {q}, {i}, {j}, {n})"
                ));
                if n == 2 && i + n > 4 {
                    unreachable!();
                }
            }
            _ => {
                if !self.vars[4].is_empty() {
                    let c = self.var(4);
                    self.branch(&c);
                }
            }
        }
    }
    /// Both arms lead to the next block, one with another value for one integer.
    fn branch(&mut self, cond: &str) {
        let all: Vec<(usize, String)> = self
            .vars
            .iter()
            .enumerate()
            .flat_map(|(k, v)| v.iter().map(move |v| (k, v.clone())))
            .collect();
        let yes: Vec<&str> = all.iter().map(|(_, v)| v.as_str()).collect();
        let mut no = yes.clone();
        if self.r.below(2) == 0 {
            no[0] = "17";
        }
        self.block += 1;
        let target = format!("b{}", self.block);
        self.text += &format!(
            "    if {cond} then {target}({}) else {target}({})\n",
            yes.join(", "),
            no.join(", ")
        );
        let mut params = Vec::new();
        self.vars = Default::default();
        for (k, _) in &all {
            let v = format!("v{}", self.next);
            self.next += 1;
            params.push(format!("{v}: {}", TYPES[*k]));
            self.vars[*k].push(v);
        }
        self.text += &format!("{target}({}):\n", params.join(", "));
    }
}

/// A program whose graph `test` takes two integers, two objects, two arrays of integers and one of objects.
pub(crate) fn write(seed: u64, statements: usize) -> String {
    let params = "v0: Signed, v1: Signed, v2: Ptr(A), v3: Ptr(A), v4: Ptr(GcArray(Signed)), v5: Ptr(GcArray(Signed)), v6: Ptr(GcArray(Ptr(A)))";
    let v = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect();
    let mut w = Writer {
        r: Random(seed),
        text: format!("{PRELUDE}graph test({params}) -> Signed\nb0({params}):\n"),
        next: 7,
        block: 0,
        vars: [
            v(&["v0", "v1"]),
            v(&["v2", "v3"]),
            v(&["v4", "v5"]),
            v(&["v6"]),
            vec![],
        ],
    };
    for _ in 0..statements {
        w.statement();
    }
    // The result depends on everything that is alive.
    let mut sum = "0".to_owned();
    for v in w.vars[0].clone() {
        let m = w.op(0, &format!("int_mul({sum}, 31)"));
        sum = w.op(0, &format!("int_xor({m}, {v})"));
    }
    for v in w.vars[4].clone() {
        let b = w.op(0, &format!("cast_bool_to_int({v})"));
        let m = w.op(0, &format!("int_mul({sum}, 31)"));
        sum = w.op(0, &format!("int_add({m}, {b})"));
    }
    for p in w.vars[1].clone() {
        let b = w.op(0, &format!("getfield[A.x]({p})"));
        let m = w.op(0, &format!("int_mul({sum}, 31)"));
        sum = w.op(0, &format!("int_sub({m}, {b})"));
    }
    for p in w.vars[2].clone() {
        let b = w.op(0, &format!("getarrayitem[GcArray(Signed)]({p}, 2)"));
        let m = w.op(0, &format!("int_mul({sum}, 31)"));
        sum = w.op(0, &format!("int_sub({m}, {b})"));
    }
    w.text += &format!("    goto return({sum})\n");
    w.text
}
