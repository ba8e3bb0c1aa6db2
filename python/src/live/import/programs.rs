//! Programs: scripts, and targets of translation with their entry points.
use super::tree_of;
use crate::code::Mode;
use crate::live::{ModuleObj, PyErr, PyResult, Space, Value};
use ir::diag::Diagnostic;
use ir::name::Name;
use ir::source::Span;
use std::path::{Path, PathBuf};
use std::rc::Rc;

impl Space {
    /// Imports the target of a translation. Its folder is put in front of `sys.path`; the module's name is the file's
    /// stem. If the file lies inside a package tree, the tree's parent is on the path, too, and the module gets its
    /// dotted name, but for a file in Python 2.7 without relative imports: `translate.py` runs it as a module of its
    /// own, so that `import sibling` finds `sibling` and not `package.sibling`, of which there would be two then.
    // The diagnostic goes to the user once; its size does not matter.
    pub fn import_target(&self, path: &Path) -> Result<Value, Diagnostic> {
        self.restart_limits();
        let path = self.checked_path(path)?;
        let module = match self.stands_alone(&path) {
            true => self.import_alone(&path),
            false => self.import_file(&path),
        };
        let module = module.map_err(|e| self.diagnostic(e))?;
        self.flush();
        Ok(Value::Module(module))
    }
    /// Whether a target inside a package of the user's is run as a module of its own.
    fn stands_alone(&self, path: &Path) -> bool {
        let (top, dotted) = tree_of(path);
        let Some((package, _)) = dotted.rsplit_once('.') else {
            return false;
        };
        let relative = |text: String| {
            let mut lines = text.lines().map(str::trim_start);
            lines.any(|l| {
                l.strip_prefix("from")
                    .is_some_and(|rest| rest.trim_start().starts_with('.'))
            })
        };
        self.mode_of(path) == Mode::Py2
            && !self.overlay_tree(package, &top)
            && !std::fs::read_to_string(path).is_ok_and(relative)
    }
    /// Runs a file of a package as a module of its own.
    fn import_alone(&self, path: &Path) -> PyResult<Rc<ModuleObj>> {
        let (top, dotted) = tree_of(path);
        self.prepend_path(&top);
        self.prepend_path(&path.parent().map(Path::to_path_buf).unwrap_or_default());
        self.mode.set(Mode::Py2);
        let name = dotted.rsplit('.').next().unwrap_or(&dotted);
        self.run_path(path, name)
    }
    /// The same for a text from elsewhere: standard input.
    ///
    /// # Errors
    /// What happened while it was imported.
    pub fn import_target_text(&self, text: &str) -> Result<Value, Diagnostic> {
        self.restart_limits();
        self.prepend_path(Path::new("."));
        let module = self
            .run_shown_text(text, "stdin", "<stdin>")
            .map_err(|e| self.diagnostic(e))?;
        self.flush();
        Ok(Value::Module(module))
    }
    /// Runs a text as `__main__`; the exit code. `display` is the name of the text in tracebacks.
    pub fn run_main_text(&self, text: &str, display: &str) -> i32 {
        self.prepend_path(Path::new("."));
        self.restart_limits();
        match self.run_shown_text(text, "__main__", display) {
            Ok(module) => self.after_main(&module, text, "stdin"),
            Err(e) => self.finish(Err(e)),
        }
    }
    /// Runs a module, or the `__main__` of a package, as `__main__` (`genext py -m`); the exit code.
    pub fn run_main_module(&self, name: &str) -> i32 {
        self.prepend_path(Path::new("."));
        self.restart_limits();
        let r = self.run_found_module(name);
        self.finish(r.map(|_| ()))
    }
    /// Reads and runs statements until the end of standard input; the exit code. Prompts are shown.
    pub fn run_interactively(&self) -> i32 {
        self.prepend_path(Path::new("."));
        self.restart_limits();
        let mode = self.config.mode.unwrap_or(Mode::Py3);
        self.mode.set(mode);
        let run = || {
            let m = self.import("_genext_repl")?;
            let main = self.getattr(&Value::Module(m), "main".into())?;
            let names = self.new_module("__main__", mode, false);
            names.set("__builtins__", Value::Dict(self.builtins(mode).clone()));
            let names = Value::Module(names);
            self.modules.set_name(Name::new("__main__"), names.clone());
            self.call(&main, &[names, Value::Bool(mode == Mode::Py2)])
                .map(|_| ())
        };
        self.finish(run())
    }
    /// Runs a file as the module it is: in a package under its dotted name, else under its own.
    pub fn import_file(&self, path: &Path) -> PyResult<Rc<ModuleObj>> {
        let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
        let (top, dotted) = tree_of(path);
        self.prepend_path(&folder);
        self.prepend_path(&top);
        self.mode.set(self.mode_of(path));
        if let Some((package, _)) = dotted.rsplit_once('.') {
            self.overlay_tree(package, &top);
            self.import(package)?;
        }
        self.run_path(path, &dotted)
    }
    /// Notes that a user's package lies inside a library package; false if it does not.
    fn overlay_tree(&self, package: &str, top: &Path) -> bool {
        let first = package.split('.').next().unwrap_or(package);
        let inside =
            package != first && self.library_text(&format!("{first}/__init__.py")).is_some();
        if inside {
            self.add_overlay(package, top);
        }
        inside
    }
    /// Lets a user's package that lies inside a library package be imported: its dotted name and the folder that holds
    /// the top package (`rpython.annotator.test`, `/path/to/sdist`).
    pub fn add_overlay(&self, package: &str, top: &Path) {
        let entry = (package.to_string(), top.to_path_buf());
        let mut overlay = self.importer.overlay.borrow_mut();
        if !overlay.contains(&entry) {
            overlay.push(entry);
        }
    }
    fn checked_path(&self, path: &Path) -> Result<PathBuf, Diagnostic> {
        let fail = |why: String| {
            Diagnostic::error(
                "E0119",
                Span::NONE,
                format!("cannot read {}: {why}", path.display()),
            )
        };
        let with_extension = path.with_extension("py");
        // `genext run target` is `genext run target.py`, as with RPython's own command.
        let path = if path.extension().is_none() && !path.is_file() && with_extension.is_file() {
            &with_extension
        } else {
            path
        };
        let meta =
            std::fs::metadata(path).map_err(|e| fail(crate::live::modules::os::io_text(&e)))?;
        if meta.is_dir() {
            return Err(fail("it is a directory".into()));
        }
        Ok(path.to_path_buf())
    }
    fn prepend_path(&self, folder: &Path) {
        let v = Value::str(&folder.to_string_lossy());
        if let Value::List(l) = &self.sys_path {
            let mut items = l.items.borrow_mut();
            if !items.iter().any(|x| x.same_text(&v)) {
                items.insert(0, v);
            }
        }
    }
    /// Runs a file as `__main__` (`genext py`); the exit code. Uncaught exceptions are printed as CPython does.
    pub fn run_file(&self, path: &Path) -> i32 {
        let folder = match path.parent() {
            Some(p) if p.as_os_str().is_empty() => PathBuf::from("."),
            Some(p) => p.to_path_buf(),
            None => PathBuf::from("."),
        };
        let meta = std::fs::metadata(path);
        match meta {
            Err(e) => {
                self.write_err(&format!(
                    "genext: can't open file '{}': {}\n",
                    path.display(),
                    crate::live::modules::os::io_text(&e)
                ));
                return 2;
            }
            Ok(m) if m.is_dir() => {
                self.write_err(&format!(
                    "genext: can't open file '{}': it is a directory\n",
                    path.display()
                ));
                return 2;
            }
            Ok(_) => {}
        }
        // A program of RPython's own tree imports what lies beside it.
        let (top, dotted) = tree_of(path);
        if let Some((package, _)) = dotted.rsplit_once('.')
            && self.overlay_tree(package, &top)
        {
            self.prepend_path(&top);
        }
        self.prepend_path(&folder);
        self.mode.set(self.mode_of(path));
        self.restart_limits();
        let r = self.run_path(path, "__main__");
        let module = match r {
            Ok(m) => m,
            Err(e) => return self.finish(Err(e)),
        };
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        self.after_main(&module, &text, &stem)
    }
    /// A translation target without a main block of its own: its entry point is what the user means.
    fn after_main(&self, module: &Rc<ModuleObj>, text: &str, name: &str) -> i32 {
        if !text.contains("__main__")
            && (module.get("target").is_some() || module.get("entry_point").is_some())
        {
            match self.entry_point(module, name) {
                Ok(Some(f)) if self.callable(&f) => {
                    let argv = self.config.argv.iter().map(|a| Value::bytes(a)).collect();
                    return self.run_entry(&f, Value::list(argv));
                }
                Ok(_) => {}
                Err(e) => return self.finish(Err(e)),
            }
        }
        self.finish(Ok(()))
    }
    /// Loads a translation target from its module: an object with `entry`, `types` and more (see `genext_target.py`).
    /// `name` is the executable's, for `driver.exe_name`.
    pub fn load_target(
        &self,
        module: &Value,
        name: &str,
        args: &[String],
        jit: bool,
    ) -> PyResult<Value> {
        let load = self.target_protocol("load")?;
        self.restart_limits();
        let args = args.iter().map(|a| Value::str(a)).collect();
        let args = [
            module.clone(),
            Value::str(name),
            Value::list(args),
            Value::Bool(jit),
        ];
        self.call(&load, &args)
    }
    /// Which functions a JIT looks into, if the target has a `jitpolicy`: asks it about a function.
    pub fn jit_policy(
        &self,
        module: &Value,
        loaded: &Value,
    ) -> PyResult<Option<impl Fn(&Value) -> PyResult<bool>>> {
        let make = self.target_protocol("policy")?;
        self.restart_limits();
        let policy = self.call(&make, &[module.clone(), loaded.clone()])?;
        let ask = self.target_protocol("looks_inside")?;
        let wanted = !policy.is_none();
        Ok(wanted.then_some(move |f: &Value| {
            self.is_true(&self.call(&ask, &[policy.clone(), f.clone()])?)
        }))
    }
    fn target_protocol(&self, name: &str) -> PyResult {
        let protocol = Value::Module(self.import("genext_target")?);
        self.getattr(&protocol, Name::new(name))
    }
    /// What a file that is run untranslated starts with, if it is a target.
    fn entry_point(&self, module: &Rc<ModuleObj>, name: &str) -> PyResult<Option<Value>> {
        if module.get("target").is_none() {
            return Ok(module.get("entry_point"));
        }
        let loaded = self.load_target(&Value::Module(module.clone()), name, &[], false)?;
        match self.getattr(&loaded, "types".into())? {
            Value::None => Ok(Some(self.getattr(&loaded, "entry".into())?)),
            // A function with types: the program around it.
            _ => Ok(Some(self.getattr(&loaded, "program".into())?)),
        }
    }
    /// Calls a function as a program's entry point and gives the exit code.
    pub fn run_entry(&self, f: &Value, argv: Value) -> i32 {
        // A translated program is limited by its stack alone.
        self.recursion_limit
            .set(self.recursion_limit.get().max(1_000_000));
        match self.call(f, &[argv]) {
            Ok(v) => {
                self.flush();
                match v.as_int() {
                    Some(i) => i as i32,
                    None => 0,
                }
            }
            Err(e) => self.finish(Err(e)),
        }
    }
    /// The exit code of a finished program, after reporting its error.
    pub fn finish(&self, r: PyResult<()>) -> i32 {
        let code = match r {
            Ok(()) => 0,
            Err(PyErr::Abort(d)) => {
                self.flush();
                self.write_err(&ir::diag::render(&d, false));
                self.write_err("\n");
                1
            }
            Err(PyErr::Raise(exc)) => {
                if exc
                    .class()
                    .is_subclass(crate::live::types().exc("SystemExit"))
                {
                    self.flush();
                    let code = exc
                        .get("code".into())
                        .or_else(|| crate::live::modules::sys::exit_code(&exc));
                    match code {
                        None | Some(Value::None) => 0,
                        Some(v) => match v.as_int() {
                            Some(i) => i as i32,
                            None => {
                                let text = self.str_text(&v);
                                self.write_err(&format!("{text}\n"));
                                1
                            }
                        },
                    }
                } else if exc.class().is_subclass(crate::live::types().exc("OSError"))
                    && exc.get("errno".into()).and_then(|n| n.as_int())
                        == Some(i64::from(libc::EPIPE))
                {
                    // As translated: whoever read the output has seen enough (`program | head`).
                    128 + libc::SIGPIPE
                } else {
                    self.flush();
                    let text = match exc.get("__diagnostic__".into()) {
                        Some(Value::Native(d)) => {
                            match d
                                .as_any()
                                .downcast_ref::<crate::live::operations::exc::SyntaxDiagnostic>()
                            {
                                Some(d) => format!("{}\n", ir::diag::render(&d.0, false)),
                                None => self.format_exception(&exc),
                            }
                        }
                        _ => self.format_exception(&exc),
                    };
                    self.write_err(&text);
                    1
                }
            }
        };
        self.flush();
        code
    }
    /// Writes to standard error.
    pub fn write_err(&self, text: &str) {
        if let Some(f) = self
            .stderr
            .as_native::<crate::live::modules::file::FileObj>()
        {
            let _ = f.write(text.as_bytes());
            let _ = f.flush();
        }
    }
}
