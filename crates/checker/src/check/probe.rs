//! Whether it pays to leave out orders of independent steps: parts of the graph that are small enough are
//! explored with and without. It does not know what is left of the graph.

use trailhound_machine::ProgramGraph;
use trailhound_search::changed;
use trailhound_search::{
    Agents, Edge, EdgeKind, End, Finding, Graph, Limits, Monitor, Options, Selection, Stop, dfs,
    scramble,
};

/// Steps of the execution whose last parts are explored.
const LONGEST: usize = 4_000;
/// Edges that are looked at for it.
const MOST_EDGES: u32 = 30_000;
/// States of a part, at least and at most.
const SMALLEST: u64 = 400;
const LARGEST: u64 = 16_000;
/// A part of few states tells little: it is enough that fewer are left.
const ENOUGH: f64 = 1.0;
/// How much more is won in the largest part than in the smallest, if still more is to be expected of all.
const GROWTH: f64 = 1.2;

/// Whether fewer states are left, or the larger the part is the more are left out.
pub fn pays(graph: &mut ProgramGraph, limits: &Limits, monitor: &mut dyn Monitor) -> bool {
    let gains = gains(graph, limits, monitor);
    match gains.as_slice() {
        [] => true,
        [first, .., last] if *last > GROWTH * first => true,
        [.., last] => *last > ENOUGH,
    }
}

/// By parts of growing size: states of the part for each one that the reduced search comes to.
fn gains(graph: &mut ProgramGraph, limits: &Limits, monitor: &mut dyn Monitor) -> Vec<f64> {
    let path = walk(graph);
    let mut gains = Vec::new();
    let mut measured = SMALLEST / 4;
    let mut rest = 8;
    while rest < path.len() {
        let start = &path[path.len() - rest];
        rest += rest / 2;
        graph.machine.options.reduces = false;
        let Some(all) = explore(graph, start, limits, monitor) else {
            break;
        };
        if all.0 < SMALLEST || all.0 < 4 * measured {
            continue;
        }
        measured = all.0;
        graph.machine.options.reduces = true;
        let reduced = explore(graph, start, limits, monitor);
        graph.end_reduction();
        let Some(reduced) = reduced else { break };
        gains.push(all.0 as f64 / reduced.1 as f64);
    }
    gains
}

/// The states of a random execution.
fn walk(graph: &mut ProgramGraph) -> Vec<Vec<u32>> {
    let Ok(mut state) = graph.initial() else {
        return Vec::new();
    };
    let mut path = vec![state.clone()];
    let mut changes = Vec::new();
    let mut edges = 0;
    while path.len() < LONGEST && edges < MOST_EDGES {
        let mut steps: Vec<Vec<(u32, u32)>> = Vec::new();
        let mut from = Some(0);
        while let Some(edge) = from.and_then(|from| graph.successor(&state, from, &mut changes)) {
            edges += 1;
            match edge.kind {
                EdgeKind::Step => steps.push(changes.clone()),
                EdgeKind::Finding(_) => {}
                EdgeKind::Abandoned(_) => return path,
            }
            from = edge.choice.checked_add(1);
        }
        if steps.is_empty() {
            break;
        }
        let chosen = scramble(path.len() as u64) % steps.len() as u64;
        state = changed(&state, &steps[chosen as usize]);
        path.push(state.clone());
    }
    path
}

/// States that were stored and generated, if these are all behind `start`.
fn explore(
    graph: &mut ProgramGraph,
    start: &[u32],
    limits: &Limits,
    monitor: &mut dyn Monitor,
) -> Option<(u64, u64)> {
    let options = Options {
        limits: Limits {
            states: Some(LARGEST),
            ..limits.clone()
        },
        ..Options::default()
    };
    let outcome = dfs(&mut Behind(graph, start), &options, monitor);
    let stats = outcome.stats;
    (outcome.end == End::Exhausted).then_some((stats.states_stored, stats.states_generated))
}

/// The part of a graph behind a state, without its errors.
struct Behind<'g, 'p>(&'g mut ProgramGraph<'p>, &'g [u32]);

impl Graph for Behind<'_, '_> {
    trailhound_search::without!(meetings, circles);

    fn initial(&mut self) -> Result<Vec<u32>, Finding> {
        Ok(self.1.to_vec())
    }

    fn successor(
        &mut self,
        state: &[u32],
        from: u32,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        self.successor_of(state, from, Agents::ALL, changes)
    }

    fn successor_of(
        &mut self,
        state: &[u32],
        mut from: u32,
        agents: Agents,
        changes: &mut Vec<(u32, u32)>,
    ) -> Option<Edge> {
        loop {
            let edge = self.0.successor_of(state, from, agents, changes)?;
            match edge.kind {
                EdgeKind::Finding(_) => from = edge.choice.checked_add(1)?,
                EdgeKind::Step | EdgeKind::Abandoned(_) => return Some(edge),
            }
        }
    }

    fn inspect(&mut self, _: &[u32], _: u32) -> Option<Finding> {
        None
    }

    fn begin_reduction(&mut self) -> bool {
        self.0.begin_reduction()
    }

    fn select(&mut self, state: &[u32], followed: Agents) -> Agents {
        self.0.select(state, followed)
    }

    fn mover(&self, choice: u32) -> u32 {
        self.0.mover(choice)
    }

    fn knowledge(&self) -> u64 {
        self.0.knowledge()
    }

    fn selection(&self) -> Selection {
        self.0.selection()
    }

    fn date_knowledge(&mut self) {
        self.0.date_knowledge();
    }

    fn has_news(&self, state: &[u32], since: u64) -> bool {
        self.0.has_news(state, since)
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.0.stopped()
    }
}
