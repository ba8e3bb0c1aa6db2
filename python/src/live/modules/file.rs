//! File objects: `open`, the standard streams.
//!
//! A file is a descriptor with its own read and write buffers, used through the operating system's calls, so that
//! `os.write(1, ..)` and `sys.stdout.write(..)` can be ordered by `flush`.
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::name::Name;

use super::os;
use crate::live::space::Stdout;
use crate::live::{Args, NativeObject, PyResult, Space, Value};

/// An open file of the operating system, with a buffer.
pub struct FileObj {
    fd: Cell<i32>,
    name: Value,
    mode: String,
    capture: Option<Rc<RefCell<Vec<u8>>>>,
    out: RefCell<Vec<u8>>,
    input: RefCell<Vec<u8>>,
    at: Cell<usize>,
    eof: Cell<bool>,
    line_buffered: bool,
    text: bool,
    attrs: RefCell<Vec<(Name, Value)>>,
}

impl Drop for FileObj {
    fn drop(&mut self) {
        let _ = self.flush();
        let fd = self.fd.get();
        if fd > 2 {
            os::close_fd(fd);
        }
    }
}

/// `sys.stdout`, `sys.stderr`
pub fn standard(fd: i32, to: &Stdout) -> Value {
    let capture = match to {
        Stdout::Inherit => None,
        Stdout::Capture(b) => Some(b.clone()),
    };
    let name = ["<stdin>", "<stdout>", "<stderr>"][fd.clamp(0, 2) as usize];
    let tty = capture.is_none() && os::is_tty(fd);
    let mut f = new(fd, Value::str(name), if fd == 0 { "r" } else { "w" });
    f.capture = capture;
    f.line_buffered = fd == 2 || tty;
    Value::native(f)
}

/// A file of a descriptor.
pub fn new(fd: i32, name: Value, mode: &str) -> FileObj {
    FileObj {
        fd: Cell::new(fd),
        name,
        mode: mode.to_string(),
        capture: None,
        out: RefCell::new(Vec::new()),
        input: RefCell::new(Vec::new()),
        at: Cell::new(0),
        eof: Cell::new(false),
        line_buffered: false,
        text: !mode.contains('b'),
        attrs: RefCell::new(Vec::new()),
    }
}

impl FileObj {
    /// Writes bytes; the error number on failure.
    pub fn write(&self, bytes: &[u8]) -> Result<(), i32> {
        // The next `print` of Python 2 does not begin with a space.
        let mut attrs = self.attrs.borrow_mut();
        if let Some((_, soft)) = attrs.iter_mut().find(|a| a.0 == "softspace") {
            *soft = Value::Int(0);
        }
        drop(attrs);
        if let Some(c) = &self.capture {
            c.borrow_mut().extend_from_slice(bytes);
            return Ok(());
        }
        if self.fd.get() < 0 {
            return Err(libc::EBADF);
        }
        let full = {
            let mut out = self.out.borrow_mut();
            out.extend_from_slice(bytes);
            out.len() >= 1 << 16 || (self.line_buffered && bytes.contains(&b'\n'))
        };
        if full { self.flush() } else { Ok(()) }
    }
    /// Writes what is buffered; the error is an `errno`.
    pub fn flush(&self) -> Result<(), i32> {
        let out = std::mem::take(&mut *self.out.borrow_mut());
        let mut rest = &out[..];
        while !rest.is_empty() {
            let n = os::write_fd(self.fd.get(), rest)?;
            rest = &rest[n..];
        }
        Ok(())
    }
    /// Reads more into the buffer; whether there was any.
    fn fill(&self) -> Result<bool, i32> {
        if self.eof.get() {
            return Ok(false);
        }
        let chunk = os::read_fd(self.fd.get(), 1 << 16)?;
        if chunk.is_empty() {
            self.eof.set(true);
            return Ok(false);
        }
        let mut input = self.input.borrow_mut();
        let at = self.at.replace(0);
        input.drain(..at);
        input.extend(chunk);
        Ok(true)
    }
    fn available(&self) -> usize {
        self.input.borrow().len() - self.at.get()
    }
    fn take(&self, n: usize) -> Vec<u8> {
        let at = self.at.get();
        let out = self.input.borrow()[at..at + n].to_vec();
        self.at.set(at + n);
        out
    }
    /// `read(n)`; all if `None`.
    pub fn read(&self, n: Option<usize>) -> Result<Vec<u8>, i32> {
        self.eof.set(false);
        while n.is_none_or(|n| self.available() < n) && self.fill()? {}
        Ok(self.take(n.unwrap_or(usize::MAX).min(self.available())))
    }
    /// `readline()`
    pub fn readline(&self, limit: Option<usize>) -> Result<Vec<u8>, i32> {
        self.eof.set(false);
        let mut seen = 0;
        loop {
            let found = {
                let input = self.input.borrow();
                memchr::memchr(b'\n', &input[self.at.get() + seen..])
            };
            if let Some(i) = found {
                let n = (seen + i + 1).min(limit.unwrap_or(usize::MAX));
                return Ok(self.take(n));
            }
            seen = self.available();
            if limit.is_some_and(|l| seen >= l) || !self.fill()? {
                return Ok(self.take(seen.min(limit.unwrap_or(usize::MAX))));
            }
        }
    }
    fn close(&self) -> Result<(), i32> {
        let r = if self.fd.get() >= 0 {
            self.flush()
        } else {
            Ok(())
        };
        let fd = self.fd.replace(-1);
        if fd >= 0 {
            os::close_fd(fd);
        }
        r
    }
}

