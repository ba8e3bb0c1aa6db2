//! Division by constants as multiplication (Hacker's Delight, chapter 10; Granlund and Montgomery 1994).
//!
//! ```text
//! x / 10  (truncated)  ->  q = high(x * 0x6666666666666667) >> 2;  q += x >>> 63
//! ```

/// `n / d = (high(n * multiplier) [+ or - n]) >> shift`, plus one if negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignedMagic {
    /// Factor, as signed number.
    pub multiplier: i64,
    /// Arithmetic right shift after taking the high half.
    pub shift: u8,
}

/// The magic number of a signed divisor, |d| >= 2.
pub fn signed_magic(d: i64) -> SignedMagic {
    const TWO63: u64 = 1 << 63;
    let ad = d.unsigned_abs();
    let t = TWO63 + ((d as u64) >> 63);
    let anc = t - 1 - t % ad;
    let mut p = 63;
    let (mut q1, mut r1) = (TWO63 / anc, TWO63 % anc);
    let (mut q2, mut r2) = (TWO63 / ad, TWO63 % ad);
    loop {
        p += 1;
        q1 = q1.wrapping_mul(2);
        r1 = r1.wrapping_mul(2);
        if r1 >= anc {
            q1 = q1.wrapping_add(1);
            r1 -= anc;
        }
        q2 = q2.wrapping_mul(2);
        r2 = r2.wrapping_mul(2);
        if r2 >= ad {
            q2 = q2.wrapping_add(1);
            r2 -= ad;
        }
        let delta = ad - r2;
        if !(q1 < delta || (q1 == delta && r1 == 0)) {
            break;
        }
    }
    let m = q2.wrapping_add(1) as i64;
    SignedMagic {
        multiplier: if d < 0 { m.wrapping_neg() } else { m },
        shift: (p - 64) as u8,
    }
}

/// `n / d = high(n * multiplier) >> shift`, or, if `add`, `(((n - h) >> 1) + h) >> (shift - 1)` with `h` the high half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnsignedMagic {
    /// Factor.
    pub multiplier: u64,
    /// Logical right shift.
    pub shift: u8,
    /// The factor has a 65th bit.
    pub add: bool,
}

/// The magic number of a divisor, d >= 2 and no power of two, for dividends of so many bits (63 or 64), if it has no
/// 65th bit. With m = (2^(64+k) + e) / d, n * m / 2^(64+k) has the floor of n / d if n * e < 2^(64+k), so for n <
/// 2^bits if e <= 2^(k + 64 - bits).
fn word_magic(d: u64, bits: u32) -> Option<UnsignedMagic> {
    let d = u128::from(d);
    // Beyond ceil(log2 d) a factor has 65 bits.
    (0..128 - (d - 1).leading_zeros()).find_map(|k| {
        let power = 1u128 << (64 + k);
        let m = power / d + 1;
        let multiplier = u64::try_from(m).ok()?;
        (m * d - power <= 1 << (k + 64 - bits)).then_some(UnsignedMagic {
            multiplier,
            shift: k as u8,
            add: false,
        })
    })
}

/// The magic number of a divisor, d >= 2 and no power of two, for dividends below 2^63: it has no 65th bit, since e <=
/// d in [`word_magic`].
pub fn unsigned_magic_63(d: i64) -> UnsignedMagic {
    word_magic(d as u64, 63).expect("a factor of 64 bits")
}

/// The magic number of an unsigned divisor, d >= 2 and no power of two.
pub fn unsigned_magic(d: u64) -> UnsignedMagic {
    // ceil(2^(64+s) / d) with s = ceil(log2 d) always has 65 bits; a smaller one may do.
    if let Some(magic) = word_magic(d, 64) {
        return magic;
    }
    let s = 64 - (d - 1).leading_zeros();
    let two = |e: u32| 1u128 << e;
    // 2^(64+s) may not fit 128 bits when s = 64: divide stepwise.
    let (q, r) = if s == 64 {
        let (q, r) = (u128::MAX / u128::from(d), u128::MAX % u128::from(d));
        if r + 1 == u128::from(d) {
            (q + 1, 0)
        } else {
            (q, r + 1)
        }
    } else {
        (two(64 + s) / u128::from(d), two(64 + s) % u128::from(d))
    };
    let m = if r == 0 { q } else { q + 1 };
    UnsignedMagic {
        multiplier: m as u64,
        shift: s as u8,
        add: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(n: i64, d: i64) -> i64 {
        let m = signed_magic(d);
        let mut h = ((i128::from(n) * i128::from(m.multiplier)) >> 64) as i64;
        if d > 0 && m.multiplier < 0 {
            h = h.wrapping_add(n);
        } else if d < 0 && m.multiplier > 0 {
            h = h.wrapping_sub(n);
        }
        h >>= m.shift;
        h.wrapping_add(((h as u64) >> 63) as i64)
    }
    fn unsigned(n: u64, d: u64) -> u64 {
        let m = unsigned_magic(d);
        let h = ((u128::from(n) * u128::from(m.multiplier)) >> 64) as u64;
        if m.add {
            (((n - h) >> 1) + h) >> (m.shift - 1)
        } else {
            h >> m.shift
        }
    }
    #[test]
    fn magic_division_equals_division() {
        let edge = [
            0,
            1,
            2,
            3,
            7,
            9,
            10,
            99,
            100,
            255,
            1 << 31,
            (1 << 62) + 1,
            i64::MAX - 1,
            i64::MAX,
        ];
        let all: Vec<i64> = edge.iter().flat_map(|&x| [x, -x, !x]).collect();
        for &d in &all {
            for &n in &all {
                if d.unsigned_abs() >= 2 {
                    assert_eq!(signed(n, d), n.wrapping_div(d), "{n}/{d}");
                }
                if d >= 2 && d.count_ones() > 1 {
                    let m = unsigned_magic_63(d);
                    let s = n >> 63;
                    let h = (u128::from((n ^ s) as u64) * u128::from(m.multiplier)) >> 64;
                    let q = ((h as u64) >> m.shift) as i64 ^ s;
                    assert_eq!(q, n.div_euclid(d), "{n}//{d}");
                }
                let (un, ud) = (n as u64, d as u64);
                if ud >= 2 && !ud.is_power_of_two() {
                    assert_eq!(unsigned(un, ud), un / ud, "{un}/{ud}");
                }
            }
        }
    }
}
