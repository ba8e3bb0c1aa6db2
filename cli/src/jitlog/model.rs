//! What a log says, arranged for the page: places and functions of the user's program, loops, versions, pieces of code,
//! with the time in each.
//!
//! * A *place* is a merge point with its greens: a position in the user's program. A fragment belongs to the place that
//!   was passed last before it begins.
//! * A *unit* is a function of the user's program: places whose greens are the same, apart from numbers. Its name is
//!   what the texts of `get_printable_location` begin with in common.
//! * A *loop* is a natural loop of the graph of fragments: the head is where an edge comes back to that a depth-first
//!   search is below of; what reaches that edge without passing the head belongs to it. Loops with one head place are
//!   one.
//! * Time is shares of samples (see `jit::versions::sampling`): of a loop with all inside of it, of a unit of its own
//!   places.
use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::{Event, FORGOTTEN};

/// The page's data, apart from details of fragments.
#[derive(Debug, Default, Serialize)]
pub struct Model {
    pub title: String,
    /// The log has no last line: the program was killed, or the log was cut off.
    pub cut: bool,
    /// The keys of the `summary` line.
    pub summary: Vec<(String, String)>,
    pub samples: Option<Samples>,
    pub warnings: Vec<Warning>,
    pub places: Vec<MergePoint>,
    pub units: Vec<Unit>,
    pub loops: Vec<Loop>,
    pub versions: Vec<Version>,
    pub fragments: Vec<Fragment>,
    pub exits: Vec<Exit>,
    pub promotions: Vec<Promotion>,
    pub forced: Vec<Forced>,
    pub trusted: Vec<Trusted>,
}

/// Samples by what was running.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Samples {
    pub residual: u64,
    pub called: u64,
    pub compiler: u64,
    pub interpreter: u64,
    pub runtime: u64,
    /// Processor time of the program.
    pub microseconds: u64,
}

/// Something that needs attention.
#[derive(Debug, Serialize)]
pub struct Warning {
    pub what: String,
    pub place: String,
    pub help: &'static str,
    pub times: usize,
}

/// A merge point with its greens.
#[derive(Debug, Default, Serialize)]
pub struct MergePoint {
    pub key: String,
    pub name: String,
    pub greens: String,
    pub point: String,
    pub unit: usize,
    pub own: u64,
    pub called: u64,
    pub fragments: Vec<usize>,
}

/// A function of the user's program.
#[derive(Debug, Default, Serialize)]
pub struct Unit {
    pub name: String,
    pub greens: String,
    pub own: u64,
    pub called: u64,
    pub ns: u64,
    pub places: Vec<usize>,
    pub versions: usize,
    pub entries: u64,
}

/// A loop of compiled code.
#[derive(Debug, Default, Serialize)]
pub struct Loop {
    pub name: String,
    pub place: Option<usize>,
    pub heads: Vec<usize>,
    pub members: Vec<usize>,
    pub samples: u64,
    pub ns: u64,
    pub bytes: u64,
    /// Loops inside of it.
    pub depth: usize,
    /// Its code was made again with what was learned since.
    pub again: bool,
    /// Why not.
    pub not_again: String,
}

/// Code for a place and what is known there.
#[derive(Debug, Serialize)]
pub struct Version {
    pub id: String,
    pub point: String,
    pub greens: String,
    pub why: String,
    pub words: String,
    pub context: String,
    pub at: String,
    pub place: Option<usize>,
    pub fragments: Vec<usize>,
}

/// A piece of compiled code.
#[derive(Debug, Default, Serialize)]
pub struct Fragment {
    pub id: String,
    pub version: Option<usize>,
    pub from: Option<String>,
    pub place: Option<usize>,
    pub ns: u64,
    pub bytes: u64,
    pub cold: u64,
    pub guards: u64,
    pub own: u64,
    pub called: u64,
    pub end: String,
    pub dead: bool,
    /// Where it leads: fragments.
    pub next: Vec<usize>,
    /// Edges that lead out of it: the number, arrivals, where it leads.
    pub edges: Vec<(String, u64, Option<usize>)>,
    #[serde(skip)]
    pub counts: String,
}

