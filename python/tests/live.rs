//! Runs the programs of `tests/live/` in the live space and compares what they print with `NAME.out`, which CPython
//! wrote (`tests/live/bless`: 2.7 for `py2_*.py`, 3.11 for the others).
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use libtest_mimic::{Arguments, Failed, Trial};
use python::live::{Space, SpaceConfig, Stdout, on_big_stack};

fn run(path: &Path) -> Result<(), Failed> {
    let expected = std::fs::read_to_string(path.with_extension("out"))
        .map_err(|e| format!("{}: {e}", path.display()))?;
    let (code, out, err) = on_big_stack(|| {
        let out = Rc::new(RefCell::new(Vec::new()));
        let err = Rc::new(RefCell::new(Vec::new()));
        let space = Space::new(SpaceConfig {
            argv: vec![path.to_string_lossy().into_owned().into_bytes()],
            stdout: Stdout::Capture(out.clone()),
            stderr: Stdout::Capture(err.clone()),
            ..SpaceConfig::default()
        });
        let code = space.run_file(path);
        let text = |b: &Rc<RefCell<Vec<u8>>>| String::from_utf8_lossy(&b.borrow()).into_owned();
        (code, text(&out), text(&err))
    });
    if code == 0 && out == expected {
        return Ok(());
    }
    let at = out
        .lines()
        .zip(expected.lines())
        .position(|(a, b)| a != b)
        .unwrap_or_else(|| out.lines().count().min(expected.lines().count()));
    Err(format!(
        "exit code {code}; first difference in line {}:\n  expected {:?}\n  printed  {:?}\n{err}",
        at + 1,
        expected.lines().nth(at),
        out.lines().nth(at)
    )
    .into())
}

fn main() {
    let args = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/live");
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("tests/live exists")
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "py"))
        .collect();
    paths.sort();
    let trials = paths
        .into_iter()
        .map(|p| {
            let name = p
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            Trial::test(format!("live::{name}"), move || run(&p))
        })
        .collect();
    libtest_mimic::run(&args, trials).exit();
}
