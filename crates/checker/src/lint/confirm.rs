//! Puts a warning to the test: a search led through its places, and what came of it. It does
//! not know how that is told.

use std::time::Duration;

use trailhound_guide::distance::{Analysis, DistanceGuide, DistanceName};
use trailhound_lint::{Kind, Role, Site, Spot, Warning};
use trailhound_machine::{Choice, ErrorKind, Fault, Machine, ProgramGraph, Races, ThreadId};
use trailhound_program::{Op, Program};
use trailhound_search::{
    EdgeKind, End, Engine, LimitKind, Limits, Monitor, Options, Replay, Weight, best_first,
};
use trailhound_trail::{self as trail, Problem, Promise};

use super::hunt::{Hunt, Prey};
use super::lead::Between;
use super::marks::{again, marked, others};
use crate::aim::Aim;
use crate::caveats::caveats;
use crate::environment;
use crate::inside::Inside;
use crate::resolve::Resolved;
use crate::session::Session;
use crate::sharing::{self, Sharing};
use crate::wakeups;

/// The time that each search for a schedule may take.
const SEARCH_TIME: Duration = Duration::from_secs(10);

/// What came of a search for a real execution.
pub enum Answer {
    Confirmed(Proof),
    /// All schedules were looked at.
    CannotHappen,
    /// Why it is open.
    Open(String),
}

/// An execution that shows what a warning warned of.
pub struct Proof {
    pub problem: Problem,
    pub choices: Vec<Choice>,
    /// Whether the places must be marked to walk it again.
    pub marked: bool,
    /// Which memory the machine that has it takes as shared.
    pub sharing: Sharing,
}

pub struct Tested {
    pub answer: Answer,
    pub states: u64,
}

pub fn test(
    resolved: &Resolved,
    warning: &Warning,
    message: &str,
    max_states: u64,
    session: &Session,
    monitor: &mut dyn Monitor,
) -> Tested {
    let with_marks = marked(&resolved.program, warning);
    let testing = Testing {
        resolved,
        program: &resolved.program,
        with_marks: &with_marks,
        warning,
        message,
        max_states,
        session,
        spurious_wakeups: resolved.machine.spurious_wakeups,
    };
    match warning.kind {
        Kind::LockOrder => testing.search(Prey::Deadlock, monitor),
        Kind::DoubleLock => testing.search(Prey::SelfDeadlock, monitor),
        Kind::Unguarded => testing.search(Prey::Race, monitor),
        Kind::CheckThenAct => {
            let between = testing.search(Prey::Interleaving, monitor);
            if !matches!(between.answer, Answer::Confirmed(_)) {
                return between;
            }
            // What can come of it says more than that it can happen.
            let failed = testing.search(Prey::Failure, monitor);
            let states = between.states + failed.states;
            let compares = |spot: &Spot| spot.role == Role::Compares;
            match failed.answer {
                Answer::Confirmed(_) => Tested { states, ..failed },
                // A program that looks twice may well be right: only its failure shows more.
                _ if warning.spots.iter().any(compares) => Tested { states, ..failed },
                _ => Tested { states, ..between },
            }
        }
    }
}

struct Testing<'a> {
    resolved: &'a Resolved,
    program: &'a Program,
    with_marks: &'a Program,
    warning: &'a Warning,
    message: &'a str,
    max_states: u64,
    session: &'a Session,
    spurious_wakeups: bool,
}

/// What one search has come to.
struct Explored {
    tested: Tested,
    missed_escape: bool,
}

impl sharing::Explored for Explored {
    fn missed_escape(&self) -> bool {
        self.missed_escape
    }

    fn is_certain(&self) -> bool {
        matches!(self.tested.answer, Answer::Confirmed(_))
    }
}

