//! How calls on files begin and end: whether they are executed now, what they fail with, their paths.

use crate::error::Fault;
use crate::kernel::{FileError, NodeKind, Start};
use crate::machine::Machine;
use crate::models::libc::errors::ENOENT;
use crate::models::{Arguments, Reply};
use trailhound_program::DataModel;

pub const EPERM: i32 = 1;
pub const EACCES: i32 = 13;
pub const EEXIST: i32 = 17;
pub const ENOTDIR: i32 = 20;
pub const EISDIR: i32 = 21;
pub const EMFILE: i32 = 24;
pub const EFBIG: i32 = 27;

pub const O_ACCMODE: u32 = 3;
pub const O_RDONLY: u32 = 0;
pub const O_WRONLY: u32 = 1;
pub const O_RDWR: u32 = 2;
pub const O_CREAT: u32 = 0x40;
pub const O_EXCL: u32 = 0x80;
pub const O_TRUNC: u32 = 0x200;
pub const O_APPEND: u32 = 0x400;

/// Why a call fails: with an errno that the program sees, or as an error of the program.
#[derive(Debug)]
pub enum Failure {
    Errno(FileError),
    Fault(Fault),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::Errno(error)
    }
}

pub type Answer<T = u64> = Result<T, Failure>;

/// What the calls return when they fail.
#[derive(Clone, Copy, Debug)]
pub enum Failing {
    /// -1 as an int.
    Int,
    /// -1 as a long.
    Long,
    /// A null pointer.
    Null,
}

/// Does a call, unless the step has had its visible operation.
pub fn call(
    machine: &mut Machine<'_>,
    failing: Failing,
    work: impl FnOnce(&mut Machine<'_>) -> Answer,
) -> Result<Reply, Fault> {
    let answer = match machine.kernel.files.exist() {
        false => Err(Failure::Errno(ENOENT)),
        true => {
            if machine.stops() {
                return Ok(Reply::Stop);
            }
            machine.refuse_weakly("a file")?;
            work(machine)
        }
    };
    answered(machine, failing, answer)
}

/// The reply of a call with this answer.
pub fn answered(
    machine: &mut Machine<'_>,
    failing: Failing,
    answer: Answer,
) -> Result<Reply, Fault> {
    match answer {
        Ok(value) => Ok(Reply::Value(value)),
        Err(Failure::Fault(fault)) => Err(fault),
        Err(Failure::Errno(error)) => {
            machine.set_errno(error)?;
            Ok(Reply::Value(match failing {
                Failing::Int => u32::MAX as u64,
                Failing::Long => u64::MAX,
                Failing::Null => 0,
            }))
        }
    }
}

/// The first argument of the calls whose names end in `at`.
pub fn start(arguments: &Arguments, index: usize) -> Result<Start, Fault> {
    const AT_FDCWD: i32 = -100;
    Ok(match arguments.get_i32(index)? {
        AT_FDCWD => Start::CurrentDirectory,
        number => Start::Descriptor(number as u32),
    })
}

/// An offset or a size, which may be as wide as a `long` or always have 64 bits.
pub fn offset(machine: &Machine<'_>, arguments: &Arguments, index: usize) -> Result<i64, Fault> {
    let value = arguments.get(index)?;
    let is_narrow = machine.data_model() == DataModel::Ilp32 && value <= u32::MAX.into();
    Ok(if is_narrow {
        value as i32 as i64
    } else {
        value as i64
    })
}

/// The path that an argument points at.
pub fn path(machine: &mut Machine<'_>, arguments: &Arguments, index: usize) -> Answer<Vec<u8>> {
    Ok(machine.read_string(arguments.get(index)?)?)
}

impl Machine<'_> {
    /// Whether the mode of a node lets its owner do this: 4 read, 2 write, 1 search.
    pub(super) fn allows(&mut self, node: u32, access: u32) -> bool {
        let node = self.node(node);
        matches!(node.kind, NodeKind::Link { .. }) || node.mode >> 6 & access == access
    }

    /// For people: a path that leads to a node.
    pub(crate) fn path_of_node(&mut self, node: u32) -> String {
        let mut left = vec![(crate::kernel::ROOT, String::new())];
        while let Some((at, path)) = left.pop() {
            if at == node {
                return match path.is_empty() {
                    true => "/".to_owned(),
                    false => path,
                };
            }
            for (name, entry) in self.node(at).entries().to_vec() {
                left.push((entry, format!("{path}/{}", String::from_utf8_lossy(&name))));
            }
        }
        "a file without a name".to_owned()
    }
}
