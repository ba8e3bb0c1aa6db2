//! Built-in iterators.
use std::cell::RefCell;

use super::Value;

/// Which class an iterator shows.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeName {
    Other,
    Enumerate,
    Reversed,
    Map,
    Filter,
    Zip,
}

/// A built-in iterator.
pub struct IterObj {
    /// What is left.
    pub state: RefCell<IterState>,
    /// Its class.
    pub class: TypeName,
}

impl IterObj {
    /// Which class it shows.
    pub fn type_name(&self) -> TypeName {
        self.class
    }
}

/// What is left of an iteration.
pub enum IterState {
    /// Nothing.
    Done,
    /// The items of a list from a position, which sees later changes of the list.
    List(Value, usize),
}
