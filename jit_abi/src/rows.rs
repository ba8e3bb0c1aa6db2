//! Tables of which a run reads a small part: rows are decoded in chunks, each when it is first asked for.
//!
//! The tables of a large interpreter have hundreds of thousands of rows, of which a loop needs some hundred. In the
//! image a table is
//!
//! ```text
//! for each chunk   where it starts in the table: u32; its checksum: u32
//! chunks           CHUNK rows each, as postcard writes them, one after the other
//! ```
//! A chunk is compared with its checksum before it is decoded: what is not read need not be checked.
use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;
use std::sync::OnceLock;

use abi::format::short_checksum;
use ir::index::Idx;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Rows that are made together.
const CHUNK: usize = 8;
/// Bytes of what the image says of a chunk.
const ENTRY: usize = 8;

/// Chunks that get a place together: a table of which little is read costs little to begin with.
const GROUP: usize = 64;

type Group<T> = Box<[OnceLock<Box<[T]>>; GROUP]>;

/// Values by number that are made in chunks, when they are asked for.
pub struct Chunks<I, T> {
    len: usize,
    groups: Box<[OnceLock<Group<T>>]>,
    marker: PhantomData<fn(I)>,
}

impl<I: Idx, T> Chunks<I, T> {
    /// Room for this many values.
    pub fn new(len: usize) -> Chunks<I, T> {
        Chunks {
            len,
            groups: empty(len.div_ceil(CHUNK * GROUP)),
            marker: PhantomData,
        }
    }
    /// The value with this number, if it was made. The compiler asks many times per operation, so this is no call.
    ///
    /// # Panics
    /// If there is no such number.
    #[inline(always)]
    pub fn find(&self, i: I) -> Option<&T> {
        let i = i.index();
        let group = self.groups[i / (CHUNK * GROUP)].get()?;
        group[i / CHUNK % GROUP]
            .get()
            .map(|chunk| &chunk[i % CHUNK])
    }
    /// The value with this number; `make` makes those that are missing, and asks for none of them.
    ///
    /// # Panics
    /// If there is no such number.
    #[inline(always)]
    pub fn get(&self, i: I, make: impl FnMut(I) -> T) -> &T {
        match self.find(i) {
            Some(value) => value,
            None => &self.make(i.index() / CHUNK, make)[i.index() % CHUNK],
        }
    }
    #[cold]
    #[inline(never)]
    fn make(&self, chunk: usize, make: impl FnMut(I) -> T) -> &[T] {
        let rows = chunk * CHUNK..self.len.min((chunk + 1) * CHUNK);
        let group = self.groups[chunk / GROUP]
            .get_or_init(|| Box::new(std::array::from_fn(|_| OnceLock::new())));
        group[chunk % GROUP].get_or_init(|| rows.map(I::new).map(make).collect())
    }
}

/// Places for so many values.
fn empty<T>(n: usize) -> Box<[OnceLock<T>]> {
    (0..n).map(|_| OnceLock::new()).collect()
}

/// Where a table lies in what the image has of the JIT.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Place {
    /// Its first byte.
    start: u32,
    /// Its bytes.
    size: u32,
    /// Its rows.
    len: u32,
}

/// A table: under construction, or in the image.
pub struct Rows<I, T> {
    state: State<I, T>,
}

enum State<I, T> {
    Made(Vec<T>),
    Stored {
        bytes: &'static [u8],
        rows: Chunks<I, T>,
    },
}

/// Ends the program: a chunk differs from what was written.
#[cold]
fn damaged() -> ! {
    eprintln!("the program image is damaged (the JIT's tables differ from what was written)");
    std::process::exit(1);
}

impl<I: Idx, T> Rows<I, T> {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        match &self.state {
            State::Made(rows) => rows.len(),
            State::Stored { rows, .. } => rows.len,
        }
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Adds a row and returns its number.
    ///
    /// # Panics
    /// If the table was read from an image.
    pub fn push(&mut self, row: T) -> I {
        let State::Made(rows) = &mut self.state else {
            panic!("tables of images are complete");
        };
        rows.push(row);
        I::new(rows.len() - 1)
    }
}

impl<I: Idx, T: DeserializeOwned> Rows<I, T> {
    /// The row with this number.
    #[inline]
    pub fn get(&self, i: I) -> Option<&T> {
        (i.index() < self.len()).then(|| &self[i])
    }
    /// All rows; those of an image are decoded.
    pub fn iter(&self) -> impl Iterator<Item = &T> + '_ {
        self.iter_enumerated().map(|(_, row)| row)
    }
    /// All rows with their numbers; those of an image are decoded.
    pub fn iter_enumerated(&self) -> impl Iterator<Item = (I, &T)> + '_ {
        (0..self.len()).map(|i| (I::new(i), &self[I::new(i)]))
    }
}

