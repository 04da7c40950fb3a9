//! The standard streams and what stands behind FILE pointers and descriptors.

use super::file::File;
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
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
    File(File),
    /// A descriptor that nothing is open on.
    Closed,
}

impl Handle {
    /// What a descriptor stands for in a program that makes none.
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
pub fn handle(machine: &mut Machine<'_>, file: u64) -> Result<Handle, Fault> {
    match file {
        STDIN => return Ok(Handle::Input),
        STDOUT => return Ok(Handle::Output(Stream::Stdout)),
        STDERR => return Ok(Handle::Output(Stream::Stderr)),
        0 => {
            return Err(Fault::error(
                ErrorKind::NullDereference,
                "a null FILE pointer is used",
            ));
        }
        _ if machine.kernel.files.exist() => {
            if let Some(file) = File::at(machine, file)? {
                return Ok(Handle::File(file));
            }
        }
        _ => {}
    }
    Err(Fault::error(
        ErrorKind::InvalidPointer,
        "a FILE pointer that points at no open file is used",
    ))
}
