//! The live space as an object space of the engine: each operation delegates to the methods of [`Space`].
use std::rc::Rc;

use ir::name::Name;
use ir::source::Span;

use crate::code::{BinOp, CodeKind, CodeObject, CompareOp, ConstId, Conversion, Mode, UnaryOp};
use crate::engine::{
    self, Delegated, Frame, FunctionOperands, ObjectSpace, RaiseOperands, Unwind, Yielded,
};
use crate::live::operations::attr::n;
use crate::live::operations::items::slice;
use crate::live::{
    Args, CellObj, DictObj, InstanceObj, PyErr, PyResult, Space, Value, name_value, types,
};

impl ObjectSpace for Space {
    type V = Value;
    type Exc = Rc<InstanceObj>;
    type Abort = Box<ir::diag::Diagnostic>;
    type Cell = Rc<CellObj>;
    type Namespace = Rc<DictObj>;

    fn constant(&self, code: &CodeObject, id: ConstId) -> Value {
        code.live().consts[id.0 as usize].clone()
    }
    fn none(&self) -> Value {
        Value::None
    }
    fn bool(&self, b: bool) -> Value {
        Value::Bool(b)
    }
    fn name(&self, name: Name) -> Value {
        name_value(name)
    }

    fn unary(&self, op: UnaryOp, v: &Value, _: Span) -> PyResult {
        Space::unary(self, op, v)
    }
    fn binary(&self, op: BinOp, a: &Value, b: &Value, _: Span) -> PyResult {
        Space::binary(self, op, a, b)
    }
    fn inplace(&self, op: BinOp, a: &Value, b: &Value, _: Span) -> PyResult {
        Space::inplace(self, op, a, b)
    }
    fn compare(&self, op: CompareOp, a: &Value, b: &Value, _: Span) -> PyResult {
        Space::compare(self, op, a, b)
    }
    fn is_true(&self, v: &Value, _: Span) -> PyResult<bool> {
        Space::is_true(self, v)
    }
    fn getattr(&self, obj: &Value, name: Name, _: Span) -> PyResult {
        Space::getattr(self, obj, name)
    }
    fn setattr(&self, obj: &Value, name: Name, value: &Value, _: Span) -> PyResult<()> {
        Space::setattr(self, obj, name, value.clone())
    }
    fn delattr(&self, obj: &Value, name: Name, _: Span) -> PyResult<()> {
        Space::delattr(self, obj, name)
    }
    fn getitem(&self, obj: &Value, index: &Value, _: Span) -> PyResult {
        Space::getitem(self, obj, index)
    }
    fn setitem(&self, obj: &Value, index: &Value, value: &Value, _: Span) -> PyResult<()> {
        Space::setitem(self, obj, index, value.clone())
    }
    fn delitem(&self, obj: &Value, index: &Value, _: Span) -> PyResult<()> {
        Space::delitem(self, obj, index)
    }
    fn getslice(&self, obj: &Value, start: &Value, stop: &Value, _: Span) -> PyResult {
        Space::getitem(self, obj, &slice(start.clone(), stop.clone(), Value::None))
    }
    fn setslice(
        &self,
        obj: &Value,
        start: &Value,
        stop: &Value,
        value: &Value,
        _: Span,
    ) -> PyResult<()> {
        Space::setitem(
            self,
            obj,
            &slice(start.clone(), stop.clone(), Value::None),
            value.clone(),
        )
    }
    fn delslice(&self, obj: &Value, start: &Value, stop: &Value, _: Span) -> PyResult<()> {
        Space::delitem(self, obj, &slice(start.clone(), stop.clone(), Value::None))
    }
    fn tuple(&self, items: Vec<Value>, _: Span) -> PyResult {
        Ok(Value::tuple(items))
    }
    fn list(&self, items: Vec<Value>, _: Span) -> PyResult {
        Ok(Value::list(items))
    }
    fn set(&self, items: Vec<Value>, _: Span) -> PyResult {
        Ok(Value::Set(self.make_set(&items, false)?))
    }
    fn dict(&self, items: Vec<(Value, Value)>, _: Span) -> PyResult {
        let d = DictObj::new();
        for (k, v) in items {
            d.set(self, k, v)?;
        }
        Ok(Value::Dict(Rc::new(d)))
    }
    fn slice(&self, start: &Value, stop: &Value, step: &Value, _: Span) -> PyResult {
        Ok(slice(start.clone(), stop.clone(), step.clone()))
    }
    fn list_append(&self, list: &Value, item: &Value, _: Span) -> PyResult<()> {
        if let Value::List(l) = list {
            l.items.borrow_mut().push(item.clone());
        }
        Ok(())
    }
    fn set_add(&self, set: &Value, item: &Value, _: Span) -> PyResult<()> {
        if let Value::Set(s) = set {
            s.add(self, item.clone())?;
        }
        Ok(())
    }
    fn map_add(&self, dict: &Value, key: &Value, value: &Value, _: Span) -> PyResult<()> {
        if let Value::Dict(d) = dict {
            d.set(self, key.clone(), value.clone())?;
        }
        Ok(())
    }
    fn list_extend(&self, list: &Value, iterable: &Value, _: Span) -> PyResult<()> {
        match list {
            Value::List(l) => self.list_extend_value(l, iterable),
            _ => Ok(()),
        }
    }
    fn set_update(&self, set: &Value, iterable: &Value, _: Span) -> PyResult<()> {
        if let Value::Set(s) = set {
            for x in self.iterate_vec(iterable)? {
                s.add(self, x)?;
            }
        }
        Ok(())
    }
    fn dict_update(&self, dict: &Value, mapping: &Value, _: Span) -> PyResult<()> {
        if let Value::Dict(d) = dict {
            if mapping.as_dict().is_none() && self.getattr_opt(mapping, "keys".into())?.is_none() {
                return Err(
                    self.type_error(format!("'{}' object is not a mapping", mapping.type_name()))
                );
            }
            for (k, v) in self.mapping_items(mapping, mapping)? {
                d.set(self, k, v)?;
            }
        }
        Ok(())
    }
    fn list_to_tuple(&self, list: &Value, _: Span) -> PyResult {
        Ok(match list {
            Value::List(l) => Value::tuple(l.to_vec()),
            other => other.clone(),
        })
    }
    fn unpack(&self, v: &Value, count: usize, _: Span) -> PyResult<Vec<Value>> {
        let items = match v {
            Value::Tuple(t) => t.to_vec(),
            Value::List(l) => l.to_vec(),
            _ => {
                if !self.is_iterable(v) {
                    return Err(self.type_error(if self.py2() {
                        format!("'{}' object is not iterable", v.type_name())
                    } else {
                        format!("cannot unpack non-iterable {} object", v.type_name())
                    }));
                }
                let it = Space::iter(self, v)?;
                let mut items = Vec::with_capacity(count);
                // One more than needed tells "too many" without exhausting an endless iterator.
                while items.len() <= count {
                    match Space::next(self, &it)? {
                        Some(x) => items.push(x),
                        None => break,
                    }
                }
                items
            }
        };
        if items.len() == count {
            return Ok(items);
        }
        Err(self.value_error(if items.len() > count {
            if self.py2() {
                "too many values to unpack".to_string()
            } else {
                format!("too many values to unpack (expected {count})")
            }
        } else if self.py2() {
            format!(
                "need more than {} value{} to unpack",
                items.len(),
                if items.len() == 1 { "" } else { "s" }
            )
        } else {
            format!(
                "not enough values to unpack (expected {count}, got {})",
                items.len()
            )
        }))
    }
    fn unpack_ex(&self, v: &Value, before: usize, after: usize, _: Span) -> PyResult<Vec<Value>> {
        let items = self.iterate_vec(v)?;
        if items.len() < before + after {
            return Err(self.value_error(format!(
                "not enough values to unpack (expected at least {}, got {})",
                before + after,
                items.len()
            )));
        }
        let rest_end = items.len() - after;
        let mut out = items[..before].to_vec();
        out.push(Value::list(items[before..rest_end].to_vec()));
        out.extend_from_slice(&items[rest_end..]);
        Ok(out)
    }
    fn format_value(
        &self,
        v: &Value,
        conversion: Conversion,
        spec: Option<&Value>,
        _: Span,
    ) -> PyResult {
        let v = match conversion {
            Conversion::None => v.clone(),
            Conversion::Str => self.str(v)?.into_value(),
            Conversion::Repr | Conversion::Ascii => self.repr(v)?.into_value(),
        };
        let empty = Value::bytes(b"");
        crate::live::text::format::format(self, &v, spec.unwrap_or(&empty))
    }
    fn build_string(&self, parts: Vec<Value>, _: Span) -> PyResult {
        if parts.iter().any(|p| matches!(p, Value::Unicode(_))) {
            let mut out = Vec::new();
            for p in &parts {
                out.extend(self.to_points(p)?);
            }
            return Ok(Value::code_points(out));
        }
        let mut out = Vec::new();
        for p in &parts {
            out.extend(self.bytes_like(p).unwrap_or_default());
        }
        Ok(Value::from_vec(out))
    }

