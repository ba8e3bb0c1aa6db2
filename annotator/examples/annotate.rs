//! `cargo run -p genext-annotator --example annotate -- TARGET.py [NAME]`: annotates a target, prints counts, and the
//! annotated graphs whose name contains NAME.
use std::path::Path;
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::{Annotation, Annotator, AnnotatorOptions};
use python::live::{Space, SpaceConfig, Value, on_big_stack};

fn main() {
    let ok = on_big_stack(|| {
        let mut args = std::env::args().skip(1);
        let Some(path) = args.next() else {
            eprintln!("usage: annotate TARGET.py [NAME]");
            return false;
        };
        let show = args.next();
        let space = Rc::new(Space::new(SpaceConfig::default()));
        match annotate(&space, Path::new(&path), show.as_deref()) {
            Ok(()) => true,
            Err(diags) => {
                for d in diags {
                    eprintln!("{}\n", ir::diag::render(&d, false));
                }
                false
            }
        }
    });
    std::process::exit(i32::from(!ok));
}

fn annotate(
    space: &Rc<Space>,
    path: &Path,
    show: Option<&str>,
) -> Result<(), Vec<ir::diag::Diagnostic>> {
    let module = space.import_target(path).map_err(|d| vec![d])?;
    let get = |name: &str| module.as_module().and_then(|m| m.get(name));
    let entry = match (get("entry_point"), get("target")) {
        (Some(f), _) => f,
        (None, Some(target)) => {
            let r = space
                .call(&target, &[Value::None, Value::list(vec![])])
                .map_err(|e| vec![space.diagnostic(e)])?;
            r.as_tuple().map_or(r.clone(), |t| t[0].clone())
        }
        (None, None) => Value::None,
    };
    let mut a = Annotator::new(
        Box::new(LiveFront::new(space.clone())),
        AnnotatorOptions::default(),
    );
    // A line `# entry: f(int, str)` names another entry point.
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let header = text.lines().find_map(|l| l.strip_prefix("# entry: "));
    let (entry, args) = match header.and_then(|h| h.trim().trim_end_matches(')').split_once('(')) {
        Some((name, params)) => {
            let args: Vec<Annotation> = params
                .split(',')
                .map(str::trim)
                .filter(|p| !p.is_empty())
                .map(|p| parameter(&mut a, p))
                .collect();
            (get(name).unwrap_or(Value::None), args)
        }
        None => (entry, vec![a.argv()]),
    };
    let start = std::time::Instant::now();
    a.run(&entry, &args)?;
    println!(
        "{} graphs, {:?}, {:?}",
        a.program.graphs.len(),
        a.stats,
        start.elapsed()
    );
    let again = std::time::Instant::now();
    let rules: u64 = (0..20).map(|_| a.reflow()).sum();
    let seconds = again.elapsed().as_secs_f64();
    println!(
        "{rules} rules again in {seconds:.3} s: {:.2} million a second",
        rules as f64 / seconds / 1e6
    );
    println!("fixed point: {}", a.check_fixed_point().is_empty());
    if let Some(name) = show {
        for g in a.program.graphs.indices() {
            if a.program.graphs[g].graph().name.contains(name) {
                println!("{}", annotator::show_graph::annotated(&a.program, g));
            }
        }
    }
    Ok(())
}

fn parameter(a: &mut Annotator, text: &str) -> Annotation {
    if let Some(inner) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        let item = parameter(a, inner);
        return a.fresh_list(item);
    }
    match text {
        "nonneg" => Annotation::nonneg(),
        "float" => Annotation::float(),
        "bool" => Annotation::bool(),
        "char" => Annotation::char(),
        "str" => Annotation::str(),
        "unicode" => Annotation::unicode(),
        "argv" => a.argv(),
        _ => Annotation::int(),
    }
}
