//! RPython strings as Rust sees them: `{ header, hash, length, chars... }`.
use crate::heap::object::Obj;
use crate::runtime::Runtime;

const LENGTH: usize = 16;
const CHARS: usize = 24;

/// The bytes of a string. Valid until the next allocation.
///
/// # Safety
/// `string` is the address of a live string object, and nothing moves or frees it while the slice is used.
pub(crate) unsafe fn bytes<'a>(string: u64) -> &'a [u8] {
    let obj = Obj::at(string as usize);
    // SAFETY: a string has `length` bytes from CHARS on; the caller keeps it alive and in place.
    unsafe { std::slice::from_raw_parts((obj.address() + CHARS) as *const u8, obj.word(LENGTH)) }
}

/// A new string; ends the program if there is no memory for it.
pub(crate) fn new(rt: &mut Runtime, text: &[u8]) -> u64 {
    let string_type = rt.program.string_type();
    let Some(obj) = rt.allocate_var(string_type, text.len() as i64) else {
        rt.out_of_memory()
    };
    // SAFETY: the object was just allocated with room for `text.len()` chars.
    unsafe {
        std::ptr::copy_nonoverlapping(
            text.as_ptr(),
            (obj.address() + CHARS) as *mut u8,
            text.len(),
        )
    };
    obj.address() as u64
}
