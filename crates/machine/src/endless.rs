//! Judges circles of states that no step leaves: whether a thread is kept from something that
//! its text promises. A thread that waits there for ever is, and one that goes round in a loop
//! with an exit; one whose loop has none is meant to run for ever. A test is meant to end, whatever
//! its loops are. It does not search.

use crate::choice::Choice;
use crate::graph::ProgramGraph;
use crate::leaves::LeafId;
use crate::loops;
use crate::memo::Remembered;
use crate::options::Granularity;
use crate::problem::Problem;
use crate::rounds::Round;
use crate::thread_id::ThreadId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;
use trailhound_contracts::joining;
use trailhound_program::{Callee, Op, Program};
use trailhound_search::Graph;

/// What is known of a circle while its states are visited.
#[derive(Default)]
pub(crate) struct Circle {
    members: Vec<Member>,
    /// States visited so far.
    states: u64,
    /// Steps whose operations were noted down: thread leaf, choice and where the memo keeps it.
    noted: FxHashSet<(LeafId, u32, (u32, u32))>,
    /// Thread leaves, and whether they wait for the end of others.
    joining: FxHashMap<LeafId, bool>,
    /// Executions that were not followed could lead out of it.
    is_open: bool,
}

/// What a thread does in the circle.
#[derive(Default)]
struct Member {
    /// It has ended, or does not exist yet, in some of the states.
    ends: bool,
    moves: bool,
    /// It waits for the end of another thread or process.
    joins: bool,
    round: Round,
}

impl Circle {
    /// Whether no thread can turn out to be kept from anything. One that has executed an
    /// operation of a loop without an exit stays in that loop.
    fn can_only_be_harmless(&self, program: &Program) -> bool {
        if program.has_test_harness {
            return false;
        }
        let mut members = self.members.iter();
        let some_end = members.clone().any(|member| member.ends);
        members.all(|member| match member.moves {
            _ if member.ends => true,
            true => !member.could_leave(program),
            // The thread that it waits for does not end.
            false => member.joins && !some_end,
        })
    }
}

impl Member {
    /// Whether the loop in which it goes round has an exit.
    fn could_leave(&self, program: &Program) -> bool {
        let round = self.round.outermost();
        round.is_some_and(|(function, operations)| loops::has_exit(program, function, operations))
    }
}

impl ProgramGraph<'_> {
    /// `Break` if the rest of the circle makes no difference.
    pub(crate) fn visit_state_of_circle(&mut self, state: &[u32]) -> ControlFlow<()> {
        let mut circle = std::mem::take(&mut self.circle);
        let by_line = self.machine.options.granularity == Granularity::Line;
        let (exclusive, _) = self.world(state);
        let count = self.machine.thread_count() as usize;
        circle.members.resize_with(count, Member::default);
        for thread in self.machine.thread_ids() {
            let leaf = self.leaf(state, thread);
            let member = &mut circle.members[thread.index()];
            if leaf.is_nothing() || self.infos.of(leaf).finished {
                member.ends = true;
                continue;
            }
            if exclusive.is_some_and(|only| only != thread) {
                continue;
            }
            let mut moves = false;
            for value in 0..self.options(state, leaf, thread) {
                let choice = Choice::new(thread, value).number();
                if self.is_optional(state, choice) {
                    continue;
                }
                match self.outcome(state, leaf, thread, value) {
                    Remembered::Step {
                        start, stutters, ..
                    } => {
                        moves = true;
                        // Lines hide ways out, unless nothing changes anyway.
                        circle.is_open |= by_line && !stutters;
                        let place = (self.memo.generation, start);
                        if circle.noted.insert((leaf, choice, place)) {
                            self.note_round(&mut circle, state, thread, value);
                        }
                    }
                    Remembered::Pruned | Remembered::Abandoned(_) => circle.is_open = true,
                    Remembered::Blocked { .. } | Remembered::Fault { .. } => {}
                }
            }
            let joins = !moves && {
                let known = circle.joining.entry(leaf);
                *known.or_insert_with(|| self.waits_for_an_end(state, thread))
            };
            let member = &mut circle.members[thread.index()];
            member.moves |= moves;
            member.joins |= joins;
        }
        circle.states += 1;
        let is_harmless = circle.is_open
            || circle.states.is_power_of_two() && circle.can_only_be_harmless(self.machine.program);
        self.circle = circle;
        match is_harmless {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Notes down the operations of a step.
    fn note_round(&mut self, circle: &mut Circle, state: &[u32], thread: ThreadId, value: u32) {
        let machine = &mut self.machine;
        let values = std::mem::take(&mut machine.values_left_out);
        let pointers = std::mem::take(&mut machine.pointers_left_out);
        machine.observer.rounds = Some(Vec::new());
        machine.step(state, thread, value, &mut Vec::new());
        let rounds = machine.observer.rounds.take().unwrap_or_default();
        circle.is_open |= machine.values_left_out || machine.pointers_left_out;
        machine.values_left_out |= values;
        machine.pointers_left_out |= pointers;
        for (member, round) in circle.members.iter_mut().zip(rounds) {
            member.round.join(round);
        }
    }

    pub(crate) fn problem_of_circle(&mut self) -> Option<Problem> {
        let circle = std::mem::take(&mut self.circle);
        if circle.is_open {
            return None;
        }
        let (mut spinning, mut waiting) = (Vec::new(), Vec::new());
        for (thread, member) in (0..).map(ThreadId).zip(&circle.members) {
            if member.ends {
                continue;
            }
            if !member.moves {
                if !member.joins {
                    waiting.push(thread);
                }
            } else if self.machine.program.has_test_harness
                || member.could_leave(self.machine.program)
            {
                spinning.push(thread);
            }
        }
        let is_error = !spinning.is_empty() || !waiting.is_empty();
        is_error.then_some(Problem::Endless { spinning, waiting })
    }

    /// Whether a thread stands where it waits for others to end.
    fn waits_for_an_end(&mut self, state: &[u32], thread: ThreadId) -> bool {
        self.machine.look_at(state);
        let program = self.machine.program;
        let frames = &self.machine.thread_at(thread).frames;
        let operations = frames.iter().rev().map(|frame| {
            let body = program.functions[frame.function.index()].body.as_ref();
            (body.expect("a frame runs a body"), frame.pc as usize)
        });
        if let Some((body, pc)) = operations.clone().next()
            && let Op::Call { call } = body.code[pc]
            && let Callee::Direct(callee) = body.calls[call as usize].callee
            && joining(&program.functions[callee.index()]).is_some()
        {
            return true;
        }
        // Rust's scope parks until its threads have ended.
        let source = &program.source;
        operations
            .flat_map(|(body, pc)| source.inline_chain(body.locations[pc]))
            .take_while(|(_, location)| source.file(location.file).library)
            .map(|(_, location)| &source.function(location.function).display)
            .any(|name| name.contains("thread::scoped::scope"))
    }
}
