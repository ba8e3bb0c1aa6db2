//! Random programs in the language of `examples/tinyvm`.
//!
//! Every register has a static type; statements leave the stack as it was, expressions push one value. A few programs
//! end with an error on purpose.
//!
//! ```text
//! r0..r4    integers; r0 and r1 are parameters      r5, r6   strings
//! r7        an array of eight integers              r8       an integer or a string
//! r9..r14   loop counters                           r15      scratch
//! ```
use std::fmt::Write;

use super::{Budget, Random};

const INTEGERS: u64 = 5;
const STRINGS: [u8; 2] = [5, 6];
const ARRAY: u8 = 7;
const ANY: u8 = 8;
const FIRST_COUNTER: usize = 9;
const MAX_LOOPS: usize = 4;
const SCRATCH: u8 = 15;

struct Function {
    name: String,
    params: usize,
    cost: u64,
}

struct Generator {
    random: Random,
    out: String,
    functions: Vec<Function>,
    budget: Budget,
    loops: usize,
    labels: usize,
    /// Labels behind the loops around the statement.
    ends: Vec<String>,
    /// The first parameter counts down a recursion: it may not be stored to.
    keep_r0: bool,
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed ^ 0x7171);
    let limit = if random.chance(25) { 60_000 } else { 6_000 };
    let mut g = Generator {
        random,
        out: String::new(),
        functions: Vec::new(),
        budget: Budget::new(limit),
        loops: 0,
        labels: 0,
        ends: Vec::new(),
        keep_r0: false,
    };
    for i in 0..g.random.range(1, 4) {
        if g.random.chance(35) {
            g.recursive(i);
        } else {
            g.function(i);
        }
    }
    g.budget = Budget::new(limit);
    g.main();
    g.out
}

