//! A file of a project.

use std::path::PathBuf;

/// How a project compiles one of its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    pub file: PathBuf,
    /// Where the compiler is called, and relative paths begin.
    pub directory: PathBuf,
    pub flags: Vec<String>,
}
