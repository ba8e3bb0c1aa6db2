//! Expressions of generated programs.
use Ty::*;

use super::*;

impl Programs {
    pub(super) fn pick(&mut self, list: &[&str]) -> String {
        list[self.rand(list.len() as u64) as usize].to_string()
    }
    /// `(x OP y)` of two expressions of a type.
    pub(super) fn binary(&mut self, ty: Ty, d: u32, operators: &[&str]) -> String {
        let (x, y) = (self.expr(ty, d), self.expr(ty, d));
        let op = self.pick(operators);
        format!("({x} {op} {y})")
    }
    /// An expression of a type.
    pub(super) fn expr(&mut self, ty: Ty, depth: u32) -> String {
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
    pub(super) fn int(&mut self, d: u32) -> String {
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
    pub(super) fn boolean(&mut self, d: u32) -> String {
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
    pub(super) fn string(&mut self, d: u32) -> String {
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
    pub(super) fn leaf(&mut self, ty: Ty) -> String {
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
