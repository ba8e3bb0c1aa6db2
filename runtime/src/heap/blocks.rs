//! Small old objects: 64 KiB blocks, each of one size class, with mark bits in the block's head.
//!
//! Cells of a block are in use, on the block's free list (linked through the word after the header place, so that a
//! free cell's first word is 0 and can be told from an object), or *fresh*: those at the end of a block that was just
//! mapped were never touched, and a heap with few objects of many sizes needs little memory. After marking, every block
//! *needs sweeping*; allocation sweeps the next block of its class before it maps a new one. Cost: a sweep looks at
//! each cell once.
use super::object::Obj;
use crate::pages;

/// Size of a block, and its alignment.
pub const BLOCK: usize = 64 * 1024;
/// The largest object that lies in a block.
pub const MAX_SMALL: usize = 4096;
/// Bytes of a block's head: size, mark bits (one per 16 bytes).
const HEAD: usize = 64 + BLOCK / 16 / 8;
const GRAIN: usize = 16;
/// Bytes that are mapped at once, while the heap is small, ...
const RUN: usize = 16 * BLOCK;
/// ... which it is up to so many. Then it is mapped in large pages.
const SMALL_HEAP: usize = 2 << 20;

#[repr(C)]
struct Head {
    cell: usize,
    free: usize,
    needs_sweep: usize,
    used: usize,
    /// The first cell that is fresh: those from there to the end of the cells are.
    fresh: usize,
    /// The end of the cells.
    end: usize,
    pad: [usize; 2],
    marks: [u64; BLOCK / 16 / 64],
}
const _: () = assert!(std::mem::size_of::<Head>() == HEAD);

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

#[derive(Default)]
struct Class {
    cell: usize,
    blocks: Vec<usize>,
    /// Index of the block allocation takes cells from.
    current: usize,
}

/// The old generation of small objects: blocks of cells of one size.
pub struct Blocks {
    classes: Vec<Class>,
    /// Class of a size in grains.
    class_of: Vec<u8>,
    /// Blocks that are not used any more.
    spare: Vec<usize>,
    /// Blocks that are mapped and were never used.
    unused: Vec<usize>,
    /// Bytes that are mapped.
    mapped: usize,
    debug: bool,
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
            spare: Vec::new(),
            unused: Vec::new(),
            mapped: 0,
            debug: false,
        }
    }
}

fn head(block: usize) -> *mut Head {
    block as *mut Head
}

/// The block an old small object lies in.
#[inline]
fn block_of(obj: Obj) -> usize {
    obj.address() & !(BLOCK - 1)
}

