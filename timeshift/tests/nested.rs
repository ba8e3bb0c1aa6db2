//! Which generators are called by generators, and for which of these it is asked whether the callee is in progress.
use std::fmt::Write;

use lowlevel::parse::parse_program;
use lowlevel::verify::{Phase, verify_program};
use timeshift::nested::{is_callable, recursive};

/// An interpreter that calls `f{height}`, which calls `f{height - 1}` and so on, and `down`, which calls itself through
/// `other`.
fn program(height: usize) -> String {
    let mut text = String::from(
        "struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
known vtable vtable
known object object
struct S gc { acc: Signed }
driver main greens(pc) reds(s)
entry entry
graph entry(v0: Ptr(S)) -> Signed
b0(v0: Ptr(S)):
    v2: Signed = direct_call[run](0, v0)
    goto return(v2)
",
    );
    let _ = write!(
        text,
        "graph run(v0: Signed, v1: Ptr(S)) -> Signed
b0(v0: Signed, v1: Ptr(S)):
    goto b1(v0, v1)
b1(v2: Signed, v3: Ptr(S)):
    v4: Void = jit_marker[merge_point, main](v2, v3)
    v5: Signed = getfield[S.acc](v3)
    v6: Signed = direct_call[f{height}](v5)
    v7: Signed = direct_call[down](v6)
    v8: Void = setfield[S.acc](v3, v7)
    v9: Signed = int_add(v2, 1)
    v10: Bool = int_lt(v9, 3)
    if v10 then b1(v9, v3) else return(v7)
graph down(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[f0](v0)
    v2: Bool = int_lt(v1, 10)
    if v2 then return(v1) else b1(v1)
b1(v3: Signed):
    v4: Signed = direct_call[other](v3)
    goto return(v4)
graph other(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[down](v0)
    goto return(v1)
graph f0(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_sub(v0, 1)
    goto return(v1)
"
    );
    for i in 1..=height {
        let _ = write!(
            text,
            "graph f{i}(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = direct_call[f{}](v0)
    v2: Signed = int_add(v1, 1)
    goto return(v2)
",
            i - 1
        );
    }
    text
}

#[test]
fn what_may_be_in_progress_is_asked_for() {
    let mut program = parse_program(&program(3)).unwrap();
    verify_program(&program, Phase::Typed).unwrap();
    let colored = hintannotator::analyse(&mut program).unwrap();
    let recursive = recursive(&colored);
    let names = |wanted: &dyn Fn(hintannotator::CopyId) -> bool| {
        let copies = colored.copies.iter_enumerated().filter(|c| wanted(c.0));
        let mut names: Vec<&str> = copies
            .map(|(_, c)| program.funcs[c.func].name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    assert_eq!(names(&|c| recursive[c]), ["down", "other"]);
    // A frame of a portal begins at its merge point.
    assert_eq!(names(&|c| !is_callable(&colored, c)), ["run"]);
}
