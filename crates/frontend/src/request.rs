//! What is to be compiled.

use std::path::PathBuf;

use trailhound_host::Budget;

use crate::watch::Watch;

/// What to compile, and how.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// One Rust crate root or package, or any number of C, C++ and IR files.
    pub inputs: Vec<PathBuf>,
    /// `NAME` or `NAME=VALUE`, as after `-D`. C and C++ get macros. Rust gets `cfg(NAME)` or
    /// `cfg(NAME = "VALUE")`, and a variable for `option_env!("NAME")`, which is `1` where no
    /// value is given.
    pub defines: Vec<String>,
    /// Where C and C++ look for headers. Rust has no use for them.
    pub include_dirs: Vec<PathBuf>,
    /// Passed to the compiler as they are, after our own.
    pub compiler_flags: Vec<String>,
    /// `None` keeps every access to memory that the source makes, and promotes only locals
    /// that no other function can reach. `Some(n)` asks for the compiler's own optimisation level.
    pub opt_level: Option<u8>,
    /// Functions of Rust's library, by their path, that stay functions of their own and are not
    /// inlined.
    pub kept_functions: Vec<&'static str>,
    /// The compile commands of the project that the inputs belong to: their flags come before
    /// those given here.
    pub project: Option<PathBuf>,
    /// Compile the other files of the project too, for what the inputs need of them.
    pub whole_project: bool,
    /// Which of the project's flags are taken over.
    pub trust: Trust,
    /// Which program of a package is meant and with what features, as Cargo is told.
    pub cargo_flags: Vec<String>,
    /// The tests of that program are meant, not the program.
    pub of_tests: bool,
    /// Where Cargo puts what it makes of tests, if not where it is configured to.
    pub target_directory: Option<PathBuf>,
    /// Also write the IR here: a file for one module, a directory for several.
    pub keep_ir: Option<PathBuf>,
    /// What the command may take that this is a part of: compilers are ended when it is used up.
    pub budget: Budget,
    pub watch: Watch,
}

/// How far flags are trusted that come from a file, which another user may have written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Trust {
    /// Only those that are known to be harmless are taken; others are refused.
    #[default]
    Harmless,
    /// The user says that all are to be taken.
    All,
}
