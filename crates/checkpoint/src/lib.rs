//! Checkpoints as files: sections of little-endian numbers in blocks with sums ([`Writer`], [`Reader`]), and a folder
//! with a manifest that names the current one ([`Folder`]). It does not know what the numbers mean.

#![forbid(unsafe_code)]

mod damage;
mod folder;
mod manifest;
mod reader;
mod sum;
mod writer;

pub use damage::Damage;
pub use folder::{Folder, FolderError, Found};
pub use manifest::Manifest;
pub use reader::Reader;
pub use sum::Sum;
pub use writer::{Tag, Writer};

/// What each file begins with.
const MAGIC: [u8; 8] = *b"TRAILHND";

/// The version of the format of files. What their sections hold belongs to the build that wrote them.
const VERSION: u32 = 1;

/// Bytes of a block at most.
const BLOCK: usize = 1 << 16;

/// The tag of the last block.
const END: Tag = *b"end.";

/// Where a block's content begins: behind its tag, number, length and sum.
const BLOCK_HEAD: usize = 16;