impl Generator {
    fn op(&mut self, text: &str) {
        let _ = writeln!(self.out, "        {text}");
    }
    fn load(&mut self, register: u8) {
        self.op(&format!("load r{register}"));
    }
    fn store(&mut self, register: u8) {
        self.op(&format!("store r{register}"));
    }
    fn push(&mut self, number: i64) {
        self.op(&format!("push {number}"));
    }
    fn label(&mut self) -> String {
        self.labels += 1;
        format!("l{}", self.labels)
    }
    fn place(&mut self, label: &str) {
        let _ = writeln!(self.out, "{label}:");
    }
    fn letters(&mut self, count: u64) -> String {
        (0..count)
            .map(|_| char::from(b'a' + self.random.below(6) as u8))
            .collect()
    }
    /// Registers that are no parameters get a value of their type.
    fn registers(&mut self, params: usize) {
        for r in params as u64..INTEGERS {
            if self.random.chance(70) {
                let n = self.random.range(-5, 400);
                self.push(n);
                self.store(r as u8);
            }
        }
        for r in STRINGS {
            let text = self.letters(3);
            self.op(&format!("push \"{text}\""));
            self.store(r);
        }
        self.op("newarr");
        for _ in 0..8 {
            let n = self.random.range(0, 50);
            self.push(n);
            self.op("append");
        }
        self.store(ARRAY);
    }
    fn function(&mut self, number: i64) {
        let name = format!("f{number}");
        let params = self.random.range(1, 2) as usize;
        self.budget = Budget::new(self.random.pick(&[20, 60, 300]));
        self.budget.used = 16;
        let _ = writeln!(self.out, ".func {name} {params}");
        self.registers(params);
        let count = self.random.range(1, 4);
        self.statements(count);
        self.int(2);
        self.op("ret");
        let _ = writeln!(self.out, ".end");
        let cost = self.budget.used + 2;
        self.functions.push(Function { name, params, cost });
    }
    fn recursive(&mut self, number: i64) {
        let name = format!("f{number}");
        let twice = self.random.chance(40);
        self.budget = Budget::new(40);
        self.budget.used = 4;
        self.keep_r0 = true;
        let _ = writeln!(self.out, ".func {name}r 2");
        let deeper = self.label();
        self.push(0);
        self.load(0);
        self.op("lt");
        self.op(&format!("jnz {deeper}"));
        self.load(1);
        self.op("ret");
        self.place(&deeper);
        if self.random.chance(50) {
            self.budget.used += 16;
            self.registers(2);
            self.statement();
        }
        self.load(0);
        self.push(1);
        self.op("sub");
        self.load(1);
        let n = self.random.range(1, 9);
        self.push(n);
        self.op("add");
        self.op(&format!("call {name}r 2"));
        let (depth, calls) = if twice { (7, 1 << 8) } else { (30, 31) };
        if twice {
            self.load(0);
            self.push(2);
            self.op("sub");
            self.load(1);
            self.push(3);
            self.op("xor");
            self.op(&format!("call {name}r 2"));
            let op = self.random.pick(&["add", "sub", "xor"]);
            self.op(op);
        }
        self.push(100_003);
        self.op("mod");
        self.op("ret");
        let _ = writeln!(self.out, ".end");
        self.keep_r0 = false;
        // Callers go through a function that bounds the depth.
        let _ = writeln!(
            self.out,
            ".func {name} 2\n        load r0\n        push {depth}\n        mod\n        load r1\n        call {name}r 2\n        ret\n.end"
        );
        let cost = self.budget.used * calls;
        self.functions.push(Function {
            name,
            params: 2,
            cost,
        });
    }
    fn main(&mut self) {
        let _ = writeln!(self.out, ".func main 0");
        self.registers(0);
        while self.budget.used < self.budget.limit / 2 {
            if self.random.chance(60) {
                self.a_loop();
            } else {
                self.statement();
            }
            self.budget.used += 5;
        }
        for r in 0..INTEGERS as u8 {
            self.load(r);
            self.op("println");
        }
        for r in [STRINGS[0], STRINGS[1], ARRAY, ANY] {
            self.load(r);
            self.op("println");
        }
        if self.random.chance(12) {
            self.fault();
        }
        let _ = writeln!(self.out, ".end");
    }
    /// Ends with an error.
    fn fault(&mut self) {
        self.int(1);
        match self.random.below(6) {
            0 => {
                self.push(0);
                self.op("div");
            }
            1 => {
                self.op("push \"a\"");
                self.op("add");
            }
            2 => self.op("fail"),
            3 => {
                self.op("pop");
                self.load(ARRAY);
                self.push(8);
                self.op("get");
            }
            4 => {
                self.op("pop");
                self.op("pop");
            }
            _ => {
                self.load(ARRAY);
                self.op("lt");
            }
        }
    }
    // ------------------------------------------------------------ statements
    fn statements(&mut self, count: i64) {
        for _ in 0..count {
            self.statement();
        }
    }
    fn statement(&mut self) {
        self.budget.spend(1);
        if !self.budget.allows(4) {
            return self.assign();
        }
        match self.random.below(20) {
            0..=5 => self.assign(),
            6..=8 => self.branch(),
            9..=11 => self.a_loop(),
            12 => self.text(),
            13 => self.array(),
            14..=15 => self.any(),
            16 => self.registers_only(),
            17 => self.leave(),
            18 => self.pile(),
            _ => self.print(),
        }
    }
    fn integer(&mut self) -> u8 {
        self.random.below(INTEGERS) as u8
    }
    fn target(&mut self) -> u8 {
        let first = u64::from(self.keep_r0);
        (first + self.random.below(INTEGERS - first)) as u8
    }
    fn assign(&mut self) {
        self.int(3);
        if self.random.chance(30) {
            let m = self.random.pick(&[97, 1009, 65536]);
            self.push(m);
            self.op("mod");
        }
        let r = self.target();
        self.store(r);
    }
    fn branch(&mut self) {
        let (other, end) = (self.label(), self.label());
        self.condition();
        let jump = self.random.pick(&["jz", "jnz"]);
        self.op(&format!("{jump} {other}"));
        let count = self.random.range(1, 3);
        self.statements(count);
        if self.random.chance(60) {
            self.op(&format!("jmp {end}"));
            self.place(&other);
            self.statements(1);
            self.place(&end);
        } else {
            self.place(&other);
        }
    }
    fn a_loop(&mut self) {
        let count = self.random.range(1, 4);
        let most = if self.loops == 0 { 4000 } else { 40 };
        let turns = match self
            .budget
            .turns(&mut self.random, 3 + 3 * count as u64, most)
        {
            Some(turns) if self.loops < MAX_LOOPS => turns,
            _ => return self.assign(),
        };
        let counter = (FIRST_COUNTER + self.loops) as u8;
        let outer = self.budget.times;
        self.budget.times *= turns;
        self.budget.spend(2);
        self.loops += 1;
        let (top, end) = (self.label(), self.label());
        self.ends.push(end.clone());
        match self.random.below(3) {
            0 => {
                // Down, tested at the end.
                self.push(turns as i64);
                self.store(counter);
                self.place(&top);
                self.statements(count);
                self.op(&format!("dec r{counter}"));
                self.load(counter);
                self.op(&format!("jnz {top}"));
            }
            1 => {
                // Down, tested at the head.
                self.push(turns as i64);
                self.store(counter);
                self.place(&top);
                self.load(counter);
                self.op(&format!("jz {end}"));
                self.op(&format!("dec r{counter}"));
                self.statements(count);
                self.op(&format!("jmp {top}"));
            }
            _ => {
                // Up, by the comparing jump.
                self.push(0);
                self.store(counter);
                self.place(&top);
                self.statements(count);
                self.op(&format!("inc r{counter}"));
                self.push(turns as i64);
                self.store(SCRATCH);
                self.op(&format!("jlt r{counter} r{SCRATCH} {top}"));
            }
        }
        self.place(&end);
        self.ends.pop();
        self.loops -= 1;
        self.budget.times = outer;
    }
    fn text(&mut self) {
        let r = self.random.pick(&STRINGS);
        let end = self.label();
        self.string(2);
        self.store(r);
        self.load(r);
        self.op("len");
        self.push(40);
        self.op("gt");
        self.op(&format!("jz {end}"));
        self.load(r);
        self.push(2);
        self.push(7);
        self.op("substr");
        self.store(r);
        self.place(&end);
    }
    fn array(&mut self) {
        self.load(ARRAY);
        self.int(1);
        self.push(7);
        self.op("and");
        self.int(2);
        self.op("set");
    }
    /// The register of any type changes it.
    fn any(&mut self) {
        if self.random.chance(50) {
            let (text, end) = (self.label(), self.label());
            self.condition();
            self.op(&format!("jz {text}"));
            self.int(1);
            self.op(&format!("jmp {end}"));
            self.place(&text);
            self.string(1);
            self.place(&end);
            self.store(ANY);
        } else {
            self.load(ANY);
            if self.random.chance(50) {
                self.int(0);
            } else {
                self.string(0);
            }
            let op = self.random.pick(&["eq", "ne"]);
            self.op(op);
            let r = self.target();
            self.store(r);
        }
    }
    /// Instructions that leave the stack alone.
    fn registers_only(&mut self) {
        let (a, b) = (self.target(), self.integer());
        match self.random.below(4) {
            0 => self.op(&format!("addr r{a} r{b}")),
            1 => self.op(&format!("inc r{a}")),
            2 => self.op(&format!("dec r{a}")),
            _ => self.op(&format!("move r{a} r{b}")),
        }
    }
    /// Leaves the innermost loop under a condition.
    fn leave(&mut self) {
        let Some(end) = self.ends.last().cloned() else {
            return self.assign();
        };
        self.condition();
        self.op(&format!("jnz {end}"));
    }
    /// A loop that piles up values, and one that takes them off.
    fn pile(&mut self) {
        let height = self.random.range(2, 30);
        if self.loops >= MAX_LOOPS || !self.budget.allows(2 * height as u64) {
            return self.assign();
        }
        self.budget.spend(2 * height as u64);
        let counter = (FIRST_COUNTER + self.loops) as u8;
        self.loops += 1;
        let (up, down) = (self.label(), self.label());
        let op = self.random.pick(&["add", "xor", "sub"]);
        self.push(height);
        self.store(counter);
        self.int(0);
        self.place(&up);
        self.int(1);
        self.op(&format!("dec r{counter}"));
        self.load(counter);
        self.op(&format!("jnz {up}"));
        self.push(height);
        self.store(counter);
        self.place(&down);
        self.op(op);
        self.op(&format!("dec r{counter}"));
        self.load(counter);
        self.op(&format!("jnz {down}"));
        let r = self.target();
        self.store(r);
        self.loops -= 1;
    }
    fn print(&mut self) {
        let end = self.label();
        if self.budget.times > 30 {
            self.int(0);
            let every = self.random.range(40, 90);
            self.push(every);
            self.op("mod");
            self.op(&format!("jnz {end}"));
        }
        match self.random.below(3) {
            0 => self.int(1),
            1 => self.string(1),
            _ => self.load(ANY),
        }
        self.op("println");
        self.place(&end);
    }
    // ------------------------------------------------------------ expressions
    fn condition(&mut self) {
        match self.random.below(6) {
            0..=2 => {
                self.int(1);
                self.int(1);
                let op = self.random.pick(&["lt", "le", "gt", "ge", "eq", "ne"]);
                self.op(op);
            }
            3 => {
                self.int(1);
                let m = self.random.range(2, 7);
                self.push(m);
                self.op("mod");
            }
            4 => {
                self.string(0);
                self.string(0);
                let op = self.random.pick(&["lt", "ge", "eq"]);
                self.op(op);
            }
            _ => {
                self.int(1);
                self.op("not");
            }
        }
    }
    fn int(&mut self, depth: u32) {
        if depth == 0 || self.random.chance(15) {
            if self.loops > 0 && self.random.chance(25) {
                let counter = FIRST_COUNTER + self.random.below(self.loops as u64) as usize;
                return self.load(counter as u8);
            }
            if self.random.chance(70) {
                let r = self.integer();
                return self.load(r);
            }
            let n = self.random.range(-20, 300);
            return self.push(n);
        }
        let d = depth - 1;
        match self.random.below(20) {
            0..=8 => {
                self.int(d);
                self.int(d);
                let op = self
                    .random
                    .pick(&["add", "add", "sub", "mul", "and", "or", "xor"]);
                self.op(op);
            }
            9 => {
                self.int(d);
                let (op, n) = (self.random.pick(&["shl", "shr"]), self.random.range(0, 9));
                self.push(n);
                self.op(op);
            }
            10..=11 => {
                self.int(d);
                let (op, n) = (
                    self.random.pick(&["div", "mod"]),
                    self.random.pick(&[-7, -1, 2, 3, 10, 1000]),
                );
                self.push(n);
                self.op(op);
            }
            12 => {
                // A divisor known at run time, never zero.
                self.int(d);
                self.int(d);
                self.push(1);
                self.op("or");
                let op = self.random.pick(&["div", "mod"]);
                self.op(op);
            }
            13 => {
                self.int(d);
                let op = self.random.pick(&["neg", "not", "dup"]);
                self.op(op);
                if op == "dup" {
                    self.op("mul");
                }
            }
            14 => {
                self.int(d);
                self.int(d);
                self.op("swap");
                if self.random.chance(50) {
                    self.op("over");
                    self.op("add");
                }
                self.op("sub");
            }
            15 => {
                self.string(d);
                let op = self.random.pick(&["len", "hash"]);
                self.op(op);
            }
            16 => {
                self.string(d);
                self.string(0);
                self.op("find");
            }
            17 => {
                self.load(ARRAY);
                self.int(d);
                self.push(7);
                self.op("and");
                self.op("get");
            }
            _ => self.call(d),
        }
    }
    fn call(&mut self, depth: u32) {
        let all: Vec<usize> = (0..self.functions.len())
            .filter(|&i| self.budget.allows(self.functions[i].cost))
            .collect();
        if all.is_empty() {
            return self.int(depth);
        }
        let i = self.random.pick(&all);
        let (name, params, cost) = {
            let f = &self.functions[i];
            (f.name.clone(), f.params, f.cost)
        };
        self.budget.spend(cost);
        for _ in 0..params {
            self.int(depth.min(1));
        }
        self.op(&format!("call {name} {params}"));
    }
    fn string(&mut self, depth: u32) {
        if depth == 0 || self.random.chance(25) {
            if self.random.chance(70) {
                let r = self.random.pick(&STRINGS);
                return self.load(r);
            }
            let count = self.random.below(5);
            let text = self.letters(count);
            return self.op(&format!("push \"{text}\""));
        }
        let d = depth - 1;
        match self.random.below(6) {
            0..=1 => {
                self.string(d);
                self.string(d);
                self.op("concat");
            }
            2 => {
                self.int(d);
                self.op("itos");
            }
            3 => {
                self.int(d);
                self.op("chr");
                self.op("ord");
                self.push(97);
                self.op("or");
                self.push(122);
                self.op("and");
                self.op("chr");
            }
            4 => {
                self.string(d);
                self.op("upper");
            }
            _ => {
                self.string(d);
                self.op("reverse");
            }
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
