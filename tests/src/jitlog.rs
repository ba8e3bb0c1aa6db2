//! Residual code as tests count it: read from the log of a JIT (`GENEXT_LOG=jit:residual:FILE`).
//!
//! Fragments are the nodes of a graph: one leads to the next, to a fragment by name, or over an edge to what was
//! compiled for the edge. Its strongly connected components are the loops, and the operations of a component are an
//! upper bound of those of a turn.
//!
//! ```text
//! jit fragment id=F0 ... counts=int_add:1 end=next          F0 ──▶ F1 ──E0──▶ F0:  one loop, {int_add: 1, int_lt: 1}
//! jit fragment id=F1 ... counts=int_lt:1 end=branch           └─────E1──▶ (not compiled)
//!   if v13 then E0(...) else E1(...)
//! jit edge id=E0 to=F0
//! ```
use std::collections::{BTreeMap, HashMap};

use genext::jitlog::{Event, parse};

/// Operations by name.
pub type Counts = BTreeMap<String, u64>;

/// A fragment of residual code.
pub struct Fragment {
    /// Its name in the log.
    pub id: String,
    /// Operations by name, with their number.
    pub counts: Counts,
    /// The fragments it leads to, as far as they are compiled.
    pub next: Vec<usize>,
    pub text: Vec<String>,
    /// The lines of the text that lead to these fragments.
    ways: Vec<(usize, usize)>,
}

impl Fragment {
    /// The operations up to the last line from which a way leads into `inside`: what comes behind it is done when a
    /// loop of these fragments is left.
    fn counts_inside(&self, inside: &[usize]) -> Counts {
        let leads = self.ways.iter().filter(|(_, to)| inside.contains(to));
        let end = leads.map(|&(line, _)| line).max().unwrap_or(usize::MAX);
        let mut counts = self.counts.clone();
        for line in self.text.iter().skip(end.saturating_add(1)) {
            if let Some(k) = counts.get_mut(operation(line)) {
                *k -= 1;
            }
        }
        counts.retain(|_, k| *k > 0);
        counts
    }
}

/// What a line of code is counted as: the name of an operation, of a call with what it calls.
fn operation(line: &str) -> &str {
    let operation = line.split_once(" = ").map_or(line, |(_, op)| op);
    let name = operation.split('(').next().unwrap_or_default();
    match name.split_once('[') {
        Some((kind, _)) if !kind.ends_with("call") => kind,
        _ => name,
    }
}

/// A loop of residual code.
pub struct Loop {
    /// Indices of its fragments.
    pub fragments: Vec<usize>,
    /// Operations by name, with their number.
    pub counts: Counts,
}

impl Loop {
    /// How often an operation occurs.
    pub fn count(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }
    /// The number of its operations.
    pub fn size(&self) -> u64 {
        self.counts.values().sum()
    }
    /// Operations whose name begins so.
    pub fn count_prefix(&self, prefix: &str) -> u64 {
        let found = self.counts.iter().filter(|(n, _)| n.starts_with(prefix));
        found.map(|(_, k)| k).sum()
    }
    /// How many of its operations allocate.
    pub fn allocations(&self) -> u64 {
        self.count("malloc") + self.count("mallocvar")
    }
    /// Calls of any kind.
    pub fn calls(&self) -> u64 {
        ["direct_call", "indirect_call", "extern_call"]
            .iter()
            .map(|c| self.count_prefix(c))
            .sum()
    }
}

/// A log of `GENEXT_LOG=jit`, read.
pub struct Log {
    pub events: Vec<Event>,
    /// Residual code.
    pub fragments: Vec<Fragment>,
}

/// What a fragment leads to.
enum Target {
    Next,
    Fragment(String),
    Edge(String),
}

