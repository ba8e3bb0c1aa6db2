//! What a program consists of, before any body exists: features, classes with fields and families of methods,
//! functions, prebuilt objects. Bodies may so use everything.
use super::super::Random;
use super::tree::{Expr, Type};

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// What a program may be made of. Each program uses some of them (swarm testing): features that are always
        /// together hide what one of them does alone.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Feature { $($(#[$doc])* $name),* }
        /// All features.
        pub(super) const FEATURES: &[Feature] = &[$(Feature::$name),*];
    };
}

features! {
    /// Calls of the overridden method.
    Super,
    /// Classes with `_mixin_`.
    Mixin,
    /// Properties, overridden ones, too.
    Property,
    ClassAttr,
    /// `isinstance`, and methods that only subclasses have.
    Isinstance,
    /// References that may be None.
    Opt,
    Shift,
    /// `r_uint`.
    Unsigned,
    /// `r_uint32`, `r_singlefloat`.
    Narrow,
    List,
    Dict,
    /// Loops over dictionaries whose order shows.
    DictOrder,
    Tuple,
    Slice,
    /// `sorted`.
    Sort,
    /// Exceptions of the program.
    Raise,
    /// `finally`.
    Finally,
    /// `with`.
    With,
    /// `ZeroDivisionError`.
    ZeroDivision,
    /// `IndexError`.
    IndexError,
    /// `KeyError`.
    KeyError,
    /// `ovfcheck`.
    Overflow,
    /// Functions made by functions.
    Closure,
    Specialize,
    /// Default and keyword arguments, `*args`.
    Arguments,
    /// `StringBuilder`.
    Builder,
    /// Texts of code points.
    Unicode,
    Format,
    Recursion,
    Generator,
    Float,
    FuncVar,
    Comprehension,
    /// Values hidden from constant folding.
    Hidden,
    /// Errors of operations that no handler in the function catches.
    Far,
    /// Uses of None, caught as `AttributeError` or `TypeError`.
    NoneUse,
    /// `__exit__` that suppresses exceptions.
    Suppress,
}

/// Features that show bugs which are still open: only programs that `GENEXT_FEATURES` asks for use them.
const OPEN: &[Feature] = &[];

#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    pub name: String,
    pub parent: Option<usize>,
    /// Its own fields, in order of its own parameters.
    pub fields: Vec<(String, Type)>,
    /// Class attributes it defines first: name, type, whether instances set it.
    pub attrs: Vec<(String, Type, bool)>,
}

/// A method and all its overrides.
#[derive(Clone, Debug)]
pub(super) struct Family {
    pub name: String,
    /// The class or mix-in that declares it.
    pub class: usize,
    pub params: Vec<Type>,
    pub ret: Type,
    pub property: bool,
    /// The classes that define it, the declaring one too.
    pub definers: Vec<usize>,
}

/// How a function is defined and called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FuncKind {
    /// `def`.
    Plain,
    /// `def`; the last parameter has a default.
    Default,
    /// Made by another function, from constants.
    Closure,
    /// A copy for each constant first argument.
    Specialized,
    /// A generator of its result type.
    Generator,
}

