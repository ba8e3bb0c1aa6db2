//! Statements: containers that change, exceptions.
use super::plan::{Feature, Gen, Var};
use super::tree::{Clause, Expr, Stmt, Type, block, compound, line, simple};

/// The exceptions of every program: name and base.
pub(super) const EXCEPTIONS: [(&str, &str); 4] = [
    ("Err", "Exception"),
    ("ErrA", "Err"),
    ("ErrAA", "ErrA"),
    ("ErrB", "Err"),
];

impl Gen {
    /// A container changes.
    pub(super) fn effect(&mut self) -> Option<Vec<Stmt>> {
        let v = self.var_where(|t| matches!(t, Type::List(_) | Type::Dict(..)))?;
        let n = v.name.clone();
        let one = |text: &str, subs: Vec<Expr>| Some(vec![simple(text, subs)]);
        match v.ty.clone() {
            Type::List(item) => {
                let e = self.expr(&item, 1);
                match self.below(9) {
                    0..=2 => Some(vec![block(
                        &format!("if len({n}) < 12:"),
                        vec![],
                        vec![simple(&format!("{n}.append($)"), vec![e])],
                    )]),
                    3 => Some(vec![block(
                        &format!("if len({n}) > 1:"),
                        vec![],
                        vec![line(&format!("{n}.pop()"))],
                    )]),
                    4 => {
                        let i = self.expr(&Type::Int, 1);
                        Some(vec![block(
                            &format!("if len({n}) > 0:"),
                            vec![],
                            vec![simple(&format!("{n}[$ % len({n})] = $"), vec![i, e])],
                        )])
                    }
                    5 => {
                        let i = self.expr(&Type::Int, 1);
                        Some(vec![block(
                            &format!("if len({n}) < 12:"),
                            vec![],
                            vec![simple(
                                &format!("{n}.insert($ % (len({n}) + 1), $)"),
                                vec![i, e],
                            )],
                        )])
                    }
                    6 => one(&format!("{n}.reverse()"), vec![]),
                    7 => {
                        let i = self.expr(&Type::Int, 0);
                        Some(vec![block(
                            &format!("if len({n}) > 2:"),
                            vec![],
                            vec![simple(&format!("del {n}[$ & 1]"), vec![i])],
                        )])
                    }
                    _ => {
                        let other = self.expr(&v.ty, 1);
                        Some(vec![block(
                            &format!("if len({n}) < 8:"),
                            vec![],
                            vec![simple(&format!("{n}.extend($)"), vec![other])],
                        )])
                    }
                }
            }
            Type::Dict(k, val) => {
                let (key, e) = (self.expr(&k, 1), self.expr(&val, 1));
                match self.below(6) {
                    0..=2 => one(&format!("{n}[$] = $"), vec![key, e]),
                    3 => one(&format!("{n}.setdefault($, $)"), vec![key, e]),
                    4 => {
                        let x = self.name("x");
                        Some(vec![
                            simple(&format!("{x} = $"), vec![key]),
                            block(
                                &format!("if {x} in {n}:"),
                                vec![],
                                vec![line(&format!("del {n}[{x}]"))],
                            ),
                        ])
                    }
                    _ => {
                        let other = self.expr(&v.ty, 1);
                        one(&format!("{n}.update($)"), vec![other])
                    }
                }
            }
            _ => None,
        }
    }
    pub(super) fn builder(&mut self) -> Option<Vec<Stmt>> {
        if !self.on(Feature::Builder) {
            return None;
        }
        let b = self.name("b");
        let mut stmts = vec![line(&format!("{b} = StringBuilder()"))];
        for _ in 0..self.random.range(1, 4) {
            let e = self.expr(&Type::Str, 1);
            stmts.push(match self.below(4) {
                0 => {
                    let i = self.expr(&Type::Int, 1);
                    simple(&format!("{b}.append_multiple_char('x', $ & 7)"), vec![i])
                }
                1 => {
                    let v = self.var_where(|t| *t == Type::Str);
                    match v {
                        Some(v) => line(&format!(
                            "{b}.append_slice({0}, len({0}) // 3, len({0}))",
                            v.name
                        )),
                        None => simple(&format!("{b}.append($)"), vec![e]),
                    }
                }
                _ => simple(&format!("{b}.append($)"), vec![e]),
            });
        }
        let s = self.declare(Type::Str, true);
        stmts.push(line(&format!("{s} = clip({b}.build())")));
        Some(stmts)
    }

