//! `set_user_param` of a program: `examples/objvm --jit SETTINGS` changes when its loops are compiled, and refuses what
//! is wrong.
use std::path::Path;
use std::time::Duration;

use genext_tests::cases::root;
use genext_tests::jitlog::Log;
use genext_tests::toolchain::{interpreter, run, work};
use libtest_mimic::{Failed, Trial};

/// The versions that a run of `loop.ovm` makes.
fn versions(settings: &str, environment: &str) -> Result<usize, String> {
    let program = root().join("examples/objvm/programs/loop.ovm");
    let log = work().join("params.log");
    let to_log = format!("jit:versions:{}", log.display());
    let args = [Path::new("--jit"), Path::new(settings), &program];
    let _ = std::fs::remove_file(&log);
    let output = run(
        &interpreter("objvm", "jit")?,
        &args,
        &[("GENEXT_JIT", environment), ("GENEXT_LOG", &to_log)],
        Duration::from_secs(60),
    )?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    // Nothing was hot: no JIT, no log.
    let text = std::fs::read_to_string(&log).unwrap_or_default();
    Ok(Log::new(&text).all("version").count())
}

fn check() -> Result<(), Failed> {
    let demand = |holds: bool, what: &str| match holds {
        true => Ok(()),
        false => Err(Failed::from(format!("not so: {what}"))),
    };
    let few = versions("threshold=1000000", "")?;
    demand(few == 0, "a large threshold: nothing is compiled")?;
    demand(versions("threshold=5", "")? > 0, "a low threshold")?;
    demand(versions("off", "")? == 0, "off")?;
    let again = versions("off,threshold=5", "").is_err();
    demand(again, "`off` stands alone")?;
    let many = versions("default", "threshold=3")?;
    demand(many > 0, "the defaults are those of the environment")?;
    let fixed = versions("threshold=1000000", "threshold=3")?;
    demand(fixed == many, "what the environment names stays")?;
    let ignored = "threshold=7,function_threshold=9,decay=3, trace_limit=6000,enable_opts=all";
    demand(versions(ignored, "")? > 0, "parameters without a meaning")?;
    for wrong in [
        "",
        "threshold",
        "threshold=x",
        "thresholds=5",
        "cap=3",
        "threshold=5,",
    ] {
        let message = versions(wrong, "").err().unwrap_or_default();
        demand(
            message.contains("wrong settings"),
            &format!("'{wrong}' is refused, not '{message}'"),
        )?;
    }
    Ok(())
}

pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("params::objvm", check)]
}
