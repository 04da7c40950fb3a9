//! Runs a program in one schedule, with its output as it comes.

use std::ops::ControlFlow;

use trailhound_host::Stop;
use trailhound_machine::{
    ChangedFile, Choice, LeafId, Machine, Outcome, Problem, Slot, Status, Stream, ThreadId,
    WaitKind, apply,
};
use trailhound_trail::{MachineRequest, ProgramRequest};

use crate::prepare::{not_prepared, prepare};
use crate::resolve::resolve;
use crate::session::{ResourceLimits, Session};
use crate::sharing::Sharing;
use crate::telling::{walked, with_trail};
use crate::verdict::Verdict;

/// Which thread runs when several can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// A thread runs until it waits, then the next.
    #[default]
    First,
    /// Drawn anew for each step.
    Random { seed: u64 },
}

/// A program to be run in one schedule.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub program: ProgramRequest,
    pub machine: MachineRequest,
    pub schedule: Schedule,
    pub limits: ResourceLimits,
}

/// How a run ended.
#[derive(Debug)]
pub enum Ran {
    /// The program has ended by itself.
    Exited {
        status: i32,
        /// What it has left in its files.
        files: Vec<ChangedFile>,
    },
    /// It failed, or could not be run to its end.
    Ended(Box<Verdict>),
}

impl Run {
    pub fn of(program: ProgramRequest) -> Run {
        Run {
            program,
            ..Run::default()
        }
    }

    /// Runs the program; what it prints goes to `output`.
    pub fn run(&self, output: impl FnMut(Stream, &[u8])) -> Ran {
        self.run_in(&Session::new(self.limits), output)
    }

    /// The same in a session of the caller's, whose limits count.
    pub fn run_in(&self, session: &Session, output: impl FnMut(Stream, &[u8])) -> Ran {
        let ended = |verdict: Verdict| Ran::Ended(Box::new(verdict));
        let prepared = match prepare(&self.program, session) {
            Ok(prepared) => prepared,
            Err(error) => return ended(not_prepared(error, session)),
        };
        let resolved = match resolve(prepared, &self.program, &self.machine) {
            Ok(resolved) => resolved,
            Err(error) => return ended(Verdict::unsupported(error.to_string())),
        };
        let sharing = Sharing::Tracked;
        let options = resolved.options(sharing);
        let machine = Machine::new(&resolved.program, options.clone()).within(session.budget());
        let mut execution = Execution::new(machine, self.schedule, output);
        let problem = match execution.run(|_| ControlFlow::Continue(())) {
            Ended::Exit(status) => {
                let Execution { machine, state, .. } = &mut execution;
                machine.look_at(state);
                let files = machine.changed_files();
                return Ran::Exited { status, files };
            }
            Ended::Pruned => {
                let reason = "an assumption of the program does not hold in this schedule";
                return ended(Verdict::undecided(reason));
            }
            Ended::Abandoned(stop) => return ended(Verdict::undecided(session.reason(stop))),
            Ended::Stopped => return ended(Verdict::undecided("stopped")),
            Ended::Problem(problem) => problem,
        };
        session.answer_is_known();
        let verdict = walked(&resolved, &options, &problem, execution.choices, None);
        ended(with_trail(&resolved, sharing, verdict))
    }
}

pub(crate) enum Ended {
    Exit(i32),
    Problem(Problem),
    Pruned,
    Abandoned(Stop),
    /// Who looks on has seen enough.
    Stopped,
}

/// One execution of a program, step by step.
pub(crate) struct Execution<'p, F> {
    pub machine: Machine<'p>,
    pub state: Vec<u32>,
    pub choices: Vec<Choice>,
    /// Decides a random schedule.
    dice: Option<Dice>,
    output: F,
    /// The thread that ran last, and its steps since it last changed what others see.
    current: ThreadId,
    idle: u32,
}

/// Steps without visible change after which a thread that may be spinning gives way.
const PATIENCE: u32 = 100;