/// Code that was left for the interpreter often.
#[derive(Debug, Serialize)]
pub struct Exit {
    pub edge: String,
    pub times: u64,
    pub fragment: Option<usize>,
    pub state: String,
    pub place: String,
}

/// A place at which values are promoted.
#[derive(Debug, Serialize)]
pub struct Promotion {
    pub point: String,
    pub at: String,
    /// Values, and for how many pieces of code each was taken.
    pub values: Vec<(String, u64)>,
    /// Arrivals of values that were not known.
    pub arrivals: u64,
}

/// Objects of a type that compiled code allocates.
#[derive(Debug, Serialize)]
pub struct Forced {
    #[serde(rename = "type")]
    pub of: String,
    pub reason: String,
    pub words: &'static str,
    pub fragments: Vec<usize>,
    pub samples: u64,
}

/// A declaration that compiled code relies on.
#[derive(Debug, Serialize)]
pub struct Trusted {
    pub kind: String,
    pub name: String,
    pub at: String,
}

/// Everything but the details.
pub fn model(title: &str, events: &[Event]) -> Model {
    let mut b = Builder::new(title);
    for e in events {
        b.event(e);
    }
    b.link();
    b.names();
    b.promotions(events);
    b.loops();
    b.order();
    b.m
}

#[derive(Default)]
struct Builder {
    m: Model,
    place: HashMap<String, usize>,
    version: HashMap<String, usize>,
    fragment: HashMap<String, usize>,
    edge_of: HashMap<String, usize>,
    edge_to: HashMap<String, String>,
    taken: HashMap<String, (u64, String)>,
    /// By the fragment with which a loop begins: why its code is not made again.
    not_again: HashMap<String, String>,
    entered: Vec<(String, u64)>,
    /// Places of sessions that have no passes (logs of older programs).
    session: HashMap<String, String>,
    ended: bool,
}