#[derive(Clone, Debug)]
pub(super) struct Func {
    pub name: String,
    pub params: Vec<Type>,
    pub ret: Type,
    pub kind: FuncKind,
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub(super) struct Var {
    pub name: String,
    pub ty: Type,
    /// Whether statements may assign to it.
    pub free: bool,
}

/// The function whose body is being made.
#[derive(Clone, Debug, Default)]
pub(super) struct Context {
    pub vars: Vec<Var>,
    pub ret: Option<Type>,
    /// Loops around, up to the function or the nearest `finally`.
    pub loops: usize,
    /// Inside of `finally`: no jumps out.
    pub finally: bool,
    /// Functions from here on may be called without recursion.
    pub rank: usize,
    /// No calls of functions at all.
    pub pure: bool,
    /// How many statements may still be made.
    pub budget: usize,
}

/// A type whose instances may all be None: a field of another type could need an object of its own class to make the
/// first.
fn optional_inside(ty: Type) -> Type {
    let inner = |t: Type| Box::new(optional_inside(t));
    match ty {
        Type::Obj(_) => ty.opt(),
        Type::List(t) => Type::List(inner(*t)),
        Type::Dict(k, v) => Type::Dict(k, inner(*v)),
        Type::Tuple(items) => Type::Tuple(items.into_iter().map(optional_inside).collect()),
        Type::Opt(t) => optional_inside(*t).opt(),
        other => other,
    }
}

/// The generator of one program.
pub(super) struct Gen {
    pub random: Random,
    pub features: Vec<Feature>,
    pub classes: Vec<Class>,
    /// Mix-ins: indices into `families` of what each declares.
    pub families: Vec<Family>,
    pub funcs: Vec<Func>,
    /// Signatures of function variables.
    pub sigs: Vec<(Vec<Type>, Type)>,
    pub globals: Vec<Var>,
    pub cx: Context,
    pub names: usize,
    /// It is an interpreter with a JIT.
    pub machine: bool,
    /// Its frames are virtualizables, with arrays.
    pub held: bool,
    /// It patches its bytecode, which it declares to change rarely.
    pub quickens: bool,
    /// Its bytecodes go by fields that change rarely, and change them.
    pub watches: bool,
}

impl Gen {
    /// Plans the program of a seed.
    pub(super) fn new(seed: u64, machine: bool) -> Gen {
        let mut random = Random::new(seed ^ 0x5eed_0000);
        let percent = random.pick(&[30, 50, 70, 90]);
        let only: Option<Vec<String>> = std::env::var("GENEXT_FEATURES")
            .ok()
            .map(|v| v.split(',').map(str::to_owned).collect());
        let without: Vec<String> = std::env::var("GENEXT_WITHOUT")
            .map(|v| v.split(',').map(str::to_owned).collect())
            .unwrap_or_default();
        let features = FEATURES
            .iter()
            .copied()
            .filter(|f| {
                let name = format!("{f:?}");
                let wanted = random.chance(percent);
                let asked = wanted && !OPEN.contains(f);
                !without.contains(&name) && only.as_ref().map_or(asked, |o| o.contains(&name))
            })
            .collect();
        let mut g = Gen {
            random,
            features,
            classes: Vec::new(),
            families: Vec::new(),
            funcs: Vec::new(),
            sigs: Vec::new(),
            globals: Vec::new(),
            cx: Context::default(),
            names: 0,
            machine: false,
            held: false,
            quickens: false,
            watches: false,
        };
        g.plan_classes();
        if machine {
            g.plan_machine();
        }
        g.machine = machine;
        g.plan_families();
        g.plan_functions();
        g
    }
    /// Whether the program uses a feature.
    pub(super) fn on(&self, f: Feature) -> bool {
        self.features.contains(&f)
    }
    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.random.chance(percent)
    }
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }
    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }
    /// Whether a class is another or inherits from it.
    pub(super) fn is_sub(&self, mut a: usize, b: usize) -> bool {
        loop {
            if a == b {
                return true;
            }
            match self.classes[a].parent {
                Some(p) => a = p,
                None => return false,
            }
        }
    }
    /// A class and its ancestors, the root first.
    pub(super) fn ancestors(&self, c: usize) -> Vec<usize> {
        let mut chain = vec![c];
        while let Some(p) = self.classes[chain[chain.len() - 1]].parent {
            chain.push(p);
        }
        chain.reverse();
        chain
    }
    /// A class and all its descendants.
    pub(super) fn subs(&self, c: usize) -> Vec<usize> {
        (0..self.classes.len())
            .filter(|&s| self.is_sub(s, c))
            .collect()
    }
    /// The fields of instances of a class.
    pub(super) fn fields(&self, c: usize) -> Vec<(String, Type)> {
        let chain = self.ancestors(c).into_iter();
        chain.flat_map(|a| self.classes[a].fields.clone()).collect()
    }
    /// The class attributes that instances of a class have.
    pub(super) fn attrs(&self, c: usize) -> Vec<(String, Type, bool)> {
        let chain = self.ancestors(c).into_iter();
        chain.flat_map(|a| self.classes[a].attrs.clone()).collect()
    }
    /// Whether a value of one type may stand where another is expected.
    pub(super) fn fits(&self, have: &Type, want: &Type) -> bool {
        match (have, want) {
            (Type::Obj(a), Type::Obj(b)) => self.is_sub(*a, *b),
            (Type::Opt(a), Type::Opt(b)) => self.fits(a, b),
            (a, Type::Opt(b)) => self.fits(a, b),
            _ => have == want,
        }
    }

    /// A random type without containers.
    pub(super) fn scalar(&mut self) -> Type {
        match self.below(12) {
            0..=4 => Type::Int,
            5 | 6 => Type::Str,
            7 => Type::Bool,
            8 if self.on(Feature::Float) => Type::Float,
            9 if self.on(Feature::Unsigned) => Type::UInt,
            10 if self.on(Feature::Unicode) => Type::Uni,
            10 | 11 if self.on(Feature::Narrow) => {
                if self.chance(50) {
                    Type::UInt32
                } else {
                    Type::Single
                }
            }
            _ if self.classes.is_empty() => Type::Int,
            _ => {
                let c = self.below(self.classes.len());
                let ty = Type::Obj(c);
                if self.on(Feature::Opt) && self.chance(50) {
                    ty.opt()
                } else {
                    ty
                }
            }
        }
    }
    pub(super) fn random_type(&mut self) -> Type {
        let ty = match self.below(10) {
            0 | 1 if self.on(Feature::List) => self.scalar().list(),
            2 if self.on(Feature::Dict) => {
                let key = if self.chance(50) {
                    Type::Int
                } else {
                    Type::Str
                };
                Type::Dict(Box::new(key), Box::new(self.scalar()))
            }
            3 if self.on(Feature::Tuple) => {
                let n = 2 + self.below(2);
                Type::Tuple((0..n).map(|_| self.scalar()).collect())
            }
            4 if self.on(Feature::FuncVar) && !self.sigs.is_empty() => {
                Type::Func(self.below(self.sigs.len()))
            }
            5 if self.on(Feature::List) && self.on(Feature::Tuple) => {
                Type::Tuple(vec![Type::Int, self.scalar()]).list()
            }
            6 if self.on(Feature::List) && self.chance(30) => self.scalar().list().list(),
            _ => self.scalar(),
        };
        if self.on(Feature::Opt) && ty.may_be_opt() && self.chance(25) {
            ty.opt()
        } else {
            ty
        }
    }

    fn plan_classes(&mut self) {
        for _ in 0..self.random.range(1, 3) {
            let root = self.classes.len();
            let count = self.random.range(1, 6) as usize;
            for i in 0..count {
                let parent = (i > 0).then(|| {
                    let p = root + self.below(i);
                    // Not deeper than four.
                    if self.ancestors(p).len() >= 4 {
                        root
                    } else {
                        p
                    }
                });
                let name = self.name("C");
                self.classes.push(Class {
                    name,
                    parent,
                    ..Class::default()
                });
            }
        }
        // Function variables: integers to integers, and something with an instance.
        if self.on(Feature::FuncVar) {
            self.sigs.push((vec![Type::Int], Type::Int));
            let c = self.below(self.classes.len());
            let other = self.scalar();
            self.sigs.push((vec![Type::Obj(c)], other));
        }
        for c in 0..self.classes.len() {
            let most = if self.classes[c].parent.is_none() {
                3
            } else {
                2
            };
            for _ in 0..self.below(most + 1) {
                let name = self.name("f");
                let mut ty = self.random_type();
                ty = optional_inside(ty);
                self.classes[c].fields.push((name, ty));
            }
            if self.on(Feature::ClassAttr) && self.chance(40) {
                let name = self.name("k");
                let ty = if self.chance(60) {
                    Type::Int
                } else {
                    Type::Str
                };
                let set = self.chance(40);
                self.classes[c].attrs.push((name, ty, set));
            }
        }
    }

    fn plan_families(&mut self) {
        for c in 0..self.classes.len() {
            let root = self.classes[c].parent.is_none();
            let count = if root {
                1 + self.below(4)
            } else if self.on(Feature::Isinstance) {
                self.below(2)
            } else {
                0
            };
            for _ in 0..count {
                let property = self.on(Feature::Property) && self.chance(25);
                let name = self.name(if property { "p" } else { "m" });
                let params = if property {
                    Vec::new()
                } else {
                    (0..self.below(3)).map(|_| self.random_type()).collect()
                };
                let ret = self.random_type();
                let percent = self.random.pick(&[20, 40, 70]);
                let mut definers = vec![c];
                for s in self.subs(c) {
                    if s != c && self.chance(percent) {
                        definers.push(s);
                    }
                }
                self.families.push(Family {
                    name,
                    class: c,
                    params,
                    ret,
                    property,
                    definers,
                });
            }
        }
    }

    fn plan_functions(&mut self) {
        for _ in 0..self.random.range(2, 6) {
            let kind = match self.below(8) {
                0 | 1 if self.on(Feature::Arguments) => FuncKind::Default,
                2 if self.on(Feature::Closure) => FuncKind::Closure,
                3 if self.on(Feature::Specialize) => FuncKind::Specialized,
                4 if self.on(Feature::Generator) => FuncKind::Generator,
                _ => FuncKind::Plain,
            };
            let mut params: Vec<Type> = (0..self.below(4)).map(|_| self.random_type()).collect();
            let mut ret = self.random_type();
            match kind {
                FuncKind::Default => params.push(if self.chance(50) {
                    Type::Int
                } else {
                    Type::Str
                }),
                FuncKind::Closure => (params, ret) = (vec![Type::Int], Type::Int),
                FuncKind::Generator => ret = self.scalar(),
                _ => {}
            }
            self.push_function(params, ret, kind);
        }
        for (params, ret) in self.sigs.clone() {
            for _ in 0..self.random.range(1, 3) {
                self.push_function(params.clone(), ret.clone(), FuncKind::Plain);
            }
        }
    }

    fn push_function(&mut self, params: Vec<Type>, ret: Type, kind: FuncKind) {
        let name = self.name("fn");
        self.funcs.push(Func {
            name,
            params,
            ret,
            kind,
        });
    }

    /// The variables that may stand for a type.
    pub(super) fn vars(&self, want: &Type) -> Vec<Var> {
        let all = self.cx.vars.iter().chain(&self.globals);
        all.filter(|v| self.fits(&v.ty, want)).cloned().collect()
    }
    /// A variable that may stand for a type; those of the function rather than prebuilt ones.
    pub(super) fn var(&mut self, want: &Type) -> Option<Expr> {
        let found = self.vars(want);
        if found.is_empty() {
            return None;
        }
        let i = self.below(found.len());
        let i = i.min(self.below(found.len()));
        let v = &found[i];
        Some(Expr::atom(v.ty.clone(), v.name.clone()))
    }
    /// A variable whose type meets a condition.
    pub(super) fn var_where(&mut self, test: impl Fn(&Type) -> bool) -> Option<Var> {
        let all = self.cx.vars.iter().chain(&self.globals);
        let found: Vec<Var> = all.filter(|v| test(&v.ty)).cloned().collect();
        if found.is_empty() {
            return None;
        }
        let i = self.below(found.len());
        Some(found[i].clone())
    }
}
