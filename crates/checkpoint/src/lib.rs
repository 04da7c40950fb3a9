//! Checkpoints as files: sections of little-endian numbers in blocks with sums ([`Writer`], [`Reader`]), and a folder
//! with a manifest that names the current one ([`Folder`]). It does not know what the numbers mean.

#![forbid(unsafe_code)]

mod damage;
mod folder;
mod format;
mod manifest;
mod reader;
mod writer;

pub use damage::Damage;
pub use folder::{Folder, FolderError, Found};
pub use format::Tag;
pub use manifest::Manifest;
pub use reader::Reader;
pub use writer::Writer;
