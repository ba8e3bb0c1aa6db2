//! Expressions: numbers and truth values, and what all types have in common (variables, fields, items, calls).
use super::plan::{Feature, FuncKind, Gen, Var};
use super::tree::{Expr, Type};

/// How often a random form is tried before a simple expression is taken.
const TRIES: usize = 8;

/// Operations of unsigned integers.
const UNSIGNED: [&str; 10] = [
    "($ + $)",
    "($ - $)",
    "($ * $)",
    "($ ^ $)",
    "($ & $)",
    "($ >> 5)",
    "($ << 7)",
    "($ // r_uint(7))",
    "($ % r_uint(10))",
    "(~$)",
];

fn new(ty: &Type, template: &str, subs: Vec<Expr>) -> Expr {
    Expr::new(ty.clone(), template, subs)
}

impl Gen {
    /// An expression of a type; `d` is how deep it may be.
    pub(super) fn expr(&mut self, ty: &Type, d: usize) -> Expr {
        for _ in 0..TRIES {
            let found = if self.chance(45) {
                self.common(ty, d)
            } else if d == 0 {
                None
            } else {
                self.special(ty, d - 1)
            };
            if let Some(e) = found {
                return e;
            }
        }
        self.leaf(ty)
    }
    /// Expressions of the type alone.
    fn special(&mut self, ty: &Type, d: usize) -> Option<Expr> {
        match ty {
            Type::Int => self.int(d),
            Type::Ring => Some(self.ring(d)),
            Type::UInt => self.uint(d),
            Type::UInt32 => Some(self.uint32(d)),
            Type::Single => Some(self.single(d)),
            Type::Bool => self.bool(d),
            Type::Float => self.float(d),
            Type::Str => self.text(d),
            Type::Uni => self.unicode(d),
            Type::List(item) => self.list(item, d),
            Type::Dict(k, v) => Some(self.dict(k, v, d)),
            Type::Tuple(items) => Some(self.tuple(items, d)),
            Type::Obj(c) => self.instance(*c, d),
            Type::Func(sig) => self.function(*sig),
            Type::Opt(inner) => {
                let e = self.expr(inner, d);
                Some(new(ty, "$", vec![e]))
            }
        }
    }
    /// An expression without parts.
    pub(super) fn leaf(&mut self, ty: &Type) -> Expr {
        if self.chance(60)
            && let Some(v) = self.var(ty)
        {
            return new(ty, "$", vec![v]);
        }
        match ty {
            Type::Int | Type::Ring => self.int_literal(),
            Type::UInt => {
                let n = self.below(1000);
                Expr::atom(Type::UInt, format!("r_uint({n})"))
            }
            Type::UInt32 => {
                let text = self.random.pick(&["0", "1", "77", "65536", "4294967295"]);
                Expr::atom(Type::UInt32, format!("r_uint32({text})"))
            }
            Type::Single => {
                let text = self
                    .random
                    .pick(&["0.0", "-0.0", "0.1", "-3.25", "1e10", "1e-3"]);
                Expr::atom(Type::Single, format!("r_singlefloat({text})"))
            }
            Type::Bool => Expr::atom(Type::Bool, if self.chance(50) { "True" } else { "False" }),
            Type::Float => {
                let text = self.random.pick(&[
                    "0.0",
                    "1.0",
                    "-1.5",
                    "0.1",
                    "2.5",
                    "1e10",
                    "-3.0",
                    "1e-3",
                    "123456.789",
                ]);
                Expr::atom(Type::Float, text)
            }
            Type::Str => self.str_literal(),
            Type::Uni => {
                let text =
                    self.random
                        .pick(&["u''", "u'a'", "u'xyz'", "u'\\xe9\\u20ac'", "u'ab\\u1234'"]);
                Expr::atom(Type::Uni, text)
            }
            Type::List(item) => {
                let e = self.leaf(item);
                new(ty, "[$]", vec![e])
            }
            Type::Dict(k, v) => {
                let (k, v) = (self.leaf(k), self.leaf(v));
                new(ty, "{$: $}", vec![k, v])
            }
            Type::Tuple(items) => self.tuple(items, 0),
            Type::Obj(c) => {
                let c = *c;
                match self.var(ty) {
                    Some(v) => v,
                    None => self.construct(c, 0),
                }
            }
            Type::Func(sig) => self
                .function(*sig)
                .unwrap_or_else(|| panic!("a signature has functions")),
            Type::Opt(inner) => {
                if self.chance(60) || matches!(**inner, Type::Obj(_)) {
                    Expr::atom(ty.clone(), "None")
                } else {
                    let e = self.leaf(inner);
                    new(ty, "$", vec![e])
                }
            }
        }
    }
    fn int_literal(&mut self) -> Expr {
        let text = match self.below(10) {
            0..=6 => self.random.range(-3, 12).to_string(),
            7 => self
                .random
                .pick(&["100", "-100", "255", "256", "1000003", "65535"])
                .into(),
            8 => self.random.range(-1000, 1000).to_string(),
            _ => self
                .random
                .pick(&[
                    "9223372036854775807",
                    "-9223372036854775807",
                    "4294967296",
                    "-4294967297",
                    "2147483648",
                    "4611686018427387904",
                ])
                .into(),
        };
        if self.on(Feature::Hidden) && self.chance(30) {
            Expr::atom(Type::Int, format!("NonConstant({text})"))
        } else {
            Expr::atom(Type::Int, text)
        }
    }

