//! What is mutated: the examples, the programs of the tests, and the targets of RPython's own source distribution if it
//! is there.
use std::path::{Path, PathBuf};

use crate::cases::root;
use crate::generate::Random;

/// Programs of the tests that are files of their own: folders of the repository.
const FOLDERS: &[&str] = &[
    "tests/tests/same",
    "tests/tests/jit/counts",
    "tests/tests/jit/faults",
    "tests/tests/jit/programs",
    "cli/tests/bad",
    "cli/tests/codes",
    "cli/tests/library",
    "cli/tests/lowlevel",
    "cli/tests/mistakes",
    "hintannotator/tests/errors",
];
/// What a program that makes or ends processes calls: a mutant might end those of others.
const PROCESSES: &[&str] = &["os.fork", "os.kill"];
/// Files of functions `t_name(n)`.
const FUNCTIONS: &[&str] = &["rtyper/tests/differential"];

/// A program: the files of a folder.
#[derive(Clone)]
pub struct Project {
    /// Where it comes from.
    pub name: String,
    /// All files, by their place in the folder.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    /// Which file is translated.
    pub target: PathBuf,
    /// Which files may be changed.
    pub mutable: Vec<usize>,
    /// It has merge points.
    pub jit: bool,
    /// Arguments of a run.
    pub arguments: Vec<String>,
    /// How often it is taken.
    weight: u64,
}

impl Project {
    fn new(name: String, files: Vec<(PathBuf, Vec<u8>)>, target: PathBuf, weight: u64) -> Project {
        let contains = |what: &[u8]| {
            files
                .iter()
                .any(|(_, text)| text.windows(what.len()).any(|w| w == what))
        };
        let text = files.iter().find(|(path, _)| *path == target);
        let text = text
            .map(|(_, text)| String::from_utf8_lossy(text).into_owned())
            .unwrap_or_default();
        let arguments = text
            .lines()
            .find_map(|l| l.strip_prefix("# run:"))
            .unwrap_or(" 3 5");
        Project {
            jit: contains(b"jit_merge_point"),
            arguments: arguments.split_whitespace().map(str::to_owned).collect(),
            mutable: (0..files.len()).collect(),
            name,
            files,
            target,
            weight,
        }
    }
    /// Writes all files into a folder.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        for (path, text) in &self.files {
            let path = folder.join(path);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(path, text)?;
        }
        Ok(())
    }
}

/// The programs that mutants are made from.
pub struct Corpus {
    projects: Vec<Project>,
    /// Files of functions, from which programs are made.
    functions: Vec<(String, Functions)>,
}

impl Corpus {
    /// Reads everything; `sdist` is the unpacked folder of RPython's source distribution.
    pub fn read(sdist: Option<&Path>) -> Corpus {
        let mut projects = Vec::new();
        for folder in FOLDERS {
            for path in python_files(&root().join(folder)) {
                let name = format!("{folder}/{}", file_name(&path));
                let Ok(text) = std::fs::read(&path) else {
                    continue;
                };
                let source = String::from_utf8_lossy(&text);
                if !PROCESSES.iter().any(|call| source.contains(call)) {
                    let target = PathBuf::from(file_name(&path));
                    projects.push(Project::new(name, vec![(target.clone(), text)], target, 10));
                }
            }
        }
        for (example, _) in crate::cases::EXAMPLES {
            let folder = root().join("examples").join(example);
            let mut files = Vec::new();
            read_folder(&folder, &folder, &mut files);
            let target = PathBuf::from(format!("target{example}.py"));
            projects.push(Project::new(
                format!("examples/{example}"),
                files,
                target,
                20,
            ));
        }
        if let Some(sdist) = sdist {
            projects.extend(sdist_projects(sdist));
        }
        let functions = FUNCTIONS
            .iter()
            .flat_map(|folder| python_files(&root().join(folder)));
        let functions = functions.filter_map(|path| {
            let text = std::fs::read_to_string(&path).ok()?;
            Some((file_name(&path), Functions::split(&text)))
        });
        Corpus {
            projects,
            functions: functions.collect(),
        }
    }
    /// One of the programs.
    ///
    /// What is drawn gives each program a place of its own, and the first one is taken (weighted rendezvous hashing): a
    /// program that is added, or goes, changes what is taken for few seeds only. So the seeds of a test that runs the
    /// same ones each time stay the same programs.
    pub fn pick(&self, random: &mut Random) -> Project {
        let of_functions = random.chance(30) && !self.functions.is_empty();
        let draw = random.word();
        if of_functions {
            let (name, functions) = first(draw, &self.functions, |(name, _)| (name, 1));
            let target = PathBuf::from(name);
            let text = functions.program(random);
            return Project::new(
                name.clone(),
                vec![(target.clone(), text.into_bytes())],
                target,
                1,
            );
        }
        first(draw, &self.projects, |p| (&p.name, p.weight)).clone()
    }
    /// How many programs there are.
    pub fn len(&self) -> usize {
        self.projects.len() + self.functions.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
fn python_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut found: Vec<PathBuf> = entries
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "py"))
        .collect();
    found.sort();
    found
}
fn read_folder(top: &Path, folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for path in python_files(folder) {
        if let (Ok(text), Ok(place)) = (std::fs::read(&path), path.strip_prefix(top)) {
            files.push((place.to_owned(), text));
        }
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut folders: Vec<PathBuf> = entries
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.is_dir() && !file_name(p).starts_with('.'))
        .collect();
    folders.sort();
    for f in folders {
        read_folder(top, &f, files);
    }
}

