//! What a program really does: its states, found as they are asked for, and what threads are seen
//! to do between them. It does not know trace flow graphs.

use std::collections::HashMap;

use rand::Rng;
use rand::rngs::StdRng;
use trailhound_machine::{
    Choice, Event, LockMode, Machine, Options, ProgramGraph, Races, ThreadId, What,
};
use trailhound_program::{Address, Op, Program, Space};
use trailhound_search::{EdgeKind, Graph};

use crate::loading::Source;
use crate::program::{is_lock, is_variable};
use crate::simulation::Seen;

/// Something that a thread did.
pub type Effect = (ThreadId, Seen);

/// A step of a thread to another state.
#[derive(Clone, Debug)]
pub struct Step {
    pub thread: ThreadId,
    pub effects: Vec<Effect>,
    pub to: usize,
}

pub struct Executions<'s> {
    source: &'s Source,
    graph: ProgramGraph<'s>,
    states: Vec<Vec<u32>>,
    numbers: HashMap<Vec<u32>, usize>,
    /// None where it was not asked yet.
    steps: Vec<Option<Vec<Step>>>,
    ended: Vec<bool>,
    /// What `main` did before the first state.
    pub first: Vec<Effect>,
}

impl<'s> Executions<'s> {
    /// None where the program fails before its first state.
    pub fn new(source: &'s Source, options: Options) -> Option<Executions<'s>> {
        let mut graph = ProgramGraph::new(Machine::new(&source.program, options), Races::Off);
        graph.machine.observer.active = true;
        let initial = graph.initial();
        graph.machine.observer.active = false;
        let first = taken(source, &mut graph);
        let mut executions = Executions {
            source,
            graph,
            states: Vec::new(),
            numbers: HashMap::new(),
            steps: Vec::new(),
            ended: Vec::new(),
            first,
        };
        executions.number(initial.ok()?);
        Some(executions)
    }

    pub fn known(&self) -> usize {
        self.states.len()
    }

    /// Whether the program has ended in a state.
    pub fn has_ended(&self, state: usize) -> bool {
        self.ended[state]
    }

    fn number(&mut self, state: Vec<u32>) -> usize {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let number = self.states.len();
        self.graph.machine.look_at(&state);
        self.ended.push(self.graph.machine.exit_status().is_some());
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.steps.push(None);
        number
    }

    /// The steps out of a state, errors left out.
    pub fn steps(&mut self, number: usize) -> &[Step] {
        if self.steps[number].is_none() {
            let state = self.states[number].clone();
            let mut found = Vec::new();
            let mut changes = Vec::new();
            let mut from = 0;
            while let Some(edge) = self.graph.successor(&state, from, &mut changes) {
                from = edge.choice + 1;
                if matches!(edge.kind, EdgeKind::Finding(_)) {
                    continue;
                }
                let mut next = state.clone();
                for &(slot, leaf) in &changes {
                    if next.len() <= slot as usize {
                        next.resize(slot as usize + 1, 0);
                    }
                    next[slot as usize] = leaf;
                }
                // Once more, to see what happens: the graph may have remembered the step.
                let Choice { thread, value } = Choice::of(edge.choice);
                self.graph.machine.observer.active = true;
                self.graph
                    .machine
                    .step(&state, thread, value, &mut Vec::new());
                self.graph.machine.observer.active = false;
                let effects = taken(self.source, &mut self.graph);
                let to = self.number(next);
                found.push(Step {
                    thread,
                    effects,
                    to,
                });
            }
            self.steps[number] = Some(found);
        }
        self.steps[number].as_deref().expect("they were found")
    }

    /// The steps out of a state, if they were asked for before.
    pub fn known_steps(&self, number: usize) -> &[Step] {
        self.steps[number].as_deref().unwrap_or_default()
    }

    /// Goes from the first state at random, so many steps at most; a thread that has begun goes
    /// on in all but one of `patience` cases.
    pub fn walk(&mut self, most: usize, patience: u32, dice: &mut StdRng) -> Vec<Step> {
        let mut walked: Vec<Step> = Vec::new();
        let mut at = 0;
        while walked.len() < most && !self.has_ended(at) {
            let last = walked.last().map(|step| step.thread);
            let steps = self.steps(at);
            let same: Vec<&Step> = steps.iter().filter(|s| Some(s.thread) == last).collect();
            let step = match (steps, &same[..]) {
                ([], _) => break,
                (_, [_, ..]) if !dice.random_ratio(1, patience) => {
                    same[dice.random_range(0..same.len())].clone()
                }
                (steps, _) => steps[dice.random_range(0..steps.len())].clone(),
            };
            at = step.to;
            walked.push(step);
        }
        walked
    }
}

/// The name of what lies at an address, if it has one.
fn name(source: &Source, address: u64) -> Option<String> {
    let address = Address(address);
    let object = address.object();
    let global = source.program.globals.get(object.index() as usize);
    if object.space() != Space::STATIC || global.is_none_or(|global| global.constant) {
        return None;
    }
    source.names.part(object.index(), address.offset())
}

/// What the last step did, as far as it is watched.
fn taken(source: &Source, graph: &mut ProgramGraph) -> Vec<Effect> {
    let events = std::mem::take(&mut graph.machine.observer.events);
    assert_eq!(
        graph.machine.observer.events_dropped, 0,
        "a step is too long"
    );
    let signed = |value: u64, bits: u32| (value << (64 - bits)) as i64 >> (64 - bits);
    let lock = |address: u64| name(source, address).filter(|name| is_lock(name));
    let variable = |address: u64| name(source, address).filter(|name| is_variable(name));
    let seen = events.into_iter().filter_map(|event| {
        let op = operation(&source.program, &event);
        let is_exchange = matches!(op, Some(Op::CompareExchange { .. }));
        let seen = match event.what {
            What::Mark { name } => match name.strip_prefix("seen") {
                Some(call) => {
                    let (function, argument) =
                        call.split_once('=').expect("a function and its argument");
                    Seen::Call {
                        function: format!("seen{function}"),
                        argument: argument.parse().expect("a number"),
                    }
                }
                None => Seen::Mark(name),
            },
            // Readers of a lock that several may hold are not seen.
            What::Lock {
                mode: LockMode::Reading,
                ..
            } => return None,
            What::Lock { address, .. } => Seen::Lock(lock(address)?),
            What::Unlock { address } => Seen::Unlock(lock(address)?),
            What::Read {
                address,
                bits,
                value,
            } => Seen::Read {
                name: variable(address)?,
                value: signed(value, bits),
            },
            // What a function of a Rust program says when it is called.
            What::Write { address, after, .. } if name(source, address)? == "TOLD" => Seen::Call {
                function: format!("seen_{}", char::from(b'a' + (after / 4) as u8)),
                argument: (after % 4) as i64,
            },
            // An exchange that fails is told as a write of what was there; those of the
            // programs never exchange a value for itself.
            What::Write {
                address,
                bits,
                before,
                after,
            } if is_exchange && before == after => Seen::Read {
                name: variable(address)?,
                value: signed(after, bits),
            },
            What::Write {
                address,
                bits,
                before,
                after,
            } => Seen::Write {
                name: variable(address)?,
                before: signed(before, bits),
                after: signed(after, bits),
                update: is_exchange || matches!(op, Some(Op::ReadModifyWrite { .. })),
            },
            What::Call { .. } => return None,
        };
        Some((event.thread, seen))
    });
    seen.collect()
}

/// The operation that an event tells of.
fn operation<'p>(program: &'p Program, event: &Event) -> Option<&'p Op> {
    let body = program.functions[event.function.index()].body.as_ref();
    body.and_then(|body| body.code.get(event.pc as usize))
}
