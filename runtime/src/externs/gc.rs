//! Allocation slow paths, write barriers, identity, weak references, the cold reporter.
use super::{runtime, strings, table};
use crate::heap::identity::WEAKREF_TARGET;
use crate::heap::object::Obj;
use crate::report;
use crate::runtime::Runtime;

table!(
    gx_malloc_slow,
    gx_malloc_var_slow,
    gx_write_barrier,
    gx_write_barrier_array,
    gx_write_barrier_range,
    gx_memmove,
    gx_memzero,
    gx_weakref_create,
    gx_gc_id,
    gx_gc_identityhash,
    gx_gc_collect,
    gx_gc_stat,
    gx_gc_pressure,
    gx_vref_redeem,
    gx_fin_register,
    gx_fin_begin,
    gx_fin_next,
    gx_fin_object,
    gx_abort,
    gx_fatalerror,
    gx_claim_failed,
    gx_raw_malloc,
    gx_raw_malloc_var,
    gx_raw_free,
);

// SAFETY (for all functions of this file): emitted code passes r15 as context and valid objects, by the ABI.

extern "C" fn gx_malloc_slow(context: *mut Runtime, type_id: u64, size: u64) -> u64 {
    // SAFETY: see above.
    unsafe { runtime(context) }
        .allocate(type_id as u32, size as usize)
        .address() as u64
}

extern "C" fn gx_malloc_var_slow(context: *mut Runtime, type_id: u64, length: i64) -> u64 {
    // SAFETY: see above.
    let rt = unsafe { runtime(context) };
    match rt.allocate_var(type_id as u32, length) {
        Some(obj) => obj.address() as u64,
        None => {
            rt.raise("MemoryError");
            0
        }
    }
}

extern "C" fn gx_write_barrier(context: *mut Runtime, object: u64) {
    // SAFETY: see above.
    unsafe { runtime(context) }
        .heap
        .remember(Obj::at(object as usize));
}

extern "C" fn gx_write_barrier_array(context: *mut Runtime, object: u64, index: i64) {
    // SAFETY: see above.
    unsafe { runtime(context) }
        .heap
        .remember_item(Obj::at(object as usize), index as usize);
}

extern "C" fn gx_write_barrier_range(
    context: *mut Runtime,
    object: u64,
    _start: i64,
    _length: i64,
) {
    // SAFETY: see above.
    unsafe { runtime(context) }
        .heap
        .remember(Obj::at(object as usize));
}

extern "C" fn gx_memmove(dst: *mut u8, src: *const u8, bytes: u64) {
    // SAFETY: emitted code has checked both ranges against the arrays' lengths; they may overlap.
    unsafe { std::ptr::copy(src, dst, bytes as usize) }
}

extern "C" fn gx_memzero(dst: *mut u8, bytes: u64) {
    // SAFETY: emitted code has checked the range against the array's length.
    unsafe { std::ptr::write_bytes(dst, 0, bytes as usize) }
}

extern "C" fn gx_weakref_create(context: *mut Runtime, type_id: u64, target: u64) -> u64 {
    // SAFETY: see above.
    let rt = unsafe { runtime(context) };
    let handle = (target != 0).then(|| rt.handle(Obj::at(target as usize)));
    let weak = rt.allocate(type_id as u32, 16);
    if let Some(handle) = handle {
        weak.set_word(WEAKREF_TARGET, rt.get(handle).address());
        rt.release(handle);
    }
    rt.heap.register_weakref(weak);
    weak.address() as u64
}

extern "C" fn gx_gc_id(context: *mut Runtime, object: u64) -> i64 {
    if object == 0 {
        return 0;
    }
    // SAFETY: see above.
    unsafe { runtime(context) }
        .heap
        .identity(Obj::at(object as usize)) as i64
}

extern "C" fn gx_gc_identityhash(context: *mut Runtime, object: u64) -> i64 {
    if object == 0 {
        return 0;
    }
    // SAFETY: see above.
    unsafe { runtime(context) }
        .heap
        .identity_hash(Obj::at(object as usize)) as i64
}

extern "C" fn gx_gc_collect(context: *mut Runtime) {
    // SAFETY: see above.
    unsafe { runtime(context) }.collect();
}

/// 0: old bytes, 1: minor collections, 2: major collections, 3: nanoseconds in collections, 4: size of the nursery,
/// 5: most old bytes, 6 and 7: bytes of small and of large old objects, 8 and 9: the most of these.
extern "C" fn gx_gc_stat(context: *mut Runtime, which: i64) -> i64 {
    // SAFETY: see above.
    let heap = &unsafe { runtime(context) }.heap;
    match which {
        0 => heap.old_bytes() as i64,
        1 => heap.stats.minor as i64,
        2 => heap.stats.major as i64,
        3 => heap.stats.nanoseconds as i64,
        4 => {
            let (start, end) = heap.nursery_range();
            (end - start) as i64
        }
        5 => heap.most_old_bytes()[0] as i64,
        6 => heap.old_bytes_by_size()[1] as i64,
        7 => heap.old_bytes_by_size()[2] as i64,
        8 => heap.most_old_bytes()[1] as i64,
        9 => heap.most_old_bytes()[2] as i64,
        _ => -1,
    }
}

