//! Expressions of kite programs, by type.
use super::{Function, Generator, METHOD_COST, Type, Variable};

impl Generator {
    pub(super) fn variable(&mut self, ty: Type) -> Option<String> {
        let all: Vec<&Variable> = self.variables.iter().filter(|v| v.ty == ty).collect();
        if all.is_empty() {
            return None;
        }
        let i = self.random.below(all.len() as u64) as usize;
        Some(all[i].name.clone())
    }
    pub(super) fn target(&mut self, ty: Type) -> Option<String> {
        let all: Vec<&Variable> = self
            .variables
            .iter()
            .filter(|v| v.ty == ty && v.assignable)
            .collect();
        if all.is_empty() {
            return None;
        }
        let i = self.random.below(all.len() as u64) as usize;
        Some(all[i].name.clone())
    }
    pub(super) fn letters(&mut self, count: u64) -> String {
        (0..count)
            .map(|_| char::from(b'a' + self.random.below(6) as u8))
            .collect()
    }
    pub(super) fn expr(&mut self, ty: Type, depth: u32) -> String {
        if self.random.chance(if depth == 0 { 80 } else { 25 })
            && let Some(name) = self.variable(ty)
        {
            return name;
        }
        match ty {
            Type::Int => self.int(depth),
            Type::Float => self.float(depth),
            Type::Str => self.string(depth),
            Type::Bool => self.bool(depth),
            Type::List => match self.variable(Type::List) {
                Some(l) if depth > 0 && self.random.chance(40) => {
                    format!("{l}.map(fn(x) {{ return (x * 3 + 1) % 1009; }}).slice(0, 5)")
                }
                _ => {
                    let (a, b) = (self.int(0), self.int(0));
                    format!("[{a}, {b}, {}]", self.random.range(-9, 99))
                }
            },
            Type::Object => {
                let class = self.random.pick(&["Base", "Left", "Right", "Left"]);
                let (a, b) = (self.int(0), self.int(0));
                format!("{class}(({a}) % 100, ({b}) % 1000)")
            }
            Type::Any => {
                let ty =
                    self.random
                        .pick(&[Type::Int, Type::Int, Type::Float, Type::Str, Type::Bool]);
                if self.random.chance(15) {
                    "nil".into()
                } else {
                    self.expr(ty, depth)
                }
            }
            Type::Closure => match self.variable(Type::Closure) {
                Some(name) => name,
                None => "fn(x) { return x % 77; }".into(),
            },
        }
    }
    pub(super) fn int(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.chance(15) {
            if self.random.chance(75)
                && let Some(name) = self.variable(Type::Int)
            {
                return name;
            }
            return self.random.range(-20, 300).to_string();
        }
        let d = depth - 1;
        match self.random.below(22) {
            0..=4 => format!("({} + {})", self.int(d), self.int(d)),
            5..=7 => format!("({} - {})", self.int(d), self.int(d)),
            8..=9 => {
                if self.random.chance(4) {
                    return format!("{} * {}", self.int(d), self.int(d));
                }
                format!("({} % 1009) * ({} % 97)", self.int(d), self.int(d))
            }
            10..=11 => format!("({}) % {}", self.int(d), self.random.range(2, 500)),
            12 => format!(
                "({}) // {}",
                self.int(d),
                self.random.pick(&[-7, -1, 2, 3, 100])
            ),
            13 => format!("len({})", self.expr(Type::Str, d.min(1))),
            14 => {
                let list = self.expr(Type::List, 0);
                match self.variable(Type::Int) {
                    Some(i) if list.starts_with('v') => format!("{list}[{i} % len({list})]"),
                    _ => format!("len({list})"),
                }
            }
            15 => {
                if self.budget.allows(METHOD_COST)
                    && let Some(object) = self.variable(Type::Object)
                {
                    self.budget.spend(METHOD_COST);
                    return format!("{object}.step({}).a", self.int(d));
                }
                format!("int({})", self.bool(d))
            }
            16..=18 => self.call(d),
            19 => {
                if self.budget.allows(METHOD_COST)
                    && let Some(f) = self.variable(Type::Closure)
                {
                    self.budget.spend(METHOD_COST);
                    return format!("{f}({})", self.int(d));
                }
                format!("-({})", self.int(d))
            }
            20 => format!("abs({})", self.int(d)),
            _ => match self.variable(Type::Object) {
                Some(object) => format!("({object}.a + {object}.b)"),
                None => format!("min({}, {})", self.int(d), self.int(d)),
            },
        }
    }
    pub(super) fn call(&mut self, depth: u32) -> String {
        let all: Vec<Function> = self
            .functions
            .iter()
            .filter(|f| self.budget.allows(f.cost))
            .cloned()
            .collect();
        if all.is_empty() {
            return format!("({} + 1)", self.int(depth));
        }
        let f = all[self.random.below(all.len() as u64) as usize].clone();
        self.budget.spend(f.cost);
        let args: Vec<String> = f
            .params
            .iter()
            .map(|&ty| self.expr(ty, depth.min(1)))
            .collect();
        format!("{}({})", f.name, args.join(", "))
    }
    pub(super) fn float(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.chance(20) {
            if self.random.chance(70)
                && let Some(name) = self.variable(Type::Float)
            {
                return name;
            }
            return format!(
                "{}.{}",
                self.random.range(-9, 99),
                self.random.pick(&["0", "5", "25", "1"])
            );
        }
        let d = depth - 1;
        match self.random.below(7) {
            0 => format!("({} + {})", self.float(d), self.float(d)),
            1 => format!("({} - {})", self.float(d), self.int(d)),
            2 => format!(
                "{} * {}",
                self.float(d),
                self.random.pick(&["0.5", "1.25", "-1.0", "3"])
            ),
            3 => format!(
                "({}) / {}",
                self.int(d),
                self.random.pick(&["3", "8.0", "-2", "7"])
            ),
            4 => format!(
                "({}) // {}",
                self.float(d),
                self.random.pick(&["2.0", "3", "-0.5"])
            ),
            5 => format!(
                "({}) % {}",
                self.float(d),
                self.random.pick(&["2.5", "7", "-3.0"])
            ),
            _ => format!("float({})", self.int(d)),
        }
    }
    pub(super) fn string(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.chance(20) {
            if self.random.chance(70)
                && let Some(name) = self.variable(Type::Str)
            {
                return name;
            }
            let count = self.random.below(5);
            return format!("\"{}\"", self.letters(count));
        }
        let d = depth - 1;
        match self.random.below(7) {
            0..=2 => format!("({} + {})", self.string(d), self.string(d)),
            3 => format!("str({})", self.expr(Type::Any, d)),
            4 => format!("str({})", self.int(d)),
            5 => match self.variable(Type::Str) {
                Some(s) => format!("({s} + \"x\")[len({s}) // 2]"),
                None => "\"q\"".into(),
            },
            _ => format!("({}).upper()", self.string(d)),
        }
    }
    pub(super) fn bool(&mut self, depth: u32) -> String {
        format!("({})", self.condition(depth))
    }
    pub(super) fn condition(&mut self, depth: u32) -> String {
        let d = depth.saturating_sub(1);
        match self.random.below(14) {
            0..=3 => {
                let op = self.random.pick(&["<", "<=", ">", ">="]);
                format!("{} {op} {}", self.int(d), self.int(d))
            }
            4..=5 => format!(
                "({}) % {} == {}",
                self.int(d),
                self.random.range(2, 7),
                self.random.range(0, 2)
            ),
            6 => {
                let op = self.random.pick(&["==", "!="]);
                format!(
                    "{} {op} {}",
                    self.expr(Type::Any, d),
                    self.expr(Type::Any, d)
                )
            }
            7 => format!("{} < {}", self.float(d), self.float(d)),
            8 => format!("{} <= {}", self.string(d), self.string(d)),
            9 if depth > 0 => format!("not ({})", self.bool(d)),
            10 if depth > 0 => format!("({} and {})", self.bool(d), self.bool(d)),
            11 if depth > 0 => format!("({} or {})", self.bool(d), self.bool(d)),
            12 => {
                let (value, list) = (self.int(0), self.expr(Type::List, 0));
                format!("{value} in {list}")
            }
            _ => match self.variable(Type::Bool) {
                Some(name) => name,
                None => format!("type({}) == \"int\"", self.expr(Type::Any, d)),
            },
        }
    }
}
