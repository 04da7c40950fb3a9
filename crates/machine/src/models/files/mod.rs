//! Calls on the file system that the user gave with `--file`. Without it there are no files: what
//! asks for one is told that it does not exist. All of them are visible to other threads.

mod call;
mod directories;
mod links;
mod metadata;
mod open;
mod temporary;
mod transfer;

pub(super) use call::{
    Answer, Failing, Failure, O_ACCMODE, O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_TRUNC,
    O_WRONLY, answered, call, offset,
};
pub(super) use open::{create_mode, open_path};
pub(super) use transfer::{
    read_description, seek_description, truncate_description, write_description,
};

use super::Model;

pub const MODELS: &[&[(&str, Model)]] = &[
    directories::MODELS,
    links::MODELS,
    metadata::MODELS,
    open::MODELS,
    temporary::MODELS,
    transfer::MODELS,
];
