//! The product of a program and an automaton, as a graph: its first word is the state of the
//! automaton, the others are the program's. An execution that has come to its end stays
//! there for ever. It does not know which formula the automaton comes from.

use trailhound_machine::{Choice, NoValue, ProgramGraph, ThreadId};
use trailhound_property::{Automaton, AutomatonState};
use trailhound_search::{Conditions, Edge, EdgeKind, Finding, Graph, Stop};

use crate::inside::{Around, Numbering};

pub struct Product<'g, 'p> {
    graph: &'g mut ProgramGraph<'p>,
    automaton: &'g Automaton,
    /// Only executions count in which a thread that stays enabled runs eventually.
    fair: bool,
    /// Transitions that a state of the automaton has at most.
    width: u32,
    /// States of the automaton with a transition to where everything is accepted.
    may_end: Vec<bool>,
    met: u64,
    /// What is known of the state that was asked for last: engines ask for one edge after the
    /// other.
    here: Here,
}

#[derive(Default)]
struct Here {
    words: Vec<u32>,
    valuation: Option<Result<u64, NoValue>>,
    /// Conditions of threads that could run.
    ready: Option<u64>,
}

/// The condition that the automaton accepts; above it, one for each thread.
const ACCEPTED: u64 = 1;
/// Threads that fairness can be asked for.
const MOST_THREADS: u32 = 63;

const TOO_MANY_THREADS: NoValue =
    NoValue::Expression("a property of fair executions of more than 63 threads");
const TOO_WIDE: NoValue =
    NoValue::Expression("a property of executions with so wide a data choice");

impl<'g, 'p> Product<'g, 'p> {
    pub fn new(graph: &'g mut ProgramGraph<'p>, automaton: &'g Automaton, fair: bool) -> Self {
        let widths = automaton
            .states()
            .map(|state| automaton.transitions(state).len());
        let width = widths.max().unwrap_or(0).max(1) as u32;
        let may_end = automaton.states().map(|state| {
            let mut transitions = automaton.transitions(state).iter();
            transitions.any(|transition| automaton.accepts_all(transition.target))
        });
        Product {
            graph,
            automaton,
            fair,
            width,
            may_end: may_end.collect(),
            met: 0,
            here: Here::default(),
        }
    }

    pub fn automaton(&self) -> &'g Automaton {
        self.automaton
    }

    fn come_to(&mut self, words: &[u32]) {
        if self.here.words != words {
            self.here.words.clear();
            self.here.words.extend_from_slice(words);
            self.here.valuation = None;
            self.here.ready = None;
        }
    }

    fn valuation(&mut self, words: &[u32]) -> Result<u64, NoValue> {
        self.come_to(words);
        if let Some(known) = self.here.valuation {
            return known;
        }
        let valuation = self.graph.valuation(words);
        self.here.valuation = Some(valuation);
        valuation
    }

    fn failed(&mut self, reason: NoValue) -> Option<Edge> {
        if let Some(stop) = self.graph.stopped() {
            return Some(Edge::abandoned(stop));
        }
        Some(Edge {
            choice: u32::MAX,
            kind: EdgeKind::Finding(self.graph.no_value(reason)),
            stutters: false,
        })
    }

    /// What a step from the state meets besides the automaton's condition.
    fn fairness(&mut self, words: &[u32], thread: Option<ThreadId>) -> Result<u64, NoValue> {
        if !self.fair {
            return Ok(0);
        }
        // An execution that stays at its end neglects no thread.
        let Some(thread) = thread else {
            return Ok(!ACCEPTED);
        };
        if self.graph.machine.thread_count() > MOST_THREADS {
            return Err(TOO_MANY_THREADS);
        }
        let neglected = self.ready(words) & !condition_of(thread);
        Ok(!neglected & !ACCEPTED)
    }

    /// The conditions of threads that can go on.
    fn ready(&mut self, words: &[u32]) -> u64 {
        self.come_to(words);
        if let Some(known) = self.here.ready {
            return known;
        }
        self.graph.look_at(words);
        let scene = self.graph.scene();
        let threads = self.graph.machine.thread_ids();
        let ready = threads
            .filter(|&thread| scene.alive().contains(thread) && !scene.blocked().contains(thread));
        let ready = ready.fold(0, |bits, thread| bits | condition_of(thread));
        self.here.ready = Some(ready);
        ready
    }
}

/// The condition that a thread is not neglected.
fn condition_of(thread: ThreadId) -> u64 {
    ACCEPTED << (thread.0 + 1)
}

/// The state of the automaton and the words of the program.
fn split(state: &[u32]) -> (AutomatonState, &[u32]) {
    match state {
        [first, rest @ ..] => (AutomatonState(*first), rest),
        [] => (AutomatonState(0), &[]),
    }
}

