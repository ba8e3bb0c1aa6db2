//! Random programs in the language of `examples/kite`.
//!
//! Variables have a static type each (one of them: "anything"), so that most operations are defined; those that fail on
//! purpose stand in a `try`. Integers are reduced when they are stored, and now and then they are not, which ends in an
//! overflow error.
use std::fmt::Write;

mod expressions;

use super::{Budget, Random};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    Int,
    Float,
    Str,
    Bool,
    /// A list of integers, never empty.
    List,
    /// An instance of one of the classes.
    Object,
    /// A function from an integer to an integer.
    Closure,
    /// An integer, a float, a string, a boolean or nil.
    Any,
}

#[derive(Clone)]
struct Function {
    name: String,
    params: Vec<Type>,
    cost: u64,
}

#[derive(Clone)]
struct Variable {
    name: String,
    ty: Type,
    /// Loop counters may only be read.
    assignable: bool,
}

struct Generator {
    random: Random,
    out: String,
    indent: usize,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    budget: Budget,
    loops: usize,
    /// How many closures are entered around the statement: their own calls are accounted for by the caller.
    names: usize,
    returns: bool,
}

/// What a call of a method costs, at most.
const METHOD_COST: u64 = 3;

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    // One in four is long enough for the default threshold.
    let limit = if random.chance(25) { 60_000 } else { 6_000 };
    let mut g = Generator {
        random,
        out: String::new(),
        indent: 0,
        variables: Vec::new(),
        functions: Vec::new(),
        budget: Budget::new(limit),
        loops: 0,
        names: 0,
        returns: false,
    };
    g.program(limit);
    g.out
}

