//! `time`.
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::functions;
use crate::live::{ModuleObj, Space, Value};

/// What a clock of the system shows, in nanoseconds; nothing if there is none of this number.
fn nanoseconds(id: libc::clockid_t) -> Option<i64> {
    let mut t = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `t` is a valid timespec for the call to fill in.
    let code = unsafe { libc::clock_gettime(id, &raw mut t) };
    (code == 0).then_some(t.tv_sec * 1_000_000_000 + t.tv_nsec)
}
fn clock(id: libc::clockid_t) -> f64 {
    nanoseconds(id).unwrap_or_default() as f64 * 1e-9
}
/// Processor time used by the process, in seconds.
pub fn process_time() -> f64 {
    clock(libc::CLOCK_PROCESS_CPUTIME_ID)
}
/// A clock that never goes back, in seconds.
pub fn monotonic() -> f64 {
    clock(libc::CLOCK_MONOTONIC)
}
fn now() -> Duration {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
}

/// Year, month, day, hour, minute, second, weekday (Monday 0), day of the year, of seconds since the epoch in UTC.
fn civil(secs: i64) -> [i64; 8] {
    let days = secs.div_euclid(86_400);
    let rest = secs.rem_euclid(86_400);
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let day = doy - (153 * mp + 2) / 5 + 1;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    let year = yoe + era * 400 + i64::from(month <= 2);
    let leap = i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    let starts = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let yday = starts[month as usize - 1] + day + if month > 2 { leap } else { 0 };
    [
        year,
        month,
        day,
        rest / 3600,
        rest / 60 % 60,
        rest % 60,
        (days + 3).rem_euclid(7),
        yday,
    ]
}

const FUNCTIONS: &[(&str, crate::live::BuiltinFn)] = &[
    ("time", |_, _| Ok(Value::Float(now().as_secs_f64()))),
    ("time_ns", |_, _| Ok(Value::Int(now().as_nanos() as i64))),
    ("clock", |_, _| Ok(Value::Float(process_time()))),
    // A clock of the system, in nanoseconds: for `rpython.rlib.rtime`.
    ("_clock_gettime", |s, a| {
        let id = s.int_value(a.arg(0))?;
        match nanoseconds(id as libc::clockid_t) {
            Some(n) => Ok(Value::Int(n)),
            None => Err(s.os_error(libc::EINVAL, None, false)),
        }
    }),
    ("process_time", |_, _| Ok(Value::Float(process_time()))),
    ("perf_counter", |_, _| Ok(Value::Float(monotonic()))),
    ("monotonic", |_, _| Ok(Value::Float(monotonic()))),
    ("perf_counter_ns", |_, _| {
        Ok(Value::Int((monotonic() * 1e9) as i64))
    }),
    ("sleep", |s, a| {
        let t = s.float_value(a.arg(0))?;
        if t < 0.0 || !t.is_finite() {
            return Err(s.value_error("sleep length must be non-negative"));
        }
        s.flush();
        std::thread::sleep(Duration::from_secs_f64(t));
        Ok(Value::None)
    }),
    ("gmtime", fields),
    ("localtime", fields),
    ("ctime", |s, a| text(s, a)),
    ("asctime", |s, a| text(s, a)),
    ("strftime", |s, a| {
        let t = match a.pos.get(1) {
            Some(v) => s.iterate_vec(v)?.iter().filter_map(Value::as_int).collect(),
            None => civil(now().as_secs() as i64).to_vec(),
        };
        let format = a.arg(0).as_text().unwrap_or_default();
        let mut out = String::new();
        let mut chars = format.chars();
        while let Some(c) = chars.next() {
            if c != '%' {
                out.push(c);
                continue;
            }
            let get = |i: usize| t.get(i).copied().unwrap_or(0);
            match chars.next() {
                Some('Y') => out.push_str(&get(0).to_string()),
                Some('y') => out.push_str(&format!("{:02}", get(0) % 100)),
                Some('m') => out.push_str(&format!("{:02}", get(1))),
                Some('d') => out.push_str(&format!("{:02}", get(2))),
                Some('H') => out.push_str(&format!("{:02}", get(3))),
                Some('M') => out.push_str(&format!("{:02}", get(4))),
                Some('S') => out.push_str(&format!("{:02}", get(5))),
                Some('j') => out.push_str(&format!("{:03}", get(7))),
                Some('a') => out.push_str(DAYS[get(6).rem_euclid(7) as usize]),
                Some('b') => out.push_str(MONTHS[(get(1) - 1).rem_euclid(12) as usize]),
                Some('%') => out.push('%'),
                Some(other) => {
                    out.push('%');
                    out.push(other);
                }
                None => out.push('%'),
            }
        }
        Ok(Value::string(out))
    }),
];

const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

fn seconds(s: &Space, a: &crate::live::Args) -> crate::live::PyResult<i64> {
    Ok(match a.pos.first() {
        None | Some(Value::None) => now().as_secs() as i64,
        Some(v) => s.float_value(v)? as i64,
    })
}
fn fields(s: &Space, a: &crate::live::Args) -> crate::live::PyResult {
    let mut v: Vec<Value> = civil(seconds(s, a)?)
        .iter()
        .map(|&i| Value::Int(i))
        .collect();
    v.push(Value::Int(0));
    let m = s.import("_posixtypes")?;
    let class = m.get("struct_time").unwrap_or(Value::None);
    s.call(&class, &[Value::tuple(v)])
}
fn text(s: &Space, a: &crate::live::Args) -> crate::live::PyResult {
    let t = match a.pos.first() {
        Some(v) if v.as_tuple().is_some() => {
            s.iterate_vec(v)?.iter().filter_map(Value::as_int).collect()
        }
        _ => civil(seconds(s, a)?).to_vec(),
    };
    let get = |i: usize| t.get(i).copied().unwrap_or(0);
    Ok(Value::string(format!(
        "{} {} {:2} {:02}:{:02}:{:02} {}",
        DAYS[get(6).rem_euclid(7) as usize],
        MONTHS[(get(1) - 1).rem_euclid(12) as usize],
        get(2),
        get(3),
        get(4),
        get(5),
        get(0)
    )))
}

/// Fills the module.
pub fn init(_: &Space, m: &Rc<ModuleObj>) {
    functions(m, "time", FUNCTIONS);
    m.set("timezone", Value::Int(0));
    m.set("altzone", Value::Int(0));
    m.set("daylight", Value::Int(0));
    m.set(
        "tzname",
        Value::tuple(vec![Value::str("UTC"), Value::str("UTC")]),
    );
}
