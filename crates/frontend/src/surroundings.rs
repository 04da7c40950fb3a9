//! What the user's environment says about compilers and about where to keep things.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The compilers to call and the place of the cache.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// The Rust compiler: `TRAILHOUND_RUSTC`, or `rustc` on the search path.
    pub rustc: OsString,
    /// The C compiler, when `TRAILHOUND_CLANG` names one.
    pub clang: Option<OsString>,
    /// Where compiled Rust programs are kept, if anywhere.
    pub cache: Option<PathBuf>,
}

impl Surroundings {
    /// `TRAILHOUND_CACHE` is a directory, or `off`. Without it, the user's cache directory.
    pub fn from_environment() -> Self {
        let given = |name| env::var_os(name).filter(|value| !value.is_empty());
        let cache = match given("TRAILHOUND_CACHE") {
            Some(value) if value == "off" => None,
            Some(directory) => Some(PathBuf::from(directory)),
            None => given("XDG_CACHE_HOME")
                .map(PathBuf::from)
                .filter(|directory| directory.is_absolute())
                .or_else(|| given("HOME").map(|home| PathBuf::from(home).join(".cache")))
                .map(|directory| directory.join("trailhound")),
        };
        Surroundings {
            rustc: given("TRAILHOUND_RUSTC").unwrap_or_else(|| "rustc".into()),
            clang: given("TRAILHOUND_CLANG"),
            cache,
        }
    }
}
