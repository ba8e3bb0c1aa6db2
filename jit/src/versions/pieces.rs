//! Short rows of bytes, each much like some of those before it, kept in little memory.
//!
//! An edge has a snapshot of a hundred bytes, and that of the next edge differs in a few of them. Most are never read.
//! So a *piece* is kept as what it has in common with the pieces before it in its *group* (LZ77), and a group of up to
//! 16 KB is read from its beginning up to the piece that is asked for.
//!
//! ```text
//! piece   length, steps until there are so many bytes
//! step    token, literals, match (none where the piece ends before it)
//! token   bits 0 to 2: how many literals; 7: and as many more as the number behind the token says
//!         bit 3:       the match is as far back as the last one: what was exchanged has kept its size. At first that is
//!                      the piece before
//!         bits 4 to 7: the bytes of the match, less 2; 15: and as many more as the last number of the step says
//! match   how far back it begins, if bit 3 is not set; it may overlap what it makes
//! ```
//! The bytes of the group that is written to are at hand, and so are those of [`DECODED`] others, which were full or
//! read last: what was made a moment ago costs nothing to read. A piece that is asked for again and again is
//! kept as it is ([`Pieces::keep`]). To write a piece takes about one nanosecond a byte, to read a group 10 µs at most.
//!
//! **What is read is what was written**: asserted of each piece in development builds.

/// Bytes of a group, but for one that is a single piece.
const GROUP: usize = 16 << 10;
/// Pieces of a group, at most.
const PIECES: usize = 1 << PIECE_BITS;
const PIECE_BITS: u32 = 8;
/// Full groups whose bytes are at hand.
const DECODED: usize = 6;
/// Shortest matches, at the distance of the last one and elsewhere.
const AGAIN: usize = 2;
const SHORTEST: usize = 4;
/// A match at the distance of the last one that is this long is taken without a look for another one.
const LONG: usize = 8;
/// Most literals and bytes of a match that a token has room for.
const LITERALS: usize = 7;
const MATCHED: usize = 15;
/// Where the last bytes like these were, by their hash.
const TABLE_BITS: u32 = 11;
/// Bytes that are compared at once.
const MARGIN: usize = 8;

/// A piece: its group and its number in that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece(u32);

impl Piece {
    /// No bytes.
    pub const EMPTY: Piece = Piece(u32::MAX);
    /// The rest is the number of a piece that is kept as it is.
    const KEPT: u32 = 1 << 31;
}

/// All pieces.
#[derive(Debug)]
pub struct Pieces {
    /// Groups that are full.
    groups: Vec<Box<[u8]>>,
    /// The group that is written to, ...
    open: Writer,
    /// ... and as it is read: so many bytes, and some that mean nothing, [`MARGIN`] at least.
    raw: Vec<u8>,
    end: usize,
    /// Where its pieces begin.
    starts: Vec<u32>,
    /// By hash: one more than where such bytes begin in `raw`.
    table: Box<[u16; 1 << TABLE_BITS]>,
    decoded: Vec<Decoded>,
    /// Which of those makes room for the next one.
    oldest: usize,
    kept: Vec<Box<[u8]>>,
    /// Bytes of full groups, and of pieces that are kept as they are.
    bytes: usize,
}

impl Default for Pieces {
    fn default() -> Pieces {
        Pieces {
            groups: Vec::new(),
            open: Writer::default(),
            raw: Vec::new(),
            end: 0,
            starts: Vec::new(),
            table: Box::new([0; 1 << TABLE_BITS]),
            decoded: Vec::new(),
            oldest: 0,
            kept: Vec::new(),
            bytes: 0,
        }
    }
}

/// A full group, as far as it was read.
#[derive(Debug, Default)]
struct Decoded {
    group: usize,
    /// How far.
    at: usize,
    /// So many bytes of it, and some that mean nothing.
    raw: Vec<u8>,
    end: usize,
    /// Where the pieces begin that were read.
    starts: Vec<u32>,
}

/// Where a piece is among the bytes of its group, of which so many are there.
fn range(starts: &[u32], number: usize, end: usize) -> std::ops::Range<usize> {
    let next = starts.get(number + 1).map_or(end, |&s| s as usize);
    starts[number] as usize..next
}

/// How far back the piece before this place begins; 0: there is none.
fn before(starts: &[u32], at: usize) -> usize {
    starts.last().map_or(0, |&s| at - s as usize)
}

