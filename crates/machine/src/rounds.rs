//! Which operations a thread executes, noted down while a step is repeated to see in which loop
//! it goes round. Only the outermost frame in which it executes anything matters: what lies
//! deeper is called from there.

use crate::machine::Machine;
use std::collections::BTreeSet;
use trailhound_program::{FunctionId, Pc};

/// The operations of a thread in the outermost frame in which it executed any.
#[derive(Debug, Default)]
pub struct Round {
    /// The depth of the frame and its function.
    frame: Option<(usize, FunctionId)>,
    operations: BTreeSet<Pc>,
}

impl Round {
    fn note(&mut self, depth: usize, function: FunctionId, pc: Pc) {
        match self.frame {
            Some((outermost, _)) if outermost < depth => return,
            Some((outermost, _)) if outermost == depth => {}
            _ => {
                self.frame = Some((depth, function));
                self.operations.clear();
            }
        }
        self.operations.insert(pc);
    }

    /// Adds what the thread does in another step.
    pub fn join(&mut self, other: Round) {
        if let Some((depth, function)) = other.frame {
            for pc in other.operations {
                self.note(depth, function, pc);
            }
        }
    }

    pub fn outermost(&self) -> Option<(FunctionId, &BTreeSet<Pc>)> {
        self.frame.map(|(_, function)| (function, &self.operations))
    }
}

impl Machine<'_> {
    /// Notes the operation at `pc` of the running thread's topmost frame.
    #[cold]
    pub(crate) fn note_operation(&mut self, pc: Pc) {
        let current = self.current.index();
        let depth = self.thread.frames.len();
        let Some(function) = self.thread.frames.last().map(|frame| frame.function) else {
            return;
        };
        if let Some(rounds) = &mut self.observer.rounds {
            if rounds.len() <= current {
                rounds.resize_with(current + 1, Round::default);
            }
            rounds[current].note(depth, function, pc);
        }
    }
}
