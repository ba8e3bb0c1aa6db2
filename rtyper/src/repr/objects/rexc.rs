//! Exceptions: the builtin classes known to the typer and to passes, with a prebuilt instance each.
use ir::lltype::LLType;
use ir::name::Name;
use lowlevel::ops::SafetyError;
use lowlevel::program::KnownException;
use lowlevel::{Const, Value as LLValue};
use python::live::{InstanceObj, Payload, Value, types};

use crate::repr::Repr;
use crate::typer::{R, RTyper};

/// Classes that generated code or passes may raise.
const RAISED: &[&str] = &[
    "OverflowError",
    "ZeroDivisionError",
    "MemoryError",
    "RecursionError",
    "RuntimeError",
    "StopIteration",
    "IndexError",
    "KeyError",
    "ValueError",
    "TypeError",
    "AttributeError",
    "AssertionError",
    "OSError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "EOFError",
    "NotImplementedError",
];

impl RTyper {
    /// Makes the definitions of builtin exceptions, then numbers the classes.
    pub(crate) fn setup_exceptions(&mut self) -> R<()> {
        for name in RAISED {
            if let Some(c) = types().exception(name) {
                self.ann.class(c);
            }
        }
        self.classes.number(self.ann.program());
        for name in [
            "OverflowError",
            "ZeroDivisionError",
            "MemoryError",
            "RecursionError",
        ] {
            self.known_exception(name)?;
        }
        // What a safety error is raised as, where a handler sees it.
        for (_, name) in SafetyError::ALL
            .iter()
            .filter_map(|(e, _)| Some((e, e.exception()?)))
        {
            self.known_exception(name)?;
        }
        Ok(())
    }
    /// Vtable and prebuilt instance of a builtin exception, as root pointers.
    pub fn known_exception(&mut self, name: &str) -> R<(Const, Const)> {
        let (tv, to) = (
            LLType::Ptr(self.basic.vtable),
            LLType::Ptr(self.basic.object),
        );
        if let Some(e) = self.prog.exception(name) {
            let c = |ty, o| Const::new(ty, LLValue::Object(o));
            return Ok((c(tv, e.vtable), c(to, e.instance)));
        }
        let Some(class) = types().exception(name).cloned() else {
            return Err(self.internal(format!("no builtin exception {name}")));
        };
        let id = self.class_id(&class)?;
        let vtable = self.vtable_object(id)?;
        let v = Value::Instance(InstanceObj::new(class, Payload::None));
        let root = self.intern(Repr::Instance(None));
        let c = self.instance_const(root, &v)?;
        let LLValue::Object(instance) = c.value else {
            return Err(self.internal("an exception that is no object"));
        };
        self.prog.known.exceptions.push(KnownException {
            name: Name::new(name),
            vtable,
            instance,
        });
        let k = |ty, o| Const::new(ty, LLValue::Object(o));
        Ok((k(tv, vtable), k(to, instance)))
    }
}
