//! The frames of the running thread: entering and leaving functions, local objects, and the
//! end of calls in which a thread has waited. It does not know what functions do.

use crate::error::Fault;
use crate::leaves::LeafId;
use crate::machine::Machine;
use crate::thread::{After, Frame, Status, Thread, WaitKind};
use crate::thread_id::ThreadId;
use crate::unsupported::Unsupported;
use trailhound_program::{Address, FunctionId, Op, Program};

impl Machine<'_> {
    /// Enters a function of the program on the running thread.
    pub fn push_frame(
        &mut self,
        function: FunctionId,
        arguments: &[u64],
        after: After,
    ) -> Result<(), Fault> {
        let callee = &self.program.functions[function.index()];
        let Some(body) = &callee.body else {
            return Err(Fault::unsupported(Unsupported::Function(
                callee.name.clone(),
            )));
        };
        if self.thread.frames.len() >= self.options.max_frames {
            let message = format!("more than {} calls are nested", self.options.max_frames);
            return Err(Fault::error(crate::ErrorKind::StackOverflow, message));
        }
        let thread = &mut self.thread;
        let base = thread.registers.len();
        thread.registers.extend_from_slice(&body.constants);
        thread.registers.resize(base + body.registers as usize, 0);
        thread.undefined.resize(base + body.registers as usize, 0);
        let first = base + body.constants.len();
        let count = arguments.len().min(body.parameters as usize);
        thread.registers[first..first + count].copy_from_slice(&arguments[..count]);
        if self.program.short.is_some() {
            let registers = thread.registers[first..first + count].iter_mut();
            for (register, &bits) in registers.zip(&body.signature.parameters) {
                *register = self.program.fitted(*register, bits);
            }
        }
        for &register in &body.undefined {
            thread.undefined[base + register as usize] = 0xff;
        }
        if callee.atomic {
            thread.atomic_depth += 1;
        }
        thread.frames.push(Frame {
            function,
            pc: 0,
            base: base as u32,
            locals: thread.locals,
            variadic: None,
            after,
            tracked: !body.undefined.is_empty(),
            leaf: LeafId::NOTHING,
        });
        if callee.atomic {
            self.begin_section();
        }
        Ok(())
    }

    /// Leaves the topmost frame; its locals die.
    pub(crate) fn pop_frame(&mut self) -> Frame {
        let frame = self.thread.frames.pop().expect("a frame to leave");
        self.frames_left += 1;
        self.thread.registers.truncate(frame.base as usize);
        self.thread.undefined.truncate(frame.base as usize);
        self.thread.clean = self.thread.clean.min(self.thread.frames.len());
        self.release_locals(frame.locals);
        if !self.thread.detours.is_empty() {
            let frames = self.thread.frames.len();
            self.thread.detours.leave(frames);
        }
        if self.program.functions[frame.function.index()].atomic {
            self.end_section();
            self.thread.atomic_depth -= 1;
            self.refresh_gate();
        }
        frame
    }

    pub(crate) fn release_locals(&mut self, down_to: u32) {
        while self.thread.locals > down_to {
            self.thread.locals -= 1;
            self.memory.end_local(self.thread.locals);
        }
    }

    /// A new local object of the running thread.
    pub(crate) fn new_local(&mut self, size: u64, align: u32) -> Result<Address, Fault> {
        let object = self
            .memory
            .allocate_local(self.thread.locals, size, align)?;
        self.thread.locals = object.index() + 1;
        Ok(object.at(0))
    }

    /// Ends the call at which the running thread stands, with its results.
    pub fn complete_call(&mut self, results: &[u64]) {
        complete_call(self.program, &mut self.thread, results);
    }

    /// A sleeping thread goes on with `result`.
    pub(crate) fn wake(&mut self, index: ThreadId, address: u64, result: u64) {
        self.load_thread(index);
        self.touch_thread(index);
        let thread = &mut self.threads[index.index()];
        self.thread.forget_sleep();
        thread.forget_sleep();
        match thread.status {
            Status::Waiting {
                on: WaitKind::Condition { mutex },
                ..
            } => {
                thread.status = Status::Relocking {
                    mutex,
                    result: result as u32,
                };
            }
            _ => {
                thread.status = Status::Ready;
                complete_call(self.program, thread, &[result]);
                self.settling.push(index);
            }
        }
        self.waiters_at_mut(address).remove(address, index);
    }
}

pub(crate) fn complete_call(program: &Program, thread: &mut Thread, results: &[u64]) {
    let frame = *thread.top_mut();
    let body = program.functions[frame.function.index()]
        .body
        .as_ref()
        .expect("a frame runs a body");
    let Op::Call { call } = body.code[frame.pc as usize] else {
        panic!("a waiting thread stands at a call");
    };
    let site = &body.calls[call as usize];
    for (n, &result) in results.iter().enumerate().take(site.results as usize) {
        let register = (frame.base + site.d) as usize + n;
        let bits = if n == 0 { site.result_bits } else { 64 };
        thread.registers[register] = program.fitted(result, bits);
        thread.undefined[register] = 0;
    }
    thread.top_mut().pc += 1;
}