    fn iter(&self, v: &Value, _: Span) -> PyResult {
        Space::iter(self, v)
    }
    fn next(&self, it: &mut Value, _: Span) -> PyResult<Option<Value>> {
        Space::next(self, it)
    }
    fn yield_value(&self, v: Value, _: Span) -> PyResult<Yielded<Value>> {
        Ok(Yielded::Suspend(v))
    }
    fn yield_from(&self, it: &Value, sent: &Value, _: Span) -> PyResult<Delegated<Value>> {
        Ok(match self.send_into(it, sent)? {
            Ok(v) => Delegated::Suspend(v),
            Err(end) => Delegated::Done(end),
        })
    }

    fn load_global(&self, globals: &Rc<DictObj>, name: Name, _: Span) -> PyResult {
        let key = name_value(name);
        if let Some(v) = globals.get_quick(&key) {
            return Ok(v);
        }
        if let Some(v) = self.builtins(self.mode()).get_quick(&key) {
            return Ok(v);
        }
        let in_function = self
            .frames
            .borrow()
            .last()
            .is_some_and(|f| f.code.kind == CodeKind::Function);
        Err(self.error(
            "NameError",
            if self.py2() && in_function {
                format!("global name '{name}' is not defined")
            } else {
                format!("name '{name}' is not defined")
            },
        ))
    }
    fn store_global(
        &self,
        globals: &Rc<DictObj>,
        name: Name,
        value: Value,
        _: Span,
    ) -> PyResult<()> {
        globals.set_name(name, value);
        Ok(())
    }
    fn delete_global(&self, globals: &Rc<DictObj>, name: Name, span: Span) -> PyResult<()> {
        self.delete_name(globals, name, span)
    }
    fn get_name(&self, namespace: &Rc<DictObj>, name: Name, _: Span) -> PyResult<Option<Value>> {
        Ok(namespace.get_name(name))
    }
    fn set_name(&self, namespace: &Rc<DictObj>, name: Name, value: Value, _: Span) -> PyResult<()> {
        namespace.set_name(name, value);
        Ok(())
    }
    fn delete_name(&self, namespace: &Rc<DictObj>, name: Name, _: Span) -> PyResult<()> {
        match namespace.remove_name(name) {
            Some(_) => Ok(()),
            None => Err(self.error("NameError", format!("name '{name}' is not defined"))),
        }
    }
    fn unbound_local(&self, code: &CodeObject, name: Name, _: Span) -> PyErr {
        if code.freevars.contains(&name) {
            return self.error(
                "NameError",
                if code.mode == Mode::Py2 {
                    format!("free variable '{name}' referenced before assignment in enclosing scope")
                } else {
                    format!(
                        "cannot access free variable '{name}' where it is not associated with a value in enclosing scope"
                    )
                },
            );
        }
        self.error(
            "UnboundLocalError",
            if code.mode == Mode::Py2 {
                format!("local variable '{name}' referenced before assignment")
            } else {
                format!(
                    "cannot access local variable '{name}' where it is not associated with a value"
                )
            },
        )
    }
    fn new_cell(&self, v: Option<Value>) -> Rc<CellObj> {
        CellObj::new(v)
    }
    fn cell_get(&self, cell: &Rc<CellObj>) -> Option<Value> {
        cell.get()
    }
    fn cell_set(&self, cell: &mut Rc<CellObj>, v: Option<Value>) {
        cell.set(v);
    }
    fn cell_value(&self, cell: &Rc<CellObj>, _: Name, _: Span) -> PyResult {
        Ok(Value::Cell(cell.clone()))
    }