fn this<'a>(space: &Space, args: &'a Args) -> PyResult<&'a FileObj> {
    let f = args
        .arg(0)
        .as_native::<FileObj>()
        .ok_or_else(|| space.type_error("a file is required"))?;
    Ok(f)
}
fn open_file<'a>(space: &Space, args: &'a Args) -> PyResult<&'a FileObj> {
    let f = this(space, args)?;
    if f.fd.get() < 0 && f.capture.is_none() {
        return Err(space.value_error("I/O operation on closed file"));
    }
    Ok(f)
}
fn size(space: &Space, args: &Args) -> PyResult<Option<usize>> {
    match args.pos.get(1) {
        None | Some(Value::None) => Ok(None),
        Some(v) => Ok(usize::try_from(space.int_value(v)?).ok()),
    }
}

const METHODS: &[(&str, crate::live::BuiltinFn)] = &[
    ("write", |s, a| {
        a.check(s, "write", 2, 2)?;
        let f = open_file(s, a)?;
        let (bytes, len) = match a.arg(1).unwrapped() {
            Value::Unicode(u) => (
                crate::live::text::codecs::encode(s, &u.points, "utf-8", "strict")?,
                u.points.len(),
            ),
            v => match s.bytes_like(&v) {
                Some(b) => {
                    let len = b.len();
                    (b, len)
                }
                None => {
                    return Err(s.type_error(if s.py2() {
                        "expected a character buffer object".to_string()
                    } else {
                        format!("write() argument must be str, not {}", v.type_name())
                    }));
                }
            },
        };
        f.write(&bytes).map_err(|e| s.os_error(e, None, true))?;
        Ok(if s.py2() {
            Value::None
        } else {
            Value::Int(len as i64)
        })
    }),
    ("writelines", |s, a| {
        let f = open_file(s, a)?;
        for line in s.iterate_vec(a.arg(1))? {
            let bytes = s.str(&line)?;
            f.write(&bytes.0).map_err(|e| s.os_error(e, None, true))?;
        }
        Ok(Value::None)
    }),
    ("flush", |s, a| {
        this(s, a)?.flush().map_err(|e| s.os_error(e, None, true))?;
        Ok(Value::None)
    }),
    ("read", |s, a| {
        let n = size(s, a)?;
        let v = open_file(s, a)?
            .read(n)
            .map_err(|e| s.os_error(e, None, true))?;
        Ok(Value::from_vec(v))
    }),
    ("readline", |s, a| {
        let n = size(s, a)?;
        let v = open_file(s, a)?
            .readline(n)
            .map_err(|e| s.os_error(e, None, true))?;
        Ok(Value::from_vec(v))
    }),
    ("readlines", |s, a| {
        let f = open_file(s, a)?;
        let mut out = Vec::new();
        loop {
            let line = f.readline(None).map_err(|e| s.os_error(e, None, true))?;
            if line.is_empty() {
                return Ok(Value::list(out));
            }
            out.push(Value::from_vec(line));
        }
    }),
    ("xreadlines", |_, a| Ok(a.arg(0).clone())),
    ("close", |s, a| {
        this(s, a)?.close().map_err(|e| s.os_error(e, None, true))?;
        Ok(Value::None)
    }),
    ("fileno", |s, a| {
        Ok(Value::Int(i64::from(open_file(s, a)?.fd.get())))
    }),
    ("isatty", |s, a| {
        Ok(Value::Bool(os::is_tty(this(s, a)?.fd.get())))
    }),
    ("readable", |s, a| {
        Ok(Value::Bool(this(s, a)?.mode.contains(['r', '+'])))
    }),
    ("writable", |s, a| {
        Ok(Value::Bool(this(s, a)?.mode.contains(['w', 'a', '+'])))
    }),
    ("seek", |s, a| {
        let f = open_file(s, a)?;
        f.flush().map_err(|e| s.os_error(e, None, true))?;
        let whence = match a.pos.get(2) {
            Some(v) => s.int_value(v)?,
            None => 0,
        };
        let mut offset = s.int_value(a.arg(1))?;
        if whence == 1 {
            offset -= f.available() as i64;
        }
        f.input.borrow_mut().clear();
        f.at.set(0);
        f.eof.set(false);
        let at = os::seek_fd(f.fd.get(), offset, whence as i32)
            .map_err(|e| s.os_error(e, None, true))?;
        Ok(if s.py2() { Value::None } else { Value::Int(at) })
    }),
    ("tell", |s, a| {
        let f = open_file(s, a)?;
        f.flush().map_err(|e| s.os_error(e, None, true))?;
        let at = os::seek_fd(f.fd.get(), 0, 1).map_err(|e| s.os_error(e, None, true))?;
        Ok(Value::Int(at - f.available() as i64))
    }),
    ("truncate", |s, a| {
        let f = open_file(s, a)?;
        f.flush().map_err(|e| s.os_error(e, None, true))?;
        let len = s.int_value(a.pos.get(1).unwrap_or(&Value::Int(0)))?;
        os::truncate_fd(f.fd.get(), len).map_err(|e| s.os_error(e, None, true))?;
        Ok(Value::None)
    }),
    ("__enter__", |_, a| Ok(a.arg(0).clone())),
    ("__exit__", |s, a| {
        this(s, a)?.close().map_err(|e| s.os_error(e, None, true))?;
        Ok(Value::Bool(false))
    }),
    ("__iter__", |_, a| Ok(a.arg(0).clone())),
    ("next", |s, a| {
        let line = open_file(s, a)?
            .readline(None)
            .map_err(|e| s.os_error(e, None, true))?;
        if line.is_empty() {
            return Err(s.stop_iteration(Value::None));
        }
        Ok(Value::from_vec(line))
    }),
];

