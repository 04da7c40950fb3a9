//! What decides how a crate is compiled, without the files that it is made of.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use trailhound_host::Budget;

use super::rustc::{self, Rustc};
use crate::compiler;
use crate::error::FrontendError;

pub(super) const CRATE: &str = include_str!("../../annotations/trailhound.rs");

/// The file that it is compiled to.
pub(super) const LIBRARY: &str = "libtrailhound.rlib";

/// All that decides what rustc makes of a crate, except for the files it reads.
pub(super) struct Build {
    pub rustc: Rustc,
    pub flags: Vec<OsString>,
    pub opt_level: Option<u8>,
    pub kept_functions: Vec<&'static str>,
    /// Where what rustc has made is kept, if anywhere.
    pub cache: Option<PathBuf>,
    /// Set while rustc runs, for `env!` and `option_env!`.
    pub variables: Vec<(String, String)>,
    pub budget: Budget,
}

impl Build {
    pub fn define(&mut self, define: &str) -> Result<(), FrontendError> {
        let (name, value) = match define.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (define, None),
        };
        let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
        let goes_on = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.starts_with(starts) || !name.chars().all(goes_on) {
            return Err(FrontendError::BadDefine {
                define: define.to_string(),
            });
        }
        self.flags.push("--cfg".into());
        self.flags.push(match value {
            Some(value) => format!("{name}={value:?}").into(),
            None => name.into(),
        });
        self.variables
            .push((name.to_string(), value.unwrap_or("1").to_string()));
        Ok(())
    }

    /// Compiles the crate `trailhound`, which a program may use without declaring it, and
    /// says where `--extern` finds it.
    pub fn library(&self, scratch: &Path) -> Result<OsString, FrontendError> {
        let source = scratch.join("trailhound.rs");
        let library = scratch.join(LIBRARY);
        fs::write(&source, CRATE).map_err(|cause| FrontendError::io(&source, cause))?;
        let mut command = Command::new(&self.rustc.program);
        command.args(["--crate-type=rlib", "--crate-name=trailhound"]);
        command.args(["--edition=2024", "-Copt-level=1", "--cfg=trailhound"]);
        command.args(["-Csymbol-mangling-version=v0", "--cap-lints=allow"]);
        command.arg("-o").arg(&library).arg(&source);
        compiler::run(&mut command, rustc::HINT, &self.budget)?;
        let mut found = OsString::from("trailhound=");
        found.push(library);
        Ok(found)
    }
}
