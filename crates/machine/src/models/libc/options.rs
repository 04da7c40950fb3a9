//! getopt. Its variables belong to the program: the runtime module hands over their
//! addresses.

use super::Table;
use super::bytes::string;
use crate::error::Fault;
use crate::machine::Machine;
use crate::models::{Arguments, Reply};
use crate::observe::Stream;

pub const MODELS: Table = &[("trailhound.getopt", next_option)];

/// The addresses that the runtime module passes.
struct Call {
    count: u64,
    vector: u64,
    argument: u64,
    index: u64,
    /// Nonzero: wrong options are complained about.
    complains: u64,
    wrong: u64,
    /// The rest of a group of options such as -abc.
    group: u64,
}

/// What the string of options says about one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Unknown,
    Nothing,
    Argument,
    /// Only one that follows without a blank.
    OptionalArgument,
}

fn takes(options: &[u8], option: u8) -> Takes {
    let Some(at) = options
        .iter()
        .position(|&byte| byte == option)
        .filter(|_| !matches!(option, b':' | b';'))
    else {
        return Takes::Unknown;
    };
    match &options[at + 1..] {
        [b':', b':', ..] => Takes::OptionalArgument,
        [b':', ..] => Takes::Argument,
        _ => Takes::Nothing,
    }
}

/// Does the last option of a group take the next argument?
fn wants_next(options: &[u8], group: &[u8]) -> bool {
    let ends = |&option: &u8| {
        matches!(
            takes(options, option),
            Takes::Argument | Takes::OptionalArgument
        )
    };
    let at = group.iter().position(ends);
    at.is_some_and(|at| at + 1 == group.len() && takes(options, group[at]) == Takes::Argument)
}

fn next_option(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let call = Call {
        count: arguments.get(0)? as u32 as u64,
        vector: arguments.get(1)?,
        argument: arguments.get(3)?,
        index: arguments.get(4)?,
        complains: arguments.get(5)?,
        wrong: arguments.get(6)?,
        group: arguments.get(7)?,
    };
    let options = arguments.get(2)?;
    if machine.stops_at(&[
        call.vector,
        options,
        call.argument,
        call.index,
        call.wrong,
        call.group,
    ]) {
        return Ok(Reply::Stop);
    }
    let options = string(machine, options)?;
    let (order, options) = match options.split_first() {
        Some((&order @ (b'+' | b'-'), rest)) => (Some(order), rest),
        _ => (None, &options[..]),
    };
    machine.write_pointer(call.argument, 0)?;
    if machine.read_u32(call.index)? == 0 {
        machine.write_u32(call.index, 1)?;
        machine.write_pointer(call.group, 0)?;
    }
    let mut group = machine.read_pointer(call.group)?;
    if group == 0 || machine.read_bytes(group, 1)? == [0] {
        group = match call.find_group(machine, options, order)? {
            Found::Group(group) => group,
            Found::Operand(operand) => {
                machine.write_pointer(call.argument, operand)?;
                return Ok(super::int(1));
            }
            Found::End => return Ok(super::int(-1)),
        };
    }
    call.take(machine, options, group)
}

enum Found {
    /// The address of the first option of a group.
    Group(u64),
    /// An argument that is no option, where those are wanted in their order.
    Operand(u64),
    End,
}

impl Call {
    fn at(&self, machine: &mut Machine<'_>, index: u64) -> Result<u64, Fault> {
        machine.read_pointer(self.vector + machine.word_bytes() * index)
    }

    /// The next argument that is an option; those before it that are none are moved behind it.
    fn find_group(
        &self,
        machine: &mut Machine<'_>,
        options: &[u8],
        order: Option<u8>,
    ) -> Result<Found, Fault> {
        machine.write_pointer(self.group, 0)?;
        let first = machine.read_u32(self.index)? as u64;
        for index in first..self.count {
            let argument = self.at(machine, index)?;
            let text = string(machine, argument)?;
            if text.len() < 2 || text[0] != b'-' {
                match order {
                    Some(b'+') => return Ok(Found::End),
                    Some(_) => {
                        machine.write_u32(self.index, index as u32 + 1)?;
                        return Ok(Found::Operand(argument));
                    }
                    None => continue,
                }
            }
            let with_next = wants_next(options, &text[1..]);
            if with_next && index > first && index + 1 == self.count {
                return Err(Fault::unsupported(
                    "getopt with an option that lacks its argument behind other arguments",
                ));
            }
            self.move_forward(machine, index, first)?;
            if with_next && index + 1 < self.count {
                self.move_forward(machine, index + 1, first + 1)?;
            }
            if text == b"--" {
                machine.write_u32(self.index, first as u32 + 1)?;
                return Ok(Found::End);
            }
            return Ok(Found::Group(argument + 1));
        }
        Ok(Found::End)
    }

    /// Takes the argument at `from` to the place `to` before it.
    fn move_forward(&self, machine: &mut Machine<'_>, from: u64, to: u64) -> Result<(), Fault> {
        if from == to {
            return Ok(());
        }
        let moved = self.at(machine, from)?;
        let word = machine.word_bytes();
        let place = self.vector + word * to;
        machine.copy_bytes(place + word, place, word * (from - to))?;
        machine.write_pointer(place, moved)
    }

    /// The option at the start of a group, with the argument it takes.
    fn take(&self, machine: &mut Machine<'_>, options: &[u8], group: u64) -> Result<Reply, Fault> {
        let text = string(machine, group)?;
        let option = text[0];
        let index = machine.read_u32(self.index)? as u64;
        let last = text.len() == 1;
        let done = |machine: &mut Machine<'_>, used: u64| {
            machine.write_pointer(self.group, 0)?;
            machine.write_u32(self.index, (index + used) as u32)
        };
        match takes(options, option) {
            Takes::Argument | Takes::OptionalArgument if !last => {
                machine.write_pointer(self.argument, group + 1)?;
                done(machine, 1)?;
            }
            Takes::Argument => match self.argument_after(machine, index)? {
                Some(argument) => {
                    machine.write_pointer(self.argument, argument)?;
                    done(machine, 2)?;
                }
                None => {
                    done(machine, 1)?;
                    return self.complain(
                        machine,
                        options,
                        option,
                        "option requires an argument",
                        b':',
                    );
                }
            },
            known => {
                if last {
                    done(machine, 1)?;
                } else {
                    machine.write_pointer(self.group, group + 1)?;
                }
                if known == Takes::Unknown {
                    return self.complain(machine, options, option, "invalid option", b'?');
                }
            }
        }
        Ok(super::int(option as i32))
    }

    /// What follows the option at `index`.
    fn argument_after(&self, machine: &mut Machine<'_>, index: u64) -> Result<Option<u64>, Fault> {
        if index + 1 >= self.count {
            return Ok(None);
        }
        Ok(Some(self.at(machine, index + 1)?))
    }

    fn complain(
        &self,
        machine: &mut Machine<'_>,
        options: &[u8],
        option: u8,
        what: &str,
        silent: u8,
    ) -> Result<Reply, Fault> {
        machine.write_u32(self.wrong, option as u32)?;
        let quiet = options.first() == Some(&b':');
        if !quiet && machine.read_u32(self.complains)? != 0 {
            let name = self.at(machine, 0)?;
            let name = String::from_utf8_lossy(&string(machine, name)?).into_owned();
            machine.print(
                Stream::Stderr,
                format!("{name}: {what} -- '{}'\n", option as char).as_bytes(),
            );
        }
        Ok(super::int(if quiet { silent } else { b'?' } as i32))
    }
}
