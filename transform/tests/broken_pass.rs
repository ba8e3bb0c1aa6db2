//! A pass that breaks a program is found by the verifier.
use lowlevel::parse::parse_program;
use lowlevel::verify::Phase::Typed;
use transform::{Pass, PassKind, PassManager, PassOptions};

#[test]
fn the_pass_that_broke_the_program_is_named() {
    let broken = Pass {
        name: "breaker",
        // It says that it changes nothing.
        kind: PassKind::Function(|_, g| {
            let b = g.start;
            if let Some(op) = g.blocks[b].ops.first_mut() {
                op.args.clear();
            }
            false
        }),
        leads_to: None,
    };
    let text = "graph f(v0: Signed) -> Signed\nb0(v0: Signed):\n    v1: Signed = int_neg(v0)\n    goto return(v1)\n";
    let mut program = parse_program(text).unwrap();
    let options = PassOptions {
        verify: true,
        ..PassOptions::default()
    };
    let error = PassManager::with_options(Typed, options)
        .run(&mut program, broken)
        .unwrap_err();
    assert_eq!(error.pass, "breaker");
    assert!(
        error.message.contains("takes 1 arguments, has 0"),
        "{error}"
    );
}
