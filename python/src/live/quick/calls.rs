//! Calls whose arguments are on the caller's stack.
use std::rc::Rc;

use crate::engine::{Frame, Outcome};
use crate::live::objects::class::classes_version;
use crate::live::objects::kinds::{BuiltinObj, FunctionObj};
use crate::live::operations::attr::n;
use crate::live::operations::iter::byte_string;
use crate::live::space::{FrameInfo, stack_exhausted};
use crate::live::{Args, BuiltinType, ClassRef, InstanceObj, Payload, PyResult, Space, Value};

use ir::name::Name;

use super::{KeywordCall, Spare};

/// Vectors of frames and arguments that were used and will be again.
#[derive(Default)]
pub(crate) struct Pool {
    locals: Spare<Option<Value>>,
    stacks: Spare<Value>,
    arguments: Spare<Value>,
}

impl Space {
    /// Calls with the last `n` values of the stack and removes them; the function's place stays.
    pub(super) fn quick_call(&self, frame: &mut Frame<Space>, f: &Value, n: usize) -> PyResult {
        match f {
            Value::Function(func) if takes(func, n) => {
                return self.call_plain(frame, func, None, n, &[]);
            }
            Value::Builtin(b) if !b.sees_caller => return self.call_builtin(frame, b, n),
            Value::Class(c) if c.builtin.is_none() => {
                if let Some(init) = self.plain_init(c)
                    && takes(&init, n + 1)
                {
                    return self.call_plain_class(frame, c, init, n);
                }
            }
            Value::Method(m) => {
                if let (Value::Function(func), Some(receiver)) = (&m.func, &m.receiver)
                    && takes(func, n + 1)
                {
                    return self.call_plain(frame, func, Some(receiver.clone()), n, &[]);
                }
            }
            _ => {}
        }
        let at = frame.stack.len() - n;
        let args = crate::engine::Args::positional(frame.stack.split_off(at));
        let span = frame.code.span_at(frame.pc);
        crate::engine::ObjectSpace::call(self, frame, f, args, span)
    }

    /// Calls what [`super::Op::Method`] left below the `n` arguments: `[.. obj function]` or `[.. None callee]`. One
    /// place stays of all.
    pub(super) fn quick_call_method(&self, frame: &mut Frame<Space>, n: usize) -> PyResult {
        let base = frame.stack.len() - n - 2;
        let f = std::mem::replace(&mut frame.stack[base + 1], Value::None);
        if frame.stack[base].is_none() {
            let v = self.quick_call(frame, &f, n)?;
            frame.stack.pop();
            return Ok(v);
        }
        if let Value::Function(func) = &f
            && takes(func, n + 1)
        {
            let receiver = std::mem::replace(&mut frame.stack[base], Value::None);
            let v = self.call_plain(frame, func, Some(receiver), n, &[])?;
            frame.stack.pop();
            return Ok(v);
        }
        // The receiver goes next to the other arguments, and leaves a place.
        frame.stack.swap(base, base + 1);
        self.quick_call(frame, &f, n + 1)
    }

    /// Calls with positional and keyword arguments on the stack, above the function, whose place stays.
    pub(super) fn quick_call_keywords(
        &self,
        frame: &mut Frame<Space>,
        call: &KeywordCall,
    ) -> PyResult {
        let n = call.positional + call.names.len();
        let base = frame.stack.len() - n - 1;
        let f = std::mem::replace(&mut frame.stack[base], Value::None);
        if let Value::Function(func) = &f
            && accepts(func, call)
        {
            return self.call_plain(frame, func, None, n, &call.names);
        }
        let values = frame.stack.split_off(base + 1 + call.positional);
        let args = crate::engine::Args {
            positional: frame.stack.split_off(base + 1),
            keywords: call.names.iter().copied().zip(values).collect(),
            star: None,
            dstar: None,
        };
        let span = frame.code.span_at(frame.pc);
        crate::engine::ObjectSpace::call(self, frame, &f, args, span)
    }

