//! The minimiser: delta debugging on the tree of a program.
//!
//! A step makes the tree smaller in one place: it drops statements (classes and functions, too), drops a clause of a
//! compound statement, puts the body of a compound statement in its place, or puts in the place of an expression a part
//! of the same type or a literal. A step stays if the smaller program still fails in the same way, which the caller
//! decides. Steps are tried, large ones first, until none helps.
//!
//! Cost: the number of steps tried is about the size of the result times the number of rounds, plus a logarithm of what
//! is dropped for each run of statements that stay.
use super::tree::{Expr, Part, Stmt, Type};

/// A place in a tree: indices of statement, clause, statement, clause, ...
type Path = Vec<usize>;

/// Makes a program smaller as long as `fails` holds; `steps` limits how often that is asked.
pub fn minimise(
    mut program: Vec<Stmt>,
    steps: usize,
    fails: &mut dyn FnMut(&[Stmt]) -> bool,
) -> Vec<Stmt> {
    let mut left = steps;
    let mut ask = |p: &[Stmt]| {
        if left == 0 {
            return false;
        }
        left -= 1;
        fails(p)
    };
    loop {
        let before = measure(&program);
        drop_statements(&mut program, &mut ask);
        drop_clauses(&mut program, &mut ask);
        simplify(&mut program, &mut ask);
        if measure(&program) == before {
            return program;
        }
    }
}

fn measure(program: &[Stmt]) -> (usize, usize) {
    (super::tree::size(program), super::tree::text(program).len())
}

/// The statements at a place.
fn body_at<'a>(program: &'a mut Vec<Stmt>, path: &[usize]) -> &'a mut Vec<Stmt> {
    let mut body = program;
    for step in path.chunks(2) {
        body = body[step[0]].clauses[step[1]]
            .body
            .as_mut()
            .expect("a path leads through bodies");
    }
    body
}

/// All bodies, outer ones first.
fn bodies(program: &[Stmt]) -> Vec<Path> {
    fn walk(stmts: &[Stmt], path: &Path, out: &mut Vec<Path>) {
        out.push(path.clone());
        for (i, s) in stmts.iter().enumerate() {
            for (j, c) in s.clauses.iter().enumerate() {
                if let Some(body) = &c.body {
                    let mut inner = path.clone();
                    inner.extend([i, j]);
                    walk(body, &inner, out);
                }
            }
        }
    }
    let mut out = Vec::new();
    walk(program, &Vec::new(), &mut out);
    out
}

/// Drops runs of statements in each body, long runs first.
fn drop_statements(program: &mut Vec<Stmt>, ask: &mut dyn FnMut(&[Stmt]) -> bool) {
    // Bodies are looked up anew, since paths change with what is dropped.
    let mut index = 0;
    while let Some(path) = bodies(program).into_iter().nth(index) {
        let mut run = body_at(program, &path).len();
        while run > 0 {
            let mut at = 0;
            while at < body_at(program, &path).len() {
                let mut smaller = program.clone();
                let body = body_at(&mut smaller, &path);
                let end = (at + run).min(body.len());
                let dropped: Vec<Stmt> = body.drain(at..end).collect();
                let kept: Vec<Stmt> = dropped.iter().filter(|s| s.keep).cloned().collect();
                let useful = kept.len() < dropped.len();
                body.splice(at..at, kept);
                if useful && ask(&smaller) {
                    *program = smaller;
                } else {
                    at += run;
                }
            }
            run /= 2;
        }
        index += 1;
    }
}

