//! Names of things in memory, for people. What variables look like inside is not known
//! here: what has read their types says so through [`Naming`].

use crate::machine::Machine;
use crate::process_id::ProcessId;
use crate::thread::{Frame, Thread};
use crate::thread_id::ThreadId;
use std::fmt;
use trailhound_program::{
    Address, Alloca, FunctionId, ObjectId, Op, Passed, Space, ThreadNumber, next_local,
};

/// Which of the parts that begin at an address is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The smallest one: what is read and written there.
    Part,
    /// The largest one: what a pointer points at.
    Whole,
}

/// Names for the parts of variables.
pub trait Naming: fmt::Debug + Send + Sync {
    /// The part of a global at an offset: `forks[2]`, `account.balance`.
    fn global_part(&self, global: u32, offset: u32, extent: Extent) -> Option<String>;

    /// What follows the name of a local variable of a function, by the variable's number: `.balance`.
    fn local_part(
        &self,
        _variable: (FunctionId, u32),
        _offset: u32,
        _extent: Extent,
    ) -> Option<String> {
        None
    }

    /// The same for a heap block.
    fn block_part(&self, _block: ObjectId, _offset: u32, _extent: Extent) -> Option<String> {
        None
    }
}

/// `heap#5` is main's fifth block, `heap#2.5` that of thread 2.
pub fn heap_name(object: ObjectId) -> String {
    match object.space().thread().unwrap_or_default() {
        ThreadNumber::MAIN => format!("heap#{}", object.index()),
        thread => format!("heap#{thread}.{}", object.index()),
    }
}

/// `shared#5` is the fifth mapping of the first process, `shared#2.5` that of process 2.
pub fn mapping_name(object: ObjectId) -> String {
    match (object.index() / 64, object.index() % 64) {
        (0, number) => format!("shared#{number}"),
        (process, number) => format!("shared#{process}.{number}"),
    }
}

