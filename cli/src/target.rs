//! What a target file says: its entry point, the types of its arguments, and which functions a JIT traces into.
//!
//! ```text
//! def target(driver, args): return entry_point                  a program: entry_point(argv) -> exit code
//! def target(driver, args): return function, [int, str]         a function: its program takes them from the
//!                                                               command line, prints the result
//! def target(driver, args, config): ...                         with the configuration that handle_config() saw
//! def jitpolicy(driver): return JitPolicy()                     look_inside_function(f): False is like
//!                                                               @dont_look_inside
//! ```
//! The functions of the target are called in the order of RPython's `translate.py`; that protocol is Python text
//! (`genext_target.py`).
use std::path::Path;
use std::rc::Rc;

use annotator::engine::Annotator;
use annotator::{Annotation, AnnotationKind};
use ir::diag::Diagnostic;
use ir::source::Span;
use python::live::{FunctionObj, PyResult, Space, Value};

/// A target after its file was executed: the entry point and the types of its arguments.
pub struct Target {
    /// What translation starts with.
    pub entry: Value,
    /// The types of its arguments, if it is not a program: `None` for a program, which gets the command line.
    pub types: Option<Vec<Value>>,
    /// Names of specialisations that the policy of annotation defines which the target returns.
    pub own_specializations: Vec<String>,
    /// About the target itself.
    pub warnings: Vec<Diagnostic>,
    module: Value,
    /// The protocol's own object; none if the file only defines `entry_point`.
    loaded: Option<Value>,
}

/// Loads the target from its imported module.
///
/// # Errors
/// If there is no entry point, or a function of the target fails.
pub fn load(
    space: &Space,
    module: &Value,
    path: &Path,
    args: &[String],
    jit: bool,
) -> Result<Target, Diagnostic> {
    let Value::Module(m) = module else {
        return Err(Diagnostic::internal(
            Span::NONE,
            "the imported target is no module",
        ));
    };
    let mut target = Target {
        entry: Value::None,
        types: None,
        own_specializations: Vec::new(),
        warnings: Vec::new(),
        module: module.clone(),
        loaded: None,
    };
    let Some(function) = m.get("target") else {
        target.entry = match m.get("entry_point") {
            Some(f @ (Value::Function(_) | Value::Method(_))) => f,
            Some(_) => {
                return Err(Diagnostic::error(
                    "E0115",
                    Span::NONE,
                    "`entry_point` is not a function",
                ));
            }
            None => {
                return Err(Diagnostic::error(
                    "E0114",
                    Span::NONE,
                    format!("`{}` defines neither `target` nor `entry_point`", path.display()),
                )
                .help("define `def target(driver, args): return entry_point`, or a function `entry_point(argv)` that returns an integer"));
            }
        };
        return Ok(target);
    };
    if let Value::Function(f) = &function
        && !takes(f, 2)
        && !takes(f, 3)
    {
        return Err(
            Diagnostic::error("E0115", f.span(), "`target` does not take two arguments")
                .label("called as `target(driver, args)`")
                .help("define it as `def target(driver, args):`"),
        );
    }
    let name = path
        .file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default();
    let ask = || -> PyResult<(Value, Value, Value, Value, Value)> {
        let loaded = space.load_target(module, &name, args, jit)?;
        let get = |field: &str| space.getattr(&loaded, field.into());
        let (entry, types, ignored) = (get("entry")?, get("types")?, get("ignored")?);
        let own = get("own_specializations")?;
        Ok((loaded, entry, types, ignored, own))
    };
    let (loaded, entry, types, ignored, own) = ask().map_err(|e| space.diagnostic(e))?;
    if matches!(ignored, Value::Bool(true)) {
        target.warnings.push(
            Diagnostic::warning(
                "W0120",
                Span::NONE,
                "the target takes no arguments of its own",
            )
            .help("a target that uses `args` says `take_options = True`"),
        );
    }
    if !matches!(entry, Value::Function(_) | Value::Method(_)) {
        let what = match entry {
            Value::None => "nothing".to_owned(),
            _ => space
                .repr(&entry)
                .map_or_else(|_| "an object".into(), |t| t.to_text()),
        };
        return Err(Diagnostic::error(
            "E0115",
            Span::NONE,
            "`target` does not return an entry point",
        )
        .note(Span::NONE, format!("it returned {what}"))
        .help("return the function that the program starts with, or a pair `entry_point, None`"));
    }
    if let Value::List(types) = types {
        target.types = Some(types.to_vec());
    }
    if let Value::List(names) = own {
        let texts = names.to_vec().into_iter().filter_map(|v| v.as_text());
        target.own_specializations = texts.map(|t| t.to_string()).collect();
    }
    target.entry = entry;
    target.loaded = Some(loaded);
    Ok(target)
}

impl Target {
    /// Makes a program of what is a function: it takes the arguments from the command line and prints the result.
    ///
    /// # Errors
    /// If the command line cannot hold an argument.
    pub fn make_program(&mut self, space: &Space) -> Result<(), Diagnostic> {
        let (Some(_), Some(loaded)) = (&self.types, &self.loaded) else {
            return Ok(());
        };
        let program = space
            .getattr(loaded, "program".into())
            .map_err(|e| space.diagnostic(e))?;
        if matches!(program, Value::Function(_)) {
            self.entry = program;
            self.types = None;
            return Ok(());
        }
        let why = space.str(&program).map_err(|e| space.diagnostic(e))?;
        Err(Diagnostic::unsupported(
            Span::NONE,
            format!("a program that takes {} from the command line", why.to_text()),
        )
        .help("return a pair `entry_point, None`, where `entry_point(argv)` takes the command line; `genext check` takes any types"))
    }

