//! The flow space as an object space of the engine: each operation folds, records, asks or refuses (see
//! [`super::space`]).
use std::rc::Rc;

use ir::diag::Diagnostic;
use ir::model::Operand;
use ir::name::Name;
use ir::source::Span;
use python::code::{BinOp, CodeObject, CompareOp, ConstId, Conversion, UnaryOp};
use python::engine::{
    Args, Delegated, Frame, FunctionOperands, ObjectSpace, RaiseOperands, Unwind, Yielded,
};
use python::live::{self, DictObj, Value, types};

use super::fold;
use super::op::HlOp;
use super::space::{Abort, FlowExc, FlowSpace, R, exc_class};
use super::special;
use super::state::FlowCell;
use super::unassigned::{Lack, as_unassigned, lack, unassigned};
use super::value::{BoundSuper, Const, FlowValue, SuperOf, Unroller, constant, is_erroneous};

impl<'a> ObjectSpace for FlowSpace<'a> {
    type V = FlowValue;
    type Exc = FlowExc;
    type Abort = Abort;
    type Cell = FlowCell;
    type Namespace = Rc<DictObj>;

    fn constant(&self, code: &CodeObject, id: ConstId) -> FlowValue {
        constant(live::const_value(code.constant(id)))
    }
    fn none(&self) -> FlowValue {
        constant(Value::None)
    }
    fn bool(&self, b: bool) -> FlowValue {
        constant(Value::Bool(b))
    }
    fn name(&self, name: Name) -> FlowValue {
        self.name_const(name)
    }

