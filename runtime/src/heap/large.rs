//! Large old objects: each has pages of its own, with a mark word before the object (outside of it).
use super::object::Obj;
use crate::pages;

const PREFIX: usize = 16;

/// Objects too large for cells, each in pages of its own.
#[derive(Default)]
pub struct LargeObjects {
    /// Start of the mapping and its size.
    objects: Vec<(usize, usize)>,
}

impl LargeObjects {
    /// Zeroed memory for an object; `None` if the system has none.
    pub fn allocate(&mut self, size: usize) -> Option<usize> {
        let total = (size + PREFIX).next_multiple_of(pages::PAGE);
        let start = pages::map(total).ok()? as usize;
        self.objects.push((start, total));
        Some(start + PREFIX)
    }
    /// Marks an object; returns whether it was unmarked.
    pub fn mark(obj: Obj) -> bool {
        let mark = (obj.address() - PREFIX) as *mut usize;
        // SAFETY: the caller passes a large object, which has its mark word in front.
        unsafe { std::mem::replace(&mut *mark, 1) == 0 }
    }
    /// Whether an object is marked.
    pub fn is_marked(obj: Obj) -> bool {
        // SAFETY: as in `mark`.
        unsafe { *((obj.address() - PREFIX) as *const usize) != 0 }
    }
    /// Clears the marks of all large objects before a major collection.
    pub fn prepare_marking(&mut self) {
        for &(start, _) in &self.objects {
            // SAFETY: `start` is the start of a mapping of ours: the mark word.
            unsafe { *(start as *mut usize) = 0 };
        }
    }
    /// Unmaps what is unmarked; returns the bytes that stay.
    pub fn sweep(&mut self) -> usize {
        let mut live = 0;
        self.objects.retain(|&(start, total)| {
            // SAFETY: as in `prepare_marking`.
            let marked = unsafe { *(start as *const usize) != 0 };
            if marked {
                live += total;
            } else {
                pages::unmap(start, total);
            }
            marked
        });
        live
    }
}
