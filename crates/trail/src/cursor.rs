//! A trail whose states are all at hand: threads, stacks and variables of each of them, in any
//! order. What the steps did is told in the report of the trail.

use std::sync::Arc;

use trailhound_machine::{Choice, Machine, Options, Outcome, Status, ThreadId, apply};
use trailhound_program::Program;

use crate::blocks::BlockNames;
use crate::names::VariableNames;
use crate::places::Places;
use crate::report::StackFrame;
use crate::variables::{Content, Variable, Viewer};

pub struct Cursor<'p> {
    machine: Machine<'p>,
    places: Places<'p>,
    names: Arc<VariableNames>,
    choices: Vec<Choice>,
    /// Before the first choice, and after each one that did not fail.
    states: Vec<Vec<u32>>,
    position: usize,
}

/// A thread at the position of a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresentThread {
    pub number: ThreadId,
    pub is_finished: bool,
}

impl<'p> Cursor<'p> {
    /// Walks along the choices, as far as they can be made.
    pub fn new(
        program: &'p Program,
        names: &Arc<VariableNames>,
        options: &Options,
        choices: &[Choice],
    ) -> Cursor<'p> {
        let mut machine = Machine::new(program, options.clone());
        machine.observer.naming = Some(Arc::new(BlockNames::new(names.clone())));
        let mut changes = Vec::new();
        let mut state = Vec::new();
        machine.start(&mut changes);
        apply(&mut state, &changes);
        let mut states = vec![state.clone()];
        for &Choice { thread, value } in choices {
            changes.clear();
            match machine.step(&state, thread, value, &mut changes) {
                Outcome::Step | Outcome::Pruned => {}
                Outcome::Blocked { .. } | Outcome::Fault { .. } | Outcome::Abandoned(_) => break,
            }
            apply(&mut state, &changes);
            states.push(state.clone());
        }
        let mut cursor = Cursor {
            machine,
            places: Places::new(program),
            names: names.clone(),
            choices: choices.to_vec(),
            states,
            position: 0,
        };
        cursor.go_to(0);
        cursor
    }

    /// The last position that there is: behind all choices, if these could be made, the last one
    /// perhaps with an error.
    pub fn last_position(&self) -> usize {
        self.states.len().min(self.choices.len())
    }

    /// Looks at the state after so many choices. A choice that fails leads to where it fails.
    pub fn go_to(&mut self, position: usize) {
        self.position = position.min(self.last_position());
        match self.states.get(self.position) {
            Some(state) => self.machine.look_at(state),
            None => {
                let Choice { thread, value } = self.choices[self.position - 1];
                let before = &self.states[self.position - 1];
                self.machine.step(before, thread, value, &mut Vec::new());
            }
        }
    }

    pub fn threads(&mut self) -> Vec<PresentThread> {
        let mut present = Vec::new();
        for number in self.machine.thread_ids() {
            let is_finished = match self.machine.thread_at(number).status {
                Status::Absent => continue,
                Status::Finished { .. } => true,
                _ => false,
            };
            present.push(PresentThread {
                number,
                is_finished,
            });
        }
        present
    }

    /// The stack of a thread, innermost call first.
    pub fn stack(&mut self, thread: ThreadId) -> Vec<StackFrame> {
        match thread.0 < self.machine.thread_count() {
            true => self.places.stack(&self.machine.thread_at(thread).clone()),
            false => Vec::new(),
        }
    }

    /// The variables of a call, by its number in [`Cursor::stack`]. Calls that were inlined share
    /// those of the function that they are in.
    pub fn locals(&mut self, thread: ThreadId, call: usize) -> Vec<Variable> {
        if thread.0 >= self.machine.thread_count() {
            return Vec::new();
        }
        let running = self.machine.thread_at(thread).clone();
        match self.places.frame_of(&running, call) {
            Some(frame) => self.viewer().locals(thread, frame),
            None => Vec::new(),
        }
    }

    pub fn globals(&mut self) -> Vec<Variable> {
        self.viewer().globals()
    }

    /// The parts of a variable.
    pub fn inside(&mut self, content: &Content) -> Vec<Variable> {
        self.viewer().inside(content)
    }

    fn viewer(&mut self) -> Viewer<'_, 'p> {
        Viewer {
            machine: &mut self.machine,
            names: &self.names,
        }
    }

    /// Whether another cursor leads to the same places along the same choices.
    pub fn agrees_with(&mut self, other: &mut Cursor<'_>) -> bool {
        if self.states.len() != other.states.len() {
            return false;
        }
        let choices = self.choices.clone();
        let agree = choices
            .iter()
            .enumerate()
            .all(|(index, &Choice { thread, .. })| {
                self.go_to(index + 1);
                other.go_to(index + 1);
                let places = |stack: Vec<StackFrame>| -> Vec<(String, u32, u32)> {
                    let frames = stack.into_iter();
                    frames
                        .map(|frame| (frame.function, frame.line, frame.column))
                        .collect()
                };
                places(self.stack(thread)) == places(other.stack(thread))
            });
        self.go_to(0);
        other.go_to(0);
        agree
    }
}
