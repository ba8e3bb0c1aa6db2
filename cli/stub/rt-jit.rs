//! `genext-rt-jit`: the stub of translated programs that have a JIT (see [`stub`]): brings the JIT's run time along.
#[path = "stub.rs"]
mod stub;

fn main() {
    jit::register();
    stub::main(&mut jit::start);
}
