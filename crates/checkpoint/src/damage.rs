//! Why a file cannot be read.

use std::io;

use thiserror::Error;

#[derive(Debug, Error)]
pub enum Damage {
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("it is no checkpoint of Trailhound")]
    Foreign,
    #[error("it has version {0} of the format, and this is version {expected}", expected = crate::format::VERSION)]
    Version(u32),
    #[error("it is damaged: it ends too early")]
    Truncated,
    #[error("it is damaged: a sum is wrong")]
    Sum,
    /// What is there does not fit together.
    #[error("it is damaged: {0}")]
    Content(&'static str),
}
