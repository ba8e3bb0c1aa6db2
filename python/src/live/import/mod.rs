//! The importer: packages, modules, relative imports, the embedded library.
//!
//! A module name is looked for in this order: `sys.modules`; modules written in Rust; the embedded library (`rpython.*`
//! and the parts of the standard library written in Python; `GENEXT_LIB` names a folder that replaces it during
//! development); then `sys.path`. A user's own module of the same name in the target's directory does not shadow the
//! library, except for names that are not in it.
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::Span;
use rustc_hash::FxHashMap;

use crate::code::Mode;
use crate::live::operations::attr::n;
use crate::live::{ModuleObj, PyErr, PyResult, Space, Value, name_value};

pub(super) mod fallbacks;
mod programs;

include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// State of the importer.
pub struct Importer {
    library: FxHashMap<&'static str, &'static str>,
    natives: FxHashMap<&'static str, crate::live::modules::Init>,
    override_folder: Option<PathBuf>,
    modes: RefCell<FxHashMap<PathBuf, Mode>>,
    /// Packages of the user's that lie inside a library package (RPython's own `rpython/jit/tl`): dotted name, and the
    /// folder that holds the top package.
    overlay: RefCell<Vec<(String, PathBuf)>>,
    /// Warnings for imports of the library that failed.
    pub(in crate::live) failed: RefCell<Vec<Diagnostic>>,
}

impl Importer {
    /// With the embedded library and that of the extensions.
    pub fn new(extensions: &[crate::live::Extension]) -> Importer {
        let more = extensions.iter().flat_map(|e| e.library);
        Importer {
            library: LIBRARY.iter().chain(more).copied().collect(),
            natives: extensions.iter().flat_map(|e| e.modules).copied().collect(),
            override_folder: std::env::var_os("GENEXT_LIB").map(PathBuf::from),
            modes: RefCell::new(FxHashMap::default()),
            overlay: RefCell::new(Vec::new()),
            failed: RefCell::new(Vec::new()),
        }
    }
}

/// The attribute of an exception that holds a help line for its diagnostic.
pub(crate) const HELP: &str = "__help__";

/// Packages of RPython's own tree that hold programs.
const PROGRAMS: [&str; 2] = ["rpython.jit.tl", "rpython.translator.goal"];

/// Packages of RPython's own tree whose modules are taken from the search path where the library has none of that name:
/// what they need of the toolchain itself is not there, and then importing them fails.
const BORROWED: [&str; 2] = ["rpython.tool", "rpython.rlib"];