    fn call(
        &self,
        frame: &Frame<Space>,
        f: &Value,
        args: engine::Args<Value>,
        _: Span,
    ) -> PyResult {
        let args = if args.is_simple() {
            Args::pos(args.positional)
        } else {
            self.spread(f, args)?
        };
        match f {
            Value::Builtin(b) if b.sees_caller && b.def.module == "__builtin__" => {
                if let Some(r) = self.call_with_frame(frame, b.def.name, &args) {
                    return r;
                }
            }
            // A library function that is told about its caller: its names, and its module's.
            Value::Builtin(b) if b.def.name == crate::live::modules::tools::WITH_CALLER => {
                let mut all = vec![
                    Value::Dict(self.locals_of(frame)),
                    Value::Dict(frame.globals.clone()),
                ];
                all.extend(args.pos);
                let args = Args {
                    pos: all,
                    kw: args.kw,
                };
                return self.call_args(&b.captured[0], args);
            }
            Value::Class(c) if args.pos.is_empty() && Rc::ptr_eq(c, &types().super_) => {
                return self.implicit_super(frame);
            }
            _ => {}
        }
        self.call_args(f, args)
    }
    fn make_function(
        &self,
        frame: &Frame<Space>,
        code: &Rc<CodeObject>,
        operands: FunctionOperands<Value>,
        _: Span,
    ) -> PyResult {
        self.build_function(frame, code, operands)
    }
    fn make_class(
        &self,
        frame: &Frame<Space>,
        name: Name,
        body: &Value,
        bases: &Value,
        keywords: &Value,
        span: Span,
    ) -> PyResult {
        self.build_class(frame, name, body, bases, keywords, span)
    }
    fn import_name(
        &self,
        frame: &Frame<Space>,
        name: Name,
        fromlist: &Value,
        level: i16,
        span: Span,
    ) -> PyResult {
        let module = self.import_statement(&frame.globals, name.as_str(), fromlist, level, span);
        self.note_import(module, name.as_str(), None, span)
    }
    fn import_from(&self, module: &Value, name: Name, span: Span) -> PyResult {
        let v = self.import_attribute(module, name);
        if v.is_ok() {
            return v;
        }
        self.note_import(
            v,
            &crate::live::import::fallbacks::module_of(module),
            Some(name),
            span,
        )
    }
    fn import_star(&self, frame: &mut Frame<Space>, module: &Value, _: Span) -> PyResult<()> {
        let target = match &frame.namespace {
            Some(ns) => ns.clone(),
            None => frame.globals.clone(),
        };
        let Value::Module(m) = module else {
            return Ok(());
        };
        let names: Vec<Name> = match m.dict.get_name(n().all) {
            Some(all) => self
                .iterate_vec(&all)?
                .iter()
                .filter_map(|v| v.as_text())
                .map(|t| Name::new(&t))
                .collect(),
            None => m
                .dict
                .names()
                .into_iter()
                .map(|(name, _)| name)
                .filter(|name| !name.as_str().starts_with('_'))
                .collect(),
        };
        for name in names {
            let v = Space::getattr(self, module, name)?;
            target.set_name(name, v);
        }
        Ok(())
    }
    fn exec(
        &self,
        frame: &mut Frame<Space>,
        text: &Value,
        globals: &Value,
        locals: &Value,
        _: Span,
    ) -> PyResult<()> {
        let (text, globals, locals) = match text {
            Value::Tuple(t) if globals.is_none() && t.len() >= 2 => (
                t[0].clone(),
                t[1].clone(),
                t.get(2).cloned().unwrap_or(Value::None),
            ),
            _ => (text.clone(), globals.clone(), locals.clone()),
        };
        if !globals.is_none() || frame.code.kind != CodeKind::Function {
            self.exec_in(frame, &text, &globals, &locals, CodeKind::Module)?;
            return Ok(());
        }
        // In a function the text sees the local variables and may bind new ones, which `LoadName` finds in the
        // namespace.
        let names = self.locals_of(frame);
        let r = self.exec_in(
            frame,
            &text,
            &Value::None,
            &Value::Dict(names.clone()),
            CodeKind::Module,
        );
        let code = frame.code.clone();
        for (slot, name) in frame.locals.iter_mut().zip(&code.varnames) {
            if let Some(v) = names.get_name(*name) {
                *slot = Some(v);
            }
        }
        frame.namespace = Some(names);
        r.map(|_| ())
    }
    fn setup_annotations(&self, frame: &mut Frame<Space>, _: Span) -> PyResult<()> {
        let ns = frame
            .namespace
            .clone()
            .unwrap_or_else(|| frame.globals.clone());
        if !ns.has_name(n().annotations) {
            ns.set_name(n().annotations, Value::dict());
        }
        Ok(())
    }

