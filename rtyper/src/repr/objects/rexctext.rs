//! Texts of exceptions (see `annotator::classes::texts`): made where the exception is, read by `str(e)`.
use annotator::{Annotation, ClassId, EXCEPTION_TEXT, ExceptionText, TEXTLESS};
use ir::lltype::LLType;
use ir::name::Name;
use lowlevel::{Const, LLOp};
use python::live::Value;

use crate::repr::Repr;
use crate::repr::numbers::rint::k;
use crate::repr::objects::rclass::ClassField;
use crate::typer::dispatch::Typed;
use crate::typer::lower::{HArg, Opd};
use crate::typer::{Lower, R, RTyper};

impl RTyper {
    /// Where the text of exceptions of a class is, if the program reads any.
    fn text_field(&mut self, c: ClassId) -> R<Option<(ClassId, ClassField)>> {
        let found = self.find_field(c, Name::new(EXCEPTION_TEXT))?;
        Ok(found.map(|(owner, f, _)| (owner, f)))
    }
    /// The text of a prebuilt exception. `None`: it is not known.
    pub(in crate::repr) fn prebuilt_text(&mut self, c: ClassId, v: &Value) -> R<Option<Value>> {
        let Value::Instance(i) = v else {
            return Ok(None);
        };
        let class = i.class();
        if i.exc().is_none() {
            // What generated code raises.
            let textless = TEXTLESS.contains(&class.name.get().as_str());
            return Ok(textless.then(|| Value::str("")));
        }
        let str_ = Name::new("__str__");
        let own = (self.pg().mro(c)).any(|k| self.pg().class(k).class_dict.contains_key(&str_));
        if own {
            return Ok(None);
        }
        let text = match self.ann.attribute(v, str_) {
            Some(method) => self.ann.annotator().front_mut().call(&method, &[]).ok(),
            None => None,
        };
        Ok(text.and_then(|text| match text {
            Value::Str(_) => Some(text),
            text => (text.as_text().filter(|t| t.is_ascii())).map(|t| Value::str(&t)),
        }))
    }
}

impl Lower<'_> {
    /// A new exception, or one whose arguments are set again, keeps the text of these arguments.
    pub(in crate::repr) fn keep_text(
        &mut self,
        p: &Opd,
        class: ClassId,
        args: &[HArg],
        keywords: bool,
    ) -> R<()> {
        let Some((owner, f)) = self.rt.text_field(class)? else {
            return Ok(());
        };
        let anns: Vec<Annotation> = args.iter().map(|a| a.ann).collect();
        let known = match self.graph_id() {
            Some(g) if self.rt.pg().graphs[g].is_library() => None,
            _ => self.rt.pg().exception_text(class, &anns, keywords),
        };
        let text = match (known, args) {
            (None, _) => k(Const::null(LLType::Ptr(self.rt.basic.string))),
            (Some(ExceptionText::Str), [a]) => self.to_str(a)?,
            (Some(ExceptionText::Repr), [a]) => self.repr_text(a)?,
            (Some(ExceptionText::Tuple), _) => self.tuple_text(args.to_vec())?,
            (Some(ExceptionText::Errno), [n, what]) => {
                let (n, what) = (self.to_str(n)?, self.to_str(what)?);
                let mut text = k(self.rt.string_const(b"[Errno "));
                for part in [n, k(self.rt.string_const(b"] ")), what] {
                    text = self.concatenated(text, part)?;
                }
                text
            }
            _ => k(self.rt.string_const(b"")),
        };
        let st = self.rt.class_info(owner)?.object;
        let q = self.cast_pointer(p.clone(), LLType::Ptr(st));
        self.emit(LLOp::SetField(st, f.index), [q, text], LLType::Void);
        Ok(())
    }
    /// `Exception.__init__(self, ...)`
    pub(in crate::repr) fn builtin_init(&mut self, args: &[HArg]) -> R<Typed> {
        if let Some((receiver, rest)) = args.split_first()
            && let Repr::Instance(Some(c)) = self.rt.repr(receiver.repr)
        {
            let p = self.harg_as(receiver, receiver.repr)?;
            self.keep_text(&p, c, rest, false)?;
        }
        self.typed_void()
    }
    /// `str(x)` of an instance that is not None: the text of an exception, where it is known.
    pub(in crate::repr) fn instance_str(&mut self, class: Option<ClassId>, v: Opd) -> R<Opd> {
        let field = match class {
            Some(c) => self.rt.text_field(c)?,
            None => None,
        };
        let Some((owner, f)) = field else {
            return self.instance_text(v);
        };
        let ty = LLType::Ptr(self.rt.basic.string);
        let st = self.rt.class_info(owner)?.object;
        let q = self.cast_pointer(v.clone(), LLType::Ptr(st));
        let text = self.emit(LLOp::GetField(st, f.index), [q], ty);
        let unknown = self.is_null(text.clone());
        self.if_else(unknown, ty, |s| s.instance_text(v), |_| Ok(text))
    }
}
