//! Property test of the flow space: random programs, valid by construction, must give well-formed graphs, and executing
//! a graph must do what executing the code does: same result, same exception, same effects in the same order.
//!
//! A quick test runs for about a second; `GENEXT_FUZZ=N` runs N programs, `GENEXT_SEED=S` one program and prints it.
use std::fmt::Write;

use flowspace::{interp::Interp, text};
use ir::model::verify;
use python::code::Mode;
use python::engine::Unwind;
use python::live::{PyResult, Space, Value, space::SpaceConfig};

/// A small generator of random numbers (xorshift), so that a seed names a program.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len() as u64) as usize]
    }
}

const VARS: &[&str] = &["a", "b", "x", "y", "z"];
const ERRORS: &[&str] = &["ValueError", "KeyError", "MyError", "IndexError"];

/// Writes one function. All variables are assigned at its beginning; loops have a bound of their own; operations that
/// raise by themselves stand only where a handler sees them (elsewhere the simplifier may drop them, as RPython does).
struct Writer {
    rng: Rng,
    out: String,
    indent: usize,
    loops: u32,
    guarded: u32,
    in_loop: u32,
    /// Writing a generator: some statements yield, `return` has no value.
    generator: bool,
}

impl Writer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "    ".repeat(self.indent));
    }
    fn var(&mut self) -> &'static str {
        self.rng.pick(VARS)
    }
    fn int(&mut self, depth: u32) -> String {
        let choice = if depth == 0 {
            self.rng.below(3)
        } else {
            self.rng.below(12)
        };
        match choice {
            0 => (self.rng.below(9) as i64 - 3).to_string(),
            1 | 2 => self.var().to_string(),
            3..=5 => {
                let op = self.rng.pick(&["+", "-", "*", "&", "|", "^"]);
                let (l, r) = (self.int(depth - 1), self.int(depth - 1));
                format!("(({l} {op} {r}) & 255)")
            }
            6 => {
                let (t, c, f) = (
                    self.int(depth - 1),
                    self.test(depth - 1),
                    self.int(depth - 1),
                );
                format!("({t} if {c} else {f})")
            }
            7 => format!("log({})", self.int(depth - 1)),
            8 => format!("len(items[:{}])", self.int(depth - 1)),
            9 if self.guarded > 0 => format!("(60 // {})", self.int(depth - 1)),
            10 if self.guarded > 0 => format!("items[{}]", self.int(depth - 1)),
            11 if self.guarded > 0 => format!("may_raise({})", self.int(depth - 1)),
            _ => format!("(-{})", self.int(depth - 1)),
        }
    }
    fn test(&mut self, depth: u32) -> String {
        let (l, r) = (self.int(depth.min(1)), self.int(depth.min(1)));
        match if depth == 0 { 0 } else { self.rng.below(7) } {
            0..=2 => {
                let op = self.rng.pick(&["<", "<=", "==", "!=", ">", ">="]);
                format!("{l} {op} {r}")
            }
            3 => format!("({} and {})", self.test(depth - 1), self.test(depth - 1)),
            4 => format!("({} or {})", self.test(depth - 1), self.test(depth - 1)),
            5 => format!("(not {})", self.test(depth - 1)),
            _ => format!("{l} in (1, 2, {})", self.rng.below(5)),
        }
    }
    fn body(&mut self, depth: u32) {
        self.indent += 1;
        for _ in 0..1 + self.rng.below(3) {
            self.statement(depth);
        }
        self.indent -= 1;
    }
    fn statement(&mut self, depth: u32) {
        let choice = if depth == 0 {
            self.rng.below(5)
        } else {
            self.rng.below(15)
        };
        match choice {
            0 | 1 => {
                let (v, e) = (self.var(), self.int(2));
                self.line(&format!("{v} = {e}"));
            }
            14 if self.guarded > 0 && !self.generator => {
                let v = self.var();
                let (a, b) = (self.int(0), self.int(0));
                self.line(&format!("for {v} in generate({a}, {b}, items):"));
                self.in_loop += 1;
                self.body(depth - 1);
                self.in_loop -= 1;
            }
            2 => {
                let (v, e) = (self.var(), self.int(1));
                let op = self.rng.pick(&["+", "-", "^"]);
                self.line(&format!("{v} {op}= {e}"));
            }
            3 if self.generator => {
                let e = self.int(1);
                self.line(&format!("yield {e}"));
            }
            3 => {
                let e = self.int(2);
                self.line(&format!("log({e})"));
            }
            4 if self.in_loop > 0 => {
                let (c, w) = (self.test(1), self.rng.pick(&["break", "continue"]));
                self.line(&format!("if {c}: {w}"));
            }
            4 => {
                let (p, q) = (self.int(1), self.int(1));
                let (v, w) = (self.var(), self.var());
                self.line(&format!("{v}, {w} = {p}, {q}"));
            }
            5..=7 => {
                let c = self.test(2);
                self.line(&format!("if {c}:"));
                self.body(depth - 1);
                if self.rng.below(2) == 0 {
                    self.line("else:");
                    self.body(depth - 1);
                }
            }
            8 => self.while_loop(depth),
            9 => {
                let v = self.var();
                let over = match self.rng.below(3) {
                    0 => "items".to_string(),
                    1 => format!("range({})", self.rng.below(5)),
                    _ => "[q + 1 for q in items if q]".to_string(),
                };
                self.line(&format!("for {v} in {over}:"));
                self.in_loop += 1;
                self.body(depth - 1);
                self.in_loop -= 1;
                if self.rng.below(3) == 0 {
                    self.line("else:");
                    self.body(depth - 1);
                }
            }
            10 | 11 => self.try_except(depth),
            12 => {
                self.line("try:");
                self.guarded += 1;
                self.body(depth - 1);
                self.guarded -= 1;
                self.line("finally:");
                // `continue` in `finally` is not allowed in old Pythons.
                let in_loop = std::mem::take(&mut self.in_loop);
                self.body(depth - 1);
                self.in_loop = in_loop;
            }
            13 if self.generator => {
                let c = self.test(1);
                self.line(&format!("if {c}: return"));
            }
            13 => {
                let (c, e) = (self.test(1), self.int(1));
                self.line(&format!("if {c}: return {e}"));
            }
            _ => {
                let (c, e, i) = (self.test(1), self.rng.pick(ERRORS), self.int(1));
                self.line(&format!("if {c}: raise {e}({i})"));
            }
        }
    }
    fn while_loop(&mut self, depth: u32) {
        self.loops += 1;
        let k = format!("k{}", self.loops);
        let c = self.test(1);
        self.line(&format!("{k} = 0"));
        self.line(&format!("while {k} < {} and {c}:", 2 + self.loops % 3));
        self.indent += 1;
        self.line(&format!("{k} += 1"));
        self.indent -= 1;
        self.in_loop += 1;
        self.body(depth - 1);
        self.in_loop -= 1;
    }
    fn try_except(&mut self, depth: u32) {
        self.line("try:");
        self.guarded += 1;
        self.body(depth - 1);
        self.guarded -= 1;
        match self.rng.below(4) {
            0 => {
                let e = self.rng.pick(ERRORS);
                self.line(&format!("except {e} as e:"));
                self.indent += 1;
                self.line("log(e.args[0])");
                self.indent -= 1;
            }
            1 => {
                self.line("except (ValueError, KeyError):");
                self.body(depth - 1);
            }
            2 => {
                self.line("except LookupError:");
                self.indent += 1;
                self.line("raise");
                self.indent -= 1;
            }
            _ => {}
        }
        self.line("except Exception:");
        self.body(depth - 1);
        if self.rng.below(3) == 0 {
            self.line("else:");
            self.body(depth - 1);
        }
    }
}

