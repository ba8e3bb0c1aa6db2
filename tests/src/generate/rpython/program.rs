//! Bodies of classes and functions, prebuilt objects, the whole.
use super::Generated;
use super::effect::EXCEPTIONS;
use super::plan::{Context, Family, Feature, Func, FuncKind, Gen, Var};
use super::tree::{Clause, Expr, Part, Stmt, Type, block, compound, line, simple};

/// Whether a clause's line starts with a text.
pub(super) fn starts(c: &Clause, text: &str) -> bool {
    matches!(c.head.first(), Some(Part::Text(t)) if t.starts_with(text))
}

/// Every program begins so. Output is limited; all of it goes into a checksum.
const PRELUDE: &[&str] = &[
    "from rpython.rlib.rarithmetic import intmask, r_uint, r_uint32, r_singlefloat, ovfcheck",
    "from rpython.rlib.rstring import StringBuilder",
    "from rpython.rlib.objectmodel import specialize",
    "from rpython.rlib.nonconst import NonConstant",
    "from rpython.rlib.jit import JitDriver, dont_look_inside, promote",
    "from rpython.rlib.unroll import unrolling_iterable",
];

fn body(head: &str, lines: &[&str]) -> Stmt {
    block(head, vec![], lines.iter().map(|l| line(l)).collect())
}

/// The functions and classes that all programs share.
fn frame(suppress: bool) -> Vec<Stmt> {
    let mut stmts: Vec<Stmt> = PRELUDE.iter().map(|l| line(l).kept()).collect();
    let init = |lines: &[&str]| body("def __init__(self):", lines).kept();
    stmts.push(
        block(
            "class State(object):",
            vec![],
            vec![init(&["self.fuel = 0", "self.sum = 0", "self.lines = 0"])],
        )
        .kept(),
    );
    stmts.push(line("ST = State()").kept());
    stmts.push(body("class OutOfFuel(Exception):", &["pass"]).kept());
    let tick = block(
        "def tick():",
        vec![],
        vec![
            line("ST.fuel -= 1"),
            body("if ST.fuel < 0:", &["raise OutOfFuel()"]),
        ],
    );
    stmts.push(tick.kept());
    let out = block(
        "def t_str(text):",
        vec![],
        vec![
            body(
                "for c in text:",
                &["ST.sum = intmask(ST.sum * 31 + ord(c))"],
            ),
            line("ST.lines += 1"),
            body("if ST.lines < 300:", &["print(text)"]),
        ],
    );
    stmts.push(out.kept());
    stmts.push(body("def t_int(n):", &["t_str(str(n))"]).kept());
    stmts.push(body("def t_float(x):", &["t_str(repr(x))"]));
    let clip = block(
        "def clip(s):",
        vec![],
        vec![
            body("if len(s) > 40:", &["return s[:40]"]),
            line("return s"),
        ],
    );
    stmts.push(clip);
    stmts.push(line("TABLE = [31, 4, -15, 92, 6]"));
    stmts.push(compound(vec![
        Clause {
            head: vec![Part::Text("@specialize.memo()".into())],
            body: None,
        },
        Clause::new("def memo(k):", vec![], vec![line("return TABLE[k] * 10")]),
    ]));
    stmts.push(line("CASES = unrolling_iterable([0, 1, 5, -3])"));
    for (name, base) in EXCEPTIONS {
        let mut inner = Vec::new();
        if base == "Exception" {
            inner.push(body("def __init__(self, code):", &["self.code = code"]).kept());
        }
        if name != "ErrA" {
            inner.push(body("def tag(self):", &[&format!("return '{name}'")]));
        }
        stmts.push(block(&format!("class {name}({base}):"), vec![], inner));
    }
    let exit = if suppress {
        "return self.code & 1 == 1"
    } else {
        "return False"
    };
    stmts.push(block(
        "class Guard(object):",
        vec![],
        vec![
            body("def __init__(self, code):", &["self.code = code"]),
            body(
                "def __enter__(self):",
                &["t_str('enter')", "return self.code"],
            ),
            body("def __exit__(self, a, b, c):", &["t_int(self.code)", exit]),
        ],
    ));
    stmts
}

/// Names for parameters.
fn parameters(g: &mut Gen, types: &[Type]) -> Vec<Var> {
    types
        .iter()
        .map(|ty| Var {
            name: g.name("a"),
            ty: ty.clone(),
            free: true,
        })
        .collect()
}

fn names(vars: &[Var]) -> String {
    let names: Vec<&str> = vars.iter().map(|v| v.name.as_str()).collect();
    names.join(", ")
}

