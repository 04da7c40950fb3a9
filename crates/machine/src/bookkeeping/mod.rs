//! Operations by which the libraries of Rust and C++ keep their own books on threads:
//! identity numbers, names, results on their way to join, reference counts of these, panic
//! counters. Their order among threads has no bearing on the program, so they are no
//! scheduling points. What synchronises, such as park and unpark, is not among them, nor
//! what the program asks about.

mod cpp;
mod rust;
mod verdict;

pub(crate) use cpp::Classes;
pub(crate) use rust::{bookkeeping_paths, constant_hook};

use crate::machine::Machine;
use rustc_hash::FxHashMap;
use trailhound_contracts::frees;
use trailhound_program::{
    Address, Callee, FunctionId, LocationId, ObjectId, Op, Space, is_rust_symbol,
};
use verdict::{Operation, Verdict};

/// Verdicts by function, the place where it stands, and what is done there.
pub(crate) type Verdicts = FxHashMap<(FunctionId, u32, Operation), Verdict>;

impl Machine<'_> {
    /// What the topmost frame is about to do.
    fn operation_at(&self, pc: u32) -> Operation {
        let function = &self.program.functions[self.thread.top().function.index()];
        let body = function.body.as_ref().expect("a frame runs a body");
        match body.code[pc as usize] {
            Op::Load { order, .. }
            | Op::Store { order, .. }
            | Op::LoadMany { order, .. }
            | Op::StoreMany { order, .. }
                if !order.is_atomic() =>
            {
                Operation::Plain
            }
            Op::CopyMemory { .. } | Op::SetMemory { .. } => Operation::Plain,
            Op::Call { .. } => Operation::Free,
            _ => Operation::Atomic,
        }
    }

    /// The running thread stands before a call that frees a block.
    pub(crate) fn frees_here(&self) -> bool {
        let top = self.thread.top();
        let function = &self.program.functions[top.function.index()];
        let body = function.body.as_ref().expect("a frame runs a body");
        let Op::Call { call } = body.code[top.pc as usize] else {
            return false;
        };
        match body.calls[call as usize].callee {
            Callee::Direct(called) => frees(&self.program.functions[called.index()]),
            _ => false,
        }
    }

    /// The operation reads the panic hook, or takes or leaves its lock as a reader.
    fn reads_constant_hook(&self, pc: u32) -> bool {
        let Some(hook) = self.constant_hook else {
            return false;
        };
        let top = self.thread.top();
        let function = &self.program.functions[top.function.index()];
        let body = function.body.as_ref().expect("a frame runs a body");
        let (p, offset) = match body.code[pc as usize] {
            Op::Load { p, offset, .. } | Op::LoadMany { p, offset, .. } => (p, offset),
            Op::CompareExchange { p, .. } | Op::ReadModifyWrite { p, .. } => (p, 0),
            _ => return false,
        };
        let address = self.thread.registers[(top.base + p) as usize];
        let address = Address(address.wrapping_add(offset as i64 as u64));
        address.object() == ObjectId::new(Space::STATIC, hook)
    }

    /// The operation at which the running thread stands is bookkeeping of the runtime.
    pub(crate) fn is_bookkeeping(&mut self, pc: u32) -> bool {
        if !self.options.pass_bookkeeping {
            return false;
        }
        if self.reads_constant_hook(pc) {
            return true;
        }
        let operation = self.operation_at(pc);
        let mut pc = pc;
        for index in (0..self.thread.frames.len()).rev() {
            match self.verdict_at(self.thread.frames[index].function, pc, operation) {
                Verdict::Bookkeeping => return true,
                Verdict::Visible => return false,
                Verdict::Unknown => {}
            }
            pc = match index.checked_sub(1) {
                Some(below) => self.thread.frames[below].pc,
                None => return false,
            };
        }
        false
    }

    /// What a function says about the operation at which it stands. That never changes, and
    /// paths are long: it is found out once.
    fn verdict_at(&mut self, function: FunctionId, pc: u32, operation: Operation) -> Verdict {
        let key = (function, pc, operation);
        if let Some(&known) = self.judged.get(&key) {
            return known;
        }
        let verdict = match self.classes.verdict(function, operation) {
            Some(verdict) => self.judge_inlined(verdict, function, pc, operation),
            None => self.judge(function, pc, operation),
        };
        self.judged.insert(key, verdict);
        verdict
    }

    /// What a function of the C++ library says about an operation, of which `own` is what it says of its own:
    /// those of functions that were inlined there are judged by these.
    fn judge_inlined(
        &self,
        own: Verdict,
        function: FunctionId,
        pc: u32,
        operation: Operation,
    ) -> Verdict {
        let source = &self.program.source;
        let function = &self.program.functions[function.index()];
        let body = function.body.as_ref().expect("a frame runs a body");
        let is_inlined = |&id: &LocationId| {
            let location = source.location(id);
            location.is_some_and(|location| location.inlined_at.is_some())
        };
        if !body.locations.iter().any(is_inlined) {
            return own;
        }
        let id = body.locations[pc as usize];
        // Operations of several places that the compiler has made one have no line.
        if source
            .location(id)
            .is_none_or(|location| location.line == 0)
        {
            return Verdict::Visible;
        }
        for (_, location) in source.inline_chain(id) {
            if location.inlined_at.is_none() {
                return own;
            }
            if !source.file(location.file).library {
                return Verdict::Visible;
            }
            let symbol = &source.function(location.function).symbol;
            match cpp::verdict_of(symbol, operation) {
                Some(Verdict::Unknown) => {}
                Some(verdict) => return verdict,
                None => return Verdict::Visible,
            }
        }
        own
    }

    fn judge(&self, function: FunctionId, pc: u32, operation: Operation) -> Verdict {
        let source = &self.program.source;
        let function = &self.program.functions[function.index()];
        let body = function.body.as_ref().expect("a frame runs a body");
        let mut chain = source.inline_chain(body.locations[pc as usize]).peekable();
        if chain.peek().is_none() {
            // Made by the compiler: it belongs to the function that it stands in.
            return match is_rust_symbol(&function.name) {
                true => rust::judge_path(&function.display, &self.bookkeeping_paths, operation),
                false => Verdict::Visible,
            };
        }
        chain
            .map(|(_, location)| rust::judge(source, &self.bookkeeping_paths, location, operation))
            .find(|verdict| *verdict != Verdict::Unknown)
            .unwrap_or(Verdict::Unknown)
    }
}
