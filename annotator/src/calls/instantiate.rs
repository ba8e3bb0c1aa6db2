//! Classes instantiated: `C(x)` makes an instance and calls `C.__init__` with it.
use super::{CallArgs, Called};
use crate::defs::*;
use crate::engine::{Annotator, Res, Stop};
use crate::model::*;
use crate::rules::never_called;
use ir::diag::Diagnostic;
use ir::name::Name;
use python::live::{ClassRef, FunctionObj, Value};
use std::rc::Rc;

/// The attributes that the arguments of `OSError` and its kin become. A single one is the text, and none of them.
pub fn environment_attributes(arguments: usize) -> &'static [&'static str] {
    match arguments {
        1 => &[],
        _ => &["errno", "strerror", "filename"],
    }
}

impl Annotator {
    /// Refuses the call of a class whose metaclass says what it does.
    fn refuse_metaclass_call(&mut self, class: &ClassRef) -> Res<()> {
        if !class.has_custom_metaclass() {
            return Ok(());
        }
        let metaclass = class.metaclass();
        match metaclass.lookup(Name::new("__call__")) {
            Some((owner, method)) if owner.builtin.is_none() => {
                let owner = format!("the metaclass `{}`", owner.name.get());
                let d = never_called(self.span, &owner, "__call__", &method)
                    .help("make the object by a function, or in `__init__`");
                self.fail_with(d)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn instantiate(
        &mut self,
        d: DescId,
        args: &CallArgs,
        callees: &mut Vec<Callee>,
    ) -> Res<(Annotation, Option<SpecialCall>)> {
        let Desc::Class(cd) = &self.program.descs[d] else {
            return Err(Stop::Failed);
        };
        let class = cd.class.clone();
        let copies = cd.ctr_location;
        if cd.mixin && !class.is_exception() {
            let d = self
                .error(
                    "E0434",
                    format!("the mix-in class `{}` is instantiated", cd.name),
                )
                .label("instantiated here");
            let d = self.note_made(d, class.span.get(), "it has `_mixin_ = True`");
            return self.fail_with(d);
        }
        if self.refuse_builtin_base(&class) {
            return Err(Stop::Failed);
        }
        self.refuse_metaclass_call(&class)?;
        let c = if copies {
            self.classdef_at(d, self.here)
        } else {
            self.classdef(&class)
        };
        self.program.classes[c].instantiated = true;
        for name in ["__new__", "__getattribute__"] {
            if let Some((k, method)) = self.find_in_class_dicts(c, Name::new(name))
                && !matches!(method, Value::Builtin(_))
            {
                self.never_called(k, name, &method)?;
            }
        }
        if class.is_exception() {
            self.note_exception(c, args);
        }
        let instance = Annotation::instance(c, false);
        let special = match self.own_init(c) {
            Some((k, f)) => {
                let func = self.function_desc(&f);
                if let Desc::Function(fd) = &mut self.program.descs[func]
                    && fd.class.is_none()
                {
                    fd.class = Some(k);
                }
                let called = self.call_function_full(func, args, Some(instance), false)?;
                callees.push(Callee {
                    desc: d,
                    graph: called.graph,
                    args: called.args.clone(),
                    instantiates: Some(c),
                });
                self.check_init(func, &called)?;
                None
            }
            None => {
                let special = self.builtin_init(c, &class, args)?;
                callees.push(Callee {
                    desc: d,
                    graph: None,
                    args: Rc::from([]),
                    instantiates: Some(c),
                });
                special
            }
        };
        Ok((instance, special))
    }

    /// The `__init__` that makes instances of a class, if the program has one, and its class.
    pub(crate) fn own_init(&self, c: ClassId) -> Option<(ClassId, Rc<FunctionObj>)> {
        let init = Name::new("__init__");
        let mut mro = self.program.mro(c);
        let (k, f) = mro.find_map(|k| {
            let f = self.program.class(k).class_dict.get(&init)?;
            Some((k, f.clone()))
        })?;
        let live = self.program.class(k).live.as_class();
        match f {
            Value::Function(f) if live.is_none_or(|c| c.builtin.is_none()) => Some((k, f)),
            _ => None,
        }
    }

    /// An `__init__` gives None, and comes back.
    fn check_init(&mut self, func: DescId, called: &Called) -> Res<()> {
        let result = called.result;
        // One that never returns makes no instance.
        if result.is_impossible() {
            return Err(Stop::Blocked);
        }
        if result.is_none() || result.is_error() {
            return Ok(());
        }
        let span = self.program.desc_span(func);
        let what = self.english(result);
        let d = Diagnostic::error("E0435", span, format!("`__init__` returns {what}"))
            .help("it must return None");
        let d = self.note_made(d, self.span, "an instance is made here");
        let d = match called.graph {
            Some(g) => {
                let v = self.program.graphs[g].graph().return_var();
                self.with_provenance(d, g, v, result)
            }
            None => d,
        };
        self.fail_with(d)
    }

    /// The arguments of a class without an `__init__` of the program's.
    fn builtin_init(
        &mut self,
        c: ClassId,
        class: &ClassRef,
        args: &CallArgs,
    ) -> Res<Option<SpecialCall>> {
        if !class.is_exception() {
            if args.values.is_empty() {
                return Ok(None);
            }
            let d = Diagnostic::error(
                "E0403",
                self.span,
                format!(
                    "class `{}` takes no arguments ({} given)",
                    class.name.get(),
                    args.values.len()
                ),
            )
            .note(class.span.get(), "it has no `__init__`");
            return self.fail_with(d);
        }
        // Built-in exceptions take anything; only EnvironmentError and its kin have attributes for it.
        if !crate::classes::is_environment_error(class) {
            return Ok(None);
        }
        for (&a, n) in args
            .pos()
            .iter()
            .zip(environment_attributes(args.pos().len()))
        {
            self.set_attribute(c, Name::new(n), a)?;
        }
        Ok(Some(SpecialCall::Extension(Name::new(
            "EnvironmentError.__init__",
        ))))
    }
}
