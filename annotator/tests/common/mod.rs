//! What file tests of annotated programs say at their beginning, and how they are annotated.
//!
//! ```text
//! # entry: f(int, str)            the entry point and the types of its arguments (see `parameter`)
//! # show: f g                     which functions to show (default: all of the file)
//! #| expected output              written with GENEXT_BLESS=1
//! ```
use std::path::Path;
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::{Annotation, Annotator, AnnotatorOptions, IntKind};
use ir::diag::Diagnostic;
use ir::lltype::LLType;
use python::live::{ModuleObj, Space, SpaceConfig, Value};

/// What lines of the expected output start with.
const MARK: &str = "#| ";

/// A file of a test, imported and ready to be annotated.
pub(crate) struct Prepared {
    pub module: Rc<ModuleObj>,
    pub entry: Value,
    /// What it is annotated with.
    pub annotator: Annotator,
    /// The annotations of the entry's arguments.
    pub args: Vec<Annotation>,
}

impl Prepared {
    /// Imports the program at `path`, whose text is `source`.
    pub(crate) fn new(
        space: &Rc<Space>,
        path: &Path,
        source: &str,
        options: AnnotatorOptions,
    ) -> Result<Prepared, String> {
        let module = space
            .import_target(path)
            .map_err(|d| ir::diag::render(&d, false))?;
        let module = module.as_module().expect("a module").clone();
        let directives = filetest::directives(source, "entry");
        let line = directives.first().ok_or("no `# entry:` line")?;
        let (name, params) = line.split_once('(').ok_or("`# entry: f(..)`")?;
        let entry = module.get(name).ok_or("the entry point is not there")?;
        let mut annotator = Annotator::new(Box::new(LiveFront::new(space.clone())), options);
        let args = params
            .trim_end_matches(')')
            .split(',')
            .map(str::trim)
            .filter(|s| !s.is_empty())
            .map(|p| parameter(&mut annotator, p))
            .collect();
        Ok(Prepared {
            module,
            entry,
            annotator,
            args,
        })
    }
}

/// A space in which programs find the library.
pub(crate) fn space() -> Rc<Space> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Rc::new(Space::new(SpaceConfig {
        path: vec![root],
        ..SpaceConfig::default()
    }))
}

/// Whether the function with this full name is to be shown.
pub(crate) fn is_shown(module: &ModuleObj, source: &str, name: &str) -> bool {
    let local = name.strip_prefix(&format!("{}.", module.name.get()));
    match (filetest::directives(source, "show").first(), local) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(list), Some(local)) => list.split_whitespace().any(|w| w == local),
    }
}

/// The text of a test without its expected output.
pub(crate) fn source(path: &Path) -> Result<String, String> {
    let text = filetest::read(path)?;
    let lines = text.lines().filter(|l| !l.starts_with(MARK.trim_end()));
    Ok(lines.fold(String::new(), |s, l| s + l + "\n"))
}

/// Compares the expected output of a test with `output`.
pub(crate) fn expect(path: &Path, source: &str, output: &str) -> Result<(), String> {
    let mut text = source.trim_end().to_string() + "\n\n";
    for line in output.trim_end().lines() {
        text.push_str(format!("{MARK}{line}").trim_end());
        text.push('\n');
    }
    filetest::whole(path, &text)
}

/// Diagnostics as users see them, without the folder that the tests happen to be in.
pub(crate) fn render<'d>(path: &Path, list: impl IntoIterator<Item = &'d Diagnostic>) -> String {
    let path = path.display().to_string();
    let show = |d| ir::diag::render(d, false).replace(&path, "FILE") + "\n\n";
    list.into_iter().map(show).collect()
}

/// The annotation that a header names: `[..]` is a list; other texts are constants.
fn parameter(a: &mut Annotator, text: &str) -> Annotation {
    if let Some(inner) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        let item = parameter(a, inner);
        return a.fresh_list(item);
    }
    let integer = |&(bits, signed): &(u8, bool)| IntKind { bits, signed }.rpython_name() == text;
    if let Some(&(bits, signed)) = INTEGERS.iter().find(|k| integer(k)) {
        return Annotation::int_kind(IntKind { bits, signed }, false);
    }
    match text {
        "nonneg" => Annotation::nonneg(),
        "float" => Annotation::float(),
        "r_singlefloat" => Annotation::from_lltype(LLType::SingleFloat),
        "bool" => Annotation::bool(),
        "char" => Annotation::char(),
        "unichar" => Annotation::from_lltype(LLType::UniChar),
        "str" => Annotation::str(),
        "unicode" => Annotation::unicode(),
        "argv" => a.argv(),
        other => a.constant(&Value::str(other)),
    }
}

/// Width and sign of the integers that a header can name.
const INTEGERS: [(u8, bool); 9] = [
    (8, true),
    (8, false),
    (16, true),
    (16, false),
    (32, true),
    (32, false),
    (64, true),
    (64, false),
    (128, true),
];
