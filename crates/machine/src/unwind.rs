//! Unwinding: a raised exception or panic runs the landing pads of the frames that it
//! leaves. A panic that nobody but the thread's own start catches is an error.

use crate::error::{ErrorKind, Fault};
use crate::interpret::Leave;
use crate::machine::{Machine, Pause};
use crate::memory_ops::selector_of;
use crate::thread::{After, Frame};
use trailhound_program::{Catch, LandingPad, Op, Passed};

impl<'p> Machine<'p> {
    /// The landing pad of the call at which a frame stands.
    fn landing_pad(&self, frame: &Frame) -> Option<&'p LandingPad> {
        let body = self.program.functions[frame.function.index()]
            .body
            .as_ref()?;
        let Op::Call { call } = body.code[frame.pc as usize] else {
            return None;
        };
        let pad = body.calls[call as usize].landing_pad?;
        Some(&body.landing_pads[pad as usize])
    }

    /// The frame that would catch a panic raised now, counted from the bottom.
    fn catching_frame(&self) -> Option<usize> {
        self.thread.frames.iter().rposition(|frame| {
            self.landing_pad(frame)
                .is_some_and(|pad| !pad.catches.is_empty())
        })
    }

    /// True if no code of the user's catches: the panic ends the thread.
    pub(crate) fn panic_ends_thread(&self) -> bool {
        let Some(catching) = self.catching_frame() else {
            return true;
        };
        let source = &self.program.source;
        !self.thread.frames[..=catching].iter().any(|frame| {
            let function = &self.program.functions[frame.function.index()];
            let body = function.body.as_ref().expect("a frame runs a body");
            source
                .inline_chain(body.locations[frame.pc as usize])
                .any(|(_, location)| !source.file(location.file).library)
        })
    }

    /// A panic was announced with this text (pointer and length): is it an error?
    pub(crate) fn panic_message(&mut self, text: &[u64]) -> Result<(), Fault> {
        let message = match text {
            &[pointer, length, ..] if pointer != 0 => {
                self.memory.read(pointer, length).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let message = String::from_utf8_lossy(&message).into_owned();
        if !self.panic_can_unwind()? {
            return Err(Fault::error(ErrorKind::Abort, message));
        }
        self.complete_call(&[]);
        self.check_panic(message)
    }

    /// Read from the `PanicHookInfo` that the hook was called with.
    fn panic_can_unwind(&mut self) -> Result<bool, Fault> {
        const CAN_UNWIND: u64 = 24;
        let frame = *self.thread.top();
        let body = self.program.functions[frame.function.index()]
            .body
            .as_ref()
            .expect("a frame runs a body");
        let Op::Call { call } = body.code[frame.pc as usize] else {
            return Ok(true);
        };
        let Some(&Passed::Register(info)) = body.calls[call as usize].arguments.first() else {
            return Ok(true);
        };
        let info = self.thread.registers[(frame.base + info) as usize];
        Ok(self.memory.read(info + CAN_UNWIND, 1)?[0] != 0)
    }

    pub(crate) fn check_panic(&self, message: String) -> Result<(), Fault> {
        let allowed = self.options.thread_panics_allowed && self.current != 0;
        if !allowed && self.panic_ends_thread() {
            return Err(Fault::error(ErrorKind::Panic, message));
        }
        Ok(())
    }

    /// Continues in the next landing pad from the topmost frame down.
    pub(crate) fn unwind(&mut self, exception: u64) -> Result<Leave, Fault> {
        while let Some(&frame) = self.thread.frames.last() {
            if let Some(pad) = self.landing_pad(&frame)
                && (pad.cleanup || !pad.catches.is_empty() || !pad.filters.is_empty())
            {
                let selector = match pad.catches.first() {
                    None => 0,
                    Some(Catch::All) => 1,
                    Some(&Catch::Type(info)) => selector_of(info),
                };
                let register = (frame.base + pad.d) as usize;
                for (n, value) in [exception, selector].into_iter().enumerate() {
                    self.thread.registers[register + n] = value;
                    self.thread.undefined[register + n] = 0;
                }
                self.thread.top_mut().pc = pad.target;
                return Ok(Leave::Frame);
            }
            match frame.after {
                After::EndThread | After::EndProgram | After::Ending | After::Exiting => break,
                _ => self.pop_frame(),
            };
        }
        if self.thread.frames.is_empty() {
            return Ok(Leave::Pause(Pause::ThreadEnded));
        }
        Err(Fault::error(
            ErrorKind::UncaughtException,
            "an exception leaves the thread's first function",
        ))
    }
}