    /// Calls a function that takes these arguments: `first`, if there is one, and the last `n` values of the stack,
    /// the last of which have names.
    fn call_plain(
        &self,
        caller: &mut Frame<Space>,
        func: &Rc<FunctionObj>,
        first: Option<Value>,
        n: usize,
        names: &[Name],
    ) -> PyResult {
        let code = func.code();
        let mut locals = self.pool.locals.take();
        locals.resize_with(code.varnames.len(), || None);
        for name in names.iter().rev() {
            if let Some(i) = code.varnames.iter().position(|x| x == name) {
                locals[i] = caller.stack.pop();
            }
        }
        let skip = usize::from(first.is_some());
        let given = skip + n - names.len();
        for place in locals[skip..given].iter_mut().rev() {
            *place = caller.stack.pop();
        }
        if first.is_some() {
            locals[0] = first;
        }
        let argcount = code.argcount as usize;
        if given < argcount {
            let defaults = func.defaults.borrow();
            let undefaulted = argcount - defaults.len();
            for i in given.max(undefaulted)..argcount {
                if locals[i].is_none() {
                    locals[i] = Some(defaults[i - undefaulted].clone());
                }
            }
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
            // Unlike an argument of `push` it is made in its place.
            frames.extend(std::iter::once_with(|| FrameInfo {
                code: frame.code.clone(),
                globals: frame.globals.clone(),
                namespace: None,
                handling: Vec::new(),
            }));
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
        let at = frame.stack.len() - n;
        if let Some(quick) = b.quick
            && let Some(v) = quick(&frame.stack[at..])
        {
            frame.stack.truncate(at);
            return Ok(v);
        }
        let mut pos = self.pool.arguments.take();
        pos.extend(b.captured.iter().cloned());
        pos.extend(frame.stack.drain(at..));
        let args = Args {
            pos,
            kw: Vec::new(),
        };
        let result = (b.def.call)(self, &args);
        self.pool.arguments.give(args.pos);
        result
    }

    /// The `__init__` of a plain class whose instances need nothing else.
    fn plain_init(&self, class: &ClassRef) -> Option<Rc<FunctionObj>> {
        let version = classes_version();
        let known = match &*class.plain_init.borrow() {
            Some((v, init)) if *v == version => Some(init.clone()),
            _ => None,
        };
        known.unwrap_or_else(|| {
            let init = find_plain_init(class);
            *class.plain_init.borrow_mut() = Some((version, init.clone()));
            init
        })
    }

    fn call_plain_class(
        &self,
        frame: &mut Frame<Space>,
        class: &ClassRef,
        init: Rc<FunctionObj>,
        n: usize,
    ) -> PyResult {
        let obj = Value::Instance(InstanceObj::new(class.clone(), Payload::None));
        let r = self.call_plain(frame, &init, Some(obj.clone()), n, &[])?;
        if !r.is_none() {
            return Err(self.init_returned(&r));
        }
        Ok(obj)
    }
}

/// Whether a function can be called with `n` positional arguments without more ado: missing ones have defaults.
fn takes(func: &FunctionObj, n: usize) -> bool {
    match func.code.borrow().live().plain {
        Some(max) => n == max || n < max && n + func.defaults.borrow().len() >= max,
        None => false,
    }
}

/// Whether a function can be called so without more ado: each parameter gets one value, or has a default.
fn accepts(func: &FunctionObj, call: &KeywordCall) -> bool {
    let code = func.code.borrow();
    let Some(max) = code.live().plain else {
        return false;
    };
    let undefaulted = max.saturating_sub(func.defaults.borrow().len());
    let from = call.positional.max(code.posonlyargcount as usize);
    if call.positional > max || from > max {
        return false;
    }
    let open = &code.varnames[from..max];
    let known = call
        .names
        .iter()
        .enumerate()
        .all(|(i, name)| open.contains(name) && !call.names[..i].contains(name));
    known && (call.positional..undefaulted).all(|i| call.names.contains(&code.varnames[i]))
}

/// What [`Space::type_call`] comes to for most classes: an instance, and a call of `__init__`.
fn find_plain_init(class: &ClassRef) -> Option<Rc<FunctionObj>> {
    let plain = class.builtin.is_none()
        && class.metaclass.borrow().is_none()
        && class.layout == BuiltinType::Object
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

/// The frequent case of a built-in function; `None`: the function itself must be called.
pub(crate) type QuickCall = fn(&[Value]) -> Option<Value>;

/// The frequent case of some built-in functions and methods, by module and name.
pub(crate) fn quick_builtin(module: &str, name: &str) -> Option<QuickCall> {
    Some(match (module, name) {
        ("__builtin__", "len") => |args| match args {
            [Value::List(l)] => Some(Value::Int(l.len() as i64)),
            [Value::Str(s)] => Some(Value::Int(s.bytes.len() as i64)),
            [Value::Dict(d)] => Some(Value::Int(d.len() as i64)),
            [Value::Tuple(t)] => Some(Value::Int(t.len() as i64)),
            _ => None,
        },
        ("__builtin__", "ord") => |args| match args {
            [Value::Str(s)] if s.bytes.len() == 1 => Some(Value::Int(i64::from(s.bytes[0]))),
            _ => None,
        },
        ("__builtin__", "chr") => |args| match args {
            [Value::Int(i)] => u8::try_from(*i).ok().map(byte_string),
            _ => None,
        },
        ("list", "append") => |args| match args {
            [Value::List(l), item] => {
                l.items.borrow_mut().push(item.clone());
                Some(Value::None)
            }
            _ => None,
        },
        ("list", "pop") => |args| match args {
            [Value::List(l)] => l.items.borrow_mut().pop(),
            _ => None,
        },
        ("dict", "get") => |args| match args {
            [
                Value::Dict(d),
                key @ (Value::Str(_) | Value::Int(_)),
                default,
            ] => d
                .get_simple(key)
                .map(|found| found.unwrap_or_else(|| default.clone())),
            _ => None,
        },
        ("str", "isdigit") => |args| match args {
            [Value::Str(s)] => match *s.bytes {
                [one] if one.is_ascii() => Some(Value::Bool(one.is_ascii_digit())),
                _ => None,
            },
            _ => None,
        },
        _ => return None,
    })
}
