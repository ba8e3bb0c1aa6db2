//! From low-level text to a running executable: transforms, back end, image, stub, collector.
use std::process::Command;
use std::time::Duration;

use genext_tests::toolchain::run_command;
use lowlevel::parse::parse_program;
use transform::{PassOptions, run_pipeline};

/// The longest time that a program may take.
const LIMIT: Duration = Duration::from_secs(300);

/// Builds an executable of a program in text form and runs it.
fn run(name: &str, text: &str, args: &[&str], env: &[(&str, &str)]) -> std::process::Output {
    let mut program = parse_program(text).unwrap_or_else(|e| panic!("{e}"));
    run_pipeline(&mut program, &PassOptions::level(2)).unwrap_or_else(|e| panic!("{e}"));
    let module =
        backend_x86::compile_program(&program, &backend_x86::BackendOptions::default()).unwrap();
    let image = backend_x86::link(&module, backend_x86::abi::IMAGE_BASE).unwrap();
    let executable = genext::executable::make(&image.bytes).unwrap();
    let path = std::env::temp_dir().join(format!("genext-ll-{}-{name}", std::process::id()));
    genext::executable::write(&path, &executable).unwrap();
    let mut command = Command::new(&path);
    command.args(args);
    let output = run_command(command, env, LIMIT).unwrap();
    if std::env::var_os("GENEXT_KEEP").is_none() {
        std::fs::remove_file(&path).unwrap();
    }
    output
}