impl Machine<'_> {
    /// `main`, `thread 2`, `process 3`, or `thread 4 of process 3`.
    pub fn thread_title(&self, index: ThreadId) -> String {
        let thread = match index == self.current {
            true => Some(&self.thread),
            false => self.threads.get(index.index()),
        };
        self.title_in(
            thread.map_or(ProcessId::FIRST, |thread| thread.process),
            index,
        )
    }

    /// From here on addresses are named as this thread means them, until a step is taken.
    pub fn speak_for(&mut self, thread: ThreadId) {
        let process = self.thread_at(thread).process;
        self.observer.speaker = process;
        self.memory.enter_process(process);
    }

    /// Several processes are possible.
    pub fn has_processes(&self) -> bool {
        self.forks
    }

    /// The same for a thread of this process.
    pub(crate) fn title_in(&self, process: ProcessId, index: ThreadId) -> String {
        match (process, index) {
            (ProcessId::FIRST, ThreadId::MAIN) => "main".to_owned(),
            (ProcessId::FIRST, index) => format!("thread {index}"),
            (process, index) if index == process.first_thread() => format!("process {process}"),
            (process, index) => format!("thread {index} of process {process}"),
        }
    }

    /// What lies at an address: a variable, a heap block, with the offset inside it.
    pub fn name_of(&self, address: u64) -> String {
        self.named(address, Extent::Part)
    }

    /// What a pointer to an address points at: a variable or a block as a whole, if it begins there.
    pub fn name_of_target(&self, address: u64) -> String {
        self.named(address, Extent::Whole)
    }

    fn named(&self, address: u64, extent: Extent) -> String {
        let address = Address(address);
        let object = address.object();
        let offset = address.offset();
        let naming = self.observer.naming.as_ref();
        let mut part = None;
        let name = match object.space() {
            Space::STATIC => match self.program.globals.get(object.index() as usize) {
                Some(global) => {
                    let whole = naming
                        .and_then(|naming| naming.global_part(object.index(), offset, extent));
                    if let Some(whole) = whole {
                        return whole;
                    }
                    global.display.clone()
                }
                None => return format!("{:#x}", address.0),
            },
            Space::NULL => return format!("{:#x}", address.0),
            Space::FUNCTION => match self.program.functions.get(object.index() as usize) {
                Some(function) => return function.display.clone(),
                None => return format!("{:#x}", address.0),
            },
            Space::MAPPED => mapping_name(object),
            space if space.is_heap() => {
                let is_whole = extent == Extent::Whole && offset == 0;
                let naming = naming.filter(|_| !is_whole);
                part = naming.and_then(|naming| naming.block_part(object, offset, extent));
                heap_name(object)
            }
            space => match self.local_variable(object) {
                Some((function, number, name)) => {
                    let variable = (function, number);
                    part = naming.and_then(|naming| naming.local_part(variable, offset, extent));
                    name.to_owned()
                }
                None => format!(
                    "local#{}.{}",
                    space.thread().unwrap_or_default(),
                    object.index()
                ),
            },
        };
        match (part, offset) {
            (Some(part), _) => name + &part,
            (None, 0) => name,
            (None, offset) => format!("{name}+{offset}"),
        }
    }

    /// The source variable that a local object is: its function, number and name.
    pub fn local_variable(&self, object: ObjectId) -> Option<(FunctionId, u32, &str)> {
        let number = object.space().thread()?;
        let process = match self.current {
            ThreadId::NONE => self.observer.speaker,
            _ => self.thread.process,
        };
        let is_meant = |thread: &&Thread| thread.number == number && thread.process == process;
        let thread = if number == self.thread.number && self.current != ThreadId::NONE {
            &self.thread
        } else if self.forks {
            self.threads.iter().find(is_meant)?
        } else {
            self.threads.get(number.index())?
        };
        let at = thread
            .frames
            .iter()
            .rposition(|frame| frame.locals <= object.index())?;
        let frame = &thread.frames[at];
        let body = self
            .program
            .functions
            .get(frame.function.index())?
            .body
            .as_ref()?;
        let mut made = body.code.iter().filter_map(|op| match op {
            Op::Alloca { alloca, .. } => Some(*alloca),
            _ => None,
        });
        let number = match self.program.short {
            None => {
                let first = self.first_variable(&thread.frames[..=at]);
                let number = object.index().checked_sub(first)?;
                made.nth(number as usize)?
            }
            Some(_) if self.copied_arguments(&thread.frames[..at]) > 0 || body.variadic => {
                return None;
            }
            Some(_) => {
                let mut depth = frame.locals;
                made.find(|&alloca| {
                    let Alloca { size, align, .. } = body.allocas[alloca as usize];
                    let index = next_local(object.space(), depth, size, align);
                    depth = index.map_or(u32::MAX - 1, |index| index + 1);
                    index == Some(object.index())
                })?
            }
        };
        let variable = body.allocas[number as usize].variable.as_ref()?;
        Some((frame.function, number, &variable.name))
    }

    /// The number of the first local object of the last of these frames that is a variable.
    /// Locals are numbered in the order in which a frame makes them, those that hold arguments
    /// passed by value first.
    fn first_variable(&self, frames: &[Frame]) -> u32 {
        let (frame, callers) = frames.split_last().expect("a thread that runs has frames");
        let body = self.program.functions[frame.function.index()].body.as_ref();
        let variadic = body.is_some_and(|body| body.variadic);
        frame.locals + self.copied_arguments(callers) as u32 + u32::from(variadic)
    }

    /// How many arguments the caller, the last of `callers`, passed as copies.
    fn copied_arguments(&self, callers: &[Frame]) -> usize {
        let copies = || {
            let caller = callers.last()?;
            let body = self.program.functions[caller.function.index()]
                .body
                .as_ref()?;
            let Op::Call { call } = *body.code.get(caller.pc as usize)? else {
                return None;
            };
            let arguments = &body.calls[call as usize].arguments;
            Some(
                arguments
                    .iter()
                    .filter(|passed| matches!(passed, Passed::ByValue { .. }))
                    .count(),
            )
        };
        copies().unwrap_or(0)
    }
}