    /// Variables, fields, calls, items, choices.
    fn common(&mut self, ty: &Type, d: usize) -> Option<Expr> {
        match self.below(if d == 0 { 3 } else { 12 }) {
            0 | 1 => {
                let v = self.var(ty)?;
                Some(new(ty, "$", vec![v]))
            }
            2 => self.field(ty),
            3 | 4 => self.method_call(ty, d - 1),
            5 | 6 => self.call(ty, d - 1),
            7 => {
                let (c, a, b) = (
                    self.expr(&Type::Bool, d - 1),
                    self.expr(ty, d - 1),
                    self.expr(ty, d - 1),
                );
                // Branches of different classes meet in the common base.
                Some(new(ty, "($ if $ else $)", vec![a, c, b]))
            }
            8 => self.item(ty, d - 1),
            9 => self.entry(ty, d - 1),
            10 => self.tuple_item(ty),
            _ => self.narrowed(ty),
        }
    }
    /// A field or a class attribute of a variable.
    fn field(&mut self, ty: &Type) -> Option<Expr> {
        let v = self.var_where(|t| matches!(t, Type::Obj(_)))?;
        let Type::Obj(c) = v.ty else { return None };
        let mut names: Vec<String> = self
            .fields(c)
            .into_iter()
            .filter(|(_, t)| self.fits(t, ty))
            .map(|(n, _)| n)
            .collect();
        let attrs = self.attrs(c).into_iter();
        names.extend(attrs.filter(|(_, t, _)| t == ty).map(|(n, ..)| n));
        if names.is_empty() {
            return None;
        }
        let i = self.below(names.len());
        let base = Expr::atom(v.ty.clone(), v.name);
        Some(new(ty, &format!("$.{}", names[i]), vec![base]))
    }
    /// A field of a variable that may be None.
    fn narrowed(&mut self, ty: &Type) -> Option<Expr> {
        let v = self.var_where(|t| matches!(t, Type::Opt(_)))?;
        if self.on(Feature::NoneUse) && self.chance(25) {
            return self.use_of_none(&v, ty);
        }
        let Type::Opt(inner) = &v.ty else { return None };
        let test = self.random.pick(&["is not None", "is not None", ""]);
        let test = if matches!(**inner, Type::Obj(_)) {
            test
        } else {
            "is not None"
        };
        let taken = match &**inner {
            Type::Obj(c) => {
                let found = self.fields(*c);
                let fits: Vec<_> = found.iter().filter(|(_, t)| self.fits(t, ty)).collect();
                if fits.is_empty() {
                    return None;
                }
                let i = self.below(fits.len());
                format!("{}.{}", v.name, fits[i].0)
            }
            Type::Str | Type::List(_) | Type::Dict(..) if *ty == Type::Int => {
                format!("len({})", v.name)
            }
            t if self.fits(t, ty) => v.name.clone(),
            _ => return None,
        };
        let other = self.leaf(ty);
        Some(new(
            ty,
            &format!("({taken} if {} {test} else $)", v.name),
            vec![other],
        ))
    }
    /// The use of what may be None, without a test.
    fn use_of_none(&mut self, v: &Var, ty: &Type) -> Option<Expr> {
        let Type::Opt(inner) = &v.ty else {
            return None;
        };
        let e = Expr::atom(v.ty.clone(), v.name.clone());
        match &**inner {
            Type::Obj(c) => {
                let found = self.fields(*c);
                let field = found.iter().find(|(_, t)| self.fits(t, ty));
                let family = self
                    .families
                    .clone()
                    .into_iter()
                    .enumerate()
                    .find(|(i, f)| {
                        !self.cx.pure
                            && self.funcs.len() + i >= self.cx.rank
                            && self.is_sub(*c, f.class)
                            && self.fits(&f.ret, ty)
                    });
                match (field, family) {
                    (Some((name, _)), None) => Some(new(ty, &format!("$.{name}"), vec![e])),
                    (_, Some((_, f))) if f.property => {
                        Some(new(ty, &format!("$.{}", f.name), vec![e]))
                    }
                    (_, Some((_, f))) => {
                        let (holes, mut subs) = self.args(&f.params, 0);
                        subs.insert(0, e);
                        Some(new(ty, &format!("$.{}({holes})", f.name), subs))
                    }
                    _ => None,
                }
            }
            Type::Str | Type::List(_) | Type::Dict(..) if *ty == Type::Int => {
                Some(new(ty, "len($)", vec![e]))
            }
            Type::Func(sig) if *ty == self.sigs[*sig].1 && !self.cx.pure => {
                let params = self.sigs[*sig].0.clone();
                let (holes, mut subs) = self.args(&params, 0);
                subs.insert(0, e);
                Some(new(ty, &format!("$({holes})"), subs))
            }
            _ => None,
        }
    }
    /// Arguments for parameters.
    pub(super) fn args(&mut self, params: &[Type], d: usize) -> (String, Vec<Expr>) {
        let subs: Vec<Expr> = params.iter().map(|p| self.expr(p, d)).collect();
        (vec!["$"; subs.len()].join(", "), subs)
    }
    /// The call of a method, or the value of a property.
    pub(super) fn method_call(&mut self, ty: &Type, d: usize) -> Option<Expr> {
        if self.cx.pure {
            return None;
        }
        let free = self.on(Feature::Recursion) && self.chance(15);
        let first = self.cx.rank;
        let found: Vec<usize> = (0..self.families.len())
            .filter(|&i| free || self.funcs.len() + i >= first)
            .filter(|&i| self.fits(&self.families[i].ret, ty))
            .collect();
        if found.is_empty() {
            return None;
        }
        let i = self.below(found.len());
        let f = self.families[found[i]].clone();
        let receiver = self.expr(&Type::Obj(f.class), d.min(1));
        if f.property {
            return Some(new(ty, &format!("$.{}", f.name), vec![receiver]));
        }
        let (holes, mut subs) = self.args(&f.params, d);
        subs.insert(0, receiver);
        Some(new(ty, &format!("$.{}({holes})", f.name), subs))
    }
    /// The call of a function.
    fn call(&mut self, ty: &Type, d: usize) -> Option<Expr> {
        if self.cx.pure {
            return None;
        }
        if self.on(Feature::FuncVar) && self.chance(25) {
            return self.indirect(ty, d);
        }
        let free = self.on(Feature::Recursion) && self.chance(15);
        let first = if free { 0 } else { self.cx.rank };
        let found: Vec<usize> = (first..self.funcs.len())
            .filter(|&i| self.funcs[i].kind != FuncKind::Generator)
            .filter(|&i| self.fits(&self.funcs[i].ret, ty))
            .collect();
        if found.is_empty() {
            return None;
        }
        let i = self.below(found.len());
        let f = self.funcs[found[i]].clone();
        let (mut holes, mut subs) = self.args(&f.params, d);
        match f.kind {
            FuncKind::Default if self.chance(60) => {
                if self.chance(50) {
                    subs.pop();
                    holes = vec!["$"; subs.len()].join(", ");
                } else {
                    let given = vec!["$"; subs.len() - 1].join(", ");
                    let comma = if given.is_empty() { "" } else { ", " };
                    holes = format!("{given}{comma}last=$");
                }
            }
            FuncKind::Specialized => {
                let k = self.below(3);
                holes = if holes.is_empty() {
                    k.to_string()
                } else {
                    format!("{k}, {holes}")
                };
            }
            _ if self.on(Feature::Arguments) && subs.len() >= 2 && self.chance(20) => {
                holes = format!("*({holes})");
            }
            _ => {}
        }
        Some(new(ty, &format!("{}({holes})", f.name), subs))
    }
    /// The call of a function variable.
    fn indirect(&mut self, ty: &Type, d: usize) -> Option<Expr> {
        if self.cx.rank > 0 && !self.on(Feature::Recursion) {
            return None;
        }
        let sig = (0..self.sigs.len()).find(|&s| self.fits(&self.sigs[s].1, ty))?;
        let v = self.var(&Type::Func(sig))?;
        let params = self.sigs[sig].0.clone();
        let (holes, mut subs) = self.args(&params, d);
        subs.insert(0, v);
        Some(new(ty, &format!("$({holes})"), subs))
    }
    /// An item of a list, if it has one.
    fn item(&mut self, ty: &Type, d: usize) -> Option<Expr> {
        let v = self.vars(&Type::List(Box::new(ty.clone())));
        let v = v.first()?.name.clone();
        let index = self.expr(&Type::Int, d);
        if self.on(Feature::Far) && self.chance(30) {
            return Some(new(ty, &format!("{v}[$ & 7]"), vec![index]));
        }
        let other = self.leaf(ty);
        let template = if self.chance(25) {
            format!("({v}[-1] if len({v}) > 0 else $)")
        } else {
            format!("({v}[$ % len({v})] if len({v}) > 0 else $)")
        };
        let subs = if template.contains("$ %") {
            vec![index, other]
        } else {
            vec![other]
        };
        Some(new(ty, &template, subs))
    }
    /// A value of a dictionary.
    fn entry(&mut self, ty: &Type, d: usize) -> Option<Expr> {
        let wanted = ty.clone();
        let v = self.var_where(|t| matches!(t, Type::Dict(_, v) if **v == wanted))?;
        let Type::Dict(k, _) = &v.ty else { return None };
        let (key, other) = (self.expr(k, d), self.leaf(ty));
        if self.on(Feature::Far) && self.chance(30) {
            return Some(new(ty, &format!("{}[$]", v.name), vec![key]));
        }
        Some(new(ty, &format!("{}.get($, $)", v.name), vec![key, other]))
    }
    fn tuple_item(&mut self, ty: &Type) -> Option<Expr> {
        let v = self.var_where(|t| matches!(t, Type::Tuple(_)))?;
        let Type::Tuple(items) = &v.ty else {
            return None;
        };
        let i = items.iter().position(|t| self.fits(t, ty))?;
        Some(Expr::atom(ty.clone(), format!("{}[{i}]", v.name)))
    }