impl Testing<'_> {
    /// What cannot happen must not happen either when threads wake for no reason.
    fn search(&self, prey: Prey, monitor: &mut dyn Monitor) -> Tested {
        let tested = self.search_as_asked(prey, monitor);
        let covers = self.spurious_wakeups || !wakeups::waits_for_conditions(self.program);
        if covers || !matches!(tested.answer, Answer::CannotHappen) {
            return tested;
        }
        let waking = Testing {
            spurious_wakeups: true,
            ..*self
        };
        let woken = waking.search_as_asked(prey, monitor);
        let answer = match woken.answer {
            Answer::Confirmed(_) => {
                Answer::Open("only a thread that wakes for no reason shows it".to_owned())
            }
            answer => answer,
        };
        let states = tested.states + woken.states;
        Tested { answer, states }
    }

    fn search_as_asked(&self, prey: Prey, monitor: &mut dyn Monitor) -> Tested {
        let explore = |sharing| self.explore(prey, sharing, monitor);
        sharing::explore(self.session, Sharing::Tracked, explore)
            .0
            .tested
    }

    fn explore(&self, prey: Prey, sharing: Sharing, monitor: &mut dyn Monitor) -> Explored {
        let options = trailhound_machine::Options {
            spurious_wakeups: self.spurious_wakeups,
            ..self.resolved.options(sharing)
        };
        let races = match prey {
            Prey::Race => Races::Error,
            _ => Races::Off,
        };
        let budget = self.session.budget().at_most(SEARCH_TIME);
        let machine = Machine::new(self.with_marks, options).within(budget.clone());
        let mut graph = ProgramGraph::new(machine, races);
        let message = self.message.to_owned();
        let mut hunt = Hunt::new(
            &mut graph,
            self.with_marks,
            self.program,
            self.warning,
            prey,
            message,
        );
        let search_options = Options {
            limits: Limits {
                states: Some(self.max_states),
                memory_bytes: (self.session.search_memory())
                    .and_then(|bytes| bytes.try_into().ok()),
                budget,
                ..Limits::default()
            },
            stop_at: Weight::Weak,
            ..Options::default()
        };
        let outcome = match prey {
            Prey::SelfDeadlock => {
                let places = self.with_marks.marked(0);
                let analysis = Aim::to(self.with_marks, places).analysis(Engine::BestFirst);
                let mut guide = Inside(guide(&analysis));
                best_first(&mut hunt, &mut guide, &search_options, monitor)
            }
            Prey::Deadlock | Prey::Race => {
                let order: Vec<u32> = (0..others(self.warning)).collect();
                let aim = match prey {
                    Prey::Deadlock => Aim::at_locks(self.with_marks, order),
                    _ => Aim::through(self.with_marks, order),
                };
                let analysis = aim.analysis(Engine::BestFirst);
                let mut guide = Inside(guide(&analysis));
                best_first(&mut hunt, &mut guide, &search_options, monitor)
            }
            Prey::Interleaving | Prey::Failure => {
                let has_again = self.warning.again.is_some();
                let to = |mark: u32| {
                    let mut places = self.with_marks.marked(mark);
                    if mark != 0 && places.is_empty() {
                        places = self.with_marks.marked(0);
                    }
                    let aim = Aim::to(self.with_marks, places);
                    aim.analysis(Engine::BestFirst)
                };
                // By how much is left: failing, acting, writing, leaving, checking.
                let failing = Aim::through(self.with_marks, Vec::new());
                let analyses = [
                    failing.analysis(Engine::BestFirst),
                    to(2),
                    to(1),
                    to(again(self.warning)),
                    to(0),
                ];
                let guides = analyses.each_ref().map(|a| guide(a).following_mover());
                let mut guide = Between::new(guides, has_again.then(|| again(self.warning)));
                best_first(&mut hunt, &mut guide, &search_options, monitor)
            }
        };
        let unsupported = hunt.unsupported.take();
        let unfollowed = hunt.unfollowed;
        let states = outcome.stats.states_generated;
        let answer = match outcome.finding {
            Some(found) => {
                let problem = graph.problems[found.finding.id as usize].clone();
                let choices: Vec<_> = found.choices.iter().map(|&c| Choice::of(c)).collect();
                match ends_before(prey, &problem) {
                    Some(reason) if choices.is_empty() => Answer::Open(reason),
                    _ => Answer::Confirmed(self.proof(problem, choices, sharing)),
                }
            }
            None if unfollowed && outcome.end == End::Exhausted => {
                Answer::Open("threads look at more places than can be followed".to_owned())
            }
            None => self.open(&graph, outcome.end, unsupported),
        };
        Explored {
            tested: Tested { answer, states },
            missed_escape: graph.machine.memory.missed_escape,
        }
    }

    fn open(&self, graph: &ProgramGraph<'_>, end: End, unsupported: Option<String>) -> Answer {
        let limit = |what: &str| Answer::Open(format!("the limit on {what} was reached"));
        let unfollowed = graph.machine.unfollowed.as_ref().map(|why| why.to_string());
        match end {
            _ if unsupported.is_some() => Answer::Open(unsupported.unwrap_or_default()),
            End::Exhausted | End::Found if graph.machine.leaves_choices_out() => {
                Answer::Open("data choices tried only some of their values".to_owned())
            }
            End::Exhausted | End::Found if unfollowed.is_some() => {
                Answer::Open(unfollowed.unwrap_or_default())
            }
            End::Exhausted | End::Found if graph.machine.memory.missed_escape => {
                Answer::Open("a thread reached memory taken for another thread's own".to_owned())
            }
            End::Exhausted | End::Found => {
                let machine = &graph.machine;
                let doubt = environment::asked_in_text(self.program)
                    .or_else(|| environment::asked_of_machine(self.program, machine))
                    .or_else(|| may_wake(self.program))
                    .or_else(|| caveats(graph));
                doubt.map_or(Answer::CannotHappen, Answer::Open)
            }
            End::Interrupted => Answer::Open("interrupted".to_owned()),
            End::Limit(LimitKind::States) => limit("states"),
            End::Limit(LimitKind::Time) => limit("time"),
            End::Limit(LimitKind::Memory) => limit("memory"),
            End::Limit(LimitKind::Steps) => limit("steps"),
            End::Limit(
                LimitKind::Depth | LimitKind::Walks | LimitKind::Width | LimitKind::Hashes,
            ) => limit("depth"),
        }
    }

    /// The execution without the marks, if it leads to the same: then it can be replayed without them.
    fn proof(&self, problem: Problem, choices: Vec<Choice>, sharing: Sharing) -> Proof {
        let options = self.resolved.options(sharing);
        let races = self.resolved.machine.races;
        // A step from a mark mostly does what one from the operation behind it does. Where the
        // operation is no place to stop at, it is part of the step before.
        let candidates = match problem {
            Problem::Violation { .. } => Vec::new(),
            _ => [Some(choices.clone()), self.without_marks(&choices, sharing)].into(),
        };
        let plain = candidates.into_iter().flatten().find_map(|choices| {
            let promise = Promise::of(&problem);
            let reached = trail::reach(self.program, &options, races, &choices, promise);
            let reached = reached.ok()?.problem;
            (reached.kind() == problem.kind()).then_some((reached, choices))
        });
        match plain {
            Some((problem, choices)) => Proof {
                problem,
                choices,
                marked: false,
                sharing,
            },
            None => Proof {
                problem,
                choices,
                marked: true,
                sharing,
            },
        }
    }

    /// The same execution of the program without marks: a thread takes a step there unless it
    /// stands already where the step with marks has led.
    fn without_marks(&self, choices: &[Choice], sharing: Sharing) -> Option<Vec<Choice>> {
        let machine = |program| Machine::new(program, self.resolved.options(sharing));
        let mut with = ProgramGraph::new(machine(self.with_marks), Races::Off);
        let mut without = ProgramGraph::new(machine(self.program), Races::Off);
        let mut marked = Replay::start(&mut with).ok()?;
        let mut plain = Replay::start(&mut without).ok()?;
        let mut taken = Vec::new();
        for &choice in choices {
            let edge = marked.step(&mut with, choice.number())?;
            if edge.kind != EdgeKind::Step {
                taken.push(choice);
                break;
            }
            let there = stands(&with, marked.state(), choice.thread);
            if there.is_some() && stands(&without, plain.state(), choice.thread) == there {
                continue;
            }
            taken.push(choice);
            let edge = plain.step(&mut without, choice.number())?;
            if edge.kind != EdgeKind::Step {
                break;
            }
        }
        Some(taken)
    }
}