impl Gen {
    /// The statements of a function that returns a value of a type.
    pub(super) fn function_body(
        &mut self,
        params: Vec<Var>,
        ret: &Type,
        rank: usize,
        first: Vec<Stmt>,
    ) -> Vec<Stmt> {
        self.cx = Context {
            vars: params,
            ret: Some(ret.clone()),
            rank,
            budget: self.random.range(2, 10) as usize,
            ..Context::default()
        };
        let mut stmts = vec![line("tick()")];
        stmts.extend(first);
        let depth = self.below(4);
        while self.cx.budget > 0 {
            let made = self.block(depth);
            let ends = made.last().is_some_and(|s| {
                let c = &s.clauses[0];
                starts(c, "return") || starts(c, "raise")
            });
            stmts.extend(made);
            if ends {
                break;
            }
        }
        let e = self.expr(ret, 2);
        stmts.push(simple("return $", vec![e]).kept());
        stmts
    }
    fn function_def(&mut self, index: usize, f: &Func) -> Vec<Stmt> {
        let rank = index + 1;
        let params = parameters(self, &f.params);
        match f.kind {
            FuncKind::Plain => {
                let head = format!("def {}({}):", f.name, names(&params));
                let body = self.function_body(params, &f.ret, rank, vec![]);
                vec![block(&head, vec![], body)]
            }
            FuncKind::Default => {
                let mut params = params;
                let default = if f.params.last() == Some(&Type::Int) {
                    "7"
                } else {
                    "'dflt'"
                };
                if let Some(last) = params.last_mut() {
                    last.name = "last".into();
                }
                let head = format!("def {}({}={default}):", f.name, names(&params));
                let body = self.function_body(params, &f.ret, rank, vec![]);
                vec![block(&head, vec![], body)]
            }
            FuncKind::Closure => {
                let make = self.name("make");
                let mut vars = params.clone();
                for (name, ty) in [("ck", Type::Int), ("cs", Type::Str)] {
                    vars.push(Var {
                        name: name.into(),
                        ty,
                        free: false,
                    });
                }
                let inner = self.function_body(vars, &f.ret, rank, vec![]);
                let inner = block(&format!("def inner({}):", names(&params)), vec![], inner);
                let k = self.random.range(-5, 100);
                let s = self.random.pick(&["''", "'q'", "'constant'"]);
                vec![
                    block(
                        &format!("def {make}(ck, cs):"),
                        vec![],
                        vec![inner, line("return inner").kept()],
                    ),
                    line(&format!("{} = {make}({k}, {s})", f.name)),
                ]
            }
            FuncKind::Specialized => {
                let comma = if params.is_empty() { "" } else { ", " };
                let head = format!("def {}(which{comma}{}):", f.name, names(&params));
                let a = self.function_body(params.clone(), &f.ret, rank, vec![]);
                let b = self.function_body(params, &f.ret, rank, vec![]);
                let mut stmts = vec![block("if which == 1:", vec![], a)];
                stmts.extend(b);
                vec![compound(vec![
                    Clause {
                        head: vec![Part::Text("@specialize.arg(0)".into())],
                        body: None,
                    },
                    Clause::new(&head, vec![], stmts),
                ])]
            }
            FuncKind::Generator => {
                let n = self.name("n");
                let head = format!("def {}({}):", f.name, names(&params));
                self.cx = Context {
                    vars: params,
                    rank,
                    budget: 4,
                    pure: true,
                    ..Context::default()
                };
                let count = self.expr(&Type::Int, 1);
                let ret = f.ret.clone();
                self.cx.vars.push(Var {
                    name: n.clone(),
                    ty: Type::Int,
                    free: false,
                });
                let value = self.expr(&ret, 2);
                let loop_ = block(
                    &format!("for {n} in range($ & 7):"),
                    vec![count],
                    vec![line("tick()"), simple("yield $", vec![value]).kept()],
                );
                vec![block(&head, vec![], vec![loop_])]
            }
        }
    }
    /// One definition of a method.
    fn method(&mut self, index: usize, f: &Family, class: usize) -> Stmt {
        let rank = self.funcs.len() + index + 1;
        let params = parameters(self, &f.params);
        let mut head = format!("def {}(self", f.name);
        for p in &params {
            head += &format!(", {}", p.name);
        }
        let mut vars = vec![Var {
            name: "self".into(),
            ty: Type::Obj(class),
            free: false,
        }];
        let names: Vec<String> = params.iter().map(|p| p.name.clone()).collect();
        vars.extend(params);
        let mut first = Vec::new();
        let parent = self.classes[class].parent;
        if self.on(Feature::Super)
            && class != f.class
            && !f.property
            && self.chance(50)
            && let Some(p) = parent
        {
            let v = self.name("s");
            let mut args = vec!["self".to_owned()];
            args.extend(names);
            first.push(line(&format!(
                "{v} = {}.{}({})",
                self.classes[p].name,
                f.name,
                args.join(", ")
            )));
            vars.push(Var {
                name: v,
                ty: f.ret.clone(),
                free: true,
            });
        }
        let body = self.function_body(vars, &f.ret, rank, first);
        let def = Clause::new(&format!("{head}):"), vec![], body);
        if f.property {
            let decorator = Clause {
                head: vec![Part::Text("@property".into())],
                body: None,
            };
            return compound(vec![decorator, def]);
        }
        compound(vec![def])
    }
    /// Whether it is the class of frames that are virtualizables.
    fn is_held(&self, c: usize) -> bool {
        self.held && self.classes[c].name == "Frame"
    }
    fn init(&mut self, c: usize) -> Option<Stmt> {
        let own = self.classes[c].fields.clone();
        if own.is_empty() && self.classes[c].parent.is_some() {
            return None;
        }
        let inherited = self.fields(c).len() - own.len();
        let passed: Vec<String> = (0..inherited).map(|i| format!("p{i}")).collect();
        let mut head = String::from("def __init__(self");
        for n in passed.iter().chain(own.iter().map(|f| &f.0)) {
            head += &format!(", {n}");
        }
        let mut stmts = Vec::new();
        if let Some(p) = self.classes[c].parent
            && inherited > 0
        {
            let call = format!(
                "{}.__init__(self, {})",
                self.classes[p].name,
                passed.join(", ")
            );
            stmts.push(line(&call).kept());
        }
        stmts.extend(
            own.iter()
                .map(|(n, _)| line(&format!("self.{n} = {n}")).kept()),
        );
        if self.is_held(c) {
            stmts.push(line("self.slots = [0] * 4").kept());
            stmts.push(line("self.words = ['w'] * 4").kept());
        }
        Some(block(&format!("{head}):"), vec![], stmts).kept())
    }
    fn class(&mut self, c: usize) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let ancestors = self.ancestors(c);
        for a in ancestors {
            for (name, ty, _) in self.classes[a].attrs.clone() {
                if a == c || self.chance(40) {
                    let value = match ty {
                        Type::Int => self.random.range(-9, 99).to_string(),
                        _ => format!("'{}'", self.random.pick(&["", "attr", "k"])),
                    };
                    let defined = line(&format!("{name} = {value}"));
                    stmts.push(if a == c { defined.kept() } else { defined });
                }
            }
        }
        if self.is_held(c) {
            let fields = self.classes[c].fields.iter();
            let fields: String = fields.map(|(n, _)| format!("'{n}', ")).collect();
            let declared = format!("_virtualizable_ = [{fields}'slots[*]', 'words[*]']");
            stmts.push(line(&declared).kept());
        }
        stmts.extend(self.init(c));
        let mut mixed = Vec::new();
        for (i, f) in self.families.clone().iter().enumerate() {
            if f.definers.contains(&c) {
                let m = self.method(i, f, c);
                let m = if f.class == c { m.kept() } else { m };
                if self.on(Feature::Mixin) && self.chance(30) {
                    mixed.push(m);
                } else {
                    stmts.push(m);
                }
            }
        }
        let name = &self.classes[c].name;
        let base = self.classes[c]
            .parent
            .map_or("object", |p| &self.classes[p].name);
        if mixed.is_empty() {
            return vec![block(&format!("class {name}({base}):"), vec![], stmts)];
        }
        mixed.insert(0, line("_mixin_ = True").kept());
        vec![
            block(&format!("class Mix{name}(object):"), vec![], mixed),
            block(&format!("class {name}(Mix{name}, {base}):"), vec![], stmts),
        ]
    }
    /// Prebuilt objects, some of which refer to each other in circles.
    fn prebuilt(&mut self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        self.cx = Context {
            pure: true,
            ..Context::default()
        };
        for _ in 0..self.random.range(1, 5) {
            let ty = match self.below(4) {
                0 if self.on(Feature::List) => self.scalar().list(),
                1 if self.on(Feature::Dict) => {
                    Type::Dict(Box::new(Type::Str), Box::new(self.scalar()))
                }
                _ => Type::Obj(self.below(self.classes.len())),
            };
            let e = match &ty {
                Type::Obj(c) => self.construct(*c, 0),
                other => self.leaf(other),
            };
            let name = self.name("G");
            stmts.push(simple(&format!("{name} = $"), vec![e]).kept());
            self.globals.push(Var {
                name,
                ty,
                free: false,
            });
        }
        // An attribute exists if an instance of the class does.
        let mut made: Vec<Expr> = (0..self.classes.len())
            .map(|c| self.construct(c, 0))
            .collect();
        let holes = vec!["$"; made.len()].join(", ");
        stmts.push(simple(&format!("ALL = ({holes},)"), std::mem::take(&mut made)).kept());
        let errors: Vec<String> = EXCEPTIONS.iter().map(|(n, _)| format!("{n}(1)")).collect();
        stmts.push(line(&format!("ERRORS = [{}]", errors.join(", "))).kept());
        for v in self.globals.clone() {
            let Type::Obj(c) = v.ty else { continue };
            for (field, ty) in self.fields(c) {
                if self.chance(40)
                    && let Some(value) = self.var(&ty)
                {
                    let target = Expr::atom(v.ty.clone(), v.name.clone());
                    stmts.push(simple(&format!("$.{field} = $"), vec![target, value]));
                }
            }
        }
        stmts
    }
    /// The functions `main`.
    fn mains(&mut self, count: usize) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for i in 0..count {
            let vars = vec![Var {
                name: "n".into(),
                ty: Type::Int,
                free: true,
            }];
            let body = self.function_body(vars, &Type::Int, 0, vec![]);
            stmts.push(block(&format!("def main{i}(n):"), vec![], body));
        }
        stmts
    }
    fn entry_point(&mut self, mains: usize, fuel: usize) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let guarded = |i: usize| {
            compound(vec![
                Clause::new(
                    "try:",
                    vec![],
                    vec![line(&format!("t_int(main{i}(turn * 7 - 3))"))],
                ),
                Clause::new(
                    "except OutOfFuel:",
                    vec![],
                    vec![line("t_str('out of fuel')")],
                ),
                Clause::new(
                    "except Err as e:",
                    vec![],
                    vec![line("t_str(e.tag())"), line("t_int(e.code)")],
                ),
                Clause::new(
                    "except IndexError:",
                    vec![],
                    vec![line("t_str('IndexError')")],
                ),
                Clause::new("except KeyError:", vec![], vec![line("t_str('KeyError')")]),
                Clause::new(
                    "except ZeroDivisionError:",
                    vec![],
                    vec![line("t_str('ZeroDivisionError')")],
                ),
                Clause::new(
                    "except OverflowError:",
                    vec![],
                    vec![line("t_str('OverflowError')")],
                ),
                Clause::new(
                    "except AttributeError:",
                    vec![],
                    vec![line("t_str('None')")],
                ),
                Clause::new("except TypeError:", vec![], vec![line("t_str('None')")]),
                Clause::new(
                    "except ValueError:",
                    vec![],
                    vec![line("t_str('ValueError')")],
                ),
            ])
        };
        let all =
            (0..self.classes.len()).map(|c| line(&format!("t_int(int(ALL[{c}] is None))")).kept());
        let mut inner: Vec<Stmt> = vec![body("for e in ERRORS:", &["t_str(e.tag())"]).kept()];
        inner.push(block("if len(argv) > 5:", vec![], all.collect()).kept());
        for i in 0..mains {
            let mut turn = vec![line(&format!("ST.fuel = {fuel}")).kept()];
            turn.push(guarded(i));
            inner.push(block("for turn in range(3):", vec![], turn));
        }
        inner.push(line("print('sum %d lines %d' % (ST.sum, ST.lines))").kept());
        inner.push(line("return 0").kept());
        stmts.push(block("def entry_point(argv):", vec![], inner).kept());
        stmts.push(body("def target(driver, args):", &["return entry_point, None"]).kept());
        stmts
    }
}

/// The program of a seed, perhaps an interpreter.
pub(super) fn generate(seed: u64, machine: bool) -> Generated {
    let mut g = Gen::new(seed, machine);
    let mut tree = frame(g.on(Feature::Suppress));
    // Prebuilt objects are made of classes and functions, and used in their bodies.
    let prebuilt = g.prebuilt();
    for c in 0..g.classes.len() {
        let class = g.class(c);
        tree.extend(class);
    }
    for (i, f) in g.funcs.clone().iter().enumerate() {
        let defs = g.function_def(i, f);
        tree.extend(defs);
    }
    tree.extend(prebuilt);
    let mains = 1 + g.below(3);
    let (bodies, fuel) = if machine {
        (g.machine(mains), 3000)
    } else {
        (g.mains(mains), 400)
    };
    tree.extend(bodies);
    tree.extend(g.entry_point(mains, fuel));
    Generated {
        tree,
        features: g.features,
        machine,
    }
}
