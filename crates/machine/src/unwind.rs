//! Unwinding: a raised exception or panic runs the landing pads of the frames that it
//! leaves, as far as their clauses take it. A panic that nothing but the thread's own start
//! catches is an error.

use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::memory_ops::selector_of;
use crate::pause::{Leave, Pause};
use crate::thread::{After, Frame};
use crate::thread_id::ThreadId;
use trailhound_contracts::calls_back;
use trailhound_program::{Callee, Catch, LandingPad, Op, Passed};

/// The first word of an exception of C++, and where its header has the rest. The runtime that
/// comes with the front end lays it out.
const CPP_EXCEPTION: u64 = 0x474e_5543_432b_2b00;
const TYPE: u64 = 8;
const OBJECT: u64 = 16;
const ADJUSTED: u64 = 24;

/// The selector that tells a landing pad that an exception specification was violated.
const VIOLATION: u64 = u32::MAX as u64;

/// An exception of C++ on its way.
#[derive(Clone, Copy)]
struct Thrown {
    header: u64,
    info: u64,
    object: u64,
}

/// A clause that takes an exception, and what the handler gets.
struct Clause {
    selector: u64,
    adjusted: u64,
}

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

    /// A function in whose middle the running thread stands and that has destructors or handlers for
    /// the case that the thread is unwound there.
    pub(crate) fn function_to_unwind(&self) -> Option<&'p str> {
        self.function_to_unwind_above(0)
    }

    /// The same, from a frame on that is counted from the bottom.
    pub(crate) fn function_to_unwind_above(&self, frame: usize) -> Option<&'p str> {
        let mut frames = self.thread.frames[frame..].iter().rev();
        let frame = frames.find(|frame| self.landing_pad(frame).is_some())?;
        Some(&self.program.functions[frame.function.index()].display)
    }

    /// The frame that would catch a panic raised now, counted from the bottom.
    fn catching_frame(&self) -> Option<usize> {
        let frames = &self.thread.frames;
        (0..frames.len()).rev().find(|&frame| {
            let pad = self.landing_pad(&frames[frame]);
            pad.is_some_and(|pad| !pad.catches.is_empty()) && !self.scope_catches(frame)
        })
    }

    /// Whether it is `std::thread::scope` that catches in a frame: only to go on with the
    /// panic when all threads of the scope have ended.
    fn scope_catches(&self, frame: usize) -> bool {
        let source = &self.program.source;
        let names = self.thread.frames[..=frame].iter().rev().flat_map(|frame| {
            let function = &self.program.functions[frame.function.index()];
            let body = function.body.as_ref().expect("a frame runs a body");
            let chain = source.inline_chain(body.locations[frame.pc as usize]);
            let inlined = chain.map(|(_, location)| source.function(location.function));
            let inlined = inlined.map(|function| function.display.as_str());
            inlined.chain([function.display.as_str()])
        });
        let catcher = names
            .skip_while(|name| !name.contains("catch_unwind"))
            .find(|name| !name.contains("catch_unwind"));
        catcher.is_some_and(|name| name.contains("thread::scoped::scope"))
    }

    /// True if no code of the user's catches: the panic ends the thread, or the test. No other thread has
    /// written line 0: there stands what the compiler makes, such as the `main` of tests.
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
                .any(|(_, location)| location.line != 0 && !source.file(location.file).library)
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

    pub(crate) fn check_panic(&mut self, message: String) -> Result<(), Fault> {
        let allowed = self.options.thread_panics_allowed && self.current != ThreadId::MAIN;
        if !allowed && self.panic_ends_thread() && !self.runs_panicking_test() {
            return Err(Fault::error(ErrorKind::Panic, message));
        }
        Ok(())
    }

    /// Continues in the next landing pad from the topmost frame down.
    pub(crate) fn unwind(&mut self, exception: u64) -> Result<Leave, Fault> {
        let thrown = self.thrown(exception)?;
        while let Some(&frame) = self.thread.frames.last() {
            if let Some(pad) = self.landing_pad(&frame) {
                let clause = self.clause(pad, thrown)?;
                if clause.is_some() || pad.cleanup {
                    let selector = match clause {
                        Some(clause) => {
                            if let Some(thrown) = thrown {
                                self.write_u64(thrown.header + ADJUSTED, clause.adjusted)?;
                            }
                            clause.selector
                        }
                        None => 0,
                    };
                    let register = (frame.base + pad.d) as usize;
                    for (n, value) in [exception, selector].into_iter().enumerate() {
                        self.thread.registers[register + n] = value;
                        self.thread.undefined[register + n] = 0;
                    }
                    self.thread.top_mut().pc = pad.target;
                    return Ok(Leave::Frame);
                }
            }
            if self.is_outermost(self.thread.frames.len() - 1) {
                break;
            }
            let left = self.pop_frame();
            if left.after == After::Again {
                self.forget_once()?;
            }
        }
        if self.thread.frames.is_empty() {
            return Ok(Leave::Pause(Pause::ThreadEnded));
        }
        Err(Fault::error(
            ErrorKind::UncaughtException,
            "an exception leaves the thread's first function",
        ))
    }

    /// Whether any frame would catch an exception of C++ raised now.
    pub(crate) fn has_handler(&mut self, exception: u64) -> Result<bool, Fault> {
        let thrown = self.thrown(exception)?;
        for index in (0..self.thread.frames.len()).rev() {
            let frame = self.thread.frames[index];
            if let Some(pad) = self.landing_pad(&frame)
                && self.clause(pad, thrown)?.is_some()
            {
                return Ok(true);
            }
            if self.is_outermost(index) {
                break;
            }
        }
        Ok(false)
    }

    /// Nothing below this frame has called it: what it lets out is not caught.
    fn is_outermost(&self, index: usize) -> bool {
        match self.thread.frames[index].after {
            After::EndThread
            | After::EndProgram
            | After::Ending
            | After::Exiting
            | After::Answer => true,
            // A constructor of a static variable, or called by a model on behalf of the frame below.
            After::Again => match index.checked_sub(1) {
                Some(below) => self.called_model(&self.thread.frames[below]).is_none(),
                None => true,
            },
            _ => false,
        }
    }

    /// The model at whose call a frame stands, and the call's arguments.
    fn called_model(&self, frame: &Frame) -> Option<(&'p str, &'p [Passed])> {
        let body = self.program.functions[frame.function.index()]
            .body
            .as_ref()?;
        let Op::Call { call } = body.code[frame.pc as usize] else {
            return None;
        };
        let site = &body.calls[call as usize];
        let Callee::Direct(function) = site.callee else {
            return None;
        };
        self.model(function)?;
        let name = self.program.functions[function.index()].name.as_str();
        Some((name, &site.arguments))
    }

    /// An exception or the end of the thread has left what pthread_once called: it was not done, and may be
    /// tried again.
    pub(crate) fn forget_once(&mut self) -> Result<(), Fault> {
        let frame = *self.thread.top();
        if let Some((name, [Passed::Register(flag), ..])) = self.called_model(&frame)
            && calls_back(name).is_some()
        {
            let flag = self.thread.registers[(frame.base + flag) as usize];
            self.write_u32(flag, 0)?;
        }
        Ok(())
    }

    /// What was thrown, if it is an exception of C++.
    fn thrown(&mut self, exception: u64) -> Result<Option<Thrown>, Fault> {
        if self.read_u64(exception)? != CPP_EXCEPTION {
            return Ok(None);
        }
        Ok(Some(Thrown {
            header: exception,
            info: self.read_u64(exception + TYPE)?,
            object: self.read_u64(exception + OBJECT)?,
        }))
    }

    /// The first clause of a landing pad that takes the exception; any takes a panic.
    fn clause(
        &mut self,
        pad: &LandingPad,
        thrown: Option<Thrown>,
    ) -> Result<Option<Clause>, Fault> {
        let Some(thrown) = thrown else {
            let selector = match (pad.catches.first(), pad.filters.is_empty()) {
                (Some(Catch::All), _) => Some(1),
                (Some(&Catch::Type(info)), _) => Some(selector_of(info)),
                (None, false) => Some(0),
                (None, true) => None,
            };
            return Ok(selector.map(|selector| Clause {
                selector,
                adjusted: 0,
            }));
        };
        for catch in &pad.catches {
            let (adjusted, selector) = match *catch {
                Catch::All => (Some(thrown.object), 1),
                Catch::Type(info) => (
                    self.caught_as(info, thrown.info, thrown.object)?,
                    selector_of(info),
                ),
            };
            if let Some(adjusted) = adjusted {
                return Ok(Some(Clause { selector, adjusted }));
            }
        }
        for filter in &pad.filters {
            let mut allowed = false;
            for &info in filter {
                allowed |= info == 0 || self.caught_as(info, thrown.info, thrown.object)?.is_some();
            }
            if !allowed {
                return Ok(Some(Clause {
                    selector: VIOLATION,
                    adjusted: thrown.object,
                }));
            }
        }
        Ok(None)
    }
}
