//! File tests of the whole JIT in one process: `tests/jit/*.ll`.
//!
//! ```text
//! ...typed program with merge points...
//! #=== run threshold=1,edge_threshold=1
//! (a section for each setting; `gc` collects at every allocation; `counts` leaves the code out)
//! f(42)                                        (calls of functions with words)
//! #=== output
//! ...results, and the log with the residual code (written with GENEXT_BLESS=1)...
//! ```
//! The program goes through the hint-annotator, generator construction, the passes of a level without optimisation, and
//! the back end; it is mapped and run by the runtime. Every call is made a second time in a program without JIT, and
//! the results must be the same.
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

use ir::index::Idx;
use ir::lltype::LLType;
use jit::support::tables::Addresses;
use jit::versions::image::{ImageTables, make};
use jit::versions::log::{Log, LogLevel};
use jit::versions::native;
use jit::versions::params::set_threshold;
use jit_abi::info::JitInfo;
use jit_abi::settings::Settings;
use lowlevel::parse::parse_program;
use lowlevel::verify::{Phase, verify_program};
use lowlevel::{FuncId, Program, Value};
use runtime::runtime::Runtime;
use transform::{PassManager, pass_by_name};

const RUN: &str = "#=== run";
const OUTPUT: &str = "#=== output\n";

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/jit");
    filetest::run(folder, "ll", run_file)
}

fn run_file(path: &Path) -> Result<(), String> {
    let text = filetest::read(path)?;
    let (program, rest) = text
        .split_once(RUN)
        .ok_or_else(|| format!("{}: no run", path.display()))?;
    let mut actual = program.to_owned();
    for section in rest.split(RUN) {
        let (head, rest) = section.split_once('\n').unwrap_or((section, ""));
        let calls = rest.split_once(OUTPUT).map_or(rest, |r| r.0);
        // Each section in a thread of its own: a JIT belongs to a thread.
        let (program, head_, calls_) = (program.to_owned(), head.to_owned(), calls.to_owned());
        let output = std::thread::Builder::new()
            .stack_size(16 << 20)
            .spawn(move || run_section(&program, head_.trim(), &calls_))
            .map_err(|e| e.to_string())?
            .join()
            .map_err(|_| "panic".to_owned())??;
        actual.push_str(&format!("{RUN}{head}\n{calls}{OUTPUT}{output}"));
    }
    filetest::whole(path, &actual)
}

fn run_section(text: &str, head: &str, calls: &str) -> Result<String, String> {
    let words: Vec<&str> = head.split([' ', ',']).filter(|w| !w.is_empty()).collect();
    let switch = |name: &str| words.contains(&name);
    let own = ["gc", "counts", "results", "collect"];
    let settings: Vec<&str> = words.iter().copied().filter(|w| !own.contains(w)).collect();
    let mut settings = Settings::parse(&settings.join(","))?;
    settings.check = true;
    let level = if switch("results") {
        LogLevel::Off
    } else if switch("counts") {
        LogLevel::Versions
    } else {
        LogLevel::Residual
    };
    let mut off = settings.clone();
    off.off = true;
    let mut with = Machine::new(text, settings, Log::memory(level), switch("gc"))?;
    let mut without = Machine::new(text, off, Log::memory(LogLevel::Off), false)?;
    let mut out = String::new();
    for line in calls.lines().map(str::trim).filter(|l| !l.is_empty()) {
        // `f(1) x 20`: so many times.
        let (call, times) = line.split_once(" x ").unwrap_or((line, "1"));
        let times: usize = times.parse().map_err(|_| format!("bad count in {line}"))?;
        let mut last = String::new();
        for _ in 0..times {
            without.activate();
            let expected = without.call(call)?;
            with.activate();
            last = with.call(call)?;
            if last != expected {
                return Err(format!(
                    "{call} is {last}, without JIT {expected}\n{}",
                    with.log()
                ));
            }
        }
        out.push_str(&format!("{line} = {last}\n"));
        out.push_str(&with.log());
    }
    Ok(out)
}

struct Machine {
    program: Program,
    functions: Vec<u64>,
    rt: Box<Runtime>,
    jit: &'static jit::versions::jit::Jit,
}

fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        runtime::externs::register(jit::support::externs::TABLE);
        runtime::externs::register(native::TABLE);
    });
}

/// The way of a program with a JIT to an image.
fn translate(text: &str) -> Result<(Program, JitInfo), String> {
    let mut program = parse_program(text).map_err(|e| e.to_string())?;
    verify_program(&program, Phase::Typed)?;
    let errors = |list: Vec<ir::diag::Diagnostic>| {
        let list: Vec<String> = list.iter().map(|d| ir::diag::render(d, false)).collect();
        list.join("\n")
    };
    let colored = hintannotator::analyse(&mut program).map_err(errors)?;
    let prepared = timeshift::prepare(&mut program, colored).map_err(errors)?;
    let mut m = PassManager::with_options(
        Phase::Typed,
        transform::PassOptions {
            jit: false,
            ..transform::PassOptions::level(0)
        },
    );
    let run = |m: &mut PassManager, program: &mut Program, name: &'static str| {
        let pass = pass_by_name(name).ok_or("a pass is gone")?;
        m.run(program, pass)
            .map(|_| ())
            .map_err(|e| format!("{}: {}", e.pass, e.message))
    };
    for name in ["drop_jit", "stackcheck", "excstate"] {
        run(&mut m, &mut program, name)?;
    }
    let mut generated = timeshift::generate(&mut program, prepared).map_err(errors)?;
    timeshift::finish(&program, &mut generated.info);
    run(&mut m, &mut program, "gcroots")?;
    Ok((program, generated.info))
}

