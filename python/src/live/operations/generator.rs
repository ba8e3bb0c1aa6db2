//! Generators: a suspended frame with `next`, `send`, `throw`, `close` and delegation (`yield from`).
use std::rc::Rc;

use crate::code::Pc;
use crate::engine::{Frame, Outcome};
use crate::live::objects::kinds::{GeneratorBody, GeneratorObj, Resume, Resumed};
use crate::live::operations::attr::n;
use crate::live::{InstanceObj, PyErr, PyResult, Space, Value};

/// The body of a generator written in Python.
pub struct FrameBody {
    frame: Frame<Space>,
    handling: Vec<Rc<InstanceObj>>,
}

impl FrameBody {
    /// A frame that has not run yet.
    pub fn new(frame: Frame<Space>) -> FrameBody {
        FrameBody {
            frame,
            handling: Vec::new(),
        }
    }
}

impl GeneratorBody for FrameBody {
    fn fresh(&self) -> bool {
        self.frame.pc == Pc(0)
    }
    fn resume(&mut self, space: &Space, how: Resume) -> PyResult<Resumed> {
        let fresh = self.fresh();
        let outcome = match how {
            Resume::Send(v) => {
                space.run_frame(&mut self.frame, &mut self.handling, |space, frame| {
                    if fresh {
                        return Ok(None);
                    }
                    let _ = space;
                    // The value of the `yield` expression.
                    frame.stack.push(v);
                    Ok(None)
                })?
            }
            Resume::Throw(e) => {
                let mut error = e;
                if let Some(sub) = self.frame.delegating_to().cloned() {
                    match space.throw_into(&sub, error) {
                        Ok(Some(v)) => return Ok(Resumed::Yield(v)),
                        Ok(None) => unreachable!("throw_into reports exhaustion as StopIteration"),
                        Err(e) => error = e,
                    }
                    if let PyErr::Raise(exc) = &error
                        && space.is_exception(&error, "StopIteration")
                    {
                        let v = stop_value(exc);
                        self.frame.finish_delegation(v);
                        let o = space
                            .run_frame(&mut self.frame, &mut self.handling, |_, _| Ok(None))?;
                        return Ok(resumed(o));
                    }
                }
                let exc = match error {
                    PyErr::Raise(exc) => exc,
                    abort => return Err(abort),
                };
                if fresh {
                    return Err(PyErr::Raise(exc));
                }
                space.run_frame(&mut self.frame, &mut self.handling, |space, frame| {
                    frame.resume_with(space, exc).map(Some)
                })?
            }
        };
        Ok(resumed(outcome))
    }
}

fn resumed(o: Outcome<Value>) -> Resumed {
    match o {
        Outcome::Yield(v) => Resumed::Yield(v),
        Outcome::Return(v) => Resumed::Return(v),
    }
}

/// The value of a `StopIteration`.
pub fn stop_value(exc: &InstanceObj) -> Value {
    match exc.exc() {
        Some(state) => state.args.borrow().first().cloned().unwrap_or(Value::None),
        None => Value::None,
    }
}