impl Builder {
    fn new(title: &str) -> Builder {
        let mut b = Builder::default();
        b.m.title = title.to_owned();
        b
    }
    fn place_of(&mut self, key: &str) -> usize {
        *self.place.entry(key.to_owned()).or_insert_with(|| {
            self.m.places.push(MergePoint {
                key: key.to_owned(),
                ..MergePoint::default()
            });
            self.m.places.len() - 1
        })
    }
    fn event(&mut self, e: &Event) {
        let text = |k| e.get(k).unwrap_or_default().to_owned();
        match e.name.as_str() {
            "place" => {
                let i = self.place_of(e.text("key"));
                let p = &mut self.m.places[i];
                p.point = text("point");
                p.greens = text("greens");
                p.name = text("printable");
            }
            "session" => {
                if let Some(n) = e.get("number") {
                    let key = format!("{} {}", e.text("merge"), text("merge_greens"));
                    self.session.insert(n.to_owned(), key);
                }
            }
            "version" => {
                let id = text("id");
                self.version.insert(id.clone(), self.m.versions.len());
                self.m.versions.push(Version {
                    words: why(e.get("why").unwrap_or_default()),
                    id,
                    point: text("point"),
                    greens: text("greens"),
                    why: text("why"),
                    context: text("context"),
                    at: text("at"),
                    place: None,
                    fragments: Vec::new(),
                });
                // Keys of versions are those of places where the point is a merge point.
                if text("point").ends_with(" merge point") {
                    let i = self.place_of(e.text("key"));
                    let p = &mut self.m.places[i];
                    if p.point.is_empty() {
                        (p.point, p.greens) = (text("point"), text("greens"));
                    }
                    if let Some(v) = self.m.versions.last_mut() {
                        v.place = Some(i);
                    }
                }
            }
            "fragment" => self.add_fragment(e),
            "edge" => {
                self.edge_to.insert(text("id"), text("to"));
            }
            "taken" => {
                self.taken
                    .insert(text("edge"), (e.number("times"), text("state")));
                if let Some(to) = e.get("to") {
                    self.edge_to.insert(text("edge"), to.to_owned());
                }
            }
            "entered" => self.entered.push((text("key"), e.number("times"))),
            "dead" | "sampled" => {
                if let Some(&i) = self.fragment.get(e.text("fragment")) {
                    let f = &mut self.m.fragments[i];
                    f.dead |= e.name == "dead";
                    f.own += e.number("own");
                    f.called += e.number("called");
                }
            }
            "loop" => {
                self.not_again.insert(text("to"), text("again"));
            }
            "samples" => {
                self.m.samples = Some(Samples {
                    residual: e.number("residual"),
                    called: e.number("called"),
                    compiler: e.number("compiler"),
                    interpreter: e.number("interpreter"),
                    runtime: e.number("runtime"),
                    microseconds: e.number("microseconds"),
                });
            }
            "exits" => self.m.exits.push(Exit {
                edge: text("edge"),
                times: e.number("times"),
                fragment: None,
                state: String::new(),
                place: join(&text("point"), &text("greens")),
            }),
            "warning" => self.warning(e),
            "flush" => self.add_warning(format!("{FORGOTTEN}{}", text("why")), String::new()),
            "forced" => self.forced(e),
            "trust" => {
                let (kind, name, at) = (text("kind"), text("name"), text("at"));
                let known = |t: &Trusted| t.kind == kind && t.name == name;
                if !self.m.trusted.iter().any(known) {
                    self.m.trusted.push(Trusted { kind, name, at });
                }
            }
            "summary" => {
                self.m.summary.clone_from(&e.values);
                self.ended = true;
            }
            _ => {}
        }
    }
    fn add_fragment(&mut self, e: &Event) {
        let index = self.m.fragments.len();
        self.fragment.insert(e.text("id").to_owned(), index);
        let passes = e.get("passes").unwrap_or_default();
        let before = passes.split(' ').next().filter(|k| k.starts_with('c'));
        let place = before.map(|k| self.place_of(k));
        let version = e.get("version").and_then(|v| self.version.get(v).copied());
        if let Some(v) = version {
            self.m.versions[v].fragments.push(index);
        }
        for edge in e.get("edges").unwrap_or_default().split_whitespace() {
            self.edge_of.insert(edge.to_owned(), index);
        }
        if let Some(from) = e.get("from") {
            self.edge_to
                .insert(from.to_owned(), e.text("id").to_owned());
        }
        self.m.fragments.push(Fragment {
            id: e.text("id").to_owned(),
            version,
            from: e.get("from").map(str::to_owned),
            place: version.and_then(|v| self.m.versions[v].place).or(place),
            ns: e.number("ns"),
            bytes: e.number("bytes"),
            cold: e.number("cold"),
            guards: e.number("guards"),
            end: e.get("end").unwrap_or_default().to_owned(),
            counts: e.get("to").unwrap_or_default().to_owned(),
            ..Fragment::default()
        });
    }
    fn warning(&mut self, e: &Event) {
        let what = e.get("what").unwrap_or_default().to_owned();
        let point = e.get("point").unwrap_or_default();
        let place = join(point, e.get("greens").unwrap_or_default());
        self.add_warning(what, place);
    }
    fn add_warning(&mut self, what: String, place: String) {
        let same = |w: &&mut Warning| w.what == what && w.place == place;
        match self.m.warnings.iter_mut().find(same) {
            Some(w) => w.times += 1,
            None => self.m.warnings.push(Warning {
                help: warning_help(&what),
                what,
                place,
                times: 1,
            }),
        }
    }
    fn forced(&mut self, e: &Event) {
        let of = e.get("type").unwrap_or_default().to_owned();
        let reason = e.get("reason").unwrap_or_default().to_owned();
        let at = e
            .get("fragment")
            .and_then(|f| self.fragment.get(f).copied());
        let same = |f: &&mut Forced| f.of == of && f.reason == reason;
        match self.m.forced.iter_mut().find(same) {
            Some(f) => f.fragments.extend(at),
            None => self.m.forced.push(Forced {
                words: forced_words(&reason),
                of,
                reason,
                fragments: at.into_iter().collect(),
                samples: 0,
            }),
        }
    }
    /// Edges lead to fragments; places get what is theirs.
    fn link(&mut self) {
        self.m.cut = !self.ended;
        let mut edges: Vec<(&String, &usize)> = self.edge_of.iter().collect();
        edges.sort_by_key(|(e, _)| {
            e.trim_start_matches(char::is_alphabetic)
                .parse::<u64>()
                .unwrap_or(0)
        });
        for (edge, &of) in edges {
            let to = self.edge_to.get(edge);
            let to = to.and_then(|f| self.fragment.get(f).copied());
            let times = self.taken.get(edge).map_or(0, |t| t.0);
            let f = &mut self.m.fragments[of];
            f.edges.push((edge.clone(), times, to));
            f.next.extend(to);
        }
        for i in 0..self.m.fragments.len() {
            let direct = std::mem::take(&mut self.m.fragments[i].counts);
            for id in direct.split_whitespace() {
                let to = self.fragment.get(id).copied();
                self.m.fragments[i].next.extend(to);
            }
            self.m.fragments[i].next.sort_unstable();
            self.m.fragments[i].next.dedup();
            let (own, called, place) = {
                let f = &self.m.fragments[i];
                (f.own, f.called, f.place)
            };
            if let Some(p) = place {
                let p = &mut self.m.places[p];
                p.own += own;
                p.called += called;
                p.fragments.push(i);
            }
        }
        for f in &mut self.m.forced {
            f.fragments.sort_unstable();
            f.fragments.dedup();
            let samples = |&i: &usize| self.m.fragments[i].own + self.m.fragments[i].called;
            f.samples = f.fragments.iter().map(samples).sum();
        }
        for x in &mut self.m.exits {
            x.fragment = self.edge_of.get(&x.edge).copied();
            x.state = self
                .taken
                .get(&x.edge)
                .map_or(String::new(), |t| t.1.clone());
        }
    }
    /// Functions of the user's program, and names of places.
    fn names(&mut self) {
        let mut units: BTreeMap<(String, String), usize> = BTreeMap::new();
        for i in 0..self.m.places.len() {
            let p = &self.m.places[i];
            let key = (p.point.clone(), lasting_greens(&p.greens));
            let unit = *units.entry(key.clone()).or_insert_with(|| {
                self.m.units.push(Unit {
                    greens: key.1,
                    ..Unit::default()
                });
                self.m.units.len() - 1
            });
            let u = &mut self.m.units[unit];
            u.own += p.own;
            u.called += p.called;
            u.places.push(i);
            for &f in &p.fragments {
                u.ns += self.m.fragments[f].ns;
                u.versions += usize::from(self.m.fragments[f].version.is_some());
            }
            self.m.places[i].unit = unit;
        }
        for u in &mut self.m.units {
            let texts: Vec<&str> = (u.places.iter())
                .map(|&p| self.m.places[p].name.as_str())
                .filter(|n| !n.is_empty())
                .collect();
            u.name = common(&texts);
            if u.name.is_empty() {
                let point = u.places.first().map_or("", |&p| &self.m.places[p].point);
                u.name = join(point, &u.greens);
            }
        }
        for p in &mut self.m.places {
            if p.name.is_empty() {
                p.name = join(&p.point, &p.greens);
            }
        }
        for (key, times) in std::mem::take(&mut self.entered) {
            if let Some(&p) = self.place.get(&key) {
                self.m.units[self.m.places[p].unit].entries += times;
            }
        }
        for x in &mut self.m.exits {
            let place = x.fragment.and_then(|f| self.m.fragments[f].place);
            if let Some(p) = place {
                x.place = format!("{} ({})", self.m.places[p].name, x.place);
            }
        }
    }
    /// Promotions by point; arrivals of those of one point are added up.
    fn promotions(&mut self, events: &[Event]) {
        let mut point_of: HashMap<&str, usize> = HashMap::new();
        let mut values: Vec<BTreeMap<&str, u64>> = Vec::new();
        for e in events.iter().filter(|e| e.name == "promote") {
            let (point, at) = (e.text("point"), e.get("at").unwrap_or_default());
            let known = (self.m.promotions.iter()).position(|p| p.point == point && p.at == at);
            let i = known.unwrap_or_else(|| {
                self.m.promotions.push(Promotion {
                    point: point.to_owned(),
                    at: at.to_owned(),
                    values: Vec::new(),
                    arrivals: 0,
                });
                values.push(BTreeMap::new());
                values.len() - 1
            });
            point_of.insert(e.text("number"), i);
            *values[i].entry(e.text("value")).or_default() += 1;
        }
        for e in events.iter().filter(|e| e.name == "taken") {
            if let Some(&i) = e.get("promotion").and_then(|n| point_of.get(n)) {
                self.m.promotions[i].arrivals += e.number("times");
            }
        }
        for (p, values) in self.m.promotions.iter_mut().zip(values) {
            p.values = values.iter().map(|(v, n)| ((*v).to_owned(), *n)).collect();
            p.values.sort_by_key(|v| std::cmp::Reverse(v.1));
        }
        self.m
            .promotions
            .sort_by_key(|p| std::cmp::Reverse((p.values.len(), p.arrivals)));
    }
    fn loops(&mut self) {
        let next: Vec<&[usize]> = self.m.fragments.iter().map(|f| &f.next[..]).collect();
        let mut by_name: BTreeMap<String, Loop> = BTreeMap::new();
        for (head, members) in natural_loops(&next) {
            let f = &self.m.fragments[head];
            let inner = (f.version.map(|v| &self.m.versions[v])).filter(|v| v.place.is_none());
            let mut name = f
                .place
                .map_or_else(|| f.id.clone(), |p| self.m.places[p].name.clone());
            if let Some(v) = inner {
                name = format!("{name} · closes in {}", v.point);
            }
            let l = by_name.entry(name.clone()).or_insert_with(|| Loop {
                name,
                place: f.place,
                ..Loop::default()
            });
            l.heads.push(head);
            l.members.extend(members);
        }
        for (_, mut l) in by_name {
            l.members.sort_unstable();
            l.members.dedup();
            for &i in &l.members {
                let f = &self.m.fragments[i];
                l.samples += f.own + f.called;
                l.ns += f.ns;
                l.bytes += f.bytes;
            }
            let versions = l.heads.iter().map(|&i| self.m.fragments[i].version);
            let mut versions = versions.flatten().map(|v| &self.m.versions[v]);
            l.again = versions.any(|v| v.why == RUNS_OFTEN);
            if !l.again {
                let heads = l.heads.iter().map(|&i| &self.m.fragments[i].id);
                let why = heads.filter_map(|id| self.not_again.get(id)).max();
                l.not_again = why.cloned().unwrap_or_default();
            }
            self.m.loops.push(l);
        }
        let sets: Vec<BTreeSet<usize>> = (self.m.loops.iter())
            .map(|l| l.members.iter().copied().collect())
            .collect();
        for i in 0..self.m.loops.len() {
            let head = self.m.loops[i].heads[0];
            let around =
                |j: &usize| *j != i && sets[*j].len() > sets[i].len() && sets[*j].contains(&head);
            self.m.loops[i].depth = (0..sets.len()).filter(around).count();
        }
    }
    fn order(&mut self) {
        self.m.loops.sort_by(|a, b| {
            (b.samples, b.members.len())
                .cmp(&(a.samples, a.members.len()))
                .then(a.name.cmp(&b.name))
        });
        self.m
            .forced
            .sort_by_key(|f| std::cmp::Reverse((f.samples, f.fragments.len())));
        self.m.exits.sort_by_key(|x| std::cmp::Reverse(x.times));
        self.m
            .trusted
            .sort_by(|a, b| (&a.kind, &a.name).cmp(&(&b.kind, &b.name)));
    }
}

