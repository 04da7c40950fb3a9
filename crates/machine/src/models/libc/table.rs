//! Tables of models, and what most of them share.

use crate::models::{Model, Reply};

pub type Table = &'static [(&'static str, Model)];

/// An int as a register holds it.
pub fn int(value: i32) -> Reply {
    Reply::Value(value as u32 as u64)
}

/// Where `wanted` first occurs in `text`; nothing occurs at the start.
pub fn position_of(text: &[u8], wanted: &[u8]) -> Option<usize> {
    if wanted.is_empty() {
        return Some(0);
    }
    text.windows(wanted.len())
        .position(|window| window == wanted)
}
