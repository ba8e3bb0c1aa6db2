//! The generator behind `random`: the Mersenne Twister, with CPython's seeding by integers and its `random()`.
use std::cell::RefCell;
use std::rc::Rc;

use super::functions;
use crate::live::{ModuleObj, Space, Value};

const N: usize = 624;

/// The state of a generator.
pub struct Rng {
    state: RefCell<(Vec<u32>, usize)>,
}

impl Default for Rng {
    fn default() -> Self {
        Rng::new()
    }
}

impl Rng {
    /// Seeded from the clock.
    pub fn new() -> Rng {
        let r = Rng {
            state: RefCell::new((vec![0; N], N)),
        };
        let t = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |d| d.as_nanos() as u64);
        r.seed(&[t as u32, (t >> 32) as u32]);
        r
    }
    /// Seeds with 32-bit pieces of an integer, least significant first.
    pub fn seed(&self, key: &[u32]) {
        let mut s = self.state.borrow_mut();
        let mt = &mut s.0;
        mt[0] = 19_650_218;
        for i in 1..N {
            mt[i] = 1_812_433_253u32
                .wrapping_mul(mt[i - 1] ^ (mt[i - 1] >> 30))
                .wrapping_add(i as u32);
        }
        let (mut i, mut j) = (1, 0);
        for _ in 0..N.max(key.len()) {
            mt[i] = (mt[i] ^ (mt[i - 1] ^ (mt[i - 1] >> 30)).wrapping_mul(1_664_525))
                .wrapping_add(key[j])
                .wrapping_add(j as u32);
            i += 1;
            j += 1;
            if i >= N {
                mt[0] = mt[N - 1];
                i = 1;
            }
            if j >= key.len() {
                j = 0;
            }
        }
        for _ in 0..N - 1 {
            mt[i] = (mt[i] ^ (mt[i - 1] ^ (mt[i - 1] >> 30)).wrapping_mul(1_566_083_941))
                .wrapping_sub(i as u32);
            i += 1;
            if i >= N {
                mt[0] = mt[N - 1];
                i = 1;
            }
        }
        mt[0] = 0x8000_0000;
        s.1 = N;
    }
    /// The next 32 bits of the Mersenne twister, as in CPython.
    pub fn next(&self) -> u32 {
        let mut s = self.state.borrow_mut();
        if s.1 >= N {
            let mt = &mut s.0;
            for k in 0..N {
                let y = (mt[k] & 0x8000_0000) | (mt[(k + 1) % N] & 0x7fff_ffff);
                mt[k] = mt[(k + 397) % N] ^ (y >> 1) ^ if y & 1 == 1 { 0x9908_b0df } else { 0 };
            }
            s.1 = 0;
        }
        let i = s.1;
        s.1 += 1;
        let mut y = s.0[i];
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }
    /// A float in [0, 1) with 53 bits.
    pub fn float(&self) -> f64 {
        let a = f64::from(self.next() >> 5);
        let b = f64::from(self.next() >> 6);
        (a * 67_108_864.0 + b) / 9_007_199_254_740_992.0
    }
}

/// Fills `_random`, which `random` (Python text) is built on.
pub fn init(_: &Space, m: &Rc<ModuleObj>) {
    functions(
        m,
        "_random",
        &[
            ("random", |s, _| Ok(Value::Float(s.rng.float()))),
            ("getrandbits", |s, a| {
                let mut k = s.int_value(a.arg(0))?;
                if k < 0 {
                    return Err(s.value_error("number of bits must be non-negative"));
                }
                let mut out = dashu_int::IBig::ZERO;
                let mut at = 0usize;
                while k > 0 {
                    let mut word = s.rng.next();
                    if k < 32 {
                        word >>= 32 - k;
                    }
                    out += dashu_int::IBig::from(word) << at;
                    at += 32;
                    k -= 32;
                }
                Ok(Value::from_big(out))
            }),
            ("seed", |s, a| {
                let v = match a.pos.first() {
                    None | Some(Value::None) => {
                        dashu_int::IBig::from(super::time::monotonic().to_bits())
                    }
                    Some(v) => match v.as_big() {
                        Some(b) => b,
                        None => dashu_int::IBig::from(s.hash(v)?),
                    },
                };
                let mut v = if v < dashu_int::IBig::ZERO { -v } else { v };
                let mut key = Vec::new();
                while v > dashu_int::IBig::ZERO {
                    let word = &v % dashu_int::IBig::from(1u64 << 32);
                    key.push(u32::try_from(&word).unwrap_or(0));
                    v >>= 32usize;
                }
                if key.is_empty() {
                    key.push(0);
                }
                s.rng.seed(&key);
                Ok(Value::None)
            }),
        ],
    );
}