/// Heads and members of natural loops, by the fragments that follow each.
fn natural_loops(next: &[&[usize]]) -> Vec<(usize, Vec<usize>)> {
    let n = next.len();
    let mut state = vec![0u8; n];
    let mut back: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for root in 0..n {
        if state[root] != 0 {
            continue;
        }
        let mut stack = vec![(root, 0)];
        state[root] = 1;
        while let Some((at, i)) = stack.last_mut() {
            let at = *at;
            let Some(&to) = next[at].get(*i) else {
                state[at] = 2;
                stack.pop();
                continue;
            };
            *i += 1;
            match state[to] {
                0 => {
                    state[to] = 1;
                    stack.push((to, 0));
                }
                1 => back.entry(to).or_default().push(at),
                _ => {}
            }
        }
    }
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (at, list) in next.iter().enumerate() {
        list.iter().for_each(|&to| before[to].push(at));
    }
    let mut out = Vec::new();
    for (head, tails) in back {
        // What the head leads to; the rest of what reaches the tails belongs to other ways into an irreducible loop.
        let forward = reach(&[head], next.len(), |x| next[x]);
        let mut members = vec![false; n];
        members[head] = true;
        let mut todo: Vec<usize> = tails;
        while let Some(x) = todo.pop() {
            if !members[x] && forward[x] {
                members[x] = true;
                todo.extend(&before[x]);
            }
        }
        out.push((head, (0..n).filter(|&i| members[i]).collect()));
    }
    out
}

