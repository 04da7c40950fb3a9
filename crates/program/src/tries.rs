//! Tries to lock, and looks at the value of a semaphore. A try that fails tells that the lock is held and does not
//! synchronise with the thread that holds it, so that programs of locks and tries are not sequentially consistent.

use crate::code::{Callee, FunctionId, Op, Pc};
use crate::function::{Body, Function};
use crate::trust::{Standing, Trust, last_name};
use crate::{Location, Program, SourceFunction};
use trailhound_contracts::{is_try_method, tries};

pub struct Tries<'a> {
    pub program: &'a Program,
    pub trust: &'a Trust,
}

impl Tries<'_> {
    /// The user's code tries to lock here. Libraries of C++ pass the try on, but for those of
    /// `std::lock`, which tries again; that of Rust tries locks of its own.
    pub fn at(&self, function: FunctionId, body: &Body, pc: Pc) -> bool {
        match body.code[pc as usize] {
            Op::Call { call } => {
                let Callee::Direct(callee) = body.calls[call as usize].callee else {
                    return false;
                };
                let called = &self.program.functions[callee.index()];
                tries(called) && self.is_for_the_user(function)
                    || is_method(&called.display)
                        && self.program.is_of_library(callee)
                        && self.trust.at(self.program, function, pc) == Standing::Judged
            }
            Op::CompareExchange { .. } => self.is_inlined(body, pc),
            _ => false,
        }
    }

    /// What a function of the library tries is passed on to the user's code, or who calls it is not known.
    fn is_for_the_user(&self, function: FunctionId) -> bool {
        let mut open = vec![function];
        let mut met = open.clone();
        while let Some(function) = open.pop() {
            if !self.program.is_of_library(function) {
                return true;
            }
            if takes_several(&self.program.functions[function.index()]) {
                continue;
            }
            let callers = self.callers(function);
            if callers.is_empty() {
                return true;
            }
            for caller in callers {
                if !met.contains(&caller) {
                    met.push(caller);
                    open.push(caller);
                }
            }
        }
        false
    }

    fn callers(&self, function: FunctionId) -> Vec<FunctionId> {
        let numbered = (0..).map(FunctionId).zip(&self.program.functions);
        let calls = |body: &Body| {
            let mut callees = body.calls.iter().map(|site| site.callee);
            callees.any(|callee| matches!(callee, Callee::Direct(callee) if callee == function))
        };
        numbered
            .filter(|(_, caller)| caller.body.as_ref().is_some_and(calls))
            .map(|(id, _)| id)
            .collect()
    }

    /// The operation is part of a method of the library that was inlined into the user's code.
    fn is_inlined(&self, body: &Body, pc: Pc) -> bool {
        let source = &self.program.source;
        let is_library = |location: &Location| source.file(location.file).library;
        let mut chain = source.inline_chain(body.locations[pc as usize]).peekable();
        while let Some((_, location)) = chain.next() {
            let method = &source.function(location.function).display;
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

/// `std::lock`, or what libstdc++ and libc++ make it of.
fn takes_several(function: &Function) -> bool {
    let path = function.display.split(['<', '(']).next();
    let path = path.and_then(|path| path.rsplit(' ').next());
    let algorithms = [
        "std::lock",
        "std::__detail::__lock_impl",
        "std::__1::lock",
        "std::__1::__lock_first",
    ];
    path.is_some_and(|path| algorithms.contains(&path))
}

fn is_method(display: &str) -> bool {
    is_try_method(last_name(display))
}

/// The function of a library tries to lock, by its name.
pub fn is_trying_method(function: &SourceFunction) -> bool {
    function.library && is_method(&function.display)
}