impl<I: Idx, T: DeserializeOwned> State<I, T> {
    /// A row of an image that was not asked for before.
    #[cold]
    #[inline(never)]
    fn decoded<'a>(bytes: &'static [u8], rows: &'a Chunks<I, T>, i: I) -> &'a T {
        let mut next = None;
        rows.get(i, |row: I| {
            next.get_or_insert_with(|| State::<I, T>::decode(bytes, row.index() / CHUNK))()
        })
    }
    /// The rows of a chunk of an image, in order.
    fn decode(bytes: &'static [u8], chunk: usize) -> impl FnMut() -> T {
        let mut rest = chunk_bytes(bytes, chunk).unwrap_or_else(|| damaged());
        move || match postcard::take_from_bytes(rest) {
            Ok((row, behind)) => {
                rest = behind;
                row
            }
            Err(_) => damaged(),
        }
    }
}

/// The bytes of a chunk, if they are what was written.
fn chunk_bytes(table: &'static [u8], chunk: usize) -> Option<&'static [u8]> {
    let word = |at: usize| {
        let bytes = table.get(at..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    };
    let chunks = word(0)? as usize / ENTRY;
    let start = word(chunk * ENTRY)? as usize;
    let end = match chunk + 1 < chunks {
        true => word((chunk + 1) * ENTRY)? as usize,
        false => table.len(),
    };
    let bytes = table.get(start..end)?;
    (short_checksum(bytes) == word(chunk * ENTRY + 4)?).then_some(bytes)
}

impl<I: Idx, T: DeserializeOwned> Index<I> for Rows<I, T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, i: I) -> &T {
        match &self.state {
            State::Made(rows) => &rows[i.index()],
            State::Stored { bytes, rows } => match rows.find(i) {
                Some(row) => row,
                None => State::decoded(bytes, rows, i),
            },
        }
    }
}

/// Appends a table of these rows to the bytes of an image.
pub(crate) fn store<T: Serialize>(
    rows: &[&T],
    out: &mut Vec<u8>,
) -> Result<Place, postcard::Error> {
    let start = out.len();
    let chunks = rows.chunks(CHUNK);
    out.resize(start + chunks.len() * ENTRY, 0);
    for (i, chunk) in chunks.enumerate() {
        let at = out.len();
        for row in chunk {
            out.extend(postcard::to_allocvec(row)?);
        }
        let entry = [(at - start) as u32, short_checksum(&out[at..])];
        for (k, word) in entry.into_iter().enumerate() {
            let place = start + i * ENTRY + 4 * k;
            out[place..place + 4].copy_from_slice(&word.to_le_bytes());
        }
    }
    Ok(Place {
        start: start as u32,
        size: (out.len() - start) as u32,
        len: rows.len() as u32,
    })
}

impl<I: Idx, T: Serialize> Rows<I, T> {
    /// Appends a table to the bytes of an image.
    pub(crate) fn store(&self, out: &mut Vec<u8>) -> Result<Place, postcard::Error>
    where
        T: DeserializeOwned,
    {
        store(&self.iter().collect::<Vec<&T>>(), out)
    }
    /// A table in the bytes of an image.
    pub(crate) fn stored(bytes: &'static [u8], place: Place) -> Option<Rows<I, T>> {
        let start = place.start as usize;
        Some(Rows {
            state: State::Stored {
                bytes: bytes.get(start..start + place.size as usize)?,
                rows: Chunks::new(place.len as usize),
            },
        })
    }
}

impl<I, T> Default for Rows<I, T> {
    fn default() -> Rows<I, T> {
        Vec::new().into()
    }
}
impl<I, T> From<Vec<T>> for Rows<I, T> {
    fn from(rows: Vec<T>) -> Rows<I, T> {
        Rows {
            state: State::Made(rows),
        }
    }
}
impl<I, T> FromIterator<T> for Rows<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(rows: A) -> Rows<I, T> {
        rows.into_iter().collect::<Vec<T>>().into()
    }
}
impl<I: Idx, T> fmt::Debug for Rows<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    ir::entity!(RowId, "row");

    fn stored(rows: &Rows<RowId, String>) -> (Vec<u8>, Place) {
        let mut bytes = vec![7; 3];
        let place = rows.store(&mut bytes).expect("bytes");
        (bytes, place)
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        for n in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 1000] {
            let rows: Rows<RowId, String> = (0..n).map(|i| "x".repeat(i % 9)).collect();
            let (bytes, place) = stored(&rows);
            let read: Rows<RowId, String> = Rows::stored(bytes.leak(), place).expect("a table");
            assert_eq!(read.len(), n);
            assert!(read.get(RowId(n as u32)).is_none());
            for i in (0..n).rev() {
                assert_eq!(read[RowId(i as u32)].len(), i % 9, "{i} of {n}");
            }
            assert!(read.iter().eq(rows.iter()), "{n}");
        }
    }
    #[test]
    fn a_changed_bit_shows() {
        let rows: Rows<RowId, String> = (0..100).map(|i| i.to_string()).collect();
        let (bytes, place) = stored(&rows);
        let chunks = 100_usize.div_ceil(CHUNK);
        for at in place.start as usize..bytes.len() {
            let mut bad = bytes.clone();
            bad[at] ^= 16;
            let table: &'static [u8] = &bad.leak()[place.start as usize..];
            let good = (0..chunks).filter(|&c| chunk_bytes(table, c).is_some());
            assert!(good.count() < chunks, "{at}");
        }
    }
}
