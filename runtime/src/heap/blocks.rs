//! Small old objects: 64 KiB blocks, each of cells of one size, in chunks of 2 MiB with the mark bits of all of their
//! blocks in front.
//!
//! Nothing is written into free cells: after marking, the unmarked cells of a block are free, and allocation takes them
//! in the order of their addresses, a *run* of neighbours at a time. Bits are set by marking only, so that no cell is
//! given twice until the next marking; allocation starts again at the first block then. Mark bits of blocks without
//! objects are zero. That the bits lie together, and not in a head of each block, lets the processor's cache hold
//! them: heads at multiples of 64 KiB would all compete for the same few lines of it.
use super::object::Obj;
use crate::pages;

/// Size of a block, and its alignment.
pub const BLOCK: usize = 64 * 1024;
/// The largest object that lies in a block.
pub const MAX_SMALL: usize = 4096;
/// Size of a chunk, and its alignment.
const CHUNK: usize = pages::LARGE;
const GRAIN: usize = 16;
/// Bytes of a chunk's mark bits, one for each 16 bytes: they lie in its first block.
const MARKS: usize = CHUNK / GRAIN / 8;

/// Cell sizes: multiples of 16 up to 512, then about 12 % apart.
fn class_sizes() -> Vec<usize> {
    let mut sizes: Vec<usize> = (1..=32).map(|i| i * GRAIN).collect();
    let mut n = 576;
    while n < MAX_SMALL {
        sizes.push(n);
        n = (n + n / 8).next_multiple_of(GRAIN);
    }
    sizes.push(MAX_SMALL);
    sizes
}

/// The cells of one size: allocation is in a run, behind which it goes on in the rest of the block.
#[derive(Default)]
struct Class {
    cell: usize,
    /// Next cell of the run, and its end.
    free: usize,
    limit: usize,
    /// End of the cells of the run's block.
    end: usize,
    blocks: Vec<usize>,
    /// Index of the block after the run's.
    next: usize,
}

/// The old generation of small objects: blocks of cells of one size.
pub struct Blocks {
    classes: Vec<Class>,
    /// Class of a size in grains.
    class_of: Vec<u8>,
    /// Blocks without objects.
    unused: Vec<usize>,
    chunks: Vec<usize>,
}

impl Default for Blocks {
    fn default() -> Blocks {
        let sizes = class_sizes();
        let mut class_of = vec![0u8; MAX_SMALL / GRAIN + 1];
        for (grains, slot) in class_of.iter_mut().enumerate() {
            let index = sizes.partition_point(|&s| s < grains * GRAIN);
            *slot = index as u8;
        }
        let classes = sizes
            .iter()
            .map(|&cell| Class {
                cell,
                ..Class::default()
            })
            .collect();
        Blocks {
            classes,
            class_of,
            unused: Vec::new(),
            chunks: Vec::new(),
        }
    }
}

/// The word of mark bits that a small object's is in, and the bit.
#[inline]
fn mark_bit(address: usize) -> (*mut u64, u64) {
    let grain = address % CHUNK / GRAIN;
    let words = (address - address % CHUNK) as *mut u64;
    (words.wrapping_add(grain / 64), 1 << (grain % 64))
}

/// Whether a cell is marked.
fn is_cell_marked(cell: usize) -> bool {
    let (word, bit) = mark_bit(cell);
    // SAFETY: callers pass addresses in blocks of ours, whose chunk has the word.
    unsafe { *word & bit != 0 }
}

/// Where the cells of a block begin.
fn first_cell(block: usize) -> usize {
    match block.is_multiple_of(CHUNK) {
        true => block + MARKS,
        false => block,
    }
}

/// Where those of this size end.
fn end_of_cells(block: usize, cell: usize) -> usize {
    let first = first_cell(block);
    first + (block + BLOCK - first) / cell * cell
}

