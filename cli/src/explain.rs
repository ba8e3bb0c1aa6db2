//! `genext explain CODE`: the page of an error code, from `docs/errors.md` (`errors.md` of this package leads to it, so
//! that it is packaged).

use crate::commands::print_text;

const PAGES: &str = include_str!("../errors.md");

/// Runs the command; the exit code.
pub fn run(code: Option<&str>) -> u8 {
    match code {
        Some(code) => match page(code) {
            Some(text) => print_text(&format!("{}\n", text.trim_end())),
            None => {
                eprintln!("genext: there is no error code {code}; `genext explain` lists them all");
                1
            }
        },
        None => {
            let lines: Vec<String> = titles()
                .map(|(code, title)| format!("{code}  {title}\n"))
                .collect();
            print_text(&lines.concat())
        }
    }
}

/// The text of a code's page, with its heading.
pub fn page(code: &str) -> Option<String> {
    let mut code = code.trim_matches(['[', ']', ':']).to_uppercase();
    // The letter may be left out, and the zeros.
    if code.bytes().all(|b| b.is_ascii_digit()) {
        code = format!("{code:0>4}");
    }
    let start = ["", "E", "W"]
        .iter()
        .find_map(|letter| PAGES.find(&format!("\n### {letter}{code}:")))?
        + 1;
    let text = &PAGES[start..];
    let end = text[4..]
        .find("\n### ")
        .into_iter()
        .chain(text[4..].find("\n## "))
        .min()
        .map_or(text.len(), |i| i + 5);
    Some(text[..end].trim_start_matches("### ").to_owned())
}

/// All codes with their titles, in order.
pub fn titles() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES
        .lines()
        .filter_map(|l| l.strip_prefix("### ")?.split_once(": "))
}
