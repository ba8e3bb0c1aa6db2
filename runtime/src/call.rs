//! Calls of emitted functions from Rust with any number of arguments, in the emitted convention (System V with r15 =
//! context).
//!
//! ```text
//! call(rt, f, [(1, int), (bits of 2.5, float), ...])   rdi = 1, xmm0 = 2.5, ...; the rest on the stack
//! ```
//! The trampoline is no emitted code, so a frame walk that reaches its return address ends there; the anchor of the
//! caller is kept in the runtime's list of entries while the call runs ([`Runtime::call`] does the same).
//!
//! **Attempts.** The compiler of a JIT calls elidable functions ahead of the program, behind guesses that may be wrong
//! ([`Runtime::attempt_words`]). Such a call must not end the program, so an error that would do so leaves the call
//! instead: `gx_abort` goes back to the trampoline's frame, over frames of emitted code only. Nor must it last for ever
//! ([`crate::limit`]).
use crate::runtime::Runtime;

// extern "C" fn gx_call_words(ctx, function, ints: *const [u64; 6], floats: *const [u64; 8], stack: *const u64, n: u64,
// out: *mut [u64; 3]); while it runs, out[2] is its frame
// extern "C" fn gx_leave_call(frame: u64) -> !: it returns to the caller of gx_call_words
core::arch::global_asm!(
    ".globl gx_call_words",
    ".p2align 4",
    "gx_call_words:",
    "push rbp",
    "mov rbp, rsp",
    "push rbx",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "sub rsp, 8",
    "mov r10, [rbp + 16]",
    "mov [r10 + 16], rbp",
    "mov r15, rdi",
    "mov rax, rsi",
    // An odd number of words would leave the stack unaligned at the call.
    "test r9, 1",
    "jz 1f",
    "sub rsp, 8",
    "1:",
    "test r9, r9",
    "jz 2f",
    "dec r9",
    "push qword ptr [r8 + r9*8]",
    "jmp 1b",
    "2:",
    "movsd xmm0, [rcx]",
    "movsd xmm1, [rcx + 8]",
    "movsd xmm2, [rcx + 16]",
    "movsd xmm3, [rcx + 24]",
    "movsd xmm4, [rcx + 32]",
    "movsd xmm5, [rcx + 40]",
    "movsd xmm6, [rcx + 48]",
    "movsd xmm7, [rcx + 56]",
    "mov r11, rdx",
    "mov rdi, [r11]",
    "mov rsi, [r11 + 8]",
    "mov rdx, [r11 + 16]",
    "mov rcx, [r11 + 24]",
    "mov r8, [r11 + 32]",
    "mov r9, [r11 + 40]",
    "call rax",
    "mov r10, [rbp + 16]",
    "mov [r10], rax",
    "movsd [r10 + 8], xmm0",
    "3:",
    "lea rsp, [rbp - 40]",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbx",
    "pop rbp",
    "ret",
    ".globl gx_leave_call",
    ".p2align 4",
    "gx_leave_call:",
    "mov rbp, rdi",
    "jmp 3b",
);

unsafe extern "C" {
    #[allow(improper_ctypes)]
    fn gx_call_words(
        runtime: *mut Runtime,
        function: u64,
        ints: *const u64,
        floats: *const u64,
        stack: *const u64,
        stack_words: u64,
        out: *mut u64,
    );
    fn gx_leave_call(frame: u64) -> !;
}

/// What a call leaves: the integer and the float result register, and its frame.
type Out = [u64; 3];

/// Why an attempt gave nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// It met an error that would end the program.
    Error,
    /// It took too long.
    TooLong,
}

/// A call that an error leaves instead of ending the program.
pub(crate) struct Attempt {
    /// Suspended entries while it runs, itself included.
    depth: usize,
    /// Where its frame is noted; it becomes a [`Left`], which is no frame, if the call is left.
    out: *mut Out,
    /// Its number, if it may not take long.
    limited: Option<u64>,
}

/// Calls an emitted function with these words.
///
/// # Safety
/// `function` is the address of an emitted function (or of one with the C convention) whose signature these words fit,
/// and `out` may be written to.
unsafe fn call(runtime: *mut Runtime, function: u64, args: &[(u64, bool)], out: *mut Out) {
    let (mut ints, mut floats, mut stack) = ([0u64; 6], [0u64; 8], Vec::new());
    let (mut ni, mut nf) = (0, 0);
    for &(word, is_float) in args {
        if is_float && nf < floats.len() {
            floats[nf] = word;
            nf += 1;
        } else if !is_float && ni < ints.len() {
            ints[ni] = word;
            ni += 1;
        } else {
            stack.push(word);
        }
    }
    // SAFETY: by the function's contract; the trampoline keeps the C convention towards us, and all arrays are as large
    // as it reads and writes.
    unsafe {
        gx_call_words(
            runtime,
            function,
            ints.as_ptr(),
            floats.as_ptr(),
            stack.as_ptr(),
            stack.len() as u64,
            out.cast(),
        );
    }
}

