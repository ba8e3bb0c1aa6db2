//! The loops of the interpreted program as a table, for terminals: what the page shows first.
//!
//! ```text
//! 0.402 s of processor time: 46 % in compiled code, 23 % in what it calls, 4 % interpreter, 4 % compiler, 22 % memory
//!
//!    time          versions  code        bytes  compiled in  exits taken  loop
//!   14.3 %     57 ms         5  first          532      0.09 ms            1  to:do: [Sieve>>$blockMethod@43@14:]
//! ```
use std::collections::BTreeSet;
use std::fmt::Write;

use super::model::{Fragment, Loop, Model, Samples, model};
use super::{NoLog, events};

/// Loops that take less than this part of the time (in thousandths) are not shown one by one.
const SHOWN: u64 = 5;

/// The table of a log.
///
/// # Errors
/// If the text is no log.
pub fn table(log: &str) -> Result<String, NoLog> {
    let m = model("", &events(log)?);
    let mut out = String::new();
    let all = m.samples.as_ref().map_or(0, total);
    if let Some(s) = &m.samples {
        time(&mut out, s);
    } else {
        out.push_str("The log has no samples: its program was killed, or ended at once.\n");
    }
    let (shown, others): (Vec<&Loop>, Vec<&Loop>) =
        (m.loops.iter()).partition(|l| all == 0 || l.samples * 1000 >= SHOWN * all);
    if m.loops.is_empty() {
        out.push_str("No loop was compiled.\n");
        for w in &m.warnings {
            let _ = writeln!(out, "warning: {}", w.what);
            if !w.help.is_empty() {
                let _ = writeln!(out, "  {}", w.help);
            }
        }
        return Ok(out);
    }
    out.push_str(
        "\n   time          versions  code        bytes  compiled in  exits taken  loop\n",
    );
    for l in shown {
        row(&mut out, &m, l, all);
    }
    if !others.is_empty() {
        let _ = writeln!(
            out,
            "and {} more with less than {} ‰ each",
            others.len(),
            SHOWN
        );
    }
    out.push_str(
        "\nA loop within others has their time, too. `again`: the loop ran often, and its code was made again with what \
         was\nlearned since; that is worth its time in small loops, and where more calls can be traced into.\n",
    );
    Ok(out)
}

fn total(s: &Samples) -> u64 {
    s.residual + s.called + s.compiler + s.interpreter + s.runtime
}

fn time(out: &mut String, s: &Samples) {
    let all = total(s).max(1);
    let part = |n: u64| (n * 100 + all / 2) / all;
    let _ = writeln!(
        out,
        "{:.3} s of processor time: {} % in compiled code, {} % in what it calls, {} % interpreter, {} % compiler, \
         {} % memory",
        s.microseconds as f64 / 1e6,
        part(s.residual),
        part(s.called),
        part(s.interpreter),
        part(s.compiler),
        part(s.runtime),
    );
}

fn row(out: &mut String, m: &Model, l: &Loop, all: u64) {
    let members: BTreeSet<usize> = l.members.iter().copied().collect();
    let fragments: Vec<&Fragment> = l.members.iter().map(|&i| &m.fragments[i]).collect();
    let versions: BTreeSet<usize> = fragments.iter().filter_map(|f| f.version).collect();
    let leaves = |to: Option<usize>| to.is_none_or(|to| !members.contains(&to));
    let exits: u64 = (fragments.iter().flat_map(|f| &f.edges))
        .filter(|(_, _, to)| leaves(*to))
        .map(|(_, times, _)| times)
        .sum();
    let cold: u64 = fragments.iter().map(|f| f.cold).sum();
    let micro = m.samples.as_ref().map_or(0, |s| s.microseconds);
    let share = |of: u64| match all {
        0 => 0.0,
        all => l.samples as f64 / all as f64 * of as f64,
    };
    let _ = writeln!(
        out,
        "{:6.1} % {:6.0} ms {:9}  {:5} {:12} {:9.2} ms {:12}  {}{}",
        share(100),
        share(micro) / 1e3,
        versions.len(),
        if l.again { "again" } else { "first" },
        l.bytes + cold,
        l.ns as f64 / 1e6,
        exits,
        "  ".repeat(l.depth),
        l.name,
    );
    if !l.not_again.is_empty() {
        let _ = writeln!(out, "{:27}not made again: {}", "", l.not_again);
    }
}
