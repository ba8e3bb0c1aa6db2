//! Parallel moves: all sources are read before any destination is written (May 1989 calls it the parallel assignment
//! problem).
//!
//! ```text
//! rcx <- rdx, rdx <- rcx, slot 0 <- 7          xchg rdx, rcx;  mov qword [slot 0], 7
//! rcx <- slot 1, slot 1 <- rcx                 mov [rsp-16], rcx;  mov rcx, [slot 1];  mov ...
//! ```
//! Moves whose destination nobody reads any more go first; what remains are cycles. Integer registers are exchanged;
//! other cycles are broken by saving one value below the stack pointer (the red zone: signal handlers leave 128 bytes
//! alone). Constants come last. Flags may change.
use ir::lltype::LLType;
use lowlevel::{Const, Value};
use regalloc2::{PReg, RegClass};

use super::enc::{Addr, Asm, Rm};
use crate::fragment::ValueLocation;
use crate::frame::slot_offset;

const RBP: u8 = 5;
const RSP: u8 = 4;
/// Offset from rsp of the word that breaks cycles; `push` uses the one above.
const SCRATCH: i32 = -16;

/// A place of one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Loc {
    Reg(PReg),
    /// A slot of the frame.
    Slot(u32),
    /// The word that breaks cycles.
    Scratch,
    /// A constant (source only).
    Bits(u64),
}

/// The bits of a constant, as in a register; `None` if its address is not known.
pub fn const_bits(c: Const) -> Option<u64> {
    Some(match c.value {
        Value::Void | Value::Null => 0,
        Value::Int(i) => i as u64,
        Value::Float(f) if c.ty == LLType::SingleFloat => {
            u64::from((f64::from_bits(f) as f32).to_bits())
        }
        Value::Float(f) => f,
        Value::Object(_) | Value::Func(_) | Value::Extern(_) => return None,
    })
}

/// The moves that bring a value from one place to another; `from` may be a constant.
pub fn between(
    from: ValueLocation,
    to: ValueLocation,
    out: &mut Vec<(Loc, Loc)>,
) -> Result<(), String> {
    if to == ValueLocation::Unused {
        return Ok(());
    }
    let source = match from {
        ValueLocation::Reg(r) | ValueLocation::Both(r, _) => Loc::Reg(r),
        ValueLocation::Slot(s) => Loc::Slot(s),
        ValueLocation::Const(c) => {
            Loc::Bits(const_bits(c).ok_or_else(|| format!("{c:?} at an edge has no address"))?)
        }
        ValueLocation::Unused => return Err("an argument that is nowhere".into()),
    };
    let mut add = |to: Loc| {
        let in_slot = matches!((from, to), (ValueLocation::Both(_, s), Loc::Slot(t)) if s == t);
        if source != to && !in_slot {
            out.push((source, to));
        }
    };
    match to {
        ValueLocation::Reg(r) => add(Loc::Reg(r)),
        ValueLocation::Slot(s) => add(Loc::Slot(s)),
        ValueLocation::Both(r, s) => {
            add(Loc::Reg(r));
            add(Loc::Slot(s));
        }
        ValueLocation::Const(_) | ValueLocation::Unused => {
            return Err("a target's place is a constant".into());
        }
    }
    Ok(())
}

/// What is done at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A word goes from the first place to the second.
    Move(Loc, Loc),
    /// Two integer registers exchange their words.
    Exchange(PReg, PReg),
}

/// What does the moves, one step after the other.
pub fn sequence(moves: &[(Loc, Loc)]) -> Vec<Step> {
    let mut out = Vec::with_capacity(moves.len() + 2);
    let mut left: Vec<(Loc, Loc)> = moves
        .iter()
        .copied()
        .filter(|m| !matches!(m.0, Loc::Bits(_)))
        .collect();
    while !left.is_empty() {
        let ready = (0..left.len()).find(|&i| left.iter().all(|m| m.0 != left[i].1));
        match ready {
            Some(i) => {
                let (from, to) = left.swap_remove(i);
                out.push(Step::Move(from, to));
            }
            // Each place that is left is read by one move, and written by one.
            None => match exchange(&left) {
                Some((a, b)) => {
                    out.push(Step::Exchange(a, b));
                    let (a, b) = (Loc::Reg(a), Loc::Reg(b));
                    left.retain_mut(|m| {
                        if *m == (a, b) {
                            return false;
                        }
                        if m.0 == b {
                            m.0 = a;
                        }
                        m.0 != m.1
                    });
                }
                None => {
                    let saved = left[0].1;
                    out.push(Step::Move(saved, Loc::Scratch));
                    for m in &mut left {
                        if m.0 == saved {
                            m.0 = Loc::Scratch;
                        }
                    }
                }
            },
        }
    }
    let constants = moves.iter().filter(|m| matches!(m.0, Loc::Bits(_)));
    out.extend(constants.map(|&(from, to)| Step::Move(from, to)));
    out
}

/// A move among these from an integer register to another one.
fn exchange(moves: &[(Loc, Loc)]) -> Option<(PReg, PReg)> {
    moves.iter().find_map(|m| match *m {
        (Loc::Reg(a), Loc::Reg(b)) if a.class() == RegClass::Int => Some((a, b)),
        _ => None,
    })
}

fn memory(l: Loc) -> Option<Addr> {
    match l {
        Loc::Slot(s) => Some(Addr::base(RBP, slot_offset(s))),
        Loc::Scratch => Some(Addr::base(RSP, SCRATCH)),
        Loc::Reg(_) | Loc::Bits(_) => None,
    }
}

