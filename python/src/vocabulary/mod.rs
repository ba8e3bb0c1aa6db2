//! The vocabulary of Python's built-ins, stated once for all who know them by name: the live space ([`crate::live`])
//! implements them, the annotator has a rule for each that translated code may use, the typer lowers it.
//!
//! Each family is an enumeration made from a table. Whoever treats a family matches all of it: what is added to a table
//! does not compile until every place says what it does with it, be it that it refuses it.
//!
//! * [`functions`]: built-in functions and classes.
//! * [`library`]: functions of `rpython.rlib`.
//! * [`methods`]: of texts, lists, bytearrays, dictionaries, string builders, iterators.
pub mod functions;
pub mod library;
pub mod methods;

/// How many arguments something takes, least and most; the receiver of a method does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arity {
    pub least: usize,
    pub most: usize,
}

impl Arity {
    /// From `least` to `most` arguments.
    pub const fn new(least: usize, most: usize) -> Arity {
        Arity { least, most }
    }
    /// Whether `n` arguments are neither too few nor too many.
    pub fn holds(self, n: usize) -> bool {
        (self.least..=self.most).contains(&n)
    }
}

/// Any number of arguments.
const ANY: usize = usize::MAX;

/// An enumeration with a row of facts for each of its members, in the order of the table.
macro_rules! table {
    ($(#[$doc:meta])* $enum:ident of $row:ty { $($member:ident = $facts:expr,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $enum {
            $(#[doc = concat!("See [`", stringify!($enum), "::row`].")] $member,)*
        }
        impl $enum {
            /// All of the table.
            pub const ALL: &'static [$enum] = &[$($enum::$member,)*];
            const ROWS: &'static [$row] = &[$($facts,)*];
            /// What the table says of it.
            pub const fn row(self) -> &'static $row {
                &Self::ROWS[self as usize]
            }
            /// Its name in programs.
            pub const fn name(self) -> &'static str {
                self.row().name
            }
            /// The member with this name.
            pub fn named(name: &str) -> Option<$enum> {
                Self::ALL.iter().copied().find(|m| m.name() == name)
            }
        }
    };
}
use table;

#[cfg(test)]
mod tests {
    use super::functions::Function;
    use super::library::LibraryFunction;
    use super::methods::{DictMethod, ListMethod, TextMethod};

    /// A name leads to one row: a second of this name would never be found.
    #[test]
    fn names_are_unique() {
        macro_rules! all {
            ($($table:ident),*) => {$(
                for &m in $table::ALL {
                    assert_eq!($table::named(m.name()), Some(m));
                }
            )*};
        }
        all!(
            TextMethod,
            ListMethod,
            DictMethod,
            Function,
            LibraryFunction
        );
    }
}
