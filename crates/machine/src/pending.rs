//! What a thread will do next, read off its topmost frame: the accesses that data races
//! are made of.

use crate::lock_sites::locks_or_waits;
use crate::models::Model;
use crate::thread::{Frame, Status, Thread};
use smallvec::SmallVec;
use trailhound_program::{Address, CallSite, Callee, FunctionId, Op, Passed, Program, Reg, Space};

/// An access that a thread is about to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    pub address: u64,
    pub size: u32,
    pub write: bool,
    pub atomic: bool,
}

impl Access {
    /// The two may not happen at the same time.
    pub fn races_with(&self, other: &Access) -> bool {
        (self.write || other.write)
            && !(self.atomic && other.atomic)
            && self.address < other.address + other.size as u64
            && other.address < self.address + self.size as u64
    }
}

pub type Pending = SmallVec<[Access; 2]>;

/// The operation that a frame goes on with: marks are passed on the way to it.
pub(crate) fn skip_places(program: &Program, frame: &Frame) -> usize {
    let body = program.functions[frame.function.index()].body.as_ref();
    let code = &body.expect("a frame runs a body").code;
    let marks = code[frame.pc as usize..].iter();
    let marks = marks.take_while(|op| matches!(op, Op::Place { .. }));
    frame.pc as usize + marks.count()
}

/// What library functions will access is known only when they do it: see `models/touches.rs`.
pub fn pending_accesses(program: &Program, thread: &Thread) -> Pending {
    let mut pending = Pending::new();
    // The accesses of an atomic section are its own affair.
    if thread.status != Status::Ready || thread.atomic_depth > 0 {
        return pending;
    }
    let Some(frame) = thread.frames.last() else {
        return pending;
    };
    let body = program.functions[frame.function.index()]
        .body
        .as_ref()
        .expect("a frame runs a body");
    let get = |register: Reg| thread.registers[(frame.base + register) as usize];
    let at = |p: Reg, offset: i32| get(p).wrapping_add(offset as i64 as u64);
    let access = |address: u64, size: u64, write: bool, atomic: bool| Access {
        address,
        size: size as u32,
        write,
        atomic,
    };
    let bytes = |w: u8| u64::from(w).div_ceil(8);
    let shape_bytes = |shape: u32| u64::from(body.shapes[shape as usize].size);
    let operation = body.code[skip_places(program, frame)];
    match operation {
        Op::Load {
            w,
            order,
            p,
            offset,
            ..
        } => {
            pending.push(access(at(p, offset), bytes(w), false, order.is_atomic()));
        }
        Op::Store {
            w,
            order,
            p,
            offset,
            ..
        } => {
            pending.push(access(at(p, offset), bytes(w), true, order.is_atomic()));
        }
        Op::LoadMany {
            order,
            p,
            offset,
            shape,
            ..
        } => {
            let size = shape_bytes(shape);
            pending.push(access(at(p, offset), size, false, order.is_atomic()));
        }
        Op::StoreMany {
            order,
            p,
            offset,
            shape,
            ..
        } => {
            let size = shape_bytes(shape);
            pending.push(access(at(p, offset), size, true, order.is_atomic()));
        }
        Op::CompareExchange { w, p, .. } | Op::ReadModifyWrite { w, p, .. } => {
            pending.push(access(get(p), bytes(w), true, true));
        }
        Op::WideCompareExchange { p, .. } => pending.push(access(get(p), 16, true, true)),
        Op::CopyMemory { to, from, n, .. } => {
            pending.push(access(get(from), get(n), false, false));
            pending.push(access(get(to), get(n), true, false));
        }
        Op::SetMemory { to, n, .. } => pending.push(access(get(to), get(n), true, false)),
        Op::Call { call } => {
            for passed in &body.calls[call as usize].arguments {
                if let Passed::ByValue { pointer, size, .. } = *passed {
                    pending.push(access(get(pointer), size.into(), false, false));
                }
            }
        }
        _ => {}
    }
    pending.retain(|access| access.address >> 32 != 0 && access.size > 0);
    pending
}

/// A word that memory must hold, at an offset from where a thread is about to compare.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    pub offset: u64,
    pub size: u64,
    pub value: u64,
}

/// What the compare-exchange that a thread stands before must find so that it writes.
pub fn expected_words(program: &Program, thread: &Thread) -> Option<Box<[Expected]>> {
    let frame = thread.frames.last()?;
    let body = program.functions[frame.function.index()].body.as_ref()?;
    let get = |register: Reg| thread.registers[(frame.base + register) as usize];
    let word = |offset, size, register| Expected {
        offset,
        size,
        value: get(register),
    };
    match body.code[skip_places(program, frame)] {
        Op::CompareExchange { w, expected, .. } => {
            Some(Box::new([word(0, (w as u64).div_ceil(8), expected)]))
        }
        Op::WideCompareExchange { expected, .. } => {
            Some(Box::new([word(0, 8, expected), word(8, 8, expected + 1)]))
        }
        _ => None,
    }
}

/// The function that a thread is about to call.
fn call_site<'p>(program: &'p Program, thread: &Thread) -> Option<(&'p CallSite, FunctionId)> {
    let frame = thread.frames.last()?;
    let body = program.functions[frame.function.index()].body.as_ref()?;
    let Op::Call { call } = body.code[frame.pc as usize] else {
        return None;
    };
    let site = &body.calls[call as usize];
    match site.callee {
        Callee::Direct(function) => Some((site, function)),
        Callee::Indirect(register) => {
            let address = Address(thread.registers[(frame.base + register) as usize]);
            let object = address.object();
            let is_function = object.space() == Space::FUNCTION && address.offset() == 0;
            is_function.then(|| (site, FunctionId(object.index())))
        }
    }
}

pub fn called_function(program: &Program, thread: &Thread) -> Option<FunctionId> {
    if thread.status != Status::Ready {
        return None;
    }
    call_site(program, thread).map(|(_, function)| function)
}

/// The lock that a thread stands before, if it is where one waits for one of Rust's.
pub fn wanted_lock(program: &Program, thread: &Thread, models: &[Option<Model>]) -> Option<u64> {
    let frame = thread.frames.last()?;
    let body = program.functions[frame.function.index()].body.as_ref()?;
    if let Op::CompareExchange { p, .. } = body.code[frame.pc as usize] {
        return locks_or_waits(program, frame.function, frame.pc)
            .then(|| thread.registers[(frame.base + p) as usize]);
    }
    let (site, function) = call_site(program, thread)?;
    let model = models[function.index()]?;
    if !crate::models::is_locking(model) {
        return None;
    }
    match site.arguments.first() {
        Some(&Passed::Register(register)) => {
            let base = thread.frames.last()?.base;
            Some(thread.registers[(base + register) as usize])
        }
        _ => None,
    }
}