impl Machine {
    fn new(text: &str, settings: Settings, log: Log, gc: bool) -> Result<Machine, String> {
        register();
        let (program, info) = translate(text)?;
        let module =
            backend_x86::compile_program(&program, &backend_x86::BackendOptions::default())
                .map_err(|e| e.to_string())?;
        // Tests run in parallel: each takes a piece of the low 2 GiB.
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let base = 0x1000_0000 + n * 0x100_0000;
        let image = backend_x86::link(&module, base).map_err(|e| e.to_string())?;
        let loaded =
            runtime::loader::LoadedProgram::map(&image.bytes).map_err(|e| e.to_string())?;
        let config = runtime::heap::config::Config {
            nursery: 64 << 10,
            debug: gc,
            debug_major_every: 3,
            ..Default::default()
        };
        let mut rt = Runtime::new(loaded, config, Vec::new()).map_err(|e| e.to_string())?;
        let address = |i: usize, m: Option<u64>| -> u64 {
            let _ = i;
            m.unwrap_or(0)
        };
        let functions: Vec<u64> = (0..program.funcs.len())
            .map(|i| address(i, image.functions.get(&FuncId::new(i)).copied()))
            .collect();
        let objects: Vec<u64> = (0..program.objects.len())
            .map(|i| address(i, image.objects.get(&lowlevel::ObjId::new(i)).copied()))
            .collect();
        let threshold = info.threshold.map(|o| objects[o.0 as usize]);
        if let Some(t) = threshold
            && !settings.off
        {
            set_threshold(t, None, settings.threshold);
        }
        let tables = ImageTables {
            info,
            addresses: Addresses::new(functions.clone(), objects),
        };
        let settings = Settings {
            code_size: 1 << 20,
            ..settings
        };
        let jit = make(&mut rt, tables, settings, log).ok_or("no JIT")?;
        Ok(Machine {
            program,
            functions,
            rt,
            jit,
        })
    }
    /// Two machines share a thread: the functions of the JIT find this one.
    fn activate(&mut self) {
        native::activate(self.jit);
    }
    /// `name(words)`.
    fn call(&mut self, text: &str) -> Result<String, String> {
        let (name, args) = text
            .strip_suffix(')')
            .and_then(|t| t.split_once('('))
            .ok_or_else(|| format!("no call: {text}"))?;
        let f = self
            .program
            .func_by_name(name)
            .ok_or_else(|| format!("no function {name}"))?;
        let sig = self
            .program
            .types
            .as_func(self.program.funcs[f].sig)
            .clone();
        let mut words = Vec::new();
        for (a, ty) in args
            .split(',')
            .map(str::trim)
            .filter(|a| !a.is_empty())
            .zip(&sig.args)
        {
            let float = *ty == LLType::Float;
            let word = if float {
                a.parse::<f64>().map_err(|e| format!("{a}: {e}"))?.to_bits()
            } else {
                a.parse::<i64>().map_err(|e| format!("{a}: {e}"))? as u64
            };
            words.push((word, float));
        }
        let address = self.functions[f.0 as usize];
        let word = self
            .rt
            .call_words(address, &words, sig.result == LLType::Float);
        if self.rt.context.exc_type != 0 {
            let name = self.rt.program.view.vtable_name(self.rt.context.exc_type);
            let name = name.unwrap_or("an exception").to_owned();
            self.rt.context.exc_type = 0;
            self.rt.context.exc_value = 0;
            return Ok(format!("raised {name}"));
        }
        Ok(match sig.result {
            LLType::Void => "nothing".to_owned(),
            LLType::Float => format!("{:?}", f64::from_bits(word)),
            _ => (word as i64).to_string(),
        })
    }
    /// The log since the last time, without what differs from run to run, and without the origins of sessions.
    fn log(&self) -> String {
        let mut out = String::new();
        for line in self.jit.log.take().lines() {
            if ["jit session ", "jit place ", "jit trust ", "jit promote "]
                .iter()
                .any(|p| line.starts_with(p))
            {
                continue;
            }
            // What the page of a log needs, at the end of the line.
            let line = match line.starts_with("jit fragment ") {
                true => line.split(" passes=").next().unwrap_or(line),
                false => line,
            };
            let words: Vec<&str> = line
                .split(' ')
                .filter(|w| {
                    ![
                        "address=",
                        "session=",
                        "at=",
                        "bytes=",
                        "cold=",
                        "ns=",
                        "microseconds=",
                        "portal=0",
                    ]
                    .iter()
                    .any(|p| w.starts_with(p))
                })
                .collect();
            out.push_str(words.join(" ").trim_end());
            out.push('\n');
        }
        // Addresses of prebuilt objects and functions by name.
        for (o, &address) in self.jit.state.tables.objects.iter_enumerated() {
            if address != 0 {
                let name = &self.program.objects[o].name;
                let name = if name.is_empty() {
                    o.to_string()
                } else {
                    name.clone()
                };
                out = out.replace(&format!("{address:#x}"), &format!("@{name}"));
                out = out.replace(&format!("@{address:x}"), &format!("@{name}"));
            }
        }
        let _ = Value::Void;
        out
    }
}