fn reach<'a>(from: &[usize], n: usize, next: impl Fn(usize) -> &'a [usize]) -> Vec<bool> {
    let mut seen = vec![false; n];
    let mut todo = from.to_vec();
    while let Some(x) = todo.pop() {
        if !std::mem::replace(&mut seen[x], true) {
            todo.extend(next(x));
        }
    }
    seen
}

fn join(point: &str, greens: &str) -> String {
    let point = point.strip_suffix(" merge point").unwrap_or(point);
    match greens {
        "" => point.to_owned(),
        greens => format!("{point}, {greens}"),
    }
}

/// The greens that are no numbers: those that a function's places have in common.
fn lasting_greens(greens: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut rest = greens.trim();
    while !rest.is_empty() {
        let end = green_end(rest);
        let (one, after) = rest.split_at(end);
        let value = one.split_once('=').map_or(one, |v| v.1);
        if value.parse::<i64>().is_err() {
            out.push(one);
        }
        rest = after.trim_start();
    }
    out.join(" ")
}

/// Where the first of some greens ends: at a blank outside of quotes.
fn green_end(text: &str) -> usize {
    let mut quoted = false;
    let mut escaped = false;
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            c if c.is_whitespace() && !quoted => return i,
            _ => {}
        }
    }
    text.len()
}