    /// Whether the entry point takes the arguments it will get.
    ///
    /// # Errors
    /// If not.
    pub fn check_signature(&self) -> Result<(), Diagnostic> {
        let n = self.types.as_ref().map_or(1, |t| t.len() as u32);
        let Value::Function(f) = &self.entry else {
            return Ok(());
        };
        let code = f.code.borrow();
        let optional = code.varargs || code.varkw || code.kwonlyargcount > 0 || code.argcount > n;
        if takes(f, n) && !optional {
            return Ok(());
        }
        let name = f.name.get();
        let count = if n == 1 {
            "one argument".to_owned()
        } else {
            format!("{n} arguments")
        };
        let d = Diagnostic::error(
            "E0117",
            f.span(),
            match takes(f, n) {
                // Nothing but these is passed when the program begins.
                true => format!("the entry point `{name}` does not take {count} alone"),
                false => format!("the entry point `{name}` does not take {count}"),
            },
        );
        Err(match &self.types {
            None => d
                .label("called with the list of command-line arguments")
                .help(format!("define it as `def {name}(argv):`")),
            Some(_) => d.label("called with the types that `target` returns"),
        })
    }

    /// The annotations of the entry point's arguments.
    ///
    /// # Errors
    /// A type that means nothing here.
    pub fn inputs(
        &self,
        space: &Space,
        annotator: &mut Annotator,
    ) -> Result<Vec<Annotation>, Diagnostic> {
        let Some(types) = &self.types else {
            return Ok(vec![annotator.argv()]);
        };
        let mut inputs = Vec::new();
        for t in types {
            match annotator.annotation_of_type(t) {
                Some(a) => inputs.push(a),
                None if t.is_none() => inputs.push(Annotation::none()),
                None => {
                    let text = space.repr(t).map_or_else(|_| "?".into(), |t| t.to_text());
                    return Err(Diagnostic::unsupported(
                        Span::NONE,
                        format!("`{text}` as the type of an argument of the entry point"),
                    )
                    .help(
                        "`int`, `str`, `float`, `bool`, `unicode`, a class, or `[item]` for a list",
                    ));
                }
            }
        }
        Ok(inputs)
    }

    /// Checks what the entry point returns: the exit code, if it is a program.
    ///
    /// # Errors
    /// If it returns something else.
    pub fn check_result(
        &self,
        annotator: &Annotator,
        graph: annotator::GraphId,
    ) -> Result<(), Diagnostic> {
        let graph = &annotator.program.graphs[graph];
        let result = graph.result();
        // Without a result it never returns: it ends in an exception or calls `os._exit`.
        if self.types.is_some()
            || matches!(
                result.kind(),
                AnnotationKind::Impossible
                    | AnnotationKind::Error
                    | AnnotationKind::Int { .. }
                    | AnnotationKind::Bool(_)
            )
        {
            return Ok(());
        }
        let graph = graph.graph();
        let what = annotator.english(result);
        let (name, span) = match &self.entry {
            Value::Function(f) => (f.name.get().to_string(), f.span()),
            _ => (graph.name.clone(), graph.span),
        };
        let mut d = Diagnostic::error(
            "E0118",
            span,
            format!("the entry point `{name}` returns {what}"),
        )
        .label("its result is the exit code of the program: an integer")
        .help(if result.is_none() {
            "end it with `return 0`"
        } else {
            "print what it computes, and `return 0`"
        });
        for (_, link) in graph.links.iter_enumerated() {
            if link.target == graph.return_block
                && !result.is_none()
                && !link.span.is_none()
                && link.span != d.span
            {
                d = d.note(link.span, "returned here");
            }
        }
        Err(d)
    }

    /// Marks the functions that the target's `jitpolicy` keeps the JIT out of, as `@dont_look_inside` does.
    ///
    /// # Errors
    /// If a function of the policy fails.
    pub fn apply_policy(
        &self,
        space: &Rc<Space>,
        annotator: &mut Annotator,
    ) -> Result<(), Diagnostic> {
        let Some(loaded) = &self.loaded else {
            return Ok(());
        };
        let ask = |annotator: &mut Annotator| -> PyResult<()> {
            let Some(policy) = space.jit_policy(&self.module, loaded)? else {
                return Ok(());
            };
            for info in annotator.program.graphs.iter_mut() {
                // What a function says of itself counts more.
                if info.low_level || info.marks.look_inside || info.marks.dont_look_inside {
                    continue;
                }
                let f = Value::Function(info.flow.func.clone());
                info.marks.dont_look_inside = !policy(&f)?;
            }
            Ok(())
        };
        ask(annotator).map_err(|e| space.diagnostic(e))
    }
}

/// Whether a function can be called with `n` positional arguments.
fn takes(f: &FunctionObj, n: u32) -> bool {
    let code = f.code.borrow();
    let defaults = f.defaults.borrow().len() as u32;
    let required = code.argcount.saturating_sub(defaults);
    required <= n && (n <= code.argcount || code.varargs)
}
