//! When the number of a thread is free again, and with it the place of its variables. A number is kept as long as
//! something in the state goes by it: a lock that belongs to the thread, or a pointer to one of its variables, so
//! that a dangling pointer never finds a variable of another thread behind it.

use crate::machine::Machine;
use crate::memory::References;
use crate::process_id::ProcessId;
use crate::reduction::footprint::{self, Access as Touched};
use crate::references::LivePointers;
use crate::thread_id::ThreadId;
use trailhound_program::{Address, ObjectId, Space, ThreadNumber};

impl Machine<'_> {
    /// The number of a thread that is gone may be used again, unless it is that of its process or something that
    /// goes by it may be left.
    pub(crate) fn retire_number(&mut self, index: ThreadId) {
        self.note_shown_stack();
        let epoch = self.memory.snapshot.epoch;
        let place = footprint::taken(index);
        self.memory.log.place(place, Touched::Write, None);
        let thread = self.thread_at(index);
        let (process, number) = (thread.process, thread.number);
        let (ended_holding, stack_shown) = (thread.ended_holding, thread.stack_shown);
        if stack_shown && !ended_holding {
            self.world.leave_number(index, epoch);
        } else if !ended_holding {
            self.release_number(index, process, number);
        }
    }

    /// Whether a pointer to a variable of the running thread has become visible to others.
    pub(crate) fn note_shown_stack(&mut self) {
        self.thread.stack_shown |= std::mem::take(&mut self.memory.stack_shown);
    }

    fn release_number(&mut self, index: ThreadId, process: ProcessId, number: ThreadNumber) {
        if self.forks {
            self.process_mut(process).set_thread(number, None);
        }
        let epoch = self.memory.snapshot.epoch;
        match self.forks && index == process.first_thread() {
            true => self.world.take_from_left(index, epoch),
            false => self.world.free_number(index, epoch),
        }
    }

    /// Frees the numbers of threads of the running process that are gone, if no pointer to a variable of theirs
    /// is left. The call that is executed has these arguments.
    pub(crate) fn reclaim_numbers(&mut self, arguments: &[u64]) {
        let left = self.left_numbers();
        if left.is_empty() {
            return;
        }
        // Any step may take away the last pointer, or leave one more.
        self.memory.log.everything();
        let stacks = left.iter().map(|&(_, number)| Space::stack(number));
        let variables: Vec<ObjectId> = stacks
            .flat_map(|stack| self.memory.objects_of(stack))
            .collect();
        self.memory.snapshot.looked_everywhere = true;
        let mut pointers = LivePointers {
            program: self.program,
            threads: &self.threads,
            running: &self.thread,
            live: &mut self.live,
            mentions: &mut self.mentions,
            kernel: &self.kernel,
        };
        let referenced = pointers.referenced(&self.memory, &variables);
        let variables = variables.iter().zip(referenced);
        let mut in_use: Vec<Space> = variables
            .filter(|(_, is_referenced)| *is_referenced)
            .map(|(variable, _)| variable.space())
            .collect();
        let addresses = arguments
            .iter()
            .flat_map(|&word| self.program.addresses_in(word));
        in_use.extend(addresses.map(|address| Address(address).object().space()));
        let process = self.thread.process;
        for (index, number) in left {
            if !in_use.contains(&Space::stack(number)) {
                let place = footprint::taken(index);
                self.memory.log.place(place, Touched::Write, None);
                self.release_number(index, process, number);
            }
        }
    }

    /// The threads of the running process that are gone and have left pointers, with their numbers there.
    fn left_numbers(&mut self) -> Vec<(ThreadId, ThreadNumber)> {
        let left = self.world.left_numbers();
        if left.is_empty() || !self.forks {
            let number = |index: ThreadId| (index, index.number_in_only_process());
            return left.into_iter().map(number).collect();
        }
        let process = self.thread.process;
        let threads = self.process(process).threads();
        threads
            .filter(|(thread, _)| left.contains(thread))
            .collect()
    }
}