impl Graph for Product<'_, '_> {
    trailhound_search::without!(circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        let mut state = self.graph.initial()?;
        state.insert(0, self.automaton.initial().0);
        Ok(state)
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        let (at, words) = split(state);
        if from == u32::MAX {
            return None;
        }
        if let Some(stop) = self.graph.stopped() {
            return Some(Edge::abandoned(stop));
        }
        let valuation = match self.valuation(words) {
            Ok(valuation) => valuation,
            Err(reason) => return self.failed(reason),
        };
        let transitions = self.automaton.transitions(at);
        let matching = |index: u32| {
            let rest = transitions.get(index as usize..)?;
            let found = rest.iter().position(|t| t.label.matches(valuation))?;
            Some(index + found as u32)
        };
        let first = matching(0)?;
        let (mut step, mut index) = (from / self.width, matching(from % self.width));
        let mut taken = None;
        if step == 0 {
            taken = self.graph.successor(words, 0, changes);
            let rests = taken.is_none() && self.graph.rests_without_steps(words);
            match index {
                Some(index) if rests => {
                    let transition = transitions[index as usize];
                    changes.clear();
                    changes.push((0, transition.target.0));
                    let accepted = if transition.accepting { ACCEPTED } else { 0 };
                    self.met = match self.fairness(words, None) {
                        Ok(met) => met | accepted,
                        Err(reason) => return self.failed(reason),
                    };
                    return Some(Edge {
                        choice: index,
                        kind: EdgeKind::Step,
                        stutters: true,
                    });
                }
                _ if rests => return None,
                _ => (step, index) = (1, Some(first)),
            }
        }
        if index.is_none() {
            step += 1;
        }
        let wanted = step - 1;
        let edge = match taken {
            Some(edge) => edge,
            None => self.graph.successor(words, wanted, changes)?,
        };
        let index = match index {
            Some(index) if edge.choice == wanted => index,
            _ => first,
        };
        let numbered = |index: u32| {
            let step = edge.choice.checked_add(1)?;
            step.checked_mul(self.width)?.checked_add(index)
        };
        if let EdgeKind::Abandoned(_) = edge.kind {
            return Some(edge);
        }
        if let EdgeKind::Finding(_) = edge.kind {
            // Once is enough.
            return match numbered(self.width - 1) {
                Some(choice) => Some(Edge { choice, ..edge }),
                None => self.failed(TOO_WIDE),
            };
        }
        let Some(number) = numbered(index) else {
            return self.failed(TOO_WIDE);
        };
        for (slot, _) in changes.iter_mut() {
            *slot += 1;
        }
        let transition = transitions[index as usize];
        changes.push((0, transition.target.0));
        let accepted = if transition.accepting { ACCEPTED } else { 0 };
        self.met = match self.fairness(words, Some(Choice::of(edge.choice).thread)) {
            Ok(met) => met | accepted,
            Err(reason) => return self.failed(reason),
        };
        Some(Edge {
            choice: number,
            ..edge
        })
    }

    /// A broken invariant, or a step of the automaton after which everything is accepted: then
    /// the way to this state is a violation, however it goes on.
    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        let (at, words) = split(state);
        if let Some(finding) = self.graph.invariant_finding(words) {
            return Some(finding);
        }
        if !self.may_end[at.index()] {
            return None;
        }
        match self.valuation(words) {
            Ok(valuation) => {
                let mut enabled = self.automaton.enabled(at, valuation);
                let ends = enabled.any(|transition| self.automaton.accepts_all(transition.target));
                ends.then(|| self.graph.violation(self.automaton.name()))
            }
            Err(_) if self.graph.stopped().is_some() => None,
            Err(reason) => Some(self.graph.no_value(reason)),
        }
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
        None
    }

    fn bytes(&self) -> usize {
        self.graph.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.graph.stopped()
    }
}

impl Conditions for Product<'_, '_> {
    fn all_conditions(&self) -> u64 {
        if self.fair { u64::MAX } else { ACCEPTED }
    }

    fn conditions_met(&self) -> u64 {
        self.met
    }

    fn agent(&self, choice: u32) -> u32 {
        let taken = self.program_choice(choice);
        taken.map_or(u32::MAX, |choice| choice.thread.0)
    }
}

impl<'p> Around<'p> for Product<'_, 'p> {
    const OWN: usize = 1;

    fn program_mut(&mut self) -> &mut ProgramGraph<'p> {
        self.graph
    }

    fn numbering(&self) -> Numbering {
        Numbering::WithTransitions { width: self.width }
    }
}

/// A program by itself, for walks that look for errors only.
pub struct Alone<'g, 'p>(pub &'g mut ProgramGraph<'p>);

impl Graph for Alone<'_, '_> {
    trailhound_search::without!(circles, reduction);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        self.0.initial()
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        self.0.successor(state, from, changes)
    }

    fn meet(&mut self, state: &[u32]) -> Option<Finding> {
        self.0.meet(state)
    }

    fn inspect(&mut self, state: &[u32], successors: u32) -> Option<Finding> {
        self.0.inspect(state, successors)
    }

    fn choices(&mut self, state: &[u32], choices: &mut Vec<u32>) -> bool {
        self.0.choices(state, choices)
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.0.stopped()
    }
}

impl Conditions for Alone<'_, '_> {
    fn all_conditions(&self) -> u64 {
        0
    }

    fn conditions_met(&self) -> u64 {
        0
    }

    fn agent(&self, choice: u32) -> u32 {
        Choice::of(choice).thread.0
    }
}

/// A graph that a program is part of.
pub trait OfProgram<'p>: Conditions {
    fn program(&self) -> &ProgramGraph<'p>;

    /// The program's part of a choice; None where it stays at its end.
    fn program_choice(&self, choice: u32) -> Option<Choice>;

    /// The same for a path.
    fn program_choices(&self, choices: &[u32]) -> Vec<Choice> {
        let choices = choices.iter();
        choices
            .filter_map(|&choice| self.program_choice(choice))
            .collect()
    }
}

impl<'p> OfProgram<'p> for Product<'_, 'p> {
    fn program(&self) -> &ProgramGraph<'p> {
        self.graph
    }

    fn program_choice(&self, choice: u32) -> Option<Choice> {
        self.numbering().of_program(choice).map(Choice::of)
    }
}

impl<'p> OfProgram<'p> for Alone<'_, 'p> {
    fn program(&self) -> &ProgramGraph<'p> {
        self.0
    }

    fn program_choice(&self, choice: u32) -> Option<Choice> {
        Some(Choice::of(choice))
    }
}
