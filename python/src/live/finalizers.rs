//! `__del__`, and queues for objects that have died (`rgc.FinalizerQueue`), when nobody refers to an object any more.
//!
//! An instance is dropped in the middle of some operation, where no code of the program can run. So its class,
//! attributes and built-in part go to a new instance, which waits until the next instruction begins: the space looks at
//! its limits there, and at the dead ([`Space::call_finalizers`]). `__del__` is called once for each object.
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::objects::class::InstanceObj;
use super::space::PyErr;
use super::{Identity, PyResult, Space, Value};

/// What happens when an instance is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Life {
    /// The `__del__` of its class is called, if there is one.
    New,
    /// Nothing: `__del__` was called.
    Finalized,
    /// It goes to the queues that it is registered with.
    Registered {
        /// Its `__del__` was called before.
        finalized: bool,
    },
}

/// An instance that was dropped, as a new one, and the queues that it goes to; without any, `__del__` is called.
struct Dying {
    object: Value,
    queues: Vec<Value>,
}

thread_local! {
    static DYING: RefCell<Vec<Dying>> = const { RefCell::new(Vec::new()) };
    /// The queues of registered instances, by address.
    static QUEUES: RefCell<FxHashMap<usize, Vec<Value>>> = RefCell::default();
    /// What queues hold, by their identity.
    static DEAD: RefCell<FxHashMap<Identity, VecDeque<Value>>> = RefCell::default();
    /// The step at which the space looks at its limits next.
    static NEXT_CHECK: RefCell<Option<Rc<Cell<u64>>>> = const { RefCell::new(None) };
}

/// Tells where the space of this thread keeps the step at which it looks for dead objects.
pub(crate) fn look_at(next_check: &Rc<Cell<u64>>) {
    NEXT_CHECK.with(|n| *n.borrow_mut() = Some(next_check.clone()));
}

/// Keeps an instance that is being dropped, as a new one. (At the end of the thread nothing is kept.)
pub(crate) fn dying(old: &InstanceObj, life: Life, make: impl FnOnce(Life) -> Rc<InstanceObj>) {
    let (queues, next) = match life {
        Life::Registered { finalized } => {
            let address = std::ptr::from_ref(old) as usize;
            let found = QUEUES.try_with(|q| q.borrow_mut().remove(&address));
            // One that comes from a queue has its `__del__` called when it dies again.
            let next = if finalized {
                Life::Finalized
            } else {
                Life::New
            };
            (found.ok().flatten().unwrap_or_default(), next)
        }
        _ => (Vec::new(), Life::Finalized),
    };
    let object = Value::Instance(make(next));
    let _ = DYING.try_with(|d| d.borrow_mut().push(Dying { object, queues }));
    let _ = NEXT_CHECK.try_with(|n| {
        if let Some(n) = &*n.borrow() {
            n.set(0);
        }
    });
}

/// Registers an instance with a queue.
pub(crate) fn register(queue: &Value, object: &InstanceObj) {
    let address = std::ptr::from_ref(object) as usize;
    QUEUES.with(|q| {
        q.borrow_mut()
            .entry(address)
            .or_default()
            .push(queue.clone())
    });
    let finalized = match object.life() {
        Life::New => false,
        Life::Finalized => true,
        Life::Registered { finalized } => finalized,
    };
    object.set_life(Life::Registered { finalized });
}

/// The next dead object of a queue.
pub(crate) fn next_dead(queue: &Value) -> Option<Value> {
    DEAD.with(|d| d.borrow_mut().get_mut(&queue.identity())?.pop_front())
}

impl Space {
    /// Calls what is to be called for objects that have died. Exceptions end there, with a message.
    ///
    /// # Errors
    /// If the program has used up its limits.
    pub(crate) fn call_finalizers(&self) -> PyResult<()> {
        loop {
            let dying = DYING.with(|d| std::mem::take(&mut *d.borrow_mut()));
            if dying.is_empty() {
                return Ok(());
            }
            for Dying { object, queues } in dying {
                if queues.is_empty() {
                    self.call_finalizer(&object, "__del__")?;
                }
                for queue in queues {
                    DEAD.with(|d| {
                        let mut d = d.borrow_mut();
                        d.entry(queue.identity())
                            .or_default()
                            .push_back(object.clone());
                    });
                    self.call_finalizer(&queue, "finalizer_trigger")?;
                }
            }
        }
    }
    fn call_finalizer(&self, object: &Value, method: &str) -> PyResult<()> {
        match self.call_method(object, method, &[]) {
            Ok(_) => Ok(()),
            Err(PyErr::Raise(e)) => {
                let text = format!("Exception ignored in {method}: {}\n", e.class().name.get());
                self.call_method(&self.stderr, "write", &[Value::string(text)])?;
                Ok(())
            }
            Err(abort) => Err(abort),
        }
    }
}
