//! <unistd.h> and its neighbours: who and where the program is.

use super::Table;
use super::errors::{EBADF, ENOENT, ENOTTY, failure};
use super::streams::Handle;
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};

pub const MODELS: Table = &[
    ("getuid", |_, _| Ok(super::int(USER))),
    ("geteuid", |_, _| Ok(super::int(USER))),
    ("getgid", |_, _| Ok(super::int(USER))),
    ("getegid", |_, _| Ok(super::int(USER))),
    ("isatty", |m, a| {
        let number = a.get(0)?;
        if m.kernel.has_descriptors && m.stops() {
            return Ok(Reply::Stop);
        }
        let is_open = match m.kernel.has_descriptors {
            true => m.descriptor(number).is_some(),
            false => Handle::of_descriptor(number) != Handle::Closed,
        };
        failed_test(m, if is_open { ENOTTY } else { EBADF })
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
    ("setrlimit", |_, _| Ok(super::int(0))),
    ("sysconf", configuration),
    ("getpagesize", |_, _| Ok(super::int(PAGE as i32))),
    ("get_nprocs", |_, _| Ok(super::int(PROCESSORS as i32))),
    ("get_nprocs_conf", |_, _| Ok(super::int(PROCESSORS as i32))),
    ("utime", no_file),
];

/// sizeof(struct rusage)
fn usage_bytes(machine: &Machine<'_>) -> u64 {
    machine.data_model().choose(72, 144)
}

pub(in crate::models) const USER: i32 = 1000;
const HOST: &[u8] = b"localhost\0";
const PAGE: u64 = 4096;
const PROCESSORS: u64 = 4;

fn no_file(machine: &mut Machine<'_>, _: &Arguments) -> Result<Reply, Fault> {
    failure(machine, ENOENT)
}

fn failed_test(machine: &mut Machine<'_>, error: i32) -> Result<Reply, Fault> {
    machine.set_errno(error)?;
    Ok(super::int(0))
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