/// Why nothing can be said about a program that fails so before it comes to any state.
fn ends_before(prey: Prey, problem: &Problem) -> Option<String> {
    match problem {
        Problem::Fault {
            fault: Fault::Unsupported(what),
            ..
        } => Some(what.to_string()),
        Problem::Fault {
            fault: Fault::Error(kind, _),
            ..
        } if !(prey == Prey::SelfDeadlock && *kind == ErrorKind::LockMisuse) => Some(format!(
            "the program ends before it starts a thread: {}",
            kind.name()
        )),
        _ => None,
    }
}

fn guide(analysis: &Analysis) -> DistanceGuide<'_> {
    DistanceGuide::new(DistanceName::Efca, analysis).expect("summaries have no bound to exceed")
}

/// Where a thread stands, counted without marks.
fn stands(graph: &ProgramGraph<'_>, state: &[u32], thread: ThreadId) -> Option<Site> {
    let mut threads = graph.threads_of(state);
    let (_, leaf) = threads.find(|&(number, _)| number == thread)?;
    let (frame, _) = graph.top_frame(leaf)?;
    let position = graph.frame(frame);
    let body = &graph.machine.program.functions[position.function.index()].body;
    let before = &body.as_ref()?.code[..position.pc as usize];
    let marks = before.iter().filter(|op| matches!(op, Op::Place { .. }));
    Some((position.function, position.pc - marks.count() as u32))
}

/// Why a search does not have all wake-ups of a Rust program.
fn may_wake(program: &Program) -> Option<String> {
    let name = wakeups::waits_in_rust(program)?;
    Some(format!("`{name}` may return for no reason"))
}
