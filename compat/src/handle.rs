//! An annotator owned by a Python object.
//!
//! While it runs, the annotator is taken out of its handle: Python code that it calls meanwhile (memo functions,
//! `_freeze_`) has no business with it. A hook that shows annotations to Python puts it back for the time of the call.
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use annotator::front::live_front::LiveFront;
use annotator::python_api::Hooks;
use annotator::{Annotation, Annotator, AnnotatorOptions};
use ir::diag::Diagnostic;
use python::live::{NativeObject, PyErr, PyResult, Space, Value};

/// The object `_genext_annotator.new()` returns.
pub(crate) struct Handle {
    /// The annotator; `None` while it runs.
    pub cell: Rc<RefCell<Option<Annotator>>>,
    /// The functions annotated, with the descriptions of their arguments: to do it again for the rtyper, which uses an
    /// annotator up.
    pub built: RefCell<Vec<(Value, Vec<Value>)>>,
}

impl NativeObject for Handle {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn type_name(&self) -> &str {
        "annotator_handle"
    }
}

/// An annotator that knows nothing yet.
pub(crate) fn fresh(space: &Rc<Space>) -> Annotator {
    Annotator::new(
        Box::new(LiveFront::new(space.clone())),
        AnnotatorOptions::default(),
    )
}

impl Handle {
    /// A handle of a fresh annotator.
    pub(crate) fn new(space: &Rc<Space>) -> Handle {
        Handle {
            cell: Rc::new(RefCell::new(Some(fresh(space)))),
            built: RefCell::default(),
        }
    }
    /// Runs `f` on the annotator, which is taken out for the time.
    pub(crate) fn with<T>(
        &self,
        space: &Space,
        f: impl FnOnce(&mut Annotator) -> PyResult<T>,
    ) -> PyResult<T> {
        let Some(mut a) = self.cell.borrow_mut().take() else {
            return Err(space.error("RuntimeError", "the annotator is running"));
        };
        let r = f(&mut a);
        *self.cell.borrow_mut() = Some(a);
        r
    }
    /// Installs hooks: `bookkeeper` is the Python object that tests see, `show` turns a description into an annotation
    /// object.
    pub(crate) fn install(&self, space: &Rc<Space>, bookkeeper: Value) -> PyResult<()> {
        let hooks = Rc::new(PythonHooks {
            cell: self.cell.clone(),
            space: space.clone(),
            bookkeeper,
        });
        self.with(space, |a| {
            a.hooks(hooks);
            Ok(())
        })
    }
}

struct PythonHooks {
    cell: Rc<RefCell<Option<Annotator>>>,
    space: Rc<Space>,
    bookkeeper: Value,
}

impl PythonHooks {
    /// Puts the annotator back into its handle while Python code runs.
    fn lend<T>(
        &self,
        annotator: &mut Annotator,
        f: impl FnOnce() -> Result<T, PyErr>,
    ) -> Result<T, Box<Diagnostic>> {
        let mine = std::mem::replace(annotator, fresh(&self.space));
        *self.cell.borrow_mut() = Some(mine);
        let r = f();
        if let Some(mine) = self.cell.borrow_mut().take() {
            *annotator = mine;
        }
        r.map_err(|e| Box::new(self.space.diagnostic(e)))
    }
}

impl Hooks for PythonHooks {
    fn check_annotation(
        &self,
        annotator: &mut Annotator,
        a: Annotation,
        checker: &Value,
    ) -> Result<(), Box<Diagnostic>> {
        let d = crate::describe::describe(annotator, a);
        self.lend(annotator, || {
            let args = [checker.clone(), d];
            self.space.call_method(&self.bookkeeper, "_check", &args)?;
            Ok(())
        })
    }
    fn declared(
        &self,
        annotator: &mut Annotator,
        declaration: &Value,
        args: &[Annotation],
    ) -> Result<Option<Annotation>, Box<Diagnostic>> {
        let args: Vec<Value> = args
            .iter()
            .map(|&a| crate::describe::describe(annotator, a))
            .collect();
        let found = self.lend(annotator, || {
            self.space.call_method(
                &self.bookkeeper,
                "_declared",
                &[declaration.clone(), Value::list(args)],
            )
        })?;
        if found.is_none() {
            return Ok(None);
        }
        crate::describe::read(&self.space, annotator, &found)
            .map(Some)
            .map_err(|e| Box::new(self.space.diagnostic(e)))
    }
}
