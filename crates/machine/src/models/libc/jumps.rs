//! <setjmp.h>. A jmp_buf has a mark, the thread that has set it, and its own address; where the jump goes is kept
//! in the thread, so that a jump into a function that has returned is an error. Masks of signals are not kept.

use super::Table;
use crate::detours::Jump;
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::models::{Arguments, Reply};
use crate::pause::{Leave, Pause};
use crate::thread::After;

const MARK: u32 = 0x706d_756a;
const THREAD: u64 = 4;
const SELF: u64 = 8;

pub const MODELS: Table = &[
    ("setjmp", set),
    ("_setjmp", set),
    ("sigsetjmp", set),
    ("__sigsetjmp", set),
    ("longjmp", jump),
    ("_longjmp", jump),
    ("siglongjmp", jump),
    ("__longjmp_chk", jump),
];

fn set(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let buffer = arguments.get(0)?;
    if machine.stops_at(&[buffer]) {
        return Ok(Reply::Stop);
    }
    machine.write_u32(buffer, MARK)?;
    machine.write_u32(buffer + THREAD, machine.thread.number.0)?;
    machine.write_pointer(buffer + SELF, buffer)?;
    let frame = *machine.thread.top();
    let live = machine
        .live
        .at(machine.program, frame.function, frame.pc, false);
    let thread = &mut machine.thread;
    let registers = live.iter().map(|&register| {
        let register = (frame.base + register) as usize;
        (thread.registers[register], thread.undefined[register])
    });
    let jump = Jump {
        buffer,
        cleanup: thread.detours.cleanup,
        frame: thread.frames.len() as u32 - 1,
        pc: frame.pc,
        registers: registers.collect(),
    };
    thread.detours.set(jump);
    Ok(super::int(0))
}

fn jump(machine: &mut Machine<'_>, arguments: &Arguments) -> Result<Reply, Fault> {
    let (buffer, value) = (arguments.get(0)?, arguments.get(1)? as u32);
    if machine.stops_at(&[buffer]) {
        return Ok(Reply::Stop);
    }
    let wrong = |message: &str| Err(Fault::error(ErrorKind::InvalidPointer, message));
    if machine.read_u32(buffer)? != MARK {
        return wrong("longjmp with a buffer that no setjmp has set");
    }
    if machine.read_u32(buffer + THREAD)? != machine.thread.number.0 {
        return wrong("longjmp with a buffer that another thread has set");
    }
    if machine.read_pointer(buffer + SELF)? != buffer {
        return Err(Fault::refused(
            "longjmp with a copy of a jmp_buf",
            "pass the one that was given to setjmp",
        ));
    }
    let Some(jump) = machine.thread.detours.find(buffer).cloned() else {
        return wrong("longjmp into a function that has returned since it called setjmp");
    };
    let left = &machine.thread.frames[jump.frame as usize + 1..];
    if left.iter().any(|frame| frame.after != After::Return) {
        return Err(Fault::refused(
            "longjmp out of a function that the library has called",
            "return from it",
        ));
    }
    if jump.cleanup != machine.thread.detours.cleanup {
        return Err(Fault::refused(
            "longjmp into or out of a pair of pthread_cleanup_push and pthread_cleanup_pop",
            "call setjmp within the pair",
        ));
    }
    machine.observe_call(|_| "jumps back to setjmp".to_owned());
    machine.go_back(&jump, value.max(1))
}

impl Machine<'_> {
    /// The running thread leaves all frames above that of a call of setjmp, which returns a value once more.
    pub(in crate::models) fn go_back(&mut self, jump: &Jump, value: u32) -> Result<Reply, Fault> {
        let target = jump.frame as usize;
        if let Some(function) = self.function_to_unwind_above(target) {
            return Err(Fault::unsupported(format!(
                "to jump out of `{function}`, which has destructors or handlers to run,"
            )));
        }
        while self.thread.frames.len() > target + 1 {
            if self.pop_frame().after == After::Again {
                self.forget_once()?;
            }
        }
        let frame = self.thread.top_mut();
        frame.pc = jump.pc;
        let frame = *frame;
        let live = self.live.at(self.program, frame.function, jump.pc, false);
        for (&register, &(value, undefined)) in live.iter().zip(&jump.registers) {
            let register = (frame.base + register) as usize;
            self.thread.registers[register] = value;
            self.thread.undefined[register] = undefined;
        }
        if jump.registers.iter().any(|register| register.1 != 0) {
            self.thread.top_mut().tracked = true;
        }
        self.complete_call(&[value.into()]);
        // It may go round in a loop.
        self.fuel -= 1;
        Ok(Reply::Left(match self.fuel {
            0 => Leave::Pause(Pause::Stopped),
            _ => Leave::Frame,
        }))
    }
}
