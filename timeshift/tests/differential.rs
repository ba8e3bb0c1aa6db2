//! Random programs, run by the interpreter as they are, and through the support library along the path that the inputs
//! take: the residual code must compute the same result and leave the same heap. Objects may alias, constants may be
//! parameters, calls write fields.
mod common;
mod programs;

use common::{Loaded, Path, interp, object};
use ir::model::{Operand, VarId};
use lowlevel::Program;
use lowlevel::interp::{Interp, Outcome, Val};
use lowlevel::parse::parse_program;
use programs::{Random, write};
use proptest::prelude::*;

/// What a run leaves in the prebuilt objects: numbers, and references as far as they are prebuilt.
fn heap(i: &Interp<'_>, p: &Program) -> Vec<String> {
    let mut out = Vec::new();
    let a = p
        .types
        .iter()
        .find(|(_, c)| matches!(c, ir::lltype::Container::Struct(s) if s.name == *"A"))
        .expect("A")
        .0;
    let name = |v: Val| {
        for n in ["a", "b", "c"] {
            if object(i, p, n) == v {
                return n.to_owned();
            }
        }
        match v {
            Val::Null => "null".to_owned(),
            v => format!("new {:?}", i.memory.get_field(v, a, 1)),
        }
    };
    for n in ["a", "b", "c"] {
        let o = object(i, p, n);
        let f = |f| i.memory.get_field(o, a, f).expect("a field");
        out.push(format!(
            "{n}: {:?} {} {:?} {:?}",
            f(1),
            name(f(2)),
            f(3),
            f(4)
        ));
    }
    for n in ["ints", "more", "refs"] {
        let o = object(i, p, n);
        let c = i.memory.container(o).expect("an array");
        let items: Vec<String> = (0..4)
            .map(|k| match i.memory.get_item(o, c, k).expect("an item") {
                v @ Val::Ref(_) => name(v),
                v => format!("{v:?}"),
            })
            .collect();
        out.push(format!("{n}: {items:?}"));
    }
    out
}

fn arguments(i: &Interp<'_>, p: &Program, r: &mut Random) -> Vec<Val> {
    let int = |r: &mut Random| Val::Int(*r.pick(&[0, 1, -1, 5, i64::MAX, i64::MIN, 3]));
    let mut out = vec![int(r), int(r)];
    for names in [["a", "b", "c"], ["a", "b", "a"]] {
        out.push(object(i, p, r.pick::<&str>(&names)));
    }
    for names in [["ints", "more"], ["more", "ints"]] {
        out.push(object(i, p, r.pick::<&str>(&names)));
    }
    out.push(object(i, p, "refs"));
    out
}

/// The value of a variable of the residual code so far.
fn evaluate(path: &Path<'_>, v: VarId, seed: u64) -> Result<Val, Outcome> {
    let (p, f) = path.residual_program(Operand::Var(v));
    let mut i = interp(&p);
    let args = arguments(&i, &p, &mut Random(seed));
    i.call(f, &args)
}

fn check(seed: u64, statements: usize) -> Result<bool, String> {
    let text = write(seed, statements);
    let program = parse_program(&text).map_err(|e| format!("{e}\n{text}"))?;
    let test = program.func_by_name("test").expect("the test");
    let mut original = Interp::new(&program).phase(lowlevel::verify::Phase::Gc);
    let args = arguments(&original, &program, &mut Random(seed ^ 99));
    let expected = original.call(test, &args);
    // A null reference that was loaded and used: no test of this library.
    let Ok(expected) = expected else {
        return Ok(false);
    };
    let wanted = heap(&original, &program);
    let loaded = Loaded::new(program.clone());
    let state = loaded.state();
    let graph = loaded.program.funcs[test].graph.clone();
    let mut path = Path::run(&loaded, &state, &graph, &mut |path, cond| match evaluate(
        path,
        cond,
        seed ^ 99,
    ) {
        Ok(v) => v.bool(),
        Err(e) => panic!("{e:?}\n{text}\n{}", path.text()),
    });
    let result = path.operand(path.result.expect("a result"));
    let (residual, f) = path.residual_program(result);
    let mut i = interp(&residual);
    let args = arguments(&i, &residual, &mut Random(seed ^ 99));
    let actual = i.call(f, &args);
    path.passed.sort_by_key(|p| p.after);
    if actual != Ok(expected) {
        return Err(format!(
            "{actual:?} instead of {expected:?}\n{text}\n{}",
            path.text()
        ));
    }
    let found = heap(&i, &residual);
    if found != wanted {
        return Err(format!(
            "heap {found:#?} instead of {wanted:#?}\n{text}\n{}",
            path.text()
        ));
    }
    Ok(true)
}

proptest! {

    #[test]
    fn residual_code_computes_the_same(seed in any::<u64>(), statements in 1usize..60) {
        if let Err(e) = check(seed, statements) {
            prop_assert!(false, "seed {seed}, {statements} statements: {e}");
        }
    }
}

#[test]
fn most_programs_end_normally() {
    let ok = (0..200)
        .filter(|&s| check(s * 7919, 25) == Ok(true))
        .count();
    assert!(ok > 100, "only {ok} of 200 programs test anything");
}
