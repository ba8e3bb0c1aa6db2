//! The entry points: whole programs, and helpers that later stages feed back.
use flowspace::CallShape;
use ir::diag::Diagnostic;
use ir::source::Span;
use python::live::{Identity, Value};

use crate::defs::*;
use crate::engine::{Annotator, NOWHERE, Stop};
use crate::front::FrontEnd;
use crate::model::lattice;
use crate::model::*;
use crate::program::AnnotatedProgram;

impl Annotator {
    /// Annotates a program from its entry point. On errors, all diagnostics; warnings are left in
    /// [`Annotator::diagnostics`].
    pub fn run(&mut self, entry: &Value, args: &[Annotation]) -> Result<GraphId, Vec<Diagnostic>> {
        let g = self.start(entry, args)?;
        self.program.entry = Some(g);
        self.finish()?;
        Ok(g)
    }

    /// Whether the annotated program writes to a prebuilt list or dictionary.
    pub fn writes_to(&self, container: Identity) -> bool {
        let p = &self.program;
        let list = p.prebuilt_lists.get(&container);
        let dict = p.prebuilt_dicts.get(&container);
        list.is_some_and(|(_, l)| p.list(*l).mutated || p.list(*l).resized)
            || dict.is_some_and(|(_, d)| p.dict(*d).mutated)
    }

    /// `list of str`, what an entry point gets as `argv`.
    pub fn argv(&mut self) -> Annotation {
        let l = self.fresh_list(Annotation::str0());
        if let AnnotationKind::List(id) = l.kind() {
            // The list comes from outside: programs may do with it what they like.
            let def = self.program.lists.get_mut(*id);
            def.resized = true;
            def.mutated = true;
        }
        l
    }

    /// Annotates a helper for later stages and everything it reaches; works at any time, also after [`Annotator::run`].
    /// Functions of `rpython.rtyper.lltypesystem` are specialised by the low-level types of their arguments.
    pub fn annotate_helper(
        &mut self,
        func: &Value,
        args: &[Annotation],
    ) -> Result<GraphId, Vec<Diagnostic>> {
        // A helper sees no prebuilt instances and makes no claims: only its own graphs and call sites are new.
        let first = self.program.graphs.next_id();
        let g = self.start(func, args)?;
        self.run_worklist();
        while self.open_exits_of_reads() {
            self.run_worklist();
        }
        self.here = NOWHERE;
        self.report_blocked();
        if self.errors.found.values().any(Diagnostic::is_error) {
            return Err(self.take_errors());
        }
        self.form_families(first);
        self.find_class_tests(first);
        Ok(g)
    }

    fn start(&mut self, func: &Value, args: &[Annotation]) -> Result<GraphId, Vec<Diagnostic>> {
        self.here = NOWHERE;
        self.span = match func {
            Value::Function(f) => f.span(),
            _ => Span::NONE,
        };
        let Value::Function(f) = func else {
            return Err(vec![Diagnostic::error(
                "E0400",
                Span::NONE,
                format!(
                    "the entry point is not a function but a {}",
                    func.type_name()
                ),
            )]);
        };
        let d = self.function_desc(f);
        let shape = CallShape {
            positional: args.len() as u32,
            keywords: Vec::new(),
            star: false,
        };
        match self.call_function(d, &shape, args, None) {
            Ok(Some(g)) => Ok(g),
            Ok(None) => Err(vec![Diagnostic::internal(
                self.span,
                "this function has no graph of its own",
            )]),
            Err(Stop::Blocked) => Err(vec![Diagnostic::internal(
                self.span,
                "the function cannot be annotated",
            )]),
            Err(Stop::Failed) => Err(self.take_errors()),
        }
    }

    /// To the fixed point, then the checks at the end and the call families.
    pub(crate) fn finish(&mut self) -> Result<(), Vec<Diagnostic>> {
        for _ in 0..16 {
            self.run_worklist();
            self.here = NOWHERE;
            if !self.reread_prebuilt() {
                break;
            }
        }
        while self.open_exits_of_reads() || self.hold_key_functions() {
            self.run_worklist();
            self.here = NOWHERE;
            if self.reread_prebuilt() {
                self.run_worklist();
                self.here = NOWHERE;
            }
        }
        while self.report_blocked() {
            self.run_worklist();
        }
        self.check_claims();
        self.report_at_end();
        if self.errors.found.values().any(Diagnostic::is_error) {
            return Err(self.take_errors());
        }
        self.form_families(GraphId(0));
        self.find_class_tests(GraphId(0));
        Ok(())
    }