/// The targets in a line of code, if it is a guard or an end.
fn targets(end: &str) -> Vec<Target> {
    // A guard: `if v5 then E0(v3)`. Ends: `jump F3(v1)`, `if v5 then E0(v3) else next(v4)`,
    // `switch v3 { 1: E0(), default: E1() }`
    let words = end.split(|c: char| !(c.is_alphanumeric() || c == '('));
    words
        .filter_map(|w| w.split_once('(').map(|w| w.0))
        .filter_map(|w| match w.split_at_checked(1)? {
            _ if w == "next" => Some(Target::Next),
            ("F", n) if n.parse::<u32>().is_ok() => Some(Target::Fragment(w.to_owned())),
            ("E", n) if n.parse::<u32>().is_ok() => Some(Target::Edge(w.to_owned())),
            _ => None,
        })
        .collect()
}

fn counts(text: &str) -> Counts {
    let pairs = text.split_whitespace().filter_map(|w| w.rsplit_once(':'));
    pairs
        .map(|(n, k)| (n.to_owned(), k.parse().unwrap_or(0)))
        .collect()
}

impl Log {
    /// Reads a log of the level `residual`.
    pub fn new(text: &str) -> Log {
        let events = parse(text);
        let made: Vec<&Event> = events.iter().filter(|e| e.name == "fragment").collect();
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        let mut born: HashMap<&str, usize> = HashMap::new();
        for (i, e) in made.iter().enumerate() {
            by_name.insert(e.get("id").unwrap_or_default(), i);
            if let Some(edge) = e.get("from") {
                // What a promotion compiles later lies behind the first test.
                born.entry(edge).or_insert(i);
            }
        }
        for e in events.iter().filter(|e| e.name == "edge") {
            if let (Some(id), Some(to)) = (e.get("id"), e.get("to"))
                && let Some(&i) = by_name.get(to)
            {
                born.entry(id).or_insert(i);
            }
        }
        // The text may stand behind events that belong to the fragment.
        let mut texts: HashMap<&str, &[String]> = HashMap::new();
        for e in events.iter().filter(|e| !e.text.is_empty()) {
            if let Some(id) = e.get("fragment").or_else(|| e.get("id")) {
                texts.insert(id, &e.text);
            }
        }
        let fragments = made
            .iter()
            .enumerate()
            .map(|(i, e)| {
                let id = e.get("id").unwrap_or_default();
                let text = texts.get(id).copied().unwrap_or_default();
                let lines = text.iter().enumerate();
                let leading = lines.filter(|(n, l)| n + 1 == text.len() || l.starts_with("if "));
                let ends = leading.flat_map(|(n, l)| targets(l).into_iter().map(move |t| (n, t)));
                let to = ends.filter_map(|(n, t)| {
                    let to = match t {
                        Target::Next => Some(i + 1),
                        Target::Fragment(f) => by_name.get(f.as_str()).copied(),
                        Target::Edge(e) => born.get(e.as_str()).copied(),
                    };
                    to.filter(|&to| to < made.len()).map(|to| (n, to))
                });
                let ways: Vec<(usize, usize)> = to.collect();
                Fragment {
                    id: id.to_owned(),
                    counts: counts(e.get("counts").unwrap_or_default()),
                    next: ways.iter().map(|w| w.1).collect(),
                    text: text.to_vec(),
                    ways,
                }
            })
            .collect();
        Log { events, fragments }
    }
    /// The loops, outermost first.
    pub fn loops(&self) -> Vec<Loop> {
        let n = self.fragments.len();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
        for (i, f) in self.fragments.iter().enumerate() {
            f.next.iter().for_each(|&t| before[t].push(i));
        }
        // Kosaraju: components in the order in which a search leaves their first node, on the graph turned round.
        let forward = |i: usize| self.fragments[i].next.as_slice();
        let backward = |i: usize| before[i].as_slice();
        let mut seen = vec![false; n];
        let mut left = Vec::new();
        for i in 0..n {
            visit(i, &mut seen, &forward, &mut left);
        }
        let mut seen = vec![false; n];
        let mut result = Vec::new();
        for &i in left.iter().rev() {
            let mut fragments = Vec::new();
            visit(i, &mut seen, &backward, &mut fragments);
            if fragments.len() < 2 && !fragments.iter().any(|&f| forward(f).contains(&f)) {
                continue;
            }
            fragments.sort_unstable();
            let mut counts = Counts::new();
            for &f in &fragments {
                for (name, k) in self.fragments[f].counts_inside(&fragments) {
                    *counts.entry(name).or_default() += k;
                }
            }
            result.push(Loop { fragments, counts });
        }
        result
    }
    /// Operations of all fragments, by name.
    pub fn counts(&self) -> Counts {
        let mut all = Counts::new();
        for f in &self.fragments {
            for (name, k) in &f.counts {
                *all.entry(name.clone()).or_default() += k;
            }
        }
        all
    }
    /// A total of the summary.
    pub fn total(&self, key: &str) -> u64 {
        let found = self.events.iter().rev().find(|e| e.name == "summary");
        found.map_or(0, |e| e.number(key))
    }
    /// What the warnings say.
    pub fn warnings(&self) -> Vec<&str> {
        let found = self.events.iter().filter(|e| e.name == "warning");
        found.map(|e| e.get("what").unwrap_or("?")).collect()
    }
    /// Names and values of a kind of event.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |e| e.name == name)
    }
    /// A loop as text, for messages.
    pub fn show(&self, l: &Loop) -> String {
        let mut out = format!("{:?}\n", l.counts);
        for &f in &l.fragments {
            let f = &self.fragments[f];
            out.push_str(&format!("{}:\n  {}\n", f.id, f.text.join("\n  ")));
        }
        out
    }
}

