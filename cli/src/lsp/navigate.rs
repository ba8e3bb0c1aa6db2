//! References and renaming: which names in the files of a project are one and the same.
//!
//! ```text
//! local      (file, scope, name)            all of the function
//! global     (file, name)                   followed through `from m import name` and `m.name`
//! attribute  name, and the class that has it, as annotation found it
//! ```
//! An attribute in code that was never annotated may belong to any class. It counts as a reference as long as one class
//! only has such a name; where several have, renaming is refused with the place instead of breaking a program.
use std::collections::BTreeMap;

use super::facts::FileRange;
use super::knowledge::Knowledge;
use super::syntax::{Occurrence, Role, Syntax};

/// What a name is, whichever file it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    Local {
        path: String,
        scope: usize,
        name: String,
    },
    Global {
        path: String,
        name: String,
    },
    /// An attribute or method; the class that has it first, if that is known.
    Attribute {
        home: Option<String>,
        name: String,
    },
}

/// A file of the project, parsed, for looking up names.
pub(super) struct File<'a> {
    pub path: &'a str,
    pub syntax: &'a Syntax,
}

/// The files of a project, with what is known of them.
pub(super) struct Project<'a> {
    pub files: Vec<File<'a>>,
    pub knowledge: &'a Knowledge,
}