/// What some texts begin with in common, up to the end of a word.
fn common(texts: &[&str]) -> String {
    let Some((first, rest)) = texts.split_first() else {
        return String::new();
    };
    let mut n = first.len();
    for t in rest {
        let same = first.bytes().zip(t.bytes()).take_while(|(a, b)| a == b);
        n = n.min(same.count());
    }
    while !first.is_char_boundary(n) {
        n -= 1;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut text = &first[..n];
    // Not in the middle of a word or number.
    if texts.iter().any(|t| t[n..].starts_with(is_word)) {
        text = text.trim_end_matches(is_word);
    }
    if rest.is_empty() {
        // One place alone: up to the position, if it has one.
        text = first.split([':', '#']).next().unwrap_or(first);
    }
    let end = |c: char| c.is_whitespace() || ":#@,;([<-=".contains(c);
    text.trim_end_matches(end).to_owned()
}

/// Why a version exists that was made again with what was learned since.
pub const RUNS_OFTEN: &str = "runs often";

/// Why a version exists, for people.
fn why(text: &str) -> String {
    let other = |t: &str| {
        t.split_whitespace()
            .find(|w| w.starts_with('V'))
            .unwrap_or("another version")
            .to_owned()
    };
    match text {
        "first" => "The first code for this place.".to_owned(),
        "again" => {
            "Its code was thrown away because something had changed, and is made again.".to_owned()
        }
        RUNS_OFTEN => {
            "Its first code ran often, and is made again with what was learned since.".to_owned()
        }
        t if t.starts_with("widened") => format!(
            "There were too many versions of this place. This one knows only what {} and the newcomer have in common, \
             and replaces it.",
            other(t)
        ),
        t if t.starts_with("loop variable") => format!(
            "{} took a number for a constant; it changes from turn to turn, and is a variable here.",
            other(t)
        ),
        t if t.ends_with("knows more") => format!(
            "{} relies on more than is known of the values that arrive here, so it cannot be entered.",
            other(t)
        ),
        t => match t.split_once(" would lose a ") {
            Some((v, what)) => format!(
                "Entering {v} would lose what is known here: {}.",
                match what {
                    "virtual" =>
                        "an object that does not exist yet would have to be allocated".to_owned(),
                    "class" => "the class of an object".to_owned(),
                    "constant" | "constant reference" => "the value of a constant".to_owned(),
                    "range" => "the range of a number".to_owned(),
                    "non-null" => "that a reference is not null".to_owned(),
                    "known field" => "the value of a field".to_owned(),
                    other => format!("a {other}"),
                }
            ),
            None => t.to_owned(),
        },
    }
}

fn forced_words(reason: &str) -> &'static str {
    match reason {
        "Stored" => "It is stored in an object that exists.",
        "Call" => "It is passed to a function that is called, not looked into.",
        "Index" => "One of its items is accessed at an index that is not known when compiling.",
        "Address" => "Its address is used.",
        "Merge" => "Another kind of object arrives at the same place.",
        "Exit" => "It leaves compiled code.",
        "Size" => "It has too many items.",
        _ => "",
    }
}

