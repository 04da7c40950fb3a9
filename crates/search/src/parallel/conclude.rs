//! What comes after the last state: views of the graph are joined, the trail to the best error is
//! put together, and livelocks are looked for.

use super::forked::Forked;
use super::shared::{Shared, Visited};
use super::worker::Report;
use crate::findings::Findings;
use crate::graph::Graph;
use crate::livelock::Livelock;
use crate::options::{LimitKind, Options};
use crate::outcome::{End, Outcome};
use crate::predecessors::trail;
use crate::store::Store;
use crate::watch::{Usage, Watch};

pub(super) fn conclude<G: Forked>(
    graph: &mut G,
    shared: Shared,
    reports: Vec<(Option<G::View>, Report)>,
    options: &Options,
    mut watch: Watch<'_>,
) -> Outcome {
    let (visited, totals, end) = shared.into_parts();
    totals.show(&mut watch.stats);
    let mut stopped = graph.stopped();
    let mut best = None;
    let mut ends = Vec::new();
    let mut was_cut = false;
    for (view, report) in reports {
        stopped = stopped.or(view.as_ref().and_then(Graph::stopped));
        let mut candidate = report.best;
        if let Some(view) = view {
            let finding = candidate.map(|candidate| candidate.finding);
            let finding = graph.join(view, finding);
            candidate = candidate.zip(finding).map(|(mut candidate, finding)| {
                candidate.finding = finding;
                candidate
            });
        }
        if let Some(candidate) = candidate
            && best.is_none_or(|best| candidate.is_better_than(best))
        {
            best = Some(candidate);
        }
        ends.extend(report.ends);
        was_cut |= report.was_cut;
    }
    let mut found = Findings::new(options.stop_at);
    let bytes = visited.bytes();
    let last = visited.tree.last().map(|state| visited.steps_to(state));
    let Visited {
        tree,
        predecessors,
        onward,
    } = visited;
    let mut store = Store::of(tree);
    // In any order the depth is looked up now and then.
    let deepest = last.map_or(0, |steps| steps as u64);
    watch.stats.depth = watch.stats.depth.max(deepest);
    let back = |state| predecessors.get(state);
    if let Some(candidate) = best {
        let more = candidate.choice.as_slice();
        let choices = trail(back, graph, &mut store, candidate.state, more);
        let _ = found.record(candidate.finding, choices.len(), || choices);
    }
    let usage = |stopped, graph: &G| Usage {
        store: bytes,
        graph: graph.bytes(),
        frontier: 0,
        store_is_full: false,
        stopped,
    };
    let end = match end {
        Some(end) => end,
        None if was_cut => End::Limit(LimitKind::Depth),
        None if stopped.is_some() || !options.livelocks => End::Exhausted,
        None => {
            let mut livelock = Livelock::new(graph);
            for state in ends {
                livelock.note_end(state, back);
            }
            for state in store.states() {
                if let Some(target) = onward.as_ref().and_then(|onward| onward.get(state)) {
                    livelock.note_step(state, target);
                }
            }
            drop(onward);
            let usage = usage(stopped, graph);
            livelock.conclude(graph, &mut store, &mut found, &mut watch, usage)
        }
    };
    let usage = usage(stopped, graph);
    watch.finish(end, found, usage)
}
