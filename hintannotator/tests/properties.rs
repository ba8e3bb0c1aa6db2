//! Laws of colours on generated programs: the verifier's rules hold, the order of work does not matter, and colouring
//! changes nothing that colouring again would see.
//!
//! Programs are valid by construction: every block takes four integers, computes, hints and calls, and goes on to any
//! other block. Function 0 is the portal.
use std::fmt::Write;

use hintannotator::{analyse, analyse_in_order, text, verify};
use ir::diag::render;
use lowlevel::parse::parse_program;
use lowlevel::verify::{Phase, verify_program};
use proptest::prelude::*;

const WIDTH: usize = 4;

const HEAD: &str = "\
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct Pair gc { x: Signed immutable, y: Signed }
known vtable vtable
known object object
exception RecursionError @rec_vt @rec
object @rec_vt: vtable = {1, 2}
object @rec: object = {@rec_vt}
driver main greens(a, b) reds(c, d)
";

struct Rng(u64);

impl Rng {
    fn next(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
    fn chance(&mut self, percent: usize) -> bool {
        self.next(100) < percent
    }
}

struct Writer {
    out: String,
    vars: usize,
}

impl Writer {
    fn var(&mut self) -> String {
        self.vars += 1;
        format!("v{}", self.vars - 1)
    }
    fn inputs(&mut self) -> Vec<String> {
        (0..WIDTH).map(|_| self.var()).collect()
    }
    fn op(&mut self, ty: &str, op: &str, args: &[&str]) -> String {
        let v = self.var();
        let _ = writeln!(self.out, "    {v}: {ty} = {op}({})", args.join(", "));
        v
    }
}

fn typed(vars: &[String]) -> String {
    vars.iter()
        .map(|v| format!("{v}: Signed"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn program(seed: u64) -> String {
    let mut r = Rng(seed);
    let functions = 1 + r.next(4);
    let mut w = Writer {
        out: HEAD.to_owned(),
        vars: 0,
    };
    for f in 0..functions {
        w.vars = 0;
        for (mark, percent) in [
            ("unroll_safe", 30),
            ("elidable", 15),
            ("dont_look_inside", 10),
        ] {
            if f > 0 && r.chance(percent) {
                let _ = writeln!(w.out, "attrs {mark}");
                break;
            }
        }
        function(&mut w, &mut r, f, functions);
        w.out.push('\n');
    }
    w.out
}

fn function(w: &mut Writer, r: &mut Rng, f: usize, functions: usize) {
    let blocks = 2 + r.next(7);
    let params = w.inputs();
    let _ = writeln!(
        w.out,
        "graph f{f}({}) -> Signed\nb0({}):",
        typed(&params),
        typed(&params)
    );
    let _ = writeln!(w.out, "    goto b1({})", params.join(", "));
    for b in 1..=blocks {
        let inputs = w.inputs();
        let _ = writeln!(w.out, "b{b}({}):", typed(&inputs));
        if f == 0 && b == 1 {
            let args: Vec<&str> = inputs.iter().map(String::as_str).collect();
            w.op("Void", "jit_marker[merge_point, main]", &args);
        }
        let mut pool = inputs;
        for _ in 0..r.next(5) {
            let v = statement(w, r, &pool, functions);
            pool.push(v);
        }
        let args = |r: &mut Rng| {
            let one = |r: &mut Rng| {
                if r.chance(15) {
                    r.next(9).to_string()
                } else {
                    pool[r.next(pool.len())].clone()
                }
            };
            (0..WIDTH).map(|_| one(r)).collect::<Vec<_>>()
        };
        let target = |r: &mut Rng| {
            let args = args(r);
            if b == blocks || r.chance(15) {
                return format!("return({})", args[0]);
            }
            let to = if r.chance(20) {
                1 + r.next(blocks)
            } else {
                b + 1 + r.next(blocks - b)
            };
            format!("b{to}({})", args.join(", "))
        };
        if r.chance(60) {
            let (yes, no) = (target(r), target(r));
            let (x, y) = (
                pool[r.next(pool.len())].clone(),
                pool[r.next(pool.len())].clone(),
            );
            let c = w.op("Bool", "int_lt", &[&x, &y]);
            let _ = writeln!(w.out, "    if {c} then {yes} else {no}");
        } else {
            let to = target(r);
            let _ = writeln!(w.out, "    goto {to}");
        }
    }
}

fn statement(w: &mut Writer, r: &mut Rng, pool: &[String], functions: usize) -> String {
    let pick = |r: &mut Rng| pool[r.next(pool.len())].clone();
    let (x, y) = (pick(r), pick(r));
    match r.next(12) {
        0..=4 => {
            let op = ["int_add", "int_mul", "int_sub", "int_xor"][r.next(4)];
            w.op("Signed", op, &[&x, &y])
        }
        5 => w.op("Signed", "hint[promote]", &[&x]),
        6 if r.chance(8) => w.op("Signed", "hint[concrete]", &[&x]),
        6 => w.op("Signed", "hint[variable]", &[&x]),
        7 => {
            let p = w.op("Ptr(Pair)", "malloc[Pair]", &[]);
            w.op("Void", "setfield[Pair.x]", &[&p, &x]);
            w.op("Signed", "getfield[Pair.x]", &[&p])
        }
        8..=10 => {
            let (z, t) = (pick(r), pick(r));
            let op = format!("direct_call[f{}]", r.next(functions));
            w.op("Signed", &op, &[&x, &y, &z, &t])
        }
        _ => w.op("Signed", "int_add", &[&x, "1"]),
    }
}

fn show(list: &[ir::diag::Diagnostic]) -> String {
    list.iter().map(|d| render(d, false) + "\n").collect()
}

fn check(seed: u64) -> Result<bool, String> {
    let source = program(seed);
    let parsed = parse_program(&source).map_err(|e| format!("{e}\n{source}"))?;
    verify_program(&parsed, Phase::Typed).map_err(|e| format!("{e}\n{source}"))?;
    let mut first: Option<String> = None;
    let mut coloured = false;
    for order in 0..4 {
        let mut p = parsed.clone();
        let mut r = Rng(seed ^ order);
        let result = match order {
            0 => analyse(&mut p),
            1 => analyse_in_order(&mut p, &mut |n| n - 1),
            _ => analyse_in_order(&mut p, &mut |n| r.next(n)),
        };
        let shown = match result {
            Ok(c) => {
                coloured = true;
                let wrong = verify::verify(&p, &c);
                let text = text::print(&p, &c);
                if !wrong.is_empty() {
                    return Err(format!("{}\n{text}\n{source}", wrong.join("\n")));
                }
                text + &show(&c.notes)
            }
            Err(list) => {
                if std::env::var_os("GENEXT_SHOW").is_some() {
                    eprintln!(
                        "{}",
                        list.iter().map(|d| d.code).collect::<Vec<_>>().join(" ")
                    );
                }
                show(&list)
            }
        };
        match &first {
            Some(f) if *f != shown => {
                return Err(format!(
                    "order {order} gives\n{shown}\ninstead of\n{f}\n{source}"
                ));
            }
            Some(_) => {}
            None => first = Some(shown),
        }
    }
    Ok(coloured)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn colours_hold_their_rules_in_any_order(seed in any::<u64>()) {
        if let Err(e) = check(seed) {
            prop_assert!(false, "{e}");
        }
    }
}

/// `GENEXT_SEEDS=100000 cargo test -p genext-hintannotator --test properties many`: the same over many programs.
#[test]
fn many_programs_are_coloured() {
    let n: u64 = std::env::var("GENEXT_SEEDS")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(150);
    let mut coloured = 0;
    for seed in 0..n {
        match check(seed) {
            Ok(c) => coloured += u64::from(c),
            Err(e) => panic!("seed {seed}: {e}"),
        }
    }
    // Most have no demand that cannot be met.
    assert!(coloured * 3 > n, "{coloured} of {n}");
}
