//! A shorter trail to an error that a deep search has found: a breadth-first search with
//! a budget, which either meets the same kind of error sooner or is given up.

use std::time::Duration;

use trailhound_machine::ProgramGraph;
use trailhound_search::{Engine, Limits, Monitor, Options, Outcome, run};

const TIME: Duration = Duration::from_secs(5);
const FEWEST_STATES: u64 = 200_000;
/// The budget in states is this many times what the first search took.
const FACTOR: u64 = 4;

/// Puts a shorter trail into `outcome`, if there is one; returns the length that it had.
pub fn shorten(
    graph: &mut ProgramGraph<'_>,
    options: &Options,
    outcome: &mut Outcome,
    monitor: &mut dyn Monitor,
) -> Option<usize> {
    let first = outcome.finding.as_ref()?;
    let length = first.choices.len();
    let kind = graph.problems[first.finding.id as usize].kind()?;
    if length < 2 {
        return None;
    }
    let depth = u32::try_from(length - 1).ok()?;
    let limits = Limits {
        states: Some((outcome.stats.states_stored * FACTOR).max(FEWEST_STATES)),
        depth: Some(depth),
        time: Some(TIME),
        ..options.limits.clone()
    };
    let options = Options {
        limits,
        stop_at: first.finding.weight,
        ..options.clone()
    };
    let second = run(Engine::Bfs, graph, &options, monitor).finding?;
    let same_kind = graph.problems[second.finding.id as usize].kind() == Some(kind);
    if !same_kind || second.choices.len() >= length {
        return None;
    }
    outcome.finding = Some(second);
    Some(length)
}
