//! What the walk through a program notes down: who takes which lock and touches which
//! variable where, with what in hand.

use trailhound_program::{Address, Body, FunctionId, Op, Pc, Program, Reg, Space, definitions};

/// An operation of the program.
pub type Site = (FunctionId, Pc);

/// A global variable or a lock in one, as far as its address is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    /// At this offset of a global.
    At { global: u32, offset: u32 },
    /// Somewhere in a global: an element of an array.
    In { global: u32 },
}

impl Object {
    pub fn global(self) -> u32 {
        match self {
            Object::At { global, .. } | Object::In { global } => global,
        }
    }

    /// What an address register points at before an operation.
    pub(crate) fn of(
        program: &Program,
        body: &Body,
        pc: Pc,
        register: Reg,
        offset: i32,
    ) -> Option<Object> {
        let (base, moves) = base_of(body, pc, register)?;
        let address = Address(base);
        let index = address.object().index();
        let global = program.globals.get(index as usize)?;
        if address.object().space() != Space::STATIC || global.constant || global.thread_local {
            return None;
        }
        Some(match moves {
            true => Object::In { global: index },
            false => Object::At {
                global: index,
                offset: address.offset().wrapping_add_signed(offset),
            },
        })
    }
}

/// The constant that an address is computed from, and whether something is added that is
/// not known. Looks back along the text: an address is mostly computed right before use.
fn base_of(body: &Body, pc: Pc, register: Reg) -> Option<(u64, bool)> {
    let (mut register, mut moves, mut added) = (register, false, 0i64);
    for op in body.code[..pc as usize].iter().rev() {
        if let Some(&constant) = body.constants.get(register as usize) {
            return Some((constant.wrapping_add_signed(added), moves));
        }
        let mut defines = false;
        definitions(op, body, |d| defines |= d == register);
        if !defines {
            continue;
        }
        match op {
            Op::Move { a, .. } => register = *a,
            Op::AddOffset { a, offset, .. } => {
                register = *a;
                added += i64::from(*offset);
            }
            Op::AddScaled { a, .. } => {
                register = *a;
                moves = true;
            }
            _ => return None,
        }
    }
    let constant = body.constants.get(register as usize)?;
    Some((constant.wrapping_add_signed(added), moves))
}

/// Locks in hand, each with the place where it was taken.
pub(crate) type Held = Vec<(Object, Site)>;

/// A lock is taken.
#[derive(Clone, Debug)]
pub(crate) struct Acquisition {
    pub held: Held,
    pub lock: Object,
    pub site: Site,
}

/// A shared variable is touched by ordinary means.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub variable: Object,
    pub writes: bool,
    pub held: Held,
    pub site: Site,
    /// The first function of its thread.
    pub root: FunctionId,
}

#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub acquisitions: Vec<Acquisition>,
    pub accesses: Vec<Access>,
}