impl Pieces {
    /// Adds a piece.
    pub fn add(&mut self, piece: &[u8]) -> Piece {
        if piece.is_empty() {
            return Piece::EMPTY;
        }
        let full = self.end + piece.len() > GROUP || self.starts.len() == PIECES;
        if full && self.end > 0 {
            self.seal();
        }
        let (start, before) = (self.end, self.open.used);
        self.end += piece.len();
        if self.raw.len() < self.end + MARGIN {
            self.raw.resize(2 * self.end + MARGIN, 0);
        }
        self.raw[start..self.end].copy_from_slice(piece);
        self.write(start);
        debug_assert!(self.is_readable(start, before));
        let number = (self.groups.len() << PIECE_BITS | self.starts.len()) as u32;
        debug_assert!(number & Piece::KEPT == 0);
        self.starts.push(start as u32);
        Piece(number)
    }
    /// The bytes of a piece.
    pub fn get(&mut self, piece: Piece) -> &[u8] {
        if piece == Piece::EMPTY {
            return &[];
        }
        if piece.0 & Piece::KEPT != 0 {
            return &self.kept[(piece.0 & !Piece::KEPT) as usize];
        }
        let group = (piece.0 >> PIECE_BITS) as usize;
        let number = piece.0 as usize & (PIECES - 1);
        if group == self.groups.len() {
            return &self.raw[range(&self.starts, number, self.end)];
        }
        let slot = self.slot_of(group);
        let d = &mut self.decoded[slot];
        d.read(&self.groups[group], number);
        &d.raw[range(&d.starts, number, d.end)]
    }
    /// The same piece, kept as it is: it is asked for often.
    pub fn keep(&mut self, piece: Piece) -> Piece {
        if piece.0 & Piece::KEPT != 0 {
            return piece;
        }
        let bytes: Box<[u8]> = self.get(piece).into();
        self.bytes += bytes.len() + size_of::<Box<[u8]>>();
        self.kept.push(bytes);
        Piece(Piece::KEPT | (self.kept.len() - 1) as u32)
    }
    /// Bytes that all pieces need, without what is there to write and read them faster.
    pub fn bytes(&self) -> usize {
        self.bytes + self.open.used
    }
    /// Begins a new group. The bytes of the full one remain at hand.
    fn seal(&mut self) {
        let group: Box<[u8]> = self.open.written().into();
        self.bytes += group.len() + size_of::<Box<[u8]>>();
        let slot = self.free_slot();
        let d = &mut self.decoded[slot];
        d.group = self.groups.len();
        d.at = group.len();
        d.end = self.end;
        std::mem::swap(&mut d.raw, &mut self.raw);
        std::mem::swap(&mut d.starts, &mut self.starts);
        self.groups.push(group);
        self.open.used = 0;
        self.end = 0;
        self.starts.clear();
        self.table.fill(0);
    }
    /// Where a full group is read to.
    fn slot_of(&mut self, group: usize) -> usize {
        if let Some(slot) = self.decoded.iter().position(|d| d.group == group) {
            return slot;
        }
        let slot = self.free_slot();
        let d = &mut self.decoded[slot];
        d.group = group;
        (d.at, d.end) = (0, 0);
        d.starts.clear();
        slot
    }
    /// Where the next group is kept.
    fn free_slot(&mut self) -> usize {
        if self.decoded.len() < DECODED {
            self.decoded.push(Decoded::default());
            return self.decoded.len() - 1;
        }
        let slot = self.oldest;
        self.oldest = (slot + 1) % DECODED;
        slot
    }
    /// Writes what was added to the bytes of the open group, from there on.
    fn write(&mut self, start: usize) {
        let end = self.end;
        let (open, raw, table) = (&mut self.open, &self.raw[..], &mut *self.table);
        open.reserve(end - start);
        open.put(end - start);
        let (mut at, mut literals) = (start, start);
        let mut last = before(&self.starts, start);
        while at < end {
            let here = word(raw, at);
            let mut length = match last {
                0 => 0,
                back => common(raw, at - back, at, here).min(end - at),
            };
            let mut again = length >= AGAIN;
            let mut back = last;
            if length < LONG && at < usize::from(u16::MAX) {
                let there = std::mem::replace(&mut table[slot(here)], (at + 1) as u16);
                if there > 0 {
                    let there = usize::from(there) - 1;
                    let other = common(raw, there, at, here).min(end - at);
                    let more = if again { length + AGAIN } else { 0 };
                    if other >= SHORTEST && other > more {
                        (length, back, again) = (other, at - there, false);
                    }
                }
            }
            if !again && length < SHORTEST {
                at += 1;
                continue;
            }
            let matched = length - AGAIN;
            let token = matched.min(MATCHED) << 4 | usize::from(again) << 3;
            open.put_literals(token, &raw[literals..at]);
            if !again {
                open.put(back);
            }
            if matched >= MATCHED {
                open.put(matched - MATCHED);
            }
            at += length;
            (literals, last) = (at, back);
            if at <= usize::from(u16::MAX) {
                table[slot(word(raw, at - 2))] = (at - 1) as u16;
            }
        }
        if literals < end {
            open.put_literals(0, &raw[literals..end]);
        }
    }
    /// Whether what was written last, from these places on, is read as it was.
    fn is_readable(&self, start: usize, before: usize) -> bool {
        let mut d = Decoded {
            at: before,
            raw: self.raw[..start].to_vec(),
            end: start,
            starts: self.starts.clone(),
            ..Decoded::default()
        };
        d.read(self.open.written(), self.starts.len());
        d.raw[..d.end] == self.raw[..self.end] && d.end == self.end && d.at == self.open.used
    }
}

