//! One offline HTML page for any number of functions: a list to search, the source, the picture, the text.
use std::fmt::Write;

use super::Item;
use super::svg::escape;

/// The page up to the end of its common style.
pub fn head(title: &str) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title>",
        escape(title)
    );
    out.push_str(STYLE);
    out
}

/// The list of sections `f0`, `f1`, ..., and the start of the main part.
pub fn index(out: &mut String, title: &str, names: &[String]) {
    let _ = writeln!(
        out,
        "</head><body><nav><h1>{}</h1><input id=\"find\" placeholder=\"find a function\" autofocus><ul>",
        escape(title)
    );
    for (i, name) in names.iter().enumerate() {
        let _ = writeln!(out, "<li><a href=\"#f{i}\">{}</a></li>", escape(name));
    }
    out.push_str("</ul></nav><main>");
}

/// The end of the page.
pub fn tail(out: &mut String) {
    out.push_str("</main>");
    out.push_str(SCRIPT);
    out.push_str("</body></html>\n");
}

/// The page as one file that needs no other.
pub fn page(title: &str, items: &[Item]) -> String {
    let mut out = head(title);
    let names: Vec<String> = items.iter().map(|i| i.name.clone()).collect();
    index(&mut out, title, &names);
    for (i, item) in items.iter().enumerate() {
        let _ = write!(
            out,
            "<section id=\"f{i}\"><h2>{}</h2><p class=\"place\">{}</p>",
            escape(&item.name),
            escape(&item.place)
        );
        if !item.source.is_empty() {
            out.push_str("<details><summary>source</summary><pre>");
            for (line, text) in &item.source {
                let _ = writeln!(out, "<span class=\"n\">{line:4}</span> {}", escape(text));
            }
            out.push_str("</pre></details>");
        }
        let _ = write!(
            out,
            "<div class=\"picture\">{}</div><details><summary>text</summary><pre>{}</pre></details></section>",
            item.picture
                .as_ref()
                .map(super::svg::Picture::svg)
                .unwrap_or_default(),
            escape(&item.text)
        );
    }
    tail(&mut out);
    out
}

const STYLE: &str = "<style>
body { margin: 0; display: flex; font: 14px system-ui, sans-serif; color: #223; background: #fff; }
nav { width: 20em; height: 100vh; position: sticky; top: 0; overflow: auto; background: #f3f4f8; padding: 0 1em; box-sizing: border-box; }
nav h1 { font-size: 1.1em; } nav input { width: 100%; box-sizing: border-box; padding: .3em; }
nav ul { list-style: none; padding: 0; } nav li { font: 12px ui-monospace, monospace; padding: .15em 0; }
nav a { color: #235; text-decoration: none; overflow-wrap: anywhere; } nav a:hover { text-decoration: underline; }
main { flex: 1; min-width: 0; padding: 0 1.5em; } section { border-bottom: 1px solid #dde; padding-bottom: 1em; }
h2 { font: bold 15px ui-monospace, monospace; } .place { color: #667; } .n { color: #99a; }
.picture { overflow: auto; max-height: 85vh; } pre { background: #f7f8fb; padding: .7em; overflow: auto; }
</style>";

const SCRIPT: &str = "<script>
const find = document.getElementById('find');
find.addEventListener('input', () => {
  const wanted = find.value.toLowerCase();
  for (const li of document.querySelectorAll('nav li'))
    li.style.display = li.textContent.toLowerCase().includes(wanted) ? '' : 'none';
});
</script>";
