//! Tries to lock. One that fails tells that the lock is held and does not synchronise with who
//! holds it, so that programs of locks and tries are not sequentially consistent.

use crate::code::{Body, Callee, Function, FunctionId, Op, Pc};
use crate::trust::{Standing, Trust};
use crate::{Location, Program};
use trailhound_contracts::{Locking, locking};

pub struct Tries<'a> {
    pub program: &'a Program,
    pub trust: &'a Trust,
}

/// Methods of Rust's locks.
const METHODS: [&str; 3] = ["try_lock", "try_read", "try_write"];

impl Tries<'_> {
    /// The user's code tries to lock here. Libraries of C++ pass the try on, and have none of
    /// their own; that of Rust tries locks of its own.
    pub fn at(&self, function: FunctionId, body: &Body, pc: Pc) -> bool {
        match body.code[pc as usize] {
            Op::Call { call } => {
                let Callee::Direct(callee) = body.calls[call as usize].callee else {
                    return false;
                };
                let called = &self.program.functions[callee.index()];
                is_try(called)
                    || is_method(&called.display)
                        && self.program.is_of_library(callee)
                        && self.trust.at(self.program, function, pc) == Standing::Judged
            }
            Op::CompareExchange { .. } => self.is_inlined(body, pc),
            _ => false,
        }
    }

    /// The operation is part of a method of the library that was inlined into the user's code.
    fn is_inlined(&self, body: &Body, pc: Pc) -> bool {
        let source = &self.program.source;
        let is_library = |location: &Location| source.file(location.file).library;
        let mut chain = source.inline_chain(body.locations[pc as usize]).peekable();
        while let Some((_, location)) = chain.next() {
            let method = &source.functions[location.function as usize].display;
            let caller = chain.peek();
            if is_method(method)
                && is_library(location)
                && caller.is_some_and(|(_, caller)| !is_library(caller))
            {
                return true;
            }
        }
        false
    }
}

fn is_try(function: &Function) -> bool {
    let tries = [Locking::TryLock, Locking::TryRead, Locking::TryWrite];
    let semaphores = ["sem_trywait", "sem_timedwait", "sem_clockwait"];
    locking(function).is_some_and(|(locking, _)| tries.contains(&locking))
        || semaphores.contains(&function.name.as_str())
}

fn is_method(display: &str) -> bool {
    let last = display.rsplit("::").next();
    last.is_some_and(|last| METHODS.contains(&last))
}
