//! The vocabulary of Python's built-ins, stated once for all who know them by name: the live space ([`crate::live`])
//! implements them, the annotator has a rule for each that translated code may use, the typer lowers it.
//!
//! Each family is an enumeration made from a table. Whoever treats a family matches all of it: what is added to a table
//! does not compile until every place says what it does with it, be it that it refuses it.
//!
//! * [`functions`]: built-in functions and classes.
//! * [`methods`]: of texts, lists, bytearrays, dictionaries, string builders, iterators.
//! * [`library`]: functions of `rpython.rlib`, and its classes of integers.
//! * [`jit`]: methods of `JitDriver`, hints, parameters.
//! * [`externals`]: functions of the operating system and of the C library.
//! * [`lowlevel`]: functions over low-level types and pointers.
//!
//! Functions are known by qualified names, whether the live space has them in Rust or as Python text:
//! [`KnownFunction::named`] finds the row of one, whatever its family.
pub mod externals;
pub mod functions;
pub mod jit;
pub mod library;
pub mod lowlevel;
pub mod methods;

use externals::External;
use functions::Function;
use library::{IntClass, LibraryFunction};
use lowlevel::{HelperFunction, LowLevelFunction};

/// A function or class that later stages know by name. They never look into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownFunction {
    Python(Function),
    /// One of `rpython.rlib`.
    Library(LibraryFunction),
    /// A class of integers.
    Int(IntClass),
    /// One of low-level types, in programs.
    LowLevel(LowLevelFunction),
    /// One of low-level types, in LLPython helpers.
    Helper(HelperFunction),
    /// One outside of the program.
    External(External),
}

impl KnownFunction {
    /// What has this qualified name, if translated code knows it. Built-ins stand there without a module.
    pub fn named(name: &str) -> Option<KnownFunction> {
        if name.starts_with("rpython.") {
            return LibraryFunction::qualified(name)
                .map(KnownFunction::Library)
                .or_else(|| IntClass::qualified(name).map(KnownFunction::Int))
                .or_else(|| LowLevelFunction::qualified(name).map(KnownFunction::LowLevel))
                .or_else(|| HelperFunction::qualified(name).map(KnownFunction::Helper));
        }
        Function::translated(name)
            .map(KnownFunction::Python)
            .or_else(|| External::named(name).map(KnownFunction::External))
    }
    /// What it may raise in translated code; `None`: anything.
    pub fn raises(self) -> Option<&'static [&'static str]> {
        match self {
            KnownFunction::Python(f) => f.row().raises,
            KnownFunction::Library(f) => Some(f.row().raises),
            // Of a number that the type does not hold, and of no number.
            KnownFunction::Int(_) => Some(&["OverflowError", "ValueError"]),
            KnownFunction::LowLevel(_) | KnownFunction::Helper(_) => Some(&["MemoryError"]),
            KnownFunction::External(f) => Some(f.row().raises),
        }
    }
}

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
    use super::externals::External;
    use super::functions::Function;
    use super::jit::{DriverMethod, Hint, Parameter};
    use super::library::{
        DebugFunction, IntClass, JitFunction, MemoryFunction, NumberFunction, ObjectFunction,
    };
    use super::lowlevel::{HelperFunction, LowLevelFunction};
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
            NumberFunction,
            ObjectFunction,
            DebugFunction,
            JitFunction,
            MemoryFunction,
            IntClass,
            External,
            LowLevelFunction,
            HelperFunction,
            DriverMethod,
            Hint,
            Parameter
        );
    }
}
