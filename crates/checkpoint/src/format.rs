//! What files look like.

/// The name of a section.
pub type Tag = [u8; 4];

/// What each file begins with.
pub(crate) const MAGIC: [u8; 8] = *b"TRAILHND";

/// The version of the format of files. What their sections hold belongs to the build that wrote them.
pub(crate) const VERSION: u32 = 1;

/// Bytes of a block at most.
pub(crate) const BLOCK: usize = 1 << 16;

/// The tag of the last block.
pub(crate) const END: Tag = *b"end.";

/// Where a block's content begins: behind its tag, number, length and sum.
pub(crate) const BLOCK_HEAD: usize = 16;