const COMMON: &str = "\
struct rpy_string gc { hash: Signed, chars: Array(Char) immutable }
struct vtable vtable { min: Signed, max: Signed }
struct object gc { typeptr: Ptr(vtable) immutable }
struct node gc { left: Ptr(node), right: Ptr(node), value: Signed }
known string rpy_string
known object object
known vtable vtable
exception RecursionError @re_vtable @re_instance
exception MemoryError @me_vtable @me_instance
extern gx_os_write(Signed, Ptr(rpy_string)) -> Signed context
extern gx_argc() -> Signed context
object @re_vtable: vtable = {2, 3}
object @re_instance: object = {@re_vtable}
object @me_vtable: vtable = {4, 5}
object @me_instance: object = {@me_vtable}
object @hello: rpy_string = {0, \"hello\\n\"}
";

#[test]
fn writes_and_exits() {
    let text = format!(
        "{COMMON}entry main
graph main() -> Signed
b0():
    v0: Signed = extern_call[gx_os_write](1, @hello)
    v1: Signed = extern_call[gx_argc]()
    v2: Signed = int_add(v0, v1)
    goto return(v2)
"
    );
    let output = run("hello", &text, &["a", "b"], &[]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.stdout, b"hello\n");
    assert_eq!(output.status.code(), Some(6 + 3));
}

/// Builds trees of depth 12 over and over and sums them: the collector must keep what is alive.
const TREES: &str = "
entry main
graph tree(v0: Signed) -> Ptr(node)
b0(v0: Signed):
    v1: Ptr(node) = malloc[node]()
    v2: Void = setfield[node.value](v1, v0)
    v3: Bool = int_eq(v0, 0)
    if v3 then return(v1) else b1(v0, v1)
b1(v4: Signed, v5: Ptr(node)):
    v6: Signed = int_sub(v4, 1)
    v7: Ptr(node) = direct_call[tree](v6)
    v8: Void = setfield[node.left](v5, v7)
    v9: Ptr(node) = direct_call[tree](v6)
    v10: Void = setfield[node.right](v5, v9)
    goto return(v5)
graph sum(v0: Ptr(node)) -> Signed
b0(v0: Ptr(node)):
    v1: Bool = ptr_iszero(v0)
    if v1 then return(0) else b1(v0)
b1(v2: Ptr(node)):
    v3: Ptr(node) = getfield[node.left](v2)
    v4: Signed = direct_call[sum](v3)
    v5: Ptr(node) = getfield[node.right](v2)
    v6: Signed = direct_call[sum](v5)
    v7: Signed = getfield[node.value](v2)
    v8: Signed = int_add(v4, v6)
    v9: Signed = int_add(v8, v7)
    goto return(v9)
graph main() -> Signed
b0():
    v0: Ptr(node) = direct_call[tree](10)
    goto b1(20, 0, v0)
b1(v1: Signed, v2: Signed, v3: Ptr(node)):
    v4: Ptr(node) = direct_call[tree](8)
    v5: Signed = direct_call[sum](v4)
    v6: Signed = int_add(v2, v5)
    v7: Signed = int_sub(v1, 1)
    v8: Bool = int_eq(v7, 0)
    if v8 then b2(v6, v3) else b1(v7, v6, v3)
b2(v9: Signed, v10: Ptr(node)):
    v11: Signed = direct_call[sum](v10)
    v12: Signed = int_add(v9, v11)
    v13: Signed = int_mod(v12, 251)
    goto return(v13)
";

/// What `sum(tree(n))` is.
fn tree_sum(n: i64) -> i64 {
    if n == 0 { 0 } else { n + 2 * tree_sum(n - 1) }
}

#[test]
fn trees_survive_collections() {
    let text = format!("{COMMON}{TREES}");
    let expected = (20 * tree_sum(8) + tree_sum(10)) % 251;
    for gc in ["nursery=64K", "debug", "debug=1"] {
        if gc == "debug=1" && cfg!(debug_assertions) {
            // A full collection at each of 12,000 allocations is for optimised builds of the tests.
            continue;
        }
        let output = run(
            &format!("trees-{}", gc.replace('=', "-")),
            &text,
            &[],
            &[("GENEXT_GC", gc)],
        );
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{gc}");
        assert_eq!(output.status.code(), Some(expected as i32), "{gc}");
    }
}

#[test]
fn endless_recursion_raises() {
    let text = format!(
        "{COMMON}entry main
graph down(v0: Signed) -> Signed
b0(v0: Signed):
    v1: Signed = int_add(v0, 1)
    v2: Signed = direct_call[down](v1)
    v3: Signed = int_mul(v2, 3)
    goto return(v3)
graph main() -> Signed
b0():
    v0: Signed = direct_call[down](0)
    goto return(v0)
"
    );
    let output = run("recursion", &text, &[], &[]);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(
        err.contains("Fatal RPython error"),
        "{err} {:?}",
        output.status
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn damaged_executables_say_so() {
    let text = format!("{COMMON}{TREES}");
    let mut program = parse_program(&text).unwrap();
    run_pipeline(&mut program, &PassOptions::level(0)).unwrap();
    let module =
        backend_x86::compile_program(&program, &backend_x86::BackendOptions::default()).unwrap();
    let image = backend_x86::link(&module, backend_x86::abi::IMAGE_BASE).unwrap();
    let good = genext::executable::make(&image.bytes).unwrap();
    let check = |name: &str, bytes: &[u8], expected: &str| {
        let path = std::env::temp_dir().join(format!("genext-bad-{}-{name}", std::process::id()));
        genext::executable::write(&path, bytes).unwrap();
        let output = run_command(Command::new(&path), &[], LIMIT).unwrap();
        std::fs::remove_file(&path).unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains(expected), "{name}: {err}");
        assert_eq!(output.status.code(), Some(1), "{name}");
    };
    // The end of the file holds symbols; half way into the image pages would be missing.
    check("truncated", &good[..good.len() - 4096], "truncated");
    // A byte of the image's text.
    let place = good
        .windows(8)
        .rposition(|w| w == abi::format::MAGIC)
        .unwrap();
    let mut bad = good.clone();
    bad[place + 8192] ^= 0x40;
    check("changed", &bad, "damaged");
    // Not an image at all.
    assert!(
        genext::executable::make(b"nonsense")
            .unwrap_err()
            .contains("no program image")
    );
    assert!(genext::executable::make(&image.bytes[..image.bytes.len() / 2]).is_err());
}
