//! `genext-rt`: the stub of translated programs (see [`stub`]).
mod stub;

fn main() {
    stub::main(&mut |_| ());
}