impl<'a> Project<'a> {
    fn file(&self, path: &str) -> Option<&File<'a>> {
        self.files.iter().find(|f| f.path == path)
    }
    /// The path of a module that a file imports.
    fn module_path(&self, from: &str, module: &str) -> Option<String> {
        let dots = module.len() - module.trim_start_matches('.').len();
        let name = match dots {
            0 => module.to_owned(),
            _ => {
                let (own, _) = self.knowledge.module_of(from)?;
                let mut parts: Vec<&str> = own.split('.').collect();
                parts.truncate(parts.len().saturating_sub(dots));
                let rest = &module[dots..];
                parts.extend((!rest.is_empty()).then_some(rest));
                parts.join(".")
            }
        };
        self.knowledge.modules.get(&name)?.path.clone()
    }
    /// Where a global name is defined, followed through imports.
    fn global(&self, path: &str, name: &str) -> Identity {
        let (mut path, mut name) = (path.to_owned(), name.to_owned());
        for _ in 0..16 {
            let import = self
                .file(&path)
                .and_then(|f| f.syntax.scopes[0].imports.get(&name));
            let Some((module, Some(original))) = import else {
                break;
            };
            let Some(next) = self.module_path(&path, module) else {
                break;
            };
            (path, name) = (next, original.clone());
        }
        Identity::Global { path, name }
    }
    /// What an occurrence is; none of builtins.
    pub(super) fn identity(&self, file: &File<'_>, o: &Occurrence) -> Option<Identity> {
        let syntax = file.syntax;
        let name = o.name.clone();
        match &o.role {
            Role::Name(scope) => {
                let bound = syntax.binding(*scope, &name)?;
                if syntax.scopes[bound].is_class {
                    return Some(self.member(file, bound, name));
                }
                if bound == 0 {
                    return Some(self.global(file.path, &name));
                }
                if let Some((module, Some(original))) = syntax.scopes[bound].imports.get(&name)
                    && let Some(path) = self.module_path(file.path, module)
                {
                    return Some(self.global(&path, original));
                }
                let path = file.path.to_owned();
                Some(Identity::Local {
                    path,
                    scope: bound,
                    name,
                })
            }
            Role::Imported(module) => {
                let path = self.module_path(file.path, module)?;
                Some(self.global(&path, &name))
            }
            Role::Member(scope) => Some(self.member(file, *scope, name)),
            Role::Attribute(base) => {
                if let Some((scope, base)) = base
                    && let Some(bound) = syntax.binding(*scope, base)
                    && let Some((module, original)) = syntax.scopes[bound].imports.get(base)
                {
                    let full = match original {
                        Some(o) => format!("{module}.{o}"),
                        None => module.clone(),
                    };
                    if let Some(path) = self.module_path(file.path, &full) {
                        return Some(self.global(&path, &name));
                    }
                }
                let home = FileRange::of(o.span).and_then(|p| {
                    let known = self.knowledge.attributes.get(file.path)?;
                    let found = known.iter().find(|(end, _)| *end == p.last())?;
                    Some(found.1.clone())
                });
                Some(Identity::Attribute { home, name })
            }
            // Of a function of this name: its parameter.
            Role::Keyword(callee) => self.files.iter().find_map(|f| {
                let scopes = f.syntax.scopes.iter().enumerate();
                let mut of_callee = scopes.filter(|(_, s)| {
                    let is_init = s.qualname.strip_suffix(".__init__").map(last_part);
                    let function = s.function.as_ref().map(|f| f.name.as_str());
                    function == Some(callee) || is_init == Some(callee)
                });
                let (scope, _) = of_callee.find(|(_, s)| {
                    let params = s.function.iter().flat_map(|f| &f.params);
                    params.into_iter().any(|(n, _)| *n == name)
                })?;
                Some(Identity::Local {
                    path: f.path.to_owned(),
                    scope,
                    name: name.clone(),
                })
            }),
        }
    }
    /// A name that a class body defines: of the class above that has it first.
    fn member(&self, file: &File<'_>, scope: usize, name: String) -> Identity {
        let class = &file.syntax.scopes[scope].qualname;
        let module = self.knowledge.module_of(file.path).map(|(m, _)| m);
        let module = module.or_else(|| file.path.rsplit('/').next()?.strip_suffix(".py"));
        let own = module.map(|m| format!("{m}.{class}.{name}"));
        // Annotation names it by the base class, if that has it, too.
        let known = self.knowledge.attributes.values().flatten();
        let suffix = format!(".{name}");
        let all: std::collections::BTreeSet<&String> = known
            .map(|(_, key)| key)
            .filter(|k| k.ends_with(&suffix))
            .collect();
        let home = match own {
            Some(own) if all.contains(&own) => Some(own),
            // One class has it as far as anybody reads it: this is a base or an override of that.
            _ if all.len() == 1 => all.into_iter().next().cloned(),
            _ => None,
        };
        Identity::Attribute { home, name }
    }

    /// All places of the same thing, by file.
    pub(super) fn references(&self, wanted: &Identity) -> BTreeMap<String, Vec<&'a Occurrence>> {
        let mut out: BTreeMap<String, Vec<&'a Occurrence>> = BTreeMap::new();
        for f in &self.files {
            for o in &f.syntax.occurrences {
                if o.name != wanted.name() && !matches!(wanted, Identity::Global { .. }) {
                    continue;
                }
                let Some(found) = self.identity(f, o) else {
                    continue;
                };
                // `import x as y`: `y` is another name of it, which stays.
                if found.same(wanted) && o.name == wanted.name() {
                    out.entry(f.path.to_owned()).or_default().push(o);
                }
            }
        }
        for found in out.values_mut() {
            found.dedup_by_key(|o| o.span);
        }
        out
    }

    /// Why a renaming would not be safe.
    pub(super) fn obstacle(&self, wanted: &Identity, new: &str) -> Option<String> {
        let usable = new
            .chars()
            .enumerate()
            .all(|(i, c)| c == '_' || c.is_alphabetic() || i > 0 && c.is_alphanumeric());
        if new.is_empty() || !usable {
            return Some(format!("`{new}` is no name"));
        }
        match wanted {
            Identity::Local { path, scope, .. } => {
                let file = self.file(path)?;
                let taken = file.syntax.scopes[*scope].bound.contains(new);
                taken.then(|| format!("the function has a variable `{new}` already"))
            }
            Identity::Global { path, .. } => {
                let Some(file) = self.file(path) else {
                    return Some("it is defined outside of the project".to_owned());
                };
                let taken = file.syntax.scopes[0].bound.contains(new);
                taken.then(|| format!("the module has a name `{new}` already"))
            }
            Identity::Attribute { name, .. } => self.ambiguous(name),
        }
    }
    /// Whether two unrelated classes have an attribute, and some place does not say which it means.
    fn ambiguous(&self, name: &str) -> Option<String> {
        let suffix = format!(".{name}");
        let keys = self
            .knowledge
            .attributes
            .values()
            .flatten()
            .map(|(_, key)| key);
        let mut homes: Vec<&String> = keys.filter(|k| k.ends_with(&suffix)).collect();
        homes.sort();
        homes.dedup();
        if homes.len() < 2 {
            return None;
        }
        let unknown = self.files.iter().find_map(|f| {
            let mut all = f.syntax.occurrences.iter().filter(|o| o.name == name);
            let o = all.find(|o| {
                let found = self.identity(f, o);
                matches!(found, Some(Identity::Attribute { home: None, .. }))
            })?;
            o.span.location()
        })?;
        Some(format!(
            "several classes have `{name}`, and it is not known which of them is meant at {unknown}"
        ))
    }
}

fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

impl Identity {
    /// The name at the definition.
    pub(super) fn name(&self) -> &str {
        match self {
            Identity::Local { name, .. }
            | Identity::Global { name, .. }
            | Identity::Attribute { name, .. } => name,
        }
    }
    fn same(&self, other: &Identity) -> bool {
        match (self, other) {
            (Identity::Attribute { home: a, name }, Identity::Attribute { home: b, name: m }) => {
                // What is not known may be it.
                name == m && (a == b || a.is_none() || b.is_none())
            }
            (a, b) => a == b,
        }
    }
}