    fn raise(&self, operands: RaiseOperands<Value>, _: Span) -> PyResult<Rc<InstanceObj>> {
        self.make_exception(operands)
    }
    fn raise_current(&self, _: Span) -> PyResult<Rc<InstanceObj>> {
        match self.current_exception() {
            Some(e) => Ok(e),
            None if self.py2() => Err(self.type_error(
                "exceptions must be old-style classes or derived from BaseException, not NoneType",
            )),
            None => Err(self.error("RuntimeError", "No active exception to reraise")),
        }
    }
    fn reraise(&self, value: Value, _: Value, _: Span) -> Rc<InstanceObj> {
        match value {
            Value::Instance(i) => i,
            _ => self.exception("SystemError", vec![Value::str("bad exception value")]),
        }
    }
    fn exc_value(&self, exc: &Rc<InstanceObj>) -> Value {
        Value::Instance(exc.clone())
    }
    fn exc_type(&self, exc: &Rc<InstanceObj>) -> Value {
        Value::Class(exc.class())
    }
    fn exception_match(
        &self,
        _: &Value,
        exc_type: &Value,
        pattern: &Value,
        _: Span,
    ) -> PyResult<bool> {
        self.matches(exc_type, pattern)
    }
    fn assertion_error(&self) -> Value {
        Value::Class(types().exc("AssertionError").clone())
    }
    fn passing_exception(&self, frame: &Frame<Space>, exc: &mut Rc<InstanceObj>, span: Span) {
        self.attach_explanation(exc);
        self.keep_locals(exc, frame);
        self.add_traceback(exc, &frame.code, span);
    }
    fn enter_handler(&self, level: u16, exc: &Rc<InstanceObj>) {
        if let Some(info) = self.frames.borrow_mut().last_mut() {
            info.handling.truncate(level as usize);
            info.handling.push(exc.clone());
        }
    }
    fn pop_except(&self, level: u16) {
        if let Some(info) = self.frames.borrow_mut().last_mut() {
            info.handling.truncate(level as usize);
        }
    }

