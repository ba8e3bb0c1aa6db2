//! Access to the memory of translated programs by address: loads and stores of typed values, for folding and for
//! execution.
//!
//! **Unsafe**: all raw access of the support library is here. Callers pass addresses inside live objects or static data
//! of the program: null, class and bounds were checked before.
use ir::lltype::LLType;

/// The 8-byte word at an address.
pub fn word(address: u64) -> u64 {
    // SAFETY: by the module's contract the address lies inside live memory of the program, aligned for words.
    unsafe { *(address as *const u64) }
}

/// Stores an 8-byte word.
pub fn set_word(address: u64, value: u64) {
    // SAFETY: as in `word`; the memory is writable (constant data is never stored to).
    unsafe { *(address as *mut u64) = value }
}

/// New memory with these words, until [`free_words`].
pub fn new_words(words: Vec<u64>) -> u64 {
    Box::into_raw(words.into_boxed_slice()).cast::<u64>() as u64
}

/// Gives the memory of so many words back.
pub fn free_words(address: u64, count: usize) {
    let words = std::ptr::slice_from_raw_parts_mut(address as *mut u64, count);
    // SAFETY: the caller got the address for this number of words from `new_words`, and nobody knows it any more.
    drop(unsafe { Box::from_raw(words) });
}

/// The word that states and the exchange buffer have for a word as in a register: in them a SingleFloat is the same
/// value as binary64.
pub fn to_state(ty: LLType, bits: u64) -> u64 {
    match ty {
        LLType::SingleFloat => f64::from(f32::from_bits(bits as u32)).to_bits(),
        _ => bits,
    }
}

/// The inverse of [`to_state`].
pub fn from_state(ty: LLType, word: u64) -> u64 {
    match ty {
        LLType::SingleFloat => u64::from((f64::from_bits(word) as f32).to_bits()),
        _ => word,
    }
}

/// The value of a type at an address, as a word as in a register: small integers extended, floats by their bits.
pub fn load(ty: LLType, address: u64) -> u64 {
    macro_rules! read {
        ($t:ty) => {
            // SAFETY: by the module's contract; raw memory may be unaligned.
            unsafe { (address as *const $t).read_unaligned() }
        };
    }
    match ty {
        LLType::Void => 0,
        LLType::Bool | LLType::Char => u64::from(read!(u8)),
        LLType::UniChar | LLType::SingleFloat => u64::from(read!(u32)),
        LLType::Int { bits: 8, signed } => {
            if signed {
                read!(i8) as i64 as u64
            } else {
                u64::from(read!(u8))
            }
        }
        LLType::Int { bits: 16, signed } => {
            if signed {
                read!(i16) as i64 as u64
            } else {
                u64::from(read!(u16))
            }
        }
        LLType::Int { bits: 32, signed } => {
            if signed {
                read!(i32) as i64 as u64
            } else {
                u64::from(read!(u32))
            }
        }
        _ => read!(u64),
    }
}

/// Bytes at an address, to be looked at before the program goes on.
pub fn bytes<'a>(address: u64, length: usize) -> &'a [u8] {
    // SAFETY: by the module's contract the range lies inside a live object, and the program does not run while the
    // compiler looks at it.
    unsafe { std::slice::from_raw_parts(address as *const u8, length) }
}

/// Stores a word as a value of a type.
pub fn store(ty: LLType, address: u64, value: u64) {
    macro_rules! write {
        ($t:ty) => {
            // SAFETY: by the module's contract; raw memory may be unaligned.
            unsafe { (address as *mut $t).write_unaligned(value as $t) }
        };
    }
    match ty.size() {
        0 => {}
        1 => write!(u8),
        2 => write!(u16),
        4 => write!(u32),
        _ => write!(u64),
    }
}

/// Copies bytes; the ranges may overlap.
pub fn copy(from: u64, to: u64, bytes: usize) {
    // SAFETY: both ranges lie inside live objects, by the module's contract.
    unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes) }
}

/// Sets bytes to zero.
pub fn clear(at: u64, bytes: usize) {
    // SAFETY: the range lies inside a live object, by the module's contract.
    unsafe { std::ptr::write_bytes(at as *mut u8, 0, bytes) }
}