/// Eight bytes. There are so many behind all that was written ([`MARGIN`]).
#[inline]
fn word(raw: &[u8], at: usize) -> u64 {
    let bytes = raw[at..at + MARGIN].try_into();
    u64::from_le_bytes(bytes.expect("eight bytes"))
}

/// Where in the table four bytes are looked up, the first ones of these.
#[inline]
fn slot(word: u64) -> usize {
    let word = word as u32;
    (word.wrapping_mul(0x9e37_79b1) >> (32 - TABLE_BITS)) as usize
}

/// How many bytes from `b` on are those from `a` on, which lies before it; those of the margin count as well. `here`:
/// the word at `b`.
#[inline]
fn common(raw: &[u8], a: usize, b: usize, here: u64) -> usize {
    let mut differ = word(raw, a) ^ here;
    let mut n = 0;
    while differ == 0 {
        n += MARGIN;
        if b + n + MARGIN > raw.len() {
            return n;
        }
        differ = word(raw, a + n) ^ word(raw, b + n);
    }
    n + (differ.trailing_zeros() / 8) as usize
}

/// Room that is written into: how much is enough is known beforehand.
#[derive(Debug, Default)]
struct Writer {
    bytes: Vec<u8>,
    used: usize,
}

impl Writer {
    /// There is room for a piece of so many bytes: in the worst case all of them are literals, or every other step is a
    /// match of four bytes with a token and a number of three.
    fn reserve(&mut self, length: usize) {
        let room = self.used + 2 * length + 16;
        if self.bytes.len() < room {
            self.bytes.resize(room.max(2 * self.bytes.len()), 0);
        }
    }
    #[inline]
    fn push(&mut self, byte: u8) {
        self.bytes[self.used] = byte;
        self.used += 1;
    }
    #[inline]
    fn put(&mut self, mut n: usize) {
        while n >= 0x80 {
            self.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.push(n as u8);
    }
    /// Writes a token, with the number of literals in it, and these: a few, mostly.
    #[inline]
    fn put_literals(&mut self, token: usize, literals: &[u8]) {
        let n = literals.len();
        self.push((token | n.min(LITERALS)) as u8);
        if n >= LITERALS {
            self.put(n - LITERALS);
            self.bytes[self.used..self.used + n].copy_from_slice(literals);
            self.used += n;
        } else {
            literals.iter().for_each(|&b| self.push(b));
        }
    }
    fn written(&self) -> &[u8] {
        &self.bytes[..self.used]
    }
}

impl Decoded {
    /// Reads the pieces of a group up to this one.
    fn read(&mut self, group: &[u8], number: usize) {
        while self.starts.len() <= number {
            let mut at = self.at;
            let length = read_number(group, &mut at);
            let end = self.end + length;
            if self.raw.len() < end + MARGIN {
                self.raw.resize(2 * end + MARGIN, 0);
            }
            let raw = &mut self.raw[..];
            let mut to = self.end;
            let mut back = before(&self.starts, to);
            while to < end {
                let token = usize::from(group[at]);
                at += 1;
                let mut literals = token & LITERALS;
                if literals == LITERALS {
                    literals += read_number(group, &mut at);
                }
                // What follows takes the place of bytes too many.
                if literals <= MARGIN && at + MARGIN <= group.len() {
                    raw[to..to + MARGIN].copy_from_slice(&group[at..at + MARGIN]);
                } else {
                    raw[to..to + literals].copy_from_slice(&group[at..at + literals]);
                }
                at += literals;
                to += literals;
                if to == end {
                    break;
                }
                if token & 1 << 3 == 0 {
                    back = read_number(group, &mut at);
                }
                let mut length = (token >> 4) + AGAIN;
                if token >> 4 == MATCHED {
                    length += read_number(group, &mut at);
                }
                repeat(raw, to, back, length);
                to += length;
            }
            self.starts.push(self.end as u32);
            (self.at, self.end) = (at, end);
        }
    }
}

#[inline]
fn read_number(group: &[u8], at: &mut usize) -> usize {
    let (mut n, mut shift) = (0, 0);
    loop {
        let byte = group[*at];
        *at += 1;
        n |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return n;
        }
        shift += 7;
    }
}

