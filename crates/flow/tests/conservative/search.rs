//! The concrete search: all states of a program, each with all places where its trace flow
//! graph may be after the events on the way, under all constraints.

use std::collections::{BTreeSet, HashMap};

use trailhound_flow::constraint::Constraint;
use trailhound_machine::{
    Event, Granularity, LockMode, Machine, Options, ProgramGraph, Races, What, parts_of,
};
use trailhound_program::{Op, Program};
use trailhound_search::{EdgeKind, Graph};

use crate::program::{Loaded, Watched};
use crate::simulation::{Places, Seen, Simulation};

pub enum Ended {
    Complete { pairs: u64, events: u64 },
    TooLarge,
    Failed(String),
}

const MOST_PAIRS: usize = 5_000;
const MOST_PLACES: usize = 300;

/// Something that a thread did.
type Deed = (u32, Seen);

pub fn search(loaded: &Loaded) -> Ended {
    let options = Options {
        granularity: Granularity::Instruction,
        share_everything: true,
        pass_accounts: false,
        ..Options::default()
    };
    let mut graph = ProgramGraph::new(Machine::new(&loaded.source.program, options), Races::Off);
    graph.machine.observer.active = true;
    let initial = graph.initial();
    graph.machine.observer.active = false;
    let Ok(initial) = initial else {
        return Ended::TooLarge;
    };
    let all = Constraint::all(&loaded.graph);
    let simulation = Simulation::new(&loaded.graph, &loaded.property, &all);
    let events = taken(loaded, &mut graph);
    let mut all_events = events.len() as u64;
    let Some(places) = walk(loaded, &simulation, simulation.start(), &events) else {
        return Ended::Failed(explanation(loaded, &events, false));
    };
    let mut numbers: HashMap<Places, usize> = HashMap::new();
    let mut sets: Vec<Places> = Vec::new();
    let mut number = |places: Places, sets: &mut Vec<Places>| {
        *numbers.entry(places).or_insert_with_key(|places| {
            sets.push(places.clone());
            sets.len() - 1
        })
    };
    let first = number(places, &mut sets);
    let mut known: BTreeSet<(Vec<u32>, usize)> = BTreeSet::from([(initial.clone(), first)]);
    // Each with the events that led there, for the message when it fails.
    let mut waiting = vec![(initial, first, events)];
    while let Some((state, set, trail)) = waiting.pop() {
        if known.len() > MOST_PAIRS || sets[set].len() > MOST_PLACES {
            return Ended::TooLarge;
        }
        let mut changes = Vec::new();
        let mut from = 0;
        while let Some(edge) = graph.successor(&state, from, &mut changes) {
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
            let (thread, value) = parts_of(edge.choice);
            let mut again = Vec::new();
            graph.machine.observer.active = true;
            graph.machine.step(&state, thread, value, &mut again);
            graph.machine.observer.active = false;
            let events = taken(loaded, &mut graph);
            all_events += events.len() as u64;
            let places = walk(loaded, &simulation, sets[set].clone(), &events);
            let mut trail = trail.clone();
            trail.extend(events);
            let Some(places) = places else {
                return Ended::Failed(explanation(loaded, &trail, false));
            };
            graph.machine.look_at(&next);
            if graph.machine.exit_status().is_some() && !simulation.ends(&places) {
                return Ended::Failed(explanation(loaded, &trail, true));
            }
            let set = number(places, &mut sets);
            if known.insert((next.clone(), set)) {
                waiting.push((next, set, trail));
            }
        }
    }
    Ended::Complete {
        pairs: known.len() as u64,
        events: all_events,
    }
}

/// Where the graph may be after events; none where it may be nowhere.
fn walk(
    loaded: &Loaded,
    simulation: &Simulation<'_>,
    mut places: Places,
    events: &[Deed],
) -> Option<Places> {
    for (thread, seen) in events {
        match loaded.watches(&seen.action()) {
            Watched::Yes => places = simulation.after(&places, *thread, seen),
            Watched::Maybe => {
                let passed = simulation.after(&places, *thread, seen);
                places.extend(passed);
            }
            Watched::No => {}
        }
        if places.is_empty() {
            return None;
        }
    }
    Some(places)
}

/// What is wrong with an execution that is not accepted, and who is to blame: constraints
/// without which it is, alone.
fn explanation(loaded: &Loaded, trail: &[Deed], ended: bool) -> String {
    let all = Constraint::all(&loaded.graph);
    let accepts = |constraints: &[Constraint], trail: &[Deed], ended: bool| {
        let simulation = Simulation::new(&loaded.graph, &loaded.property, constraints);
        let places = walk(loaded, &simulation, simulation.start(), trail);
        places.is_some_and(|places| !ended || simulation.ends(&places))
    };
    let without = |left_out: &Constraint| {
        let others = all.iter().filter(|constraint| *constraint != left_out);
        others.cloned().collect::<Vec<_>>()
    };
    let guilty: Vec<String> = all
        .iter()
        .filter(|constraint| accepts(&without(constraint), trail, ended))
        .map(ToString::to_string)
        .collect();
    let blame = match accepts(&[], trail, ended) {
        false => "not even without constraints".to_owned(),
        true => format!("but without constraints, or one of {guilty:?} alone"),
    };
    let length = (1..=trail.len()).find(|&length| !accepts(&all, &trail[..length], false));
    let what = match length {
        Some(length) => format!("{:?} is on no path after", trail[length - 1]),
        None => "no path ends after".to_owned(),
    };
    format!("{what} {trail:?}, {blame}; {}", loaded.summary())
}

/// What the last step did, as far as it is watched.
fn taken(loaded: &Loaded, graph: &mut ProgramGraph) -> Vec<Deed> {
    let events = std::mem::take(&mut graph.machine.observer.events);
    let program = &loaded.source.program;
    let signed = |value: u64, bits: u32| (value << (64 - bits)) as i64 >> (64 - bits);
    let seen = events.into_iter().filter_map(|event| {
        let is_exchange = is_exchange(program, &event);
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
            What::Lock { address, .. } => Seen::Lock(loaded.name(address)?),
            What::Unlock { address } => Seen::Unlock(loaded.name(address)?),
            What::Read {
                address,
                bits,
                value,
            } => Seen::Read {
                name: loaded.name(address)?,
                value: signed(value, bits),
            },
            // An exchange that fails is told as a write of what was there; those of the
            // programs never exchange a value for itself.
            What::Write {
                address,
                bits,
                before,
                after,
            } if is_exchange && before == after => Seen::Read {
                name: loaded.name(address)?,
                value: signed(after, bits),
            },
            What::Write {
                address,
                bits,
                before,
                after,
            } => Seen::Write {
                name: loaded.name(address)?,
                before: signed(before, bits),
                after: signed(after, bits),
            },
            What::Call { .. } => return None,
        };
        Some((event.thread, seen))
    });
    seen.collect()
}

fn is_exchange(program: &Program, event: &Event) -> bool {
    let body = program.functions[event.function.index()].body.as_ref();
    let op = body.and_then(|body| body.code.get(event.pc as usize));
    matches!(op, Some(Op::CompareExchange { .. }))
}
