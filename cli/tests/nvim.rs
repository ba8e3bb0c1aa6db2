//! `genext lsp` as Neovim drives it, with the snippet of `docs/editor.md`: see `tests/editor/nvim.lua`. Where Neovim is
//! not installed the test says so and does nothing.
use std::path::Path;
use std::process::Command;

#[test]
fn neovim_works_with_the_snippet_of_the_docs() {
    let version = Command::new("nvim").arg("--version").output();
    if !version.is_ok_and(|v| v.status.success()) {
        eprintln!("skipped: nvim is not installed");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = std::env::temp_dir().join(format!("genext-nvim-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = Path::new(env!("CARGO_BIN_EXE_genext"));
    let bin = program.parent().expect("its folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let script = root.join("tests/editor/nvim.lua");
    let out = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-c"])
        .arg(format!("luafile {}", script.display()))
        .env("PATH", format!("{}:{path}", bin.display()))
        .env("EDITOR_TEST_FOLDER", &folder)
        .env("EDITOR_TEST_DOCS", root.join("docs/editor.md"))
        .env("XDG_STATE_HOME", &folder)
        .env("XDG_CACHE_HOME", &folder)
        .output()
        .expect("nvim runs");
    let text = String::from_utf8_lossy(&out.stderr);
    let _ = std::fs::remove_dir_all(&folder);
    assert!(
        out.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&out.stdout)
    );
    assert!(text.contains("ok"), "{text}");
}
