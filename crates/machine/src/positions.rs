//! Where threads stand, read off the words of a state without running anything. A stack
//! shares the leaves of its lower frames with all stacks that have them, so what works
//! something out about a frame needs to do it once.

use crate::graph::ProgramGraph;
use crate::leaves::LeafId;
use crate::thread::After;
use crate::thread_id::ThreadId;
use trailhound_program::{FunctionId, Pc};

/// What a thread is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The operation at its program counter.
    Before,
    /// It is in the call at its program counter, and another thread or the time must end it.
    Inside,
}

/// A frame of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub function: FunctionId,
    pub pc: Pc,
    /// What happens in the frame below when this one returns.
    pub resumes: Resumes,
    /// The frame below; 0 if there is none.
    pub below: LeafId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumes {
    /// It goes on behind its call.
    Behind,
    /// Its call is executed again.
    Again,
    /// Nothing: the thread or the program ends.
    Nothing,
}

impl ProgramGraph<'_> {
    /// The threads of a state that are alive: number and leaf.
    pub fn threads_of<'s>(
        &self,
        state: &'s [u32],
    ) -> impl Iterator<Item = (ThreadId, LeafId)> + use<'_, 's> {
        self.machine.thread_ids().filter_map(move |thread| {
            let leaf = self.machine.thread_slot(thread)?.leaf_in(state);
            (!leaf.is_nothing()).then_some((thread, leaf))
        })
    }

    /// The topmost frame of a thread, by the thread's leaf. None: it has ended.
    pub fn top_frame(&self, thread: LeafId) -> Option<(LeafId, Standing)> {
        const FINISHED: u64 = 10;
        let words = self.machine.memory.snapshot.leaves.get(thread);
        let standing = match words.first()? & 0xff {
            FINISHED => return None,
            1 | 2 => Standing::Before,
            _ => Standing::Inside,
        };
        let frame = LeafId(*words.last()? as u32);
        (!frame.is_nothing()).then_some((frame, standing))
    }

    /// Whether a thread holds a lock, by the thread's leaf.
    pub fn holds_locks(&self, thread: LeafId) -> bool {
        let words = self.machine.memory.snapshot.leaves.get(thread);
        let lengths = crate::thread::lengths_at(words);
        // The last of the four lengths is that of the locks.
        words.get(lengths).is_some_and(|lengths| lengths >> 48 != 0)
    }

    /// A frame, by its leaf.
    pub fn frame(&self, leaf: LeafId) -> Position {
        let words = self.machine.memory.snapshot.leaves.get(leaf);
        Position {
            function: FunctionId((words[1] >> 32) as u32),
            pc: words[1] as Pc,
            resumes: match After::of_word(words[0]) {
                After::Return | After::ReturnZero => Resumes::Behind,
                After::Again | After::PanicMessage => Resumes::Again,
                After::EndThread
                | After::EndProgram
                | After::Ending
                | After::Exiting
                | After::Answer => Resumes::Nothing,
            },
            below: LeafId(words[0] as u32),
        }
    }
}