    /// Arithmetic that wraps around when `intmask` takes it.
    pub(super) fn ring(&mut self, d: usize) -> Expr {
        if d == 0 || self.chance(25) {
            let e = self.expr(&Type::Int, d);
            return Expr::new(Type::Ring, "$", vec![e]);
        }
        let a = self.ring(d - 1);
        let template = self.random.pick(&[
            "($ + $)",
            "($ - $)",
            "($ * $)",
            "($ ^ $)",
            "($ & $)",
            "($ | $)",
            "($ * 1000003 ^ $)",
            "(~$)",
            "(-$)",
            "($ * 31 + $)",
            "($ << 3)",
            "($ << 62)",
        ]);
        if template.contains("<<") && !self.on(Feature::Shift) {
            return a;
        }
        let mut subs = vec![a];
        if template.matches('$').count() == 2 {
            subs.push(self.ring(d - 1));
        }
        Expr::new(Type::Ring, template, subs)
    }
    fn int(&mut self, d: usize) -> Option<Expr> {
        let int = Type::Int;
        let e = |g: &mut Gen| g.expr(&Type::Int, d);
        Some(match self.below(21) {
            0..=3 => {
                let r = self.ring(d + 1);
                new(&int, "intmask($)", vec![r])
            }
            4 => {
                let text = self.random.pick(&[
                    "($ % 7)",
                    "($ % 13)",
                    "($ % 64)",
                    "($ % -5)",
                    "($ % 1000)",
                ]);
                new(&int, text, vec![e(self)])
            }
            5 => {
                let text = self.random.pick(&[
                    "($ // 7)",
                    "($ // 3)",
                    "($ // 64)",
                    "($ // -5)",
                    "($ // 2)",
                ]);
                new(&int, text, vec![e(self)])
            }
            6 => {
                let text = self.random.pick(&[
                    "($ & 7)",
                    "($ & 255)",
                    "($ & -8)",
                    "($ | 1)",
                    "($ ^ 85)",
                    "(~$)",
                ]);
                new(&int, text, vec![e(self)])
            }
            7 if self.on(Feature::Shift) => match self.below(4) {
                0 => new(&int, "($ >> 3)", vec![e(self)]),
                1 => new(&int, "($ >> ($ & 63))", vec![e(self), e(self)]),
                2 => new(&int, "intmask($ << ($ & 31))", vec![e(self), e(self)]),
                _ => new(&int, "(($ & 255) << 4)", vec![e(self)]),
            },
            8 => {
                let s = self.expr(&Type::Str, d);
                new(&int, "len($)", vec![s])
            }
            9 => {
                let v = self.var_where(|t| matches!(t, Type::List(_) | Type::Dict(..)))?;
                let v = Expr::atom(v.ty, v.name);
                new(&int, "len($)", vec![v])
            }
            10 => {
                let v = self.var_where(|t| *t == Type::Str)?.name;
                new(
                    &int,
                    &format!("(ord({v}[$ % len({v})]) if len({v}) > 0 else $)"),
                    vec![e(self), e(self)],
                )
            }
            11 => {
                let text = self.random.pick(&["min($, $)", "max($, $)"]);
                new(&int, text, vec![e(self), e(self)])
            }
            12 => new(&int, "intmask(abs($))", vec![e(self)]),
            13 => {
                let b = self.expr(&Type::Bool, d);
                new(&int, "int($)", vec![b])
            }
            14 => {
                let (s, t) = (self.expr(&Type::Str, d), self.expr(&Type::Str, 0));
                let text = self.random.pick(&["$.find($)", "$.count($)", "$.rfind($)"]);
                if text.contains("count") {
                    // The number of empty strings in a string is left open by some.
                    new(&int, "$.count('a' + $)", vec![s, t])
                } else {
                    new(&int, text, vec![s, t])
                }
            }
            15 if self.on(Feature::Narrow) && self.chance(50) => {
                let u = self.expr(&Type::UInt32, d);
                new(&int, "intmask($)", vec![u])
            }
            15 if self.on(Feature::Unsigned) => {
                let u = self.expr(&Type::UInt, d);
                new(&int, "intmask($)", vec![u])
            }
            19 if self.on(Feature::Far) => {
                let text = self.random.pick(&[
                    "($ // (NonConstant($) & 3))",
                    "($ % (NonConstant($) & 3))",
                    "ovfcheck(NonConstant($) * $)",
                    "ovfcheck(NonConstant($) + $)",
                ]);
                new(&int, text, vec![e(self), e(self)])
            }
            19 if self.on(Feature::Specialize) => {
                let n = self.below(5);
                Expr::atom(Type::Int, format!("memo({n})"))
            }
            16 if self.machine => new(&int, "promote($ & 3)", vec![e(self)]),
            16 => new(&int, "int('%d' % $)", vec![e(self)]),
            17 if self.on(Feature::Float) => {
                let v = self.var_where(|t| *t == Type::Float)?.name;
                new(
                    &int,
                    &format!("(int({v}) if -1e15 < {v} < 1e15 else $)"),
                    vec![e(self)],
                )
            }
            18 => new(
                &int,
                "(($ * 3 + 1) & 1023)",
                vec![new(&int, "($ & 4095)", vec![e(self)])],
            ),
            _ => {
                let text = self.random.pick(&[
                    "($ & 15) * ($ & 7)",
                    "(($ & 63) - ($ & 31))",
                    "(($ % 10) + ($ % 5))",
                ]);
                new(&int, &format!("({text})"), vec![e(self), e(self)])
            }
        })
    }
    fn uint(&mut self, d: usize) -> Option<Expr> {
        let u = Type::UInt;
        let a = if self.chance(40) {
            let i = self.expr(&Type::Int, d);
            new(&u, "r_uint($)", vec![i])
        } else {
            self.expr(&u, d)
        };
        let text = self.random.pick(&UNSIGNED);
        let mut subs = vec![a];
        if text.matches('$').count() == 2 {
            subs.push(self.expr(&u, d));
        }
        Some(new(&u, text, subs))
    }
    fn uint32(&mut self, d: usize) -> Expr {
        let u = Type::UInt32;
        if self.chance(40) {
            let i = self.expr(&Type::Int, d);
            return new(&u, "r_uint32($ & 0xffffffff)", vec![i]);
        }
        let text = self.random.pick(&UNSIGNED);
        let text = text.replace("r_uint(", "r_uint32(");
        let subs = (0..text.matches('$').count()).map(|_| self.expr(&u, d));
        let subs = subs.collect();
        new(&u, &text, subs)
    }
    /// Single floats have no operations but conversions.
    fn single(&mut self, d: usize) -> Expr {
        let s = Type::Single;
        match self.below(4) {
            0 => {
                let i = self.expr(&Type::Int, d);
                new(&s, "r_singlefloat(($ & 1023) * 0.1)", vec![i])
            }
            1 if self.on(Feature::Float) => {
                let f = self.expr(&Type::Float, d);
                new(&s, "r_singlefloat($)", vec![f])
            }
            2 => {
                let subs = vec![self.expr(&Type::Bool, d), self.expr(&s, d)];
                new(&s, "(r_singlefloat(-3.25) if $ else $)", subs)
            }
            _ => {
                let subs = vec![self.expr(&s, d), self.expr(&s, d)];
                new(&s, "r_singlefloat(float($) * 0.5 - float($))", subs)
            }
        }
    }
    fn float(&mut self, d: usize) -> Option<Expr> {
        let f = Type::Float;
        let e = self.expr(&f, d);
        Some(match self.below(7) {
            0 | 1 => {
                let text = self.random.pick(&["($ + $)", "($ - $)", "($ * $)"]);
                let b = self.expr(&f, d);
                new(&f, text, vec![e, b])
            }
            2 => {
                let text = self.random.pick(&["($ / 3.0)", "($ / -0.5)", "($ / 1e-3)"]);
                new(&f, text, vec![e])
            }
            3 => {
                let i = self.expr(&Type::Int, d);
                new(&f, "float($)", vec![i])
            }
            4 => new(&f, "abs($)", vec![e]),
            5 if self.on(Feature::Narrow) => {
                let s = self.expr(&Type::Single, d);
                new(&f, "float($)", vec![s])
            }
            _ => new(&f, "(-$)", vec![e]),
        })
    }
    fn bool(&mut self, d: usize) -> Option<Expr> {
        let b = Type::Bool;
        let two = |g: &mut Gen, t: &Type| vec![g.expr(t, d), g.expr(t, d)];
        let compare = ["$ < $", "$ == $", "$ != $", "$ >= $", "$ > $", "$ <= $"];
        Some(match self.below(16) {
            0..=4 => {
                let op = self.random.pick(&compare);
                let subs = two(self, &Type::Int);
                new(&b, &format!("({op})"), subs)
            }
            5 => {
                let op = self.random.pick(&compare);
                let subs = two(self, &Type::Str);
                new(&b, &format!("({op})"), subs)
            }
            6 if self.on(Feature::Float) => {
                let op = self.random.pick(&compare);
                let subs = two(self, &Type::Float);
                new(&b, &format!("({op})"), subs)
            }
            7 if self.on(Feature::Unsigned) => {
                let op = self.random.pick(&compare);
                let subs = two(self, &Type::UInt);
                new(&b, &format!("({op})"), subs)
            }
            7 if self.on(Feature::Narrow) => {
                let op = self.random.pick(&compare);
                let subs = two(self, &Type::UInt32);
                new(&b, &format!("({op})"), subs)
            }
            8 => {
                let op = self.random.pick(&["($ and $)", "($ or $)"]);
                let subs = two(self, &b);
                new(&b, op, subs)
            }
            9 => {
                let e = self.expr(&b, d);
                new(&b, "(not $)", vec![e])
            }
            10 | 11 => {
                let v = self.var_where(|t| matches!(t, Type::Opt(_)))?;
                let op = self.random.pick(&["is None", "is not None"]);
                let v = Expr::atom(v.ty, v.name);
                new(&b, &format!("($ {op})"), vec![v])
            }
            12 | 13 if self.on(Feature::Isinstance) => {
                let c = self.below(self.classes.len());
                let root = self.ancestors(c)[0];
                let e = self.expr(&Type::Obj(root), d);
                new(
                    &b,
                    &format!("isinstance($, {})", self.classes[c].name),
                    vec![e],
                )
            }
            14 => {
                let v = self.var_where(|t| {
                    matches!(t, Type::List(i) if matches!(**i, Type::Int | Type::Str))
                        || matches!(t, Type::Dict(..))
                })?;
                let key = match &v.ty {
                    Type::List(k) | Type::Dict(k, _) => (**k).clone(),
                    _ => return None,
                };
                let op = self.random.pick(&["in", "not in"]);
                let e = self.expr(&key, d);
                let v = Expr::atom(v.ty, v.name);
                new(&b, &format!("($ {op} $)"), vec![e, v])
            }
            _ => {
                let c = self.below(self.classes.len());
                let subs = two(self, &Type::Obj(c));
                new(&b, "($ is $)", subs)
            }
        })
    }
}
