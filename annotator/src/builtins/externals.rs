//! Calls of external functions, whose types stand in `python::vocabulary::externals`.
use python::vocabulary::externals::{External, ExternalRow};

use crate::calls::CallArgs;
use crate::engine::{Annotator, Res};
use crate::model::*;

impl Annotator {
    pub(super) fn call_external(&mut self, f: External, args: &CallArgs) -> Res {
        let e = f.row();
        if !args.shape.keywords.is_empty() {
            return self.fail("E0481", format!("{}() takes no keyword arguments", e.name));
        }
        if e.rounds
            && let &[a] = &args.values[..]
            && !self.in_python2()
        {
            match a.kind() {
                AnnotationKind::Float => return Ok(Annotation::int()),
                AnnotationKind::Int { kind, .. } if *kind == IntKind::SIGNED => {
                    return Ok(a.without_const().without_bool());
                }
                AnnotationKind::Int { kind, .. } if kind.bits <= 64 => {
                    return Ok(Annotation::int());
                }
                AnnotationKind::Bool(_) => return Ok(Annotation::int_kind(IntKind::SIGNED, true)),
                _ => {}
            }
        }
        let (least, most) = match e.args.split_once('?') {
            Some((needed, optional)) => (needed.len(), needed.len() + optional.len()),
            None => (e.args.len(), e.args.len()),
        };
        let letters = e.args.chars().filter(|&c| c != '?');
        for (c, &a) in letters.zip(&args.values) {
            self.check_external_argument(e, c, a)?;
        }
        let n = args.values.len();
        if n < least || n > most {
            let message = format!("{}() is called with {n} arguments", e.name);
            return self.fail("E0481", message);
        }
        if let Some(inner) = e.result.strip_prefix('(') {
            let items: Vec<Annotation> =
                inner.trim_end_matches(')').chars().map(value_of).collect();
            return Ok(self.newtuple(&items));
        }
        match e.result.chars().next() {
            Some('L') => self.list_of(Annotation::str0(), 0),
            Some('!') => self.block_harmlessly(),
            Some(c) => Ok(value_of(c)),
            None => Ok(Annotation::none()),
        }
    }

    /// Refuses an argument that is not what its letter says. Strings with `\0` the runtime refuses: RPython's own check
    /// is a proof obligation that few programs meet.
    fn check_external_argument(&mut self, e: &ExternalRow, letter: char, a: Annotation) -> Res<()> {
        let good = match letter {
            'f' => a.is_integer() || a.kind() == &AnnotationKind::Float,
            'i' | 'n' => a.is_integer(),
            's' | '0' => matches!(a.kind(), AnnotationKind::Text(TextKind { wide: false, .. })),
            _ => self.contains(value_of(letter), a),
        };
        if good {
            return Ok(());
        }
        self.bad_argument(e.name, a).map(|_| ())
    }
}

fn value_of(c: char) -> Annotation {
    match c {
        'i' => Annotation::int(),
        'n' => Annotation::nonneg(),
        'f' => Annotation::float(),
        's' => Annotation::str(),
        'S' => Annotation::str0().nullable(),
        '0' => Annotation::str0(),
        'b' => Annotation::bool(),
        _ => Annotation::none(),
    }
}
