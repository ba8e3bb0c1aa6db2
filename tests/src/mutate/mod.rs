//! Mutants: programs with a few random changes, most of them no longer valid, for tests of how the compiler takes what
//! it never saw.
//!
//! A change replaces pieces of the text at the places of the nodes of its syntax tree, so that many mutants still
//! parse, and some still pass the annotator; others are made at the level of tokens and of bytes, so that some do not
//! even decode.
//!
//! ```text
//! [tree]   x = f(a, b)          -->  x = f(b)             x = f(None, b)         for i9 in [1]: x = f(a, b)
//! [token]  if a < b:            -->  if a <= b:           if a < a:
//! [byte]   return "\n"          -->  return "\xff\xfe
//! ```
//! What a seed makes depends on the seed and the text alone. [`corpus`] is what is mutated, [`judge`] looks at the
//! compiler's answer, [`minimise`] makes a failing mutant small.
mod bytes;
pub mod corpus;
mod expressions;
pub mod judge;
pub mod minimise;
pub mod process;
mod statements;
mod tree;

use crate::generate::Random;
use tree::Tree;

/// A program with one or more changes, which are named.
pub struct Mutant {
    pub text: Vec<u8>,
    /// Names of the changes.
    pub steps: Vec<&'static str>,
}

/// A piece of text to be replaced.
type Edit = (std::ops::Range<usize>, String);

/// A change of a text at the places of its tree: none if the tree has no place for it.
type Change = fn(&Tree, &mut Random) -> Option<Vec<Edit>>;

/// Changes a text.
pub fn mutate(text: &[u8], random: &mut Random) -> Mutant {
    let mut text = text.to_vec();
    let mut steps = Vec::new();
    let mut wanted = 1;
    while wanted < 6 && random.chance(35) {
        wanted += 1;
    }
    for _ in 0..wanted * 4 {
        if steps.len() == wanted {
            break;
        }
        let tree = match std::str::from_utf8(&text) {
            Ok(t) => Tree::parse(t),
            Err(_) => None,
        };
        let changed = match tree {
            Some(tree) if !random.chance(6) => changed_tree(&tree, random),
            // What does not parse is seldom worth further changes.
            None if !steps.is_empty() && random.chance(70) => break,
            _ => bytes::change(&text, random),
        };
        if let Some((new, name)) = changed.filter(|(new, _)| *new != text) {
            text = new;
            steps.push(name);
        }
    }
    Mutant { text, steps }
}

fn changed_tree(tree: &Tree, random: &mut Random) -> Option<(Vec<u8>, &'static str)> {
    let all = expressions::CHANGES.len() + statements::CHANGES.len();
    let i = random.below(all as u64) as usize;
    let (name, change) = match i.checked_sub(expressions::CHANGES.len()) {
        None => expressions::CHANGES[i],
        Some(i) => statements::CHANGES[i],
    };
    Some((apply(&tree.text, change(tree, random)?)?, name))
}

/// The text with pieces replaced; none if they overlap.
fn apply(text: &str, mut edits: Vec<Edit>) -> Option<Vec<u8>> {
    edits.sort_by_key(|(place, _)| (place.start, place.end));
    let mut out = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for (place, new) in edits {
        out.push_str(text.get(at..place.start)?);
        out.push_str(&new);
        at = place.end;
    }
    out.push_str(text.get(at..)?);
    Some(out.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
class A(object):
    def __init__(self, n):
        self.n = n
    def get(self):
        return self.n + 1

def f(a, b):
    if a < b:
        return [a, b][0]
    while a > 0:
        a = a - 1
    return A(a).get() * 2

def entry_point(argv):
    print(f(len(argv), 3))
    return 0
";

    #[test]
    fn a_seed_always_makes_the_same_mutant() {
        for seed in 0..50 {
            let one = mutate(TEXT.as_bytes(), &mut Random::new(seed));
            let two = mutate(TEXT.as_bytes(), &mut Random::new(seed));
            assert_eq!(one.text, two.text);
            assert_ne!(one.text, TEXT.as_bytes(), "seed {seed} changes nothing");
        }
    }

    #[test]
    fn most_mutants_parse() {
        let parses = |seed| {
            let mutant = mutate(TEXT.as_bytes(), &mut Random::new(seed));
            std::str::from_utf8(&mutant.text).is_ok_and(|t| Tree::parse(t).is_some())
        };
        let parsed = (0..400).filter(|&seed| parses(seed)).count();
        assert!((240..390).contains(&parsed), "{parsed} of 400 parse");
    }

    #[test]
    fn every_change_of_a_tree_finds_a_place() {
        let tree = Tree::parse(TEXT).expect("the text parses");
        for (name, change) in expressions::CHANGES.iter().chain(statements::CHANGES) {
            let mut random = Random::new(1);
            let found = (0..200)
                .filter_map(|_| apply(&tree.text, change(&tree, &mut random)?))
                .any(|new| new != TEXT.as_bytes());
            assert!(found, "{name} changes nothing");
        }
    }

    #[test]
    fn overlapping_edits_are_refused() {
        let edit = |a, b| (a..b, "x".to_owned());
        assert_eq!(
            apply("abcdef", vec![edit(3, 4), edit(0, 1)]).as_deref(),
            Some(&b"xbcxef"[..])
        );
        assert_eq!(apply("abcdef", vec![edit(0, 3), edit(2, 4)]), None);
    }
}
