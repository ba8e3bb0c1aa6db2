//! The real front end behind [`FrontEnd`]: the live space and the flow space over it.
use std::rc::Rc;

use flowspace::Contents;
use ir::diag::Diagnostic;
use ir::name::Name;
use python::live::{FunctionObj, Space, Value};

use crate::front::FrontEnd;
use crate::front::hl::FlowGraph;

/// The real front end: the live space and the flow space over it.
pub struct LiveFront {
    space: Rc<Space>,
    contents: Option<Rc<Contents>>,
}

impl LiveFront {
    /// Over a space that holds the program's modules.
    pub fn new(space: Rc<Space>) -> LiveFront {
        LiveFront {
            space,
            contents: None,
        }
    }
    /// One that reads prebuilt lists and dictionaries. The caller asks afterwards whether that was right
    /// ([`Contents::refuse_wrong`], [`crate::Annotator::writes_to`]).
    pub fn reading(space: Rc<Space>, contents: Rc<Contents>) -> LiveFront {
        LiveFront {
            space,
            contents: Some(contents),
        }
    }
}

impl FrontEnd for LiveFront {
    fn flow(&mut self, func: &Rc<FunctionObj>) -> Result<Rc<FlowGraph>, Vec<Diagnostic>> {
        flowspace::build_reading(&self.space, self.contents.as_deref(), func)
    }
    fn call(&mut self, callee: &Value, args: &[Value]) -> Result<Value, Box<Diagnostic>> {
        self.space
            .call(callee, args)
            .map_err(|e| Box::new(self.space.diagnostic(e)))
    }
    fn getattr(&mut self, object: &Value, name: Name) -> Result<Option<Value>, Box<Diagnostic>> {
        self.space
            .getattr_opt(object, name)
            .map_err(|e| Box::new(self.space.diagnostic(e)))
    }
    fn import(&mut self, module: &str, name: &str) -> Result<Option<Value>, Box<Diagnostic>> {
        let m = self
            .space
            .import(module)
            .map_err(|e| Box::new(self.space.diagnostic(e)))?;
        Ok(m.get(name))
    }
}
