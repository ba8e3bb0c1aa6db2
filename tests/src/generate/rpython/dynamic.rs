//! Interpreters of a language with dynamic types, and programs in that language.
//!
//! The interpreter is a template, `dynamic.template`, in which many parts are there in several forms: how frames hold
//! what they hold, how objects find their attributes, how numbers are added, what is declared, promoted and looked
//! into. Each program takes some form of each part. It walks the tree of the program that it runs, or makes bytecode
//! of it.
//!
//! | line | |
//! |---|---|
//! | `#set key a b c` | one of the words is the key's |
//! | `#when key=a\|b`, `#else`, `#end` | lines for some words of a key |
//! | `#one`, `#or`, `#end` | one of several groups of lines |
//! | `#maybe 30`, `#end` | lines that 30 of 100 programs have |
//! | `<<a\|\|b>>` | in a line: one of the texts |
//! | `#program` | the program |
//!
//! Programs in the language are nested loops that call functions, methods and closures, make objects and lists, raise
//! errors and handle them, and go on with other types in the same variables after some turns. Types are right mostly:
//! where they are not, the language has an error, which a loop of the program handles.
use std::collections::BTreeMap;

use super::super::Random;
use super::Generated;
use super::machine::lines;
use super::tree::{Expr, Stmt, Type, line, simple};

const TEMPLATE: &str = include_str!("dynamic.template");

/// Numbers of operators in the template.
const ADD: u8 = 0;
const MUL: u8 = 2;
const LESS: u8 = 3;
const EQUAL: u8 = 4;
const DIVIDE: u8 = 5;
const MODULO: u8 = 6;
const ITEM: u8 = 10;
/// Those that give numbers.
const NUMBERS: &[u8] = &[0, 0, 1, 2, 8, 9, 9, 6, 5];
const TESTS: &[u8] = &[3, 3, 4, 7];
/// Locals of a function: the first ones are its parameters, the last ones count its loops.
/// Functions that the program begins with: the last ones.
const MAINS: usize = 3;
const PARAMS: usize = 2;
const VARS: usize = 4;

/// What a value of the language is meant to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Int,
    Float,
    Str,
    List,
    Obj,
    Func,
    Gen,
    Dict,
}

const KINDS: &[Kind] = &[
    Kind::Int,
    Kind::Int,
    Kind::Int,
    Kind::Float,
    Kind::Str,
    Kind::List,
    Kind::Obj,
    Kind::Obj,
    Kind::Func,
    Kind::Dict,
    Kind::Gen,
];

struct Function {
    kinds: [Kind; VARS],
    result: Kind,
    generator: bool,
}

struct Language {
    random: Random,
    functions: Vec<Function>,
    classes: usize,
    globals: Vec<Kind>,
    attributes: Vec<Kind>,
    /// The function that is being made: its number, the loops around, the statements that may still be made.
    function: usize,
    loops: usize,
    budget: usize,
}

/// Values and statements: of optional types, since None may stand for each of them.
fn value(template: &str, parts: Vec<Expr>) -> Expr {
    Expr::new(Type::Obj(900).opt(), template, parts)
}
fn statement(template: &str, parts: Vec<Expr>) -> Expr {
    Expr::new(Type::Obj(901).opt(), template, parts)
}

/// Room for so many expressions.
fn holes(n: usize) -> String {
    format!("[{}]", vec!["$"; n].join(", "))
}

/// An object that is there from the beginning.
fn prebuilt(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "W_Int(5)",
        Kind::Float => "W_Float(1.5)",
        Kind::Str => "W_Str('glob')",
        Kind::List => "W_List([W_Int(3), W_Int(4), W_Int(5)])",
        Kind::Obj => "W_Obj(K0.root)",
        Kind::Dict => "W_Dict()",
        Kind::Func | Kind::Gen => "F2",
    }
}