/// Depth-first search from a node; nodes are added to `out` when they are left.
fn visit<'a>(
    root: usize,
    seen: &mut [bool],
    next: &dyn Fn(usize) -> &'a [usize],
    out: &mut Vec<usize>,
) {
    if std::mem::replace(&mut seen[root], true) {
        return;
    }
    let mut stack = vec![(root, 0)];
    while let Some((node, at)) = stack.last_mut() {
        match next(*node).get(*at) {
            Some(&t) => {
                *at += 1;
                if !std::mem::replace(&mut seen[t], true) {
                    stack.push((t, 0));
                }
            }
            None => {
                out.push(*node);
                stack.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = r#"jit version id=V0 key=c1 point="run merge point" greens="pc=0" why=first context=""
jit fragment id=F0 version=V0 from=- counts="int_add:1" end=next
  b0(v3: Signed):
  v4: Signed = int_add(v3, 1)
  jump next(v4)
jit fragment id=F1 version=V1 from=- counts="int_lt:1 malloc:3 direct_call[f]:1 direct_call[g]:1" end=branch
jit forced fragment=F1 type=W reason=Stored
  b0(v3: Signed):
  if v4 then E4(v3)
  if v5 then E0(v3)
  v6: Signed = direct_call[g](v3)
  v7: Ptr(P) = malloc[P]()
  if v8 then E3(v3) else E1(v3)
jit edge id=E0 to=F0
jit fragment id=F2 version=- from=E1 counts="" end=switch
  switch v3 { 1: E2(v3), 4: F2(v3), default: E3() }
jit fragment id=F3 version=- from=E2 counts=print:1 end=exit
  exit done(v3)
jit fragment id=F4 version=- from=E4 counts=print:1 end=exit
  exit done(v3)
jit warning point=x greens="" what="too many versions"
jit summary sessions=2 versions=2
"#;

    #[test]
    fn loops_are_components_with_their_operations() {
        let log = Log::new(LOG);
        let next: Vec<&[usize]> = log.fragments.iter().map(|f| &f.next[..]).collect();
        assert_eq!(next, [&[1][..], &[4, 0, 2], &[3, 2], &[], &[]]);
        let loops = log.loops();
        assert_eq!(loops.len(), 2);
        assert_eq!(loops[0].fragments, [0, 1]);
        assert_eq!((loops[0].allocations(), loops[0].calls()), (2, 1));
        assert_eq!((loops[0].size(), loops[0].count("int_add")), (5, 1));
        assert_eq!((&loops[1].fragments[..], loops[1].size()), (&[2][..], 0));
        assert_eq!(log.total("versions"), 2);
        assert_eq!(log.warnings(), ["too many versions"]);
        assert_eq!(log.counts()["print"], 2);
    }
}
