//! Statements: assignments, branches, loops.
use super::plan::{Feature, Func, FuncKind, Gen, Var};
use super::tree::{Clause, Expr, Stmt, Type, block, compound, line, simple};

impl Gen {
    pub(super) fn declare(&mut self, ty: Type, free: bool) -> String {
        let name = self.name("v");
        self.cx.vars.push(Var {
            name: name.clone(),
            ty,
            free,
        });
        name
    }
    /// The statements of a block; variables declared in it end with it.
    pub(super) fn body(
        &mut self,
        depth: usize,
        before: impl FnOnce(&mut Gen) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        let mark = self.cx.vars.len();
        let mut stmts = before(self);
        stmts.extend(self.block(depth));
        self.cx.vars.truncate(mark);
        stmts
    }
    pub(super) fn block(&mut self, depth: usize) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for _ in 0..self.random.range(1, 4) {
            if self.cx.budget == 0 {
                break;
            }
            self.cx.budget -= 1;
            if self.jump(&mut stmts, depth) {
                return stmts;
            }
            let made = self.stmt(depth);
            stmts.extend(made);
        }
        if stmts.is_empty() {
            stmts.push(self.trace());
        }
        stmts
    }
    /// Ends the block by a jump, now and then. What would follow is dead.
    fn jump(&mut self, stmts: &mut Vec<Stmt>, depth: usize) -> bool {
        if self.cx.finally || depth >= 3 || !self.chance(8) {
            return false;
        }
        let stmt = match self.below(4) {
            0 | 1 if self.cx.loops > 0 => line(self.random.pick(&["break", "continue"])),
            2 if self.on(Feature::Raise) => self.raise(),
            _ => match self.cx.ret.clone() {
                Some(ty) => simple("return $", vec![self.expr(&ty, 1)]),
                None => return false,
            },
        };
        stmts.push(stmt);
        true
    }
    fn stmt(&mut self, depth: usize) -> Vec<Stmt> {
        for _ in 0..10 {
            let compound = depth > 0 && self.chance(45);
            let found = if compound {
                match self.below(12) {
                    0..=2 => Some(self.branch(depth - 1)),
                    3 => self.narrow(depth - 1),
                    4 => self.isinstance(depth - 1),
                    5 => Some(self.for_range(depth - 1)),
                    6 => Some(self.while_loop(depth - 1)),
                    7 => self.for_each(depth - 1),
                    8 if self.chance(30) => self.unrolled(depth - 1),
                    8 => self.generator_loop(depth - 1),
                    9 | 10 => self.handler(depth - 1),
                    _ => self.with(depth - 1),
                }
            } else {
                match self.below(14) {
                    0..=2 => Some(self.assign_new()),
                    3 | 4 => self.assign(),
                    5 | 6 => self.assign_field(),
                    7 => self.update(),
                    8 | 9 => self.effect(),
                    10 => self.swap(),
                    11 => self.call_statement(),
                    12 => self.builder(),
                    _ => Some(vec![self.trace()]),
                }
            };
            if let Some(stmts) = found {
                return stmts;
            }
        }
        vec![self.trace()]
    }
    fn assign_new(&mut self) -> Vec<Stmt> {
        let ty = self.random_type();
        let e = self.expr(&ty, 2);
        let name = self.declare(ty, true);
        vec![simple(&format!("{name} = $"), vec![e])]
    }
    /// A variable that may be assigned to.
    fn free(&mut self, test: impl Fn(&Type) -> bool) -> Option<Var> {
        let found: Vec<Var> = (self.cx.vars.iter())
            .filter(|v| v.free && test(&v.ty))
            .cloned()
            .collect();
        if found.is_empty() {
            return None;
        }
        let i = self.below(found.len());
        Some(found[i].clone())
    }
    fn assign(&mut self) -> Option<Vec<Stmt>> {
        let v = self.free(|_| true)?;
        let e = self.expr(&v.ty, 2);
        Some(vec![simple(&format!("{} = $", v.name), vec![e])])
    }
    fn assign_field(&mut self) -> Option<Vec<Stmt>> {
        let v = self.var_where(|t| matches!(t, Type::Obj(_)))?;
        let Type::Obj(c) = v.ty else { return None };
        let mut places = self.fields(c);
        let attrs = self.attrs(c).into_iter();
        places.extend(attrs.filter(|a| a.2).map(|(n, t, _)| (n, t)));
        if places.is_empty() {
            return None;
        }
        let i = self.below(places.len());
        let (name, ty) = places[i].clone();
        let e = self.expr(&ty, 2);
        let base = Expr::atom(v.ty.clone(), v.name);
        Some(vec![simple(&format!("$.{name} = $"), vec![base, e])])
    }
    /// A variable changes by what it is: hash loops, sums, texts that grow.
    fn update(&mut self) -> Option<Vec<Stmt>> {
        let v = self.free(|t| matches!(t, Type::Int | Type::Str | Type::UInt | Type::Float))?;
        let n = &v.name;
        let stmt = match v.ty {
            Type::Int => {
                let text = self.random.pick(&[
                    "intmask(@ * 31 + $)",
                    "intmask(@ * 1000003 ^ $)",
                    "intmask(@ + $)",
                    "intmask(@ - $)",
                    "intmask((@ << 5) ^ $)",
                    "(@ & 255) + ($ & 15)",
                ]);
                let text = if text.contains("<<") && !self.on(Feature::Shift) {
                    "intmask(@ + $)"
                } else {
                    text
                };
                let e = self.expr(&Type::Int, 2);
                simple(&format!("{n} = {}", text.replace('@', n)), vec![e])
            }
            Type::Str => {
                let e = self.expr(&Type::Str, 2);
                simple(&format!("{n} = clip({n} + $)"), vec![e])
            }
            _ => {
                let e = self.expr(&v.ty, 2);
                let op = self.random.pick(&["+", "-", "*"]);
                simple(&format!("{n} {op}= $"), vec![e])
            }
        };
        Some(vec![stmt])
    }
    fn swap(&mut self) -> Option<Vec<Stmt>> {
        let a = self.free(|_| true)?;
        let ty = a.ty.clone();
        let b = self.free(|t| *t == ty)?;
        if a.name != b.name {
            let (a, b) = (&a.name, &b.name);
            return Some(vec![line(&format!("{a}, {b} = {b}, {a}"))]);
        }
        // Unpacking.
        let v = self.var_where(|t| matches!(t, Type::Tuple(_)))?;
        let Type::Tuple(items) = v.ty.clone() else {
            return None;
        };
        let names: Vec<String> = items.into_iter().map(|t| self.declare(t, true)).collect();
        Some(vec![line(&format!("{} = {}", names.join(", "), v.name))])
    }
    fn call_statement(&mut self) -> Option<Vec<Stmt>> {
        let i = self.below(self.families.len().max(1));
        let ret = self.families.get(i)?.ret.clone();
        let e = self.method_call(&ret, 1)?;
        Some(vec![simple("$", vec![e])])
    }
    pub(super) fn trace(&mut self) -> Stmt {
        let all = self.cx.vars.clone();
        let v = if all.is_empty() || self.chance(25) {
            let ty = if self.chance(60) {
                Type::Int
            } else {
                Type::Str
            };
            let e = self.expr(&ty, 2);
            return simple(
                if ty == Type::Int {
                    "t_int($)"
                } else {
                    "t_str($)"
                },
                vec![e],
            );
        } else {
            let i = self.below(all.len());
            all[i].clone()
        };
        let mut stmts = self.show(&v.ty, &v.name, 0);
        if stmts.len() == 1 {
            return stmts.remove(0);
        }
        block("if True:", Vec::new(), stmts)
    }
    /// Statements that print a value of a type.
    fn show(&mut self, ty: &Type, text: &str, depth: usize) -> Vec<Stmt> {
        let call = |f: &str| vec![line(&format!("{f}({text})"))];
        match ty {
            Type::Int | Type::Ring => call("t_int"),
            Type::UInt | Type::UInt32 => vec![line(&format!("t_int(intmask({text}))"))],
            Type::Single => vec![line(&format!("t_float(float({text}))"))],
            Type::Bool => vec![line(&format!("t_int(int({text}))"))],
            Type::Float => call("t_float"),
            Type::Str => call("t_str"),
            Type::Uni => {
                let c = self.name("u");
                vec![block(
                    &format!("for {c} in {text}:"),
                    vec![],
                    vec![line(&format!("t_int(ord({c}))"))],
                )]
            }
            Type::Obj(c) => {
                let fields = self.fields(*c);
                let chosen: Vec<_> = fields
                    .into_iter()
                    .filter(|(_, t)| depth < 1 || matches!(t, Type::Int | Type::Str))
                    .collect();
                let subs = self.subs(*c);
                let mut stmts: Vec<Stmt> = subs
                    .iter()
                    .map(|s| {
                        line(&format!(
                            "t_int(int(isinstance({text}, {})))",
                            self.classes[*s].name
                        ))
                    })
                    .take(3)
                    .collect();
                if !chosen.is_empty() {
                    let i = self.below(chosen.len());
                    let (f, t) = &chosen[i];
                    stmts.extend(self.show(t, &format!("{text}.{f}"), depth + 1));
                }
                stmts
            }
            Type::List(item) => {
                let q = self.name("q");
                let mut stmts = vec![line(&format!("t_int(len({text}))"))];
                let inner = self.show(item, &q, depth + 1);
                stmts.push(block(&format!("for {q} in {text}:"), vec![], inner));
                stmts
            }
            Type::Dict(k, v) if self.on(Feature::DictOrder) => {
                let (a, b) = (self.name("q"), self.name("q"));
                let mut inner = self.show(k, &a, depth + 1);
                inner.extend(self.show(v, &b, depth + 1));
                vec![block(
                    &format!("for {a}, {b} in {text}.items():"),
                    vec![],
                    inner,
                )]
            }
            Type::Dict(..) => vec![line(&format!("t_int(len({text}))"))],
            Type::Tuple(items) => {
                let shown = items.iter().enumerate();
                shown
                    .flat_map(|(i, t)| self.show(t, &format!("{text}[{i}]"), depth + 1))
                    .collect()
            }
            Type::Func(sig) => match self.sigs[*sig].0[..] {
                [Type::Int] => vec![line(&format!("t_int({text}(3))"))],
                _ => vec![line("t_int(-1)")],
            },
            Type::Opt(inner) => {
                // A place may change between test and use; a name does not.
                let x = self.name("o");
                let shown = self.show(inner, &x, depth);
                vec![
                    line(&format!("{x} = {text}")),
                    compound(vec![
                        Clause::new(&format!("if {x} is not None:"), vec![], shown),
                        Clause::new("else:", vec![], vec![line("t_int(-7)")]),
                    ]),
                ]
            }
        }
    }

    fn branch(&mut self, depth: usize) -> Vec<Stmt> {
        let c = self.expr(&Type::Bool, 2);
        let then = self.body(depth, |_| Vec::new());
        let mut clauses = vec![Clause::new("if $:", vec![c], then)];
        while self.chance(30) {
            let c = self.expr(&Type::Bool, 2);
            let then = self.body(depth, |_| Vec::new());
            clauses.push(Clause::new("elif $:", vec![c], then));
        }
        if self.chance(50) {
            let other = self.body(depth, |_| Vec::new());
            clauses.push(Clause::new("else:", vec![], other));
        }
        vec![compound(clauses)]
    }
    /// Runs a block in which a variable has another type and is not assigned to.
    fn as_type(&mut self, name: &str, ty: Type, depth: usize) -> Vec<Stmt> {
        let saved = self.cx.vars.clone();
        for v in self.cx.vars.iter_mut().filter(|v| v.name == name) {
            v.ty = ty.clone();
            v.free = false;
        }
        let body = self.body(depth, |_| Vec::new());
        self.cx.vars = saved;
        body
    }
    /// `if x is not None:`
    fn narrow(&mut self, depth: usize) -> Option<Vec<Stmt>> {
        let found: Vec<Var> = (self.cx.vars.iter())
            .filter(|v| matches!(v.ty, Type::Opt(_)))
            .cloned()
            .collect();
        let i = self.below(found.len().max(1));
        let v = found.get(i)?.clone();
        let Type::Opt(inner) = v.ty.clone() else {
            return None;
        };
        let text = match (&*inner, self.below(3)) {
            (Type::Obj(_), 0) => format!("if {}:", v.name),
            (_, 1) => format!("if not ({} is None):", v.name),
            _ => format!("if {} is not None:", v.name),
        };
        let then = self.as_type(&v.name, *inner, depth);
        let mut clauses = vec![Clause::new(&text, vec![], then)];
        if self.chance(40) {
            let other = self.body(depth, |_| Vec::new());
            clauses.push(Clause::new("else:", vec![], other));
        }
        Some(vec![compound(clauses)])
    }
    /// `if isinstance(x, C): ... elif isinstance(x, D): ...`
    fn isinstance(&mut self, depth: usize) -> Option<Vec<Stmt>> {
        if !self.on(Feature::Isinstance) {
            return None;
        }
        let found: Vec<Var> = (self.cx.vars.iter())
            .filter(|v| matches!(&v.ty, Type::Obj(_)))
            .cloned()
            .collect();
        let i = self.below(found.len().max(1));
        let v = found.get(i)?.clone();
        let Type::Obj(c) = v.ty else { return None };
        let mut clauses: Vec<Clause> = Vec::new();
        for s in self.subs(c) {
            if !clauses.is_empty() && self.chance(50) || clauses.len() > 2 {
                continue;
            }
            let word = if clauses.is_empty() { "if" } else { "elif" };
            let then = self.as_type(&v.name, Type::Obj(s), depth);
            let text = format!("{word} isinstance({}, {}):", v.name, self.classes[s].name);
            clauses.push(Clause::new(&text, vec![], then));
        }
        // The most general first would leave nothing to the others.
        if clauses.len() > 1 {
            clauses.remove(0);
            let first = &mut clauses[0].head[0];
            if let super::tree::Part::Text(t) = first {
                *t = t.replacen("elif", "if", 1);
            }
        }
        if self.chance(40) {
            let other = self.body(depth, |_| Vec::new());
            clauses.push(Clause::new("else:", vec![], other));
        }
        Some(vec![compound(clauses)])
    }
    /// A body that uses fuel at each turn.
    pub(super) fn loop_body(
        &mut self,
        depth: usize,
        before: impl FnOnce(&mut Gen) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        self.cx.loops += 1;
        let body = self.body(depth, |g| {
            let mut stmts = vec![line("tick()")];
            stmts.extend(before(g));
            stmts
        });
        self.cx.loops -= 1;
        body
    }
    fn with_else(&mut self, first: Clause, depth: usize) -> Stmt {
        let mut clauses = vec![first];
        if self.chance(15) {
            let other = self.body(depth, |_| Vec::new());
            clauses.push(Clause::new("else:", vec![], other));
        }
        compound(clauses)
    }
    fn for_range(&mut self, depth: usize) -> Vec<Stmt> {
        let text = self.random.pick(&[
            "range($ & 7)",
            "range(5)",
            "range(1, 8, 2)",
            "range(6, 0, -1)",
            "range($ & 3, 9)",
        ]);
        let subs: Vec<Expr> = (0..text.matches('$').count())
            .map(|_| self.expr(&Type::Int, 1))
            .collect();
        let name = self.name("i");
        let var = Var {
            name: name.clone(),
            ty: Type::Int,
            free: false,
        };
        let body = self.loop_body(depth, |g| {
            g.cx.vars.push(var);
            Vec::new()
        });
        let first = Clause::new(&format!("for {name} in {text}:"), subs, body);
        vec![self.with_else(first, depth)]
    }
    fn while_loop(&mut self, depth: usize) -> Vec<Stmt> {
        let n = self.name("n");
        let start = self.expr(&Type::Int, 1);
        let c = self.expr(&Type::Bool, 1);
        let text = self
            .random
            .pick(&["while $N > 0:", "while $N > 0 and $:", "while True:"]);
        let endless = text == "while True:";
        let subs = if text.contains("and") {
            vec![c]
        } else {
            Vec::new()
        };
        let text = text.replace("$N", &n);
        let counter = n.clone();
        let body = self.loop_body(depth, |g| {
            let mut stmts = vec![line(&format!("{counter} -= 1"))];
            if endless {
                stmts.push(block(
                    &format!("if {counter} < 0:"),
                    vec![],
                    vec![line("break").kept()],
                ));
            }
            g.cx.vars.push(Var {
                name: counter,
                ty: Type::Int,
                free: false,
            });
            stmts
        });
        let first = Clause::new(&text, subs, body);
        let stmt = self.with_else(first, depth);
        vec![simple(&format!("{n} = $ & 7"), vec![start]), stmt]
    }
    /// Over lists, texts, dictionaries.
    fn for_each(&mut self, depth: usize) -> Option<Vec<Stmt>> {
        let order = self.on(Feature::DictOrder);
        let v = self.var_where(|t| {
            matches!(t, Type::List(_) | Type::Str) || order && matches!(t, Type::Dict(..))
        })?;
        let x = self.name("x");
        let (text, vars) = match v.ty.clone() {
            Type::List(item) => match self.below(4) {
                0 => {
                    let i = self.name("i");
                    (
                        format!("for {i}, {x} in enumerate({}):", v.name),
                        vec![(i, Type::Int), (x, *item)],
                    )
                }
                1 if self.on(Feature::Slice) => {
                    (format!("for {x} in {}[:]:", v.name), vec![(x, *item)])
                }
                2 => (
                    format!("for {x} in reversed({}):", v.name),
                    vec![(x, *item)],
                ),
                _ => (format!("for {x} in {}:", v.name), vec![(x, *item)]),
            },
            Type::Dict(k, val) => {
                let y = self.name("y");
                match self.below(3) {
                    0 => (format!("for {x} in {}:", v.name), vec![(x, *k)]),
                    1 => (format!("for {x} in {}.values():", v.name), vec![(x, *val)]),
                    _ => (
                        format!("for {x}, {y} in {}.items():", v.name),
                        vec![(x, *k), (y, *val)],
                    ),
                }
            }
            _ => (format!("for {x} in {}:", v.name), vec![(x, Type::Str)]),
        };
        // What is iterated over must not change meanwhile; nobody else can see a variable of the function.
        let hidden = text.contains(".") || matches!(v.ty, Type::Dict(..)) || !text.contains("[:]");
        let saved = self.cx.vars.clone();
        let pure = self.cx.pure;
        if hidden && !matches!(v.ty, Type::Str) {
            // The container may be reachable through others: nothing of its type is touched in the loop.
            self.cx
                .vars
                .retain(|o| o.ty != v.ty && !matches!(o.ty, Type::Obj(_) | Type::Opt(_)));
            self.cx.pure = true;
        }
        let globals = std::mem::take(&mut self.globals);
        if !self.cx.pure {
            self.globals.clone_from(&globals);
        }
        let body = self.loop_body(depth.min(1), |g| {
            for (name, ty) in vars {
                g.cx.vars.push(Var {
                    name,
                    ty,
                    free: false,
                });
            }
            Vec::new()
        });
        self.globals = globals;
        self.cx.vars = saved;
        self.cx.pure = pure;
        let first = Clause::new(&text, vec![], body);
        Some(vec![self.with_else(first, depth)])
    }
    /// A loop over constants that translation unrolls.
    fn unrolled(&mut self, depth: usize) -> Option<Vec<Stmt>> {
        if !self.on(Feature::Specialize) {
            return None;
        }
        let x = self.name("x");
        let e = self.expr(&Type::Int, 1);
        let var = Var {
            name: x.clone(),
            ty: Type::Int,
            free: false,
        };
        let loops = std::mem::take(&mut self.cx.loops);
        let then = self.body(depth.min(1), |g| {
            g.cx.vars.push(var);
            Vec::new()
        });
        self.cx.loops = loops;
        let test = block(&format!("if $ == {x}:"), vec![e], then);
        Some(vec![block(
            &format!("for {x} in CASES:"),
            vec![],
            vec![test],
        )])
    }
    fn generator_loop(&mut self, depth: usize) -> Option<Vec<Stmt>> {
        if self.cx.pure {
            return None;
        }
        let found: Vec<Func> = (self.funcs.iter().skip(self.cx.rank))
            .filter(|f| f.kind == FuncKind::Generator)
            .cloned()
            .collect();
        let i = self.below(found.len().max(1));
        let f = found.get(i)?.clone();
        let (holes, subs) = self.args(&f.params, 1);
        let x = self.name("x");
        let name = x.clone();
        let body = self.loop_body(depth, |g| {
            g.cx.vars.push(Var {
                name,
                ty: f.ret,
                free: false,
            });
            Vec::new()
        });
        let first = Clause::new(&format!("for {x} in {}({holes}):", f.name), subs, body);
        Some(vec![self.with_else(first, depth)])
    }
}
