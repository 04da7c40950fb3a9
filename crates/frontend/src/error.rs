//! Why a program could not be turned into IR: one sentence each, with the way out.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use trailhound_host::Stop;

#[derive(Debug, Error)]
pub enum FrontendError {
    #[error("no program is given; name a .rs, .c, .cpp or .ll file")]
    NoInput,

    #[error("`{}` does not exist or is not a file; check the path", path.display())]
    MissingFile { path: PathBuf },

    #[error("`{}` is not a kind of file that can be checked; {hint}", path.display())]
    UnknownKind { path: PathBuf, hint: &'static str },

    #[error(
        "`{}` and `{}` cannot be checked together; give one Rust crate root alone, \
         or C, C++ and .ll files",
        first.display(),
        second.display()
    )]
    MixedLanguages { first: PathBuf, second: PathBuf },

    #[error("`{}` is no list of compile commands: {cause}", path.display())]
    BadProject { path: PathBuf, cause: String },

    #[error(
        "`{}` is not among the compile commands of the project; name one that is, or leave the \
         project out",
        path.display()
    )]
    NotInProject { path: PathBuf },

    #[error(
        "`{flag}`, which `{}` asks for, is not among the flags that are known to be harmless; \
         --trust-flags takes all that it asks for",
        origin.display()
    )]
    DoubtfulFlag { flag: String, origin: PathBuf },

    #[error("the package `{}` cannot be checked: {cause}", path.display())]
    BadPackage { path: PathBuf, cause: String },

    #[error(
        "`{}` is no package; --bin, --example, --test, --lib, --package and --features choose among what \
         a Cargo.toml describes",
        path.display()
    )]
    NoPackage { path: PathBuf },

    #[error(
        "what Cargo built is older than its sources, {attempts} times in a row; does a build script change \
         files that are compiled, or does something else write to them?"
    )]
    NeverFresh { attempts: usize },

    #[error("`-D{define}` does not name anything; write -DNAME or -DNAME=VALUE")]
    BadDefine { define: String },

    #[error("{what} was not found; {hint}")]
    CompilerMissing { what: String, hint: String },

    /// `output` is what the compiler printed, and already says what is wrong and where.
    #[error("{}", output.trim_end())]
    CompileFailed { compiler: String, output: String },

    /// The budget was exhausted while a compiler ran, which was ended.
    #[error("a compiler was ended before it was done")]
    Stopped(Stop),

    #[error("cannot use `{}`: {cause}; check that it is readable and that there is room", path.display())]
    Io { path: PathBuf, cause: io::Error },
}

impl FrontendError {
    pub(crate) fn io(path: &Path, cause: io::Error) -> Self {
        FrontendError::Io {
            path: path.to_path_buf(),
            cause,
        }
    }
}