    pub(super) fn raise(&mut self) -> Stmt {
        let (name, _) = self.random.pick(&EXCEPTIONS);
        let e = self.expr(&Type::Int, 1);
        simple(&format!("raise {name}($)"), vec![e])
    }
    /// What stands in a `try`: an operation that may raise, or anything. One that always raises would be refused, so
    /// constants are hidden.
    fn risky(&mut self) -> Option<(&'static str, Vec<Stmt>)> {
        let int = |g: &mut Gen| g.expr(&Type::Int, 1);
        let kinds = [
            Feature::ZeroDivision,
            Feature::IndexError,
            Feature::KeyError,
            Feature::Overflow,
        ];
        let kind = self.random.pick(&kinds);
        if !self.on(kind) {
            return None;
        }
        Some(match kind {
            Feature::ZeroDivision => {
                let subs = vec![int(self), int(self)];
                let text = self.random.pick(&[
                    "t_int($ // (NonConstant($) & 3))",
                    "t_int($ % (NonConstant($) & 3))",
                ]);
                ("ZeroDivisionError", vec![simple(text, subs)])
            }
            Feature::IndexError => {
                let v = self.var_where(|t| matches!(t, Type::List(_) | Type::Str))?;
                let i = int(self);
                match v.ty {
                    Type::Str => (
                        "IndexError",
                        vec![simple(
                            &format!("t_str({}[NonConstant($) & 7])", v.name),
                            vec![i],
                        )],
                    ),
                    Type::List(item) => {
                        let text = self
                            .random
                            .pick(&["[$]", "[$ & 7]", "[-($ & 3)]", ".pop()"]);
                        let subs = if text.contains('$') { vec![i] } else { vec![] };
                        let x = self.declare(*item, false);
                        self.cx.vars.pop();
                        (
                            "IndexError",
                            vec![
                                simple(&format!("{x} = {}{text}", v.name), subs),
                                line("t_int(1)"),
                            ],
                        )
                    }
                    _ => return None,
                }
            }
            Feature::KeyError => {
                let v = self.var_where(|t| matches!(t, Type::Dict(..)))?;
                let Type::Dict(k, _) = &v.ty else { return None };
                let key = self.expr(k, 1);
                let x = self.name("x");
                let text = self.random.pick(&["x = D[$]", "del D[$]", "x = D.pop($)"]);
                let text = text.replace("x =", &format!("{x} =")).replace('D', &v.name);
                ("KeyError", vec![simple(&text, vec![key]), line("t_int(2)")])
            }
            _ => {
                let subs = vec![int(self), int(self)];
                let text = self.random.pick(&[
                    "t_int(ovfcheck(NonConstant($) + $))",
                    "t_int(ovfcheck(NonConstant($) * $))",
                    "t_int(ovfcheck(NonConstant($) - $))",
                ]);
                ("OverflowError", vec![simple(text, subs)])
            }
        })
    }
    /// `try`, in one of its forms.
    pub(super) fn handler(&mut self, depth: usize) -> Option<Vec<Stmt>> {
        let risky = self.risky();
        let own = self.on(Feature::Raise);
        if risky.is_none() && !own && !self.on(Feature::Finally) && !self.on(Feature::Far) {
            return None;
        }
        let operation = risky.as_ref().map(|r| r.0);
        let body = self.body(depth, |_| risky.map(|r| r.1).unwrap_or_default());
        let mut clauses = vec![Clause::new("try:", vec![], body)];
        if let Some(name) = operation {
            let base = self
                .random
                .pick(&["", "", "LookupError", "ArithmeticError", "Exception"]);
            let fits = match base {
                "LookupError" => name == "IndexError" || name == "KeyError",
                "ArithmeticError" => name == "ZeroDivisionError" || name == "OverflowError",
                "Exception" => true,
                _ => false,
            };
            let caught = if fits { base } else { name };
            let body = self.body(depth, |_| vec![line(&format!("t_str('{caught}')"))]);
            // A handler of the base comes after those of the program.
            if caught == "Exception" {
                let body = self.body(depth, |_| vec![line("t_str('own')")]);
                clauses.push(Clause::new("except Err:", vec![], body));
            }
            clauses.push(Clause::new(&format!("except {caught}:"), vec![], body));
        }
        if own
            && !clauses
                .iter()
                .any(|c| super::program::starts(c, "except Err"))
        {
            let (name, _) = self.random.pick(&EXCEPTIONS);
            let e = self.name("e");
            let var = Var {
                name: self.name("v"),
                ty: Type::Int,
                free: false,
            };
            let first = line(&format!("{} = {e}.code", var.name));
            let again = self.chance(20);
            let mut body = self.body(depth, |g| {
                g.cx.vars.push(var);
                vec![first, line(&format!("t_str({e}.tag())"))]
            });
            if again {
                body.push(line("raise"));
            }
            clauses.push(Clause::new(&format!("except {name} as {e}:"), vec![], body));
        }
        if self.on(Feature::Far) && self.chance(40) && clauses.len() < 3 {
            let name = self.random.pick(&[
                "IndexError",
                "KeyError",
                "ZeroDivisionError",
                "OverflowError",
            ]);
            if operation != Some(name) {
                let body = self.body(depth, |_| vec![line(&format!("t_str('far {name}')"))]);
                clauses.push(Clause::new(&format!("except {name}:"), vec![], body));
            }
        }
        if self.on(Feature::NoneUse) && self.chance(30) {
            let body = self.body(depth, |_| vec![line("t_str('None')")]);
            let caught = "except (AttributeError, TypeError):";
            clauses.push(Clause::new(caught, vec![], body));
        }
        if self.chance(15) && clauses.len() > 1 && !self.cx.finally {
            let body = self.body(depth, |_| Vec::new());
            clauses.push(Clause::new("else:", vec![], body));
        }
        if clauses.len() == 1 || self.on(Feature::Finally) && self.chance(30) {
            let (finally, loops) = (self.cx.finally, self.cx.loops);
            self.cx.finally = true;
            let body = self.body(depth, |_| vec![line("t_str('finally')")]);
            self.cx.finally = finally;
            self.cx.loops = loops;
            clauses.push(Clause::new("finally:", vec![], body));
        }
        Some(vec![compound(clauses)])
    }
    pub(super) fn with(&mut self, depth: usize) -> Option<Vec<Stmt>> {
        if !self.on(Feature::With) {
            return None;
        }
        let e = self.expr(&Type::Int, 1);
        if self.chance(50) {
            let body = self.body(depth, |_| Vec::new());
            return Some(vec![block("with Guard($):", vec![e], body)]);
        }
        let var = Var {
            name: self.name("v"),
            ty: Type::Int,
            free: false,
        };
        let name = var.name.clone();
        let body = self.body(depth, |g| {
            g.cx.vars.push(var);
            Vec::new()
        });
        Some(vec![block(
            &format!("with Guard($) as {name}:"),
            vec![e],
            body,
        )])
    }
}