/// The targets of RPython's source distribution. Each is a program with the files beside it that it names.
fn sdist_projects(sdist: &Path) -> Vec<Project> {
    let mut projects = Vec::new();
    for folder in [
        "rpython/translator/goal",
        "rpython/jit/tl",
        "rpython/jit/tl/tinyframe",
        "rpython/jit/tl/tla",
    ] {
        let all = python_files(&sdist.join(folder));
        for target in all.iter().filter(|p| file_name(p).starts_with("target")) {
            let Ok(text) = std::fs::read(target) else {
                continue;
            };
            let text_of_target = String::from_utf8_lossy(&text).into_owned();
            let place = |p: &Path| Path::new(folder).join(file_name(p));
            let mut files = vec![(place(target), text)];
            for other in all.iter().filter(|p| *p != target) {
                let stem = file_name(other).replace(".py", "");
                let named = text_of_target
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .any(|w| w == stem);
                if let (true, Ok(text)) = (named, std::fs::read(other)) {
                    files.push((place(other), text));
                }
            }
            let code = files.len();
            let mut parent = Path::new(folder);
            while !parent.as_os_str().is_empty() {
                files.push((parent.join("__init__.py"), Vec::new()));
                parent = parent.parent().unwrap_or(Path::new(""));
            }
            let name = format!("{folder}/{}", file_name(target));
            let mut project = Project::new(name, files, place(target), 10);
            project.mutable = (0..code).collect();
            projects.push(project);
        }
    }
    projects
}

/// A file of functions `t_name(n)`, some with a comment on what they are given, and what these use.
struct Functions {
    shared: String,
    tests: Vec<(String, String)>,
}

impl Functions {
    fn split(text: &str) -> Functions {
        let mut pieces: Vec<String> = vec![String::new()];
        for line in text.lines() {
            let starts = line.starts_with(|c: char| c.is_alphabetic() || c == '@');
            let decorated = pieces
                .last()
                .is_some_and(|p| p.starts_with('@') && p.lines().count() == 1);
            if starts && !decorated {
                pieces.push(String::new());
            }
            if let Some(piece) = pieces.last_mut() {
                piece.push_str(line);
                piece.push('\n');
            }
        }
        let mut out = Functions {
            shared: String::new(),
            tests: Vec::new(),
        };
        for piece in pieces {
            let name = piece
                .strip_prefix("def ")
                .and_then(|rest| rest.split_once("(n):"));
            match name
                .map(|(name, _)| name.to_owned())
                .filter(|name| name.starts_with("t_"))
            {
                Some(name) => out.tests.push((name, piece)),
                None => out.shared.push_str(&piece),
            }
        }
        out
    }
    /// A program of a few of the functions.
    fn program(&self, random: &mut Random) -> String {
        let mut text = self.shared.clone();
        let mut entry = String::new();
        for _ in 0..1 + random.below(6) {
            if self.tests.is_empty() {
                break;
            }
            let (name, body) = &self.tests[random.below(self.tests.len() as u64) as usize];
            if text.contains(body.as_str()) {
                continue;
            }
            text.push_str(body);
            entry.push_str(&format!(
                "    for n in range(-2, 5):\n        try:\n            print({name}(n))\n        except Exception:\n            print('{name} raises')\n"
            ));
        }
        format!("{text}\n\ndef entry_point(argv):\n{entry}    return 0\n")
    }
}

/// The one of `all` that a draw gives the first place; `named` tells name and weight of one. There is at least one.
fn first<T>(draw: u64, all: &[T], named: impl Fn(&T) -> (&String, u64)) -> &T {
    let place = |one: &T| {
        let (name, weight) = named(one);
        // FNV-1a, which is the same on every machine and in every build.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |h: u64, b| {
            (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)
        });
        let uniform = (Random::new(draw ^ hash).word() >> 11) as f64 + 0.5;
        -(uniform / (1u64 << 53) as f64).ln() / weight as f64
    };
    all.iter()
        .min_by(|a, b| place(a).total_cmp(&place(b)))
        .expect("a corpus has programs")
}
