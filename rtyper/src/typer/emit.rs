//! Emission: what lowerings of operations use to append low-level operations, branch, check, raise and call.
use ir::lltype::{ContainerId, LLType};
use ir::model::{BlockId, ExitCase, ExitSwitch, Link, Operand, VarId};
use lowlevel::ops::SafetyError;
use lowlevel::{Const, FuncId, LLOp};
use python::live::Value;

use super::R;
use super::lower::{Lower, Opd};

impl Lower<'_> {
    /// Appends an operation to the block at hand; its result.
    pub fn emit(&mut self, op: LLOp, args: impl IntoIterator<Item = Opd>, ty: LLType) -> Opd {
        debug_assert!(!self.dead);
        let v = self.g.op(self.block, op, args, ty, self.span);
        Operand::Var(v)
    }
    /// Appends an operation that may raise; under handlers it ends the block.
    pub fn emit_raising(
        &mut self,
        op: LLOp,
        args: impl IntoIterator<Item = Opd>,
        ty: LLType,
    ) -> R<Opd> {
        let v = self.emit(op, args, ty);
        if self.handlers.is_empty() {
            return Ok(v);
        }
        let from = self.block;
        let next = self.g.new_block(Vec::new(), self.span);
        self.g.blocks[from].exitswitch = ExitSwitch::LastException;
        self.g.add_exit(from, Link::always(next, [], self.span));
        let (tc, ti) = (
            LLType::Ptr(self.rt.basic.vtable),
            LLType::Ptr(self.rt.basic.object),
        );
        for i in 0..self.handlers.len() {
            let edge = self.edge(i);
            let class = self.handlers[i].class.clone();
            let vtable = self.rt.vtable_of_value(&class)?;
            let (e, x) = (self.g.new_var(tc), self.g.new_var(ti));
            let mut link = Link::when(
                ExitCase::Exception(vtable),
                edge,
                [Operand::Var(e), Operand::Var(x)],
                self.span,
            );
            link.last_exception = Some(e);
            link.last_exc_value = Some(x);
            self.g.add_exit(from, link);
        }
        self.block = next;
        Ok(v)
    }
    fn edge(&mut self, i: usize) -> BlockId {
        if let Some(e) = self.handlers[i].edge {
            return e;
        }
        let (tc, ti) = (
            LLType::Ptr(self.rt.basic.vtable),
            LLType::Ptr(self.rt.basic.object),
        );
        let (e, x) = (self.g.new_var(tc), self.g.new_var(ti));
        let edge = self.g.new_block(vec![e, x], self.span);
        self.handlers[i].edge = Some(edge);
        edge
    }
    /// Whether a handler of the current operation may catch this builtin exception.
    pub fn catches(&self, name: &str) -> bool {
        self.handler_of(name).is_some()
    }
    fn handler_of(&self, name: &str) -> Option<usize> {
        let class = python::live::types().exception(name)?;
        self.handlers
            .iter()
            .position(|h| matches!(&h.class, Value::Class(c) if class.is_subclass(c)))
    }
    /// Raises a builtin exception here: jumps to its handler, or leaves the function.
    pub fn raise_known(&mut self, name: &str) -> R<()> {
        let (vtable, instance) = self.rt.known_exception(name)?;
        let args = [Operand::Const(vtable), Operand::Const(instance)];
        match self.handler_of(name) {
            Some(i) => {
                let edge = self.edge(i);
                self.goto(edge, args);
            }
            None => {
                let b = self.g.except_block;
                self.goto(b, args);
            }
        }
        self.dead = true;
        Ok(())
    }
    /// A call of a low-level function.
    pub fn call(&mut self, f: FuncId, args: impl IntoIterator<Item = Opd>) -> R<Opd> {
        let sig = self.rt.prog.funcs[f].sig;
        let ty = self.rt.types().as_func(sig).result;
        let args = self.drop_void(args);
        self.emit_raising(LLOp::DirectCall(f), args, ty)
    }
    /// Without the void arguments.
    pub fn drop_void(&self, args: impl IntoIterator<Item = Opd>) -> Vec<Opd> {
        args.into_iter()
            .filter(|a| self.ty(a) != LLType::Void)
            .collect()
    }
    /// A call of a function of the runtime.
    pub fn call_extern(&mut self, name: &str, args: Vec<Opd>) -> R<Opd> {
        let x = self.rt.extern_id(name)?;
        let ty = self.rt.prog.externs[x].result;
        if self.rt.prog.externs[x].can_raise {
            self.emit_raising(LLOp::ExternCall(x), args, ty)
        } else {
            Ok(self.emit(LLOp::ExternCall(x), args, ty))
        }
    }
    /// The type of an operand.
    pub fn ty(&self, o: &Opd) -> LLType {
        match o {
            Operand::Var(v) => *self.g.ty(*v),
            Operand::Const(c) => c.ty,
        }
    }
    /// Ends the current block by a jump.
    pub fn goto(&mut self, target: BlockId, args: impl IntoIterator<Item = Opd>) {
        let (b, span) = (self.block, self.span);
        self.g.goto(b, target, args, span);
    }
    /// Ends the current block with a test; returns the blocks of both ways.
    pub fn fork(&mut self, cond: Opd) -> (BlockId, BlockId) {
        let yes = self.g.new_block(Vec::new(), self.span);
        let no = self.g.new_block(Vec::new(), self.span);
        let (b, span) = (self.block, self.span);
        self.g.branch(
            b,
            cond,
            (yes, Default::default()),
            (no, Default::default()),
            span,
        );
        (yes, no)
    }
    /// A block that nothing leads to yet, with its inputargs.
    pub fn new_block(&mut self, args: &[LLType]) -> (BlockId, Vec<Opd>) {
        let vars: Vec<VarId> = args.iter().map(|&t| self.g.new_var(t)).collect();
        let b = self.g.new_block(vars.clone(), self.span);
        (b, vars.into_iter().map(Operand::Var).collect())
    }
    /// `if cond: yes() else: no()`, both of type `ty`.
    pub fn if_else(
        &mut self,
        cond: Opd,
        ty: LLType,
        yes: impl FnOnce(&mut Self) -> R<Opd>,
        no: impl FnOnce(&mut Self) -> R<Opd>,
    ) -> R<Opd> {
        let (b1, b2) = self.fork(cond);
        let (join, vals) = if ty == LLType::Void {
            self.new_block(&[])
        } else {
            self.new_block(&[ty])
        };
        let mut live = false;
        self.block = b1;
        let v = yes(self)?;
        if !self.dead {
            let args: Vec<Opd> = if vals.is_empty() { vec![] } else { vec![v] };
            self.goto(join, args);
            live = true;
        }
        self.dead = false;
        self.block = b2;
        let v = no(self)?;
        if !self.dead {
            let args: Vec<Opd> = if vals.is_empty() { vec![] } else { vec![v] };
            self.goto(join, args);
            live = true;
        }
        self.dead = !live;
        self.block = join;
        Ok(vals.into_iter().next().unwrap_or(Opd::Const(Const::VOID)))
    }
    /// A safety error: goes to the handler of this operation that catches it, or ends the program (the pass `observed`
    /// makes it an exception if a caller has a handler).
    pub fn abort(&mut self, why: SafetyError) {
        if let Some(name) = why.exception()
            && self.catches(name)
            && self.raise_known(name).is_ok()
        {
            return;
        }
        self.emit(LLOp::Abort(why), [], LLType::Void);
        self.dead = true;
    }
    /// Goes on if `ok`; otherwise the safety error `why`, seen by handlers as its exception.
    pub fn check(&mut self, ok: Opd, why: SafetyError) -> R<()> {
        if let Operand::Const(c) = &ok
            && c.as_bool() == Some(true)
        {
            return Ok(());
        }
        let (good, bad) = self.fork(ok);
        self.block = bad;
        self.abort(why);
        self.dead = false;
        self.block = good;
        Ok(())
    }
    /// Goes on if `ok`; otherwise raises `exception`, to the caller if no handler sees it.
    pub fn check_raise(&mut self, ok: Opd, exception: &str) -> R<()> {
        let (good, bad) = self.fork(ok);
        self.block = bad;
        self.raise_known(exception)?;
        self.dead = false;
        self.block = good;
        Ok(())
    }
    /// `op` on two operands.
    pub fn op2(&mut self, op: LLOp, a: Opd, b: Opd, ty: LLType) -> Opd {
        self.emit(op, [a, b], ty)
    }
    /// A `Signed` constant.
    pub fn int(&self, i: i64) -> Opd {
        Operand::Const(Const::signed(i))
    }
    /// `getfield` by name.
    pub fn getfield(&mut self, p: Opd, name: &str) -> R<Opd> {
        let (c, i, ty) = self.field(&p, name)?;
        Ok(self.emit(LLOp::GetField(c, i), [p], ty))
    }
    /// `setfield` by name; nothing for void fields.
    pub fn setfield(&mut self, p: Opd, name: &str, v: Opd) -> R<()> {
        if self.ty(&v) == LLType::Void {
            return Ok(());
        }
        let (c, i, _) = self.field(&p, name)?;
        self.emit(LLOp::SetField(c, i), [p, v], LLType::Void);
        Ok(())
    }
    fn field(&self, p: &Opd, name: &str) -> R<(ContainerId, u32, LLType)> {
        let LLType::Ptr(c) = self.ty(p) else {
            return Err(self.rt.internal(format!("field {name} of no pointer")));
        };
        let t = self.rt.types();
        let i = match t.get(c) {
            ir::lltype::Container::Struct(_) => t.field_index(c, name),
            _ => None,
        };
        let Some(i) = i else {
            return Err(self
                .rt
                .internal(format!("{} has no field {name}", t.show_container(c))));
        };
        match t.as_struct(c).fields[i].ty {
            ir::lltype::FieldType::Value(ty) => Ok((c, i as u32, ty)),
            ir::lltype::FieldType::Inline(_) => {
                Err(self.rt.internal(format!("field {name} is inlined")))
            }
        }
    }
    /// `malloc` of a fixed-size structure.
    pub fn malloc(&mut self, c: ContainerId) -> Opd {
        self.emit(LLOp::Malloc(c), [], LLType::Ptr(c))
    }
    /// `mallocvar`; handlers see its MemoryError.
    pub fn malloc_var(&mut self, c: ContainerId, n: Opd) -> R<Opd> {
        self.emit_raising(LLOp::MallocVar(c), [n], LLType::Ptr(c))
    }
    /// `cast_pointer`, if the type differs.
    pub fn cast_pointer(&mut self, p: Opd, ty: LLType) -> Opd {
        match &p {
            _ if self.ty(&p) == ty => p,
            Operand::Const(c) => Operand::Const(Const { ty, value: c.value }),
            Operand::Var(_) => self.emit(LLOp::CastPointer, [p], ty),
        }
    }
}
