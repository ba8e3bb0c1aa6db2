//! `--junitxml FILE`: the results in the form that build servers read, as pytest writes it (xunit2).
use std::fmt::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::Event;

/// The document: one suite with a case for each result.
pub(super) fn document(results: &[&Event], time: Duration, began: SystemTime) -> String {
    let count = |outcomes: &[&str]| {
        let wanted = |e: &&&Event| outcomes.contains(&e.outcome.as_str());
        results.iter().filter(wanted).count()
    };
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    let _ = write!(
        out,
        "<testsuites name=\"genext tests\"><testsuite name=\"genext\" errors=\"{}\" failures=\"{}\" skipped=\"{}\" \
         tests=\"{}\" time=\"{:.3}\" timestamp=\"{}\" hostname=\"{}\">",
        count(&["error"]),
        count(&["failed"]),
        count(&["skipped", "xfailed"]),
        results.len(),
        time.as_secs_f64(),
        timestamp(began),
        escape(host.trim()),
    );
    for e in results {
        case(e, &mut out);
    }
    out.push_str("</testsuite></testsuites>\n");
    out
}

fn case(e: &Event, out: &mut String) {
    let (class, name) = names(&e.nodeid);
    let _ = write!(
        out,
        "<testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escape(&class),
        escape(&name),
        e.duration
    );
    let element = |out: &mut String, tag: &str, kind: &str, message: &str, text: &str| {
        let _ = write!(
            out,
            "><{tag}{kind} message=\"{}\">{}</{tag}></testcase>",
            escape(message),
            escape(text)
        );
    };
    match e.outcome.as_str() {
        "failed" => element(out, "failure", "", &e.crash, &full(e)),
        "error" => {
            let message = match e.phase.as_str() {
                "collection" => "collection failure".to_owned(),
                phase => format!("failed on {phase} with \"{}\"", e.crash),
            };
            element(out, "error", "", &message, &full(e));
        }
        "skipped" => {
            let text = format!("{}: {}", e.place, e.reason);
            element(out, "skipped", " type=\"pytest.skip\"", &e.reason, &text);
        }
        "xfailed" => element(out, "skipped", " type=\"pytest.xfail\"", &e.reason, ""),
        _ => out.push_str(" />"),
    }
}

/// The report, and what the test wrote.
fn full(e: &Event) -> String {
    let mut text = e.longrepr.clone();
    for (title, output) in &e.sections {
        let _ = write!(text, "\n--- {title} ---\n{output}");
    }
    text
}

/// `tests/test_vm.py::TestStack::test_push` is `tests.test_vm.TestStack` and `test_push`. Parameters may hold anything.
fn names(id: &str) -> (String, String) {
    let (file, rest) = id.split_once("::").unwrap_or((id, ""));
    let module = file.strip_suffix(".py").unwrap_or(file).replace('/', ".");
    if rest.is_empty() {
        return (String::new(), module);
    }
    let plain = rest.find('[').unwrap_or(rest.len());
    match rest[..plain].rsplit_once("::") {
        Some((classes, _)) => (
            format!("{module}.{}", classes.replace("::", ".")),
            rest[classes.len() + 2..].to_owned(),
        ),
        None => (module, rest.to_owned()),
    }
}

/// Text in a document; characters that XML does not have are written as numbers, as pytest does.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => out.push_str("#xFFFF"),
            c if c.is_control() => {
                let _ = write!(out, "#x{:02X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// A time in ISO 8601, in UTC.
fn timestamp(time: SystemTime) -> String {
    let seconds = time
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs();
    let (year, month, day) = date((seconds / 86_400) as i64);
    let s = seconds % 86_400;
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}+00:00",
        s / 3600,
        s / 60 % 60,
        s % 60
    )
}

/// The date of a day after 1970-01-01. Years are counted from March, so that a leap day is the last of its year.
fn date(day: i64) -> (i64, i64, i64) {
    // Days after 0000-03-01; an era is 400 years.
    let day = day + 719_468;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_cases() {
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(
            names("a/test_b.py::C::test_d[x::y]"),
            pair("a.test_b.C", "test_d[x::y]")
        );
        assert_eq!(names("test_b.py::test_d"), pair("test_b", "test_d"));
        assert_eq!(names("a/test_b.py"), pair("", "a.test_b"));
    }

    #[test]
    fn dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(19_782), (2024, 2, 29));
        assert_eq!(date(19_783), (2024, 3, 1));
        let at = UNIX_EPOCH + Duration::from_secs(951_827_696);
        assert_eq!(timestamp(at), "2000-02-29T12:34:56+00:00");
    }

    #[test]
    fn what_xml_does_not_have() {
        assert_eq!(escape("<\u{1}\"&\n"), "&lt;#x01&quot;&amp;\n");
    }
}