impl Runtime {
    /// Calls an emitted function with these words (and whether each is a float); its result as a word. It may collect
    /// and raise.
    pub fn call_words(
        &mut self,
        function: u64,
        args: &[(u64, bool)],
        result_is_float: bool,
    ) -> u64 {
        let entry = self.begin_entry();
        let this: *mut Runtime = self;
        let mut out = Out::default();
        // SAFETY: the caller names an emitted function and passes the words its signature wants.
        unsafe { call(this, function, args, &raw mut out) };
        self.end_entry(entry);
        out[usize::from(result_is_float)]
    }
    /// The same, but an error leaves the call that would end the program, and so does the time where the call is
    /// `limited`: of a function that may be left at any instruction, since it writes nothing that others see.
    ///
    /// # Errors
    /// Why the call was left.
    pub fn attempt_words(
        &mut self,
        function: u64,
        args: &[(u64, bool)],
        result_is_float: bool,
        limited: bool,
    ) -> Result<u64, Left> {
        let entry = self.begin_entry();
        let limited = limited.then(|| self.limit.begin());
        let mut out = Out::default();
        let out: *mut Out = &raw mut out;
        let attempt = Attempt {
            depth: self.entries.len(),
            out,
            limited,
        };
        let outer = self.attempt.replace(attempt);
        let this: *mut Runtime = self;
        // SAFETY: as in `call_words`; the result is read where the call has left it.
        let out = unsafe {
            call(this, function, args, out);
            out.read()
        };
        self.attempt = outer;
        self.end_entry(entry);
        match [Left::Error, Left::TooLong]
            .into_iter()
            .find(|&l| out[2] == l as u64)
        {
            Some(left) => Err(left),
            None => Ok(out[usize::from(result_is_float)]),
        }
    }
    /// An error that ends the program: leaves the attempt that is under way, if there is one and no frame of Rust code
    /// lies between.
    pub(crate) fn leave_attempt(&mut self) {
        if let Some(frame) = self.end_attempt(Left::Error) {
            // SAFETY: between the frame of the call and ours there are frames of emitted code, which nothing has to be
            // done for, and that of the function of the runtime that was called with the error, which holds nothing.
            unsafe { gx_leave_call(frame) }
        }
    }
    /// The same for a handler of signals: the address to go on at, and its argument, if an attempt is to be left.
    pub(crate) fn leave_attempt_at(&mut self, why: Left) -> Option<[u64; 2]> {
        let leave = gx_leave_call as *const () as u64;
        self.end_attempt(why).map(|frame| [leave, frame])
    }
    /// The attempt that is under way, if it is limited and no frame of Rust code lies between.
    pub(crate) fn limited_attempt(&self) -> Option<u64> {
        let attempt = self.attempt.as_ref()?;
        attempt
            .limited
            .filter(|_| attempt.depth == self.entries.len())
    }
    /// The frame of the call that is left.
    fn end_attempt(&mut self, why: Left) -> Option<u64> {
        let depth = self.entries.len();
        let attempt = self.attempt.take_if(|a| a.depth == depth)?;
        // SAFETY: the call has not returned, so what it writes to is there.
        Some(unsafe { std::mem::replace(&mut (*attempt.out)[2], why as u64) })
    }

    /// Calls an emitted function of up to four integer words through the image's own trampoline.
    pub fn call4(&mut self, function: u64, args: [u64; 4]) -> u64 {
        let entry = self.begin_entry();
        let this: *mut Runtime = self;
        let result = self.program.enter4(this, function, args);
        self.end_entry(entry);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::Out;

    extern "C" fn ints(
        a: u64,
        b: u64,
        c: u64,
        d: u64,
        e: u64,
        f: u64,
        g: u64,
        h: u64,
        i: u64,
    ) -> u64 {
        [a, b, c, d, e, f, g, h, i]
            .iter()
            .fold(0, |x, y| x * 10 + y)
    }
    extern "C" fn floats(
        a: f64,
        n: u64,
        b: f64,
        c: f64,
        d: f64,
        e: f64,
        f: f64,
        g: f64,
        h: f64,
        i: f64,
        m: u64,
    ) -> f64 {
        let sum = [a, b, c, d, e, f, g, h, i]
            .iter()
            .fold(0.0, |x, y| x * 10.0 + y);
        sum * (n * m) as f64
    }

    fn run(f: *const (), args: &[(u64, bool)]) -> Out {
        let mut out = Out::default();
        // SAFETY: functions with the C convention, which do not look at r15.
        unsafe { super::call(std::ptr::null_mut(), f as u64, args, &raw mut out) };
        out
    }

    extern "C" fn leaves(n: u64, frame: *mut Out) -> u64 {
        if n == 0 {
            // SAFETY: the frame of the call that is under way.
            unsafe {
                let frame = std::mem::replace(&mut (*frame)[2], 0);
                super::gx_leave_call(frame)
            }
        }
        leaves(n - 1, frame) + 1
    }

    #[test]
    fn a_call_is_left_over_its_frames() {
        let mut out = Out::default();
        let frame: *mut Out = &raw mut out;
        let args = [(100, false), (frame as u64, false)];
        // SAFETY: as in `run`.
        let left = unsafe {
            super::call(
                std::ptr::null_mut(),
                leaves as *const () as u64,
                &args,
                frame,
            );
            frame.read()
        };
        assert_eq!(left[2], 0);
    }

    #[test]
    fn arguments_go_where_the_convention_wants_them() {
        let nine: Vec<(u64, bool)> = (1..10).map(|i| (i, false)).collect();
        assert_eq!(run(ints as *const (), &nine)[0], 123_456_789);
        let mut mixed: Vec<(u64, bool)> = (1..10).map(|i| (f64::from(i).to_bits(), true)).collect();
        mixed.insert(1, (2, false));
        mixed.push((5, false));
        let got = run(floats as *const (), &mixed)[1];
        assert_eq!(f64::from_bits(got), 1_234_567_890.0);
    }
}
