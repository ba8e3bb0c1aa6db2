//! Each rule of the verifier, with a graph that breaks it and nothing else.
use lowlevel::parse::parse_program;
use lowlevel::verify::{Phase, verify_program};

const TYPES: &str = "\
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct P gc { super: object, x: Signed, f: Float }
struct Q gc { y: Signed }
struct item { k: Signed }
known object object
known vtable vtable
object @vt: vtable = {1, 3}
object @q: Q = {5}
exception KeyError @vt @exc
object @exc: object = {@vt}
extern sqr(Float) -> Float
graph g(v0: Signed) -> Signed
b0(v0: Signed):
    goto return(v0)
graph h(v0: Float) -> Signed
b0(v0: Float):
    goto return(0)
";

/// A rule: the phase, the parameters and result of a graph, its first block, and what the verifier says.
type Rule = (Phase, &'static str, &'static str, &'static str);

use Phase::{Exceptions, Gc, Typed};

const RULES: &[Rule] = &[
    // The graph model.
    (
        Typed,
        "v0: Signed",
        "    goto b1()\nb1():\n    v1: Signed = int_neg(v0)\n    goto return(v1)",
        "v0 is used outside its block b0",
    ),
    (
        Typed,
        "v0: Signed",
        "    goto b1(v0, v0)\nb1(v1: Signed):\n    goto return(v1)",
        "passes 2 arguments to b1, which takes 1",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Signed = int_neg(v0, v0)\n    goto return(v1)",
        "takes 1 arguments, has 2",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Signed = int_neg(v0)\n    try { normal => return(v1), @vt(v2: Ptr(vtable), v3: Ptr(object)) => return(0) }",
        "the last operation cannot raise",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Signed = int_neg(v0)\n    unreachable",
        "has no exit",
    ),
    (
        Typed,
        "v0: Signed",
        "    switch v0 { 1 => return(v0), 1 => return(2), default => return(3) }",
        "repeats a case",
    ),
    // Types of operations without immediates.
    (
        Typed,
        "v0: Float",
        "    v1: Signed = int_neg(v0)\n    goto return(v1)",
        "argument 0 is Float, should be `S`",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Float = int_neg(v0)\n    goto return(0)",
        "result is Float, should be `S`",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Bool = ptr_nonzero(v0)\n    goto return(0)",
        "argument 0 is Signed, should be `P`",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Float = same_as(v0)\n    goto return(0)",
        "result is Float, should be `T`",
    ),
    // Containers.
    (
        Typed,
        "v0: Ptr(P)",
        "    v1: Signed = getfield[Q.y](v0)\n    goto return(v1)",
        "argument 0 is Ptr(P), should be Ptr(Q)",
    ),
    (
        Typed,
        "v0: Ptr(P)",
        "    v1: Float = getfield[P.x](v0)\n    goto return(0)",
        "result is Float, should be Signed",
    ),
    (
        Typed,
        "v0: Ptr(P)",
        "    v1: Void = setfield[P.x](v0, 1.5)\n    goto return(0)",
        "argument 1 is Float, should be Signed",
    ),
    (
        Typed,
        "v0: Ptr(P)",
        "    v1: Ptr(object) = getfield[P.super](v0)\n    goto return(0)",
        "has no value field 0",
    ),
    (
        Typed,
        "v0: Ptr(P)",
        "    v1: Signed = getarraysize[P](v0)\n    goto return(v1)",
        "has no length",
    ),
    (
        Typed,
        "v0: Ptr(GcArray(item))",
        "    v1: Signed = getarrayitem[GcArray(item)](v0, 0)\n    goto return(v1)",
        "has no items that are values",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Ptr(GcArray(Signed)) = malloc[GcArray(Signed)]()\n    goto return(0)",
        "is no fixed-size structure",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Ptr(P) = mallocvar[P](v0)\n    goto return(0)",
        "is not variable-sized",
    ),
    (
        Typed,
        "v0: Ptr(P)",
        "    v1: Void = free[P](v0)\n    goto return(0)",
        "is managed",
    ),
    // Calls.
    (
        Typed,
        "v0: Signed",
        "    v1: Signed = direct_call[g](v0, v0)\n    goto return(v1)",
        "takes 1 arguments, has 2",
    ),
    (
        Typed,
        "v0: Float",
        "    v1: Signed = direct_call[g](v0)\n    goto return(v1)",
        "argument 0 is Float, should be Signed",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Float = direct_call[g](v0)\n    goto return(0)",
        "result is Float, should be Signed",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Float = extern_call[sqr](v0)\n    goto return(0)",
        "argument 0 is Signed, should be Float",
    ),
    (
        Typed,
        "v0: Ptr(Func((Signed) -> Signed))",
        "    v1: Signed = indirect_call[Func((Signed) -> Signed) | g, h](v0, 1)\n    goto return(v1)",
        "candidate h has another type",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Signed = indirect_call[Func((Signed) -> Signed)](v0, 1)\n    goto return(v1)",
        "argument 0 is Signed, should be",
    ),
    // Constants.
    (
        Typed,
        "v0: Signed",
        "    v1: Ptr(Func((Signed) -> Signed)) = same_as(cast(&h, Ptr(Func((Signed) -> Signed))))\n    goto return(0)",
        "is no Ptr(Func",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Ptr(P) = same_as(cast(@q, Ptr(P)))\n    goto return(0)",
        "is no Ptr(P)",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Ptr(GcArray(Signed)) = same_as(cast(@q, Ptr(GcArray(Signed))))\n    goto return(0)",
        "is no Ptr(GcArray(Signed))",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Char = same_as(cast(300, Char))\n    goto return(0)",
        "is no Char",
    ),
    // Links and switches.
    (Typed, "v0: Float", "    goto return(v0)", "passes Float to"),
    (
        Typed,
        "v0: Signed",
        "    if v0 then return(1) else return(2)",
        "switches on Signed as on Bool",
    ),
    (
        Typed,
        "v0: Signed",
        "    switch v0 { 'a' => return(1), default => return(2) }",
        "case of type Char in a switch on Signed",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Signed = direct_call[g](v0)\n    try { normal => return(v1), @q(v2: Ptr(vtable), v3: Ptr(object)) => return(0) }",
        "which is no vtable",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Signed = direct_call[g](v0)\n    try { normal => return(v1), @vt(v2: Ptr(vtable), v3: Ptr(object)) => return(v1) }",
        "the result does not exist where the operation raised",
    ),
    // Phases.
    (
        Typed,
        "v0: Signed",
        "    v1: Bool = exc_occurred()\n    goto return(0)",
        "does not exist before the exception transform",
    ),
    (
        Exceptions,
        "v0: Ptr(P)",
        "    v1: Void = gc_spill[0](v0)\n    goto return(0)",
        "does not exist before the GC transform",
    ),
    (
        Exceptions,
        "v0: Signed",
        "    v1: Signed = direct_call[g](v0)\n    try { normal => return(v1), @vt(v2: Ptr(vtable), v3: Ptr(object)) => return(0) }",
        "exception switches end with the exception transform",
    ),
    (
        Exceptions,
        "v0: Signed",
        "    v1: Signed = int_add_ovf(v0, 1)\n    goto return(v1)",
        "must be followed by ovf_occurred",
    ),
    (
        Gc,
        "v0: Signed",
        "    v1: Void = gc_spill[0](v0)\n    goto return(0)",
        "spills something that is no reference",
    ),
    (
        Gc,
        "v0: Signed",
        "    v1: Signed = gc_reload[0]()\n    goto return(v1)",
        "reloads something that is no reference",
    ),
    // Checks of claims.
    (
        Typed,
        "v0: Float",
        "    v1: Void = check[int_ge | \"c\"](v0, 0, true)\n    goto return(0)",
        "argument 0 is Float, should be `S`",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Void = check[int_ge | \"c\"](v0, 0, 1)\n    goto return(0)",
        "result is Signed, should be `B`",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Void = check[direct_call[g] | \"c\"](v0, 0)\n    goto return(0)",
        "direct_call cannot be executed twice",
    ),
    (
        Typed,
        "v0: Ptr(Q)",
        "    v1: Void = check[class | \"c\"](v0, 1, 2)\n    goto return(0)",
        "argument 0 is no instance",
    ),
    (
        Typed,
        "v0: Signed",
        "    v1: Void = check[member | \"c\"](v0, 'a')\n    goto return(0)",
        "the candidates have the type of the value",
    ),
    (
        Gc,
        "v0: Signed",
        "    v1: Void = check[never | \"c\"]()\n    goto return(0)",
        "is expanded before the GC transform",
    ),
];

#[test]
fn each_rule_finds_its_fault() {
    assert_eq!(
        verify_program(&parse_program(TYPES).unwrap(), Typed),
        Ok(())
    );
    for (phase, params, body, part) in RULES {
        let text = format!("{TYPES}graph broken({params}) -> Signed\nb0({params}):\n{body}\n");
        let program = parse_program(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let report = verify_program(&program, *phase).expect_err(part);
        assert!(report.contains(part), "{part}\n{report}");
        let mut errors = report.lines().filter(|l| l.trim_start().starts_with('^'));
        assert!(
            errors.all(|l| l.contains(part)),
            "only one rule is broken: {part}\n{report}"
        );
    }
}