    fn take_errors(&mut self) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = self.errors.found.drain(..).map(|(_, d)| d).collect();
        all.sort_by_key(|d| (d.span.file, d.span.start, d.code));
        all
    }

    /// Warnings so far, by place.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let mut all: Vec<&Diagnostic> = self.errors.found.values().collect();
        all.sort_by_key(|d| (d.span.file, d.span.start, d.code));
        all.into_iter()
    }

    /// What annotation has found so far.
    pub fn program(&self) -> &AnnotatedProgram {
        &self.program
    }
    /// The source of flow graphs, for questions about live objects after annotation.
    pub fn front_mut(&mut self) -> &mut dyn FrontEnd {
        &mut *self.front
    }

    /// Flows every reached block once more and to the fixed point again; the number of rules applied.
    pub fn reflow(&mut self) -> u64 {
        let before = self.stats.rules;
        let graphs: Vec<GraphId> = self.program.graphs.indices().collect();
        for g in graphs {
            let flow = self.program.graphs[g].flow.clone();
            for b in flow.graph.live_blocks() {
                self.reschedule(BlockRef { graph: g, block: b });
            }
        }
        self.run_worklist();
        self.stats.rules - before
    }

    /// Applies every rule once more and says what changes: nothing, if the state is a fixed point.
    pub fn check_fixed_point(&mut self) -> Vec<String> {
        let before = self.snapshot();
        self.reflow();
        let after = self.snapshot();
        let mut out = Vec::new();
        for (k, v) in &after {
            if before.get(k) != Some(v) {
                out.push(format!(
                    "{k}: {} became {v}",
                    before.get(k).map_or("nothing", String::as_str)
                ));
            }
        }
        out.sort();
        out
    }

    /// The state in a form that does not depend on the order in which it was reached: names of variables and attributes
    /// to annotations.
    pub fn snapshot(&self) -> FxIndexMap<String, String> {
        let p = &self.program;
        let mut out = FxIndexMap::default();
        // Several functions may have one name (closures): their graphs are told apart by what they hold.
        let mut graphs: Vec<(String, Vec<(String, String)>)> = Vec::new();
        for (_, info) in p.graphs.iter_enumerated() {
            let g = info.graph();
            let bindings = g
                .vars
                .indices()
                .filter(|&v| !info.bindings[v].is_impossible());
            graphs.push((
                format!("{} {:?}", g.name, key_text(p, &info.key)),
                bindings
                    .map(|v| {
                        (
                            v.to_string(),
                            crate::model::show::compact(p, info.bindings[v]),
                        )
                    })
                    .collect(),
            ));
        }
        graphs.sort();
        let mut nth = 0;
        for i in 0..graphs.len() {
            nth = if i > 0 && graphs[i].0 == graphs[i - 1].0 {
                nth + 1
            } else {
                0
            };
            for (v, a) in &graphs[i].1 {
                out.insert(format!("{}#{nth} {v}", graphs[i].0), a.clone());
            }
        }
        for (_, c) in p.classes.iter_enumerated() {
            for (n, at) in &c.attrs {
                out.insert(
                    format!("{}.{n}", c.name),
                    crate::model::show::compact(p, p.cell(at.cell)),
                );
            }
        }
        out.sort_keys();
        out
    }

    /// `a ≤ b` modulo E, where booleans are integers.
    pub fn is_below(&self, a: Annotation, b: Annotation) -> bool {
        lattice::fits(&self.program, b, a)
    }
}

fn key_text(p: &AnnotatedProgram, k: &SpecKey) -> String {
    let parts: Vec<String> = k
        .parts
        .iter()
        .map(|x| match x {
            SpecPart::Annotation(a) => crate::model::show::compact(p, *a),
            SpecPart::LowLevel(t) => p.types.show(*t),
            SpecPart::Site(s) => {
                format!("{}:{}:{}", p.graphs[s.graph].graph().name, s.block, s.index)
            }
            SpecPart::Sort(s, n) => format!("{s}{n}"),
            SpecPart::Any => "_".into(),
        })
        .collect();
    format!("{:?}{}", k.star_arity, parts.join(","))
}
