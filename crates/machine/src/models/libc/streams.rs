//! The standard streams and what stands behind FILE pointers and descriptors.

use crate::error::{ErrorKind, Fault};
use crate::observe::Stream;

/// What `stdin`, `stdout` and `stderr` point at: addresses of nothing.
pub const STDIN: u64 = 0x1000;
pub const STDOUT: u64 = 0x1001;
pub const STDERR: u64 = 0x1002;

/// What stands behind a FILE pointer or a file descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    Input,
    Output(Stream),
    /// A descriptor that nothing is open on.
    Closed,
}

impl Handle {
    pub fn of_descriptor(descriptor: u64) -> Handle {
        match descriptor as u32 {
            0 => Handle::Input,
            1 => Handle::Output(Stream::Stdout),
            2 => Handle::Output(Stream::Stderr),
            _ => Handle::Closed,
        }
    }
}

/// What a FILE pointer stands for.
pub fn handle(file: u64) -> Result<Handle, Fault> {
    match file {
        STDIN => Ok(Handle::Input),
        STDOUT => Ok(Handle::Output(Stream::Stdout)),
        STDERR => Ok(Handle::Output(Stream::Stderr)),
        0 => Err(Fault::error(
            ErrorKind::NullDereference,
            "a null FILE pointer is used",
        )),
        _ => Err(Fault::error(
            ErrorKind::InvalidPointer,
            "a FILE pointer that points at no open file is used",
        )),
    }
}
