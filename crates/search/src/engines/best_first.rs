//! Best-first search: of all states that wait, the one that the guide ranks lowest is
//! expanded next. Visits everything in the end.

use super::directed::{Order, Plan, explore};
use crate::graph::Graph;
use crate::guide::Guide;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::watch::Monitor;

/// Explores `graph` best first. Trails may be longer than necessary.
pub fn best_first<G: Graph, U: Guide<G> + ?Sized>(
    graph: &mut G,
    guide: &mut U,
    options: &Options,
    monitor: &mut dyn Monitor,
) -> Outcome {
    let plan = Plan {
        order: Order::Ranked { step: 0, rank: 1 },
        width: None,
        reopens: false,
    };
    explore(plan, graph, guide, options, monitor)
}