impl Space {
    /// Runs a generator to its next `yield`: `None` with the returned value at its end.
    pub fn resume_generator(&self, g: &Rc<GeneratorObj>, how: Resume) -> PyResult<Resumed> {
        if g.running.get() {
            return Err(self.value_error("generator already executing"));
        }
        let Some(mut body) = g.body.borrow_mut().take() else {
            return match how {
                Resume::Send(_) => Ok(Resumed::Return(Value::None)),
                Resume::Throw(e) => Err(e),
            };
        };
        if let Resume::Send(v) = &how
            && body.fresh()
            && !v.is_none()
        {
            *g.body.borrow_mut() = Some(body);
            return Err(self.type_error("can't send non-None value to a just-started generator"));
        }
        g.running.set(true);
        let r = body.resume(self, how);
        g.running.set(false);
        match r {
            Ok(Resumed::Yield(v)) => {
                *g.body.borrow_mut() = Some(body);
                Ok(Resumed::Yield(v))
            }
            Err(e)
                if self.is_exception(&e, "StopIteration")
                    && g.code.mode == crate::code::Mode::Py3 =>
            {
                let err = self.exception(
                    "RuntimeError",
                    vec![Value::str("generator raised StopIteration")],
                );
                if let (PyErr::Raise(cause), Some(state)) = (&e, err.exc()) {
                    *state.cause.borrow_mut() = Value::Instance(cause.clone());
                }
                Err(PyErr::Raise(err))
            }
            other => other,
        }
    }
    /// `next(g)`; `None` when exhausted.
    pub fn generator_next(&self, g: &Rc<GeneratorObj>) -> PyResult<Option<Value>> {
        match self.resume_generator(g, Resume::Send(Value::None)) {
            Ok(Resumed::Yield(v)) => Ok(Some(v)),
            Ok(Resumed::Return(_)) => Ok(None),
            // Python 2 lets StopIteration out of a generator end it.
            Err(e) if self.is_exception(&e, "StopIteration") => Ok(None),
            Err(e) => Err(e),
        }
    }
    /// `StopIteration(value)`
    pub fn stop_iteration(&self, value: Value) -> PyErr {
        let args = if value.is_none() { vec![] } else { vec![value] };
        PyErr::Raise(self.exception("StopIteration", args))
    }
    /// `g.send(v)` as Python sees it.
    pub fn generator_send(&self, g: &Rc<GeneratorObj>, v: Value) -> PyResult {
        match self.resume_generator(g, Resume::Send(v))? {
            Resumed::Yield(v) => Ok(v),
            Resumed::Return(v) => Err(self.stop_iteration(v)),
        }
    }
    /// `g.throw(...)` as Python sees it.
    pub fn generator_throw(&self, g: &Rc<GeneratorObj>, e: PyErr) -> PyResult {
        match self.resume_generator(g, Resume::Throw(e))? {
            Resumed::Yield(v) => Ok(v),
            Resumed::Return(v) => Err(self.stop_iteration(v)),
        }
    }
    /// `g.close()`
    pub fn generator_close(&self, g: &Rc<GeneratorObj>) -> PyResult<()> {
        if g.body.borrow().as_ref().is_none_or(|b| b.fresh()) {
            g.body.borrow_mut().take();
            return Ok(());
        }
        let exit = PyErr::Raise(self.exception("GeneratorExit", vec![]));
        match self.resume_generator(g, Resume::Throw(exit)) {
            Ok(Resumed::Yield(_)) => {
                Err(self.error("RuntimeError", "generator ignored GeneratorExit"))
            }
            Ok(Resumed::Return(_)) => Ok(()),
            Err(e)
                if self.is_exception(&e, "GeneratorExit")
                    || self.is_exception(&e, "StopIteration") =>
            {
                Ok(())
            }
            Err(e) => Err(e),
        }
    }
    /// Throws into the sub-iterator of a `yield from`: `Ok(Some(v))` if it yielded, else its error (`StopIteration` at
    /// its end).
    fn throw_into(&self, sub: &Value, e: PyErr) -> PyResult<Option<Value>> {
        if self.is_exception(&e, "GeneratorExit") {
            match sub {
                Value::Generator(g) => self.generator_close(g)?,
                _ => {
                    if let Some(close) = self.getattr_opt(sub, "close".into())? {
                        self.call(&close, &[])?;
                    }
                }
            }
            return Err(e);
        }
        match sub {
            Value::Generator(g) => self.generator_throw(g, e).map(Some),
            _ => {
                let PyErr::Raise(exc) = &e else { return Err(e) };
                match self.getattr_opt(sub, "throw".into())? {
                    Some(f) => {
                        let v = Value::Instance(exc.clone());
                        self.call(&f, &[Value::Class(exc.class()), v]).map(Some)
                    }
                    None => Err(e),
                }
            }
        }
    }
    /// Sends into any iterator: `Ok(Ok(v))` is a value, `Ok(Err(v))` the end with its value.
    pub(crate) fn send_into(&self, it: &Value, sent: &Value) -> PyResult<Result<Value, Value>> {
        match it {
            Value::Generator(g) => {
                let r = self.resume_generator(g, Resume::Send(sent.clone()));
                match r? {
                    Resumed::Yield(v) => Ok(Ok(v)),
                    Resumed::Return(v) => Ok(Err(v)),
                }
            }
            _ if sent.is_none() => {
                if let Value::Instance(_) = it
                    && let Some(next) = self.special(it, n().next3)?
                {
                    return value_or_end(self.call(&next, &[]));
                }
                match self.next(it)? {
                    Some(v) => Ok(Ok(v)),
                    None => Ok(Err(Value::None)),
                }
            }
            _ => value_or_end(self.call_method(it, "send", std::slice::from_ref(sent))),
        }
    }
}

/// The result of `next` or `send`: the value, or the end with the value of `StopIteration`.
fn value_or_end(result: PyResult) -> PyResult<Result<Value, Value>> {
    match result {
        Ok(v) => Ok(Ok(v)),
        Err(PyErr::Raise(exc))
            if exc
                .class()
                .is_subclass(crate::live::types().exc("StopIteration")) =>
        {
            Ok(Err(stop_value(&exc)))
        }
        Err(e) => Err(e),
    }
}