impl Language {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }
    fn kind(&mut self) -> Kind {
        self.random.pick(KINDS)
    }
    /// A function that may be a method.
    fn method(&mut self) -> usize {
        let found: Vec<usize> = (0..self.called())
            .filter(|&f| self.functions[f].kinds[0] == Kind::Obj)
            .collect();
        found[self.below(found.len())]
    }
    fn small(&mut self) -> Expr {
        let n = self.random.range(-3, 9);
        value(&format!("Int({n})"), vec![])
    }
    /// A variable that is meant to have a kind.
    fn variable(&mut self, kind: Kind) -> Option<Expr> {
        let locals = self.functions[self.function].kinds;
        let mut found: Vec<String> = (0..VARS)
            .filter(|&i| locals[i] == kind)
            .map(|i| format!("Local({i})"))
            .collect();
        found.extend_from_within(..);
        if kind == Kind::Int {
            found.extend((0..self.loops).map(|i| format!("Local({})", VARS + i)));
            found.extend(["CellOf(0)".into(), "CellOf(1)".into()]);
            if self.random.chance(10) {
                found.push(format!("Peek({})", self.random.range(0, 2)));
            }
        }
        for (i, k) in self.globals.iter().enumerate() {
            if *k == kind {
                found.push(format!("Global('g{i}')"));
            }
        }
        let n = self.below(found.len().max(1));
        found.get(n).map(|text| value(text, vec![]))
    }
    fn leaf(&mut self, kind: Kind) -> Expr {
        let percent = if matches!(kind, Kind::Obj | Kind::List | Kind::Dict) {
            92
        } else {
            70
        };
        if self.random.chance(percent)
            && let Some(found) = self.variable(kind)
        {
            return found;
        }
        let functions = self.called();
        match kind {
            Kind::Int if self.random.chance(5) => value("Int(0x7ffffffffffffff0)", vec![]),
            Kind::Int => self.small(),
            Kind::Float => {
                let x = self.random.pick(&["0.5", "-2.25", "1e17", "3.0", "0.1"]);
                value(&format!("Float({x})"), vec![])
            }
            Kind::Str => {
                let s = self.random.pick(&["''", "'a'", "'bcd'", "'xyzzy'"]);
                value(&format!("Str({s})"), vec![])
            }
            Kind::List => {
                let n = 1 + self.below(3);
                let items = (0..n).map(|_| self.small()).collect();
                value(&format!("ListOf({})", holes(n)), items)
            }
            Kind::Obj => {
                let c = self.below(self.classes);
                value(&format!("Call(Const(K{c}), [])"), vec![])
            }
            Kind::Func => {
                let fitting: Vec<usize> = (0..functions)
                    .filter(|&f| self.functions[f].kinds[..PARAMS] == [Kind::Int, Kind::Int])
                    .filter(|&f| self.functions[f].result == Kind::Int)
                    .collect();
                let f = fitting[self.below(fitting.len())];
                let how = self.random.pick(&["Const", "Closure"]);
                value(&format!("{how}(F{f})"), vec![])
            }
            Kind::Gen => value("Call(Const(F0), [$, $])", vec![self.small(), self.small()]),
            Kind::Dict => value("DictOf()", vec![]),
        }
    }
    /// A call of a function, of a closure, or of a method; of one further down as a rule, so that recursion is rare.
    fn call(&mut self, want: Kind, depth: usize) -> Expr {
        let all = self.called();
        let main = self.function >= all;
        let first = match main || self.random.chance(10) {
            true => 1,
            false => self.function + 1,
        };
        let fitting: Vec<usize> = (first..all)
            .filter(|&f| self.functions[f].result == want)
            .collect();
        if fitting.is_empty() {
            return self.leaf(want);
        }
        let f = fitting[self.below(fitting.len())];
        let kinds = self.functions[f].kinds;
        let first = self.expr(kinds[0], depth);
        let second = self.expr(kinds[1], depth);
        if kinds[0] == Kind::Obj && want == Kind::Int && self.random.chance(80) {
            let name = self.random.pick(&["m", "n"]);
            return value(&format!("Method($, '{name}', [$])"), vec![first, second]);
        }
        if kinds[..PARAMS] == [Kind::Int, Kind::Int] && self.random.chance(30) {
            let callee = self.leaf(Kind::Func);
            return value("Call($, [$, $])", vec![callee, first, second]);
        }
        let how = self.random.pick(&["Const", "Const", "Closure"]);
        value(&format!("Call({how}(F{f}), [$, $])"), vec![first, second])
    }
    /// An index that most lists and texts have, or any.
    fn index(&mut self, d: usize) -> Expr {
        match self.below(4) {
            0 => value("Int(0)", vec![]),
            1 => value("Int(-1)", vec![]),
            2 => {
                let a = self.expr(Kind::Int, d);
                self.binary(MODULO, a, value("Int(2)", vec![]))
            }
            _ if self.random.chance(20) => self.expr(Kind::Int, d),
            _ => self.small(),
        }
    }
    fn binary(&mut self, op: u8, a: Expr, b: Expr) -> Expr {
        value(&format!("Binary({op}, $, $)"), vec![a, b])
    }
    /// An expression that mostly has a kind.
    fn expr(&mut self, kind: Kind, depth: usize) -> Expr {
        if depth == 0 || self.random.chance(15) {
            return self.leaf(kind);
        }
        let d = depth - 1;
        let kind = match self.random.chance(1) {
            true => self.kind(),
            false => kind,
        };
        if self.random.chance(12) {
            return self.call(kind, d);
        }
        if self.random.chance(12) {
            let found: Vec<usize> = (0..self.attributes.len())
                .filter(|&i| self.attributes[i] == kind)
                .collect();
            if !found.is_empty() {
                let i = found[self.below(found.len())];
                let object = self.expr(Kind::Obj, d);
                return value(&format!("Attr($, 'a{i}')"), vec![object]);
            }
        }
        match kind {
            Kind::Int => self.int(d),
            Kind::Float => {
                let other = self.random.pick(&[Kind::Int, Kind::Float]);
                let (a, b) = (self.expr(Kind::Float, d), self.expr(other, d));
                let op = self.random.pick(&[0, 1, 2]);
                match self.random.chance(50) {
                    true => self.binary(op, a, b),
                    false => self.binary(op, b, a),
                }
            }
            Kind::Str => match self.below(3) {
                0 => {
                    let (a, b) = (self.expr(Kind::Str, d), self.expr(Kind::Int, d));
                    self.binary(MUL, a, b)
                }
                1 => {
                    let (a, b) = (self.expr(Kind::Str, d), self.index(d));
                    self.binary(ITEM, a, b)
                }
                _ => {
                    let (a, b) = (self.expr(Kind::Str, d), self.expr(Kind::Str, d));
                    self.binary(ADD, a, b)
                }
            },
            Kind::List => {
                let n = 1 + self.below(3);
                let of = self.random.pick(&[Kind::Int, Kind::Int, Kind::Str]);
                let items = (0..n).map(|_| self.expr(of, d)).collect();
                value(&format!("ListOf({})", holes(n)), items)
            }
            Kind::Obj | Kind::Func | Kind::Dict => self.leaf(kind),
            Kind::Gen => {
                let kinds = self.functions[0].kinds;
                let (a, b) = (self.expr(kinds[0], d), self.expr(kinds[1], d));
                value("Call(Const(F0), [$, $])", vec![a, b])
            }
        }
    }
    /// A key of a dictionary, a symbol.
    fn key(&mut self) -> Expr {
        if self.random.chance(25) {
            return self.expr(Kind::Str, 1);
        }
        let s = self.random.pick(&["'k'", "'l'", "'m'", "'key'"]);
        value(&format!("Str({s})"), vec![])
    }
    fn int(&mut self, d: usize) -> Expr {
        match self.below(12) {
            0 => {
                let kind = self.random.pick(&[Kind::List, Kind::Str]);
                let a = self.expr(kind, d);
                value("Length($)", vec![a])
            }
            1 | 2 => {
                let (a, b) = (self.expr(Kind::List, d), self.index(d));
                self.binary(ITEM, a, b)
            }
            3 => {
                let kind = self.random.pick(&[Kind::Gen, Kind::Gen, Kind::List]);
                let a = self.expr(kind, d);
                value("Next($)", vec![a])
            }
            4 => self.test(d),
            5 => {
                let (a, b) = (self.expr(Kind::Dict, d), self.key());
                self.binary(ITEM, a, b)
            }
            6 => {
                let op = self.below(9);
                let kind = if op == 1 { Kind::Str } else { self.kind() };
                let a = match op {
                    1 | 2 => self.key(),
                    _ => self.expr(kind, d),
                };
                value(&format!("Unary({op}, $)"), vec![a])
            }
            _ => {
                let op = self.random.pick(NUMBERS);
                let a = self.expr(Kind::Int, d);
                let b = match op {
                    DIVIDE | MODULO if self.random.chance(90) => {
                        value(&format!("Int({})", self.random.range(1, 7)), vec![])
                    }
                    _ => self.expr(Kind::Int, d),
                };
                self.binary(op, a, b)
            }
        }
    }
    fn test(&mut self, d: usize) -> Expr {
        if self.random.chance(20) {
            let kind = self.kind();
            let a = self.expr(kind, d);
            return value("Not($)", vec![a]);
        }
        let kind = self
            .random
            .pick(&[Kind::Int, Kind::Int, Kind::Float, Kind::Str]);
        let op = self.random.pick(TESTS);
        let (a, b) = (self.expr(kind, d), self.expr(kind, d));
        self.binary(op, a, b)
    }
    /// Something that holds in few turns of a loop, or only after many.
    fn rarely(&mut self) -> Expr {
        if self.loops == 0 {
            return self.test(1);
        }
        let i = VARS + self.below(self.loops);
        let counter = value(&format!("Local({i})"), vec![]);
        let n = self.random.pick(&[2, 3, 7, 20, 37, 150, 800]);
        if self.random.chance(30) {
            return self.binary(LESS, value(&format!("Int({n})"), vec![]), counter);
        }
        let k = self.below(n);
        let rest = self.binary(MODULO, counter, value(&format!("Int({n})"), vec![]));
        self.binary(EQUAL, rest, value(&format!("Int({k})"), vec![]))
    }
    fn body(&mut self, most: usize) -> (String, Vec<Expr>) {
        let n = 1 + self.below(most);
        let made: Vec<Expr> = (0..n).map(|_| self.statement()).collect();
        (holes(n), made)
    }
    fn assignment(&mut self) -> Expr {
        let i = self.random.pick(&[0, 1, 2, 2, 3, 3]);
        let kind = match self.random.chance(10) {
            true => self.kind(),
            false => self.functions[self.function].kinds[i],
        };
        let a = self.expr(kind, 3);
        statement(&format!("SetLocal({i}, $)"), vec![a])
    }
    fn statement(&mut self) -> Expr {
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 {
            return self.assignment();
        }
        if self.functions[self.function].generator && self.random.chance(25) {
            let a = self.expr(Kind::Int, 2);
            return statement("Yield($)", vec![a]);
        }
        let n = self.below(24);
        match n {
            0..=4 => self.assignment(),
            5 | 6 => {
                let i = self.below(self.globals.len());
                let a = self.expr(self.globals[i], 3);
                statement(&format!("SetGlobal('g{i}', $)"), vec![a])
            }
            7..=9 => {
                let i = self.below(self.attributes.len());
                let object = self.expr(Kind::Obj, 1);
                let kind = match self.random.chance(8) {
                    true => self.kind(),
                    false => self.attributes[i],
                };
                let a = self.expr(kind, 2);
                statement(&format!("SetAttr($, 'a{i}', $)"), vec![object, a])
            }
            10 => {
                let list = self.expr(Kind::List, 1);
                let index = self.index(1);
                let kind = self
                    .random
                    .pick(&[Kind::Int, Kind::Int, Kind::Str, Kind::Obj]);
                let a = self.expr(kind, 2);
                statement("SetItem($, $, $)", vec![list, index, a])
            }
            11 if self.random.chance(50) => {
                let (d, key) = (self.expr(Kind::Dict, 1), self.key());
                if self.random.chance(30) {
                    return statement("Append($, $)", vec![d, key]);
                }
                let a = self.expr(Kind::Int, 2);
                statement("SetItem($, $, $)", vec![d, key, a])
            }
            11 => {
                let list = self.expr(Kind::List, 1);
                let kind = self.random.pick(&[Kind::Int, Kind::Int, Kind::Float]);
                let a = self.expr(kind, 2);
                statement("Append($, $)", vec![list, a])
            }
            12..=14 => self.branch(),
            _ => self.rare_statement(n),
        }
    }
    /// Statements that are less frequent.
    fn rare_statement(&mut self, n: usize) -> Expr {
        match n {
            15 if self.loops < 2 => self.loop_(),
            16 => self.attempt(),
            17 if self.random.chance(50) => {
                let a = self.expr(Kind::Int, 1);
                statement("Raise($)", vec![a])
            }
            18 => {
                let a = self.call(Kind::Int, 2);
                statement("Drop($)", vec![a])
            }
            19 => {
                let i = self.below(2);
                let a = self.expr(Kind::Int, 2);
                statement(&format!("SetCell({i}, $)"), vec![a])
            }
            20 if self.random.chance(70) => self.modes(),
            20 => {
                let a = self.expr(Kind::Int, 1);
                statement("Poke($)", vec![a])
            }
            22 => {
                let kind = self.kind();
                let (test, a) = (self.rarely(), self.expr(kind, 1));
                statement("If($, [Print($)], [])", vec![test, a])
            }
            _ => {
                let a = self.expr(Kind::Int, 3);
                let hashed = self.binary(9, value("Global('acc')", vec![]), a);
                statement("SetGlobal('acc', $)", vec![hashed])
            }
        }
    }
    /// What the interpreter keeps in a table goes from one state to the other, and is used on the way.
    fn modes(&mut self) -> Expr {
        let test = self.test(1);
        let mut parts = vec![statement("Drop(Unary(7, $))", vec![test])];
        for state in 0..2 {
            let change = format!("Drop(Unary(7, Int({state})))");
            parts.push(statement(&change, vec![]));
            let op = self.random.pick(&[5, 6]);
            let found = value(&format!("Unary({op}, Int(0))"), vec![]);
            let hashed = match op {
                5 => value("Unary(0, $)", vec![found]),
                _ => found,
            };
            let hashed = self.binary(9, value("Global('acc')", vec![]), hashed);
            parts.push(statement("SetGlobal('acc', $)", vec![hashed]));
        }
        statement("Seq([$, $, $, $, $])", parts)
    }
    fn branch(&mut self) -> Expr {
        let test = match self.random.chance(50) {
            true => self.rarely(),
            false => self.test(2),
        };
        if self.random.chance(12) {
            let c = self.below(self.classes);
            let name = self.random.pick(&["m", "n"]);
            let f = self.method();
            let f = value(&format!("Const(F{f})"), vec![]);
            let rare = self.rarely();
            return statement(
                &format!("If($, [Define(K{c}, '{name}', $)], [])"),
                vec![rare, f],
            );
        }
        if self.random.chance(10) {
            let a = self.expr(self.functions[self.function].result, 2);
            return statement("If($, [Return($)], [])", vec![test, a]);
        }
        let (first, mut parts) = self.body(3);
        let (second, other) = match self.random.chance(50) {
            true => self.body(3),
            false => ("[]".into(), vec![]),
        };
        parts.extend(other);
        parts.insert(0, test);
        statement(&format!("If($, {first}, {second})"), parts)
    }
    fn loop_(&mut self) -> Expr {
        let counter = VARS + self.loops;
        let turns = self.random.pick(&[2, 3, 5, 12, 40]);
        self.loops += 1;
        let (body, parts) = self.body(4);
        self.loops -= 1;
        let body = body.trim_end_matches(']').to_owned();
        statement(
            &format!(
                "Seq([SetLocal({counter}, Int(0)), While(Binary({LESS}, Local({counter}), Int({turns})), {body}, \
                 SetLocal({counter}, Binary({ADD}, Local({counter}), Int(1)))])])"
            ),
            parts,
        )
    }
    fn attempt(&mut self) -> Expr {
        let (first, mut parts) = self.body(3);
        let (second, other) = self.body(2);
        parts.extend(other);
        let i = PARAMS + self.below(VARS - PARAMS);
        statement(&format!("Try({first}, {i}, {second})"), parts)
    }
    /// The statements of a function.
    fn function(&mut self, f: usize, out: &mut Vec<Stmt>) {
        self.function = f;
        self.budget = self.random.range(3, 14) as usize;
        let main = f >= self.called();
        out.push(line("B = []").kept());
        let append = |out: &mut Vec<Stmt>, e: Expr| out.push(simple("B.append($)", vec![e]));
        for i in PARAMS..VARS {
            let text = match self.functions[f].kinds[i] {
                Kind::Float => "Float(0.5)",
                Kind::Str => "Str('main')",
                Kind::List => "ListOf([Int(1), Int(2)])",
                Kind::Obj => "Call(Const(K0), [])",
                Kind::Func => "Closure(F2)",
                Kind::Dict => "DictOf()",
                Kind::Gen => "Call(Const(F0), [Int(2), Int(3)])",
                Kind::Int => "Int(1)",
            };
            append(out, statement(&format!("SetLocal({i}, {text})"), vec![]));
        }
        if main {
            let turns = self.random.pick(&[20, 60, 200, 900, 3000]);
            let e = self.outer_loop(turns);
            append(out, e);
            for i in 0..VARS {
                append(out, statement(&format!("Print(Local({i}))"), vec![]));
            }
            append(out, statement("Print(Global('acc'))", vec![]));
            append(out, statement("Return(Int(0))", vec![]));
        } else {
            if f == 0 {
                let e = self.loop_();
                append(out, e);
            }
            if f == 2 && self.random.chance(50) {
                append(out, self.recursion());
            }
            while self.budget > 0 {
                let e = self.statement();
                append(out, e);
            }
            let a = self.expr(self.functions[f].result, 2);
            let how = if self.functions[f].generator {
                "Yield"
            } else {
                "Return"
            };
            append(out, statement(&format!("{how}($)"), vec![a]));
        }
        out.push(line(&format!("finish(F{f}, B)")).kept());
    }
    /// A call of a function by itself, once or twice, with a smaller number.
    fn recursion(&mut self) -> Expr {
        let less = |k: usize| value(&format!("Binary(1, Local(0), Int({k}))"), vec![]);
        let (a, b) = (self.expr(Kind::Int, 2), self.expr(Kind::Int, 2));
        let mut made = value("Call(Const(F2), [$, $])", vec![less(1), a]);
        if self.random.chance(60) {
            let other = value("Call(Const(F2), [$, $])", vec![less(2), b]);
            made = self.binary(ADD, made, other);
        }
        statement(
            &format!("If(Binary({LESS}, Int(0), Local(0)), [SetLocal(2, $)], [])"),
            vec![made],
        )
    }
    fn outer_loop(&mut self, turns: usize) -> Expr {
        self.loops = 1;
        let n = 3 + self.below(8);
        self.budget = 25;
        let parts: Vec<Expr> = (0..n)
            .map(|_| {
                let made = self.statement();
                match self.random.chance(80) {
                    true => statement("Try([$], 3, [])", vec![made]),
                    false => made,
                }
            })
            .collect();
        self.loops = 0;
        let body = holes(n);
        statement(
            &format!(
                "Seq([SetLocal({VARS}, Int(0)), While(Binary({LESS}, Local({VARS}), Int({turns})), [Try({body}, 3, \
                 [If(Binary({LESS}, Binary({MODULO}, Local({VARS}), Int(50)), Int(3)), [Print(Local(3))], [])]), \
                 SetLocal({VARS}, Binary({ADD}, Local({VARS}), Int(1)))])])"
            ),
            parts,
        )
    }
    /// How many functions there are that others call.
    fn called(&self) -> usize {
        self.functions.len() - MAINS
    }
    /// Functions, classes and what is in them.
    fn program(&mut self) -> Vec<Stmt> {
        let mut out = Vec::new();
        for c in 0..self.classes {
            let base = match c {
                0 => "None".to_owned(),
                _ => format!("K{}", c - 1),
            };
            out.push(line(&format!("K{c} = W_Class({base})")).kept());
        }
        for (i, f) in self.functions.iter().enumerate() {
            let generator = if f.generator { "True" } else { "False" };
            out.push(line(&format!("F{i} = function({PARAMS}, {generator})")).kept());
        }
        let mains: Vec<String> = (self.called()..self.functions.len())
            .map(|f| format!("F{f}"))
            .collect();
        out.push(line(&format!("MAINS = [{}]", mains.join(", "))).kept());
        out.push(line("MODULE.put('acc', W_Int(1))").kept());
        for i in 0..self.functions.len() {
            self.function(i, &mut out);
        }
        for i in 0..self.globals.len() {
            let text = prebuilt(self.globals[i]);
            out.push(line(&format!("MODULE.put('g{i}', {text})")));
        }
        for i in 0..self.attributes.len() {
            if self.random.chance(80) {
                let text = prebuilt(self.attributes[i]);
                out.push(line(&format!("K0.define('a{i}', {text})")));
            }
        }
        // An attribute exists if an instance of the class does.
        let all: Vec<String> = (0..self.classes).map(|c| format!("K{c}")).collect();
        out.push(
            line(&format!(
                "ALL = [{}, W_Str('s'), W_Float(0.5), W_List([]), W_Dict()]",
                all.join(", ")
            ))
            .kept(),
        );
        for name in ["m", "n"] {
            for c in 0..self.classes {
                if self.random.chance(if c == 0 { 95 } else { 40 }) {
                    let f = self.method();
                    out.push(line(&format!("K{c}.define('{name}', F{f})")));
                }
            }
        }
        out
    }
}

