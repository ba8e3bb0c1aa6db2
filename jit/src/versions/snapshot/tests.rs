//! What is packed is unpacked.
use ir::lltype::{ContainerId, LLType};

use super::super::context::{Spot, ValueClass, canonicalise};
use super::*;
use crate::support::boxes::BoxFacts;

#[test]
fn a_snapshot_is_small_and_complete() {
    let object = LLType::Ptr(ContainerId(3));
    let entry = HeapEntry {
        object: 1,
        spot: Spot::Field(ContainerId(4), 2),
        index: None,
        value: 9,
        immutable: true,
    };
    let (mut c, _) = canonicalise([0, 1, 0], &[entry], |n: usize| match n {
        0 => ValueClass::Virtual {
            ty: object,
            container: ContainerId(3),
            length: Some(20),
            fields: (0..20).map(|i| (i < 6).then_some(2 + i % 4)).collect(),
        },
        1 => ValueClass::Residual {
            ty: object,
            facts: BoxFacts {
                nonnull: true,
                ..BoxFacts::default()
            },
        },
        n => ValueClass::Const {
            ty: LLType::Signed,
            bits: n as u64,
        },
    });
    c.exc = Exc::Pending;
    let mut s = Snapshots::default();
    let mut constants = 0;
    s.flat.load(&mut s.heads, &c, |_, _| constants += 1);
    let piece = s.pack();
    let bytes = s.write().to_vec();
    assert_eq!(constants, 5);
    assert_eq!(s.unpack(piece), c);
    assert!(bytes.len() < 25, "{bytes:?}");
    // Again, with the tables that are there.
    s.flat.load(&mut s.heads, &c, |_, _| unreachable!());
    assert_eq!(s.write(), bytes);
    let again = s.pack();
    // Nothing at all.
    let empty = Context::default();
    s.flat.load(&mut s.heads, &empty, |_, _| unreachable!());
    let piece = s.pack();
    assert_eq!(s.write().len(), 2);
    assert_eq!(s.unpack(piece), empty);
    assert_eq!(s.unpack(again), c);
}