    fn unary(&self, op: UnaryOp, v: &FlowValue, span: Span) -> R<'a, FlowValue> {
        let op = match op {
            UnaryOp::Pos => HlOp::Pos,
            UnaryOp::Neg => HlOp::Neg,
            UnaryOp::Invert => HlOp::Invert,
            UnaryOp::Repr => HlOp::Repr,
            UnaryOp::Not => return self.not(v, span),
        };
        self.op(op, vec![v.clone()], span)
    }
    fn binary(&self, op: BinOp, a: &FlowValue, b: &FlowValue, span: Span) -> R<'a, FlowValue> {
        match HlOp::binary(op) {
            Some(op) => self.op(op, vec![a.clone(), b.clone()], span),
            None => self.not_rpython(span, "the operator `@`", None),
        }
    }
    fn inplace(&self, op: BinOp, a: &FlowValue, b: &FlowValue, span: Span) -> R<'a, FlowValue> {
        match HlOp::inplace(op) {
            Some(inplace) => {
                // On immutable constants it is the plain operation.
                if let (Operand::Const(x), Operand::Const(y)) = (a, b)
                    && fold::is_immutable(&x.0)
                    && fold::is_immutable(&y.0)
                {
                    return self.binary(op, a, b, span);
                }
                self.op(inplace, vec![a.clone(), b.clone()], span)
            }
            None => self.not_rpython(span, "the operator `@=`", None),
        }
    }
    fn compare(&self, op: CompareOp, a: &FlowValue, b: &FlowValue, span: Span) -> R<'a, FlowValue> {
        let plain = match op {
            CompareOp::Lt => HlOp::Lt,
            CompareOp::Le => HlOp::Le,
            CompareOp::Eq => HlOp::Eq,
            CompareOp::Ne => HlOp::Ne,
            CompareOp::Gt => HlOp::Gt,
            CompareOp::Ge => HlOp::Ge,
            CompareOp::Is => HlOp::Is,
            CompareOp::In => return self.contains(b, a, span),
            CompareOp::NotIn => {
                let v = self.contains(b, a, span)?;
                return self.not(&v, span);
            }
            CompareOp::IsNot => {
                let v = self.op(HlOp::Is, vec![a.clone(), b.clone()], span)?;
                return self.not(&v, span);
            }
        };
        self.op(plain, vec![a.clone(), b.clone()], span)
    }
    fn is_true(&self, v: &FlowValue, span: Span) -> R<'a, bool> {
        self.truth(v, span)
    }

    fn getattr(&self, obj: &FlowValue, name: Name, span: Span) -> R<'a, FlowValue> {
        if let Operand::Const(c) = obj
            && let Some(s) = c.0.as_native::<SuperOf>()
        {
            return self.super_method(s, name, span);
        }
        self.op(
            HlOp::GetAttr,
            vec![obj.clone(), self.name_const(name)],
            span,
        )
    }
    fn setattr(&self, obj: &FlowValue, name: Name, value: &FlowValue, span: Span) -> R<'a, ()> {
        let args = vec![obj.clone(), self.name_const(name), value.clone()];
        self.op(HlOp::SetAttr, args, span)?;
        Ok(())
    }
    fn delattr(&self, _: &FlowValue, _: Name, span: Span) -> R<'a, ()> {
        self.not_rpython(span, "deleting an attribute", Some("set it to None"))
    }
    fn getitem(&self, obj: &FlowValue, index: &FlowValue, span: Span) -> R<'a, FlowValue> {
        self.op(HlOp::GetItem, vec![obj.clone(), index.clone()], span)
    }
    fn setitem(
        &self,
        obj: &FlowValue,
        index: &FlowValue,
        value: &FlowValue,
        span: Span,
    ) -> R<'a, ()> {
        let args = vec![obj.clone(), index.clone(), value.clone()];
        self.op(HlOp::SetItem, args, span)?;
        Ok(())
    }
    fn delitem(&self, obj: &FlowValue, index: &FlowValue, span: Span) -> R<'a, ()> {
        self.op(HlOp::DelItem, vec![obj.clone(), index.clone()], span)?;
        Ok(())
    }
    fn getslice(
        &self,
        obj: &FlowValue,
        start: &FlowValue,
        stop: &FlowValue,
        span: Span,
    ) -> R<'a, FlowValue> {
        let args = vec![obj.clone(), start.clone(), stop.clone()];
        self.op(HlOp::GetSlice, args, span)
    }
    fn setslice(
        &self,
        obj: &FlowValue,
        start: &FlowValue,
        stop: &FlowValue,
        value: &FlowValue,
        span: Span,
    ) -> R<'a, ()> {
        let args = vec![obj.clone(), start.clone(), stop.clone(), value.clone()];
        self.op(HlOp::SetSlice, args, span)?;
        Ok(())
    }
    fn delslice(
        &self,
        obj: &FlowValue,
        start: &FlowValue,
        stop: &FlowValue,
        span: Span,
    ) -> R<'a, ()> {
        let args = vec![obj.clone(), start.clone(), stop.clone()];
        self.op(HlOp::DelSlice, args, span)?;
        Ok(())
    }

    fn tuple(&self, items: Vec<FlowValue>, span: Span) -> R<'a, FlowValue> {
        self.op(HlOp::NewTuple, items, span)
    }
    fn list(&self, items: Vec<FlowValue>, span: Span) -> R<'a, FlowValue> {
        self.op(HlOp::NewList, items, span)
    }
    fn set(&self, _: Vec<FlowValue>, span: Span) -> R<'a, FlowValue> {
        self.not_rpython(span, "a set", Some("use a dict with None values"))
    }
    fn dict(&self, items: Vec<(FlowValue, FlowValue)>, span: Span) -> R<'a, FlowValue> {
        let dict = self.op(HlOp::NewDict, Vec::new(), span)?;
        for (k, v) in items {
            let args = vec![dict.clone(), k, v];
            self.record(HlOp::SetItem, args, &["Exception"], span)?;
        }
        Ok(dict)
    }
    fn slice(
        &self,
        start: &FlowValue,
        stop: &FlowValue,
        step: &FlowValue,
        span: Span,
    ) -> R<'a, FlowValue> {
        let args = vec![start.clone(), stop.clone(), step.clone()];
        self.op(HlOp::NewSlice, args, span)
    }
    fn list_append(&self, list: &FlowValue, item: &FlowValue, span: Span) -> R<'a, ()> {
        let append = self.method_of_new(list, "append", span)?;
        self.record(
            HlOp::SimpleCall,
            vec![append, item.clone()],
            &["Exception"],
            span,
        )?;
        Ok(())
    }
    fn set_add(&self, _: &FlowValue, _: &FlowValue, span: Span) -> R<'a, ()> {
        self.not_rpython(span, "a set", Some("use a dict with None values"))
    }
    fn map_add(
        &self,
        dict: &FlowValue,
        key: &FlowValue,
        value: &FlowValue,
        span: Span,
    ) -> R<'a, ()> {
        let args = vec![dict.clone(), key.clone(), value.clone()];
        self.record(HlOp::SetItem, args, &["Exception"], span)?;
        Ok(())
    }
    fn list_extend(&self, list: &FlowValue, iterable: &FlowValue, span: Span) -> R<'a, ()> {
        let extend = self.method_of_new(list, "extend", span)?;
        self.record(
            HlOp::SimpleCall,
            vec![extend, iterable.clone()],
            &["Exception"],
            span,
        )?;
        Ok(())
    }
    fn set_update(&self, _: &FlowValue, _: &FlowValue, span: Span) -> R<'a, ()> {
        self.not_rpython(span, "a set", Some("use a dict with None values"))
    }
    fn dict_update(&self, dict: &FlowValue, mapping: &FlowValue, span: Span) -> R<'a, ()> {
        let update = self.method_of_new(dict, "update", span)?;
        self.record(
            HlOp::SimpleCall,
            vec![update, mapping.clone()],
            &["Exception"],
            span,
        )?;
        Ok(())
    }
    fn list_to_tuple(&self, _: &FlowValue, span: Span) -> R<'a, FlowValue> {
        self.not_rpython(
            span,
            "a tuple whose length is not known",
            Some("build a list instead"),
        )
    }
    fn unpack(&self, v: &FlowValue, n: usize, span: Span) -> R<'a, Vec<FlowValue>> {
        if let Operand::Const(c) = v
            && !self.guarded.get()
            && let Some(items) = c.0.as_tuple()
            && items.len() != n
        {
            return self.error(super::unpacking_error(span, items.len(), n, false));
        }
        let len = self.op(HlOp::Len, vec![v.clone()], span)?;
        let n = n as i64;
        let right = self.op(HlOp::Eq, vec![len, constant(Value::Int(n))], span)?;
        if !self.truth(&right, span)? {
            return self.raise_builtin("ValueError", span);
        }
        (0..n)
            .map(|i| self.getitem(v, &constant(Value::Int(i)), span))
            .collect()
    }
    fn unpack_ex(
        &self,
        v: &FlowValue,
        before: usize,
        after: usize,
        span: Span,
    ) -> R<'a, Vec<FlowValue>> {
        let int = |i: usize| constant(Value::Int(i as i64));
        if let Operand::Const(c) = v
            && !self.guarded.get()
            && let Some(items) = c.0.as_tuple()
            && items.len() < before + after
        {
            return self.error(super::unpacking_error(
                span,
                items.len(),
                before + after,
                true,
            ));
        }
        let len = self.op(HlOp::Len, vec![v.clone()], span)?;
        let enough = self.op(HlOp::Ge, vec![len.clone(), int(before + after)], span)?;
        if !self.truth(&enough, span)? {
            return self.raise_builtin("ValueError", span);
        }
        let mut items = Vec::with_capacity(before + after + 1);
        for i in 0..before {
            items.push(self.getitem(v, &int(i), span)?);
        }
        let stop = if after == 0 {
            constant(Value::None)
        } else {
            self.op(HlOp::Sub, vec![len.clone(), int(after)], span)?
        };
        items.push(self.getslice(v, &int(before), &stop, span)?);
        for i in (1..=after).rev() {
            let at = self.op(HlOp::Sub, vec![len.clone(), int(i)], span)?;
            items.push(self.getitem(v, &at, span)?);
        }
        Ok(items)
    }
    fn format_value(
        &self,
        v: &FlowValue,
        conversion: Conversion,
        spec: Option<&FlowValue>,
        span: Span,
    ) -> R<'a, FlowValue> {
        let converted = match conversion {
            Conversion::None => v.clone(),
            Conversion::Str => self.op(HlOp::Str, vec![v.clone()], span)?,
            Conversion::Repr => self.op(HlOp::Repr, vec![v.clone()], span)?,
            Conversion::Ascii => {
                return self.error(Diagnostic::unsupported(span, "`!a` in translated code"));
            }
        };
        if conversion != Conversion::None && spec.is_none() {
            return Ok(converted);
        }
        let none = || constant(Value::str(""));
        let spec = spec.cloned().unwrap_or_else(none);
        self.op(HlOp::Format, vec![converted, spec], span)
    }
    fn build_string(&self, parts: Vec<FlowValue>, span: Span) -> R<'a, FlowValue> {
        let mut parts = parts.into_iter();
        let Some(mut text) = parts.next() else {
            return Ok(constant(Value::str("")));
        };
        for p in parts {
            text = self.op(HlOp::Add, vec![text, p], span)?;
        }
        Ok(text)
    }

    fn iter(&self, v: &FlowValue, span: Span) -> R<'a, FlowValue> {
        if let Operand::Const(c) = v
            && let Some(items) = fold::unrolled_items(self, &c.0)
        {
            return Ok(constant(Value::native(Unroller { items, index: 0 })));
        }
        self.op(HlOp::Iter, vec![v.clone()], span)
    }
    fn next(&self, it: &mut FlowValue, span: Span) -> R<'a, Option<FlowValue>> {
        if let Operand::Const(c) = it
            && let Some(unroller) = c.0.as_native::<Unroller>()
        {
            let Some(item) = unroller.items.get(unroller.index).cloned() else {
                return Ok(None);
            };
            let rest = Unroller {
                items: unroller.items.clone(),
                index: unroller.index + 1,
            };
            *it = constant(Value::native(rest));
            return Ok(Some(constant(item)));
        }
        let item = self.record(HlOp::Next, vec![it.clone()], &[], span)?;
        // The end of the loop is always seen; other exceptions if a handler of the user is around.
        let classes: &[&str] = if self.guarded.get() {
            &["StopIteration", "Exception"]
        } else {
            &["StopIteration"]
        };
        match self.ask_exception(classes, span)? {
            None => Ok(Some(item)),
            Some(FlowExc {
                class: Operand::Const(_),
                ..
            }) => Ok(None),
            Some(exc) => Err(Unwind::Raise(exc)),
        }
    }
    fn yield_value(&self, v: FlowValue, span: Span) -> R<'a, Yielded<FlowValue>> {
        self.op(HlOp::Yield, vec![v], span)?;
        Ok(Yielded::Continue(constant(Value::None)))
    }
    fn yield_from(&self, _: &FlowValue, _: &FlowValue, span: Span) -> R<'a, Delegated<FlowValue>> {
        self.not_rpython(
            span,
            "`yield from`",
            Some("write `for x in iterable: yield x`"),
        )
    }

    fn load_global(&self, globals: &Rc<DictObj>, name: Name, span: Span) -> R<'a, FlowValue> {
        if let Some(v) = globals.get_name(name) {
            return Ok(constant(v));
        }
        if let Some(v) = fold::builtin(self, name) {
            return Ok(constant(v));
        }
        let mut d = Diagnostic::error(
            "E0302",
            span,
            format!("global name `{name}` is not defined"),
        )
        .label("not found in the module or among the builtins");
        let known = globals.names();
        let builtins = fold::builtin_names(self);
        let closest = |names: &[Name]| {
            ir::suggest::closest(name.as_str(), names.iter().map(|n| n.as_str())).map(str::to_owned)
        };
        let globals: Vec<Name> = known.iter().map(|(n, _)| *n).collect();
        if let Some(best) = closest(&globals) {
            let help = format!("a global with a similar name exists: `{best}`");
            d = d.fix(help, span, best);
        } else if let Some(best) = closest(&builtins) {
            let help = format!("there is a builtin `{best}`");
            d = d.fix(help, span, best);
        }
        Ok(self.refuse(d))
    }
    fn store_global(&self, _: &Rc<DictObj>, name: Name, _: FlowValue, span: Span) -> R<'a, ()> {
        let d = Diagnostic::error(
            "E0308",
            span,
            format!("the global variable `{name}` is assigned in translated code"),
        )
        .label("globals are constants in RPython")
        .help("keep the state in an attribute of a prebuilt instance: `state.x = ...`");
        self.refuse(d);
        Ok(())
    }
    fn delete_global(&self, _: &Rc<DictObj>, _: Name, span: Span) -> R<'a, ()> {
        self.not_rpython(span, "deleting a global variable", None)
    }
    fn get_name(&self, _: &Rc<DictObj>, _: Name, span: Span) -> R<'a, Option<FlowValue>> {
        self.not_rpython(span, "a name bound dynamically", None)
    }
    fn set_name(&self, _: &Rc<DictObj>, _: Name, _: FlowValue, span: Span) -> R<'a, ()> {
        self.not_rpython(span, "a name bound dynamically", None)
    }
    fn delete_name(&self, _: &Rc<DictObj>, _: Name, span: Span) -> R<'a, ()> {
        self.not_rpython(span, "a name bound dynamically", None)
    }
    fn unbound_local(&self, code: &CodeObject, name: Name, span: Span) -> Unwind<Self> {
        let is_free = code.freevars.contains(&name);
        let d = if is_free {
            Diagnostic::error(
                "E0301",
                span,
                format!("free variable `{name}` is not bound"),
            )
            .label("the enclosing function has not assigned it")
        } else {
            self.unbound.borrow_mut().push(name);
            unbound_local(name, span)
        };
        Unwind::Abort(Abort::Error(Box::new(d)))
    }
    fn suppressed(&self, locals: &mut [Option<FlowValue>], swallowed: &FlowValue) {
        if *swallowed != constant(Value::Bool(true)) {
            return;
        }
        for variable in &self.recording.borrow().apart {
            let v = &mut locals[variable.local];
            let lack = match v.as_ref().map(lack) {
                None => Lack::Perhaps,
                Some(Some(Lack::NotYet { .. })) => Lack::Suppressed,
                Some(_) => continue,
            };
            *v = Some(unassigned(variable.name, lack));
        }
    }
    fn read_local(&self, value: &FlowValue, span: Span) -> R<'a, ()> {
        let Some(variable) = as_unassigned(value) else {
            return Ok(());
        };
        if variable.lack != Lack::Suppressed {
            self.refuse_if_reached(unbound_local(variable.name, span), span)?;
        }
        self.raise_builtin("UnboundLocalError", span)
    }

    fn new_cell(&self, v: Option<FlowValue>) -> FlowCell {
        FlowCell::Own(v)
    }
    fn cell_get(&self, cell: &FlowCell) -> Option<FlowValue> {
        match cell {
            FlowCell::Own(v) => v.clone(),
            FlowCell::Outer(c) => c.get().map(constant),
        }
    }
    fn cell_set(&self, cell: &mut FlowCell, v: Option<FlowValue>) {
        *cell = FlowCell::Own(v);
    }
    fn cell_value(&self, cell: &FlowCell, name: Name, span: Span) -> R<'a, FlowValue> {
        match cell {
            FlowCell::Outer(c) => Ok(constant(Value::Cell(c.clone()))),
            // A variable that is a constant here may be captured: the nested function then sees that constant.
            FlowCell::Own(Some(Operand::Const(c))) => {
                Ok(constant(Value::Cell(live::CellObj::new(Some(c.0.clone())))))
            }
            FlowCell::Own(_) => {
                let d = Diagnostic::error(
                    "E0309",
                    span,
                    format!("a nested function captures the variable `{name}`"),
                )
                .label("closures over run-time values are not RPython")
                .help("pass the value as an argument, or keep it in an attribute of an instance");
                self.error(d)
            }
        }
    }

    fn call(
        &self,
        frame: &Frame<Self>,
        f: &FlowValue,
        args: Args<FlowValue>,
        span: Span,
    ) -> R<'a, FlowValue> {
        if let Operand::Const(c) = f {
            if let Some(bound) = c.0.as_native::<BoundSuper>() {
                let mut args = args;
                args.positional.insert(0, bound.receiver.clone());
                return self.call_with(&constant(bound.func.clone()), args, span);
            }
            if special::is_super(&c.0) && args.is_simple() {
                return self.make_super(frame, &args.positional, span);
            }
        }
        self.call_with(f, args, span)
    }
    fn make_function(
        &self,
        frame: &Frame<Self>,
        code: &Rc<CodeObject>,
        operands: FunctionOperands<FlowValue>,
        span: Span,
    ) -> R<'a, FlowValue> {
        let parts = [operands.defaults, operands.kwdefaults, operands.closure];
        let mut consts = Vec::with_capacity(3);
        for p in parts {
            match p {
                None => consts.push(Value::None),
                Some(Operand::Const(c)) => consts.push(c.0),
                Some(Operand::Var(_)) => {
                    let d = Diagnostic::error(
                        "E0310",
                        span,
                        "a nested function has a default value that is not constant",
                    );
                    return self.error(d);
                }
            }
        }
        // Cells made for this function have an identity of their own: compare their contents.
        let contents = match consts[2].as_tuple() {
            Some(cells) => Value::tuple(
                cells
                    .iter()
                    .map(|c| match c {
                        Value::Cell(c) => c.get().unwrap_or(Value::None),
                        other => other.clone(),
                    })
                    .collect(),
            ),
            None => Value::None,
        };
        let key = Value::tuple(vec![consts[0].clone(), consts[1].clone(), contents]);
        let key = (Rc::as_ptr(code), Const(key));
        if let Some(f) = self.made.borrow().get(&key) {
            return Ok(constant(f.clone()));
        }
        let f = fold::new_function(&frame.globals, code, &consts[0], &consts[1], &consts[2]);
        self.made.borrow_mut().insert(key, f.clone());
        Ok(constant(f))
    }
    fn make_class(
        &self,
        _: &Frame<Self>,
        _: Name,
        _: &FlowValue,
        _: &FlowValue,
        _: &FlowValue,
        span: Span,
    ) -> R<'a, FlowValue> {
        self.not_rpython(
            span,
            "defining a class inside a function",
            Some("define the class in the module"),
        )
    }
    fn import_name(
        &self,
        frame: &Frame<Self>,
        name: Name,
        fromlist: &FlowValue,
        level: i16,
        span: Span,
    ) -> R<'a, FlowValue> {
        let Operand::Const(fromlist) = fromlist else {
            return self.not_rpython(span, "this import", None);
        };
        match fold::import(self, &frame.globals, name, &fromlist.0, level, span) {
            Ok(m) => Ok(constant(m)),
            Err(failure) => self.import_failed(name, failure, span),
        }
    }
    fn import_from(&self, module: &FlowValue, name: Name, span: Span) -> R<'a, FlowValue> {
        let Operand::Const(m) = module else {
            return self.not_rpython(span, "this import", None);
        };
        if is_erroneous(&m.0) || fold::varies(&m.0, &python::live::name_value(name)) {
            return self.attribute(module, name.as_str(), span);
        }
        match fold::import_from(self, &m.0, name, span) {
            Ok(v) => Ok(constant(v)),
            Err(failure) => self.import_failed(name, failure, span),
        }
    }
    fn import_star(&self, _: &mut Frame<Self>, _: &FlowValue, span: Span) -> R<'a, ()> {
        self.not_rpython(span, "`import *` inside a function", None)
    }
    fn exec(
        &self,
        _: &mut Frame<Self>,
        _: &FlowValue,
        _: &FlowValue,
        _: &FlowValue,
        span: Span,
    ) -> R<'a, ()> {
        self.not_rpython(span, "`exec`", None)
    }
    fn setup_annotations(&self, _: &mut Frame<Self>, _: Span) -> R<'a, ()> {
        Ok(())
    }

    fn raise(&self, operands: RaiseOperands<FlowValue>, span: Span) -> R<'a, FlowExc> {
        let exc = operands.exc;
        let value = operands.value.unwrap_or_else(|| constant(Value::None));
        // For `raise C()` the simplifier finds the answer (ssa::fold_known_instances).
        let type_class = constant(Value::Class(types().type_.clone()));
        let is_class = self.op(HlOp::IsInstance, vec![exc.clone(), type_class], span)?;
        let none = constant(Value::None);
        let value_is_none = self.op(HlOp::Is, vec![value.clone(), none], span)?;
        let mut fresh = true;
        let instance = if self.truth(&is_class, span)? {
            if self.truth(&value_is_none, span)? {
                self.simple_call(&exc, Vec::new(), span)?
            } else {
                // `raise Class, value`: an instance of the class, or the argument of its constructor.
                let class = self.op(HlOp::Type, vec![value.clone()], span)?;
                let fits = self.op(HlOp::IsSubtype, vec![class, exc.clone()], span)?;
                if self.truth(&fits, span)? {
                    fresh = false;
                    value
                } else {
                    self.simple_call(&exc, vec![value], span)?
                }
            }
        } else {
            if !self.truth(&value_is_none, span)? {
                return self.raise_builtin("TypeError", span);
            }
            fresh = false;
            exc.clone()
        };
        let class = match &exc {
            // `raise C` makes an instance of exactly `C`. Where the exception may meet others in a handler, the class
            // has to be asked of the instance, so that the annotator knows what a later match says about the instance.
            Operand::Const(c) if fresh && !self.guarded.get() && makes_its_instances(&c.0) => exc,
            _ => self.op(HlOp::Type, vec![instance.clone()], span)?,
        };
        Ok(FlowExc {
            class,
            value: instance,
        })
    }
    fn raise_current(&self, span: Span) -> R<'a, FlowExc> {
        self.not_rpython(span, "`raise` outside of an `except` block", None)
    }
    fn reraise(&self, value: FlowValue, exc_type: FlowValue, _: Span) -> FlowExc {
        FlowExc {
            class: exc_type,
            value,
        }
    }
    fn exc_value(&self, exc: &FlowExc) -> FlowValue {
        exc.value.clone()
    }
    fn exc_type(&self, exc: &FlowExc) -> FlowValue {
        exc.class.clone()
    }
    fn exception_match(
        &self,
        _: &FlowValue,
        exc_type: &FlowValue,
        pattern: &FlowValue,
        span: Span,
    ) -> R<'a, bool> {
        match pattern {
            Operand::Const(c) => self.class_matches(exc_type, &c.0, span),
            Operand::Var(_) => {
                let d = Diagnostic::error("E0306", span, "the class in `except` is not constant");
                self.error(d)
            }
        }
    }
    fn assertion_error(&self) -> FlowValue {
        constant(exc_class("AssertionError"))
    }

    fn with_enter(
        &self,
        _: &Frame<Self>,
        manager: &FlowValue,
        span: Span,
    ) -> R<'a, (FlowValue, FlowValue)> {
        let exit = self.attribute(manager, "__exit__", span)?;
        let enter = self.attribute(manager, "__enter__", span)?;
        let entered = self.simple_call(&enter, Vec::new(), span)?;
        Ok((exit, entered))
    }
    fn with_exit(&self, _: &Frame<Self>, exit: &FlowValue, span: Span) -> R<'a, ()> {
        let none = constant(Value::None);
        self.simple_call(exit, vec![none.clone(), none.clone(), none], span)?;
        Ok(())
    }
    fn with_exit_raise(
        &self,
        _: &Frame<Self>,
        exit: &FlowValue,
        value: &FlowValue,
        exc_type: &FlowValue,
        span: Span,
    ) -> R<'a, FlowValue> {
        // There is no object for the traceback, but it is not None. Unlike in RPython, a true result swallows the
        // exception; where the manager returns nothing, the annotator knows that it does not.
        let traceback = constant(fold::support(self, "TRACEBACK", span)?);
        let args = vec![exc_type.clone(), value.clone(), traceback];
        let result = self.simple_call(exit, args, span)?;
        Ok(constant(Value::Bool(self.truth(&result, span)?)))
    }
    fn print_item(&self, stream: Option<&FlowValue>, v: &FlowValue, span: Span) -> R<'a, ()> {
        self.no_stream(stream, span)?;
        let text = self.op(HlOp::Str, vec![v.clone()], span)?;
        special::print_item(self, text, span)
    }
    fn print_newline(&self, stream: Option<&FlowValue>, span: Span) -> R<'a, ()> {
        self.no_stream(stream, span)?;
        special::print_newline(self, span)
    }
}

impl<'a> FlowSpace<'a> {
    fn no_stream(&self, stream: Option<&FlowValue>, span: Span) -> R<'a, ()> {
        match stream {
            None => Ok(()),
            Some(_) => self.not_rpython(
                span,
                "`print >>stream`",
                Some("use os.write(2, text) for standard error, os.write(1, text) for standard output"),
            ),
        }
    }
}

/// Whether calling a constant makes an instance of exactly this class.
fn makes_its_instances(v: &Value) -> bool {
    match v {
        Value::Class(c) => match c.lookup(Name::new("__new__")) {
            Some((owner, _)) => owner.builtin.is_some(),
            None => true,
        },
        _ => false,
    }
}

fn unbound_local(name: Name, span: Span) -> Diagnostic {
    let text = format!("local variable `{name}` may be used before it is assigned");
    Diagnostic::error("E0301", span, text)
        .label("not assigned on every path to this place")
        .help(format!("assign `{name}` before the branch or loop"))
}