    fn with_enter(&self, _: &Frame<Space>, manager: &Value, _: Span) -> PyResult<(Value, Value)> {
        let names = n();
        let find = |name| -> PyResult {
            match self.special(manager, name)? {
                Some(f) => Ok(f),
                None if self.py2() => Err(self.error("AttributeError", name.as_str())),
                None => Err(self.type_error(format!(
                    "'{}' object does not support the context manager protocol",
                    manager.type_name()
                ))),
            }
        };
        // Python 2 looks for `__exit__` first.
        let early = self.py2().then(|| find(names.exit)).transpose()?;
        let enter = find(names.enter)?;
        let exit = early.map_or_else(|| find(names.exit), Ok)?;
        let entered = Space::call(self, &enter, &[])?;
        Ok((exit, entered))
    }
    fn with_exit(&self, _: &Frame<Space>, exit: &Value, _: Span) -> PyResult<()> {
        Space::call(self, exit, &[Value::None, Value::None, Value::None])?;
        Ok(())
    }
    fn with_exit_raise(
        &self,
        _: &Frame<Space>,
        exit: &Value,
        value: &Value,
        exc_type: &Value,
        _: Span,
    ) -> PyResult {
        let tb = match value {
            Value::Instance(i) => self.traceback_of(i),
            _ => Value::None,
        };
        Space::call(self, exit, &[exc_type.clone(), value.clone(), tb])
    }
    fn print_item(&self, stream: Option<&Value>, v: &Value, _: Span) -> PyResult<()> {
        crate::live::builtins::print_item(self, stream, v)
    }
    fn print_newline(&self, stream: Option<&Value>, _: Span) -> PyResult<()> {
        crate::live::builtins::print_newline(self, stream)
    }
}

