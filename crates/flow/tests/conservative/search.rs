//! The concrete search: all states of a program, each with all places where its trace flow
//! graph may be after the events on the way, under all constraints.

use std::collections::{BTreeSet, HashMap};

use trailhound_flow::constraint::Constraint;

use crate::executions::{Effect, Executions, Step};
use crate::program::{Loaded, Watched};
use crate::simulation::{MOST_PLACES, Places, Simulation};

pub enum Ended {
    Complete { pairs: u64, events: u64 },
    TooLarge,
    Failed(String),
}

/// Looks at so many pairs of a state and places at most.
pub fn search(loaded: &Loaded<'_>, executions: &mut Executions<'_>, most: usize) -> Ended {
    let all = Constraint::all(&loaded.graph);
    let simulation = Simulation::new(&loaded.graph, loaded.property, &all);
    let events = executions.first.clone();
    let mut all_events = events.len() as u64;
    let Some(places) = walk_on(loaded, &simulation, simulation.start(), &events) else {
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
    let mut known: BTreeSet<(usize, usize)> = BTreeSet::from([(0, first)]);
    // Each with the events that led there, for the message when it fails.
    let mut waiting = vec![(0, first, events)];
    while let Some((state, set, trail)) = waiting.pop() {
        if known.len() > most {
            return Ended::TooLarge;
        }
        for step in executions.steps(state).to_vec() {
            all_events += step.effects.len() as u64;
            let places = walk_on(loaded, &simulation, sets[set].clone(), &step.effects);
            let mut trail = trail.clone();
            trail.extend(step.effects);
            let Some(places) = places else {
                return Ended::Failed(explanation(loaded, &trail, false));
            };
            if places.len() > MOST_PLACES {
                return Ended::TooLarge;
            }
            if executions.has_ended(step.to) && !simulation.ends(&places) {
                return Ended::Failed(explanation(loaded, &trail, true));
            }
            let set = number(places, &mut sets);
            if known.insert((step.to, set)) {
                waiting.push((step.to, set, trail));
            }
        }
    }
    Ended::Complete {
        pairs: known.len() as u64,
        events: all_events,
    }
}

/// What is wrong with the graph of a program that does what some walks do. Where the graph may be
/// in too many places, a walk is not followed any further.
pub fn follow(
    loaded: &Loaded<'_>,
    executions: &Executions<'_>,
    walks: &[Vec<Step>],
) -> Result<Followed, String> {
    let all = Constraint::all(&loaded.graph);
    let simulation = Simulation::new(&loaded.graph, loaded.property, &all);
    let mut followed = Followed::default();
    // What walks have in common is followed once.
    let mut known: HashMap<Vec<&Effect>, Places> = HashMap::new();
    for walk in walks {
        let (mut trail, mut places) = (Vec::new(), simulation.start());
        let steps = walk.iter().flat_map(|step| &step.effects);
        let mut is_small = true;
        for effect in executions.first.iter().chain(steps) {
            if loaded.watches(&effect.1) == Watched::No {
                continue;
            }
            trail.push(effect);
            if let Some(there) = known.get(&trail) {
                places = there.clone();
                continue;
            }
            followed.events += 1;
            let all = || {
                trail
                    .iter()
                    .map(|&effect| effect.clone())
                    .collect::<Vec<_>>()
            };
            places = walk_on(loaded, &simulation, places, std::slice::from_ref(effect))
                .ok_or_else(|| explanation(loaded, &all(), false))?;
            known.insert(trail.clone(), places.clone());
            is_small = places.len() <= MOST_PLACES;
            if !is_small {
                break;
            }
        }
        let last = walk.last().map_or(0, |step| step.to);
        if is_small && executions.has_ended(last) {
            followed.ends += 1;
            if !simulation.ends(&places) {
                let all: Vec<Effect> = trail.into_iter().cloned().collect();
                return Err(explanation(loaded, &all, true));
            }
        }
    }
    Ok(followed)
}

/// How much was followed.
#[derive(Default)]
pub struct Followed {
    pub events: u64,
    pub ends: u64,
}

/// Where the graph may be after events, up to where these are too many places; none where it may
/// be nowhere.
fn walk_on(
    loaded: &Loaded<'_>,
    simulation: &Simulation<'_>,
    mut places: Places,
    events: &[Effect],
) -> Option<Places> {
    for (thread, seen) in events {
        match loaded.watches(seen) {
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
        if places.len() > MOST_PLACES {
            break;
        }
    }
    Some(places)
}

/// What is wrong with an execution that is not accepted, and who is to blame: constraints
/// without which it is, alone.
fn explanation(loaded: &Loaded<'_>, trail: &[Effect], ended: bool) -> String {
    let all = Constraint::all(&loaded.graph);
    let accepts = |constraints: &[Constraint], trail: &[Effect], ended: bool| {
        let simulation = Simulation::new(&loaded.graph, loaded.property, constraints);
        let places = walk_on(loaded, &simulation, simulation.start(), trail);
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
