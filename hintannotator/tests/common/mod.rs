//! Targets typed as the driver does it.
#![allow(dead_code)]
use std::path::Path;
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::{Annotator, AnnotatorOptions};
use ir::diag::{Diagnostic, render};
use lowlevel::Program;
use python::live::{Space, SpaceConfig, Value};
use rtyper::typer::RTyper;

/// Diagnostics as text.
pub(crate) fn show(list: &[Diagnostic]) -> String {
    list.iter().map(|d| render(d, false) + "\n").collect()
}

/// The typed program of a target, without what its entry cannot reach; or what is wrong with it.
pub(crate) fn typed(target: &Path) -> Result<Program, Vec<Diagnostic>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let space = Rc::new(Space::new(SpaceConfig {
        path: vec![root],
        ..SpaceConfig::default()
    }));
    let module = space.import_target(target).map_err(|d| vec![d])?;
    let module = module.as_module().expect("a module").clone();
    let entry = match module.get("target") {
        Some(t) => match space.call(&t, &[Value::None, Value::list(vec![])]) {
            Ok(r) => r.as_tuple().map_or(r, |t| t[0].clone()),
            Err(_) => panic!("target() raises"),
        },
        None => module.get("entry_point").expect("an entry point"),
    };
    let options = AnnotatorOptions {
        jit: true,
        ..AnnotatorOptions::default()
    };
    let mut ann = Annotator::new(Box::new(LiveFront::new(space)), options);
    let argv = ann.argv();
    ann.run(&entry, &[argv])?;
    let mut typer = RTyper::new(Box::new(ann));
    typer.for_jit = true;
    let mut program = typer.run(true)?;
    let options = transform::PassOptions {
        jit: true,
        ..transform::PassOptions::default()
    };
    transform::prune::run(&mut program, &options).expect("pruning");
    Ok(program)
}
