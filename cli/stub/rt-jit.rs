//! `genext-rt-jit`: the stub of translated programs that have a JIT (see [`stub`]): brings the JIT's run time along,
//! and an allocator for the compiler ([`pool`]).
mod pool;
#[path = "stub.rs"]
mod stub;

#[global_allocator]
static POOL: pool::Pool = pool::Pool;

fn main() {
    jit::register();
    stub::main(&mut jit::start);
}
