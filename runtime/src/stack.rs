//! Walking the frames of translated code by return address (see `abi::context`, *Frames and safepoints*).

/// What the stack map says of a return address.
#[derive(Clone, Copy, Debug)]
pub struct FrameInfo<'a> {
    /// Bytes from rsp at the call to the frame's own return address.
    pub size: u32,
    /// Offsets of live root slots from rsp at the call.
    pub slots: &'a [u32],
}

/// Looks return addresses up.
pub trait FrameMap {
    /// The frame that a return address belongs to; `None` outside of translated code.
    fn frame(&self, return_address: u64) -> Option<FrameInfo<'_>>;
}

/// The frames of a program and of the JIT's code.
pub struct Frames<'a> {
    pub program: &'a crate::loader::LoadedProgram,
    /// The JIT, if there is one.
    pub jit: Option<&'a dyn crate::jit::Jit>,
}

impl FrameMap for Frames<'_> {
    fn frame(&self, return_address: u64) -> Option<FrameInfo<'_>> {
        self.program
            .frame(return_address)
            .or_else(|| self.jit?.frame(return_address))
    }
}

/// Calls `visit` with (return address, rsp at the call, frame) for each frame from the innermost outwards, starting at
/// an anchor; ends at the entry trampoline.
pub fn walk(map: &dyn FrameMap, anchor: u64, mut visit: impl FnMut(u64, u64, FrameInfo<'_>)) {
    let mut sp = anchor;
    loop {
        // SAFETY: `anchor` was stored by emitted code right before a call, so the word below it is that call's return
        // address; each further `sp` is that of an emitted frame's call by the stack map, so the same holds there.
        let ret = unsafe { *((sp - 8) as *const u64) };
        let Some(frame) = map.frame(ret) else { return };
        visit(ret, sp, frame);
        sp += u64::from(frame.size) + 8;
    }
}