impl Blocks {
    /// A cell of at least `size` bytes and its true size; `None` if the system has no memory.
    #[inline]
    pub fn allocate(&mut self, size: usize, debug: bool) -> Option<(usize, usize)> {
        let index = usize::from(self.class_of[size.div_ceil(GRAIN)]);
        let class = &mut self.classes[index];
        if class.free == class.limit {
            self.next_run(index, debug)?;
        }
        let class = &mut self.classes[index];
        let at = class.free;
        class.free += class.cell;
        Some((at, class.cell))
    }
    /// Lets allocation go on in the next run of free cells.
    #[cold]
    #[inline(never)]
    fn next_run(&mut self, index: usize, debug: bool) -> Option<()> {
        let class = &mut self.classes[index];
        let cell = class.cell;
        loop {
            let mut at = class.limit;
            while at < class.end && is_cell_marked(at) {
                at += cell;
            }
            class.free = at;
            while at < class.end && !is_cell_marked(at) {
                at += cell;
            }
            class.limit = at;
            if class.free < at {
                if debug {
                    pages::poison(class.free, at - class.free);
                }
                return Some(());
            }
            let Some(&block) = class.blocks.get(class.next) else {
                break;
            };
            class.next += 1;
            class.limit = first_cell(block);
            class.end = end_of_cells(block, cell);
        }
        let block = self.unused_block()?;
        let class = &mut self.classes[index];
        class.blocks.push(block);
        class.next = class.blocks.len();
        class.free = first_cell(block);
        class.end = end_of_cells(block, cell);
        class.limit = class.end;
        Some(())
    }
    /// A block without objects. The first chunk comes in small pages, since a heap may have few objects of many sizes.
    fn unused_block(&mut self) -> Option<usize> {
        if self.unused.is_empty() {
            let chunk = match self.chunks.is_empty() {
                true => pages::map_aligned(CHUNK, CHUNK),
                false => pages::map_large(CHUNK),
            };
            let chunk = chunk.ok()?;
            self.chunks.push(chunk);
            self.unused
                .extend((chunk..chunk + CHUNK).step_by(BLOCK).rev());
        }
        self.unused.pop()
    }
    /// Marks an object; returns whether it was unmarked.
    #[inline]
    pub fn mark(obj: Obj) -> bool {
        let (word, bit) = mark_bit(obj.address());
        // SAFETY: the caller passes an old small object, whose chunk has the word.
        unsafe {
            let fresh = *word & bit == 0;
            *word |= bit;
            fresh
        }
    }
    /// Whether an object is marked.
    pub fn is_marked(obj: Obj) -> bool {
        is_cell_marked(obj.address())
    }
    /// Before marking: clears all marks.
    pub fn prepare_marking(&mut self) {
        for &chunk in &self.chunks {
            pages::zero(chunk, MARKS);
        }
    }
    /// After marking: allocation starts again at the first block of each class. Returns bytes of marked cells. In debug
    /// mode objects that were not marked are poisoned.
    pub fn finish_marking(&mut self, debug: bool) -> usize {
        let mut live = 0;
        for class in &mut self.classes {
            (class.free, class.limit, class.end, class.next) = (0, 0, 0, 0);
            class.blocks.retain(|&block| {
                let marked = count_marked(block);
                live += marked * class.cell;
                if debug {
                    poison_dead(block, class.cell);
                }
                if marked == 0 {
                    self.unused.push(block);
                }
                marked != 0
            });
        }
        live
    }
}

/// The number of marked cells of a block.
fn count_marked(block: usize) -> usize {
    let (words, _) = mark_bit(block);
    // SAFETY: the block is one of ours; the words for its grains lie in its chunk's mark bits.
    let words = unsafe { std::slice::from_raw_parts(words, BLOCK / GRAIN / 64) };
    words.iter().map(|w| w.count_ones() as usize).sum()
}

/// Poisons the unmarked cells of a block, but for those that nothing was written into.
fn poison_dead(block: usize, cell: usize) {
    for at in (first_cell(block)..end_of_cells(block, cell)).step_by(cell) {
        if !is_cell_marked(at) && Obj::at(at).header() != 0 {
            pages::poison(at, cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Allocates cells until some are used of this many blocks; their addresses.
    fn fill(blocks: &mut Blocks, size: usize, count: usize) -> BTreeSet<usize> {
        let mut cells = BTreeSet::new();
        let mut seen = BTreeSet::new();
        while seen.len() <= count {
            let (cell, of) = blocks.allocate(size, false).expect("memory");
            assert!(of >= size && cell.is_multiple_of(GRAIN), "{size}");
            assert!(cells.insert(cell), "a cell is given twice");
            seen.insert(cell & !(BLOCK - 1));
        }
        cells
    }

    #[test]
    fn cells_are_given_once_until_they_are_swept() {
        for size in [16, 48, 520, MAX_SMALL] {
            let mut blocks = Blocks::default();
            let cells = fill(&mut blocks, size, 2);
            blocks.prepare_marking();
            let kept: BTreeSet<usize> = cells.iter().copied().step_by(3).collect();
            for &cell in &kept {
                assert!(Blocks::mark(Obj::at(cell)) && Blocks::is_marked(Obj::at(cell)));
            }
            blocks.finish_marking(false);
            // What was swept comes first, then what was fresh at the end of the last block; nothing that is kept.
            for _ in 0..cells.len() - kept.len() {
                let (cell, _) = blocks.allocate(size, false).expect("memory");
                assert!(cells.contains(&cell) && !kept.contains(&cell), "{size}");
            }
            let (cell, _) = blocks.allocate(size, false).expect("memory");
            assert!(!cells.contains(&cell), "{size}");
        }
    }
    #[test]
    fn blocks_of_one_size_are_used_for_another() {
        let mut blocks = Blocks::default();
        let before = fill(&mut blocks, 64, 2);
        blocks.prepare_marking();
        assert_eq!(blocks.finish_marking(false), 0);
        let after = fill(&mut blocks, 4096, 2);
        let blocks_of = |cells: &BTreeSet<usize>| -> BTreeSet<usize> {
            cells.iter().map(|c| c & !(BLOCK - 1)).collect()
        };
        assert!(!blocks_of(&before).is_disjoint(&blocks_of(&after)));
    }
}
