//! Checked builds find what they are for: rules of the annotator and facts of passes that are broken on purpose.
//!
//! Each program of [`FAULTS`] runs with all rules intact, where a checked build must not complain, and with one of them
//! broken ([`Broken`]), where the checked build must end with the violated claim. [`TRANSFORMS`] are low-level programs
//! whose own declarations lie to the passes (an immutable field that is written, a candidate that is missing).
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::soundness::Broken;
use annotator::{Annotation, Annotator, AnnotatorOptions};
use ir::diag::{Diagnostic, render};
use lowlevel::Program;
use lowlevel::interp::{Interp, Outcome, Val};
use lowlevel::parse::parse_program;
use python::code::Mode;
use python::live::space::SpaceConfig;
use python::live::{Space, Value, on_big_stack};
use rtyper::typer::RTyper;
use transform::effects::Effects;

fn show(list: &[Diagnostic]) -> String {
    list.iter().map(|d| render(d, false) + "\n").collect()
}

/// What `entry(n)` gives untranslated, and the typed program of a checked build.
fn translate(text: &str, n: i64, broken: Option<Broken>) -> Result<(i64, Program), String> {
    flowspace::build::clear_cache();
    let space = Rc::new(Space::new(SpaceConfig::default()));
    let module = space
        .run_text(text, "program", Mode::Py3)
        .map_err(|e| show(&[space.diagnostic(e)]))?;
    let entry = module.get("entry").ok_or("no entry")?;
    let live = space
        .call(&entry, &[Value::Int(n)])
        .map_err(|e| show(&[space.diagnostic(e)]))?;
    let options = AnnotatorOptions {
        broken,
        ..AnnotatorOptions::default()
    };
    let mut ann = Annotator::new(Box::new(LiveFront::new(space.clone())), options);
    ann.run(&entry, &[Annotation::int()])
        .map_err(|l| show(&l))?;
    let mut typer = RTyper::new(Box::new(ann));
    typer.check = true;
    let program = typer.run(false).map_err(|l| show(&l))?;
    Ok((live.as_int().ok_or("no integer")?, program))
}

/// Runs a checked program as typed and as each level of optimisation makes it.
fn run(program: &Program, n: i64) -> Vec<Result<Val, Outcome>> {
    let entry = program.entry.expect("a typed program has an entry");
    // A parameter without a value is not passed.
    let args: Vec<Val> = program
        .types
        .as_func(program.funcs[entry].sig)
        .args
        .iter()
        .map(|_| Val::Int(n))
        .collect();
    let mut out = vec![Interp::new(program).call(entry, &args)];
    for level in 0..3 {
        let options = transform::PassOptions {
            verify: true,
            check: true,
            ..transform::PassOptions::level(level)
        };
        let mut p = program.clone();
        transform::run_pipeline(&mut p, &options).unwrap_or_else(|e| panic!("-O{level}: {e}"));
        let collecting = Effects::new(&p).can_collect;
        let entry = p.entry.expect("passes keep the entry");
        out.push(Interp::new(&p).moving(collecting).call(entry, &args));
    }
    out
}

fn violated(r: &Result<Val, Outcome>) -> Option<&str> {
    match r {
        Err(Outcome::Fault(m)) => m.strip_prefix("a claim does not hold: "),
        _ => None,
    }
}

/// A rule, a program that it makes a wrong claim about, and a part of the report.
const FAULTS: &[(Broken, &str, &str)] = &[
    (
        Broken::ItemNotNone,
        "
class A(object):
    def __init__(self, x):
        self.x = x

def entry(n):
    l = [A(1), None, A(n)]
    a = l[n & 1]
    if a is None:
        return -1
    return a.x
",
        "an instance of class `A`, never None",
    ),
    (
        Broken::TupleItem,
        "
class A(object):
    def __init__(self, x):
        self.x = x

def pair(n):
    if n > 2:
        return (A(n), None)
    return (A(n), A(1))

def entry(n):
    t = pair(n)
    a = t[1]
    if a is None:
        return -1
    return a.x
",
        "an instance of class `A`, never None",
    ),
    (
        Broken::CharNoNul,
        "
def entry(n):
    s = 'ab\\0' + str(n)
    c = s[2]
    if c == '\\0':
        return 1
    return 0
",
        "a character other than",
    ),
    (
        Broken::LengthOne,
        "
def entry(n):
    l = [n, n, n]
    l.append(4)
    return len(l)
",
        "is the constant 1",
    ),
    (
        Broken::ComparisonFolds,
        "
def entry(n):
    if n < 2:
        return 1
    return 2
",
        "is the constant True",
    ),
    (
        Broken::IsInstanceFalse,
        "
class A(object):
    def __init__(self):
        self.x = 7
class B(A):
    pass

def make(n):
    if n > 5:
        return A()
    return B()

def entry(n):
    a = make(n + 5)
    if isinstance(a, B):
        return 1
    return a.x
",
        "this condition is always true",
    ),
    (
        Broken::FirstCalleeOnly,
        "
def f(n):
    return 1
def g(n):
    return -2

def pick(n):
    if n > 2:
        return g
    return f

def entry(n):
    t = 0
    for i in range(n + 2):
        t += pick(i)(i)
    return t
",
        "is the constant",
    ),
    (
        Broken::JoinKeepsConstant,
        "
def f(x):
    return x + 1

def entry(n):
    return f(1) + f(n)
",
        "is the constant 1",
    ),
    (
        Broken::JoinKeepsClass,
        "
class A(object):
    def f(self):
        return 1
class B(A):
    def f(self):
        return 2
class C(A):
    def f(self):
        return 3

def call(a):
    return a.f()

def entry(n):
    return call(B()) * 10 + call(C())
",
        "an instance of class `B`",
    ),
    (
        Broken::ReadersForgotten,
        "
class A(object):
    x = 1

def get(a):
    y = a.x
    return y

def entry(n):
    a = A()
    r = get(a)
    a.x = n - 10
    return get(a) + r
",
        "(claimed by the annotator",
    ),
    (
        Broken::CallersForgotten,
        "
def f(n):
    if n <= 0:
        return 1
    r = f(n - 1)
    return r - 10

def entry(n):
    r = f(n)
    return r
",
        "(claimed by the annotator",
    ),
];

