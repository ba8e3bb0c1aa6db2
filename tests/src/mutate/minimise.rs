//! Making a failing text small: pieces go as long as it fails in the same way (delta debugging), first by lines, then
//! by nodes of the tree.
use super::tree::Tree;

/// The smallest text found that still fails; `fails` is asked at most `budget` times.
pub fn minimise(text: &[u8], budget: usize, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut left = budget;
    let mut asked = |candidate: &[u8]| {
        if left == 0 {
            return false;
        }
        left -= 1;
        fails(candidate)
    };
    let mut best = text.to_vec();
    loop {
        let before = best.len();
        best = by_pieces(best, lines, &mut asked);
        best = by_statements(best, &mut asked);
        best = by_expressions(best, &mut asked);
        if best.len() < 200 {
            best = by_pieces(best, |t| t.iter().map(|&b| vec![b]).collect(), &mut asked);
        }
        if best.len() == before {
            return best;
        }
    }
}

fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    text.split_inclusive(|&b| b == b'\n')
        .map(<[u8]>::to_vec)
        .collect()
}

/// Drops runs of pieces, long ones first.
fn by_pieces(
    text: Vec<u8>,
    split: impl Fn(&[u8]) -> Vec<Vec<u8>>,
    fails: &mut impl FnMut(&[u8]) -> bool,
) -> Vec<u8> {
    let mut pieces = split(&text);
    let mut size = pieces.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < pieces.len() {
            let end = (at + size).min(pieces.len());
            let candidate: Vec<Vec<u8>> = [&pieces[..at], &pieces[end..]].concat();
            if fails(&candidate.concat()) {
                pieces = candidate;
            } else {
                at = end;
            }
        }
        size /= 2;
    }
    pieces.concat()
}

/// Drops statements, replaces them by `pass` or by their bodies.
fn by_statements(mut text: Vec<u8>, fails: &mut impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut i = 0;
    while let Some(tree) = std::str::from_utf8(&text).ok().and_then(Tree::parse) {
        let Some(s) = tree.stmts.get(i) else { break };
        let replaced = |new: &str| {
            let mut out = tree.text.clone();
            out.replace_range(s.lines.clone(), new);
            out.into_bytes()
        };
        let mut candidates = vec![String::new(), format!("{}pass\n", s.indent)];
        if s.compound {
            let block: String = tree
                .slice(&s.lines)
                .lines()
                .skip(1)
                .filter_map(|l| Some(format!("{}\n", l.strip_prefix("    ")?)))
                .collect();
            candidates.push(block);
        }
        let smaller = candidates
            .iter()
            .map(|c| replaced(c))
            .find(|c| c.len() < text.len() && fails(c));
        match smaller {
            Some(c) => text = c,
            None => i += 1,
        }
    }
    text
}

/// Replaces expressions by simple ones and by their parts.
fn by_expressions(mut text: Vec<u8>, fails: &mut impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut i = 0;
    while let Some(tree) = std::str::from_utf8(&text).ok().and_then(Tree::parse) {
        let Some(e) = tree.exprs.get(i) else { break };
        let inside = tree.exprs.iter().filter(|p| {
            e.place.start <= p.place.start && p.place.end <= e.place.end && p.place != e.place
        });
        let mut candidates: Vec<String> = inside
            .take(6)
            .map(|p| tree.slice(&p.place).to_owned())
            .collect();
        candidates.extend(["0", "None", "x"].map(str::to_owned));
        let smaller = candidates
            .iter()
            .filter(|c| c.len() < e.place.len())
            .find_map(|c| {
                let mut out = tree.text.clone();
                out.replace_range(e.place.clone(), c);
                let out = out.into_bytes();
                fails(&out).then_some(out)
            });
        match smaller {
            Some(c) => text = c,
            None => i += 1,
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let text = b"import os\n\ndef f(a):\n    if a:\n        return os.path(a, 3) + 1\n    return 0\n\ndef g():\n    pass\n";
        let small = minimise(text, 1000, |t| t.windows(4).any(|w| w == b"path"));
        assert_eq!(small, b"path");
        // And the budget holds.
        let mut asked = 0;
        minimise(text, 10, |_| {
            asked += 1;
            false
        });
        assert_eq!(asked, 10);
    }
}