impl<'p, F: FnMut(Stream, &[u8])> Execution<'p, F> {
    pub fn new(mut machine: Machine<'p>, schedule: Schedule, output: F) -> Self {
        machine.observer.output_wanted = true;
        Execution {
            machine,
            state: Vec::new(),
            choices: Vec::new(),
            dice: match schedule {
                Schedule::First => None,
                Schedule::Random { seed } => Some(Dice(seed)),
            },
            output,
            current: ThreadId(0),
            idle: 0,
        }
    }

    /// Runs to the end; `observe` is shown the machine behind each step, and may stop it.
    pub fn run(&mut self, mut observe: impl FnMut(&mut Machine<'p>) -> ControlFlow<()>) -> Ended {
        let mut changes = Vec::new();
        let mut outcome = self.machine.start(&mut changes);
        loop {
            self.print();
            if observe(&mut self.machine).is_break() {
                return Ended::Stopped;
            }
            match outcome {
                Outcome::Fault { thread, fault } => {
                    return Ended::Problem(Problem::Fault { thread, fault });
                }
                Outcome::Pruned => return Ended::Pruned,
                Outcome::Abandoned(stop) => return Ended::Abandoned(stop),
                Outcome::Step | Outcome::Blocked { .. } => {
                    apply(&mut self.state, &changes);
                }
            }
            if let Some(status) = self.machine.exit_status() {
                return Ended::Exit(status);
            }
            match self.step(&mut changes) {
                Some(next) => outcome = next,
                None => return Ended::Problem(Problem::Deadlock),
            }
        }
    }

    /// Takes one step of one thread; None if no thread can.
    fn step(&mut self, changes: &mut Vec<(Slot, LeafId)>) -> Option<Outcome> {
        let mut pruned = false;
        for choice in self.order() {
            let Choice { thread, value } = choice;
            match self.machine.step(&self.state, thread, value, changes) {
                Outcome::Blocked { .. } => continue,
                Outcome::Pruned => pruned = true,
                outcome => {
                    self.choices.push(choice);
                    let own = self.machine.thread_slot(thread);
                    let unseen = changes.iter().all(|&(slot, _)| Some(slot) == own);
                    self.idle = if unseen && thread == self.current {
                        self.idle + 1
                    } else {
                        0
                    };
                    self.current = thread;
                    return Some(outcome);
                }
            }
        }
        pruned.then_some(Outcome::Pruned)
    }

    /// The choices of this state in the order in which to try them.
    fn order(&mut self) -> Vec<Choice> {
        self.machine.look_at(&self.state);
        let count = self.machine.thread_count();
        let spurious = self.machine.options.spurious_wakeups;
        let mut choices = Vec::new();
        // A wait ends early only when nothing else can happen.
        let mut early = Vec::new();
        let first = if self.idle >= PATIENCE {
            self.current.0 + 1
        } else {
            self.current.0
        };
        let turns = (first..count).chain(0..first.min(count));
        for thread in turns.map(ThreadId) {
            match self.machine.thread_at(thread).status {
                Status::Absent | Status::Finished { .. } => {}
                Status::Ready | Status::Relocking { .. } => choices.push(Choice::new(thread, 0)),
                // A thread at a data choice goes on alone.
                Status::Choosing { options, .. } => {
                    choices = (0..options)
                        .map(|value| Choice::new(thread, value))
                        .collect();
                    early.clear();
                    break;
                }
                Status::Waiting { on, timed, .. } => {
                    let ends = timed as u32
                        + (spurious && matches!(on, WaitKind::Condition { .. })) as u32;
                    early.extend((0..ends).map(|value| Choice::new(thread, value)));
                }
            }
        }
        choices.append(&mut early);
        if let Some(dice) = &mut self.dice {
            dice.shuffle(&mut choices);
        }
        choices
    }

    fn print(&mut self) {
        for (stream, bytes) in self.machine.observer.output.drain(..) {
            (self.output)(stream, &bytes);
        }
    }
}

/// SplitMix64, so that a seed means the same schedule in every later version.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
