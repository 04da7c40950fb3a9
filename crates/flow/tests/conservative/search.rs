//! The concrete search: all states of a program, each with all places where its trace flow
//! graph may be after the events on the way.

use std::collections::{BTreeSet, HashMap};

use trailhound_machine::{Granularity, Machine, Options, ProgramGraph, Races, What, parts_of};
use trailhound_search::{EdgeKind, Graph};

use crate::program::Loaded;
use crate::simulation::{Places, Seen, after, ends, start};

pub enum Ended {
    Complete { pairs: u64, events: u64 },
    TooLarge,
    Failed(String),
}

const MOST_PAIRS: usize = 30_000;
const MOST_PLACES: usize = 3_000;

pub fn search(loaded: &Loaded) -> Ended {
    let options = Options {
        granularity: Granularity::Instruction,
        share_everything: true,
        pass_accounts: false,
        ..Options::default()
    };
    let mut graph = ProgramGraph::new(Machine::new(&loaded.source.program, options), Races::Off);
    graph.machine.observer.active = true;
    let Ok(initial) = graph.initial() else {
        return Ended::TooLarge;
    };
    let events = taken(loaded, &mut graph);
    let mut places = start(&loaded.graph);
    let mut all_events = events.len() as u64;
    for (thread, seen) in &events {
        places = after(&loaded.graph, &places, *thread, seen);
        if places.is_empty() {
            return Ended::Failed(format!("at the start, {seen:?} is on no path"));
        }
    }
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
            graph.machine.observer.events.clear();
            let (thread, value) = parts_of(edge.choice);
            let mut again = Vec::new();
            graph.machine.step(&state, thread, value, &mut again);
            let events = taken(loaded, &mut graph);
            all_events += events.len() as u64;
            let mut places = sets[set].clone();
            let mut trail = trail.clone();
            for (thread, seen) in events {
                places = after(&loaded.graph, &places, thread, &seen);
                if places.is_empty() {
                    return Ended::Failed(format!(
                        "{seen:?} by thread {thread} is on no path after {trail:?}"
                    ));
                }
                trail.push((thread, seen));
            }
            graph.machine.look_at(&next);
            if graph.machine.exit_status().is_some() && !ends(&loaded.graph, &places) {
                return Ended::Failed(format!("no path ends after {trail:?}"));
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

/// What the last step did, as far as it is watched.
fn taken(loaded: &Loaded, graph: &mut ProgramGraph) -> Vec<(u32, Seen)> {
    let events = std::mem::take(&mut graph.machine.observer.events);
    let signed = |value: u64, bits: u32| (value << (64 - bits)) as i64 >> (64 - bits);
    let seen = events.into_iter().filter_map(|event| {
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
