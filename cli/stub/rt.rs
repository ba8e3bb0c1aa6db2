//! `genext-rt`: the stub of translated programs (see [`stub`]).
#[path = "stub.rs"]
mod stub;

fn main() {
    stub::main(&mut |_| ());
}