/// Whether a function is one of those that `call` shows their caller's frame.
pub(crate) fn sees_caller(def: &crate::live::BuiltinDef) -> bool {
    let names = ["locals", "vars", "globals", "dir", "eval", "exec"];
    def.name == crate::live::modules::tools::WITH_CALLER
        || def.module == "__builtin__" && names.contains(&def.name)
}

impl Space {
    /// The local variables of a frame, by name.
    pub fn locals_of(&self, frame: &Frame<Space>) -> Rc<DictObj> {
        let function = !matches!(
            frame.code.kind,
            CodeKind::Module | CodeKind::Class | CodeKind::Expression
        );
        let d = match &frame.namespace {
            Some(ns) if !function => return ns.clone(),
            None if !function => return frame.globals.clone(),
            Some(ns) => ns.copy(),
            None => DictObj::new(),
        };
        for (name, v) in frame.code.varnames.iter().zip(&frame.locals) {
            if let Some(v) = v
                && !name.as_str().starts_with('.')
            {
                d.set_name(*name, v.clone());
            }
        }
        for (i, cell) in frame.cells.iter().enumerate() {
            if let Some(v) = cell.get() {
                d.set_name(frame.code.cell_name(crate::code::CellId(i as u32)), v);
            }
        }
        Rc::new(d)
    }

    /// Builtins that look at their caller; `None`: not one of them with these arguments.
    fn call_with_frame(&self, frame: &Frame<Space>, name: &str, args: &Args) -> Option<PyResult> {
        let arg = |i: usize| args.pos.get(i).cloned().unwrap_or(Value::None);
        Some(match (name, args.pos.len()) {
            ("locals", 0) | ("vars", 0) => Ok(Value::Dict(self.locals_of(frame))),
            ("globals", 0) => Ok(Value::Dict(frame.globals.clone())),
            ("dir", 0) => {
                let mut names: Vec<Name> = self
                    .locals_of(frame)
                    .names()
                    .into_iter()
                    .map(|x| x.0)
                    .collect();
                names.sort_by_key(|x| x.as_str());
                Ok(Value::list(names.into_iter().map(name_value).collect()))
            }
            ("eval", 1..=3) => self.exec_in(frame, &arg(0), &arg(1), &arg(2), CodeKind::Expression),
            ("exec", 1..=3) => self
                .exec_in(frame, &arg(0), &arg(1), &arg(2), CodeKind::Module)
                .map(|_| Value::None),
            _ => return None,
        })
    }

