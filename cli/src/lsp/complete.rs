//! Completion and signature help: from the text in front of the cursor, which need not parse.
//!
//! ```text
//! w.text.st|             the type of `w` in the enclosing function, then of its `text`: names of strings
//! from rpython.rlib.|    modules
//! size(w, |              the signature of `size`, second parameter
//! ```
use lsp_types::{
    CompletionItem, CompletionItemKind, ParameterInformation, ParameterLabel, Position,
    SignatureHelp, SignatureInformation,
};

use super::knowledge::{Knowledge, Known, Member, Signature, Sort, TypeId};

const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "not", "or", "pass",
    "raise", "return", "try", "while", "with", "yield", "None", "True", "False",
];

/// A position in a text of which more is known.
pub(super) struct Cursor<'a> {
    pub knowledge: &'a Knowledge,
    pub path: &'a str,
    pub text: &'a str,
    /// The byte offset.
    pub at: usize,
}

/// The byte offset of a position, which counts in UTF-16 units.
pub(super) fn offset_of(text: &str, at: Position) -> usize {
    let mut start = 0;
    for _ in 0..at.line {
        match text[start..].find('\n') {
            Some(i) => start += i + 1,
            None => return text.len(),
        }
    }
    let mut units = 0;
    for (i, c) in text[start..].char_indices() {
        if units >= at.character || c == '\n' {
            return start + i;
        }
        units += c.len_utf16() as u32;
    }
    text.len()
}

/// The qualified name of the function or class around a position, by indentation: the text may be broken.
pub(super) fn enclosing(text: &str, at: usize) -> Vec<(String, bool)> {
    let before = &text[..at.min(text.len())];
    let mut limit = None;
    let mut found: Vec<(String, bool)> = Vec::new();
    let mut lines = before.lines().rev();
    // The line of the cursor itself says how far in it is.
    let own = before.rsplit('\n').next().unwrap_or("");
    if !before.ends_with('\n') {
        lines.next();
    }
    let indent = |l: &str| l.len() - l.trim_start().len();
    if !own.trim().is_empty() || !own.is_empty() {
        limit = Some(indent(own));
    }
    for line in lines {
        let trimmed = line.trim_start();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let depth = indent(line);
        if limit.is_some_and(|l| depth >= l) {
            continue;
        }
        let definition = [("def ", false), ("class ", true)]
            .into_iter()
            .find_map(|(word, is_class)| Some((trimmed.strip_prefix(word)?, is_class)));
        if let Some((rest, is_class)) = definition {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            found.push((rest[..end.unwrap_or(rest.len())].to_owned(), is_class));
        }
        if limit.is_none() && definition.is_none() {
            // The cursor is on an empty line: the text above says how far in that is.
            limit = Some(depth);
            continue;
        }
        limit = Some(depth);
        if depth == 0 {
            break;
        }
    }
    found.reverse();
    found
}

/// `Word.size`, `make.<locals>.inner`.
fn qualname(around: &[(String, bool)]) -> String {
    let mut out = String::new();
    for (i, (name, _)) in around.iter().enumerate() {
        if i > 0 {
            out.push_str(if around[i - 1].1 { "." } else { ".<locals>." });
        }
        out.push_str(name);
    }
    out
}

/// A step of `a.b(c)[d]`.
#[derive(Debug, PartialEq)]
enum Step {
    Name(String),
    Call,
    Item,
}

/// The expression that ends at a position, as steps from the left; empty if it is something else.
fn chain(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_end_matches([' ', '\t']);
        match rest.chars().last() {
            Some(')') => match opening(rest, '(', ')') {
                Some(i) => {
                    steps.push(Step::Call);
                    rest = &rest[..i];
                }
                None => return Vec::new(),
            },
            Some(']') => match opening(rest, '[', ']') {
                Some(i) => {
                    steps.push(Step::Item);
                    rest = &rest[..i];
                }
                None => return Vec::new(),
            },
            Some(c) if c.is_alphanumeric() || c == '_' => {
                let start = rest.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
                steps.push(Step::Name(rest[start.len()..].to_owned()));
                rest = start;
                match rest.strip_suffix('.') {
                    Some(before) => rest = before,
                    None => break,
                }
            }
            _ => return Vec::new(),
        }
    }
    steps.reverse();
    steps
}

