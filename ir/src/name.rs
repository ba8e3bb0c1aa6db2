//! Interned names: a `Name` is a copyable handle of a string, equal iff the strings are equal.
//!
//! The table is process-wide and only grows, so names are `Send` and live in graphs of every stage.
use std::fmt;
use std::sync::{OnceLock, RwLock};

use rustc_hash::FxHashMap;

/// A string that is stored once: equal names are equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

#[derive(Default)]
struct Interner {
    map: FxHashMap<&'static str, u32>,
    strings: Vec<&'static str>,
}

fn interner() -> &'static RwLock<Interner> {
    static TABLE: OnceLock<RwLock<Interner>> = OnceLock::new();
    TABLE.get_or_init(Default::default)
}

impl Name {
    /// Interns `text`.
    pub fn new(text: &str) -> Name {
        if let Some(&i) = interner().read().expect("interner poisoned").map.get(text) {
            return Name(i);
        }
        let mut t = interner().write().expect("interner poisoned");
        if let Some(&i) = t.map.get(text) {
            return Name(i);
        }
        let i = u32::try_from(t.strings.len()).expect("more than 2^32 names");
        // Names live as long as the process: leaking is the point of interning.
        let s: &'static str = Box::leak(text.to_owned().into_boxed_str());
        t.strings.push(s);
        t.map.insert(s, i);
        Name(i)
    }
    /// The characters; interned names live as long as the process.
    pub fn as_str(self) -> &'static str {
        interner().read().expect("interner poisoned").strings[self.0 as usize]
    }
    /// A dense number, for use as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl serde::Serialize for Name {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.as_str())
    }
}
impl<'de> serde::Deserialize<'de> for Name {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text: std::borrow::Cow<'de, str> = serde::Deserialize::deserialize(d)?;
        Ok(Name::new(&text))
    }
}

impl From<&str> for Name {
    fn from(s: &str) -> Name {
        Name::new(s)
    }
}
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}
impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}
impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

#[cfg(test)]
mod tests {
    use super::Name;
    #[test]
    fn equal_strings_are_one_name() {
        assert_eq!(Name::new("spam"), Name::new("spam"));
        assert_ne!(Name::new("spam"), Name::new("eggs"));
        assert_eq!(Name::new("spam").as_str(), "spam");
    }
}
