//! Functions of the program that properties ask: they run on a thread of their own that no other
//! else sees, and nothing of it is kept. What a function may not do is found out while it runs.

use crate::machine::Machine;
use crate::memory::Gate;
use crate::pause::Pause;
use crate::propositions::NoValue;
use crate::thread::{After, Status, Thread};
use crate::thread_id::ThreadId;
use trailhound_program::FunctionId;

/// Jumps back that a property function may take.
const FUEL: u32 = 1_000_000;

impl Machine<'_> {
    /// What a function without arguments says of a state. The log of reads is what decides it.
    pub(crate) fn ask_function(
        &mut self,
        state: &[u32],
        function: FunctionId,
    ) -> Result<bool, NoValue> {
        let missed_escape = self.memory.missed_escape;
        self.begin(state);
        let thread = self.world.free_number_at_hand();
        self.enter_thread(thread);
        self.thread = Thread {
            unit: self.thread.unit,
            ..Thread::default()
        };
        self.thread.status = Status::Ready;
        self.memory.gate = Gate {
            open: true,
            watched_turn: true,
            ..Gate::default()
        };
        self.interruptible = false;
        self.executed = 0;
        self.step_line = None;
        self.fuel = FUEL;
        let entered = self.push_frame(function, &[], After::Answer);
        let pause = entered.and_then(|()| self.run());
        let answer = self.thread.exit_value != 0;
        let ended = self.thread.frames.is_empty();
        let out_of_fuel = self.fuel == 0;
        self.leave_thread();
        self.memory.missed_escape = missed_escape;
        match pause {
            _ if self.has_changed_anything(thread) => Err(NoValue::Function(
                "a property function that writes to more than its own variables",
            )),
            Ok(Pause::ThreadEnded) if ended => Ok(answer),
            Ok(Pause::Stopped) if out_of_fuel => {
                Err(NoValue::Function("a property function that does not end"))
            }
            Ok(_) => Err(NoValue::Function(
                "a property function that waits, chooses or ends the program",
            )),
            // The answer of a machine that was stopped is not used.
            Err(_) => Err(NoValue::Function("a property function that fails")),
        }
    }

    /// Whether the running step has changed more than the variables of `thread`.
    fn has_changed_anything(&self, thread: ThreadId) -> bool {
        let epoch = self.memory.snapshot.epoch;
        self.memory
            .has_written_outside(thread.number_in_only_process())
            || self.world.unit.written == epoch
            || self.waiters.unit.written == epoch
            || self.touched.iter().any(|&touched| touched != thread)
    }
}