/// Where the bracket opens that the last character closes.
fn opening(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    for (i, c) in text.char_indices().rev() {
        if c == close {
            depth += 1;
        } else if c == open {
            depth -= 1;
            if depth == 0 {
                return Some(i);
            }
        }
    }
    None
}

/// What a chain of steps leads to.
enum Found<'a> {
    Type(TypeId),
    Member(&'a Member),
    Module(String),
}

impl<'a> Cursor<'a> {
    fn before(&self) -> &'a str {
        &self.text[..self.at]
    }
    /// A variable of the functions around.
    fn variable(&self, name: &str) -> Option<&'a Known> {
        let around = enclosing(self.text, self.at);
        (1..=around.len()).rev().find_map(|n| {
            let scope = self.knowledge.scope(self.path, &qualname(&around[..n]))?;
            scope.vars.get(name)
        })
    }
    /// The class around, for `self` in methods that were never checked.
    fn own_class(&self) -> Option<TypeId> {
        let around = enclosing(self.text, self.at);
        let (class, _) = around.iter().rev().find(|(_, is_class)| *is_class)?;
        let member = self.knowledge.global(self.path, class)?;
        self.knowledge.types.get(member.ty?)?.result
    }

    fn resolve(&self, steps: &[Step]) -> Option<Found<'a>> {
        let (Step::Name(first), rest) = steps.split_first()? else {
            return None;
        };
        let mut found = match self.variable(first).and_then(|v| v.ty) {
            Some(ty) => Found::Type(ty),
            None => match self.knowledge.global(self.path, first) {
                Some(m) if m.sort == Sort::Module => Found::Module(m.detail.clone()),
                Some(m) => Found::Member(m),
                None if first == "self" => Found::Type(self.own_class()?),
                None => return None,
            },
        };
        for step in rest {
            let ty = match &found {
                Found::Type(t) => Some(*t),
                Found::Member(m) => m.ty,
                Found::Module(_) => None,
            };
            found = match (step, &found) {
                (Step::Name(n), Found::Module(m)) => {
                    let inner = format!("{m}.{n}");
                    match self
                        .knowledge
                        .modules
                        .get(m)?
                        .members
                        .iter()
                        .find(|x| x.name == *n)
                    {
                        Some(x) if x.sort != Sort::Module => Found::Member(x),
                        Some(x) => Found::Module(x.detail.clone()),
                        None => Found::Module(inner),
                    }
                }
                (Step::Name(n), _) => Found::Member(self.knowledge.member(ty?, n)?),
                (Step::Call, _) => Found::Type(self.knowledge.types.get(ty?)?.result?),
                (Step::Item, _) => Found::Type(self.knowledge.types.get(ty?)?.item?),
            };
        }
        Some(found)
    }

    /// What can stand here.
    pub(super) fn completions(&self) -> Vec<CompletionItem> {
        let line = self.before().rsplit('\n').next().unwrap_or("");
        if in_comment_or_text(line) {
            return Vec::new();
        }
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let head = line.trim_end_matches(word);
        if let Some(items) = self.import_completions(line) {
            return items;
        }
        if let Some(receiver) = head.trim_end().strip_suffix('.') {
            let before = self.before();
            let upto = before.len() - (line.len() - receiver.len());
            let steps = chain(&before[..upto]);
            return match self.resolve(&steps) {
                Some(Found::Type(t)) => self.members_of(Some(t)),
                Some(Found::Member(m)) => self.members_of(m.ty),
                Some(Found::Module(m)) => self.module_members(&m),
                None => Vec::new(),
            };
        }
        self.names()
    }

    /// What stands at the position, as a line of Python.
    pub(super) fn describe(&self) -> Option<String> {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let rest = &self.text[self.at..];
        let end = self.at + rest.find(|c| !word(c)).unwrap_or(rest.len());
        let steps = chain(&self.text[..end]);
        if let [Step::Name(name)] = &steps[..]
            && let Some(known) = self.variable(name)
        {
            return Some(format!("{name}: {}", known.text));
        }
        if let [.., Step::Name(name)] = &steps[..]
            && let Some(Found::Member(m)) = self.resolve(&steps)
        {
            return Some(match m.sort {
                Sort::Function | Sort::Method => format!("def {}", m.detail),
                Sort::Constant => format!("{name} = {}", m.detail),
                Sort::Class => match &m.call {
                    Some(call) => {
                        format!("class {}", call.label.split(" -> ").next().unwrap_or(""))
                    }
                    None => m.detail.clone(),
                },
                Sort::Module => format!("import {}", m.detail),
                Sort::Variable | Sort::Attribute => format!("{name}: {}", m.detail),
            });
        }
        // The name of a function where it is defined.
        let line_end = rest.find('\n').map_or(self.text.len(), |i| self.at + i);
        let mut around = enclosing(self.text, self.at);
        let line = self.text[..line_end]
            .rsplit('\n')
            .next()
            .unwrap_or("")
            .trim_start();
        if let (Some(header), [Step::Name(name)]) = (line.strip_prefix("def "), &steps[..])
            && header.starts_with(name.as_str())
        {
            around.push((name.clone(), false));
            let scope = self.knowledge.scope(self.path, &qualname(&around))?;
            return Some(format!("def {}", scope.call.label));
        }
        None
    }

    fn members_of(&self, ty: Option<TypeId>) -> Vec<CompletionItem> {
        let info = ty.and_then(|t| self.knowledge.types.get(t));
        info.map_or_else(Vec::new, |i| i.members.iter().map(item).collect())
    }
    fn module_members(&self, module: &str) -> Vec<CompletionItem> {
        let known = self.knowledge.modules.get(module);
        let mut found: Vec<CompletionItem> =
            known.map_or_else(Vec::new, |m| m.members.iter().map(item).collect());
        let prefix = format!("{module}.");
        for name in self.knowledge.modules.keys() {
            if let Some(rest) = name.strip_prefix(&prefix)
                && !rest.contains('.')
                && found.iter().all(|i| i.label != rest)
            {
                found.push(plain(rest, CompletionItemKind::MODULE));
            }
        }
        found
    }

    /// `import a.b|`, `from a.b|`, `from a import b|`.
    fn import_completions(&self, line: &str) -> Option<Vec<CompletionItem>> {
        let line = line.trim_start();
        if let Some((module, _)) = line
            .strip_prefix("from ")
            .and_then(|l| l.split_once(" import"))
        {
            return Some(self.module_members(module.trim()));
        }
        let rest = line
            .strip_prefix("from ")
            .or_else(|| line.strip_prefix("import "))?;
        let typed = rest.rsplit([',', ' ']).next().unwrap_or("");
        let folder = typed.rfind('.').map_or("", |i| &typed[..i]);
        let mut names: Vec<&str> = Vec::new();
        for name in self.knowledge.modules.keys() {
            let inside = match folder {
                "" => Some(name.as_str()),
                f => name.strip_prefix(f).and_then(|r| r.strip_prefix('.')),
            };
            let first = inside.and_then(|r| r.split('.').next());
            names.extend(first.filter(|n| !n.starts_with("__")));
        }
        names.sort_unstable();
        names.dedup();
        Some(
            names
                .into_iter()
                .map(|n| plain(n, CompletionItemKind::MODULE))
                .collect(),
        )
    }

    /// Completion of a bare name: what is in scope at the cursor, then built-ins.
    fn names(&self) -> Vec<CompletionItem> {
        let mut out: Vec<CompletionItem> = Vec::new();
        let mut add = |i: CompletionItem| {
            if out.iter().all(|o| o.label != i.label) {
                out.push(i);
            }
        };
        let around = enclosing(self.text, self.at);
        for n in (1..=around.len()).rev() {
            let scope = self.knowledge.scope(self.path, &qualname(&around[..n]));
            for (name, known) in scope.into_iter().flat_map(|s| &s.vars) {
                let mut i = plain(name, CompletionItemKind::VARIABLE);
                i.detail = Some(known.text.clone());
                add(i);
            }
        }
        if let Some((_, module)) = self.knowledge.module_of(self.path) {
            for m in &module.members {
                add(item(m));
            }
        }
        for f in python::vocabulary::functions::Function::ALL {
            if !f.name().contains('.') {
                add(plain(f.name(), CompletionItemKind::FUNCTION));
            }
        }
        for k in KEYWORDS {
            add(plain(k, CompletionItemKind::KEYWORD));
        }
        out
    }

    /// The call around the position.
    pub(super) fn signature(&self) -> Option<SignatureHelp> {
        let before = self.before();
        let (open, argument) = open_call(before)?;
        let found = self.resolve(&chain(&before[..open]))?;
        let call: &Signature = match &found {
            Found::Member(m) => m.call.as_ref()?,
            Found::Type(_) | Found::Module(_) => return None,
        };
        let params = call.params.iter().map(|p| ParameterInformation {
            label: ParameterLabel::Simple(p.clone()),
            documentation: None,
        });
        let last = call.params.len().saturating_sub(1);
        let starred = call.params.last().is_some_and(|p| p.starts_with('*'));
        let active = if starred {
            argument.min(last)
        } else {
            argument
        };
        Some(SignatureHelp {
            signatures: vec![SignatureInformation {
                label: call.label.clone(),
                documentation: None,
                parameters: Some(params.collect()),
                active_parameter: Some(active as u32),
            }],
            active_signature: Some(0),
            active_parameter: Some(active as u32),
        })
    }
}