/// Whether a dotted name is a package or lies inside it.
fn is_inside(name: &str, package: &str) -> bool {
    name.strip_prefix(package)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Whether a module of RPython's tree is program text, not a part of the toolchain.
fn is_program(full: &str) -> bool {
    full.split('.').any(|part| part == "test") || PROGRAMS.iter().any(|p| is_inside(full, p))
}

/// Whether the dotted name of a function or module is of the toolchain's own library, not of the user's program.
pub fn is_library(full: &str) -> bool {
    is_inside(full, "rpython") && !is_program(full)
}

/// Modules of Python's library that genext does not have, and what RPython programs write instead.
const INSTEAD: &[(&str, &str)] = &[
    (
        "dataclasses",
        "write the class out: `def __init__(self, x, y=0):` that sets the attributes, and the methods that are needed",
    ),
    (
        "enum",
        "RPython has no enumerations: write integer constants in a module (`RED = 0`), or prebuilt objects of a class",
    ),
    (
        "asyncio",
        "RPython has no coroutines: write the loop out, with `os.read` and rpython.rlib's files",
    ),
    (
        "argparse",
        "entry points get the command line as a list of strings: loop over `argv`",
    ),
    (
        "logging",
        "write messages with `os.write(2, text)`, or use rpython.rlib.debug.debug_print",
    ),
    (
        "decimal",
        "use floats, or rpython.rlib.rbigint for integers of any size",
    ),
    ("pathlib", "paths are strings in RPython: use os.path"),
];

/// The folder that holds the package tree of a file, and the dotted name of the file's module in it.
fn tree_of(path: &Path) -> (PathBuf, String) {
    // A path from inside the tree (`cd rpython/jit/tl`) does not name the folders above.
    tree_above(path).unwrap_or_else(|| {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        tree_above(&path).unwrap_or_default()
    })
}

/// The same, by the folders that the path names; `None` if the tree is larger.
fn tree_above(path: &Path) -> Option<(PathBuf, String)> {
    let mut top = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let mut dotted = path
        .file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default();
    while top.join("__init__.py").is_file() {
        let name = top.file_name()?.to_string_lossy().into_owned();
        dotted = format!("{name}.{dotted}");
        if !top.pop() {
            return None;
        }
    }
    Some((top, dotted))
}

/// Where a module comes from.
enum Origin {
    Native(fn(&Space, &Rc<ModuleObj>)),
    /// Path inside the library and text.
    Library(String, String),
    File(PathBuf),
    /// A folder without `__init__.py` (Python 3 namespace package).
    Folder(PathBuf),
}

impl Space {
    /// Imports a module by its absolute dotted name and returns it (not its top package).
    pub fn import(&self, name: &str) -> PyResult<Rc<ModuleObj>> {
        let mut parent: Option<Rc<ModuleObj>> = None;
        let mut done = String::new();
        for part in name.split('.') {
            let full = if done.is_empty() {
                part.to_string()
            } else {
                format!("{done}.{part}")
            };
            let module = self.import_one(&full, part, parent.as_ref())?;
            done = full;
            parent = Some(module);
        }
        match parent {
            Some(m) => Ok(m),
            None => Err(self.value_error("Empty module name")),
        }
    }

    fn not_found(&self, full: &str, part: &str) -> PyErr {
        let e = if self.py2() {
            self.exception(
                "ImportError",
                vec![Value::str(&format!("No module named {part}"))],
            )
        } else {
            self.exception(
                "ModuleNotFoundError",
                vec![Value::str(&format!("No module named '{full}'"))],
            )
        };
        e.set("name".into(), Value::str(full));
        if full.starts_with("rpython.") {
            let known: Vec<String> = (self.importer.library.keys())
                .filter_map(|path| Some(path.strip_suffix(".py")?.replace('/', ".")))
                .collect();
            let near = ir::suggest::closest(full, known.iter().map(String::as_str));
            let help = match near {
                Some(name) => format!("did you mean `{name}`?"),
                None => {
                    "genext has no such module; docs/status.md lists those of RPython that it has"
                        .into()
                }
            };
            e.set(HELP.into(), Value::str(&help));
        } else if let Some((_, help)) = INSTEAD.iter().find(|(module, _)| *module == full) {
            e.set(HELP.into(), Value::str(help));
        }
        self.raised(e)
    }

    fn import_one(
        &self,
        full: &str,
        part: &str,
        parent: Option<&Rc<ModuleObj>>,
    ) -> PyResult<Rc<ModuleObj>> {
        match self.modules.get_name(Name::new(full)) {
            Some(Value::Module(m)) => return Ok(m),
            Some(Value::None) => return Err(self.not_found(full, part)),
            // Anything put into sys.modules by hand: shown through a module of the same names.
            Some(other) => {
                let m = self.new_module(full, self.mode(), false);
                for name in self.dir(&other) {
                    if let Some(v) = self.getattr_opt(&other, name)? {
                        m.dict.set_name(name, v);
                    }
                }
                return Ok(m);
            }
            None => {}
        }
        let Some((origin, package)) = self.find_module(full, part, parent)? else {
            return Err(self.not_found(full, part));
        };
        let module = self.load(full, origin, package)?;
        if let Some(p) = parent {
            p.dict
                .set_name(Name::new(part), Value::Module(module.clone()));
        }
        // A module may have replaced itself in sys.modules.
        match self.modules.get_name(Name::new(full)) {
            Some(Value::Module(m)) => Ok(m),
            _ => Ok(module),
        }
    }

    fn find_module(
        &self,
        full: &str,
        part: &str,
        parent: Option<&Rc<ModuleObj>>,
    ) -> PyResult<Option<(Origin, Option<PathBuf>)>> {
        if parent.is_none_or(|p| p.builtin) {
            let extension = self.importer.natives.get(full).copied();
            if let Some(init) = crate::live::modules::native(full).or(extension) {
                return Ok(Some((Origin::Native(init), None)));
            }
            let relative = full.replace('.', "/");
            for (file, is_package) in [
                (format!("{relative}/__init__.py"), true),
                (format!("{relative}.py"), false),
            ] {
                if let Some(text) = self.library_text(&file) {
                    let package = is_package.then(|| PathBuf::from(&relative));
                    return Ok(Some((Origin::Library(file, text), package)));
                }
            }
            if parent.is_some() {
                return Ok(self.find_overlay(full));
            }
        }
        let folders: Vec<PathBuf> = match parent {
            Some(p) => match p.dict.get_name(n().path) {
                Some(path) => self.iterate_vec(&path)?,
                None => {
                    return Ok(None);
                }
            },
            None => self.iterate_vec(&self.sys_path)?,
        }
        .iter()
        .filter_map(|v| v.as_text())
        .map(PathBuf::from)
        .collect();
        let mut namespace = None;
        for folder in folders {
            let base = folder.join(part);
            let init = base.join("__init__.py");
            if init.is_file() {
                return Ok(Some((Origin::File(init), Some(base))));
            }
            let file = folder.join(format!("{part}.py"));
            if file.is_file() {
                return Ok(Some((Origin::File(file), None)));
            }
            if namespace.is_none() && base.is_dir() {
                namespace = Some(base);
            }
        }
        Ok(namespace
            .filter(|_| !self.py2())
            .map(|f| (Origin::Folder(f.clone()), Some(f))))
    }

    /// A module of a user's package inside a library package: the target's own package, and in such a tree also what is
    /// program text rather than toolchain (tests, and RPython's sample interpreters and targets).
    fn find_overlay(&self, full: &str) -> Option<(Origin, Option<PathBuf>)> {
        for (package, top) in self.importer.overlay.borrow().iter() {
            let base = top.join(full.replace('.', "/"));
            if is_inside(full, package) || is_program(full) {
                let init = base.join("__init__.py");
                if init.is_file() {
                    return Some((Origin::File(init), Some(base)));
                }
                let file = base.with_extension("py");
                if file.is_file() {
                    return Some((Origin::File(file), None));
                }
            } else if base.is_dir()
                && (is_inside(package, full)
                    || PROGRAMS.iter().any(|p| is_inside(p, full))
                    || base.join("test").is_dir())
            {
                return Some((Origin::Folder(base.clone()), Some(base)));
            }
        }
        // RPython's own tree on the search path: its programs can be imported from anywhere.
        if !(PROGRAMS.iter().chain(&BORROWED)).any(|p| is_inside(full, p) || is_inside(p, full)) {
            return None;
        }
        let path = self.iterate_vec(&self.sys_path).unwrap_or_default();
        path.iter().filter_map(|v| v.as_text()).find_map(|top| {
            let base = Path::new(&top).join(full.replace('.', "/"));
            let (init, file) = (base.join("__init__.py"), base.with_extension("py"));
            if init.is_file() {
                Some((Origin::File(init), Some(base)))
            } else if file.is_file() {
                Some((Origin::File(file), None))
            } else {
                None
            }
        })
    }

    /// A file of the library.
    fn library_text(&self, file: &str) -> Option<String> {
        if let Some(folder) = &self.importer.override_folder {
            let path = folder.join(file);
            if let Ok(text) = std::fs::read_to_string(path) {
                return Some(text);
            }
        }
        self.importer.library.get(file).map(|t| t.to_string())
    }

    fn load(
        &self,
        full: &str,
        origin: Origin,
        package: Option<PathBuf>,
    ) -> PyResult<Rc<ModuleObj>> {
        let name = Name::new(full);
        match origin {
            Origin::Native(init) => {
                let m = self.new_module(full, Mode::Py3, true);
                self.modules.set_name(name, Value::Module(m.clone()));
                init(self, &m);
                Ok(m)
            }
            Origin::Folder(folder) => {
                // Below a package of the library, submodules are looked for in the library first.
                let top = full.split('.').next().unwrap_or(full);
                let builtin = self
                    .importer
                    .overlay
                    .borrow()
                    .iter()
                    .any(|(p, _)| is_inside(p, top));
                let m = self.new_module(full, self.mode(), builtin);
                m.set(
                    "__path__",
                    Value::list(vec![Value::str(&folder.to_string_lossy())]),
                );
                m.set("__package__", Value::str(full));
                self.modules.set_name(name, Value::Module(m.clone()));
                Ok(m)
            }
            Origin::Library(file, text) => {
                let display = format!("<genext>/{file}");
                let mode = crate::parser::mode::pragma(&text).unwrap_or(Mode::Py3);
                let id = ir::source::add_file(None, &display, &text);
                self.run_module(full, id, mode, &display, package, true)
            }
            Origin::File(path) => {
                let display = path.to_string_lossy().into_owned();
                let id = crate::parser::decode::load_file(&path, &display)
                    .map_err(|d| self.syntax_error(vec![*d]))?;
                let mode = self.mode_of(&path);
                self.run_module(full, id, mode, &display, package, false)
            }
        }
    }

    /// The mode of a source file: that of its source root.
    pub fn mode_of(&self, path: &Path) -> Mode {
        let root = crate::parser::mode::source_root(path);
        if let Some(m) = self.importer.modes.borrow().get(&root) {
            return *m;
        }
        let mode = crate::parser::mode::detect_root(path, self.config.mode);
        self.importer.modes.borrow_mut().insert(root, mode);
        mode
    }

    fn run_module(
        &self,
        full: &str,
        file: ir::source::FileId,
        mode: Mode,
        display: &str,
        package: Option<PathBuf>,
        builtin: bool,
    ) -> PyResult<Rc<ModuleObj>> {
        self.run_module_of(full, file, mode, display, package, builtin, None)
    }

    /// The same; `main_of` is the package that `__main__` belongs to, if it is in one (`-m`).
    fn run_module_of(
        &self,
        full: &str,
        file: ir::source::FileId,
        mode: Mode,
        display: &str,
        package: Option<PathBuf>,
        builtin: bool,
        main_of: Option<&str>,
    ) -> PyResult<Rc<ModuleObj>> {
        let m = self.new_module(full, mode, builtin);
        m.set("__file__", Value::str(display));
        m.set("__builtins__", Value::Dict(self.builtins(mode).clone()));
        let parent = match &package {
            Some(folder) => {
                m.set(
                    "__path__",
                    Value::list(vec![Value::str(&folder.to_string_lossy())]),
                );
                full
            }
            None => main_of.unwrap_or(full.rsplit_once('.').map_or("", |x| x.0)),
        };
        m.set("__package__", Value::str(parent));
        let name = Name::new(full);
        let compiled = match self.explain.get() {
            true => crate::compile::compile_test_module(file, mode),
            false => crate::compile::compile_module(file, mode),
        };
        let code = compiled.map_err(|d| self.syntax_error(d))?;
        self.modules.set_name(name, Value::Module(m.clone()));
        let r = self.run_code(code, m.dict.clone(), Some(m.dict.clone()), Vec::new(), &[]);
        match r {
            Ok(_) => Ok(m),
            Err(e) => {
                self.modules.remove_name(name);
                Err(e)
            }
        }
    }

    /// Runs a file as a module of a name (`__main__`, or the target's).
    pub fn run_path(&self, path: &Path, name: &str) -> PyResult<Rc<ModuleObj>> {
        let display = path.to_string_lossy().into_owned();
        let id = crate::parser::decode::load_file(path, &display).map_err(PyErr::Abort)?;
        let mode = self.mode_of(path);
        self.mode.set(mode);
        self.run_module(name, id, mode, &display, None, false)
    }

    /// Runs a text as a module of a name, shown under another.
    pub(super) fn run_shown_text(
        &self,
        text: &str,
        name: &str,
        display: &str,
    ) -> PyResult<Rc<ModuleObj>> {
        let mode = self.config.mode;
        let mode = mode.unwrap_or_else(|| crate::parser::mode::of_text(text));
        let id = ir::source::add_file(None, display, text);
        self.mode.set(mode);
        self.run_module(name, id, mode, display, None, false)
    }

    /// Finds a module, or the `__main__` of a package, and runs it as `__main__` (`-m`). The name of its file becomes
    /// the first of `sys.argv`.
    pub(super) fn run_found_module(&self, name: &str) -> PyResult<Rc<ModuleObj>> {
        self.mode.set(self.config.mode.unwrap_or(Mode::Py3));
        let mut full = name.to_owned();
        let mut found = self.find_main(&full)?;
        if matches!(&found, Some((_, Some(_)))) {
            full.push_str(".__main__");
            found = self.find_main(&full)?;
        }
        let Some((origin, _)) = found else {
            return Err(self.not_found(&full, &full));
        };
        let (display, text) = match origin {
            Origin::File(path) => {
                let display = path.to_string_lossy().into_owned();
                self.mode.set(self.mode_of(&path));
                (display, None)
            }
            Origin::Library(file, text) => (format!("<genext>/{file}"), Some(text)),
            Origin::Native(_) | Origin::Folder(_) => return Err(self.not_found(&full, &full)),
        };
        if let Value::List(argv) =
            self.getattr(&Value::Module(self.import("sys")?), "argv".into())?
            && let Some(first) = argv.items.borrow_mut().first_mut()
        {
            *first = Value::str(&display);
        }
        let id = match &text {
            Some(text) => ir::source::add_file(None, &display, text),
            None => crate::parser::decode::load_file(Path::new(&display), &display)
                .map_err(PyErr::Abort)?,
        };
        let package = full.rsplit_once('.').map(|x| x.0);
        let mode = self.mode();
        self.run_module_of(
            "__main__",
            id,
            mode,
            &display,
            None,
            text.is_some(),
            package,
        )
    }

    fn find_main(&self, full: &str) -> PyResult<Option<(Origin, Option<PathBuf>)>> {
        match full.rsplit_once('.') {
            Some((package, part)) => {
                let parent = self.import(package)?;
                self.find_module(full, part, Some(&parent))
            }
            None => self.find_module(full, full, None),
        }
    }

    /// Runs a text as a module of a name, for tests and tools.
    pub fn run_text(&self, text: &str, name: &str, mode: Mode) -> PyResult<Rc<ModuleObj>> {
        let display = format!("{name}.py");
        let id = ir::source::add_file(None, &display, text);
        self.mode.set(mode);
        self.run_module(name, id, mode, &display, None, false)
    }

    /// The `import` statement.
    pub fn import_statement(
        &self,
        globals: &Rc<crate::live::DictObj>,
        name: &str,
        fromlist: &Value,
        level: i16,
        span: Span,
    ) -> PyResult {
        let _ = span;
        let package = self.package_of(globals);
        let module = if level > 0 {
            let mut base = package.clone();
            for _ in 1..level {
                base = match base.rsplit_once('.') {
                    Some((p, _)) => p.to_string(),
                    None => String::new(),
                };
            }
            if base.is_empty() {
                return Err(self.error(
                    "ImportError",
                    "attempted relative import with no known parent package",
                ));
            }
            let full = if name.is_empty() {
                base
            } else {
                format!("{base}.{name}")
            };
            let m = self.import(&full)?;
            if fromlist.is_none() {
                return self.top_of(&full).map(Value::Module);
            }
            m
        } else {
            let mut found = None;
            if level < 0 && !package.is_empty() {
                // Python 2: first as a module of the same package.
                let full = format!("{package}.{name}");
                let first = name.split('.').next().unwrap_or(name);
                let sibling = format!("{package}.{first}");
                if self.module_exists(&sibling)? {
                    let m = self.import(&full)?;
                    if fromlist.is_none() {
                        return self.import(&sibling).map(Value::Module);
                    }
                    found = Some(m);
                }
            }
            match found {
                Some(m) => m,
                None => {
                    let m = self.import(name)?;
                    if fromlist.is_none() {
                        return self.top_of(name).map(Value::Module);
                    }
                    m
                }
            }
        };
        // `from package import submodule`
        if let Value::Tuple(names) = fromlist
            && module.dict.has_name(n().path)
        {
            for item in names.iter() {
                let Some(item) = item.as_text() else { continue };
                if item != "*" && !module.dict.has_name(Name::new(&item)) {
                    let full = format!("{}.{item}", module.name.get());
                    if self.module_exists(&full)? {
                        self.import(&full)?;
                    }
                }
            }
        }
        Ok(Value::Module(module))
    }

    fn top_of(&self, full: &str) -> PyResult<Rc<ModuleObj>> {
        self.import(full.split('.').next().unwrap_or(full))
    }

    /// Whether a module could be imported, given that its parent is.
    fn module_exists(&self, full: &str) -> PyResult<bool> {
        if let Some(v) = self.modules.get_name(Name::new(full)) {
            return Ok(!v.is_none());
        }
        let (parent, part) = match full.rsplit_once('.') {
            Some((p, part)) => match self.modules.get_name(Name::new(p)) {
                Some(Value::Module(m)) => (Some(m), part),
                _ => return Ok(false),
            },
            None => (None, full),
        };
        Ok(self.find_module(full, part, parent.as_ref())?.is_some())
    }

    fn package_of(&self, globals: &crate::live::DictObj) -> String {
        if let Some(p) = globals.get_name(n().package)
            && let Some(p) = p.as_text()
        {
            return p;
        }
        let name = globals
            .get_name(n().name)
            .and_then(|v| v.as_text())
            .unwrap_or_default();
        if globals.has_name(n().path) {
            name
        } else {
            name.rsplit_once('.')
                .map_or(String::new(), |x| x.0.to_string())
        }
    }

    /// `from module import name`
    pub fn import_attribute(&self, module: &Value, name: Name) -> PyResult {
        if let Some(v) = self.getattr_opt(module, name)? {
            return Ok(v);
        }
        if let Value::Module(m) = module {
            let full = format!("{}.{name}", m.name.get());
            if let Some(v) = self.modules.get_name(Name::new(&full)) {
                return Ok(v);
            }
            if m.dict.has_name(n().path) && self.module_exists(&full)? {
                return self.import(&full).map(Value::Module);
            }
            let message = if self.py2() {
                format!("cannot import name {name}")
            } else {
                format!(
                    "cannot import name '{name}' from '{}' ({})",
                    m.name.get(),
                    m.file().unwrap_or_else(|| "unknown location".into())
                )
            };
            let e = self.exception("ImportError", vec![Value::str(&message)]);
            let names = self.dir(module);
            let near = ir::suggest::closest(name.as_str(), names.iter().map(|n| n.as_str()));
            if let Some(near) = near {
                e.set(HELP.into(), Value::str(&format!("did you mean `{near}`?")));
            }
            return Err(self.raised(e));
        }
        Err(self.error("ImportError", format!("cannot import name '{name}'")))
    }

    // ---- entry points from outside ----

    /// A module attribute as a name value, for embedding.
    pub fn name(&self, text: &str) -> Value {
        name_value(Name::new(text))
    }
}