#[test]
fn broken_rules_are_reported() {
    on_big_stack(|| {
        let mut missed = Vec::new();
        for &(broken, text, part) in FAULTS {
            let n = 3;
            let (live, program) = translate(text, n, None).expect("the program is RPython");
            for (i, r) in run(&program, n).into_iter().enumerate() {
                assert_eq!(r, Ok(Val::Int(live)), "{broken:?}, run {i}, rules intact");
            }
            match translate(text, n, Some(broken)) {
                Err(e) => missed.push(format!("{broken:?}: not accepted:\n{e}")),
                Ok((_, program)) => {
                    for (i, r) in run(&program, n).iter().enumerate() {
                        let found = violated(r).is_some_and(|m| m.contains(part));
                        if !found {
                            missed.push(format!("{broken:?}, run {i}: {r:?}"));
                        }
                    }
                }
            }
        }
        assert!(missed.is_empty(), "{}", missed.join("\n"));
    });
}

/// That an integer is not negative is no claim: machine integers wrap around, so nothing is concluded from it.
#[test]
fn wrong_signs_change_nothing() {
    let subtraction = "
def entry(n):
    d = n - 10
    if d < 0:
        return d // 4 + (d >> 1) + d % 3
    return d
";
    let negation = "
def entry(n):
    d = -n
    l = [1, 2, 3, 4, 5]
    if d < 0:
        return l[n] * (d // 2)
    return d % 7
";
    let attribute = "
class A(object):
    def __init__(self, x):
        self.x = x

def entry(n):
    a = A(n - 10)
    return a.x // 4 + a.x % 5 + int(a.x >= 0)
";
    on_big_stack(|| {
        for (broken, text) in [
            (Broken::SubtractionSign, subtraction),
            (Broken::NegationSign, negation),
            (Broken::AttributeSign, attribute),
        ] {
            let (live, program) = translate(text, 3, Some(broken)).expect("the program is RPython");
            for (i, r) in run(&program, 3).into_iter().enumerate() {
                assert_eq!(r, Ok(Val::Int(live)), "{broken:?}, run {i}");
            }
        }
    });
}

/// Rules whose fault shows while translating, or where Python's own exception ends the program.
#[test]
fn faults_that_claims_cannot_show_do_not_pass_silently() {
    let concat = "
def entry(n):
    s = str(n) + 'x'
    return len(s)
";
    let division = "
def entry(n):
    x = n / 2
    return int(x * 2.0)
";
    let append = "
def entry(n):
    l = [1]
    l.append(n - 10)
    return l[1]
";
    let item = "
def entry(n):
    l = [1, 2]
    try:
        return l[n]
    except IndexError:
        return -5
";
    on_big_stack(|| {
        for (broken, text) in [
            (Broken::ConcatLength, concat),
            (Broken::DivisionKind, division),
            (Broken::AppendForgotten, append),
            (Broken::ItemNeverRaises, item),
        ] {
            let (live, program) = translate(text, 3, None).expect("the program is RPython");
            for r in run(&program, 3) {
                assert_eq!(r, Ok(Val::Int(live)), "{broken:?}");
            }
            let Ok((_, program)) = translate(text, 3, Some(broken)) else {
                continue;
            };
            for r in run(&program, 3) {
                assert!(r.is_err(), "{broken:?} gives {r:?}");
            }
        }
    });
}

/// Low-level programs that lie to a pass; the pass; what the report says.
const TRANSFORMS: &[(&str, &str, &str)] = &[
    (
        // The field is declared immutable, and written by another function, which does not get the object.
        "struct S gc { x: Signed immutable }
struct Holder gc { s: Ptr(S) }
object @holder: Holder = {null}
graph set(v0: Signed) -> Void
b0(v0: Signed):
    v1: Ptr(S) = getfield[Holder.s](@holder)
    v2: Void = setfield[S.x](v1, v0)
    goto return(void)
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(S) = malloc[S]()
    v2: Void = setfield[Holder.s](@holder, v1)
    v3: Void = direct_call[set](v0)
    v4: Signed = getfield[S.x](v1)
    v5: Void = direct_call[set](77)
    v6: Signed = getfield[S.x](v1)
    v7: Signed = int_add(v4, v6)
    goto return(v7)
entry main
",
        "cse",
        "this load gives a known value (operation getfield, claimed by pass cse)",
    ),
    (
        // A prebuilt object that is said never to change.
        "struct S gc { x: Signed immutable }
object @s: S = {5}
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Void = setfield[S.x](@s, v0)
    v2: Signed = getfield[S.x](@s)
    goto return(v2)
entry main
",
        "simplify",
        "this load gives a known value (operation getfield, claimed by pass simplify)",
    ),
    (
        // The only candidate of a call is not the function that is called.
        "graph f(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(1)
graph g(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(2)
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Bool = int_lt(v0, 0)
    if v1 then b1(&f) else b1(&g)
b1(v2: Ptr(Func((Signed) -> Signed))):
    v3: Signed = indirect_call[Func((Signed) -> Signed) | f](v2, 5)
    goto return(v3)
entry main
",
        "devirtualise",
        "claimed by pass devirtualise",
    ),
    (
        // A length of one of the toolchain's lists is never negative; here it is.
        "struct list gc { length: Signed, items: Ptr(GcArray(Signed)) }
graph main(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Ptr(list) = malloc[list]()
    v2: Signed = int_neg(v0)
    v3: Void = direct_call[set](v1, v2)
    v4: Signed = getfield[list.length](v1)
    v5: Bool = int_lt(v4, 0)
    if v5 then return(1) else return(2)
graph set(v0: Ptr(list), v1: Signed) -> Void
b0(v0: Ptr(list), v1: Signed):
    v2: Void = setfield[list.length](v0, v1)
    goto return(void)
entry main
",
        "ranges",
        "this operation has a known result (operation int_lt, claimed by pass ranges)",
    ),
];

#[test]
fn broken_facts_of_passes_are_reported() {
    for (text, pass, part) in TRANSFORMS {
        let program = parse_program(text).expect("a program");
        let entry = program.entry.expect("an entry");
        let with = |check: bool| {
            let options = transform::PassOptions {
                verify: true,
                check,
                ..transform::PassOptions::level(2)
            };
            let mut m =
                transform::PassManager::with_options(lowlevel::verify::Phase::Typed, options);
            let mut p = program.clone();
            let pass = transform::pass_by_name(pass).expect("a pass");
            let changed = m
                .run(&mut p, pass)
                .expect("the pass leaves a valid program");
            assert!(changed > 0, "{} does not see it", pass.name);
            let direct = Interp::new(&p).call(entry, &[Val::Int(3)]);
            m.run_all(
                &mut p,
                [
                    "simplify", "cse", "ranges", "simplify", "excstate", "checks", "gcroots",
                ],
            )
            .expect("passes leave a valid program");
            let collecting = Effects::new(&p).can_collect;
            let expanded = Interp::new(&p)
                .moving(collecting)
                .call(entry, &[Val::Int(3)]);
            [direct, expanded]
        };
        let intact = Interp::new(&program).call(entry, &[Val::Int(3)]);
        for r in with(false) {
            // The lie changes the program, or the interpreter sees it.
            assert_ne!(
                r,
                intact.clone(),
                "{pass}: the program does not show the fault"
            );
        }
        let [direct, expanded] = with(true);
        assert!(
            violated(&direct).is_some_and(|m| m.contains(part)),
            "{pass}: {direct:?}"
        );
        // Without a string type the expanded report has no text.
        assert!(violated(&expanded).is_some(), "{pass}: {expanded:?}");
    }
}

/// Attributes that are read before they are set, which the typer would read as zero.
#[test]
fn an_attribute_that_is_not_set_raises() {
    let text = "
class A(object):
    default = 3
    def __init__(self, n):
        if n > 5:
            self.x = n
        self.default = self.default + 1

def get(a):
    return a.x

def read(a):
    try:
        return get(a)
    except AttributeError:
        return -1

def entry(n):
    return read(A(n)) * 100 + read(A(n + 5)) + A(n).default
";
    on_big_stack(|| {
        let (live, program) = translate(text, 3, None).expect("the program is RPython");
        assert_eq!(live, -100 + 8 + 4);
        for r in run(&program, 3) {
            assert_eq!(r, Ok(Val::Int(live)));
        }
    });
}
