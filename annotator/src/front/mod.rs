//! What the annotator needs of the front end, as a trait: graphs on demand and concrete evaluation in the live space
//! (memo functions, `_freeze_`, `_cleanup_`): where annotation reverts to concrete execution.
use std::rc::Rc;

use ir::diag::Diagnostic;
use ir::name::Name;
use python::live::{FunctionObj, Value};

use crate::front::hl::FlowGraph;

pub mod hl;
pub mod live_front;

/// What the annotator asks of live objects and the flow space: graphs, attributes, calls while translating.
pub trait FrontEnd {
    /// The flow graph of a function; cached by the implementation.
    fn flow(&mut self, func: &Rc<FunctionObj>) -> Result<Rc<FlowGraph>, Vec<Diagnostic>>;
    /// Calls an object concretely.
    fn call(&mut self, callee: &Value, args: &[Value]) -> Result<Value, Box<Diagnostic>>;
    /// Reads an attribute concretely; `None` if there is none.
    fn getattr(&mut self, object: &Value, name: Name) -> Result<Option<Value>, Box<Diagnostic>>;
    /// An attribute of a module, which is imported if need be.
    fn import(&mut self, module: &str, name: &str) -> Result<Option<Value>, Box<Diagnostic>>;
}
