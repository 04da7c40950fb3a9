//! <unistd.h> and its neighbours: who and where the program is. There are no files but
//! the three standard streams, and what asks for another is told that it does not exist.

use super::Table;
use super::errors::{EBADF, EINVAL, ENOENT, ENOTTY, ESPIPE, failure};
use super::streams::Handle;
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};

pub const MODELS: Table = &[
    ("getuid", |_, _| Ok(super::int(USER))),
    ("geteuid", |_, _| Ok(super::int(USER))),
    ("getgid", |_, _| Ok(super::int(USER))),
    ("getegid", |_, _| Ok(super::int(USER))),
    ("isatty", |m, a| match Handle::of_descriptor(a.get(0)?) {
        Handle::Closed => failed_test(m, EBADF),
        _ => failed_test(m, ENOTTY),
    }),
    ("gethostname", |m, a| {
        let (place, size) = (a.get(0)?, a.get(1)?);
        if m.stops_at(&[place]) {
            return Ok(Reply::Stop);
        }
        let kept = HOST.len().min(size as usize);
        m.write_bytes(place, &HOST[..kept])?;
        Ok(super::int(0))
    }),
    ("getrlimit", |m, a| {
        let place = a.get(1)?;
        if m.stops_at(&[place]) {
            return Ok(Reply::Stop);
        }
        m.fill_bytes(place, 0xff, 16)?;
        Ok(super::int(0))
    }),
    ("getrusage", |m, a| {
        let place = a.get(1)?;
        if m.stops_at(&[place]) {
            return Ok(Reply::Stop);
        }
        m.fill_bytes(place, 0, usage_bytes(m))?;
        Ok(super::int(0))
    }),
    ("fstat", describe_stream),
    ("fstat64", describe_stream),
    ("statx", no_file),
    ("setrlimit", |_, _| Ok(super::int(0))),
    ("sysconf", configuration),
    ("getpagesize", |_, _| Ok(super::int(PAGE as i32))),
    ("get_nprocs", |_, _| Ok(super::int(PROCESSORS as i32))),
    ("get_nprocs_conf", |_, _| Ok(super::int(PROCESSORS as i32))),
    ("fsync", |m, a| seek(m, a, EINVAL)),
    ("lseek", |m, a| seek_far(m, a)),
    ("lseek64", |m, a| seek_far(m, a)),
    ("creat", no_file),
    ("openat", no_file),
    ("access", no_file),
    ("chmod", no_file),
    ("chown", no_file),
    ("chdir", no_file),
    ("mkdir", no_file),
    ("rmdir", no_file),
    ("unlink", no_file),
    ("remove", no_file),
    ("rename", no_file),
    ("stat", no_file),
    ("stat64", no_file),
    ("lstat", no_file),
    ("lstat64", no_file),
    ("utime", no_file),
    ("opendir", |m, _| {
        m.set_errno(ENOENT)?;
        Ok(Reply::Value(0))
    }),
];

/// sizeof(struct rusage)
fn usage_bytes(machine: &Machine<'_>) -> u64 {
    machine.data_model().choose(72, 144)
}

const USER: i32 = 1000;
const HOST: &[u8] = b"localhost\0";
const PAGE: u64 = 4096;
const PROCESSORS: u64 = 4;

fn no_file(machine: &mut Machine<'_>, _: &Arguments) -> Result<Reply, Fault> {
    failure(machine, ENOENT)
}

/// The standard streams are character devices.
fn describe_stream(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    const CHARACTER_DEVICE: u32 = 0o20620;
    let place = arguments.get(1)?;
    if Handle::of_descriptor(arguments.get(0)?) == Handle::Closed {
        return failure(machine, EBADF);
    }
    if machine.stops_at(&[place]) {
        return Ok(Reply::Stop);
    }
    // sizeof(struct stat), and where st_nlink and st_mode are.
    let (size, links, mode) = machine.data_model().choose((88, 20, 16), (144, 16, 24));
    machine.fill_bytes(place, 0, size)?;
    machine.write_long(place + links, 1)?;
    machine.write_u32(place + mode, CHARACTER_DEVICE)?;
    Ok(super::int(0))
}

fn failed_test(machine: &mut Machine<'_>, error: i32) -> Result<Reply, Fault> {
    machine.set_errno(error)?;
    Ok(super::int(0))
}

fn seek(machine: &mut Machine<'_>, arguments: &Arguments, error: i32) -> Result<Reply, Fault> {
    match Handle::of_descriptor(arguments.get(0)?) {
        Handle::Closed => failure(machine, EBADF),
        _ => failure(machine, error),
    }
}

/// The result is a long.
fn seek_far(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    seek(machine, arguments, ESPIPE)?;
    Ok(Reply::Value(u64::MAX))
}

fn configuration(_: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    Ok(Reply::Value(match arguments.get_i32(0)? {
        0 => 2_097_152, // ARG_MAX
        2 => 100,       // CLK_TCK
        4 => 1024,      // OPEN_MAX
        30 => PAGE,     // PAGESIZE
        60 => 1024,     // IOV_MAX
        83 | 84 => PROCESSORS,
        85 => 1 << 20, // PHYS_PAGES
        86 => 1 << 19, // AVPHYS_PAGES
        other => return Err(Fault::unsupported(format!("sysconf({other})"))),
    }))
}