thread_local! {
    static TABLE: Vec<(Name, Value)> = METHODS
        .iter()
        .map(|(name, f)| (Name::new(name), crate::live::methods::function("file", name, *f)))
        .collect();
}

impl NativeObject for FileObj {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn type_name(&self) -> &str {
        "file"
    }
    fn getattr(&self, space: &Space, this: &Value, name: Name) -> PyResult<Option<Value>> {
        if let Some((_, v)) = self.attrs.borrow().iter().find(|(n, _)| *n == name) {
            return Ok(Some(v.clone()));
        }
        let found = TABLE.with(|t| t.iter().find(|(n, _)| *n == name).map(|x| x.1.clone()));
        if let Some(f) = found {
            return Ok(Some(crate::live::operations::attr::method(
                f,
                Some(this.clone()),
                &this.class(),
            )));
        }
        Ok(match name.as_str() {
            "closed" => Some(Value::Bool(self.fd.get() < 0)),
            "name" => Some(self.name.clone()),
            "mode" => Some(Value::str(&self.mode)),
            "encoding" => Some(if self.text {
                Value::str("UTF-8")
            } else {
                Value::None
            }),
            "errors" => Some(Value::str("strict")),
            "newlines" => Some(Value::None),
            "softspace" => Some(Value::Int(0)),
            "buffer" => {
                let _ = space;
                Some(this.clone())
            }
            "__next__" => {
                let f = TABLE.with(|t| t.iter().find(|(n, _)| *n == "next").map(|x| x.1.clone()));
                f.map(|f| {
                    crate::live::operations::attr::method(f, Some(this.clone()), &this.class())
                })
            }
            _ => None,
        })
    }
    fn setattr(&self, _: &Space, name: Name, value: Value) -> PyResult<bool> {
        let mut attrs = self.attrs.borrow_mut();
        match attrs.iter_mut().find(|(n, _)| *n == name) {
            Some(slot) => slot.1 = value,
            None => attrs.push((name, value)),
        }
        Ok(true)
    }
    fn iter(&self, _: &Space, this: &Value) -> PyResult<Option<Value>> {
        Ok(Some(this.clone()))
    }
    fn next(&self, space: &Space) -> PyResult<Option<Option<Value>>> {
        let line = self
            .readline(None)
            .map_err(|e| space.os_error(e, None, true))?;
        Ok(Some((!line.is_empty()).then(|| Value::from_vec(line))))
    }
    fn repr(&self, space: &Space) -> PyResult<String> {
        let state = if self.fd.get() < 0 { "closed" } else { "open" };
        Ok(format!(
            "<{state} file {}, mode '{}'>",
            space.repr_text(&self.name),
            self.mode
        ))
    }
}