fn program(seed: u64) -> String {
    let mut w = Writer {
        rng: Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        out: String::from(
            "\
class MyError(Exception):
    pass
trace = []
def log(x):
    trace.append(x)
    return x
def may_raise(x):
    if x == 1: raise ValueError(x)
    if x == 2: raise MyError(x)
    if x == 3: raise KeyError(x)
    return x
",
        ),
        indent: 0,
        loops: 0,
        guarded: 0,
        in_loop: 0,
        generator: true,
    };
    for _ in 0..3 {
        w.rng.below(7);
    }
    let head = "x = 1\n    y = a\n    z = 0\n";
    w.out.push_str("def generate(a, b, items):\n    ");
    w.out.push_str(head);
    w.body(2);
    w.body(2);
    w.out.push_str("    yield x\ndef f(a, b, items):\n    ");
    w.out.push_str(head);
    w.generator = false;
    for _ in 0..3 {
        w.body(3);
    }
    w.indent = 1;
    w.line("return (a, b, x, y, z)");
    w.out
}

/// Result or exception, and the trace, as text.
fn outcome(space: &Space, trace: &Value, result: PyResult) -> String {
    let what = match result {
        Ok(v) => space.repr_text(&v),
        Err(Unwind::Raise(exc)) => space.exception_line(&exc),
        Err(Unwind::Abort(d)) => format!("abort: {}", d.message),
    };
    let effects = space.repr_text(trace);
    if let Value::List(l) = trace {
        l.items.borrow_mut().clear();
    }
    format!("{what} after {effects}")
}

