//! errno: its numbers, what they are called, and where each thread keeps its own.

use super::Table;
use super::bytes::{string, write_string};
use crate::calls::ERRNO;
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};
use crate::observe::Stream;

pub const ENOENT: i32 = 2;
pub const EBADF: i32 = 9;
pub const EAGAIN: i32 = 11;
pub const EFAULT: i32 = 14;
pub const EINVAL: i32 = 22;
pub const ENOTTY: i32 = 25;
pub const ESPIPE: i32 = 29;
pub const EDOM: i32 = 33;
pub const ERANGE: i32 = 34;

pub const MODELS: Table = &[
    ("__errno_location", |m, _| {
        Ok(Reply::Value(m.thread_local(ERRNO)?))
    }),
    ("strerror", |m, a| {
        let error = a.get_i32(0)?;
        let text = message(error);
        Ok(Reply::Value(super::text_of_thread(
            m,
            key(error),
            text.as_bytes(),
        )?))
    }),
    ("strerror_r", |m, a| {
        let text = message(a.get_i32(0)?);
        let (buffer, size) = (a.get(1)?, a.get(2)?);
        Ok(match write_cut(m, buffer, size, &text)? {
            Some(_) => Reply::Value(buffer),
            None => Reply::Stop,
        })
    }),
    ("__xpg_strerror_r", |m, a| {
        let text = message(a.get_i32(0)?);
        Ok(match write_cut(m, a.get(1)?, a.get(2)?, &text)? {
            Some(true) if text.starts_with("Unknown") => super::int(EINVAL),
            Some(true) => super::int(0),
            Some(false) => super::int(ERANGE),
            None => Reply::Stop,
        })
    }),
    ("perror", print),
];

/// The key under which a thread keeps the text of an error; all unknown ones share one.
fn key(error: i32) -> u32 {
    const UNKNOWN: u32 = 0xff;
    super::FIRST_KEY + u32::try_from(error).map_or(UNKNOWN, |number| number.min(UNKNOWN))
}

/// What strerror says.
pub fn message(error: i32) -> String {
    match MESSAGES.iter().find(|(number, _)| *number == error) {
        Some((_, text)) => (*text).to_owned(),
        None => format!("Unknown error {error}"),
    }
}

/// The thread's errno.
pub fn current(machine: &mut Machine<'_>) -> Result<i32, Fault> {
    let place = machine.thread_local(ERRNO)?;
    Ok(machine.read_u32(place)? as i32)
}

/// Sets errno and gives -1, as most of libc does.
pub fn failure(machine: &mut Machine<'_>, error: i32) -> Result<Reply, Fault> {
    machine.set_errno(error)?;
    Ok(super::int(-1))
}

/// The same for those that return a long.
pub fn failed(machine: &mut Machine<'_>, error: i32) -> Result<Reply, Fault> {
    machine.set_errno(error)?;
    Ok(Reply::Value(u64::MAX))
}

/// Linux takes the size of a buffer for an address outside of the process if it is negative as a `long`.
pub fn is_negative(size: u64) -> bool {
    (size as i64) < 0
}

/// The failure of a call that looks at a descriptor, unless the step has had its visible operation.
pub fn stopped_or(machine: &mut Machine<'_>, error: i32) -> Result<Reply, Fault> {
    match machine.stops() {
        true => Ok(Reply::Stop),
        false => failed(machine, error),
    }
}

/// As much of the text as fits into the buffer, and whether that was all of it. None: the
/// step stops before.
fn write_cut(
    machine: &mut Machine<'_>,
    buffer: u64,
    size: u64,
    text: &str,
) -> Result<Option<bool>, Fault> {
    if machine.stops_at(&[buffer]) {
        return Ok(None);
    }
    let fits = (text.len() as u64) < size;
    if size > 0 {
        let kept = text.len().min(size as usize - 1);
        write_string(machine, buffer, text.as_bytes()[..kept].to_vec())?;
    }
    Ok(Some(fits))
}

fn print(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let prefix = arguments.get(0)?;
    if machine.stops_at(&[prefix]) {
        return Ok(Reply::Stop);
    }
    let mut line = if prefix == 0 {
        Vec::new()
    } else {
        string(machine, prefix)?
    };
    if !line.is_empty() {
        line.extend_from_slice(b": ");
    }
    let error = current(machine)?;
    line.extend_from_slice(message(error).as_bytes());
    line.push(b'\n');
    machine.print(Stream::Stderr, &line);
    Ok(Reply::Void)
}