impl Generator {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }
    fn open(&mut self, text: &str) {
        self.line(&format!("{text} {{"));
        self.indent += 1;
    }
    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }
    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }
    fn program(&mut self, limit: u64) {
        self.line("fn show(e) { if is_a(e, Error) { return type(e) + \": \" + e.message; } return repr(e); }");
        self.classes();
        for i in 0..self.random.range(2, 5) {
            if self.random.chance(35) {
                self.recursive(i);
            } else {
                self.function(i);
            }
        }
        self.budget = Budget::new(limit);
        self.main();
    }
    fn classes(&mut self) {
        let (a, b) = (self.random.range(2, 9), self.random.range(100, 2000));
        self.line("class Base {");
        self.line("    fn init(self, a, b) { self.a = a; self.b = b; }");
        let _ = writeln!(
            self.out,
            "    fn value(self, x) {{ return (self.a * {a} + self.b + x) % {b}; }}"
        );
        self.line("    fn step(self, x) { self.a = (self.a + x) % 10007; return self; }");
        self.line("}");
        let c = self.random.range(2, 50);
        self.line("class Left(Base) {");
        let _ = writeln!(
            self.out,
            "    fn value(self, x) {{ if x % 3 == 0 {{ self.b = (self.b + {c}) % 997; }} return self.a - self.b + x % {c}; }}"
        );
        self.line("}");
        self.line("class Right(Base) {");
        self.line("    fn init(self, a, b) { self.c = b; Base.init(self, a, b + 1); }");
        let _ = writeln!(
            self.out,
            "    fn value(self, x) {{ if x % 11 == {} {{ throw Failure(self.c); }} return self.c + x % {b}; }}",
            c % 11
        );
        self.line("}");
        self.line("class Failure(Error) {");
        self.line("    fn init(self, code) { Error.init(self, \"code \" + str(code)); self.code = code; }");
        self.line("}");
    }
    fn any_type(&mut self) -> Type {
        use Type::*;
        self.random
            .pick(&[Int, Int, Int, Float, Str, Bool, List, Object, Any])
    }
    /// A function of lower-numbered functions.
    fn function(&mut self, number: i64) {
        let params: Vec<Type> = (0..self.random.range(1, 3))
            .map(|_| self.any_type())
            .collect();
        self.budget = Budget::new(self.random.pick(&[20, 60, 300]));
        let name = format!("f{number}");
        let names: Vec<String> = (0..params.len()).map(|i| format!("p{i}")).collect();
        self.open(&format!("fn {name}({})", names.join(", ")));
        self.declare_params(&names, &params);
        self.returns = true;
        let count = self.random.range(1, 4);
        self.statements(count);
        let result = self.int(2);
        self.line(&format!("return {result};"));
        self.returns = false;
        self.close();
        self.variables.clear();
        let cost = self.budget.used + 2;
        self.functions.push(Function { name, params, cost });
    }
    /// A function that calls itself once or twice with a smaller first argument.
    fn recursive(&mut self, number: i64) {
        let twice = self.random.chance(40);
        let name = format!("f{number}");
        self.budget = Budget::new(30);
        self.open(&format!("fn {name}(p0, p1)"));
        self.declare_params(&["p0".into(), "p1".into()], &[Type::Int, Type::Int]);
        self.variables[0].assignable = false;
        let base = self.int(1);
        self.line(&format!("if p0 <= 0 {{ return {base}; }}"));
        let count = self.random.range(0, 2);
        self.statements(count);
        let first = self.int(1);
        let (depth, calls) = if twice { (7, 1 << 8) } else { (30, 31) };
        if twice {
            let second = self.int(1);
            self.line(&format!(
                "return ({name}(p0 - 1, ({first}) % 1009) + {name}(p0 - 2, ({second}) % 997)) % 100003;"
            ));
        } else {
            let factor = self.random.range(1, 9);
            self.line(&format!(
                "return ({name}(p0 - 1, ({first}) % 1009) * {factor} + p1) % 100003;"
            ));
        }
        self.close();
        self.variables.clear();
        let cost = self.budget.used * calls;
        // Callers go through a function that bounds the depth.
        self.line(&format!(
            "fn f{number}x(a, b) {{ return {name}(a % {depth}, b); }}"
        ));
        self.functions.push(Function {
            name: format!("f{number}x"),
            params: vec![Type::Int, Type::Int],
            cost,
        });
    }
    fn declare_params(&mut self, names: &[String], types: &[Type]) {
        for (name, &ty) in names.iter().zip(types) {
            self.variables.push(Variable {
                name: name.clone(),
                ty,
                assignable: true,
            });
        }
    }
    fn main(&mut self) {
        self.open("fn main()");
        for ty in [
            Type::Int,
            Type::Int,
            Type::Float,
            Type::Str,
            Type::List,
            Type::Object,
            Type::Closure,
            Type::Any,
        ] {
            self.declare(ty);
        }
        while self.budget.used < self.budget.limit / 2 {
            // At the top of `main` there is work for hot loops.
            if self.random.chance(60) {
                self.a_loop();
            } else {
                self.statement();
            }
            self.budget.used += 5;
        }
        for v in self.variables.clone() {
            match v.ty {
                Type::Closure => {}
                Type::Object => self.line(&format!("print(\"{0}\", {0}.a, {0}.b);", v.name)),
                _ => self.line(&format!("print(\"{0}\", {0});", v.name)),
            }
        }
        if self.random.chance(15) {
            let fault = self.random.pick(&[
                "print(1 // 0);",
                "throw \"thrown\";",
                "throw Failure(7);",
                "show();",
                "[1, 2].missing();",
                "print(9223372036854775807 + 1);",
            ]);
            self.line(fault);
        }
        self.close();
        if self.random.chance(30) {
            self.line("main();");
        } else {
            self.line("try { main(); } catch e { print(\"failed with\", show(e)); }");
        }
    }
    // ------------------------------------------------------------ statements
    fn declare(&mut self, ty: Type) {
        let value = self.initial(ty);
        let name = self.name("v");
        self.line(&format!("let {name} = {value};"));
        self.variables.push(Variable {
            name,
            ty,
            assignable: ty != Type::Closure,
        });
    }
    fn initial(&mut self, ty: Type) -> String {
        match ty {
            Type::Closure => {
                // Shares a variable with what it returns.
                let (k, m) = (self.random.range(1, 99), self.random.range(50, 10007));
                format!(
                    "(fn(k) {{ let c = k; return fn(x) {{ c = (c * 3 + x) % {m}; return c; }}; }})({k})"
                )
            }
            _ => self.expr(ty, 1),
        }
    }
    fn statements(&mut self, count: i64) {
        for _ in 0..count {
            self.statement();
        }
    }
    /// A block with its own variables.
    fn body(&mut self, count: i64) {
        let visible = self.variables.len();
        self.statements(count);
        self.variables.truncate(visible);
    }
    fn statement(&mut self) {
        self.budget.spend(1);
        if !self.budget.allows(4) {
            let ty = Type::Int;
            return self.assign(ty);
        }
        match self.random.below(20) {
            0..=6 => {
                let ty = self.any_type();
                self.assign(ty);
            }
            7..=9 => self.branch(),
            10..=12 => self.a_loop(),
            13 => {
                let ty = self.any_type();
                self.declare(ty);
            }
            14..=15 => self.attempt(),
            16 => self.change_list(),
            17 => self.change_object(),
            18 => self.leave(),
            _ => self.print(),
        }
    }
    fn assign(&mut self, ty: Type) {
        let Some(name) = self.target(ty) else {
            return self.declare(ty);
        };
        match ty {
            Type::Int => {
                let value = self.int(3);
                match self.random.below(12) {
                    0..=8 => {
                        let m = self.random.pick(&[97, 1009, 65536, 1000003]);
                        self.line(&format!("{name} = ({value}) % {m};"));
                    }
                    9..=10 => {
                        let n = self.random.below(7);
                        self.line(&format!("{name} += {n};"));
                        self.line(&format!("if {name} > 100000000 {{ {name} = 0; }}"));
                    }
                    _ => self.line(&format!("{name} = {value};")),
                }
            }
            Type::Float => {
                let value = self.float(2);
                self.line(&format!("{name} = {value};"));
                self.line(&format!(
                    "if {name} > 1000000.0 or {name} < -1000000.0 {{ {name} = {name} / 1048576.0; }}"
                ));
            }
            Type::Str => {
                let value = self.string(2);
                self.line(&format!("{name} = {value};"));
                self.line(&format!(
                    "if len({name}) > 40 {{ {name} = {name}.slice(3, 9); }}"
                ));
            }
            _ => {
                let value = self.expr(ty, 2);
                self.line(&format!("{name} = {value};"));
            }
        }
    }
    fn branch(&mut self) {
        let condition = self.bool(2);
        self.open(&format!("if {condition}"));
        let count = self.random.range(1, 3);
        self.body(count);
        self.indent -= 1;
        match self.random.below(3) {
            0 => self.line("}"),
            1 => {
                self.open("} else");
                self.body(1);
                self.close();
            }
            _ => {
                let condition = self.bool(1);
                self.open(&format!("}} else if {condition}"));
                self.body(1);
                self.indent -= 1;
                self.open("} else");
                self.body(1);
                self.close();
            }
        }
    }
    fn a_loop(&mut self) {
        let count = self.random.range(1, 4);
        let most = if self.loops == 0 { 4000 } else { 40 };
        let Some(turns) = self
            .budget
            .turns(&mut self.random, 2 + 3 * count as u64, most)
        else {
            return self.assign(Type::Int);
        };
        if self.loops >= 3 {
            return self.assign(Type::Int);
        }
        let visible = self.variables.len();
        let outer = self.budget.times;
        self.budget.times *= turns;
        self.budget.spend(1);
        self.loops += 1;
        let counter = self.name("i");
        let variable = Variable {
            name: counter.clone(),
            ty: Type::Int,
            assignable: false,
        };
        match self.random.below(10) {
            0..=4 => {
                let low = self.random.range(-3, 9);
                let high = low + turns as i64;
                self.open(&format!("for {counter} in range({low}, {high})"));
                self.variables.push(variable);
                self.statements(count);
            }
            5..=8 => {
                self.line(&format!("let {counter} = 0;"));
                let and = match self.random.below(4) {
                    0 => format!(" and {}", self.bool(1)),
                    _ => String::new(),
                };
                self.open(&format!("while {counter} < {turns}{and}"));
                self.variables.push(variable);
                self.line(&format!("{counter} += 1;"));
                self.statements(count);
            }
            _ => {
                // Over the characters of a string.
                self.budget.times = outer * 6;
                let character = self.name("c");
                let letters = self.letters(6);
                self.open(&format!("for {character} in \"{letters}\""));
                self.variables.push(Variable {
                    name: character,
                    ty: Type::Str,
                    assignable: false,
                });
                self.statements(1);
            }
        }
        self.close();
        self.loops -= 1;
        self.budget.times = outer;
        self.variables.truncate(visible);
    }
    /// A `try`, usually around something that can fail.
    fn attempt(&mut self) {
        self.open("try");
        if self.random.chance(50) {
            self.body(1);
        }
        let visible = self.variables.len();
        match self.random.below(8) {
            0 => {
                let (condition, value) = (self.bool(2), self.expr(Type::Any, 1));
                self.line(&format!("if {condition} {{ throw {value}; }}"));
            }
            1 => {
                let (condition, value) = (self.bool(2), self.int(1));
                self.line(&format!("if {condition} {{ throw Failure({value}); }}"));
            }
            2 => {
                let (a, b) = (self.int(1), self.int(1));
                self.declare_as(Type::Int, &format!("({a}) // (({b}) % 3)"));
            }
            3 => {
                let (list, index) = (self.expr(Type::List, 0), self.int(1));
                self.declare_as(Type::Int, &format!("({list})[({index}) % 5]"));
            }
            4 => {
                let value = self.expr(Type::Any, 1);
                self.line(&format!("print({value} + 1);"));
                self.line("throw \"printed\";");
            }
            5 => {
                let (object, value) = (self.expr(Type::Object, 1), self.int(1));
                self.declare_as(Type::Int, &format!("({object}).value({value})"));
            }
            6 => {
                let value = self.int(2);
                self.declare_as(Type::Int, &format!("({value}) * 4611686018427387904"));
            }
            _ => self.statement(),
        }
        self.variables.truncate(visible);
        self.indent -= 1;
        let error = self.name("e");
        self.open(&format!("}} catch {error}"));
        match self.random.below(4) {
            0 if self.budget.times <= 40 => {
                self.line(&format!("print(\"caught\", show({error}));"));
            }
            1 if self.loops > 0 => self.line("continue;"),
            _ => {
                self.line(&format!("if is_a({error}, Failure) {{"));
                self.indent += 1;
                self.body(1);
                self.indent -= 1;
                self.line("}");
                self.assign(Type::Int);
            }
        }
        self.close();
        self.variables.truncate(visible);
    }
    fn declare_as(&mut self, ty: Type, value: &str) {
        let name = self.name("v");
        self.line(&format!("let {name} = {value};"));
        self.variables.push(Variable {
            name,
            ty,
            assignable: true,
        });
    }
    fn change_list(&mut self) {
        let (Some(list), value) = (self.target(Type::List), self.int(2)) else {
            return self.assign(Type::List);
        };
        match self.random.below(3) {
            0 => {
                self.line(&format!("{list}.push(({value}) % 1000);"));
                self.line(&format!(
                    "if len({list}) > 30 {{ {list} = {list}.slice(0, 4); }}"
                ));
            }
            1 => {
                let index = self.int(1);
                self.line(&format!(
                    "{list}[({index}) % len({list})] = ({value}) % 1000;"
                ));
            }
            _ => self.line(&format!("if len({list}) > 3 {{ {list}.pop(); }}")),
        }
    }
    fn change_object(&mut self) {
        let (Some(object), value) = (self.target(Type::Object), self.int(1)) else {
            return self.assign(Type::Object);
        };
        self.budget.spend(METHOD_COST);
        if self.random.chance(50) {
            self.line(&format!("{object}.b = ({value}) % 1009;"));
        } else {
            self.line(&format!("{object}.step({value});"));
        }
    }
    /// Leaves the loop or the function, under a condition.
    fn leave(&mut self) {
        let condition = self.bool(2);
        let how = match self.random.below(4) {
            0 | 1 if self.loops > 0 => "continue;".to_string(),
            2 if self.loops > 0 => "break;".to_string(),
            _ if self.returns => format!("return {};", self.int(1)),
            _ => return self.assign(Type::Int),
        };
        self.line(&format!("if {condition} {{ {how} }}"));
    }
    fn print(&mut self) {
        let ty = self.any_type();
        let value = match ty {
            Type::Object => format!("({}).b", self.expr(ty, 0)),
            Type::Closure => return,
            _ => self.expr(ty, 1),
        };
        if self.budget.times <= 30 {
            self.line(&format!("print({value});"));
        } else {
            let (i, every) = (self.int(0), self.random.range(40, 90));
            self.line(&format!("if ({i}) % {every} == 0 {{ print({value}); }}"));
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_seed_gives_one_program() {
        assert_eq!(super::program(11), super::program(11));
        assert_ne!(super::program(11), super::program(12));
    }
}
