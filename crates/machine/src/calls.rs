//! Calls of program functions and of models, returns, the end of threads and of the
//! program.

use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::memory::Flags;
use crate::models::{Arguments, Reply};
use crate::pause::{Leave, Pause};
use crate::process_id::ProcessId;
use crate::references::LivePointers;
use crate::thread::{After, Status};
use crate::unsupported::Unsupported;
use smallvec::SmallVec;
use trailhound_contracts::{frees, uses_key};
use trailhound_program::{
    Address, CallSite, Callee, FunctionId, ObjectId, Op, Passed, Pushed, Space, numbers,
};

/// `thread_locals` entry under which errno is kept.
pub(crate) const ERRNO: u32 = u32::MAX;

/// What a call counts for.
const CALL_UNITS: u64 = 64;

impl Machine<'_> {
    /// Executes the call at the running thread's program counter. None: it is done, its
    /// results are in place.
    pub(crate) fn call(&mut self, site: &CallSite) -> Result<Option<Leave>, Fault> {
        self.memory.meter.spend(CALL_UNITS)?;
        let base = self.thread.top().base as usize;
        let function = match site.callee {
            Callee::Direct(function) => function,
            Callee::Indirect(register) => {
                self.function_at(self.thread.registers[base + register as usize])?
            }
        };
        let Some(model) = self.model(function) else {
            if self.is_entered_visibly(site, function, base)? && self.stops() {
                return Ok(Some(Leave::Pause(Pause::Stopped)));
            }
            self.enter_function(site, function, base)?;
            return Ok(Some(Leave::Frame));
        };
        let arguments = self.arguments_of(site, base);
        let depth = self.thread.frames.len();
        let pause = |pause| Ok(Some(Leave::Pause(pause)));
        if self.memory.stops_before_library() {
            return pause(Pause::Stopped);
        }
        self.observer.modelled.insert(function);
        self.memory.log.is_bookkeeping = false;
        self.records_library = self.memory.weak.uses().records && self.touching[function.index()];
        let mut reply = match self.before_visible_call(function)? {
            Some(reply) => reply,
            None => model(self, &arguments)?,
        };
        if std::mem::take(&mut self.noting) {
            self.note_whole_touches();
        }
        if matches!(reply, Reply::Stop) && self.is_bookkeeping_call(function) {
            self.memory.gate.pass = true;
            reply = model(self, &arguments)?;
        }
        self.records_library = false;
        if let Some(race) = self.library_race.take() {
            return Err(race);
        }
        if !self.visible_calls.is_empty() {
            self.after_visible_call(function);
        }
        if let Reply::Value(returned) = reply
            && self.observer.active
        {
            self.observe_absence(function, &arguments, returned);
        }
        if let Reply::Value(value) = reply
            && self.clock.is_read
            && self.visible_calls.contains(&function)
        {
            let name = &self.program.functions[function.index()].name;
            if self.is_time_out(name, value)? {
                self.pass_time_limit(name, &arguments)?;
            }
        }
        match reply {
            Reply::Value(value) => self.set_results(site, base, &[value]),
            Reply::Pair(first, second) => self.set_results(site, base, &[first, second]),
            Reply::Void => {}
            Reply::Stop | Reply::Sleep => return pause(Pause::Stopped),
            Reply::Blocked { waits_for } => return pause(Pause::Blocked { waits_for }),
            Reply::Pruned => return pause(Pause::Pruned),
            Reply::Entered => {
                debug_assert_ne!(depth, self.thread.frames.len());
                return Ok(Some(self.entered()));
            }
            Reply::Left(leave) => return Ok(Some(leave)),
        }
        Ok(None)
    }

    fn arguments_of(&self, site: &CallSite, base: usize) -> Arguments {
        let mut arguments = Arguments::default();
        for passed in &site.arguments {
            let (Passed::Register(register)
            | Passed::ByValue {
                pointer: register, ..
            }) = *passed;
            let register = base + register as usize;
            arguments.push(
                self.thread.registers[register],
                self.thread.undefined[register] != 0,
            );
        }
        arguments
    }

    /// The wait in which the running thread stands times out.
    pub(crate) fn time_out(&mut self) -> Result<(), Fault> {
        if !self.clock.is_read {
            return Ok(());
        }
        let frame = *self.thread.top();
        let program = self.program;
        let body = program.functions[frame.function.index()].body.as_ref();
        let body = body.expect("a frame runs a body");
        if let Op::Call { call } = body.code[frame.pc as usize]
            && let Callee::Direct(function) = body.calls[call as usize].callee
        {
            let arguments = self.arguments_of(&body.calls[call as usize], frame.base as usize);
            let name = &program.functions[function.index()].name;
            self.pass_time_limit(name, &arguments)?;
        }
        Ok(())
    }

    /// The runtime gives back memory of its own bookkeeping, or asks for what it keeps for a thread.
    fn is_bookkeeping_call(&mut self, function: FunctionId) -> bool {
        let called = &self.program.functions[function.index()];
        (frees(called) || uses_key(called)) && self.is_bookkeeping(self.thread.top().pc)
    }

    fn set_results(&mut self, site: &CallSite, base: usize, results: &[u64]) {
        for (n, &result) in results.iter().enumerate().take(site.results as usize) {
            let bits = if n == 0 { site.result_bits } else { 64 };
            self.thread.registers[base + site.d as usize + n] = self.program.fitted(result, bits);
            self.thread.undefined[base + site.d as usize + n] = 0;
        }
    }

    pub(crate) fn function_at(&self, address: u64) -> Result<FunctionId, Fault> {
        let object = Address(address).object();
        if object.space() == Space::FUNCTION && Address(address).offset() == 0 {
            return Ok(FunctionId(object.index()));
        }
        let kind = if object.space() == Space::NULL {
            ErrorKind::NullDereference
        } else {
            ErrorKind::InvalidPointer
        };
        Err(Fault::error(
            kind,
            "call through a pointer that points at no function",
        ))
    }

    /// Whether others see that a function of the program is called: it begins an atomic section,
    /// or is passed a copy of what they can reach.
    fn is_entered_visibly(
        &mut self,
        site: &CallSite,
        function: FunctionId,
        base: usize,
    ) -> Result<bool, Fault> {
        if self.program.functions[function.index()].atomic && self.thread.atomic_depth == 0 {
            return Ok(true);
        }
        for passed in &site.arguments {
            if let Passed::ByValue { pointer, size, .. } = *passed {
                let copied = self.thread.registers[base + pointer as usize];
                self.note_whole(copied, size.into());
                if self.memory.is_visible(copied, size.into())? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A function was entered that the program did not call itself: an atomic one is a step.
    fn entered(&self) -> Leave {
        let entered = self.thread.top().function;
        let is_atomic = self.program.functions[entered.index()].atomic;
        match is_atomic && self.thread.atomic_depth == 1 && self.world.alive > 1 {
            true => Leave::Pause(Pause::Stopped),
            false => Leave::Frame,
        }
    }

    fn enter_function(
        &mut self,
        site: &CallSite,
        function: FunctionId,
        base: usize,
    ) -> Result<(), Fault> {
        let callee = &self.program.functions[function.index()];
        let Some(body) = &callee.body else {
            return Err(Fault::unsupported(Unsupported::Function(
                callee.display.clone(),
            )));
        };
        let fixed = (body.parameters as usize).min(site.arguments.len());
        let mut values: SmallVec<[u64; 16]> = SmallVec::new();
        let mut undefined: SmallVec<[u8; 16]> = SmallVec::new();
        for passed in &site.arguments {
            let (Passed::Register(register)
            | Passed::ByValue {
                pointer: register, ..
            }) = *passed;
            values.push(self.thread.registers[base + register as usize]);
            undefined.push(self.thread.undefined[base + register as usize]);
        }
        // A caller that takes the function for one of another type may pass wider values.
        for (value, width) in values.iter_mut().zip(&body.signature.parameters) {
            *value = numbers::cut(*value, *width);
        }
        self.push_frame(function, &values[..fixed], After::Return)?;
        let first = self.thread.top().base as usize + body.constants.len();
        for (n, &mask) in undefined[..fixed]
            .iter()
            .enumerate()
            .filter(|(_, mask)| **mask != 0)
        {
            self.thread.undefined[first + n] = mask;
            self.thread.top_mut().tracked = true;
        }
        if fixed < body.parameters as usize {
            // C can call a function with less arguments than it has parameters.
            let missing = first + fixed..first + body.parameters as usize;
            self.thread.undefined[missing].fill(0xff);
            self.thread.top_mut().tracked = true;
        }
        for (n, passed) in site.arguments.iter().enumerate() {
            if let Passed::ByValue { size, align, .. } = *passed {
                let copy = self.new_local(size as u64, align)?;
                self.note_plain(values[n], size.into(), false)?;
                self.memory.copy(copy.0, values[n], size as u64)?;
                values[n] = copy.0;
                if n < fixed {
                    self.thread.registers[first + n] = copy.0;
                }
            }
        }
        if body.variadic {
            self.pass_variadic(site, &values, &undefined, body.parameters as usize)?;
        }
        if callee.atomic {
            self.refresh_gate();
        }
        Ok(())
    }

    /// Lays the variable arguments out as the x86-64 overflow area: eight bytes each,
    /// structures passed by value in place; in 32-bit programs as i386 pushes them.
    fn pass_variadic(
        &mut self,
        site: &CallSite,
        values: &[u64],
        undefined: &[u8],
        fixed: usize,
    ) -> Result<(), Fault> {
        let rest = fixed.min(values.len())..values.len();
        let word = self.word_bytes();
        let size = |n: usize| match site.arguments[n] {
            Passed::Register(_) => match site.pushed.get(n) {
                Some(Pushed::FourBytes | Pushed::Pointer) => 4,
                Some(Pushed::EightBytes) | None => 8,
            },
            Passed::ByValue { size, .. } => (size as u64).next_multiple_of(word),
        };
        let area = self.new_local(rest.clone().map(size).sum(), 16)?;
        let mut at = area.0;
        for n in rest {
            match site.arguments[n] {
                Passed::Register(_) if undefined[n] != 0 => {}
                Passed::Register(_) if site.pushed.get(n) == Some(&Pushed::Pointer) => {
                    let short = self.shorten(values[n])?;
                    self.memory.write(at, &short.to_le_bytes())?;
                }
                Passed::Register(_) => {
                    let bytes = values[n].to_le_bytes();
                    self.memory.write(at, &bytes[..size(n) as usize])?;
                }
                Passed::ByValue { size, .. } => self.memory.copy(at, values[n], size as u64)?,
            }
            at += size(n);
        }
        self.thread.top_mut().variadic = Some(area.object());
        Ok(())
    }

    pub(crate) fn return_from_frame(
        &mut self,
        base: usize,
        a: u32,
        count: u32,
    ) -> Result<Leave, Fault> {
        let after = self.thread.top().after;
        // Others see what was done so far before the program or the process ends.
        let ends = match after {
            After::EndProgram => true,
            After::Exiting => {
                self.forks
                    || self.thread.exit_handlers.is_empty()
                        && self.registered().exit_handlers.is_empty()
            }
            After::EndThread | After::Ending => self.is_last_of_process(),
            _ => false,
        };
        if ends && self.stops() {
            return Ok(Leave::Pause(Pause::Stopped));
        }
        let from = base + a as usize;
        let values: SmallVec<[u64; 4]> = self.thread.registers[from..from + count as usize].into();
        let masks: SmallVec<[u8; 4]> = self.thread.undefined[from..from + count as usize].into();
        let first = values.first().copied().unwrap_or(0);
        self.pop_frame();
        match after {
            After::Return => {
                let caller = *self.thread.top_mut();
                let body = self.program.functions[caller.function.index()]
                    .body
                    .as_ref()
                    .expect("a frame runs a body");
                let Op::Call { call } = body.code[caller.pc as usize] else {
                    panic!("a caller stands at its call");
                };
                let site = &body.calls[call as usize];
                let to = caller.base as usize + site.d as usize;
                let widths = &site.signature.results;
                for (n, ((&value, &mask), &width)) in
                    values.iter().zip(&masks).zip(widths).enumerate()
                {
                    self.thread.registers[to + n] = numbers::cut(value, width);
                    self.thread.undefined[to + n] = mask;
                    if mask != 0 {
                        self.thread.top_mut().tracked = true;
                    }
                }
                if values.len() < site.results as usize {
                    // Nor need it return what the caller takes.
                    let missing = to + values.len()..to + site.results as usize;
                    self.thread.undefined[missing].fill(0xff);
                    self.thread.top_mut().tracked = true;
                }
                self.thread.top_mut().pc += 1;
            }
            After::Again => {}
            After::ReturnZero => self.complete_call(&[0]),
            After::PanicMessage => {
                return self.panic_message(values.as_slice()).map(|()| Leave::Frame);
            }
            After::EndProgram => return self.exit(first as u32 as i32),
            After::EndThread => {
                self.thread.exit_value = first;
                return self.end_thread();
            }
            After::Answer => {
                self.thread.exit_value = first;
                return Ok(Leave::Pause(Pause::ThreadEnded));
            }
            After::Ending => return self.end_thread(),
            After::Exiting => return self.exit(self.thread.exit_value as i32),
        }
        Ok(Leave::Frame)
    }

    /// Runs what is left to run at the end of the thread, then ends it.
    pub(crate) fn end_thread(&mut self) -> Result<Leave, Fault> {
        if let Some((function, argument)) = self.thread.exit_handlers.pop() {
            let function = self.function_at(function)?;
            self.enter_handler(function, argument, After::Ending)?;
            return Ok(self.entered());
        }
        let keys = self.registered().keys.clone();
        let destructor = |key: u32| {
            keys.get(key as usize)
                .copied()
                .filter(|&d| d != 0 && d != u64::MAX)
        };
        let due = self
            .thread
            .specifics
            .iter()
            .position(|&(key, value)| value != 0 && destructor(key).is_some());
        if let Some(index) = due {
            let (key, value) = self.thread.specifics.remove(index);
            let function = self.function_at(destructor(key).expect("found with a destructor"))?;
            self.enter_handler(function, value, After::Ending)?;
            return Ok(self.entered());
        }
        self.release_locals(0);
        for (_, object) in std::mem::take(&mut self.thread.thread_locals) {
            self.memory.destroy(object);
        }
        let value = self.thread.exit_value;
        self.memory.escape(value);
        self.thread.forget_sleep();
        self.thread.ended_holding = std::mem::take(&mut self.thread.locks_owned) > 0;
        self.thread.detours = Default::default();
        self.thread.status = Status::Finished { value };
        let last = self.count_out();
        self.weak_end();
        if self.thread.detached {
            self.weak_retire(self.current);
            self.retire_number(self.current);
            self.thread.status = Status::Absent;
        }
        if last {
            return self.exit(0);
        }
        Ok(Leave::Pause(Pause::ThreadEnded))
    }

    fn enter_handler(
        &mut self,
        function: FunctionId,
        argument: u64,
        after: After,
    ) -> Result<(), Fault> {
        if self.model(function).is_some() {
            return Err(Fault::unsupported(format!(
                "`{}` as a function that runs at exit",
                self.program.functions[function.index()].display
            )));
        }
        self.thread.forget_sleep();
        self.push_frame(function, &[argument], after)
    }

    /// Runs the destructors of the thread's own variables and the functions registered with
    /// atexit, then ends the program.
    pub(crate) fn exit(&mut self, status: i32) -> Result<Leave, Fault> {
        if let Some((function, argument)) = self.thread.exit_handlers.pop() {
            self.thread.exit_value = status as u64;
            let function = self.function_at(function)?;
            self.enter_handler(function, argument, After::Exiting)?;
            return Ok(self.entered());
        }
        if let Some(&(function, argument)) = self.registered().exit_handlers.last() {
            self.registered_mut().exit_handlers.pop();
            self.thread.exit_value = status as u64;
            let function = self.function_at(function)?;
            self.enter_handler(function, argument, After::Exiting)?;
            return Ok(self.entered());
        }
        self.flush_streams()?;
        self.exit_now(status)
    }

    pub(crate) fn exit_now(&mut self, status: i32) -> Result<Leave, Fault> {
        // As `wait` gives it to a parent.
        let shown = status & 0xff;
        if self.options.exit_status && shown != 0 && self.thread.process == ProcessId::FIRST {
            let message = format!("the program ends with status {shown}");
            return Err(Fault::error(ErrorKind::ExitStatus, message));
        }
        if self.options.leaks {
            self.check_leaks()?;
        }
        if self.forks {
            return self.end_process(status);
        }
        self.end_program(status)
    }

    pub(crate) fn end_program(&mut self, status: i32) -> Result<Leave, Fault> {
        self.world.exited = Some(status);
        self.world.unit.write(self.memory.snapshot.epoch);
        Ok(Leave::Pause(Pause::Exited))
    }

    /// A heap block of the running thread.
    pub(crate) fn allocate(&mut self, size: u64, flags: Flags) -> Result<ObjectId, Fault> {
        self.allocate_aligned(size, 1, flags)
    }

    /// The same at an address that is a multiple of `align`.
    pub(crate) fn allocate_aligned(
        &mut self,
        size: u64,
        align: u32,
        flags: Flags,
    ) -> Result<ObjectId, Fault> {
        let mut pointers = LivePointers {
            program: self.program,
            threads: &self.threads,
            running: &self.thread,
            live: &mut self.live,
            mentions: &mut self.mentions,
            kernel: &self.kernel,
        };
        let object = self.memory.allocate(size, align, flags, &mut pointers)?;
        self.observe_allocation(object);
        Ok(object)
    }

    /// Starts main, or Rust's or C's constructors before it.
    pub(crate) fn push_main(&mut self) -> Result<(), Fault> {
        self.thread.status = Status::Ready;
        let arguments = self.options.arguments.clone();
        let word = self.word_bytes();
        let vector = self
            .allocate((arguments.len() as u64 + 1) * word, Flags::ZEROED)?
            .at(0)
            .0;
        for (n, argument) in arguments.iter().enumerate() {
            let text = self
                .allocate(argument.len() as u64 + 1, Flags::ZEROED)?
                .at(0)
                .0;
            self.memory.write(text, argument.as_bytes())?;
            self.write_pointer(vector + word * n as u64, text)?;
        }
        let variables = self.variables();
        let environment = self
            .allocate((variables.len() as u64 + 1) * word, Flags::ZEROED)?
            .at(0)
            .0;
        for (n, variable) in variables.into_iter().enumerate() {
            self.write_pointer(environment + word * n as u64, variable)?;
        }
        self.push_frame(
            self.program.main,
            &[arguments.len() as u64, vector, environment],
            After::EndProgram,
        )?;
        let destructors = self
            .program
            .destructors
            .iter()
            .map(|&f| (function_address(f), 0));
        self.world.own.exit_handlers.extend(destructors);
        for &constructor in self.program.constructors.iter().rev() {
            self.push_frame(constructor, &[], After::Again)?;
        }
        Ok(())
    }
}

pub(crate) fn function_address(function: FunctionId) -> u64 {
    ObjectId::new(Space::FUNCTION, function.0).at(0).0
}
