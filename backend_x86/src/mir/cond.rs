//! Condition codes, with the two that float equality needs beside the hardware's.

/// A condition on flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cc {
    O,
    NO,
    B,
    AE,
    E,
    NE,
    BE,
    A,
    S,
    NS,
    P,
    NP,
    L,
    GE,
    LE,
    G,
    /// Ordered and equal, after a float comparison: two tests.
    FEq,
    /// Unordered or not equal.
    FNe,
}

impl Cc {
    /// The hardware's number; `None` for the float ones.
    pub fn code(self) -> Option<u8> {
        match self {
            Cc::FEq | Cc::FNe => None,
            _ => Some(self as u8),
        }
    }
    /// The condition that holds exactly when this one does not.
    pub fn negate(self) -> Cc {
        match self {
            Cc::O => Cc::NO,
            Cc::NO => Cc::O,
            Cc::B => Cc::AE,
            Cc::AE => Cc::B,
            Cc::E => Cc::NE,
            Cc::NE => Cc::E,
            Cc::BE => Cc::A,
            Cc::A => Cc::BE,
            Cc::S => Cc::NS,
            Cc::NS => Cc::S,
            Cc::P => Cc::NP,
            Cc::NP => Cc::P,
            Cc::L => Cc::GE,
            Cc::GE => Cc::L,
            Cc::LE => Cc::G,
            Cc::G => Cc::LE,
            Cc::FEq => Cc::FNe,
            Cc::FNe => Cc::FEq,
        }
    }
    /// The unsigned comparison in place of the signed one.
    pub fn unsigned(self) -> Cc {
        match self {
            Cc::L => Cc::B,
            Cc::GE => Cc::AE,
            Cc::LE => Cc::BE,
            Cc::G => Cc::A,
            other => other,
        }
    }
    /// The condition after exchanging the operands of the comparison.
    pub fn swap(self) -> Cc {
        match self {
            Cc::B => Cc::A,
            Cc::A => Cc::B,
            Cc::AE => Cc::BE,
            Cc::BE => Cc::AE,
            Cc::L => Cc::G,
            Cc::G => Cc::L,
            Cc::LE => Cc::GE,
            Cc::GE => Cc::LE,
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cc;
    #[test]
    fn negation_flips_the_low_bit_and_is_its_own_inverse() {
        for cc in [Cc::O, Cc::B, Cc::E, Cc::BE, Cc::S, Cc::P, Cc::L, Cc::LE] {
            assert_eq!(cc.negate().code(), cc.code().map(|c| c ^ 1));
            assert_eq!(cc.negate().negate(), cc);
        }
        assert_eq!(Cc::FEq.negate().negate(), Cc::FEq);
    }
}