/// Repeats bytes that begin so far back; bytes too many, too.
#[inline]
fn repeat(raw: &mut [u8], to: usize, back: usize, length: usize) {
    let from = to - back;
    if back >= MARGIN {
        let mut n = 0;
        while n < length {
            raw.copy_within(from + n..from + n + MARGIN, to + n);
            n += MARGIN;
        }
    } else {
        for n in 0..length {
            raw[to + n] = raw[from + n];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator of numbers, the same in each run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (self.0 >> 33) as usize % n
        }
    }

    fn written(pieces: &[Vec<u8>]) -> (Pieces, Vec<Piece>) {
        let mut all = Pieces::default();
        let ids = pieces.iter().map(|p| all.add(p)).collect();
        (all, ids)
    }

    #[test]
    fn what_differs_in_a_few_bytes_takes_a_few() {
        let first: Vec<u8> = (0..100).collect();
        let mut second = first.clone();
        second[50] = 200;
        let mut third = second.clone();
        third.insert(20, 201);
        let (mut all, ids) =
            written(&[first.clone(), second.clone(), third.clone(), second.clone()]);
        assert_eq!(all.get(ids[0]), first);
        assert_eq!(all.get(ids[1]), second);
        assert_eq!(all.get(ids[2]), third);
        assert_eq!(all.get(ids[3]), second);
        // The first one is there with its length and a token; the others: length, a step for what is before the
        // change, and one for what is behind it.
        assert!(all.bytes() < 104 + 3 * 12, "{}", all.bytes());
    }

    /// Pieces like those before them, unlike them, short and long ones, in full groups and in the last one; read in any
    /// order, more than once.
    #[test]
    fn what_is_read_is_what_was_written() {
        for seed in 0..40 {
            let mut n = Numbers(seed);
            let mut pieces: Vec<Vec<u8>> = Vec::new();
            for _ in 0..600 {
                let mut p = match pieces.len() {
                    0 => Vec::new(),
                    len => pieces[len - 1 - n.below(len.min(20))].clone(),
                };
                for _ in 0..n.below(6) {
                    match n.below(4) {
                        0 if !p.is_empty() => drop(p.remove(n.below(p.len()))),
                        1 if !p.is_empty() => {
                            let at = n.below(p.len());
                            p[at] = n.below(256) as u8;
                        }
                        2 => {
                            let (byte, times) = (n.below(4) as u8, n.below(60));
                            p.extend(std::iter::repeat_n(byte, times));
                        }
                        _ => {
                            let at = n.below(p.len() + 1);
                            p.insert(at, n.below(256) as u8);
                        }
                    }
                }
                if n.below(50) == 0 {
                    p = (0..n.below(1000)).map(|_| n.below(256) as u8).collect();
                }
                p.truncate(3000);
                pieces.push(p);
            }
            let (mut all, ids) = written(&pieces);
            assert!(all.groups.len() > 2, "{}", all.groups.len());
            for _ in 0..1000 {
                let i = n.below(ids.len());
                assert_eq!(all.get(ids[i]), pieces[i], "piece {i}, seed {seed}");
            }
            let kept: Vec<Piece> = ids.iter().map(|&id| all.keep(id)).collect();
            for (i, &id) in kept.iter().enumerate() {
                assert_eq!(all.get(id), pieces[i]);
            }
        }
    }

    #[test]
    fn a_piece_may_be_larger_than_a_group() {
        let mut n = Numbers(7);
        let noise: Vec<u8> = (0..100_000).map(|_| n.below(256) as u8).collect();
        let zeros = vec![0; 100_000];
        let twice = [&noise[..], &noise[..50_000]].concat();
        let pieces = [vec![1, 2, 3], noise, zeros, vec![1, 2, 3], twice, vec![4]];
        let (mut all, ids) = written(&pieces);
        for (id, p) in ids.iter().zip(&pieces).rev() {
            assert_eq!(all.get(*id), p);
        }
    }

    #[test]
    fn no_bytes_are_a_piece() {
        let mut all = Pieces::default();
        assert_eq!(all.add(&[]), Piece::EMPTY);
        assert_eq!(all.get(Piece::EMPTY), b"");
        assert_eq!(all.keep(Piece::EMPTY), Piece::EMPTY);
        assert_eq!(all.bytes(), 0);
    }
}