    /// `super()` without arguments.
    fn implicit_super(&self, frame: &Frame<Space>) -> PyResult {
        let code = &frame.code;
        let class_name = Name::new("__class__");
        let cell = (0..frame.cells.len())
            .find(|&i| code.cell_name(crate::code::CellId(i as u32)) == class_name)
            .and_then(|i| frame.cells[i].get());
        let receiver = frame.locals.first().cloned().flatten().or_else(|| {
            // The first parameter may live in a cell.
            let name = *code.varnames.first()?;
            let i = code.cellvars.iter().position(|c| c.name == name)?;
            frame.cells[i].get()
        });
        match (cell, receiver) {
            (Some(class), Some(receiver)) => {
                crate::live::methods::make_super(self, &class, Some(&receiver))
            }
            (None, _) => Err(self.error("RuntimeError", "super(): __class__ cell not found")),
            _ => Err(self.error("RuntimeError", "super(): no arguments")),
        }
    }

    /// Runs text or a code object (`exec`, `eval`, `execfile`).
    pub(crate) fn exec_in(
        &self,
        frame: &Frame<Space>,
        text: &Value,
        globals: &Value,
        locals: &Value,
        kind: CodeKind,
    ) -> PyResult {
        let code = match text {
            Value::Code(code) => code.clone(),
            _ => self.compile_value(text, "<string>", kind, frame.code.mode, frame.code.future)?,
        };
        let globals_dict = match globals {
            Value::None => frame.globals.clone(),
            other => match other.as_dict() {
                Some(d) => d,
                None => return Err(self.type_error("globals must be a dict")),
            },
        };
        let namespace = match locals {
            Value::None if globals.is_none() => self.locals_of(frame),
            Value::None => globals_dict.clone(),
            other => match other.as_dict() {
                Some(d) => d,
                None => {
                    let d = DictObj::new();
                    for (k, v) in self.mapping_items(other, other)? {
                        d.set(self, k, v)?;
                    }
                    Rc::new(d)
                }
            },
        };
        if !globals_dict.has_name(n().builtins) {
            globals_dict.set_name(n().builtins, Value::Dict(self.builtins(code.mode).clone()));
        }
        self.run_code(code, globals_dict, Some(namespace), Vec::new(), &[])
    }

    /// Compiles a string object.
    pub(crate) fn compile_value(
        &self,
        text: &Value,
        display: &str,
        kind: CodeKind,
        mode: Mode,
        future: crate::code::Future,
    ) -> PyResult<Rc<CodeObject>> {
        let Some(source) = text.as_text() else {
            return Err(self.type_error("a string or code object is required"));
        };
        let source = if kind == CodeKind::Expression {
            source.trim_matches([' ', '\t', '\n']).to_string()
        } else {
            source
        };
        let file = ir::source::add_file(None, display, &source);
        crate::compile::compile_text(file, mode, kind, future).map_err(|d| self.syntax_error(d))
    }

    /// The `SyntaxError` of diagnostics.
    pub(crate) fn syntax_error(&self, diagnostics: Vec<ir::diag::Diagnostic>) -> PyErr {
        let Some(first) = diagnostics.into_iter().next() else {
            return self.error("SyntaxError", "invalid syntax");
        };
        let location = first.span.location();
        let class = if first.message.contains("indent") {
            "IndentationError"
        } else {
            "SyntaxError"
        };
        let exc = self.exception(class, vec![Value::str(&first.message)]);
        exc.set("msg".into(), Value::str(&first.message));
        if let Some(l) = location {
            exc.set("filename".into(), Value::str(&l.path));
            exc.set("lineno".into(), Value::Int(i64::from(l.line)));
            exc.set("offset".into(), Value::Int(i64::from(l.column)));
            let line = ir::source::file(first.span.file)
                .line_text(l.line)
                .to_string();
            exc.set("text".into(), Value::str(&line));
        }
        exc.set(
            "__diagnostic__".into(),
            Value::native(crate::live::operations::exc::SyntaxDiagnostic(first)),
        );
        self.raised(exc)
    }
}

impl From<PyErr> for Box<ir::diag::Diagnostic> {
    /// For callers without a space at hand; prefer [`Space::diagnostic`].
    fn from(e: PyErr) -> Self {
        match e {
            Unwind::Abort(d) => d,
            Unwind::Raise(exc) => Box::new(ir::diag::Diagnostic::error(
                "E0201",
                Span::NONE,
                format!("uncaught {}", exc.class().name.get()),
            )),
        }
    }
}
