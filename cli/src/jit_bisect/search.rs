//! The search, apart from programs: an *oracle* says whether a choice is wrong, that is, whether the output differs.
//!
//! ```text
//! right   right   right   wrong   ?   ?   wrong        first_wrong: 3, with right at 2 and wrong at 3
//!   0       1       2       3     4   5     6
//!
//! {a b c d e f}  wrong   ──▶   {b e}  wrong            minimal: without b right, without e right
//! ```

/// The end of a search: `E` is what keeps the oracle from answering.
pub type Answer<T, E> = Result<T, E>;

/// A number in `1..=total` that is wrong while the one before it is right, if 0 is right and `total` is wrong. If all
/// are wrong from some number on, it is that one.
///
/// # Errors
/// Those of the oracle.
pub fn first_wrong<E>(total: u64, wrong: &mut dyn FnMut(u64) -> Answer<bool, E>) -> Answer<u64, E> {
    let (mut right, mut bad) = (0, total);
    while right + 1 < bad {
        let middle = right + (bad - right) / 2;
        if wrong(middle)? {
            bad = middle;
        } else {
            right = middle;
        }
    }
    Ok(bad)
}

/// A part of a wrong set, in the same order, that is wrong and would be right without any one of its items (Zeller,
/// Hildebrandt: *Simplifying and Isolating Failure-Inducing Input*, 2002).
///
/// # Errors
/// Those of the oracle.
pub fn minimal<T: Clone, E>(
    items: &[T],
    wrong: &mut dyn FnMut(&[T]) -> Answer<bool, E>,
) -> Answer<Vec<T>, E> {
    let mut items = items.to_vec();
    let mut parts = 2;
    while items.len() > 1 {
        let size = items.len().div_ceil(parts);
        let mut found = None;
        let mut begin = 0;
        while begin < items.len() {
            let end = (begin + size).min(items.len());
            // One part alone is tried as long as there are few; what is left without it always is.
            if parts == 2 && wrong(&items[begin..end])? {
                found = Some((items[begin..end].to_vec(), 2));
                break;
            }
            let rest = [&items[..begin], &items[end..]].concat();
            if parts > 2 && wrong(&rest)? {
                found = Some((rest, (parts - 1).max(2)));
                break;
            }
            begin = end;
        }
        match found {
            Some((smaller, p)) => {
                items = smaller;
                parts = p;
            }
            None if size == 1 => break,
            None => parts = (parts * 2).min(items.len()),
        }
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Never = std::convert::Infallible;

    #[test]
    fn the_first_wrong_number_is_found() {
        for total in 1..40u64 {
            for first in 1..=total {
                let mut asked = 0;
                let found = first_wrong::<Never>(total, &mut |n| {
                    asked += 1;
                    Ok(n >= first)
                });
                assert_eq!(found, Ok(first));
                assert!(asked <= 6, "{asked} questions for {total}");
            }
        }
    }

    #[test]
    fn where_right_and_wrong_alternate_a_border_is_found() {
        let wrong = |n: u64| [3, 4, 9, 10, 11, 12].contains(&n);
        let found = first_wrong::<Never>(12, &mut |n| Ok(wrong(n))).unwrap_or(0);
        assert!(wrong(found) && !wrong(found - 1), "{found}");
    }

    #[test]
    fn minimal_sets() {
        let items: Vec<u32> = (1..=60).collect();
        for needed in [
            &[7][..],
            &[1, 60],
            &[30, 31],
            &[2, 17, 18, 59],
            &[1, 2, 3, 4, 5],
        ] {
            let mut asked = 0;
            let found = minimal::<_, Never>(&items, &mut |s| {
                asked += 1;
                Ok(needed.iter().all(|n| s.contains(n)))
            });
            assert_eq!(found, Ok(needed.to_vec()));
            assert!(asked < 250, "{asked} questions for {needed:?}");
        }
        assert_eq!(minimal::<u32, Never>(&[5], &mut |_| Ok(true)), Ok(vec![5]));
    }

    #[test]
    fn no_item_of_a_minimal_set_can_be_left_out() {
        // Neither alone nor all together: any three of them.
        let items: Vec<u32> = (0..25).collect();
        let wrong = |s: &[u32]| s.iter().filter(|&&n| n % 4 == 1).count() >= 3;
        let found = minimal::<_, Never>(&items, &mut |s| Ok(wrong(s))).unwrap_or_default();
        assert!(wrong(&found) && found.len() == 3, "{found:?}");
        assert!(found.windows(2).all(|w| w[0] < w[1]));
    }

    #[test]
    fn what_keeps_the_oracle_from_answering_ends_the_search() {
        assert_eq!(first_wrong(9, &mut |_| Err("no")), Err("no"));
        assert_eq!(minimal(&[1, 2], &mut |_| Err("no")), Err("no"));
    }
}