/// Where the innermost open parenthesis stands, and how many commas follow it at its level.
fn open_call(before: &str) -> Option<(usize, usize)> {
    let (mut depth, mut commas) = (0u32, 0);
    for (i, c) in before.char_indices().rev().take(4000) {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' if depth == 0 => return Some((i, commas)),
            '[' | '{' if depth == 0 => commas = 0,
            '(' | '[' | '{' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

/// Whether the end of a line is inside of a comment or a string.
fn in_comment_or_text(line: &str) -> bool {
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '#') => return true,
            (None, '"' | '\'') => quote = Some(c),
            (Some(_), '\\') => {
                chars.next();
            }
            (Some(q), c) if q == c => quote = None,
            _ => {}
        }
    }
    quote.is_some()
}

fn plain(name: &str, kind: CompletionItemKind) -> CompletionItem {
    CompletionItem {
        label: name.to_owned(),
        kind: Some(kind),
        ..CompletionItem::default()
    }
}

fn item(m: &Member) -> CompletionItem {
    let kind = match m.sort {
        Sort::Variable => CompletionItemKind::VARIABLE,
        Sort::Constant => CompletionItemKind::CONSTANT,
        Sort::Attribute => CompletionItemKind::FIELD,
        Sort::Function => CompletionItemKind::FUNCTION,
        Sort::Method => CompletionItemKind::METHOD,
        Sort::Class => CompletionItemKind::CLASS,
        Sort::Module => CompletionItemKind::MODULE,
    };
    CompletionItem {
        detail: Some(m.detail.clone()),
        ..plain(&m.name, kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_around_is_found_by_indentation() {
        let text = "class A(object):\n    def f(self):\n        x = 1\n        x.\n\n    def g(self):\n        pass\n\ny = ";
        let around = |needle: &str| {
            let at = text.find(needle).expect("it is there") + needle.len();
            qualname(&enclosing(text, at))
        };
        assert_eq!(around("x."), "A.f");
        assert_eq!(around("x.\n"), "A.f");
        assert_eq!(around("        pass"), "A.g");
        assert_eq!(around("y = "), "");
        assert_eq!(around("    def g"), "A");
    }

    #[test]
    fn chains_and_calls_are_read_backwards() {
        let name = |n: &str| Step::Name(n.to_owned());
        assert_eq!(
            chain("return a.b(1, (2)).c[0]"),
            [name("a"), name("b"), Step::Call, name("c"), Step::Item]
        );
        assert_eq!(chain("x = 'a'"), []);
        assert_eq!(chain("1 + )"), []);
        assert_eq!(open_call("f(a, g(1, 2), "), Some((1, 2)));
        assert_eq!(open_call("f(a)"), None);
        assert!(in_comment_or_text("x = 'it"));
        assert!(!in_comment_or_text("x = 'it' + y."));
    }
}
