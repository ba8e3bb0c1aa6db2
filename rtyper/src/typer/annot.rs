//! What the typer needs of the annotator.
use annotator::defs::GraphId;
use annotator::model::{Annotation, ClassId};
use ir::diag::Diagnostic;
use python::live::{ClassRef, Value};

/// The annotator, as the source of annotated graphs.
pub trait Source {
    /// The annotated program.
    fn program(&self) -> &annotator::AnnotatedProgram;
    /// The state, for additions to the types.
    fn program_mut(&mut self) -> &mut annotator::AnnotatedProgram;
    /// Annotates an LLPython function for low-level argument types, and all it calls.
    fn annotate_helper(
        &mut self,
        func: &Value,
        args: &[Annotation],
    ) -> Result<GraphId, Vec<Diagnostic>>;
    /// The annotation of a live object.
    fn constant(&mut self, value: &Value) -> Annotation;
    /// The definition of a class, made if the program does not know it yet.
    fn class(&mut self, class: &ClassRef) -> ClassId;
    /// `bool(value)` for values whose truth runs no Python code.
    fn truth(&mut self, value: &Value) -> Option<bool>;
    /// What a live weak reference refers to.
    fn weakref_target(&mut self, value: &Value) -> Option<Value>;
    /// The value as a float, for numbers of any kind.
    fn attribute_f64(&mut self, value: &Value) -> Option<f64>;
    /// `value.name` for frozen objects, if it exists.
    fn attribute(&mut self, value: &Value, name: ir::name::Name) -> Option<Value>;
    /// For low-level types and pointers among the live objects.
    fn annotator(&mut self) -> &mut annotator::Annotator;
    /// An attribute of a module of the library, imported if need be.
    fn library(&mut self, module: &str, name: &str) -> super::R<Value>;
}

impl Source for annotator::Annotator {
    fn program(&self) -> &annotator::AnnotatedProgram {
        &self.program
    }
    fn program_mut(&mut self) -> &mut annotator::AnnotatedProgram {
        &mut self.program
    }
    fn annotate_helper(
        &mut self,
        func: &Value,
        args: &[Annotation],
    ) -> Result<GraphId, Vec<Diagnostic>> {
        annotator::Annotator::annotate_helper(self, func, args)
    }
    fn constant(&mut self, value: &Value) -> Annotation {
        annotator::Annotator::constant(self, value)
    }
    fn class(&mut self, class: &ClassRef) -> ClassId {
        self.late_classdef(class)
    }
    fn weakref_target(&mut self, value: &Value) -> Option<Value> {
        let v = self.front_mut().call(value, &[]).ok()?;
        (!v.is_none()).then_some(v)
    }
    fn attribute_f64(&mut self, value: &Value) -> Option<f64> {
        if let Value::Instance(i) = value
            && i.class().name.get() == "r_singlefloat"
        {
            let bytes = i.get(ir::name::Name::new("_bytes"))?;
            let bytes = <[u8; 4]>::try_from(&bytes.as_str()?.bytes[..]).ok()?;
            return Some(f64::from(f32::from_le_bytes(bytes)));
        }
        value.as_big().map(|b| b.to_f64().value())
    }
    fn attribute(&mut self, value: &Value, name: ir::name::Name) -> Option<Value> {
        self.front_mut().getattr(value, name).ok()?
    }
    fn truth(&mut self, value: &Value) -> Option<bool> {
        match value.unwrapped() {
            Value::None => Some(false),
            Value::Bool(b) => Some(b),
            Value::Int(i) => Some(i != 0),
            Value::Float(f) => Some(f != 0.0),
            Value::Str(s) => Some(!s.bytes.is_empty()),
            Value::Unicode(s) => Some(!s.points.is_empty()),
            Value::Tuple(t) => Some(!t.is_empty()),
            Value::Instance(_) => None,
            _ => Some(true),
        }
    }
    fn annotator(&mut self) -> &mut annotator::Annotator {
        self
    }
    fn library(&mut self, module: &str, name: &str) -> super::R<Value> {
        match self.front_mut().import(module, name) {
            Ok(Some(v)) => Ok(v),
            Ok(None) => Err(Box::new(Diagnostic::internal(
                ir::source::Span::NONE,
                format!("module {module} has no {name}"),
            ))),
            Err(d) => Err(d),
        }
    }
}
