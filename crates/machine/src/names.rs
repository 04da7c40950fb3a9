//! Names of things in memory, for people. What variables look like inside is not known
//! here: whoever has read their types says so through [`Naming`].

use crate::machine::Machine;
use crate::thread::Thread;
use std::fmt;
use trailhound_program::{Address, ObjectId, Op, Passed, Space};

/// Names for the parts of global variables.
pub trait Naming: fmt::Debug {
    /// The part of a global at an offset: `forks[2]`, `account.balance`.
    fn part(&self, global: u32, offset: u32) -> Option<String>;
}

/// `heap#5` is main's fifth block, `heap#2.5` that of thread 2.
pub fn heap_name(object: ObjectId) -> String {
    match object.space().thread().unwrap_or(0) {
        0 => format!("heap#{}", object.index()),
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
    pub fn thread_title(&self, index: u32) -> String {
        let thread = match index == self.current {
            true => Some(&self.thread),
            false => self.threads.get(index as usize),
        };
        self.title_in(thread.map_or(0, |thread| thread.process), index)
    }

    /// From here on addresses are named as this thread means them, until a step is taken.
    pub fn speak_for(&mut self, thread: u32) {
        let process = self.thread_at(thread).process;
        self.observer.speaker = process;
        self.memory.enter_process(process);
    }

    /// Several processes are possible.
    pub fn has_processes(&self) -> bool {
        self.forks
    }

    /// The same for a thread of this process.
    pub(crate) fn title_in(&self, process: u32, index: u32) -> String {
        match (process, index) {
            (0, 0) if self.forks => "main".to_owned(),
            (0, index) => format!("thread {index}"),
            (process, index) if process == index => format!("process {process}"),
            (process, index) => format!("thread {index} of process {process}"),
        }
    }

    /// What lies at an address: a variable, a heap block, with the offset inside it.
    pub fn name_of(&self, address: u64) -> String {
        let address = Address(address);
        let object = address.object();
        let name = match object.space() {
            Space::STATIC => match self.program.globals.get(object.index() as usize) {
                Some(global) => {
                    let naming = self.observer.naming.as_ref();
                    if let Some(part) =
                        naming.and_then(|naming| naming.part(object.index(), address.offset()))
                    {
                        return part;
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
            space if space.is_heap() => heap_name(object),
            space => match self.local_name(object) {
                Some(name) => name,
                None => format!("local#{}.{}", space.thread().unwrap_or(0), object.index()),
            },
        };
        match address.offset() {
            0 => name,
            offset => format!("{name}+{offset}"),
        }
    }

    /// The source variable that a local object is. Locals are numbered in the order in which
    /// a frame makes them, those that hold arguments passed by value first.
    fn local_name(&self, object: ObjectId) -> Option<String> {
        let number = object.space().thread()?;
        let process = match self.current {
            u32::MAX => self.observer.speaker,
            _ => self.thread.process,
        };
        let is_meant = |thread: &&Thread| thread.number == number && thread.process == process;
        let thread = if number == self.thread.number && self.current != u32::MAX {
            &self.thread
        } else if self.forks {
            self.threads.iter().find(is_meant)?
        } else {
            self.threads.get(number as usize)?
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
        let mut number = (object.index() - frame.locals) as usize;
        let copies = self.copied_arguments(&thread.frames[..at]);
        number = number.checked_sub(copies + body.variadic as usize)?;
        let mut made = body.code.iter().filter_map(|op| match op {
            Op::Alloca { alloca, .. } => Some(&body.allocas[*alloca as usize]),
            _ => None,
        });
        made.nth(number)?.name.clone()
    }

    /// How many arguments the caller, the last of `callers`, passed as copies.
    fn copied_arguments(&self, callers: &[crate::thread::Frame]) -> usize {
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