fn warning_help(what: &str) -> &'static str {
    match what {
        w if w.ends_with("just allocated") => {
            "A green, or what is promoted, is a new object at each arrival, such as an environment: make it red."
        }
        w if w.starts_with("nothing was compiled") => {
            "The program is short, a green is another one at each arrival, or what runs often has no `can_enter_jit`."
        }
        w if w.starts_with("promotion takes too many") => {
            "Promote what takes few values at one place: a class, a function, a map. See `Promotion` in docs/hints.md."
        }
        w if w.contains("as soon as it is entered") => {
            "A promotion at the beginning takes other values each time, or the loop's state never repeats."
        }
        w if w.starts_with("the greens are others") => {
            "A green changes with each arrival, such as a counter: make it red."
        }
        w if w.contains("takes too long") => {
            "The program compiles much and runs it little: many versions of a place, or code that is not hot."
        }
        w if w.starts_with(FORGOTTEN) => {
            "What was hot then was compiled again. `GENEXT_JIT=memory=...` and `code_size=...` allow for more."
        }
        w if w.contains("memory for compiled code") => {
            "Many versions of one place are the usual cause; `GENEXT_JIT=memory=...` allows for more."
        }
        w if w.contains("version") => {
            "What is known differs from arrival to arrival: a red that takes many constants, a class that changes."
        }
        _ => "",
    }
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