impl Blocks {
    /// A cell of at least `size` bytes and its true size; `None` if the system has no memory.
    pub fn allocate(&mut self, size: usize, debug: bool) -> Option<(usize, usize)> {
        self.debug = debug;
        let c = usize::from(self.class_of[size.div_ceil(GRAIN)]);
        loop {
            let class = &mut self.classes[c];
            while let Some(&block) = class.blocks.get(class.current) {
                let h = head(block);
                // SAFETY: `block` is a mapped block of ours with an initialised head; cells on its free list are ours.
                unsafe {
                    if (*h).needs_sweep != 0 {
                        sweep(block, debug);
                    }
                    let cell = (*h).free;
                    if cell != 0 {
                        (*h).free = *((cell + 8) as *const usize);
                        (*h).used += 1;
                        return Some((cell, class.cell));
                    }
                    let cell = (*h).fresh;
                    if cell != (*h).end {
                        (*h).fresh = cell + class.cell;
                        (*h).used += 1;
                        return Some((cell, class.cell));
                    }
                }
                class.current += 1;
            }
            let cell = class.cell;
            let block = match self.spare.pop() {
                Some(block) => {
                    format_block(block, cell, false);
                    // SAFETY: a block of ours with a head, in which nothing is marked.
                    unsafe { sweep(block, false) };
                    block
                }
                None => {
                    let block = self.unused_block()?;
                    format_block(block, cell, true);
                    block
                }
            };
            let class = &mut self.classes[c];
            class.current = class.blocks.len();
            class.blocks.push(block);
        }
    }
    /// A block that was never used.
    fn unused_block(&mut self) -> Option<usize> {
        if self.unused.is_empty() {
            let (start, size) = match self.mapped < SMALL_HEAP {
                true => (pages::map_aligned(RUN, BLOCK), RUN),
                false => (pages::map_large(pages::LARGE), pages::LARGE),
            };
            let start = start.ok()?;
            self.mapped += size;
            let blocks = (start..start + size).step_by(BLOCK);
            self.unused.extend(blocks.rev());
        }
        self.unused.pop()
    }
    /// Marks an object; returns whether it was unmarked.
    #[inline]
    pub fn mark(obj: Obj) -> bool {
        let block = block_of(obj);
        let bit = (obj.address() - block) / GRAIN;
        // SAFETY: the caller passes an old small object, so `block` is a block of ours and `bit` inside its bitmap.
        unsafe {
            let word = &mut (*head(block)).marks[bit / 64];
            let mask = 1u64 << (bit % 64);
            let fresh = *word & mask == 0;
            *word |= mask;
            fresh
        }
    }
    /// Whether an object is marked.
    pub fn is_marked(obj: Obj) -> bool {
        let block = block_of(obj);
        let bit = (obj.address() - block) / GRAIN;
        // SAFETY: as in `mark`.
        unsafe { (*head(block)).marks[bit / 64] & (1u64 << (bit % 64)) != 0 }
    }
    /// Before marking: finishes pending sweeps and clears all marks.
    pub fn prepare_marking(&mut self, debug: bool) {
        self.each_block(|block| {
            // SAFETY: `each_block` passes mapped blocks with initialised heads.
            unsafe {
                if (*head(block)).needs_sweep != 0 {
                    sweep(block, debug);
                }
                (*head(block)).marks.fill(0);
            }
        });
    }
    /// After marking: every block needs sweeping; allocation starts again at the first. Returns bytes of marked cells.
    pub fn finish_marking(&mut self) -> usize {
        let mut live = 0;
        for class in &mut self.classes {
            class.current = 0;
            let mut kept = Vec::with_capacity(class.blocks.len());
            for &block in &class.blocks {
                // SAFETY: a mapped block of ours.
                let marked: usize = unsafe {
                    (*head(block))
                        .marks
                        .iter()
                        .map(|w| w.count_ones() as usize)
                        .sum()
                };
                if marked == 0 {
                    if self.debug {
                        pages::poison(block, BLOCK);
                    }
                    self.spare.push(block);
                } else {
                    live += marked * class.cell;
                    // SAFETY: as above.
                    unsafe { (*head(block)).needs_sweep = 1 };
                    kept.push(block);
                }
            }
            class.blocks = kept;
        }
        live
    }
    fn each_block(&self, mut f: impl FnMut(usize)) {
        for class in &self.classes {
            class.blocks.iter().for_each(|&b| f(b));
        }
    }
}

/// Lays a block out in cells of this size. All of them are fresh if nothing was ever written there, else in use.
fn format_block(block: usize, cell: usize, fresh: bool) {
    let end = block + HEAD + (BLOCK - HEAD) / cell * cell;
    // SAFETY: `block` is a mapped, unused block; the head lies inside its 64 KiB.
    unsafe {
        let h = head(block);
        (*h).cell = cell;
        (*h).free = 0;
        (*h).needs_sweep = 0;
        (*h).used = 0;
        (*h).fresh = if fresh { block + HEAD } else { end };
        (*h).end = end;
        (*h).marks.fill(0);
    }
}

/// Puts every unmarked cell on the free list, but for fresh ones.
///
/// # Safety
/// `block` is a mapped block with an initialised head, and its marks are those of a finished marking.
unsafe fn sweep(block: usize, debug: bool) {
    // SAFETY: by the function's contract; all cells lie inside the block.
    unsafe {
        let h = head(block);
        let cell = (*h).cell;
        let count = ((*h).fresh - block - HEAD) / cell;
        let mut free = 0;
        let mut used = 0;
        for i in (0..count).rev() {
            let at = block + HEAD + i * cell;
            let bit = (at - block) / GRAIN;
            if (*h).marks[bit / 64] & (1u64 << (bit % 64)) == 0 {
                if debug {
                    pages::poison(at, cell);
                }
                *(at as *mut usize) = 0;
                *((at + 8) as *mut usize) = free;
                free = at;
            } else {
                used += 1;
            }
        }
        (*h).free = free;
        (*h).used = used;
        (*h).needs_sweep = 0;
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
            blocks.prepare_marking(false);
            let kept: BTreeSet<usize> = cells.iter().copied().step_by(3).collect();
            for &cell in &kept {
                assert!(Blocks::mark(Obj::at(cell)) && Blocks::is_marked(Obj::at(cell)));
            }
            blocks.finish_marking();
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
        blocks.prepare_marking(false);
        assert_eq!(blocks.finish_marking(), 0);
        let after = fill(&mut blocks, 4096, 2);
        let blocks_of = |cells: &BTreeSet<usize>| -> BTreeSet<usize> {
            cells.iter().map(|c| c & !(BLOCK - 1)).collect()
        };
        assert!(!blocks_of(&before).is_disjoint(&blocks_of(&after)));
    }
}