/// What directives choose.
struct Chooser<'a> {
    random: &'a mut Random,
    keys: BTreeMap<String, String>,
}

impl Chooser<'_> {
    /// The lines from a place on that are chosen, up to the end of a group; the place behind it.
    fn group(&mut self, all: &[&str], mut at: usize, live: bool, out: &mut Vec<String>) -> usize {
        while at < all.len() {
            let text = all[at].trim_start();
            let words: Vec<&str> = text.split_whitespace().collect();
            at += 1;
            match words.as_slice() {
                ["#set", key, choices @ ..] => {
                    let word = self.random.pick(choices);
                    self.keys.insert((*key).to_owned(), word.to_owned());
                }
                ["#when", condition] => {
                    let (key, wanted) = condition.split_once('=').expect("a key and words");
                    let holds = wanted.split('|').any(|w| w == self.keys[key]);
                    at = self.groups(all, at, usize::from(!holds), live, out);
                }
                ["#maybe", percent] => {
                    let holds = self.random.chance(percent.parse().expect("a number"));
                    at = self.groups(all, at, usize::from(!holds), live, out);
                }
                ["#one"] => {
                    let count = alternatives(&all[at..]);
                    let chosen = self.random.below(count as u64) as usize;
                    at = self.groups(all, at, chosen, live, out);
                }
                ["#or" | "#else" | "#end"] => return at - 1,
                _ if live => out.push(self.inline(all[at - 1])),
                _ => {}
            }
        }
        at
    }
    /// The groups between here and the end, of which one is taken.
    fn groups(
        &mut self,
        all: &[&str],
        mut at: usize,
        chosen: usize,
        live: bool,
        out: &mut Vec<String>,
    ) -> usize {
        let mut number = 0;
        loop {
            at = self.group(all, at, live && number == chosen, out) + 1;
            if all[at - 1].trim() == "#end" {
                return at;
            }
            number += 1;
        }
    }
    fn inline(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("<<").filter(|(_, a)| a.contains(">>")) {
            let (inner, tail) = after.split_once(">>").expect("it is there");
            let choices: Vec<&str> = inner.split("||").collect();
            if choices.len() < 2 {
                // A shift.
                break;
            }
            out += before;
            out += self.random.pick(&choices);
            rest = tail;
        }
        out + rest
    }
}

