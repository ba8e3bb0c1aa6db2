//! Settings of the collector, from `GENEXT_GC=nursery=SIZE,max=SIZE,debug`.

/// Sizes in bytes and switches.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Size of the nursery: about what the processor's cache of the second level holds.
    pub nursery: usize,
    /// The user has set it: it does not grow with what survives.
    pub fixed_nursery: bool,
    /// Limit of the old generation.
    pub max: usize,
    /// Old bytes below which no major collection happens.
    pub major_minimum: usize,
    /// A major collection is due when the old bytes exceed those left by the last one by this factor (in percent).
    pub major_growth_percent: usize,
    /// Collect at every allocation, poison freed memory.
    pub debug: bool,
    /// In debug mode, how many minor collections there are to a major one.
    pub debug_major_every: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            nursery: 2 << 20,
            fixed_nursery: false,
            max: usize::MAX >> 2,
            major_minimum: 32 << 20,
            major_growth_percent: 182,
            debug: false,
            debug_major_every: 64,
        }
    }
}

impl Config {
    /// Reads the settings' text form.
    ///
    /// # Errors
    /// A message that names the bad item.
    pub fn parse(text: &str) -> Result<Config, String> {
        let mut config = Config::default();
        for item in text.split(',').map(str::trim).filter(|i| !i.is_empty()) {
            let (key, value) = item.split_once('=').unwrap_or((item, ""));
            match key {
                "nursery" => {
                    config.fixed_nursery = true;
                    config.nursery = size(value)?
                        .clamp(64 << 10, 1 << 32)
                        .next_multiple_of(crate::pages::PAGE)
                }
                "max" => config.max = size(value)?,
                "debug" => {
                    config.debug = true;
                    if !value.is_empty() {
                        config.debug_major_every = value
                            .parse()
                            .map_err(|_| format!("bad number in `{item}`"))?;
                    }
                }
                _ => {
                    return Err(format!(
                        "unknown setting `{item}` (known: nursery=SIZE, max=SIZE, debug[=N])"
                    ));
                }
            }
        }
        Ok(config)
    }
    /// The settings of the environment variable `GENEXT_GC`.
    ///
    /// # Errors
    /// A message that names the bad item.
    pub fn from_env() -> Result<Config, String> {
        match std::env::var("GENEXT_GC") {
            Ok(text) => Config::parse(&text).map_err(|e| format!("GENEXT_GC: {e}")),
            Err(_) => Ok(Config::default()),
        }
    }
}

fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(['k', 'K', 'm', 'M', 'g', 'G', 'B', 'b', 'i']);
    let unit = match text[digits.len()..].to_ascii_uppercase().chars().next() {
        None | Some('B') => 1,
        Some('K') => 1 << 10,
        Some('M') => 1 << 20,
        Some('G') => 1usize << 30,
        Some(_) => return Err(format!("bad size `{text}`")),
    };
    let n: usize = digits.parse().map_err(|_| format!("bad size `{text}`"))?;
    n.checked_mul(unit)
        .ok_or_else(|| format!("size `{text}` is too large"))
}

#[cfg(test)]
mod tests {
    use super::Config;
    #[test]
    fn reads_sizes_and_refuses_nonsense() {
        let c = Config::parse("nursery=1M, max=2G,debug").unwrap();
        assert_eq!((c.nursery, c.max, c.debug), (1 << 20, 2 << 30, true));
        assert!(Config::parse("nursery=").is_err());
        assert!(Config::parse("nursery=1X").is_err());
        assert!(Config::parse("colour=red").is_err());
        assert!(Config::parse("max=99999999999999G").is_err());
    }
}
