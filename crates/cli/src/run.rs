//! `trailhound run`: one schedule, with the program's output as it comes.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anstream::ColorChoice;
use trailhound_host::{Stop, printable};
use trailhound_machine::{Machine, Outcome, Problem, Status, Stream, WaitKind};
use trailhound_trail as trail;

use crate::args::{Format, OutputArguments, RunArguments, Schedule};
use crate::check::{not_prepared, saved_trail, told};
use crate::conclusion::{Conclusion, Verdict};
use crate::guard;
use crate::prepare::{prepare, values_for};
use crate::report::Printer;

pub fn run(arguments: &RunArguments, colour: ColorChoice) -> ExitCode {
    let output = OutputArguments {
        format: Format::Text,
        quiet: false,
        show_library: arguments.show_library,
        all_steps: false,
    };
    let printer = Printer::new(&output, colour);
    guard::limit(arguments.limits.given(), &output, colour);
    let setup = arguments.program.setup();
    let prepared = match prepare(&setup, setup.files.clone()) {
        Ok(prepared) => prepared,
        Err(error) => return printer.print(&not_prepared(error)),
    };
    let mut machine = arguments.machine.setup();
    if arguments.machine.values.is_none() {
        machine.values = values_for(&prepared.program);
    }
    let options = machine.options(&setup);
    let subject = Machine::new(&prepared.program, options.clone()).within(guard::budget());
    let mut execution = Execution::new(subject, arguments);
    let problem = match execution.run() {
        Ended::Exit(status) => {
            guard::answer_is_known();
            eprintln!("exit status {status}");
            return ExitCode::from(status as u8);
        }
        Ended::Pruned => {
            let reason =
                Some("an assumption of the program does not hold in this schedule".to_owned());
            return printer.print(&Conclusion {
                reason,
                ..Conclusion::new(Verdict::Undecided)
            });
        }
        Ended::Abandoned(stop) => {
            return printer.print(&Conclusion {
                reason: Some(guard::reason(stop).to_owned()),
                ..Conclusion::new(Verdict::Undecided)
            });
        }
        Ended::Problem(problem) => problem,
    };
    guard::answer_is_known();
    let report = trail::replay(
        &prepared.program,
        &prepared.names,
        &options,
        &execution.choices,
        &problem,
    );
    let mut conclusion = told(&problem, report, execution.choices, None);
    if let (Some(path), Some(found)) = (&arguments.trail, &conclusion.found)
        && let Err(cause) = saved_trail(&prepared.program, &setup, &machine, found).write(path)
    {
        conclusion.notes.push(format!(
            "the trail could not be saved as `{}`: {cause}",
            path.display()
        ));
    }
    printer.print(&conclusion)
}

enum Ended {
    Exit(i32),
    Problem(Problem),
    Pruned,
    Abandoned(Stop),
}

struct Execution<'p> {
    machine: Machine<'p>,
    state: Vec<u32>,
    choices: Vec<(u32, u32)>,
    schedule: Schedule,
    dice: Dice,
    /// The thread that ran last, and its steps since it last changed what others see.
    current: u32,
    idle: u32,
}

/// Steps without visible change after which a thread that may be spinning gives way.
const PATIENCE: u32 = 100;

impl<'p> Execution<'p> {
    fn new(mut machine: Machine<'p>, arguments: &RunArguments) -> Self {
        machine.observer.output_wanted = true;
        Execution {
            machine,
            state: Vec::new(),
            choices: Vec::new(),
            schedule: arguments.schedule,
            dice: Dice(arguments.seed),
            current: 0,
            idle: 0,
        }
    }

    fn run(&mut self) -> Ended {
        let mut changes = Vec::new();
        let mut outcome = self.machine.start(&mut changes);
        loop {
            self.print();
            match outcome {
                Outcome::Fault { thread, fault } => {
                    return Ended::Problem(Problem::Fault { thread, fault });
                }
                Outcome::Pruned => return Ended::Pruned,
                Outcome::Abandoned(stop) => return Ended::Abandoned(stop),
                Outcome::Step | Outcome::Blocked { .. } => self.apply(&changes),
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
    fn step(&mut self, changes: &mut Vec<(u32, u32)>) -> Option<Outcome> {
        let mut pruned = false;
        for (thread, value) in self.order() {
            match self.machine.step(&self.state, thread, value, changes) {
                Outcome::Blocked { .. } => continue,
                Outcome::Pruned => pruned = true,
                outcome => {
                    self.choices.push((thread, value));
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
    fn order(&mut self) -> Vec<(u32, u32)> {
        self.machine.look_at(&self.state);
        let count = self.machine.thread_count();
        let spurious = self.machine.options.spurious_wakeups;
        let mut choices = Vec::new();
        // A wait ends early only when nothing else can happen.
        let mut early = Vec::new();
        let first = if self.idle >= PATIENCE {
            self.current + 1
        } else {
            self.current
        };
        for thread in (first..count).chain(0..first.min(count)) {
            match self.machine.thread_at(thread).status {
                Status::Absent | Status::Finished { .. } => {}
                Status::Ready | Status::Relocking { .. } => choices.push((thread, 0)),
                // Whoever stands at a choice goes on alone.
                Status::Choosing { options, .. } => {
                    choices = (0..options).map(|value| (thread, value)).collect();
                    early.clear();
                    break;
                }
                Status::Waiting { on, timed, .. } => {
                    let ends = timed as u32
                        + (spurious && matches!(on, WaitKind::Condition { .. })) as u32;
                    early.extend((0..ends).map(|value| (thread, value)));
                }
            }
        }
        choices.append(&mut early);
        if self.schedule == Schedule::Random {
            self.dice.shuffle(&mut choices);
        }
        choices
    }

    fn apply(&mut self, changes: &[(u32, u32)]) {
        for &(slot, leaf) in changes {
            let slot = slot as usize;
            if self.state.len() <= slot {
                self.state.resize(slot + 1, 0);
            }
            self.state[slot] = leaf;
        }
    }

    /// A closed pipe at the other end is the reader's business.
    fn print(&mut self) {
        for (stream, bytes) in self.machine.observer.output.drain(..) {
            let _ = match stream {
                Stream::Stdout => write(&mut io::stdout(), &bytes),
                Stream::Stderr => write(&mut io::stderr(), &bytes),
            };
        }
        let _ = io::stdout().flush();
    }
}

/// Writes what the program prints: as it is, but for a terminal, which shows control characters
/// instead of obeying them.
fn write(to: &mut (impl Write + IsTerminal), bytes: &[u8]) -> io::Result<()> {
    match to.is_terminal() {
        true => to.write_all(printable(&String::from_utf8_lossy(bytes)).as_bytes()),
        false => to.write_all(bytes),
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
