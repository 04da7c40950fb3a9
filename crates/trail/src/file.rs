//! A trail as it is saved: everything that is needed to walk it again. It does not know
//! how to compile or to run the program.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use trailhound_machine::Choice;

use serde::{Deserialize, Serialize};

use crate::request::{MachineRequest, ProgramRequest};

/// The number that changes when older versions could no longer read a trail.
const FORMAT: u32 = 2;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trail {
    pub format: u32,
    /// The version of Trailhound that wrote it.
    pub version: String,
    /// See [`crate::fingerprint`], in hexadecimal.
    pub fingerprint: String,
    pub program: ProgramRequest,
    pub options: MachineRequest,
    /// All memory was taken as shared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub share_everything: bool,
    pub error: ExpectedError,
    /// Thread and value, from the first state on.
    pub choices: Vec<Choice>,
    /// How many of the choices come before those that are repeated for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle_start: Option<usize>,
}

/// What the trail leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpectedError {
    pub kind: String,
    pub message: String,
}

#[derive(Debug, thiserror::Error)]
pub enum ReadTrailError {
    #[error("cannot read the trail `{}`: {cause}", path.display())]
    Io { path: PathBuf, cause: io::Error },
    #[error("`{}` is not a trail: {cause}", path.display())]
    Syntax {
        path: PathBuf,
        cause: serde_json::Error,
    },
    #[error("`{}` has trail format {found}, and this version reads format {FORMAT}", path.display())]
    Format { path: PathBuf, found: u32 },
}

impl Trail {
    pub fn new(
        fingerprint: u64,
        program: ProgramRequest,
        options: MachineRequest,
        error: ExpectedError,
        choices: Vec<Choice>,
    ) -> Trail {
        Trail {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            fingerprint: hexadecimal(fingerprint),
            program,
            options,
            share_everything: false,
            error,
            choices,
            cycle_start: None,
        }
    }

    pub fn is_of(&self, fingerprint: u64) -> bool {
        self.fingerprint == hexadecimal(fingerprint)
    }

    pub fn read(path: &Path) -> Result<Trail, ReadTrailError> {
        let text = fs::read_to_string(path).map_err(|cause| ReadTrailError::Io {
            path: path.to_owned(),
            cause,
        })?;
        Trail::parse(&text, path)
    }

    /// The trail that a file with this text has.
    pub fn parse(text: &str, path: &Path) -> Result<Trail, ReadTrailError> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let syntax = |cause| ReadTrailError::Syntax {
            path: path.to_owned(),
            cause,
        };
        let head: Head = serde_json::from_str(text).map_err(syntax)?;
        if head.format != FORMAT {
            return Err(ReadTrailError::Format {
                path: path.to_owned(),
                found: head.format,
            });
        }
        serde_json::from_str(text).map_err(syntax)
    }

    pub fn write(&self, path: &Path) -> io::Result<()> {
        let mut text = serde_json::to_string(self).map_err(io::Error::other)?;
        text.push('\n');
        trailhound_host::write_whole(path, text.as_bytes())
    }
}

fn hexadecimal(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}