/// Linux's numbers and glibc's words.
const MESSAGES: &[(i32, &str)] = &[
    (0, "Success"),
    (1, "Operation not permitted"),
    (2, "No such file or directory"),
    (3, "No such process"),
    (4, "Interrupted system call"),
    (5, "Input/output error"),
    (6, "No such device or address"),
    (7, "Argument list too long"),
    (8, "Exec format error"),
    (9, "Bad file descriptor"),
    (10, "No child processes"),
    (11, "Resource temporarily unavailable"),
    (12, "Cannot allocate memory"),
    (13, "Permission denied"),
    (14, "Bad address"),
    (15, "Block device required"),
    (16, "Device or resource busy"),
    (17, "File exists"),
    (18, "Invalid cross-device link"),
    (19, "No such device"),
    (20, "Not a directory"),
    (21, "Is a directory"),
    (22, "Invalid argument"),
    (23, "Too many open files in system"),
    (24, "Too many open files"),
    (25, "Inappropriate ioctl for device"),
    (26, "Text file busy"),
    (27, "File too large"),
    (28, "No space left on device"),
    (29, "Illegal seek"),
    (30, "Read-only file system"),
    (31, "Too many links"),
    (32, "Broken pipe"),
    (33, "Numerical argument out of domain"),
    (34, "Numerical result out of range"),
    (35, "Resource deadlock avoided"),
    (36, "File name too long"),
    (37, "No locks available"),
    (38, "Function not implemented"),
    (39, "Directory not empty"),
    (40, "Too many levels of symbolic links"),
    (42, "No message of desired type"),
    (43, "Identifier removed"),
    (44, "Channel number out of range"),
    (45, "Level 2 not synchronized"),
    (46, "Level 3 halted"),
    (47, "Level 3 reset"),
    (48, "Link number out of range"),
    (49, "Protocol driver not attached"),
    (50, "No CSI structure available"),
    (51, "Level 2 halted"),
    (52, "Invalid exchange"),
    (53, "Invalid request descriptor"),
    (54, "Exchange full"),
    (55, "No anode"),
    (56, "Invalid request code"),
    (57, "Invalid slot"),
    (59, "Bad font file format"),
    (60, "Device not a stream"),
    (61, "No data available"),
    (62, "Timer expired"),
    (63, "Out of streams resources"),
    (64, "Machine is not on the network"),
    (65, "Package not installed"),
    (66, "Object is remote"),
    (67, "Link has been severed"),
    (68, "Advertise error"),
    (69, "Srmount error"),
    (70, "Communication error on send"),
    (71, "Protocol error"),
    (72, "Multihop attempted"),
    (73, "RFS specific error"),
    (74, "Bad message"),
    (75, "Value too large for defined data type"),
    (76, "Name not unique on network"),
    (77, "File descriptor in bad state"),
    (78, "Remote address changed"),
    (79, "Can not access a needed shared library"),
    (80, "Accessing a corrupted shared library"),
    (81, ".lib section in a.out corrupted"),
    (82, "Attempting to link in too many shared libraries"),
    (83, "Cannot exec a shared library directly"),
    (84, "Invalid or incomplete multibyte or wide character"),
    (85, "Interrupted system call should be restarted"),
    (86, "Streams pipe error"),
    (87, "Too many users"),
    (88, "Socket operation on non-socket"),
    (89, "Destination address required"),
    (90, "Message too long"),
    (91, "Protocol wrong type for socket"),
    (92, "Protocol not available"),
    (93, "Protocol not supported"),
    (94, "Socket type not supported"),
    (95, "Operation not supported"),
    (96, "Protocol family not supported"),
    (97, "Address family not supported by protocol"),
    (98, "Address already in use"),
    (99, "Cannot assign requested address"),
    (100, "Network is down"),
    (101, "Network is unreachable"),
    (102, "Network dropped connection on reset"),
    (103, "Software caused connection abort"),
    (104, "Connection reset by peer"),
    (105, "No buffer space available"),
    (106, "Transport endpoint is already connected"),
    (107, "Transport endpoint is not connected"),
    (108, "Cannot send after transport endpoint shutdown"),
    (109, "Too many references: cannot splice"),
    (110, "Connection timed out"),
    (111, "Connection refused"),
    (112, "Host is down"),
    (113, "No route to host"),
    (114, "Operation already in progress"),
    (115, "Operation now in progress"),
    (116, "Stale file handle"),
    (117, "Structure needs cleaning"),
    (118, "Not a XENIX named type file"),
    (119, "No XENIX semaphores available"),
    (120, "Is a named type file"),
    (121, "Remote I/O error"),
    (122, "Disk quota exceeded"),
    (123, "No medium found"),
    (124, "Wrong medium type"),
    (125, "Operation canceled"),
    (126, "Required key not available"),
    (127, "Key has expired"),
    (128, "Key has been revoked"),
    (129, "Key was rejected by service"),
    (130, "Owner died"),
    (131, "State not recoverable"),
    (132, "Operation not possible due to RF-kill"),
    (133, "Memory page has hardware error"),
];
