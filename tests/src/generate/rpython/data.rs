//! Expressions: texts, containers, instances, functions.
use super::plan::{Feature, Gen, Var};
use super::tree::{Expr, Type};

/// Texts do not grow beyond what `clip` lets through.
impl Gen {
    pub(super) fn str_literal(&mut self) -> Expr {
        let text = self.random.pick(&[
            "''",
            "'a'",
            "'b'",
            "'ab'",
            "'abc'",
            "'hello world'",
            "'x,y,,z'",
            "'  sp '",
            "'A'",
            "'-12'",
            "'aXbXc'",
            "'zzzzzzzzzz'",
            "'%'",
        ]);
        Expr::atom(Type::Str, text)
    }
    pub(super) fn text(&mut self, d: usize) -> Option<Expr> {
        let s = Type::Str;
        let new = |text: &str, subs| Some(Expr::new(Type::Str, text, subs));
        let int = |g: &mut Gen| g.expr(&Type::Int, d);
        match self.below(16) {
            0 | 1 => {
                let subs = vec![self.expr(&s, d), self.expr(&s, d)];
                new("clip($ + $)", subs)
            }
            2 => {
                let subs = vec![int(self)];
                new("str($)", subs)
            }
            3 => {
                let subs = vec![int(self)];
                // Not 28 to 31: they are white space in Python 3, and not in strings of bytes.
                let text = self.random.pick(&[
                    "chr(65 + ($ & 15))",
                    "chr($ % 28)",
                    "chr(32 + $ % 96)",
                    "chr(97 + $ % 26)",
                ]);
                new(text, subs)
            }
            4 | 5 if self.on(Feature::Slice) => {
                let text = self.random.pick(&[
                    "$[$ & 3:]",
                    "$[:$ & 7]",
                    "$[$ & 3:$ & 7]",
                    "$[1:]",
                    "$[:-1]",
                    "$[2:5]",
                ]);
                let mut subs = vec![self.expr(&s, d)];
                for _ in 1..text.matches('$').count() {
                    subs.push(int(self));
                }
                new(text, subs)
            }
            6 => {
                let text = self.random.pick(&[
                    "$.upper()",
                    "$.lower()",
                    "$.strip()",
                    "$.strip('ab')",
                    "$.lstrip()",
                    "$.rstrip('z')",
                ]);
                let subs = vec![self.expr(&s, d)];
                new(text, subs)
            }
            7 => {
                let subs = vec![self.expr(&s, d), self.expr(&s, 0)];
                let text = self
                    .random
                    .pick(&["clip($.replace('a', $))", "clip($.replace('l' + $, 'xy'))"]);
                new(text, subs)
            }
            8 | 9 if self.on(Feature::Format) => {
                let (text, ty) = self.random.pick(&[
                    ("'%d' % $", 0),
                    ("'<%s>' % $", 1),
                    ("'%s=%d' % ($, $)", 2),
                    ("'%5d|' % $", 0),
                    ("'%x' % ($ & 65535)", 0),
                    ("'%d%%' % $", 0),
                    ("'%c' % chr(65 + ($ & 7))", 0),
                ]);
                let subs = match ty {
                    0 => vec![int(self)],
                    1 => vec![self.expr(&s, d)],
                    _ => vec![self.expr(&s, d), int(self)],
                };
                new(&format!("clip({text})"), subs)
            }
            10 if self.on(Feature::Float) => {
                let text = self.random.pick(&["repr($)", "('%.3f' % $)", "('%g' % $)"]);
                let subs = vec![self.expr(&Type::Float, d)];
                new(&format!("clip({text})"), subs)
            }
            11 => {
                let v = self.var_where(|t| *t == Type::List(Box::new(Type::Str)))?;
                let sep = self.random.pick(&["''", "','", "'--'"]);
                let v = Expr::atom(v.ty, v.name);
                new(&format!("clip({sep}.join($))"), vec![v])
            }
            12 => {
                let subs = vec![self.expr(&s, d), int(self)];
                new("clip($ * ($ & 3))", subs)
            }
            13 => {
                let v = self.var_where(|t| *t == Type::Str)?.name;
                let subs = vec![int(self), self.expr(&s, 0)];
                new(&format!("({v}[$ % len({v})] if len({v}) > 0 else $)"), subs)
            }
            14 => {
                let subs = vec![int(self)];
                new("hex($ & 4095)", subs)
            }
            _ => {
                let text = self.random.pick(&["$.split(',')[0]", "$.split('X')[-1]"]);
                let subs = vec![self.expr(&s, d)];
                new(text, subs)
            }
        }
    }
    pub(super) fn unicode(&mut self, d: usize) -> Option<Expr> {
        let u = Type::Uni;
        match self.below(3) {
            0 => {
                let subs = vec![self.expr(&u, d), self.expr(&u, d)];
                Some(Expr::new(u, "($ + $)[:30]", subs))
            }
            1 => {
                let subs = vec![self.expr(&u, d), self.expr(&Type::Int, d)];
                Some(Expr::new(u, "$[$ & 3:]", subs))
            }
            _ => {
                let subs = vec![
                    self.expr(&u, d),
                    self.expr(&Type::Bool, d),
                    self.expr(&u, d),
                ];
                Some(Expr::new(u, "($ if $ else $)", subs))
            }
        }
    }
    pub(super) fn list(&mut self, item: &Type, d: usize) -> Option<Expr> {
        let ty = item.clone().list();
        match self.below(8) {
            0..=2 => {
                let n = 1 + self.below(4);
                let subs: Vec<Expr> = (0..n).map(|_| self.expr(item, d)).collect();
                Some(Expr::new(
                    ty,
                    &format!("[{}]", vec!["$"; n].join(", ")),
                    subs,
                ))
            }
            3 | 4 if self.on(Feature::Slice) => {
                let text = self.random.pick(&[
                    "$[$ & 1:]",
                    "$[:$ & 3]",
                    "$[$ & 1:$ & 7]",
                    "$[:]",
                    "$[1:]",
                ]);
                let v = self.var(&ty)?;
                let mut subs = vec![v];
                for _ in 1..text.matches('$').count() {
                    subs.push(self.expr(&Type::Int, d));
                }
                Some(Expr::new(ty, text, subs))
            }
            5 => {
                let subs = vec![self.expr(&ty, d), self.expr(&ty, d)];
                Some(Expr::new(ty, "($ + $)[:12]", subs))
            }
            6 if self.on(Feature::Comprehension) => self.comprehension(item, d),
            7 if self.on(Feature::Sort) && *item == Type::Int => {
                let e = self.expr(&ty, d);
                Some(Expr::new(ty, "sorted($)", vec![e]))
            }
            _ => {
                let subs = vec![self.expr(item, d), self.expr(&Type::Int, d)];
                Some(Expr::new(ty, "[$] * (1 + ($ & 3))", subs))
            }
        }
    }
    fn comprehension(&mut self, item: &Type, d: usize) -> Option<Expr> {
        let name = self.name("q");
        let source = self.var_where(|t| matches!(t, Type::List(_)));
        let (over, ty) = match source {
            Some(v) if self.chance(60) => {
                let Type::List(i) = &v.ty else { return None };
                (Expr::atom(v.ty.clone(), v.name), (**i).clone())
            }
            _ => {
                let e = self.expr(&Type::Int, 0);
                (Expr::new(Type::Int, "range($ & 7)", vec![e]), Type::Int)
            }
        };
        let mark = self.cx.vars.len();
        self.cx.vars.push(Var {
            name: name.clone(),
            ty,
            free: false,
        });
        let made = self.expr(item, d);
        let condition = self.chance(40).then(|| self.expr(&Type::Bool, d));
        self.cx.vars.truncate(mark);
        let mut subs = vec![made, over];
        let mut text = format!("[$ for {name} in $");
        if let Some(c) = condition {
            text += " if $";
            subs.push(c);
        }
        Some(Expr::new(item.clone().list(), &(text + "]"), subs))
    }
    pub(super) fn dict(&mut self, k: &Type, v: &Type, d: usize) -> Expr {
        let n = 1 + self.below(3);
        let mut subs = Vec::new();
        for _ in 0..n {
            subs.push(self.expr(k, d));
            subs.push(self.expr(v, d));
        }
        let ty = Type::Dict(Box::new(k.clone()), Box::new(v.clone()));
        Expr::new(ty, &format!("{{{}}}", vec!["$: $"; n].join(", ")), subs)
    }
    pub(super) fn tuple(&mut self, items: &[Type], d: usize) -> Expr {
        let subs: Vec<Expr> = items.iter().map(|t| self.expr(t, d)).collect();
        let text = format!("({})", vec!["$"; items.len()].join(", "));
        Expr::new(Type::Tuple(items.to_vec()), &text, subs)
    }
    /// An instance of a class or of one of its subclasses.
    pub(super) fn instance(&mut self, c: usize, d: usize) -> Option<Expr> {
        let subs = self.subs(c);
        let made = subs[self.below(subs.len())];
        Some(self.construct(made, d))
    }
    /// A new instance of exactly a class.
    pub(super) fn construct(&mut self, c: usize, d: usize) -> Expr {
        let params: Vec<Type> = self.fields(c).into_iter().map(|(_, t)| t).collect();
        let (holes, subs) = self.args(&params, d.min(1));
        Expr::new(
            Type::Obj(c),
            &format!("{}({holes})", self.classes[c].name),
            subs,
        )
    }
    /// A function of a signature.
    pub(super) fn function(&mut self, sig: usize) -> Option<Expr> {
        let wanted = self.sigs[sig].clone();
        let found: Vec<String> = self
            .funcs
            .iter()
            .filter(|f| {
                matches!(
                    f.kind,
                    super::plan::FuncKind::Plain | super::plan::FuncKind::Closure
                )
            })
            .filter(|f| (f.params.clone(), f.ret.clone()) == wanted)
            .map(|f| f.name.clone())
            .collect();
        if found.is_empty() {
            return None;
        }
        let i = self.below(found.len());
        Some(Expr::atom(Type::Func(sig), found[i].clone()))
    }
}