extern "C" fn gx_gc_pressure(context: *mut Runtime, bytes: i64) {
    // SAFETY: see above.
    let heap = &mut unsafe { runtime(context) }.heap;
    heap.add_pressure(usize::try_from(bytes).unwrap_or(0));
}

/// Has the target of a virtual reference allocated. Only compiled code makes tokens.
extern "C" fn gx_vref_redeem(context: *mut Runtime, token: u64) {
    // SAFETY: see above. The function of the JIT is called when nothing is borrowed any more: it allocates.
    let redeemer = unsafe { runtime(context) }
        .jit
        .as_ref()
        .and_then(|j| j.redeemer());
    if let Some(redeem) = redeemer {
        redeem(token);
    }
}

/// Registers an object for its finaliser: see [`crate::heap::finalizers`].
extern "C" fn gx_fin_register(context: *mut Runtime, object: u64, tag: i64) {
    if object != 0 {
        // SAFETY: see above.
        let heap = &mut unsafe { runtime(context) }.heap;
        heap.register_finalizer(Obj::at(object as usize), tag as i32);
    }
}

extern "C" fn gx_fin_begin(context: *mut Runtime) -> i64 {
    let marker = 0u8;
    let here = std::ptr::from_ref(&marker) as usize;
    // SAFETY: see above.
    i64::from(unsafe { runtime(context) }.heap.begin_finalizers(here))
}

extern "C" fn gx_fin_next(context: *mut Runtime) -> i64 {
    // SAFETY: see above.
    i64::from(unsafe { runtime(context) }.heap.next_finalizer())
}

extern "C" fn gx_fin_object(context: *mut Runtime, tag: i64) -> u64 {
    // SAFETY: see above.
    let heap = &mut unsafe { runtime(context) }.heap;
    heap.next_dead(tag as i32)
        .map_or(0, |obj| obj.address() as u64)
}

extern "C" fn gx_abort(context: *mut Runtime, code: u64, location: u64) -> ! {
    // SAFETY: see above.
    let rt = unsafe { runtime(context) };
    rt.leave_attempt();
    report::safety_error(rt, code as u32, location as u32)
}

extern "C" fn gx_fatalerror(context: *mut Runtime, message: u64) -> ! {
    // SAFETY: see above.
    let (rt, text) = unsafe { (runtime(context), strings::bytes(message)) };
    rt.leave_attempt();
    report::fatal(rt, "FatalError", &String::from_utf8_lossy(text))
}

extern "C" fn gx_claim_failed(context: *mut Runtime, claim: u64, seen: i64, kind: i64) -> ! {
    // SAFETY: see above.
    let rt = unsafe { runtime(context) };
    let text = match claim {
        0 => "a claim".into(),
        // SAFETY: see above; the claim is a prebuilt string.
        claim => String::from_utf8_lossy(unsafe { strings::bytes(claim) }).into_owned(),
    };
    report::claim_failed(rt, &text, seen, kind)
}

extern "C" fn gx_raw_malloc(_context: *mut Runtime, size: i64) -> u64 {
    // SAFETY: calloc has no preconditions.
    let p = unsafe { libc::calloc(1, size.max(1) as usize) };
    if p.is_null() {
        report::out_of_memory()
    } else {
        p as u64
    }
}

extern "C" fn gx_raw_malloc_var(
    context: *mut Runtime,
    fixed: u64,
    item_size: u64,
    length: i64,
    length_offset: i64,
) -> u64 {
    let total = u64::try_from(length)
        .ok()
        .and_then(|n| item_size.checked_mul(n))
        .and_then(|n| n.checked_add(fixed));
    // SAFETY: calloc has no preconditions.
    let p = total.map_or(std::ptr::null_mut(), |n| unsafe {
        libc::calloc(1, n.max(1) as usize)
    });
    if p.is_null() {
        // SAFETY: see above.
        unsafe { runtime(context) }.raise("MemoryError");
    } else if length_offset >= 0 {
        // SAFETY: the length word lies in the fixed part.
        unsafe { *p.cast::<u8>().add(length_offset as usize).cast::<i64>() = length };
    }
    p as u64
}

extern "C" fn gx_raw_free(_context: *mut Runtime, p: u64) {
    // SAFETY: emitted code frees what `gx_raw_malloc` returned, once.
    unsafe { libc::free(p as *mut libc::c_void) }
}