/// Emits parallel moves. `busy`: integer registers by number that must survive beside sources and destinations.
pub fn emit(asm: &mut Asm, moves: &[(Loc, Loc)], busy: u16) {
    let mut taken = busy | 1 << RSP | 1 << RBP | 1 << 15;
    for (a, b) in moves {
        for l in [a, b] {
            if let Loc::Reg(r) = l
                && r.class() == RegClass::Int
            {
                taken |= 1 << r.hw_enc();
            }
        }
    }
    let scratch = (!taken != 0).then(|| (!taken).trailing_zeros() as u8);
    for step in sequence(moves) {
        match step {
            Step::Move(from, to) => one(asm, from, to, scratch),
            Step::Exchange(a, b) => {
                asm.rm(8, &[0x87], a.hw_enc() as u8, Rm::R(b.hw_enc() as u8));
            }
        }
    }
}

fn one(asm: &mut Asm, from: Loc, to: Loc, scratch: Option<u8>) {
    let n = |r: PReg| r.hw_enc() as u8;
    let is_float = |r: PReg| r.class() == RegClass::Float;
    match (from, to) {
        (Loc::Reg(a), Loc::Reg(b)) if is_float(a) => asm.sse(0, 0x28, n(b), Rm::R(n(a))),
        (Loc::Reg(a), Loc::Reg(b)) => asm.mov(n(b), n(a)),
        (Loc::Bits(k), Loc::Reg(b)) if is_float(b) => {
            if k == 0 {
                return asm.sse(0, 0x57, n(b), Rm::R(n(b)));
            }
            if let Some(r) = scratch {
                asm.mov_imm(r, k as i64);
                return asm.sse_w(0x66, 0x6e, n(b), Rm::R(r));
            }
            let m = Addr::base(RSP, SCRATCH);
            store_bits(asm, k, m, None);
            asm.sse(0xf2, 0x10, n(b), Rm::M(m));
        }
        (Loc::Bits(k), Loc::Reg(b)) => asm.mov_imm(n(b), k as i64),
        (Loc::Bits(k), m) => store_bits(asm, k, memory(m).expect("memory"), scratch),
        (Loc::Reg(a), m) => {
            let m = Rm::M(memory(m).expect("memory"));
            if is_float(a) {
                asm.sse(0xf2, 0x11, n(a), m);
            } else {
                asm.rm(8, &[0x89], n(a), m);
            }
        }
        (m, Loc::Reg(b)) => {
            let m = Rm::M(memory(m).expect("memory"));
            if is_float(b) {
                asm.sse(0xf2, 0x10, n(b), m);
            } else {
                asm.rm(8, &[0x8b], n(b), m);
            }
        }
        (a, b) => {
            let (a, b) = (memory(a).expect("memory"), memory(b).expect("memory"));
            match scratch {
                Some(r) => {
                    asm.rm(8, &[0x8b], r, Rm::M(a));
                    asm.rm(8, &[0x89], r, Rm::M(b));
                }
                None => {
                    // rsp-relative operands: push reads before, pop writes after rsp changes, so both see the same rsp.
                    asm.op(0, false, &[0xff], 6, Rm::M(a), (false, false));
                    asm.op(0, false, &[0x8f], 0, Rm::M(b), (false, false));
                }
            }
        }
    }
}

/// `mov qword [m], k`. Two stores of half a word cannot be forwarded to a load of the whole, which then waits until
/// both are in the cache; so a constant of more than 32 bits goes through `scratch` if there is a register for it.
pub fn store_bits(asm: &mut Asm, k: u64, m: Addr, scratch: Option<u8>) {
    if let Ok(i) = i32::try_from(k as i64) {
        asm.rm(8, &[0xc7], 0, Rm::M(m));
        asm.imm32(i);
    } else if let Some(r) = scratch {
        asm.mov_imm(r, k as i64);
        asm.rm(8, &[0x89], r, Rm::M(m));
    } else {
        let high = Addr {
            disp: m.disp + 4,
            ..m
        };
        for (m, half) in [(m, k as u32), (high, (k >> 32) as u32)] {
            asm.rm(4, &[0xc7], 0, Rm::M(m));
            asm.imm32(half as i32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn loc(n: u8) -> Loc {
        if n < 6 {
            Loc::Reg(PReg::new(n as usize, RegClass::Int))
        } else {
            Loc::Slot(u32::from(n) - 6)
        }
    }

    proptest! {
        /// One by one gives what all at once would.
        #[test]
        fn sequence_is_parallel(sources in proptest::collection::vec(0u8..12, 12), used in proptest::bits::u16::masked(0xfff)) {
            let moves: Vec<(Loc, Loc)> = (0..12u8)
                .filter(|i| used & (1 << i) != 0 && sources[*i as usize] != *i)
                .map(|i| (if sources[i as usize] == 11 { Loc::Bits(u64::from(i)) } else { loc(sources[i as usize]) }, loc(i)))
                .collect();
            let mut state: HashMap<Loc, u64> = (0..12).map(|i| (loc(i), 100 + u64::from(i))).collect();
            let value = |state: &HashMap<Loc, u64>, l: Loc| match l { Loc::Bits(k) => k, l => state[&l] };
            let mut want = state.clone();
            for (from, to) in &moves {
                want.insert(*to, value(&state, *from));
            }
            for step in sequence(&moves) {
                match step {
                    Step::Move(from, to) => {
                        let v = value(&state, from);
                        state.insert(to, v);
                    }
                    Step::Exchange(a, b) => {
                        let (v, w) = (state[&Loc::Reg(a)], state[&Loc::Reg(b)]);
                        state.insert(Loc::Reg(a), w);
                        state.insert(Loc::Reg(b), v);
                    }
                }
            }
            state.remove(&Loc::Scratch);
            prop_assert_eq!(state, want);
        }
    }
}