fn check(seed: u64) -> Result<(), String> {
    let source = program(seed);
    flowspace::build::clear_cache();
    let space = Space::new(SpaceConfig {
        mode: Some(Mode::Py3),
        ..SpaceConfig::default()
    });
    let module = space
        .run_text(&source, "random", Mode::Py3)
        .map_err(|e| ir::diag::render(&space.diagnostic(e), false))?;
    let (Some(f), Some(trace)) = (module.get("f"), module.get("trace")) else {
        return Err("no f".into());
    };
    let graph = flowspace::build_flow(&space, &f).map_err(|ds| {
        ds.iter()
            .map(|d| ir::diag::render(d, false))
            .collect::<String>()
    })?;
    let violations = verify::verify(&graph.graph, &verify::NoRules);
    if let Some(report) = verify::report(&graph.graph, &violations, &text::HlText::default()) {
        return Err(report);
    }
    let interp = Interp::new(&space, 1_000_000);
    for (a, b) in [(0, 0), (1, 2), (3, -1), (-2, 5), (7, 7)] {
        let args = || {
            vec![
                Value::Int(a),
                Value::Int(b),
                Value::list([b, 0, a, 4].map(Value::Int).to_vec()),
            ]
        };
        let expected = outcome(&space, &trace, space.call(&f, &args()));
        let actual = outcome(&space, &trace, interp.run(&graph, args()));
        if expected != actual {
            return Err(format!(
                "f({a}, {b}): the code gives {expected}\n        the graph gives {actual}\n{}",
                text::print(&graph.graph)
            ));
        }
    }
    Ok(())
}

#[test]
fn graphs_do_what_the_code_does() {
    if let Some(seed) = std::env::var("GENEXT_SEED")
        .ok()
        .and_then(|s| s.parse().ok())
    {
        println!("{}", program(seed));
        if let Err(e) = check(seed) {
            panic!("{e}");
        }
        return;
    }
    let many: Option<u64> = std::env::var("GENEXT_FUZZ")
        .ok()
        .and_then(|s| s.parse().ok());
    let start = std::time::Instant::now();
    let mut seed = 1;
    loop {
        if let Err(e) = check(seed) {
            panic!("program {seed} (GENEXT_SEED={seed} shows it):\n{e}");
        }
        seed += 1;
        let done = match many {
            Some(n) => seed > n,
            None => start.elapsed().as_millis() > 1000 || seed > 400,
        };
        if done {
            break;
        }
    }
}
