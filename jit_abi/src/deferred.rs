//! Tables that are decoded when they are asked for: logs and error messages need them, a program that runs does not.
use std::cell::OnceCell;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Error, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A table, or the bytes of one.
#[derive(Clone, Debug, Default)]
pub struct Deferred<T> {
    bytes: Vec<u8>,
    table: OnceCell<T>,
}

impl<T> From<T> for Deferred<T> {
    fn from(table: T) -> Deferred<T> {
        Deferred {
            bytes: Vec::new(),
            table: OnceCell::from(table),
        }
    }
}

impl<T: DeserializeOwned + Default> Deferred<T> {
    /// The table. One whose bytes are damaged is empty: what is written in it is for people.
    pub fn get(&self) -> &T {
        let decode = || postcard::from_bytes(&self.bytes).unwrap_or_default();
        self.table.get_or_init(decode)
    }
}

impl<T: Serialize + DeserializeOwned + Default> Serialize for Deferred<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = postcard::to_allocvec(self.get()).map_err(S::Error::custom)?;
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de, T> Deserialize<'de> for Deferred<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Deferred<T>, D::Error> {
        struct Bytes<T>(PhantomData<T>);
        impl<T> Visitor<'_> for Bytes<T> {
            type Value = Deferred<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the bytes of a table")
            }
            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Deferred<T>, E> {
                Ok(Deferred {
                    bytes: bytes.to_vec(),
                    table: OnceCell::new(),
                })
            }
        }
        deserializer.deserialize_bytes(Bytes(PhantomData))
    }
}
