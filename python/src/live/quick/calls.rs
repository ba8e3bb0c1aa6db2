//! Calls whose arguments are on the caller's stack.
use std::rc::Rc;

use crate::engine::{Frame, Outcome};
use crate::live::objects::class::classes_version;
use crate::live::objects::kinds::{BuiltinObj, FunctionObj};
use crate::live::operations::attr::n;
use crate::live::space::{FrameInfo, stack_exhausted};
use crate::live::{Args, ClassRef, InstanceObj, Kind, Payload, PyResult, Space, Value};

use super::Spare;

/// Vectors of frames and arguments that were used and will be again.
#[derive(Default)]
pub(crate) struct Pool {
    locals: Spare<Option<Value>>,
    stacks: Spare<Value>,
    arguments: Spare<Value>,
}

impl Space {
    /// Calls with the last `n` values of the stack and removes them; the function stays for the caller to remove.
    pub(super) fn quick_call(&self, frame: &mut Frame<Space>, f: &Value, n: usize) -> PyResult {
        match f {
            Value::Function(func) => {
                let code = func.code.borrow();
                if code.live().plain == Some(n as u32) {
                    drop(code);
                    return self.call_plain(frame, func, None, n);
                }
            }
            Value::Builtin(b) if !b.sees_caller => return self.call_builtin(frame, b, n),
            Value::Class(c) if c.builtin.is_none() => {
                if let Some(init) = self.plain_init(c, n) {
                    return self.call_plain_class(frame, c, init, n);
                }
            }
            Value::Method(m) => {
                if let (Value::Function(func), Some(receiver)) = (&m.func, &m.receiver)
                    && func.code.borrow().live().plain == Some(n as u32 + 1)
                {
                    return self.call_plain(frame, func, Some(receiver.clone()), n);
                }
            }
            _ => {}
        }
        let at = frame.stack.len() - n;
        let args = crate::engine::Args::positional(frame.stack.split_off(at));
        let span = frame.code.span_at(frame.pc);
        crate::engine::ObjectSpace::call(self, frame, f, args, span)
    }

    /// Calls a function that takes exactly these positional arguments: `first`, if there is one, and the last `n`
    /// values of the stack.
    fn call_plain(
        &self,
        caller: &mut Frame<Space>,
        func: &Rc<FunctionObj>,
        first: Option<Value>,
        n: usize,
    ) -> PyResult {
        let code = func.code();
        let mut locals = self.pool.locals.take();
        locals.resize(code.varnames.len(), None);
        let skip = usize::from(first.is_some());
        for place in locals[skip..skip + n].iter_mut().rev() {
            *place = caller.stack.pop();
        }
        if first.is_some() {
            locals[0] = first;
        }
        let mut frame = Frame::prepared(
            self,
            code,
            func.globals.clone(),
            None,
            locals,
            self.pool.stacks.take(),
            &func.closure,
        );
        let result = self.run_plain(&mut frame);
        self.pool.locals.give(frame.locals);
        self.pool.stacks.give(frame.stack);
        result
    }

    /// [`Space::run_frame`] for a function that is no generator.
    fn run_plain(&self, frame: &mut Frame<Space>) -> PyResult {
        {
            let mut frames = self.frames.borrow_mut();
            if frames.len() >= self.recursion_limit.get() || stack_exhausted() {
                drop(frames);
                return Err(self.recursion_error());
            }
            frames.push(FrameInfo {
                code: frame.code.clone(),
                globals: frame.globals.clone(),
                namespace: None,
                handling: Vec::new(),
            });
        }
        let mode = self.mode.replace(frame.code.mode);
        let result = if self.explain.get() {
            self.run_loop(frame, |_, _| Ok(None))
        } else {
            self.run_quick(frame)
        };
        let info = self.frames.borrow_mut().pop();
        drop(info);
        self.mode.set(mode);
        match result? {
            Outcome::Return(v) | Outcome::Yield(v) => Ok(v),
        }
    }

    fn call_builtin(&self, frame: &mut Frame<Space>, b: &BuiltinObj, n: usize) -> PyResult {
        if stack_exhausted() {
            return Err(self.recursion_error());
        }
        let mut pos = self.pool.arguments.take();
        pos.extend(b.captured.iter().cloned());
        let at = frame.stack.len() - n;
        pos.extend(frame.stack.drain(at..));
        let args = Args {
            pos,
            kw: Vec::new(),
        };
        let result = (b.def.call)(self, &args);
        self.pool.arguments.give(args.pos);
        result
    }

    /// The `__init__` of a plain class whose instances need nothing else, if it takes `n` arguments.
    fn plain_init(&self, class: &ClassRef, n: usize) -> Option<Rc<FunctionObj>> {
        let version = classes_version();
        let known = match &*class.plain_init.borrow() {
            Some((v, init)) if *v == version => Some(init.clone()),
            _ => None,
        };
        let init = known.unwrap_or_else(|| {
            let init = find_plain_init(class);
            *class.plain_init.borrow_mut() = Some((version, init.clone()));
            init
        })?;
        let fits = init.code.borrow().live().plain == Some(n as u32 + 1);
        fits.then_some(init)
    }

    fn call_plain_class(
        &self,
        frame: &mut Frame<Space>,
        class: &ClassRef,
        init: Rc<FunctionObj>,
        n: usize,
    ) -> PyResult {
        let obj = Value::Instance(InstanceObj::new(class.clone(), Payload::None));
        let r = self.call_plain(frame, &init, Some(obj.clone()), n)?;
        if !r.is_none() {
            return Err(self.init_returned(&r));
        }
        Ok(obj)
    }
}

/// What [`Space::type_call`] comes to for most classes: an instance, and a call of `__init__`.
fn find_plain_init(class: &ClassRef) -> Option<Rc<FunctionObj>> {
    let plain = class.builtin.is_none()
        && class.metaclass.borrow().is_none()
        && class.layout == Kind::Object
        && crate::live::modules::abc::abstract_names(class).is_none();
    if !plain {
        return None;
    }
    if let Some((owner, _)) = class.lookup(n().new)
        && owner.builtin.is_none()
    {
        return None;
    }
    match class.lookup(n().init) {
        Some((_, Value::Function(f))) => Some(f),
        _ => None,
    }
}
