//! Why modules cannot be linked to a program.

use trailhound_llvm::ReadError;

#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    #[error("the program has no function `main`")]
    NoMain,
    #[error("`{symbol}` is defined more than once")]
    Duplicate { symbol: String },
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error("`{module}` is compiled for {what}")]
    Target { module: String, what: String },
    #[error("`{symbol}` has {size} bytes, but an object has at most 2 GiB")]
    TooLarge { symbol: String, size: u64 },
    #[error("`{symbol}` is aligned to {align} bytes, but variables are to at most 4,096")]
    TooAligned { symbol: String, align: u32 },
    /// A constant that the program needs before it starts cannot be evaluated.
    #[error("cannot evaluate `{symbol}`: {what}")]
    Constant { symbol: String, what: String },
}
