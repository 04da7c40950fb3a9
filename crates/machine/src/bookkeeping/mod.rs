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
use trailhound_program::{Address, FunctionId, LocationId, ObjectId, Op, Space};
use verdict::{Operation, Verdict};

pub(crate) type Verdicts = FxHashMap<Question, Verdict>;

/// What a function on the way to an operation is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    function: FunctionId,
    /// Where it stands.
    pc: u32,
    operation: Operation,
    /// A function on the way, which this one may have been given to call, does the operation for its caller.
    is_called: bool,
}

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
        let mut is_called = false;
        for index in (0..self.thread.frames.len()).rev() {
            let question = Question {
                function: self.thread.frames[index].function,
                pc,
                operation,
                is_called,
            };
            match self.verdict_at(question) {
                Verdict::Bookkeeping => return true,
                Verdict::Visible => return false,
                Verdict::Invokes => {}
                Verdict::Unknown => is_called = true,
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
    fn verdict_at(&mut self, question: Question) -> Verdict {
        if let Some(&known) = self.judged.get(&question) {
            return known;
        }
        let verdict = match self.classes.verdict(question.function, question.operation) {
            Some(verdict) => self.judge_inlined(verdict, question),
            None => self.judge(question),
        };
        self.judged.insert(question, verdict);
        verdict
    }

    /// What a function of the C++ library says about an operation, of which `own` is what it says of its own:
    /// those of functions that were inlined there are judged by these.
    fn judge_inlined(&self, own: Verdict, question: Question) -> Verdict {
        let source = &self.program.source;
        let function = &self.program.functions[question.function.index()];
        let body = function.body.as_ref().expect("a frame runs a body");
        let is_inlined = |&id: &LocationId| {
            let location = source.location(id);
            location.is_some_and(|location| location.inlined_at.is_some())
        };
        let id = body.locations[question.pc as usize];
        // Operations of several places that the compiler has made one have no line.
        let has_line = source
            .location(id)
            .is_some_and(|location| location.line != 0);
        if !has_line && body.locations.iter().any(is_inlined) {
            return Verdict::Visible;
        }
        let mut is_called = question.is_called;
        let chain = source.inline_chain(id);
        for (_, location) in chain.take_while(|(_, location)| location.inlined_at.is_some()) {
            if !source.file(location.file).library {
                return Verdict::Visible;
            }
            let symbol = &source.function(location.function).symbol;
            match cpp::verdict_of(symbol, question.operation) {
                Some(Verdict::Unknown) => is_called = true,
                Some(Verdict::Invokes) if is_called => return Verdict::Visible,
                Some(Verdict::Invokes) => {}
                Some(verdict) => return verdict,
                None => return Verdict::Visible,
            }
        }
        match own {
            Verdict::Invokes if is_called => Verdict::Visible,
            own => own,
        }
    }

    fn judge(&self, question: Question) -> Verdict {
        let (pc, operation) = (question.pc, question.operation);
        let source = &self.program.source;
        let function = &self.program.functions[question.function.index()];
        let body = function.body.as_ref().expect("a frame runs a body");
        let mut chain = source.inline_chain(body.locations[pc as usize]).peekable();
        if chain.peek().is_none() {
            // Made by the compiler: it belongs to the function that it stands in.
            return rust::judge_path(&function.display, &self.bookkeeping_paths, operation);
        }
        chain
            .map(|(_, location)| rust::judge(source, &self.bookkeeping_paths, location, operation))
            .find(|verdict| *verdict != Verdict::Unknown)
            .unwrap_or(Verdict::Unknown)
    }
}