/// `open(name, mode)`
pub fn open(s: &Space, a: &Args) -> PyResult {
    a.count(s, "open", 1, 8)?;
    let Some(name) = a.opt(0, "file").or(a.opt(0, "name")) else {
        return Err(s.type_error("open() needs a file name"));
    };
    let mode = a
        .opt(1, "mode")
        .and_then(Value::as_text)
        .unwrap_or_else(|| "r".into());
    if let Some(fd) = name.as_int() {
        return Ok(Value::native(new(fd as i32, name.clone(), &mode)));
    }
    let path = os::path_bytes(s, name)?;
    let plus = mode.contains('+');
    let flags = match mode
        .chars()
        .find(|c| matches!(c, 'r' | 'w' | 'a' | 'x' | 'U'))
    {
        Some('r' | 'U') => {
            if plus {
                libc::O_RDWR
            } else {
                libc::O_RDONLY
            }
        }
        Some('w') => {
            libc::O_CREAT | libc::O_TRUNC | if plus { libc::O_RDWR } else { libc::O_WRONLY }
        }
        Some('a') => {
            libc::O_CREAT | libc::O_APPEND | if plus { libc::O_RDWR } else { libc::O_WRONLY }
        }
        Some('x') => {
            libc::O_CREAT | libc::O_EXCL | if plus { libc::O_RDWR } else { libc::O_WRONLY }
        }
        _ => {
            return Err(s.value_error(if s.py2() {
                format!("mode string must begin with one of 'r', 'w', 'a' or 'U', not '{mode}'")
            } else {
                format!("invalid mode: '{mode}'")
            }));
        }
    };
    let fd =
        os::open_fd(&path, flags, 0o666).map_err(|e| s.os_error(e, Some(name.clone()), true))?;
    if os::is_directory(fd) {
        os::close_fd(fd);
        return Err(s.os_error(libc::EISDIR, Some(name.clone()), true));
    }
    Ok(Value::native(new(fd, name.clone(), &mode)))
}