/// Drops clauses, and puts bodies in the place of their statements.
fn drop_clauses(program: &mut Vec<Stmt>, ask: &mut dyn FnMut(&[Stmt]) -> bool) {
    let mut index = 0;
    while let Some(path) = bodies(program).into_iter().nth(index) {
        let mut at = 0;
        while at < body_at(program, &path).len() {
            let stmt = body_at(program, &path)[at].clone();
            let mut changed = false;
            if stmt.clauses[0].body.is_some() && !stmt.keep {
                for clause in &stmt.clauses {
                    let mut smaller = program.clone();
                    let inner = clause.body.clone().unwrap_or_default();
                    body_at(&mut smaller, &path).splice(at..=at, inner);
                    if ask(&smaller) {
                        *program = smaller;
                        changed = true;
                        break;
                    }
                }
            }
            let mut clause = stmt.clauses.len();
            while !changed && clause > 1 {
                clause -= 1;
                let mut smaller = program.clone();
                body_at(&mut smaller, &path)[at].clauses.remove(clause);
                if ask(&smaller) {
                    *program = smaller;
                }
            }
            if !changed {
                at += 1;
            }
        }
        index += 1;
    }
}

/// The simplest expression of a type, if there is one that needs no context.
fn literal(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Int | Type::Ring => "0",
        Type::UInt => "r_uint(0)",
        Type::UInt32 => "r_uint32(0)",
        Type::Single => "r_singlefloat(0.0)",
        Type::Bool => "False",
        Type::Float => "0.0",
        Type::Str => "''",
        Type::Uni => "u''",
        Type::Opt(_) => "None",
        _ => return None,
    })
}

/// The expressions of a program, in order.
fn expressions<'a>(stmts: &'a mut [Stmt], out: &mut Vec<&'a mut Expr>) {
    for clause in stmts.iter_mut().flat_map(|s| &mut s.clauses) {
        for part in &mut clause.head {
            if let Part::Sub(e) = part {
                out.push(e);
            }
        }
        if let Some(body) = &mut clause.body {
            expressions(body, out);
        }
    }
}

/// A part of an expression.
fn nth<'a>(e: &'a mut Expr, path: &[usize]) -> &'a mut Expr {
    let mut e = e;
    for &i in path {
        let Part::Sub(sub) = &mut e.parts[i] else {
            unreachable!("paths lead through expressions")
        };
        e = sub;
    }
    e
}

/// The paths of an expression's parts, itself first.
fn parts_of(e: &Expr, path: &Path, out: &mut Vec<Path>) {
    out.push(path.clone());
    for (i, p) in e.parts.iter().enumerate() {
        if let Part::Sub(sub) = p {
            let mut inner = path.clone();
            inner.push(i);
            parts_of(sub, &inner, out);
        }
    }
}

/// What may stand in the place of an expression, simple ones first.
fn alternatives(e: &Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    if let Some(text) = literal(&e.ty)
        && e.text() != text
    {
        found.push(Expr::atom(e.ty.clone(), text));
    }
    let mut paths = Vec::new();
    parts_of(e, &Vec::new(), &mut paths);
    let mut copy = e.clone();
    let mut inner: Vec<Expr> = paths[1..]
        .iter()
        .map(|p| nth(&mut copy, p).clone())
        .filter(|i| i.ty == e.ty)
        .collect();
    inner.sort_by_key(Expr::size);
    found.extend(inner);
    found.retain(|a| a.text().len() < e.text().len());
    found
}

/// Simplifies expressions.
fn simplify(program: &mut Vec<Stmt>, ask: &mut dyn FnMut(&[Stmt]) -> bool) {
    let mut index = 0;
    loop {
        let mut all = Vec::new();
        expressions(program, &mut all);
        if index >= all.len() {
            return;
        }
        let mut paths = Vec::new();
        parts_of(all[index], &Vec::new(), &mut paths);
        let mut at = 0;
        while at < paths.len() {
            let path = paths[at].clone();
            let mut all = Vec::new();
            expressions(program, &mut all);
            let here = nth(all[index], &path).clone();
            for alternative in alternatives(&here) {
                let mut smaller = program.clone();
                let mut all = Vec::new();
                expressions(&mut smaller, &mut all);
                *nth(all[index], &path) = alternative;
                if ask(&smaller) {
                    *program = smaller;
                    break;
                }
            }
            // Paths below this one may be gone.
            let mut all = Vec::new();
            expressions(program, &mut all);
            paths.clear();
            parts_of(all[index], &Vec::new(), &mut paths);
            at += 1;
        }
        index += 1;
    }
}
