//! Statements of generated programs.
use Ty::*;
use std::fmt::Write;

use super::*;

impl Programs {
    pub(super) fn function(&mut self, i: u64, budget: i32) {
        let params: Vec<Ty> = (0..1 + self.rand(3)).map(|_| self.ty()).collect();
        let result = self.ty();
        let name = format!("f{i}");
        let names: Vec<String> = (0..params.len()).map(|k| format!("p{k}")).collect();
        let _ = writeln!(self.out, "\ndef {name}({}):", names.join(", "));
        self.indent = 1;
        self.vars = names.into_iter().zip(params.clone()).collect();
        self.budget = budget;
        let n = if budget > 12 {
            budget as u64
        } else {
            1 + self.rand(4)
        };
        self.block(n);
        let e = self.expr(result, 2);
        self.line(&format!("return {e}"));
        self.indent = 0;
        self.functions.push((name, params, result));
    }
    pub(super) fn entry(&mut self) {
        self.out.push_str("\ndef entry(a, b, s):\n");
        self.indent = 1;
        self.vars = vec![("a".into(), Int), ("b".into(), Int), ("s".into(), Str)];
        self.budget = 40;
        // Every list, dictionary and attribute of the prelude is used somewhere, so that none stays unknown.
        self.line("acc = B(a & 1).total + A(a).extra");
        self.vars.push(("acc".into(), Int));
        // A few programs in a row show every feature.
        self.feature_number(self.seed);
        let n = 5 + self.rand(8);
        self.block(n);
        let e = self.expr(Int, 3);
        self.line(&format!("return intmask(acc + {e}) & 127"));
        self.indent = 0;
    }
    pub(super) fn block(&mut self, statements: u64) {
        let depth = self.vars.len();
        for _ in 0..statements {
            if self.budget <= 0 {
                break;
            }
            self.budget -= 1;
            self.statement();
        }
        if statements == 0 || self.budget <= 0 {
            self.line("pass");
        }
        let _ = depth;
    }
    /// A block whose new variables end with it.
    pub(super) fn scope(&mut self, statements: u64) {
        let n = self.vars.len();
        self.indent += 1;
        self.line("pass");
        self.block(statements);
        self.indent -= 1;
        self.vars.truncate(n);
    }
    pub(super) fn statement(&mut self) {
        match self.rand(30) {
            22.. => self.feature(),
            0..=4 => {
                let ty = self.ty();
                let e = self.expr(ty, 3);
                let v = self.fresh("v");
                self.line(&format!("{v} = {e}"));
                self.vars.push((v, ty));
            }
            5 => {
                // A variable that takes values of two branches.
                let ty = self.ty();
                let (c, e1, e2) = (self.expr(Bool, 2), self.expr(ty, 2), self.expr(ty, 2));
                let v = self.fresh("v");
                self.line(&format!("if {c}:"));
                self.line(&format!("    {v} = {e1}"));
                self.line("else:");
                self.line(&format!("    {v} = {e2}"));
                self.vars.push((v, ty));
            }
            6 => {
                let c = self.expr(Bool, 3);
                self.line(&format!("if {c}:"));
                self.scope(2);
                if self.chance(50) {
                    self.line("else:");
                    self.scope(2);
                }
            }
            7 => {
                let (v, n) = (self.fresh("i"), 1 + self.rand(4));
                self.line(&format!("for {v} in range({n}):"));
                self.vars.push((v, Int));
                self.scope(2);
                self.vars.pop();
            }
            8 => {
                let v = self.fresh("w");
                let n = 1 + self.rand(4);
                self.line(&format!("{v} = {n}"));
                self.line(&format!("while {v} > 0:"));
                self.vars.push((v.clone(), Int));
                self.line(&format!("    {v} -= 1"));
                // The counter is not assigned in the body.
                let at = self.vars.len() - 1;
                self.vars[at].1 = Int;
                let saved = self.vars.remove(at);
                self.scope(2);
                self.vars.push(saved);
            }
            9 => self.loop_over(),
            10 => {
                let x = self.expr(OptInst, 2);
                let (v, r) = (self.fresh("o"), self.fresh("v"));
                self.line(&format!("{v} = {x}"));
                let test = ["is not None", ""][self.rand(2) as usize];
                self.line(&format!("if {v} {test}:"));
                self.line(&format!("    {r} = {v}.n"));
                self.line("else:");
                let e = self.expr(Int, 2);
                self.line(&format!("    {r} = {e}"));
                self.vars.push((r, Int));
            }
            11 | 12 => {
                let x = self.expr(Inst, 2);
                let (v, r) = (self.fresh("o"), self.fresh("v"));
                self.line(&format!("{v} = {x}"));
                self.line(&format!("if isinstance({v}, A):"));
                self.line(&format!("    {r} = {v}.extra"));
                self.line(&format!("elif isinstance({v}, B):"));
                self.line(&format!("    {r} = len({v}.items) + {v}.total"));
                self.line("else:");
                self.line(&format!("    {r} = {v}.n"));
                self.vars.push((r, Int));
            }
            13 | 14 => {
                let v = self.fresh("v");
                let (value, error) = match self.rand(5) {
                    0 => {
                        let (l, i) = (self.expr(ListInt, 1), self.expr(Int, 1));
                        (format!("{l}[{i}]"), "IndexError")
                    }
                    1 => {
                        let (d, k) = (self.expr(DictStrInt, 1), self.expr(Str, 1));
                        (format!("{d}[{k}]"), "KeyError")
                    }
                    2 => {
                        let (x, y) = (self.expr(Int, 1), self.expr(Int, 1));
                        (format!("({x}) // ({y})"), "ZeroDivisionError")
                    }
                    3 => {
                        let s = self.expr(Str, 1);
                        (format!("int({s})"), "ValueError")
                    }
                    _ => {
                        let (l, i) = (self.expr(ListOpt, 1), self.expr(Int, 1));
                        let x = self.fresh("x");
                        self.line("try:");
                        self.line(&format!("    {x} = {l}[{i}]"));
                        self.line("except IndexError:");
                        self.line(&format!("    {x} = None"));
                        self.vars.push((x, OptInst));
                        return;
                    }
                };
                let e = self.expr(Int, 1);
                self.line("try:");
                self.line(&format!("    {v} = {value}"));
                self.line(&format!("except {error}:"));
                self.line(&format!("    {v} = {e}"));
                self.vars.push((v, Int));
            }
            15 => {
                let (v, x) = (self.fresh("v"), self.expr(Int, 2));
                self.line("try:");
                self.line(&format!("    {v} = fails({x})"));
                self.line("except SubErr as err:");
                self.line(&format!("    {v} = err.code"));
                self.line("except MyErr as err:");
                self.line(&format!("    {v} = err.code + 1"));
                self.line("except ValueError:");
                self.line(&format!("    {v} = -1"));
                self.vars.push((v, Int));
            }
            16 => {
                let x = self.expr(Inst, 2);
                match self.rand(5) {
                    0 => {
                        let e = self.expr(Int, 2);
                        self.line(&format!("{x}.n = {e}"));
                    }
                    1 => {
                        let e = self.expr(OptInst, 2);
                        self.line(&format!("{x}.ref = {e}"));
                    }
                    2 => {
                        let e = self.expr(OptStr, 2);
                        self.line(&format!("{x}.name = {e}"));
                    }
                    3 => {
                        self.line(&format!("STATE.last = {x}"));
                        self.line("STATE.count += 1");
                    }
                    _ => {
                        let e = self.expr(Int, 1);
                        self.line(&format!("acc{} = {x}.other({e})", self.next + 1));
                        let v = self.fresh("acc");
                        self.vars.push((v, Int));
                    }
                }
            }
            17 => {
                let (ty, item) =
                    [(ListInt, Int), (ListStr, Str), (ListOpt, OptInst)][self.rand(3) as usize];
                let (l, e) = (self.expr(ty, 1), self.expr(item, 2));
                let v = self.fresh("l");
                self.line(&format!("{v} = {l}"));
                match self.rand(5) {
                    0 => self.line(&format!("{v}.extend([{e}])")),
                    1 => self.line(&format!("{v}.insert(0, {e})")),
                    2 => self.line(&format!("{v}[0] = {e}")),
                    3 => {
                        self.line(&format!("{v}.append({e})"));
                        let x = self.fresh("v");
                        self.line(&format!("{x} = {v}.pop()"));
                        self.vars.push((x, item));
                    }
                    _ => self.line(&format!("{v}.append({e})")),
                }
                self.vars.push((v, ty));
            }
            18 => {
                if self.chance(50) {
                    let (d, k, e) = (
                        self.expr(DictStrInt, 1),
                        self.expr(Str, 1),
                        self.expr(Int, 2),
                    );
                    let v = self.fresh("d");
                    self.line(&format!("{v} = {d}"));
                    self.line(&format!("{v}[{k}] = {e}"));
                    self.vars.push((v, DictStrInt));
                } else {
                    let (d, k, e) = (
                        self.expr(DictIntInst, 1),
                        self.expr(Int, 1),
                        self.expr(Inst, 2),
                    );
                    let v = self.fresh("d");
                    self.line(&format!("{v} = {d}"));
                    self.line(&format!("{v}[{k}] = {e}"));
                    self.vars.push((v, DictIntInst));
                }
            }
            19 => {
                let (v, x) = (self.fresh("v"), self.expr(Int, 2));
                self.line(&format!("with Box({x}) as box:"));
                self.line(&format!("    {v} = box[2] + len(box)"));
                self.vars.push((v, Int));
            }
            20 => {
                let (v, t) = (self.fresh("v"), self.fresh("t"));
                let x = self.expr(Tuple, 2);
                let (p, q, r) = (self.fresh("v"), self.fresh("v"), self.fresh("v"));
                self.line(&format!("{t} = {x}"));
                self.line(&format!("{p}, {q}, {r} = {t}"));
                self.line(&format!("{v} = {t}[0]"));
                self.vars
                    .extend([(p, Int), (q, Str), (r, OptInst), (v, Int)]);
            }
            _ => {
                // Assignment to a variable that is there.
                let ty = self.ty();
                if let Some(v) = self.var(ty)
                    && !v.starts_with('i')
                    && !v.starts_with('w')
                {
                    let e = self.expr(ty, 2);
                    self.line(&format!("{v} = {e}"));
                } else {
                    let e = self.expr(Int, 2);
                    self.line(&format!("STATE.count = {e}"));
                }
            }
        }
    }
    pub(super) fn loop_over(&mut self) {
        let mut new = Vec::new();
        let head = match self.rand(13) {
            8 => {
                let (v, l) = (self.fresh("x"), self.expr(ListInt, 1));
                new.push((v.clone(), Int));
                format!("for {v} in reversed({l}[:3]):")
            }
            9 => {
                let (v, d) = (self.fresh("x"), self.expr(DictStrInt, 1));
                new.push((v.clone(), Int));
                format!("for {v} in {d}.itervalues():")
            }
            10 => {
                let (k, v, d) = (self.fresh("x"), self.fresh("x"), self.expr(DictStrInt, 1));
                new.extend([(k.clone(), Str), (v.clone(), Int)]);
                format!("for {k}, {v} in {d}.iteritems():")
            }
            11 => {
                let (v, d) = (self.fresh("x"), self.expr(DictStrInt, 1));
                new.push((v.clone(), Str));
                format!("for {v} in reversed_dict({d}):")
            }
            12 => {
                let (v, n) = (self.fresh("x"), self.rand(4));
                new.push((v.clone(), Int));
                format!("for {v} in Count({n}):")
            }
            0 => {
                let (v, l) = (self.fresh("x"), self.expr(ListInt, 1));
                new.push((v.clone(), Int));
                format!("for {v} in {l}[:4]:")
            }
            1 => {
                let (i, v, l) = (self.fresh("i"), self.fresh("x"), self.expr(ListStr, 1));
                new.extend([(i.clone(), Int), (v.clone(), Str)]);
                format!("for {i}, {v} in enumerate({l}[:4]):")
            }
            2 => {
                let (v, d) = (self.fresh("x"), self.expr(DictStrInt, 1));
                new.push((v.clone(), Str));
                format!("for {v} in {d}:")
            }
            3 => {
                let (k, v, d) = (self.fresh("x"), self.fresh("x"), self.expr(DictIntInst, 1));
                new.extend([(k.clone(), Int), (v.clone(), Inst)]);
                format!("for {k}, {v} in {d}.items():")
            }
            4 => {
                let (v, n) = (self.fresh("x"), self.rand(4));
                new.push((v.clone(), Int));
                format!("for {v} in numbers({n}):")
            }
            5 => {
                let (v, s) = (self.fresh("x"), self.expr(Str, 1));
                new.push((v.clone(), Char));
                format!("for {v} in ({s})[:3]:")
            }
            6 => {
                let (x, y) = (self.fresh("x"), self.fresh("x"));
                let (l, m) = (self.expr(ListInt, 1), self.expr(ListOpt, 1));
                new.extend([(x.clone(), Int), (y.clone(), OptInst)]);
                format!("for {x}, {y} in zip({l}[:3], {m}[:3]):")
            }
            _ => {
                let (v, a) = (self.fresh("i"), self.rand(6));
                new.push((v.clone(), Int));
                format!("for {v} in range({a}, -2, -1):")
            }
        };
        self.line(&head);
        // Loops over containers that the body changes may not end: the body gets other ones.
        let hidden: Vec<(String, Ty)> = self.vars.clone();
        self.vars
            .retain(|(_, t)| !matches!(t, ListInt | ListStr | ListOpt | DictStrInt | DictIntInst));
        let n = self.vars.len();
        self.vars.extend(new);
        self.indent += 1;
        self.line("acc += 1");
        self.budget -= 1;
        if self.budget > 0 {
            self.loop_body();
        }
        self.indent -= 1;
        let _ = n;
        self.vars = hidden;
        if !self.vars.iter().any(|(v, _)| v == "acc") {
            // In functions without an accumulator the line above needs one.
            self.ensure_acc();
        }
    }
    pub(super) fn loop_body(&mut self) {
        for _ in 0..2 {
            let e = self.expr(Int, 2);
            match self.rand(3) {
                0 => self.line(&format!("acc = {e}")),
                1 => self.line(&format!("STATE.count = {e}")),
                _ => {
                    let c = self.expr(Bool, 2);
                    self.line(&format!("if {c}:"));
                    self.line(&format!("    acc = {e}"));
                }
            }
        }
    }
    /// The accumulator of a function that lacks one: defined at its start.
    pub(super) fn ensure_acc(&mut self) {
        let at = self.out.rfind("\ndef ").unwrap_or(0);
        let colon = self.out[at..].find(":\n").map_or(at, |i| at + i + 2);
        self.out.insert_str(colon, "    acc = 0\n");
        self.vars.push(("acc".into(), Int));
    }
}
