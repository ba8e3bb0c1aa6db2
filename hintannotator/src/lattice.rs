//! The lattice of binding times.
//!
//! ```text
//!            Red(Mutable)
//!           /            \
//!   Red(Items)            |
//!          |       Green(Mutable)
//!   Red(Deep)        /
//!           \   Green(Items)
//!            \  /
//!        Green(Deep)
//!             |
//!          Bottom
//! ```
//! `Green` here says *can be green*: all origins of the value are known when the generator runs. Whether it becomes
//! green is the demands' business. Where a value comes from is not a set in the lattice (as it is in Rigo,
//! Pedroni 2007) but the def-use edges themselves: a
//! demand walks them backward, an error walks them to print the chain. That is the same relation, without a union-find
//! that forgets the way.
//!
//! [`Frozen`] is the other half of a value: what it points to may be immutable by context (`deepfreeze`,
//! `_immutable_fields_ = ['code[*]']`) though its type does not say so. Both parts only rise, and a join takes the
//! worse of each.
use lowlevel::binding::Color;

/// What a pointer leads to never changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub enum Frozen {
    /// Everything reached through it.
    Deep,
    /// The items (and the length) of the array or list it points to.
    Items,
    /// What its type says.
    #[default]
    Mutable,
}

/// The binding time that a value can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub enum Time {
    /// Not computed yet: no execution reaches it.
    #[default]
    Bottom,
    /// Can be known when the generator runs.
    Green(Frozen),
    /// Known when the residual code runs.
    Red(Frozen),
}

impl Time {
    /// A plain green value.
    pub const GREEN: Time = Time::Green(Frozen::Mutable);
    /// A plain red value.
    pub const RED: Time = Time::Red(Frozen::Mutable);
    /// The least upper bound.
    #[must_use]
    pub fn join(self, other: Time) -> Time {
        match (self, other) {
            (Time::Bottom, t) | (t, Time::Bottom) => t,
            (Time::Green(a), Time::Green(b)) => Time::Green(a.max(b)),
            (a, b) => Time::Red(a.frozen().max(b.frozen())),
        }
    }
    /// What it points to.
    pub fn frozen(self) -> Frozen {
        match self {
            Time::Bottom => Frozen::Deep,
            Time::Green(f) | Time::Red(f) => f,
        }
    }
    /// The same time with another target.
    #[must_use]
    pub fn with(self, frozen: Frozen) -> Time {
        match self {
            Time::Bottom => Time::Bottom,
            Time::Green(_) => Time::Green(frozen),
            Time::Red(_) => Time::Red(frozen),
        }
    }
    /// Whether it can be green.
    pub fn is_green(self) -> bool {
        matches!(self, Time::Green(_))
    }
    /// Whether it must be red.
    pub fn is_red(self) -> bool {
        matches!(self, Time::Red(_))
    }
    /// The colour, if all who can be green are.
    pub fn color(self) -> Color {
        match self {
            Time::Red(_) => Color::Red,
            Time::Bottom | Time::Green(_) => Color::Green,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    const ALL: [Time; 7] = [
        Time::Bottom,
        Time::Green(Frozen::Deep),
        Time::Green(Frozen::Items),
        Time::Green(Frozen::Mutable),
        Time::Red(Frozen::Deep),
        Time::Red(Frozen::Items),
        Time::Red(Frozen::Mutable),
    ];

    #[test]
    fn join_is_a_least_upper_bound() {
        for a in ALL {
            assert_eq!(a.join(a), a);
            assert_eq!(a.join(Time::Bottom), a);
            assert_eq!(a.join(Time::RED), Time::RED);
            for b in ALL {
                assert_eq!(a.join(b), b.join(a));
                for c in ALL {
                    assert_eq!(a.join(b).join(c), a.join(b.join(c)));
                }
            }
        }
    }
}
