//! Files and directories with names that are not taken yet. The names are the first that are free.

use super::call::{Answer, Failing, O_CREAT, O_EXCL, O_RDWR, call};
use super::open::open_path;
use crate::kernel::{Node, Start};
use crate::machine::Machine;
use crate::models::libc::errors::EINVAL;
use crate::models::{Arguments, Model};

const HERE: Start = Start::CurrentDirectory;

pub const MODELS: &[(&str, Model)] = &[
    ("mkstemp", |m, a| call(m, Failing::Int, |m| file(m, a, 0))),
    ("mkstemp64", |m, a| call(m, Failing::Int, |m| file(m, a, 0))),
    ("mkostemp", |m, a| call(m, Failing::Int, |m| file(m, a, 0))),
    ("mkdtemp", |m, a| {
        call(m, Failing::Null, |m| directory(m, a))
    }),
];

const PLACEHOLDER: &[u8] = b"XXXXXX";

/// Fills the end of a template so that the path leads to nothing; it is not written yet.
fn free_path(machine: &mut Machine<'_>, template: u64) -> Answer<Vec<u8>> {
    let text = machine.read_string(template)?;
    let Some(beginning) = text.strip_suffix(PLACEHOLDER) else {
        return Err(EINVAL.into());
    };
    for number in 0.. {
        let path = [beginning, format!("{number:06}").as_bytes()].concat();
        if machine.walk_path(HERE, &path, false)?.node.is_none() {
            return Ok(path);
        }
    }
    unreachable!("there are more numbers than files")
}

fn file(machine: &mut Machine<'_>, arguments: &Arguments, template: usize) -> Answer {
    let template = arguments.get(template)?;
    let path = free_path(machine, template)?;
    let number = open_path(machine, HERE, &path, O_CREAT | O_EXCL | O_RDWR, 0o600)?;
    machine.write_bytes(template, &path)?;
    Ok(number.into())
}

fn directory(machine: &mut Machine<'_>, arguments: &Arguments) -> Answer {
    let template = arguments.get(0)?;
    let path = free_path(machine, template)?;
    let found = machine.walk_path(HERE, &path, false)?;
    machine.add_node(&found, Node::directory(0o700, found.parent))?;
    machine.write_bytes(template, &path)?;
    Ok(template)
}