/// How many groups there are up to the end of this one.
fn alternatives(rest: &[&str]) -> usize {
    let (mut depth, mut count) = (0, 1);
    for text in rest {
        match text.split_whitespace().next() {
            Some("#when" | "#one" | "#maybe") => depth += 1,
            Some("#end") if depth == 0 => break,
            Some("#end") => depth -= 1,
            Some("#or") if depth == 0 => count += 1,
            _ => {}
        }
    }
    count
}

/// A template's text before and behind the line `#program`.
pub(super) fn fill(template: &str, random: &mut Random) -> (String, String) {
    let all: Vec<&str> = template.lines().collect();
    let mut text = Vec::new();
    let mut chooser = Chooser {
        random,
        keys: BTreeMap::new(),
    };
    chooser.group(&all, 0, true, &mut text);
    let place = text
        .iter()
        .position(|t| t == "#program")
        .expect("the template has the line");
    (text[..place].join("\n"), text[place + 1..].join("\n"))
}

/// The interpreter of a seed, with a program in its language.
pub(super) fn generate(seed: u64) -> Generated {
    let mut random = Random::new(seed ^ 0xd1a0_0000);
    let (interpreter, entry) = fill(TEMPLATE, &mut random);
    // A generator, a method, a function of numbers; others.
    let functions = (0..random.range(4, 7) + MAINS as i64)
        .map(|i| {
            let mut kinds = [(); VARS].map(|()| random.pick(KINDS));
            let mut result = random.pick(KINDS);
            match i {
                0 => (kinds[0], kinds[1], result) = (Kind::Int, Kind::Int, Kind::Gen),
                1 => (kinds[0], result) = (Kind::Obj, Kind::Int),
                2 => (kinds[0], kinds[1], result) = (Kind::Int, Kind::Int, Kind::Int),
                _ => {}
            }
            Function {
                kinds,
                result,
                generator: i == 0,
            }
        })
        .collect();
    let mut language = Language {
        functions,
        classes: random.range(1, 3) as usize,
        globals: [(); 3].map(|()| random.pick(&KINDS[..10])).to_vec(),
        attributes: [(); 3].map(|()| random.pick(&KINDS[..9])).to_vec(),
        random,
        function: 0,
        loops: 0,
        budget: 0,
    };
    let mut tree = lines(&interpreter);
    tree.extend(language.program());
    tree.extend(lines(&entry));
    Generated {
        tree,
        features: Vec::new(),
        machine: true,
    }
}
